#include "cfront/text/assembly_code.h"

#include "base/vec.h"
#include "base/word.h"
#include "cfront/text/code_only.h"

#include <ctype.h>
#include <strings.h>

bool assembly_code_is_in(const char *path) {
    static const char *const endings[] = {".s", ".asm", ".s43", ".s79", ".s90", ".a51", ".src", NULL};
    const char *dot = strrchr(path, '.');
    for (const char *const *ending = endings; dot && *ending; ending++)
        if (!strcasecmp(dot, *ending)) return true;
    return false;
}

/* ---- comments ---- */

/* By the signs that most assemblers have for one. */
static void blank_comments(char *text) {
    unsigned depth = 0;
    for (char *line = text; *line; line += *line == '\n') {
        size_t length = strcspn(line, "\n"), code = strcspn(line, ";@\n");
        const char *at = line + strspn(line, " \t"), *sign = memmem(line, length, " # ", 3);
        if (sign && (size_t)(sign - line) < code) code = (size_t)(sign - line);
        if (begins_with(at, ".if") && (depth || (begins_with(at, ".if 0") && !is_word_char(at[5])))) depth++;
        if (depth && (begins_with(at, ".endif") || (depth == 1 && begins_with(at, ".else")))) depth--;
        memset(line + (depth ? 0 : code), ' ', length - (depth ? 0 : code));
        line += length;
    }
}

char *assembly_code_only(struct arena *arena, const char *text) {
    char *code = code_only(arena, text, false);
    blank_comments(code);
    return code;
}

/* ---- labels ---- */

static size_t token_length(const char *at) {
    size_t length = 0;
    while (is_word_char(at[length]) || at[length] == '.') length++;
    return length;
}

static bool exports(const char *token, size_t length) {
    static const char *const words[] = {".global", ".globl", ".export", "export", "global", "public",
                                        ".public", "xdef",   ".def",    ".xdef",  "entry",  NULL};
    for (const char *const *word = words; *word; word++)
        if (strlen(*word) == length && !strncasecmp(token, *word, length)) return true;
    return false;
}

bool assembly_code_declares(const char *line) {
    static const char *const words[] = {".extern", "extern", "extrn", "import", ".import", "xref",    ".xref", ".ref",
                                        ".type",   ".size",  ".weak", "weak",   ".func",   ".hidden", NULL};
    line += strspn(line, " \t");
    size_t length = token_length(line);
    for (const char *const *word = words; *word; word++)
        if (strlen(*word) == length && !strncasecmp(line, *word, length)) return true;
    return exports(line, length);
}

typedef VEC(const char *) name_vec;

/* `.global f, g`; `ENTRY(f)` */
static void add_exports(struct arena *arena, const char *line, const char *end, name_vec *names) {
    line += strspn(line, " \t");
    size_t length = token_length(line);
    if (!exports(line, length)) return;
    for (const char *at = line + length; at < end; at += length ? length : 1) {
        length = token_length(at);
        if (length) vec_push(names, arena_text_n(arena, at, length));
    }
}

struct name_set assembly_code_exports(struct arena *arena, const char *code) {
    name_vec names = {0};
    for (const char *line = code; *line; line += *line == '\n') {
        const char *end = line + strcspn(line, "\n");
        add_exports(arena, line, end, &names);
        line = end;
    }
    for (size_t i = 0, count = names.count; i < count; i++)
        if (names.items[i][0] == '_' && names.items[i][1]) vec_push(&names, names.items[i] + 1);
    struct name_set set = name_set_of(arena, names.items, names.count);
    vec_free(&names);
    return set;
}

/* A line begins with this label, or is `ENTRY(f)`; NULL: it has none. */
static const char *label_in(struct arena *arena, const char *line, const struct name_set *exported) {
    const char *at = line + strspn(line, " \t");
    size_t length = token_length(at);
    bool is_first = at == line;
    if (exports(at, length) && at[length] == '(') {
        at += length + 1;
        at += strspn(at, " \t");
        return arena_text_n(arena, at, token_length(at));
    }
    if (!length || (!is_first && at[length] != ':')) return NULL;
    const char *name = arena_text_n(arena, at, length);
    return name_set_has(exported, name) ? name : NULL;
}

void assembly_code_bodies(struct arena *arena, const char *code, assembly_body *found, void *context) {
    struct name_set exported = assembly_code_exports(arena, code);
    const char *name = NULL, *begin = NULL;
    for (const char *line = code;; line += *line == '\n') {
        const char *label = *line ? label_in(arena, line, &exported) : NULL;
        if (name && (label || !*line)) {
            found(context, name, begin, (size_t)(line - begin));
            if (*name == '_') found(context, name + 1, begin, (size_t)(line - begin));
        }
        if (label) name = label, begin = line;
        if (!*line) return;
        line += strcspn(line, "\n");
    }
}
