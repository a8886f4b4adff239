/* The values of a choice: all of them where they are few, one of each class where the program does not tell them apart
 * (classes.h), and otherwise some, which is remembered: then nothing was proved. */
#ifndef APP_EXEC_CHOICE_H
#define APP_EXEC_CHOICE_H

#include "app/exec/machine.h"

/* One of low..high, numbers of this type: the step's choice. `look`: how the program looks at it; NULL: nobody knows.
 * `one_of_many`: so many others are chosen with it that one value must do. The caller has seen to it that the step may
 * choose (machine_use_permit). */
int64_t choice_take(struct machine *machine, const struct look *look, const struct c_type *type, int64_t low,
                    int64_t high, bool one_of_many);
/* Is there only one? */
bool choice_is_none(struct machine *machine, const struct look *look, const struct c_type *type, int64_t low,
                    int64_t high, bool one_of_many);
/* A floating number of these: one of a few, if anybody looks at it. */
long double choice_take_real(struct machine *machine, const struct look *look, long double low, long double high,
                             bool one_of_many);

#endif
