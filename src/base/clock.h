/* Time that only goes forward, whatever the wall clock does. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void); /* since some fixed moment before the program began */

#endif
