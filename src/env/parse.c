#include "base/file.h"
#include "env/parse_model.h"

#include <errno.h>
#include <string.h>

struct env_model *env_parse_text(const char *text, size_t length, const char *path, const struct env_setting *settings,
                                 size_t setting_count, struct diagnostics *diagnostics) {
    unsigned errors = diagnostics->errors;
    struct env_model *model = memory_new(sizeof *model);
    model->schema.arena = arena_new();
    model->path = arena_text(model->schema.arena, path);
    struct ocl_parser parser = {.arena = model->schema.arena, .diagnostics = diagnostics};
    struct env_syntax syntax = {0};
    ocl_lexer_start(&parser.lexer, text, length, (struct place){model->path, 1, 1});
    if (env_parse_syntax(&parser, &syntax)) {
        struct env_builder builder = {model, &syntax, settings, setting_count, diagnostics};
        model->target = syntax.target;
        if (!syntax.target)
            diag_error(diagnostics, (struct place){.file = model->path},
                       "there is no target system, expected 'target'");
        if (!syntax.classes)
            diag_error(diagnostics, (struct place){.file = model->path}, "there is no class, expected 'class'");
        env_declare(&builder);
        if (diagnostics->errors == errors) env_define(&builder);
    }
    if (diagnostics->errors == errors) return model;
    env_model_free(model);
    return NULL;
}

struct env_model *env_parse_file(const char *path, const struct env_setting *settings, size_t setting_count,
                                 struct diagnostics *diagnostics) {
    struct text text = {0};
    struct env_model *model = NULL;
    if (file_read(path, &text))
        model = env_parse_text(text_chars(&text), text.length, path, settings, setting_count, diagnostics);
    else
        diag_error(diagnostics, (struct place){.file = path}, "cannot read this file: %s", strerror(errno));
    text_free(&text);
    return model;
}
