/* What has a compiler read sources as C++, whatever they are called: that is another language. */
#ifndef CFRONT_TEXT_CPLUSPLUS_H
#define CFRONT_TEXT_CPLUSPLUS_H

#include <stdbool.h>
#include <stddef.h>

/* `g++`, `arm-none-eabi-g++-12`, `$(CROSS)clang++` */
bool cplusplus_is_compiler(const char *word, size_t length);
/* `-std=gnu++14`, `--cpp`; of `-x c++` the second word */
bool cplusplus_is_option(const char *word, size_t length);

#endif
