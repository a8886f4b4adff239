#include "cfront/conditions/asked_headers.h"

#include "base/word.h"
#include "cfront/conditions/conditions.h"
#include "cfront/library/headers.h"
#include "cfront/text/directive.h"

#include <string.h>
#include <unistd.h>

/* Behind `__has_include("`: the name, and how long it is; NULL: there are no more on the line. */
static const char *next_asked(const char *from, const char *end, size_t *length) {
    for (const char *at = from; at < end; at++) {
        const char *name = directive_asked_header(at, length);
        if (name && name < end) return name;
    }
    return NULL;
}

void asked_headers_read(struct front *front, const char *file, const char *code) {
    vec_push(&front->conditions->read_files, arena_text(front->scratch, file));
    for (const char *line = code ? code : ""; *line;) {
        const char *end = line + strcspn(line, "\n");
        size_t length = 0;
        bool is_condition = directive_behind(line, "if") || directive_behind(line, "elif");
        for (const char *at = is_condition ? line : end; (at = next_asked(at, end, &length)); at += length) {
            const char *name = arena_text_n(front->arena, at, length);
            if (!is_in_list(name, front->conditions->asked_headers.items, front->conditions->asked_headers.count))
                vec_push(&front->conditions->asked_headers, name);
        }
        line = *end ? end + 1 : end;
    }
}

static bool was_read(const struct front *front, const char *name) {
    const char *ending = arena_printf(front->scratch, "/%s", name);
    for (size_t i = 0; i < front->conditions->read_files.count; i++)
        if (ends_with(front->conditions->read_files.items[i], ending) ||
            !strcmp(front->conditions->read_files.items[i], name))
            return true;
    return false;
}

static bool is_ours(const char *name) {
    const struct header *const lists[] = {headers_fixed, headers_library_files, headers_vendors};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const struct header *header = lists[l]; header->name; header++)
            if (!strcmp(header->name, name)) return true;
    return is_one_of(name, headers_aliases);
}

static bool lies_in(const struct front *front, const char *folder, const char *name) {
    return !access(arena_printf(front->scratch, "%s/%s", folder, name), F_OK);
}

/* In a folder that somebody names, though nobody includes it. */
static bool is_found(const struct front *front, const char *name) {
    const char *resources = front->clang.resources;
    if (resources && lies_in(front, arena_printf(front->scratch, "%s/include", resources), name)) return true;
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (begins_with(front->options->arguments[i], "-I") && lies_in(front, front->options->arguments[i] + 2, name))
            return true;
    return false;
}

void asked_headers_tell(struct front *front) {
    for (size_t i = 0; i < front->conditions->asked_headers.count; i++)
        if (!was_read(front, front->conditions->asked_headers.items[i]) &&
            !is_ours(front->conditions->asked_headers.items[i]) &&
            !is_found(front, front->conditions->asked_headers.items[i]))
            front_assume_once(front,
                              arena_printf(front->arena,
                                           "`%s`, for which a condition of the preprocessor asks, is not there for the "
                                           "build, either, or says nothing that matters",
                                           front->conditions->asked_headers.items[i]));
}
