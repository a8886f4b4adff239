#include "cfront/whole/stub_names.h"

static bool is_of_file(const struct front *front, const struct symbol *symbol) {
    CXCursor parent = front->clang.getCursorSemanticParent(symbol->cursor);
    return front->clang.getCursorKind(parent) == CXCursor_TranslationUnit;
}

/* What a header has is in each source that includes it. */
static bool is_same(const struct symbol *one, const struct symbol *other) {
    return place_is_same(one->place, other->place);
}

static void check(struct front *front, const struct stub *stub) {
    bool is_variable = stub->kind == STUB_INPUT || stub->kind == STUB_MEMORY;
    const struct symbol *first = NULL;
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (!symbol->used || symbol->is_function == is_variable || !stub_is_of(stub, symbol->name) ||
            !is_of_file(front, symbol))
            continue;
        if (first && !is_same(first, symbol)) {
            diag_error(front->diagnostics, stub->place,
                       "there are several `%s` (%s:%u and %s:%u), and it is not known which one this stub is for; "
                       "-D in a compile_commands.json, or another name, tells them apart",
                       symbol->name, place_file(first->place), first->place.line, place_file(symbol->place),
                       symbol->place.line);
            return;
        }
        first = symbol;
    }
}

void stub_names_check(struct front *front) {
    for (size_t i = 0; i < front->stubs.list.count; i++) check(front, &front->stubs.list.items[i]);
}
