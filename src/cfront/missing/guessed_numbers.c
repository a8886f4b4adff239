#include "cfront/missing/guessed_numbers.h"

#include "base/vec.h"
#include "cfront/library/headers.h"
#include "cfront/missing/invented.h"

struct invention *guess_of(struct front *front, CXCursor reference) {
    struct invention *invention = invented_find(&front->invented, front_spelling(front, reference));
    bool is_number = invention && invention->kind == INVENTED_NUMBER && !invention->is_address;
    if (!is_number || invention->is_usual || !invented_is_lacked(invention)) return NULL;
    CXCursor declaration = front->clang.getCursorReferenced(reference);
    return headers_hold(front_place(front, declaration)) ? invention : NULL;
}

struct invention *guess_named_by(struct front *front, CXCursor expression) {
    return front->clang.getCursorKind(expression) == CXCursor_DeclRefExpr ? guess_of(front, expression) : NULL;
}

/* ---- which numbers ---- */

struct learning {
    struct front *front;
    bool learned;
};

static void give(struct learning *learning, struct invention *invention, unsigned number) {
    learning->learned |= invention->number != number;
    invention->number = number;
}

/* Names in what counts elements: too few of them would be no array, or one that is too short. */
static enum CXChildVisitResult note_size(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    struct invention *invention = guess_named_by(learning->front, cursor);
    if (!invention || invention->is_size) return CXChildVisit_Recurse;
    invention->is_size = true;
    give(learning, invention, invention->own_number);
    return CXChildVisit_Recurse;
}

/* Names in a first value that are nothing else. */
static enum CXChildVisitResult note_value(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    struct invention *invention = guess_named_by(learning->front, cursor);
    if (invention && !invention->is_size && !invention->is_label && invention->number == invention->own_number)
        give(learning, invention, ++learning->front->invented.values);
    return CXChildVisit_Recurse;
}

static void look_at_declaration(struct learning *learning, CXCursor declaration) {
    struct front *front = learning->front;
    CXCursor initializer = front->clang.Cursor_getVarDeclInitializer(declaration);
    struct cursors parts = front_expressions(front, declaration);
    for (size_t i = 0; i < parts.count; i++) {
        bool is_value = front->clang.equalCursors(parts.items[i], initializer);
        CXCursorVisitor note = is_value ? note_value : note_size;
        note(parts.items[i], declaration, learning);
        front->clang.visitChildren(parts.items[i], note, learning);
    }
}

typedef VEC(CXCursor) cursor_list;
struct labels {
    struct front *front;
    cursor_list list;
};

static enum CXChildVisitResult collect_label(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct labels *labels = data;
    enum CXCursorKind kind = labels->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_SwitchStmt) return CXChildVisit_Continue;
    if (kind == CXCursor_CaseStmt) {
        struct cursors parts = front_children(labels->front, cursor);
        if (parts.count) vec_push(&labels->list, parts.items[0]);
    }
    return CXChildVisit_Recurse;
}

static struct invention *label_of(struct front *front, CXCursor label) {
    return guess_named_by(front, front_as_written(front, label));
}

/* Is it the number of another label? */
static bool is_taken(struct front *front, const cursor_list *labels, size_t own, int64_t number) {
    for (size_t i = 0; i < labels->count; i++) {
        const struct invention *other = label_of(front, labels->items[i]);
        int64_t value = other ? (int64_t)other->number : 0;
        if (i == own || (!other && !front_evaluate(front, labels->items[i], &value))) continue;
        if (value == number) return true;
    }
    return false;
}

static void number_labels(struct learning *learning, CXCursor statement) {
    struct labels labels = {.front = learning->front};
    learning->front->clang.visitChildren(statement, collect_label, &labels);
    for (size_t i = 0; i < labels.list.count; i++) {
        struct invention *invention = label_of(learning->front, labels.list.items[i]);
        unsigned number = 0;
        if (!invention || invention->is_size) continue;
        while (!invention->is_label && is_taken(learning->front, &labels.list, i, number)) number++;
        if (!invention->is_label)
            give(learning, invention, number);
        else if (is_taken(learning->front, &labels.list, i, invention->number))
            give(learning, invention, invention->own_number); /* of several switches: there is no order */
        invention->is_label = true;
    }
    vec_free(&labels.list);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    enum CXCursorKind kind = learning->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl) look_at_declaration(learning, cursor);
    if (kind == CXCursor_SwitchStmt) number_labels(learning, cursor);
    return CXChildVisit_Recurse;
}

bool guess_has_texts(const struct invented *invented) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented->list.items[i]->kind == INVENTED_TEXT) return true;
    return false;
}

bool guess_has_any(const struct invented *invented) { return invented->numbers > 0 || guess_has_texts(invented); }

bool guess_learn(struct front *front, CXTranslationUnit tu) {
    struct learning learning = {.front = front};
    if (front->invented.numbers) front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look, &learning);
    return learning.learned;
}
