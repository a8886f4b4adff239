/* Functions that their declarations make interrupt routines, whatever the configuration says: by an attribute, by a
 * keyword of some compiler, which is made one, or by a pragma. libclang drops attributes that its target does not know,
 * or that other compilers write otherwise: these are known from its complaints, by their places. */
#ifndef CFRONT_WRITTEN_INTERRUPTS_H
#define CFRONT_WRITTEN_INTERRUPTS_H

#include "cfront/load/front.h"

/* For the compiler: keywords of others. NULL ends them. */
extern const char *const interrupts_arguments[];

/* Is this message about such an attribute, or about such a keyword? Then it is noted, and not worth telling. */
bool interrupts_note_message(struct front *front, const char *message, CXSourceLocation where);
/* A name of such an attribute. */
bool vector_names_is_attribute(const char *name);
/* An attribute's name, without underscores around it: is it one of them? Then its owner is noted. */
bool interrupts_note_attribute(struct front *front, const char *attribute, const char *owner);
/* A pragma that names them, or stands before one, at this place: false, it is another one. */
bool interrupts_note_pragma(struct front *front, const char *text, size_t length, const struct mark *mark);
bool interrupts_has_pragma(const char *text); /* in a source */

/* When all is declared: marks the symbols. */
void interrupts_find(struct front *front);

#endif
