#include "promela/program_internal.h"

/* Automata as callers see them: flat lists of edges with texts. */

static size_t count_edges(const struct automaton *automaton) {
    size_t count = 0;
    for (size_t i = 0; i < automaton->locations.count; i++) count += automaton->locations.items[i].moves.count;
    return count;
}

static void build_drawing(struct program *program, const struct automaton *automaton, struct program_automaton *out) {
    size_t count = automaton->locations.count;
    struct program_edge *edges = arena_new_array(program->arena, struct program_edge, count_edges(automaton) + 1);
    const char **labels = arena_new_array(program->arena, const char *, count + 1);
    size_t edge = 0;
    for (unsigned i = 0; i < count; i++) {
        struct text text = {0};
        automaton_labels(automaton, i, &text);
        if (text.length) labels[i] = arena_text(program->arena, text_chars(&text));
        text_free(&text);
        const struct location *location = &automaton->locations.items[i];
        for (size_t m = 0; m < location->moves.count; m++) {
            const struct move *move = &location->moves.items[m];
            edges[edge++] = (struct program_edge){.from = i,
                                                  .to = move->target,
                                                  .text = program->actions[move->action].text,
                                                  .place = move->place,
                                                  .action = move->action,
                                                  .atomic = move->atomic};
        }
    }
    *out = (struct program_automaton){.name = automaton->proctype->name,
                                      .location_count = (unsigned)count,
                                      .initial = automaton->initial,
                                      .end = automaton->end,
                                      .edges = edges,
                                      .edge_count = edge,
                                      .labels = labels};
}

void drawings_build(struct program *program) {
    size_t count = program->model->proctypes.count;
    program->drawings = arena_new_array(program->arena, struct program_automaton, count + 1);
    program->drawing_count = count;
    for (size_t i = 0; i < count; i++) build_drawing(program, program->automata[i], &program->drawings[i]);
}

size_t program_automaton_count(const struct program *program) { return program->drawing_count; }

const struct program_automaton *program_automaton(const struct program *program, size_t index) {
    return &program->drawings[index];
}
