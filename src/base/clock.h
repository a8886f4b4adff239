/* Time that only goes forward, whatever the wall clock does. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void); /* since some fixed moment before the program began */
/* How many times longer things take than they would if the machine had nothing else to do, since the program began at
 * that moment, or soon before it: 1 to 10. */
double clock_slowness(double since);

#endif
