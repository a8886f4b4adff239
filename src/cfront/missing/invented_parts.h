/* What the header of invented names (invented.c) and what is told of them (invented_tell.c) agree on. */
#ifndef CFRONT_MISSING_INVENTED_PARTS_H
#define CFRONT_MISSING_INVENTED_PARTS_H

#include "cfront/missing/invented.h"

/* In hardware nobody asks how long it is. What holds pointers is one pointer. */
bool invented_is_array(const struct invented_type *type);
/* `typedef int NAME[4];` */
bool invented_is_array_type(const struct invented *invented, const struct invented_type *type);
/* `*(NAME *)0x4000` */
bool invented_is_register(const struct invented_type *type);
/* A type to which a name of hardware points, or a number, has registers for members. */
bool invented_is_of_registers(const struct invented *invented, const struct invention *of);
/* What a word before a type says, by its name; "": nothing. */
const char *invented_word(const char *name);
/* ... one that says nothing, and stands for `volatile` perhaps. */
bool invented_is_open_word(const struct invention *invention);

#endif
