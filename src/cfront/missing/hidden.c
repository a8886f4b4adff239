#include "cfront/missing/hidden.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/absent.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"

#include <string.h>

/* What stands behind `#define NAME`, on its line; NULL: nothing does, or it has parameters, or conditions decide. */
static const char *value_in(struct front *front, const char *code, const char *name) {
    size_t length = strlen(name);
    const char *found = NULL;
    for (const char *at = code; (at = strstr(at, name)); at += length) {
        const char *line = at, *end = at + length;
        while (line > code && line[-1] != '\n') line--;
        if (directive_behind(line, "define") != at || (*end != ' ' && *end != '\t')) continue;
        end += strspn(end, " \t");
        size_t size = strcspn(end, "\r\n");
        while (size && (end[size - 1] == ' ' || end[size - 1] == '\t')) size--;
        const char *value = arena_text_n(front->scratch, end, size);
        if (!size || end[size - 1] == '\\' || (found && strcmp(found, value) != 0)) return NULL;
        found = value;
    }
    return found;
}

/* Many names are looked for in it: it is read once. */
static const char *code_of(struct front *front, const char *path) {
    struct text text = {0};
    for (size_t i = 0; i < front->hidden.count; i++)
        if (!strcmp(front->hidden.items[i].path, path)) return front->hidden.items[i].code;
    const char *code = file_read_plain(path, &text) ? code_only(front->scratch, text_chars(&text), false) : NULL;
    vec_push(&front->hidden, ((struct hidden_text){arena_text(front->scratch, path), code}));
    text_free(&text);
    return code;
}

static const char *value_in_file(struct front *front, const char *path, const char *name) {
    const char *code = code_of(front, path);
    return code ? value_in(front, code, name) : NULL;
}

/* In a header that is there and is not read as it is. */
static const char *find_value(struct front *front, const struct translation *translation, const char *name,
                              const char **path) {
    for (size_t i = 0; i < translation->files->count; i++) {
        *path = translation->files->items[i].Filename;
        const char *value = begins_with(*path, HEADERS_FOLDER) ? NULL : value_in_file(front, *path, name);
        if (value) return value;
    }
    for (size_t i = 0; i < translation->arguments.count; i++) {
        const char *argument = translation->arguments.items[i];
        if (!begins_with(argument, "-I") || begins_with(argument + 2, HEADERS_FOLDER)) continue;
        for (const char *const *alias = headers_aliases; argument[2] && *alias; alias++) {
            *path = arena_printf(front->scratch, "%s/%s", argument + 2, *alias);
            const char *value = value_in_file(front, *path, name);
            if (value) return value;
        }
    }
    return NULL;
}

/* In a header of our own: what the compiler complains of then has a text (inventing.h). False: it was there. */
static bool add_line(struct front *front, struct translation *translation, const char *line) {
    static const char name[] = "rtcheck_hidden.h", path[] = HEADERS_FOLDER "/rtcheck_hidden.h";
    const char *text = NULL;
    for (size_t i = 0; i < translation->files->count; i++)
        if (!strcmp(translation->files->items[i].Filename, path)) text = translation->files->items[i].Contents;
    if (text && strstr(text, line)) return false;
    if (!text) translation_include(translation, name);
    translation_add_header(front, translation->files, name,
                           arena_printf(front->scratch, "%s%s", text ? text : "", line));
    return true;
}

static bool define(struct front *front, struct translation *translation, CXDiagnostic diagnostic) {
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic)), *path;
    const char *name = absent_name(front, message);
    const char *value = name ? find_value(front, translation, name, &path) : NULL;
    if (!value) return false;
    if (!add_line(front, translation, arena_printf(front->scratch, "#define %s %s\n", name, value))) return false;
    diag_warning(front->diagnostics, front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic)),
                 "`%s` is in %s, which is not read as it is; going on with `-D%s=%s`", name, path, name, value);
    front_assume_once(front,
                      arena_printf(front->arena, "`%s` is `%s`, as a line of %s says, which is not read as it is", name,
                                   value, path));
    return true;
}

bool hidden_define(struct front *front, struct translation *translation, CXTranslationUnit tu) {
    bool any = false;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        any |= define(front, translation, diagnostic);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return any;
}
