#include "cli/common/application.h"

#include <stdlib.h>

/* Commands of a build may change the folder: then what is ours is found by its whole path. */
static const char *include_path(struct arena *arena, const struct command_app_options *command, size_t i) {
    const char *given = command->includes.list.items[i];
    char *whole = command->compile_commands ? realpath(given, NULL) : NULL;
    const char *path = whole ? arena_text(arena, whole) : given;
    free(whole);
    return path;
}

void command_app_arguments(const struct command_app_options *command, struct arena *arena, struct text_list *list) {
    for (size_t i = 0; i < command->includes.list.count; i++)
        vec_push(&list->list, arena_printf(arena, "-I%s", include_path(arena, command, i)));
    for (size_t i = 0; i < command->defines.list.count; i++)
        vec_push(&list->list, arena_printf(arena, "-D%s", command->defines.list.items[i]));
    if (command->target) {
        vec_push(&list->list, "-target");
        vec_push(&list->list, command->target);
    }
    for (size_t i = 0; i < command->compiler_options.list.count; i++)
        vec_push(&list->list, command->compiler_options.list.items[i]);
}
