#include "app/cases/history.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "search/hash.h"

#include <string.h>

/* ---- entries ---- */

static int compare(const struct history_entry *a, uint32_t context, uint32_t depth, uint32_t decision) {
    if (a->context != context) return a->context < context ? -1 : 1;
    if (a->depth != depth) return a->depth < depth ? -1 : 1;
    return a->decision < decision ? -1 : a->decision > decision;
}

static size_t place_of(const struct history *history, uint32_t context, uint32_t depth, uint32_t decision) {
    size_t i = 0;
    while (i < history->entries.count && compare(&history->entries.items[i], context, depth, decision) < 0) i++;
    return i;
}

static struct history_entry *find(struct history *history, uint32_t context, uint32_t depth, uint32_t decision) {
    size_t i = place_of(history, context, depth, decision);
    bool found = i < history->entries.count && compare(&history->entries.items[i], context, depth, decision) == 0;
    return found ? &history->entries.items[i] : NULL;
}

static void drop(struct history *history, const struct history_entry *entry) {
    size_t i = (size_t)(entry - history->entries.items);
    memmove(&history->entries.items[i], &history->entries.items[i + 1],
            (history->entries.count - i - 1) * sizeof *entry);
    history->entries.count--;
}

static void put(struct history *history, struct history_entry entry) {
    struct history_entry *old = find(history, entry.context, entry.depth, entry.decision);
    if (old) {
        *old = entry;
        return;
    }
    size_t i = place_of(history, entry.context, entry.depth, entry.decision);
    vec_push(&history->entries, entry);
    memmove(&history->entries.items[i + 1], &history->entries.items[i],
            (history->entries.count - i - 1) * sizeof entry);
    history->entries.items[i] = entry;
}

void history_copy(struct history *to, const struct history *from) {
    vec_clear(&to->entries);
    for (size_t i = 0; i < from->entries.count; i++) vec_push(&to->entries, from->entries.items[i]);
}

bool history_is_equal(const struct history *a, const struct history *b) {
    if (a->entries.count != b->entries.count) return false;
    for (size_t i = 0; i < a->entries.count; i++) {
        const struct history_entry *mine = &a->entries.items[i], *other = &b->entries.items[i];
        if (compare(mine, other->context, other->depth, other->decision) != 0 || mine->at != other->at) return false;
    }
    return true;
}

/* ---- decisions ---- */

const char *history_evaluation(const struct historian *historian, uint32_t number, uint32_t *decision) {
    uint32_t size;
    const char *bytes = nodeset_get(&historian->evaluations, number, &size);
    memcpy(decision, bytes, sizeof *decision);
    return bytes + sizeof *decision;
}

static uint32_t number_of(struct historian *historian, uint32_t decision, const char *values) {
    uint32_t count = historian->decisions->list.items[decision].count, number;
    struct text key = {0};
    text_add_n(&key, (const char *)&decision, sizeof decision);
    text_add_n(&key, values, count);
    nodeset_add(&historian->evaluations, key.chars, (uint32_t)key.length, hash_bytes(key.chars, key.length), &number);
    text_free(&key);
    return number;
}

/* The first condition is looked at whenever its decision is begun. */
static void look_at(struct historian *historian, struct history *history, const struct notes_event *event,
                    history_done done, void *context) {
    uint32_t number = decisions_condition(historian->decisions, event->condition), decision;
    if (number == UINT32_MAX) return;
    if (historian->goal == HISTORY_CONDITIONS) {
        done(context, 2 * number + !event->value);
        return;
    }
    const struct condition *condition = &historian->decisions->conditions.items[number];
    uint32_t count = historian->decisions->list.items[condition->decision].count;
    const struct history_entry *begun = find(history, event->context, event->depth, condition->decision);
    char *values = memory_new(count + 1);
    if (begun && condition->index > 0)
        memcpy(values, history_evaluation(historian, begun->at, &decision), count);
    else
        memset(values, DECISION_NOT_LOOKED_AT, count);
    values[condition->index] = event->value ? DECISION_TRUE : DECISION_FALSE;
    uint32_t at = number_of(historian, condition->decision, values);
    bool ended = decision_outcome(historian->decisions, condition->decision, values) != DECISION_NOT_LOOKED_AT;
    free(values);
    if (ended && begun) drop(history, begun);
    if (ended)
        done(context, at);
    else
        put(history, (struct history_entry){event->context, event->depth, condition->decision, at});
}

/* ---- paths ---- */

static void reach_edge(struct historian *historian, struct history *history, const struct notes_event *event,
                       uint32_t edge, history_done done, void *context) {
    const struct route_edge *reached = edge == ROUTE_NONE ? NULL : &historian->routes->edges.items[edge];
    const struct history_entry *entry = find(history, event->context, event->depth, 0);
    if (reached && reached->is_over) done(context, reached->number);
    if (reached && !reached->is_over)
        put(history, (struct history_entry){event->context, event->depth, 0, edge});
    else if (entry)
        drop(history, entry);
}

static void pass_branch(struct historian *historian, struct history *history, const struct notes_event *event,
                        history_done done, void *context) {
    const struct history_entry *entry = find(history, event->context, event->depth, 0);
    if (!entry) return; /* its path is at its end already */
    const struct route_edge *edge = &historian->routes->edges.items[entry->at];
    if (edge->is_cut) {
        done(context, edge->number);
        drop(history, entry);
        return;
    }
    invariant(edge->behind[event->value] != ROUTE_NONE);
    reach_edge(historian, history, event, edge->behind[event->value], done, context);
}

/* What has begun there is no more. */
static void leave(struct historian *historian, struct history *history, const struct notes_event *event,
                  history_done done, void *context) {
    for (size_t i = history->entries.count; i-- > 0;) {
        struct history_entry entry = history->entries.items[i];
        if (entry.context != event->context || entry.depth < event->depth) continue;
        const struct route_edge *edge =
            historian->goal == HISTORY_ROUTES ? &historian->routes->edges.items[entry.at] : NULL;
        if (edge && edge->may_end && event->kind == NOTES_LEFT) done(context, edge->number);
        drop(history, &history->entries.items[i]);
    }
}

static void begin(struct historian *historian, struct history *history, const struct notes_event *event,
                  history_done done, void *context) {
    leave(historian, history, event, done, context);
    if (historian->goal == HISTORY_ROUTES)
        reach_edge(historian, history, event, historian->routes->first[event->number], done, context);
}

void history_go_on(struct historian *historian, struct history *history, const struct notes *notes, history_done done,
                   void *context) {
    for (size_t i = 0; i < notes->events.count; i++) {
        const struct notes_event *event = &notes->events.items[i];
        switch (event->kind) {
        case NOTES_BEGUN: begin(historian, history, event, done, context); break;
        case NOTES_LEFT: leave(historian, history, event, done, context); break;
        case NOTES_CONDITION:
            if (historian->goal != HISTORY_ROUTES) look_at(historian, history, event, done, context);
            break;
        case NOTES_BRANCH:
            if (historian->goal == HISTORY_ROUTES) pass_branch(historian, history, event, done, context);
            break;
        }
    }
}
