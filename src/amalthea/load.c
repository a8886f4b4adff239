/* From files to a checked model: objects first, then what is in them, then what was left out. */
#include "amalthea/reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

static void keep_object(struct reader *reader, const struct xml_element *element, void *object, enum object_kind kind) {
    unsigned number = am_number(&reader->document, element);
    reader->document.object[number] = object;
    reader->document.kind[number] = (unsigned char)kind;
}

#define MAKE(reader, list, type, element, kind)                                                                        \
    do {                                                                                                               \
        struct type *made_ = arena_new_object((reader)->arena, struct type);                                           \
        made_->name = am_name(&(reader)->document, (element));                                                         \
        made_->place = (element)->place;                                                                               \
        made_->number = (unsigned)(list)->count;                                                                       \
        vec_push((list), made_);                                                                                       \
        keep_object((reader), (element), made_, (kind));                                                               \
    } while (0)

/* What it is until it is read; one that stands where nobody reads it stays so. */
static void start_stimulus(struct am_stimulus *stimulus, const char *class_name) {
    struct rational none = rational_integer(0);
    stimulus->class_name = class_name;
    stimulus->kind = AM_OTHER_STIMULUS;
    stimulus->offset = stimulus->recurrence = none;
    stimulus->jitter.lower = stimulus->jitter.upper = none;
    stimulus->distance.lower = stimulus->distance.upper = none;
    stimulus->first.lower = stimulus->first.upper = none;
    stimulus->prescaler = 1;
}

static void make_object(struct reader *reader, const struct xml_element *element) {
    struct am_model *model = reader->model;
    const char *class_name = am_class(&reader->document, element), *tag = element->name;
    if (xml_attribute_value(element, "href")) return; /* a reference into another part */
    if (strcmp(tag, "tasks") == 0 || strcmp(tag, "isrs") == 0) {
        MAKE(reader, &model->processes, am_process, element, A_PROCESS);
        vec_last(&model->processes)->is_isr = strcmp(tag, "isrs") == 0;
    } else if (strcmp(tag, "runnables") == 0) {
        MAKE(reader, &model->runnables, am_runnable, element, A_RUNNABLE);
    } else if (strcmp(tag, "stimuli") == 0 && class_name[0]) {
        MAKE(reader, &model->stimuli, am_stimulus, element, A_STIMULUS);
        start_stimulus(vec_last(&model->stimuli), class_name);
    } else if (strcmp(tag, "modeLabels") == 0) {
        MAKE(reader, &model->labels, am_mode_label, element, A_MODE_LABEL);
    } else if (strcmp(tag, "semaphores") == 0) {
        MAKE(reader, &model->semaphores, am_semaphore, element, A_SEMAPHORE);
        vec_last(&model->semaphores)->most = 1;
    } else if (strcmp(tag, "labels") == 0) {
        MAKE(reader, &model->variables, am_variable, element, A_VARIABLE);
    } else if (strcmp(tag, "events") == 0 && strcmp(class_name, "OsEvent") != 0 && class_name[0]) {
        MAKE(reader, &model->observed, am_event, element, AN_EVENT);
        vec_last(&model->observed)->class_name = class_name;
        vec_last(&model->observed)->type = "";
        vec_last(&model->observed)->kind = AM_OTHER_EVENT;
    } else if (strcmp(tag, "eventChains") == 0 || strcmp(tag, "eventChain") == 0) {
        MAKE(reader, &model->chains, am_chain, element, A_CHAIN);
    } else if (strcmp(class_name, "OsEvent") == 0) {
        MAKE(reader, &model->events, am_os_event, element, AN_OS_EVENT);
    } else if (strcmp(tag, "taskSchedulers") == 0 || strcmp(tag, "interruptControllers") == 0) {
        MAKE(reader, &model->schedulers, am_scheduler, element, A_SCHEDULER);
        vec_last(&model->schedulers)->is_interrupt_controller = tag[0] == 'i';
        vec_last(&model->schedulers)->algorithm = "";
    } else if (strcmp(class_name, "ProcessingUnit") == 0 || strcmp(class_name, "Core") == 0) {
        struct am_core *core = arena_new_object(reader->arena, struct am_core);
        core->name = am_name(&reader->document, element);
        core->place = element->place;
        core->definition = "";
        core->frequency = rational_integer(0);
        vec_push(&model->cores, core);
        keep_object(reader, element, core, A_CORE);
    } else if (strcmp(tag, "modes") == 0) {
        struct am_mode *mode = arena_new_object(reader->arena, struct am_mode);
        mode->name = am_name(&reader->document, element);
        mode->place = element->place;
        vec_push(&model->modes, mode);
        keep_object(reader, element, mode, A_MODE);
    }
}

static void make_below(struct reader *reader, const struct xml_element *element) {
    make_object(reader, element);
    for (unsigned i = 0; i < element->child_count; i++) make_below(reader, element->children[i]);
}

/* ---- parts ---- */

typedef void (*part_reader)(struct reader *reader, const struct xml_element *part);

static void read_parts(struct reader *reader, const char *name, part_reader read) {
    for (size_t i = 0; i < reader->document.files.count; i++) {
        const struct xml_element *root = reader->document.files.items[i].root;
        am_see(&reader->document, root);
        for (unsigned j = 0; j < root->child_count; j++) {
            if (strcmp(root->children[j]->name, name) != 0) continue;
            am_see(&reader->document, root->children[j]);
            read(reader, root->children[j]);
        }
    }
}

static void report_missing(struct reader *reader, bool partial) {
    struct am_document *document = &reader->document;
    reader->model->missing = (unsigned)document->missing.count;
    for (size_t i = 0; i < document->missing.count; i++) {
        const struct am_missing *missing = &document->missing.items[i];
        const char *path = am_path(document, missing->element);
        const char *format = strstr(missing->reference, "?type=")
                                 ? "%s: refers to %s, which is not there (is a part of the model missing?)"
                                 : "%s: '%s' is no reference: Name?type=Type was expected";
        if (partial)
            diag_warning(document->diagnostics, missing->element->place, format, path, missing->reference);
        else
            diag_error(document->diagnostics, missing->element->place, format, path, missing->reference);
    }
}

static void check_names(struct reader *reader) {
    struct am_model *model = reader->model;
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct am_process *process = model->processes.items[i];
        if (!process->name[0]) diag_error(reader->document.diagnostics, process->place, "a task needs a name");
        for (size_t j = 0; j < i; j++)
            if (strcmp(process->name, model->processes.items[j]->name) == 0)
                diag_error(reader->document.diagnostics, process->place, "'%s' is there twice: also at line %u",
                           process->name, model->processes.items[j]->place.line);
    }
}

struct am_model *am_load(const char *const *paths, size_t count, bool partial, struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct am_model *model = arena_new_object(arena, struct am_model);
    struct reader reader = {.model = model, .arena = arena};
    model->arena = arena;
    bool good = am_document_read(&reader.document, arena, paths, count, diagnostics);
    if (good) {
        model->version = reader.document.version;
        model->path = reader.document.files.items[0].path;
        for (size_t i = 0; i < reader.document.files.count; i++) {
            vec_push(&model->paths, reader.document.files.items[i].path);
            make_below(&reader, reader.document.files.items[i].root);
        }
        read_parts(&reader, "hwModel", read_hardware);
        read_parts(&reader, "osModel", read_operating_system);
        read_parts(&reader, "eventModel", read_events);
        read_parts(&reader, "stimuliModel", read_stimuli);
        read_parts(&reader, "swModel", read_software);
        read_parts(&reader, "mappingModel", read_mapping);
        read_parts(&reader, "constraintsModel", read_constraints);
        list_leftovers(&reader);
        report_missing(&reader, partial);
        check_names(&reader);
    }
    am_document_free(&reader.document);
    if (good && diagnostics->errors == 0) return model;
    am_model_free(model);
    return NULL;
}

/* ---- the end ---- */

static void free_condition(struct am_condition *condition) {
    if (!condition) return;
    for (size_t i = 0; i < condition->any.count; i++) vec_free(&condition->any.items[i].all);
    vec_free(&condition->any);
}

void free_items(am_items *items) {
    for (size_t i = 0; i < items->count; i++) {
        struct am_item *item = items->items[i];
        free_items(&item->items);
        free_condition(item->condition);
        for (size_t j = 0; j < item->branches.count; j++) {
            free_condition(item->branches.items[j].condition);
            free_items(&item->branches.items[j].items);
        }
        vec_free(&item->branches);
        vec_free(&item->amounts);
        vec_free(&item->events);
    }
    vec_free(items);
}

void am_model_free(struct am_model *model) {
    if (!model) return;
    for (size_t i = 0; i < model->cores.count; i++) vec_free(&model->cores.items[i]->features);
    for (size_t i = 0; i < model->runnables.count; i++) free_items(&model->runnables.items[i]->items);
    for (size_t i = 0; i < model->modes.count; i++) vec_free(&model->modes.items[i]->literals);
    for (size_t i = 0; i < model->stimuli.count; i++) {
        vec_free(&model->stimuli.items[i]->occurrences);
        vec_free(&model->stimuli.items[i]->borders);
        vec_free(&model->stimuli.items[i]->triggering);
    }
    for (size_t i = 0; i < model->observed.count; i++) vec_free(&model->observed.items[i]->members);
    for (size_t i = 0; i < model->chains.count; i++) vec_free(&model->chains.items[i]->items);
    for (size_t i = 0; i < model->constraints.count; i++) {
        vec_free(&model->constraints.items[i]->chains);
        vec_free(&model->constraints.items[i]->events);
    }
    for (size_t i = 0; i < model->leftovers.count; i++) vec_free(&model->leftovers.items[i].places);
    for (size_t i = 0; i < model->processes.count; i++) {
        struct am_process *process = model->processes.items[i];
        free_items(&process->items);
        vec_free(&process->stimuli);
        vec_free(&process->affinity);
        vec_free(&process->parameters);
    }
    for (size_t i = 0; i < model->schedulers.count; i++) {
        vec_free(&model->schedulers.items[i]->cores);
        vec_free(&model->schedulers.items[i]->parameters);
        vec_free(&model->schedulers.items[i]->below);
    }
    vec_free(&model->paths);
    vec_free(&model->cores);
    vec_free(&model->processes);
    vec_free(&model->runnables);
    vec_free(&model->modes);
    vec_free(&model->labels);
    vec_free(&model->events);
    vec_free(&model->variables);
    vec_free(&model->observed);
    vec_free(&model->chains);
    vec_free(&model->semaphores);
    vec_free(&model->schedulers);
    vec_free(&model->stimuli);
    vec_free(&model->requirements);
    vec_free(&model->constraints);
    vec_free(&model->leftovers);
    vec_free(&model->assumptions);
    arena_free(model->arena);
}
