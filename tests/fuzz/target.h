/* What fuzz targets share. Each is one function over bytes: libFuzzer's own where one is fuzzed, a named one in
 * `fuzz_replay`, which gives every target its corpus once more. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "ts/ts.h"

#include <stddef.h>
#include <stdint.h>

#ifdef FUZZ_REPLAY
#define FUZZ_TARGET(name)                                                                                              \
    int fuzz_##name(const uint8_t *bytes, size_t size);                                                                \
    int fuzz_##name(const uint8_t *bytes, size_t size)
#else
#define FUZZ_TARGET(name)                                                                                              \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);                                                     \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
#endif

/* The bytes as a file of that name in a folder of this process, which goes when the process ends. The path is new
 * memory; what cannot be written ends the process. */
char *fuzz_file(const char *name, const void *bytes, size_t size);
char *fuzz_path(const char *name); /* of such a file */
/* The same for files that are mostly zeros: in `bytes`, a zero and the byte after it stand for that many. */
char *fuzz_sparse_file(const char *name, const uint8_t *bytes, size_t size);

/* Searches a little: a few hundred states, a fraction of a second. What is found must replay. */
void fuzz_search(const struct ts *ts);

/* For whatever asks whether to go on: no, once a fraction of a second has passed since fuzz_begin(). */
void fuzz_begin(void);
bool fuzz_goes_on(void *context);

#endif
