#include "amalthea/document.h"

#include "amalthea/zip.h"
#include "base/file.h"
#include "base/word.h"
#include "search/hash.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

struct am_name {
    const char *class_name, *name;
    const struct xml_element *element;
};

/* ---- names ---- */

/* Classes of elements whose tag alone says what they are, in all versions. */
static const struct {
    const char *parent, *tag, *class_name; /* parent NULL: any */
} classes[] = {
    {"swModel", "events", "OsEvent"},
    {NULL, "osEvents", "OsEvent"},
    {NULL, "tasks", "Task"},
    {NULL, "isrs", "ISR"},
    {NULL, "runnables", "Runnable"},
    {NULL, "labels", "Label"},
    {NULL, "channels", "Channel"},
    {NULL, "modeLabels", "ModeLabel"},
    {NULL, "modes", "EnumMode"},
    {NULL, "literals", "ModeLiteral"},
    {NULL, "processPrototypes", "ProcessPrototype"},
    {NULL, "processChains", "ProcessChain"},
    {NULL, "sections", "Section"},
    {NULL, "taskSchedulers", "TaskScheduler"},
    {NULL, "interruptControllers", "InterruptController"},
    {NULL, "semaphores", "Semaphore"},
    {NULL, "operatingSystems", "OperatingSystem"},
    {NULL, "schedulerDefinitions", "SchedulerDefinition"},
    {NULL, "schedulingParameterDefinitions", "SchedulingParameterDefinition"},
    {NULL, "structures", "HwStructure"},
    {NULL, "featureCategories", "HwFeatureCategory"},
    {NULL, "features", "HwFeature"},
    {NULL, "ports", "HwPort"},
    {NULL, "cores", "Core"},
    {NULL, "coreTypes", "CoreType"},
    {NULL, "quartzes", "Quartz"},
    {NULL, "memories", "Memory"},
    {NULL, "memoryTypes", "MemoryType"},
    {NULL, "ecus", "ECU"},
    {NULL, "microcontrollers", "Microcontroller"},
    {NULL, "eventChains", "EventChain"},
    {NULL, "eventChain", "EventChain"},
    {NULL, "tags", "Tag"},
    {NULL, "clocks", "ClockFunction"},
};

const char *am_class(const struct am_document *document, const struct xml_element *element) {
    for (unsigned i = 0; i < element->attribute_count; i++) {
        const struct xml_attribute *attribute = &element->attributes[i];
        if (!attribute->prefix || strcmp(attribute->prefix, "xsi") != 0 || strcmp(attribute->name, "type") != 0)
            continue;
        const char *colon = strchr(attribute->value, ':');
        return colon ? colon + 1 : attribute->value;
    }
    const struct xml_element *parent = document->parent[am_number(document, element)];
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].tag, element->name) == 0 &&
            (!classes[i].parent || (parent && strcmp(parent->name, classes[i].parent) == 0)))
            return classes[i].class_name;
    return "";
}

bool am_is(const struct am_document *document, const struct xml_element *element, const char *class_name) {
    return strcmp(am_class(document, element), class_name) == 0;
}

static const char *plain_attribute(const struct xml_element *element, const char *name) {
    for (unsigned i = 0; i < element->attribute_count; i++)
        if (!element->attributes[i].prefix && strcmp(element->attributes[i].name, name) == 0)
            return element->attributes[i].value;
    return NULL;
}

static unsigned slot_of(const struct am_document *document, const char *name) {
    return (unsigned)hash_bytes(name, strlen(name)) & (document->name_room - 1);
}

static void add_name(struct am_document *document, const struct xml_element *element) {
    const char *name = plain_attribute(element, "name");
    if (!name) return;
    unsigned slot = slot_of(document, name);
    while (document->names[slot].element) slot = (slot + 1) & (document->name_room - 1);
    document->names[slot] = (struct am_name){am_class(document, element), name, element};
}

/* ---- reading ---- */

unsigned am_number(const struct am_document *document, const struct xml_element *element) {
    for (size_t i = 0; i < document->files.count; i++)
        if (document->files.items[i].path == element->place.file)
            return document->files.items[i].first + element->number;
    return 0;
}

static unsigned count_elements(const struct xml_element *element) {
    unsigned count = 1;
    for (unsigned i = 0; i < element->child_count; i++) count += count_elements(element->children[i]);
    return count;
}

static void set_parents(struct am_document *document, const struct xml_element *element,
                        const struct xml_element *parent) {
    document->parent[am_number(document, element)] = parent;
    for (unsigned i = 0; i < element->child_count; i++) set_parents(document, element->children[i], element);
}

static void add_names(struct am_document *document, const struct xml_element *element) {
    add_name(document, element);
    for (unsigned i = 0; i < element->child_count; i++) add_names(document, element->children[i]);
}

/* "http://app4mc.eclipse.org/amalthea/0.9.5" -> "0.9.5"; NULL with an error if it is nothing of the kind. */
static const char *version_of(struct am_document *document, const struct xml_element *root) {
    static const char space[] = "http://app4mc.eclipse.org/amalthea/";
    struct diagnostics *diagnostics = document->diagnostics;
    if (root->space && begins_with(root->space, space)) {
        const char *version = root->space + sizeof space - 1;
        unsigned large = 0, small = 0;
        if (sscanf(version, "%u.%u", &large, &small) == 2 && (large > 0 || small >= 7)) {
            if (large > 3 || (large == 3 && small > 3))
                diag_warning(diagnostics, root->place,
                             "this model is of AMALTHEA %s; 3.3 is the newest that is known here: what is new in it is "
                             "listed as not modelled",
                             version);
            return version;
        }
    }
    if (root->space && strstr(root->space, "amalthea"))
        diag_error(
            diagnostics, root->place,
            "this model's version (%s) is not read: 0.7 to 3.3 are (APP4MC's migration tool converts older ones)",
            root->space);
    else
        diag_error(diagnostics, root->place, "this is no AMALTHEA model: its root element is <%s>, of %s", root->name,
                   root->space ? root->space : "no name space");
    return NULL;
}

static bool read_file(struct am_document *document, const char *path) {
    struct text bytes = {0}, plain = {0};
    const struct xml_element *root = NULL;
    const char *kept = arena_text(document->arena, path);
    if (!file_read(path, &bytes))
        diag_error(document->diagnostics, (struct place){kept, 0, 0}, "%s", strerror(errno));
    else if (!zip_is_archive(text_chars(&bytes), bytes.length))
        root = xml_read(document->arena, kept, text_chars(&bytes), bytes.length, document->diagnostics);
    else if (zip_extract(bytes.chars, bytes.length, kept, &plain, document->diagnostics))
        root = xml_read(document->arena, kept, text_chars(&plain), plain.length, document->diagnostics);
    text_free(&bytes);
    text_free(&plain);
    const char *version = root ? version_of(document, root) : NULL;
    if (!version) return false;
    if (document->version && strcmp(document->version, version) != 0) {
        diag_error(document->diagnostics, root->place,
                   "the parts of a model must be of one version: %s is of %s, %s of %s", document->files.items[0].path,
                   document->version, path, version);
        return false;
    }
    document->version = version;
    vec_push(&document->files, (struct am_file){kept, root, document->element_count});
    document->element_count += count_elements(root);
    return true;
}

bool am_document_read(struct am_document *document, struct arena *arena, const char *const *paths, size_t count,
                      struct diagnostics *diagnostics) {
    document->arena = arena;
    document->diagnostics = diagnostics;
    for (size_t i = 0; i < count; i++)
        if (!read_file(document, paths[i])) return false;
    unsigned elements = document->element_count;
    document->parent = arena_new_array(arena, const struct xml_element *, elements);
    document->seen = arena_new_array(arena, unsigned char, elements);
    document->seen_attributes = arena_new_array(arena, uint64_t, elements);
    document->object = arena_new_array(arena, void *, elements);
    document->kind = arena_new_array(arena, unsigned char, elements);
    for (document->name_room = 64; document->name_room < 2 * elements; document->name_room *= 2) {
    }
    document->names = arena_new_array(arena, struct am_name, document->name_room);
    for (size_t i = 0; i < document->files.count; i++) {
        set_parents(document, document->files.items[i].root, NULL);
        add_names(document, document->files.items[i].root);
    }
    return true;
}

void am_document_free(struct am_document *document) {
    vec_free(&document->files);
    vec_free(&document->missing);
}

/* ---- looking ---- */

void am_see(struct am_document *document, const struct xml_element *element) {
    document->seen[am_number(document, element)] = 1;
}

void am_see_all(struct am_document *document, const struct xml_element *element) {
    am_see(document, element);
    document->seen_attributes[am_number(document, element)] = UINT64_MAX;
    for (unsigned i = 0; i < element->child_count; i++) am_see_all(document, element->children[i]);
}

const char *am_attribute(struct am_document *document, const struct xml_element *element, const char *name) {
    for (unsigned i = 0; i < element->attribute_count; i++) {
        const struct xml_attribute *attribute = &element->attributes[i];
        if (attribute->prefix || strcmp(attribute->name, name) != 0) continue;
        if (i < 64) document->seen_attributes[am_number(document, element)] |= (uint64_t)1 << i;
        return attribute->value;
    }
    return NULL;
}

const char *am_name(struct am_document *document, const struct xml_element *element) {
    const char *name = am_attribute(document, element, "name");
    return name ? name : "";
}

const struct xml_element *am_child(struct am_document *document, const struct xml_element *element, const char *name) {
    for (unsigned i = 0; i < element->child_count; i++) {
        if (strcmp(element->children[i]->name, name) != 0) continue;
        am_see(document, element->children[i]);
        return element->children[i];
    }
    return NULL;
}

const char *am_path(const struct am_document *document, const struct xml_element *element) {
    const struct xml_element *parent = document->parent[am_number(document, element)];
    if (!parent) return "";
    const char *above = am_path(document, parent), *name = plain_attribute(element, "name");
    const char *slash = *above ? "/" : "";
    if (name && *name) return arena_printf(document->arena, "%s%s%s '%s'", above, slash, element->name, name);
    unsigned place = 0, same = 0;
    for (unsigned i = 0; i < parent->child_count; i++) {
        if (strcmp(parent->children[i]->name, element->name) != 0) continue;
        same++;
        if (parent->children[i] == element) place = same;
    }
    if (same == 1) return arena_printf(document->arena, "%s%s%s", above, slash, element->name);
    return arena_printf(document->arena, "%s%s%s[%u]", above, slash, element->name, place);
}

void am_error(struct am_document *document, const struct xml_element *element, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    diag_error(document->diagnostics, element->place, "%s: %s", am_path(document, element), text_chars(&message));
    text_free(&message);
}

/* ---- references ---- */

static int hex(char c) {
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : -1;
}

/* As URLs are: "+" is a blank, "%3A" a colon. */
static const char *decoded(struct arena *arena, const char *text, size_t length) {
    char *out = arena_alloc(arena, length + 1), *end = out;
    for (size_t i = 0; i < length; i++) {
        bool escaped = text[i] == '%' && i + 2 < length + 0 && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0;
        if (escaped) {
            *end++ = (char)(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else {
            *end++ = text[i] == '+' ? ' ' : text[i];
        }
    }
    return out;
}

const struct xml_element *am_find(const struct am_document *document, const char *class_name, const char *name) {
    for (unsigned slot = slot_of(document, name); document->names[slot].element;
         slot = (slot + 1) & (document->name_room - 1)) {
        const struct am_name *entry = &document->names[slot];
        if (strcmp(entry->name, name) == 0 && strcmp(entry->class_name, class_name) == 0) return entry->element;
    }
    return NULL;
}

/* "Instructions/IPC_1?type=HwFeature": the last part names the element, those before what it is in. */
static const struct xml_element *resolve(struct am_document *document, const char *reference, size_t length) {
    const char *query = memmem(reference, length, "?type=", 6);
    if (!query) return NULL;
    const char *slash = query;
    while (slash > reference && slash[-1] != '/') slash--;
    const char *name = decoded(document->arena, slash, (size_t)(query - slash));
    const char *class_name = arena_text_n(document->arena, query + 6, length - (size_t)(query + 6 - reference));
    const char *outer = NULL;
    if (slash > reference) {
        const char *start = slash - 1;
        while (start > reference && start[-1] != '/') start--;
        outer = decoded(document->arena, start, (size_t)(slash - 1 - start));
    }
    for (unsigned slot = slot_of(document, name); document->names[slot].element;
         slot = (slot + 1) & (document->name_room - 1)) {
        const struct am_name *entry = &document->names[slot];
        if (strcmp(entry->name, name) != 0 || strcmp(entry->class_name, class_name) != 0) continue;
        const struct xml_element *parent = document->parent[am_number(document, entry->element)];
        const char *parent_name = parent ? plain_attribute(parent, "name") : NULL;
        if (!outer || (parent_name && strcmp(parent_name, outer) == 0)) return entry->element;
    }
    /* Modes have a class of their own in each version; in 0.7 there was one. */
    return strcmp(class_name, "Mode") == 0 ? am_find(document, "EnumMode", name) : NULL;
}

static void add_reference(struct am_document *document, const struct xml_element *element, const char *reference,
                          size_t length, am_elements *found) {
    if (length >= 7 && memcmp(reference, "amlt:/#", 7) == 0) {
        reference += 7;
        length -= 7;
    }
    const struct xml_element *target = resolve(document, reference, length);
    if (target)
        vec_push(found, target);
    else
        vec_push(&document->missing, (struct am_missing){element, arena_text_n(document->arena, reference, length)});
}

void am_references(struct am_document *document, const struct xml_element *element, const char *name,
                   am_elements *found) {
    const char *list = am_attribute(document, element, name);
    for (list = list ? list + strspn(list, " \t\r\n") : ""; *list; list += strspn(list, " \t\r\n")) {
        size_t length = strcspn(list, " \t\r\n");
        add_reference(document, element, list, length, found);
        list += length;
    }
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (strcmp(child->name, name) != 0) continue;
        const char *address = am_attribute(document, child, "href");
        if (!address) continue;
        am_see(document, child);
        add_reference(document, child, address, strlen(address), found);
    }
}

const struct xml_element *am_reference(struct am_document *document, const struct xml_element *element,
                                       const char *name) {
    am_elements found = {0};
    am_references(document, element, name, &found);
    const struct xml_element *first = found.count ? found.items[0] : NULL;
    if (found.count > 1)
        am_error(document, element, "'%s' refers to %zu elements; one was expected", name, found.count);
    vec_free(&found);
    return first;
}

const char *am_reference_name(struct am_document *document, const struct xml_element *element, const char *name) {
    const char *reference = am_attribute(document, element, name);
    if (!reference) return "";
    const char *query = strstr(reference, "?type=");
    size_t length = query ? (size_t)(query - reference) : strlen(reference);
    return decoded(document->arena, reference, length);
}
