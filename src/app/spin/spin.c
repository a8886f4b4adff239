/* Every program runs in the model's folder. */
#include "app/spin/spin.h"

#include "app/spin/spin_trail.h"
#include "app/watch/observer.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *spin_write(const struct app_export *model, const char *folder, struct arena *arena) {
    const struct {
        const char *name, *text;
    } files[] = {{"app.pml", text_chars(&model->model)},
                 {"os_model.pml", app_os_model_text},
                 {"osek.pml", app_osek_kernel_text}};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return arena_printf(arena, "cannot make the folder '%s': %s", folder, strerror(errno));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = arena_printf(arena, "%s/%s", folder, files[i].name);
        if (!file_write(path, files[i].text, strlen(files[i].text)))
            return arena_printf(arena, "cannot write '%s': %s", path, strerror(errno));
    }
    return NULL;
}

enum { NO_SUCH_PROGRAM = 127, LONG_RUN = 100000 };
static const char TOO_SHORT[] = "max search depth too small"; /* the run was not followed to its end */
static const char NO_SPIN[] = "Spin is not installed (there is no program 'spin')";

/* "     1234 states, stored": the number before the words. */
static uint64_t number_before(const char *text, const char *words) {
    const char *at = strstr(text, words);
    if (!at) return 0;
    while (at > text && at[-1] == ' ') at--;
    while (at > text && strchr("0123456789.e+", at[-1])) at--;
    return (uint64_t)strtod(at, NULL);
}

static uint64_t number_after(const char *text, const char *words) {
    const char *at = strstr(text, words);
    return at ? (uint64_t)strtod(at + strlen(words), NULL) : 0;
}

static void read_figures(const char *said, struct spin_result *result) {
    result->states = number_before(said, " states, stored");
    result->transitions = number_before(said, " transitions (=");
    result->depth = number_after(said, "depth reached ");
    const char *total = strstr(said, "total actual memory usage");
    while (total && total > said && total[-1] != '\n') total--;
    if (total) result->memory_bytes = (uint64_t)(strtod(total, NULL) * 1048576.0);
}

static const char *limit_of(const char *said, int status) {
    if (status == PROCESS_LATE) return "time limit";
    if (status == PROCESS_STOPPED) return "interrupted";
    if (strstr(said, TOO_SHORT)) return "depth limit";
    if (strstr(said, "reached -DMEMLIM") || strstr(said, "out of memory")) return "memory limit";
    return strstr(said, "Search not completed") ? "interrupted" : NULL;
}

/* CC, as for make: another compiler, if the usual one is too slow or missing. */
static const char *compiler(void) {
    const char *named = getenv("CC");
    return named && *named ? named : "cc";
}

static const char *build(const char *folder, bool safety, const struct spin_limits *limits, struct arena *arena,
                         struct text *said) {
    /* -o2: a variable that nobody reads stays in the state; outside it its name might be one of the verifier's. */
    const char *const translate[] = {"spin", "-a", "-o2", safety ? "-DSAFETY" : "-DLIVENESS", "app.pml", NULL};
    struct process_limits stop = {.interrupted = limits->interrupted};
    int status = process_run(folder, translate, &stop, said);
    if (status == PROCESS_STOPPED || status == PROCESS_LATE) return NULL; /* so will be what comes next */
    if (status == PROCESS_FAILED || status == NO_SUCH_PROGRAM) return NO_SPIN;
    if (status != 0 || access(arena_printf(arena, "%s/pan.c", folder), R_OK) != 0)
        return arena_printf(arena, "Spin refuses the model: %s", text_chars(said));
    unsigned long megabytes = limits->memory ? (unsigned long)(limits->memory >> 20) : 0;
    const char *memory = arena_printf(arena, megabytes ? "-DMEMLIM=%lu" : "-DNOFAIR", megabytes);
    const char *const compile[] = {compiler(),  "-O2", "-w",  "-fwrapv", "-DVECTORSZ=65536",
                                   memory,      "-o",  "pan", "pan.c",   safety ? "-DSAFETY" : NULL,
                                   "-DNOCLAIM", NULL};
    status = process_run(folder, compile, &stop, said);
    if (status == PROCESS_STOPPED || status == PROCESS_LATE) return NULL; /* so will be what comes next */
    if (status == PROCESS_FAILED || status == NO_SUCH_PROGRAM)
        return arena_printf(arena, "there is no C compiler (%s) for Spin's verifier", compiler());
    return status == 0 ? NULL : arena_printf(arena, "Spin's verifier does not compile: %s", text_chars(said));
}

/* Memory for a run of a million steps takes longer to be had than most searches. */
enum { SHORT_RUN = 20000, LONGEST_RUN = 1000000 };

/* With -b a run that is longer ends the search. */
static int search(const char *folder, size_t property, bool end_states, uint64_t depth, bool longer_ends,
                  const struct process_limits *stops, struct arena *arena, struct text *said) {
    const char *longest = arena_printf(arena, "-m%llu", (unsigned long long)depth);
    const char *formula = arena_printf(arena, "formula%zu", property + 1);
    /* Most models are small, and a table for 16 million states takes longer than they do: this one grows. */
    const char *arguments[10] = {"./pan", longest, "-w18"};
    size_t count = 3;
    if (property != SPIN_SAFETY) {
        arguments[count++] = "-a";
        arguments[count++] = "-N";
        arguments[count++] = formula;
    }
    if (property != SPIN_SAFETY || !end_states) arguments[count++] = "-E";
    if (longer_ends) arguments[count++] = "-b";
    return process_run(folder, arguments, stops, said);
}

/* Searches, and fills in the figures. What the verifier says stays in `said`; NULL, or why that is no answer. */
static const char *verify(const struct watch *watch, const char *folder, size_t property,
                          const struct spin_limits *limits, struct arena *arena, struct text *said,
                          struct spin_result *result) {
    bool end_states = watch->subject->enabled[APP_CHECK_DEADLOCK];
    struct process_limits stops = {limits->seconds, limits->interrupted};
    double began = clock_seconds();
    int status = 0;
    if (!limits->depth) status = search(folder, property, end_states, SHORT_RUN, true, &stops, arena, said);
    if (limits->depth || strstr(text_chars(said), TOO_SHORT)) {
        double left = limits->seconds - (clock_seconds() - began);
        if (limits->seconds > 0) stops.seconds = left > 0.001 ? left : 0.001;
        status = search(folder, property, end_states, limits->depth ? limits->depth : LONGEST_RUN, false, &stops, arena,
                        said);
    }
    result->seconds = clock_seconds() - began;
    const char *words = text_chars(said);
    read_figures(words, result);
    result->violated = strstr(words, "pan:1: ") != NULL;
    result->limit = result->violated ? NULL : limit_of(words, status);
    result->complete = !result->violated && !result->limit;
    if (result->complete && !strstr(words, "errors: 0"))
        return arena_printf(arena, "Spin's verifier broke off: %s", words);
    return NULL;
}

static void replay(const struct watch *watch, const struct app_export *model, const char *folder, size_t property,
                   struct arena *arena, struct text *said, struct spin_result *result) {
    /* With every step and variable; of a run that is too long for anybody, only what the model itself tells. */
    bool safety = property == SPIN_SAFETY, is_long = result->depth > LONG_RUN;
    const char *search = safety ? "-DSAFETY" : "-DLIVENESS";
    const char *const arguments[] = {"spin", "-t", "-T", search, "-p", "-g", "-l", "app.pml", NULL};
    const char *const fewer[] = {"spin", "-t", "-T", search, "app.pml", NULL};
    bool stuck = strstr(text_chars(said), "pan:1: invalid end state") != NULL;
    process_run(folder, is_long ? fewer : arguments, &(struct process_limits){.seconds = 60}, said);
    result->violated = safety;
    spin_trail(watch->subject, model, text_chars(said), stuck, arena, result);
    result->violated = true;
    if (!safety)
        result->kind = result->message =
            ltl_observer_is_safety(&watch->properties[property].observer) ? "claim" : "acceptance cycle";
}

const char *spin_run(const struct watch *watch, const struct app_export *model, const char *folder, size_t property,
                     const struct spin_limits *limits, struct arena *arena, struct spin_result *result) {
    struct text said = {0};
    *result = (struct spin_result){0};
    const char *problem = build(folder, property == SPIN_SAFETY, limits, arena, &said);
    if (!problem) problem = verify(watch, folder, property, limits, arena, &said, result);
    if (!problem && result->violated) replay(watch, model, folder, property, arena, &said, result);
    text_free(&said);
    return problem;
}

const char *spin_simulate(const struct watch *watch, const struct app_export *model, const char *folder,
                          const struct spin_limits *limits, struct arena *arena, struct spin_result *result) {
    struct text said = {0};
    const char *steps = arena_printf(arena, "-u%llu", (unsigned long long)(limits->depth ? limits->depth : 1000000));
    const char *const simulate[] = {"spin", "-T", "-n1", steps, "app.pml", NULL};
    *result = (struct spin_result){0};
    struct process_limits ends = {limits->seconds, limits->interrupted};
    int status = process_run(folder, simulate, &ends, &said);
    const char *words = text_chars(&said), *problem = NULL;
    if (status == PROCESS_FAILED || status == NO_SUCH_PROGRAM)
        problem = NO_SPIN;
    else if (strstr(words, "syntax error"))
        problem = arena_printf(arena, "Spin refuses the model: %s", words);
    else if (status == PROCESS_LATE || status == PROCESS_STOPPED ||
             (strstr(words, "depth-limit") && !strstr(words, "@stop\n")))
        problem = "the run does not end";
    result->violated = strstr(words, "assertion violated") != NULL || strstr(words, "indexing") != NULL;
    if (!problem) spin_trail(watch->subject, model, words, false, arena, result);
    text_free(&said);
    return problem;
}
