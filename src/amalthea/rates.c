/* Stimuli that are told by how often they occur: arrival curves, and variable rates with or without a clock. What a
 * rate means is turned into distances here, so that nobody else need know it (docs/timing-semantics.md). */
#include "amalthea/reader.h"

#include <string.h>

enum { MOST_GAPS = 32, MOST_OCCURRENCES = 64 };

/* ---- arrival curves ---- */

void read_curve(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *entry = element->children[i];
        bool found;
        if (strcmp(entry->name, "entries") != 0) continue;
        am_see(document, entry);
        int64_t occurrences = read_integer(reader, entry, "numberOfEvents", 0); /* 0.7 */
        occurrences = read_integer(reader, entry, "numberOfOccurrences", occurrences);
        struct am_border border = {.gaps = occurrences - 1};
        border.lower = read_time(reader, entry, "lowerTimeBorder", &found);
        border.upper = read_time(reader, entry, "upperTimeBorder", &border.has_upper);
        if (border.gaps < 1 || border.gaps > MOST_GAPS)
            am_error(document, entry, "numberOfOccurrences must be between 2 and %d: %s", MOST_GAPS + 1,
                     "a border is about the time from the first to the last of so many occurrences");
        else if (border.lower.above < 0 || (border.has_upper && rational_compare(border.lower, border.upper) > 0))
            am_error(document, entry, "the lower border must not be negative, nor above the upper one");
        else
            vec_push(&stimulus->borders, border);
    }
    if (stimulus->borders.count == 0) am_error(document, element, "an arrival curve needs an entry");
}

/* ---- clocks ---- */

struct clock_rates {
    struct rational least, most; /* hertz */
};

/* A frequency that may be 0; one that is not there is. */
static struct rational read_rate(struct reader *reader, const struct xml_element *element, const char *name) {
    struct am_document *document = &reader->document;
    const struct xml_element *child = am_child(document, element, name);
    struct rational number = rational_integer(0), factor = {1, 1};
    if (!child) return number;
    am_see(document, child);
    const char *value = am_attribute(document, child, "value"), *unit = am_attribute(document, child, "unit");
    bool good =
        (!value || rational_parse(value, &number)) && (!unit || (strchr(unit, 'z') && rational_unit(unit, &factor)));
    number = good ? rational_multiply(number, factor) : number;
    if (good && rational_fits(number) && number.above >= 0) return number;
    am_error(document, child, "a frequency that is not negative was expected, in Hz, kHz, MHz or GHz");
    return rational_integer(0);
}

static struct clock_rates rates_of_function(struct reader *reader, const struct xml_element *clock) {
    struct rational least = read_rate(reader, clock, "yOffset"), swing = read_rate(reader, clock, "peakToPeak");
    am_see_all(&reader->document, clock); /* the shape between these, which is not looked at */
    return (struct clock_rates){least, rational_add(least, swing)};
}

struct clock_step {
    struct rational time, rate;
};
typedef VEC(struct clock_step) clock_steps;

static struct clock_rates read_steps(struct reader *reader, const struct xml_element *clock, clock_steps *steps) {
    struct clock_rates rates = {rational_integer(0), rational_integer(0)};
    for (unsigned i = 0; i < clock->child_count; i++) {
        bool found;
        if (strcmp(clock->children[i]->name, "entries") != 0) continue;
        am_see(&reader->document, clock->children[i]);
        struct clock_step step = {.time = read_time(reader, clock->children[i], "time", &found)};
        step.rate = read_rate(reader, clock->children[i], "frequency");
        struct rational before = steps->count ? vec_last(steps).time : rational_integer(0);
        if (rational_compare(step.time, before) < 0)
            am_error(&reader->document, clock->children[i], "the times of a clock's steps must be in order");
        if (rational_compare(step.rate, rates.most) > 0) rates.most = step.rate;
        if (steps->count == 0 || rational_compare(step.rate, rates.least) < 0) rates.least = step.rate;
        vec_push(steps, step);
    }
    if (steps->count && steps->items[0].time.above > 0) rates.least = rational_integer(0); /* it begins later */
    return rates;
}

/* ---- variable rates ---- */

struct sampling {
    struct rational first, every; /* of what the clock has counted */
};

/* Any distance that the clock's rates allow. */
static void set_distances(struct am_stimulus *stimulus, struct clock_rates rates, struct sampling sampling) {
    stimulus->kind = AM_RELATIVE;
    stimulus->distance = (struct am_interval){.lower = rational_divide(sampling.every, rates.most), .has_lower = true};
    stimulus->first = (struct am_interval){.lower = rational_divide(sampling.first, rates.most), .has_lower = true};
    stimulus->distance.upper = stimulus->first.upper = rational_integer(0);
    if (rates.least.above <= 0) return;
    stimulus->distance.has_upper = stimulus->first.has_upper = true;
    stimulus->distance.upper = rational_divide(sampling.every, rates.least);
    stimulus->first.upper = rational_divide(sampling.first, rates.least);
}

/* What the clock counts in a period. */
static struct rational area_of(const clock_steps *steps, struct rational period) {
    struct rational area = rational_integer(0);
    for (size_t i = 0; i < steps->count; i++) {
        struct rational end = i + 1 < steps->count ? steps->items[i + 1].time : period;
        area =
            rational_add(area, rational_multiply(steps->items[i].rate, rational_subtract(end, steps->items[i].time)));
    }
    return area;
}

/* The times at which the clock has counted first, first + every ... within so many periods. */
static bool list_occurrences(const clock_steps *steps, struct rational period, struct sampling sampling,
                             int64_t periods, struct am_stimulus *stimulus) {
    struct rational counted = rational_integer(0), next = sampling.first;
    for (int64_t p = 0; p < periods; p++)
        for (size_t i = 0; i < steps->count; i++) {
            const struct clock_step *step = &steps->items[i];
            struct rational start = rational_add(rational_multiply(period, rational_integer(p)), step->time),
                            end = i + 1 < steps->count ? steps->items[i + 1].time : period,
                            more = rational_multiply(step->rate, rational_subtract(end, step->time)),
                            after = rational_add(counted, more);
            if (!rational_fits(after)) return false;
            while (step->rate.above > 0 && rational_compare(next, after) <= 0) {
                struct rational wait = rational_divide(rational_subtract(next, counted), step->rate);
                struct rational time = rational_add(start, wait);
                next = rational_add(next, sampling.every);
                if (!rational_fits(time) || !rational_fits(next) || stimulus->occurrences.count == MOST_OCCURRENCES)
                    return false;
                vec_push(&stimulus->occurrences, time);
            }
            counted = after;
        }
    return stimulus->occurrences.count > 0;
}

/* A list of steps that is repeated: exactly known times, if they are few. With a first one that is later than the
 * others are apart, the first period differs from those after it. */
static bool list_exactly(const clock_steps *steps, struct rational period, struct sampling sampling,
                         struct am_stimulus *stimulus) {
    struct rational area = area_of(steps, period), ratio = rational_divide(area, sampling.every);
    if (!rational_fits(ratio) || ratio.above <= 0 || ratio.below > MOST_OCCURRENCES) return false;
    if (rational_compare(vec_last(steps).time, period) > 0) return false;
    if (rational_compare(sampling.first, sampling.every) > 0) return false;
    if (!list_occurrences(steps, period, sampling, ratio.below, stimulus)) {
        vec_clear(&stimulus->occurrences);
        return false;
    }
    stimulus->kind = AM_SYNTHETIC;
    stimulus->recurrence = rational_multiply(period, rational_integer(ratio.below));
    return true;
}

static void follow_steps(struct reader *reader, const struct xml_element *clock, struct sampling sampling,
                         struct am_stimulus *stimulus) {
    clock_steps steps = {0};
    bool is_repeated;
    struct clock_rates rates = read_steps(reader, clock, &steps);
    struct rational period = read_time(reader, clock, "period", &is_repeated);
    am_see(&reader->document, clock);
    if (rates.most.above <= 0) {
        am_error(&reader->document, clock, "a clock that never runs activates nothing");
    } else if (steps.count == 1 && !is_repeated) {
        stimulus->kind = AM_PERIODIC;
        stimulus->offset = rational_add(steps.items[0].time, rational_divide(sampling.first, rates.most));
        stimulus->recurrence = rational_divide(sampling.every, rates.most);
    } else if (!is_repeated || !list_exactly(&steps, period, sampling, stimulus)) {
        set_distances(stimulus, rates, sampling);
        stimulus->more = "its clock's steps are taken as any rate between the least and the largest";
    }
    vec_free(&steps);
}

static void follow_clock(struct reader *reader, const struct xml_element *scenario, struct am_stimulus *stimulus) {
    struct am_document *document = &reader->document;
    const struct xml_element *clock = am_reference(document, scenario, "clock");
    struct sampling sampling = {rational_integer(0), rational_integer(1)};
    const char *first = am_attribute(document, scenario, "samplingOffset"),
               *every = am_attribute(document, scenario, "samplingRecurrence");
    am_see(document, scenario);
    bool good =
        (!first || rational_parse(first, &sampling.first)) && (!every || rational_parse(every, &sampling.every));
    if (!good || sampling.first.above < 0 || sampling.every.above <= 0) {
        am_error(document, scenario, "samplingOffset must not be negative, and samplingRecurrence above 0");
        return;
    }
    if (!clock) return; /* noted as missing */
    am_see(document, clock);
    am_name(document, clock);
    if (sampling.first.above == 0) sampling.first = sampling.every; /* nothing is counted yet at the start */
    if (strcmp(am_class(document, clock), "ClockStepList") == 0) {
        follow_steps(reader, clock, sampling, stimulus);
        return;
    }
    if (strcmp(am_class(document, clock), "ClockFunction") != 0) {
        am_error(document, clock, "a clock is a ClockFunction or a ClockStepList");
        return;
    }
    am_attribute(document, clock, "curveType");
    struct clock_rates rates = rates_of_function(reader, clock);
    if (rates.most.above <= 0) {
        am_error(document, clock, "a clock that never runs activates nothing");
        return;
    }
    set_distances(stimulus, rates, sampling);
    if (rational_compare(rates.least, rates.most) != 0)
        stimulus->more = "its clock is taken as any rate between the least and the largest";
}

void read_variable_rate(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus) {
    struct am_document *document = &reader->document;
    bool found;
    struct rational step = read_time(reader, element, "step", &found);
    const struct xml_element *scenario = am_child(document, element, "scenario"),
                             *often = am_child(document, element, "occurrencesPerStep");
    const char *faster = am_attribute(document, element, "maxIncreasePerStep"),
               *slower = am_attribute(document, element, "maxDecreasePerStep");
    struct am_amount amount = {rational_integer(0), rational_integer(0), true};
    if (often) amount = read_amount(reader, often);
    if (scenario) {
        follow_clock(reader, scenario, stimulus);
        if (often)
            vec_push(&reader->model->assumptions,
                     arena_printf(reader->arena, "%s follows the clock of its scenario, not occurrencesPerStep",
                                  stimulus->name));
        return;
    }
    if (step.above <= 0 || !often || !amount.is_bounded || amount.upper.above <= 0) {
        am_error(document, element,
                 "a variable rate needs a step above 0 and occurrencesPerStep with an upper bound "
                 "above 0, or a scenario");
        return;
    }
    struct clock_rates rates = {rational_divide(amount.lower, step), rational_divide(amount.upper, step)};
    set_distances(stimulus, rates, (struct sampling){rational_integer(1), rational_integer(1)});
    stimulus->first.lower = rational_integer(0); /* wherever its count stands at the start */
    if (faster || slower) stimulus->more = "its rate may change as fast as it likes here";
}
