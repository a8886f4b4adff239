/* Functions that run before main(), or after its end, though nothing calls them: by their names, which start-up code or
 * a C library knows, or because a pragma says so. Attributes that say it, and sections of start-up code, are refused
 * (attributes.h). */
#ifndef CFRONT_WRITTEN_STARTUP_H
#define CFRONT_WRITTEN_STARTUP_H

#include "cfront/load/front.h"

/* `SystemInit`, `__low_level_init`; `Reset_Handler`, which the machine runs. */
bool startup_has(const char *name);
/* In the place of this one another may run, which begins its name like this (`__wrap_f`, `$Sub$$f`): a linker puts it
 * there. The other's name, of which it is a part; NULL: it is no such function. */
const char *startup_replaces(const char *name);

/* `#pragma startup f`: `text` is what stands behind `#pragma`, to the end of the line. False: it is another one. */
bool startup_note_pragma(struct front *front, const char *text, size_t length);
/* Marks those that were noted. */
void startup_find(struct front *front);
/* Does a text have such a pragma? */
bool startup_is_in(const char *text);
/* Is this the HCS12's `start12.c`, or one like it? It fills memory as C says, and calls main(). */
bool startup_is_of_hcs12(const char *text);

#endif
