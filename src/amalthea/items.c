/* Activity graphs. One reader for tasks and runnables, old and new: the classes of items were renamed and unified over
 * the years, but never changed their meaning. */
#include "amalthea/reader.h"

#include <string.h>

struct item_class {
    const char *name;
    enum am_item_kind kind;
};

static const struct item_class item_classes[] = {
    {"Ticks", AM_TICKS},
    {"RunnableInstructions", AM_TICKS}, /* to 0.9.2 */
    {"ExecutionNeed", AM_NEED},
    {"Group", AM_GROUP},
    {"CallSequence", AM_GROUP}, /* to 0.9.4 */
    {"RunnableCall", AM_CALL},
    {"TaskRunnableCall", AM_CALL}, /* to 0.9.4 */
    {"Switch", AM_SWITCH},
    {"ModeSwitch", AM_SWITCH},
    {"RunnableModeSwitch", AM_SWITCH},
    {"ProbabilitySwitch", AM_CHOICE},
    {"RunnableProbabilitySwitch", AM_CHOICE},
    {"WhileLoop", AM_LOOP},
    {"ModeLabelAccess", AM_SET_LABEL},
    {"WaitEvent", AM_WAIT},
    {"SetEvent", AM_SET_EVENT},
    {"ClearEvent", AM_CLEAR_EVENT},
    {"SemaphoreAccess", AM_SEMAPHORE},
    {"SchedulePoint", AM_SCHEDULE_POINT},
    {"InterProcessTrigger", AM_TRIGGER},
    {"InterProcessActivation", AM_TRIGGER}, /* 0.7 */
    {"TerminateProcess", AM_TERMINATE},
    {"LabelAccess", AM_ACCESS},
    {"CustomEventTrigger", AM_HAPPEN},
};

/* ---- execution times ---- */

static void read_ticks(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "default") == 0) {
            item->amount = read_amount(reader, child);
            item->has_default = true;
        } else if (strcmp(child->name, "extended") == 0) {
            const struct xml_element *value = am_child(document, child, "value");
            struct am_amount_for made = {.name = am_reference_name(document, child, "key")};
            am_see(document, child);
            if (value) made.amount = read_amount(reader, value);
            if (value) vec_push(&item->amounts, made);
        }
    }
    if (!item->has_default && item->amounts.count == 0) am_error(document, element, "no number of ticks is given");
}

/* An entry: <needs key="Category"><value .../>; to 0.9.2 the entry is the holder itself. */
static void read_need(struct reader *reader, const struct xml_element *need, const char *definition,
                      struct am_item *item) {
    struct am_document *document = &reader->document;
    const struct xml_element *value = am_child(document, need, "value");
    const char *plain = am_attribute(document, need, "key");
    struct am_amount_for made = {.name = am_reference_name(document, need, "key"), .definition = definition};
    if (!made.name[0] && plain) made.name = plain;
    am_see(document, need);
    if (value) made.amount = read_amount(reader, value);
    if (value) vec_push(&item->amounts, made);
}

static void read_need_entries(struct reader *reader, const struct xml_element *holder, const char *definition,
                              struct am_item *item) {
    am_see(&reader->document, holder);
    bool has_needs = am_child(&reader->document, holder, "needs") != NULL;
    if (!has_needs) read_need(reader, holder, definition, item);
    for (unsigned i = 0; i < holder->child_count; i++)
        if (strcmp(holder->children[i]->name, "needs") == 0) read_need(reader, holder->children[i], definition, item);
}

/* <needs> in the item since 0.9.7; before, <default> and, by processor type, <extended>. */
static void read_needs(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        const struct xml_element *value = am_child(document, child, "value");
        if (strcmp(child->name, "needs") == 0) read_need(reader, child, NULL, item);
        if (strcmp(child->name, "default") == 0) read_need_entries(reader, child, NULL, item);
        if (strcmp(child->name, "extended") != 0) continue;
        am_see(document, child);
        if (value) read_need_entries(reader, value, am_reference_name(document, child, "key"), item);
    }
    if (item->amounts.count == 0) am_error(document, element, "no execution need is given");
}

/* ---- modes ---- */

static bool literal_value(const struct am_mode_label *label, const char *text, int64_t *value) {
    struct rational number;
    for (size_t i = 0; i < label->mode->literals.count; i++)
        if (strcmp(label->mode->literals.items[i].name, text) == 0) {
            *value = label->mode->literals.items[i].value;
            return true;
        }
    if (!label->mode->is_numeric || !rational_parse(text, &number) || number.below != 1) return false;
    *value = number.above;
    return true;
}

static int64_t read_label_value(struct reader *reader, const struct xml_element *element,
                                const struct am_mode_label *label) {
    const char *text = am_attribute(&reader->document, element, "value");
    int64_t value = 0;
    if (label && label->mode && !(text && literal_value(label, text, &value)))
        am_error(&reader->document, element, "'%s' is no value of the mode label %s", text ? text : "", label->name);
    return value;
}

static enum am_relation read_relation(struct reader *reader, const struct xml_element *element) {
    static const char *const names[] = {"EQUAL",        "NOT_EQUAL",          "LESS_THAN",
                                        "GREATER_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN_OR_EQUAL"};
    const char *text = am_attribute(&reader->document, element, "relation");
    for (unsigned i = 0; text && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0) return (enum am_relation)i;
    am_error(&reader->document, element, "the relation '%s' is not known", text ? text : "");
    return AM_EQUAL;
}

/* One comparison; false: it is of something that is not modelled. */
static bool read_comparison(struct reader *reader, const struct xml_element *element, struct am_comparison *made) {
    struct am_document *document = &reader->document;
    bool by_value = am_is(document, element, "ModeCondition") || am_is(document, element, "ModeValueCondition") ||
                    am_is(document, element, "ModeValue");
    am_see(document, element);
    if (by_value) {
        made->left = read_object(
            reader, element, xml_attribute_value(element, "valueProvider") ? "valueProvider" : "label", A_MODE_LABEL);
        made->relation = read_relation(reader, element);
        made->value = read_label_value(reader, element, made->left);
        return true;
    }
    if (am_is(document, element, "ModeLabelCondition")) {
        made->left = read_object(reader, element, "label1", A_MODE_LABEL);
        made->right = read_object(reader, element, "label2", A_MODE_LABEL);
        made->relation = read_relation(reader, element);
        return true;
    }
    am_see_all(document, element);
    leave_out(reader, element, arena_printf(reader->arena, "conditions of the class %s", am_class(document, element)),
              "what it depends on is not modelled: both outcomes are tried", AM_UNSAFE);
    return false;
}

struct am_condition *read_condition(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_condition *condition = arena_new_object(reader->arena, struct am_condition);
    condition->is_modelled = true;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "entries") != 0) continue;
        struct am_conjunction conjunction = {0};
        const char *class_name = am_class(document, child);
        size_t length = strlen(class_name);
        bool is_conjunction = length >= 11 && strcmp(class_name + length - 11, "Conjunction") == 0;
        if (is_conjunction) am_see(document, child);
        for (unsigned j = 0; j < (is_conjunction ? child->child_count : 1); j++) {
            struct am_comparison comparison = {0};
            if (!read_comparison(reader, is_conjunction ? child->children[j] : child, &comparison))
                condition->is_modelled = false;
            else if (comparison.left)
                vec_push(&conjunction.all, comparison);
        }
        vec_push(&condition->any, conjunction);
    }
    return condition;
}

/* ---- switches ---- */

/* To 0.9.3: <ModeSwitch valueProvider="..."><entries values="Mode/Literal?type=ModeLiteral ...">. */
static struct am_condition *read_old_condition(struct reader *reader, const struct xml_element *entry,
                                               const struct am_mode_label *label) {
    struct am_document *document = &reader->document;
    struct am_condition *condition = arena_new_object(reader->arena, struct am_condition);
    am_elements values = {0};
    condition->is_modelled = true;
    am_references(document, entry, "values", &values);
    for (size_t i = 0; i < values.count; i++) {
        struct am_comparison comparison = {.left = label, .relation = AM_EQUAL};
        struct am_conjunction conjunction = {0};
        if (!literal_value(label, am_name(document, values.items[i]), &comparison.value))
            am_error(document, entry, "'%s' is no value of the mode label %s", am_name(document, values.items[i]),
                     label->name);
        vec_push(&conjunction.all, comparison);
        vec_push(&condition->any, conjunction);
    }
    vec_free(&values);
    return condition;
}

static void read_switch(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    const struct am_mode_label *label = read_object(reader, element, "valueProvider", A_MODE_LABEL);
    const struct xml_element *otherwise = NULL;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "defaultEntry") == 0) otherwise = child;
        if (strcmp(child->name, "entries") != 0) continue;
        struct am_branch branch = {0};
        const struct xml_element *condition = am_child(document, child, "condition");
        am_see(document, child);
        am_name(document, child);
        if (condition)
            branch.condition = read_condition(reader, condition);
        else if (label && label->mode)
            branch.condition = read_old_condition(reader, child, label);
        else
            branch.condition = arena_new_object(reader->arena, struct am_condition); /* never true */
        if (!condition && !label) branch.condition->is_modelled = true;
        read_items(reader, child, NULL, &branch.items);
        vec_push(&item->branches, branch);
    }
    struct am_branch last = {0};
    if (otherwise) am_see(document, otherwise);
    if (otherwise) read_items(reader, otherwise, NULL, &last.items);
    vec_push(&item->branches, last); /* nothing is true, and there is no default: nothing is done */
}

static void read_choice(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, "entries") != 0) continue;
        struct am_branch branch = {.probability = {0, 1}};
        const char *text = am_attribute(document, child, "probability");
        am_see(document, child);
        if (text && !rational_parse(text, &branch.probability))
            am_error(document, child, "'%s' is no probability", text);
        read_items(reader, child, NULL, &branch.items);
        if (branch.probability.above != 0 || !text)
            vec_push(&item->branches, branch);
        else
            free_items(&branch.items);
    }
}

/* ---- the operating system's services ---- */

static void read_event_mask(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    const struct xml_element *mask = am_child(&reader->document, element, "eventMask");
    am_elements found = {0};
    if (mask) am_references(&reader->document, mask, "events", &found);
    for (size_t i = 0; i < found.count; i++) {
        struct am_os_event *event = object_of(reader, mask, found.items[i], AN_OS_EVENT);
        if (event) vec_push(&item->events, event);
    }
    vec_free(&found);
}

static bool is_undefined(const char *text) { return !text || strcmp(text, "_undefined_") == 0; }

static bool is_active(struct reader *reader, const struct xml_element *element) {
    const char *text = am_attribute(&reader->document, element, "waitingBehaviour");
    bool active = text && strcmp(text, "active") == 0;
    if (!active && !is_undefined(text) && strcmp(text, "passive") != 0)
        am_error(&reader->document, element, "waitingBehaviour is active or passive, not '%s'", text);
    return active;
}

/* Must all events of the mask be set? Said by nothing, it matters only where there are several. */
static bool waits_for_all(struct reader *reader, const struct xml_element *element, const struct am_item *item) {
    const char *mask = am_attribute(&reader->document, element, "maskType");
    if (is_undefined(mask) && item->events.count > 1)
        vec_push(&reader->model->assumptions,
                 arena_printf(reader->arena,
                              "a WaitEvent for %zu events (line %u) does not say which: one of them is "
                              "enough",
                              item->events.count, element->place.line));
    bool all = mask && strcmp(mask, "AND") == 0;
    if (!all && !is_undefined(mask) && strcmp(mask, "OR") != 0)
        am_error(&reader->document, element, "maskType is AND or OR, not '%s'", mask);
    return all;
}

static void read_semaphore_access(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    const char *access = am_attribute(&reader->document, element, "access");
    item->semaphore = read_object(reader, element, "semaphore", A_SEMAPHORE);
    item->is_active = is_active(reader, element) || (item->semaphore && item->semaphore->kind == AM_SPINLOCK);
    if (access && strcmp(access, "request") == 0)
        item->access = AM_REQUEST;
    else if (access && strcmp(access, "exclusive") == 0)
        item->access = AM_EXCLUSIVE;
    else if (access && strcmp(access, "release") == 0)
        item->access = AM_RELEASE;
    else
        am_error(&reader->document, element, "access is request, exclusive or release, not '%s'", access ? access : "");
}

/* False: the access only reads, which takes no time and changes nothing. */
static bool read_label_access(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    const char *access = am_attribute(document, element, "access");
    item->label = read_object(reader, element, "data", A_MODE_LABEL);
    item->value = read_integer(reader, element, "step", 1);
    if (!access || strcmp(access, "read") == 0) {
        am_attribute(document, element, "value");
        return false;
    }
    if (strcmp(access, "set") == 0 || strcmp(access, "write") == 0) {
        item->change = AM_LABEL_SET;
        item->value = read_label_value(reader, element, item->label);
    } else if (strcmp(access, "increment") == 0 || strcmp(access, "decrement") == 0) {
        item->change = access[0] == 'i' ? AM_LABEL_INCREMENT : AM_LABEL_DECREMENT;
    } else {
        am_error(document, element, "the access '%s' is not known", access);
    }
    return item->label != NULL;
}

static bool read_access(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    const char *access = am_attribute(document, element, "access");
    am_see_all(document, element);
    leave_out(reader, element, "accesses to labels",
              "data have no values here, and an access takes no time of its own unless the model counts it in ticks",
              AM_ASSUMED);
    const struct xml_element *data = am_reference(document, element, "data");
    if (data && document->kind[am_number(document, data)] == A_VARIABLE) /* old models: also mode labels */
        item->variable = document->object[am_number(document, data)];
    item->is_write = access && strcmp(access, "write") == 0;
    bool is_read = access && strcmp(access, "read") == 0;
    if (access && !is_read && !item->is_write && strcmp(access, "_undefined_") != 0)
        am_error(document, element, "access is read or write, not '%s'", access);
    return item->variable && (is_read || item->is_write);
}

/* ---- all of them ---- */

/* False: the item is of no consequence. */
static bool read_item(struct reader *reader, const struct xml_element *element, struct am_item *item) {
    struct am_document *document = &reader->document;
    const struct xml_element *condition;
    switch (item->kind) {
    case AM_TICKS: read_ticks(reader, element, item); return true;
    case AM_NEED: read_needs(reader, element, item); return true;
    case AM_GROUP:
        am_name(document, element);
        if (!read_flag(reader, element, "ordered", true))
            leave_out(reader, element, "groups without an order", "their items are done in the order of the file",
                      AM_UNSAFE);
        item->is_uninterruptible = !read_flag(reader, element, "interruptible", true);
        read_items(reader, element, NULL, &item->items);
        return true;
    case AM_CALL: return (item->runnable = read_object(reader, element, "runnable", A_RUNNABLE)) != NULL;
    case AM_SWITCH: read_switch(reader, element, item); return true;
    case AM_CHOICE: read_choice(reader, element, item); return item->branches.count > 0;
    case AM_LOOP:
        condition = am_child(document, element, "condition");
        item->condition = condition ? read_condition(reader, condition) : NULL;
        if (!condition) am_error(document, element, "a loop needs a condition");
        read_items(reader, element, NULL, &item->items);
        return true;
    case AM_SET_LABEL: return read_label_access(reader, element, item);
    case AM_WAIT:
        read_event_mask(reader, element, item);
        item->needs_all = waits_for_all(reader, element, item);
        item->is_active = is_active(reader, element);
        return item->events.count > 0;
    case AM_SET_EVENT: item->process = read_object(reader, element, "process", A_PROCESS); /* fall through */
    case AM_CLEAR_EVENT: read_event_mask(reader, element, item); return item->events.count > 0;
    case AM_SEMAPHORE: read_semaphore_access(reader, element, item); return item->semaphore != NULL;
    case AM_TRIGGER: return (item->stimulus = read_object(reader, element, "stimulus", A_STIMULUS)) != NULL;
    case AM_SCHEDULE_POINT:
    case AM_TERMINATE: return true;
    case AM_ACCESS: return read_access(reader, element, item);
    case AM_HAPPEN: return (item->event = read_object(reader, element, "event", AN_EVENT)) != NULL;
    }
    return false;
}

static bool is_item_tag(const char *tag) {
    return strcmp(tag, "items") == 0 || strcmp(tag, "graphEntries") == 0 || strcmp(tag, "calls") == 0 ||
           strcmp(tag, "runnableItems") == 0;
}

void read_items(struct reader *reader, const struct xml_element *element, const char *tag, am_items *items) {
    struct am_document *document = &reader->document;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (tag ? strcmp(child->name, tag) != 0 : !is_item_tag(child->name)) continue;
        const char *class_name = am_class(document, child);
        const struct item_class *class_found = NULL;
        for (size_t j = 0; j < sizeof item_classes / sizeof *item_classes && !class_found; j++)
            if (strcmp(item_classes[j].name, class_name) == 0) class_found = &item_classes[j];
        if (!class_found) continue; /* listed with what nobody looked at */
        struct am_item *item = arena_new_object(reader->arena, struct am_item);
        item->kind = class_found->kind;
        item->place = child->place;
        am_see(document, child);
        if (read_item(reader, child, item)) vec_push(items, item);
    }
}
