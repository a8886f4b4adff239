#include "cfront/source/replaced.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/kernel_headers.h"

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
