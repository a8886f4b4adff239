/* ReleaseResource does not look for a task of higher priority. */
#define AFTER_RELEASE skip
#include "../osek.pml"
