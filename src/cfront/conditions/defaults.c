#include "cfront/conditions/defaults.h"

#include "base/word.h"
#include "cfront/conditions/conditions.h"
#include "cfront/source/compiler_names.h"
#include "cfront/text/directive.h"

#include <string.h>

void defaults_begin(struct front *front) { front->conditions->default_asked = NULL; }

/* `#ifndef NAME`, `#if !defined(NAME)`, `#if (!defined(NAME))`: the name; NULL: another line. */
static const char *asked_by(struct front *front, const char *line) {
    static const char asks[] = "defined";
    const char *name = directive_behind(line, "ifndef"), *condition = name ? NULL : directive_behind(line, "if");
    if (condition) condition += strspn(condition, " \t(");
    if (condition && *condition == '!') {
        condition += 1 + strspn(condition + 1, " \t(");
        if (spells(condition, word_length(condition), asks))
            name = condition + strlen(asks) + strspn(condition + strlen(asks), " \t(");
    }
    return name && word_length(name) ? arena_text_n(front->scratch, name, word_length(name)) : NULL;
}

/* What stands behind a name up to the end of the line, without comments; "": nothing. */
static const char *value_behind(struct front *front, const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    const char *stop = at;
    while (stop < end && !begins_with(stop, "//") && !begins_with(stop, "/*")) stop++;
    while (stop > at && strchr(" \t\r\n", stop[-1])) stop--;
    return arena_text_n(front->scratch, at, (size_t)(stop - at));
}

void defaults_read(struct front *front, const char *line, size_t length, bool is_own) {
    if (line[strspn(line, " \t")] != '#') return;
    const char *asked = front->conditions->default_asked, *name = asked ? directive_behind(line, "define") : NULL;
    front->conditions->default_asked = asked_by(front, line);
    if (!name || !spells(name, word_length(name), asked)) return;
    const char *behind = name + strlen(asked), *value = value_behind(front, behind, line + length);
    if (*value) vec_push(&front->conditions->defaults, ((struct default_value){asked, value, *behind == '(', is_own}));
}

/* ---- which are open ---- */

static size_t count_defaults(const struct front *front, size_t end, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < end; i++) count += !strcmp(front->conditions->defaults.items[i].name, name);
    return count;
}

static bool is_defined_elsewhere(const struct front *front, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < front->defined_names.count; i++) count += !strcmp(front->defined_names.items[i], name);
    return count > count_defaults(front, front->conditions->defaults.count, name);
}

/* `#ifndef BOARD_H`, `#define BOARD_H 1` is nobody's default. */
static bool is_guard(const char *name) {
    size_t length = strlen(name);
    while (length && name[length - 1] == '_') length--;
    return length > 2 && !strncmp(name + length - 2, "_H", 2);
}

/* The first of its name, and nothing else that is read, and no option, defines it. */
static bool is_open(const struct front *front, size_t i) {
    const char *name = front->conditions->defaults.items[i].name;
    return !count_defaults(front, i, name) && !is_guard(name) && !is_defined_elsewhere(front, name) &&
           !compiler_names_is_said(front, name);
}

static void add_open(struct front *front, bool are_own, name_list *names) {
    for (size_t i = 0; i < front->conditions->defaults.count; i++)
        if (front->conditions->defaults.items[i].is_own == are_own && is_open(front, i))
            vec_push(names, front->conditions->defaults.items[i].name);
}

void defaults_tell(struct front *front) {
    enum { MOST_TOLD = 8 };
    name_list names = {0};
    add_open(front, true, &names);
    add_open(front, false, &names);
    for (size_t i = 0; i < names.count; i++) front_leave_undefined(front, names.items[i]);
    if (names.count)
        front_assume(front, arena_printf(front->arena,
                                         "no missing header defines what sources have defaults for (%s; -D says "
                                         "otherwise)",
                                         arena_some_names(front->scratch, names.items, names.count, MOST_TOLD)));
    vec_free(&names);
}

void defaults_add_switches(struct front *front, bool are_own, const char **undefined) {
    for (size_t i = 0; i < front->conditions->defaults.count; i++) {
        const struct default_value *one = &front->conditions->defaults.items[i];
        bool is_off = !strcmp(one->value, "0"), is_on = !strcmp(one->value, "1");
        if (one->is_own == are_own && (is_off || is_on) && is_open(front, i))
            undefined[front->program->undefined_count++] =
                arena_printf(front->arena, "%s=%d", one->name, is_off ? 1 : 0);
    }
}

void defaults_add_open(struct front *front, name_list *names) {
    static const char *const usual[] = {"TRUE", "FALSE", "true", "false", "NULL", NULL};
    for (size_t i = 0; i < front->conditions->defaults.count; i++) {
        const struct default_value *one = &front->conditions->defaults.items[i];
        if (one->is_own && is_open(front, i) && !one->is_function && !is_one_of(one->name, usual))
            vec_push(names, one->name);
    }
}
