#include "cli/command.h"
#include "report/version.h"

#include <string.h>

int command_version(int argc, char **argv) {
    (void)argc, (void)argv;
    printf("rtcheck %s\n", RTCHECK_VERSION);
    return STATUS_HOLDS;
}

static void print_overview(FILE *out) {
    fputs("rtcheck checks models of real-time software: it looks at every run, not at some.\n\n"
          "usage: rtcheck COMMAND [OPTIONS] FILES\n\n",
          out);
    command_list(out);
    fputs("\nStart with 'rtcheck model FILE.pml'; 'rtcheck help COMMAND' explains the rest.\n"
          "Exit status: 0 holds, 1 violated, 2 bad usage or input, 3 inconclusive, 4 internal error.\n",
          out);
}

int command_help(int argc, char **argv) {
    if (argc == 0 || argv[0][0] == '-') {
        print_overview(stdout);
        return STATUS_HOLDS;
    }
    const struct command *command = command_find(argv[0]);
    if (!command) {
        command_say_unknown(argv[0]);
        return STATUS_BAD_INPUT;
    }
    char help[] = "--help";
    char *arguments[] = {help, NULL};
    return command->run == command_help ? command_help(0, NULL) : command->run(1, arguments);
}
