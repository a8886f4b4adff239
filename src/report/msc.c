/* Every step that is shown gets a row of its own, and every label stays within its row: so labels cannot overlap.
 * Arrows are drawn before labels, and labels have a white halo, so that a slanted arrow never hides a word. */
#include "report/msc.h"

#include "report/markup.h"
#include "report/style.h"

#include <string.h>

enum {
    ROW = 26,
    HEADER = 30,
    MARGIN_LEFT = 56, /* step numbers */
    MARGIN = 24,
    NARROWEST = 116,
    WIDEST = 250,
    CHARACTER = 7,      /* a little over the advance of the 11 px monospaced face */
    NAME_CHARACTER = 8, /* the same for the bold 13 px face */
    LABEL = 60,         /* characters of a label, at most */
    REMIND = 36         /* rows between reminders of whose line it is */
};

struct lifeline {
    const char *name;
    unsigned actor;
    double x;
};

struct row {
    size_t step;
    size_t from, to;       /* lifelines; equal for local steps */
    size_t partner_row;    /* a send: the row of its receive; SIZE_MAX: none */
    bool is_received_here; /* a receive whose send is known: the arrow is the send's */
    double y;
};

struct chart {
    const struct story *story;
    const struct msc_options *options;
    VEC(struct lifeline) lines;
    VEC(struct row) rows;
    size_t cycle_row; /* SIZE_MAX: none */
    double spacing, width, top, bottom;
};

/* ---- who and what ---- */

static size_t find_lifeline(struct chart *chart, const char *name) {
    for (size_t i = 0; i < chart->lines.count; i++)
        if (strcmp(chart->lines.items[i].name, name) == 0) return i;
    return SIZE_MAX;
}

static void add_lifeline(struct chart *chart, const char *name, unsigned actor) {
    if (!name || find_lifeline(chart, name) != SIZE_MAX) return;
    vec_push(&chart->lines, (struct lifeline){name, actor, 0});
    for (size_t i = chart->lines.count - 1; i > 0 && chart->lines.items[i - 1].actor > actor; i--) {
        struct lifeline swap = chart->lines.items[i];
        chart->lines.items[i] = chart->lines.items[i - 1];
        chart->lines.items[i - 1] = swap;
    }
}

static bool has_messages(const struct story *story) {
    for (size_t i = 0; i < story->steps.count; i++)
        if (story->steps.items[i].event != TS_EVENT_NONE) return true;
    return false;
}

static void choose_rows(struct chart *chart) {
    bool local = chart->options->local_steps || !has_messages(chart->story);
    for (size_t i = 0; i < chart->story->steps.count; i++) {
        const struct story_step *step = &chart->story->steps.items[i];
        if (i == chart->story->cycle_start) chart->cycle_row = chart->rows.count;
        if (!step->actor) continue;
        if (!local && step->event == TS_EVENT_NONE && !step->output && !step->fault) continue;
        add_lifeline(chart, step->actor, step->step.actor);
        add_lifeline(chart, step->partner, step->step.partner);
        vec_push(&chart->rows, (struct row){.step = i, .partner_row = SIZE_MAX});
    }
    for (size_t i = 0; i < chart->rows.count; i++) {
        struct row *row = &chart->rows.items[i];
        const struct story_step *step = &chart->story->steps.items[row->step];
        row->from = row->to = find_lifeline(chart, step->actor);
        if (step->partner) row->to = find_lifeline(chart, step->partner);
    }
}

static bool same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

/* Sends whose message was not yet received, oldest first. */
struct pending {
    VEC(size_t) rows;
};

/* Takes out the oldest message on the channel; one with the same contents if there is (sorted sends and random receives
 * do not keep to first in, first out). SIZE_MAX: there is none. */
static size_t take_matching_send(const struct chart *chart, struct pending *pending, const struct story_step *taken) {
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < pending->rows.count; i++) {
        const struct story_step *sent = &chart->story->steps.items[chart->rows.items[pending->rows.items[i]].step];
        if (!same_text(sent->channel, taken->channel)) continue;
        bool same = same_text(sent->message, taken->message);
        if (same || found == SIZE_MAX) found = i;
        if (same) break;
    }
    if (found == SIZE_MAX) return SIZE_MAX;
    size_t row = pending->rows.items[found];
    memmove(&pending->rows.items[found], &pending->rows.items[found + 1],
            (pending->rows.count - found - 1) * sizeof *pending->rows.items);
    pending->rows.count--;
    return row;
}

static void join_messages(struct chart *chart) {
    struct pending pending = {0};
    for (size_t i = 0; i < chart->rows.count; i++) {
        struct row *row = &chart->rows.items[i];
        const struct story_step *step = &chart->story->steps.items[row->step];
        if (step->event == TS_EVENT_SEND) vec_push(&pending.rows, i);
        if (step->event != TS_EVENT_RECEIVE) continue;
        size_t send = take_matching_send(chart, &pending, step);
        if (send == SIZE_MAX) continue;
        chart->rows.items[send].partner_row = i;
        chart->rows.items[send].to = row->from;
        row->is_received_here = true;
    }
    vec_free(&pending.rows);
}

/* ---- labels ---- */

static void add_label(struct text *out, const struct story_step *step) {
    if (step->event == TS_EVENT_NONE) {
        text_add(out, step->action ? step->action : "");
        return;
    }
    text_add(out, step->channel ? step->channel : "");
    if (step->message) text_printf(out, "%s%s", step->channel ? ": " : "", step->message);
}

static size_t label_width(const struct story_step *step) {
    struct text label = {0};
    add_label(&label, step);
    size_t width = style_width(text_chars(&label));
    text_free(&label);
    return width < LABEL ? width : LABEL;
}

static void place_everything(struct chart *chart) {
    size_t widest = 0;
    for (size_t i = 0; i < chart->lines.count; i++) {
        size_t width = style_width(chart->lines.items[i].name) * NAME_CHARACTER + 28;
        if (width > widest) widest = width;
    }
    for (size_t i = 0; i < chart->rows.count; i++) {
        size_t width = label_width(&chart->story->steps.items[chart->rows.items[i].step]) * CHARACTER + 30;
        if (width > widest) widest = width;
    }
    chart->spacing = widest < NARROWEST ? NARROWEST : widest > WIDEST ? WIDEST : widest;
    for (size_t i = 0; i < chart->lines.count; i++)
        chart->lines.items[i].x = MARGIN_LEFT + chart->spacing * (0.5 + (double)i);
    chart->width = MARGIN_LEFT + chart->spacing * (double)chart->lines.count + MARGIN;
    if (chart->width < 360) chart->width = 360;
    chart->top = chart->options->title ? 52 : 20;
    double y = chart->top + HEADER + ROW;
    for (size_t i = 0; i < chart->rows.count; i++) {
        if (i == chart->cycle_row) y += ROW;
        if (i && i % REMIND == 0) y += ROW;
        chart->rows.items[i].y = y;
        y += ROW;
    }
    if (chart->cycle_row != SIZE_MAX) y += ROW;
    chart->bottom = y;
}

/* ---- drawing ---- */

static void draw_text(struct text *out, double x, double y, const char *class, const char *text, size_t most) {
    text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    if (style_width(text) > most) {
        text_add(out, "<title>");
        markup_xml(out, text, SIZE_MAX);
        text_add(out, "</title>");
    }
    markup_xml(out, text, most);
    text_add(out, "</text>\n");
}

static void draw_line(struct text *out, double x1, double y1, double x2, double y2, const char *class) {
    text_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

static void draw_dot(struct text *out, double x, double y, const char *class) {
    text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" class=\"%s\"/>\n", x, y, class);
}

static void draw_names(struct text *out, const struct chart *chart, double y) {
    for (size_t i = 0; i < chart->lines.count; i++) {
        const struct lifeline *line = &chart->lines.items[i];
        double width = chart->spacing - 16;
        text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"5\" class=\"head\"/>\n",
                    line->x - width / 2, y, width, HEADER);
        draw_text(out, line->x, y + 20, "name", line->name, (size_t)(width / NAME_CHARACTER));
    }
}

static void draw_lifelines(struct text *out, const struct chart *chart) {
    for (size_t i = 0; i < chart->lines.count; i++)
        draw_line(out, chart->lines.items[i].x, chart->top + HEADER, chart->lines.items[i].x, chart->bottom, "life");
}

/* A message that a process sends to itself: out to the right and back. */
static void draw_loop(struct text *out, double x, double y1, double y2) {
    if (y2 - y1 < 8) y2 = y1 + 8;
    text_printf(out, "<path d=\"M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f\" class=\"message\"/>\n", x, y1, x + 46, y1,
                x + 46, y2, x + 2, y2);
}

static void draw_arrow(struct text *out, const struct chart *chart, const struct row *row) {
    const struct story_step *step = &chart->story->steps.items[row->step];
    double from = chart->lines.items[row->from].x, to = chart->lines.items[row->to].x;
    if (step->event == TS_EVENT_HANDSHAKE) {
        draw_line(out, from, row->y, to > from ? to - 1 : to + 1, row->y, "handshake");
    } else if (step->event == TS_EVENT_SEND && row->partner_row == SIZE_MAX) {
        bool last = row->from + 1 == chart->lines.count && chart->lines.count > 1;
        double end = last ? from - 44 : from + 44;
        draw_line(out, from, row->y, end, row->y, "pending");
        text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"open\"/>\n", end, row->y);
    } else if (step->event == TS_EVENT_SEND) {
        double y = chart->rows.items[row->partner_row].y;
        if (row->from == row->to)
            draw_loop(out, from, row->y, y);
        else
            draw_line(out, from, row->y, to > from ? to - 1 : to + 1, y, "message");
    }
}

/* What a step printed says more than the statement that printed it. */
static void add_box_words(struct text *out, const struct story_step *step) {
    if (step->output)
        text_printf(out, "\u201c%.*s\u201d", (int)strcspn(step->output, "\n"), step->output);
    else
        text_add(out, step->action ? step->action : "");
}

static void draw_box(struct text *out, const struct chart *chart, const struct row *row) {
    const struct story_step *step = &chart->story->steps.items[row->step];
    struct text words = {0};
    add_box_words(&words, step);
    const char *label = text_chars(&words);
    size_t room = (size_t)((chart->spacing - 24) / CHARACTER), length = style_width(label);
    double width = (double)(length < room ? length : room) * CHARACTER + 12;
    double x = chart->lines.items[row->from].x;
    text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"19\" rx=\"3\" class=\"%s\"/>\n",
                x - width / 2, row->y - 9.5, width, step->fault ? "wrong" : "local");
    draw_text(out, x, row->y + 4, "boxed", label, room);
    text_free(&words);
}

/* Beside the sender's end, on the side the arrow goes to. */
static void draw_label(struct text *out, const struct chart *chart, const struct row *row) {
    const struct story_step *step = &chart->story->steps.items[row->step];
    double from = chart->lines.items[row->from].x, to = chart->lines.items[row->to].x;
    bool pending = step->event == TS_EVENT_SEND && row->partner_row == SIZE_MAX;
    bool leftward = to < from || (pending && row->from + 1 == chart->lines.count && chart->lines.count > 1);
    double reach = to > from ? to - from : from - to;
    if (reach < chart->spacing) reach = chart->spacing;
    struct text label = {0};
    add_label(&label, step);
    draw_text(out, leftward ? from - 9 : from + 9, row->y - 6, leftward ? "label left" : "label", text_chars(&label),
              (size_t)((reach - 14) / CHARACTER));
    text_free(&label);
}

static void draw_row(struct text *out, const struct chart *chart, const struct row *row) {
    const struct story_step *step = &chart->story->steps.items[row->step];
    double x = chart->lines.items[row->from].x;
    char number[32];
    snprintf(number, sizeof number, "%zu", row->step + 1);
    draw_text(out, MARGIN_LEFT - 16, row->y + 4, "number", number, 12);
    switch (step->event) {
    case TS_EVENT_NONE: draw_box(out, chart, row); break;
    case TS_EVENT_RECEIVE:
        draw_dot(out, x, row->y, "end");
        if (!row->is_received_here) draw_label(out, chart, row);
        break;
    default: draw_dot(out, x, row->y, "end"); draw_label(out, chart, row);
    }
    if (step->event != TS_EVENT_NONE && step->fault) draw_text(out, x + 9, row->y + 12, "fault", step->fault, LABEL);
}

static void draw_reminders(struct text *out, const struct chart *chart) {
    for (size_t i = REMIND; i < chart->rows.count; i += REMIND) {
        double y = chart->rows.items[i].y - ROW + 4;
        for (size_t j = 0; j < chart->lines.count; j++)
            draw_text(out, chart->lines.items[j].x, y, "reminder", chart->lines.items[j].name,
                      (size_t)(chart->spacing / CHARACTER));
    }
}

static void draw_cycle(struct text *out, const struct chart *chart) {
    if (chart->cycle_row == SIZE_MAX) return;
    double start = chart->cycle_row < chart->rows.count ? chart->rows.items[chart->cycle_row].y - ROW * 0.8
                                                        : chart->bottom - ROW * 1.6;
    double end = chart->bottom - ROW * 0.8;
    draw_line(out, 10, start, chart->width - MARGIN, start, "cycle");
    draw_line(out, 10, end, chart->width - MARGIN, end, "cycle");
    text_printf(out, "<path d=\"M10 %.1f V%.1f\" class=\"back\"/>\n", end, start + 2);
    draw_text(out, chart->width - MARGIN, start - 4, "cycle-text", "from here it repeats", 40);
    draw_text(out, chart->width - MARGIN, end - 4, "cycle-text", "and again", 40);
}

static void draw_style(struct text *out) {
    text_add(out,
             "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"11\" "
             "markerHeight=\"11\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1 L9 5 L0 9 z\" "
             "fill=\"#1f4e79\"/></marker>\n"
             "<marker id=\"back\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
             "orient=\"auto\"><path d=\"M0 1 L9 5 L0 9 z\" fill=\"#b45f06\"/></marker></defs>\n"
             "<style>\n"
             "text{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:11px;fill:#222}\n"
             ".title,.name,.finding,.reminder,.cycle-text{font-family:'DejaVu Sans',Helvetica,Arial,sans-serif}\n"
             ".title{font-size:15px;font-weight:bold}\n"
             ".name{font-size:13px;font-weight:bold;text-anchor:middle}\n"
             ".finding{font-size:13px;font-weight:bold;fill:#b3261e}\n"
             ".number{text-anchor:end;fill:#999;font-size:10px}\n"
             ".reminder{text-anchor:middle;fill:#888;stroke:#fff;stroke-width:4px;paint-order:stroke}\n"
             ".boxed{text-anchor:middle}\n"
             ".label{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}\n"
             ".left{text-anchor:end}\n"
             ".fault{fill:#b3261e}\n"
             ".cycle-text{text-anchor:end;fill:#b45f06;font-style:italic}\n"
             ".head{fill:#e8eef5;stroke:#1f4e79}\n"
             ".life{stroke:#9aa5b1;stroke-dasharray:4 3}\n"
             ".message,.handshake{stroke:#1f4e79;stroke-width:1.4;fill:none;marker-end:url(#arrow)}\n"
             ".handshake{stroke-width:2.2}\n"
             ".pending{stroke:#1f4e79;stroke-width:1.4;stroke-dasharray:3 2}\n"
             ".open{fill:#fff;stroke:#1f4e79;stroke-width:1.4}\n"
             ".end{fill:#1f4e79}\n"
             ".local{fill:#fffbe8;stroke:#c9b458}\n"
             ".wrong{fill:#fde7e5;stroke:#b3261e}\n"
             ".cycle{stroke:#b45f06;stroke-dasharray:7 4}\n"
             ".back{stroke:#b45f06;stroke-width:1.6;fill:none;marker-end:url(#back)}\n"
             "</style>\n");
}

static void draw(struct text *out, const struct chart *chart) {
    const struct msc_options *options = chart->options;
    bool repeat_names = chart->rows.count > 12;
    double height = chart->bottom + (repeat_names ? HEADER : 0) + (options->finding ? 34 : 0) + 16;
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
                chart->width, height, chart->width, height);
    draw_style(out);
    text_add(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    if (options->title) draw_text(out, 16, 28, "title", options->title, (size_t)(chart->width / 9));
    draw_lifelines(out, chart);
    draw_cycle(out, chart);
    for (size_t i = 0; i < chart->rows.count; i++) draw_arrow(out, chart, &chart->rows.items[i]);
    for (size_t i = 0; i < chart->rows.count; i++) draw_row(out, chart, &chart->rows.items[i]);
    draw_reminders(out, chart);
    draw_names(out, chart, chart->top);
    if (repeat_names) draw_names(out, chart, chart->bottom);
    if (options->finding)
        draw_text(out, 16, height - 18, "finding", options->finding, (size_t)(chart->width / NAME_CHARACTER));
    text_add(out, "</svg>\n");
}

void msc_svg(struct text *out, const struct story *story, const struct msc_options *options) {
    struct chart chart = {.story = story, .options = options, .cycle_row = SIZE_MAX};
    choose_rows(&chart);
    join_messages(&chart);
    place_everything(&chart);
    draw(out, &chart);
    vec_free(&chart.lines);
    vec_free(&chart.rows);
}
