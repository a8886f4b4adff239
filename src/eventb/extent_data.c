/* Sets of values of a data type. Values of a recursive one are enumerated up to so many constructors inside each other;
 * the frame notes that something was missed. */
#include "eventb/extent.h"

bool eb_data_has(struct eb_frame *frame, const struct eb_extent *data, struct eb_value value) {
    for (unsigned i = 0; i < eb_field_count(data->set->left, value.code); i++) {
        const struct eb_extent *field = data->fields[value.code][i];
        if (!eb_extent_has(frame, field ? field : data, eb_field(value, i))) return false;
    }
    return true;
}

bool eb_data_is_open(const struct eb_extent *data) {
    const struct eb_datatype *type = data->set->left->type->data;
    for (unsigned i = 0; i < type->constructor_count; i++)
        for (unsigned j = 0; j < type->constructors[i].field_count; j++)
            if (!data->fields[i][j] || eb_extent_is_open(data->fields[i][j])) return true;
    return false;
}

/* ---- enumeration ---- */

struct making {
    struct eb_frame *frame;
    const struct eb_extent *data;
    unsigned constructor, field, levels; /* so many are left for what is inside */
    struct eb_value *fields;
    eb_visit visit;
    void *context;
};

static bool each_value(struct eb_frame *frame, const struct eb_extent *data, unsigned levels, eb_visit visit,
                       void *context);

static bool fill_field(struct making *making);

static bool take_field(void *context, struct eb_value value) {
    struct making *making = context;
    making->fields[making->field++] = value;
    bool goes_on = fill_field(making);
    making->field--;
    return goes_on;
}

static bool fill_field(struct making *making) {
    const struct eb_extent *data = making->data;
    if (making->field == eb_field_count(data->set->left, making->constructor)) {
        eb_frame_work(making->frame);
        struct eb_value made = eb_data(making->frame, data->set->left, making->constructor, making->fields);
        return making->visit(making->context, made);
    }
    const struct eb_extent *field = data->fields[making->constructor][making->field];
    if (!field) return each_value(making->frame, data, making->levels, take_field, making);
    return eb_extent_each(making->frame, field, take_field, making);
}

static bool each_value(struct eb_frame *frame, const struct eb_extent *data, unsigned levels, eb_visit visit,
                       void *context) {
    const struct eb_domain *domain = data->set->left;
    if (!levels) {
        frame->missed = frame->cut_here;
        return true;
    }
    for (unsigned i = 0; i < domain->type->data->constructor_count; i++) {
        struct making making = {frame, data, i, 0, levels - 1, NULL, visit, context};
        making.fields = eb_frame_alloc(frame, (eb_field_count(domain, i) + 1) * sizeof *making.fields);
        if (!fill_field(&making)) return false;
    }
    return true;
}

bool eb_data_each(struct eb_frame *frame, const struct eb_extent *data, eb_visit visit, void *context) {
    return each_value(frame, data, data->levels, visit, context);
}

/* ---- all values of the type ---- */

const struct eb_extent *eb_data_of_type(struct eb_frame *frame, const struct eb_domain *set) {
    const struct eb_domain *domain = set->left;
    const struct eb_datatype *data = domain->type->data;
    struct eb_extent *extent = eb_frame_alloc(frame, sizeof *extent);
    const struct eb_extent ***fields = eb_frame_alloc(frame, data->constructor_count * sizeof *fields);
    for (unsigned i = 0; i < data->constructor_count; i++) {
        unsigned count = data->constructors[i].field_count;
        fields[i] = eb_frame_alloc(frame, (count + 1) * sizeof **fields);
        for (unsigned j = 0; j < count; j++)
            fields[i][j] = domain->field_sets[i][j] ? eb_extent_of_type(frame, domain->field_sets[i][j]) : NULL;
    }
    *extent = (struct eb_extent){.kind = EB_EXTENT_DATA,
                                 .set = set,
                                 .fields = (const struct eb_extent *const *const *)fields,
                                 .levels = frame->levels};
    return extent;
}

void eb_extent_limit_levels(const struct eb_extent *extent, unsigned levels) {
    if (extent->left) eb_extent_limit_levels(extent->left, levels);
    if (extent->right) eb_extent_limit_levels(extent->right, levels);
    if (extent->kind != EB_EXTENT_DATA) return;
    const struct eb_datatype *type = extent->set->left->type->data;
    ((struct eb_extent *)extent)->levels = levels;
    for (unsigned i = 0; i < type->constructor_count; i++)
        for (unsigned j = 0; j < type->constructors[i].field_count; j++)
            if (extent->fields[i][j]) eb_extent_limit_levels(extent->fields[i][j], levels);
}
