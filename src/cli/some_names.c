#include "cli/some_names.h"

enum { MOST_NAMED = 3 };

void some_names_add(struct some_names *names, const char *name, const char *note) {
    if (names->count++ >= MOST_NAMED) return;
    text_printf(&names->text, "%s%s", names->count > 1 ? ", " : "", name);
    if (note) text_printf(&names->text, " (`%s`)", note);
}

const char *some_names_chars(struct some_names *names) {
    if (names->count > MOST_NAMED) text_printf(&names->text, " and %zu more", names->count - MOST_NAMED);
    return text_chars(&names->text);
}

void some_names_free(struct some_names *names) { text_free(&names->text); }
