/* ActivateTask of a task that is not suspended is refused, below its limit, too. */
#define ACCEPTS(tid) (task[tid].state == SUSPENDED)
#include "../osek.pml"
