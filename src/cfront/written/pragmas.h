/* What pragmas do to a program. libclang tells nothing of them, so the texts are looked at (pragma_texts.h), whatever
 * #if says.
 *
 * Those that a compiler obeys in what it tells us (pack, push_macro) count by themselves. Those that only the linker
 * sees (weak, redefine_extname) leave names that may be another function, or none. Others, unless they are known to
 * change nothing, are told. */
#ifndef CFRONT_WRITTEN_PRAGMAS_H
#define CFRONT_WRITTEN_PRAGMAS_H

#include "cfront/load/front.h"

void pragmas_read(struct front *front, CXTranslationUnit tu); /* of the last unit */
void pragmas_tell(struct front *front);                       /* those that nobody obeys here */
/* Does a pragma of this source make its function or variable weak? Where a condition leaves the pragma out, and another
 * source has the name, too, nothing would link. */
bool pragmas_make_weak(const struct front *front, const char *name, CXTranslationUnit tu);
/* Does a pragma leave the meaning of this name to the linker? */
bool pragmas_leave_open(const struct front *front, const char *name);

#endif
