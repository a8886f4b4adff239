/* A function's code: labels and gotos as in the lowered program, calls written out in place. Above the statements
 * stands the line of C that they come from. */
#include "app/exec/mark.h"
#include "app/promela/export_internal.h"

#include <string.h>

/* "load1 = 0; load2 = 0": what the statement loaded is not needed any more. */
static const char *forget_loads(struct exporter *exporter, const char *join) {
    const char *text = "";
    for (uint32_t i = 1; i <= exporter->loads; i++)
        text = arena_printf(exporter->arena, "%s%sload%u = 0", text, i > 1 ? "; " : join, i);
    exporter->loads = 0;
    return text;
}

static const struct c_object *object_of(const struct c_expression *place) {
    while (place && place->kind != C_OBJECT) place = place->left;
    return place ? place->object : NULL;
}

/* An assignment; one that others can notice is executed only while its context runs. */
static void add_statement(struct exporter *exporter, const char *statement, const struct c_object *changed) {
    bool guarded = changed && export_is_shared(exporter, changed);
    bool loads = exporter->loads != 0;
    export_before(exporter);
    const char *forget = forget_loads(exporter, "; ");
    if (guarded)
        export_line(exporter, "atomic { %s -> %s%s };", exporter->guard, statement, forget);
    else if (loads)
        export_line(exporter, "atomic { %s%s };", statement, forget);
    else
        export_line(exporter, "%s;", statement);
}

/* Others must not come in the middle of it. */
static bool check_at_once(struct exporter *exporter, const struct c_expression *target) {
    const struct c_object *object = object_of(target);
    if (!object || !export_is_shared(exporter, object)) return true;
    if (target->kind == C_MEMBER && target->field->bit_width)
        return export_refuse(exporter, target->place, "a bit-field that is written with its neighbours");
    return export_check_shared(exporter, target, "a number that is written in several parts");
}

static bool add_assignment(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text statement = {0};
    bool ok = check_at_once(exporter, instruction->target) &&
              export_assignment(exporter, instruction->target, instruction->value, instance, &statement);
    if (ok) add_statement(exporter, text_chars(&statement), object_of(instruction->target));
    text_free(&statement);
    return ok;
}

bool export_result(struct exporter *exporter, const struct c_expression *target, const char *name, uint32_t instance) {
    if (!target) return true;
    struct text statement = {0};
    bool ok = export_place(exporter, target, instance, &statement);
    if (ok) {
        text_printf(&statement, " = %s", name);
        add_statement(exporter, text_chars(&statement), object_of(target));
    }
    text_free(&statement);
    return ok;
}

static const char *label_of(struct exporter *exporter, uint32_t instance, uint32_t instruction) {
    return arena_printf(exporter->arena, "L%u_%u", instance, instruction);
}

static bool add_branch(struct exporter *exporter, const struct c_instruction *instruction, uint32_t next,
                       uint32_t instance) {
    struct text condition = {0};
    bool ok = export_value(exporter, instruction->value, instance, &condition);
    export_before(exporter);
    const char *forget = forget_loads(exporter, "");
    const char *yes = arena_printf(exporter->arena, "%s%sgoto %s", forget, *forget ? "; " : "",
                                   label_of(exporter, instance, instruction->then));
    const char *no = arena_printf(exporter->arena, "%s%sgoto %s", forget, *forget ? "; " : "",
                                  label_of(exporter, instance, instruction->otherwise));
    if (instruction->then == next && !*forget)
        export_line(exporter, "if :: %s :: else -> %s fi;", text_chars(&condition), no);
    else if (instruction->otherwise == next && !*forget)
        export_line(exporter, "if :: %s -> %s :: else fi;", text_chars(&condition), yes);
    else
        export_line(exporter, "if :: %s -> %s :: else -> %s fi;", text_chars(&condition), yes, no);
    text_free(&condition);
    return ok;
}

/* ---- Calls ---- */

static const char *result_name(struct exporter *exporter, const struct c_function *function, uint32_t instance) {
    return arena_printf(exporter->arena, "%s_returns_%u", function->name, instance);
}

static bool has_result(const struct c_function *function) {
    return function->type->target && function->type->target->kind != C_VOID;
}

static bool add_parameter(struct exporter *exporter, const struct c_object *parameter, uint32_t inner,
                          const struct c_expression *value, uint32_t instance) {
    struct text statement = {0};
    if (export_is_mask(parameter->type) && !export_is_small(value))
        return export_refuse(exporter, value->place, "a 64-bit number");
    text_printf(&statement, "%s = ", export_name(exporter, parameter, inner));
    bool ok = export_value(exporter, value, instance, &statement);
    if (ok) add_statement(exporter, text_chars(&statement), NULL);
    text_free(&statement);
    return ok;
}

static bool add_call(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    const struct c_function *callee = instruction->callee;
    if (!callee) return export_refuse(exporter, instruction->place, "a call through a pointer");
    for (size_t i = 0; i < exporter->calls.count; i++)
        if (exporter->calls.items[i].function == callee)
            return export_refuse(exporter, instruction->place, "recursion");
    uint32_t inner = ++exporter->instances;
    size_t bound = exporter->bindings.list.count;
    for (uint32_t i = 0; i < callee->parameter_count && i < instruction->argument_count; i++)
        if (!bindings_add_parameter(&exporter->bindings, callee, i, instruction->arguments[i]) &&
            !add_parameter(exporter, callee->locals[i], inner, instruction->arguments[i], instance))
            return false;
    const char *result = result_name(exporter, callee, inner);
    if (has_result(callee)) text_printf(&exporter->declarations, "    int %s;\n", result);
    struct export_call call = {callee, inner, instruction};
    vec_push(&exporter->calls, call);
    bool ok = export_function(exporter, callee, inner);
    (void)vec_pop(&exporter->calls);
    exporter->bindings.list.count = bound;
    struct text resets = {0};
    ok = ok && export_reset_all(exporter, inner, &resets);
    if (resets.length) export_line(exporter, "atomic { %s };", text_chars(&resets));
    text_free(&resets);
    return ok && (!has_result(callee) || export_result(exporter, instruction->target, result, instance));
}

static bool add_return(struct exporter *exporter, const struct c_function *function,
                       const struct c_instruction *instruction, uint32_t index, uint32_t instance) {
    bool ok = true;
    if (instruction->value && exporter->calls.count > 1) {
        struct text statement = {0};
        if (export_is_mask(function->type->target) && !export_is_small(instruction->value))
            return export_refuse(exporter, instruction->place, "a 64-bit number");
        text_printf(&statement, "%s = ", result_name(exporter, function, instance));
        ok = export_value(exporter, instruction->value, instance, &statement);
        if (ok) add_statement(exporter, text_chars(&statement), NULL);
        text_free(&statement);
    }
    bool is_last = index == function->code_count - 1;
    if (ok && !is_last) export_line(exporter, "goto L%u_end;", instance);
    return ok;
}

/* ---- The rest ---- */

static bool add_choice(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text low = {0}, high = {0};
    if (instruction->siblings)
        return export_refuse(exporter, instruction->place, "what a function without a body may write");
    if (instruction->value->kind == C_CONSTANT && instruction->other->kind == C_CONSTANT &&
        (uint64_t)instruction->other->integer - (uint64_t)instruction->value->integer >= MOST_VALUES)
        return export_refuse(exporter, instruction->place, "a choice among so many values (give it a range)");
    bool fits = export_is_small(instruction->value) && export_is_small(instruction->other);
    if (export_is_mask(instruction->target->type) && !fits)
        return export_refuse(exporter, instruction->place, "a 64-bit number");
    bool ok = export_value(exporter, instruction->value, instance, &low) &&
              export_value(exporter, instruction->other, instance, &high);
    export_before(exporter);
    const struct c_object *object = object_of(instruction->target);
    const char *name = instruction->text ? instruction->text : object ? object->name : NULL;
    struct export_note note = {.place = instruction->place,
                               .input = object && object->name ? object->name
                                        : name                 ? name
                                                               : "a choice",
                               .variable = "choice",
                               .type = instruction->target->type};
    bool is_constant = instruction->value->kind == C_CONSTANT && instruction->other->kind == C_CONSTANT &&
                       instruction->value->type->kind == C_INTEGER;
    struct export_range range = {is_constant, is_constant ? instruction->value->integer : 0,
                                 is_constant ? instruction->other->integer : 0, text_chars(&low), text_chars(&high)};
    if (ok)
        export_line(exporter, "%s%s", export_selection(exporter, "choice", name, &range),
                    export_noted(exporter, &note));
    text_free(&low);
    text_free(&high);
    /* What was chosen does not stay: it would tell states apart that are the same. */
    return ok && export_result(exporter, instruction->target, "choice", instance) &&
           (export_line(exporter, "choice = 0;"), true);
}

static bool add_assertion(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    bool asserted = instruction->is_memory || exporter->subject->enabled[APP_CHECK_ASSERTION];
    struct text condition = {0};
    bool ok = export_value(exporter, instruction->value, instance, &condition);
    export_before(exporter);
    const char *forget = forget_loads(exporter, "; ");
    if (ok && !asserted && *forget) export_line(exporter, "atomic { skip%s };", forget);
    if (ok && asserted)
        export_line(exporter, *forget ? "atomic { assert(%s)%s };%s" : "assert(%s)%s;%s", text_chars(&condition),
                    forget,
                    export_finding(exporter, "assertion", instruction->place, "the assertion does not hold: %s",
                                   instruction->text ? instruction->text : ""));
    text_free(&condition);
    return ok;
}

/* A way on which it does not hold is not gone any further. */
static bool add_assumption(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text condition = {0};
    bool ok = export_value(exporter, instruction->value, instance, &condition);
    export_before(exporter);
    const char *forget = forget_loads(exporter, " -> ");
    if (ok) {
        export_line(exporter, "if");
        export_line(exporter, ":: %s%s", text_chars(&condition), forget);
        export_line(exporter, ":: else -> abandon()");
        export_line(exporter, "fi;");
    }
    text_free(&condition);
    return ok;
}

static bool add_request(struct exporter *exporter, const struct c_instruction *instruction) {
    const struct c_expression *number = c_constant(instruction->value);
    if (!number || (uint64_t)number->integer >= exporter->config->isr_count)
        return export_refuse(exporter, instruction->place,
                             "a request of an interrupt that is no constant, or of none,");
    export_line(exporter, "atomic { %s -> requested[%lld] = 1 };", exporter->guard, (long long)number->integer + 1);
    return true;
}

/* ---- What is printed ---- */

static bool is_printable(const struct c_instruction *instruction) {
    if (!instruction->text || instruction->argument_count > EXPORT_MOST_PRINTED) return false;
    for (uint32_t i = 0; i < instruction->argument_count; i++) {
        const struct c_type *type = instruction->arguments[i]->type;
        if (type->kind != C_INTEGER || type->size > 4) return false;
    }
    return true;
}

/* "@mark t1 3 17": number 3 of the lines that print, with its values. Nothing depends on it, so that it is one step,
 * and what cannot be said is left out. */
static void add_print(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct diagnostics ignored = {0}, *diagnostics = exporter->diagnostics;
    struct text form = {0}, values = {0};
    bool ok = is_printable(instruction);
    exporter->diagnostics = &ignored;
    exporter->at_once = true;
    for (uint32_t i = 0; ok && i < instruction->argument_count; i++) {
        text_add(&form, " %d");
        text_add(&values, ", ");
        ok = export_value(exporter, instruction->arguments[i], instance, &values);
    }
    exporter->at_once = false;
    exporter->diagnostics = diagnostics;
    if (ok) {
        const char *print = arena_printf(exporter->arena, "printf(\"@mark %u %zu%s\\n\"%s)", exporter->task,
                                         exporter->marks.count, text_chars(&form), text_chars(&values));
        export_before(exporter);
        if (exporter->interrupts)
            export_line(exporter, "atomic { %s -> %s };", exporter->guard, print);
        else
            export_line(exporter, "%s;", print);
        vec_push(&exporter->marks, instruction);
    }
    text_clear(&exporter->before);
    text_free(&form);
    text_free(&values);
    diag_free(&ignored);
}

/* Temporaries are always written before they are read. */
static bool add_clear(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    if (instruction->target->kind != C_OBJECT || instruction->target->object->storage == C_TEMPORARY ||
        bindings_have(&exporter->bindings, instruction->target->object))
        return true;
    struct text resets = {0};
    bool ok = export_reset(exporter, instruction->target->object, instance, &resets);
    if (ok) export_line(exporter, strchr(text_chars(&resets), ';') ? "atomic { %s };" : "%s;", text_chars(&resets));
    text_free(&resets);
    return ok;
}

static bool add_instruction(struct exporter *exporter, const struct c_function *function, uint32_t index,
                            uint32_t instance) {
    const struct c_instruction *instruction = bindings_resolve(&exporter->bindings, &function->code[index]);
    switch (instruction->kind) {
    case C_ASSIGN:
        return bindings_add_pointer(&exporter->bindings, function, instruction) ||
               add_assignment(exporter, instruction, instance);
    case C_BRANCH: return add_branch(exporter, instruction, index + 1, instance);
    case C_JUMP:
        if (instruction->then != index + 1)
            export_line(exporter, "goto %s;", label_of(exporter, instance, instruction->then));
        return true;
    case C_CALL: return add_call(exporter, instruction, instance);
    case C_RETURN: return add_return(exporter, function, instruction, index, instance);
    case C_SERVICE: return export_service(exporter, instruction, instance);
    case C_CHOOSE: return add_choice(exporter, instruction, instance);
    case C_ASSERT: return add_assertion(exporter, instruction, instance);
    case C_ASSUME: return add_assumption(exporter, instruction, instance);
    case C_CLEAR: return add_clear(exporter, instruction, instance);
    case C_FREE: return export_refuse(exporter, instruction->place, "a block of `malloc`");
    case C_TRACE:
        if (mark_reads_strings(instruction))
            return export_refuse(exporter, instruction->place, "a string of the application that is printed");
        add_print(exporter, instruction, instance);
        return true;
    case C_INTERRUPT: return add_request(exporter, instruction);
    }
    return false;
}

/* The line of C, where another one begins. */
static void tell_source(struct exporter *exporter, struct place place) {
    if (!place.file || !place.line ||
        (place.line == exporter->told.line && exporter->told.file && !strcmp(place.file, exporter->told.file)))
        return;
    exporter->told = place;
    const struct export_options *options = exporter->options;
    const char *source = options->source_line ? options->source_line(options->context, place.file, place.line) : NULL;
    text_printf(&exporter->body, "    %s/* %s:%u", export_noted(exporter, &(struct export_note){.place = place}),
                place_file(place), place.line);
    if (source) text_add(&exporter->body, ": ");
    while (source && (*source == ' ' || *source == '\t')) source++;
    for (; source && *source; source++) { /* comments in it do not end this one */
        if (source[0] == '/' && (source[1] == '*' || source[1] == '/')) break;
        if (source[0] == '*' && source[1] == '/') break;
        text_add_char(&exporter->body, *source);
    }
    while (exporter->body.length && exporter->body.chars[exporter->body.length - 1] == ' ')
        exporter->body.chars[--exporter->body.length] = 0;
    text_add(&exporter->body, " */\n");
}

static bool *find_targets(struct exporter *exporter, const struct c_function *function) {
    bool *is_target = arena_new_array(exporter->arena, bool, function->code_count + 1);
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *instruction = &function->code[i];
        if (instruction->kind == C_BRANCH) is_target[instruction->otherwise] = true;
        if (instruction->kind == C_BRANCH || instruction->kind == C_JUMP) is_target[instruction->then] = true;
    }
    return is_target;
}

static bool is_loop(const struct c_function *function, uint32_t head) {
    for (uint32_t i = head; i < function->code_count; i++) {
        const struct c_instruction *instruction = &function->code[i];
        bool there = instruction->then == head || (instruction->kind == C_BRANCH && instruction->otherwise == head);
        if ((instruction->kind == C_JUMP || instruction->kind == C_BRANCH) && there) return true;
    }
    return false;
}

static bool leaves_early(const struct c_function *function) {
    for (uint32_t i = 0; i + 1 < function->code_count; i++)
        if (function->code[i].kind == C_RETURN) return true;
    return false;
}

bool export_function(struct exporter *exporter, const struct c_function *function, uint32_t instance) {
    const bool *is_target = find_targets(exporter, function);
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (is_target[i]) export_label(exporter, label_of(exporter, instance, i));
        /* A formula about what happens at last must not hear of code that goes round while others run. */
        if (exporter->watch->property_count && is_target[i] && is_loop(function, i))
            export_line(exporter, "%s;", exporter->guard);
        if (function->code[i].kind != C_CLEAR && function->code[i].kind != C_JUMP)
            tell_source(exporter, function->code[i].place);
        if (!add_instruction(exporter, function, i, instance)) return false;
    }
    if (leaves_early(function)) export_label(exporter, arena_printf(exporter->arena, "L%u_end", instance));
    return true;
}
