#include "app/leap.h"

#include "cfront/walk.h"

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

static const char *words_of_hint(const struct c_program *program, enum c_leap_kind kind,
                                 const struct c_instruction *code) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == kind && is_at(code, &program->leaps[i])) return program->leaps[i].words;
    return NULL;
}

/* An object of which a leap says what lies where may be read by way of a pointer that another one holds. */
static const char *held_by_others(const struct c_program *program) {
    for (uint32_t g = 0; g < program->global_count; g++)
        for (uint32_t i = 0; program->globals[g]->is_pointed_at && i < program->leap_count; i++)
            if (place_is_same(program->globals[g]->place, program->leaps[i].place)) return program->leaps[i].words;
    return NULL;
}

/* ---- those of a run ---- */

const char *leap_met(const struct executor *executor, enum c_leap_kind kind) {
    const struct subject *subject = executor->subject;
    const struct c_program *program = subject->program;
    const char *words = kind == LEAP_ANYTHING ? held_by_others(program) : NULL;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; !words && i < function->code_count; i++)
            if (atomic_load(&executor->reached[subject->first_instruction[f] + i]))
                words = kind == LEAP_ANYTHING ? words_of(program, &function->code[i])
                                              : words_of_hint(program, kind, &function->code[i]);
    }
    return words;
}

/* ---- locks ---- */

static bool is_end(const struct c_instruction *code, const struct c_leap *lock) {
    return code->kind == C_CLEAR && code->text && place_is_same(code->place, lock->until);
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

/* Has somebody come by it, and not let others in again, before the one was stopped where the race is? */
static bool is_kept(const struct subject *subject, const struct passed *passed, const struct c_leap *lock) {
    bool *holds = memory_new(passed->context_count + 1), is_kept = false;
    for (uint32_t i = 0; i < passed->before_race; i++) {
        const struct pass *pass = &passed->list.items[i];
        const struct c_instruction *code = instruction_of(subject, pass);
        holds[pass->context] = is_at(code, lock) || (holds[pass->context] && !is_end(code, lock));
    }
    for (uint32_t i = 0; i < passed->context_count; i++) is_kept |= holds[i];
    free(holds);
    return is_kept;
}

const char *leap_of_lock(const struct executor *executor, const struct passed *passed) {
    const struct c_program *program = executor->subject->program;
    for (uint32_t i = 0; i < program->leap_count; i++) {
        const struct c_leap *leap = &program->leaps[i];
        if (leap->kind == LEAP_LOCK && is_kept(executor->subject, passed, leap)) return leap->words;
    }
    return NULL;
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

/* ---- constants ---- */

bool leap_meets_constants(const struct executor *executor) {
    const bool *led = executor->analysis->led;
    for (uint32_t i = 0; led && i < executor->subject->instruction_count; i++)
        if (led[i] && atomic_load(&executor->reached[i])) return true;
    return false;
}

const char *leap_of_check(const struct c_program *program, struct place place) {
    for (uint32_t i = 0; i < program->leap_count; i++)
        if (program->leaps[i].kind == LEAP_CHECK && place_is_same(program->leaps[i].place, place))
            return program->leaps[i].words;
    return NULL;
}

const char *leap_anywhere(const struct c_program *program, enum c_leap_kind kind) {
    const char *words = NULL;
    for (uint32_t i = 0; !words && i < program->leap_count; i++)
        if (program->leaps[i].kind == kind) words = program->leaps[i].words;
    if (kind != LEAP_ANYTHING) return words;
    for (uint32_t f = 0; !words && f < program->function_count; f++)
        for (uint32_t i = 0; !words && i < program->functions[f]->code_count; i++)
            words = name_given(program, &program->functions[f]->code[i]);
    return words;
}
