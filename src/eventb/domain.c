#include "eventb/domain.h"

#include "eventb/component.h"

#include <string.h>

/* Beyond so many elements, sets are lists. Sets of integers tend to be sparse in their window. */
enum { MAX_BITS = 4096, MAX_BITS_NUMBERS = 512 };

static const eb_size ALL_CODES = (eb_size)1 << 64;
static const eb_size TOO_MANY = (eb_size)1 << 65;

static void describe_given(struct eb_domains *domains, struct eb_domain *domain) {
    for (unsigned i = 0; i < domains->set_count; i++)
        if (strcmp(domains->sets[i].name, domain->type->name) == 0) {
            domain->size = domains->set_sizes[i];
            domain->names = domains->set_names[i];
            domain->has_code = true;
        }
}

static void describe_pair(struct eb_domain *domain) {
    const struct eb_domain *left = domain->left, *right = domain->right;
    domain->is_pair = true;
    domain->has_numbers = left->has_numbers || right->has_numbers;
    bool both = left->has_code && right->has_code;
    eb_size radix = right->size ? right->size : 1; /* there may be no pairs at all */
    domain->has_code = both && left->size * right->size <= ALL_CODES && left->size <= ALL_CODES / radix;
    domain->size = domain->has_code ? left->size * right->size : TOO_MANY;
    domain->radix = domain->has_code ? (uint64_t)radix : 0;
    domain->representation = domain->has_code ? EB_CODE : EB_PAIR;
}

static void describe_set(struct eb_domain *domain) {
    const struct eb_domain *element = domain->left;
    domain->is_set = true;
    domain->has_numbers = element->has_numbers;
    domain->has_code = element->has_code && element->size <= 64;
    domain->size = domain->has_code ? (eb_size)1 << (unsigned)element->size : TOO_MANY;
    if (domain->has_code) {
        domain->representation = EB_CODE;
    } else if (element->has_code && element->size <= (eb_size)(element->has_numbers ? MAX_BITS_NUMBERS : MAX_BITS)) {
        domain->representation = EB_BITS;
        domain->words = (unsigned)((element->size + 63) / 64);
    } else {
        domain->representation = element->has_code ? EB_LIST : EB_TREE;
    }
}

/* Sets of what a field holds; of a data type's own values, the domain of that set is made when it is asked for. */
static bool describe_fields(struct eb_domains *domains, struct eb_domain *domain, unsigned constructor,
                            const struct eb_domain **fields, const struct eb_domain **sets) {
    const struct eb_datatype *data = domain->type->data;
    for (unsigned i = 0; i < data->constructors[constructor].field_count; i++) {
        bool itself = eb_field_recurs(data, &data->constructors[constructor].fields[i]);
        const struct eb_type *type = itself ? NULL : eb_field_type(domains->arena, domain->type, constructor, i);
        fields[i] = itself ? domain : eb_domain_of(domains, type);
        if (!fields[i]) return false;
        if (!itself) sets[i] = eb_domain_of_sets(domains, fields[i]);
        domain->has_numbers = domain->has_numbers || fields[i]->has_numbers;
    }
    return true;
}

static bool describe_data(struct eb_domains *domains, struct eb_domain *domain) {
    const struct eb_datatype *data = domain->type->data;
    unsigned count = data->constructor_count;
    const struct eb_domain ***fields = arena_new_array(domains->arena, const struct eb_domain **, count);
    const struct eb_domain ***sets = arena_new_array(domains->arena, const struct eb_domain **, count);
    domain->representation = EB_DATA;
    domain->size = TOO_MANY;
    domain->has_numbers = data->recursive;
    for (unsigned i = 0; i < count; i++) {
        fields[i] = arena_new_array(domains->arena, const struct eb_domain *, data->constructors[i].field_count + 1);
        sets[i] = arena_new_array(domains->arena, const struct eb_domain *, data->constructors[i].field_count + 1);
        if (!describe_fields(domains, domain, i, fields[i], sets[i])) return false;
    }
    domain->fields = (const struct eb_domain *const *const *)fields;
    domain->field_sets = (const struct eb_domain *const *const *)sets;
    return true;
}

static bool describe(struct eb_domains *domains, struct eb_domain *domain) {
    const struct eb_type *type = domain->type;
    switch (type->kind) {
    case EB_TYPE_GIVEN: describe_given(domains, domain); return domain->has_code;
    case EB_TYPE_BOOLEAN:
        domain->has_code = true;
        domain->size = 2;
        return true;
    case EB_TYPE_INTEGER:
        domain->representation = EB_NUMBER;
        domain->has_code = domain->has_numbers = true;
        domain->low = domains->low;
        domain->high = domains->high;
        domain->size = (eb_size)((uint64_t)domain->high - (uint64_t)domain->low) + 1;
        return true;
    case EB_TYPE_POWER:
        domain->left = eb_domain_of(domains, type->left);
        if (domain->left) describe_set(domain);
        return domain->left != NULL;
    case EB_TYPE_PRODUCT:
        domain->left = eb_domain_of(domains, type->left);
        domain->right = eb_domain_of(domains, type->right);
        if (!domain->left || !domain->right) return false;
        domain->left_set = eb_domain_of_sets(domains, domain->left);
        domain->right_set = eb_domain_of_sets(domains, domain->right);
        describe_pair(domain);
        return true;
    case EB_TYPE_DATA: return describe_data(domains, domain);
    default: return false;
    }
}

const struct eb_domain *eb_domain_of(struct eb_domains *domains, const struct eb_type *type) {
    if (!type) return NULL;
    for (size_t i = 0; i < domains->list.count; i++)
        if (eb_type_equal(domains->list.items[i]->type, type)) return domains->list.items[i];
    struct eb_domain *domain = arena_new_object(domains->arena, struct eb_domain);
    domain->type = type;
    if (!describe(domains, domain)) return NULL;
    vec_push(&domains->list, domain);
    return domain;
}

const struct eb_domain *eb_domain_of_sets(struct eb_domains *domains, const struct eb_domain *element) {
    struct eb_type *type = arena_new_object(domains->arena, struct eb_type);
    *type = (struct eb_type){.kind = EB_TYPE_POWER, .left = element->type};
    return eb_domain_of(domains, type);
}

void eb_domains_free(struct eb_domains *domains) { vec_free(&domains->list); }
