/* Which bits of an object carry its value: those of its numbers and pointers. The rest is padding, between members and
 * behind them, and what bit-fields leave of their units (C11 6.2.6.1p6). */
#ifndef CFRONT_IR_VALUE_BITS_H
#define CFRONT_IR_VALUE_BITS_H

#include "cfront/ir/ir.h"

/* Sets (or clears) the bits of a bit-field, or, where that is NULL, all of `size` bytes. */
void value_bits_put(unsigned char *at, uint32_t size, const struct c_field *bits, bool set);
/* Is one of them set? */
bool value_bits_any(const unsigned char *at, uint32_t size, const struct c_field *bits);

/* Sets (or clears) those of a member as a whole, in the bits of its structure. */
void value_bits_put_member(unsigned char *record, const struct c_field *member, bool set);
/* Sets those that carry the value; of a union, that of any of its members. */
void value_bits_add(const struct c_type *type, unsigned char *bits);
/* ... of one byte of the object. */
unsigned char value_bits_of_byte(const struct c_type *type, uint32_t offset);

#endif
