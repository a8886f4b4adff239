/* Names that headers declare which are not there, and what is made of them (invented.h). */
#ifndef CFRONT_LOAD_INVENTION_H
#define CFRONT_LOAD_INVENTION_H

#include "base/arena.h"
#include "base/vec.h"
#include "cfront/load/options.h"
#include "cfront/text/number_name.h"

#include <stdbool.h>
#include <stdint.h>

/* Elements of an array of which nothing tells the size. */
enum { ELSEWHERE_ELEMENTS = 4096 };

enum invented_kind {                    /* in the order in which more is known */
                     INVENTED_CONSTANT, /* a number that stays the same: any */
                     INVENTED_NUMBER,   /* one that C wants to know when it compiles: a number of its own */
                     INVENTED_TEXT,     /* a literal: of one character that no program has */
                     INVENTED_LIST,     /* `{ ... }`: first values, zeros */
                     INVENTED_HARDWARE, /* it is assigned, or has members, or is a pointer: each read gives any number
                                         */
                     INVENTED_TYPE,
                     INVENTED_TAG,      /* `struct NAME`: of what is used of it; or `enum NAME` */
                     INVENTED_WORD,     /* before a type: what its name says, or nothing */
                     INVENTED_LINE,     /* `NAME(...)` outside of functions: means nothing */
                     INVENTED_MACRO,    /* `NAME(...)` that means the same in all headers (usual_macro.h) */
                     INVENTED_FUNCTION, /* that gives something else than an int */
                     INVENTED_BORROWED, /* what another source says */
                     INVENTED_KINDS
};

enum invented_shape { SHAPE_NUMBER, SHAPE_RECORD, SHAPE_POINTER /* to such a record */, SHAPE_ADDRESS /* void * */ };

/* What it takes to be a number of the type, as far as constants tell. */
enum number_rank { RANK_INT, RANK_UNSIGNED, RANK_LONG, RANK_REAL };

/* Constants, and 0. */
struct number_range {
    int64_t least, most;
};

struct invented_type {
    const char *name; /* as the compiler calls it */
    enum invented_shape shape;
    const struct number_name *number; /* that the name says, or constants do; NULL: an int */
    enum number_rank rank;            /* ... constants do */
    struct number_range held;         /* ... that it holds, or that are more or less than it is */
    struct number_range compared;     /* ... that it is, or is not */
    bool has_sign;                    /* something asks whether it is below 0 */
    bool is_divided, is_counted;      /* ... by another number; with it */
    bool is_stepped;                  /* `++` or `--` */
    bool is_filled;                   /* it gets numbers that are no constants */
    bool is_addressed;                /* a pointer leads to it, or its size is asked for: it is no bit-field */
    bool is_array;                    /* of such */
    const char *leads_to;             /* SHAPE_ADDRESS: the type of pointers that it holds; NULL: any, void * */
    bool holds_all;                   /* ... it holds several */
    bool is_vague;                    /* ... it leads to a function of which nothing else is known */
    bool is_at_address;               /* somewhere a number is made a pointer to it: registers */
    VEC(struct invented_member) members;
};

struct invented_member {
    const char *name;
    struct invented_type *type; /* its own */
};

/* A source that lacks a name. */
struct invented_lack {
    const char *source;
    const char *declaration; /* INVENTED_BORROWED: what it gets */
    bool is_tag;             /* ... which is one of `struct NAME` */
    bool is_own;             /* it declares the name itself, which was not seen at first */
};

struct invention {
    const char *name;
    enum invented_kind kind;
    struct invented_type *type; /* of a type: itself */
    bool is_enum, is_union;     /* INVENTED_TAG: the latter; or `union NAME` */
    const char *result;         /* INVENTED_FUNCTION: what it gives, in C; INVENTED_HARDWARE: what it is; NULL: its type
                                 */
    const char *function;       /* INVENTED_FUNCTION: its type, where somebody wants it as a value; or NULL */
    bool is_called;             /* INVENTED_HARDWARE: `NAME(...)` is */
    const char *macro;          /* INVENTED_MACRO: what it is; NULL: what it usually is */
    bool is_block;              /* ... a block stands behind it (unknown_block.h) */
    bool is_type;               /* ... and `NAME` alone is a type: the same one */
    bool is_value;              /* certainly no type, whatever it looks like elsewhere */
    bool is_variable;           /* for once: it is one of the program, whatever its name looks like */
    bool is_address;            /* a number that is made a pointer: hardware lies there */
    unsigned number;            /* INVENTED_NUMBER: which */
    unsigned own_number;        /* ... and one that no other has */
    unsigned first_number;      /* ... before static assertions asked for less; 0: none does */
    bool has_no_less;           /* ... none of the lesser ones will do */
    bool is_size, is_label;     /* ... it counts elements, or bits; it is a label of a switch */
    unsigned enumeration;       /* ... an enumeration is made of it, and of the others that have this number; 0: none */
    bool is_usual;              /* ... every header has the same one */
    const char *pointer;        /* the type of pointers that somebody wants it to be; or NULL */
    bool is_pointed_at;         /* INVENTED_CONSTANT: pointers lead there by which it may be written */
    const char *file;           /* that has something of this name; or NULL */
    VEC(struct invented_lack) lacks;
};

struct invented {
    struct arena *arena; /* names */
    VEC(struct invention *) list;
    VEC(struct invented_type *) types;
    const char *const *messages;             /* of the configuration, NULL behind the last; or NULL */
    enum cfront_types reading;               /* what numbers are of which nobody says that */
    bool strains_types;                      /* ... without room for what they are only compared with */
    const struct stubs *stubs;               /* they say what variables are */
    bool has_fields;                         /* members are printed as bit-fields: all is learned */
    bool keeps_variables;                    /* ... and variables are defined */
    const struct cfront_number *number_list; /* what other values are for once */
    size_t number_count;
    const struct cfront_counted *counted; /* which numbers constants are for once */
    size_t counted_count;
    const char *const *variables; /* names that are variables for once */
    size_t variable_count;
    unsigned numbers, values; /* how many numbers were given, and how many of first values alone */
};

#endif
