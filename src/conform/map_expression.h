/* Numbers in a map: an expression with C's operators and their precedence. */
#ifndef CONFORM_MAP_EXPRESSION_H
#define CONFORM_MAP_EXPRESSION_H

#include "conform/map_scan.h"

struct map_reader {
    struct scan scan;
    struct map *map;
    const struct map_locals *locals; /* of what is being read */
    bool design;                     /* other names are design variables; else they are formulas of the specification */
    unsigned depth;
    unsigned includes; /* files so far */
};

/* NULL with an error. */
const struct map_expression *map_read_expression(struct map_reader *reader);

/* An expression's number where each leaf has one: leaf() gets it, or returns false. False too for a division by zero
 * and a shift that C leaves undefined. */
typedef bool (*map_leaf)(void *context, const struct map_expression *leaf, int64_t *value);
bool map_evaluate(const struct map_expression *expression, map_leaf leaf, void *context, int64_t *value);
/* Of an expression without a number: the part of it that has none though its own parts have, and half a sentence why.
 */
const struct map_expression *map_without_value(const struct map_expression *expression, map_leaf leaf, void *context);
const char *map_why_without_value(const struct map_expression *part);

#endif
