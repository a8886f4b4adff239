#include "app/paths/question.h"

#include "search/hash.h"

#include <string.h>

struct reply {
    enum solver_answer answer;
    uint64_t *values; /* of the question's inputs, in its order */
};

struct questions {
    struct solver *solver;
    struct nodeset keys; /* what was asked; number n's reply is replies[n] */
    VEC(struct reply) replies;
};

struct questions *questions_new(struct text *why) {
    struct solver *solver = solver_new(why);
    if (!solver) return NULL;
    struct questions *questions = memory_new(sizeof *questions);
    questions->solver = solver;
    return questions;
}

void questions_free(struct questions *questions) {
    if (!questions) return;
    for (size_t i = 0; i < questions->replies.count; i++) free(questions->replies.items[i].values);
    vec_free(&questions->replies);
    nodeset_free(&questions->keys);
    solver_free(questions->solver);
    free(questions);
}

/* ---- what has to do with it ---- */

struct asking {
    const struct terms *terms;
    bool *concerns; /* by term: it is a variable that the question is about */
    bool *reached;  /* by term: room for a look at one */
    uint32_t *term_of;
    struct terms to;         /* the question's own terms */
    VEC(uint32_t) variables; /* by its own number: the one that it is outside */
    VEC(uint32_t) under_way;
    VEC(uint32_t) facts; /* what is to be true, in terms of the question */
};

/* Is the term about one of the question's variables? `add`: from now on all of its are the question's. */
static bool is_concerned(struct asking *asking, uint32_t term, bool add) {
    bool any = false;
    memset(asking->reached, 0, term + 1);
    asking->reached[term] = true;
    for (uint32_t t = term; t; t--) {
        if (!asking->reached[t]) continue;
        struct term node = term_get(asking->terms, t);
        asking->reached[node.left] = asking->reached[node.right] = true;
        if (node.op != TERM_VARIABLE) continue;
        any |= asking->concerns[t];
        asking->concerns[t] |= add;
    }
    return any;
}

static void choose_conditions(struct asking *asking, uint32_t wanted, const uint32_t *conditions, size_t count,
                              bool *chosen) {
    if (wanted) is_concerned(asking, wanted, true);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            if (chosen[i] || (wanted && !is_concerned(asking, conditions[i], false))) continue;
            chosen[i] = more = true;
            is_concerned(asking, conditions[i], true);
        }
    }
}

/* ---- in its own words ---- */

static uint32_t own_node(struct asking *asking, struct term node) {
    if (node.op == TERM_VARIABLE) {
        vec_push(&asking->variables, (uint32_t)node.value);
        node.value = asking->variables.count - 1;
    }
    node.left = node.left ? asking->term_of[node.left] : 0;
    node.right = node.right ? asking->term_of[node.right] : 0;
    return term_put(&asking->to, &node);
}

/* Parts first, the left one before the right one: the words depend on the term alone. */
static uint32_t own_term(struct asking *asking, uint32_t term) {
    vec_push(&asking->under_way, term);
    while (asking->under_way.count) {
        uint32_t t = vec_last(&asking->under_way);
        struct term node = term_get(asking->terms, t);
        if (node.left && !asking->term_of[node.left]) {
            vec_push(&asking->under_way, node.left);
        } else if (node.right && !asking->term_of[node.right]) {
            vec_push(&asking->under_way, node.right);
        } else {
            if (!asking->term_of[t]) asking->term_of[t] = own_node(asking, node);
            asking->under_way.count--;
        }
    }
    return asking->term_of[term];
}

static struct reply put_to_solver(struct questions *questions, const struct asking *asking) {
    struct reply reply = {.values = memory_new((asking->variables.count + 1) * sizeof *reply.values)};
    solver_begin(questions->solver, &asking->to);
    for (size_t i = 0; i < asking->facts.count; i++) solver_assume(questions->solver, asking->facts.items[i]);
    reply.answer = solver_ask(questions->solver, 0, reply.values, asking->variables.count);
    return reply;
}

static const struct reply *look_up(struct questions *questions, const struct asking *asking) {
    struct text key = {0};
    uint32_t number;
    for (uint32_t t = 1; t <= terms_count(&asking->to); t++) {
        struct term node = term_get(&asking->to, t);
        text_add_n(&key, (const char *)&node, sizeof node);
    }
    text_add_n(&key, (const char *)asking->facts.items, asking->facts.count * sizeof *asking->facts.items);
    if (nodeset_add(&questions->keys, key.chars, (uint32_t)key.length, hash_bytes(key.chars, key.length), &number)) {
        struct reply reply = put_to_solver(questions, asking);
        vec_push(&questions->replies, reply);
    }
    text_free(&key);
    return &questions->replies.items[number];
}

enum solver_answer questions_ask(struct questions *questions, const struct terms *terms, uint32_t wanted,
                                 const uint32_t *conditions, size_t count, uint64_t *values) {
    size_t all = terms_count(terms) + 1;
    struct asking asking = {.terms = terms,
                            .concerns = memory_new(all),
                            .reached = memory_new(all),
                            .term_of = memory_new(all * sizeof *asking.term_of)};
    bool *chosen = memory_new(count + 1);
    choose_conditions(&asking, wanted, conditions, count, chosen);
    for (size_t i = 0; i < count; i++)
        if (chosen[i]) vec_push(&asking.facts, own_term(&asking, conditions[i]));
    if (wanted) vec_push(&asking.facts, own_term(&asking, wanted));
    enum solver_answer answer = SOLVER_YES;
    if (asking.facts.count) {
        const struct reply *reply = look_up(questions, &asking);
        answer = reply->answer;
        for (size_t i = 0; answer == SOLVER_YES && i < asking.variables.count; i++)
            values[asking.variables.items[i]] = reply->values[i];
    }
    terms_free(&asking.to);
    vec_free(&asking.variables);
    vec_free(&asking.under_way);
    vec_free(&asking.facts);
    free(asking.concerns);
    free(asking.reached);
    free(asking.term_of);
    free(chosen);
    return answer;
}
