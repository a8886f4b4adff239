#include "report/dot_guide.h"

#include "report/markup.h"

enum { LONGEST_LABEL = 40 };

/* One arrow from `state` to `target`: all its letters, one below the other. */
static void add_arrow(struct text *out, const struct xgdl_guide *guide, const struct xgdl_automaton *automaton,
                      uint32_t state, uint32_t target) {
    text_printf(out, "  s%u -> s%u [label=\"", state, target);
    bool more = false;
    for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++) {
        if (automaton->targets[t] != target) continue;
        if (more) text_add(out, "\\n");
        more = true;
        markup_dot(out, guide->alphabet.items[automaton->letters[t]].name, LONGEST_LABEL);
    }
    text_add(out, "\"];\n");
}

static bool is_first_to(const struct xgdl_automaton *automaton, uint32_t state, uint32_t transition) {
    for (uint32_t t = automaton->first[state]; t < transition; t++)
        if (automaton->targets[t] == automaton->targets[transition]) return false;
    return true;
}

void dot_guide(struct text *out, const struct xgdl_guide *guide, const struct xgdl_automaton *automaton) {
    text_add(out, "digraph guide {\n"
                  "  rankdir=LR;\n"
                  "  node [fontname=\"Helvetica\", fontsize=11, shape=circle, style=filled, fillcolor=\"#f4f7fb\", "
                  "color=\"#1f4e79\"];\n"
                  "  edge [fontname=\"DejaVu Sans Mono\", fontsize=10, color=\"#5b6b7c\", arrowsize=0.7];\n"
                  "  start [shape=point];\n"
                  "  start -> s0;\n");
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        text_printf(out, "  s%u [label=\"%u\"];\n", state, state);
        for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++)
            if (is_first_to(automaton, state, t)) add_arrow(out, guide, automaton, state, automaton->targets[t]);
    }
    text_add(out, "}\n");
}
