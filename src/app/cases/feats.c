#include "app/cases/feats.h"

#include "app/cases/written.h"
#include "base/memory.h"
#include "cfront/library/headers.h"

/* ---- statements and branches ---- */

static size_t target_at(const struct cover *cover, const struct c_function *function, struct place place) {
    for (size_t i = 0; i < cover->targets.count; i++)
        if (cover->targets.items[i].function == function && place_is_same(cover->targets.items[i].place, place))
            return i;
    return cover->targets.count;
}

/* A statement is reached if any of its code is; jumps and the end of a function are nobody's statements. */
static void add_statement(struct feats *feats, const struct c_function *function, uint32_t i, uint32_t number) {
    const struct c_instruction *code = &function->code[i];
    if (code->kind == C_JUMP || code->kind == C_CLEAR || (code->kind == C_RETURN && !code->value) ||
        !code->statement.line)
        return;
    struct cover *cover = feats->cover;
    size_t target = target_at(cover, function, code->statement);
    if (target == cover->targets.count)
        vec_push(&cover->targets, (struct cover_target){.function = function, .place = code->statement});
    feats->target_of[note_of(number, NOTE_EXECUTED)] = (uint32_t)target + 1;
}

static void add_branches(struct feats *feats, const struct c_function *function, uint32_t i, uint32_t number) {
    struct cover *cover = feats->cover;
    if (function->code[i].kind != C_BRANCH) return;
    for (int is_false = 0; is_false <= 1; is_false++) {
        vec_push(&cover->targets, (struct cover_target){.function = function,
                                                        .place = function->code[i].place,
                                                        .kind = is_false ? COVER_FALSE : COVER_TRUE});
        feats->target_of[note_of(number, is_false ? NOTE_NOT_TAKEN : NOTE_TAKEN)] = (uint32_t)cover->targets.count;
    }
}

static void list_code(struct feats *feats, const bool *wanted) {
    const struct subject *subject = feats->subject;
    feats->target_of = memory_new((subject->instruction_count + 1) * NOTE_KINDS * sizeof *feats->target_of);
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; wanted[f] && i < function->code_count; i++)
            (feats->cover->goal == COVER_BRANCH ? add_branches : add_statement)(feats, function, i,
                                                                                subject->first_instruction[f] + i);
    }
}

/* ---- conditions ---- */

static bool mentions_temporary(const struct c_expression *e) {
    if (!e) return false;
    if (e->kind == C_OBJECT) return e->object->storage == C_TEMPORARY;
    return mentions_temporary(e->left) || mentions_temporary(e->right) || mentions_temporary(e->third);
}

static const char *text_of(const struct cover *cover, struct written_file *last,
                           const struct c_expression *expression) {
    struct text text = {0};
    if (!mentions_temporary(expression) || !written_condition(last, expression->place, &text)) {
        text_clear(&text);
        c_print_expression(expression, &text);
    }
    const char *copy = arena_text(cover->arena, text_chars(&text));
    text_free(&text);
    return copy;
}

static void list_conditions(struct feats *feats, const bool *wanted) {
    struct cover *cover = feats->cover;
    bool both = cover->goal == COVER_CONDITION;
    struct written_file last = {0};
    decisions_find(&feats->decisions, feats->subject, wanted);
    feats->open_in = memory_new((feats->decisions.list.count + 1) * sizeof *feats->open_in);
    for (size_t i = 0; i < feats->decisions.conditions.count; i++) {
        const struct condition *condition = &feats->decisions.conditions.items[i];
        struct cover_target target = {.function = condition->function,
                                      .place = condition->expression->place,
                                      .kind = both ? COVER_TRUE : COVER_EFFECT,
                                      .condition = text_of(cover, &last, condition->expression)};
        vec_push(&cover->targets, target);
        target.kind = COVER_FALSE;
        if (both) vec_push(&cover->targets, target);
        feats->open_in[condition->decision]++;
    }
    written_free(&last);
    feats->historian.goal = both ? HISTORY_CONDITIONS : HISTORY_EVALUATIONS;
    feats->historian.decisions = &feats->decisions;
}

/* ---- paths ---- */

static void list_branches(struct feats *feats, uint32_t end, struct cover_target *target) {
    const struct route_edge *edges = feats->routes.edges.items;
    size_t count = 0;
    for (uint32_t at = end; edges[at].before != ROUTE_NONE; at = edges[at].before) count++;
    struct cover_branch *branches = arena_new_array(feats->cover->arena, struct cover_branch, count + 1);
    target->branches = branches;
    target->branch_count = count;
    for (uint32_t at = end; edges[at].before != ROUTE_NONE; at = edges[at].before)
        branches[--count] = (struct cover_branch){target->function->code[edges[at].branch].place, edges[at].value};
}

static void list_routes(struct feats *feats, const bool *wanted, uint32_t rounds) {
    routes_find(&feats->routes, feats->subject, wanted, rounds);
    for (size_t i = 0; i < feats->routes.ends.count; i++) {
        uint32_t end = feats->routes.ends.items[i];
        const struct c_function *function = feats->subject->program->functions[feats->routes.edges.items[end].function];
        struct cover_target target = {.function = function, .place = function->place, .kind = COVER_ROUTE};
        list_branches(feats, end, &target);
        vec_push(&feats->cover->targets, target);
    }
    feats->historian.goal = HISTORY_ROUTES;
    feats->historian.routes = &feats->routes;
}

/* ---- all of them ---- */

/* Our own library is nobody's to test. */
static bool is_library(const struct c_function *function) {
    return !function->place.file || headers_hold(function->place);
}

void feats_begin(struct feats *feats, struct cover *cover, const struct subject *subject, uint32_t rounds) {
    const struct c_program *program = subject->program;
    bool *wanted = memory_new(program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        wanted[f] = !is_library(program->functions[f]) && program->functions[f] != subject->skipped_main;
    *feats = (struct feats){.cover = cover, .subject = subject};
    switch (cover->goal) {
    case COVER_STATEMENT:
    case COVER_BRANCH: list_code(feats, wanted); break;
    case COVER_CONDITION:
    case COVER_MCDC: list_conditions(feats, wanted); break;
    case COVER_PATH: list_routes(feats, wanted, rounds); break;
    }
    feats->open = cover->targets.count;
    free(wanted);
}

void feats_free(struct feats *feats) {
    vec_free(&feats->list);
    free(feats->target_of);
    free(feats->open_in);
    decisions_free(&feats->decisions);
    routes_free(&feats->routes);
    nodeset_free(&feats->historian.evaluations);
}

void feats_of(struct feats *feats, struct history *history, const struct notes *notes, history_done done,
              void *context) {
    for (size_t i = 0; feats->target_of && i < notes->list.count; i++) {
        uint32_t target = feats->target_of[notes->list.items[i]];
        if (target) done(context, target - 1);
    }
    if (!feats->target_of) history_go_on(&feats->historian, history, notes, done, context);
}

struct feat *feats_get(struct feats *feats, uint32_t feat) {
    while (feats->list.count <= feat) vec_push(&feats->list, (struct feat){0});
    return &feats->list.items[feat];
}

bool feats_is_wanted(const struct feats *feats, uint32_t feat) {
    uint32_t decision;
    if (feat < feats->list.count && feats->list.items[feat].is_reached) return false;
    if (feats->cover->goal != COVER_MCDC) return true;
    history_evaluation(&feats->historian, feat, &decision);
    return feats->open_in[decision] > 0;
}

/* ---- what is reached ---- */

static void reach_target(struct feats *feats, size_t number, size_t test) {
    struct cover_target *target = &feats->cover->targets.items[number];
    target->status = COVER_REACHED;
    target->test = test;
    feats->open--;
}

/* Does the new evaluation show, with one that a test has made, what a condition does? */
static void pair_with(struct feats *feats, uint32_t feat, uint32_t other) {
    uint32_t decision, others;
    const char *mine = history_evaluation(&feats->historian, feat, &decision);
    const char *theirs = history_evaluation(&feats->historian, other, &others);
    const struct decision *own = &feats->decisions.list.items[decision];
    for (uint32_t i = 0; others == decision && i < own->count; i++) {
        struct cover_target *target = &feats->cover->targets.items[own->first + i];
        if (target->status == COVER_REACHED || !decision_is_pair(&feats->decisions, decision, mine, theirs, i))
            continue;
        reach_target(feats, own->first + i, feats->list.items[other].test);
        target->other_test = feats->list.items[feat].test;
        target->values[0] = arena_text_n(feats->cover->arena, theirs, own->count);
        target->values[1] = arena_text_n(feats->cover->arena, mine, own->count);
        feats->open_in[decision]--;
    }
}

void feats_reach(struct feats *feats, uint32_t feat, struct test_case *test, size_t number) {
    struct feat *reached = feats_get(feats, feat);
    bool is_pair = feats->cover->goal == COVER_MCDC;
    for (size_t i = 0; !is_pair && i < test->reaches.count; i++)
        if (test->reaches.items[i] == feat) return;
    if (!is_pair) vec_push(&test->reaches, feat);
    if (reached->is_reached) return;
    reached->is_reached = true;
    reached->test = number;
    if (!is_pair) {
        reach_target(feats, feat, number);
        return;
    }
    for (uint32_t i = 0; i < feats->list.count; i++)
        if (i != feat && feats->list.items[i].is_reached) pair_with(feats, feat, i);
}

static void list_pairs(struct cover *cover) {
    for (uint32_t i = 0; i < cover->targets.count; i++) {
        const struct cover_target *target = &cover->targets.items[i];
        if (target->status != COVER_REACHED) continue;
        vec_push(&cover->tests.items[target->test]->reaches, i);
        if (target->other_test != target->test) vec_push(&cover->tests.items[target->other_test]->reaches, i);
    }
}

void feats_end(struct feats *feats) {
    struct cover *cover = feats->cover;
    size_t kept = 0, *number_of;
    if (cover->goal != COVER_MCDC) return;
    list_pairs(cover);
    number_of = memory_new((cover->tests.count + 1) * sizeof *number_of);
    for (size_t i = 0; i < cover->tests.count; i++) {
        struct test_case *test = cover->tests.items[i];
        number_of[i] = kept;
        if (test->reaches.count)
            cover->tests.items[kept++] = test;
        else
            test_case_free(test);
    }
    cover->tests.count = kept;
    for (size_t i = 0; i < cover->targets.count; i++) {
        struct cover_target *target = &cover->targets.items[i];
        if (target->status != COVER_REACHED) continue;
        target->test = number_of[target->test];
        target->other_test = number_of[target->other_test];
    }
    free(number_of);
}
