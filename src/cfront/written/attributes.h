/* Attributes as they are written: libclang names few of them. */
#ifndef CFRONT_WRITTEN_ATTRIBUTES_H
#define CFRONT_WRITTEN_ATTRIBUTES_H

#include "cfront/load/front.h"

/* An attribute's own text, where it is spelled: "aligned(8)))...", up to the end of its file. NULL: there is none.
 * `length` is what follows. */
const char *attribute_text(struct front *front, CXCursor attribute, size_t *length);
/* The same where the macro is used that it comes from: "ALIGN(8) ...". */
const char *attribute_macro_text(struct front *front, CXCursor attribute, size_t *length);
/* Its name without underscores around it, in the scratch arena: "aligned". "" if there is no text. */
const char *attribute_name(struct front *front, CXCursor attribute);
/* The same of a text: `gnu::packed`, `__packed__` are packed. */
const char *attribute_plain_name(struct front *front, const char *text, size_t length);
bool attributes_are_weak(struct front *front, CXCursor declaration); /* this one's, or of one before it */
bool attribute_is(const struct front *front, CXCursor cursor);       /* is it one? */

/* Refuses, by name, what a declaration's attributes and storage class say and rtcheck does not model; warns of what
 * it leaves out. */
void attributes_check(struct front *front, CXCursor declaration);
/* Does it change nothing, even behind the definition, where libclang passes over it and other compilers do not? */
bool attribute_may_come_late(const char *name);
/* Of an attribute that libclang does not know, and so does not hand over: true if rtcheck knows it, and refuses it.
 * Otherwise it is told with the verdict, unless it is known to change nothing. */
bool attributes_check_unknown(struct front *front, const char *name, size_t length, struct place place);
void attributes_tell(struct front *front); /* those that nobody knows */
/* False: the attribute of an attributed statement, whose name is given, is not known to change nothing. */
bool attributes_check_statement(struct front *front, CXCursor statement, const char **name);

#endif
