/* One load of a program: what all parts of the front end share. */
#ifndef CFRONT_LOAD_FRONT_H
#define CFRONT_LOAD_FRONT_H

#include "base/arena.h"
#include "base/vec.h"
#include "cfront/library/names.h"
#include "cfront/load/clang.h"
#include "cfront/load/cursor_map.h"
#include "cfront/load/invention.h"
#include "cfront/load/options.h"
#include "cfront/load/stubs.h"
#include "cfront/text/foreign_words.h"
#include "cfront/text/library_use.h"

struct member_use {
    const char *name;
    struct member_use *next;
};

/* A function or a variable with linkage, or a static local: one for all its declarations. */
struct symbol {
    const char *name;
    bool is_function, is_static;
    bool has_definition; /* a body; of variables: a definition that is not tentative, or any at all */
    bool has_initializer;
    bool is_library;        /* a body of ours */
    bool is_interrupt;      /* its declaration says so (interrupts.h) */
    bool is_startup;        /* ... that it runs by itself (startup.h) */
    bool is_weak;           /* another definition may replace it */
    struct place rival;     /* ... and this one, which is weak, too, says something else; no file: none does */
    bool is_weak_reference; /* ... or there need be none */
    bool has_no_size;       /* an array that is declared only, and nowhere with its size */
    CXCursor cursor;        /* the definition, if there is one */
    struct place place;
    struct c_object *object;
    struct c_function *function;
    bool used, written, address_taken; /* anywhere in the program */
    bool is_used_whole;                /* ... it is written, or its address taken, as a whole */
    struct member_use *members;        /* ... or as these members */
    bool is_lowered;
    bool warned; /* has no body, and that was said */
};

struct unit {
    CXTranslationUnit tu;
    const char *path;
};

struct relocation { /* `object`'s bytes at `offset` are the address of `to` plus `addend` */
    struct c_object *object;
    uint32_t offset;
    const struct c_object *to;
    int64_t addend;
    bool is_pointer; /* confined to these bytes of it; otherwise a number */
    uint32_t part, part_size;
};

struct weak_name { /* by a pragma */
    const char *name;
    CXTranslationUnit tu;
};

struct mark { /* a place in a text (marks.h) */
    const char *file;
    unsigned offset;
    struct place place;
    bool has_owner; /* a declaration that it belongs to was found */
};
typedef VEC(struct mark) mark_list;

struct placed { /* a variable that a text puts somewhere (placed.h) */
    const char *name, *file;
    enum CXLinkageKind linkage; /* invalid: only the name is known */
};
typedef VEC(struct placed) placed_list;

struct hidden_text { /* of a header that is not read as it is (hidden.h) */
    const char *path;
    const char *code; /* NULL: it cannot be read */
};

struct absent_header { /* one that is not there (absent.h) */
    const char *name;
    const char *text;   /* in its place */
    const char *folder; /* `-IFOLDER`, which that needs; or NULL */
    const char *source; /* that lacks it; NULL: it is the same for all */
};

struct replaced { /* a header that is not read as it is (replaced.h) */
    const char *path;
    const char *text;  /* instead */
    const char *error; /* why; NULL: it is a kernel's */
    struct place place;
};

typedef VEC(const char *) name_list;

/* A header of the project that bears a name of one of ours (shadowed.h). */
struct shadowed {
    const char *folder, *path, *name; /* no folder: it lies beside a source */
    bool is_kernels;                  /* by its name */
    bool is_added;                    /* it is read with ours */
    bool is_met;                      /* ours is read */
};

/* What a static variable, or a part of one, begins with. */
struct first_value {
    const struct c_expression *place, *value;
};

struct front {
    struct clang clang;
    struct arena *arena;   /* the program's */
    struct arena *scratch; /* of the load */
    struct diagnostics *diagnostics;
    const struct cfront_names *names;
    const struct cfront_options *options;
    struct stubs stubs;
    struct c_program *program;
    CXIndex index;
    VEC(struct unit) units;
    /* declarations */
    struct cursor_map symbols; /* canonical cursor: struct symbol */
    VEC(struct symbol *) symbol_list;
    struct symbol **externals; /* by name: a table with room to spare, in the scratch arena */
    size_t external_count, external_room;
    VEC(struct c_object *) globals;
    VEC(struct c_function *) functions;
    VEC(struct c_object *) exposed; /* locals whose address is taken */
    VEC(struct relocation) relocations;
    VEC(const struct c_expression *) computed_first; /* first values that something is done for (faulty_first.h) */
    VEC(struct c_unordered) unordered;
    VEC(struct c_leap) leaps;
    VEC(struct c_section) sections;
    VEC(struct place) open_places;
    VEC(struct c_given) given;
    VEC(struct c_left) left_functions;
    struct enumerations *enumerations;    /* what is known of them (enumerations.h) */
    bool runs_idle_hook;                  /* somewhere behind StartOS (idle_hook.h) */
    name_list asked_names, defined_names; /* by the preprocessor (undefined.h) */
    name_list said_names;                 /* by options of any source (compiler_names.h) */
    name_list compared_names;             /* words of its conditions that are not only asked for */
    name_list our_names;                  /* that headers of ours define */
    struct conditions *conditions;        /* of the preprocessor (conditions.h) */
    name_list left_undefined;             /* all that is asked for, and nothing defines */
    VEC(struct shadowed) shadowed;
    name_list shadow_folders;             /* that were looked through */
    const char *configured_names;         /* the header of the configuration's names */
    VEC(CXCursor) given_texts;            /* literals that only code without a body gets */
    VEC(const char *) undeclared;         /* functions that are called and that no header declares */
    name_list not_found;                  /* headers */
    bool looked_for_masks, masks_sources; /* (source_mask.h) */
    bool has_assembly;                    /* in a function's code */
    VEC(const char *) missing;            /* functions without a body that are called */
    struct left_services *left_services;  /* of sources that were left out (left_services.h); NULL: not yet read */
    struct place first_missing;           /* where the first of them is */
    VEC(const char *) unwritten;          /* hooks, routines and callbacks of the configuration that have no code */
    VEC(struct c_object *) returned;      /* what pointers of functions without a body lead to */
    VEC(struct symbol *) elsewhere;       /* variables that are used and that no source defines */
    VEC(struct c_fixed) hardware;         /* constant addresses: nothing of the program's may lie there */
    /* types */
    struct cursor_map effects;           /* expressions: whether they have effects (lower_has_effects) */
    struct place failed_assertion;       /* ... a static one, which missing headers make true; no file: there is none */
    struct cursor_map laid_out_by_guess; /* types: whether their sizes hinge on such numbers */
    struct cursor_map guesses;  /* enumerators: whether they are made of numbers of missing headers (guess.h) */
    struct cursor_map type_map; /* declarations of records and enumerations */
    unsigned type_depth;
    bool type_too_deep;                        /* and that was said */
    bool computes_widely;                      /* with long double; that was said, too */
    const struct c_type *basic[256];           /* by CXTypeKind */
    const struct c_type *integers[4][2];       /* by log2 of the size and by signedness: results of conversions */
    VEC(struct c_type *) derived_types;        /* pointers, arrays, functions: each one once */
    VEC(const struct c_type *) argument_types; /* that have numbers (variadic.h) */
    /* places */
    CXFile last_file;
    const char *last_file_name;
    VEC(const char *) file_names;
    /* our C library (library_use.h) */
    struct library_use library;
    /* headers that are not there */
    bool lacks_headers;   /* or has ours instead */
    bool has_told_second; /* what to do about a name that is defined twice */
    VEC(struct absent_header) absent;
    VEC(struct hidden_text) hidden;
    bool has_no_target;        /* nobody says which machine it is */
    unsigned chosen_widths;    /* whose types code names (standard_numbers.h) */
    bool reads_stdint;         /* ours */
    bool asks_for_types;       /* `_Generic` */
    bool has_char32;           /* `U"text"` */
    bool guesses_enums;        /* nobody says whether they are small */
    bool has_short_enums;      /* they are no larger than their values need */
    VEC(const char *) flags;   /* of sources, that say what numbers are: of the last one that has any */
    struct invented invented;  /* what nothing declares */
    struct borrowed *borrowed; /* names of other sources, while those are learned; else NULL */
    VEC(struct replaced) replaced;
    VEC(struct replaced) broken; /* that had errors when all was read last */
    const char *const *sources;
    size_t source_count;
    /* pragmas (pragmas.h) */
    VEC(struct weak_name) weak_names;
    VEC(const char *) open_names;     /* what they mean is left to the linker */
    VEC(const char *) pragmas;        /* that were warned of */
    VEC(const char *) attributes;     /* the same (attributes.h) */
    VEC(const char *) compiler_names; /* that conditions ask for (compiler_names.h) */
    const char *trigraph_file;        /* the first that has one (trigraphs.h); NULL: none */
    name_list asked_arguments,
        unknown_arguments;     /* of the build: those of which clang knows nothing (unknown_arguments.h) */
    bool has_foreign_compiler; /* the build's is neither GCC nor clang, or for a machine that clang lacks */
    /* interrupt routines (interrupts.h) */
    VEC(const char *) interrupt_names;
    mark_list interrupt_marks;
    name_list startup_names;                  /* functions that run by themselves (startup.h) */
    VEC(const char *) endless_names;          /* functions that say that they do not return */
    VEC(const char *) vectors;                /* tables of them */
    VEC(const struct foreign_word *) foreign; /* words of other compilers that were read (foreign.h) */
    mark_list address_marks, section_marks;   /* (placed.h) */
    placed_list at_addresses, in_sections;
    VEC(struct first_value) first_values; /* of static variables, that missing headers have */
    VEC(const struct c_object *) guessed; /* volatile ones with a definition that code reads as inputs */
};

void front_free(struct front *front);         /* all but the program's */
bool front_is_arm(const struct front *front); /* the program is for it */

/* A name that conditions of the preprocessor ask for stays undefined: told with the verdict. */
void front_leave_undefined(struct front *front, const char *name);
/* Taken for granted, and told with the verdict. */
void front_assume(struct front *front, const char *text);
void front_assume_once(struct front *front, const char *text); /* however often it shows */
/* Why nothing holds for certain: half a sentence. The first reason is the one that is told. */
void front_doubt(struct front *front, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* ... nor is anything violated for certain in a run that comes by there. */
void front_leap(struct front *front, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Where the user wrote it: of what a macro made, the line where it is used. */
struct place front_place(struct front *front, CXCursor cursor);
struct place front_location(struct front *front, CXSourceLocation location);
struct place front_exact_location(struct front *front, CXSourceLocation location); /* of a macro's argument: its own */
const char *front_text(struct front *front, CXString string); /* in the scratch arena; the string is disposed of */
const char *front_spelling(struct front *front, CXCursor cursor);

bool front_is_users(const struct front *front, const char *file); /* none of ours, of the compiler's, of the system's */

/* The text of a file of this load. NULL: it has none. */
const char *front_contents(struct front *front, CXFile file, size_t *size);

struct cursors {
    CXCursor *items;
    size_t count;
};
struct cursors front_children(struct front *front, CXCursor cursor);
struct cursors front_expressions(struct front *front, CXCursor cursor); /* of the children, those */
CXCursor front_last_expression(struct front *front, CXCursor cursor);   /* or the null cursor */
/* Without parentheses and what the compiler converts by itself. */
CXCursor front_as_written(struct front *front, CXCursor cursor);
CXCursor front_skip_parentheses(struct front *front, CXCursor cursor);

/* The value of a constant expression of integer type, by the compiler. */
bool front_evaluate(struct front *front, CXCursor cursor, int64_t *value);
bool front_evaluate_real(struct front *front, CXCursor cursor, double *value);

#endif
