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

static bool is_enumerator(struct front *front, CXCursor cursor) {
    return front->clang.getCursorKind(cursor) == CXCursor_EnumConstantDecl;
}

CXCursor guess_counted_from(struct front *front, CXCursor enumerator) {
    struct cursors all = front_children(front, front->clang.getCursorSemanticParent(enumerator));
    CXCursor from = front->clang.getNullCursor();
    for (size_t i = 0; i < all.count; i++) {
        bool says_number = is_enumerator(front, all.items[i]) && front_children(front, all.items[i]).count;
        if (says_number) from = all.items[i];
        if (front->clang.equalCursors(all.items[i], enumerator)) break;
    }
    return from;
}

/* Names in what counts elements, also by way of enumerators: too few of them would be no array, or one that is too
 * short. */
static enum CXChildVisitResult note_size(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    struct front *front = learning->front;
    struct invention *invention = guess_named_by(front, cursor);
    CXCursor named = front->clang.getCursorReferenced(cursor);
    bool is_reference = front->clang.getCursorKind(cursor) == CXCursor_DeclRefExpr;
    if (is_reference && !invention && is_enumerator(front, named)) {
        CXCursor from = guess_counted_from(front, named);
        if (!front->clang.Cursor_isNull(from)) front->clang.visitChildren(from, note_size, learning);
    }
    if (!invention || invention->is_size) return CXChildVisit_Recurse;
    invention->is_size = true;
    give(learning, invention, invention->own_number);
    return CXChildVisit_Recurse;
}

/* ---- static assertions ---- */

static enum CXChildVisitResult note_asserted(CXCursor cursor, CXCursor parent, CXClientData data);

static void note_asserted_in(struct learning *learning, CXCursor declaration) {
    if (!learning->front->clang.Cursor_isNull(declaration))
        learning->front->clang.visitChildren(declaration, note_asserted, learning);
}

/* Its own number will do, perhaps, or half as much; if nothing does, it is as large as it was. */
static void ask_for_less(struct learning *learning, struct invention *invention) {
    if (invention->is_label || invention->has_no_less) return;
    if (invention->number != invention->own_number) {
        give(learning, invention, invention->own_number);
        return;
    }
    if (!invention->first_number) invention->first_number = invention->own_number;
    invention->has_no_less = invention->own_number <= 1;
    invention->own_number = invention->has_no_less ? invention->first_number : invention->own_number / 2;
    give(learning, invention, invention->own_number);
}

/* Names in what is asserted, also by way of enumerators. */
static enum CXChildVisitResult note_asserted(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    struct front *front = learning->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct invention *invention = guess_named_by(front, cursor);
    CXCursor named = front->clang.getCursorReferenced(cursor);
    if (invention)
        ask_for_less(learning, invention);
    else if (kind == CXCursor_DeclRefExpr && is_enumerator(front, named))
        note_asserted_in(learning, guess_counted_from(front, named));
    return CXChildVisit_Recurse;
}

/* `_Static_assert(N < 50, "")` */
static void look_at_assertion(struct learning *learning, CXCursor assertion) {
    struct cursors parts = front_expressions(learning->front, assertion);
    int64_t value = 1;
    if (!parts.count || !front_evaluate(learning->front, parts.items[0], &value) || value) return;
    note_asserted_in(learning, assertion);
}

/* ---- first values ---- */

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

/* ---- enumerations that are made of them ---- */

struct enumerating {
    struct front *front;
    unsigned enumeration;
};

static enum CXChildVisitResult note_enumerator(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct enumerating *enumerating = data;
    struct invention *invention = guess_named_by(enumerating->front, cursor);
    if (!invention) return CXChildVisit_Recurse;
    if (!enumerating->enumeration)
        enumerating->enumeration = invention->enumeration ? invention->enumeration : invention->own_number;
    invention->enumeration = enumerating->enumeration;
    return CXChildVisit_Recurse;
}

/* `enum { A = FIRST, B = SECOND }` */
static void look_at_enumeration(const struct learning *learning, CXCursor declaration) {
    struct enumerating enumerating = {.front = learning->front};
    learning->front->clang.visitChildren(declaration, note_enumerator, &enumerating);
}

/* ---- labels ---- */

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
    bool may_have_size = kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl || kind == CXCursor_TypedefDecl ||
                         kind == CXCursor_ParmDecl;
    if (may_have_size) look_at_declaration(learning, cursor);
    if (kind == CXCursor_StaticAssert) look_at_assertion(learning, cursor);
    if (kind == CXCursor_EnumDecl) look_at_enumeration(learning, cursor);
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
