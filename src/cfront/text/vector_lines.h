/* Tables of vectors in assembly (`DCD UART0_Handler`, `.word on_pin`), and in files of linkers (`VECTOR 7 on_pin`):
 * lines with addresses, one behind the other, of which a label, a section or their own names say what they are.
 * Addresses that code has beside it (`.word table`) are none. */
#ifndef CFRONT_TEXT_VECTOR_LINES_H
#define CFRONT_TEXT_VECTOR_LINES_H

#include "cfront/text/name_set.h"

/* All names in them, as they are written. The text has no comments. */
struct name_set vector_lines_names(struct arena *arena, const char *text);

#endif
