/* A task of equal priority preempts. */
#define URGENT(level, running) ((level) >= (running))
#include "../osek.pml"
