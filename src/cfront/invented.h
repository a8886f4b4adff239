/* What rtcheck makes of names that headers declare which are not there, so that the rest can be checked. Invariant: a
 * name means the same in all sources that lack it; what is known of it only grows, but that it is no type may be found
 * out once; every name is told with the verdict. */
#ifndef CFRONT_INVENTED_H
#define CFRONT_INVENTED_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "cfront/cfront.h"
#include "cfront/text/number_name.h"

#include <stdbool.h>
#include <stdint.h>

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

/* Before the names of types of constants, hardware and members: so complaints of the compiler tell whose they are. */
#define INVENTED_TYPE_OF "rtcheck_of_"
/* The first enumerator of an enumeration of which nothing is known begins so. */
#define INVENTED_ENUMERATOR "rtcheck_least_"
/* The header that declares them. */
#define INVENTED_HEADER "rtcheck_invented.h"
/* The character of texts in it: a literal that has it is made of one of them. */
enum { INVENTED_CHARACTER = 0x7f };
/* Before the names of structures in it, whose own names are those of types. */
#define INVENTED_RECORD "rtcheck_record_"
/* What the source lacks of it. While more is to be learned, constants are const, so that the compiler complains of
 * assignments. */
void invented_print(const struct invented *invented, const char *source, bool learning, struct text *out);
/* The register of a missing header that we put there; NULL: there is none. */
const struct invention *invented_at(const struct invented *invented, uint64_t address);
bool invented_any(const struct invented *invented, const char *source);

struct invention *invented_find(const struct invented *invented, const char *name);
/* The name that the source lacks. False: that was known, and at least that much of it. */
bool invented_add(struct invented *invented, const char *name, enum invented_kind kind, const char *source);
/* A number that is to be below a limit, or further below it, and another one than others, if there is one. False: it
 * cannot be lower. */
bool invented_lower(struct invented *invented, struct invention *number, unsigned limit);
/* Another source's declaration of the name, which is in `file`. False: that was known. */
bool invented_borrow(struct invented *invented, const char *name, const char *file, struct invented_lack lack);
/* As if it had never been seen. */
void invented_forget(struct invented *invented, struct invention *invention);
/* The source declares the name itself. False: it was not invented for it. */
bool invented_leave_to(struct invented *invented, const char *name, const char *source);
/* What is assigned and begins with a small letter is no register, but a variable that no source defines; if one does,
 * it is another one. */
bool invented_is_variable(const struct invention *invention);
/* A pointer that is no register's leads to memory; in capitals it may be hardware after all. */
bool invented_is_memory(const struct invented *invented, const struct invention *invention);
/* The numbers and texts that are guesses (guess.h). */
void invented_tell_guesses(const struct invented *invented, struct text *out);
/* Variables that no source defines. */
void invented_tell_variables(const struct invented *invented, struct text *out);
/* Types that might be something else than the `int` that they are taken for, and what. */
void invented_tell_types(const struct invented *invented, enum cfront_types types, struct text *out);
/* Not if all that seemed to lack it have it themselves. */
bool invented_is_lacked(const struct invention *invention);
/* The constant of this name that some source lacks; NULL: there is none. */
struct invention *invented_constant(const struct invented *invented, const char *name);
/* A name whose number is known: that of a message, or what every header has (unknown_constants.h). */
bool invented_knows_number(const struct invented *invented, const char *name, unsigned *number);
/* What an INVENTED_NUMBER is, for once or otherwise. */
int invented_number(const struct invented *invented, const struct invention *invention);
/* It is no type. False: nobody had taken it for one, or that was known. */
bool invented_make_value(struct invented *invented, const char *name);
/* By the name that the compiler has for a type: `const NAME`, `struct ...`. NULL: not one of these. */
struct invented_type *invented_type(const struct invented *invented, const char *name, size_t length);
struct invention *invented_of_type(const struct invented *invented, const struct invented_type *type);
bool invented_add_member(struct invented *invented, struct invented_type *type, const char *name);
/* The type of ours that is in what the source borrows by this name. NULL: there is none, or several are. */
struct invented_type *invented_borrowed_type(const struct invented *invented, const struct invention *invention,
                                             const char *source);
/* NULL: there is none of that name yet. */
struct invented_type *invented_member_type(const struct invented_type *type, const char *name);
/* NULL: no type has a member of that name, or several have. */
struct invented_type *invented_only_member(const struct invented *invented, const char *name);

/* Which number values of this type are for once; NULL: nobody says so. */
const char *invented_told_number(const struct invented *invented, const char *type);

/* All of them, by what they are taken for. */
void invented_tell(const struct invented *invented, struct text *out);
void invented_free(struct invented *invented);

#endif
