/* Rodin's files: everything is in attributes, children of different kinds are mixed, and old versions differ in ways
 * that are rewritten here on reading. Elements and attributes of plug-ins are skipped. */
#include "base/file.h"

#include "base/word.h"
#include "base/xml.h"
#include "eventb/read.h"
#include "eventb/token.h"

#include <stdlib.h>

static const char prefix[] = "org.eventb.core.";

struct reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct eb_theories *theories;
    long version;
    bool machine;
    bool failed;
};

static bool is_element(const struct xml_element *element, const char *kind) {
    return !strncmp(element->name, prefix, sizeof prefix - 1) && !strcmp(element->name + sizeof prefix - 1, kind);
}

static const char *attribute(const struct xml_element *element, const char *name) {
    for (unsigned i = 0; i < element->attribute_count; i++) {
        const char *full = element->attributes[i].name;
        if (!strncmp(full, prefix, sizeof prefix - 1) && !strcmp(full + sizeof prefix - 1, name))
            return element->attributes[i].value;
    }
    return NULL;
}

/* Whoever means something else by a value that is not known should hear of it. */
static void refuse_value(struct reader *reader, const struct xml_element *element, const char *name) {
    diag_error(reader->diagnostics, element->place, "%s of %s is '%s', which is not known", name,
               element->name + sizeof prefix - 1, attribute(element, name));
    reader->failed = true;
}

static bool is_true(struct reader *reader, const struct xml_element *element, const char *name) {
    const char *value = attribute(element, name);
    if (!value || !strcmp(value, "false")) return false;
    if (strcmp(value, "true") != 0) refuse_value(reader, element, name);
    return true;
}

/* An attribute that must be there. */
static const char *needed(struct reader *reader, const struct xml_element *element, const char *name) {
    const char *value = attribute(element, name);
    if (value && *value) return value;
    diag_error(reader->diagnostics, element->place, "%s has no %s", element->name + sizeof prefix - 1, name);
    reader->failed = true;
    return NULL;
}

static bool version_1(const struct reader *reader) { return reader->version < (reader->machine ? 4 : 2); }

/* Rodin's own elements are all known: one that is not is a slip, and what it says would be lost. */
static void refuse_others(struct reader *reader, const struct xml_element *parent, const char *const *known) {
    for (unsigned i = 0; i < parent->child_count; i++) {
        const struct xml_element *child = parent->children[i];
        const char *kind = child->name + sizeof prefix - 1;
        if (!begins_with(child->name, prefix) || strchr(kind, '.') || is_one_of(kind, known)) continue;
        diag_error(reader->diagnostics, child->place, "an element %s is not known here", kind);
        reader->failed = true;
    }
}

/* Elements of other versions would not be read. */
static void refuse_unless(struct reader *reader, bool is_read, const struct xml_element *parent, const char *kind) {
    for (unsigned i = 0; !is_read && i < parent->child_count; i++) {
        if (!is_element(parent->children[i], kind)) continue;
        diag_error(reader->diagnostics, parent->children[i]->place,
                   "an element %s is not known in files of version %ld", kind, reader->version);
        reader->failed = true;
    }
}

/* ---- Names ---- */

static void add_name(struct reader *reader, const struct xml_element *element, const char *attribute_name,
                     eb_names *names) {
    const char *name = needed(reader, element, attribute_name);
    if (!name) return;
    if (!strcmp(attribute_name, "identifier") && !eb_is_identifier(name, version_1(reader))) {
        diag_error(reader->diagnostics, element->place, "'%s' is not an identifier", name);
        reader->failed = true;
        return;
    }
    vec_push(names, (struct eb_name){name, element->place});
}

static struct eb_name_list names(struct reader *reader, const struct xml_element *parent, const char *kind,
                                 const char *attribute_name) {
    eb_names list = {0};
    for (unsigned i = 0; i < parent->child_count; i++) {
        if (is_element(parent->children[i], kind)) add_name(reader, parent->children[i], attribute_name, &list);
    }
    return eb_take_names(reader->arena, &list);
}

/* ---- Formulas ---- */

typedef const struct eb_formula *(*parse)(struct arena *arena, const struct eb_source *source,
                                          struct diagnostics *diagnostics);

static void add_formula(struct reader *reader, const struct xml_element *element, const char *attribute_name,
                        parse parse, bool theorem, eb_labels *list) {
    const char *text = needed(reader, element, attribute_name);
    if (!text) return;
    const struct eb_source source = {.text = text,
                                     .origin = element->place,
                                     .version_1 = version_1(reader),
                                     .words_are_names = true,
                                     .theories = reader->theories};
    const char *label = attribute(element, "label");
    struct eb_labelled labelled = {.label = label ? label : "",
                                   .formula = parse(reader->arena, &source, reader->diagnostics),
                                   .theorem = theorem,
                                   .place = element->place};
    if (labelled.formula)
        vec_push(list, labelled);
    else
        reader->failed = true;
}

static void add_formulas(struct reader *reader, const struct xml_element *parent, const char *kind,
                         const char *attribute_name, parse parse, bool all_theorems, eb_labels *list) {
    for (unsigned i = 0; i < parent->child_count; i++) {
        const struct xml_element *child = parent->children[i];
        if (is_element(child, kind))
            add_formula(reader, child, attribute_name, parse, is_true(reader, child, "theorem") || all_theorems, list);
    }
}

/* `kind` and, in old files, `theorem` elements after them. */
static struct eb_labelled_list predicates(struct reader *reader, const struct xml_element *parent, const char *kind,
                                          bool with_theorems) {
    eb_labels list = {0};
    add_formulas(reader, parent, kind, "predicate", eb_parse_predicate, false, &list);
    if (with_theorems) add_formulas(reader, parent, "theorem", "predicate", eb_parse_predicate, true, &list);
    return eb_take_labels(reader->arena, &list);
}

/* ---- Events ---- */

static enum eb_convergence convergence(struct reader *reader, const struct xml_element *element) {
    const char *value = attribute(element, "convergence");
    if (!value || !strcmp(value, "0")) return EB_ORDINARY;
    if (!strcmp(value, "1")) return EB_CONVERGENT;
    if (strcmp(value, "2") != 0) refuse_value(reader, element, "convergence");
    return EB_ANTICIPATED;
}

/* Two for the same would be taken together. */
static void refuse_second(struct reader *reader, const struct eb_labelled_list *witnesses) {
    for (unsigned i = 1; i < witnesses->count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct eb_labelled *witness = &witnesses->items[i];
            if (!*witness->label || strcmp(witness->label, witnesses->items[k].label) != 0) continue;
            diag_error(reader->diagnostics, witness->place, "the label %s is used twice", witness->label);
            reader->failed = true;
        }
}

static void read_event(struct reader *reader, const struct xml_element *element, eb_events *events) {
    static const char *const known[] = {"parameter", "variable", "guard", "witness", "action", "refinesEvent", NULL};
    refuse_others(reader, element, known);
    refuse_unless(reader, reader->version < 2, element, "variable");
    refuse_unless(reader, reader->version >= 2, element, "parameter");
    struct eb_event event = {.place = element->place, .convergence = convergence(reader, element)};
    event.name = needed(reader, element, "label");
    if (!event.name) return;
    event.extended = is_true(reader, element, "extended");
    event.refines = names(reader, element, "refinesEvent", "target");
    if (reader->version < 3 && is_true(reader, element, "inherited")) {
        event.extended = true;
        if (!event.refines.count && strcmp(event.name, "INITIALISATION") != 0) {
            eb_names same = {0};
            vec_push(&same, (struct eb_name){event.name, element->place});
            event.refines = eb_take_names(reader->arena, &same);
        }
    }
    event.parameters = names(reader, element, reader->version < 2 ? "variable" : "parameter", "identifier");
    event.guards = predicates(reader, element, "guard", false);
    event.witnesses = predicates(reader, element, "witness", false);
    refuse_second(reader, &event.witnesses);
    eb_labels actions = {0};
    add_formulas(reader, element, "action", "assignment", eb_parse_assignment, false, &actions);
    event.actions = eb_take_labels(reader->arena, &actions);
    vec_push(events, event);
}

/* ---- Files ---- */

static void read_context(struct reader *reader, const struct xml_element *root, struct eb_component *component) {
    static const char *const known[] = {"extendsContext", "carrierSet", "constant", "axiom", "theorem", NULL};
    refuse_others(reader, root, known);
    component->extends = names(reader, root, "extendsContext", "target");
    component->sets = names(reader, root, "carrierSet", "identifier");
    component->constants = names(reader, root, "constant", "identifier");
    component->axioms = predicates(reader, root, "axiom", reader->version < 3);
    refuse_unless(reader, reader->version < 3, root, "theorem");
}

static void read_machine(struct reader *reader, const struct xml_element *root, struct eb_component *component) {
    static const char *const known[] = {"refinesMachine", "seesContext", "variable", "invariant",
                                        "theorem",        "variant",     "event",    NULL};
    refuse_others(reader, root, known);
    component->refines = names(reader, root, "refinesMachine", "target");
    component->sees = names(reader, root, "seesContext", "target");
    component->variables = names(reader, root, "variable", "identifier");
    component->invariants = predicates(reader, root, "invariant", reader->version < 5);
    refuse_unless(reader, reader->version < 5, root, "theorem");
    eb_labels variants = {0};
    add_formulas(reader, root, "variant", "expression", eb_parse_expression, false, &variants);
    component->variants = eb_take_labels(reader->arena, &variants);
    eb_events events = {0};
    for (unsigned i = 0; i < root->child_count; i++) {
        if (is_element(root->children[i], "event")) read_event(reader, root->children[i], &events);
    }
    eb_take_events(reader->arena, &events, component);
}

/* The file's name without folder and extension. */
static const char *component_name(struct arena *arena, const char *path) {
    const char *name = file_name(path), *dot = strrchr(name, '.');
    return dot ? arena_text_n(arena, name, (size_t)(dot - name)) : arena_text(arena, name);
}

static bool read_version(struct reader *reader, const struct xml_element *root) {
    const char *text = xml_attribute_value(root, "version");
    char *end = NULL;
    long newest = reader->machine ? 5 : 3;
    reader->version = text ? strtol(text, &end, 10) : 0;
    if (!text || (*text && !*end && reader->version >= 0 && reader->version <= newest)) return true;
    diag_error(reader->diagnostics, root->place, "version %s of %s files is not known; the newest known is %ld", text,
               reader->machine ? "machine" : "context", newest);
    return false;
}

bool eb_read_rodin(struct arena *arena, const char *path, const char *bytes, size_t size, struct eb_theories *theories,
                   eb_component_list *list, struct diagnostics *diagnostics) {
    const struct xml_element *root = xml_read(arena, path, bytes, size, diagnostics);
    if (!root) return false;
    struct reader reader = {
        .arena = arena, .diagnostics = diagnostics, .theories = theories, .machine = is_element(root, "machineFile")};
    if (!reader.machine && !is_element(root, "contextFile")) {
        diag_error(diagnostics, root->place, "expected a machine or a context of Rodin, not <%s>", root->name);
        return false;
    }
    if (!read_version(&reader, root)) return false;
    struct eb_component *component = arena_new_object(arena, struct eb_component);
    component->name = component_name(arena, path);
    component->file = path;
    component->is_machine = reader.machine;
    component->place = root->place;
    if (reader.machine)
        read_machine(&reader, root, component);
    else
        read_context(&reader, root, component);
    vec_push(list, component);
    return !reader.failed;
}
