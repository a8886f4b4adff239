/* A kernel's own headers, which a project brings along: ours stand for them, since ours is the kernel that runs. */
#ifndef CFRONT_SOURCE_KERNEL_HEADERS_H
#define CFRONT_SOURCE_KERNEL_HEADERS_H

#include "cfront/source/compiler_call.h"

/* What we have instead of a header of that name. */
const char *kernel_headers_ours(const char *name);

/* Is this text a kernel's header? It says what tasks and interrupt routines are, in C. */
bool kernel_headers_has(const char *text, size_t length);

/* Parses the source, with ours in the places of those that it reads. */
enum CXErrorCode kernel_headers_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu);

#endif
