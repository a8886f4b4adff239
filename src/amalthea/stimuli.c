/* What activates tasks. */
#include "amalthea/demand.h"
#include "amalthea/reader.h"

#include <string.h>

static enum am_stimulus_kind kind_of(const char *class_name) {
    static const struct {
        const char *name;
        enum am_stimulus_kind kind;
    } kinds[] = {
        {"PeriodicStimulus", AM_PERIODIC},
        {"Periodic", AM_PERIODIC},
        {"RelativePeriodicStimulus", AM_RELATIVE},
        {"SporadicStimulus", AM_RELATIVE},
        {"Sporadic", AM_RELATIVE},
        {"SingleStimulus", AM_SINGLE},
        {"Single", AM_SINGLE},
        {"SingleActivation", AM_SINGLE},
        {"PeriodicSyntheticStimulus", AM_SYNTHETIC},
        {"SyntheticStimulus", AM_SYNTHETIC},
        {"Synthetic", AM_SYNTHETIC},
        {"PeriodicBurstStimulus", AM_BURST},
        {"ArrivalCurveStimulus", AM_CURVE},
        {"ArrivalCurve", AM_CURVE},
        {"InterProcessStimulus", AM_INTER_PROCESS},
        {"InterProcess", AM_INTER_PROCESS},
        {"InterProcessActivation", AM_INTER_PROCESS},
        {"EventStimulus", AM_BY_EVENT},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(class_name, kinds[i].name) == 0) return kinds[i].kind;
    return AM_OTHER_STIMULUS;
}

static void check_not_negative(struct reader *reader, const struct xml_element *element, const char *what,
                               struct rational time) {
    if (time.above < 0) am_error(&reader->document, element, "the %s must not be negative", what);
}

static void check_recurrence(struct reader *reader, const struct xml_element *element,
                             const struct am_stimulus *stimulus) {
    const char *why = stimulus->recurrence.above > 0 ? am_recurrence_obstacle(stimulus) : NULL;
    if (why) am_error(&reader->document, element, "%s", why);
}

static void read_periodic(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    bool found;
    struct am_document *document = &reader->document;
    stimulus->recurrence = read_time(reader, element, "recurrence", &found);
    if (stimulus->recurrence.above <= 0)
        am_error(document, element, "%s", found ? "the recurrence must be above 0" : "a recurrence is missing");
    const struct xml_element *jitter = am_child(document, element, "jitter");
    if (!jitter) jitter = am_child(document, element, "stimulusDeviation"); /* 0.7 */
    if (jitter) {
        stimulus->jitter = read_interval(reader, jitter);
        if (!stimulus->jitter.has_lower || !stimulus->jitter.has_upper)
            am_error(document, jitter, "this jitter has no bounds: nothing can be said about it");
    }
    stimulus->apart = read_time(reader, element, "minDistance", &found);
    check_not_negative(reader, element, "minimum distance", stimulus->apart);
    check_recurrence(reader, element, stimulus);
}

static void read_relative(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    struct am_document *document = &reader->document;
    const struct xml_element *next = am_child(document, element, "nextOccurrence");
    if (!next) next = am_child(document, element, "stimulusDeviation"); /* 0.7 */
    if (!next) {
        am_error(document, element, "the time until the next occurrence is missing");
        return;
    }
    stimulus->distance = read_interval(reader, next);
    if (!stimulus->distance.has_lower || stimulus->distance.lower.above < 0) {
        stimulus->distance.lower = rational_integer(0);
        stimulus->distance.has_lower = true;
    }
}

static void read_synthetic(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    struct am_document *document = &reader->document;
    bool found;
    stimulus->recurrence = read_time(reader, element, "recurrence", &found);
    if (!found) stimulus->recurrence = read_time(reader, element, "period", &found);
    if (stimulus->recurrence.above <= 0) am_error(document, element, "the recurrence must be above 0");
    const struct xml_element *holder = am_child(document, element, "occurrenceTimes");
    if (holder && xml_attribute_value(holder, "value") == NULL && !xml_attribute_value(holder, "unit")) {
        /* 0.7: <occurrenceTimes><timestamps .../>...</occurrenceTimes> */
        element = holder;
    }
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "occurrenceTimes") != 0 && strcmp(child->name, "timestamps") != 0) continue;
        vec_push(&stimulus->occurrences, read_time_here(reader, child));
        check_not_negative(reader, child, "time of an occurrence", vec_last(&stimulus->occurrences));
    }
    if (stimulus->occurrences.count == 0) am_error(document, element, "it has no occurrence");
}

static void read_burst(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    bool found;
    struct am_document *document = &reader->document;
    stimulus->recurrence = read_time(reader, element, "recurrence", &found);
    if (stimulus->recurrence.above <= 0) am_error(document, element, "the recurrence must be above 0");
    stimulus->burst = read_time(reader, element, "burstLength", &found);
    stimulus->apart = read_time(reader, element, "occurrenceMinDistance", &found);
    stimulus->burst_count = read_integer(reader, element, "occurrenceCount", 0);
    check_not_negative(reader, element, "length of a burst", stimulus->burst);
    check_not_negative(reader, element, "minimum distance", stimulus->apart);
    if (stimulus->burst_count < 1 || stimulus->burst_count > 1000) {
        am_error(document, element, "occurrenceCount must be between 1 and 1000");
        return;
    }
    int64_t asked = stimulus->burst_count; /* "only the number of activations that fit are executed" */
    while (stimulus->burst_count > 1 &&
           rational_compare(rational_multiply(stimulus->apart, rational_integer(stimulus->burst_count - 1)),
                            stimulus->burst) > 0)
        stimulus->burst_count--;
    if (stimulus->burst_count < asked)
        vec_push(&reader->model->assumptions,
                 arena_printf(reader->arena, "of the %lld occurrences in a burst of %s, %lld fit into it (line %u)",
                              (long long)asked, stimulus->name, (long long)stimulus->burst_count, element->place.line));
    check_recurrence(reader, element, stimulus);
}

static void read_counter(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    const struct xml_element *counter = am_child(&reader->document, element, "counter");
    stimulus->prescaler = 1;
    if (!counter) return;
    stimulus->prescaler = read_integer(reader, counter, "prescaler", 1);
    stimulus->counter_offset = read_integer(reader, counter, "offset", 0);
    if (stimulus->prescaler < 1 || stimulus->prescaler > 1000 || stimulus->counter_offset < 0 ||
        stimulus->counter_offset > 1000)
        am_error(&reader->document, counter, "prescaler must be 1 to 1000, offset 0 to 1000");
}

static void read_triggering(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    read_event_list(reader, element, "triggeringEvents", &stimulus->triggering);
    if (stimulus->triggering.count == 0) read_event_list(reader, element, "triggeringEvent", &stimulus->triggering);
    if (stimulus->triggering.count == 0)
        am_error(&reader->document, element, "an event stimulus needs a triggering event");
}

void read_stimuli(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *element = part->children[i];
        struct am_stimulus *stimulus = document->object[am_number(document, element)];
        if (strcmp(element->name, "stimuli") != 0 || !stimulus) continue;
        bool found;
        am_see(document, element);
        stimulus->class_name = am_class(document, element);
        stimulus->kind = kind_of(stimulus->class_name);
        stimulus->offset = read_time(reader, element, "offset", &found);
        stimulus->recurrence = stimulus->jitter.lower = stimulus->jitter.upper = rational_integer(0);
        stimulus->burst = stimulus->apart = rational_integer(0);
        check_not_negative(reader, element, "offset", stimulus->offset);
        read_counter(reader, element, stimulus);
        switch (stimulus->kind) {
        case AM_PERIODIC: read_periodic(reader, element, stimulus); break;
        case AM_RELATIVE: read_relative(reader, element, stimulus); break;
        case AM_SINGLE:
            stimulus->offset = read_time(reader, element, "occurrence", &found);
            if (!found) stimulus->offset = read_time(reader, element, "activation", &found);
            check_not_negative(reader, element, "occurrence", stimulus->offset);
            break;
        case AM_SYNTHETIC: read_synthetic(reader, element, stimulus); break;
        case AM_BURST: read_burst(reader, element, stimulus); break;
        case AM_CURVE: read_curve(reader, element, stimulus); break;
        case AM_INTER_PROCESS: break;
        case AM_BY_EVENT: read_triggering(reader, element, stimulus); break;
        case AM_OTHER_STIMULUS:
            if (strcmp(stimulus->class_name, "VariableRateStimulus") == 0) {
                read_variable_rate(reader, element, stimulus);
                break;
            }
            am_see_all(document, element);
            leave_out(reader, element, arena_printf(reader->arena, "stimuli of the class %s", stimulus->class_name),
                      "when it occurs is not modelled: nothing is known about the tasks that it activates, and about "
                      "those they share a core with",
                      AM_UNSAFE);
        }
    }
}
