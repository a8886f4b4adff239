/* Sources for compilers that are neither GCC nor clang: their words (foreign_words.h) are read where C could not have a
 * name of the program's own, and made what our compiler knows. Only where it complains of the source as it is: a name
 * that is declared stays what it is. */
#ifndef CFRONT_SOURCE_FOREIGN_H
#define CFRONT_SOURCE_FOREIGN_H

#include "cfront/source/compiler_call.h"

/* Parses the source as kernel_headers.h does, and again with such words read. */
enum CXErrorCode foreign_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu);
/* Of those that were read, what is taken for granted. */
void foreign_tell(struct front *front);

/* Does such a word make an interrupt routine in this text, or a pragma? */
bool foreign_has_routine(const char *text);

#endif
