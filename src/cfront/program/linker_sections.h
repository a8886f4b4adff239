/* Symbols of linker scripts that no source defines: start-up code goes from where a section begins (`_sbss`,
 * `__bss_start__`) to where it ends (`_ebss`, `__bss_end__`). What lies between is set by then as C says; it is taken
 * to be empty: the end is where the beginning is. */
#ifndef CFRONT_PROGRAM_LINKER_SECTIONS_H
#define CFRONT_PROGRAM_LINKER_SECTIONS_H

#include "cfront/load/front.h"

/* Before objects are made of the symbols. */
void linker_sections_join(struct front *front);
/* It marks a place in memory, by its name, and its type says nothing of what lies there. */
bool linker_sections_mark(const struct symbol *symbol);

/* Before the system starts, what C says of first values holds anyway; afterwards variables lie there. */
void linker_sections_doubt(struct front *front);

#endif
