/* The program's memory: what lies at an address, exactly.
 *
 * Every access goes to an object that is alive, within the bytes that its pointer is confined to, aligned as its type
 * demands (address.h), and writes only what may be written; anything else is a fault of kind "memory". Accesses that
 * others could notice just now take the step's permit (machine.h). */
#ifndef APP_EXEC_MEMORY_H
#define APP_EXEC_MEMORY_H

#include "app/exec/machine.h"

/* A place in memory, resolved. */
struct cell {
    unsigned char *bytes;
    const struct c_object *object;
    const struct c_field *bits; /* a bit-field, or NULL */
    unsigned char *unset;       /* the bits beside it; NULL: it has a value (unset.h) */
    unsigned char *origins;     /* where its bytes came from; NULL: as its type says (origin.h) */
    uint32_t number;            /* of the object */
    uint32_t context;           /* whose stack; OSEK_NONE: a global */
    bool constant;              /* it cannot be written */
    bool is_volatile;           /* the object is, or the expression that leads there */
    bool is_disguised;          /* ... the object alone: to who accesses it, it is not */
    bool is_value;              /* a temporary, by a pointer into it: the program must not change it */
    uint64_t hardware;          /* no memory, but a register at this address (address.h); otherwise 0 */
};

static inline void cell_advance(struct cell *cell, int64_t distance) {
    if (cell->hardware) {
        cell->hardware += (uint64_t)distance;
        return;
    }
    cell->bytes += distance;
    if (cell->unset) cell->unset += distance;
    if (cell->origins) cell->origins += distance;
}

/* Reads there do not give what is written there. */
bool memory_is_input(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* The object itself, of the current frame or global. */
void memory_object(struct machine *machine, const struct c_object *object, struct cell *cell);
/* What a pointer points at; faults if it is not all there (address.h). */
void memory_at(struct machine *machine, uint64_t pointer, const struct c_type *type, struct cell *cell);
/* The same for a C_DEREFERENCE of that pointer, which says how it is aligned and whether it is volatile. */
void memory_at_place(struct machine *machine, uint64_t pointer, const struct c_expression *place, struct cell *cell);

/* The bytes to be read: those in memory, or what this instruction saw when it was last here. Where they came from is in
 * machine->read_origins. */
const unsigned char *memory_read(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* About to change it: faults if that is not allowed; takes the permit if others could notice. */
void memory_write(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* Would anybody who may come, or looks on, notice that the object is changed? */
bool memory_is_noticed(const struct machine *machine, uint32_t object);
/* Is it known beforehand that the context that runs does this (TOUCH_READS, TOUCH_WRITES)? */
bool memory_is_foreseen(const struct machine *machine, const struct cell *cell, unsigned how);
bool memory_is_constant(const struct machine *machine, const struct cell *cell, const struct c_type *type);
/* Changes it: to bytes that evaluate_bytes() or evaluate_copy() gave. */
void memory_store(struct machine *machine, const struct cell *cell, const struct c_type *type,
                  const unsigned char *bytes);
/* "'s.list[2]'", "a block of `malloc`"; the words are the machine's (machine_words). */
const char *memory_name(struct machine *machine, const struct cell *cell, const struct c_type *type);
/* How far from the beginning of its object. */
uint32_t memory_offset(const struct machine *machine, const struct cell *cell);
/* The instruction has written a part already: writes the rest. False if it has not. */
bool memory_finish_store(struct machine *machine, const struct c_type *type);

/* The log of the instruction under way: what it saw at a load. NULL: that load is still to come. */
enum {                                        /* no loads: */
       MEMORY_RESULT = UINT16_MAX,            /* the result of a service, while its caller has not gone on */
       MEMORY_VALUE = UINT16_MAX - 1,         /* what is being written (struct pending_store) */
       MEMORY_VALUE_ORIGINS = UINT16_MAX - 2, /* where the bytes of that came from, if not all are numbers (origin.h) */
       MEMORY_ORIGINS = 1 << 15,              /* a bit: the same of a load, which is the entry before this one */
       MEMORY_LAST_LOAD = MEMORY_ORIGINS - 16,
};
/* Is it one that tells where the bytes of the entry before it came from? */
static inline bool memory_is_of_origins(const struct log_entry *entry) {
    return entry->load == MEMORY_VALUE_ORIGINS || (entry->load >= MEMORY_ORIGINS && entry->load < MEMORY_VALUE_ORIGINS);
}
const unsigned char *memory_remembered(const struct machine *machine, unsigned load);
const unsigned char *memory_remember(struct machine *machine, unsigned load, const unsigned char *bytes, uint32_t size);

/* Numbers in memory. Signed ones come sign-extended, all others zero-extended. */
int64_t memory_decode(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes);
/* Into the cell's own bytes, of which only a bit-field's are replaced if it is one. `term`: how it depends on inputs
 * that are not enumerated (symbolic.h); 0: it does not. */
void memory_put(struct machine *machine, const struct cell *cell, const struct c_type *type, int64_t value,
                uint32_t term);
void memory_encode(const struct c_type *type, const struct c_field *bits, unsigned char *bytes, int64_t value);
long double memory_decode_real(const struct c_type *type, const unsigned char *bytes);
void memory_encode_real(const struct c_type *type, unsigned char *bytes, long double value);
/* Reduced to the type's width. */
int64_t memory_reduce(const struct c_type *type, uint64_t value);

#endif
