/* rtcheck oil: an OIL configuration, checked and resolved. */
#include "oil/oil.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/ending.h"
#include "oil/tables.h"
#include "report/result.h"

struct oil_command {
    struct text_list defines, includes;
    bool json, print;
};

static void write_json(const struct oil_config *config, const char *path, const struct diagnostics *diagnostics,
                       struct text *out) {
    struct json json;
    result_json_unsearched(&json, out, "oil", path, VERDICT_HOLDS);
    result_json_diagnostics(&json, diagnostics);
    json_key(&json, "configuration");
    oil_config_json(config, &json);
    json_close(&json, '}');
}

static int show(struct oil_command *command, const struct text_list *files) {
    vec_push(&command->defines.list, NULL);
    vec_push(&command->includes.list, NULL);
    struct oil_options options = {.defines = command->defines.list.items,
                                  .include_paths = command->includes.list.items};
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    struct text out = {0};
    const char *first = files->list.items[0];
    const struct oil_config *config = oil_load(files->list.items, files->list.count, &options, arena, &diagnostics);
    int status = STATUS_HOLDS;
    if (config)
        diag_print(&diagnostics, stderr);
    else
        status = command_refuse("oil", first, &diagnostics, command->json);
    if (config && command->json)
        write_json(config, first, &diagnostics, &out);
    else if (config && command->print)
        oil_print(config, &out);
    else if (config)
        oil_tables(config, &out);
    command_print(&out);
    diag_free(&diagnostics);
    arena_free(arena);
    return status;
}

int command_oil(int argc, char **argv) {
    struct oil_command command = {0};
    struct option_table table = {.command = "oil"};
    struct text_list files = {0};
    static const char usage[] = "[OPTIONS] FILE.oil...";
    option_group(&table, "Output");
    option_flag(&table, "json", &command.json, "one JSON object on standard output");
    option_flag(&table, "print", &command.print, "OIL text, normalised: every attribute written out");
    option_group(&table, "How to read the files");
    option_list(&table, NULL, &command.defines, "NAME[=VALUE]", "define a macro for #if, #ifdef and the text");
    option_letter(&table, 'D');
    option_list(&table, NULL, &command.includes, "DIRECTORY", "look there for included files");
    option_letter(&table, 'I');
    struct ending_limits limits = {0};
    option_group(&table, "Limits (exit status 3)");
    ending_options(&table, &limits);
    int status = command_parse(&table, usage,
                               "Checks an OSEK configuration and prints it resolved: tasks, resources and their "
                               "ceilings, event masks,\nalarms, and the conformance class. Several files are one "
                               "configuration.",
                               argc, argv, -1, &files);
    if (status == STATUS_GO_ON && files.list.count == 0)
        status = command_complain("oil", "a file is missing; usage: rtcheck oil %s", usage);
    if (status == STATUS_GO_ON && command.json && command.print)
        status = command_complain("oil", "--json and --print exclude each other");
    if (status == STATUS_GO_ON) status = show(&command, &files);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&command.defines.list);
    vec_free(&command.includes.list);
    return status;
}
