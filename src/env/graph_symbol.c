#include "env/graph_symbol.h"

#include <string.h>

enum { SET_OBJECTS = 64 };

struct graph_symbol *graph_symbol_new(struct graph_symbols *symbols, enum ocl_type_kind kind) {
    struct graph_symbol *symbol = arena_new_object(symbols->arena, struct graph_symbol);
    symbol->kind = kind;
    if (kind == OCL_SET) symbol->in = arena_new_array(symbols->arena, diagram, SET_OBJECTS);
    return symbol;
}

void graph_choices_add(struct graph_symbols *symbols, struct graph_choices *choices, int64_t value, diagram when) {
    if (when == DIAGRAM_FALSE) return;
    for (size_t i = 0; i < choices->count; i++)
        if (choices->items[i].value == value) {
            choices->items[i].when = diagram_or(symbols->diagrams, choices->items[i].when, when);
            return;
        }
    if (choices->count == choices->capacity) {
        choices->capacity = choices->capacity ? 2 * choices->capacity : 2;
        struct graph_choice *items = arena_new_array(symbols->arena, struct graph_choice, choices->capacity);
        if (choices->count) memcpy(items, choices->items, choices->count * sizeof *items);
        choices->items = items;
    }
    choices->items[choices->count++] = (struct graph_choice){value, when};
}

struct graph_symbol *graph_symbol_number(struct graph_symbols *symbols, enum ocl_type_kind kind, int64_t value) {
    struct graph_symbol *symbol = graph_symbol_new(symbols, kind);
    if (kind == OCL_BOOLEAN) {
        symbol->yes = value ? DIAGRAM_TRUE : DIAGRAM_FALSE;
        symbol->no = value ? DIAGRAM_FALSE : DIAGRAM_TRUE;
    } else if (kind == OCL_SET) {
        symbol->defined = DIAGRAM_TRUE;
        for (unsigned i = 0; i < SET_OBJECTS; i++) symbol->in[i] = (uint64_t)value >> i & 1;
    } else {
        graph_choices_add(symbols, &symbol->choices, value, DIAGRAM_TRUE);
    }
    return symbol;
}

struct graph_symbol *graph_symbol_boolean(struct graph_symbols *symbols, diagram yes, diagram no) {
    struct graph_symbol *symbol = graph_symbol_new(symbols, OCL_BOOLEAN);
    symbol->yes = yes;
    symbol->no = no;
    return symbol;
}

struct graph_symbol *graph_symbol_truth(struct graph_symbols *symbols, diagram defined, diagram yes) {
    diagram no = diagram_not(symbols->diagrams, yes);
    return graph_symbol_boolean(symbols, diagram_and(symbols->diagrams, defined, yes),
                                diagram_and(symbols->diagrams, defined, no));
}

static void merge_elements(struct graph_symbols *symbols, struct graph_symbol *bag, const struct graph_symbol *other,
                           diagram when) {
    size_t count = bag->element_count + other->element_count;
    struct graph_choices *elements = arena_new_array(symbols->arena, struct graph_choices, count);
    for (size_t i = 0; i < bag->element_count; i++) elements[i] = bag->elements[i];
    for (size_t i = 0; i < other->element_count; i++)
        for (size_t k = 0; k < other->elements[i].count; k++)
            graph_choices_add(symbols, &elements[bag->element_count + i], other->elements[i].items[k].value,
                              diagram_and(symbols->diagrams, when, other->elements[i].items[k].when));
    bag->elements = elements;
    bag->element_count = count;
}

void graph_symbol_merge(struct graph_symbols *symbols, struct graph_symbol *symbol, const struct graph_symbol *other,
                        diagram when) {
    struct diagrams *d = symbols->diagrams;
    if (when == DIAGRAM_FALSE) return;
    symbol->yes = diagram_or(d, symbol->yes, diagram_and(d, when, other->yes));
    symbol->no = diagram_or(d, symbol->no, diagram_and(d, when, other->no));
    symbol->defined = diagram_or(d, symbol->defined, diagram_and(d, when, other->defined));
    for (size_t i = 0; i < other->choices.count; i++)
        graph_choices_add(symbols, &symbol->choices, other->choices.items[i].value,
                          diagram_and(d, when, other->choices.items[i].when));
    if (symbol->kind == OCL_SET)
        for (unsigned i = 0; i < SET_OBJECTS; i++)
            symbol->in[i] = diagram_or(d, symbol->in[i], diagram_and(d, when, other->in[i]));
    if (other->element_count) merge_elements(symbols, symbol, other, when);
}

static diagram any_choice(struct graph_symbols *symbols, const struct graph_choices *choices) {
    diagram any = DIAGRAM_FALSE;
    for (size_t i = 0; i < choices->count; i++) any = diagram_or(symbols->diagrams, any, choices->items[i].when);
    return any;
}

diagram graph_symbol_defined(struct graph_symbols *symbols, const struct graph_symbol *symbol) {
    switch (symbol->kind) {
    case OCL_BOOLEAN: return diagram_or(symbols->diagrams, symbol->yes, symbol->no);
    case OCL_INTEGER:
    case OCL_OBJECT: return any_choice(symbols, &symbol->choices);
    case OCL_SET:
    case OCL_INTEGERS: return symbol->defined;
    }
    return DIAGRAM_FALSE;
}

static diagram sets_equal(struct diagrams *d, const diagram *a, const diagram *b) {
    diagram differ = DIAGRAM_FALSE;
    for (unsigned i = SET_OBJECTS; i-- > 0;) differ = diagram_or(d, differ, diagram_xor(d, a[i], b[i]));
    return diagram_not(d, differ);
}

diagram graph_symbol_equal(struct graph_symbols *symbols, const struct graph_symbol *a, const struct graph_symbol *b) {
    struct diagrams *d = symbols->diagrams;
    if (a->kind == OCL_SET) return sets_equal(d, a->in, b->in);
    if (a->kind == OCL_BOOLEAN) return diagram_not(d, diagram_xor(d, a->yes, b->yes));
    diagram equal = DIAGRAM_FALSE;
    for (size_t i = 0; i < a->choices.count; i++)
        for (size_t k = 0; k < b->choices.count; k++)
            if (a->choices.items[i].value == b->choices.items[k].value)
                equal = diagram_or(d, equal, diagram_and(d, a->choices.items[i].when, b->choices.items[k].when));
    return equal;
}

void graph_symbol_count(struct graph_symbols *symbols, struct graph_symbol *number, const diagram *elements,
                        size_t count, diagram defined) {
    struct diagrams *d = symbols->diagrams;
    diagram *exactly = arena_new_array(symbols->arena, diagram, count + 1);
    exactly[0] = DIAGRAM_TRUE;
    for (size_t i = count; i-- > 0;) {
        if (elements[i] == DIAGRAM_FALSE) continue;
        for (size_t k = count; k > 0; k--)
            if (exactly[k] != exactly[k - 1]) exactly[k] = diagram_choose(d, elements[i], exactly[k - 1], exactly[k]);
        exactly[0] = diagram_and(d, exactly[0], diagram_not(d, elements[i]));
    }
    for (size_t k = 0; k <= count; k++)
        graph_choices_add(symbols, &number->choices, (int64_t)k, diagram_and(d, defined, exactly[k]));
}

struct graph_symbol *graph_bag_size(struct graph_symbols *symbols, const struct graph_symbol *bag) {
    struct graph_symbol *size = graph_symbol_new(symbols, OCL_INTEGER);
    diagram *present = arena_new_array(symbols->arena, diagram, bag->element_count + 1);
    for (size_t i = 0; i < bag->element_count; i++) present[i] = any_choice(symbols, &bag->elements[i]);
    graph_symbol_count(symbols, size, present, bag->element_count, bag->defined);
    return size;
}

static diagram has_value(const struct graph_choices *choices, int64_t value) {
    for (size_t i = 0; i < choices->count; i++)
        if (choices->items[i].value == value) return choices->items[i].when;
    return DIAGRAM_FALSE;
}

static void count_value(struct graph_symbols *symbols, const struct graph_symbol *bag, int64_t value, diagram when,
                        struct graph_symbol *number) {
    diagram *present = arena_new_array(symbols->arena, diagram, bag->element_count + 1);
    for (size_t i = 0; i < bag->element_count; i++) present[i] = has_value(&bag->elements[i], value);
    graph_symbol_count(symbols, number, present, bag->element_count, when);
}

struct graph_symbol *graph_bag_occurrences(struct graph_symbols *symbols, const struct graph_symbol *bag,
                                           const struct graph_symbol *value) {
    struct graph_symbol *number = graph_symbol_new(symbols, OCL_INTEGER);
    for (size_t i = 0; i < value->choices.count; i++) {
        diagram when = diagram_and(symbols->diagrams, bag->defined, value->choices.items[i].when);
        count_value(symbols, bag, value->choices.items[i].value, when, number);
    }
    return number;
}

/* All elements together, one after the other; `start` NULL: the first element is where to start, an empty bag fails. */
struct graph_symbol *graph_bag_fold(struct graph_symbols *symbols, const struct graph_symbol *bag,
                                    bool (*fold)(int64_t a, int64_t b, int64_t *value), const int64_t *start) {
    struct diagrams *d = symbols->diagrams;
    struct graph_symbol *sum = graph_symbol_new(symbols, OCL_INTEGER);
    diagram nothing = start ? DIAGRAM_FALSE : bag->defined; /* so far, no element was in the bag */
    if (start) graph_choices_add(symbols, &sum->choices, *start, bag->defined);
    for (size_t i = 0; i < bag->element_count; i++) {
        const struct graph_choices *element = &bag->elements[i], old = sum->choices;
        diagram absent = diagram_not(d, any_choice(symbols, element));
        sum->choices = (struct graph_choices){0};
        for (size_t a = 0; a < old.count; a++) {
            graph_choices_add(symbols, &sum->choices, old.items[a].value, diagram_and(d, old.items[a].when, absent));
            for (size_t b = 0; b < element->count; b++) {
                int64_t value;
                if (fold(old.items[a].value, element->items[b].value, &value))
                    graph_choices_add(symbols, &sum->choices, value,
                                      diagram_and(d, old.items[a].when, element->items[b].when));
            }
        }
        for (size_t b = 0; b < element->count; b++)
            graph_choices_add(symbols, &sum->choices, element->items[b].value,
                              diagram_and(d, nothing, element->items[b].when));
        nothing = diagram_and(d, nothing, absent);
    }
    return sum;
}

static diagram equal_counts(struct graph_symbols *symbols, const struct graph_symbol *a, const struct graph_symbol *b,
                            int64_t value) {
    struct graph_symbol *in_a = graph_symbol_new(symbols, OCL_INTEGER), *in_b = graph_symbol_new(symbols, OCL_INTEGER);
    count_value(symbols, a, value, DIAGRAM_TRUE, in_a);
    count_value(symbols, b, value, DIAGRAM_TRUE, in_b);
    return graph_symbol_equal(symbols, in_a, in_b);
}

/* Every value occurs equally often. */
diagram graph_bag_equal(struct graph_symbols *symbols, const struct graph_symbol *a, const struct graph_symbol *b) {
    diagram equal = DIAGRAM_TRUE;
    const struct graph_symbol *bags[] = {a, b};
    for (int which = 0; which < 2; which++)
        for (size_t i = 0; i < bags[which]->element_count; i++)
            for (size_t k = 0; k < bags[which]->elements[i].count; k++)
                equal = diagram_and(symbols->diagrams, equal,
                                    equal_counts(symbols, a, b, bags[which]->elements[i].items[k].value));
    return equal;
}
