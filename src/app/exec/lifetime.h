/* Locals and blocks of the heap that end while pointers to them are around.
 *
 * A pointer's value is lost with the object that it points to (C11 6.2.4p2): when a local ends, with its block, its
 * function or its task, every pointer to it that lies in memory gets the address of the local's grave instead, which is
 * nobody's memory, tells whose it was, and never becomes anybody else's. So no address has to be new, and states that
 * differ only in what such a pointer was are one. A block of the heap that is freed has a grave by the place where that
 * was done. Which objects may hold a pointer to which local, or to the heap, was found out before the program runs
 * (analysis/holders.h). Where numbers may lie as well, in bytes, unions and the heap, what is
 * a pointer is told by what lies beside the bytes (origin.h); numbers made from pointers keep their values. */
#ifndef APP_EXEC_LIFETIME_H
#define APP_EXEC_LIFETIME_H

#include "app/exec/memory.h"

/* The local of this frame has ended; its bytes are still there. */
void lifetime_end(struct machine *machine, uint32_t context, const struct frame *frame, const struct c_object *local);
/* All locals of the context's frames from `first` on end, as these are no more. */
void lifetimes_end(struct machine *machine, uint32_t context, uint32_t first, uint32_t count);
/* The block of a heap is no more. Takes the permit if others could notice. */
void lifetime_free(struct machine *machine, const struct cell *block);

#endif
