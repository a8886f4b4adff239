#include "cfront/source/database.h"

#include "base/file.h"
#include "base/named.h"
#include "cfront/source/build_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct entry {
    const char *name; /* of the source, without its folder */
    unsigned number;  /* of the command */
};

struct database {
    CXCompilationDatabase commands;
    CXCompileCommands all;
    struct entry *entries; /* by name, and those of one name in their order */
    size_t count;
};

static int by_name(const void *a, const void *b) {
    const struct entry *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->number > other->number) - (one->number < other->number);
}

/* There may be as many commands as sources: each of them is asked for its name once. */
static struct database *indexed(struct front *front, CXCompilationDatabase commands) {
    struct database *database = arena_new_object(front->scratch, struct database);
    database->commands = commands;
    database->all = front->clang.CompilationDatabase_getAllCompileCommands(commands);
    database->count = database->all ? front->clang.CompileCommands_getSize(database->all) : 0;
    database->entries = arena_new_array(front->scratch, struct entry, database->count + 1);
    for (unsigned i = 0; i < database->count; i++) {
        CXCompileCommand command = front->clang.CompileCommands_getCommand(database->all, i);
        database->entries[i] =
            (struct entry){file_name(front_text(front, front->clang.CompileCommand_getFilename(command))), i};
    }
    if (database->count) qsort(database->entries, database->count, sizeof *database->entries, by_name);
    return database;
}

/* libclang wants the folder, and the file's usual name in it. */
struct database *database_open(struct front *front) {
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
    CXCompilationDatabase commands = front->clang.CompilationDatabase_fromDirectory(folder, &error);
    if (error == CXCompilationDatabase_NoError) return indexed(front, commands);
    diag_error(front->diagnostics, place, "this is not a compilation database");
    return NULL;
}

void database_close(struct front *front, struct database *database) {
    if (!database) return;
    if (database->all) front->clang.CompileCommands_dispose(database->all);
    front->clang.CompilationDatabase_dispose(database->commands);
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

/* Is this what is compiled? The names are the same. */
static bool is_of(struct front *front, CXCompileCommand command, const char *source) {
    const char *path = front_text(front, front->clang.CompileCommand_getFilename(command));
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
static bool find_own(struct front *front, const struct database *database, const char *source,
                     compiler_arguments *own) {
    const char *name = file_name(source);
    bool found = false, differs = false;
    for (size_t i = named_first(database->entries, database->count, sizeof *database->entries, name);
         i < database->count; i++) {
        if (strcmp(database->entries[i].name, name) != 0) break;
        CXCompileCommand command = front->clang.CompileCommands_getCommand(database->all, database->entries[i].number);
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
static void guess(struct front *front, const struct database *database, const char *source, compiler_arguments *list) {
    CXCompileCommands commands = front->clang.CompilationDatabase_getCompileCommands(database->commands, source);
    unsigned count = commands ? front->clang.CompileCommands_getSize(commands) : 0;
    if (count) add_command(front, front->clang.CompileCommands_getCommand(commands, 0), list);
    diag_warning(front->diagnostics, (struct place){source, 0, 0}, "`%s` says nothing about this file",
                 front->options->compile_commands);
    if (count)
        front_assume_once(front, arena_printf(front->arena, "`%s` is compiled as others in `%s` are", file_name(source),
                                              front->options->compile_commands));
    if (commands) front->clang.CompileCommands_dispose(commands);
}

void database_add_options(struct front *front, struct database *database, const char *source,
                          compiler_arguments *list) {
    compiler_arguments own = {0};
    if (!find_own(front, database, source, &own)) guess(front, database, source, &own);
    if (own.count && access(own.items[1], F_OK))
        diag_error(front->diagnostics, (struct place){front->options->compile_commands, 0, 0},
                   "`%s` is compiled in `%s`, which is not there: was this made on another machine?", file_name(source),
                   own.items[1]);
    for (size_t i = 0; i < own.count; i++) vec_push(list, own.items[i]);
    vec_free(&own);
}
