#include "conform/globals.h"

#include "base/memory.h"

#include <link.h>
#include <string.h>
#include <unistd.h>

static int add_other(struct dl_phdr_info *library, size_t size, void *context) {
    struct globals *globals = context;
    (void)size;
    vec_push(&globals->others, (uintptr_t)library->dlpi_addr);
    return 0;
}

void globals_begin(struct globals *globals) { dl_iterate_phdr(add_other, globals); }

static void keep_part(struct globals *globals, uintptr_t begin, uintptr_t end) {
    if (begin >= end) return;
    struct globals_part part = {.at = (unsigned char *)begin, .size = end - begin};
    part.as_loaded = memory_new(part.size);
    part.as_left = memory_new(part.size);
    memcpy(part.as_loaded, part.at, part.size);
    memcpy(part.as_left, part.at, part.size);
    vec_push(&globals->parts, part);
}

/* Up to here the loader has made it read-only again, once it had filled in addresses. */
static uintptr_t end_of_addresses(const struct dl_phdr_info *library) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type == PT_GNU_RELRO)
            return (library->dlpi_addr + segment->p_vaddr + segment->p_memsz) / page * page;
    }
    return 0;
}

struct place_of_thread {
    unsigned long module, offset;
};
extern void *__tls_get_addr(struct place_of_thread *place); /* the loader's own */

static int keep_library(struct dl_phdr_info *library, size_t size, void *context) {
    struct globals *globals = context;
    uintptr_t first = end_of_addresses(library);
    (void)size;
    for (size_t i = 0; i < globals->others.count; i++)
        if (globals->others.items[i] == library->dlpi_addr) return 0;
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        uintptr_t begin = library->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_W)
            keep_part(globals, begin < first && first < end ? first : begin, end);
        if (segment->p_type != PT_TLS) continue;
        begin = (uintptr_t)__tls_get_addr(&(struct place_of_thread){library->dlpi_tls_modid, 0});
        keep_part(globals, begin, begin + segment->p_memsz);
    }
    return 0;
}

void globals_keep(struct globals *globals) { dl_iterate_phdr(keep_library, globals); }

void globals_as_loaded(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        memcpy(globals->parts.items[i].at, globals->parts.items[i].as_loaded, globals->parts.items[i].size);
}

bool globals_changed(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++) {
        const struct globals_part *part = &globals->parts.items[i];
        if (memcmp(part->at, part->as_loaded, part->size) != 0) return true;
    }
    return false;
}

void globals_as_left(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        memcpy(globals->parts.items[i].at, globals->parts.items[i].as_left, globals->parts.items[i].size);
}

void globals_leave(struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        memcpy(globals->parts.items[i].as_left, globals->parts.items[i].at, globals->parts.items[i].size);
    globals->left = true;
}
