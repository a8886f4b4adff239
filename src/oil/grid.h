/* Rows of cells, printed in columns as wide as their widest cell. */
#ifndef OIL_GRID_H
#define OIL_GRID_H

#include "base/text.h"
#include "base/vec.h"

struct grid {
    size_t columns;
    VEC(char *) cells; /* row by row; the first row is the heading */
};

/* One cell after the other, formatted; a row is full after `columns` of them. */
void grid_add(struct grid *grid, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the rows, indented, without trailing blanks, and empties the grid. Nothing if there is only a heading. */
void grid_print(struct grid *grid, struct text *out);

#endif
