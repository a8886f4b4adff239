/* A task that an interrupt routine activates runs at once, before the routine has ended. */
#define INTERRUPTED false
#include "../osek.pml"
