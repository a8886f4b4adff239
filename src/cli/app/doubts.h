/* What is wrong in a run, and may not be: only a missing header, a network or a source that is not there says what code
 * on the way does, or what may come. */
#ifndef CLI_APP_DOUBTS_H
#define CLI_APP_DOUBTS_H

#include "cli/app/app.h"

/* All that is wrong rests on what code does of which only a missing header says it. */
bool app_doubts_are_all_of_headers(const struct app *asked, const struct answer *answer);
/* What is doubtful hides nothing that is sure: where nothing else was found, the search is made again, and goes on
 * behind that. What comes of it is the answer then, and about the application that is returned, which the caller frees;
 * whoever asks by the command from then on does not hear of the rest. NULL: it is what it was. */
struct app *app_doubts_look_behind(struct command_app_options *command, const struct app *asked, struct arena *arena,
                                   struct answer *answer);
/* What is sure comes first; where nothing is, the answer is open. */
void app_doubts_weigh(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                      struct answer *answer);

#endif
