/* Findings that the user knows and accepts: `--suppress FILE`.
 *
 * A line is `KIND FILE:LINE reason`, or `KIND FILE reason` for all lines; of a finding that has no place,
 * `KIND NAME reason`; `#` begins a comment. The reason must be there. */
#ifndef CLI_APP_SUPPRESS_H
#define CLI_APP_SUPPRESS_H

#include "base/arena.h"
#include "base/diag.h"

struct suppression {
    const char *kind, *file, *reason;
    unsigned long line; /* 0: all */
    struct place place;
    const char *found, *also_found; /* files with such findings: a name may fit several; NULL: there is none */
    bool used, is_name;             /* ... it is about something that has no place: `file` is its name */
};

struct suppressions {
    VEC(struct suppression) list; /* release with vec_free() */
};

/* False with errors in `diagnostics`. Texts go to the arena. */
bool suppressions_read(struct suppressions *suppressions, const char *path, struct arena *arena,
                       struct diagnostics *diagnostics);
/* Is one of them about such a finding? It is used now. */
bool suppressions_have(struct suppressions *suppressions, const char *kind, struct place place);
/* Is each of these names suppressed? If there are any. */
bool suppressions_have_names(struct suppressions *suppressions, const char *kind, const char *const *names,
                             size_t count);
/* Warns of those that no finding fits. */
void suppressions_report_unused(const struct suppressions *suppressions, struct diagnostics *diagnostics);
/* Those that were used, as half a sentence; NULL: none was. */
const char *suppressions_text(const struct suppressions *suppressions, struct arena *arena);

#endif
