#include "cli/project/make_build.h"

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/word.h"

#include <glob.h>
#include <string.h>

enum {
    DEEPEST = 16,      /* variables within variables, and files within files */
    LONGEST = 1 << 16, /* value */
    LARGEST = 1 << 20, /* text that is made of a file */
    MOST_FILES = 1000  /* that are read: one that includes itself twice would be read without end */
};

/* Why a value may be another one. */
enum doubt { HINGES = 1 /* on a condition */, VARIES = 2 /* with the target */ };

struct variable {
    const char *name, *value;
    bool is_given;
    bool is_simple;  /* `:=`: what it is made of was looked up when it was given */
    unsigned doubts; /* enum doubt */
    bool overrides;  /* what is assigned otherwise does not count any more */
};

/* An `ifdef` that is open. */
struct condition {
    bool holds;    /* the branch that is being read is taken */
    bool is_taken; /* it, or one before it */
};

/* A line of the file, in one piece. */
struct made_line {
    const char *text;
    const char *at_once; /* ... with the values that variables had when it was read, if these count; or NULL */
    bool is_read;        /* no condition leaves it out */
};

struct make_build {
    struct arena *arena;
    const char *path; /* NULL: others are not read */
    VEC(struct variable) variables;
    VEC(struct condition) conditions;
    VEC(const char *) unread;
    VEC(struct made_line) lines; /* of the file itself */
    unsigned depth;              /* of the file that is read */
    unsigned files;              /* that were read */
    bool defines;                /* within `define NAME` */
    bool is_unsure;              /* some condition is not understood, and taken not to hold */
    bool makes_lines;            /* that are not read */
};

static struct variable *find(struct make_build *build, const char *name, size_t length) {
    for (size_t i = 0; i < build->variables.count; i++)
        if (spells(name, length, build->variables.items[i].name)) return &build->variables.items[i];
    return NULL;
}

/* ---- values ---- */

static const char *trimmed(struct arena *arena, const char *value) {
    value += strspn(value, " ");
    size_t length = strlen(value);
    while (length && value[length - 1] == ' ') length--;
    return arena_text_n(arena, value, length);
}

/* `$(NAME)`, `${NAME}` or `$N` at `at`: the name, and what is behind it; NULL: something else. */
static const char *variable_at(const char *at, size_t *length, const char **behind) {
    if (at[0] != '$') return NULL;
    bool is_letter = is_word_char(at[1]), is_round = at[1] == '(';
    if (!is_letter && !is_round && at[1] != '{') return NULL;
    const char *name = is_letter ? at + 1 : at + 2;
    *length = is_letter ? 1 : strcspn(name, is_round ? " ,:$()" : " ,:$()}");
    *behind = name + *length + !is_letter;
    return is_letter || (*length && name[*length] == (is_round ? ')' : '}')) ? name : NULL;
}

/* What is in turn in a value is looked up, too; what is no name of this file stays. In the value of a variable that
 * `is_simple` a name is left only if nobody had given it then: it stood for nothing. */
static void expand(struct make_build *build, const char *value, bool is_simple, unsigned depth, struct text *out,
                   unsigned *doubts) {
    while (*value) {
        size_t length = 0;
        const char *behind = value;
        const char *name = depth < DEEPEST && out->length < LONGEST ? variable_at(value, &length, &behind) : NULL;
        const struct variable *inner = name ? find(build, name, length) : NULL;
        if (inner) *doubts |= inner->doubts;
        if (inner && inner->is_given) {
            if (!is_simple) expand(build, inner->value, inner->is_simple, depth + 1, out, doubts);
            value = behind;
            continue;
        }
        if (begins_with(value, "$$")) text_add_char(out, *value++);
        text_add_char(out, *value++);
    }
}

static const char *expanded(struct make_build *build, const char *value, unsigned *doubts) {
    struct text out = {0};
    expand(build, value, false, 0, &out, doubts);
    const char *result = arena_text(build->arena, text_chars(&out));
    text_free(&out);
    return result;
}

static const char *value_of(struct make_build *build, const char *name, unsigned *doubts) {
    const struct variable *variable = find(build, name, strlen(name));
    struct text out = {0};
    if (variable) *doubts |= variable->doubts;
    if (variable && variable->is_given) expand(build, variable->value, variable->is_simple, 0, &out, doubts);
    const char *result = arena_text(build->arena, text_chars(&out));
    text_free(&out);
    return result;
}

const char *make_build_value(struct make_build *build, const char *name) {
    unsigned doubts = 0;
    return value_of(build, name, &doubts);
}

static unsigned doubts_of(struct make_build *build, const char *name) {
    unsigned doubts = 0;
    value_of(build, name, &doubts);
    return doubts;
}

bool make_build_hinges(struct make_build *build, const char *name) { return doubts_of(build, name) & HINGES; }

bool make_build_varies(struct make_build *build, const char *name) { return doubts_of(build, name) & VARIES; }

/* ---- conditions ---- */

static bool is_read(const struct make_build *build) {
    for (size_t i = 0; i < build->conditions.count; i++)
        if (!build->conditions.items[i].holds) return false;
    return true;
}

/* `make` gives these itself. */
static bool is_makes(const char *name, size_t length) {
    static const char *const names[] = {"CURDIR", "MAKE", "CC",    "CXX",           "AS",        "AR", "LD",
                                        "RM",     "CPP",  "SHELL", "MAKEFILE_LIST", "MAKEFLAGS", "OS", NULL};
    return spells_one_of(name, length, names);
}

/* Variables that nobody gives are empty. NULL: a function, or make itself, says what it is. */
static const char *without_variables(struct make_build *build, const char *value) {
    struct text out = {0};
    const char *behind;
    size_t length;
    bool is_known = true;
    unsigned doubts = 0;
    for (value = expanded(build, trimmed(build->arena, value), &doubts); *value;) {
        const char *name = variable_at(value, &length, &behind);
        is_known = is_known && (name ? !is_makes(name, length) : *value != '$');
        if (name)
            value = behind;
        else
            text_add_char(&out, *value++);
    }
    const char *result = is_known ? arena_text(build->arena, text_chars(&out)) : NULL;
    text_free(&out);
    return result;
}

/* `"A"` or `'A'`: what is in it, and what is behind it; NULL: something else. */
static const char *quoted(struct make_build *build, const char *text, const char **rest) {
    const char *end = *text == '"' || *text == '\'' ? strchr(text + 1, *text) : NULL;
    if (!end) return NULL;
    *rest = end + 1 + strspn(end + 1, " ");
    return arena_text_n(build->arena, text + 1, (size_t)(end - text - 1));
}

/* `(A,B)` */
static bool sides_in_brackets(struct make_build *build, const char *text, const char **one, const char **other) {
    const char *comma = text + 1, *end = strrchr(text, ')');
    for (unsigned depth = 0; *comma && (depth || *comma != ','); comma++) {
        depth += *comma == '(';
        depth -= depth && *comma == ')';
    }
    if (!*comma || !end || end < comma) return false;
    *one = arena_text_n(build->arena, text + 1, (size_t)(comma - text - 1));
    *other = arena_text_n(build->arena, comma + 1, (size_t)(end - comma - 1));
    return true;
}

/* `(A,B)`, `"A" "B"`, `'A' 'B'`: the two sides; false: neither. */
static bool sides(struct make_build *build, const char *text, const char **one, const char **other) {
    const char *rest;
    if (*text == '(') return sides_in_brackets(build, text, one, other);
    *one = quoted(build, text, &rest);
    *other = *one ? quoted(build, rest, &rest) : NULL;
    return *other != NULL;
}

static bool compare(struct make_build *build, const char *text, bool equal) {
    const char *one, *other;
    bool is_known = sides(build, text, &one, &other) && (one = without_variables(build, one)) &&
                    (other = without_variables(build, other));
    build->is_unsure |= !is_known;
    return is_known && !strcmp(one, other) == equal;
}

static bool is_defined(struct make_build *build, const char *text) {
    const struct variable *variable = find(build, text, strcspn(text, " "));
    return variable && variable->is_given && *trimmed(build->arena, variable->value);
}

/* The word at the beginning of the line, and what is behind it; NULL: another word. */
static const char *behind(const char *line, const char *word) {
    size_t length = strcspn(line, " (\"'");
    return spells(line, length, word) ? line + length + strspn(line + length, " ") : NULL;
}

/* `ifdef NAME` and so on: does it hold? -1: the line is another one. */
static int holds(struct make_build *build, const char *line) {
    const char *rest;
    if ((rest = behind(line, "ifeq"))) return compare(build, rest, true);
    if ((rest = behind(line, "ifneq"))) return compare(build, rest, false);
    if ((rest = behind(line, "ifdef"))) return is_defined(build, rest);
    if ((rest = behind(line, "ifndef"))) return !is_defined(build, rest);
    return -1;
}

/* `ifdef`, `else`, `else ifdef`, `endif`. False: the line is another one. */
static bool read_condition(struct make_build *build, const char *line) {
    const char *rest = behind(line, "else");
    int holding = holds(build, rest ? rest : line);
    struct condition *last = build->conditions.count ? &vec_last(&build->conditions) : NULL;
    if (rest && last) {
        last->holds = !last->is_taken && holding != 0;
        last->is_taken |= last->holds;
    } else if (!rest && holding >= 0) {
        vec_push(&build->conditions, (struct condition){holding, holding});
    } else if (behind(line, "endif") && last) {
        build->conditions.count--;
    } else {
        return false;
    }
    return true;
}

/* ---- assignments ---- */

static struct variable *added(struct make_build *build, const char *name, size_t length) {
    struct variable *known = find(build, name, length);
    if (known) return known;
    vec_push(&build->variables, (struct variable){.name = arena_text_n(build->arena, name, length), .value = ""});
    return &vec_last(&build->variables);
}

/* `sign` is what stands before the `=`, or that itself. */
static void assign(struct make_build *build, struct variable *variable, char sign, const char *value) {
    bool adds = sign == '+' && variable->is_given;
    unsigned doubts = 0;
    if (build->conditions.count) variable->doubts |= HINGES;
    if (!is_read(build) || (sign == '?' && variable->is_given)) return;
    value += strspn(value, " "); /* blanks behind it belong to it */
    if (sign == '!') value = "$(shell)";
    if (!adds) variable->is_simple = sign == ':';
    if (variable->is_simple) value = expanded(build, value, &doubts);
    variable->doubts |= doubts;
    variable->value = adds ? arena_printf(build->arena, "%s %s", variable->value, value) : value;
    variable->is_given = true;
}

/* `NAME =`, `override NAME :=`, `NAME +=`, `NAME ?=` ... */
struct assignment {
    const char *name, *value;
    size_t length; /* of the name */
    char sign;     /* what stands before the `=`, or that itself */
    bool overrides;
};

/* False: the line is no assignment. */
static bool find_assignment(const char *line, struct assignment *found) {
    static const char *const before[] = {"override", "export", "private", NULL};
    size_t length;
    *found = (struct assignment){0};
    for (;; line += length + strspn(line + length, " ")) {
        length = strcspn(line, " :+?!=");
        if (line[length] != ' ' || !spells_one_of(line, length, before)) break;
        found->overrides |= spells(line, length, before[0]);
    }
    const char *at = line + length + strspn(line + length, " "), *sign = at + strspn(at, ":");
    if (sign == at) sign += *at && strchr("+?!", *at);
    found->name = line;
    found->length = length;
    found->sign = *at;
    found->value = sign + 1;
    return length && *sign == '=';
}

/* Behind the targets of a rule and their colon; NULL: it is no rule. */
static const char *behind_targets(const char *line) {
    unsigned depth = 0;
    for (; *line && (depth || *line != ':'); line++) {
        depth += *line == '(' || *line == '{';
        depth -= depth && (*line == ')' || *line == '}');
        if (!depth && *line == '=') return NULL;
    }
    return *line ? line + strspn(line, ": ") : NULL;
}

/* `sim: NAME += b.c` */
static void read_rule(struct make_build *build, const char *line) {
    const char *rest = behind_targets(line);
    struct assignment found;
    if (rest && find_assignment(rest, &found)) added(build, found.name, found.length)->doubts |= VARIES;
}

static void read_assignment(struct make_build *build, const char *line) {
    struct assignment found;
    if (!find_assignment(line, &found)) {
        read_rule(build, line);
        return;
    }
    struct variable *variable = added(build, found.name, found.length);
    if (found.overrides || !variable->overrides) assign(build, variable, found.sign, found.value);
    variable->overrides |= found.overrides && is_read(build);
}

static bool read_removal(struct make_build *build, const char *line) {
    const char *name = behind(line, "undefine");
    struct variable *variable = name ? find(build, name, strcspn(name, " ")) : NULL;
    if (variable && build->conditions.count) variable->doubts |= HINGES;
    if (variable && is_read(build)) variable->is_given = false;
    return name != NULL;
}

/* `define NAME` ... `endef` is not followed: it stands for something that nobody knows. */
static bool read_definition(struct make_build *build, const char *line) {
    const char *name = behind(line, "define");
    if (build->defines)
        build->defines = !behind(line, "endef");
    else if (name && (build->defines = true))
        assign(build, added(build, name, strcspn(name, " =")), '=', "$(define)");
    else
        return false;
    return true;
}

/* ---- lines ---- */

static bool continues(const char *end, const char *line) {
    return end > line && (end[-1] == '\\' || (end[-1] == '\r' && end - 1 > line && end[-2] == '\\'));
}

/* Where the line ends, with those that continue it. */
static const char *end_of_line(const char *line) {
    const char *end = line + strcspn(line, "\n");
    while (*end && continues(end, line)) end += 1 + strcspn(end + 1, "\n");
    return end;
}

/* In one line, without its comment. */
static const char *plain_line(struct arena *arena, const char *line, const char *end) {
    struct text plain = {0};
    for (; line < end && *line != '#'; line++) {
        bool goes_on = *line == '\\' && strchr("\r\n", line[1]);
        text_add_char(&plain, goes_on || strchr("\n\r\t", *line) ? ' ' : *line);
    }
    const char *result = arena_text(arena, text_chars(&plain) + strspn(text_chars(&plain), " "));
    text_free(&plain);
    return result;
}

static void read_text(struct make_build *build, const char *text);

/* A file with conditions of its own: those that it leaves open do not count behind it. */
static void read_file(struct make_build *build, const char *text) {
    size_t conditions = build->conditions.count;
    build->depth++;
    read_text(build, text);
    build->depth--;
    build->defines = false;
    if (build->conditions.count > conditions) build->conditions.count = conditions;
}

static void note_unread(struct make_build *build, const char *name) {
    for (size_t i = 0; i < build->unread.count; i++)
        if (!strcmp(build->unread.items[i], name)) return;
    vec_push(&build->unread, name);
}

/* Which is there; `name` is what the line says. */
static void read_included(struct make_build *build, const char *path, const char *name) {
    struct text text = {0};
    if (build->depth < DEEPEST && build->files++ < MOST_FILES && file_read(path, &text))
        read_file(build, arena_text(build->arena, text_chars(&text)));
    else
        note_unread(build, name);
    text_free(&text);
}

/* The path of `name` from the folder in which make runs, which is that of the first one: letters of the folder are no
 * pattern. */
static const char *pattern_of(struct make_build *build, const char *name) {
    struct text pattern = {0};
    size_t length = *name == '/' ? 0 : file_folder_length(build->path);
    for (size_t i = 0; i < length; i++) {
        if (strchr("*?[\\", build->path[i])) text_add_char(&pattern, '\\');
        text_add_char(&pattern, build->path[i]);
    }
    text_add(&pattern, name);
    const char *result = arena_text(build->arena, text_chars(&pattern));
    text_free(&pattern);
    return result;
}

/* A file, or all that a pattern stands for. */
static void include(struct make_build *build, const char *name, bool may_be_absent) {
    glob_t found = {0};
    if (strchr(name, '$')) {
        note_unread(build, name);
        return;
    }
    glob(pattern_of(build, name), 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) read_included(build, found.gl_pathv[i], name);
    if (!found.gl_pathc && !may_be_absent) note_unread(build, name);
    globfree(&found);
}

/* Where a condition leaves it out, it says at least which variables that decides. */
static bool read_include(struct make_build *build, const char *line) {
    const char *rest = behind(line, "include"), *name;
    bool may_be_absent = !rest;
    size_t length = 0;
    unsigned doubts = 0;
    if (!rest) rest = behind(line, "-include");
    if (!rest) rest = behind(line, "sinclude");
    if (!rest) return false;
    for (name = build->path ? expanded(build, rest, &doubts) : ""; (name = make_build_word(name, &length));
         name += length)
        include(build, arena_text_n(build->arena, name, length), may_be_absent);
    return true;
}

/* `$(eval ...)`; `$(call ...)` or `$(LINES)` as a line. */
static bool makes_lines(const char *line) {
    static const char *const telling[] = {"$(info ", "$(warning ", "$(error ", NULL};
    static const char *const making[] = {"${call ", "${foreach ", NULL};
    size_t length = 0, rest = 0;
    if (strstr(line, "$(eval ") || strstr(line, "${eval ") || begins_with_one_of(line, making)) return true;
    const char *word = make_build_word(line, &length);
    return word && *word == '$' && strchr(")}", word[length - 1]) && !make_build_word(word + length, &rest) &&
           !begins_with_one_of(word, telling);
}

static void read_line(struct make_build *build, const char *line) {
    build->makes_lines |= makes_lines(line);
    if (!read_definition(build, line) && !read_condition(build, line) && !read_removal(build, line) &&
        !read_include(build, line))
        read_assignment(build, line);
}

/* `NAME := ...` */
static bool looks_up_at_once(struct make_build *build, const char *line) {
    struct assignment found;
    const struct variable *variable = find_assignment(line, &found) ? find(build, found.name, found.length) : NULL;
    return variable && variable->is_simple;
}

static void read_text(struct make_build *build, const char *text) {
    for (const char *line = text; *line;) {
        const char *end = end_of_line(line), *plain = plain_line(build->arena, line, end);
        bool is_command = *line == '\t', is_own = !build->depth, was_read = is_read(build);
        unsigned doubts = 0;
        const char *now = is_own && !is_command ? expanded(build, plain, &doubts) : NULL;
        if (!is_command) read_line(build, plain);
        if (is_command) plain = arena_printf(build->arena, "\t%s", plain);
        if (now && !looks_up_at_once(build, plain)) now = NULL;
        if (is_own) vec_push(&build->lines, ((struct made_line){plain, now, was_read}));
        line = *end ? end + 1 : end;
    }
}

struct make_build *make_build_read(struct arena *arena, const char *text, const char *path) {
    struct make_build *build = arena_new_object(arena, struct make_build);
    build->arena = arena;
    build->path = path;
    read_text(build, text);
    return build;
}

static void add_line(struct make_build *build, const struct made_line *line, struct text *text) {
    struct text made = {0};
    unsigned doubts = 0;
    if (line->is_read && text->length < LARGEST)
        expand(build, line->at_once ? line->at_once : line->text, line->at_once, 0, &made, &doubts);
    if (!made.length || doubts) text_printf(text, "%s\n", line->text);
    if (made.length && (!doubts || strcmp(text_chars(&made), line->text) != 0))
        text_printf(text, "%s\n", text_chars(&made));
    text_free(&made);
}

const char *make_build_text(struct make_build *build) {
    struct text text = {0};
    for (size_t i = 0; i < build->lines.count; i++) add_line(build, &build->lines.items[i], &text);
    const char *result = arena_text(build->arena, text_chars(&text));
    text_free(&text);
    return result;
}

bool make_build_is_unsure(const struct make_build *build) { return build->is_unsure; }

bool make_build_makes_lines(const struct make_build *build) { return build->makes_lines; }

const char *make_build_unread(const struct make_build *build, size_t number) {
    return number < build->unread.count ? build->unread.items[number] : NULL;
}

void make_build_free(struct make_build *build) {
    vec_free(&build->variables);
    vec_free(&build->conditions);
    vec_free(&build->unread);
    vec_free(&build->lines);
}

const char *make_build_word(const char *from, size_t *length) {
    size_t depth = 0;
    from += strspn(from, " ");
    if (begins_with(from, "./")) from += 2;
    for (*length = 0; from[*length] && (depth || from[*length] != ' '); ++*length) {
        depth += from[*length] == '(';
        depth -= depth && from[*length] == ')';
    }
    return *length ? from : NULL;
}

const char *make_build_shell_word(struct arena *arena, const char **from) {
    const char *at = *from + strspn(*from, " ");
    char *word = arena_text(arena, at), *out = word, quote = '\0';
    size_t depth = 0;
    if (!*at) return NULL;
    for (; *at && (quote || depth || *at != ' '); at++) {
        bool is_quote = quote ? *at == quote : *at == '\'' || *at == '"';
        bool escapes = *at == '\\' && quote != '\'' && at[1];
        depth += !quote && !escapes && *at == '(';
        depth -= !quote && depth && *at == ')';
        if (is_quote) quote = quote ? '\0' : *at;
        at += escapes;
        if (!is_quote) *out++ = *at;
    }
    *out = '\0';
    *from = at;
    return word;
}
