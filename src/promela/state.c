#include "promela/state.h"

#include <string.h>

unsigned state_processes(const struct state *state) { return state->bytes[0]; }

uint32_t state_frame(const struct state *state, unsigned pid) {
    uint32_t offset = state->layout->globals.size;
    for (unsigned i = 0; i < pid; i++) offset += state->layout->frames[state->bytes[offset]].size;
    return offset;
}

const struct proctype *state_proctype(const struct state *state, unsigned pid) {
    return state->layout->model->proctypes.items[state->bytes[state_frame(state, pid)]];
}

unsigned state_location(const struct state *state, unsigned pid) {
    const unsigned char *frame = state->bytes + state_frame(state, pid);
    if (!state->layout->frames[frame[0]].wide_location) return frame[1];
    uint16_t location;
    memcpy(&location, frame + 2, 2);
    return location;
}

/* ---- names ---- */

static void add_index(struct text *out, unsigned index) {
    text_add_char(out, '[');
    text_add_number(out, index);
    text_add_char(out, ']');
}

void state_process_name(const struct layout *layout, const struct proctype *proctype, unsigned pid, struct text *out) {
    text_add(out, proctype->name);
    if (layout->numbered[proctype->index]) add_index(out, pid);
}

void state_print_value(const struct model *model, const struct type *type, int32_t value, struct text *out) {
    if (type->kind == TYPE_MTYPE) {
        for (size_t i = 0; i < model->mtypes.count; i++) {
            const struct mtype_name *m = &model->mtypes.items[i];
            bool same_set =
                (!m->set && !type->mtype_set) || (m->set && type->mtype_set && strcmp(m->set, type->mtype_set) == 0);
            if (m->value != value || !same_set) continue;
            text_add(out, m->name);
            return;
        }
    }
    text_add_integer(out, value);
}

/* ---- visiting ---- */

struct place_visit {
    const struct state *state;
    const struct state_visitor *visitor;
    struct text name;
};

static void visit_at(struct place_visit *visit, const struct variable *v, uint32_t offset) {
    const struct layout *layout = visit->state->layout;
    uint32_t step = layout_element_size(layout, v);
    size_t mark = visit->name.length;
    for (unsigned i = 0; i < (v->length ? v->length : 1); i++, offset += step) {
        text_add(&visit->name, v->name);
        if (v->length) add_index(&visit->name, i);
        if (v->type.kind == TYPE_STRUCT) {
            text_add_char(&visit->name, '.');
            for (unsigned f = 0; f < v->type.structure->fields.count; f++)
                visit_at(visit, v->type.structure->fields.items[f],
                         offset + layout_field_offset(layout, v->type.structure, f));
        } else {
            visit->visitor->scalar(visit->visitor->context, text_chars(&visit->name), &v->type,
                                   layout_read(&v->type, visit->state->bytes + offset));
        }
        visit->name.length = mark;
        if (visit->name.chars) visit->name.chars[mark] = '\0';
    }
}

static void visit_variables(struct place_visit *visit, struct variable *const *variables, size_t count,
                            const struct frame_layout *frame, uint32_t base) {
    for (size_t i = 0; i < count; i++)
        if (frame->offsets[i] != UINT32_MAX) visit_at(visit, variables[i], base + frame->offsets[i]);
}

static void visit_channels(const struct state *state, const struct state_visitor *visitor) {
    for (int number = 1;; number++) {
        struct state_channel channel;
        if (!state_channel(state, number, &channel)) break;
        if (channel.shape->capacity) visitor->channel(visitor->context, text_chars(&channel.name), &channel);
        text_free(&channel.name);
    }
}

void state_visit(const struct state *state, const struct state_visitor *visitor) {
    const struct model *model = state->layout->model;
    struct place_visit visit = {state, visitor, {0}};
    visit_variables(&visit, model->globals.items, model->globals.count, &state->layout->globals, 0);
    for (unsigned pid = 0; pid < state_processes(state); pid++) {
        const struct proctype *p = state_proctype(state, pid);
        text_clear(&visit.name);
        state_process_name(state->layout, p, pid, &visit.name);
        text_add_char(&visit.name, '.');
        visit_variables(&visit, p->variables.items, p->variables.count, &state->layout->frames[p->index],
                        state_frame(state, pid));
    }
    text_free(&visit.name);
    if (visitor->channel) visit_channels(state, visitor);
}

/* ---- channels ---- */

/* The name of the variable that a channel was declared by: the one whose handle is at that offset. */
static bool name_at(const struct layout *layout, const struct variable *v, uint32_t offset, uint32_t wanted,
                    struct text *out) {
    uint32_t step = layout_element_size(layout, v);
    unsigned count = v->length ? v->length : 1;
    if (wanted < offset || wanted >= offset + step * count) return false;
    unsigned i = (wanted - offset) / step;
    text_add(out, v->name);
    if (v->length) add_index(out, i);
    if (v->type.kind != TYPE_STRUCT) return true;
    text_add_char(out, '.');
    for (unsigned f = 0; f < v->type.structure->fields.count; f++)
        if (name_at(layout, v->type.structure->fields.items[f],
                    offset + i * step + layout_field_offset(layout, v->type.structure, f), wanted, out))
            return true;
    return true;
}

static void name_handle(const struct layout *layout, struct variable *const *variables, size_t count,
                        const struct frame_layout *frame, uint32_t handle, struct text *out) {
    for (size_t i = 0; i < count; i++)
        if (frame->offsets[i] != UINT32_MAX && name_at(layout, variables[i], frame->offsets[i], handle, out)) return;
}

static void fill_channel(const struct state *state, const struct frame_layout *frame, unsigned slot, uint32_t base,
                         struct state_channel *out) {
    const struct channel_slot *s = &frame->slots.items[slot];
    out->shape = &state->layout->shapes.items[s->shape];
    out->bytes = state->bytes + base + s->offset;
    if (!out->shape->capacity)
        out->length = 0;
    else
        out->length = out->shape->wide ? (unsigned)(out->bytes[0] | out->bytes[1] << 8) : out->bytes[0];
}

bool state_channel(const struct state *state, int channel, struct state_channel *out) {
    const struct layout *layout = state->layout;
    const struct model *model = layout->model;
    *out = (struct state_channel){0};
    if (channel < 1) return false;
    size_t index = (size_t)channel - 1;
    if (index < layout->globals.slots.count) {
        fill_channel(state, &layout->globals, (unsigned)index, 0, out);
        name_handle(layout, model->globals.items, model->globals.count, &layout->globals,
                    layout->globals.slots.items[index].handle, &out->name);
        return true;
    }
    index -= layout->globals.slots.count;
    for (unsigned pid = 0; pid < state_processes(state); pid++) {
        const struct proctype *p = state_proctype(state, pid);
        const struct frame_layout *frame = &layout->frames[p->index];
        if (index < frame->slots.count) {
            fill_channel(state, frame, (unsigned)index, state_frame(state, pid), out);
            state_process_name(state->layout, p, pid, &out->name);
            text_add_char(&out->name, '.');
            name_handle(layout, p->variables.items, p->variables.count, frame, frame->slots.items[index].handle,
                        &out->name);
            return true;
        }
        index -= frame->slots.count;
    }
    return false;
}

int32_t state_message_field(const struct state_channel *channel, unsigned slot, unsigned field) {
    const struct channel_shape *shape = channel->shape;
    return layout_read(&shape->fields.items[field], channel->bytes + shape->messages_offset +
                                                        slot * shape->message_size + shape->field_offsets.items[field]);
}
