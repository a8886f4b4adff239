#include "base/z3.h"

#include "base/library.h"
#include "base/limits.h"

bool z3_load(struct z3 *z3, struct text *why) {
    static const char *const names[] = {"libz3.so.4", "libz3.so", NULL};
    const struct library_symbol symbols[] = {
#define Z3_SYMBOL(name) {"Z3_" #name, &z3->name},
        Z3_FUNCTIONS(Z3_SYMBOL)
#undef Z3_SYMBOL
    };
    z3->library = library_open(names, symbols, sizeof symbols / sizeof *symbols, why);
    return z3->library != NULL;
}

void z3_unload(struct z3 *z3) { library_close(z3->library); }

static void stop(void *context) {
    const struct z3_asking *asking = context;
    asking->z3->interrupt(asking->context);
}

void z3_begin_asking(const struct z3_asking *asking) { limits_stop_with(stop, (void *)asking, asking->seconds); }
void z3_end_asking(void) { limits_stop_with(NULL, NULL, 0); }
