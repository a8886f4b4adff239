/* The same question once more, where the answer may depend on what nobody has said: inputs that are large, constants,
 * names and types of missing headers. If something else comes of it, the answer is open, or the other one. */
#ifndef CLI_APP_AGAIN_H
#define CLI_APP_AGAIN_H

#include "cli/app.h"

/* Applications that the answer may need. */
struct app_again {
    struct app *with_constants[CONSTANTS_KINDS], *smaller;
};

/* `answer` is what was said of the application at first. */
struct app_again app_again_ask(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                               struct answer *answer);
/* Once the answer was told. */
void app_again_free(struct app_again *again);

#endif
