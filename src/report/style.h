/* How text for people looks: escape sequences on a terminal, empty strings elsewhere. */
#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct style {
    const char *good, *bad, *warn, *bold, *dim, *actor, *end;
};

/* Colours only if `out` is a terminal, TERM is not "dumb" and NO_COLOR is not set (https://no-color.org). */
const struct style *style_for(FILE *out);
const struct style *style_plain(void);

/* Characters on the screen, for columns: UTF-8 continuation bytes take no room. */
size_t style_width(const char *text);
void style_pad(struct text *out, const char *text, size_t width);

#endif
