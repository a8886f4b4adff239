#include "oil/read.h"

#include "oil/value.h"

#include <string.h>

uint32_t oil_read_number(struct oil_builder *builder, const struct oil_parameter *list, const char *name,
                         uint32_t fallback) {
    const struct oil_parameter *parameter = oil_find_parameter(list, name);
    if (!parameter || parameter->value.kind == VALUE_AUTO) return fallback;
    const struct oil_value *value = &parameter->value;
    bool negative = value->negative && value->magnitude;
    if (value->kind == VALUE_INTEGER && !negative && !value->too_large && value->magnitude <= UINT32_MAX)
        return (uint32_t)value->magnitude;
    diag_error(builder->diagnostics, value->place, "%s must be a whole number from 0 to %u, not %s", name, UINT32_MAX,
               oil_value_words(builder->arena, value));
    return fallback;
}

bool oil_read_flag(struct oil_builder *builder, const struct oil_parameter *list, const char *name) {
    const struct oil_parameter *parameter = oil_find_parameter(list, name);
    if (!parameter) return false;
    bool is_true = !strcmp(parameter->value.text, "TRUE");
    if (!is_true && strcmp(parameter->value.text, "FALSE") != 0)
        diag_error(builder->diagnostics, parameter->value.place, "%s must be TRUE or FALSE, not %s", name,
                   oil_value_words(builder->arena, &parameter->value));
    return is_true;
}

const char *oil_read_word(const struct oil_parameter *list, const char *name) {
    const struct oil_parameter *parameter = oil_find_parameter(list, name);
    return parameter ? parameter->value.text : "";
}

const struct oil_parameter *oil_read_body(const struct oil_parameter *list, const char *name) {
    const struct oil_parameter *parameter = oil_find_parameter(list, name);
    return parameter ? parameter->body : NULL;
}
