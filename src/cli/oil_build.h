/* What vendors' attributes of a configuration say of the build. Texts are looked through, not parsed. */
#ifndef CLI_OIL_BUILD_H
#define CLI_OIL_BUILD_H

#include <stddef.h>

/* The machine, as clang names it; NULL: the text names none that is known. */
const char *oil_build_target(const char *text);
/* The next source behind `text` (ERIKA's `APP_SRC = "main.c"`), and how long its name is; NULL: there are no more. */
const char *oil_build_source(const char *text, size_t *length);

#endif
