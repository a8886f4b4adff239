#include "cli/project/oil_build.h"

#include "base/word.h"

#include <string.h>

static bool is_word_at(const char *text, const char *at, const char *word) {
    size_t length = strlen(word);
    return !strncmp(at, word, length) && (at == text || !is_word_char(at[-1])) && !is_word_char(at[length]);
}

/* Behind the comment that begins here; or here. */
static const char *skip_comment(const char *at) {
    if (begins_with(at, "//")) return at + strcspn(at, "\n");
    if (!begins_with(at, "/*")) return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* The next place of this word that is neither in a comment nor in a string. */
static const char *find_word(const char *text, const char *from, const char *word) {
    bool in_string = false;
    for (const char *at = text; *at;) {
        const char *behind = in_string ? at : skip_comment(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (!in_string && at >= from && is_word_at(text, at, word)) return at;
        in_string = *at == '"' ? !in_string : in_string && *at != '\n';
        at++;
    }
    return NULL;
}

/* Up to the quote that closes the string; `\\"` does not, unless it is the last one of its line. */
static size_t length_of_string(const char *string) {
    size_t length = strcspn(string, "\"\n");
    while (length && string[length] == '"' && string[length - 1] == '\\') {
        size_t more = strcspn(string + length + 1, "\"\n");
        if (string[length + 1 + more] != '"') break;
        length += 1 + more;
    }
    return length;
}

const char *oil_build_value(const char *text, const char *from, const char *word, size_t *length) {
    for (const char *at = find_word(text, from, word); at; at = find_word(text, at + 1, word)) {
        const char *value = at + strlen(word);
        value += strspn(value, " \t");
        value += begins_with(value, "+=");
        if (*value != '=') continue;
        value += 1 + strspn(value + 1, " \t");
        *length = *value == '"' ? length_of_string(value + 1) : 0;
        if (*length) return value + 1;
    }
    return NULL;
}

bool oil_build_is_erika(const char *text) {
    static const char *const own[] = {"EE_OPT", "KERNEL_TYPE", "CPU_DATA", "MCU_DATA", "BOARD_DATA", NULL};
    for (const char *const *word = own; *word; word++)
        if (find_word(text, text, *word)) return true;
    return false;
}

/* Of the first of these words that comes. */
static const char *value_of_any(const char *text, const char *from, const char *const *words, size_t *length) {
    const char *first = NULL;
    for (; *words; words++) {
        size_t own = 0;
        const char *value = oil_build_value(text, from, *words, &own);
        if (!value || (first && first < value)) continue;
        first = value;
        *length = own;
    }
    return first;
}

const char *oil_build_source(const char *text, const char *from, size_t *length) {
    static const char *const words[] = {"APP_SRC", "INCLUDE_C", NULL};
    return value_of_any(text, from, words, length);
}

const char *oil_build_flags(const char *text, const char *from, size_t *length) {
    static const char *const words[] = {"CFLAGS", "COMMONFLAGS", "PRECFLAGS", "PRECOMMONFLAGS", NULL};
    return value_of_any(text, from, words, length);
}

/* A name, or `NAME=text`; not where the text is made by others. */
static bool is_macro(const char *word, size_t length) {
    size_t name = word_length(word);
    if (!name || name > length || (*word >= '0' && *word <= '9')) return false;
    for (size_t i = name + 1; i < length; i++)
        if (strchr("\"\\$`", word[i])) return false;
    return name == length || word[name] == '=';
}

/* The next option, without quotes around it or parts of it, as a shell would have it; NULL: there are no more. */
static const char *next_option(struct arena *arena, const char **at, const char *end) {
    char *option = arena_text_n(arena, *at, (size_t)(end - *at)), quote = '\0';
    size_t length = 0;
    while (*at < end && strchr(" \t", **at)) ++*at;
    if (*at == end) return NULL;
    for (; *at < end && (quote || !strchr(" \t", **at)); ++*at) {
        bool is_quote = quote ? **at == quote : **at == '\'';
        if (is_quote)
            quote = quote ? '\0' : **at;
        else
            option[length++] = **at;
    }
    option[length] = '\0';
    return option;
}

static const char *behind(const char *option, const char *beginning) {
    return begins_with(option, beginning) ? option + strlen(beginning) : NULL;
}

/* `-UNAME` takes back what stands before it. */
static void undefine(struct text_list *macros, size_t from, const char *name) {
    size_t kept = from, length = strlen(name);
    for (size_t i = from; i < macros->list.count; i++) {
        const char *macro = macros->list.items[i];
        if (strncmp(macro, name, length) != 0 || is_word_char(macro[length])) macros->list.items[kept++] = macro;
    }
    macros->list.count = kept;
}

/* Of options of a compiler; those from `from` on are such, too. */
static void add_flags(struct arena *arena, const char *flags, size_t length, size_t from, struct text_list *macros) {
    static const char *const forms[] = {"--define-macro=", "-Wp,-D", "-D", NULL};
    const char *end = flags + length, *option;
    while ((option = next_option(arena, &flags, end))) {
        const char *macro = NULL, *undefined = behind(option, "-U");
        bool is_alone = !strcmp(option, "-D") || !strcmp(option, "--define-macro");
        for (const char *const *form = forms; *form && !macro && !is_alone; form++) macro = behind(option, *form);
        if (is_alone || (undefined && !*undefined)) {
            const char *next = next_option(arena, &flags, end);
            macro = is_alone ? next : NULL;
            undefined = is_alone ? NULL : next;
        }
        if (undefined) undefine(macros, from, undefined);
        if (macro && is_macro(macro, strlen(macro))) vec_push(&macros->list, macro);
    }
}

/* `WORD = NAME`, at `from` or behind it: the name; NULL: there are no more. */
static const char *next_name(const char *text, const char *from, const char *word) {
    for (const char *at = find_word(text, from, word); at; at = find_word(text, at + 1, word)) {
        const char *value = at + strlen(word);
        value += strspn(value, " \t");
        if (*value != '=') continue;
        value += 1 + strspn(value + 1, " \t");
        if (word_length(value)) return value;
    }
    return NULL;
}

/* ERIKA's generator: `LIB = S32_SDK` makes OS_EE_LIB_S32_SDK, `USELEDS = TRUE` makes __USE_LEDS__. */
static void add_generated(struct arena *arena, const char *text, struct text_list *macros) {
    static const char *const parts[] = {"LEDS", "BUTTONS", "LCD",      "BUZZER", "USB", "PWM",
                                        "UART", "MOTORS",  "KEYBOARD", "ANALOG", NULL};
    if (!oil_build_is_erika(text)) return;
    for (const char *at = text; (at = next_name(text, at, "LIB")); at++)
        vec_push(&macros->list, arena_printf(arena, "OS_EE_LIB_%.*s", (int)word_length(at), at));
    for (const char *const *part = parts; *part; part++) {
        const char *value = next_name(text, text, arena_printf(arena, "USE%s", *part));
        if (value && spells(value, word_length(value), "TRUE"))
            vec_push(&macros->list, arena_printf(arena, "__USE_%s__", *part));
    }
}

void oil_build_macros(struct arena *arena, const char *text, struct text_list *macros) {
    static const char *const options[] = {"EE_OPT", "EEOPT", NULL};
    size_t length = 0;
    for (const char *at = text; (at = value_of_any(text, at + length, options, &length));)
        if (is_macro(at, length)) vec_push(&macros->list, arena_text_n(arena, at, length));
    add_generated(arena, text, macros);
    length = 0;
    size_t from = macros->list.count;
    for (const char *at = text; (at = oil_build_flags(text, at + length, &length));)
        add_flags(arena, at, length, from, macros);
}
