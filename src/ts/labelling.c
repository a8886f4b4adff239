#include "ts/labelling.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct ts_labelling *ts_labelling_new(const struct ts *ts) {
    struct ts_labelling *labelling = memory_new(sizeof *labelling);
    labelling->action_count = ts->action_count;
    labelling->by_action = memory_new((ts->action_count + 1u) * sizeof *labelling->by_action);
    return labelling;
}

void ts_labelling_free(struct ts_labelling *labelling) {
    if (!labelling) return;
    for (unsigned i = 0; i < labelling->label_count; i++) free(labelling->names[i]);
    free(labelling->by_action);
    free(labelling);
}

int ts_labelling_find(const struct ts_labelling *labelling, const char *label) {
    for (unsigned i = 0; i < labelling->label_count; i++)
        if (strcmp(labelling->names[i], label) == 0) return (int)i;
    return -1;
}

/* ---- rules ---- */

/* "client" is the last word of "proctype client". */
static bool actor_matches(const char *wanted, const char *kind) {
    if (strcmp(wanted, kind) == 0) return true;
    const char *last = strrchr(kind, ' ');
    return last && strcmp(wanted, last + 1) == 0;
}

/* A statement without white space and without parentheses around it. */
static char *plain_text(const char *text) {
    char *plain = memory_new(strlen(text) + 1);
    size_t length = 0;
    for (; *text; text++)
        if (!isspace((unsigned char)*text)) plain[length++] = *text;
    while (length >= 2 && plain[0] == '(' && plain[length - 1] == ')') {
        int depth = 0;
        size_t closed = 0;
        for (; closed < length; closed++) {
            depth += (plain[closed] == '(') - (plain[closed] == ')');
            if (depth == 0) break;
        }
        if (closed + 1 != length) break; /* "(a)+(b)" */
        memmove(plain, plain + 1, length - 2);
        length -= 2;
    }
    plain[length] = '\0';
    return plain;
}

static bool text_matches(const char *wanted, const char *text) {
    char *a = plain_text(wanted), *b = plain_text(text);
    bool same = strcmp(a, b) == 0;
    free(a);
    free(b);
    return same;
}

static bool file_matches(const char *wanted, const char *file) {
    if (!file) return false;
    if (strcmp(wanted, file) == 0) return true;
    const char *last = strrchr(file, '/');
    return last && strcmp(wanted, last + 1) == 0;
}

static bool channel_matches(const char *wanted, const char *channel) {
    if (!channel) return false;
    size_t length = strlen(wanted);
    return strncmp(wanted, channel, length) == 0 && (channel[length] == '\0' || channel[length] == '[');
}

/* `labels` are joined by ", ". */
static bool reaches_label(const char *wanted, const char *labels) {
    size_t length = strlen(wanted);
    for (const char *at = labels; at;) {
        if (strncmp(at, wanted, length) == 0 && (at[length] == '\0' || at[length] == ',')) return true;
        at = strstr(at, ", ");
        if (at) at += 2;
    }
    return false;
}

static bool rule_means(const struct ts_label_rule *rule, const struct ts_action *action) {
    return (!rule->actor || actor_matches(rule->actor, action->actor_kind)) &&
           (!rule->text || text_matches(rule->text, action->text)) &&
           (!rule->file || file_matches(rule->file, action->place.file)) &&
           (!rule->line || rule->line == action->place.line) &&
           (!rule->channel || channel_matches(rule->channel, action->channel)) &&
           (rule->event == TS_EVENT_NONE || rule->event == action->event) &&
           (!rule->reaches || reaches_label(rule->reaches, action->reaches));
}

static int find_or_add(struct ts_labelling *labelling, const char *label) {
    int number = ts_labelling_find(labelling, label);
    if (number >= 0) return number;
    if (labelling->label_count == TS_LABELS_MAX) return -1;
    labelling->names[labelling->label_count] = memory_copy_text(label);
    return (int)labelling->label_count++;
}

int ts_labelling_add(struct ts_labelling *labelling, const struct ts *ts, const char *label,
                     const struct ts_label_rule *rule, size_t *matches) {
    int number = find_or_add(labelling, label);
    size_t count = 0;
    for (uint32_t i = 0; number >= 0 && i < labelling->action_count; i++) {
        const struct ts_action *action = ts->action(ts, i);
        if (!action || !rule_means(rule, action)) continue;
        labelling->by_action[i] |= UINT64_C(1) << number;
        count++;
    }
    if (matches) *matches = count;
    return number;
}
