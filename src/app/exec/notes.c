#include "app/exec/notes.h"

int64_t script_next(struct script *script) {
    if (script->next == script->count) return 0;
    int64_t value = script->values[script->next++];
    if (script->repeats && script->next == script->count) script->next = script->again;
    return value;
}

void notes_free(struct notes *notes) {
    vec_free(&notes->list);
    vec_free(&notes->calls);
    vec_free(&notes->events);
    vec_free(&notes->pending);
}

static struct notes_event event_of(const struct machine *machine, enum notes_event_kind kind) {
    return (struct notes_event){
        .kind = kind, .context = (uint16_t)machine->current, .depth = (uint16_t)machine->run->frame_count};
}

void notes_begun(struct machine *machine) {
    if (!notes_wants_events(machine)) return;
    struct notes_event event = event_of(machine, NOTES_BEGUN);
    event.number = machine->frame->function->index;
    vec_push(&machine->notes->events, event);
}

void notes_branch(struct machine *machine, uint32_t instruction, bool value) {
    if (!notes_wants_events(machine)) return;
    struct notes_event event = event_of(machine, NOTES_BRANCH);
    event.number = instruction;
    event.value = value;
    vec_push(&machine->notes->events, event);
}

void notes_instruction_begins(struct machine *machine) {
    if (machine->notes) vec_clear(&machine->notes->pending);
}

void notes_condition(struct machine *machine, const struct c_expression *condition, bool value) {
    if (!notes_wants_events(machine) || machine->probe) return;
    struct notes_event event = event_of(machine, NOTES_CONDITION);
    event.condition = condition;
    event.value = value;
    vec_push(&machine->notes->pending, event);
}

void notes_instruction_ends(struct machine *machine) {
    struct notes *notes = machine->notes;
    for (size_t i = 0; i < notes->pending.count; i++) vec_push(&notes->events, notes->pending.items[i]);
    vec_clear(&notes->pending);
}

void notes_left(struct machine *machine, uint32_t context, uint32_t depth) {
    if (!notes_wants_events(machine)) return;
    vec_push(&machine->notes->events,
             (struct notes_event){.kind = NOTES_LEFT, .context = (uint16_t)context, .depth = (uint16_t)depth});
}
