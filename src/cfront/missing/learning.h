/* What complaints tell of a name, kept with the others. */
#ifndef CFRONT_MISSING_LEARNING_H
#define CFRONT_MISSING_LEARNING_H

#include "cfront/missing/complaint.h"

/* As another source has it, if that can be said here. False: that was known. */
bool learning_add(const struct complaint *complaint, const char *name, enum invented_kind kind);

/* The type of ours that this is; NULL: none. */
struct invented_type *learning_type(struct front *front, CXType type);

/* What the message quotes first. In the scratch arena. */
const char *learning_first_quoted(const struct complaint *complaint);

#endif
