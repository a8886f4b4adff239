/* The same question once more, where registers, variables, constants and results of functions that only a missing
 * header declares may be other numbers than they are taken for: of another width, or another sign. */
#ifndef CLI_APP_NUMBERS_H
#define CLI_APP_NUMBERS_H

#include "cli/app/again.h"

/* What nobody could ask about is told. */
void app_numbers_ask(struct inquiry *inquiry);

#endif
