#include "cli/common/command.h"

#include "base/file.h"
#include "base/limits.h"
#include "cli/common/ending.h"
#include "report/result.h"

#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int command_complain(const char *command, const char *format, ...) {
    va_list arguments;
    struct text words = {0}, visible = {0};
    va_start(arguments, format);
    text_vprintf(&words, format, arguments);
    va_end(arguments);
    text_add_visible(&visible, text_chars(&words), words.length, false);
    fprintf(stderr, "rtcheck %s: %s\n", command, text_chars(&visible));
    text_free(&words);
    text_free(&visible);
    return STATUS_BAD_INPUT;
}

void command_note(const struct text *words) {
    struct text visible = {0};
    text_add_visible(&visible, text_chars(words), words->length, *style_for(stderr)->end);
    fputs(text_chars(&visible), stderr);
    text_free(&visible);
}

int command_parse(struct option_table *table, const char *usage, const char *about, int argc, char **argv,
                  int operand_count, struct text_list *operands) {
    struct text error = {0};
    int status = STATUS_GO_ON;
    switch (options_parse(table, argc, argv, operands, &error)) {
    case OPTIONS_HELP:
        printf("usage: rtcheck %s %s\n\n%s\n", table->command, usage, about);
        options_print(table, stdout);
        status = STATUS_HOLDS;
        break;
    case OPTIONS_BAD: status = command_complain(table->command, "%s", text_chars(&error)); break;
    case OPTIONS_GOOD:
        if (operand_count >= 0 && operands->list.count < (size_t)operand_count)
            status = command_complain(table->command, "a file is missing; usage: rtcheck %s %s", table->command, usage);
        else if (operand_count >= 0 && operands->list.count > (size_t)operand_count)
            status = command_complain(table->command, "unexpected argument '%s'; usage: rtcheck %s %s",
                                      operands->list.items[operand_count], table->command, usage);
    }
    if (status == STATUS_GO_ON) ending_prepare(table, operands);
    text_free(&error);
    return status;
}

int command_status(enum verdict verdict) {
    return verdict == VERDICT_HOLDS      ? STATUS_HOLDS
           : verdict == VERDICT_VIOLATED ? STATUS_VIOLATED
                                         : STATUS_INCONCLUSIVE;
}

void command_show(const struct text *text) {
    struct text visible = {0};
    if (text->length) limits_streaming();
    text_add_visible(&visible, text_chars(text), text->length, *style_for(stdout)->end);
    fwrite(text_chars(&visible), 1, visible.length, stdout);
    text_free(&visible);
}

void command_print(struct text *answer) {
    limits_answering();
    command_show(answer);
    text_free(answer);
}

int command_refuse(const char *command, const char *path, const struct diagnostics *diagnostics, bool json) {
    struct text out = {0};
    diag_print(diagnostics, stderr);
    if (json) result_json_error(&out, command, path, diagnostics);
    command_print(&out);
    return STATUS_BAD_INPUT;
}

bool command_can_write(const char *command, const char *path) {
    struct stat status;
    if (!path) return true;
    bool exists = stat(path, &status) == 0;
    int reason = 0;
    if (!*path) {
        reason = ENOENT;
    } else if (exists && S_ISDIR(status.st_mode)) {
        reason = EISDIR;
    } else if (exists && !S_ISREG(status.st_mode)) {
        if (access(path, W_OK) != 0) reason = errno;
    } else { /* it will be renamed into its directory */
        char *copy = strdup(path);
        if (access(dirname(copy), W_OK) != 0) reason = errno;
        free(copy);
    }
    if (reason) command_complain(command, "cannot write '%s': %s", path, strerror(reason));
    return reason == 0;
}

bool command_write(const char *command, const char *path, const struct text *text) {
    if (file_write(path, text_chars(text), text->length)) return true;
    command_complain(command, "cannot write '%s': %s", path, strerror(errno));
    return false;
}
