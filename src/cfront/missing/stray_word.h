/* Words of missing headers that stand where C has none: `unsigned char FAR x`, `int x SECTION(".ram")`. */
#ifndef CFRONT_MISSING_STRAY_WORD_H
#define CFRONT_MISSING_STRAY_WORD_H

#include "cfront/missing/complaint.h"

/* The word over which the compiler stumbles here, and whether it is one (INVENTED_WORD), has arguments (INVENTED_LINE)
 * or stands beside a text (INVENTED_TEXT). NULL: there is none, or the text does not tell which of two it is. In the
 * scratch arena. */
const char *stray_word(const struct complaint *complaint, enum invented_kind *kind);

#endif
