#include "cfront/replaced.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/headers.h"
#include "cfront/invented_parts.h"
#include "cfront/kernel_headers.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/source_types.h"
#include "cfront/text/source_words.h"

#include <string.h>

static bool is_replaced(const struct front *front, const char *path) {
    for (size_t i = 0; i < front->replaced.count; i++)
        if (!strcmp(front->replaced.items[i].path, path)) return true;
    return false;
}

void replaced_add(struct front *front, struct replaced replaced) {
    front->lacks_headers = true;
    if (!is_replaced(front, replaced.path)) vec_push(&front->replaced, replaced);
}

void replaced_use(struct front *front, memory_files *files) {
    for (size_t i = 0; i < front->replaced.count; i++) {
        const struct replaced *header = &front->replaced.items[i];
        memory_files_add(files, header->path, header->text, strlen(header->text));
    }
}

/* ---- Headers that do not compile ---- */

/* `../src/b.h`, of a source in src/, lies beside it. */
static bool lies_beside(struct front *front, const char *path, const char *source) {
    return file_is_beside(file_plain_path(arena_text(front->scratch, path)),
                          file_plain_path(arena_text(front->scratch, source)));
}

/* What lies beside a source, or is one, is the application's own, and somebody wants to know what is wrong with it. */
static bool is_of_others(struct front *front, const char *path) {
    if (ends_with(path, ".c") || ends_with(path, ".C")) return false;
    for (size_t i = 0; i < front->source_count; i++)
        if (lies_beside(front, path, front->sources[i])) return false;
    return !begins_with(path, HEADERS_FOLDER);
}

void replaced_note_error(struct front *front, struct place place, const char *message) {
    if (!front->options->without_headers || !place.file || !is_of_others(front, place.file)) return;
    for (size_t i = 0; i < front->broken.count; i++)
        if (!strcmp(front->broken.items[i].path, place.file)) return;
    const char *ours = kernel_headers_ours("os.h"); /* which it may have brought along */
    vec_push(&front->broken, (struct replaced){place.file, ours, arena_text(front->scratch, message), place});
}

bool replaced_leave_out(struct front *front) {
    enum { MOST = 200 };
    size_t before = front->replaced.count;
    for (size_t i = 0; i < front->broken.count && before < MOST; i++) replaced_add(front, front->broken.items[i]);
    vec_clear(&front->broken);
    return front->replaced.count > before;
}

/* ---- For the user ---- */

/* `#define NAME(` */
static bool defines(const char *code, const char *name) {
    size_t length = strlen(name);
    for (const char *line = code; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *found = directive_behind(line, "define");
        if (found && word_length(found) == length && begins_with(found, name) && found[length] == '(') return true;
    }
    return false;
}

/* A function that is called and whose code stands in this text; NULL: none. */
static const char *called_of(const struct front *front, const char *code) {
    struct source_words words = source_words_find(front->scratch, code);
    for (size_t i = 0; i < front->missing.count; i++) {
        const char *name = front->missing.items[i];
        if (name_set_has(&words.has, name) || name_set_has(&words.keeps, name) || defines(code, name)) return name;
    }
    return NULL;
}

/* A type that was invented, and stands in this text; NULL: none. Registers have any value, whatever they are. */
static const char *invented_of(const struct front *front, const char *code) {
    struct source_types types = source_types_find(front->scratch, code);
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_type = invention->kind == INVENTED_TYPE || invention->kind == INVENTED_TAG;
        if (is_type && invented_is_lacked(invention) && !invented_is_of_registers(&front->invented, invention) &&
            name_set_has(&types.declares, invention->name))
            return invention->name;
    }
    return NULL;
}

void replaced_doubt(struct front *front) {
    for (size_t i = 0; i < front->replaced.count && !front->program->doubt; i++) {
        const struct replaced *header = &front->replaced.items[i];
        struct text text = {0};
        bool is_read = header->error && file_read_plain(header->path, &text);
        const char *code = is_read ? code_only(front->scratch, text_chars(&text), true) : "";
        const char *name = called_of(front, code), *type = invented_of(front, code);
        if (!name && type)
            front_doubt(front, "%s, which does not compile here (%s), says what `%s` is", header->path, header->error,
                        type);
        if (name)
            front_doubt(front, "%s, which does not compile here (%s), has the code of `%s`, which is called",
                        header->path, header->error, name);
        text_free(&text);
    }
}

void replaced_tell(struct front *front) {
    for (size_t i = 0; i < front->replaced.count; i++) {
        const struct replaced *header = &front->replaced.items[i];
        if (!header->error) {
            diag_warning(front->diagnostics, header->place, "this is a kernel's header: rtcheck's own stands for it");
            continue;
        }
        diag_warning(
            front->diagnostics, header->place,
            "this header does not compile here (%s; what the build defines is said with -D); going on without it",
            header->error);
        front_assume(front, arena_printf(front->arena, "`%s`, which does not compile here, has nothing that matters",
                                         file_name(header->path)));
    }
}
