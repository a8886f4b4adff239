/* Set-ups that differ only in which element is which.
 *
 * Event-B treats the elements of a carrier set alike: a permutation of them turns a set-up (values of the constants
 * that satisfy the axioms) into a set-up, and runs into runs. Where the map's author promises the same of the design
 * (`symmetric TASK`), one set-up of each orbit is enough. The constants' values are written down as a table of numbers;
 * an orbit is known by the least table that a permutation gives. Where there are too many permutations, only one that
 * sorts the elements is tried: then fewer set-ups are left out, never wrong ones, since tables are equal only if a
 * permutation makes them so.
 *
 * A table has cells for the integers within bounds. A set-up with a constant that its table does not show whole (one
 * with larger integers, say) stands for itself only: what is not shown may be what a permutation changes. */
#include "conform/internal.h"

#include <string.h>

enum { MOST_PERMUTATIONS = 50000, MOST_COORDINATES = 6, MOST_CELLS = 1 << 16 };

/* A constant: a number, or a relation over `count` coordinates as a table of truth values. */
struct table {
    struct formula formula;
    struct formula cardinality; /* of a relation: so many of its cells are true, if it is shown whole */
    const struct element_set *coordinates[MOST_COORDINATES];
    unsigned count;
    bool is_element; /* the constant is an element of coordinates[0] */
    size_t cells;
};

struct orbit {
    unsigned char *least, *representative;
};

struct symmetry {
    struct conform *conform;
    struct arena *arena;
    VEC(struct table) tables;
    size_t size;                    /* of all tables, in bytes */
    VEC(struct element_set *) sets; /* that may be permuted */
    VEC(struct orbit) orbits;
    struct element_set integers, booleans;
};

/* ---- the constants as tables ---- */

struct values {
    struct arena *arena;
    VEC(struct element) list;
};

static void add_value(void *context, const struct eb_value *value) {
    struct values *values = context;
    struct element element = {.value = *value};
    vec_push(&values->list, element);
}

static bool has_cells(const struct eb_type *type) {
    return type->kind == EB_TYPE_GIVEN || type->kind == EB_TYPE_INTEGER || type->kind == EB_TYPE_BOOLEAN;
}

static const struct element_set *values_of(struct symmetry *symmetry, const struct eb_type *type) {
    if (type->kind == EB_TYPE_GIVEN) return conform_find_set(symmetry->conform, type->name);
    struct element_set *set = type->kind == EB_TYPE_INTEGER ? &symmetry->integers : &symmetry->booleans;
    if (set->count) return set;
    struct values values = {.arena = symmetry->arena};
    eb_values_of_type(symmetry->conform->machine, type, MOST_CELLS, add_value, &values);
    set->type = type;
    set->count = (unsigned)values.list.count;
    set->elements = arena_new_array(symmetry->arena, struct element, set->count + 1);
    if (set->count) memcpy(set->elements, values.list.items, set->count * sizeof *set->elements);
    vec_free(&values.list);
    return set;
}

/* The coordinates of a product, and how an element is written: "(x0 ↦ x1) ↦ x2". */
static bool add_coordinates(struct symmetry *symmetry, const struct eb_type *type, struct table *table,
                            struct eb_symbol *symbols, struct text *pattern) {
    if (type->kind == EB_TYPE_PRODUCT) {
        text_add_char(pattern, '(');
        bool good = add_coordinates(symmetry, type->left, table, symbols, pattern);
        text_add(pattern, " ↦ ");
        good = good && add_coordinates(symmetry, type->right, table, symbols, pattern);
        text_add_char(pattern, ')');
        return good;
    }
    if (!has_cells(type) || table->count == MOST_COORDINATES) return false;
    const char *name = arena_printf(symmetry->arena, "coordinate_%u", table->count);
    symbols[table->count] = (struct eb_symbol){.name = name, .type = type};
    table->coordinates[table->count++] = values_of(symmetry, type);
    text_add(pattern, name);
    return true;
}

static struct eb_compiled *compile_about(struct symmetry *symmetry, const struct eb_symbol *constant, const char *text,
                                         bool predicate, struct eb_symbol *symbols, unsigned symbol_count,
                                         struct diagnostics *diagnostics) {
    struct eb_source source = {.text = text,
                               .origin = constant->place,
                               .column_by_column = true,
                               .theories = symmetry->conform->development->theories};
    const struct eb_formula *formula = predicate ? eb_parse_predicate(symmetry->arena, &source, diagnostics)
                                                 : eb_parse_expression(symmetry->arena, &source, diagnostics);
    if (formula)
        formula = eb_check_formula(symmetry->conform->development, formula, symbols, symbol_count, diagnostics);
    return formula ? eb_compile(symmetry->conform->machine, formula, diagnostics) : NULL;
}

static bool make_table(struct symmetry *symmetry, const struct eb_symbol *constant, struct diagnostics *diagnostics) {
    struct conform *conform = symmetry->conform;
    struct table table = {.cells = 1};
    struct eb_symbol symbols[MOST_COORDINATES];
    struct text pattern = {0};
    bool set = constant->type->kind == EB_TYPE_POWER;
    bool good = true;
    if (set) {
        good = add_coordinates(symmetry, constant->type->left, &table, symbols, &pattern);
        text_printf(&pattern, " ∈ %s", constant->name);
        for (unsigned i = 0; good && i < table.count; i++) {
            table.cells *= table.coordinates[i]->count;
            good = table.cells <= MOST_CELLS;
        }
    } else {
        good = has_cells(constant->type);
        text_add(&pattern, constant->name);
        table.is_element = constant->type->kind == EB_TYPE_GIVEN;
        table.cells = sizeof(int64_t);
        if (table.is_element) table.coordinates[0] = conform_find_set(conform, constant->type->name);
    }
    if (good)
        table.formula.code =
            compile_about(symmetry, constant, text_chars(&pattern), set, symbols, table.count, diagnostics);
    if (good && set)
        table.cardinality.code = compile_about(
            symmetry, constant, arena_printf(symmetry->arena, "card(%s)", constant->name), false, NULL, 0, diagnostics);
    table.formula.type = constant->type;
    text_free(&pattern);
    if (!good)
        diag_error(diagnostics, conform->map->symmetric.items[0].place,
                   "set-ups cannot be compared: the constant `%s` is a pair, a set of sets, of a data type, or too "
                   "large",
                   constant->name);
    if (!table.formula.code || (set && !table.cardinality.code)) {
        eb_compiled_free(table.formula.code);
        return false;
    }
    symmetry->size += table.cells;
    vec_push(&symmetry->tables, table);
    return true;
}

/* Is the relation shown whole? */
static bool fill_relation(const struct table *table, const void *state, uint32_t size, unsigned char *out) {
    unsigned at[MOST_COORDINATES] = {0};
    int64_t shown = 0, all = 0;
    for (size_t cell = 0; cell < table->cells; cell++) {
        const struct eb_value *values[MOST_COORDINATES];
        int64_t truth = 0;
        for (unsigned i = 0; i < table->count; i++) values[i] = &table->coordinates[i]->elements[at[i]].value;
        const struct eb_value *value = eb_evaluate(table->formula.code, state, size, values);
        if (!value || !eb_value_integer(&conform_boolean, value, &truth)) return false;
        out[cell] = truth != 0;
        shown += out[cell];
        for (unsigned i = table->count; i-- > 0 && ++at[i] == table->coordinates[i]->count;) at[i] = 0;
    }
    const struct eb_value *value = eb_evaluate(table->cardinality.code, state, size, NULL);
    return value && eb_value_integer(&conform_integer, value, &all) && shown == all;
}

static bool fill_number(const struct table *table, const void *state, uint32_t size, unsigned char *out) {
    const struct eb_value *value = eb_evaluate(table->formula.code, state, size, NULL);
    unsigned position = 0;
    int64_t number = 0;
    bool shown = value && (table->is_element ? conform_element(table->coordinates[0], value, &position)
                                             : eb_value_integer(table->formula.type, value, &number));
    if (table->is_element) number = position;
    memcpy(out, &number, sizeof number);
    return shown;
}

/* Are all constants shown whole? */
static bool fill(struct symmetry *symmetry, const void *state, uint32_t size, unsigned char *out) {
    for (size_t i = 0; i < symmetry->tables.count; i++) {
        const struct table *table = &symmetry->tables.items[i];
        bool relation = table->formula.type->kind == EB_TYPE_POWER;
        if (!(relation ? fill_relation : fill_number)(table, state, size, out)) return false;
        out += table->cells;
    }
    return true;
}

/* ---- permutations ---- */

struct permuting {
    struct symmetry *symmetry;
    unsigned **permutations; /* by symmetric set */
    const unsigned char *given;
    unsigned char *image, *least;
    bool any;
};

static unsigned permuted(const struct permuting *p, const struct element_set *set, unsigned element) {
    for (size_t i = 0; i < p->symmetry->sets.count; i++)
        if (p->symmetry->sets.items[i] == set) return p->permutations[i][element];
    return element;
}

static void permute_table(const struct permuting *p, const struct table *table, const unsigned char *from,
                          unsigned char *to) {
    unsigned at[MOST_COORDINATES] = {0};
    if (table->formula.type->kind != EB_TYPE_POWER) {
        int64_t number;
        memcpy(&number, from, sizeof number);
        if (table->is_element) number = permuted(p, table->coordinates[0], (unsigned)number);
        memcpy(to, &number, sizeof number);
        return;
    }
    for (size_t cell = 0; cell < table->cells; cell++) {
        size_t image = 0;
        for (unsigned i = 0; i < table->count; i++)
            image = image * table->coordinates[i]->count + permuted(p, table->coordinates[i], at[i]);
        to[image] = from[cell];
        for (unsigned i = table->count; i-- > 0 && ++at[i] == table->coordinates[i]->count;) at[i] = 0;
    }
}

static void consider(struct permuting *p) {
    size_t offset = 0;
    for (size_t i = 0; i < p->symmetry->tables.count; i++) {
        permute_table(p, &p->symmetry->tables.items[i], p->given + offset, p->image + offset);
        offset += p->symmetry->tables.items[i].cells;
    }
    if (!p->any || memcmp(p->image, p->least, p->symmetry->size) < 0) memcpy(p->least, p->image, p->symmetry->size);
    p->any = true;
}

static void permute(struct permuting *p, size_t set, unsigned element) {
    if (set == p->symmetry->sets.count) {
        consider(p);
        return;
    }
    unsigned count = p->symmetry->sets.items[set]->count, *permutation = p->permutations[set];
    if (element == count) {
        permute(p, set + 1, 0);
        return;
    }
    for (unsigned i = element; i < count; i++) {
        unsigned swap = permutation[element];
        permutation[element] = permutation[i];
        permutation[i] = swap;
        permute(p, set, element + 1);
        permutation[i] = permutation[element];
        permutation[element] = swap;
    }
}

static bool few_permutations(const struct symmetry *symmetry) {
    double count = 1;
    for (size_t i = 0; i < symmetry->sets.count; i++)
        for (unsigned k = 2; k <= symmetry->sets.items[i]->count; k++) count *= k;
    return count <= MOST_PERMUTATIONS;
}

/* Exchanges neighbours while that makes the table smaller: any such image will do. */
static void sort_elements(struct permuting *p) {
    unsigned char *best = memory_new(p->symmetry->size + 1);
    consider(p);
    for (bool better = true; better;) {
        better = false;
        for (size_t set = 0; set < p->symmetry->sets.count; set++)
            for (unsigned i = 0; i + 1 < p->symmetry->sets.items[set]->count; i++) {
                unsigned *permutation = p->permutations[set], swap = permutation[i];
                memcpy(best, p->least, p->symmetry->size);
                permutation[i] = permutation[i + 1];
                permutation[i + 1] = swap;
                consider(p);
                if (memcmp(p->least, best, p->symmetry->size) < 0) {
                    better = true;
                    continue;
                }
                swap = permutation[i];
                permutation[i] = permutation[i + 1];
                permutation[i + 1] = swap;
            }
    }
    free(best);
}

static void least_image(struct symmetry *symmetry, const unsigned char *given, unsigned char *least) {
    struct permuting p = {.symmetry = symmetry, .given = given, .least = least};
    p.image = memory_new(symmetry->size + 1);
    p.permutations = memory_new((symmetry->sets.count + 1) * sizeof *p.permutations);
    for (size_t i = 0; i < symmetry->sets.count; i++) {
        p.permutations[i] = memory_new((symmetry->sets.items[i]->count + 1) * sizeof **p.permutations);
        for (unsigned k = 0; k < symmetry->sets.items[i]->count; k++) p.permutations[i][k] = k;
    }
    if (few_permutations(symmetry))
        permute(&p, 0, 0);
    else
        sort_elements(&p);
    for (size_t i = 0; i < symmetry->sets.count; i++) free(p.permutations[i]);
    free(p.permutations);
    free(p.image);
}

/* ---- */

bool symmetry_keeps(struct symmetry *symmetry, const void *state, uint32_t size) {
    unsigned char *given = arena_alloc(symmetry->arena, symmetry->size + 1);
    unsigned char *least = arena_alloc(symmetry->arena, symmetry->size + 1);
    if (!fill(symmetry, state, size, given)) return true;
    least_image(symmetry, given, least);
    for (size_t i = 0; i < symmetry->orbits.count; i++)
        if (memcmp(symmetry->orbits.items[i].least, least, symmetry->size) == 0)
            return memcmp(symmetry->orbits.items[i].representative, given, symmetry->size) == 0;
    vec_push(&symmetry->orbits, (struct orbit){least, given});
    return true;
}

struct symmetry *symmetry_new(struct conform *conform, struct diagnostics *diagnostics) {
    struct symmetry *symmetry = memory_new(sizeof *symmetry);
    unsigned errors = diagnostics->errors;
    symmetry->conform = conform;
    symmetry->arena = arena_new();
    for (size_t i = 0; i < conform->map->symmetric.count; i++) {
        const struct map_name *name = &conform->map->symmetric.items[i];
        struct element_set *set = conform_find_set(conform, name->name);
        if (set)
            vec_push(&symmetry->sets, set);
        else
            diag_error(diagnostics, name->place, "the specification has no carrier set `%s`", name->name);
    }
    for (unsigned i = 0; i < conform->development->constant_count && diagnostics->errors == errors; i++)
        make_table(symmetry, &conform->development->constants[i], diagnostics);
    if (diagnostics->errors == errors) return symmetry;
    symmetry_free(symmetry);
    return NULL;
}

void symmetry_free(struct symmetry *symmetry) {
    if (!symmetry) return;
    for (size_t i = 0; i < symmetry->tables.count; i++) {
        eb_compiled_free(symmetry->tables.items[i].formula.code);
        eb_compiled_free(symmetry->tables.items[i].cardinality.code);
    }
    vec_free(&symmetry->tables);
    vec_free(&symmetry->sets);
    vec_free(&symmetry->orbits);
    arena_free(symmetry->arena);
    free(symmetry);
}
