/* What the compiler of a build is told, as our own understands it. */
#ifndef CFRONT_BUILD_OPTIONS_H
#define CFRONT_BUILD_OPTIONS_H

#include "cfront/translation.h"

/* The words of a command that compiles a source, from the compiler's name on: without that, names of sources, and
 * what names outputs; with the machine that the compiler is for. Of compilers that are neither GCC nor clang macros,
 * folders and headers count, and that the rest changes nothing is assumed. */
void build_options_add(struct front *front, const compiler_arguments *words, compiler_arguments *list);

#endif
