#include "app/exec/unseen.h"

#include "app/exec/judge.h"
#include "app/exec/late.h"

#include <string.h>

_Static_assert(sizeof(struct unseen) == 16, "states are compared byte by byte");
_Static_assert(MOST_UNSEEN <= 32, "errors are bits of a number");

/* ---- where ---- */

struct range {
    uint32_t first, count;
};

/* Only names lead there: whoever reads or writes it is this code. */
static bool is_followed(const struct cell *cell, uint32_t context) {
    return cell->context == context && !cell->hardware && !cell->object->exposed && !cell->is_volatile;
}

static struct range range_of(const struct context_run *run, const struct cell *cell, const struct c_type *type) {
    uint32_t first = (uint32_t)(cell->bytes - run->stack) * 8;
    if (cell->bits) return (struct range){first + cell->bits->bit_offset, cell->bits->bit_width};
    return (struct range){first, type->size * 8};
}

static bool overlaps(const struct unseen *unseen, struct range range) {
    return unseen->first < range.first + range.count && range.first < unseen->first + unseen->count;
}

/* ---- the list ---- */

static uint32_t bit_of(const struct unseen *unseen) { return (uint32_t)1 << unseen->error; }

static uint32_t errors_of(const struct context_run *run) {
    uint32_t errors = 0;
    for (uint32_t i = 0; i < run->unseen_count; i++) errors |= bit_of(&run->unseen[i]);
    return errors;
}

static void take_at(struct context_run *run, uint32_t at) {
    run->unseen_count--;
    memmove(run->unseen + at, run->unseen + at + 1, (run->unseen_count - at) * sizeof *run->unseen);
}

static void add(struct machine *machine, struct context_run *run, const struct unseen *unseen) {
    if (run->unseen_count == MOST_UNSEEN)
        machine_fault(machine, "limit", "there are more than %d copies of errors that nobody has looked at",
                      MOST_UNSEEN);
    run->unseen[run->unseen_count++] = *unseen;
}

/* Somebody looks at these. */
static void look_at(struct context_run *run, uint32_t errors) {
    for (uint32_t i = run->unseen_count; i-- > 0;)
        if (errors & bit_of(&run->unseen[i])) take_at(run, i);
}

static void note_lost(struct machine *machine, const struct context_run *run, const struct unseen *gone) {
    if (errors_of(run) & bit_of(gone)) return;
    machine->lost = *gone;
}

/* ---- its way ---- */

/* Registers are looked at by who is not here. */
static void note_not_followed(struct machine *machine, const struct cell *cell, uint32_t number) {
    if (!cell->hardware) executor_note(&machine->executor->reached[number], REACHED_NOT_FOLLOWED);
}

void unseen_begin(struct machine *machine, uint32_t context, const struct c_instruction *service,
                  const struct cell *cell, const struct c_type *type, const struct osek_result *result) {
    struct context_run *run = &machine->contexts[context];
    const struct frame *frame = &run->frames[run->frame_count - 1];
    uint32_t number = machine->subject->first_instruction[frame->function->index] +
                      (uint32_t)(service - frame->function->code),
             errors = errors_of(run);
    if (!is_followed(cell, context)) {
        if (!service->is_surely_seen) note_not_followed(machine, cell, number);
        return;
    }
    struct range range = range_of(run, cell, type);
    bool is_misuse = judge_misuse(machine->subject, result->misused.misuse) != NULL;
    struct unseen unseen = {.service = number,
                            .status = (uint8_t)result->status,
                            .misuse = (uint8_t)(is_misuse ? result->misused.misuse : 0),
                            .first = range.first,
                            .count = range.count};
    while (errors >> unseen.error & 1) unseen.error++;
    add(machine, run, &unseen);
}

void unseen_carry(struct machine *machine) { machine->carried = (struct carried){.is_open = true}; }

void unseen_carried(struct machine *machine) { machine->carried.is_open = false; }

bool unseen_look(struct machine *machine) {
    bool was_carried = machine->carried.is_open;
    machine->carried.is_open = false;
    return was_carried;
}

void unseen_looked(struct machine *machine, bool was_carried) { machine->carried.is_open = was_carried; }

void unseen_note_read(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    struct context_run *run = machine->run;
    struct carried *carried = &machine->carried;
    if (!is_followed(cell, machine->current)) return;
    struct range range = range_of(run, cell, type);
    uint32_t errors = 0;
    for (uint32_t i = 0; i < run->unseen_count; i++)
        if (overlaps(&run->unseen[i], range)) errors |= bit_of(&run->unseen[i]);
    if (!carried->is_open)
        look_at(run, errors);
    else if (type->kind == C_RECORD || type->kind == C_ARRAY)
        carried->first = range.first, carried->count = range.count;
    else
        carried->errors |= errors;
}

/* The copies that the value is made of, where it goes to. */
static uint32_t copy_carried(const struct machine *machine, struct range to, struct unseen *copies) {
    const struct context_run *run = machine->run;
    const struct carried *carried = &machine->carried;
    struct range from = {carried->first, carried->count};
    uint32_t errors = carried->errors, count = 0;
    for (uint32_t i = 0; i < run->unseen_count; i++) {
        struct unseen copy = run->unseen[i];
        if (errors & bit_of(&copy))
            errors &= ~bit_of(&copy), copy.first = to.first, copy.count = to.count;
        else if (from.count && overlaps(&copy, from))
            copy.first += to.first - from.first;
        else
            continue;
        copies[count++] = copy;
    }
    return count;
}

void unseen_note_given(struct machine *machine, bool is_sure) {
    struct unseen copies[MOST_UNSEEN];
    uint32_t count = copy_carried(machine, (struct range){0, 0}, copies);
    if (count && !is_sure)
        executor_note(&machine->executor->reached[machine_instruction_number(machine)], REACHED_NOT_FOLLOWED);
    for (uint32_t i = 0; i < count; i++) look_at(machine->run, bit_of(&copies[i]));
    machine->carried = (struct carried){0};
}

void unseen_note_write(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    struct context_run *run = machine->run;
    struct unseen copies[MOST_UNSEEN], gone[MOST_UNSEEN];
    uint32_t gone_count = 0;
    if (!is_followed(cell, machine->current)) {
        if (cell->context == OSEK_NONE && !cell->hardware && !cell->object->is_regarded) return;
        uint32_t count = copy_carried(machine, (struct range){0, 0}, copies);
        if (count) note_not_followed(machine, cell, machine_instruction_number(machine));
        for (uint32_t i = 0; i < count; i++) look_at(run, bit_of(&copies[i]));
        return;
    }
    struct range range = range_of(run, cell, type);
    uint32_t count = copy_carried(machine, range, copies);
    for (uint32_t i = run->unseen_count; i-- > 0;)
        if (overlaps(&run->unseen[i], range)) gone[gone_count++] = run->unseen[i], take_at(run, i);
    for (uint32_t i = 0; i < count; i++) add(machine, run, &copies[i]);
    for (uint32_t i = 0; i < gone_count; i++) note_lost(machine, run, &gone[i]);
    unseen_complain(machine, machine->current);
}

/* ---- its end ---- */

void unseen_end(struct machine *machine, uint32_t context, uint32_t base) {
    struct context_run *run = &machine->contexts[context];
    for (uint32_t i = run->unseen_count; i-- > 0;) {
        struct unseen gone = run->unseen[i];
        if (gone.first < base * 8) continue;
        take_at(run, i);
        note_lost(machine, run, &gone);
    }
}

void unseen_forget(struct machine *machine) {
    for (uint32_t i = 0; i < machine->subject->context_count; i++) machine->contexts[i].unseen_count = 0;
}

void unseen_complain(struct machine *machine, uint32_t context) {
    const struct subject *subject = machine->subject;
    struct unseen lost = machine->lost;
    if (!lost.count) return;
    machine->lost.count = 0;
    const struct c_function *function = subject_function_at(subject, lost.service);
    const struct c_instruction *service = &function->code[lost.service - subject->first_instruction[function->index]];
    enum osek_misuse misuse = (enum osek_misuse)lost.misuse;
    enum osek_status status = (enum osek_status)lost.status;
    const char *check = judge_misuse(subject, misuse);
    struct text *words = machine_words(machine);
    executor_note(&machine->executor->reached[lost.service], REACHED_UNSEEN);
    text_printf(words, "%s has called %s (%s:%u): ", subject_context_name(subject, context),
                osek_service_name(service->service), place_file(service->place), service->place.line);
    if (check) text_printf(words, "%s; ", judge_misuse_text(subject, misuse));
    text_printf(words, "in this run nobody looks at %s, which it returned", osek_status_name(status));
    struct complaint complaint = {.check = check ? check : app_check_name(APP_CHECK_UNCHECKED),
                                  .about = late_is_answer(service->service, status, misuse) ? FAULT_LATE : 0};
    machine_complain(machine, complaint, text_chars(words));
}
