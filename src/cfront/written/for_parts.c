#include "cfront/written/for_parts.h"

#include "base/word.h"

#include <string.h>

/* libclang gives the parts of a `for` without saying which: with one or two of three expressions the source decides.
 * The text is looked at where `for` is spelled, which is right in macros, too; an expression made of a macro that is
 * empty is one we would miss, so the number must agree. */
static bool find_parts(struct front *front, CXCursor cursor, bool there[3]) {
    CXFile file;
    unsigned offset;
    size_t size;
    front->clang.getSpellingLocation(front->clang.getCursorLocation(cursor), &file, NULL, NULL, &offset);
    const char *text = front_contents(front, file, &size);
    if (!text || offset + 3 > size || !begins_with(text + offset, "for")) return false;
    int depth = 0, part = 0;
    there[0] = there[1] = there[2] = false;
    for (size_t i = offset + 3; i < size; i++) {
        char c = text[i];
        if (c == '/' && i + 1 < size && text[i + 1] == '*') {
            for (i += 2; i + 1 < size && !(text[i] == '*' && text[i + 1] == '/'); i++) {
            }
            i++;
            continue;
        }
        if (c == '/' && i + 1 < size && text[i + 1] == '/') {
            while (i < size && text[i] != '\n') i++;
            continue;
        }
        if (c == '(' || c == '{' || c == '[') depth++;
        if (c == ')' || c == '}' || c == ']') depth--;
        if (c == ')' && depth == 0) return part == 2;
        if (depth == 1 && c == ';')
            part++;
        else if (!strchr(" \t\r\n\\", c) && !(depth == 1 && c == '(' && part == 0 && !there[0])) {
            if (part > 2) return false;
            there[part] = true;
        }
        if (c == '"' || c == '\'')
            for (i++; i < size && text[i] != c; i++) i += text[i] == '\\';
    }
    return false;
}

bool for_parts(struct front *front, CXCursor cursor, struct cursors all, CXCursor parts[3]) {
    for (int i = 0; i < 3; i++) parts[i] = front->clang.getNullCursor();
    size_t count = all.count - 1;
    if (count == 0) return true;
    if (count == 3) {
        for (int i = 0; i < 3; i++) parts[i] = all.items[i];
        return true;
    }
    bool there[3];
    if (!find_parts(front, cursor, there) || (size_t)there[0] + there[1] + there[2] != count) return false;
    for (size_t i = 0, next = 0; i < 3; i++)
        if (there[i]) parts[i] = all.items[next++];
    return true;
}
