/* Sizes and durations as people write and read them. What is printed can be parsed. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* "4096", "512K", "512M", "1.5G", "2 GiB": powers of 1024, either case. False if the text is nothing like it, or more
 * than 64 bits hold. */
bool units_parse_size(const char *text, uint64_t *bytes);
/* "90", "90s", "250ms", "5m", "1h30m", "2d": units in descending order, each at most once; only the last number may
 * have a fraction; a number without a unit stands alone and counts seconds. */
bool units_parse_duration(const char *text, double *seconds);

void units_print_size(struct text *out, uint64_t bytes);                    /* "640 B", "1.5 MiB", "512 GiB"        */
void units_print_duration(struct text *out, double seconds);                /* "35ms", "12.3s", "5m07s", "1h30m"    */
void units_print_count(struct text *out, uint64_t count);                   /* "12,345,678"                         */
void units_print_things(struct text *out, uint64_t count, const char *one); /* "1 state", "2,000 states" */
void units_print_rate(struct text *out, double per_second);                 /* "940/s", "1.25M/s"                   */

#endif
