/* An object has the last number that was found to come to it; objects are not told apart by their parts, nor code by
 * when it runs. A pointer to an object with a number counts as that number: whoever has it can read it. */
#include "cfront/whole/identifier_flow.h"

#include "cfront/ir/walk.h"
#include "cfront/program/identifiers.h"

#include <string.h>

struct flow {
    struct front *front;
    const char **results; /* by function: what it returns */
    bool *exposed;        /* by global: pointers lead to it */
    bool more;
};

/* ---- what a value is ---- */

static const char *identifier_of(const struct flow *flow, expression e);

static const char *identifier_at(const struct flow *flow, expression place) {
    expression root = c_root(place);
    if (root->kind == C_OBJECT) return root->object->identifier;
    return root->kind == C_DEREFERENCE ? identifier_of(flow, root->left) : NULL;
}

static const char *identifier_of(const struct flow *flow, expression e) {
    const char *found = NULL;
    if (!e || c_is_truth(e)) return NULL;
    switch (e->kind) {
    case C_CONSTANT: return e->identifier;
    case C_LOAD:
    case C_ADDRESS: return identifier_at(flow, e->left);
    case C_CONDITIONAL: found = identifier_of(flow, e->third); break;
    default: found = identifier_of(flow, e->left);
    }
    return found ? found : identifier_of(flow, e->right);
}

/* ---- where it goes ---- */

static void set(struct flow *flow, const char **what, const char *identifier) {
    if (!identifier || *what) return;
    *what = identifier;
    flow->more = true;
}

static void set_object(struct flow *flow, const struct c_object *object, const char *identifier) {
    set(flow, &((struct c_object *)object)->identifier, identifier);
}

static bool has_part(const struct c_type *type, const struct c_type *part) {
    if (type->kind == part->kind && type->size == part->size) return true;
    if (type->kind == C_ARRAY) return has_part(type->target, part);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (has_part(type->fields[i].type, part)) return true;
    return false;
}

/* What is written by a pointer may be any object to which one leads, and in which there is such a thing. */
static void set_behind(struct flow *flow, const struct c_type *type, const char *identifier) {
    struct front *front = flow->front;
    for (size_t i = 0; identifier && i < front->globals.count; i++)
        if (flow->exposed[i] && has_part(front->globals.items[i]->type, type))
            set_object(flow, front->globals.items[i], identifier);
    for (size_t i = 0; identifier && i < front->exposed.count; i++)
        if (has_part(front->exposed.items[i]->type, type)) set_object(flow, front->exposed.items[i], identifier);
}

static void set_target(struct flow *flow, expression target, const char *identifier) {
    expression root = target ? c_root(target) : NULL;
    if (!root) return;
    if (root->kind == C_OBJECT)
        set_object(flow, root->object, identifier);
    else if (root->kind == C_DEREFERENCE)
        set_behind(flow, root->type, identifier);
}

static void call(struct flow *flow, const struct c_instruction *code, const struct c_function *callee) {
    for (uint32_t i = 0; i < code->argument_count && i < callee->parameter_count; i++)
        set_object(flow, callee->locals[i], identifier_of(flow, code->arguments[i]));
    set_target(flow, code->target, flow->results[callee->index]);
}

static void follow(struct flow *flow, const struct c_function *function, const struct c_instruction *code) {
    const struct front *front = flow->front;
    if (code->kind == C_ASSIGN) set_target(flow, code->target, identifier_of(flow, code->value));
    if (code->kind == C_RETURN) set(flow, &flow->results[function->index], identifier_of(flow, code->value));
    if (code->kind != C_CALL) return;
    if (code->callee) call(flow, code, code->callee);
    for (size_t f = 0; !code->callee && f < front->functions.count; f++)
        if (front->functions.items[f]->is_taken) call(flow, code, front->functions.items[f]);
}

static void follow_all(struct flow *flow) {
    const struct front *front = flow->front;
    for (size_t i = 0; i < front->relocations.count; i++)
        set_object(flow, front->relocations.items[i].object, front->relocations.items[i].to->identifier);
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            follow(flow, front->functions.items[f], &front->functions.items[f]->code[i]);
}

/* ---- where it comes from ---- */

static void expose(void *context, expression e) {
    const struct flow *flow = context;
    const struct c_object *object = e->kind == C_ADDRESS ? c_object_of(e->left) : NULL;
    if (object && c_has_address(object)) flow->exposed[object->index] = true;
}

/* Initializers have marked tables; a constant of a missing header may be another name. */
static void begin(struct flow *flow) {
    const struct front *front = flow->front;
    for (size_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        flow->exposed[i] |= global->is_pointed_at;
        if (global->is_name) set_object(flow, global, global->stands_for ? global->stands_for : global->name);
    }
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            walk_instruction(&front->functions.items[f]->code[i], expose, flow);
}

/* ---- who gets it ---- */

static bool is_same_call(const struct c_given *one, const struct c_given *other) {
    return place_is_same(one->place, other->place) && !strcmp(one->to, other->to);
}

static void tell(const struct flow *flow) {
    struct front *front = flow->front;
    const struct c_given *told = NULL;
    for (size_t i = 0; i < front->given.count; i++) {
        const struct c_given *given = &front->given.items[i];
        const char *identifier = identifier_of(flow, given->what);
        if (!identifier || stubs_have_code(&front->stubs, given->to) || (told && is_same_call(told, given))) continue;
        identifiers_doubt(front, identifier, given->to, given->place);
        told = given;
    }
}

void identifier_flow_find(struct front *front) {
    struct flow flow = {.front = front,
                        .results = arena_new_array(front->scratch, const char *, front->functions.count + 1),
                        .exposed = arena_new_array(front->scratch, bool, front->globals.count + 1),
                        .more = true};
    if (!front->given.count) return;
    begin(&flow);
    while (flow.more) {
        flow.more = false;
        follow_all(&flow);
    }
    tell(&flow);
}
