/* Formulas over an application: text to a tree whose names are all found (the language is described in watch.h). */
#ifndef APP_WATCH_FORMULA_H
#define APP_WATCH_FORMULA_H

#include "app/subject/source_lines.h"
#include "app/watch/watch.h"
#include "base/operator.h"
#include "base/vec.h"

enum node_kind {
    NODE_NUMBER,
    NODE_VARIABLE,   /* `object`, `offset`, `bits` */
    NODE_TASK_STATE, /* task `first` is in state `number` */
    NODE_ACTIVE,     /* context `first` */
    NODE_UNDER_WAY,
    NODE_HOLDS, /* context `first`, resource `second` */
    NODE_SET,   /* task `first`, mask `number` */
    NODE_ALARM, /* alarm `first` */
    NODE_CALL,  /* the step that led here has label `first` */
    NODE_LINE,  /* `first`: in the list of lines */
    NODE_IDLE,
    NODE_SHUT_DOWN,
    NODE_CONVERT, /* left, as `type` */
    NODE_UNARY,   /* op left */
    NODE_BINARY,  /* left op right */
    NODE_ALWAYS,  /* temporal: left, right */
    NODE_EVENTUALLY,
    NODE_NEXT,
    NODE_UNTIL,
    NODE_WEAK_UNTIL,
    NODE_RELEASE
};

struct node {
    enum node_kind kind;
    enum operator_kind op;
    bool temporal; /* an operator over time is in it */
    const struct node *left, *right;
    int64_t number;
    uint32_t first, second;
    const struct c_object *object;
    uint32_t offset;
    const struct c_type *type; /* of its value; operands have the types that their operator computes in */
    const struct c_field *bits;
    bool is_volatile; /* a member, or in one, that was declared so */
    const char *text; /* as written */
};

struct call_atom {
    struct osek_call call;
    unsigned argument_count; /* that must match */
};

enum { MOST_CALL_ATOMS = 32 };

/* What all formulas of an application ask for, together. */
struct atoms {
    VEC(struct call_atom) calls;
    VEC(struct source_lines) lines;
};

/* NULL with an error. The tree belongs to the application's arena. */
const struct node *formula_parse(struct watch *watch, struct atoms *atoms, const struct app_property *property,
                                 struct diagnostics *diagnostics);

#endif
