#include "report/result.h"

#include "report/trace_text.h"

#include <string.h>

void result_add_property(struct result *result, struct result_property property) {
    const struct search_statistics *more = &property.statistics;
    struct search_statistics *total = &result->total;
    total->states += more->states;
    total->transitions += more->transitions;
    total->passed += more->passed;
    total->seconds += more->seconds;
    if (more->depth > total->depth) total->depth = more->depth;
    if (more->memory_bytes > total->memory_bytes) total->memory_bytes = more->memory_bytes;
    bool first = result->properties.count == 0;
    if (property.was_run && (first || more->coverage < total->coverage)) total->coverage = more->coverage;

    if (first) {
        result->verdict = VERDICT_HOLDS;
        result->complete = true;
    }
    if (property.verdict == VERDICT_VIOLATED)
        result->verdict = VERDICT_VIOLATED;
    else if (property.verdict == VERDICT_UNKNOWN && result->verdict == VERDICT_HOLDS)
        result->verdict = VERDICT_UNKNOWN;
    result->complete = result->complete && property.complete;
    result->violation_count += property.violation_count;
    vec_push(&result->properties, property);
}

void result_free(struct result *result) {
    for (size_t i = 0; i < result->violations.count; i++) {
        story_free(result->violations.items[i].story);
        vec_free(&result->violations.items[i].blocked);
    }
    vec_free(&result->violations);
    vec_free(&result->properties);
    vec_free(&result->unreached);
}

const char *result_verdict_name(enum verdict verdict) {
    return verdict == VERDICT_HOLDS ? "holds" : verdict == VERDICT_VIOLATED ? "violated" : "unknown";
}

const struct result_property *result_find_property(const struct result *result, const char *name) {
    for (size_t i = 0; i < result->properties.count; i++)
        if (strcmp(result->properties.items[i].name, name) == 0) return &result->properties.items[i];
    return NULL;
}

void result_violation_title(struct text *out, const struct result *result, const struct result_violation *violation) {
    const struct result_property *property = result_find_property(result, violation->property);
    bool is_claim = property && (strcmp(property->what, "ltl") == 0 || strcmp(property->what, "never") == 0);
    if (is_claim) text_printf(out, "%s %s: ", property->what, property->name);
    const struct violation *found = violation->violation;
    text_add(out, found->message ? found->message : found->kind);
    if (!found->place.line) return;
    text_add(out, ", at ");
    trace_text_place(out, found->place);
}
