#include "conform/globals.h"

#include "base/memory.h"

#include <link.h>
#include <string.h>
#include <unistd.h>

/* ---- bytes of others ---- */

#if defined __SANITIZE_ADDRESS__
/* Between the variables of a library that a sanitizer watches are guards, which memcpy() may not touch. */
#define UNWATCHED __attribute__((no_sanitize("address", "undefined")))

UNWATCHED static void copy(unsigned char *to, const unsigned char *from, size_t size) {
    size_t at = 0;
    for (; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t))
        *(volatile uint64_t *)(to + at) = *(const volatile uint64_t *)(from + at);
    for (; at < size; at++) *(volatile unsigned char *)(to + at) = from[at];
}

UNWATCHED static bool are_equal(const unsigned char *a, const unsigned char *b, size_t size) {
    size_t at = 0;
    while (at + sizeof(uint64_t) <= size &&
           *(const volatile uint64_t *)(a + at) == *(const volatile uint64_t *)(b + at))
        at += sizeof(uint64_t);
    while (at < size && *(const volatile unsigned char *)(a + at) == b[at]) at++;
    return at == size;
}
#else
static void copy(unsigned char *to, const unsigned char *from, size_t size) { memcpy(to, from, size); }

static bool are_equal(const unsigned char *a, const unsigned char *b, size_t size) { return memcmp(a, b, size) == 0; }
#endif

/* ---- which they are ---- */

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
    copy(part.as_loaded, part.at, part.size);
    copy(part.as_left, part.at, part.size);
    vec_push(&globals->parts, part);
}

struct range {
    uintptr_t begin, end;
};

/* What the loader has made read-only again, once it had filled in addresses; linkers put it at the beginning of a
 * segment, or make one of it. */
static struct range read_only_part(const struct dl_phdr_info *library) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        uintptr_t begin = library->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_GNU_RELRO)
            return (struct range){begin / page * page, (begin + segment->p_memsz) / page * page};
    }
    return (struct range){0, 0};
}

static void keep_segment(struct globals *globals, struct range segment, struct range but) {
    keep_part(globals, segment.begin, segment.end < but.begin ? segment.end : but.begin);
    keep_part(globals, segment.begin > but.end ? segment.begin : but.end, segment.end);
}

struct place_of_thread {
    unsigned long module, offset;
};
extern void *__tls_get_addr(struct place_of_thread *place); /* the loader's own */

static int keep_library(struct dl_phdr_info *library, size_t size, void *context) {
    struct globals *globals = context;
    struct range read_only = read_only_part(library);
    (void)size;
    for (size_t i = 0; i < globals->others.count; i++)
        if (globals->others.items[i] == library->dlpi_addr) return 0;
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        uintptr_t begin = library->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_W)
            keep_segment(globals, (struct range){begin, end}, read_only);
        if (segment->p_type != PT_TLS) continue;
        begin = (uintptr_t)__tls_get_addr(&(struct place_of_thread){library->dlpi_tls_modid, 0});
        keep_part(globals, begin, begin + segment->p_memsz);
    }
    return 0;
}

void globals_keep(struct globals *globals) { dl_iterate_phdr(keep_library, globals); }

/* ---- the two worlds ---- */

void globals_as_loaded(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        copy(globals->parts.items[i].at, globals->parts.items[i].as_loaded, globals->parts.items[i].size);
}

bool globals_changed(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++) {
        const struct globals_part *part = &globals->parts.items[i];
        if (!are_equal(part->at, part->as_loaded, part->size)) return true;
    }
    return false;
}

void globals_as_left(const struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        copy(globals->parts.items[i].at, globals->parts.items[i].as_left, globals->parts.items[i].size);
}

void globals_leave(struct globals *globals) {
    for (size_t i = 0; i < globals->parts.count; i++)
        copy(globals->parts.items[i].as_left, globals->parts.items[i].at, globals->parts.items[i].size);
    globals->left = true;
}
