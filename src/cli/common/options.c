#include "cli/common/options.h"

#include "base/nearest.h"
#include "base/units.h"
#include "base/word.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool text_list_has(const struct text_list *list, const char *text) {
    for (size_t i = 0; i < list->list.count; i++)
        if (!strcmp(list->list.items[i], text)) return true;
    return false;
}

static void add(struct option_table *table, struct option option) { vec_push(&table->options, option); }

void option_group(struct option_table *table, const char *title) {
    add(table, (struct option){.kind = OPTION_GROUP, .name = title});
}

void option_flag(struct option_table *table, const char *name, bool *target, const char *help) {
    add(table, (struct option){.kind = OPTION_FLAG, .name = name, .target = target, .help = help});
}

void option_text(struct option_table *table, const char *name, const char **target, const char *value,
                 const char *help) {
    add(table, (struct option){.kind = OPTION_TEXT, .name = name, .target = target, .value = value, .help = help});
}

void option_list(struct option_table *table, const char *name, struct text_list *target, const char *value,
                 const char *help) {
    add(table, (struct option){.kind = OPTION_LIST, .name = name, .target = target, .value = value, .help = help});
}

void option_count(struct option_table *table, const char *name, uint64_t *target, uint64_t smallest, uint64_t largest,
                  const char *help) {
    add(table, (struct option){.kind = OPTION_COUNT,
                               .name = name,
                               .target = target,
                               .value = "N",
                               .help = help,
                               .smallest = smallest,
                               .largest = largest});
}

void option_size(struct option_table *table, const char *name, uint64_t *target, const char *help) {
    add(table, (struct option){.kind = OPTION_SIZE, .name = name, .target = target, .value = "SIZE", .help = help});
}

void option_seconds(struct option_table *table, const char *name, double *target, const char *help) {
    add(table,
        (struct option){.kind = OPTION_SECONDS, .name = name, .target = target, .value = "DURATION", .help = help});
}

void option_choice(struct option_table *table, const char *name, int *target, const char *const *choices,
                   const char *help) {
    add(table,
        (struct option){.kind = OPTION_CHOICE, .name = name, .target = target, .choices = choices, .help = help});
}

void option_letter(struct option_table *table, char letter) { vec_last(&table->options).letter = letter; }

void option_table_free(struct option_table *table) {
    vec_free(&table->options);
    vec_free(&table->given);
}

/* ---- the nearest name ---- */

const char *options_nearest(const char *word, const char *const *candidates, size_t count) {
    struct nearest nearest;
    const char *begun = NULL; /* a word that was not written to its end */
    nearest_begin(&nearest, word);
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, candidates[i]);
        if (!begun && strlen(word) >= 3 && begins_with(candidates[i], word)) begun = candidates[i];
    }
    return begun && (!nearest.found || nearest.distance > 1) ? begun : nearest.found;
}

/* ---- parsing ---- */

static bool takes_value(const struct option *option) { return option->kind != OPTION_FLAG; }

static struct option *find_name(const struct option_table *table, const char *name, size_t length) {
    for (size_t i = 0; i < table->options.count; i++) {
        struct option *option = &table->options.items[i];
        if (option->kind == OPTION_GROUP || !option->name) continue;
        if (spells(name, length, option->name)) return option;
    }
    return NULL;
}

static struct option *find_letter(const struct option_table *table, char letter) {
    for (size_t i = 0; i < table->options.count; i++)
        if (table->options.items[i].letter == letter) return &table->options.items[i];
    return NULL;
}

static void say_unknown(const struct option_table *table, const char *name, struct text *error) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < table->options.count; i++) {
        const struct option *option = &table->options.items[i];
        if (option->kind != OPTION_GROUP && option->name) vec_push(&names, option->name);
    }
    vec_push(&names, "help");
    const char *nearest = options_nearest(name, names.items, names.count);
    text_printf(error, "unknown option '--%s'", name);
    if (nearest)
        text_printf(error, "; did you mean '--%s'?", nearest);
    else
        text_printf(error, "; 'rtcheck %s --help' lists all options", table->command);
    vec_free(&names);
}

static void option_title(const struct option *option, struct text *out) {
    if (option->name)
        text_printf(out, "--%s", option->name);
    else
        text_printf(out, "-%c", option->letter);
}

static bool refuse(const struct option *option, const char *value, const char *expected, struct text *error) {
    option_title(option, error);
    text_printf(error, ": '%s' is not %s", value, expected);
    return false;
}

static bool store_count(const struct option *option, const char *value, struct text *error) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    bool digits_only = *value && strspn(value, "0123456789") == strlen(value);
    if (!digits_only || *end || errno || number < option->smallest || number > option->largest) {
        struct text expected = {0};
        if (option->largest == UINT64_MAX)
            text_printf(&expected, "a whole number%s", option->smallest ? " above zero" : "");
        else
            text_printf(&expected, "a whole number from %llu to %llu", (unsigned long long)option->smallest,
                        (unsigned long long)option->largest);
        refuse(option, value, text_chars(&expected), error);
        text_free(&expected);
        return false;
    }
    *(uint64_t *)option->target = number;
    return true;
}

static bool store_choice(const struct option *option, const char *value, struct text *error) {
    for (int i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], value) == 0) {
            *(int *)option->target = i;
            return true;
        }
    struct text expected = {0};
    text_add(&expected, "one of");
    for (int i = 0; option->choices[i]; i++) text_printf(&expected, "%s %s", i ? "," : "", option->choices[i]);
    refuse(option, value, text_chars(&expected), error);
    text_free(&expected);
    return false;
}

/* Of two files, or formulas, only one would be looked at. */
static bool store_text(struct option *option, const char *value, struct text *error) {
    const char **target = option->target;
    if (option->is_given && strcmp(*target, value) != 0) {
        option_title(option, error);
        text_printf(error, " is there twice, with '%s' and '%s', and only one can count", *target, value);
        return false;
    }
    option->is_given = true;
    *target = value;
    return true;
}

static bool store_value(struct option *option, const char *value, struct text *error) {
    switch (option->kind) {
    case OPTION_TEXT: return store_text(option, value, error);
    case OPTION_LIST: vec_push(&((struct text_list *)option->target)->list, value); return true;
    case OPTION_COUNT: return store_count(option, value, error);
    case OPTION_SIZE:
        return (units_parse_size(value, option->target) && *(uint64_t *)option->target > 0) ||
               refuse(option, value, "a size above zero, such as 512M or 4G", error);
    case OPTION_SECONDS:
        return (units_parse_duration(value, option->target) && *(double *)option->target > 0) ||
               refuse(option, value, "a duration above zero, such as 90s, 5m or 2h", error);
    case OPTION_CHOICE: return store_choice(option, value, error);
    default: return true;
    }
}

/* The value of an option at argv[*i]: `attached` where it was written together, else the next argument. */
static bool take(struct option *option, const char *attached, int argc, char **argv, int *i, struct text *error) {
    if (!takes_value(option)) {
        if (attached) {
            option_title(option, error);
            text_add(error, " takes no value");
            return false;
        }
        *(bool *)option->target = true;
        return true;
    }
    if (!attached && *i + 1 < argc) attached = argv[++*i];
    if (attached) return store_value(option, attached, error);
    option_title(option, error);
    text_printf(error, " needs a value%s%s", option->value ? ": " : "", option->value ? option->value : "");
    return false;
}

static bool take_given(struct option_table *table, struct option *option, const char *attached, int argc, char **argv,
                       int *i, struct text *error) {
    int first = *i;
    bool good = take(option, attached, argc, argv, i, error);
    vec_push(&table->given, ((struct option_given){option, argv[first], *i > first ? argv[*i] : NULL}));
    return good;
}

static bool parse_long(struct option_table *table, int argc, char **argv, int *i, struct text *error) {
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    struct option *option = find_name(table, name, length);
    if (option) return take_given(table, option, equals ? equals + 1 : NULL, argc, argv, i, error);
    char *copy = strndup(name, length);
    say_unknown(table, copy, error);
    free(copy);
    return false;
}

static bool parse_letter(struct option_table *table, int argc, char **argv, int *i, struct text *error) {
    const char *argument = argv[*i];
    struct option *option = find_letter(table, argument[1]);
    if (option) return take_given(table, option, argument[2] ? argument + 2 : NULL, argc, argv, i, error);
    text_printf(error, "unknown option '%s'; 'rtcheck %s --help' lists all options", argument, table->command);
    return false;
}

enum options_outcome options_parse(struct option_table *table, int argc, char **argv, struct text_list *operands,
                                   struct text *error) {
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "--") == 0) {
            while (++i < argc) vec_push(&operands->list, argv[i]);
            break;
        }
        if (argument[0] != '-' || !argument[1]) {
            vec_push(&operands->list, argument);
            continue;
        }
        if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) return OPTIONS_HELP;
        bool good =
            argument[1] == '-' ? parse_long(table, argc, argv, &i, error) : parse_letter(table, argc, argv, &i, error);
        if (!good) return OPTIONS_BAD;
    }
    return OPTIONS_GOOD;
}

/* ---- help ---- */

static void option_usage(const struct option *option, struct text *out) {
    if (option->letter) text_printf(out, "-%c", option->letter);
    if (option->letter && option->name) text_add(out, ", ");
    if (option->name) text_printf(out, "--%s", option->name);
    if (option->kind == OPTION_CHOICE) {
        for (int i = 0; option->choices[i]; i++) text_printf(out, "%s%s", i ? "|" : " ", option->choices[i]);
    } else if (option->value) {
        text_printf(out, " %s", option->value);
    }
}

/* `help` in lines of at most `width` characters, the second and later ones indented by `indent`. */
static void print_wrapped(FILE *out, const char *help, size_t indent, size_t width) {
    size_t column = 0;
    while (*help) {
        size_t word = strcspn(help, " ");
        if (column && column + 1 + word > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = 0;
        }
        if (column) fputc(' ', out);
        fprintf(out, "%.*s", (int)word, help);
        column += word + (column > 0);
        help += word;
        help += strspn(help, " ");
    }
    fputc('\n', out);
}

void options_print(const struct option_table *table, FILE *out) {
    enum { LEFT = 30, RIGHT = 68 };
    for (size_t i = 0; i < table->options.count; i++) {
        const struct option *option = &table->options.items[i];
        if (option->kind == OPTION_GROUP) {
            fprintf(out, "\n%s:\n", option->name);
            continue;
        }
        struct text usage = {0};
        option_usage(option, &usage);
        fprintf(out, "  %-*s", LEFT - 2, text_chars(&usage));
        if (usage.length > LEFT - 4) fprintf(out, "\n%*s", LEFT, "");
        print_wrapped(out, option->help, LEFT, RIGHT);
        text_free(&usage);
    }
}

/* ---- what was asked for ---- */

static bool is_named(const char *const *names, const char *name) {
    for (; name && *names; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

void option_values(const struct option_table *table, const char *const *except, struct text *out) {
    for (size_t i = 0; i < table->options.count; i++) {
        const struct option *option = &table->options.items[i];
        if (option->kind == OPTION_GROUP || is_named(except, option->name)) continue;
        text_printf(out, "%s%c:", option->name ? option->name : "", option->letter ? option->letter : '-');
        const char *const *text = option->target;
        const struct text_list *list = option->target;
        switch (option->kind) {
        case OPTION_FLAG: text_printf(out, "%d", *(const bool *)option->target); break;
        case OPTION_TEXT: text_printf(out, "%s%s", *text ? "=" : "", *text ? *text : ""); break;
        case OPTION_LIST:
            for (size_t k = 0; k < list->list.count; k++) text_printf(out, "=%s\n", list->list.items[k]);
            break;
        case OPTION_COUNT:
        case OPTION_SIZE: text_printf(out, "%llu", (unsigned long long)*(const uint64_t *)option->target); break;
        case OPTION_SECONDS: text_printf(out, "%.17g", *(const double *)option->target); break;
        case OPTION_CHOICE: text_printf(out, "%d", *(const int *)option->target); break;
        case OPTION_GROUP: break;
        }
        text_add(out, "\n");
    }
}
