#include "cfront/source/compiler_call.h"

#include "cfront/library/headers.h"

#include <string.h>

void memory_files_add(memory_files *files, const char *path, const char *text, size_t length) {
    size_t at = 0;
    while (at < files->count && strcmp(files->items[at].Filename, path) != 0) at++;
    if (at == files->count) vec_push(files, (struct CXUnsavedFile){path, NULL, 0});
    files->items[at].Contents = text;
    files->items[at].Length = length;
}

void translation_add_folder(struct translation *translation, const char *option) {
    for (size_t i = 0; i < translation->arguments.count; i++)
        if (!strcmp(translation->arguments.items[i], option)) return;
    vec_push(&translation->arguments, option);
}

void translation_include(struct translation *translation, const char *header) {
    vec_push(&translation->arguments, "-include");
    vec_push(&translation->arguments, header);
}

enum CXErrorCode translation_parse(struct front *front, const struct translation *translation, CXTranslationUnit *tu) {
    return front->clang.parseTranslationUnit2(front->index, translation->source, translation->arguments.items,
                                              (int)translation->arguments.count, translation->files->items,
                                              (unsigned)translation->files->count, translation->flags, tu);
}

void translation_add_header(struct front *front, memory_files *list, const char *name, const char *text) {
    memory_files_add(list, arena_printf(front->scratch, "%s/%s", HEADERS_FOLDER, name), text, strlen(text));
}
