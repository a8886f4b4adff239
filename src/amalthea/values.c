/* Numbers, times and distributions. */
#include "amalthea/reader.h"

#include <string.h>

static struct rational read_number(struct reader *reader, const struct xml_element *element, const char *name,
                                   bool *found) {
    struct rational number = {0, 1};
    const char *text = am_attribute(&reader->document, element, name);
    *found = text != NULL;
    if (!text) return number;
    if (rational_parse(text, &number)) return number;
    am_error(&reader->document, element, "%s=\"%s\" is no number that can be counted with", name, text);
    *found = false;
    return rational_integer(0);
}

struct rational read_time_here(struct reader *reader, const struct xml_element *element) {
    bool found;
    struct rational number = read_number(reader, element, "value", &found), factor;
    const char *unit = am_attribute(&reader->document, element, "unit");
    am_see(&reader->document, element);
    if (number.above == 0) return number;
    if (!unit || !rational_unit(unit, &factor) || strchr(unit, 'z')) {
        am_error(&reader->document, element, "a time needs a unit (s, ms, us, ns or ps), not '%s'", unit ? unit : "");
        return rational_integer(0);
    }
    number = rational_multiply(number, factor);
    if (rational_fits(number)) return number;
    am_error(&reader->document, element, "this time is too long");
    return rational_integer(0);
}

struct rational read_time(struct reader *reader, const struct xml_element *element, const char *name, bool *found) {
    const struct xml_element *child = am_child(&reader->document, element, name);
    *found = child != NULL;
    return child ? read_time_here(reader, child) : rational_integer(0);
}

int64_t read_integer(struct reader *reader, const struct xml_element *element, const char *name, int64_t otherwise) {
    bool found;
    struct rational number = read_number(reader, element, name, &found);
    if (!found) return otherwise;
    if (number.below == 1) return number.above;
    am_error(&reader->document, element, "%s must be a whole number", name);
    return otherwise;
}

bool read_flag(struct reader *reader, const struct xml_element *element, const char *name, bool otherwise) {
    const char *text = am_attribute(&reader->document, element, name);
    if (!text) return otherwise;
    if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0) return true;
    if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0) return false;
    am_error(&reader->document, element, "%s must be true or false, not '%s'", name, text);
    return otherwise;
}

const char *read_value_object(struct reader *reader, const struct xml_element *element) {
    const struct xml_element *value = am_child(&reader->document, element, "value");
    const char *text = value ? am_attribute(&reader->document, value, "value") : NULL;
    const char *unit = value ? am_attribute(&reader->document, value, "unit") : NULL;
    if (!text) return value && am_is(&reader->document, value, "StringObject") ? "" : "0";
    return unit ? arena_printf(reader->arena, "%s%s", text, unit) : text;
}

void *own_object(struct reader *reader, const struct xml_element *element) {
    void *object = reader->document.object[am_number(&reader->document, element)];
    if (!object) am_error(&reader->document, element, "a definition was expected here, not a reference");
    return object;
}

void *object_of(struct reader *reader, const struct xml_element *element, const struct xml_element *target,
                enum object_kind kind) {
    unsigned number = am_number(&reader->document, target);
    enum object_kind found = reader->document.kind[number];
    if (found == kind) return reader->document.object[number];
    if (found != NO_OBJECT)
        am_error(&reader->document, element, "refers to '%s' of the class %s, which cannot be meant here",
                 am_name(&reader->document, target), am_class(&reader->document, target));
    return NULL;
}

void *read_object(struct reader *reader, const struct xml_element *element, const char *name, enum object_kind kind) {
    const struct xml_element *target = am_reference(&reader->document, element, name);
    return target ? object_of(reader, element, target, kind) : NULL;
}

/* ---- deviations ---- */

/* What tells of the shape between the bounds: any value between them may come, whatever its probability. */
static void pass_shape(struct reader *reader, const struct xml_element *element) {
    static const char *const attributes[] = {"average", "pRemainPromille", "mean",  "sd",    "alpha",
                                             "beta",    "samplingType",    "kappa", "lambda"};
    static const char *const children[] = {"average", "distribution", "mean", "sd"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        am_attribute(&reader->document, element, attributes[i]);
    for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
        const struct xml_element *child = am_child(&reader->document, element, children[i]);
        if (child) am_see_all(&reader->document, child);
    }
}

struct bounds {
    struct rational lower, upper;
    bool has_lower, has_upper;
};

static struct rational read_bound(struct reader *reader, const struct xml_element *element, const char *name,
                                  bool is_time, bool *found) {
    const struct xml_element *child = am_child(&reader->document, element, name);
    if (is_time && child) {
        *found = true;
        return read_time_here(reader, child);
    }
    /* 0.7 has <lowerBound xsi:type="am:LongObject" value="8127"/>, later ones an attribute. */
    struct rational number =
        child ? read_number(reader, child, "value", found) : read_number(reader, element, name, found);
    if (child) *found = true;
    return number;
}

static void widen(struct bounds *bounds, const struct bounds *more) {
    if (!bounds->has_lower || rational_compare(more->lower, bounds->lower) < 0) bounds->lower = more->lower;
    if (!bounds->has_upper || rational_compare(more->upper, bounds->upper) > 0) bounds->upper = more->upper;
    bounds->has_lower = bounds->has_upper = true;
}

static struct bounds read_bounds(struct reader *reader, const struct xml_element *element, bool is_time);

/* A histogram: from the smallest to the largest value that was seen, or that no entry says was never seen. */
static struct bounds read_entries(struct reader *reader, const struct xml_element *element, bool is_time) {
    struct bounds bounds = {.lower = {0, 1}, .upper = {0, 1}}, never = bounds;
    for (unsigned i = 0; i < element->child_count; i++) {
        if (strcmp(element->children[i]->name, "entries") != 0) continue;
        bool is_never = read_integer(reader, element->children[i], "occurrences", 1) == 0;
        struct bounds entry = read_bounds(reader, element->children[i], is_time);
        widen(is_never ? &never : &bounds, &entry);
    }
    if (!bounds.has_lower) am_error(&reader->document, element, "no entry of this histogram ever occurs");
    return bounds.has_lower ? bounds : never;
}

static struct bounds read_bounds(struct reader *reader, const struct xml_element *element, bool is_time) {
    struct bounds bounds = {.lower = {0, 1}, .upper = {0, 1}};
    const char *class_name = am_class(&reader->document, element);
    am_see(&reader->document, element);
    /* 0.7: <default xsi:type="am:InstructionsDeviation"><deviation>...; or <... xsi:type="am:InstructionsConstant"> */
    const struct xml_element *inner = am_child(&reader->document, element, "deviation");
    if (inner) return read_bounds(reader, inner, is_time);
    if (strstr(class_name, "Histogram")) return read_entries(reader, element, is_time);
    bool constant;
    bounds.lower = read_bound(reader, element, "lowerBound", is_time, &bounds.has_lower);
    bounds.upper = read_bound(reader, element, "upperBound", is_time, &bounds.has_upper);
    struct rational value = read_bound(reader, element, "value", is_time, &constant);
    if (constant || strstr(class_name, "Constant")) {
        bounds = (struct bounds){value, value, true, true};
    } else if (strstr(class_name, "Gauss")) {
        if (!bounds.has_lower) bounds.has_lower = !is_time; /* an amount is never negative */
    } else if (class_name[0] && strcmp(class_name, "TimeHistogramEntry") != 0) {
        bounds.has_lower = bounds.has_upper = true; /* absent: 0, the default */
    }
    pass_shape(reader, element);
    if (bounds.has_lower && bounds.has_upper && rational_compare(bounds.lower, bounds.upper) > 0)
        am_error(&reader->document, element, "the lower bound is above the upper one");
    return bounds;
}

struct am_interval read_interval(struct reader *reader, const struct xml_element *element) {
    struct bounds bounds = read_bounds(reader, element, true);
    return (struct am_interval){bounds.lower, bounds.upper, bounds.has_lower, bounds.has_upper};
}

struct am_amount read_amount(struct reader *reader, const struct xml_element *element) {
    struct bounds bounds = read_bounds(reader, element, false);
    if (bounds.has_lower && bounds.lower.above < 0) am_error(&reader->document, element, "this amount is negative");
    return (struct am_amount){bounds.lower, bounds.upper, bounds.has_lower && bounds.has_upper};
}
