#include "cfront/source/foreign_text.h"

#include "base/word.h"
#include "cfront/written/placed.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* ---- Tokens ---- */

enum token_kind { WORD, NUMBER, STRING, SIGN, BREAK /* a line of the preprocessor: `at` is what it defines */ };

struct token {
    enum token_kind kind;
    char *at;
    size_t length;
    bool in_macro; /* in what stands for one */
    bool is_gone;
};

typedef VEC(struct token) tokens;

struct reader {
    char *at, *end;
    tokens *list;
    char *macro_end; /* NULL: not in one */
};

static void add(struct reader *reader, enum token_kind kind, size_t length) {
    vec_push(reader->list, (struct token){kind, reader->at, length, reader->macro_end != NULL, false});
    reader->at += length;
}

static size_t length_of_word(const char *at, const char *end) {
    size_t length = 0;
    while (at + length < end && is_word_char(at[length])) length++;
    return length;
}

static void skip_comment(struct reader *reader) {
    bool is_line = reader->at[1] == '/';
    reader->at += is_line ? 2 : 3;
    while (reader->at < reader->end && (is_line ? *reader->at != '\n' : reader->at[-1] != '/' || reader->at[-2] != '*'))
        reader->at++;
}

static void read_string(struct reader *reader) {
    size_t length = 1;
    while (reader->at + length < reader->end && reader->at[length] != *reader->at && reader->at[length] != '\n')
        length += reader->at[length] == '\\' && reader->at + length + 1 < reader->end ? 2 : 1;
    if (reader->at + length < reader->end) length++;
    add(reader, STRING, length);
}

static char *end_of_line(char *at, const char *end) {
    while (at < end && (*at != '\n' || at[-1] == '\\' || (at[-1] == '\r' && at[-2] == '\\'))) at++;
    return at;
}

static char *skip_blanks(char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

/* `#define NAME(x) ...` is read on, behind its parameters; any other line is skipped. */
static void read_directive(struct reader *reader) {
    char *line_end = end_of_line(reader->at, reader->end), *word = skip_blanks(reader->at + 1, line_end);
    size_t length = length_of_word(word, line_end);
    char *name = skip_blanks(word + length, line_end);
    bool is_macro = spells(word, length, "define");
    reader->at = is_macro ? name : line_end;
    add(reader, BREAK, is_macro ? length_of_word(name, line_end) : 0);
    if (!is_macro) return;
    if (reader->at < line_end && *reader->at == '(')
        while (reader->at < line_end && *reader->at++ != ')') {
        }
    reader->macro_end = line_end;
}

static bool begins_line(const struct reader *reader, const char *start) {
    const char *at = reader->at;
    while (at > start && (at[-1] == ' ' || at[-1] == '\t')) at--;
    return at == start || at[-1] == '\n';
}

static void read_one(struct reader *reader, const char *start) {
    char c = *reader->at, next = reader->at + 1 < reader->end ? reader->at[1] : '\0';
    size_t length = length_of_word(reader->at + (c == '@'), reader->end);
    if (c == '/' && (next == '/' || next == '*'))
        skip_comment(reader);
    else if (c == '#' && !reader->macro_end && begins_line(reader, start))
        read_directive(reader);
    else if (c == '"' || c == '\'')
        read_string(reader);
    else if (isdigit((unsigned char)c))
        add(reader, NUMBER, length);
    else if (c == '@')
        add(reader, WORD, isalpha((unsigned char)next) ? length + 1 : 1);
    else if (length)
        add(reader, WORD, length);
    else if (isspace((unsigned char)c) || c == '\\')
        reader->at++;
    else
        add(reader, SIGN, 1);
}

static void read_tokens(char *text, size_t length, tokens *list) {
    struct reader reader = {.at = text, .end = text + length, .list = list};
    while (reader.at < reader.end) {
        if (reader.macro_end && reader.at >= reader.macro_end) {
            reader.macro_end = NULL;
            add(&reader, BREAK, 0);
        } else {
            read_one(&reader, text);
        }
    }
}

/* ---- What stands around a word ---- */

struct context {
    struct foreign_text *text;
    tokens list;
};

static const struct token nothing = {.kind = BREAK, .at = (char *)""};

static const struct token *token(const struct context *context, size_t i) {
    return i < context->list.count ? &context->list.items[i] : &nothing;
}

/* The last one before it that is left. */
static const struct token *before(const struct context *context, size_t i) {
    while (i-- > 0)
        if (!context->list.items[i].is_gone) return &context->list.items[i];
    return &nothing;
}

static bool is_sign(const struct token *token, char c) { return token->kind == SIGN && *token->at == c; }

static bool is_among(const struct token *token, const char *const *words) {
    for (; token->kind == WORD && *words; words++)
        if (spells(token->at, token->length, *words)) return true;
    return false;
}

static bool is_type(const struct token *token) {
    static const char *const words[] = {"void",     "char",     "short", "int",      "long",   "float",  "double",
                                        "signed",   "unsigned", "const", "volatile", "static", "extern", "inline",
                                        "register", "struct",   "union", "enum",     NULL};
    return is_among(token, words);
}

static bool is_own(const struct context *context, const struct foreign_word *word) {
    const foreign_list *ours = context->text->ours;
    for (size_t i = 0; ours && i < ours->count; i++)
        if (ours->items[i] == word) return true;
    return false;
}

static const struct foreign_word *word_at(const struct context *context, size_t i) {
    const struct token *at = token(context, i);
    const struct foreign_word *word = at->kind == WORD ? foreign_word(at->at, at->length) : NULL;
    return word && !is_own(context, word) ? word : NULL;
}

/* Behind the bracket that closes the one at `i`. */
static size_t behind_brackets(const struct context *context, size_t i) {
    unsigned depth = 0;
    for (; token(context, i)->kind != BREAK; i++) {
        const struct token *at = token(context, i);
        depth += is_sign(at, '(') || is_sign(at, '[');
        if ((is_sign(at, ')') || is_sign(at, ']')) && --depth == 0) return i + 1;
        if (is_sign(at, ';') || is_sign(at, '{')) break;
    }
    return i;
}

static bool ends_heading(const struct context *context, size_t i) {
    const struct token *at = token(context, i);
    return is_sign(at, '{') || is_sign(at, ';') || at->kind == BREAK || word_at(context, i);
}

/* `interrupt VECTOR void f(void)`, `void interrupt VECTOR f(void)`, `void f(void) interrupt VECTOR`; not `interrupt
 * type f(void)`. */
static bool is_name_of_vector(const struct context *context, size_t i, size_t name) {
    const struct token *ahead = before(context, i);
    if (token(context, name)->kind != WORD || word_at(context, name) || is_type(token(context, name))) return false;
    if (is_sign(ahead, ')')) return ends_heading(context, name + 1) || is_sign(token(context, name + 1), '=');
    if (token(context, name + 1)->kind != WORD) return false;
    return is_type(token(context, name + 1)) || word_at(context, name + 1) || ahead->kind == WORD;
}

/* Behind the word at `i` and what belongs to it. */
static size_t behind(const struct context *context, size_t i, const struct foreign_word *word) {
    const struct token *next = token(context, i + 1);
    bool is_routine = word->kind == FOREIGN_ROUTINE;
    if (!is_routine && word->kind != FOREIGN_OPTION && word->kind != FOREIGN_AT) return i + 1;
    size_t end = i + 1;
    if (is_sign(next, '(') || (is_routine && is_sign(next, '[')))
        end = behind_brackets(context, i + 1);
    else if (next->kind == NUMBER || (word->kind == FOREIGN_AT && next->kind == STRING))
        end = i + 2;
    else if (is_routine ? is_name_of_vector(context, i, i + 1) : next->kind == WORD)
        end = i + 2;
    if (is_routine && end > i + 1 && is_sign(token(context, end), '=') && token(context, end + 1)->kind == NUMBER)
        end += 2;
    return end;
}

/* A name that C or its library may not have: no program should, either. */
static bool is_reserved(const struct foreign_word *word) { return *word->name == '_' || *word->name == '@'; }

/* Is there a type without the word? Of `data x;` the word may well be it, which a missing header declares. */
static bool has_type(const struct context *context, size_t i, size_t end) {
    static const char *const others[] = {"static", "extern", "const", "volatile", "register", "inline", "return",
                                         "else",   "case",   "do",    "typedef",  "sizeof",   NULL};
    const struct token *ahead = before(context, i), *next = token(context, end + 1);
    if (is_sign(ahead, '*') || (ahead->kind == WORD && !is_among(ahead, others))) return true;
    return is_type(token(context, end)) || word_at(context, end) || next->kind == WORD || is_sign(next, '*');
}

/* `far int x`, `int far x`: two words beside each other, the first one no type. */
static bool is_before_word(const struct context *context, size_t i, size_t end, const struct foreign_word *word) {
    static const char *const tags[] = {"struct", "union", "enum", "goto", NULL};
    const struct token *ahead = before(context, i), *next = token(context, end);
    bool is_address = spells(next->at, next->length, "@");
    if (next->kind != WORD || is_address || is_among(ahead, tags) || is_sign(ahead, '.') || is_sign(ahead, '>'))
        return false;
    return is_reserved(word) || word->macro || end > i + 1 || has_type(context, i, end);
}

/* `int far *p`, `int (far *p)(void)`, `(far *)`. Not `return far * p`. */
static bool is_before_star(const struct context *context, size_t i, size_t end) {
    static const char *const words[] = {"return", "case",   "else",  "do",   "sizeof",
                                        "goto",   "struct", "union", "enum", NULL};
    const struct token *ahead = before(context, i);
    if (!is_sign(token(context, end), '*')) return false;
    if (ahead->kind == WORD) return !is_among(ahead, words);
    size_t name = end;
    while (is_sign(token(context, name), '*')) name++;
    bool has_name = token(context, name)->kind == WORD, closes = is_sign(token(context, name + has_name), ')');
    return is_sign(ahead, '(') && closes && (!has_name || is_sign(token(context, name + 2), '('));
}

/* `void f(void) interrupt 5 using 1 {`; not `x = (int)data;`. */
static bool is_behind_parameters(const struct context *context, size_t i, size_t end, const struct foreign_word *word) {
    if (!is_sign(before(context, i), ')')) return false;
    bool is_certain = end > i + 1 || is_reserved(word) || !strcmp(word->name, "reentrant");
    return is_sign(token(context, end), ';') ? is_certain : ends_heading(context, end);
}

/* `#define FAR far`, `#define ROUTINE __interrupt`: all that a macro stands for. */
static bool is_all_of_macro(const struct context *context, size_t i, size_t end, const struct foreign_word *word) {
    const struct token *ahead = before(context, i);
    if (!token(context, i)->in_macro || ahead->kind != BREAK || token(context, end)->kind != BREAK) return false;
    return is_reserved(word) ||
           (ahead->length == strlen(word->name) && !strncasecmp(ahead->at, word->name, ahead->length));
}

/* `unsigned char x @0x20;`, `x _at_ 0x20;`, `void (*const table[])(void) @0xFFF0 = {` */
static bool is_behind_name(const struct context *context, size_t i, size_t end, const struct foreign_word *word) {
    const struct token *ahead = before(context, i);
    bool is_there = ahead->kind == WORD || is_sign(ahead, ']') || is_sign(ahead, ')');
    return word->kind == FOREIGN_AT && end > i + 1 && is_there && token(context, end)->kind != WORD;
}

/* ---- Making it C ---- */

static void note(struct foreign_text *text, const struct foreign_word *word) {
    for (size_t i = 0; i < text->read.count; i++)
        if (text->read.items[i] == word) return;
    vec_push(&text->read, word);
}

/* These tokens go; `instead`, which is not longer, stands in their place. */
static void replace(struct context *context, size_t i, size_t end, const char *instead) {
    char *from = token(context, i)->at, *to = token(context, end - 1)->at + token(context, end - 1)->length;
    size_t length = strlen(instead);
    for (size_t n = i; n < end; n++) context->list.items[n].is_gone = true;
    if ((size_t)(to - from) < length) return;
    for (char *at = from; at < to; at++)
        if (*at != '\n' && *at != '\r' && *at != '\\') *at = ' ';
    memcpy(from, instead, length);
    context->text->is_changed = true;
}

/* `interrupt(VECTOR) f(void) {`, without a type; not `@interrupt void (*const table[])(void)`. */
static bool lacks_type(const struct context *context, size_t i, size_t end) {
    const struct token *ahead = before(context, i);
    bool begins = is_sign(ahead, ';') || is_sign(ahead, '}') || ahead->kind == BREAK;
    while (word_at(context, end)) end = behind(context, end, word_at(context, end));
    const struct token *name = token(context, end);
    return begins && name->kind == WORD && !is_type(name) && is_sign(token(context, end + 1), '(');
}

static const char *instead_of(const struct context *context, size_t i, size_t end, const struct foreign_word *word) {
    if (word->kind == FOREIGN_ENDLESS) return "_Noreturn";
    if (word->kind == FOREIGN_AT) return token(context, i + 1)->kind == STRING ? PLACED_IN_SECTION : PLACED_AT_ADDRESS;
    if (word->kind != FOREIGN_ROUTINE) return "";
    return lacks_type(context, i, end) ? "void __irq" : "__irq";
}

/* `sfr P0 = 0x80;`: the name is all that counts. */
static void drop_address(struct context *context, size_t i) {
    size_t from = i + 1, end;
    while (token(context, from)->kind == WORD && word_at(context, from) && word_at(context, from)->kind == FOREIGN_AT)
        from = behind(context, from, word_at(context, from));
    for (from++, end = from; token(context, end)->kind != BREAK && !is_sign(token(context, end), ';');) end++;
    if (is_sign(token(context, from), '=')) replace(context, from, end, "");
}

/* `__declspec(interrupt: 0) void f(void)`, and `((interrupt(save(a))))` of an attribute, whose options nobody knows. */
static void read_attribute(struct context *context, size_t i) {
    const struct token *at = token(context, i);
    size_t open = i + 1;
    if (!is_sign(token(context, open), '(')) return;
    if (spells(at->at, at->length, "__declspec")) {
        size_t end = behind_brackets(context, open);
        const struct foreign_word *word = word_at(context, open + 1);
        if (word && word->kind == FOREIGN_ROUTINE) replace(context, i, end, "__irq");
        return;
    }
    for (size_t n = open, end = behind_brackets(context, open); n < end; n++)
        if (spells(token(context, n)->at, token(context, n)->length, "__interrupt__") &&
            is_sign(token(context, n + 1), '('))
            replace(context, n + 1, behind_brackets(context, n + 1), "");
}

/* `_VECTOR(5)`, which AVR's header makes `__vector_5`. */
static void read_vector(struct context *context, size_t i) {
    const struct token *number = token(context, i + 2);
    char name[32] = "__vector_";
    if (!is_sign(token(context, i + 1), '(') || number->kind != NUMBER || number->length > 9) return;
    strncat(name, number->at, number->length);
    replace(context, i, i + 4, name);
}

/* `SIGNAL(x) {`, and no header says what that is. */
static bool is_macro(const struct context *context, size_t i) {
    const struct token *ahead = before(context, i);
    bool begins = is_sign(ahead, ';') || is_sign(ahead, '}') || ahead->kind == BREAK || is_sign(ahead, ')');
    if (!begins || !is_sign(token(context, i + 1), '(')) return false;
    const struct token *end = token(context, behind_brackets(context, i + 1));
    return is_sign(end, '{') || is_sign(end, ';');
}

static void read_word(struct context *context, size_t i) {
    const struct token *at = token(context, i);
    if (spells(at->at, at->length, "__declspec") || spells(at->at, at->length, "__attribute__"))
        read_attribute(context, i);
    if (spells(at->at, at->length, "_VECTOR")) read_vector(context, i);
    const struct foreign_word *macro = foreign_macro(at->at, at->length), *word = word_at(context, i);
    if (macro && !is_own(context, macro) && is_macro(context, i)) {
        note(context->text, macro);
        return;
    }
    if (!word || word->kind == FOREIGN_MACRO || at->is_gone) return;
    size_t end = behind(context, i, word);
    bool is_it = (*word->name == '@' && word->kind != FOREIGN_AT) || is_before_word(context, i, end, word) ||
                 is_before_star(context, i, end) || is_behind_parameters(context, i, end, word) ||
                 is_all_of_macro(context, i, end, word) || is_behind_name(context, i, end, word);
    if (!is_it) return;
    note(context->text, word);
    if (word->kind == FOREIGN_REGISTER) drop_address(context, i);
    if (!word->macro) replace(context, i, end, instead_of(context, i, end, word));
}

void foreign_text_read(struct foreign_text *text) {
    struct context context = {.text = text};
    read_tokens(text->text, text->length, &context.list);
    for (size_t i = 0; i < context.list.count; i++)
        if (context.list.items[i].kind == WORD && !context.list.items[i].is_gone) read_word(&context, i);
    vec_free(&context.list);
}

/* ---- The program's own names ---- */

static void own(foreign_list *ours, const struct token *token) {
    for (const struct foreign_word *word = foreign_words; word->name; word++)
        if (spells(token->at, token->length, word->name)) vec_push(ours, word);
}

/* `#define far`, or `#define far far`, says what we say. */
static bool means_something(const struct context *context, size_t i) {
    const struct token *name = token(context, i), *value = token(context, i + 1);
    if (value->kind == BREAK) return false;
    return value->kind != WORD || value->length != name->length || memcmp(value->at, name->at, name->length) != 0;
}

void foreign_text_own(const char *text, size_t length, foreign_list *ours) {
    struct context context = {0};
    read_tokens((char *)text, length, &context.list);
    bool is_typedef = false;
    for (size_t i = 0; i < context.list.count; i++) {
        const struct token *at = token(&context, i);
        if (at->kind == BREAK && at->length && means_something(&context, i)) own(ours, at);
        is_typedef = (is_typedef || spells(at->at, at->length, "typedef")) && !is_sign(at, ';');
        if (is_typedef && at->kind == WORD && is_sign(token(&context, i + 1), ';')) own(ours, at);
    }
    vec_free(&context.list);
}
