/* Names in formulas: what they mean. */
#ifndef APP_WATCH_FORMULA_NAME_H
#define APP_WATCH_FORMULA_NAME_H

#include "app/watch/formula.h"

enum formula_kind {
    FORMULA_NOTHING,
    FORMULA_TASK,
    FORMULA_CONTEXT, /* a task, an ISR or a hook */
    FORMULA_RESOURCE,
    FORMULA_EVENT, /* its mask */
    FORMULA_ALARM,
    FORMULA_COUNTER,
    FORMULA_MODE,
    FORMULA_ANY_NUMBER
};
const char *formula_kind_word(enum formula_kind kind); /* "task" */
/* FORMULA_NOTHING: there is no such argument, or the service only writes to it. */
enum formula_kind formula_argument_kind(enum osek_service service, unsigned argument);

bool formula_find_name(const struct watch *watch, enum formula_kind kind, const char *name, uint64_t *value);
struct formula_constant {
    unsigned meanings; /* different values that enumerators of this name have, or more; 0: there is none */
    int64_t value;
    bool is_guess; /* a missing header has it, or a number that it is made of */
};
/* Enumerators, TRUE and FALSE. `qualifier` bytes of the name are a file or a function. */
struct formula_constant formula_find_constant(const struct watch *watch, const char *name, size_t qualifier);
/* Have points at all code of the line. */
void formula_watch_line(struct watch *watch, const struct source_lines *line);
/* Whose events are these? The task's, and NULL; or words that say whose. */
const char *formula_foreign_event(const struct watch *watch, uint32_t task, const char *event);

#endif
