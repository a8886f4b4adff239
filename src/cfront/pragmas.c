#include "cfront/pragmas.h"

#include "base/word.h"
#include "cfront/headers.h"
#include "cfront/interrupts.h"
#include "cfront/placed.h"
#include "cfront/startup.h"

#include <ctype.h>
#include <string.h>

struct line {
    const char *at, *end;
    struct mark mark;
};

static const char *next_word(struct line *line, struct arena *arena) {
    while (line->at < line->end && !is_word_char(*line->at)) line->at++;
    const char *start = line->at;
    while (line->at < line->end && is_word_char(*line->at)) line->at++;
    return arena_text_n(arena, start, (size_t)(line->at - start));
}

/* Of "GCC diagnostic" and the like the second word counts. */
static bool is_known(const char *first, const char *second) {
    static const char *const harmless[] = {"once",   "pack",      "push_macro", "pop_macro", "message",  "warning",
                                           "region", "endregion", "mark",       "unroll",    "nounroll", NULL};
    static const char *const of_compilers[] = {"diagnostic",     "system_header", "poison", "warning", "error",
                                               "dependency",     "loop",          "ivdep",  "unroll",  "attribute",
                                               "assume_nonnull", "visibility",    NULL};
    static const char *const of_the_standard[] = {"FP_CONTRACT", "CX_LIMITED_RANGE", NULL};
    if (!strcmp(first, "GCC") || !strcmp(first, "clang")) return is_one_of(second, of_compilers);
    if (!strcmp(first, "STDC")) return is_one_of(second, of_the_standard);
    return is_one_of(first, harmless);
}

/* "GCC diagnostic ignored "-Wattributes"": what libclang does not know, or leaves undefined, is known from its
 * warnings. */
static bool hides_warnings(const char *second, struct line line, struct arena *arena) {
    static const char *const telling[] = {"attributes",         "unknown_attributes",
                                          "ignored_attributes", "unsequenced",
                                          "sequence_point",     "implicit_function_declaration",
                                          "everything",         NULL};
    if (strcmp(second, "diagnostic") != 0 || strcmp(next_word(&line, arena), "ignored") != 0) return false;
    struct text name = {0};
    for (const char *word = next_word(&line, arena); *word; word = next_word(&line, arena))
        text_printf(&name, "%s%s", name.length ? "_" : "", word);
    const char *found = text_chars(&name);
    bool hides = *found == 'W' && is_one_of(found + 1, telling);
    text_free(&name);
    return hides;
}

static void read_pragma(struct front *front, struct line *line) {
    struct arena *arena = front->scratch;
    size_t length = (size_t)(line->end - line->at);
    if (interrupts_note_pragma(front, line->at, length, &line->mark)) return;
    if (startup_note_pragma(front, line->at, length)) return;
    if (placed_note_pragma(front, line->at, length, &line->mark)) return;
    const char *first = next_word(line, arena);
    const char *second = next_word(line, arena);
    bool is_alias = line->at < line->end && memchr(line->at, '=', (size_t)(line->end - line->at));
    if (!strcmp(first, "weak") && !is_alias)
        vec_push(&front->weak_names, ((struct weak_name){second, vec_last(&front->units).tu}));
    if (!strcmp(first, "weak") || !strcmp(first, "redefine_extname")) {
        vec_push(&front->open_names, second);
        if (*first == 'r') vec_push(&front->open_names, next_word(line, arena));
        return;
    }
    if (!*first || (is_known(first, second) && !hides_warnings(second, *line, arena))) return;
    if (!strcmp(first, "GCC") || !strcmp(first, "clang") || !strcmp(first, "STDC"))
        first = arena_printf(arena, "%s %s", first, second);
    for (size_t i = 0; i < front->pragmas.count; i++)
        if (!strcmp(front->pragmas.items[i], first)) return; /* said once is enough */
    vec_push(&front->pragmas, first);
    diag_warning(front->diagnostics, line->mark.place, "#pragma %s is not modelled: it is assumed to change nothing",
                 first);
}

/* After `#pragma`, or inside of `_Pragma("...")`; NULL: neither. */
static const char *pragma_in(const char *line, const char *end) {
    const char *at = line;
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at < end && *at == '#') {
        at++;
        while (at < end && (*at == ' ' || *at == '\t')) at++;
        return end - at > 6 && begins_with(at, "pragma") && isspace((unsigned char)at[6]) ? at + 6 : NULL;
    }
    at = memmem(line, (size_t)(end - line), "_Pragma", 7);
    return at ? at + 7 : NULL;
}

void pragmas_read(struct front *front, const char *file, const char *text, size_t length) {
    if (!front_is_users(front, file)) return;
    const char *end = text + length;
    unsigned number = 1;
    for (const char *start = text; start < end; number++) {
        const char *stop = memchr(start, '\n', (size_t)(end - start));
        if (!stop) stop = end;
        const char *words = pragma_in(start, stop);
        if (words) {
            const char *name = arena_text(front->arena, file);
            struct line line = {words, stop, {name, (unsigned)(start - text), {name, number, 1}, false}};
            read_pragma(front, &line);
        }
        start = stop + 1;
    }
}

bool pragmas_make_weak(const struct front *front, const char *name, CXTranslationUnit tu) {
    for (size_t i = 0; i < front->weak_names.count; i++)
        if (front->weak_names.items[i].tu == tu && !strcmp(front->weak_names.items[i].name, name)) return true;
    return false;
}

bool pragmas_leave_open(const struct front *front, const char *name) {
    return is_in_list(name, front->open_names.items, front->open_names.count);
}
