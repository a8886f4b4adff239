#include "base/fingerprint.h"

#include <string.h>

static uint64_t add(uint64_t hash, unsigned char byte) { return (hash ^ byte) * UINT64_C(0x100000001b3); } /* FNV-1a */

uint64_t fingerprint_bytes(uint64_t so_far, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) so_far = add(so_far, at[i]);
    for (uint64_t length = size, i = 0; i < sizeof length; i++, length >>= 8)
        so_far = add(so_far, (unsigned char)length);
    return so_far;
}

uint64_t fingerprint_text(uint64_t so_far, const char *text) {
    return text ? fingerprint_bytes(so_far, text, strlen(text)) : add(so_far, 0xff);
}
