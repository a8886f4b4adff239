#include "cfront/written/attributes.h"

#include "base/word.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/placed.h"

#include <ctype.h>
#include <string.h>

bool attribute_is(const struct front *front, CXCursor cursor) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    return kind >= CXCursor_FirstAttr && kind <= CXCursor_LastAttr;
}

static const char *text_from(struct front *front, CXFile file, unsigned offset, size_t *length) {
    size_t size;
    const char *text = front_contents(front, file, &size);
    if (!text || offset >= size) return NULL;
    *length = size - offset;
    return text + offset;
}

static CXSourceLocation start_of(const struct front *front, CXCursor cursor) {
    return front->clang.getRangeStart(front->clang.getCursorExtent(cursor));
}

const char *attribute_text(struct front *front, CXCursor attribute, size_t *length) {
    CXFile file;
    unsigned offset;
    front->clang.getSpellingLocation(start_of(front, attribute), &file, NULL, NULL, &offset);
    return text_from(front, file, offset, length);
}

const char *attribute_macro_text(struct front *front, CXCursor attribute, size_t *length) {
    CXFile file;
    unsigned offset;
    front->clang.getExpansionLocation(start_of(front, attribute), &file, NULL, NULL, &offset);
    return text_from(front, file, offset, length);
}

const char *attribute_plain_name(struct front *front, const char *text, size_t length) {
    size_t begin = 0, end = 0;
    while (end < length && is_word_char(text[end])) end++;
    if (end + 2 < length && text[end] == ':' && text[end + 1] == ':')
        for (begin = end += 2; end < length && is_word_char(text[end]);) end++;
    if (end - begin > 4 && begins_with(text + begin, "__") && begins_with(text + end - 2, "__")) begin += 2, end -= 2;
    return arena_text_n(front->scratch, text + begin, end - begin);
}

const char *attribute_name(struct front *front, CXCursor attribute) {
    size_t length;
    const char *text = attribute_text(front, attribute, &length);
    return text ? attribute_plain_name(front, text, length) : "";
}

/* ---- What each attribute means to us ---- */

/* They guide the compiler, the linker or its warnings, or their effect is in the types and offsets that the compiler
 * tells us. */
static bool changes_nothing(const char *name) {
    static const char *const names[] = {"access",
                                        "acquire_capability",
                                        "alignas",
                                        "_Alignas",
                                        "aligned",
                                        "alloc_align",
                                        "alloc_size",
                                        "always_inline",
                                        "annotate",
                                        "artificial",
                                        "assert_capability",
                                        "assume_aligned",
                                        "availability",
                                        "bounded",
                                        "btf_decl_tag",
                                        "callable_when",
                                        "capability",
                                        "cdecl",
                                        "cf_check",
                                        "cold",
                                        "common",
                                        "const",
                                        "convergent",
                                        "counted_by",
                                        "deprecated",
                                        "designated_init",
                                        "diagnose_if",
                                        "disable_tail_calls",
                                        "enum_extensibility",
                                        "error",
                                        "externally_visible",
                                        "fallthrough",
                                        "fastcall",
                                        "fd_arg",
                                        "fd_arg_read",
                                        "fd_arg_write",
                                        "flag_enum",
                                        "flatten",
                                        "format",
                                        "format_arg",
                                        "gcc_struct",
                                        "gnu_inline",
                                        "guarded_by",
                                        "hot",
                                        "internal_linkage",
                                        "leaf",
                                        "likely",
                                        "long_call",
                                        "malloc",
                                        "may_alias",
                                        "maybe_unused",
                                        "minsize",
                                        "mode",
                                        "ms_abi",
                                        "ms_struct",
                                        "musttail",
                                        "no_address_safety_analysis",
                                        "no_builtin",
                                        "no_icf",
                                        "no_instrument_function",
                                        "no_profile_instrument_function",
                                        "no_reorder",
                                        "no_sanitize",
                                        "no_sanitize_address",
                                        "no_sanitize_coverage",
                                        "no_sanitize_memory",
                                        "no_sanitize_thread",
                                        "no_sanitize_undefined",
                                        "no_split_stack",
                                        "no_stack_limit",
                                        "no_stack_protector",
                                        "nocf_check",
                                        "noclone",
                                        "nocommon",
                                        "nodebug",
                                        "nodiscard",
                                        "noescape",
                                        "noinline",
                                        "noipa",
                                        "nomerge",
                                        "nonnull",
                                        "nonstring",
                                        "noplt",
                                        "noreturn",
                                        "_Noreturn",
                                        "not_tail_called",
                                        "nothrow",
                                        "null_terminated_string_arg",
                                        "objc_boxable",
                                        "optimize",
                                        "optnone",
                                        "OS_main",
                                        "OS_task",
                                        "ownership_holds",
                                        "ownership_returns",
                                        "ownership_takes",
                                        "packed",
                                        "patchable_function_entry",
                                        "pcs",
                                        "pt_guarded_by",
                                        "pure",
                                        "regparm",
                                        "release_capability",
                                        "reproducible",
                                        "requires_capability",
                                        "retain",
                                        "returns_nonnull",
                                        "scoped_lockable",
                                        "section",
                                        "sentinel",
                                        "short_call",
                                        "simd",
                                        "stack_protect",
                                        "stdcall",
                                        "strub",
                                        "sysv_abi",
                                        "tainted_args",
                                        "target",
                                        "target_clones",
                                        "tls_model",
                                        "type_tag_for_datatype",
                                        "unavailable",
                                        "uninitialized",
                                        "unlikely",
                                        "unsequenced",
                                        "unused",
                                        "used",
                                        "uses",
                                        "visibility",
                                        "warn_if_not_aligned",
                                        "warn_unused",
                                        "warn_unused_result",
                                        "warning",
                                        "weak",
                                        "weak_import",
                                        "xray_always_instrument",
                                        "xray_never_instrument",
                                        "zero_call_used_regs",
                                        NULL};
    return is_one_of(name, names);
}

/* Code would run, or memory be, where we do not see it. NULL: nothing of that kind. */
static const char *refused(const char *name) {
    static const struct {
        const char *name, *why;
    } reasons[] = {
        {"constructor", "it would run before the system starts; call it where it shall run"},
        {"user_init", "it would run before the system starts; call it where it shall run"}, /* Microchip's */
        {"destructor", "it would run after the end; call it where it shall run"},
        {"cleanup", "a function would be called at the end of the block; call it there"},
        {"alias", "two names for one thing cannot be modelled; use one name"},
        {"ifunc", "which function it is would be decided at run time"},
        {"weakref", "two names for one thing cannot be modelled; use one name"},
        {"naked", "its body is assembly; give a stub"},
        {"transparent_union", "arguments that change their types cannot be modelled"},
        {"vector_size", "vectors cannot be modelled"},
        {"ext_vector_type", "vectors cannot be modelled"},
        {"address_space", "memory with addresses of its own cannot be modelled"},
        {"assume", "what is assumed is not looked at; use rtcheck_assume()"},
        {"returns_twice", "a function that returns twice cannot be modelled"},
        {"loader_uninitialized", "its initial value is not known"},
        {"noinit", "its initial value is not known"},
        {"persistent", "its initial value is not known"},
        {"scalar_storage_order", "numbers with their bytes in another order cannot be modelled"},
        {"bigendian", "numbers with their bytes in another order cannot be modelled"},
        {"hardbool", "truth values that are other numbers than 0 and 1 cannot be modelled"},
        {"critical", "interrupts would stay out of it; disable them there"}, /* TI's, of the MSP430 */
        {"overloadable", "functions with one name cannot be told apart"},
        {"enable_if", "functions with one name cannot be told apart"},
        {"blocks", "blocks cannot be modelled"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (!strcmp(reasons[i].name, name)) return reasons[i].why;
    return NULL;
}

bool attribute_may_come_late(const char *name) {
    return changes_nothing(name) && strcmp(name, "weak") != 0 && strcmp(name, "weak_import") != 0 &&
           strcmp(name, "section") != 0;
}

static void note_unknown(struct front *front, const char *name) {
    if (!is_in_list(name, front->attributes.items, front->attributes.count)) vec_push(&front->attributes, name);
}

static void check_attribute(struct front *front, CXCursor attribute, const char *owner) {
    const char *name = attribute_name(front, attribute);
    struct place place = front_place(front, attribute);
    const char *why = refused(name);
    if (!strcmp(name, "noreturn") || !strcmp(name, "_Noreturn")) vec_push(&front->endless_names, owner);
    if (why)
        diag_error(front->diagnostics, place, "attribute `%s` of `%s` cannot be modelled: %s", name, owner, why);
    else if (*name && !changes_nothing(name) && !interrupts_note_attribute(front, name, owner)) {
        note_unknown(front, name);
        diag_warning(front->diagnostics, place,
                     "attribute `%s` of `%s`: rtcheck does not know what this attribute does, and assumes that it "
                     "changes nothing",
                     name, owner);
    }
}

bool attributes_check_unknown(struct front *front, const char *name, size_t length, struct place place) {
    name = attribute_plain_name(front, name, length);
    const char *why = refused(name);
    if (why)
        diag_error(front->diagnostics, place, "attribute `%s` cannot be modelled: %s", name, why);
    else if (!changes_nothing(name))
        note_unknown(front, name);
    return why != NULL;
}

void attributes_tell(struct front *front) {
    enum { MOST_TOLD = 8 };
    if (front->attributes.count)
        front_assume(front, arena_printf(front->arena, "attributes that rtcheck does not know change nothing (%s)",
                                         arena_some_names(front->scratch, front->attributes.items,
                                                          front->attributes.count, MOST_TOLD)));
}

/* By its name, in small letters without what joins words. */
static bool may_keep_old_values(const char *section) {
    static const char *const words[] = {"noinit", "uninit", "noload", "persist", "backup", "retain", "retention", NULL};
    char plain[64];
    size_t length = 0;
    for (; *section && length + 1 < sizeof plain; section++)
        if (isalnum((unsigned char)*section)) plain[length++] = (char)tolower((unsigned char)*section);
    plain[length] = '\0';
    for (const char *const *word = words; *word; word++)
        if (strstr(plain, *word)) return true;
    return false;
}

/* `section("name")`: the name, in the scratch arena; NULL if it is not written as one string. */
static const char *section_name(struct front *front, const char *text, size_t length) {
    const char *end = text + length, *open = memchr(text, '"', length);
    for (const char *at = text; open && at < open; at++)
        if (!is_word_char(*at) && !strchr(" \t(:", *at)) return NULL;
    const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (!close) return NULL;
    const char *after = close + 1;
    while (after < end && isspace((unsigned char)*after)) after++;
    return after < end && *after == ')' ? arena_text_n(front->scratch, open + 1, (size_t)(close - open - 1)) : NULL;
}

static bool has_vectors(const char *section) {
    static const char *const words[] = {"vect", "isr", NULL};
    return contains_one_of(section, words);
}

/* What start-up code looks for, and calls. */
static bool is_called_at_start(const char *section) {
    static const char *const names[] = {".init", ".fini", ".preinit", ".ctors", ".dtors", ".CRT$", ".crt_", NULL};
    return begins_with_one_of(section, names);
}

/* Objects that start-up code does not initialize lie in sections that are called so. */
static void check_section(struct front *front, CXCursor declaration, CXCursor attribute) {
    size_t length;
    const char *text = attribute_text(front, attribute, &length);
    if (!text || strcmp(attribute_name(front, attribute), "section") != 0) return;
    const char *section = section_name(front, text, length), *owner = front_spelling(front, declaration);
    bool is_object = front->clang.getCursorKind(declaration) == CXCursor_VarDecl;
    if (is_object) placed_note_section(front, declaration, section);
    if (is_object && section && has_vectors(section)) vec_push(&front->vectors, owner);
    if (section && is_called_at_start(section))
        diag_error(front->diagnostics, front_place(front, attribute),
                   "`%s` lies in section `%s`, which cannot be modelled: code would run before the system starts, or "
                   "after its end",
                   owner, section);
    else if (is_object && (!section || may_keep_old_values(section)))
        diag_warning(front->diagnostics, front_place(front, attribute),
                     "`%s` lies in a section that may not be initialized: it is assumed to be zero, or as its "
                     "initializer says",
                     owner);
}

/* A name for the linker that is not the name in C: two declarations could be one thing. */
static void check_label(struct front *front, CXCursor declaration, CXCursor label) {
    const char *name = front_spelling(front, declaration), *linked = front_spelling(front, label);
    bool is_register = front->clang.Cursor_getStorageClass(declaration) == CX_SC_Register;
    bool is_global =
        front->clang.getCursorKind(front->clang.getCursorSemanticParent(declaration)) == CXCursor_TranslationUnit;
    if (is_register && is_global) return; /* refused where it is used */
    if (is_register)
        diag_error(front->diagnostics, front_place(front, label),
                   "`%s` is the machine's register `%s`, which cannot be "
                   "modelled",
                   name, linked);
    else if (strcmp(name, linked) != 0)
        diag_error(front->diagnostics, front_place(front, label),
                   "`%s` is `%s` to the linker, which cannot be modelled", name, linked);
}

static void check_storage(struct front *front, CXCursor declaration) {
    switch (front->clang.Cursor_getStorageClass(declaration)) {
    case CX_SC_Invalid: /* of what has none: types, parameters of types */
    case CX_SC_None:
    case CX_SC_Extern:
    case CX_SC_Static:
    case CX_SC_Auto:
    case CX_SC_Register: return;
    default:
        diag_error(front->diagnostics, front_place(front, declaration), "the storage class of `%s` cannot be modelled",
                   front_spelling(front, declaration));
    }
}

void attributes_check(struct front *front, CXCursor declaration) {
    struct cursors children = front_children(front, declaration);
    const char *owner = front_spelling(front, declaration);
    check_storage(front, declaration);
    for (size_t i = 0; i < children.count; i++) {
        if (!attribute_is(front, children.items[i])) continue;
        if (front->clang.getCursorKind(children.items[i]) == CXCursor_AsmLabelAttr) {
            check_label(front, declaration, children.items[i]);
            continue;
        }
        check_section(front, declaration, children.items[i]);
        check_attribute(front, children.items[i], owner);
    }
}

/* ---- Statements ---- */

/* `[[name]] ...` or `__attribute__((name)) ...`: libclang gives the statement, and not what stands before it. */
static const char *statement_attribute(struct front *front, CXCursor statement) {
    size_t length;
    const char *text = attribute_text(front, statement, &length);
    if (!text) return "";
    const char *end = text + length, *at = text;
    while (at < end && is_word_char(*at)) at++;
    while (at < end && (*at == '(' || *at == '[' || isspace((unsigned char)*at))) at++;
    return attribute_plain_name(front, at, (size_t)(end - at));
}

bool attributes_check_statement(struct front *front, CXCursor statement, const char **name) {
    *name = statement_attribute(front, statement);
    return changes_nothing(*name) || !strcmp(*name, "unroll") || !strcmp(*name, "loop");
}

bool attributes_are_weak(struct front *front, CXCursor declaration) {
    struct cursors children = front_children(front, declaration);
    for (size_t i = 0; i < children.count; i++)
        if (attribute_is(front, children.items[i]) && !strcmp(attribute_name(front, children.items[i]), "weak"))
            return true;
    return false;
}
