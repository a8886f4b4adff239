#include "report/trace_json.h"

#include "report/json_read.h"
#include "report/version.h"

#include <string.h>

/* ---- writing ---- */

static const char *event_name(enum ts_event event) {
    switch (event) {
    case TS_EVENT_SEND: return "send";
    case TS_EVENT_RECEIVE: return "receive";
    case TS_EVENT_HANDSHAKE: return "handshake";
    default: return NULL;
    }
}

static void member_text(struct json *json, const char *key, const char *value) {
    if (value) json_member_string(json, key, value);
}

static void number_or_null(struct json *json, const char *key, uint32_t value, uint32_t nothing) {
    json_key(json, key);
    if (value == nothing)
        json_null(json);
    else
        json_number(json, value);
}

void trace_json_changes(struct json *json, const struct story_step *step) {
    json_member_open(json, "changes", '[');
    for (size_t i = 0; i < step->changes.count; i++) {
        const struct story_change *change = &step->changes.items[i];
        json_open(json, '{');
        json_member_string(json, "variable", change->name);
        json_member_string(json, "before", change->before);
        json_member_string(json, "after", change->after);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_step(struct json *json, const struct story_step *step, size_t number, bool starts_cycle) {
    json_open(json, '{');
    json_member_number(json, "step", number);
    json_member_string(json, "process", step->actor);
    json_member_string(json, "statement", step->action);
    json_member_place(json, "location", step->place);
    if (step->partner) {
        member_text(json, "partner", step->partner);
        member_text(json, "reply", step->reply);
        json_member_place(json, "reply_location", step->reply_place);
    }
    member_text(json, "event", event_name(step->event));
    member_text(json, "channel", step->channel);
    member_text(json, "message", step->message);
    member_text(json, "output", step->output);
    member_text(json, "interaction", step->interaction);
    member_text(json, "fault", step->fault);
    if (starts_cycle) json_member_bool(json, "starts_cycle", true);
    trace_json_changes(json, step);
    json_member_open(json, "replay", '{');
    number_or_null(json, "actor", step->step.actor, TS_NOBODY);
    number_or_null(json, "action", step->step.action, TS_NO_ACTION);
    number_or_null(json, "partner", step->step.partner, TS_NOBODY);
    number_or_null(json, "reply", step->step.reply, TS_NO_ACTION);
    json_close(json, '}');
    json_close(json, '}');
}

void trace_json_steps(struct json *json, const struct story *story) {
    json_open(json, '[');
    for (size_t i = 0; i < story->steps.count; i++)
        write_step(json, &story->steps.items[i], story->left_out + i + 1, i == story->cycle_start);
    json_close(json, ']');
}

void trace_json_head(struct json *json, const char *format) {
    json_member_string(json, "tool", "rtcheck");
    json_member_string(json, "version", RTCHECK_VERSION);
    json_member_string(json, "format", format);
}

void trace_json_finding(struct json *json, const struct trace_finding *finding) {
    json_member_string(json, "kind", finding->kind);
    json_member_string(json, "property", finding->property);
    json_member_string(json, "message", finding->message);
    json_member_place(json, "location", finding->place);
}

void trace_json_options(struct json *json, const struct trace_source *source) {
    json_member_open(json, "options", '{');
    json_member_strings(json, "defines", source->defines, source->define_count);
    json_member_strings(json, "includes", source->includes, source->include_count);
    json_member_string(json, "ltl", source->ltl);
    json_member_bool(json, "lose_messages", source->lose_messages);
    json_member_string(json, "escapes", source->reverse_escapes ? "inner" : "outer");
    json_close(json, '}');
}

void trace_json_initial(struct json *json, const struct story *story) {
    json_member_open(json, "initial", '[');
    for (size_t i = 0; i < story->initial.count; i++) {
        if (!strcmp(story->initial.items[i].name, "(formula)")) continue;
        json_open(json, '{');
        json_member_string(json, "variable", story->initial.items[i].name);
        json_member_string(json, "value", story->initial.items[i].after);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void trace_json_write(struct text *out, const struct story *story, const struct trace_source *source,
                      const struct trace_finding *finding) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    trace_json_head(&json, "trace");
    json_member_string(&json, "model", source->model);
    trace_json_options(&json, source);
    trace_json_finding(&json, finding);
    trace_json_initial(&json, story);
    json_key(&json, "trace");
    trace_json_steps(&json, story);
    json_close(&json, '}');
}

/* ---- reading ---- */

static bool read_number(const struct json_value *object, const char *key, uint32_t most, uint32_t nothing,
                        uint32_t *out) {
    const struct json_value *value = json_member(object, key);
    if (!value || value->kind == JSON_NULL) {
        *out = nothing;
        return true;
    }
    uint64_t whole;
    if (!json_whole(value, most, &whole)) return false;
    *out = (uint32_t)whole;
    return true;
}

static bool read_step(const struct json_value *value, struct trace_read_step *out) {
    const struct json_value *replay = json_member(value, "replay");
    uint32_t actor, partner;
    if (!replay || replay->kind != JSON_OBJECT) return false;
    if (!read_number(replay, "actor", TS_NOBODY, TS_NOBODY, &actor) ||
        !read_number(replay, "partner", TS_NOBODY, TS_NOBODY, &partner) ||
        !read_number(replay, "action", TS_NO_ACTION, TS_NO_ACTION, &out->step.action) ||
        !read_number(replay, "reply", TS_NO_ACTION, TS_NO_ACTION, &out->step.reply))
        return false;
    out->step.actor = (uint16_t)actor;
    out->step.partner = (uint16_t)partner;
    out->step.holder = TS_NOBODY;
    out->statement = json_text(json_member(value, "statement"));
    return true;
}

static bool read_steps(const struct json_value *steps, struct trace_read *out, struct text *error) {
    if (!steps || steps->kind != JSON_ARRAY) {
        text_add(error, "there is no trace in it");
        return false;
    }
    for (const struct json_value *step = steps->first; step; step = step->next) {
        struct trace_read_step read = {0};
        if (!read_step(step, &read)) {
            text_printf(error, "step %zu does not say who did what", out->steps.count + 1);
            return false;
        }
        if (json_is_true(json_member(step, "starts_cycle"))) out->cycle_start = out->steps.count;
        vec_push(&out->steps, read);
    }
    return true;
}

static size_t read_list(const struct json_value *list, struct arena *arena, const char *const **out) {
    size_t count = 0;
    if (!list || list->kind != JSON_ARRAY) return 0;
    const char **strings = arena_new_array(arena, const char *, list->count + 1);
    for (const struct json_value *item = list->first; item; item = item->next)
        if (json_text(item)) strings[count++] = json_text(item);
    *out = strings;
    return count;
}

static void read_source(const struct json_value *root, struct arena *arena, struct trace_source *out) {
    const struct json_value *options = json_member(root, "options");
    const char *escapes = json_text(json_member(options, "escapes"));
    out->model = json_text(json_member(root, "model"));
    out->define_count = read_list(json_member(options, "defines"), arena, &out->defines);
    out->include_count = read_list(json_member(options, "includes"), arena, &out->includes);
    out->ltl = json_text(json_member(options, "ltl"));
    out->lose_messages = json_is_true(json_member(options, "lose_messages"));
    out->reverse_escapes = escapes && strcmp(escapes, "inner") == 0;
}

/* In a result, the first violation that has a trace; in a trace file, or the result of a simulation, the trace. */
static const struct json_value *find_trace(const struct json_value *root) {
    const struct json_value *violations = json_member(root, "violations");
    const struct json_value *first = violations && violations->kind == JSON_ARRAY ? violations->first : NULL;
    for (const struct json_value *violation = first; violation; violation = violation->next) {
        const struct json_value *trace = json_member(violation, "trace");
        if (trace && trace->kind == JSON_ARRAY) return trace;
    }
    return json_member(root, "trace");
}

bool trace_json_read(const char *text, size_t length, struct trace_read *out, struct text *error) {
    *out = (struct trace_read){.arena = arena_new(), .cycle_start = SIZE_MAX};
    const struct json_value *root = json_read(text, length, out->arena, error);
    if (!root) return false;
    read_source(root, out->arena, &out->source);
    return read_steps(find_trace(root), out, error);
}

void trace_read_free(struct trace_read *trace) {
    vec_free(&trace->steps);
    arena_free(trace->arena);
    *trace = (struct trace_read){0};
}
