#include "cli/load.h"

#include "cli/common/command.h"

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

/* The items with a NULL behind them. */
static const char *const *ended(struct text_list *list) {
    vec_push(&list->list, NULL);
    list->list.count--;
    return list->list.items;
}

struct program_options load_program_options(struct load *load) {
    return (struct program_options){.parse = {.defines = ended(&load->defines),
                                              .include_paths = ended(&load->includes),
                                              .extra_ltl = load->ltl,
                                              .include_anything = load->allow_code},
                                    .allow_code = load->allow_code,
                                    .compiler = (enum jit_compiler)load->compiler,
                                    .interactions = load->interactions,
                                    .lose_messages = load->lose_messages,
                                    .reverse_escapes = load->escapes == 1};
}

struct program *load_program(struct load *load, const char *command, const char *path, bool json) {
    struct program_options options = load_program_options(load);
    struct diagnostics diagnostics = {0};
    struct program *program = program_load(path, &options, &diagnostics);
    if (program)
        diag_print(&diagnostics, stderr);
    else
        command_refuse(command, path, &diagnostics, json);
    diag_free(&diagnostics);
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
