#include "cli/project/number_lists.h"

static void reach(struct number_lists *lists, size_t number) {
    while (lists->first.count <= number) {
        vec_push(&lists->first, 0);
        vec_push(&lists->last, 0);
    }
}

/* The place of the last one that comes before it; 0: none does. They mostly come in order. */
static uint32_t place_before(const struct number_lists *lists, size_t number, uint32_t value) {
    uint32_t last = lists->last.items[number], before = 0;
    if (last && number_lists_at(lists, last) < value) return last;
    for (uint32_t at = lists->first.items[number]; at && number_lists_at(lists, at) < value;
         at = number_lists_next(lists, at))
        before = at;
    return before;
}

void number_lists_add(struct number_lists *lists, size_t number, size_t value) {
    reach(lists, number);
    uint32_t last = lists->last.items[number];
    if (last && number_lists_at(lists, last) == value) return;
    uint32_t before = place_before(lists, number, (uint32_t)value);
    uint32_t behind = before ? number_lists_next(lists, before) : lists->first.items[number];
    if (behind && number_lists_at(lists, behind) == value) return;
    vec_push(&lists->links, (struct number_link){(uint32_t)value, behind});
    uint32_t place = (uint32_t)lists->links.count;
    if (before)
        lists->links.items[before - 1].next = place;
    else
        lists->first.items[number] = place;
    if (!behind) lists->last.items[number] = place;
}

uint32_t number_lists_begin(const struct number_lists *lists, size_t number) {
    return number < lists->first.count ? lists->first.items[number] : 0;
}

void number_lists_free(struct number_lists *lists) {
    vec_free(&lists->links);
    vec_free(&lists->first);
    vec_free(&lists->last);
}
