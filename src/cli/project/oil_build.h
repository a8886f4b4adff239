/* What vendors' attributes of a configuration say of the build. Texts are looked through, not parsed. */
#ifndef CLI_PROJECT_OIL_BUILD_H
#define CLI_PROJECT_OIL_BUILD_H

#include "base/arena.h"
#include "cli/common/options.h"

#include <stdbool.h>
#include <stddef.h>

/* `WORD = "value"`, or `+=`, at `from` or behind it: the value, and how long it is; NULL: there are no more. */
const char *oil_build_value(const char *text, const char *from, const char *word, size_t *length);
/* Has it attributes that ERIKA alone has? */
bool oil_build_is_erika(const char *text);
/* The next source of `text`, at `from` or behind it (`APP_SRC = "main.c"`, of ERIKA and Trampoline, and `INCLUDE_C`),
 * and how long its name is; NULL: there are no more. */
const char *oil_build_source(const char *text, const char *from, size_t *length);
/* ... and options of the compiler (`CFLAGS = "-O2"`, and Trampoline's `COMMONFLAGS`, `PRECFLAGS`, `PRECOMMONFLAGS`) */
const char *oil_build_flags(const char *text, const char *from, size_t *length);

/* Macros that the build defines: `EE_OPT = "NAME"`, which ERIKA's generator writes into a header, others that it makes
 * (`LIB = S32_SDK`, `USELEDS = TRUE`), and `-D` in flags. */
void oil_build_macros(struct arena *arena, const char *text, struct text_list *macros);

#endif
