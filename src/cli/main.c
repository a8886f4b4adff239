/* The program: which commands there are, and what to do without one. */
#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/host.h"
#include "report/version.h"

#include <locale.h>
#include <signal.h>
#include <string.h>

struct command {
    const char *name;
    const char *summary; /* one line */
    int (*run)(int argc, char **argv);
};

static int print_version(int argc, char **argv);
static int help(int argc, char **argv);

static const struct command commands[] = {
    {"app", "check an OSEK application, C and OIL, on an OSEK kernel: every run that the scheduler allows",
     command_app},
    {"model", "check a Promela model: every run of it, or a counterexample", command_model},
    {"simulate", "run a Promela model step by step: at random, by hand, or along a trace", command_simulate},
    {"graph", "draw a model's processes, or its reachable states", command_graph},
    {"env", "check a design in every environment of a class model, and say which structure breaks it", command_env},
    {"conform", "check that a design, in Promela or C, simulates its Event-B specification", command_conform},
    {"oil", "check an OSEK configuration (OIL), and print it with its ceilings and masks", command_oil},
    {"eventb", "explore an Event-B machine within bounds: invariants, deadlock, LTL, its transition system",
     command_eventb},
    {"guide", "check a Promela model under a guide: only the scenarios that it allows", command_guide},
    {"xgdl", "say what a guide allows: its size, its words, a picture, and how it differs from another", command_xgdl},
    {"timing", "check the timing of an AMALTHEA model: deadlines, response times, load", command_timing},
    {"doctor", "say which optional tools are installed, and what each is for", command_doctor},
    {"version", "print the version", print_version},
    {"help", "explain a command: rtcheck help COMMAND", help},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct command *find_command(const char *name) {
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static int say_unknown(const char *name) {
    const char *names[COMMAND_COUNT];
    for (unsigned i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].name;
    const char *nearest = options_nearest(name, names, COMMAND_COUNT);
    fprintf(stderr, "rtcheck: unknown command '%s'", name);
    if (nearest)
        fprintf(stderr, "; did you mean '%s'?\n", nearest);
    else
        fprintf(stderr, "; 'rtcheck help' lists all commands\n");
    return STATUS_BAD_INPUT;
}

static int print_version(int argc, char **argv) {
    (void)argc, (void)argv;
    printf("rtcheck %s\n", RTCHECK_VERSION);
    return STATUS_HOLDS;
}

static int print_overview(void) {
    fputs("rtcheck checks models of real-time software: it looks at every run, not at some.\n\n"
          "usage: rtcheck COMMAND [OPTIONS] FILES\n\n",
          stdout);
    for (unsigned i = 0; i < COMMAND_COUNT; i++) printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nStart with 'rtcheck model FILE.pml'; 'rtcheck help COMMAND' explains the rest.\n"
          "Exit status: 0 holds, 1 violated, 2 bad usage or input, 3 inconclusive, 4 internal error.\n",
          stdout);
    return STATUS_HOLDS;
}

static int help(int argc, char **argv) {
    if (argc == 0 || argv[0][0] == '-') return print_overview();
    const struct command *command = find_command(argv[0]);
    if (!command) return say_unknown(argv[0]);
    char option[] = "--help";
    char *arguments[] = {option, NULL};
    return command->run == help ? print_overview() : command->run(1, arguments);
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) return print_overview();
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) return print_version(0, NULL);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return help(argc - 2, argv + 2);
    const struct command *command = find_command(argv[1]);
    if (command) return command->run(argc - 2, argv + 2);
    if (argv[1][0] != '-') return say_unknown(argv[1]);
    fprintf(stderr, "rtcheck: options come after the command: rtcheck COMMAND %s\n", argv[1]);
    return STATUS_BAD_INPUT;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails, and is told as such */
    if (!host_ensure_stack(argv)) {
        fprintf(stderr, "rtcheck: the stack is too small: at least %d KiB are needed (ulimit -s)\n", HOST_STACK / 1024);
        return STATUS_BAD_INPUT;
    }
    int status = dispatch(argc, argv);
    limits_done();
    /* An answer that did not arrive is no answer: a full disk must not look like success. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("rtcheck: standard output");
        return STATUS_BAD_INPUT;
    }
    return status;
}
