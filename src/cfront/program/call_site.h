/* A call on its way to instructions, and what is known of it. */
#ifndef CFRONT_PROGRAM_CALL_SITE_H
#define CFRONT_PROGRAM_CALL_SITE_H

#include "cfront/program/emit.h"

struct call {
    CXCursor cursor;
    struct place place;
    bool is_replaced;      /* ... by a stub; nothing declares the one that is written there */
    struct symbol *symbol; /* NULL: through a pointer */
    const struct c_type *result;
    expression target;
    bool needed, deliberate;
    bool takes_any_real; /* a builtin of any floating-point type */
    CXCursor *arguments;
    unsigned count;
    struct lower_operand pointer; /* through which it is called */
};

#endif
