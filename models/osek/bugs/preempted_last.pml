/* A preempted task becomes the newest of its priority, not the oldest. */
#define BEFORE_PREEMPTED(other, level) ((other) >= (level))
#include "../osek.pml"
