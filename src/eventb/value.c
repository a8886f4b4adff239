#include "eventb/value.h"

#include "base/invariant.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int compare_lists(const struct eb_domain *domain, struct eb_value a, struct eb_value b) {
    size_t shorter = a.code < b.code ? a.code : b.code;
    for (size_t i = 0; i < shorter; i++) {
        int order = domain->representation == EB_LIST
                        ? compare_numbers(((const uint64_t *)a.items)[i], ((const uint64_t *)b.items)[i])
                        : eb_compare(domain->left, ((const struct eb_value *)a.items)[i],
                                     ((const struct eb_value *)b.items)[i]);
        if (order) return order;
    }
    return compare_numbers(a.code, b.code);
}

static int compare_data(const struct eb_domain *domain, struct eb_value a, struct eb_value b) {
    int order = compare_numbers(a.code, b.code);
    for (unsigned i = 0; !order && i < eb_field_count(domain, a.code); i++)
        order = eb_compare(domain->fields[a.code][i], eb_field(a, i), eb_field(b, i));
    return order;
}

int eb_compare(const struct eb_domain *domain, struct eb_value a, struct eb_value b) {
    switch (domain->representation) {
    case EB_CODE: return compare_numbers(a.code, b.code);
    case EB_NUMBER: return (int64_t)a.code < (int64_t)b.code ? -1 : (int64_t)a.code > (int64_t)b.code;
    case EB_BITS:
        for (unsigned i = 0; i < domain->words; i++) {
            int order = compare_numbers(((const uint64_t *)a.items)[i], ((const uint64_t *)b.items)[i]);
            if (order) return order;
        }
        return 0;
    case EB_LIST:
    case EB_TREE: return compare_lists(domain, a, b);
    case EB_PAIR: {
        int order = eb_compare(domain->left, eb_left(domain, a), eb_left(domain, b));
        return order ? order : eb_compare(domain->right, eb_right(domain, a), eb_right(domain, b));
    }
    case EB_DATA: return compare_data(domain, a, b);
    }
    return 0;
}

bool eb_try_pair(struct eb_frame *frame, const struct eb_domain *domain, struct eb_value left, struct eb_value right,
                 struct eb_value *pair) {
    if (domain->representation == EB_PAIR) {
        struct eb_value *both = eb_frame_alloc(frame, 2 * sizeof *both);
        both[0] = left;
        both[1] = right;
        *pair = (struct eb_value){0, both};
        return true;
    }
    uint64_t l, r;
    if (!eb_code_of(domain->left, left, &l) || !eb_code_of(domain->right, right, &r)) return false;
    *pair = (struct eb_value){l * domain->radix + r, NULL};
    return true;
}

/* An integer in a set or a pair has no code: a wider window would help. */
static __attribute__((noreturn)) void fail_outside(struct eb_frame *frame) {
    frame->outside = true;
    eb_fail(frame, frame->too_large);
}

struct eb_value eb_pair(struct eb_frame *frame, const struct eb_domain *domain, struct eb_value left,
                        struct eb_value right) {
    struct eb_value pair;
    if (!eb_try_pair(frame, domain, left, right, &pair)) fail_outside(frame);
    return pair;
}

struct eb_value eb_data(struct eb_frame *frame, const struct eb_domain *domain, unsigned constructor,
                        const struct eb_value *fields) {
    unsigned count = eb_field_count(domain, constructor);
    struct eb_value *items = eb_frame_alloc(frame, count * sizeof *items + 1);
    if (count) memcpy(items, fields, count * sizeof *items);
    return (struct eb_value){constructor, items};
}

/* With the first constructor that ends it. */
static struct eb_value some_data(struct eb_frame *frame, const struct eb_domain *domain) {
    const struct eb_datatype *data = domain->type->data;
    unsigned chosen = 0;
    for (unsigned i = data->constructor_count; i--;) {
        bool recurs = false;
        for (unsigned j = 0; j < data->constructors[i].field_count; j++)
            recurs = recurs || domain->fields[i][j] == domain;
        if (!recurs) chosen = i;
    }
    unsigned count = eb_field_count(domain, chosen);
    struct eb_value *fields = eb_frame_alloc(frame, count * sizeof *fields + 1);
    for (unsigned i = 0; i < count; i++) fields[i] = eb_some_value(frame, domain->fields[chosen][i]);
    return (struct eb_value){chosen, fields};
}

struct eb_value eb_some_value(struct eb_frame *frame, const struct eb_domain *domain) {
    if (domain->representation == EB_DATA) return some_data(frame, domain);
    if (domain->is_set) return eb_empty(frame, domain);
    if (domain->is_pair)
        return eb_pair(frame, domain, eb_some_value(frame, domain->left), eb_some_value(frame, domain->right));
    return (struct eb_value){domain->representation == EB_NUMBER && domain->low > 0 ? (uint64_t)domain->low : 0, NULL};
}

/* ---- sets ---- */

struct eb_value eb_empty(struct eb_frame *frame, const struct eb_domain *set) {
    struct eb_value value = {0, NULL};
    if (set->representation == EB_BITS) {
        uint64_t *words = eb_frame_alloc(frame, set->words * sizeof *words);
        memset(words, 0, set->words * sizeof *words);
        value.items = words;
    }
    return value;
}

bool eb_is_empty(const struct eb_domain *set, struct eb_value value) {
    if (set->representation != EB_BITS) return value.code == 0;
    for (unsigned i = 0; i < set->words; i++)
        if (((const uint64_t *)value.items)[i]) return false;
    return true;
}

uint64_t eb_cardinality(const struct eb_domain *set, struct eb_value value) {
    if (set->representation == EB_CODE) return (uint64_t)__builtin_popcountll(value.code);
    if (set->representation != EB_BITS) return value.code;
    uint64_t count = 0;
    for (unsigned i = 0; i < set->words; i++)
        count += (uint64_t)__builtin_popcountll(((const uint64_t *)value.items)[i]);
    return count;
}

bool eb_has_code(const struct eb_domain *set, struct eb_value value, uint64_t code) {
    if (set->representation == EB_CODE) return value.code >> code & 1;
    if (set->representation == EB_BITS) return ((const uint64_t *)value.items)[code / 64] >> (code % 64) & 1;
    const uint64_t *items = value.items;
    size_t low = 0, high = value.code;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle] == code) return true;
        if (items[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool eb_has(const struct eb_domain *set, struct eb_value value, struct eb_value element) {
    if (set->representation != EB_TREE) {
        uint64_t code;
        return eb_code_of(set->left, element, &code) && eb_has_code(set, value, code);
    }
    const struct eb_value *items = value.items;
    size_t low = 0, high = value.code;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = eb_compare(set->left, items[middle], element);
        if (order == 0) return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool eb_next_element(struct eb_elements *elements, struct eb_value *element) {
    const struct eb_domain *set = elements->set;
    switch (set->representation) {
    case EB_CODE:
        if (!elements->word) return false;
        *element = eb_from_code(set->left, (uint64_t)__builtin_ctzll(elements->word));
        elements->word &= elements->word - 1;
        return true;
    case EB_BITS:
        while (!elements->word) {
            if (++elements->index >= set->words) return false;
            elements->word = ((const uint64_t *)elements->value.items)[elements->index];
        }
        *element = eb_from_code(set->left, elements->index * 64 + (uint64_t)__builtin_ctzll(elements->word));
        elements->word &= elements->word - 1;
        return true;
    case EB_LIST:
        if (elements->index >= elements->value.code) return false;
        *element = eb_from_code(set->left, ((const uint64_t *)elements->value.items)[elements->index++]);
        return true;
    default:
        if (elements->index >= elements->value.code) return false;
        *element = ((const struct eb_value *)elements->value.items)[elements->index++];
        return true;
    }
}

/* ---- building ---- */

void eb_builder_begin(struct eb_builder *builder, struct eb_frame *frame, const struct eb_domain *set) {
    *builder = (struct eb_builder){.frame = frame, .set = set, .sorted = true};
    if (set->representation == EB_BITS) {
        builder->items = eb_frame_alloc(frame, set->words * sizeof(uint64_t));
        memset(builder->items, 0, set->words * sizeof(uint64_t));
    }
}

static void make_room(struct eb_builder *builder, size_t item_size) {
    if (builder->count < builder->capacity) return;
    size_t capacity = builder->capacity ? 2 * builder->capacity : 8;
    void *items = eb_frame_alloc(builder->frame, capacity * item_size);
    if (builder->count) memcpy(items, builder->items, builder->count * item_size);
    builder->items = items;
    builder->capacity = capacity;
}

static void add_to_list(struct eb_builder *builder, uint64_t code) {
    make_room(builder, sizeof code);
    uint64_t *items = builder->items;
    if (builder->count && items[builder->count - 1] >= code) {
        if (items[builder->count - 1] == code) return;
        builder->sorted = false;
    }
    items[builder->count++] = code;
}

void eb_builder_add(struct eb_builder *builder, struct eb_value element) {
    const struct eb_domain *set = builder->set;
    if (set->representation == EB_TREE) {
        make_room(builder, sizeof element);
        ((struct eb_value *)builder->items)[builder->count++] = element;
        builder->sorted = false;
        return;
    }
    uint64_t code;
    if (!eb_code_of(set->left, element, &code)) fail_outside(builder->frame);
    if (set->representation == EB_CODE)
        builder->word |= UINT64_C(1) << code;
    else if (set->representation == EB_BITS)
        ((uint64_t *)builder->items)[code / 64] |= UINT64_C(1) << (code % 64);
    else
        add_to_list(builder, code);
}

static int order_codes(const void *a, const void *b) {
    return compare_numbers(*(const uint64_t *)a, *(const uint64_t *)b);
}

static int order_values(const void *a, const void *b, void *domain) {
    return eb_compare(domain, *(const struct eb_value *)a, *(const struct eb_value *)b);
}

static void sort_list(struct eb_builder *builder) {
    uint64_t *items = builder->items;
    qsort(items, builder->count, sizeof *items, order_codes);
    size_t kept = 0;
    for (size_t i = 0; i < builder->count; i++)
        if (!kept || items[kept - 1] != items[i]) items[kept++] = items[i];
    builder->count = kept;
}

static void sort_tree(struct eb_builder *builder) {
    struct eb_value *items = builder->items;
    if (builder->count) qsort_r(items, builder->count, sizeof *items, order_values, (void *)builder->set->left);
    size_t kept = 0;
    for (size_t i = 0; i < builder->count; i++)
        if (!kept || eb_compare(builder->set->left, items[kept - 1], items[i]) != 0) items[kept++] = items[i];
    builder->count = kept;
}

static bool is_ascending(const struct eb_builder *builder) {
    for (size_t i = 1; i < builder->count; i++)
        if (builder->set->representation == EB_LIST
                ? ((const uint64_t *)builder->items)[i - 1] >= ((const uint64_t *)builder->items)[i]
                : eb_compare(builder->set->left, ((const struct eb_value *)builder->items)[i - 1],
                             ((const struct eb_value *)builder->items)[i]) >= 0)
            return false;
    return true;
}

struct eb_value eb_builder_end(struct eb_builder *builder) {
    switch (builder->set->representation) {
    case EB_CODE: return (struct eb_value){builder->word, NULL};
    case EB_BITS: return (struct eb_value){0, builder->items};
    case EB_LIST:
        if (!builder->sorted) sort_list(builder);
        break;
    default: sort_tree(builder);
    }
    invariant_dear(is_ascending(builder));
    return (struct eb_value){builder->count, builder->items};
}

/* ---- copies ---- */

static struct eb_value copy_data(struct arena *arena, const struct eb_domain *domain, struct eb_value value) {
    unsigned count = eb_field_count(domain, value.code);
    struct eb_value *items = arena_alloc(arena, count * sizeof *items + 1);
    for (unsigned i = 0; i < count; i++) items[i] = eb_copy(arena, domain->fields[value.code][i], eb_field(value, i));
    return (struct eb_value){value.code, items};
}

struct eb_value eb_copy(struct arena *arena, const struct eb_domain *domain, struct eb_value value) {
    if (domain->representation <= EB_NUMBER) return value;
    if (domain->representation == EB_BITS || domain->representation == EB_LIST) {
        size_t size = (domain->representation == EB_BITS ? domain->words : value.code) * sizeof(uint64_t);
        void *items = arena_alloc(arena, size + 1);
        if (size) memcpy(items, value.items, size);
        return (struct eb_value){value.code, items};
    }
    if (domain->representation == EB_DATA) return copy_data(arena, domain, value);
    bool pair = domain->representation == EB_PAIR;
    size_t count = pair ? 2 : value.code;
    const struct eb_value *from = value.items;
    struct eb_value *items = arena_alloc(arena, count * sizeof *items + 1);
    for (size_t i = 0; i < count; i++)
        items[i] = eb_copy(arena, pair && i == 1 ? domain->right : domain->left, from[i]);
    return (struct eb_value){value.code, items};
}

bool eb_is_within(const struct eb_domain *domain, struct eb_value value, int64_t low, int64_t high) {
    if (!domain->has_numbers) return true;
    if (domain->representation == EB_NUMBER) return (int64_t)value.code >= low && (int64_t)value.code <= high;
    if (domain->is_pair)
        return eb_is_within(domain->left, eb_left(domain, value), low, high) &&
               eb_is_within(domain->right, eb_right(domain, value), low, high);
    if (domain->representation == EB_DATA) {
        for (unsigned i = 0; i < eb_field_count(domain, value.code); i++)
            if (!eb_is_within(domain->fields[value.code][i], eb_field(value, i), low, high)) return false;
        return true;
    }
    struct eb_elements elements = eb_elements_of(domain, value);
    struct eb_value element;
    while (eb_next_element(&elements, &element))
        if (!eb_is_within(domain->left, element, low, high)) return false;
    return true;
}

static void print_data(const struct eb_domain *domain, struct eb_value value, struct text *out) {
    text_add(out, domain->type->data->constructors[value.code].name);
    unsigned count = eb_field_count(domain, value.code);
    for (unsigned i = 0; i < count; i++) {
        text_add(out, i ? ", " : "(");
        eb_print_value(domain->fields[value.code][i], eb_field(value, i), out);
    }
    if (count) text_add_char(out, ')');
}

void eb_print_value(const struct eb_domain *domain, struct eb_value value, struct text *out) {
    if (domain->representation == EB_DATA) {
        print_data(domain, value, out);
        return;
    }
    if (domain->representation == EB_NUMBER) {
        text_printf(out, "%lld", (long long)value.code);
    } else if (domain->is_pair) {
        bool nested = domain->right->is_pair; /* ↦ associates to the left */
        eb_print_value(domain->left, eb_left(domain, value), out);
        text_add(out, nested ? "↦(" : "↦");
        eb_print_value(domain->right, eb_right(domain, value), out);
        if (nested) text_add_char(out, ')');
    } else if (domain->is_set) {
        struct eb_elements elements = eb_elements_of(domain, value);
        struct eb_value element;
        bool first = true;
        if (eb_is_empty(domain, value)) {
            text_add(out, "∅");
            return;
        }
        while (eb_next_element(&elements, &element)) {
            text_add(out, first ? "{" : ", ");
            eb_print_value(domain->left, element, out);
            first = false;
        }
        text_add_char(out, '}');
    } else if (domain->type->kind == EB_TYPE_BOOLEAN) {
        text_add(out, value.code ? "TRUE" : "FALSE");
    } else {
        text_add(out, value.code < domain->size ? domain->names[value.code] : "(none)"); /* it may be empty */
    }
}
