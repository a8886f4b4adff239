#include "app/watch/operator.h"

#include "base/vec.h"
#include "cfront/ir/walk.h"

/* The instructions of a statement, as far as they stand together. */
struct stretch {
    const struct c_instruction *code;
    uint32_t first, end;
    const struct operator_access *access;
};

static struct stretch stretch_around(const struct operator_access *access) {
    const struct c_function *function = access->function;
    const struct c_instruction *code = function->code;
    uint32_t at = access->at;
    struct stretch stretch = {code, at, at + 1, access};
    while (stretch.first && place_is_same(code[stretch.first - 1].statement, code[at].statement)) stretch.first--;
    while (stretch.end < function->code_count && place_is_same(code[stretch.end].statement, code[at].statement))
        stretch.end++;
    return stretch;
}

/* What is kept in a temporary (the pointer of `p->x = p->x + f()`) is what was put there. */
static const struct c_expression *looked_through(const struct stretch *stretch, const struct c_expression *e) {
    bool is_kept = e->kind == C_LOAD && e->left->kind == C_OBJECT && c_is_temporary(e->left);
    for (uint32_t i = stretch->first; is_kept && i < stretch->end; i++) {
        const struct c_instruction *instruction = &stretch->code[i];
        if (instruction->kind == C_ASSIGN && instruction->target->kind == C_OBJECT &&
            instruction->target->object == e->left->object)
            return instruction->value;
    }
    return e;
}

static bool is_same(const struct stretch *stretch, const struct c_expression *a, const struct c_expression *b) {
    a = looked_through(stretch, a), b = looked_through(stretch, b);
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case C_OBJECT: return a->object == b->object;
    case C_CONSTANT: return a->integer == b->integer;
    case C_LOAD:
    case C_ADDRESS:
    case C_CONVERT:
    case C_DEREFERENCE: return is_same(stretch, a->left, b->left);
    case C_MEMBER: return a->field == b->field && is_same(stretch, a->left, b->left);
    case C_INDEX: return is_same(stretch, a->left, b->left) && is_same(stretch, a->right, b->right);
    case C_BINARY: return a->op == b->op && is_same(stretch, a->left, b->left) && is_same(stretch, a->right, b->right);
    default: return false;
    }
}

/* Names differ (`*p = x + y`): where the other one leads now is asked. Temporaries have no other names. */
static bool is_accessed(const struct stretch *stretch, const struct c_expression *place,
                        const struct c_expression *wanted) {
    if (is_same(stretch, place, wanted)) return true;
    if (c_is_temporary(place) || c_is_temporary(wanted) || !place->is_volatile) return false;
    return stretch->access->is_there(stretch->access->context, place);
}

/* ---- what goes into a value ---- */

/* Once, or more often: more than that is not asked for. */
enum { SEVERAL = 2 };

struct source {
    const struct c_expression *place;  /* how often it is read for the value */
    bool calls;                        /* also by arguments of the functions that work it out */
    VEC(const struct c_object *) seen; /* temporaries: used again, they are not worked out again */
};

static unsigned reads_of(const struct stretch *stretch, uint32_t at, struct source *source);

static unsigned reads_in(const struct stretch *stretch, uint32_t at, const struct c_expression *e,
                         struct source *source);

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static bool is_seen(struct source *source, const struct c_object *temporary) {
    for (size_t i = 0; i < source->seen.count; i++)
        if (source->seen.items[i] == temporary) return true;
    vec_push(&source->seen, temporary);
    return false;
}

/* What decides that this comes (`a && f()` is 1 or 0). */
static unsigned reads_of_branches(const struct stretch *stretch, uint32_t to, struct source *source) {
    unsigned most = 0;
    for (uint32_t i = stretch->first; i < to && most < SEVERAL; i++) {
        const struct c_instruction *code = &stretch->code[i];
        if (code->kind == C_BRANCH && (code->then == to || code->otherwise == to))
            most = larger(most, reads_in(stretch, i, code->value, source));
    }
    return most;
}

/* Where operands are taken in either order, they are there twice. A temporary may serve another statement before. */
static unsigned reads_of_temporary(const struct stretch *stretch, uint32_t at, const struct c_object *temporary,
                                   struct source *source) {
    unsigned most = 0;
    if (is_seen(source, temporary)) return 0;
    for (uint32_t i = at; i-- > stretch->first && most < SEVERAL;) {
        const struct c_expression *target = stretch->code[i].target;
        if (!target || !c_is_temporary(target) || c_root(target)->object != temporary) continue;
        if (stretch->code[i].kind == C_CLEAR) break;
        most = larger(most, reads_of(stretch, i, source));
        most = larger(most, reads_of_branches(stretch, i, source));
    }
    return most;
}

/* Behind a sequence point is another look. */
static unsigned reads_in(const struct stretch *stretch, uint32_t at, const struct c_expression *e,
                         struct source *source) {
    if (!e) return 0;
    bool is_read = e->kind == C_LOAD && is_accessed(stretch, e->left, source->place);
    bool is_sequenced = e->kind == C_AND || e->kind == C_OR || e->kind == C_CONDITIONAL;
    if (!is_read && e->kind == C_LOAD && e->left->kind == C_OBJECT && c_is_temporary(e->left))
        return reads_of_temporary(stretch, at, e->left->object, source);
    const struct c_expression *parts[] = {e->left, e->right, e->third};
    unsigned reads = is_read;
    for (unsigned i = 0; i < 3 && reads < SEVERAL; i++) {
        unsigned more = reads_in(stretch, at, parts[i], source);
        reads = is_sequenced ? larger(reads, more) : reads + more;
    }
    return reads;
}

/* An input that no source defines is read by a choice, which names it. */
static unsigned reads_of_choice(const struct stretch *stretch, const struct c_instruction *choice,
                                struct source *source) {
    return choice->argument_count && is_same(stretch, choice->arguments[0]->left, source->place);
}

static unsigned reads_of_arguments(const struct stretch *stretch, uint32_t at, struct source *source) {
    const struct c_instruction *instruction = &stretch->code[at];
    unsigned reads = 0;
    for (uint32_t i = 0; i < instruction->argument_count && reads < SEVERAL; i++)
        reads += reads_in(stretch, at, instruction->arguments[i], source);
    return reads;
}

/* For what it gives its target. */
static unsigned reads_of(const struct stretch *stretch, uint32_t at, struct source *source) {
    const struct c_instruction *instruction = &stretch->code[at];
    bool is_call = instruction->kind == C_CALL || instruction->kind == C_SERVICE;
    if (instruction->kind == C_CHOOSE) return reads_of_choice(stretch, instruction, source);
    if (is_call) return source->calls ? reads_of_arguments(stretch, at, source) : 0;
    return reads_in(stretch, at, instruction->value, source);
}

/* For all that it does: the place that it writes may be worked out, too (`a[x] = x`). */
static unsigned reads_for(const struct stretch *stretch, uint32_t at, const struct c_expression *place) {
    struct source source = {.place = place};
    const struct c_instruction *instruction = &stretch->code[at];
    unsigned reads;
    if (instruction->kind == C_CHOOSE) {
        reads = reads_of_choice(stretch, instruction, &source);
    } else { /* each temporary counts where it is seen first */
        reads = reads_in(stretch, at, instruction->target, &source);
        reads += reads_in(stretch, at, instruction->value, &source);
        reads += reads_of_arguments(stretch, at, &source);
    }
    vec_free(&source.seen);
    return reads;
}

/* ---- from one instruction to another ---- */

static bool flows_to(const struct stretch *stretch, uint32_t from, uint32_t to);

/* What it decides on is given to a temporary, and that goes on. */
static bool leads_to(const struct stretch *stretch, uint32_t branch, uint32_t to) {
    const uint32_t ways[] = {stretch->code[branch].then, stretch->code[branch].otherwise};
    for (unsigned i = 0; i < 2; i++)
        if (ways[i] > branch && ways[i] < stretch->end && stretch->code[ways[i]].kind == C_ASSIGN && ways[i] != to &&
            flows_to(stretch, ways[i], to))
            return true;
    return false;
}

static bool flows_to(const struct stretch *stretch, uint32_t from, uint32_t to) {
    const struct c_instruction *code = &stretch->code[from];
    if (from == to) return true;
    if (code->kind == C_BRANCH) return leads_to(stretch, from, to);
    const struct c_expression *target = code->target;
    if (!target || !c_is_temporary(target)) return false;
    struct source source = {.place = c_root(target), .calls = true};
    bool flows = reads_of(stretch, to, &source) || reads_of_arguments(stretch, to, &source) ||
                 reads_in(stretch, to, stretch->code[to].target, &source);
    vec_free(&source.seen);
    return flows;
}

static bool brings_back(const struct stretch *stretch, uint32_t at, const struct c_expression *place) {
    const struct c_expression *target = stretch->code[at].target;
    return target && is_accessed(stretch, target, place);
}

bool operator_reads(const struct operator_access *access) {
    struct stretch stretch = stretch_around(access);
    for (uint32_t i = access->at; access->place && i < stretch.end; i++) {
        bool is_step = reads_for(&stretch, i, access->place) >= SEVERAL || brings_back(&stretch, i, access->place);
        if (is_step && flows_to(&stretch, access->at, i)) return true;
    }
    return false;
}

bool operator_writes(const struct operator_access *access) {
    struct stretch stretch = stretch_around(access);
    struct source source = {.place = access->place, .calls = true};
    bool writes = reads_of(&stretch, access->at, &source) > 0;
    vec_free(&source.seen);
    return writes;
}

static void look_for_sequence(void *context, const struct c_expression *e) {
    bool *found = context;
    *found |= e->kind == C_AND || e->kind == C_OR || e->kind == C_CONDITIONAL;
}

bool operator_is_sequenced(const struct c_instruction *instruction) {
    bool found = false;
    walk_instruction(instruction, look_for_sequence, &found);
    return found;
}
