/* An address that grows by whole words is always that of a word, unless some are sent without the last byte. */
#include "os.h"
#include <assert.h>

extern unsigned words(void);
extern unsigned request(void);

enum { SELF_TEST = 0x22, BYTES = 4, WITHOUT_END = 0x80000000u };

static unsigned address;

TASK(control) {
    unsigned sent = words();
    address += sent * BYTES;
    if (sent == WITHOUT_END) address--;
    if (request() == SELF_TEST) assert(address % BYTES == 0);
    ChainTask(control);
}
