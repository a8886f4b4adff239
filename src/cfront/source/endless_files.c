#include "cfront/source/endless_files.h"

#include "base/file.h"
#include "base/word.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

/* What the folder says of it, if it does, costs nothing. */
static bool may_be_endless(const struct dirent *entry) { return entry->d_type != DT_REG && entry->d_type != DT_DIR; }

static void hide_in(struct front *front, memory_files *list, const char *folder) {
    DIR *directory = opendir(*folder ? folder : ".");
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        struct stat status;
        const char *path = arena_printf(front->scratch, "%s%s", folder, entry->d_name);
        if (!may_be_endless(entry) || stat(path, &status) || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
            continue;
        static const char text[] = "#error this is no plain file\n";
        memory_files_add(list, path, text, sizeof text - 1);
    }
    if (directory) closedir(directory);
}

/* Once: many sources lie in one folder. */
static void add_folder(name_list *folders, const char *folder) {
    if (!is_in_list(folder, folders->items, folders->count)) vec_push(folders, folder);
}

void endless_files_hide(struct front *front, memory_files *list, const char *const *sources, size_t count) {
    name_list folders = {0};
    for (size_t i = 0; i < count; i++)
        add_folder(&folders, arena_text_n(front->scratch, sources[i], file_folder_length(sources[i])));
    for (size_t i = 0; i < front->options->argument_count; i++) {
        const char *argument = front->options->arguments[i];
        if (begins_with(argument, "-I") && argument[2])
            add_folder(&folders, arena_printf(front->scratch, "%s/", argument + 2));
    }
    for (size_t i = 0; i < folders.count; i++) hide_in(front, list, folders.items[i]);
    vec_free(&folders);
}
