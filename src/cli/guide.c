/* rtcheck guide: a model under a guide. */
#include "base/word.h"
#include "cli/alphabet.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/model_check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 200000 };

struct guide_command {
    struct model_options model;
    const char *guide, *bound;
    bool components;
    struct text_list alphabets;
    uint64_t most_states;
};

static void add_guide_options(struct option_table *table, struct guide_command *command) {
    option_group(table, "The guide");
    option_text(table, "guide", &command->guide, "FILE.xgdl", "which interactions may happen, and in what order");
    option_list(table, "alphabet", &command->alphabets, "NAME,...",
                "the guide is about these interactions; others happen as they like (default: about those that it "
                "mentions, and those that the model annotates)");
    option_flag(table, "allow-vacuous", &command->model.allow_vacuous,
                "a model in which no interaction of the guide ever happens may hold");
    option_text(
        table, "bound", &command->bound, "N|auto",
        "unroll the guide to N interactions, and explore it cluster by cluster, each freed when it is done; auto: as "
        "far as it takes to see everything");
    option_flag(table, "components", &command->components,
                "explore the guide component by component (places between which it can go back and forth), each freed "
                "when it is done, and say how many interactions are enough to see everything");
    option_flag(
        table, "split", &command->model.split,
        "what does not fit into --memory or --part-time is cut into parts that together cover it, which is proved, and "
        "these are checked one after the other");
    option_count(table, "parts", &command->model.parts, 1, 1000000,
                 "with --split: cut the guide into so many parts, as far as that goes, before anything is searched");
    option_seconds(table, "part-time", &command->model.part_time, "with --split: time for one part");
    option_text(table, "results", &command->model.results, "FILE.db",
                "with --split: keep what is known of the parts there, and go on from it the next time");
    option_count(table, "guide-states", &command->most_states, 1, 100000000,
                 "follow the guide's terms if its automaton has more states than that (default: 200000)");
}

/* What --bound asks for; false: it is no bound, or goes with another option. */
static bool read_bound(struct guide_command *command) {
    struct model_options *model = &command->model;
    model->bound = GUIDE_CYCLIC;
    if (!command->bound && !command->components) return true;
    if (command->bound && command->components) {
        command_complain("guide", "--components needs no --bound: one of them only");
        return false;
    }
    model->manner = command->bound ? GUIDE_UNROLLED : GUIDE_BY_COMPONENTS;
    const struct searching *how = &model->how;
    if (how->checkpoint || how->resume || how->depth || how->order != ORDER_UNSET || how->store > STORE_TREE) {
        command_complain("guide",
                         "--%s goes with --store exact or tree, and with none of --search, --depth, --checkpoint and "
                         "--resume",
                         command->bound ? "bound" : "components");
        return false;
    }
    if (!command->bound || !strcmp(command->bound, "auto")) {
        model->bound = GUIDE_BOUND_AUTO;
        return true;
    }
    char *end;
    unsigned long bound = strtoul(command->bound, &end, 10);
    if (*command->bound < '0' || *command->bound > '9' || *end || bound >= GUIDE_BOUND_AUTO) {
        command_complain("guide", "--bound: expected a number of interactions, or auto, but found '%s'",
                         command->bound);
        return false;
    }
    model->bound = (uint32_t)bound;
    return true;
}

static bool read_split(struct guide_command *command) {
    struct model_options *model = &command->model;
    model->most_states = (uint32_t)command->most_states;
    if (!model->split && (model->results || model->part_time > 0 || model->parts)) {
        command_complain("guide", "--results, --parts and --part-time go with --split");
        return false;
    }
    if (model->split && (model->how.checkpoint || model->how.resume)) {
        command_complain("guide", "--split goes with --results, not with --checkpoint and --resume");
        return false;
    }
    return true;
}

static int check(struct guide_command *command, const char *path) {
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    struct guide_options options = {command->guide, alphabet_names(&command->alphabets, arena),
                                    (uint32_t)command->most_states, command->model.bound};
    struct guide *guide = guide_new(&options, &diagnostics);
    int status;
    if (guide && !guide_automaton(guide) && (command->model.manner != GUIDE_PLAINLY || command->model.split)) {
        status =
            command_complain("guide", "the guide's automaton has more states than --guide-states allows: its terms "
                                      "can be neither unrolled nor split");
    } else if (guide && !guide_automaton(guide) && (command->model.how.checkpoint || command->model.how.resume)) {
        status = command_complain("guide", "a search that follows the guide's terms cannot be saved: --guide-states "
                                           "must be at least the size of its automaton");
    } else if (guide) {
        diag_print(&diagnostics, stderr);
        command->model.guide = guide;
        status = model_check_file(&command->model, path);
    } else {
        status = command_refuse("guide", command->guide, &diagnostics, command->model.json);
    }
    diag_free(&diagnostics);
    guide_free(guide);
    arena_free(arena);
    return status;
}

/* A timing model has a command of its own, with a guide among its options. */
static bool names_timing_model(int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        size_t length = strlen(argv[i]);
        if (argv[i][0] != '-' && length > 6 && !strcmp(argv[i] + length - 6, ".amxmi")) return true;
    }
    return false;
}

static bool is_option(const char *argument, const char *name) {
    size_t length = strlen(name);
    return begins_with(argument, "--") && !strncmp(argument + 2, name, length) &&
           (argument[length + 2] == '\0' || argument[length + 2] == '=');
}

/* What takes a guide apart counts its interactions one by one: of a timing model, several can occur in one step. */
static const char *option_for_promela(int argc, char **argv) {
    static const char *const names[] = {"bound",     "components", "split",       "parts",
                                        "part-time", "results",    "guide-states"};
    for (int i = 0; i < argc; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (is_option(argv[i], names[k])) return names[k];
    return NULL;
}

static int guide_timing_model(int argc, char **argv) {
    const char *option = option_for_promela(argc, argv);
    if (option)
        return command_complain("guide",
                                "--%s is for Promela models: of a timing model several stimuli can occur in one step, "
                                "and its guide is not taken apart",
                                option);
    for (int i = 0; i < argc; i++)
        if (is_option(argv[i], "guide")) return command_timing(argc, argv);
    return command_complain("guide", "--guide FILE.xgdl is missing");
}

int command_guide(int argc, char **argv) {
    if (names_timing_model(argc, argv)) return guide_timing_model(argc, argv);
    struct guide_command command = {.model = {.command = "guide"}, .most_states = MOST_STATES};
    struct option_table table = {.command = "guide"};
    struct text_list files = {0};
    struct model_options *model = &command.model;
    add_guide_options(&table, &command);
    model_check_options(&table, model);
    searching_how(&table, &model->how);
    searching_limits(&table, &model->how);
    model_output_options(&table, model);
    load_options(&table, &model->load);
    int status = command_parse(&table, "[OPTIONS] FILE.pml --guide FILE.xgdl",
                               "Checks a Promela model under a guide: only runs whose interactions the guide allows, "
                               "in an order\nthat it allows. All else is as with rtcheck model. (FILE.amxmi: all is as "
                               "with rtcheck timing.)",
                               argc, argv, 1, &files);
    if (status == STATUS_GO_ON && !command.guide) status = command_complain("guide", "--guide FILE.xgdl is missing");
    if (status == STATUS_GO_ON && !(read_bound(&command) && read_split(&command))) status = STATUS_BAD_INPUT;
    model->how.subject = searching_subject(&table);
    if (status == STATUS_GO_ON)
        status = model_can_write(model) ? check(&command, files.list.items[0]) : STATUS_BAD_INPUT;
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&command.alphabets.list);
    model_options_free(model);
    return status;
}
