/* Formulas of Event-B's mathematical language (version 2), typed.
 *
 * One node kind for predicates, expressions and assignments; `op` says which. Trees are immutable after type checking
 * and belong to the arena of the component they were read with. After type checking every expression has a type, every
 * identifier is resolved, and every bound identifier knows its slot. */
#ifndef EVENTB_FORMULA_H
#define EVENTB_FORMULA_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Types: a carrier set, ℤ, BOOL, ℙ(T), T×U, a theory's data type ---- */

struct eb_datatype;
struct eb_function;
struct eb_theories;

enum eb_type_kind {
    EB_TYPE_GIVEN,
    EB_TYPE_INTEGER,
    EB_TYPE_BOOLEAN,
    EB_TYPE_POWER,
    EB_TYPE_PRODUCT,
    EB_TYPE_DATA,
    EB_TYPE_UNKNOWN
};
struct eb_type {
    enum eb_type_kind kind;
    const char *name;                   /* EB_TYPE_GIVEN: of the carrier set */
    const struct eb_type *left, *right; /* POWER: left; PRODUCT: both; DATA: left is its arguments, as a product */
    const struct eb_datatype *data;     /* EB_TYPE_DATA */
};

/* ---- Nodes ---- */

enum eb_op {
    /* predicates */
    EB_TRUE,
    EB_FALSE,
    EB_NOT,
    EB_AND,
    EB_OR,
    EB_IMPLIES,
    EB_EQUIVALENT,
    EB_FORALL,
    EB_EXISTS,
    EB_EQUAL,
    EB_NOT_EQUAL,
    EB_LESS,
    EB_LESS_EQUAL,
    EB_GREATER,
    EB_GREATER_EQUAL,
    EB_IN,
    EB_NOT_IN,
    EB_SUBSET_EQUAL,
    EB_NOT_SUBSET_EQUAL,
    EB_SUBSET,
    EB_NOT_SUBSET,
    EB_FINITE,
    EB_PARTITION,
    EB_WITH_ASIDES_PREDICATE, /* EB_WITH_ASIDES, of a predicate */
    EB_IS_CONSTRUCTED,        /* by the constructor `index` */
    /* atoms */
    EB_INTEGER_LITERAL,
    EB_IDENTIFIER,
    EB_BOUND, /* EB_BOUND: refers to a quantifier's identifier */
    EB_EMPTY_SET,
    EB_INTEGERS,
    EB_NATURALS,
    EB_NATURALS_1,
    EB_BOOLEANS,
    EB_CONSTANT_TRUE,
    EB_CONSTANT_FALSE,
    EB_PREDECESSOR,
    EB_SUCCESSOR,
    EB_IDENTITY,
    EB_PROJECTION_1,
    EB_PROJECTION_2,
    /* operators */
    EB_MAPLET,
    EB_RELATIONS,
    EB_TOTAL_RELATIONS,
    EB_SURJECTIVE_RELATIONS,
    EB_TOTAL_SURJECTIVE_RELATIONS,
    EB_PARTIAL_FUNCTIONS,
    EB_TOTAL_FUNCTIONS,
    EB_PARTIAL_INJECTIONS,
    EB_TOTAL_INJECTIONS,
    EB_PARTIAL_SURJECTIONS,
    EB_TOTAL_SURJECTIONS,
    EB_BIJECTIONS,
    EB_UNION,
    EB_INTERSECTION,
    EB_DIFFERENCE,
    EB_PRODUCT,
    EB_OVERRIDE,
    EB_BACKWARD_COMPOSITION,
    EB_FORWARD_COMPOSITION,
    EB_DIRECT_PRODUCT,
    EB_PARALLEL_PRODUCT,
    EB_DOMAIN_RESTRICTION,
    EB_DOMAIN_SUBTRACTION,
    EB_RANGE_RESTRICTION,
    EB_RANGE_SUBTRACTION,
    EB_INTERVAL,
    EB_ADD,
    EB_SUBTRACT,
    EB_NEGATE,
    EB_MULTIPLY,
    EB_DIVIDE,
    EB_MODULO,
    EB_POWER_OF,
    EB_APPLICATION,
    EB_IMAGE,
    EB_CONVERSE,
    EB_CARDINALITY,
    EB_DOMAIN,
    EB_RANGE,
    EB_MINIMUM,
    EB_MAXIMUM,
    EB_GENERAL_UNION,
    EB_GENERAL_INTERSECTION,
    EB_POWER_SET,
    EB_POWER_SET_1,
    EB_BOOL,
    EB_SET_EXTENSION,
    EB_COMPREHENSION,
    EB_LAMBDA,
    EB_QUANTIFIED_UNION,
    EB_QUANTIFIED_INTERSECTION,
    EB_OF_TYPE,
    EB_WITH_ASIDES, /* the first child; of the others only the types matter. Type checking drops it */
    /* of theories */
    EB_CONSTRUCT,   /* with the constructor `index` of `data`: its fields */
    EB_DESTRUCT,    /* the field `value` of the constructor `index` */
    EB_DATA_SET,    /* List(S): all values of `data` that are made of elements of these sets */
    EB_CALL,        /* of `function` */
    EB_CONDITIONAL, /* a predicate, the value where it holds, the value elsewhere */
    /* assignments */
    EB_BECOMES_EQUAL, /* targets ≔ children; f(E) ≔ F was rewritten to f ≔ f <+ {E ↦ F} (`of_point` remembers) */
    EB_BECOMES_IN,    /* target :∈ child */
    EB_BECOMES_SUCH_THAT /* targets :∣ child; primed identifiers are EB_IDENTIFIER with `primed` */
};

/* ↔ → ⤖ ...: a set of relations or functions. */
static inline bool eb_is_arrow(enum eb_op op) { return op >= EB_RELATIONS && op <= EB_BIJECTIONS; }

/* What a free identifier means. */
enum eb_identifier_kind { EB_CARRIER_SET, EB_CONSTANT, EB_VARIABLE, EB_PARAMETER, EB_UNRESOLVED };

struct eb_bound {
    const char *name;
    const struct eb_type *type; /* NULL before type checking, unless written with ⦂ */
    unsigned slot;              /* unique within its formula: nested quantifiers have different ones */
    bool typed;                 /* its type was written with ⦂ */
    struct place place;
};

struct eb_formula {
    enum eb_op op;
    unsigned child_count;
    struct place place;
    const struct eb_type *type; /* expressions; NULL for predicates and assignments */
    const struct eb_formula *const *children;
    /* Quantifiers, comprehensions, λ, ⋃, ⋂: children are the predicate and, but for ∀ and ∃, the expression (for λ the
     * pattern ↦ E, so that λ is a comprehension). */
    const struct eb_bound *bound;
    unsigned bound_count;
    bool primed;
    bool joined;      /* a part of a long chain (chain.h): as a right operand it has no parentheses */
    bool of_point;    /* EB_BECOMES_EQUAL: written f(E) ≔ F */
    bool certain;     /* EB_DESTRUCT: a case says that it was made by this constructor */
    const char *name; /* identifiers; literals: the digits */
    enum eb_identifier_kind identifier;
    unsigned index;             /* of the carrier set, constant, variable or parameter it means; EB_BOUND: its slot */
    int64_t value;              /* EB_INTEGER_LITERAL that fits; one that does not is an error */
    const char *const *targets; /* assignments */
    const unsigned *target_indices; /* variables, after resolution */
    unsigned target_count;
    const struct eb_formula *written; /* where this is an identifier's definition: the identifier, for messages */
    const struct eb_datatype *data;
    struct eb_function *function;
};

/* Text to tree. `origin` is the place of its first character (line and column count on from there; `column_by_column`
 * false: all of the formula has this place, as in XML attributes: then messages also quote the formula).
 * NULL with an error at its place. Unicode and ASCII operators; `version_1`: Rodin's old language (id(S), prj1(r),
 * left-associative arrows). */
struct eb_source {
    const char *text;
    struct place origin;
    bool column_by_column;
    bool version_1;
    struct eb_theories *theories; /* whose operators it may use; NULL: none */
    bool words_are_names;         /* as in Rodin's files: INT, NAT, or, not, true ... are names, not operators */
};
const struct eb_formula *eb_parse_predicate(struct arena *arena, const struct eb_source *source,
                                            struct diagnostics *diagnostics);
const struct eb_formula *eb_parse_expression(struct arena *arena, const struct eb_source *source,
                                             struct diagnostics *diagnostics);
const struct eb_formula *eb_parse_assignment(struct arena *arena, const struct eb_source *source,
                                             struct diagnostics *diagnostics);

/* Tree to text, with the fewest parentheses the grammar allows. */
void eb_print(const struct eb_formula *formula, bool ascii, struct text *out);
void eb_print_type(const struct eb_type *type, bool ascii, struct text *out);
bool eb_type_equal(const struct eb_type *a, const struct eb_type *b);
/* The same tree, whatever types and resolution have added to it. */
bool eb_formula_equal(const struct eb_formula *a, const struct eb_formula *b);
/* Does it speak of this identifier? */
bool eb_mentions(const struct eb_formula *formula, enum eb_identifier_kind kind, unsigned index);
/* Can nothing in it be ill-defined? */
bool eb_is_safe(const struct eb_formula *formula);

#endif
