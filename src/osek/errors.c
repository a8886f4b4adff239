#include "osek/errors.h"

const enum osek_status osek_error_order[OSEK_ERROR_KINDS] = {
    OSEK_E_DISABLEDINT, OSEK_E_CALLEVEL, OSEK_E_ID,    OSEK_E_ACCESS, OSEK_E_RESOURCE,
    OSEK_E_NOFUNC,      OSEK_E_VALUE,    OSEK_E_STATE, OSEK_E_LIMIT,
};

static unsigned rank_of(enum osek_status status) {
    unsigned rank = 0;
    while (osek_error_order[rank] != status) rank++;
    return rank;
}

void osek_add_error(struct osek_errors *errors, enum osek_status status, enum osek_misuse misuse) {
    unsigned rank = rank_of(status);
    if (!(errors->set >> rank & 1)) errors->misuse[rank] = misuse;
    errors->set |= 1U << rank;
}

void osek_add_standard_error(struct osek_errors *errors, enum osek_status status, enum osek_misuse misuse) {
    osek_add_error(errors, status, misuse);
    errors->standard |= 1U << rank_of(status);
}
