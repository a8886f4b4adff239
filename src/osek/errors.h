/* The errors that apply to one call. Which of several is returned is up to the implementation (12.2.3). */
#ifndef OSEK_ERRORS_H
#define OSEK_ERRORS_H

#include "osek/kernel.h"

enum { OSEK_ERROR_KINDS = 9 };

struct osek_errors {
    unsigned set;      /* bit i: the i-th of osek_error_order */
    unsigned standard; /* ... it exists in standard status, too */
    enum osek_misuse misuse[OSEK_ERROR_KINDS];
};

/* In the order in which fixed_errors prefers them. */
extern const enum osek_status osek_error_order[OSEK_ERROR_KINDS];

void osek_add_error(struct osek_errors *errors, enum osek_status status, enum osek_misuse misuse);
/* ... one that the service returns in standard status, too. */
void osek_add_standard_error(struct osek_errors *errors, enum osek_status status, enum osek_misuse misuse);

#endif
