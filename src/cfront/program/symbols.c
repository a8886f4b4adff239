#include "cfront/program/symbols.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/word.h"
#include "cfront/library/services.h"
#include "cfront/program/alignment.h"
#include "cfront/program/types.h"
#include "cfront/source/same_code.h"
#include "cfront/written/attributes.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/placed.h"
#include "cfront/written/pragmas.h"
#include "cfront/written/startup.h"

#include <string.h>

/* ---- Names that a linker knows ---- */

/* Where it is in the table, or would be. */
static struct symbol **external_slot(const struct front *front, const char *name, bool is_function) {
    size_t at = fingerprint_text(FINGERPRINT_START, name) & (front->external_room - 1);
    for (;; at = (at + 1) & (front->external_room - 1)) {
        struct symbol *symbol = front->externals[at];
        if (!symbol || (symbol->is_function == is_function && !strcmp(symbol->name, name)))
            return &front->externals[at];
    }
}

static struct symbol *find_external(struct front *front, const char *name, bool is_function) {
    return front->external_room ? *external_slot(front, name, is_function) : NULL;
}

static void make_room(struct front *front) {
    struct symbol **before = front->externals;
    size_t room = front->external_room;
    if (front->external_count * 2 < room) return;
    front->external_room = room ? room * 2 : 64;
    front->externals = arena_new_array(front->scratch, struct symbol *, front->external_room);
    for (size_t i = 0; i < room; i++)
        if (before[i]) *external_slot(front, before[i]->name, before[i]->is_function) = before[i];
}

static void add_external(struct front *front, struct symbol *symbol) {
    make_room(front);
    *external_slot(front, symbol->name, symbol->is_function) = symbol;
    front->external_count++;
}

struct symbol *symbol_find_function(struct front *front, const char *name) {
    return find_external(front, name, true);
}

struct symbol *symbol_find_static(struct front *front, const char *name) {
    struct symbol *found = NULL;
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        if (!symbol->is_static || !symbol->is_function || !symbol->has_definition || strcmp(symbol->name, name) != 0)
            continue;
        if (found) return NULL;
        found = symbol;
    }
    return found;
}

static bool is_definition(struct front *front, CXCursor cursor) {
    struct clang *clang = &front->clang;
    if (clang->getCursorKind(cursor) == CXCursor_FunctionDecl) return clang->isCursorDefinition(cursor);
    return clang->Cursor_getStorageClass(cursor) != CX_SC_Extern ||
           !clang->Cursor_isNull(clang->Cursor_getVarDeclInitializer(cursor));
}

bool symbol_is_library(const struct front *front, struct place place) {
    return front->units.count && place.file && !strcmp(place.file, front->units.items[front->units.count - 1].path) &&
           begins_with(place.file, "/rtcheck-headers/");
}

bool symbol_is_root(struct front *front, const struct symbol *symbol) {
    if (!symbol->is_function || !symbol->has_definition || symbol->is_library) return false;
    return symbol->is_interrupt || symbol->is_startup ||
           (!symbol->is_static && !front->clang.Cursor_isFunctionInlined(symbol->cursor));
}

/* In one source. */
static bool is_same_thing(struct front *front, CXCursor one, CXCursor other) {
    return front->clang.equalCursors(front->clang.getCanonicalCursor(one), front->clang.getCanonicalCursor(other));
}

/* A kernel's own code of a service: ours is the kernel. Static functions of such a name are nobody's service. */
static bool is_kernels(struct front *front, const struct symbol *symbol, struct place place) {
    if (!symbol->is_function || symbol->is_static || !osek_is_system_service(symbol->name) ||
        !service_find(symbol->name))
        return false;
    front_assume_once(front, arena_printf(front->arena,
                                          "`%s`, of which %s has code, is the system's, and rtcheck's stands for it",
                                          symbol->name, place.file));
    return true;
}

/* Of tentative definitions (6.9.2) the one that says most of the size counts: `int a[]; int a[4];` */
static bool is_larger(struct front *front, const struct symbol *symbol, CXCursor cursor) {
    if (symbol->is_function || symbol->has_initializer || symbol->is_weak) return false;
    return front->clang.Type_getSizeOf(front->clang.getCursorType(cursor)) >
           front->clang.Type_getSizeOf(front->clang.getCursorType(symbol->cursor));
}

/* ", which a.c includes": how the compiler came to the file that this is in; "": it is the source. */
static const char *included_by(struct front *front, CXCursor cursor, const char *form) {
    CXCursor unit = front->clang.getTranslationUnitCursor(front->clang.Cursor_getTranslationUnit(cursor));
    const char *source = front_text(front, front->clang.getCursorSpelling(unit));
    return strcmp(source, front_place(front, cursor).file) ? arena_printf(front->scratch, form, source) : "";
}

/* A source that another one includes, and that is given, too: a linker would have its code twice, and the same. */
static bool is_taken_once(struct front *front, const struct symbol *symbol, CXCursor cursor) {
    struct place place = front_place(front, cursor);
    const char *including = included_by(front, symbol->cursor, "%s"), *other = included_by(front, cursor, "%s");
    bool is_source = !*including || !*other; /* in one of both */
    if (!is_source || place.line != symbol->place.line || !file_is_same(place.file, symbol->place.file)) return false;
    front_assume_once(front,
                      arena_printf(front->arena,
                                   "what %s defines is there once, though it is a source and %s, too, includes it",
                                   *including ? place.file : symbol->place.file, *including ? including : other));
    return true;
}

/* As linkers do that are told to. */
static bool is_first_taken(struct front *front, const struct symbol *symbol, CXCursor cursor) {
    static const char *const words[] = {"--allow-multiple-definition", "muldefs", NULL};
    bool is_allowed = false;
    for (size_t i = 0; i < front->options->argument_count; i++)
        is_allowed |= contains_one_of(front->options->arguments[i], words);
    if (!is_allowed) return false;
    front_assume_once(front,
                      arena_printf(front->arena,
                                   "`%s` is that of %s:%u, and not that of %s:%u, as a linker takes the first of "
                                   "multiple definitions",
                                   symbol->name, symbol->place.file, symbol->place.line,
                                   front_place(front, cursor).file, front_place(front, cursor).line));
    return true;
}

static void report_second(struct front *front, const struct symbol *symbol, CXCursor cursor, bool is_inline) {
    diag_error(front->diagnostics, front_place(front, cursor), "`%s` is defined twice: it is already at %s:%u%s%s%s",
               symbol->name, symbol->place.file, symbol->place.line,
               included_by(front, symbol->cursor, ", which %s includes"),
               is_inline ? ", and says something else there, so that C leaves open which one is called" : "",
               included_by(front, cursor, "; %s includes this one"));
    if (!front->has_told_second)
        diag_note(front->diagnostics, front_place(front, cursor),
                  "leave one of the sources out; if the linker of your build takes the first definition: --clang "
                  "-Wl,--allow-multiple-definition");
    front->has_told_second = true;
}

static bool is_real_kind(enum CXTypeKind kind) { return kind >= CXType_Float && kind <= CXType_LongDouble; }

/* Integers and pointers are what they are; a real number is one of the same size. */
static bool is_passed_alike(struct front *front, CXType one, CXType other) {
    CXType a = front->clang.getCanonicalType(one), b = front->clang.getCanonicalType(other);
    return is_real_kind(a.kind) == is_real_kind(b.kind) && (a.kind == CXType_Pointer) == (b.kind == CXType_Pointer) &&
           front->clang.Type_getSizeOf(a) == front->clang.Type_getSizeOf(b);
}

bool symbol_is_common_name(const char *name) {
    static const char *const names[] = {
        "asctime",     "bcmp",      "bcopy",      "bzero",    "clearerr", "ctime",   "difftime", "fclose",  "feof",
        "ferror",      "ffs",       "ffsl",       "ffsll",    "fgetc",    "fgets",   "fopen",    "fputc",   "fputs",
        "fread",       "fseek",     "ftell",      "fwrite",   "getc",     "getchar", "getenv",   "gmtime",  "gmtime_r",
        "localtime",   "mktime",    "localeconv", "perror",   "putc",     "remove",  "rename",   "rewind",  "setbuf",
        "localtime_r", "setlocale", "setvbuf",    "strerror", "strftime", "vsscanf", "sscanf",   "vprintf", "vfprintf",
        "vsprintf",    "vsnprintf", "sprintf",    "snprintf", NULL};
    return is_one_of(name, names) || begins_with(name, "fe") || begins_with(name, "wmem") || begins_with(name, "wcs") ||
           begins_with(name, "isw") || begins_with(name, "tow");
}

/* Where we have code of real numbers, or by a name that others may use, and the application declares something else by
 * that name (`void log(const char
 * *)`), it is not the C library's that it means. */
static bool is_another(struct front *front, const struct symbol *symbol, CXCursor ours) {
    struct clang *clang = &front->clang;
    CXType our = clang->getCanonicalType(clang->getCursorType(ours)),
           their = clang->getCanonicalType(clang->getCursorType(symbol->cursor));
    int count = clang->getNumArgTypes(our), their_count = clang->getNumArgTypes(their);
    bool has_prototype = their.kind == CXType_FunctionProto;
    bool has_real = symbol_is_common_name(symbol->name) || is_real_kind(clang->getResultType(our).kind),
         is_alike = !has_prototype || count == their_count;
    for (int i = 0; i < count; i++) {
        has_real |= is_real_kind(clang->getArgType(our, (unsigned)i).kind);
        if (has_prototype && is_alike)
            is_alike =
                is_passed_alike(front, clang->getArgType(our, (unsigned)i), clang->getArgType(their, (unsigned)i));
    }
    return has_real && (!is_alike || !is_passed_alike(front, clang->getResultType(our), clang->getResultType(their)));
}

/* A definition replaces a declaration, one with an initializer a tentative one, any other a weak
 * one; ours only fill holes. An inline function may be defined in several sources; where they differ, C leaves open
 * which of them is called (6.7.4). */
static void define(struct front *front, struct symbol *symbol, CXCursor cursor) {
    struct place place = front_place(front, cursor);
    bool initialized =
        symbol->is_function || !front->clang.Cursor_isNull(front->clang.Cursor_getVarDeclInitializer(cursor));
    bool ours = symbol_is_library(front, place);
    if (is_kernels(front, symbol, place)) return;
    if (ours && symbol->is_function && !symbol->has_definition && is_another(front, symbol, cursor)) return;
    bool weak = attributes_are_weak(front, cursor) ||
                pragmas_make_weak(front, symbol->name, front->clang.Cursor_getTranslationUnit(cursor));
    bool again = symbol->has_definition && is_same_thing(front, cursor, symbol->cursor);
    weak = weak || (again && symbol->is_weak);
    bool replaces = (symbol->is_weak && !weak && !ours) || (again && initialized && !symbol->has_initializer) ||
                    (!ours && !weak && is_larger(front, symbol, cursor));
    if (symbol->has_definition && !replaces) {
        bool is_inline = symbol->is_function && (front->clang.Cursor_isFunctionInlined(cursor) ||
                                                 front->clang.Cursor_isFunctionInlined(symbol->cursor));
        if (weak && symbol->is_weak && !again && !is_same_code(front, cursor, symbol->cursor)) symbol->rival = place;
        if (ours || weak || !initialized || (is_inline && is_same_code(front, cursor, symbol->cursor))) return;
        if (symbol->has_initializer) {
            bool is_first =
                !is_inline && (is_taken_once(front, symbol, cursor) || is_first_taken(front, symbol, cursor));
            if (!is_first) report_second(front, symbol, cursor, is_inline);
            return;
        }
    }
    symbol->has_definition = true;
    symbol->has_initializer = initialized;
    symbol->is_library = ours;
    symbol->is_weak = weak;
    symbol->cursor = cursor;
    symbol->place = place;
}

static struct symbol *new_symbol(struct front *front, CXCursor cursor, const char *name, bool is_static) {
    struct symbol *symbol = arena_new_object(front->scratch, struct symbol);
    symbol->name = arena_text(front->arena, name);
    symbol->is_function = front->clang.getCursorKind(cursor) == CXCursor_FunctionDecl;
    symbol->is_static = is_static;
    symbol->cursor = cursor;
    symbol->place = front_place(front, cursor);
    vec_push(&front->symbol_list, symbol);
    if (!is_static) add_external(front, symbol);
    return symbol;
}

static struct symbol *declare(struct front *front, CXCursor cursor) {
    CXCursor canonical = front->clang.getCanonicalCursor(cursor);
    struct symbol *symbol = cursor_map_get(&front->symbols, &front->clang, canonical);
    if (symbol) return symbol;
    const char *name = front_spelling(front, cursor);
    bool is_static = front->clang.getCursorLinkage(cursor) != CXLinkage_External &&
                     front->clang.getCursorLinkage(cursor) != CXLinkage_UniqueExternal;
    if (!is_static) symbol = find_external(front, name, front->clang.getCursorKind(cursor) == CXCursor_FunctionDecl);
    if (!symbol) symbol = new_symbol(front, cursor, name, is_static);
    cursor_map_set(&front->symbols, &front->clang, canonical, symbol);
    return symbol;
}

struct symbol *symbol_of(struct front *front, CXCursor cursor) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) return NULL;
    if (kind == CXCursor_VarDecl && front->clang.getCursorLinkage(cursor) == CXLinkage_NoLinkage &&
        front->clang.Cursor_getStorageClass(cursor) != CX_SC_Static)
        return NULL;
    struct symbol *symbol = declare(front, cursor);
    if (!symbol->has_definition && is_definition(front, cursor)) define(front, symbol, cursor);
    return symbol;
}

/* A declaration at file scope of a kind that we do not know, or with attributes that matter, is an error. */
static bool check_declaration(struct front *front, CXCursor cursor) {
    size_t length;
    const char *text;
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_FunctionDecl:
    case CXCursor_VarDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl: attributes_check(front, cursor); return true;
    case CXCursor_StaticAssert: return true;
    case CXCursor_UnexposedDecl:
        text = attribute_text(front, cursor, &length);
        if (text && (*text == ';' || begins_with(text, "comment"))) return true; /* #pragma comment is told */
        diag_error(front->diagnostics, front_place(front, cursor), "%s at file scope cannot be modelled",
                   text && strstr(arena_text_n(front->scratch, text, length < 7 ? length : 7), "asm")
                       ? "inline assembly"
                       : "this declaration");
        return false;
    default:
        diag_error(front->diagnostics, front_place(front, cursor), "this declaration cannot be modelled (%s)",
                   front_text(front, front->clang.getCursorKindSpelling(front->clang.getCursorKind(cursor))));
        return false;
    }
}

void symbols_collect(struct front *front) {
    for (size_t i = 0; i < front->units.count; i++) {
        struct cursors all = front_children(front, front->clang.getTranslationUnitCursor(front->units.items[i].tu));
        for (size_t j = 0; j < all.count; j++) {
            enum CXCursorKind kind = front->clang.getCursorKind(all.items[j]);
            if (!check_declaration(front, all.items[j]) || (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl))
                continue;
            struct symbol *symbol = declare(front, all.items[j]);
            if (is_definition(front, all.items[j]))
                define(front, symbol, all.items[j]);
            else
                symbol->is_weak_reference = symbol->is_weak_reference || attributes_are_weak(front, all.items[j]);
        }
    }
    interrupts_find(front);
    startup_find(front);
    placed_find(front);
}

void symbols_tell_rivals(struct front *front) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (!symbol->used || !symbol->is_weak || !symbol->rival.file) continue;
        front_assume(front, arena_printf(front->arena, "`%s`, which is weak, is that of %s:%u, and not that of %s:%u",
                                         symbol->name, place_file(symbol->place), symbol->place.line,
                                         place_file(symbol->rival), symbol->rival.line));
    }
}

struct c_object *symbols_new_object(struct front *front, const char *name, const struct c_type *type,
                                    enum c_storage storage, struct place place) {
    struct c_object *object = arena_new_object(front->arena, struct c_object);
    object->name = name;
    object->type = type;
    object->storage = storage;
    object->place = place;
    object->align = type->align;
    object->index = (uint32_t)front->globals.count;
    vec_push(&front->globals, object);
    return object;
}

struct c_object *symbol_object(struct front *front, struct symbol *symbol, const struct c_function *function) {
    if (symbol->object) return symbol->object;
    CXType written = front->clang.getCursorType(symbol->cursor);
    const struct c_type *type = type_of(front, written, symbol->cursor);
    if (type->kind == C_ARRAY && !type->count) {
        symbol->has_no_size = !symbol->has_definition;
        uint32_t count = symbol->has_no_size ? ELSEWHERE_ELEMENTS : 1; /* 6.9.2, tentative `int a[];` */
        type = type_array_of(front, type->target, count);
    }
    struct c_object *object =
        symbols_new_object(front, symbol->name, type, function ? C_STATIC_LOCAL : C_GLOBAL, symbol->place);
    object->align = alignment_of_variable(front, symbol->cursor, type);
    if (front->clang.getCursorTLSKind(symbol->cursor) != CXTLS_None)
        diag_error(front->diagnostics, symbol->place, "`%s` belongs to a thread, which cannot be modelled",
                   symbol->name);
    CXType canonical = front->clang.getCanonicalType(written); /* qualifiers of elements are an array's there */
    object->is_volatile = front->clang.isVolatileQualifiedType(canonical);
    object->is_const = front->clang.isConstQualifiedType(canonical);
    object->function = function;
    for (size_t i = 0; i < front->vectors.count; i++)
        object->is_vectors |= !strcmp(front->vectors.items[i], symbol->name);
    object->is_linked = !function && !symbol->is_static && !symbol->is_library;
    return symbol->object = object;
}

static const char *named_by(struct front *front, const char *name) {
    const struct cfront_options *options = front->options;
    for (size_t i = 0; i < options->named_count; i++)
        if (!strcmp(options->named[i].function, name)) return arena_text(front->arena, options->named[i].by);
    return NULL;
}

struct c_function *symbols_new_function(struct front *front, struct symbol *symbol, const struct c_type *type) {
    struct c_function *function = arena_new_object(front->arena, struct c_function);
    function->name = symbol->name;
    function->index = (uint32_t)front->functions.count;
    function->address = SYMBOLS_FIRST_FUNCTION + (uint64_t)function->index * SYMBOLS_FUNCTION_STEP;
    function->context = OSEK_NONE;
    function->type = type;
    function->place = symbol->place;
    function->is_linked = !symbol->is_static && !symbol->is_library;
    function->is_interrupt = symbol->is_interrupt;
    function->is_in_vectors =
        function->is_linked && is_in_list(symbol->name, front->options->vectors, front->options->vector_count);
    function->named_by = function->is_linked ? named_by(front, symbol->name) : NULL;
    function->is_startup = symbol->is_startup;
    function->is_weak = symbol->is_weak;
    vec_push(&front->functions, function);
    symbol->used = true;
    return symbol->function = function;
}

struct c_function *symbol_function(struct front *front, struct symbol *symbol) {
    if (symbol->function) return symbol->function;
    return symbols_new_function(front, symbol, type_of_cursor(front, symbol->cursor));
}
