#include "base/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static bool find_symbols(void *handle, const struct library_symbol *symbols, size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(handle, symbols[i].name);
        if (!found) return false;
        /* ISO C has no conversion from object to function pointers; POSIX promises that the bytes serve. */
        memcpy(symbols[i].address, &found, sizeof found);
    }
    return true;
}

void *library_open(const char *const *names, const struct library_symbol *symbols, size_t count, struct text *why) {
    for (; *names; names++) {
        void *handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (handle && find_symbols(handle, symbols, count)) return handle;
        if (why) text_printf(why, "%s\n", dlerror());
        if (handle) dlclose(handle);
    }
    return NULL;
}

void library_close(void *handle) {
    if (handle) dlclose(handle);
}
