/* The open-addressing table under every store: cache lines of 4- or 8-byte entries, zero meaning empty.
 *
 * Invariant: `room` plus what threads took of it and did not use yet is how many entries may still be added; it keeps
 * the table from filling up, so that every probe meets an empty entry in the end. An entry, once set, never changes
 * while threads run; the table itself is replaced only in a barrier. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "search/pages.h"

enum { TABLE_LINE = 64 };

struct table {
    struct budget *budget;
    unsigned char *lines;
    uint64_t line_count;
    unsigned entry_size;
    unsigned load_percent;   /* at this load it wants to grow */
    unsigned growth_percent; /* the next size, once the table is large; a small one doubles */
    bool at_limit;           /* it cannot grow any more */
    _Atomic int64_t room;
};

/* False: it does not fit the budget. */
bool table_open(struct table *table, struct budget *budget, unsigned entry_size, unsigned load_percent,
                unsigned growth_percent, uint64_t line_count);
void table_close(struct table *table);
void table_clear(struct table *table); /* no entries, and as many lines as before */

/* Makes a larger, empty table that the caller must fill with the `used` entries of before. The old lines are gone, or
 * moved to `old` if that is not NULL; only the new ones are counted, so the caller must release old ones with
 * pages_release() while it fills new ones, and in the end unmap them. False when no larger table fits: the old one
 * stays, with the last of its room, and is `at_limit`. `item_bytes` is what an entry's item costs elsewhere: the table
 * leaves that much of the budget. */
bool table_grow(struct table *table, uint64_t used, size_t item_bytes, struct table *old);

/* Makes an empty table large enough for `used` entries, which the caller then adds. False: they do not fit. */
bool table_fit(struct table *table, uint64_t used);

/* Up to `wanted` entries of the room; 0: there is none left. */
unsigned table_take_room(struct table *table, unsigned wanted);

static inline uint64_t table_entries(const struct table *table) {
    return table->line_count * (TABLE_LINE / table->entry_size);
}

#endif
