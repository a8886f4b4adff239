/* Time that only goes forward, whatever the wall clock does. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void); /* since some fixed moment before the program began */
/* That processors spent on this program, all its threads together. */
double clock_processor_seconds(void);

#endif
