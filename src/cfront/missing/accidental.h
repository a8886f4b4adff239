/* Words of missing headers that are C by accident: `struct PACKED { ... }` has a tag, `struct s { ... } PACKED;` is a
 * variable, `OTHERWISE: f();` has a label. No compiler complains of them. */
#ifndef CFRONT_MISSING_ACCIDENTAL_H
#define CFRONT_MISSING_ACCIDENTAL_H

#include "cfront/load/front.h"

/* What is called as attributes are is one: true if such words were learned. */
bool accidental_learn(struct front *front, CXTranslationUnit tu, const char *source);
/* ... of all units. */
bool accidental_learn_from_all(struct front *front);

/* A label in capitals to which nothing jumps may be a `case`, or `default`: nothing holds. */
void accidental_doubt(struct front *front);

#endif
