#include "app/exec/symbolic.h"

#include "app/term/compute.h"
#include "base/invariant.h"

#include <string.h>

void symbolic_clear(struct symbolic *symbolic) {
    nodeset_clear(&symbolic->terms.set);
    vec_clear(&symbolic->values.of);
    vec_clear(&symbolic->bytes);
    vec_clear(&symbolic->variables);
    vec_clear(&symbolic->path);
    vec_clear(&symbolic->decisions);
    vec_clear(&symbolic->guarded);
    vec_clear(&symbolic->joints);
    symbolic->guard = 0;
    symbolic->wanted = symbolic->excluded = NULL;
    symbolic->at = NULL;
    symbolic->wanted_count = symbolic->excluded_count = 0;
}

void symbolic_free(struct symbolic *symbolic) {
    terms_free(&symbolic->terms);
    vec_free(&symbolic->values.of);
    vec_free(&symbolic->bytes);
    vec_free(&symbolic->variables);
    vec_free(&symbolic->path);
    vec_free(&symbolic->decisions);
    vec_free(&symbolic->guarded);
    vec_free(&symbolic->joints);
}

/* ---- memory ---- */

/* The first that is not below the address. */
static size_t find(const struct symbolic *symbolic, const unsigned char *at) {
    size_t low = 0, high = symbolic->bytes.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)symbolic->bytes.items[middle].at < (uintptr_t)at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Makes place for `count` entries where those of the bytes from `to` on are now. */
static struct symbolic_byte *replace(struct symbolic *symbolic, const unsigned char *to, size_t size, size_t count) {
    size_t first = find(symbolic, to), last = find(symbolic, to + size), total = symbolic->bytes.count;
    if (first == last && !count) return NULL;
    vec_reserve(&symbolic->bytes, total + count);
    struct symbolic_byte *items = symbolic->bytes.items;
    memmove(items + first + count, items + last, (total - last) * sizeof *items);
    symbolic->bytes.count = total - (last - first) + count;
    return items + first;
}

void symbolic_write(struct symbolic *symbolic, const void *to, size_t size, uint32_t term) {
    struct symbolic_byte *entry = replace(symbolic, to, size, term ? size : 0);
    for (size_t i = 0; term && i < size; i++)
        entry[i] = (struct symbolic_byte){(const unsigned char *)to + i, term, (uint32_t)i};
}

void symbolic_copy(struct symbolic *symbolic, const void *to, const void *from, size_t size) {
    if (to == from) return;
    const unsigned char *source = from;
    size_t first = find(symbolic, source), count = find(symbolic, source + size) - first;
    struct symbolic_byte few[16], *copies = count <= 16 ? few : memory_new(count * sizeof *copies);
    for (size_t i = 0; i < count; i++) {
        copies[i] = symbolic->bytes.items[first + i];
        copies[i].at = (const unsigned char *)to + (copies[i].at - source);
    }
    struct symbolic_byte *entry = replace(symbolic, to, size, count);
    if (count) memcpy(entry, copies, count * sizeof *copies);
    if (copies != few) free(copies);
}

static uint32_t byte_term(struct symbolic *symbolic, const unsigned char *at, bool *known) {
    size_t entry = find(symbolic, at);
    *known = entry == symbolic->bytes.count || symbolic->bytes.items[entry].at != at;
    if (*known) return term_constant(&symbolic->terms, 8, *at);
    const struct symbolic_byte *byte = &symbolic->bytes.items[entry];
    return term_extract(&symbolic->terms, byte->term, byte->index * 8, 8);
}

bool symbolic_covers(const struct symbolic *symbolic, const unsigned char *from, size_t size) {
    size_t first = find(symbolic, from);
    return first < symbolic->bytes.count && symbolic->bytes.items[first].at < from + size;
}

uint32_t symbolic_read(struct symbolic *symbolic, const unsigned char *from, size_t size) {
    if (!symbolic_covers(symbolic, from, size)) return 0;
    invariant(size <= 8);
    uint32_t whole = 0;
    for (size_t i = 0; i < size; i++) {
        bool known;
        uint32_t byte = byte_term(symbolic, from + i, &known);
        whole = whole ? term_join(&symbolic->terms, byte, whole) : byte;
    }
    return term_is_constant(&symbolic->terms, whole, NULL) ? 0 : whole;
}

/* ---- the path ---- */

static bool is_true(struct symbolic *symbolic, uint32_t truth) {
    return term_value(&symbolic->terms, &symbolic->values, truth, symbolic->variables.items) != 0;
}

/* Nothing new is in it: it is true for all inputs, or a condition already. */
static bool is_settled(const struct symbolic *symbolic, uint32_t truth) {
    if (term_is_constant(&symbolic->terms, truth, NULL)) return true;
    for (size_t i = 0; i < symbolic->path.count; i++)
        if (symbolic->path.items[i].term == truth && !symbolic->path.items[i].implied) return true;
    return false;
}

static void add_condition(struct symbolic *symbolic, uint32_t truth, bool implied) {
    if (!is_settled(symbolic, truth)) vec_push(&symbolic->path, (struct symbolic_condition){truth, implied});
}

/* Later, and under a condition: there is no telling what it is here. */
static void put_off(struct symbolic *symbolic, uint32_t truth) {
    uint64_t value;
    bool known = term_is_constant(&symbolic->terms, truth, &value);
    if (known && !value) return;
    bool certain = term_is_constant(&symbolic->terms, symbolic->guard, &value);
    if (certain && !value) return;
    vec_push(&symbolic->guarded, certain ? truth : term_binary(&symbolic->terms, TERM_AND, symbolic->guard, truth));
}

bool symbolic_decide(struct symbolic *symbolic, uint32_t truth) {
    if (symbolic->guard) {
        put_off(symbolic, truth);
        return false;
    }
    bool value = is_true(symbolic, truth);
    uint32_t condition = value ? truth : term_not(&symbolic->terms, truth);
    if (is_settled(symbolic, condition)) return value;
    add_condition(symbolic, condition, false);
    vec_push(&symbolic->decisions, (struct symbolic_decision){.length = symbolic->path.count, .at = symbolic->at});
    return value;
}

bool symbolic_is_settled(struct symbolic *symbolic, uint32_t truth) {
    return is_settled(symbolic, is_true(symbolic, truth) ? truth : term_not(&symbolic->terms, truth));
}

static uint32_t equals(struct terms *terms, uint32_t term, uint64_t value) {
    return term_binary(terms, TERM_EQUAL, term, term_constant(terms, term_width(terms, term), value));
}

/* What is excluded is so in the decision that it is excluded for: a number that is known already needs none. */
void symbolic_fix(struct machine *machine, int64_t value) {
    struct symbolic *symbolic = machine->symbolic;
    struct terms *terms = &symbolic->terms;
    uint32_t term = machine->term, truth = equals(terms, term, (uint64_t)value);
    machine->term = 0;
    if (is_settled(symbolic, truth)) return;
    bool asked = symbolic->decisions.count == symbolic->excluded_at;
    for (size_t i = 0; asked && i < symbolic->excluded_count; i++)
        add_condition(symbolic, term_not(terms, equals(terms, term, symbolic->excluded[i])), true);
    add_condition(symbolic, truth, false);
    vec_push(&symbolic->decisions,
             (struct symbolic_decision){symbolic->path.count, true, (uint64_t)value, symbolic->at});
}

void symbolic_conclude(struct machine *machine, int64_t value, size_t before) {
    struct symbolic *symbolic = machine->symbolic;
    add_condition(symbolic, equals(&symbolic->terms, machine->term, (uint64_t)value), false);
    for (size_t i = before; i + 1 < symbolic->path.count; i++) symbolic->path.items[i].implied = true;
    machine->term = 0;
}

bool symbolic_is_fixed(struct machine *machine, int64_t value) {
    struct symbolic *symbolic = machine->symbolic;
    return is_settled(symbolic, equals(&symbolic->terms, machine->term, (uint64_t)value));
}

/* a <= b */
static uint32_t at_most(struct terms *terms, bool is_signed, uint32_t a, uint32_t b) {
    return term_not(terms, term_binary(terms, is_signed ? TERM_LESS_SIGNED : TERM_LESS, b, a));
}

/* A truth value: it is one of these. Bounds that the type cannot reach say nothing. */
static uint32_t between(struct terms *terms, const struct c_type *type, uint32_t term, int64_t low, int64_t high) {
    unsigned width = term_width(terms, term);
    uint32_t truth = term_constant(terms, 1, 1);
    bool is_wide = width == 64;
    int64_t least = !type->is_signed ? 0 : is_wide ? INT64_MIN : -((int64_t)1 << (width - 1));
    int64_t most = is_wide ? INT64_MAX : ((int64_t)1 << (type->is_signed ? width - 1 : width)) - 1;
    if (low > most || high < least) return term_constant(terms, 1, 0);
    if (low > least) truth = at_most(terms, type->is_signed, term_constant(terms, width, (uint64_t)low), term);
    if (high < most || (is_wide && !type->is_signed)) {
        uint32_t below = at_most(terms, type->is_signed, term, term_constant(terms, width, (uint64_t)high));
        truth = low > least ? term_binary(terms, TERM_AND, truth, below) : below;
    }
    return truth;
}

bool symbolic_is_between(struct machine *machine, const struct c_type *type, int64_t low, int64_t high) {
    struct symbolic *symbolic = machine->symbolic;
    invariant(!symbolic->guard); /* what is put off is not decided */
    return symbolic_decide(symbolic, between(&symbolic->terms, type, machine->term, low, high));
}

void symbolic_fix_between(struct machine *machine, const struct c_type *type, int64_t value, int64_t low,
                          int64_t high) {
    if (symbolic_is_between(machine, type, low, high))
        symbolic_fix(machine, value);
    else
        machine->term = 0;
}

static bool is_between(const struct c_type *type, unsigned width, uint64_t value, int64_t low, int64_t high) {
    uint64_t number = compute_cut(value, width);
    int64_t with_sign = compute_signed(number, width);
    return type->is_signed ? with_sign >= low && with_sign <= high
                           : number >= (uint64_t)low && number <= (uint64_t)high;
}

/* What was wanted is about the inputs of another run, which was the same up to some decision: behind it they may be
 * others, with other ranges. */
uint32_t symbolic_input(struct symbolic *symbolic, const struct c_type *type, unsigned width, int64_t low, int64_t high,
                        uint64_t *value) {
    struct terms *terms = &symbolic->terms;
    uint32_t number = (uint32_t)symbolic->variables.count, input = term_variable(terms, width, number);
    *value = number < symbolic->wanted_count ? symbolic->wanted[number] : 0;
    if (!is_between(type, width, *value, low, high)) *value = is_between(type, width, 0, low, high) ? 0 : (uint64_t)low;
    vec_push(&symbolic->variables, *value);
    uint32_t least = term_constant(terms, width, (uint64_t)low), most = term_constant(terms, width, (uint64_t)high);
    uint64_t all = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
    if ((uint64_t)high - (uint64_t)low != all) {
        add_condition(symbolic, at_most(terms, type->is_signed, least, input), false);
        add_condition(symbolic, at_most(terms, type->is_signed, input, most), false);
    }
    return input;
}
