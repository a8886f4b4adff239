/* Headers of the project, in a folder that the compiler is told of (-I and its kin), or beside a source, that bear a
 * name of one of ours, which is read in their places. */
#ifndef CFRONT_SOURCE_SHADOWED_H
#define CFRONT_SOURCE_SHADOWED_H

#include "cfront/source/compiler_call.h"

/* What one with the name of a kernel's header says is read with ours, unless it is a kernel's. The others are noted. */
void shadowed_read(struct front *front, struct translation *translation);
/* Beside a source, where ours is read in its place. */
void shadowed_note_beside(struct front *front, const char *path, const char *name);
/* This one was to be read, and is said to be a kernel's: ours is read. */
void shadowed_note_hidden(struct front *front, const struct translation *translation, const char *path);
/* This file was read: ours, perhaps, in the place of one of them. */
void shadowed_note_ours(struct front *front, const char *path);
/* If one of them, in whose place ours was read, or what it includes, defines what a condition of the preprocessor asks
 * for, nothing holds; that it has nothing else that matters is assumed. */
void shadowed_doubt(struct front *front);

#endif
