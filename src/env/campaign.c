#include "env/campaign.h"

#include "base/invariant.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_CELLS = 100000 };

/* ---- combinations of constants, and numbers of objects ---- */

static bool add_cell(struct env_campaign *campaign, size_t model_index, const unsigned *sizes, uint64_t limit,
                     struct diagnostics *diagnostics) {
    const struct env_model *model = campaign->models.items[model_index];
    struct env_graphs *graphs = env_graphs_new(model, sizes, diagnostics);
    if (!graphs) return false;
    struct env_cell cell = {.model = model_index, .first = campaign->total};
    cell.sizes = arena_new_array(campaign->arena, unsigned, model->classes.count + 1);
    memcpy(cell.sizes, sizes, sizeof *sizes * model->classes.count);
    bool good = true;
    if (!env_graphs_count(graphs, limit, &cell.count)) {
        struct place place = env_graphs_problem_place(graphs);
        campaign->counted = false;
        campaign->limit = env_graphs_limit(graphs);
        if (campaign->limit == LIMITS_NONE) cell.count = 0;
        good = place.line == 0; /* an invariant that cannot be evaluated is an error, a large number is not */
        if (!good) diag_error(diagnostics, place, "%s", env_graphs_problem(graphs));
    }
    if (__builtin_add_overflow(campaign->total, cell.count, &campaign->total)) campaign->counted = false;
    vec_push(&campaign->cells, cell);
    env_graphs_free(graphs);
    return good;
}

/* All numbers of objects that the classes from `class_index` on allow, given those before. */
static bool add_cells(struct env_campaign *campaign, size_t model_index, unsigned *sizes, size_t class_index,
                      uint64_t limit, struct diagnostics *diagnostics) {
    const struct env_model *model = campaign->models.items[model_index];
    if (class_index == model->classes.count) {
        if (campaign->cells.count < MOST_CELLS) return add_cell(campaign, model_index, sizes, limit, diagnostics);
        diag_error(diagnostics, (struct place){.file = campaign->path},
                   "the settings have more than %d combinations: narrow their ranges", MOST_CELLS);
        return false;
    }
    const struct env_class *class = &model->classes.items[class_index];
    for (int64_t size = class->low; size <= class->high && campaign->limit == LIMITS_NONE; size++) {
        sizes[class_index] = (unsigned)size;
        if (!add_cells(campaign, model_index, sizes, class_index + 1, limit, diagnostics)) return false;
    }
    return true;
}

static bool add_model(struct env_campaign *campaign, const struct env_setting *settings, size_t count, uint64_t limit,
                      struct diagnostics *diagnostics) {
    struct env_model *model = env_parse_file(campaign->path, settings, count, diagnostics);
    if (!model) return false;
    vec_push(&campaign->models, model);
    unsigned *sizes = memory_new(sizeof *sizes * (model->classes.count + 1));
    bool good = add_cells(campaign, campaign->models.count - 1, sizes, 0, limit, diagnostics);
    free(sizes);
    return good;
}

/* Every value of the settings from `at` on, the last one running fastest. */
static bool sweep(struct env_campaign *campaign, struct env_setting *settings, size_t at, uint64_t limit,
                  struct diagnostics *diagnostics) {
    if (at == campaign->sweeps.count) return add_model(campaign, settings, at, limit, diagnostics);
    const struct env_sweep *range = campaign->sweeps.items[at];
    settings[at].name = range->name;
    for (int64_t value = range->low; value <= range->high && campaign->limit == LIMITS_NONE; value++) {
        settings[at].value = value;
        if (!sweep(campaign, settings, at + 1, limit, diagnostics)) return false;
    }
    return true;
}

struct env_campaign *env_campaign_new(const char *path, const struct env_sweep *sweeps, size_t count, uint64_t limit,
                                      struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct env_campaign *campaign = arena_new_object(arena, struct env_campaign);
    campaign->arena = arena;
    campaign->path = arena_text(arena, path);
    campaign->counted = true;
    struct env_setting *settings = arena_new_array(arena, struct env_setting, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct env_sweep *copy = arena_new_object(arena, struct env_sweep);
        *copy = sweeps[i];
        copy->name = arena_text(arena, sweeps[i].name);
        vec_push(&campaign->sweeps, copy);
    }
    bool good = sweep(campaign, settings, 0, limit, diagnostics);
    if (good && campaign->counted && campaign->total == 0) {
        diag_error(diagnostics, (struct place){.file = campaign->path},
                   "there is no environment at all: no object graph satisfies the invariants");
        good = false;
    }
    if (good) return campaign;
    env_campaign_free(campaign);
    return NULL;
}

void env_campaign_free(struct env_campaign *campaign) {
    if (!campaign) return;
    for (size_t i = 0; i < campaign->models.count; i++) env_model_free(campaign->models.items[i]);
    vec_free(&campaign->models);
    vec_free(&campaign->sweeps);
    vec_free(&campaign->cells);
    arena_free(campaign->arena);
}

const struct env_model *env_campaign_model(const struct env_campaign *campaign, const struct env_cell *cell) {
    return campaign->models.items[cell->model];
}

const struct env_cell *env_campaign_cell(const struct env_campaign *campaign, uint64_t number) {
    size_t low = 0, high = campaign->cells.count;
    while (high - low > 1) { /* the last cell that starts at or before it */
        size_t middle = low + (high - low) / 2;
        if (campaign->cells.items[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    /* Empty cells share their first number with the one that follows. */
    while (low > 0 && number - campaign->cells.items[low].first >= campaign->cells.items[low].count) low--;
    return &campaign->cells.items[low];
}

/* ---- names ---- */

static bool is_range(const struct env_sweep *sweep) { return sweep->low < sweep->high; }

void env_cell_print(const struct env_campaign *campaign, const struct env_cell *cell, struct text *out) {
    const struct env_model *model = env_campaign_model(campaign, cell);
    size_t before = out->length;
    bool varies = false;
    for (size_t i = 0; i < campaign->sweeps.count; i++) varies = varies || is_range(campaign->sweeps.items[i]);
    for (size_t i = 0; i < campaign->sweeps.count; i++)
        for (size_t c = 0; c < model->schema.constants.count; c++) {
            const struct ocl_constant *constant = &model->schema.constants.items[c];
            bool is_shown = is_range(campaign->sweeps.items[i]) || !varies;
            if (is_shown && strcmp(constant->name, campaign->sweeps.items[i]->name) == 0)
                text_printf(out, "%s%s=%" PRId64, out->length > before ? " " : "", constant->name, constant->value);
        }
    for (size_t c = 0; c < model->classes.count; c++)
        if (model->classes.items[c].low < model->classes.items[c].high)
            text_printf(out, "%s%s=%u", out->length > before ? " " : "", model->schema.classes.items[c].name,
                        cell->sizes[c]);
}

void env_campaign_key(const struct env_campaign *campaign, uint64_t number, struct text *out) {
    const struct env_cell *cell = env_campaign_cell(campaign, number);
    const struct env_model *model = env_campaign_model(campaign, cell);
    for (size_t c = 0; c < model->schema.constants.count; c++)
        text_printf(out, "%s=%" PRId64 " ", model->schema.constants.items[c].name,
                    model->schema.constants.items[c].value);
    for (size_t c = 0; c < model->classes.count; c++)
        text_printf(out, "%s:%u ", model->schema.classes.items[c].name, cell->sizes[c]);
    text_printf(out, "#%" PRIu64, number - cell->first + 1);
}

/* ---- graphs by number ---- */

struct env_source {
    const struct env_campaign *campaign;
    const struct env_cell *cell; /* whose graphs these are; NULL at first */
    struct env_graphs *graphs;
    struct env_graph *graph;
};

struct env_source *env_source_new(const struct env_campaign *campaign) {
    struct env_source *source = memory_new(sizeof *source);
    source->campaign = campaign;
    return source;
}

static void leave_cell(struct env_source *source) {
    if (!source->cell) return;
    env_graph_free(env_campaign_model(source->campaign, source->cell), source->graph);
    env_graphs_free(source->graphs);
    source->cell = NULL;
}

void env_source_free(struct env_source *source) {
    if (!source) return;
    leave_cell(source);
    free(source);
}

const struct env_graph *env_source_graph(struct env_source *source, uint64_t number, struct diagnostics *diagnostics) {
    const struct env_cell *cell = env_campaign_cell(source->campaign, number);
    const struct env_model *model = env_campaign_model(source->campaign, cell);
    if (cell != source->cell) {
        leave_cell(source);
        source->graphs = env_graphs_new(model, cell->sizes, diagnostics);
        if (!source->graphs) return NULL;
        source->graph = env_graph_new(model, cell->sizes);
        source->cell = cell;
    }
    if (env_graphs_at(source->graphs, number - cell->first, source->graph)) return source->graph;
    const char *problem = env_graphs_problem(source->graphs);
    diag_error(diagnostics, env_graphs_problem_place(source->graphs), "environment %" PRIu64 ": %s", number + 1,
               problem ? problem : "there is none of that number");
    return NULL;
}

/* ---- selections ---- */

/* SplitMix64: small, and the same sequence everywhere for a seed. */
static uint64_t random_bits(uint64_t *state) {
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

/* Uniform in 0 .. bound-1: values beyond the last whole multiple of the bound are thrown away. */
static uint64_t random_below(uint64_t *state, uint64_t bound) {
    uint64_t excess = (UINT64_MAX % bound + 1) % bound, bits;
    do bits = random_bits(state);
    while (bits > UINT64_MAX - excess);
    return bits % bound;
}

struct number_set {
    uint64_t *slots; /* number + 1, or 0 */
    uint64_t mask;
};

static bool number_set_add(struct number_set *set, uint64_t number) {
    uint64_t at = number * UINT64_C(0x9e3779b97f4a7c15) >> 20 & set->mask;
    while (set->slots[at]) {
        if (set->slots[at] == number + 1) return false;
        at = (at + 1) & set->mask;
    }
    set->slots[at] = number + 1;
    return true;
}

static int ascending(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return one != two ? (one < two ? -1 : 1) : 0;
}

void env_selection_sample(struct env_selection *selection, uint64_t from, uint64_t to, uint64_t sample, uint64_t seed) {
    uint64_t span = to - from + 1;
    selection->from = from;
    selection->every = 1;
    selection->count = span;
    if (to < from || sample >= span) return;
    selection->count = sample;
    struct number_set set = {.mask = 15};
    while (set.mask < 2 * sample) set.mask = set.mask * 2 + 1;
    set.slots = memory_new((set.mask + 1) * sizeof *set.slots);
    /* Floyd's algorithm: each new number is the random one, or, if that was drawn before, the largest possible. */
    for (uint64_t i = span - sample; i < span; i++) {
        uint64_t drawn = random_below(&seed, i + 1);
        if (!number_set_add(&set, drawn)) {
            drawn = i;
            number_set_add(&set, drawn);
        }
        vec_push(&selection->numbers, from + drawn);
    }
    free(set.slots);
    if (selection->numbers.count)
        qsort(selection->numbers.items, selection->numbers.count, sizeof *selection->numbers.items, ascending);
    for (size_t i = 1; i < selection->numbers.count; i++)
        invariant(selection->numbers.items[i - 1] < selection->numbers.items[i]);
}

uint64_t env_selection_at(const struct env_selection *selection, uint64_t index) {
    invariant(index < selection->count);
    return selection->numbers.count ? selection->numbers.items[index] : selection->from + index * selection->every;
}

bool env_selection_touches(const struct env_selection *selection, uint64_t first, uint64_t count) {
    uint64_t low = 0, high = selection->count; /* the index of the first number that is not below `first` */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (env_selection_at(selection, middle) < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < selection->count && env_selection_at(selection, low) - first < count;
}

void env_selection_free(struct env_selection *selection) { vec_free(&selection->numbers); }
