#include "eventb/prefix.h"

#include "eventb/carriers.h"
#include "eventb/relevance.h"

#include <string.h>

/* ---- what there is ---- */

/* Is a carrier set taken for an infinite type because of an axiom that does not come before this one? */
static bool is_taken_later(const struct eb_development *d, unsigned number) {
    for (unsigned i = 0; i < d->axioms.count; i++)
        if (d->axioms.items[i].is_made && !d->axioms_before[number][i]) return true;
    return false;
}

static bool has_given_type(const struct eb_type *type) {
    return type && (type->kind == EB_TYPE_GIVEN || type->kind == EB_TYPE_DATA || has_given_type(type->left) ||
                    has_given_type(type->right));
}

static bool speaks_of_sets(const struct eb_formula *formula) {
    if (eb_carrier_of(formula) >= 0 || has_given_type(formula->type)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_sets(formula->children[i])) return true;
    return false;
}

/* Does it matter for the axiom what is in carrier sets? It does if the axiom speaks of them, or if axioms tie what it
 * speaks of to them: all others hold for constants that go with any of these. */
static bool rests_on_sets(struct arena *arena, const struct eb_development *d, unsigned number) {
    const struct eb_formula *axiom = d->axioms.items[number].formula;
    bool *tied = arena_new_array(arena, bool, d->constant_count + 1), any = speaks_of_sets(axiom);
    if (!any) eb_tie_constants(d, axiom, tied);
    for (unsigned i = 0; i < d->constant_count; i++) any = any || (tied[i] && has_given_type(d->constants[i].type));
    for (unsigned i = 0; i < d->axioms.count && !any; i++)
        any = eb_mentions_any(d->axioms.items[i].formula, tied) && speaks_of_sets(d->axioms.items[i].formula);
    return any;
}

static unsigned number_in_plain(const struct eb_development *d, unsigned number) {
    unsigned made = 0;
    for (unsigned i = 0; i < number; i++) made += d->axioms.items[i].is_made;
    return number - made;
}

/* Which of these axioms come before one of them. */
static const bool *row_of(struct arena *arena, const struct eb_development *d, const unsigned *numbers, unsigned one) {
    bool *row = arena_new_array(arena, bool, one + 1);
    for (unsigned i = 0; i < one; i++) row[i] = d->axioms_before[numbers[one]][numbers[i]];
    return row;
}

/* Axioms before this one, and itself as the last. */
static struct eb_development *those_before(struct arena *arena, const struct eb_development *d, unsigned number) {
    struct eb_development *those = arena_new_object(arena, struct eb_development);
    struct eb_labelled *axioms = arena_new_array(arena, struct eb_labelled, number + 1);
    unsigned *numbers = arena_new_array(arena, unsigned, number + 1), count = 0;
    const bool **before = arena_new_array(arena, const bool *, number + 1);
    for (unsigned i = 0; i <= number; i++)
        if (i == number || d->axioms_before[number][i]) numbers[count++] = i;
    for (unsigned i = 0; i < count; i++) {
        before[i] = count > number ? d->axioms_before[i] : row_of(arena, d, numbers, i);
        axioms[i] = d->axioms.items[numbers[i]];
    }
    *those = *d;
    those->axioms = (struct eb_labelled_list){axioms, count};
    those->axioms_before = before;
    those->invariants = those->gluing = those->variants = (struct eb_labelled_list){0};
    those->initialisation = (struct eb_full_event){0};
    those->events = NULL;
    those->event_count = 0;
    return those;
}

static const struct eb_development *development_of(struct eb_machine *machine, unsigned number) {
    const struct eb_development *d = machine->development;
    if (!is_taken_later(d, number)) return those_before(machine->arena, d, number);
    return those_before(machine->arena, d->plain, number_in_plain(d, number));
}

static struct eb_bounds bounds_of(const struct eb_bounds *bounds, struct eb_judgement *judgement) {
    struct eb_bounds own = *bounds;
    own.judgement = judgement;
    own.events = NULL;
    own.event_count = 0;
    own.abstractions = 0;
    own.lack = NULL;
    return own;
}

static unsigned *sizes_of_all(const struct eb_machine *machine) {
    const unsigned count = machine->development->set_count;
    unsigned *sizes = arena_new_array(machine->arena, unsigned, count + 1);
    for (unsigned i = 0; i < count; i++) sizes[i] = machine->limits.sets[i].size;
    return sizes;
}

static bool read_limits(struct arena *arena, const struct eb_development *d, const struct eb_bounds *bounds,
                        struct eb_limits *limits) {
    struct diagnostics quiet = {0};
    bool good = eb_limits_init(limits, arena, d, bounds, &quiet);
    diag_free(&quiet);
    return good;
}

static bool are_alike(const struct eb_set_limit *a, const struct eb_set_limit *b) {
    if (a->size != b->size || a->fixed != b->fixed || a->taken != b->taken || a->ordered != b->ordered) return false;
    if (a->part_count != b->part_count) return false;
    return !a->part_count || !memcmp(a->parts, b->parts, a->part_count * sizeof *a->parts);
}

static bool are_limits_alike(const struct eb_development *d, const struct eb_limits *a, const struct eb_limits *b) {
    for (unsigned i = 0; i < d->set_count; i++)
        if (!are_alike(&a->sets[i], &b->sets[i])) return false;
    for (unsigned i = 0; i < d->constant_count; i++)
        if (a->element[i] != b->element[i] || a->ascending[i] != b->ascending[i]) return false;
    return true;
}

bool eb_prefix_is_like_all(const struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number) {
    const struct eb_development *d = machine->development;
    struct eb_judgement judgement = {0};
    struct eb_bounds own = bounds_of(bounds, &judgement);
    struct eb_limits limits = {0};
    if (is_taken_later(d, number)) return false;
    if (!d->set_count || !rests_on_sets(machine->arena, d, number)) return true;
    own.set_sizes = sizes_of_all(machine);
    bool good = read_limits(machine->arena, those_before(machine->arena, d, number), &own, &limits);
    bool alike = good && are_limits_alike(d, &limits, &machine->limits);
    eb_limits_free(&limits);
    return alike;
}

/* ---- looking ---- */

static const char *copy(struct eb_machine *machine, const char *text) {
    return text ? arena_text(machine->arena, text) : NULL;
}

static bool judge(struct eb_machine *machine, const struct eb_development *d, const struct eb_bounds *bounds,
                  struct eb_judgement *judgement) {
    struct diagnostics quiet = {0};
    struct eb_machine *own = eb_machine_new(d, bounds, &quiet);
    diag_free(&quiet);
    if (!own) return false;
    judgement->wrong = copy(machine, judgement->wrong);
    judgement->open = copy(machine, judgement->open);
    eb_machine_free(own);
    return true;
}

bool eb_prefix_judge(struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number,
                     struct eb_judgement *judgement) {
    struct eb_bounds own = bounds_of(bounds, judgement);
    const bool is_of_others = is_taken_later(machine->development, number);
    own.set_sizes = is_of_others ? NULL : sizes_of_all(machine);
    judgement->has_constants = !is_of_others;
    return judge(machine, development_of(machine, number), &own, judgement);
}

/* ---- other bounds ---- */

enum { SIZES = 3, LOOKS = SIZES + SIZES * SIZES };

/* A size for each carrier set: the same for all; and then any two of four sets have all sizes beside each other (an
 * orthogonal array). */
static unsigned size_of(unsigned look, unsigned set) {
    enum { COLUMNS = 4 };
    const unsigned row = look < SIZES ? 0 : look - SIZES, a = row / SIZES, b = row % SIZES, column = set % COLUMNS;
    const unsigned size = look < SIZES ? look : column == 0 ? a : (b + a * (column - 1)) % SIZES;
    return size + 1;
}

/* Are all sizes the same, as a look before had them? */
static bool is_seen_before(unsigned look, unsigned count) {
    bool same = look >= SIZES;
    for (unsigned i = 1; i < count; i++) same = same && size_of(look, i) == size_of(look, 0);
    return same;
}

static bool is_open(const struct eb_set_limit *limit) {
    return !limit->fixed && (limit->is_least || !strcmp(limit->origin, "default"));
}

/* By set: one element more than the axioms before need; 0: they, or somebody else, say how large it is. */
static unsigned *largest_sizes(struct eb_machine *machine, const struct eb_development *d,
                               const struct eb_bounds *bounds) {
    unsigned *sizes = arena_new_array(machine->arena, unsigned, d->set_count + 1);
    struct eb_bounds least = *bounds;
    struct eb_limits limits = {0};
    for (unsigned i = 0; i < d->set_count; i++) sizes[i] = 1;
    least.set_sizes = sizes;
    bool good = read_limits(machine->arena, d, &least, &limits);
    for (unsigned i = 0; i < d->set_count; i++) {
        unsigned needed = good ? limits.sets[i].size : 1;
        unsigned largest = needed < SIZES ? SIZES : needed < EB_LARGEST_SET ? needed + 1 : needed;
        sizes[i] = !good || is_open(&limits.sets[i]) ? largest : 0;
    }
    eb_limits_free(&limits);
    return sizes;
}

/* How many of them are open. */
static unsigned choose_sizes(unsigned look, const unsigned *largest, unsigned count, unsigned *sizes) {
    unsigned open = 0;
    for (unsigned i = 0; i < count; i++) {
        sizes[i] = largest[i] ? size_of(look, open++) : 1;
        if (sizes[i] == SIZES) sizes[i] = largest[i];
    }
    return open;
}

/* Does any of the sets have the size that it is to have? */
static bool has_open_sizes(struct eb_machine *machine, const struct eb_development *d, const struct eb_bounds *bounds) {
    struct eb_limits limits = {0};
    bool any = false, good = read_limits(machine->arena, d, bounds, &limits);
    for (unsigned i = 0; good && i < d->set_count; i++)
        any = any || (!limits.sets[i].fixed && !strcmp(limits.sets[i].origin, "default"));
    eb_limits_free(&limits);
    return any;
}

/* What certainly goes wrong within these bounds. Is there anything to be seen, as constants satisfy the axioms before?
 * `is_whole`: no integers are left that were not tried. */
static bool look_within(struct eb_machine *machine, const struct eb_development *d, const struct eb_bounds *bounds,
                        struct eb_judgement *judgement, bool *is_whole) {
    struct eb_judgement here = {.work = judgement->work};
    struct eb_bounds own = bounds_of(bounds, &here);
    own.tries_wider = false;
    bool good = judge(machine, d, &own, &here);
    judgement->work = here.work;
    judgement->is_cut_elsewhere = judgement->is_cut_elsewhere || !here.work;
    *is_whole = good && here.is_whole;
    if (good && here.wrong && here.is_certain) {
        judgement->wrong = here.wrong;
        judgement->place = here.place;
    }
    return good;
}

static bool may_have_wider_range(const struct eb_machine *machine) {
    return !strcmp(machine->limits.origin, "default") && machine->limits.low > EB_WIDER_LOW &&
           machine->limits.high < EB_WIDER_HIGH;
}

/* A part of the work is for this look, also with more integers where not all were tried. */
static bool look(struct eb_machine *machine, const struct eb_development *d, const struct eb_bounds *bounds,
                 unsigned looks_left, struct eb_judgement *judgement) {
    struct eb_judgement here = {.work = judgement->work / looks_left};
    struct eb_bounds wider = *bounds;
    bool is_whole;
    judgement->work -= here.work;
    bool good = look_within(machine, d, bounds, &here, &is_whole);
    wider.low = EB_WIDER_LOW;
    wider.high = EB_WIDER_HIGH;
    if (!here.wrong && !is_whole && may_have_wider_range(machine))
        good = look_within(machine, d, &wider, &here, &is_whole) || good;
    judgement->work += here.work;
    judgement->wrong = here.wrong;
    judgement->place = here.place;
    judgement->is_cut_elsewhere = judgement->is_cut_elsewhere || here.is_cut_elsewhere;
    return good;
}

/* Where it does not show from how they are written how many elements the axioms before need, a ∉ {b, c} ∧ b ≠ c, one
 * more than the least number with which there are constants is tried as well. `least`: that one, 0: none so far. */
static void look_at_larger(struct eb_machine *machine, const struct eb_development *d, const struct eb_bounds *bounds,
                           const unsigned *largest, unsigned *sizes, unsigned least, struct eb_judgement *judgement) {
    enum { MOST_NEEDED = 4, LOOKS_LEFT = MOST_NEEDED - SIZES + 2 };
    for (unsigned size = SIZES; size <= MOST_NEEDED && !judgement->wrong && (!least || least == size); size++) {
        for (unsigned i = 0; i < d->set_count; i++) sizes[i] = largest[i] ? size + 1 : 1;
        if (look(machine, d, bounds, LOOKS_LEFT, judgement) && !least) least = size + 1;
    }
}

void eb_prefix_judge_elsewhere(struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number,
                               struct eb_judgement *judgement) {
    const struct eb_development *d = development_of(machine, number);
    struct eb_bounds own = bounds_of(bounds, judgement);
    unsigned *sizes = arena_new_array(machine->arena, unsigned, d->set_count + 1);
    const unsigned *largest = largest_sizes(machine, d, &own);
    own.set_sizes = sizes;
    const unsigned open = choose_sizes(0, largest, d->set_count, sizes);
    const bool rests = open && (is_taken_later(machine->development, number) ||
                                rests_on_sets(machine->arena, machine->development, number));
    const unsigned looks = !rests ? 0 : open > 1 ? LOOKS : SIZES;
    unsigned least = rests ? 0 : SIZES - 1;
    for (unsigned i = 0; i < looks && !judgement->wrong; i++) {
        choose_sizes(i, largest, d->set_count, sizes);
        if (is_seen_before(i, open) || !has_open_sizes(machine, d, &own)) continue;
        bool any = look(machine, d, &own, looks + 1 - i, judgement);
        if (any && !least && i < SIZES) least = i + 1;
    }
    look_at_larger(machine, d, &own, largest, sizes, least, judgement);
    if (judgement->wrong || !eb_machine_has_default_levels(machine)) return;
    own.set_sizes = is_taken_later(machine->development, number) ? NULL : sizes_of_all(machine);
    own.levels = EB_WIDER_LEVELS;
    look(machine, d, &own, 1, judgement);
}
