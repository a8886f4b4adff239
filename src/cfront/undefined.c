#include "cfront/undefined.h"

#include <string.h>

static bool matters(const struct front *front) {
    return front->options->without_headers && !front->options->compile_commands;
}

void undefined_ask(struct front *front, compiler_arguments *list) {
    if (matters(front)) vec_push(list, "-Wundef");
}

bool undefined_note(struct front *front, const char *message) {
    static const char ending[] = "' is not defined, evaluates to 0";
    const char *end = strstr(message, ending);
    if (*message != '\'' || !end) return false;
    const char *name = arena_text_n(front->scratch, message + 1, (size_t)(end - message - 1));
    for (size_t i = 0; i < front->undefined.count; i++)
        if (!strcmp(front->undefined.items[i], name)) return true;
    vec_push(&front->undefined, name);
    return true;
}

void undefined_tell(struct front *front) {
    const char *names = NULL;
    if (!matters(front)) return;
    for (size_t i = 0; i < front->undefined.count; i++)
        names =
            arena_printf(front->arena, "%s%s`%s`", names ? names : "", names ? ", " : "", front->undefined.items[i]);
    if (names)
        front_assume(front, arena_printf(front->arena,
                                         "names that conditions of the preprocessor ask for and nothing defines are 0 "
                                         "(%s; -D says otherwise)",
                                         names));
}
