/* Expressions of the lowered program as text of C, with what they check.
 *
 * The text has the same value on every machine on which int has at least 32 bits: numbers have the widths of the
 * target, and what C leaves undefined goes through functions that complain (helper.h). */
#ifndef APP_SEQUENTIAL_VALUE_H
#define APP_SEQUENTIAL_VALUE_H

#include "app/exec/executor.h"
#include "app/sequential/helper.h"
#include "app/sequential/names.h"

struct sequential_writer {
    const struct executor *executor;
    struct sequential_names *names;
    struct sequential_helpers *helpers;
    uint32_t context;     /* whose code it is */
    VEC(uint32_t) faults; /* that the text complains about */
};

/* `outer`: no parentheses are needed around it. */
void sequential_value(struct sequential_writer *writer, const struct c_expression *value, bool outer, struct text *out);
void sequential_place_text(struct sequential_writer *writer, const struct c_expression *place, struct text *out);
/* The number of a fault that this text complains about. */
uint32_t sequential_fault(struct sequential_writer *writer, const char *kind, const char *message, struct place place);
/* The text complains about this one. */
void sequential_note_fault(struct sequential_writer *writer, uint32_t number);
void sequential_constant(const struct c_type *type, int64_t value, struct text *out);

#endif
