#include "cfront/source/foreign.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/foreign_text.h"
#include "cfront/source/kernel_headers.h"
#include "cfront/written/interrupts.h"

#include <string.h>

#define FOREIGN_HEADER "rtcheck_foreign.h"

/* One look at all that a source is made of. */
struct looking {
    struct front *front;
    struct translation *translation;
    CXTranslationUnit tu;
    foreign_list ours;
    bool is_changed;
};

/* `SIGNAL(x) {` is a function without types to C of old. */
static bool is_complaint(struct front *front, CXDiagnostic diagnostic) {
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    return front->clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error ||
           begins_with(message, "type specifier missing");
}

static bool has_complaints(struct front *front, CXTranslationUnit tu) {
    bool found = false;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        found = is_complaint(front, diagnostic);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

/* The text of a file that is the user's; NULL: it is not. */
static const char *users_text(struct looking *looking, CXFile file, const char **name, size_t *length) {
    struct front *front = looking->front;
    *name = front_text(front, front->clang.getFileName(file));
    return front_is_users(front, *name) ? front->clang.getFileContents(looking->tu, file, length) : NULL;
}

static void find_own(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from, (void)depth;
    struct looking *looking = data;
    const char *name;
    size_t length = 0;
    const char *text = users_text(looking, file, &name, &length);
    if (text) foreign_text_own(text, length, &looking->ours);
}

static void note(struct front *front, const struct foreign_word *word) {
    for (size_t i = 0; i < front->foreign.count; i++)
        if (front->foreign.items[i] == word) return;
    vec_push(&front->foreign, word);
}

static void read_text(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from, (void)depth;
    struct looking *looking = data;
    struct front *front = looking->front;
    const char *name;
    struct foreign_text text = {.ours = &looking->ours};
    const char *given = users_text(looking, file, &name, &text.length);
    if (!given) return;
    text.text = arena_text_n(front->scratch, given, text.length);
    foreign_text_read(&text);
    if (text.is_changed) memory_files_add(looking->translation->files, name, text.text, text.length);
    looking->is_changed |= text.is_changed;
    for (size_t i = 0; i < text.read.count; i++) note(front, text.read.items[i]);
    vec_free(&text.read);
}

static bool was_read(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->foreign.count; i++)
        if (!strcmp(front->foreign.items[i]->name, name)) return true;
    return false;
}

/* Macros for those that are types, or that a vendor's header would have. Bits of variables are none of hardware's. */
static void print_macros(const struct front *front, struct text *out) {
    static const char refusal[] =
        "_Static_assert(0, \"bits of variables (bdata) with names of their own (sbit) cannot be "
        "modelled\"); extern volatile _Bool";
    bool has_bits = was_read(front, "bdata");
    for (size_t i = 0; i < front->foreign.count; i++) {
        const struct foreign_word *word = front->foreign.items[i];
        if (!word->macro) continue;
        text_printf(out, "#ifndef %s\n#define ", word->name);
        if (has_bits && strstr(word->name, "sbit"))
            text_printf(out, "%s %s\n#endif\n", word->name, refusal);
        else
            text_printf(out, "%s\n#endif\n", word->macro);
    }
}

static void add_macros(struct looking *looking) {
    struct front *front = looking->front;
    struct text text = {0};
    print_macros(front, &text);
    const char *path = HEADERS_FOLDER "/" FOREIGN_HEADER, *known = NULL;
    const memory_files *files = looking->translation->files;
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->items[i].Filename, path)) known = files->items[i].Contents;
    if (text.length && (!known || strcmp(known, text_chars(&text)) != 0)) {
        if (!known) translation_include(looking->translation, FOREIGN_HEADER);
        translation_add_header(front, looking->translation->files, FOREIGN_HEADER,
                               arena_text(front->scratch, text_chars(&text)));
        looking->is_changed = true;
    }
    text_free(&text);
}

/* False: there is nothing to read otherwise. */
static bool read_words(struct front *front, struct translation *translation, CXTranslationUnit tu) {
    struct looking looking = {.front = front, .translation = translation, .tu = tu};
    for (size_t i = 0; i < translation->arguments.count; i++) {
        const char *macro = translation->arguments.items[i];
        if (!begins_with(macro, "-D") || is_one_of(macro, interrupts_arguments)) continue;
        const char *text = arena_printf(front->scratch, "#define %.*s 1\n", (int)strcspn(macro + 2, "=("), macro + 2);
        foreign_text_own(text, strlen(text), &looking.ours);
    }
    front->clang.getInclusions(tu, find_own, &looking);
    front->clang.getInclusions(tu, read_text, &looking);
    add_macros(&looking);
    vec_free(&looking.ours);
    return looking.is_changed;
}

enum CXErrorCode foreign_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu) {
    enum { MOST_ROUNDS = 8 }; /* what is read otherwise may include more */
    enum CXErrorCode error = kernel_headers_parse(front, translation, tu);
    for (unsigned i = 0; i < MOST_ROUNDS && error == CXError_Success && *tu; i++) {
        if (!has_complaints(front, *tu) || !read_words(front, translation, *tu)) break;
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        error = kernel_headers_parse(front, translation, tu);
    }
    return error;
}

/* ---- For the user ---- */

void foreign_tell(struct front *front) {
    for (size_t i = 0; i < front->foreign.count; i++) {
        const struct foreign_word *word = front->foreign.items[i];
        const char *told = foreign_told(word->kind);
        if (told)
            front_assume(front, arena_printf(front->arena, "`%s`, a word of another compiler, %s", word->name, told));
    }
}

bool foreign_has_routine(const char *text) {
    size_t length = strlen(text);
    struct foreign_text copy = {.text = memory_new(length + 1), .length = length};
    memcpy(copy.text, text, length + 1);
    foreign_text_read(&copy);
    bool found = false;
    for (size_t i = 0; i < copy.read.count; i++)
        found |= copy.read.items[i]->kind == FOREIGN_ROUTINE || copy.read.items[i]->kind == FOREIGN_MACRO;
    vec_free(&copy.read);
    free(copy.text);
    return found;
}
