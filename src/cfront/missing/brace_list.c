#include "cfront/missing/brace_list.h"

#include "cfront/missing/invented.h"
#include "cfront/missing/learning.h"

/* ---- the list ---- */

/* Where the braces around it open; the text's length: nowhere in this declaration. */
static size_t opening(const struct complaint *complaint, size_t at) {
    unsigned depth = 0;
    while (at-- && complaint->text[at] != ';') {
        depth += complaint->text[at] == '}';
        if (complaint->text[at] == '{' && !depth--) return at;
    }
    return complaint->length;
}

/* Behind the text or character that opens here. */
static size_t skip_quoted(const struct complaint *complaint, size_t at) {
    char quote = char_at(complaint, at);
    for (at++; char_at(complaint, at) && char_at(complaint, at) != quote; at++) at += char_at(complaint, at) == '\\';
    return at;
}

/* How many values the braces that open here have in them. */
static unsigned count_values(const struct complaint *complaint, size_t at) {
    unsigned count = 0, depth = 0;
    bool is_begun = false;
    for (; char_at(complaint, at); at++) {
        char c = char_at(complaint, at);
        if (c == '"' || c == '\'') at = skip_quoted(complaint, at);
        depth += c == '{' || c == '(' || c == '[';
        depth -= c == '}' || c == ')' || c == ']';
        if (!depth) return count + is_begun;
        bool separates = c == ',' && depth == 1;
        count += separates;
        is_begun = !separates && (is_begun || (c != '{' && !isspace((unsigned char)c)));
    }
    return 0;
}

/* ---- its type ---- */

struct around {
    const struct complaint *complaint;
    struct invented_type *type; /* of the innermost one */
};

static bool covers(const struct complaint *complaint, CXCursor cursor) {
    const struct clang *clang = &complaint->front->clang;
    CXSourceRange extent = clang->getCursorExtent(cursor);
    CXFile here = NULL, file = NULL;
    unsigned begin = 0, end = 0;
    clang->getSpellingLocation(clang->getDiagnosticLocation(complaint->diagnostic), &here, NULL, NULL, NULL);
    clang->getSpellingLocation(clang->getRangeStart(extent), &file, NULL, NULL, &begin);
    clang->getSpellingLocation(clang->getRangeEnd(extent), NULL, NULL, NULL, &end);
    return file == here && begin <= complaint->offset && complaint->offset < end;
}

static enum CXChildVisitResult look_around(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct around *around = data;
    struct front *front = around->complaint->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool has_list = kind == CXCursor_VarDecl || kind == CXCursor_CompoundLiteralExpr;
    if (!has_list || !covers(around->complaint, cursor)) return CXChildVisit_Recurse;
    CXType type = front->clang.getCursorType(cursor);
    while (front->clang.getArrayElementType(type).kind != CXType_Invalid) type = front->clang.getArrayElementType(type);
    around->type = learning_type(front, type);
    return CXChildVisit_Recurse;
}

/* Whose members nobody has named. */
static bool is_open(const struct invented *invented, const struct invented_type *type, const char *prefix) {
    const struct invention *of = type ? invented_of_type(invented, type) : NULL;
    bool is_type = of && of->kind == INVENTED_TYPE && !type->is_array;
    bool is_one = is_type && (type->shape == SHAPE_NUMBER || type->shape == SHAPE_ADDRESS) && !type->number;
    bool is_ours = is_type && type->shape == SHAPE_RECORD && type->members.count &&
                   begins_with(type->members.items[0].name, prefix);
    return is_one || is_ours;
}

bool brace_list_learn(const struct complaint *complaint) {
    static const char prefix[] = "rtcheck_value_";
    enum { MOST = 64 };
    struct front *front = complaint->front;
    if (!says(complaint, "excess elements in ") || !complaint->text) return false;
    struct around around = {.complaint = complaint};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(complaint->tu), look_around, &around);
    unsigned count = count_values(complaint, opening(complaint, complaint->offset));
    if (!is_open(&front->invented, around.type, prefix) || count < 2 || count > MOST) return false;
    around.type->shape = SHAPE_RECORD;
    around.type->leads_to = NULL;
    bool learned = false;
    for (unsigned i = 0; i < count; i++)
        learned |= invented_add_member(&front->invented, around.type, arena_printf(front->scratch, "%s%u", prefix, i));
    return learned;
}
