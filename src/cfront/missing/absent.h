/* Headers that are not there, and words that everybody takes for granted since such headers bring them. */
#ifndef CFRONT_MISSING_ABSENT_H
#define CFRONT_MISSING_ABSENT_H

#include "cfront/source/compiler_call.h"

/* Parses the source. A header that is not there is taken to be empty, which is told, and assumed. */
enum CXErrorCode absent_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu);

/* The name in `'x.h' file not found`; NULL: the complaint is another one. In the scratch arena. */
const char *absent_header_of(struct front *front, CXDiagnostic diagnostic);

/* The name that nothing declares, if the message is about one. In the scratch arena. */
const char *absent_name(struct front *front, const char *message);

/* The name that has no type, if the complaint is about one. In the scratch arena. */
const char *absent_type_of(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic);

/* Is some header not there, or of no use? */
bool absent_any(const struct front *front);

/* That headers that were not found have nothing that matters. */
void absent_assume(struct front *front);

/* Is it one of those words that everybody takes for granted? */
bool absent_is_common(const char *name);

#endif
