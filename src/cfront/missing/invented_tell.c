#include "cfront/missing/invented_parts.h"
#include "cfront/missing/other_number.h"

#include <string.h>

static bool is_like(const struct invention *a, const struct invention *b) {
    return a->file && b->file && !strcmp(a->file, b->file) &&
           (a->kind == INVENTED_BORROWED) == (b->kind == INVENTED_BORROWED);
}

static bool is_first_like_it(const struct invented *invented, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (is_like(invented->list.items[i], invented->list.items[index])) return false;
    return true;
}

/* What other files have: the same, or something else, as it could not be said here what that is. */
static void tell_others(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *first = invented->list.items[i];
        if (!first->file || !invented_is_lacked(first) || !is_first_like_it(invented, i)) continue;
        text_printf(out, "%s`%s`", out->length ? "; " : "", first->name);
        size_t count = 1;
        for (size_t j = i + 1; j < invented->list.count; j++) {
            if (!is_like(first, invented->list.items[j])) continue;
            text_printf(out, ", `%s`", invented->list.items[j]->name);
            count++;
        }
        text_printf(out, " %s %s%s of %s", count > 1 ? "are" : "is", first->kind == INVENTED_BORROWED ? "" : "not ",
                    count > 1 ? "those" : "that", first->file);
    }
}

static bool is_named_number(const struct invention *invention) {
    return invention->kind == INVENTED_TYPE && invention->type->shape == SHAPE_NUMBER && invention->type->number;
}

/* Structures and pointers to them are told apart from numbers. */
static bool belongs(const struct invention *invention, enum invented_kind kind, bool is_record) {
    return invented_is_lacked(invention) && invention->kind == kind && !is_named_number(invention) &&
           !(kind == INVENTED_NUMBER && invention->is_address) && !(kind == INVENTED_MACRO && invention->macro) &&
           (kind != INVENTED_HARDWARE || invented_is_variable(invention) == is_record) &&
           (kind != INVENTED_WORD || !*invented_word(invention->name)) &&
           (kind != INVENTED_TYPE || (invention->type->shape != SHAPE_NUMBER) == is_record) &&
           (kind != INVENTED_TAG || invention->is_enum != is_record);
}

static void tell_group(const struct invented *invented, struct text *out, enum invented_kind kind, bool is_record,
                       const char *what) {
    unsigned count = 0;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (!belongs(invention, kind, is_record) || invented_is_memory(invented, invention)) continue;
        text_printf(out, "%s`%s`", count ? ", " : out->length ? "; " : "", invention->name);
        if (kind == INVENTED_NUMBER) text_printf(out, " = %d", invented_number(invented, invention));
        count++;
    }
    if (count) text_printf(out, " %s %s", count > 1 ? "are" : "is", what);
}

void invented_tell_guesses(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (!invention->is_usual && belongs(invention, INVENTED_NUMBER, false))
            text_printf(out, "%s`%s` = %d", out->length ? ", " : "", invention->name,
                        invented_number(invented, invention));
        if (belongs(invention, INVENTED_TEXT, false) || belongs(invention, INVENTED_LIST, false))
            text_printf(out, "%s`%s`", out->length ? ", " : "", invention->name);
    }
}

void invented_tell_variables(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (belongs(invented->list.items[i], INVENTED_HARDWARE, true))
            text_printf(out, "%s`%s`", out->length ? ", " : "", invented->list.items[i]->name);
}

/* Members of registers, too: a name for one bit, or for a few, is the usual thing there. */
static void tell_fields(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        bool has_members = invention->kind >= INVENTED_HARDWARE && invention->kind <= INVENTED_TAG;
        if (has_members && invented_is_lacked(invention) && other_number_has_fields(invented, invention->type))
            text_printf(out, "%s`%s` has bit-fields", out->length ? ", " : "", invention->name);
    }
}

static void tell_volatile_words(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented_is_open_word(invented->list.items[i]))
            text_printf(out, "%s`%s` is `volatile`", out->length ? ", " : "", invented->list.items[i]->name);
}

void invented_tell_types(const struct invented *invented, enum cfront_types types, struct text *out) {
    if (types == TYPES_FIELD) return tell_fields(invented, out);
    if (types == TYPES_VOLATILE) tell_volatile_words(invented, out);
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        bool is_type = invention->kind == INVENTED_TYPE || invention->kind == INVENTED_TAG;
        if (!is_type || !invented_is_lacked(invention) || invented_is_of_registers(invented, invention)) continue;
        const char *own = other_number(invented, invention->type, types);
        const char *other = own ? own : other_number_of_members(invented, invention->type, types);
        if (other)
            text_printf(out, "%s`%s` %s `%s`", out->length ? ", " : "", invention->name, own ? "is" : "has members of",
                        other);
    }
}

/* Arrays in structures that may lie in memory. */
static void tell_arrays(struct text *out, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++) {
        const struct invented_member *member = &type->members.items[i];
        if (invented_is_array(member->type))
            text_printf(out, "%s`%s` in `%s` has %d elements", out->length ? "; " : "", member->name, type->name,
                        ELSEWHERE_ELEMENTS);
        tell_arrays(out, member->type);
    }
}

/* A bit-field goes round where an `int` goes on. */
static void tell_counted(const struct invented *invented, struct text *out, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++) {
        const struct invented_member *member = &type->members.items[i];
        bool is_counted = member->type->is_counted && member->type->is_filled;
        if (is_counted && other_number_bits(invented, member->type))
            text_printf(out, "; `%s` in `%s`, in which code counts, is no bit-field", member->name, type->name);
        tell_counted(invented, out, member->type);
    }
}

/* What is subscripted and not `REG(4)` may be a table. */
static bool may_be_table(const struct invention *invention) {
    return belongs(invention, INVENTED_HARDWARE, false) && invention->type->is_array && !invention->is_called;
}

static void tell_hardware(const struct invented *invented, struct text *out) {
    tell_group(invented, out, INVENTED_HARDWARE, false, "hardware");
    for (size_t i = 0; i < invented->list.count; i++)
        if (may_be_table(invented->list.items[i]))
            text_printf(out, "%s`%s`, which may be a table, is as long as it has to be", out->length ? "; " : "",
                        invented->list.items[i]->name);
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invented_is_lacked(invention) && invented_is_memory(invented, invention))
            text_printf(out, "%s`%s` is memory of %d bytes", out->length ? "; " : "", invention->name,
                        ELSEWHERE_ELEMENTS);
    }
}

static void tell_variables(const struct invented *invented, struct text *out) {
    tell_group(invented, out, INVENTED_HARDWARE, true, "what others declare, of `int`");
    for (size_t i = 0; i < invented->list.count; i++)
        if (belongs(invented->list.items[i], INVENTED_HARDWARE, true) && invented->list.items[i]->type->is_array)
            text_printf(out, "; `%s` has %d elements", invented->list.items[i]->name, ELSEWHERE_ELEMENTS);
}

static void tell_words(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        const char *word = invention->kind == INVENTED_WORD ? invented_word(invention->name) : "";
        if (*word) text_printf(out, "%s`%s` is `%s`", out->length ? "; " : "", invention->name, word + 1);
    }
}

static void tell_addresses(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_NUMBER && invention->is_address)
            text_printf(out, "%s`%s` is an address of hardware", out->length ? "; " : "", invention->name);
    }
}

static void tell_named_numbers(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (is_named_number(invention))
            text_printf(out, "%s`%s` is %s", out->length ? "; " : "", invention->name, invention->type->number->words);
    }
}

static void tell_functions(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_MACRO && invention->is_block)
            text_printf(out, "%s`%s` runs the block behind it once", out->length ? "; " : "", invention->name);
        else if (invention->kind == INVENTED_MACRO && invention->macro)
            text_printf(out, "%s`%s` is `%s%s`", out->length ? "; " : "", invention->name, invention->name,
                        invention->macro);
        if (invention->kind == INVENTED_FUNCTION && invention->function)
            text_printf(out, "%s`%s` is a function of the type that its use asks for", out->length ? "; " : "",
                        invention->name);
        else if (invention->kind == INVENTED_FUNCTION)
            text_printf(out, "%s`%s` is a function that gives %s%s%s", out->length ? "; " : "", invention->name,
                        invention->result ? "`" : "", invention->result ? invention->result : "a pointer",
                        invention->result ? "`" : "");
    }
}

void invented_tell(const struct invented *invented, struct text *out) {
    tell_named_numbers(invented, out);
    tell_group(invented, out, INVENTED_TYPE, false, "`int`");
    tell_group(invented, out, INVENTED_TYPE, true, "structures of `int`");
    tell_group(invented, out, INVENTED_TAG, true, "structures of `int`");
    tell_group(invented, out, INVENTED_TAG, false, "`int`");
    tell_group(invented, out, INVENTED_CONSTANT, false, "constant, and any `int`");
    tell_group(invented, out, INVENTED_NUMBER, false, "constant, and not another number");
    tell_group(invented, out, INVENTED_TEXT, false, "a text");
    tell_group(invented, out, INVENTED_LIST, false, "zeros");
    tell_hardware(invented, out);
    tell_variables(invented, out);
    tell_addresses(invented, out);
    tell_words(invented, out);
    tell_group(invented, out, INVENTED_WORD, false, "nothing");
    tell_group(invented, out, INVENTED_LINE, false, "nothing");
    tell_group(invented, out, INVENTED_MACRO, false, "what macros of that name usually are");
    tell_functions(invented, out);
    tell_others(invented, out);
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind != INVENTED_TYPE && invention->kind != INVENTED_TAG) continue;
        bool has_members =
            invention->kind == INVENTED_TAG ? !invention->is_enum : invention->type->shape != SHAPE_NUMBER;
        if (invented_is_register(invention->type) && invention->kind == INVENTED_TYPE)
            text_printf(out, "; `%s` is volatile", invention->name);
        else if (has_members && invented_is_of_registers(invented, invention))
            text_printf(out, "; members of `%s` are volatile", invention->name);
        if (invented_is_array_type(invented, invention->type) && invention->type->shape == SHAPE_NUMBER)
            text_printf(out, "; `%s` has %d elements", invention->name, ELSEWHERE_ELEMENTS);
        tell_arrays(out, invention->type);
        tell_counted(invented, out, invention->type);
    }
}
