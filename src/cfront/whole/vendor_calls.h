/* Functions that a vendor's attributes name (`HANDLER = T0 { FUNCTION = "f"; }`, `IDLE_NAME = "f"`): generated code
 * calls them, and nobody knows when. */
#ifndef CFRONT_WHOLE_VENDOR_CALLS_H
#define CFRONT_WHOLE_VENDOR_CALLS_H

#include <stdbool.h>

struct front;

/* `StackHook`, `stack_hook`, `OsStackHook`: is it what STACKHOOK switches on? */
bool vendor_calls_is_hook(const char *function, const char *attribute);

/* If one of them has code here, and is none that the kernel calls, nothing holds. */
void vendor_calls_doubt(struct front *front);

#endif
