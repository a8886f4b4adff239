#include "report/result.h"

#include "report/trace_text.h"

#include <string.h>

void result_add_figures(struct search_statistics *total, const struct search_statistics *more) {
    total->states += more->states;
    total->transitions += more->transitions;
    total->passed += more->passed;
    total->seconds += more->seconds;
    if (more->depth > total->depth) total->depth = more->depth;
    if (more->memory_bytes > total->memory_bytes) total->memory_bytes = more->memory_bytes;
}

void result_add_property(struct result *result, struct result_property property) {
    const struct search_statistics *more = &property.statistics;
    struct search_statistics *total = &result->total;
    result_add_figures(total, more);
    bool first = result->properties.count == 0;
    if (property.was_run && (first || more->coverage < total->coverage)) total->coverage = more->coverage;

    if (first) {
        result->verdict = VERDICT_HOLDS;
        result->complete = true;
    }
    result->verdict = search_verdict_of_both(result->verdict, property.verdict);
    result->complete = result->complete && property.complete;
    result->violation_count += property.violation_count;
    vec_push(&result->properties, property);
}

struct trace_finding result_finding(const struct result_violation *violation) {
    const struct violation *found = violation->violation;
    return (struct trace_finding){found->kind, violation->property, found->message, found->place};
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

/* What a claim has seen, rather than a process. False if it was a process. */
static bool claim_title(struct text *out, const struct result_property *property, const struct violation *found) {
    bool at_end = found->kind && strcmp(found->kind, "claim") == 0;
    bool in_cycle = found->kind && strcmp(found->kind, "acceptance cycle") == 0;
    if (!property || (!at_end && !in_cycle)) return false;
    bool has_name = strcmp(property->name, property->what) != 0;
    if (strcmp(property->what, "ltl") == 0)
        text_printf(out, "ltl %s does not hold%s", property->name, in_cycle ? " (acceptance cycle)" : "");
    else if (strcmp(property->what, "never") == 0)
        text_printf(out, "the never claim%s%s %s", has_name ? " " : "", has_name ? property->name : "",
                    in_cycle ? "can be followed for ever (acceptance cycle)" : "is followed to its end");
    else
        return false;
    return true;
}

bool result_claim_title(struct text *out, const struct result *result, const struct result_violation *violation) {
    return claim_title(out, result_find_property(result, violation->property), violation->violation);
}

void result_violation_title(struct text *out, const struct result *result, const struct result_violation *violation) {
    const struct violation *found = violation->violation;
    if (!result_claim_title(out, result, violation)) text_add(out, found->message ? found->message : found->kind);
    if (!found->place.line) return;
    text_add(out, ", at ");
    trace_text_place(out, found->place);
}
