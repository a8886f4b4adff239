#include "oil/value.h"

#include "base/nearest.h"
#include "base/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *oil_value_words(struct arena *arena, const struct oil_value *value) {
    enum { LONGEST = 60 };
    const char *dots = strlen(value->text) > LONGEST ? "..." : "";
    if (value->kind == VALUE_NONE) return "nothing";
    if (value->kind == VALUE_STRING) return arena_printf(arena, "the string \"%.*s%s\"", LONGEST, value->text, dots);
    return arena_printf(arena, "'%.*s%s'", LONGEST, value->text, dots);
}

struct checking {
    const struct oil_definition *definition;
    struct oil_value *value;
    struct arena *arena;
    struct diagnostics *diagnostics;
};

static bool wrong_type(struct checking *checking, const char *wanted) {
    diag_error(checking->diagnostics, checking->value->place, "%s must be %s, not %s", checking->definition->name,
               wanted, oil_value_words(checking->arena, checking->value));
    return false;
}

/* A name in the place of a number: a macro, mostly, that the build defines. */
static bool no_number(struct checking *checking, const char *wanted) {
    if (checking->value->kind != VALUE_NAME) return wrong_type(checking, wanted);
    diag_error(checking->diagnostics, checking->value->place,
               "%s must be %s, not %s; if that is a macro, -D %s=VALUE defines it", checking->definition->name, wanted,
               oil_value_words(checking->arena, checking->value), checking->value->text);
    return false;
}

/* ---- numbers ---- */

static int compare_integers(const struct oil_value *a, const struct oil_value *b) {
    bool a_below = a->negative && a->magnitude, b_below = b->negative && b->magnitude;
    if (a_below != b_below) return a_below ? -1 : 1;
    int order = a->magnitude < b->magnitude ? -1 : a->magnitude > b->magnitude;
    return a_below ? -order : order;
}

static int compare_numbers(const struct oil_value *a, const struct oil_value *b) {
    if (a->kind == VALUE_INTEGER && b->kind == VALUE_INTEGER) return compare_integers(a, b);
    double x = strtod(a->text, NULL), y = strtod(b->text, NULL);
    return x < y ? -1 : x > y;
}

static bool is_number(const struct oil_value *value) {
    return value->kind == VALUE_INTEGER || value->kind == VALUE_REAL;
}

static bool fits_type(struct checking *checking) {
    const struct oil_value *value = checking->value;
    bool below = value->negative && value->magnitude > 0;
    uint64_t most = UINT64_MAX, least = 0; /* `least`: the magnitude of the smallest */
    switch (checking->definition->type) {
    case TYPE_UINT32: most = UINT32_MAX; break;
    case TYPE_INT32: most = INT32_MAX, least = (uint64_t)INT32_MAX + 1; break;
    case TYPE_INT64: most = INT64_MAX, least = (uint64_t)INT64_MAX + 1; break;
    default: break;
    }
    if (!value->too_large && value->magnitude <= (below ? least : most)) return true;
    diag_error(checking->diagnostics, value->place,
               "%s is %s, which does not fit into %s (%s%" PRIu64 " to %" PRIu64 ")", checking->definition->name,
               value->text, checking->definition->type_name, least ? "-" : "", least, most);
    return false;
}

static bool in_bounds(struct checking *checking) {
    const struct oil_bound *first = checking->definition->bounds;
    const struct oil_value *low = &first->value, *high = &first->next->value, *value = checking->value;
    if (!is_number(low) || !is_number(high)) return true;
    if (compare_numbers(value, low) >= 0 && compare_numbers(value, high) <= 0) return true;
    diag_error(checking->diagnostics, value->place, "%s is %s, but must be between %s and %s",
               checking->definition->name, value->text, low->text, high->text);
    return false;
}

static bool in_list(struct checking *checking) {
    struct text all = {0};
    for (const struct oil_bound *bound = checking->definition->bounds; bound; bound = bound->next) {
        bool same = is_number(&bound->value) ? compare_numbers(&bound->value, checking->value) == 0
                                             : !strcmp(bound->value.text, checking->value->text);
        if (same) {
            text_free(&all);
            return true;
        }
        text_printf(&all, "%s%s", all.length ? ", " : "", bound->value.text);
    }
    diag_error(checking->diagnostics, checking->value->place, "%s is %s, but must be one of %s",
               checking->definition->name, checking->value->text, text_chars(&all));
    text_free(&all);
    return false;
}

static bool in_range(struct checking *checking) {
    switch (checking->definition->range) {
    case RANGE_ANY: return true;
    case RANGE_BOUNDS: return in_bounds(checking);
    case RANGE_LIST: return in_list(checking);
    }
    return true;
}

/* ---- words ---- */

static bool put_right(struct checking *checking, const char *name) {
    if (!strcmp(checking->value->text, name)) return true;
    if (strcasecmp(checking->value->text, name) != 0) return false;
    diag_warning(checking->diagnostics, checking->value->place, "'%s' is written '%s' in OIL", checking->value->text,
                 name);
    checking->value->text = name;
    return true;
}

static bool is_boolean(struct checking *checking) {
    if (checking->value->kind == VALUE_NAME && (put_right(checking, "TRUE") || put_right(checking, "FALSE")))
        return true;
    return wrong_type(checking, "TRUE or FALSE");
}

static void list_alternatives(const struct oil_definition *definition, struct text *out) {
    enum { MOST = 12 };
    unsigned count = 0;
    for (const struct oil_alternative *a = definition->alternatives; a; a = a->next)
        if (++count <= MOST) text_printf(out, "%s%s", out->length ? ", " : "", a->name);
    if (count > MOST) text_add(out, ", ...");
}

static bool is_enumerator(struct checking *checking) {
    const struct oil_value *value = checking->value;
    bool word = value->kind == VALUE_NAME || value->kind == VALUE_INTEGER || value->kind == VALUE_AUTO;
    const struct oil_alternative *alternatives = checking->definition->alternatives;
    struct nearest nearest;
    nearest_begin(&nearest, value->text);
    if (word && oil_find_alternative(alternatives, value->text)) return true;
    for (const struct oil_alternative *a = alternatives; word && a; a = a->next) {
        if (put_right(checking, a->name)) return true;
        nearest_offer(&nearest, a->name);
    }
    struct text all = {0};
    list_alternatives(checking->definition, &all);
    if (nearest.found)
        diag_error(checking->diagnostics, value->place, "%s cannot be '%s'; did you mean '%s'? (its values: %s)",
                   checking->definition->name, value->text, nearest.found, text_chars(&all));
    else
        diag_error(checking->diagnostics, value->place, "%s cannot be %s (its values: %s)%s",
                   checking->definition->name, oil_value_words(checking->arena, value), text_chars(&all),
                   value->kind == VALUE_NAME
                       ? arena_printf(checking->arena, "; if that is a macro, -D %s=VALUE defines it", value->text)
                       : "");
    text_free(&all);
    return false;
}

/* Quotes around a name, or none around a string: it is clear what is meant. */
static bool take_as(struct checking *checking, enum oil_value_kind wanted, const char *words) {
    struct oil_value *value = checking->value;
    if (value->kind == wanted) return true;
    bool name = value->text[0] && !isdigit((unsigned char)value->text[0]);
    for (const char *c = value->text; *c; c++) name = name && is_word_char(*c);
    if ((value->kind != VALUE_NAME && value->kind != VALUE_STRING) || !name) return wrong_type(checking, words);
    diag_warning(checking->diagnostics, value->place, "%s should be %s, not %s", checking->definition->name, words,
                 oil_value_words(checking->arena, value));
    value->kind = wanted;
    return true;
}

static bool is_of_type(struct checking *checking) {
    const struct oil_definition *definition = checking->definition;
    enum oil_value_kind kind = checking->value->kind;
    switch (definition->type) {
    case TYPE_UINT32:
    case TYPE_INT32:
    case TYPE_UINT64:
    case TYPE_INT64:
        if (kind != VALUE_INTEGER) return no_number(checking, "a whole number");
        return fits_type(checking) && in_range(checking);
    case TYPE_FLOAT:
        if (!is_number(checking->value)) return no_number(checking, "a number");
        return in_range(checking);
    case TYPE_BOOLEAN: return is_boolean(checking);
    case TYPE_ENUM: return is_enumerator(checking);
    case TYPE_STRING: return take_as(checking, VALUE_STRING, "a string in quotes");
    case TYPE_NAME: return take_as(checking, VALUE_NAME, "a name");
    case TYPE_REFERENCE: return take_as(checking, VALUE_NAME, "the name of an object");
    case TYPE_STRUCT: return kind == VALUE_NONE || kind == VALUE_NAME || wrong_type(checking, "attributes in braces");
    }
    return true;
}

bool oil_check_value(const struct oil_definition *definition, struct oil_value *value, struct arena *arena,
                     struct diagnostics *diagnostics) {
    struct checking checking = {definition, value, arena, diagnostics};
    if (value->kind != VALUE_AUTO || oil_find_alternative(definition->alternatives, "AUTO"))
        return is_of_type(&checking);
    if (definition->with_auto) return true;
    diag_error(diagnostics, value->place, "%s cannot be AUTO: its definition is not WITH_AUTO", definition->name);
    return false;
}
