/* The same question once more, where the answer may depend on what nobody has said: inputs that are large, constants,
 * names and types of missing headers. If something else comes of it, the answer is open, or the other one. */
#ifndef CLI_APP_AGAIN_H
#define CLI_APP_AGAIN_H

#include "cli/app/app.h"

/* Applications that the answer may need. */
struct app_again {
    struct app *with_constants[CONSTANTS_KINDS], *smaller, *behind;
};

/* `answer` is what was said of the application at first. */
struct app_again app_again_ask(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                               struct answer *answer);
/* Once the answer was told. */
void app_again_free(struct app_again *again);

/* For others who ask: the application with other options, which the caller frees, for a question that takes so many
 * seconds at most (0: as many as there are). NULL: it cannot be asked. */
struct app *app_again_load(double seconds, const struct command_app_options *command,
                           struct command_app_options *second, struct arena *arena);
/* The same question of that one. False: there is no answer. */
bool app_again_ask_loaded(const struct command_app_options *command, const struct command_app_options *second,
                          struct app *app, struct arena *arena, const struct answer *answer, struct answer *other);
/* Nothing is wrong, also where nothing is left that could be. */
bool app_again_passes(const struct answer *answer);
/* ... or something is. */
bool app_again_is_known(const struct answer *answer);
/* No single run shows what is wrong: it goes on for ever, whatever else happens. */
bool app_again_is_fate(const struct answer *answer, const struct violation *violation);
/* Each run that goes wrong comes by values whose types only a missing header has, or none is known. */
bool app_again_meets_values(const struct app *asked, const struct answer *answer);
/* Another answer leaves the first one open: `reading` is half a sentence. None at all leaves open what is wrong, but
 * not what holds, which is told with what was taken for granted. */
void app_again_weigh(const struct answer *other, const char *reading, struct arena *arena, struct answer *answer);
/* What is wrong goes with the answer, and decides nothing, as it may be read otherwise: half a sentence. */
void app_again_leave_open(struct arena *arena, struct answer *answer, const struct result *wrong, const char *reading);

#endif
