#include "app/leap.h"

#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "cfront/ir/called.h"
#include "cfront/ir/walk.h"
#include "cfront/text/lock_names.h"

#include <stdlib.h>
#include <string.h>

/* ---- one instruction ---- */

struct looking {
    const struct c_leap *leap;
    bool met;
};

static bool is_on_line(struct place one, struct place other) {
    return one.line == other.line && one.file && other.file && !strcmp(one.file, other.file);
}

static void look_at(void *context, const struct c_expression *e) {
    struct looking *looking = context;
    looking->met |= is_on_line(e->place, looking->leap->place) ||
                    (e->kind == C_OBJECT && place_is_same(e->object->place, looking->leap->place));
}

static bool is_leap(const struct c_instruction *code, const struct c_leap *leap) {
    struct looking looking = {leap, is_on_line(code->place, leap->place) || is_on_line(code->statement, leap->place)};
    walk_instruction(code, look_at, &looking);
    return looking.met;
}

static void look_for_name(void *context, const struct c_expression *e) {
    const struct c_object **found = context;
    if (e->kind == C_OBJECT && e->object->is_name && e->object->names_several) *found = e->object;
}

/* One of several tasks, alarms ... was taken. */
static const char *name_given(const struct c_program *program, const struct c_instruction *code) {
    const struct c_object *name = NULL;
    for (uint32_t i = 0; code->kind == C_SERVICE && i < code->argument_count; i++)
        walk_inside(code->arguments[i], look_for_name, &name);
    return name ? arena_printf(program->arena, "`%s`, of a missing header, is another one (%s:%u)", name->name,
                               place_file(code->place), code->place.line)
                : NULL;
}

static const char *words_of(const struct c_program *program, const struct c_instruction *code) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == LEAP_ANYTHING && is_leap(code, &program->leaps[i]))
            return program->leaps[i].words;
    return name_given(program, code);
}

static bool is_at(const struct c_instruction *code, const struct c_leap *leap) {
    return place_is_same(code->place, leap->place) || place_is_same(code->statement, leap->place);
}

static const struct c_leap *hint_at(const struct c_program *program, enum c_leap_kind kind,
                                    const struct c_instruction *code) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == kind && is_at(code, &program->leaps[i])) return &program->leaps[i];
    return NULL;
}

/* Of several such functions one says what it is about, and the others are named. */
struct hints {
    const char *words;
    VEC(const char *) names;
    struct half_sentence_names others;
};

static void add_hint(struct hints *hints, struct arena *arena, const struct c_leap *leap) {
    for (size_t i = 0; leap->name && i < hints->names.count; i++)
        if (strcmp(hints->names.items[i], leap->name) == 0) return;
    if (hints->words && leap->name) half_sentence_name(&hints->others, arena, leap->name);
    if (!hints->words) hints->words = leap->words;
    if (leap->name) vec_push(&hints->names, leap->name);
}

/* Nothing is to be added any more. */
static const char *words_of_hints(struct hints *hints, struct arena *arena) {
    vec_free(&hints->names);
    if (!hints->others.count) return hints->words;
    return arena_printf(arena, "%s, or %s %s so", hints->words, half_sentence_names_text(&hints->others, arena),
                        hints->others.count > 1 ? "do" : "does");
}

/* An object of which a leap says what lies where may be read by way of a pointer that another one holds. */
static const char *held_by_others(const struct c_program *program) {
    for (uint32_t g = 0; g < program->global_count; g++)
        for (uint32_t i = 0; program->globals[g]->is_pointed_at && i < program->leap_count; i++)
            if (place_is_same(program->globals[g]->place, program->leaps[i].place)) return program->leaps[i].words;
    return NULL;
}

/* ---- those of a run ---- */

static bool is_reached(const struct executor *executor, uint32_t function, uint32_t instruction) {
    return atomic_load(&executor->reached[executor->subject->first_instruction[function] + instruction]);
}

static const char *anything_met(const struct executor *executor) {
    const struct c_program *program = executor->subject->program;
    const char *words = held_by_others(program);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; !words && i < program->functions[f]->code_count; i++)
            if (is_reached(executor, f, i)) words = words_of(program, &program->functions[f]->code[i]);
    return words;
}

/* What only main() calls before the system starts calls no service, whatever its name says. */
static bool *may_call_services(const struct subject *subject, struct arena *arena) {
    const struct c_program *program = subject->program;
    bool main_goes_on = subject->config->profile.main_goes_on;
    return main_goes_on ? called_find(program, arena) : called_by_others(program, arena);
}

static bool has_kind(const struct c_program *program, enum c_leap_kind kind) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == kind) return true;
    return false;
}

/* `anywhere`: not only where a run came by. */
static const char *hints_met(const struct executor *executor, enum c_leap_kind kind, bool anywhere) {
    const struct c_program *program = executor->subject->program;
    if (!has_kind(program, kind)) return NULL;
    struct arena *own = arena_new();
    struct hints hints = {0};
    const bool *may = kind != LEAP_POINTERS ? may_call_services(executor->subject, own) : NULL;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; (!may || may[f]) && i < program->functions[f]->code_count; i++) {
            if (!anywhere && !is_reached(executor, f, i)) continue;
            const struct c_leap *leap = hint_at(program, kind, &program->functions[f]->code[i]);
            if (leap) add_hint(&hints, program->arena, leap);
        }
    arena_free(own);
    return words_of_hints(&hints, program->arena);
}

const char *leap_met(const struct executor *executor, enum c_leap_kind kind) {
    return kind == LEAP_ANYTHING ? anything_met(executor) : hints_met(executor, kind, false);
}

/* ---- locks ---- */

static bool is_mark(const struct c_instruction *code) { return code->kind == C_CLEAR && code->text; }

static bool is_end(const struct c_instruction *code, const struct c_leap *lock) {
    for (uint32_t i = 0; i < lock->end_count; i++)
        if (place_is_same(code->place, lock->ends[i])) return true;
    if (!is_mark(code)) return false;
    return lock->undone_by ? is_one_of(code->text, lock->undone_by) : place_is_same(code->place, lock->until);
}

/* The same one, here or elsewhere. */
static bool is_same_lock(const struct c_instruction *code, const struct c_leap *lock) {
    return is_mark(code) && !strcmp(code->text, lock->name);
}

bool *leap_locks(const struct executor *executor) {
    const struct subject *subject = executor->subject;
    const struct c_program *program = subject->program;
    bool *watched = NULL;
    for (uint32_t l = 0; l < program->leap_count; l++) {
        const struct c_leap *lock = &program->leaps[l];
        if (lock->kind != LEAP_LOCK) continue;
        if (!watched) watched = memory_new(subject->instruction_count + 1);
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
                const struct c_instruction *code = &program->functions[f]->code[i];
                watched[subject->first_instruction[f] + i] |= is_at(code, lock) || is_end(code, lock);
            }
    }
    return watched;
}

static const struct c_instruction *instruction_of(const struct subject *subject, const struct pass *pass) {
    const struct c_function *function = subject_function_at(subject, pass->instruction);
    return &function->code[pass->instruction - subject->first_instruction[function->index]];
}

/* Of a lock, by context: how often somebody has come by it, and has not let others in again; and whose code has ended
 * since. */
struct keeping {
    uint32_t *holds;
    bool *ended;
    uint32_t count;
};

static struct keeping keeping_new(const struct passed *passed) {
    uint32_t count = passed->context_count;
    return (struct keeping){memory_new((count + 1) * sizeof(uint32_t)), memory_new(count + 1), count};
}

static void keeping_free(struct keeping *keeping) {
    free(keeping->holds);
    free(keeping->ended);
}

static uint32_t held_behind(const struct c_instruction *code, const struct c_leap *lock, uint32_t held) {
    if (!lock->undone_by) return is_at(code, lock) || (held && !is_end(code, lock));
    if (is_same_lock(code, lock)) return held || is_at(code, lock) ? held + 1 : 0;
    return held && is_end(code, lock) ? held - 1 : held;
}

/* Whatever main() does, the system lets in whom it waits for when it starts. */
static bool is_before_start(const struct subject *subject, uint32_t context) {
    bool is_main = osek_context_kind(subject->config, context, NULL) == OSEK_MAIN;
    return is_main && !subject->config->profile.main_goes_on;
}

/* It keeps out what comes from there, whoever runs. */
static bool is_of_source(const struct c_leap *lock) { return lock->ends || lock_names_stop_source(lock->name); }

/* Whoever stopped a timer, anybody may start it again. */
static void start_source(struct keeping *keeping) {
    for (uint32_t i = 0; i < keeping->count; i++) keeping->holds[i] = 0;
}

static void keeping_pass(struct keeping *keeping, const struct subject *subject, const struct passed *passed,
                         const struct c_leap *lock, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const struct pass *pass = &passed->list.items[i];
        keeping->ended[pass->context] = pass->instruction == PASS_ENDED;
        if (keeping->ended[pass->context]) continue;
        if (is_before_start(subject, pass->context)) continue;
        const struct c_instruction *code = instruction_of(subject, pass);
        if (is_of_source(lock) && is_end(code, lock)) start_source(keeping);
        uint32_t *holds = &keeping->holds[pass->context];
        *holds = held_behind(code, lock, *holds);
    }
}

/* ... before the one was stopped where the race is. */
static bool is_kept(const struct subject *subject, const struct passed *passed, const struct c_leap *lock) {
    struct keeping keeping = keeping_new(passed);
    bool is_kept = false;
    keeping_pass(&keeping, subject, passed, lock, 0, passed->before_race);
    for (uint32_t i = 0; i < keeping.count; i++) is_kept |= keeping.holds[i] > 0;
    keeping_free(&keeping);
    return is_kept;
}

/* Is it one that a lock keeps out? A hook runs on behalf of others, and a task where another one has come to its end.
 * A routine that has stopped its timer does not come again. */
static bool intrudes(const struct subject *subject, const struct keeping *keeping, const struct c_leap *lock,
                     uint32_t context) {
    enum osek_context_kind kind = osek_context_kind(subject->config, context, NULL);
    bool comes = kind == OSEK_ISR || kind == OSEK_ALARM_CALLBACK;
    bool intrudes = comes && keeping->holds[context] && keeping->ended[context] && is_of_source(lock);
    if (!comes && kind != OSEK_TASK) return false;
    for (uint32_t i = 0; i < keeping->count; i++)
        intrudes |= i != context && keeping->holds[i] > 0 && (comes || !keeping->ended[i]);
    return intrudes;
}

/* Has somebody else run meanwhile? */
static bool is_intruded(const struct subject *subject, const struct passed *passed, const struct c_leap *lock) {
    struct keeping keeping = keeping_new(passed);
    bool is_intruded = false;
    uint32_t looked = 0;
    for (size_t t = 0; t < passed->turns.count && !is_intruded; t++) {
        const struct turn *turn = &passed->turns.items[t];
        keeping_pass(&keeping, subject, passed, lock, looked, turn->before);
        looked = turn->before;
        is_intruded = intrudes(subject, &keeping, lock, turn->context);
        keeping.ended[turn->context] = false;
    }
    keeping_free(&keeping);
    return is_intruded;
}

const char *leap_of_lock(const struct executor *executor, const struct passed *passed) {
    const struct c_program *program = executor->subject->program;
    struct hints hints = {0};
    for (uint32_t i = 0; i < program->leap_count; i++) {
        const struct c_leap *leap = &program->leaps[i];
        if (leap->kind != LEAP_LOCK) continue;
        if (is_kept(executor->subject, passed, leap) || is_intruded(executor->subject, passed, leap))
            add_hint(&hints, program->arena, leap);
    }
    return words_of_hints(&hints, program->arena);
}

/* ---- types ---- */

static int by_line(const void *one, const void *other) {
    const struct place *a = one, *b = other;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line) : strcmp(a->file, b->file);
}

struct lines {
    const struct place *places; /* in ascending order */
    uint32_t count;
    bool met;
};

static void look_at_line(struct lines *lines, struct place place) {
    lines->met |= place.file && lines->count && bsearch(&place, lines->places, lines->count, sizeof place, by_line);
}

static void look_for_line(void *context, const struct c_expression *e) { look_at_line(context, e->place); }

static bool meets_lines(const struct executor *executor, struct lines lines) {
    const struct subject *subject = executor->subject;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; !lines.met && i < function->code_count; i++) {
            if (!atomic_load(&executor->reached[subject->first_instruction[f] + i])) continue;
            look_at_line(&lines, function->code[i].place);
            look_at_line(&lines, function->code[i].statement);
            walk_instruction(&function->code[i], look_for_line, &lines);
        }
    }
    return lines.met;
}

bool leap_meets_types(const struct executor *executor) {
    const struct c_program *program = executor->subject->program;
    return meets_lines(executor, (struct lines){program->open_places, program->open_place_count, false});
}

bool leap_meets_values(const struct executor *executor) {
    const struct c_program *program = executor->subject->program;
    return meets_lines(executor, (struct lines){program->value_places, program->value_place_count, false});
}

bool leap_meets(const struct executor *executor, const bool *instructions) {
    for (uint32_t i = 0; instructions && i < executor->subject->instruction_count; i++)
        if (instructions[i] && atomic_load(&executor->reached[i])) return true;
    return false;
}

const char *leap_of_check(const struct c_program *program, struct place place) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == LEAP_CHECK && place_is_same(program->leaps[i].place, place))
            return program->leaps[i].words;
    return NULL;
}

const char *leap_anywhere(const struct executor *executor, enum c_leap_kind kind) {
    const struct c_program *program = executor->subject->program;
    const char *words = NULL;
    if (kind != LEAP_ANYTHING) return hints_met(executor, kind, true);
    for (uint32_t i = 0; !words && i < program->leap_count; i++)
        if (program->leaps[i].kind == kind) words = program->leaps[i].words;
    for (uint32_t f = 0; !words && f < program->function_count; f++)
        for (uint32_t i = 0; !words && i < program->functions[f]->code_count; i++)
            words = name_given(program, &program->functions[f]->code[i]);
    return words;
}
