/* The limits of the whole run: its time, its memory, and the wish of a person or a job scheduler that it end (SIGINT,
 * SIGTERM). They belong to the process, as its memory and its signals do, so there is one set of them, and any loop may
 * ask without being handed anything.
 *
 * Invariant: once a limit is reached, the process ends within a second, whatever it is doing.
 *  - Whatever can last asks limits_reached() now and then (a load of one word) and ends in good order with what it
 *    knows, or calls limits_check() where there is nothing to tell yet.
 *  - What cannot ask (another library, a program that hangs) is cut off: a guard watches the clock and the memory, and
 *    where nobody has listened for LIMITS_GRACE seconds, or where memory runs away, it gives the answer that was
 *    prepared for this, ends the programs that were started, removes private folders, and ends the process. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum limits_reason {
    LIMITS_NONE,
    LIMITS_INTERRUPTED,
    LIMITS_TIME,
    LIMITS_MEMORY,
    LIMITS_CODE,
    LIMITS_LIBRARY,
    LIMITS_UNSTEADY, /* code that came with the model answers differently when it is asked again */
    LIMITS_REASONS
};

#define LIMITS_GRACE 0.7 /* seconds that a run has to end in good order; longer where others crowd the machine */

struct limits_plan {
    double seconds; /* since the program began; 0: none */
    uint64_t bytes; /* of memory, the program's own code not counted; 0: none. Less than LIMITS_SMALLEST counts as that
                       here: the search keeps to smaller ones by its own account */
};

enum { LIMITS_SMALLEST = 48 * 1024 * 1024 };

/* What is said if the run must be cut off; the strings are borrowed, and stay. */
struct limits_answer {
    const char *out[LIMITS_REASONS]; /* for standard output, by reason */
    const char *err[LIMITS_REASONS]; /* for standard error; may be NULL */
    int status[LIMITS_REASONS];
};

/* From now on they hold. To be called once, early, before there are other threads. */
void limits_begin(const struct limits_plan *plan, const struct limits_answer *answer);
/* A time limit that is known only now. */
void limits_end_after(double seconds);
/* What would be said now; NULL before limits_begin(). And something else to say instead, once more is known: the
 * earlier answer stays where it is. */
const struct limits_answer *limits_prepared(void);
void limits_prepare(const struct limits_answer *answer);
/* From now on, or no more: nothing is known beyond what is prepared. A run that reads its input when the time is over
 * may say where it was; it is not given time to end in good order, which on a crowded machine is long. */
void limits_nothing_to_tell(bool is_so);
/* A part of an answer has been printed: the prepared one must not follow it. */
void limits_streaming(void);
/* The answer is being printed: from now on the run takes the time that its reader takes, and signals end it. */
void limits_answering(void);

/* Time and signals stay reached; memory is no longer so when it has been given back. LIMITS_NONE before
 * limits_begin(). */
enum limits_reason limits_reached(void);
/* What is to begin needs none of the memory that was given back before: that which was freed goes back to the system,
 * and whether there is room again is looked at now, not when the guard does so next. */
void limits_begin_anew(void);
/* Where the same is written within moments, for loops that cannot afford a call. */
const _Atomic int *limits_reached_place(void);
/* The run has little time or memory left to end in good order: what is being made for the answer, but is not the answer
 * itself (a counterexample), is left out. */
bool limits_hurry(void);
/* Ends the process if a limit is reached: for loops that have nothing to tell so far. */
void limits_check(void);
/* Gives the prepared answer and ends the process. False: limits_begin() was not called; nothing happened. */
bool limits_end(enum limits_reason reason);
const char *
limits_name(enum limits_reason reason); /* "time limit", "memory limit", "interrupted", "embedded C", "library", ... */
/* Non-zero after SIGINT or SIGTERM. */
const volatile int *limits_signal(void);

/* How many programs want each processor, from 1 to 8: who waits for its turn is not deaf, and needs as much longer by
 * the clock. */
double limits_crowding(void);

/* While a library is at work that ends the process when it runs out of memory, with exit() or abort() and a status that
 * would be taken for an answer, or may crash: its end is then told as ours, with nothing known. They nest, in any
 * thread, and a thread leaves what it has entered. */
void limits_enter_library(void);
void limits_leave_library(void);

/* While a library is asked something that another thread can stop: once the time is over, or a signal has come, the
 * guard calls this, again and again, until there is nothing to stop any more (NULL). One at a time. Meanwhile the
 * guard hears the signals, whatever the library does about them. `seconds`, if not 0, are what the library was told to
 * keep to: beyond them it is stopped as well, and if it does not listen, that is the end (LIMITS_LIBRARY). */
void limits_stop_with(void (*stop)(void *context), void *context, double seconds);

/* While code is loaded that came with a model: if it ends the process, by exit() or by a fault, that is told, with
 * nothing known; its status must not be taken for an answer. They nest; to be called by the thread that runs the code
 * most. */
void limits_enter_code(void);
void limits_leave_code(void);
/* What that code prints goes to standard error until the answer is begun, so that standard output is the answer alone.
 * Now it goes where ours goes: for commands that show what happens while it does. */
void limits_restore_output(void);
/* main() is about to return: from now on the process ends as it wants to. */
void limits_done(void);

/* In a copy of the process, which fork() has made: no limits hold there, and how it ends is its parent's to tell. */
void limits_leave_to_parent(void);
/* Does such a copy, by its id, use more memory than the run may? */
bool limits_is_too_large(pid_t copy);

/* While something is written that must be whole, a run is not cut off. They nest, in any thread. */
void limits_hold(void);
void limits_release(void);

#endif
