#include "cfront/missing/borrowed.h"

#include "base/named.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/invented.h"
#include "cfront/source/type_text.h"
#include "cfront/text/usual_macro.h"

#include <stdlib.h>
#include <string.h>

struct known {
    const char *name, *source;
    CXCursor cursor;
    bool is_tag;
};

struct borrowed {
    struct front *front;
    VEC(struct known) list; /* by name */
};

/* ---- What there is ---- */

static bool is_record(enum CXCursorKind kind) { return kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl; }

static void add(struct borrowed *borrowed, CXCursor cursor, const char *source, bool is_tag) {
    const char *name = front_spelling(borrowed->front, cursor);
    if (*name && !strchr(name, '(')) vec_push(&borrowed->list, ((struct known){name, source, cursor, is_tag}));
}

static void add_constants(struct borrowed *borrowed, CXCursor enumeration, const char *source) {
    struct cursors constants = front_children(borrowed->front, enumeration);
    for (size_t i = 0; i < constants.count; i++)
        if (borrowed->front->clang.getCursorKind(constants.items[i]) == CXCursor_EnumConstantDecl)
            add(borrowed, constants.items[i], source, false);
}

static void look_at(struct borrowed *borrowed, CXCursor cursor, const char *source) {
    struct front *front = borrowed->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_variable = (kind == CXCursor_VarDecl || kind == CXCursor_FunctionDecl) &&
                       front->clang.getCursorLinkage(cursor) == CXLinkage_External;
    bool is_definition = is_record(kind) && front->clang.isCursorDefinition(cursor);
    if (!is_variable && !is_definition && kind != CXCursor_TypedefDecl && kind != CXCursor_EnumDecl) return;
    const char *file = front_place(front, cursor).file;
    if (!file || !front_is_users(front, file)) return;
    if (kind == CXCursor_EnumDecl) add_constants(borrowed, cursor, source);
    if (kind != CXCursor_EnumDecl || front->clang.isCursorDefinition(cursor))
        add(borrowed, cursor, source, is_definition || kind == CXCursor_EnumDecl);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct known *)a)->name, ((const struct known *)b)->name);
}

struct borrowed *borrowed_new(struct front *front) {
    struct borrowed *borrowed = memory_new(sizeof *borrowed);
    borrowed->front = front;
    for (size_t i = 0; i < front->units.count; i++) {
        front->last_file = NULL;
        struct cursors all = front_children(front, front->clang.getTranslationUnitCursor(front->units.items[i].tu));
        for (size_t c = 0; c < all.count; c++) look_at(borrowed, all.items[c], front->units.items[i].path);
    }
    front->last_file = NULL;
    if (borrowed->list.count) qsort(borrowed->list.items, borrowed->list.count, sizeof *borrowed->list.items, by_name);
    return borrowed;
}

void borrowed_free(struct borrowed *borrowed) {
    if (borrowed) vec_free(&borrowed->list);
    free(borrowed);
}

static size_t find(const struct borrowed *borrowed, const char *name) {
    return named_first(borrowed->list.items, borrowed->list.count, sizeof *borrowed->list.items, name);
}

/* NULL: there are no more of this name. */
static const struct known *known_at(const struct borrowed *borrowed, size_t index, const char *name) {
    const struct known *known = index < borrowed->list.count ? &borrowed->list.items[index] : NULL;
    return known && !strcmp(known->name, name) ? known : NULL;
}

static bool has(const struct borrowed *borrowed, const char *name, bool is_tag, const char *source) {
    const struct known *known;
    for (size_t i = find(borrowed, name); (known = known_at(borrowed, i, name)); i++)
        if (known->is_tag == is_tag && !strcmp(known->source, source)) return true;
    return false;
}

/* ---- Types, as text ---- */

struct writing {
    const struct borrowed *borrowed;
    struct type_text types;
    const char *source;       /* that is to have it */
    struct text before;       /* structures that it is made of */
    VEC(const char *) inside; /* those that are being written */
    bool has_no_size;         /* yet: types of missing headers are in it, or ones that come further down */
};

static bool is_attribute(enum CXCursorKind kind) { return kind >= CXCursor_FirstAttr && kind <= CXCursor_LastAttr; }

static bool write_member(struct writing *writing, CXCursor field, struct text *out) {
    struct front *front = writing->borrowed->front;
    const char *name = front_spelling(front, field);
    struct cursors parts = front_children(front, field);
    for (size_t i = 0; i < parts.count; i++)
        if (is_attribute(front->clang.getCursorKind(parts.items[i]))) return false;
    if (!type_text_part(&writing->types, front->clang.getCursorType(field), false, out)) return false;
    text_printf(out, " %s", name);
    if (front->clang.Cursor_isBitField(field)) text_printf(out, " : %d", front->clang.getFieldDeclBitWidth(field));
    text_add(out, "; ");
    return true;
}

/* Is it the type of a member that has a name, and is written with that? */
static bool is_of_member(struct front *front, struct cursors parts, CXCursor record) {
    for (size_t i = 0; i < parts.count; i++) {
        if (front->clang.getCursorKind(parts.items[i]) != CXCursor_FieldDecl) continue;
        CXType type = front->clang.getCanonicalType(front->clang.getCursorType(parts.items[i]));
        while (type.kind == CXType_ConstantArray || type.kind == CXType_Pointer)
            type = front->clang.getCanonicalType(type.kind == CXType_Pointer ? front->clang.getPointeeType(type)
                                                                             : front->clang.getArrayElementType(type));
        bool is_named = *front_spelling(front, parts.items[i]);
        if (is_named && front->clang.equalCursors(front->clang.getTypeDeclaration(type), record)) return true;
    }
    return false;
}

static bool write_members(struct writing *writing, CXCursor record, struct text *out);

static bool write_part(struct writing *writing, struct cursors parts, CXCursor part, struct text *out) {
    struct front *front = writing->borrowed->front;
    enum CXCursorKind kind = front->clang.getCursorKind(part);
    if (kind == CXCursor_PackedAttr) return true;
    if (is_attribute(kind)) return false;
    if (kind == CXCursor_FieldDecl) {
        bool is_unnamed = !*front_spelling(front, part) && !front->clang.Cursor_isBitField(part);
        return is_unnamed || write_member(writing, part, out);
    }
    if (!is_record(kind) || !front->clang.Cursor_isAnonymous(part) || is_of_member(front, parts, part)) return true;
    bool good = write_members(writing, part, out);
    text_add(out, "; ");
    return good;
}

/* A pragma, or an attribute of the members around it, has put its members closer together: to how many bytes; 0: none
 * has. */
static long long tightness(const struct front *front, CXCursor record, struct cursors parts) {
    long long natural = 1, align = front->clang.Type_getAlignOf(front->clang.getCursorType(record));
    for (size_t i = 0; i < parts.count; i++) {
        if (front->clang.getCursorKind(parts.items[i]) != CXCursor_FieldDecl) continue;
        long long of_field = front->clang.Type_getAlignOf(front->clang.getCursorType(parts.items[i]));
        if (of_field > natural) natural = of_field;
    }
    return align > 0 && align < natural ? align : 0;
}

static bool write_members(struct writing *writing, CXCursor record, struct text *out) {
    struct front *front = writing->borrowed->front;
    struct cursors parts = front_children(front, record);
    long long tight = tightness(front, record, parts);
    bool is_union = front->clang.getCursorKind(record) == CXCursor_UnionDecl, is_packed = tight == 1, good = tight <= 1;
    text_add(out, is_union ? "union" : "struct");
    text_add(out, " { ");
    for (size_t i = 0; good && i < parts.count; i++) {
        good = write_part(writing, parts, parts.items[i], out);
        is_packed = is_packed || front->clang.getCursorKind(parts.items[i]) == CXCursor_PackedAttr;
    }
    text_add(out, is_packed ? "} __attribute__((packed))" : "}");
    return good;
}

static bool is_inside(const struct writing *writing, const char *name) {
    return is_in_list(name, writing->inside.items, writing->inside.count);
}

/* Its definition, before what uses it, and once in a source. */
static bool define(struct writing *writing, CXCursor record, const char *name, const char *tag) {
    struct text members = {0};
    vec_push(&writing->inside, name);
    bool good = write_members(writing, record, &members);
    const char *written = text_chars(&members);
    if (good && tag) {
        size_t word = strcspn(written, " ");
        text_printf(&writing->before, "#ifndef rtcheck_has_tag_%s\n#define rtcheck_has_tag_%s\n%.*s %s%s;\n#endif\n",
                    tag, tag, (int)word, written, tag, written + word);
    } else if (good) {
        text_printf(&writing->before, "#ifndef rtcheck_has_%s\n#define rtcheck_has_%s\ntypedef %s %s;\n#endif\n", name,
                    name, written, name);
    }
    text_free(&members);
    return good;
}

/* `struct TAG`, `NAME` for `typedef struct { ... } NAME`, or one that has no name. */
static bool write_record(void *context, CXType type, bool may_be_open, struct text *out) {
    struct writing *writing = context;
    struct front *front = writing->borrowed->front;
    CXCursor record = front->clang.getTypeDeclaration(type);
    const char *name = front_text(front, front->clang.getTypeSpelling(front->clang.getUnqualifiedType(type)));
    const char *tag = strchr(name, ' ') ? strchr(name, ' ') + 1 : NULL;
    if (strchr(name, '(')) return write_members(writing, record, out);
    text_add(out, name);
    if (is_inside(writing, name)) return true;
    bool has_own = has(writing->borrowed, tag ? tag : name, tag != NULL, writing->source); /* further down */
    writing->has_no_size |= has_own;
    if (has_own) return tag && may_be_open;
    bool is_whole = front->clang.isCursorDefinition(record);
    return is_whole ? define(writing, record, name, tag) : tag != NULL;
}

/* A type of a missing header: nobody knows yet what all of it is, so that it goes by its name. */
static const struct invention *missing_type(const struct borrowed *borrowed, CXType type) {
    struct front *front = borrowed->front;
    bool is_tag = type.kind == CXType_Record;
    if (!is_tag && type.kind != CXType_Typedef) return NULL;
    CXCursor declaration = front->clang.getTypeDeclaration(type);
    const struct invention *invention = invented_find(&front->invented, front_spelling(front, declaration));
    bool is_it = invention &&
                 (is_tag ? invention->kind == INVENTED_TAG : invention->kind == INVENTED_TYPE || invention->is_type);
    return is_it && headers_hold(front_place(front, declaration)) ? invention : NULL;
}

static const struct invention *missing_in(void *context, CXType type) {
    return missing_type(((const struct writing *)context)->borrowed, type);
}

/* The source that is to have it knows the name, too, or lacks it in the same way. */
static bool write_missing(void *context, const struct invention *missing, CXType type, struct text *out) {
    struct writing *writing = context;
    bool is_tag = type.kind == CXType_Record;
    text_printf(out, "%s%s", is_tag ? "struct " : "", missing->name);
    writing->has_no_size = true;
    return !has(writing->borrowed, missing->name, is_tag, writing->source);
}

/* ---- Declarations ---- */

/* Pragmas may have laid it out otherwise: then the compiler complains. */
static void write_size(struct front *front, const struct known *known, struct text *out) {
    long long size = front->clang.Type_getSizeOf(front->clang.getCursorType(known->cursor));
    if (size > 0)
        text_printf(out, "_Static_assert(sizeof %s == %lld, \"another source has it with another layout\");\n",
                    known->name, size);
}

/* Its constants have names that others may borrow by themselves: here they have others. */
static void write_enumeration(struct front *front, const struct known *known, struct text *out) {
    struct cursors constants = front_children(front, known->cursor);
    text_printf(out, "enum %s {", known->name);
    for (size_t i = 0; i < constants.count; i++)
        if (front->clang.getCursorKind(constants.items[i]) == CXCursor_EnumConstantDecl)
            text_printf(out, " " BORROWED_ENUMERATOR "%s_%s = %lld,", known->name,
                        front_spelling(front, constants.items[i]),
                        front->clang.getEnumConstantDeclValue(constants.items[i]));
    text_add(out, " };\n");
}

static bool write_declaration(struct writing *writing, const struct known *known, struct text *out) {
    struct front *front = writing->borrowed->front;
    enum CXCursorKind kind = front->clang.getCursorKind(known->cursor);
    if (kind == CXCursor_EnumDecl) {
        write_enumeration(front, known, out);
        return true;
    }
    if (kind == CXCursor_EnumConstantDecl) {
        text_printf(out, "enum { %s = %lld };\n", known->name, front->clang.getEnumConstantDeclValue(known->cursor));
        return true;
    }
    text_add(out, kind == CXCursor_TypedefDecl ? "typedef " : "extern ");
    if (!type_text_write(&writing->types, front->clang.getCursorType(known->cursor), out)) return false;
    text_printf(out, " %s;\n", known->name);
    if (known->is_tag) text_clear(out); /* what comes before is all */
    if (kind == CXCursor_VarDecl && !writing->has_no_size) write_size(front, known, out);
    return true;
}

static const char *declaration_of(const struct borrowed *borrowed, const struct known *known, const char *source) {
    struct writing writing = {.borrowed = borrowed, .source = source};
    writing.types = (struct type_text){borrowed->front, &writing, missing_in, write_missing, write_record, true};
    struct text out = {0};
    bool good = !borrowed->front->clang.isInvalidDeclaration(known->cursor) && write_declaration(&writing, known, &out);
    const char *text =
        good ? arena_printf(borrowed->front->scratch, "%s%s", text_chars(&writing.before), text_chars(&out)) : NULL;
    text_free(&writing.before);
    text_free(&out);
    vec_free(&writing.inside);
    return text;
}

static bool is_variable(const struct borrowed *borrowed, const struct known *known) {
    return borrowed->front->clang.getCursorKind(known->cursor) == CXCursor_VarDecl;
}

/* What a source has itself, further down, its header declares; of functions that are called it need not. */
static bool may_be_own(const struct borrowed *borrowed, const struct known *known) {
    return is_variable(borrowed, known) || borrowed->front->clang.getCursorKind(known->cursor) == CXCursor_FunctionDecl;
}

/* Of two that differ nobody knows which one is meant. */
const char *borrowed_declaration(const struct borrowed *borrowed, const char *name, bool is_tag, const char *source,
                                 const char **file) {
    const struct known *known;
    const char *found = NULL;
    *file = NULL;
    for (size_t i = find(borrowed, name); (known = known_at(borrowed, i, name)); i++) {
        if (known->is_tag != is_tag || (!strcmp(known->source, source) && !may_be_own(borrowed, known))) continue;
        const char *one = declaration_of(borrowed, known, source);
        if (*file && (!one || !found || strcmp(one, found) != 0)) return NULL;
        if (!*file) *file = front_place(borrowed->front, known->cursor).file;
        found = one;
    }
    return found;
}

const char *borrowed_variable(const struct borrowed *borrowed, const char *name) {
    const struct known *known;
    for (size_t i = find(borrowed, name); (known = known_at(borrowed, i, name)); i++)
        if (is_variable(borrowed, known)) return front_place(borrowed->front, known->cursor).file;
    return NULL;
}

static bool names_missing_type(const struct borrowed *borrowed, CXType type) {
    while (type.kind == CXType_Typedef || type.kind == CXType_Elaborated) {
        if (missing_type(borrowed, type)) return true;
        type = type_text_behind_name(borrowed->front, type);
    }
    return false;
}

/* Numbers that an int has room for come as one: whatever the machine, none that is longer by its name. */
static bool fits_int(enum CXTypeKind kind) {
    switch (kind) {
    case CXType_Void:
    case CXType_Enum:
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_Char_S:
    case CXType_UChar:
    case CXType_SChar:
    case CXType_UShort:
    case CXType_Short:
    case CXType_UInt:
    case CXType_Int: return true;
    default: return false;
    }
}

static bool gives_int(const struct borrowed *borrowed, CXCursor function) {
    struct front *front = borrowed->front;
    CXType result = front->clang.getResultType(front->clang.getCursorType(function));
    if (names_missing_type(borrowed, result)) return false; /* it may turn out to be a structure */
    enum CXTypeKind kind = front->clang.getCanonicalType(result).kind;
    return kind == CXType_Int || kind == CXType_Void; /* nobody looks at what the latter gives */
}

/* ... and gets nothing but what a call without a declaration passes. */
static bool takes_ints(const struct borrowed *borrowed, CXCursor function) {
    struct front *front = borrowed->front;
    CXType type = front->clang.getCursorType(function);
    int count = type.kind == CXType_FunctionProto ? front->clang.getNumArgTypes(type) : 0;
    for (int i = 0; i < count; i++) {
        enum CXTypeKind kind = front->clang.getCanonicalType(front->clang.getArgType(type, (unsigned)i)).kind;
        bool is_number = kind >= CXType_Bool && kind <= CXType_LongDouble;
        if (is_number && !fits_int(kind)) return false;
    }
    return true;
}

bool borrowed_lacks_macro(const struct borrowed *borrowed, const char *name) {
    return usual_macro(name) && !known_at(borrowed, find(borrowed, name), name);
}

bool borrowed_is_needed(const struct borrowed *borrowed, const char *name) {
    const struct known *known;
    for (size_t i = find(borrowed, name); (known = known_at(borrowed, i, name)); i++) {
        enum CXCursorKind kind = borrowed->front->clang.getCursorKind(known->cursor);
        if (is_variable(borrowed, known)) return true;
        if (kind == CXCursor_FunctionDecl &&
            (!gives_int(borrowed, known->cursor) || !takes_ints(borrowed, known->cursor)))
            return true;
    }
    return false;
}
