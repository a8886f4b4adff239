#include "cfront/hidden/hidden_locks.h"

#include "base/word.h"
#include "cfront/hidden/hidden_sections.h"
#include "cfront/hidden/left_services.h"
#include "cfront/ir/walk.h"
#include "cfront/missing/undeclared.h"
#include "cfront/text/harmless_names.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/section_names.h"

#include <stdlib.h>
#include <string.h>

/* Nothing declares it, either, or it has no body, either. */
static bool has_opposite(struct front *front, const char *name, bool is_declared) {
    for (size_t i = 0; !is_declared && i < front->undeclared.count; i++)
        if (lock_names_undo(front->undeclared.items[i], name, is_declared)) return true;
    for (size_t i = 0; is_declared && i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (symbol->is_function && !symbol->has_definition && lock_names_undo(symbol->name, name, is_declared))
            return true;
    }
    return false;
}

/* ---- calls ---- */

static void say(struct front *front, const char *name, bool is_bare, struct place place) {
    const char *how = arena_printf(front->scratch, "-D%s=SuspendAllInterrupts, and so on, says that it does; ", name);
    const char *remedy = arena_printf(front->scratch, " (%sa file for --stubs says that it does not: `void %s()`)",
                                      is_bare ? how : "", name);
    front_leap(front, place, "`%s`, which %s, keeps others out%s", name,
               missing_declaration(front, name) ? "nothing declares" : "has no body", strchr(name, '.') ? "" : remedy);
    vec_last(&front->leaps).kind = LEAP_LOCK;
    vec_last(&front->leaps).name = arena_text(front->arena, name);
}

static bool is_lock_by_name(struct front *front, const char *name) {
    bool is_declared = !missing_declaration(front, name);
    bool speaks = is_declared ? lock_names_hold_off(name) && !lock_names_end(name) && !lock_names_set_up(name)
                              : lock_names_begin(name);
    return speaks || lock_names_stop_source(name) || has_opposite(front, name, is_declared);
}

bool hidden_locks_speaks(struct front *front, const char *name) {
    return is_lock_by_name(front, name) || lock_names_end(name) || lock_names_speak_of_source(name);
}

void hidden_locks_look(struct front *front, const struct call *call) {
    const char *name = call->symbol->name;
    if (is_lock_by_name(front, name)) say(front, name, !call->count && !call->needed && !call->target, call->place);
}

void hidden_locks_look_inside(struct front *front, const struct symbol *symbol) {
    if (is_lock_by_name(front, symbol->name)) say(front, symbol->name, false, symbol->place);
}

/* ---- pairs ---- */

static void look_for_shared(void *context, const struct c_expression *e) {
    bool *is_shared = context;
    bool is_object = e->kind == C_OBJECT && (e->object->storage == C_GLOBAL || e->object->storage == C_STATIC_LOCAL);
    *is_shared |= is_object || e->kind == C_DEREFERENCE;
}

bool hidden_locks_is_mark(const struct c_instruction *code) { return code->kind == C_CLEAR && code->text; }

/* The next call, if something that others may see lies between, and nothing else is called. */
static const struct c_instruction *other_end(const struct c_function *function, uint32_t from) {
    bool is_shared = false;
    for (uint32_t i = from + 1; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->kind == C_CALL || code->kind == C_SERVICE || code->kind == C_RETURN) return NULL;
        if (hidden_locks_is_mark(code)) return is_shared && code->may_be_in_pair ? code : NULL;
        walk_instruction(code, look_for_shared, &is_shared);
    }
    return NULL;
}

static bool is_called_once(struct front *front, const char *name) {
    unsigned count = 0;
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            count += hidden_locks_is_mark(code) && !strcmp(code->text, name);
        }
    return count == 1;
}

static bool is_of_device(const char *name) {
    return harmless_names_has_device(name) || lock_names_are_of_device(name) || lock_names_are_of_switched(name) ||
           lock_names_are_of_sleep(name);
}

/* Who starts a system calls one after another, and each once (`Adc_Init(); n = 2; Can_Init();`). */
static bool are_pair(struct front *front, const struct c_instruction *one, const struct c_instruction *other) {
    bool is_named = lock_names_speak(one->text) || lock_names_speak(other->text);
    bool is_device = is_of_device(one->text) && is_of_device(other->text);
    if (!strcmp(one->text, other->text)) return !one->is_bare_call && (is_named || !is_device);
    if (!is_named && (is_device || lock_names_set_up(one->text) || lock_names_set_up(other->text))) return false;
    return is_named || !is_called_once(front, one->text) || !is_called_once(front, other->text);
}

static void look_at_pairs(struct front *front, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        const struct c_instruction *end = code->may_be_in_pair ? other_end(function, i) : NULL;
        if (end && !section_names_close_alone(code->text) && are_pair(front, code, end))
            say(front, code->text, code->is_bare_call, code->place);
    }
}

/* ---- ends ---- */

bool hidden_locks_undo(struct front *front, const char *name, const char *lock) {
    return lock_names_undo(name, lock, !missing_declaration(front, lock)) || left_services_undo(front, name, lock);
}

typedef VEC(const char *) name_vec;

/* Of all functions without a body that are called. */
static void find_names(struct front *front, name_vec *names) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            if (hidden_locks_is_mark(code) && !is_in_list(code->text, names->items, names->count))
                vec_push(names, code->text);
        }
}

/* The next call that lets others in again: its name says so, or there are no names that say anything. */
static struct place end_of(struct front *front, const struct c_function *function, uint32_t from) {
    const char *name = function->code[from].text;
    bool is_named = is_lock_by_name(front, name) || left_services_open(front, name);
    for (uint32_t i = from + 1; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool is_end = hidden_locks_is_mark(code) && (!is_named || lock_names_end(code->text));
        if (is_end && !place_is_same(code->place, function->code[from].place)) return code->place;
    }
    return (struct place){0};
}

static const char *const *names_that_undo(struct front *front, const char *lock, const name_vec *names) {
    const char **undoing = arena_new_array(front->arena, const char *, names->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < names->count; i++)
        if (hidden_locks_undo(front, names->items[i], lock)) undoing[count++] = names->items[i];
    return count ? undoing : NULL;
}

static void look_for_ends(struct front *front, const struct c_function *function, const name_vec *names) {
    for (uint32_t i = 0; i < function->code_count; i++)
        for (size_t l = 0; hidden_locks_is_mark(&function->code[i]) && l < front->leaps.count; l++) {
            struct c_leap *leap = &front->leaps.items[l];
            if (leap->kind != LEAP_LOCK || !place_is_same(leap->place, function->code[i].place)) continue;
            leap->undone_by = names_that_undo(front, leap->name, names);
            leap->until = end_of(front, function, i);
        }
}

/* ---- ways without an end ---- */

enum { DEEPEST_CALL = 8 };

static bool ends_in(struct front *front, const struct c_function *function, const char *lock, unsigned depth) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (hidden_locks_is_mark(code) && hidden_locks_undo(front, code->text, lock)) return true;
        if (code->kind == C_CALL && code->callee && depth && ends_in(front, code->callee, lock, depth - 1)) return true;
    }
    return false;
}

static bool has_end_somewhere(struct front *front, const char *lock) {
    for (size_t f = 0; f < front->functions.count; f++)
        if (ends_in(front, front->functions.items[f], lock, 0)) return true;
    return false;
}

static bool ends_here(struct front *front, const struct c_instruction *code, const char *lock) {
    if (hidden_locks_is_mark(code)) return hidden_locks_undo(front, code->text, lock);
    return code->kind == C_CALL && code->callee && ends_in(front, code->callee, lock, DEEPEST_CALL);
}

/* Nobody may hold a lock there. */
static bool is_last(const struct c_instruction *code) {
    bool is_of_task = code->kind == C_SERVICE && (code->service == OSEK_TerminateTask ||
                                                  code->service == OSEK_ChainTask || code->service == OSEK_WaitEvent);
    return is_of_task || code->kind == C_RETURN;
}

static bool comes_to_end(struct front *front, const struct c_function *function, uint32_t at, const char *lock,
                         bool *seen) {
    const struct c_instruction *code = &function->code[at];
    if (seen[at] || ends_here(front, code, lock)) return false;
    seen[at] = true;
    if (is_last(code)) return true;
    struct c_next next = c_next(function->code, at);
    for (unsigned i = 0; i < next.count; i++)
        if (comes_to_end(front, function, next.list[i], lock, seen)) return true;
    return false;
}

/* Its code has both ends, or is all that its task does; and somebody has the other end. */
static bool is_to_be_balanced(struct front *front, const struct c_function *function, const char *lock) {
    if (ends_in(front, function, lock, DEEPEST_CALL)) return true;
    return (function->role == C_TASK || function->role == C_ISR) && has_end_somewhere(front, lock);
}

static void doubt_imbalance(struct front *front, const struct c_function *function, uint32_t at) {
    const struct c_instruction *code = &function->code[at];
    if (!hidden_locks_is_mark(code) || !section_names_open(code->text)) return;
    if (hidden_sections_have(front, code->text) || !is_to_be_balanced(front, function, code->text)) return;
    bool *seen = memory_new(function->code_count + 1);
    bool is_open = at + 1 < function->code_count && comes_to_end(front, function, at + 1, code->text, seen);
    free(seen);
    if (is_open)
        front_doubt(front,
                    "what `%s` does at %s:%u is not undone on every way from there, which is wrong if it holds "
                    "interrupts off or takes a resource",
                    code->text, place_file(code->place), code->place.line);
}

/* ---- ways through locks ---- */

/* How often it is held, which is not looked at any deeper; NEVER: nor was it, and whoever undoes it may be somebody who
 * lets interrupts come, at all. */
enum { MOST_HELD = 3, NEVER, LEVELS };

/* What happens to one lock. */
struct ways {
    struct front *front;
    const char *name;   /* the lock; or what undoes some */
    bool undoes;        /* ... it is that */
    bool is_scope;      /* ... its block ends it, perhaps, and nothing else does */
    uint8_t *exits;     /* by function, and by how often it is held when that begins: the same for when it ends */
    const char *wrong;  /* the service that is called while it is held; or `name`, undone while it is not; NULL: none */
    struct place place; /* ... there */
};

enum { IS_KNOWN = 1 << LEVELS };

static bool opens(const struct ways *ways, const char *name, bool has_body) {
    if (!ways->undoes) return !strcmp(name, ways->name);
    return has_body ? lock_names_undo(ways->name, name, false) : hidden_locks_undo(ways->front, ways->name, name);
}

static bool closes(const struct ways *ways, const char *name) {
    return ways->undoes ? !strcmp(name, ways->name) : hidden_locks_undo(ways->front, name, ways->name);
}

static void note_wrong(struct ways *ways, const char *what, struct place place) {
    if (ways->wrong) return;
    ways->wrong = what;
    ways->place = place;
}

/* main() may start the system with interrupts held off; and what a hook asks for comes from no service. Where a block
 * ends it, code may end behind that. */
static bool is_forbidden_in_locks(const struct ways *ways, enum osek_service service) {
    switch (service) {
    case OSEK_TerminateTask:
    case OSEK_ChainTask: return !ways->is_scope;
    case OSEK_EnableAllInterrupts:
    case OSEK_DisableAllInterrupts:
    case OSEK_ResumeAllInterrupts:
    case OSEK_SuspendAllInterrupts:
    case OSEK_ResumeOSInterrupts:
    case OSEK_SuspendOSInterrupts:
    case OSEK_StartOS: return false;
    default: return service < OSEK_ErrorGetServiceId;
    }
}

static bool is_end_of_code(const struct c_instruction *code) {
    return code->kind == C_SERVICE && (code->service == OSEK_TerminateTask || code->service == OSEK_ChainTask ||
                                       code->service == OSEK_StartOS || code->service == OSEK_ShutdownOS);
}

static unsigned explore(struct ways *ways, const struct c_function *function, unsigned held);

/* How often it may be held behind that: a bit for each number. */
static unsigned behind(struct ways *ways, const struct c_instruction *code, unsigned held) {
    bool is_call = code->kind == C_CALL && code->callee;
    const char *name = hidden_locks_is_mark(code) ? code->text : is_call ? code->callee->name : NULL;
    if (code->kind == C_SERVICE && !ways->undoes && held && is_forbidden_in_locks(ways, code->service))
        note_wrong(ways, osek_service_name(code->service), code->place);
    if (is_end_of_code(code)) return 0;
    if (name && opens(ways, name, is_call)) return held == MOST_HELD ? 0 : 1U << (held == NEVER ? 1 : held + 1);
    if (name && closes(ways, name)) {
        if (!held && ways->undoes) note_wrong(ways, name, code->place);
        return 1U << (held && held != NEVER ? held - 1 : held);
    }
    return is_call ? explore(ways, code->callee, held) : 1U << held;
}

typedef VEC(uint32_t) way_vec;

static void go(way_vec *to_do, bool *seen, uint32_t at, unsigned held) {
    uint32_t state = at * LEVELS + held;
    if (seen[state]) return;
    seen[state] = true;
    vec_push(to_do, state);
}

static unsigned find_exits(struct ways *ways, const struct c_function *function, unsigned held) {
    bool *seen = memory_new((size_t)function->code_count * LEVELS + 1);
    way_vec to_do = {0};
    unsigned exits = 0;
    if (function->code_count) go(&to_do, seen, 0, held);
    while (to_do.count) {
        uint32_t state = to_do.items[--to_do.count], at = state / LEVELS;
        unsigned after = behind(ways, &function->code[at], state % LEVELS);
        struct c_next next = c_next(function->code, at);
        if (!next.count) exits |= after;
        for (unsigned i = 0; i < next.count; i++)
            for (unsigned level = 0; next.list[i] < function->code_count && level < LEVELS; level++)
                if (after >> level & 1) go(&to_do, seen, next.list[i], level);
    }
    vec_free(&to_do);
    free(seen);
    return exits;
}

/* Who calls itself comes back as it began. */
static unsigned explore(struct ways *ways, const struct c_function *function, unsigned held) {
    uint8_t *exits = &ways->exits[(size_t)function->index * LEVELS + held];
    if (!*exits) {
        *exits = (uint8_t)(IS_KNOWN | 1U << held);
        *exits = (uint8_t)(IS_KNOWN | find_exits(ways, function, held));
    }
    return *exits & (IS_KNOWN - 1U);
}

/* Before the system starts main() lets interrupts come that nobody held off. */
static void explore_all(struct ways *ways, unsigned held) {
    struct front *front = ways->front;
    ways->exits = memory_new(front->functions.count * LEVELS + 1);
    for (size_t f = 0; f < front->functions.count; f++) {
        const struct c_function *function = front->functions.items[f];
        bool begins = function->role != C_ORDINARY && (!ways->undoes || function->role != C_MAIN);
        if (begins) explore(ways, function, held);
    }
    free(ways->exits);
}

static void doubt_services(struct front *front, const char *lock) {
    struct ways ways = {.front = front, .name = lock};
    if (!section_names_open(lock) || !has_end_somewhere(front, lock)) return;
    explore_all(&ways, 0);
    if (ways.wrong)
        front_doubt(front,
                    "what `%s` does is not undone before `%s` is called at %s:%u, which is wrong if it holds "
                    "interrupts off",
                    lock, ways.wrong, place_file(ways.place), ways.place.line);
}

/* `SCOPED_LOCK();`: where its block ends interrupts come again, and nobody sees where that is. */
static void doubt_scope(struct front *front, const char *lock) {
    struct ways ways = {.front = front, .name = lock, .is_scope = true};
    if (!section_names_end_with_block(lock) || has_end_somewhere(front, lock)) return;
    explore_all(&ways, 0);
    if (ways.wrong)
        front_doubt(front,
                    "`%s` may hold interrupts off until its block ends, and `%s`, at %s:%u, may be called before that",
                    lock, ways.wrong, place_file(ways.place), ways.place.line);
}

static bool has_mark_of_lock(const struct c_function *function, const struct ways *ways) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (hidden_locks_is_mark(code) && section_names_open(code->text) && opens(ways, code->text, false)) return true;
    }
    return false;
}

static bool undoes_lock_of_program(const struct ways *ways) {
    for (size_t f = 0; f < ways->front->functions.count; f++)
        if (has_mark_of_lock(ways->front->functions.items[f], ways)) return true;
    return false;
}

static void doubt_undoing(struct front *front, const char *name) {
    struct ways ways = {.front = front, .name = name, .undoes = true};
    if (!section_names_close_alone(name) && !undoes_lock_of_program(&ways)) return;
    explore_all(&ways, section_names_enable(name) ? NEVER : 0);
    if (ways.wrong)
        front_doubt(front,
                    "what `%s` undoes was not done on every way to %s:%u, which is wrong if it lets interrupts come "
                    "again or releases a resource",
                    name, place_file(ways.place), ways.place.line);
}

bool hidden_locks_are_undone_first(struct front *front, const char *name) {
    struct ways ways = {.front = front, .name = name, .undoes = true};
    explore_all(&ways, 0);
    return ways.wrong;
}

static void doubt_ways(struct front *front, const name_vec *names) {
    for (size_t i = 0; i < names->count; i++) {
        doubt_scope(front, names->items[i]);
        if (hidden_sections_have(front, names->items[i])) continue;
        doubt_services(front, names->items[i]);
        doubt_undoing(front, names->items[i]);
    }
}

void hidden_locks_look_at_code(struct front *front) {
    name_vec names = {0};
    find_names(front, &names);
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            doubt_imbalance(front, front->functions.items[f], i);
    doubt_ways(front, &names);
    for (size_t f = 0; f < front->functions.count; f++) look_at_pairs(front, front->functions.items[f]);
    for (size_t f = 0; f < front->functions.count; f++) look_for_ends(front, front->functions.items[f], &names);
    vec_free(&names);
}
