/* Characters of a map, with their places. The first error ends the reading: what follows is not reported. */
#ifndef CONFORM_MAP_SCAN_H
#define CONFORM_MAP_SCAN_H

#include "conform/map.h"

struct scan {
    const char *at, *end;
    struct place place; /* of *at */
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed;
};

void scan_fail(struct scan *scan, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void scan_blanks(struct scan *scan); /* and comments */
bool scan_at_end(struct scan *scan);
/* Takes the symbol if it comes next: "->", "{". Symbols made of letters end where a name ends. */
bool scan_take(struct scan *scan, const char *symbol);
/* The same; it is an error if something else comes. */
bool scan_expect(struct scan *scan, const char *symbol, const char *where);
/* A name; NULL with an error that says what was expected. */
const char *scan_name(struct scan *scan, const char *what);
bool scan_number(struct scan *scan, int64_t *number); /* digits; an error if there are none or too many */
/* Is there a name next? */
bool scan_sees_name(struct scan *scan);
/* The text up to, not with, `stop` outside of brackets; blanks at both ends are left out. With `spaced`, `stop` counts
 * only after a blank. */
const char *scan_until(struct scan *scan, const char *stop, bool spaced, const char *what);
/* From an opening bracket to its partner, both included. */
const char *scan_brackets(struct scan *scan);

void scan_skip_to(struct scan *scan, const char *to);

#endif
