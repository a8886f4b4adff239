/* An address that grows by whole words is always that of a word. It is looked at only when a tester asks: no number of
 * rounds in which nobody asks says anything about the next one, so that induction proves nothing, and an invariant does. */
#include "os.h"
#include <assert.h>

extern unsigned words(void);
extern unsigned request(void);

enum { SELF_TEST = 0x22, BYTES = 4 };

static unsigned address;

TASK(control) {
    address += words() * BYTES;
    if (request() == SELF_TEST) assert(address % BYTES == 0);
    ChainTask(control);
}
