#include "app/sequential/split.h"

#include "app/exec/mark.h"

enum { MOST_SIBLINGS = 8 /* numbers that a function without a body may write at once */ };

expression split_result_place(struct writing *w, expression target) {
    if (target) split_check_writable(w, target);
    if (!target || split_is_own(target)) {
        if (target) split_check_place(w, target);
        return target;
    }
    return split_temporary(w, target->type);
}

void split_pass_result(struct writing *w, expression kept, expression target) {
    if (!target || kept == target || w->refused) return;
    expression place = split_place(w, target);
    split_check_whole(w, target, true);
    split_assign(w, place, split_load(w, kept));
}

static void split_call(struct writing *w) {
    const struct c_instruction *from = w->from;
    const struct c_function *callee = from->callee;
    if (!callee) {
        split_refuse(w, from->place, "a call through a pointer");
        return;
    }
    struct arena *arena = w->splitter->code->arena;
    expression *arguments = arena_new_array(arena, expression, from->argument_count + 1);
    expression *addresses = arena_new_array(arena, expression, callee->parameter_count + 1);
    size_t bound = w->bindings.list.count;
    for (uint32_t i = 0; i < from->argument_count && !w->refused; i++) {
        if (i >= callee->parameter_count)
            split_refuse(w, from->place, "a call with more arguments than parameters");
        else if (bindings_add_parameter(&w->bindings, callee, i, from->arguments[i]))
            addresses[i] = vec_last(&w->bindings.list).address, split_check_place(w, addresses[i]->left);
        else
            arguments[i] = split_value(w, from->arguments[i]);
    }
    w->bindings.list.count = bound;
    if (w->refused) return;
    uint32_t number = split_function(w->splitter, callee, addresses);
    if (number == UINT32_MAX) {
        w->refused = true;
        return;
    }
    expression kept = split_result_place(w, from->target);
    struct c_instruction *call = split_add(w, C_CALL);
    call->callee = callee;
    call->arguments = (const struct c_expression *const *)arguments;
    call->argument_count = from->argument_count;
    call->target = kept;
    call->regard = from->regard;
    vec_last(&w->notes).callee = number;
    split_pass_result(w, kept, from->target);
}

/* Of a variable, or of one: its place needs no looking at. */
static bool is_member(expression place) {
    while (place->kind == C_MEMBER) place = place->left;
    return place->kind == C_OBJECT;
}

static void split_choice(struct writing *w) {
    const struct c_instruction *from = w->from;
    const struct c_object *root = sequential_root(from->target);
    if (from->siblings > MOST_SIBLINGS || (from->siblings && root && root->is_const))
        split_refuse(w, from->place, "what a function without a body may write");
    if (from->target->type->kind != C_INTEGER) split_refuse(w, from->place, "a choice of a floating number");
    if (from->argument_count && !is_member(from->arguments[0]->left))
        split_refuse(w, from->place, "an element of what no source defines");
    if (w->refused) return;
    expression low = split_value(w, from->value), high = split_value(w, from->other),
               kept = split_result_place(w, from->target);
    struct c_instruction *choice = split_add(w, C_CHOOSE);
    choice->target = kept;
    choice->value = low;
    choice->other = high;
    choice->text = from->text;
    if (!choice->text && split_is_own(from->target)) choice->text = from->target->object->name;
    split_pass_result(w, kept, from->target);
}

static void split_assignment(struct writing *w) {
    const struct c_instruction *from = w->from;
    if (bindings_add_pointer(&w->bindings, w->origin, from)) return;
    if (from->target->type->kind == C_RECORD && from->value->kind == C_LOAD)
        split_check_whole(w, from->value->left, false);
    expression value = split_value(w, from->value), target = w->refused ? NULL : split_place(w, from->target);
    split_check_whole(w, from->target, true);
    split_check_writable(w, from->target);
    if (!w->refused) split_assign(w, target, value);
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
    if (mark_reads_strings(from)) split_refuse(w, from->place, "a string of the application that is printed");
    for (uint32_t i = 0; i < from->argument_count && !w->refused; i++)
        if (!is_address(from->arguments[i])) arguments[count++] = split_value(w, from->arguments[i]);
    struct c_instruction *print = split_add(w, C_TRACE);
    print->text = count == from->argument_count ? from->text : NULL;
    print->arguments = (const struct c_expression *const *)arguments;
    print->argument_count = count;
}

static void split_plain(struct writing *w) {
    expression value = w->from->value ? split_value(w, w->from->value) : NULL;
    struct c_instruction *copy = split_add(w, w->from->kind);
    copy->value = value;
    copy->text = w->from->text;
    copy->is_memory = w->from->is_memory;
    copy->is_back_edge = w->from->is_back_edge;
    copy->then = w->from->then;
    copy->otherwise = w->from->otherwise;
}

static void split_request(struct writing *w) {
    int64_t isr;
    if (!split_is_known(w, w->from->value, &isr)) {
        split_refuse(w, w->from->place, "a request of an interrupt that is no constant");
        return;
    }
    split_add(w, C_INTERRUPT)->value = split_number(w, w->splitter->code->subject->program->int_type, isr);
}

static void split_clear(struct writing *w) {
    const struct c_object *object = sequential_root(w->from->target);
    if (bindings_have(&w->bindings, object) || split_beyond(object->type)) return;
    struct c_instruction *clear = split_add(w, C_CLEAR);
    clear->target = w->from->target;
    clear->gives_value = w->from->gives_value;
    clear->lives_on = w->from->lives_on;
}

void split_instruction(struct writing *w) {
    switch (w->from->kind) {
    case C_ASSIGN: split_assignment(w); break;
    case C_CALL: split_call(w); break;
    case C_SERVICE: split_service(w); break;
    case C_CHOOSE: split_choice(w); break;
    case C_TRACE: split_print(w); break;
    case C_INTERRUPT: split_request(w); break;
    case C_CLEAR: split_clear(w); break;
    case C_FREE: split_refuse(w, w->from->place, "a block of `malloc`"); break;
    case C_RETURN:
        if (w->from->value && w->from->value->type->kind == C_POINTER) split_refuse(w, w->from->place, "a pointer");
        /* fall through */
    case C_BRANCH:
    case C_JUMP:
    case C_ASSERT:
    case C_ASSUME: split_plain(w); break;
    }
}
