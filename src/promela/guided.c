#include "promela/guided.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/process.h"
#include "promela/preprocess.h"

#include <errno.h>
#include <string.h>

enum { NO_SUCH_PROGRAM = 127, MOST_SECONDS = 600 };

static bool write_in(const char *folder, const char *name, const struct text *text) {
    char *path = folder_path(folder, name);
    bool good = file_write(path, text_chars(text), text->length);
    free(path);
    return good;
}

static const char *ask_in(const char *folder, const struct program_options *options, struct arena *arena,
                          struct text *said) {
    const char *arguments[10] = {"spin", "-b", "-T", "-p", "-k", "model.trail"}; /* -b: without the model's output */
    size_t count = 6;
    if (options->lose_messages) arguments[count++] = "-m";
    if (options->reverse_escapes) arguments[count++] = "-J";
    arguments[count++] = "model.pml";
    int status = process_run(folder, arguments, &(struct process_limits){.seconds = MOST_SECONDS}, said);
    if (status == PROCESS_LATE) return "Spin takes too long to follow the trail";
    if (status == PROCESS_STOPPED) return "interrupted";
    if (status == PROCESS_FAILED || status == NO_SUCH_PROGRAM)
        return "Spin is not installed (there is no program 'spin'), and only Spin can read its trails; the output of "
               "'spin -t -p' can be read instead";
    if (!strstr(text_chars(said), "trail ends after"))
        return arena_printf(arena, "Spin cannot follow the trail: %s", text_chars(said));
    return NULL;
}

const char *guided_ask(const char *path, const struct program_options *options, const struct text *trail,
                       struct arena *arena, struct text *said) {
    struct text source = {0}, model = {0};
    struct diagnostics diagnostics = {0};
    const char *problem = NULL;
    char *folder = NULL;
    if (!file_read(path, &source))
        problem = arena_printf(arena, "cannot read '%s': %s", path, strerror(errno));
    else if (!preprocess(text_chars(&source), source.length, path, &options->parse, arena, &model, &diagnostics))
        problem = "the model cannot be preprocessed";
    else if (!(folder = folder_new("trail")) || !write_in(folder, "model.pml", &model) ||
             !write_in(folder, "model.trail", trail))
        problem = arena_printf(arena, "cannot write for Spin: %s", strerror(errno));
    if (!problem) problem = ask_in(folder, options, arena, said);
    folder_free(folder);
    diag_free(&diagnostics);
    text_free(&model);
    text_free(&source);
    return problem;
}
