#include "cfront/load/clang.h"

#include "base/library.h"
#include "base/memory.h"

#include <stdlib.h>
#include <unistd.h>

enum { NEWEST = 24, OLDEST = 17 };

/* Names under which distributions install the library, the newest version first. A versioned name is tried before the
 * plain one, which may be a version that does not know operators; such a one lacks symbols and is passed over. */
static char **library_names(void) {
    char **names = memory_new(sizeof *names * (NEWEST - OLDEST + 1) * 5 + sizeof *names * 2);
    size_t count = 0;
    struct text name = {0};
    static const char *const forms[] = {"libclang-%d.so.%d", "libclang-%d.so.1", "libclang.so.%d",
                                        "/usr/lib/llvm-%d/lib/libclang.so.1", "/usr/lib/llvm-%d/lib/libclang.so"};
    for (int version = NEWEST; version >= OLDEST; version--)
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            text_printf(&name, forms[i], version, version);
#pragma GCC diagnostic pop
            names[count++] = text_take(&name);
        }
    names[count++] = memory_copy_text("libclang.so.1");
    return names;
}

static void free_names(char **names) {
    for (size_t i = 0; names[i]; i++) free(names[i]);
    free(names);
}

/* The compiler's own headers belong to its version: those of another may use builtins that this one does not have. */
static char *find_resources(int version) {
    static const char *const forms[] = {"/usr/lib/llvm-%d/lib/clang/%d", "/usr/lib/clang/%d", "/usr/lib64/clang/%d",
                                        "/usr/local/lib/clang/%d"};
    struct text folder = {0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct text header = {0};
        text_clear(&folder);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        text_printf(&folder, forms[i], version, version);
#pragma GCC diagnostic pop
        text_printf(&header, "%s/include/stddef.h", folder.chars);
        bool there = access(header.chars, R_OK) == 0;
        text_free(&header);
        if (there) return text_take(&folder);
    }
    text_free(&folder);
    return NULL;
}

static int version_of(const struct clang *clang) {
    CXString string = clang->getClangVersion();
    const char *c = clang->getCString(string);
    while (*c && (*c < '0' || *c > '9')) c++;
    int version = atoi(c);
    clang->disposeString(string);
    return version;
}

bool clang_open(struct clang *clang, struct text *why) {
    const struct library_symbol symbols[] = {
#define CLANG_SYMBOL(name) {"clang_" #name, &clang->name},
        CLANG_FUNCTIONS(CLANG_SYMBOL)
#undef CLANG_SYMBOL
    };
    char **names = library_names();
    setenv("LIBCLANG_NOTHREADS", "1", 1); /* its own thread has a small stack; ours (room.h) has a large one */
    clang->resources = NULL;
    clang->library = library_open((const char *const *)names, symbols, sizeof symbols / sizeof *symbols, NULL);
    free_names(names);
    if (!clang->library) {
        text_add(why, "C sources are read with libclang 17 or newer, which is not here: install libclang1-19 (and "
                      "libclang-common-19-dev for its headers)");
        return false;
    }
    clang->resources = find_resources(version_of(clang));
    clang->disposeIndex(clang->createIndex(0, 0)); /* from here on it handles its own crashes: room.h comes after */
    return true;
}

void clang_close(struct clang *clang) {
    free(clang->resources);
    library_close(clang->library);
}
