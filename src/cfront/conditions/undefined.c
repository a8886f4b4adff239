#include "cfront/conditions/undefined.h"

#include "base/word.h"
#include "cfront/conditions/asked_headers.h"
#include "cfront/conditions/asked_numbers.h"
#include "cfront/conditions/asking_macros.h"
#include "cfront/conditions/conditions.h"
#include "cfront/conditions/defaults.h"
#include "cfront/conditions/regions.h"
#include "cfront/library/headers.h"
#include "cfront/missing/absent.h"
#include "cfront/source/compiler_names.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/name_set.h"

#include <string.h>

static bool matters(const struct front *front) { return front->options->without_headers; }

bool undefined_note(struct front *front, const char *message) {
    static const char ending[] = "' is not defined, evaluates to 0";
    const char *end = strstr(message, ending);
    if (*message != '\'' || !end) return false;
    const char *name = arena_text_n(front->scratch, message + 1, (size_t)(end - message - 1));
    if (!is_in_list(name, front->conditions->undefined.items, front->conditions->undefined.count))
        vec_push(&front->conditions->undefined, name);
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

static void read_lines(struct front *front, const char *text, size_t length, bool is_ours) {
    for (const char *line = text, *end = text + length; line < end;) {
        size_t rest = regions_line_length(line, end);
        add_defined(front, line, is_ours);
        line += rest + 1;
    }
}

/* What is defined only behind a condition that asks for it is not defined there. Guards and defaults (`#ifndef NAME`,
 * `#define NAME`) are something else. */
static void note_late(struct front *front, const char *line, const char *guarded, const name_list *asked,
                      name_list *early) {
    const char *name = directive_behind(line, "define");
    if (!name) return;
    name = arena_text_n(front->scratch, name, word_length(name));
    bool is_late = is_in_list(name, asked->items, asked->count) && !(guarded && !strcmp(name, guarded)) &&
                   !is_in_list(name, early->items, early->count);
    vec_push(is_late ? &front->conditions->late_names : early, name);
}

static void read_conditions(struct front *front, const char *code, bool is_own) {
    name_list asked = {0}, compared = {0}, early = {0};
    defaults_begin(front);
    for (const char *line = code, *end = code + strlen(code); line < end;) {
        size_t rest = regions_line_length(line, end);
        note_late(front, line, front->conditions->default_asked, &asked, &early);
        defaults_read(front, line, rest, is_own);
        if (is_own) asked_numbers_read(front, line, rest);
        regions_read_condition(front->scratch, line, rest, &asked, &compared);
        regions_read_macro(front->scratch, line, rest, &asked);
        line += rest + 1;
    }
    for (size_t i = 0; is_own && i < asked.count; i++) vec_push(&front->asked_names, asked.items[i]);
    for (size_t i = 0; is_own && i < compared.count; i++) vec_push(&front->compared_names, compared.items[i]);
    vec_free(&asked);
    vec_free(&compared);
    vec_free(&early);
}

/* Headers of others ask for many compilers. */
static void note_deciding(struct front *front, const char *code, bool is_own) {
    name_list asked = {0}, in_code = {0}, compared = {0};
    name_list *list = is_own ? &front->conditions->deciding_names : &front->conditions->deciding_elsewhere;
    regions_deciding_names(front->scratch, code, &in_code, &asked, &compared);
    for (size_t i = 0; i < in_code.count; i++) {
        vec_push(&asked, in_code.items[i]);
        if (is_own) vec_push(&front->conditions->deciding_in_code, in_code.items[i]);
    }
    if (is_own || front->has_foreign_compiler) compiler_names_note(front, &asked, &compared);
    for (size_t i = 0; i < asked.count; i++) vec_push(list, asked.items[i]);
    vec_free(&asked);
    vec_free(&in_code);
    vec_free(&compared);
}

/* Directives as they are meant: `%:` is `#`, and a line may go on anywhere, in the midst of a word. */
static const char *with_plain_directives(struct front *front, const char *code) {
    char *plain = arena_text(front->scratch, code), *out = plain;
    bool begins_line = true;
    for (const char *at = plain; *at; at++) {
        size_t end = at[0] == '\\' ? 1 + (at[1] == '\r') : 0;
        if (end && at[end] == '\n') {
            at += end;
            continue;
        }
        bool is_digraph = begins_line && at[0] == '%' && at[1] == ':';
        begins_line = *at == '\n' || (begins_line && strchr(" \t\r", *at));
        *out++ = is_digraph ? '#' : *at;
        at += is_digraph;
    }
    *out = '\0';
    return plain;
}

void undefined_read(struct front *front, const char *file, const char *text, size_t length) {
    bool is_users = front_is_users(front, file), is_own = is_users && compiler_names_is_own(front, file);
    if (!is_users) {
        read_lines(front, text, length, begins_with(file, HEADERS_FOLDER "/"));
        asked_headers_read(front, file, NULL);
        return;
    }
    const char *code = with_plain_directives(front, code_only(front->scratch, text, true));
    read_lines(front, code, strlen(code), false);
    read_conditions(front, code, is_own);
    note_deciding(front, code, is_own);
    asking_macros_read(front, file, code, is_own);
    bool asks = strstr(text, "__has_include") != NULL; /* whose strings count */
    asked_headers_read(front, file, asks ? with_plain_directives(front, code_only(front->scratch, text, false)) : NULL);
}

/* A name that a kernel's header may define, in whose place ours is read. */
static bool is_vendors(const char *name) {
    static const char *const beginnings[] = {"EE_", "__EE", "OS_", "OSEE_", "TPL_", "__USE_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins_with(name, beginnings[i])) return true;
    return false;
}

/* Nothing that is read, and no option, says whether it is defined. */
static bool is_open(const struct front *front, const struct name_set *defined, const char *name) {
    return !name_set_has(defined, name) && !compiler_names_are_compilers(name) && !compiler_names_is_said(front, name);
}

static size_t count_in(const name_list *list, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) count += !strcmp(list->items[i], name);
    return count;
}

/* What is defined, and not only behind conditions that ask for it. */
static struct name_set defined_in_time(struct front *front) {
    name_list names = {0};
    struct name_set late =
        name_set_of(front->scratch, front->conditions->late_names.items, front->conditions->late_names.count);
    for (size_t i = 0; i < front->defined_names.count; i++) {
        const char *name = front->defined_names.items[i];
        if (!name_set_has(&late, name) ||
            count_in(&front->defined_names, name) > count_in(&front->conditions->late_names, name))
            vec_push(&names, name);
    }
    struct name_set defined = name_set_of(front->scratch, names.items, names.count);
    vec_free(&names);
    return defined;
}

/* `HAS(x)`, which asks for names that it makes, cannot be defined. */
static bool is_plain(const char *name) { return !name[word_length(name)]; }

static void add_asked(struct front *front, const struct name_set *defined, bool misses, const name_list *asked,
                      const char **found) {
    struct c_program *program = front->program;
    for (size_t i = 0; i < asked->count; i++) {
        const char *name = asked->items[i];
        if ((misses || is_vendors(name)) && is_plain(name) && is_open(front, defined, name) &&
            !is_in_list(name, found, program->undefined_count))
            found[program->undefined_count++] = arena_text(front->arena, name);
    }
}

/* All of them are handed out; few are told, and first those on which code of functions hinges. */
static const char *some_of(struct front *front, const name_list *names, size_t most) {
    name_list sorted = {0};
    const struct name_set first = name_set_of(front->scratch, front->conditions->deciding_in_code.items,
                                              front->conditions->deciding_in_code.count);
    for (unsigned is_rest = 0; is_rest < 2; is_rest++)
        for (size_t i = 0; i < names->count; i++)
            if (name_set_has(&first, names->items[i]) != is_rest) vec_push(&sorted, names->items[i]);
    for (size_t i = 0; i < sorted.count; i++) front_leave_undefined(front, sorted.items[i]);
    const char *told = arena_some_names(front->scratch, sorted.items, sorted.count, most);
    vec_free(&sorted);
    return told;
}

/* A header that is missing may define them: feature switches are nearly always such. Of headers in other folders what
 * decides something counts: these may be a vendor's, who asks for much. */
static void tell_of_headers(struct front *front, const struct name_set *defined, bool misses) {
    enum { MOST_TOLD = 8 };
    struct c_program *program = front->program;
    name_list *own = &front->asked_names, *elsewhere = &front->conditions->deciding_elsewhere;
    size_t most = own->count + elsewhere->count + front->conditions->defaults.count;
    const char **found = arena_new_array(front->arena, const char *, most + 1);
    name_list told = {0};
    add_asked(front, defined, misses, own, found);
    for (size_t i = 0; i < program->undefined_count; i++) vec_push(&told, found[i]);
    if (misses) defaults_add_switches(front, true, found);
    uint32_t first = program->undefined_own = program->undefined_count;
    if (misses) add_asked(front, defined, misses, elsewhere, found);
    for (size_t i = first; i < program->undefined_count; i++) vec_push(&told, found[i]);
    if (misses) defaults_add_switches(front, false, found);
    program->undefined = found;
    if (told.count)
        front_assume(front, arena_printf(front->arena,
                                         "what conditions of the preprocessor ask for by name is defined nowhere (%s; "
                                         "-D defines it)",
                                         some_of(front, &told, MOST_TOLD)));
    if (misses) defaults_tell(front);
    vec_free(&told);
}

/* ---- what the build may define ---- */

const char *undefined_by_build(const struct front *front, const char *name) {
    const struct cfront_options *options = front->options;
    for (size_t i = 0; i < options->undefined_count; i++)
        if (!strcmp(options->undefined[i].name, name)) return options->undefined[i].assumed;
    return NULL;
}

static bool is_told(const struct front *front, const char *name) {
    return undefined_by_build(front, name) ||
           is_in_list(name, front->program->undefined, front->program->undefined_count);
}

static void add_deciding(struct front *front, const struct name_set *defined, const name_list *names,
                         name_list *found) {
    for (size_t i = 0; i < names->count; i++)
        if (is_open(front, defined, names->items[i]) && !is_in_list(names->items[i], found->items, found->count) &&
            !is_told(front, names->items[i]))
            vec_push(found, names->items[i]);
}

/* Nobody knows its options: those of the makefile, of the project of a development environment. */
static void tell_of_build(struct front *front, const struct name_set *defined, bool misses) {
    enum { MOST_TOLD = 3 };
    name_list found = {0};
    add_deciding(front, defined, &front->conditions->deciding_names, &found);
    if (!misses) defaults_add_open(front, &found);
    add_deciding(front, defined, &front->conditions->deciding_elsewhere, &found);
    if (found.count)
        front_assume(front, arena_printf(front->arena,
                                         "the build defines nothing that conditions of the preprocessor ask for by "
                                         "name (%s; -D says otherwise)",
                                         some_of(front, &found, MOST_TOLD)));
    vec_free(&found);
}

/* A build that says what it defines defines nothing else; a missing header may. */
static bool is_zero_assumed(const struct front *front, const char *name, bool misses) {
    return !front->options->compile_commands || misses || is_vendors(name);
}

static void hand_out(struct front *front) {
    const char **names = arena_new_array(front->arena, const char *, front->left_undefined.count + 1);
    for (size_t i = 0; i < front->left_undefined.count; i++)
        names[i] = arena_text(front->arena, front->left_undefined.items[i]);
    front->program->left_undefined = names;
    front->program->left_undefined_count = (uint32_t)front->left_undefined.count;
}

static void hand_out_numbers(struct front *front, const struct name_set *defined) {
    name_list names = {0}, beside = {0};
    for (size_t i = 0; i < front->conditions->undefined.count; i++)
        if (!compiler_names_is_said(front, front->conditions->undefined.items[i]))
            vec_push(&names, front->conditions->undefined.items[i]);
    asked_numbers_beside(front, names.items, names.count, &beside);
    for (size_t i = 0; i < beside.count; i++)
        if (is_open(front, defined, beside.items[i]) && !is_in_list(beside.items[i], names.items, names.count))
            vec_push(&names, beside.items[i]);
    asked_numbers_hand_out(front, names.items, names.count);
    vec_free(&names);
    vec_free(&beside);
}

static void add_asked_by_macros(struct front *front) {
    name_list own = {0};
    asking_macros_find(front, &own, &front->conditions->deciding_elsewhere);
    for (size_t i = 0; i < own.count; i++) {
        vec_push(&front->asked_names, own.items[i]);
        vec_push(&front->conditions->deciding_names, own.items[i]);
    }
    vec_free(&own);
}

void undefined_tell(struct front *front) {
    const char *names = NULL;
    if (!matters(front)) return;
    bool misses = absent_any(front);
    struct name_set defined = defined_in_time(front);
    if (front->lacks_headers || front->options->guesses_build) add_asked_by_macros(front);
    if (front->lacks_headers) tell_of_headers(front, &defined, misses);
    if (front->options->guesses_build) tell_of_build(front, &defined, misses);
    if (misses) hand_out_numbers(front, &defined);
    for (size_t i = 0; i < front->conditions->undefined.count; i++)
        if (is_zero_assumed(front, front->conditions->undefined.items[i], misses)) {
            front_leave_undefined(front, front->conditions->undefined.items[i]);
            names = arena_printf(front->arena, "%s%s`%s`", names ? names : "", names ? ", " : "",
                                 front->conditions->undefined.items[i]);
        }
    if (names)
        front_assume(front, arena_printf(front->arena,
                                         "names that conditions of the preprocessor ask for and nothing defines are 0 "
                                         "(%s; -D says otherwise)",
                                         names));
    hand_out(front);
}
