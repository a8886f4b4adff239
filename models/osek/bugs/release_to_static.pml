/* ReleaseResource goes back to the static priority, though other resources are still held. */
#define RESTORED(tid, rid) task[tid].pr
#include "../osek.pml"
