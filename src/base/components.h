/* Strongly connected components of a graph that is there as a whole. */
#ifndef BASE_COMPONENTS_H
#define BASE_COMPONENTS_H

#include <stdint.h>

/* The edges of node n are targets[first[n]] … targets[first[n + 1] - 1]. Numbers the components from 0 on, in
 * component_of, such that edges between them lead to lower numbers. Returns how many there are. */
uint32_t components_number(uint32_t count, const uint32_t *first, const uint32_t *targets, uint32_t *component_of);

#endif
