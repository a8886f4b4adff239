/* Who writes what, and who calls whom, in all sources: whether something may end a loop besides a name of a missing
 * header. Invariant: a write that nobody sees here is one of an unknown value; who is not known to be called may run at
 * any time. */
#ifndef CFRONT_MISSING_POLLED_WRITES_H
#define CFRONT_MISSING_POLLED_WRITES_H

#include "cfront/load/front.h"

struct polled_write {
    const char *variable; /* a name that no other has; a member's is the same in all structures of the type, and so is
                             that of all memory to which pointers of one type lead */
    const char *memory;   /* its address is taken: who writes there writes it, too; or NULL */
    CXCursor value;       /* null: what it was counts, or nobody sees it */
    size_t function;
    unsigned at;
    bool is_argument; /* of a parameter, by a call */
};

struct polled_function {
    const char *name;
    CXCursor cursor; /* its definition */
    unsigned calls, uses;
};

struct polled_call {
    size_t from, to;
};

struct polled_writes {
    struct front *front;
    VEC(struct polled_function) functions;
    VEC(struct polled_write) list; /* those of one variable stand together */
    VEC(struct polled_call) calls;
};

/* By one parse of each source. */
void polled_writes_read(struct polled_writes *writes, struct front *front);
void polled_writes_free(struct polled_writes *writes);

enum { POLLED_NOBODY = -1 };
/* The function that this declares, or POLLED_NOBODY: it has no body. */
long polled_writes_function(const struct polled_writes *writes, CXCursor declaration);

/* What an expression is, if one can write there. NULL: nothing of which something is known. */
const char *polled_writes_name(const struct polled_writes *writes, CXCursor expression);

struct polled_span { /* a loop */
    size_t function;
    unsigned begin, end;
    bool *runs_in, *runs_meanwhile; /* functions: which it calls; which others may run */
};
void polled_writes_span(const struct polled_writes *writes, struct polled_span *span);
void polled_writes_end_span(struct polled_span *span);

enum polled_sample {
    SAMPLE_NONE,
    SAMPLE_COPY,    /* it is what the constant was when somebody looked: all that is written there, but for numbers */
    SAMPLE_COMPUTED /* ... or is made of that */
};
enum polled_sample polled_writes_sample(const struct polled_writes *writes, const char *variable, const char *constant);

/* Another value than a sample of one of these may come there. */
bool polled_writes_in(const struct polled_writes *writes, const struct polled_span *span, const char *variable);
bool polled_writes_meanwhile(const struct polled_writes *writes, const struct polled_span *span, const char *variable);
bool polled_writes_any(const struct polled_writes *writes, const char *variable);

/* Constants of missing headers of which writes of it within the loop are made. */
void polled_writes_sources(const struct polled_writes *writes, const struct polled_span *span, const char *variable,
                           name_list *names);

#endif
