/* Where bytes came from: which of them are a pointer's, while they run.
 *
 * A pointer that is more than its address (ir.h: c_is_followed) must be known as one wherever its bytes lie: no number
 * may show its part, and it must be found when what it leads to ends (lifetime.h). Where an object is used as declared,
 * its type says so. Beside one that is mixed (analysis/origins.h) lies a byte for each of its bytes: 0 if that is a
 * number's, otherwise which byte of a pointer it is, from 1 on. Those of locals lie in the block beside their frame
 * (unset.h), those of globals in the image. Pointers that are stored, structures, and bytes that are assigned as they
 * are bring theirs along, also in the log, but not into what is declared as a number of several bytes; whatever is read
 * as a wider number, or computed, is a number, and shows the address alone. A pointer is read where all its bytes lie
 * in order; anything else is the number that it shows. Some bytes of a pointer without the rest, when what it leads to
 * ends, are lost: they may be put together again, but nothing can be said of the pointer then.
 *
 * A pointer whose bits are its address is a number as well as a pointer, and its bytes are a number's: states do not
 * differ by how a null pointer came to be one. */
#ifndef APP_EXEC_ORIGIN_H
#define APP_EXEC_ORIGIN_H

#include "app/exec/memory.h"

enum { ORIGIN_LOST = 0x80 }; /* a bit: what it led to has ended, perhaps */

/* Beside a local of a frame, or a global; NULL: it is as declared. */
unsigned char *origin_of_local(const struct machine *machine, const struct context_run *run, const struct frame *frame,
                               const struct c_object *local);
unsigned char *origin_of_global(const struct machine *machine, uint32_t index);

/* It holds addresses, and its type says where. */
bool origin_is_declared(const struct machine *machine, const struct cell *cell);
/* Of what lies in the cell now; NULL: as its type says, if it is one that holds addresses, or nowhere. */
const unsigned char *origin_in(const struct machine *machine, const struct cell *cell);
/* Of such bytes that were read there, whose origins are these, as its type says, for which there is room; NULL:
 * nowhere.
 */
const unsigned char *origin_beside(const struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes, const unsigned char *origins, unsigned char *room);
/* Of a pointer that was computed. */
const unsigned char *origin_of_pointer(const struct machine *machine, uint64_t bits);
bool origin_is_any(const unsigned char *origins, uint32_t size);

/* As a number: without the parts of pointers. Up to 16 bytes, for which there is `room`. */
const unsigned char *origin_bare(const struct machine *machine, const unsigned char *bytes,
                                 const unsigned char *origins, uint32_t size, unsigned char room[16]);
/* As a pointer. */
uint64_t origin_pointer(struct machine *machine, const struct cell *cell, const unsigned char *bytes,
                        const unsigned char *origins);
/* A pointer made from a number: a fault if it could not be told from another one. */
uint64_t origin_from_number(struct machine *machine, uint64_t number);
/* What evaluate_bytes() or evaluate_copy() gave last, as it is to lie in the cell: where that is as declared, numbers
 * have no parts, and pointers are pointers. May be room of the machine's. */
const unsigned char *origin_settle(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes);
/* The same for a parameter, in a frame that is about to begin; what lies beside it is there then. */
const unsigned char *origin_pass(struct machine *machine, const struct c_object *parameter, uint32_t beside,
                                 const unsigned char *bytes, uint32_t size);

/* The cell gets these; NULL: numbers. */
void origin_put(const struct cell *cell, uint32_t at, uint32_t size, const unsigned char *origins);
/* It is about to get a value of that type, in all of its bytes or in the bits of a field; what remains of a byte is a
 * number. */
void origin_give(const struct machine *machine, const struct cell *cell, const struct c_type *type, uint64_t value);
/* A fault if an object that is as declared is reached as something else. */
void origin_check_declared(struct machine *machine, const struct cell *cell, const struct c_type *type);

#endif
