#include "cfront/hidden_locks.h"

#include "cfront/missing.h"
#include "cfront/name_words.h"
#include "cfront/walk.h"

#include <string.h>

/* ---- names ---- */

/* What locks are called, and what undoes them. */
static const struct {
    const char *opens, *closes;
} opposites[] = {{"lock", "unlock"},
                 {"lock", "free"},
                 {"enter", "exit"},
                 {"enter", "leave"},
                 {"begin", "end"},
                 {"start", "end"},
                 {"save", "restore"},
                 {"disable", "enable"},
                 {"disable", "restore"},
                 {"suspend", "resume"},
                 {"mask", "unmask"},
                 {"protect", "unprotect"},
                 {"cli", "sei"},
                 {"di", "ei"},
                 {"off", "on"},
                 {"acquire", "release"},
                 {"get", "release"},
                 {"get", "put"},
                 {"take", "give"},
                 {"take", "release"},
                 {"wait", "post"},
                 {"wait", "signal"},
                 {"pend", "post"},
                 {"down", "up"},
                 {"p", "v"}};

enum { OPPOSITES = sizeof opposites / sizeof *opposites };

static bool has_one_of(const char *name, const char *const *words) {
    for (; *words; words++)
        if (name_word(name, *words)) return true;
    return false;
}

/* ... which lets others in again. */
static bool speaks_of_ends(const char *name) {
    static const char *const words[] = {"unlock", "exit", "leave",     "end",  "restore", "enable", "resume",
                                        "unmask", "sei",  "unprotect", "ei",   "ena",     "on",     "release",
                                        "give",   "put",  "post",      "free", "signal",  "up",     NULL};
    return has_one_of(name, words);
}

/* Nothing else is called so. Who sets interrupts up keeps nobody out. */
static bool has_word_of_locks(const char *name) {
    static const char *const parts[] = {"critical", "atomic",   "irq",     "interrupt", "protect",
                                        "mutex",    "spinlock", "basepri", NULL};
    static const char *const words[] = {"lock", "crit", "sem", "guard", "guarded", "safe", "mask", NULL};
    static const char *const others[] = {"init",     "config",  "setup", "create",   "attach",
                                         "register", "handler", "clear", "priority", NULL};
    bool speaks = has_one_of(name, words) || !strcasecmp(name, "cli") || !strcasecmp(name, "di");
    for (const char *const *part = parts; *part && !speaks; part++) speaks = name_has_part(name, *part);
    return speaks && !has_one_of(name, others);
}

static bool speaks_of_locks(const char *name) { return has_word_of_locks(name) && !speaks_of_ends(name); }

/* `ints_on` for `ints_off`: of the same words but this one, and nothing declares it, either. */
static bool is_undone(const struct front *front, const char *name, const char *at, const char *opens,
                      const char *closes) {
    size_t before = (size_t)(at - name), length = strlen(closes);
    const char *behind = at + strlen(opens);
    for (size_t i = 0; i < front->undeclared.count; i++) {
        const char *other = front->undeclared.items[i];
        if (!strncmp(other, name, before) && !strncasecmp(other + before, closes, length) &&
            !strcmp(other + before + length, behind))
            return true;
    }
    return false;
}

static bool has_opposite(const struct front *front, const char *name) {
    for (size_t i = 0; i < OPPOSITES; i++) {
        const char *at = name_word(name, opposites[i].opens);
        if (at && is_undone(front, name, at, opposites[i].opens, opposites[i].closes)) return true;
    }
    return false;
}

/* ---- calls ---- */

static void say(struct front *front, const char *name, bool is_bare, struct place place) {
    const char *how = arena_printf(front->scratch, "-D%s=SuspendAllInterrupts, and so on, says that it does; ", name);
    front_leap(front, place,
               "`%s`, which nothing declares, keeps others out (%sa file for --stubs says that it does not: `void "
               "%s()`)",
               name, is_bare ? how : "", name);
    vec_last(&front->leaps).kind = LEAP_LOCK;
    vec_last(&front->leaps).name = arena_text(front->arena, name);
}

static bool is_lock_by_name(const struct front *front, const char *name) {
    return speaks_of_locks(name) || has_opposite(front, name);
}

void hidden_locks_look(struct front *front, const struct call *call) {
    const char *name = call->symbol->name;
    if (is_lock_by_name(front, name)) say(front, name, !call->count && !call->needed && !call->target, call->place);
}

/* ---- pairs ---- */

static void look_for_shared(void *context, const struct c_expression *e) {
    bool *is_shared = context;
    bool is_object = e->kind == C_OBJECT && (e->object->storage == C_GLOBAL || e->object->storage == C_STATIC_LOCAL);
    *is_shared |= is_object || e->kind == C_DEREFERENCE;
}

static bool is_mark(const struct c_instruction *code) { return code->kind == C_CLEAR && code->text; }

/* The next call, if something that others may see lies between, and nothing else is called. */
static const struct c_instruction *other_end(const struct c_function *function, uint32_t from) {
    bool is_shared = false;
    for (uint32_t i = from + 1; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->kind == C_CALL || code->kind == C_SERVICE || code->kind == C_RETURN) return NULL;
        if (is_mark(code)) return is_shared && code->may_be_in_pair ? code : NULL;
        walk_instruction(code, look_for_shared, &is_shared);
    }
    return NULL;
}

static bool is_called_once(const struct front *front, const char *name) {
    unsigned count = 0;
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            count += is_mark(code) && !strcmp(code->text, name);
        }
    return count == 1;
}

/* Who starts a system calls one after another, and each once (`Adc_Init(); n = 2; Can_Init();`). */
static bool are_pair(const struct front *front, const struct c_instruction *one, const struct c_instruction *other) {
    if (!strcmp(one->text, other->text)) return !one->is_bare_call;
    bool is_named = has_word_of_locks(one->text) || has_word_of_locks(other->text);
    return is_named || !is_called_once(front, one->text) || !is_called_once(front, other->text);
}

static void look_at_pairs(struct front *front, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        const struct c_instruction *end = code->may_be_in_pair ? other_end(function, i) : NULL;
        if (end && are_pair(front, code, end)) say(front, code->text, code->is_bare_call, code->place);
    }
}

/* ---- ends ---- */

/* The next call that lets others in again: its name says so, or there are no names that say anything. */
static struct place end_of(const struct front *front, const struct c_function *function, uint32_t from) {
    bool is_named = is_lock_by_name(front, function->code[from].text);
    for (uint32_t i = from + 1; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool is_end = is_mark(code) && (!is_named || speaks_of_ends(code->text));
        if (is_end && !place_is_same(code->place, function->code[from].place)) return code->place;
    }
    return (struct place){0};
}

static void look_for_ends(struct front *front, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++)
        for (size_t l = 0; is_mark(&function->code[i]) && l < front->leaps.count; l++) {
            struct c_leap *leap = &front->leaps.items[l];
            if (leap->kind == LEAP_LOCK && place_is_same(leap->place, function->code[i].place))
                leap->until = end_of(front, function, i);
        }
}

void hidden_locks_look_at_code(struct front *front) {
    for (size_t f = 0; f < front->functions.count; f++) look_at_pairs(front, front->functions.items[f]);
    for (size_t f = 0; f < front->functions.count; f++) look_for_ends(front, front->functions.items[f]);
}
