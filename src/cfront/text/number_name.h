/* Types of numbers that say in their names what they are: `uint8_T`, `F32`, `DWORD`. */
#ifndef CFRONT_TEXT_NUMBER_NAME_H
#define CFRONT_TEXT_NUMBER_NAME_H

struct number_name {
    const char *type;  /* in C */
    const char *words; /* for people */
};

/* NULL: the name does not say. */
const struct number_name *number_name(const char *name);

#endif
