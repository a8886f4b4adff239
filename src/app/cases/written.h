/* What a condition says where it is written, for those that the lowered program has other words for: results of calls
 * are temporaries there. */
#ifndef APP_CASES_WRITTEN_H
#define APP_CASES_WRITTEN_H

#include "base/diag.h"
#include "base/text.h"

/* Of a text of C: the condition that begins there, in one line, without comments, up to what joins it with others. */
bool written_in(const struct text *source, struct place place, struct text *out);
/* ... of the file that the place names. False: it cannot be read, or ends before the condition does. `last` is the file
 * that was read last, nothing at first; release it with written_free(). */
struct written_file {
    char *path; /* NULL: there is none */
    bool is_there;
    struct text source;
};
bool written_condition(struct written_file *last, struct place place, struct text *out);
void written_free(struct written_file *last);

#endif
