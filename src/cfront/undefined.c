#include "cfront/undefined.h"

#include "base/word.h"
#include "cfront/code_only.h"
#include "cfront/compiler_names.h"
#include "cfront/defaults.h"
#include "cfront/directive.h"
#include "cfront/headers.h"
#include "cfront/name_set.h"
#include "cfront/regions.h"

#include <string.h>

static bool matters(const struct front *front) {
    return front->options->without_headers && !front->options->compile_commands;
}

void undefined_ask(struct front *front, compiler_arguments *list) {
    if (matters(front)) vec_push(list, "-Wundef");
}

bool undefined_note(struct front *front, const char *message) {
    static const char ending[] = "' is not defined, evaluates to 0";
    const char *end = strstr(message, ending);
    if (*message != '\'' || !end) return false;
    const char *name = arena_text_n(front->scratch, message + 1, (size_t)(end - message - 1));
    if (!is_in_list(name, front->undefined.items, front->undefined.count)) vec_push(&front->undefined, name);
    return true;
}

/* ---- whether something is defined ---- */

static void add_defined(struct front *front, const char *line, bool is_ours) {
    const char *name = directive_behind(line, "define");
    size_t length = name ? word_length(name) : 0;
    if (!length) return;
    name = arena_text_n(front->scratch, name, length);
    vec_push(&front->defined_names, name);
    if (is_ours) vec_push(&front->our_names, name);
}

static void read_lines(struct front *front, const char *text, size_t length, bool is_own, bool is_ours) {
    for (const char *line = text, *end = text + length; line < end;) {
        size_t rest = regions_line_length(line, end);
        add_defined(front, line, is_ours);
        if (is_own) {
            defaults_read(front, line, rest);
            regions_read_condition(front->scratch, line, rest, &front->asked_names, &front->compared_names);
        }
        line += rest + 1;
    }
}

/* Headers of others ask for many compilers. */
static void note_deciding(struct front *front, const char *code, bool is_own) {
    name_list asked = {0}, compared = {0}, *list = is_own ? &front->deciding_names : &front->deciding_elsewhere;
    regions_deciding_names(front->scratch, code, &asked, &compared);
    if (is_own || front->has_foreign_compiler) compiler_names_note(front, &asked, &compared);
    for (size_t i = 0; i < asked.count; i++) vec_push(list, asked.items[i]);
    vec_free(&asked);
    vec_free(&compared);
}

void undefined_read(struct front *front, const char *file, const char *text, size_t length) {
    bool is_users = front_is_users(front, file), is_own = is_users && compiler_names_is_own(front, file);
    defaults_begin(front);
    if (!is_users) {
        read_lines(front, text, length, false, begins_with(file, HEADERS_FOLDER "/"));
        return;
    }
    const char *code = code_only(front->scratch, text, true);
    read_lines(front, code, strlen(code), is_own, false);
    note_deciding(front, code, is_own);
}

/* A name that a kernel's header may define, in whose place ours is read. */
static bool is_vendors(const char *name) {
    static const char *const beginnings[] = {"EE_", "__EE", "OS_", "OSEE_", "TPL_", "__USE_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins_with(name, beginnings[i])) return true;
    return false;
}

static bool misses_headers(const struct front *front) {
    for (size_t i = 0; i < front->absent.count; i++)
        if (!*front->absent.items[i].text) return true;
    for (size_t i = 0; i < front->replaced.count; i++)
        if (front->replaced.items[i].error) return true;
    return false;
}

/* Nothing that is read, and no option, says whether it is defined. */
static bool is_open(const struct front *front, const struct name_set *defined, const char *name) {
    return !name_set_has(defined, name) && !compiler_names_are_compilers(name) && !compiler_names_is_said(front, name);
}

/* A header that is missing may define them: feature switches are nearly always such. */
static void tell_of_headers(struct front *front, const struct name_set *defined, bool misses) {
    enum { MOST_TOLD = 8 };
    struct c_program *program = front->program;
    const char **found =
        arena_new_array(front->arena, const char *, front->asked_names.count + front->defaults.count + 1);
    for (size_t i = 0; i < front->asked_names.count; i++) {
        const char *name = front->asked_names.items[i];
        if ((misses || is_vendors(name)) && is_open(front, defined, name) &&
            !is_in_list(name, found, program->undefined_count))
            found[program->undefined_count++] = arena_text(front->arena, name);
    }
    program->undefined = found;
    if (program->undefined_count)
        front_assume(front, arena_printf(front->arena,
                                         "what conditions of the preprocessor ask for by name is defined nowhere (%s; "
                                         "-D defines it)",
                                         front_some(front, found, program->undefined_count, MOST_TOLD)));
    if (misses) defaults_tell(front, found);
}

/* ---- what the build may define ---- */

/* "`NAME` is not defined, though Makefile does so" */
static bool is_told(const struct front *front, const char *name) {
    const char *quoted = arena_printf(front->scratch, "`%s` is not defined", name);
    for (size_t i = 0; i < front->options->assumed_count; i++)
        if (strstr(front->options->assumed[i], quoted)) return true;
    return is_in_list(name, front->program->undefined, front->program->undefined_count);
}

static void add_deciding(struct front *front, const struct name_set *defined, const name_list *names,
                         name_list *found) {
    for (size_t i = 0; i < names->count; i++)
        if (is_open(front, defined, names->items[i]) && !defaults_is_guard(names->items[i]) &&
            !is_in_list(names->items[i], found->items, found->count) && !is_told(front, names->items[i]))
            vec_push(found, names->items[i]);
}

/* Nobody knows its options: those of the makefile, of the project of a development environment. */
static void tell_of_build(struct front *front, const struct name_set *defined, bool misses) {
    enum { MOST_TOLD = 3 };
    name_list found = {0};
    add_deciding(front, defined, &front->deciding_names, &found);
    if (!misses) defaults_add_open(front, &found);
    add_deciding(front, defined, &front->deciding_elsewhere, &found);
    if (found.count)
        front_assume(front, arena_printf(front->arena,
                                         "the build defines nothing that conditions of the preprocessor ask for by "
                                         "name (%s; -D says otherwise)",
                                         front_some(front, found.items, found.count, MOST_TOLD)));
    vec_free(&found);
}

void undefined_tell(struct front *front) {
    const char *names = NULL;
    if (!matters(front)) return;
    bool misses = misses_headers(front);
    struct name_set defined = name_set_of(front->scratch, front->defined_names.items, front->defined_names.count);
    if (front->lacks_headers) tell_of_headers(front, &defined, misses);
    if (front->options->guesses_build) tell_of_build(front, &defined, misses);
    for (size_t i = 0; i < front->undefined.count; i++)
        names =
            arena_printf(front->arena, "%s%s`%s`", names ? names : "", names ? ", " : "", front->undefined.items[i]);
    if (names)
        front_assume(front, arena_printf(front->arena,
                                         "names that conditions of the preprocessor ask for and nothing defines are 0 "
                                         "(%s; -D says otherwise)",
                                         names));
}
