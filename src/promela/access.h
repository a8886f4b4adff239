/* Who reads, writes and uses what: the facts that reduction stands on. */
#ifndef PROMELA_ACCESS_H
#define PROMELA_ACCESS_H

#include "promela/alias.h"
#include "promela/layout.h"

/* Which processes do something: nobody, the instances of one proctype, or more. */
struct users {
    bool any, several;             /* several: more than one proctype, or a property */
    const struct proctype *single; /* while not several                             */
};

struct variable_access {
    const struct variable *variable;
    struct users readers, writers;
    bool by_own_pid_only; /* an array that is only ever indexed with _pid */
    /* chan variables */
    struct users senders, receivers;
    struct users askers; /* len, empty, polls, sorted sends, random receives, operations with an `else` ... */
    bool escapes;        /* its value is copied somewhere, or it changes */
};

/* A send or receive that its proctype has not declared to be exclusive (xs, xr). */
struct free_operation {
    const struct variable *channel;
    size_t fields;
    bool send;
};

struct access {
    const struct layout *layout;
    VEC(struct variable_access) variables;
    VEC(struct free_operation) free_operations;
    struct users askers; /* of any channel */
    struct aliases aliases;
    bool lose_messages;
    bool remote_variables; /* somebody reads variables of another process                               */
    bool tries_handshakes; /* somebody does something else if a rendezvous partner is not ready         */
    bool opaque;           /* something (embedded C, enabled(), priorities ...) looks at everything */
};

struct access *access_new(const struct layout *layout, struct automaton *const *automata, bool lose_messages);
void access_free(struct access *access);

/* Is everything that the statement (and its parts) does invisible to other processes and properties, and its result
 * independent of them? Channel operations never are. */
bool access_is_local(const struct access *access, const struct proctype *proctype, const struct statement *statement);
/* Is the channel operation of this statement one that no other process can disturb while it is enabled: a receive by
 * the only receiver, a send by the only sender? */
bool access_is_exclusive(const struct access *access, const struct proctype *proctype,
                         const struct statement *statement);
/* Can a process that stands here be the receiver of a handshake? */
bool access_awaits_handshake(const struct access *access, const struct location *location);
/* Can it make a difference to others that a process is there no more, though it could not move on? */
bool access_death_is_seen(const struct access *access, const struct proctype *proctype);
/* Do two channel operations go to the same channel and in the same direction? */
bool access_same_channel(const struct statement *a, const struct statement *b);

#endif
