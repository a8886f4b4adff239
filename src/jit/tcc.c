/* Invariant: a tcc_code is one mapping of its own, so that no page of the heap ever becomes executable, and the
 * compiler's own memory is gone before tcc_code_new() returns. */
#include "jit/tcc.h"

#include "base/limits.h"
#include "base/memory.h"
#include "jit/jit.h"

#include <stdlib.h>

struct tcc_code {
    void *pages;
    size_t size;
    void *entry;
};

#ifdef HAVE_LIBTCC

#include <libtcc.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static void add_message(void *messages, const char *message) {
    if (strstr(message, "warning: ")) return;
    text_add(messages, message);
    text_add_char(messages, '\n');
}

/* Places the compiled text into pages of our own. tcc_relocate() asks for the size first, and moves it in then. */
static struct tcc_code *place(TCCState *compiler, const char *entry, struct text *messages) {
    int size = tcc_relocate(compiler, NULL);
    if (size <= 0) return NULL;
    void *pages = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        text_add(messages, "this system allows no memory that is both writable and executable\n");
        return NULL;
    }
    void *address = tcc_relocate(compiler, pages) == 0 ? tcc_get_symbol(compiler, entry) : NULL;
    if (!address) {
        text_printf(messages, "the code does not define `%s`\n", entry);
        munmap(pages, (size_t)size);
        return NULL;
    }
    struct tcc_code *code = memory_new(sizeof *code);
    *code = (struct tcc_code){.pages = pages, .size = (size_t)size, .entry = address};
    return code;
}

static bool compile_units(TCCState *compiler, const char *source) {
    for (const char *next; source; source = next) {
        next = strstr(source, JIT_NEXT_UNIT);
        char *unit = next ? strndup(source, (size_t)(next - source)) : strdup(source);
        if (next) next += strlen(JIT_NEXT_UNIT);
        int failed = unit ? tcc_compile_string(compiler, unit) : -1;
        free(unit);
        if (failed) return false;
    }
    return true;
}

static struct tcc_code *compile(const char *source, const char *entry, bool with_headers, struct text *messages) {
    TCCState *compiler = tcc_new();
    if (!compiler) return NULL;
    tcc_set_error_func(compiler, messages, add_message);
    /* Without headers nothing outside the text is looked for: no include files, no crt files, no libtcc1.a. */
    tcc_set_options(compiler, with_headers ? "-fsigned-char" : "-fsigned-char -nostdinc -nostdlib");
    tcc_set_output_type(compiler, TCC_OUTPUT_MEMORY);
    struct tcc_code *code = NULL;
    if (compile_units(compiler, source)) {
        tcc_add_symbol(compiler, "memcpy", memcpy);
        tcc_add_symbol(compiler, "memset", memset);
        tcc_add_symbol(compiler, "memcmp", memcmp);
        tcc_add_symbol(compiler, "memmove", memmove);
        code = place(compiler, entry, messages);
    }
    tcc_delete(compiler);
    return code;
}

struct tcc_code *tcc_code_new(const char *source, const char *entry, bool with_headers, struct text *messages) {
    /* libtcc keeps its state in static variables: one compilation at a time in the whole process. */
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    limits_enter_library(); /* it leaves with status 1 when it runs out of memory */
    struct tcc_code *code = compile(source, entry, with_headers, messages);
    limits_leave_library();
    pthread_mutex_unlock(&one_at_a_time);
    return code;
}

void tcc_code_free(struct tcc_code *code) {
    if (!code) return;
    munmap(code->pages, code->size);
    free(code);
}

#else

struct tcc_code *tcc_code_new(const char *source, const char *entry, bool with_headers, struct text *messages) {
    (void)source, (void)entry, (void)with_headers;
    text_add(messages, "built without libtcc\n");
    return NULL;
}

void tcc_code_free(struct tcc_code *code) { free(code); }

#endif

void *tcc_code_entry(const struct tcc_code *code) { return code->entry; }
