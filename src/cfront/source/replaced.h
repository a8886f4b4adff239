/* Headers of the project that are not read as they are: a kernel's, which ours stands for, and others' that do not
 * compile here, which are left out like headers that are not there. */
#ifndef CFRONT_SOURCE_REPLACED_H
#define CFRONT_SOURCE_REPLACED_H

#include "cfront/source/compiler_call.h"

/* From now on, in every source. */
void replaced_add(struct front *front, struct replaced replaced);
void replaced_use(struct front *front, memory_files *files);

/* An error in a file that is no source: where headers may be missing, and it does not lie beside a source, it can be
 * left out. */
void replaced_note_error(struct front *front, struct place place, const char *message);
/* Leaves out what had errors. False: there was nothing, or too often. */
bool replaced_leave_out(struct front *front);

/* Warnings and assumptions. */
void replaced_tell(struct front *front);

#endif
