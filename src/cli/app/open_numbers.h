/* What registers, variables, constants and results of functions that only a missing header declares may be besides the
 * `unsigned` or `int` that they are taken for, one question after another. */
#ifndef CLI_APP_OPEN_NUMBERS_H
#define CLI_APP_OPEN_NUMBERS_H

#include "cfront/ir/ir.h"
#include "cli/app/app.h"
#include "report/answer.h"

enum open_question {
    OPEN_ANY_WIDTH, /* each of them any, on its own: in one search */
    OPEN_ANY_SIZE,  /* ... without a sign, as that is too much for one, */
    OPEN_ANY_SIGN,  /* ... and with one */
    OPEN_COMMON,    /* no numbers but those of all types */
    OPEN_NARROW,    /* all of them are the same */
    OPEN_HALF,
    OPEN_NARROW_SIGNED,
    OPEN_HALF_SIGNED,
    OPEN_OTHER_SIGN,
    OPEN_LONG,
    OPEN_QUESTIONS
};

/* Of whom is asked, and what is known. */
struct open_asking {
    const struct c_program *program;
    bool holds;                      /* what was found until now: nothing is wrong */
    bool are_asked;                  /* all widths of what need be no constant were, or make no difference */
    const struct c_open_value *only; /* NULL: all of them */
};

/* The values that are others then. For something that holds, those of which code would see numbers that it has not
 * seen; for something that is wrong, also those that would not be there. None: there is nothing to ask. */
struct open_numbers {
    VEC(struct cfront_number) list;
    VEC(const char *) names; /* of each: "`PORTA`" */
    bool is_small;           /* what leaves a type only since a value is large says nothing */
};
struct open_numbers open_numbers_for(const struct open_asking *asking, enum open_question question);
/* The same as those that were asked about before. */
bool open_numbers_are(const struct open_numbers *one, const struct open_numbers *other);
/* "`PORTA` is `unsigned char`"; of those that have any width the ones that something goes wrong with. */
const char *open_numbers_words(const struct open_numbers *numbers, const struct answer *answer, struct arena *arena);
void open_numbers_free(struct open_numbers *numbers);
/* Something else may be another number in so far as it has another sign, or is longer. */
bool open_numbers_has_sign(const struct c_open_value *value);
/* There are some that may be narrower, so that something goes wrong. */
bool open_numbers_have_widths(const struct c_program *program);
/* Of some of them no question says everything. */
bool open_numbers_stay_open(const struct c_program *program, bool holds);
/* What is taken for granted if nobody asks: half a sentence. NULL: nothing. */
const char *open_numbers_taken(const struct c_program *program, bool holds, struct arena *arena);
/* Whatever is read in runs that go wrong is a number of all types, and behaves alike in them. */
bool open_numbers_are_common(const struct c_program *program, const struct answer *answer);

#endif
