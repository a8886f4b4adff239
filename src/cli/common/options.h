/* Command-line options from a table.
 *
 * A command builds a table whose entries point at its own variables, then hands it the arguments. The same table
 * parses, prints the help, and finds the nearest name for a mistyped one, so that the three cannot drift apart. */
#ifndef CLI_COMMON_OPTIONS_H
#define CLI_COMMON_OPTIONS_H

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct text_list {
    VEC(const char *) list; /* the strings belong to argv */
};

bool text_list_has(const struct text_list *list, const char *text);

enum option_kind {
    OPTION_GROUP, /* a heading in the help; `name` is its text */
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_LIST,
    OPTION_COUNT,
    OPTION_SIZE,
    OPTION_SECONDS,
    OPTION_CHOICE
};

struct option {
    enum option_kind kind;
    const char *name;  /* without the dashes; NULL if there is only a letter */
    char letter;       /* 0: none */
    const char *value; /* what the help calls its value: "FILE" */
    const char *help;
    const char *const *choices; /* OPTION_CHOICE: NULL-terminated */
    void *target;               /* bool, const char *, struct text_list, uint64_t, double, int */
    uint64_t smallest, largest; /* OPTION_COUNT */
    bool is_given;              /* OPTION_TEXT: already */
};

/* An option as it was written: `--time`, `5s`, or `--time=5s` alone. */
struct option_given {
    const struct option *option;
    const char *word, *value; /* the strings belong to argv; NULL: there is no other word */
};

struct option_table {
    const char *command; /* "model" */
    VEC(struct option) options;
    VEC(struct option_given) given; /* in this order */
};

void option_group(struct option_table *table, const char *title);
void option_flag(struct option_table *table, const char *name, bool *target, const char *help);
void option_text(struct option_table *table, const char *name, const char **target, const char *value,
                 const char *help);
void option_list(struct option_table *table, const char *name, struct text_list *target, const char *value,
                 const char *help);
void option_count(struct option_table *table, const char *name, uint64_t *target, uint64_t smallest, uint64_t largest,
                  const char *help);
/* Sizes and durations are limits or intervals, and always above zero: 0 is refused, and none is said by leaving the
 * option out. */
void option_size(struct option_table *table, const char *name, uint64_t *target, const char *help);
void option_seconds(struct option_table *table, const char *name, double *target, const char *help);
void option_choice(struct option_table *table, const char *name, int *target, const char *const *choices,
                   const char *help);
/* Adds a line for each option that has a value now, but for those named in `except` (NULL-terminated). */
void option_values(const struct option_table *table, const char *const *except, struct text *out);
/* Gives the option added last a one-letter name too: `-D x` and `-Dx`. */
void option_letter(struct option_table *table, char letter);
void option_table_free(struct option_table *table);

enum options_outcome { OPTIONS_GOOD, OPTIONS_HELP, OPTIONS_BAD };

/* Reads argv[0 .. argc-1]; what is no option goes to `operands`. OPTIONS_BAD: `error` says why, on one line.
 * `--name value` and `--name=value` mean the same; `--` ends the options; a value may start with a dash. */
enum options_outcome options_parse(struct option_table *table, int argc, char **argv, struct text_list *operands,
                                   struct text *error);
/* The options, grouped, as the body of a help text. */
void options_print(const struct option_table *table, FILE *out);

/* The candidate nearest to `word`, if it is near enough to be meant; else NULL. */
const char *options_nearest(const char *word, const char *const *candidates, size_t count);

#endif
