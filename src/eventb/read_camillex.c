/* What CamilleX adds to the text form: inclusions, synchronisations, declarations with a type and a value, records.
 *
 * Declarations and records stand for sets, constants, axioms, variables, invariants and first actions, with the labels
 * that CamilleX gives them (x-typeof, x-def, x-init, typeof_R, typeof_R_f). What of this needs other components is left
 * to eb_flatten(). */
#include "eventb/text_reader.h"

/* ---- Words ---- */

static bool is_record_word(const struct text_reader *reader) {
    return is_word(reader, "record") || is_word(reader, "rec");
}

static bool is_extended_word(const struct text_reader *reader) {
    return is_word(reader, "extended") || is_word(reader, "ext");
}

static bool is_refined_word(const struct text_reader *reader) {
    return is_word(reader, "refined") || is_word(reader, "ref");
}

bool camillex_record_follows(const struct text_reader *reader, bool in_list) {
    struct text_reader ahead = *reader;
    if (in_list && !token(reader)->first_on_line) return false;
    if (is_extended_word(&ahead) || is_refined_word(&ahead)) {
        advance(&ahead);
        if (in_list && token(&ahead)->first_on_line) return false;
    }
    return is_record_word(&ahead) && reader_next_is(&ahead, EB_TOKEN_NAME, in_list);
}

bool camillex_contains_follows(const struct text_reader *reader, bool in_list) {
    return is_word(reader, "contains") && (!in_list || token(reader)->first_on_line) &&
           reader_next_is(reader, EB_TOKEN_NAME, in_list);
}

bool camillex_contains(struct text_reader *reader) {
    eb_syntax_error(&reader->parser, token(reader),
                    "'contains' of CamilleX is not supported: a diagram has no text (the .bum file that Rodin makes of "
                    "it can be read)");
    reader->failed = true;
    return false;
}

/* ---- Inclusion ---- */

bool camillex_includes(struct text_reader *reader, struct text_parts *parts) {
    struct eb_inclusion inclusion = {0};
    eb_names prefixes = {0};
    if (!reader_raw_name(reader, &inclusion.machine)) return false;
    if (is_word(reader, "to")) {
        eb_syntax_error(&reader->parser, token(reader), "'to' of an inclusion has no definition");
        reader->failed = true;
        return false;
    }
    bool good = true;
    if (accept_word(reader, "as")) do {
            skip_strings(reader);
            good = reader_identifier(reader, &prefixes);
        } while (good && reader_name_follows(reader) && !camillex_contains_follows(reader, true));
    inclusion.prefixes = eb_take_names(reader->parser.arena, &prefixes);
    vec_push(&parts->includes, inclusion);
    return good;
}

/* What was read as one name is PREFIX.EVENT, unless it stood in backquotes. */
bool camillex_synchronises(struct text_reader *reader, eb_synchronisations *list) {
    struct eb_synchronisation made = {0};
    bool quoted = token(reader)->quoted;
    if (!reader_raw_name(reader, &made.event)) return false;
    const char *dot = quoted ? NULL : strchr(made.event.name, '.');
    if (dot && dot > made.event.name) {
        made.prefix = arena_text_n(reader->parser.arena, made.event.name, (size_t)(dot - made.event.name));
        made.event.name = dot + 1;
    } else if (eb_token_is_mark(token(reader), '.') && !dot) {
        made.prefix = made.event.name;
        made.event.name = "";
        advance(reader);
    }
    if (!*made.event.name) {
        const struct place place = made.event.place;
        if (!reader_raw_name(reader, &made.event)) return false;
        made.event.place = place;
    }
    if (!strcasecmp(made.event.name, "initialisation") || !strcasecmp(made.event.name, "initialization"))
        made.event.name = "INITIALISATION";
    vec_push(list, made);
    return true;
}

/* ---- Declarations ---- */

/* A formula that CamilleX makes gets this label. */
static void add_made(struct text_reader *reader, eb_labels *list, const char *label, struct eb_formula *formula,
                     struct place place) {
    if (eb_label_is_used(&reader->labels[0], list, label)) {
        diag_error(reader->parser.diagnostics, place, "the label %s is used twice", label);
        reader->failed = true;
    }
    vec_push(list, (struct eb_labelled){.label = label, .formula = formula, .place = place});
}

static struct eb_part name_part(struct eb_parser *parser, const struct eb_name *name) {
    const struct eb_token at = {.place = name->place};
    struct eb_part part = eb_part_node(parser, EB_IDENTIFIER, &at, NULL, 0);
    part.formula->name = name->name;
    return part;
}

/* name op expression, bound; NULL with an error. */
static struct eb_formula *of_name(struct text_reader *reader, const struct eb_name *name, enum eb_op op,
                                  const struct eb_part *expression) {
    struct eb_parser *parser = &reader->parser;
    const struct eb_token at = {.place = name->place, .start = parser->lexer.token.start};
    struct eb_part sides[] = {name_part(parser, name), *expression};
    struct eb_formula *formula = NULL;
    if (!expression->formula)
        ;
    else if (op != EB_BECOMES_EQUAL)
        formula = eb_part_node(parser, op, &at, sides, 2).formula;
    else
        formula = eb_part_node(parser, op, &at, expression, 1).formula;
    if (formula && op == EB_BECOMES_EQUAL) {
        formula->targets = eb_take_items(parser->arena, &name->name, 1, sizeof name->name);
        formula->target_count = 1;
    }
    if (formula && eb_bind(parser->arena, formula, parser->diagnostics)) return formula;
    reader->failed = true;
    return NULL;
}

/* It ends before a sign of equality. */
static struct eb_part read_expression(struct text_reader *reader) {
    const struct eb_token at = *token(reader);
    eb_syntax_begin(&reader->parser);
    struct eb_part part = eb_part_any(&reader->parser, EB_LEVEL_LAMBDA);
    if (!eb_part_must_be(&reader->parser, &part, false, &at)) part.formula = NULL;
    return part;
}

static const char *label_of(struct text_reader *reader, const struct eb_name *name, const char *suffix) {
    return arena_printf(reader->parser.arena, "%s-%s", name->name, suffix);
}

bool camillex_declaration(struct text_reader *reader, struct text_parts *parts, bool variable) {
    eb_names *names = variable ? &parts->variables : &parts->constants;
    eb_labels *types = variable ? &parts->invariants : &parts->axioms;
    if (!reader_identifier(reader, names)) return false;
    const struct eb_name name = vec_last(names);
    if (eb_token_is_operator(token(reader), EB_IN)) {
        advance(reader);
        struct eb_part type = read_expression(reader);
        struct eb_formula *formula = of_name(reader, &name, EB_IN, &type);
        if (!formula) return false;
        add_made(reader, types, label_of(reader, &name, "typeof"), formula, name.place);
    }
    if (eb_token_is_operator(token(reader), EB_EQUAL)) {
        advance(reader);
        struct eb_part value = read_expression(reader);
        struct eb_formula *formula = of_name(reader, &name, variable ? EB_BECOMES_EQUAL : EB_EQUAL, &value);
        if (!formula) return false;
        add_made(reader, variable ? &parts->initial : types, label_of(reader, &name, variable ? "init" : "def"),
                 formula, name.place);
    }
    return true;
}

/* An event whose name could not be read has none. */
static struct eb_event *find_initialisation(eb_events *events) {
    for (size_t i = 0; i < events->count; i++)
        if (events->items[i].name && !strcmp(events->items[i].name, "INITIALISATION")) return &events->items[i];
    return NULL;
}

void camillex_initialise(struct text_reader *reader, struct text_parts *parts) {
    if (!parts->initial.count) return;
    if (!find_initialisation(&parts->events))
        vec_push(&parts->events, (struct eb_event){.name = "INITIALISATION", .place = parts->initial.items[0].place});
    struct eb_event *initialisation = find_initialisation(&parts->events);
    eb_labels actions = {0};
    for (unsigned i = 0; i < initialisation->actions.count; i++) vec_push(&actions, initialisation->actions.items[i]);
    for (size_t i = 0; i < parts->initial.count; i++) {
        const struct eb_labelled *made = &parts->initial.items[i];
        add_made(reader, &actions, made->label, (struct eb_formula *)made->formula, made->place);
    }
    initialisation->actions = eb_take_labels(reader->parser.arena, &actions);
    vec_free(&parts->initial);
}

/* ---- Records ---- */

/* Does the text from here up to the lexer's token have the word, however it is used? */
static bool mentions(struct eb_lexer from, const struct eb_lexer *to, const char *word) {
    for (; from.token.start < to->token.start && from.token.kind != EB_TOKEN_END; eb_lexer_advance(&from))
        if (from.token.kind == EB_TOKEN_NAME && from.token.length == strlen(word) &&
            !strncmp(from.token.text, word, from.token.length))
            return true;
    return false;
}

struct eb_formula *camillex_constraint(struct eb_parser *parser, const char *record) {
    const struct eb_lexer from = parser->lexer;
    eb_syntax_begin(parser);
    struct eb_part all = eb_part_predicate(parser);
    if (all.formula && mentions(from, &parser->lexer, "self")) {
        const struct eb_name self = {"self", from.token.place}, set = {record, from.token.place};
        struct eb_part member[] = {name_part(parser, &self), name_part(parser, &set)};
        struct eb_part sides[] = {eb_part_node(parser, EB_IN, &from.token, member, 2), all};
        all = eb_part_node(parser, EB_IMPLIES, &from.token, sides, 2);
        if (all.formula) all = eb_part_node(parser, EB_NOT, &from.token, &all, 1); /* its child is a predicate, too */
        if (all.formula) {
            all.formula->op = EB_FORALL;
            all.formula->bound = eb_take_items(
                parser->arena, &(struct eb_bound){.name = self.name, .place = self.place}, 1, sizeof(struct eb_bound));
            all.formula->bound_count = 1;
        }
    }
    return all.formula && eb_bind(parser->arena, all.formula, parser->diagnostics) ? all.formula : NULL;
}

/* A record while it is read. */
struct record {
    struct eb_name name;
    bool machine, extended, refined, inherits;
    eb_names *names; /* where its fields go */
    eb_labels *formulas;
};

static bool wrong_record(struct text_reader *reader, const struct record *record, const char *message) {
    diag_error(reader->parser.diagnostics, record->name.place, "the record %s %s", record->name.name, message);
    reader->failed = true;
    return false;
}

/* one, many, opt; but a type may be called so. */
static bool multiplicity_follows(const struct text_reader *reader) {
    if (!is_word(reader, "one") && !is_word(reader, "many") && !is_word(reader, "opt")) return false;
    struct text_reader ahead = *reader;
    advance(&ahead);
    const struct eb_token *next = token(&ahead);
    switch (next->kind) {
    case EB_TOKEN_NAME: return !is_word(&ahead, "field") && !is_word(&ahead, "fld") && !is_word(&ahead, "constraint");
    case EB_TOKEN_OPERATOR: return eb_operator(next->op)->shape != EB_SHAPE_INFIX;
    case EB_TOKEN_NUMBER: return true;
    case EB_TOKEN_MARK: return next->mark == '(' || next->mark == '{';
    default: return false;
    }
}

static enum eb_op read_multiplicity(struct text_reader *reader) {
    if (!multiplicity_follows(reader)) return EB_TOTAL_FUNCTIONS;
    enum eb_op arrow = is_word(reader, "one")    ? EB_TOTAL_FUNCTIONS
                       : is_word(reader, "many") ? EB_RELATIONS
                                                 : EB_PARTIAL_FUNCTIONS;
    advance(reader);
    return arrow;
}

/* f ∈ R → T, as the text would be read: T binds more tightly than the arrow. */
static bool read_field(struct text_reader *reader, const struct record *record) {
    skip_strings(reader);
    if (!reader_identifier(reader, record->names)) return false;
    const struct eb_name field = vec_last(record->names);
    if (!eb_token_is_operator(token(reader), EB_IN)) return reader_expected(reader, "':' and the type of the field");
    advance(reader);
    enum eb_op arrow = read_multiplicity(reader);
    struct eb_token at = *token(reader);
    struct eb_part type = read_expression(reader), sides[] = {name_part(&reader->parser, &record->name), type};
    if (type.formula && type.bare && eb_operator(type.formula->op)->level < EB_LEVEL_BINARY) {
        eb_syntax_error(&reader->parser, &at, "the type of a field stands in parentheses if it is of this kind");
        type.formula = NULL;
    }
    struct eb_part set = type.formula ? eb_part_node(&reader->parser, arrow, &at, sides, 2) : type;
    struct eb_formula *formula = of_name(reader, &field, EB_IN, &set);
    if (!formula) return false;
    add_made(reader, record->formulas,
             arena_printf(reader->parser.arena, "typeof_%s_%s", record->name.name, field.name), formula, field.place);
    return true;
}

static bool read_record_body(struct text_reader *reader, const struct record *record) {
    const struct text_section constraints = {record->machine ? "inv" : "axm",
                                             eb_syntax_predicate,
                                             record->formulas,
                                             NULL,
                                             record->names,
                                             NULL,
                                             record->name.name};
    for (;;) {
        skip_strings(reader);
        if (accept_word(reader, "end")) return true;
        if (accept_word(reader, "field") || accept_word(reader, "fld")) {
            if (!read_field(reader, record)) return false;
        } else if (accept_word(reader, "constraint")) {
            skip_strings(reader);
            if (token(reader)->kind != EB_TOKEN_LABEL) return reader_expected(reader, "the label of the constraint");
            reader_formula(reader, &constraints, false);
        } else {
            return reader_expected(reader, "'field', 'constraint' or 'end' of the record");
        }
    }
}

/* The record itself: a carrier set, or a subset of the one it inherits from. */
static bool declare_record(struct text_reader *reader, const struct record *record, const struct eb_name *inherited,
                           struct text_parts *parts) {
    if (record->machine)
        vec_push(&parts->records, (struct eb_record){record->name, record->extended});
    else if (!record->extended)
        vec_push(inherited ? &parts->constants : &parts->sets, record->name);
    if (!inherited) return true;
    struct eb_part super = name_part(&reader->parser, inherited);
    struct eb_formula *formula = of_name(reader, &record->name, EB_SUBSET_EQUAL, &super);
    if (!formula) return false;
    add_made(reader, record->formulas, arena_printf(reader->parser.arena, "typeof_%s", record->name.name), formula,
             record->name.place);
    return true;
}

static bool is_consistent(struct text_reader *reader, const struct record *record) {
    if (record->refined && !record->machine)
        return wrong_record(reader, record, "is refined, but only those of machines are");
    if (record->inherits && (record->extended || record->refined))
        return wrong_record(reader, record, "inherits, and is extended or refined: only one of them has a meaning");
    if (record->machine && !record->inherits && !record->extended && !record->refined)
        return wrong_record(reader, record,
                            "is new, but in a machine there are only records that inherit, or are extended or refined");
    return true;
}

bool camillex_record(struct text_reader *reader, struct text_parts *parts, bool machine) {
    struct record record = {.machine = machine,
                            .extended = is_extended_word(reader),
                            .refined = is_refined_word(reader),
                            .names = machine ? &parts->variables : &parts->constants,
                            .formulas = machine ? &parts->invariants : &parts->axioms};
    eb_names names = {0};
    if (record.extended || record.refined) advance(reader);
    advance(reader);
    bool good = reader_identifier(reader, &names);
    if (good) record.name = names.items[0];
    if (good && (accept_word(reader, "inherits") || accept_word(reader, "ihr"))) {
        record.inherits = true;
        good = reader_identifier(reader, &names);
    }
    good = good && is_consistent(reader, &record) &&
           declare_record(reader, &record, record.inherits ? &names.items[1] : NULL, parts) &&
           read_record_body(reader, &record);
    vec_free(&names);
    return good;
}
