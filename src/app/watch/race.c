#include "app/watch/race.h"

#include "app/analysis/movable.h"
#include "app/analysis/pieces.h"
#include "app/exec/access.h"
#include "app/exec/moved.h"
#include "app/exec/record.h"
#include "app/watch/operator.h"

#include <stdio.h>

/* ---- who was stopped ---- */

static const struct frame *top_of(const struct context_run *run) { return &run->frames[run->frame_count - 1]; }

/* Is something accessed around there that others access, too? */
static bool stands_where_it_matters(const struct machine *machine, const struct frame *top) {
    return machine->analysis->movable[machine->subject->first_instruction[top->function->index] + top->next] &
           MOVABLE_MATTERS;
}

/* By something from outside, wherever it stands, if that matters. Behind a service, it may have given way itself: there
 * `stopped` knows, or, if nobody looks for races, it may be. */
static bool is_interrupted(const struct machine *machine, uint32_t context) {
    const struct context_run *run = &machine->contexts[context];
    if (run->stopped) return true;
    if (!run->frame_count || !stands_where_it_matters(machine, top_of(run)) || !machine_is_under_way(machine, context))
        return false;
    return !machine->analysis->contended || !movable_is_at_service(top_of(run)->function, top_of(run)->next);
}

void race_begin(struct machine *machine) {
    uint32_t current = osek_current(machine->subject->config, machine->kernel);
    machine->wary = false;
    for (uint32_t i = 0; i < machine->subject->context_count && !machine->wary; i++)
        machine->wary = i != current && is_interrupted(machine, i);
}

bool race_wants_beginning(const struct machine *machine) {
    const struct executor *executor = machine->executor;
    uint32_t current = osek_current(executor->subject->config, machine->kernel);
    return executor->analysis->contended && current != OSEK_NONE && !machine->contexts[current].frame_count &&
           executor->subject->program->entries[current];
}

struct stop {
    const struct executor *executor;
    const unsigned char *touched; /* by those that may come */
    bool matters;
};

static void note_conflict(void *context, const struct access *access) {
    struct stop *stop = context;
    uint32_t number = access->cell.number;
    unsigned theirs = access->writes ? TOUCH_READS | TOUCH_WRITES : TOUCH_WRITES;
    stop->matters |= !access->done && stop->executor->analysis->contended[number] && (stop->touched[number] & theirs);
}

/* It cannot be seen from where it stands that it was stopped, and what is accessed around there may matter. */
static bool stands_among_accesses(const struct machine *machine, uint32_t context) {
    const struct context_run *run = &machine->contexts[context];
    if (!machine->analysis->contended || !run->frame_count) return false;
    const struct frame *top = top_of(run);
    return stands_where_it_matters(machine, top) && movable_is_at_service(top->function, top->next);
}

void race_arrival(struct machine *machine) {
    const struct executor *executor = machine->executor;
    uint32_t current = osek_current(executor->subject->config, machine->kernel);
    if (current == OSEK_NONE) return;
    machine_look_around(machine);
    if (!machine->touched) return;
    struct stop stop = {executor, machine->touched, false};
    if (executor->analysis->contended) access_list(machine, current, note_conflict, &stop);
    machine->contexts[current].stopped = stop.matters || stands_among_accesses(machine, current);
    machine->wary |= is_interrupted(machine, current);
}

/* ---- what an instruction does with some bytes ---- */

struct overlap {
    const struct machine *machine;
    const unsigned char *bytes;
    uint32_t size;
    unsigned reads, writes; /* of these bytes, in part at least */
    unsigned coming;        /* ... that are still to be made; `coming_writes` of them write */
    unsigned coming_writes;
    bool is_plain;                   /* all are volatile and made at once */
    const struct c_expression *read; /* the place, as the last one that reads has it */
    struct cell cell;                /* of a coming access, the narrowest */
    const struct c_type *type;
};

/* All of a bit-field's bits come in one piece of its unit: it cannot be torn, however the unit lies. */
static bool is_in_one_piece(const struct machine *machine, const struct access *access) {
    const struct c_field *bits = access->cell.bits;
    struct pieces pieces;
    pieces_find(access->type, machine->subject->word, &pieces);
    unsigned first = bits->bit_offset / 8, last = (bits->bit_offset + bits->bit_width - 1) / 8;
    return first / pieces.word == last / pieces.word;
}

static bool is_made_at_once(const struct machine *machine, const struct access *access) {
    uint32_t size = access->type->size, align = access->cell.bits ? access->type->align : size;
    if (!size || access->cell.object->align < align || memory_offset(machine, &access->cell) % align != 0) return false;
    if (access->cell.bits && !access->writes) return is_in_one_piece(machine, access);
    return pieces_count(access->type, machine->subject->word) == 1;
}

/* memcpy() takes a volatile number byte by byte, and a structure, too. Of bytes, an array is made. */
static bool takes_parts(const struct access *access) {
    const struct c_type *type = access->cell.object->type;
    while (type->kind == C_ARRAY) type = type->target;
    return access->cell.is_disguised && access->type->size == 1 && type->size > 1;
}

static void note_overlap(void *context, const struct access *access) {
    struct overlap *overlap = context;
    const unsigned char *bytes = access->cell.bytes;
    if (access->cell.constant || bytes >= overlap->bytes + overlap->size ||
        overlap->bytes >= bytes + access->type->size)
        return;
    overlap->reads += !access->writes;
    if (!access->writes) overlap->read = overlap->machine->reading;
    overlap->writes += access->writes;
    overlap->is_plain &= access->cell.is_volatile && is_made_at_once(overlap->machine, access) && !takes_parts(access);
    if (access->done) return;
    overlap->coming++;
    overlap->coming_writes += access->writes;
    if (overlap->type && overlap->type->size <= access->type->size) return;
    overlap->cell = access->cell;
    overlap->type = access->type;
}

static struct overlap find_overlap(struct machine *machine, uint32_t context, const struct cell *cell,
                                   const struct c_type *type) {
    struct overlap overlap = {.machine = machine, .bytes = cell->bytes, .size = type->size, .is_plain = true};
    access_list(machine, context, note_overlap, &overlap);
    return overlap;
}

struct site {
    struct machine *machine;
    uint32_t context;
    struct frame *frame;
    const struct overlap *overlap;
};

static bool is_there(void *context, const struct c_expression *place) {
    const struct site *site = context;
    const struct overlap *overlap = site->overlap;
    struct cell cell;
    if (!access_place(site->machine, site->context, site->frame, place, &cell) || cell.constant || cell.hardware)
        return false;
    return cell.bytes < overlap->bytes + overlap->size && overlap->bytes < cell.bytes + place->type->size;
}

/* Whose code has the place: what is returned is written where its caller wants it. */
static struct frame *frame_of(const struct machine *machine, uint32_t context, const struct overlap *overlap) {
    const struct context_run *run = &machine->contexts[context];
    struct frame *frame = &run->frames[run->frame_count - 1];
    bool returns = !overlap->reads && frame->function->code[frame->next].kind == C_RETURN && run->frame_count > 1;
    return returns ? frame - 1 : frame;
}

static bool is_part_of_operator(struct machine *machine, uint32_t context, const struct overlap *overlap) {
    struct frame *frame = frame_of(machine, context, overlap);
    struct site site = {machine, context, frame, overlap};
    const struct c_expression *written = frame->function->code[frame->next].target;
    struct operator_access access = {frame->function, frame->next, overlap->reads ? overlap->read : written, is_there,
                                     &site};
    if (overlap->reads) return operator_reads(&access);
    return written && operator_writes(&access);
}

/* Two reads of one instruction may be two looks (`x && x < 3`). Who only reads (`writes` is false) meanwhile finds the
 * old value or the new one, and no update is lost: for them `x++` is one store. */
static bool is_flag(struct machine *machine, uint32_t context, const struct overlap *overlap, bool writes) {
    if (!writes) return overlap->is_plain && overlap->writes == 1;
    const struct frame *frame = top_of(&machine->contexts[context]);
    bool is_one = overlap->reads + overlap->writes == 1;
    bool are_looks = !overlap->writes && operator_is_sequenced(&frame->function->code[frame->next]);
    return overlap->is_plain && (is_one || are_looks) && !is_part_of_operator(machine, context, overlap);
}

/* ---- the complaint ---- */

static void print_who(const struct machine *machine, uint32_t context, struct text *out) {
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(machine->subject->config, context, &index);
    const char *before = kind == OSEK_TASK ? "task " : kind == OSEK_ISR ? "ISR " : "";
    text_printf(out, "%s%s", before, subject_context_name(machine->subject, context));
}

static void print_where(const struct machine *machine, uint32_t context, const struct overlap *overlap,
                        struct text *out) {
    const struct frame *frame = frame_of(machine, context, overlap);
    struct place place = frame->function->code[frame->next].place;
    text_printf(out, " (%s:%u)", place_file(place), place.line);
}

static const char *done_by(const struct overlap *overlap, bool writes) {
    if (overlap->reads && overlap->writes) return "read and written";
    return writes ? "written" : "read";
}

static const char *does(const struct overlap *overlap) {
    if (overlap->reads && overlap->writes) return "reads and writes";
    return overlap->writes ? "writes" : "reads";
}

__attribute__((noreturn)) static void complain(struct machine *machine, uint32_t stopped, const struct overlap *theirs,
                                               const struct overlap *ours, const struct cell *cell,
                                               const struct c_type *type, bool writes) {
    bool narrower = theirs->type->size < type->size;
    const struct cell *place = narrower ? &theirs->cell : cell;
    record_race(machine, stopped);
    struct text name = {0}, *said;
    text_add(&name, memory_name(machine, place, narrower ? theirs->type : type));
    said = machine_words(machine);
    text_printf(said, "%s is %s by ", text_chars(&name), done_by(ours, writes));
    text_free(&name);
    print_who(machine, machine->current, said);
    print_where(machine, machine->current, ours, said);
    text_add(said, " while ");
    print_who(machine, stopped, said);
    text_printf(said, " %s it", does(theirs));
    print_where(machine, stopped, theirs, said);
    machine_fault(machine, app_check_name(APP_CHECK_RACE), "%s: nothing keeps them apart", text_chars(said));
}

/* ---- looking ---- */

static void look_at(struct machine *machine, uint32_t stopped, const struct cell *cell, const struct c_type *type,
                    bool writes) {
    struct overlap theirs = find_overlap(machine, stopped, cell, type);
    if (!(writes ? theirs.coming : theirs.coming_writes)) return;
    struct overlap ours = find_overlap(machine, machine->current, cell, type);
    if (is_flag(machine, stopped, &theirs, writes)) return; /* whoever came is done before the other goes on */
    complain(machine, stopped, &theirs, &ours, cell, type, writes);
}

void race_look(struct machine *machine, const struct cell *cell, const struct c_type *type, bool writes) {
    const struct analysis *analysis = machine->analysis;
    if (cell->constant || cell->hardware || !analysis->crowded[cell->number]) return;
    for (uint32_t i = 0; i < machine->subject->context_count; i++) {
        if (i == machine->current || !is_interrupted(machine, i)) continue;
        if (analysis->contended && machine->contexts[i].stopped) look_at(machine, i, cell, type, writes);
        moved_meeting(machine, i, cell, type, writes ? TOUCH_WRITES : TOUCH_READS);
    }
}
