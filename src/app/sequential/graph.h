/* The directed graph of computation (H. Zhang, Model Checking for OSEK/VDX Applications, 2015, algorithm 2).
 *
 * A point is the kernel's state, the locations of all contexts that are under way, and what is left of the budgets;
 * data is not in it. An edge is an instruction of whoever runs, an answer of the kernel, or something that comes from
 * outside. The kernel is executed while the graph is built, and nowhere afterwards: the answers of services are
 * constants of the edges. Loops of the code are cycles, and so are loops around services, unless the kernel's state is
 * another each time.
 *
 * Every run of the application is a way through the graph; a way through the graph on which all conditions are true is
 * a run of the application. */
#ifndef APP_SEQUENTIAL_GRAPH_H
#define APP_SEQUENTIAL_GRAPH_H

#include "app/exec/executor.h"
#include "app/sequential/code.h"
#include "search/nodeset.h"

enum sequential_deed {
    SEQUENTIAL_CODE,  /* `instruction` of whoever runs. Branches have two edges of their own: yes, no */
    SEQUENTIAL_BEGIN, /* a context's code begins; `number` is a hook's argument */
    SEQUENTIAL_END,   /* it is at its end */
    SEQUENTIAL_IDLE,  /* nothing runs */
    SEQUENTIAL_OVER   /* the system is shut down */
};

enum sequential_edge_kind {
    SEQUENTIAL_FLOW,      /* an instruction's own */
    SEQUENTIAL_ANSWER,    /* the kernel's: `which` is its number in the answers */
    SEQUENTIAL_INTERRUPT, /* ISR `which` comes */
    SEQUENTIAL_TICK,      /* counter `which` ticks */
    SEQUENTIAL_STUCK      /* nothing can come any more, and that is wrong */
};

#define SEQUENTIAL_NOWHERE UINT32_MAX

struct sequential_edge {
    enum sequential_edge_kind kind;
    uint32_t to;    /* a point; SEQUENTIAL_NOWHERE: something goes wrong on it */
    uint32_t fault; /* what: a number of the executor's faults */
    uint32_t which;
};

/* What a service, or the end of code, led to. */
struct sequential_answer {
    struct osek_call call;
    struct osek_result result;
    uint32_t caller;
    bool is_silent; /* no service: the end of code, or a request of an interrupt */
};

struct sequential_point {
    enum sequential_deed deed;
    uint32_t context; /* whose code runs; OSEK_NONE */
    const struct c_instruction *instruction;
    uint32_t function; /* ... of which function (code.h) */
    uint64_t number;
    uint32_t first_edge, edge_count; /* the deed's own, then those of what may come before it */
    uint32_t arrivals;               /* how many of them are that */
    uint32_t found_at, found_by;     /* the point and the edge that led here first; SEQUENTIAL_NOWHERE: the start */
    uint32_t depth;                  /* how many answers and arrivals lie before it */
    bool is_node;                    /* the kernel's state is new here */
};

struct sequential_call {
    uint32_t function, next;
};

/* A point's stack of calls. */
struct sequential_calls {
    const struct sequential_call *items;
    uint32_t count;
};

struct sequential_graph {
    const struct executor *executor;
    const struct sequential_code *code;
    struct nodeset keys; /* points are numbered as these */
    VEC(struct sequential_point) points;
    VEC(struct sequential_edge) edges;
    VEC(struct sequential_answer) answers;
    uint32_t start_count; /* the first points are those of the start */
    uint32_t node_count;
    uint32_t kernel_count; /* different states of the kernel */
    uint32_t depth;
    double growth; /* from one answer to the next, how many times more nodes there are, on the average */
    bool complete; /* otherwise the limit was reached, or somebody had no patience */
};

enum { SEQUENTIAL_MOST_POINTS = 200000 };

/* `most`: points. Release with sequential_graph_free(). */
void sequential_graph_build(struct sequential_graph *graph, const struct executor *executor,
                            const struct sequential_code *code, uint32_t most);
void sequential_graph_free(struct sequential_graph *graph);

/* The calls of a context at a point, the innermost last; of one that is not under way, none. Valid until points are
 * added. */
struct sequential_calls sequential_calls(const struct sequential_graph *graph, uint32_t point, uint32_t context);
/* At a call: the function that is called. At a return: the call whose target gets the value; NULL: nobody's. */
const struct c_function *sequential_callee(const struct sequential_graph *graph, uint32_t point, uint32_t context);
const struct c_instruction *sequential_caller(const struct sequential_graph *graph, uint32_t point, uint32_t context);
const void *sequential_kernel(const struct sequential_graph *graph, uint32_t point);

/* Points at which a run can be cut into pieces without loops: nodes and the targets of ways back; with `choices`, those
 * behind choices of values, too. `stop` is by point, and false before. */
void sequential_stops(const struct sequential_graph *graph, bool choices, bool *stop);

/* Where the code stands, of what our library does where it was called. */
struct place sequential_place(const struct sequential_graph *graph, uint32_t point);

#endif
