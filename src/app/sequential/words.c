#include "app/sequential/words.h"

#include "app/subject/service_text.h"

static const struct subject *subject_of(const struct sequential_graph *graph) { return graph->executor->subject; }

void sequential_add_harmless(struct text *out, const char *words, size_t most) {
    for (size_t i = 0; words[i] && i < most; i++) {
        bool closes = words[i] == '*' && words[i + 1] == '/';
        bool opens = words[i] == '/' && words[i + 1] == '*';
        bool odd = (unsigned char)words[i] < ' ' || words[i] == 127;
        text_add_char(out, odd ? ' ' : words[i]);
        if (closes || opens) text_add_char(out, ' ');
    }
}

void sequential_add_string(struct text *out, const char *words) {
    text_add_char(out, '"');
    for (const char *c = words; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_printf(out, "\\%c", *c);
        else if ((unsigned char)*c < ' ' || *c == 127)
            text_printf(out, "\\%03o", (unsigned char)*c);
        else if (*c == '?')
            text_add(out, "\\?"); /* no trigraphs */
        else
            text_add_char(out, *c);
    }
    text_add_char(out, '"');
}

void sequential_answer_words(const struct sequential_graph *graph, const struct sequential_answer *answer,
                             struct text *out) {
    text_printf(out, "%s ", subject_context_name(subject_of(graph), answer->caller));
    service_text_print(subject_of(graph), &answer->call, answer->caller, out);
    bool answers = osek_service_has_status(answer->call.service) && !answer->result.caller_ended;
    if (answers) text_printf(out, " = %s", osek_status_name(answer->result.status));
}

void sequential_arrival_words(const struct sequential_graph *graph, const struct sequential_edge *edge,
                              struct text *out) {
    const struct osek_config *config = subject_of(graph)->config;
    if (edge->kind == SEQUENTIAL_INTERRUPT)
        text_printf(out, "%s comes", config->isrs[edge->which].name);
    else if (edge->kind == SEQUENTIAL_TICK)
        text_printf(out, "%s ticks", config->counters[edge->which].name);
    else
        text_add(out, "nothing can come");
}

/* ---- nodes ---- */

static void add_location(const struct sequential_graph *graph, uint32_t number, uint32_t context, struct text *out) {
    struct sequential_calls calls = sequential_calls(graph, number, context);
    if (!calls.count) return;
    const struct sequential_call *call = &calls.items[calls.count - 1];
    struct place place = graph->code->functions.items[call->function].code[call->next].place;
    text_printf(out, " at %s:%u", place_file(place), place.line);
}

static void add_others(const struct sequential_graph *graph, uint32_t number, struct text *out) {
    static const char *const states[] = {"running", "waiting", "ready", "suspended"};
    const struct osek_config *config = subject_of(graph)->config;
    const void *kernel = sequential_kernel(graph, number);
    for (uint32_t t = 0; t < config->task_count; t++) {
        enum osek_task_state state = osek_task_state(config, kernel, t);
        if (t == graph->points.items[number].context || state == OSEK_SUSPENDED) continue;
        text_printf(out, "; %s is %s", config->tasks[t].name, states[state]);
        add_location(graph, number, t, out);
    }
}

static void add_origin(const struct sequential_graph *graph, uint32_t number, struct text *out) {
    const struct sequential_point *point = &graph->points.items[number];
    if (point->found_at == SEQUENTIAL_NOWHERE) {
        text_add(out, "after the start");
        return;
    }
    const struct sequential_edge *edge = &graph->edges.items[point->found_by];
    struct place place = sequential_place(graph, point->found_at);
    text_add(out, "after ");
    if (edge->kind != SEQUENTIAL_ANSWER) {
        sequential_arrival_words(graph, edge, out);
        return;
    }
    const struct sequential_answer *answer = &graph->answers.items[edge->which];
    if (answer->is_silent)
        text_printf(out, "%s: the end of its code, or a request",
                    subject_context_name(subject_of(graph), answer->caller));
    else
        sequential_answer_words(graph, answer, out);
    if (place.file) text_printf(out, ", %s:%u", place_file(place), place.line);
}

void sequential_node_comment(const struct sequential_graph *graph, uint32_t number, struct text *out) {
    const struct sequential_point *point = &graph->points.items[number];
    struct text words = {0};
    if (point->context == OSEK_NONE)
        text_add(&words, point->deed == SEQUENTIAL_OVER ? "the system is shut down" : "nothing runs");
    else
        text_printf(&words, "%s %s", subject_context_name(subject_of(graph), point->context),
                    point->deed == SEQUENTIAL_BEGIN ? "begins" : "runs");
    if (point->context != OSEK_NONE) add_location(graph, number, point->context, &words);
    text_add(&words, ", ");
    add_origin(graph, number, &words);
    add_others(graph, number, &words);
    text_add(out, "\n    /* ");
    sequential_add_harmless(out, text_chars(&words), 400);
    text_add(out, " */\n");
    text_free(&words);
}

/* ---- lines ---- */

void sequential_source_comment(struct sequential_sources *sources, struct place place, struct text *out) {
    struct place *told = &sources->told;
    if (!place.file || (told->file == place.file && told->line == place.line)) return;
    *told = place;
    const char *line = sources->line ? sources->line(sources->context, place.file, place.line) : NULL;
    while (line && (*line == ' ' || *line == '\t')) line++;
    text_printf(out, "    /* %s:%u: ", place_file(place), place.line);
    sequential_add_harmless(out, line ? line : "", 100);
    text_add(out, " */\n");
}
