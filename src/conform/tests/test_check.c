/* What simulation means here (docs/conform.md): small specifications, small designs, and the verdict of each. */
#include "base/file.h"
#include "conform/conform.h"
#include "search/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct files {
    char path[3][64]; /* specification, map, design */
};

static void write_files(struct files *files, const char *specification, const char *map, const char *design) {
    static const char *const endings[] = {"eventb", "map", "pml"};
    const char *texts[] = {specification, map, design};
    for (int i = 0; i < 3; i++) {
        snprintf(files->path[i], sizeof files->path[i], "/tmp/rtcheck-check-%d.%s", (int)getpid(), endings[i]);
        if (texts[i]) assert_true(file_write(files->path[i], texts[i], strlen(texts[i])));
    }
}

static void remove_files(const struct files *files) {
    for (int i = 0; i < 3; i++) unlink(files->path[i]);
}

struct outcome {
    enum verdict verdict;
    char kind[64];
    size_t events;
    struct conform_counts counts;
    unsigned differing;
    char export[65536];
};

static void count_differing(void *context, const struct conform_row *row) { *(unsigned *)context += row->differs; }

static void search(struct conform *conform, struct outcome *outcome) {
    struct search_options options = {.order = SEARCH_BFS,
                                     .ignore_end_states = true,
                                     .no_reduction = true,
                                     .violations = 1,
                                     .store = STORE_EXACT,
                                     .threads = 1};
    struct search_result *found = search_run(conform_ts(conform), &options);
    assert_null(found->error);
    outcome->verdict = found->verdict;
    conform_counts(conform, &outcome->counts);
    if (found->violations.count) {
        const struct violation *violation = &found->violations.items[0];
        snprintf(outcome->kind, sizeof outcome->kind, "%s", violation->kind);
        assert_non_null(violation->trace);
        assert_true(ts_trace_replays(conform_ts(conform), violation->trace));
        outcome->events = violation->trace->states.count - 1;
        const struct ts_trace_state *last = &vec_last(&violation->trace->states);
        conform_compare(conform, last->bytes, last->size, count_differing, &outcome->differing);
    }
    search_result_free(found);
}

static struct outcome check_with(const char *specification, const char *map, const char *design,
                                 struct conform_options options) {
    struct files files;
    struct diagnostics diagnostics = {0};
    struct outcome outcome = {0};
    struct text exported = {0};
    write_files(&files, specification, map, design);
    options.specification = files.path[0];
    options.map = files.path[1];
    options.design = files.path[2];
    struct conform *conform = conform_load(&options, &diagnostics);
    diag_print(&diagnostics, stderr);
    assert_non_null(conform);
    search(conform, &outcome);
    if (conform_export(conform, "design.pml", 0, &exported, &diagnostics))
        snprintf(outcome.export, sizeof outcome.export, "%s", text_chars(&exported));
    text_free(&exported);
    conform_free(conform);
    diag_free(&diagnostics);
    remove_files(&files);
    return outcome;
}

static struct outcome check(const char *specification, const char *map, const char *design) {
    return check_with(specification, map, design, (struct conform_options){0});
}

static const char counter[] = "machine counter variables x invariants @x x ∈ 0‥3 events\n"
                              "event INITIALISATION then @i x ≔ 0 end\n"
                              "event up where @g x < 3 then @a x ≔ x + 1 end\n"
                              "event down where @g x > 0 then @a x ≔ x − 1 end end\n";
static const char counter_map[] = "relate { x ~ y; } calls { up -> Up(); down -> Down(); }";

static void equal_systems_hold(void **state) {
    (void)state;
    struct outcome outcome = check(counter, counter_map, "byte y; inline Up() { y++ } inline Down() { y-- }");
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_int_equal(outcome.counts.states, 4);
    assert_int_equal(outcome.counts.transitions, 6);
    assert_non_null(strstr(outcome.export, "assert(y == 3)"));
}

static void the_shortest_way_is_found(void **state) {
    (void)state;
    struct outcome outcome =
        check(counter, counter_map, "byte y; inline Up() { y = (y == 2 -> 0 : y + 1) } inline Down() { y-- }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "differs");
    assert_int_equal(outcome.events, 3);
    assert_int_equal(outcome.differing, 1);
}

static void a_call_that_blocks_is_refused(void **state) {
    (void)state;
    struct outcome outcome = check(counter, counter_map, "byte y; inline Up() { y < 2; y++ } inline Down() { y-- }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "refused");
    assert_int_equal(outcome.events, 3);
}

/* The design may do more than the specification asks for. */
static void a_richer_design_simulates(void **state) {
    (void)state;
    assert_int_equal(
        check(counter, counter_map, "byte y, z; inline Up() { y++; z = 1 - z } inline Down() { y--; z = 0 }").verdict,
        VERDICT_HOLDS);
}

/* Definition 3: one result that corresponds is enough; from each of those the design must be able to go on. */
static void one_result_is_enough(void **state) {
    (void)state;
    static const char design[] = "byte y; inline Up() { if :: y++ :: y = 9 fi } inline Down() { y-- }";
    struct outcome outcome = check(counter, counter_map, design);
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    outcome = check_with(counter, counter_map, design, (struct conform_options){.every_result = true});
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "differs");
    assert_int_equal(outcome.events, 1);
}

static void every_related_result_must_go_on(void **state) {
    (void)state;
    struct outcome outcome =
        check(counter, counter_map,
              "byte y; bool stuck; inline Up() { !stuck; y++; if :: stuck = true :: skip fi } inline Down() { y-- }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "refused");
    assert_int_equal(outcome.events, 2);
}

/* A choice of the specification must be possible for the design, each way. */
static void choices_of_the_specification(void **state) {
    (void)state;
    static const char chooser[] = "machine chooser variables x invariants @x x ∈ 0‥2 events\n"
                                  "event INITIALISATION then @i x ≔ 0 end\n"
                                  "event choose where @g x = 0 then @a x :∈ 1‥2 end end\n";
    static const char map[] = "relate { x ~ y; } calls { choose -> Choose(); }";
    assert_int_equal(check(chooser, map, "byte y; inline Choose() { if :: y = 1 :: y = 2 fi }").verdict, VERDICT_HOLDS);
    struct outcome outcome = check(chooser, map, "byte y; inline Choose() { y = 1 }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_int_equal(outcome.events, 1);
}

/* f may give several calls for an event, or none. */
static void an_event_may_be_several_calls(void **state) {
    (void)state;
    static const char map[] = "relate { x ~ y / 2; } calls { up -> Up(), Up(); down -> Down(), skip_(1), Down(); }";
    static const char design[] = "byte y; inline Up() { y++ } inline Down() { y-- } inline skip_(n) { skip }";
    assert_int_equal(check(counter, map, design).verdict, VERDICT_HOLDS);
    static const char lazy[] = "relate { x > 3 ~ y; } calls { up -> skip; down -> Stay(); }";
    assert_int_equal(check(counter, lazy, "byte y; inline Stay() { skip }").verdict, VERDICT_HOLDS);
}

/* Events that share their calls may have their parameters in different places. */
static void events_may_share_calls(void **state) {
    (void)state;
    static const char two[] = "machine two variables x invariants @x x ∈ 0‥9 events\n"
                              "event INITIALISATION then @i x ≔ 0 end\n"
                              "event first any a b where @a a ∈ 1‥2 @b b ∈ 5‥6 @z x = 0 then @n x ≔ a end\n"
                              "event second any b a where @a a ∈ 3‥4 @b b ∈ 7‥8 @z x = 0 then @n x ≔ a end end\n";
    static const char map[] =
        "bounds { INT = 0..9; } relate { x ~ y; } calls { first, second(a) -> Set(max({a, 0}), a); }";
    struct outcome outcome = check(two, map, "byte y; inline Set(v, w) { assert(v == w); y = v }");
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_int_equal(outcome.counts.transitions, 8);
}

static void initial_states_must_correspond(void **state) {
    (void)state;
    struct outcome outcome = check(counter, counter_map, "byte y = 1; inline Up() { y++ } inline Down() { y-- }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "initial");
    assert_int_equal(outcome.events, 0);
    assert_int_equal(outcome.differing, 1);
}

/* One way of the call comes to the right state, another one nowhere. */
static void every_result_does_not_block(void **state) {
    (void)state;
    static const char design[] = "byte y; inline Up() { if :: y++ :: true -> false fi } inline Down() { y-- }";
    struct outcome outcome = check(counter, counter_map, design);
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    outcome = check_with(counter, counter_map, design, (struct conform_options){.every_result = true});
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "refused");
    assert_int_equal(outcome.events, 1);
}

static void faults_of_the_design_are_findings(void **state) {
    (void)state;
    struct outcome outcome =
        check(counter, counter_map, "byte y; inline Up() { y++; assert(y < 2) } inline Down() { y-- }");
    assert_string_equal(outcome.kind, "assertion");
    assert_int_equal(outcome.events, 2);
    outcome = check(counter, counter_map, "byte y; inline Up() { do :: y++ :: y-- od } inline Down() { y-- }");
    assert_string_equal(outcome.kind, "endless");
    assert_int_equal(outcome.events, 1);
}

static void faults_of_the_specification_are_findings(void **state) {
    (void)state;
    static const char broken[] = "machine broken variables x invariants @x x ∈ 0‥2 events\n"
                                 "event INITIALISATION then @i x ≔ 0 end\n"
                                 "event up where @g x < 3 then @a x ≔ x + 1 end end\n";
    struct outcome outcome = check(broken, "relate { x ~ y; } calls { up -> Up(); }", "byte y; inline Up() { y++ }");
    assert_int_equal(outcome.verdict, VERDICT_VIOLATED);
    assert_string_equal(outcome.kind, "specification invariant");
    assert_int_equal(outcome.events, 3);
    assert_int_equal(conform_side(outcome.kind), CONFORM_SPECIFICATION);
}

/* Bounds cut off what leaves them (definition 10). */
static void steps_out_of_bounds_are_cut(void **state) {
    (void)state;
    static const char endless[] = "machine endless variables x invariants @x x ∈ ℕ events\n"
                                  "event INITIALISATION then @i x ≔ 0 end\n"
                                  "event up then @a x ≔ x + 1 end end\n";
    struct outcome outcome =
        check(endless, "bounds { x = 0..5; } relate { x ~ y; } calls { up -> Up(); }", "byte y; inline Up() { y++ }");
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_int_equal(outcome.counts.states, 6);
    assert_int_equal(outcome.counts.cut, 1);
}

static void undefined_relations_are_the_maps_fault(void **state) {
    (void)state;
    static const char partial[] =
        "context c sets S end machine partial sees c variables f invariants @f f ∈ S ⇸ 0‥1 events\n"
        "event INITIALISATION then @i f ≔ S × {0} end\n"
        "event drop any s where @g s ∈ dom(f) then @a f ≔ {s} ⩤ f end end\n";
    struct outcome outcome = check(partial, "relate { forall s in S: f(s) ~ y[s]; } calls { drop(s) -> Drop(s); }",
                                   "byte y[3]; inline Drop(s) { y[s] = 0 }");
    assert_string_equal(outcome.kind, "map");
    assert_int_equal(outcome.events, 1);
    outcome = check(partial, "relate { forall s in S: s ∈ dom(f) ~ y[s + 1]; } calls { drop(s) -> Drop(s); }",
                    "byte y[3] = 1; inline Drop(s) { y[s] = 0 }");
    assert_string_equal(outcome.kind, "map"); /* y[3] is not there */
    outcome = check(partial, "relate { forall s in S: s ∈ dom(f) ~ y[s + 1]; } calls { drop(s) -> Drop(s); }",
                    "byte y[3]; inline Drop(s) { y[s] = 0 }");
    assert_string_equal(outcome.kind, "initial"); /* y[2] is wrong, whatever y[3] may be */
}

static const char ranked[] =
    "context c sets S constants rank axioms @r rank ∈ S → 1‥2 end\n"
    "machine ranked sees c variables best invariants @b best ⊆ S events\n"
    "event INITIALISATION then @i best ≔ ∅ end\n"
    "event pick any s where @n s ∉ best @g rank(s) = max(ran(rank)) then @a best ≔ best ∪ {s} end end\n";
static const char ranked_map[] = "bounds { S = 3; } symmetric S; setup { forall s in S: Set(s, rank(s)); }\n"
                                 "relate { forall s in S: s ∈ best ~ chosen[s]; } calls { pick(s) -> Pick(s); }";
static const char ranked_design[] =
    "byte rank[4]; byte chosen[4]; inline Set(s, r) { rank[s] = r } inline Pick(s) { chosen[s] = 1 }";

static void symmetric_setups_are_taken_once(void **state) {
    (void)state;
    struct outcome outcome = check(ranked, ranked_map, ranked_design);
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_int_equal(outcome.counts.setups, 8);
    assert_int_equal(outcome.counts.setups_checked, 4); /* 111, 112, 122, 222 */
    uint64_t once = outcome.counts.states;
    outcome = check_with(ranked, ranked_map, ranked_design, (struct conform_options){.no_symmetry = true});
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_int_equal(outcome.counts.setups_checked, 8);
    /* The orbits have 1, 3, 3 and 1 elements; the subsets of the best: 8, 2, 4, 8. */
    assert_int_equal(once, 8 + 2 + 4 + 8);
    assert_int_equal(outcome.counts.states, 8 + 3 * 2 + 3 * 4 + 8);
}

/* A bug that needs a set-up which only symmetry leaves out: the promise was wrong, and --no-symmetry tells. */
static void a_wrong_promise_of_symmetry(void **state) {
    (void)state;
    static const char partial_design[] =
        "byte rank[4]; byte chosen[4]; inline Set(s, r) { rank[s] = r }\n"
        "inline Pick(s) { rank[1] < 2 || rank[2] == 2 || rank[3] == 2; chosen[s] = 1 }";
    assert_int_equal(
        check_with(ranked, ranked_map, partial_design, (struct conform_options){.no_symmetry = true}).verdict,
        VERDICT_VIOLATED);
}

static void values_may_be_sets_of_numbers(void **state) {
    (void)state;
    static const char lamp[] = "context c sets L constants off on axioms @p partition(L, {off}, {on}) end\n"
                               "machine lamp sees c variables l invariants @l l ∈ L events\n"
                               "event INITIALISATION then @i l ≔ off end\n"
                               "event press then @a l :∣ (l = off ⇒ l' = on) ∧ (l = on ⇒ l' = off) end end\n";
    static const char map[] = "values L { off -> 0; on -> {2, 5..7}; } relate { l ~ y; } calls { press -> Press(); }";
    struct outcome outcome = check(lamp, map, "byte y; inline Press() { y = (y == 0 -> 6 : 0) }");
    assert_int_equal(outcome.verdict, VERDICT_HOLDS);
    assert_non_null(strstr(outcome.export, "(y == 2 || (y >= 5 && y <= 7))"));
    assert_int_equal(check(lamp, map, "byte y; inline Press() { y = (y == 0 -> 4 : 0) }").verdict, VERDICT_VIOLATED);
}

static void expect_refusal(const char *specification, const char *map, const char *design, unsigned line,
                           unsigned column, const char *message) {
    struct files files;
    struct diagnostics diagnostics = {0};
    write_files(&files, specification, map, design);
    struct conform_options options = {.specification = files.path[0], .map = files.path[1], .design = files.path[2]};
    struct conform *conform = conform_load(&options, &diagnostics);
    assert_null(conform);
    bool found = false;
    for (size_t i = 0; i < diagnostics.list.count; i++) {
        const struct diagnostic *problem = &diagnostics.list.items[i];
        found = found ||
                (strstr(problem->message, message) && problem->place.line == line && problem->place.column == column);
    }
    if (!found) {
        diag_print(&diagnostics, stderr);
        fail_msg("expected %u:%u: %s", line, column, message);
    }
    diag_free(&diagnostics);
    remove_files(&files);
}

static void wrong_maps_are_refused(void **state) {
    (void)state;
    static const char design[] = "byte y; byte a[3]; inline Up() { y++ } inline Down() { y-- }";
    static const char calls[] = "calls { up -> Up(); down -> Down(); }";
    char map[512];
#define REFUSED(text, line, column, message)                                                                           \
    snprintf(map, sizeof map, "%s\n%s", text, calls);                                                                  \
    expect_refusal(counter, map, design, line, column, message)
    REFUSED("relate { x ~ z; }", 1, 14, "has no variable `z`");
    REFUSED("relate { x ~ a; }", 1, 14, "does not fit its declaration");
    REFUSED("relate { x ~ y[1]; }", 1, 14, "does not fit its declaration");
    REFUSED("relate { q ~ y; }", 1, 10, "q");
    REFUSED("relate { {x} ~ y; }", 1, 10, "must be an element of a carrier set, an integer or a truth value");
    REFUSED("relate { forall t in T: x ~ y; }", 1, 17, "no carrier set `T`");
    REFUSED("relate { x ~ y; } values S from 1;", 1, 26, "no carrier set `S`");
    REFUSED("relate { x ~ y; } symmetric S;", 1, 29, "no carrier set `S`");
    REFUSED("relate { x ~ y; } bounds { z = 3; }", 1, 28, "there is no carrier set, constant or variable of that name");
    REFUSED("relate { x ~ y; } bounds { x = 9; }", 1, 28, "a variable needs a range");
    REFUSED("relate { x ~ y; } only sideways;", 1, 24, "no event `sideways`");
    REFUSED("relate { x ~ y; } setup { Up(x(1)); }", 1, 27, "has 1 argument");
#undef REFUSED
    expect_refusal(counter, "relate { x ~ y; } calls { up -> Up(); down -> Downwards(); }", design, 1, 47,
                   "has no inline `Downwards`");
    expect_refusal(counter, "relate { x ~ y; } calls { up(t) -> Up(); down -> Down(); }", design, 1, 30,
                   "has no parameter `t`");
    expect_refusal(counter, "relate { x ~ y; } calls { up -> Up(); }", design, 1, 25, "the event `down`");
    expect_refusal(counter, "relate { x ~ y; }", design, 1, 1, "the map never calls the design");
    expect_refusal(counter, "relate { x ~ y; } calls { up, down, aside -> Up(); }", design, 1, 37, "no event `aside`");
    expect_refusal(counter, counter_map, "byte y; inline Up() { y++ } inline Down() { y-- } init { skip }", 1, 51,
                   "has no process of its own");
    expect_refusal(counter, counter_map, "byte y; inline Up() { y++ } inline Down() { y-- } ltl p { [] (y < 9) }", 1,
                   55, "the ltl property p in a design is not checked");
    expect_refusal(counter, counter_map, "byte y; inline Up() { y++ } inline Down() { y-- } never { y > 9 }", 1, 51,
                   "a never claim in a design is not checked");
    expect_refusal("context c sets S end", "relate { 1 ~ y; }", design, 0, 0, "is a context");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_systems_hold),
        cmocka_unit_test(the_shortest_way_is_found),
        cmocka_unit_test(a_call_that_blocks_is_refused),
        cmocka_unit_test(a_richer_design_simulates),
        cmocka_unit_test(one_result_is_enough),
        cmocka_unit_test(every_result_does_not_block),
        cmocka_unit_test(every_related_result_must_go_on),
        cmocka_unit_test(choices_of_the_specification),
        cmocka_unit_test(an_event_may_be_several_calls),
        cmocka_unit_test(events_may_share_calls),
        cmocka_unit_test(initial_states_must_correspond),
        cmocka_unit_test(faults_of_the_design_are_findings),
        cmocka_unit_test(faults_of_the_specification_are_findings),
        cmocka_unit_test(steps_out_of_bounds_are_cut),
        cmocka_unit_test(undefined_relations_are_the_maps_fault),
        cmocka_unit_test(symmetric_setups_are_taken_once),
        cmocka_unit_test(a_wrong_promise_of_symmetry),
        cmocka_unit_test(values_may_be_sets_of_numbers),
        cmocka_unit_test(wrong_maps_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
