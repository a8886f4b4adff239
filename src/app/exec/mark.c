#include "app/exec/mark.h"

#include "app/exec/address.h"
#include "app/exec/origin.h"
#include "app/exec/symbolic.h"
#include "app/exec/unset.h"

#include <string.h>

/* Of one conversion: C promises no more (7.21.6.1p15). */
enum { WIDEST = 4095 };

static const struct c_type CHARACTER = {.kind = C_INTEGER, .name = "char", .size = 1, .align = 1};

/* What stands between % and the letter of a conversion, without the length of the argument. */
struct form {
    const char *text; /* flags, width and precision */
    int length;
    uint32_t precision; /* UINT32_MAX: none */
};

/* Where a character depends on inputs: of a string it matters whether it is its end, of a format which one it is. */
static void decide(struct machine *machine, const unsigned char *character, bool is_format) {
    if (!machine->symbolic || machine->probe) return;
    machine->term = symbolic_read(machine->symbolic, character, 1);
    if (machine->term && is_format)
        symbolic_fix(machine, *character);
    else if (machine->term)
        symbolic_decide(machine->symbolic, symbolic_truth(machine->symbolic, machine->term));
    machine->term = 0;
}

/* The characters up to the terminating zero, or as many as are wanted; a missing one is a fault as any access beyond
 * what the pointer is confined to. */
static void read_string(struct machine *machine, uint64_t pointer, uint32_t most, bool is_format, struct text *out) {
    for (uint32_t i = 0; i < most; i++) {
        struct cell cell;
        if (i) pointer = address_move(machine, pointer, 1, &CHARACTER);
        memory_at(machine, pointer, &CHARACTER, &cell);
        const unsigned char *byte = memory_read(machine, &cell, &CHARACTER);
        unsigned char room[16];
        char character = (char)*origin_bare(machine, byte, machine->read_origins, 1, room);
        if (cell.unset) unset_check(machine, &cell, &CHARACTER);
        decide(machine, byte, is_format);
        if (!character) return;
        text_add_char(out, character);
    }
}

/* The format for one argument: its flags, and what we hand to printf. */
static void print_formed(struct text *out, const struct form *form, const char *conversion, ...) {
    struct text format = {0};
    va_list argument;
    text_printf(&format, "%%%.*s%s", form->length, form->text, conversion);
    va_start(argument, conversion);
    text_vprintf(out, text_chars(&format), argument);
    va_end(argument);
    text_free(&format);
}

static void print_number(const struct c_expression *argument, int64_t value, const struct form *form, char conversion,
                         struct text *out) {
    if (!argument->type->is_signed && argument->type->size < 8 && conversion == 'd')
        value = (int64_t)((uint64_t)value & ((UINT64_C(1) << (8 * argument->type->size)) - 1));
    /* %x and %u show the bits of the argument's own width. */
    if (conversion != 'd' && argument->type->size < 8)
        value &= (int64_t)((UINT64_C(1) << (8 * argument->type->size)) - 1);
    print_formed(out, form, (char[]){'l', 'l', conversion, '\0'}, (long long)value);
}

static void print_integer(const struct c_expression *argument, int64_t value, const struct form *form, char conversion,
                          struct text *out) {
    switch (conversion) {
    case 'c': print_formed(out, form, "c", (int)value); break;
    case 'i': print_number(argument, value, form, 'd', out); break;
    case 'd':
    case 'u':
    case 'x':
    case 'X':
    case 'o': print_number(argument, value, form, conversion, out); break;
    default: text_printf(out, "0x%llx", (unsigned long long)value);
    }
}

static void print_argument(struct machine *machine, const struct c_expression *argument, const struct form *form,
                           char conversion, struct text *out) {
    if (argument->type->kind == C_FLOAT) {
        char real[] = {'L', strchr("aAeEfFgG", conversion) ? conversion : 'g', '\0'};
        print_formed(out, form, real, evaluate_real(machine, argument));
        return;
    }
    if (argument->type->kind != C_INTEGER && argument->type->kind != C_POINTER) return;
    int64_t value = evaluate(machine, argument);
    if (conversion != 's' && argument->type->kind == C_POINTER)
        value = (int64_t)c_pointer_address(machine->subject->program, (uint64_t)value);
    if (conversion == 's') {
        struct text *string = &machine->string;
        text_clear(string);
        read_string(machine, (uint64_t)value, form->precision, false, string);
        print_formed(out, form, "s", text_chars(string));
    } else {
        print_integer(argument, value, form, conversion, out);
    }
}

/* Leaves `*format` behind the number. */
static uint32_t take_number(const char **format) {
    uint32_t number = 0;
    for (; **format >= '0' && **format <= '9'; ++*format)
        if (number <= WIDEST) number = number * 10 + (uint32_t)(**format - '0');
    return number;
}

/* Leaves `*format` at the letter of the conversion. False: it is wider than what is promised. */
static bool take_form(const char **format, struct form *form) {
    *form = (struct form){.text = *format, .precision = UINT32_MAX};
    *format += strspn(*format, "-+ #0");
    bool narrow = take_number(format) <= WIDEST;
    if (**format == '.') {
        ++*format;
        form->precision = take_number(format);
        narrow = narrow && form->precision <= WIDEST;
    }
    form->length = (int)(*format - form->text);
    *format += strspn(*format, "hlLqjzt");
    return narrow;
}

/* What stands behind a `%`; leaves `*format` behind it. `known`: it can be said here. */
static char take_conversion(const char **format, struct form *form, bool *known) {
    *known = take_form(format, form) && **format != '*' && **format != 'n';
    return **format ? *(*format)++ : '%';
}

/* `values`: those of the arguments; NULL: the machine works them out. */
static void print_format(struct machine *machine, const struct c_instruction *instruction, const char *format,
                         const int64_t *values, struct text *out) {
    uint32_t next = 0;
    while (*format) {
        if (*format != '%') {
            text_add_char(out, *format++);
            continue;
        }
        struct form form;
        bool known;
        format++;
        char conversion = take_conversion(&format, &form, &known);
        if (!known && machine)
            machine_fault(machine, "unsupported", "a format with `*` or `%%n`, or of more than %d characters", WIDEST);
        if (!known) return; /* the machine has complained */
        if (conversion == '%')
            text_add_char(out, '%');
        else if (next < instruction->argument_count && values)
            print_integer(instruction->arguments[next], values[next], &form, conversion, out), next++;
        else if (next < instruction->argument_count)
            print_argument(machine, instruction->arguments[next++], &form, conversion, out);
    }
}

static bool is_literal(const struct c_expression *pointer) {
    while (pointer->kind == C_CONVERT) pointer = pointer->left;
    if (pointer->kind != C_ADDRESS) return false;
    const struct c_expression *place = pointer->left;
    while (place->kind == C_INDEX && place->right->kind == C_CONSTANT) place = place->left;
    return place->kind == C_OBJECT && place->object->storage == C_STRING;
}

bool mark_reads_strings(const struct c_instruction *instruction) {
    uint32_t next = 0;
    if (!instruction->text) return true;
    for (const char *format = instruction->text; *format;) {
        if (*format++ != '%') continue;
        struct form form;
        bool known;
        char conversion = take_conversion(&format, &form, &known);
        if (conversion == '%') continue;
        if (conversion == 's' && next < instruction->argument_count && !is_literal(instruction->arguments[next]))
            return true;
        next++;
    }
    return false;
}

static void drop_line_ends(struct text *text) {
    while (text->length && strchr("\r\n", text->chars[text->length - 1])) text->chars[--text->length] = '\0';
}

void mark_print_values(const struct c_instruction *instruction, const int64_t *values, struct text *out) {
    print_format(NULL, instruction, instruction->text, values, out);
    drop_line_ends(out);
}

void mark_print(struct machine *machine, const struct c_instruction *instruction, struct text *out) {
    /* A fault on the way leaves the step by a jump: the texts are the machine's, so that they are not lost. */
    struct text *format = &machine->format, *printed = &machine->printed;
    text_clear(format);
    text_clear(printed);
    if (!instruction->text)
        read_string(machine, (uint64_t)evaluate(machine, instruction->value), UINT32_MAX, true, format);
    print_format(machine, instruction, instruction->text ? instruction->text : text_chars(format), NULL, printed);
    drop_line_ends(printed);
    if (out) text_add(out, text_chars(printed));
}
