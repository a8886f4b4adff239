#include "cfront/missing/results.h"

#include "cfront/missing/invented.h"
#include "cfront/missing/learning.h"
#include "cfront/missing/quoted.h"

#include <string.h>

/* ---- whose result ---- */

static bool is_undeclared(const struct complaint *complaint, const char *name) {
    struct front *front = complaint->front;
    const struct invention *known = invented_find(&front->invented, name);
    bool found = known && (known->kind == INVENTED_FUNCTION || known->is_called);
    const char *wanted = arena_printf(front->scratch, "call to undeclared function '%s'", name);
    for (unsigned i = 0; i < complaint->count && !found; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(complaint->tu, i);
        found = begins_with(front_text(front, front->clang.getDiagnosticSpelling(diagnostic)), wanted);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return found;
}

static const char *undeclared(const struct complaint *complaint, size_t begin, size_t end) {
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    return *name && is_undeclared(complaint, name) ? name : NULL;
}

const char *results_called_before(const struct complaint *complaint, size_t end) {
    if (!end || complaint->text[end - 1] != ')') return NULL;
    end = brackets_before(complaint, end, '(', ')');
    return undeclared(complaint, word_before(complaint, end), end);
}

/* `NAME(` here, or behind `x =`, `=`, `return`. */
static const char *called_at(const struct complaint *complaint, size_t at) {
    size_t end = skip_word(complaint, at), next = skip_spaces(complaint, end);
    bool leads_on = char_at(complaint, next) == '=' || spells(complaint->text + at, end - at, "return");
    if (leads_on) at = skip_spaces(complaint, next + (char_at(complaint, next) == '='));
    end = skip_word(complaint, at);
    return char_at(complaint, skip_spaces(complaint, end)) == '(' ? undeclared(complaint, at, end) : NULL;
}

static struct invention *function(const struct complaint *complaint, const char *name, bool *learned) {
    *learned = learning_add(complaint, name, INVENTED_FUNCTION);
    struct invention *invention = invented_find(&complaint->front->invented, name);
    return invention && invention->kind == INVENTED_FUNCTION ? invention : NULL;
}

/* ---- what it is ---- */

/* It gives what is wanted there: the quoted type that is no `int`. */
static bool learn_wanted(const struct complaint *complaint) {
    const char *name = called_at(complaint, complaint->offset), *at = complaint->message, *type, *wanted = NULL;
    bool learned = false, is_int = false;
    while ((type = quoted_next(complaint, &at))) {
        is_int |= !strcmp(type, "int");
        if (!wanted && strcmp(type, "int") != 0) wanted = type;
    }
    if (!name || !is_int || !wanted || !quoted_is_plain(complaint, wanted)) return false;
    struct invention *invention = function(complaint, name, &learned);
    if (!invention || invention->result || invention->function) return learned;
    invention->result = wanted;
    return true;
}

/* `f()->x`, `f()[i]`, `*f()`: a pointer to a structure, or to numbers. */
static bool learn_shape(const struct complaint *complaint, const char *name, enum invented_shape shape) {
    bool learned = false;
    struct invention *invention = name ? function(complaint, name, &learned) : NULL;
    if (!invention || invention->result || invention->function || invention->type->shape != SHAPE_NUMBER ||
        invention->type->is_array)
        return learned;
    invention->type->shape = shape;
    invention->type->is_array = shape == SHAPE_NUMBER;
    return true;
}

/* `REG(4) = 1`: a macro that is hardware. */
static bool learn_register(const struct complaint *complaint) {
    const char *name = results_called_before(complaint, spaces_before(complaint, complaint->offset));
    if (!name) name = called_at(complaint, skip_spaces(complaint, complaint->offset + 2)); /* ++REG(4) */
    if (!name || !learning_add(complaint, name, INVENTED_HARDWARE)) return false;
    invented_find(&complaint->front->invented, name)->is_called = true;
    return true;
}

/* Complaints of members are at their names. */
static size_t before_member(const struct complaint *complaint) {
    size_t end = spaces_before(complaint, complaint->offset);
    skip_access_before(complaint, &end);
    return end;
}

bool results_learn(const struct complaint *complaint) {
    const char *before = NULL;
    if (!complaint->text) return false;
    if (says(complaint, "incompatible integer to pointer conversion") ||
        strstr(complaint->message, "incompatible type '") || strstr(complaint->message, "incompatible result type '"))
        return learn_wanted(complaint);
    before = results_called_before(complaint, before_member(complaint));
    if (says(complaint, "member reference type 'int'")) return learn_shape(complaint, before, SHAPE_POINTER);
    if (says(complaint, "member reference base type 'int'")) return learn_shape(complaint, before, SHAPE_RECORD);
    if (says(complaint, "subscripted value is not an array")) return learn_shape(complaint, before, SHAPE_NUMBER);
    if (says(complaint, "indirection requires pointer operand ('int'"))
        return learn_shape(complaint, called_at(complaint, complaint->offset + 1), SHAPE_NUMBER);
    if (says(complaint, "expression is not assignable")) return learn_register(complaint);
    return false;
}
