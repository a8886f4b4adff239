/* What the compiler of a build is told, as our own understands it. */
#ifndef CFRONT_SOURCE_BUILD_OPTIONS_H
#define CFRONT_SOURCE_BUILD_OPTIONS_H

#include "cfront/source/compiler_call.h"

/* The words of a command that compiles a source, from the compiler's name on: without that, names of sources, and
 * what names outputs; with the machine that the compiler is for. Of compilers that are neither GCC nor clang macros,
 * folders and headers count, and that the rest changes nothing is assumed. */
void build_options_add(struct front *front, const compiler_arguments *words, compiler_arguments *list);

struct compiler_machine {
    const char *target;                /* as clang names it, or one with numbers like its; NULL: it is not known */
    const char *sign;                  /* the option for that of `char`; NULL: as usual there */
    bool has_short_enums, is_stand_in; /* enumerations are as small as they can be; it is another machine */
    bool has_old_layout;               /* arm-elf-gcc's: see build_options_old_layout */
};
/* What the name of a compiler says of its machine: `/opt/bin/arm-none-eabi-gcc-12`. */
struct compiler_machine build_options_machine(struct arena *arena, const char *program);
/* "a sign by default", on a machine that stands for another one; `option`: as above. */
const char *build_options_sign(const char *target, const char *option);
/* Does GCC make enumerations as small as they can be there? */
bool build_options_shortens(const char *target);
/* What is assumed of structures of such a `compiler`. */
const char *build_options_old_layout(struct arena *arena, const char *compiler);

#endif
