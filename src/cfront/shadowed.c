#include "cfront/shadowed.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/code_only.h"
#include "cfront/headers.h"
#include "cfront/kernel_headers.h"
#include "cfront/own_header.h"
#include "cfront/source_types.h"

#include <string.h>
#include <sys/stat.h>

/* ---- which there are ---- */

static void note(struct front *front, const char *folder, const char *name, bool is_kernels) {
    const char *path = arena_printf(front->scratch, "%s/%s", folder, name);
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        vec_push(&front->shadowed, ((struct shadowed){folder, path, name, is_kernels, false, false}));
}

static void look_into(struct front *front, const char *folder) {
    for (size_t i = 0; i < front->shadow_folders.count; i++)
        if (!strcmp(front->shadow_folders.items[i], folder)) return;
    vec_push(&front->shadow_folders, folder);
    for (const struct header *header = headers_fixed; header->name; header++)
        note(front, folder, header->name, !strcmp(header->name, "os.h"));
    for (const struct header *header = headers_library_files; header->name; header++)
        note(front, folder, header->name, false);
    for (const char *const *name = headers_aliases; *name; name++) note(front, folder, *name, true);
}

/* `-Ifolder`, `-I folder`; NULL: the argument is something else. */
static const char *folder_at(const struct translation *translation, size_t index) {
    const char *argument = translation->arguments.items[index];
    if (!begins_with(argument, "-I") || begins_with(argument + 2, HEADERS_FOLDER)) return NULL;
    if (argument[2]) return argument + 2;
    return index + 1 < translation->arguments.count ? translation->arguments.items[index + 1] : NULL;
}

static const char *ours_of(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return header->text;
    return kernel_headers_ours(name);
}

static void read_folder(struct front *front, struct translation *translation, const char *folder) {
    for (size_t i = 0; i < front->shadowed.count; i++) {
        struct shadowed *header = &front->shadowed.items[i];
        if (!header->is_kernels || strcmp(header->folder, folder) != 0) continue;
        const char *ours = ours_of(header->name);
        const char *text = own_header_text(front, header->path, ours, front->configured_names);
        header->is_added = strcmp(text, ours) != 0;
        if (header->is_added) translation_add_header(front, translation->files, header->name, text);
    }
}

/* Of one name the first one counts, as for compilers: it comes last here. */
void shadowed_read(struct front *front, struct translation *translation) {
    for (size_t i = 0; i < front->shadowed.count; i++) /* sources before this one may have had other folders */
        if (front->shadowed.items[i].is_added)
            translation_add_header(front, translation->files, front->shadowed.items[i].name,
                                   ours_of(front->shadowed.items[i].name));
    for (size_t i = translation->arguments.count; i--;) {
        const char *folder = folder_at(translation, i);
        if (!folder) continue;
        look_into(front, folder);
        read_folder(front, translation, folder);
    }
}

/* ---- what they have ---- */

void shadowed_note_ours(struct front *front, const char *path) {
    if (!begins_with(path, HEADERS_FOLDER "/")) return;
    for (size_t i = 0; i < front->shadowed.count; i++)
        front->shadowed.items[i].is_met |= !strcmp(front->shadowed.items[i].name, path + strlen(HEADERS_FOLDER "/"));
}

/* A name that this text defines, and a condition asks for; NULL: there is none. */
static const char *asked_of(const struct front *front, const char *code) {
    struct source_types types = source_types_find(front->scratch, code);
    for (size_t i = 0; i < front->asked_names.count; i++)
        if (name_set_has(&types.defines, front->asked_names.items[i])) return front->asked_names.items[i];
    return NULL;
}

static void doubt(struct front *front, const struct shadowed *header) {
    struct text text = {0};
    if (!file_read(header->path, &text)) return;
    const char *name = asked_of(front, code_only(front->scratch, text_chars(&text), true));
    bool is_kernels = kernel_headers_has(text_chars(&text), text.length);
    text_free(&text);
    if (name)
        front_doubt(front, "%s, in whose place rtcheck's own header is read, defines `%s`, for which a condition asks",
                    header->path, name);
    if (!is_kernels)
        front_assume_once(front, arena_printf(front->arena,
                                              "`%s`, in whose place rtcheck's own header is read, has nothing else "
                                              "that matters",
                                              header->path));
}

void shadowed_doubt(struct front *front) {
    for (size_t i = 0; i < front->shadowed.count; i++)
        if (front->shadowed.items[i].is_met && !front->shadowed.items[i].is_added)
            doubt(front, &front->shadowed.items[i]);
}
