#include "cfront/database.h"

#include "base/file.h"
#include "cfront/build_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libclang wants the folder, and the file's usual name in it. */
CXCompilationDatabase database_open(struct front *front) {
    const char *path = front->options->compile_commands;
    if (!path) return NULL;
    struct place place = {path, 0, 0};
    if (strcmp(file_name(path), "compile_commands.json") != 0)
        diag_error(front->diagnostics, place, "a compilation database is called compile_commands.json");
    else if (access(path, R_OK))
        diag_error(front->diagnostics, place, "cannot read: %s", strerror(errno));
    if (front->diagnostics->errors) return NULL;
    size_t folder_length = file_folder_length(path);
    const char *folder = folder_length ? arena_text_n(front->scratch, path, folder_length) : ".";
    CXCompilationDatabase_Error error;
    CXCompilationDatabase database = front->clang.CompilationDatabase_fromDirectory(folder, &error);
    if (error == CXCompilationDatabase_NoError) return database;
    diag_error(front->diagnostics, place, "this is not a compilation database");
    return NULL;
}

static void add_command(struct front *front, CXCompileCommand command, compiler_arguments *list) {
    struct clang *clang = &front->clang;
    compiler_arguments words = {0};
    vec_push(list, "-working-directory");
    vec_push(list, front_text(front, clang->CompileCommand_getDirectory(command)));
    for (unsigned i = 0; i < clang->CompileCommand_getNumArgs(command); i++)
        vec_push(&words, front_text(front, clang->CompileCommand_getArg(command, i)));
    build_options_add(front, &words, list);
    vec_free(&words);
}

/* Is this what is compiled? */
static bool is_of(struct front *front, CXCompileCommand command, const char *source) {
    const char *path = front_text(front, front->clang.CompileCommand_getFilename(command));
    if (strcmp(file_name(path), file_name(source)) != 0) return false;
    const char *folder = front_text(front, front->clang.CompileCommand_getDirectory(command));
    if (*path != '/') path = arena_printf(front->scratch, "%s/%s", folder, path);
    char *whole = realpath(path, NULL);
    bool same = whole && !strcmp(whole, source);
    free(whole);
    return same;
}

static bool are_equal(const compiler_arguments *a, const compiler_arguments *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

/* The first entry counts, and whether others say something else is told. False: there is none. */
static bool find_own(struct front *front, CXCompileCommands all, const char *source, compiler_arguments *own) {
    bool found = false, differs = false;
    for (unsigned i = 0; all && i < front->clang.CompileCommands_getSize(all); i++) {
        CXCompileCommand command = front->clang.CompileCommands_getCommand(all, i);
        compiler_arguments other = {0};
        if (!is_of(front, command, source)) continue;
        add_command(front, command, found ? &other : own);
        differs |= found && !are_equal(own, &other);
        found = true;
        vec_free(&other);
    }
    if (differs)
        front_assume_once(front, arena_printf(front->arena, "`%s` is compiled as the first of its entries in `%s` says",
                                              file_name(source), front->options->compile_commands));
    return found;
}

/* Of a source that is not in it libclang makes a guess from those that are. */
static void guess(struct front *front, CXCompilationDatabase database, const char *source, compiler_arguments *list) {
    CXCompileCommands commands = front->clang.CompilationDatabase_getCompileCommands(database, source);
    unsigned count = commands ? front->clang.CompileCommands_getSize(commands) : 0;
    if (count) add_command(front, front->clang.CompileCommands_getCommand(commands, 0), list);
    diag_warning(front->diagnostics, (struct place){source, 0, 0}, "`%s` says nothing about this file",
                 front->options->compile_commands);
    if (count)
        front_assume_once(front, arena_printf(front->arena, "`%s` is compiled as others in `%s` are", file_name(source),
                                              front->options->compile_commands));
    if (commands) front->clang.CompileCommands_dispose(commands);
}

void database_add_options(struct front *front, CXCompilationDatabase database, const char *source,
                          compiler_arguments *list) {
    CXCompileCommands all = front->clang.CompilationDatabase_getAllCompileCommands(database);
    compiler_arguments own = {0};
    if (!find_own(front, all, source, &own)) guess(front, database, source, &own);
    if (own.count && access(own.items[1], F_OK))
        diag_error(front->diagnostics, (struct place){front->options->compile_commands, 0, 0},
                   "`%s` is compiled in `%s`, which is not there: was this made on another machine?", file_name(source),
                   own.items[1]);
    for (size_t i = 0; i < own.count; i++) vec_push(list, own.items[i]);
    vec_free(&own);
    if (all) front->clang.CompileCommands_dispose(all);
}
