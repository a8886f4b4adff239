#include "app/sequential/split.h"

#include "app/analysis/pieces.h"
#include "app/exec/memory.h"
#include "cfront/ir/constant_part.h"

bool split_is_own(expression place) { return place->kind == C_OBJECT && !c_has_address(place->object); }

static bool is_shared_load(const struct writing *w, expression e) {
    const struct c_object *root = sequential_root(e->left);
    return root && (root->is_input || root->input_count || split_touches(root, w->splitter->shared, TOUCH_WRITES));
}

static bool has_special(const struct writing *w, expression e) {
    if (!e) return false;
    if (e->kind == C_LOAD && is_shared_load(w, e)) return true;
    return has_special(w, e->left) || has_special(w, e->right) || has_special(w, e->third);
}

void split_check_place(struct writing *w, expression place) {
    switch (place->kind) {
    case C_OBJECT:
        if (split_beyond(place->object->type)) split_refuse(w, place->place, split_beyond(place->object->type));
        if (sequential_is_doubtful(w->splitter->code, place->object) &&
            (place->object->type->kind != C_INTEGER || c_has_address(place->object)))
            split_refuse(w, place->place, "a structure or an array that may have no value when it is read");
        if (c_has_address(place->object)) w->splitter->code->uses_global[place->object->index] = true;
        break;
    case C_MEMBER: split_check_place(w, place->left); break;
    case C_INDEX: split_check_place(w, place->left); break;
    default: split_refuse(w, place->place, "a pointer whose target is not known");
    }
}

expression split_place(struct writing *w, expression place) {
    split_check_place(w, place);
    if (w->refused || place->kind == C_OBJECT) return place;
    struct c_expression *copy = split_new(w, place->kind, place->type);
    *copy = *place;
    copy->left = split_place(w, place->left);
    if (place->kind == C_INDEX) copy->right = split_value(w, place->right);
    return copy;
}

void split_check_whole(struct writing *w, expression place, bool writes) {
    const struct c_object *root = sequential_root(place);
    if (!split_touches(root, w->splitter->shared, writes ? TOUCH_READS | TOUCH_WRITES : TOUCH_WRITES)) return;
    if (place->type->kind != C_INTEGER)
        split_refuse(w, place->place, "a copy of a structure that others touch meanwhile");
    else if (pieces_count(place->type, w->splitter->code->subject->word) > 1)
        split_refuse(w, place->place, "an access in several parts to a number that others touch meanwhile");
    else if (writes && place->kind == C_MEMBER && place->field->bit_width)
        split_refuse(w, place->place, "a bit-field, written where others touch its neighbours meanwhile,");
}

/* The bits of its object that a place may be. False: an index, which is no constant, says which. */
static bool bits_of(expression place, uint64_t *first, uint64_t *count) {
    int64_t index = 0;
    bool known = place->kind != C_INDEX || sequential_is_known(place->right, &index);
    bool exact = place->kind == C_OBJECT || bits_of(place->left, first, count);
    if (place->kind == C_OBJECT) {
        *first = 0;
    } else if (!exact || !known) {
        return false;
    } else if (place->kind == C_INDEX) {
        *first += (uint64_t)index * place->type->size * 8;
    } else {
        *first += (uint64_t)place->field->offset * 8 + place->field->bit_offset;
    }
    bool is_bits = place->kind == C_MEMBER && place->field->bit_width;
    *count = is_bits ? place->field->bit_width : (uint64_t)place->type->size * 8;
    return true;
}

void split_check_writable(struct writing *w, expression place) {
    const struct c_object *root = sequential_root(place);
    uint64_t first, count;
    if (w->refused || !root || w->from->initializes) return;
    bool constant = root->is_const;
    if (!constant && root->type->has_constants && root->storage != C_TEMPORARY) {
        bits_of(place, &first, &count);
        constant = c_has_constant_at(root->type, first, count);
    }
    if (constant) split_refuse(w, place->place, "an assignment to a constant");
}

static expression split_read(struct writing *w, expression e) {
    struct c_expression *copy = split_new(w, C_LOAD, e->type);
    *copy = *e;
    copy->left = split_place(w, e->left);
    if (w->refused || !is_shared_load(w, e)) return copy;
    split_check_whole(w, e->left, false);
    const struct c_object *root = sequential_root(e->left);
    if (c_has_parts_from_outside(root)) split_refuse(w, e->place, "a part of a structure that is an input");
    expression kept = split_temporary(w, e->type);
    if (!root->is_input) {
        split_assign(w, kept, copy);
        return split_load(w, kept);
    }
    if (e->type->kind != C_INTEGER || (e->left->kind == C_MEMBER && e->left->field->bit_width))
        split_refuse(w, e->place, "an input that is no plain integer");
    struct c_instruction *choice = split_add(w, C_CHOOSE);
    choice->target = kept;
    choice->value = split_number(w, e->type, root->low);
    choice->other = split_number(w, e->type, root->high);
    choice->text = root->name;
    return split_load(w, kept);
}

/* if (condition) target = yes; else target = no; a side that is NULL has the value `otherwise`. */
static expression split_lazy(struct writing *w, expression condition, expression yes, expression no,
                             const struct c_type *type, int64_t otherwise) {
    expression kept = split_temporary(w, type), value = split_value(w, condition);
    uint32_t branch = split_here(w);
    split_add(w, C_BRANCH)->value = value;
    w->out.items[branch].then = split_here(w);
    split_assign(w, kept, yes ? split_value(w, yes) : split_number(w, type, otherwise));
    uint32_t jump = split_here(w);
    split_add(w, C_JUMP);
    w->out.items[branch].otherwise = split_here(w);
    split_assign(w, kept, no ? split_value(w, no) : split_number(w, type, otherwise));
    w->out.items[jump].then = split_here(w);
    return split_load(w, kept);
}

static expression truth(struct writing *w, expression e) {
    struct c_expression *not_zero = split_new(w, C_BINARY, w->splitter->code->subject->program->int_type);
    not_zero->op = C_NOT_EQUAL;
    not_zero->left = e;
    not_zero->right = split_number(w, e->type, 0);
    return not_zero;
}

expression split_value(struct writing *w, expression e) {
    if (w->refused) return e;
    if (e->type->kind != C_INTEGER && e->type->kind != C_RECORD) {
        split_refuse(w, e->place,
                     e->type->kind == C_FLOAT ? "a floating number" : "a pointer whose target is not known");
        return e;
    }
    switch (e->kind) {
    case C_CONSTANT: return e;
    case C_LOAD: return split_read(w, e);
    case C_AND:
        if (has_special(w, e->right)) return split_lazy(w, e->left, truth(w, e->right), NULL, e->type, 0);
        break;
    case C_OR:
        if (has_special(w, e->right)) return split_lazy(w, e->left, NULL, truth(w, e->right), e->type, 1);
        break;
    case C_CONDITIONAL:
        if (has_special(w, e->right) || has_special(w, e->third))
            return split_lazy(w, e->left, e->right, e->third, e->type, 0);
        break;
    case C_UNARY:
    case C_BINARY:
    case C_CONVERT: break;
    default: split_refuse(w, e->place, "a pointer whose target is not known"); return e;
    }
    struct c_expression *copy = split_new(w, e->kind, e->type);
    *copy = *e;
    if (e->left) copy->left = split_value(w, e->left);
    if (e->right) copy->right = split_value(w, e->right);
    if (e->third) copy->third = split_value(w, e->third);
    return copy;
}

/* A variable that nobody writes is what it was at first. */
static bool is_initial(const struct writing *w, expression e, int64_t *value) {
    if (e->kind != C_LOAD || e->left->kind != C_OBJECT) return false;
    const struct c_object *object = e->left->object;
    const struct analysis *analysis = w->splitter->code->analysis;
    if (!c_has_address(object) || object->is_input || analysis->image_offset[object->index] != NO_OFFSET) return false;
    *value = object->initial ? memory_decode(e->type, NULL, object->initial) : 0;
    return true;
}

bool split_is_known(struct writing *w, expression e, int64_t *value) {
    if (e->type->kind != C_INTEGER) return false;
    if (sequential_is_known(e, value) || is_initial(w, e, value)) return true;
    if (e->kind != C_CONVERT || !split_is_known(w, e->left, value)) return false;
    *value = memory_reduce(e->type, (uint64_t)*value);
    return true;
}
