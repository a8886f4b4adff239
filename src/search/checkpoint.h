/* Numbers and blocks of bytes to and from a file, with a checksum over all of them.
 * A failure sticks: later calls do nothing, and only the last answer needs to be looked at. */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct checkpoint_writer {
    FILE *file;
    uint64_t sum;
    bool failed;
};

struct checkpoint_reader {
    FILE *file;
    uint64_t sum;
    bool failed;
};

void checkpoint_put(struct checkpoint_writer *out, const void *bytes, size_t size);
void checkpoint_put_number(struct checkpoint_writer *out, uint64_t number);
bool checkpoint_end_writing(struct checkpoint_writer *out); /* adds the checksum; true if all went well */

void checkpoint_get(struct checkpoint_reader *in, void *bytes, size_t size); /* zeroes after a failure */
uint64_t checkpoint_get_number(struct checkpoint_reader *in);
bool checkpoint_end_reading(struct checkpoint_reader *in); /* true if all went well and the checksum agrees */

#endif
