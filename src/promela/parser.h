/* What the parts of the parser share: recursive descent over a token stream, tree built as it goes.
 *
 * Invariant: after a syntax error the parser is `panicking`: every rule returns at once without taking tokens or
 * reporting, until the statement or unit loop has skipped to a boundary. Rules never return NULL where a tree is
 * expected, so that callers need not check. */
#ifndef PROMELA_PARSER_H
#define PROMELA_PARSER_H

#include "promela/names.h"
#include "promela/parse.h"
#include "promela/stream.h"

#include <string.h>

/* A list in the arena: outgrown arrays stay there until the arena goes. */
#define list_add(arena, list, ...)                                                                                     \
    do {                                                                                                               \
        if ((list)->count == (list)->capacity) {                                                                       \
            size_t list_capacity_ = (list)->capacity ? (list)->capacity * 2 : 4;                                       \
            void *list_items_ = arena_alloc((arena), list_capacity_ * sizeof *(list)->items);                          \
            if ((list)->count) memcpy(list_items_, (list)->items, (list)->count * sizeof *(list)->items);              \
            (list)->items = list_items_;                                                                               \
            (list)->capacity = list_capacity_;                                                                         \
        }                                                                                                              \
        (list)->items[(list)->count++] = __VA_ARGS__;                                                                  \
    } while (0)

enum {
    MOST_PARSE_ERRORS = 20,
    MOST_DIAGNOSTICS = 200,
    DEEPEST_NESTING = 200,     /* blocks and parentheses */
    HIGHEST_EXPRESSION = 2000, /* a + b + c .. is as high as it is long */
    LONGEST_ARRAY = 1 << 20,
    LARGEST_VARIABLE = 1 << 20, /* numbers in it */
    DEEPEST_STRUCTURE = 50,
    LARGEST_CAPACITY = 65535,
    MOST_MESSAGE_FIELDS = 1000,
    MOST_MTYPE_NAMES = 255
};

/* Every label is one of these. */
struct placed_label {
    struct label label;
    unsigned d_step; /* it is in */
};

struct pending_goto {
    struct statement *statement;
    const char *name;
    struct scope *scope; /* of the label's name, as first seen */
    unsigned d_step;     /* the goto is in */
};

struct pending_remote {
    struct expression *expression;
    const char *proctype, *variable; /* variable: NULL for a label */
    struct place name_place;
    struct expression *index;
};

struct pending_run {
    struct expression *expression;
    const char *name;
    const struct proctype *from;
};

struct pending_formula {
    const char *name;
    struct place place;
    struct token_span span; /* without the braces */
};

/* Of a typedef, by its index: how deep structures are nested in it, and how many numbers it holds. */
struct extent {
    unsigned depth, numbers;
};

struct parser {
    struct arena *arena;
    struct model *model;
    struct diagnostics *diagnostics;
    unsigned errors_before;
    struct stream stream;
    struct token token; /* the next one to take */
    bool panicking;
    unsigned nesting, height; /* height: of the expression parsed last */
    struct names names;
    struct proctype *proctype;
    struct scope *scope;
    struct sequence *sequence; /* statements go here */
    unsigned loops;            /* open around this point, in this proctype and outside of escapes */
    unsigned d_steps, d_step;  /* open ones; the number of the outermost one, 0: none */
    unsigned d_step_count;
    bool starting;   /* no statement yet: initialisers are evaluated when the process starts */
    bool in_formula; /* ltl */
    bool in_parameters;
    struct structure *structure; /* the typedef being read */
    unsigned unnamed_claims, unnamed_formulas;
    struct proctype *trace;
    bool uses_exclusive;      /* xr or xs */
    struct variable *scratch; /* `_`, once it was assigned to */
    VEC(struct extent) extents;
    VEC(struct pending_goto) gotos;
    VEC(struct pending_remote) remotes;
    VEC(struct pending_run) runs;
    VEC(struct pending_formula) formulas;
    VEC(const char *) later_proctypes; /* names of all proctypes in the text */
};

/* parser.c: tokens, errors, recovery */
void advance(struct parser *parser);
bool at(const struct parser *parser, enum token_kind kind);
bool accept(struct parser *parser, enum token_kind kind);
/* Takes a token of this kind, or complains and panics. `where` ends the sentence: "expected `(` after `run`". */
bool expect(struct parser *parser, enum token_kind kind, const char *where);
const char *expect_name(struct parser *parser, const char *what);
void syntax_error(struct parser *parser, const char *expected);
void error_at(struct parser *parser, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void warn_at(struct parser *parser, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* One more level of nesting; false, with an error, when it is too deep. Always paired with leave(). */
bool enter(struct parser *parser);
void leave(struct parser *parser);
bool stopped(const struct parser *parser); /* too many errors */
void skip_to_statement_end(struct parser *parser);
void skip_to_unit(struct parser *parser);
struct name *lookup(struct parser *parser, const char *text);

/* expression.c */
struct expression *parse_expression(struct parser *parser); /* without full(), empty() and so on */
struct expression *parse_full_expression(struct parser *parser);
/* constant.c */
int32_t parse_constant(struct parser *parser);
/* The same, or a variable that stands for its initial value (1 if it has none), which Spin allows. */
int32_t parse_bound(struct parser *parser, const char *what);
struct expression *new_expression(struct parser *parser, enum expression_kind kind, struct place place);
struct expression *new_number(struct parser *parser, int32_t value, struct place place);
struct expression *new_binary(struct parser *parser, enum operator_kind op, struct expression *left,
                              struct expression *right);

/* reference.c */
enum reference_use {
    USE_SCALAR,  /* one value                                 */
    USE_MESSAGE, /* one value or a whole structure            */
    USE_ARRAY    /* a whole array: `for (i in a)`             */
};
struct reference *parse_reference(struct parser *parser, enum reference_use use);
struct reference *parse_channel(struct parser *parser);
/* Complains unless it is a channel. */
void require_channel(struct parser *parser, const struct reference *reference);
struct expression *reference_expression(struct parser *parser, struct reference *reference);
const struct reference *last_link(const struct reference *reference);
const struct type *reference_type(const struct reference *reference);
struct reference *reference_to(struct parser *parser, struct variable *variable, struct place place);
/* Stands for a variable that is not declared: complained about already, anything may be done with it. */
bool is_guess(const struct variable *variable);

/* message.c */
typedef VEC(struct expression *) expression_list;
unsigned flattened_count(struct parser *parser, const struct type *type, struct place place);
void parse_arguments(struct parser *parser, expression_list *list); /* structures flattened */
struct statement *parse_send(struct parser *parser, struct reference *channel);
/* The fields of a receive, up to and without the closing mark. */
enum receive_form { RECEIVE_TAKES, RECEIVE_PEEKS, RECEIVE_POLLS };
struct receive *parse_receive(struct parser *parser, struct reference *channel, enum receive_form form);
void flatten_reference(struct parser *parser, struct reference *reference, expression_list *list);

/* declaration.c */
bool at_declaration(struct parser *parser);
void parse_declaration(struct parser *parser);
void parse_typedef(struct parser *parser);
struct variable *declare(struct parser *parser, const char *name, struct place place, struct type type);

/* statement.c */
struct statement *new_statement(struct parser *parser, enum statement_kind kind, struct place place);
void emit(struct parser *parser, struct statement *statement);
struct statement *new_condition(struct parser *parser, struct expression *expression);
struct statement *new_assignment(struct parser *parser, struct reference *target, struct expression *value);
struct sequence *open_sequence(struct parser *parser, struct sequence **saved);
void parse_steps(struct parser *parser);
struct sequence *parse_block(struct parser *parser, const char *what);
void check_assignment(struct parser *parser, const struct reference *target, const struct expression *value);

/* loop.c */
struct statement *parse_for(struct parser *parser);
struct statement *parse_select(struct parser *parser);

/* unit.c */
void parse_units(struct parser *parser);
void parse_formulas(struct parser *parser);
void parse_callables(struct parser *parser, const char *const *callable);

/* resolve.c */
void resolve_gotos(struct parser *parser);
void resolve_model(struct parser *parser);

#endif
