#include "cfront/source/kernel_headers.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/replaced.h"
#include "cfront/source/shadowed.h"

#include <string.h>

static const char os_alias[] = "#include <os.h>\n";

const char *kernel_headers_ours(const char *name) {
    for (const struct header *header = headers_vendors; header->name; header++)
        if (!strcmp(header->name, name)) return header->text;
    return os_alias;
}

/* ---- Which ones ---- */

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

/* Behind this word; NULL: another one stands here. */
static const char *skip_this(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    bool is_it = at && (size_t)(end - at) > length && !memcmp(at, word, length) && !is_word_char(at[length]);
    return is_it ? at + length : NULL;
}

/* `#define TASK(` and its kin: what the names of tasks and routines are in C. */
static bool defines_words(const char *line, const char *end) {
    static const char *const words[] = {"TASK", "ISR", "ISR1", "ISR2", "ISR2_INT", NULL};
    const char *at = skip_blanks(line, end);
    if (at == end || *at != '#') return false;
    at = skip_this(skip_blanks(at + 1, end), end, "define");
    for (const char *const *word = words; at && *word; word++) {
        const char *behind = skip_this(skip_blanks(at, end), end, *word);
        if (behind && behind < end && *behind == '(') return true;
    }
    return false;
}

/* `extern StatusType ActivateTask(`: a service. */
static bool declares_service(const char *line, const char *end) {
    const char *at = skip_this(skip_blanks(line, end), end, "extern");
    at = at ? skip_this(skip_blanks(at, end), end, "StatusType") : NULL;
    return at && skip_this(skip_blanks(at, end), end, "ActivateTask");
}

/* `typedef ... TaskType;` */
static bool declares_task(const char *line, const char *end) {
    const char *at = skip_this(skip_blanks(line, end), end, "typedef");
    for (; at && at < end; at++) {
        const char *behind = is_word_char(at[-1]) ? NULL : skip_this(at, end, "TaskType");
        behind = behind ? skip_blanks(behind, end) : NULL;
        if (behind && behind < end && *behind == ';') return true;
    }
    return false;
}

bool kernel_headers_has(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line)), *stop = feed ? feed : end;
        if (defines_words(line, stop) || declares_task(line, stop) || declares_service(line, stop)) return true;
        line = stop + 1;
    }
    return false;
}

static bool is_ours_by_name(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->options->header_alias_count; i++)
        if (!strcmp(front->options->header_aliases[i], name)) return true;
    return false; /* one of our names may be an adapter of the user's: what it says counts */
}

/* ---- In their places ---- */

struct hiding {
    struct front *front;
    struct translation *translation;
    CXTranslationUnit tu;
    bool hides;
};

static void hide(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from;
    struct hiding *hiding = data;
    struct front *front = hiding->front;
    size_t length = 0;
    const char *text = depth ? front->clang.getFileContents(hiding->tu, file, &length) : NULL;
    const char *path = text ? front_text(front, front->clang.getFileName(file)) : HEADERS_FOLDER;
    if (begins_with(path, HEADERS_FOLDER)) return;
    const char *ours = kernel_headers_ours(file_name(path));
    bool is_hidden = length == strlen(ours) && !memcmp(text, ours, length);
    if (is_hidden || (!is_ours_by_name(front, file_name(path)) && !kernel_headers_has(text, length))) return;
    shadowed_note_hidden(front, hiding->translation, path);
    replaced_add(front, (struct replaced){path, ours, NULL, {path, 0, 0}});
    memory_files_add(hiding->translation->files, path, ours, strlen(ours));
    hiding->hides = true;
}

/* False: it has read none, and may stay. */
static bool hide_all(struct front *front, struct translation *translation, CXTranslationUnit tu) {
    struct hiding hiding = {front, translation, tu, false};
    front->clang.getInclusions(tu, hide, &hiding);
    return hiding.hides;
}

enum CXErrorCode kernel_headers_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu) {
    enum { MOST_ROUNDS = 20 };
    enum CXErrorCode error = translation_parse(front, translation, tu);
    for (unsigned i = 0; i < MOST_ROUNDS && error == CXError_Success && *tu; i++) {
        if (!hide_all(front, translation, *tu)) break;
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        error = translation_parse(front, translation, tu);
    }
    return error;
}
