/* What a load of C sources is asked for: what the build says, what the user says, and what is to be tried otherwise for
 * once. */
#ifndef CFRONT_LOAD_OPTIONS_H
#define CFRONT_LOAD_OPTIONS_H

#include "cfront/ir/ir.h"

/* Numbers that instruments give, though the types of their drivers have room for more. Two of them, or their double,
 * fit in every int. */
enum { CFRONT_SMALL = 16383 };

/* An expression: where it is, at which byte of the text, or of a macro's, it begins, and how many others are in it. */
struct cfront_extent {
    struct place place;
    uint32_t spelled_at, parts;
};

/* Constants of missing headers. */
enum cfront_constants {
    CONSTANTS_ANY,
    CONSTANTS_RISE,  /* 1, 2, 3 ..., as far as their uses allow that */
    CONSTANTS_FALL,  /* ... the other way round */
    CONSTANTS_APART, /* ... that are not in the program, either */
    CONSTANTS_ZERO,
    CONSTANTS_LARGE, /* ... frequencies, limits: as far as their types have room */
    CONSTANTS_ONES,  /* all bits are set, but the sign */
    CONSTANTS_KINDS
};

/* Types of missing headers of which nobody says which numbers they have. */
enum cfront_types {
    TYPES_INT,
    TYPES_VOLATILE,      /* ... that others may change: one access to such a number is no race */
    TYPES_UNSIGNED_CHAR, /* or the next wider one in which there is room for their constants; so with the others */
    TYPES_SIGNED_CHAR,
    TYPES_UNSIGNED,
    TYPES_UNSIGNED_SHORT,
    TYPES_SHORT,
    TYPES_LONG, /* long long */
    TYPES_UNSIGNED_LONG,
    TYPES_REAL,  /* what is divided has a fraction */
    TYPES_BOOL,  /* what is 0 or 1, and nobody counts with */
    TYPES_FIELD, /* members are bit-fields with room for their constants, registers, too */
    CFRONT_TYPES
};

/* What has an enumeration's type and comes from outside (enumeration.h). */
enum cfront_enumerations {
    ENUMERATIONS_USUAL, /* its enumerators, and of flags all combinations */
    ENUMERATIONS_ALONE, /* ... only of those that code puts together */
    ENUMERATIONS_NAMED, /* ... and none that by its name is an end, a mask or the like */
    ENUMERATIONS_ZERO,  /* ... and 0, and what lies between it and them */
    ENUMERATIONS_ANY    /* any number of its type */
};

/* What a value is for once, by the name that its type has for the compiler (c_open_value). */
struct cfront_number {
    const char *type, *number;
    const char *function; /* that gives it; or NULL */
    bool is_small;        /* a constant that is not beyond CFRONT_SMALL */
    unsigned widths;      /* ... or any of these number_widths, one for the whole run; 0: what `number` says */
    bool is_narrow;       /* ... or, whatever it is, no number but these: */
    int64_t low, high;
};

/* What a constant of a missing header is for once. */
struct cfront_counted {
    const char *name;
    int number;
};

/* A header that was found by a guess: half a sentence that is told if it is read. */
struct cfront_guess {
    const char *path, *assumed;
};

/* A name that the build seems to define, and nothing here does: half a sentence, which is told in any case. */
struct cfront_undefined {
    const char *name, *assumed;
};

/* Somebody else gets the address of an interrupt routine there, which comes from then on. */
struct cfront_registration {
    struct place place; /* of the call */
    const char *isr;    /* its name; NULL: whichever waits for that */
};

/* A function, and the file that names it, of which nobody knows what it does with it. */
struct cfront_named {
    const char *function, *by;
};

struct cfront_options {
    const char *const *arguments; /* for the compiler: -I, -D, -target, -std ... */
    size_t argument_count;
    const char *compile_commands;      /* a compile_commands.json, or NULL */
    const char *const *header_aliases; /* headers that mean our os.h, besides the usual ones */
    size_t header_alias_count;
    const char *const *left_out; /* sources that lie beside these, and are not taken (left_out.h) */
    size_t left_out_count;
    const char *const *headers; /* of the folder that these may include */
    size_t header_count;
    const char *const *vectors; /* functions that a table of vectors names which is not read (text/vector_lines.h) */
    size_t vector_count;
    const struct cfront_named *named; /* ... and those that others may run whom nobody reads */
    size_t named_count;
    const char *const *assumed; /* what was guessed when the sources were chosen, as half sentences */
    size_t assumed_count;
    const char *doubt; /* why nothing holds for certain, since the build says something that is not followed; NULL */
    const struct cfront_guess *guessed;
    size_t guessed_count;
    const struct cfront_undefined *undefined; /* ... each is among those assumed */
    size_t undefined_count;
    const char *stubs; /* a .stubs file, or NULL: what functions without a body return, or replacements of functions */
    bool without_headers; /* names of headers that are missing are invented (invented.h); otherwise they are errors */
    bool guesses_build;   /* nobody says what the build defines: what hinges on that is told (undefined.h) */
    bool small_inputs;    /* inputs of which nobody says anything are not beyond CFRONT_SMALL, in either direction */
    enum cfront_constants constants;
    const struct cfront_counted *counted; /* ... what these are */
    size_t counted_count;
    bool counts_rivals;  /* ... and what is compared with several of them is one of them (rival_constants.h) */
    bool constants_move; /* ... those that may be hardware are (moving_constants.h) */
    const char *const *variables; /* ... and these, or registers, are variables that no source defines */
    size_t variable_count;
    enum cfront_types types;
    const struct cfront_number *numbers; /* of missing headers, that are others than they are taken for */
    size_t number_count;
    enum cfront_enumerations enumerations;
    bool whole_enumerations;          /* ... the numbers between enumerators are not left out */
    const struct c_section *sections; /* these hold interrupts off by the standard's services */
    size_t section_count;
    const struct c_leap *locks; /* of these, registers keep interrupts out as their names say */
    size_t lock_count;
    bool strains_types;   /* ... they need no room for what they are only compared with */
    bool leaves_pointers; /* functions without a body that get their addresses do */
    bool only_reads; /* functions that nothing declares do, but what has no value before, and if their names say so */
    bool keeps_variables; /* of missing headers: what is written is what is read */
    unsigned recursion_limit;
    unsigned heap;                      /* how many times as large as usual; 0: once */
    bool malloc_fails;                  /* ... where it has no room; otherwise rtcheck goes no further */
    bool falling_off_is_end;            /* (profiles) a task may end without a service */
    const struct cfront_extent *turned; /* operands and arguments of these are evaluated from left to right, or from
                                           right to left: a choice */
    size_t turned_count;
    const struct cfront_registration *registrations;
    size_t registration_count;
    const char *const *asking; /* texts, such as formulas, whose words may be enumerators (enumerators.h) */
    size_t asking_count;
};

#endif
