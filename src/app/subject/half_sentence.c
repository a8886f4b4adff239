#include "app/subject/half_sentence.h"

#include <stdbool.h>
#include <string.h>

const char *half_sentence_list(struct arena *arena, const char *names, const char *name) {
    return arena_printf(arena, "%s%s%s", names, *names ? ", " : "", name);
}

static const char joint[] = ", and that ";

static bool says(const char *all, const char *half) {
    for (const char *at = all; (at = strstr(at, half)); at++) {
        size_t before = (size_t)(at - all), length = sizeof joint - 1;
        const char *behind = at + strlen(half);
        bool begins = !before || (before >= length && !strncmp(at - length, joint, length));
        if (begins && (!*behind || !strncmp(behind, joint, length))) return true;
    }
    return false;
}

const char *half_sentence_join(struct arena *arena, const char *one, const char *other) {
    if (!one || !other) return one ? one : other;
    return says(one, other) ? one : arena_printf(arena, "%s%s%s", one, joint, other);
}

enum { MOST_NAMES = 8 };

void half_sentence_name(struct half_sentence_names *names, struct arena *arena, const char *name) {
    if (!names->count) names->first = name;
    if (names->count++ < MOST_NAMES)
        names->text = half_sentence_list(arena, names->text ? names->text : "", arena_printf(arena, "`%s`", name));
}

const char *half_sentence_names_text(const struct half_sentence_names *names, struct arena *arena) {
    if (names->count <= MOST_NAMES) return names->text;
    size_t more = names->count - MOST_NAMES;
    return arena_printf(arena, "%s and %zu other%s", names->text, more, more > 1 ? "s" : "");
}
