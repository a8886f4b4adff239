#include "eventb/frame.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "eventb/node.h"
#include "eventb/proven.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 1 << 16 };
static const size_t MOST_MEMORY = (size_t)1 << 30;

struct eb_chunk {
    struct eb_chunk *previous, *spare; /* `spare`: a chunk that was used after this one and is empty now */
    size_t size;
    _Alignas(16) unsigned char bytes[];
};

static struct eb_chunk *chunk_new(size_t size, struct eb_chunk *previous) {
    struct eb_chunk *chunk = memory_resize(NULL, sizeof *chunk + size);
    chunk->previous = previous;
    chunk->spare = NULL;
    chunk->size = size;
    return chunk;
}

struct eb_frame *eb_frame_new(unsigned slot_count) {
    struct eb_frame *frame = memory_new(sizeof *frame);
    frame->chunk = chunk_new(CHUNK_SIZE, NULL);
    frame->start = eb_frame_mark(frame);
    frame->unasked = 1;
    frame->most_work = EB_MOST_WORK;
    eb_frame_resize(frame, slot_count);
    return frame;
}

void eb_frame_resize(struct eb_frame *frame, unsigned slot_count) {
    if (frame->slot_count >= slot_count) return;
    frame->slots = memory_resize(frame->slots, slot_count * sizeof *frame->slots);
    frame->cut_slots = memory_resize(frame->cut_slots, slot_count * sizeof *frame->cut_slots);
    for (unsigned i = frame->slot_count; i < slot_count; i++) {
        frame->slots[i] = (struct eb_value){0, NULL};
        frame->cut_slots[i] = false;
    }
    frame->slot_count = slot_count;
}

struct eb_memo *eb_frame_memo(struct eb_frame *frame, unsigned number) {
    if (number >= frame->memo_count) {
        unsigned count = 2 * number + 16;
        frame->memos = memory_resize(frame->memos, count * sizeof *frame->memos);
        memset(frame->memos + frame->memo_count, 0, (count - frame->memo_count) * sizeof *frame->memos);
        frame->memo_count = count;
    }
    return &frame->memos[number];
}

static void free_memos(struct eb_frame *frame) {
    for (unsigned i = 0; i < frame->memo_count; i++) free(frame->memos[i].words);
    free(frame->memos);
    if (frame->kept) arena_free(frame->kept);
}

void eb_frame_free(struct eb_frame *frame) {
    if (!frame) return;
    free_memos(frame);
    eb_proven_free(frame->proven);
    struct eb_chunk *chunk = frame->chunk;
    free(chunk->spare);
    while (chunk) {
        struct eb_chunk *previous = chunk->previous;
        free(chunk);
        chunk = previous;
    }
    free(frame->after);
    free(frame->slots);
    free(frame->cut_slots);
    free(frame);
}

void *eb_frame_alloc(struct eb_frame *frame, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (frame->chunk->size - frame->used < size) {
        struct eb_chunk *spare = frame->chunk->spare;
        if (frame->total + frame->used + size > MOST_MEMORY) eb_fail(frame, frame->too_large);
        frame->chunk->spare = NULL;
        frame->total += frame->used;
        if (!spare || spare->size < size) {
            free(spare);
            spare = chunk_new(size > CHUNK_SIZE ? size : CHUNK_SIZE, frame->chunk);
        }
        frame->chunk = spare;
        frame->used = 0;
    }
    void *block = frame->chunk->bytes + frame->used;
    frame->used += size;
    frame->spent += size;
    return block;
}

void eb_frame_rewind(struct eb_frame *frame, struct eb_mark mark) {
    while (frame->chunk != mark.chunk) {
        struct eb_chunk *last = frame->chunk;
        frame->chunk = last->previous;
        free(last->spare);
        last->spare = NULL;
        free(frame->chunk->spare);
        frame->chunk->spare = last;
    }
    frame->used = mark.used;
    frame->total = mark.total;
}

bool eb_is_ill_defined(const struct eb_frame *frame, uint32_t fault) {
    if (fault & (EB_STOP | EB_CUT) || !fault || !frame->faults) return false;
    return strcmp(frame->faults->list.items[fault - 1].kind, "well-definedness") == 0;
}

void eb_fail(struct eb_frame *frame, uint32_t fault) {
    frame->lost = eb_is_ill_defined(frame, fault);
    frame->fault = frame->doubtful && !(fault & EB_STOP) ? frame->undecided : fault;
    invariant(frame->way_out);
    longjmp(*frame->way_out, 1);
}

void eb_fail_lost(struct eb_frame *frame, uint32_t fault) {
    frame->lost = true;
    frame->fault = frame->doubtful && !(fault & EB_STOP) ? frame->undecided : fault;
    longjmp(*frame->way_out, 1);
}

void eb_fail_again(struct eb_frame *frame) { longjmp(*frame->way_out, 1); }

void eb_frame_ask(struct eb_frame *frame) {
    enum { ASK_EVERY = 4096 };
    frame->unasked = ASK_EVERY;
    if (frame->goes_on && !frame->goes_on(frame->goes_on_context)) eb_fail(frame, EB_STOP);
    if (frame->dear_at && frame->spent > frame->dear_at) eb_fail(frame, frame->too_dear);
}

void eb_doubt(struct eb_frame *frame) {
    if (frame->fault & EB_STOP) eb_fail(frame, frame->fault);
    if (frame->fault & EB_CUT) frame->undecided = frame->fault;
}

bool eb_attempt(struct eb_frame *frame, void (*work)(struct eb_frame *frame, void *context), void *context) {
    jmp_buf here;
    jmp_buf *before = frame->way_out;
    const uint32_t too_large = frame->too_large, cut_here = frame->cut_here;
    const uint32_t missed = frame->missed, maybe = frame->maybe;
    const bool doubtful = frame->doubtful, inexact = frame->inexact, maybe_lost = frame->maybe_lost;
    const unsigned calls = frame->calls;
    const int64_t low = frame->low, high = frame->high;
    frame->way_out = &here;
    if (_setjmp(here) == 0) { /* the only places for it that C allows are such conditions (C11 7.13.1.1) */
        work(frame, context);
        frame->way_out = before;
        return true;
    }
    frame->way_out = before;
    frame->too_large = too_large;
    frame->cut_here = cut_here;
    frame->missed = missed;
    frame->maybe = maybe;
    frame->maybe_lost = maybe_lost;
    frame->doubtful = doubtful;
    frame->inexact = inexact;
    frame->calls = calls;
    frame->low = low;
    frame->high = high;
    return false;
}
