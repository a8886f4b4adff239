#include "cfront/subobject.h"

static bool is_structure(const struct c_type *type) { return type->kind == C_RECORD && !type->is_union; }

uint8_t c_type_levels(const struct c_type *type) {
    unsigned most = 0;
    if (type->kind == C_ARRAY) {
        const struct c_type *element = type->target;
        most = element->kind == C_ARRAY ? element->levels + 1u : is_structure(element) ? element->levels : 0;
    }
    for (uint32_t i = 0; is_structure(type) && i < type->count; i++) {
        const struct c_type *member = type->fields[i].type;
        if (member->levels + 1u > most) most = member->levels + 1u;
    }
    return (uint8_t)(most < C_MOST_LEVELS ? most : C_MOST_LEVELS);
}

struct step {
    const struct c_type *type;
    uint32_t begin;
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

/* One level down, to the part that has these bytes. False: there is none. */
static bool descend(struct step *step, uint32_t begin, uint32_t size) {
    struct step inner = *step;
    if (inner.type->kind == C_ARRAY) {
        if (!enter_element(&inner, begin) || !contains(&inner, begin, size)) return false;
        if (inner.type->kind == C_ARRAY) {
            *step = inner;
            return true;
        }
    }
    for (uint32_t i = 0; is_structure(inner.type) && i < inner.type->count; i++) {
        const struct c_field *field = &inner.type->fields[i];
        struct step member = {field->type, inner.begin + field->offset};
        if (field->bit_width || !contains(&member, begin, size)) continue;
        *step = member;
        return true;
    }
    return false;
}

struct c_part c_part_at(const struct c_type *type, uint32_t offset, unsigned level) {
    struct step step = {type, 0};
    unsigned at = 0;
    while (at < level && descend(&step, offset, 0)) at++;
    return (struct c_part){at, step.begin, step.type->size, step.type};
}

struct c_part c_part_of(const struct c_type *type, uint32_t begin, uint32_t size) {
    struct step step = {type, 0};
    unsigned level = 0;
    while (level < C_MOST_LEVELS && !(step.begin == begin && step.type->size == size) && descend(&step, begin, size))
        level++;
    return (struct c_part){level, step.begin, step.type->size, step.type};
}

bool c_part_widen(const struct c_type *type, struct c_part *part) {
    struct step step = {type, 0};
    if (!part->level) return false;
    for (unsigned level = 1; level < part->level; level++)
        if (!descend(&step, part->begin, part->size)) return false;
    struct step record = step;
    if (record.type->kind == C_ARRAY) enter_element(&record, part->begin);
    if (!is_structure(record.type) || record.begin != part->begin) return false;
    *part = (struct c_part){part->level - 1, step.begin, step.type->size, step.type};
    return true;
}

const struct c_expression *c_confining_place(const struct c_expression *address) {
    const struct c_expression *place = address->left;
    bool decays = place->type->kind == C_ARRAY && address->type->target != place->type;
    return !decays && place->kind == C_INDEX ? place->left : place;
}
