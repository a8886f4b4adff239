#include "base/some_names.h"

static size_t most_of(const struct some_names *names) { return names->most ? names->most : 3; }

void some_names_add(struct some_names *names, const char *name, const char *note) {
    if (names->count++ >= most_of(names)) return;
    text_printf(&names->text, "%s%s", names->count > 1 ? ", " : "", name);
    if (note) text_printf(&names->text, " (`%s`)", note);
}

const char *some_names_chars(struct some_names *names) {
    if (names->count > most_of(names)) text_printf(&names->text, " and %zu more", names->count - most_of(names));
    return text_chars(&names->text);
}

void some_names_free(struct some_names *names) { text_free(&names->text); }
