#include "app/exec/kept.h"

#include "app/analysis/movable.h"
#include "app/exec/moved.h"
#include "search/checkpoint.h"

static void save(const void *self, struct checkpoint_writer *out) {
    const struct executor *executor = self;
    checkpoint_put_number(out, executor->noted_size);
    for (size_t i = 0; i < executor->noted_size; i++) {
        unsigned char bits = atomic_load_explicit(&executor->noted[i], memory_order_relaxed);
        checkpoint_put(out, &bits, 1);
    }
    checkpoint_put_number(out, moved_count(executor->moved));
    for (size_t i = 0; i < moved_count(executor->moved); i++) {
        struct moved_note note = moved_get(executor->moved, i);
        checkpoint_put(out, &note, sizeof note);
    }
}

static bool is_of(const struct executor *executor, const struct moved_note *note) {
    return note->at < executor->subject->instruction_count && note->object < executor->subject->object_count &&
           note->way <= MOVABLE_WAYS;
}

static void load(void *self, struct checkpoint_reader *in) {
    const struct executor *executor = self;
    if (checkpoint_get_number(in) != executor->noted_size) in->failed = true;
    for (size_t i = 0; i < executor->noted_size && !in->failed; i++) {
        unsigned char bits;
        checkpoint_get(in, &bits, 1);
        executor_note(&executor->noted[i], bits);
    }
    for (uint64_t left = checkpoint_get_number(in); left && !in->failed; left--) {
        struct moved_note note;
        checkpoint_get(in, &note, sizeof note);
        in->failed |= !is_of(executor, &note);
        if (!in->failed) moved_put(executor->moved, &note);
    }
}

struct search_notes kept_notes(const struct executor *executor) {
    return (struct search_notes){.self = (void *)executor, .save = save, .load = load};
}
