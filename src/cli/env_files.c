#include "cli/env_files.h"

#include "base/limits.h"
#include "base/word.h"
#include "cli/common/command.h"
#include "cli/common/tool.h"
#include "cli/env_table.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { LTS_STATES = 1000000 };

static const char *const endings[] = {".svg", ".png", ".pdf", ".dot"};
static const char *const types[] = {"-Tsvg", "-Tpng", "-Tpdf", NULL};

/* ---- pictures ---- */

static bool can_draw(enum env_picture format) {
    struct text path = {0};
    bool found = format == ENV_DOT || tool_find("dot", &path);
    text_free(&path);
    if (!found)
        command_complain("env", "pictures need Graphviz, and its program 'dot' is not installed; DOT files do not");
    return found;
}

/* `picture` becomes what `dot` makes of the text, or the text itself. */
static bool lay_out(enum env_picture format, const struct text *dot, struct text *picture) {
    text_clear(picture);
    if (format == ENV_DOT) {
        text_add_n(picture, text_chars(dot), dot->length);
        return true;
    }
    const char *arguments[] = {"dot", types[format], NULL};
    int status = tool_run(arguments, dot, picture);
    if (status == 0 && picture->length > 0) return true;
    command_complain("env", "'dot' failed with status %d", status);
    return false;
}

static void draw_object(struct text *out, const struct env_model *model, const struct env_graph *graph, unsigned c,
                        unsigned object) {
    const struct ocl_class *class = &model->schema.classes.items[c];
    struct text name = {0};
    env_object_name(model, c, object, &name);
    text_printf(out, "  c%u_%u [label=\"{%s : %s|", c, object, text_chars(&name), class->name);
    for (unsigned m = 0; m < class->members.count; m++)
        if (class->members.items[m].kind == OCL_ATTRIBUTE && strcmp(class->members.items[m].name, "id") != 0)
            text_printf(out, "%s = %" PRId64 "\\l", class->members.items[m].name,
                        graph->values[c][object * class->members.count + m]);
    text_add(out, "}\"];\n");
    text_free(&name);
}

static void draw_links(struct text *out, const struct env_model *model, const struct env_graph *graph, unsigned c,
                       unsigned object) {
    const struct ocl_class *class = &model->schema.classes.items[c];
    for (unsigned m = 0; m < class->members.count; m++) {
        if (class->members.items[m].kind != OCL_ASSOCIATION) continue;
        uint64_t set = (uint64_t)graph->values[c][object * class->members.count + m];
        for (unsigned to = 0; to < 64; to++)
            if (set >> to & 1)
                text_printf(out, "  c%u_%u -> c%u_%u [label=\"%s\"];\n", c, object,
                            class->members.items[m].type.class_index, to, class->members.items[m].name);
    }
}

/* An object diagram: a box for each object, classes side by side. */
static void draw_graph(struct text *out, const struct env_model *model, const struct env_graph *graph,
                       const char *title) {
    text_printf(out,
                "digraph environment {\n  label=\"%s\";\n  rankdir=LR;\n  fontname=\"sans-serif\";\n"
                "  node [shape=record, fontname=\"sans-serif\", fontsize=11];\n"
                "  edge [fontname=\"sans-serif\", fontsize=9, arrowhead=vee];\n",
                title);
    for (unsigned c = 0; c < model->schema.classes.count; c++) {
        if (graph->sizes[c]) text_add(out, "  {\n    rank=same;\n  ");
        for (unsigned i = 0; i < graph->sizes[c]; i++) draw_object(out, model, graph, c, i);
        if (graph->sizes[c]) text_add(out, "  }\n");
    }
    for (unsigned c = 0; c < model->schema.classes.count; c++)
        for (unsigned i = 0; i < graph->sizes[c]; i++) draw_links(out, model, graph, c, i);
    text_add(out, "}\n");
}

/* ---- a file for each environment ---- */

static bool make_directory(const char *path) {
    struct stat status;
    if (mkdir(path, 0777) == 0) return true;
    if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return true;
    command_complain("env", "cannot make the directory '%s': %s", path, strerror(errno));
    return false;
}

/* "T=2 R=1", No. 17 -> "T2-R1-0017" */
static void file_name(const struct env_campaign *campaign, uint64_t number, struct text *out) {
    const struct env_cell *cell = env_campaign_cell(campaign, number);
    struct text settings = {0};
    env_cell_print(campaign, cell, &settings);
    for (const char *c = text_chars(&settings); *c; c++)
        if (*c != '=') text_add_char(out, *c == ' ' ? '-' : *c);
    if (!settings.length) text_add(out, "environment");
    text_printf(out, "-%04" PRIu64, number + 1);
    text_free(&settings);
}

struct item {
    const struct env_files *files;
    enum env_picture format;
    uint64_t number;
    const struct env_model *model;
    const struct env_graph *graph;
    struct env_exported_design *design; /* for Promela */
};

static bool picture_of(const struct item *item, struct text *content) {
    struct text dot = {0}, title = {0};
    const struct env_cell *cell = env_campaign_cell(item->files->campaign, item->number);
    env_cell_print(item->files->campaign, cell, &title);
    text_printf(&title, "%sNo. %" PRIu64, title.length ? ", " : "", item->number + 1);
    draw_graph(&dot, item->model, item->graph, text_chars(&title));
    bool good = lay_out(item->format, &dot, content);
    text_free(&dot);
    text_free(&title);
    return good;
}

/* -D NAME=VALUE, as a model writes it. */
static void add_define(struct text *out, const char *define) {
    size_t name = strcspn(define, "=");
    text_printf(out, "#define %.*s %s\n", (int)name, define, define[name] ? define + name + 1 : "1");
}

static bool promela_of(const struct item *item, struct text *content) {
    struct diagnostics problems = {0};
    text_clear(content);
    for (size_t i = 0; i < item->files->defines->list.count; i++)
        add_define(content, item->files->defines->list.items[i]);
    bool good = env_export(item->model, item->graph, item->design, content, &problems);
    diag_print(&problems, stderr);
    diag_free(&problems);
    return good;
}

static int write_each(const struct env_files *files, const char *directory, const char *ending, enum env_picture format,
                      bool (*make)(const struct item *item, struct text *content)) {
    if (!make_directory(directory)) return STATUS_BAD_INPUT;
    struct env_source *source = env_source_new(files->campaign);
    struct env_exported_design design = {.path = files->design, .parse = files->parse};
    struct text content = {0}, path = {0};
    uint64_t written = 0;
    int status = STATUS_HOLDS;
    for (uint64_t i = 0; status == STATUS_HOLDS && i < files->selection->count; i++) {
        if (*files->interrupted) {
            status = STATUS_INCONCLUSIVE;
            break;
        }
        struct item item = {
            .files = files, .format = format, .number = env_selection_at(files->selection, i), .design = &design};
        struct diagnostics problems = {0};
        item.graph = env_source_graph(source, item.number, &problems);
        item.model = env_campaign_model(files->campaign, env_campaign_cell(files->campaign, item.number));
        diag_print(&problems, stderr);
        diag_free(&problems);
        text_clear(&path);
        text_printf(&path, "%s/", directory);
        file_name(files->campaign, item.number, &path);
        text_add(&path, ending);
        if (!item.graph || !make(&item, &content) || !command_write("env", text_chars(&path), &content))
            status = STATUS_BAD_INPUT;
        else
            written++;
    }
    printf("%" PRIu64 " file%s in %s\n", written, written == 1 ? "" : "s", directory);
    text_free(&content);
    text_free(&path);
    env_exported_design_free(&design);
    env_source_free(source);
    return status;
}

int env_draw(const struct env_files *files, const char *directory, enum env_picture format) {
    if (!can_draw(format)) return STATUS_BAD_INPUT;
    return write_each(files, directory, endings[format], format, picture_of);
}

int env_emit(const struct env_files *files, const char *directory) {
    return write_each(files, directory, ".pml", ENV_DOT, promela_of);
}

/* ---- one labelled transition system ---- */

/* `summary`: what to say once the content is written. */
static bool lts_content(const struct item *item, const char *path, struct text *content, struct text *summary) {
    struct diagnostics problems = {0};
    struct env_lts *lts = env_compose(item->model, item->graph, LTS_STATES, &problems);
    diag_print(&problems, stderr);
    diag_free(&problems);
    if (!lts) limits_check();
    if (!lts) return false;
    bool good = true;
    if (ends_with(path, ".aut")) {
        env_lts_print_aut(item->model, lts, content);
    } else {
        struct text dot = {0};
        enum env_picture format = ENV_SVG;
        while (!ends_with(path, endings[format])) format++;
        env_lts_print_dot(item->model, item->graph, lts, &dot);
        good = can_draw(format) && lay_out(format, &dot, content);
        text_free(&dot);
    }
    text_printf(summary, "%zu states, %zu labels in %s\n", lts->states.count, lts->labels.count, path);
    env_lts_free(lts);
    return good;
}

int env_emit_lts(const struct env_files *files, const char *path) {
    bool known = ends_with(path, ".aut");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) known = known || ends_with(path, endings[i]);
    if (!known) return command_complain("env", "'%s' must end in .aut, .dot, .svg, .png or .pdf", path);
    if (files->selection->count != 1)
        return command_complain("env",
                                "--emit-lts writes one environment, and %" PRIu64 " are chosen; "
                                "--from N --to N chooses one",
                                files->selection->count);
    if (!command_can_write("env", path)) return STATUS_BAD_INPUT;
    struct env_source *source = env_source_new(files->campaign);
    struct item item = {.files = files, .number = env_selection_at(files->selection, 0)};
    struct diagnostics problems = {0};
    struct text content = {0}, summary = {0};
    item.graph = env_source_graph(source, item.number, &problems);
    item.model = env_campaign_model(files->campaign, env_campaign_cell(files->campaign, item.number));
    diag_print(&problems, stderr);
    bool good = item.graph && lts_content(&item, path, &content, &summary) && command_write("env", path, &content);
    if (good) fputs(text_chars(&summary), stdout);
    diag_free(&problems);
    text_free(&content);
    text_free(&summary);
    env_source_free(source);
    return good ? STATUS_HOLDS : STATUS_BAD_INPUT;
}
