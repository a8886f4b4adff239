/* Those of one set are never the same number. Each set has countings of its own: all combinations, if they are few, and
 * some otherwise. What has no rival is 1, or 0. Behind all of these comes what programs seldom have themselves. */
#include "cli/app/rivals.h"

#include "cfront/text/name_words.h"

enum { MOST_PERMUTED = 4, MOST_COMBINATIONS = 24, MOST_SETS = 8, MOST_BITS = 31 };
enum { SELDOM = 101, SELDOM_SIZE = 1000, SHORT = 2 };

/* One constant among its rivals. */
struct member {
    const struct c_rival *rival;
    uint32_t at, size; /* of its set, with itself */
};

/* Alone it is any number, unless it is the end of something. */
static bool is_counted(const struct member *member) {
    return member->size > 1 || member->rival->are_ordered || member->rival->may_be_below;
}

static bool are_together(const struct c_rival *one, const struct c_rival *other) {
    return !one->is_size && !other->is_size && one->set == other->set;
}

static struct member member_of(const struct c_program *program, uint32_t number) {
    struct member member = {.rival = &program->rivals[number]};
    for (uint32_t i = 0; i < program->rival_count; i++) {
        bool is_together = are_together(&program->rivals[i], member.rival);
        member.at += is_together && i < number;
        member.size += is_together;
    }
    return member;
}

/* ---- an order ---- */

static uint32_t factorial(uint32_t n) { return n > 1 ? n * factorial(n - 1) : 1; }

static bool is_order_needed(const struct member *member) {
    return member->rival->are_ordered || member->rival->are_numbers;
}

/* Where it only matters which of them is 0, they go round. Otherwise few are permuted, and many go round, and back. */
static uint32_t orders_of(const struct member *member) {
    if (member->size <= 1 || !is_order_needed(member)) return member->size;
    if (member->size <= MOST_PERMUTED) return factorial(member->size);
    return 2 * member->size < MOST_COMBINATIONS ? 2 * member->size : MOST_COMBINATIONS;
}

static uint32_t in_permutation(uint32_t at, uint32_t count, uint32_t order) {
    bool taken[MOST_PERMUTED] = {false};
    uint32_t number = 0;
    for (uint32_t i = 0; i <= at; i++) {
        uint32_t left = factorial(count - 1 - i), skip = order / left;
        order %= left;
        for (number = 0; taken[number] || skip; number++) skip -= !taken[number];
        taken[number] = true;
    }
    return number;
}

static int in_order(const struct member *member, uint32_t order) {
    uint32_t at = member->at, size = member->size;
    if (size <= 1) return order % 2 ? 0 : 1;
    if (!is_order_needed(member)) return (int)((at + order) % size);
    if (size <= MOST_PERMUTED) return (int)in_permutation(at, size, order % factorial(size));
    uint32_t number = (at + order) % size;
    return (int)(order / size % 2 ? size - 1 - number : number);
}

/* ---- flags ---- */

static bool are_flags(const struct member *member) { return member->rival->are_bits && member->size <= MOST_BITS; }

static bool is_mask(const char *name) {
    static const char *const words[] = {"mask", "msk", "all", NULL};
    return name_has_word_of(name, words);
}

static bool is_nothing(const char *name) {
    static const char *const words[] = {"none", "no", "nothing", "clear", "empty", "ok", "success", NULL};
    return name_has_word_of(name, words);
}

static int as_flag(const struct member *member) {
    if (member->size > 1 && is_nothing(member->rival->name)) return 0;
    if (member->size > 1 && is_mask(member->rival->name)) return (int)((1u << member->size) - 1);
    return (int)(1u << member->at);
}

/* ---- codes ---- */

/* Faults are below 0: all of them, and then also what is none by its name. */
enum { CODES = 2 };

static int as_code(const struct member *member, uint32_t which) {
    return !which && is_nothing(member->rival->name) ? 0 : -1 - (int)member->at;
}

/* ---- all of a set ---- */

static uint32_t countings_of(const struct member *member) {
    if (are_flags(member)) return 1;
    return orders_of(member) + (member->rival->may_be_below ? CODES : 0);
}

static int number_in(const struct member *member, uint32_t counting) {
    if (are_flags(member)) return as_flag(member);
    if (!member->rival->may_be_below) return in_order(member, counting);
    counting %= countings_of(member);
    return counting < CODES ? as_code(member, counting) : in_order(member, counting - CODES);
}

/* ---- all sets ---- */

struct sets {
    uint32_t countings[MOST_SETS], numbers[MOST_SETS]; /* of each; which it is */
    uint32_t count, combinations;
    bool are_many; /* there are more: all go on side by side */
    bool has_any, has_lone, needs_order;
};

static bool is_first(const struct member *member) {
    return !member->rival->is_size && !member->at && is_counted(member);
}

static struct sets find_sets(const struct c_program *program) {
    struct sets sets = {.combinations = 1};
    uint32_t most = 0;
    for (uint32_t i = 0; i < program->rival_count; i++) {
        struct member member = member_of(program, i);
        uint32_t countings = countings_of(&member);
        if (!is_first(&member)) continue;
        sets.has_any = true;
        sets.has_lone |= member.size == 1;
        sets.needs_order |= is_order_needed(&member);
        if (countings < 2) continue;
        if (countings > most) most = countings;
        sets.are_many |= sets.count == MOST_SETS || sets.combinations * countings > MOST_COMBINATIONS;
        if (sets.are_many) continue;
        sets.countings[sets.count] = countings, sets.numbers[sets.count] = member.rival->set;
        sets.combinations *= countings;
        sets.count++;
    }
    if (sets.are_many) sets.combinations = most;
    return sets;
}

/* Of the first set each comes in turn, and of the next one when all have come. */
static uint32_t counting_in(const struct sets *sets, const struct c_rival *rival, uint32_t header) {
    uint32_t at = 0, counting = header;
    for (; !sets->are_many && at < sets->count && sets->numbers[at] != rival->set; at++)
        counting /= sets->countings[at];
    return at < sets->count ? counting : header;
}

/* What is alone is asked about as another number, too. */
static uint32_t usual_headers(const struct sets *sets) {
    if (!sets->has_any) return 0;
    return sets->combinations < 2 && sets->has_lone ? 2 : sets->combinations;
}

bool rivals_have_sizes(const struct c_program *program) {
    bool found = false;
    for (uint32_t i = 0; i < program->rival_count; i++) found |= program->rivals[i].is_size;
    return found;
}

uint32_t rivals_headers(const struct c_program *program) {
    struct sets sets = find_sets(program);
    if (!sets.has_any) return program->limited_answers || program->rival_count ? 1 : 0;
    return usual_headers(&sets) + (sets.needs_order ? 2 : 1);
}

static int unusual(const struct c_program *program, const struct member *member, uint32_t number, bool falls) {
    if (are_flags(member)) return as_flag(member);
    return SELDOM + (int)(falls ? program->rival_count - number : number);
}

const struct cfront_counted *rivals_count(const struct c_program *program, uint32_t header, struct arena *arena,
                                          size_t *count) {
    struct cfront_counted *list = arena_new_array(arena, struct cfront_counted, program->rival_count + 1);
    struct sets sets = find_sets(program);
    uint32_t usual = usual_headers(&sets);
    *count = 0;
    for (uint32_t i = 0; i < program->rival_count; i++) {
        const struct c_rival *rival = &program->rivals[i];
        struct member member = member_of(program, i);
        if (rival->is_size ? header < usual : !is_counted(&member)) continue;
        int number = rival->is_size   ? SELDOM_SIZE + (int)rival->number
                     : header < usual ? number_in(&member, counting_in(&sets, rival, header))
                                      : unusual(program, &member, i, header > usual);
        list[(*count)++] = (struct cfront_counted){rival->name, number};
    }
    return list;
}

const struct cfront_counted *rivals_short_arrays(const struct c_program *program, struct arena *arena, size_t *count) {
    struct cfront_counted *list = arena_new_array(arena, struct cfront_counted, program->rival_count + 1);
    *count = 0;
    for (uint32_t i = 0; i < program->rival_count; i++)
        if (program->rivals[i].is_size) list[(*count)++] = (struct cfront_counted){program->rivals[i].name, SHORT};
    return list;
}
