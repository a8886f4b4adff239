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
static bool speaks_of_locks(const char *name) {
    static const char *const parts[] = {"critical", "atomic",   "irq",     "interrupt", "protect",
                                        "mutex",    "spinlock", "basepri", NULL};
    static const char *const words[] = {"lock", "crit", "sem", "guard", "guarded", "safe", "mask", NULL};
    static const char *const others[] = {"init",     "config",  "setup", "create",   "attach",
                                         "register", "handler", "clear", "priority", NULL};
    bool speaks = has_one_of(name, words) || !strcasecmp(name, "cli") || !strcasecmp(name, "di");
    for (const char *const *part = parts; *part && !speaks; part++) speaks = name_has_part(name, *part);
    return speaks && !has_one_of(name, others) && !speaks_of_ends(name);
}

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

/* The next call, if something that others may see lies between, and nothing else is called. */
static const struct c_instruction *other_end(const struct lower *lower, size_t from) {
    bool is_shared = false;
    for (size_t i = from + 1; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        if (code->kind == C_CALL || code->kind == C_SERVICE || code->kind == C_RETURN) return NULL;
        if (code->kind == C_CLEAR && code->text) return is_shared && code->may_be_in_pair ? code : NULL;
        walk_instruction(code, look_for_shared, &is_shared);
    }
    return NULL;
}

static void look_at_pairs(struct lower *lower) {
    for (size_t i = 0; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        const struct c_instruction *end = code->may_be_in_pair ? other_end(lower, i) : NULL;
        bool is_same = end && code->is_bare_call && !strcmp(end->text, code->text);
        if (end && !is_same) say(lower->front, code->text, code->is_bare_call, code->place);
    }
}

/* ---- ends ---- */

static bool leads_back(const struct lower *lower, size_t from, size_t to) {
    for (size_t i = from; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        bool jumps = code->kind == C_JUMP || code->kind == C_BRANCH;
        if (jumps && (code->then <= to || (code->kind == C_BRANCH && code->otherwise <= to))) return true;
    }
    return false;
}

/* The next call that lets others in again: its name says so, or there are no names that say anything. */
static struct place end_of(const struct lower *lower, size_t from) {
    const struct c_instruction *end = NULL;
    bool is_named = is_lock_by_name(lower->front, lower->code.items[from].text);
    for (size_t i = from + 1; i < lower->code.count && !end; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        bool is_mark = code->kind == C_CLEAR && code->text;
        if (is_mark && (!is_named || speaks_of_ends(code->text))) end = code;
    }
    bool is_end = end && !place_is_same(end->place, lower->code.items[from].place) &&
                  !leads_back(lower, (size_t)(end - lower->code.items), from);
    return is_end ? end->place : (struct place){0};
}

static void look_for_ends(struct lower *lower) {
    struct front *front = lower->front;
    for (size_t i = 0; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        if (code->kind != C_CLEAR || !code->text) continue;
        for (size_t l = 0; l < front->leaps.count; l++) {
            struct c_leap *leap = &front->leaps.items[l];
            if (leap->kind == LEAP_LOCK && place_is_same(leap->place, code->place)) leap->until = end_of(lower, i);
        }
    }
}

void hidden_locks_look_at_code(struct lower *lower) {
    look_at_pairs(lower);
    look_for_ends(lower);
}
