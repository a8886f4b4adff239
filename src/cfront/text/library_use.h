/* Which parts of our C library a program may use. Its bodies take the compiler longer than most applications do, so
 * that a program gets those parts that have what it names, and the parts that they name in turn.
 *
 * Contract: no false `no`. A name counts wherever it stands, in comments, too, and so does whatever makes names of
 * pieces: then all parts are used. In our own headers, which declare everything, a name counts in macros only. */
#ifndef CFRONT_TEXT_LIBRARY_USE_H
#define CFRONT_TEXT_LIBRARY_USE_H

#include "cfront/text/name_set.h"

struct library_part {
    const char *text;
    struct name_set names; /* what it declares outside of all braces and parentheses, its macros among it */
    bool is_used;
};

struct library_use {
    struct name_set names; /* of all parts, without the library's own: rtcheck_… */
    struct library_part *parts;
    size_t count;
    bool is_used;   /* the first part, which the others stand on */
    bool has_errno; /* it is named, or who knows: what goes wrong may be looked at */
};

/* Form feeds divide `library`, a text in C. Nothing is used. */
struct library_use library_use_of(const char *library, struct arena *arena);
void library_use_none(struct library_use *use);
void library_use_all(struct library_use *use);
/* Uses what a text names. */
void library_look(struct library_use *use, const char *text, size_t length);
void library_look_at_ours(struct library_use *use, const char *text, size_t length);
/* The parts that are used, each in the lines that it has in the whole library; "": none is. */
const char *library_used_text(struct library_use *use, struct arena *arena);

#endif
