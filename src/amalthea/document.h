/* The XML of a model, in one file or in parts, and what of it somebody has looked at.
 *
 * Whoever reads an element or an attribute does it through these functions, which remember it; what nobody looked at is
 * listed afterwards (amalthea/leftover.h), so that nothing is left out silently. */
#ifndef AMALTHEA_DOCUMENT_H
#define AMALTHEA_DOCUMENT_H

#include "base/arena.h"
#include "base/xml.h"

struct am_file {
    const char *path;
    const struct xml_element *root;
    unsigned first; /* the number of its root among all elements */
};

struct am_missing { /* a reference to what is not there */
    const struct xml_element *element;
    const char *reference;
};

struct am_name;
struct am_document {
    struct arena *arena;
    struct diagnostics *diagnostics;
    VEC(struct am_file) files;
    const char *version; /* "0.9.5" */
    unsigned element_count;
    const struct xml_element **parent; /* by number, as all of these */
    unsigned char *seen;
    uint64_t *seen_attributes; /* a bit for each of the first 64 */
    void **object;             /* what a reader made of it */
    unsigned char *kind;       /* of that object (amalthea/reader.h); 0: none was made */
    struct am_name *names;     /* a hash table */
    unsigned name_room;
    VEC(struct am_missing) missing;
};

/* Reads all parts. False with errors. */
bool am_document_read(struct am_document *document, struct arena *arena, const char *const *paths, size_t count,
                      struct diagnostics *diagnostics);
void am_document_free(struct am_document *document); /* not the arena */

unsigned am_number(const struct am_document *document, const struct xml_element *element);
/* The class: xsi:type without its prefix; for elements that never carry one, what their name stands for ("Task"). */
const char *am_class(const struct am_document *document, const struct xml_element *element);
bool am_is(const struct am_document *document, const struct xml_element *element, const char *class_name);
/* "swModel/tasks 'A'/activityGraph/items[2]" */
const char *am_path(const struct am_document *document, const struct xml_element *element);

void am_see(struct am_document *document, const struct xml_element *element);     /* the element itself is understood */
void am_see_all(struct am_document *document, const struct xml_element *element); /* with all that is in it */
/* NULL if there is none. */
const char *am_attribute(struct am_document *document, const struct xml_element *element, const char *name);
const char *am_name(struct am_document *document, const struct xml_element *element); /* "" if it has none */
const struct xml_element *am_child(struct am_document *document, const struct xml_element *element, const char *name);

typedef VEC(const struct xml_element *) am_elements;
/* The elements that the attribute `name`, or the children of that name, refer to. What is not there is noted as
 * missing, and left out. */
void am_references(struct am_document *document, const struct xml_element *element, const char *name,
                   am_elements *found);
/* The only one; NULL if there is none, or it is missing. */
const struct xml_element *am_reference(struct am_document *document, const struct xml_element *element,
                                       const char *name);
/* The element of this class and name; NULL if there is none. */
const struct xml_element *am_find(const struct am_document *document, const char *class_name, const char *name);
/* What a reference names, decoded: "extended: minimumTimeslice"; "" if the attribute is not there. */
const char *am_reference_name(struct am_document *document, const struct xml_element *element, const char *name);

/* `path: message`, at the element. */
void am_error(struct am_document *document, const struct xml_element *element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
