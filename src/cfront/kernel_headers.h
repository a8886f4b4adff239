/* A kernel's own headers, which a project brings along: ours stand for them, since ours is the kernel that runs. */
#ifndef CFRONT_KERNEL_HEADERS_H
#define CFRONT_KERNEL_HEADERS_H

#include "cfront/translation.h"

/* What we have instead of a header of that name. */
const char *kernel_headers_ours(const char *name);

/* Puts ours in the places of those that this parse has read. False: it has read none, and may stay. */
bool kernel_headers_hide(struct front *front, struct translation *translation, CXTranslationUnit tu);

#endif
