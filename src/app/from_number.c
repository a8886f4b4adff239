/* Pointers to locals that were numbers: whether the local is the one whose address that was is not known. */
#include "app/app.h"
#include "app/parts.h"

#include <string.h>

const char *app_from_number(const struct app *app, struct arena *arena) {
    const struct subject *subject = &app->subject;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            uint32_t number = subject->first_instruction[f] + i;
            if (!atomic_load_explicit(&app->executor.was_number[number], memory_order_relaxed)) continue;
            struct place place = function->code[i].place;
            const char *slash = place.file ? strrchr(place.file, '/') : NULL;
            return arena_printf(arena,
                                "no number that is used as a pointer to a local is the address of one that has ended "
                                "(at %s:%u, perhaps)",
                                slash        ? slash + 1
                                : place.file ? place.file
                                             : "?",
                                place.line);
        }
    }
    return NULL;
}
