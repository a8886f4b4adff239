/* Where texts have pragmas: lines, however they are written; `_Pragma("...")`; and macros that make one, wherever they
 * are defined (`#define DO(x) _Pragma(#x)`, `DO(startup f)`). What lies under `#if 0` counts not; all else does. */
#ifndef CFRONT_WRITTEN_PRAGMA_TEXTS_H
#define CFRONT_WRITTEN_PRAGMA_TEXTS_H

#include "cfront/load/front.h"

/* Tells of each pragma in the user's files of this unit what stands behind `#pragma`, and where that is, or where the
 * macro is used. Macros in it are told once more as what they stand for: some compilers look for them. */
void pragma_texts_visit(struct front *front, CXTranslationUnit tu,
                        void (*visit)(struct front *front, const char *text, size_t length, const struct mark *mark));

/* In a text of which only itself is known: what stands behind the next word that has `pragma` in it, as `#pragma`,
 * `_Pragma` and `DO_PRAGMA` have, up to the end of the line; NULL: there is none. */
const char *pragma_texts_next(const char *text, size_t *length);

#endif
