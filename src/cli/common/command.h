/* What commands share: exit statuses, usage errors, output files. */
#ifndef CLI_COMMON_COMMAND_H
#define CLI_COMMON_COMMAND_H

#include "base/diag.h"
#include "cli/common/options.h"
#include "search/search.h"

#include <stdbool.h>

enum exit_status {
    STATUS_HOLDS = 0,
    STATUS_VIOLATED = 1,
    STATUS_BAD_INPUT = 2,
    STATUS_INCONCLUSIVE = 3,
    STATUS_INTERNAL = 4,
    STATUS_GO_ON = -1 /* (inside commands) nothing is decided yet */
};

/* Parses, answers --help and complains: STATUS_GO_ON, or the exit status to leave with. `usage` is the part of the
 * usage line after the command's name; `about` a paragraph below it. Unless `operand_count` is negative there must be
 * so many operands. From then on the limits of the run hold (cli/common/ending.h). */
int command_parse(struct option_table *table, const char *usage, const char *about, int argc, char **argv,
                  int operand_count, struct text_list *operands);
/* `rtcheck COMMAND: message` on stderr; returns STATUS_BAD_INPUT. */
int command_complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The exit status that says it. */
int command_status(enum verdict verdict);
/* The same for words of several lines, which are printed as they are otherwise. */
void command_note(const struct text *words);
/* Prints a part of an answer; a model's control characters are shown, not obeyed (text_add_visible()). */
void command_show(const struct text *text);
/* Prints an answer, and releases it. */
void command_print(struct text *answer);
/* Diagnostics on stderr and, with `json`, as an object on standard output; returns STATUS_BAD_INPUT. */
int command_refuse(const char *command, const char *path, const struct diagnostics *diagnostics, bool json);

/* Before long work: could this file be written? Complains if not. NULL is fine. */
bool command_can_write(const char *command, const char *path);
/* Writes it whole or not at all; complains if it cannot. */
bool command_write(const char *command, const char *path, const struct text *text);

#endif
