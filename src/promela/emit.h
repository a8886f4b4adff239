/* What the parts of the code generator share.
 *
 * In the generated text, `r` is the run of one call of next(): `r->s` the state, `r->t` the successor under
 * construction. Variables are read through a view: `sn`/`sm` are the globals and the own frame in the state, `tn`/`tm`
 * in the successor. An expression that goes wrong sets `r->fault` and has some value; who evaluates it looks at the
 * fault. */
#ifndef PROMELA_EMIT_H
#define PROMELA_EMIT_H

#include "promela/generate.h"

struct generator {
    struct generate_input in;
    struct arena *arena;
    struct text out;
    fault_list *faults;
    const struct proctype *proctype;      /* whose code is being written; NULL in claims and atoms */
    bool has_promises;                    /* xr or xs somewhere: emit_promises() finds out */
    unsigned label_count;                 /* of C labels so far */
    VEC(const struct variable *) rebound; /* chan variables that may come to stand for another channel */
};

struct view {
    const char *globals, *frame; /* pointers                                   */
    const char *bytes;           /* the same state as bytes: `r->s` or `r->t`  */
};

extern const struct view view_state, view_successor;

uint32_t emit_fault(struct generator *g, const char *kind, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Expressions and references as C expressions. */
void emit_expression(struct generator *g, const struct view *view, const struct expression *expression);
void emit_reference(struct generator *g, const struct view *view, const struct reference *reference);
/* `variable = expression` for a C expression given as text; truncates as the type does. */
void emit_store(struct generator *g, const struct view *view, const struct reference *target, const char *value);
bool emit_can_fail(const struct expression *expression);
bool emit_reference_can_fail(const struct reference *reference);
bool emit_has_run(const struct expression *expression);
const char *emit_c_name(const struct variable *variable);
/* "& 1", "& 0x1f" or "": what truncation the C type does not do. */
const char *emit_mask(struct generator *g, const struct type *type, bool is_array);
const struct variable *emit_last_variable(const struct reference *reference);

/* Channels. Opens a block in which `c` is the channel's number and `o` its offset in a state; there calls `body` for
 * each shape that it can have with this many message fields (any if negative). A wrong channel sets r->fault. */
typedef void (*emit_channel_body)(struct generator *g, unsigned shape, void *context);
void emit_with_channel(struct generator *g, const struct view *view, const struct reference *channel, int fields,
                       emit_channel_body body, void *context);
/* As an expression: len, empty, ..., and polls. */
void emit_channel_query(struct generator *g, const struct view *view, const struct expression *expression);
/* Declares m0, m1, ...: the message as the channel will hold it. */
void emit_message(struct generator *g, const struct view *view, const struct statement *send, unsigned shape);
/* Puts that message into the channel of the successor. */
void emit_send(struct generator *g, bool sorted, unsigned shape);
/* An expression: the slot that the receive takes from, -1 if no message matches. */
void emit_receive_slot(struct generator *g, const struct view *view, const struct receive *receive, unsigned shape);
/* Takes the message of slot `k` out of the channel of the successor, and stores it. */
void emit_receive(struct generator *g, const struct receive *receive, unsigned shape);
/* The second half of a handshake: does r->message match, and storing it. */
void emit_handshake_match(struct generator *g, const struct view *view, const struct receive *receive);
void emit_handshake_store(struct generator *g, const struct receive *receive);
/* Can the channel be a rendezvous port, or a buffer? */
bool emit_may_be_rendezvous(struct generator *g, const struct reference *channel, int fields);
void emit_find_rebound(struct generator *g);

/* Declarations of the state, and the fixed part of the text. */
void emit_prelude(struct generator *g);
void emit_types(struct generator *g);
void emit_runtime(struct generator *g);
void emit_spawns(struct generator *g);
void emit_trace(struct generator *g);
/* Where `c` is a channel that the process is about to send to ('!') or receive from ('?'): sets r->fault if that breaks
 * another process's xs or xr. */
void emit_promise_check(struct generator *g, const char *kind, const struct reference *channel);
void emit_promises(struct generator *g);

/* Moves. */
void emit_process(struct generator *g, const struct automaton *automaton);
void emit_claim(struct generator *g, const struct automaton *automaton);
/* A whole d_step as statements on the successor; `not_enabled` and `failed` are C labels. */
void emit_d_step(struct generator *g, const struct statement *d_step, const char *not_enabled, const char *failed);
void emit_location(struct generator *g, const struct proctype *proctype, unsigned target);

/* Claims and traces are no processes. */
static inline bool emit_is_process(const struct proctype *p) {
    return p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT;
}

#define emit(g, ...) text_printf(&(g)->out, __VA_ARGS__)

#endif
