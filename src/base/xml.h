/* XML files as plain trees of elements and attributes, read by libxml2, which is loaded when first needed.
 * Nothing is fetched, no entity but the predefined ones is expanded, and a document type is refused. */
#ifndef BASE_XML_H
#define BASE_XML_H

#include "base/arena.h"
#include "base/diag.h"

struct xml_attribute {
    const char *prefix; /* of its name space: "xsi"; NULL: none */
    const char *name, *value;
};

struct xml_element {
    const char *name;
    const char *space; /* the address of its name space; NULL: none */
    struct place place;
    unsigned number; /* from 0, in the order of the document */
    const struct xml_attribute *attributes;
    unsigned attribute_count;
    const struct xml_element *const *children; /* elements only */
    unsigned child_count;
};

/* The root element; NULL with an error. `file` must outlive the tree. */
const struct xml_element *xml_read(struct arena *arena, const char *file, const char *bytes, size_t size,
                                   struct diagnostics *diagnostics);
const char *xml_attribute_value(const struct xml_element *element,
                                const char *name); /* NULL if it has none; with any prefix */

#endif
