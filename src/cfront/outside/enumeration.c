#include "cfront/outside/enumeration.h"

#include "base/some_names.h"
#include "base/word.h"
#include "cfront/missing/invented.h"
#include "cfront/outside/enumerations.h"
#include "cfront/outside/flag_use.h"
#include "cfront/program/build.h"
#include "cfront/text/name_words.h"

enum { MOST_RUNS = 24 };

/* Enumerators that count, without a gap. */
struct run {
    int64_t low, high;
};
struct runs {
    struct run items[MOST_RUNS];
    unsigned count; /* 0: they are too many */
};

/* ---- Which numbers ---- */

static bool are_flags(enum cfront_enumerations reading, const struct c_type *type) {
    enum c_flags flags = type->flags == C_FLAGS_NOT_ASKED ? flag_use_by_values(type) : type->flags;
    bool is_alone = reading == ENUMERATIONS_ALONE || reading == ENUMERATIONS_NAMED;
    return flags == C_FLAGS_SURE || (flags >= C_FLAGS_LIKELY && !is_alone);
}

/* Whether code asks for one of them, or for none. */
static bool may_be_none(const struct c_type *type) { return type->flags == C_FLAGS_ASKED; }

static uint64_t bits_of(const struct c_type *type) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < type->count; i++) bits |= (uint64_t)type->enumerators[i].value;
    return bits;
}

/* The least number with all bits set in which there is room for these. */
static uint64_t filled(uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) bits |= bits >> shift;
    return bits;
}

/* All numbers between these come. */
static bool has_no_gap(const struct c_type *type, bool is_flags, int64_t low, int64_t high) {
    return is_flags ? bits_of(type) == filled(bits_of(type)) : type_enumerates(type, low, high);
}

/* One of a missing header. */
static bool is_any(const struct c_type *type) { return begins_with(type->enumerators[0].name, INVENTED_ENUMERATOR); }

static bool speaks_of_counting(const char *name) {
    static const char *const words[] = {"count", "cnt", NULL}, *const beginnings[] = {"NUM_", "NB_", "NOF_", "NUMBER_",
                                                                                      NULL};
    return name_has_word_of(name, words) || begins_with_one_of(name, beginnings);
}

/* What stands for no value by its name: how far they go, which bits they have, how large the type is to be, that there
 * is none. It lies behind the others, or below 0. */
static bool is_odd(const struct c_type *type, uint32_t number) {
    static const char *const words[] = {"max", "num",   "size",     "last",  "end",     "mask",
                                        "msk", "force", "sentinel", "dummy", "invalid", NULL};
    int64_t value = type->enumerators[number].value;
    bool is_last = value < 0;
    for (uint32_t i = 0; i < type->count && !is_last; i++) is_last = type->enumerators[i].value < value;
    for (uint32_t i = 0; i < type->count && value >= 0; i++) is_last &= type->enumerators[i].value <= value;
    const char *name = type->enumerators[number].name;
    return is_last && (name_has_word_of(name, words) || speaks_of_counting(name));
}

/* ... if there are others, and none of them is the same number. */
static bool comes(enum cfront_enumerations reading, const struct c_type *type, uint32_t number) {
    bool others = false;
    if (reading != ENUMERATIONS_NAMED || !is_odd(type, number)) return true;
    for (uint32_t i = 0; i < type->count; i++) {
        if (is_odd(type, i)) continue;
        if (type->enumerators[i].value == type->enumerators[number].value) return true;
        others = true;
    }
    return !others;
}

static void range_that_comes(enum cfront_enumerations reading, const struct c_type *type, int64_t *low, int64_t *high) {
    bool found = false;
    for (uint32_t i = 0; i < type->count; i++) {
        int64_t value = type->enumerators[i].value;
        if (!comes(reading, type, i)) continue;
        if (!found || value < *low) *low = value;
        if (!found || value > *high) *high = value;
        found = true;
    }
}

static void range_of_enumerators(const struct c_type *type, int64_t *low, int64_t *high) {
    range_that_comes(ENUMERATIONS_USUAL, type, low, high);
}

/* `ST_COUNT`, behind those from 0 on, is how many they are, and none of them. NULL: there is no such one. */
static const char *counting_enumerator(const struct c_type *type) {
    int64_t low, high;
    range_of_enumerators(type, &low, &high);
    if (low != 0 || high < 1 || high >= type->count || is_any(type)) return NULL;
    const char *name = NULL;
    unsigned greatest = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        if (type->enumerators[i].value != high) continue;
        name = type->enumerators[i].name;
        greatest++;
    }
    return type_enumerates(type, 0, high) && greatest == 1 && speaks_of_counting(name) ? name : NULL;
}

/* Numbers of 64 bits without a sign come as bits. */
static bool are_in_order(const struct c_type *type) {
    int64_t low, high;
    range_of_enumerators(type, &low, &high);
    return type->is_signed || low >= 0;
}

bool enumeration_values(enum cfront_enumerations reading, const struct c_type *type, int64_t *low, int64_t *high) {
    int64_t least, most;
    type_range(type, &least, &most);
    *low = least, *high = most;
    if (!type->enumerators || reading == ENUMERATIONS_ANY || is_any(type) || !are_in_order(type)) return false;
    if (most < least) most = INT64_MAX;
    bool is_flags = are_flags(reading, type);
    range_that_comes(reading, type, low, high);
    if (is_flags) *low = 0, *high = (int64_t)filled(bits_of(type));
    if (!is_flags && reading != ENUMERATIONS_NAMED && counting_enumerator(type)) --*high;
    if (!is_flags && may_be_none(type) && *low > 0) *low = 0;
    if (*high > most) *high = most;
    if (reading == ENUMERATIONS_ZERO && *low > 0) *low = 0;
    if (reading == ENUMERATIONS_ZERO && *high < 0) *high = 0;
    return *low > least || *high < most || !has_no_gap(type, is_flags, least, most);
}

static void add_name(struct front *front, name_list *list, const char *name) {
    if (!is_in_list(name, list->items, list->count)) vec_push(list, arena_text(front->arena, name));
}

static void note_giver(struct front *front, const struct c_type *type, const char *giver) {
    bool is_flags = are_flags(front->options->enumerations, type);
    name_list *list = is_flags ? &front->enumerations->flag_givers : &front->enumerations->enumerator_givers;
    add_name(front, list, giver);
    if (!is_flags && !front->enumerations->counting_enumerator)
        front->enumerations->counting_enumerator = counting_enumerator(type);
    if (is_flags && type->flags != C_FLAGS_SURE) add_name(front, &front->enumerations->likely_flag_givers, giver);
    for (uint32_t i = 0; !(is_flags && type->flags == C_FLAGS_SURE) && i < type->count; i++) {
        if (comes(ENUMERATIONS_NAMED, type, i)) continue;
        add_name(front, &front->enumerations->odd_givers, giver);
        add_name(front, &front->enumerations->odd_enumerators, type->enumerators[i].name);
    }
}

void enumeration_range(struct front *front, const struct c_type *type, const char *giver, int64_t *low, int64_t *high) {
    if (type->enumerators) flag_use_look(front, type);
    if (enumeration_values(front->options->enumerations, type, low, high) && giver) note_giver(front, type, giver);
}

void enumeration_range_at(struct front *front, expression place, const char *giver, int64_t *low, int64_t *high) {
    int64_t least, most;
    enumeration_range(front, place->type, giver, low, high);
    type_range_at(place, &least, &most);
    if (c_is_bit_field(place) && (*low < least || *high > most)) *low = least, *high = most;
}

/* ---- Enumerators with gaps ---- */

/* The least enumerator from here on that comes; and 0, if none of them may. */
static bool find_next(enum cfront_enumerations reading, const struct c_type *type, int64_t from, int64_t *next) {
    bool found = may_be_none(type) && from <= 0;
    if (found) *next = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        int64_t value = type->enumerators[i].value;
        if (value < from || (found && value >= *next) || !comes(reading, type, i)) continue;
        *next = value, found = true;
    }
    return found;
}

static struct runs runs_of(enum cfront_enumerations reading, const struct c_type *type, int64_t low, int64_t high) {
    struct runs runs = {.count = 0};
    struct run run;
    int64_t next;
    for (int64_t from = low; from <= high && find_next(reading, type, from, &run.low) && run.low <= high;
         from = run.high + 1) {
        if (runs.count == MOST_RUNS) return (struct runs){.count = 0};
        run.high = run.low;
        while (run.high < high && find_next(reading, type, run.high + 1, &next) && next == run.high + 1) run.high++;
        runs.items[runs.count++] = run;
        if (run.high == INT64_MAX) break;
    }
    return runs;
}

/* Which of them it is, and then which number of that one. */
static void choose_run(struct lower *lower, const struct runs *runs, open_widths_emit *emit, void *context,
                       struct place place) {
    struct front *front = lower->front;
    expression which = lower_temporary(lower, type_int(front), place);
    lower_choose(lower, which, 0, runs->count - 1, place)->leads_to_other = true;
    label end = lower_new_label(lower);
    for (unsigned i = 0; i < runs->count; i++) {
        label body = lower_new_label(lower), next = lower_new_label(lower);
        bool is_last = i + 1 == runs->count;
        expression number = build_integer(front, type_int(front), i, place);
        expression is = build_binary(front, C_EQUAL, build_load(front, which, place), number, type_int(front), place);
        if (!is_last) lower_branch(lower, is, body, next, place);
        lower_place_label(lower, body);
        emit(context, runs->items[i].low, runs->items[i].high);
        if (!is_last) lower_jump(lower, end, place);
        lower_place_label(lower, next);
    }
    lower_place_label(lower, end);
}

void enumeration_choose(struct lower *lower, const struct c_type *type, int64_t low, int64_t high,
                        open_widths_emit *emit, void *context, struct place place) {
    const struct cfront_options *options = lower->front->options;
    bool is_counted = type->enumerators && !options->whole_enumerations && options->enumerations < ENUMERATIONS_ZERO &&
                      !are_flags(options->enumerations, type);
    struct runs runs = {.count = 0};
    int64_t least, most;
    enumeration_values(options->enumerations, type, &least, &most);
    is_counted &= low == least && high == most; /* a bit-field may have no room for all of them */
    if (is_counted && !is_any(type)) runs = runs_of(options->enumerations, type, low, high);
    if (runs.count > 1)
        choose_run(lower, &runs, emit, context, place);
    else
        emit(context, low, high);
}

/* ---- Bits without a name ---- */

expression enumeration_room(struct lower *lower, expression target, struct place place) {
    const struct c_type *type = target->type;
    const struct cfront_options *options = lower->front->options;
    int64_t low, high;
    bool is_narrow = enumeration_values(options->enumerations, type, &low, &high);
    if (!is_narrow || options->whole_enumerations || !are_flags(options->enumerations, type)) return target;
    uint64_t bits = bits_of(type);
    return bits == filled(bits) ? target : lower_temporary(lower, type, place);
}

void enumeration_settle(struct lower *lower, expression target, expression room, struct place place) {
    struct front *front = lower->front;
    if (room == target) return;
    const struct c_type *wide = type_promoted(front, room->type);
    expression chosen = build_convert(front, build_load(front, room, place), wide, place);
    expression bits = build_integer(front, wide, (int64_t)bits_of(room->type), place);
    struct c_instruction *assign = lower_emit(lower, C_ASSIGN, place);
    assign->target = target;
    assign->value =
        build_convert(front, build_binary(front, C_BIT_AND, chosen, bits, wide, place), target->type, place);
}

/* ---- Telling ---- */

/* "`f`, `g` give"; NULL: nobody does. */
static const char *givers(struct front *front, const name_list *list) {
    struct some_names names = {.most = 5};
    for (size_t i = 0; i < list->count; i++)
        some_names_add(&names, arena_printf(front->scratch, "`%s`", list->items[i]), NULL);
    const char *words = NULL;
    if (list->count)
        words = arena_printf(front->arena, "%s give%s", some_names_chars(&names), list->count > 1 ? "" : "s");
    some_names_free(&names);
    return words;
}

static const char *odd_names(struct front *front) {
    struct some_names names = {.most = 5};
    for (size_t i = 0; i < front->enumerations->odd_enumerators.count; i++)
        some_names_add(&names, arena_printf(front->scratch, "`%s`", front->enumerations->odd_enumerators.items[i]),
                       NULL);
    const char *words = arena_text(front->arena, some_names_chars(&names));
    some_names_free(&names);
    return words;
}

void enumeration_tell(struct front *front) {
    const char *counted = givers(front, &front->enumerations->enumerator_givers),
               *flags = givers(front, &front->enumerations->flag_givers);
    static const char remedy[] = "(a range in a file for --stubs, or code that gives it, says otherwise)";
    const char *count = front->enumerations->counting_enumerator
                            ? arena_printf(front->arena, ", without `%s`, which says how many they are,",
                                           front->enumerations->counting_enumerator)
                            : "";
    if (counted)
        front->program->enumerators_taken = arena_printf(
            front->arena, "%s no number but the enumerators of %s%s %s", counted,
            front->enumerations->enumerator_givers.count > 1 ? "their types" : "its type", count, flags ? "" : remedy);
    if (flags)
        front->program->enumerators_taken =
            arena_printf(front->arena, "%s%s%s no bits but those of the enumerators of %s %s",
                         counted ? front->program->enumerators_taken : "", counted ? ", and that " : "", flags,
                         front->enumerations->flag_givers.count > 1 ? "their types" : "its type", remedy);
    front->program->likely_flags = givers(front, &front->enumerations->likely_flag_givers);
    if (front->enumerations->odd_givers.count)
        front->program->odd_enumerators =
            arena_printf(front->arena, "%s no %s", givers(front, &front->enumerations->odd_givers), odd_names(front));
    front->program->enumerations_given = !counted && !flags ? NULL : counted ? counted : flags;
}
