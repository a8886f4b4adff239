#include "cli/app/found.h"

struct app_found app_found_take(struct answer *answer) {
    struct result *result = &answer->result;
    struct app_found found = {*result, answer->timelines.items, answer->timelines.count};
    answer->result = (struct result){
        .source = result->source, .store = result->store, .reduction = result->reduction, .threads = result->threads};
    answer->timelines.items = NULL;
    answer->timelines.count = answer->timelines.capacity = 0;
    return found;
}

void app_found_give(struct app_found *found, struct answer *answer) {
    for (size_t i = 0; i < found->result.violations.count; i++) {
        vec_push(&answer->result.violations, found->result.violations.items[i]);
        vec_push(&answer->timelines, i < found->timeline_count ? found->timelines[i] : NULL);
    }
    vec_free(&found->result.violations);
    found->timeline_count = 0;
}

void app_found_restore(struct app_found *found, struct answer *answer) {
    struct app_found other = app_found_take(answer);
    app_found_free(&other);
    answer->result = found->result;
    for (size_t i = 0; i < found->timeline_count; i++) vec_push(&answer->timelines, found->timelines[i]);
    free(found->timelines);
    *found = (struct app_found){0};
}

void app_found_put_before(struct app_found *found, struct answer *answer) {
    if (!found->result.properties.count) {
        app_found_free(found);
        return;
    }
    struct app_found later = app_found_take(answer);
    enum verdict verdict = search_verdict_of_both(found->result.verdict, later.result.verdict);
    app_found_restore(found, answer);
    for (size_t i = 0; i < later.result.properties.count; i++)
        result_add_property(&answer->result, later.result.properties.items[i]);
    app_found_give(&later, answer);
    answer->result.verdict = verdict;
    app_found_free(&later);
}

void app_found_free(struct app_found *found) {
    for (size_t i = 0; i < found->timeline_count; i++)
        if (found->timelines[i]) timeline_free(found->timelines[i]);
    free(found->timelines);
    result_free(&found->result);
    *found = (struct app_found){0};
}
