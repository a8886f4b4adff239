#include "base/units.h"
#include "cli/env_table.h"
#include "report/result.h"

#include <sys/resource.h>

enum { MOST_CELLS = 60 /* lines of a table */, MANY_ROWS = 20 };

/* ---- numbers by cell ---- */

struct figures {
    struct text name, columns[5];
};

static void figures_free(struct figures *figures) {
    text_free(&figures->name);
    for (size_t i = 0; i < 5; i++) text_free(&figures->columns[i]);
}

static void print_figures(struct text *out, const struct figures *figures, size_t name_width, const size_t *widths,
                          size_t columns) {
    text_add(out, "  ");
    style_pad(out, text_chars(&figures->name), name_width);
    for (size_t i = 0; i < columns; i++)
        text_printf(out, "%s%*s", i || name_width ? "  " : "", (int)widths[i], text_chars(&figures->columns[i]));
    text_add_char(out, '\n');
}

static void print_table(struct text *out, struct figures *rows, size_t count, size_t columns) {
    size_t name_width = 0, widths[5] = {0};
    for (size_t r = 0; r < count; r++) {
        if (rows[r].name.length > name_width) name_width = rows[r].name.length;
        for (size_t i = 0; i < columns; i++)
            if (rows[r].columns[i].length > widths[i]) widths[i] = rows[r].columns[i].length;
    }
    for (size_t r = 0; r < count; r++) {
        print_figures(out, &rows[r], name_width, widths, columns);
        figures_free(&rows[r]);
    }
}

static void add_titles(struct figures *row, const char *const *titles, size_t columns) {
    for (size_t i = 0; i < columns; i++) text_add(&row->columns[i], titles[i]);
}

static void add_tally(struct figures *row, const struct env_tally *tally) {
    units_print_count(&row->columns[0], tally->holding + tally->failing + tally->unknown);
    units_print_count(&row->columns[1], tally->holding);
    units_print_count(&row->columns[2], tally->failing);
    units_print_count(&row->columns[3], tally->states);
    units_print_duration(&row->columns[4], tally->seconds);
}

void env_print_count(const struct env_campaign *campaign, struct text *out) {
    static const char *const titles[] = {"environments"};
    VEC(struct figures) rows = {0};
    vec_push(&rows, (struct figures){0});
    add_titles(&vec_last(&rows), titles, 1);
    for (size_t i = 0; campaign->cells.count > 1 && i < campaign->cells.count; i++) {
        vec_push(&rows, (struct figures){0});
        env_cell_print(campaign, &campaign->cells.items[i], &vec_last(&rows).name);
        units_print_count(&vec_last(&rows).columns[0], campaign->cells.items[i].count);
    }
    vec_push(&rows, (struct figures){0});
    if (campaign->cells.count > 1) text_add(&vec_last(&rows).name, campaign->limit == LIMITS_NONE ? "all" : "at least");
    units_print_count(&vec_last(&rows).columns[0], campaign->total);
    print_table(out, rows.items, rows.count, 1);
    vec_free(&rows);
}

void env_json_count(const struct env_campaign *campaign, struct json *json) {
    json_member_number(json, "count", campaign->total);
    json_member_open(json, "cells", '[');
    for (size_t i = 0; i < campaign->cells.count; i++) {
        json_open(json, '{');
        env_json_cell(campaign, &campaign->cells.items[i], json);
        json_member_number(json, "count", campaign->cells.items[i].count);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* ---- the answer, for people ---- */

static uint64_t checked(const struct env_tally *tally) { return tally->holding + tally->failing + tally->unknown; }

static void add_verdict(const struct env_answer *answer, const struct style *style, struct text *out) {
    const struct env_tally *total = &answer->run->total;
    result_text_word(out, style, answer->verdict);
    if (answer->verdict == VERDICT_VIOLATED) {
        text_add(out, "the design fails in ");
        units_print_count(out, total->failing);
        text_add(out, " of ");
        units_print_things(out, checked(total), "environment");
    } else if (answer->verdict == VERDICT_HOLDS && answer->run->selected == answer->campaign->total) {
        text_add(out, "the design is right in every environment, ");
        units_print_count(out, checked(total));
        text_add(out, " of them");
    } else if (answer->verdict == VERDICT_HOLDS) {
        text_add(out, "the design is right in all ");
        units_print_things(out, checked(total), "environment");
        text_add(out, " that were chosen out of ");
        units_print_count(out, answer->campaign->total);
    } else {
        text_add(out, "the design did not fail in ");
        units_print_things(out, total->holding, "environment");
        text_add(out, ", but not all that were chosen could be decided");
    }
    text_add_char(out, '\n');
    if (answer->run->limit) {
        text_printf(out, "%sincomplete%s: ", style->warn, style->end);
        units_print_count(out, checked(total));
        text_add(out, " of ");
        units_print_things(out, answer->run->selected, "environment");
        text_printf(out, " were checked (%s)\n", answer->run->limit);
    }
}

static void add_undecided(const struct env_answer *answer, const struct style *style, struct text *out) {
    const struct env_run *run = answer->run;
    if (!run->undecided_message) return;
    text_printf(out, "%sunknown%s: ", style->warn, style->end);
    units_print_things(out, run->total.unknown, "environment");
    text_printf(out, " could not be decided; the first is No. %llu: %s\n", (unsigned long long)run->undecided + 1,
                run->undecided_message);
}

/* Why one numbering of the objects does not stand for all. */
static void add_numberings(const struct env_answer *answer, struct text *out) {
    const struct env_run *run = answer->run;
    for (size_t i = 0; i < run->told_apart.count; i++) {
        const struct env_told_apart *told = &run->told_apart.items[i];
        text_printf(out, "numbering: objects of %s are told apart by their numbers: ", told->class_name);
        if (told->place.line) text_printf(out, "%s:%u:%u: ", told->place.file, told->place.line, told->place.column);
        text_printf(out, "%s\n", told->why);
    }
    if (!run->told_apart.count && !answer->all_numberings) return;
    text_add(out, "numbering: every numbering was checked, or one after the other until one failed: ");
    units_print_count(out, run->total.numberings);
    text_add(out, " in all\n");
}

static void add_cells(const struct env_answer *answer, struct text *out) {
    static const char *const titles[] = {"environments", "holding", "failing", "states", "time"};
    const struct env_campaign *campaign = answer->campaign;
    VEC(struct figures) rows = {0};
    vec_push(&rows, (struct figures){0});
    add_titles(&vec_last(&rows), titles, 5);
    size_t left_out = 0;
    for (size_t i = 0; campaign->cells.count > 1 && i < campaign->cells.count; i++) {
        if (checked(&answer->run->cells[i]) == 0) continue;
        if (rows.count > MOST_CELLS) {
            left_out++;
            continue;
        }
        vec_push(&rows, (struct figures){0});
        env_cell_print(campaign, &campaign->cells.items[i], &vec_last(&rows).name);
        add_tally(&vec_last(&rows), &answer->run->cells[i]);
    }
    if (left_out) {
        vec_push(&rows, (struct figures){0});
        text_printf(&vec_last(&rows).name, "(%zu more)", left_out);
    }
    vec_push(&rows, (struct figures){0});
    if (campaign->cells.count > 1) text_add(&vec_last(&rows).name, "all");
    add_tally(&vec_last(&rows), &answer->run->total);
    text_add_char(out, '\n');
    print_table(out, rows.items, rows.count, 5);
    vec_free(&rows);
    text_add(out, "\n  took ");
    units_print_duration(out, answer->run->seconds);
    text_printf(out, " on %u thread%s", answer->threads, answer->threads == 1 ? "" : "s");
    if (answer->run->resumed) {
        text_add(out, "; ");
        units_print_count(out, answer->run->resumed);
        text_printf(out, " results were in %s before", answer->results);
    }
    text_add_char(out, '\n');
}

static void add_analysis(const struct env_answer *answer, const struct style *style, struct text *out) {
    const struct env_analysis_result *analysis = answer->analysis;
    if (analysis->kind == ENV_ANALYSIS_NONE || checked(&answer->run->total) < 2) return;
    text_printf(out, "\n%sdifference%s: ", style->bold, style->end);
    if (analysis->kind == ENV_ANALYSIS_ALL) {
        text_add(out, "fails in every environment that was checked\n");
        return;
    }
    if (analysis->sampled) text_add(out, "in the sample that was looked at, ");
    if (analysis->kind == ENV_ANALYSIS_EXACT) {
        text_printf(out, "fails exactly when %s\n", analysis->condition);
    } else {
        text_add(out, "no simple structure separates failing from holding environments\n");
        if (analysis->necessary) {
            text_printf(out, "  only fails when %s\n    (but ", analysis->necessary);
            units_print_things(out, analysis->necessary_holding, "environment");
            text_printf(out, " of that kind hold%s)\n", analysis->necessary_holding == 1 ? "s" : "");
        }
        if (analysis->sufficient) {
            text_printf(out, "  always fails when %s\n    (", analysis->sufficient);
            units_print_count(out, analysis->sufficient_failing);
            text_add(out, " of ");
            units_print_count(out, analysis->failing);
            text_add(out, " failing environments)\n");
        }
    }
    if (!analysis->sampled) return;
    text_add(out, "  the sample: ");
    units_print_count(out, analysis->failing);
    text_add(out, " failing and ");
    units_print_things(out, analysis->holding, "environment");
    text_add(out, " that hold\n");
}

static void add_smallest(const struct env_answer *answer, const struct style *style, struct text *out) {
    const struct env_smallest *smallest = &answer->run->smallest;
    if (!smallest->known) return;
    const struct env_cell *cell = env_campaign_cell(answer->campaign, smallest->number);
    struct env_source *source = env_source_new(answer->campaign);
    struct diagnostics problems = {0};
    const struct env_graph *graph = env_source_graph(source, smallest->number, &problems);
    text_printf(out, "\n%ssmallest failing environment%s", style->bold, style->end);
    struct text settings = {0};
    env_cell_print(answer->campaign, cell, &settings);
    if (settings.length) text_printf(out, ", %s,", text_chars(&settings));
    text_printf(out, " No. %llu: ", (unsigned long long)smallest->number + 1);
    if (graph) env_graph_print(env_campaign_model(answer->campaign, cell), graph, out);
    text_add(out, "\n\n");
    if (smallest->story)
        text_add_indented(out, "  ", smallest->story);
    else if (smallest->message)
        text_printf(out, "  %s\n", smallest->message);
    text_free(&settings);
    diag_free(&problems);
    env_source_free(source);
}

static const char *mark(enum verdict verdict) {
    return verdict == VERDICT_HOLDS ? "○" : verdict == VERDICT_VIOLATED ? "×" : "?";
}

static void add_rows(const struct env_answer *answer, const struct style *style, struct text *out) {
    const struct env_run *run = answer->run;
    bool all = checked(&run->total) <= MANY_ROWS;
    const struct env_rows *rows = all ? &run->rows : &run->failing_rows;
    if (!rows->list.count) return;
    struct env_source *source = env_source_new(answer->campaign);
    struct env_table *table = env_table_new(answer->campaign, true);
    for (size_t i = 0; i < rows->list.count && i < MANY_ROWS; i++) {
        struct diagnostics problems = {0};
        const struct env_graph *graph = env_source_graph(source, rows->list.items[i].number, &problems);
        if (graph) env_table_add(table, rows->list.items[i].number, graph, mark(rows->list.items[i].verdict));
        diag_free(&problems);
    }
    text_printf(out, "\n%s%s%s", style->bold, all ? "environments" : "failing environments", style->end);
    if (!all && run->total.failing > MANY_ROWS) {
        text_printf(out, " (the first %d of ", MANY_ROWS);
        units_print_count(out, run->total.failing);
        text_add_char(out, ')');
    }
    text_add(out, ":\n");
    env_table_print(table, out);
    env_table_free(table);
    env_source_free(source);
}

void env_answer_text(const struct env_answer *answer, const struct style *style, bool quiet, struct text *out) {
    add_verdict(answer, style, out);
    add_undecided(answer, style, out);
    if (quiet) return;
    add_numberings(answer, out);
    add_cells(answer, out);
    add_analysis(answer, style, out);
    add_rows(answer, style, out);
    add_smallest(answer, style, out);
}

/* ---- the answer, for programs ---- */

static void json_tally(struct json *json, const struct env_tally *tally) {
    json_member_number(json, "checked", checked(tally));
    json_member_number(json, "holding", tally->holding);
    json_member_number(json, "failing", tally->failing);
    json_member_number(json, "unknown", tally->unknown);
    json_member_number(json, "states", tally->states);
    json_member_number(json, "transitions", tally->transitions);
    json_member_number(json, "depth", tally->depth);
}

static void json_analysis(struct json *json, const struct env_analysis_result *analysis) {
    static const char *const kinds[] = {"none", "all", "exact", "partial"};
    json_member_open(json, "analysis", '{');
    json_member_string(json, "kind", kinds[analysis->kind]);
    json_member_string(json, "condition", analysis->condition);
    json_member_string(json, "necessary", analysis->necessary);
    json_member_number(json, "necessary_holding", analysis->necessary_holding);
    json_member_string(json, "sufficient", analysis->sufficient);
    json_member_number(json, "sufficient_failing", analysis->sufficient_failing);
    json_member_number(json, "failing", analysis->failing);
    json_member_number(json, "holding", analysis->holding);
    json_member_bool(json, "sampled", analysis->sampled);
    json_close(json, '}');
}

static void json_environment(struct json *json, const struct env_answer *answer, struct env_source *source,
                             uint64_t number) {
    struct diagnostics problems = {0};
    const struct env_graph *graph = env_source_graph(source, number, &problems);
    if (graph)
        env_json_graph(answer->campaign, number, graph, json);
    else
        json_null(json);
    diag_free(&problems);
}

static void json_violations(struct json *json, const struct env_answer *answer) {
    const struct env_smallest *smallest = &answer->run->smallest;
    struct env_source *source = env_source_new(answer->campaign);
    json_member_open(json, "violations", '[');
    if (smallest->known) {
        json_open(json, '{');
        trace_json_finding(json, &(struct trace_finding){.kind = smallest->kind, .message = smallest->message});
        json_key(json, "environment");
        json_environment(json, answer, source, smallest->number);
        json_member_lines(json, "story", smallest->story);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "failing_environments", '[');
    for (size_t i = 0; i < answer->run->failing_rows.list.count; i++)
        json_environment(json, answer, source, answer->run->failing_rows.list.items[i].number);
    json_close(json, ']');
    env_source_free(source);
}

static void json_cells(struct json *json, const struct env_answer *answer) {
    json_member_open(json, "cells", '[');
    for (size_t i = 0; i < answer->campaign->cells.count; i++) {
        json_open(json, '{');
        env_json_cell(answer->campaign, &answer->campaign->cells.items[i], json);
        json_member_number(json, "count", answer->campaign->cells.items[i].count);
        json_tally(json, &answer->run->cells[i]);
        json_member_real(json, "seconds", answer->run->cells[i].seconds);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_undecided(struct json *json, const struct env_run *run) {
    json_key(json, "undecided");
    if (!run->undecided_message) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_member_number(json, "number", run->undecided + 1);
    json_member_string(json, "message", run->undecided_message);
    json_close(json, '}');
}

static void json_numberings(struct json *json, const struct env_answer *answer) {
    json_member_number(json, "numberings", answer->run->total.numberings);
    json_member_open(json, "told_apart", '[');
    for (size_t i = 0; i < answer->run->told_apart.count; i++) {
        const struct env_told_apart *told = &answer->run->told_apart.items[i];
        json_open(json, '{');
        json_member_string(json, "class", told->class_name);
        json_member_string(json, "why", told->why);
        json_member_place(json, "location", told->place);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static uint64_t peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}

void env_answer_json(const struct env_answer *answer, struct text *out) {
    struct json json;
    json_begin(&json, out);
    env_json_head(answer->campaign->path, &json);
    json_member_string(&json, "design", answer->design);
    json_member_string(&json, "verdict", result_verdict_name(answer->verdict));
    json_member_bool(&json, "complete", answer->run->complete && answer->run->total.unknown == 0);
    json_member_string(&json, "limit", answer->run->limit);
    json_member_number(&json, "count", answer->campaign->total);
    json_member_number(&json, "selected", answer->run->selected);
    json_member_number(&json, "resumed", answer->run->resumed);
    json_tally(&json, &answer->run->total);
    json_member_number(&json, "passed", 0);
    json_member_real(&json, "seconds", answer->run->seconds);
    json_member_number(&json, "memory_bytes", peak_memory());
    json_member_real(&json, "coverage", 1);
    json_member_number(&json, "threads", answer->threads);
    json_member_string(&json, "results", answer->results);
    json_numberings(&json, answer);
    json_cells(&json, answer);
    json_undecided(&json, answer->run);
    json_analysis(&json, answer->analysis);
    json_violations(&json, answer);
    json_close(&json, '}');
}
