/* --emit-smt2: the questions that the engine `paths` puts to its solver, in one file, or each in a file of its own. */
#include "base/file.h"
#include "base/folder.h"
#include "cli/app/app.h"
#include "cli/common/command.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 28 /* of one file */ };

static const char header[] = "(set-logic QF_BV)\n";

bool command_smt2_begin(struct command_smt2 *smt2, const char *path) {
    struct stat status;
    *smt2 = (struct command_smt2){.path = path};
    smt2->is_folder = (*path && path[strlen(path) - 1] == '/') || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
    if (!smt2->is_folder) text_add(&smt2->text, header);
    if (!smt2->is_folder) return command_can_write("app", path);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    command_complain("app", "cannot make the folder '%s': %s", path, strerror(errno));
    return false;
}

static bool write_file(const char *path, const struct text *text) {
    bool good = file_write(path, text_chars(text), text->length);
    if (!good) command_complain("app", "cannot write '%s': %s", path, strerror(errno));
    return good;
}

static void print_title(const struct command_smt2 *smt2, const struct smt2_question *question, struct text *out) {
    text_printf(out, "; question %zu", smt2->count);
    if (question->place.file)
        text_printf(out, ", at %s:%u:%u: can it go another way?", question->place.file, question->place.line,
                    question->place.column);
    text_add_char(out, '\n');
}

static void write_alone(struct command_smt2 *smt2, const struct smt2_question *question) {
    struct text text = {0}, name = {0};
    text_add(&text, header);
    print_title(smt2, question, &text);
    smt2_print(question, &text);
    text_printf(&name, "question_%06zu.smt2", smt2->count);
    char *path = folder_path(smt2->path, text_chars(&name));
    smt2->failed = !write_file(path, &text);
    free(path);
    text_free(&name);
    text_free(&text);
}

void command_smt2_add(void *context, const struct smt2_question *question) {
    struct command_smt2 *smt2 = context;
    if (smt2->failed || smt2->is_full) return;
    smt2->count++;
    if (smt2->is_folder) {
        write_alone(smt2, question);
        return;
    }
    print_title(smt2, question, &smt2->text);
    text_add(&smt2->text, "(push 1)\n");
    smt2_print(question, &smt2->text);
    text_add(&smt2->text, "(pop 1)\n");
    smt2->is_full = smt2->text.length > MOST_BYTES;
    if (smt2->is_full) text_add(&smt2->text, "; There were more.\n");
}

bool command_smt2_end(struct command_smt2 *smt2) {
    bool good = !smt2->path || (!smt2->failed && (smt2->is_folder || write_file(smt2->path, &smt2->text)));
    if (smt2->is_full)
        command_complain("app", "'%s' has the first %zu questions only: give a folder for all", smt2->path,
                         smt2->count);
    text_free(&smt2->text);
    return good;
}
