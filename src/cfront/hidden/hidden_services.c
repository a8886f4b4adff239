#include "cfront/hidden/hidden_services.h"

#include "cfront/hidden/hidden_locks.h"
#include "cfront/hidden/hidden_sections.h"
#include "cfront/hidden/left_services.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/hidden/register_masks.h"
#include "cfront/missing/undeclared.h"
#include "cfront/program/identifiers.h"
#include "cfront/program/literal.h"
#include "cfront/text/harmless_names.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/name_words.h"

/* ---- names ---- */

/* `systick_wait_ms`: time passes, and nothing else. */
static bool is_delay(const char *name) {
    static const char *const words[] = {"ms", "us", "ns", "sec", "msec", "usec", "systick", "ticks", "cycles", NULL};
    return name_has_word_of(name, words);
}

/* Those are told by hidden_locks.h. */
static bool speaks_of_interrupts(const char *name) {
    static const char *const parts[] = {"irq", "interrupt", NULL};
    return name_has_part_of(name, parts);
}

static bool speaks_of_services(struct front *front, const char *name) {
    static const char *const parts[] = {"task",   "event",  "resource", "alarm",   "schedule", "terminate",
                                        "notify", "signal", "wake",     "suspend", "resume",   "activate",
                                        "mutex",  "semaph", "yield",    NULL};
    static const char *const pauses[] = {"wait", "sleep", NULL};
    bool speaks = name_has_part_of(name, parts) || (name_has_part_of(name, pauses) && !is_delay(name));
    return (speaks && !speaks_of_interrupts(name)) || identifiers_in_name(front, name);
}

/* `unlock()`: whoever is let in again by it could come before, too. */
static bool speaks_of_release(const char *name) {
    static const char *const parts[] = {"unlock", "release", NULL};
    return name_has_part_of(name, parts) && !speaks_of_interrupts(name);
}

/* ---- calls ---- */

static void mark_leap(struct front *front, enum c_leap_kind kind, const char *name) {
    vec_last(&front->leaps).kind = kind;
    vec_last(&front->leaps).name = arena_text(front->arena, name);
}

static void hint(struct front *front, enum c_leap_kind kind, const char *name, const char *what, struct place place) {
    front_leap(front, place, "`%s`, which %s, %s (a file for --stubs says that it does not: `void %s()`)", name,
               missing_declaration(front, name) ? "nothing declares" : "has no body", what, name);
    mark_leap(front, kind, name);
}

static void hint_left(struct front *front, enum c_leap_kind kind, const char *name, const struct left_service *left,
                      struct place place) {
    const char *does = left->service ? arena_printf(front->scratch, "calls %s", left->service)
                                     : arena_printf(front->scratch, "masks interrupts (`%s`)", left->mask);
    front_leap(front, place, "`%s`, whose code in %s was left out, %s (name that source, too)", name, left->path, does);
    mark_leap(front, kind, name);
}

static bool something_may_come(const struct front *front) {
    return front->names->config->isr_count || front->names->config->alarm_count;
}

/* The text of a source that was left out says what it does. */
static bool hint_at_left(struct lower *lower, const char *name, struct place place) {
    struct front *front = lower->front;
    const struct left_service *left = left_services_find(front, name);
    if (!left) return false;
    bool is_lock = left->opens && !left->closes, is_pair = left->opens || left->closes;
    if (left->turn && lower->function->role != C_MAIN)
        front_doubt(front, "`%s`, whose code in %s was left out, calls %s, and what comes of that is not looked at",
                    name, left->path, left->turn);
    if (!left->service && !something_may_come(front)) return true; /* which it would keep out */
    if (is_lock) hint_left(front, LEAP_LOCK, name, left, place);
    if (is_pair && left->service) hint_left(front, LEAP_RELEASE, name, left, place);
    if (!is_pair) hint_left(front, left->changes ? LEAP_OTHERS : LEAP_SERVICES, name, left, place);
    return true;
}

/* Somebody else's, as its header says: it calls none here, most likely. */
static bool hint_at_declared(struct front *front, const char *name, struct place place) {
    bool is_harmless = harmless_names_has_library(name) || harmless_names_has_device(name);
    if (is_harmless || !(speaks_of_services(front, name) || speaks_of_release(name))) return false;
    hint(front, LEAP_LASTING, name, "calls services", place);
    return true;
}

/* What the call does itself may be nothing: whoever looks for it in a run finds this. */
static struct c_instruction *leave_mark(struct lower *lower, const char *name, struct place place) {
    size_t mark = lower->used_temporaries.count;
    expression nobodys = lower_temporary(lower, type_int(lower->front), place);
    struct c_instruction *clear = lower_emit(lower, C_CLEAR, place);
    clear->target = nobodys;
    clear->gives_value = true;
    clear->text = name;
    size_t at = lower->code.count - 1;
    lower_end_temporaries(lower, mark, place);
    return &lower->code.items[at];
}

/* It says something to people. */
static bool gets_text(struct front *front, const struct call *call) {
    for (unsigned i = 0; i < call->count; i++)
        if (call_literal(front, call->arguments[i])) return true;
    return false;
}

/* It gets something, or somebody takes what it gives. */
static bool is_saving(const struct call *call) { return call->count || call->needed || call->target; }

static void look(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *name = call->symbol->name;
    bool is_undeclared = missing_declaration(front, name), gets_object = false;
    if (is_undeclared && harmless_names_has_library(name) && !left_services_find(front, name)) {
        hidden_locks_look(front, call);
        if (hidden_locks_speaks(front, name)) leave_mark(lower, name, call->place)->is_saving_call = is_saving(call);
        return;
    }
    for (unsigned i = 0; i < call->count && !gets_object; i++)
        gets_object = identifiers_doubt_variable(front, call->arguments[i], name, call->place);
    bool is_known = gets_object || hint_at_left(lower, name, call->place), is_hinted = is_known;
    if (!is_known && !is_undeclared) is_hinted = hint_at_declared(front, name, call->place);
    bool is_asked = !is_known && is_undeclared, speaks = is_asked && speaks_of_services(front, name);
    if (speaks) hint(front, LEAP_SERVICES, name, "calls services", call->place);
    if (!speaks && is_asked && speaks_of_release(name)) hint(front, LEAP_RELEASE, name, "calls services", call->place);
    hidden_locks_look(front, call);
    if (!is_undeclared && !call->count && !is_hinted && !hidden_locks_speaks(front, name)) return;
    struct c_instruction *mark = leave_mark(lower, name, call->place);
    mark->is_bare_call = is_undeclared && !call->count;
    mark->is_saving_call = is_saving(call);
    mark->may_be_in_pair = is_undeclared && !gets_text(front, call);
}

void hidden_services_look(struct lower *lower, const struct call *call) {
    look(lower, call);
    hidden_sections_call(lower, call->symbol->name, call->place);
    register_masks_take(lower, call->place);
}

/* `DI();`, of which nobody knows, is undone by `EI();`, which is known. */
void hidden_services_look_at_known(struct lower *lower, const struct call *call) {
    const char *name = call->symbol->name;
    const struct front *front = lower->front;
    for (size_t i = 0; i < front->undeclared.count; i++) {
        const char *other = front->undeclared.items[i];
        if (processor_mask_knows(other) || !lock_names_undo(name, other, false)) continue;
        leave_mark(lower, name, call->place)->is_saving_call = is_saving(call);
        hidden_sections_call(lower, name, call->place);
        return;
    }
}

void hidden_services_look_inside(struct lower *lower, const struct symbol *symbol) {
    bool gets_nothing = !lower->function->parameter_count, gives = lower->function->type->target->kind != C_VOID;
    bool is_hinted =
        hint_at_left(lower, symbol->name, symbol->place) || hint_at_declared(lower->front, symbol->name, symbol->place);
    if (gets_nothing && !is_hinted && !hidden_locks_speaks(lower->front, symbol->name)) return;
    hidden_locks_look_inside(lower->front, symbol);
    leave_mark(lower, symbol->name, symbol->place)->is_saving_call = gives || !gets_nothing;
    hidden_sections_call(lower, symbol->name, symbol->place);
}

/* ---- ends of tasks ---- */

/* Nobody knows what it does, and its name does not say that it has to do with a device alone. */
static bool may_be_end(struct front *front, const char *name) {
    bool is_of_device = harmless_names_has_device(name) && !speaks_of_services(front, name);
    return missing_declaration(front, name) && !is_of_device;
}

static bool is_last(const struct lower *lower, uint32_t at) {
    const struct c_instruction *code = lower->code.items;
    for (size_t left = lower->code.count; left && (code[at].kind == C_CLEAR || code[at].kind == C_JUMP); left--)
        at = c_next(code, at).list[0];
    return code[at].kind == C_RETURN;
}

void hidden_services_look_at_end(struct lower *lower) {
    if (lower->function->role != C_TASK) return;
    for (uint32_t i = 0; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        if (code->kind == C_CLEAR && code->text && is_last(lower, i) && may_be_end(lower->front, code->text))
            hint(lower->front, LEAP_SERVICES, code->text, "ends the task", code->place);
    }
}

/* ---- events ---- */

struct events {
    uint64_t set;    /* by some code, or by an alarm that is started */
    uint64_t waited; /* for these code waits */
};

typedef void (*visit)(struct front *front, const struct c_instruction *code, struct events *events);

static void visit_code(struct front *front, visit visit, struct events *events) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            visit(front, &front->functions.items[f]->code[i], events);
}

/* All, if it is not known before the code runs. */
static uint64_t mask_of(const struct c_expression *argument) {
    const struct c_expression *mask = c_constant(argument);
    return mask ? (uint64_t)mask->integer : UINT64_MAX;
}

static uint64_t set_by_alarm(const struct osek_alarm *alarm) {
    return alarm->action == OSEK_SET_EVENT ? alarm->event : 0;
}

/* ... by one that this code starts. */
static uint64_t set_by_started(const struct osek_config *config, const struct c_expression *argument) {
    const struct c_expression *started = c_constant(argument);
    uint64_t set = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (!started || started->integer == i) set |= set_by_alarm(&config->alarms[i]);
    return set;
}

static void note_service(struct front *front, const struct c_instruction *code, struct events *events) {
    if (code->kind != C_SERVICE || !code->argument_count) return;
    bool starts = code->service == OSEK_SetRelAlarm || code->service == OSEK_SetAbsAlarm;
    if (starts) events->set |= set_by_started(front->names->config, code->arguments[0]);
    if (code->service == OSEK_SetEvent && code->argument_count > 1) events->set |= mask_of(code->arguments[1]);
    if (code->service == OSEK_WaitEvent) events->waited |= mask_of(code->arguments[0]);
}

static const char *names_of_events(const struct front *front, uint64_t mask) {
    const struct cfront_names *names = front->names;
    const char *text = NULL;
    for (uint32_t i = 0; i < names->event_count; i++)
        if (names->event_masks[i] & mask)
            text = text ? arena_printf(front->scratch, "%s, `%s`", text, names->events[i])
                        : arena_printf(front->scratch, "`%s`", names->events[i]);
    return text;
}

static void hint_at_event(struct front *front, const struct c_instruction *code, struct events *events) {
    const char *names = names_of_events(front, events->waited & ~events->set);
    if (names && code->kind == C_CLEAR && code->text && missing_declaration(front, code->text))
        hint(front, LEAP_EVENTS, code->text,
             arena_printf(front->scratch, "sets %s, which no code here sets and no alarm", names), code->place);
}

void hidden_services_look_at_events(struct front *front) {
    const struct osek_config *config = front->names->config;
    struct events events = {0};
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].autostart) events.set |= set_by_alarm(&config->alarms[i]);
    visit_code(front, note_service, &events);
    if (events.waited & ~events.set) visit_code(front, hint_at_event, &events);
}
