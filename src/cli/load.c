#include "cli/load.h"

#include "report/result.h"

static const char *const compilers[] = {"auto", "tcc", "cc", NULL};
static const char *const escapes[] = {"outer", "inner", NULL};

void load_options(struct option_table *table, struct load *load) {
    option_group(table, "How to read the model");
    option_list(table, NULL, &load->defines, "NAME[=VALUE]", "define a macro, as with a C preprocessor");
    option_letter(table, 'D');
    option_list(table, NULL, &load->includes, "DIRECTORY", "look there for included files");
    option_letter(table, 'I');
    option_flag(table, "lose-messages", &load->lose_messages,
                "a send to a full channel succeeds, and the message is lost (Spin's -m)");
    option_choice(table, "escapes", &load->escapes, escapes,
                  "which escape of nested unless statements comes first (default: outer; inner is Spin's -J)");
    option_flag(table, "allow-code", &load->allow_code,
                "run the C code embedded in the model (c_code, c_expr): only for models you trust");
    option_choice(table, "compiler", &load->compiler, compilers,
                  "what compiles the model: tcc starts at once, cc -O2 runs faster; auto (default) uses both");
}

struct program *load_program(struct load *load, const char *command, const char *path, bool json) {
    vec_push(&load->defines.list, NULL);
    vec_push(&load->includes.list, NULL);
    struct program_options options = {.parse = {.defines = load->defines.list.items,
                                                .include_paths = load->includes.list.items,
                                                .extra_ltl = load->ltl},
                                      .allow_code = load->allow_code,
                                      .compiler = (enum jit_compiler)load->compiler,
                                      .lose_messages = load->lose_messages,
                                      .reverse_escapes = load->escapes == 1};
    struct diagnostics diagnostics = {0};
    struct program *program = program_load(path, &options, &diagnostics);
    diag_print(&diagnostics, stderr);
    if (!program && json) {
        struct text out = {0};
        result_json_error(&out, command, path, &diagnostics);
        fputs(text_chars(&out), stdout);
        text_free(&out);
    }
    diag_free(&diagnostics);
    load->defines.list.count--;
    load->includes.list.count--;
    return program;
}

struct trace_source load_source(const struct load *load, const char *path) {
    return (struct trace_source){.model = path,
                                 .defines = load->defines.list.items,
                                 .define_count = load->defines.list.count,
                                 .includes = load->includes.list.items,
                                 .include_count = load->includes.list.count,
                                 .ltl = load->ltl,
                                 .lose_messages = load->lose_messages,
                                 .reverse_escapes = load->escapes == 1};
}

void load_free(struct load *load) {
    vec_free(&load->defines.list);
    vec_free(&load->includes.list);
}
