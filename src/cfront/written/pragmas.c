#include "cfront/written/pragmas.h"

#include "base/word.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/placed.h"
#include "cfront/written/pragma_texts.h"
#include "cfront/written/startup.h"

#include <string.h>

struct line {
    const char *at, *end;
};

static const char *next_word(struct line *line, struct arena *arena) {
    while (line->at < line->end && !is_word_char(*line->at)) line->at++;
    const char *start = line->at;
    while (line->at < line->end && is_word_char(*line->at)) line->at++;
    return arena_text_n(arena, start, (size_t)(line->at - start));
}

/* Of "GCC diagnostic" and the like the second word counts. */
static bool is_known(const char *first, const char *second) {
    static const char *const harmless[] = {"once",    "pack",     "push_macro", "pop_macro", "message",
                                           "warning", "region",   "endregion",  "mark",      "ms_struct",
                                           "unroll",  "nounroll", NULL};
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

static void read_pragma(struct front *front, const char *text, size_t length, const struct mark *mark) {
    struct arena *arena = front->scratch;
    struct line line = {text, text + length};
    if (interrupts_note_pragma(front, text, length, mark)) return;
    if (startup_note_pragma(front, text, length)) return;
    if (placed_note_pragma(front, text, length, mark)) return;
    const char *first = next_word(&line, arena);
    const char *second = next_word(&line, arena);
    bool is_alias = line.at < line.end && memchr(line.at, '=', (size_t)(line.end - line.at));
    if (!strcmp(first, "weak") && !is_alias)
        vec_push(&front->weak_names, ((struct weak_name){second, vec_last(&front->units).tu}));
    if (!strcmp(first, "weak") || !strcmp(first, "redefine_extname")) {
        vec_push(&front->open_names, second);
        if (*first == 'r') vec_push(&front->open_names, next_word(&line, arena));
        return;
    }
    if (!*first || (is_known(first, second) && !hides_warnings(second, line, arena))) return;
    if (!strcmp(first, "GCC") || !strcmp(first, "clang") || !strcmp(first, "STDC"))
        first = arena_printf(arena, "%s %s", first, second);
    for (size_t i = 0; i < front->pragmas.count; i++)
        if (!strcmp(front->pragmas.items[i], first)) return; /* said once is enough */
    vec_push(&front->pragmas, first);
    diag_warning(front->diagnostics, mark->place, "#pragma %s is not modelled: it is assumed to change nothing", first);
}

void pragmas_read(struct front *front, CXTranslationUnit tu) { pragma_texts_visit(front, tu, read_pragma); }

void pragmas_tell(struct front *front) {
    enum { MOST_TOLD = 8 };
    if (front->pragmas.count)
        front_assume(front, arena_printf(front->arena, "pragmas that are not modelled change nothing (%s)",
                                         arena_some_names(front->scratch, front->pragmas.items, front->pragmas.count,
                                                          MOST_TOLD)));
}

bool pragmas_make_weak(const struct front *front, const char *name, CXTranslationUnit tu) {
    for (size_t i = 0; i < front->weak_names.count; i++)
        if (front->weak_names.items[i].tu == tu && !strcmp(front->weak_names.items[i].name, name)) return true;
    return false;
}

bool pragmas_leave_open(const struct front *front, const char *name) {
    return is_in_list(name, front->open_names.items, front->open_names.count);
}
