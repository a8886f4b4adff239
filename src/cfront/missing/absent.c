#include "cfront/missing/absent.h"

#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/hidden.h"
#include "cfront/source/foreign.h"
#include "cfront/text/code_only.h"
#include "cfront/text/source_words.h"

#include <string.h>

/* ---- Headers ---- */

const char *absent_header_of(struct front *front, CXDiagnostic diagnostic) {
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    const char *end = *message == '\'' ? strchr(message + 1, '\'') : NULL;
    bool is_it =
        end && !strcmp(end, "' file not found") && front->clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    return is_it ? arena_text_n(front->scratch, message + 1, (size_t)(end - message - 1)) : NULL;
}

static void use(struct front *front, struct translation *translation, const struct absent_header *header) {
    if (header->folder) translation_add_folder(translation, header->folder);
    memory_files_add(translation->files, arena_printf(front->scratch, "%s/%s", HEADERS_VENDORS, header->name),
                     header->text, strlen(header->text));
}

/* A path from a folder of headers on is the same file for all sources; another name may be another one beside each. */
static bool is_same_for_all(const char *name) { return strpbrk(name, "/\\") && !strstr(name, ".."); }

static void stand_in(struct front *front, struct translation *translation, struct absent_header header) {
    use(front, translation, &header);
    if (!is_same_for_all(header.name)) header.source = translation->source;
    vec_push(&front->absent, header);
}

/* What was found out before need not be found out again. */
static void use_known(struct front *front, struct translation *translation) {
    for (size_t i = 0; i < front->absent.count; i++) {
        const struct absent_header *header = &front->absent.items[i];
        if (!header->source || !strcmp(header->source, translation->source)) use(front, translation, header);
    }
}

/* `touch.h` where the file is called Touch.h, or `..\h\touch.h`, as some systems let pass: a file of that name in
 * memory that includes it. False: there is none. */
static bool add_spelled_otherwise(struct front *front, struct translation *translation, const char *folder,
                                  const char *given) {
    const char *found = file_spelled_otherwise(front->scratch, arena_printf(front->scratch, "%s/%s", folder, given));
    if (!found) return false;
    const char *text = arena_printf(front->scratch, "#include \"%s\"\n", found + strlen(folder) + 1);
    const char *option = arena_printf(front->scratch, "-I%s", folder);
    stand_in(front, translation, (struct absent_header){.name = given, .text = text, .folder = option});
    return true;
}

/* Beside who includes it, or in a folder that was given. */
static bool find_spelled_otherwise(struct front *front, struct translation *translation, const char *from,
                                   const char *name) {
    const char *slash = from ? strrchr(from, '/') : NULL;
    const char *beside = slash ? arena_text_n(front->scratch, from, (size_t)(slash - from)) : ".";
    bool found = add_spelled_otherwise(front, translation, beside, name);
    for (size_t i = 0; i < translation->arguments.count && !found; i++) {
        const char *argument = translation->arguments.items[i];
        if (begins_with(argument, "-I") && argument[2])
            found = add_spelled_otherwise(front, translation, argument + 2, name);
    }
    return found;
}

/* False: a file of this name stands in its place already. */
static bool replace_header(struct front *front, struct translation *translation, const char *name, struct place place) {
    const char *path = arena_printf(front->scratch, "%s/%s", HEADERS_VENDORS, name);
    for (size_t i = 0; i < translation->files->count; i++)
        if (!strcmp(translation->files->items[i].Filename, path)) return false;
    if (!find_spelled_otherwise(front, translation, place.file, name))
        stand_in(front, translation, (struct absent_header){.name = name, .text = ""});
    return true;
}

/* Whether there were any. */
static bool replace_headers(struct front *front, struct translation *translation, CXTranslationUnit tu) {
    bool any = false;
    unsigned count = front->clang.getNumDiagnostics(tu);
    front->last_file = NULL;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        struct place place = front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic));
        const char *name = absent_header_of(front, diagnostic);
        if (name && replace_header(front, translation, name, place)) any = true;
        front->clang.disposeDiagnostic(diagnostic);
    }
    return any;
}

static enum CXErrorCode parse_again(struct front *front, struct translation *translation, unsigned flags,
                                    CXTranslationUnit *tu) {
    if (*tu) front->clang.disposeTranslationUnit(*tu);
    *tu = NULL;
    translation->flags = flags;
    return foreign_parse(front, translation, tu);
}

/* A header that is not there is taken to be empty: what is missing then is told by its name, or nothing of it mattered
 * but macros that somebody asks for. The compiler stops at the first one, unless it is told to go on, and tells of all
 * then that are included without those that are missing. */
static enum CXErrorCode parse_without(struct front *front, struct translation *translation, CXTranslationUnit *tu) {
    enum { DEEPEST = 60 }; /* headers that are spelled otherwise, in each other */
    enum CXErrorCode error = foreign_parse(front, translation, tu);
    if (error != CXError_Success || !*tu || !replace_headers(front, translation, *tu)) return error;
    for (unsigned i = 0; i < DEEPEST; i++) {
        error = parse_again(front, translation, CXTranslationUnit_KeepGoing, tu);
        if (error != CXError_Success || !*tu || !replace_headers(front, translation, *tu)) break;
    }
    return parse_again(front, translation, CXTranslationUnit_None, tu);
}

/* ---- For the user ---- */

struct telling {
    struct front *front;
    CXTranslationUnit tu;
    struct {
        VEC(const char *) list;
    } told;
};

/* Is this place of a text within braces, but for those of `extern "C" {`? */
static bool is_within_braces(struct front *front, const char *text, size_t length) {
    const char *code = code_only(front->scratch, arena_text_n(front->scratch, text, length), false);
    size_t depth = 0;
    for (const char *at = code, *before = code; *at; at++) {
        if (*at == '{' && (depth || *before != '"')) depth++;
        if (*at == '}' && depth) depth--;
        if (!strchr(" \t\r\n", *at)) before = at;
    }
    return depth > 0;
}

/* `int table[] = {`, `#include "values.inc"`, `};`: what is not there is code, or values, for certain. */
static void doubt_within_code(struct telling *telling, CXSourceLocation from, const char *name) {
    struct front *front = telling->front;
    CXFile file;
    unsigned offset = 0;
    size_t length = 0;
    front->clang.getFileLocation(from, &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(telling->tu, file, &length) : NULL;
    if (text && offset <= length && is_within_braces(front, text, offset))
        front_doubt(front, "`%s`, which was not found, is included within code", name);
}

static void tell_header(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    static const char folder[] = HEADERS_VENDORS "/";
    struct telling *telling = data;
    struct front *front = telling->front;
    size_t length = 0;
    const char *path = front_text(front, front->clang.getFileName(file));
    if (!depth || !begins_with(path, folder)) return;
    const char *name = path + sizeof folder - 1, *text = front->clang.getFileContents(telling->tu, file, &length);
    for (const struct header *header = headers_vendors; header->name; header++)
        if (!strcmp(header->name, name)) return;
    for (size_t i = 0; i < telling->told.list.count; i++)
        if (!strcmp(telling->told.list.items[i], name)) return;
    vec_push(&telling->told.list, name);
    bool is_there = text && length;
    diag_warning(front->diagnostics, front_exact_location(front, from[0]),
                 is_there ? "'%s' is not there, but one that is spelled a little otherwise is; going on with that"
                          : "'%s' is not there (-I DIRECTORY); going on without it",
                 name);
    if (is_there) return;
    front->lacks_headers = true;
    doubt_within_code(telling, from[0], name);
    if (!is_in_list(name, front->not_found.items, front->not_found.count))
        vec_push(&front->not_found, arena_text(front->arena, name));
}

void absent_assume(struct front *front) {
    struct some_names names = {.most = 5};
    for (size_t i = 0; i < front->not_found.count; i++)
        some_names_add(&names, arena_printf(front->scratch, "`%s`", front->not_found.items[i]), NULL);
    if (names.count)
        front_assume(front, arena_printf(front->scratch, "%s, which %s not found, %s nothing that matters",
                                         some_names_chars(&names), names.count > 1 ? "were" : "was",
                                         names.count > 1 ? "have" : "has"));
    some_names_free(&names);
}

/* Of all that stand for others in this parse. */
static void tell_headers(struct front *front, CXTranslationUnit tu) {
    struct telling telling = {.front = front, .tu = tu};
    front->last_file = NULL;
    front->clang.getInclusions(tu, tell_header, &telling);
    vec_free(&telling.told.list);
}

/* ---- Words ---- */

/* What everybody takes for granted, since the headers that ours stand for bring it. */
static const struct common {
    const char *names[11]; /* NULL behind them */
    const char *arguments[3];
} commons[] = {
    {{"TRUE", "FALSE"}, {"-DTRUE=1", "-DFALSE=0"}},
    {{"bool", "true", "false"}, {"-include", "stdbool.h"}},
    {{"NULL", "size_t", "offsetof", "ptrdiff_t"}, {"-include", "stddef.h"}},
    {{"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"},
     {"-include", "stdint.h"}},
    {{"int_least8_t", "uint_least8_t", "int_least16_t", "uint_least16_t", "int_least32_t", "uint_least32_t",
      "int_least64_t", "uint_least64_t", "intmax_t", "uintmax_t"},
     {"-include", "stdint.h"}},
    {{"int_fast8_t", "uint_fast8_t", "int_fast16_t", "uint_fast16_t", "int_fast32_t", "uint_fast32_t", "int_fast64_t",
      "uint_fast64_t", "intptr_t", "uintptr_t"},
     {"-include", "stdint.h"}},
    {{"INT8_MIN", "INT8_MAX", "UINT8_MAX", "INT16_MIN", "INT16_MAX", "UINT16_MAX", "INT32_MIN", "INT32_MAX",
      "UINT32_MAX", "SIZE_MAX"},
     {"-include", "stdint.h"}},
    {{"INT64_MIN", "INT64_MAX", "UINT64_MAX", "INTPTR_MAX", "UINTPTR_MAX", "INTMAX_MAX", "UINTMAX_MAX"},
     {"-include", "stdint.h"}},
    {{"CHAR_BIT", "SCHAR_MIN", "SCHAR_MAX", "UCHAR_MAX", "CHAR_MIN", "CHAR_MAX", "INT_MIN", "INT_MAX", "UINT_MAX"},
     {"-include", "limits.h"}},
    {{"SHRT_MIN", "SHRT_MAX", "USHRT_MAX", "LONG_MIN", "LONG_MAX", "ULONG_MAX", "LLONG_MIN", "LLONG_MAX", "ULLONG_MAX"},
     {"-include", "limits.h"}},
    {{"FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_MIN", "DBL_EPSILON"}, {"-include", "float.h"}},
    {{"EOF"}, {"-include", "stdio.h"}},
    {{"alignas", "alignof"}, {"-include", "stdalign.h"}},
    {{"uint8", "uint16", "uint32", "sint8", "sint16", "sint32", "boolean", "float32", "float64"}, /* AUTOSAR */
     {"-include", "Std_Types.h"}},
    {{"U8", "S8", "U16", "S16", "U32", "S32", "F32", "F64", "SINT", "UINT"},
     {"-include", "rtcheck_large_types.h"}}, /* nxtOSEK */
    {{"u8", "s8", "u16", "s16", "u32", "s32", "vu8", "vu16", "vu32"}, {"-include", "rtcheck_small_types.h"}}, /* ST */
    {{"StartOS()"}, {"-DStartOS()=StartOS(OSDEFAULTAPPMODE)"}}, /* kernels with one mode have none */
    {{"__IO", "__I", "__O"}, {"-D__IO=volatile", "-D__I=volatile const", "-D__O=volatile"}}, /* CMSIS */
    {{"PGM_P", "PGM_VOID_P"}, {"-DPGM_P=const char *", "-DPGM_VOID_P=const void *"}},        /* avr-libc */
    {{"__weak", "__WEAK", "WEAK"}, {"-include", "rtcheck_weak.h"}},
    {{"NULL_PTR", "AUTOMATIC"}, {"-include", "Compiler.h"}}, /* AUTOSAR, and its words around types */
    {{"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen", "strdup"}, {"-include", "string.h"}},
    {{"strcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "strstr", "strtok", "strpbrk"},
     {"-include", "string.h"}},
    {{"strncmp", "strspn", "strcspn", "strtok_r", "strcoll", "strxfrm", "strerror"}, {"-include", "string.h"}},
    {{"strcasecmp", "strncasecmp"}, {"-include", "strings.h"}},
    {{"strlcpy", "strlcat"}, {"-include", "rtcheck_bounded.h"}},
    {{"malloc", "RAND_MAX", "calloc", "realloc", "free", "labs", "qsort", "bsearch", "strtol", "strtoul"},
     {"-include", "stdlib.h"}},
    {{"sqrt"}, {"-include", "math.h"}}, /* and whatever else math.h declares */
    {{"atol", "atoll", "strtoull", "strtof", "strtold"}, {"-include", "stdlib.h"}},
    {{"atof", "strtod", "div", "ldiv", "lldiv", "div_t", "ldiv_t", "lldiv_t", "llabs", "strtoll"},
     {"-include", "stdlib.h"}},
    {{"TASK"}, {"-include", "os.h"}}, /* and whatever else os.h declares */
};
enum { COMMONS = sizeof commons / sizeof *commons, MOST_ARGUMENTS = 3 };
_Static_assert(COMMONS <= 8 * sizeof((struct translation){0}.commons), "a bit for each");

const char *absent_name(struct front *front, const char *message) {
    static const char *const beginnings[] = {"use of undeclared identifier '", "unknown type name '"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins_with(message, beginnings[i])) {
            const char *name = message + strlen(beginnings[i]);
            return arena_text_n(front->scratch, name, strcspn(name, "'"));
        }
    return NULL;
}

/* The name in a message of this beginning; NULL: it is another one. */
static const char *name_behind(struct front *front, CXDiagnostic diagnostic, const char *beginning) {
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    if (!begins_with(message, beginning)) return NULL;
    const char *name = message + strlen(beginning);
    return arena_text_n(front->scratch, name, strcspn(name, "'"));
}

/* `StartOS()` */
static const char *absent_mode(const char *message) {
    bool is_it = !strcmp(message, "too few arguments to function call, single argument 'Mode' was not specified");
    return is_it ? "StartOS()" : NULL;
}

/* Of some, headers differ. NULL: the names say enough. */
static const char *assumed_of(const struct common *common) {
    if (!strcmp(common->names[0], "TRUE")) return "`TRUE` is 1 and `FALSE` is 0";
    return !strcmp(common->names[0], "bool") ? "`bool`, `true` and `false` are those of stdbool.h" : NULL;
}

static void tell_common(struct front *front, const struct common *common, const char *name, struct place place) {
    struct text arguments = {0};
    bool is_header = !strcmp(common->arguments[0], "-include"), is_call = strchr(name, '(') != NULL;
    for (size_t i = 0; i < MOST_ARGUMENTS && common->arguments[i]; i++)
        text_printf(&arguments, "%s%s", !i ? "" : is_header ? " " : "`, `", common->arguments[i]);
    diag_warning(front->diagnostics, place,
                 is_call ? "`%s` names no mode; going on with `%s`" : "nothing declares `%s`; going on with `%s`", name,
                 text_chars(&arguments));
    if (assumed_of(common)) front_assume_once(front, assumed_of(common));
    text_free(&arguments);
}

/* `U8(*f)(int)`: without the type this is a function, and the complaint is that it has none. */
const char *absent_type_of(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic) {
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    unsigned offset = 0;
    size_t length = 0, end;
    CXFile file = NULL;
    if (!begins_with(message, "type specifier missing")) return NULL;
    front->clang.getSpellingLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(tu, file, &length) : NULL;
    for (end = offset; text && end < length && is_word_char(text[end]);) end++;
    return text ? arena_text_n(front->scratch, text + offset, end - offset) : NULL;
}

/* A word of AUTOSAR's in the declaration that is wrong: `VAR(Type, MEMORY) x` is a function to C of old, in which
 * anything but that word is complained of. */
static const char *absent_abstraction(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic) {
    unsigned offset = 0;
    size_t length = 0;
    CXFile file = NULL;
    if (front->clang.getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error) return NULL;
    front->clang.getSpellingLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(tu, file, &length) : NULL;
    for (size_t end = text && offset <= length ? offset : 0; end && !strchr(";{}#", text[end - 1]); end--) {
        size_t begin = end;
        if (text[end] != '(') continue;
        while (begin && is_word_char(text[begin - 1])) begin--;
        if (begin < end && headers_has_abstraction(text + begin, end - begin))
            return arena_text_n(front->scratch, text + begin, end - begin);
    }
    return NULL;
}

static bool has(const struct common *common, const char *name) {
    const char *header = common->arguments[1] ? common->arguments[1] : "";
    return is_one_of(name, common->names) || (!strcmp(header, "os.h") && headers_declare(name)) ||
           (!strcmp(header, "math.h") && headers_math_declares(name)) ||
           (!strcmp(header, "Compiler.h") && headers_has_abstraction(name, strlen(name)));
}

bool absent_any(const struct front *front) {
    for (size_t i = 0; i < front->absent.count; i++)
        if (!*front->absent.items[i].text) return true;
    for (size_t i = 0; i < front->replaced.count; i++)
        if (front->replaced.items[i].error) return true;
    return false;
}

bool absent_is_common(const char *name) {
    for (size_t c = 0; c < COMMONS; c++)
        if (has(&commons[c], name)) return true;
    return false;
}

/* A function of math.h, of which some source has code, is that one. */
static bool is_some_sources(struct front *front, const char *name) {
    bool found = false;
    for (size_t i = 0; i < front->source_count && headers_math_declares(name) && !found; i++) {
        struct text text = {0};
        if (file_read_plain(front->sources[i], &text)) {
            const char *code = code_only(front->scratch, text_chars(&text), false);
            struct source_words words = source_words_find(front->scratch, code);
            found = name_set_has(&words.has, name) && !name_set_has(&words.perhaps, name);
        }
        text_free(&text);
    }
    return found;
}

/* The first of them that is missing and was not given yet. */
static const struct common *missing_common(struct front *front, CXTranslationUnit tu, unsigned given) {
    const struct common *found = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
        const char *name = absent_abstraction(front, tu, diagnostic);
        if (!name) name = absent_name(front, message);
        if (!name) name = absent_type_of(front, tu, diagnostic);
        if (!name) name = absent_mode(message);
        if (!name) name = name_behind(front, diagnostic, "call to undeclared function '");
        if (name && is_some_sources(front, name)) name = NULL;
        for (size_t c = 0; name && c < COMMONS && !found; c++)
            if (!(given >> c & 1) && has(&commons[c], name)) {
                found = &commons[c];
                tell_common(front, found, name,
                            front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic)));
            }
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

static enum CXErrorCode parse_with_commons(struct front *front, struct translation *translation,
                                           CXTranslationUnit *tu) {
    const struct common *common;
    enum CXErrorCode error = parse_without(front, translation, tu);
    for (unsigned i = 0; i < COMMONS && error == CXError_Success && *tu; i++) {
        front->last_file = NULL;
        if (!(common = missing_common(front, *tu, translation->commons))) break;
        translation->commons |= 1u << (common - commons);
        for (size_t a = 0; a < MOST_ARGUMENTS && common->arguments[a]; a++)
            vec_push(&translation->arguments, common->arguments[a]);
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        error = parse_without(front, translation, tu);
    }
    return error;
}

/* ... and with what lies hidden. */
static enum CXErrorCode parse_with_hidden(struct front *front, struct translation *translation, CXTranslationUnit *tu) {
    enum { MOST_ROUNDS = 20 };
    enum CXErrorCode error = parse_with_commons(front, translation, tu);
    for (unsigned i = 0; i < MOST_ROUNDS && error == CXError_Success && *tu; i++) {
        front->last_file = NULL;
        if (!hidden_define(front, translation, *tu)) break;
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        error = parse_with_commons(front, translation, tu);
    }
    return error;
}

/* ---- Functions that are called before they are declared ---- */

#define EARLY_HEADER "rtcheck_called_early.h"

/* `count`: to ask for it again would end the diagnostics that others hold. */
static bool is_called_undeclared(struct front *front, CXTranslationUnit tu, unsigned count, const char *name) {
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *called = name_behind(front, diagnostic, "call to undeclared function '");
        found = called && !strcmp(called, name);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

/* Declarations of such functions that turn out to be something else than the `int f()` that C of old takes them for;
 * "": there are none. */
static const char *early_declarations(struct front *front, CXTranslationUnit tu) {
    const char *text = "";
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *name = name_behind(front, diagnostic, "conflicting types for '");
        if (name && is_called_undeclared(front, tu, count, name)) {
            text = arena_printf(front->scratch, "%svoid %s();\n", text, name);
            diag_warning(front->diagnostics,
                         front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic)),
                         "`%s` is called before it is declared; going on as if `void %s();` stood first", name, name);
        }
        front->clang.disposeDiagnostic(diagnostic);
    }
    return text;
}

/* Compilers of old let `void f(void)` stand behind a call of f; any other function that returns no int they refuse, and
 * so it is here: the declaration does not fit it. */
enum CXErrorCode absent_parse(struct front *front, struct translation *translation, CXTranslationUnit *tu) {
    use_known(front, translation);
    enum CXErrorCode error = parse_with_hidden(front, translation, tu);
    if (error != CXError_Success || !*tu) return error;
    tell_headers(front, *tu);
    const char *declarations = early_declarations(front, *tu);
    if (!*declarations) return error;
    memory_files_add(translation->files, HEADERS_FOLDER "/" EARLY_HEADER, declarations, strlen(declarations));
    translation_include(translation, EARLY_HEADER);
    front->clang.disposeTranslationUnit(*tu);
    *tu = NULL;
    return parse_with_hidden(front, translation, tu);
}
