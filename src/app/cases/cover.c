#include "app/cases/cover.h"

#include "app/cases/enumerate.h"
#include "app/cases/hunt.h"
#include "app/subject/half_sentence.h"
#include "base/limits.h"

enum {
    FEW_WAYS = 1 << 14,
    QUESTION = 1 << 11, /* the ways that the ordinary engine goes while a solver goes one */
    ROUNDS = 1          /* of loops on paths, where nobody says how many */
};

/* One who looks for test cases. */
struct side {
    struct hunt hunt;
    const char *sampled; /* not all values of inputs were tried: half a sentence. NULL: they were */
    const char *cut_off; /* likewise: runs were given up, as a loop goes round too often */
};

struct covering {
    struct app *app;
    struct cover *cover;
    struct feats feats;
    bool (*goes_on)(void *context);
    void *context;
    struct enumerate enumerate;
    struct paths *paths; /* NULL: no solver was asked */
    bool is_strict;      /* ... whose paths forget nothing */
    struct side trying, asking;
};

/* ---- sides ---- */

static void begin(struct covering *covering, struct side *side, struct walk walk) {
    hunt_end(&side->hunt);
    *side = (struct side){.hunt = {.executor = app_executor(covering->app),
                                   .cover = covering->cover,
                                   .feats = &covering->feats,
                                   .walk = walk}};
    hunt_begin(&side->hunt);
}

/* What the application notes of its runs is this side's, and of this time. */
static void go_on(struct covering *covering, struct side *side, uint64_t ways) {
    struct arena *arena = covering->cover->arena;
    app_forget_samples(covering->app);
    app_set_loop_bound(covering->app, app_loop_bound(covering->app));
    hunt_go_on(&side->hunt, ways, covering->goes_on, covering->context);
    if (!side->sampled) side->sampled = app_sampled(covering->app, arena);
    if (!side->cut_off) side->cut_off = app_cut_off(covering->app, arena);
}

static void begin_trying(struct covering *covering) {
    covering->enumerate = (struct enumerate){app_executor(covering->app), feats_wants_events(&covering->feats)};
    begin(covering, &covering->trying, enumerate_walk(&covering->enumerate));
}

static void walk_initial(void *self, ts_emit emit, void *context) {
    const struct ts *ts = paths_ts(self);
    ts->initial(ts, emit, context);
}

static bool walk_ways(void *self, const void *state, uint32_t size, paths_visit visit, void *context) {
    return paths_ways(self, state, size, visit, context);
}

static bool walk_run(void *self, const struct ts_trace *trace, paths_is_wanted is_wanted, void *context,
                     struct paths_run *run) {
    return paths_run(self, trace, is_wanted, context, run);
}

static void begin_asking(struct covering *covering, bool strict) {
    for (size_t i = 0; i < covering->feats.list.count; i++) covering->feats.list.items[i].attempts = 0;
    covering->is_strict = strict;
    paths_set_events(covering->paths, feats_wants_events(&covering->feats));
    paths_set_keeps(covering->paths, strict ? FORM_ALL : FORM_LOOSE);
    begin(covering, &covering->asking, (struct walk){covering->paths, walk_initial, false, walk_ways, walk_run});
}

/* ---- who finds out ---- */

static bool tried_in_vain(const struct covering *covering) {
    for (uint32_t i = 0; i < covering->feats.list.count; i++)
        if (covering->feats.list.items[i].attempts && feats_is_wanted(&covering->feats, i)) return true;
    return false;
}

/* True: it is over. */
static bool try_on(struct covering *covering, uint64_t ways) {
    bool has_inputs = app_has_inputs(covering->app);
    if (!covering->trying.sampled) go_on(covering, &covering->trying, has_inputs ? ways : UINT64_MAX);
    return !covering->feats.open || (hunt_is_over(&covering->trying.hunt) && !covering->trying.sampled);
}

/* Likewise. Forgetting may have made up what cannot be: then once more, without. */
static bool ask_on(struct covering *covering, uint64_t ways) {
    const struct hunt *hunt = &covering->asking.hunt;
    go_on(covering, &covering->asking, ways);
    if (!hunt_is_over(hunt)) return false;
    if (covering->is_strict || !covering->feats.open || (!tried_in_vain(covering) && hunt->sure)) return true;
    begin_asking(covering, true);
    return false;
}

/* In turns, as nobody knows beforehand who is faster. Where not all values are tried, nothing is proved by it, but what
 * most values do is found. NULL: neither came to an end; `why` is said where that is for want of a solver. */
static const struct side *search(struct covering *covering, struct text *why) {
    begin_trying(covering);
    for (uint64_t ways = FEW_WAYS;; ways *= 2) {
        if (try_on(covering, ways)) return &covering->trying;
        if (!app_has_inputs(covering->app) || !covering->goes_on(covering->context)) return NULL;
        if (!covering->paths) {
            covering->paths = paths_new(app_executor(covering->app), why);
            if (!covering->paths) return NULL;
            begin_asking(covering, false);
        }
        if (ask_on(covering, ways / QUESTION)) return &covering->asking;
        bool is_full = covering->trying.sampled || hunt_is_full(&covering->trying.hunt);
        if (is_full && hunt_is_full(&covering->asking.hunt)) return NULL;
    }
}

/* ---- the rest ---- */

static const char *why_incomplete(const struct covering *covering, const struct side *over) {
    struct arena *arena = covering->cover->arena;
    const struct c_function *crowded = covering->feats.routes.too_many;
    if (crowded)
        return arena_printf(arena, "there are too many paths through %s (%s:%u) to list them", crowded->name,
                            crowded->place.file, crowded->place.line);
    if (!covering->feats.open) return NULL;
    if (!over || (!over->hunt.sure && limits_reached() != LIMITS_NONE)) return "the search was not finished";
    const struct ts_fault *fault = over->hunt.fault;
    if (fault) {
        const char *where =
            fault->place.file ? arena_printf(arena, ", at %s:%u", fault->place.file, fault->place.line) : "";
        return arena_printf(arena, "runs end where something goes wrong (--no-check NAME lets them go on): %s%s",
                            fault->message, where);
    }
    if (over->cut_off) return over->cut_off;
    if (over == &covering->asking && tried_in_vain(covering)) return "the solver does not know";
    if (over->sampled) return over->sampled;
    return over->hunt.sure ? NULL : "something was met that cannot be gone through";
}

/* What was not reached is infeasible only if all was gone through: other functions' paths are, too, where one has too
 * many of them. */
static void judge_rest(struct covering *covering, const struct side *over) {
    struct cover *cover = covering->cover;
    cover->why = why_incomplete(covering, over);
    cover->complete = !cover->why;
    for (size_t i = 0; cover->complete && i < cover->targets.count; i++)
        if (cover->targets.items[i].status == COVER_OPEN) cover->targets.items[i].status = COVER_INFEASIBLE;
}

bool cover_find(struct app *app, enum cover_goal goal, bool (*goes_on)(void *context), void *context,
                struct cover *cover, struct text *why) {
    struct covering covering = {.app = app, .cover = cover, .goes_on = goes_on, .context = context};
    const struct subject *subject = app_executor(app)->subject;
    cover->goal = goal;
    cover->arena = arena_new();
    if (goal == COVER_CONDITION || goal == COVER_MCDC) app_look_at_conditions(app);
    feats_begin(&covering.feats, cover, subject, subject->loop_bound ? subject->loop_bound : ROUNDS);
    const struct side *over = search(&covering, why);
    judge_rest(&covering, over);
    cover->assumption = half_sentence_join(cover->arena, app_assumption(app), app_met(app, cover->arena));
    cover->assumption = half_sentence_join(cover->arena, cover->assumption, app_program(app)->enumerators_taken);
    cover->assumption = half_sentence_join(cover->arena, cover->assumption, app_moved(app, cover->arena));
    feats_end(&covering.feats);
    feats_free(&covering.feats);
    hunt_end(&covering.trying.hunt);
    hunt_end(&covering.asking.hunt);
    paths_free(covering.paths);
    return !why->length;
}

void cover_free(struct cover *cover) {
    for (size_t i = 0; i < cover->tests.count; i++) test_case_free(cover->tests.items[i]);
    vec_free(&cover->tests);
    vec_free(&cover->targets);
    if (cover->arena) arena_free(cover->arena);
}
