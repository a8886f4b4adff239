/* What the machine offers. */
#ifndef CLI_MACHINE_H
#define CLI_MACHINE_H

#include <stdint.h>

/* Bytes a search may use so that neither the machine nor a container runs out; 0 if that cannot be told. */
uint64_t machine_memory(void);
unsigned machine_processors(void);

#endif
