/* The events of a task are not cleared when it is activated. */
#define EVENTS_AT_START(tid) task[tid].events
#include "../osek.pml"
