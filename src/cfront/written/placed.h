/* Variables that a text puts at an address, or in a section: by an attribute, by a word of some compiler, which is made
 * one, or by a pragma. libclang knows few of these: they are known from its complaints, by their places. */
#ifndef CFRONT_WRITTEN_PLACED_H
#define CFRONT_WRITTEN_PLACED_H

#include "cfront/load/front.h"

/* For the compiler: what stands for words of others (foreign_text.h). NULL ends them. */
extern const char *const placed_arguments[];
#define PLACED_AT_ADDRESS " $"
#define PLACED_IN_SECTION " $$"

/* Is this message about such an attribute? Then it is noted, and not worth telling. */
bool placed_note_message(struct front *front, const char *message, CXSourceLocation where);
/* A pragma, of which this is the text: false, it says nothing of the kind. */
bool placed_note_pragma(struct front *front, const char *text, size_t length, const struct mark *mark);
void placed_note_section(struct front *front, CXCursor variable, const char *section); /* NULL: it is not known */

/* When all is declared: finds out whose these are, and tells of those that are nobody's. */
void placed_find(struct front *front);
bool placed_at_address(const struct front *front, const struct symbol *symbol);
bool placed_in_section(const struct front *front, const struct symbol *symbol);

#endif
