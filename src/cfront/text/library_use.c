#include "cfront/text/library_use.h"

#include "base/text.h"
#include "base/vec.h"
#include "base/word.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 63 }; /* of names that matter */

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_'; }

/* Behind a backslash at the end of a line; `at` where there is none. */
static const char *skip_splice(const char *at, const char *end) {
    while (at < end && *at == '\\') {
        const char *next = at + 1;
        while (next < end && (*next == ' ' || *next == '\t' || *next == '\r')) next++; /* compilers allow blanks */
        if (next >= end || *next != '\n') return at;
        at = next + 1;
    }
    return at;
}

/* The word at `at`, which may go on in the next line; returns what is behind it. */
static const char *take_word(const char *at, const char *end, char word[LONGEST + 1]) {
    size_t length = 0;
    while ((at = skip_splice(at, end)) < end && is_word_char(*at)) {
        if (length < LONGEST) word[length++] = *at;
        at++;
    }
    word[length] = '\0';
    return at;
}

/* ---- What the library has ---- */

/* Behind a line of the preprocessor, a comment, a text or a character; `at` if none begins here. */
static const char *skip_other(const char *at) {
    if (*at == '#') {
        while (*at && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
    } else if (at[0] == '/' && at[1] == '*') {
        const char *close = strstr(at + 2, "*/");
        return close ? close + 2 : at + strlen(at);
    } else if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at && *at != quote) at += *at == '\\' && at[1] ? 2 : 1;
        return *at ? at + 1 : at;
    }
    return at;
}

/* rtcheck_…, __rtcheck_…: what bodies use among themselves, or is there without them. */
static bool is_private(const char *word) { return begins_with(word + strspn(word, "_"), "rtcheck_"); }

static bool is_of_types(const char *word) {
    static const char *const words[] = {"__INTMAX_TYPE__",
                                        "__PTRDIFF_TYPE__",
                                        "__UINT32_TYPE__",
                                        "__UINTMAX_TYPE__",
                                        "char",
                                        "const",
                                        "double",
                                        "enum",
                                        "float",
                                        "int",
                                        "lconv",
                                        "long",
                                        "short",
                                        "size_t",
                                        "static",
                                        "struct",
                                        "time_t",
                                        "tm",
                                        "typedef",
                                        "union",
                                        "unsigned",
                                        "void",
                                        "wchar_t",
                                        "wint_t"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

/* Behind the `#` of a definition: its name; NULL: this is none. */
static const char *defined_name(const char *at) {
    static const char define[] = "define ";
    at += 1 + strspn(at + 1, " \t");
    return begins_with(at, define) ? at + sizeof define - 1 : NULL;
}

/* What a text in C declares outside of all braces and parentheses. */
static struct name_set names_of(const char *library, bool with_own, struct arena *arena) {
    VEC(const char *) found = {0};
    char word[LONGEST + 1];
    unsigned depth = 0;
    for (const char *at = library, *end = at + strlen(at); *at;) {
        const char *behind = skip_other(at), *name = *at == '#' && with_own ? defined_name(at) : NULL;
        if (name) {
            take_word(name, end, word);
            vec_push(&found, arena_text(arena, word));
        }
        if (behind != at) {
            at = behind;
        } else if (begins_word(*at)) {
            at = take_word(at, end, word);
            if (!depth && !is_of_types(word) && (with_own || !is_private(word)))
                vec_push(&found, arena_text(arena, word));
        } else {
            depth += *at == '{' || *at == '(';
            depth -= (*at == '}' || *at == ')') && depth;
            at++;
        }
    }
    struct name_set names = name_set_of(arena, found.items, found.count);
    vec_free(&found);
    return names;
}

struct library_use library_use_of(const char *library, struct arena *arena) {
    VEC(struct library_part) parts = {0};
    for (const char *at = library; *at;) {
        const char *text = arena_text_n(arena, at, strcspn(at, "\f"));
        vec_push(&parts, (struct library_part){text, names_of(text, true, arena), false});
        at += strlen(text);
        at += *at == '\f';
    }
    struct library_use use = {.names = names_of(library, false, arena), .count = parts.count};
    use.parts = arena_new_array(arena, struct library_part, parts.count + 1);
    for (size_t i = 0; i < parts.count; i++) use.parts[i] = parts.items[i];
    vec_free(&parts);
    return use;
}

static void use_parts(struct library_use *use, bool is_used) {
    use->is_used = use->has_errno = is_used;
    for (size_t i = 0; i < use->count; i++) use->parts[i].is_used = is_used;
}

void library_use_none(struct library_use *use) { use_parts(use, false); }

void library_use_all(struct library_use *use) { use_parts(use, true); }

/* ---- What others say ---- */

/* The next word of a text, whose end it returns; NULL: there is none. */
static const char *next_word(const char *at, const char *end, char word[LONGEST + 1]) {
    while (at < end) {
        if (begins_word(*at)) return take_word(at, end, word);
        at = isdigit((unsigned char)*at) ? take_word(at, end, word) : at + 1;
    }
    return NULL;
}

/* Those that are functions of the library are the library's; what is no number is a constant of the compiler's. */
static const char *without_builtin(const char *word) {
    static const char builtin[] = "__builtin_";
    const char *plain = word + sizeof builtin - 1;
    return !begins_with(word, builtin) || begins_with(plain, "nan") ? word : plain;
}

/* Whether that is more than before. */
static bool use_parts_with(struct library_use *use, const char *name) {
    bool more = false;
    for (size_t i = 0; i < use->count; i++) {
        struct library_part *part = &use->parts[i];
        if (part->is_used || !name_set_has(&part->names, name)) continue;
        part->is_used = more = true;
    }
    return more;
}

static void use_names_in(struct library_use *use, const char *text, size_t length) {
    char word[LONGEST + 1];
    for (const char *at = text; (at = next_word(at, text + length, word));) {
        const char *name = without_builtin(word);
        if (!name_set_has(&use->names, name)) continue;
        use->is_used = true;
        use_parts_with(use, name);
    }
}

/* Pieces of text are one name (a##b), or other signs stand for those that do it (%:, ?\?=): nobody can know which name.
 */
static bool pastes_names(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *at = text; at + 1 < end; at++) {
        bool pastes = *at == '#' && (at = skip_splice(at + 1, end)) < end && *at == '#';
        if (pastes || (at + 1 < end && at[0] == '%' && at[1] == ':') || (at + 1 < end && at[0] == '?' && at[1] == '?'))
            return true;
    }
    return false;
}

static bool names_errno(const char *text, size_t length) {
    char word[LONGEST + 1];
    for (const char *at = text; (at = next_word(at, text + length, word));)
        if (!strcmp(word, "errno")) return true;
    return false;
}

/* `%*d`, `%n`: such a format is read when code runs. */
static bool has_open_format(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *at = text; (at = memchr(at, '%', (size_t)(end - at)));) {
        at++;
        while (at < end && (isdigit((unsigned char)*at) || strchr("-+ #.hljzt", *at))) at++;
        if (at < end && (*at == '*' || *at == 'n')) return true;
    }
    return false;
}

void library_look(struct library_use *use, const char *text, size_t length) {
    if (pastes_names(text, length))
        library_use_all(use);
    else
        use_names_in(use, text, length);
    use->has_errno |= names_errno(text, length);
    if (has_open_format(text, length)) use->is_used |= use_parts_with(use, "rtcheck_printf");
}

/* Behind a line of the preprocessor and those that belong to it. */
static const char *behind_line(const char *at, const char *end) {
    while (at < end && *at != '\n') at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

/* A macro with the name of a function of the library, which stands for that and others of its part: whoever uses it
 * says its name. */
static bool stands_for_function(const struct library_use *use, const char *line, const char *end) {
    char word[LONGEST + 1];
    const char *name = defined_name(line);
    return name && take_word(name, end, word) && name_set_has(&use->names, word);
}

void library_look_at_ours(struct library_use *use, const char *text, size_t length) {
    char word[LONGEST + 1];
    const char *end = text + length;
    for (const char *at = text; !use->is_used && (at = next_word(at, end, word));)
        use->is_used = name_set_has(&use->names, without_builtin(word));
    for (const char *at = text; (at = memchr(at, '#', (size_t)(end - at)));) {
        const char *behind = behind_line(at, end);
        if (!stands_for_function(use, at, end)) use_names_in(use, at, (size_t)(behind - at));
        at = behind;
    }
}

/* ---- What is to be read ---- */

static bool use_what_used_parts_name(struct library_use *use) {
    char word[LONGEST + 1];
    bool more = false;
    for (size_t i = 0; i < use->count; i++) {
        if (!use->parts[i].is_used) continue;
        const char *text = use->parts[i].text, *end = text + strlen(text);
        for (const char *at = text; (at = next_word(at, end, word));) more |= use_parts_with(use, word);
    }
    return more;
}

const char *library_used_text(struct library_use *use, struct arena *arena) {
    struct text text = {0};
    if (!use->is_used) return "";
    if (use->count) use->parts[0].is_used = true;
    while (use_what_used_parts_name(use))
        ;
    for (size_t i = 0; i < use->count; i++) {
        const char *part = use->parts[i].text;
        if (use->parts[i].is_used) text_add(&text, part);
        for (const char *at = part; !use->parts[i].is_used && (at = strchr(at, '\n')); at++) text_add(&text, "\n");
    }
    const char *used = arena_text(arena, text_chars(&text));
    text_free(&text);
    return used;
}
