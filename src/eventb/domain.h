/* Types within bounds: how the values of a type are written down.
 *
 * A type of at most 2^64 values has codes, counted from 0: an element's number, a pair in mixed radix, a set as the
 * bits of its elements' codes. Integers have codes within a window that is wider than the bounds, so that sets may hold
 * what computations pass through; on their own they are plain 64-bit numbers. Sets over many elements are longer bit
 * strings, or sorted lists. The representation depends on the type alone, so equal values look equal. */
#ifndef EVENTB_DOMAIN_H
#define EVENTB_DOMAIN_H

#include "base/arena.h"
#include "base/vec.h"
#include "eventb/theory.h"

enum eb_representation {
    EB_CODE,   /* value.code                                                        */
    EB_NUMBER, /* value.code is the integer, in two's complement                    */
    EB_BITS,   /* value.items: `words` words                                        */
    EB_LIST,   /* value.items: value.code codes of elements, ascending              */
    EB_TREE,   /* value.items: value.code values of elements, ascending             */
    EB_PAIR,   /* value.items: two values                                           */
    EB_DATA    /* value.code: the constructor; value.items: the values of its fields */
};

typedef unsigned __int128 eb_size;

struct eb_value {
    uint64_t code;
    const void *items;
};

struct eb_domain {
    const struct eb_type *type;
    enum eb_representation representation;
    bool has_code;     /* its values have codes: they are fewer than 2^64 */
    eb_size size;      /* number of codes; saturated */
    uint64_t radix;    /* pairs: number of codes of the right half (0: 2^64) */
    unsigned words;    /* EB_BITS */
    int64_t low, high; /* integers: the window */
    bool is_set, is_pair, has_numbers;
    const struct eb_domain *left, *right;             /* of pairs; sets: left is the elements' */
    const struct eb_domain *left_set, *right_set;     /* of pairs: sets of the halves */
    const char *const *names;                         /* of a carrier set's elements */
    const struct eb_domain *const *const *fields;     /* EB_DATA: by constructor and field */
    const struct eb_domain *const *const *field_sets; /* the domains of sets of such */
};

static inline unsigned eb_field_count(const struct eb_domain *data, uint64_t constructor) {
    return data->type->data->constructors[constructor].field_count;
}

/* Domains of all types that occur, one for each. */
struct eb_domains {
    struct arena *arena;
    int64_t low, high; /* the window of integers */
    const struct eb_symbol *sets;
    unsigned set_count;
    const unsigned *set_sizes;
    const char *const *const *set_names;
    VEC(struct eb_domain *) list;
};

/* NULL for types that are not complete. */
const struct eb_domain *eb_domain_of(struct eb_domains *domains, const struct eb_type *type);
/* The domain of sets of such values. */
const struct eb_domain *eb_domain_of_sets(struct eb_domains *domains, const struct eb_domain *element);
void eb_domains_free(struct eb_domains *domains);

/* The code of a value; false if it has none (an integer outside the window). */
static inline bool eb_code_of(const struct eb_domain *domain, struct eb_value value, uint64_t *code) {
    if (domain->representation == EB_NUMBER) {
        int64_t number = (int64_t)value.code;
        if (number < domain->low || number > domain->high) return false;
        *code = (uint64_t)number - (uint64_t)domain->low;
        return true;
    }
    *code = value.code;
    return true;
}

static inline struct eb_value eb_from_code(const struct eb_domain *domain, uint64_t code) {
    if (domain->representation == EB_NUMBER) code += (uint64_t)domain->low;
    return (struct eb_value){code, NULL};
}

static inline struct eb_value eb_left(const struct eb_domain *pair, struct eb_value value) {
    if (pair->representation == EB_PAIR) return ((const struct eb_value *)value.items)[0];
    return eb_from_code(pair->left, pair->radix ? value.code / pair->radix : 0);
}

static inline struct eb_value eb_right(const struct eb_domain *pair, struct eb_value value) {
    if (pair->representation == EB_PAIR) return ((const struct eb_value *)value.items)[1];
    return eb_from_code(pair->right, pair->radix ? value.code % pair->radix : value.code);
}

#endif
