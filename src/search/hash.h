/* Hashing of states and of pairs of numbers: multiply-and-fold mixing, inline because it is on the fast path.
 * Every bit of the result depends on every bit of the input; the values may be written to checkpoints only together
 * with what they were computed from. Reads are little-endian, as all our targets are. */
#ifndef SEARCH_HASH_H
#define SEARCH_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records and hashes assume little-endian words");

#define HASH_ODD_1 UINT64_C(0x9e3779b97f4a7c15)
#define HASH_ODD_2 UINT64_C(0xd1b54a32d192ed03)
#define HASH_ODD_3 UINT64_C(0x8cb92ba72f3d8dd7)
#define HASH_ODD_4 UINT64_C(0xaef17502108ef2d9)

static inline uint64_t hash_read64(const void *from) {
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline uint32_t hash_read32(const void *from) {
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

/* The two halves of the 128-bit product, folded together. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b) {
    __uint128_t product = (__uint128_t)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* At most 16 bytes, as two words that together hold all of them. */
static inline void hash_read_short(const unsigned char *bytes, size_t size, uint64_t *a, uint64_t *b) {
    *a = *b = 0;
    if (size >= 8) {
        *a = hash_read64(bytes);
        *b = hash_read64(bytes + size - 8);
    } else if (size >= 4) {
        *a = hash_read32(bytes);
        *b = hash_read32(bytes + size - 4);
    } else {
        for (size_t i = 0; i < size; i++) *a = *a << 8 | bytes[i];
    }
}

static inline uint64_t hash_bytes(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t one = HASH_ODD_1, two = HASH_ODD_2, a, b;
    size_t left = size;
    for (; left > 32; left -= 32, bytes += 32) {
        one = hash_fold(hash_read64(bytes) ^ HASH_ODD_3, hash_read64(bytes + 8) ^ one);
        two = hash_fold(hash_read64(bytes + 16) ^ HASH_ODD_4, hash_read64(bytes + 24) ^ two);
    }
    if (left > 16) {
        one = hash_fold(hash_read64(bytes) ^ HASH_ODD_3, hash_read64(bytes + 8) ^ one);
        bytes += 16;
        left -= 16;
    }
    hash_read_short(bytes, left, &a, &b);
    /* The size comes last: next to data, it could be cancelled by them. */
    return hash_fold(hash_fold(a ^ HASH_ODD_2, b ^ one) ^ HASH_ODD_3, two ^ HASH_ODD_4 ^ size * HASH_ODD_1);
}

static inline uint64_t hash_pair(uint64_t pair) {
    pair ^= pair >> 32;
    pair *= HASH_ODD_3;
    pair ^= pair >> 29;
    pair *= HASH_ODD_1;
    return pair ^ pair >> 32;
}

/* A number below `count` from the hash's upper bits: `count` need not be a power of two. */
static inline uint64_t hash_reduce(uint64_t hash, uint64_t count) {
    return (uint64_t)((__uint128_t)hash * count >> 64);
}

#endif
