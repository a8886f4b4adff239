#include "app/sequential/code.h"

#include "app/subject/service_text.h"
#include "cfront/constant_part.h"

#include <string.h>

typedef const struct c_expression *expression;

enum {
    MOST_SIBLINGS = 8, /* numbers that a function without a body may write at once */
    MOST_EVENTS = 6    /* in a mask that is no constant */
};

struct splitter {
    struct sequential_code *code;
    struct diagnostics *diagnostics;
    const unsigned char *shared;             /* by object: what those who come from outside do with it; NULL: nobody */
    VEC(const struct c_function *) building; /* calls under way: recursion shows here */
};

/* The function that is written now. */
struct writing {
    struct splitter *splitter;
    const struct c_function *origin;
    struct bindings bindings;
    VEC(struct c_instruction) out;
    VEC(struct note {
        uint32_t callee;
        bool jumps; /* to an instruction of the program, by its number there */
    })
    notes;                            /* by instruction */
    const struct c_instruction *from; /* what is split */
    bool refused;
};

/* ---- refusals ---- */

static void refuse(struct writing *w, struct place place, const char *what) {
    if (!place.file) place = w->from->place;
    if (!w->refused) diag_error(w->splitter->diagnostics, place, "%s cannot be said in a sequential program", what);
    w->refused = true;
}

/* NULL, or what is in it that cannot be said. */
static const char *beyond(const struct c_type *type) {
    switch (type->kind) {
    case C_INTEGER: return NULL;
    case C_ARRAY: return beyond(type->target);
    case C_RECORD:
        if (type->is_union) return "a union";
        for (uint32_t i = 0; i < type->count; i++)
            if (beyond(type->fields[i].type)) return beyond(type->fields[i].type);
        return NULL;
    case C_FLOAT: return "a floating number";
    default: return "a pointer";
    }
}

/* ---- objects ---- */

const struct c_object *sequential_root(expression place) {
    while (place && place->kind != C_OBJECT) place = place->left;
    return place ? place->object : NULL;
}

bool sequential_is_global(const struct c_object *object) {
    return object->storage == C_GLOBAL || object->storage == C_STATIC_LOCAL || object->storage == C_STRING;
}

bool sequential_is_doubtful(const struct sequential_code *code, const struct c_object *object) {
    const struct analysis *analysis = code->analysis;
    if (!analysis->unset_at) return false;
    if (sequential_is_global(object)) return analysis->unset_at[object->index] != NO_OFFSET;
    if (object->index >= object->function->local_count) return false;
    return analysis->unset_at[subject_local(code->subject, object)] != NO_OFFSET;
}

static bool touches(const struct c_object *object, const unsigned char *touched, unsigned how) {
    return touched && object && sequential_is_global(object) && (touched[object->index] & how);
}

bool sequential_touches(const unsigned char *touched, const struct c_instruction *instruction) {
    bool writes = instruction->kind == C_ASSIGN &&
                  touches(sequential_root(instruction->target), touched, TOUCH_READS | TOUCH_WRITES);
    bool reads = instruction->kind == C_ASSIGN && instruction->value->kind == C_LOAD &&
                 touches(sequential_root(instruction->value->left), touched, TOUCH_WRITES);
    return writes || reads;
}

static bool is_own(expression place) { return place->kind == C_OBJECT && !sequential_is_global(place->object); }

/* ---- building ---- */

static struct c_expression *new_expression(struct writing *w, enum c_expression_kind kind, const struct c_type *type) {
    struct c_expression *e = arena_new_object(w->splitter->code->arena, struct c_expression);
    *e = (struct c_expression){.kind = kind, .type = type, .place = w->from->place};
    return e;
}

static expression number(struct writing *w, const struct c_type *type, int64_t value) {
    struct c_expression *e = new_expression(w, C_CONSTANT, type);
    e->integer = value;
    return e;
}

static expression load(struct writing *w, expression place) {
    struct c_expression *e = new_expression(w, C_LOAD, place->type);
    e->left = place;
    return e;
}

static expression temporary(struct writing *w, const struct c_type *type) {
    struct sequential_locals *locals = &w->splitter->code->locals[w->origin->index];
    struct c_object *object = arena_new_object(w->splitter->code->arena, struct c_object);
    *object = (struct c_object){.type = type,
                                .storage = C_TEMPORARY,
                                .place = w->from->place,
                                .index = w->origin->local_count + (uint32_t)locals->added.count,
                                .function = w->origin};
    vec_push(&locals->added, object);
    struct c_expression *e = new_expression(w, C_OBJECT, type);
    e->object = object;
    return e;
}

/* Another instruction of the same statement. */
static struct c_instruction *add(struct writing *w, enum c_instruction_kind kind) {
    struct c_instruction instruction = {
        .kind = kind, .place = w->from->place, .statement = w->from->statement, .text = NULL};
    vec_push(&w->out, instruction);
    vec_push(&w->notes, (struct note){0, false});
    return &vec_last(&w->out);
}

static void assign(struct writing *w, expression target, expression value) {
    struct c_instruction *instruction = add(w, C_ASSIGN);
    instruction->target = target;
    instruction->value = value;
    instruction->initializes = w->from->initializes;
}

static uint32_t here(const struct writing *w) { return (uint32_t)w->out.count; }

/* ---- values ---- */

static expression split(struct writing *w, expression e);

static bool is_shared_load(const struct writing *w, expression e) {
    const struct c_object *root = sequential_root(e->left);
    return root && (root->is_input || touches(root, w->splitter->shared, TOUCH_WRITES));
}

static bool has_special(const struct writing *w, expression e) {
    if (!e) return false;
    if (e->kind == C_LOAD && is_shared_load(w, e)) return true;
    return has_special(w, e->left) || has_special(w, e->right) || has_special(w, e->third);
}

static void check_place(struct writing *w, expression place) {
    switch (place->kind) {
    case C_OBJECT:
        if (beyond(place->object->type)) refuse(w, place->place, beyond(place->object->type));
        if (sequential_is_doubtful(w->splitter->code, place->object) &&
            (place->object->type->kind != C_INTEGER || sequential_is_global(place->object)))
            refuse(w, place->place, "a structure or an array that may have no value when it is read");
        if (sequential_is_global(place->object)) w->splitter->code->uses_global[place->object->index] = true;
        break;
    case C_MEMBER: check_place(w, place->left); break;
    case C_INDEX: check_place(w, place->left); break;
    default: refuse(w, place->place, "a pointer whose target is not known");
    }
}

static expression split_place(struct writing *w, expression place) {
    check_place(w, place);
    if (w->refused || place->kind == C_OBJECT) return place;
    struct c_expression *copy = new_expression(w, place->kind, place->type);
    *copy = *place;
    copy->left = split_place(w, place->left);
    if (place->kind == C_INDEX) copy->right = split(w, place->right);
    return copy;
}

/* Whoever comes in between sees, or changes, half of it. */
static void check_whole(struct writing *w, expression place, bool writes) {
    const struct c_object *root = sequential_root(place);
    if (!touches(root, w->splitter->shared, writes ? TOUCH_READS | TOUCH_WRITES : TOUCH_WRITES)) return;
    if (place->type->kind != C_INTEGER)
        refuse(w, place->place, "a copy of a structure that others touch meanwhile");
    else if (place->type->size > w->splitter->code->subject->word)
        refuse(w, place->place, "an access in several parts to a number that others touch meanwhile");
    else if (writes && place->kind == C_MEMBER && place->field->bit_width)
        refuse(w, place->place, "a bit-field, written where others touch its neighbours meanwhile,");
}

/* The bits of its object that a place may be. False: an index, which is no constant, says which. */
static bool bits_of(expression place, uint64_t *first, uint64_t *count) {
    expression index = place->kind == C_INDEX ? c_constant(place->right) : NULL;
    bool exact = place->kind == C_OBJECT || bits_of(place->left, first, count);
    if (place->kind == C_OBJECT) {
        *first = 0;
    } else if (!exact || (place->kind == C_INDEX && !index)) {
        return false;
    } else if (place->kind == C_INDEX) {
        *first += (uint64_t)index->integer * place->type->size * 8;
    } else {
        *first += (uint64_t)place->field->offset * 8 + place->field->bit_offset;
    }
    bool is_bits = place->kind == C_MEMBER && place->field->bit_width;
    *count = is_bits ? place->field->bit_width : (uint64_t)place->type->size * 8;
    return true;
}

/* What is constant gets its first value, and no other: the explicit engine says so, where it comes to that. */
static void check_writable(struct writing *w, expression place) {
    const struct c_object *root = sequential_root(place);
    uint64_t first, count;
    if (w->refused || !root || w->from->initializes) return;
    bool constant = root->is_const;
    if (!constant && root->type->has_constants && root->storage != C_TEMPORARY) {
        bits_of(place, &first, &count);
        constant = c_has_constant_at(root->type, first, count);
    }
    if (constant) refuse(w, place->place, "an assignment to a constant");
}

static expression split_load(struct writing *w, expression e) {
    struct c_expression *copy = new_expression(w, C_LOAD, e->type);
    *copy = *e;
    copy->left = split_place(w, e->left);
    if (w->refused || !is_shared_load(w, e)) return copy;
    check_whole(w, e->left, false);
    const struct c_object *root = sequential_root(e->left);
    expression kept = temporary(w, e->type);
    if (!root->is_input) {
        assign(w, kept, copy);
        return load(w, kept);
    }
    if (e->type->kind != C_INTEGER || (e->left->kind == C_MEMBER && e->left->field->bit_width))
        refuse(w, e->place, "an input that is no plain integer");
    struct c_instruction *choice = add(w, C_CHOOSE);
    choice->target = kept;
    choice->value = number(w, e->type, root->low);
    choice->other = number(w, e->type, root->high);
    choice->text = root->name;
    return load(w, kept);
}

/* if (condition) target = yes; else target = no; a side that is NULL has the value `otherwise`. */
static expression split_lazy(struct writing *w, expression condition, expression yes, expression no,
                             const struct c_type *type, int64_t otherwise) {
    expression kept = temporary(w, type), value = split(w, condition);
    uint32_t branch = here(w);
    add(w, C_BRANCH)->value = value;
    w->out.items[branch].then = here(w);
    assign(w, kept, yes ? split(w, yes) : number(w, type, otherwise));
    uint32_t jump = here(w);
    add(w, C_JUMP);
    w->out.items[branch].otherwise = here(w);
    assign(w, kept, no ? split(w, no) : number(w, type, otherwise));
    w->out.items[jump].then = here(w);
    return load(w, kept);
}

static expression truth(struct writing *w, expression e) {
    struct c_expression *not_zero = new_expression(w, C_BINARY, w->splitter->code->subject->program->int_type);
    not_zero->op = C_NOT_EQUAL;
    not_zero->left = e;
    not_zero->right = number(w, e->type, 0);
    return not_zero;
}

/* The same value without loads that others could notice, or change: these come first, one by one. */
static expression split(struct writing *w, expression e) {
    if (w->refused) return e;
    if (e->type->kind != C_INTEGER && e->type->kind != C_RECORD) {
        refuse(w, e->place, e->type->kind == C_FLOAT ? "a floating number" : "a pointer whose target is not known");
        return e;
    }
    switch (e->kind) {
    case C_CONSTANT: return e;
    case C_LOAD: return split_load(w, e);
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
    default: refuse(w, e->place, "a pointer whose target is not known"); return e;
    }
    struct c_expression *copy = new_expression(w, e->kind, e->type);
    *copy = *e;
    if (e->left) copy->left = split(w, e->left);
    if (e->right) copy->right = split(w, e->right);
    if (e->third) copy->third = split(w, e->third);
    return copy;
}

/* ---- constants ---- */

/* A number that never changes, as services need them. */
static bool is_known(struct writing *w, expression e, int64_t *value) {
    expression constant = c_constant(e);
    if (constant && constant->type->kind == C_INTEGER) {
        *value = constant->integer;
        return true;
    }
    while (e->kind == C_CONVERT && e->type->kind == C_INTEGER) e = e->left;
    const struct analysis *analysis = w->splitter->code->analysis;
    if (e->kind != C_LOAD || e->left->kind != C_OBJECT || e->type->kind != C_INTEGER) return false;
    const struct c_object *object = e->left->object;
    if (!sequential_is_global(object) || object->is_input || analysis->image_offset[object->index] != NO_OFFSET)
        return false;
    uint64_t bits = 0;
    for (uint32_t i = 0; object->initial && i < e->type->size; i++) bits |= (uint64_t)object->initial[i] << (8 * i);
    unsigned gone = 64 - 8 * e->type->size;
    *value = e->type->is_signed ? (int64_t)(bits << gone) >> gone : (int64_t)bits;
    return true;
}

/* ---- instructions ---- */

static uint32_t build_function(struct splitter *splitter, const struct c_function *origin,
                               const struct c_expression *const *addresses);

/* Where a result goes: a local, and from there, when the caller goes on, to where it is wanted. */
static expression result_place(struct writing *w, expression target) {
    if (target) check_writable(w, target);
    if (!target || is_own(target)) {
        if (target) check_place(w, target);
        return target;
    }
    return temporary(w, target->type);
}

static void pass_result(struct writing *w, expression kept, expression target) {
    if (!target || kept == target || w->refused) return;
    expression place = split_place(w, target);
    check_whole(w, target, true);
    assign(w, place, load(w, kept));
}

static void split_call(struct writing *w) {
    const struct c_instruction *from = w->from;
    const struct c_function *callee = from->callee;
    if (!callee) {
        refuse(w, from->place, "a call through a pointer");
        return;
    }
    struct arena *arena = w->splitter->code->arena;
    expression *arguments = arena_new_array(arena, expression, from->argument_count + 1);
    expression *addresses = arena_new_array(arena, expression, callee->parameter_count + 1);
    size_t bound = w->bindings.list.count;
    for (uint32_t i = 0; i < from->argument_count && !w->refused; i++) {
        if (i >= callee->parameter_count)
            refuse(w, from->place, "a call with more arguments than parameters");
        else if (bindings_add_parameter(&w->bindings, callee, i, from->arguments[i]))
            addresses[i] = vec_last(&w->bindings.list).address, check_place(w, addresses[i]->left);
        else
            arguments[i] = split(w, from->arguments[i]);
    }
    w->bindings.list.count = bound;
    if (w->refused) return;
    uint32_t number = build_function(w->splitter, callee, addresses);
    if (number == UINT32_MAX) {
        w->refused = true;
        return;
    }
    expression kept = result_place(w, from->target);
    struct c_instruction *call = add(w, C_CALL);
    call->callee = callee;
    call->arguments = (const struct c_expression *const *)arguments;
    call->argument_count = from->argument_count;
    call->target = kept;
    vec_last(&w->notes).callee = number;
    pass_result(w, kept, from->target);
}

/* ---- services ---- */

/* The place that a service writes to. */
static expression output_place(struct writing *w, expression pointer) {
    const struct c_type *written = pointer->type->target;
    while (pointer->kind == C_CONVERT) pointer = pointer->left;
    if (pointer->kind == C_ADDRESS && pointer->left->type->kind == C_INTEGER &&
        pointer->left->type->size == written->size) {
        check_writable(w, pointer->left);
        return split_place(w, pointer->left);
    }
    refuse(w, w->from->place, "a service that writes through a pointer whose target is not known");
    return NULL;
}

static void add_service(struct writing *w, expression *arguments) {
    const struct c_instruction *from = w->from;
    expression *outputs = arena_new_array(w->splitter->code->arena, expression, from->output_count + 1);
    for (uint32_t i = 0; i < from->output_count && !w->refused; i++)
        if (from->outputs[i]) outputs[i] = output_place(w, from->outputs[i]);
    expression kept = result_place(w, from->target);
    struct c_instruction *service = add(w, C_SERVICE);
    service->service = from->service;
    service->text = from->text;
    service->arguments = (const struct c_expression *const *)arguments;
    service->argument_count = from->argument_count;
    service->outputs = (const struct c_expression *const *)outputs;
    service->output_count = from->output_count;
    service->result_unused = from->result_unused;
    service->target = kept;
    pass_result(w, kept, from->target);
}

/* The events of whoever the mask is for, as far as that is known. */
static uint64_t events_of(const struct writing *w, expression *arguments) {
    const struct osek_config *config = w->splitter->code->subject->config;
    uint64_t all = 0;
    if (w->from->service == OSEK_SetEvent && arguments[0] && (uint64_t)arguments[0]->integer < config->task_count)
        return config->tasks[arguments[0]->integer].events;
    if (w->from->service != OSEK_SetEvent && w->origin->role == C_TASK) return config->tasks[w->origin->context].events;
    for (uint32_t i = 0; i < config->task_count; i++) all |= config->tasks[i].events;
    return all;
}

/* How many values an argument that is no constant is compared with; 0: it cannot be. `mask`: of what they are parts, if
 * they are masks. */
static uint64_t count_values(const struct writing *w, uint32_t index, expression *arguments, uint64_t *mask) {
    const struct osek_config *config = w->splitter->code->subject->config;
    *mask = 0;
    switch (service_argument(w->from->service, index)) {
    case SERVICE_TASK: return config->task_count;
    case SERVICE_RESOURCE: return config->resource_count;
    case SERVICE_ALARM: return config->alarm_count;
    case SERVICE_COUNTER: return config->counter_count;
    case SERVICE_MODE: return w->splitter->code->subject->names ? w->splitter->code->subject->names->mode_count : 0;
    case SERVICE_EVENTS:
        *mask = events_of(w, arguments);
        return __builtin_popcountll(*mask) <= MOST_EVENTS ? (uint64_t)1 << __builtin_popcountll(*mask) : 0;
    default: return 0;
    }
}

/* Number i of the parts of a mask. */
static uint64_t part_of(uint64_t mask, uint64_t i) {
    uint64_t part = 0;
    for (; mask; mask &= mask - 1, i >>= 1)
        if (i & 1) part |= mask & -mask;
    return part;
}

static expression equals(struct writing *w, expression left, int64_t value) {
    struct c_expression *same = new_expression(w, C_BINARY, w->splitter->code->subject->program->int_type);
    same->op = C_EQUAL;
    same->left = left;
    same->right = number(w, left->type, value);
    return same;
}

/* if (argument == 0) Service(0); else if (argument == 1) Service(1); ... */
static void compare_argument(struct writing *w, uint32_t index, expression *arguments) {
    struct arena *arena = w->splitter->code->arena;
    const struct c_instruction *from = w->from;
    uint64_t mask, count = count_values(w, index, arguments, &mask);
    if (!count || from->arguments[index]->type->kind != C_INTEGER) {
        refuse(w, from->place,
               arena_printf(arena, "%s with an argument that is no constant", osek_service_name(from->service)));
        return;
    }
    expression kept = temporary(w, from->arguments[index]->type);
    assign(w, kept, split(w, from->arguments[index]));
    uint32_t *ends = arena_new_array(arena, uint32_t, count);
    for (uint64_t i = 0; i < count && !w->refused; i++) {
        int64_t value = (int64_t)(mask ? part_of(mask, i) : i);
        uint32_t branch = here(w);
        add(w, C_BRANCH)->value = equals(w, load(w, kept), value);
        w->out.items[branch].then = here(w);
        expression *own = arena_new_array(arena, expression, from->argument_count + 1);
        memcpy(own, arguments, from->argument_count * sizeof *own);
        own[index] = number(w, w->splitter->code->subject->program->int_type, value);
        add_service(w, own);
        ends[i] = here(w);
        add(w, C_JUMP);
        w->out.items[branch].otherwise = here(w);
    }
    struct c_instruction *unknown = add(w, C_ASSERT);
    unknown->value = number(w, w->splitter->code->subject->program->int_type, 0);
    unknown->text =
        arena_printf(arena, "%s with an argument that is nobody's number or mask", osek_service_name(from->service));
    vec_last(&w->notes).callee = 1;
    for (uint64_t i = 0; i < count && !w->refused; i++) w->out.items[ends[i]].then = here(w);
}

static void split_service(struct writing *w) {
    const struct c_instruction *from = w->from;
    struct arena *arena = w->splitter->code->arena;
    expression *arguments = arena_new_array(arena, expression, from->argument_count + 1);
    uint32_t unknown = UINT32_MAX, unknowns = 0;
    for (uint32_t i = 0; i < from->argument_count; i++) {
        int64_t value = 0;
        if (is_known(w, from->arguments[i], &value))
            arguments[i] = number(w, w->splitter->code->subject->program->int_type, value);
        else
            unknown = i, unknowns++;
    }
    if (unknowns > 1)
        refuse(w, from->place,
               arena_printf(arena, "%s with two arguments that are no constants", osek_service_name(from->service)));
    else if (unknowns)
        compare_argument(w, unknown, arguments);
    else
        add_service(w, arguments);
}

static void split_choice(struct writing *w) {
    const struct c_instruction *from = w->from;
    const struct c_object *root = sequential_root(from->target);
    if (from->siblings > MOST_SIBLINGS || (from->siblings && root && root->is_const))
        refuse(w, from->place, "what a function without a body may write");
    if (from->target->type->kind != C_INTEGER) refuse(w, from->place, "a choice of a floating number");
    if (w->refused) return;
    expression low = split(w, from->value), high = split(w, from->other), kept = result_place(w, from->target);
    struct c_instruction *choice = add(w, C_CHOOSE);
    choice->target = kept;
    choice->value = low;
    choice->other = high;
    choice->text = from->text;
    if (!choice->text && is_own(from->target)) choice->text = from->target->object->name;
    pass_result(w, kept, from->target);
}

static void split_assignment(struct writing *w) {
    const struct c_instruction *from = w->from;
    if (bindings_add_temporary(&w->bindings, w->origin, from)) return;
    if (from->target->type->kind == C_RECORD && from->value->kind == C_LOAD) check_whole(w, from->value->left, false);
    expression value = split(w, from->value), target = w->refused ? NULL : split_place(w, from->target);
    check_whole(w, from->target, true);
    check_writable(w, from->target);
    if (!w->refused) assign(w, target, value);
}

static bool is_address(expression value) {
    while (value->kind == C_CONVERT && value->type->kind == C_POINTER) value = value->left;
    return value->type->kind == C_POINTER && (value->kind == C_CONSTANT || value->kind == C_ADDRESS);
}

/* What it computes counts. It is printed if there are only numbers: a text would be a pointer. */
static void split_print(struct writing *w) {
    const struct c_instruction *from = w->from;
    expression *arguments = arena_new_array(w->splitter->code->arena, expression, from->argument_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->argument_count && !w->refused; i++)
        if (!is_address(from->arguments[i])) arguments[count++] = split(w, from->arguments[i]);
    struct c_instruction *print = add(w, C_TRACE);
    print->text = count == from->argument_count ? from->text : NULL;
    print->arguments = (const struct c_expression *const *)arguments;
    print->argument_count = count;
}

static void split_value(struct writing *w) {
    expression value = w->from->value ? split(w, w->from->value) : NULL;
    struct c_instruction *copy = add(w, w->from->kind);
    copy->value = value;
    copy->text = w->from->text;
    copy->is_memory = w->from->is_memory;
    copy->is_back_edge = w->from->is_back_edge;
    copy->then = w->from->then;
    copy->otherwise = w->from->otherwise;
}

static void split_request(struct writing *w) {
    int64_t isr;
    if (!is_known(w, w->from->value, &isr)) {
        refuse(w, w->from->place, "a request of an interrupt that is no constant");
        return;
    }
    add(w, C_INTERRUPT)->value = number(w, w->splitter->code->subject->program->int_type, isr);
}

static void split_clear(struct writing *w) {
    const struct c_object *object = sequential_root(w->from->target);
    if (bindings_have(&w->bindings, object) || beyond(object->type)) return;
    struct c_instruction *clear = add(w, C_CLEAR);
    clear->target = w->from->target;
    clear->gives_value = w->from->gives_value;
}

static void split_instruction(struct writing *w) {
    switch (w->from->kind) {
    case C_ASSIGN: split_assignment(w); break;
    case C_CALL: split_call(w); break;
    case C_SERVICE: split_service(w); break;
    case C_CHOOSE: split_choice(w); break;
    case C_TRACE: split_print(w); break;
    case C_INTERRUPT: split_request(w); break;
    case C_CLEAR: split_clear(w); break;
    case C_RETURN:
        if (w->from->value && w->from->value->type->kind == C_POINTER) refuse(w, w->from->place, "a pointer");
        /* fall through */
    case C_BRANCH:
    case C_JUMP:
    case C_ASSERT:
    case C_ASSUME: split_value(w); break;
    }
}

/* ---- functions ---- */

static bool is_same(expression a, expression b) {
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->object == b->object && a->field == b->field && a->integer == b->integer &&
           is_same(a->left, b->left) && is_same(a->right, b->right);
}

static uint32_t find_function(const struct sequential_code *code, const struct c_function *origin,
                              const struct c_expression *const *addresses) {
    for (uint32_t i = 0; i < code->functions.count; i++) {
        const struct sequential_function *function = &code->functions.items[i];
        bool same = function->origin == origin;
        for (uint32_t p = 0; same && p < origin->parameter_count; p++)
            same = is_same(function->addresses[p], addresses[p]);
        if (same) return i;
    }
    return UINT32_MAX;
}

static void set_jumps(struct writing *w, const uint32_t *first) {
    for (size_t i = 0; i < w->out.count; i++) {
        struct c_instruction *instruction = &w->out.items[i];
        if (!w->notes.items[i].jumps) continue;
        instruction->then = first[instruction->then];
        if (instruction->kind == C_BRANCH) instruction->otherwise = first[instruction->otherwise];
    }
}

static void write_code(struct writing *w, uint32_t *first) {
    for (uint32_t i = 0; i < w->origin->code_count && !w->refused; i++) {
        first[i] = here(w);
        w->from = bindings_resolve(&w->bindings, &w->origin->code[i]);
        split_instruction(w);
        bool jumps = w->from->kind == C_BRANCH || w->from->kind == C_JUMP;
        if (jumps && !w->refused) vec_last(&w->notes).jumps = true;
    }
}

static uint32_t keep_function(struct writing *w, const struct c_expression *const *addresses) {
    struct sequential_code *code = w->splitter->code;
    struct c_instruction *list = arena_new_array(code->arena, struct c_instruction, w->out.count + 1);
    uint32_t *callees = arena_new_array(code->arena, uint32_t, w->out.count + 1);
    memcpy(list, w->out.items, w->out.count * sizeof *list);
    for (size_t i = 0; i < w->out.count; i++) callees[i] = w->notes.items[i].callee;
    vec_push(&code->functions,
             (struct sequential_function){w->origin, addresses, list, (uint32_t)w->out.count, callees});
    return (uint32_t)code->functions.count - 1;
}

static uint32_t build_function(struct splitter *splitter, const struct c_function *origin,
                               const struct c_expression *const *addresses) {
    struct sequential_code *code = splitter->code;
    uint32_t number = find_function(code, origin, addresses);
    if (number != UINT32_MAX) return number;
    for (size_t i = 0; i < splitter->building.count; i++) {
        if (splitter->building.items[i] != origin) continue;
        diag_error(splitter->diagnostics, origin->place,
                   "%s calls itself: recursion cannot be said in a sequential program", origin->name);
        return UINT32_MAX;
    }
    struct writing w = {
        .splitter = splitter, .origin = origin, .bindings = {.program = code->subject->program, .arena = code->arena}};
    for (uint32_t p = 0; p < origin->parameter_count; p++)
        if (addresses[p]) vec_push(&w.bindings.list, (struct binding){origin->locals[p], addresses[p]});
    uint32_t *first = arena_new_array(code->arena, uint32_t, origin->code_count + 1);
    vec_push(&splitter->building, origin);
    write_code(&w, first);
    (void)vec_pop(&splitter->building);
    set_jumps(&w, first);
    number = w.refused ? UINT32_MAX : keep_function(&w, addresses);
    vec_free(&w.out);
    vec_free(&w.notes);
    vec_free(&w.bindings.list);
    return number;
}

/* ---- programs ---- */

static bool something_comes(const struct subject *subject) {
    bool comes = false;
    for (uint32_t i = 0; i < subject->config->isr_count; i++) comes |= subject->isr_sources[i].times != 0;
    for (uint32_t i = 0; i < subject->config->counter_count; i++) comes |= subject->counter_sources[i].times != 0;
    return comes;
}

bool sequential_code_build(struct sequential_code *code, const struct analysis *analysis,
                           struct diagnostics *diagnostics) {
    const struct subject *subject = analysis->subject;
    const struct c_program *program = subject->program;
    *code = (struct sequential_code){.arena = arena_new(), .subject = subject, .analysis = analysis};
    code->entries = arena_new_array(code->arena, uint32_t, subject->context_count + 1);
    code->uses_global = arena_new_array(code->arena, bool, program->global_count + 1);
    code->locals = arena_new_array(code->arena, struct sequential_locals, program->function_count + 1);
    struct splitter splitter = {
        .code = code, .diagnostics = diagnostics, .shared = something_comes(subject) ? analysis->touched : NULL};
    bool good = true;
    for (uint32_t c = 0; c < subject->context_count && good; c++) {
        const struct c_function *entry = program->entries[c];
        code->entries[c] = OSEK_NONE;
        if (!entry || entry == subject->skipped_main) continue;
        const struct c_expression *const *none =
            (const struct c_expression *const *)arena_new_array(code->arena, expression, entry->parameter_count + 1);
        code->entries[c] = build_function(&splitter, entry, none);
        good = code->entries[c] != UINT32_MAX;
    }
    vec_free(&splitter.building);
    return good;
}

void sequential_code_free(struct sequential_code *code) {
    for (uint32_t f = 0; code->locals && f < code->subject->program->function_count; f++)
        vec_free(&code->locals[f].added);
    vec_free(&code->functions);
    arena_free(code->arena);
    *code = (struct sequential_code){0};
}
