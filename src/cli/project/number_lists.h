/* For each of many numbers a list of others: ascending, each once. */
#ifndef CLI_PROJECT_NUMBER_LISTS_H
#define CLI_PROJECT_NUMBER_LISTS_H

#include "base/vec.h"

#include <stdint.h>

struct number_link {
    uint32_t value, next; /* the next one's place and one more; 0: there is none */
};

struct number_lists {
    VEC(struct number_link) links;
    VEC(uint32_t) first, last; /* by number: places, likewise */
};

void number_lists_add(struct number_lists *lists, size_t number, size_t value); /* if it is not there */
/* `for (uint32_t at = number_lists_begin(lists, n); at; at = number_lists_next(lists, at))` */
uint32_t number_lists_begin(const struct number_lists *lists, size_t number);
static inline uint32_t number_lists_next(const struct number_lists *lists, uint32_t at) {
    return lists->links.items[at - 1].next;
}
static inline uint32_t number_lists_at(const struct number_lists *lists, uint32_t at) {
    return lists->links.items[at - 1].value;
}
void number_lists_free(struct number_lists *lists);

#endif
