/* XML files as plain trees of elements and attributes, read by libxml2, which is loaded when first needed.
 * Nothing is fetched, no entity but the predefined ones is expanded, and a document type is refused. */
#ifndef EVENTB_XML_H
#define EVENTB_XML_H

#include "base/arena.h"
#include "base/diag.h"

struct eb_xml_attribute {
    const char *name, *value;
};

struct eb_xml {
    const char *name;
    struct place place;
    const struct eb_xml_attribute *attributes;
    unsigned attribute_count;
    const struct eb_xml *const *children; /* elements only */
    unsigned child_count;
};

/* The root element; NULL with an error. `file` must outlive the tree. */
const struct eb_xml *eb_xml_read(struct arena *arena, const char *file, const char *bytes, size_t size,
                                 struct diagnostics *diagnostics);
const char *eb_xml_attribute(const struct eb_xml *element, const char *name); /* NULL if it has none */

#endif
