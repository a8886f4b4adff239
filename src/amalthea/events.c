/* What can be observed: events of processes, runnables, labels, stimuli, semaphores, and the model's own. */
#include "amalthea/reader.h"

#include <string.h>

static enum am_event_kind kind_of(const char *class_name) {
    static const struct {
        const char *name;
        enum am_event_kind kind;
    } kinds[] = {
        {"ProcessEvent", AM_PROCESS_EVENT},   {"RunnableEvent", AM_RUNNABLE_EVENT},   {"LabelEvent", AM_LABEL_EVENT},
        {"StimulusEvent", AM_STIMULUS_EVENT}, {"SemaphoreEvent", AM_SEMAPHORE_EVENT}, {"CustomEvent", AM_CUSTOM_EVENT},
        {"EventSet", AM_EVENT_SET},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(class_name, kinds[i].name) == 0) return kinds[i].kind;
    return AM_OTHER_EVENT;
}

void read_event_list(struct reader *reader, const struct xml_element *element, const char *name, am_event_list *list) {
    am_elements found = {0};
    am_references(&reader->document, element, name, &found);
    for (size_t i = 0; i < found.count; i++) {
        const struct am_event *event = object_of(reader, element, found.items[i], AN_EVENT);
        if (event) vec_push(list, event);
    }
    vec_free(&found);
}

/* What it is an event of. */
static void read_entity(struct reader *reader, const struct xml_element *element, struct am_event *event) {
    switch (event->kind) {
    case AM_PROCESS_EVENT: event->process = read_object(reader, element, "entity", A_PROCESS); break;
    case AM_RUNNABLE_EVENT: event->runnable = read_object(reader, element, "entity", A_RUNNABLE); break;
    case AM_LABEL_EVENT: event->variable = read_object(reader, element, "entity", A_VARIABLE); break;
    case AM_STIMULUS_EVENT: event->stimulus = read_object(reader, element, "entity", A_STIMULUS); break;
    case AM_SEMAPHORE_EVENT: event->semaphore = read_object(reader, element, "entity", A_SEMAPHORE); break;
    case AM_EVENT_SET: read_event_list(reader, element, "events", &event->members); break;
    default: break;
    }
}

static void read_event(struct reader *reader, const struct xml_element *element, struct am_event *event) {
    struct am_document *document = &reader->document;
    event->class_name = am_class(document, element);
    event->kind = kind_of(event->class_name);
    am_see_all(document, element);
    const char *type = event->kind == AM_CUSTOM_EVENT ? NULL : am_attribute(document, element, "eventType");
    event->type = type && strcmp(type, "_all_") != 0 && strcmp(type, "all") != 0 ? type : "";
    if (event->kind == AM_OTHER_EVENT) return;
    read_entity(reader, element, event);
    if (event->kind != AM_PROCESS_EVENT) event->process = read_object(reader, element, "process", A_PROCESS);
    if (event->kind != AM_RUNNABLE_EVENT) event->runnable = read_object(reader, element, "runnable", A_RUNNABLE);
    event->is_restricted = am_reference_name(document, element, "processingUnit")[0] != '\0';
}

void read_events(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *element = part->children[i];
        unsigned number = am_number(document, element);
        if (document->kind[number] == AN_EVENT) read_event(reader, element, document->object[number]);
    }
}
