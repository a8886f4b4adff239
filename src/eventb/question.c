#include "eventb/question.h"

#include "eventb/writing.h"

/* ---- what can be written ---- */

static bool is_expression(const struct eb_formula *formula) { return formula->op > EB_IS_CONSTRUCTED; }

static void gather_bound(struct eb_question *question, const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->bound_count; i++) vec_push(&question->bound, formula->bound[i].slot);
    for (unsigned i = 0; i < formula->child_count; i++) gather_bound(question, formula->children[i]);
}

static bool is_bound_here(const struct eb_question *question, const struct eb_formula *identifier) {
    for (size_t i = 0; i < question->bound.count; i++)
        if (question->bound.items[i] == identifier->index) return true;
    return false;
}

static bool is_closed(const struct eb_question *question, const struct eb_formula *formula) {
    if (formula->op == EB_BOUND) return !is_bound_here(question, formula);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_closed(question, formula->children[i])) return false;
    return true;
}

/* Does it have a form of its own in a question, made of those of its parts? */
static bool has_form(const struct eb_question *question, const struct eb_formula *formula) {
    switch (formula->op) {
    case EB_IDENTIFIER: return formula->identifier == EB_CARRIER_SET;
    case EB_BOUND: return is_bound_here(question, formula);
    case EB_IS_CONSTRUCTED:
    case EB_POWER_OF:
    case EB_CARDINALITY: return false;
    case EB_GENERAL_UNION:
    case EB_GENERAL_INTERSECTION: return eb_strip(formula->children[0])->op == EB_SET_EXTENSION;
    default: return formula->op < EB_CONSTRUCT;
    }
}

/* Is its value looked for before its form? That of a function is one number, instead of all that is known of it. */
static bool is_worth_a_value(const struct eb_formula *formula) {
    return formula->op == EB_APPLICATION || formula->op == EB_MINIMUM || formula->op == EB_MAXIMUM;
}

static bool is_plain(const struct eb_type *type) {
    if (!type) return false;
    if (type->kind == EB_TYPE_PRODUCT) return is_plain(type->left) && is_plain(type->right);
    return type->kind == EB_TYPE_INTEGER || type->kind == EB_TYPE_BOOLEAN || type->kind == EB_TYPE_GIVEN;
}

/* Is everything in it written by its form, or known? */
static bool can_be_written(const struct eb_question *question, const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (!is_plain(formula->bound[i].type)) return false;
    if (!has_form(question, formula)) return is_expression(formula) && is_closed(question, formula);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!can_be_written(question, formula->children[i])) return false;
    return true;
}

/* Expressions of which the values are needed. */
static void compile_known(struct eb_compiler *compiler, struct eb_question *question,
                          const struct eb_formula *formula) {
    bool form = has_form(question, formula);
    bool value = is_expression(formula) && is_closed(question, formula) && (!form || is_worth_a_value(formula));
    if (value)
        vec_push(&question->known, ((struct eb_known){formula, eb_compile_expression(compiler, formula),
                                                      eb_domain_of(compiler->domains, formula->type)}));
    for (unsigned i = 0; form && i < formula->child_count; i++) compile_known(compiler, question, formula->children[i]);
}

bool eb_can_be_asked(const struct eb_formula *predicate) {
    struct eb_question question = {.predicate = predicate};
    gather_bound(&question, predicate);
    bool can = can_be_written(&question, predicate);
    vec_free(&question.bound);
    return can;
}

struct eb_question *eb_question_new(struct eb_compiler *compiler, const struct eb_formula *predicate) {
    struct eb_question *question = memory_new(sizeof *question);
    bool may_cut = compiler->may_cut;
    question->predicate = predicate;
    question->domains = compiler->domains;
    gather_bound(question, predicate);
    compile_known(compiler, question, predicate);
    compiler->may_cut = may_cut;
    return question;
}

void eb_question_free(struct eb_question *question) {
    vec_free(&question->bound);
    vec_free(&question->known);
    free(question);
}

bool eb_question_write(const struct eb_question *question, struct eb_frame *frame, struct arena *arena,
                       const char **defined, const char **holds) {
    struct eb_writing writing = {.question = question, .frame = frame, .arena = arena, .pending = {"", "true"}};
    *defined = eb_write_defined(&writing, question->predicate, NULL);
    *holds = eb_write_predicate(&writing, question->predicate, NULL);
    return !writing.failed;
}
