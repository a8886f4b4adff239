/* Annotations: comments that name an interaction of the model, as guides speak of them.
 *
 * They are read from the lines as the user wrote them, since a preprocessor leaves no comment; of lines that it left
 * out, nothing is read; but those in definitions of macros are, since the macro's uses have lost them. A comment is an
 * annotation if it begins with an at sign and has one word after it: other tools have comments of that kind with more
 * in them. */
#ifndef PROMELA_ANNOTATION_H
#define PROMELA_ANNOTATION_H

#include "promela/ast.h"
#include "promela/source.h"

/* Adds those of the text to model->annotations. */
void annotations_find(const struct source *source, struct model *model);

#endif
