/* What the parts of the code generator share.
 *
 * In the generated text, `r` is the run of one call of next(): `r->s` the state, `r->t` the successor under
 * construction. Variables are read through a view: `sn`/`sm` are the globals and the own frame in the state, `tn`/`tm`
 * in the successor. Every name of the model's is prefixed with `v_` there: it cannot be one of C's, or of the text's
 * own. Embedded C stands in a translation unit of its own, where it finds the model's names as they are, and all other
 * names begin with `rtcheck_`: nothing there can be taken for anything here.
 *
 * An expression that goes wrong sets `r->fault` and has some value. Invariant: before control goes anywhere, text
 * follows that looks at the fault. Otherwise it would be blamed on another step, or on none. The generator keeps this
 * itself: who asks for the number of a fault owes (`owes`) until emit_check() or its kin have written that text, and
 * emit_leave() and everybody who finishes a piece of text assert that nothing is owed. */
#ifndef PROMELA_EMIT_H
#define PROMELA_EMIT_H

#include "promela/generate.h"
#include "promela/rebound.h"

struct generator {
    struct generate_input in;
    struct arena *arena;
    struct text out;
    struct text pieces;     /* functions of embedded C, in a translation unit of their own */
    struct text prototypes; /* of these, for `out` */
    unsigned piece_count;
    bool for_embedded; /* what is written now stands in that unit: the model's names as they are, ours with a prefix */
    fault_list *faults;
    const struct proctype *proctype; /* whose code is being written; NULL in claims and atoms */
    bool has_promises;               /* xr or xs somewhere: emit_promises() finds out */
    unsigned label_count;            /* of C labels so far */
    bool owes;                       /* text may have set r->fault, and none has looked at it */
    struct rebound rebound;
};

struct view {
    const char *globals, *frame; /* pointers                                   */
    const char *bytes;           /* the same state as bytes: `r->s` or `r->t`  */
};

extern const struct view view_state, view_successor;

/* The number of a new fault, for text that may set r->fault to it. */
uint32_t emit_fault(struct generator *g, const char *kind, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* If a fault is owed: `if (r->fault) { .. }`, which reports it and leaves. */
void emit_check(struct generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text that leaves for another place while nothing is owed. */
void emit_leave(struct generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The text up to here has reported or cleared r->fault. */
void emit_paid(struct generator *g);
/* A piece of text is complete: nothing is owed. */
void emit_complete(const struct generator *g);

/* Expressions and references as C expressions. */
void emit_expression(struct generator *g, const struct view *view, const struct expression *expression);
void emit_reference(struct generator *g, const struct view *view, const struct reference *reference);
/* 1 or 0: a value of embedded C may be wider than the variable that it is kept in. */
void emit_truth(struct generator *g, const struct view *view, const struct expression *expression);
/* `variable = expression` for a C expression given as text; truncates as the type does. */
void emit_store(struct generator *g, const struct view *view, const struct reference *target, const char *value);
/* What the variable is called in C. */
const char *emit_c_name(const struct generator *g, const struct variable *variable);
/* The index of a link of a reference, made safe. */
void emit_index(struct generator *g, const struct view *view, const struct reference *link);
/* "& 1", "& 0x1f" or "": what truncation the C type does not do. */
const char *emit_mask(struct generator *g, const struct type *type, bool is_array);

/* Channels. Opens a block in which `c` is the channel's number and `o` its offset in a state; there calls `body` for
 * each shape that it can have with this many message fields (any if negative). A wrong index or channel sets r->fault:
 * `check` writes what looks at it, before the body; NULL: whoever called looks afterwards. */
struct channel_use {
    const struct reference *channel;
    int fields;
    void (*check)(struct generator *g, void *context);
    void (*body)(struct generator *g, unsigned shape, void *context);
    void *context;
};
void emit_with_channel(struct generator *g, const struct view *view, const struct channel_use *use);
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
/* Sets the fault of looking into a rendezvous channel: a poll, or a receive of a copy. */
void emit_no_contents(struct generator *g, const struct reference *channel, struct place place);

/* Declarations of the state, and the fixed part of the text. */
void emit_prelude(struct generator *g);
void emit_types(struct generator *g);
/* Only the structures of the state. */
void emit_structures(struct generator *g);
void emit_runtime(struct generator *g);

/* Embedded C: the beginning of its unit (its pieces come next), and how the other text calls it. */
void emit_embedded(struct generator *g);
void emit_embedded_calls(struct generator *g);
/* The call of a new function: of a C expression, or of C statements. */
const char *emit_c_value(struct generator *g, const char *text);
const char *emit_c_statements(struct generator *g, const char *text);
void emit_c_condition(struct generator *g, const struct expression *c_expr);
/* The initial values of c_state variables: of a process type's, or (NULL) of those outside of processes. */
void emit_embedded_values(struct generator *g, const struct proctype *owner);

void emit_spawns(struct generator *g);
void emit_trace(struct generator *g);
/* Where `c` is a channel that the process is about to send to ('!') or receive from ('?'): sets r->fault if that breaks
 * another process's xs or xr. */
void emit_promise_check(struct generator *g, const char *kind, const struct reference *channel);
void emit_promises(struct generator *g);

/* Moves. */
void emit_process(struct generator *g, const struct automaton *automaton);
void emit_claim(struct generator *g, const struct automaton *automaton);
/* A whole d_step as statements on the successor, in a block that declares what emit_d_step_variables() does;
 * `not_enabled` and `failed` are C labels. In a handshake, `offered` is 1 in the text until a receive has taken the
 * message that is offered, and no other statement can come first. */
void emit_d_step_variables(struct generator *g, const struct statement *d_step, bool handshake);
void emit_d_step(struct generator *g, const struct statement *d_step, bool handshake, const char *not_enabled,
                 const char *failed);
/* Can it begin with the second half of a handshake? */
bool emit_d_step_may_receive(struct generator *g, const struct statement *d_step);
/* Where a trace watches: the message that a receive is about to take out of slot `k` of the successor's channel, as
 * m0, m1, .. */
void emit_taken(struct generator *g, const struct receive *receive, unsigned shape);
/* The event that the message m0, m1, .. was sent ('!') or received ('?'); a handshake is both, of r->message. */
void emit_event(struct generator *g, const char *direction, size_t fields);
void emit_handshake_events(struct generator *g);
/* Evaluates what is printed, in case it goes wrong. */
void emit_printed(struct generator *g, const struct view *view, const struct statement *statement);
void emit_set_priority(struct generator *g, const struct view *view, const struct statement *statement,
                       void (*check)(struct generator *g, void *context), void *context);
void emit_comment(struct generator *g, const struct move *move);

/* Claims and traces are no processes. */
static inline bool emit_is_process(const struct proctype *p) {
    return p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT;
}

#define emit(g, ...) text_printf(&(g)->out, __VA_ARGS__)

#endif
