/* What the user says about the world around the program: a .stubs file (docs/stubs.md). */
#ifndef CFRONT_LOAD_STUBS_H
#define CFRONT_LOAD_STUBS_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>

struct stub {
    enum stub_kind {
        STUB_CALL,    /* `int f() in 0..9`, `int f()`, `void f()`: what calls of f give */
        STUB_INPUT,   /* `volatile x in 0..9`: every read of x gives such a value */
        STUB_MEMORY,  /* `volatile x is memory`: x is an ordinary variable */
        STUB_REPLACE, /* `replace f with g` */
        STUB_NO_ASM   /* `ignore asm in f` */
    } kind;
    const char *name, *with;
    const char *type;             /* STUB_CALL: "unsigned char"; NULL: a pointer */
    bool has_range, does_nothing; /* ... and they write nothing where their pointers lead */
    int64_t low, high;
    struct place place;
    bool used, refused; /* it does not fit, which was told */
};

struct stubs {
    VEC(struct stub) list;
};

/* Texts go to the arena. Errors are diagnostics with their place. */
void stubs_read(struct stubs *stubs, const char *path, struct arena *arena, struct diagnostics *diagnostics);
struct stub *stubs_find(struct stubs *stubs, enum stub_kind kind, const char *name); /* NULL: none; marks it used */
struct stub *stubs_look(struct stubs *stubs, enum stub_kind kind, const char *name); /* marks nothing */
bool stub_is_of(const struct stub *stub, const char *name);                          /* `uart.sr` is of `uart` */
bool stubs_have_variable(const struct stubs *stubs, const char *name);
bool stubs_have_code(struct stubs *stubs, const char *name); /* they say what calls of it give */
void stubs_report_unused(const struct stubs *stubs, struct diagnostics *diagnostics); /* warnings */

#endif
