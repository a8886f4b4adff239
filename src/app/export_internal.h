/* What the parts of the exporter share. */
#ifndef APP_EXPORT_INTERNAL_H
#define APP_EXPORT_INTERNAL_H

#include "app/export.h"
#include "base/vec.h"

/* A variable of C that has a name in Promela. The same local has another name in each inlined call. */
struct export_variable {
    const struct c_object *object;
    uint32_t instance; /* of the call; 0 for globals */
    const char *name;
};

/* A scalar inside a variable: records are flattened, arrays of them become arrays of their fields. */
struct export_leaf {
    const char *name;
    const struct c_type *type;
    const struct c_field *field; /* a bit-field, or NULL */
    uint32_t length;             /* of the array; 0: a scalar */
};
typedef void (*export_leaf_visit)(void *context, const struct export_leaf *leaf);

struct exporter {
    const struct app *app;
    const struct c_program *program;
    const struct osek_config *config;
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool interrupts; /* something comes from outside: every statement that others can see is guarded */

    VEC(struct export_variable) variables;
    struct text globals, processes;

    /* the process that is written now */
    struct text declarations, body;
    const char *guard;                    /* "RUNS(2)", "level == 7" */
    const char *who;                      /* "t1" */
    uint32_t task;                        /* its number for the kernel, from 1; 0: an interrupt routine */
    uint32_t level;                       /* of an interrupt routine */
    uint32_t instances;                   /* calls inlined so far, in the whole model */
    VEC(const struct c_function *) calls; /* being inlined: recursion shows here */
};

/* export_value.c: expressions and places as Promela text, appended to `out`; false with an error if it cannot be said
 */
bool export_value(struct exporter *exporter, const struct c_expression *value, uint32_t instance, struct text *out);
bool export_place(struct exporter *exporter, const struct c_expression *place, uint32_t instance, struct text *out);
bool export_refuse(struct exporter *exporter, struct place place, const char *what);
/* Assigns: one statement for each scalar of target. */
bool export_assignment(struct exporter *exporter, const struct c_expression *target, const struct c_expression *value,
                       uint32_t instance, struct text *out);
/* The text of a value as `target`'s bit-field wants it: the bits that fit. */
void export_reduced(const struct c_type *type, unsigned bits, const char *value, struct text *out);

/* export_variable.c: names and declarations */
const char *export_name(struct exporter *exporter, const struct c_object *object, uint32_t instance);
bool export_visit_leaves(struct exporter *exporter, const struct c_type *type, const char *name, struct place place,
                         export_leaf_visit visit, void *context);
bool export_declare(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out);

/* export_code.c: a function's code */
bool export_function(struct exporter *exporter, const struct c_function *function, uint32_t instance, const char *end);
bool export_touches_globals(const struct c_expression *expression);

#endif
