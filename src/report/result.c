#include "report/result.h"

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
