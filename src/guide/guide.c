#include "guide/guide.h"

#include "base/fingerprint.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "guide/within.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct guide {
    const char *path;
    struct xgdl_guide *text;
    bool is_part;                     /* the text is the whole's */
    struct xgdl_automaton *automaton; /* or NULL: */
    const struct guide *whole;        /* of which it is a part that knows where the whole is; or NULL */
    uint32_t *whole_of;               /* then by state: the whole's */
    struct xgdl_mover mover;          /* behind the mutex: it remembers, and makes terms */
    pthread_mutex_t mutex;
    VEC(struct interaction_name) list; /* the guide's letters first, in their order */
    struct interaction_names names;
    const struct interactions *interactions;
    struct ts_guide face;
    uint64_t *unwanted;           /* by state of the automaton, as ts_sink has it; NULL: terms are followed */
    const uint32_t *component_of; /* likewise: its component, where a sink can ask for one; or NULL */
    uint32_t bound;
    _Atomic bool cut;          /* something was not allowed because of the bound alone */
    _Atomic uint64_t conflict; /* 0, or 1 + two interactions that one step was */
};

/* ---- following it ---- */

static int32_t interaction_of(const struct ts_guide *face, const struct ts_step *step) {
    const struct guide *guide = face->self;
    int32_t both[2];
    int32_t interaction = interactions_of_step(guide->interactions, step, both);
    if (interaction != INTERACTION_TWO) return interaction;
    atomic_store_explicit(&((struct guide *)guide)->conflict, ((uint64_t)both[0] << 32 | (uint64_t)both[1]) + 1,
                          memory_order_relaxed);
    return TS_NO_INTERACTION;
}

static uint32_t after_by_automaton(const struct ts_guide *face, uint32_t place, int32_t interaction) {
    const struct guide *guide = face->self;
    uint32_t to = xgdl_step(guide->automaton, place, (uint32_t)interaction);
    return to == XGDL_NOWHERE ? (uint32_t)TS_GUIDE_NOWHERE : to;
}

static bool allows_all(const struct ts_guide *face, uint32_t place) {
    const struct guide *guide = face->self;
    if (!guide->automaton || guide->bound != GUIDE_CYCLIC || place >= guide->automaton->state_count) return false;
    return guide->automaton->first[place + 1] - guide->automaton->first[place] == guide->interactions->list.count;
}

static uint64_t bit_of(uint32_t letter) { return letter < TS_MOST_WANTED ? UINT64_C(1) << letter : 0; }

/* What the automaton does not allow, whatever the bound: of that, nobody need know whether it happens. */
static void find_unwanted(struct guide *guide) {
    const struct xgdl_automaton *automaton = guide->automaton;
    free(guide->unwanted);
    guide->unwanted = NULL;
    if (!automaton) return;
    guide->unwanted = memory_new(automaton->state_count * sizeof *guide->unwanted);
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        uint64_t wanted = TS_UNGUIDED;
        for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++)
            wanted |= bit_of(automaton->letters[t]);
        guide->unwanted[state] = ~wanted;
    }
}

/* From outside of a component, all that does not lead into it. */
static uint64_t unwanted_towards(const struct guide *guide, uint32_t state, uint32_t component) {
    const struct xgdl_automaton *automaton = guide->automaton;
    uint64_t wanted = 0;
    if (guide->component_of[state] == component) return guide->unwanted[state];
    for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++)
        if (guide->component_of[automaton->targets[t]] == component) wanted |= bit_of(automaton->letters[t]);
    return ~wanted;
}

static uint64_t unwanted_by_automaton(const struct ts_guide *face, uint32_t place, uint32_t towards) {
    const struct guide *guide = face->self;
    uint32_t state = place % guide->automaton->state_count;
    return towards && guide->component_of ? unwanted_towards(guide, state, towards - 1) : guide->unwanted[state];
}

void guide_know_components(struct guide *guide, const uint32_t *component_of) { guide->component_of = component_of; }

static uint32_t after_unrolled(const struct ts_guide *face, uint32_t place, int32_t interaction) {
    const struct guide *guide = face->self;
    uint32_t states = guide->automaton->state_count, level = place / states;
    uint32_t to = xgdl_step(guide->automaton, place % states, (uint32_t)interaction);
    if (to == XGDL_NOWHERE) return TS_GUIDE_NOWHERE;
    uint64_t then = ((uint64_t)level + 1) * states + to;
    if (level < guide->bound && then < TS_GUIDE_NOWHERE) return (uint32_t)then;
    atomic_store_explicit(&((struct guide *)guide)->cut, true, memory_order_relaxed);
    return TS_GUIDE_NOWHERE;
}

/* Only the bound does not allow it. */
static bool beyond_bound(const struct ts_guide *face, uint32_t place, int32_t interaction) {
    const struct guide *guide = face->self;
    uint32_t states = guide->automaton->state_count;
    return place / states >= guide->bound &&
           xgdl_step(guide->automaton, place % states, (uint32_t)interaction) != XGDL_NOWHERE;
}

static bool in_whole(const struct ts_guide *face, uint32_t place, int32_t interaction) {
    const struct guide *guide = face->self;
    bool unrolled = guide->bound != GUIDE_CYCLIC;
    uint32_t state = unrolled ? place % guide->automaton->state_count : place;
    return xgdl_step(guide->whole->automaton, guide->whole_of[state], (uint32_t)interaction) != XGDL_NOWHERE;
}

static uint32_t after_by_term(const struct ts_guide *face, uint32_t place, int32_t interaction) {
    struct guide *guide = (struct guide *)face->self;
    pthread_mutex_lock(&guide->mutex);
    xgdl_term left = xgdl_after(&guide->mover, place, (uint32_t)interaction);
    bool none = left == xgdl_none(&guide->text->pool);
    pthread_mutex_unlock(&guide->mutex);
    return none ? (uint32_t)TS_GUIDE_NOWHERE : left;
}

static void print_state(const struct ts_guide *face, uint32_t place, struct text *out) {
    (void)face;
    text_printf(out, "%u", place);
}

static void print_term(const struct ts_guide *face, uint32_t place, struct text *out) {
    struct guide *guide = (struct guide *)face->self;
    pthread_mutex_lock(&guide->mutex);
    xgdl_print(guide->text, place, out);
    pthread_mutex_unlock(&guide->mutex);
}

static const char *name_of(const struct ts_guide *face, int32_t interaction) {
    const struct guide *guide = face->self;
    return guide->interactions->list.items[interaction].name;
}

/* ---- the alphabet ---- */

static bool is_in(const char *const *alphabet, const char *name) {
    for (; *alphabet; alphabet++)
        if (!strcmp(*alphabet, name)) return true;
    return false;
}

static bool check_alphabet(const struct guide *guide, const char *const *alphabet, struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < guide->text->alphabet.count; i++) {
        const struct xgdl_interaction *letter = &guide->text->alphabet.items[i];
        if (is_in(alphabet, letter->name)) continue;
        struct nearest nearest;
        char room[NEAREST_ROOM];
        nearest_begin(&nearest, letter->name);
        for (const char *const *name = alphabet; *name; name++) nearest_offer(&nearest, *name);
        diag_error(diagnostics, letter->place, "`%s` is not in the alphabet that was given%s", letter->name,
                   nearest_hint(&nearest, '`', room));
        good = false;
    }
    return good;
}

static void collect_names(struct guide *guide, const char *const *alphabet) {
    for (size_t i = 0; i < guide->text->alphabet.count; i++) {
        const struct xgdl_interaction *letter = &guide->text->alphabet.items[i];
        vec_push(&guide->list, ((struct interaction_name){letter->name, letter->place}));
    }
    for (; alphabet && *alphabet; alphabet++)
        if (xgdl_find_interaction(guide->text, *alphabet) == UINT32_MAX)
            vec_push(&guide->list, ((struct interaction_name){*alphabet, {"--alphabet", 0, 0}}));
    guide->names = (struct interaction_names){guide->list.items, guide->list.count, alphabet != NULL};
}

/* ---- the whole ---- */

struct xgdl_automaton *guide_minimal(struct xgdl_pool *pool, xgdl_term term, uint32_t most_states) {
    struct xgdl_automaton *automaton = xgdl_automaton_new(pool, term, most_states);
    struct xgdl_automaton *minimal = automaton ? xgdl_minimal(automaton) : NULL;
    xgdl_automaton_free(automaton);
    return minimal;
}

struct guide *guide_new(const struct guide_options *options, struct diagnostics *diagnostics) {
    struct xgdl_guide *text = xgdl_load(options->path, diagnostics);
    if (!text) return NULL;
    struct guide *guide = memory_new(sizeof *guide);
    guide->path = options->path;
    guide->text = text;
    guide->bound = options->bound;
    pthread_mutex_init(&guide->mutex, NULL);
    guide->mover.pool = &text->pool;
    if (options->alphabet && !check_alphabet(guide, options->alphabet, diagnostics)) {
        guide_free(guide);
        return NULL;
    }
    collect_names(guide, options->alphabet);
    guide->automaton = guide_minimal(&text->pool, text->term, options->most_states);
    return guide;
}

struct guide *guide_part(struct guide *whole, xgdl_term term, uint32_t most_states) {
    struct xgdl_automaton *automaton = guide_minimal(&whole->text->pool, term, most_states);
    if (!automaton) return NULL;
    struct guide *guide = memory_new(sizeof *guide);
    guide->path = whole->path;
    guide->text = whole->text;
    guide->is_part = true;
    guide->bound = whole->bound;
    guide->automaton = automaton;
    pthread_mutex_init(&guide->mutex, NULL);
    return guide;
}

bool guide_stay_within(struct guide *part, const struct guide *whole, uint32_t most_states) {
    uint32_t *whole_of;
    struct xgdl_automaton *automaton = guide_within(part->automaton, whole->automaton, most_states, &whole_of);
    if (!automaton) return false;
    xgdl_automaton_free(part->automaton);
    free(part->whole_of);
    part->automaton = automaton;
    part->whole_of = whole_of;
    part->whole = whole;
    return true;
}

void guide_free(struct guide *guide) {
    if (!guide) return;
    xgdl_mover_free(&guide->mover);
    xgdl_automaton_free(guide->automaton);
    free(guide->whole_of);
    free(guide->unwanted);
    if (!guide->is_part) xgdl_guide_free(guide->text);
    vec_free(&guide->list);
    pthread_mutex_destroy(&guide->mutex);
    free(guide);
}

const struct interaction_names *guide_names(const struct guide *guide) { return &guide->names; }
const char *guide_path(const struct guide *guide) { return guide->path; }
const struct xgdl_guide *guide_text(const struct guide *guide) { return guide->text; }
struct xgdl_pool *guide_pool(struct guide *guide) {
    return &guide->text->pool;
}
const struct xgdl_automaton *guide_automaton(const struct guide *guide) { return guide->automaton; }

uint32_t guide_bound(const struct guide *guide) { return guide->bound; }
void guide_unroll(struct guide *guide, uint32_t bound) { guide->bound = bound; }

bool guide_was_cut(const struct guide *guide) {
    return atomic_load_explicit(&((struct guide *)guide)->cut, memory_order_relaxed);
}

const struct ts_guide *guide_over(struct guide *guide, const struct interactions *interactions) {
    bool unrolled = guide->bound != GUIDE_CYCLIC;
    guide->interactions = interactions;
    atomic_store(&guide->cut, false);
    find_unwanted(guide);
    guide->face = (struct ts_guide){.self = guide,
                                    .name = "guide",
                                    .initial = guide->automaton ? 0 : guide->text->term,
                                    .inside = interactions->inside,
                                    .interaction = interaction_of,
                                    .unwanted = guide->automaton ? unwanted_by_automaton : NULL,
                                    .allows_all = allows_all,
                                    .elsewhere = guide->whole                   ? in_whole
                                                 : guide->automaton && unrolled ? beyond_bound
                                                                                : NULL,
                                    .after = !guide->automaton              ? after_by_term
                                             : guide->bound == GUIDE_CYCLIC ? after_by_automaton
                                                                            : after_unrolled,
                                    .print = guide->automaton ? print_state : print_term,
                                    .interaction_name = name_of};
    return &guide->face;
}

uint64_t guide_fingerprint(const struct guide *guide, uint64_t so_far) {
    struct text text = {0};
    xgdl_print(guide->text, guide->text->term, &text);
    so_far = fingerprint_text(so_far, text_chars(&text));
    text_free(&text);
    for (size_t i = 0; i < guide->list.count; i++) so_far = fingerprint_text(so_far, guide->list.items[i].name);
    return fingerprint_text(so_far, guide->names.closed ? "closed" : "open");
}

bool guide_has_conflict(const struct guide *guide, struct text *error) {
    uint64_t conflict = atomic_load_explicit(&((struct guide *)guide)->conflict, memory_order_relaxed);
    if (!conflict) return false;
    uint32_t one = (uint32_t)((conflict - 1) >> 32), other = (uint32_t)(conflict - 1);
    text_printf(error, "a handshake is both `%s` and `%s`: a step is one interaction of a guide at most",
                guide->interactions->list.items[one].name, guide->interactions->list.items[other].name);
    return true;
}
