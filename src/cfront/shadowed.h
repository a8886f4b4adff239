/* Headers of the project, in a folder that the compiler is told of (-I), that bear a name of one of ours, which is read
 * in their places. */
#ifndef CFRONT_SHADOWED_H
#define CFRONT_SHADOWED_H

#include "cfront/translation.h"

/* What one with the name of a kernel's header says is read with ours, unless it is a kernel's. The others are noted. */
void shadowed_read(struct front *front, struct translation *translation);
/* This file was read: ours, perhaps, in the place of one of them. */
void shadowed_note_ours(struct front *front, const char *path);
/* If one of them, in whose place ours was read, defines what a condition of the preprocessor asks for, nothing holds;
 * that it has nothing else that matters is assumed. */
void shadowed_doubt(struct front *front);

#endif
