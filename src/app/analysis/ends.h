/* Code that comes to its end, or waits until somebody sets an event again, whatever it reads: loops count to a number
 * that is known, or go round by way of WaitEvent and a ClearEvent of what was waited for. It takes its time, but not
 * for ever. */
#ifndef APP_ANALYSIS_ENDS_H
#define APP_ANALYSIS_ENDS_H

#include "cfront/ir.h"

/* The function itself; what it calls is not asked about. */
bool ends_by_itself(const struct c_function *function);

#endif
