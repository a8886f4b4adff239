/* Variables of a state by name, without visiting the others: a name is followed link by link to an offset. */
#include "base/word.h"
#include "promela/program_internal.h"
#include "promela/state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct found {
    const struct variable *variable; /* the last one of the name */
    uint32_t offset;
};

/* Takes an identifier off the text. */
static size_t take_name(const char **text) {
    const char *start = *text;
    while (is_word_char(**text)) ++*text;
    return (size_t)(*text - start);
}

/* Takes "[12]" off the text: false if something else is there. `given` says whether there was an index at all. */
static bool take_index(const char **text, unsigned *index, bool *given) {
    *index = 0;
    *given = **text == '[';
    if (!*given) return true;
    const char *digits = *text + 1;
    char *end;
    if (!isdigit((unsigned char)*digits)) return false;
    unsigned long value = strtoul(digits, &end, 10);
    if (*end != ']' || value > UINT16_MAX * 256ul) return false;
    *index = (unsigned)value;
    *text = end + 1;
    return true;
}

static bool is_named(const char *name, const char *text, size_t length) {
    return strncmp(name, text, length) == 0 && name[length] == '\0';
}

static const struct variable *find_variable(struct variable *const *variables, size_t count, const char *text,
                                            size_t length) {
    for (size_t i = 0; i < count; i++)
        if (is_named(variables[i]->name, text, length)) return variables[i];
    return NULL;
}

/* Follows the rest of a name from a variable whose storage is at `offset`; the text starts behind its name. */
static bool follow(const struct layout *layout, const struct variable *variable, uint32_t offset, const char *text,
                   struct found *found) {
    for (;;) {
        unsigned index;
        bool given;
        if (!take_index(&text, &index, &given) || given != (variable->length > 0)) return false;
        if (given && index >= variable->length) return false;
        offset += index * layout_element_size(layout, variable);
        if (variable->type.kind != TYPE_STRUCT) {
            *found = (struct found){variable, offset};
            return *text == '\0';
        }
        if (*text++ != '.') return false;
        const struct structure *structure = variable->type.structure;
        const char *name = text;
        size_t length = take_name(&text);
        variable = find_variable(structure->fields.items, structure->fields.count, name, length);
        if (!variable) return false;
        offset += layout_field_offset(layout, structure, variable->index);
    }
}

static bool find_in(const struct layout *layout, struct variable *const *variables, size_t count,
                    const struct frame_layout *frame, uint32_t base, const char *name, struct found *found) {
    const char *text = name;
    size_t length = take_name(&text);
    const struct variable *variable = find_variable(variables, count, name, length);
    if (!variable || variable->is_c_state || frame->offsets[variable->index] == UINT32_MAX) return false;
    return follow(layout, variable, base + frame->offsets[variable->index], text, found);
}

/* "client[2].x", or "client.x" where one process of that proctype is there. */
static bool find_local(const struct state *state, const char *name, struct found *found) {
    const char *text = name;
    size_t length = take_name(&text);
    unsigned wanted;
    bool given;
    if (!take_index(&text, &wanted, &given) || *text++ != '.') return false;
    for (unsigned pid = 0; pid < state_processes(state); pid++) {
        const struct proctype *p = state_proctype(state, pid);
        if ((given && pid != wanted) || !is_named(p->name, name, length)) continue;
        return find_in(state->layout, p->variables.items, p->variables.count, &state->layout->frames[p->index],
                       state_frame(state, pid), text, found);
    }
    return false;
}

static bool find(const struct program *program, const void *bytes, uint32_t size, const char *name,
                 struct found *found) {
    const struct model *model = program->model;
    const struct layout *layout = program->layout;
    if (find_in(layout, model->globals.items, model->globals.count, &layout->globals, 0, name, found)) return true;
    return find_local(&(struct state){layout, program->automata, bytes, size}, name, found);
}

bool program_read(const struct program *program, const void *state, uint32_t size, const char *name, int *value) {
    struct found found;
    if (!find(program, state, size, name, &found)) return false;
    *value = layout_read(&found.variable->type, (const unsigned char *)state + found.offset);
    return true;
}

bool program_write(const struct program *program, void *state, uint32_t size, const char *name, int value) {
    struct found found;
    if (!find(program, state, size, name, &found) || found.variable->type.kind == TYPE_CHAN) return false;
    layout_write(found.variable, (unsigned char *)state + found.offset, value);
    return true;
}
