/* Where pointers lead: to an object that is alive, and within it to the part that they are confined to.
 *
 * An address belongs to one object of the program, also that of the object's end (ir.h), or to one that is gone: when a
 * local that is pointed to ends, or a block is freed, all pointers to it get its grave's address (lifetime.h).
 * Arithmetic never leaves the part that the pointer was made for, so that the object is always the one that was meant.
 * Any other address that is not 0 is hardware if it is used as a place of a volatile type: every read gives an input,
 * and what is written is gone. Whatever else is done with a pointer is a fault of kind "memory". */
#ifndef APP_EXEC_ADDRESS_H
#define APP_EXEC_ADDRESS_H

#include "app/exec/memory.h"
#include "cfront/ir/subobject.h"

/* What has to be assumed of an instruction (executor.h): about what it went to by a pointer that was a number; about
 * the order of its operands, and of the words of what it accesses, between which others may come. */
enum {
    WAS_NUMBER_OF_LOCAL = 1,
    WAS_NUMBER_OF_BLOCK = 2,
    HAS_ORDER_OF_OPERANDS = 4,
    HAS_ORDER_OF_WORDS = 8,
    READS_WHAT_CHANGES = 16, /* which matters if it works out an operand for a later one */
    WRITES_WHAT_IS_SHARED = 32,
    IS_NOT_ALIGNED = 64,   /* and others may come while it is accessed */
    MAKES_NO_NUMBER = 128, /* but a NaN, of which C does not say which */
    MET_MORE = 256,        /* the first of those behind a byte: */
    READS_PADDING = 256,   /* which has a value */
    IS_OF_OTHER_TYPE = 512,
    MEETS_NEXT_OBJECT = 1024, /* where another one ends */
    COMPARES_TEXTS = 2048     /* equal ones, or ends of them */
};

/* What a pointer points at. */
struct target {
    struct cell cell;   /* the object's first byte */
    uint64_t begin;     /* its address */
    uint32_t offset;    /* in it */
    struct c_part part; /* that the pointer must not leave */
    bool has_view;      /* ... nor, if something was laid over it, */
    struct c_bytes view;
};

/* The global, or the local of the current frame. */
void address_of_object(struct machine *machine, const struct c_object *object, struct target *target);

/* `type` is what the pointer's type says there is; a fault if there is nothing. False: hardware, perhaps. */
bool address_resolve(struct machine *machine, uint64_t pointer, const struct c_type *type, const char *deed,
                     struct target *target);
/* The pointer to this target, confined to these of its bytes or, if they are more, to its part. */
uint64_t address_pointer(const struct machine *machine, const struct target *target, uint32_t begin, uint32_t size);

/* How many bytes there are from there to the end of its part; 0: it leads nowhere, or to the hardware. */
int64_t address_room(struct machine *machine, uint64_t pointer, const struct c_type *type);

/* The size of the object that it leads to, the whole of it; 0: it leads nowhere, or to the hardware. */
int64_t address_extent(struct machine *machine, uint64_t pointer);

/* It is noted of the frame's own instruction, since a result is stored with its caller's eyes. */
void address_note(const struct machine *machine, unsigned what);

/* Is it a pointer that somebody may have made: to an object, and a part that is there, out of which it does not lead?
 * It is not, if its bytes are those of several. */
bool address_may_be_made(struct machine *machine, uint64_t bits);

/* A fault if what it led to is no more. */
void address_check_alive(struct machine *machine, uint64_t pointer, const char *deed);
/* ... of what is to be freed: a block of our own, or nobody knows. */
void address_check_freeable(struct machine *machine, uint64_t pointer);
/* The number of the heap's block that a pointer belongs to, so far from the heap's beginning; at a block's end, it is
 * that one. */
uint32_t address_block(const struct c_type *heap, struct c_pointer pointer, uint32_t offset);
const char *address_object_name(const struct c_object *object);

/* &place (a C_ADDRESS): nothing is accessed, and one past the end of an array is allowed at the outermost index. */
uint64_t address_of_place(struct machine *machine, const struct c_expression *address);
/* p + distance: stays in its part, or one past its end. `type`: what p points at. */
uint64_t address_move(struct machine *machine, uint64_t pointer, int64_t distance, const struct c_type *type);
/* May the two be subtracted or ordered? A fault if not: they point to different objects. */
void address_same_object(struct machine *machine, uint64_t left, uint64_t right, const char *deed);
/* -1, 0, 1 as for numbers; `equality`: only whether it is 0 matters. */
int address_compare(struct machine *machine, uint64_t left, uint64_t right, bool equality);

#endif
