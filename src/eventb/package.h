/* Between the readers of ProB's packages: formulas, and what holds them. */
#ifndef EVENTB_PACKAGE_H
#define EVENTB_PACKAGE_H

#include "eventb/prolog.h"
#include "eventb/read.h"
#include "eventb/token.h"

struct package_reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed;
};

/* An error at the term; returns NULL. */
void *package_error(struct package_reader *reader, const struct prolog_term *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The name in identifier(Position, Name), with its prime where `primed` is not NULL; NULL with an error. */
const char *package_identifier(struct package_reader *reader, const struct prolog_term *term, bool *primed);

/* Whole formulas, their identifiers bound; NULL with an error at its place. */
const struct eb_formula *package_predicate(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_expression(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_assignment(struct package_reader *reader, const struct prolog_term *term);

#endif
