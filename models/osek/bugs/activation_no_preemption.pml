/* ActivateTask runs the activated task only if no task runs. */
#define AFTER_ACTIVATION if :: turn == 0 -> Reschedule() :: else fi
#include "../osek.pml"
