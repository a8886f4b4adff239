#include "promela/layout.h"

#include "promela/walk.h"

#include <string.h>

static uint32_t round_up(uint32_t value, uint32_t to) { return (value + to - 1) / to * to; }

uint32_t layout_scalar_size(const struct type *type) {
    switch (type->kind) {
    case TYPE_SHORT: return 2;
    case TYPE_INT: return 4;
    case TYPE_UNSIGNED: return type->width <= 8 ? 1 : type->width <= 16 ? 2 : 4;
    default: return 1;
    }
}

static uint32_t alignment_of(const struct type *type) {
    if (type->kind != TYPE_STRUCT) return layout_scalar_size(type);
    uint32_t alignment = 1;
    for (size_t i = 0; i < type->structure->fields.count; i++) {
        uint32_t field = alignment_of(&type->structure->fields.items[i]->type);
        if (field > alignment) alignment = field;
    }
    return alignment;
}

static uint32_t structure_size(const struct layout *layout, const struct structure *structure, unsigned upto) {
    uint32_t size = 0;
    for (unsigned i = 0; i < structure->fields.count; i++) {
        size = round_up(size, alignment_of(&structure->fields.items[i]->type));
        if (i == upto) return size;
        size += layout_variable_size(layout, structure->fields.items[i]);
    }
    struct type whole = {.kind = TYPE_STRUCT, .structure = structure};
    return round_up(size, alignment_of(&whole));
}

uint32_t layout_field_offset(const struct layout *layout, const struct structure *structure, unsigned field) {
    return structure_size(layout, structure, field);
}

uint32_t layout_element_size(const struct layout *layout, const struct variable *variable) {
    if (variable->type.kind == TYPE_STRUCT) return structure_size(layout, variable->type.structure, UINT32_MAX);
    return layout_scalar_size(&variable->type);
}

uint32_t layout_variable_size(const struct layout *layout, const struct variable *variable) {
    return layout_element_size(layout, variable) * (variable->length ? variable->length : 1);
}

/* ---- channels ---- */

static void flatten(const struct type *type, struct channel_shape *shape) {
    if (type->kind != TYPE_STRUCT) {
        vec_push(&shape->fields, *type);
        return;
    }
    for (size_t i = 0; i < type->structure->fields.count; i++) {
        const struct variable *field = type->structure->fields.items[i];
        for (unsigned k = 0; k < (field->length ? field->length : 1); k++) flatten(&field->type, shape);
    }
}

static struct channel_shape make_shape(const struct channel_type *channel) {
    struct channel_shape shape = {.capacity = channel->capacity, .wide = channel->capacity > 255};
    for (size_t i = 0; i < channel->fields.count; i++) flatten(&channel->fields.items[i], &shape);
    uint32_t size = 0, alignment = 1;
    for (size_t i = 0; i < shape.fields.count; i++) {
        uint32_t field = layout_scalar_size(&shape.fields.items[i]);
        if (field > alignment) alignment = field;
        size = round_up(size, field);
        vec_push(&shape.field_offsets, size);
        size += field;
    }
    shape.message_size = round_up(size, alignment);
    shape.messages_offset = round_up(shape.wide ? 2 : 1, alignment);
    shape.size = channel->capacity ? round_up(shape.messages_offset + shape.capacity * shape.message_size, 4) : 0;
    return shape;
}

static void free_shape(struct channel_shape *shape) {
    vec_free(&shape->fields);
    vec_free(&shape->field_offsets);
}

static bool same_type(const struct type *a, const struct type *b) { return a->kind == b->kind && a->width == b->width; }

static bool same_shape(const struct channel_shape *a, const struct channel_shape *b) {
    if (a->capacity != b->capacity || a->fields.count != b->fields.count) return false;
    for (size_t i = 0; i < a->fields.count; i++)
        if (!same_type(&a->fields.items[i], &b->fields.items[i])) return false;
    return true;
}

static unsigned find_shape(const struct layout *layout, const struct channel_shape *wanted) {
    for (unsigned i = 0; i < layout->shapes.count; i++)
        if (same_shape(&layout->shapes.items[i], wanted)) return i;
    return (unsigned)layout->shapes.count;
}

unsigned layout_shape_of(const struct layout *layout, const struct channel_type *channel) {
    struct channel_shape shape = make_shape(channel);
    unsigned found = find_shape(layout, &shape);
    free_shape(&shape);
    return found;
}

static void add_slot(struct layout *layout, struct frame_layout *frame, const struct channel_type *channel,
                     uint32_t handle) {
    struct channel_shape shape = make_shape(channel);
    unsigned found = find_shape(layout, &shape);
    if (found == layout->shapes.count)
        vec_push(&layout->shapes, shape);
    else
        free_shape(&shape);
    vec_push(&frame->slots, (struct channel_slot){.shape = found, .handle = handle});
}

/* Slots for the channels that a variable brings along, in the order of its memory. */
static void add_slots(struct layout *layout, struct frame_layout *frame, const struct variable *variable,
                      uint32_t offset) {
    uint32_t step = layout_element_size(layout, variable);
    for (unsigned i = 0; i < (variable->length ? variable->length : 1); i++, offset += step) {
        if (variable->type.kind == TYPE_STRUCT) {
            const struct structure *structure = variable->type.structure;
            for (unsigned f = 0; f < structure->fields.count; f++)
                add_slots(layout, frame, structure->fields.items[f],
                          offset + layout_field_offset(layout, structure, f));
        } else if (variable->channel) {
            add_slot(layout, frame, variable->channel, offset);
        }
    }
}

/* ---- frames ---- */

/* C data goes to the end of the globals or of its owner's frame. Returns where that ends. */
static uint32_t place_embedded(struct layout *layout, const struct proctype *owner, uint32_t offset) {
    for (size_t i = 0; i < layout->embedded->items.count; i++) {
        struct embedded_item *item = &layout->embedded->items.items[i];
        if (item->owner != owner || item->kind == EMBEDDED_HIDDEN) continue;
        item->offset = round_up(offset, 8);
        offset = item->offset + item->size;
    }
    return round_up(offset, 4);
}

/* Variables that wait for their place, by the power of two that is their alignment; each list in the order of their
 * declaration. */
enum { ALIGNMENTS = 4 };
struct waiting {
    VEC(unsigned) lists[ALIGNMENTS];
    size_t taken[ALIGNMENTS];
};

static void wait_by_alignment(struct waiting *waiting, struct variable *const *variables, size_t count) {
    *waiting = (struct waiting){0};
    for (size_t i = 0; i < count; i++) {
        unsigned power = 0;
        while (power + 1 < ALIGNMENTS && (1u << power) < alignment_of(&variables[i]->type)) power++;
        vec_push(&waiting->lists[power], (unsigned)i);
    }
}

/* The first of those with the largest alignment that fits without a gap. False: none fits. */
static bool take_fitting(struct waiting *waiting, uint32_t offset, unsigned *index) {
    for (unsigned power = ALIGNMENTS; power-- > 0;) {
        if (offset % (1u << power) || waiting->taken[power] == waiting->lists[power].count) continue;
        *index = waiting->lists[power].items[waiting->taken[power]++];
        return true;
    }
    return false;
}

static void place_one(struct layout *layout, struct frame_layout *frame, const struct variable *variable,
                      unsigned index, uint32_t *offset) {
    if (variable->hidden && !walk_is_read(layout->model, variable)) {
        frame->offsets[index] = UINT32_MAX;
        return;
    }
    frame->offsets[index] = *offset;
    vec_push(&frame->order, index);
    *offset += layout_variable_size(layout, variable);
}

/* Places variables one after the other, always one that fits without a gap if there is any, larger alignments first. */
static void place_variables(struct layout *layout, struct frame_layout *frame, const struct proctype *owner,
                            struct variable *const *variables, size_t count) {
    frame->offsets = memory_new((count + 1) * sizeof *frame->offsets);
    struct waiting waiting;
    wait_by_alignment(&waiting, variables, count);
    uint32_t offset = frame->header_size;
    for (size_t left = count; left;) {
        unsigned index;
        if (!take_fitting(&waiting, offset, &index)) {
            offset++;
            continue;
        }
        place_one(layout, frame, variables[index], index, &offset);
        left--;
    }
    for (unsigned power = 0; power < ALIGNMENTS; power++) vec_free(&waiting.lists[power]);
    for (size_t i = 0; i < count; i++)
        if (frame->offsets[i] != UINT32_MAX) add_slots(layout, frame, variables[i], frame->offsets[i]);
    for (size_t i = 0; i < frame->slots.count; i++) {
        offset = round_up(offset, 4);
        frame->slots.items[i].offset = offset;
        offset += layout->shapes.items[frame->slots.items[i].shape].size;
    }
    frame->size = place_embedded(layout, owner, round_up(offset, 4));
}

static void place_globals(struct layout *layout) {
    const struct model *model = layout->model;
    uint32_t header = 1;
    if (model->uses_last) layout->last_offset = header++;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        enum proctype_kind kind = model->proctypes.items[i]->kind;
        if (kind == PROCTYPE_TRACE || kind == PROCTYPE_NOTRACE) {
            header = round_up(header, 2);
            layout->event_offset = header;
            header += 2;
        }
    }
    layout->globals.header_size = header;
    place_variables(layout, &layout->globals, NULL, model->globals.items, model->globals.count);
}

static void place_frame(struct layout *layout, const struct automaton *automaton) {
    const struct proctype *proctype = automaton->proctype;
    struct frame_layout *frame = &layout->frames[proctype->index];
    frame->wide_location = automaton->locations.count > 255;
    frame->header_size = frame->wide_location ? 4 : 2;
    if (layout->priority_offset) frame->header_size = layout->priority_offset + 1;
    if (layout->pid_offset) frame->header_size = layout->pid_offset + 1;
    place_variables(layout, frame, proctype, proctype->variables.items, proctype->variables.count);
}

/* ---- how large a state can get ---- */

struct run_count {
    const struct layout *layout;
    struct automaton *const *automata;
    uint32_t *instances; /* by proctype */
    bool unbounded;
};

static bool location_repeats(const struct automaton *automaton, unsigned start) {
    bool *seen = memory_new(automaton->locations.count + 1);
    VEC(unsigned) work = {0};
    vec_push(&work, start);
    bool repeats = false;
    while (work.count && !repeats) {
        const struct location *location = &automaton->locations.items[vec_pop(&work)];
        for (size_t i = 0; i < location->moves.count; i++) {
            unsigned target = location->moves.items[i].target;
            if (location->moves.items[i].kind == MOVE_END) continue;
            if (target == start) repeats = true;
            if (seen[target]) continue;
            seen[target] = true;
            vec_push(&work, target);
        }
    }
    vec_free(&work);
    free(seen);
    return repeats;
}

struct run_visit {
    struct run_count *count;
    uint32_t times;
    bool repeats;
    unsigned depth;
};

static void count_instances(struct run_count *count, const struct proctype *proctype, uint32_t times, unsigned depth);

static void count_run(void *context, const struct expression *expression) {
    struct run_visit *visit = context;
    if (expression->kind != EXPR_RUN) return;
    if (visit->repeats || visit->depth > visit->count->layout->model->proctypes.count)
        visit->count->unbounded = true;
    else
        count_instances(visit->count, expression->proctype, visit->times, visit->depth + 1);
}

static void count_instances(struct run_count *count, const struct proctype *proctype, uint32_t times, unsigned depth) {
    count->instances[proctype->index] += times;
    if (count->instances[proctype->index] > 255) count->unbounded = true;
    if (count->unbounded) return;
    const struct automaton *automaton = count->automata[proctype->index];
    uint32_t seen_action = UINT32_MAX;
    for (unsigned i = 0; i < automaton->locations.count && !count->unbounded; i++) {
        const struct location *location = &automaton->locations.items[i];
        for (size_t m = 0; m < location->moves.count; m++) {
            const struct move *move = &location->moves.items[m];
            if (!move->statement) continue;
            bool runs = walk_statement_runs(move->statement);
            bool repeats = runs && location_repeats(automaton, i);
            if (move->action == seen_action && !repeats) continue;
            seen_action = move->action;
            if (!runs) continue;
            struct run_visit visit = {count, times, repeats, depth};
            walk_statement_expressions(move->statement, count_run, &visit);
        }
    }
}

static uint32_t largest_state(struct layout *layout, struct automaton *const *automata) {
    enum { DYNAMIC_LIMIT = 16 * 1024 };
    const struct model *model = layout->model;
    struct run_count count = {layout, automata, layout->instances, false};
    uint32_t initial = layout->globals.size, all = initial, largest = 0;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (layout->frames[i].size > largest) largest = layout->frames[i].size;
        initial += p->active * layout->frames[i].size;
        if (p->active) count_instances(&count, p, p->active, 0);
    }
    for (size_t i = 0; i < model->proctypes.count; i++) {
        all += layout->instances[i] * layout->frames[i].size;
        if (count.unbounded) layout->instances[i] = UINT32_MAX;
    }
    if (count.unbounded) {
        all = layout->globals.size + 255 * largest;
        if (all > DYNAMIC_LIMIT) all = DYNAMIC_LIMIT;
    }
    layout->initial_size = initial;
    if (all < initial) all = initial;
    return all + largest; /* room for one call from outside */
}

static void note_run(void *context, const struct expression *expression) {
    struct layout *layout = context;
    if (expression->kind == EXPR_RUN) layout->numbered[expression->proctype->index] = true;
}

static void find_numbered(struct layout *layout) {
    for (size_t i = 0; i < layout->model->proctypes.count; i++) {
        const struct proctype *p = layout->model->proctypes.items[i];
        if (p->active > 1) layout->numbered[i] = true;
        for (size_t k = 0; k < p->body->statements.count; k++)
            walk_statement_expressions(p->body->statements.items[k], note_run, layout);
    }
}

/* A proctype that is not active may be called from outside. */
static bool has_fixed_frames(const struct layout *layout) {
    uint32_t processes = 0;
    for (size_t i = 0; i < layout->model->proctypes.count; i++) {
        const struct proctype *p = layout->model->proctypes.items[i];
        bool is_process = p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT;
        if (is_process && (!p->active || layout->instances[i] != p->active)) return false;
        processes += p->active;
    }
    return processes <= 255;
}

/* Optional parts of a frame's header come after the widest location that any process needs. */
static void place_optional_headers(struct layout *layout, struct automaton *const *automata) {
    const struct model *model = layout->model;
    uint32_t offset = 2;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (automata[i]->locations.count > 255) offset = 4;
    if (model->uses_priority) layout->priority_offset = offset++;
    if (model->uses_code) layout->pid_offset = offset;
}

/* Types, processes and channels have numbers of one byte in a state, as in Spin. Beyond these, at run time, there is a
 * fault. */
static void check_numbers(const struct layout *layout, struct diagnostics *diagnostics) {
    enum { MOST = 255 };
    const struct model *model = layout->model;
    size_t processes = 0, channels = layout->globals.slots.count;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        processes += model->proctypes.items[i]->active;
        channels += model->proctypes.items[i]->active * layout->frames[i].slots.count;
    }
    struct place place = {.file = model->path};
    if (model->proctypes.count > MOST)
        diag_error(diagnostics, place, "%zu proctypes and claims; the limit is %d", model->proctypes.count, MOST);
    if (processes > MOST)
        diag_error(diagnostics, place, "%zu processes at the start; the limit is %d", processes, MOST);
    if (channels > MOST) diag_error(diagnostics, place, "%zu channels at the start; the limit is %d", channels, MOST);
}

struct layout *layout_new(const struct model *model, struct automaton *const *automata, struct embedded *embedded,
                          struct diagnostics *diagnostics) {
    enum { STATE_LIMIT = 64 * 1024 };
    struct layout *layout = memory_new(sizeof *layout);
    layout->model = model;
    layout->instances = memory_new((model->proctypes.count + 1) * sizeof *layout->instances);
    layout->frames = memory_new((model->proctypes.count + 1) * sizeof *layout->frames);
    layout->embedded = embedded;
    place_optional_headers(layout, automata);
    place_globals(layout);
    for (size_t i = 0; i < model->proctypes.count; i++) place_frame(layout, automata[i]);
    layout->max_size = largest_state(layout, automata);
    layout->numbered = memory_new((model->proctypes.count + 1) * sizeof *layout->numbered);
    find_numbered(layout);
    layout->fixed_frames = has_fixed_frames(layout);
    check_numbers(layout, diagnostics);
    if (layout->max_size > STATE_LIMIT)
        diag_error(diagnostics, (struct place){.file = model->path}, "a state takes %u bytes; the limit is %d",
                   layout->max_size, STATE_LIMIT);
    return layout;
}

static void free_frame(struct frame_layout *frame) {
    free(frame->offsets);
    vec_free(&frame->order);
    vec_free(&frame->slots);
}

void layout_free(struct layout *layout) {
    if (!layout) return;
    free_frame(&layout->globals);
    for (size_t i = 0; i < layout->model->proctypes.count; i++) free_frame(&layout->frames[i]);
    free(layout->frames);
    free(layout->instances);
    free(layout->numbered);
    for (size_t i = 0; i < layout->shapes.count; i++) free_shape(&layout->shapes.items[i]);
    vec_free(&layout->shapes);
    free(layout);
}

const struct frame_layout *layout_frame_of(const struct layout *layout, const struct variable *variable) {
    return variable->owner ? &layout->frames[variable->owner->index] : &layout->globals;
}

int layout_first_slot(const struct layout *layout, const struct variable *variable) {
    const struct frame_layout *frame = layout_frame_of(layout, variable);
    uint32_t start = frame->offsets[variable->index], end = start + layout_variable_size(layout, variable);
    for (size_t i = 0; i < frame->slots.count; i++)
        if (frame->slots.items[i].handle >= start && frame->slots.items[i].handle < end) return (int)i;
    return -1;
}

int32_t layout_read(const struct type *type, const unsigned char *at) {
    int16_t narrow;
    uint16_t unsigned_narrow;
    int32_t wide;
    switch (layout_scalar_size(type)) {
    case 1: return *at;
    case 2:
        memcpy(&narrow, at, 2);
        memcpy(&unsigned_narrow, at, 2);
        return type->kind == TYPE_UNSIGNED ? unsigned_narrow : narrow;
    default: memcpy(&wide, at, 4); return wide;
    }
}

void layout_write(const struct variable *variable, unsigned char *at, int32_t value) {
    const struct type *type = &variable->type;
    uint32_t bits = (uint32_t)value;
    if (!variable->length) { /* elements of arrays keep all the bits of their bytes, as in Spin */
        if (type->kind == TYPE_BIT || type->kind == TYPE_BOOL) bits &= 1;
        if (type->kind == TYPE_UNSIGNED && type->width < 32) bits &= (UINT32_C(1) << type->width) - 1;
    }
    uint8_t narrowest = (uint8_t)bits;
    uint16_t narrow = (uint16_t)bits;
    switch (layout_scalar_size(type)) {
    case 1: *at = narrowest; break;
    case 2: memcpy(at, &narrow, 2); break;
    default: memcpy(at, &bits, 4); break;
    }
}
