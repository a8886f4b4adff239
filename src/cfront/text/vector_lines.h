/* Tables of vectors in assembly (`DCD UART0_Handler`, `rjmp on_pin`), and in files of linkers (`VECTOR 7 on_pin`,
 * `LONG(on_pin)`): addresses and jumps, one behind the other, of which a label, a section or names beside them say what
 * they are. What those name is followed through other names for it (`.thumb_set a, b`) and through assembly that it is
 * the label of. Addresses that code has beside it (`.word table`), and tables with labels that say something else, are
 * none. */
#ifndef CFRONT_TEXT_VECTOR_LINES_H
#define CFRONT_TEXT_VECTOR_LINES_H

#include "cfront/text/name_set.h"

struct vector_lines;

/* `is_vectors`: whatever has this name stands in a table by that. */
struct vector_lines *vector_lines_new(struct arena *arena, bool (*is_vectors)(const char *name));
void vector_lines_free(struct vector_lines *lines);
/* Of a file. The texts have no comments, and what they include stands in them. */
void vector_lines_read(struct vector_lines *lines, const char *path, const char *text);
void vector_lines_read_script(struct vector_lines *lines, const char *path, const char *text); /* of a linker */
/* Another name for something, in whatever language. */
void vector_lines_alias(struct vector_lines *lines, const char *path, const char *name, const char *other);

/* All was read: which names the tables have, as they are written; and which names may run as well, since a place that
 * is no such table for certain has them, or code in assembly that interrupts may come to. */
struct name_set vector_lines_names(struct vector_lines *lines);
struct name_set vector_lines_perhaps(struct vector_lines *lines);
/* The file that has one of them. */
const char *vector_lines_path(const struct vector_lines *lines, const char *name);

#endif
