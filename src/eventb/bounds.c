#include "eventb/carriers.h"
#include "eventb/stand_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_LOW = -1, DEFAULT_HIGH = 3, DEFAULT_SIZE = 2 };

/* ---- settings ---- */

static bool complain(struct eb_reading *reading, const char *setting, const char *why) {
    diag_error(reading->diagnostics, (struct place){0}, "bound '%s': %s", setting, why);
    return false;
}

static bool read_number(const char *text, const char **end, int64_t *number) {
    char *after;
    if (strncmp(text, "−", strlen("−")) == 0) { /* U+2212 */
        if (!read_number(text + strlen("−"), end, number)) return false;
        *number = -*number;
        return true;
    }
    errno = 0;
    *number = strtoll(text, &after, 10);
    *end = after;
    return after != text && errno == 0;
}

/* "0..7", "0‥7" */
static bool read_range(const char *text, int64_t *low, int64_t *high) {
    const char *end;
    if (!read_number(text, &end, low)) return false;
    if (strncmp(end, "..", 2) == 0)
        end += 2;
    else if (strncmp(end, "‥", strlen("‥")) == 0)
        end += strlen("‥");
    else
        return false;
    return read_number(end, &end, high) && *end == 0;
}

static int find_symbol(const struct eb_symbol *symbols, unsigned count, const char *name, size_t length) {
    for (unsigned i = 0; i < count; i++)
        if (strlen(symbols[i].name) == length && strncmp(symbols[i].name, name, length) == 0) return (int)i;
    return -1;
}

static bool is_empty(const char *text) {
    text += 1 + strspn(text + 1, " ");
    return strcmp(text, "}") == 0;
}

/* "{t1, t2}" */
static unsigned read_names(struct eb_reading *reading, const char *text, const char **names) {
    unsigned count = 0;
    text++;
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ,}");
        if (length == 0) return 0;
        names[count++] = arena_text_n(reading->arena, text, length);
        text += length;
        text += strspn(text, " ");
        if (*text == '}') return text[1] ? 0 : count;
        if (*text != ',') return 0;
        text++;
    }
}

static bool is_declared(const struct eb_development *d, const char *name) {
    size_t length = strlen(name);
    return find_symbol(d->sets, d->set_count, name, length) >= 0 ||
           find_symbol(d->constants, d->constant_count, name, length) >= 0 ||
           find_symbol(d->variables, d->variable_count, name, length) >= 0;
}

/* Does something else have the name, so that nobody could tell them apart? */
static bool means_something(const struct eb_reading *reading, int set, const char *name) {
    const struct eb_development *d = reading->development;
    if (is_declared(d, name)) return true;
    for (unsigned i = 0; i < d->set_count; i++) {
        const struct eb_set_limit *other = &reading->limits->sets[i];
        for (unsigned k = 0; (int)i != set && other->names && k < other->size; k++)
            if (strcmp(other->names[k], name) == 0) return true;
    }
    return false;
}

static bool set_carrier(struct eb_reading *reading, int set, const char *setting, const char *value) {
    struct eb_set_limit *limit = &reading->limits->sets[set];
    const char *end;
    int64_t size = 0;
    const char **names = NULL;
    if (*value == '{') {
        names = arena_new_array(reading->arena, const char *, strlen(value));
        size = read_names(reading, value, names);
        for (int64_t i = 0; i < size; i++) {
            for (int64_t j = 0; j < i; j++)
                if (strcmp(names[i], names[j]) == 0) return complain(reading, setting, "a name occurs twice");
            if (!limit->fixed && means_something(reading, set, names[i]))
                return complain(reading, setting, "an element has a name that means something else already");
        }
    } else if (!read_number(value, &end, &size) || *end) {
        size = 0;
    }
    bool none = names && is_empty(value);
    if ((size < 1 && !none) || size > EB_LARGEST_SET)
        return complain(reading, setting, "a carrier set needs a size from 1 to 4096, or names: S=3, S={a,b}, S={}");
    if (limit->fixed && (names || size != limit->size))
        return complain(reading, setting, "the axioms say what this set's elements are");
    if (limit->fixed) return true;
    limit->size = (unsigned)size;
    limit->names = names;
    limit->origin = reading->origin;
    return true;
}

static bool mentions_variable(const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_variable(formula->children[i])) return true;
    return false;
}

static bool has_integers(const struct eb_type *type) {
    if (!type) return false;
    if (type->kind == EB_TYPE_INTEGER || type->kind == EB_TYPE_DATA) return true;
    return has_integers(type->left) || (type->kind == EB_TYPE_PRODUCT && has_integers(type->right));
}

static bool set_constant(struct eb_reading *reading, const char *setting, const char *name, const char *value) {
    int64_t low, high;
    const char *relation = read_range(value, &low, &high) ? "∈" : "=";
    struct eb_source source = {.text = arena_printf(reading->arena, "%s %s %s", name, relation, value),
                               .origin = reading->place,
                               .column_by_column = !reading->of_map,
                               .theories = reading->development->theories};
    const struct eb_formula *parsed = eb_parse_predicate(reading->arena, &source, reading->diagnostics);
    if (parsed)
        parsed = eb_check_formula(reading->development, parsed, reading->limits->elements,
                                  reading->limits->element_count, reading->diagnostics);
    if (!parsed) return complain(reading, setting, "this is no value for the constant");
    if (mentions_variable(parsed))
        return complain(reading, setting, "constants are chosen before there are variables: it may not mention one");
    eb_conditions_add(reading->arena, &reading->limits->settings, parsed);
    return true;
}

static bool set_variable(struct eb_reading *reading, int variable, const char *setting, const char *value) {
    struct eb_variable_limit *limit = &reading->limits->variables[variable];
    if (!has_integers(reading->development->variables[variable].type))
        return complain(reading, setting, "there are no integers in this variable");
    if (!read_range(value, &limit->range.low, &limit->range.high) || limit->range.low > limit->range.high)
        return complain(reading, setting, "a variable needs a range of integers: x=0..7");
    limit->origin = reading->origin;
    return true;
}

static bool set_levels(struct eb_reading *reading, const char *setting, const char *value) {
    const char *end;
    int64_t levels;
    if (!read_number(value, &end, &levels) || *end || levels < 1 || levels > EB_MOST_LEVELS)
        return complain(reading, setting, "values of data types need a number of constructors from 1 to 16: DATA=3");
    reading->limits->levels = (unsigned)levels;
    reading->limits->levels_origin = reading->origin;
    return true;
}

enum { SETS_AND_NUMBERS, CONSTANTS_AND_VARIABLES };

/* Sets come first: what is said of constants may name their elements. */
static bool read_setting(struct eb_reading *reading, const char *setting, int which) {
    const struct eb_development *d = reading->development;
    const char *equals = strchr(setting, '=');
    if (!equals || equals == setting)
        return which != SETS_AND_NUMBERS ||
               complain(reading, setting, "expected NAME=VALUE: TASK=3, INT=0..7, DATA=4, limit=4, x=0..3");
    size_t length = (size_t)(equals - setting);
    const char *value = equals + 1, *name = arena_text_n(reading->arena, setting, length);
    if (strcmp(name, "INT") == 0 || strcmp(name, "ℤ") == 0) {
        struct eb_limits *limits = reading->limits;
        if (which != SETS_AND_NUMBERS) return true;
        if (!read_range(value, &limits->low, &limits->high) || limits->low > limits->high)
            return complain(reading, setting, "integers need a range: INT=0..7");
        limits->origin = reading->origin;
        return true;
    }
    int set = find_symbol(d->sets, d->set_count, name, length);
    if (strcmp(name, "DATA") == 0 && !is_declared(d, name))
        return which != SETS_AND_NUMBERS || set_levels(reading, setting, value);
    if (set >= 0) return which != SETS_AND_NUMBERS || set_carrier(reading, set, setting, value);
    if (which == SETS_AND_NUMBERS) return true;
    if (eb_stand_in_for(&d->stand_ins, name))
        return complain(reading, setting, "the axioms say that this set is infinite, and what its elements are");
    if (find_symbol(d->constants, d->constant_count, name, length) >= 0)
        return set_constant(reading, setting, name, value);
    int variable = find_symbol(d->variables, d->variable_count, name, length);
    if (variable >= 0) return set_variable(reading, variable, setting, value);
    return complain(reading, setting, "there is no carrier set, constant or variable of that name");
}

static bool read_settings(struct eb_reading *reading, const struct eb_bounds *bounds, int which) {
    bool good = true;
    for (size_t i = 0; i < bounds->setting_count; i++) {
        bool of_map = i < bounds->map_count;
        reading->origin = of_map ? "map" : "--bound";
        reading->of_map = of_map;
        reading->place = of_map ? bounds->map_places[i] : (struct place){"--bound", 1, 1};
        good = read_setting(reading, bounds->settings[i], which) && good;
        if (of_map) reading->limits->map_settings = reading->limits->settings.list.count;
    }
    return good;
}

/* ---- the window of integers ---- */

static void widen(struct eb_limits *limits, int64_t number) {
    enum { FAR = 1 << 20 };
    if (number < -FAR || number > FAR) return;
    if (number < limits->window_low) limits->window_low = number;
    if (number > limits->window_high) limits->window_high = number;
}

static void widen_by_formula(struct eb_limits *limits, const struct eb_formula *formula) {
    if (formula->op == EB_INTEGER_LITERAL) widen(limits, formula->value);
    if (formula->op == EB_NEGATE && formula->children[0]->op == EB_INTEGER_LITERAL)
        widen(limits, -formula->children[0]->value);
    for (unsigned i = 0; i < formula->child_count; i++) widen_by_formula(limits, formula->children[i]);
}

static void widen_by_list(struct eb_limits *limits, const struct eb_labelled_list *list) {
    for (unsigned i = 0; i < list->count; i++) widen_by_formula(limits, list->items[i].formula);
}

static void widen_by_event(struct eb_limits *limits, const struct eb_full_event *event) {
    widen_by_list(limits, &event->guards);
    widen_by_list(limits, &event->actions);
}

/* All integers that are written down, the bounds, some more on both sides, and whatever is tried beyond them; 64 at
 * least, so that a set of integers in a small model is one word. */
static void choose_window(struct eb_reading *reading) {
    enum { MARGIN = 8, WIDTH = 64 };
    struct eb_limits *limits = reading->limits;
    const struct eb_development *d = reading->development;
    limits->window_low = limits->low;
    limits->window_high = limits->high;
    widen_by_list(limits, &d->axioms);
    widen_by_list(limits, &d->invariants);
    widen_by_event(limits, &d->initialisation);
    for (unsigned i = 0; i < d->event_count; i++) widen_by_event(limits, &d->events[i]);
    for (size_t i = 0; i < limits->settings.list.count; i++) widen_by_formula(limits, limits->settings.list.items[i]);
    for (unsigned i = 0; i < d->variable_count; i++)
        if (limits->variables[i].origin) {
            if (limits->variables[i].range.low < limits->window_low)
                limits->window_low = limits->variables[i].range.low;
            if (limits->variables[i].range.high > limits->window_high)
                limits->window_high = limits->variables[i].range.high;
        }
    limits->window_low -= MARGIN;
    limits->window_high += MARGIN;
    widen(limits, EB_WIDEST_LOW);
    widen(limits, EB_WIDEST_HIGH);
    if (limits->window_high - limits->window_low < WIDTH - 1) limits->window_high = limits->window_low + WIDTH - 1;
    limits->mentioned_low = limits->window_low;
    limits->mentioned_high = limits->window_high;
    if (reading->width == EB_WIDTH_MENTIONED) return;
    limits->window_low = reading->width == EB_WIDTH_32 ? INT32_MIN : INT64_MIN;
    limits->window_high = reading->width == EB_WIDTH_32 ? INT32_MAX : INT64_MAX;
}

/* ---- all together ---- */

static bool check_ranges(struct eb_reading *reading) {
    const int64_t most = INT64_C(1) << 40;
    struct eb_limits *limits = reading->limits;
    bool good = limits->low >= -most && limits->high <= most;
    for (unsigned i = 0; i < reading->development->variable_count; i++)
        good = good && limits->variables[i].range.low >= -most && limits->variables[i].range.high <= most;
    if (!good) diag_error(reading->diagnostics, (struct place){0}, "a bound is beyond 2^40");
    return good;
}

const char *eb_default_name(const struct eb_reading *reading, const char *set, unsigned number) {
    const char *between = "", *name;
    do {
        name = arena_printf(reading->arena, "%s%s%u", set, between, number);
        between = arena_printf(reading->arena, "%s_", between);
    } while (is_declared(reading->development, name));
    return name;
}

static void name_elements(struct eb_reading *reading) {
    for (unsigned i = 0; i < reading->development->set_count; i++) {
        struct eb_set_limit *limit = &reading->limits->sets[i];
        if (limit->names) continue;
        limit->names = arena_new_array(reading->arena, const char *, limit->size);
        for (unsigned j = 0; j < limit->size; j++)
            limit->names[j] = eb_default_name(reading, reading->development->sets[i].name, j + 1);
    }
}

static bool is_taken(const struct eb_reading *reading, const char *name) {
    for (unsigned i = 0; i < reading->limits->element_count; i++)
        if (strcmp(reading->limits->elements[i].name, name) == 0) return true;
    return is_declared(reading->development, name);
}

static void list_elements(struct eb_reading *reading) {
    const struct eb_development *d = reading->development;
    struct eb_limits *limits = reading->limits;
    size_t most = 1;
    for (unsigned i = 0; i < d->set_count; i++) most += limits->sets[i].size;
    limits->elements = arena_new_array(reading->arena, struct eb_symbol, most);
    limits->element_values = arena_new_array(reading->arena, struct eb_value, most);
    for (unsigned i = 0; i < d->set_count; i++)
        for (unsigned j = 0; j < limits->sets[i].size && !limits->sets[i].fixed; j++) {
            if (is_taken(reading, limits->sets[i].names[j])) continue;
            limits->elements[limits->element_count] =
                (struct eb_symbol){limits->sets[i].names[j], d->sets[i].type->left, d->sets[i].place};
            limits->element_values[limits->element_count++].code = j;
        }
}

static void start(struct eb_reading *reading, const struct eb_bounds *bounds) {
    const struct eb_development *d = reading->development;
    struct eb_limits *limits = reading->limits;
    bool given = bounds->low || bounds->high;
    limits->low = given ? bounds->low : DEFAULT_LOW;
    limits->high = given ? bounds->high : DEFAULT_HIGH;
    limits->origin = "default";
    limits->levels = bounds->levels ? bounds->levels : EB_CHOSEN_LEVELS;
    limits->levels_origin = "default";
    limits->sets = arena_new_array(reading->arena, struct eb_set_limit, d->set_count + 1);
    limits->element = arena_new_array(reading->arena, int, d->constant_count + 1);
    limits->enumerated = arena_new_array(reading->arena, bool, d->constant_count + 1);
    limits->ascending = arena_new_array(reading->arena, bool, d->constant_count + 1);
    limits->variables =
        arena_new_array(reading->arena, struct eb_variable_limit, d->variable_count + d->abstract_variable_count + 1);
    for (unsigned i = 0; i < d->set_count; i++) {
        unsigned size = bounds->set_size ? bounds->set_size : DEFAULT_SIZE;
        limits->sets[i] =
            (struct eb_set_limit){.size = bounds->set_sizes ? bounds->set_sizes[i] : size, .origin = "default"};
    }
    for (unsigned i = 0; i < d->constant_count; i++) limits->element[i] = -1;
    const unsigned counted = bounds->judgement ? d->axioms.count - 1 : d->axioms.count;
    for (unsigned i = 0; i < counted; i++) {
        if (d->axioms.items[i].theorem) continue;
        eb_conditions_add(reading->arena, &reading->axioms, d->axioms.items[i].formula);
        while (reading->labels.count < reading->axioms.list.count)
            vec_push(&reading->labels, d->axioms.items[i].label ? d->axioms.items[i].label : "axioms");
    }
}

bool eb_limits_init(struct eb_limits *limits, struct arena *arena, const struct eb_development *development,
                    const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    struct eb_reading reading = {
        .limits = limits, .arena = arena, .development = development, .diagnostics = diagnostics};
    *limits = (struct eb_limits){0};
    reading.width = bounds->width;
    start(&reading, bounds);
    eb_carriers_read(&reading);
    bool good = read_settings(&reading, bounds, SETS_AND_NUMBERS);
    eb_carriers_finish(&reading, bounds);
    name_elements(&reading);
    list_elements(&reading);
    good = read_settings(&reading, bounds, CONSTANTS_AND_VARIABLES) && good;
    good = good && check_ranges(&reading);
    if (good) choose_window(&reading);
    vec_free(&reading.axioms.list);
    vec_free(&reading.labels);
    return good;
}

void eb_limits_free(struct eb_limits *limits) { vec_free(&limits->settings.list); }
