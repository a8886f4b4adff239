#include "oil/check.h"

#include "base/nearest.h"
#include "oil/standard.h"
#include "oil/value.h"

#include <string.h>

struct checker {
    struct oil_tree *tree;
    const struct oil_kind *standard;
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct oil_object *object; /* being checked */
};

/* The attributes that are allowed at some place: the project's own definitions, then the standard's. */
struct scope {
    const struct oil_definition *own, *standard;
    bool own_kind; /* the project defines this kind of object */
};

static void check_list(struct checker *checker, struct oil_parameter **list, struct scope scope, struct place place);

static const struct oil_definition *definition_of(struct scope scope, const char *name) {
    const struct oil_definition *own = oil_find_definition(scope.own, name);
    return own ? own : oil_find_definition(scope.standard, name);
}

static const char *describe(struct checker *checker) {
    const char *name = checker->object->name;
    return *name ? arena_printf(checker->arena, "%s '%s'", checker->object->kind, name) : checker->object->kind;
}

/* ---- references ---- */

static bool exists_undeclared(const char *kind, const char *name) {
    return (!strcmp(kind, "RESOURCE") && !strcmp(name, OIL_RES_SCHEDULER)) ||
           (!strcmp(kind, "APPMODE") && !strcmp(name, OIL_DEFAULT_APPMODE)) ||
           (!strcmp(kind, "COUNTER") && !strcmp(name, OIL_SYSTEM_COUNTER));
}

static void check_reference(struct checker *checker, const struct oil_definition *definition,
                            const struct oil_parameter *parameter) {
    const char *kind = definition->target, *name = parameter->value.text;
    struct place place = parameter->value.place;
    if (oil_find_object(checker->tree->objects, kind, name) || exists_undeclared(kind, name)) return;
    const struct oil_object *other = oil_find_object(checker->tree->objects, NULL, name);
    if (!oil_find_kind(checker->standard, kind)) {
        diag_warning(checker->diagnostics, place, "there is no %s '%s'", kind, name);
        return;
    }
    struct nearest nearest;
    nearest_begin(&nearest, name);
    for (const struct oil_object *object = checker->tree->objects; object; object = object->next)
        if (!strcmp(object->kind, kind)) nearest_offer(&nearest, object->name);
    if (other) {
        diag_error(checker->diagnostics, place, "%s must name a %s, but '%s' is a %s", parameter->name, kind, name,
                   other->kind);
        diag_note(checker->diagnostics, other->place, "'%s' is defined here", name);
    } else {
        char room[NEAREST_ROOM];
        diag_error(checker->diagnostics, place, "there is no %s '%s'%s", kind, name,
                   nearest_hint(&nearest, '\'', room));
    }
}

/* ---- what is given ---- */

/* Unknown attributes are the vendor's and stay, but one that looks like a slip of the pen is worth a word. */
static void check_unknown(struct checker *checker, const struct oil_parameter *parameter, struct scope scope) {
    struct nearest nearest;
    nearest_begin(&nearest, parameter->name);
    for (const struct oil_definition *d = scope.own; d; d = d->next) nearest_offer(&nearest, d->name);
    for (const struct oil_definition *d = scope.standard; d; d = d->next) nearest_offer(&nearest, d->name);
    bool slip = nearest.found && nearest.distance * 4 <= strlen(parameter->name);
    if (slip) {
        diag_warning(checker->diagnostics, parameter->place, "%s has no attribute '%s'; did you mean '%s'?",
                     describe(checker), parameter->name, nearest.found);
        oil_assume(checker->tree, checker->arena, "`%s` of %s is not meant to be %s", parameter->name,
                   describe(checker), nearest.found);
    } else if (scope.own_kind)
        diag_warning(checker->diagnostics, parameter->place, "%s has no attribute '%s' in its IMPLEMENTATION; kept",
                     describe(checker), parameter->name);
}

static struct scope inner_scope(const struct oil_parameter *parameter, struct scope scope) {
    const struct oil_definition *own = oil_find_definition(scope.own, parameter->name);
    const struct oil_definition *standard = oil_find_definition(scope.standard, parameter->name);
    const struct oil_alternative *own_choice =
        own ? oil_find_alternative(own->alternatives, parameter->value.text) : NULL;
    const struct oil_alternative *standard_choice =
        standard ? oil_find_alternative(standard->alternatives, parameter->value.text) : NULL;
    struct scope inner = {.own_kind = own != NULL};
    if (own) inner.own = own->type == TYPE_STRUCT ? own->attributes : own_choice ? own_choice->attributes : NULL;
    if (standard_choice) inner.standard = standard_choice->attributes;
    return inner;
}

static void check_parameter(struct checker *checker, struct oil_parameter *parameter, struct scope scope) {
    const struct oil_definition *definition = definition_of(scope, parameter->name);
    if (!definition) {
        check_unknown(checker, parameter, scope);
        return;
    }
    if (!oil_check_value(definition, &parameter->value, checker->arena, checker->diagnostics)) return;
    if (definition->type == TYPE_REFERENCE) check_reference(checker, definition, parameter);
    struct scope inner = inner_scope(parameter, scope);
    if (inner.own || inner.standard)
        check_list(checker, &parameter->body, inner, parameter->place);
    else if (parameter->body)
        diag_warning(checker->diagnostics, parameter->body->place, "%s = %s takes no attributes; kept", parameter->name,
                     parameter->value.text);
    parameter->has_body = parameter->has_body || parameter->body;
}

/* ---- what is given too often ---- */

static bool is_repeated(const struct oil_parameter *a, const struct oil_parameter *b) {
    return oil_same_value(a, b) && !a->body && !b->body;
}

/* The parameter that makes this one void: a later one of the same name. */
static const struct oil_parameter *later(const struct oil_parameter *parameter) {
    return oil_find_parameter(parameter->next, parameter->name);
}

static void drop_overridden(struct checker *checker, struct oil_parameter **list, struct scope scope) {
    while (*list) {
        struct oil_parameter *parameter = *list;
        const struct oil_definition *definition = definition_of(scope, parameter->name);
        const struct oil_parameter *other = definition && !definition->multiple ? later(parameter) : NULL;
        if (!other) {
            list = &parameter->next;
            continue;
        }
        if (parameter->older == other->older && !is_repeated(parameter, other)) {
            diag_error(checker->diagnostics, other->place, "%s is given twice, and can be given only once",
                       other->name);
            diag_note(checker->diagnostics, parameter->place, "the first is here");
        }
        *list = parameter->next;
    }
}

/* ---- what is not given ---- */

/* The built-in default, or the end of the project's own range that it is beyond. */
static struct oil_value default_within(const struct oil_definition *definition, const struct oil_value *value) {
    const struct oil_bound *last = definition->range == RANGE_BOUNDS ? definition->bounds->next : NULL;
    bool is_beyond = last && value->kind == VALUE_INTEGER && last->value.kind == VALUE_INTEGER &&
                     !last->value.negative && value->magnitude > last->value.magnitude;
    return is_beyond ? last->value : *value;
}

static void add_implied(struct checker *checker, struct oil_parameter ***tail, const struct oil_definition *definition,
                        const struct oil_definition *origin, struct place place, struct scope scope) {
    struct oil_parameter *parameter = arena_new_object(checker->arena, struct oil_parameter);
    bool is_own = origin == definition; /* the section says both, and must not contradict itself */
    const struct oil_value *value = &origin->default_value;
    *parameter = (struct oil_parameter){.name = definition->name,
                                        .value = is_own ? *value : default_within(definition, value),
                                        .implied = true,
                                        .place = place};
    parameter->ours = origin == oil_find_definition(scope.standard, definition->name);
    parameter->value.place = place;
    **tail = parameter;
    *tail = &parameter->next;
    check_parameter(checker, parameter, scope);
}

static void complete(struct checker *checker, struct oil_parameter ***tail, const struct oil_definition *definition,
                     struct scope scope, struct place place) {
    const struct oil_definition *standard = oil_find_definition(scope.standard, definition->name);
    if (definition->has_default) {
        if (!definition->multiple) add_implied(checker, tail, definition, definition, place, scope);
        return;
    }
    if (definition->multiple || (definition->type == TYPE_STRUCT && !definition->no_default)) return;
    if (!definition->no_default && standard && standard->has_default) {
        diag_warning(checker->diagnostics, place, "%s has no %s; %s is assumed", describe(checker), definition->name,
                     default_within(definition, &standard->default_value).text);
        add_implied(checker, tail, definition, standard, place, scope);
    } else if (standard || definition->no_default) {
        diag_error(checker->diagnostics, place, "%s has no %s, which must be given", describe(checker),
                   definition->name);
    }
}

static void check_list(struct checker *checker, struct oil_parameter **list, struct scope scope, struct place place) {
    drop_overridden(checker, list, scope);
    struct oil_parameter **tail = list;
    for (; *tail; tail = &(*tail)->next) check_parameter(checker, *tail, scope);
    for (const struct oil_definition *d = scope.own; d; d = d->next)
        if (!oil_find_parameter(*list, d->name)) complete(checker, &tail, d, scope, place);
    for (const struct oil_definition *d = scope.standard; d; d = d->next)
        if (!oil_find_parameter(*list, d->name) && !oil_find_definition(scope.own, d->name))
            complete(checker, &tail, d, scope, place);
}

/* ---- objects ---- */

static void check_kind(struct checker *checker, const struct oil_object *object) {
    if (oil_find_kind(checker->tree->kinds, object->kind) || oil_find_kind(checker->standard, object->kind)) return;
    struct nearest nearest;
    nearest_begin(&nearest, object->kind);
    for (const struct oil_kind *kind = checker->standard; kind; kind = kind->next)
        if (strlen(kind->name) > 3) nearest_offer(&nearest, kind->name);
    if (nearest.found && nearest.distance <= 2)
        diag_warning(checker->diagnostics, object->place,
                     "'%s' is no kind of object that OIL knows; did you mean '%s'?", object->kind, nearest.found);
}

/* ---- application modes ---- */

struct mode_uses {
    const struct oil_value *first; /* NULL: none */
    bool differ;                   /* there are several names */
};

static void find_mode_uses(const struct oil_parameter *list, struct mode_uses *uses) {
    for (; list; list = list->next) {
        if (!strcmp(list->name, "APPMODE")) {
            if (!uses->first) uses->first = &list->value;
            uses->differ |= strcmp(uses->first->text, list->value.text) != 0;
        }
        find_mode_uses(list->body, uses);
    }
}

/* Where nobody declares a mode, and all name the same one, that is the mode. Of two names one may be misspelt. */
static void declare_only_mode(struct oil_tree *tree, struct arena *arena, struct diagnostics *diagnostics) {
    struct mode_uses uses = {0};
    struct oil_object **end = &tree->objects;
    for (; *end; end = &(*end)->next) {
        if (!strcmp((*end)->kind, "APPMODE")) return;
        find_mode_uses((*end)->parameters, &uses);
    }
    if (!uses.first || uses.differ || exists_undeclared("APPMODE", uses.first->text) ||
        oil_find_object(tree->objects, NULL, uses.first->text))
        return;
    *end = arena_new_object(arena, struct oil_object);
    **end = (struct oil_object){.kind = "APPMODE", .name = uses.first->text, .place = uses.first->place};
    diag_warning(diagnostics, uses.first->place, "APPMODE '%s' is used but not declared; it is taken as the only one",
                 uses.first->text);
}

void oil_check(struct oil_tree *tree, const struct oil_kind *standard, struct arena *arena,
               struct diagnostics *diagnostics) {
    struct checker checker = {.tree = tree, .standard = standard, .arena = arena, .diagnostics = diagnostics};
    declare_only_mode(tree, arena, diagnostics);
    for (struct oil_object *object = tree->objects; object; object = object->next) {
        const struct oil_kind *own = oil_find_kind(tree->kinds, object->kind);
        const struct oil_kind *known = oil_find_kind(standard, object->kind);
        checker.object = object;
        check_kind(&checker, object);
        if (known && !*object->name && strcmp(object->kind, "OS") != 0 && strcmp(object->kind, "COM") != 0 &&
            strcmp(object->kind, "NM") != 0)
            diag_error(diagnostics, object->place, "this %s has no name", object->kind);
        check_list(&checker, &object->parameters,
                   (struct scope){own ? own->attributes : NULL, known ? known->attributes : NULL, own != NULL},
                   object->place);
    }
}
