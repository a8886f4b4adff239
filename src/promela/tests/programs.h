/* Programs from texts, for the tests of what comes after parsing. */
#ifndef PROMELA_TESTS_PROGRAMS_H
#define PROMELA_TESTS_PROGRAMS_H

#include "base/file.h"
#include "promela/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Loads the text as a file of its own. NULL, with what is wrong in `diagnostics`, if that is not possible. */
static inline struct program *try_to_load(const char *text, const struct program_options *options,
                                          struct diagnostics *diagnostics) {
    char path[] = "/tmp/rtcheck-program-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(file_write(path, text, strlen(text)));
    struct program *program = program_load(path, options, diagnostics);
    unlink(path);
    return program;
}

static inline struct program *loaded_with(const char *text, const struct program_options *options) {
    struct diagnostics diagnostics = {0};
    struct program *program = try_to_load(text, options, &diagnostics);
    if (!program) {
        diag_print(&diagnostics, stderr);
        fail_msg("not loaded: %s", text);
    }
    diag_free(&diagnostics);
    return program;
}

static inline struct program *loaded(const char *text) {
    return loaded_with(text, &(struct program_options){.compiler = JIT_TCC});
}

/* A state of a program, and the step that led there. */
struct situation {
    unsigned char bytes[1 << 16];
    uint32_t size;
    struct ts_step step;
    unsigned count; /* successors there were: this is the one that was asked for, or the last */
    unsigned wanted;
};

static inline void keep_situation(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct situation *s = context;
    if (s->count++ != s->wanted && s->wanted != UINT32_MAX) return;
    memcpy(s->bytes, state, size);
    s->size = size;
    s->step = *step;
}

/* Makes the actor's step number `choice`; fails if there is none. */
static inline void go(const struct program *program, struct situation *s, unsigned actor, unsigned choice) {
    static struct situation before;
    before = *s;
    s->count = 0;
    s->wanted = choice;
    const struct ts *ts = program_ts(program);
    ts->next(ts, before.bytes, before.size, actor, keep_situation, s);
    assert_true(s->count > choice);
}

static inline int value_of(const struct program *program, const struct situation *s, const char *name) {
    int value = 0;
    if (!program_read(program, s->bytes, s->size, name, &value)) fail_msg("no variable %s", name);
    return value;
}

#endif
