#include "cfront/program/guess.h"

#include "cfront/missing/guessed_numbers.h"
#include "cfront/missing/invented.h"
#include "cfront/program/literal.h"

#include <string.h>

struct seeking {
    struct front *front;
    bool found;
};

bool guess_has_text(struct front *front, const unsigned char *bytes, size_t size) {
    return guess_has_texts(&front->invented) && size && memchr(bytes, INVENTED_CHARACTER, size);
}

static bool is_text(struct front *front, CXCursor literal) {
    const char *text = guess_has_texts(&front->invented) ? initializer_text(front, literal) : "";
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
    CXCursor from = guess_counted_from(front, enumerator);
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
    return guess_has_any(&front->invented) && is_guess(front, declaration);
}

static bool is_enumerator(struct front *front, CXCursor cursor) {
    return front->clang.getCursorKind(cursor) == CXCursor_EnumConstantDecl;
}

/* The name of which this is the very number, also by way of an enumerator; NULL: there is none. */
static const struct invention *same_as(struct front *front, CXCursor value) {
    CXCursor written = front_as_written(front, value);
    const struct invention *invention = guess_named_by(front, written);
    CXCursor named = front->clang.getCursorReferenced(written);
    bool is_reference = front->clang.getCursorKind(written) == CXCursor_DeclRefExpr;
    if (invention || !is_reference || !is_enumerator(front, named)) return invention;
    struct cursors parts = front_expressions(front, named);
    return parts.count == 1 ? same_as(front, parts.items[0]) : NULL;
}

expression guess_mark(struct front *front, CXCursor of, expression constant) {
    if (!guess_has_any(&front->invented) || !has_guess(front, of)) return constant;
    struct c_expression *marked = arena_new_object(front->arena, struct c_expression);
    *marked = *constant;
    const struct invention *alone = same_as(front, of);
    marked->is_guess = true;
    marked->guessed = alone ? alone->name : NULL;
    return marked;
}

void guess_lays_out(struct front *front, CXCursor by) {
    if (guess_has_any(&front->invented) && !front->program->guess.file && has_guess(front, by))
        front->program->guess = front_place(front, by);
}

void guess_decides(struct front *front, expression condition) {
    if (condition->is_guess && !front->program->guess.file) front->program->guess = condition->place;
}

void guess_gives_away(struct front *front, CXCursor argument) {
    CXCursor value = front_as_written(front, argument);
    bool is_text = front->clang.getCursorKind(value) == CXCursor_StringLiteral;
    if (is_text && guess_has_any(&front->invented)) vec_push(&front->given_texts, value);
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
