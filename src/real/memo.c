#include "real/memo.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t bits_of(long double number) {
    double narrow = (double)number;
    uint64_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static struct real_memory *memory_of(struct real_memo *memo, enum real_function function, long double x,
                                     long double y) {
    uint64_t mixed = (bits_of(x) * 31 + bits_of(y)) * 31 + function;
    return &memo->known[mixed * 0x9e3779b97f4a7c15u >> 56];
}
_Static_assert(REAL_MEMO_SIZE == 256, "as many as eight bits tell apart");

/* No NaN is: it is computed anew. */
static bool is_same(long double one, long double other) { return one == other && !signbit(one) == !signbit(other); }

long double real_compute_again(struct real_memo *memo, enum real_function function, unsigned size,
                               const long double operands[3]) {
    if (!real_differs(function)) return real_compute(function, size, operands);
    long double x = operands[0], y = real_operands(function) > 1 ? operands[1] : 0;
    struct real_memory *known = memory_of(memo, function, x, y);
    bool is_known = known->size == size && known->function == function && is_same(known->operands[0], x) &&
                    is_same(known->operands[1], y);
    if (!is_known) *known = (struct real_memory){size, function, {x, y}, real_compute(function, size, operands)};
    return known->result;
}
