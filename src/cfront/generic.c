#include "cfront/generic.h"

#include "cfront/type_name.h"

#include <ctype.h>
#include <string.h>

/* What is written before an expression, up to where it begins. */
static const char *text_before(struct front *front, CXCursor expression, size_t *length) {
    CXFile file;
    unsigned offset;
    size_t size;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(expression));
    front->clang.getSpellingLocation(begin, &file, NULL, NULL, &offset);
    const char *text = front_contents(front, file, &size);
    if (!text || offset > size) return NULL;
    *length = offset;
    return text;
}

static size_t without_spaces(const char *text, size_t end) {
    while (end && (isspace((unsigned char)text[end - 1]) || text[end - 1] == '\\')) end--;
    return end;
}

/* `name :` before the expression: the name. False: something else is written there. */
static bool association_name(struct front *front, CXCursor expression, const char **name, size_t *length) {
    size_t end;
    const char *text = text_before(front, expression, &end);
    if (!text) return false;
    end = without_spaces(text, end);
    if (!end || text[end - 1] != ':') return false;
    end = without_spaces(text, end - 1);
    size_t begin = end;
    while (begin && !strchr(",()[]{};:/\"'#", text[begin - 1])) begin--;
    if (!begin || text[begin - 1] != ',') return false;
    *name = text + begin, *length = end - begin;
    return true;
}

enum answer { NO, YES, OTHERWISE, UNKNOWN };

static enum answer is_meant(struct front *front, CXCursor expression, CXType type) {
    const char *text;
    size_t length;
    struct type_name name;
    if (!association_name(front, expression, &text, &length)) return UNKNOWN;
    while (length && isspace((unsigned char)*text)) text++, length--;
    if (length == strlen("default") && !strncmp(text, "default", length)) return OTHERWISE;
    /* an enumeration is compatible with a type that only the compiler knows */
    if (front->clang.getCanonicalType(type).kind == CXType_Enum) return UNKNOWN;
    if (!type_name_read(front, expression, text, length, &name) || name.type.kind == CXType_Enum) return UNKNOWN;
    return type_name_is(front, &name, type) ? YES : NO;
}

/* By the names of their types, of those that are left. */
static CXCursor choose_by_name(struct front *front, CXType type, struct cursors left) {
    CXCursor fallback = front->clang.getNullCursor();
    bool is_open = false;
    for (size_t i = 0; i < left.count; i++) {
        enum answer answer = is_meant(front, left.items[i], type);
        if (answer == YES) return left.items[i];
        if (answer == OTHERWISE) fallback = left.items[i];
        is_open |= answer == UNKNOWN;
    }
    return is_open ? front->clang.getNullCursor() : fallback;
}

/* `_Generic(type, ...)`, of a later standard, has nothing to be looked at first. */
static bool is_controlling(struct front *front, CXCursor expression) {
    const char *name;
    size_t length;
    return !association_name(front, expression, &name, &length);
}

CXCursor generic_choice(struct front *front, CXCursor selection) {
    struct cursors all = front_expressions(front, selection);
    CXType type = front->clang.getCursorType(selection);
    if (all.count < 2 || !is_controlling(front, all.items[0])) return front->clang.getNullCursor();
    struct cursors left = {all.items + 1, 0};
    for (size_t i = 1; i < all.count; i++)
        if (front->clang.equalTypes(front->clang.getCursorType(all.items[i]), type))
            left.items[left.count++] = all.items[i];
    if (left.count == 1) return left.items[0];
    return choose_by_name(front, front->clang.getCursorType(all.items[0]), left);
}
