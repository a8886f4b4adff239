/* What a text of C that nobody compiles does to others: the services that it calls, and whether it keeps others out, or
 * lets them in again, when it is over. Words are looked through in their order, with the blocks that they stand in. */
#ifndef CFRONT_HIDDEN_LEFT_EFFECT_H
#define CFRONT_HIDDEN_LEFT_EFFECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* By what others are kept out. */
enum left_hold {
    HOLD_RESOURCE = 1,
    HOLD_DISABLE = 2,
    HOLD_SUSPEND = 4,
    HOLD_SUSPEND_OS = 8,
    HOLD_PROCESSOR = 16, /* its own means */
    HOLD_REGISTER = 32,
    HOLD_SOURCE = 64, /* by another register, or function, than the one that undoes it */
    HOLDS_BY_SERVICES = HOLD_RESOURCE | HOLD_DISABLE | HOLD_SUSPEND | HOLD_SUSPEND_OS,
    HOLDS_OF_INTERRUPTS = ~HOLD_RESOURCE
};

struct left_effect {
    bool serves;       /* it calls services, whichever they are */
    uint64_t services; /* a bit for each, but for those that keep others out, and let them in */
    unsigned opens, closes;
    unsigned unsure;     /* on some ways, or in an order that makes no pair */
    unsigned begun;      /* some word keeps others out by these, whatever comes of it */
    const char *mask;    /* a word that masks interrupts by other means than services; NULL: none does */
    const char *held_by; /* the register that does, with its bits; NULL: none does */
    const char *beyond;  /* a service that cannot be modelled; NULL: it calls none */
};

/* A word of a text, and the text. */
struct left_word {
    const char *text, *begin, *end;
    size_t length;
};

typedef struct left_effect left_word_effect(void *context, const struct left_word *word);

/* `effect_of` says what a word does. */
struct left_effect left_effect_of(const char *text, size_t length, left_word_effect *effect_of, void *context);
/* Either of them may be meant. */
struct left_effect left_effect_join(struct left_effect one, struct left_effect other);
/* It calls nothing that others notice, nor keeps anybody out. */
bool left_effect_is_none(struct left_effect effect);
/* Where the statement begins in which the word stands. */
const char *left_effect_statement(const struct left_word *word);

#endif
