/* A new request goes before those of its priority: the newest is served first. */
#define BEFORE_NEW(other, level) ((other) > (level))
#include "../osek.pml"
