#include "cfront/asking_macros.h"

#include "base/named.h"
#include "base/word.h"
#include "cfront/directive.h"
#include "cfront/name_set.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 16, DEEPEST = 8, MOST_STEPS = 1000 };

struct piece {
    const char *text;
    size_t length;
};

struct pieces {
    struct piece items[MOST_ARGUMENTS];
    size_t count;
};

struct macro {
    const char *name;
    struct pieces parameters;
    struct piece body;
};

struct macros {
    struct arena *arena;
    struct macro *items; /* by name */
    size_t count;
    struct name_set names; /* of all macros, with parameters or without */
    unsigned steps;        /* that were taken for a use */
};

void asking_macros_read(struct front *front, const char *file, const char *code, bool is_own) {
    for (size_t i = 0; i < front->asking_texts.count; i++)
        if (!strcmp(front->asking_texts.items[i].file, file)) return;
    vec_push(&front->asking_texts, ((struct asking_text){file, code, is_own}));
}

/* ---- texts ---- */

static struct piece without_blanks(const char *text, const char *end) {
    while (text < end && isspace((unsigned char)*text)) text++;
    while (end > text && isspace((unsigned char)end[-1])) end--;
    return (struct piece){text, (size_t)(end - text)};
}

static bool is_name(struct piece piece) {
    return piece.length && !isdigit((unsigned char)*piece.text) && word_length(piece.text) == piece.length;
}

static bool are_same(struct piece a, struct piece b) {
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

/* What stands between the parenthesis that opens here and its counterpart, split at commas; how long that is, with
 * both; 0: it does not end. */
static size_t split(const char *open, const char *end, struct pieces *pieces) {
    const char *from = open + 1;
    size_t depth = 0;
    pieces->count = 0;
    for (const char *at = open; at < end; at++) {
        depth += *at == '(';
        depth -= *at == ')';
        bool ends = !depth, separates = depth == 1 && *at == ',';
        if ((ends || separates) && pieces->count < MOST_ARGUMENTS)
            pieces->items[pieces->count++] = without_blanks(from, at);
        if (ends) return (size_t)(at - open) + 1;
        if (separates) from = at + 1;
    }
    return 0;
}

/* ---- definitions ---- */

typedef VEC(struct macro) macro_list;

static void add_definition(struct arena *arena, const char *line, const char *end, macro_list *list, name_list *names) {
    struct macro macro = {0};
    const char *name = directive_behind(line, "define");
    size_t length = name ? word_length(name) : 0;
    if (!length) return;
    macro.name = arena_text_n(arena, name, length);
    vec_push(names, macro.name);
    size_t head = name[length] == '(' ? split(name + length, end, &macro.parameters) : 0;
    if (!head) return;
    macro.body = without_blanks(name + length + head, end);
    vec_push(list, macro);
}

static int by_name(const void *a, const void *b) {
    const struct macro *one = a, *other = b;
    return strcmp(one->name, other->name);
}

static struct macros find_macros(const struct front *front) {
    struct macros macros = {.arena = front->scratch};
    macro_list list = {0};
    name_list names = {0};
    for (size_t i = 0; i < front->asking_texts.count; i++)
        for (const char *line = front->asking_texts.items[i].code; *line;) {
            const char *end = line + strcspn(line, "\n");
            add_definition(front->scratch, line, end, &list, &names);
            line = *end ? end + 1 : end;
        }
    macros.items = arena_new_array(front->scratch, struct macro, list.count + 1);
    macros.count = list.count;
    if (list.count) memcpy(macros.items, list.items, list.count * sizeof *list.items);
    if (list.count) qsort(macros.items, list.count, sizeof *macros.items, by_name);
    macros.names = name_set_of(front->scratch, names.items, names.count);
    vec_free(&list);
    vec_free(&names);
    return macros;
}

/* The first macro of this name, with parameters; others may follow it; NULL: there is none. */
static const struct macro *find(const struct macros *macros, struct piece name) {
    size_t at = named_first(macros->items, macros->count, sizeof *macros->items,
                            arena_text_n(macros->arena, name.text, name.length));
    bool found = at < macros->count && spells(name.text, name.length, macros->items[at].name);
    return found ? &macros->items[at] : NULL;
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

/* A word of the body, or the argument that it stands for. */
static struct piece given(const struct macro *macro, const struct pieces *arguments, struct piece word) {
    for (size_t i = 0; i < macro->parameters.count && i < arguments->count; i++)
        if (are_same(macro->parameters.items[i], word)) return arguments->items[i];
    return word;
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
    struct piece before = without_blanks(begin, word.text);
    struct piece behind = without_blanks(word.text + word.length, end);
    bool joins_before = before.length >= 2 && !memcmp(before.text + before.length - 2, "##", 2);
    bool joins_behind = behind.length >= 2 && !memcmp(behind.text, "##", 2);
    if (!joins_before && before.length && before.text[before.length - 1] == '#') return true;
    struct piece first = word_before(begin, before.text + before.length - 2 * joins_before);
    struct piece last = word_behind(behind.text + 2 * joins_behind, end);
    first = joins_before ? given(macro, arguments, first) : (struct piece){0};
    last = joins_behind ? given(macro, arguments, last) : (struct piece){0};
    return (is_name(first) && begins_macro(macros, first)) || (last.length && ends_macro(macros, last));
}

static bool asks(struct macros *macros, struct piece name, const struct pieces *arguments, size_t number,
                 unsigned depth);

/* Is the parameter given on, as it is, to another macro that asks? `open` is the parenthesis behind its name. */
static bool is_given_on(struct macros *macros, const struct macro *macro, const struct pieces *arguments, size_t number,
                        struct piece name, const char *open, unsigned depth) {
    struct pieces further;
    if (!split(open, macro->body.text + macro->body.length, &further)) return false;
    struct pieces resolved = further;
    for (size_t i = 0; i < further.count; i++) resolved.items[i] = given(macro, arguments, further.items[i]);
    for (size_t i = 0; i < further.count; i++)
        if (are_same(further.items[i], macro->parameters.items[number]) && asks(macros, name, &resolved, i, depth + 1))
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
        if (word.length && depth && are_same(word, macro->parameters.items[number]) &&
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
    for (; macro && macro < macros->items + macros->count && spells(name.text, name.length, macro->name); macro++)
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
    if (open >= end || *open != '(' || !find(search->macros, name) || !split(open, end, &arguments)) return;
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
        if (macro && macro[length] == '(') split(macro + length, end, &parameters);
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
    for (size_t i = 0; i < front->asking_texts.count; i++) {
        const struct asking_text *text = &front->asking_texts.items[i];
        struct search search = {&macros, &found[text->is_own], text->code, arena_text(front->scratch, text->code)};
        look_at_lines(&search);
        struct name_set words = name_set_of_words(front->scratch, search.rest);
        mentioned = name_set_join(front->scratch, &mentioned, &words);
    }
    add_unmentioned(&found[true], &mentioned, own);
    add_unmentioned(&found[false], &mentioned, elsewhere);
    vec_free(&found[0]);
    vec_free(&found[1]);
}
