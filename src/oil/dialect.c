#include "oil/dialect.h"

#include <string.h>

struct translating {
    const struct oil_kind *own; /* what the project itself says of alarms; NULL: nothing */
    struct arena *arena;
    struct diagnostics *diagnostics;
};

static void add_copy(struct translating *translating, struct oil_parameter *action, const struct oil_parameter *from,
                     const char *name) {
    struct oil_parameter **tail = &action->body;
    while (*tail) tail = &(*tail)->next;
    struct oil_parameter *copy = arena_new_object(translating->arena, struct oil_parameter);
    *copy = *from;
    copy->name = name;
    copy->next = NULL;
    *tail = copy;
    action->has_body = true;
}

/* `ACTION = ACTIVATETASK; TASK = t;` */
static void take_siblings(struct translating *translating, struct oil_object *alarm, struct oil_parameter *action) {
    static const char *const siblings[] = {"TASK", "EVENT", "ALARMCALLBACKNAME", "CALLBACKNAME", "CALLBACK"};
    if (action->has_body) return;
    for (size_t i = 0; i < sizeof siblings / sizeof *siblings; i++) {
        const struct oil_parameter *sibling = oil_find_parameter(alarm->parameters, siblings[i]);
        if (!sibling) continue;
        diag_warning(translating->diagnostics, sibling->place, "OIL wants this inside of ACTION = %s { ... }",
                     action->value.text);
        add_copy(translating, action, sibling, siblings[i]);
    }
}

static bool knows_action(const struct translating *translating, const char *name) {
    const struct oil_definition *action =
        translating->own ? oil_find_definition(translating->own->attributes, "ACTION") : NULL;
    return action && oil_find_alternative(action->alternatives, name);
}

static void rename_callback(struct translating *translating, struct oil_parameter *action) {
    static const char *const names[] = {"CALLBACK", "CALLBACKNAME"};
    if (!strcmp(action->value.text, "CALLBACK") && !knows_action(translating, "CALLBACK")) {
        diag_warning(translating->diagnostics, action->value.place, "OIL calls this ALARMCALLBACK");
        action->value.text = "ALARMCALLBACK";
    }
    if (strcmp(action->value.text, "ALARMCALLBACK") != 0 && strcmp(action->value.text, "CALLBACK") != 0) return;
    for (size_t i = 0; i < sizeof names / sizeof *names && !oil_find_parameter(action->body, "ALARMCALLBACKNAME");
         i++) {
        const struct oil_parameter *name = oil_find_parameter(action->body, names[i]);
        if (!name) continue;
        diag_warning(translating->diagnostics, name->place, "OIL calls this ALARMCALLBACKNAME");
        add_copy(translating, action, name, "ALARMCALLBACKNAME");
    }
}

void oil_translate_dialects(struct oil_tree *tree, struct arena *arena, struct diagnostics *diagnostics) {
    struct translating translating = {oil_find_kind(tree->kinds, "ALARM"), arena, diagnostics};
    for (struct oil_object *object = tree->objects; object; object = object->next) {
        struct oil_parameter *action =
            strcmp(object->kind, "ALARM") ? NULL : oil_find_parameter(object->parameters, "ACTION");
        if (!action || action->value.kind != VALUE_NAME) continue;
        take_siblings(&translating, object, action);
        rename_callback(&translating, action);
    }
}
