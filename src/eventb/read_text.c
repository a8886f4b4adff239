/* The text form: Camille, CamilleX, and what papers print.
 *
 * A formula goes as far as it can; it ends before a keyword, a label, a comma or anything else that cannot continue it.
 * After an error in a formula, reading goes on at the next label or keyword, so that one run shows all of them. */
#include "base/nearest.h"
#include "eventb/text_reader.h"

bool reader_expected(struct text_reader *reader, const char *what) {
    eb_syntax_expected(&reader->parser, what);
    reader->failed = true;
    return false;
}

static bool is_one_of(const struct text_reader *reader, const char *const *words) {
    for (; *words; words++)
        if (is_word(reader, *words)) return true;
    return false;
}

/* ---- Single-item forms: `variable x`, `axiom @a: P` ---- */

bool reader_next_is(const struct text_reader *reader, enum eb_token_kind kind, bool same_line) {
    struct eb_lexer ahead = reader->parser.lexer;
    eb_lexer_advance(&ahead);
    return ahead.token.kind == kind && !(same_line && ahead.token.first_on_line);
}

/* A word that is a name elsewhere, and a clause where it begins a line and a name follows in it. */
static bool names_item(const struct text_reader *reader) {
    static const char *const words[] = {"variable", "var", "vars", "constant", "cst", "set", "extend", "ext", NULL};
    return token(reader)->kind == EB_TOKEN_NAME && is_one_of(reader, words) && token(reader)->first_on_line &&
           reader_next_is(reader, EB_TOKEN_NAME, true);
}

/* Can it not go on with what begins by a name? ( and − can. */
static bool begins_formula(const struct eb_token *token) {
    static const enum eb_op first[] = {
        EB_NOT,         EB_FORALL,     EB_EXISTS,    EB_TRUE,          EB_FALSE,
        EB_BOOL,        EB_FINITE,     EB_PARTITION, EB_MINIMUM,       EB_MAXIMUM,
        EB_CARDINALITY, EB_DOMAIN,     EB_RANGE,     EB_GENERAL_UNION, EB_GENERAL_INTERSECTION,
        EB_POWER_SET,   EB_POWER_SET_1};
    for (size_t i = 0; token->kind == EB_TOKEN_OPERATOR && i < sizeof first / sizeof *first; i++)
        if (token->op == first[i]) return true;
    return token->first_on_line || token->kind == EB_TOKEN_NAME || token->kind == EB_TOKEN_NUMBER ||
           token->kind == EB_TOKEN_STRING || eb_token_is_mark(token, '{');
}

/* `theorems`, and formulas without labels after it. */
static bool theorems_follow(const struct text_reader *reader) {
    static const char *const word[] = {"theorems", NULL};
    struct eb_lexer ahead = reader->parser.lexer;
    if (!is_one_of(reader, word) || !token(reader)->first_on_line) return false;
    eb_lexer_advance(&ahead);
    return begins_formula(&ahead.token);
}

static bool formula_item(const struct text_reader *reader) {
    static const char *const words[] = {"axiom", "axm", "invariant", "invs", "theorems", "thm", NULL};
    return token(reader)->kind == EB_TOKEN_NAME && is_one_of(reader, words) &&
           (reader_next_is(reader, EB_TOKEN_LABEL, false) || theorems_follow(reader));
}

static bool item_follows(const struct text_reader *reader) {
    return names_item(reader) || formula_item(reader) || camillex_record_follows(reader, true);
}

/* ---- Lists of names ---- */

bool reader_name_follows(struct text_reader *reader) {
    skip_strings(reader);
    return token(reader)->kind == EB_TOKEN_NAME && !item_follows(reader);
}

bool reader_identifier(struct text_reader *reader, eb_names *names) {
    if (token(reader)->kind != EB_TOKEN_NAME) return reader_expected(reader, "a name");
    if (token(reader)->primed) return reader_expected(reader, "a name without a prime");
    vec_push(names, (struct eb_name){take_name(reader), token(reader)->place});
    advance(reader);
    return true;
}

bool reader_identifiers(struct text_reader *reader, eb_names *names) {
    if (!reader_name_follows(reader)) return reader_expected(reader, "a name");
    do {
        if (!reader_identifier(reader, names)) return false;
        skip_strings(reader);
        if (eb_token_is_mark(token(reader), ',')) {
            advance(reader);
            if (!reader_name_follows(reader)) return reader_expected(reader, "a name after ','");
        }
    } while (reader_name_follows(reader));
    if (!eb_token_is_operator(token(reader), EB_IN) && !eb_token_is_operator(token(reader), EB_EQUAL)) return true;
    return reader_expected(reader, "the end of the list (with a type or a value, each is declared by itself: variable "
                                   "x : T = e, or constant c : T = e)");
}

bool reader_raw_name(struct text_reader *reader, struct eb_name *name) {
    if (token(reader)->kind != EB_TOKEN_NAME && token(reader)->kind != EB_TOKEN_OPERATOR &&
        token(reader)->kind != EB_TOKEN_NUMBER && token(reader)->kind != EB_TOKEN_BAD)
        return reader_expected(reader, "a name");
    eb_lexer_again(&reader->parser.lexer);
    eb_lexer_advance_raw(&reader->parser.lexer);
    if (token(reader)->kind != EB_TOKEN_NAME || token(reader)->primed) return reader_expected(reader, "a name");
    *name = (struct eb_name){take_name(reader), token(reader)->place};
    advance(reader);
    return true;
}

static bool read_raw_names(struct text_reader *reader, eb_names *names) {
    do {
        struct eb_name name;
        if (!reader_raw_name(reader, &name)) return false;
        vec_push(names, name);
        if (eb_token_is_mark(token(reader), ',')) advance(reader);
    } while (reader_name_follows(reader) && !is_word(reader, "status") && !camillex_contains_follows(reader, true));
    return true;
}

/* ---- Labelled formulas ---- */

static bool is_used(struct text_reader *reader, const struct text_section *section, const char *label) {
    return eb_label_is_used(&reader->labels[0], section->list, label) ||
           eb_label_is_used(&reader->labels[1], section->also, label);
}

static bool is_declared(const eb_names *names, const struct eb_token *name) {
    for (size_t i = 0; names && i < names->count; i++) {
        if (!strncmp(names->items[i].name, name->text, name->length) && !names->items[i].name[name->length])
            return true;
    }
    return false;
}

/* Is `name :` a label? It is not if the formula goes through with it, as x : S does; but `l : a, b : S` may also be the
 * formulas l : a and b : S, so there it is one unless l is the name of something. */
static bool plain_label_follows(struct text_reader *reader, const struct text_section *section) {
    if (token(reader)->kind != EB_TOKEN_NAME) return false;
    struct text_reader ahead = *reader;
    advance(&ahead);
    const struct eb_token *colon = token(&ahead);
    if (!eb_token_is_operator(colon, EB_IN) || *colon->start != ':') return false;
    advance(&ahead);
    if (eb_syntax_several_members(&ahead.parser))
        return !is_declared(section->names, token(reader)) && !is_declared(section->more_names, token(reader));
    struct diagnostics quiet = {0};
    ahead = *reader;
    ahead.parser.diagnostics = &quiet;
    bool formula = section->parse(&ahead.parser) != NULL;
    diag_free(&quiet);
    return !formula;
}

static const char *read_label(struct text_reader *reader, const struct text_section *section) {
    const struct eb_token at = *token(reader);
    if (at.kind != EB_TOKEN_LABEL && !plain_label_follows(reader, section)) {
        for (unsigned number = (unsigned)section->list->count + 1;; number++) {
            const char *label = arena_printf(reader->parser.arena, "%s%u", section->stem, number);
            if (!is_used(reader, section, label)) return label;
        }
    }
    const char *label = take_name(reader);
    if (at.primed) label = arena_printf(reader->parser.arena, "%s'", label);
    advance(reader);
    if (at.kind == EB_TOKEN_NAME) advance(reader);
    if (is_used(reader, section, label)) {
        eb_syntax_error(&reader->parser, &at, "the label %s is used twice", label);
        reader->failed = true;
    }
    return label;
}

static bool formula_follows(const struct text_reader *reader) {
    const struct eb_token *at = token(reader);
    switch (at->kind) {
    case EB_TOKEN_LABEL:
    case EB_TOKEN_NUMBER:
    case EB_TOKEN_BAD: return true;
    case EB_TOKEN_NAME: return !item_follows(reader);
    case EB_TOKEN_OPERATOR: return eb_operator(at->op)->shape != EB_SHAPE_INFIX || at->op == EB_SUBTRACT;
    case EB_TOKEN_MARK: return at->mark == '(' || at->mark == '{';
    default: return false;
    }
}

void reader_formula(struct text_reader *reader, const struct text_section *section, bool theorem) {
    struct place place = token(reader)->place;
    const char *label = read_label(reader, section);
    if (accept_word(reader, "theorem")) theorem = true;
    const struct eb_formula *formula =
        section->record ? camillex_constraint(&reader->parser, section->record) : section->parse(&reader->parser);
    if (formula) {
        vec_push(section->list,
                 (struct eb_labelled){.label = label, .formula = formula, .theorem = theorem, .place = place});
        return;
    }
    reader->failed = true;
    while (token(reader)->kind != EB_TOKEN_LABEL && token(reader)->kind != EB_TOKEN_KEYWORD &&
           token(reader)->kind != EB_TOKEN_END)
        advance(reader);
}

static void read_formulas(struct text_reader *reader, const struct text_section *section, bool all_theorems) {
    for (;;) {
        skip_strings(reader);
        bool theorem = accept_word(reader, "theorem");
        skip_strings(reader);
        if (!formula_follows(reader)) {
            if (theorem) reader_expected(reader, "a theorem");
            return;
        }
        reader_formula(reader, section, theorem || all_theorems);
        if (eb_token_is_mark(token(reader), ',')) {
            advance(reader);
            skip_strings(reader);
            if (!formula_follows(reader) && !is_word(reader, "theorem")) {
                reader_expected(reader, "a formula after ','");
                return;
            }
        }
    }
}

/* ---- Events ---- */

struct event_parts {
    eb_names refines, parameters;
    eb_labels guards, witnesses, actions;
    eb_synchronisations synchronises;
};

static bool read_convergence(struct text_reader *reader, enum eb_convergence *convergence) {
    static const char *const words[] = {"ordinary", "convergent", "anticipated"};
    for (unsigned i = 0; i < 3; i++) {
        if (!accept_word(reader, words[i])) continue;
        *convergence = (enum eb_convergence)i;
        return true;
    }
    return false;
}

static bool read_event_head(struct text_reader *reader, struct eb_event *event, struct event_parts *parts) {
    skip_strings(reader);
    if (is_word(reader, "refines") || is_word(reader, "extends")) {
        event->extended = is_word(reader, "extends");
        advance(reader);
        return read_raw_names(reader, &parts->refines);
    }
    if (is_word(reader, "status") && token(reader)->kind == EB_TOKEN_NAME) {
        advance(reader);
        return read_convergence(reader, &event->convergence) ||
               reader_expected(reader, "'ordinary', 'convergent' or 'anticipated'");
    }
    return read_convergence(reader, &event->convergence) || reader_expected(reader, "'end' of the event");
}

/* One clause of an event; false at its end and after an error that ends the file. */
static bool read_event_clause(struct text_reader *reader, struct eb_event *event, struct event_parts *parts) {
    const eb_names *parameters = &parts->parameters, *variables = reader->variables;
    const struct text_section guards = {
        "grd", eb_syntax_predicate, &parts->guards, &parts->actions, parameters, variables, NULL};
    const struct text_section witnesses = {"wit", eb_syntax_predicate, &parts->witnesses, NULL, parameters, variables,
                                           NULL};
    const struct text_section actions = {
        "act", eb_syntax_assignment, &parts->actions, &parts->guards, parameters, variables, NULL};
    if (accept_word(reader, "any")) return reader_identifiers(reader, &parts->parameters);
    if (accept_word(reader, "synchronises")) return camillex_synchronises(reader, &parts->synchronises);
    if (accept_word(reader, "where") || accept_word(reader, "when"))
        read_formulas(reader, &guards, false);
    else if (accept_word(reader, "with"))
        read_formulas(reader, &witnesses, false);
    else if (accept_word(reader, "then") || accept_word(reader, "begin"))
        read_formulas(reader, &actions, false);
    else
        return read_event_head(reader, event, parts);
    return true;
}

static bool is_initialisation(const char *name) {
    return !strcasecmp(name, "initialisation") || !strcasecmp(name, "initialization");
}

static bool read_event_body(struct text_reader *reader, struct eb_event *event, struct event_parts *parts) {
    for (;;) {
        skip_strings(reader);
        if (accept_word(reader, "end")) return true;
        if (token(reader)->kind == EB_TOKEN_END || is_word(reader, "event") || is_word(reader, "machine"))
            return reader_expected(reader, "'end' of the event");
        if (!read_event_clause(reader, event, parts)) return false;
    }
}

/* After `event`, or where papers leave it out: name, perhaps a sign of definition, clauses, `end`. */
/* INITIALISATION refines that of the abstraction, whether it says so or not. */
static void drop_initialisation(eb_names *refines) {
    size_t kept = 0;
    for (size_t i = 0; i < refines->count; i++)
        if (!is_initialisation(refines->items[i].name)) refines->items[kept++] = refines->items[i];
    refines->count = kept;
}

static bool read_event(struct text_reader *reader, enum eb_convergence convergence, eb_events *events) {
    struct eb_event event = {.convergence = convergence};
    struct event_parts parts = {0};
    struct eb_name name;
    bool good = reader_raw_name(reader, &name);
    if (good) {
        event.name = is_initialisation(name.name) ? "INITIALISATION" : name.name;
        event.place = name.place;
        if (eb_token_is_operator(token(reader), EB_EQUAL) ||
            (token(reader)->kind == EB_TOKEN_BAD && !strncmp(token(reader)->start, "≙", 3)))
            advance(reader);
        for (size_t i = 0; i < events->count; i++) {
            if (strcmp(events->items[i].name, event.name) != 0) continue;
            diag_error(reader->parser.diagnostics, event.place, "there are two events %s", event.name);
            reader->failed = true;
        }
        good = read_event_body(reader, &event, &parts);
    }
    if (is_initialisation(good ? event.name : "")) drop_initialisation(&parts.refines);
    event.refines = eb_take_names(reader->parser.arena, &parts.refines);
    event.parameters = eb_take_names(reader->parser.arena, &parts.parameters);
    event.guards = eb_take_labels(reader->parser.arena, &parts.guards);
    event.witnesses = eb_take_labels(reader->parser.arena, &parts.witnesses);
    event.actions = eb_take_labels(reader->parser.arena, &parts.actions);
    EB_TAKE(reader->parser.arena, &parts.synchronises, event.synchronises, event.synchronised_count);
    vec_push(events, event);
    return good;
}

static bool event_follows(struct text_reader *reader) {
    skip_strings(reader);
    return is_word(reader, "event") || is_word(reader, "ordinary") || is_word(reader, "convergent") ||
           is_word(reader, "anticipated");
}

static bool read_marked_event(struct text_reader *reader, eb_events *events) {
    enum eb_convergence convergence = EB_ORDINARY;
    read_convergence(reader, &convergence);
    skip_strings(reader);
    if (!accept_word(reader, "event")) return reader_expected(reader, "'event'");
    return read_event(reader, convergence, events);
}

/* Papers print events without the word, `name = any ... end`. */
static bool read_events(struct text_reader *reader, eb_events *events) {
    for (;;) {
        if (event_follows(reader)) {
            if (!read_marked_event(reader, events)) return false;
        } else if (token(reader)->kind == EB_TOKEN_NAME && !item_follows(reader)) {
            if (!read_event(reader, EB_ORDINARY, events)) return false;
        } else {
            return true;
        }
    }
}

/* ---- Components ---- */

/* Where a clause should begin, there is something else. */
static bool clause_expected(struct text_reader *reader, const char *what, const char *const *words) {
    char room[NEAREST_ROOM];
    struct nearest nearest;
    if (token(reader)->kind != EB_TOKEN_NAME) return reader_expected(reader, what);
    nearest_begin(&nearest, take_name(reader));
    for (; *words; words++) nearest_offer(&nearest, *words);
    eb_syntax_error(&reader->parser, token(reader), "expected %s, not '%s'%s", what, nearest.word,
                    nearest_hint(&nearest, '\'', room));
    reader->failed = true;
    return false;
}

static bool read_formula_item(struct text_reader *reader, struct text_parts *parts, bool machine) {
    const struct text_section formulas = {machine ? "inv" : "axm",
                                          eb_syntax_predicate,
                                          machine ? &parts->invariants : &parts->axioms,
                                          NULL,
                                          machine ? &parts->variables : &parts->constants,
                                          NULL,
                                          NULL};
    bool theorems = is_word(reader, "theorems") || is_word(reader, "thm");
    if (!theorems && (is_word(reader, "axiom") || is_word(reader, "axm")) == machine)
        return reader_expected(reader, machine ? "'invariant' in a machine" : "'axiom' in a context");
    advance(reader);
    read_formulas(reader, &formulas, theorems);
    return true;
}

/* Where a clause begins, it does not matter in which line. */
static bool read_names_item(struct text_reader *reader, struct text_parts *parts, bool machine) {
    if (machine && accept_word(reader, "vars")) return reader_identifiers(reader, &parts->variables);
    if (machine && (accept_word(reader, "variable") || accept_word(reader, "var")))
        return camillex_declaration(reader, parts, true);
    if (!machine && (accept_word(reader, "constant") || accept_word(reader, "cst")))
        return camillex_declaration(reader, parts, false);
    if (!machine && accept_word(reader, "set")) return reader_identifier(reader, &parts->sets);
    struct eb_name context;
    if (machine || (!accept_word(reader, "extend") && !accept_word(reader, "ext")))
        return reader_expected(reader, machine ? "a clause of a machine" : "a clause of a context");
    if (!reader_raw_name(reader, &context)) return false;
    vec_push(&parts->extends, context);
    return true;
}

static bool read_item(struct text_reader *reader, struct text_parts *parts, bool machine) {
    if (camillex_record_follows(reader, false)) return camillex_record(reader, parts, machine);
    if (formula_item(reader)) return read_formula_item(reader, parts, machine);
    return read_names_item(reader, parts, machine);
}

static bool item_begins(const struct text_reader *reader, bool machine) {
    static const char *const of_machine[] = {"variable", "var", "vars", NULL}, *const of_context[] = {
                                                                                   "constant", "cst", "set",
                                                                                   "extend",   "ext", NULL};
    return item_follows(reader) || camillex_record_follows(reader, false) ||
           (token(reader)->kind == EB_TOKEN_NAME && is_one_of(reader, machine ? of_machine : of_context) &&
            reader_next_is(reader, EB_TOKEN_NAME, false));
}

static bool read_context_clause(struct text_reader *reader, struct text_parts *parts) {
    const struct text_section axioms = {"axm", eb_syntax_predicate, &parts->axioms, NULL, &parts->constants, NULL,
                                        NULL};
    if (accept_word(reader, "extends")) return read_raw_names(reader, &parts->extends);
    if (accept_word(reader, "sets")) return reader_identifiers(reader, &parts->sets);
    if (accept_word(reader, "constants")) return reader_identifiers(reader, &parts->constants);
    if (accept_word(reader, "axioms") || is_word(reader, "theorem")) {
        read_formulas(reader, &axioms, false);
        return true;
    }
    if (item_begins(reader, false)) return read_item(reader, parts, false);
    static const char *const words[] = {"extends", "sets", "constants", "axioms", "record", "end", NULL};
    return clause_expected(reader, "a clause of a context", words);
}

static bool read_machine_clause(struct text_reader *reader, struct text_parts *parts) {
    const struct text_section invariants = {
        "inv", eb_syntax_predicate, &parts->invariants, NULL, &parts->variables, NULL, NULL};
    const struct text_section variants = {"vrn", eb_syntax_expression, &parts->variants, NULL, NULL, NULL, NULL};
    if (accept_word(reader, "includes")) return camillex_includes(reader, parts);
    if (accept_word(reader, "refines")) return read_raw_names(reader, &parts->refines);
    if (accept_word(reader, "sees")) return read_raw_names(reader, &parts->sees);
    if (camillex_contains_follows(reader, false)) return camillex_contains(reader);
    if (accept_word(reader, "variables")) return reader_identifiers(reader, &parts->variables);
    if (accept_word(reader, "events")) return read_events(reader, &parts->events);
    if (event_follows(reader)) return read_marked_event(reader, &parts->events);
    if (accept_word(reader, "invariants") || is_word(reader, "theorem")) {
        read_formulas(reader, &invariants, false);
        return true;
    }
    if (accept_word(reader, "variant")) {
        read_formulas(reader, &variants, false);
        return true;
    }
    if (item_begins(reader, true)) return read_item(reader, parts, true);
    static const char *const words[] = {"includes", "refines", "sees",   "variables", "invariants",
                                        "record",   "variant", "events", "end",       NULL};
    return clause_expected(reader, "a clause of a machine", words);
}

static bool is_header(const struct eb_token *at, bool *machine, bool *upper) {
    if (at->quoted || (at->kind != EB_TOKEN_KEYWORD && at->kind != EB_TOKEN_NAME) || at->length != 7) return false;
    *machine = !strncasecmp(at->text, "machine", 7);
    *upper = *at->text < 'a';
    return !strncmp(at->text, "machine", 7) || !strncmp(at->text, "MACHINE", 7) || !strncmp(at->text, "context", 7) ||
           !strncmp(at->text, "CONTEXT", 7);
}

static bool read_clauses(struct text_reader *reader, bool machine, struct text_parts *parts) {
    for (;;) {
        bool other_machine, upper;
        skip_strings(reader);
        if (accept_word(reader, "end")) return true;
        if (token(reader)->kind == EB_TOKEN_END || is_header(token(reader), &other_machine, &upper)) return true;
        if (!(machine ? read_machine_clause(reader, parts) : read_context_clause(reader, parts))) return false;
        if (reader->failed && token(reader)->kind != EB_TOKEN_KEYWORD && token(reader)->kind != EB_TOKEN_END)
            return false;
    }
}

static void give(struct text_reader *reader, struct text_parts *parts, struct eb_component *component) {
    struct arena *arena = reader->parser.arena;
    component->extends = eb_take_names(arena, &parts->extends);
    component->refines = eb_take_names(arena, &parts->refines);
    component->sees = eb_take_names(arena, &parts->sees);
    component->sets = eb_take_names(arena, &parts->sets);
    component->constants = eb_take_names(arena, &parts->constants);
    component->variables = eb_take_names(arena, &parts->variables);
    component->axioms = eb_take_labels(arena, &parts->axioms);
    component->invariants = eb_take_labels(arena, &parts->invariants);
    component->variants = eb_take_labels(arena, &parts->variants);
    eb_take_events(arena, &parts->events, component);
    EB_TAKE(arena, &parts->includes, component->includes, component->include_count);
    EB_TAKE(arena, &parts->records, component->records, component->record_count);
}

static bool read_component(struct text_reader *reader, eb_component_list *list) {
    bool machine, upper;
    skip_strings(reader);
    if (!is_header(token(reader), &machine, &upper)) return reader_expected(reader, "'machine' or 'context'");
    reader->parser.lexer.form = upper ? EB_ANY_KEYWORDS : EB_LOWER_KEYWORDS;
    advance(reader);
    struct eb_name name;
    if (!reader_raw_name(reader, &name)) return false;
    struct eb_component *component = arena_new_object(reader->parser.arena, struct eb_component);
    component->name = name.name;
    component->place = name.place;
    component->file = reader->path;
    component->is_machine = machine;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i]->file != reader->path || list->items[i]->is_machine != machine ||
            strcmp(list->items[i]->name, name.name) != 0)
            continue;
        diag_error(reader->parser.diagnostics, name.place, "there are two %s %s in this file",
                   machine ? "machines" : "contexts", name.name);
        reader->failed = true;
    }
    struct text_parts parts = {0};
    reader->variables = &parts.variables;
    bool good = read_clauses(reader, machine, &parts);
    reader->variables = NULL;
    camillex_initialise(reader, &parts);
    give(reader, &parts, component);
    vec_push(list, component);
    return good;
}

static bool read_components(struct text_reader *reader, eb_component_list *list) {
    skip_strings(reader);
    if (token(reader)->kind == EB_TOKEN_END) return reader_expected(reader, "'machine' or 'context'");
    while (token(reader)->kind != EB_TOKEN_END) {
        if (!read_component(reader, list)) return false;
        skip_strings(reader);
    }
    return true;
}

bool eb_read_text(struct arena *arena, const char *path, const char *bytes, size_t size, struct eb_theories *theories,
                  eb_component_list *list, struct diagnostics *diagnostics) {
    struct place origin = {path, 1, 1};
    struct text_reader reader = {.parser = {.arena = arena, .diagnostics = diagnostics, .theories = theories},
                                 .path = path};
    const struct eb_source source = {.text = bytes, .origin = origin, .column_by_column = true};
    eb_lexer_start(&reader.parser.lexer, &source, size);
    reader.parser.lexer.form = EB_ANY_KEYWORDS;
    reader.parser.lexer.comments = true;
    advance(&reader);
    bool good = read_components(&reader, list);
    for (unsigned i = 0; i < 2; i++) eb_label_index_free(&reader.labels[i]);
    return good && !reader.failed;
}
