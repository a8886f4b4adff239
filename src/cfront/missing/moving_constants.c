#include "cfront/missing/moving_constants.h"

#include "base/word.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/polled.h"

struct finding {
    struct front *front;
    name_list *names;
};

static void add(const struct finding *finding, const char *name) {
    if (!is_in_list(name, finding->names->items, finding->names->count)) vec_push(finding->names, name);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    const struct finding *finding = data;
    struct front *front = finding->front;
    if (front->clang.getCursorKind(cursor) != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
    const struct invention *constant = invented_constant(&front->invented, front_spelling(front, cursor));
    if (constant) add(finding, constant->name);
    return CXChildVisit_Continue;
}

static bool is_called_by_pointer(const struct polled_function *function) { return function->uses > function->calls; }

void moving_constants_find(const struct polled_writes *writes, name_list *names) {
    struct finding finding = {writes->front, names};
    const struct invented *invented = &writes->front->invented;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *constant = invented_constant(invented, invented->list.items[i]->name);
        if (constant && polled_is_clock(constant->name)) add(&finding, constant->name);
    }
    for (size_t i = 0; i < writes->functions.count; i++)
        if (is_called_by_pointer(&writes->functions.items[i]))
            writes->front->clang.visitChildren(writes->functions.items[i].cursor, look, &finding);
}
