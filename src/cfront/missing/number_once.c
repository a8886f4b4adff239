#include "cfront/missing/number_once.h"

#include "base/word.h"
#include "cfront/missing/invented.h"

#include <string.h>

bool open_widths_has(const struct cfront_number *number) { return number->widths || number->is_narrow; }

const struct cfront_number *open_widths_of_type(const struct front *front, const char *type) {
    for (size_t i = 0; type && i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        if (open_widths_has(number) && !number->function && !strcmp(number->type, type)) return number;
    }
    return NULL;
}

const struct cfront_number *open_widths_of_function(const struct front *front, const char *function) {
    for (size_t i = 0; i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        if (open_widths_has(number) && are_same_texts(number->function, function)) return number;
    }
    return NULL;
}

bool open_values_give(const struct front *front, const char *function) {
    for (size_t i = 0; i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        if (!open_widths_has(number) && are_same_texts(number->function, function)) return true;
    }
    return false;
}

void open_values_leave_undeclared(struct front *front) {
    for (size_t i = 0; i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        const char *name = open_widths_has(number) ? NULL : number->function;
        if (name && invented_find(&front->invented, name)) vec_push(&front->undeclared, name);
    }
}
