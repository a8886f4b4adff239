#include "report/answer.h"

#include "app/app.h"
#include "base/units.h"
#include "base/word.h"
#include "report/excerpt.h"
#include "report/html.h"
#include "report/timeline_story.h"
#include "report/trace_text.h"

#include <stdlib.h>
#include <string.h>

void answer_free(struct answer *answer) {
    for (size_t i = 0; i < answer->timelines.count; i++)
        if (answer->timelines.items[i]) timeline_free(answer->timelines.items[i]);
    vec_free(&answer->timelines);
    vec_free(&answer->checks);
    vec_free(&answer->never_run);
    vec_free(&answer->stacks);
    vec_free(&answer->endless);
    vec_free(&answer->unreached);
    result_free(&answer->result);
}

const char *answer_explanation(const char *kind) {
    static const char *const texts[][2] = {
        {"assertion", "The run below reaches the assertion with a condition that is false."},
        {"overflow", "A signed number leaves the range of its type; what C does then is undefined."},
        {"endless", "The code below runs for ever, and no interrupt or other task ever gets a turn."},
        {"deadlock", "Tasks wait for events, and nothing that is left can ever set one of them."},
        {"waiting", "The task waits for events that no run from here on sets, or is ready and no run lets it go on, "
                    "whatever else happens."},
        {"terminate", "A task must end in TerminateTask or ChainTask (OSEK OS 2.2.3, 4.7)."},
        {"resource",
         "Resources are taken and released in nested pairs, and none may be held when a task ends, waits or "
         "reschedules (OSEK OS 2.2.3, 8)."},
        {"ceiling",
         "Whoever takes a resource must list it in the configuration: its ceiling follows from that, and below it "
         "nobody is kept out (OSEK OS 2.2.3, 8.5)."},
        {"activation",
         "A task is activated more often than its ACTIVATION allows: the activation is lost, and so is what "
         "it was for."},
        {"level", "The service may not be called from there (OSEK OS 2.2.3, table 12-1)."},
        {"interrupts",
         "Between disabling and enabling interrupts no other service may be called, and the pairs must match "
         "(OSEK OS 2.2.3, 6)."},
        {"event", "Events belong to extended tasks that are not suspended (OSEK OS 2.2.3, 7)."},
        {"argument", "An argument is out of the range that the service accepts."},
        {"race", "Something came just when one of the two was about to make its access, and the other one made its own "
                 "before it went on. A resource that both take, or holding off interrupts, keeps them apart."},
        {"uninitialised", "What is read there was never written: it can be anything."},
        {"mutex",
         "Both are in code that only one may be in at a time: one was interrupted or preempted there, and the other "
         "one came. A resource that both take, or holding off interrupts, keeps them apart."},
        {"unchecked", "A service failed, the application does not look at its result, and there is no error hook."},
        {"memory",
         "An access goes outside of the object that it was meant for, through a null pointer, or to an object "
         "that is gone."},
        {"alignment", "C wants numbers to lie where their type may, and nothing but luck makes them lie there. Some "
                      "machines read them anyway: --no-check alignment goes on as those do."},
        {"division", "A division by zero."},
        {"acceptance cycle",
         "The formula is false on this run: after its first part it repeats for ever, and nothing on "
         "the way round makes the formula true."},
        {"claim", "The formula is false on this run, whatever happens afterwards."},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (kind && strcmp(kind, texts[i][0]) == 0) return texts[i][1];
    return NULL;
}

/* ---- text ---- */

static void add_inconclusive(struct text *out, const struct style *style, const struct answer *answer) {
    if (!answer->inconclusive) return;
    size_t from = out->length + 1;
    text_printf(out, "\n%sgiven up%s: %s\n", style->warn, style->end, answer->inconclusive);
    result_text_wrap(out, from);
}

static void add_never_run(struct text *out, const struct style *style, const struct answer *answer) {
    if (!answer->reached_known || !answer->never_run.count) return;
    text_printf(out, "\n%snever run%s (no run starts them):\n", style->warn, style->end);
    for (size_t i = 0; i < answer->never_run.count; i++) {
        const struct answer_idle *idle = &answer->never_run.items[i];
        text_printf(out, "  %s %s", idle->kind, idle->name);
        if (idle->place.file) {
            text_printf(out, "  %s(", style->dim);
            trace_text_place(out, idle->place);
            text_printf(out, ")%s", style->end);
        }
        text_add_char(out, '\n');
    }
}

static void add_endless(struct text *out, const struct style *style, const struct answer *answer) {
    if (!answer->endless.count) return;
    text_printf(out, "\n%sruns for ever%s (without a service; only interrupts get the processor there):\n", style->warn,
                style->end);
    for (size_t i = 0; i < answer->endless.count; i++) {
        text_printf(out, "  %s  %s(", answer->endless.items[i].function, style->dim);
        trace_text_place(out, answer->endless.items[i].place);
        text_printf(out, ")%s\n", style->end);
    }
}

static void add_stacks(struct text *out, const struct answer *answer) {
    if (!answer->show_stacks || !answer->stacks.count) return;
    text_add(out, "\nstack (parameters, locals and temporaries of the deepest chain of calls):\n");
    for (size_t i = 0; i < answer->stacks.count; i++) {
        const struct answer_stack *stack = &answer->stacks.items[i];
        text_printf(out, "  %-16s %6u bytes, %u call%s%s\n", stack->name, stack->bytes, stack->calls,
                    stack->calls == 1 ? "" : "s", stack->recursive ? ", and recursion: no bound" : "");
    }
}

static void add_unreached(struct text *out, const struct style *style, const struct answer *answer) {
    enum { MOST = 20 };
    if (!answer->reached_known || !answer->unreached.count) return;
    struct excerpts excerpts = {0};
    struct text place = {0};
    text_printf(out, "\n%sunreached code%s (no run gets there):\n", style->bold, style->end);
    for (size_t i = 0; i < answer->unreached.count && i < MOST; i++) {
        const struct answer_line *line = &answer->unreached.items[i];
        const char *source = excerpt_line(&excerpts, line->place.file, line->place.line);
        text_clear(&place);
        trace_text_place(&place, line->place);
        if (line->place.column) text_printf(&place, ":%u", line->place.column);
        text_printf(out, "  %-24s  %s\n", text_chars(&place), source ? source : line->function);
    }
    if (answer->unreached.count > MOST)
        text_printf(out, "  and %zu statements more (--json has all)\n", answer->unreached.count - MOST);
    text_free(&place);
    excerpts_free(&excerpts);
}

static void add_violation(struct text *out, const struct style *style, const struct answer *answer, size_t index,
                          size_t story_limit) {
    const struct result_violation *violation = &answer->result.violations.items[index];
    text_add_char(out, '\n');
    if (answer->result.violations.count > 1) {
        text_printf(out, "%sviolation %zu%s: ", style->bad, index + 1, style->end);
        result_violation_title(out, &answer->result, violation);
        text_printf(out, "%s%s\n", violation->doubt ? ": " : "", violation->doubt ? violation->doubt : "");
    }
    const struct timeline *timeline = answer->timelines.items[index];
    const char *explanation = timeline ? answer_explanation(violation->violation->kind)
                                       : "No run that leads there is told: there were too many, or there was no time.";
    if (explanation) {
        size_t from = out->length;
        text_add(out, explanation);
        result_text_wrap(out, from);
        text_add(out, "\n\n");
    }
    if (timeline) timeline_story_text(out, style, timeline, story_limit);
    if (violation->blocked.count) {
        text_add(out, "\nWhere everybody is:\n");
        result_text_blocked(out, style, violation);
    }
}

static void add_vacuous(struct text *out, const struct style *style, const struct answer *answer) {
    result_text_word(out, style, answer->result.verdict);
    text_printf(out, "no violation was found, but %s\n", answer->sampled ? answer->sampled : answer->vacuous);
}

/* Formulas are asked about behind it: one that does not hold is what is violated. */
static void add_hurried(struct text *out, const struct style *style, const struct answer *answer) {
    const struct result *result = &answer->result;
    bool violated = result->verdict == VERDICT_VIOLATED && result->violations.count;
    const char *vacuous = answer->hurry_decides ? answer->vacuous : NULL;
    result_text_word(out, style, result->verdict);
    if (violated) {
        result_violation_title(out, result, &result->violations.items[result->violations.count - 1]);
        text_add(out, "\n  besides: ");
    }
    text_printf(out, "%s\n", answer->hurried);
    text_printf(out, "  %s %s%s%s\n",
                !answer->hurry_decides ? "time outruns the code in this run, and it is not known whether "
                                         "something is wrong if"
                : vacuous              ? "no violation was found as long as"
                : violated             ? "nothing else is wrong as long as"
                                       : "nothing is wrong as long as",
                answer->hurry_is_slight ? "no time passes while code runs" : answer->in_time,
                vacuous ? ", but then " : "", vacuous ? vacuous : "");
    text_printf(out, "  (--ticks any:%s takes that for granted, --ticks any does not)\n",
                answer->hurry_is_slight ? "idle" : "timely");
}

/* More than an instrument gives, though its driver's type has room for it. */
static bool is_large(const struct timeline_event *event) {
    if (event->kind != TIMELINE_INPUT || !strchr("-0123456789", *event->result)) return false;
    double value = strtod(event->result, NULL);
    return value < -CFRONT_SMALL || value > CFRONT_SMALL;
}

static bool has_large(const struct timeline *timeline) {
    for (size_t i = 0; timeline && i < timeline->events.count; i++)
        if (is_large(&timeline->events.items[i])) return true;
    return false;
}

bool answer_has_large_inputs(const struct answer *answer) {
    const struct result *result = &answer->result;
    for (size_t i = 0; i < result->violations.count; i++) {
        const char *kind = result->violations.items[i].violation->kind;
        if (!kind || strcmp(kind, "overflow") != 0 || !has_large(answer->timelines.items[i])) return false;
    }
    return result->violations.count > 0;
}

static bool is_about(const struct answer *answer, const char *const *kinds) {
    const struct result *result = &answer->result;
    for (size_t i = 0; i < result->violations.count; i++) {
        const char *kind = result->violations.items[i].violation->kind;
        if (!kind || !is_one_of(kind, kinds)) return false;
    }
    return result->violations.count > 0;
}

bool answer_is_about_numbers(const struct answer *answer) {
    static const char *const kinds[] = {"overflow", "memory", "division", "argument", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_assertions(const struct answer *answer) {
    static const char *const kinds[] = {"assertion", NULL};
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const char *kind = answer->result.violations.items[i].violation->kind;
        if (!kind || is_one_of(kind, kinds)) return true;
    }
    return false;
}

bool answer_is_about_names(const struct answer *answer) {
    static const char *const kinds[] = {"event", "activation", "resource", "ceiling", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_arguments(const struct answer *answer) {
    static const char *const kinds[] = {"argument", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_waiting(const struct answer *answer) {
    static const char *const kinds[] = {"deadlock", "waiting", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_what_lasts(const struct answer *answer) {
    static const char *const kinds[] = {"deadlock", "waiting", "endless", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_races(const struct answer *answer) {
    static const char *const kinds[] = {"race", NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_services(const struct answer *answer) {
    static const char *const kinds[] = {"deadlock", "waiting",   "terminate", "resource", "ceiling", "activation",
                                        "event",    "unchecked", "endless",   "race",     "level",   NULL};
    return is_about(answer, kinds);
}

bool answer_is_about_pointers(const struct answer *answer) {
    const struct result *result = &answer->result;
    for (size_t i = 0; i < result->violations.count; i++) {
        const struct violation *violation = result->violations.items[i].violation;
        bool is_null = violation->message && strstr(violation->message, "null pointer");
        bool is_unset = violation->kind && !strcmp(violation->kind, "uninitialised");
        if (!is_null && !is_unset) return false;
    }
    return result->violations.count > 0;
}

/* A number that leaves its type may be no fault of the code, but of a driver that is not there and gives anything: the
 * last large inputs of the run are told with the verdict. */
static void add_large_inputs(struct text *out, const struct answer *answer) {
    enum { MOST = 3 };
    const struct violation *violation =
        answer->result.violations.count ? answer->result.violations.items[0].violation : NULL;
    const struct timeline *timeline = answer->timelines.count ? answer->timelines.items[0] : NULL;
    if (!violation || !violation->kind || strcmp(violation->kind, "overflow") != 0 || !timeline) return;
    unsigned told = 0;
    for (size_t i = timeline->events.count; i-- > 0 && told < MOST;) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (!is_large(event)) continue;
        text_add(out, told++ ? ", " : "  in a run with large inputs: ");
        text_printf(out, "`%s` gives %s", event->text, event->result);
        if (event->place.file) text_add(out, " at "), trace_text_place(out, event->place);
    }
    if (told)
        text_add(out, "\n  (where they are never so large, a range in a file for --stubs says so: `int f() in 0..9`, "
                      "`volatile x in 0..9`)\n");
}

static void add_tree(struct text *out, const struct answer_tree *tree, uint32_t computed) {
    if (!tree->complete) {
        text_add(out, "  execution tree: too large to be counted\n");
        return;
    }
    text_printf(out, "  execution tree: %.17g path%s, %.17g states", tree->paths, tree->paths == 1 ? "" : "s",
                tree->states);
    text_printf(out, "; code without services joined: %.17g path%s, %.17g states", tree->joined_paths,
                tree->joined_paths == 1 ? "" : "s", tree->joined_states);
    text_printf(out, "; as a graph: %u states\n", computed);
    if (tree->endless) text_add(out, "  some paths have no end: they are counted up to where they begin anew\n");
}

static const char *cut_off(const struct answer *answer) {
    return answer->large_is_cut ? "; the time was over before that was known (--time)" : "";
}

static void add_constants(struct text *out, const struct answer *answer) {
    text_printf(out, "%s: %s values of constants of missing headers that nobody wrote%s\n", answer->large,
                answer->large_decides ? "it needs" : "it may need", cut_off(answer));
    text_printf(out, "  %s they are certain numbers (-D NAME=VALUE says what they are, --inputs any takes any)\n",
                answer->large_decides ? "nothing is wrong if" : "it is not known whether something is wrong if");
}

static void add_large(struct text *out, const struct style *style, const struct answer *answer) {
    result_text_word(out, style, answer->result.verdict);
    if (answer->reading) {
        text_printf(out, "%s: %s%s\n", answer->large, answer->reading, cut_off(answer));
        text_printf(out, "  (%s)\n",
                    answer->remedy ? answer->remedy : "-D, a header for `--clang -include`, or a stub says what it is");
        return;
    }
    if (answer->is_of_constants) {
        add_constants(out, answer);
        return;
    }
    text_printf(out, "%s%s\n", answer->large, answer->large_decides ? ": only if inputs are large" : cut_off(answer));
    text_printf(out, "  %s inputs of which nobody says what they give are from %d to %d\n",
                answer->large_decides ? "nothing is wrong as long as" : "it is not known whether something is wrong if",
                -CFRONT_SMALL, CFRONT_SMALL);
    text_add(out, "  (--inputs small takes that for granted, --inputs any does not)\n");
}

/* What was not followed is missing, whatever limit ended the search of the rest. */
static bool gave_up_runs(const struct answer *answer) {
    const struct result *result = &answer->result;
    if (result->verdict != VERDICT_UNKNOWN || !answer->inconclusive || answer->lacks_proof || result->but) return false;
    for (size_t i = 0; i < result->properties.count; i++)
        if (!result->properties.items[i].was_run) return false;
    return true;
}

static void add_given_up(struct text *out, const struct style *style, const struct result *result) {
    enum search_limit limit = LIMIT_NONE;
    for (size_t i = 0; i < result->properties.count && limit == LIMIT_NONE; i++)
        limit = result->properties.items[i].limit;
    result_text_word(out, style, result->verdict);
    text_add(out, "no violation was found, but some runs were given up");
    if (limit != LIMIT_NONE) text_printf(out, ", and not all others were covered (%s)", search_limit_name(limit));
    text_add_char(out, '\n');
}

/* States were not looked at one by one. */
static bool is_widened(const struct answer *answer) {
    return answer->widened && *answer->widened && answer->result.verdict == VERDICT_HOLDS;
}

static void add_widened(struct text *out, const struct style *style, const struct result *result) {
    result_text_word(out, style, result->verdict);
    text_add(out, "nothing goes wrong in any run, whichever numbers come\n");
}

void answer_text(struct text *out, const struct style *style, const struct answer *answer, size_t story_limit,
                 bool quiet) {
    const struct result *result = &answer->result;
    if (answer->large)
        add_large(out, style, answer);
    else if (answer->hurried)
        add_hurried(out, style, answer);
    else if ((answer->vacuous || answer->sampled) && result->verdict != VERDICT_VIOLATED)
        add_vacuous(out, style, answer);
    else if (gave_up_runs(answer))
        add_given_up(out, style, result);
    else if (is_widened(answer))
        add_widened(out, style, result);
    else
        result_text_verdict(out, style, result);
    add_large_inputs(out, answer);
    if (answer->slow)
        text_printf(out, "  in this run %s (--ticks any:idle asks what goes wrong even if code takes no time)\n",
                    answer->slow);
    if (answer->assumption) text_printf(out, "  assuming that %s\n", answer->assumption);
    if (quiet) return;
    if (answer->graph.nodes)
        text_printf(out, "  graph of computation: %u nodes, %u points, %u states of the kernel\n", answer->graph.nodes,
                    answer->graph.points, answer->graph.kernel_states);
    if (answer->tree.loop_bound) add_tree(out, &answer->tree, answer->graph.computed);
    if (answer->widened && *answer->widened)
        text_printf(out, "  any number    %s: nothing goes wrong, whatever it is\n", answer->widened);
    if (answer->open_numbers && result->verdict == VERDICT_UNKNOWN && !answer->hurry_decides)
        text_printf(out, "  not proved    %s\n", answer->open_numbers);
    if (answer->most_steps) text_printf(out, "  many steps    %s\n", answer->most_steps);
    if (answer->proof)
        text_printf(out, "  proved by %s, for all values of inputs: no state was searched\n", answer->proof);
    if (result->properties.count > 1) result_text_properties(out, style, result);
    text_add_char(out, '\n');
    result_text_figures(out, result);
    if (result->violation_count > result->violations.count)
        text_printf(
            out,
            "\n%llu violations were counted, of %zu kinds or at as many places; the shortest run of each is kept.\n",
            (unsigned long long)result->violation_count, result->violations.count);
    if (answer->sampled && result->verdict == VERDICT_VIOLATED)
        text_printf(out, "\nThere may be more: %s\n", answer->sampled);
    if (!answer->inconclusive) result_text_limits(out, style, result);
    add_inconclusive(out, style, answer);
    for (size_t i = 0; i < result->violations.count; i++) add_violation(out, style, answer, i, story_limit);
    add_endless(out, style, answer);
    add_never_run(out, style, answer);
    add_unreached(out, style, answer);
    add_stacks(out, answer);
}

/* ---- a page ---- */

static const char *count_text(struct arena *arena, uint64_t number) {
    struct text text = {0};
    units_print_count(&text, number);
    const char *copy = arena_text(arena, text_chars(&text));
    text_free(&text);
    return copy;
}

static const char *time_text(struct arena *arena, double seconds) {
    struct text text = {0};
    units_print_duration(&text, seconds);
    const char *copy = arena_text(arena, text_chars(&text));
    text_free(&text);
    return copy;
}

static const char *size_text(struct arena *arena, uint64_t bytes) {
    struct text text = {0};
    units_print_size(&text, bytes);
    const char *copy = arena_text(arena, text_chars(&text));
    text_free(&text);
    return copy;
}

static const char *idle_names(struct arena *arena, const struct answer *answer) {
    const char *names = "";
    for (size_t i = 0; i < answer->never_run.count; i++)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", answer->never_run.items[i].name);
    return names;
}

static const char *unreached_places(struct arena *arena, const struct answer *answer) {
    const char *places = "";
    for (size_t i = 0; i < answer->unreached.count; i++) {
        struct place place = answer->unreached.items[i].place;
        places = arena_printf(arena, "%s%s%s:%u", places, i ? ", " : "", place_file(place), place.line);
    }
    return places;
}

/* The first violation that can be shown; SIZE_MAX: none. */
static size_t shown(const struct answer *answer) {
    for (size_t i = 0; i < answer->timelines.count; i++)
        if (answer->timelines.items[i]) return i;
    return SIZE_MAX;
}

void answer_html(struct text *out, const struct answer *answer) {
    struct arena *arena = arena_new();
    const struct result *result = &answer->result;
    const struct search_statistics *total = &result->total;
    struct html_fact facts[] = {{"states", count_text(arena, total->states)},
                                {"transitions", count_text(arena, total->transitions + total->passed)},
                                {"depth", count_text(arena, total->depth)},
                                {"time", time_text(arena, total->seconds)},
                                {"memory", size_text(arena, total->memory_bytes)},
                                {"kernel", answer->profile}};
    struct html_fact notes[5];
    size_t note_count = 0;
    if (answer->inconclusive) notes[note_count++] = (struct html_fact){"Given up:", answer->inconclusive};
    if (answer->assumption) notes[note_count++] = (struct html_fact){"Assuming that", answer->assumption};
    if (answer->undefined_count)
        notes[note_count++] = (struct html_fact){
            "Asked for by the preprocessor, and defined nowhere:",
            arena_some_names(arena, answer->undefined, answer->undefined_count, answer->undefined_count)};
    if (answer->reached_known && answer->never_run.count)
        notes[note_count++] = (struct html_fact){"Never run:", idle_names(arena, answer)};
    if (answer->reached_known && answer->unreached.count)
        notes[note_count++] = (struct html_fact){"Code that no run reaches:", unreached_places(arena, answer)};
    struct text title = {0};
    size_t index = shown(answer);
    const struct result_violation *violation =
        result->violations.count ? &result->violations.items[index == SIZE_MAX ? 0 : index] : NULL;
    if (violation) result_violation_title(&title, result, violation);
    struct html_page page = {.title = result->source.model,
                             .verdict = result_verdict_name(result->verdict),
                             .message = violation ? text_chars(&title) : NULL,
                             .explanation = violation ? answer_explanation(violation->violation->kind) : NULL,
                             .facts = facts,
                             .fact_count = sizeof facts / sizeof *facts,
                             .notes = notes,
                             .note_count = note_count,
                             .timeline = index == SIZE_MAX ? NULL : answer->timelines.items[index]};
    if (violation) page.place = violation->violation->place;
    html_page(out, &page);
    text_free(&title);
    arena_free(arena);
}
