#include "oil/preprocess.h"

#include "base/file.h"
#include "base/invariant.h"
#include "base/within.h"
#include "oil/condition.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* What a configuration could ever need, and what a malicious one must not exceed. */
enum { DEEPEST_INCLUDE = 40, MOST_INCLUDES = 1000, MOST_TOKENS = 1000000, LARGEST_FILE = 16 * 1024 * 1024 };

/* One #if ... #endif. */
struct branch {
    struct place place;
    bool active; /* this part is read */
    bool taken;  /* a part was read already, or none will be */
    bool seen_else;
};

struct preprocessor {
    struct oil_tokens *tokens;
    const struct oil_options *options;
    const char *main; /* the file that includes, directly or not, all others */
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct oil_macros macros;
    VEC(struct branch) branches;
    size_t depth, includes;
    size_t braces;
    const char *section; /* the name that opened the outermost section: "CPU" */
    bool stopped;
};

static void read_text(struct preprocessor *pre, const char *text, size_t length, const char *path);

static bool is_active(const struct preprocessor *pre) {
    return pre->branches.count == 0 || vec_last(&pre->branches).active;
}

static bool emit(void *context, const struct oil_token *token) {
    struct preprocessor *pre = context;
    if (pre->tokens->list.count >= MOST_TOKENS) {
        diag_error(pre->diagnostics, token->place, "too much text: more than %d tokens", MOST_TOKENS);
        return false;
    }
    vec_push(&pre->tokens->list, *token);
    if (token->kind == TOKEN_NAME && pre->braces == 0) {
        /* CPU name {, IMPLEMENTATION name {: the first of the two names says which. */
        if (!pre->section) pre->section = token->text;
    } else if (token->kind == TOKEN_PUNCTUATION) {
        if (token->punctuation == '{') pre->braces++;
        if (token->punctuation == '}' && pre->braces > 0) pre->braces--;
        if (pre->braces == 0) pre->section = NULL;
    }
    return true;
}

/* ---- includes ---- */

static bool is_readable(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST_FILE;
}

static const char *beside(struct arena *arena, const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    if (name[0] == '/' || !slash) return name;
    return arena_printf(arena, "%.*s/%s", (int)(slash - path), path, name);
}

/* The standard: "x" is searched where the including file is, then like <x>. <x> falls back to that directory too,
 * because many projects that never see a compiler are written so. */
static const char *find_include(struct preprocessor *pre, const char *name, bool quoted, const char *path) {
    if (pre->options && pre->options->no_files) return NULL;
    const char *near = beside(pre->arena, path, name);
    if (quoted && is_readable(near)) return near;
    const char *const *directory = pre->options ? pre->options->include_paths : NULL;
    for (; directory && *directory; directory++) {
        const char *found = arena_printf(pre->arena, "%s/%s", *directory, name);
        if (name[0] != '/' && is_readable(found)) return found;
    }
    return is_readable(near) ? near : NULL;
}

static void stop(struct preprocessor *pre, struct place place, const char *why) {
    if (!pre->stopped) diag_error(pre->diagnostics, place, "%s", why);
    pre->stopped = true;
}

static void include_file(struct preprocessor *pre, const char *path, struct place place) {
    if (pre->depth >= DEEPEST_INCLUDE) {
        stop(pre, place, "includes are nested too deeply; does a file include itself?");
        return;
    }
    if (pre->includes++ >= MOST_INCLUDES) {
        stop(pre, place, "too many includes");
        return;
    }
    struct text text = {0};
    if (file_read(path, &text))
        read_text(pre, text_chars(&text), text.length, arena_text(pre->arena, path));
    else
        diag_error(pre->diagnostics, place, "cannot read '%s': %s", path, strerror(errno));
    text_free(&text);
}

static const char *find_otherwise(struct preprocessor *pre, const char *name, const char *path, struct place place) {
    if (pre->options && pre->options->no_files) return NULL;
    const char *found = file_spelled_otherwise(pre->arena, beside(pre->arena, path, name));
    const char *const *directory = pre->options ? pre->options->include_paths : NULL;
    for (; !found && directory && *directory; directory++)
        found = file_spelled_otherwise(pre->arena, arena_printf(pre->arena, "%s/%s", *directory, name));
    if (found && !is_readable(found)) found = NULL;
    if (found)
        diag_warning(pre->diagnostics, place,
                     "'%s' is not there, but one that is spelled a little otherwise is; going on with that", name);
    return found;
}

static void include(struct preprocessor *pre, const char *argument, struct place place, const char *path,
                    bool may_be_missing) {
    char close = argument[0] == '"' ? '"' : argument[0] == '<' ? '>' : '\0';
    const char *end = close ? strchr(argument + 1, close) : NULL;
    if (!end || end == argument + 1) {
        diag_error(pre->diagnostics, place, "expected #include \"file\" or #include <file>");
        return;
    }
    const char *name = arena_text_n(pre->arena, argument + 1, (size_t)(end - argument - 1));
    const char *found = find_include(pre, name, close == '"', path);
    if (!found && !may_be_missing) found = find_otherwise(pre, name, path, place);
    if (found && !within_sources(found) &&
        !within_reach(found, pre->main, pre->options ? pre->options->include_paths : NULL)) {
        diag_error(pre->diagnostics, place,
                   "'%s' is outside of the configuration's folder: -I FOLDER allows the files below it", found);
        return;
    }
    if (found) include_file(pre, found, place);
    if (found || may_be_missing) return;
    bool in_application = pre->braces > 0 && pre->section && strcmp(pre->section, "IMPLEMENTATION") != 0;
    vec_push(&pre->tokens->missing, (struct oil_missing){name, place, in_application});
}

/* ---- conditions ---- */

static void open_branch(struct preprocessor *pre, bool outer, bool condition, struct place place) {
    vec_push(&pre->branches, (struct branch){place, outer && condition, !outer || condition, false});
}

static void else_branch(struct preprocessor *pre, const char *condition, struct place place, size_t outermost) {
    if (pre->branches.count <= outermost) {
        diag_error(pre->diagnostics, place, "#%s without #if", condition ? "elif" : "else");
        return;
    }
    struct branch *branch = &vec_last(&pre->branches);
    if (branch->seen_else) diag_error(pre->diagnostics, place, "#%s after #else", condition ? "elif" : "else");
    branch->active = !branch->taken && (!condition || oil_condition(condition, place, &pre->macros));
    branch->taken = branch->taken || branch->active;
    branch->seen_else = branch->seen_else || !condition;
}

/* True if it was a directive about conditions. */
static bool condition_directive(struct preprocessor *pre, const char *word, const char *argument, struct place place,
                                size_t outermost) {
    bool outer = is_active(pre);
    if (!strcmp(word, "ifdef") || !strcmp(word, "ifndef")) {
        size_t length = strcspn(argument, " \t\r");
        const char *name = arena_text_n(pre->arena, argument, length);
        bool defined = oil_macro_find(&pre->macros, name) != NULL, positive = !strcmp(word, "ifdef");
        if (outer && !length) diag_error(pre->diagnostics, place, "#%s needs a name", word);
        if (outer && positive && !defined) oil_macro_note_unknown(&pre->macros, name);
        if (outer && !defined) oil_macro_note_asked(&pre->macros, name);
        open_branch(pre, outer, defined == positive, place);
    } else if (!strcmp(word, "if")) {
        open_branch(pre, outer, outer && oil_condition(argument, place, &pre->macros), place);
    } else if (!strcmp(word, "elif")) {
        else_branch(pre, argument, place, outermost);
    } else if (!strcmp(word, "else")) {
        else_branch(pre, NULL, place, outermost);
    } else if (!strcmp(word, "endif")) {
        if (pre->branches.count > outermost)
            pre->branches.count--;
        else
            diag_error(pre->diagnostics, place, "#endif without #if");
    } else {
        return false;
    }
    return true;
}

/* ---- all of it ---- */

/* Conditions that nobody has given a value lead to most #errors. */
static void complain(struct preprocessor *pre, const char *message, struct place place) {
    enum { MOST_NAMED = 6 };
    struct text names = {0};
    for (size_t i = 0; i < pre->macros.unknown.count && i < MOST_NAMED; i++)
        text_printf(&names, "%s%s", names.length ? ", " : "", pre->macros.unknown.items[i]);
    if (names.length)
        diag_error(pre->diagnostics, place,
                   "#error %s (conditions ask for what nothing defines: %s; -D NAME=VALUE does)", message,
                   text_chars(&names));
    else
        diag_error(pre->diagnostics, place, "#error %s", message);
    text_free(&names);
}

static void directive(struct preprocessor *pre, const struct oil_token *token, const char *path, size_t outermost) {
    const char *text = token->text + strspn(token->text, " \t\r");
    size_t length = 0;
    while (isalpha((unsigned char)text[length])) length++;
    const char *word = arena_text_n(pre->arena, text, length);
    const char *argument = text + length + strspn(text + length, " \t\r");
    if (condition_directive(pre, word, argument, token->place, outermost) || !is_active(pre)) return;
    if (!strcmp(word, "include"))
        include(pre, argument, token->place, path, false);
    else if (!strcmp(word, "includeifexists")) /* Trampoline */
        include(pre, argument, token->place, path, true);
    else if (!strcmp(word, "define"))
        oil_macro_define(&pre->macros, argument, token->place);
    else if (!strcmp(word, "undef"))
        oil_macro_undefine(&pre->macros, arena_text_n(pre->arena, argument, strcspn(argument, " \t\r")));
    else if (!strcmp(word, "error"))
        complain(pre, argument, token->place);
    else if (!strcmp(word, "warning"))
        diag_warning(pre->diagnostics, token->place, "#warning %s", argument);
    else if (length && strcmp(word, "pragma") != 0 && strcmp(word, "line") != 0)
        diag_error(pre->diagnostics, token->place, "unknown directive '#%s'", word);
}

static bool is_whole(const struct oil_tokens *tokens) {
    size_t ends = 0;
    for (size_t i = 0; i < tokens->list.count; i++) {
        ends += tokens->list.items[i].kind == TOKEN_END;
        if (tokens->list.items[i].kind == TOKEN_DIRECTIVE) return false;
    }
    return ends == 1 && vec_last(&tokens->list).kind == TOKEN_END;
}

static void read_text(struct preprocessor *pre, const char *text, size_t length, const char *path) {
    struct oil_lexer lexer;
    oil_lexer_begin(&lexer, pre->arena, pre->diagnostics, path, text, length);
    struct oil_token_source source = {.lexer = &lexer};
    size_t outermost = pre->branches.count;
    pre->depth++;
    while (!pre->stopped) {
        struct oil_token token = oil_source_next(&source);
        if (token.kind == TOKEN_END) break;
        if (token.kind == TOKEN_DIRECTIVE)
            directive(pre, &token, path, outermost);
        else if (is_active(pre))
            pre->stopped = !oil_macro_expand(&pre->macros, &source, &token, emit, pre, 0);
    }
    pre->depth--;
    if (pre->branches.count > outermost && !pre->stopped)
        diag_error(pre->diagnostics, pre->branches.items[outermost].place, "this condition is never closed by #endif");
    pre->branches.count = outermost < pre->branches.count ? outermost : pre->branches.count;
    if (pre->depth > 0) return;
    struct oil_token end = {.kind = TOKEN_END, .text = "", .place = {path, lexer.line, 0}};
    end.place.column = (unsigned)(lexer.at - lexer.line_start) + 1;
    vec_push(&pre->tokens->list, end);
    invariant_dear(is_whole(pre->tokens));
}

void oil_preprocess(struct oil_tokens *tokens, const char *text, size_t length, const char *path,
                    const struct oil_options *options, struct arena *arena, struct diagnostics *diagnostics) {
    struct preprocessor pre = {.tokens = tokens,
                               .options = options,
                               .main = path,
                               .arena = arena,
                               .diagnostics = diagnostics,
                               .macros = {.arena = arena, .diagnostics = diagnostics}};
    const char *const *define = options ? options->defines : NULL;
    for (; define && *define; define++) oil_macro_define_option(&pre.macros, *define);
    read_text(&pre, text, length, arena_text(arena, path));
    for (size_t i = 0; i < pre.macros.zeros.count; i++) vec_push(&tokens->zeros, pre.macros.zeros.items[i]);
    for (size_t i = 0; i < pre.macros.asked.count; i++)
        if (oil_macro_is_open(&pre.macros, pre.macros.asked.items[i]))
            vec_push(&tokens->asked, pre.macros.asked.items[i]);
    oil_macros_free(&pre.macros);
    vec_free(&pre.branches);
}

void oil_tokens_free(struct oil_tokens *tokens) {
    vec_free(&tokens->list);
    vec_free(&tokens->missing);
    vec_free(&tokens->zeros);
    vec_free(&tokens->asked);
}
