#include "promela/access.h"

#include "promela/walk.h"

#include <string.h>

/* ---- collecting ---- */

static struct variable_access *find(const struct access *access, const struct variable *variable) {
    for (size_t i = 0; i < access->variables.count; i++)
        if (access->variables.items[i].variable == variable) return &access->variables.items[i];
    return NULL;
}

static struct variable_access *find_or_add(struct access *access, const struct variable *variable) {
    struct variable_access *found = find(access, variable);
    if (found) return found;
    vec_push(&access->variables, (struct variable_access){.variable = variable, .by_own_pid_only = true});
    return &vec_last(&access->variables);
}

/* `who` is NULL for properties. */
static void add_user(struct users *users, const struct proctype *who) {
    if (!who || (users->any && users->single != who)) users->several = true;
    users->any = true;
    users->single = who;
}

struct collection {
    struct access *access;
    const struct proctype *who;
};

static void collect_reference(void *context, const struct reference *reference, enum walk_use use) {
    struct collection *c = context;
    struct variable_access *v = find_or_add(c->access, reference->variable);
    bool by_own_pid = c->who && reference->index && reference->index->kind == EXPR_PID;
    if (!by_own_pid) v->by_own_pid_only = false;
    if (reference->variable->type.kind == TYPE_CHAN && use != WALK_CHANNEL) v->escapes = true;
    if (use == WALK_WRITE)
        add_user(&v->writers, c->who);
    else
        add_user(&v->readers, c->who);
}

/* Did the proctype declare `xr` or `xs` for the channel? */
static bool is_claimed(const struct proctype *p, enum statement_kind kind, const struct variable *channel) {
    for (size_t i = 0; i < p->body->statements.count; i++) {
        const struct statement *s = p->body->statements.items[i];
        if (s->kind != kind) continue;
        for (size_t k = 0; k < s->channels.count; k++)
            if (s->channels.items[k]->variable == channel) return true;
    }
    return false;
}

static void note_free(struct collection *c, const struct variable *channel, size_t fields, bool send) {
    enum statement_kind promise = send ? STATEMENT_EXCLUSIVE_SEND : STATEMENT_EXCLUSIVE_RECEIVE;
    if (c->who && is_claimed(c->who, promise, channel)) return;
    vec_push(&c->access->free_operations, (struct free_operation){channel, fields, send});
}

/* Somebody looks into a channel, beyond its first message and its room for another. */
static void add_asker(struct collection *c, struct variable_access *channel) {
    add_user(&channel->askers, c->who);
    add_user(&c->access->askers, c->who);
}

static void collect_send(struct collection *c, const struct statement *s) {
    struct variable_access *v = find_or_add(c->access, s->channel->variable);
    add_user(&v->senders, c->who);
    if (s->sorted || c->access->lose_messages) add_asker(c, v);
    note_free(c, s->channel->variable, s->arguments.count, true);
}

static void collect_receive(struct collection *c, const struct receive *receive) {
    struct variable_access *v = find_or_add(c->access, receive->channel->variable);
    add_user(&v->receivers, c->who);
    if (receive->random || receive->peek) add_asker(c, v);
    note_free(c, receive->channel->variable, receive->fields.count, false);
}

static void collect_statement(void *context, const struct statement *s) {
    if (s->kind == STATEMENT_SEND) collect_send(context, s);
    if (s->kind == STATEMENT_RECEIVE) collect_receive(context, s->receive);
}

static void collect_remote(struct access *access, const struct variable *variable) {
    struct variable_access *v = find_or_add(access, variable);
    add_user(&v->readers, NULL);
    v->by_own_pid_only = false;
    access->remote_variables = true;
}

static void collect_question(void *context, const struct expression *e) {
    struct collection *c = context;
    switch (e->kind) {
    case EXPR_LEN:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_FULL:
    case EXPR_NFULL: add_asker(c, find_or_add(c->access, e->reference->variable)); break;
    case EXPR_POLL: add_asker(c, find_or_add(c->access, e->receive->channel->variable)); break;
    case EXPR_REMOTE_VARIABLE: collect_remote(c->access, e->reference->variable); break;
    case EXPR_ENABLED:
    case EXPR_PC_VALUE:
    case EXPR_GET_PRIORITY:
    case EXPR_PRIORITY:
    case EXPR_LAST:
    case EXPR_NP:
    case EXPR_NR_PR:
    case EXPR_C: c->access->opaque = true; break;
    default: break;
    }
}

static void collect_expression(struct collection *c, const struct expression *e) {
    walk_expression_references(e, collect_reference, c);
    walk_expression(e, collect_question, c);
}

static void collect_proctype(struct access *access, const struct proctype *p) {
    bool process = p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT;
    struct collection c = {access, process ? p : NULL};
    if (p->kind == PROCTYPE_TRACE || p->kind == PROCTYPE_NOTRACE || p->provided) access->opaque = true;
    for (size_t i = 0; i < p->body->statements.count; i++) {
        const struct statement *s = p->body->statements.items[i];
        walk_statement_references(s, collect_reference, &c);
        walk_statement_expressions(s, collect_question, &c);
    }
    walk_statements(p->body, collect_statement, &c);
    for (size_t i = 0; i < p->variables.count; i++)
        if (p->variables.items[i]->initial) collect_expression(&c, p->variables.items[i]->initial);
}

/* Could a channel with this many fields be a rendezvous port? */
static bool may_be_rendezvous(const struct access *access, size_t fields) {
    for (size_t i = 0; i < access->layout->shapes.count; i++)
        if (access->layout->shapes.items[i].capacity == 0 && access->layout->shapes.items[i].fields.count == fields)
            return true;
    return false;
}

static const struct reference *channel_of(const struct statement *s) {
    if (s->kind == STATEMENT_SEND) return s->channel;
    if (s->kind == STATEMENT_RECEIVE) return s->receive->channel;
    return NULL;
}

/* An operation whose failure has consequences: it asks whether it is possible. */
static void collect_attempt(void *context, const struct statement *s) {
    struct collection *c = context;
    const struct reference *channel = channel_of(s);
    if (channel) add_asker(c, find_or_add(c->access, channel->variable));
    if (s->kind == STATEMENT_SEND && may_be_rendezvous(c->access, s->arguments.count))
        c->access->tries_handshakes = true;
}

/* Where a channel operation cannot be done, an `else` or a statement under an escape can be; an atomic sequence is
 * interrupted; a d_step fails. Then what makes the operation possible takes something else away. */
static void collect_attempts(struct access *access, const struct automaton *automaton) {
    struct collection c = {access, automaton->proctype};
    unsigned char *inner = automaton_inner_locations(automaton);
    for (size_t i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        if (!location->moves.count) continue;
        const struct move *first = &location->moves.items[0], *last = &vec_last(&location->moves);
        bool alternatives = first->escape != last->escape;
        for (const struct move *move = first; move <= last; move++) alternatives |= move->otherwise;
        for (const struct move *move = first; move <= last; move++)
            if (move->statement && (inner[i] || alternatives || move->kind == MOVE_D_STEP))
                walk_statement(move->statement, collect_attempt, &c);
    }
    free(inner);
}

struct access *access_new(const struct layout *layout, struct automaton *const *automata, bool lose_messages) {
    const struct model *model = layout->model;
    struct access *access = memory_new(sizeof *access);
    access->layout = layout;
    access->lose_messages = lose_messages;
    access->aliases = alias_find(layout);
    access->opaque = model->uses_code || model->uses_priority || model->uses_provided || model->uses_enabled;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        collect_proctype(access, model->proctypes.items[i]);
        collect_attempts(access, automata[i]);
    }
    struct collection properties = {access, NULL};
    for (size_t i = 0; i < model->globals.count; i++) collect_expression(&properties, model->globals.items[i]->initial);
    for (size_t i = 0; i < model->ltl.count; i++) collect_expression(&properties, model->ltl.items[i].formula);
    return access;
}

void access_free(struct access *access) {
    vec_free(&access->variables);
    vec_free(&access->free_operations);
    free(access);
}

/* ---- asking ---- */

/* Is it only ever this very process? */
static bool only_self(const struct access *access, const struct users *users, const struct proctype *self,
                      bool per_instance) {
    if (!users->any) return true;
    if (users->several || users->single != self) return false;
    return per_instance || access->layout->instances[self->index] <= 1;
}

struct locality {
    const struct access *access;
    const struct proctype *self;
    bool local;
};

/* Only the root of a reference tells whose memory it is: fields belong to all variables of a structure's type. */
static void check_reference(void *context, const struct reference *reference, enum walk_use use) {
    struct locality *l = context;
    if (use == WALK_CHANNEL) l->local = false;
    const struct variable_access *v = find(l->access, reference->variable);
    if (!v || (v->by_own_pid_only && reference->variable->length)) return; /* each process has its own element */
    bool own = reference->variable->owner != NULL;
    if (!only_self(l->access, &v->writers, l->self, own)) l->local = false;
    if (use == WALK_WRITE && !only_self(l->access, &v->readers, l->self, own)) l->local = false;
}

static void check_expression(void *context, const struct expression *e) {
    struct locality *l = context;
    switch (e->kind) {
    case EXPR_RUN:
    case EXPR_TIMEOUT:
    case EXPR_POLL:
    case EXPR_REMOTE_LABEL:
    case EXPR_REMOTE_VARIABLE:
    case EXPR_C: l->local = false; break;
    default: break;
    }
}

bool access_is_local(const struct access *access, const struct proctype *proctype, const struct statement *statement) {
    if (access->opaque || statement->kind == STATEMENT_C_CODE || statement->kind == STATEMENT_SET_PRIORITY)
        return false;
    struct locality l = {access, proctype, true};
    walk_statement_references(statement, check_reference, &l);
    walk_statement_expressions(statement, check_expression, &l);
    return l.local;
}

/* Does the variable always name the channel that it was declared with, and nobody else does? */
static bool is_only_name(const struct access *access, const struct variable *variable) {
    const struct variable_access *v = find(access, variable);
    if (!v || v->escapes || !variable->channel || access->aliases.by_number) return false;
    return !(variable->owner && access->aliases.after_death);
}

/* A promise of exclusive use can be relied on if everybody who might break it has made one, too: then the check that
 * goes with each operation finds two promises for one channel, in whatever order things happen. */
static bool promise_holds(const struct access *access, const struct variable *channel, size_t fields, bool send) {
    if (may_be_rendezvous(access, fields) || access->askers.any) return false;
    for (size_t i = 0; i < access->free_operations.count; i++) {
        const struct free_operation *free_one = &access->free_operations.items[i];
        bool elsewhere = is_only_name(access, free_one->channel);
        if (free_one->send == send && free_one->fields == fields && (!elsewhere || free_one->channel == channel))
            return false;
    }
    return true;
}

/* Apart from the channel itself, does the statement only touch what is local? */
static bool rest_is_local(const struct access *access, const struct proctype *proctype, const struct statement *s) {
    struct locality l = {access, proctype, true};
    for (size_t i = 0; i < s->arguments.count; i++) {
        walk_expression_references(s->arguments.items[i], check_reference, &l);
        walk_expression(s->arguments.items[i], check_expression, &l);
    }
    if (s->receive)
        for (size_t i = 0; i < s->receive->fields.count; i++) {
            const struct receive_field *field = &s->receive->fields.items[i];
            walk_expression_references(field->match, check_reference, &l);
            walk_expression(field->match, check_expression, &l);
            if (field->target) check_reference(&l, field->target, WALK_WRITE);
            for (const struct reference *t = field->target; t; t = t->field) {
                walk_expression_references(t->index, check_reference, &l);
                walk_expression(t->index, check_expression, &l);
            }
        }
    return l.local;
}

bool access_is_exclusive(const struct access *access, const struct proctype *proctype, const struct statement *s) {
    const struct reference *channel = channel_of(s);
    if (access->opaque || !channel || channel->field || channel->index) return false;
    bool send = s->kind == STATEMENT_SEND;
    if (send ? s->sorted : (s->receive->random || s->receive->peek)) return false;
    if (!rest_is_local(access, proctype, s)) return false;
    const struct variable *variable = channel->variable;
    if (is_claimed(proctype, send ? STATEMENT_EXCLUSIVE_SEND : STATEMENT_EXCLUSIVE_RECEIVE, variable) &&
        promise_holds(access, variable, send ? s->arguments.count : s->receive->fields.count, send))
        return true;
    const struct variable_access *v = find(access, variable);
    if (!is_only_name(access, variable) || variable->channel->capacity == 0 || v->askers.any) return false;
    return only_self(access, send ? &v->senders : &v->receivers, proctype, variable->owner != NULL);
}

bool access_same_channel(const struct statement *a, const struct statement *b) {
    const struct reference *x = channel_of(a), *y = channel_of(b);
    return x && y && a->kind == b->kind && x->variable == y->variable && !x->field && !y->field && !x->index &&
           !y->index;
}

struct handshake_search {
    const struct access *access;
    bool found;
};

static void note_second_half(void *context, const struct statement *s) {
    struct handshake_search *search = context;
    if (s->kind == STATEMENT_RECEIVE) search->found |= may_be_rendezvous(search->access, s->receive->fields.count);
}

/* A d_step may begin with a receive. */
bool access_awaits_handshake(const struct access *access, const struct location *location) {
    struct handshake_search search = {access, false};
    for (size_t i = 0; i < location->moves.count; i++)
        if (location->moves.items[i].statement)
            walk_statement(location->moves.items[i].statement, note_second_half, &search);
    return search.found;
}

static void note_promise(void *context, const struct statement *s) {
    *(bool *)context |= s->kind == STATEMENT_EXCLUSIVE_RECEIVE || s->kind == STATEMENT_EXCLUSIVE_SEND;
}

/* What a process has promised is broken only while it lives. */
bool access_death_is_seen(const struct access *access, const struct proctype *proctype) {
    bool promises = false;
    walk_statements(proctype->body, note_promise, &promises);
    return promises || access->remote_variables || access->layout->frames[proctype->index].slots.count > 0;
}
