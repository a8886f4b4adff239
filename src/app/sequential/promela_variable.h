/* The variables of sequential Promela. Every number has a name of its own: `speed`, and of what t1 runs `t1_count`, of
 * what it calls `t1_scale_factor`. Records are flattened, arrays of arrays are one array. A local that may have no
 * value when it is read has a companion, `t1_count_set`. */
#ifndef APP_SEQUENTIAL_PROMELA_VARIABLE_H
#define APP_SEQUENTIAL_PROMELA_VARIABLE_H

#include "app/sequential/code.h"
#include "base/text.h"

struct pml_variable {
    const struct c_object *object;
    uint32_t context; /* OSEK_NONE: a global */
    const char *name; /* of a record: what the names of its numbers begin with */
};

struct pml_variables {
    struct arena *arena;
    const struct sequential_code *code;
    VEC(struct pml_variable) list; /* declared in this order */
    VEC(const char *) taken;
    VEC(struct pml_frame {
        uint32_t context;
        const struct c_function *function;
        const char *name;
    })
    frames;                         /* that are cleared */
    const struct c_object *refused; /* one that cannot be said: it has numbers of 64 bits, or two that would have the
                                       same name; NULL: none */
};

/* Globals that are used are there from the beginning. */
void pml_variables_build(struct pml_variables *variables, const struct sequential_code *code, struct arena *arena);
void pml_variables_free(struct pml_variables *variables);

/* The name of a variable, or what those of its numbers begin with; locals are those of this context. */
const char *pml_name(struct pml_variables *variables, const struct c_object *object, uint32_t context);
/* What a field's name ends with in those of its numbers. */
const char *pml_field(struct pml_variables *variables, const struct c_type *record, const struct c_field *field);
/* What sets all locals of a call to zero, as a name; NULL: it has none. */
const char *pml_frame(struct pml_variables *variables, uint32_t context, const struct c_function *function);

/* A number in a variable of this type. `suffix`: what its name ends with ("_x"), `field`: its bit-field, or NULL,
 * `count`: how many of them there are (0: it is no array). */
struct pml_number {
    const struct c_type *type;
    const struct c_field *field;
    const char *suffix;
    uint32_t count;
};
typedef void (*pml_visit)(void *context, const struct pml_number *number);
void pml_each_number(struct pml_variables *variables, const struct c_type *type, pml_visit visit, void *context);

/* Their declarations. */
void pml_declare(struct pml_variables *variables, struct text *out);
/* "a[1] = 3;": what arrays and records begin with, a line each. */
void pml_add_values(struct pml_variables *variables, struct text *out);
/* "clear_t1()" for each frame that was asked for. */
void pml_define_frames(struct pml_variables *variables, struct text *out);
/* "x = 0; a[0] = 0; ...": of numbers that begin with this name. */
void pml_clear(struct pml_variables *variables, const struct c_type *type, const char *name, struct text *out);

#endif
