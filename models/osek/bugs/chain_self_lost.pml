/* ChainTask to itself makes no request if another one is pending. */
#define CHAINS(tid, dtid) (dtid != tid || task[tid].requests == 0)
#include "../osek.pml"
