/* Parts of a file that conditions of the preprocessor take or leave out. */
#ifndef CFRONT_CONDITIONS_REGIONS_H
#define CFRONT_CONDITIONS_REGIONS_H

#include "cfront/load/front.h"

/* Up to the end of a line of the preprocessor: one with a backslash goes on. */
size_t regions_line_length(const char *line, const char *end);

/* What a line asks for, if it is a condition: names of which it is asked whether they are defined (`#ifdef NAME`,
 * `defined(NAME)`), and other words (`NAME > 2`). False: it is none. */
bool regions_read_condition(struct arena *arena, const char *line, size_t length, name_list *asked,
                            name_list *compared);

/* `#define HAS_LOG defined(LOG)`: what a condition asks for that has the macro. Where that hinges on arguments
 * (`#define HAS(x) defined(HAS_##x)`), it is `HAS(x)`. */
void regions_read_macro(struct arena *arena, const char *line, size_t length, name_list *asked);

/* Adds what conditions ask for, where that decides something: a part that hinges on it has code, or lines that say what
 * other code means. `in_code`: code of functions. Of a text without comments. */
void regions_deciding_names(struct arena *arena, const char *code, name_list *in_code, name_list *asked,
                            name_list *compared);

#endif
