/* rtcheck xgdl: what a guide says, drawn and counted, and two guides compared. */
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/ending.h"
#include "cli/picture.h"
#include "report/dot_guide.h"
#include "report/result.h"
#include "xgdl/words.h"

#include <string.h>

enum { MOST_STATES = 200000 };

struct xgdl_command {
    const char *word, *compare, *picture;
    uint64_t words, most_states;
    bool json, print;
};

/* Everything that is known of one guide. */
struct compiled {
    struct xgdl_guide *guide;
    struct xgdl_automaton *automaton; /* minimal; NULL: too large */
};

static void compile(struct compiled *compiled, uint64_t most_states) {
    struct xgdl_automaton *automaton =
        xgdl_automaton_new(&compiled->guide->pool, compiled->guide->term, (uint32_t)most_states);
    compiled->automaton = automaton ? xgdl_minimal(automaton) : NULL;
    xgdl_automaton_free(automaton);
}

static void release(struct compiled *compiled) {
    xgdl_automaton_free(compiled->automaton);
    xgdl_guide_free(compiled->guide);
}

static int refuse_size(const struct xgdl_command *command, const char *path, struct text *out) {
    if (command->json) {
        struct json json;
        result_json_unsearched(&json, out, "xgdl", path, VERDICT_UNKNOWN);
        json_close(&json, '}');
    }
    fprintf(stderr,
            "rtcheck xgdl: %s: the automaton has more than %llu states (n terms side by side can have as many as the "
            "product of their own); --states N allows more, and --word needs no automaton\n",
            path, (unsigned long long)command->most_states);
    return STATUS_INCONCLUSIVE;
}

static void write_words(struct text *out, const struct xgdl_guide *guide, const xgdl_word *word) {
    for (size_t i = 0; i < word->count; i++) {
        if (i) text_add_char(out, ' ');
        xgdl_print_name(guide->alphabet.items[word->items[i]].name, out);
    }
}

/* ---- one guide ---- */

static void write_counts(struct text *out, const struct xgdl_automaton *automaton, uint32_t longest) {
    uint64_t *counts = memory_new((longest + 1) * sizeof *counts);
    xgdl_count_words(automaton, longest, counts);
    text_add(out, "\n  length  words\n");
    for (uint32_t i = 0; i <= longest; i++)
        text_printf(out, "  %6u  %s%llu\n", i, counts[i] == UINT64_MAX ? ">= " : "", (unsigned long long)counts[i]);
    free(counts);
}

static void describe(const struct xgdl_command *command, const struct compiled *compiled, struct text *out) {
    const struct xgdl_automaton *automaton = compiled->automaton;
    text_printf(out, "%zu interactions, %u states, %u transitions; %s\n", compiled->guide->alphabet.count,
                automaton->state_count, automaton->transition_count,
                xgdl_is_cyclic(automaton) ? "words of any length" : "finitely many words");
    if (command->words) write_counts(out, automaton, (uint32_t)command->words);
}

static void describe_json(const struct xgdl_command *command, const struct compiled *compiled, const char *path,
                          struct text *out) {
    struct json json;
    result_json_unsearched(&json, out, "xgdl", path, VERDICT_HOLDS);
    json_member_open(&json, "alphabet", '[');
    for (size_t i = 0; i < compiled->guide->alphabet.count; i++)
        json_string(&json, compiled->guide->alphabet.items[i].name);
    json_close(&json, ']');
    json_member_number(&json, "automaton_states", compiled->automaton->state_count);
    json_member_number(&json, "automaton_transitions", compiled->automaton->transition_count);
    json_member_bool(&json, "cyclic", xgdl_is_cyclic(compiled->automaton));
    if (command->words) {
        uint64_t *counts = memory_new((command->words + 1) * sizeof *counts);
        xgdl_count_words(compiled->automaton, (uint32_t)command->words, counts);
        json_member_open(&json, "words", '[');
        for (uint64_t i = 0; i <= command->words; i++) json_number(&json, counts[i]);
        json_close(&json, ']');
        free(counts);
    }
    json_close(&json, '}');
}

static int show(const struct xgdl_command *command, struct compiled *compiled, const char *path, struct text *out) {
    if (command->print) {
        xgdl_print(compiled->guide, compiled->guide->term, out);
        text_add_char(out, '\n');
        return STATUS_HOLDS;
    }
    compile(compiled, command->most_states);
    if (!compiled->automaton) return refuse_size(command, path, out);
    if (command->picture) {
        struct text dot = {0};
        dot_guide(&dot, compiled->guide, compiled->automaton);
        bool good = picture_write("xgdl", command->picture, &dot);
        text_free(&dot);
        if (!good) return STATUS_BAD_INPUT;
    }
    (command->json ? (void)describe_json(command, compiled, path, out) : describe(command, compiled, out));
    return STATUS_HOLDS;
}

/* ---- is this a word of it? ---- */

/* Interactions, with spaces between, in quotes where their names need them. A name that the guide does not have stands
 * at the end of what is allowed. */
static void read_word(const struct xgdl_guide *guide, const char *text, xgdl_word *word, struct text *names) {
    while (*text) {
        bool quoted = *text == '"';
        text += quoted;
        size_t length = strcspn(text, quoted ? "\"" : " ;,");
        if (length) {
            text_clear(names);
            text_add_n(names, text, length);
            vec_push(word, xgdl_find_interaction(guide, text_chars(names)));
        }
        text += length + (text[length] != 0);
    }
}

static int judge(const struct xgdl_command *command, struct compiled *compiled, const char *path, struct text *out) {
    xgdl_word word = {0};
    struct text name = {0};
    read_word(compiled->guide, command->word, &word, &name);
    size_t allowed = xgdl_allowed(compiled->guide, word.items, word.count);
    bool whole = allowed == word.count;
    if (command->json) {
        struct json json;
        result_json_unsearched(&json, out, "xgdl", path, whole ? VERDICT_HOLDS : VERDICT_VIOLATED);
        json_member_bool(&json, "allowed", whole);
        json_member_number(&json, "allowed_length", allowed);
        json_close(&json, '}');
    } else if (whole) {
        text_printf(out, "allowed: all %zu interactions, one after the other\n", word.count);
    } else {
        text_printf(out, "not allowed: interaction %zu of %zu%s\n", allowed + 1, word.count,
                    word.items[allowed] == UINT32_MAX ? ", which the guide does not know" : "");
    }
    vec_free(&word);
    text_free(&name);
    return whole ? STATUS_HOLDS : STATUS_VIOLATED;
}

/* ---- two guides ---- */

static bool separate(const struct compiled *one, const struct compiled *other, xgdl_word *word) {
    size_t count = one->guide->alphabet.count;
    uint32_t *translate = memory_new((count + 1) * sizeof *translate);
    for (size_t i = 0; i < count; i++)
        translate[i] = xgdl_find_interaction(other->guide, one->guide->alphabet.items[i].name);
    bool found = xgdl_separate(one->automaton, other->automaton, translate, word);
    free(translate);
    return found;
}

static void write_word_json(struct json *json, const char *key, const struct xgdl_guide *guide, bool found,
                            const xgdl_word *word) {
    if (!found) {
        json_member_null(json, key);
        return;
    }
    json_member_open(json, key, '[');
    for (size_t i = 0; i < word->count; i++) json_string(json, guide->alphabet.items[word->items[i]].name);
    json_close(json, ']');
}

/* What the two have to do with each other, and the shortest words that only one of them has. */
struct comparison {
    bool first_more, second_more;
    xgdl_word of_first, of_second;
};

static const char *relation(const struct comparison *found) {
    if (!found->first_more && !found->second_more) return "equal";
    if (!found->first_more) return "included";
    return found->second_more ? "different" : "includes";
}

static void write_comparison(const struct comparison *found, const struct compiled *first,
                             const struct compiled *second, const char *const *paths, struct text *out) {
    static const char *const sentences[][2] = {{"equal", "the guides have the same words"},
                                               {"included", "every word of the first is a word of the second"},
                                               {"includes", "every word of the second is a word of the first"},
                                               {"different", "each has words that the other has not"}};
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(sentences[i][0], relation(found)) == 0)
            text_printf(out, "%s: %s\n", sentences[i][0], sentences[i][1]);
    if (found->first_more) {
        text_printf(out, "  only in %s: ", paths[0]);
        write_words(out, first->guide, &found->of_first);
        text_add_char(out, '\n');
    }
    if (found->second_more) {
        text_printf(out, "  only in %s: ", paths[1]);
        write_words(out, second->guide, &found->of_second);
        text_add_char(out, '\n');
    }
}

static int compare(const struct xgdl_command *command, struct compiled *first, struct compiled *second,
                   const char *const *paths, struct text *out) {
    compile(first, command->most_states);
    if (!first->automaton) return refuse_size(command, paths[0], out);
    compile(second, command->most_states);
    if (!second->automaton) return refuse_size(command, paths[1], out);
    struct comparison found = {0};
    found.first_more = separate(first, second, &found.of_first);
    found.second_more = separate(second, first, &found.of_second);
    bool equal = !found.first_more && !found.second_more;
    if (command->json) {
        struct json json;
        result_json_unsearched(&json, out, "xgdl", paths[0], equal ? VERDICT_HOLDS : VERDICT_VIOLATED);
        json_member_string(&json, "relation", relation(&found));
        write_word_json(&json, "only_first", first->guide, found.first_more, &found.of_first);
        write_word_json(&json, "only_second", second->guide, found.second_more, &found.of_second);
        json_close(&json, '}');
    } else {
        write_comparison(&found, first, second, paths, out);
    }
    vec_free(&found.of_first);
    vec_free(&found.of_second);
    return equal ? STATUS_HOLDS : STATUS_VIOLATED;
}

/* ---- the command ---- */

static int answer(const struct xgdl_command *command, const char *path) {
    struct diagnostics diagnostics = {0};
    struct compiled first = {.guide = xgdl_load(path, &diagnostics)}, second = {0};
    bool good = first.guide != NULL;
    if (good && command->compare) good = (second.guide = xgdl_load(command->compare, &diagnostics)) != NULL;
    struct text out = {0};
    int status;
    if (!good) {
        status = command_refuse("xgdl", first.guide ? command->compare : path, &diagnostics, command->json);
    } else {
        diag_print(&diagnostics, stderr);
        const char *const paths[] = {path, command->compare};
        if (command->compare)
            status = compare(command, &first, &second, paths, &out);
        else if (command->word)
            status = judge(command, &first, path, &out);
        else
            status = show(command, &first, path, &out);
    }
    command_print(&out);
    diag_free(&diagnostics);
    release(&first);
    release(&second);
    return status;
}

int command_xgdl(int argc, char **argv) {
    struct xgdl_command command = {.most_states = MOST_STATES};
    struct option_table table = {.command = "xgdl"};
    struct text_list files = {0};
    option_group(&table, "What to ask (default: the size of the guide's smallest automaton)");
    option_count(&table, "words", &command.words, 1, 100000, "also count the words of each length up to N");
    option_text(&table, "word", &command.word, "'A B ...'", "may these interactions happen in this order?");
    option_text(&table, "compare", &command.compare, "OTHER.xgdl",
                "do both guides have the same words? If not, a shortest word that only one of them has");
    option_flag(&table, "print", &command.print, "the guide in one line, definitions put in their places");
    option_group(&table, "Output");
    option_text(&table, "output", &command.picture, "FILE",
                "draw the automaton: FILE.svg, FILE.png, FILE.pdf or FILE.dot");
    option_letter(&table, 'o');
    option_flag(&table, "json", &command.json, "print one JSON object, for programs");
    option_group(&table, "Limits");
    option_count(&table, "states", &command.most_states, 1, 100000000,
                 "give up at more states than that (default: 200000)");
    struct ending_limits limits = {0};
    ending_options(&table, &limits);
    int status =
        command_parse(&table, "[OPTIONS] FILE.xgdl",
                      "Reads a guide in xGDL, the language of scenarios, and says how large it is; counts its words, "
                      "draws it,\nand compares it with another.",
                      argc, argv, 1, &files);
    if (status == STATUS_GO_ON && (command.word != NULL) + (command.compare != NULL) + command.print > 1)
        status = command_complain("xgdl", "--word, --compare and --print exclude each other");
    if (status == STATUS_GO_ON && command.print && command.json)
        status = command_complain("xgdl", "--json and --print exclude each other");
    if (status == STATUS_GO_ON && !picture_can_write("xgdl", command.picture)) status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON) status = answer(&command, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    return status;
}
