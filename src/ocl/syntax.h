/* OCL as it is written: parsed, names not yet looked up. The .env parser reads a whole file before it looks up names,
 * since they may be used before they are declared.
 *
 * Invariant: a tree is at most OCL_MAX_DEPTH deep, so that it can be walked recursively. */
#ifndef OCL_SYNTAX_H
#define OCL_SYNTAX_H

#include "base/arena.h"
#include "ocl/lexer.h"
#include "ocl/ocl.h"

enum { OCL_MAX_DEPTH = 400 };

enum ocl_syntax_kind {
    OCL_SYNTAX_NUMBER,
    OCL_SYNTAX_BOOLEAN,
    OCL_SYNTAX_NULL,
    OCL_SYNTAX_SELF,
    OCL_SYNTAX_SET,       /* Set{arguments}                                   */
    OCL_SYNTAX_NAME,      /* a local, a member of self, a constant or a class */
    OCL_SYNTAX_CALL,      /* name(arguments)                                  */
    OCL_SYNTAX_MEMBER,    /* first.name                                       */
    OCL_SYNTAX_METHOD,    /* first.name(arguments)                            */
    OCL_SYNTAX_STATE,     /* first@name                                       */
    OCL_SYNTAX_OPERATION, /* first->name(arguments) or first->name(variables | body)   */
    OCL_SYNTAX_UNARY,     /* name is the operator                             */
    OCL_SYNTAX_BINARY,
    OCL_SYNTAX_IF, /* first: condition, second, third */
    OCL_SYNTAX_LET /* variables[0], first: its value, second */
};

struct ocl_type_syntax {
    enum { OCL_NO_TYPE, OCL_PLAIN_TYPE, OCL_SET_TYPE, OCL_BAG_TYPE } kind;
    const char *name; /* Integer, Boolean or a class */
    struct place place;
};

struct ocl_syntax_variable {
    const char *name;
    struct place place;
    struct ocl_type_syntax type;
};

struct ocl_syntax {
    enum ocl_syntax_kind kind;
    unsigned depth;
    struct place place;      /* where it starts */
    struct place name_place; /* of `name` */
    const char *name;
    int64_t number;
    struct ocl_syntax *first, *second, *third;
    struct ocl_syntax **arguments;
    size_t argument_count;
    struct ocl_syntax_variable *variables;
    size_t variable_count;
};

struct ocl_parser {
    struct ocl_lexer lexer;
    struct arena *arena;
    struct diagnostics *diagnostics;
    unsigned depth;
};

/* All of these return NULL or false after an error, which they have reported; then parsing must end. */
struct ocl_syntax *ocl_parse_expression(struct ocl_parser *parser);
struct ocl_syntax *ocl_parse_sum(struct ocl_parser *parser);     /* up to a comparison: the bound of a range */
struct ocl_syntax *ocl_parse_postfix(struct ocl_parser *parser); /* up to an operator: what can be assigned to */
bool ocl_parse_type(struct ocl_parser *parser, struct ocl_type_syntax *type);
const char *ocl_parse_name(struct ocl_parser *parser, const char *what, struct place *place);
bool ocl_parse_symbol(struct ocl_parser *parser, const char *symbol);
/* "expected X, not Y" */
void ocl_parse_expected(struct ocl_parser *parser, const char *what);
bool ocl_is_reserved(const char *name);

#endif
