#include "app/paths/form.h"

#include "app/paths/free.h"
#include "base/invariant.h"
#include "base/text.h"

#include <string.h>

/* ---- which inputs matter ---- */

/* Terms and inputs of the state that is written, and those of the form that they become. */
struct renaming {
    const struct symbolic *from;
    struct terms to;
    uint32_t *term_of;     /* by old term: the new one; 0: not yet */
    bool *is_free;         /* by old term: it becomes an input */
    bool *matters;         /* by old term that is an input there or becomes one */
    uint32_t *variable_of; /* by old term: 1 + the new input that it is; 0: none, or not yet */
    uint32_t variable_count;
    bool *reached; /* by old term: it is a part of what is looked at */
    bool *is_kept; /* by condition */
    VEC(uint32_t) under_way;
};

enum mentioned { NONE_MATTERS, SOME_MATTER, ALL_MATTER };

/* Is the term about inputs that matter? `add`: all its inputs do from now on. Parts have smaller numbers. */
static enum mentioned mentions(struct renaming *renaming, uint32_t term, bool add) {
    const struct terms *terms = &renaming->from->terms;
    bool any = false, all = true;
    memset(renaming->reached, 0, term + 1);
    renaming->reached[term] = true;
    for (uint32_t t = term; t; t--) {
        if (!renaming->reached[t]) continue;
        struct term node = term_get(terms, t);
        if (node.op != TERM_VARIABLE && !renaming->is_free[t]) {
            renaming->reached[node.left] = renaming->reached[node.right] = true;
            continue;
        }
        any |= renaming->matters[t];
        all &= renaming->matters[t];
        renaming->matters[t] |= add;
    }
    return !any ? NONE_MATTERS : all ? ALL_MATTER : SOME_MATTER;
}

/* A condition matters if it is about an input that does; then all its inputs do. */
static void keep_conditions(struct renaming *renaming) {
    const struct symbolic *symbolic = renaming->from;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < symbolic->path.count; i++) {
            uint32_t term = symbolic->path.items[i].term;
            if (symbolic->path.items[i].implied || renaming->is_kept[i]) continue;
            if (mentions(renaming, term, false) == NONE_MATTERS) continue;
            renaming->is_kept[i] = more = true;
            mentions(renaming, term, true);
        }
    }
}

/* Only conditions all of whose inputs matter. */
static void keep_plain_conditions(struct renaming *renaming) {
    const struct symbolic *symbolic = renaming->from;
    for (size_t i = 0; i < symbolic->path.count; i++)
        renaming->is_kept[i] =
            !symbolic->path.items[i].implied && mentions(renaming, symbolic->path.items[i].term, false) == ALL_MATTER;
}

/* ---- terms ---- */

static uint32_t rename_node(struct renaming *renaming, const struct term *node) {
    struct terms *terms = &renaming->to;
    uint32_t left = renaming->term_of[node->left], right = renaming->term_of[node->right];
    switch ((enum term_op)node->op) {
    case TERM_CONSTANT: return term_constant(terms, node->width, node->value);
    case TERM_VARIABLE: internal_error("an input has no number");
    case TERM_NOT: return term_not(terms, left);
    case TERM_EXTEND: return term_resize(terms, left, node->width, false);
    case TERM_EXTEND_SIGNED: return term_resize(terms, left, node->width, true);
    case TERM_EXTRACT: return term_extract(terms, left, (unsigned)node->value, node->width);
    case TERM_JOIN: return term_join(terms, left, right);
    default: return term_binary(terms, (enum term_op)node->op, left, right);
    }
}

static uint32_t new_input(struct renaming *renaming, uint32_t term, unsigned width) {
    renaming->variable_of[term] = ++renaming->variable_count;
    return term_variable(&renaming->to, width, renaming->variable_of[term] - 1);
}

/* Parts first, the left one before the right one: the new numbers depend on the term alone. */
static uint32_t renamed(struct renaming *renaming, uint32_t term) {
    vec_push(&renaming->under_way, term);
    while (renaming->under_way.count) {
        uint32_t t = vec_last(&renaming->under_way);
        struct term node = term_get(&renaming->from->terms, t);
        if (node.op == TERM_VARIABLE || renaming->is_free[t]) {
            if (!renaming->term_of[t]) renaming->term_of[t] = new_input(renaming, t, node.width);
            renaming->under_way.count--;
        } else if (node.left && !renaming->term_of[node.left]) {
            vec_push(&renaming->under_way, node.left);
        } else if (node.right && !renaming->term_of[node.right]) {
            vec_push(&renaming->under_way, node.right);
        } else {
            if (!renaming->term_of[t]) renaming->term_of[t] = rename_node(renaming, &node);
            renaming->under_way.count--;
        }
    }
    return renaming->term_of[term];
}

/* ---- writing ---- */

static void put(struct text *out, const void *bytes, size_t size) { text_add_n(out, bytes, size); }
static void put32(struct text *out, uint32_t value) { put(out, &value, sizeof value); }

static bool is_inside(const struct symbolic_byte *byte, const unsigned char *packed, uint32_t size) {
    return byte->at >= packed && byte->at < packed + size;
}

static void begin_renaming(struct renaming *renaming, const struct symbolic *symbolic) {
    size_t terms = terms_count(&symbolic->terms) + 1;
    *renaming = (struct renaming){.from = symbolic,
                                  .term_of = memory_new(terms * sizeof *renaming->term_of),
                                  .variable_of = memory_new(terms * sizeof *renaming->variable_of),
                                  .matters = memory_new(terms),
                                  .is_free = memory_new(terms),
                                  .reached = memory_new(terms),
                                  .is_kept = memory_new(symbolic->path.count + 1)};
}

static void end_renaming(struct renaming *renaming) {
    terms_free(&renaming->to);
    free(renaming->term_of);
    free(renaming->variable_of);
    free(renaming->matters);
    free(renaming->is_free);
    vec_free(&renaming->under_way);
    free(renaming->reached);
    free(renaming->is_kept);
}

/* Of all that the state and the conditions (`all`, or those that are kept) say. */
static void find_free(struct renaming *renaming, const unsigned char *packed, uint32_t size, bool all) {
    const struct symbolic *symbolic = renaming->from;
    VEC(uint32_t) roots = {0};
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size)) vec_push(&roots, symbolic->bytes.items[i].term);
    for (size_t i = 0; i < symbolic->path.count; i++)
        if (all ? !symbolic->path.items[i].implied : renaming->is_kept[i])
            vec_push(&roots, symbolic->path.items[i].term);
    free_find(&symbolic->terms, roots.items, roots.count, renaming->is_free);
    vec_free(&roots);
}

static void mention_bytes(struct renaming *renaming, const unsigned char *packed, uint32_t size) {
    const struct symbolic *symbolic = renaming->from;
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size)) mentions(renaming, symbolic->bytes.items[i].term, true);
}

static void write_known(struct renaming *renaming, const unsigned char *packed, uint32_t size, bool loose,
                        struct text *out) {
    const struct symbolic *symbolic = renaming->from;
    uint32_t bytes = 0, conditions = 0;
    struct text list = {0};
    if (!loose) find_free(renaming, packed, size, true);
    mention_bytes(renaming, packed, size);
    (loose ? keep_plain_conditions : keep_conditions)(renaming);
    if (loose) find_free(renaming, packed, size, false);
    for (size_t i = 0; i < symbolic->bytes.count; i++) {
        const struct symbolic_byte *byte = &symbolic->bytes.items[i];
        if (!is_inside(byte, packed, size)) continue;
        put32(&list, (uint32_t)(byte->at - packed));
        put32(&list, renamed(renaming, byte->term));
        put32(&list, byte->index);
        bytes++;
    }
    for (size_t i = 0; i < symbolic->path.count; i++) {
        if (!renaming->is_kept[i]) continue;
        put32(&list, renamed(renaming, symbolic->path.items[i].term));
        conditions++;
    }
    uint32_t terms = terms_count(&renaming->to);
    for (uint32_t t = 1; t <= terms; t++) {
        struct term node = term_get(&renaming->to, t);
        put(out, &node, sizeof node);
    }
    if (list.length) put(out, list.chars, list.length);
    text_free(&list);
    put32(out, renaming->variable_count);
    put32(out, terms);
    put32(out, bytes);
    put32(out, conditions);
}

void form_write(const struct symbolic *symbolic, const unsigned char *packed, uint32_t size, bool loose,
                struct text *out, uint32_t *kept) {
    struct renaming renaming;
    size_t first = out->length;
    put(out, packed, size);
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size))
            out->chars[first + (size_t)(symbolic->bytes.items[i].at - packed)] = 0;
    begin_renaming(&renaming, symbolic);
    write_known(&renaming, packed, size, loose, out);
    if (kept) memcpy(kept, renaming.variable_of, (terms_count(&symbolic->terms) + 1) * sizeof *kept);
    end_renaming(&renaming);
    put32(out, size);
}

/* ---- reading ---- */

static uint32_t get32(const void *form, uint32_t at) {
    uint32_t value;
    memcpy(&value, (const unsigned char *)form + at, sizeof value);
    return value;
}

uint32_t form_packed_size(const void *form, uint32_t size) { return get32(form, size - 4); }

void form_read(const void *form, uint32_t size, unsigned char *packed, struct symbolic *symbolic) {
    uint32_t at = form_packed_size(form, size), variables = get32(form, size - 20), terms = get32(form, size - 16);
    uint32_t bytes = get32(form, size - 12), conditions = get32(form, size - 8);
    memcpy(packed, form, at);
    for (uint32_t i = 0; i < terms; i++, at += (uint32_t)sizeof(struct term)) {
        struct term node;
        memcpy(&node, (const unsigned char *)form + at, sizeof node);
        uint32_t number = term_put(&symbolic->terms, &node);
        invariant(number == i + 1);
    }
    for (uint32_t i = 0; i < bytes; i++, at += 12)
        vec_push(&symbolic->bytes,
                 (struct symbolic_byte){packed + get32(form, at), get32(form, at + 4), get32(form, at + 8)});
    for (uint32_t i = 0; i < conditions; i++, at += 4)
        vec_push(&symbolic->path, (struct symbolic_condition){get32(form, at), false});
    for (uint32_t i = 0; i < variables; i++) vec_push(&symbolic->variables, 0);
}

void form_fill(const struct symbolic *symbolic, unsigned char *packed, const uint64_t *inputs) {
    struct term_values values = {0};
    for (size_t i = 0; i < symbolic->bytes.count; i++) {
        const struct symbolic_byte *byte = &symbolic->bytes.items[i];
        uint64_t value = term_value(&symbolic->terms, &values, byte->term, inputs);
        packed[byte->at - packed] = (unsigned char)(value >> byte->index * 8);
    }
    vec_free(&values.of);
}
