#include "cfront/unit.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/nearest.h"
#include "base/within.h"
#include "cfront/attributes.h"
#include "cfront/dialect.h"
#include "cfront/headers.h"
#include "cfront/pragmas.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY_PATH HEADERS_FOLDER "/rtcheck_library.c"
/* Searched last: a vendor's own headers win. */
#define VENDORS_FOLDER HEADERS_FOLDER "/vendors"

typedef VEC(const char *) arguments;
typedef VEC(struct CXUnsavedFile) files;

/* ---- Arguments ---- */

/* A program's meaning must not depend on the machine that checks it: without -target it is this one. */
static const char default_target[] = "x86_64-unknown-linux-gnu";

static const char *target_in(const char *const *list, size_t count, const char *target) {
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(list[i], "-target") && i + 1 < count) target = list[i + 1];
        if (!strncmp(list[i], "--target=", 9)) target = list[i] + 9;
    }
    return target;
}

static void add_ours(struct front *front, arguments *list) {
    vec_push(list, "-xc");
    vec_push(list, "-ffreestanding");
    vec_push(list, "-nostdlibinc");
    vec_push(list, "-fno-spell-checking");
    vec_push(list, "-Wuninitialized");
    vec_push(list, "-Wno-main");
    vec_push(list, "-Wno-error=implicit-function-declaration"); /* it may well be there: told with the verdict */
    vec_push(list, "-Wno-strict-prototypes");
    vec_push(list, "-Wno-deprecated-non-prototype");
    vec_push(list, "-I" HEADERS_FOLDER);
    vec_push(list, "-idirafter");
    vec_push(list, VENDORS_FOLDER);
    if (front->clang.resources) {
        vec_push(list, "-resource-dir");
        vec_push(list, front->clang.resources);
        /* Some bare targets look nowhere by themselves. */
        vec_push(list, "-isystem");
        vec_push(list, arena_printf(front->scratch, "%s/include", front->clang.resources));
    }
}

/* Whatever the user's own options say: some of what is not modelled is known from the compiler's warnings. */
static void keep_warnings(arguments *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool is_value = i && (!strcmp(list->items[i - 1], "-D") || !strcmp(list->items[i - 1], "-I"));
        if (is_value || (strcmp(list->items[i], "-w") && strcmp(list->items[i], "--no-warnings")))
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
    vec_push(list, "-Wunknown-attributes");
    vec_push(list, "-Wunsequenced");
    vec_push(list, "-Wimplicit-function-declaration");
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A cross compiler's name begins with its target: arm-none-eabi-gcc. */
static void add_target_of(struct front *front, const char *compiler, arguments *list) {
    compiler = last_part(compiler);
    const char *dash = strrchr(compiler, '-');
    if (!dash || (strncmp(dash, "-gcc", 4) != 0 && strncmp(dash, "-clang", 6) != 0 && strncmp(dash, "-cc", 3) != 0))
        return;
    vec_push(list, "-target");
    vec_push(list, arena_text_n(front->scratch, compiler, (size_t)(dash - compiler)));
}

/* Without the compiler's name, the file's, and what names outputs. */
static void add_command(struct front *front, CXCompileCommand command, const char *source, arguments *list) {
    struct clang *clang = &front->clang;
    unsigned count = clang->CompileCommand_getNumArgs(command);
    vec_push(list, "-working-directory");
    vec_push(list, front_text(front, clang->CompileCommand_getDirectory(command)));
    if (count) add_target_of(front, front_text(front, clang->CompileCommand_getArg(command, 0)), list);
    for (unsigned i = 1; i < count; i++) {
        const char *argument = front_text(front, clang->CompileCommand_getArg(command, i));
        bool names_output = !strcmp(argument, "-o") || !strcmp(argument, "-MF") || !strcmp(argument, "-MT");
        bool is_source = *argument != '-' && !strcmp(last_part(argument), last_part(source));
        if (names_output)
            i++;
        else if (strcmp(argument, "-c") != 0 && strcmp(argument, "--") != 0 && !is_source)
            vec_push(list, argument);
    }
}

/* What compile_commands.json says about this file. */
static void add_commands(struct front *front, CXCompilationDatabase database, const char *source, arguments *list) {
    struct clang *clang = &front->clang;
    CXCompileCommands commands = clang->CompilationDatabase_getCompileCommands(database, source);
    if (!commands || !clang->CompileCommands_getSize(commands))
        diag_warning(front->diagnostics, (struct place){source, 0, 0}, "`%s` says nothing about this file",
                     front->options->compile_commands);
    else
        add_command(front, clang->CompileCommands_getCommand(commands, 0), source, list);
    if (commands) clang->CompileCommands_dispose(commands);
}

/* libclang wants the folder, and the file's usual name in it. */
static CXCompilationDatabase open_database(struct front *front) {
    const char *path = front->options->compile_commands;
    if (!path) return NULL;
    struct place place = {path, 0, 0};
    if (strcmp(last_part(path), "compile_commands.json") != 0)
        diag_error(front->diagnostics, place, "a compilation database is called compile_commands.json");
    else if (access(path, R_OK))
        diag_error(front->diagnostics, place, "cannot read: %s", strerror(errno));
    if (front->diagnostics->errors) return NULL;
    size_t folder_length = (size_t)(last_part(path) - path);
    const char *folder = folder_length ? arena_text_n(front->scratch, path, folder_length) : ".";
    CXCompilationDatabase_Error error;
    CXCompilationDatabase database = front->clang.CompilationDatabase_fromDirectory(folder, &error);
    if (error == CXCompilationDatabase_NoError) return database;
    diag_error(front->diagnostics, place, "this is not a compilation database");
    return NULL;
}

/* ---- Files from memory ---- */

static void add_file(files *list, const char *path, const char *text, size_t length) {
    vec_push(list, (struct CXUnsavedFile){path, text, length});
}

static void add_header(struct front *front, files *list, const char *name, const char *text) {
    add_file(list, arena_printf(front->scratch, "%s/%s", HEADERS_FOLDER, name), text, strlen(text));
}

static const char os_alias[] = "#include <os.h>\n";

/* A vendor's header of that name beside the source would win over ours. */
static void hide_beside(struct front *front, files *list, const char *source, const char *name) {
    const char *slash = strrchr(source, '/');
    int length = slash ? (int)(slash - source) + 1 : 0;
    const char *path = arena_printf(front->scratch, "%.*s%s", length, source, name);
    if (access(path, F_OK)) return;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].Filename, path)) return;
    add_file(list, path, os_alias, strlen(os_alias));
}

static void add_alias(struct front *front, files *list, const char *name, const char *const *sources, size_t count) {
    add_header(front, list, name, os_alias);
    for (size_t i = 0; i < count; i++) hide_beside(front, list, sources[i], name);
}

static void add_headers(struct front *front, files *list, const char *const *sources, size_t count) {
    for (const struct header *header = headers_fixed; header->name; header++)
        add_header(front, list, header->name, header->text);
    for (const struct header *header = headers_library_files; header->name; header++)
        add_header(front, list, header->name, header->text);
    for (const struct header *header = headers_vendors; header->name; header++)
        add_file(list, arena_printf(front->scratch, "%s/%s", VENDORS_FOLDER, header->name), header->text,
                 strlen(header->text));
    for (const char *const *name = headers_aliases; *name; name++) add_alias(front, list, *name, sources, count);
    for (size_t i = 0; i < front->options->header_alias_count; i++)
        add_alias(front, list, front->options->header_aliases[i], sources, count);
    for (size_t i = 0; i < count; i++) hide_beside(front, list, sources[i], "os.h");
    struct text names = {0};
    headers_print_names(front->names, &names);
    add_header(front, list, HEADERS_NAMES, arena_text(front->scratch, text_chars(&names)));
    text_free(&names);
}

/* ---- Diagnostics ---- */

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* Messages quote what they are about. What lies neither below the source's folder, nor below a folder of the command
 * line, nor with the system's headers is not to be seen: a source may include any file that the user can read. A
 * compilation database is the user's own word for where files are. */
static bool may_be_quoted(const struct front *front, const char *file, const char *source, const arguments *list) {
    if (!file || front->options->compile_commands || strcmp(file, source) == 0) return true;
    if (begins(file, HEADERS_FOLDER) || begins(file, "/usr/") || within_reach(file, source, NULL)) return true;
    for (size_t i = 0; i < list->count; i++) {
        if (!begins(list->items[i], "-I")) continue;
        const char *folder = list->items[i] + 2;
        if (!*folder && i + 1 < list->count) folder = list->items[i + 1];
        if (within_folder(file, folder)) return true;
    }
    return false;
}

/* A misspelt service is no function of somebody else. */
static void refuse_misspelt(struct front *front, const char *name, struct place place) {
    struct nearest service;
    nearest_begin(&service, name);
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++) nearest_offer(&service, osek_service_name((enum osek_service)i));
    if (service.found)
        diag_error(front->diagnostics, place, "nothing declares `%s`; did you mean the service `%s`?", name,
                   service.found);
}

/* A call of what no header declares: C of old takes it for a function that returns an int. */
static void note_undeclared(struct front *front, const char *message, struct place place) {
    static const char beginning[] = "call to undeclared function '";
    if (!begins(message, beginning)) return;
    const char *name = message + sizeof beginning - 1;
    name = arena_text_n(front->scratch, name, strcspn(name, "'"));
    vec_push(&front->undeclared, name);
    refuse_misspelt(front, name, place);
}

/* C leaves such an expression undefined: what we make of it is told with the verdict, once. */
static void note_unsequenced(struct front *front, const char *message, struct place place) {
    static const char assumption[] = "operands are evaluated from left to right where C says nothing of it (";
    const char *slash = place.file ? strrchr(place.file, '/') : NULL;
    if (!begins(message, "unsequenced modification") && !begins(message, "multiple unsequenced modifications")) return;
    if (front->program->assumption && strstr(front->program->assumption, assumption)) return;
    front_assume(front, arena_printf(front->arena, "%s%s:%u)", assumption,
                                     slash        ? slash + 1
                                     : place.file ? place.file
                                                  : "?",
                                     place.line));
}

/* What libclang does not know it leaves out. */
static bool refuse_attribute(struct front *front, const char *message, struct place place) {
    static const char beginning[] = "unknown attribute '";
    const char *name = message + sizeof beginning - 1;
    return begins(message, beginning) && attributes_check_unknown(front, name, strcspn(name, "'"), place);
}

static void report(struct front *front, CXDiagnostic diagnostic, const char *source, const arguments *list) {
    struct place place = front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic));
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    if (refuse_attribute(front, message, place)) return;
    if (!may_be_quoted(front, place.file, source, list))
        message =
            "something is wrong here; what, is not shown of files outside of the source's folder and of those named "
            "with -I";
    note_undeclared(front, message, place);
    note_unsequenced(front, message, place);
    switch (front->clang.getDiagnosticSeverity(diagnostic)) {
    case CXDiagnostic_Error:
    case CXDiagnostic_Fatal: diag_error(front->diagnostics, place, "%s", message); break;
    case CXDiagnostic_Warning:
        if (place.file) diag_warning(front->diagnostics, place, "%s", message); /* others are about linking */
        break;
    default: break;
    }
}

/* ---- What was read ---- */

struct reading {
    struct front *front;
    CXTranslationUnit tu;
};

/* What our own headers make of pieces is no name of the library. */
static void look_for_library(struct front *front, const char *text, size_t length, bool is_ours) {
    front->uses_library = front->uses_library || library_names_occur(&front->library, text, length) ||
                          (!is_ours && library_pastes_names(text, length));
}

static void take_file(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from, (void)depth;
    struct reading *reading = data;
    size_t length = 0;
    const char *text = reading->front->clang.getFileContents(reading->tu, file, &length);
    uint64_t *fingerprint = &reading->front->program->fingerprint;
    if (!text) reading->front->uses_library = true; /* who knows */
    if (!text) return;
    const char *name = front_text(reading->front, reading->front->clang.getFileName(file));
    *fingerprint = fingerprint_bytes(*fingerprint, text, length);
    pragmas_read(reading->front, name, text, length);
    look_for_library(reading->front, text, length, begins(name, HEADERS_FOLDER "/"));
}

static void take_argument(struct front *front, const char *argument) {
    front->program->fingerprint = fingerprint_text(front->program->fingerprint, argument);
    look_for_library(front, argument, strlen(argument), false);
    if (strstr(argument, "pch") || strstr(argument, "module")) front->uses_library = true; /* texts that nobody sees */
}

static void take_fingerprint(struct front *front, CXTranslationUnit tu, const arguments *list) {
    struct reading reading = {front, tu};
    for (size_t i = 0; i < list->count; i++) take_argument(front, list->items[i]);
    front->clang.getInclusions(tu, take_file, &reading);
}

/* ---- Headers that are not there ---- */

/* The name in `'x.h' file not found`; NULL: no header is missing. */
static const char *missing_header(struct front *front, CXTranslationUnit tu, struct place *place) {
    const char *name = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count && !name; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
        const char *end = *message == '\'' ? strchr(message + 1, '\'') : NULL;
        bool fatal = front->clang.getDiagnosticSeverity(diagnostic) == CXDiagnostic_Fatal;
        if (fatal && end && !strcmp(end, "' file not found")) {
            name = arena_text_n(front->scratch, message + 1, (size_t)(end - message - 1));
            *place = front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic));
        }
        front->clang.disposeDiagnostic(diagnostic);
    }
    return name;
}

static void assume_empty(struct front *front, const char *name) {
    const char *before = front->program->assumption;
    const char *text = arena_printf(front->arena, "`%s`, which was not found, has nothing that matters", name);
    if (before && strstr(before, text)) return;
    front_assume(front, text);
}

static enum CXErrorCode parse_once(struct front *front, const char *source, const arguments *list, const files *memory,
                                   CXTranslationUnit *tu) {
    return front->clang.parseTranslationUnit2(front->index, source, list->items, (int)list->count, memory->items,
                                              (unsigned)memory->count, CXTranslationUnit_None, tu);
}

/* A header that is not there is taken to be empty: what is missing then is told by its name, as an error, or nothing
 * of it mattered but macros that somebody asks for. */
static enum CXErrorCode parse_without(struct front *front, const char *source, const arguments *list, files *memory,
                                      CXTranslationUnit *tu) {
    enum { MOST_MISSING = 40 };
    enum CXErrorCode error = parse_once(front, source, list, memory, tu);
    struct place place;
    const char *name;
    for (unsigned i = 0; i < MOST_MISSING && error == CXError_Success && *tu; i++) {
        front->last_file = NULL;
        if (!(name = missing_header(front, *tu, &place))) break;
        diag_warning(front->diagnostics, place, "'%s' is not there (-I DIRECTORY); going on without it", name);
        assume_empty(front, name);
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        add_file(memory, arena_printf(front->scratch, "%s/%s", VENDORS_FOLDER, name), "", 0);
        error = parse_once(front, source, list, memory, tu);
    }
    return error;
}

/* ---- Words that vendors' headers have ---- */

/* What everybody takes for granted, since the headers that ours stand for bring it. */
static const struct common {
    const char *names[10];
    const char *arguments[2];
} commons[] = {
    {{"TRUE", "FALSE"}, {"-DTRUE=1", "-DFALSE=0"}},
    {{"bool", "true", "false"}, {"-include", "stdbool.h"}},
    {{"NULL", "size_t"}, {"-include", "stddef.h"}},
    {{"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"},
     {"-include", "stdint.h"}},
};
enum { COMMONS = sizeof commons / sizeof *commons };

/* The name that nothing declares, if the message says so. */
static const char *undeclared_name(struct front *front, const char *message) {
    static const char *const beginnings[] = {"use of undeclared identifier '", "unknown type name '"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins(message, beginnings[i])) {
            const char *name = message + strlen(beginnings[i]);
            return arena_text_n(front->scratch, name, strcspn(name, "'"));
        }
    return NULL;
}

static bool is_common(const struct common *common, const char *name) {
    for (size_t i = 0; i < sizeof common->names / sizeof *common->names && common->names[i]; i++)
        if (!strcmp(common->names[i], name)) return true;
    return false;
}

/* The first of them that is missing and was not given yet. */
static const struct common *missing_common(struct front *front, CXTranslationUnit tu, const bool *given) {
    const struct common *found = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *name = undeclared_name(front, front_text(front, front->clang.getDiagnosticSpelling(diagnostic)));
        for (size_t c = 0; name && c < COMMONS && !found; c++)
            if (!given[c] && is_common(&commons[c], name)) {
                diag_warning(front->diagnostics,
                             front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic)),
                             "nothing declares `%s`; going on with `%s%s%s`", name, commons[c].arguments[0],
                             commons[c].arguments[0][1] == 'i' ? " " : "`, `", commons[c].arguments[1]);
                found = &commons[c];
            }
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

static enum CXErrorCode parse_with_commons(struct front *front, const char *source, arguments *list, files *memory,
                                           CXTranslationUnit *tu) {
    bool given[COMMONS] = {false};
    const struct common *common;
    enum CXErrorCode error = parse_without(front, source, list, memory, tu);
    for (unsigned i = 0; i < COMMONS && error == CXError_Success && *tu; i++) {
        front->last_file = NULL;
        if (!(common = missing_common(front, *tu, given))) break;
        given[common - commons] = true;
        vec_push(list, common->arguments[0]);
        vec_push(list, common->arguments[1]);
        front->clang.disposeTranslationUnit(*tu);
        *tu = NULL;
        error = parse_without(front, source, list, memory, tu);
    }
    return error;
}

static void parse(struct front *front, const char *source, arguments *list, files *memory) {
    CXTranslationUnit tu = NULL;
    enum CXErrorCode error = parse_with_commons(front, source, list, memory, &tu);
    if (error == CXError_Crashed) {
        diag_error(front->diagnostics, (struct place){source, 0, 0},
                   "the compiler gave up: this source is nested too deeply, or needs too much memory");
        return;
    }
    if (error != CXError_Success || !tu) {
        diag_error(front->diagnostics, (struct place){source, 0, 0},
                   "the compiler does not know an argument, or the target `%s`", front->program->target);
        return;
    }
    vec_push(&front->units, (struct unit){tu, source});
    take_fingerprint(front, tu, list);
    front->last_file = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        report(front, diagnostic, source, list);
        front->clang.disposeDiagnostic(diagnostic);
    }
}

/* ---- All of it ---- */

static bool read_source(struct front *front, const char *source, files *memory) {
    struct text text = {0};
    if (!file_read(source, &text)) {
        diag_error(front->diagnostics, (struct place){source, 0, 0}, "cannot read: %s", strerror(errno));
        text_free(&text);
        return false;
    }
    char *copy = arena_text_n(front->scratch, text_chars(&text), text.length);
    if (dialect_rewrite(copy, text.length)) add_file(memory, source, copy, text.length);
    text_free(&text);
    return true;
}

static void parse_source(struct front *front, const char *source, CXCompilationDatabase database, files *memory) {
    size_t shared = memory->count;
    if (!read_source(front, source, memory)) return;
    arguments list = {0};
    add_ours(front, &list);
    if (database) add_commands(front, database, source, &list);
    for (size_t i = 0; i < front->options->argument_count; i++) vec_push(&list, front->options->arguments[i]);
    keep_warnings(&list);
    const char *target = target_in(list.items, list.count, NULL);
    if (!target) {
        target = default_target;
        vec_push(&list, "-target");
        vec_push(&list, target);
    }
    if (!front->program->target) front->program->target = arena_text(front->arena, target);
    if (strcmp(front->program->target, target) != 0)
        diag_error(front->diagnostics, (struct place){source, 0, 0}, "compiled for `%s`, but files before it for `%s`",
                   target, front->program->target);
    parse(front, source, &list, memory);
    memory->count = shared;
    vec_free(&list);
}

/* The last unit: what the machine is, and the library for those who use it. */
static void parse_library(struct front *front, files *memory) {
    arguments list = {0};
    const char *library = front->uses_library ? headers_library : "";
    const char *text = arena_printf(front->scratch, "%s%s", headers_machine, library);
    add_file(memory, LIBRARY_PATH, text, strlen(text));
    add_ours(front, &list);
    vec_push(&list, "-target");
    vec_push(&list, front->program->target);
    parse(front, LIBRARY_PATH, &list, memory);
    vec_free(&list);
}

/* Commands may change the folder: then sources are found by their whole paths. */
static const char *const *whole_paths(struct front *front, const char *const *sources, size_t count) {
    const char **paths = arena_new_array(front->scratch, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        char *path = realpath(sources[i], NULL);
        paths[i] = arena_text(front->scratch, path ? path : sources[i]);
        free(path);
    }
    return paths;
}

void units_parse(struct front *front, const char *const *sources, size_t count) {
    files memory = {0};
    if (front->options->compile_commands) sources = whole_paths(front, sources, count);
    add_headers(front, &memory, sources, count);
    front->library = library_names_of(headers_library, front->scratch);
    CXCompilationDatabase database = open_database(front);
    front->index = front->clang.createIndex(0, 0);
    bool usable = database || !front->options->compile_commands;
    for (size_t i = 0; usable && i < count; i++) parse_source(front, sources[i], database, &memory);
    if (!front->diagnostics->errors && front->program->target) parse_library(front, &memory);
    if (database) front->clang.CompilationDatabase_dispose(database);
    vec_free(&memory);
}

void units_free(struct front *front) {
    for (size_t i = 0; i < front->units.count; i++) front->clang.disposeTranslationUnit(front->units.items[i].tu);
    if (front->index) front->clang.disposeIndex(front->index);
    vec_free(&front->units);
}
