/* The statements of one proctype, linked as control flows: the step between tree and automaton.
 *
 * An element stands for a statement, or for a place where control comes together. Its number becomes its location.
 * Every element of a sequence knows the next one; the last element of a compound statement's body is followed by what
 * follows the compound statement. */
#ifndef PROMELA_ELEMENT_H
#define PROMELA_ELEMENT_H

#include "promela/ast.h"

enum element_kind {
    ELEMENT_BASIC,
    ELEMENT_ELSE,
    ELEMENT_GOTO,
    ELEMENT_JOIN,      /* where the options of a choice, or both parts of an unless, come together */
    ELEMENT_LOOP_EXIT, /* where `break` leads                                                      */
    ELEMENT_CHOICE,    /* if, do                                                                   */
    ELEMENT_CONTAINER, /* atomic { }, { }                                                          */
    ELEMENT_D_STEP,
    ELEMENT_UNLESS,
    ELEMENT_END /* the closing brace of the proctype                                        */
};

struct element {
    enum element_kind kind;
    const struct statement *statement;
    struct place place;
    const char *words; /* for people, where there is no statement: "fi", "od" */
    unsigned number;
    struct element *next;
    struct element *target;                 /* ELEMENT_GOTO                                        */
    VEC(struct element_sequence *) subs;    /* options; both parts of an unless; the body          */
    VEC(struct element_sequence *) escapes; /* innermost first                                  */
    bool in_atomic;                         /* the step after this one cannot be interrupted       */
    bool ends_atomic;                       /* the last step of an atomic sequence                 */
    bool in_d_step;
    bool visited;
};

struct element_sequence {
    struct element *first, *last;
    struct element *extent; /* the last that was written; `last` may be a join after it */
};

struct label_element {
    const struct label *label;
    struct element *element;
};

struct element_graph {
    struct arena *arena;
    const struct proctype *proctype;
    struct diagnostics *diagnostics;
    VEC(struct element *) elements; /* elements.items[i]->number == i */
    VEC(struct label_element) labels;
    VEC(struct element *) loops; /* exits of the loops around the place being built */
    struct element_sequence *body;
};

/* Errors (a goto into a d_step, for example) go to `diagnostics`. */
struct element_graph *element_graph_new(const struct proctype *proctype, struct diagnostics *diagnostics);
void element_graph_free(struct element_graph *graph);

/* Where control stands after leaving towards `element` from a step that is (or is not) inside an atomic sequence:
 * jumps are passed over as long as that does not leave the atomic sequence. */
struct element *element_settle(struct element *element, bool from_atomic);
/* The first element of a sequence that is not a join or an unless. */
struct element *element_entry(const struct element_sequence *sequence);

#endif
