#include "eventb/writing.h"

#include "eventb/value.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { LONGEST = 1 << 20 }; /* bytes of everything that is written on the way */

const char *eb_text(struct eb_writing *writing, const char *format, ...) {
    if (writing->failed) return "true";
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    writing->length += text.length;
    if (writing->length > LONGEST) writing->failed = true;
    const char *copy = arena_text(writing->arena, text_chars(&text));
    text_free(&text);
    return copy;
}

static bool is(const char *text, const char *word) { return strcmp(text, word) == 0; }

const char *eb_both(struct eb_writing *writing, const char *a, const char *b) {
    if (is(a, "false") || is(b, "true")) return a;
    if (is(b, "false") || is(a, "true")) return b;
    return eb_text(writing, "(and %s %s)", a, b);
}

const char *eb_either(struct eb_writing *writing, const char *a, const char *b) {
    if (is(a, "true") || is(b, "false")) return a;
    if (is(b, "true") || is(a, "false")) return b;
    return eb_text(writing, "(or %s %s)", a, b);
}

const char *eb_negated(struct eb_writing *writing, const char *a) {
    if (is(a, "true")) return "false";
    if (is(a, "false")) return "true";
    return eb_text(writing, "(not %s)", a);
}

const char *eb_implied(struct eb_writing *writing, const char *a, const char *b) {
    if (is(a, "true") || is(b, "true")) return b;
    if (is(a, "false")) return "true";
    return eb_text(writing, "(=> %s %s)", a, b);
}

/* ---- names ---- */

static const struct eb_term *number(struct eb_writing *writing, const char *text) {
    struct eb_term *term = arena_new_object(writing->arena, struct eb_term);
    term->kind = EB_TERM_NUMBER;
    term->text = text;
    return term;
}

const struct eb_term *eb_pair_term(struct eb_writing *writing, const struct eb_term *left,
                                   const struct eb_term *right) {
    struct eb_term *term = arena_new_object(writing->arena, struct eb_term);
    *term = (struct eb_term){.kind = EB_TERM_PAIR, .left = left, .right = right};
    return term;
}

/* How many values a type has; -1: no end. */
static int64_t size_of(struct eb_writing *writing, const struct eb_type *type) {
    const struct eb_domains *domains = writing->question->domains;
    if (type->kind == EB_TYPE_INTEGER) return -1;
    if (type->kind == EB_TYPE_BOOLEAN) return 2;
    for (unsigned i = 0; type->kind == EB_TYPE_GIVEN && i < domains->set_count; i++)
        if (is(domains->sets[i].name, type->name)) return domains->set_sizes[i];
    writing->failed = true;
    return -1;
}

const struct eb_term *eb_fresh(struct eb_writing *writing, const struct eb_type *type, struct eb_names *names) {
    if (type->kind == EB_TYPE_PRODUCT) {
        const struct eb_term *left = eb_fresh(writing, type->left, names);
        return eb_pair_term(writing, left, eb_fresh(writing, type->right, names));
    }
    int64_t size = size_of(writing, type);
    const char *name = eb_text(writing, "v%u", ++writing->name_count);
    names->declared = eb_text(writing, "%s(%s Int)", names->declared, name);
    if (size >= 0)
        names->ranges =
            eb_both(writing, names->ranges, eb_text(writing, "(and (<= 0 %s) (< %s %" PRId64 "))", name, name, size));
    return number(writing, name);
}

const char *eb_for_all(struct eb_writing *writing, const struct eb_names *names, const char *body) {
    body = eb_implied(writing, names->ranges, body);
    if (!*names->declared || is(body, "true")) return body;
    return eb_text(writing, "(forall (%s) %s)", names->declared, body);
}

const char *eb_there_is(struct eb_writing *writing, const struct eb_names *names, const char *body) {
    body = eb_both(writing, names->ranges, body);
    if (!*names->declared || is(body, "false")) return body;
    return eb_text(writing, "(exists (%s) %s)", names->declared, body);
}

struct eb_names eb_pending_begin(struct eb_writing *writing) {
    struct eb_names before = writing->pending;
    writing->pending = eb_no_names;
    return before;
}

const char *eb_pending_end(struct eb_writing *writing, struct eb_names before, const char *predicate) {
    const char *whole = eb_there_is(writing, &writing->pending, predicate);
    writing->pending = before;
    return whole;
}

const struct eb_scope *eb_scope_with(struct eb_writing *writing, const struct eb_scope *outer, unsigned slot,
                                     const struct eb_term *term) {
    struct eb_scope *scope = arena_new_object(writing->arena, struct eb_scope);
    *scope = (struct eb_scope){outer, slot, term};
    return scope;
}

const struct eb_scope *eb_scope_of(struct eb_writing *writing, const struct eb_scope *outer,
                                   const struct eb_formula *binder, struct eb_names *names) {
    for (unsigned i = 0; i < binder->bound_count; i++)
        outer = eb_scope_with(writing, outer, binder->bound[i].slot, eb_fresh(writing, binder->bound[i].type, names));
    return outer;
}

/* ---- values ---- */

static const struct eb_term *integer(struct eb_writing *writing, int64_t value) {
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return number(writing, eb_text(writing, value < 0 ? "(- %" PRIu64 ")" : "%" PRIu64, size));
}

const struct eb_term *eb_value_term(struct eb_writing *writing, const struct eb_domain *domain, struct eb_value value) {
    if (domain->representation == EB_NUMBER) return integer(writing, (int64_t)value.code);
    if (domain->is_pair) {
        const struct eb_term *left = eb_value_term(writing, domain->left, eb_left(domain, value));
        return eb_pair_term(writing, left, eb_value_term(writing, domain->right, eb_right(domain, value)));
    }
    if (domain->is_set) {
        struct eb_term *term = arena_new_object(writing->arena, struct eb_term);
        *term = (struct eb_term){.kind = EB_TERM_VALUE, .domain = domain, .value = value, .type = domain->type};
        return term;
    }
    if (domain->representation != EB_CODE) writing->failed = true;
    return integer(writing, (int64_t)value.code);
}
