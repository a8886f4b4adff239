/* The texts of sources that were left out, with the headers that they include as far as the folder has them: functions
 * and macros. Texts are looked through, not parsed. */
#ifndef CFRONT_HIDDEN_LEFT_CODE_H
#define CFRONT_HIDDEN_LEFT_CODE_H

#include "cfront/hidden/left_effect.h"
#include "cfront/load/front.h"
#include "cfront/text/macro_texts.h"

struct left_file;

/* A function. */
struct left_body {
    const char *name;
    struct left_file *file;
    const char *text;
    size_t length;
    bool is_static;
    enum { LEFT_NEW, LEFT_BUSY, LEFT_KNOWN } state;
    struct left_effect effect; /* what it does, if that is known */
};

typedef VEC(struct left_file *) left_file_list;

struct left_file {
    const char *path, *code;      /* as long as the text, with each macro on a line; NULL: not yet read */
    const char *spelled;          /* ... with its strings; NULL: nobody has asked */
    VEC(struct left_body) bodies; /* in the order of their names */
    macro_list macros;
    left_file_list reach; /* what it includes, and itself */
    bool has_reach;
};

/* A function that other files may call. */
struct left_function {
    const char *name;
    struct left_body *body;
};

struct left_code {
    VEC(struct left_file) sources, headers; /* those that were left out come first */
    VEC(struct left_function) functions;    /* of sources, in the order of their names */
    struct left_effect pointed;             /* what functions do that pointers may lead to */
    enum { POINTED_NEW, POINTED_BUSY, POINTED_KNOWN } pointing;
    bool is_cut;    /* something was asked for that is being looked at */
    unsigned looks; /* so many functions were looked at */
};

/* With the sources that were taken: what others call may lead back into them. */
struct left_code *left_code_read(struct front *front);
void left_code_free(struct left_code *code);
/* What the source can see, with headers of the folder. */
const left_file_list *left_code_reach(struct front *front, struct left_code *code, struct left_file *file);
/* The first function of this name in a file; NULL: it has none. */
struct left_body *left_code_body(struct left_file *file, const char *name);
/* The first one of this name that others may call; behind it are those of the same name. NULL: there is none. */
const struct left_function *left_code_function(const struct left_code *code, const char *name);
const struct left_function *left_code_next(const struct left_code *code, const struct left_function *function);
/* What stands at this place of its code, with strings. */
const char *left_code_spelled(struct front *front, struct left_file *file, const char *place);

#endif
