#include "cfront/missing/stray_word.h"

#include <ctype.h>

/* A word of the text; empty: there is none. */
struct word {
    size_t begin, end;
};

static struct word word_at(const struct complaint *complaint, size_t at) {
    size_t begin = skip_spaces(complaint, at);
    bool is_number = isdigit((unsigned char)char_at(complaint, begin));
    return (struct word){begin, is_number ? begin : skip_word(complaint, begin)};
}

static struct word last_word(const struct complaint *complaint, size_t before) {
    size_t end = spaces_before(complaint, before);
    return (struct word){word_before(complaint, end), end};
}

static bool is_empty(struct word word) { return word.begin == word.end; }

static bool is_macro(const struct complaint *complaint, struct word word) {
    return looks_like_macro(complaint, word.begin, word.end);
}

static bool is_spelled(const struct complaint *complaint, struct word word, const char *name) {
    return spells(complaint->text + word.begin, word.end - word.begin, name);
}

static bool opens_record(const struct complaint *complaint, struct word word) {
    return is_spelled(complaint, word, "struct") || is_spelled(complaint, word, "union") ||
           is_spelled(complaint, word, "enum");
}

/* `struct PACKED s {`: the compiler takes the first word for the name. */
static struct word before_name_of_record(const struct complaint *complaint, struct word name) {
    struct word word = last_word(complaint, name.begin);
    bool is_it = !is_empty(word) && opens_record(complaint, last_word(complaint, word.begin));
    return is_it ? word : (struct word){0, 0};
}

/* Of `x FAR y` and `x y FAR` the one that looks like it. */
static struct word in_declaration(const struct complaint *complaint) {
    static const struct word none = {0, 0};
    struct word before = last_word(complaint, complaint->offset), behind = word_at(complaint, complaint->offset);
    char next = char_at(complaint, skip_spaces(complaint, complaint->offset));
    if (next == '{') return before_name_of_record(complaint, before);
    if (next == '*') return is_macro(complaint, before) ? before : none;
    bool is_before = is_macro(complaint, before), is_behind = is_macro(complaint, behind);
    if (is_empty(behind) || is_before == is_behind) return none;
    return is_before ? before : behind;
}

static bool is_beside_text(const struct complaint *complaint, struct word word) {
    size_t before = spaces_before(complaint, word.begin);
    return (before && complaint->text[before - 1] == '"') ||
           char_at(complaint, skip_spaces(complaint, word.end)) == '"';
}

/* `"text" NAME`, `NAME "text"` */
static struct word text_in(const struct complaint *complaint) {
    struct word before = last_word(complaint, complaint->offset), behind = word_at(complaint, complaint->offset);
    if (!is_empty(behind) && is_beside_text(complaint, behind)) return behind;
    return !is_empty(before) && is_beside_text(complaint, before) ? before : (struct word){0, 0};
}

static struct word found_in(const struct complaint *complaint) {
    static const char *const declarations[] = {"expected ';' after top level declarator",
                                               "expected ';' at end of declaration", "expected ';' after struct",
                                               "expected ';' after union", "expected ')'"};
    for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
        if (says(complaint, declarations[i])) {
            struct word text = text_in(complaint);
            return is_empty(text) ? in_declaration(complaint) : text;
        }
    if (says(complaint, "expected ';' after")) return text_in(complaint);
    struct word here = word_at(complaint, complaint->offset), last = last_word(complaint, complaint->offset);
    if (says(complaint, "expected function body after function declarator") && is_macro(complaint, here)) return here;
    if (says(complaint, "function cannot return function type") && is_macro(complaint, last)) return last;
    bool is_at_end = skip_spaces(complaint, complaint->offset) >= complaint->length;
    if (says(complaint, "expected identifier or '('") && is_at_end && is_macro(complaint, last)) return last;
    return (struct word){0, 0};
}

const char *stray_word(const struct complaint *complaint, enum invented_kind *kind) {
    if (!complaint->text) return NULL;
    struct word word = found_in(complaint);
    if (is_empty(word)) return NULL;
    bool is_before_name = says(complaint, "function cannot return"); /* `void NAKED (f)(void)` */
    bool has_arguments = !is_before_name && char_at(complaint, skip_spaces(complaint, word.end)) == '(';
    *kind = has_arguments ? INVENTED_LINE : is_beside_text(complaint, word) ? INVENTED_TEXT : INVENTED_WORD;
    return arena_text_n(complaint->front->scratch, complaint->text + word.begin, word.end - word.begin);
}
