/* Machines within bounds: their transition systems, faults, occurrences, formulas and bounds. */
#include "base/file.h"
#include "eventb/machine.h"
#include "eventb/temporal.h"
#include "search/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char scheduler[] = "context procs sets PROC constants limit axioms @l limit ∈ ℕ1 end\n"
                                "machine scheduler sees procs variables ready active n\n"
                                "invariants @r ready ⊆ PROC @a active ⊆ PROC @n n ∈ ℕ @most card(active) ≤ limit\n"
                                "events\n"
                                "event INITIALISATION then @r ready ≔ ∅ @a active ≔ ∅ @n n ≔ 0 end\n"
                                "event new any p where @p p ∈ PROC ∖ (ready ∪ active) then @r ready ≔ ready ∪ {p} end\n"
                                "event run any p where @p p ∈ ready @few card(active) < limit\n"
                                "  then @r ready ≔ ready ∖ {p} @a active ≔ active ∪ {p} end\n"
                                "event stop any p where @p p ∈ active then @a active ≔ active ∖ {p} end\n"
                                "event count then @n n ≔ n + 1 end\n"
                                "end\n";

struct loaded {
    struct eb_development *development;
    struct eb_machine *machine;
    struct diagnostics diagnostics;
};

static struct loaded load(const char *text, const char *const *settings, size_t count) {
    struct loaded loaded = {0};
    char path[] = "/tmp/rtcheck-machine-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(file_write(path, text, strlen(text)));
    struct eb_bounds bounds = {.settings = settings, .setting_count = count};
    loaded.development = eb_load(path, NULL, &loaded.diagnostics);
    if (!loaded.development) diag_print(&loaded.diagnostics, stderr);
    assert_non_null(loaded.development);
    loaded.machine = eb_machine_new(loaded.development, &bounds, &loaded.diagnostics);
    unlink(path);
    return loaded;
}

static void unload(struct loaded *loaded) {
    eb_machine_free(loaded->machine);
    eb_development_free(loaded->development);
    diag_free(&loaded->diagnostics);
}

static struct search_result *explore(const struct loaded *loaded, unsigned threads) {
    struct search_options options = {.violations = 1, .threads = threads};
    return search_run(eb_machine_ts(loaded->machine), &options);
}

static void states_are_counted(void **state) {
    (void)state;
    static const char *const settings[] = {"limit=1", "PROC=3", "n=0..2"};
    struct loaded loaded = load(scheduler, settings, 3);
    assert_non_null(loaded.machine);
    for (unsigned threads = 1; threads <= 2; threads++) {
        eb_machine_cut_steps(loaded.machine, true);
        struct search_result *result = explore(&loaded, threads);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        /* Each of 3 processes is away, ready or active, at most one active: 2^3 + 3 * 2^2; n is 0, 1 or 2. */
        assert_int_equal(result->statistics.states, 60);
        assert_int_equal(eb_machine_cut_steps(loaded.machine, false), 20); /* n = 3 would leave the bounds */
        search_result_free(result);
    }
    unload(&loaded);
}

static void constants_are_chosen(void **state) {
    (void)state;
    struct loaded loaded = load(scheduler, NULL, 0);
    assert_int_equal(eb_machine_setup_count(loaded.machine), 3); /* 1, 2 and 3 */
    unload(&loaded);
    static const char *const two[] = {"limit=2..3"};
    loaded = load(scheduler, two, 1);
    assert_int_equal(eb_machine_setup_count(loaded.machine), 2);
    unload(&loaded);
}

static void bad_bounds_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "PROC",    "PROC=0",    "PROC={a,a}",           "PROC={a", "PROC=x", "nothing=3", "INT=3",
        "INT=3..", "INT=3..2",  "limit=PROC",           "limit=",  "n=3",    "n=2..1",    "limit=0",
        "=3",      "PROC=5000", "INT=0..99999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct loaded loaded = load(scheduler, &bad[i], 1);
        if (loaded.machine) print_message("accepted: %s\n", bad[i]);
        assert_null(loaded.machine);
        assert_true(loaded.diagnostics.errors > 0);
        unload(&loaded);
    }
}

/* ---- faults ---- */

static void expect_fault(const char *text, const char *kind, const char *message, const char *last) {
    struct loaded loaded = load(text, NULL, 0);
    assert_non_null(loaded.machine);
    struct search_result *result = explore(&loaded, 1);
    assert_int_equal(result->verdict, VERDICT_VIOLATED);
    const struct violation *violation = &result->violations.items[0];
    assert_string_equal(violation->kind, kind);
    if (!strstr(violation->message, message)) print_message("%s\n", violation->message);
    assert_non_null(strstr(violation->message, message));
    assert_true(ts_trace_replays(eb_machine_ts(loaded.machine), violation->trace));
    if (last) {
        const struct ts *ts = eb_machine_ts(loaded.machine);
        size_t count = violation->trace->states.count;
        const struct ts_trace_state *before = &violation->trace->states.items[count - 2], *after = before + 1;
        struct ts_description description = {0};
        ts->describe(ts, before->bytes, before->size, after->bytes, after->size, &after->step, &description);
        assert_string_equal(text_chars(&description.action), last);
        ts_description_free(&description);
    }
    search_result_free(result);
    unload(&loaded);
}

#define MACHINE(variables, invariants, initial, events)                                                                \
    "context c sets S constants a b axioms @p partition(S, {a}, {b}) end machine m sees c variables " variables        \
    " invariants " invariants " events event INITIALISATION then " initial " end " events " end"

static void faults_are_named(void **state) {
    (void)state;
    expect_fault(MACHINE("x", "@i x ∈ 0‥2", "@a x ≔ 0", "event up any d where @d d ∈ 1‥2 then @a x ≔ x + d end"),
                 "invariant", "invariant i is violated: x ∈ 0 ‥ 2", "up(d = 2)");
    expect_fault(MACHINE("f", "@i f ∈ S ⇸ S", "@a f ≔ {a ↦ b}", "event go any s where @g f(s) = b then @a f ≔ ∅ end"),
                 "well-definedness", "event go, guards: 'f(s)' is not well-defined: 's' is not in the domain of 'f'",
                 "go(s = b)");
    expect_fault(MACHINE("f", "@i f ∈ S ↔ S", "@a f ≔ {a ↦ b, a ↦ a}", "event go then @a f ≔ {f(a) ↦ b} end"),
                 "well-definedness", "event go, action a: 'f(a)' is not well-defined: 'f' has several values at 'a'",
                 "go");
    expect_fault(MACHINE("x", "@i x ∈ ℤ", "@a x ≔ 2", "event go then @a x ≔ 3 ÷ (x − 2) end"), "well-definedness",
                 "the divisor is 0", "go");
    expect_fault(MACHINE("x", "@i x ∈ ℤ", "@a x ≔ −1", "event go then @a x ≔ x mod 2 end"), "well-definedness",
                 "not below 0", "go");
    expect_fault(MACHINE("x", "@i x ⊆ ℤ", "@a x ≔ ∅", "event go then @a x ≔ {max(x)} end"), "well-definedness",
                 "the set is empty", "go");
    expect_fault(MACHINE("x", "@i x ∈ ℤ", "@a x ≔ 3", "event go then @a x ≔ x ^ (x ^ (x ^ x)) end"), "overflow",
                 "exceeds 64 bits", "go");
    expect_fault("context c constants f axioms @f f = (λx·x ∈ ℕ ∣ x + 1) end machine m sees c variables x invariants "
                 "@i x ≠ 10 events event INITIALISATION then @a x ≔ 0 end event go then @a x ≔ f(x + 9) end end",
                 "invariant", "invariant i is violated", "go");
    expect_fault("context c constants f axioms @f f = (λx·x ∈ ℕ ∣ x + 1) end machine m sees c variables x invariants "
                 "@i x ∈ ℤ events event INITIALISATION then @a x ≔ 0 end event go then @a x ≔ f(x − 9) end end",
                 "well-definedness", "'f(x − 9)' is not well-defined: 'x − 9' is not in the domain of 'f'", "go");
    expect_fault(MACHINE("x", "@i x ∈ 0‥2", "@a x ≔ 3", "event go then @a x ≔ 0 end"), "invariant", "x ∈ 0 ‥ 2", NULL);
    expect_fault(MACHINE("f", "@i f ∈ S ⇸ S", "@a f ≔ {(∅ ⦂ ℙ(S × S))(a) ↦ b}", "event go then @a f ≔ ∅ end"),
                 "well-definedness", "event INITIALISATION, action a", NULL);
}

static void expect_holds(const char *text, uint64_t states, uint64_t transitions) {
    struct loaded loaded = load(text, NULL, 0);
    assert_non_null(loaded.machine);
    struct search_result *result = explore(&loaded, 1);
    if (result->verdict != VERDICT_HOLDS) print_message("%s: %s\n", text, result->violations.items[0].message);
    assert_int_equal(result->verdict, VERDICT_HOLDS);
    assert_int_equal(result->statistics.states, states);
    assert_int_equal(result->statistics.transitions, transitions);
    search_result_free(result);
    unload(&loaded);
}

/* Earlier guards protect later ones, and so do the left sides of ∧, ∨ and ⇒; quantifiers take the values they are
 * told to, also outside the bounds. */
static void what_is_protected_is_no_fault(void **state) {
    (void)state;
    expect_holds(MACHINE("f", "@i f ∈ S ⇸ S", "@a f ≔ {a ↦ b}",
                         "event go any s where @d s ∈ dom(f) @g f(s) = b then @a f ≔ ∅ end"),
                 2, 1);
    expect_holds(MACHINE("x", "@i x ∈ ℤ @j x = 0 ∨ 3 ÷ x > 0 @k x ≠ 0 ⇒ 3 ÷ x > 0", "@a x ≔ 0",
                         "event go where @g x = 0 ∧ x + 1 > 0 then @a x ≔ 1 end"),
                 2, 1);
    expect_holds(MACHINE("x", "@i x ∈ ℤ @j ∀i·i ∈ 5‥10 ⇒ i > x @k ∃i·i > 6 ∧ i ≤ 7 ∧ x < i @l ∀i·i ≥ 5 ∧ i < 9 ⇒ i ∉ ∅",
                         "@a x ≔ 0", "event go where @g ∃i·i ∈ 7‥7 ∧ i = x + 7 then @a x ≔ 1 end"),
                 2, 1);
    expect_holds(MACHINE("f", "@i f ∈ 0‥2 → ℕ", "@a f ≔ (λi·i ∈ 0‥2 ∣ 3 − i)", "event go then @a f(1) ≔ 0 end"), 2, 2);
    expect_holds(
        MACHINE("x",
                "@i x ∈ {y ∣ y ∈ ℕ ∧ y < 50} @j x + 7 ∈ {y ∣ y ∈ ℕ ∧ y > 5} @k x ↦ x + 9 ∈ {y, z·y < z ∣ y ↦ z}"
                " @l 9 ↦ 18 ∈ (λy·y ∈ ℕ ∣ y + y) @m 9 ↦ 19 ∉ (λy·y ∈ ℕ ∣ y + y)",
                "@a x ≔ 0", "event go then @a x ≔ 1 end"),
        2, 2);
    expect_holds(MACHINE("x y", "@i x ∈ ℤ @j y ∈ S", "@a x, y :∣ x' ∈ 0‥1 ∧ y' ∈ S ∧ (x' = 0 ⇒ y' = a)",
                         "event go then @a x :∈ {0, 1} @b y ≔ b end"),
                 4, 8);
}

/* Whether there is a function or relation of a kind follows from what it goes from and to: as an enumeration says,
 * where there is one. */
static void emptiness_needs_no_elements(void **state) {
    static const char *const arrows[] = {"↔", "<<->", "<->>", "<<->>", "⇸", "→", "⤔", "↣", "⤀", "↠", "⤖", "×"};
    static const bool empty[][3] = {/* ℤ to ℕ; ℤ to A; A to ℤ, where A is {a} */
                                    {false, false, false}, {false, false, false}, {false, false, false},
                                    {false, false, false}, {false, false, false}, {false, false, false},
                                    {false, false, false}, {false, true, false},  {false, false, true},
                                    {false, false, true},  {false, true, true},   {false, false, false}};
    (void)state;
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        struct text text = {0};
        const char *arrow = arrows[i];
        text_add(&text,
                 "context c sets S constants a b axioms @p partition(S, {a}, {b}) end machine m sees c variables "
                 "A B invariants @A A ⊆ S @B B ⊆ S ");
        text_printf(&text, "@eq (A %s B) = ∅ ⇔ ¬(∃r·r ∈ A %s B) @ne ∅ ≠ (A %s B) ⇔ (∃r·r ∈ A %s B) ", arrow, arrow,
                    arrow, arrow);
        text_printf(&text, "@in ∅ ⊂ (A %s B) ⇔ (A %s B) ⊈ ∅ @one ((A %s B) = ∅) ⇔ (A %s B) ⊆ ∅ ", arrow, arrow, arrow,
                    arrow);
        text_printf(&text, "@zn (ℤ %s ℕ) %s ∅ ", arrow, empty[i][0] ? "=" : "≠");
        text_printf(&text, "@za A = {a} ⇒ (ℤ %s A) %s ∅ ", arrow, empty[i][1] ? "=" : "≠");
        text_printf(&text, "@az A = {a} ⇒ (A %s ℤ) %s ∅ ", arrow, empty[i][2] ? "=" : "≠");
        text_add(&text, "@p1 ℙ1(A) = ∅ ⇔ A = ∅ @p ℙ(ℤ) ≠ ∅ @pz ℙ1(ℤ × A) = ∅ ⇔ A = ∅ events event INITIALISATION then "
                        "@A A :∈ ℙ(S) @B B :∈ ℙ(S) end end");
        expect_holds(text_chars(&text), 16, 0);
        text_free(&text);
    }
}

/* What is kept of a formula belongs to one state and one choice of the constants, not to the one before or after. */
static void what_is_kept_is_of_this_state(void **state) {
    (void)state;
    expect_holds(
        "context c constants k axioms @k k ∈ 1‥2 end machine m sees c variables r x invariants "
        "@r r ∈ 0‥9 ⇸ 0‥9 @x card(r∼[{x}]) ≤ 1 @c card({i·i ∈ 0‥9 ∧ i < card(r) ∣ i + k}) = card(r) "
        "events event INITIALISATION then @r r ≔ ∅ @x x ≔ 0 end "
        "event add any p q where @p p ∈ 0‥3 @q q = card(r) @n p ∉ dom(r) @o ∀i·i ∈ 0‥9 ⇒ (i ∈ ran(r) ⇔ i < card(r)) "
        "@l card(r) < k + 1 then @r r ≔ r ∪ {p ↦ q} @x x ≔ card(r) end end",
        /* arrangements of up to k + 1 of 4 places: 1 + 4 + 12 and 1 + 4 + 12 + 24 */ 17 + 41, 16 + 40);
    expect_fault(MACHINE("s", "@i s ⊆ 0‥99 @j ∀i·i ∈ s ⇒ max(s) − i < 3", "@a s ≔ {7}",
                         "event go any t u where @t t = s ∪ {max(s) + 1} @u u ∈ t ∖ s then @a s ≔ t ∪ {u} end"),
                 "invariant", "invariant j is violated", "go(t = {7, 8, 9, 10}, u = 10)");
}

/* ---- what others ask of a machine ---- */

struct seen {
    const struct eb_machine *machine;
    const struct eb_development *development;
    struct text text;
};

static void note(void *context, unsigned event, const struct eb_value *const *parameters, const void *after,
                 uint32_t size, uint32_t fault) {
    struct seen *seen = context;
    const struct eb_full_event *full = &seen->development->events[event];
    (void)after;
    assert_true(size > 0 && fault == 0);
    text_printf(&seen->text, "%s", full->name);
    for (unsigned i = 0; i < full->parameter_count; i++) {
        text_add(&seen->text, " ");
        eb_value_print(seen->machine, full->parameters[i].type, parameters[i], &seen->text);
    }
    text_add(&seen->text, ";");
}

struct kept {
    unsigned char bytes[64];
    uint32_t size;
};

static void keep(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct kept *kept = context;
    (void)step;
    assert_true(size <= sizeof kept->bytes);
    memcpy(kept->bytes, state, size);
    kept->size = size;
}

static void count_value(void *context, const struct eb_value *value) {
    (void)value;
    ++*(unsigned *)context;
}

static const struct eb_formula *parse(const struct loaded *loaded, struct arena *arena, const char *text,
                                      bool predicate, struct eb_symbol *locals, unsigned count) {
    struct eb_source source = {.text = text, .origin = {"test", 1, 1}, .column_by_column = true};
    struct diagnostics diagnostics = {0};
    const struct eb_formula *formula = predicate ? eb_parse_predicate(arena, &source, &diagnostics)
                                                 : eb_parse_expression(arena, &source, &diagnostics);
    formula = eb_check_formula(loaded->development, formula, locals, count, &diagnostics);
    diag_print(&diagnostics, stderr);
    assert_non_null(formula);
    diag_free(&diagnostics);
    return formula;
}

static void others_can_ask(void **state) {
    (void)state;
    static const char *const settings[] = {"PROC={p,q}", "limit=2"};
    struct loaded loaded = load(scheduler, settings, 2);
    const struct ts *ts = eb_machine_ts(loaded.machine);
    struct kept start = {0};
    ts->initial(ts, keep, &start);
    struct seen seen = {loaded.machine, loaded.development, {0}};
    eb_machine_occurrences(loaded.machine, start.bytes, start.size, note, &seen);
    assert_string_equal(text_chars(&seen.text), "new p;new q;count;");
    text_free(&seen.text);
    assert_true(eb_machine_enabled(loaded.machine, start.bytes, start.size, 0));
    assert_false(eb_machine_enabled(loaded.machine, start.bytes, start.size, 1));

    const struct eb_type *proc = loaded.development->sets[0].type->left;
    const struct eb_value *q = eb_value_by_name(loaded.machine, proc, "q");
    assert_non_null(q);
    assert_null(eb_value_by_name(loaded.machine, proc, "r"));
    int64_t number;
    assert_true(eb_value_integer(proc, q, &number));
    assert_int_equal(number, 1);
    unsigned values = 0;
    assert_true(eb_values_of_type(loaded.machine, loaded.development->sets[0].type, 4, count_value, &values));
    assert_int_equal(values, 4);
    assert_false(eb_values_of_type(loaded.machine, loaded.development->sets[0].type, 3, count_value, &values));

    struct arena *arena = arena_new();
    struct eb_symbol local = {.name = "x", .type = proc};
    const struct eb_formula *formula = parse(&loaded, arena, "{x} ∪ ready", false, &local, 1);
    struct eb_compiled *compiled = eb_compile(loaded.machine, formula, &loaded.diagnostics);
    const struct eb_value *result = eb_evaluate(compiled, start.bytes, start.size, &q);
    struct text text = {0};
    eb_value_print(loaded.machine, formula->type, result, &text);
    assert_string_equal(text_chars(&text), "{q}");
    text_free(&text);
    eb_compiled_free(compiled);
    compiled = eb_compile(loaded.machine, parse(&loaded, arena, "1 ÷ n = limit", true, NULL, 0), &loaded.diagnostics);
    assert_null(eb_evaluate(compiled, start.bytes, start.size, NULL));
    eb_compiled_free(compiled);
    arena_free(arena);
    unload(&loaded);
}

/* ---- temporal logic ---- */

static enum verdict check_temporal(const char *formula) {
    static const char *const settings[] = {"PROC={p,q}", "limit=1", "n=0..3"};
    struct loaded loaded = load(scheduler, settings, 3);
    struct eb_temporal *temporal = eb_temporal_new(loaded.machine, loaded.development, formula, &loaded.diagnostics);
    if (!temporal) diag_print(&loaded.diagnostics, stderr);
    assert_non_null(temporal);
    struct ts *product = ts_product_new(eb_machine_observed(loaded.machine), eb_temporal_observer(temporal));
    bool safety = eb_temporal_is_safety(temporal);
    struct search_options options = {.order = safety ? SEARCH_BFS : SEARCH_DFS,
                                     .goal = safety ? SEARCH_SAFETY : SEARCH_ACCEPTANCE,
                                     .ignore_end_states = true,
                                     .violations = 1,
                                     .threads = 1};
    struct search_result *result = search_run(product, &options);
    enum verdict verdict = result->verdict;
    search_result_free(result);
    ts_product_free(product);
    eb_temporal_free(temporal);
    unload(&loaded);
    return verdict;
}

static void formulas_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *formula;
        enum verdict verdict;
    } cases[] = {
        {"G {card(active) ≤ 1}", VERDICT_HOLDS},
        {"[] {p ∉ active}", VERDICT_VIOLATED},
        {"G ({p ∈ active} => not {q ∈ active})", VERDICT_HOLDS},
        {"F {n = 3}", VERDICT_VIOLATED}, /* nobody has to count */
        {"{n = 0} W {n = 1}", VERDICT_HOLDS},
        {"{n = 0} U {n = 1}", VERDICT_VIOLATED},
        {"G (e(stop) <=> {active ≠ ∅})", VERDICT_HOLDS},
        {"G not deadlock", VERDICT_HOLDS},
        {"G (X {n ≥ 0} & ({p ∈ ready} or true))", VERDICT_HOLDS},
        {"{p ∈ ready} R {p ∉ active}", VERDICT_HOLDS},
        {"G {{p} ⊆ active ∪ PROC}", VERDICT_HOLDS},
        {"G F {active = ∅}", VERDICT_VIOLATED}, /* who counts beyond the bounds need not stop */
        {"G F {n = 0}", VERDICT_VIOLATED},
        {"G ([] {n ≥ 0} -> <> {n ≥ 0}) && !false", VERDICT_HOLDS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum verdict verdict = check_temporal(cases[i].formula);
        if (verdict != cases[i].verdict) print_message("%s\n", cases[i].formula);
        assert_int_equal(verdict, cases[i].verdict);
    }
}

static void bad_formulas_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",           "G",     "{n = 0",     "{n ∈ PROC}",      "{x = 1}",
                                      "e(nothing)", "e(new", "(G {n = 0}", "{n = 0} {n = 1}", "[new] {n = 0}",
                                      "n = 0",      "G {}",  "{n = 0} U"};
    struct loaded loaded = load(scheduler, NULL, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        unsigned before = loaded.diagnostics.errors;
        struct eb_temporal *temporal = eb_temporal_new(loaded.machine, loaded.development, bad[i], &loaded.diagnostics);
        if (temporal) print_message("accepted: %s\n", bad[i]);
        assert_null(temporal);
        assert_true(loaded.diagnostics.errors > before);
    }
    unload(&loaded);
}

/* ---- models by others: in EVENTB_DATA, or shared/data/eventb beside the project; else skipped ---- */

static void published_machines_have_their_sizes(void **state) {
    (void)state;
    static const struct {
        const char *file;
        uint64_t states, transitions;
    } cases[] = {{"RodinCore_ch2_car/m0.bum", 9, 12},
                 {"RodinCore_ch2_car/m1.bum", 29, 40},
                 {"RodinCore_ch2_car/m2.bum", 44, 58},
                 {"RodinCore_ch2_car/m3.bum", 387, 792},
                 {"RodinCore_Doors/doors_0.bum", 8, 16},
                 {"prob2_kernel_Scheduler/Scheduler0.bum", 10, 24},
                 {"prob2_kernel_Lift/lift0.bum", 4, 22},
                 {"prob2_kernel_trafficLight/mac.bum", 3, 10},
                 {"prob2_kernel_trafficLight/mac1.bum", 8, 20},
                 {"eventb-animate_cars-on-bridge/M0.bum", 9, 12},
                 {"eventb-animate_cars-on-bridge/M1.bum", 29, 40},
                 {"eventb-animate_cars-on-bridge/M2.bum", 40, 51},
                 {"eventb-animate_cars-on-bridge/M3.bum", 380, 777},
                 {"eventb-animate_traffic-light/M0.bum", 3, 10},
                 {"eventb-animate_traffic-light/M1.bum", 7, 19},
                 {"eventb-animate_traffic-light/M2.bum", 14, 44},
                 {"eventb-animate_binary-search/M0.bum", 190, 280},
                 {"eventb-animate_binary-search/M1.bum", 365, 625},
                 {"eventb-animate_binary-search/M2.bum", 705, 785},
                 {"eventb-animate_binary-search/M3.bum", 220, 220},
                 {"eBike/M0.bum", 14, 31},
                 {"eBike/M1.bum", 68, 104},
                 {"eBike/M2.bum", 25, 64}};
    static const char inside[] = "src/eventb/tests/test_machine.c";
    struct text folder = {0};
    if (getenv("EVENTB_DATA")) {
        text_add(&folder, getenv("EVENTB_DATA"));
    } else {
        text_add_n(&folder, __FILE__, sizeof __FILE__ - sizeof inside);
        text_add(&folder, "../shared/data/eventb");
    }
    if (access(text_chars(&folder), R_OK) != 0) {
        text_free(&folder);
        skip();
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text path = {0};
        text_printf(&path, "%s/%s", text_chars(&folder), cases[i].file);
        struct loaded loaded = {0};
        loaded.development = eb_load(text_chars(&path), NULL, &loaded.diagnostics);
        assert_non_null(loaded.development);
        loaded.machine = eb_machine_new(loaded.development, NULL, &loaded.diagnostics);
        assert_non_null(loaded.machine);
        struct search_result *result = explore(&loaded, 1);
        if (result->statistics.states != cases[i].states) print_message("%s\n", cases[i].file);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        assert_int_equal(result->statistics.states, cases[i].states);
        assert_int_equal(result->statistics.transitions, cases[i].transitions);
        search_result_free(result);
        unload(&loaded);
        text_free(&path);
    }
    text_free(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_counted),
                                       cmocka_unit_test(constants_are_chosen),
                                       cmocka_unit_test(bad_bounds_are_refused),
                                       cmocka_unit_test(faults_are_named),
                                       cmocka_unit_test(what_is_protected_is_no_fault),
                                       cmocka_unit_test(emptiness_needs_no_elements),
                                       cmocka_unit_test(what_is_kept_is_of_this_state),
                                       cmocka_unit_test(others_can_ask),
                                       cmocka_unit_test(formulas_are_checked),
                                       cmocka_unit_test(bad_formulas_are_refused),
                                       cmocka_unit_test(published_machines_have_their_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
