#include "app/exec/step.h"
#include "app/exec/argument.h"

#include "app/analysis/shadow.h"
#include "app/exec/address.h"
#include "app/exec/choice.h"
#include "app/exec/evaluate.h"
#include "app/exec/frames.h"
#include "app/exec/join.h"
#include "app/exec/judge.h"
#include "app/exec/lifetime.h"
#include "app/exec/mark.h"
#include "app/exec/moved.h"
#include "app/exec/notes.h"
#include "app/exec/origin.h"
#include "app/exec/record.h"
#include "app/exec/rounds.h"
#include "app/exec/service.h"
#include "app/exec/state.h"
#include "app/exec/symbolic.h"
#include "app/exec/unseen.h"
#include "app/exec/unset.h"
#include "app/exec/widened.h"
#include "app/exec/witness.h"
#include "base/invariant.h"
#include "cfront/ir/compatible.h"
#include "cfront/library/headers.h"

#include <string.h>

enum {
    MOST_SIBLINGS = 8,
    FIRST_SNAPSHOT = 1024,
    FEW_DECISIONS = 16,
    LONG_LOOP = 1 << 20,
    ASK_EVERY = 4096,
    QUICK = 1 << 14
};

/* ---- loops that never end ---- */

/* What the loop looks at, nobody who may come can change, or the step would have ended there: it never ends. */
static void mark_endless(const struct machine *machine) {
    uint32_t number = machine_number_of(machine, machine->loop);
    executor_note(&machine->executor->reached[number], REACHED_FOR_EVER);
}

/* Of several ways back to its begin the last one is the loop's own: an `if` may jump there, too. */
static const struct c_instruction *end_of_loop(const struct c_function *function, const struct c_instruction *way,
                                               uint32_t target) {
    for (uint32_t i = function->code_count; i-- > 0;)
        if (function->code[i].kind == C_JUMP && function->code[i].then == target) return &function->code[i];
    return way;
}

/* Loops in what it calls, our library's among them, come to their ends each time; and so do loops in it. */
static void note_loop(struct machine *machine, uint32_t target) {
    enum { HOOKS = 1 << 30 };
    uint32_t calls = machine->run->frame_count;
    if (subject_is_hook(machine->subject, machine->current)) calls += HOOKS;
    bool is_around = !machine->loop || calls < machine->loop_calls ||
                     (calls == machine->loop_calls && target < machine->loop_target);
    if (!is_around) return;
    machine->loop_calls = calls, machine->loop_target = target;
    machine->loop = end_of_loop(machine->frame->function, machine->instruction, target);
}

/* The same state at a loop's way back: nothing will ever be different, unless somebody comes from outside, or another
 * value of an input, which was not tried. */
static void met_again(struct machine *machine) {
    const struct executor *executor = machine->executor;
    bool spent = false;
    machine_somebody_may_come(machine, &spent);
    spent |= machine_keeps_out(machine) || subject_is_interruptible(executor->subject, machine->kernel);
    bool idles = osek_is_idle(executor->subject->config, machine->kernel); /* main(), in the place of the idle task */
    bool halts = osek_is_stopped(executor->subject->config, machine->kernel); /* ShutdownHook need not come back */
    if (!idles && !halts) mark_endless(machine);
    bool untried = machine->samples != machine->snapshot_samples;
    bool may_nest = executor->subject->nesting_doubt &&
                    osek_context_kind(executor->subject->config, machine->current, NULL) == OSEK_ISR;
    if (machine->arrivals || spent || idles || halts || untried || may_nest ||
        !executor->subject->enabled[APP_CHECK_ENDLESS])
        machine_leave(machine, LEAVE_POINT);
    struct place place = machine->loop->place;
    struct complaint complaint = {.check = app_check_name(APP_CHECK_ENDLESS),
                                  .at = headers_hold(place) ? (struct place){0} : place};
    struct text *words = machine_words(machine);
    text_printf(words, APP_RUNS_FOR_EVER, subject_context_name(executor->subject, machine->current));
    machine_complain(machine, complaint, text_chars(words));
}

/* Values decided, each time anew, whether there is another round. Where the loop counts with any numbers it has been
 * there before. */
static bool may_have_been_there(const struct machine *machine) {
    const struct symbolic *symbolic = machine->symbolic;
    return symbolic && symbolic->widened && symbolic->decisions.count >= FEW_DECISIONS && widened_is_counted(machine);
}

/* Brent's way to find a cycle: a snapshot is compared with all states that follow, until twice as many have. A loop
 * that counts for very long is interrupted now and then, so that what may come does. */
static void back_edge(struct machine *machine, uint32_t target) {
    if (may_have_been_there(machine)) machine_leave(machine, LEAVE_POINT);
    if (++machine->back_edges < FIRST_SNAPSHOT) return;
    note_loop(machine, target);
    if (machine->arrivals && machine->back_edges == LONG_LOOP) machine_leave(machine, LEAVE_POINT);
    uint32_t size = state_pack(machine);
    if (size == machine->snapshot_size && memcmp(machine->packed, machine->snapshot, size) == 0) met_again(machine);
    if (machine->back_edges < machine->next_snapshot) return;
    memcpy(machine->snapshot, machine->packed, size);
    machine->snapshot_size = size;
    machine->snapshot_samples = machine->samples;
    machine->loop = NULL;
    machine->next_snapshot *= 2;
}

/* ---- runs that are left out ---- */

/* From here on: whoever comes before has come, and may have found something wrong, and formulas have seen what was
 * done. What comes from outside comes, though no run goes on from there: it is not kept away. */
static _Noreturn void leave_out(struct machine *machine) {
    const struct executor *executor = machine->executor;
    bool is_noticed = machine->arrivals || machine->has_come || executor->shows_ends || executor->sees_services;
    if (is_noticed) machine_use_permit(machine);
    machine_leave(machine, LEAVE_PRUNED);
}

/* ---- calls ---- */

static const struct c_function *called(struct machine *machine, const struct c_instruction *instruction) {
    if (instruction->callee) return instruction->callee;
    const struct c_program *program = machine->subject->program;
    uint64_t address = (uint64_t)machine_fix(machine, evaluate(machine, instruction->value));
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct c_function *function = program->functions[i];
        if (function->address != address) continue;
        if (!function->is_taken)
            machine_fault(machine, "unsupported", "the number 0x%llx is used as a pointer to a function",
                          (unsigned long long)address);
        const struct c_type *used = instruction->value->type->target;
        if (!c_may_be_called_as(function->type, used, instruction->arguments, instruction->argument_count))
            machine_fault(machine, "memory", "%s, which is `%s`, is called through a pointer as `%s`", function->name,
                          function->type->name, used->name);
        bool is_open = function->has_no_body && !function->type->has_prototype; /* of a missing header */
        if (function->parameter_count != instruction->argument_count && is_open)
            machine_fault(machine, "unsupported", "%s, of which nothing says what it gets, is called through a pointer",
                          function->name);
        if (function->parameter_count != instruction->argument_count)
            machine_fault(machine, "memory", "%s, which has %u parameter%s, is called through a pointer with %u",
                          function->name, function->parameter_count, function->parameter_count == 1 ? "" : "s",
                          instruction->argument_count);
        return function;
    }
    if (!address) machine_fault(machine, "memory", "call through a null pointer");
    machine_fault(machine, "memory", "call through a pointer to no function (address 0x%llx)",
                  (unsigned long long)address);
}

/* What the program computes, to be stored next. */
static const unsigned char *value_of(struct machine *machine, const struct c_expression *e, unsigned char room[16]) {
    unseen_carry(machine);
    const unsigned char *bytes = evaluate_bytes(machine, e, room);
    unseen_carried(machine);
    return bytes;
}

static void pass_unseen(struct machine *machine, const struct c_object *parameter, unsigned char *frame) {
    struct cell cell = {.bytes = frame + parameter->address,
                        .object = parameter,
                        .context = machine->current,
                        .is_volatile = parameter->is_volatile};
    unseen_write(machine, &cell, parameter->type);
}

static void call(struct machine *machine, const struct c_instruction *instruction) {
    const struct c_function *function = called(machine, instruction);
    unsigned char *frame = frames_room(machine, function), room[16];
    for (uint32_t i = 0; i < instruction->argument_count; i++) {
        const struct c_object *parameter = function->locals[i];
        uint32_t size = parameter->type->size, given = instruction->arguments[i]->type->size;
        if (given < size) size = given;
        const unsigned char *bytes = value_of(machine, instruction->arguments[i], room);
        bytes = origin_pass(machine, parameter, frames_beside(machine), bytes, size);
        memcpy(frame + parameter->address, bytes, size);
        machine_copy_terms(machine, frame + parameter->address, bytes, size);
        unset_pass(machine, parameter, frames_beside(machine), size);
        pass_unseen(machine, parameter, frame);
    }
    machine->run->log_length = 0;
    rounds_call(machine, function);
    frames_push(machine, function);
    notes_begun(machine);
}

/* C11 6.5.16.1p3: a record is not assigned to bytes of its own that lie elsewhere in it. */
static void check_overlap(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    uintptr_t to = (uintptr_t)cell->bytes, from = (uintptr_t)machine->copied_from;
    if (type->kind == C_RECORD && !cell->hardware && from && to != from && from + type->size > to &&
        to + type->size > from)
        machine_fault(machine, "memory", "what is assigned and where it is assigned to overlap");
}

/* `bytes` NULL: the value is in the log, and a part of it is written. */
static void store_bytes(struct machine *machine, const struct c_expression *target, const unsigned char *bytes) {
    struct cell cell;
    unsigned char room[16];
    if (memory_finish_store(machine, target->type)) return;
    evaluate_place(machine, target, &cell);
    if (cell.bits && cell.hardware) return; /* what is written there is gone */
    if (machine->symbolic && machine->symbolic->widened)
        bytes = widened_write(machine, &cell, target->type, bytes, room);
    if (!cell.bits) {
        check_overlap(machine, &cell, target->type);
        memory_store(machine, &cell, target->type, bytes);
        return;
    }
    /* Its neighbours are written, too: as they were when the unit was read. */
    bool is_stubbed = !cell.object->is_input && memory_is_input(machine, &cell, target->type); /* the unit is not */
    const struct carried value = machine->carried;
    unseen_carry(machine); /* the bits themselves are not looked at */
    const unsigned char *unit = is_stubbed ? cell.bytes : memory_read(machine, &cell, target->type);
    machine->carried = value;
    const unsigned char *unit_origins = is_stubbed ? NULL : machine->read_origins;
    memory_write(machine, &cell, target->type);
    record_write_begin(machine, &cell, target->type);
    uint32_t term = machine->symbolic ? symbolic_read(machine->symbolic, bytes, target->type->size) : 0;
    memmove(cell.bytes, unit, target->type->size);
    machine_copy_terms(machine, cell.bytes, unit, target->type->size);
    origin_put(&cell, 0, target->type->size, unit_origins);
    unseen_write(machine, &cell, target->type);
    memory_put(machine, &cell, target->type, memory_decode(target->type, NULL, bytes), term);
    unset_give(machine, &cell, target->type);
    record_write_end(machine, &cell, target->type);
}

static bool is_storing(const struct machine *machine) {
    return machine->run->log_length && memory_remembered(machine, MEMORY_VALUE);
}

/* The caller's frame is the current one while its target is looked up; nothing is popped before the value is stored. */
static void return_from(struct machine *machine, const struct c_instruction *instruction) {
    struct context_run *run = machine->run;
    unsigned char room[16];
    bool storing = is_storing(machine);
    const unsigned char *value = instruction->value && !storing ? value_of(machine, instruction->value, room) : NULL;
    if (run->frame_count == 1) {
        service_end(machine);
        return;
    }
    machine->frame = &run->frames[run->frame_count - 2];
    const struct c_instruction *caller = &machine->frame->function->code[machine->frame->next];
    if (caller->target && (value || storing))
        store_bytes(machine, caller->target, value);
    else if (caller->target && machine->subject->enabled[APP_CHECK_UNINITIALISED])
        machine_fault(machine, app_check_name(APP_CHECK_UNINITIALISED), "%s returns no value, and its caller uses it",
                      run->frames[run->frame_count - 1].function->name);
    notes_left(machine, machine->current, run->frame_count);
    run->frame_count--;
    if (run->frame_count < machine->shallowest && !subject_is_hook(machine->subject, machine->current))
        machine->shallowest = run->frame_count;
    run->log_length = 0;
    lifetimes_end(machine, machine->current, run->frame_count, 1);
    machine->frame->next++;
    unseen_end(machine, machine->current, run->frames[run->frame_count].base);
    unseen_complain(machine, machine->current);
}

/* ---- instructions ---- */

static void go_to(struct machine *machine, uint32_t target) {
    bool back = target <= machine->frame->next;
    uint32_t from = machine->frame->next;
    machine->frame->next = target;
    machine->run->log_length = 0;
    if (!back) return;
    rounds_count(machine, from, target);
    back_edge(machine, target);
}

static void go_on(struct machine *machine) {
    machine->frame->next++;
    machine->run->log_length = 0;
}

static void assign(struct machine *machine, const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    unsigned char room[16];
    const struct c_expression *from = shadow_moved(instruction);
    const unsigned char *bytes = NULL;
    unseen_carry(machine);
    if (!is_storing(machine))
        bytes = from ? evaluate_copy(machine, from, !shadow_copied(instruction))
                     : evaluate_bytes(machine, instruction->value, room);
    unseen_carried(machine);
    if (instruction->text || instruction->is_given) unseen_given(machine, instruction->text != NULL);
    store_bytes(machine, target, bytes);
    if (instruction->text) notes_register(machine);
    if (instruction->text && bytes) record_register(machine, instruction->text, target->type, bytes);
    go_on(machine);
}

static void choose_real(struct machine *machine, const struct look *look, const struct cell *cell,
                        const struct c_instruction *choice, bool one_of_many) {
    const struct c_type *type = choice->target->type;
    memory_encode_real(type, cell->bytes,
                       choice_take_real(machine, look, choice->value->real, choice->other->real, one_of_many));
    origin_put(cell, 0, type->size, NULL);
    machine_drop_terms(machine, cell->bytes, type->size);
}

/* What gives the value may be a variable: may others write it just then? */
static bool reads_what_changes(struct machine *machine, const struct c_instruction *instruction) {
    struct cell cell;
    if (!instruction->argument_count) return false;
    const struct c_expression *place = instruction->arguments[0]->left;
    evaluate_place(machine, place, &cell);
    if (machine->wary) machine->executor->witness->access(machine, &cell, place->type, false);
    return machine->touched && (machine->touched[cell.number] & TOUCH_WRITES);
}

static void choose(struct machine *machine, const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    bool is_number = target->type->kind != C_FLOAT;
    int64_t low = is_number ? machine_fix(machine, evaluate(machine, instruction->value)) : 0;
    int64_t high = is_number ? machine_fix(machine, evaluate(machine, instruction->other)) : 0;
    bool is_signed = target->type->is_signed;
    if (is_signed ? low > high : (uint64_t)low > (uint64_t)high) leave_out(machine);
    bool noticed = reads_what_changes(machine, instruction);
    const struct look *look = machine->executor->classes->choices[machine_instruction_number(machine)];
    struct cell cell;
    evaluate_place(machine, target, &cell);
    if (instruction->siblings && memory_is_constant(machine, &cell, target->type)) {
        go_on(machine);
        return;
    }
    /* How many others there are, a pointer says only now. */
    bool one_of_many = instruction->siblings > MOST_SIBLINGS && !cell.hardware &&
                       cell.object->type->size > MOST_SIBLINGS * target->type->size;
    bool open = is_number ? !choice_is_none(machine, look, target->type, low, high, one_of_many)
                          : !look_is_empty(look) && !one_of_many && instruction->value->real < instruction->other->real;
    moved_access(machine, &cell, target->type, TOUCH_WRITES);
    if (machine->wary) machine->executor->witness->access(machine, &cell, target->type, true);
    noticed |= open || machine->executor->observed[cell.number] || (machine->touched && machine->touched[cell.number]);
    if (noticed) machine_use_permit(machine);
    unseen_write(machine, &cell, target->type);
    if (is_number) {
        int64_t value = choice_take(machine, look, target->type, low, high, one_of_many);
        memory_put(machine, &cell, target->type, value, machine->term);
    } else {
        choose_real(machine, look, &cell, instruction, one_of_many);
    }
    notes_chance(machine);
    unset_give(machine, &cell, target->type);
    bool is_told = open || !instruction->siblings || target->type->enumerators; /* of those it is one by itself */
    if (is_told && !instruction->leads_to_other) record_choice(machine, &cell, target->type);
    go_on(machine);
}

static void clear(struct machine *machine, const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    struct cell cell;
    evaluate_place(machine, target, &cell);
    if (cell.object->exposed && !instruction->gives_value && !instruction->lives_on)
        lifetime_end(machine, machine->current, machine->frame, cell.object);
    unseen_write(machine, &cell, target->type);
    memset(cell.bytes, 0, target->type->size);
    origin_put(&cell, 0, target->type->size, NULL);
    machine_drop_terms(machine, cell.bytes, target->type->size);
    unset_clear(machine, &cell, instruction);
    go_on(machine);
}

static void free_block(struct machine *machine, const struct c_instruction *instruction) {
    struct cell cell;
    if (instruction->target) {
        evaluate_place(machine, instruction->target, &cell);
        lifetime_free(machine, &cell);
    } else {
        address_check_freeable(machine, (uint64_t)evaluate(machine, instruction->value));
    }
    go_on(machine);
}

static void check_assertion(struct machine *machine, const struct c_instruction *instruction) {
    if (instruction->is_memory && !evaluate_condition(machine, instruction->value))
        machine_fault(machine, instruction->is_room ? "limit" : "memory", "%s", instruction->text);
    if (!instruction->is_memory && !evaluate_condition(machine, instruction->value) &&
        machine->subject->enabled[APP_CHECK_ASSERTION])
        machine_fault(machine, "assertion", "the assertion does not hold: %s",
                      instruction->text ? instruction->text : "");
    go_on(machine);
}

static void trace(struct machine *machine, const struct c_instruction *instruction) {
    struct text mark = {0};
    mark_print(machine, instruction, machine->recorder ? &mark : NULL);
    if (machine->recorder) record_mark(machine, text_chars(&mark));
    text_free(&mark);
    go_on(machine);
}

static void execute(struct machine *machine, const struct c_instruction *instruction) {
    switch (instruction->kind) {
    case C_ASSIGN: assign(machine, instruction); break;
    case C_BRANCH:
        if (machine->symbolic && join_sides(machine, instruction)) break;
        machine->taken = evaluate_condition(machine, instruction->value);
        if (machine->executor->notes_sides)
            executor_note(&machine->executor->reached[machine_instruction_number(machine)],
                          machine->taken ? REACHED_THEN : REACHED_OTHERWISE);
        go_to(machine, machine->taken ? instruction->then : instruction->otherwise);
        break;
    case C_JUMP: go_to(machine, instruction->then); break;
    case C_CALL: call(machine, instruction); break;
    case C_RETURN: return_from(machine, instruction); break;
    case C_SERVICE: service_call(machine, instruction); break;
    case C_CHOOSE: choose(machine, instruction); break;
    case C_ASSERT: check_assertion(machine, instruction); break;
    case C_ASSUME:
        if (!evaluate_condition(machine, instruction->value)) leave_out(machine);
        go_on(machine);
        break;
    case C_INTERRUPT:
        service_request(machine, argument_object(machine, instruction->value, machine->subject->config->isr_count));
        break;
    case C_TRACE: trace(machine, instruction); break;
    case C_FREE: free_block(machine, instruction); break;
    case C_CLEAR: clear(machine, instruction); break;
    }
}

/* ---- contexts ---- */

/* Whose code runs now? It begins if it is not under way. False if it has none: then it is at its end. */
static bool enter(struct machine *machine) {
    const struct executor *executor = machine->executor;
    machine->current = osek_current(executor->subject->config, machine->kernel);
    if (machine->current == OSEK_NONE) machine_leave(machine, LEAVE_POINT);
    machine_look_around(machine);
    machine->run = &machine->contexts[machine->current];
    machine->run->stopped = false;
    if (machine->run->frame_count) {
        machine->frame = &machine->run->frames[machine->run->frame_count - 1];
        return true;
    }
    const struct c_function *entry = executor->subject->program->entries[machine->current];
    if (!entry) return false;
    unsigned char *frame = frames_room(machine, entry);
    frames_push(machine, entry);
    notes_begun(machine);
    notes_chance(machine);
    if (entry->parameter_count) { /* a hook's */
        const struct c_object *parameter = entry->locals[0];
        memory_encode(parameter->type, NULL, frame + parameter->address,
                      memory_reduce(parameter->type, osek_hook_argument(executor->subject->config, machine->kernel)));
    }
    return true;
}

/* A property that asks for a line sees its code from the moment it is next until it is not. */
static void stop_at_watched(struct machine *machine, uint32_t number, bool *was_watched) {
    bool watched = machine->executor->stops[number];
    if ((watched || *was_watched) && machine_has_moved(machine)) machine_leave(machine, LEAVE_POINT);
    *was_watched = watched;
}

static void ask_patience(struct machine *machine) {
    machine->unasked = 0;
    if (!executor_goes_on(machine->executor)) machine_leave(machine, LEAVE_PRUNED);
}

/* Whoever has a quick look follows no long step. */
static bool is_too_long(const struct machine *machine) {
    uint32_t few = machine->executor->few_inputs;
    return few && machine->instructions / QUICK > few;
}

static void count_instruction(struct machine *machine) {
    machine_note_deed(machine);
    if (++machine->instructions >= machine->subject->step_limit)
        machine_fault(machine, "limit", "given up after %u instructions without a service",
                      machine->subject->step_limit);
    if (++machine->unasked < ASK_EVERY) return;
    ask_patience(machine);
    if (is_too_long(machine)) machine_leave(machine, LEAVE_PRUNED);
}

/* An instruction that had its effect. */
static void note(struct machine *machine, const struct c_instruction *instruction, uint32_t number) {
    notes_add(machine, number, NOTE_EXECUTED);
    notes_instruction_ends(machine);
    if (instruction->kind != C_BRANCH) return;
    notes_add(machine, number, machine->taken ? NOTE_TAKEN : NOTE_NOT_TAKEN);
    notes_branch(machine, number, machine->taken);
}

/* The first state that formulas see. */
static void open_run(struct machine *machine) {
    machine->current = osek_current(machine->subject->config, machine->kernel);
    if (machine->current != OSEK_NONE) machine_look_around(machine);
    machine_leave(machine, LEAVE_POINT);
}

static void run_context(struct machine *machine) {
    const struct executor *executor = machine->executor;
    uint32_t context = machine->current;
    bool was_watched = false;
    while (machine->current == context && machine->run->frame_count) {
        uint32_t number = executor->subject->first_instruction[machine->frame->function->index] + machine->frame->next;
        if (executor->stops) stop_at_watched(machine, number, &was_watched);
        machine->instruction = &machine->frame->function->code[machine->frame->next];
        if (executor->looks_at_code) executor->witness->code(machine, number);
        machine->load_number = machine->ordered_loads = 0;
        machine->changing_loads = 0;
        machine->carried = (struct carried){0};
        executor_note(&executor->reached[number], REACHED);
        if (machine->recorder) record_instruction(machine, number);
        const struct c_instruction *instruction = machine->instruction;
        notes_instruction_begins(machine);
        if (machine->symbolic) machine->symbolic->at = instruction;
        execute(machine, instruction);
        if (machine->notes) note(machine, instruction, number);
        count_instruction(machine);
        if (instruction == executor->opening) open_run(machine);
    }
}

static void run_on(struct machine *machine) {
    for (;;) {
        machine->instruction = NULL;
        if (enter(machine))
            run_context(machine);
        else
            service_end(machine), machine->is_elsewhere = true;
    }
}

typedef void (*beginning)(struct machine *machine, uint32_t which);

static void set_out(struct machine *machine, bool permit) {
    machine->permit = permit;
    machine->has_come = false;
    machine->deeds = 1, machine->permit_deeds = 0;
    machine->instructions = machine->back_edges = 0;
    machine->is_elsewhere = false;
    machine->next_snapshot = FIRST_SNAPSHOT;
    rounds_clear(machine);
    machine->snapshot_size = 0;
    machine->loop = NULL;
    machine->instruction = NULL;
    machine->fault = machine->further_fault_count = 0;
    machine->lost.count = 0;
    machine->labels = 0;
    machine->ends = 0;
    machine->ended_recurrent = machine->ended_own = false;
    machine->shallowest = UINT32_MAX;
    machine->advanced = machine->stopped_clocks.count = 0;
    machine->executor->witness->begin(machine);
}

/* Code that is to run first after the start has not begun in the state itself: up to where others could notice, it is
 * as good to begin before something comes. (If it goes wrong there, its own step says so.) */
static bool begin_code(struct machine *machine) {
    set_out(machine, false);
    machine->is_elsewhere = true;
    enum leave why = (enum leave)setjmp(machine->way_out);
    if (why == LEAVE_NOT) run_on(machine);
    return why == LEAVE_POINT;
}

static enum leave step(struct machine *machine, beginning begin, uint32_t which) {
    if (begin && machine->executor->witness->wants_beginning(machine) && !begin_code(machine)) return LEAVE_PRUNED;
    set_out(machine, true);
    machine->has_come = begin != NULL;
    enum leave why = (enum leave)setjmp(machine->way_out);
    if (why == LEAVE_NOT) {
        if (begin) begin(machine, which), machine->is_elsewhere = true;
        run_on(machine);
    }
    if (why == LEAVE_FAULT) record_fault(machine);
    if (why == LEAVE_FAULT && machine->instruction)
        notes_add(machine, machine_instruction_number(machine), NOTE_EXECUTED);
    return why;
}

enum leave step_current(struct machine *machine) { return step(machine, NULL, 0); }
enum leave step_interrupt(struct machine *machine, uint32_t isr) { return step(machine, service_interrupt, isr); }
enum leave step_switch(struct machine *machine, uint32_t task) { return step(machine, service_switch, task); }
enum leave step_tick(struct machine *machine, uint32_t counter) { return step(machine, service_tick, counter); }
enum leave step_go_on_without(struct machine *machine, uint32_t number) {
    return step(machine, service_go_on_without, number);
}

bool step_has_one_outcome(struct machine *machine) {
    machine->choice = 0;
    machine->choices = 1;
    machine->ahead = true;
    enum leave why = step_current(machine);
    machine->ahead = false;
    return machine->choices == 1 && why != LEAVE_PRUNED;
}

static void complain_about_waiting(struct machine *machine, uint32_t nothing) {
    struct text *words = machine_words(machine);
    (void)nothing;
    struct complaint complaint = judge_idle(machine->subject, machine->kernel, words);
    if (!complaint.check) machine_leave(machine, LEAVE_POINT);
    machine_complain(machine, complaint, text_chars(words));
}

enum leave step_idle(struct machine *machine) { return step(machine, complain_about_waiting, 0); }
