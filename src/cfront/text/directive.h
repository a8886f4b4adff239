/* Lines for C's preprocessor. */
#ifndef CFRONT_TEXT_DIRECTIVE_H
#define CFRONT_TEXT_DIRECTIVE_H

#include "base/word.h"

/* What follows this directive on a line, behind blanks: of `# define X 1` and "define", `X 1`. NULL: the line is
 * another one. */
static inline const char *directive_behind(const char *line, const char *name) {
    const char *at = line + strspn(line, " \t");
    if (*at != '#') return NULL;
    at += 1 + strspn(at + 1, " \t");
    if (!begins_with(at, name) || is_word_char(at[strlen(name)])) return NULL;
    at += strlen(name);
    return at + strspn(at, " \t");
}

/* `__has_include("name")`, `__has_include(<name>)` at this place: the name, and how long it is; NULL: something else.
 */
static inline const char *directive_asked_header(const char *at, size_t *length) {
    static const char *const words[] = {"__has_include", "__has_include_next", NULL};
    size_t word = word_length(at);
    if (!spells_one_of(at, word, words)) return NULL;
    at += word + strspn(at + word, " \t");
    if (*at != '(') return NULL;
    at += 1 + strspn(at + 1, " \t");
    if (*at != '"' && *at != '<') return NULL;
    *length = strcspn(at + 1, "\">\n");
    return at + 1;
}

/* The directives that ask for something; NULL ends them. */
static inline const char *const *directive_conditions(void) {
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", NULL};
    return words;
}

#endif
