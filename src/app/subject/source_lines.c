#include "app/subject/source_lines.h"

#include "app/subject/variable.h"
#include "base/file.h"

#include <limits.h>
#include <string.h>

bool source_lines_hold(const struct source_lines *lines, struct place place) {
    if (place.line < lines->first || place.line > lines->last) return false;
    if (!variable_is_file(place.file, lines->file, lines->length)) return false;
    return !lines->is_whole || strlen(place.file) == lines->length;
}

/* Of the code on these lines, a file other than `than`, if there is one; NULL: any. */
static const char *find_file(const struct source_lines *lines, const struct c_program *program, const char *than) {
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            const char *file = function->code[i].place.file;
            if (!source_lines_hold(lines, function->code[i].place)) continue;
            if (!than || (strcmp(file, than) != 0 && !file_is_same(file, than))) return file;
        }
    }
    return NULL;
}

const char *source_lines_settle(struct source_lines *lines, const struct c_program *program, struct arena *arena) {
    struct source_lines any = {lines->file, lines->length, 0, ULONG_MAX, true};
    lines->is_whole = find_file(&any, program, NULL) != NULL;
    const char *one = find_file(lines, program, NULL), *other = one ? find_file(lines, program, one) : NULL;
    if (!one) return lines->first == lines->last ? "there is no code on this line" : "there is no code on these lines";
    return other ? arena_printf(arena, "there are several files of this name, %s and %s; write more of the path", one,
                                other)
                 : NULL;
}
