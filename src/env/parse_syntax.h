/* A .env file as it is written: names not yet looked up, since they may be used before they are declared. Lists are
 * linked through `next`, in order of appearance; all belongs to the parser's arena. */
#ifndef ENV_PARSE_SYNTAX_H
#define ENV_PARSE_SYNTAX_H

#include "ocl/syntax.h"

struct env_range_syntax {
    struct ocl_syntax *low, *high; /* low NULL: no range; high NULL: as low, or `*` */
    bool open;                     /* low..* or * */
    struct place place;
};

/* A constant, a parameter, an iterator, a state, an argument of a trigger, an invariant ... */
struct env_item_syntax {
    struct env_item_syntax *next;
    const char *name; /* may be NULL */
    struct place place;
    struct ocl_syntax *value; /* may be NULL */
    struct ocl_type_syntax type;
    struct env_range_syntax range;
};

struct env_function_syntax {
    struct env_function_syntax *next;
    enum { ENV_FUN, ENV_REF, ENV_DEF, ENV_CONFIGURE } kind;
    const char *name;
    struct place place;
    struct env_item_syntax *parameters; /* of a configuration: its iterators */
    struct env_item_syntax *arguments;  /* of a configuration                */
    struct env_item_syntax *pieces;     /* of a reference: name or value     */
    const char *into;
    struct ocl_type_syntax result;
    struct ocl_syntax *body;
};

struct env_member_syntax {
    struct env_member_syntax *next;
    enum ocl_member_kind kind;
    const char *name;
    struct place place;
    struct ocl_type_syntax type; /* of an association: the class */
    struct env_range_syntax range;
    struct ocl_syntax *value;
};

struct env_sync_syntax {
    struct env_sync_syntax *next;
    struct ocl_syntax *objects;
    const char *from, *to;
    struct place from_place, to_place;
};

struct env_action_syntax {
    struct env_action_syntax *next;
    struct ocl_syntax *target, *value;
};

struct env_transition_syntax {
    struct env_transition_syntax *next;
    const char *from, *to, *trigger; /* trigger NULL: asynchronous */
    struct place from_place, to_place, trigger_place;
    struct env_item_syntax *arguments; /* with a name: bound to it; else a value that is demanded */
    struct ocl_syntax *guard;
    struct env_sync_syntax *synchronous;
    struct env_action_syntax *actions;
};

struct env_class_syntax {
    struct env_class_syntax *next;
    const char *name;
    struct place place;
    struct env_range_syntax size;
    struct env_member_syntax *members;
    struct env_item_syntax *invariants, *assertions, *states;
    struct env_transition_syntax *transitions;
};

struct env_syntax {
    const char *target;
    struct place target_place;
    struct env_item_syntax *constants;
    struct env_function_syntax *functions; /* of all kinds */
    struct env_class_syntax *classes;
};

/* False after an error, which was reported. */
bool env_parse_syntax(struct ocl_parser *parser, struct env_syntax *syntax);
/* The inside of `class Name[..] { ... }`. */
bool env_parse_class_body(struct ocl_parser *parser, struct env_class_syntax *class);

/* Shared by both files. */
bool env_parse_range(struct ocl_parser *parser, struct env_range_syntax *range, bool single);
bool env_parse_new_name(struct ocl_parser *parser, const char *what, const char **name, struct place *place);

#define env_append(parser, tail, type) (*(tail) = arena_new_object((parser)->arena, type))

#endif
