#include "base/memory.h"

#include "base/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *block, size_t size) {
    if (!block) {
        fprintf(stderr, "rtcheck: out of memory (%zu bytes wanted)\n", size);
        limits_end(LIMITS_MEMORY);
        exit(3);
    }
    return block;
}

void *memory_new(size_t size) { return checked(calloc(1, size ? size : 1), size); }

void *memory_resize(void *block, size_t size) { return checked(realloc(block, size ? size : 1), size); }

char *memory_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(memory_new(size), text, size);
}
