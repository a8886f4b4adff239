/* TerminateTask ends the task though it has a resource. */
#define HAS_RESOURCES(tid) false
#include "../osek.pml"
