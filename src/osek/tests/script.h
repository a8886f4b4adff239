/* Scripts: a configuration, then what happens and what must be seen, a line each.
 *
 *   go [mode=1]                       StartOS
 *   t1 ActivateTask t2                t1, and nobody else, runs; it calls the service, which returns E_OK
 *   t1 GetTaskState t2 -> READY       ... and yields the value
 *   t1 ChainTask t2 = LIMIT           ... and returns E_OS_LIMIT
 *   t1 TerminateTask !RESOURCE_AT_END ... and the misuse is told; without "!", none may be (unless an error is
 * returned) i1 end                            the code of the running context ends; also with "!" irq i1 | request i1
 * an interrupt comes (it must be allowed) | is requested tick c [3]                        the counter advances; also
 * with "!" choose 1                          for the next line: this choice choices 2                         the last
 * line had so many is t1 | is idle | is down         who runs now save x | same x | differs x       compares the bytes
 * of the state and: state t1 READY, prio t1 3, requests t1 2, events t1 5, awaited t1 1, holder r t1, level 3, allowed
 * i1, forbidden i1, ticks yes, ticks no, alarm a 3 5, alarm a off, next c 3, value c 3, underway t1, ended t1, argument
 * 4; without a scheduler: switch t1 (it takes the running one's place, which must be allowed), may t1, kept t1 */
#ifndef OSEK_TESTS_SCRIPT_H
#define OSEK_TESTS_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

struct scenario {
    const char *name;
    const char *text;
};

/* False: `why` (of `size` characters) says what was seen instead. */
bool script_run(const char *text, char *why, size_t size);

#endif
