/* What nobody looked at. Everything that the language is known to have and that has no influence on timing is in one of
 * these tables, with the reason; whatever is in none of them is unsafe to leave out, known or unknown. */
#include "amalthea/reader.h"

#include <string.h>

struct rule {
    const char *parent, *name, *class_name; /* NULL: any */
    const char *what, *why;
    enum am_safety safety;
};

#define NO_TIME        "it describes, and changes no timing"
#define NO_ACCESS_TIME "the time of accesses is not modelled"
#define NO_DATA        "data have no values here, and an access takes no time of its own unless the model counts it in ticks"

static const struct rule element_rules[] = {
    {NULL, "customProperties", NULL, "custom properties", "they mean nothing to the language", AM_HARMLESS},
    {NULL, "annotations", NULL, "annotations", NO_TIME, AM_HARMLESS},
    {NULL, "tags", NULL, "tags", NO_TIME, AM_HARMLESS},
    {NULL, "size", NULL, "sizes", NO_TIME, AM_HARMLESS},
    {NULL, "commonElements", NULL, "common elements", NO_TIME, AM_HARMLESS},
    {NULL, "componentsModel", NULL, "components", NO_TIME, AM_HARMLESS},
    {NULL, "measurementModel", NULL, "measurements", "they are results of somebody else's", AM_HARMLESS},
    {NULL, "configModel", NULL, "configuration", "it is for tracing", AM_HARMLESS},
    {NULL, "propertyConstraintsModel", NULL, "property constraints", "they restrict mappings, not timing", AM_HARMLESS},
    {NULL, "eventModel", NULL, "events to observe", "nothing that is checked refers to them", AM_HARMLESS},
    {"swModel", "labels", NULL, "labels", NO_DATA, AM_ASSUMED},
    {"runnables", "parameters", NULL, "parameters of runnables", NO_DATA, AM_ASSUMED},
    {NULL, "arguments", NULL, "arguments of calls", NO_DATA, AM_ASSUMED},
    {"runnables", "localLabels", NULL, "local labels", NO_DATA, AM_ASSUMED},
    {"swModel", "sections", NULL, "sections", NO_TIME, AM_HARMLESS},
    {"swModel", "typeDefinitions", NULL, "types", NO_TIME, AM_HARMLESS},
    {"swModel", "activations", NULL, "activations of runnables", "tasks are activated by stimuli; these are wishes",
     AM_HARMLESS},
    {"swModel", "processPrototypes", NULL, "process prototypes", "they are plans for tasks, not tasks", AM_HARMLESS},
    {"swModel", "processChains", NULL, "process chains", "nothing that is checked refers to them", AM_HARMLESS},
    {"swModel", "customEntities", NULL, "custom entities", "they mean nothing to the language", AM_HARMLESS},
    {"swModel", "channels", NULL, "channels", "sending and receiving are listed where they happen", AM_HARMLESS},
    {NULL, "activation", NULL, "activations of runnables", "tasks are activated by stimuli; these are wishes",
     AM_HARMLESS},
    {NULL, "activations", NULL, "activations of runnables", "tasks are activated by stimuli; these are wishes",
     AM_HARMLESS},
    {NULL, NULL, "LabelAccess", "accesses to labels", NO_DATA, AM_ASSUMED},
    {NULL, NULL, "MemoryDefinition", "memories", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, NULL, "CacheDefinition", "caches", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, NULL, "ConnectionHandlerDefinition", "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, NULL, "ProcessingUnitDefinition", "processor types of no core", "no core is of that type", AM_HARMLESS},
    {NULL, NULL, "FrequencyDomain", "clocks of no core", "no core has that clock", AM_HARMLESS},
    {NULL, NULL, "PowerDomain", "power domains", NO_TIME, AM_HARMLESS},
    {NULL, NULL, "Memory", "memories", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, NULL, "Cache", "caches", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, NULL, "ConnectionHandler", "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "memories", NULL, "memories", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "memoryTypes", NULL, "memories", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "accessElements", NULL, "access paths", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "accessPaths", NULL, "access paths", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "networks", NULL, "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "networkTypes", NULL, "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "caches", NULL, "caches", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "connections", NULL, "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "ports", NULL, "interconnect", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "coreTypes", NULL, "processor types of no core", "no core is of that type", AM_HARMLESS},
    {NULL, "quartzes", NULL, "clocks of no core", "no core has that clock", AM_HARMLESS},
    {NULL, "featureCategories", NULL, "features of no core", "no core has them", AM_HARMLESS},
    {NULL, "features", NULL, "features of no core", "no core has them", AM_HARMLESS},
    {"hwModel", "structures", NULL, "hardware without a core", NO_TIME, AM_HARMLESS},
    {"structures", "structures", NULL, "hardware without a core", NO_TIME, AM_HARMLESS},
    {"mappingModel", "memoryMapping", NULL, "memory mappings", NO_ACCESS_TIME, AM_ASSUMED},
    {"mappingModel", "mapping", NULL, "memory mappings", NO_ACCESS_TIME, AM_ASSUMED},
    {"mappingModel", "physicalSectionMapping", NULL, "memory mappings", NO_ACCESS_TIME, AM_ASSUMED},
    {NULL, "osDataConsistency", NULL, "protection of data",
     "what the system adds to keep data consistent is not modelled", AM_ASSUMED},
    {"constraintsModel", "eventChains", NULL, "event chains", "they are parts of others", AM_HARMLESS},
    {"constraintsModel", "affinityConstraints", NULL, "affinity constraints", "they restrict mappings, not timing",
     AM_HARMLESS},
    {"constraintsModel", "targetConstraints", NULL, "affinity constraints", "they restrict mappings, not timing",
     AM_HARMLESS},
    {"constraintsModel", "physicalSectionConstraints", NULL, "memory constraints", "they restrict mappings, not timing",
     AM_HARMLESS},
    {"stimuliModel", "clocks", NULL, "clocks of stimuli", "no stimulus that is modelled uses them", AM_HARMLESS},
    {"operatingSystems", "overhead", NULL, "overheads of the operating system", "its own services take no time here",
     AM_UNSAFE},
    {NULL, "osOverheads", NULL, "overheads of the operating system", "its own services take no time here", AM_UNSAFE},
};

/* Attributes that say nothing about timing. */
static const char *const harmless_attributes[] = {
    "name",           "description", "id",        "version",     "constant",      "bVolatile",
    "size",           "asilLevel",   "ordered",   "displayName", "tags",          "section",
    "owner",          "callback",    "service",   "nullable",    "dataStability", "stabilityLevel",
    "schemaLocation", "uniqueName",  "namespace", "bitWidth",    "activation",    "classifiers"};

void leave_out(struct reader *reader, const struct xml_element *element, const char *what, const char *why,
               enum am_safety safety) {
    struct am_model *model = reader->model;
    for (size_t i = 0; i < model->leftovers.count; i++) {
        struct am_leftover *known = &model->leftovers.items[i];
        if (strcmp(known->what, what) != 0 || strcmp(known->why, why) != 0) continue;
        vec_push(&known->places, element->place);
        return;
    }
    struct am_leftover made = {.what = what, .why = why, .safety = safety};
    vec_push(&made.places, element->place);
    vec_push(&model->leftovers, made);
}

static bool matches(const char *pattern, const char *text) { return !pattern || strcmp(pattern, text) == 0; }

static void list_element(struct reader *reader, const struct xml_element *element, const struct xml_element *parent) {
    const char *class_name = am_class(&reader->document, element);
    for (size_t i = 0; i < sizeof element_rules / sizeof *element_rules; i++) {
        const struct rule *rule = &element_rules[i];
        if (!matches(rule->parent, parent ? parent->name : "") || !matches(rule->name, element->name) ||
            !matches(rule->class_name, class_name))
            continue;
        leave_out(reader, element, rule->what, rule->why, rule->safety);
        return;
    }
    leave_out(reader, element,
              arena_printf(reader->arena, "%s%s%s%s in %s", element->name, class_name[0] ? " (" : "", class_name,
                           class_name[0] ? ")" : "", parent ? parent->name : "the file"),
              "it is not modelled", AM_UNSAFE);
}

static void list_attributes(struct reader *reader, const struct xml_element *element) {
    uint64_t seen = reader->document.seen_attributes[am_number(&reader->document, element)];
    for (unsigned i = 0; i < element->attribute_count; i++) {
        const struct xml_attribute *attribute = &element->attributes[i];
        if (attribute->prefix || (i < 64 && (seen >> i & 1))) continue;
        bool harmless = false;
        for (size_t j = 0; j < sizeof harmless_attributes / sizeof *harmless_attributes; j++)
            harmless |= strcmp(harmless_attributes[j], attribute->name) == 0;
        if (harmless) continue;
        const char *class_name = am_class(&reader->document, element);
        leave_out(reader, element,
                  arena_printf(reader->arena, "the attribute %s of %s", attribute->name,
                               class_name[0] ? class_name : element->name),
                  "it is not modelled", AM_UNSAFE);
    }
}

static void list_below(struct reader *reader, const struct xml_element *element, const struct xml_element *parent) {
    if (!reader->document.seen[am_number(&reader->document, element)]) {
        list_element(reader, element, parent);
        return;
    }
    list_attributes(reader, element);
    for (unsigned i = 0; i < element->child_count; i++) list_below(reader, element->children[i], element);
}

void list_leftovers(struct reader *reader) {
    for (size_t i = 0; i < reader->document.files.count; i++)
        list_below(reader, reader->document.files.items[i].root, NULL);
}
