/* A non-preemptable task can be preempted. */
#define PRIORITY_TO_RUN(tid) \
    (task[tid].internal > task[tid].dpr && task[tid].internal < HIGHEST -> task[tid].internal : task[tid].dpr)
#include "../osek.pml"
