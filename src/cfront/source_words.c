#include "cfront/source_words.h"

#include "base/vec.h"
#include "base/word.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

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

static bool is_static(const char *text, const char *name) {
    static const char word[] = "static";
    const char *line = name;
    while (line > text && line[-1] != '\n' && line[-1] != ';' && line[-1] != '}') line--;
    for (; line + sizeof word - 1 <= name; line++)
        if (begins_with(line, word)) return true;
    return false;
}

/* `__attribute__((weak))`, `__weak`, `WEAK`: in front of the name, behind what came before. */
static bool is_weak(const char *text, const char *name) {
    const char *begin = name;
    while (begin > text && !strchr(";{}#", begin[-1])) begin--;
    for (; begin + 4 <= name; begin++)
        if (!strncasecmp(begin, "weak", 4)) return true;
    return false;
}

static const char *skip_attribute(const char *at) {
    static const char word[] = "__attribute__";
    at += strspn(at, " \t\r\n");
    if (!begins_with(at, word)) return at;
    at += sizeof word - 1;
    const char *behind = skip_parentheses(at + strspn(at, " \t"));
    return behind ? behind + strspn(behind, " \t\r\n") : at;
}

static bool has_body(const char *parenthesis) {
    const char *behind = skip_parentheses(parenthesis);
    return behind && *skip_attribute(behind) == '{';
}

static bool is_weak_behind(const char *parenthesis) {
    const char *behind = skip_parentheses(parenthesis), *body = skip_attribute(behind);
    return is_weak(behind, body);
}

struct source_words source_words_find(struct arena *arena, const char *text) {
    VEC(const char *) has = {0}, yields = {0}, keeps = {0}, calls = {0};
    size_t length = 0;
    for (const char *word = text; *word; word += length ? length : 1) {
        for (length = 0; is_word_char(word[length]);) length++;
        if (!length || isdigit((unsigned char)*word)) continue;
        const char *rest = word + length + strspn(word + length, " \t\r\n");
        if (*rest != '(') continue;
        const char *name = arena_text_n(arena, word, length);
        if (word[length + strspn(word + length, " \t")] == '(') vec_push(&calls, name);
        if (!has_body(rest)) continue;
        if (is_static(text, word))
            vec_push(&keeps, name);
        else
            vec_push(&has, name);
        if (is_weak(text, word) || is_weak_behind(rest)) vec_push(&yields, name);
    }
    struct source_words words = {
        name_set_of(arena, has.items, has.count), name_set_of(arena, yields.items, yields.count),
        name_set_of(arena, keeps.items, keeps.count), name_set_of(arena, calls.items, calls.count)};
    vec_free(&has);
    vec_free(&yields);
    vec_free(&keeps);
    vec_free(&calls);
    return words;
}

struct source_words source_words_join(struct arena *arena, const struct source_words *a, const struct source_words *b) {
    return (struct source_words){name_set_join(arena, &a->has, &b->has), name_set_join(arena, &a->yields, &b->yields),
                                 name_set_join(arena, &a->keeps, &b->keeps),
                                 name_set_join(arena, &a->calls, &b->calls)};
}
