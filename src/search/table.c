#include "search/table.h"

#include "base/invariant.h"

#include <string.h>

enum {
    SMALL_TABLE = 1 << 20, /* bytes: below, doubling costs nobody anything */
    LAST_LOAD_PERCENT = 94 /* the load to go on to when there is no way to grow */
};

static uint64_t percent(uint64_t value, unsigned percent) { return (uint64_t)((__uint128_t)value * percent / 100); }

static void set_room(struct table *table, uint64_t used, unsigned load_percent) {
    uint64_t most = percent(table_entries(table), load_percent);
    invariant(most < table_entries(table)); /* a probe meets an empty entry in the end */
    atomic_store_explicit(&table->room, most > used ? (int64_t)(most - used) : 0, memory_order_relaxed);
}

/* The budget is the caller's affair. */
static bool map_lines(struct table *table, uint64_t line_count) {
    unsigned char *lines = pages_map(line_count * TABLE_LINE);
    if (!lines) return false;
    table->lines = lines;
    table->line_count = line_count;
    return true;
}

bool table_open(struct table *table, struct budget *budget, unsigned entry_size, unsigned load_percent,
                unsigned growth_percent, uint64_t line_count) {
    *table = (struct table){
        .budget = budget, .entry_size = entry_size, .load_percent = load_percent, .growth_percent = growth_percent};
    if (!budget_take(budget, line_count * TABLE_LINE)) return false;
    if (!map_lines(table, line_count)) {
        budget_give(budget, line_count * TABLE_LINE);
        return false;
    }
    set_room(table, 0, table->load_percent);
    return true;
}

void table_close(struct table *table) {
    if (!table->lines) return;
    pages_unmap(table->lines, table->line_count * TABLE_LINE);
    budget_give(table->budget, table->line_count * TABLE_LINE);
    table->lines = NULL;
}

void table_clear(struct table *table) {
    memset(table->lines, 0, table->line_count * TABLE_LINE);
    set_room(table, 0, table->load_percent);
}

/* No more lines than the budget can ever fill with entries and the items they stand for. */
static uint64_t useful_lines(const struct table *table, size_t item_bytes) {
    if (table->budget->limit == SIZE_MAX) return UINT64_MAX;
    size_t old = table->line_count * TABLE_LINE;
    uint64_t most = (budget_left(table->budget) + old) / TABLE_LINE;
    double entry_bytes = table->entry_size * 100.0 / LAST_LOAD_PERCENT;
    double share = table->budget->limit / (item_bytes + entry_bytes) * entry_bytes / TABLE_LINE;
    return share < most ? (uint64_t)share : most;
}

bool table_grow(struct table *table, uint64_t used, size_t item_bytes, struct table *old) {
    unsigned factor = table->line_count * TABLE_LINE < SMALL_TABLE ? 200 : table->growth_percent;
    uint64_t wanted = percent(table->line_count, factor), most = useful_lines(table, item_bytes);
    if (wanted > most) wanted = most;
    struct table before = *table;
    bool grows = wanted >= percent(table->line_count, 110);
    size_t cost = grows ? (wanted - table->line_count) * TABLE_LINE : 0;
    if (grows && !budget_take(table->budget, cost)) grows = false;
    if (grows && !map_lines(table, wanted)) {
        budget_give(table->budget, cost);
        grows = false;
    }
    if (grows && old) *old = before;
    if (grows && !old) pages_unmap(before.lines, before.line_count * TABLE_LINE);
    table->at_limit = !grows;
    set_room(table, used, grows ? table->load_percent : LAST_LOAD_PERCENT);
    return grows;
}

bool table_fit(struct table *table, uint64_t used) {
    while (percent(table_entries(table), table->load_percent) <= used && table_grow(table, used, 0, NULL)) continue;
    set_room(table, used, table->at_limit ? LAST_LOAD_PERCENT : table->load_percent);
    return percent(table_entries(table), LAST_LOAD_PERCENT) >= used;
}

unsigned table_take_room(struct table *table, unsigned wanted) {
    int64_t room = atomic_load_explicit(&table->room, memory_order_relaxed), taken;
    do {
        if (room <= 0) return 0;
        taken = room < (int64_t)wanted ? room : (int64_t)wanted;
    } while (!atomic_compare_exchange_weak_explicit(&table->room, &room, room - taken, memory_order_relaxed,
                                                    memory_order_relaxed));
    return (unsigned)taken;
}
