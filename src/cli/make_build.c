#include "cli/make_build.h"

#include "base/text.h"
#include "base/vec.h"
#include "base/word.h"

#include <string.h>

enum { DEEPEST = 16 /* variables within variables */, LONGEST = 1 << 16 /* value */ };

struct variable {
    const char *name, *value;
    bool is_given;
    bool is_simple; /* `:=`: what it is made of was looked up when it was given */
    bool hinges;    /* on a condition */
    bool overrides; /* what is assigned otherwise does not count any more */
};

/* An `ifdef` that is open. */
struct condition {
    bool holds;    /* the branch that is being read is taken */
    bool is_taken; /* it, or one before it */
};

struct make_build {
    struct arena *arena;
    VEC(struct variable) variables;
    VEC(struct condition) conditions;
    bool defines;   /* within `define NAME` */
    bool is_unsure; /* some condition is not understood, and taken not to hold */
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

/* `$(NAME)` or `${NAME}` at `at`: the name and where it ends; NULL: something else. */
static const char *variable_at(const char *at, size_t *length) {
    if (at[0] != '$' || (at[1] != '(' && at[1] != '{')) return NULL;
    *length = strcspn(at + 2, at[1] == '(' ? " ,:$()" : " ,:$()}");
    return *length && at[2 + *length] == (at[1] == '(' ? ')' : '}') ? at + 2 : NULL;
}

/* What is in turn in a value is looked up, too; what is no name of this file stays. */
static void expand(struct make_build *build, const char *value, unsigned depth, struct text *out, bool *hinges) {
    while (*value) {
        size_t length = 0;
        const char *name = depth < DEEPEST && out->length < LONGEST ? variable_at(value, &length) : NULL;
        const struct variable *inner = name ? find(build, name, length) : NULL;
        if (inner) *hinges |= inner->hinges;
        if (inner && inner->is_given) {
            expand(build, inner->value, depth + 1, out, hinges);
            value = name + length + 1;
        } else {
            text_add_char(out, *value++);
        }
    }
}

static const char *expanded(struct make_build *build, const char *value, bool *hinges) {
    struct text out = {0};
    expand(build, value, 0, &out, hinges);
    const char *result = arena_text(build->arena, text_chars(&out));
    text_free(&out);
    return result;
}

const char *make_build_value(struct make_build *build, const char *name) {
    const struct variable *variable = find(build, name, strlen(name));
    bool hinges = false;
    return variable && variable->is_given ? expanded(build, variable->value, &hinges) : "";
}

bool make_build_hinges(struct make_build *build, const char *name) {
    const struct variable *variable = find(build, name, strlen(name));
    bool hinges = variable && variable->hinges;
    if (variable && variable->is_given) expanded(build, variable->value, &hinges);
    return hinges;
}

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
    for (const char *const *one = names; *one; one++)
        if (spells(name, length, *one)) return true;
    return false;
}

/* Variables that nobody gives are empty. NULL: a function, or make itself, says what it is. */
static const char *without_variables(struct make_build *build, const char *value) {
    struct text out = {0};
    size_t length;
    bool hinges = false, is_known = true;
    for (value = expanded(build, trimmed(build->arena, value), &hinges); *value;) {
        const char *name = variable_at(value, &length);
        is_known = is_known && (name ? !is_makes(name, length) : *value != '$');
        if (name)
            value = name + length + 1;
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
    bool adds = sign == '+' && variable->is_given, hinges = false;
    variable->hinges |= build->conditions.count > 0;
    if (!is_read(build) || (sign == '?' && variable->is_given)) return;
    value += strspn(value, " "); /* blanks behind it belong to it */
    if (sign == '!') value = "$(shell)";
    if (!adds) variable->is_simple = sign == ':';
    if (variable->is_simple) value = expanded(build, value, &hinges);
    variable->hinges |= hinges;
    variable->value = adds ? arena_printf(build->arena, "%s %s", variable->value, value) : value;
    variable->is_given = true;
}

/* `NAME =`, `override NAME :=`, `NAME +=`, `NAME ?=` ... */
static void read_assignment(struct make_build *build, const char *line) {
    static const char *const before[] = {"override", "export", "private", NULL};
    size_t length;
    bool overrides = false;
    for (;; line += length + strspn(line + length, " ")) {
        length = strcspn(line, " :+?!=");
        if (line[length] != ' ' || !is_one_of(arena_text_n(build->arena, line, length), before)) break;
        overrides |= spells(line, length, before[0]);
    }
    const char *at = line + length + strspn(line + length, " "), *sign = at + strspn(at, ":");
    if (sign == at) sign += *at && strchr("+?!", *at);
    if (!length || *sign != '=') return;
    struct variable *variable = added(build, line, length);
    if (overrides || !variable->overrides) assign(build, variable, *at, sign + 1);
    variable->overrides |= overrides && is_read(build);
}

static bool read_removal(struct make_build *build, const char *line) {
    const char *name = behind(line, "undefine");
    struct variable *variable = name ? find(build, name, strcspn(name, " ")) : NULL;
    if (variable) variable->hinges |= build->conditions.count > 0;
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
    for (; line < end && *line != '#'; line++) text_add_char(&plain, strchr("\\\n\r\t", *line) ? ' ' : *line);
    const char *result = arena_text(arena, text_chars(&plain) + strspn(text_chars(&plain), " "));
    text_free(&plain);
    return result;
}

struct make_build *make_build_read(struct arena *arena, const char *text) {
    struct make_build *build = arena_new_object(arena, struct make_build);
    build->arena = arena;
    for (const char *line = text; *line;) {
        const char *end = end_of_line(line), *plain = plain_line(arena, line, end);
        bool is_command = *line == '\t';
        if (!is_command && !read_definition(build, plain) && !read_condition(build, plain) &&
            !read_removal(build, plain))
            read_assignment(build, plain);
        line = *end ? end + 1 : end;
    }
    return build;
}

bool make_build_is_unsure(const struct make_build *build) { return build->is_unsure; }

void make_build_free(struct make_build *build) {
    vec_free(&build->variables);
    vec_free(&build->conditions);
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
