#include "app/paths/form.h"

#include "app/paths/free.h"
#include "app/term/copy.h"
#include "base/invariant.h"
#include "base/text.h"

#include <string.h>

/* ---- which inputs matter ---- */

/* Terms and inputs of the state that is written, and those of the form that they become. */
struct writing {
    const struct symbolic *from;
    struct term_copy copy;
    bool *matters; /* by term: an input that the state depends on */
    bool *is_kept; /* by condition */
};

static enum term_marked mentions(struct writing *writing, uint32_t term, bool add) {
    return term_copy_marks(&writing->copy, term, writing->matters, add);
}

/* A condition matters if it is about an input that does; then all its inputs do. */
static void keep_conditions(struct writing *writing) {
    const struct symbolic *symbolic = writing->from;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < symbolic->path.count; i++) {
            uint32_t term = symbolic->path.items[i].term;
            if (symbolic->path.items[i].implied || writing->is_kept[i]) continue;
            if (mentions(writing, term, false) == TERM_NONE_MARKED) continue;
            writing->is_kept[i] = more = true;
            mentions(writing, term, true);
        }
    }
}

static bool is_variable(const struct terms *terms, uint32_t term) { return term_get(terms, term).op == TERM_VARIABLE; }

/* x < 5, or not: a number and one that is not known. */
static bool is_bound(const struct terms *terms, uint32_t term) {
    struct term node = term_get(terms, term);
    if (node.op == TERM_NOT) return is_bound(terms, node.left);
    if (node.op != TERM_LESS && node.op != TERM_LESS_SIGNED && node.op != TERM_EQUAL) return false;
    return (is_variable(terms, node.left) && term_is_constant(terms, node.right, NULL)) ||
           (is_variable(terms, node.right) && term_is_constant(terms, node.left, NULL));
}

/* Only conditions all of whose inputs matter. */
static void keep_plain_conditions(struct writing *writing, bool bounds_only) {
    const struct symbolic *symbolic = writing->from;
    for (size_t i = 0; i < symbolic->path.count; i++) {
        const struct symbolic_condition *condition = &symbolic->path.items[i];
        writing->is_kept[i] = !condition->implied && mentions(writing, condition->term, false) == TERM_ALL_MARKED &&
                              (!bounds_only || is_bound(&symbolic->terms, condition->term));
    }
}

/* ---- writing ---- */

static void put(struct text *out, const void *bytes, size_t size) { text_add_n(out, bytes, size); }
static void put32(struct text *out, uint32_t value) { put(out, &value, sizeof value); }

static bool is_inside(const struct symbolic_byte *byte, const unsigned char *packed, uint32_t size) {
    return byte->at >= packed && byte->at < packed + size;
}

static void begin_writing(struct writing *writing, const struct symbolic *symbolic) {
    *writing = (struct writing){.from = symbolic,
                                .matters = memory_new(terms_count(&symbolic->terms) + 1),
                                .is_kept = memory_new(symbolic->path.count + 1)};
    term_copy_begin(&writing->copy, &symbolic->terms);
}

static void end_writing(struct writing *writing) {
    term_copy_free(&writing->copy);
    free(writing->matters);
    free(writing->is_kept);
}

/* Of all that the state and the conditions (`all`, or those that are kept) say. */
static void find_free(struct writing *writing, const unsigned char *packed, uint32_t size, bool all) {
    const struct symbolic *symbolic = writing->from;
    VEC(uint32_t) roots = {0};
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size)) vec_push(&roots, symbolic->bytes.items[i].term);
    for (size_t i = 0; i < symbolic->path.count; i++)
        if (all ? !symbolic->path.items[i].implied : writing->is_kept[i])
            vec_push(&roots, symbolic->path.items[i].term);
    free_find(&symbolic->terms, roots.items, roots.count, writing->copy.is_input);
    vec_free(&roots);
}

static void mention_bytes(struct writing *writing, const unsigned char *packed, uint32_t size) {
    const struct symbolic *symbolic = writing->from;
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size)) mentions(writing, symbolic->bytes.items[i].term, true);
}

static void write_known(struct writing *writing, const unsigned char *packed, uint32_t size, enum form_keeps keeps,
                        struct text *out) {
    const struct symbolic *symbolic = writing->from;
    uint32_t bytes = 0, conditions = 0;
    struct text list = {0};
    if (keeps == FORM_ALL) find_free(writing, packed, size, true);
    mention_bytes(writing, packed, size);
    if (keeps == FORM_ALL) {
        keep_conditions(writing);
    } else {
        keep_plain_conditions(writing, keeps == FORM_BOUNDS);
        find_free(writing, packed, size, false);
    }
    for (size_t i = 0; i < symbolic->bytes.count; i++) {
        const struct symbolic_byte *byte = &symbolic->bytes.items[i];
        if (!is_inside(byte, packed, size)) continue;
        put32(&list, (uint32_t)(byte->at - packed));
        put32(&list, term_copy(&writing->copy, byte->term));
        put32(&list, byte->index);
        bytes++;
    }
    for (size_t i = 0; i < symbolic->path.count; i++) {
        if (!writing->is_kept[i]) continue;
        put32(&list, term_copy(&writing->copy, symbolic->path.items[i].term));
        conditions++;
    }
    uint32_t terms = terms_count(&writing->copy.to);
    for (uint32_t t = 1; t <= terms; t++) {
        struct term node = term_get(&writing->copy.to, t);
        put(out, &node, sizeof node);
    }
    if (list.length) put(out, list.chars, list.length);
    text_free(&list);
    put32(out, (uint32_t)writing->copy.inputs.count);
    put32(out, terms);
    put32(out, bytes);
    put32(out, conditions);
}

void form_write(const struct symbolic *symbolic, const unsigned char *packed, uint32_t size, enum form_keeps keeps,
                struct text *out, uint32_t *kept) {
    struct writing writing;
    size_t first = out->length;
    put(out, packed, size);
    for (size_t i = 0; i < symbolic->bytes.count; i++)
        if (is_inside(&symbolic->bytes.items[i], packed, size))
            out->chars[first + (size_t)(symbolic->bytes.items[i].at - packed)] = 0;
    begin_writing(&writing, symbolic);
    write_known(&writing, packed, size, keeps, out);
    if (kept) memcpy(kept, writing.copy.input_of, (terms_count(&symbolic->terms) + 1) * sizeof *kept);
    end_writing(&writing);
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
