/* Promela as a typed tree: what the parser hands on, names resolved, inlines and macros expanded, types checked.
 *
 * Invariant of a tree that was parsed without errors: every reference points at its variable, every label at its
 * statement, `for` and `select` are written out as Spin writes them out, `x++` is an assignment, and constants
 * (array sizes, channel capacities, `active [n]`) are numbers. Everything belongs to the model's arena. */
#ifndef PROMELA_AST_H
#define PROMELA_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/operator.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct expression;
struct statement;
struct proctype;
struct variable;

/* ---- types and variables ---- */

enum type_kind {
    TYPE_BIT,
    TYPE_BOOL,
    TYPE_BYTE,
    TYPE_PID,
    TYPE_SHORT,
    TYPE_INT,
    TYPE_UNSIGNED, /* unsigned x : width */
    TYPE_MTYPE,
    TYPE_CHAN,
    TYPE_STRUCT
};

struct type {
    enum type_kind kind;
    unsigned width;                    /* TYPE_UNSIGNED: 1..32                     */
    const struct structure *structure; /* TYPE_STRUCT                              */
    const char *mtype_set;             /* TYPE_MTYPE: its subtype's name, or NULL  */
};

/* A typedef. */
struct structure {
    const char *name;
    struct place place;
    VEC(struct variable *) fields;
    unsigned index; /* in model->structures */
};

/* `= [capacity] of { fields }` */
struct channel_type {
    unsigned capacity; /* 0: rendezvous */
    VEC(struct type) fields;
    struct place place;
};

struct variable {
    const char *name;        /* as written                                                            */
    const char *unique_name; /* distinct within its proctype (or the globals, or its structure); a C identifier */
    struct place place;
    struct type type;
    unsigned length; /* elements of an array; 0: not an array                                */
    /* Or NULL. Set when the process starts (globals: at the beginning), every element of an array to the same. A local
     * declared after the first statement has none here: an assignment in the body, `from_declaration`, sets it. */
    struct expression *initial;
    VEC(struct expression *) initial_list; /* `{1, 2, 3}`: by element; the last one is for the rest of the array too */
    struct channel_type *channel;          /* a chan declared with a channel of its own (each element of an array) */
    struct proctype *owner;                /* NULL: global, or a field of a structure                              */
    bool is_parameter;
    bool hidden, shown, local_hint;
    bool is_c_state; /* declared by c_state: opaque C data, `c_type` says which */
    const char *c_type;
    unsigned index; /* in the globals, the owner's variables, or the structure's fields */
};

/* `a[i].b.c[j]`: a chain, one link per name. */
struct reference {
    struct variable *variable;
    struct expression *index; /* or NULL */
    struct reference *field;  /* what follows the dot, or NULL */
    struct place place;
};

/* ---- expressions ---- */

enum expression_kind {
    EXPR_NUMBER,      /* value; `mtype_name` if it was written as one; true, false, skip too       */
    EXPR_REFERENCE,   /* reference                                                                 */
    EXPR_UNARY,       /* op left                                                                   */
    EXPR_BINARY,      /* left op right                                                             */
    EXPR_CONDITIONAL, /* (left -> right : third)                                                   */
    EXPR_RUN,         /* run proctype(arguments) [priority left]                                   */
    EXPR_LEN,         /* len(reference), and so on                                                 */
    EXPR_EMPTY,
    EXPR_NEMPTY,
    EXPR_FULL,
    EXPR_NFULL,
    EXPR_POLL,     /* q?[message] and q??[message]: reference, receive                          */
    EXPR_PID,      /* _pid          */
    EXPR_NR_PR,    /* _nr_pr        */
    EXPR_LAST,     /* _last         */
    EXPR_PRIORITY, /* _priority     */
    EXPR_NP,       /* np_           */
    EXPR_TIMEOUT,
    EXPR_ELSE,            /* only as a whole expression statement */
    EXPR_ANY,             /* `_` as a field of a send, in traces only */
    EXPR_ENABLED,         /* enabled(left) */
    EXPR_PC_VALUE,        /* pc_value(left) */
    EXPR_GET_PRIORITY,    /* get_priority(left) */
    EXPR_REMOTE_LABEL,    /* proctype[left]@label: left may be NULL */
    EXPR_REMOTE_VARIABLE, /* proctype[left]:reference                */
    EXPR_C,               /* c_expr { text }, with c_assertion or NULL */
    EXPR_ALWAYS,          /* temporal operators, only in ltl formulas */
    EXPR_EVENTUALLY,
    EXPR_NEXT,
    EXPR_UNTIL,
    EXPR_WEAK_UNTIL,
    EXPR_RELEASE
};

struct expression {
    enum expression_kind kind;
    struct place place;
    int32_t value;
    const char *mtype_name;
    enum operator_kind op;
    struct expression *left, *right, *third;
    struct reference *reference;
    struct proctype *proctype;
    VEC(struct expression *) arguments;
    struct receive *receive;
    const char *label;              /* EXPR_REMOTE_LABEL */
    const char *text, *c_assertion; /* EXPR_C            */
};

/* One field of a receive: matched against a constant or eval(), or stored into a variable, or dropped (`_`). */
enum receive_field_kind { RECEIVE_MATCH, RECEIVE_STORE, RECEIVE_DROP };

struct receive_field {
    enum receive_field_kind kind;
    struct expression *match; /* RECEIVE_MATCH; `is_eval` if it was written eval(..) */
    bool is_eval;
    struct reference *target; /* RECEIVE_STORE */
};

/* Whole structures in messages are flattened into their scalar fields: counts agree with channel_type.fields flattened.
 */
struct receive {
    struct reference *channel;
    VEC(struct receive_field) fields;
    bool random; /* ??      */
    bool peek;   /* ?< >    */
};

/* ---- statements ---- */

enum statement_kind {
    STATEMENT_EXPRESSION, /* expression: executable iff it is not 0; `else` is one                       */
    STATEMENT_ASSIGN,     /* target = expression                                                        */
    STATEMENT_SEND,       /* channel ! arguments; `sorted`: !!                                           */
    STATEMENT_RECEIVE,    /* receive                                                                    */
    STATEMENT_PRINTF,     /* text, arguments                                                            */
    STATEMENT_PRINTM,     /* expression                                                                 */
    STATEMENT_ASSERT,     /* expression                                                                 */
    STATEMENT_IF,         /* options                                                                    */
    STATEMENT_DO,         /* options                                                                    */
    STATEMENT_ATOMIC,     /* body                                                                       */
    STATEMENT_D_STEP,     /* body                                                                       */
    STATEMENT_BLOCK,      /* { body }                                                                   */
    STATEMENT_UNLESS,     /* body unless escape                                                          */
    STATEMENT_GOTO,       /* label; target_statement: the labelled statement                             */
    STATEMENT_BREAK,
    STATEMENT_EXCLUSIVE_RECEIVE, /* xr channels: no step, may stand among the statements of a sequence    */
    STATEMENT_EXCLUSIVE_SEND,    /* xs channels                                                          */
    STATEMENT_SET_PRIORITY,      /* set_priority(arguments[0], arguments[1])                              */
    STATEMENT_C_CODE             /* text, with c_assertion or NULL                                        */
};

struct sequence {
    VEC(struct statement *) statements; /* without declarations: an initialiser is an assignment here */
};

struct label {
    const char *name;
    struct place place;
    struct proctype *owner;
    struct statement *statement; /* the one it stands on; a label before `}` stands on a `skip` put there, as in Spin */
};

struct statement {
    enum statement_kind kind;
    struct place place;
    VEC(struct label *) labels;
    struct expression *expression;
    struct reference *target;           /* STATEMENT_ASSIGN                  */
    struct reference *channel;          /* STATEMENT_SEND                    */
    VEC(struct expression *) arguments; /* structures flattened, as above    */
    bool sorted;
    bool cuts; /* STATEMENT_SET_PRIORITY, written `_priority = e`: a byte of e, where set_priority() demands one */
    bool from_declaration; /* a declaration after the first statement: Spin makes a step of it (`x = 0` without an
                              initialiser, `skip` for a structure) */
    struct receive *receive;
    VEC(struct sequence *) options; /* STATEMENT_IF, STATEMENT_DO        */
    struct sequence *body, *escape;
    VEC(struct reference *) channels; /* xr, xs                            */
    const char *text;                 /* printf's format (decoded), c_code */
    const char *c_assertion;
    struct label *target_label; /* STATEMENT_GOTO                    */
};

/* ---- the whole ---- */

enum proctype_kind { PROCTYPE_PROCESS, PROCTYPE_INIT, PROCTYPE_NEVER, PROCTYPE_TRACE, PROCTYPE_NOTRACE };

struct proctype {
    enum proctype_kind kind;
    const char *name; /* "init", and "never" for an unnamed claim */
    struct place place;
    unsigned active;    /* instances at the start; 1 for init */
    bool deterministic; /* D_proctype */
    VEC(struct variable *) parameters;
    unsigned argument_count;          /* structures among the parameters come field by field */
    VEC(struct variable *) variables; /* parameters first, then all locals of all scopes */
    VEC(struct label *) labels;
    struct expression *provided; /* or NULL */
    unsigned priority;           /* 0: not given */
    struct sequence *body;
    struct place end_place; /* of the closing brace */
    unsigned index;         /* in model->proctypes */
};

struct ltl_property {
    const char *name; /* "ltl_0", ... if unnamed, as in Spin */
    struct place place;
    struct expression *formula;
    const char *text; /* as written */
};

struct mtype_name {
    const char *name;
    const char *set; /* NULL: plain mtype */
    int value;
};

struct inline_definition {
    const char *name;
    struct place place;
    VEC(const char *) parameters;
};

enum c_declaration_kind { C_DECL, C_STATE, C_TRACK, C_FUNCTIONS /* a c_code block outside any process */ };

struct c_declaration {
    enum c_declaration_kind kind;
    struct place place;
    const char *text;  /* c_decl's body; c_state's declaration; c_track's address */
    const char *scope; /* c_state: "Global", "Hidden", "Local name"; c_track: size */
    const char *extra; /* c_state: initial value; c_track: "Matched", "UnMatched"; or NULL */
};

/* A comment of the form slash-star-at NAME star-slash: the statement that begins behind it, on its line, is an
 * interaction of that name (promela/interactions.h). */
struct annotation {
    const char *name;
    struct place place;
    bool exact;    /* the columns of its line are known */
    bool in_macro; /* it stands in a macro's definition, of which the preprocessor drops it */
};

struct model {
    struct arena *arena;
    const char *path;
    VEC(struct variable *) globals;
    VEC(struct structure *) structures;
    VEC(struct mtype_name) mtypes;
    VEC(struct proctype *) proctypes; /* in order of declaration; claims and traces among them */
    VEC(struct ltl_property) ltl;
    VEC(struct inline_definition) inlines;
    VEC(struct c_declaration) c_declarations;
    VEC(struct annotation) annotations;
    VEC(struct annotation) remarks; /* comments like annotations, of several words: `name` is all of them */
    bool uses_last, uses_priority, uses_timeout, uses_provided, uses_enabled, uses_np, uses_code;
    bool is_driven; /* who calls its inlines may read its variables, too */
};

#endif
