/* Reading a model: the options that say how, the same for every command. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "cli/common/options.h"
#include "promela/program.h"
#include "report/trace_json.h"

struct load {
    struct text_list defines, includes;
    const char *ltl;
    const struct interaction_names *interactions; /* of a guide, or NULL */
    bool allow_code, lose_messages;
    int compiler, escapes;
};

/* The options -D, -I, --allow-code, --lose-messages, --escapes, --compiler. */
void load_options(struct option_table *table, struct load *load);
/* What they say; it stands on the lists of `load`. */
struct program_options load_program_options(struct load *load);
/* NULL if the model cannot be read: the diagnostics are on stderr, and with `json` as an object on stdout too. */
struct program *load_program(struct load *load, const char *command, const char *path, bool json);
struct trace_source load_source(const struct load *load, const char *path);
void load_free(struct load *load);

#endif
