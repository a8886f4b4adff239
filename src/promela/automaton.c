#include "promela/automaton.h"

#include "base/word.h"
#include "promela/element.h"

#include <string.h>

/* A move under construction: where it comes from decides which escapes cover it. */
struct raw_move {
    struct move move;
    struct element *origin;
};

struct raw_location {
    VEC(struct raw_move) moves;
    bool is_end, is_accept, is_progress;
    bool done;
};

struct builder {
    struct element_graph *graph;
    struct raw_location *raw; /* by element number */
    uint32_t first_action;
};

static bool begins_with_else(const struct statement *s) {
    for (;;) {
        switch (s->kind) {
        case STATEMENT_ATOMIC:
        case STATEMENT_D_STEP:
        case STATEMENT_BLOCK:
        case STATEMENT_UNLESS:
            if (!s->body->statements.count) return false;
            s = s->body->statements.items[0];
            break;
        default: return s->kind == STATEMENT_EXPRESSION && s->expression->kind == EXPR_ELSE;
        }
    }
}

static struct move own_move(const struct builder *builder, struct element *element) {
    struct move move = {.statement = element->statement,
                        .words = element->words ? element->words : "skip",
                        .place = element->place,
                        .action = builder->first_action + element->number,
                        .atomic = element->in_atomic};
    struct element *onward = element->next;
    switch (element->kind) {
    case ELEMENT_BASIC: move.kind = element->statement ? MOVE_STATEMENT : MOVE_JUMP; break;
    case ELEMENT_ELSE:
        move.kind = MOVE_ELSE;
        move.otherwise = true;
        break;
    case ELEMENT_D_STEP:
        move.kind = MOVE_D_STEP;
        move.otherwise = begins_with_else(element->statement);
        break;
    case ELEMENT_END: move.kind = MOVE_END; break;
    case ELEMENT_GOTO: onward = element->target; /* fall through */
    default: move.kind = MOVE_JUMP; break;
    }
    move.target = onward ? element_settle(onward, element->in_atomic)->number : element->number;
    return move;
}

static void inherit_marks(struct raw_location *heir, const struct raw_location *from) {
    heir->is_end |= from->is_end;
    heir->is_accept |= from->is_accept;
    heir->is_progress |= from->is_progress;
}

static void find_moves(struct builder *builder, struct element *element);

/* A compound statement moves as its entry does; the entry's labels are then seen where those moves lead. */
static void pull(struct builder *builder, struct raw_location *into, struct element *entry) {
    find_moves(builder, entry);
    struct raw_location *from = &builder->raw[entry->number];
    for (size_t i = 0; i < from->moves.count; i++) {
        struct raw_move copy = from->moves.items[i];
        inherit_marks(&builder->raw[copy.move.target], from);
        vec_push(&into->moves, copy);
    }
}

static void find_moves(struct builder *builder, struct element *element) {
    struct raw_location *raw = &builder->raw[element->number];
    if (raw->done) return;
    raw->done = true;
    if (element->kind == ELEMENT_CHOICE || element->kind == ELEMENT_CONTAINER) {
        for (size_t i = 0; i < element->subs.count; i++) pull(builder, raw, element_entry(element->subs.items[i]));
    } else if (element->kind != ELEMENT_UNLESS) {
        vec_push(&raw->moves, (struct raw_move){own_move(builder, element), element});
    }
}

static bool has_action(const struct raw_location *raw, uint32_t action) {
    for (size_t i = 0; i < raw->moves.count; i++)
        if (raw->moves.items[i].move.action == action) return true;
    return false;
}

static void insert_move(struct raw_location *raw, size_t at, struct raw_move move) {
    vec_push(&raw->moves, move);
    memmove(&raw->moves.items[at + 1], &raw->moves.items[at], (raw->moves.count - 1 - at) * sizeof move);
    raw->moves.items[at] = move;
}

/* Puts the moves of the escapes that cover this location before its own. By default an outer escape comes before an
 * inner one. */
static void add_escapes(struct builder *builder, struct raw_location *raw, bool reverse) {
    size_t own = raw->moves.count, inserted = 0;
    for (size_t i = 0; i < own; i++) {
        struct element *origin = raw->moves.items[i + inserted].origin;
        if (origin->kind == ELEMENT_JOIN) continue;
        for (size_t k = 0; k < origin->escapes.count; k++) {
            unsigned entry = element_settle(origin->escapes.items[k]->first, origin->in_atomic)->number;
            struct raw_location *escape = &builder->raw[entry];
            for (size_t m = 0; m < escape->moves.count; m++) {
                struct raw_move copy = escape->moves.items[m];
                if (has_action(raw, copy.move.action)) continue;
                copy.move.escape = entry + 1;
                insert_move(raw, reverse ? inserted : 0, copy);
                inserted++;
            }
        }
    }
}

static void mark_labels(struct builder *builder) {
    struct element_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->labels.count; i++) {
        const char *name = graph->labels.items[i].label->name;
        struct raw_location *raw = &builder->raw[graph->labels.items[i].element->number];
        raw->is_end |= begins_with(name, "end");
        raw->is_accept |= begins_with(name, "accept");
        raw->is_progress |= begins_with(name, "progress");
    }
    for (size_t i = 0; i < graph->elements.count; i++)
        if (graph->elements.items[i]->kind == ELEMENT_END) builder->raw[i].is_end = true;
}

/* Locations that can be reached, and those with labels, are kept and numbered densely. */
static unsigned *number_locations(struct builder *builder, unsigned initial, bool *reachable) {
    struct element_graph *graph = builder->graph;
    size_t count = graph->elements.count;
    VEC(unsigned) work = {0};
    vec_push(&work, initial);
    reachable[initial] = true;
    while (work.count) {
        struct raw_location *raw = &builder->raw[vec_pop(&work)];
        for (size_t i = 0; i < raw->moves.count; i++) {
            unsigned target = raw->moves.items[i].move.target;
            if (reachable[target]) continue;
            reachable[target] = true;
            vec_push(&work, target);
        }
    }
    vec_free(&work);
    unsigned *numbers = memory_new(count * sizeof *numbers);
    bool *kept = memory_new(count * sizeof *kept);
    for (size_t i = 0; i < count; i++) kept[i] = reachable[i] || graph->elements.items[i]->kind == ELEMENT_END;
    for (size_t i = 0; i < graph->labels.count; i++) kept[graph->labels.items[i].element->number] = true;
    unsigned next = 0;
    for (size_t i = 0; i < count; i++) numbers[i] = kept[i] ? next++ : UINT32_MAX;
    free(kept);
    return numbers;
}

struct kept_label {
    const struct label *label;
    unsigned location;
};

struct automaton_with_labels {
    struct automaton automaton; /* first: the public face */
    VEC(struct kept_label) labels;
};

static void copy_locations(struct builder *builder, struct automaton *automaton, const unsigned *numbers,
                           const bool *reachable) {
    struct element_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->elements.count; i++) {
        if (numbers[i] == UINT32_MAX) continue;
        struct raw_location *raw = &builder->raw[i];
        struct location location = {.is_end = raw->is_end,
                                    .is_accept = raw->is_accept,
                                    .is_progress = raw->is_progress,
                                    .reachable = reachable[i],
                                    .place = graph->elements.items[i]->place};
        for (size_t m = 0; reachable[i] && m < raw->moves.count; m++) {
            struct move move = raw->moves.items[m].move;
            move.target = numbers[move.target];
            vec_push(&location.moves, move);
        }
        vec_push(&automaton->locations, location);
    }
}

struct automaton *process_automaton_new(const struct proctype *proctype, uint32_t first_action, uint32_t *next_action,
                                        bool reverse_escapes, struct diagnostics *diagnostics) {
    struct element_graph *graph = element_graph_new(proctype, diagnostics);
    size_t count = graph->elements.count;
    struct builder builder = {graph, memory_new(count * sizeof(struct raw_location)), first_action};
    *next_action = first_action + (uint32_t)count;

    mark_labels(&builder);
    for (size_t i = 0; i < count; i++) find_moves(&builder, graph->elements.items[i]);
    for (size_t i = 0; i < count; i++) {
        struct raw_location *raw = &builder.raw[i];
        if (graph->elements.items[i]->kind == ELEMENT_JOIN && raw->is_end)
            builder.raw[raw->moves.items[0].move.target].is_end = true;
    }
    for (size_t i = 0; i < count; i++) add_escapes(&builder, &builder.raw[i], reverse_escapes);

    struct automaton_with_labels *result = memory_new(sizeof *result);
    struct automaton *automaton = &result->automaton;
    automaton->proctype = proctype;
    if (proctype->provided) automaton->permission = (*next_action)++;
    unsigned initial = element_settle(graph->body->first, graph->body->first->in_atomic)->number;
    bool *reachable = memory_new(count * sizeof *reachable);
    unsigned *numbers = number_locations(&builder, initial, reachable);
    copy_locations(&builder, automaton, numbers, reachable);
    automaton->initial = numbers[initial];
    automaton->end = numbers[graph->body->last->number];
    for (size_t i = 0; i < graph->labels.count; i++) {
        struct label_element *l = &graph->labels.items[i];
        vec_push(&result->labels, (struct kept_label){l->label, numbers[l->element->number]});
    }
    free(numbers);
    free(reachable);
    for (size_t i = 0; i < count; i++) vec_free(&builder.raw[i].moves);
    free(builder.raw);
    element_graph_free(graph);
    return automaton;
}

void process_automaton_free(struct automaton *automaton) {
    if (!automaton) return;
    for (size_t i = 0; i < automaton->locations.count; i++) vec_free(&automaton->locations.items[i].moves);
    vec_free(&automaton->locations);
    struct automaton_with_labels *whole = (struct automaton_with_labels *)automaton;
    vec_free(&whole->labels);
    free(whole);
}

int automaton_label(const struct automaton *automaton, const char *label) {
    const struct automaton_with_labels *whole = (const struct automaton_with_labels *)automaton;
    for (size_t i = 0; i < whole->labels.count; i++)
        if (strcmp(whole->labels.items[i].label->name, label) == 0) return (int)whole->labels.items[i].location;
    return -1;
}

void automaton_labels(const struct automaton *automaton, unsigned location, struct text *out) {
    const struct automaton_with_labels *whole = (const struct automaton_with_labels *)automaton;
    const char *separator = "";
    for (size_t i = 0; i < whole->labels.count; i++) {
        if (whole->labels.items[i].location != location) continue;
        text_printf(out, "%s%s", separator, whole->labels.items[i].label->name);
        separator = ", ";
    }
}

unsigned char *automaton_inner_locations(const struct automaton *automaton) {
    unsigned char *inner = memory_new(automaton->locations.count + 1);
    for (size_t i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        for (size_t m = 0; m < location->moves.count; m++)
            if (location->moves.items[m].atomic) inner[location->moves.items[m].target] = 1;
    }
    return inner;
}
