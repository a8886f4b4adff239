#include "cfront/undefined.h"

#include "base/word.h"
#include "cfront/compiler_names.h"
#include "cfront/defaults.h"
#include "cfront/directive.h"
#include "cfront/headers.h"
#include "cfront/name_set.h"

#include <ctype.h>
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

/* Names of compilers, which clang has or has not (compiler_names.h); but boards of ERIKA have `__USE_LEDS__`. */
static bool is_compilers(const char *name) { return *name == '_' && !begins_with(name, "__USE_"); }

static void add(struct front *front, name_list *list, const char *word, size_t length) {
    if (length && !isdigit((unsigned char)*word)) vec_push(list, arena_text_n(front->scratch, word, length));
}

/* `defined NAME`, `defined(NAME)`; or `NAME > 2` */
static void read_condition(struct front *front, const char *line, size_t length) {
    static const char asks[] = "defined";
    for (const char *at = line, *end = line + length; at < end;) {
        size_t word = word_length(at);
        bool is_asked = spells(at, word, asks);
        if (is_asked) {
            at += word + strspn(at + word, " \t(");
            word = at < end ? word_length(at) : 0;
        }
        add(front, is_asked ? &front->asked_names : &front->compared_names, at, word);
        at += word ? word : 1;
    }
}

static void read_definition(struct front *front, const char *line, bool is_ours) {
    const char *name = directive_behind(line, "define");
    if (name) add(front, &front->defined_names, name, word_length(name));
    if (name && is_ours) add(front, &front->our_names, name, word_length(name));
}

static void read_line(struct front *front, const char *line, size_t length, bool is_own) {
    if (!is_own) return;
    defaults_read(front, line, length);
    static const char *const asks[] = {"ifdef", "ifndef", "elifdef", "elifndef"};
    const char *asked = NULL;
    for (size_t i = 0; i < sizeof asks / sizeof *asks && !asked; i++) asked = directive_behind(line, asks[i]);
    if (asked) add(front, &front->asked_names, asked, word_length(asked));
    const char *condition = directive_behind(line, "if");
    if (!condition) condition = directive_behind(line, "elif");
    if (condition) read_condition(front, condition, length - (size_t)(condition - line));
}

/* Up to its end: one with a backslash goes on. */
static size_t line_length(const char *line, const char *end) {
    for (const char *at = line; at < end; at++) {
        const char *before = at > line && at[-1] == '\r' ? at - 1 : at;
        if (*at == '\n' && (before == line || before[-1] != '\\')) return (size_t)(at - line);
    }
    return (size_t)(end - line);
}

void undefined_read(struct front *front, const char *file, const char *text, size_t length) {
    bool is_own = front_is_users(front, file) && compiler_names_is_own(front, file);
    bool is_ours = begins_with(file, HEADERS_FOLDER "/");
    defaults_begin(front);
    for (const char *line = text, *end = text + length; line < end;) {
        size_t rest = line_length(line, end);
        read_definition(front, line, is_ours);
        read_line(front, line, rest, is_own);
        line += rest + 1;
    }
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

static void tell_asked(struct front *front) {
    const struct c_program *program = front->program;
    if (program->undefined_count)
        front_assume(front, arena_printf(front->arena,
                                         "what conditions of the preprocessor ask for by name is defined nowhere (%s; "
                                         "-D defines it)",
                                         front_some(front, program->undefined, program->undefined_count)));
}

/* A header that is missing may define them: feature switches are nearly always such. */
static void tell_names(struct front *front) {
    bool misses = misses_headers(front);
    struct c_program *program = front->program;
    size_t most = front->asked_names.count + front->defaults.count + 1;
    const char **found = arena_new_array(front->arena, const char *, most);
    struct name_set defined = name_set_of(front->scratch, front->defined_names.items, front->defined_names.count);
    for (size_t i = 0; i < front->asked_names.count; i++) {
        const char *name = front->asked_names.items[i];
        bool is_open = (misses || is_vendors(name)) && !is_compilers(name) && !name_set_has(&defined, name) &&
                       !compiler_names_is_said(front, name) && !is_in_list(name, front->asked_names.items, i);
        if (is_open) found[program->undefined_count++] = arena_text(front->arena, name);
    }
    program->undefined = found;
    tell_asked(front);
    if (misses) defaults_tell(front, found);
}

void undefined_tell(struct front *front) {
    const char *names = NULL;
    if (!matters(front)) return;
    if (front->lacks_headers) tell_names(front);
    for (size_t i = 0; i < front->undefined.count; i++)
        names =
            arena_printf(front->arena, "%s%s`%s`", names ? names : "", names ? ", " : "", front->undefined.items[i]);
    if (names)
        front_assume(front, arena_printf(front->arena,
                                         "names that conditions of the preprocessor ask for and nothing defines are 0 "
                                         "(%s; -D says otherwise)",
                                         names));
}
