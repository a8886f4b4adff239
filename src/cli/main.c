#include "cli/command.h"

#include <locale.h>
#include <signal.h>
#include <string.h>

static int dispatch(int argc, char **argv) {
    if (argc < 2) return command_help(0, NULL);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) return command_version(0, NULL);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return command_help(argc - 2, argv + 2);
    const struct command *command = command_find(argv[1]);
    if (command) return command->run(argc - 2, argv + 2);
    if (argv[1][0] == '-')
        fprintf(stderr, "rtcheck: options come after the command: rtcheck COMMAND %s\n", argv[1]);
    else
        command_say_unknown(argv[1]);
    return STATUS_BAD_INPUT;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_DFL);
    int status = dispatch(argc, argv);
    /* An answer that did not arrive is no answer: a full disk must not look like success. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("rtcheck: standard output");
        return STATUS_BAD_INPUT;
    }
    return status;
}
