/* What was found, as a command line to be edited. */
#include "cli/command.h"
#include "cli/project.h"

#include <string.h>

/* As a shell reads it. */
static void tell_word(struct text *line, const char *word) {
    bool plain =
        strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == strlen(word);
    text_add(line, plain ? " " : " '");
    for (; *word; word++)
        if (*word == '\'')
            text_add(line, "'\\''");
        else
            text_add_char(line, *word);
    if (!plain) text_add_char(line, '\'');
}

void project_tell(const struct command_app_options *command) {
    struct text line = {0};
    text_add(&line, "rtcheck app");
    if (command->target) {
        text_add(&line, " --target");
        tell_word(&line, command->target);
    }
    for (size_t i = 0; i < command->compiler_options.list.count; i++) {
        text_add(&line, " --clang");
        tell_word(&line, command->compiler_options.list.items[i]);
    }
    for (size_t i = 0; i < command->defines.list.count; i++) {
        text_add(&line, " -D");
        tell_word(&line, command->defines.list.items[i]);
    }
    for (size_t i = 0; i < command->headers.list.count; i++) {
        text_add(&line, " --header");
        tell_word(&line, command->headers.list.items[i]);
    }
    if (command->profile >= 0) text_printf(&line, " --profile %s", app_profile_name((size_t)command->profile));
    if (command->engine == ENGINE_AUTO) text_add(&line, " --engine auto");
    if (command->how.time > 0) text_printf(&line, " --time %gs", command->how.time);
    text_add(&line, " --without-headers");
    for (size_t i = 0; i < command->includes.list.count; i++) {
        text_add(&line, " -I");
        tell_word(&line, command->includes.list.items[i]);
    }
    if (command->compile_commands) {
        text_add(&line, " --compile-commands");
        tell_word(&line, command->compile_commands);
    }
    for (size_t i = 0; i < command->configurations.list.count; i++)
        tell_word(&line, command->configurations.list.items[i]);
    for (size_t i = 0; i < command->sources.list.count; i++) tell_word(&line, command->sources.list.items[i]);
    text_add_char(&line, '\n');
    command_note(&line);
    text_free(&line);
}
