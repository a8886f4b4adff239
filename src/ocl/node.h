/* Typed expressions: what is evaluated.
 *
 * Invariant: a value of any type but a bag is 64 bits (a number, 0 or 1, an object's index or -1, a set's bits); locals
 * live in slots of the frame of the function (or expression) that they belong to, its parameters first. A bag is never
 * a parameter or a function's result: it is made by collect(), chosen by `if`, named by `let`, and used by an
 * operation.
 */
#ifndef OCL_NODE_H
#define OCL_NODE_H

#include "ocl/ocl.h"

/* The class of `null` and `Set{}` as long as nothing says which; never in a finished expression. */
#define OCL_ANY_CLASS (~0u)

enum { OCL_MAX_SLOTS = 128, OCL_MAX_ARGUMENTS = 16, OCL_MAX_CALL_DEPTH = 1200 };

enum ocl_op {
    OCL_OP_NUMBER, /* number: also true, false, null, Set{} */
    OCL_OP_CONSTANT,
    OCL_OP_SELF,
    OCL_OP_SLOT,
    OCL_OP_ALL, /* all objects of a class */
    OCL_OP_ID,
    OCL_OP_MEMBER,
    OCL_OP_STATE,
    OCL_OP_CALL,
    OCL_OP_REFERENCE,
    OCL_OP_NOT,
    OCL_OP_NEGATE,
    OCL_OP_ABS,
    OCL_OP_ADD,
    OCL_OP_SUBTRACT,
    OCL_OP_MULTIPLY,
    OCL_OP_DIV,
    OCL_OP_MOD,
    OCL_OP_LESSER, /* a.min(b) */
    OCL_OP_GREATER,
    OCL_OP_LT,
    OCL_OP_LE,
    OCL_OP_GT,
    OCL_OP_GE,
    OCL_OP_EQUAL, /* of two values that are not bags */
    OCL_OP_DIFFERENT,
    OCL_OP_AND,
    OCL_OP_OR,
    OCL_OP_XOR,
    OCL_OP_IMPLIES,
    OCL_OP_IF,
    OCL_OP_LET,
    /* over a set, with a variable */
    OCL_OP_EXISTS,
    OCL_OP_FOR_ALL,
    OCL_OP_ONE,
    OCL_OP_ANY, /* second may be NULL */
    OCL_OP_SELECT,
    OCL_OP_REJECT,
    OCL_OP_IS_UNIQUE,
    OCL_OP_COLLECT,     /* a bag of numbers                     */
    OCL_OP_COLLECT_SET, /* of objects or sets: all of them in one set */
    /* of sets */
    OCL_OP_SIZE,
    OCL_OP_IS_EMPTY,
    OCL_OP_NOT_EMPTY,
    OCL_OP_INCLUDES,
    OCL_OP_EXCLUDES,
    OCL_OP_INCLUDES_ALL,
    OCL_OP_EXCLUDES_ALL,
    OCL_OP_UNION,
    OCL_OP_INTERSECTION,
    OCL_OP_DIFFERENCE,
    OCL_OP_SYMMETRIC,
    OCL_OP_INCLUDING,
    OCL_OP_EXCLUDING,
    OCL_OP_AS_SET, /* of an object: it alone; of null: nothing */
    /* of bags */
    OCL_OP_BAG_SIZE,
    OCL_OP_BAG_IS_EMPTY,
    OCL_OP_BAG_NOT_EMPTY,
    OCL_OP_BAG_INCLUDES,
    OCL_OP_BAG_EXCLUDES,
    OCL_OP_BAG_COUNT,
    OCL_OP_BAG_SUM,
    OCL_OP_BAG_MIN,
    OCL_OP_BAG_MAX,
    OCL_OP_BAG_EQUAL,
    OCL_OP_BAG_DIFFERENT
};

struct ocl_node {
    enum ocl_op op;
    struct ocl_type type;
    uint16_t slot;        /* SLOT, LET, iterators */
    uint16_t count;       /* arguments */
    unsigned class_index; /* ALL, MEMBER, STATE, ID, iterators: of the object */
    unsigned member;      /* or state, or function, or constant */
    unsigned stride;      /* members of the class */
    int64_t number;
    struct ocl_node *first, *second, *third;
    struct ocl_node **arguments;
    const char *name;    /* of a local, for printing */
    const char *failure; /* what to say if this cannot be evaluated; NULL where it always can */
    struct place place;
};

/* An expression as code (compile.h): the machine has its world and self, the frame its parameters. */
struct ocl_machine;
typedef int64_t ocl_run(struct ocl_machine *machine, int64_t *frame);

/* Declared (for a function that may be called before its body was typed) with root NULL. */
struct ocl_expression {
    const struct ocl_schema *schema;
    const struct ocl_node *root;
    struct place place;
    struct ocl_type type;
    unsigned slots;
    unsigned parameter_count;
    const struct ocl_parameter *parameters;
    int self_class;
    struct jit *jit; /* compiled code, in which it has this number; NULL: it is interpreted */
    unsigned number;
};

/* A node by itself, where so many slots have values: they are its parameters. */
struct ocl_expression ocl_part(const struct ocl_node *node, unsigned slots, int self_class);

enum { OCL_MAX_BAG = 64 };
struct ocl_bag {
    unsigned count;
    int64_t items[OCL_MAX_BAG];
};

static inline uint64_t ocl_all_objects(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

/* Calls visit for the node and all below it, not into functions. */
void ocl_walk(const struct ocl_node *node, void (*visit)(void *context, const struct ocl_node *node), void *context);

unsigned ocl_node_depth(const struct ocl_node *node); /* not into functions */

/* What an expression depends on, its functions' bodies included. */
struct ocl_dependence {
    bool states, variables, references, objects;
};
struct ocl_dependence ocl_depends_on(const struct ocl_schema *schema, const struct ocl_node *node);

/* How an operation is written: "+", "exists". NULL for those without a name. */
const char *ocl_op_name(enum ocl_op op);

/* Adds a number such that it parses back: there is no literal for the least one. */
void ocl_print_number(int64_t number, struct text *out);
void ocl_print_type(const struct ocl_schema *schema, struct ocl_type type, struct text *out);

#endif
