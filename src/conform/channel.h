/* What a design in C and its user share: a block of memory, and two pipes of one-word messages.
 *
 * Two processes stand behind a design. The keeper loads it, once, and starts a worker; when the worker dies it says so
 * and starts another. The worker makes calls. The user writes a request into `words` and one message to the pipe; the
 * worker answers with results in `results`. `run` and `call` say what is being called, should the worker die of it. */
#ifndef CONFORM_CHANNEL_H
#define CONFORM_CHANNEL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANNEL_WORDS = 1 << 19, CHANNEL_RESULTS = 8 << 20, CHANNEL_LARGEST_STATE = 1 << 20 };

enum channel_request { REQUEST_START = 1, REQUEST_RUNS, REQUEST_MORE };
enum channel_answer {
    ANSWER_DONE = 1,
    ANSWER_MORE,   /* the results are full; there are more */
    ANSWER_LOADED, /* from the keeper: `results` has the description */
    ANSWER_FAILED, /* from the keeper: `results` says why it could not be loaded */
    ANSWER_DIED    /* from the keeper: the worker died; `death` is its wait status */
};

enum channel_fault {
    FAULT_NONE,
    FAULT_TOO_MANY,    /* it claims to have too many ways to go on */
    FAULT_OTHER_COUNT, /* it does not always say how many there are */
    FAULT_OVERRUN,     /* it wrote beside its state */
    FAULT_UNSTEADY     /* it did something else when it was made again */
};

/* Added to a result's run: this way is refused, and the state is the one before the call that refuses. */
#define CHANNEL_REFUSED UINT32_C(0x80000000)

struct channel {
    _Atomic uint32_t progress; /* grows with each call */
    _Atomic int32_t worker;    /* process */
    _Atomic uint32_t run, call;
    _Atomic uint32_t result_count;
    int32_t death;
    uint32_t fault; /* enum channel_fault: what a call did, if the worker ended itself for that */
    uint32_t word_count;
    /* Runs, one after the other: number, how many calls; for each call: its number, how many arguments, arguments. */
    int32_t words[CHANNEL_WORDS];
    unsigned char state[CHANNEL_LARGEST_STATE];
    unsigned char results[CHANNEL_RESULTS]; /* each: the run's number, 4 bytes, and the state */
};

/* The keeper: loads the shared object, serves until the request pipe closes, never returns. `memory`: bytes. */
_Noreturn void child_keep(struct channel *channel, const char *library, int requests, int answers, uint64_t memory);

#endif
