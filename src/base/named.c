#include "base/named.h"

#include <string.h>

static const char *name_at(const void *rows, size_t size, size_t index) {
    return *(const char *const *)((const char *)rows + index * size);
}

size_t named_first(const void *rows, size_t count, size_t size, const char *name) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(name_at(rows, size, middle), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
