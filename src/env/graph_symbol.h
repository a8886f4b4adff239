/* Values of OCL expressions that depend on links: for each value, the diagram of the graphs in which it is taken.
 *
 * Invariant: the diagrams of a symbol's alternatives exclude each other. In graphs where none of them holds, evaluation
 * fails, as it does in ocl_evaluate(). */
#ifndef ENV_GRAPH_SYMBOL_H
#define ENV_GRAPH_SYMBOL_H

#include "base/arena.h"
#include "env/graph_diagram.h"
#include "ocl/ocl.h"

struct graph_choice {
    int64_t value;
    diagram when;
};

struct graph_choices {
    struct graph_choice *items;
    size_t count, capacity;
};

/* One element of a bag: in some graphs it has one of the values, in others it is not in the bag at all. */
struct graph_symbol {
    enum ocl_type_kind kind;
    diagram yes, no;                /* OCL_BOOLEAN                                    */
    struct graph_choices choices;   /* OCL_INTEGER, OCL_OBJECT (-1 is null)           */
    diagram *in;                    /* OCL_SET: by object, 64                         */
    diagram defined;                /* OCL_SET, OCL_INTEGERS: does not fail           */
    struct graph_choices *elements; /* OCL_INTEGERS                                 */
    size_t element_count;
};

struct graph_symbols {
    struct arena *arena;
    struct diagrams *diagrams;
};

struct graph_symbol *graph_symbol_new(struct graph_symbols *symbols, enum ocl_type_kind kind);
struct graph_symbol *graph_symbol_number(struct graph_symbols *symbols, enum ocl_type_kind kind, int64_t value);
struct graph_symbol *graph_symbol_boolean(struct graph_symbols *symbols, diagram yes, diagram no);
/* A boolean that does not fail where `defined` holds, and is true where `yes` does. */
struct graph_symbol *graph_symbol_truth(struct graph_symbols *symbols, diagram defined, diagram yes);
void graph_choices_add(struct graph_symbols *symbols, struct graph_choices *choices, int64_t value, diagram when);
/* Adds the alternatives of `other`, where `when` holds. */
void graph_symbol_merge(struct graph_symbols *symbols, struct graph_symbol *symbol, const struct graph_symbol *other,
                        diagram when);
/* Where does evaluation not fail? */
diagram graph_symbol_defined(struct graph_symbols *symbols, const struct graph_symbol *symbol);
/* Where are two values, neither of them a bag, equal? Only to be used where both are defined. */
diagram graph_symbol_equal(struct graph_symbols *symbols, const struct graph_symbol *a, const struct graph_symbol *b);
/* Of how many elements (diagrams[0 .. count-1]) each number holds. */
void graph_symbol_count(struct graph_symbols *symbols, struct graph_symbol *number, const diagram *elements,
                        size_t count, diagram defined);

/* Bags. */
struct graph_symbol *graph_bag_size(struct graph_symbols *symbols, const struct graph_symbol *bag);
struct graph_symbol *graph_bag_occurrences(struct graph_symbols *symbols, const struct graph_symbol *bag,
                                           const struct graph_symbol *value);
struct graph_symbol *graph_bag_fold(struct graph_symbols *symbols, const struct graph_symbol *bag,
                                    bool (*fold)(int64_t a, int64_t b, int64_t *value), const int64_t *start);
diagram graph_bag_equal(struct graph_symbols *symbols, const struct graph_symbol *a, const struct graph_symbol *b);

#endif
