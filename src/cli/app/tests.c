/* --tests: test cases that reach every statement, branch, condition or path, as files. */
#include "app/cases/driver.h"
#include "app/cases/write.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/limits.h"
#include "cli/app/app.h"
#include "cli/common/command.h"
#include "cli/common/interrupt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct patience {
    const struct command_app_options *command;
    const volatile sig_atomic_t *interrupted;
};

static bool goes_on(void *context) {
    const struct patience *patience = context;
    double time = patience->command->how.time;
    return !*patience->interrupted && limits_reached() == LIMITS_NONE &&
           (time <= 0 || clock_seconds() - patience->command->began < time);
}

static bool write_text(const char *folder, const char *name, const char *text) {
    char *path = folder_path(folder, name);
    bool good = file_write(path, text, strlen(text));
    if (!good) command_complain("app", "cannot write '%s': %s", path, strerror(errno));
    free(path);
    return good;
}

static bool make_folder(const char *path) {
    bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
    if (!good) command_complain("app", "cannot make the folder '%s': %s", path, strerror(errno));
    return good;
}

static bool write_driver(const char *folder, const struct app *app, const struct cover *cover) {
    struct text tests = {0}, os = {0}, rtcheck = {0}, names = {0}, assertion = {0};
    char *kernel = folder_path(folder, "osek");
    bool good = make_folder(kernel);
    driver_write(app, cover, &tests);
    driver_headers(app, &os, &rtcheck, &names);
    driver_assert(app, &assertion);
    for (const struct driver_file *file = driver_files; good && file->name; file++)
        good = write_text(folder, file->name, file->text);
    good = good && write_text(folder, "tests.c", text_chars(&tests)) && write_text(folder, "os.h", text_chars(&os)) &&
           write_text(folder, "rtcheck.h", text_chars(&rtcheck)) &&
           write_text(folder, "rtcheck_names.h", text_chars(&names)) &&
           write_text(folder, "assert.h", text_chars(&assertion));
    text_free(&tests);
    text_free(&os);
    text_free(&rtcheck);
    text_free(&names);
    text_free(&assertion);
    free(kernel);
    return good;
}

static bool write_all(const char *folder, const struct app *app, const struct cover *cover, bool driven) {
    struct text json = {0}, csv = {0};
    cases_json(app, cover, &json);
    cases_csv(app, cover, &csv);
    bool good = make_folder(folder) && write_text(folder, "tests.json", text_chars(&json)) &&
                write_text(folder, "tests.csv", text_chars(&csv)) && (!driven || write_driver(folder, app, cover));
    text_free(&json);
    text_free(&csv);
    return good;
}

static size_t count(const struct cover *cover, enum cover_status status) {
    size_t number = 0;
    for (size_t i = 0; i < cover->targets.count; i++) number += cover->targets.items[i].status == status;
    return number;
}

static void describe(struct text *out, const struct cover_target *target) {
    const char *condition = target->condition ? target->condition : "the condition";
    switch (target->kind) {
    case COVER_EXECUTED: break;
    case COVER_TRUE: text_printf(out, ": %s is true", condition); break;
    case COVER_FALSE: text_printf(out, ": %s is false", condition); break;
    case COVER_EFFECT: text_printf(out, ": the effect of %s", condition); break;
    case COVER_ROUTE:
        text_add(out, target->branch_count ? ":" : ": from its beginning to its end");
        for (size_t i = 0; i < target->branch_count; i++)
            text_printf(out, " %u:%u %s", target->branches[i].place.line, target->branches[i].place.column,
                        target->branches[i].value ? "true" : "false");
        break;
    }
}

enum { MOST_LISTED = 50 };

static void list(struct text *out, const struct cover *cover, enum cover_status status, const char *words) {
    size_t listed = 0;
    for (size_t i = 0; i < cover->targets.count; i++) {
        const struct cover_target *target = &cover->targets.items[i];
        if (target->status != status || ++listed > MOST_LISTED) continue;
        text_printf(out, "  %-11s %s:%u:%u, in %s", words, target->place.file, target->place.line, target->place.column,
                    target->function->name);
        describe(out, target);
        text_add_char(out, '\n');
    }
    if (listed > MOST_LISTED)
        text_printf(out, "  %-11s %zu more, which tests.json lists\n", words, listed - MOST_LISTED);
}

static void tell(const struct command_app_options *command, const struct app *app, const struct cover *cover,
                 const char *refused) {
    static const char *const goals[] = {"statements", "branches", "conditions' values", "conditions' effects", "paths"};
    struct text out = {0};
    size_t driven = 0;
    if (command->json) {
        cases_json(app, cover, &out);
        command_show(&out);
        text_free(&out);
        return;
    }
    for (size_t i = 0; i < cover->tests.count; i++) driven += !cover->tests.items[i]->not_driven;
    text_printf(&out, "%s: %zu of %zu %s reached by %zu test%s, %zu infeasible, %zu open%s%s\n",
                cover->complete ? "complete" : "incomplete", count(cover, COVER_REACHED), cover->targets.count,
                goals[cover->goal], cover->tests.count, cover->tests.count == 1 ? "" : "s",
                count(cover, COVER_INFEASIBLE), count(cover, COVER_OPEN), cover->why ? ": " : "",
                cover->why ? cover->why : "");
    if (cover->assumption) text_printf(&out, "  assuming that %s\n", cover->assumption);
    if (!command->quiet) {
        list(&out, cover, COVER_INFEASIBLE, "infeasible");
        list(&out, cover, COVER_OPEN, "open");
        if (refused)
            text_printf(&out, "  there is no program that runs them: %s\n", refused);
        else
            text_printf(&out, "  %zu of the tests run by themselves: cc -I%s %s/*.c %s/osek/*.c SOURCES\n", driven,
                        command->tests, command->tests, command->tests);
    }
    command_show(&out);
    text_free(&out);
}

int command_app_tests(const struct command_app_options *command, struct app *app) {
    struct patience patience = {command, interrupt_watch()};
    struct text why = {0};
    struct cover cover = {0};
    struct arena *arena = arena_new();
    int status = STATUS_BAD_INPUT;
    if (!cover_find(app, (enum cover_goal)command->coverage, goes_on, &patience, &cover, &why)) {
        command_complain("app", "--tests needs Z3 (Debian: libz3-4): %s", text_chars(&why));
        status = STATUS_INCONCLUSIVE;
    } else {
        const char *refused = driver_refusal(app, arena);
        for (size_t i = 0; refused && i < cover.tests.count; i++) cover.tests.items[i]->not_driven = refused;
        if (write_all(command->tests, app, &cover, !refused)) {
            tell(command, app, &cover, refused);
            status = cover.complete ? STATUS_HOLDS : STATUS_INCONCLUSIVE;
        }
    }
    cover_free(&cover);
    text_free(&why);
    arena_free(arena);
    return status;
}
