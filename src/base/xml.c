#include "base/xml.h"

#include "base/library.h"

#include <limits.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/tree.h>

struct libxml {
    xmlParserCtxtPtr (*new_context)(void);
    void (*free_context)(xmlParserCtxtPtr context);
    xmlDocPtr (*read_memory)(xmlParserCtxtPtr context, const char *bytes, int size, const char *url,
                             const char *encoding, int options);
    void (*free_document)(xmlDocPtr document);
    xmlNodePtr (*root)(const xmlDoc *document);
    long (*line)(const xmlNode *node);
    xmlChar *(*attribute_value)(xmlDocPtr document, const xmlNode *list, int in_line);
    const xmlError *(*last_error)(void *context);
    void *free_pointer; /* of xmlFree, which is a variable that holds a function */
};

/* The library stays loaded: it has state of its own that others in this process may be using. */
static bool load(struct libxml *xml, struct diagnostics *diagnostics, const char *file) {
    static const char *const names[] = {"libxml2.so.2", "libxml2.so.16", "libxml2.so", "libxml2.2.dylib", NULL};
    const struct library_symbol symbols[] = {
        {"xmlNewParserCtxt", &xml->new_context},
        {"xmlFreeParserCtxt", &xml->free_context},
        {"xmlCtxtReadMemory", &xml->read_memory},
        {"xmlFreeDoc", &xml->free_document},
        {"xmlDocGetRootElement", &xml->root},
        {"xmlGetLineNo", &xml->line},
        {"xmlNodeListGetString", &xml->attribute_value},
        {"xmlCtxtGetLastError", &xml->last_error},
        {"xmlFree", &xml->free_pointer},
    };
    struct text why = {0};
    bool good = library_open(names, symbols, sizeof symbols / sizeof *symbols, &why) != NULL;
    if (!good)
        diag_error(diagnostics, (struct place){file, 0, 0}, "this needs libxml2, which is not there: %s",
                   text_chars(&why));
    text_free(&why);
    return good;
}

static void free_value(const struct libxml *xml, xmlChar *value) {
    xmlFreeFunc free_function;
    memcpy(&free_function, xml->free_pointer, sizeof free_function);
    free_function(value);
}

static unsigned count_elements(const xmlNode *node) {
    unsigned count = 0;
    for (; node; node = node->next) count += node->type == XML_ELEMENT_NODE;
    return count;
}

struct copying {
    const struct libxml *xml;
    struct arena *arena;
    xmlDocPtr document;
    const char *file;
    unsigned *count; /* of elements so far */
};

static void copy_attributes(const struct copying *copying, const xmlNode *node, struct xml_element *element) {
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
        element->attribute_count++;
    struct xml_attribute *list = arena_new_array(copying->arena, struct xml_attribute, element->attribute_count);
    element->attributes = list;
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next, list++) {
        xmlChar *value = copying->xml->attribute_value(copying->document, attribute->children, 1);
        list->name = arena_text(copying->arena, (const char *)attribute->name);
        if (attribute->ns && attribute->ns->prefix)
            list->prefix = arena_text(copying->arena, (const char *)attribute->ns->prefix);
        list->value = arena_text(copying->arena, value ? (const char *)value : "");
        if (value) free_value(copying->xml, value);
    }
}

/* libxml2 refuses documents nested deeper than 256: the recursion is safe. */
static const struct xml_element *copy(const struct copying *copying, const xmlNode *node) {
    struct xml_element *element = arena_new_object(copying->arena, struct xml_element);
    long line = copying->xml->line(node);
    element->name = arena_text(copying->arena, (const char *)node->name);
    if (node->ns && node->ns->href) element->space = arena_text(copying->arena, (const char *)node->ns->href);
    element->number = (*copying->count)++;
    element->place = (struct place){copying->file, line > 0 ? (unsigned)line : 0, 0};
    copy_attributes(copying, node, element);
    element->child_count = count_elements(node->children);
    const struct xml_element **children =
        arena_new_array(copying->arena, const struct xml_element *, element->child_count);
    element->children = children;
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE) *children++ = copy(copying, child);
    }
    return element;
}

static void report(const xmlError *error, const char *file, struct diagnostics *diagnostics) {
    struct place place = {file, 0, 0};
    if (!error || !error->message) {
        diag_error(diagnostics, place, "this is not XML");
        return;
    }
    place.line = error->line > 0 ? (unsigned)error->line : 0;
    place.column = error->int2 > 0 ? (unsigned)error->int2 : 0;
    diag_error(diagnostics, place, "not well-formed XML: %.*s", (int)strcspn(error->message, "\n"), error->message);
}

const struct xml_element *xml_read(struct arena *arena, const char *file, const char *bytes, size_t size,
                                   struct diagnostics *diagnostics) {
    struct place place = {file, 0, 0};
    struct libxml xml;
    if (size > INT_MAX / 2) {
        diag_error(diagnostics, place, "this file is too large");
        return NULL;
    }
    if (!size) {
        diag_error(diagnostics, place, "this file is empty");
        return NULL;
    }
    /* Entities are declared in a document type: without one there is nothing to expand. */
    if (memmem(bytes, size, "<!DOCTYPE", 9)) {
        diag_error(diagnostics, place, "a document type (<!DOCTYPE) is not allowed here");
        return NULL;
    }
    if (!load(&xml, diagnostics, file)) return NULL;
    xmlParserCtxtPtr context = xml.new_context();
    if (!context) {
        diag_error(diagnostics, place, "libxml2 cannot start");
        return NULL;
    }
    const struct xml_element *root = NULL;
    xmlDocPtr document =
        xml.read_memory(context, bytes, (int)size, file, NULL,
                        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
    if (!document)
        report(xml.last_error(context), file, diagnostics);
    else if (document->intSubset)
        diag_error(diagnostics, place, "a document type (<!DOCTYPE) is not allowed here");
    else if (!xml.root(document))
        diag_error(diagnostics, place, "this XML file has no element");
    else
        root = copy(&(struct copying){&xml, arena, document, file, &(unsigned){0}}, xml.root(document));
    if (document) xml.free_document(document);
    xml.free_context(context);
    return root;
}

const char *xml_attribute_value(const struct xml_element *element, const char *name) {
    for (unsigned i = 0; i < element->attribute_count; i++) {
        if (!strcmp(element->attributes[i].name, name)) return element->attributes[i].value;
    }
    return NULL;
}
