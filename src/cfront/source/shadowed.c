#include "cfront/source/shadowed.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/kernel_headers.h"
#include "cfront/source/own_header.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/name_set.h"

#include <string.h>

/* ---- which there are ---- */

static void note(struct front *front, const char *folder, const char *name, bool is_kernels) {
    const char *path = arena_printf(front->scratch, "%s/%s", folder, name);
    if (file_is_plain(path))
        vec_push(&front->shadowed, ((struct shadowed){folder, path, name, is_kernels, false, false}));
}

void shadowed_note_beside(struct front *front, const char *path, const char *name) {
    if (file_is_plain(path)) vec_push(&front->shadowed, ((struct shadowed){"", path, name, false, false, false}));
}

static void look_into(struct front *front, const char *folder) {
    if (is_in_list(folder, front->shadow_folders.items, front->shadow_folders.count)) return;
    vec_push(&front->shadow_folders, folder);
    for (const struct header *header = headers_fixed; header->name; header++)
        note(front, folder, header->name, !strcmp(header->name, "os.h"));
    for (const struct header *header = headers_library_files; header->name; header++)
        note(front, folder, header->name, false);
    for (const char *const *name = headers_aliases; *name; name++) note(front, folder, *name, true);
    for (size_t i = 0; i < front->options->header_alias_count; i++)
        note(front, folder, front->options->header_aliases[i], false);
}

/* Where the compiler works: the last one says it. */
static const char *working_folder(const struct translation *translation) {
    for (size_t i = translation->arguments.count; i--;)
        if (i && !strcmp(translation->arguments.items[i - 1], "-working-directory"))
            return translation->arguments.items[i];
    return NULL;
}

void shadowed_note_hidden(struct front *front, const struct translation *translation, const char *path) {
    const char *from = *path == '/' ? NULL : working_folder(translation);
    if (from) path = arena_printf(front->scratch, "%s/%s", from, path);
    vec_push(&front->shadowed, ((struct shadowed){"", path, file_name(path), false, false, true}));
}

/* `-Ifolder`, `-I folder`, `-isystem folder`; NULL: the argument is something else, or the folder is ours, or the
 * compiler's. */
static const char *folder_at(struct front *front, const struct translation *translation, size_t index) {
    static const char *const options[] = {"-isystem", "-iquote", "-idirafter", "-I"};
    const char *argument = translation->arguments.items[index], *folder = NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options && !folder; i++)
        if (begins_with(argument, options[i])) folder = argument + strlen(options[i]);
    if (folder && !*folder)
        folder = index + 1 < translation->arguments.count ? translation->arguments.items[index + 1] : NULL;
    const char *compilers = front->clang.resources;
    if (!folder || begins_with(folder, HEADERS_FOLDER) || (compilers && begins_with(folder, compilers))) return NULL;
    const char *from = *folder == '/' ? NULL : working_folder(translation);
    return from ? arena_printf(front->scratch, "%s/%s", from, folder) : folder;
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
        const char *folder = folder_at(front, translation, i);
        if (!folder) continue;
        look_into(front, folder);
        read_folder(front, translation, folder);
    }
}

/* ---- what they have ---- */

void shadowed_note_ours(struct front *front, const char *path) {
    const char *name = begins_with(path, HEADERS_FOLDER "/") ? path + strlen(HEADERS_FOLDER "/") : NULL;
    for (size_t i = 0; i < front->shadowed.count; i++) {
        struct shadowed *header = &front->shadowed.items[i];
        header->is_met |= name ? !strcmp(header->name, name) : !*header->folder && !strcmp(header->path, path);
    }
}

/* The text of a kernel's header, which ours stands for; ERIKA's says nothing of tasks itself. */
static bool is_kernels(const struct shadowed *header, const char *code) {
    bool is_erikas = !strcmp(header->name, HEADERS_ERIKA) && (strstr(code, "EE_") || strstr(code, "ee_"));
    return is_erikas || kernel_headers_has(code, strlen(code));
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* `#ifndef NAME` at the beginning, so that nobody reads the file twice; NULL: there is none. */
static const char *guard_of(const char *code) { return directive_behind(code + strspn(code, " \t\r\n"), "ifndef"); }

/* Names that the preprocessor gets to know, or to forget. */
static void add_directives(struct front *front, const char *code, const char *guard, name_list *names) {
    for (const char *line = code; *line; line = next_line(line)) {
        const char *name = directive_behind(line, "define");
        if (!name) name = directive_behind(line, "undef");
        if (!name ||
            (guard && spells(name, word_length(name), arena_text_n(front->scratch, guard, word_length(guard)))))
            continue;
        vec_push(names, arena_text_n(front->scratch, name, word_length(name)));
    }
}

static const char *code_at(struct front *front, const char *path) {
    struct text text = {0};
    const char *code = file_read_plain(path, &text) ? code_only(front->scratch, text_chars(&text), false) : "";
    text_free(&text);
    return code;
}

/* What a header includes may lie beside it, or in one of the folders; NULL: it does not. */
static const char *find_included(struct front *front, const char *from, const char *name) {
    size_t length = file_folder_length(from);
    const char *path = length ? arena_printf(front->scratch, "%.*s%s", (int)length, from, name) : name;
    if (file_is_plain(path)) return path;
    for (size_t i = 0; i < front->shadow_folders.count; i++) {
        path = arena_printf(front->scratch, "%s/%s", front->shadow_folders.items[i], name);
        if (file_is_plain(path)) return path;
    }
    return NULL;
}

/* The files that this one includes, as far as they are there, are added to the list. */
static void add_included(struct front *front, const char *from, const char *code, name_list *files) {
    for (const char *line = code; *line; line = next_line(line)) {
        const char *name = directive_behind(line, "include");
        if (!name || (*name != '"' && *name != '<')) continue;
        const char *path =
            find_included(front, from, arena_text_n(front->scratch, name + 1, strcspn(name + 1, "\">\n")));
        if (path && !is_in_list(path, files->items, files->count)) vec_push(files, path);
    }
}

/* What this header defines, and those that it includes. */
static struct name_set defined_by(struct front *front, const struct shadowed *header, const char *code) {
    name_list files = {0}, names = {0};
    vec_push(&files, header->path);
    for (size_t i = 0; i < files.count; i++) {
        const char *text = i ? code_at(front, files.items[i]) : code;
        add_directives(front, text, i ? guard_of(text) : NULL, &names);
        if (!is_kernels(header, text)) add_included(front, files.items[i], text, &files);
    }
    struct name_set defined = name_set_of(front->scratch, names.items, names.count);
    vec_free(&files);
    vec_free(&names);
    return defined;
}

/* A name that a condition asks for, that they define and ours do not; NULL: there is none. */
static const char *asked_of(struct front *front, const struct name_set *defined, const name_list *asked) {
    for (size_t i = 0; i < asked->count; i++)
        if (name_set_has(defined, asked->items[i]) &&
            !is_in_list(asked->items[i], front->our_names.items, front->our_names.count))
            return asked->items[i];
    return NULL;
}

static void doubt(struct front *front, const struct shadowed *header) {
    const char *code = code_at(front, header->path);
    struct name_set defined = defined_by(front, header, code);
    const char *name = asked_of(front, &defined, &front->asked_names);
    if (!name) name = asked_of(front, &defined, &front->compared_names);
    if (name)
        front_doubt(front, "%s, in whose place rtcheck's own header is read, defines `%s`, for which a condition asks",
                    header->path, name);
    if (!is_kernels(header, code))
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
