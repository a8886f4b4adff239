/* The end of an inner interrupt routine dispatches, though the outer one has not ended. */
#define AFTER_INTERRUPT if :: nesting == 1 -> nesting = 0; Reschedule(); nesting = 1 :: else -> Reschedule() fi
#include "../osek.pml"
