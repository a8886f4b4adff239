/* What has to be assumed because of what steps have met: it is told only where it was met. */
#include "app/app.h"
#include "app/exec/address.h"
#include "app/parts.h"
#include "app/subject/half_sentence.h"

#include <string.h>

/* Whether the local, or the block, is the one whose address the number was is not known. */
static const char *pointers_that_were_numbers(const struct app *app, unsigned char what, const char *said,
                                              struct arena *arena) {
    const struct subject *subject = &app->subject;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            uint32_t number = subject->first_instruction[f] + i;
            if (!(atomic_load_explicit(&app->executor.was_number[number], memory_order_relaxed) & what)) continue;
            struct place place = function->code[i].place;
            return arena_printf(arena, "%s (at %s:%u, perhaps)", said, place_file(place), place.line);
        }
    }
    return NULL;
}

/* The heap (library.c) calls a function of this name there. */
static bool has_called(const struct app *app, const char *name) {
    const struct c_program *program = app->subject.program;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (strcmp(program->functions[f]->name, name) == 0 && app_reached(app, program->functions[f], 0)) return true;
    return false;
}

/* Until a block is taken again, whoever uses it is found, and afterwards, whose pointer is known as one. */
static const char *blocks_taken_again(const struct app *app, struct arena *arena) {
    if (!has_called(app, "rtcheck_takes_again")) return NULL;
    return pointers_that_were_numbers(app, WAS_NUMBER_OF_BLOCK,
                                      "no number that is used as a pointer to a block of `malloc` is the address of "
                                      "one that was freed before the block was taken again",
                                      arena);
}

const char *app_met(const struct app *app, struct arena *arena) {
    const char *met = pointers_that_were_numbers(
        app, WAS_NUMBER_OF_LOCAL, "no number that is used as a pointer to a local is the address of one that has ended",
        arena);
    const char *again = blocks_taken_again(app, arena);
    if (again) met = half_sentence_join(arena, met, again);
    if (has_called(app, "rtcheck_asked_for_nothing"))
        met = half_sentence_join(arena, met, "`malloc` returns `NULL` where no bytes are asked for");
    return met;
}
