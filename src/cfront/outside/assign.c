#include "cfront/outside/assign.h"

#include "cfront/hidden/processor_mask.h"
#include "cfront/hidden/register_masks.h"
#include "cfront/hidden/source_mask.h"
#include "cfront/outside/registers.h"

void lower_assign(struct lower *lower, expression target, expression value, struct place place) {
    const char *name = lower_is_register(target) ? lower_register_name(lower->front, target) : NULL;
    if (name) lower_note_register(lower->front, target);
    if (name) processor_mask_write(lower, name, place);
    source_mask_write(lower, target, name, place);
    register_masks_take(lower, place);
    if (name) target = lower_temporary(lower, target->type, place);
    if (name || c_root(target)->kind == C_DEREFERENCE) source_mask_register(lower, place);
    struct c_instruction *assign = lower_emit(lower, C_ASSIGN, place);
    assign->target = target, assign->value = value;
    assign->text = name;
}

/* The same whenever it is evaluated in this statement. */
static bool is_stable(expression e) {
    switch (e->kind) {
    case C_CONSTANT: return true;
    case C_LOAD: return e->left->kind == C_OBJECT && e->left->object->storage == C_TEMPORARY;
    case C_ADDRESS:
        for (e = e->left; e->kind == C_MEMBER || (e->kind == C_INDEX && is_stable(e->right)); e = e->left) {
        }
        return e->kind == C_OBJECT;
    case C_CONVERT: return is_stable(e->left);
    default: return false;
    }
}

expression lower_keep(struct lower *lower, expression value, struct place place) {
    if (is_stable(value)) return value;
    expression temporary = lower_temporary(lower, value->type, place);
    lower_assign(lower, temporary, value, place);
    return build_load(lower->front, temporary, place);
}

/* The array's place first, whatever the order of arguments. */
static expression keep_element(struct lower *lower, expression e, struct place place) {
    expression array = lower_keep_place(lower, e->left, place);
    return build_index(lower->front, array, lower_keep(lower, e->right, place), e->place);
}

expression lower_keep_place(struct lower *lower, expression e, struct place place) {
    switch (e->kind) {
    case C_INDEX: return keep_element(lower, e, place);
    case C_MEMBER: return build_member(lower->front, lower_keep_place(lower, e->left, place), e->field, e->place);
    case C_DEREFERENCE: return build_dereference_like(lower->front, e, lower_keep(lower, e->left, place));
    default: return e;
    }
}
