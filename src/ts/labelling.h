/* Names for steps: which of up to 64 labels a step carries.
 *
 * A label is defined by rules; each tells the steps that it means by what is known of their actions before any search.
 * The rules are applied when they are given, once to each action, so that asking about a step is two look-ups. Of a
 * handshake both halves count. */
#ifndef TS_LABELLING_H
#define TS_LABELLING_H

#include "ts/ts.h"

#include <stddef.h>

/* What is given must all hold; what is NULL or 0 says nothing. */
struct ts_label_rule {
    const char *actor; /* kind of actor: "client", for all processes of proctype client; or "proctype client" */
    const char *text;  /* the statement; white space and parentheses around it do not matter                  */
    const char *file;  /* where the statement is: a path, or its last part                                     */
    unsigned line;
    const char *channel; /* it sends to or receives from "q[1]", or "q": from any q[..]                          */
    enum ts_event event; /* and only so: TS_EVENT_SEND or TS_EVENT_RECEIVE                                       */
    const char *reaches; /* the statement leads to this label of the model                                       */
};

enum { TS_LABELS_MAX = 64 };

struct ts_labelling {
    uint32_t action_count;
    uint64_t *by_action;
    char *names[TS_LABELS_MAX];
    unsigned label_count;
};

/* Of a transition system or of a product with it: their actions are the same. Release with ts_labelling_free(). */
struct ts_labelling *ts_labelling_new(const struct ts *ts);
void ts_labelling_free(struct ts_labelling *labelling);

/* Gives the label to all actions that the rule means, too. The label's number; -1 if there are 64 others already.
 * `matches`, if not NULL, is how many actions the rule means: where none, somebody made a mistake. */
int ts_labelling_add(struct ts_labelling *labelling, const struct ts *ts, const char *label,
                     const struct ts_label_rule *rule, size_t *matches);

/* The number of a label: bit 1 << number of ts_labelling_of(). -1 if there is none of that name. */
int ts_labelling_find(const struct ts_labelling *labelling, const char *label);

static inline uint64_t ts_labelling_of(const struct ts_labelling *labelling, const struct ts_step *step) {
    uint64_t labels = 0;
    if (step->action < labelling->action_count) labels |= labelling->by_action[step->action];
    if (step->reply < labelling->action_count) labels |= labelling->by_action[step->reply];
    return labels;
}

#endif
