#include "promela/interactions.h"

#include "base/fingerprint.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/word.h"
#include "promela/print.h"
#include "promela/rebound.h"
#include "promela/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(const struct statement *) statement_list;

struct finder {
    const struct model *model;
    struct automaton *const *automata;
    struct interactions *out;
    struct diagnostics *diagnostics;
    struct rebound rebound;
};

/* What one name stands for. */
struct found {
    statement_list statements;      /* whose step it is */
    bool *stepped;                  /* by statement: there is such a step */
    const struct proctype *process; /* all of whose steps, or NULL */
    const char *kinds[4];           /* what it is: "an annotation", ... */
    size_t kind_count;
};

static bool is_process(const struct proctype *p) { return p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT; }

static void add_kind(struct found *found, const char *kind) {
    if (!found->kind_count || found->kinds[found->kind_count - 1] != kind) found->kinds[found->kind_count++] = kind;
}

/* ---- the first step of a statement ---- */

static void add_first(const struct statement *statement, statement_list *out);

static void add_first_of(const struct sequence *sequence, statement_list *out) {
    for (size_t i = 0; i < sequence->statements.count; i++) {
        const struct statement *statement = sequence->statements.items[i];
        if (statement->kind == STATEMENT_EXCLUSIVE_RECEIVE || statement->kind == STATEMENT_EXCLUSIVE_SEND) continue;
        add_first(statement, out);
        return;
    }
}

static void add_first(const struct statement *statement, statement_list *out) {
    switch (statement->kind) {
    case STATEMENT_IF:
    case STATEMENT_DO:
        for (size_t i = 0; i < statement->options.count; i++) add_first_of(statement->options.items[i], out);
        break;
    case STATEMENT_ATOMIC:
    case STATEMENT_BLOCK:
    case STATEMENT_UNLESS: add_first_of(statement->body, out); break;
    default: vec_push(out, statement); break;
    }
}

/* ---- statements by place ---- */

/* The first statement behind a place, on its line. */
struct behind {
    struct place place;
    unsigned column; /* of the nearest so far; UINT_MAX: none */
    statement_list *nearest;
    bool in_d_step; /* the nearest is a part of one */
    bool unclear;   /* several options begin there, so far as anybody knows: a macro is on the line */
};

static bool is_behind(const struct behind *behind, const struct statement *statement) {
    return statement->place.line == behind->place.line && statement->place.column >= behind->place.column &&
           statement->place.file && !strcmp(statement->place.file, behind->place.file);
}

static void look_in(struct behind *behind, const struct sequence *sequence, bool in_d_step);

static void look_inside(struct behind *behind, const struct statement *statement, bool in_d_step) {
    in_d_step |= statement->kind == STATEMENT_D_STEP;
    unsigned column = UINT32_MAX; /* of the nearest in an option before */
    for (size_t i = 0; i < statement->options.count; i++) {
        size_t count = behind->nearest->count;
        unsigned before = behind->column;
        look_in(behind, statement->options.items[i], in_d_step);
        if (behind->column == before && behind->nearest->count == count) continue;
        behind->unclear |= behind->column == column;
        column = behind->column;
    }
    if (statement->body) look_in(behind, statement->body, in_d_step);
    if (statement->escape) look_in(behind, statement->escape, in_d_step);
}

/* A macro's statements all stand where the macro does: of such neighbours the first is meant, and of nested ones the
 * outermost. */
static void look_in(struct behind *behind, const struct sequence *sequence, bool in_d_step) {
    unsigned before = 0;
    for (size_t i = 0; i < sequence->statements.count; i++) {
        const struct statement *statement = sequence->statements.items[i];
        unsigned column = statement->place.column;
        bool near = is_behind(behind, statement) && column <= behind->column;
        if (!near) {
            before = 0;
            look_inside(behind, statement, in_d_step);
            continue;
        }
        if (column == before) continue;
        if (column < behind->column) {
            vec_clear(behind->nearest);
            behind->unclear = false;
        }
        behind->column = before = column;
        behind->in_d_step = in_d_step;
        vec_push(behind->nearest, statement);
    }
}

static void find_annotated(struct finder *finder, const struct annotation *annotation, struct found *found) {
    statement_list nearest = {0};
    struct behind behind = {annotation->place, UINT32_MAX, &nearest, false, false};
    for (size_t i = 0; i < finder->model->proctypes.count; i++)
        if (is_process(finder->model->proctypes.items[i]))
            look_in(&behind, finder->model->proctypes.items[i]->body, false);
    if (annotation->in_macro)
        diag_error(finder->diagnostics, annotation->place,
                   "the annotation `%s` stands in the definition of a macro, where it is lost: put it before the uses",
                   annotation->name);
    else if (!annotation->exact)
        diag_error(finder->diagnostics, annotation->place,
                   "the line is too long to know what stands behind the annotation `%s`: it needs a shorter one",
                   annotation->name);
    else if (!nearest.count)
        diag_error(finder->diagnostics, annotation->place,
                   "no statement of a process begins behind the annotation `%s`, on its line", annotation->name);
    else if (behind.unclear)
        diag_error(finder->diagnostics, annotation->place,
                   "with a macro on this line it is not clear which option begins behind the annotation `%s`: each "
                   "option needs a line of its own",
                   annotation->name);
    else if (behind.in_d_step)
        diag_error(finder->diagnostics, annotation->place,
                   "the annotation `%s` stands inside a d_step, which is one step: put it before the whole",
                   annotation->name);
    for (size_t i = 0; i < nearest.count; i++) add_first(nearest.items[i], &found->statements);
    vec_free(&nearest);
}

static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_') return true;
    }
    return false;
}

/* A comment of several words is other tools', unless it has a name of the guide among them: then it is a mistake. */
static void refuse_remarks(struct finder *finder, const char *name) {
    for (size_t i = 0; i < finder->model->remarks.count; i++) {
        const struct annotation *remark = &finder->model->remarks.items[i];
        if (has_word(remark->name, name))
            diag_error(finder->diagnostics, remark->place,
                       "an annotation has one name and no blanks in it: of `%s` here nothing would be left", name);
    }
}

static void find_annotations(struct finder *finder, const char *name, struct found *found) {
    refuse_remarks(finder, name);
    for (size_t i = 0; i < finder->model->annotations.count; i++) {
        const struct annotation *annotation = &finder->model->annotations.items[i];
        if (strcmp(annotation->name, name) != 0) continue;
        add_kind(found, "an annotation");
        find_annotated(finder, annotation, found);
    }
}

/* ---- labels and proctypes ---- */

struct inside {
    const struct statement *wanted;
    bool found;
};

static void note_inside(void *context, const struct statement *statement) {
    struct inside *inside = context;
    inside->found |= statement == inside->wanted;
}

struct d_steps {
    const struct statement *wanted;
    bool part; /* it is a part of one, and not the whole */
};

static void look_in_d_step(void *context, const struct statement *statement) {
    struct d_steps *search = context;
    if (statement->kind != STATEMENT_D_STEP || statement == search->wanted) return;
    struct inside inside = {search->wanted, false};
    walk_statements(statement->body, note_inside, &inside);
    search->part |= inside.found;
}

static bool is_part_of_d_step(const struct proctype *proctype, const struct statement *statement) {
    struct d_steps search = {statement, false};
    walk_statements(proctype->body, look_in_d_step, &search);
    return search.part;
}

static bool label_has_name(const struct label *label, const char *name) {
    if (!strcmp(label->name, name)) return true;
    size_t length = strlen(label->owner->name);
    return !strncmp(label->owner->name, name, length) && name[length] == '.' && !strcmp(label->name, name + length + 1);
}

static void find_labels(struct finder *finder, const char *name, struct found *found) {
    for (size_t i = 0; i < finder->model->proctypes.count; i++) {
        const struct proctype *p = finder->model->proctypes.items[i];
        for (size_t k = 0; is_process(p) && k < p->labels.count; k++) {
            const struct label *label = p->labels.items[k];
            if (!label_has_name(label, name)) continue;
            add_kind(found, "a label");
            if (is_part_of_d_step(p, label->statement))
                diag_error(finder->diagnostics, label->place,
                           "the label `%s` stands inside a d_step, which is one step: put it before the whole", name);
            add_first(label->statement, &found->statements);
        }
    }
}

static void find_process(struct finder *finder, const char *name, struct found *found) {
    for (size_t i = 0; i < finder->model->proctypes.count; i++) {
        const struct proctype *p = finder->model->proctypes.items[i];
        if (!is_process(p) || strcmp(p->name, name) != 0) continue;
        add_kind(found, "a proctype");
        found->process = p;
    }
}

/* ---- messages ---- */

/* A send or receive as a guide writes it. */
struct operation {
    const char *name; /* the whole */
    struct text channel;
    bool receives;
    bool any; /* whatever the message is */
    VEC(struct text) fields;
};

static void operation_free(struct operation *operation) {
    text_free(&operation->channel);
    for (size_t i = 0; i < operation->fields.count; i++) text_free(&operation->fields.items[i]);
    vec_free(&operation->fields);
}

static bool read_operation(const char *name, struct operation *out) {
    size_t sign = strcspn(name, "!?");
    if (!name[sign] || sign == 0) return false;
    out->name = name;
    for (size_t i = 0; i < sign; i++)
        if (!isspace((unsigned char)name[i])) text_add_char(&out->channel, name[i]);
    out->receives = name[sign] == '?';
    struct text field = {0};
    for (const char *c = name + sign + 1; *c; c++) {
        if (isspace((unsigned char)*c)) continue;
        if (*c == ',') {
            vec_push(&out->fields, field);
            field = (struct text){0};
        } else {
            text_add_char(&field, *c);
        }
    }
    out->any = !out->fields.count && !field.length;
    if (out->any)
        text_free(&field);
    else
        vec_push(&out->fields, field);
    return true;
}

static bool is_constant(const struct expression *e) { return e && e->kind == EXPR_NUMBER; }

static bool is_written(const struct expression *e, const char *text) {
    struct text written = {0};
    print_expression(e, &written);
    bool same = !strcmp(text_chars(&written), text) || (e->mtype_name && !strcmp(e->mtype_name, text));
    text_free(&written);
    return same;
}

/* What a channel's field keeps of a number. */
static long kept_by(const struct type *type, long value) {
    switch (type ? type->kind : TYPE_INT) {
    case TYPE_BIT:
    case TYPE_BOOL: return value & 1;
    case TYPE_BYTE:
    case TYPE_PID:
    case TYPE_MTYPE: return value & UINT8_MAX;
    case TYPE_SHORT: return (int16_t)value;
    case TYPE_UNSIGNED: return value & (long)(UINT32_MAX >> (32 - type->width));
    default: return value;
    }
}

/* A number, or the name of one. */
static bool read_value(const struct model *model, const char *text, long *value) {
    char *end;
    *value = strtol(text, &end, 0);
    if (*text && !*end) return true;
    for (size_t i = 0; i < model->mtypes.count; i++) {
        if (strcmp(model->mtypes.items[i].name, text) != 0) continue;
        *value = model->mtypes.items[i].value;
        return true;
    }
    return false;
}

enum fits { FITS_NOT, FITS, FITS_MAYBE };

/* `type`: of the channel's field; NULL: it is not known. */
static enum fits field_fits(const struct finder *finder, const struct expression *e, const char *wanted,
                            const struct type *type) {
    long value;
    if (!strcmp(wanted, "_")) return FITS;
    if (!is_constant(e)) return FITS_MAYBE;
    if (is_written(e, wanted)) return FITS;
    bool same = read_value(finder->model, wanted, &value) && kept_by(type, value) == kept_by(type, e->value);
    return same ? FITS : FITS_NOT;
}

static const struct type *field_type(const struct reference *channel, size_t field, size_t count) {
    const struct channel_type *type = walk_last_variable(channel)->channel;
    return type && type->fields.count == count ? &type->fields.items[field] : NULL;
}

static enum fits together(enum fits a, enum fits b) {
    return a == FITS_NOT || b == FITS_NOT ? FITS_NOT : a == FITS && b == FITS ? FITS : FITS_MAYBE;
}

/* `q[0]` beside `q[i]`: the guide names an element, and which one is meant here depends on the run. */
static bool may_be_element(const struct operation *operation, const struct reference *channel) {
    const char *wanted = text_chars(&operation->channel);
    size_t length = strlen(channel->variable->name);
    return channel->index && !is_constant(channel->index) && !strncmp(wanted, channel->variable->name, length) &&
           wanted[length] == '[' && isdigit((unsigned char)wanted[length + 1]);
}

/* `q` beside a variable or a parameter that holds a channel: it may be that one. */
static bool may_be_alias(const struct finder *finder, const struct operation *operation,
                         const struct reference *channel) {
    const char *wanted = text_chars(&operation->channel);
    size_t length = strcspn(wanted, "[.");
    const struct variable *variable = walk_last_variable(channel);
    if (variable->channel && !rebound_has(&finder->rebound, variable)) return false;
    for (size_t i = 0; i < finder->model->globals.count; i++) {
        const struct variable *global = finder->model->globals.items[i];
        if (global->channel && spells(wanted, length, global->name)) return true;
    }
    return false;
}

static enum fits channel_fits(const struct finder *finder, const struct operation *operation,
                              const struct reference *channel) {
    struct text written = {0};
    print_reference(channel, &written);
    bool same = !strcmp(text_chars(&written), text_chars(&operation->channel));
    text_free(&written);
    if (same) return FITS;
    return may_be_element(operation, channel) || may_be_alias(finder, operation, channel) ? FITS_MAYBE : FITS_NOT;
}

static enum fits statement_fits(const struct finder *finder, const struct operation *operation,
                                const struct statement *s) {
    bool receives = s->kind == STATEMENT_RECEIVE;
    if (receives != operation->receives || (!receives && s->kind != STATEMENT_SEND)) return FITS_NOT;
    if (receives && s->receive->peek) return FITS_NOT; /* it takes nothing */
    enum fits fits = channel_fits(finder, operation, receives ? s->receive->channel : s->channel);
    if (fits == FITS_NOT || operation->any) return fits;
    size_t count = receives ? s->receive->fields.count : s->arguments.count;
    if (count != operation->fields.count) return FITS_NOT;
    for (size_t i = 0; i < count; i++) {
        const struct receive_field *field = receives ? &s->receive->fields.items[i] : NULL;
        const struct expression *e = receives ? field->match : s->arguments.items[i];
        if (field && field->kind != RECEIVE_MATCH) e = NULL;
        const struct type *type = field_type(receives ? s->receive->channel : s->channel, i, count);
        fits = together(fits, field_fits(finder, e, text_chars(&operation->fields.items[i]), type));
    }
    return fits;
}

struct message_search {
    struct finder *finder;
    const struct operation *operation;
    const struct proctype *proctype;
    struct found *found;
};

static void find_message(void *context, const struct statement *statement) {
    struct message_search *search = context;
    enum fits fits = statement_fits(search->finder, search->operation, statement);
    struct diagnostics *diagnostics = search->finder->diagnostics;
    const char *name = search->operation->name;
    if (fits == FITS_NOT) return;
    add_kind(search->found, "a message");
    if (fits == FITS_MAYBE)
        diag_error(diagnostics, statement->place,
                   "whether this is `%s` depends on the run: write `_` for what may be anything in a message, or "
                   "annotate it",
                   name);
    else if (is_part_of_d_step(search->proctype, statement))
        diag_error(diagnostics, statement->place, "`%s` stands inside a d_step, which is one step: annotate the whole",
                   name);
    else
        vec_push(&search->found->statements, statement);
}

static void find_messages(struct finder *finder, const char *name, struct found *found) {
    struct operation operation = {0};
    if (read_operation(name, &operation)) {
        for (size_t i = 0; i < finder->model->proctypes.count; i++) {
            const struct proctype *p = finder->model->proctypes.items[i];
            struct message_search search = {finder, &operation, p, found};
            if (is_process(p)) walk_statements(p->body, find_message, &search);
        }
    }
    operation_free(&operation);
}

/* ---- from statements to actions ---- */

static int compare_pointers(const void *a, const void *b) {
    const struct statement *x = *(const struct statement *const *)a, *y = *(const struct statement *const *)b;
    return (x > y) - (x < y);
}

/* By address, each once. */
static void sort(statement_list *list) {
    size_t kept = 0;
    if (list->count) qsort(list->items, list->count, sizeof *list->items, compare_pointers);
    for (size_t i = 0; i < list->count; i++)
        if (!kept || list->items[kept - 1] != list->items[i]) list->items[kept++] = list->items[i];
    list->count = kept;
}

/* Is the statement one of those? Then it has a step. */
static bool note_step_of(const struct found *found, const struct statement *statement) {
    const statement_list *list = &found->statements;
    if (!statement || !list->count) return false;
    const struct statement *const *at =
        bsearch(&statement, list->items, list->count, sizeof *list->items, compare_pointers);
    if (at) found->stepped[at - (const struct statement *const *)list->items] = true;
    return at != NULL;
}

/* A process's steps are its statements: that it ends, or jumps, is none. */
static bool is_own_step(const struct move *move, bool inner) {
    return !inner && (move->kind == MOVE_STATEMENT || move->kind == MOVE_ELSE || move->kind == MOVE_D_STEP);
}

static bool may_be_half(const struct move *move) {
    return move->kind == MOVE_D_STEP || (move->kind == MOVE_STATEMENT && (move->statement->kind == STATEMENT_SEND ||
                                                                          move->statement->kind == STATEMENT_RECEIVE));
}

static void label_move(struct finder *finder, int32_t number, const struct move *move) {
    struct interactions *out = finder->out;
    int32_t *of = &out->of_action[move->action];
    if (*of != INTERACTION_NONE && *of != number) {
        diag_error(finder->diagnostics, move->place,
                   "this step is both `%s` and `%s`: a step is one interaction of a guide at most",
                   out->list.items[*of].name, out->list.items[number].name);
        return;
    }
    *of = number;
    out->of_messages |= may_be_half(move);
}

static void label_automaton(struct finder *finder, int32_t number, const struct found *found,
                            const struct automaton *automaton) {
    unsigned char *inner = automaton_inner_locations(automaton);
    bool whole = found->process == automaton->proctype;
    for (size_t i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        for (size_t m = 0; m < location->moves.count; m++) {
            const struct move *move = &location->moves.items[m];
            if ((whole && is_own_step(move, inner[i])) || note_step_of(found, move->statement))
                label_move(finder, number, move);
        }
    }
    free(inner);
}

/* Others have none only where nobody gets to them. */
static bool may_be_no_step(enum statement_kind kind) {
    return kind == STATEMENT_GOTO || kind == STATEMENT_BREAK || kind == STATEMENT_EXCLUSIVE_RECEIVE ||
           kind == STATEMENT_EXCLUSIVE_SEND;
}

/* A jump behind a statement is part of that statement's step: whoever follows the guide would wait for it in vain. */
static void check_steps(struct finder *finder, int32_t number, const struct found *found) {
    for (size_t i = 0; i < found->statements.count; i++) {
        const struct statement *statement = found->statements.items[i];
        if (found->stepped[i] || !may_be_no_step(statement->kind)) continue;
        diag_error(finder->diagnostics, statement->place,
                   "`%s` stands on a statement that is no step of its own: a jump is one with the step before it",
                   finder->out->list.items[number].name);
    }
}

static void label_moves(struct finder *finder, int32_t number, struct found *found) {
    statement_list *statements = &found->statements;
    sort(statements);
    found->stepped = memory_new((statements->count + 1) * sizeof *found->stepped);
    for (size_t i = 0; i < finder->model->proctypes.count; i++)
        if (is_process(finder->model->proctypes.items[i])) label_automaton(finder, number, found, finder->automata[i]);
    check_steps(finder, number, found);
    free(found->stepped);
}

/* The action may be one that is first in one way, and in the middle in another. The other half of a handshake can be in
 * the middle, too. */
static bool is_met_inside(const struct interactions *interactions, const struct automaton *automaton) {
    unsigned char *inner = automaton_inner_locations(automaton);
    bool met = false;
    for (size_t i = 0; i < automaton->locations.count; i++)
        for (size_t m = 0; inner[i] && m < automaton->locations.items[i].moves.count; m++) {
            const struct move *move = &automaton->locations.items[i].moves.items[m];
            met |= interactions->of_action[move->action] != INTERACTION_NONE;
            met |= interactions->of_messages && may_be_half(move);
        }
    free(inner);
    return met;
}

/* ---- names ---- */

static void offer_names(const struct model *model, struct nearest *nearest) {
    for (size_t i = 0; i < model->annotations.count; i++) nearest_offer(nearest, model->annotations.items[i].name);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!is_process(p)) continue;
        for (size_t k = 0; k < p->labels.count; k++) nearest_offer(nearest, p->labels.items[k]->name);
        nearest_offer(nearest, p->name);
    }
}

static void say_unknown(struct finder *finder, const struct interaction_name *wanted) {
    struct nearest nearest;
    char room[NEAREST_ROOM];
    nearest_begin(&nearest, wanted->name);
    offer_names(finder->model, &nearest);
    diag_error(finder->diagnostics, wanted->place,
               "the model has no interaction `%s`: expected an annotation, a label, a proctype, or a message such as "
               "\"q!up\"%s",
               wanted->name, nearest_hint(&nearest, '`', room));
}

static void resolve(struct finder *finder, int32_t number) {
    const struct interaction_name wanted = finder->out->list.items[number];
    struct found found = {0};
    find_annotations(finder, wanted.name, &found);
    find_labels(finder, wanted.name, &found);
    find_process(finder, wanted.name, &found);
    if (!found.kind_count) find_messages(finder, wanted.name, &found);
    if (!found.kind_count)
        say_unknown(finder, &wanted);
    else if (found.kind_count > 1)
        diag_error(finder->diagnostics, wanted.place, "`%s` is %s and %s of the model: one of them needs another name",
                   wanted.name, found.kinds[0], found.kinds[1]);
    else
        label_moves(finder, number, &found);
    vec_free(&found.statements);
}

static bool is_listed(const struct interactions *interactions, const char *name) {
    for (size_t i = 0; i < interactions->list.count; i++)
        if (!strcmp(interactions->list.items[i].name, name)) return true;
    return false;
}

/* A value of an input, `NAME=VALUE`, is an interaction only if one of that input's values was named. */
static bool is_asked_for(const struct interaction_names *names, const char *annotation) {
    const char *sign = strchr(annotation, '=');
    if (!sign) return true;
    for (size_t i = 0; i < names->count; i++)
        if (!strncmp(names->list[i].name, annotation, (size_t)(sign - annotation) + 1)) return true;
    return false;
}

struct interactions *interactions_new(const struct model *model, struct automaton *const *automata,
                                      uint32_t action_count, const struct interaction_names *names,
                                      struct diagnostics *diagnostics) {
    struct interactions *interactions = memory_new(sizeof *interactions);
    unsigned errors = diagnostics->errors;
    interactions->action_count = action_count;
    interactions->of_action = memory_new((action_count + 1) * sizeof *interactions->of_action);
    for (uint32_t i = 0; i < action_count; i++) interactions->of_action[i] = INTERACTION_NONE;
    for (size_t i = 0; i < names->count; i++) vec_push(&interactions->list, names->list[i]);
    for (size_t i = 0; !names->closed && i < model->annotations.count; i++) {
        const struct annotation *annotation = &model->annotations.items[i];
        if (is_listed(interactions, annotation->name) || !is_asked_for(names, annotation->name)) continue;
        vec_push(&interactions->list, ((struct interaction_name){annotation->name, annotation->place}));
    }
    struct finder finder = {model, automata, interactions, diagnostics, rebound_find(model)};
    for (size_t i = 0; i < interactions->list.count; i++) resolve(&finder, (int32_t)i);
    rebound_free(&finder.rebound);
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (is_process(model->proctypes.items[i])) interactions->inside |= is_met_inside(interactions, automata[i]);
    if (diagnostics->errors == errors) return interactions;
    interactions_free(interactions);
    return NULL;
}

void interactions_free(struct interactions *interactions) {
    if (!interactions) return;
    vec_free(&interactions->list);
    free(interactions->of_action);
    free(interactions);
}

static int32_t of_action(const struct interactions *interactions, uint32_t action) {
    return action < interactions->action_count ? interactions->of_action[action] : INTERACTION_NONE;
}

int32_t interactions_of_step(const struct interactions *interactions, const struct ts_step *step, int32_t both[2]) {
    int32_t own = of_action(interactions, step->action);
    int32_t other = step->partner == TS_NOBODY ? INTERACTION_NONE : of_action(interactions, step->reply);
    if (other == INTERACTION_NONE || other == own) return own;
    if (own == INTERACTION_NONE) return other;
    if (both) {
        both[0] = own;
        both[1] = other;
    }
    return INTERACTION_TWO;
}

uint64_t interactions_fingerprint(const struct interactions *interactions, uint64_t so_far) {
    for (size_t i = 0; i < interactions->list.count; i++)
        so_far = fingerprint_text(so_far, interactions->list.items[i].name);
    return fingerprint_bytes(so_far, interactions->of_action,
                             interactions->action_count * sizeof *interactions->of_action);
}
