/* Paths of files in the text of a build, which know no blanks. */
#include "base/word.h"
#include "cli/project/project.h"

#include <string.h>

bool project_is_of_path(char c) { return is_word_char(c) || (c && strchr("./\\-+~@:*?$%", c)); }

/* `$(NAME)` or `${NAME}` that ends behind `at`: where it begins; NULL: something else ends there. */
static const char *variable_before(const char *text, const char *at) {
    if (at == text || !strchr(")}", at[-1])) return NULL;
    const char *begin = at - 1;
    while (begin > text && is_word_char(begin[-1])) begin--;
    bool is_one = begin - text >= 2 && begin[-1] == (at[-1] == ')' ? '(' : '{') && begin[-2] == '$';
    return is_one ? begin - 2 : NULL;
}

const char *project_path_before(const char *text, const char *at) {
    for (;;) {
        const char *variable = variable_before(text, at);
        if (variable)
            at = variable;
        else if (at > text && project_is_of_path(at[-1]))
            at--;
        else
            return at;
    }
}

bool project_ends_path(const char *text, const char *at, const char *const *endings) {
    if (project_is_of_path(*at) && *at != ':') return false;
    for (const char *const *ending = endings; *ending; ending++) {
        size_t length = strlen(*ending);
        if ((size_t)(at - text) > length && !strncasecmp(at - length, *ending, length)) return true;
    }
    return false;
}
