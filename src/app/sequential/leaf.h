/* The numbers that a sequential program's variables consist of: the elements and members of globals, and of the locals
 * of whoever is under way. Each has a number, and a value as a term of SMT-LIB: bits of its width. */
#ifndef APP_SEQUENTIAL_LEAF_H
#define APP_SEQUENTIAL_LEAF_H

#include "app/sequential/graph.h"

struct sequential_leaf {
    const struct c_type *type;
    unsigned bits;    /* of a bit-field: what it keeps of its type's */
    uint64_t initial; /* of globals */
    bool is_constant; /* never written: it is its initial value */
    const char *path; /* "slots[2].id", "t1.count" */
};

/* The locals of a function that a context runs. */
struct sequential_leaf_frame {
    uint32_t context;
    const struct c_function *function;
    uint32_t first, count;
    uint32_t *locals; /* by local, the added ones last: its first; UINT32_MAX: it is no number */
    uint32_t *flags;  /* ... that says whether it has a value; UINT32_MAX: it has */
};

struct sequential_leaves {
    const struct sequential_code *code;
    struct arena *arena;
    VEC(struct sequential_leaf) list;
    uint32_t *globals; /* by global: its first; UINT32_MAX: it is not used */
    uint32_t global_count;
    VEC(struct sequential_leaf_frame) frames;
};

void sequential_leaves_build(struct sequential_leaves *leaves, const struct sequential_code *code, struct arena *arena);
void sequential_leaves_free(struct sequential_leaves *leaves);

/* Where the locals of a function are, if this context runs it. */
const struct sequential_leaf_frame *sequential_leaf_frame(struct sequential_leaves *leaves, uint32_t context,
                                                          const struct c_function *function);
/* The first leaf of an object; `flag`: that of its having a value, or UINT32_MAX. */
uint32_t sequential_leaf_of(struct sequential_leaves *leaves, const struct c_object *object, uint32_t context,
                            uint32_t *flag);
uint32_t sequential_leaf_count(const struct c_type *type);
/* How many leaves lie before the field. */
uint32_t sequential_leaf_field(const struct c_type *record, const struct c_field *field);

#endif
