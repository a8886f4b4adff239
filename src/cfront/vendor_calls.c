#include "cfront/vendor_calls.h"

#include "cfront/lower.h"

#include <strings.h>

static void doubt(struct front *front, struct symbol *symbol, const char *why) {
    if (symbol && symbol->has_definition && symbol_function(front, symbol)->role == C_ORDINARY)
        front_doubt(front, "`%s`, which the configuration %s for generated code to call, does not run here",
                    symbol->name, why);
}

void vendor_calls_doubt(struct front *front) {
    for (const char *const *name = front->names->vendors; name && *name; name++)
        doubt(front, symbol_find_function(front, *name), "names");
    for (const char *const *hook = front->names->hooks; hook && *hook; hook++)
        for (size_t i = 0; i < front->symbol_list.count; i++)
            if (front->symbol_list.items[i]->is_function && !strcasecmp(front->symbol_list.items[i]->name, *hook))
                doubt(front, front->symbol_list.items[i], "switches on");
}
