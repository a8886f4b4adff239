/* What the machine offers. */
#ifndef CLI_HOST_H
#define CLI_HOST_H

#include <stdint.h>

/* Bytes a search may use so that neither the machine nor a container runs out; 0 if that cannot be told. */
uint64_t host_memory(void);
unsigned host_processors(void);

#endif
