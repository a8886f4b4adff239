/* What a run has done that counts: conditions looked at, decisions evaluated, paths gone to their ends; each has a
 * number, its `feat`.
 *
 * What has begun and not ended in a state is its history: decisions of which only some conditions were looked at, and
 * the paths that calls are on. Two states that are equal but for their histories are two, for those who want to know
 * which feats there can be. */
#ifndef APP_CASES_HISTORY_H
#define APP_CASES_HISTORY_H

#include "app/cases/decision.h"
#include "app/cases/route.h"
#include "app/exec/notes.h"
#include "search/nodeset.h"

enum history_goal {
    HISTORY_CONDITIONS,  /* feat 2 * n: condition n was true; 2 * n + 1: it was false */
    HISTORY_EVALUATIONS, /* feat n: evaluation n (history_evaluation()) */
    HISTORY_ROUTES       /* feat n: path n */
};

struct historian {
    enum history_goal goal;
    const struct decisions *decisions;
    const struct routes *routes;
    struct nodeset evaluations; /* also of decisions that are not at their end: number of the decision, values */
};

struct history_entry {
    uint16_t context, depth; /* whose call */
    uint32_t decision;       /* or 0 */
    uint32_t at;             /* number of an evaluation; or an edge */
};
struct history {
    VEC(struct history_entry) entries; /* in order */
};

/* The events happen; `done` is told the feats. */
typedef void (*history_done)(void *context, uint32_t feat);
void history_go_on(struct historian *historian, struct history *history, const struct notes *notes, history_done done,
                   void *context);

void history_copy(struct history *to, const struct history *from);
bool history_is_equal(const struct history *a, const struct history *b);

/* The decision of an evaluation, and its values (valid until the next is made). */
const char *history_evaluation(const struct historian *historian, uint32_t number, uint32_t *decision);

#endif
