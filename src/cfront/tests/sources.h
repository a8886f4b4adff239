/* For tests: programs from texts. */
#ifndef CFRONT_TESTS_SOURCES_H
#define CFRONT_TESTS_SOURCES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/file.h"
#include "cfront/cfront.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 4 };

/* What is loaded, and what came of it. */
struct sources {
    const char *texts[MOST_FILES]; /* C, up to a NULL */
    const char *stubs;             /* NULL: none */
    const char *commands;          /* a compile_commands.json, with FOLDER for where the sources are; NULL: none */
    const char *arguments[4];      /* for the compiler, up to a NULL */
    const char *const *tasks;      /* up to a NULL */
    const char *const *isrs;
    bool error_hook;
    bool without_headers;
    const char *callback; /* of an alarm `alarm` */
};

struct outcome {
    struct c_program *program;
    struct text printed;  /* the program; file names without their folder */
    struct text messages; /* diagnostics */
};

static uint32_t count_names(const char *const *names) {
    uint32_t count = 0;
    while (names && names[count]) count++;
    return count;
}

static struct osek_config *make_config(const struct sources *sources, struct arena *arena) {
    struct osek_config *config = arena_new_object(arena, struct osek_config);
    struct osek_task *tasks = arena_new_array(arena, struct osek_task, 8);
    struct osek_isr *isrs = arena_new_array(arena, struct osek_isr, 8);
    struct osek_resource *resource = arena_new_object(arena, struct osek_resource);
    struct osek_counter *counter = arena_new_object(arena, struct osek_counter);
    struct osek_alarm *alarm = arena_new_object(arena, struct osek_alarm);
    config->task_count = count_names(sources->tasks), config->isr_count = count_names(sources->isrs);
    for (uint32_t i = 0; i < config->task_count; i++) tasks[i].name = sources->tasks[i];
    for (uint32_t i = 0; i < config->isr_count; i++) isrs[i].name = sources->isrs[i];
    resource->name = "resource", counter->name = "counter", counter->max = 99, alarm->name = "alarm";
    counter->ticks_per_base = 2, counter->min_cycle = 3;
    if (sources->callback) alarm->action = OSEK_CALLBACK;
    config->tasks = tasks, config->isrs = isrs, config->error_hook = sources->error_hook;
    config->resources = resource, config->resource_count = 1;
    config->counters = counter, config->counter_count = 1;
    config->alarms = alarm, config->alarm_count = 1;
    return config;
}

static char *write_text(struct arena *arena, const char *folder, const char *name, const char *text) {
    char *path = arena_printf(arena, "%s/%s", folder, name);
    assert_true(file_write(path, text, strlen(text)));
    return path;
}

/* Everywhere in `text`: `what` is gone. */
static void drop(struct text *text, const char *what) {
    for (char *at; (at = strstr(text_chars(text), what));) {
        size_t length = strlen(what);
        memmove(at, at + length, strlen(at + length) + 1);
        text->length -= length;
    }
}

static void print_messages(const struct diagnostics *diagnostics, struct text *out) {
    static const char *const words[] = {"error", "warning", "note"};
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const struct diagnostic *d = &diagnostics->list.items[i];
        text_printf(out, "%s:%u:%u: %s: %s\n", d->place.file ? d->place.file : "", d->place.line, d->place.column,
                    words[d->severity], d->message);
    }
}

static char *write_commands(struct arena *arena, const char *folder, const char *text) {
    struct text commands = {0};
    for (const char *at; (at = strstr(text, "FOLDER")); text = at + strlen("FOLDER")) {
        text_add_n(&commands, text, (size_t)(at - text));
        text_add(&commands, folder);
    }
    text_add(&commands, text);
    char *path = write_text(arena, folder, "compile_commands.json", commands.chars);
    text_free(&commands);
    return path;
}

static struct outcome load_sources(const struct sources *sources) {
    static const char *const files[MOST_FILES] = {"a.c", "b.c", "c.c", "d.c"};
    static const char *const events[] = {"event", "late"}, *const modes[] = {"OSDEFAULTAPPMODE", "test"};
    static const uint64_t masks[] = {1, (uint64_t)1 << 40};
    char folder[] = "/tmp/cfront-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct arena *arena = arena_new();
    const char *paths[MOST_FILES], *callbacks[] = {sources->callback};
    size_t count = 0;
    for (; count < MOST_FILES && sources->texts[count]; count++)
        paths[count] = write_text(arena, folder, files[count], sources->texts[count]);
    struct cfront_names names = {.config = make_config(sources, arena),
                                 .events = events,
                                 .event_masks = masks,
                                 .event_count = 2,
                                 .modes = modes,
                                 .mode_count = 2,
                                 .callbacks = callbacks};
    struct cfront_options options = {.arguments = sources->arguments, .without_headers = sources->without_headers};
    while (options.argument_count < 4 && sources->arguments[options.argument_count]) options.argument_count++;
    if (sources->stubs) options.stubs = write_text(arena, folder, "a.stubs", sources->stubs);
    if (sources->commands) options.compile_commands = write_commands(arena, folder, sources->commands);
    struct diagnostics diagnostics = {0};
    struct outcome outcome = {.program = cfront_load(paths, count, &names, &options, &diagnostics)};
    if (outcome.program) c_print_program(outcome.program, &outcome.printed);
    print_messages(&diagnostics, &outcome.messages);
    drop(&outcome.messages, arena_printf(arena, "%s/", folder));
    drop(&outcome.printed, arena_printf(arena, "%s/", folder));
    assert_int_equal(outcome.program == NULL, diagnostics.errors > 0);
    diag_free(&diagnostics);
    for (size_t i = 0; i < count; i++) unlink(paths[i]);
    if (options.stubs) unlink(options.stubs);
    if (options.compile_commands) unlink(options.compile_commands);
    rmdir(folder);
    arena_free(arena);
    return outcome;
}

static void free_outcome(struct outcome *outcome) {
    c_program_free(outcome->program);
    text_free(&outcome->printed);
    text_free(&outcome->messages);
}

/* The lines must be there one after the other, in this order, perhaps with others in between; numbers of lines in the
 * source and of instructions are left out of them: "x = 1". */
static void expect_lines(const char *text, const char *lines) {
    const char *from = text;
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n");
        char wanted[800];
        assert_true(length < sizeof wanted - 1);
        memcpy(wanted, line, length);
        wanted[length] = 0;
        const char *found = strstr(from, wanted);
        if (!found) fail_msg("no `%s` after its predecessors in\n%s", wanted, text);
        from = found + length;
        line += length + (line[length] == '\n');
    }
}

static inline void expect_program(struct sources sources, const char *lines) {
    struct outcome outcome = load_sources(&sources);
    if (!outcome.program) fail_msg("not loaded:\n%s", text_chars(&outcome.messages));
    expect_lines(outcome.printed.chars, lines);
    free_outcome(&outcome);
}

static inline void expect_error(struct sources sources, const char *lines) {
    struct outcome outcome = load_sources(&sources);
    if (outcome.program) fail_msg("loaded:\n%s", text_chars(&outcome.printed));
    expect_lines(text_chars(&outcome.messages), lines);
    free_outcome(&outcome);
}

static inline void expect_warning(struct sources sources, const char *lines) {
    struct outcome outcome = load_sources(&sources);
    if (!outcome.program) fail_msg("not loaded:\n%s", text_chars(&outcome.messages));
    expect_lines(text_chars(&outcome.messages), lines);
    free_outcome(&outcome);
}

#endif
