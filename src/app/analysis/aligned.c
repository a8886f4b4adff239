#include "app/analysis/aligned.h"

static uint64_t lowest_bit(uint64_t number) { return number & (~number + 1); }

static bool is_known(const struct c_expression *index, uint64_t *number) {
    bool is_kept = index->kind == C_CONVERT && index->type->kind == C_INTEGER && index->type->size >= 4;
    const struct c_expression *constant = is_kept ? index->left : index;
    if (constant->kind != C_CONSTANT || constant->integer < 0 || constant->integer > INT32_MAX) return false;
    *number = (uint64_t)constant->integer;
    return true;
}

/* The alignment of whatever a place may be: `sum` is what is known of its offset, and the result what the rest has. */
static uint64_t alignment_of(const struct c_expression *place, uint64_t *sum) {
    uint64_t index;
    if (place->kind == C_OBJECT) return place->object->align;
    uint64_t rest = alignment_of(place->left, sum);
    if (place->kind == C_MEMBER)
        *sum += place->field->offset;
    else if (is_known(place->right, &index))
        *sum += index * place->type->size;
    else if (lowest_bit(place->type->size) < rest)
        return lowest_bit(place->type->size);
    return rest;
}

bool aligned_is(const struct c_expression *place, uint32_t align) {
    uint64_t sum = 0, rest = alignment_of(place, &sum);
    return align <= 1 || (rest >= align && sum % align == 0);
}
