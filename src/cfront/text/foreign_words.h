/* Words of compilers for small machines that C does not have: what they make of a function or a variable. They are
 * names like any others in other programs: foreign.h says where they are words. */
#ifndef CFRONT_TEXT_FOREIGN_WORDS_H
#define CFRONT_TEXT_FOREIGN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum foreign_kind {
    FOREIGN_ROUTINE,  /* an interrupt routine; perhaps its number, name or options behind it */
    FOREIGN_PLACE,    /* where something lies */
    FOREIGN_AT,       /* the same, an address behind it: of what is volatile, hardware */
    FOREIGN_NOTHING,  /* how code is made, which changes nothing here */
    FOREIGN_OPTION,   /* the same, with a number or a name behind it */
    FOREIGN_MASK,     /* no interrupt comes within the function */
    FOREIGN_KEPT,     /* start-up code does not initialize it */
    FOREIGN_ENDLESS,  /* the function does not return */
    FOREIGN_TYPE,     /* a type: a macro of ours has its name */
    FOREIGN_REGISTER, /* hardware, an address behind its name: the same */
    FOREIGN_MACRO     /* vendors' headers have it: the same */
};

struct foreign_word {
    const char *name;
    enum foreign_kind kind;
    const char *macro; /* of those, and of words that are too short: what stands behind `#define` */
};

extern const struct foreign_word foreign_words[];                         /* one without a name ends them */
const struct foreign_word *foreign_word(const char *text, size_t length); /* NULL: it is none */

const struct foreign_word *foreign_macro(const char *text, size_t length); /* of FOREIGN_MACRO, which may be both */

/* What is told of those that were dropped; NULL: nothing. */
const char *foreign_told(enum foreign_kind kind);

/* Those that may stand behind a function's parameters, with what is theirs, are skipped. */
const char *foreign_skip_behind(const char *at);

#endif
