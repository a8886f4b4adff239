/* Schedulers, semaphores, and who runs where. */
#include "amalthea/reader.h"
#include "base/word.h"

#include <string.h>

/* ---- parameters ---- */

/* Where parameters go: those of a process, or of a scheduler below another, or (without a priority) of a scheduler. */
struct standing {
    bool *has_priority;
    int64_t *priority;
    am_parameters *list;
};

static struct standing standing_of(struct am_process *process) {
    return (struct standing){&process->has_priority, &process->priority, &process->parameters};
}

/* In all versions' ways: parameterExtensions@key@value; schedulingParameters[@key reference]/value; and, up to 1.x, the
 * attributes of schedulingParameters. "extended: " is what the migration to 2.0 put before free keys. */
static void add_parameter(struct reader *reader, const struct xml_element *element, const char *key, const char *value,
                          struct standing standing) {
    if (begins_with(key, "extended: ")) key += 10;
    struct rational number;
    if (!standing.priority || strcmp(key, "priority") != 0) {
        vec_push(standing.list, (struct am_parameter){key, value, element->place});
    } else if (!rational_parse(value, &number) || number.below != 1) {
        am_error(&reader->document, element, "a priority must be a whole number, not '%s'", value);
    } else {
        *standing.has_priority = true;
        *standing.priority = number.above;
    }
}

static void read_parameters(struct reader *reader, const struct xml_element *element, struct standing standing) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "parameterExtensions") == 0) {
            const char *key = am_attribute(document, child, "key"), *value = am_attribute(document, child, "value");
            am_see(document, child);
            add_parameter(reader, child, key ? key : "", value ? value : "", standing);
        } else if (strcmp(child->name, "schedulingParameters") == 0) {
            am_see(document, child);
            const char *key = am_reference_name(document, child, "key"),
                       *old = am_attribute(document, child, "priority");
            if (key[0]) add_parameter(reader, child, key, read_value_object(reader, child), standing);
            if (old) add_parameter(reader, child, "priority", old, standing);
            for (unsigned j = 0; !key[0] && j < child->child_count; j++) { /* minBudget and the like, as times */
                const struct xml_element *time = child->children[j];
                if (!xml_attribute_value(time, "unit")) continue;
                struct text value = {0};
                rational_print_time(&value, read_time_here(reader, time));
                add_parameter(reader, time, time->name, arena_text(reader->arena, text_chars(&value)), standing);
                text_free(&value);
            }
        }
    }
}

/* ---- the operating system ---- */

static void read_scheduler(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_scheduler *scheduler = own_object(reader, element);
    if (!scheduler) return;
    struct standing own = {NULL, NULL, &scheduler->parameters};
    am_see(document, element);
    scheduler->algorithm = "";
    const struct xml_element *algorithm = am_child(document, element, "schedulingAlgorithm");
    if (algorithm) {
        scheduler->algorithm = am_class(document, algorithm);
        read_parameters(reader, algorithm, own);
        bool found;
        struct rational slice = read_time(reader, algorithm, "timeSliceLength", &found);
        struct text text = {0};
        rational_print_time(&text, slice);
        if (found)
            add_parameter(reader, algorithm, "timeSliceLength", arena_text(reader->arena, text_chars(&text)), own);
        text_free(&text);
    }
    const struct xml_element *definition = am_reference(document, element, "definition");
    if (definition) {
        scheduler->algorithm = am_name(document, definition);
        am_see_all(document, definition);
    }
    read_parameters(reader, element, own);
    const struct xml_element *parent = am_child(document, element, "parentAssociation");
    if (parent) {
        am_see(document, parent);
        scheduler->parent = read_object(reader, parent, "parent", A_SCHEDULER);
        read_parameters(reader, parent,
                        (struct standing){&scheduler->has_priority, &scheduler->priority, &scheduler->below});
    }
    /* 0.7: where the scheduler itself runs; a delay of 0 is none. */
    const struct xml_element *unit = am_child(document, element, "schedulingUnit");
    bool found;
    if (unit && read_time(reader, unit, "delay", &found).above != 0)
        leave_out(reader, unit, "a scheduler's delay", "the time that the scheduler itself takes is not modelled",
                  AM_UNSAFE);
}

static void read_semaphore(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_semaphore *semaphore = own_object(reader, element);
    if (!semaphore) return;
    const char *kind = am_attribute(document, element, "semaphoreType");
    am_see(document, element);
    semaphore->kind = AM_COUNTING;
    if (kind && strcmp(kind, "Resource") == 0) semaphore->kind = AM_RESOURCE;
    if (kind && strcmp(kind, "Spinlock") == 0) semaphore->kind = AM_SPINLOCK;
    if (kind && strcmp(kind, "Mutex") == 0) semaphore->kind = AM_MUTEX;
    if (kind && semaphore->kind == AM_COUNTING && strcmp(kind, "CountingSemaphore") != 0 &&
        strcmp(kind, "_undefined_") != 0)
        am_error(document, element, "semaphoreType is CountingSemaphore, Resource, Spinlock or Mutex, not '%s'", kind);
    semaphore->initial = read_integer(reader, element, "initialValue", 0);
    semaphore->most = read_integer(reader, element, "maxValue", 0);
    semaphore->has_ceiling = read_flag(reader, element, "priorityCeilingProtocol", false);
    am_attribute(document, element, "ownership");
    if (semaphore->most <= 0) {
        semaphore->most = 1;
        vec_push(&reader->model->assumptions,
                 arena_printf(reader->arena, "semaphore %s has no maximum: 1 is assumed", semaphore->name));
    }
    if (semaphore->initial < 0 || semaphore->initial > semaphore->most)
        am_error(document, element, "the initial value must be between 0 and the maximum");
}

void read_operating_system(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        if (strcmp(child->name, "operatingSystems") == 0) {
            am_see(document, child);
            am_name(document, child);
            read_operating_system(reader, child);
        } else if (strcmp(child->name, "taskSchedulers") == 0 || strcmp(child->name, "interruptControllers") == 0) {
            read_scheduler(reader, child);
        } else if (strcmp(child->name, "semaphores") == 0) {
            read_semaphore(reader, child);
        } else if (strcmp(child->name, "schedulerDefinitions") == 0 ||
                   strcmp(child->name, "schedulingParameterDefinitions") == 0) {
            am_see_all(document, child); /* used by their names */
            if (am_child(document, child, "defaultValue"))
                leave_out(reader, child, "default values of scheduling parameters",
                          "who is given no value of its own has none here", AM_UNSAFE);
        } else if (am_is(document, child, "OsEvent")) {
            am_see(document, child);
        }
    }
}

/* ---- the mapping ---- */

static void read_affinity(struct reader *reader, const struct xml_element *element, const char *name,
                          struct am_process *process, struct am_scheduler *scheduler) {
    am_elements found = {0};
    am_references(&reader->document, element, name, &found);
    for (size_t i = 0; i < found.count; i++) {
        struct am_core *core = object_of(reader, element, found.items[i], A_CORE);
        if (core && process) vec_push(&process->affinity, core);
        if (core && scheduler) vec_push(&scheduler->cores, core);
    }
    vec_free(&found);
}

static void read_allocation(struct reader *reader, const struct xml_element *element, const char *task,
                            const char *scheduler) {
    struct am_document *document = &reader->document;
    struct am_process *process = read_object(reader, element, task, A_PROCESS);
    am_see(document, element);
    if (!process) return;
    if (process->scheduler) {
        am_error(document, element, "%s is allocated twice", process->name);
        return;
    }
    process->scheduler = read_object(reader, element, scheduler, A_SCHEDULER);
    read_affinity(reader, element, "affinity", process, NULL);
    const char *priority = am_attribute(document, element, "priority"); /* of an interrupt routine */
    if (priority) add_parameter(reader, element, "priority", priority, standing_of(process));
    read_parameters(reader, element, standing_of(process));
}

void read_mapping(struct reader *reader, const struct xml_element *part) {
    struct am_document *document = &reader->document;
    am_attribute(document, part, "addressMappingType");
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        bool is_old = strcmp(child->name, "coreAllocation") == 0;
        if (strcmp(child->name, "taskAllocation") == 0) {
            read_allocation(reader, child, "task", "scheduler");
        } else if (strcmp(child->name, "isrAllocation") == 0) {
            read_allocation(reader, child, "isr", "controller");
        } else if (strcmp(child->name, "schedulerAllocation") == 0 || is_old) {
            struct am_scheduler *scheduler = read_object(reader, child, "scheduler", A_SCHEDULER);
            am_see(document, child);
            /* Which core runs the scheduler's own code matters only for its overhead, which is not modelled. */
            if (!is_old) am_reference(document, child, "executingPU");
            if (scheduler) read_affinity(reader, child, is_old ? "core" : "responsibility", NULL, scheduler);
        }
    }
}
