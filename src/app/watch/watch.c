#include "app/watch/watch.h"

#include "app/exec/witness.h"
#include "app/watch/atoms.h"
#include "app/watch/formula_token.h"
#include "app/watch/mutex.h"
#include "app/watch/observer.h"
#include "app/watch/race.h"

static uint32_t labels(const struct executor *executor, const struct osek_call *call) {
    return atoms_of_call(executor->watch, call);
}

static bool notices(const struct executor *executor, const void *before, const void *after) {
    return observers_notice(executor->watch, before, after);
}

static const struct witness witness = {.begin = race_begin,
                                       .wants_beginning = race_wants_beginning,
                                       .arrival = race_arrival,
                                       .access = race_look,
                                       .code = mutex_look,
                                       .labels = labels,
                                       .notices = notices};

bool watch_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics) {
    struct executor *executor = watch->executor;
    watch->arena = watch->subject->arena;
    executor->witness = &witness;
    executor->watch = watch;
    if (!mutex_build(watch, options, diagnostics) || !observers_build(watch, options, diagnostics)) return false;
    executor->looks_at_code = watch->regions != NULL;
    executor->sees_services = watch->property_count != 0;
    executor->opening = watch->property_count ? observers_opening(watch) : NULL;
    return true;
}

static bool has_word(const char *text, const char *word) {
    struct formula_token token = formula_token(text);
    for (; token.kind != FORMULA_END && token.kind != FORMULA_BAD; token = formula_token(token.start + token.length))
        if (formula_token_is(&token, word)) return true;
    return false;
}

/* `X` and `next` are no names. Where code stands behind a call depends on how far the step goes. */
static bool counts_steps(const char *text) {
    return has_word(text, "X") || has_word(text, "next") || (has_word(text, "call") && has_word(text, "line"));
}

bool watch_counts_steps(const struct app_options *options) {
    for (size_t i = 0; i < options->property_count; i++)
        if (counts_steps(options->properties[i].text)) return true;
    return false;
}

static bool looks_back(const char *text) {
    static const char *const words[] = {"running",   "ready", "waiting", "suspended",
                                        "under_way", "holds", "set",     "alarm"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(text, words[i])) return true;
    return false;
}

bool watch_looks_back(const struct app_options *options) {
    for (size_t i = 0; i < options->property_count; i++)
        if (looks_back(options->properties[i].text)) return true;
    return false;
}

void watch_free(struct watch *watch) { observers_free(watch); }
