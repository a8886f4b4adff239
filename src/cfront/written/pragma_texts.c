#include "cfront/written/pragma_texts.h"

#include "base/text.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/macro_texts.h"
#include "cfront/text/name_set.h"

#include <string.h>

enum { DEEPEST = 8, MOST_STEPS = 1000, LONGEST_USE = 4096 };

struct unit_text {
    const char *file, *text, *code; /* as it is; the same without comments, and with its lines joined */
};

struct reading {
    struct front *front;
    CXTranslationUnit tu;
    struct arena *arena;
    VEC(struct unit_text) texts;
    bool has_operator; /* some text has `_Pragma` */
    macro_list macros;
    struct name_set making; /* macros with which a pragma is made */
    unsigned steps;         /* that were taken for a use */
    const struct unit_text *now;
    const char *counted; /* in its text: up to here ... */
    unsigned line;       /* ... there are so many lines */
    void (*visit)(struct front *front, const char *text, size_t length, const struct mark *mark);
};

/* ---- texts ---- */

static void add_text(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from, (void)depth;
    struct reading *reading = data;
    struct front *front = reading->front;
    size_t length = 0;
    const char *text = front->clang.getFileContents(reading->tu, file, &length);
    const char *name = front_text(front, front->clang.getFileName(file));
    if (!text || !front_is_users(front, name)) return;
    reading->has_operator = reading->has_operator || strstr(text, "_Pragma");
    vec_push(&reading->texts, ((struct unit_text){.file = arena_text(front->arena, name), .text = text}));
}

/* A line that a backslash ends goes on. Nothing moves. */
static char *join_lines(char *code) {
    for (char *at = code; (at = strchr(at, '\\'));) {
        size_t length = 1 + (at[1] == '\r');
        if (at[length] == '\n')
            memset(at, ' ', length + 1);
        else
            at += at[1] ? 2 : 1;
    }
    return code;
}

static bool counts(const struct reading *reading, const struct unit_text *text) {
    return reading->has_operator || strstr(text->text, "pragma");
}

static void prepare(struct reading *reading) {
    for (size_t i = 0; i < reading->texts.count; i++) {
        struct unit_text *text = &reading->texts.items[i];
        if (!counts(reading, text)) continue;
        text->code = join_lines(code_only(reading->arena, text->text, false));
        macro_list_add(reading->arena, text->code, &reading->macros);
    }
    macro_list_sort(&reading->macros);
}

/* ---- macros ---- */

static bool makes(const struct reading *reading, struct piece body) {
    const char *end = body.text + body.length;
    size_t length;
    for (const char *at = body.text; at < end; at += length ? length : 1) {
        length = word_length(at);
        if (spells(at, length, "_Pragma")) return true;
        if (length && reading->making.count && name_set_has(&reading->making, arena_text_n(reading->arena, at, length)))
            return true;
    }
    return false;
}

/* By `_Pragma`, or by one that does. */
static void find_making(struct reading *reading) {
    name_list names = {0};
    size_t known;
    do {
        known = reading->making.count;
        vec_clear(&names);
        for (size_t i = 0; i < reading->macros.count; i++)
            if (makes(reading, reading->macros.items[i].body)) vec_push(&names, reading->macros.items[i].name);
        reading->making = name_set_of(reading->arena, names.items, names.count);
    } while (reading->making.count > known);
    vec_free(&names);
}

static void expand(struct reading *reading, struct piece piece, unsigned depth, struct text *out);

/* Does `#`, and not `##`, or does `##` end this text? */
static bool ends_with_sign(const struct text *text, bool joins) {
    const char *chars = text_chars(text);
    struct piece piece = piece_without_blanks(chars, chars + text->length);
    bool is_sign = piece.length && piece.text[piece.length - 1] == '#';
    bool is_double = piece.length > 1 && piece.text[piece.length - 2] == '#';
    return is_sign && is_double == joins;
}

/* An argument is expanded, unless `#` or `##` stands beside it. */
static void add_argument(struct reading *reading, struct piece given, bool joins_next, unsigned depth,
                         struct text *out) {
    if (ends_with_sign(out, false))
        text_printf(out, "\"%.*s\"", (int)given.length, given.text);
    else if (joins_next || ends_with_sign(out, true))
        text_printf(out, "%.*s", (int)given.length, given.text);
    else
        expand(reading, given, depth + 1, out);
}

/* `#` and `##` are no part of what comes out. */
static const char *without_signs(struct arena *arena, const char *text) {
    char *copy = arena_text(arena, text), *out = copy;
    for (const char *at = copy; *at; at++) {
        if (*at != '#') {
            *out++ = *at;
            continue;
        }
        bool joins = at[1] == '#';
        while (joins && out > copy && strchr(" \t", out[-1])) out--;
        at += joins;
        if (joins) at += strspn(at + 1, " \t");
    }
    *out = '\0';
    return copy;
}

static const char *substituted(struct reading *reading, const struct macro *macro, const struct pieces *arguments,
                               unsigned depth) {
    struct text out = {0};
    const char *end = macro->body.text + macro->body.length;
    size_t length;
    for (const char *at = macro->body.text; at < end; at += length ? length : 1) {
        length = word_length(at);
        struct piece word = {at, length ? length : 1}, given = macro_given(macro, arguments, word);
        const char *behind = at + word.length + strspn(at + word.length, " \t");
        if (given.text != word.text)
            add_argument(reading, given, behind + 1 < end && !memcmp(behind, "##", 2), depth, &out);
        else
            text_printf(&out, "%.*s", (int)word.length, word.text);
    }
    const char *result = without_signs(reading->arena, text_chars(&out));
    text_free(&out);
    return result;
}

/* How long the use of a macro is that begins here, and what comes out of it, by any definition; 0: it is none. */
static size_t expand_use(struct reading *reading, struct piece name, const char *end, unsigned depth,
                         struct text *out) {
    const struct macro *macro = depth < DEEPEST ? macro_list_find(reading->arena, &reading->macros, name) : NULL;
    size_t blanks = strspn(name.text + name.length, " \t\r\n"), used = 0;
    const char *open = name.text + name.length + blanks;
    struct pieces arguments = {.count = 0};
    size_t length = macro && open < end && *open == '(' ? macro_arguments(open, end, &arguments) : 0;
    for (; macro && reading->steps < MOST_STEPS; macro = macro_list_next(&reading->macros, macro)) {
        if (macro->takes_arguments && !length) continue;
        reading->steps++;
        const char *text = substituted(reading, macro, &arguments, depth);
        if (used) text_add(out, "\n");
        expand(reading, (struct piece){text, strlen(text)}, depth + 1, out);
        used = macro->takes_arguments ? name.length + blanks + length : name.length;
    }
    return used;
}

static size_t string_length(const char *at, const char *end) {
    const char *from = at++;
    while (at < end && *at != '"') at += *at == '\\' && at + 1 < end ? 2 : 1;
    return (size_t)(at - from) + (at < end);
}

/* Not in strings. */
static void expand(struct reading *reading, struct piece piece, unsigned depth, struct text *out) {
    const char *end = piece.text + piece.length;
    for (const char *at = piece.text; at < end;) {
        size_t length = *at == '"' ? string_length(at, end) : word_length(at);
        if (length > (size_t)(end - at)) length = (size_t)(end - at);
        size_t used = length && *at != '"' ? expand_use(reading, (struct piece){at, length}, end, depth, out) : 0;
        if (!used) text_printf(out, "%.*s", (int)(length ? length : 1), at);
        at += used ? used : length ? length : 1;
    }
}

/* ---- pragmas ---- */

static struct mark mark_at(struct reading *reading, const char *at) {
    const struct unit_text *now = reading->now;
    unsigned offset = (unsigned)(at - now->code);
    for (; reading->counted < now->text + offset; reading->counted++) reading->line += *reading->counted == '\n';
    return (struct mark){now->file, offset, {now->file, reading->line, 1}, false};
}

static void visit(struct reading *reading, struct piece words, const struct mark *mark) {
    struct text expanded = {0};
    reading->visit(reading->front, words.text, words.length, mark);
    reading->steps = 0;
    expand(reading, words, 0, &expanded);
    if (!spells(words.text, words.length, text_chars(&expanded)))
        reading->visit(reading->front, text_chars(&expanded), expanded.length, mark);
    text_free(&expanded);
}

/* All `_Pragma(...)` in this text. */
static void visit_operators(struct reading *reading, const char *text, const char *end, const struct mark *mark) {
    struct pieces ignored;
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), "_Pragma", 7));) {
        at += 7;
        const char *open = at + strspn(at, " \t\r\n");
        size_t length = open < end && *open == '(' ? macro_arguments(open, end, &ignored) : 0;
        struct piece words = length ? piece_without_blanks(open + 1, open + length - 1) : (struct piece){at, 0};
        bool is_wide = words.length > 1 && *words.text == 'L' && words.text[1] == '"';
        if (words.length) visit(reading, (struct piece){words.text + is_wide, words.length - is_wide}, mark);
    }
}

static size_t visit_use(struct reading *reading, struct piece name, const char *end) {
    struct text out = {0};
    struct mark mark = mark_at(reading, name.text);
    reading->steps = 0;
    size_t used = expand_use(reading, name, end, 0, &out);
    const char *chars = text_chars(&out);
    visit_operators(reading, chars, chars + out.length, &mark);
    text_free(&out);
    return used;
}

/* Code up to `to`; a use may go on behind it. */
static void read_code(struct reading *reading, const char *from, const char *to, const char *end) {
    for (const char *at = from; at < to;) {
        size_t length = *at == '"' ? string_length(at, to) : word_length(at), used = 0;
        if (spells(at, length, "_Pragma")) {
            struct mark mark = mark_at(reading, at);
            struct pieces ignored;
            const char *open = at + length + strspn(at + length, " \t\r\n");
            used = *open == '(' ? macro_arguments(open, end, &ignored) : 0;
            used = used ? (size_t)(open - at) + used : 0;
            visit_operators(reading, at, at + used, &mark);
        } else if (length && *at != '"' && name_set_has(&reading->making, arena_text_n(reading->arena, at, length))) {
            used = visit_use(reading, (struct piece){at, length}, end);
        }
        at += used ? used : length ? length : 1;
    }
}

/* Of `%:` only the second sign is looked at. */
static const char *behind_digraph(const char *line) {
    const char *at = line + strspn(line, " \t");
    return begins_with(at, "%:") ? at + 2 : NULL;
}

static const char *pragma_of(const char *line) {
    const char *digraph = behind_digraph(line);
    if (!digraph) return directive_behind(line, "pragma");
    digraph += strspn(digraph, " \t");
    return begins_with(digraph, "pragma") && !is_word_char(digraph[6]) ? digraph + 6 : NULL;
}

static void read_text(struct reading *reading, const struct unit_text *text) {
    const char *last = text->code + strlen(text->code);
    reading->now = text;
    reading->counted = text->text;
    reading->line = 1;
    for (const char *line = text->code; *line;) {
        const char *end = line + strcspn(line, "\n"), *words = pragma_of(line);
        bool is_code = line[strspn(line, " \t")] != '#' && !behind_digraph(line);
        struct mark mark = mark_at(reading, line);
        if (words && words < end) visit(reading, piece_without_blanks(words, end), &mark);
        if (is_code && reading->has_operator)
            read_code(reading, line, end, last - end > LONGEST_USE ? end + LONGEST_USE : last);
        line = *end ? end + 1 : end;
    }
}

void pragma_texts_visit(struct front *front, CXTranslationUnit tu,
                        void (*visit)(struct front *front, const char *text, size_t length, const struct mark *mark)) {
    struct reading reading = {.front = front, .tu = tu, .arena = arena_new(), .visit = visit};
    front->clang.getInclusions(tu, add_text, &reading);
    prepare(&reading);
    find_making(&reading);
    for (size_t i = 0; i < reading.texts.count; i++)
        if (reading.texts.items[i].code) read_text(&reading, &reading.texts.items[i]);
    vec_free(&reading.texts);
    vec_free(&reading.macros);
    arena_free(reading.arena);
}

const char *pragma_texts_next(const char *text, size_t *length) {
    const char *at = strcasestr(text, "pragma");
    if (!at) return NULL;
    at += word_length(at);
    *length = strcspn(at, "\r\n");
    return at;
}
