#include "app/exec/passed.h"

#include "base/memory.h"

#include <string.h>

void passed_begin(struct passed *passed, uint32_t context_count) {
    passed->context_count = context_count;
    passed->until = memory_new((context_count + 1) * sizeof *passed->until);
    passed->kept_until = memory_new((context_count + 1) * sizeof *passed->kept_until);
}

void passed_free(struct passed *passed) {
    vec_free(&passed->list);
    vec_free(&passed->turns);
    free(passed->until);
    free(passed->kept_until);
}

void passed_keep(struct passed *passed) {
    passed->kept = (uint32_t)passed->list.count;
    passed->kept_turns = (uint32_t)passed->turns.count;
    memcpy(passed->kept_until, passed->until, passed->context_count * sizeof *passed->until);
}

void passed_go_back(struct passed *passed) {
    passed->list.count = passed->kept;
    passed->turns.count = passed->kept_turns;
    memcpy(passed->until, passed->kept_until, passed->context_count * sizeof *passed->until);
    passed->before_race = 0;
}

static void note_turn(struct passed *passed, uint32_t context) {
    if (passed->turns.count && vec_last(&passed->turns).context == context) return;
    vec_push(&passed->turns, ((struct turn){(uint32_t)passed->list.count, context}));
}

void passed_note(struct passed *passed, uint32_t instruction, uint32_t context) {
    if (!passed->watched) return;
    note_turn(passed, context);
    if (passed->watched[instruction]) vec_push(&passed->list, ((struct pass){instruction, context}));
    passed->until[context] = (uint32_t)passed->list.count;
}

void passed_end(struct passed *passed, uint32_t context) {
    if (passed->watched) vec_push(&passed->list, ((struct pass){PASS_ENDED, context}));
}

void passed_race(struct passed *passed, uint32_t stopped) {
    if (passed->until[stopped] > passed->before_race) passed->before_race = passed->until[stopped];
}
