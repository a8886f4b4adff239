/* What vendors' attributes of a configuration say of the build. Texts are looked through, not parsed. */
#ifndef CLI_OIL_BUILD_H
#define CLI_OIL_BUILD_H

#include <stdbool.h>
#include <stddef.h>

/* The machine, as clang names it; NULL: the text names none that is known. */
const char *oil_build_target(const char *text);
/* Options that its compiler has by default, or that the vendor's build gives, one by one; NULL: there are no more. */
const char *oil_build_option(const char *text, size_t number);
/* Is it one of ERIKA's? */
bool oil_build_is_erika(const char *text);
/* The next source of `text`, at `from` or behind it (`APP_SRC = "main.c"`, of ERIKA and Trampoline), and how long its
 * name is; NULL: there are no more. */
const char *oil_build_source(const char *text, const char *from, size_t *length);

#endif
