#include "app/subject/half_sentence.h"

const char *half_sentence_list(struct arena *arena, const char *names, const char *name) {
    return arena_printf(arena, "%s%s%s", names, *names ? ", " : "", name);
}

const char *half_sentence_join(struct arena *arena, const char *one, const char *other) {
    if (!one || !other) return one ? one : other;
    return arena_printf(arena, "%s, and that %s", one, other);
}
