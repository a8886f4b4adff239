/* Names that compilers define, and that conditions of the preprocessor ask for (`#if defined(__clang__)`,
 * `#ifdef __linux__`): the answer is that of clang, for its machine, and the build's compiler may say something else.
 * That is told, unless the options say what the names are. */
#ifndef CFRONT_COMPILER_NAMES_H
#define CFRONT_COMPILER_NAMES_H

#include "cfront/front.h"

/* Of a file of the user's. */
void compiler_names_read(struct front *front, const char *file, const char *text, size_t length);
void compiler_names_tell(struct front *front);

#endif
