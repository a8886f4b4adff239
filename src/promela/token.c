#include "promela/token.h"

#include "base/word.h"
#include "promela/ast.h"

#include <ctype.h>
#include <string.h>

struct word {
    const char *text;
    enum token_kind kind;
    int value;
};

/* Sorted by strcmp: searched by halving. */
static const struct word keywords[] = {
    {"D_proctype", TOKEN_D_PROCTYPE, 0},
    {"active", TOKEN_ACTIVE, 0},
    {"assert", TOKEN_ASSERT, 0},
    {"atomic", TOKEN_ATOMIC, 0},
    {"bit", TOKEN_TYPE, TYPE_BIT},
    {"bool", TOKEN_TYPE, TYPE_BOOL},
    {"break", TOKEN_BREAK, 0},
    {"byte", TOKEN_TYPE, TYPE_BYTE},
    {"c_code", TOKEN_C_CODE, 0},
    {"c_decl", TOKEN_C_DECL, 0},
    {"c_expr", TOKEN_C_EXPR, 0},
    {"c_state", TOKEN_C_STATE, 0},
    {"c_track", TOKEN_C_TRACK, 0},
    {"chan", TOKEN_TYPE, TYPE_CHAN},
    {"d_step", TOKEN_D_STEP, 0},
    {"do", TOKEN_DO, 0},
    {"else", TOKEN_ELSE, 0},
    {"empty", TOKEN_EMPTY, 0},
    {"enabled", TOKEN_ENABLED, 0},
    {"eval", TOKEN_EVAL, 0},
    {"false", TOKEN_NUMBER, 0},
    {"fi", TOKEN_FI, 0},
    {"for", TOKEN_FOR, 0},
    {"full", TOKEN_FULL, 0},
    {"get_priority", TOKEN_GET_PRIORITY, 0},
    {"goto", TOKEN_GOTO, 0},
    {"hidden", TOKEN_HIDDEN, 0},
    {"if", TOKEN_IF, 0},
    {"init", TOKEN_INIT, 0},
    {"inline", TOKEN_INLINE, 0},
    {"int", TOKEN_TYPE, TYPE_INT},
    {"len", TOKEN_LEN, 0},
    {"local", TOKEN_LOCAL, 0},
    {"ltl", TOKEN_LTL, 0},
    {"mtype", TOKEN_TYPE, TYPE_MTYPE},
    {"nempty", TOKEN_NEMPTY, 0},
    {"never", TOKEN_NEVER, 0},
    {"nfull", TOKEN_NFULL, 0},
    {"notrace", TOKEN_NOTRACE, 0},
    {"np_", TOKEN_NP, 0},
    {"od", TOKEN_OD, 0},
    {"of", TOKEN_OF, 0},
    {"pc_value", TOKEN_PC_VALUE, 0},
    {"pid", TOKEN_TYPE, TYPE_PID},
    {"printf", TOKEN_PRINTF, 0},
    {"printm", TOKEN_PRINTM, 0},
    {"priority", TOKEN_PRIORITY, 0},
    {"proctype", TOKEN_PROCTYPE, 0},
    {"provided", TOKEN_PROVIDED, 0},
    {"return", TOKEN_RETURN, 0},
    {"run", TOKEN_RUN, 0},
    {"select", TOKEN_SELECT, 0},
    {"set_priority", TOKEN_SET_PRIORITY, 0},
    {"short", TOKEN_TYPE, TYPE_SHORT},
    {"show", TOKEN_SHOW, 0},
    {"skip", TOKEN_NUMBER, 1},
    {"timeout", TOKEN_TIMEOUT, 0},
    {"trace", TOKEN_TRACE, 0},
    {"true", TOKEN_NUMBER, 1},
    {"typedef", TOKEN_TYPEDEF, 0},
    {"unless", TOKEN_UNLESS, 0},
    {"unsigned", TOKEN_TYPE, TYPE_UNSIGNED},
    {"xr", TOKEN_XR, 0},
    {"xs", TOKEN_XS, 0},
};

static const struct word temporal_words[] = {
    {"U", TOKEN_UNTIL, 0},
    {"V", TOKEN_RELEASE, 0},
    {"W", TOKEN_WEAK_UNTIL, 0},
    {"X", TOKEN_NEXT, 0},
    {"always", TOKEN_ALWAYS, 0},
    {"equivalent", TOKEN_EQUIVALENT, 0},
    {"eventually", TOKEN_EVENTUALLY, 0},
    {"implies", TOKEN_IMPLIES, 0},
    {"next", TOKEN_NEXT, 0},
    {"release", TOKEN_RELEASE, 0},
    {"stronguntil", TOKEN_UNTIL, 0},
    {"until", TOKEN_UNTIL, 0},
    {"weakuntil", TOKEN_WEAK_UNTIL, 0},
};

/* Longest first among those with a common beginning. */
static const struct word marks[] = {
    {"::", TOKEN_OPTION, 0},
    {":", TOKEN_COLON, 0},
    {";", TOKEN_SEMICOLON, 0},
    {"->", TOKEN_ARROW, 0},
    {"--", TOKEN_DECREMENT, 0},
    {"-", TOKEN_MINUS, 0},
    {"++", TOKEN_INCREMENT, 0},
    {"+", TOKEN_PLUS, 0},
    {"<<", TOKEN_SHIFT_LEFT, 0},
    {"<=", TOKEN_LESS_EQUAL, 0},
    {"<", TOKEN_LESS, 0},
    {">>", TOKEN_SHIFT_RIGHT, 0},
    {">=", TOKEN_GREATER_EQUAL, 0},
    {">", TOKEN_GREATER, 0},
    {"==", TOKEN_EQUAL, 0},
    {"=", TOKEN_ASSIGN, 0},
    {"!=", TOKEN_NOT_EQUAL, 0},
    {"!!", TOKEN_SORTED_SEND, 0},
    {"!", TOKEN_SEND, 0},
    {"??", TOKEN_RANDOM_RECEIVE, 0},
    {"?", TOKEN_RECEIVE, 0},
    {"&&", TOKEN_AND, 0},
    {"&", TOKEN_AMPERSAND, 0},
    {"||", TOKEN_OR, 0},
    {"|", TOKEN_BAR, 0},
    {"..", TOKEN_DOT_DOT, 0},
    {".", TOKEN_DOT, 0},
    {",", TOKEN_COMMA, 0},
    {"(", TOKEN_OPEN_PAREN, 0},
    {")", TOKEN_CLOSE_PAREN, 0},
    {"[", TOKEN_OPEN_BRACKET, 0},
    {"]", TOKEN_CLOSE_BRACKET, 0},
    {"{", TOKEN_OPEN_BRACE, 0},
    {"}", TOKEN_CLOSE_BRACE, 0},
    {"*", TOKEN_STAR, 0},
    {"/", TOKEN_SLASH, 0},
    {"%", TOKEN_PERCENT, 0},
    {"^", TOKEN_CARET, 0},
    {"~", TOKEN_TILDE, 0},
    {"@", TOKEN_AT, 0},
};

static const struct word temporal_marks[] = {
    {"[]", TOKEN_ALWAYS, 0},  {"<>", TOKEN_EVENTUALLY, 0}, {"<->", TOKEN_EQUIVALENT, 0},
    {"->", TOKEN_IMPLIES, 0}, {"/\\", TOKEN_AND, 0},       {"\\/", TOKEN_OR, 0},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct lexer {
    const struct source *source;
    struct arena *arena;
    struct tokens *tokens;
    struct diagnostics *diagnostics;
    const char *text;
    size_t at, length, line;
    bool newline;      /* seen since the last token */
    bool formula_next; /* after `ltl`, before its brace */
    unsigned formula_depth;
};

static struct place here(const struct lexer *lexer) { return source_place(lexer->source, lexer->line, lexer->at); }

static char peek(const struct lexer *lexer, size_t ahead) {
    return lexer->at + ahead < lexer->length ? lexer->text[lexer->at + ahead] : '\0';
}

static void step(struct lexer *lexer) {
    if (lexer->at >= lexer->length) return;
    if (lexer->text[lexer->at++] == '\n') lexer->line++;
}

static struct token *add(struct lexer *lexer, enum token_kind kind, struct place place) {
    vec_push(&lexer->tokens->list, (struct token){.kind = kind, .newline_before = lexer->newline, .place = place});
    lexer->newline = false;
    return &vec_last(&lexer->tokens->list);
}

static void skip_comment(struct lexer *lexer) {
    struct place place = here(lexer);
    step(lexer), step(lexer);
    while (lexer->at < lexer->length && !(peek(lexer, 0) == '*' && peek(lexer, 1) == '/')) {
        if (peek(lexer, 0) == '\n') lexer->newline = true;
        step(lexer);
    }
    if (lexer->at >= lexer->length) diag_error(lexer->diagnostics, place, "this comment is never closed by `*/`");
    step(lexer), step(lexer);
}

static void skip_line(struct lexer *lexer) {
    while (lexer->at < lexer->length && peek(lexer, 0) != '\n') step(lexer);
}

static void skip_blanks(struct lexer *lexer) {
    while (lexer->at < lexer->length) {
        char c = peek(lexer, 0);
        if (c == '/' && peek(lexer, 1) == '*') {
            skip_comment(lexer);
        } else if (c == '*' && peek(lexer, 1) == '/') {
            diag_warning(lexer->diagnostics, here(lexer), "`*/` closes no comment here: ignored");
            step(lexer), step(lexer);
        } else if (c == '/' && peek(lexer, 1) == '/') {
            skip_line(lexer);
        } else if (c == '\\' && (peek(lexer, 1) == '\n' || peek(lexer, 1) == '\r')) {
            step(lexer);
            while (peek(lexer, 0) == '\r') step(lexer);
            step(lexer); /* a continued line is one line */
        } else if (isspace((unsigned char)c) || c == '\0') {
            if (c == '\n') lexer->newline = true;
            step(lexer);
        } else {
            return;
        }
    }
}

static void read_number(struct lexer *lexer) {
    struct token *token = add(lexer, TOKEN_NUMBER, here(lexer));
    size_t start = lexer->at;
    uint64_t value = 0;
    bool large = false;
    for (; isdigit((unsigned char)peek(lexer, 0)); step(lexer)) {
        value = value * 10 + (uint64_t)(peek(lexer, 0) - '0');
        large |= value > UINT32_MAX;
        if (large) value = UINT32_MAX;
    }
    token->is_digits = true;
    token->text = arena_text_n(lexer->arena, lexer->text + start, lexer->at - start);
    token->value = (int32_t)(uint32_t)value;
    if (large)
        diag_error(lexer->diagnostics, token->place, "the number %s does not fit into 32 bits", token->text);
    else if (value > INT32_MAX)
        diag_warning(lexer->diagnostics, token->place, "the number %s does not fit into an int: it is read as %d",
                     token->text, token->value);
    if (!is_word_char(peek(lexer, 0))) return;
    bool hexadecimal = peek(lexer, 0) == 'x' || peek(lexer, 0) == 'X';
    diag_error(lexer->diagnostics, token->place, "a number ends in a letter%s",
               hexadecimal ? ": Promela has decimal numbers only" : "");
    while (is_word_char(peek(lexer, 0))) step(lexer);
}

static int escaped(char c) {
    switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'f': return '\f';
    default: return (unsigned char)c;
    }
}

static void read_character(struct lexer *lexer) {
    struct token *token = add(lexer, TOKEN_NUMBER, here(lexer));
    step(lexer);
    bool escape = peek(lexer, 0) == '\\';
    if (escape) step(lexer);
    token->value = escape ? escaped(peek(lexer, 0)) : (unsigned char)peek(lexer, 0);
    step(lexer);
    if (peek(lexer, 0) == '\'') {
        step(lexer);
        token->text = arena_printf(lexer->arena, "%d", token->value);
        return;
    }
    token->text = "'";
    diag_error(lexer->diagnostics, token->place, "a character constant is one character between quotes: 'a'");
}

static void read_string(struct lexer *lexer, char quote) {
    struct token *token = add(lexer, TOKEN_STRING, here(lexer));
    step(lexer);
    size_t start = lexer->at;
    while (lexer->at < lexer->length && peek(lexer, 0) != quote && peek(lexer, 0) != '\n') {
        if (peek(lexer, 0) == '\\') step(lexer);
        step(lexer);
    }
    token->text = arena_text_n(lexer->arena, lexer->text + start, lexer->at - start);
    if (peek(lexer, 0) == quote)
        step(lexer);
    else
        diag_error(lexer->diagnostics, token->place, "this string is not closed on its line");
}

/* Passes over a string or character constant inside C code. */
static void skip_c_literal(struct lexer *lexer, char quote) {
    for (step(lexer); lexer->at < lexer->length && peek(lexer, 0) != quote && peek(lexer, 0) != '\n'; step(lexer))
        if (peek(lexer, 0) == '\\') step(lexer);
    if (peek(lexer, 0) == quote) step(lexer);
}

/* `\#include`: the backslash is there to hide the directive from the preprocessor of the model. */
static const char *without_hiding(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_text_n(arena, text, length);
    size_t used = 0;
    for (size_t i = 0; i < length; i++)
        if (!(copy[i] == '\\' && copy[i + 1] == '#')) copy[used++] = copy[i];
    copy[used] = '\0';
    return copy;
}

/* The text between an opening mark, which is next, and its partner; NULL if there is none. */
static const char *read_c_text(struct lexer *lexer, char open, char close) {
    unsigned depth = 1;
    step(lexer);
    size_t start = lexer->at;
    while (lexer->at < lexer->length) {
        char c = peek(lexer, 0);
        if (c == '"' || c == '\'') {
            skip_c_literal(lexer, c);
            continue;
        }
        if (c == '/' && peek(lexer, 1) == '*') {
            skip_comment(lexer);
            continue;
        }
        if (c == '/' && peek(lexer, 1) == '/') {
            skip_line(lexer);
            continue;
        }
        if (c == open) depth++;
        if (c == close && --depth == 0) {
            const char *text = without_hiding(lexer->arena, lexer->text + start, lexer->at - start);
            step(lexer);
            return text;
        }
        step(lexer);
    }
    return NULL;
}

static void read_c_fragment(struct lexer *lexer, size_t token_index) {
    struct place place = lexer->tokens->list.items[token_index].place;
    const char *assertion = NULL, *code = NULL;
    skip_blanks(lexer);
    if (peek(lexer, 0) == '[') {
        assertion = read_c_text(lexer, '[', ']');
        skip_blanks(lexer);
    }
    if (peek(lexer, 0) == '{') code = read_c_text(lexer, '{', '}');
    if (!code) diag_error(lexer->diagnostics, place, "expected C code between `{` and `}`");
    struct token *token = &lexer->tokens->list.items[token_index];
    token->text = code ? code : "";
    token->extra = assertion;
    lexer->newline = false;
}

static const struct word *find_word(const struct word *words, size_t count, const char *text, size_t length) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(text, words[middle].text, length);
        if (order == 0 && words[middle].text[length] != '\0') order = -1;
        if (order == 0) return &words[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static void read_word(struct lexer *lexer) {
    struct place place = here(lexer);
    size_t start = lexer->at;
    while (is_word_char(peek(lexer, 0))) step(lexer);
    const char *text = lexer->text + start;
    size_t length = lexer->at - start;
    const struct word *word = NULL;
    if (lexer->formula_depth) word = find_word(temporal_words, COUNT(temporal_words), text, length);
    if (!word) word = find_word(keywords, COUNT(keywords), text, length);
    struct token *token = add(lexer, word ? word->kind : TOKEN_NAME, place);
    token->text = word ? word->text : arena_text_n(lexer->arena, text, length);
    token->value = word ? word->value : 0;
    if (token->kind == TOKEN_LTL) lexer->formula_next = true;
    if (token->kind == TOKEN_C_CODE || token->kind == TOKEN_C_DECL || token->kind == TOKEN_C_EXPR)
        read_c_fragment(lexer, lexer->tokens->list.count - 1);
}

/* Inside `ltl name { .. }` some marks and words mean temporal operators. */
static void follow_braces(struct lexer *lexer, enum token_kind kind) {
    if (kind == TOKEN_OPEN_BRACE && (lexer->formula_depth || lexer->formula_next)) {
        lexer->formula_depth++;
        lexer->formula_next = false;
    } else if (kind == TOKEN_CLOSE_BRACE && lexer->formula_depth) {
        lexer->formula_depth--;
    } else if (kind == TOKEN_SEMICOLON) {
        lexer->formula_next = false;
    }
}

static const struct word *find_mark(const struct lexer *lexer, const struct word *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i].text);
        if (lexer->length - lexer->at >= length && !strncmp(lexer->text + lexer->at, words[i].text, length))
            return &words[i];
    }
    return NULL;
}

static void read_mark(struct lexer *lexer) {
    const struct word *mark = NULL;
    if (lexer->formula_depth) mark = find_mark(lexer, temporal_marks, COUNT(temporal_marks));
    if (!mark) mark = find_mark(lexer, marks, COUNT(marks));
    if (!mark) {
        unsigned char c = (unsigned char)peek(lexer, 0);
        if (isprint(c))
            diag_error(lexer->diagnostics, here(lexer), "unexpected character `%c`", c);
        else
            diag_error(lexer->diagnostics, here(lexer), "unexpected character with code %u", c);
        step(lexer);
        return;
    }
    struct token *token = add(lexer, mark->kind, here(lexer));
    token->text = mark->text;
    for (size_t i = strlen(mark->text); i > 0; i--) step(lexer);
    follow_braces(lexer, mark->kind);
}

enum { MOST_ERRORS = 20 };

static void run(struct lexer *lexer) {
    unsigned errors_before = lexer->diagnostics->errors;
    for (skip_blanks(lexer); lexer->at < lexer->length; skip_blanks(lexer)) {
        char c = peek(lexer, 0);
        if (isdigit((unsigned char)c))
            read_number(lexer);
        else if (is_word_char(c))
            read_word(lexer);
        else if (c == '"' || c == '$')
            read_string(lexer, c);
        else if (c == '\'')
            read_character(lexer);
        else
            read_mark(lexer);
        if (lexer->diagnostics->errors - errors_before >= MOST_ERRORS) break;
    }
    add(lexer, TOKEN_END, here(lexer))->text = "";
}

void tokenize(const struct source *source, struct arena *arena, struct tokens *tokens,
              struct diagnostics *diagnostics) {
    struct lexer lexer = {.source = source,
                          .arena = arena,
                          .tokens = tokens,
                          .diagnostics = diagnostics,
                          .text = source->text,
                          .length = source->length};
    run(&lexer);
}

const char *token_kind_name(enum token_kind kind) {
    switch (kind) {
    case TOKEN_END: return "end of the file";
    case TOKEN_NAME: return "a name";
    case TOKEN_NUMBER: return "a number";
    case TOKEN_STRING: return "a string";
    case TOKEN_TYPE: return "a type";
    default: break;
    }
    for (size_t i = 0; i < COUNT(keywords); i++)
        if (keywords[i].kind == kind) return keywords[i].text;
    for (size_t i = 0; i < COUNT(marks); i++)
        if (marks[i].kind == kind) return marks[i].text;
    for (size_t i = 0; i < COUNT(temporal_marks); i++)
        if (temporal_marks[i].kind == kind) return temporal_marks[i].text;
    for (size_t i = 0; i < COUNT(temporal_words); i++)
        if (temporal_words[i].kind == kind) return temporal_words[i].text;
    return "?";
}

const char *token_describe(struct arena *arena, const struct token *token) {
    switch (token->kind) {
    case TOKEN_END: return "end of the file";
    case TOKEN_STRING: return "a string";
    case TOKEN_C_CODE:
    case TOKEN_C_DECL:
    case TOKEN_C_EXPR: return arena_printf(arena, "`%s`", token_kind_name(token->kind));
    default: return arena_printf(arena, "`%s`", token->text ? token->text : token_kind_name(token->kind));
    }
}

bool token_is_keyword(const char *word) { return find_word(keywords, COUNT(keywords), word, strlen(word)) != NULL; }

bool token_is_temporal(const char *word) {
    return find_word(temporal_words, COUNT(temporal_words), word, strlen(word)) != NULL;
}
