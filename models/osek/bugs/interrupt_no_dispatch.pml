/* The end of the outermost interrupt routine does not look for a task to run. */
#define AFTER_INTERRUPT skip
#include "../osek.pml"
