/* rtcheck model: options in, the answer of cli/model_check.h out. */
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/model_check.h"

int command_model(int argc, char **argv) {
    struct model_options options = {.command = "model"};
    struct option_table table = {.command = "model"};
    struct text_list files = {0};
    model_check_options(&table, &options);
    searching_how(&table, &options.how);
    searching_limits(&table, &options.how);
    model_output_options(&table, &options);
    load_options(&table, &options.load);
    int status = command_parse(&table, "[OPTIONS] FILE.pml",
                               "Checks a Promela model: explores every run and says whether a property is violated,\n"
                               "with the steps that lead there.",
                               argc, argv, 1, &files);
    options.how.subject = searching_subject(&table);
    if (status == STATUS_GO_ON)
        status = model_can_write(&options) ? model_check_file(&options, files.list.items[0]) : STATUS_BAD_INPUT;
    option_table_free(&table);
    vec_free(&files.list);
    model_options_free(&options);
    return status;
}
