#include "cfront/written/marks.h"

#include <string.h>

void marks_note(struct front *front, mark_list *marks, CXSourceLocation where) {
    CXFile file;
    unsigned offset;
    struct place place = front_location(front, where);
    front->clang.getExpansionLocation(where, &file, NULL, NULL, &offset);
    if (file) vec_push(marks, ((struct mark){front_text(front, front->clang.getFileName(file)), offset, place, false}));
}

static struct declaration declaration_at(struct front *front, CXCursor cursor) {
    struct declaration declaration = {.cursor = cursor};
    CXSourceRange range = front->clang.getCursorExtent(cursor);
    CXSourceLocation name = front->clang.getCursorLocation(cursor);
    front->clang.getExpansionLocation(front->clang.getRangeStart(range), &declaration.file, NULL, NULL,
                                      &declaration.begin);
    front->clang.getExpansionLocation(front->clang.getRangeEnd(range), NULL, NULL, NULL, &declaration.end);
    front->clang.getExpansionLocation(name, NULL, NULL, NULL, &declaration.name);
    return declaration;
}

/* Those of this file, among the declarations of a unit. */
static size_t declarations_in(struct front *front, const struct cursors *all, const char *name,
                              struct declaration *list) {
    CXFile other = NULL, same = NULL;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct declaration declaration = declaration_at(front, all->items[i]);
        if (!declaration.file || declaration.file == other) continue;
        if (declaration.file != same &&
            strcmp(front_text(front, front->clang.getFileName(declaration.file)), name) != 0) {
            other = declaration.file;
            continue;
        }
        same = declaration.file;
        list[count++] = declaration;
    }
    return count;
}

void marks_find(struct front *front, mark_list *marks,
                void (*find)(struct front *front, const struct declaration *list, size_t count, struct mark *mark)) {
    for (size_t unit = 0; marks->count && unit < front->units.count; unit++) {
        CXCursor top = front->clang.getTranslationUnitCursor(front->units.items[unit].tu);
        struct cursors all = front_children(front, top);
        struct declaration *list = arena_new_array(front->scratch, struct declaration, all.count + 1);
        const char *file = NULL;
        size_t count = 0;
        for (size_t i = 0; i < marks->count; i++) {
            struct mark *mark = &marks->items[i];
            if (!file || strcmp(file, mark->file) != 0) count = declarations_in(front, &all, file = mark->file, list);
            find(front, list, count, mark);
        }
    }
}
