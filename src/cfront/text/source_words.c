#include "cfront/text/source_words.h"

#include "base/vec.h"
#include "cfront/text/directive.h"
#include "cfront/text/foreign_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef VEC(const char *) names;

enum { DEEPEST = 64 }; /* conditions in each other that are told apart */

/* `#if` ... `#endif` */
struct condition {
    unsigned depth;     /* of braces, where it began */
    unsigned first;     /* ... where its first branch ended */
    bool is_first_over; /* others count as that one did */
    bool is_known;      /* a header's guard, or a number: what lies there is there */
};

struct reader {
    struct arena *arena;
    const char *text, *at;
    const char *declaration; /* the one that is read begins here */
    names has, yields, keeps, calls, perhaps;
    struct condition conditions[DEEPEST];
    size_t condition_count;
    unsigned depth; /* of braces: what stands within a function is no definition */
    source_body *found;
    void *context;
    bool is_unsure; /* of that: branches of a condition have braces of each other */
};

/* ---- Words ---- */

static bool is_of_language(const char *name) {
    static const char *const words[] = {"if",
                                        "else",
                                        "while",
                                        "do",
                                        "for",
                                        "switch",
                                        "case",
                                        "return",
                                        "goto",
                                        "sizeof",
                                        "defined",
                                        "void",
                                        "char",
                                        "short",
                                        "int",
                                        "long",
                                        "float",
                                        "double",
                                        "signed",
                                        "unsigned",
                                        "const",
                                        "volatile",
                                        "register",
                                        "static",
                                        "extern",
                                        "inline",
                                        "restrict",
                                        "typedef",
                                        "auto",
                                        "asm",
                                        "__asm",
                                        "__asm__",
                                        "__attribute__",
                                        "__attribute",
                                        "__declspec",
                                        "_Alignof",
                                        "_Alignas",
                                        "_Generic",
                                        "_Static_assert",
                                        "static_assert",
                                        "_Pragma",
                                        "_Bool",
                                        "typeof",
                                        "__typeof__",
                                        "__typeof",
                                        "catch",
                                        NULL};
    return is_one_of(name, words);
}

bool source_words_mean_static(const char *word, size_t length) {
    static const char *const kin[] = {"static", "LOCAL", "PRIVATE", NULL};
    static const char part[] = "STATIC";
    bool has_part = false;
    if (spells_one_of(word, length, kin)) return true;
    for (size_t i = 0; i < length; i++) {
        if (islower((unsigned char)word[i])) return false;
        has_part |= i + sizeof part - 1 <= length && begins_with(word + i, part);
    }
    return has_part && !begins_with(word, "NO");
}

/* ---- Definitions ---- */

/* Behind the parenthesis that closes this one; NULL: it is no list of parameters. */
static const char *skip_parentheses(const char *at) {
    unsigned depth = 0;
    for (; *at; at++) {
        depth += *at == '(';
        if (*at == ')' && --depth == 0) return at + 1;
        if (*at == ';' || *at == '{' || *at == '}') break;
    }
    return NULL;
}

static bool is_static(const char *begin, const char *name) {
    for (size_t length; begin < name; begin += length ? length : 1) {
        length = word_length(begin);
        if (length && source_words_mean_static(begin, length)) return true;
    }
    return false;
}

/* `__attribute__((weak))`, `__weak`, `WEAK` */
static bool is_weak(const char *begin, const char *end) {
    for (; begin + 4 <= end; begin++)
        if (!strncasecmp(begin, "weak", 4)) return true;
    return false;
}

/* Without a type: a macro, perhaps, which makes other names of it. */
static bool has_no_type(const char *begin, const char *name) {
    while (begin < name && !is_word_char(*begin)) begin++;
    return begin == name && !begins_with(name, "main");
}

/* ... and words of other compilers. */
static const char *skip_attribute(const char *at) {
    static const char word[] = "__attribute__";
    at = foreign_skip_behind(at);
    if (!begins_with(at, word)) return at;
    at += sizeof word - 1;
    const char *behind = skip_parentheses(at + strspn(at, " \t"));
    return behind ? foreign_skip_behind(behind) : at;
}

/* The brace behind a list of parameters; NULL: there is none. */
static const char *body_of(const char *parenthesis) {
    const char *behind = skip_parentheses(parenthesis), *body = behind ? skip_attribute(behind) : NULL;
    return body && *body == '{' ? body : NULL;
}

/* Where the brace is closed, or the text ends. */
static size_t length_of_body(const char *body) {
    size_t length = 0, depth = 0;
    for (; body[length]; length++) {
        depth += body[length] == '{';
        if (body[length] == '}' && !--depth) return length + 1;
    }
    return length;
}

static bool is_weak_behind(const char *parenthesis) {
    const char *behind = skip_parentheses(parenthesis);
    return is_weak(behind, skip_attribute(behind));
}

static bool is_certain(const struct reader *reader) {
    for (size_t i = 0; i < reader->condition_count && i < DEEPEST; i++)
        if (!reader->conditions[i].is_known) return false;
    return true;
}

static void define(struct reader *reader, const char *name, const char *word, const char *parenthesis) {
    const char *body = body_of(parenthesis);
    if (reader->found) reader->found(reader->context, name, body, length_of_body(body));
    if (is_static(reader->declaration, word))
        vec_push(&reader->keeps, name);
    else
        vec_push(&reader->has, name);
    if (is_weak(reader->declaration, word) || is_weak_behind(parenthesis)) vec_push(&reader->yields, name);
    if (!is_certain(reader) || has_no_type(reader->declaration, word)) vec_push(&reader->perhaps, name);
}

/* One word; `is_code`: not of a directive. */
static void read_word(struct reader *reader, bool is_code) {
    const char *word = reader->at, *name;
    size_t length = word_length(word);
    const char *rest = word + length + strspn(word + length, " \t\r\n");
    reader->at += length;
    if (*rest != '(' || isdigit((unsigned char)*word)) return;
    if (is_of_language(name = arena_text_n(reader->arena, word, length))) return;
    if (word[length + strspn(word + length, " \t")] == '(') vec_push(&reader->calls, name);
    if (is_code && !reader->depth && body_of(rest)) define(reader, name, word, rest);
}

/* ---- Directives ---- */

static const char *end_of_directive(const char *at) {
    while (*at && (*at != '\n' || at[-1] == '\\' || (at[-1] == '\r' && at[-2] == '\\'))) at++;
    return at;
}

/* `#ifndef X`, `#define X`; `#if 1`. */
static bool is_known_condition(const char *word, size_t length, const char *end) {
    const char *name = word + length + strspn(word + length, " \t");
    if (spells(word, length, "if")) return isdigit((unsigned char)*name);
    const char *next = directive_behind(end + strspn(end, " \t\r\n"), "define");
    size_t width = word_length(name);
    return spells(word, length, "ifndef") && next && width && word_length(next) == width && !strncmp(name, next, width);
}

/* One branch is over: all of them count like the first. */
static void end_branch(struct reader *reader) {
    struct condition *condition = &reader->conditions[reader->condition_count - 1];
    reader->is_unsure |= reader->depth != condition->depth;
    if (!condition->is_first_over) condition->first = reader->depth;
    condition->is_first_over = true;
}

static void read_condition(struct reader *reader, const char *word, size_t length, const char *end) {
    bool is_inner = reader->condition_count > DEEPEST; /* too deep to be told apart */
    if (begins_with(word, "if")) {
        if (reader->condition_count++ < DEEPEST)
            reader->conditions[reader->condition_count - 1] =
                (struct condition){.depth = reader->depth, .is_known = is_known_condition(word, length, end)};
    } else if (reader->condition_count && begins_with(word, "el")) {
        if (!is_inner) end_branch(reader);
        if (!is_inner) reader->depth = reader->conditions[reader->condition_count - 1].depth;
    } else if (reader->condition_count && spells(word, length, "endif")) {
        if (!is_inner) end_branch(reader);
        if (!is_inner) reader->depth = reader->conditions[reader->condition_count - 1].first;
        reader->condition_count--;
    }
}

/* What a macro stands for may call something; nothing else here does. */
static void read_directive(struct reader *reader) {
    const char *word = reader->at + 1 + strspn(reader->at + 1, " \t"), *end = end_of_directive(word);
    size_t length = word_length(word);
    read_condition(reader, word, length, end);
    if (spells(word, length, "define")) {
        reader->at = word + length + strspn(word + length, " \t");
        reader->at += word_length(reader->at);
        while (reader->at < end)
            if (is_word_char(*reader->at))
                read_word(reader, false);
            else
                reader->at++;
    }
    reader->at = end;
    reader->declaration = end;
}

/* ---- All of it ---- */

/* `extern "C" {`, `namespace n {`: as if there were no braces. */
static bool is_transparent(const char *declaration) {
    declaration += strspn(declaration, " \t\r\n");
    if (begins_with(declaration, "namespace")) return true;
    if (!begins_with(declaration, "extern")) return false;
    return declaration[6 + strspn(declaration + 6, " \t\r\n")] == '"';
}

static void read_brace(struct reader *reader, char brace) {
    bool is_at_margin = reader->at == reader->text || reader->at[-1] == '\n';
    if (brace == '{')
        reader->depth += reader->depth || !is_transparent(reader->declaration);
    else if (reader->depth)
        reader->depth--;
    if (brace == '}' && reader->is_unsure && is_at_margin) reader->depth = 0;
}

static bool begins_line(const struct reader *reader) {
    const char *before = reader->at;
    while (before > reader->text && strchr(" \t", before[-1])) before--;
    return before == reader->text || before[-1] == '\n';
}

static void read_one(struct reader *reader) {
    char c = *reader->at;
    if (c == '#' && begins_line(reader)) {
        read_directive(reader);
    } else if (is_word_char(c)) {
        read_word(reader, true);
    } else {
        if (c == '{' || c == '}') read_brace(reader, c);
        reader->at += c == '\'' && reader->at[1] && reader->at[2] == '\'' ? 3 : 1;
        if (strchr(";{}", c)) reader->declaration = reader->at;
    }
}

static struct source_words read_all(struct reader *reader) {
    struct arena *arena = reader->arena;
    while (*reader->at) read_one(reader);
    struct source_words words = {name_set_of(arena, reader->has.items, reader->has.count),
                                 name_set_of(arena, reader->yields.items, reader->yields.count),
                                 name_set_of(arena, reader->keeps.items, reader->keeps.count),
                                 name_set_of(arena, reader->calls.items, reader->calls.count),
                                 name_set_of(arena, reader->perhaps.items, reader->perhaps.count),
                                 {0}};
    vec_free(&reader->has);
    vec_free(&reader->yields);
    vec_free(&reader->keeps);
    vec_free(&reader->calls);
    vec_free(&reader->perhaps);
    return words;
}

struct source_words source_words_find(struct arena *arena, const char *text) {
    struct reader reader = {.arena = arena, .text = text, .at = text, .declaration = text};
    return read_all(&reader);
}

void source_words_bodies(struct arena *arena, const char *text, source_body *found, void *context) {
    struct reader reader = {
        .arena = arena, .text = text, .at = text, .declaration = text, .found = found, .context = context};
    read_all(&reader);
}

static bool is_sure(const struct source_words *words, const char *name) {
    return name_set_has(&words->has, name) && !name_set_has(&words->perhaps, name);
}

static struct name_set doubts(struct arena *arena, const struct source_words *a, const struct source_words *b) {
    struct name_set all = name_set_join(arena, &a->perhaps, &b->perhaps), left = {all.items, 0};
    for (size_t i = 0; i < all.count; i++)
        if (!is_sure(a, all.items[i]) && !is_sure(b, all.items[i])) left.items[left.count++] = all.items[i];
    return left;
}

struct source_words source_words_join(struct arena *arena, const struct source_words *a, const struct source_words *b) {
    return (struct source_words){name_set_join(arena, &a->has, &b->has),
                                 name_set_join(arena, &a->yields, &b->yields),
                                 name_set_join(arena, &a->keeps, &b->keeps),
                                 name_set_join(arena, &a->calls, &b->calls),
                                 doubts(arena, a, b),
                                 name_set_join(arena, &a->variables, &b->variables)};
}

struct source_words source_words_corrected(struct arena *arena, const struct source_words *text,
                                           const struct source_words *compiler) {
    struct source_words words = source_words_join(arena, text, compiler);
    struct name_set *has = &words.has;
    size_t kept = 0;
    for (size_t i = 0; i < has->count; i++) {
        const char *name = has->items[i];
        bool is_known = name_set_has(&compiler->calls, name) || name_set_has(&compiler->keeps, name);
        if (!is_known || name_set_has(&compiler->has, name)) has->items[kept++] = name;
    }
    has->count = kept;
    return words;
}

bool source_words_are_enough(const struct source_words *words, const char *name) {
    if (name_set_has(&words->keeps, name)) return true;
    return name_set_has(&words->has, name) && !name_set_has(&words->yields, name);
}
