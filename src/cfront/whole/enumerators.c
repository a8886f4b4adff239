#include "cfront/whole/enumerators.h"

#include "base/word.h"
#include "cfront/program/guess.h"
#include "cfront/program/symbols.h"

#include <string.h>

struct finding {
    struct front *front;
    const char *source;   /* that is looked through */
    const char *function; /* ... or its function; NULL: what is outside of all */
    VEC(struct c_constant) found;
};

static bool has_word(const char *text, const char *word) {
    for (const char *at = text; *at; at += *at != 0) {
        size_t length = word_length(at);
        if (spells(at, length, word)) return true;
        at += length ? length - 1 : 0;
    }
    return false;
}

static bool is_asked_for(const struct cfront_options *options, const char *name) {
    for (size_t i = 0; i < options->asking_count; i++)
        if (has_word(options->asking[i], name)) return true;
    return false;
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct finding *finding = data;
    struct front *front = finding->front;
    if (front->clang.getCursorKind(cursor) != CXCursor_EnumConstantDecl) return CXChildVisit_Recurse;
    const char *name = front_spelling(front, cursor);
    if (!is_asked_for(front->options, name)) return CXChildVisit_Continue;
    struct c_constant constant = {.name = arena_text(front->arena, name),
                                  .value = front->clang.getEnumConstantDeclValue(cursor),
                                  .file = front_place(front, cursor).file,
                                  .source = finding->source,
                                  .function = finding->function,
                                  .is_guess = guess_is_enumerator(front, cursor)};
    vec_push(&finding->found, constant);
    return CXChildVisit_Continue;
}

/* As formulas call it: a task's code is called as the task is. */
static const char *function_name(struct front *front, CXCursor cursor) {
    if (front->clang.getCursorKind(cursor) != CXCursor_FunctionDecl) return NULL;
    const struct symbol *symbol = symbol_of(front, cursor);
    return symbol->function ? symbol->function->name : symbol->name;
}

static void look_through(struct finding *finding, const struct unit *unit) {
    struct front *front = finding->front;
    struct cursors all = front_children(front, front->clang.getTranslationUnitCursor(unit->tu));
    finding->source = arena_text(front->arena, unit->path);
    for (size_t i = 0; i < all.count; i++) {
        finding->function = function_name(front, all.items[i]);
        look(all.items[i], all.items[i], finding);
        front->clang.visitChildren(all.items[i], look, finding);
    }
}

void enumerators_find(struct front *front) {
    struct finding finding = {.front = front};
    if (!front->options->asking_count) return;
    for (size_t i = 0; i < front->units.count; i++) look_through(&finding, &front->units.items[i]);
    struct c_constant *constants = arena_new_array(front->arena, struct c_constant, finding.found.count + 1);
    for (size_t i = 0; i < finding.found.count; i++) constants[i] = finding.found.items[i];
    front->program->constants = constants;
    front->program->constant_count = (uint32_t)finding.found.count;
    vec_free(&finding.found);
}
