/* Tasks, interrupt routines, runnables, modes. */
#include "amalthea/describe.h"
#include "amalthea/reader.h"

#include <string.h>

static void read_mode(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_mode *mode = own_object(reader, element);
    if (!mode) return;
    am_see(document, element);
    mode->is_numeric = am_is(document, element, "NumericMode");
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "literals") != 0) continue;
        am_see_all(document, child);
        struct am_mode_literal literal = {am_name(document, child), (int64_t)mode->literals.count};
        vec_push(&mode->literals, literal);
    }
}

static void read_mode_label(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_mode_label *label = own_object(reader, element);
    if (!label) return;
    am_see(document, element);
    label->mode = read_object(reader, element, "mode", A_MODE);
    const char *initial = am_attribute(document, element, "initialValue");
    if (!label->mode || !initial) {
        if (label->mode)
            vec_push(&reader->model->assumptions,
                     arena_printf(reader->arena, "mode label %s has no initial value: %s is assumed", label->name,
                                  label->mode->is_numeric || !label->mode->literals.count
                                      ? "0"
                                      : label->mode->literals.items[0].name));
        return;
    }
    if (label->mode->is_numeric) {
        label->initial = read_integer(reader, element, "initialValue", 0);
        return;
    }
    const char *slash = strrchr(initial, '/'), *query = strstr(initial, "?type=");
    const char *start = slash ? slash + 1 : initial;
    size_t length = query ? (size_t)(query - start) : strlen(start);
    for (size_t i = 0; i < label->mode->literals.count; i++) {
        const struct am_mode_literal *literal = &label->mode->literals.items[i];
        if (strlen(literal->name) == length && memcmp(literal->name, start, length) == 0) {
            label->initial = literal->value;
            return;
        }
    }
    am_error(document, element, "the initial value '%s' is none of the mode's", initial);
}

/* Priorities may also be written beside a task, by convention: customProperties key="priority". */
static void read_custom_priority(struct reader *reader, const struct xml_element *element, struct am_process *process) {
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "customProperties") != 0) continue;
        const char *key = xml_attribute_value(child, "key");
        if (!key || strcmp(key, "priority") != 0 || process->has_priority) continue;
        am_see_all(&reader->document, child);
        struct rational number;
        const char *value = read_value_object(reader, child);
        if (!rational_parse(value, &number) || number.below != 1) {
            am_error(&reader->document, child, "a priority must be a whole number, not '%s'", value);
            continue;
        }
        process->has_priority = true;
        process->priority = number.above;
    }
}

static void read_preemption(struct reader *reader, const struct xml_element *element, struct am_process *process) {
    const char *text = am_attribute(&reader->document, element, "preemption");
    if (!text || strcmp(text, "_undefined_") == 0 || strcmp(text, "unknown") == 0) return; /* the last: to 0.7.2 */
    process->has_preemption = am_preemption_by_name(text, &process->preemption);
    if (!process->has_preemption)
        am_error(&reader->document, element, "preemption is preemptive, cooperative or non_preemptive, not '%s'", text);
}

/* The items stand in callGraph (to 0.9.5) or activityGraph, or, in a runnable of 0.7 and 0.8, directly in it. */
static void read_graph(struct reader *reader, const struct xml_element *element, am_items *items) {
    const struct xml_element *graph = am_child(&reader->document, element, "activityGraph");
    if (!graph) graph = am_child(&reader->document, element, "callGraph");
    read_items(reader, graph ? graph : element, NULL, items);
}

static void read_process(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_process *process = own_object(reader, element);
    if (!process) return;
    am_see(document, element);
    if (process->is_isr)
        am_attribute(document, element, "category");
    else
        read_preemption(reader, element, process);
    process->limit = read_integer(reader, element, "multipleTaskActivationLimit", 0);
    if (process->limit < 0) am_error(document, element, "multipleTaskActivationLimit must not be negative");
    am_elements found = {0};
    am_references(document, element, "stimuli", &found);
    for (size_t i = 0; i < found.count; i++) {
        struct am_stimulus *stimulus = object_of(reader, element, found.items[i], A_STIMULUS);
        bool again = false; /* lists of references are sets */
        for (size_t j = 0; j < process->stimuli.count; j++) again |= process->stimuli.items[j] == stimulus;
        if (again)
            vec_push(&reader->model->assumptions,
                     arena_printf(reader->arena, "%s has the stimulus %s twice: once is meant", process->name,
                                  stimulus->name));
        else if (stimulus)
            vec_push(&process->stimuli, stimulus);
    }
    vec_free(&found);
    if (xml_attribute_value(element, "priority")) { /* 0.7 */
        process->priority = read_integer(reader, element, "priority", 0);
        process->has_priority = true;
    }
    read_custom_priority(reader, element, process);
    read_graph(reader, element, &process->items);
}

static void read_runnable(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_runnable *runnable = own_object(reader, element);
    if (!runnable) return;
    am_see(document, element);
    am_attribute(document, element, "callback");
    am_attribute(document, element, "service");
    am_attribute(document, element, "asilLevel");
    read_graph(reader, element, &runnable->items);
}

void read_software(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < part->child_count; i++)
        if (strcmp(part->children[i]->name, "modes") == 0) read_mode(reader, part->children[i]);
    for (unsigned i = 0; i < part->child_count; i++)
        if (strcmp(part->children[i]->name, "modeLabels") == 0) read_mode_label(reader, part->children[i]);
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        if (strcmp(child->name, "tasks") == 0 || strcmp(child->name, "isrs") == 0)
            read_process(reader, child);
        else if (strcmp(child->name, "runnables") == 0)
            read_runnable(reader, child);
        else if (am_is(document, child, "OsEvent"))
            am_see(document, child), am_attribute(document, child, "communicationOverheadInBit");
    }
}
