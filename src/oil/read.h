/* Reading attributes that have been checked. An IMPLEMENTATION section may still have given a standard attribute
 * another type: that is an error here. */
#ifndef OIL_READ_H
#define OIL_READ_H

#include "oil/configure.h"

/* `fallback` if it is not there or AUTO. */
uint32_t oil_read_number(struct oil_builder *builder, const struct oil_parameter *list, const char *name,
                         uint32_t fallback);
bool oil_read_flag(struct oil_builder *builder, const struct oil_parameter *list, const char *name);
/* "" if it is not there. */
const char *oil_read_word(const struct oil_parameter *list, const char *name);
/* The attributes inside `name = value { ... }`. */
const struct oil_parameter *oil_read_body(const struct oil_parameter *list, const char *name);

#endif
