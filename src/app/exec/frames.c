#include "app/exec/frames.h"

#include "app/exec/symbolic.h"
#include "app/exec/unset.h"
#include "base/invariant.h"

#include <string.h>

uint32_t frames_beside(const struct machine *machine) {
    if (!machine->run->frame_count) return 0;
    return machine->frame->beside + beside_room(machine->analysis, machine->frame->function);
}

static uint32_t next_spot(const struct machine *machine) {
    return machine->run->frame_count ? machine->frame->spot + machine->frame->function->span : 0;
}

static uint32_t next_base(const struct machine *machine) {
    return machine->run->frame_count ? machine->frame->base + frame_room(machine->frame->function) : 0;
}

void frames_push(struct machine *machine, const struct c_function *function) {
    struct context_run *run = machine->run;
    invariant(run->frame_count < MAX_FRAMES);
    run->frames[run->frame_count] =
        (struct frame){function, 0, next_base(machine), frames_beside(machine), next_spot(machine)};
    machine->frame = &run->frames[run->frame_count++];
}

bool frames_have_room(const struct machine *machine, const struct c_function *function) {
    uint32_t left = machine->analysis->stack_limits[machine->current] - next_base(machine);
    return machine->run->frame_count < MAX_FRAMES && frame_room(function) <= left &&
           next_spot(machine) + function->span <= machine->subject->program->stack_size;
}

unsigned char *frames_room(struct machine *machine, const struct c_function *function) {
    if (!frames_have_room(machine, function))
        machine_fault(machine, "limit", "calls of %s nest too deep (see --recursion)",
                      subject_context_name(machine->subject, machine->current));
    unsigned char *room = machine->run->stack + next_base(machine);
    unset_begin(machine, function, frames_beside(machine));
    machine_drop_terms(machine, room, function->frame_size);
    return memset(room, 0, function->frame_size);
}
