#include "search/checkpoint.h"
#include "search/hash.h"

static uint64_t add_to_sum(uint64_t sum, const void *bytes, size_t size) {
    return hash_pair(sum * HASH_ODD_2 ^ hash_bytes(bytes, size));
}

void checkpoint_put(struct checkpoint_writer *out, const void *bytes, size_t size) {
    if (out->failed || !size) return;
    out->failed = fwrite(bytes, 1, size, out->file) != size;
    out->sum = add_to_sum(out->sum, bytes, size);
}

void checkpoint_put_number(struct checkpoint_writer *out, uint64_t number) {
    checkpoint_put(out, &number, sizeof number);
}

bool checkpoint_end_writing(struct checkpoint_writer *out) {
    checkpoint_put_number(out, out->sum);
    return !out->failed && fflush(out->file) == 0;
}

void checkpoint_get(struct checkpoint_reader *in, void *bytes, size_t size) {
    if (!size) return;
    if (!in->failed) in->failed = fread(bytes, 1, size, in->file) != size;
    if (in->failed)
        memset(bytes, 0, size);
    else
        in->sum = add_to_sum(in->sum, bytes, size);
}

uint64_t checkpoint_get_number(struct checkpoint_reader *in) {
    uint64_t number;
    checkpoint_get(in, &number, sizeof number);
    return number;
}

bool checkpoint_end_reading(struct checkpoint_reader *in) {
    uint64_t sum = in->sum;
    return checkpoint_get_number(in) == sum && !in->failed;
}
