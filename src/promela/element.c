#include "promela/element.h"

#include <string.h>

static struct element *new_element(struct element_graph *graph, enum element_kind kind,
                                   const struct statement *statement, struct place place) {
    struct element *element = arena_new_object(graph->arena, struct element);
    element->kind = kind;
    element->statement = statement;
    element->place = place;
    element->number = (unsigned)graph->elements.count;
    vec_push(&graph->elements, element);
    return element;
}

static void append(struct element_sequence *sequence, struct element *element) {
    if (!sequence->first)
        sequence->first = element;
    else
        sequence->last->next = element;
    sequence->last = element;
}

static struct element_sequence *new_sequence(struct element_graph *graph) {
    return arena_new_object(graph->arena, struct element_sequence);
}

/* ---- labels ---- */

static void put_labels(struct element_graph *graph, const struct statement *statement, struct element *element) {
    for (size_t i = 0; i < statement->labels.count; i++)
        vec_push(&graph->labels, (struct label_element){statement->labels.items[i], element});
}

/* ---- atomicity ---- */

static void mark_atomic(struct element *first, const struct element *last, bool d_step) {
    for (struct element *e = first;; e = e->next) {
        e->in_atomic = true;
        if (d_step) e->in_d_step = true;
        for (size_t i = 0; i < e->subs.count; i++) {
            /* The steps inside a d_step are no business of an atomic sequence around it. */
            if (e->kind == ELEMENT_D_STEP && !d_step) break;
            mark_atomic(e->subs.items[i]->first, e->subs.items[i]->last, d_step);
        }
        if (e == last) break;
    }
}

/* The last step of an atomic sequence can be followed by anybody's. */
static void end_atomic(struct element_sequence *sequence) {
    struct element *last = sequence->last;
    if (last->kind == ELEMENT_CONTAINER || last->kind == ELEMENT_UNLESS) {
        end_atomic(last->subs.items[0]);
        return;
    }
    last->in_atomic = false;
    last->ends_atomic = true;
}

static void make_atomic(struct element_sequence *sequence, bool d_step) {
    mark_atomic(sequence->first, sequence->last, d_step);
    end_atomic(sequence);
}

/* A goto out of an atomic sequence ends it; one at its end that leads into another continues it. */
static void patch_gotos(struct element_sequence *sequence) {
    for (struct element *e = sequence->first; e; e = e->next) {
        if (e->kind == ELEMENT_GOTO && e->target) {
            bool target_atomic = e->target->in_atomic || e->target->ends_atomic;
            if ((e->in_atomic || e->ends_atomic) && !target_atomic) {
                e->in_atomic = false;
                e->ends_atomic = true;
            }
            if (e->ends_atomic && target_atomic) {
                e->ends_atomic = false;
                e->in_atomic = true;
            }
        } else if (e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_UNLESS) {
            for (size_t i = 0; i < e->subs.count; i++) patch_gotos(e->subs.items[i]);
        }
        if (e == sequence->extent) break;
    }
}

/* ---- escapes ---- */

static void attach_escape(struct element_sequence *sequence, struct element_sequence *escape);

static void attach_escape_to(struct element *element, struct element_sequence *escape) {
    for (size_t i = 0; i < element->escapes.count; i++)
        if (element->escapes.items[i] == escape) return;
    /* An outer escape covers the inner escapes, too. */
    for (size_t i = 0; i < element->escapes.count; i++) attach_escape(element->escapes.items[i], escape);
    vec_push(&element->escapes, escape);
    switch (element->kind) {
    case ELEMENT_UNLESS: attach_escape(element->subs.items[0], escape); break;
    case ELEMENT_CHOICE:
    case ELEMENT_CONTAINER:
        for (size_t i = 0; i < element->subs.count; i++) attach_escape(element->subs.items[i], escape);
        break;
    default: break;
    }
}

static void attach_escape(struct element_sequence *sequence, struct element_sequence *escape) {
    for (struct element *e = sequence->first; e; e = e->next) {
        attach_escape_to(e, escape);
        if (e == sequence->extent) break;
    }
}

/* ---- building ---- */

static struct element_sequence *build_sequence(struct element_graph *graph, const struct sequence *sequence);

static bool is_else(const struct statement *s) {
    return s->kind == STATEMENT_EXPRESSION && s->expression->kind == EXPR_ELSE;
}

static void build_choice(struct element_graph *graph, const struct statement *statement,
                         struct element_sequence *into) {
    bool loop = statement->kind == STATEMENT_DO;
    struct element *exit = NULL;
    if (loop) {
        exit = new_element(graph, ELEMENT_LOOP_EXIT, NULL, statement->place);
        exit->words = "od";
        vec_push(&graph->loops, exit);
    }
    struct element *choice = new_element(graph, ELEMENT_CHOICE, statement, statement->place);
    put_labels(graph, statement, choice);
    struct element *join = new_element(graph, ELEMENT_JOIN, NULL, statement->place);
    join->words = loop ? "do" : "fi";
    struct element_sequence *otherwise = NULL;
    for (size_t i = 0; i < statement->options.count; i++) {
        struct element_sequence *option = build_sequence(graph, statement->options.items[i]);
        append(option, join);
        if (option->first->kind == ELEMENT_ELSE)
            otherwise = option;
        else
            vec_push(&choice->subs, option);
    }
    if (otherwise) vec_push(&choice->subs, otherwise);
    if (loop) {
        (void)vec_pop(&graph->loops);
        append(into, join);
        append(into, choice);
        append(into, exit);
    } else {
        append(into, choice);
        append(into, join);
    }
}

static void build_unless(struct element_graph *graph, const struct statement *statement,
                         struct element_sequence *into) {
    struct element *unless = new_element(graph, ELEMENT_UNLESS, statement, statement->place);
    put_labels(graph, statement, unless);
    struct element *join = new_element(graph, ELEMENT_JOIN, NULL, statement->place);
    join->words = "}";
    struct element_sequence *body = build_sequence(graph, statement->body);
    struct element_sequence *escape = build_sequence(graph, statement->escape);
    append(body, join);
    append(escape, join);
    vec_push(&unless->subs, body);
    vec_push(&unless->subs, escape);
    attach_escape(body, escape);
    append(into, unless);
    append(into, join);
}

static void build_container(struct element_graph *graph, const struct statement *statement,
                            struct element_sequence *into) {
    bool d_step = statement->kind == STATEMENT_D_STEP;
    struct element *element =
        new_element(graph, d_step ? ELEMENT_D_STEP : ELEMENT_CONTAINER, statement, statement->place);
    put_labels(graph, statement, element);
    struct element_sequence *body = build_sequence(graph, statement->body);
    vec_push(&element->subs, body);
    if (d_step || statement->kind == STATEMENT_ATOMIC) make_atomic(body, d_step);
    append(into, element);
}

static void build_jump(struct element_graph *graph, const struct statement *statement, struct element_sequence *into) {
    struct element *jump = new_element(graph, ELEMENT_GOTO, statement, statement->place);
    put_labels(graph, statement, jump);
    if (statement->kind == STATEMENT_BREAK && graph->loops.count) jump->target = vec_last(&graph->loops);
    append(into, jump);
}

static void build_statement(struct element_graph *graph, const struct statement *statement,
                            struct element_sequence *into) {
    switch (statement->kind) {
    case STATEMENT_IF:
    case STATEMENT_DO: build_choice(graph, statement, into); return;
    case STATEMENT_UNLESS: build_unless(graph, statement, into); return;
    case STATEMENT_ATOMIC:
    case STATEMENT_D_STEP:
    case STATEMENT_BLOCK: build_container(graph, statement, into); return;
    case STATEMENT_GOTO:
    case STATEMENT_BREAK: build_jump(graph, statement, into); return;
    case STATEMENT_EXCLUSIVE_RECEIVE:
    case STATEMENT_EXCLUSIVE_SEND: return; /* declarations, not steps */
    default: break;
    }
    struct element *element =
        new_element(graph, is_else(statement) ? ELEMENT_ELSE : ELEMENT_BASIC, statement, statement->place);
    put_labels(graph, statement, element);
    append(into, element);
}

static struct element_sequence *build_sequence(struct element_graph *graph, const struct sequence *sequence) {
    struct element_sequence *built = new_sequence(graph);
    for (size_t i = 0; i < sequence->statements.count; i++)
        build_statement(graph, sequence->statements.items[i], built);
    if (!built->first) {
        struct place place = sequence->statements.count ? sequence->statements.items[0]->place : graph->proctype->place;
        append(built, new_element(graph, ELEMENT_BASIC, NULL, place));
    }
    built->extent = built->last;
    return built;
}

/* ---- linking ---- */

static void link_sequence(struct element_sequence *sequence) {
    for (struct element *e = sequence->first; e && !e->visited; e = e->next) {
        e->visited = true;
        if (e->kind == ELEMENT_CONTAINER || e->kind == ELEMENT_D_STEP) e->subs.items[0]->last->next = e->next;
        for (size_t i = 0; i < e->subs.count; i++) link_sequence(e->subs.items[i]);
    }
}

static void resolve_gotos(struct element_graph *graph) {
    for (size_t i = 0; i < graph->elements.count; i++) {
        struct element *e = graph->elements.items[i];
        if (e->kind != ELEMENT_GOTO || e->target) continue;
        const struct label *wanted = e->statement->target_label;
        for (size_t k = 0; k < graph->labels.count; k++)
            if (graph->labels.items[k].label == wanted) e->target = graph->labels.items[k].element;
        if (!e->target) {
            diag_error(graph->diagnostics, e->place, "goto has no target");
            e->target = e;
        }
        if (e->target->in_d_step && !e->in_d_step)
            diag_error(graph->diagnostics, e->place, "goto leads into a d_step sequence");
        if (e->in_d_step && !e->target->in_d_step)
            diag_error(graph->diagnostics, e->place, "goto leads out of a d_step sequence");
    }
    for (size_t i = 0; i < graph->elements.count; i++) {
        struct element *e = graph->elements.items[i];
        if (e->kind == ELEMENT_CONTAINER) patch_gotos(e->subs.items[0]);
    }
}

static bool has_steps(const struct sequence *sequence) {
    for (size_t i = 0; i < sequence->statements.count; i++) {
        enum statement_kind kind = sequence->statements.items[i]->kind;
        if (kind != STATEMENT_EXCLUSIVE_RECEIVE && kind != STATEMENT_EXCLUSIVE_SEND) return true;
    }
    return false;
}

struct element_graph *element_graph_new(const struct proctype *proctype, struct diagnostics *diagnostics) {
    struct element_graph *graph = memory_new(sizeof *graph);
    graph->arena = arena_new();
    graph->proctype = proctype;
    graph->diagnostics = diagnostics;
    graph->body = has_steps(proctype->body) ? build_sequence(graph, proctype->body) : new_sequence(graph);
    append(graph->body, new_element(graph, ELEMENT_END, NULL, proctype->end_place));
    link_sequence(graph->body);
    resolve_gotos(graph);
    return graph;
}

void element_graph_free(struct element_graph *graph) {
    for (size_t i = 0; i < graph->elements.count; i++) {
        vec_free(&graph->elements.items[i]->subs);
        vec_free(&graph->elements.items[i]->escapes);
    }
    vec_free(&graph->elements);
    vec_free(&graph->labels);
    vec_free(&graph->loops);
    arena_free(graph->arena);
    free(graph);
}

struct element *element_settle(struct element *element, bool from_atomic) {
    enum { JUMP_LIMIT = 500 }; /* a cycle of jumps never settles: stop anywhere in it */
    for (int i = 0; i < JUMP_LIMIT; i++) {
        struct element *onward;
        switch (element->kind) {
        case ELEMENT_GOTO: onward = element->target; break;
        case ELEMENT_JOIN:
        case ELEMENT_LOOP_EXIT: onward = element->next; break;
        case ELEMENT_UNLESS: onward = element_settle(element->subs.items[0]->first, from_atomic); break;
        default: return element;
        }
        if (!onward || onward == element) return element;
        if (from_atomic && !onward->in_atomic) return element;
        element = onward;
    }
    return element;
}

struct element *element_entry(const struct element_sequence *sequence) {
    struct element *element = sequence->first;
    for (;;) {
        if (element->kind == ELEMENT_JOIN && element->next)
            element = element->next;
        else if (element->kind == ELEMENT_UNLESS)
            element = element->subs.items[0]->first;
        else
            return element;
    }
}
