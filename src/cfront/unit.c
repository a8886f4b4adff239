#include "cfront/unit.h"

#include "base/file.h"
#include "cfront/dialect.h"
#include "cfront/headers.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY_PATH HEADERS_FOLDER "/rtcheck_library.c"

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
    vec_push(list, "-Wunsequenced");
    vec_push(list, "-Wno-main");
    vec_push(list, "-Wno-strict-prototypes");
    vec_push(list, "-I" HEADERS_FOLDER);
    if (front->clang.resources) {
        vec_push(list, "-resource-dir");
        vec_push(list, front->clang.resources);
        /* Some bare targets look nowhere by themselves. */
        vec_push(list, "-isystem");
        vec_push(list, arena_printf(front->scratch, "%s/include", front->clang.resources));
    }
}

/* What compile_commands.json says about this file: without the compiler's name, the file's, and what names outputs. */
static void add_commands(struct front *front, CXCompilationDatabase database, const char *source, arguments *list) {
    struct clang *clang = &front->clang;
    char *path = realpath(source, NULL);
    CXCompileCommands commands = clang->CompilationDatabase_getCompileCommands(database, path ? path : source);
    free(path);
    if (!commands) return;
    if (clang->CompileCommands_getSize(commands)) {
        CXCompileCommand command = clang->CompileCommands_getCommand(commands, 0);
        vec_push(list, "-working-directory");
        vec_push(list, front_text(front, clang->CompileCommand_getDirectory(command)));
        const char *file = front_text(front, clang->CompileCommand_getFilename(command));
        unsigned count = clang->CompileCommand_getNumArgs(command);
        for (unsigned i = 1; i < count; i++) {
            const char *argument = front_text(front, clang->CompileCommand_getArg(command, i));
            if (!strcmp(argument, "-o") || !strcmp(argument, "-MF") || !strcmp(argument, "-MT"))
                i++;
            else if (strcmp(argument, "-c") && strcmp(argument, file) && strcmp(argument, "--") &&
                     strcmp(argument, source))
                vec_push(list, argument);
        }
    }
    clang->CompileCommands_dispose(commands);
}

static CXCompilationDatabase open_database(struct front *front) {
    const char *path = front->options->compile_commands;
    if (!path) return NULL;
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? arena_text_n(front->scratch, path, (size_t)(slash - path) + 1) : ".";
    CXCompilationDatabase_Error error;
    CXCompilationDatabase database = front->clang.CompilationDatabase_fromDirectory(folder, &error);
    if (error == CXCompilationDatabase_NoError) return database;
    diag_error(front->diagnostics, (struct place){path, 0, 0},
               "this is not a compilation database (compile_commands.json)");
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
    for (const char *const *name = headers_aliases; *name; name++) add_alias(front, list, *name, sources, count);
    for (size_t i = 0; i < front->options->header_alias_count; i++)
        add_alias(front, list, front->options->header_aliases[i], sources, count);
    for (size_t i = 0; i < count; i++) hide_beside(front, list, sources[i], "os.h");
    struct text names = {0};
    headers_print_names(front->names, &names);
    add_header(front, list, HEADERS_NAMES, arena_text(front->scratch, text_chars(&names)));
    text_free(&names);
    add_file(list, LIBRARY_PATH, headers_library, strlen(headers_library));
}

/* ---- Diagnostics ---- */

static void report(struct front *front, CXDiagnostic diagnostic) {
    struct place place = front_location(front, front->clang.getDiagnosticLocation(diagnostic));
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    switch (front->clang.getDiagnosticSeverity(diagnostic)) {
    case CXDiagnostic_Error:
    case CXDiagnostic_Fatal: diag_error(front->diagnostics, place, "%s", message); break;
    case CXDiagnostic_Warning:
        if (place.file) diag_warning(front->diagnostics, place, "%s", message); /* others are about linking */
        break;
    default: break;
    }
}

static void parse(struct front *front, const char *source, const arguments *list, const files *memory) {
    CXTranslationUnit tu = NULL;
    enum CXErrorCode error =
        front->clang.parseTranslationUnit2(front->index, source, list->items, (int)list->count, memory->items,
                                           (unsigned)memory->count, CXTranslationUnit_None, &tu);
    if (error != CXError_Success || !tu) {
        diag_error(front->diagnostics, (struct place){source, 0, 0},
                   "the compiler does not know an argument, or the target `%s`", front->program->target);
        return;
    }
    vec_push(&front->units, (struct unit){tu, source});
    front->last_file = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        report(front, diagnostic);
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
    const char *target = target_in(list.items, list.count, NULL);
    if (!target) {
        target = default_target;
        vec_push(&list, "-target");
        vec_push(&list, target);
    }
    if (!front->program->target) front->program->target = arena_text(front->arena, target);
    if (strcmp(front->program->target, target))
        diag_error(front->diagnostics, (struct place){source, 0, 0}, "compiled for `%s`, but files before it for `%s`",
                   target, front->program->target);
    parse(front, source, &list, memory);
    memory->count = shared;
    vec_free(&list);
}

static void parse_library(struct front *front, const files *memory) {
    arguments list = {0};
    add_ours(front, &list);
    vec_push(&list, "-target");
    vec_push(&list, front->program->target);
    parse(front, LIBRARY_PATH, &list, memory);
    vec_free(&list);
}

void units_parse(struct front *front, const char *const *sources, size_t count) {
    files memory = {0};
    add_headers(front, &memory, sources, count);
    CXCompilationDatabase database = open_database(front);
    front->index = front->clang.createIndex(0, 0);
    for (size_t i = 0; i < count; i++) parse_source(front, sources[i], database, &memory);
    if (!front->diagnostics->errors && front->program->target) parse_library(front, &memory);
    if (database) front->clang.CompilationDatabase_dispose(database);
    vec_free(&memory);
}

void units_free(struct front *front) {
    for (size_t i = 0; i < front->units.count; i++) front->clang.disposeTranslationUnit(front->units.items[i].tu);
    if (front->index) front->clang.disposeIndex(front->index);
    vec_free(&front->units);
}
