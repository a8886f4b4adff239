/* Numbers of C in Promela.
 *
 * Numbers in Promela are 32 bits wide and signed. An unsigned 32-bit number is kept as its bits: sums, differences and
 * products are then right as they are, comparisons flip the highest bit first, and what depends on more is said in
 * other words, or refused. Unsigned numbers of 64 bits are masks of events: they are kept only if they are small. */
#ifndef APP_PROMELA_NUMBER_H
#define APP_PROMELA_NUMBER_H

#include "base/text.h"
#include "cfront/ir/ir.h"

bool export_is_mask(const struct c_type *type);
bool export_is_wide_unsigned(const struct c_type *type); /* of 32 bits */
/* A number that is known, through conversions of integers. */
bool export_known_number(const struct c_expression *value, uint64_t *number);
/* It is at least 0 and below 2^31 whatever the variables are, so that signed operators do. */
bool export_is_small(const struct c_expression *value);
/* Every value of the one type is one of the other. */
bool export_fits(const struct c_type *from, const struct c_type *to);
/* So many bits of a value, as the type has them. */
void export_reduced(const struct c_type *type, unsigned bits, const char *value, struct text *out);
/* A number in memory, as Promela keeps it. */
int64_t export_number(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes);
/* What a variable of this type is declared as. */
const char *export_type(const struct c_type *type);

#endif
