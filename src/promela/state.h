/* Reading a state without compiled code: for printing, and for callers that ask for a variable. */
#ifndef PROMELA_STATE_H
#define PROMELA_STATE_H

#include "promela/layout.h"

struct state {
    const struct layout *layout;
    struct automaton *const *automata;
    const unsigned char *bytes;
    uint32_t size;
};

unsigned state_processes(const struct state *state);
/* The offset of a process's frame; `pid` is below state_processes(). */
uint32_t state_frame(const struct state *state, unsigned pid);
const struct proctype *state_proctype(const struct state *state, unsigned pid);
unsigned state_location(const struct state *state, unsigned pid);

/* A channel's storage: false if there is no channel of that number. */
struct state_channel {
    const struct channel_shape *shape;
    const unsigned char *bytes;
    unsigned length;
    struct text name; /* "q[1]", "client[2].reply"; the caller frees it */
};
bool state_channel(const struct state *state, int channel, struct state_channel *out);
int32_t state_message_field(const struct state_channel *channel, unsigned slot, unsigned field);

/* Values as the model would print them: mtype names where the type says so. */
void state_print_value(const struct model *model, const struct type *type, int32_t value, struct text *out);

/* Every scalar of a state, by name; channels' contents too when `channel` is not NULL. */
struct state_visitor {
    void (*scalar)(void *context, const char *name, const struct type *type, int32_t value);
    void (*channel)(void *context, const char *name, const struct state_channel *channel);
    void *context;
};
void state_visit(const struct state *state, const struct state_visitor *visitor);

/* The value of an expression for a process (or TS_NOBODY). False if it cannot be evaluated here. */
bool state_evaluate(const struct state *state, unsigned pid, const struct expression *expression, int32_t *value);
bool state_read(const struct state *state, unsigned pid, const struct reference *reference, int32_t *value);
/* "client[2]", or "client" where there is only ever one. */
void state_process_name(const struct layout *layout, const struct proctype *proctype, unsigned pid, struct text *out);

#endif
