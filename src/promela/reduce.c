#include "promela/reduce.h"

unsigned char **reduce_locations(const struct model *model, const struct layout *layout,
                                 struct automaton *const *automata) {
    (void)layout;
    unsigned char **flags = memory_new((model->proctypes.count + 1) * sizeof *flags);
    for (size_t i = 0; i < model->proctypes.count; i++) flags[i] = memory_new(automata[i]->locations.count + 1);
    return flags;
}
