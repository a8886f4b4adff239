#include "cfront/text/macro_texts.h"

#include "base/named.h"
#include "base/word.h"
#include "cfront/text/directive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces ---- */

struct piece piece_without_blanks(const char *text, const char *end) {
    while (text < end && isspace((unsigned char)*text)) text++;
    while (end > text && isspace((unsigned char)end[-1])) end--;
    return (struct piece){text, (size_t)(end - text)};
}

bool pieces_are_same(struct piece a, struct piece b) {
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

size_t macro_arguments(const char *open, const char *end, struct pieces *pieces) {
    const char *from = open + 1;
    size_t depth = 0;
    pieces->count = 0;
    for (const char *at = open; at < end; at++) {
        depth += *at == '(';
        depth -= *at == ')';
        bool ends = !depth, separates = depth == 1 && *at == ',';
        if ((ends || separates) && pieces->count < MOST_ARGUMENTS)
            pieces->items[pieces->count++] = piece_without_blanks(from, at);
        if (ends) return (size_t)(at - open) + 1;
        if (separates) from = at + 1;
    }
    return 0;
}

/* Is this `...`, which the body calls `__VA_ARGS__`, or `word...`? */
static bool is_rest(struct piece parameter, struct piece word) {
    static const char dots[] = "...";
    size_t size = sizeof dots - 1;
    if (parameter.length < size || memcmp(parameter.text + parameter.length - size, dots, size) != 0) return false;
    struct piece name = piece_without_blanks(parameter.text, parameter.text + parameter.length - size);
    return name.length ? pieces_are_same(name, word) : spells(word.text, word.length, "__VA_ARGS__");
}

struct piece macro_given(const struct macro *macro, const struct pieces *arguments, struct piece word) {
    for (size_t i = 0; i < macro->parameters.count && i < arguments->count; i++) {
        struct piece given = arguments->items[i], last = arguments->items[arguments->count - 1];
        if (pieces_are_same(macro->parameters.items[i], word)) return given;
        if (is_rest(macro->parameters.items[i], word))
            return (struct piece){given.text, (size_t)(last.text + last.length - given.text)};
    }
    return word;
}

/* ---- definitions ---- */

static void add_definition(struct arena *arena, const char *line, const char *end, macro_list *list) {
    struct macro macro = {0};
    const char *name = directive_behind(line, "define");
    size_t length = name ? word_length(name) : 0;
    if (!length) return;
    macro.name = arena_text_n(arena, name, length);
    size_t head = name[length] == '(' ? macro_arguments(name + length, end, &macro.parameters) : 0;
    macro.takes_arguments = head > 0;
    macro.body = piece_without_blanks(name + length + head, end);
    vec_push(list, macro);
}

void macro_list_add(struct arena *arena, const char *code, macro_list *list) {
    for (const char *line = code; *line;) {
        const char *end = line + strcspn(line, "\n");
        add_definition(arena, line, end, list);
        line = *end ? end + 1 : end;
    }
}

static int by_name(const void *a, const void *b) {
    const struct macro *one = a, *other = b;
    return strcmp(one->name, other->name);
}

void macro_list_sort(macro_list *list) {
    if (list->count) qsort(list->items, list->count, sizeof *list->items, by_name);
}

const struct macro *macro_list_find(struct arena *arena, const macro_list *list, struct piece name) {
    size_t at = named_first(list->items, list->count, sizeof *list->items, arena_text_n(arena, name.text, name.length));
    bool found = at < list->count && spells(name.text, name.length, list->items[at].name);
    return found ? &list->items[at] : NULL;
}

const struct macro *macro_list_next(const macro_list *list, const struct macro *macro) {
    const struct macro *next = macro + 1;
    return next < list->items + list->count && !strcmp(next->name, macro->name) ? next : NULL;
}
