/* The numbers in an application's variables at the end of a test case. */
#ifndef APP_CASES_NUMBERS_H
#define APP_CASES_NUMBERS_H

#include "app/app.h"
#include "app/cases/case.h"

struct case_number {
    const char *name; /* "buffer.slots[3].id"; where several variables have it: "count (file.c:12)" */
    const struct c_object *object;
    uint32_t offset; /* in it */
    const struct c_type *type;
    const struct c_field *bits; /* NULL: no bit-field */
    int64_t value;
};

/* Every number in a variable that is ever written, but for those in long arrays and in unions; always the same ones, in
 * the same order. */
typedef void (*numbers_visitor)(void *context, const struct case_number *number);
void numbers_visit(const struct app *app, const struct test_case *test, numbers_visitor visit, void *context);

#endif
