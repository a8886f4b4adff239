/* Machines that include others, and the events that they synchronise. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Two components that all of the tests can include. */
#define COUNTER                                                                                                        \
    "machine counter\nsees limits\nvariables n\ninvariants @inv1: n ∈ 0‥top\nevents\n"                             \
    "event INITIALISATION then @act1: n ≔ 0 end\n"                                                                   \
    "event up any d where @grd1: d ∈ 1‥top @grd2: n + d ≤ top then @act1: n ≔ n + d end\n"                     \
    "event reset then @act1: n ≔ 0 end\nend\n"
#define LIMITS "context limits\nconstants top\naxioms @axm1: top = 3\nend\n"

/* Everything that the machine came to, in one line. */
static const char *shown(struct fixture *fixture) {
    struct text out = {0};
    const struct eb_development *development = fixture->development;
    if (!development) return fixture_error(fixture);
    for (unsigned i = 0; i < development->variable_count; i++) text_printf(&out, "%s ", development->variables[i].name);
    for (unsigned i = 0; i < development->invariants.count; i++)
        text_printf(&out, "| %s: %s ", development->invariants.items[i].label,
                    printed(development->invariants.items[i].formula, false, fixture->arena));
    for (unsigned i = 0; i <= development->event_count; i++) {
        const struct eb_full_event *event = i ? &development->events[i - 1] : &development->initialisation;
        text_printf(&out, "# %s", event->name);
        for (unsigned j = 0; j < event->parameter_count; j++) text_printf(&out, " %s", event->parameters[j].name);
        for (unsigned j = 0; j < event->guards.count; j++)
            text_printf(&out, " ? %s: %s", event->guards.items[j].label,
                        printed(event->guards.items[j].formula, false, fixture->arena));
        for (unsigned j = 0; j < event->actions.count; j++)
            text_printf(&out, " ! %s: %s", event->actions.items[j].label,
                        printed(event->actions.items[j].formula, false, fixture->arena));
        text_add_char(&out, ' ');
    }
    const char *copy = arena_text(fixture->arena, text_chars(&out));
    text_free(&out);
    return copy;
}

static void assert_shown(const char *text, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb", text);
    fixture_load(&fixture, "m.eventb", NULL);
    assert_string_equal(shown(&fixture), expected);
    fixture_free(&fixture);
}

static void variables_and_invariants_are_copied(void **state) {
    (void)state;
    assert_shown(LIMITS COUNTER
                 "machine m includes counter as p q\nvariables x invariants @inv1: x ∈ BOOL @sum: p_n + q_n ≤ 9\n"
                 "events event INITIALISATION synchronises p.INITIALISATION synchronises q.INITIALISATION\n"
                 "then @act1: x ≔ TRUE end end",
                 "q_n p_n x | q_inv1: q_n ∈ 0 ‥ top | p_inv1: p_n ∈ 0 ‥ top | inv1: x ∈ BOOL | sum: p_n + q_n ≤ 9 "
                 "# INITIALISATION ! q_act1: q_n ≔ 0 ! p_act1: p_n ≔ 0 ! act1: x ≔ TRUE ");
}

static void events_are_merged(void **state) {
    (void)state;
    assert_shown(LIMITS COUNTER
                 "machine m includes counter as p q\nvariables x invariants @inv1: x ∈ ℤ\n"
                 "events event INITIALISATION synchronises p.INITIALISATION synchronises q.INITIALISATION\n"
                 "then @act1: x ≔ 0 end\n"
                 "event e any d synchronises p.up synchronises q.reset\n"
                 "where @grd1: d = p_d + p_n then @act1: x ≔ d end\nend",
                 "q_n p_n x | q_inv1: q_n ∈ 0 ‥ top | p_inv1: p_n ∈ 0 ‥ top | inv1: x ∈ ℤ "
                 "# INITIALISATION ! q_act1: q_n ≔ 0 ! p_act1: p_n ≔ 0 ! act1: x ≔ 0 "
                 "# e p_d d ? p_grd1: p_d ∈ 1 ‥ top ? p_grd2: p_n + p_d ≤ top ? grd1: d = p_d + p_n "
                 "! q_act1: q_n ≔ 0 ! p_act1: p_n ≔ p_n + p_d ! act1: x ≔ d ");
}

static void without_a_prefix_names_stay(void **state) {
    (void)state;
    assert_shown(LIMITS COUNTER "machine m includes counter\nevents event INITIALISATION synchronises INITIALISATION "
                                "end event go synchronises up where @mine: d = 1 end end",
                 "n | inv1: n ∈ 0 ‥ top # INITIALISATION ! act1: n ≔ 0 "
                 "# go d ? grd1: d ∈ 1 ‥ top ? grd2: n + d ≤ top ? mine: d = 1 ! act1: n ≔ n + d ");
}

/* p_n is bound inside, and x is bound that is a variable: names do not catch each other. */
static void bound_names_catch_nothing(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb",
                  "machine a variables n s invariants @t: n ∈ ℤ ∧ s ∈ ℙ(ℤ) @i: ∀p_n·p_n = n ⇒ (∃n·n = p_n)\n"
                  "events event INITIALISATION then @a: n ≔ 0 @b: s :∣ s' = {n·n ∈ 1‥2 ∣ n} end\n"
                  "event e then @a: n, s :∣ n' = n + 1 ∧ n ∉ s' end end\n"
                  "machine m includes a as p events event INITIALISATION synchronises p.INITIALISATION end "
                  "event f synchronises p.e end end");
    fixture_load(&fixture, "m.eventb", NULL);
    assert_error(&fixture, "");
    const struct eb_formula *invariant = fixture.development->invariants.items[1].formula;
    const struct eb_formula *equal = invariant->children[0]->children[0];
    assert_int_equal(equal->children[0]->op, EB_BOUND);
    assert_int_equal(equal->children[1]->op, EB_IDENTIFIER);
    assert_string_equal(equal->children[1]->name, "p_n");
    assert_string_equal(printed(fixture.development->events[0].actions.items[0].formula, false, fixture.arena),
                        "p_n, p_s :∣ p_n' = p_n + 1 ∧ p_n ∉ p_s'");
    fixture_free(&fixture);
}

static void inclusions_are_nested(void **state) {
    (void)state;
    assert_shown(LIMITS COUNTER
                 "machine pair includes counter as a b events event INITIALISATION synchronises a.INITIALISATION\n"
                 "synchronises b.INITIALISATION end event both synchronises a.up synchronises b.up "
                 "where @same: a_d = b_d end end\n"
                 "machine m includes pair as p events event INITIALISATION synchronises p.INITIALISATION end\n"
                 "event go synchronises p.both where @one: p_a_d = 1 end end",
                 "p_b_n p_a_n | p_b_inv1: p_b_n ∈ 0 ‥ top | p_a_inv1: p_a_n ∈ 0 ‥ top "
                 "# INITIALISATION ! p_b_act1: p_b_n ≔ 0 ! p_a_act1: p_a_n ≔ 0 "
                 "# go p_b_d p_a_d ? p_b_grd1: p_b_d ∈ 1 ‥ top ? p_b_grd2: p_b_n + p_b_d ≤ top "
                 "? p_a_grd1: p_a_d ∈ 1 ‥ top ? p_a_grd2: p_a_n + p_a_d ≤ top ? p_same: p_a_d = p_b_d "
                 "? one: p_a_d = 1 ! p_b_act1: p_b_n ≔ p_b_n + p_b_d ! p_a_act1: p_a_n ≔ p_a_n + p_a_d ");
}

/* Without the words, copies begin as they would by themselves; that is said. */
static void copies_are_initialised(void **state) {
    (void)state;
    static const char expected[] = "p_n | p_inv1: p_n ∈ 0 ‥ top # INITIALISATION ! p_act1: p_n ≔ 0 ";
    assert_shown(LIMITS COUNTER "machine m includes counter as p end", expected);
    assert_shown(LIMITS COUNTER "machine m includes counter as p events event INITIALISATION end end", expected);
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb", LIMITS COUNTER "machine m includes counter as p end");
    fixture_load(&fixture, "m.eventb", NULL);
    assert_int_equal(fixture.diagnostics.list.count, 1);
    assert_string_equal(fixture.diagnostics.list.items[0].message,
                        "INITIALISATION does not synchronise p.INITIALISATION of counter; it happens all the same");
    fixture_free(&fixture);
    assert_shown(LIMITS COUNTER "machine m includes counter as p variables x invariants @i: x ∈ ℤ end",
                 "14:9: the machine m has no event INITIALISATION");
}

#define REFINED                                                                                                        \
    LIMITS COUNTER "machine counter1 refines counter\nsees limits\nvariables n k\n"                                    \
                   "invariants @inv1: k ∈ 0‥n\nevents\n"                                                           \
                   "event INITIALISATION extends INITIALISATION then @k: k ≔ 0 end\n"                                \
                   "event up extends up where @more: d = 1 then @k: k ≔ n end\nend\n"                                \
                   "machine counter2 refines counter1\nvariables k m\n"                                                \
                   "invariants @glue: m = 2 ∗ n\n@own: m ∈ ℕ events\n"                                           \
                   "event INITIALISATION then @k: k ≔ 0 @m: m ≔ 0 end\n"                                           \
                   "event up refines up where @one: m < 2 ∗ top with @d: d = 1 @n': n' = n + d\n"                    \
                   "then @m: m ≔ m + 2 @k: k ≔ m ÷ 2 end end\n"

static void a_refinement_comes_with_what_it_inherits(void **state) {
    (void)state;
    assert_shown(REFINED "machine m includes counter1 as p events event go synchronises p.up end end",
                 "p_n p_k | p_counter_inv1: p_n ∈ 0 ‥ top | p_inv1: p_k ∈ 0 ‥ p_n "
                 "# INITIALISATION ! p_act1: p_n ≔ 0 ! p_k: p_k ≔ 0 "
                 "# go p_d ? p_grd1: p_d ∈ 1 ‥ top ? p_grd2: p_n + p_d ≤ top ? p_more: p_d = 1 "
                 "! p_act1: p_n ≔ p_n + p_d ! p_k: p_k ≔ p_n ");
    /* The gluing invariants and witnesses tie it to its own abstraction: that is not part of it. */
    assert_shown(REFINED "machine m includes counter2 as p events event go synchronises p.up end end",
                 "p_k p_m | p_own: p_m ∈ ℕ | p_k-type: p_k = p_k ⦂ ℤ | p_m-type: p_m = p_m ⦂ ℤ # INITIALISATION ! "
                 "p_k: p_k ≔ 0 ! p_m: p_m ≔ 0 "
                 "# go ? p_one: p_m < 2 ∗ top ! p_m: p_m ≔ p_m + 2 ! p_k: p_k ≔ p_m ÷ 2 ");
}

static void refined_and_included_again(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb",
                  REFINED "machine m includes counter1 as p events event go synchronises p.up end end\n"
                          "machine m1 includes counter2 as p refines m\n"
                          "events event INITIALISATION synchronises p.INITIALISATION end\n"
                          "event go refines go synchronises p.up end end\n"
                          "machine m2 includes counter1 as p refines m\n"
                          "events event INITIALISATION extends INITIALISATION end event go extends go end end\n"
                          "machine m3 includes counter as p sees limits\nevents event go synchronises p.up end end\n"
                          "machine m4 includes counter1 as p refines m3\n"
                          "events event INITIALISATION extends INITIALISATION synchronises p.INITIALISATION end\n"
                          "event go extends go synchronises p.up end end\n"
                          "machine m5 includes counter1 as p refines m3\n"
                          "events event go extends go synchronises p.up end end");
    fixture_load(&fixture, "m.eventb", "m1");
    assert_error(&fixture, "");
    assert_int_equal(fixture.development->gluing.count, 3); /* two of counter1, and the one of counter2 */
    assert_string_equal(printed(fixture.development->gluing.items[2].formula, false, fixture.arena), "p_m = 2 ∗ p_n");
    assert_null(fixture.development->events[0].refined->unchecked);
    assert_int_equal(fixture.development->events[0].refined->witnesses.count, 2);
    assert_string_equal(fixture.development->events[0].refined->witnesses.items[0].label, "p_d");
    /* What is inherited is not there twice. */
    fixture_load(&fixture, "m.eventb", "m2");
    assert_error(&fixture, "");
    assert_int_equal(fixture.development->initialisation.actions.count, 2);
    /* Nor where the event extends one that has the first half of it, whether or not it says so. */
    static const char expected[] = "p_n p_k | p_inv1: p_n ∈ 0 ‥ top | p_inv1: p_k ∈ 0 ‥ p_n "
                                   "# INITIALISATION ! p_act1: p_n ≔ 0 ! p_k: p_k ≔ 0 "
                                   "# go p_d ? p_grd1: p_d ∈ 1 ‥ top ? p_grd2: p_n + p_d ≤ top ? p_more: p_d = 1 "
                                   "! p_act1: p_n ≔ p_n + p_d ! p_k: p_k ≔ p_n ";
    fixture_load(&fixture, "m.eventb", "m4");
    assert_string_equal(shown(&fixture), expected);
    fixture_load(&fixture, "m.eventb", "m5");
    assert_string_equal(shown(&fixture), expected);
    fixture_free(&fixture);
}

static void contexts_come_with_it(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "limits.bucx", LIMITS);
    fixture_write(&fixture, "counter.bumx", COUNTER);
    fixture_write(&fixture, "m.bumx", "machine m\nincludes counter as p\nend");
    fixture_load(&fixture, "m.bumx", NULL);
    assert_error(&fixture, "");
    assert_int_equal(fixture.development->constant_count, 1);
    fixture_free(&fixture);
}

static void machines_of_other_projects(void **state) {
    (void)state;
    struct fixture fixture = fixture_new(), other = fixture_new();
    fixture_write(&other, "limits.bucx", LIMITS);
    fixture_write(&other, "counter.bumx", COUNTER);
    const char *project = strrchr(other.folder, '/') + 1;
    fixture_write(&fixture, "m.bumx", arena_printf(fixture.arena, "machine m includes %s.counter as p\nend", project));
    fixture_load(&fixture, "m.bumx", NULL);
    assert_error(&fixture, "");
    assert_int_equal(fixture.development->axioms.count, 1);
    /* A context of the machine's own project goes first. */
    fixture_write(&fixture, "limits.bucx", "context limits constants top axioms @a: top = 1 @b: top ∈ ℕ end");
    fixture_load(&fixture, "m.bumx", NULL);
    assert_int_equal(fixture.development->axioms.count, 2);
    fixture_write(&fixture, "m.bumx", "machine m includes nowhere.counter as p\nend");
    fixture_load(&fixture, "m.bumx", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "1:20: there is no machine nowhere.counter here"));
    fixture_free(&fixture);
    fixture_free(&other);
}

/* After the two components above, which have thirteen lines. */
static void assert_include_error(const char *text, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb", arena_printf(fixture.arena, "%s%s", LIMITS COUNTER, text));
    fixture_load(&fixture, "m.eventb", NULL);
    assert_error(&fixture, expected);
    fixture_free(&fixture);
}

static void errors_have_their_place(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    assert_include_error("machine m includes counter as p p end", "14:33: counter is included as p already");
    assert_include_error("machine m includes counter as p includes counter as p end",
                         "14:53: counter is included as p already");
    assert_include_error("machine m includes counter to x as p end", "14:28: 'to' of an inclusion has no definition");
    assert_include_error("machine m includes counter as p events event e synchronises q.up end end",
                         "14:61: no machine is included as q");
    assert_include_error("machine m includes counter as p events event e synchronises p.down end end",
                         "14:61: there is no event down in counter");
    assert_include_error("machine m includes counter as p events event e synchronises up end end",
                         "14:61: up is an event of counter, which is included as p: write p.up");
    assert_include_error("machine m includes counter as p events event e synchronises zap end end",
                         "14:61: no machine is included that has an event zap");
    assert_include_error("machine m events event e synchronises p.up end end", "14:39: no machine is included as p");
    assert_include_error(
        "machine m includes counter as p events event e synchronises p.up\nsynchronises p.reset end end",
        "15:14: an event synchronises at most one of each included machine: of counter, included as p "
        "there is up already");
    assert_include_error("machine m includes counter as p events event e then @a: p_n ≔ 1 end end",
                         "14:57: p_n belongs to counter, which is included: only events that synchronise one of its "
                         "events change it");
    assert_include_error("machine m includes counter as p events event e synchronises p.up then @a: p_n ≔ 1 end end",
                         "14:75: p_n belongs to counter, which is included: only events that synchronise one of its "
                         "events change it");
    assert_include_error("machine m includes counter as p variables p_n end",
                         "14:31: the variable n of counter, which is included here, would be p_n, but there is one of "
                         "this name");
    assert_include_error("machine m includes counter includes counter end",
                         "14:20: the variable n of counter, which is included here, would be n, but there is one of "
                         "this name");
    assert_include_error("machine m includes counter as p events event e any p_d synchronises p.up where @g: p_d = 1 "
                         "end end",
                         "14:69: the event e would have two parameters p_d");
    assert_include_error("machine m includes counter events event e synchronises up where @grd1: n = 1 end end",
                         "14:65: the label grd1 is used twice here; another prefix would help");
    assert_include_error("machine m includes counter as p invariants @p_inv1: p_n = 0 end",
                         "14:44: the label p_inv1 is used twice here; another prefix would help");
    assert_include_error("machine m includes m as p end", "14:9: the machine m includes or refines itself in a circle");
    assert_include_error("machine m includes k as p end machine k includes m as p end",
                         "14:39: the machine k includes or refines itself in a circle");
    assert_include_error("machine k refines m end machine m includes k as p end",
                         "14:33: the machine m includes or refines itself in a circle");
    assert_include_error("machine bad variables v invariants @i: v = w events event INITIALISATION then @a: v ≔ 0 end "
                         "end machine m includes bad as p variables w p_w invariants @i: w = p_w end",
                         "14:44: w is not declared");
    fixture_write(&fixture, "m.eventb", "machine m includes nobody as p\nend");
    fixture_load(&fixture, "m.eventb", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "1:20: there is no machine nobody here"));
    fixture_free(&fixture);
}

#define PLACED                                                                                                         \
    "context c record R end end machine m0 sees c\n"                                                                   \
    "record Q inherits R field f : ℤ end event INITIALISATION then @q: Q ≔ ∅ @f: f ≔ ∅ end end\n"

/* A record is a variable unless a context has it; an extended one keeps the fields that it had. */
static void records_of_machines(void **state) {
    (void)state;
    assert_shown(PLACED, "f Q | typeof_Q: Q ⊆ R | typeof_Q_f: f ∈ Q → ℤ # INITIALISATION ! q: Q ≔ ∅ ! f: f ≔ ∅ ");
    assert_shown(PLACED "machine m1 refines m0 sees c\nextended record Q field g : BOOL end\n"
                        "event INITIALISATION extends INITIALISATION then @g: g ≔ ∅ end end",
                 "g Q f | typeof_Q: Q ⊆ R | typeof_Q_f: f ∈ Q → ℤ | typeof_Q_g: g ∈ Q → BOOL "
                 "# INITIALISATION ! q: Q ≔ ∅ ! f: f ≔ ∅ ! g: g ≔ ∅ ");
    /* Also if it was extended before, in between. */
    assert_shown(PLACED "machine m1 refines m0 sees c\nextended record Q end end\n"
                        "machine m2 refines m1 sees c\nextended record Q end end",
                 "Q f | typeof_Q: Q ⊆ R | typeof_Q_f: f ∈ Q → ℤ # INITIALISATION ! q: Q ≔ ∅ ! f: f ≔ ∅ ");
    assert_shown(PLACED
                 "machine m1 refines m0 sees c\nrefined record Q field g : ℤ constraint @k: g(self) = f(self) end\n"
                 "event INITIALISATION then @q: Q ≔ ∅ @g: g ≔ ∅ end end",
                 "g Q | typeof_Q: Q ⊆ R | typeof_Q_g: g ∈ Q → ℤ # INITIALISATION ! q: Q ≔ ∅ ! g: g ≔ ∅ ");
    assert_shown("context c record R field f : ℤ end end machine m sees c\nextended record R field g : BOOL end\n"
                 "event INITIALISATION then @g: g ≔ R × {TRUE} end end",
                 "g | typeof_R_g: g ∈ R → BOOL # INITIALISATION ! g: g ≔ R × {TRUE} ");
    assert_shown(PLACED "machine m1 refines m0 sees c variables f\nextended record Q end end",
                 "4:17: f is declared twice: it is already a variable of m1");
    assert_shown("machine m sees c\nextended record R field g : BOOL end end context c end",
                 "2:17: there is no record R to extend or refine");
    /* In a machine that is included, too. */
    assert_shown(PLACED "machine m includes m0 as p end", "p_f p_Q | p_typeof_Q: p_Q ⊆ R | p_typeof_Q_f: p_f ∈ p_Q → ℤ "
                                                          "# INITIALISATION ! p_q: p_Q ≔ ∅ ! p_f: p_f ≔ ∅ ");
}

/* Each machine includes the one before twice: a thousand million variables in the end. */
static void doubling_ends(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    struct text text = {0};
    text_add(&text, "machine m0 variables n invariants @i: n = 0 events event INITIALISATION then @a: n ≔ 0 end end\n");
    for (unsigned i = 1; i <= 30; i++)
        text_printf(&text,
                    "machine m%u includes m%u as p q events event INITIALISATION synchronises p.INITIALISATION "
                    "synchronises q.INITIALISATION end end\n",
                    i, i - 1);
    fixture_write(&fixture, "m.eventb", text_chars(&text));
    fixture_load(&fixture, "m.eventb", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "too much is included"));
    text_clear(&text);
    for (unsigned i = 1; i <= 2000; i++) text_printf(&text, "machine m%u includes m%u as p end\n", i, i - 1);
    fixture_write(&fixture, "m.eventb", text_chars(&text));
    fixture_load(&fixture, "m.eventb", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "is included by too many others inside each other"));
    text_free(&text);
    fixture_free(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_and_invariants_are_copied),
        cmocka_unit_test(events_are_merged),
        cmocka_unit_test(without_a_prefix_names_stay),
        cmocka_unit_test(bound_names_catch_nothing),
        cmocka_unit_test(inclusions_are_nested),
        cmocka_unit_test(copies_are_initialised),
        cmocka_unit_test(a_refinement_comes_with_what_it_inherits),
        cmocka_unit_test(refined_and_included_again),
        cmocka_unit_test(contexts_come_with_it),
        cmocka_unit_test(machines_of_other_projects),
        cmocka_unit_test(errors_have_their_place),
        cmocka_unit_test(records_of_machines),
        cmocka_unit_test(doubling_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
