/* Every event that has a label has a column of its own, and labels are slanted all the same way: so they cannot
 * overlap. A run with more columns than anybody reads is shown with its middle left out: how it starts, and how it
 * ends. */
#include "report/gantt.h"

#include "report/lanes.h"
#include "report/markup.h"
#include "report/style.h"

#include <math.h>
#include <string.h>

enum {
    NARROWEST = 18, /* a column */
    WIDEST = 36,
    USUAL = 800, /* what a short run may fill */
    KEY = 950,
    LANE = 48,
    BAR = 18,
    BAR_TOP = 9,
    BRACKET = 8,      /* between the brackets of nested resources */
    LEAST_APART = 14, /* labels */
    LABEL = 34,       /* characters of a label, at most */
    SLANT = 58,       /* degrees */
    CHARACTER = 6,
    NAME = 24, /* characters of a context's name, at most */
    MARGIN = 16,
    TITLE = 30,
    HEAD = 70,     /* columns shown of a long run's start ... */
    TAIL = 190,    /* ... and of its end */
    LONGEST = 3000 /* a timed run */
};

static const char style[] =
    "<style>"
    ".chart text{font:11px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#24292f}"
    ".chart .title{font:bold 15px system-ui,'DejaVu Sans',Helvetica,Arial,sans-serif}"
    ".chart .name{font:bold 12px system-ui,'DejaVu Sans',Helvetica,Arial,sans-serif}"
    ".chart .small{font:10px system-ui,'DejaVu Sans',Helvetica,Arial,sans-serif;fill:#57606a}"
    ".chart .running{fill:#3b7dd8}.chart .isr{fill:#e0801a}.chart .hook{fill:#8a63d2}"
    ".chart .waiting{fill:#fff;stroke:#8c959f;stroke-dasharray:3 3}"
    ".chart .ready{fill:url(#ready);stroke:#9dbbe6}.chart .interrupted{fill:url(#interrupted);stroke:#e8b884}"
    ".chart .guide{stroke:#d0d7de;stroke-dasharray:2 3}"
    ".chart .call{fill:#24292f}.chart .refused{fill:#cf222e}.chart .change{fill:#0a7d55}"
    ".chart .outside{fill:#b35900}.chart .fault{fill:#cf222e;font-weight:bold}"
    "</style>"
    "<defs>"
    "<pattern id=\"ready\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
    "<rect width=\"6\" height=\"6\" fill=\"#eef4fc\"/><path d=\"M0 0V6\" stroke=\"#9dbbe6\" "
    "stroke-width=\"3\"/></pattern>"
    "<pattern id=\"interrupted\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fdf3e7\"/><path d=\"M0 0V6\" "
    "stroke=\"#e8b884\" stroke-width=\"3\"/></pattern>"
    "</defs>\n";

/* Resources by number: told apart by these, and by their names. */
static const char *const resource_colours[] = {"#bf3989", "#1a7f37", "#9a6700", "#0550ae",
                                               "#8250df", "#c4432b", "#116329", "#57606a"};

struct chart {
    const struct timeline *timeline;
    const struct gantt_options *options;
    struct lanes lanes;
    VEC(uint32_t) shown; /* contexts */
    uint32_t cut_from, cut_to;
    double column, left, top, bottom, width, height;
    double scale; /* of a timed run: points a picosecond */
};

/* ---- where things are ---- */

static bool is_cut(const struct chart *chart) { return chart->cut_to > chart->cut_from; }
static bool is_left_out(const struct chart *chart, uint32_t column) {
    return column >= chart->cut_from && column < chart->cut_to;
}

/* The left edge of a column; what is left out is two columns wide. */
static double x_of(const struct chart *chart, uint32_t column) {
    if (chart->timeline->is_timed) {
        uint32_t last = chart->lanes.width - 1;
        uint64_t at = chart->lanes.times.items[column < last ? column : last];
        return chart->left + (double)(at - chart->lanes.times.items[0]) * chart->scale;
    }
    double place = column;
    if (is_cut(chart) && column >= chart->cut_to)
        place = chart->cut_from + 2.0 + (column - chart->cut_to);
    else if (is_cut(chart) && column > chart->cut_from)
        place = chart->cut_from + 1.0;
    return chart->left + place * chart->column;
}

static bool lane_of(const struct chart *chart, uint32_t context, double *y) {
    for (size_t i = 0; i < chart->shown.count; i++)
        if (chart->shown.items[i] == context) {
            *y = chart->top + (double)i * LANE;
            return true;
        }
    return false;
}

static const struct timeline_event *event_at(const struct chart *chart, uint32_t column) {
    uint32_t index = chart->lanes.columns.items[column];
    return index == UINT32_MAX ? NULL : &chart->timeline->events.items[index];
}

/* ---- labels ---- */

static bool is_refusal(const char *result) { return result && result[0] == 'E' && strcmp(result, "E_OK") != 0; }

static const char *label_class(const struct timeline_event *event) {
    switch (event->kind) {
    case TIMELINE_SERVICE: return is_refusal(event->result) ? "refused" : "call";
    case TIMELINE_ACCESS: return "change";
    case TIMELINE_FAULT: return "fault";
    case TIMELINE_MARK: return "call";
    default: return "outside";
    }
}

static void add_label(const struct chart *chart, struct text *out, const struct timeline_event *event) {
    const char *text = event->text ? event->text : "", *result = event->result ? event->result : "";
    const char *name =
        event->context < chart->timeline->contexts.count ? chart->timeline->contexts.items[event->context].name : "";
    switch (event->kind) {
    case TIMELINE_SERVICE:
        text_printf(out, "%s%s%s", text, is_refusal(result) ? " = " : "", is_refusal(result) ? result : "");
        break;
    case TIMELINE_ACCESS: text_printf(out, "%s = %s", text, result); break;
    case TIMELINE_INPUT: text_printf(out, "%s gives %s", text, result); break;
    case TIMELINE_INTERRUPT: text_printf(out, "interrupt %s", name); break;
    case TIMELINE_TICK: text_printf(out, "%s + %s", text, *result ? result : "1"); break;
    case TIMELINE_EXPIRY: text_printf(out, "%s expires", text); break;
    case TIMELINE_FAULT: text_add(out, "violation"); break;
    case TIMELINE_ACTIVATE: text_printf(out, "%s%s", *result ? "lost: " : "", text); break;
    default: text_add(out, text);
    }
}

static size_t longest_label(const struct chart *chart) {
    size_t longest = 8;
    for (uint32_t i = 0; i < chart->lanes.width; i++) {
        const struct timeline_event *event = is_left_out(chart, i) ? NULL : event_at(chart, i);
        if (!event) continue;
        struct text label = {0};
        add_label(chart, &label, event);
        size_t width = style_width(text_chars(&label));
        if (width > longest) longest = width;
        text_free(&label);
    }
    return longest < LABEL ? longest : LABEL;
}

/* ---- layout ---- */

/* Whoever is anything but suspended, or has something happen to it. */
static void choose_contexts(struct chart *chart) {
    const struct timeline *timeline = chart->timeline;
    bool *active = memory_new(timeline->contexts.count + 1);
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        bool is_idle = event->kind == TIMELINE_STATE && lane_state_named(event->text) == LANE_SUSPENDED;
        if (event->context < timeline->contexts.count && !is_idle) active[event->context] = true;
    }
    for (uint32_t i = 0; i < timeline->contexts.count; i++)
        if (active[i]) vec_push(&chart->shown, i);
    free(active);
}

static size_t longest_name(const struct chart *chart) {
    size_t longest = 6;
    for (size_t i = 0; i < chart->shown.count; i++) {
        size_t width = style_width(chart->timeline->contexts.items[chart->shown.items[i]].name);
        if (width > longest) longest = width;
    }
    return longest < NAME ? longest : NAME;
}

static bool has_several_cores(const struct timeline *timeline) {
    for (size_t i = 1; i < timeline->contexts.count; i++) {
        const char *one = timeline->contexts.items[0].core, *other = timeline->contexts.items[i].core;
        if (one && other && strcmp(one, other) != 0) return true;
    }
    return false;
}

/* Below its name. */
static void lane_kind(const struct chart *chart, const struct timeline_context *context, struct text *out) {
    if (context->kind == TIMELINE_HOOK)
        text_add(out, "hook");
    else
        text_printf(out, "%s, priority %u", context->kind == TIMELINE_ISR ? "ISR" : "task", context->priority);
    if (has_several_cores(chart->timeline) && context->core) text_printf(out, ", %s", context->core);
}

/* Of the names and what is below them. */
static double names_width(const struct chart *chart) {
    double width = fmax((double)longest_name(chart) * 8, 100);
    for (size_t i = 0; has_several_cores(chart->timeline) && i < chart->shown.count; i++) {
        struct text kind = {0};
        lane_kind(chart, &chart->timeline->contexts.items[chart->shown.items[i]], &kind);
        width = fmax(width, 5.6 * fmin((double)style_width(text_chars(&kind)), 40));
        text_free(&kind);
    }
    return width;
}

static void lay_out(struct chart *chart) {
    if (!chart->timeline->is_timed && chart->lanes.width > HEAD + TAIL + 10) {
        chart->cut_from = HEAD;
        chart->cut_to = chart->lanes.width - TAIL;
    }
    chart->column = fmin(fmax((double)USUAL / chart->lanes.width, NARROWEST), WIDEST);
    if (chart->timeline->is_timed) {
        double length = (double)(vec_last(&chart->lanes.times) - chart->lanes.times.items[0]);
        double room = fmin(fmax(USUAL, NARROWEST * (double)chart->lanes.width), LONGEST);
        chart->scale = room / fmax(length, 1);
        chart->column = 0; /* events are at instants */
    }
    double label = (double)longest_label(chart) * CHARACTER + 14, angle = SLANT * 3.14159265 / 180;
    chart->left = MARGIN + names_width(chart) + 12;
    chart->top = TITLE + label * sin(angle) + 22;
    chart->bottom = chart->top + (double)chart->shown.count * LANE;
    double right = x_of(chart, chart->lanes.width) + label * cos(angle) + MARGIN;
    double finding = chart->options->finding ? MARGIN + 8.0 * (double)style_width(chart->options->finding) : 0;
    chart->width = fmax(fmax(right, finding), KEY);
    chart->height = chart->bottom + 74 + (chart->options->finding ? 22 : 0);
}

/* ---- drawing ---- */

static void draw_text(struct text *out, double x, double y, const char *class, const char *text, size_t most) {
    text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    markup_xml(out, text, most);
    text_add(out, "</text>\n");
}

static void draw_lane_names(const struct chart *chart, struct text *out) {
    for (size_t i = 0; i < chart->shown.count; i++) {
        const struct timeline_context *context = &chart->timeline->contexts.items[chart->shown.items[i]];
        double y = chart->top + (double)i * LANE;
        if (i % 2 == 0)
            text_printf(out, "<rect x=\"0\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"#f6f8fa\"/>\n", y,
                        chart->width, LANE);
        draw_text(out, MARGIN, y + BAR_TOP + 13, "name", context->name, NAME);
        struct text kind = {0};
        lane_kind(chart, context, &kind);
        draw_text(out, MARGIN, y + BAR_TOP + 28, "small", text_chars(&kind), 40);
        text_free(&kind);
        double line = y + BAR_TOP + BAR / 2.0;
        text_printf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#d0d7de\"/>\n", chart->left, line,
                    x_of(chart, chart->lanes.width));
    }
}

static const char *span_class(const struct timeline_context *context, enum lane_state state) {
    if (state == LANE_READY) return "ready";
    if (state == LANE_WAITING) return "waiting";
    if (state == LANE_INTERRUPTED) return "interrupted";
    return context->kind == TIMELINE_ISR ? "isr" : context->kind == TIMELINE_HOOK ? "hook" : "running";
}

static void draw_spans(const struct chart *chart, struct text *out) {
    static const char *const names[] = {"suspended", "ready", "running", "waiting", "interrupted"};
    for (size_t i = 0; i < chart->shown.count; i++) {
        uint32_t number = chart->shown.items[i];
        const struct timeline_context *context = &chart->timeline->contexts.items[number];
        const struct lane *lane = &chart->lanes.list.items[number];
        for (size_t s = 0; s < lane->spans.count; s++) {
            const struct lane_span *span = &lane->spans.items[s];
            double from = x_of(chart, span->from), to = x_of(chart, span->to);
            bool slim = span->state != LANE_RUNNING;
            double y = chart->top + (double)i * LANE + BAR_TOP + (slim ? 4 : 0);
            if (to <= from) continue;
            text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\" class=\"%s\"><title>",
                        from, y, to - from, slim ? BAR - 8 : BAR, span_class(context, span->state));
            markup_xml(out, context->name, NAME);
            text_printf(out, " %s</title></rect>\n", names[span->state]);
        }
    }
}

static void draw_holds(const struct chart *chart, struct text *out) {
    for (size_t i = 0; i < chart->lanes.hold.count; i++) {
        const struct lane_hold *hold = &chart->lanes.hold.items[i];
        double y;
        if (!lane_of(chart, hold->context, &y) || hold->resource >= chart->timeline->resources.count) continue;
        if (is_left_out(chart, hold->from) && hold->to <= chart->cut_to) continue;
        const char *colour = resource_colours[hold->resource % (sizeof resource_colours / sizeof *resource_colours)];
        double from = x_of(chart, hold->from) + 1, to = x_of(chart, hold->to) - 1;
        if (to < from + 2) to = from + 2;
        y += BAR_TOP + BAR + 3 + (hold->depth < 2 ? hold->depth : 2) * BRACKET;
        text_printf(out, "<path d=\"M%.1f %.1fv5H%.1f%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", from, y,
                    to, hold->is_open ? "" : "v-5", colour);
        text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"small\" style=\"fill:%s\">", to + 4, y + 6, colour);
        markup_xml(out, chart->timeline->resources.items[hold->resource], NAME);
        text_add(out, "</text>\n");
    }
}

static void draw_mark(struct text *out, const struct timeline_event *event, double x, double y) {
    const char *class = label_class(event);
    double middle = y + BAR_TOP + BAR / 2.0;
    switch (event->kind) {
    case TIMELINE_SERVICE:
        text_printf(out, "<path d=\"M%.1f %.1fl4 -7h-8z\" class=\"%s\" stroke=\"#fff\" stroke-width=\".7\"/>\n", x,
                    y + BAR_TOP + 5, class);
        break;
    case TIMELINE_FAULT:
        text_printf(out, "<path d=\"M%.1f %.1fl10 10m0 -10l-10 10\" stroke=\"#cf222e\" stroke-width=\"3\"/>\n", x - 5,
                    middle - 5);
        break;
    case TIMELINE_ACTIVATE:
        text_printf(out, "<path d=\"M%.1f %.1fv%dm-4 -%dl4 -6l4 6z\" class=\"%s\" stroke=\"#b35900\"/>\n", x, y + 8.0,
                    BAR + 3, BAR + 3, class);
        break;
    case TIMELINE_INTERRUPT:
        text_printf(out, "<path d=\"M%.1f %.1fl-5 9h5l-3 8l8 -11h-5l3 -6z\" class=\"outside\"/>\n", x, y + 1);
        break;
    default:
        text_printf(out,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\" class=\"%s\" stroke=\"#fff\" stroke-width=\".8\"/>\n", x,
                    middle, class);
    }
}

static void draw_event(const struct chart *chart, struct text *out, uint32_t column, double *free_from) {
    const struct timeline_event *event = event_at(chart, column);
    if (!event) return;
    double x = x_of(chart, column) + chart->column / 2, y, foot = chart->top - 6;
    bool has_lane = lane_of(chart, event->context, &y);
    double to = event->kind == TIMELINE_FAULT ? chart->bottom : has_lane ? y + BAR_TOP : chart->top;
    text_printf(out, "<path d=\"M%.1f %.1fV%.1f\" %s/>\n", x, foot, to,
                event->kind == TIMELINE_FAULT ? "stroke=\"#cf222e\"" : "class=\"guide\"");
    if (has_lane && !chart->timeline->is_timed) draw_mark(out, event, x, y);
    if (x < *free_from && event->kind != TIMELINE_FAULT) return; /* a timed run may be too dense for all labels */
    *free_from = x + LEAST_APART;
    struct text label = {0};
    add_label(chart, &label, event);
    text_printf(out, "<text transform=\"translate(%.1f %.1f) rotate(-%d)\" class=\"%s\">", x + 3, foot - 2, SLANT,
                label_class(event));
    markup_xml(out, text_chars(&label), LABEL);
    text_add(out, "<title>");
    markup_xml(out, text_chars(&label), 400);
    if (event->place.file) {
        text_add(out, ", ");
        markup_xml(out, event->place.file, 200);
        text_printf(out, ":%u", event->place.line);
    }
    text_add(out, "</title></text>\n");
    text_free(&label);
}

/* Marks at round times: 1, 2 or 5 of some unit, as far apart as their labels need. */
static void draw_time_axis(const struct chart *chart, struct text *out) {
    static const char *const names[] = {"ps", "ns", "us", "ms", "s"};
    enum { APART = 64 };
    double first = (double)chart->lanes.times.items[0], last = (double)vec_last(&chart->lanes.times), step = 1;
    for (unsigned i = 0; step * chart->scale < APART && i < 60; i++) step *= i % 3 == 1 ? 2.5 : 2;
    unsigned unit = 0;
    double length = 1;
    while (unit < 4 && step >= length * 1000) unit++, length *= 1000;
    for (double at = ceil(first / step) * step; at <= last; at += step) {
        double x = chart->left + (at - first) * chart->scale;
        text_printf(out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#d0d7de\"/>\n", x, chart->top, chart->bottom + 4);
        text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"small\" text-anchor=\"middle\">%g</text>\n", x,
                    chart->bottom + 14, at / length);
    }
    draw_text(out, MARGIN, chart->bottom + 14, "small", names[unit], 10);
}

/* The numbers of steps below the lanes, where they fit. */
static void draw_axis(const struct chart *chart, struct text *out) {
    if (chart->timeline->is_timed) {
        draw_time_axis(chart, out);
        return;
    }
    double y = chart->bottom + 14, free_from = 0;
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < chart->lanes.width; i++) {
        const struct timeline_event *event = is_left_out(chart, i) ? NULL : event_at(chart, i);
        double x = x_of(chart, i);
        if (!event || x < free_from || event->time == last) continue;
        last = event->time;
        text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"small\">%u</text>\n", x + 3, y, event->time + 1);
        free_from = x + 4 * NARROWEST;
    }
    draw_text(out, MARGIN, y, "small", "step", 10);
}

static void draw_cut(const struct chart *chart, struct text *out) {
    if (!is_cut(chart)) return;
    double x = x_of(chart, chart->cut_from);
    text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"#fff\"/>\n", x + 8, chart->top,
                2 * NARROWEST - 16, chart->bottom - chart->top);
    text_printf(
        out,
        "<text transform=\"translate(%.1f %.1f) rotate(-90)\" class=\"small\" text-anchor=\"end\">%u columns left "
        "out</text>\n",
        x + NARROWEST + 3, chart->top + 4, chart->cut_to - chart->cut_from);
}

static void draw_cycle(const struct chart *chart, struct text *out) {
    if (chart->lanes.cycle == UINT32_MAX) return;
    double from = x_of(chart, chart->lanes.cycle), to = x_of(chart, chart->lanes.width);
    text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#fff8c5\" opacity=\".55\"/>\n",
                from, chart->top, to - from, chart->bottom - chart->top);
    draw_text(out, from, chart->bottom + 28, "small", "\u21ba from here on the run repeats for ever", 60);
}

static void draw_key(const struct chart *chart, struct text *out) {
    static const struct {
        const char *class, *name;
    } keys[] = {{"running", "task runs"},
                {"isr", "interrupt routine runs"},
                {"ready", "ready"},
                {"interrupted", "interrupted"},
                {"waiting", "waits for an event"}};
    double x = MARGIN, y = chart->bottom + 44;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"10\" rx=\"2\" class=\"%s\"/>\n", x, y,
                    keys[i].class);
        draw_text(out, x + 21, y + 9, "small", keys[i].name, 40);
        x += 36 + 6.0 * (double)strlen(keys[i].name);
    }
    bool is_timed = chart->timeline->is_timed;
    text_printf(out,
                is_timed ? "<path d=\"M%.1f %.1fm-4 0l4 -6l4 6z\" class=\"outside\"/>\n"
                         : "<path d=\"M%.1f %.1fl4 -7h-8z\" class=\"call\"/>\n",
                x + 6, y + 9);
    draw_text(out, x + 15, y + 9, "small", is_timed ? "activation" : "service call", 40);
    text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\" class=\"change\"/>\n", x + 92, y + 5);
    draw_text(out, x + 100, y + 9, "small", "variable changes", 40);
    text_printf(out, "<path d=\"M%.1f %.1fv5h14v-5\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", x + 198,
                y + 2, resource_colours[0]);
    draw_text(out, x + 218, y + 9, "small", "holds a resource", 40);
}

/* At an instant several things may happen: each has its mark, one its label. */
static void draw_timed_marks(const struct chart *chart, struct text *out) {
    for (size_t i = 0; chart->timeline->is_timed && i < chart->timeline->events.count; i++) {
        const struct timeline_event *event = &chart->timeline->events.items[i];
        double x = chart->left + (double)(event->at - chart->lanes.times.items[0]) * chart->scale, y;
        if (lane_has_column(event->kind) && lane_of(chart, event->context, &y)) draw_mark(out, event, x, y);
    }
}

static void draw(const struct chart *chart, struct text *out) {
    if (!chart->options->is_inline) text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
        "%.0f\">\n",
        chart->width, chart->height, chart->width, chart->height);
    text_add(out, style);
    text_printf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", chart->width, chart->height);
    const char *title = chart->options->title ? chart->options->title : chart->timeline->application;
    if (title) draw_text(out, MARGIN, 22, "title", title, 120);
    draw_lane_names(chart, out);
    draw_cycle(chart, out);
    draw_spans(chart, out);
    draw_holds(chart, out);
    double free_from = 0;
    for (uint32_t i = 0; i < chart->lanes.width; i++)
        if (!is_left_out(chart, i)) draw_event(chart, out, i, &free_from);
    draw_timed_marks(chart, out);
    draw_cut(chart, out);
    draw_axis(chart, out);
    draw_key(chart, out);
    if (chart->options->finding) draw_text(out, MARGIN, chart->height - 8, "fault", chart->options->finding, 400);
    text_add(out, "</svg>\n");
}

void gantt_svg(struct text *out, const struct timeline *timeline, const struct gantt_options *options) {
    struct chart chart = {.timeline = timeline, .options = options};
    lanes_build(&chart.lanes, timeline);
    choose_contexts(&chart);
    lay_out(&chart);
    draw(&chart, out);
    vec_free(&chart.shown);
    lanes_free(&chart.lanes);
}
