/* The end of an inner interrupt routine already dispatches. */
#define INTERRUPTED (nesting > 1)
#include "../osek.pml"
