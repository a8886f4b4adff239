/* Findings that the user knows and accepts: `--suppress FILE`.
 *
 * A line is `KIND FILE:LINE reason`, or `KIND FILE reason` for all lines; `#` begins a comment. The reason must be
 * there. */
#ifndef CLI_SUPPRESS_H
#define CLI_SUPPRESS_H

#include "base/arena.h"
#include "base/diag.h"

struct suppression {
    const char *kind, *file, *reason;
    unsigned long line; /* 0: all */
    struct place place;
    bool used;
};

struct suppressions {
    VEC(struct suppression) list; /* release with vec_free() */
};

/* False with errors in `diagnostics`. Texts go to the arena. */
bool suppressions_read(struct suppressions *suppressions, const char *path, struct arena *arena,
                       struct diagnostics *diagnostics);
/* The one that is about such a finding, which is used now; NULL: none. */
struct suppression *suppressions_find(struct suppressions *suppressions, const char *kind, struct place place);
/* Warns of those that no finding fits. */
void suppressions_report_unused(const struct suppressions *suppressions, struct diagnostics *diagnostics);
/* Those that were used, as half a sentence; NULL: none was. */
const char *suppressions_text(const struct suppressions *suppressions, struct arena *arena);

#endif
