#include "base/units.h"
#include "report/explain.h"
#include "report/result.h"
#include "report/trace_text.h"

#include <string.h>

static const char *verdict_colour(const struct style *style, enum verdict verdict) {
    return verdict == VERDICT_HOLDS ? style->good : verdict == VERDICT_VIOLATED ? style->bad : style->warn;
}

/* ---- the first line ---- */

static const struct result_property *first_unknown(const struct result *result) {
    for (size_t i = 0; i < result->properties.count; i++)
        if (result->properties.items[i].verdict == VERDICT_UNKNOWN) return &result->properties.items[i];
    return NULL;
}

void result_text_word(struct text *out, const struct style *style, enum verdict verdict) {
    text_printf(out, "%s%s%s: ", verdict_colour(style, verdict), result_verdict_name(verdict), style->end);
}

void result_text_verdict(struct text *out, const struct style *style, const struct result *result) {
    result_text_word(out, style, result->verdict);
    if (result->verdict == VERDICT_VIOLATED && result->violations.count)
        result_violation_title(out, result, &result->violations.items[0]);
    else if (result->but)
        text_printf(out, "no violation was found, but %s", result->but);
    else if (result->verdict == VERDICT_HOLDS)
        text_printf(out, "every reachable state%s was checked and no violation was found%s%s",
                    result->within_bounds ? " within the bounds" : "", result->except ? ", except for " : "",
                    result->except ? result->except : "");
    else if (result->verdict == VERDICT_UNKNOWN && first_unknown(result) && first_unknown(result)->was_run)
        text_printf(out, "no violation was found, but not everything was covered (%s)",
                    first_unknown(result)->limit == LIMIT_NONE ? "stopped early"
                                                               : search_limit_name(first_unknown(result)->limit));
    else
        text_add(out, "no violation was found, but not everything was covered");
    text_add_char(out, '\n');
}

/* ---- the figures ---- */

static void add_row(struct text *out, const char *name, struct text *value) {
    text_printf(out, "  %-13s %s\n", name, text_chars(value));
    text_clear(value);
}

void result_text_figures(struct text *out, const struct result *result) {
    const struct search_statistics *total = &result->total;
    struct text value = {0};
    units_print_count(&value, total->states);
    add_row(out, "states", &value);
    units_print_count(&value, total->transitions);
    add_row(out, "transitions", &value);
    if (total->passed) {
        units_print_count(&value, total->passed);
        text_add(&value, " more, into states that need not be stored");
        add_row(out, "passed", &value);
    }
    units_print_count(&value, total->depth);
    add_row(out, "depth", &value);
    units_print_duration(&value, total->seconds);
    if (total->seconds >= 0.01) {
        text_add(&value, " (");
        units_print_rate(&value, (double)total->states / total->seconds);
        text_add(&value, ")");
    }
    add_row(out, "time", &value);
    units_print_size(&value, total->memory_bytes);
    bool telling = result->properties.count == 1 && total->states >= 1000; /* below, fixed costs are all one sees */
    if (telling) text_printf(&value, " (%.1f bytes per state)", (double)total->memory_bytes / (double)total->states);
    add_row(out, "memory", &value);
    text_printf(&value, "%s store, %u thread%s%s", result->store, result->threads, result->threads == 1 ? "" : "s",
                result->reduction ? "" : ", no reduction");
    add_row(out, "search", &value);
    text_free(&value);
}

/* ---- the properties ---- */

static void property_title(struct text *out, const struct result_property *property) {
    bool has_name = strcmp(property->what, property->name) != 0;
    text_add(out, property->what);
    if (has_name) text_printf(out, " %s", property->name);
}

void result_text_properties(struct text *out, const struct style *style, const struct result *result) {
    size_t width = 8;
    struct text cell = {0};
    for (size_t i = 0; i < result->properties.count; i++) {
        text_clear(&cell);
        property_title(&cell, &result->properties.items[i]);
        if (style_width(text_chars(&cell)) > width) width = style_width(text_chars(&cell));
    }
    text_printf(out, "\n  %-*s  %-8s  %14s  %8s\n", (int)width, "property", "verdict", "states", "time");
    for (size_t i = 0; i < result->properties.count; i++) {
        const struct result_property *property = &result->properties.items[i];
        text_clear(&cell);
        property_title(&cell, property);
        text_add(out, "  ");
        style_pad(out, text_chars(&cell), width);
        text_printf(out, "  %s%-8s%s", verdict_colour(style, property->verdict), result_verdict_name(property->verdict),
                    style->end);
        text_clear(&cell);
        units_print_count(&cell, property->statistics.states);
        text_printf(out, "  %14s", property->was_run ? text_chars(&cell) : "-");
        text_clear(&cell);
        units_print_duration(&cell, property->statistics.seconds);
        text_printf(out, "  %8s", property->was_run ? text_chars(&cell) : "-");
        if (property->violation_count > 1) {
            text_clear(&cell);
            units_print_count(&cell, property->violation_count);
            text_printf(out, "  %s violations", text_chars(&cell));
        }
        text_add_char(out, '\n');
    }
    text_free(&cell);
}

/* ---- what else there is to say ---- */

void result_text_wrap(struct text *out, size_t from) {
    enum { WIDTH = 100 };
    size_t column = 0, space = 0;
    for (size_t i = from; i < out->length; i++) {
        if (((unsigned char)out->chars[i] & 0xc0) == 0x80) continue;
        if (out->chars[i] == ' ') space = i;
        if (++column > WIDTH && space > from) {
            out->chars[space] = '\n';
            column = i - space;
            space = 0;
        }
    }
}

void result_text_row(struct text *out, const char *title, const struct text *words) {
    if (!words->length) return;
    text_printf(out, "  %-13s", title);
    size_t from = out->length;
    text_add(out, text_chars(words));
    result_text_wrap(out, from);
    text_add_char(out, '\n');
}

void result_text_limits(struct text *out, const struct style *style, const struct result *result) {
    for (size_t i = 0; i < result->properties.count; i++) {
        const struct result_property *property = &result->properties.items[i];
        bool cut = property->verdict == VERDICT_UNKNOWN ||
                   (property->verdict == VERDICT_VIOLATED && property->limit != LIMIT_NONE);
        if (!cut) continue;
        text_printf(out, "\n%sincomplete%s: ", style->warn, style->end);
        size_t from = out->length;
        property_title(out, property);
        text_add(out, ": ");
        explain_limit(out, result, property);
        text_add(out, ".");
        result_text_wrap(out, from);
        text_add_char(out, '\n');
    }
}

static void add_unreached(struct text *out, const struct style *style, const struct result *result) {
    if (!result->unreached_known || !result->unreached.count) return;
    text_printf(out, "\n%sunreached code%s (no run gets there):\n", style->bold, style->end);
    const char *proctype = NULL;
    struct text place = {0};
    enum { MOST = 200 };
    for (size_t i = 0; i < result->unreached.count && i < MOST; i++) {
        const struct result_unreached *code = &result->unreached.items[i];
        if (!proctype || strcmp(proctype, code->proctype) != 0) text_printf(out, "  %s\n", code->proctype);
        proctype = code->proctype;
        text_clear(&place);
        trace_text_place(&place, code->place);
        text_printf(out, "    %-20s  %s\n", text_chars(&place), code->statement);
    }
    if (result->unreached.count > MOST)
        text_printf(out, "  and %zu statements more (--json has all)\n", result->unreached.count - MOST);
    text_free(&place);
}

void result_text_blocked(struct text *out, const struct style *style, const struct result_violation *violation) {
    for (size_t i = 0; i < violation->blocked.count; i++) {
        const struct result_blocked *blocked = &violation->blocked.items[i];
        text_printf(out, "  %s%s%s ", style->actor, blocked->process, style->end);
        if (blocked->at_valid_end)
            text_add(out, "is at a valid end");
        else
            text_printf(out, "is blocked%s%s", blocked->waits_for ? " on " : "",
                        blocked->waits_for ? blocked->waits_for : "");
        if (blocked->place.line) {
            text_printf(out, "  %s(", style->dim);
            trace_text_place(out, blocked->place);
            text_printf(out, ")%s", style->end);
        }
        text_add_char(out, '\n');
    }
}

static void add_violation(struct text *out, const struct style *style, const struct result *result,
                          const struct result_violation *violation, size_t number, size_t trace_limit) {
    text_add_char(out, '\n');
    if (result->violations.count > 1) {
        text_printf(out, "%sviolation %zu%s: ", style->bad, number, style->end);
        result_violation_title(out, result, violation);
        text_add_char(out, '\n');
    }
    size_t from = out->length;
    if (violation->story || violation->blocked.count)
        explain_violation(out, result, violation);
    else
        text_add(out,
                 "The steps that lead there are not known: they took too much time or memory, or could not be kept.");
    result_text_wrap(out, from);
    text_add_char(out, '\n');
    if (violation->story) {
        text_add_char(out, '\n');
        if (violation->story->steps.count == 0) text_add(out, "  (already in the initial state)\n");
        trace_text(out, style, violation->story, trace_limit);
    }
    if (violation->blocked.count) {
        bool events = result->command && strcmp(result->command, "eventb") == 0;
        text_add(out, events ? "\nWhat stops each event there:\n" : "\nWhere everybody is:\n");
        result_text_blocked(out, style, violation);
    }
}

void result_text(struct text *out, const struct style *style, const struct result *result, size_t trace_limit,
                 bool quiet) {
    result_text_verdict(out, style, result);
    if (quiet) return;
    result_text_properties(out, style, result);
    text_add_char(out, '\n');
    result_text_figures(out, result);
    if (result->violation_count > result->violations.count) {
        struct text count = {0};
        units_print_count(&count, result->violation_count);
        text_printf(out, "\n%s violations were counted; the first %zu are shown.\n", text_chars(&count),
                    result->violations.count);
        text_free(&count);
    }
    result_text_limits(out, style, result);
    for (size_t i = 0; i < result->violations.count; i++)
        add_violation(out, style, result, &result->violations.items[i], i + 1, trace_limit);
    add_unreached(out, style, result);
}
