/* Where everything is in a state.
 *
 * A state is the globals (with the channels that they declare), then one frame per process in order of pid. A frame
 * holds the process's type, location and variables, and the channels that it declares. All parts are multiples of 4
 * bytes, aligned as C aligns them on every 64-bit machine; unused bytes are 0.
 *
 * Channels are numbered from 1: first those of the globals, then those of each process in order of pid. */
#ifndef PROMELA_LAYOUT_H
#define PROMELA_LAYOUT_H

#include "promela/ast.h"
#include "promela/automaton.h"
#include "promela/embedded.h"

/* The storage of a channel: a count, then `capacity` messages. */
struct channel_shape {
    unsigned capacity;           /* 0: rendezvous */
    VEC(struct type) fields;     /* structures flattened */
    VEC(uint32_t) field_offsets; /* in a message */
    uint32_t message_size;
    uint32_t messages_offset;
    uint32_t size;
    bool wide; /* the count takes two bytes */
};

struct channel_slot {
    unsigned shape;
    uint32_t offset; /* of the storage in its frame                     */
    uint32_t handle; /* offset of the chan variable that starts with it */
};

struct frame_layout {
    uint32_t size;
    uint32_t *offsets;   /* by variable index; UINT32_MAX: not stored (a hidden variable that nobody reads) */
    VEC(unsigned) order; /* variable indices by offset */
    VEC(struct channel_slot) slots;
    uint32_t header_size;
    bool wide_location; /* processes only: `_p` is 2 bytes at offset 2, not 1 byte at offset 1 */
};

struct layout {
    const struct model *model;
    struct embedded *embedded; /* c_state and c_track; their offsets are set here */
    struct frame_layout globals;
    struct frame_layout *frames; /* by proctype index */
    VEC(struct channel_shape) shapes;
    uint32_t last_offset, event_offset; /* of `_last` and the trace automaton's location; 0: not there */
    uint32_t priority_offset;           /* in frames; 0: not there                                     */
    uint32_t pid_offset;                /* likewise `_pid`, which only embedded C looks at             */
    uint32_t *instances;                /* of each proctype at most; UINT32_MAX: no bound is known     */
    bool *numbered;                     /* by proctype: there may be several, told apart by number     */
    uint32_t max_size;                  /* of a state                                                  */
    uint32_t initial_size;              /* of the initial state                                        */
    bool fixed_frames; /* nobody creates processes: a process is always of one type, its frame at one place */
};

struct layout *layout_new(const struct model *model, struct automaton *const *automata, struct embedded *embedded,
                          struct diagnostics *diagnostics);
void layout_free(struct layout *layout);

uint32_t layout_scalar_size(const struct type *type);
uint32_t layout_variable_size(const struct layout *layout, const struct variable *variable);
uint32_t layout_element_size(const struct layout *layout, const struct variable *variable);
uint32_t layout_field_offset(const struct layout *layout, const struct structure *structure, unsigned field);
unsigned layout_shape_of(const struct layout *layout, const struct channel_type *channel);
/* The first channel slot that a variable declares (its array elements follow), or -1. */
int layout_first_slot(const struct layout *layout, const struct variable *variable);
const struct frame_layout *layout_frame_of(const struct layout *layout, const struct variable *variable);

/* Reads a scalar of this type at an address. */
int32_t layout_read(const struct type *type, const unsigned char *at);
/* Writes a variable (or an element of it), truncated as an assignment does. */
void layout_write(const struct variable *variable, unsigned char *at, int32_t value);

#endif
