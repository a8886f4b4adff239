/* GetResource sets the priority to the ceiling, also if that is lower. */
#define RAISED(level, ceiling) (ceiling)
#include "../osek.pml"
