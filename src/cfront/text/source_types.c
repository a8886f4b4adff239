/* Braces of functions are skipped, those of structures, too; those of enumerations have constants in them. Of a
 * `typedef` the last word before `;`, `,` or `[` is a name, or the last one in the first `(*name)`. */
#include "cfront/text/source_types.h"

#include "base/vec.h"
#include "base/word.h"
#include "cfront/text/directive.h"

#include <string.h>

typedef VEC(const char *) names;

struct reader {
    struct arena *arena;
    const char *text, *at;
    names declares, defines;
    bool is_typedef;   /* the declaration that is read */
    bool has_name;     /* it is `(*name)` */
    unsigned brackets; /* that are open */
};

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static void add(struct reader *reader, names *list, const char *word, size_t length) {
    if (length) vec_push(list, arena_text_n(reader->arena, word, length));
}

/* `#define NAME`, not `#define NAME(...)` */
static void read_directive(struct reader *reader) {
    const char *name = directive_behind(reader->at, "define");
    size_t length = name ? word_length(name) : 0;
    if (length && name[length] != '(') add(reader, &reader->defines, name, length);
    while (*reader->at && (*reader->at != '\n' || reader->at[-1] == '\\')) reader->at++;
}

/* Behind what closes this brace, or bracket. */
static const char *skip_closed(const char *at, char open, char close) {
    unsigned depth = 0;
    for (; *at; at++) {
        depth += *at == open;
        if (*at == close && --depth == 0) return at + 1;
    }
    return at;
}

static const char *skip_braces(const char *at) { return skip_closed(at, '{', '}'); }
static const char *skip_brackets(const char *at) { return skip_closed(at, '(', ')'); }

/* `{ A, B = 3, C }`: a constant is the first word, and each behind a comma. */
static void read_constants(struct reader *reader) {
    const char *end = skip_braces(reader->at);
    unsigned brackets = 0;
    for (bool begins = true; reader->at < end; reader->at++) {
        const char *word = skip_blanks(reader->at + 1);
        if (begins) add(reader, &reader->declares, word, word_length(word));
        brackets += *reader->at == '(';
        brackets -= *reader->at == ')' && brackets;
        begins = !brackets && reader->at[1] == ',';
    }
    reader->at = end;
}

/* `struct NAME {`, `enum {`, `struct PACKED NAME {`: its name, and whether it is one with a body. */
static bool read_tag(struct reader *reader, size_t length) {
    static const char *const kinds[] = {"struct", "union", "enum", NULL};
    const char *kind = reader->at, *name = NULL, *at = skip_blanks(kind + length);
    if (!spells_one_of(kind, length, kinds)) return false;
    while (is_word_char(*at) || *at == '(') {
        if (*at != '(') name = at;
        at = skip_blanks(*at == '(' ? skip_brackets(at) : at + word_length(at));
    }
    if (*at != '{') return false;
    if (name) add(reader, &reader->declares, name, word_length(name));
    reader->at = at;
    if (*kind == 'e')
        read_constants(reader);
    else
        reader->at = skip_braces(at);
    return true;
}

static bool is_name(const struct reader *reader, const char *next) {
    if (!reader->is_typedef || reader->has_name) return false;
    return reader->brackets ? *next && strchr(")[", *next)
                            : (*next && strchr(";,[", *next)) || begins_with(next, "__attribute__");
}

static void read_word(struct reader *reader) {
    size_t length = word_length(reader->at);
    if (read_tag(reader, length)) return;
    if (is_name(reader, skip_blanks(reader->at + length))) {
        add(reader, &reader->declares, reader->at, length);
        reader->has_name = reader->brackets;
    }
    reader->is_typedef |= spells(reader->at, length, "typedef");
    reader->at += length;
}

/* `extern "C" {` */
static bool is_linkage(const struct reader *reader, const char *before) {
    while (before > reader->text && strchr(" \t\r\n", before[-1])) before--;
    return before > reader->text && before[-1] == '"';
}

/* Words in brackets are a type's name in `(*name)` alone. */
static void read_sign(struct reader *reader) {
    const char *at = reader->at++;
    bool is_pointer = *at == '(' && *skip_blanks(at + 1) == '*';
    if (*at == ';' || *at == '}') {
        reader->is_typedef = reader->has_name = false;
        reader->brackets = 0;
    }
    if (*at == '(' && !is_pointer) reader->at = skip_brackets(at);
    if (*at == '{' && !is_linkage(reader, at)) reader->at = skip_braces(at);
    reader->brackets += is_pointer;
    reader->brackets -= *at == ')' && reader->brackets;
}

struct source_types source_types_find(struct arena *arena, const char *text) {
    struct reader reader = {.arena = arena, .text = text, .at = text};
    while (*reader.at)
        if (*reader.at == '#')
            read_directive(&reader);
        else if (word_length(reader.at))
            read_word(&reader);
        else
            read_sign(&reader);
    struct source_types types = {name_set_of(arena, reader.declares.items, reader.declares.count),
                                 name_set_of(arena, reader.defines.items, reader.defines.count)};
    vec_free(&reader.declares);
    vec_free(&reader.defines);
    return types;
}
