#include "eventb/label_index.h"

#include "base/memory.h"
#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 32 };

static size_t *row_of(const struct eb_label_index *index, const char *label) {
    size_t row = (size_t)hash_bytes(label, strlen(label)) & (index->row_count - 1);
    while (index->rows[row] && strcmp(index->list->items[index->rows[row] - 1].label, label) != 0)
        row = (row + 1) & (index->row_count - 1);
    return &index->rows[row];
}

static void start(struct eb_label_index *index, const eb_labels *list) {
    size_t rows = SHORT;
    while (rows < 4 * list->count) rows *= 2;
    free(index->rows);
    *index = (struct eb_label_index){.list = list, .rows = memory_new(rows * sizeof *index->rows), .row_count = rows};
}

static bool is_of(const struct eb_label_index *index, const eb_labels *list) {
    return index->list == list && index->indexed && list->count >= index->indexed &&
           list->items[index->indexed - 1].label == index->last && 2 * list->count <= index->row_count;
}

bool eb_label_is_used(struct eb_label_index *index, const eb_labels *list, const char *label) {
    if (!list) return false;
    if (list->count <= SHORT) {
        for (size_t i = 0; i < list->count; i++)
            if (!strcmp(list->items[i].label, label)) return true;
        return false;
    }
    if (!is_of(index, list)) start(index, list);
    while (index->indexed < list->count) {
        index->last = list->items[index->indexed++].label;
        *row_of(index, index->last) = index->indexed;
    }
    return *row_of(index, label) != 0;
}

void eb_label_index_free(struct eb_label_index *index) { free(index->rows); }
