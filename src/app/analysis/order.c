#include "app/analysis/order.h"

#include "app/analysis/points.h"
#include "base/word.h"
#include "cfront/ir/walk.h"

#include <string.h>

struct ordering {
    const struct subject *subject;
    struct points *points;
    const struct touched *touches;
    bool **reaches;               /* [context][function] */
    const bool *is_read_volatile; /* by object: a member of it is, or it is through a pointer */
};

/* What operands do with each object: by themselves, and in code that they have run. */
struct deeds {
    unsigned char *own, *called;
    bool *seen;           /* by function: it is called */
    bool calls_a_service; /* ... and others may run meanwhile */
    bool reads_moving;    /* what is volatile, and changed by other contexts */
    const struct ordering *ordering;
};

static struct deeds deeds_new(const struct ordering *ordering, struct arena *arena) {
    uint32_t objects = ordering->subject->object_count;
    return (struct deeds){.own = arena_alloc(arena, objects + 1),
                          .called = arena_alloc(arena, objects + 1),
                          .seen = arena_new_array(arena, bool, ordering->subject->program->function_count + 1),
                          .ordering = ordering};
}

static bool lets_others_run(const struct c_instruction *instruction) {
    return instruction->kind == C_SERVICE || instruction->kind == C_INTERRUPT;
}

static void add_function(void *context, uint32_t number) {
    struct deeds *deeds = context;
    const struct subject *subject = deeds->ordering->subject;
    const struct c_function *function = subject->program->functions[number];
    const unsigned char *row = deeds->ordering->touches->by_function[number];
    for (uint32_t i = 0; i < subject->object_count; i++) deeds->called[i] |= row[i];
    for (uint32_t i = 0; i < function->code_count; i++) deeds->calls_a_service |= lets_others_run(&function->code[i]);
}

static void add_call(struct deeds *deeds, const struct c_instruction *call) {
    const struct ordering *ordering = deeds->ordering;
    const struct c_program *program = ordering->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (points_may_call(call, program->functions[f]))
            touched_visit_calls(ordering->touches->calls, program->function_count, f, deeds->seen, add_function, deeds);
}

/* Is there another context besides this one that the function belongs to? */
static bool is_foreign(const struct ordering *ordering, uint32_t context, uint32_t function) {
    for (uint32_t c = 0; c < ordering->subject->context_count; c++)
        if (c != context && ordering->reaches[c][function]) return true;
    return false;
}

/* What other contexts than the one that executes the function do with what it can get at. */
static unsigned char *deeds_of_others(const struct ordering *ordering, uint32_t function, struct arena *arena) {
    const struct subject *subject = ordering->subject;
    const struct touched *touches = ordering->touches;
    unsigned char *sum = arena_alloc(arena, subject->object_count + 1);
    for (uint32_t c = 0; c < subject->context_count; c++) {
        if (!is_foreign(ordering, c, function)) continue;
        const unsigned char *row = touches->by_context + (size_t)c * subject->object_count;
        for (uint32_t i = 0; i < subject->object_count; i++)
            if (touches->shared[i]) sum[i] |= row[i];
    }
    return sum;
}

static void add_others(struct deeds *deeds, const unsigned char *others) {
    const struct subject *subject = deeds->ordering->subject;
    for (uint32_t i = 0; i < subject->object_count; i++) {
        bool is_volatile = subject->objects[i]->is_volatile || deeds->ordering->is_read_volatile[i];
        bool moves = is_volatile && (others[i] & TOUCH_WRITES);
        deeds->reads_moving |= moves && ((deeds->own[i] | deeds->called[i]) & TOUCH_READS);
        if (deeds->calls_a_service) deeds->called[i] |= others[i];
    }
}

static struct deeds deeds_of(const struct ordering *ordering, const struct c_operand *operand,
                             const unsigned char *others, struct arena *arena) {
    struct deeds deeds = deeds_new(ordering, arena);
    for (uint32_t i = 0; i < operand->code_count; i++) {
        const struct c_instruction *instruction = &operand->code[i];
        touched_by(ordering->subject, ordering->points, ordering->touches, instruction, deeds.own);
        if (instruction->kind == C_CALL) add_call(&deeds, instruction);
        deeds.calls_a_service |= lets_others_run(instruction);
    }
    add_others(&deeds, others);
    return deeds;
}

static void add_deeds(struct deeds *to, const struct deeds *more) {
    const struct subject *subject = to->ordering->subject;
    for (uint32_t i = 0; i < subject->object_count; i++) to->own[i] |= more->own[i], to->called[i] |= more->called[i];
    for (uint32_t f = 0; f < subject->program->function_count; f++) to->seen[f] |= more->seen[f];
    to->reads_moving |= more->reads_moving;
}

/* What our library keeps for itself (errno, the heap) is nobody's concern. */
static bool is_ours(const struct c_object *object) {
    return object->name && (begins_with(object->name, "rtcheck_") || !strcmp(object->name, "errno"));
}

/* A local of a function that is called is another one each time, and a temporary is its operand's alone. */
static bool is_private(const struct c_object *object, const struct deeds *one, const struct deeds *other) {
    if (object->storage == C_TEMPORARY) return true;
    return !c_has_address(object) && (one->seen[object->function->index] || other->seen[object->function->index]);
}

/* Two operands by themselves, without other code, are the compiler's to warn of. */
static bool disturbs(const struct deeds *one, const struct deeds *other) {
    const struct subject *subject = one->ordering->subject;
    if (one->reads_moving && other->reads_moving) return true;
    for (uint32_t i = 0; i < subject->object_count; i++) {
        const struct c_object *object = subject->objects[i];
        bool changes = ((one->called[i] & TOUCH_WRITES) && (other->called[i] | other->own[i])) ||
                       ((one->own[i] & TOUCH_WRITES) && other->called[i]);
        if (changes && !is_ours(object) && !is_private(object, one, other)) return true;
    }
    return false;
}

/* ---- both orders, and those in between ---- */

/* What an operand does is a number of deeds, between which others may do theirs: each read, and each call as a whole
 * (6.5.2.2p10). */
struct units {
    const struct ordering *ordering;
    const unsigned char *others;
    const struct deeds *rest; /* of the other operands */
    struct arena *arena;
    unsigned count;
};

static void count_unit(struct units *units, const struct deeds *deeds) {
    units->count += disturbs(deeds, units->rest) || disturbs(units->rest, deeds);
}

/* What is read on the way to the place is read by itself. */
static void count_read(void *context, const struct c_expression *e) {
    struct units *units = context;
    struct points *points = units->ordering->points;
    if (e->kind != C_LOAD) return;
    object_set places = arena_new_array(units->arena, uint64_t, points->words + 1);
    struct deeds deeds = deeds_new(units->ordering, units->arena);
    points_of_place(points, e->left, places);
    for (uint32_t i = 0; (i = object_set_next(places, points->words, i)) != UINT32_MAX; i++)
        deeds.own[i] |= TOUCH_READS;
    add_others(&deeds, units->others);
    count_unit(units, &deeds);
}

static unsigned count_units(struct units *units, const struct c_operand *operand) {
    units->count = 0;
    for (uint32_t i = 0; i < operand->code_count; i++) {
        struct c_instruction deed = operand->code[i];
        walk_instruction(&deed, count_read, units);
        deed.other = NULL, deed.argument_count = 0;
        if (deed.kind != C_CALL) deed.value = NULL;
        struct deeds deeds = deeds_of(units->ordering, &(struct c_operand){&deed, 1}, units->others, units->arena);
        count_unit(units, &deeds);
    }
    return units->count;
}

/* Two operands that do one thing each that matters have two orders. */
static bool has_two_orders(const struct ordering *ordering, const struct c_unordered *unordered) {
    struct arena *own = arena_new();
    struct units units = {ordering, deeds_of_others(ordering, unordered->function->index, own), NULL, own, 0};
    unsigned operands = 0, most = 0;
    for (uint32_t i = 0; i < unordered->count; i++) {
        struct deeds rest = deeds_new(ordering, own);
        for (uint32_t k = 0; k < unordered->count; k++) {
            if (k == i) continue;
            struct deeds deeds = deeds_of(ordering, &unordered->operands[k], units.others, own);
            add_deeds(&rest, &deeds);
        }
        units.rest = &rest;
        unsigned count = count_units(&units, &unordered->operands[i]);
        operands += count > 0;
        if (count > most) most = count;
    }
    arena_free(own);
    return operands == 2 && most == 1;
}

static bool matters(const struct ordering *ordering, const struct c_unordered *unordered) {
    struct arena *own = arena_new();
    const unsigned char *others = deeds_of_others(ordering, unordered->function->index, own);
    struct deeds before = deeds_new(ordering, own);
    bool found = false;
    for (uint32_t i = 0; !found && i < unordered->count; i++) {
        struct deeds deeds = deeds_of(ordering, &unordered->operands[i], others, own);
        found = disturbs(&deeds, &before) || disturbs(&before, &deeds);
        add_deeds(&before, &deeds);
    }
    arena_free(own);
    return found;
}

static void look_away(void *context, uint32_t function) { (void)context, (void)function; }

static bool **find_reaches(const struct subject *subject, const struct touched *touches, struct arena *arena) {
    const struct c_program *program = subject->program;
    bool **reaches = arena_new_array(arena, bool *, subject->context_count + 1);
    for (uint32_t c = 0; c < subject->context_count; c++) {
        reaches[c] = arena_new_array(arena, bool, program->function_count + 1);
        if (program->entries[c])
            touched_visit_calls(touches->calls, program->function_count, program->entries[c]->index, reaches[c],
                                look_away, NULL);
    }
    return reaches;
}

/* ---- members, and what pointers lead to, that are read as volatile ---- */

struct marking {
    struct points *points;
    bool *is_read_volatile;
    object_set places;
};

static void mark_read(void *context, const struct c_expression *e) {
    struct marking *marking = context;
    uint32_t words = marking->points->words;
    if (e->kind != C_LOAD || !e->left->is_volatile) return;
    memset(marking->places, 0, words * sizeof *marking->places);
    points_of_place(marking->points, e->left, marking->places);
    for (uint32_t i = 0; (i = object_set_next(marking->places, words, i)) != UINT32_MAX; i++)
        marking->is_read_volatile[i] = true;
}

static const bool *find_read_volatile(const struct subject *subject, struct points *points, struct arena *arena) {
    struct marking marking = {points, arena_new_array(arena, bool, subject->object_count + 1),
                              arena_new_array(arena, uint64_t, points->words + 1)};
    for (uint32_t f = 0; f < subject->program->function_count; f++)
        for (uint32_t i = 0; i < subject->program->functions[f]->code_count; i++)
            walk_instruction(&subject->program->functions[f]->code[i], mark_read, &marking);
    return marking.is_read_volatile;
}

void order_find(struct analysis *analysis, struct points *points, const struct touched *touches) {
    const struct subject *subject = analysis->subject;
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct ordering ordering = {subject, points, touches, find_reaches(subject, touches, own),
                                find_read_volatile(subject, points, own)};
    analysis->turnable = arena_new_array(analysis->arena, struct cfront_extent, program->unordered_count + 1);
    for (uint32_t i = 0; i < program->unordered_count; i++) {
        const struct c_unordered *unordered = &program->unordered[i];
        bool is_executed = is_foreign(&ordering, UINT32_MAX, unordered->function->index);
        if (!is_executed || !matters(&ordering, unordered)) continue;
        if (unordered->may_turn)
            analysis->turnable[analysis->turnable_count++] =
                (struct cfront_extent){unordered->place, unordered->spelled_at, unordered->parts};
        bool is_open = !unordered->turns || !has_two_orders(&ordering, unordered);
        if (is_open && !analysis->order.file) analysis->order = unordered->place;
    }
    arena_free(own);
}

const char *order_assumption(const struct analysis *analysis) {
    const struct place *place = &analysis->order;
    if (!place->file) return NULL;
    return arena_printf(
        analysis->arena,
        "operands and arguments are evaluated from left to right, where C leaves that open and calls or "
        "interrupts may make a difference (%s:%u)",
        place_file(*place), place->line);
}
