#include "cfront/missing/uses.h"

#include "cfront/missing/invented.h"
#include "cfront/missing/learning.h"
#include "cfront/missing/quoted.h"

#include <stdlib.h>
#include <string.h>

/* The first quoted name that is a type of ours, or the name of one of ours. */
static struct invented_type *quoted_type(const struct complaint *complaint) {
    struct invented_type *type = NULL;
    size_t length;
    for (const char *at = complaint->message, *quoted; !type && (quoted = quoted_text(&at, &length));)
        type = invented_type(&complaint->front->invented, quoted, length);
    return type;
}

static bool make_hardware(const struct complaint *complaint, const struct invented_type *type) {
    struct invention *invention = invented_of_type(&complaint->front->invented, type);
    return invention && learning_add(complaint, invention->name,
                                     invention->kind < INVENTED_HARDWARE ? INVENTED_HARDWARE : invention->kind);
}

static bool shape(const struct complaint *complaint, enum invented_shape to) {
    struct invented_type *type = quoted_type(complaint);
    if (!type || (type->shape != SHAPE_NUMBER && !(type->shape == SHAPE_ADDRESS && to == SHAPE_RECORD))) return false;
    type->shape = to;
    make_hardware(complaint, type);
    return true;
}

static bool learn_member(const struct complaint *complaint) {
    const char *name = learning_first_quoted(complaint);
    const char *in = strstr(complaint->message, "' in '");
    if (!in) return false;
    in += strlen("' in '");
    struct invented_type *type = invented_type(&complaint->front->invented, in, strcspn(in, "'"));
    return type && invented_add_member(&complaint->front->invented, type, name);
}

/* `{.name = ...}` */
static bool learn_designator(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    return type && invented_add_member(&complaint->front->invented, type, learning_first_quoted(complaint));
}

/* `.name[0] = ...`, `.name = {[0] = ...}`, `.name = {1, 2}`: a member, or a type, of so many. */
static bool learn_elements(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    const struct invention *of = type ? invented_of_type(&complaint->front->invented, type) : NULL;
    bool is_empty = type && type->shape == SHAPE_RECORD && !type->members.count; /* braces said no more */
    if (!type || (type->is_array && !is_empty) || (of && of->kind != INVENTED_TYPE)) return false;
    if (is_empty) type->shape = SHAPE_NUMBER;
    return type->is_array = true;
}

/* `{[0] = ...}` or `{.name = ...}` for what was taken for a number. */
static bool learn_designated(const struct complaint *complaint) {
    size_t at = complaint->text ? skip_spaces(complaint, complaint->offset) : 0;
    while (complaint->text && char_at(complaint, at) == '{') at = skip_spaces(complaint, at + 1);
    bool is_element = complaint->text && char_at(complaint, at) == '[';
    return (is_element && learn_elements(complaint)) || shape(complaint, SHAPE_RECORD);
}

static bool learn_assignment(const struct complaint *complaint) {
    struct invention *invention = invented_find(&complaint->front->invented, learning_first_quoted(complaint));
    return invention && make_hardware(complaint, invention->type);
}

/* Names in what C wants to know when it compiles. */
static bool learn_number(const struct complaint *complaint) {
    bool learned = false;
    if (!complaint->text) return false;
    for (size_t at = word_before(complaint, complaint->offset);
         at < complaint->length && !strchr(";:,}\n", complaint->text[at]);) {
        size_t end = skip_word(complaint, at);
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + at, end - at);
        struct invention *invention = invented_find(&complaint->front->invented, name);
        if (invention && invention->kind == INVENTED_CONSTANT)
            learned |= learning_add(complaint, name, INVENTED_NUMBER);
        at = end > at ? end : at + 1;
    }
    return learned;
}

/* The last number in brackets of the message: `exceeds the width of its type (8 bits)`. */
static unsigned limit_in(const struct complaint *complaint) {
    const char *bracket = strrchr(complaint->message, '(');
    return bracket ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
}

/* Numbers of ours behind this place, up to the end of what they are part of, that are to be below the limit. */
static bool learn_limit(const struct complaint *complaint, unsigned limit) {
    bool learned = false;
    for (size_t at = complaint->offset; complaint->text && at < complaint->length;) {
        char c = complaint->text[at];
        size_t end = skip_word(complaint, at);
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + at, end - at);
        struct invention *number = end > at ? invented_find(&complaint->front->invented, name) : NULL;
        if (strchr(";,]}\n", c)) break;
        if (number && number->kind == INVENTED_NUMBER)
            learned |= invented_lower(&complaint->front->invented, number, limit);
        at = end > at ? end : at + 1;
    }
    return learned;
}

/* Characters that nobody changes: `const char *`, and whatever else is called plainly `char`. */
static bool leads_to_text(const char *pointer) {
    return !strcmp(pointer, "const char *") || !strcmp(pointer, "char *");
}

static bool learn_address(const struct complaint *complaint);

/* The first quoted type of ours that is a number. */
static struct invented_type *quoted_number(const struct complaint *complaint) {
    const char *quoted;
    size_t length;
    for (const char *at = complaint->message; (quoted = quoted_text(&at, &length));) {
        struct invented_type *type = invented_type(&complaint->front->invented, quoted, length);
        if (type && type->shape == SHAPE_NUMBER) return type;
    }
    return NULL;
}

/* The first quoted type of ours that leads to something, as a pointer; NULL: there is none. */
static const char *own_pointer(const struct complaint *complaint) {
    const char *quoted;
    size_t length;
    for (const char *at = complaint->message; (quoted = quoted_text(&at, &length));) {
        const struct invented_type *type = invented_type(&complaint->front->invented, quoted, length);
        if (type && type->shape == SHAPE_ADDRESS && type->leads_to) return type->leads_to;
        if (type && type->shape == SHAPE_POINTER)
            return arena_printf(complaint->front->scratch, "volatile struct " INVENTED_RECORD "%s *", type->name);
    }
    return NULL;
}

/* ... or any that is a pointer. */
static const char *wanted_pointer(const struct complaint *complaint) {
    const char *own = own_pointer(complaint);
    if (own) return own;
    for (const char *end = strstr(complaint->message, " *"); end; end = strstr(end + 1, " *")) {
        const char *begin = end;
        if (!begins_with(end, " *'") && !begins_with(end, " *const'")) continue;
        while (begin > complaint->message && begin[-1] != '\'') begin--;
        return arena_text_n(complaint->front->scratch, begin, (size_t)(end + 2 - begin));
    }
    return NULL;
}

static bool make_pointer(const struct complaint *complaint, struct invention *invention) {
    if (invention->pointer || invention->kind >= INVENTED_TYPE || invention->type->shape != SHAPE_NUMBER) return false;
    const char *pointer = wanted_pointer(complaint);
    if (!pointer) return false;
    if (leads_to_text(pointer)) return learning_add(complaint, invention->name, INVENTED_TEXT);
    invention->pointer = pointer;
    make_hardware(complaint, invention->type);
    return true;
}

/* `h.Instance = TIM3;`: a member that holds what leads to something of ours. */
static bool make_member_pointer(const struct complaint *complaint, struct invented_type *type) {
    const char *own = own_pointer(complaint);
    if (!own) return learn_address(complaint);
    type->shape = SHAPE_ADDRESS;
    type->leads_to = own;
    return true;
}

/* `p = { TIM3 }`, `return i ? TIM3 : TIM4;`: of what the compiler calls an int only, the names that are all of it, or
 * of both its ways. */
static bool learn_named_pointers(const struct complaint *complaint) {
    if (!complaint->text) return false;
    size_t begin = complaint->offset, end = begin;
    bool learned = false, is_choice = false;
    if (char_at(complaint, begin) == '=') begin = end = begin + 1;
    while (char_at(complaint, end) && !strchr(";,)}\n", char_at(complaint, end))) end++;
    for (size_t at = begin; at < end; at++) {
        if (char_at(complaint, at) == '?') is_choice = true, begin = at + 1;
    }
    for (size_t at = begin; at < end;) {
        size_t word = skip_spaces(complaint, at), behind = skip_word(complaint, word);
        size_t next = skip_spaces(complaint, behind);
        bool is_all = next >= end || (is_choice && char_at(complaint, next) == ':');
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + word, behind - word);
        struct invention *invention = behind > word ? invented_find(&complaint->front->invented, name) : NULL;
        if (!is_all) return learned;
        if (invention) learned |= make_pointer(complaint, invention);
        at = next + 1;
    }
    return learned;
}

/* A number of ours where a pointer is wanted: it is one, to what is wanted. */
static bool learn_pointer(const struct complaint *complaint) {
    struct invented_type *type = quoted_number(complaint);
    struct invention *invention = type ? invented_of_type(&complaint->front->invented, type) : NULL;
    if (!type) return learn_named_pointers(complaint);
    return invention ? make_pointer(complaint, invention) : make_member_pointer(complaint, type);
}

/* Does the word stand in the declaration that goes on here? */
static bool declares_with(const struct complaint *complaint, const char *word) {
    size_t begin = complaint->offset;
    while (begin && !strchr(";{}", complaint->text[begin - 1])) begin--;
    for (size_t at = begin; at < complaint->offset;) {
        size_t end = skip_word(complaint, at);
        if (spells(complaint->text + at, end - at, word)) return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* `char name[] = NAME;`, `int table[] = NAME;`: a text, or values in braces. */
static bool learn_first_values(const struct complaint *complaint) {
    size_t at = complaint->text ? complaint->offset : 0;
    while (char_at(complaint, at) && !strchr("=;{", char_at(complaint, at))) at++;
    if (char_at(complaint, at) != '=') return false;
    size_t begin = skip_spaces(complaint, at + 1), end = skip_word(complaint, begin);
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    struct invention *invention = invented_find(&complaint->front->invented, name);
    if (!invention || invention->kind > INVENTED_TEXT) return false;
    return learning_add(complaint, name, declares_with(complaint, "char") ? INVENTED_TEXT : INVENTED_LIST);
}

/* A pointer to a type of ours, by that type's name: what is a number now may turn out to be a structure. */
static const char *pointer_to_ours(const struct complaint *complaint) {
    const char *quoted;
    size_t length;
    for (const char *at = complaint->message; (quoted = quoted_text(&at, &length));) {
        bool is_pointer = length > 2 && !memcmp(quoted + length - 2, " *", 2);
        if (is_pointer && invented_type(&complaint->front->invented, quoted, length - 2))
            return arena_text_n(complaint->front->scratch, quoted, length);
    }
    return NULL;
}

/* What the message quotes beside the type of ours, as a pointer: of `int [4]` and `int (int)`, one to it. NULL: that
 * cannot be written down. */
static const char *other_pointer(const struct complaint *complaint) {
    struct arena *scratch = complaint->front->scratch;
    for (const char *at = complaint->message, *type; (type = quoted_next(complaint, &at));) {
        size_t array = strcspn(type, "["), length = strlen(type);
        bool is_pointer = length && (type[length - 1] == '*' || strstr(type, "(*)"));
        if (!is_pointer && !type[array] && !strchr(type, '(')) continue;
        if (!quoted_is_plain(complaint, type)) return NULL;
        if (is_pointer) return type;
        if (strchr(type, '(')) return arena_printf(scratch, "__typeof__(%s) *", type);
        return strchr(type + array + 1, '[') ? NULL : arena_printf(scratch, "%.*s *", (int)array, type);
    }
    return NULL;
}

/* A pointer where a number of ours was: it holds pointers. */
static bool learn_address(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    if (!type || (type->shape != SHAPE_NUMBER && !type->is_vague)) return false;
    type->shape = SHAPE_ADDRESS;
    type->is_vague = false;
    const char *pointer = pointer_to_ours(complaint);
    if (!pointer) pointer = other_pointer(complaint);
    type->leads_to = pointer && strncmp(pointer, "void *", 6) != 0 ? pointer : NULL;
    return true;
}

/* What the message quotes beside pointers to the type: numbers of C's own, to which the other pointer leads. NULL: it
 * is something else. */
static const char *other_number(const struct complaint *complaint, const struct invented_type *type) {
    for (const char *at = complaint->message, *quoted; (quoted = quoted_next(complaint, &at));) {
        size_t length = strcspn(quoted, "[*");
        const char *number = arena_text_n(complaint->front->scratch, quoted, length);
        while (length && number[length - 1] == ' ') number = arena_text_n(complaint->front->scratch, number, --length);
        if (begins_with(number, "const ")) number += strlen("const ");
        static const char *const numbers[] = {
            "char", "signed char",   "unsigned char", "short", "unsigned short", "unsigned int",
            "long", "unsigned long", "long long",     "float", "double",         "unsigned long long",
            NULL};
        if (strchr(quoted, '[') != strrchr(quoted, '[') || strchr(quoted, '*') != strrchr(quoted, '*')) continue;
        if (is_one_of(number, numbers) && strcmp(number, type->name) != 0) return number;
    }
    return NULL;
}

/* ... of several types; or a pointer to numbers of ours, where one to others was: they are these. */
static bool learn_other_pointer(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    if (type && type->shape == SHAPE_ADDRESS && type->leads_to && !type->holds_all) {
        type->holds_all = true;
        type->leads_to = NULL;
        return true;
    }
    const char *quote = strchr(complaint->message, '\'');
    for (; quote && !type; quote = strchr(quote + 1, '\'')) {
        size_t length = strcspn(quote + 1, "*'");
        bool is_pointer = quote[1 + length] == '*' && length > 1;
        if (is_pointer) type = invented_type(&complaint->front->invented, quote + 1, length - 1);
    }
    const char *other = type ? other_number(complaint, type) : NULL;
    if (!other || type->shape != SHAPE_NUMBER || type->number) return false;
    struct number_name *number = arena_new_object(complaint->front->scratch, struct number_name);
    *number = (struct number_name){other, arena_printf(complaint->front->scratch, "`%s`", other)};
    type->number = number;
    return true;
}

/* It is called: a pointer to a function of which nothing is known, if no other one was given. */
static bool learn_call(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    struct invention *of = type ? invented_of_type(&complaint->front->invented, type) : NULL;
    if (!type || type->leads_to || (type->shape != SHAPE_NUMBER && type->shape != SHAPE_ADDRESS)) return false;
    if (of && of->kind < INVENTED_HARDWARE) return learning_add(complaint, of->name, INVENTED_FUNCTION);
    type->shape = SHAPE_ADDRESS;
    type->leads_to = "int (*)()";
    type->is_vague = true;
    return true;
}

/* `*NAME`, of a name, or of something of a type of ours. */
static bool learn_indirection(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    struct invention *of = type ? invented_of_type(&complaint->front->invented, type) : NULL;
    if (!type || type->shape != SHAPE_NUMBER) return false;
    if (of && of->kind < INVENTED_TYPE) {
        if (of->pointer) return false;
        of->pointer = "volatile int *";
        make_hardware(complaint, type);
        return true;
    }
    type->shape = SHAPE_ADDRESS;
    type->leads_to = "int *";
    return true;
}

struct declared {
    const struct complaint *complaint;
    const char *name;
    struct invented_type *type;
};

static enum CXChildVisitResult look_for(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct declared *declared = data;
    struct front *front = declared->complaint->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if ((kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl && kind != CXCursor_FieldDecl) ||
        strcmp(front_spelling(front, cursor), declared->name) != 0)
        return CXChildVisit_Recurse;
    declared->type = learning_type(front, front->clang.getCursorType(cursor));
    return declared->type ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Of a variable of the source's own. */
static struct invented_type *declared_type(const struct complaint *complaint, const char *name) {
    struct declared declared = {complaint, name, NULL};
    const struct front *front = complaint->front;
    if (*name) front->clang.visitChildren(front->clang.getTranslationUnitCursor(complaint->tu), look_for, &declared);
    return declared.type;
}

/* The type of what ends here, `NAME`, `NAME()->member`, `NAME->member` or `NAME[i].member`; NULL: it is none of ours.
 */
static struct invented_type *type_before(const struct complaint *complaint, size_t end) {
    while (end && complaint->text[end - 1] == ']') end = brackets_before(complaint, end, '[', ']');
    if (end && complaint->text[end - 1] == ')') end = brackets_before(complaint, end, '(', ')');
    size_t begin = word_before(complaint, end), before = spaces_before(complaint, begin);
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    if (skip_access_before(complaint, &before)) {
        struct invented_type *of = type_before(complaint, before);
        return of ? invented_member_type(of, name) : invented_only_member(&complaint->front->invented, name);
    }
    struct invention *invention = invented_find(&complaint->front->invented, name);
    if (!invention) return declared_type(complaint, name);
    if (invention->kind == INVENTED_BORROWED)
        return invented_borrowed_type(&complaint->front->invented, invention, complaint->source);
    if (invention->kind > INVENTED_HARDWARE || invention->pointer) return NULL;
    learning_add(complaint, name, INVENTED_HARDWARE);
    return invention->type;
}

/* Registers that are counted, or a member of a structure through whatever leads to one. How many registers there are
 * nobody asks: an index of any size leads to hardware. */
static bool learn_array(const struct complaint *complaint) {
    if (!complaint->text || char_at(complaint, complaint->offset) != '[') return false;
    struct invented_type *type = type_before(complaint, spaces_before(complaint, complaint->offset));
    if (!type || type->is_array || type->shape == SHAPE_POINTER) return false;
    type->is_array = true;
    return true;
}

/* A value of ours where a structure of ours is wanted: it is one. */
static bool learn_record(const struct complaint *complaint) {
    const struct invented *invented = &complaint->front->invented;
    const struct invented_type *record = NULL;
    struct invention *value = NULL;
    size_t length;
    for (const char *at = complaint->message, *quoted; (quoted = quoted_text(&at, &length));) {
        const struct invented_type *type = invented_type(invented, quoted, length);
        struct invention *of = type ? invented_of_type(invented, type) : NULL;
        if (of && of->kind <= INVENTED_HARDWARE && type->shape == SHAPE_NUMBER) value = of;
        if (of && of->kind == INVENTED_TYPE && type->shape == SHAPE_RECORD) record = type;
    }
    if (!record || !value || value->result) return false;
    value->result = record->name;
    learning_add(complaint, value->name, INVENTED_HARDWARE);
    return true;
}

/* `T p; p[0] = 1; p = x;`, and who asks whether it is null: no array, but a pointer. */
static bool unlearn_array(struct invented_type *type) {
    if (!type || !type->is_array || type->shape != SHAPE_NUMBER) return false;
    type->is_array = false;
    type->shape = SHAPE_ADDRESS;
    type->leads_to = "int *";
    return true;
}

/* Of the member, or name, that stands here. */
static struct invented_type *type_here(const struct complaint *complaint) {
    return complaint->text ? type_before(complaint, skip_word(complaint, complaint->offset)) : NULL;
}

/* `p = x`, at its sign: of what is assigned to. */
static struct invented_type *type_assigned(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    return type || !complaint->text ? type : type_before(complaint, spaces_before(complaint, complaint->offset));
}

bool uses_learn(const struct complaint *complaint) {
    if (says(complaint, "member reference base type '")) return shape(complaint, SHAPE_RECORD);
    if (says(complaint, "member reference type '")) return shape(complaint, SHAPE_POINTER);
    if (says(complaint, "no member named '")) return learn_member(complaint);
    if (says(complaint, "initialization of non-aggregate type '") ||
        says(complaint, "designator in initializer for scalar type '"))
        return learn_designated(complaint);
    if (says(complaint, "field designator '")) return learn_designator(complaint);
    if (says(complaint, "field designator cannot initialize a non-struct")) return shape(complaint, SHAPE_RECORD);
    if (says(complaint, "array designator cannot initialize non-array type '")) return learn_elements(complaint);
    if (says(complaint, "cannot assign to variable '")) return learn_assignment(complaint);
    if (says(complaint, "initializer element is not a compile-time constant") ||
        says(complaint, "expression is not an integer constant expression") ||
        says(complaint, "static assertion expression is not an integral constant expression") ||
        says(complaint, "variable length array declaration not allowed at file scope") ||
        says(complaint, "fields must have a constant size") || says(complaint, "variable length array used"))
        return learn_number(complaint);
    if (says(complaint, "width of bit-field '") || says(complaint, "array designator index ("))
        return learn_limit(complaint, limit_in(complaint));
    if (says(complaint, "array initializer must be an initializer list")) return learn_first_values(complaint);
    if (says(complaint, "subscripted value is not an array")) return learn_array(complaint);
    if (says(complaint, "incompatible integer to pointer conversion")) return learn_pointer(complaint);
    if (says(complaint, "incompatible pointer to integer conversion")) return learn_address(complaint);
    if (says(complaint, "incompatible pointer types")) return learn_other_pointer(complaint);
    if (strstr(complaint->message, "incompatible type '")) return learn_record(complaint);
    if (says(complaint, "called object type '")) return learn_call(complaint);
    if (says(complaint, "indirection requires pointer operand")) return learn_indirection(complaint);
    if (says(complaint, "array type '")) return unlearn_array(type_assigned(complaint));
    if (says(complaint, "address of array '") || says(complaint, "comparison of array '"))
        return unlearn_array(type_here(complaint));
    return false;
}
