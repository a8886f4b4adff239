/* What must hold. */
#include "amalthea/reader.h"

#include <string.h>

/* ---- requirements ---- */

static void read_limit(struct reader *reader, const struct xml_element *limit, struct am_requirement *requirement) {
    struct am_document *document = &reader->document;
    const char *type = am_attribute(document, limit, "limitType"), *metric = am_attribute(document, limit, "metric");
    bool found;
    am_see(document, limit);
    requirement->limit_class = am_class(document, limit);
    requirement->is_upper = !type || strcmp(type, "UpperLimit") == 0;
    requirement->metric = metric ? metric : "";
    if (!type)
        vec_push(
            &reader->model->assumptions,
            arena_printf(reader->arena, "requirement %s has no limitType: UpperLimit is assumed", requirement->name));
    if (type && strcmp(type, "UpperLimit") != 0 && strcmp(type, "LowerLimit") != 0)
        am_error(document, limit, "limitType is UpperLimit or LowerLimit, not '%s'", type);
    if (strcmp(requirement->limit_class, "TimeRequirementLimit") == 0) {
        requirement->limit = read_time(reader, limit, "limitValue", &found);
        if (!found) am_error(document, limit, "the limit's value is missing");
        if (requirement->limit.above < 0) am_error(document, limit, "a limit of time must not be negative");
    } else if (strcmp(requirement->limit_class, "CountRequirementLimit") == 0) {
        requirement->limit = rational_integer(read_integer(reader, limit, "limitValue", 0));
    } else {
        if (!requirement->limit_class[0])
            am_error(document, limit, "it does not say what it limits: xsi:type=\"am:TimeRequirementLimit\" is a time");
        am_see_all(document, limit);
    }
}

static void read_requirement(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_requirement *requirement = arena_new_object(reader->arena, struct am_requirement);
    requirement->name = am_name(document, element);
    requirement->place = element->place;
    requirement->subject = am_class(document, element);
    requirement->metric = requirement->limit_class = "";
    requirement->limit = rational_integer(0);
    am_see(document, element);
    am_attribute(document, element, "severity");
    if (am_is(document, element, "ProcessRequirement"))
        requirement->process = read_object(reader, element, "process", A_PROCESS);
    else if (am_is(document, element, "RunnableRequirement"))
        requirement->runnable = read_object(reader, element, "runnable", A_RUNNABLE);
    else
        am_see_all(document, element); /* listed with the verdicts, as unknown */
    const struct xml_element *limit = am_child(document, element, "limit");
    if (limit) read_limit(reader, limit, requirement);
    if (!requirement->name[0])
        requirement->name = arena_printf(reader->arena, "requirement at line %u", element->place.line);
    vec_push(&reader->model->requirements, requirement);
}

/* ---- chains ---- */

static void read_chain(struct reader *reader, const struct xml_element *element, struct am_chain *chain);

/* Containers have a chain of their own, references one of somebody else's. */
static void read_chain_item(struct reader *reader, const struct xml_element *item, struct am_chain *chain) {
    struct am_document *document = &reader->document;
    am_see(document, item);
    const struct xml_element *inner = am_child(document, item, "eventChain");
    const struct am_chain *found = NULL;
    if (inner && !xml_attribute_value(inner, "href")) {
        struct am_chain *own = object_of(reader, item, inner, A_CHAIN);
        if (own) read_chain(reader, inner, own);
        found = own;
    } else {
        found = read_object(reader, item, "eventChain", A_CHAIN);
    }
    if (found) vec_push(&chain->items, found);
}

static void read_chain(struct reader *reader, const struct xml_element *element, struct am_chain *chain) {
    struct am_document *document = &reader->document;
    am_see(document, element);
    chain->stimulus = read_object(reader, element, "stimulus", AN_EVENT);
    chain->response = read_object(reader, element, "response", AN_EVENT);
    const char *type = am_attribute(document, element, "itemType");
    chain->is_parallel = type && strcmp(type, "parallel") == 0;
    chain->completed = read_integer(reader, element, "minItemsCompleted", 0);
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        bool is_strand = strcmp(child->name, "strands") == 0; /* to 0.9.6, as segments */
        if (!is_strand && strcmp(child->name, "segments") != 0 && strcmp(child->name, "items") != 0) continue;
        chain->is_parallel |= is_strand;
        read_chain_item(reader, child, chain);
    }
    if (chain->is_parallel && strcmp(type ? type : "", "parallel") != 0) chain->completed = 0;
    if (!chain->is_parallel) chain->completed = 0;
}

/* ---- constraints ---- */

static enum am_constraint_kind kind_of(const char *class_name) {
    static const char *const names[] = {"EventChainLatencyConstraint",
                                        "DelayConstraint",
                                        "RepetitionConstraint",
                                        "EventSynchronizationConstraint",
                                        "EventChainSynchronizationConstraint",
                                        "DataAgeConstraint"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], class_name) == 0) return (enum am_constraint_kind)i;
    return AM_OTHER_CONSTRAINT;
}

static void read_bounds(struct reader *reader, const struct xml_element *element, const char *lower, const char *upper,
                        struct am_timing_constraint *constraint) {
    constraint->lower = read_time(reader, element, lower, &constraint->has_lower);
    constraint->upper = read_time(reader, element, upper, &constraint->has_upper);
    if (constraint->lower.above < 0 || constraint->upper.above < 0)
        am_error(&reader->document, element, "a limit of time must not be negative");
}

static void read_scope(struct reader *reader, const struct xml_element *element,
                       struct am_timing_constraint *constraint) {
    am_elements found = {0};
    am_references(&reader->document, element, "scope", &found);
    for (size_t i = 0; i < found.count; i++) {
        const struct am_chain *chain = object_of(reader, element, found.items[i], A_CHAIN);
        if (chain) vec_push(&constraint->chains, chain);
    }
    vec_free(&found);
}

static void read_data_age(struct reader *reader, const struct xml_element *element,
                          struct am_timing_constraint *constraint) {
    struct am_document *document = &reader->document;
    const struct xml_element *age = am_child(document, element, "dataAge");
    constraint->runnable = read_object(reader, element, "runnable", A_RUNNABLE);
    constraint->variable = read_object(reader, element, "label", A_VARIABLE);
    constraint->type = age ? am_class(document, age) : "";
    if (age && strcmp(constraint->type, "DataAgeTime") == 0)
        read_bounds(reader, age, "minimumTime", "maximumTime", constraint);
}

static void read_details(struct reader *reader, const struct xml_element *element,
                         struct am_timing_constraint *constraint) {
    bool found;
    switch (constraint->kind) {
    case AM_LATENCY:
        read_scope(reader, element, constraint);
        read_bounds(reader, element, "minimum", "maximum", constraint);
        break;
    case AM_DELAY:
        read_event_list(reader, element, "source", &constraint->events);
        read_event_list(reader, element, "target", &constraint->events);
        read_bounds(reader, element, "lower", "upper", constraint);
        break;
    case AM_REPETITION:
        read_event_list(reader, element, "event", &constraint->events);
        read_bounds(reader, element, "lower", "upper", constraint);
        constraint->jitter = read_time(reader, element, "jitter", &found);
        constraint->period = read_time(reader, element, "period", &found);
        constraint->span = read_integer(reader, element, "span", 0);
        break;
    case AM_EVENT_SYNCHRONIZATION:
        read_event_list(reader, element, "events", &constraint->events);
        read_bounds(reader, element, "", "tolerance", constraint);
        break;
    case AM_CHAIN_SYNCHRONIZATION:
        read_scope(reader, element, constraint);
        read_bounds(reader, element, "", "tolerance", constraint);
        break;
    case AM_DATA_AGE: read_data_age(reader, element, constraint); break;
    case AM_OTHER_CONSTRAINT: break;
    }
}

static void read_timing_constraint(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_timing_constraint *constraint = arena_new_object(reader->arena, struct am_timing_constraint);
    const char *type;
    constraint->name = am_name(document, element);
    constraint->class_name = am_class(document, element);
    if (strcmp(element->name, "dataAgeConstraints") == 0) constraint->class_name = "DataAgeConstraint";
    if (!constraint->class_name[0]) constraint->class_name = element->name;
    constraint->place = element->place;
    constraint->kind = kind_of(constraint->class_name);
    constraint->lower = constraint->upper = constraint->jitter = constraint->period = rational_integer(0);
    am_see_all(document, element);
    type = am_attribute(document, element, constraint->kind == AM_DELAY ? "mappingType" : "type");
    constraint->type = type && strcmp(type, "_undefined_") != 0 ? type : "";
    constraint->is_multiple = read_flag(reader, element, "multipleOccurrencesAllowed", false);
    read_details(reader, element, constraint);
    if (!constraint->name[0])
        constraint->name = arena_printf(reader->arena, "%s at line %u", constraint->class_name, element->place.line);
    vec_push(&reader->model->constraints, constraint);
}

void read_constraints(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        unsigned number = am_number(document, child);
        if (strcmp(child->name, "requirements") == 0)
            read_requirement(reader, child);
        else if (document->kind[number] == A_CHAIN)
            read_chain(reader, child, document->object[number]);
        else if (strcmp(child->name, "timingConstraints") == 0 || strcmp(child->name, "dataAgeConstraints") == 0 ||
                 strcmp(child->name, "runnableSequencingConstraints") == 0 ||
                 strcmp(child->name, "dataCoherencyGroups") == 0 || strcmp(child->name, "dataStabilityGroups") == 0)
            read_timing_constraint(reader, child);
    }
}
