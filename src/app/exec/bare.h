/* Pointers without the part that they are confined to.
 *
 * The highest bits of a pointer tell its part (ir.h). No number of the program may show them: whoever reads the bytes
 * of a pointer as a number, through a union or as characters, sees the address alone. The bits are there where a
 * pointer may lie, as declared, and in arrays of characters, into which pointers are copied byte by byte; what is
 * copied into a number loses them. Pointers that are not aligned to their size are not looked for. */
#ifndef APP_EXEC_BARE_H
#define APP_EXEC_BARE_H

#include "app/exec/memory.h"

/* The bytes of a number that was read there; `room` may be used. */
const unsigned char *bare_bytes(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                const unsigned char *bytes, unsigned char room[16]);
/* A pointer, or characters, at the offset of something of this type. */
bool bare_is_pointer_at(const struct c_type *type, uint32_t offset);
/* May the bytes there be those of a pointer, with its part? */
bool bare_holds_pointer(const struct machine *machine, const struct cell *cell);

#endif
