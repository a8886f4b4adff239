/* A number for a text: different texts have different ones, as far as 64 bits can tell. Several texts are taken
 * together one after the other, each with the number so far; where one ends and the next begins counts. */
#ifndef BASE_FINGERPRINT_H
#define BASE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#define FINGERPRINT_START UINT64_C(0xcbf29ce484222325)

uint64_t fingerprint_bytes(uint64_t so_far, const void *bytes, size_t size);
uint64_t fingerprint_text(uint64_t so_far, const char *text); /* NULL is not the same as "" */

#endif
