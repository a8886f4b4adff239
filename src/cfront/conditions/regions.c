#include "cfront/conditions/regions.h"

#include "base/word.h"
#include "cfront/text/directive.h"

#include <ctype.h>
#include <string.h>

size_t regions_line_length(const char *line, const char *end) {
    for (const char *at = line; at < end; at++) {
        const char *before = at > line && at[-1] == '\r' ? at - 1 : at;
        if (*at == '\n' && (before == line || before[-1] != '\\')) return (size_t)(at - line);
    }
    return (size_t)(end - line);
}

/* ---- conditions ---- */

static void add(struct arena *arena, name_list *list, const char *word, size_t length) {
    if (length && !isdigit((unsigned char)*word)) vec_push(list, arena_text_n(arena, word, length));
}

/* `defined NAME`, `defined(NAME)`; or `NAME > 2` */
static void read_words(struct arena *arena, const char *line, size_t length, name_list *asked, name_list *compared) {
    static const char asks[] = "defined";
    for (const char *at = line, *end = line + length; at < end;) {
        size_t word = word_length(at), skipped = 0;
        const char *header = directive_asked_header(at, &skipped); /* (asked_headers.h) */
        if (header) {
            at = header + skipped;
            continue;
        }
        bool is_asked = spells(at, word, asks);
        if (is_asked) {
            at += word + strspn(at + word, " \t(");
            word = at < end ? word_length(at) : 0;
        }
        add(arena, is_asked ? asked : compared, at, word);
        at += word ? word : 1;
    }
}

bool regions_read_condition(struct arena *arena, const char *line, size_t length, name_list *asked,
                            name_list *compared) {
    static const char *const asks[] = {"ifdef", "ifndef", "elifdef", "elifndef"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        const char *name = directive_behind(line, asks[i]);
        if (name) add(arena, asked, name, word_length(name));
        if (name) return true;
    }
    const char *condition = directive_behind(line, "if");
    if (!condition) condition = directive_behind(line, "elif");
    if (condition) read_words(arena, condition, length - (size_t)(condition - line), asked, compared);
    return condition != NULL;
}

/* ---- macros for them ---- */

static size_t length_of_head(const char *macro) {
    size_t length = word_length(macro);
    return macro[length] == '(' ? length + strcspn(macro + length, ")\n") + 1 : length;
}

static bool has_word(const char *text, size_t length, const char *word) {
    for (const char *at = text, *end = text + length; at < end;) {
        size_t rest = word_length(at);
        if (spells(at, rest, word)) return true;
        at += rest ? rest : 1;
    }
    return false;
}

void regions_read_macro(struct arena *arena, const char *line, size_t length, name_list *asked) {
    const char *macro = directive_behind(line, "define"), *end = line + length;
    size_t head = macro ? length_of_head(macro) : 0;
    if (!head || macro + head >= end || !has_word(macro + head, (size_t)(end - macro) - head, "defined")) return;
    name_list found = {0}, others = {0};
    read_words(arena, macro + head, (size_t)(end - macro) - head, &found, &others);
    bool is_pasted = memchr(macro + head, '#', (size_t)(end - macro) - head) != NULL;
    for (size_t i = 0; i < found.count; i++) {
        bool is_argument = is_pasted || has_word(macro + word_length(macro), head - word_length(macro), found.items[i]);
        vec_push(asked, is_argument ? arena_text_n(arena, macro, head) : found.items[i]);
    }
    vec_free(&found);
    vec_free(&others);
}

/* ---- code that asks as conditions do ---- */

static bool is_parameter(const char *line, const char *name) {
    const char *macro = directive_behind(line, "define");
    size_t word = macro ? word_length(macro) : 0, head = macro ? length_of_head(macro) : 0;
    return head > word && has_word(macro + word, head - word, name);
}

/* `if (IS_ENABLED(CONFIG_LOG))`, which is 1 if that is defined as 1; `if (__GNUC__ > 4)` */
static void read_code(struct arena *arena, const char *line, size_t length, name_list *asked, name_list *compared) {
    static const char *const asks[] = {"IS_ENABLED", "IS_BUILTIN",  "IS_MODULE",   "IS_REACHABLE", "IS_DEFINED",
                                       "IF_ENABLED", "COND_CODE_1", "COND_CODE_0", "__is_defined", NULL};
    static const char *const numbers[] = {"__GNUC__", "__GNUC_MINOR__", "__STDC_VERSION__", "__BYTE_ORDER__", NULL};
    size_t word;
    for (const char *at = line, *end = line + length; at < end; at += word ? word : 1) {
        word = word_length(at);
        if (spells_one_of(at, word, numbers)) add(arena, compared, at, word);
        if (!spells_one_of(at, word, asks) || at[word] != '(') continue;
        const char *name = at + word + strspn(at + word, " \t(");
        name = arena_text_n(arena, name, word_length(name));
        if (!is_parameter(line, name)) add(arena, asked, name, strlen(name));
    }
}

/* ---- what hinges on them ---- */

struct group {       /* from a `#if` to its `#endif` */
    size_t asked;    /* from this one on the names are its own */
    size_t compared; /* ... and so are these words */
    bool has_weight; /* a part of it does something */
    bool is_in_code; /* ... in a function */
};

struct regions {
    struct arena *arena;
    VEC(struct group) open;    /* the innermost last */
    name_list asked, compared; /* by these, in the same order */
    int depth;                 /* of braces; conditions between them may make it a wrong one */
    name_list *in_code, *deciding, *deciding_words;
};

static bool begins_group(const char *line) {
    return directive_behind(line, "if") || directive_behind(line, "ifdef") || directive_behind(line, "ifndef");
}

/* The words from `first` on are decided on. */
static void move(name_list *words, size_t first, bool has_weight, name_list *deciding) {
    for (size_t i = first; has_weight && i < words->count; i++) vec_push(deciding, words->items[i]);
    words->count = first;
}

static void end_group(struct regions *regions) {
    if (!regions->open.count) return;
    struct group ended = regions->open.items[--regions->open.count];
    move(&regions->asked, ended.asked, ended.has_weight, ended.is_in_code ? regions->in_code : regions->deciding);
    move(&regions->compared, ended.compared, ended.has_weight, regions->deciding_words);
    if (!regions->open.count) return;
    regions->open.items[regions->open.count - 1].has_weight |= ended.has_weight;
    regions->open.items[regions->open.count - 1].is_in_code |= ended.is_in_code;
}

/* Errors end a build: nothing is built otherwise then. */
static bool has_weight(const char *line, size_t length) {
    static const char *const idle[] = {"else", "error", "warning"};
    size_t blanks = strspn(line, " \t\r\f\v");
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (directive_behind(line, idle[i])) return false;
    return blanks < length;
}

static void count_braces(struct regions *regions, const char *line, size_t length) {
    if (line[strspn(line, " \t")] == '#') return;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '{') regions->depth++;
        if (line[i] == '}' && regions->depth) regions->depth--;
    }
}

static void read_line(struct regions *regions, const char *line, size_t length) {
    if (directive_behind(line, "endif")) {
        end_group(regions);
        return;
    }
    if (begins_group(line))
        vec_push(&regions->open, ((struct group){.asked = regions->asked.count, .compared = regions->compared.count}));
    if (regions_read_condition(regions->arena, line, length, &regions->asked, &regions->compared)) return;
    bool is_in_code = regions->depth > 0;
    count_braces(regions, line, length);
    is_in_code |= regions->depth > 0 || memchr(line, '{', length);
    regions_read_macro(regions->arena, line, length, regions->deciding);
    read_code(regions->arena, line, length, regions->deciding, regions->deciding_words);
    if (!regions->open.count) return;
    struct group *innermost = &regions->open.items[regions->open.count - 1];
    bool weighs = has_weight(line, length);
    innermost->has_weight |= weighs;
    innermost->is_in_code |= weighs && is_in_code;
}

void regions_deciding_names(struct arena *arena, const char *code, name_list *in_code, name_list *asked,
                            name_list *compared) {
    struct regions regions = {.arena = arena, .in_code = in_code, .deciding = asked, .deciding_words = compared};
    for (const char *line = code, *end = code + strlen(code); line < end;) {
        size_t length = regions_line_length(line, end);
        read_line(&regions, line, length);
        line += length + 1;
    }
    while (regions.open.count) end_group(&regions);
    vec_free(&regions.open);
    vec_free(&regions.asked);
    vec_free(&regions.compared);
}
