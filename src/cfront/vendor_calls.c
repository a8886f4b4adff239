#include "cfront/vendor_calls.h"

#include "cfront/lower.h"

void vendor_calls_doubt(struct front *front) {
    for (const char *const *name = front->names->vendors; name && *name; name++) {
        struct symbol *symbol = symbol_find_function(front, *name);
        if (symbol && symbol->has_definition && symbol_function(front, symbol)->role == C_ORDINARY)
            front_doubt(front, "`%s`, which the configuration names for generated code to call, does not run here",
                        *name);
    }
}
