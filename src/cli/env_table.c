#include "cli/env_table.h"

#include "report/result.h"

#include <inttypes.h>
#include <string.h>

/* ---- names ---- */

void env_object_name(const struct env_model *model, unsigned class_index, unsigned object, struct text *out) {
    const char *name = model->schema.classes.items[class_index].name;
    bool alone = true;
    for (unsigned c = 0; c < model->schema.classes.count; c++)
        alone = alone && (c == class_index || model->schema.classes.items[c].name[0] != name[0]);
    if (alone)
        text_printf(out, "%c%u", name[0], object + 1);
    else
        text_printf(out, "%s%u", name, object + 1);
}

/* ---- rows of strings, in columns ---- */

struct column {
    char *group; /* "Task.pr": printed once above columns that share it; "" without */
    char *title; /* "T1" */
    bool right;
    VEC(char *) cells;
};

struct env_table {
    const struct env_campaign *campaign;
    bool with_result;
    size_t rows;
    VEC(struct column) columns;
};

struct env_table *env_table_new(const struct env_campaign *campaign, bool with_result) {
    struct env_table *table = memory_new(sizeof *table);
    table->campaign = campaign;
    table->with_result = with_result;
    return table;
}

static void forget(struct env_table *table) {
    for (size_t i = 0; i < table->columns.count; i++) {
        struct column *column = &table->columns.items[i];
        free(column->group);
        free(column->title);
        for (size_t j = 0; j < column->cells.count; j++) free(column->cells.items[j]);
        vec_free(&column->cells);
    }
    vec_free(&table->columns);
    table->rows = 0;
}

void env_table_free(struct env_table *table) {
    if (!table) return;
    forget(table);
    free(table);
}

size_t env_table_rows(const struct env_table *table) { return table->rows; }

/* The column of that group and title; columns of a group stay together, and groups in the order of their coming. */
static struct column *find_column(struct env_table *table, const char *group, const char *title, bool right) {
    size_t after = table->columns.count;
    for (size_t i = 0; i < table->columns.count; i++) {
        struct column *column = &table->columns.items[i];
        if (strcmp(column->group, group) != 0) continue;
        if (strcmp(column->title, title) == 0) return column;
        after = i + 1;
    }
    struct column made = {.group = memory_copy_text(group), .title = memory_copy_text(title), .right = right};
    vec_push(&table->columns, made);
    memmove(&table->columns.items[after + 1], &table->columns.items[after],
            (table->columns.count - 1 - after) * sizeof made);
    table->columns.items[after] = made;
    return &table->columns.items[after];
}

static void set_cell(struct env_table *table, const char *group, const char *title, bool right, const char *value) {
    struct column *column = find_column(table, group, title, right);
    while (column->cells.count < table->rows) vec_push(&column->cells, memory_copy_text(""));
    vec_push(&column->cells, memory_copy_text(value));
}

static void print_value(const struct ocl_member *member, int64_t value, struct text *out) {
    if (member->kind != OCL_ASSOCIATION) {
        text_printf(out, "%" PRId64, value);
        return;
    }
    text_add_char(out, '[');
    const char *comma = "";
    for (unsigned i = 0; i < 64; i++)
        if ((uint64_t)value >> i & 1) {
            text_printf(out, "%s%u", comma, i + 1);
            comma = ",";
        }
    text_add_char(out, ']');
}

static bool is_structure(const struct ocl_member *member) {
    return member->kind == OCL_ASSOCIATION || (member->kind == OCL_ATTRIBUTE && strcmp(member->name, "id") != 0);
}

static void add_member(struct env_table *table, const struct env_model *model, const struct env_graph *graph,
                       unsigned class_index, unsigned member) {
    const struct ocl_class *class = &model->schema.classes.items[class_index];
    struct text group = {0}, title = {0}, value = {0};
    text_printf(&group, "%s.%s", class->name, class->members.items[member].name);
    for (unsigned i = 0; i < graph->sizes[class_index]; i++) {
        text_clear(&title);
        text_clear(&value);
        env_object_name(model, class_index, i, &title);
        print_value(&class->members.items[member], graph->values[class_index][i * class->members.count + member],
                    &value);
        set_cell(table, text_chars(&group), text_chars(&title), class->members.items[member].kind == OCL_ATTRIBUTE,
                 text_chars(&value));
    }
    text_free(&group);
    text_free(&title);
    text_free(&value);
}

void env_table_add(struct env_table *table, uint64_t number, const struct env_graph *graph, const char *result) {
    const struct env_cell *cell = env_campaign_cell(table->campaign, number);
    const struct env_model *model = env_campaign_model(table->campaign, cell);
    struct text value = {0};
    env_cell_print(table->campaign, cell, &value);
    if (value.length) set_cell(table, "", "settings", false, text_chars(&value));
    text_clear(&value);
    text_printf(&value, "%" PRIu64, number + 1);
    set_cell(table, "", "No.", true, text_chars(&value));
    for (unsigned c = 0; c < model->schema.classes.count; c++)
        for (unsigned m = 0; m < model->schema.classes.items[c].members.count; m++)
            if (is_structure(&model->schema.classes.items[c].members.items[m])) add_member(table, model, graph, c, m);
    if (table->with_result) set_cell(table, " ", "result", false, result ? result : "");
    text_free(&value);
    table->rows++;
}

/* The result comes last, whichever columns came later. */
static void result_to_the_end(struct env_table *table) {
    for (size_t i = 0; table->with_result && i + 1 < table->columns.count; i++)
        if (strcmp(table->columns.items[i].group, " ") == 0) {
            struct column moved = table->columns.items[i];
            table->columns.items[i] = table->columns.items[i + 1];
            table->columns.items[i + 1] = moved;
        }
}

static size_t column_width(const struct column *column) {
    size_t width = style_width(column->title);
    for (size_t i = 0; i < column->cells.count; i++)
        if (style_width(column->cells.items[i]) > width) width = style_width(column->cells.items[i]);
    return width;
}

static void print_cell(struct text *out, const struct column *column, const char *value, size_t width) {
    size_t own = style_width(value);
    for (size_t i = own; column->right && i < width; i++) text_add_char(out, ' ');
    text_add(out, value);
    for (size_t i = own; !column->right && i < width; i++) text_add_char(out, ' ');
}

static void end_line(struct text *out) {
    while (out->length && out->chars[out->length - 1] == ' ') out->chars[--out->length] = 0;
    text_add_char(out, '\n');
}

static bool starts_group(const struct env_table *table, size_t column) {
    return column == 0 || strcmp(table->columns.items[column - 1].group, table->columns.items[column].group) != 0;
}

/* Names of groups above their columns; a group that is narrower than its name gets room after its last column. */
static void print_groups(const struct env_table *table, const size_t *widths, size_t *after, struct text *out) {
    text_add(out, "  ");
    for (size_t i = 0; i < table->columns.count;) {
        size_t last = i, width = widths[i];
        while (last + 1 < table->columns.count && !starts_group(table, last + 1)) width += 1 + widths[++last];
        size_t name = style_width(table->columns.items[i].group);
        after[last] = name > width ? name - width : 0;
        style_pad(out, table->columns.items[i].group, width + after[last] + 2);
        i = last + 1;
    }
    end_line(out);
}

void env_table_print(struct env_table *table, struct text *out) {
    if (!table->rows) return;
    result_to_the_end(table);
    size_t *widths = memory_new(2 * sizeof *widths * table->columns.count), *after = widths + table->columns.count;
    for (size_t i = 0; i < table->columns.count; i++) widths[i] = column_width(&table->columns.items[i]);
    print_groups(table, widths, after, out);
    for (size_t row = 0; row <= table->rows; row++) {
        text_add(out, " ");
        for (size_t i = 0; i < table->columns.count; i++) {
            const struct column *column = &table->columns.items[i];
            const char *value = row == 0                     ? column->title
                                : row <= column->cells.count ? column->cells.items[row - 1]
                                                             : "";
            text_add(out, i > 0 && starts_group(table, i) ? "  " : " ");
            print_cell(out, column, value, widths[i]);
            for (size_t space = 0; space < after[i]; space++) text_add_char(out, ' ');
        }
        end_line(out);
    }
    free(widths);
    forget(table);
}

/* ---- JSON ---- */

void env_json_head(const char *model, struct json *json) {
    json_open(json, '{');
    result_json_head(json, "env", model);
}

void env_json_cell(const struct env_campaign *campaign, const struct env_cell *cell, struct json *json) {
    const struct env_model *model = env_campaign_model(campaign, cell);
    json_member_open(json, "constants", '{');
    for (size_t c = 0; c < model->schema.constants.count; c++)
        json_member_integer(json, model->schema.constants.items[c].name, model->schema.constants.items[c].value);
    json_close(json, '}');
    json_member_open(json, "sizes", '{');
    for (size_t c = 0; c < model->classes.count; c++)
        json_member_number(json, model->schema.classes.items[c].name, cell->sizes[c]);
    json_close(json, '}');
}

static void json_object(const struct env_model *model, const struct env_graph *graph, unsigned class_index,
                        unsigned object, struct json *json) {
    const struct ocl_class *class = &model->schema.classes.items[class_index];
    json_open(json, '{');
    json_member_string(json, "class", class->name);
    json_member_number(json, "id", object + 1);
    json_member_open(json, "attributes", '{');
    for (unsigned m = 0; m < class->members.count; m++) {
        const struct ocl_member *member = &class->members.items[m];
        if (!is_structure(member) || member->kind != OCL_ATTRIBUTE) continue;
        json_member_integer(json, member->name, graph->values[class_index][object * class->members.count + m]);
    }
    json_close(json, '}');
    json_member_open(json, "links", '{');
    for (unsigned m = 0; m < class->members.count; m++) {
        if (class->members.items[m].kind != OCL_ASSOCIATION) continue;
        uint64_t set = (uint64_t)graph->values[class_index][object * class->members.count + m];
        json_member_open(json, class->members.items[m].name, '[');
        for (unsigned i = 0; i < 64; i++)
            if (set >> i & 1) json_number(json, i + 1);
        json_close(json, ']');
    }
    json_close(json, '}');
    json_close(json, '}');
}

void env_json_graph(const struct env_campaign *campaign, uint64_t number, const struct env_graph *graph,
                    struct json *json) {
    const struct env_cell *cell = env_campaign_cell(campaign, number);
    const struct env_model *model = env_campaign_model(campaign, cell);
    json_open(json, '{');
    json_member_number(json, "number", number + 1);
    json_member_number(json, "number_in_cell", number - cell->first + 1);
    env_json_cell(campaign, cell, json);
    json_member_open(json, "objects", '[');
    for (unsigned c = 0; c < model->schema.classes.count; c++)
        for (unsigned i = 0; i < graph->sizes[c]; i++) json_object(model, graph, c, i, json);
    json_close(json, ']');
    json_close(json, '}');
}
