/* WaitEvent waits though the event is set. */
#define MUST_WAIT(tid, mask) true
#include "../osek.pml"
