#include "cfront/program/generic.h"
#include "base/word.h"

#include "cfront/written/type_name.h"

#include <ctype.h>
#include <string.h>

static unsigned begin_of(struct front *front, CXCursor expression, bool expanded, CXFile *file) {
    unsigned offset;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(expression));
    if (expanded)
        front->clang.getExpansionLocation(begin, file, NULL, NULL, &offset);
    else
        front->clang.getSpellingLocation(begin, file, NULL, NULL, &offset);
    return offset;
}

/* The text up to where an expression begins: where its first word is spelled or, if that comes from a macro, where the
 * macro is used. */
static const char *text_before(struct front *front, CXCursor expression, bool expanded, size_t *length) {
    CXFile file;
    size_t size;
    *length = begin_of(front, expression, expanded, &file);
    const char *text = front_contents(front, file, &size);
    return text && *length <= size ? text : NULL;
}

static size_t without_spaces(const char *text, size_t end) {
    while (end && (isspace((unsigned char)text[end - 1]) || text[end - 1] == '\\')) end--;
    return end;
}

/* `, name :` before it. */
static bool name_before(const char *text, size_t end, const char **name, size_t *length) {
    end = without_spaces(text, end);
    if (!end || text[end - 1] != ':') return false;
    end = without_spaces(text, end - 1);
    size_t begin = end;
    while (begin && !strchr(",()[]{};:/\"'#", text[begin - 1])) begin--;
    if (!begin || text[begin - 1] != ',') return false;
    *name = text + begin, *length = end - begin;
    return true;
}

/* All of the selection may come from the macro: then what is written before that is not about it. */
static bool association_name(struct front *front, CXCursor selection, CXCursor expression, const char **name,
                             size_t *length) {
    CXFile file, selection_file;
    size_t end;
    const char *text = text_before(front, expression, false, &end);
    if (text && name_before(text, end, name, length)) return true;
    bool is_inside = begin_of(front, expression, true, &file) > begin_of(front, selection, true, &selection_file);
    text = is_inside ? text_before(front, expression, true, &end) : NULL;
    return text && name_before(text, end, name, length);
}

enum answer { NO, YES, OTHERWISE, UNKNOWN };

static enum answer is_meant(struct front *front, CXCursor selection, CXCursor expression, CXType type) {
    const char *text;
    size_t length;
    struct type_name name;
    if (!association_name(front, selection, expression, &text, &length)) return UNKNOWN;
    while (length && isspace((unsigned char)*text)) text++, length--;
    if (spells(text, length, "default")) return OTHERWISE;
    /* an enumeration is compatible with a type that only the compiler knows */
    if (front->clang.getCanonicalType(type).kind == CXType_Enum) return UNKNOWN;
    if (!type_name_read(front, expression, text, length, &name) || name.type.kind == CXType_Enum) return UNKNOWN;
    return type_name_is(front, &name, type) ? YES : NO;
}

/* By the names of their types, of those that are left. */
static CXCursor choose_by_name(struct front *front, CXCursor selection, CXType type, struct cursors left) {
    CXCursor fallback = front->clang.getNullCursor();
    bool is_open = false;
    for (size_t i = 0; i < left.count; i++) {
        enum answer answer = is_meant(front, selection, left.items[i], type);
        if (answer == YES) return left.items[i];
        if (answer == OTHERWISE) fallback = left.items[i];
        is_open |= answer == UNKNOWN;
    }
    return is_open ? front->clang.getNullCursor() : fallback;
}

/* `_Generic(type, ...)`, of a later standard, has nothing to be looked at first. */
static bool is_controlling(struct front *front, CXCursor selection, CXCursor expression) {
    const char *name;
    size_t length;
    return !association_name(front, selection, expression, &name, &length);
}

static bool have_one_type(struct front *front, CXCursor left, CXCursor right) {
    return front->clang.equalTypes(front->clang.getCanonicalType(front->clang.getCursorType(left)),
                                   front->clang.getCanonicalType(front->clang.getCursorType(right)));
}

CXCursor generic_choice(struct front *front, CXCursor selection) {
    struct cursors all = front_expressions(front, selection);
    if (all.count < 2 || !is_controlling(front, selection, all.items[0])) return front->clang.getNullCursor();
    struct cursors left = {all.items + 1, 0};
    for (size_t i = 1; i < all.count; i++)
        if (have_one_type(front, all.items[i], selection)) left.items[left.count++] = all.items[i];
    if (left.count == 1) return left.items[0];
    return choose_by_name(front, selection, front->clang.getCursorType(all.items[0]), left);
}
