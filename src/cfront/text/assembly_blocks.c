#include "cfront/text/assembly_blocks.h"

#include "base/word.h"
#include "cfront/text/code_only.h"

#include <ctype.h>

static const char statement[] = "(\"?\");";
enum { STATEMENT = sizeof statement - 1 };

static size_t skip_blanks(const char *text, size_t at) {
    while (isspace((unsigned char)text[at])) at++;
    return at;
}

/* Behind the line of the preprocessor in which this is; or behind the text. */
static size_t end_of_part(const char *text, size_t at, size_t length) {
    size_t begin = at;
    while (begin && (text[begin - 1] != '\n' || (begin > 1 && text[begin - 2] == '\\'))) begin--;
    if (text[begin + strspn(text + begin, " \t")] != '#') return length;
    while (at < length && (text[at] != '\n' || text[at - 1] == '\\')) at++;
    return at;
}

/* Behind the brace that closes the one here; 0: none does. */
static size_t end_of_block(const char *text, size_t at, size_t end) {
    for (unsigned depth = 0; at < end; at++) {
        depth += text[at] == '{';
        if (text[at] == '}' && !--depth) return at + 1;
    }
    return 0;
}

/* What joins lines stays, too. */
static bool is_kept(const char *text, size_t at) {
    return text[at] == '\n' || text[at] == '\r' || (text[at] == '\\' && (text[at + 1] == '\n' || text[at + 1] == '\r'));
}

/* Room for the statement in one line; `end`: there is none. */
static size_t find_room(const char *text, size_t at, size_t end) {
    size_t room = 0;
    for (; at < end && room < STATEMENT; at++) room = is_kept(text, at) ? 0 : room + 1;
    return room == STATEMENT ? at - STATEMENT : end;
}

static bool rewrite_block(const char *code, char *text, size_t at, size_t length) {
    size_t open = skip_blanks(code, at), end = end_of_part(code, at, length);
    size_t behind = code[open] == '{' && open < end ? end_of_block(code, open, end) : 0;
    size_t room = behind ? find_room(text, at, behind) : 0;
    if (!behind || room == behind) return false;
    for (size_t i = at; i < behind; i++)
        if (!is_kept(text, i)) text[i] = ' ';
    memcpy(text + room, statement, STATEMENT);
    return true;
}

static bool rewrite(const char *code, char *text, size_t length) {
    static const char *const words[] = {"asm", "_asm", "__asm", NULL};
    bool any = false;
    for (size_t at = 0; at < length;) {
        size_t word = word_length(code + at);
        if (word && spells_one_of(code + at, word, words)) any |= rewrite_block(code, text, at + word, length);
        at += word ? word : 1;
    }
    return any;
}

bool assembly_blocks_rewrite(char *text, size_t length) {
    struct arena *own = arena_new();
    const char *code = code_only(own, text, true); /* a comment may speak of such blocks, too */
    bool any = strlen(code) == length && rewrite(code, text, length);
    arena_free(own);
    return any;
}
