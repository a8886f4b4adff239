/* What was found, as a command line to be edited. */
#include "app/subject/options.h"
#include "base/word.h"
#include "cli/common/command.h"
#include "cli/project/project.h"

#include <string.h>

/* How many bytes there must not be written as they are, in a line for a terminal; 0: this character can. */
static size_t odd_bytes(const char *at) {
    size_t length = text_utf8_length(at);
    if (!length) return 1;
    return *at == '\n' || *at == '\t' || text_is_control(at, length) ? length : 0;
}

static bool is_odd(const char *word) {
    for (; *word; word += text_utf8_length(word))
        if (odd_bytes(word)) return true;
    return false;
}

/* $'...': what cannot be written is written as \xNN. */
static void tell_odd_word(struct text *line, const char *word) {
    text_add(line, " $'");
    while (*word) {
        size_t odd = odd_bytes(word);
        for (size_t i = 0; i < odd; i++) text_printf(line, "\\x%02x", (unsigned char)word[i]);
        if (!odd && strchr("'\\", *word)) text_add_char(line, '\\');
        if (!odd) text_add_char(line, *word);
        word += odd ? odd : 1;
        while (!odd && ((unsigned char)*word & 0xc0) == 0x80) text_add_char(line, *word++); /* the rest of it */
    }
    text_add_char(line, '\'');
}

/* As a shell reads it. */
static void tell_word(struct text *line, const char *word) {
    bool plain =
        strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == strlen(word);
    if (is_odd(word)) {
        tell_odd_word(line, word);
        return;
    }
    text_add(line, plain ? " " : " '");
    for (; *word; word++)
        if (*word == '\'')
            text_add(line, "'\\''");
        else
            text_add_char(line, *word);
    if (!plain) text_add_char(line, '\'');
}

/* Told with what was found. */
static bool is_told_below(const struct command_app_options *command, const struct option *option) {
    static const char *const names[] = {"target", "clang",           "header",           "profile",
                                        "time",   "without-headers", "compile-commands", NULL};
    if (option->letter == 'D' || option->letter == 'I' || is_one_of(option->name, names)) return true;
    return command->engine == ENGINE_AUTO && !strcmp(option->name, "engine");
}

static void tell_given(struct text *line, const struct command_app_options *command) {
    const struct option_table *table = command->table;
    for (size_t i = 0; i < table->given.count; i++) {
        const struct option_given *given = &table->given.items[i];
        if (is_told_below(command, given->option)) continue;
        tell_word(line, given->word);
        if (given->value) tell_word(line, given->value);
    }
}

void project_tell(const struct command_app_options *command) {
    struct text line = {0};
    text_add(&line, "rtcheck app");
    tell_given(&line, command);
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
