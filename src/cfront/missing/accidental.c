#include "cfront/missing/accidental.h"

#include "base/word.h"
#include "cfront/missing/invented.h"

#include <string.h>

struct reading {
    struct front *front;
    const char *source;
    bool learned;
    name_list targets; /* of `goto` */
};

/* `PACKED`, `__packed`, `__PACKED__` */
static bool is_attribute(const char *name) {
    static const char word[] = "packed";
    size_t underscores = strspn(name, "_"), length = sizeof word - 1;
    bool is_macro = underscores || !has_small_letters(name, strlen(name));
    if (!is_macro || strncasecmp(name + underscores, word, length) != 0) return false;
    name += underscores + length;
    return !name[strspn(name, "_")];
}

static bool is_record(enum CXCursorKind kind) {
    return kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
}

static bool is_of_record(const struct front *front, CXCursor variable) {
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(variable));
    return type.kind == CXType_Record || type.kind == CXType_Enum;
}

static enum CXChildVisitResult look_for_attribute(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reading *reading = data;
    struct front *front = reading->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool counts = (is_record(kind) && front->clang.isCursorDefinition(cursor)) ||
                  (kind == CXCursor_VarDecl && is_of_record(front, cursor));
    if (counts && is_attribute(front_spelling(front, cursor)))
        reading->learned |= invented_add(&front->invented, arena_text(front->scratch, front_spelling(front, cursor)),
                                         INVENTED_WORD, reading->source);
    return kind == CXCursor_FunctionDecl ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

bool accidental_learn(struct front *front, CXTranslationUnit tu, const char *source) {
    struct reading reading = {.front = front, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look_for_attribute, &reading);
    return reading.learned;
}

bool accidental_learn_from_all(struct front *front) {
    bool learned = false;
    for (size_t i = 0; i < front->units.count; i++)
        learned |= accidental_learn(front, front->units.items[i].tu, front->units.items[i].path);
    return learned;
}

/* ---- labels ---- */

static enum CXChildVisitResult note_target(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reading *reading = data;
    if (reading->front->clang.getCursorKind(cursor) == CXCursor_LabelRef)
        vec_push(&reading->targets, front_spelling(reading->front, cursor));
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_at_label(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reading *reading = data;
    struct front *front = reading->front;
    if (front->clang.getCursorKind(cursor) != CXCursor_LabelStmt) return CXChildVisit_Recurse;
    const char *name = front_spelling(front, cursor);
    struct place place = front_place(front, cursor);
    if (has_small_letters(name, strlen(name)) || is_in_list(name, reading->targets.items, reading->targets.count))
        return CXChildVisit_Recurse;
    front_leap(front, place, "`%s`, to which nothing jumps, is a `case` or `default` of a missing header", name);
    front_doubt(front, "`%s`, to which nothing jumps, may be a `case` or `default` of a missing header (%s:%u)", name,
                place_file(place), place.line);
    return CXChildVisit_Recurse;
}

void accidental_doubt(struct front *front) {
    for (size_t i = 0; front->lacks_headers && i < front->units.count; i++) {
        struct reading reading = {.front = front};
        CXCursor unit = front->clang.getTranslationUnitCursor(front->units.items[i].tu);
        front->clang.visitChildren(unit, note_target, &reading);
        front->clang.visitChildren(unit, look_at_label, &reading);
        vec_free(&reading.targets);
    }
}
