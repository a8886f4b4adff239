/* Statements. A rule returns its statement; whoever called it puts it into the open sequence by emit(). Rules that Spin
 * writes out as several (`for`, `select`, declarations) emit the first ones themselves, so that a label before them
 * stands on the last one, as it does in Spin. */
#include "promela/statement.h"

#include "base/word.h"
#include "promela/expression.h"

struct statement *new_statement(struct parser *parser, enum statement_kind kind, struct place place) {
    struct statement *statement = arena_new_object(parser->arena, struct statement);
    statement->kind = kind;
    statement->place = place;
    return statement;
}

struct statement *new_condition(struct parser *parser, struct expression *expression) {
    struct statement *statement = new_statement(parser, STATEMENT_EXPRESSION, expression->place);
    statement->expression = expression;
    return statement;
}

struct statement *new_assignment(struct parser *parser, struct reference *target, struct expression *value) {
    struct statement *statement = new_statement(parser, STATEMENT_ASSIGN, target->place);
    statement->target = target;
    statement->expression = value;
    return statement;
}

struct statement *new_skip(struct parser *parser, struct place place) {
    return new_condition(parser, new_number(parser, 1, place));
}

static bool is_marking(const struct label *label) {
    static const char *const beginnings[] = {"accept", "end", "progress", NULL};
    return begins_with_one_of(label->name, beginnings);
}

static void append(struct parser *parser, struct statement *statement) {
    list_add(parser->arena, &parser->sequence->statements, statement);
}

/* A jump is no step, so a label that marks a state needs a step of its own before it. */
static void move_labels_to_skip(struct parser *parser, struct statement *jump) {
    bool marked = false;
    for (size_t i = 0; i < jump->labels.count; i++) marked |= is_marking(jump->labels.items[i]);
    if (!marked) return;
    struct statement *skip = new_skip(parser, jump->place);
    for (size_t i = 0; i < jump->labels.count; i++) {
        jump->labels.items[i]->statement = skip;
        list_add(parser->arena, &skip->labels, jump->labels.items[i]);
    }
    jump->labels.count = 0;
    append(parser, skip);
}

void emit(struct parser *parser, struct statement *statement) {
    if (statement->kind == STATEMENT_GOTO || statement->kind == STATEMENT_BREAK) move_labels_to_skip(parser, statement);
    append(parser, statement);
}

struct sequence *open_sequence(struct parser *parser, struct sequence **saved) {
    *saved = parser->sequence;
    parser->sequence = arena_new_object(parser->arena, struct sequence);
    parser->starting = false;
    return parser->sequence;
}

/* Spin cannot jump to the first statement of a block. A loop begins with a node of its own, before the label. */
static const struct label *misplaced_label(const struct sequence *sequence) {
    if (!sequence->statements.count) return NULL;
    const struct statement *first = sequence->statements.items[0];
    return first->labels.count && first->kind != STATEMENT_DO ? first->labels.items[0] : NULL;
}

static void check_sequence(struct parser *parser, const struct sequence *sequence, struct place place,
                           const char *what) {
    if (parser->panicking) return;
    size_t steps = 0;
    for (size_t i = 0; i < sequence->statements.count; i++) {
        enum statement_kind kind = sequence->statements.items[i]->kind;
        steps += kind != STATEMENT_EXCLUSIVE_RECEIVE && kind != STATEMENT_EXCLUSIVE_SEND;
    }
    if (!steps) error_at(parser, place, "%s needs at least one statement", what);
    const struct label *label = misplaced_label(sequence);
    if (label)
        error_at(parser, label->place, "the label `%s` stands on the first statement of %s: put it before the whole",
                 label->name, what);
}

struct sequence *parse_block(struct parser *parser, const char *what) {
    struct place place = parser->token.place;
    struct sequence *saved, *sequence = open_sequence(parser, &saved);
    struct scope *scope = arena_new_object(parser->arena, struct scope);
    scope->parent = parser->scope;
    parser->scope = scope;
    if (enter(parser) && expect(parser, TOKEN_OPEN_BRACE, "here")) {
        parse_steps(parser);
        expect(parser, TOKEN_CLOSE_BRACE, "after the statements of a block");
    }
    leave(parser);
    check_sequence(parser, sequence, place, what);
    parser->scope = scope->parent;
    parser->sequence = saved;
    return sequence;
}

static struct statement *parse_compound(struct parser *parser, enum statement_kind kind, const char *what) {
    struct statement *statement = new_statement(parser, kind, parser->token.place);
    if (kind != STATEMENT_BLOCK) advance(parser);
    statement->body = parse_block(parser, what);
    return statement;
}

static struct statement *parse_d_step(struct parser *parser) {
    unsigned loops = parser->loops;
    if (parser->d_steps++ == 0) {
        parser->d_step = ++parser->d_step_count;
        parser->loops = 0; /* those outside cannot be left from inside */
    }
    struct statement *statement = parse_compound(parser, STATEMENT_D_STEP, "a d_step");
    parser->loops = loops;
    if (--parser->d_steps == 0) parser->d_step = 0;
    return statement;
}

/* ---- labels and jumps ---- */

/* The scope a label's name belongs to: where it was first seen, by a jump or by the label. */
static struct scope *label_scope(struct parser *parser, const char *text, struct place place) {
    struct name *name = lookup(parser, text);
    if (name && name->kind == NAME_LABEL) return name->scope;
    if (name) error_at(parser, place, "`%s` is %s: it cannot be a label", text, name_kind_words(name->kind));
    return names_add(&parser->names, text, NAME_LABEL, place, parser->proctype, parser->scope)->scope;
}

static struct label *parse_label(struct parser *parser) {
    struct placed_label *placed = arena_new_object(parser->arena, struct placed_label);
    struct label *label = &placed->label;
    placed->d_step = parser->d_step;
    label->name = parser->token.text;
    label->place = parser->token.place;
    label->owner = parser->proctype;
    struct scope *scope = label_scope(parser, label->name, label->place);
    advance(parser), advance(parser);
    for (size_t i = 0; scope && i < scope->labels.count; i++)
        if (!strcmp(scope->labels.items[i]->name, label->name))
            error_at(parser, label->place, "the label `%s` is there already", label->name);
    if (scope) list_add(parser->arena, &scope->labels, label);
    list_add(parser->arena, &parser->proctype->labels, label);
    return label;
}

static struct statement *parse_goto(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_GOTO, parser->token.place);
    advance(parser);
    struct place place = parser->token.place;
    const char *name = expect_name(parser, "a label after `goto`");
    if (parser->panicking) return statement;
    struct scope *scope = label_scope(parser, name, place);
    vec_push(&parser->gotos, (struct pending_goto){statement, name, scope, parser->d_step});
    return statement;
}

static struct statement *parse_break(struct parser *parser) {
    struct statement *statement = new_statement(parser, STATEMENT_BREAK, parser->token.place);
    if (!parser->loops)
        error_at(parser, statement->place, parser->d_steps ? "`break` out of a d_step" : "`break` outside of a loop");
    advance(parser);
    return statement;
}

static bool ends_step(const struct parser *parser) {
    switch (parser->token.kind) {
    case TOKEN_SEMICOLON:
    case TOKEN_ARROW:
    case TOKEN_CLOSE_BRACE:
    case TOKEN_OPTION:
    case TOKEN_FI:
    case TOKEN_OD:
    case TOKEN_UNLESS:
    case TOKEN_END: return true;
    default: return false;
    }
}

static bool at_label(struct parser *parser) {
    if (!at(parser, TOKEN_NAME) || stream_peek(&parser->stream)->kind != TOKEN_COLON) return false;
    struct name *name = lookup(parser, parser->token.text);
    return !name || (name->kind != NAME_PROCTYPE && name->kind != NAME_MTYPE && name->kind != NAME_STRUCTURE);
}

static struct statement *parse_labelled(struct parser *parser) {
    struct label *label = parse_label(parser);
    if (at_declaration(parser) || at(parser, TOKEN_XR) || at(parser, TOKEN_XS)) {
        error_at(parser, label->place, "a label cannot stand before %s",
                 at_declaration(parser) ? "a declaration" : "xr or xs");
        parser->panicking = true;
    }
    struct statement *statement = ends_step(parser) ? new_skip(parser, label->place) : parse_statement(parser);
    label->statement = statement;
    list_add(parser->arena, &statement->labels, label);
    return statement;
}

/* ---- selections ---- */

static bool is_else(const struct statement *statement) {
    return statement->kind == STATEMENT_EXPRESSION && statement->expression->kind == EXPR_ELSE;
}

static bool is_skip(const struct statement *statement) {
    if (statement->labels.count) return false;
    if (statement->kind == STATEMENT_PRINTF || statement->kind == STATEMENT_PRINTM) return true;
    return statement->kind == STATEMENT_EXPRESSION && statement->expression->kind == EXPR_NUMBER &&
           statement->expression->value == 1 && !statement->from_declaration;
}

/* Spin drops a skip in the middle of an option that comes after another skip or a printf (flow.c, check_sequence). */
static void prune_skips(struct sequence *sequence) {
    size_t kept = 0, run = 0, count = sequence->statements.count;
    for (size_t i = 0; i < count; i++) {
        struct statement *statement = sequence->statements.items[i];
        run = is_skip(statement) ? run + 1 : 0;
        bool dropped = run > 1 && statement->kind == STATEMENT_EXPRESSION && i > 0 && i + 1 < count;
        if (!dropped) sequence->statements.items[kept++] = statement;
    }
    sequence->statements.count = kept;
}

static bool touches_channel(const struct expression *expression) {
    if (!expression) return false;
    switch (expression->kind) {
    case EXPR_FULL:
    case EXPR_NFULL:
    case EXPR_EMPTY:
    case EXPR_NEMPTY: return true;
    default: return touches_channel(expression->left) || touches_channel(expression->right);
    }
}

static bool guards_channel(const struct sequence *option) {
    const struct statement *first = option->statements.count ? option->statements.items[0] : NULL;
    if (!first) return false;
    return first->kind == STATEMENT_SEND || first->kind == STATEMENT_RECEIVE || touches_channel(first->expression);
}

static void parse_option(struct parser *parser, struct statement *selection) {
    struct place place = parser->token.place;
    struct sequence *saved, *option = open_sequence(parser, &saved);
    if (expect(parser, TOKEN_OPTION, "before an option")) parse_steps(parser);
    parser->sequence = saved;
    if (!parser->panicking && !option->statements.count) error_at(parser, place, "an option needs a statement");
    const struct label *label = misplaced_label(option);
    if (label) warn_at(parser, label->place, "the label `%s` stands on the first statement of an option", label->name);
    if (parser->proctype->kind != PROCTYPE_NEVER) prune_skips(option);
    list_add(parser->arena, &selection->options, option);
}

/* `else` goes last: it is tried after the others. */
static void move_else(struct parser *parser, struct statement *selection) {
    struct sequence *found = NULL;
    size_t kept = 0;
    bool channels = false;
    for (size_t i = 0; i < selection->options.count; i++) {
        struct sequence *option = selection->options.items[i];
        channels |= guards_channel(option);
        if (option->statements.count && is_else(option->statements.items[0])) {
            if (found) error_at(parser, option->statements.items[0]->place, "a second `else` in one selection");
            found = option;
        } else {
            selection->options.items[kept++] = option;
        }
    }
    if (!found) return;
    selection->options.count = kept;
    list_add(parser->arena, &selection->options, found);
    if (!channels) return;
    if (parser->uses_exclusive)
        error_at(parser, found->statements.items[0]->place, "`else` cannot be combined with channels and xr or xs");
    else
        warn_at(parser, found->statements.items[0]->place, "a dubious combination of `else` and channels");
}

static struct statement *parse_selection(struct parser *parser, enum statement_kind kind) {
    struct statement *statement = new_statement(parser, kind, parser->token.place);
    advance(parser);
    if (kind == STATEMENT_DO) parser->loops++;
    if (enter(parser)) {
        do parse_option(parser, statement);
        while (!parser->panicking && at(parser, TOKEN_OPTION));
        expect(parser, kind == STATEMENT_DO ? TOKEN_OD : TOKEN_FI, "after the options");
    }
    leave(parser);
    if (kind == STATEMENT_DO) parser->loops--;
    move_else(parser, statement);
    return statement;
}

/* ---- steps ---- */

static void check_unless(struct parser *parser, const struct statement *statement) {
    const struct label *label = misplaced_label(statement->body);
    if (label)
        error_at(parser, label->place, "write `%s: { .. unless .. }`: a label belongs to the whole", label->name);
    label = misplaced_label(statement->escape);
    if (label) error_at(parser, label->place, "the guard of an escape cannot have a label");
    if (parser->d_steps) warn_at(parser, statement->place, "`unless` inside d_step has no effect");
}

/* `L: { main } unless { escape }` is `L: { { main } unless { escape } }`: the label is one of the whole, and stands
 * where the whole begins. Likewise `L: atomic { .. }` and `L: d_step { .. }`. */
static struct statement *enclose(struct parser *parser, struct statement *statement, struct statement *body) {
    struct statement *whole = new_statement(parser, STATEMENT_BLOCK, statement->place);
    struct label *label = body->labels.items[0];
    label->statement = whole;
    list_add(parser->arena, &whole->labels, label);
    body->labels.count = 0;
    whole->body = wrap(parser, statement);
    return whole;
}

static struct statement *parse_unless(struct parser *parser, struct statement *body) {
    struct statement *statement = new_statement(parser, STATEMENT_UNLESS, body->place);
    advance(parser);
    bool encloses = body->labels.count == 1 &&
                    (body->kind == STATEMENT_BLOCK || body->kind == STATEMENT_ATOMIC || body->kind == STATEMENT_D_STEP);
    struct statement *whole = encloses ? enclose(parser, statement, body) : statement;
    struct statement *escape = parse_statement(parser);
    statement->body = wrap(parser, body);
    statement->escape = wrap(parser, escape);
    check_unless(parser, statement);
    return whole;
}

/* A block's own sequence, or a sequence of just this statement. */
struct sequence *wrap(struct parser *parser, struct statement *statement) {
    if (statement->kind == STATEMENT_BLOCK && !statement->labels.count && statement->body) return statement->body;
    struct sequence *saved = parser->sequence;
    struct sequence *sequence = parser->sequence = arena_new_object(parser->arena, struct sequence);
    emit(parser, statement);
    parser->sequence = saved;
    return sequence;
}

static void parse_exclusive(struct parser *parser) {
    enum statement_kind kind = at(parser, TOKEN_XR) ? STATEMENT_EXCLUSIVE_RECEIVE : STATEMENT_EXCLUSIVE_SEND;
    struct statement *statement = new_statement(parser, kind, parser->token.place);
    advance(parser);
    do {
        struct reference *channel = parse_channel(parser);
        bool indexed = false;
        for (const struct reference *link = channel; link && !parser->panicking; link = link->field)
            indexed = indexed || link->variable->length;
        if (indexed) error_at(parser, channel->place, "xr and xs need a channel that is not an element of an array");
        if (!parser->panicking && !channel->field && channel->variable->channel &&
            !channel->variable->channel->capacity)
            diag_warning(parser->diagnostics, channel->place,
                         "xr and xs of a rendezvous channel are not checked, and reduce nothing");
        list_add(parser->arena, &statement->channels, channel);
    } while (accept(parser, TOKEN_COMMA));
    parser->uses_exclusive = true;
    emit(parser, statement);
}

static void parse_step(struct parser *parser) {
    if (at_declaration(parser)) {
        parse_declaration(parser);
    } else if (at(parser, TOKEN_XR) || at(parser, TOKEN_XS)) {
        parse_exclusive(parser);
    } else {
        struct statement *statement = parse_statement(parser);
        if (at(parser, TOKEN_UNLESS) && !parser->panicking) statement = parse_unless(parser, statement);
        emit(parser, statement);
        parser->starting = false;
    }
}

/* Steps and their separators, up to what closes them. */
void parse_steps(struct parser *parser) {
    while (!parser->panicking) {
        parse_step(parser);
        if (parser->panicking)
            skip_to_statement_end(parser);
        else if (!ends_step(parser) || at(parser, TOKEN_UNLESS)) {
            syntax_error(parser, "`;` or `->` or the end of the sequence");
            skip_to_statement_end(parser);
        }
        if (!at(parser, TOKEN_SEMICOLON) && !at(parser, TOKEN_ARROW)) return;
        while (accept(parser, TOKEN_SEMICOLON) || accept(parser, TOKEN_ARROW)) {
        }
        if (ends_step(parser)) return;
    }
}

static bool is_event(const struct statement *statement) {
    switch (statement->kind) {
    case STATEMENT_SEND: return !statement->sorted;
    case STATEMENT_RECEIVE: return !statement->receive->random && !statement->receive->peek;
    case STATEMENT_IF:
    case STATEMENT_DO:
    case STATEMENT_GOTO:
    case STATEMENT_BREAK: return true;
    default: return statement->labels.count > 0;
    }
}

static void check_context(struct parser *parser, const struct statement *statement) {
    if (parser->panicking) return;
    enum proctype_kind kind = parser->proctype->kind;
    if ((kind == PROCTYPE_TRACE || kind == PROCTYPE_NOTRACE) && !is_event(statement))
        error_at(parser, statement->place, "this is not an event: a trace has sends and receives only");
    if (kind != PROCTYPE_NEVER) return;
    if (statement->kind == STATEMENT_SEND || statement->kind == STATEMENT_RECEIVE)
        error_at(parser, statement->place, "a never claim cannot send or receive");
}

static struct statement *parse_kind(struct parser *parser) {
    switch (parser->token.kind) {
    case TOKEN_NAME: return at_label(parser) ? parse_labelled(parser) : parse_named_statement(parser);
    case TOKEN_IF: return parse_selection(parser, STATEMENT_IF);
    case TOKEN_DO: return parse_selection(parser, STATEMENT_DO);
    case TOKEN_FOR: return parse_for(parser);
    case TOKEN_SELECT: return parse_select(parser);
    case TOKEN_ATOMIC: return parse_compound(parser, STATEMENT_ATOMIC, "an atomic sequence");
    case TOKEN_D_STEP: return parse_d_step(parser);
    case TOKEN_OPEN_BRACE: return parse_compound(parser, STATEMENT_BLOCK, "a block");
    case TOKEN_GOTO: return parse_goto(parser);
    case TOKEN_BREAK: return parse_break(parser);
    default: return parse_basic_statement(parser);
    }
}

struct statement *parse_statement(struct parser *parser) {
    struct statement *statement = NULL;
    if (!parser->panicking && enter(parser)) {
        statement = parse_kind(parser);
        leave(parser);
        check_context(parser, statement);
    }
    return statement ? statement : new_skip(parser, parser->token.place);
}
