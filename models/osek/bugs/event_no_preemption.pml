/* SetEvent runs the task that waited only if no task runs. */
#define AFTER_EVENT if :: turn == 0 -> Reschedule() :: else fi
#include "../osek.pml"
