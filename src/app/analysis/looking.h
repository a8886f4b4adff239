/* How numbers are looked at, while it is being found out (classes.h): looks at slots, and looks at what an expression
 * computes as looks at the slots that it is computed from. Looks only grow; `changed` says that one did. */
#ifndef APP_ANALYSIS_LOOKING_H
#define APP_ANALYSIS_LOOKING_H

#include "app/analysis/bounds.h"
#include "app/analysis/look.h"
#include "app/analysis/slots.h"

struct looking {
    const struct subject *subject;
    struct slots *slots;
    struct bounds *bounds;
    struct arena *arena;
    struct look **looks; /* by slot; NULL: nobody looks */
    bool overflows;      /* signed numbers that do not fit are a fault */
    bool conditions;     /* somebody asks for the value of each, whatever becomes of it */
    bool changed;
    uint32_t instruction;
};

void looking_add(struct looking *looking, uint32_t slot, const struct look *look);
const struct look *looking_of_slot(const struct looking *looking, uint32_t slot);
/* Of a number that is kept at the place. */
struct look looking_of_place(struct looking *looking, const struct c_expression *place);
struct look looking_everything(const struct c_expression *because);

/* Somebody looks so at the value. */
void looking_at(struct looking *looking, const struct c_expression *e, const struct look *look);
void looking_at_all(struct looking *looking, const struct c_expression *e, const struct c_expression *because);
void looking_at_condition(struct looking *looking, const struct c_expression *e);
/* Indices and pointers on the way to a place. */
void looking_at_path(struct looking *looking, const struct c_expression *place);

#endif
