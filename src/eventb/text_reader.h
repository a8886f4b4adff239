/* Between the files that read the text form (read_text.c: Camille; read_camillex.c: what CamilleX adds). */
#ifndef EVENTB_TEXT_READER_H
#define EVENTB_TEXT_READER_H

#include "eventb/label_index.h"
#include "eventb/syntax.h"

/* A component while it is read. */
struct text_parts {
    eb_names extends, refines, sees, sets, constants, variables;
    eb_labels axioms, invariants, variants;
    eb_labels initial; /* actions of INITIALISATION that variables are declared with */
    eb_events events;
    eb_inclusions includes;
    eb_records records;
};

struct text_reader {
    struct eb_parser parser; /* its lexer stands at the next token */
    const char *path;
    const eb_names *variables; /* of the machine that is being read */
    bool failed;
    struct eb_label_index labels[2]; /* of the section that is read, and of what it must differ from */
};

/* Labelled formulas of one kind. */
struct text_section {
    const char *stem; /* of the labels that formulas without one get */
    struct eb_formula *(*parse)(struct eb_parser *parser);
    eb_labels *list;
    const eb_labels *also; /* labels must differ from these, too */
    const eb_names *names; /* declared so far: parameters and variables, or constants */
    const eb_names *more_names;
    const char *record; /* whose constraints they are; NULL: of none */
};

static inline const struct eb_token *token(const struct text_reader *reader) { return &reader->parser.lexer.token; }

static inline void advance(struct text_reader *reader) { eb_lexer_advance(&reader->parser.lexer); }

static inline bool is_word(const struct text_reader *reader, const char *word) {
    return eb_token_is_word(&reader->parser.lexer, token(reader), word);
}

static inline bool accept_word(struct text_reader *reader, const char *word) {
    if (!is_word(reader, word)) return false;
    advance(reader);
    return true;
}

static inline const char *take_name(struct text_reader *reader) {
    return arena_text_n(reader->parser.arena, token(reader)->text, token(reader)->length);
}

static inline void skip_strings(struct text_reader *reader) {
    while (token(reader)->kind == EB_TOKEN_STRING) advance(reader);
}

/* False, and nothing more of this file is read. */
bool reader_expected(struct text_reader *reader, const char *what);
/* Is the next token of this kind, and, if asked for, in the same line? */
bool reader_next_is(const struct text_reader *reader, enum eb_token_kind kind, bool same_line);
/* Names of components and events have hyphens and the like: they reach up to the next blank. */
bool reader_raw_name(struct text_reader *reader, struct eb_name *name);
/* Does a name follow, and not a clause that begins with one? Skips strings. */
bool reader_name_follows(struct text_reader *reader);
/* Takes one identifier. */
bool reader_identifier(struct text_reader *reader, eb_names *names);
/* Identifiers, separated by blanks or commas. */
bool reader_identifiers(struct text_reader *reader, eb_names *names);
/* One formula, perhaps with its label; after an error reading goes on at the next label or keyword. */
void reader_formula(struct text_reader *reader, const struct text_section *section, bool theorem);

/* ---- What CamilleX adds (read_camillex.c) ---- */

/* Does a word of CamilleX's begin a clause here? Outside of its files they may be names: in a list of names, only what
 * begins a line and is followed by a name in it counts (`in_list`). */
bool camillex_record_follows(const struct text_reader *reader, bool in_list);
bool camillex_contains_follows(const struct text_reader *reader, bool in_list);

/* After `includes`: MACHINE [as PREFIX+]. */
bool camillex_includes(struct text_reader *reader, struct text_parts *parts);
/* After `synchronises`: [PREFIX.]EVENT. */
bool camillex_synchronises(struct text_reader *reader, eb_synchronisations *list);
/* After `variable` or `constant`: NAME [: TYPE] [= VALUE]. */
bool camillex_declaration(struct text_reader *reader, struct text_parts *parts, bool variable);
bool camillex_record(struct text_reader *reader, struct text_parts *parts, bool machine);
/* Diagrams have no text: an error. */
bool camillex_contains(struct text_reader *reader);
/* The constraint of a record: ∀self·self ∈ R ⇒ P, if P speaks of `self`; else P. NULL with an error. */
struct eb_formula *camillex_constraint(struct eb_parser *parser, const char *record);
/* The component is read: what declarations say of first values goes into INITIALISATION. */
void camillex_initialise(struct text_reader *reader, struct text_parts *parts);

#endif
