/* A declaration is a list of words up to a semicolon, outside of all braces; a variable's name is the word, not the
 * first, before `=`, `,`, `;` or `[`, or the last one in `(*name)`. Macros may stand before its type and behind its
 * name
 * (`VAR(Type, MEMORY) name INIT(3);`), or make all of it (`DEFINE(Type, name);`). */
#include "cfront/text/source_variables.h"

#include "base/vec.h"
#include "base/word.h"
#include "cfront/text/source_words.h"

#include <ctype.h>
#include <string.h>

typedef VEC(const char *) names;

struct reader {
    struct arena *arena;
    const char *text, *at;
    names has, elsewhere;
    names declared; /* by the declaration that is read */
    bool is_elsewhere, is_no_variable, is_value;
    unsigned words;
    const char *last, *before_last; /* of them; or NULL */
};

static const char *skip_directive(const char *at) {
    for (at++; *at && (*at != '\n' || at[-1] == '\\');) at++;
    return at;
}

/* Behind the quotation mark that closes this one. */
static const char *skip_text(const char *at) {
    for (at++; *at && *at != '"' && *at != '\n'; at++) at += at[0] == '\\' && at[1];
    return *at ? at + 1 : at;
}

/* Behind the bracket that closes the one here. */
static const char *skip_brackets(const char *at) {
    unsigned depth = 0;
    for (; *at; at++) {
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at) && --depth == 0) return at + 1;
        if (*at == '"') at = skip_text(at) - 1;
    }
    return at;
}

static void begin(struct reader *reader) {
    reader->declared.count = 0;
    reader->is_elsewhere = reader->is_no_variable = reader->is_value = false;
    reader->words = 0;
    reader->last = reader->before_last = NULL;
}

static void end(struct reader *reader) {
    for (size_t i = 0; !reader->is_no_variable && i < reader->declared.count; i++)
        if (reader->is_elsewhere)
            vec_push(&reader->elsewhere, reader->declared.items[i]);
        else
            vec_push(&reader->has, reader->declared.items[i]);
    begin(reader);
}

static bool is_end_of_name(const char *next) {
    static const char attribute[] = "__attribute__";
    return (*next && strchr("=,;[", *next)) || begins_with(next, attribute);
}

static void read_word(struct reader *reader) {
    const char *word = reader->at;
    size_t length = word_length(word);
    reader->at += length;
    const char *next = reader->at + strspn(reader->at, " \t\r\n");
    reader->before_last = reader->last, reader->last = word;
    if (spells(word, length, "extern")) reader->is_elsewhere = true;
    if (spells(word, length, "typedef") || source_words_mean_static(word, length)) reader->is_no_variable = true;
    if (spells(word, length, "__attribute__") || spells(word, length, "_Alignas"))
        reader->at = *next == '(' ? skip_brackets(next) : next;
    else if (!reader->is_value && reader->words++ && is_end_of_name(next))
        vec_push(&reader->declared, arena_text_n(reader->arena, word, length));
}

static void declare(struct reader *reader, const char *word) {
    vec_push(&reader->declared, arena_text_n(reader->arena, word, word_length(word)));
}

/* `(*name)`, `(*name[3])`: the last word in it; NULL: it is something else. */
static const char *pointer_in(const char *at, const char *close) {
    const char *name = NULL;
    at += 1 + strspn(at + 1, " \t\r\n");
    bool is_pointer = *at == '*';
    while (is_pointer && at < close && *at != '[' && *at != '(') {
        size_t length = word_length(at);
        if (length) name = at;
        at += length ? length : 1;
    }
    return name;
}

static bool is_macro(const char *word) { return word && !has_small_letters(word, word_length(word)); }

/* Any of a macro's arguments may be what it makes. */
static void declare_all(struct reader *reader, const char *at, const char *close) {
    while (at < close) {
        size_t length = word_length(at);
        if (length && !isdigit((unsigned char)*at)) declare(reader, at);
        at += length ? length : 1;
    }
}

/* Others than pointers are a macro's, or parameters: then it is no variable. */
static void read_parentheses(struct reader *reader) {
    const char *close = skip_brackets(reader->at), *next = close + strspn(close, " \t\r\n");
    const char *pointer = pointer_in(reader->at, close);
    if (!reader->declared.count && !reader->is_value) {
        if (pointer)
            declare(reader, pointer);
        else if (is_macro(reader->last) && reader->words == 1 && *next && strchr(";(=", *next))
            declare_all(reader, reader->at, close);
        else if (is_macro(reader->last) && reader->words > 2 && *next && strchr(";,=", *next))
            declare(reader, reader->before_last);
        else if (!is_macro(reader->last) || !is_word_char(*next))
            reader->is_no_variable = true;
    }
    reader->at = close;
}

/* A function's body, or what `extern "C"` holds, or a list of values or members. */
static void read_brace(struct reader *reader) {
    if (reader->is_elsewhere && reader->words == 1 && !reader->declared.count) {
        reader->at++;
        begin(reader);
        return;
    }
    const char *before = reader->at;
    while (before > reader->text && isspace((unsigned char)before[-1])) before--;
    bool is_body = before > reader->text && before[-1] == ')' && !reader->is_value;
    reader->at = skip_brackets(reader->at);
    if (is_body) begin(reader);
}

static void read_one(struct reader *reader) {
    char c = *reader->at;
    if (c == '#')
        reader->at = skip_directive(reader->at);
    else if (is_word_char(c))
        read_word(reader);
    else if (c == '(')
        read_parentheses(reader);
    else if (c == '{')
        read_brace(reader);
    else if (c == '"')
        reader->at = skip_text(reader->at);
    else if (c == '[')
        reader->at = skip_brackets(reader->at);
    else {
        if (c == ';') end(reader);
        if (c == '}') begin(reader);
        if (c == '=') reader->is_value = true;
        if (c == ',') reader->is_value = false;
        reader->at++;
    }
}

struct source_variables source_variables_find(struct arena *arena, const char *text) {
    struct reader reader = {.arena = arena, .text = text, .at = text};
    while (*reader.at) read_one(&reader);
    struct source_variables variables = {name_set_of(arena, reader.has.items, reader.has.count),
                                         name_set_of(arena, reader.elsewhere.items, reader.elsewhere.count)};
    vec_free(&reader.has);
    vec_free(&reader.elsewhere);
    vec_free(&reader.declared);
    return variables;
}
