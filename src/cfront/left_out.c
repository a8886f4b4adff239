#include "cfront/left_out.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

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
    const char *line = name;
    while (line > text && line[-1] != '\n' && line[-1] != ';' && line[-1] != '}') line--;
    const char *word = strstr(line, "static");
    return word && word < name;
}

bool left_out_has_code(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        const char *rest = at + length + strspn(at + length, " \t\r\n");
        if ((at > text && is_word(at[-1])) || *rest != '(' || is_static(text, at)) continue;
        rest = skip_parentheses(rest);
        if (rest && rest[strspn(rest, " \t\r\n")] == '{') return true;
    }
    return false;
}

static bool has_main(const struct front *front) {
    for (size_t i = 0; i < front->functions.count; i++)
        if (front->functions.items[i]->role == C_MAIN) return true;
    return false;
}

/* Other programs have a main(), too; that of this one starts the system, and is in the folder of one of its sources. */
static bool is_beside(const struct front *front, const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    for (size_t i = 0; i < front->units.count; i++) {
        const char *other = front->units.items[i].path, *end = strrchr(other, '/');
        if ((end ? (size_t)(end - other) : 0) == length && !strncmp(path, other, length)) return true;
    }
    return false;
}

static void add(struct text *names, const char *name, const char *path) {
    text_printf(names, "%s`%s` (%s)", names->length ? ", " : "", name, path);
}

void left_out_assume(struct front *front) {
    const struct cfront_options *options = front->options;
    bool *found = arena_new_array(front->scratch, bool, front->missing.count + 1), main_found = has_main(front);
    struct text names = {0}, text = {0};
    for (size_t i = 0; i < options->left_out_count; i++) {
        const char *path = options->left_out[i];
        text_clear(&text);
        if (!file_read(path, &text)) continue;
        for (size_t m = 0; m < front->missing.count; m++)
            if (!found[m] && left_out_has_code(text_chars(&text), front->missing.items[m])) {
                found[m] = true;
                add(&names, front->missing.items[m], path);
            }
        if (main_found || !is_beside(front, path) || !strstr(text_chars(&text), "StartOS") ||
            !left_out_has_code(text_chars(&text), "main"))
            continue;
        main_found = true;
        add(&names, "main", path);
    }
    if (names.length)
        front_assume(front, arena_printf(front->scratch, "code that was left out does nothing else that matters: %s",
                                         text_chars(&names)));
    text_free(&names);
    text_free(&text);
}
