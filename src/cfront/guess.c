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

/* Names in what counts elements: too few of them would be no array, or one that is too short. */
static enum CXChildVisitResult note_size(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct learning *learning = data;
    struct invention *invention = named_by(learning->front, cursor);
    if (!invention || invention->is_size) return CXChildVisit_Recurse;
    invention->is_size = true;
    give(learning, invention, invention->own_number);
    return CXChildVisit_Recurse;
}

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
    if (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl) look_at_declaration(learning, cursor);
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

static enum CXChildVisitResult seek(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct seeking *seeking = data;
    enum CXCursorKind kind = seeking->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_DeclRefExpr) seeking->found |= is_guess(seeking->front, cursor);
    if (kind == CXCursor_StringLiteral) seeking->found |= is_text(seeking->front, cursor);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
        seeking->found |= is_counted_by_guess(seeking->front, cursor);
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
    struct cursors all = front_children(front, front->clang.getCursorSemanticParent(enumerator));
    bool from_guess = false;
    for (size_t i = 0; i < all.count; i++) {
        if (front->clang.getCursorKind(all.items[i]) != CXCursor_EnumConstantDecl) continue;
        if (front_children(front, all.items[i]).count) from_guess = has_guess(front, all.items[i]);
        if (front->clang.equalCursors(all.items[i], enumerator)) break;
    }
    return from_guess;
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

expression guess_mark(struct front *front, CXCursor of, expression constant) {
    if (!there_are_any(&front->invented) || !has_guess(front, of)) return constant;
    struct c_expression *marked = arena_new_object(front->arena, struct c_expression);
    *marked = *constant;
    const struct invention *alone = named_by(front, front_as_written(front, of));
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
