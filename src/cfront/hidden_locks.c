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

/* Nothing else is called so. Who enables interrupts, or sets them up, keeps nobody out. */
static bool speaks_of_locks(const char *name) {
    static const char *const parts[] = {"critical", "atomic",   "irq",     "interrupt", "protect",
                                        "mutex",    "spinlock", "primask", "basepri",   NULL};
    static const char *const words[] = {"lock", "crit", "sem", "guard", "guarded", "safe", "mask", NULL};
    static const char *const others[] = {"init",   "config",   "setup",  "create",  "attach", "register", "handler",
                                         "clear",  "priority", "enable", "exit",    "leave",  "end",      "restore",
                                         "resume", "unmask",   "unlock", "release", "give",   "on",       NULL};
    bool speaks = has_one_of(name, words);
    for (const char *const *part = parts; *part && !speaks; part++) speaks = name_has_part(name, *part);
    return speaks && !has_one_of(name, others);
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

bool hidden_locks_look(struct front *front, const struct call *call) {
    const char *name = call->symbol->name;
    bool may_lock = speaks_of_locks(name) || has_opposite(front, name);
    if (may_lock) say(front, name, !call->count && !call->needed && !call->target, call->place);
    return may_lock;
}

/* ---- pairs ---- */

static void look_for_shared(void *context, const struct c_expression *e) {
    bool *is_shared = context;
    bool is_object = e->kind == C_OBJECT && (e->object->storage == C_GLOBAL || e->object->storage == C_STATIC_LOCAL);
    *is_shared |= is_object || e->kind == C_DEREFERENCE;
}

/* Something that others may see lies between, and nothing else is called. */
static bool are_around_shared(const struct lower *lower, uint32_t from, uint32_t to) {
    bool is_shared = false;
    for (uint32_t i = from + 1; i < to; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        bool is_mark = code->kind == C_CLEAR && code->text;
        if (is_mark || code->kind == C_CALL || code->kind == C_SERVICE || code->kind == C_RETURN) return false;
        walk_instruction(code, look_for_shared, &is_shared);
    }
    return is_shared;
}

void hidden_locks_look_at_pairs(struct lower *lower) {
    for (size_t i = 1; i < lower->bare_calls.count; i++) {
        uint32_t from = lower->bare_calls.items[i - 1], to = lower->bare_calls.items[i];
        const struct c_instruction *first = &lower->code.items[from];
        if (strcmp(first->text, lower->code.items[to].text) && are_around_shared(lower, from, to))
            say(lower->front, first->text, true, first->place);
    }
}
