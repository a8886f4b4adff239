/* The same question once more, where the answer may depend on what nobody has said: inputs that are large, constants,
 * names and types of missing headers. If something else comes of it, the answer is open, or the other one. If something
 * else is wrong then, it is asked about that in its turn, and what was granted for the question stays granted. */
#ifndef CLI_APP_AGAIN_H
#define CLI_APP_AGAIN_H

#include "cli/app/app.h"

/* Invariant: what is wrong by the answer is so in a run of `asked`, with what the command grants. */
struct inquiry {
    struct command_app_options command; /* the user's, and what was granted since */
    const char *granted;                /* half a sentence; NULL: nothing that has words */
    struct command_app_options joint;   /* ... and all that made no difference by itself */
    const char *joined;
    unsigned joint_count;
    enum cfront_types types; /* something else was wrong with these */
    const char *types_words; /* NULL: there are none */
    const struct app *asked;
    struct arena *arena;
    struct answer *answer;
    VEC(struct app *) apps; /* that the answer may need */
    bool has_turned;        /* what is wrong is not what was asked about */
};

/* The application with other options, which the caller frees, for a question that takes so many seconds at most (0: as
 * many as there are). NULL: it cannot be asked. */
struct app *again_load(double seconds, const struct command_app_options *command, struct command_app_options *second,
                       struct arena *arena);
/* The same question of that one. False: there is no answer. */
bool again_ask(const struct command_app_options *command, const struct command_app_options *second, struct app *app,
               struct arena *arena, const struct answer *answer, struct answer *other);
/* ... and, where something was wrong before and now only large inputs are, of another one without those, which takes
 * the place of this one. */
struct app *again_ask_settled(const struct inquiry *inquiry, const struct command_app_options *second, struct app *app,
                              struct answer *other, bool *answered);
/* Asks, and weighs the answer, or that there is none. True: something is wrong then, too; the answer is the caller's.
 */
bool again_ask_for_doubt(struct inquiry *inquiry, const struct command_app_options *second, struct app **app,
                         const char *reading, struct answer *other);
/* ... and grants what was asked about. Whose answer it is; NULL: it was kept. */
struct app *again_ask_and_weigh(struct inquiry *inquiry, const struct command_app_options *second, struct app *app,
                                const char *reading);

/* The user has not said which inputs, and constants, count. */
bool again_may_ask(const struct command_app_options *command);
/* No time was left for an answer; or for the most part: what was asked last may have been cut off. */
bool again_is_over(const struct command_app_options *command);
bool again_is_nearly_over(const struct command_app_options *command);
bool again_is_cut_off(const struct command_app_options *command, const struct command_app_options *second);

/* Nothing is wrong, also where nothing is left that could be. */
bool again_passes(const struct answer *answer);
/* ... or something is. */
bool again_is_known(const struct answer *answer);
/* No single run shows what is wrong: it goes on for ever, whatever else happens. */
bool again_is_fate(const struct answer *answer, const struct violation *violation);
/* The same place, and the same kind. */
bool again_is_same(const struct answer *one, const struct answer *other);
/* Each run that goes wrong comes by what only a missing header says: types, numbers of which nobody says how many there
 * are, constants that decide something; these, or numbers of our own that stand for such. Of others nothing changes. */
bool again_meets_types(const struct inquiry *inquiry);
bool again_meets_values(const struct inquiry *inquiry);
bool again_meets_constants(const struct inquiry *inquiry);
bool again_meets_numbers(const struct inquiry *inquiry);
/* The numbers that leave their types may be the inputs', and not the program's own. */
bool again_needs_large_inputs(const struct app *app, const struct answer *answer);

/* Another answer leaves the first one open: `reading` is half a sentence. None at all leaves open what is wrong, but
 * not what holds, which is told with what was taken for granted. */
void again_weigh(const struct inquiry *inquiry, const struct answer *other, const char *reading);
/* What is wrong goes with the answer, and decides nothing, as it may be read otherwise: half a sentence. */
void again_leave_open(struct arena *arena, struct answer *answer, const struct result *wrong, const char *reading);
/* ... since it needs inputs that nobody promises to be small. */
void again_keep_large(struct arena *arena, struct answer *answer, bool decides);

/* Something is wrong with what `second` grants, too. If it is something else, that is the answer, and the application
 * is kept (true). If it is the same, nothing comes of granting it alone. */
bool again_grant(struct inquiry *inquiry, const struct command_app_options *second, const char *reading,
                 struct answer *other, struct app *app);
/* The same is wrong with what `second` grants. */
void again_join(struct inquiry *inquiry, const struct command_app_options *second, const char *reading);
/* The first types that something else is wrong with are granted. */
void again_grant_types(struct inquiry *inquiry);
/* The answer is the other one, of another application that the caller keeps. */
void again_take_over(const struct command_app_options *command, const struct app *app, struct arena *arena,
                     struct answer *answer, struct answer *other);
/* All that made no difference by itself, at once. */
void again_ask_jointly(struct inquiry *inquiry);

#endif
