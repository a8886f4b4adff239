#include "promela/locate.h"

#include "base/word.h"
#include "promela/program_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct variable *find_variable(struct variable *const *variables, size_t count, const char **text) {
    size_t length = word_length(*text);
    for (size_t i = 0; i < count; i++)
        if (strncmp(variables[i]->name, *text, length) == 0 && variables[i]->name[length] == '\0') {
            *text += length;
            return variables[i];
        }
    return NULL;
}

/* Takes "[3]" or "[]" off the text, if the variable is an array, and only then. */
static bool take_index(const struct layout *layout, const struct variable *variable, const char **text,
                       struct program_location *location) {
    if ((**text == '[') != (variable->length > 0)) return false;
    if (!variable->length) return true;
    uint32_t stride = layout_element_size(layout, variable);
    if ((*text)[1] == ']') {
        if (location->index_count == LOCATION_INDICES) return false;
        location->indices[location->index_count].stride = stride;
        location->indices[location->index_count++].length = variable->length;
        *text += 2;
        return true;
    }
    char *end;
    if (!isdigit((unsigned char)(*text)[1])) return false;
    unsigned long index = strtoul(*text + 1, &end, 10);
    if (*end != ']' || index >= variable->length) return false;
    location->offset += (uint32_t)index * stride;
    *text = end + 1;
    return true;
}

enum locate_result program_locate(const struct program *program, const char *name, struct program_location *location) {
    const struct layout *layout = program->layout;
    const struct variable *variable =
        find_variable(program->model->globals.items, program->model->globals.count, &name);
    *location = (struct program_location){0};
    if (!variable || variable->is_c_state || layout->globals.offsets[variable->index] == UINT32_MAX)
        return LOCATE_UNKNOWN;
    location->offset = layout->globals.offsets[variable->index];
    for (;;) {
        if (!take_index(layout, variable, &name, location)) return LOCATE_SHAPE;
        location->type = &variable->type;
        if (variable->type.kind != TYPE_STRUCT) return *name ? LOCATE_SHAPE : LOCATE_FOUND;
        if (*name++ != '.') return LOCATE_SHAPE;
        const struct structure *structure = variable->type.structure;
        variable = find_variable(structure->fields.items, structure->fields.count, &name);
        if (!variable) return LOCATE_UNKNOWN;
        location->offset += layout_field_offset(layout, structure, variable->index);
    }
}

bool program_location_read(const struct program_location *location, const int64_t *indices, const void *state,
                           int *value) {
    uint32_t offset = location->offset;
    for (unsigned i = 0; i < location->index_count; i++) {
        if (indices[i] < 0 || indices[i] >= location->indices[i].length) return false;
        offset += (uint32_t)indices[i] * location->indices[i].stride;
    }
    *value = layout_read(location->type, (const unsigned char *)state + offset);
    return true;
}
