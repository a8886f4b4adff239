#include "report/trace_text.h"
#include "base/file.h"

#include <string.h>

enum { WIDEST_ACTOR = 28, WIDEST_PLACE = 32, WIDEST_ACTION = 44 };

void trace_text_place(struct text *out, struct place place) {
    if (place.file) text_add(out, place.file);
    if (place.line) text_printf(out, "%s%u", place.file ? ":" : "line ", place.line);
}

/* In a table the directory would only take room. */
static void short_place(struct text *out, struct place place) {
    if (place.file) place.file = file_name(place.file);
    trace_text_place(out, place);
}

static void actor_column(struct text *out, const struct story_step *step) {
    text_add(out, step->actor ? step->actor : "");
    if (step->partner) text_printf(out, " \u2194 %s", step->partner);
}

static void action_column(struct text *out, const struct story_step *step) {
    text_add(out, step->action ? step->action : "");
    if (step->interaction) text_printf(out, " [%s]", step->interaction);
    if (!step->reply) return;
    text_printf(out, " \u2194 %s", step->reply);
    if (step->reply_place.line) text_printf(out, " (line %u)", step->reply_place.line);
}

static void widen(size_t *column, const struct text *text, size_t widest) {
    size_t width = style_width(text_chars(text));
    if (width > *column) *column = width < widest ? width : widest;
}

struct trace_columns trace_columns_for_model(const char *path) {
    size_t place = style_width(file_name(path)) + 4;
    return (struct trace_columns){4, 12, place < WIDEST_PLACE ? place : WIDEST_PLACE, 28};
}

struct trace_columns trace_columns_for(const struct story *story) {
    struct trace_columns columns = {3, 7, 5, 9};
    struct text text = {0};
    for (size_t n = story->left_out + story->steps.count; n > 999; n /= 10) columns.number++;
    for (size_t i = 0; i < story->steps.count; i++) {
        const struct story_step *step = &story->steps.items[i];
        text_clear(&text);
        actor_column(&text, step);
        widen(&columns.actor, &text, WIDEST_ACTOR);
        text_clear(&text);
        short_place(&text, step->place);
        widen(&columns.place, &text, WIDEST_PLACE);
        text_clear(&text);
        action_column(&text, step);
        widen(&columns.action, &text, WIDEST_ACTION);
    }
    text_free(&text);
    return columns;
}

/* That the variables of a process begin at nothing, and go with it, goes without saying. */
static bool is_worth_telling(const struct story_change *change) {
    if (!change->after) return false;
    return change->before || (strcmp(change->after, "0") != 0 && strcmp(change->after, "empty") != 0);
}

static bool has_changes(const struct story_step *step) {
    for (size_t i = 0; i < step->changes.count; i++)
        if (is_worth_telling(&step->changes.items[i])) return true;
    return false;
}

static void add_changes(struct text *out, const struct style *style, const struct story_step *step) {
    const char *separator = "";
    for (size_t i = 0; i < step->changes.count; i++) {
        const struct story_change *change = &step->changes.items[i];
        if (!is_worth_telling(change)) continue;
        text_printf(out, "%s%s%s", separator, style->bold, change->name);
        separator = ", ";
        if (change->before)
            text_printf(out, ": %s \u2192 %s%s", change->before, change->after, style->end);
        else
            text_printf(out, " = %s%s", change->after, style->end);
    }
}

/* What the step printed, each line on one of its own. */
static void add_output(struct text *out, const struct style *style, const char *indent, const char *output) {
    while (*output) {
        size_t length = strcspn(output, "\n");
        text_printf(out, "%s%sprints:%s %.*s\n", indent, style->dim, style->end, (int)length, output);
        output += length;
        if (*output) output++;
    }
}

static void trim_right(struct text *out) {
    while (out->length && out->chars[out->length - 1] == ' ') out->chars[--out->length] = '\0';
}

void trace_text_step(struct text *out, const struct style *style, const struct trace_columns *columns, size_t number,
                     const struct story_step *step) {
    struct text cell = {0};
    text_printf(out, "  %*zu  ", (int)columns->number, number);
    if (story_step_is_stutter(step)) {
        text_printf(out, "%s(no process can move; time goes on)%s\n", style->dim, style->end);
        return;
    }
    actor_column(&cell, step);
    text_add(out, style->actor);
    style_pad(out, text_chars(&cell), columns->actor);
    text_printf(out, "%s  %s", style->end, style->dim);
    text_clear(&cell);
    short_place(&cell, step->place);
    style_pad(out, text_chars(&cell), columns->place);
    text_printf(out, "%s  ", style->end);
    text_clear(&cell);
    action_column(&cell, step);
    bool more = has_changes(step);
    style_pad(out, text_chars(&cell), more ? columns->action : 0);
    if (more) text_add(out, "  ");
    add_changes(out, style, step);
    trim_right(out);
    text_add_char(out, '\n');
    text_clear(&cell);
    text_printf(&cell, "%*s", (int)(columns->number + 4), "");
    if (step->output) add_output(out, style, text_chars(&cell), step->output);
    if (step->fault) text_printf(out, "%s%s%s%s\n", text_chars(&cell), style->bad, step->fault, style->end);
    text_free(&cell);
}

void trace_text(struct text *out, const struct style *style, const struct story *story, size_t limit) {
    struct trace_columns columns = trace_columns_for(story);
    size_t count = story->steps.count, first = limit && limit < count ? count - limit : 0;
    if (first || story->left_out)
        text_printf(out, "  %s\u2026 the first %zu steps are left out%s%s\n", style->dim, story->left_out + first,
                    story->left_out ? " (--trace FILE writes all)" : "", style->end);
    for (size_t i = first; i < count; i++) {
        if (i == story->cycle_start || (i == first && story->cycle_start < first))
            text_printf(out, "  %s\u2014 from here it repeats \u2014%s\n", style->warn, style->end);
        trace_text_step(out, style, &columns, story->left_out + i + 1, &story->steps.items[i]);
    }
    if (story->cycle_start < count)
        text_printf(out, "  %s\u2014 back to the state before step %zu \u2014%s\n", style->warn,
                    story->left_out + story->cycle_start + 1, style->end);
}
