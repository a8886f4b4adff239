/* C programs, lowered: what every engine of `app` reads.
 *
 * A function is a list of instructions; control goes to the next one unless an instruction says otherwise. Expressions
 * are trees without side effects, calls or choices: whatever has one was made an instruction of its own, with
 * temporaries in between, in left-to-right order. Every implicit conversion is explicit: operands of an arithmetic
 * operator have its type (shifts: the left one), and every number is reduced to its type's width.
 *
 * Memory is one flat space of bytes in the target's data model. Globals, string literals and static locals lie at fixed
 * addresses with at least one free byte between any two; each context (a task, an ISR, ...) has a stack at an address
 * of its own. Locals have addresses on it, again with a free byte behind each, so that every address belongs to one
 * object, also that of its end; their bytes lie closely in a frame of `frame_size` bytes.
 * Address 0 is NULL; functions have addresses that are nobody's memory. Numbers are stored in the target's byte order,
 * which is always little-endian here.
 *
 * A pointer's highest bits tell the part of its object that it must not leave (subobject.h): its level, and whether
 * the pointer stands at the part's end, which may be another part's beginning; and, of what was laid over other memory
 * by a conversion, a structure over characters, the member or row itself: its size, and how far into it the pointer
 * stands. A pointer to all of a local, or of a block of the heap, has a mark there instead, so that none that leads to
 * what may end looks like a number.
 * Numbers made from it have none of this.
 *
 * All of it belongs to the program's arena and never changes after loading. */
#ifndef CFRONT_IR_IR_H
#define CFRONT_IR_IR_H

#include "base/arena.h"
#include "base/diag.h"
#include "osek/kernel.h"
#include "real/real.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Types ---- */

enum c_kind { C_VOID, C_INTEGER, C_FLOAT, C_POINTER, C_ARRAY, C_RECORD, C_FUNCTION };

struct c_field {
    const char *name;
    const struct c_type *type;
    uint32_t offset;    /* bytes; of a bit-field: of the unit that is read and written with it, of its type's size */
    uint8_t bit_offset; /* from the unit's least significant bit */
    uint8_t bit_width;  /* 0: not a bit-field */
    bool is_const, is_volatile; /* declared so */
};

struct c_enumerator {
    const char *name;
    int64_t value;
};

/* A constant of a missing header: most likely one of an enumeration, of flags, or of codes (rival_constants.h). */
struct c_rival {
    const char *name;
    uint32_t set; /* those that one variable holds, or is compared with, have the same */
    bool is_size; /* it counts elements: so many, and belongs to no set */
    int64_t number;
    /* of its set: */
    bool are_bits;     /* code puts them together, or masks something with them */
    bool are_numbers;  /* ... counts with them, or asks whether they are numbers of its own */
    bool are_ordered;  /* ... asks which of two is less */
    bool may_be_below; /* ... asks whether one is below 0 */
};

/* An enumerator that a formula may mean. */
struct c_constant {
    const char *name;
    int64_t value;
    const char *file, *source; /* where it is declared, and the source that is, or includes, this file */
    const char *function;      /* the one in which it is known; NULL: all behind it */
    bool is_guess;             /* its value, or what it is made of, is in a header that is missing */
};

/* Enumerators that are bits, which can be set together. */
enum c_flags {
    C_FLAGS_NOT_ASKED,
    C_FLAGS_NONE,
    C_FLAGS_LIKELY, /* by their numbers */
    C_FLAGS_ASKED,  /* code asks for single ones */
    C_FLAGS_SURE    /* ... puts them together */
};

struct c_type {
    enum c_kind kind;
    const char *name; /* as one would write it */
    uint32_t size; /* bytes: 1, 2, 4, 8 for integers (units of bit-fields: 1 to 8); 4, 8, 16 for floats (16: the host's
                      long double) */
    uint32_t align;
    bool is_signed;               /* integers */
    bool is_bool;                 /* _Bool: conversion means `!= 0` */
    bool is_union;                /* records */
    bool is_block;                /* records: of the heap; whoever has a part of one has no more (library.c) */
    const struct c_type *target;  /* pointers, arrays: of what; functions: the result */
    uint32_t count;               /* arrays: elements; records: fields; enumerations: enumerators;
                                     functions: parameters */
    const struct c_field *fields; /* records */
    const struct c_enumerator *enumerators; /* integers that were written as an enumeration; otherwise NULL */
    enum c_flags flags;                     /* ... of such */
    const struct c_type *const *parameters; /* functions: adjusted as 6.7.6.3 says */
    bool has_prototype, is_variadic;        /* functions */
    bool has_constants;                     /* arrays, records: members are constant (constant_part.h) */
    uint8_t levels;                         /* how deep its parts lie in each other (subobject.h) */
};

/* ---- Objects ---- */

enum c_storage { C_GLOBAL, C_STATIC_LOCAL, C_STRING, /* in memory; in frames: */ C_PARAMETER, C_LOCAL, C_TEMPORARY };

/* Of a member, or the members of an array's elements: the program itself writes it, or takes its address. */
struct c_own {
    bool is_own;
    struct c_own *members; /* by field; NULL: it is no structure, or a union, which is looked at as a whole */
};

/* A part of an object whose reads are inputs, however they get there: a stub says so. */
struct c_input {
    const char *name; /* "uart.status" */
    uint32_t offset;  /* in the object */
    const struct c_type *type;
    const struct c_field *bits; /* a bit-field, or NULL */
    int64_t low, high;
};

struct c_object {
    const char *name; /* NULL for temporaries */
    const struct c_type *type;
    enum c_storage storage;
    struct place place;
    uint32_t align;   /* as declared: what its address can be relied on to be a multiple of */
    uint32_t index;   /* in the program's globals, or in its function's locals */
    uint64_t address; /* of C_GLOBAL, C_STATIC_LOCAL, C_STRING; for the others the offset in the frame's bytes */
    uint32_t spot;    /* of what lies in frames: the offset in the frame's addresses */
    bool exposed;     /* ... its address is taken somewhere */
    uint64_t grave;   /* ... and then this is what pointers to it hold when it is no more */
    struct place end; /* where that is; no line: where its function ends */
    bool is_volatile, is_const;
    bool has_equals;         /* C_STRING: several literals are this one */
    bool is_linked;          /* C_GLOBAL: other files can name it */
    bool is_pointed_at;      /* its address is in the first value of another object */
    bool is_vectors;         /* it lies in a section of interrupt vectors, by its name */
    bool is_regarded;        /* has an address: a decision may depend on what is there, or nobody knows (ignored.h) */
    bool is_tally;           /* nobody looks at it: it is not counted in (app/subject/tally.h) */
    bool is_input;           /* every read is an input: a new value of `low`..`high` (a volatile sensor) */
    bool is_guessed;         /* ... for want of somebody who writes it, though a source defines it */
    bool is_memory;          /* a stub says that it is no input */
    bool is_elsewhere;       /* ... since no source defines it; these sources may write it, too */
    bool is_others;          /* ... no source defines it, or a function without a body returns its address */
    bool has_open_end;       /* ... and its size is made up */
    bool is_returned;        /* ... it is the latter */
    bool starts_with_any;    /* its first value is not known: any */
    bool has_range;          /* ... of `low`..`high` */
    bool is_of_header;       /* ... a constant of a header that is missing */
    bool is_picked;          /* ... of which one of many values is tried */
    bool is_time;            /* ... a service gets it, as a time */
    bool is_name;            /* ... as the name of something: each of its range is one */
    bool names_several;      /* ... and there are several that it could be */
    bool names_nothing;      /* ... and there is nothing that it could name */
    const char *stands_for;  /* ... it is of one number, which is that of this task, resource ...; or NULL */
    bool has_guess;          /* in its first value (c_expression) */
    const char *identifier;  /* it, or what it leads to, may hold the number of this task, event ...; NULL: of none */
    bool is_section;         /* it stands for one between symbols of a linker script (linker_sections.h) */
    bool has_inputs;         /* every read of a volatile member is */
    const struct c_own *own; /* ... but of these, by field of the structure, or of an element; NULL: there are none */
    const struct c_input *inputs; /* ... and reads of these parts */
    uint32_t input_count;
    int64_t low, high;
    const unsigned char *initial;      /* `type->size` bytes; NULL: all zero. Only of objects with an address */
    const unsigned char *pointers;     /* beside them: which byte of a pointer that is followed (c_is_followed) each one
                                          is, from 1 on; 0: none. NULL: none is */
    const struct c_function *function; /* of C_STATIC_LOCAL and what lies in frames: whose */
    const struct c_object *taken; /* of a heap (is_block): bytes that are C_BLOCK_TAKEN for each block that is in use */
};

/* ---- Expressions ---- */

enum c_expression_kind {
    /* values */
    C_CONSTANT, /* `integer`, or `real` if the type is a float; of pointer type: an address */
    C_LOAD,     /* the value at place `left` (a place expression) */
    C_ADDRESS,  /* the address of place `left` */
    C_UNARY,    /* op left: C_NEGATE, C_NOT (~), C_LOGICAL_NOT (the type is int), C_ROOM */
    C_BINARY,   /* left op right; comparisons have type int; C_ADD and C_SUBTRACT also for pointer + integer (scaled by
                   the   pointer's target; `right` is the integer) and pointer - pointer */
    C_CONVERT,  /* left as `type`: between numbers, pointers, and both */
    C_AND,
    C_OR,          /* short circuit; type int */
    C_CONDITIONAL, /* left ? right : third */
    C_REAL,        /* `function` of left, right and third, as many as it has: all are floating-point numbers */
    /* places: where something is in memory */
    C_OBJECT,      /* `object` */
    C_DEREFERENCE, /* *left */
    C_MEMBER,      /* left.`field`; left is a place */
    C_INDEX,       /* left[right]; left is a place of array type: the index is checked against its count */
};
enum c_operator {
    C_ADD,
    C_SUBTRACT,
    C_MULTIPLY,
    C_DIVIDE,
    C_REMAINDER,
    C_SHIFT_LEFT,
    C_SHIFT_RIGHT,
    C_BIT_AND,
    C_BIT_OR,
    C_BIT_XOR,
    C_LESS,
    C_LESS_EQUAL,
    C_GREATER,
    C_GREATER_EQUAL,
    C_EQUAL,
    C_NOT_EQUAL,
    C_NEGATE,
    C_NOT,
    C_LOGICAL_NOT,
    C_ROOM /* of a pointer: how many bytes there are from there to the end of its part; 0: it leads nowhere */
};

struct c_expression {
    enum c_expression_kind kind;
    enum c_operator op;
    enum real_function function; /* C_REAL */
    const struct c_type *type;   /* of the value, or of what lies at the place */
    bool is_volatile;            /* a place: accesses are visible to others (volatile object or target) */
    uint32_t align;              /* C_DEREFERENCE: less than the type's, as written; 0: the type's */
    const struct c_expression *left, *right, *third;
    int64_t integer; /* C_CONSTANT; unsigned 64-bit values as their bits */
    bool is_address; /* ... of a pointer: a number, as written, that was cast to it; 0 need not mean NULL */
    bool is_code;    /* ... of an integer: it was the address of a function */
    long double real;
    bool is_guess;          /* C_CONSTANT: made of a number that only a missing header has, and for which ours stands */
    const char *guessed;    /* ... this number, and nothing else; NULL: it is computed */
    const char *identifier; /* ... of that of this task, event ... of the configuration; NULL: of none */
    const struct c_object *object;
    const struct c_field *field;
    struct place place;
};

/* 0 or 1, whatever the operands are. */
static inline bool c_is_truth(const struct c_expression *e) {
    bool compares = e->kind == C_BINARY && e->op >= C_LESS && e->op <= C_NOT_EQUAL;
    return compares || e->kind == C_AND || e->kind == C_OR || (e->kind == C_UNARY && e->op == C_LOGICAL_NOT);
}

/* The operand that has to be an index, a divisor or a count of bits; NULL: there is none. */
static inline const struct c_expression *c_exacting(const struct c_expression *e) {
    bool counts = e->kind == C_BINARY && e->op >= C_DIVIDE && e->op <= C_SHIFT_RIGHT;
    return counts || e->kind == C_INDEX ? e->right : NULL;
}

/* ---- Instructions ---- */

enum c_instruction_kind {
    C_ASSIGN,    /* target = value: numbers, pointers, whole records (then value is C_LOAD of one) */
    C_BRANCH,    /* if value is not zero, to `then`, otherwise to `otherwise` */
    C_JUMP,      /* to `then` */
    C_CALL,      /* target = callee(arguments); target may be NULL; `callee` NULL: through pointer `value` */
    C_RETURN,    /* value, or NULL */
    C_SERVICE,   /* target = service(arguments): the status, or, of a service without one, the kernel's first value;
                    values written through `outputs` (pointer expressions; NULL in that place: none); `text` is its
                    name */
    C_CHOOSE,    /* target = any value from value to other (both included; of target's type; any at all of a floating
                    number); `text` is what gives it, or NULL. `arguments`: the address of a variable that no source
                    defines, and that is read by this */
    C_ASSERT,    /* value must not be zero; `text` is the condition as written */
    C_ASSUME,    /* ways on which value is zero are not considered */
    C_INTERRUPT, /* requests the ISR of number `value` (test harnesses: software interrupts) */
    C_TRACE, /* prints, as printf does: `text` is the format, or, where it is NULL, what the pointer `value` points at;
                then `arguments` */
    C_FREE,  /* target, a block of the heap, is no more, nor is any pointer to it one; without a target: what the
                pointer `value` leads to is about to be freed, and must not have been */
    C_CLEAR  /* target, a temporary or a local, is zero again: nobody will read it (or it is an array or record that is
                about to be initialized, in part: the rest is read as zero) */
};

/* A condition of && and || whose right side does something is tested by several branches. This is a part of it. */
struct c_test {
    enum c_test_kind { C_TEST_BRANCH, C_TEST_CONSTANT, C_TEST_AND, C_TEST_OR, C_TEST_NOT } kind;
    bool value;                        /* C_TEST_CONSTANT */
    const struct c_test *left, *right; /* C_TEST_NOT: left */
    const struct c_test *whole;        /* the condition itself */
};

/* Names of the library's objects whose rows are the blocks of malloc(), and of those that say which are in use. */
#define C_HEAP_PREFIX     "rtcheck_heap_"
#define C_HEAP_USE_PREFIX "rtcheck_used_"
#define C_HEAP_SPOILER    "rtcheck_spoil" /* who gives them bytes that mean nothing */
enum { C_BLOCK_TAKEN = 1 };

/* Who looks at a result. */
enum c_regard {
    C_LOOKED_AT, /* a decision may depend on it; or there is none */
    C_RETURNED,  /* whoever looks at the result of the call of this function */
    C_DISCARDED, /* nobody, by a cast to void */
    C_IGNORED    /* nobody */
};

struct c_instruction {
    enum c_instruction_kind kind;
    uint32_t then, otherwise;          /* instruction numbers in the same function */
    const struct c_expression *target; /* a place */
    const struct c_expression *value, *other;
    const struct c_function *callee;
    const struct c_expression *const *arguments;
    uint32_t argument_count;
    enum osek_service service;
    const struct c_expression *const *outputs; /* one for each value that osek_result has */
    uint32_t output_count;
    const char *text;     /* C_ASSIGN: the register that it is really written to; NULL: none */
    bool is_given;        /* C_ASSIGN: a function without a body gets it, and may look at it */
    uint16_t siblings;    /* C_CHOOSE: of a function without a body that may write: so many numbers at once; 0: a choice
                             of the program. Constants are not written */
    bool is_result;       /* C_CHOOSE: all that a function without a body returns */
    bool is_of_macro;     /* ... nothing declares that one, and it is called as macros are */
    bool is_order;        /* C_CHOOSE: 1: operands are evaluated from right to left */
    bool leads_to_other;  /* C_CHOOSE: it says which choice comes next, of numbers that are told */
    bool is_register;     /* C_CHOOSE: a register is read, whose address is `text` */
    enum c_regard regard; /* C_SERVICE, C_CALL: of its result */
    bool is_surely_seen;  /* C_SERVICE: every run looks at its status (surely_seen.h) */
    bool is_memory;       /* C_ASSERT: of the library, about memory; `text` says what is wrong */
    bool is_room;         /* C_ASSERT: of the library: what rtcheck has no room for, as `text` says, goes no further */
    bool gives_value;     /* C_CLEAR: the zeros are an initializer's; otherwise the target has no value from now on */
    bool lives_on;        /* C_CLEAR: the target loses its value only; otherwise, and without gives_value, it ends */
    bool is_barrier;      /* C_CLEAR: and compilers move no access to memory over it (its target is nobody's) */
    bool is_bare_call;    /* C_CLEAR: it marks a call, without arguments, of `text`, which nothing declares */
    bool is_saving_call;  /* ... of one that gets something, or gives what somebody takes: a state, perhaps */
    bool may_be_in_pair;  /* ... of one that gets no text: it, or another one of these, may keep others out */
    bool initializes;     /* the target, which may be constant, gets its first value */
    uint32_t list;        /* it works out a value of this initializer's list; 0: of none */
    uint32_t list_part;   /* ... this one: others of the list may come before */
    bool turns;           /* it works out an operand, before the others or behind them: both are tried */
    /* C_CLEAR that gives a value, beside the target: those of its bits that get none, padding (6.2.6.1p6). Or NULL */
    const unsigned char *padding;
    const struct c_test *test; /* C_BRANCH: the part of a condition that it tests; NULL: it tests all of one */
    bool is_back_edge;         /* C_BRANCH, C_JUMP: a loop's way back */
    bool ends_loop;            /* C_ASSIGN: with this value the loop that it stands in goes no further (pause.h) */
    struct place place;
    struct place statement; /* where the statement begins that it belongs to */
};

/* Where control may go from there in the same function; calls return. */
struct c_next {
    uint32_t list[2];
    uint32_t count;
};
static inline struct c_next c_next(const struct c_instruction *code, uint32_t at) {
    switch (code[at].kind) {
    case C_RETURN: return (struct c_next){{0}, 0};
    case C_JUMP: return (struct c_next){{code[at].then}, 1};
    case C_BRANCH: return (struct c_next){{code[at].then, code[at].otherwise}, 2};
    default: return (struct c_next){{at + 1}, 1};
    }
}

/* ---- Functions and programs ---- */

struct c_function {
    const char *name; /* for a task, ISR, ... its name in the configuration; otherwise in C */
    enum c_role { C_ORDINARY, C_TASK, C_ISR, C_HOOK, C_CALLBACK, C_MAIN } role;
    const char *code_name; /* C_ISR: its name in C, ISR() around it or not; otherwise NULL */
    bool is_plain;         /* ... not */
    bool is_elsewhere;     /* C_TASK, C_ISR, C_CALLBACK: no source has its code; this does nothing */
    bool has_no_body;      /* no source has one: it may give any value, and write where its pointers lead */
    bool is_in_vectors;    /* a table of vectors names it that is not read */
    const char *named_by;  /* a file that names it, of which nobody knows what it does with it; NULL: none */
    bool is_interrupt;     /* its declaration says that it is an interrupt routine, whatever its role */
    bool is_startup;       /* ... or that it runs before main(), or after it */
    bool is_linked;        /* other files can name it */
    bool is_weak;          /* ... and another one of its name takes its place, where there is one */
    bool is_taken;         /* its address is taken: by no other way is it called through a pointer */
    uint32_t context;      /* C_TASK ... C_MAIN: the kernel's number of it; otherwise OSEK_NONE */
    uint32_t index;
    uint64_t address;
    const struct c_type *type;
    const struct c_object *const *locals; /* parameters first, in order; then locals and temporaries */
    uint32_t parameter_count, local_count;
    uint32_t frame_size; /* of its locals' bytes */
    uint32_t span;       /* of its frame in addresses */
    const struct c_instruction *code;
    uint32_t code_count; /* control never runs off the end: the last one is C_RETURN or C_JUMP */
    struct place place, end;
};

/* A place of the hardware: every read gives any of these. */
struct c_register {
    uint64_t address;
    int64_t low, high;
};

/* Addresses that the program names as constants. */
struct c_fixed {
    uint64_t begin, size;
};

/* Operands whose order C leaves open: one of them calls a function or a service, or assigns to something, or several
 * read what is volatile. */
struct c_operand {
    const struct c_instruction *code; /* what it does; the last of them has, as its `value`, what is left to be read */
    uint32_t code_count;
};
struct c_unordered {
    struct place place;
    uint32_t spelled_at, parts;        /* of the expression that they belong to: see cfront_extent */
    const struct c_function *function; /* that they are in */
    const struct c_operand *operands;
    uint32_t count;
    const struct c_expression *stored; /* of an assignment: where its value goes, in the end; NULL: nowhere */
    bool may_turn;                     /* they can be had from right to left, too: see cfront_options */
    bool turns;                        /* ... which the program does, on some of its runs */
};

/* `what` is an argument of the function `to`, which has no body and which `by` calls. */
struct c_given {
    const struct c_expression *what;
    const struct c_function *by;
    const char *to;
    struct place place; /* of the call */
};

/* The function `by`, without a body, leaves a pointer to a function of this type as it is, where it could set it. */
struct c_left {
    const char *by;
    const struct c_type *type;
};

/* Code of which only a missing header says what it does, or an object of which it says what lies where. */
struct c_leap {
    struct place place; /* in the code, or of the object */
    const char *words;  /* what may be otherwise: half a sentence */
    const char *name;   /* the function of which it says that; NULL: it is not about one */
    enum c_leap_kind {
        LEAP_ANYTHING, /* what comes behind it may be otherwise */
        LEAP_CHECK,    /* it only says what is wrong there: what comes of other code is the same */
        LEAP_SERVICES, /* it may call services, as its name or where it stands says: what has to do with none is the
                          same */
        LEAP_OTHERS,   /* it calls services, as its code says, which was left out: others run, or do not */
        LEAP_RELEASE,  /* ... such that end something: what is a race is the same, too */
        LEAP_LOCK,     /* ... it may keep others out: what is no race is the same */
        LEAP_MASK,     /* a register may keep others out, and nothing lets them in again: what is a race is the same */
        LEAP_UNMASK,   /* a register may let others come whom a service keeps out; its only end is the place itself */
        LEAP_POINTERS, /* it may set pointers that are null, or have no value: what meets none of them is the same */
        LEAP_EVENTS,   /* it may set an event that nothing else sets: who waits for none is the same */
        LEAP_LASTING,  /* it may call services, as its name says, though a header declares it as one of somebody else:
                          what comes to an end is the same */
        LEAP_KINDS
    } kind;
    bool only_steps; /* LEAP_ANYTHING: it may step variables otherwise (`LOG(k--)`), and does nothing else */
    const char *const *undone_by; /* LEAP_LOCK: functions that undo it, each call of one once; NULL: no name says so */
    struct place until;           /* ... where others are let in again then; no file: nowhere */
    const struct place *ends;     /* ... where writes to a register let them in again, whoever kept them out; or NULL */
    uint32_t end_count;
};

/* Two functions without a body between which interrupts may be held off, as their names say. */
struct c_section {
    const char *opens, *closes; /* NULL: nothing does */
    bool nests;                 /* who is in one may begin another one */
    bool by_processor;          /* ... as code that was left out says: by its own means, not by services */
};

/* A register, a variable, a constant or the result of a function that only a missing header declares. */
struct c_open_value {
    const char *type;     /* its name for the compiler */
    const char *words;    /* "`PORTA`" */
    const char *function; /* that gives it, and is taken to give an `int`; or NULL */
    bool is_unsigned;     /* it is taken for that: a register; otherwise for an `int` */
    bool is_constant;
    bool by_sign,
        by_width;     /* code would see numbers that are not looked at, were its sign another one, or its type longer */
    bool by_size;     /* ... its type itself, or how many bytes that has */
    bool is_assigned; /* what an assignment leaves in it is used */
    bool meets_real;  /* numbers with a fraction: it may be such a one */
    bool is_limit;    /* a number with a sign is compared with it, as in loops */
    bool narrower;    /* ... and some would not be there */
    bool decides;     /* ... so that a condition may always be the same */
    unsigned bits;    /* that masks, and what is written, ask for */
    unsigned fields;  /* number_widths: bit-fields that it may be, so that a condition may always be the same */
};

struct c_program {
    struct arena *arena;
    bool calls_start;      /* a source calls StartOS, though perhaps where no code gets to */
    uint32_t prelude;      /* so many instructions of main() are not the application's own: they choose first values */
    const char *target;    /* "x86_64-..." as given to the compiler */
    uint32_t pointer_size; /* 2, 4, 8 */
    bool fuses_products;   /* it can add a product without rounding it, and compilers make use of that */
    bool widens_reals;     /* it computes with more precision than floating-point types have */
    const struct c_object *const *globals; /* everything with an address, in ascending order of it */
    uint32_t global_count;
    uint64_t memory_begin, memory_end; /* globals lie in between */
    const struct c_function *const *functions;
    uint32_t function_count;
    const struct c_function *const *entries; /* by context number; NULL: it has no code */
    uint64_t stack_begin;                    /* context c's stack begins at stack_begin + c * stack_size */
    uint64_t stack_size;                     /* in addresses */
    uint64_t stack_room;                     /* in bytes */
    uint64_t graves_begin, graves_end;       /* addresses of what is no more: */
    const struct c_object *const *graves;    /* locals, by address, from graves_begin on */
    uint64_t freed_begin;                    /* ... and, from here on, blocks of the heap, by where they were freed: */
    const struct place *freed;               /* ... here; no file: somewhere else */
    uint32_t freed_count;                    /* 0: there is no heap */
    uint64_t heap_begin, heap_end;           /* its blocks lie in between, and what tells which are in use */
    unsigned part_shift;                     /* pointers' bits from here on say what they are confined to: see
                                                c_pointer; 64: they say nothing */
    unsigned level_shift;                    /* ... and those from here on the level, or the mark; 64: none do */
    unsigned view_bits;                      /* ... so many for the size of what was laid over, and for where in it */
    int64_t most_input; /* of registers, in either direction, unless a stub says so; 0: what they have room for */
    bool loses_parts;   /* ... there are more parts than they can tell apart */
    bool loses_views;   /* ... and too few bits for what is laid over other memory */
    const struct c_register *registers; /* what reading of addresses may give, if that is known */
    uint32_t register_count;
    const struct c_fixed *fixed; /* none of the program's objects lies there; functions may */
    uint32_t fixed_count;
    const struct c_constant *constants; /* of any type, if somebody asks for their names */
    uint32_t constant_count;
    const struct c_unordered *unordered;
    uint32_t unordered_count;
    const struct c_given *given;
    uint32_t given_count;
    const struct c_section *sections;
    uint32_t section_count;
    const char *doubt;            /* why nothing holds for certain; NULL: it may */
    const char *const *undefined; /* names that conditions of the preprocessor ask for, and a missing header may define
                                   */
    uint32_t undefined_count;
    uint32_t undefined_own; /* the first ones: sources ask, and headers beside them */
    const char *const
        *numbers_asked; /* what names that are 0 there may be: definitions, of each name in ascending order */
    uint32_t numbers_asked_count;
    const char *const *left_undefined; /* all names that are told to be defined nowhere: of many, the text tells some */
    uint32_t left_undefined_count;
    const char *forgetful; /* variables of missing headers, of which every read gives any value; NULL: there are none */
    const char *filled;    /* functions without a body that may make pointers lead to memory of their own; NULL: none */
    const char *enumerators_taken;  /* what has an enumeration's type and comes from outside is no other number: half a
                                       sentence; NULL: there is nothing of the kind */
    const char *enumerations_given; /* ... "`f` gives" */
    const char *likely_flags; /* ... of those whose enumerators are bits that may only come one at a time; NULL: none */
    const char *odd_enumerators; /* "`f` gives no `ST_MAX`": which no driver gives, by their names; NULL: none */
    const char *readers;         /* functions that nothing declares, and that may only read what they get; NULL: none */
    bool misses_headers;
    const struct c_leap *leaps;
    uint32_t leap_count;
    const char *const *other_types;  /* by enum cfront_types: what types of missing headers may be otherwise, as half
                                        sentences; NULL: nothing that was not said before */
    const char *types_read;          /* ... what they are here: another text, other types */
    const struct place *open_places; /* lines with numbers of such types, in ascending order */
    uint32_t open_place_count;
    const struct c_rival *rivals; /* constants of missing headers that could be counted (rival_constants.h) */
    uint32_t rival_count;
    const char *rivals_counted;   /* ... those that are, as somebody asked for that */
    const char *const *variables; /* names of missing headers that may be those: constants, and then registers */
    uint32_t variable_count, variable_constants; /* (unknown_variables.h) */
    const char *may_move;        /* constants of missing headers that may be hardware; NULL: there are none */
    const char *limited_answers; /* what comes from outside, and is compared with several; NULL: nothing does */
    const struct c_open_value *open_values; /* of missing headers, of which nobody says which numbers they are */
    uint32_t open_value_count;
    const struct place *value_places; /* lines where that may make a difference, in ascending order */
    uint32_t value_place_count;
    const char *guesses;               /* the numbers that stand for those of missing headers; NULL: there are none */
    struct place guess;                /* where one of them decides which code there is; no file: nowhere */
    struct place neglect;              /* where code may look at a status, but not surely; no file: nowhere */
    const char *assumption;            /* what was taken for granted; NULL: nothing */
    uint64_t fingerprint;              /* of all that the compiler read: sources, headers, its arguments */
    const struct c_type *pointer_type; /* void * */
    bool char_is_signed;
    const struct c_type *int_type;
};

/* A pointer's bits. */
struct c_pointer {
    uint64_t address;
    unsigned level;
    bool at_end;
    uint32_t view, into_view; /* the size of what was laid over, 0: nothing; and where in it that is */
};

static inline bool c_is_address(const struct c_program *program, uint64_t address) {
    return address >= program->memory_begin && address < program->graves_end;
}

/* Is there a bit for the mark of pointers to what may end? */
static inline bool c_marks_pointers(const struct c_program *program) { return program->level_shift < 64; }

/* On a stack: the address of a local that is there, or of its end. */
static inline bool c_is_of_local(const struct c_program *program, uint64_t address) {
    return address >= program->stack_begin && address < program->graves_begin;
}

/* In the heap, or at its end. */
static inline bool c_is_of_heap(const struct c_program *program, uint64_t address) {
    return address >= program->heap_begin && address < program->heap_end;
}

/* What lies there may be no more some time. */
static inline bool c_may_end(const struct c_program *program, uint64_t address) {
    return c_is_of_local(program, address) || c_is_of_heap(program, address);
}

static inline uint64_t c_low_bits(uint64_t bits, unsigned count) {
    return count < 64 ? bits & (((uint64_t)1 << count) - 1) : bits;
}

/* Bits that do not lead into the program's memory are no part's: a register's address, (void *)-1. */
static inline struct c_pointer c_pointer_split(const struct c_program *program, uint64_t bits) {
    struct c_pointer pointer = {.address = bits};
    if (program->part_shift >= 64 || !(bits >> program->part_shift)) return pointer;
    uint64_t address = c_low_bits(bits, program->part_shift), views = bits >> program->part_shift;
    if (!c_is_address(program, address)) return pointer;
    unsigned high = program->level_shift < 64 ? (unsigned)(bits >> program->level_shift) : 0;
    return (struct c_pointer){address, high >> 1, high > 1 && (high & 1),
                              (uint32_t)c_low_bits(views >> program->view_bits, program->view_bits),
                              (uint32_t)c_low_bits(views, program->view_bits)};
}

static inline uint64_t c_pointer_join(const struct c_program *program, struct c_pointer pointer) {
    uint64_t bits = pointer.address;
    if (pointer.view && pointer.view >> program->view_bits == 0)
        bits |= ((uint64_t)pointer.view << program->view_bits | pointer.into_view) << program->part_shift;
    if (pointer.level && program->level_shift < 64)
        bits |= (uint64_t)(pointer.level << 1 | pointer.at_end) << program->level_shift;
    bool is_plain = bits == pointer.address;
    if (is_plain && c_marks_pointers(program) && c_may_end(program, pointer.address))
        bits |= (uint64_t)1 << program->level_shift;
    return bits;
}

static inline uint64_t c_pointer_address(const struct c_program *program, uint64_t bits) {
    return c_pointer_split(program, bits).address;
}

/* Is it more than the number that is its address? Then its bytes are known as a pointer's wherever they lie. */
static inline bool c_is_followed(const struct c_program *program, uint64_t bits) {
    return c_pointer_address(program, bits) != bits || (!c_marks_pointers(program) && c_may_end(program, bits));
}

static inline bool c_is_bit_field(const struct c_expression *place) {
    return place->kind == C_MEMBER && place->field->bit_width;
}

static inline uint64_t c_bits_at(const struct c_expression *place) {
    return c_is_bit_field(place) ? place->field->bit_width : (uint64_t)place->type->size * 8;
}

/* What numbers with the type's sign and so many bits can be; of 64 bits without one: as bits. */
static inline void c_range_of_bits(const struct c_type *type, unsigned bits, int64_t *low, int64_t *high) {
    if (type->is_bool) bits = 1;
    *low = type->is_signed && !type->is_bool ? (int64_t)(UINT64_MAX << (bits - 1)) : 0;
    *high = (int64_t)((uint64_t)*low + (UINT64_MAX >> (64 - bits)));
}

/* Are these the bounds of numbers of the type, which has so many bits of its own? Those of 64 bits come as bits. */
static inline bool c_range_fits(const struct c_type *type, unsigned bits, int64_t low, int64_t high) {
    if (type->is_bool) bits = 1;
    if (type->kind == C_INTEGER && type->is_signed)
        return low <= high && (bits > 63 || (low >= -((int64_t)1 << (bits - 1)) && high < (int64_t)1 << (bits - 1)));
    return (uint64_t)low <= (uint64_t)high && (bits > 63 || (uint64_t)high < (uint64_t)1 << bits);
}

/* Readable text of it, for people and tests. */
struct text;
void c_print_program(const struct c_program *program, struct text *out);
void c_print_instruction(const struct c_instruction *instruction, struct text *out);
/* Of what an input can be, no more than `most` in either direction; 0: all. */
static inline void c_narrow(const struct c_type *type, int64_t most, int64_t *low, int64_t *high) {
    if (!most || type->enumerators || type->is_bool) return;
    bool is_signed = type->is_signed || type->kind == C_FLOAT;
    if (is_signed && *low < -most) *low = -most;
    if (is_signed ? *high > most : (uint64_t)*high > (uint64_t)most) *high = most;
}

/* A bound of what an input of floating-point numbers can be; the first and the last of all are none. */
static inline long double c_real_bound(int64_t bound) {
    return bound == INT64_MIN ? -__builtin_infl() : bound == INT64_MAX ? __builtin_infl() : (long double)bound;
}

/* Reads of it, or of parts of it, are inputs. */
static inline bool c_is_from_outside(const struct c_object *object) {
    return object->is_input || object->has_inputs || object->input_count;
}

/* Reads of some of its parts are inputs, each with values of its own. */
static inline bool c_has_parts_from_outside(const struct c_object *object) {
    const struct c_type *type = object->type;
    while (type->kind == C_ARRAY) type = type->target;
    return object->input_count || (object->is_input && type->kind != C_INTEGER);
}

/* What a place is a member or an element of: an object, or what a pointer leads to. */
static inline const struct c_expression *c_root(const struct c_expression *place) {
    while (place->kind == C_MEMBER || place->kind == C_INDEX) place = place->left;
    return place;
}

/* The object that a place is, or is a part of; NULL: a pointer leads there. `place` may be NULL. */
static inline const struct c_object *c_object_of(const struct c_expression *place) {
    const struct c_expression *root = place ? c_root(place) : NULL;
    return root && root->kind == C_OBJECT ? root->object : NULL;
}

/* It lies in memory, not in frames: `index` is its number among the program's globals. */
static inline bool c_has_address(const struct c_object *object) { return object->storage <= C_STRING; }

/* In what only the program as it is lowered knows of, and nobody else can get at. */
static inline bool c_is_temporary(const struct c_expression *place) {
    const struct c_object *object = c_object_of(place);
    return object && object->storage == C_TEMPORARY;
}

/* What is converted, however often. `e` may be NULL. */
static inline const struct c_expression *c_without_conversions(const struct c_expression *e) {
    while (e && e->kind == C_CONVERT) e = e->left;
    return e;
}

/* The constant that an expression is, whatever it is converted to; NULL: it is none. `value` may be NULL. */
static inline const struct c_expression *c_constant(const struct c_expression *value) {
    value = c_without_conversions(value);
    return value && value->kind == C_CONSTANT ? value : NULL;
}

/* Is it the value of this object, whatever it is converted to? */
static inline bool c_is_load_of(const struct c_expression *e, const struct c_object *object) {
    e = c_without_conversions(e);
    return e && e->kind == C_LOAD && e->left->kind == C_OBJECT && e->left->object == object;
}

/* Some runs may not be considered: an assumption does not hold, or there is nothing to choose from. */
static inline bool c_may_leave_out(const struct c_instruction *code) {
    return code->kind == C_ASSUME || (code->kind == C_CHOOSE && !(c_constant(code->value) && c_constant(code->other)));
}

typedef bool c_is_such(const struct c_instruction *code);

static inline bool c_function_has_code(const struct c_function *function, c_is_such *is_such) {
    for (uint32_t i = 0; i < function->code_count; i++)
        if (is_such(&function->code[i])) return true;
    return false;
}

/* ... also where nothing calls it. */
static inline bool c_has_code(const struct c_program *program, c_is_such *is_such) {
    for (uint32_t f = 0; f < program->function_count; f++)
        if (c_function_has_code(program->functions[f], is_such)) return true;
    return false;
}

static inline bool c_leaves_runs_out(const struct c_program *program) { return c_has_code(program, c_may_leave_out); }

void c_print_expression(const struct c_expression *expression, struct text *out); /* as C, conversions left out */
void c_print_value(const struct c_type *type, const unsigned char *bytes, struct text *out); /* "{x = 1, on = TRUE}" */

#endif
