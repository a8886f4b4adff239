/* Numbers that name objects: where they flow, and whether anything tells one object from another by its number.
 *
 * Objects of a class are interchangeable if their numbers are treated as the scalar sets of Murphi are (Ip and Dill,
 * Better Verification through Symmetry, 1996): stored, used as indices, compared for equality, nothing else. Numbers
 * of the model and of the design are nodes here; what is assigned to each other, compared or used as an index of one
 * array is one type, up to a constant that was added. A type is the numbers of a class's objects, sets of them (bits),
 * or plain. Once a type would be two of these, the numbers are looked at as numbers, and the class is told apart.
 *
 * Invariant: a class that is not told apart after identity_judge() is treated alike under every renumbering of its
 * objects: every value that is a number of it moves along, everything else stays. */
#ifndef ENV_IDENTITY_H
#define ENV_IDENTITY_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* The value of an expression: a constant, or a node's value and a constant more. */
struct identity_value {
    bool constant;
    unsigned node;
    int64_t number;
};

/* What a place can hold: whole numbers low..high; others are cut to so many bits. */
struct identity_storage {
    int64_t low, high;
    unsigned bits;
};

enum identity_order { IDENTITY_LESS, IDENTITY_LESS_EQUAL, IDENTITY_GREATER, IDENTITY_GREATER_EQUAL };

struct identities;

/* `sizes`: the most objects of each class. */
struct identities *identities_new(const char *const *class_names, const unsigned *sizes, size_t class_count);
void identities_free(struct identities *identities);

unsigned identity_node(struct identities *identities);
/* The node of that name: the same for the same name. */
unsigned identity_named(struct identities *identities, const char *name);
struct identity_value identity_constant(int64_t number);
struct identity_value identity_of_node(unsigned node);

/* ---- what is said of values; `why` lives as long as the identities ---- */

/* The node holds numbers of that class's objects. */
void identity_is(struct identities *identities, unsigned node, unsigned class_index, struct place place);
/* The value is a number like any other. */
void identity_plain(struct identities *identities, struct identity_value value, struct place place, const char *why);
/* Assigned or compared: of one type. */
void identity_same(struct identities *identities, struct identity_value a, struct identity_value b, struct place place);
/* A constant is added. */
struct identity_value identity_add(struct identities *identities, struct identity_value value, int64_t more,
                                   struct place place);
/* `a < b` and so on. */
void identity_ordered(struct identities *identities, enum identity_order order, struct identity_value a,
                      struct identity_value b, struct place place);
/* Operated on bit by bit. */
void identity_bits(struct identities *identities, struct identity_value value, struct place place);
/* `set` has the bit of that number: 1 << number. */
void identity_bit_of(struct identities *identities, struct identity_value set, struct identity_value number,
                     struct place place);
/* The node is a place that holds these numbers. */
void identity_stored(struct identities *identities, unsigned node, struct identity_storage storage, struct place place);
/* Every number low..high is tried for it. */
void identity_ranges(struct identities *identities, unsigned node, int64_t low, int64_t high, struct place place);
/* The node is what an array of that length is indexed with. */
void identity_indexes(struct identities *identities, unsigned node, uint64_t length, struct place place);
/* Of the array that the node is an index of, this element and the one before begin with different values. */
void identity_begins(struct identities *identities, unsigned node, int64_t element, struct place place);

/* ---- the answer ---- */

/* Objects of this class are told apart, whatever else is found. */
void identity_tell_apart(struct identities *identities, unsigned class_index, struct place place, const char *why);
void identity_tell_all_apart(struct identities *identities, struct place place, const char *why);
void identity_judge(struct identities *identities);
/* NULL: not told apart. Else why; `place` may be unknown. */
const char *identity_told_apart(const struct identities *identities, unsigned class_index, struct place *place);

#endif
