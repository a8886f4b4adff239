/* A plan in the making (plan.c). */
#ifndef EVENTB_PLANNER_H
#define EVENTB_PLANNER_H

#include "eventb/plan.h"

struct condition {
    const struct eb_formula *formula;
    bool safe; /* where those that are done hold, it is well-defined */
    bool done;
    bool settled;   /* where those before it hold, it is well-defined */
    bool as_points; /* all that it says about the function that is about to be enumerated is known there */
};

struct planner {
    struct eb_compiler *compiler;
    const struct eb_unknown *unknowns;
    unsigned unknown_count;
    bool *has_value; /* by unknown */
    struct condition *conditions;
    size_t condition_count;
    const struct eb_formula *whole; /* that is planned, for messages; NULL: many formulas */
    bool lenient;
    bool is_at_a_loss; /* there are too many values, or numbers without a limit: axioms that can be ill-defined may give
                          them, too */
    bool nobody_leads; /* of those without a value, each follows from others: f(0) = g(0) */
    const struct eb_formula *tried; /* the set that the next identifier's values come from; NULL: its type */
    bool is_alone;                  /* a range is looked for without others that have no value yet, either */
    bool is_open, is_rarely_open;
    double bits;
    VEC(struct eb_step) steps;
};

/* Finds out which conditions are settled, as the order shows (safety.c). */
void eb_note_settled(struct condition *conditions, size_t count);
/* Finds out which are safe by now. */
void eb_note_safe(struct condition *conditions, size_t count);

/* The number of an identifier that has no value yet; -1 for anything else. */
int eb_planner_unknown(const struct planner *planner, const struct eb_formula *formula);
/* Is it an identifier that values are looked for, whether it has one by now or not? Does it speak of any? */
bool eb_planner_looks_for(const struct planner *planner, const struct eb_formula *formula);
bool eb_planner_speaks_of_any(const struct planner *planner, const struct eb_formula *formula);
/* Does the condition say what set this identifier without a value is in? */
bool eb_planner_is_element(const struct planner *planner, const struct eb_formula *condition, int unknown);
/* Is the condition `identifier` ∈ `set` one of a bijection of which only the one that keeps the order is asked for? */
bool eb_planner_is_ascending(const struct planner *planner, const struct eb_formula *identifier,
                             const struct eb_formula *set);
/* Does it speak of this identifier without a value? */
bool eb_planner_mentions(const struct planner *planner, const struct eb_formula *formula, int unknown);
/* ... of one besides it? */
bool eb_planner_mentions_others(const struct planner *planner, const struct eb_formula *formula, int unknown);
/* Does a condition on this identifier alone limit some of it, besides what it is chosen from? */
bool eb_planner_is_partly_limited(const struct planner *planner, int unknown);
/* Does it speak of an identifier that has no value yet? */
bool eb_planner_waits(const struct planner *planner, const struct eb_formula *formula);
/* May the condition give values, or be tested, before the others that are not done? */
bool eb_planner_is_usable(const struct planner *planner, size_t index);
double eb_type_bits(const struct planner *planner, const struct eb_domain *domain);
/* How many values, as a logarithm; whatever would be cut to the bounds comes after everything that is not too large. */
double eb_set_bits(const struct planner *planner, const struct eb_formula *set);
/* Would an enumeration of the set be cut to the bounds? */
bool eb_set_is_open(const struct eb_formula *set);
/* Does a part of the set say which numbers there are, 7‥8 in (7‥8) × ℕ? These may lie beyond the range. */
bool eb_set_gives_numbers(const struct planner *planner, const struct eb_formula *set);
/* Is a set that may have no end taken away from another? What is left need not be as large as it seems. */
bool eb_set_leaves_out(struct eb_compiler *compiler, const struct eb_formula *set);
/* Does it give numbers in a part that is cut to the bounds in `tried` (NULL: everything is)? */
bool eb_set_gives_more(const struct planner *planner, const struct eb_formula *set, const struct eb_formula *tried);
/* A fault for a step that may leave values out. */
uint32_t eb_planner_cut(struct planner *planner, const char *what, const struct eb_type *type);

/* The same formula with the text of another, for messages (plan_apart.c). */
const struct eb_formula *eb_written_as(struct arena *arena, const struct eb_formula *formula,
                                       const struct eb_formula *written);
/* x ↦ y ∈ A × B and x ↦ y = a ↦ b as what they say of each half, where nothing in it can be ill-defined; else the
 * formula itself. `like` is what messages quote. */
const struct eb_formula *eb_half_by_half(struct arena *arena, const struct eb_formula *formula,
                                         const struct eb_formula *like);
/* With A for dom(f) where f ∈ A → B is said of an identifier without a value; the same of ran(f) (plan_sides.c). */
void eb_conditions_know_sides(const struct planner *planner, struct eb_conditions *conditions);
/* Adds the condition, in a simpler form where there is one. */
void eb_conditions_take_apart(const struct planner *planner, struct eb_conditions *list,
                              const struct eb_formula *condition);

/* Pairs of which the halves are looked for (plan_pairs.c). */
struct eb_whole_pair {
    unsigned slot;
    const struct eb_formula *halves; /* identifiers of their own, as a pair */
};
struct eb_split {
    const struct eb_unknown *unknowns;
    unsigned unknown_count;
    struct eb_conditions conditions; /* about the halves */
    const struct eb_whole_pair *pairs;
    unsigned pair_count;
};
/* False where there are none. */
bool eb_split_pairs(struct eb_compiler *compiler, const struct eb_unknown *unknowns, unsigned count,
                    const struct eb_conditions *conditions, struct eb_split *split);

/* The range of an integer (plan_range.c). */
struct eb_range_end {
    const struct eb_formula *formula;
    const struct eb_formula *divisor; /* it is this part of it, exactly; NULL: the whole */
    bool strict;
};
struct eb_range {
    VEC(struct eb_range_end) lows, highs;
    bool *exact; /* by condition: nothing is left to be tested */
};
struct eb_range eb_planner_range(struct planner *planner, int unknown);
/* Has it both ends, whatever these are? Or may it have none only where 0 is divided by 0? */
bool eb_range_is_closed(const struct eb_range *range);
bool eb_range_is_nearly_closed(const struct eb_range *range);
/* How many numbers it has within the bounds, as far as its ends are written with numbers. */
int64_t eb_range_tried(const struct planner *planner, const struct eb_range *range);
double eb_range_bits(const struct eb_range *range);
void eb_planner_fill_between(struct planner *planner, const struct eb_range *range, struct eb_step *step);
void eb_range_free(struct eb_range *range);
/* What an equality says the integer is; NULL if that is not so simple. */
const struct eb_formula *eb_planner_solved(struct planner *planner, int unknown, const struct eb_formula *equality);

/* The best condition to take values from (plan_source.c). */
struct eb_supply {
    enum eb_step_kind kind;
    const struct eb_formula *left, *right; /* the identifiers, and where they come from */
    bool subset;                           /* the identifier is a subset of `right` */
    bool exact;                            /* nothing is left to be tested */
    double bits;                           /* negative: there is none */
    size_t condition;
    int unknown;   /* EB_STEP_BETWEEN: instead of these; EB_STEP_EACH: which `left` is */
    bool is_open;  /* values of the unknown are cut to the bounds */
    bool may_fail; /* EB_STEP_EACH: `right` may be ill-defined where the condition is not: then it says nothing */
};
struct eb_supply eb_planner_best(struct planner *planner);
/* The best of those that give numbers of this identifier, which trying its type within the bounds would lose. */
struct eb_supply eb_planner_giving(struct planner *planner, int unknown);
/* Is it a constant that is a function, and follows from others? Once these are known, few values are left, or one. */
bool eb_planner_follows(const struct planner *planner, int unknown);

/* Of two identifiers that are both cut to the bounds: is the first one better chosen before the other, in whatever
 * order they and the conditions are written (plan_first.c)? */
bool eb_planner_comes_first(struct planner *planner, int a, int b);

/* Finds all values of what a quantifier binds for which the condition holds (NULL: all there are). */
struct eb_plan *eb_plan_names(struct eb_compiler *compiler, const struct eb_formula *quantified,
                              const struct eb_formula *condition);

/* What the conditions say about single values of a function that is about to be enumerated (plan_points.c). */
void eb_planner_points(struct planner *planner, const struct eb_formula *function, const struct eb_formula *arrow,
                       struct eb_step *step);
/* What they say about all values, one by one (plan_pointwise.c); false if nothing. */
bool eb_planner_pointwise(struct planner *planner, unsigned function, const struct eb_formula *arrow,
                          struct eb_point_source *source);
/* The same when the plan runs: an array in the frame. */
const struct eb_point *eb_step_points(const struct eb_step *step, struct eb_frame *frame, size_t *count);

/* Conditions on some of a function's values, which is about to be enumerated (plan_cells.c); and when the plan runs. */
void eb_planner_cells(struct planner *planner, const struct eb_formula *function, struct eb_step *step);
struct eb_sieve *eb_step_sieve(const struct eb_step *step, struct eb_frame *frame);

/* The set that a relation or function is in, made smaller by what conditions say of its domain and range
 * (plan_narrow.c). */
const struct eb_formula *eb_planner_narrowed(const struct planner *planner, const struct eb_formula *identifier,
                                             const struct eb_formula *set);

/* Does a condition say what it is, by others that do not come from it: x = card(S), x ∈ ran(f)? */
bool eb_planner_is_defined(const struct planner *planner, int unknown);
/* Of an identifier whose values are cut to the bounds: may the condition hold for others (plan_limit.c)? */
bool eb_planner_is_limited(const struct planner *planner, int unknown, size_t condition);
/* A fault if it may; else 0. */
uint32_t eb_planner_limited(struct planner *planner, int unknown, size_t condition);
/* Of a set, a function or a pair whose numbers are cut so: may it hold for others as well as for these
 * (plan_limit_set.c)? */
bool eb_set_limits_nothing(const struct planner *planner, const struct eb_formula *formula, int unknown);
bool eb_names_beyond(const struct planner *planner, const struct eb_formula *formula);
/* Is it a ∗ p + b, or without p? Does the number grow with the identifier? */
bool eb_planner_is_linear(const struct planner *planner, const struct eb_formula *formula, int unknown);
bool eb_planner_grows(const struct planner *planner, const struct eb_formula *number, int unknown);
/* Is there, of g ∈ E or g ⊆ E with another g that has no value yet, one for every larger value of a number in E
 * (plan_follow.c)? */
bool eb_planner_is_free_to_follow(const struct planner *planner, const struct eb_formula *membership, int unknown);
/* Does it speak of values of a function alone, f(x) or ran(f) ⊆ A, which come from a set that is known: of f ∈ 1‥p → S,
 * from S? */
bool eb_planner_is_about_values(const struct planner *planner, const struct eb_formula *condition, int function);
/* The same of any condition on such sets; false where it speaks of none. */
bool eb_planner_sets_are_free(const struct planner *planner, const struct eb_formula *condition, int unknown);
/* On which sides it may limit the integer, perhaps only in some case (plan_limit.c). */
enum { EB_END_BELOW = 1, EB_END_ABOVE = 2 };
unsigned eb_planner_ends(const struct planner *planner, const struct eb_formula *condition, int unknown);
/* Do all conditions together let the number go on for ever in one direction, as far as those show that are linear
 * comparisons, and ends that others may be (plan_ray.c)? What others say of the number itself does not count. */
bool eb_planner_goes_on(const struct planner *planner, int unknown);
bool eb_planner_is_linear_comparison(const struct planner *planner, const struct eb_formula *condition);
/* Which identifiers without a value are chosen from what depends on this one, directly or not: where it is cut to the
 * bounds, so are they (plan_depend.c). One flag for each unknown. */
const bool *eb_planner_dependents(const struct planner *planner, int unknown);
/* All of these, added to those of a step (plan_harmless.c); and when the plan runs: the fault of one that does matter;
 * 0: none. `all_tried`: no value beyond the bounds satisfies all of them. */
void eb_planner_limit(struct planner *planner, int unknown, struct eb_step *step);
uint32_t eb_step_limited(const struct eb_step *step, struct eb_frame *frame, bool *all_tried);
/* The set that alternatives say the identifier is in; NULL if one of them says nothing. */
const struct eb_formula *eb_planner_alternatives(struct planner *planner, const struct eb_formula *disjunction,
                                                 int unknown, const struct eb_formula **identifier);

/* The set that ∀r·P ⇒ E = p says a constant is in; NULL if it is not so simple. */
const struct eb_formula *eb_planner_common(struct planner *planner, const struct eb_formula *forall, int unknown,
                                           const struct eb_formula **identifier);

/* Values that depend on a case (plan_decide.c); and when the plan runs: is there one? */
void eb_planner_decide(struct planner *planner, int unknown, struct eb_step *step);
bool eb_step_decides(const struct eb_step *step, struct eb_frame *frame, struct eb_value *value);

#endif
