/* What the machine offers. */
#ifndef CLI_COMMON_HOST_H
#define CLI_COMMON_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes a search may use so that neither the machine nor a container runs out; 0 if that cannot be told. */
uint64_t host_memory(void);
unsigned host_processors(void);
/* Libraries and parsers need a stack of some size, threads too, whose size is the process's limit. Where that is
 * smaller, raises the limit and starts the program again with the same arguments; false: it may not be raised. */
bool host_ensure_stack(char **argv);
enum { HOST_STACK = 2 * 1024 * 1024 };

#endif
