#include "report/timeline_json.h"

#include "report/trace_json.h"

static const char *const kinds[] = {"state", "service", "access", "input", "interrupt", "tick",  "expiry",
                                    "take",  "release", "set",    "clear", "mark",      "fault", "activate"};
static const char *const context_kinds[] = {"task", "isr", "hook"};

static void write_event(struct json *json, const struct timeline *timeline, const struct timeline_event *event) {
    bool known = event->context < timeline->contexts.count;
    json_open(json, '{');
    json_member_number(json, "step", (uint64_t)event->time + 1);
    if (timeline->is_timed) {
        json_key(json, "seconds");
        json_exact(json, (double)event->at / 1e12);
    }
    json_member_string(json, "kind", kinds[event->kind]);
    json_member_string(json, "context", known ? timeline->contexts.items[event->context].name : NULL);
    json_member_string(json, "text", event->text);
    json_member_string(json, "result", event->result);
    json_member_string(json, "before", event->before);
    json_member_place(json, "location", event->place);
    json_close(json, '}');
}

void timeline_json(struct json *json, const struct timeline *timeline) {
    json_member_open(json, "contexts", '[');
    for (size_t i = 0; i < timeline->contexts.count; i++) {
        const struct timeline_context *context = &timeline->contexts.items[i];
        json_open(json, '{');
        json_member_string(json, "name", context->name);
        json_member_string(json, "kind", context_kinds[context->kind]);
        json_member_number(json, "priority", context->priority);
        json_close(json, '}');
    }
    json_close(json, ']');
    enum { FIRST = 10000, LAST = 40000 }; /* more, nobody reads; a loop can have millions */
    size_t count = timeline->events.count, left_out = count > FIRST + LAST ? count - FIRST - LAST : 0;
    json_member_open(json, "events", '[');
    for (size_t i = 0; i < count; i++) {
        if (i == FIRST) i += left_out;
        write_event(json, timeline, &timeline->events.items[i]);
    }
    json_close(json, ']');
    json_member_number(json, "events_left_out", left_out);
    json_key(json, "cycle_start");
    if (timeline->cycle_start == UINT32_MAX)
        json_null(json);
    else
        json_number(json, (uint64_t)timeline->cycle_start + 1);
}
