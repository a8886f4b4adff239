#include "promela/fresh.h"

#include "base/file.h"
#include "base/word.h"
#include "promela/token.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 /* files that include each other: the preprocessor reads no more */ };

struct fresh_names {
    struct arena *arena;
    const struct parse_options *parse;
    struct nodeset taken, macros, files;
};

static bool contains(const struct nodeset *set, const char *word) {
    uint32_t length = (uint32_t)strlen(word);
    return nodeset_find(set, word, length, hash_bytes(word, length), NULL);
}

static bool add(struct nodeset *set, const char *word, size_t length) {
    return nodeset_add(set, word, (uint32_t)length, hash_bytes(word, length), NULL);
}

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_'; }

static void read_design(struct fresh_names *names, const char *path, unsigned depth);

/* "x" beside the file that includes it, or in one of the folders. What is not found says so when the design is read. */
static void read_included(struct fresh_names *names, const char *from, const char *name, size_t length,
                          unsigned depth) {
    const char *slash = strrchr(from, '/');
    int folder = slash ? (int)(slash - from + 1) : 0;
    read_design(names, arena_printf(names->arena, "%.*s%.*s", folder, from, (int)length, name), depth);
    const char *const *paths = names->parse ? names->parse->include_paths : NULL;
    for (; paths && *paths; paths++)
        read_design(names, arena_printf(names->arena, "%s/%.*s", *paths, (int)length, name), depth);
}

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

static void read_directive(struct fresh_names *names, const char *path, const char *at, unsigned depth) {
    at = skip_blanks(at + 1);
    if (begins_with(at, "define")) {
        at = skip_blanks(at + 6);
        if (begins_word(*at)) add(&names->macros, at, word_length(at));
    } else if (begins_with(at, "include")) {
        at = skip_blanks(at + 7);
        if (*at == '"') read_included(names, path, at + 1, strcspn(at + 1, "\"\n"), depth);
    }
}

static void read_design(struct fresh_names *names, const char *path, unsigned depth) {
    struct text text = {0};
    if (depth > DEEPEST || !add(&names->files, path, strlen(path))) return;
    if (!file_read(path, &text)) {
        text_free(&text);
        return;
    }
    for (const char *at = text_chars(&text); *at;) {
        if (*at == '#') read_directive(names, path, at, depth + 1);
        size_t length = word_length(at);
        if (length && begins_word(*at)) add(&names->taken, at, length);
        at += length ? length : 1;
    }
    text_free(&text);
}

struct fresh_names *fresh_names_new(const char *design_path, const struct parse_options *parse) {
    struct arena *arena = arena_new();
    struct fresh_names *names = arena_new_object(arena, struct fresh_names);
    names->arena = arena;
    names->parse = parse;
    for (const char *const *define = parse ? parse->defines : NULL; define && *define; define++)
        if (add(&names->macros, *define, word_length(*define))) add(&names->taken, *define, word_length(*define));
    read_design(names, design_path, 0);
    return names;
}

void fresh_names_free(struct fresh_names *names) {
    if (!names) return;
    nodeset_free(&names->taken);
    nodeset_free(&names->macros);
    nodeset_free(&names->files);
    arena_free(names->arena);
}

const char *fresh_name(struct fresh_names *names, const char *wanted) {
    const char *name = arena_text(names->arena, wanted);
    while (contains(&names->taken, name) || token_is_keyword(name)) name = arena_printf(names->arena, "%s_", name);
    add(&names->taken, name, strlen(name));
    return name;
}

static bool is_prefix_in_use(const struct fresh_names *names, const char *prefix) {
    uint32_t size, length = (uint32_t)strlen(prefix);
    for (uint32_t i = 0; i < names->taken.nodes.count; i++) {
        const char *word = nodeset_get(&names->taken, i, &size);
        if (size > length && memcmp(word, prefix, length) == 0 && isdigit((unsigned char)word[length])) return true;
    }
    return false;
}

const char *fresh_prefix(struct fresh_names *names, const char *wanted) {
    const char *prefix = arena_text(names->arena, wanted);
    while (is_prefix_in_use(names, prefix)) prefix = arena_printf(names->arena, "%s_", prefix);
    return prefix;
}

const char *fresh_field(struct fresh_names *names, const char *wanted) {
    const char *name = arena_text(names->arena, wanted);
    while (contains(&names->macros, name) || token_is_keyword(name)) name = arena_printf(names->arena, "%s_", name);
    return name;
}
