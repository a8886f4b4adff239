#include "eventb/planner.h"

struct running {
    const struct eb_plan *plan;
    struct eb_frame *frame;
    eb_found found;
    void *context;
    bool is_enough; /* of what is left from plan->rest on */
};

struct at_step {
    struct running *running;
    unsigned index;
    uint32_t too_large, cut_here; /* of whoever started the plan */
    struct eb_range_limit range;  /* likewise */
};

static bool run_from(struct running *running, unsigned index);

static struct eb_range_limit range_of(const struct eb_frame *frame) {
    return (struct eb_range_limit){frame->low, frame->high};
}

static void set_range(struct eb_frame *frame, struct eb_range_limit range) {
    frame->low = range.low;
    frame->high = range.high;
}

/* The step has given its values: on to the next. What that needs memory for is given back. */
static bool go_on_from(struct at_step *at) {
    struct eb_frame *frame = at->running->frame;
    struct eb_mark mark = eb_frame_mark(frame);
    uint32_t mine = frame->too_large, my_cut = frame->cut_here;
    const struct eb_range_limit my_range = range_of(frame);
    bool inexact = frame->inexact;
    frame->too_large = at->too_large;
    frame->cut_here = at->cut_here;
    set_range(frame, at->range);
    frame->inexact = false;
    bool more = run_from(at->running, at->index + 1);
    frame->too_large = mine;
    frame->cut_here = my_cut;
    set_range(frame, my_range);
    frame->inexact = inexact;
    if (at->running->plan->rewinds) eb_frame_rewind(frame, mark);
    return more;
}

/* q ∈ {0, 50} ∧ x ≥ q: of 50 it must be said that it leads nowhere only because x was not tried so far. */
static bool go_on(struct at_step *at) {
    struct eb_frame *frame = at->running->frame;
    if (!at->running->plan->steps[at->index].is_alternative) return go_on_from(at);
    uint32_t missed = frame->missed;
    uint64_t solutions = frame->solutions;
    frame->missed = 0;
    bool more = go_on_from(at);
    if (frame->missed && frame->solutions == solutions) frame->limited = frame->missed;
    if (!frame->missed) frame->missed = missed;
    return more;
}

static bool visit_each(void *context, struct eb_value element) {
    struct at_step *at = context;
    struct eb_frame *frame = at->running->frame;
    unsigned slot = at->running->plan->steps[at->index].slot;
    frame->slots[slot] = element;
    frame->cut_slots[slot] = frame->inexact;
    return go_on(at);
}

static bool match(const struct eb_pattern *pattern, const struct eb_domain *domain, struct eb_value value,
                  struct eb_frame *frame);

static bool match_data(const struct eb_pattern *pattern, const struct eb_domain *domain, struct eb_value value,
                       struct eb_frame *frame) {
    bool same = value.code == pattern->constructor;
    for (unsigned i = 0; same && i < pattern->field_count; i++)
        same = match(pattern->fields[i], domain->fields[value.code][i], eb_field(value, i), frame);
    return same;
}

/* Of a function on all of ℕ only a part is there: it may be another one. */
static bool match_known(const struct eb_domain *domain, struct eb_value known, struct eb_value value,
                        struct eb_frame *frame) {
    bool same = eb_equal(domain, known, value);
    if (same && frame->inexact && eb_may_be_cut(domain)) eb_fail(frame, frame->cut_here);
    return same;
}

static bool match(const struct eb_pattern *pattern, const struct eb_domain *domain, struct eb_value value,
                  struct eb_frame *frame) {
    if (pattern->left)
        return match(pattern->left, domain->left, eb_left(domain, value), frame) &&
               match(pattern->right, domain->right, eb_right(domain, value), frame);
    if (pattern->fields) return match_data(pattern, domain, value, frame);
    if (pattern->known) return match_known(domain, eb_run_node(pattern->known, frame), value, frame);
    if (pattern->again) return match_known(domain, frame->slots[pattern->slot], value, frame);
    frame->slots[pattern->slot] = value;
    frame->cut_slots[pattern->slot] = frame->inexact;
    return true;
}

static bool visit_match(void *context, struct eb_value element) {
    struct at_step *at = context;
    const struct eb_step *step = &at->running->plan->steps[at->index];
    return !match(step->pattern, step->domain, element, at->running->frame) || go_on(at);
}

/* What limits an integer when the plan runs. */
struct between {
    int64_t low, high;
    bool has_low, has_high;
};

static void limit_low(struct between *between, int64_t low) {
    if (!between->has_low || low > between->low) between->low = low;
    between->has_low = true;
}

static void limit_high(struct between *between, int64_t high) {
    if (!between->has_high || high < between->high) between->high = high;
    between->has_high = true;
}

static int64_t number_of(const struct eb_node *node, struct eb_frame *frame) {
    return (int64_t)eb_run_node(node, frame).code;
}

/* Only x with x ∗ divisor = product. */
static void limit_to_quotient(struct between *between, int64_t product, int64_t divisor) {
    if (divisor == 0 && product == 0) return;
    bool overflows = product == INT64_MIN && divisor == -1;
    bool any = divisor != 0 && !overflows && product % divisor == 0;
    int64_t quotient = any ? product / divisor : 0;
    limit_low(between, any ? quotient : 1);
    limit_high(between, any ? quotient : 0);
}

static struct between limits_of(const struct eb_step *step, struct eb_frame *frame) {
    struct between between = {0};
    for (unsigned i = 0; i < step->low_count; i++) {
        int64_t bound = number_of(step->lows[i], frame);
        if (step->low_divisors[i]) { /* it is among the highs, too */
            limit_to_quotient(&between, bound, number_of(step->low_divisors[i], frame));
            continue;
        }
        limit_low(&between, bound + (step->low_strict[i] && bound < INT64_MAX));
    }
    for (unsigned i = 0; i < step->high_count; i++) {
        if (step->high_divisors[i]) continue;
        int64_t bound = number_of(step->highs[i], frame);
        limit_high(&between, bound - (step->high_strict[i] && bound > INT64_MIN));
    }
    return between;
}

static bool run_between(struct at_step *at, const struct eb_step *step) {
    struct eb_frame *frame = at->running->frame;
    struct between between = limits_of(step, frame);
    struct eb_value value;
    bool all_tried = false;
    if (eb_step_decides(step, frame, &value)) {
        int64_t number = (int64_t)value.code;
        bool inside = (!between.has_low || number >= between.low) && (!between.has_high || number <= between.high);
        frame->slots[step->slot] = value;
        return !inside || go_on(at);
    }
    if (!between.has_low || !between.has_high) {
        uint32_t limited = eb_step_limited(step, frame, &all_tried);
        if (limited) frame->limited = limited;
        if (!all_tried) frame->missed = step->cut;
    }
    int64_t low = between.has_low ? between.low : frame->low, high = between.has_high ? between.high : frame->high;
    const struct eb_plan *plan = at->running->plan;
    if (plan->reaches_far || (plan->reaches_out && !step->depends)) {
        if (!between.has_high && low > high) high = low;
        if (!between.has_low && high < low) low = high;
    }
    bool beyond = between.has_low != between.has_high && low > high;
    if (beyond && step->beyond && !all_tried) frame->limited = step->beyond;
    for (int64_t number = low; number <= high; number++) {
        eb_frame_work(frame);
        frame->slots[step->slot] = (struct eb_value){(uint64_t)number, NULL};
        if (!go_on(at)) return false;
        if (number == INT64_MAX) break;
    }
    return true;
}

/* The bijection that keeps the order, if both sets have the same size. */
static bool run_ascending(struct at_step *at, const struct eb_step *step) {
    struct eb_frame *frame = at->running->frame;
    const struct eb_domain *relation = step->shape->set->left, *pair = relation->left;
    struct eb_value left = eb_extent_collect(frame, eb_shape_extent(step->shape->left, frame));
    struct eb_value right = eb_extent_collect(frame, eb_shape_extent(step->shape->right, frame));
    if (eb_cardinality(pair->left_set, left) != eb_cardinality(pair->right_set, right)) return true;
    struct eb_elements lefts = eb_elements_of(pair->left_set, left), rights = eb_elements_of(pair->right_set, right);
    struct eb_value a, b;
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, relation);
    while (eb_next_element(&lefts, &a) && eb_next_element(&rights, &b))
        eb_builder_add(&builder, eb_pair(frame, pair, a, b));
    return visit_each(at, eb_builder_end(&builder));
}

/* Values of the extent that are not tried may matter. */
static void note_limits(const struct eb_step *step, const struct eb_extent *extent, struct eb_frame *frame) {
    bool open = step->limit_count && eb_extent_is_open(extent) && eb_arrow_leaves_choice(frame, extent), all_tried;
    uint32_t limited = open ? eb_step_limited(step, frame, &all_tried) : 0;
    if (limited) frame->limited = limited;
}

static bool run_match(struct at_step *at, const struct eb_step *step, const struct eb_extent *extent) {
    note_limits(step, extent, at->running->frame);
    return eb_extent_each(at->running->frame, extent, visit_match, at);
}

static bool run_each(struct at_step *at, const struct eb_step *step, const struct eb_extent *extent) {
    struct eb_frame *frame = at->running->frame;
    struct eb_value value;
    if (step->ascending) return run_ascending(at, step);
    if (!eb_step_decides(step, frame, &value)) {
        note_limits(step, extent, frame);
        return eb_extent_each(frame, extent, visit_each, at);
    }
    bool inside = (step->shape && step->shape->whole_type) || eb_extent_has(frame, extent, value);
    return !inside || visit_each(at, value);
}

static void note_step(struct eb_frame *frame, unsigned index) {
    frame->step = index;
    if (index > frame->furthest) frame->furthest = index;
}

/* Whatever made the set fail, the condition that it comes from is tested afterwards, and fails likewise. */
static const struct eb_extent *extent_if_defined(const struct eb_step *step, struct eb_frame *frame) {
    struct eb_extent *extent = eb_frame_alloc(frame, sizeof *extent);
    *extent = (struct eb_extent){.kind = EB_EXTENT_VALUE, .set = step->all};
    if (eb_try_node(step->node, frame, &extent->value)) return extent;
    if (frame->fault & EB_STOP) eb_fail_again(frame);
    return eb_extent_of_type(frame, step->all);
}

static const struct eb_extent *extent_of(const struct eb_step *step, struct eb_frame *frame) {
    if (!step->shape && !step->all) return NULL;
    const struct eb_extent *extent = step->shape  ? eb_shape_extent(step->shape, frame)
                                     : step->node ? extent_if_defined(step, frame)
                                                  : eb_extent_of_type(frame, step->all);
    if (step->is_choice) eb_extent_limit_levels(extent, frame->chosen_levels);
    if (!step->point_count && !step->cell_test_count) return extent;
    struct eb_extent *pointed = eb_frame_alloc(frame, sizeof *pointed);
    *pointed = *extent;
    if (step->point_count) pointed->points = eb_step_points(step, frame, &pointed->point_count);
    if (step->cell_test_count) pointed->sieve = eb_step_sieve(step, frame);
    return pointed;
}

struct doubting {
    struct running *running;
    unsigned index;
    bool more;
};

static void go_on_in_doubt(struct eb_frame *frame, void *context) {
    struct doubting *doubting = context;
    (void)frame;
    doubting->more = run_from(doubting->running, doubting->index);
}

/* A condition was not decided: what comes after it may not matter. */
static bool run_in_doubt(struct running *running, unsigned index) {
    struct eb_frame *frame = running->frame;
    struct doubting doubting = {running, index, true};
    bool before = frame->doubtful;
    frame->doubtful = true;
    bool good = eb_attempt(frame, go_on_in_doubt, &doubting);
    frame->doubtful = before;
    if (!good) eb_doubt(frame);
    if (!good) frame->maybe = frame->undecided;
    if (!good && frame->lost) frame->maybe_lost = true;
    return doubting.more;
}

static bool finish(struct running *running) {
    struct eb_frame *frame = running->frame;
    if (running->plan->is_outermost) note_step(frame, running->plan->count);
    frame->solutions += running->plan->is_of_choices;
    if (!frame->doubtful || running->plan->keeps_doubtful) {
        bool more = running->found(running->context, frame);
        running->is_enough = more && running->plan->has_rest && !frame->doubtful;
        return more && !running->is_enough;
    }
    frame->maybe = frame->undecided;
    return true;
}

struct finding {
    struct running *running;
    unsigned index;
    bool any, doubtful;
    uint32_t limited; /* what is limited besides what is looked for */
};

/* A condition that was not decided before is not decided now. */
static bool go_on_found(void *context, struct eb_frame *frame) {
    struct finding *finding = context;
    bool doubtful = frame->doubtful;
    uint32_t limited = frame->limited;
    finding->any = true;
    frame->doubtful = finding->doubtful;
    frame->limited = finding->limited;
    bool more = run_from(finding->running, finding->index + 1);
    finding->limited = frame->limited;
    frame->limited = limited;
    frame->doubtful = doubtful;
    return more;
}

/* What it misses does not make the whole miss something, as long as it finds anything. */
static bool run_some(struct running *running, unsigned index) {
    struct eb_frame *frame = running->frame;
    const struct eb_step *step = &running->plan->steps[index];
    struct finding finding = {running, index, false, frame->doubtful, frame->limited};
    uint32_t missed = frame->missed, maybe = frame->maybe;
    bool more = true;
    frame->missed = frame->maybe = frame->limited = 0;
    for (unsigned i = 0; more && i < step->plan_count; i++)
        more = eb_plan_run(step->plans[i], frame, go_on_found, &finding);
    uint32_t why = frame->maybe ? frame->maybe : frame->missed;
    /* What follows is looked at for each of the values: one of which it is not known whether it counts is missing. */
    if (finding.any && frame->maybe && step->plan_count == 1) frame->limited = frame->maybe;
    if (!frame->limited || (finding.any && step->any_will_do)) frame->limited = finding.limited;
    frame->missed = missed;
    frame->maybe = maybe;
    if (!finding.any) eb_fail(frame, why ? why : step->fault);
    return more;
}

static void check(struct eb_frame *frame, const struct eb_step *step) {
    uint32_t unsure = frame->unsure;
    enum eb_truth holds = eb_truth(step->node, frame);
    if (step->is_theorem && frame->unsure != unsure) {
        frame->open = frame->unsure;
        frame->unsure = unsure;
    }
    if (holds == EB_NO && !step->changes_nothing) eb_fail(frame, step->fault);
    if (holds == EB_NO && !frame->wrong) frame->wrong = step->fault;
    if (eb_is_open(holds)) *(step->is_theorem ? &frame->open : &frame->maybe) = frame->undecided;
}

/* What failed is only counted against the values so far, where that is how it is with what is ill-defined. Where
 * something before it was not decided, it is not known whether these values count at all. */
static void pass_over(const struct running *running) {
    struct eb_frame *frame = running->frame;
    const bool in_doubt = frame->doubtful && frame->lost && !(frame->fault & EB_STOP);
    if (!running->plan->passes_over || !(in_doubt || eb_is_ill_defined(frame, frame->fault))) eb_fail_again(frame);
    frame->maybe_lost = frame->maybe_lost || in_doubt;
    if (frame->on_passing_over) frame->on_passing_over(frame->passing_over_context, frame);
    *(in_doubt ? &frame->maybe : &frame->passed_over) = in_doubt ? frame->undecided : frame->fault;
}

/* Does the condition hold? Where it is ill-defined and that only counts against the values, it does not. */
static enum eb_truth test(const struct running *running, const struct eb_step *step) {
    struct eb_frame *frame = running->frame;
    enum eb_truth holds;
    if (!running->plan->passes_over) return eb_truth(step->node, frame);
    if (eb_try_truth(step->node, frame, &holds)) return holds;
    pass_over(running);
    return EB_NO;
}

/* False: there is no value. */
static bool assign(const struct running *running, const struct eb_step *step) {
    struct eb_frame *frame = running->frame;
    struct eb_value value;
    bool good = true;
    if (running->plan->passes_over)
        good = eb_try_node(step->node, frame, &value);
    else
        value = eb_run_node(step->node, frame);
    if (!good) pass_over(running);
    if (!good) return false;
    frame->slots[step->slot] = value;
    frame->cut_slots[step->slot] = false;
    return true;
}

static bool give_values(struct running *running, unsigned index) {
    struct eb_frame *frame = running->frame;
    const struct eb_step *step = &running->plan->steps[index];
    struct at_step at = {running, index, frame->too_large, frame->cut_here, range_of(frame)};
    const struct eb_extent *extent = extent_of(step, frame);
    bool inexact = frame->inexact;
    if (step->own_range) set_range(frame, *step->own_range);
    frame->too_large = step->too_large;
    eb_frame_name_cut(frame, step->cut);
    frame->inexact = false;
    bool more = step->kind == EB_STEP_BETWEEN ? run_between(&at, step)
                : step->kind == EB_STEP_EACH  ? run_each(&at, step, extent)
                                              : run_match(&at, step, extent);
    frame->too_large = at.too_large;
    frame->cut_here = at.cut_here;
    set_range(frame, at.range);
    frame->inexact = inexact;
    return more;
}

struct giving {
    struct running *running;
    unsigned index;
    bool more;
};

static void give_values_in(struct eb_frame *frame, void *context) {
    struct giving *giving = context;
    (void)frame;
    giving->more = give_values(giving->running, giving->index);
}

static bool give_values_or_pass(struct running *running, unsigned index) {
    struct giving giving = {running, index, true};
    if (!running->plan->passes_over) return give_values(running, index);
    if (!eb_attempt(running->frame, give_values_in, &giving)) pass_over(running);
    return giving.more;
}

static bool run_steps(struct running *running, unsigned index) {
    struct eb_frame *frame = running->frame;
    for (; index < running->plan->count; index++) {
        const struct eb_step *step = &running->plan->steps[index];
        if (running->plan->is_outermost) note_step(frame, index);
        if (step->kind == EB_STEP_TEST) {
            enum eb_truth holds = test(running, step);
            if (holds == EB_NO) return true;
            if (holds == EB_LOST && !running->plan->keeps_doubtful) {
                frame->maybe = frame->undecided;
                frame->maybe_lost = true;
                return true;
            }
            if (holds == EB_LOST) holds = EB_UNDECIDED;
            if (holds == EB_UNDECIDED && !frame->doubtful) return run_in_doubt(running, index + 1);
            continue;
        }
        if (step->kind == EB_STEP_CHECK) {
            const uint32_t wrong = frame->wrong;
            check(frame, step);
            if (frame->wrong == wrong) continue;
            bool more = run_from(running, index + 1);
            frame->wrong = wrong;
            return more;
        }
        if (step->kind == EB_STEP_SOME) return run_some(running, index);
        if (step->kind != EB_STEP_ASSIGN) return give_values_or_pass(running, index);
        if (!assign(running, step)) return true;
    }
    return finish(running);
}

/* Steps that give nothing anybody asks for end with the first solution, and those before them go on. */
static bool run_from(struct running *running, unsigned index) {
    bool more = run_steps(running, index);
    if (index > running->plan->rest || !running->is_enough) return more;
    running->is_enough = false;
    return true;
}

bool eb_plan_run(const struct eb_plan *plan, struct eb_frame *frame, eb_found found, void *context) {
    struct running running = {.plan = plan, .frame = frame, .found = found, .context = context};
    bool doubtful = frame->doubtful;
    if (!plan->keeps_doubtful) frame->doubtful = false;
    bool more = run_from(&running, 0);
    frame->doubtful = doubtful;
    return more;
}
