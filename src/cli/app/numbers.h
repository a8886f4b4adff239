/* The same question once more, where registers, variables, constants and results of functions that only a missing header
 * declares may be other numbers than they are taken for: of another width, or another sign. */
#ifndef CLI_APP_NUMBERS_H
#define CLI_APP_NUMBERS_H

#include "cli/app/app.h"

/* `answer` is what is known of the application until now. What nobody could ask about is told. */
void app_numbers_ask(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                     struct answer *answer);

#endif
