/* Parts of objects that pointers are confined to: a member, or a row of a matrix.
 *
 * Seen from an offset in an object, the parts that contain it lie in each other like the layers of an onion: level 0 is
 * the object, level 1 a member of it (or a row, if it is a matrix), level 2 a member of that ... Elements of an array
 * are no level of their own: a pointer to one may walk over the array. The members of a union, which lie at one place,
 * have levels of their own, one member's after the other's: a level and an offset always are one part. */
#ifndef CFRONT_IR_SUBOBJECT_H
#define CFRONT_IR_SUBOBJECT_H

#include "cfront/ir/ir.h"

enum { C_MOST_LEVELS = 255 };

struct c_part {
    unsigned level;
    uint32_t begin, size; /* in the object */
    const struct c_type *type;
};

/* How many levels a type has, at most; its parts' are known. */
uint8_t c_type_levels(const struct c_type *type);

/* The part of that level around an offset, or the deepest that there is above it. */
struct c_part c_part_at(const struct c_type *type, uint32_t offset, unsigned level);
/* The part of the least level that is these bytes, or the deepest that contains them and is in no union; of those up to
 * level `most`. */
struct c_part c_part_of(const struct c_type *type, uint32_t begin, uint32_t size, unsigned most);
/* The part around this one, if this one is the first member of a record in it, or a member of a union: a pointer to it
 * is one to the record (6.7.2.1p15, p16). False: it is not. */
bool c_part_widen(const struct c_type *type, struct c_part *part);

/* The pointer to that offset of an object at `address`, which must leave neither these of its bytes nor the part that
 * they were reached from: it is confined to the part that they are, and, if they are less than one, laid over other
 * memory, to themselves as well. */
struct c_bytes {
    uint32_t begin, size;
};
struct c_pointer c_pointer_to(const struct c_program *program, const struct c_type *type, uint64_t address,
                              uint32_t offset, struct c_bytes bytes, const struct c_part *from);

/* What pointers of the program have bits for. */
unsigned c_most_level(const struct c_program *program);

/* The bytes that the address of a place is confined to: the place, or the array that it is an element of. */
const struct c_expression *c_confining_place(const struct c_expression *address);

#endif
