#include "oil/grid.h"

#include <stdarg.h>
#include <string.h>

void grid_add(struct grid *grid, const char *format, ...) {
    struct text cell = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&cell, format, arguments);
    va_end(arguments);
    vec_push(&grid->cells, text_take(&cell));
}

/* UTF-8 continuation bytes take no room. */
static size_t width_of(const char *cell) {
    size_t width = 0;
    for (; *cell; cell++) width += ((unsigned char)*cell & 0xc0) != 0x80;
    return width;
}

static size_t column_width(const struct grid *grid, size_t column) {
    size_t widest = 0;
    for (size_t i = column; i < grid->cells.count; i += grid->columns)
        if (width_of(grid->cells.items[i]) > widest) widest = width_of(grid->cells.items[i]);
    return widest;
}

static void print_row(const struct grid *grid, size_t first, const size_t *widths, struct text *out) {
    size_t pending = 2; /* blanks that are written only if something follows */
    for (size_t j = 0; j < grid->columns; j++) {
        const char *cell = grid->cells.items[first + j];
        size_t width = width_of(cell);
        if (width) {
            for (; pending; pending--) text_add_char(out, ' ');
            text_add(out, cell);
        }
        pending += widths[j] - width + 2;
    }
    text_add_char(out, '\n');
}

void grid_print(struct grid *grid, struct text *out) {
    size_t *widths = memory_new(grid->columns * sizeof *widths);
    for (size_t j = 0; j < grid->columns; j++) widths[j] = column_width(grid, j);
    if (grid->cells.count > grid->columns)
        for (size_t i = 0; i < grid->cells.count; i += grid->columns) print_row(grid, i, widths, out);
    for (size_t i = 0; i < grid->cells.count; i++) free(grid->cells.items[i]);
    vec_free(&grid->cells);
    free(widths);
}
