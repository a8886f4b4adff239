#include "cfront/hidden/left_code.h"

#include "base/file.h"
#include "base/named.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/source_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- one file ---- */

struct reading {
    struct left_file *file;
    const struct source_words *words;
};

static void add_body(void *context, const char *name, const char *body, size_t length) {
    const struct reading *reading = context;
    bool is_static = name_set_has(&reading->words->keeps, name);
    vec_push(&reading->file->bodies,
             ((struct left_body){
                 .name = name, .file = reading->file, .text = body, .length = length, .is_static = is_static}));
}

static int by_name(const void *one, const void *other) {
    const struct left_body *a = one, *b = other;
    return strcmp(a->name, b->name);
}

static void join_lines(char *code) {
    for (; *code; code++)
        if (*code == '\\' && code[strspn(code + 1, "\r") + 1] == '\n') {
            *code = ' ';
            code[strspn(code + 1, "\r") + 1] = ' ';
        }
}

static char *code_of(struct front *front, const char *path, bool without_strings) {
    struct text text = {0};
    bool is_read = !file_is_huge(path) && file_read(path, &text);
    char *code = is_read ? code_only(front->scratch, text_chars(&text), without_strings) : NULL;
    text_free(&text);
    return code;
}

static void read_file(struct front *front, struct left_file *file) {
    char *code = code_of(front, file->path, true);
    file->code = code ? code : "";
    if (!code) return;
    struct source_words words = source_words_find(front->scratch, code);
    source_words_bodies(front->scratch, code, add_body, &(struct reading){file, &words});
    if (file->bodies.count) qsort(file->bodies.items, file->bodies.count, sizeof *file->bodies.items, by_name);
    join_lines(code);
    macro_list_add(front->scratch, code, &file->macros);
    macro_list_sort(&file->macros);
}

struct left_body *left_code_body(struct left_file *file, const char *name) {
    size_t at = named_first(file->bodies.items, file->bodies.count, sizeof *file->bodies.items, name);
    return at < file->bodies.count && !strcmp(file->bodies.items[at].name, name) ? &file->bodies.items[at] : NULL;
}

const char *left_code_spelled(struct front *front, struct left_file *file, const char *place) {
    if (!file->spelled) file->spelled = code_of(front, file->path, false);
    size_t at = (size_t)(place - file->code);
    return file->spelled && at < strlen(file->spelled) ? file->spelled + at : "";
}

/* ---- functions of all ---- */

static int by_name_and_file(const void *one, const void *other) {
    const struct left_function *a = one, *b = other;
    int names = strcmp(a->name, b->name);
    return names ? names : strcmp(a->body->file->path, b->body->file->path);
}

static void list_functions(struct left_code *code) {
    for (size_t i = 0; i < code->sources.count; i++)
        for (size_t k = 0; k < code->sources.items[i].bodies.count; k++) {
            struct left_body *body = &code->sources.items[i].bodies.items[k];
            if (!body->is_static) vec_push(&code->functions, ((struct left_function){body->name, body}));
        }
    if (code->functions.count)
        qsort(code->functions.items, code->functions.count, sizeof *code->functions.items, by_name_and_file);
}

const struct left_function *left_code_function(const struct left_code *code, const char *name) {
    size_t at = named_first(code->functions.items, code->functions.count, sizeof *code->functions.items, name);
    const struct left_function *function = at < code->functions.count ? &code->functions.items[at] : NULL;
    return function && !strcmp(function->name, name) ? function : NULL;
}

const struct left_function *left_code_next(const struct left_code *code, const struct left_function *function) {
    const struct left_function *next = function + 1;
    return next < code->functions.items + code->functions.count && !strcmp(next->name, function->name) ? next : NULL;
}

/* ---- what it includes ---- */

static bool is_reached(const left_file_list *reach, const struct left_file *file) {
    for (size_t i = 0; i < reach->count; i++)
        if (reach->items[i] == file) return true;
    return false;
}

/* Headers of this name, wherever they lie. */
static void reach_name(struct front *front, struct left_code *code, left_file_list *reach, const char *name) {
    for (size_t i = 0; i < code->headers.count; i++) {
        struct left_file *header = &code->headers.items[i];
        if (strcmp(file_name(header->path), file_name(name)) != 0 || is_reached(reach, header)) continue;
        if (!header->code) read_file(front, header);
        vec_push(reach, header);
    }
}

static void reach_from(struct front *front, struct left_code *code, left_file_list *reach, const char *text) {
    for (const char *line = text; *line;) {
        const char *name = directive_behind(line, "include");
        if (name && (*name == '"' || *name == '<'))
            reach_name(front, code, reach, arena_text_n(front->scratch, name + 1, strcspn(name + 1, "\">\n")));
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

const left_file_list *left_code_reach(struct front *front, struct left_code *code, struct left_file *file) {
    if (file->has_reach) return &file->reach;
    file->has_reach = true;
    vec_push(&file->reach, file);
    for (size_t i = 0; i < file->reach.count; i++) reach_from(front, code, &file->reach, file->reach.items[i]->code);
    return &file->reach;
}

/* ---- all of them ---- */

/* Nothing is added when others have their addresses. */
struct left_code *left_code_read(struct front *front) {
    const struct cfront_options *options = front->options;
    struct left_code *code = arena_new_object(front->scratch, struct left_code);
    for (size_t i = 0; i < options->left_out_count; i++)
        vec_push(&code->sources, ((struct left_file){.path = options->left_out[i]}));
    for (size_t i = 0; i < front->units.count; i++)
        vec_push(&code->sources, ((struct left_file){.path = front->units.items[i].path}));
    for (size_t i = 0; i < options->header_count; i++)
        vec_push(&code->headers, ((struct left_file){.path = options->headers[i]}));
    for (size_t i = 0; i < code->sources.count; i++) read_file(front, &code->sources.items[i]);
    list_functions(code);
    return code;
}

static void free_file(struct left_file *file) {
    vec_free(&file->bodies);
    vec_free(&file->macros);
    vec_free(&file->reach);
}

void left_code_free(struct left_code *code) {
    for (size_t i = 0; i < code->sources.count; i++) free_file(&code->sources.items[i]);
    for (size_t i = 0; i < code->headers.count; i++) free_file(&code->headers.items[i]);
    vec_free(&code->sources);
    vec_free(&code->headers);
    vec_free(&code->functions);
}
