#include "ltl/label.h"

static bool overlap(struct label a, struct label b) { return !label_is_empty(label_meet(a, b)); }

/* An atom that some label of the list constrains and `label` does not; the labels considered overlap `label`, and at
 * least one of them does not contain it. */
static uint64_t splitting_atom(struct label label, const struct label *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!overlap(label, list[i])) continue;
        uint64_t open = (list[i].positive | list[i].negative) & ~(label.positive | label.negative);
        if (open) return open & -open;
    }
    return 0;
}

bool label_is_covered(struct label label, const struct label *covers, size_t count) {
    bool touched = false;
    for (size_t i = 0; i < count; i++) {
        if (label_contains(covers[i], label)) return true;
        touched |= overlap(label, covers[i]);
    }
    if (!touched) return false;
    uint64_t atom = splitting_atom(label, covers, count);
    return label_is_covered((struct label){label.positive | atom, label.negative}, covers, count) &&
           label_is_covered((struct label){label.positive, label.negative | atom}, covers, count);
}

static bool touches(struct label label, const label_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (overlap(label, list->items[i])) return true;
    return false;
}

/* Joins pairs that differ in the sign of one atom, as long as there are any. */
static void join_neighbours(label_list *list, size_t first) {
    for (size_t i = first; i < list->count; i++) {
        for (size_t j = first; j < i; j++) {
            struct label *a = &list->items[j], *b = &list->items[i];
            uint64_t differing = a->positive ^ b->positive;
            if (differing != (a->negative ^ b->negative) || !differing || (differing & (differing - 1))) continue;
            if ((a->positive | a->negative) != (b->positive | b->negative)) continue;
            *a = (struct label){a->positive & ~differing, a->negative & ~differing};
            *b = vec_last(list);
            list->count--;
            i = first; /* the joined label may have a neighbour anywhere */
            break;
        }
    }
}

static bool subtract(struct label label, const label_list *with, const label_list *without, size_t limit,
                     label_list *out) {
    if (!touches(label, with) || label_is_covered(label, without->items, without->count)) return true;
    if (!touches(label, without) && label_is_covered(label, with->items, with->count)) {
        if (out->count >= limit) return false;
        vec_push(out, label);
        return true;
    }
    uint64_t atom = splitting_atom(label, with->items, with->count);
    if (!atom) atom = splitting_atom(label, without->items, without->count);
    return subtract((struct label){label.positive | atom, label.negative}, with, without, limit, out) &&
           subtract((struct label){label.positive, label.negative | atom}, with, without, limit, out);
}

bool label_difference(const label_list *with, const label_list *without, size_t limit, label_list *out) {
    size_t first = out->count;
    if (!subtract((struct label){0, 0}, with, without, first + limit, out)) {
        out->count = first;
        return false;
    }
    join_neighbours(out, first);
    return true;
}
