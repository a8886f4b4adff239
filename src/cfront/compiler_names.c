#include "cfront/compiler_names.h"

#include "base/word.h"
#include "cfront/directive.h"

#include <ctype.h>
#include <string.h>

static const char *const of_clang[] = {"__clang__", "__clang_major__", "__clang_minor__", "__clang_version__",
                                       "__llvm__",  "__VERSION__",     "__STDC_HOSTED__", NULL};
/* GCC and clang have them, with other numbers. */
static const char *const numbers[] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", NULL};
/* Of the machine on which this runs, where nobody names another one. */
static const char *const of_host[] = {"__linux__", "__linux",     "linux",   "__gnu_linux__", "__unix__",
                                      "__unix",    "unix",        "_WIN32",  "__APPLE__",     "__x86_64__",
                                      "__amd64__", "__aarch64__", "__SSE__", "__SSE2__",      NULL};

static bool names_machine(const struct front *front) {
    if (front->options->compile_commands) return true;
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (begins_with(front->options->arguments[i], "-target") ||
            begins_with(front->options->arguments[i], "--target"))
            return true;
    return false;
}

/* `-DNAME`, `-UNAME`; the name may be an argument of its own. */
bool compiler_names_is_said(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->options->argument_count; i++) {
        const char *argument = front->options->arguments[i];
        if (argument[0] == '-' && (argument[1] == 'D' || argument[1] == 'U')) argument += 2;
        if (begins_with(argument, name) && !is_word_char(argument[strlen(name)])) return true;
    }
    return false;
}

static void note(struct front *front, const char *word, bool is_asked_if_defined) {
    bool counts = is_one_of(word, of_clang) || (is_one_of(word, numbers) && !is_asked_if_defined) ||
                  (is_one_of(word, of_host) && !names_machine(front));
    if (!counts || compiler_names_is_said(front, word)) return;
    for (size_t i = 0; i < front->compiler_names.count; i++)
        if (!strcmp(front->compiler_names.items[i], word)) return;
    vec_push(&front->compiler_names, arena_text(front->scratch, word));
}

/* ---- conditions ---- */

static const char *word_at(struct front *front, const char **at, const char *end) {
    while (*at < end && !is_word_char(**at)) ++*at;
    const char *start = *at;
    while (*at < end && is_word_char(**at)) ++*at;
    return arena_text_n(front->scratch, start, (size_t)(*at - start));
}

static void read_condition(struct front *front, const char *at, const char *end, bool always) {
    bool defined = false;
    for (const char *word = word_at(front, &at, end); *word; word = word_at(front, &at, end)) {
        note(front, word, always || defined);
        defined = !strcmp(word, "defined");
    }
}

/* Behind the word of a directive that asks for something; NULL: it is none. */
static const char *condition_in(struct front *front, const char *at, const char *end, bool *asks_if_defined) {
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at == end || *at != '#') return NULL;
    const char *word = word_at(front, &at, end);
    *asks_if_defined = ends_with(word, "def");
    return is_one_of(word, directive_conditions()) ? at : NULL;
}

/* Others ask for many compilers. */
bool compiler_names_is_own(const struct front *front, const char *file) {
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash - file) + 1 : 0;
    for (size_t i = 0; i < front->source_count; i++)
        if (!strncmp(front->sources[i], file, folder) && !strchr(front->sources[i] + folder, '/')) return true;
    return false;
}

void compiler_names_read(struct front *front, const char *file, const char *text, size_t length) {
    if (!front_is_users(front, file) || !compiler_names_is_own(front, file)) return;
    const char *end = text + length;
    bool goes_on = false, asks_if_defined = false;
    for (const char *start = text; start < end;) {
        const char *stop = memchr(start, '\n', (size_t)(end - start));
        if (!stop) stop = end;
        const char *condition = goes_on ? start : condition_in(front, start, stop, &asks_if_defined);
        if (condition) read_condition(front, condition, stop, asks_if_defined);
        goes_on = condition && stop > start && stop[-1] == '\\';
        start = stop + 1;
    }
}

void compiler_names_tell(struct front *front) {
    const char *names = NULL;
    for (size_t i = 0; i < front->compiler_names.count; i++)
        names = arena_printf(front->arena, "%s%s`%s`", names ? names : "", names ? ", " : "",
                             front->compiler_names.items[i]);
    if (names)
        front_assume(front, arena_printf(front->arena,
                                         "the build's compiler has what conditions of the preprocessor ask for as "
                                         "clang has it here (%s; -D and --clang -UNAME say otherwise)",
                                         names));
}
