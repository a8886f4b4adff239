/* Does a cooperative task get done, though those before it may take all the time there is?
 *
 * Whoever begins to run before it is interrupted by another cooperative task comes to its next schedule point before
 * any of them goes on. So an instant is enough for a step, and if there is always one more it gets done in the end.
 *
 * Let the least urgent of those before it, J, be cooperative, have one instance at a time, and always get done; let the
 * others before it, S, be periodic. When J is done and nobody of S is there, that is such an instant. Otherwise
 * somebody of S came at a time p in J's last step, when nothing of S was left but what interrupted that step. Then all
 * of S is done at some time f(p), which is found by counting what comes from p on; if that is not after J's next
 * activation, it is such an instant: what ends then does so before activations of that instant. All p in a hyperperiod
 * are tried. */
#ifndef TIMING_INSTANTS_H
#define TIMING_INSTANTS_H

#include "timing/analysis.h"

/* `profiles` and `bounds` by task. False: it is not known. */
bool tm_gets_done(const struct tm_system *system, const struct tm_profile *profiles, const struct tm_bound *bounds,
                  unsigned task);

#endif
