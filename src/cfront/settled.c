#include "cfront/settled.h"

#include <string.h>

static bool is_declared(const struct invention *invention) {
    return invention->kind != INVENTED_WORD && invention->kind != INVENTED_LINE;
}

static bool is_same(const char *one, const char *other) {
    return one == other || (one && other && !strcmp(one, other));
}

/* What a source got is what it would get now. */
static bool is_settled(const struct borrowed *known, const struct invention *invention) {
    for (size_t i = 0; is_declared(invention) && i < invention->lacks.count; i++) {
        const struct invented_lack *lack = &invention->lacks.items[i];
        const char *file;
        bool is_tag = lack->is_tag || invention->kind == INVENTED_TAG;
        if (lack->is_own) continue;
        if (!is_same(lack->declaration, borrowed_declaration(known, invention->name, is_tag, lack->source, &file)))
            return false;
    }
    return true;
}

/* A pointer to a function that another source has is called as one that nothing declares: nobody complains. */
static bool calls_something_else(const struct front *front, const struct borrowed *known) {
    for (size_t i = 0; i < front->undeclared.count; i++)
        if (borrowed_is_needed(known, front->undeclared.items[i]) &&
            !invented_find(&front->invented, front->undeclared.items[i]))
            return true;
    return false;
}

bool settled_is(const struct front *front, const struct borrowed *known) {
    for (size_t i = 0; i < front->invented.list.count; i++)
        if (!is_settled(known, front->invented.list.items[i])) return false;
    return !calls_something_else(front, known);
}

void settled_forget(struct front *front, const struct borrowed *known) {
    for (size_t i = front->invented.list.count; i--;) {
        struct invention *invention = front->invented.list.items[i];
        if (invention->kind == INVENTED_BORROWED || !is_settled(known, invention))
            invented_forget(&front->invented, invention);
    }
}

const char *settled_doubt(struct front *front, const struct borrowed *known) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_value = invention->kind <= INVENTED_HARDWARE && invented_is_lacked(invention);
        const char *file = is_value ? borrowed_variable(known, invention->name) : NULL;
        if (file)
            return arena_printf(front->arena, "%s has `%s`, which is something else in sources whose header is missing",
                                file, invention->name);
    }
    return settled_is(front, known) ? NULL : "what sources say of names of missing headers depends on each other";
}
