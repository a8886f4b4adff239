/* AVR, which reads and writes single bytes: its compilers align nothing, but what is told to be aligned. clang aligns
 * `short`, and pointers in memory, to two bytes there: structures are packed, and types corrected. */
#ifndef CFRONT_SOURCE_BYTE_MACHINE_H
#define CFRONT_SOURCE_BYTE_MACHINE_H

#include "cfront/load/front.h"

bool byte_machine_is(const struct front *front);
/* What clang is told, so that structures lie as they do there. */
extern const char byte_machine_packing[];
/* Members that are aligned by attributes, or by a pragma that packs to more than a byte, lie elsewhere there: refused.
 */
void byte_machine_check(struct front *front, CXType record, CXCursor declaration, const CXCursor *fields, size_t count);

#endif
