/* Inputs of which not all values were tried: nothing was proved about them. */
#include "app/app.h"
#include "app/parts.h"
#include "cfront/ir/called.h"

#include <string.h>

enum { MANY_VALUES = 1000 };

static const struct look *look_of(const struct app *app, uint32_t instruction) {
    return app->executor.classes->choices[instruction];
}

static void add_place(struct text *out, struct place place) {
    text_printf(out, "%s:%u", place_file(place), place.line);
}

static const char *words_of(const struct app *app, const struct c_function *function, uint32_t index,
                            struct arena *arena) {
    const struct c_instruction *code = &function->code[index];
    const struct look *look = look_of(app, app->subject.first_instruction[function->index] + index);
    const char *name = code->kind == C_CHOOSE && code->text ? code->text : "an input";
    const char *words = arena_printf(arena, "`%s` at %s:%u", name, place_file(code->place), code->place.line);
    if (!look || !look->all || !look->why.file) return words;
    return arena_printf(arena, "%s, at which %s:%u looks more closely than by comparing it with constants", words,
                        place_file(look->why), look->why.line);
}

/* Each element of a buffer is one, in the same words. */
static bool add_input(const char *words, struct text *out) {
    if (strstr(text_chars(out), words)) return false;
    text_printf(out, "%s%s", out->length ? "; " : "", words);
    return true;
}

const char *app_sampled(const struct app *app, struct arena *arena) {
    enum { MOST = 4 };
    struct text text = {0};
    unsigned count = 0;
    for (uint32_t f = 0; f < app->subject.program->function_count; f++) {
        const struct c_function *function = app->subject.program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            uint32_t number = app->subject.first_instruction[f] + i;
            if (!atomic_load_explicit(&app->executor.sampled[number], memory_order_relaxed)) continue;
            const char *words = words_of(app, function, i, arena);
            count += count < MOST ? add_input(words, &text) : !strstr(text_chars(&text), words);
        }
    }
    if (count > MOST) text_printf(&text, "; and %u more", count - MOST);
    const char *copy =
        count ? arena_printf(arena, "only some values of inputs were tried (--stubs FILE can give ranges): %s",
                             text_chars(&text))
              : NULL;
    text_free(&text);
    return copy;
}

/* The beginning of the loop to which the instruction leads back. */
static struct place loop_place(const struct c_function *function, uint32_t way_back) {
    const struct c_instruction *code = &function->code[way_back];
    uint32_t head = code->then <= way_back ? code->then : code->otherwise;
    return function->code[head].place;
}

const char *app_cut_off(const struct app *app, struct arena *arena) {
    struct text text = {0};
    for (uint32_t f = 0; f < app->subject.program->function_count; f++) {
        const struct c_function *function = app->subject.program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            uint32_t number = app->subject.first_instruction[f] + i;
            if (!atomic_load_explicit(&app->executor.cut_off[number], memory_order_relaxed)) continue;
            text_add(&text, text.length ? ", " : "");
            add_place(&text, loop_place(function, i));
        }
    }
    const char *copy = text.length ? arena_printf(arena, "loops go round more than %u times (--loop-bound): at %s",
                                                  app->subject.loop_bound, text_chars(&text))
                                   : NULL;
    text_free(&text);
    return copy;
}

bool app_is_cut_off(const struct app *app) {
    for (uint32_t i = 0; i < app->subject.instruction_count; i++)
        if (atomic_load_explicit(&app->executor.cut_off[i], memory_order_relaxed)) return true;
    return false;
}

void app_set_loop_bound(struct app *app, uint32_t bound) {
    app->subject.loop_bound = bound;
    for (uint32_t i = 0; i < app->subject.instruction_count; i++) {
        atomic_store_explicit(&app->executor.cut_off[i], 0, memory_order_relaxed);
        atomic_store_explicit(&app->executor.most_rounds[i], 0, memory_order_relaxed);
    }
}

uint32_t app_loop_bound(const struct app *app) { return app->subject.loop_bound; }

uint32_t app_most_rounds(const struct app *app) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < app->subject.instruction_count; i++) {
        uint32_t rounds = atomic_load_explicit(&app->executor.most_rounds[i], memory_order_relaxed);
        if (rounds > most) most = rounds;
    }
    return most;
}

void app_forget_samples(struct app *app) {
    for (uint32_t i = 0; i < app->subject.instruction_count; i++)
        atomic_store_explicit(&app->executor.sampled[i], 0, memory_order_relaxed);
}

/* Everything is told apart, or too much. */
static bool is_wide(const struct app *app, const struct c_function *function, uint32_t instruction) {
    const struct c_instruction *code = &function->code[instruction];
    const struct c_expression *low = code->kind == C_CHOOSE ? c_constant(code->value) : NULL;
    const struct c_expression *high = low ? c_constant(code->other) : NULL;
    const struct look *look = look_of(app, app->subject.first_instruction[function->index] + instruction);
    return high && look && look->all && (uint64_t)high->integer - (uint64_t)low->integer > MANY_VALUES;
}

bool app_has_wide_inputs(const struct app *app) {
    const struct c_program *program = app->subject.program;
    struct arena *own = arena_new();
    const bool *called = called_find(program, own);
    bool found = false;
    for (uint32_t i = 0; i < program->global_count && !found; i++)
        found = c_is_from_outside(program->globals[i]) && program->globals[i]->type->kind == C_INTEGER &&
                program->globals[i]->type->size > 1;
    for (uint32_t f = 0; f < program->function_count && !found; f++)
        for (uint32_t i = 0; called[f] && !found && i < program->functions[f]->code_count; i++)
            found = is_wide(app, program->functions[f], i);
    arena_free(own);
    return found;
}

bool app_has_inputs(const struct app *app) {
    const struct c_program *program = app->subject.program;
    if (program->register_count) return true;
    for (uint32_t i = 0; i < program->global_count; i++)
        if (c_is_from_outside(program->globals[i])) return true;
    struct arena *own = arena_new();
    const bool *called = called_find(program, own);
    bool found = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; called[f] && i < program->functions[f]->code_count; i++)
            found |= program->functions[f]->code[i].kind == C_CHOOSE;
    arena_free(own);
    return found;
}
