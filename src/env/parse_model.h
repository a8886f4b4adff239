/* Inside the .env parser: from syntax to the model. All functions report what is wrong and go on, so that one run shows
 * many errors; the model is thrown away after any. */
#ifndef ENV_PARSE_MODEL_H
#define ENV_PARSE_MODEL_H

#include "env/model.h"
#include "env/parse_syntax.h"
#include "ocl/check.h"

struct env_builder {
    struct env_model *model;
    const struct env_syntax *syntax;
    const struct env_setting *settings;
    size_t setting_count;
    struct diagnostics *diagnostics;
};

/* Constants, classes with members and states, functions: everything that has a name. */
void env_declare(struct env_builder *builder);
/* Bodies, invariants, assertions, initial values, configurations, transitions. */
void env_define(struct env_builder *builder);
void env_define_transition(struct env_builder *builder, struct env_class *class,
                           const struct env_transition_syntax *syntax);

/* The value of an expression over constants; false after an error. */
bool env_constant_value(struct env_builder *builder, const struct ocl_syntax *syntax, int64_t *value);

#endif
