#include "oil/merge.h"

#include <string.h>

static void merge_alternatives(struct oil_alternative *into, const struct oil_definition *older);

static void merge_attributes(struct oil_definition **into, struct oil_definition *older) {
    for (struct oil_definition *next; older; older = next) {
        next = older->next;
        struct oil_definition *newer = oil_find_definition(*into, older->name);
        if (newer) {
            if (newer->type == older->type && newer->alternatives) merge_alternatives(newer->alternatives, older);
            continue;
        }
        struct oil_definition **tail = into;
        while (*tail) tail = &(*tail)->next;
        older->next = NULL;
        *tail = older;
    }
}

/* `into` is not empty. */
static void merge_alternatives(struct oil_alternative *into, const struct oil_definition *older) {
    for (struct oil_alternative *alternative = older->alternatives, *next; alternative; alternative = next) {
        next = alternative->next;
        struct oil_alternative *same = oil_find_alternative(into, alternative->name);
        if (same) {
            merge_attributes(&same->attributes, alternative->attributes);
            continue;
        }
        struct oil_alternative *last = into;
        while (last->next) last = last->next;
        alternative->next = NULL;
        last->next = alternative;
    }
}

void oil_merge_definition(struct oil_definition **list, struct oil_definition *definition) {
    while (*list && strcmp((*list)->name, definition->name) != 0) list = &(*list)->next;
    struct oil_definition *older = *list;
    *list = definition;
    definition->next = older ? older->next : NULL;
    if (!older || older->type != definition->type) return;
    if (definition->alternatives)
        merge_alternatives(definition->alternatives, older);
    else
        definition->alternatives = older->alternatives;
    merge_attributes(&definition->attributes, older->attributes);
    if (!definition->has_default && !definition->no_default) {
        definition->has_default = older->has_default;
        definition->default_value = older->default_value;
    }
}

void oil_merge_kind(struct oil_kind **list, struct oil_kind *kind) {
    while (*list && strcmp((*list)->name, kind->name) != 0) list = &(*list)->next;
    if (!*list) {
        *list = kind;
        return;
    }
    for (struct oil_definition *definition = kind->attributes, *next; definition; definition = next) {
        next = definition->next;
        oil_merge_definition(&(*list)->attributes, definition);
    }
}

/* ---- objects ---- */

static bool same_place(struct place a, struct place b) {
    return a.line == b.line && a.column == b.column && !strcmp(a.file, b.file);
}

/* There is one OS and one COM, whatever it is called. */
static bool is_single(const char *kind) { return !strcmp(kind, "OS") || !strcmp(kind, "COM") || !strcmp(kind, "NM"); }

static struct oil_object *find_same(const struct oil_tree *tree, const struct oil_object *object) {
    for (struct oil_object *other = tree->objects; other; other = other->next) {
        if (strcmp(other->kind, object->kind) != 0) continue;
        bool same_name = *object->name && !strcmp(other->name, object->name);
        if (same_name || is_single(object->kind) || same_place(other->place, object->place)) return other;
    }
    return NULL;
}

/* Which attributes are lists is not known yet: the older ones stay, marked, and give way later where only one may be.
 */
static void extend(struct oil_object *older, const struct oil_object *newer) {
    for (struct oil_parameter *parameter = older->parameters; parameter; parameter = parameter->next)
        parameter->older++;
    struct oil_parameter **tail = &older->parameters;
    while (*tail) tail = &(*tail)->next;
    *tail = newer->parameters;
    if (newer->description) older->description = newer->description;
    if (*newer->name) older->name = newer->name;
    older->place = newer->place;
}

/* An attribute that both definitions give, and not with the same values; NULL: they are parts of one, as in ERIKA's
 * files. */
static const char *disputed(const struct oil_object *older, const struct oil_object *newer) {
    for (const struct oil_parameter *parameter = newer->parameters; parameter; parameter = parameter->next)
        if (oil_find_parameter(older->parameters, parameter->name) && !oil_says(older->parameters, parameter))
            return parameter->name;
    return NULL;
}

static bool says_all(const struct oil_object *object, const struct oil_object *other) {
    for (const struct oil_parameter *parameter = other->parameters; parameter; parameter = parameter->next)
        if (!oil_says(object->parameters, parameter)) return false;
    return true;
}

/* The same as a whole is no part, but a mistake. */
static bool are_copies(const struct oil_object *a, const struct oil_object *b) {
    return a->parameters && says_all(a, b) && says_all(b, a);
}

/* A list would have it twice. */
static void drop_repeated(const struct oil_object *older, struct oil_object *newer) {
    for (struct oil_parameter **list = &newer->parameters; *list;) {
        if (oil_says(older->parameters, *list))
            *list = (*list)->next;
        else
            list = &(*list)->next;
    }
}

static void report_second(const struct oil_object *older, const struct oil_object *object, const char *name,
                          struct diagnostics *diagnostics) {
    const char *attribute = disputed(older, object);
    if (is_single(object->kind))
        diag_error(diagnostics, object->place, "a second %s object '%s'; there can be only one", object->kind, name);
    else if (attribute)
        diag_error(diagnostics, object->place, "%s '%s' is defined twice, and %s is not the same in both", object->kind,
                   name, attribute);
    else
        diag_error(diagnostics, object->place, "%s '%s' is defined twice", object->kind, name);
    diag_note(diagnostics, older->place, "the first definition is here");
}

void oil_merge_object(struct oil_tree *tree, struct oil_object *object, struct diagnostics *diagnostics) {
    struct oil_object *older = find_same(tree, object);
    if (!older) {
        struct oil_object **tail = &tree->objects;
        while (*tail) tail = &(*tail)->next;
        *tail = object;
        return;
    }
    if (same_place(older->place, object->place)) return;
    const char *name = *object->name ? object->name : "(no name)";
    if (strcmp(older->place.file, object->place.file) != 0) {
        if (!is_single(object->kind))
            diag_note(diagnostics, object->place, "%s '%s' is also defined in %s; the two are taken together",
                      object->kind, name, older->place.file);
        extend(older, object);
        return;
    }
    bool is_mistake = !is_single(object->kind) && (disputed(older, object) || are_copies(older, object));
    if (is_mistake || strcmp(older->name, object->name) != 0) {
        report_second(older, object, name, diagnostics);
        return;
    }
    diag_warning(diagnostics, object->place, "%s '%s' is defined in several parts; they are taken together",
                 object->kind, name);
    if (!is_single(object->kind)) drop_repeated(older, object);
    extend(older, object);
}
