#include "app/exec/join.h"

#include "app/analysis/shadow.h"
#include "app/exec/bare.h"
#include "app/exec/evaluate.h"
#include "app/exec/symbolic.h"
#include "app/exec/unset.h"
#include "app/exec/witness.h"

enum { LONGEST = 200 /* instructions of a region */ };

/* A variable that a side assigns to. */
struct joined_write {
    struct cell cell;
    const struct c_type *type;
    uint32_t term;
};

struct writes {
    VEC(struct joined_write) list;
};

struct joining {
    struct machine *machine;
    struct symbolic *symbolic;
    const struct c_function *function;
    struct writes *writes; /* of the side under way */
};

/* ---- where the sides meet ---- */

/* The first instruction that all ways from the branch come to; 0: they do more than compute, or go back. */
static uint32_t meeting(const struct c_function *function, uint32_t branch) {
    uint32_t far = branch + 1;
    for (uint32_t i = branch; i < far; i++) {
        const struct c_instruction *instruction = &function->code[i];
        bool jumps = instruction->kind == C_BRANCH || instruction->kind == C_JUMP;
        if (i - branch > LONGEST || (!jumps && instruction->kind != C_ASSIGN)) return 0;
        if (!jumps) continue;
        if (instruction->then <= i || (instruction->kind == C_BRANCH && instruction->otherwise <= i)) return 0;
        if (instruction->then > far) far = instruction->then;
        if (instruction->kind == C_BRANCH && instruction->otherwise > far) far = instruction->otherwise;
    }
    return far < function->code_count ? far : 0;
}

/* ---- numbers ---- Each is a term, a constant one where it does not depend on inputs; 0: it is not to be known here.
 */

static uint32_t value_of(struct joining *joining, const struct c_expression *e);

static uint32_t both(struct joining *joining, uint32_t left, uint32_t right) {
    uint64_t known;
    if (term_is_constant(&joining->symbolic->terms, left, &known)) return known ? right : left;
    return term_binary(&joining->symbolic->terms, TERM_AND, left, right);
}

/* condition ? a : b */
static uint32_t choose(struct joining *joining, uint32_t condition, uint32_t a, uint32_t b) {
    struct terms *terms = &joining->symbolic->terms;
    if (a == b) return a;
    uint32_t mask = term_resize(terms, condition, term_width(terms, a), true);
    uint32_t difference = term_binary(terms, TERM_XOR, a, b);
    return term_binary(terms, TERM_XOR, term_binary(terms, TERM_AND, difference, mask), b);
}

static bool is_constant(const struct c_expression *e, int64_t *value) {
    if (e->type->kind != C_INTEGER) return false;
    if (e->kind == C_CONSTANT) *value = e->integer;
    if (e->kind != C_CONVERT) return e->kind == C_CONSTANT;
    if (!is_constant(e->left, value)) return false;
    *value = memory_reduce(e->type, (uint64_t)*value);
    return true;
}

static bool is_plain(const struct c_expression *place) {
    switch (place->kind) {
    case C_OBJECT: return true;
    case C_MEMBER: return !place->field->bit_width && is_plain(place->left);
    case C_INDEX: {
        int64_t index;
        return is_constant(place->right, &index) && index >= 0 && index < (int64_t)place->left->type->count &&
               is_plain(place->left);
    }
    default: return false;
    }
}

/* A number that nobody else touches, and that has a value. */
static bool find(struct joining *joining, const struct c_expression *place, struct cell *cell) {
    struct machine *machine = joining->machine;
    if (place->type->kind != C_INTEGER || place->type->size > 8 || !is_plain(place)) return false;
    evaluate_place(machine, place, cell);
    return !cell->hardware && !cell->bits && unset_has_value(machine, cell, place->type) && !cell->is_volatile &&
           !cell->object->is_input && !(machine->touched && machine->touched[cell->number]) &&
           !machine->executor->observed[cell->number];
}

static bool overlaps(const struct joined_write *write, const struct cell *cell, const struct c_type *type) {
    return write->cell.bytes < cell->bytes + type->size && cell->bytes < write->cell.bytes + write->type->size;
}

/* What the side has assigned there; NULL: nothing. False: to a part of it, or to more. */
static bool find_write(const struct writes *writes, const struct cell *cell, const struct c_type *type,
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

static uint32_t in_memory(struct joining *joining, const struct cell *cell, const struct c_type *type) {
    unsigned char room[16];
    uint32_t term = symbolic_read(joining->symbolic, cell->bytes, type->size);
    if (term) return term;
    const unsigned char *bytes = bare_bytes(joining->machine, cell, type, cell->bytes, room);
    return term_constant(&joining->symbolic->terms, type->size * 8, (uint64_t)memory_decode(type, NULL, bytes));
}

static uint32_t load(struct joining *joining, const struct c_expression *place) {
    struct cell cell;
    struct joined_write *write;
    if (!find(joining, place, &cell) || !find_write(joining->writes, &cell, place->type, &write)) return 0;
    return write ? write->term : in_memory(joining, &cell, place->type);
}

static uint32_t truth_of(struct joining *joining, const struct c_expression *e) {
    uint32_t value = e->type->kind == C_INTEGER ? value_of(joining, e) : 0;
    return value ? symbolic_truth(joining->symbolic, value) : 0;
}

/* Evaluated only where the condition holds, too. */
static uint32_t under(struct joining *joining, uint32_t condition, const struct c_expression *e, bool as_truth) {
    uint32_t guard = joining->symbolic->guard;
    joining->symbolic->guard = both(joining, guard, condition);
    uint32_t value = as_truth ? truth_of(joining, e) : value_of(joining, e);
    joining->symbolic->guard = guard;
    return value;
}

static uint32_t both_or_any(struct joining *joining, const struct c_expression *e) {
    struct terms *terms = &joining->symbolic->terms;
    uint32_t left = truth_of(joining, e->left);
    if (!left) return 0;
    uint32_t right = under(joining, e->kind == C_AND ? left : term_not(terms, left), e->right, true);
    if (!right) return 0;
    uint32_t result = term_binary(terms, e->kind == C_AND ? TERM_AND : TERM_OR, left, right);
    return term_resize(terms, result, e->type->size * 8, false);
}

static uint32_t conditional(struct joining *joining, const struct c_expression *e) {
    uint32_t condition = truth_of(joining, e->left);
    if (!condition) return 0;
    uint32_t yes = under(joining, condition, e->right, false);
    uint32_t no = yes ? under(joining, term_not(&joining->symbolic->terms, condition), e->third, false) : 0;
    return no ? choose(joining, condition, yes, no) : 0;
}

static uint32_t binary(struct joining *joining, const struct c_expression *e) {
    if (e->left->type->kind != C_INTEGER || e->right->type->kind != C_INTEGER) return 0;
    uint32_t left = value_of(joining, e->left), right = left ? value_of(joining, e->right) : 0;
    if (!right) return 0;
    return symbolic_binary(joining->machine, e, (struct symbolic_operand){0, left},
                           (struct symbolic_operand){0, right});
}

static uint32_t value_of(struct joining *joining, const struct c_expression *e) {
    if (e->type->kind != C_INTEGER || e->type->size > 8) return 0;
    uint32_t inner;
    switch (e->kind) {
    case C_CONSTANT: return term_constant(&joining->symbolic->terms, e->type->size * 8, (uint64_t)e->integer);
    case C_LOAD: return load(joining, e->left);
    case C_BINARY: return binary(joining, e);
    case C_AND:
    case C_OR: return both_or_any(joining, e);
    case C_CONDITIONAL: return conditional(joining, e);
    case C_UNARY:
        inner = e->left->type->kind == C_INTEGER && e->op != C_ROOM ? value_of(joining, e->left) : 0;
        return inner ? symbolic_unary(joining->machine, e, inner) : 0;
    case C_CONVERT:
        inner = e->left->type->kind == C_INTEGER ? value_of(joining, e->left) : 0;
        return inner ? symbolic_convert(joining->machine, e->type, e->left->type, inner) : 0;
    default: return 0;
    }
}

/* ---- sides ---- */

static void set_write(struct writes *writes, const struct joined_write *write) {
    struct joined_write *old;
    if (find_write(writes, &write->cell, write->type, &old) && old)
        old->term = write->term;
    else
        vec_push(&writes->list, *write);
}

static bool assign(struct joining *joining, const struct c_instruction *instruction) {
    struct joined_write write = {.type = instruction->target->type}, *old;
    if (instruction->text || shadow_copied(instruction) || !find(joining, instruction->target, &write.cell) ||
        !find_write(joining->writes, &write.cell, write.type, &old) ||
        memory_is_constant(joining->machine, &write.cell, write.type))
        return false;
    write.term = value_of(joining, instruction->value);
    if (!write.term || term_width(&joining->symbolic->terms, write.term) != write.type->size * 8) return false;
    set_write(joining->writes, &write);
    return true;
}

static bool go_through(struct joining *joining, uint32_t from, uint32_t to);

/* One side of a branch, from where `before` was assigned. */
static bool side(struct joining *joining, uint32_t condition, uint32_t from, uint32_t to, const struct writes *before,
                 struct writes *after) {
    struct writes *writes = joining->writes;
    uint32_t guard = joining->symbolic->guard;
    for (size_t i = 0; i < before->list.count; i++) vec_push(&after->list, before->list.items[i]);
    joining->writes = after;
    joining->symbolic->guard = guard ? both(joining, guard, condition) : condition;
    bool good = go_through(joining, from, to);
    joining->symbolic->guard = guard;
    joining->writes = writes;
    return good;
}

/* What a side has not assigned is what it was. */
static uint32_t after_side(struct joining *joining, const struct writes *after, const struct joined_write *write) {
    struct joined_write *own;
    find_write(after, &write->cell, write->type, &own);
    return own ? own->term : in_memory(joining, &write->cell, write->type);
}

static bool meet(struct joining *joining, uint32_t condition, const struct writes *yes, const struct writes *no) {
    const struct writes *const sides[] = {yes, no};
    struct joined_write *other;
    for (unsigned s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s]->list.count; i++) {
            struct joined_write write = sides[s]->list.items[i];
            if (!find_write(sides[1 - s], &write.cell, write.type, &other)) return false;
            write.term = choose(joining, condition, after_side(joining, yes, &write), after_side(joining, no, &write));
            set_write(joining->writes, &write);
        }
    return true;
}

/* Both sides of a branch, to where they meet. */
static bool branch_off(struct joining *joining, uint32_t condition, const struct c_instruction *instruction,
                       uint32_t to) {
    struct writes yes = {0}, no = {0};
    bool good = side(joining, condition, instruction->then, to, joining->writes, &yes) &&
                side(joining, term_not(&joining->symbolic->terms, condition), instruction->otherwise, to,
                     joining->writes, &no) &&
                meet(joining, condition, &yes, &no);
    vec_free(&yes.list);
    vec_free(&no.list);
    return good;
}

static bool go_through(struct joining *joining, uint32_t from, uint32_t to) {
    struct symbolic *symbolic = joining->symbolic;
    uint32_t first = joining->machine->subject->first_instruction[joining->function->index];
    for (uint32_t i = from; i < to;) {
        const struct c_instruction *instruction = &joining->function->code[i];
        vec_push(&symbolic->joints, (struct symbolic_joint){symbolic->guard, first + i, symbolic->path.count});
        if (instruction->kind == C_JUMP) {
            i = instruction->then;
        } else if (instruction->kind == C_BRANCH) {
            uint32_t condition = truth_of(joining, instruction->value);
            uint32_t meet_at = meeting(joining->function, i);
            if (!condition || !meet_at || !branch_off(joining, condition, instruction, meet_at)) return false;
            i = meet_at;
        } else {
            if (!assign(joining, instruction)) return false;
            i++;
        }
    }
    return true;
}

/* ---- all of it ---- */

/* What can go wrong, in the order in which it is met. False: in this run it does. */
static bool decide_guarded(struct symbolic *symbolic) {
    bool good = true;
    for (size_t i = 0; good && i < symbolic->guarded.count; i++)
        good = !symbolic_decide(symbolic, symbolic->guarded.items[i]);
    return good;
}

static void keep_writes(struct joining *joining) {
    struct symbolic *symbolic = joining->symbolic;
    for (size_t i = 0; i < joining->writes->list.count; i++) {
        const struct joined_write *write = &joining->writes->list.items[i];
        uint64_t value = term_value(&symbolic->terms, &symbolic->values, write->term, symbolic->variables.items);
        bool known = term_is_constant(&symbolic->terms, write->term, NULL);
        memory_put(joining->machine, &write->cell, write->type, (int64_t)value, known ? 0 : write->term);
    }
}

static bool is_watched(const struct machine *machine) {
    return machine->wary || machine->probe || machine->executor->stops || machine->executor->looks_at_code ||
           machine->run->log_length;
}

bool join_sides(struct machine *machine, const struct c_instruction *branch) {
    struct symbolic *symbolic = machine->symbolic;
    struct writes writes = {0};
    struct joining joining = {machine, symbolic, machine->frame->function, &writes};
    uint32_t to = symbolic->joins && !is_watched(machine) ? meeting(joining.function, machine->frame->next) : 0;
    if (!to) return false;
    size_t joints = symbolic->joints.count;
    vec_clear(&symbolic->guarded);
    /* What is decided while the condition is looked at is so for every side. */
    symbolic->guard = term_constant(&symbolic->terms, 1, 1);
    uint32_t condition = truth_of(&joining, branch->value);
    symbolic->guard = 0;
    bool good = condition && !symbolic_is_settled(symbolic, condition) && branch_off(&joining, condition, branch, to) &&
                decide_guarded(symbolic);
    if (good) keep_writes(&joining);
    if (good) machine->frame->next = to;
    if (!good) symbolic->joints.count = joints;
    vec_free(&writes.list);
    return good;
}
