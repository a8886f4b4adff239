#include "app/exec/access.h"
#include "app/exec/address.h"
#include "app/exec/joining.h"
#include "app/exec/origin.h"
#include "app/exec/symbolic.h"
#include "app/exec/unset.h"
#include "cfront/ir/pointer_part.h"

/* ---- what was assigned ---- */

static bool overlaps(const struct joined_write *write, const struct cell *cell, const struct c_type *type) {
    return write->cell.bytes < cell->bytes + type->size && cell->bytes < write->cell.bytes + write->type->size;
}

bool joined_write_find(const struct joined_writes *writes, const struct cell *cell, const struct c_type *type,
                       struct joined_write **found) {
    *found = NULL;
    for (size_t i = 0; i < writes->list.count; i++) {
        struct joined_write *write = &writes->list.items[i];
        if (!overlaps(write, cell, type)) continue;
        if (write->cell.bytes != cell->bytes || write->type->size != type->size) return false;
        *found = write;
    }
    return true;
}

void joined_write_set(struct joined_writes *writes, const struct joined_write *write) {
    struct joined_write *old;
    if (joined_write_find(writes, &write->cell, write->type, &old) && old)
        old->term = write->term;
    else
        vec_push(&writes->list, *write);
}

/* As it lies there: of a pointer, with its part. */
static uint32_t in_memory(struct joining *joining, const struct cell *cell, const struct c_type *type) {
    uint32_t term = symbolic_read(joining->symbolic, cell->bytes, type->size);
    if (term) return term;
    uint64_t bits = (uint64_t)memory_decode(type, NULL, cell->bytes);
    return term_constant(&joining->symbolic->terms, type->size * 8, bits);
}

uint32_t joined_write_after(struct joining *joining, const struct joined_writes *after,
                            const struct joined_write *write) {
    struct joined_write *own;
    if (!joined_write_find(after, &write->cell, write->type, &own)) return 0;
    if (own) return own->type->kind == write->type->kind ? own->term : 0;
    bool is_variable = write->cell.object; /* and no function's result */
    if (!is_variable || !unset_has_value(joining->machine, &write->cell, write->type)) return 0;
    return in_memory(joining, &write->cell, write->type);
}

/* ---- pointers ---- */

static bool is_constant(const struct c_expression *e, int64_t *value) {
    if (e->type->kind != C_INTEGER) return false;
    if (e->kind == C_CONSTANT) *value = e->integer;
    if (e->kind != C_CONVERT) return e->kind == C_CONSTANT;
    if (!is_constant(e->left, value)) return false;
    *value = memory_reduce(e->type, (uint64_t)*value);
    return true;
}

/* An object or a part of it, whatever anybody assigns. */
static bool is_plain(const struct c_expression *place) {
    int64_t index;
    switch (place->kind) {
    case C_OBJECT: return true;
    case C_MEMBER: return is_plain(place->left);
    case C_INDEX:
        return is_constant(place->right, &index) && index >= 0 && index < (int64_t)place->left->type->count &&
               is_plain(place->left);
    default: return false;
    }
}

static void look_away(void *context, const struct access *access) { (void)context, (void)access; }

/* What would go wrong there is somebody else's to tell. */
static bool point_at(struct machine *machine, uint64_t pointer, const struct c_expression *place, struct cell *cell) {
    struct probe probe = {.visit = look_away};
    machine->probe = &probe;
    if (setjmp(probe.way_out)) {
        machine->probe = NULL;
        return false;
    }
    memory_at_place(machine, pointer, place, cell);
    machine->probe = NULL;
    return true;
}

uint32_t joined_pointer(struct joining *joining, const struct c_expression *e) {
    struct terms *terms = &joining->symbolic->terms;
    uint32_t term;
    switch (e->kind) {
    case C_CONSTANT: return term_constant(terms, e->type->size * 8, (uint64_t)e->integer);
    case C_LOAD: term = joined_load(joining, e); return term && term_is_constant(terms, term, NULL) ? term : 0;
    case C_CONVERT: return e->left->type->kind == C_POINTER ? joined_pointer(joining, e->left) : 0;
    case C_ADDRESS:
        if (!is_plain(e->left)) return 0;
        return term_constant(terms, e->type->size * 8, address_of_place(joining->machine, e));
    default: return 0;
    }
}

/* ---- places ---- */

static bool go_to_element(struct joining *joining, const struct c_expression *place, struct cell *cell) {
    uint64_t bits;
    uint32_t term = joined_value(joining, place->right);
    if (!term || !term_is_constant(&joining->symbolic->terms, term, &bits)) return false;
    int64_t index = memory_reduce(place->right->type, bits);
    if (index < 0 || index >= (int64_t)place->left->type->count) return false;
    cell_advance(cell, index * (int64_t)place->type->size);
    return true;
}

static bool follow(struct joining *joining, const struct c_expression *place, struct cell *cell) {
    uint64_t pointer;
    uint32_t term = joined_pointer(joining, place->left);
    return term && term_is_constant(&joining->symbolic->terms, term, &pointer) &&
           point_at(joining->machine, pointer, place, cell);
}

static bool find_place(struct joining *joining, const struct c_expression *place, struct cell *cell) {
    if (place->is_volatile) return false;
    switch (place->kind) {
    case C_OBJECT: memory_object(joining->machine, place->object, cell); return true;
    case C_DEREFERENCE: return follow(joining, place, cell);
    case C_MEMBER:
        if (!find_place(joining, place->left, cell)) return false;
        cell_advance(cell, place->field->offset);
        cell->bits = place->field->bit_width ? place->field : NULL;
        return true;
    case C_INDEX: return find_place(joining, place->left, cell) && go_to_element(joining, place, cell);
    default: return false;
    }
}

/* A number or a pointer that nobody else touches, and that this one is known to touch. */
static bool locate(struct joining *joining, const struct c_expression *place, unsigned how, struct cell *cell) {
    const struct machine *machine = joining->machine;
    bool is_number = place->type->kind == C_INTEGER || place->type->kind == C_POINTER;
    if (!is_number || place->type->size > 8 || !find_place(joining, place, cell)) return false;
    return !cell->hardware && !cell->is_volatile && !cell->object->is_input && !cell->object->input_count &&
           memory_is_foreseen(machine, cell, how) && !(machine->touched && machine->touched[cell->number]) &&
           !machine->executor->observed[cell->number];
}

/* ---- loads and stores ---- */

/* Its bits are all there is of it: a number where no pointers lie, or a pointer where nothing else does. */
static bool is_as_it_lies(const struct machine *machine, const struct cell *cell, const struct c_type *type) {
    const struct c_type *whole = cell->object->type;
    if (type->kind == C_POINTER && cell->constant)
        return !c_type_hides_pointers(whole) && c_pointer_byte_at(whole, memory_offset(machine, cell)) == 1;
    if (type->kind == C_POINTER) return origin_is_declared(machine, cell);
    return !origin_is_any(origin_in(machine, cell), type->size);
}

/* The number or the unit there, as the side has it; 0: it has no value. A pointer's part is no part of a number. */
static uint32_t content(struct joining *joining, const struct cell *cell, const struct c_type *type) {
    struct joined_write *write;
    if (!joined_write_find(joining->writes, cell, type, &write)) return 0;
    if (cell->bits && !unset_has_value(joining->machine, cell, type)) return 0;
    if (write) return write->type->kind == type->kind ? write->term : 0;
    if (!unset_has_value(joining->machine, cell, type)) return 0;
    if (!is_as_it_lies(joining->machine, cell, type)) return 0;
    return in_memory(joining, cell, type);
}

uint32_t joined_load(struct joining *joining, const struct c_expression *load) {
    struct cell cell;
    if (!locate(joining, load->left, TOUCH_READS, &cell)) return 0;
    uint32_t unit = content(joining, &cell, load->left->type);
    if (unit && load->type->is_bool && !cell.bits)
        symbolic_decide(joining->symbolic, symbolic_no_bool(joining->symbolic, unit));
    return unit ? symbolic_field(joining->symbolic, load->type, cell.bits, unit) : 0;
}

static bool may_write(const struct joining *joining, const struct cell *cell, const struct c_type *type,
                      bool initializes) {
    if (cell->is_value) return false;
    if (memory_is_constant(joining->machine, cell, type) && (cell->constant || !initializes)) return false;
    return is_as_it_lies(joining->machine, cell, type);
}

bool joined_store(struct joining *joining, const struct c_expression *target, uint32_t term, bool initializes) {
    struct joined_write write = {.type = target->type, .term = term}, *old;
    if (!locate(joining, target, TOUCH_WRITES, &write.cell) ||
        term_width(&joining->symbolic->terms, term) != 8 * target->type->size ||
        !may_write(joining, &write.cell, target->type, initializes))
        return false;
    if (write.cell.bits) {
        if (write.cell.unset) return false; /* of its neighbours, some may have no value */
        uint32_t unit = content(joining, &write.cell, target->type);
        if (!unit) return false;
        write.term = symbolic_with_field(joining->symbolic, target->type, write.cell.bits, unit, term);
        write.cell.bits = NULL;
    }
    if (!joined_write_find(joining->writes, &write.cell, write.type, &old)) return false;
    if (old && old->type->kind != write.type->kind) return false; /* a pointer's part is none of a number's */
    joined_write_set(joining->writes, &write);
    return true;
}

/* Zeros; one that has no value from then on, or not all of one, and is in doubt, is left to others. */
bool joined_clear(struct joining *joining, const struct c_instruction *clear) {
    const struct c_expression *target = clear->target;
    struct cell cell;
    if (target->kind != C_OBJECT || !locate(joining, target, TOUCH_WRITES, &cell)) return false;
    if (clear->padding && cell.unset) return false;
    if (!clear->gives_value && (cell.unset || (cell.object->exposed && !clear->lives_on))) return false;
    uint32_t zero = term_constant(&joining->symbolic->terms, 8 * target->type->size, 0);
    return joined_store(joining, target, zero, true);
}
