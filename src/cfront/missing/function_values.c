#include "cfront/missing/function_values.h"

#include "base/word.h"
#include "cfront/missing/invented.h"
#include "cfront/source/type_text.h"

#include <string.h>

struct finding {
    struct front *front;
    CXTranslationUnit tu;
    const char *source;
    bool learned;
};

/* ---- types, as text ---- */

/* A type of a missing header goes by its name: what it is may be found out later. */
static const struct invention *missing_type(void *context, CXType type) {
    const struct finding *finding = context;
    struct front *front = finding->front;
    if (type.kind != CXType_Typedef) return NULL;
    const char *name = front_spelling(front, front->clang.getTypeDeclaration(type));
    const struct invention *invention = invented_find(&front->invented, name);
    return invention && (invention->kind == INVENTED_TYPE || invention->is_type) ? invention : NULL;
}

static bool write_missing(void *context, const struct invention *missing, CXType type, struct text *out) {
    (void)type;
    const struct finding *finding = context;
    invented_add(&finding->front->invented, missing->name, missing->kind, finding->source);
    text_add(out, missing->name);
    return true;
}

/* `struct TAG`: no other structure can stand before all declarations. */
static bool write_record(void *context, CXType type, bool may_be_open, struct text *out) {
    (void)may_be_open;
    struct front *front = ((const struct finding *)context)->front;
    const char *name = front_text(front, front->clang.getTypeSpelling(front->clang.getUnqualifiedType(type)));
    text_add(out, name);
    return (begins_with(name, "struct ") || begins_with(name, "union ")) && !strchr(name, '(');
}

/* Of what the pointer leads to; as C of old declares it if its parameters cannot be named. NULL: it cannot be said. */
static const char *type_text(struct finding *finding, CXType pointer) {
    struct type_text writer = {finding->front, finding, missing_type, write_missing, write_record, true};
    struct text out = {0};
    pointer = type_text_behind_names(&writer, pointer, NULL);
    const struct invention *missing = missing_type(finding, pointer);
    bool good = true;
    if (missing) {
        text_add(&out, "__typeof__(*(");
        write_missing(finding, missing, pointer, &out);
        text_add(&out, ")0)");
    } else {
        CXType type = type_text_behind_names(&writer, finding->front->clang.getPointeeType(pointer), NULL);
        good = type_text_function(&writer, type, &out);
        if (!good) {
            text_clear(&out);
            good = type_text_write(&writer, finding->front->clang.getResultType(type), &out);
            text_add(&out, " ()");
        }
    }
    const char *text = good ? arena_text(finding->front->scratch, text_chars(&out)) : NULL;
    text_free(&out);
    return text;
}

/* ---- values ---- */

static bool is_undeclared(struct finding *finding, const char *name) {
    struct front *front = finding->front;
    const char *wanted = arena_printf(front->scratch, "call to undeclared function '%s'", name);
    unsigned count = front->clang.getNumDiagnostics(finding->tu);
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(finding->tu, i);
        found = begins_with(front_text(front, front->clang.getDiagnosticSpelling(diagnostic)), wanted);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

/* A number of a missing header, or a function of which it is only known that it is called. */
static bool may_be(struct finding *finding, CXCursor value, CXType wanted) {
    struct front *front = finding->front;
    const char *name = front_spelling(front, value);
    const struct invention *known = invented_find(&front->invented, name);
    if (front->clang.getCursorKind(value) != CXCursor_DeclRefExpr || (known && known->function)) return false;
    if (known && known->kind != INVENTED_FUNCTION)
        return known->kind <= INVENTED_NUMBER && !known->pointer && known->type->shape == SHAPE_NUMBER;
    CXType own = front->clang.getCanonicalType(front->clang.getCursorType(value));
    if (own.kind != CXType_FunctionNoProto || front->clang.equalTypes(own, front->clang.getCanonicalType(wanted)))
        return false;
    return known ? !known->result && known->type->shape == SHAPE_NUMBER && !known->type->is_array
                 : is_undeclared(finding, name);
}

static void learn(struct finding *finding, CXCursor value, CXType pointer) {
    struct front *front = finding->front;
    const char *name = arena_text(front->scratch, front_spelling(front, value));
    CXType wanted = front->clang.getPointeeType(front->clang.getCanonicalType(pointer));
    const char *text = may_be(finding, value, wanted) ? type_text(finding, pointer) : NULL;
    if (!text) return;
    invented_add(&front->invented, name, INVENTED_FUNCTION, finding->source);
    struct invention *invention = invented_find(&front->invented, name);
    if (invention->kind != INVENTED_FUNCTION) return;
    invention->function = text;
    finding->learned = true;
}

/* `f`, `&f`, `k ? f : g`, `(op)f`. A name in capitals that is cast is an address. */
static void look_at_value(struct finding *finding, CXCursor value, CXType wanted, bool is_cast) {
    struct clang *clang = &finding->front->clang;
    value = front_as_written(finding->front, value);
    enum CXCursorKind kind = clang->getCursorKind(value);
    struct cursors parts = front_expressions(finding->front, value);
    if (kind == CXCursor_ConditionalOperator && parts.count == 3) {
        look_at_value(finding, parts.items[1], wanted, is_cast);
        look_at_value(finding, parts.items[2], wanted, is_cast);
    } else if (kind == CXCursor_CStyleCastExpr && parts.count) {
        look_at_value(finding, parts.items[parts.count - 1], wanted, true);
    } else if (kind == CXCursor_UnaryOperator && parts.count &&
               clang->getCursorUnaryOperatorKind(value) == CXUnaryOperator_AddrOf) {
        look_at_value(finding, parts.items[0], wanted, is_cast);
    } else if (kind == CXCursor_DeclRefExpr) {
        const char *name = front_spelling(finding->front, value);
        if (!is_cast || has_small_letters(name, strlen(name))) learn(finding, value, wanted);
    }
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct finding *finding = data;
    struct clang *clang = &finding->front->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    bool is_cast = kind == CXCursor_CStyleCastExpr;
    if (!is_cast && kind != CXCursor_UnexposedExpr) return CXChildVisit_Recurse;
    CXType type = clang->getCursorType(cursor), canonical = clang->getCanonicalType(type);
    if (canonical.kind != CXType_Pointer) return CXChildVisit_Recurse;
    CXType wanted = clang->getCanonicalType(clang->getPointeeType(canonical));
    CXCursor value = front_last_expression(finding->front, cursor);
    bool is_function = wanted.kind == CXType_FunctionProto || wanted.kind == CXType_FunctionNoProto;
    if (is_function && !clang->Cursor_isNull(value)) look_at_value(finding, value, type, is_cast);
    return CXChildVisit_Recurse;
}

/* ---- in capitals ---- */

static bool may_be_null(const struct invention *invention) {
    return invention && invention->kind == INVENTED_FUNCTION && invention->function &&
           !has_small_letters(invention->name, strlen(invention->name));
}

struct looking {
    struct front *front;
    CXCursor declared; /* at file scope */
};

static enum CXChildVisitResult look_for_null(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    struct front *front = looking->front;
    const struct invention *invention = front->clang.getCursorKind(cursor) == CXCursor_DeclRefExpr
                                            ? invented_find(&front->invented, front_spelling(front, cursor))
                                            : NULL;
    bool is_first_value = front->clang.getCursorKind(looking->declared) == CXCursor_VarDecl;
    if (may_be_null(invention))
        front_leap(front, front_place(front, is_first_value ? looking->declared : cursor),
                   "`%s`, which only a missing header has, is a null pointer", invention->name);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_at_declaration(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking looking = {.front = data, .declared = cursor};
    looking.front->clang.visitChildren(cursor, look_for_null, &looking);
    return CXChildVisit_Continue;
}

void function_values_doubt(struct front *front) {
    const struct invention *found = NULL;
    for (size_t i = 0; i < front->invented.list.count; i++)
        if (may_be_null(front->invented.list.items[i])) found = front->invented.list.items[i];
    if (!found) return;
    front_doubt(front, "`%s`, which a missing header has, and which is taken for a function, may be a null pointer",
                found->name);
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look_at_declaration,
                                   front);
}

bool function_values_learn(struct front *front, CXTranslationUnit tu, const char *source) {
    struct finding finding = {.front = front, .tu = tu, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look, &finding);
    return finding.learned;
}
