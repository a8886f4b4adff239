#include "report/timeline_json.h"

#include "report/trace_json.h"

static const char *const kinds[] = {"state", "service", "access", "input", "interrupt", "tick", "expiry",
                                    "take",  "release", "set",    "clear", "mark",      "fault"};
static const char *const context_kinds[] = {"task", "isr", "hook"};

static void member(struct json *json, const char *key, const char *value) {
    json_key(json, key);
    json_string(json, value);
}

static void write_event(struct json *json, const struct timeline *timeline, const struct timeline_event *event) {
    bool known = event->context < timeline->contexts.count;
    json_open(json, '{');
    json_key(json, "step");
    json_number(json, (uint64_t)event->time + 1);
    member(json, "kind", kinds[event->kind]);
    member(json, "context", known ? timeline->contexts.items[event->context].name : NULL);
    member(json, "text", event->text);
    member(json, "result", event->result);
    member(json, "before", event->before);
    json_key(json, "location");
    trace_json_place(json, event->place);
    json_close(json, '}');
}

void timeline_json(struct json *json, const struct timeline *timeline) {
    json_key(json, "contexts");
    json_open(json, '[');
    for (size_t i = 0; i < timeline->contexts.count; i++) {
        const struct timeline_context *context = &timeline->contexts.items[i];
        json_open(json, '{');
        member(json, "name", context->name);
        member(json, "kind", context_kinds[context->kind]);
        json_key(json, "priority");
        json_number(json, context->priority);
        json_close(json, '}');
    }
    json_close(json, ']');
    enum { FIRST = 10000, LAST = 40000 }; /* more, nobody reads; a loop can have millions */
    size_t count = timeline->events.count, left_out = count > FIRST + LAST ? count - FIRST - LAST : 0;
    json_key(json, "events");
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        if (i == FIRST) i += left_out;
        write_event(json, timeline, &timeline->events.items[i]);
    }
    json_close(json, ']');
    json_key(json, "events_left_out");
    json_number(json, left_out);
    json_key(json, "cycle_start");
    if (timeline->cycle_start == UINT32_MAX)
        json_null(json);
    else
        json_number(json, (uint64_t)timeline->cycle_start + 1);
}
