#include "cfront/ir/ignored.h"

#include "cfront/ir/within_reach.h"

#include <string.h>

/* Variables are followed that are only ever accessed by their names: of each function its own, and the globals; of a
 * structure each member by itself. Whoever looks at a part of one looks at it; what is written to a part leaves the
 * rest as it is. A set has a bit for each: locals first, then globals. */
struct search {
    const struct c_program *program;
    struct arena *arena;
    bool *global_followed;  /* by global */
    bool **local_followed;  /* by function, local */
    uint32_t *global_first; /* by global: its first bit among theirs; behind the last: how many there are */
    uint32_t **local_first; /* by function, local: likewise */
    bool **global_read;     /* by function, bit of the globals: a decision there may depend on it */
    bool **parameter_read;  /* by function, parameter: a decision depends on it */
    bool **parameter_given; /* ... if one depends on the function's result */
    bool *result_read;      /* by function: a decision of a caller depends on it */
    bool *may_run;          /* by function (within_reach.h): others look at nothing */
    const struct c_function *function;
    bool is_read;   /* somebody looks at the function's result: both are gone through */
    bool counts;    /* ... which happens */
    uint32_t words; /* of a set */
    uint64_t *set;  /* behind the instruction, then before it */
    bool changed;
};

/* ---- what is followed ---- */

static bool *followed(const struct search *search, const struct c_object *object) {
    if (c_has_address(object)) return &search->global_followed[object->index];
    return &search->local_followed[object->function->index][object->index];
}

static void leave_out_addresses(const struct search *search, const struct c_expression *e) {
    if (!e) return;
    const struct c_object *object = e->kind == C_ADDRESS ? c_object_of(e->left) : NULL;
    if (object) *followed(search, object) = false;
    leave_out_addresses(search, e->left);
    leave_out_addresses(search, e->right);
    leave_out_addresses(search, e->third);
}

static void leave_out(const struct search *search, const struct c_instruction *instruction) {
    leave_out_addresses(search, instruction->target);
    leave_out_addresses(search, instruction->value);
    leave_out_addresses(search, instruction->other);
    for (uint32_t i = 0; i < instruction->argument_count; i++) leave_out_addresses(search, instruction->arguments[i]);
    for (uint32_t i = 0; i < instruction->output_count; i++) leave_out_addresses(search, instruction->outputs[i]);
}

static uint32_t bits_of(const struct c_type *type) {
    return type->kind == C_RECORD && !type->is_union && type->count ? type->count : 1;
}

static uint32_t *number_bits(struct arena *arena, const struct c_object *const *objects, uint32_t count) {
    uint32_t *first = arena_new_array(arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) first[i + 1] = first[i] + bits_of(objects[i]->type);
    return first;
}

static void find_followed(struct search *search) {
    const struct c_program *program = search->program;
    search->global_first = number_bits(search->arena, program->globals, program->global_count);
    for (uint32_t i = 0; i < program->global_count; i++) search->global_followed[i] = !program->globals[i]->is_volatile;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        search->local_followed[f] = arena_new_array(search->arena, bool, function->local_count + 1);
        search->local_first[f] = number_bits(search->arena, function->locals, function->local_count);
        search->global_read[f] = arena_new_array(search->arena, bool, search->global_first[program->global_count] + 1);
        search->parameter_read[f] = arena_new_array(search->arena, bool, function->parameter_count + 1);
        search->parameter_given[f] = arena_new_array(search->arena, bool, function->parameter_count + 1);
        for (uint32_t i = 0; i < function->local_count; i++)
            search->local_followed[f][i] = !function->locals[i]->is_volatile;
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            leave_out(search, &program->functions[f]->code[i]);
}

/* ---- sets ---- */

struct bits {
    uint32_t first, count;
};

static uint32_t local_bits(const struct search *search) {
    return search->local_first[search->function->index][search->function->local_count];
}

/* The member of the object itself that the place is, or is a part of; NULL: it is none. */
static const struct c_field *member_of(const struct c_expression *place, const struct c_object *object) {
    const struct c_expression *part = NULL;
    for (; place->kind == C_MEMBER || place->kind == C_INDEX; place = place->left) part = place;
    const struct c_field *fields = object->type->fields, *field = part && part->kind == C_MEMBER ? part->field : NULL;
    return field && bits_of(object->type) > 1 && field >= fields && field < fields + object->type->count ? field : NULL;
}

static struct bits bits_at(const struct search *search, const struct c_expression *place,
                           const struct c_object *object) {
    const struct c_field *member = member_of(place, object);
    uint32_t first = c_has_address(object) ? local_bits(search) + search->global_first[object->index]
                                           : search->local_first[object->function->index][object->index];
    return member ? (struct bits){first + (uint32_t)(member - object->type->fields), 1}
                  : (struct bits){first, bits_of(object->type)};
}

static bool has(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> (bit % 64) & 1; }
static void put(uint64_t *set, uint32_t bit) { set[bit / 64] |= (uint64_t)1 << (bit % 64); }
static void take(uint64_t *set, uint32_t bit) { set[bit / 64] &= ~((uint64_t)1 << (bit % 64)); }

static void note(struct search *search, bool *fact) {
    if (*fact) return;
    *fact = search->changed = true;
}

static void look_at_bit(struct search *search, const struct c_object *object, uint32_t bit) {
    put(search->set, bit);
    if (c_has_address(object) && search->counts)
        note(search, &search->global_read[search->function->index][bit - local_bits(search)]);
}

static void look_at(struct search *search, const struct c_expression *e);

/* Indices and pointers say where it is. */
static void look_at_path(struct search *search, const struct c_expression *place) {
    for (; place && (place->kind == C_MEMBER || place->kind == C_INDEX); place = place->left)
        if (place->kind == C_INDEX) look_at(search, place->right);
    if (place && place->kind == C_DEREFERENCE) look_at(search, place->left);
}

static void look_at_place(struct search *search, const struct c_expression *place) {
    const struct c_object *object = c_object_of(place);
    struct bits bits = {0, 0};
    if (object && *followed(search, object)) bits = bits_at(search, place, object);
    for (uint32_t bit = bits.first; bit < bits.first + bits.count; bit++) look_at_bit(search, object, bit);
    look_at_path(search, place);
}

/* A decision depends on this value. */
static void look_at(struct search *search, const struct c_expression *e) {
    if (!e) return;
    if (e->kind == C_LOAD || e->kind == C_ADDRESS) {
        look_at_place(search, e->left);
        return;
    }
    look_at(search, e->left);
    look_at(search, e->right);
    look_at(search, e->third);
}

/* Another function may look at a global at any moment. */
static bool is_read_elsewhere(const struct search *search, uint32_t global_bit) {
    for (uint32_t f = 0; f < search->program->function_count; f++)
        if (f != search->function->index && search->global_read[f][global_bit]) return true;
    return false;
}

static bool is_whole(const struct c_expression *target, const struct c_object *object) {
    bool is_member = target->kind == C_MEMBER && target->left->kind == C_OBJECT && member_of(target, object);
    return target->kind == C_OBJECT || is_member;
}

static bool is_bit_looked_at(const struct search *search, const struct c_object *object, uint32_t bit) {
    return has(search->set, bit) || (c_has_address(object) && is_read_elsewhere(search, bit - local_bits(search)));
}

/* Is what is written to this place looked at? It is written now: what was there before is not. */
static bool is_looked_at(struct search *search, const struct c_expression *target) {
    if (!target) return false;
    const struct c_object *object = c_object_of(target);
    if (!object || !*followed(search, object) || target->is_volatile) return true;
    struct bits bits = bits_at(search, target, object);
    bool looked_at = false;
    for (uint32_t bit = bits.first; bit < bits.first + bits.count; bit++) {
        looked_at |= is_bit_looked_at(search, object, bit);
        if (is_whole(target, object)) take(search->set, bit);
    }
    return looked_at;
}

/* What `s ? 1 : 2` is depends on s, whoever gets it. */
static void look_at_conditions(struct search *search, const struct c_expression *e) {
    if (!e) return;
    if (e->kind == C_CONDITIONAL) look_at(search, e->left);
    look_at_conditions(search, e->left);
    look_at_conditions(search, e->right);
    look_at_conditions(search, e->third);
}

/* ---- instructions ---- */

/* One variable to another, member by member; false: it is more than that. */
static bool pass_copy(struct search *search, const struct c_expression *target, const struct c_expression *value) {
    const struct c_expression *source = value->kind == C_LOAD ? value->left : NULL;
    if (!source || source->kind != C_OBJECT || target->kind != C_OBJECT || source->type != target->type) return false;
    if (!*followed(search, source->object) || !*followed(search, target->object) || target->is_volatile) return false;
    struct bits from = bits_at(search, source, source->object), to = bits_at(search, target, target->object);
    for (uint32_t i = 0; i < to.count; i++) {
        bool looked_at = is_bit_looked_at(search, target->object, to.first + i);
        take(search->set, to.first + i);
        if (looked_at) look_at_bit(search, source->object, from.first + i);
    }
    return true;
}

static void pass_call(struct search *search, const struct c_instruction *call) {
    const struct c_function *callee = call->callee;
    bool looked_at = is_looked_at(search, call->target);
    for (uint32_t f = 0; looked_at && search->counts && f < search->program->function_count; f++)
        if (!callee || callee->index == f) note(search, &search->result_read[f]);
    look_at(search, call->value);
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (!callee || i >= callee->parameter_count || search->parameter_read[callee->index][i] ||
            (looked_at && search->parameter_given[callee->index][i]))
            look_at(search, call->arguments[i]);
        else
            look_at_conditions(search, call->arguments[i]);
}

/* Whoever reads the register, or has no body here, may look at it. */
static void pass_assignment(struct search *search, const struct c_instruction *instruction) {
    bool is_given = instruction->text || instruction->is_given;
    if (!is_given && pass_copy(search, instruction->target, instruction->value)) return;
    bool looked_at = is_looked_at(search, instruction->target);
    if (looked_at || is_given)
        look_at(search, instruction->value);
    else
        look_at_conditions(search, instruction->value);
}

static void pass(struct search *search, const struct c_instruction *instruction) {
    switch (instruction->kind) {
    case C_CALL: pass_call(search, instruction); break;
    case C_RETURN:
        if (search->is_read)
            look_at(search, instruction->value);
        else
            look_at_conditions(search, instruction->value);
        break;
    case C_CLEAR: is_looked_at(search, instruction->target); break;
    case C_ASSIGN: pass_assignment(search, instruction); break;
    default:
        is_looked_at(search, instruction->target);
        look_at(search, instruction->value);
        look_at(search, instruction->other);
        for (uint32_t i = 0; i < instruction->argument_count; i++) look_at(search, instruction->arguments[i]);
        for (uint32_t i = 0; i < instruction->output_count; i++) look_at(search, instruction->outputs[i]);
    }
    look_at_path(search, instruction->target);
}

/* The union of the sets of all instructions that may follow; behind the end the globals that the function looks at. */
static void gather(struct search *search, const uint64_t *sets, uint32_t at) {
    struct c_next next = c_next(search->function->code, at);
    memset(search->set, 0, search->words * sizeof *search->set);
    for (uint32_t i = 0; i < next.count; i++)
        for (uint32_t w = 0; w < search->words; w++) search->set[w] |= sets[(size_t)next.list[i] * search->words + w];
    for (uint32_t i = 0; !next.count && i < search->global_first[search->program->global_count]; i++)
        if (search->global_read[search->function->index][i]) put(search->set, local_bits(search) + i);
}

static void begin_function(struct search *search, const struct c_function *function, struct arena *arena) {
    search->function = function;
    search->words = (local_bits(search) + search->global_first[search->program->global_count]) / 64 + 1;
    search->set = arena_new_array(arena, uint64_t, search->words);
}

/* Before each instruction, and `words` for each. */
static uint64_t *find_sets(struct search *search, bool is_read, struct arena *arena) {
    const struct c_function *function = search->function;
    size_t size = search->words * sizeof *search->set;
    uint64_t *sets = arena_new_array(arena, uint64_t, (size_t)(function->code_count + 1) * search->words);
    search->is_read = is_read;
    search->counts = search->may_run[function->index] && (!is_read || search->result_read[function->index]);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t at = function->code_count; at-- > 0;) {
            gather(search, sets, at);
            pass(search, &function->code[at]);
            uint64_t *kept = sets + (size_t)at * search->words;
            if (memcmp(kept, search->set, size) == 0) continue;
            memcpy(kept, search->set, size);
            again = true;
        }
    }
    return sets;
}

static void note_parameters(struct search *search, const uint64_t *sets, bool *facts) {
    const struct c_function *function = search->function;
    const uint32_t *first = search->local_first[function->index];
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        bool looked_at = !search->local_followed[function->index][i];
        for (uint32_t bit = first[i]; bit < first[i + 1]; bit++) looked_at |= has(sets, bit);
        if (looked_at) note(search, &facts[i]);
    }
}

static bool is_looked_at_behind(struct search *search, const uint64_t *sets, uint32_t at) {
    gather(search, sets, at);
    return is_looked_at(search, search->function->code[at].target);
}

static void mark(struct search *search, const uint64_t *unread, const uint64_t *read) {
    const struct c_function *function = search->function;
    for (uint32_t at = 0; at < function->code_count; at++) {
        struct c_instruction *instruction = (struct c_instruction *)&function->code[at];
        bool has_result = instruction->kind == C_SERVICE || instruction->kind == C_CALL;
        if (!has_result || !instruction->target || is_looked_at_behind(search, unread, at)) continue;
        instruction->regard = is_looked_at_behind(search, read, at) ? C_RETURNED : C_IGNORED;
    }
}

static void visit_function(struct search *search, const struct c_function *function, bool marks) {
    struct arena *own = arena_new();
    begin_function(search, function, own);
    const uint64_t *unread = find_sets(search, false, own), *read = find_sets(search, true, own);
    note_parameters(search, unread, search->parameter_read[function->index]);
    note_parameters(search, read, search->parameter_given[function->index]);
    if (marks) mark(search, unread, read);
    arena_free(own);
}

static void mark_globals(const struct search *search) {
    const struct c_program *program = search->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        bool is_regarded = !search->global_followed[i];
        for (uint32_t bit = search->global_first[i]; bit < search->global_first[i + 1]; bit++)
            for (uint32_t f = 0; f < program->function_count; f++) is_regarded |= search->global_read[f][bit];
        ((struct c_object *)program->globals[i])->is_regarded = is_regarded;
    }
}

void ignored_mark(const struct c_program *program, bool (*is_table)(const char *name)) {
    struct search search = {.program = program, .arena = arena_new()};
    search.global_followed = arena_new_array(search.arena, bool, program->global_count + 1);
    search.local_followed = arena_new_array(search.arena, bool *, program->function_count + 1);
    search.local_first = arena_new_array(search.arena, uint32_t *, program->function_count + 1);
    search.global_read = arena_new_array(search.arena, bool *, program->function_count + 1);
    search.parameter_read = arena_new_array(search.arena, bool *, program->function_count + 1);
    search.parameter_given = arena_new_array(search.arena, bool *, program->function_count + 1);
    search.result_read = arena_new_array(search.arena, bool, program->function_count + 1);
    search.may_run = within_reach_find(program, is_table, search.arena);
    find_followed(&search);
    do {
        search.changed = false;
        for (uint32_t f = 0; f < program->function_count; f++) visit_function(&search, program->functions[f], false);
    } while (search.changed);
    for (uint32_t f = 0; f < program->function_count; f++) visit_function(&search, program->functions[f], true);
    mark_globals(&search);
    arena_free(search.arena);
}
