/* `__asm { LDX start }`, as Freescale's, Keil's and Microsoft's compilers have it: made a statement of assembly that
 * says nothing (`__asm("?");`), before the compiler sees it. Such code is not modelled, but the rest of its source is.
 */
#ifndef CFRONT_TEXT_ASSEMBLY_BLOCKS_H
#define CFRONT_TEXT_ASSEMBLY_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* Rewrites in place; every other character keeps its line and column. True if there was anything to do. */
bool assembly_blocks_rewrite(char *text, size_t length);

#endif
