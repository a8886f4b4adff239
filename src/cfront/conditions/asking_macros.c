#include "cfront/conditions/asking_macros.h"

#include "base/named.h"
#include "base/word.h"
#include "cfront/conditions/conditions.h"
#include "cfront/text/directive.h"
#include "cfront/text/macro_texts.h"
#include "cfront/text/name_set.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, MOST_STEPS = 1000 };

struct macros {
    struct arena *arena;
    macro_list list;
    struct name_set names; /* of all macros, with parameters or without */
    unsigned steps;        /* that were taken for a use */
};

void asking_macros_read(struct front *front, const char *file, const char *code, bool is_own) {
    for (size_t i = 0; i < front->conditions->asking_texts.count; i++)
        if (!strcmp(front->conditions->asking_texts.items[i].file, file)) return;
    vec_push(&front->conditions->asking_texts, ((struct asking_text){file, code, is_own}));
}

/* ---- texts ---- */

static bool is_name(struct piece piece) {
    return piece.length && !isdigit((unsigned char)*piece.text) && word_length(piece.text) == piece.length;
}

/* ---- definitions ---- */

static struct macros find_macros(const struct front *front) {
    struct macros macros = {.arena = front->scratch};
    name_list names = {0};
    for (size_t i = 0; i < front->conditions->asking_texts.count; i++)
        macro_list_add(front->scratch, front->conditions->asking_texts.items[i].code, &macros.list);
    macro_list_sort(&macros.list);
    for (size_t i = 0; i < macros.list.count; i++) vec_push(&names, macros.list.items[i].name);
    macros.names = name_set_of(front->scratch, names.items, names.count);
    vec_free(&names);
    return macros;
}

static const struct macro *find(const struct macros *macros, struct piece name) {
    return macro_list_find(macros->arena, &macros->list, name);
}

/* ---- what a macro does with an argument ---- */

/* Is there a macro whose name begins with this, and goes on? */
static bool begins_macro(const struct macros *macros, struct piece part) {
    const struct name_set *names = &macros->names;
    const char *beginning = arena_text_n(macros->arena, part.text, part.length);
    size_t at = named_first(names->items, names->count, sizeof *names->items, beginning);
    if (at < names->count && !strcmp(names->items[at], beginning)) at++;
    return at < names->count && begins_with(names->items[at], beginning);
}

static bool ends_macro(const struct macros *macros, struct piece part) {
    const char *ending = arena_text_n(macros->arena, part.text, part.length);
    for (size_t i = 0; i < macros->names.count; i++)
        if (ends_with(macros->names.items[i], ending) && macros->names.items[i][part.length]) return true;
    return false;
}

/* The word before or behind `##`. */
static struct piece word_before(const char *from, const char *at) {
    const char *end = at;
    while (end > from && isspace((unsigned char)end[-1])) end--;
    const char *begin = end;
    while (begin > from && is_word_char(begin[-1])) begin--;
    return (struct piece){begin, (size_t)(end - begin)};
}

static struct piece word_behind(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return (struct piece){at, at < end ? word_length(at) : 0};
}

/* `#x`; `PART_##x`, `x##_PART`, where macros have such names */
static bool is_joined(const struct macros *macros, const struct macro *macro, const struct pieces *arguments,
                      struct piece word) {
    const char *begin = macro->body.text, *end = begin + macro->body.length;
    struct piece before = piece_without_blanks(begin, word.text);
    struct piece behind = piece_without_blanks(word.text + word.length, end);
    bool joins_before = before.length >= 2 && !memcmp(before.text + before.length - 2, "##", 2);
    bool joins_behind = behind.length >= 2 && !memcmp(behind.text, "##", 2);
    if (!joins_before && before.length && before.text[before.length - 1] == '#') return true;
    struct piece first = word_before(begin, before.text + before.length - 2 * joins_before);
    struct piece last = word_behind(behind.text + 2 * joins_behind, end);
    first = joins_before ? macro_given(macro, arguments, first) : (struct piece){0};
    last = joins_behind ? macro_given(macro, arguments, last) : (struct piece){0};
    return (is_name(first) && begins_macro(macros, first)) || (last.length && ends_macro(macros, last));
}

static bool asks(struct macros *macros, struct piece name, const struct pieces *arguments, size_t number,
                 unsigned depth);

/* Is the parameter given on, as it is, to another macro that asks? `open` is the parenthesis behind its name. */
static bool is_given_on(struct macros *macros, const struct macro *macro, const struct pieces *arguments, size_t number,
                        struct piece name, const char *open, unsigned depth) {
    struct pieces further;
    if (!macro_arguments(open, macro->body.text + macro->body.length, &further)) return false;
    struct pieces resolved = further;
    for (size_t i = 0; i < further.count; i++) resolved.items[i] = macro_given(macro, arguments, further.items[i]);
    for (size_t i = 0; i < further.count; i++)
        if (pieces_are_same(further.items[i], macro->parameters.items[number]) &&
            asks(macros, name, &resolved, i, depth + 1))
            return true;
    return false;
}

/* An argument is expanded before it is given on, and not before it is joined: `depth` 0 is the macro that code has. */
static bool asks_itself(struct macros *macros, const struct macro *macro, const struct pieces *arguments, size_t number,
                        unsigned depth) {
    const char *end = macro->body.text + macro->body.length;
    if (number >= macro->parameters.count) return false;
    for (const char *at = macro->body.text; at < end;) {
        struct piece word = {at, word_length(at)};
        const char *open = at + word.length + strspn(at + word.length, " \t");
        if (word.length && depth && pieces_are_same(word, macro->parameters.items[number]) &&
            is_joined(macros, macro, arguments, word))
            return true;
        if (word.length && open < end && *open == '(' &&
            is_given_on(macros, macro, arguments, number, word, open, depth))
            return true;
        at += word.length ? word.length : 1;
    }
    return false;
}

static bool asks(struct macros *macros, struct piece name, const struct pieces *arguments, size_t number,
                 unsigned depth) {
    const struct macro *macro = depth < DEEPEST ? find(macros, name) : NULL;
    if (++macros->steps > MOST_STEPS) return true; /* it may */
    for (; macro; macro = macro_list_next(&macros->list, macro))
        if (asks_itself(macros, macro, arguments, number, depth)) return true;
    return false;
}

/* ---- who asks ---- */

struct search {
    struct macros *macros;
    name_list *found;
    const char *code;
    char *rest; /* the code without directives and without what is asked for: blanks are there */
};

static void blank(struct search *search, struct piece piece) {
    memset(search->rest + (piece.text - search->code), ' ', piece.length);
}

/* `NAME(a, b)`: is it a macro, and does it ask for one of these? */
static void look_at_use(struct search *search, struct piece name, const char *end) {
    const char *open = name.text + name.length + strspn(name.text + name.length, " \t\r\n");
    struct pieces arguments;
    if (open >= end || *open != '(' || !find(search->macros, name) || !macro_arguments(open, end, &arguments)) return;
    search->macros->steps = 0;
    for (size_t i = 0; i < arguments.count; i++) {
        if (!is_name(arguments.items[i]) || !asks(search->macros, name, &arguments, i, 0)) continue;
        vec_push(search->found,
                 arena_text_n(search->macros->arena, arguments.items[i].text, arguments.items[i].length));
        blank(search, arguments.items[i]);
    }
}

static void look_through(struct search *search, const char *from, const char *to, const char *end) {
    for (const char *at = from; at < to;) {
        struct piece word = {at, word_length(at)};
        if (word.length) look_at_use(search, word, end);
        at += word.length ? word.length : 1;
    }
}

/* A use in a definition ends on its line; one in code may go on for some lines. Parameters are nobody's names. */
static void look_at_lines(struct search *search) {
    enum { LONGEST = 4096 };
    const char *last = search->code + strlen(search->code);
    for (const char *line = search->code; *line;) {
        const char *end = line + strcspn(line, "\n"), *macro = directive_behind(line, "define");
        bool is_code = line[strspn(line, " \t")] != '#';
        size_t known = search->found->count, length = macro ? word_length(macro) : 0;
        look_through(search, macro ? macro + length : line, end,
                     !is_code               ? end
                     : last - end > LONGEST ? end + LONGEST
                                            : last);
        struct pieces parameters = {0};
        if (macro && macro[length] == '(') macro_arguments(macro + length, end, &parameters);
        for (size_t i = 0; i < parameters.count; i++)
            for (size_t n = known; n < search->found->count; n++)
                if (spells(parameters.items[i].text, parameters.items[i].length, search->found->items[n]))
                    search->found->items[n] = "";
        if (!is_code) blank(search, (struct piece){line, (size_t)(end - line)});
        line = *end ? end + 1 : end;
    }
}

/* What else of code has, is a variable, a function or a type. */
static void add_unmentioned(const name_list *found, const struct name_set *mentioned, name_list *list) {
    for (size_t i = 0; i < found->count; i++)
        if (*found->items[i] && !name_set_has(mentioned, found->items[i])) vec_push(list, found->items[i]);
}

void asking_macros_find(const struct front *front, name_list *own, name_list *elsewhere) {
    struct macros macros = find_macros(front);
    name_list found[2] = {{0}};
    struct name_set mentioned = {0};
    for (size_t i = 0; i < front->conditions->asking_texts.count; i++) {
        const struct asking_text *text = &front->conditions->asking_texts.items[i];
        struct search search = {&macros, &found[text->is_own], text->code, arena_text(front->scratch, text->code)};
        look_at_lines(&search);
        struct name_set words = name_set_of_words(front->scratch, search.rest);
        mentioned = name_set_join(front->scratch, &mentioned, &words);
    }
    add_unmentioned(&found[true], &mentioned, own);
    add_unmentioned(&found[false], &mentioned, elsewhere);
    vec_free(&found[0]);
    vec_free(&found[1]);
    vec_free(&macros.list);
}
