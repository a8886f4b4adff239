/* Cores: how fast they are, and of which type. */
#include "amalthea/reader.h"

#include <string.h>

static struct rational read_frequency(struct reader *reader, const struct xml_element *domain) {
    struct am_document *document = &reader->document;
    const struct xml_element *value = am_child(document, domain, "defaultValue");
    if (!value) value = am_child(document, domain, "frequency"); /* a quartz of 0.7 */
    if (!value) return rational_integer(0);
    const char *number = am_attribute(document, value, "value"), *unit = am_attribute(document, value, "unit");
    struct rational frequency, factor = {1, 1};
    am_attribute(document, domain, "clockGating");
    if (!number || !rational_parse(number, &frequency)) frequency = rational_integer(0);
    if (unit && (!strchr(unit, 'z') || !rational_unit(unit, &factor)))
        am_error(document, value, "the unit of a frequency is Hz, kHz, MHz or GHz, not '%s'", unit);
    if (!unit && strcmp(value->name, "defaultValue") == 0) /* a quartz has none */
        vec_push(&reader->model->assumptions,
                 arena_printf(reader->arena, "a frequency (line %u) has no unit: Hz is assumed", value->place.line));
    frequency = rational_multiply(frequency, factor);
    if (rational_fits(frequency) && frequency.above > 0) return frequency;
    am_error(document, value, "a frequency must be above 0");
    return rational_integer(0);
}

static void read_features(struct reader *reader, struct am_core *core, const struct xml_element *definition) {
    struct am_document *document = &reader->document;
    am_elements found = {0};
    am_references(document, definition, "features", &found);
    for (size_t i = 0; i < found.count; i++) {
        const struct xml_element *feature = found.items[i], *category = document->parent[am_number(document, feature)];
        struct am_feature made = {.name = am_name(document, feature), .category = am_name(document, category)};
        const char *value = am_attribute(document, feature, "value");
        am_see(document, feature);
        am_see(document, category);
        am_attribute(document, category, "featureType");
        if (!value || !rational_parse(value, &made.value)) made.value = rational_integer(0);
        vec_push(&core->features, made);
    }
    vec_free(&found);
}

/* 0.7: a core's clock is its prescaler's quartz, times a ratio. */
static void read_old_core(struct reader *reader, const struct xml_element *element, struct am_core *core) {
    struct am_document *document = &reader->document;
    const struct xml_element *prescaler = am_child(document, element, "prescaler");
    const struct xml_element *type = am_reference(document, element, "coreType");
    if (type) {
        am_see(document, type);
        core->definition = am_name(document, type);
        /* Times are ticks by clock here, as in later versions; 1 is what every file seen says. */
        const char *text = am_attribute(document, type, "instructionsPerCycle");
        struct rational rate;
        if (text && rational_parse(text, &rate) && rational_compare(rate, rational_integer(1)) != 0 && rate.above > 0)
            vec_push(&core->features, (struct am_feature){"Instructions", "instructionsPerCycle", rate});
    }
    const struct xml_element *quartz = prescaler ? am_reference(document, prescaler, "quartz") : NULL;
    if (!quartz) return;
    am_see(document, quartz);
    core->frequency = read_frequency(reader, quartz);
    const char *ratio = am_attribute(document, prescaler, "clockRatio");
    struct rational factor;
    if (ratio && rational_parse(ratio, &factor)) core->frequency = rational_multiply(core->frequency, factor);
}

static void read_core(struct reader *reader, const struct xml_element *element) {
    struct am_document *document = &reader->document;
    struct am_core *core = own_object(reader, element);
    if (!core) return;
    core->definition = "";
    core->frequency = rational_integer(0);
    am_see(document, element);
    if (am_is(document, element, "Core")) {
        read_old_core(reader, element, core);
        return;
    }
    const struct xml_element *domain = am_reference(document, element, "frequencyDomain");
    if (domain) am_see(document, domain);
    if (domain) core->frequency = read_frequency(reader, domain);
    const struct xml_element *definition = am_reference(document, element, "definition");
    if (!definition) return;
    am_see(document, definition);
    am_attribute(document, definition, "puType");
    core->definition = am_name(document, definition);
    read_features(reader, core, definition);
}

static bool holds_core(const struct reader *reader, const struct xml_element *element) {
    if (am_is(&reader->document, element, "ProcessingUnit") || am_is(&reader->document, element, "Core")) return true;
    for (unsigned i = 0; i < element->child_count; i++)
        if (holds_core(reader, element->children[i])) return true;
    return false;
}

void read_hardware(struct reader *reader, const struct xml_element *part) {
    for (unsigned i = 0; i < part->child_count; i++) {
        const struct xml_element *child = part->children[i];
        if (am_is(&reader->document, child, "ProcessingUnit") || am_is(&reader->document, child, "Core")) {
            read_core(reader, child);
        } else if (holds_core(reader, child)) { /* a structure around it */
            am_see(&reader->document, child);
            am_name(&reader->document, child);
            am_attribute(&reader->document, child, "structureType");
            read_hardware(reader, child);
        }
    }
}
