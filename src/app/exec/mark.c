#include "app/exec/mark.h"

#include "app/exec/unset.h"

#include <string.h>

enum { LONGEST_STRING = 4096 };

static const struct c_type CHARACTER = {.kind = C_INTEGER, .name = "char", .size = 1, .align = 1};

/* The characters up to the terminating zero; a missing one is a fault as any access beyond an object. */
static void read_string(struct machine *machine, uint64_t address, struct text *out) {
    for (unsigned i = 0; i < LONGEST_STRING; i++) {
        struct cell cell;
        memory_at(machine, address + i, &CHARACTER, &cell);
        char character = (char)*memory_read(machine, &cell, &CHARACTER);
        if (cell.unset) unset_check(machine, &cell, &CHARACTER);
        if (!character) return;
        text_add_char(out, character);
    }
}

static void print_number(const struct c_expression *argument, int64_t value, const char *form, char conversion,
                         struct text *out) {
    char format[32];
    snprintf(format, sizeof format, "%%%sll%c", form, conversion);
    if (!argument->type->is_signed && argument->type->size < 8 && conversion == 'd')
        value = (int64_t)((uint64_t)value & ((UINT64_C(1) << (8 * argument->type->size)) - 1));
    /* %x and %u show the bits of the argument's own width. */
    if (conversion != 'd' && argument->type->size < 8)
        value &= (int64_t)((UINT64_C(1) << (8 * argument->type->size)) - 1);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    text_printf(out, format, (long long)value);
#pragma GCC diagnostic pop
}

static void print_integer(const struct c_expression *argument, int64_t value, const char *form, char conversion,
                          struct text *out) {
    switch (conversion) {
    case 'c': text_add_char(out, (char)value); break;
    case 'i': print_number(argument, value, form, 'd', out); break;
    case 'd':
    case 'u':
    case 'x':
    case 'X':
    case 'o': print_number(argument, value, form, conversion, out); break;
    default: text_printf(out, "0x%llx", (unsigned long long)value);
    }
}

static void print_argument(struct machine *machine, const struct c_expression *argument, const char *form,
                           char conversion, struct text *out) {
    if (argument->type->kind == C_FLOAT) {
        text_printf(out, "%Lg", evaluate_real(machine, argument));
        return;
    }
    if (argument->type->kind != C_INTEGER && argument->type->kind != C_POINTER) return;
    int64_t value = evaluate(machine, argument);
    if (conversion != 's' && argument->type->kind == C_POINTER)
        value = (int64_t)c_pointer_address(machine->subject->program, (uint64_t)value);
    if (conversion == 's')
        read_string(machine, (uint64_t)value, out);
    else
        print_integer(argument, value, form, conversion, out);
}

/* Copies flags, width and precision, and leaves `*format` behind them and the length modifiers. */
static void take_form(const char **format, char form[16]) {
    unsigned length = 0;
    for (; **format && strchr("-+ #0123456789.", **format); ++*format)
        if (length < 8) form[length++] = **format;
    form[length] = '\0';
    while (**format && strchr("hlLqjzt", **format)) ++*format;
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
        char form[16];
        format++;
        take_form(&format, form);
        char conversion = *format ? *format++ : '%';
        if (conversion == '%')
            text_add_char(out, '%');
        else if (next < instruction->argument_count && values)
            print_integer(instruction->arguments[next], values[next], form, conversion, out), next++;
        else if (next < instruction->argument_count)
            print_argument(machine, instruction->arguments[next++], form, conversion, out);
    }
}

static void drop_line_ends(struct text *text) {
    while (text->length && text->chars[text->length - 1] == '\n') text->chars[--text->length] = '\0';
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
    if (!instruction->text) read_string(machine, (uint64_t)evaluate(machine, instruction->value), format);
    print_format(machine, instruction, instruction->text ? instruction->text : text_chars(format), NULL, printed);
    drop_line_ends(printed);
    if (out) text_add(out, text_chars(printed));
}
