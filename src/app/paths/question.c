#include "app/paths/question.h"

#include "app/term/copy.h"
#include "search/hash.h"

struct reply {
    enum solver_answer answer;
    uint64_t *values; /* of the question's inputs, in its order */
};

struct questions {
    struct solver *solver;
    struct nodeset keys; /* what was asked; number n's reply is replies[n] */
    VEC(struct reply) replies;
    struct place place;
    smt2_visitor visit; /* NULL: nobody wants to know */
    void *context;
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

void questions_set_place(struct questions *questions, struct place place) { questions->place = place; }

void questions_tell(struct questions *questions, smt2_visitor visit, void *context) {
    questions->visit = visit;
    questions->context = context;
}

/* ---- what has to do with it ---- */

struct asking {
    struct term_copy copy; /* the question's own terms */
    bool *concerns;        /* by term: an input that it is about */
    VEC(uint32_t) facts;   /* what is to be true, in terms of the question */
};

static void choose_conditions(struct asking *asking, uint32_t wanted, const uint32_t *conditions, size_t count,
                              bool *chosen) {
    if (wanted) term_copy_marks(&asking->copy, wanted, asking->concerns, true);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            if (chosen[i]) continue;
            if (wanted && term_copy_marks(&asking->copy, conditions[i], asking->concerns, false) == TERM_NONE_MARKED)
                continue;
            chosen[i] = more = true;
            term_copy_marks(&asking->copy, conditions[i], asking->concerns, true);
        }
    }
}

static struct reply put_to_solver(struct questions *questions, const struct asking *asking) {
    struct reply reply = {.values = memory_new((asking->copy.inputs.count + 1) * sizeof *reply.values)};
    solver_begin(questions->solver, &asking->copy.to);
    for (size_t i = 0; i < asking->facts.count; i++) solver_assume(questions->solver, asking->facts.items[i]);
    reply.answer = solver_ask(questions->solver, 0, reply.values, asking->copy.inputs.count);
    if (questions->visit)
        questions->visit(questions->context,
                         &(struct smt2_question){&asking->copy.to, asking->facts.items, asking->facts.count,
                                                 reply.answer, questions->place});
    return reply;
}

static const struct reply *look_up(struct questions *questions, const struct asking *asking) {
    struct text key = {0};
    uint32_t number;
    for (uint32_t t = 1; t <= terms_count(&asking->copy.to); t++) {
        struct term node = term_get(&asking->copy.to, t);
        text_add_n(&key, (const char *)&node, sizeof node);
    }
    text_add_n(&key, (const char *)asking->facts.items, asking->facts.count * sizeof *asking->facts.items);
    text_add_n(&key, (const char *)&asking->facts.count, sizeof asking->facts.count); /* where the terms end */
    if (nodeset_add(&questions->keys, key.chars, (uint32_t)key.length, hash_bytes(key.chars, key.length), &number)) {
        struct reply reply = put_to_solver(questions, asking);
        vec_push(&questions->replies, reply);
    }
    text_free(&key);
    return &questions->replies.items[number];
}

enum solver_answer questions_ask(struct questions *questions, const struct terms *terms, uint32_t wanted,
                                 const uint32_t *conditions, size_t count, uint64_t *values) {
    struct asking asking = {.concerns = memory_new(terms_count(terms) + 1)};
    term_copy_begin(&asking.copy, terms);
    bool *chosen = memory_new(count + 1);
    choose_conditions(&asking, wanted, conditions, count, chosen);
    for (size_t i = 0; i < count; i++)
        if (chosen[i]) vec_push(&asking.facts, term_copy(&asking.copy, conditions[i]));
    if (wanted) vec_push(&asking.facts, term_copy(&asking.copy, wanted));
    enum solver_answer answer = SOLVER_YES;
    if (asking.facts.count) {
        const struct reply *reply = look_up(questions, &asking);
        answer = reply->answer;
        for (size_t i = 0; answer == SOLVER_YES && i < asking.copy.inputs.count; i++)
            values[term_get(terms, asking.copy.inputs.items[i]).value] = reply->values[i];
    }
    term_copy_free(&asking.copy);
    vec_free(&asking.facts);
    free(asking.concerns);
    free(chosen);
    return answer;
}
