/* What registers, variables, constants and results of functions that only a missing header declares may be besides the
 * `unsigned` or `int` that they are taken for, one question after another. */
#ifndef CLI_APP_OPEN_NUMBERS_H
#define CLI_APP_OPEN_NUMBERS_H

#include "cfront/ir.h"
#include "cli/app/app.h"

enum open_question {
    OPEN_NARROW,
    OPEN_HALF,
    OPEN_NARROW_SIGNED,
    OPEN_HALF_SIGNED,
    OPEN_OTHER_SIGN,
    OPEN_LONG,
    OPEN_QUESTIONS
};

/* The values that are others then. For something that holds, those of which code would see numbers that it has not
 * seen; for something that is wrong, also those that would not be there. None: there is nothing to ask. */
struct open_numbers {
    VEC(struct cfront_number) list;
    const char *words; /* "`PORTA` is `unsigned char`" */
    bool is_small;     /* what leaves a type only since a value is large says nothing */
};
struct open_numbers open_numbers_for(const struct c_program *program, enum open_question question, bool holds,
                                     struct arena *arena);
/* The same as those that were asked about before. */
bool open_numbers_are(const struct open_numbers *one, const struct open_numbers *other);
void open_numbers_free(struct open_numbers *numbers);
/* Of some of them no question says everything. */
bool open_numbers_stay_open(const struct c_program *program, bool holds);
/* What is taken for granted if nobody asks: half a sentence. NULL: nothing. */
const char *open_numbers_taken(const struct c_program *program, bool holds, struct arena *arena);

#endif
