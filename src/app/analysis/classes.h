/* Classes of inputs: which values of a choice the program tells apart.
 *
 * For every slot (slots.h) it is found out how the program looks at the number there (look.h): by comparisons with
 * constants, by bits, as an index, or in some other way, which tells everything apart; looks at what was computed from
 * a number with constants become looks at the number itself. Two states whose slots differ only in what nobody looks
 * at do the same, step by step, for ever: one value of each class is all that a choice needs.
 *
 * Whoever watches a variable from outside looks at everything. Kinds of faults that are switched off do not count.
 * Whoever asks for the values of conditions (cases/decision.h) looks at each, whatever becomes of its decision. */
#ifndef APP_ANALYSIS_CLASSES_H
#define APP_ANALYSIS_CLASSES_H

#include "app/analysis/analysis.h"
#include "app/analysis/look.h"

struct classes {
    const struct look **choices; /* by instruction: of a C_CHOOSE; otherwise NULL */
    struct classes_place {
        const struct c_expression *place;
        const struct look *look;
    } * places; /* volatile ones behind pointers, by address */
    uint32_t place_count;
};

/* `observed` is by object: watched from outside; `conditions`: so are the values of all conditions. Belongs to the
 * analysis' arena. */
struct classes *classes_find(const struct analysis *analysis, const unsigned char *observed, bool conditions);

/* How the program looks at what is read from this place; NULL: nobody knows. */
const struct look *classes_of_place(const struct classes *classes, const struct c_expression *place);

#endif
