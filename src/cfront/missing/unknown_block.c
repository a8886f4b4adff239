#include "cfront/missing/unknown_block.h"

#include "cfront/library/headers.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/learning.h"
#include "cfront/text/usual_macro.h"

/* The variable of a block that runs once, by which its places are found again. */
#define BLOCK_OF "rtcheck_block_"

/* ---- which they are ---- */

/* Where the block begins; 0: there is none behind the name, or the name is no statement's first word. */
static size_t block_behind(const struct complaint *complaint, const char *name, bool *has_arguments) {
    size_t end = complaint->offset + strlen(name), before = spaces_before(complaint, complaint->offset);
    bool is_there = complaint->text && end <= complaint->length && skip_word(complaint, complaint->offset) == end &&
                    !memcmp(complaint->text + complaint->offset, name, strlen(name));
    if (!is_there || (before && strchr("=(,+-&|<>?!.[", complaint->text[before - 1]))) return 0;
    size_t next = skip_spaces(complaint, end);
    *has_arguments = char_at(complaint, next) == '(';
    if (*has_arguments) next = skip_spaces(complaint, skip_brackets(complaint, next));
    return char_at(complaint, next) == '{' ? next : 0;
}

static size_t skip_block(const struct complaint *complaint, size_t at) {
    unsigned depth = 0;
    for (; at < complaint->length; at++) {
        if (complaint->text[at] == '{') depth++;
        if (complaint->text[at] == '}' && --depth == 0) return at + 1;
    }
    return at;
}

bool unknown_block_learn(const struct complaint *complaint, const char *name) {
    struct invented *invented = &complaint->front->invented;
    bool has_arguments = false;
    size_t block = complaint->text ? block_behind(complaint, name, &has_arguments) : 0;
    size_t behind = block ? skip_spaces(complaint, skip_block(complaint, block)) : 0;
    if (block && usual_macro(name)) return !has_arguments && learning_add(complaint, name, INVENTED_MACRO);
    if (!block || spells(complaint->text + behind, skip_word(complaint, behind) - behind, "else")) return false;
    bool learned = learning_add(complaint, name, INVENTED_MACRO);
    struct invention *macro = invented_find(invented, name);
    if (macro->kind != INVENTED_MACRO || macro->macro) return learned;
    macro->is_block = true;
    macro->macro = arena_printf(invented->arena, "%s for (int " BLOCK_OF "%s = 1; " BLOCK_OF "%s; " BLOCK_OF "%s = 0)",
                                has_arguments ? "(...)" : "", name, name, name);
    return true;
}

/* ---- where they are ---- */

bool unknown_block_is_atomic(struct front *front, CXCursor loop) {
    struct cursors parts = front_children(front, loop);
    bool declares = parts.count && front->clang.getCursorKind(parts.items[0]) == CXCursor_DeclStmt;
    struct cursors declared = declares ? front_children(front, parts.items[0]) : (struct cursors){0};
    return declared.count && !strcmp(front_spelling(front, declared.items[0]), USUAL_MACRO_ATOMIC);
}

/* What lets interrupts come again is run by whoever leaves the block; a return does. */
static enum CXChildVisitResult look_for_jump(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = data;
    if (front->clang.getCursorKind(cursor) != CXCursor_GotoStmt) return CXChildVisit_Recurse;
    struct place place = front_place(front, cursor);
    front_leap(front, place, "interrupts come again behind the `goto` that leaves a block");
    front_doubt(front, "%s:%u may leave a block that keeps interrupts out, and let them come again", place_file(place),
                place.line);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = data;
    const char *name = front->clang.getCursorKind(cursor) == CXCursor_VarDecl ? front_spelling(front, cursor) : "";
    struct place place = front_place(front, cursor);
    if (headers_hold(place)) return CXChildVisit_Continue;
    if (front->clang.getCursorKind(cursor) == CXCursor_ForStmt && unknown_block_is_atomic(front, cursor))
        front->clang.visitChildren(cursor, look_for_jump, front);
    if (!begins_with(name, BLOCK_OF)) return CXChildVisit_Recurse;
    name += strlen(BLOCK_OF);
    front_leap(front, place, "`%s`, of a missing header, does something else with its block than run it once", name);
    front_doubt(front, "%s:%u: `%s`, of a missing header, may do something else with its block than run it once",
                place_file(place), place.line, name);
    return CXChildVisit_Recurse;
}

void unknown_block_doubt(struct front *front) {
    for (size_t i = 0; front->invented.list.count && i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, front);
}
