/* Lines for C's preprocessor. */
#ifndef CFRONT_DIRECTIVE_H
#define CFRONT_DIRECTIVE_H

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

/* The directives that ask for something; NULL ends them. */
static inline const char *const *directive_conditions(void) {
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", NULL};
    return words;
}

#endif
