#include "cfront/ir/subobject.h"

static bool is_structure(const struct c_type *type) { return type->kind == C_RECORD && !type->is_union; }
static bool is_union(const struct c_type *type) { return type->kind == C_RECORD && type->is_union; }

static unsigned levels_of_members(const struct c_type *type) {
    unsigned most = 0, sum = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        unsigned levels = type->fields[i].type->levels + 1u;
        if (levels > most) most = levels;
        if (sum < C_MOST_LEVELS) sum += levels;
    }
    return type->is_union ? sum : most;
}

uint8_t c_type_levels(const struct c_type *type) {
    unsigned most = 0;
    if (type->kind == C_ARRAY && type->target->kind == C_ARRAY) most = type->target->levels + 1u;
    if (type->kind == C_ARRAY && type->target->kind == C_RECORD) most = type->target->levels;
    if (type->kind == C_RECORD) most = levels_of_members(type);
    return (uint8_t)(most < C_MOST_LEVELS ? most : C_MOST_LEVELS);
}

struct step {
    const struct c_type *type;
    uint32_t begin;
    unsigned level;
};

static bool contains(const struct step *step, uint32_t begin, uint32_t size) {
    return begin >= step->begin && begin + size <= step->begin + step->type->size &&
           begin < step->begin + step->type->size;
}

/* Into an element of an array: no level. */
static bool enter_element(struct step *step, uint32_t offset) {
    const struct c_type *element = step->type->target;
    if (step->type->kind != C_ARRAY || !element->size) return false;
    step->begin += (offset - step->begin) / element->size * element->size;
    step->type = element;
    return true;
}

/* A row of a matrix, or a record, around these bytes. */
static bool enter_array(struct step *step, uint32_t begin, uint32_t size) {
    if (step->type->kind != C_ARRAY) return true;
    if (!enter_element(step, begin) || !contains(step, begin, size)) return false;
    step->level += step->type->kind == C_ARRAY;
    return true;
}

static struct step member_of(const struct step *record, const struct c_field *field, unsigned level) {
    return (struct step){field->type, record->begin + field->offset, level};
}

static bool descend_into_structure(struct step *step, uint32_t begin, uint32_t size) {
    for (uint32_t i = 0; i < step->type->count; i++) {
        const struct c_field *field = &step->type->fields[i];
        struct step member = member_of(step, field, step->level + 1);
        if (field->bit_width || !contains(&member, begin, size)) continue;
        *step = member;
        return true;
    }
    return false;
}

/* To the member that has the level. */
static bool descend_into_union(struct step *step, uint32_t offset, unsigned level) {
    unsigned before = step->level;
    for (uint32_t i = 0; i < step->type->count; i++) {
        const struct c_type *type = step->type->fields[i].type;
        if (level > before && level <= before + type->levels + 1) {
            *step = member_of(step, &step->type->fields[i], before + 1);
            return contains(step, offset, 0);
        }
        before += type->levels + 1;
    }
    return false;
}

/* Down towards the part of that level around an offset. False: there is none. */
static bool descend(struct step *step, uint32_t offset, unsigned level) {
    bool is_array = step->type->kind == C_ARRAY;
    if (!enter_array(step, offset, 0)) return false;
    if (is_array && step->type->kind == C_ARRAY) return true;
    if (is_structure(step->type)) return descend_into_structure(step, offset, 0);
    return is_union(step->type) && descend_into_union(step, offset, level);
}

static struct c_part part_of(const struct step *step) {
    return (struct c_part){step->level, step->begin, step->type->size, step->type};
}

/* The part of that level, and the one that it lies in. */
static struct c_part find_level(const struct c_type *type, uint32_t offset, unsigned level, struct c_part *around) {
    struct step step = {type, 0, 0};
    struct c_part part = part_of(&step);
    *around = part;
    while (step.level < level && descend(&step, offset, level)) {
        *around = part;
        part = part_of(&step);
    }
    return part;
}

struct c_part c_part_at(const struct c_type *type, uint32_t offset, unsigned level) {
    struct c_part around;
    return find_level(type, offset, level, &around);
}

static bool find_bytes(struct step step, const struct step *wanted, unsigned most, struct c_part *part);

static bool find_in_union(const struct step *step, const struct step *wanted, unsigned most, struct c_part *part) {
    unsigned before = step->level;
    for (uint32_t i = 0; i < step->type->count; i++) {
        const struct c_field *field = &step->type->fields[i];
        struct step member = member_of(step, field, before + 1);
        if (!field->bit_width && find_bytes(member, wanted, most, part)) return true;
        before += field->type->levels + 1;
    }
    return false;
}

/* The part that is these bytes, of those up to level `most`. */
static bool find_bytes(struct step step, const struct step *wanted, unsigned most, struct c_part *part) {
    uint32_t size = wanted->type->size;
    for (;;) {
        if (step.level > most || !contains(&step, wanted->begin, size)) return false;
        *part = part_of(&step);
        if (step.begin == wanted->begin && step.type->size == size) return true;
        bool is_array = step.type->kind == C_ARRAY;
        if (!enter_array(&step, wanted->begin, size)) return false;
        if (is_array && step.type->kind == C_ARRAY) continue;
        if (is_union(step.type)) return find_in_union(&step, wanted, most, part);
        if (!is_structure(step.type) || !descend_into_structure(&step, wanted->begin, size)) return false;
    }
}

/* The deepest around these bytes that is in no union: which member is there is not known. */
static struct c_part find_around(const struct c_type *type, const struct step *wanted, unsigned most) {
    struct step step = {type, 0, 0};
    struct c_part part = part_of(&step);
    for (;;) {
        bool is_array = step.type->kind == C_ARRAY;
        if (!enter_array(&step, wanted->begin, wanted->type->size)) return part;
        if (!(is_array && step.type->kind == C_ARRAY) &&
            (!is_structure(step.type) || !descend_into_structure(&step, wanted->begin, wanted->type->size)))
            return part;
        if (step.level > most) return part;
        part = part_of(&step);
    }
}

struct c_part c_part_of(const struct c_type *type, uint32_t begin, uint32_t size, unsigned most) {
    struct c_type bytes = {.size = size};
    struct step wanted = {&bytes, begin, 0};
    struct c_part part;
    return find_bytes((struct step){type, 0, 0}, &wanted, most, &part) ? part : find_around(type, &wanted, most);
}

bool c_part_widen(const struct c_type *type, struct c_part *part) {
    struct c_part around;
    if (!part->level) return false;
    find_level(type, part->begin, part->level, &around);
    struct step record = {around.type, around.begin, around.level};
    if (record.type->kind == C_ARRAY) enter_element(&record, part->begin);
    if (record.type->kind != C_RECORD || record.type->is_block || record.begin != part->begin) return false;
    *part = around;
    return true;
}

unsigned c_most_level(const struct c_program *program) {
    if (program->level_shift >= 64) return 0;
    unsigned bits = program->pointer_size * 8 - program->level_shift - 1;
    return bits < 8 ? (1u << bits) - 1 : C_MOST_LEVELS;
}

struct c_pointer c_pointer_to(const struct c_program *program, const struct c_type *type, uint64_t address,
                              uint32_t offset, struct c_bytes bytes, const struct c_part *from) {
    struct c_part part = c_part_of(type, bytes.begin, bytes.size, c_most_level(program));
    if (part.level < from->level) part = *from;
    struct c_pointer pointer = {.address = address + offset, .level = part.level};
    pointer.at_end = part.size && offset == part.begin + part.size;
    bool is_view = bytes.size && bytes.size < part.size && bytes.size >> program->view_bits == 0;
    if (is_view) pointer.view = bytes.size, pointer.into_view = offset - bytes.begin;
    return pointer;
}

const struct c_expression *c_confining_place(const struct c_expression *address) {
    const struct c_expression *place = address->left;
    bool decays = place->type->kind == C_ARRAY && address->type->target != place->type;
    return !decays && place->kind == C_INDEX ? place->left : place;
}
