/* After Schedule, a task goes on without its internal resource. */
#define PRIORITY_AGAIN(tid) task[tid].dpr
#include "../osek.pml"
