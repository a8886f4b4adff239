/* Text inside XML and DOT: escaped, cut to a length, always valid UTF-8. */
#ifndef REPORT_MARKUP_H
#define REPORT_MARKUP_H

#include "base/text.h"

/* At most `most` characters, the last an ellipsis if something was left out. */
void markup_xml(struct text *out, const char *text, size_t most);
/* The same as the inside of a quoted DOT string. */
void markup_dot(struct text *out, const char *text, size_t most);

#endif
