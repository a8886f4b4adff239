/* What must hold. */
#include "amalthea/reader.h"

#include <string.h>

static void read_requirement(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_requirement *requirement = arena_new_object(reader->arena, struct am_requirement);
    requirement->name = am_name(document, element);
    requirement->place = element->place;
    requirement->subject = am_class(document, element);
    requirement->metric = "";
    am_see(document, element);
    am_attribute(document, element, "severity");
    if (am_is(document, element, "ProcessRequirement")) requirement->process = read_object(reader, element, "process");
    const struct xml_element *limit = am_child(document, element, "limit");
    if (limit) {
        const char *type = am_attribute(document, limit, "limitType"),
                   *metric = am_attribute(document, limit, "metric");
        bool found;
        requirement->is_upper = !type || strcmp(type, "UpperLimit") == 0;
        requirement->metric = metric ? metric : "";
        if (type && strcmp(type, "UpperLimit") != 0 && strcmp(type, "LowerLimit") != 0)
            am_error(document, limit, "limitType is UpperLimit or LowerLimit, not '%s'", type);
        requirement->limit = read_time(reader, limit, "limitValue", &found);
        if (!am_is(document, limit, "TimeRequirementLimit"))
            requirement->metric = am_class(document, limit); /* a count, a load, a frequency: none of time */
        else if (!found)
            am_error(document, limit, "the limit's value is missing");
        if (requirement->limit.above < 0) am_error(document, limit, "a limit of time must not be negative");
    }
    if (!requirement->name[0])
        requirement->name = arena_printf(reader->arena, "requirement at line %u", element->place.line);
    vec_push(&reader->model->requirements, requirement);
}

static void read_timing_constraint(struct reader *reader, const struct xml_element *element) {
    struct am_timing_constraint *constraint = arena_new_object(reader->arena, struct am_timing_constraint);
    constraint->name = am_name(&reader->document, element);
    constraint->class_name = am_class(&reader->document, element);
    if (!constraint->class_name[0]) constraint->class_name = "DataAgeConstraint";
    constraint->place = element->place;
    am_see_all(&reader->document, element);
    leave_out(reader, element, arena_printf(reader->arena, "constraints of the class %s", constraint->class_name),
              "the answer says nothing about it", AM_UNCHECKED);
    vec_push(&reader->model->constraints, constraint);
}

void read_constraints(struct reader *reader, const struct xml_element *part) {
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        if (strcmp(child->name, "requirements") == 0)
            read_requirement(reader, child);
        else if (strcmp(child->name, "timingConstraints") == 0 || strcmp(child->name, "dataAgeConstraints") == 0 ||
                 strcmp(child->name, "dataCoherencyGroups") == 0 || strcmp(child->name, "dataStabilityGroups") == 0)
            read_timing_constraint(reader, child);
    }
}
