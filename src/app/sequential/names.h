/* What things of a program are called in sequential C, and how they are declared.
 *
 * All variables are members of one structure, so that nothing that a C library declares is in their way: `app.speed`.
 * They keep their names where C allows it. The locals of a function that a context runs are the members of a structure
 * in it: `app.t1.count`, and of what t1 calls `app.t1_scale.factor`. No name is there twice. */
#ifndef APP_SEQUENTIAL_NAMES_H
#define APP_SEQUENTIAL_NAMES_H

#include "app/sequential/code.h"
#include "base/text.h"

struct sequential_names {
    struct arena *arena;
    const struct sequential_code *code;
    VEC(const char *) taken;
    const char **globals; /* by global; NULL: it is not used */
    const char ***locals; /* by function of the program, by local, the added ones last */
    VEC(struct sequential_frame {
        uint32_t context;
        const struct c_function *function;
        const char *name;
    })
    frames;
    VEC(struct sequential_record {
        const struct c_type *type;
        const char *name;
    })
    records; /* a record comes behind those that it consists of */
};

void sequential_names_build(struct sequential_names *names, const struct sequential_code *code, struct arena *arena);
void sequential_names_free(struct sequential_names *names);

/* A variable; locals are those of this context. */
void sequential_name(struct sequential_names *names, const struct c_object *object, uint32_t context, struct text *out);
/* The structure of the locals; NULL: there are none. */
const char *sequential_frame(struct sequential_names *names, uint32_t context, const struct c_function *function);

const char *sequential_field(struct sequential_names *names, const struct c_type *type, uint32_t index);
const char *sequential_type(struct sequential_names *names, const struct c_type *type); /* of integers and records */
/* struct rt_app, and what it consists of. */
void sequential_declare(struct sequential_names *names, struct text *out);
/* " = {.x = 3, .y = 4}": what globals begin with, unless all of it is zero. */
void sequential_add_values(struct sequential_names *names, struct text *out);

#endif
