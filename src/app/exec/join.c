#include "app/exec/join.h"

#include "app/analysis/shadow.h"
#include "app/exec/frames.h"
#include "app/exec/joining.h"
#include "app/exec/symbolic.h"
#include "app/exec/unset.h"

enum {
    LONGEST = 200, /* instructions of a region */
    MOST = 2000,   /* instructions of all that is gone through at once, with those of calls */
    DEEPEST = 8,   /* calls in calls */
    MOST_ARGUMENTS = 8
};

/* ---- where the sides meet ---- */

static bool only_computes(const struct c_instruction *instruction) {
    switch (instruction->kind) {
    case C_ASSIGN:
    case C_CLEAR:
    case C_CALL:
    case C_ASSERT: return true;
    default: return false;
    }
}

/* The first instruction that all ways from the branch come to, which in a call may be its end; 0: they do more than
 * compute, or go back. */
static uint32_t meeting(const struct joining *joining, uint32_t branch) {
    const struct c_function *function = joining->function;
    uint32_t far = branch + 1;
    for (uint32_t i = branch; i < far; i++) {
        const struct c_instruction *instruction = &function->code[i];
        bool jumps = instruction->kind == C_BRANCH || instruction->kind == C_JUMP;
        bool returns = instruction->kind == C_RETURN && joining->calls;
        if (i - branch > LONGEST || (!jumps && !returns && !only_computes(instruction))) return 0;
        if (returns) far = function->code_count;
        if (!jumps) continue;
        if (instruction->then <= i || (instruction->kind == C_BRANCH && instruction->otherwise <= i)) return 0;
        if (instruction->then > far) far = instruction->then;
        if (instruction->kind == C_BRANCH && instruction->otherwise > far) far = instruction->otherwise;
    }
    return far < function->code_count || joining->calls ? far : 0;
}

/* ---- calls ---- */

static bool go_through(struct joining *joining, uint32_t from, uint32_t to);

static uint32_t argument(struct joining *joining, const struct c_expression *e, const struct c_object *parameter) {
    uint32_t term = e->type->kind == C_POINTER ? joined_pointer(joining, e) : joined_value(joining, e);
    return e->type->size == parameter->type->size ? term : 0;
}

static bool can_be_called(const struct joining *joining, const struct c_instruction *call) {
    const struct c_function *callee = call->callee;
    return callee && joining->calls < DEEPEST && call->argument_count <= MOST_ARGUMENTS &&
           callee->parameter_count == call->argument_count && !joining->machine->analysis->is_mortal[callee->index] &&
           frames_have_room(joining->machine, callee);
}

static void pass(struct joining *joining, const struct c_object *parameter, uint32_t term) {
    struct joined_write write = {.type = parameter->type, .term = term};
    memory_object(joining->machine, parameter, &write.cell);
    joined_write_set(joining->writes, &write);
}

/* The callee's locals are no more. */
static void forget_locals(struct joined_writes *writes, const unsigned char *room, uint32_t size,
                          const struct cell *result) {
    size_t kept = 0;
    for (size_t i = 0; i < writes->list.count; i++) {
        const unsigned char *at = writes->list.items[i].cell.bytes;
        bool is_local = (at >= room && at < room + size) || at == result->bytes;
        if (!is_local) writes->list.items[kept++] = writes->list.items[i];
    }
    writes->list.count = kept;
}

/* The body, in a frame of its own. What it returns is in `value`; 0: nothing. */
static bool go_through_callee(struct joining *joining, const struct c_function *callee, const uint32_t *arguments,
                              uint32_t *value) {
    struct machine *machine = joining->machine;
    unsigned char room[16];
    const struct cell result = {.bytes = room}, *outer_result = joining->result;
    const struct c_function *caller = joining->function;
    struct joined_write *returned;
    const unsigned char *locals = frames_room(machine, callee);
    frames_push(machine, callee);
    joining->function = callee, joining->result = &result, joining->calls++;
    for (uint32_t i = 0; i < callee->parameter_count; i++) pass(joining, callee->locals[i], arguments[i]);
    bool good = go_through(joining, 0, callee->code_count);
    const struct c_type *type = callee->type->target;
    *value = 0;
    if (good && type->size && type->size <= sizeof room &&
        joined_write_find(joining->writes, &result, type, &returned) && returned)
        *value = returned->term;
    forget_locals(joining->writes, locals, callee->frame_size, &result);
    joining->function = caller, joining->result = outer_result, joining->calls--;
    machine->run->frame_count--;
    machine->frame = &machine->run->frames[machine->run->frame_count - 1];
    return good;
}

static bool call(struct joining *joining, const struct c_instruction *instruction) {
    uint32_t arguments[MOST_ARGUMENTS], value;
    if (!can_be_called(joining, instruction)) return false;
    for (uint32_t i = 0; i < instruction->argument_count; i++) {
        arguments[i] = argument(joining, instruction->arguments[i], instruction->callee->locals[i]);
        if (!arguments[i]) return false;
    }
    if (!go_through_callee(joining, instruction->callee, arguments, &value)) return false;
    return !instruction->target ||
           (value && joined_store(joining, instruction->target, value, instruction->initializes));
}

static bool return_value(struct joining *joining, const struct c_instruction *instruction) {
    const struct c_expression *e = instruction->value;
    if (!e) return true;
    struct joined_write write = {.cell = *joining->result, .type = e->type};
    write.term = e->type->kind == C_POINTER ? joined_pointer(joining, e) : joined_value(joining, e);
    if (write.term) joined_write_set(joining->writes, &write);
    return write.term;
}

/* ---- sides ---- */

static bool assign(struct joining *joining, const struct c_instruction *instruction) {
    const struct c_expression *e = instruction->value;
    if (instruction->text || shadow_copied(instruction)) return false;
    uint32_t term = e->type->kind == C_POINTER ? joined_pointer(joining, e) : joined_value(joining, e);
    return term && joined_store(joining, instruction->target, term, instruction->initializes);
}

/* A run in which it does not hold goes that way alone. */
static bool assert_it(struct joining *joining, const struct c_instruction *instruction) {
    uint32_t truth = joined_truth(joining, instruction->value);
    if (!truth) return false;
    if (instruction->is_memory || joining->machine->subject->enabled[APP_CHECK_ASSERTION])
        symbolic_decide(joining->symbolic, term_not(&joining->symbolic->terms, truth));
    return true;
}

static bool execute(struct joining *joining, const struct c_instruction *instruction) {
    switch (instruction->kind) {
    case C_ASSIGN: return assign(joining, instruction);
    case C_CLEAR: return joined_clear(joining, instruction);
    case C_CALL: return call(joining, instruction);
    case C_ASSERT: return assert_it(joining, instruction);
    default: return false;
    }
}

/* One side of a branch, from where `before` was assigned. */
static bool side(struct joining *joining, uint32_t condition, uint32_t from, uint32_t to,
                 const struct joined_writes *before, struct joined_writes *after) {
    struct joined_writes *writes = joining->writes;
    uint32_t guard = joining->symbolic->guard;
    for (size_t i = 0; i < before->list.count; i++) vec_push(&after->list, before->list.items[i]);
    joining->writes = after;
    joining->symbolic->guard = guard ? joined_both(joining, guard, condition) : condition;
    bool good = go_through(joining, from, to);
    joining->symbolic->guard = guard;
    joining->writes = writes;
    return good;
}

/* What a side has not assigned is what it was. Pointers have no terms: one that is another on each side is left to
 * others. */
static bool meet(struct joining *joining, uint32_t condition, const struct joined_writes *yes,
                 const struct joined_writes *no) {
    const struct joined_writes *const sides[] = {yes, no};
    for (unsigned s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s]->list.count; i++) {
            struct joined_write write = sides[s]->list.items[i];
            uint32_t after_yes = joined_write_after(joining, yes, &write),
                     after_no = joined_write_after(joining, no, &write);
            if (!after_yes || !after_no || (write.type->kind == C_POINTER && after_yes != after_no)) return false;
            write.term = joined_choice(joining, condition, after_yes, after_no);
            joined_write_set(joining->writes, &write);
        }
    return true;
}

/* Both sides of a branch, to where they meet. */
static bool branch_off(struct joining *joining, uint32_t condition, const struct c_instruction *instruction,
                       uint32_t to) {
    struct joined_writes yes = {0}, no = {0};
    bool good = side(joining, condition, instruction->then, to, joining->writes, &yes) &&
                side(joining, term_not(&joining->symbolic->terms, condition), instruction->otherwise, to,
                     joining->writes, &no) &&
                meet(joining, condition, &yes, &no);
    vec_free(&yes.list);
    vec_free(&no.list);
    return good;
}

/* To where it goes on; 0: it cannot be gone through. */
static uint32_t go_through_branch(struct joining *joining, uint32_t at) {
    const struct c_instruction *instruction = &joining->function->code[at];
    uint32_t condition = joined_truth(joining, instruction->value), to = meeting(joining, at);
    uint64_t known;
    if (!condition || !to) return 0;
    if (term_is_constant(&joining->symbolic->terms, condition, &known))
        return known ? instruction->then : instruction->otherwise;
    return branch_off(joining, condition, instruction, to) ? to : 0;
}

static bool go_through(struct joining *joining, uint32_t from, uint32_t to) {
    struct symbolic *symbolic = joining->symbolic;
    uint32_t first = joining->machine->subject->first_instruction[joining->function->index];
    for (uint32_t i = from, next; i < to; i = next) {
        const struct c_instruction *instruction = &joining->function->code[i];
        if (++joining->instructions > MOST) return false;
        vec_push(&symbolic->joints, (struct symbolic_joint){symbolic->guard, first + i, symbolic->path.count});
        next = i + 1;
        if (instruction->kind == C_JUMP)
            next = instruction->then;
        else if (instruction->kind == C_BRANCH)
            next = go_through_branch(joining, i);
        else if (instruction->kind == C_RETURN && joining->calls && return_value(joining, instruction))
            next = joining->function->code_count;
        else if (!execute(joining, instruction))
            return false;
        if (next <= i) return false; /* back, or nowhere */
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
        unset_give(joining->machine, &write->cell, write->type);
    }
}

static bool is_watched(const struct machine *machine) {
    return machine->wary || machine->probe || machine->executor->stops || machine->executor->looks_at_code ||
           machine->run->log_length || machine->run->unseen_count;
}

bool join_sides(struct machine *machine, const struct c_instruction *branch) {
    struct symbolic *symbolic = machine->symbolic;
    struct joined_writes writes = {0};
    struct joining joining = {
        .machine = machine, .symbolic = symbolic, .function = machine->frame->function, .writes = &writes};
    uint32_t to = symbolic->joins && !is_watched(machine) ? meeting(&joining, machine->frame->next) : 0;
    if (!to) return false;
    size_t joints = symbolic->joints.count;
    vec_clear(&symbolic->guarded);
    /* What is decided while the condition is looked at is so for every side. */
    symbolic->guard = term_constant(&symbolic->terms, 1, 1);
    uint32_t condition = joined_truth(&joining, branch->value);
    symbolic->guard = 0;
    bool good = condition && !symbolic_is_settled(symbolic, condition) && branch_off(&joining, condition, branch, to) &&
                decide_guarded(symbolic);
    if (good) keep_writes(&joining);
    if (good) machine->frame->next = to;
    if (!good) symbolic->joints.count = joints;
    vec_free(&writes.list);
    return good;
}
