/* Numbers that a missing header has, and that C wants to know when it compiles: in `case`, in first values of static
 * variables; texts, and lists of first values. One of ours stands for each of them, and what code makes of it is a
 * guess (guess.h). */
#ifndef CFRONT_MISSING_GUESSED_NUMBERS_H
#define CFRONT_MISSING_GUESSED_NUMBERS_H

#include "cfront/load/front.h"

/* Labels of a switch are counted from 0 on, as those of an enumeration are, others from 1 on; what counts an array's
 * elements is large. By one parse of a source. False: all have their numbers. */
bool guess_learn(struct front *front, CXTranslationUnit tu);

/* The name of a missing header for which this reference stands; NULL: it is something else. */
struct invention *guess_of(struct front *front, CXCursor reference);
struct invention *guess_named_by(struct front *front, CXCursor expression); /* ... which the expression is */

/* The enumerator that says which number this one is: itself, or one before it; no cursor: none does. */
CXCursor guess_counted_from(struct front *front, CXCursor enumerator);

bool guess_has_texts(const struct invented *invented);
bool guess_has_any(const struct invented *invented); /* numbers or texts */

#endif
