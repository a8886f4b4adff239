#include "cfront/ir/tidy.h"

#include "base/memory.h"

#include <stdlib.h>

/* Where a jump to `at` ends up. An empty endless loop is a jump to itself. */
static uint32_t destination(const struct c_instruction *code, uint32_t count, uint32_t at) {
    for (uint32_t hops = 0; hops < count && code[at].kind == C_JUMP; hops++) at = code[at].then;
    return at;
}

/* A jump to the way back of a loop becomes one, too: it stands where that does. */
static void stand_at_loop(struct c_instruction *code, uint32_t count, uint32_t jump) {
    uint32_t at = code[jump].then;
    for (uint32_t hops = 0; hops < count && code[at].kind == C_JUMP; hops++) {
        if (code[at].then <= at && at > jump) code[jump].place = code[at].place;
        at = code[at].then;
    }
}

static void thread_jumps(struct c_instruction *code, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct c_instruction *instruction = &code[i];
        if (instruction->kind == C_JUMP) stand_at_loop(code, count, i);
        if (instruction->kind == C_JUMP || instruction->kind == C_BRANCH)
            instruction->then = destination(code, count, instruction->then);
        if (instruction->kind == C_BRANCH) instruction->otherwise = destination(code, count, instruction->otherwise);
    }
}

static void mark_reachable(const struct c_instruction *code, uint32_t count, bool *reachable) {
    uint32_t *stack = memory_new(sizeof *stack * ((size_t)count * 2 + 2)), depth = 0;
    if (count) stack[depth++] = 0;
    while (depth) {
        uint32_t at = stack[--depth];
        if (reachable[at]) continue;
        reachable[at] = true;
        struct c_next next = c_next(code, at);
        for (uint32_t i = 0; i < next.count; i++) stack[depth++] = next.list[i];
    }
    free(stack);
}

/* A jump to what comes next anyway. */
static void drop_idle_jumps(const struct c_instruction *code, uint32_t count, bool *kept) {
    uint32_t next = count;
    for (uint32_t i = count; i-- > 0;) {
        if (!kept[i]) continue;
        if (code[i].kind == C_JUMP && code[i].then == next)
            kept[i] = false;
        else
            next = i;
    }
}

static bool leads_back(const struct c_instruction *instruction, uint32_t at) {
    return (instruction->kind == C_JUMP || instruction->kind == C_BRANCH) &&
           (instruction->then <= at || (instruction->kind == C_BRANCH && instruction->otherwise <= at));
}

uint32_t tidy(struct c_instruction *code, uint32_t count) {
    bool *kept = memory_new(count + 1);
    uint32_t *numbers = memory_new(sizeof *numbers * ((size_t)count + 1)), remaining = 0;
    thread_jumps(code, count);
    mark_reachable(code, count, kept);
    drop_idle_jumps(code, count, kept);
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = remaining;
        if (kept[i]) code[remaining++] = code[i];
    }
    for (uint32_t i = 0; i < remaining; i++) {
        bool jumps = code[i].kind == C_JUMP || code[i].kind == C_BRANCH;
        code[i].then = jumps ? numbers[code[i].then] : 0;
        code[i].otherwise = code[i].kind == C_BRANCH ? numbers[code[i].otherwise] : 0;
        code[i].is_back_edge = leads_back(&code[i], i);
    }
    free(kept);
    free(numbers);
    return remaining;
}
