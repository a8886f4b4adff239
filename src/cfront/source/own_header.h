/* A header of the project that bears the name of a kernel's (os.h, os_cfg.h, kernel.h), and is none: it adds to the
 * kernel's words of its own, and is read with ours. */
#ifndef CFRONT_SOURCE_OWN_HEADER_H
#define CFRONT_SOURCE_OWN_HEADER_H

#include "cfront/load/front.h"

/* What is read in its place: its text, with ours; or ours alone, if it is a kernel's, or says once more what ours, or
 * the header of the configuration's names, says, which is assumed to be all. */
const char *own_header_text(struct front *front, const char *path, const char *ours, const char *names);

#endif
