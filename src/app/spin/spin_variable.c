#include "app/spin/spin_variable.h"
#include "base/word.h"

#include "app/exec/path.h"

#include <string.h>

struct spin_variables {
    const struct app_export *model;
    int64_t **values; /* by global, by element: as they were told last */
};

struct spin_variables *spin_variables_new(const struct app_export *model, struct arena *arena) {
    struct spin_variables *variables = arena_new_object(arena, struct spin_variables);
    variables->model = model;
    variables->values = arena_new_array(arena, int64_t *, model->globals.count + 1);
    for (size_t i = 0; i < model->globals.count; i++) {
        const struct export_global *global = &model->globals.items[i];
        variables->values[i] = arena_new_array(arena, int64_t, global->length + 1);
        variables->values[i][0] = global->initial;
    }
    return variables;
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The number of the global of this name; the model's count: none. */
static size_t find(const struct app_export *model, const char *name, size_t length) {
    size_t i = 0;
    while (i < model->globals.count &&
           (strncmp(model->globals.items[i].name, name, length) != 0 || model->globals.items[i].name[length]))
        i++;
    return i;
}

/* "slots[4].id" and element 2: "slots[2].id". The last index moves fastest. */
static void print_path(const char *path, uint32_t length, uint32_t element, struct text *out) {
    while (*path) {
        if (*path != '[') {
            text_add_char(out, *path++);
            continue;
        }
        char *end;
        uint32_t count = (uint32_t)strtoul(path + 1, &end, 10);
        length = count ? length / count : 1;
        text_printf(out, "[%u]", length ? element / length : 0);
        if (length) element %= length;
        path = end + 1;
    }
}

void spin_variables_print(const struct c_type *type, const struct c_field *field, int64_t value, struct text *out) {
    unsigned char bytes[8];
    uint64_t bits = (uint64_t)value;
    if (field) bits = (bits & ((UINT64_C(1) << field->bit_width) - 1)) << field->bit_offset;
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(bits >> (8 * i));
    path_print_value(type, field, bytes, out);
}

bool spin_variables_read(struct spin_variables *variables, const char *line, struct text *name, struct text *before,
                         struct text *after) {
    size_t length = 0;
    while (is_name(line[length])) length++;
    size_t number = find(variables->model, line, length);
    if (!length || number == variables->model->globals.count) return false;
    const struct export_global *global = &variables->model->globals.items[number];
    const char *at = line + length;
    uint32_t element = 0;
    if (*at == '[') {
        char *end;
        element = (uint32_t)strtoul(at + 1, &end, 10);
        at = *end == ']' ? end + 1 : end;
    }
    if (!begins_with(at, " = ") || (element && element >= global->length)) return false;
    int64_t value = strtoll(at + 3, NULL, 10), *known = &variables->values[number][element];
    if (value == *known) return false;
    print_path(global->path, global->length, element, name);
    spin_variables_print(global->type, global->field, *known, before);
    spin_variables_print(global->type, global->field, value, after);
    *known = value;
    return true;
}

const struct export_note *spin_note_at(const struct app_export *model, unsigned line) {
    const struct export_note *found = NULL;
    for (size_t i = 0; i < model->notes.count && model->notes.items[i].line <= line; i++)
        found = &model->notes.items[i];
    return found;
}
