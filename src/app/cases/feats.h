/* What is to be reached, and what of it was: targets, and the feats of runs that reach them.
 *
 * For most goals a feat is a target: they have the same numbers. For MC/DC a feat is an evaluation of a decision, and a
 * target is reached by two of them. */
#ifndef APP_CASES_FEATS_H
#define APP_CASES_FEATS_H

#include "app/cases/cover.h"
#include "app/cases/history.h"

struct feat {
    bool is_reached;
    size_t test;       /* the first */
    uint32_t attempts; /* in vain, in this search */
};

struct feats {
    struct cover *cover;
    const struct subject *subject;
    VEC(struct feat) list; /* by number */
    size_t open;           /* targets that are not reached */
    uint32_t *target_of;   /* by note: 1 + the number of its target; 0: none. NULL: notes do not count */
    struct decisions decisions;
    struct routes routes;
    struct historian historian;
    size_t *open_in; /* MC/DC, by decision: conditions whose effect was not shown yet */
};

/* `rounds`: of loops, on a path. */
void feats_begin(struct feats *feats, struct cover *cover, const struct subject *subject, uint32_t rounds);
void feats_free(struct feats *feats);

/* Do notes have to say more than what was executed (notes.wants_events)? */
static inline bool feats_wants_events(const struct feats *feats) { return !feats->target_of; }

/* What a way does that counts; `history` is the one before it, and gets the one behind it. */
void feats_of(struct feats *feats, struct history *history, const struct notes *notes, history_done done,
              void *context);
/* Would a test that does it be of any use? */
bool feats_is_wanted(const struct feats *feats, uint32_t feat);
struct feat *feats_get(struct feats *feats, uint32_t feat);
/* A test does it, whose number this is. Its list of targets gets those that are reached by this alone. */
void feats_reach(struct feats *feats, uint32_t feat, struct test_case *test, size_t number);
/* Leaves out tests that nothing needs, and lists what pairs of tests reach. */
void feats_end(struct feats *feats);

#endif
