#include "cfront/guess.h"

#include "base/vec.h"
#include "cfront/headers.h"
#include "cfront/lower.h"

#include <string.h>

/* The name of a missing header for which this stands; NULL: it is something else. */
static struct invention *guess_of(struct front *front, CXCursor reference) {
    struct invention *invention = invented_find(&front->invented, front_spelling(front, reference));
    bool is_number = invention && invention->kind == INVENTED_NUMBER && !invention->is_address;
    if (!is_number || invention->is_usual || !invented_is_lacked(invention)) return NULL;
    CXCursor declaration = front->clang.getCursorReferenced(reference);
    return headers_hold(front_place(front, declaration)) ? invention : NULL;
}

static struct invention *named_by(struct front *front, CXCursor expression) {
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

/* The enumerator that says which number this one is: itself, or one before it; no cursor: none does. */
static CXCursor counted_from(struct front *front, CXCursor enumerator) {
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
    struct invention *invention = named_by(front, cursor);
    CXCursor named = front->clang.getCursorReferenced(cursor);
    bool is_reference = front->clang.getCursorKind(cursor) == CXCursor_DeclRefExpr;
    if (is_reference && !invention && is_enumerator(front, named)) {
        CXCursor from = counted_from(front, named);
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

/* Half as much will do, perhaps; if nothing does, it is as large as it was. */
static void ask_for_less(struct learning *learning, struct invention *invention) {
    bool is_open = !invention->is_label && !invention->has_no_less && invention->number == invention->own_number;
    if (!is_open) return;
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
    struct invention *invention = named_by(front, cursor);
    CXCursor named = front->clang.getCursorReferenced(cursor);
    if (invention)
        ask_for_less(learning, invention);
    else if (kind == CXCursor_DeclRefExpr && is_enumerator(front, named))
        note_asserted_in(learning, counted_from(front, named));
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
    struct invention *invention = named_by(learning->front, cursor);
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
    struct invention *invention = named_by(enumerating->front, cursor);
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
    return named_by(front, front_as_written(front, label));
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

static bool has_texts(const struct invented *invented) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented->list.items[i]->kind == INVENTED_TEXT) return true;
    return false;
}

static bool there_are_any(const struct invented *invented) { return invented->numbers > 0 || has_texts(invented); }

bool guess_learn(struct front *front, CXTranslationUnit tu) {
    struct learning learning = {.front = front};
    if (front->invented.numbers) front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look, &learning);
    return learning.learned;
}

/* ---- what is made of them ---- */

struct seeking {
    struct front *front;
    bool found;
};

bool guess_has_text(struct front *front, const unsigned char *bytes, size_t size) {
    return has_texts(&front->invented) && size && memchr(bytes, INVENTED_CHARACTER, size);
}

static bool is_text(struct front *front, CXCursor literal) {
    const char *text = has_texts(&front->invented) ? initializer_text(front, literal) : "";
    return guess_has_text(front, (const unsigned char *)text, strlen(text));
}

static bool is_guess(struct front *front, CXCursor reference);
static bool has_guess(struct front *front, CXCursor cursor);

/* `char a[] = NAME` */
static bool is_text_for_array(struct front *front, CXCursor initializer) {
    CXCursor value = front_as_written(front, initializer);
    return front->clang.getCursorKind(value) == CXCursor_StringLiteral && is_text(front, value);
}

/* An array that has as many elements. */
static bool is_counted_by_guess(struct front *front, CXCursor reference) {
    CXCursor declaration = front->clang.getCursorReferenced(reference);
    enum CXCursorKind kind = front->clang.getCursorKind(declaration);
    if (kind != CXCursor_VarDecl && kind != CXCursor_FieldDecl) return false;
    CXCursor initializer = front->clang.Cursor_getVarDeclInitializer(declaration);
    struct cursors parts = front_expressions(front, declaration);
    for (size_t i = 0; i < parts.count; i++) {
        bool is_value = front->clang.equalCursors(parts.items[i], initializer);
        if (is_value ? is_text_for_array(front, parts.items[i]) : has_guess(front, parts.items[i])) return true;
    }
    return false;
}

static bool is_laid_out_by_guess(struct front *front, CXCursor type);

/* In a type: elements, bits and members. A pointer is as large wherever it leads. */
static enum CXChildVisitResult seek_in_layout(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct seeking *seeking = data;
    struct front *front = seeking->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    CXCursor named = front->clang.getCursorReferenced(cursor);
    bool is_pointer = kind == CXCursor_FieldDecl &&
                      front->clang.getCanonicalType(front->clang.getCursorType(cursor)).kind == CXType_Pointer;
    if (is_pointer || kind == CXCursor_EnumDecl) return CXChildVisit_Continue;
    if (kind == CXCursor_DeclRefExpr) seeking->found |= is_guess(front, cursor);
    if (kind == CXCursor_TypeRef) seeking->found |= is_laid_out_by_guess(front, named);
    return seeking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* A structure may lead to itself: then the rest of it says what it is. */
static bool is_laid_out_by_guess(struct front *front, CXCursor type) {
    static const bool yes, no;
    CXCursor definition = front->clang.getCursorDefinition(type);
    struct seeking seeking = {.front = front};
    if (front->clang.Cursor_isNull(definition)) return false;
    const void *known = cursor_map_get(&front->laid_out_by_guess, &front->clang, definition);
    if (known) return known == &yes;
    bool is_pointer = front->clang.getCanonicalType(front->clang.getCursorType(definition)).kind == CXType_Pointer;
    cursor_map_set(&front->laid_out_by_guess, &front->clang, definition, (void *)&no);
    if (!is_pointer) front->clang.visitChildren(definition, seek_in_layout, &seeking);
    if (seeking.found) cursor_map_set(&front->laid_out_by_guess, &front->clang, definition, (void *)&yes);
    return seeking.found;
}

/* `sizeof x`, `sizeof(T)`, `offsetof(T, m)`: the type counts. */
static bool has_size_of_guess(struct front *front, CXCursor cursor, CXCursor parent) {
    bool is_measured = front->clang.getCursorKind(parent) == CXCursor_UnaryExpr;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind == CXCursor_TypeRef) {
        bool is_offset = front->clang.getCursorKind(parent) == CXCursor_UnexposedExpr;
        return (is_measured || is_offset) && is_laid_out_by_guess(front, front->clang.getCursorReferenced(cursor));
    }
    if (!is_measured || !front->clang.isExpression(kind)) return false;
    CXType type = front->clang.getCursorType(front_as_written(front, cursor)), element = type;
    while (element.kind != CXType_Invalid) type = element, element = front->clang.getArrayElementType(type);
    return is_laid_out_by_guess(front, front->clang.getTypeDeclaration(type));
}

static enum CXChildVisitResult seek(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct seeking *seeking = data;
    enum CXCursorKind kind = seeking->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_DeclRefExpr) seeking->found |= is_guess(seeking->front, cursor);
    if (kind == CXCursor_StringLiteral) seeking->found |= is_text(seeking->front, cursor);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
        seeking->found |= is_counted_by_guess(seeking->front, cursor);
    seeking->found |= has_size_of_guess(seeking->front, cursor, parent);
    return seeking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_guess(struct front *front, CXCursor cursor) {
    struct seeking seeking = {.front = front};
    if (front->clang.getCursorKind(cursor) == CXCursor_DeclRefExpr) return is_guess(front, cursor);
    if (front->clang.getCursorKind(cursor) == CXCursor_StringLiteral) return is_text(front, cursor);
    front->clang.visitChildren(cursor, seek, &seeking);
    return seeking.found;
}

/* An enumerator is counted from the one before it, unless it says otherwise. */
static bool is_counted_from_guess(struct front *front, CXCursor enumerator) {
    CXCursor from = counted_from(front, enumerator);
    return !front->clang.Cursor_isNull(from) && has_guess(front, from);
}

static bool is_guess(struct front *front, CXCursor reference) {
    static const bool yes, no;
    CXCursor declaration = front->clang.getCursorReferenced(reference);
    if (front->clang.getCursorKind(declaration) != CXCursor_EnumConstantDecl) return false;
    const struct invention *invention = guess_of(front, reference);
    if (invention) return true;
    const void *known = cursor_map_get(&front->guesses, &front->clang, declaration);
    if (!known) {
        known = is_counted_from_guess(front, declaration) ? &yes : &no;
        cursor_map_set(&front->guesses, &front->clang, declaration, (void *)known);
    }
    return known == &yes;
}

bool guess_is_enumerator(struct front *front, CXCursor declaration) {
    return there_are_any(&front->invented) && is_guess(front, declaration);
}

/* The name of which this is the very number, also by way of an enumerator; NULL: there is none. */
static const struct invention *same_as(struct front *front, CXCursor value) {
    CXCursor written = front_as_written(front, value);
    const struct invention *invention = named_by(front, written);
    CXCursor named = front->clang.getCursorReferenced(written);
    bool is_reference = front->clang.getCursorKind(written) == CXCursor_DeclRefExpr;
    if (invention || !is_reference || !is_enumerator(front, named)) return invention;
    struct cursors parts = front_expressions(front, named);
    return parts.count == 1 ? same_as(front, parts.items[0]) : NULL;
}

expression guess_mark(struct front *front, CXCursor of, expression constant) {
    if (!there_are_any(&front->invented) || !has_guess(front, of)) return constant;
    struct c_expression *marked = arena_new_object(front->arena, struct c_expression);
    *marked = *constant;
    const struct invention *alone = same_as(front, of);
    marked->is_guess = true;
    marked->guessed = alone ? alone->name : NULL;
    return marked;
}

void guess_lays_out(struct front *front, CXCursor by) {
    if (there_are_any(&front->invented) && !front->program->guess.file && has_guess(front, by))
        front->program->guess = front_place(front, by);
}

void guess_decides(struct front *front, expression condition) {
    if (condition->is_guess && !front->program->guess.file) front->program->guess = condition->place;
}

void guess_gives_away(struct front *front, CXCursor argument) {
    CXCursor value = front_as_written(front, argument);
    bool is_text = front->clang.getCursorKind(value) == CXCursor_StringLiteral;
    if (is_text && there_are_any(&front->invented)) vec_push(&front->given_texts, value);
}

bool guess_is_given_away(struct front *front, CXCursor literal) {
    for (size_t i = 0; i < front->given_texts.count; i++)
        if (front->clang.equalCursors(front->given_texts.items[i], literal)) return true;
    return false;
}

void guess_formats(struct front *front, const char *format, struct place place) {
    if (guess_has_text(front, (const unsigned char *)format, strlen(format)))
        front_doubt(front, "the format at %s:%u is one that only a missing header has", place_file(place), place.line);
}
