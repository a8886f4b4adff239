/* Whatever comes from the application (names, values, source lines) passes through escape(): nothing of it is markup.
 */
#include "report/html.h"

#include "report/excerpt.h"
#include "report/gantt.h"
#include "report/markup.h"
#include "report/timeline_story.h"
#include "report/version.h"

#include <string.h>

static const char head[] =
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    ":root{--ink:#1f2328;--soft:#57606a;--line:#d0d7de;--paper:#fff;--tint:#f6f8fa}\n"
    "body{font:15px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',Helvetica,Arial,sans-serif;color:var(--ink);"
    "background:var(--paper);margin:0 auto;max-width:1280px;padding:24px}\n"
    "h1{font-size:22px;margin:0 0 16px}h2{font-size:17px;margin:32px 0 10px}\n"
    "code,pre,td.code,td.what,td.value{font:13px/1.5 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\n"
    ".verdict{border-left:6px solid;border-radius:6px;padding:14px 18px;background:var(--tint)}\n"
    ".verdict "
    "b{font-size:17px}.holds{border-color:#1a7f37}.violated{border-color:#cf222e}.unknown{border-color:#bf8700}\n"
    ".verdict p{margin:4px 0 0}\n"
    ".facts{display:flex;flex-wrap:wrap;gap:8px 28px;margin:16px 0 0;padding:0}"
    ".facts div{color:var(--soft)}.facts b{color:var(--ink);font-weight:600}\n"
    "pre{background:var(--tint);border:1px solid var(--line);border-radius:6px;padding:10px "
    "0;overflow-x:auto;margin:10px 0}\n"
    "pre span{display:block;padding:0 14px;white-space:pre}pre span.here{background:#ffebe9}\n"
    "pre i{color:#8c959f;font-style:normal;display:inline-block;width:4em}\n"
    ".scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}\n"
    "table{border-collapse:collapse;width:100%;font-size:14px}\n"
    "th{text-align:left;color:var(--soft);font-weight:600;border-bottom:2px solid var(--line);padding:4px 12px 4px 0}\n"
    "td{border-bottom:1px solid #eaeef2;padding:3px 12px 3px 0;vertical-align:top}\n"
    "td.step,td.place{color:var(--soft);white-space:nowrap}td.code{color:var(--soft)}td.who{white-space:nowrap;font-"
    "weight:600}\n"
    "tr.state td{color:var(--soft)}tr.state td.what{font-family:inherit}tr.refused td.what,tr.fault "
    "td.what{color:#cf222e;"
    "font-weight:600}\ntr.fault td{background:#ffebe9}tr.access td.what{color:#0a7d55}"
    "tr.outside td.what,tr.outside td.who{color:#b35900}\ntr.cycle td{background:#fff8c5}\n"
    ".note{background:#fff8c5;border-radius:6px;padding:8px 14px;margin:8px 0}\n"
    "footer{margin-top:40px;color:var(--soft);font-size:13px}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--paper:#0d1117;--tint:#"
    "151b23}"
    "td{border-color:#262c36}pre span.here,tr.fault td{background:#4b1113}.note,tr.cycle td{background:#3b2e00}"
    "tr.access td.what{color:#57c796}tr.outside td.what,tr.outside td.who{color:#f0a15e}}\n"
    "</style>\n";

static void escape(struct text *out, const char *text) { markup_xml(out, text ? text : "", 2000); }

static void add_element(struct text *out, const char *open, const char *text, const char *close) {
    text_add(out, open);
    escape(out, text);
    text_add(out, close);
}

static void add_place(struct text *out, struct place place) {
    if (!place.file) return;
    escape(out, place_file(place));
    if (place.line) text_printf(out, ":%u", place.line);
}

/* ---- the verdict ---- */

static void add_verdict(struct text *out, const struct html_page *page) {
    const char *headline = strcmp(page->verdict, "holds") == 0      ? "holds: every run was looked at"
                           : strcmp(page->verdict, "violated") == 0 ? "violated"
                                                                    : "unknown: not every run was looked at";
    text_printf(out, "<div class=\"verdict %s\"><b>%s</b>", page->verdict, headline);
    if (page->message) add_element(out, "<p>", page->message, "</p>");
    if (page->explanation) add_element(out, "<p>", page->explanation, "</p>");
    text_add(out, "</div>\n<div class=\"facts\">");
    for (size_t i = 0; i < page->fact_count; i++) {
        add_element(out, "<div>", page->facts[i].name, " ");
        add_element(out, "<b>", page->facts[i].value, "</b></div>");
    }
    text_add(out, "</div>\n");
    for (size_t i = 0; i < page->note_count; i++) {
        add_element(out, "<div class=\"note\"><b>", page->notes[i].name, "</b> ");
        add_element(out, "", page->notes[i].value, "</div>\n");
    }
}

static void add_excerpt(struct text *out, struct excerpts *excerpts, struct place place) {
    enum { AROUND = 4 };
    if (!place.file || !excerpt_indented(excerpts, place.file, place.line)) return;
    text_add(out, "<h2>Where</h2>\n<pre>");
    unsigned from = place.line > AROUND ? place.line - AROUND : 1;
    for (unsigned line = from; line <= place.line + AROUND; line++) {
        const char *source = excerpt_indented(excerpts, place.file, line);
        if (!source) break;
        text_printf(out, "<span%s><i>%u</i>", line == place.line ? " class=\"here\"" : "", line);
        escape(out, source);
        text_add(out, "</span>");
    }
    text_add(out, "</pre>\n<p><code>");
    add_place(out, place);
    text_add(out, "</code></p>\n");
}

/* ---- the run ---- */

static const char *row_class(const struct timeline_event *event) {
    switch (event->kind) {
    case TIMELINE_STATE: return "state";
    case TIMELINE_ACCESS: return "access";
    case TIMELINE_FAULT: return "fault";
    case TIMELINE_SERVICE:
        return event->result && event->result[0] == 'E' && strcmp(event->result, "E_OK") != 0 ? "refused" : "call";
    case TIMELINE_INTERRUPT:
    case TIMELINE_TICK:
    case TIMELINE_EXPIRY:
    case TIMELINE_ACTIVATE:
    case TIMELINE_INPUT: return "outside";
    default: return "call";
    }
}

static void add_row(struct text *out, const struct timeline_story_line *line, uint32_t last_step,
                    struct excerpts *excerpts) {
    const struct timeline_event *event = line->event;
    bool is_state = event->kind == TIMELINE_STATE;
    text_printf(out, "<tr class=\"%s\"><td class=\"step\">", row_class(event));
    if (event->time != last_step && event->when)
        escape(out, event->when);
    else if (event->time != last_step)
        text_printf(out, "%u", event->time + 1);
    add_element(out, "</td><td class=\"who\">", line->who ? line->who : "\u2013", "</td>");
    add_element(out, "<td class=\"what\">", line->what, "</td><td class=\"place\">");
    if (!is_state) add_place(out, event->place);
    const char *source = is_state ? NULL : excerpt_line(excerpts, event->place.file, event->place.line);
    add_element(out, "</td><td class=\"code\">", source ? source : "", "</td></tr>\n");
}

static void add_story(struct text *out, const struct timeline *timeline, struct excerpts *excerpts) {
    struct arena *arena = arena_new();
    struct timeline_story_lines lines = {0};
    timeline_story_lines(&lines, timeline, arena);
    text_add(out,
             "<h2>Step by step</h2>\n<div class=\"scroll\" style=\"border:0\"><table>\n<tr><th>step</th><th>who</th>"
             "<th>what</th><th>where</th><th>source</th></tr>\n");
    enum { FIRST = 200, LAST = 1800 };
    struct timeline_story_cut cut = timeline_story_cut(lines.list.count, FIRST, LAST);
    uint32_t last_step = UINT32_MAX;
    bool in_cycle = false;
    for (size_t i = 0; i < lines.list.count; i++) {
        if (i == cut.from && cut.to > i) {
            text_printf(out, "<tr class=\"state\"><td></td><td></td><td>%zu lines are left out</td></tr>\n",
                        cut.to - i);
            i = cut.to;
        }
        const struct timeline_story_line *line = &lines.list.items[i];
        if (!in_cycle && line->event->time >= timeline->cycle_start)
            text_add(out, "<tr class=\"cycle\"><td></td><td colspan=\"4\">\u21ba from here on, for ever:</td></tr>\n");
        in_cycle = in_cycle || line->event->time >= timeline->cycle_start;
        add_row(out, line, last_step, excerpts);
        last_step = line->event->time;
    }
    text_add(out, "</table></div>\n");
    vec_free(&lines.list);
    arena_free(arena);
}

/* ---- variables ---- */

struct variable {
    const char *name, *first, *last, *writer;
    unsigned writes;
};

static struct variable *find_variable(struct variable *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) return &list[i];
    return NULL;
}

static void add_variables(struct text *out, const struct timeline *timeline) {
    VEC(struct variable) list = {0};
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind != TIMELINE_ACCESS || !event->text) continue;
        struct variable *variable = find_variable(list.items, list.count, event->text);
        if (!variable) {
            vec_push(&list, (struct variable){.name = event->text, .first = event->before});
            variable = &vec_last(&list);
        }
        variable->last = event->result;
        variable->writes++;
        variable->writer =
            event->context < timeline->contexts.count ? timeline->contexts.items[event->context].name : NULL;
    }
    if (list.count)
        text_add(out,
                 "<h2>Variables that changed</h2>\n<table>\n<tr><th>variable</th><th>at first</th><th>at the end</th>"
                 "<th>writes</th><th>last written by</th></tr>\n");
    for (size_t i = 0; i < list.count; i++) {
        add_element(out, "<tr><td class=\"value\">", list.items[i].name, "</td>");
        add_element(out, "<td class=\"value\">", list.items[i].first ? list.items[i].first : "", "</td>");
        add_element(out, "<td class=\"value\">", list.items[i].last, "</td>");
        text_printf(out, "<td>%u</td>", list.items[i].writes);
        add_element(out, "<td>", list.items[i].writer ? list.items[i].writer : "", "</td></tr>\n");
    }
    if (list.count) text_add(out, "</table>\n");
    vec_free(&list);
}

void html_page(struct text *out, const struct html_page *page) {
    struct excerpts excerpts = {0};
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    add_element(out, "<title>", page->title, ": rtcheck app</title>\n");
    text_add(out, head);
    add_element(out, "</head>\n<body>\n<h1>", page->title, "</h1>\n");
    add_verdict(out, page);
    add_excerpt(out, &excerpts, page->place);
    if (page->timeline) {
        text_add(out, "<h2>The run</h2>\n<div class=\"scroll\">\n");
        gantt_svg(out, page->timeline, &(struct gantt_options){.is_inline = true});
        text_add(out, "</div>\n");
        add_story(out, page->timeline, &excerpts);
        add_variables(out, page->timeline);
    }
    text_printf(out, "<footer>rtcheck %s</footer>\n</body>\n</html>\n", RTCHECK_VERSION);
    excerpts_free(&excerpts);
}
