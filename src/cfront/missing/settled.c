#include "cfront/missing/settled.h"

#include "base/word.h"
#include "cfront/missing/invented.h"

#include <ctype.h>
#include <string.h>

static bool is_declared(const struct invention *invention) {
    return invention->kind != INVENTED_WORD && invention->kind != INVENTED_LINE && invention->kind != INVENTED_MACRO;
}

/* What a source got is what it would get now. */
static bool is_settled(const struct borrowed *known, const struct invention *invention) {
    for (size_t i = 0; is_declared(invention) && i < invention->lacks.count; i++) {
        const struct invented_lack *lack = &invention->lacks.items[i];
        const char *file;
        bool is_tag = lack->is_tag || invention->kind == INVENTED_TAG;
        if (lack->is_own) continue;
        if (!are_same_texts(lack->declaration,
                            borrowed_declaration(known, invention->name, is_tag, lack->source, &file)))
            return false;
        if (file && !invention->file) return false; /* that there is another one was not known */
    }
    return true;
}

/* A pointer to a function that another source has is called as one that nothing declares: nobody complains. */
static bool calls_something_else(const struct front *front, const struct borrowed *known) {
    for (size_t i = 0; i < front->undeclared.count; i++) {
        const char *name = front->undeclared.items[i];
        bool is_else = borrowed_is_needed(known, name) || borrowed_lacks_macro(known, name);
        if (is_else && !invented_find(&front->invented, name)) return true;
    }
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

/* ---- What is left in doubt ---- */

/* Where the brackets of this use of the macro end; NULL: it is none. */
static const char *end_of_use(const char *at, const char *end, const char *macro) {
    size_t length = strlen(macro);
    unsigned depth = 0;
    if ((size_t)(end - at) <= length || memcmp(at, macro, length) != 0) return NULL;
    for (at += length; at < end && isspace((unsigned char)*at);) at++;
    if (at == end || *at != '(') return NULL;
    for (; at < end; at++) {
        depth += *at == '(';
        if (*at == ')' && !--depth) return at;
    }
    return NULL;
}

struct seeking {
    struct front *front;
    const char *name;
    bool found;
};

static enum CXChildVisitResult seek(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct seeking *seeking = data;
    struct front *front = seeking->front;
    seeking->found = front->clang.getCursorKind(cursor) == CXCursor_FunctionDecl &&
                     !strcmp(front_spelling(front, cursor), seeking->name);
    return seeking->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool is_function(struct front *front, const struct unit *unit, const char *name) {
    struct seeking seeking = {.front = front, .name = name};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(unit->tu), seek, &seeking);
    return seeking.found;
}

/* What the macro may do with a name between them: make it, if it is lacked as a value, or have it run. */
static const char *doubt_name(struct front *front, const struct unit *unit, const char *macro, const char *name) {
    const struct invention *value = invented_find(&front->invented, name);
    bool is_made = value && value->kind <= INVENTED_HARDWARE && invented_is_lacked(value);
    if (!is_made && !is_function(front, unit, name)) return NULL;
    return arena_printf(front->arena, "`%s`, a macro of a missing header, may %s `%s` in %s", macro,
                        is_made ? "make" : "have run", name, unit->path);
}

static const char *doubt_between(struct front *front, const struct unit *unit, const char *macro, const char *at,
                                 const char *end) {
    const char *doubt = NULL;
    while (at < end && !doubt) {
        size_t length = 0;
        while (at + length < end && is_word_char(at[length])) length++;
        if (length) doubt = doubt_name(front, unit, macro, arena_text_n(front->scratch, at, length));
        at += length ? length : 1;
    }
    return doubt;
}

/* `DEFINE(int, speed);` and `REGISTER(f);` of a missing header are taken to mean nothing, but may well be what others
 * use, or who calls f. */
static const char *doubt_uses(struct front *front, const struct unit *unit, const char *macro) {
    size_t length = 0;
    CXFile file = front->clang.getFile(unit->tu, unit->path);
    const char *text = file ? front->clang.getFileContents(unit->tu, file, &length) : NULL, *doubt = NULL;
    const char *end = text + length;
    for (const char *at = text; text && at < end && !doubt;) {
        const char *close = is_word_char(*at) ? end_of_use(at, end, macro) : NULL;
        if (close) doubt = doubt_between(front, unit, macro, at + strlen(macro), close);
        while (at < end && is_word_char(*at)) at++;
        while (at < end && !is_word_char(*at)) at++;
    }
    return doubt;
}

static const char *doubt_macro(struct front *front, const char *macro) {
    const char *doubt = NULL;
    for (size_t i = 0; i < front->units.count && !doubt; i++) doubt = doubt_uses(front, &front->units.items[i], macro);
    return doubt;
}

const char *settled_doubt(struct front *front, const struct borrowed *known) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_value = invention->kind <= INVENTED_HARDWARE && invented_is_lacked(invention);
        const char *file = is_value ? borrowed_variable(known, invention->name) : NULL;
        const char *macro = invention->kind == INVENTED_LINE ? doubt_macro(front, invention->name) : NULL;
        if (macro) return macro;
        if (file)
            return arena_printf(front->arena, "%s has `%s`, which is something else in sources whose header is missing",
                                file, invention->name);
    }
    return settled_is(front, known) ? NULL : "what sources say of names of missing headers depends on each other";
}
