/* Allocation that does not fail: running out of memory ends the program with a message and the answer
 * of base/limits.h: nothing is known, status 3. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

__attribute__((returns_nonnull)) void *memory_new(size_t size);                 /* zeroed; release with free() */
__attribute__((returns_nonnull)) void *memory_resize(void *block, size_t size); /* new bytes are not zeroed   */
__attribute__((returns_nonnull)) char *memory_copy_text(const char *text);

#endif
