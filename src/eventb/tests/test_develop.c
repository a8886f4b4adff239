/* Developments: what a machine stands on, what its events inherit, and types. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define CONTEXT                                                                                                        \
    "context c sets TASK STATE constants sus act top axioms @a1 partition(STATE, {sus}, {act}) @a2 top ∈ ℕ1 end "
#define BASE                                                                                                           \
    CONTEXT "machine m0 sees c variables st n invariants @i1 st ∈ TASK → STATE @i2 n ∈ 0‥top events "          \
            "event INITIALISATION then @a1 st ≔ TASK × {sus} @a2 n ≔ 0 end "                                      \
            "event activate any t where @g1 st(t) = sus theorem @g2 t ∈ dom(st) then @a1 st(t) ≔ act end "         \
            "event count when @g1 n < top then @a1 n ≔ n + 1 end end "

static void load_text(struct fixture *fixture, const char *text) {
    fixture_write(fixture, "model.eventb", text);
    fixture_load(fixture, "model.eventb", NULL);
    if (!fixture->development) fail_msg("%s", fixture_error(fixture));
}

static void a_machine_by_itself(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, BASE);
    const struct eb_development *d = fixture.development;
    assert_string_equal(d->name, "m0");
    assert_true(d->has_machine);
    assert_int_equal(d->set_count, 2);
    assert_string_equal(printed_type(d->sets[0].type, fixture.arena), "ℙ(TASK)");
    assert_int_equal(d->constant_count, 3);
    assert_string_equal(printed_type(d->constants[0].type, fixture.arena), "STATE");
    assert_string_equal(printed_type(d->constants[2].type, fixture.arena), "ℤ");
    assert_int_equal(d->variable_count, 2);
    assert_string_equal(printed_type(d->variables[0].type, fixture.arena), "ℙ(TASK×STATE)");
    assert_int_equal(d->axioms.count, 2);
    assert_int_equal(d->invariants.count, 2);
    assert_int_equal(d->gluing.count, 0);
    assert_int_equal(d->initialisation.actions.count, 2);
    assert_int_equal(d->event_count, 2);
    const struct eb_full_event *activate = &d->events[0];
    assert_int_equal(activate->parameter_count, 1);
    assert_string_equal(printed_type(activate->parameters[0].type, fixture.arena), "TASK");
    assert_int_equal(activate->guards.count, 1); /* without the theorem */
    const struct eb_formula *action = activate->actions.items[0].formula;
    assert_true(action->of_point);
    assert_int_equal(action->target_indices[0], 0);
    assert_int_equal(action->children[0]->op, EB_OVERRIDE);
    assert_string_equal(printed_type(action->children[0]->type, fixture.arena), "ℙ(TASK×STATE)");
    const struct eb_formula *guard = activate->guards.items[0].formula;
    assert_int_equal(guard->children[0]->children[0]->identifier, EB_VARIABLE);
    assert_int_equal(guard->children[0]->children[1]->identifier, EB_PARAMETER);
    assert_int_equal(guard->children[1]->identifier, EB_CONSTANT);
    fixture_free(&fixture);
}

static void a_refinement_inherits(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, BASE "machine m1 refines m0 sees c variables st m invariants @j1 m ∈ ℤ @j2 m = n + 1 "
                             "@j3 m > 0 events event INITIALISATION then @a1 st ≔ TASK × {sus} @a2 m ≔ 1 end "
                             "event activate extends activate any k where @h1 k ∈ 1‥m then @b1 m ≔ k end "
                             "event count refines count when @h1 m ≤ top with @x ⊤ then @b1 m ≔ m + 1 end end "
                             "machine m2 refines m1 sees c variables st m invariants @k m ≥ 1 events "
                             "event activate extends activate where @l k = m end end");
    const struct eb_development *d = fixture.development;
    assert_string_equal(d->name, "m2");
    assert_int_equal(d->variable_count, 2);
    assert_int_equal(d->abstract_variable_count, 1);
    assert_string_equal(d->variables[2].name, "n");
    /* i1, j1, j3, k speak only of st and m */
    assert_int_equal(d->invariants.count, 4);
    assert_int_equal(d->gluing.count, 2);
    assert_string_equal(d->gluing.items[0].label, "i2");
    assert_string_equal(d->gluing.items[1].label, "j2");
    assert_int_equal(d->gluing.items[1].formula->children[1]->children[0]->index, 2);
    /* m2 says nothing of INITIALISATION */
    assert_int_equal(d->initialisation.actions.count, 2);
    assert_int_equal(d->event_count, 1);
    const struct eb_full_event *activate = &d->events[0];
    assert_int_equal(activate->parameter_count, 2);
    assert_string_equal(activate->parameters[0].name, "t");
    assert_string_equal(activate->parameters[1].name, "k");
    assert_int_equal(activate->guards.count, 3);
    assert_string_equal(activate->guards.items[2].label, "l");
    assert_int_equal(activate->actions.count, 2);
    fixture_load(&fixture, "model.eventb", "m1");
    assert_int_equal(fixture.development->event_count, 2);
    fixture_free(&fixture);
}

/* Also through a machine that does not mention it either. */
static void initialisation_is_kept(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, BASE "machine m1 refines m0 sees c variables st n end machine m2 refines m1 sees c "
                             "variables st n end");
    assert_int_equal(fixture.development->initialisation.actions.count, 2);
    fixture_free(&fixture);
    assert_text_error(
        "machine m0 end machine m1 refines m0 end\nmachine m2 refines m1 variables x invariants @i x = 1 end",
        "1:24: there is no event INITIALISATION in m0");
}

static void types_are_found(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"x = {1 ↦ TRUE}", "ℙ(ℤ×BOOL)"},
        {"x ∈ A ↔ ℙ(ℤ)", "ℙ(A×ℙ(ℤ))"},
        {"x ⊆ A × A × A", "ℙ(A×A×A)"},
        {"x ∈ A × (A × A)", "A×(A×A)"},
        {"x = (λy·y ∈ A ∣ {y})", "ℙ(A×ℙ(A))"},
        {"x = (prj1 ⦂ ℙ((A × BOOL) × A))", "ℙ(A×BOOL×A)"},
        {"x = A ◁ id", "ℙ(A×A)"},
        {"x ∘ x = (∅ ⦂ ℙ(A × A))", "ℙ(A×A)"},
        {"dom(x) = ℤ ∧ ran(x) = A", "ℙ(ℤ×A)"},
        {"x∼[A] ⊆ BOOL", "ℙ(BOOL×A)"},
        {"x = id ⊗ (succ ; pred)", "ℙ(ℤ×(ℤ×ℤ))"},
        {"x = (A × ℤ) ∥ (BOOL × A)", "ℙ(A×BOOL×(ℤ×A))"},
        {"x = union({{1}})", "ℙ(ℤ)"},
        {"x = (⋃y·y ∈ ℙ(A) ∣ y)", "ℙ(A)"},
        {"x = bool(1 = 2)", "BOOL"},
        {"x = min({1}) + card(A)", "ℤ"},
        {"x = {a ↦ b ∣ a ∈ A ∧ b = 1}", "ℙ(A×ℤ)"},
        {"∅ = ∅ ∪ x ∧ x ⊆ ℤ", "ℙ(ℤ)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture = fixture_new();
        struct text text = {0};
        text_printf(&text, "context c sets A constants x axioms @a %s end", cases[i][0]);
        load_text(&fixture, text_chars(&text));
        assert_string_equal(printed_type(fixture.development->constants[0].type, fixture.arena), cases[i][1]);
        text_free(&text);
        fixture_free(&fixture);
    }
}

static void bound_identifiers_have_types(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, "context c sets A axioms @a ∀x, y·x ↦ y ∈ A × ℤ ⇒ (∃z⦂BOOL·z = TRUE) end");
    const struct eb_formula *all = fixture.development->axioms.items[0].formula;
    assert_string_equal(printed_type(all->bound[0].type, fixture.arena), "A");
    assert_string_equal(printed_type(all->bound[1].type, fixture.arena), "ℤ");
    assert_string_equal(printed(all, false, fixture.arena), "∀x, y·x ↦ y ∈ A × ℤ ⇒ (∃z ⦂ BOOL·z = TRUE)");
    fixture_free(&fixture);
}

static void type_errors_help(void **state) {
    (void)state;
#define AXIOM(text) "context c sets A constants x axioms\n@t x ⊆ A\n@a " text "\nend"
    assert_text_error(AXIOM("x + 1 = 2"), "3:4: x is in ℙ(A), but ℤ was expected here");
    assert_text_error(AXIOM("x ∈ ℤ"), "3:8: ℤ is in ℙ(ℤ), but ℙ(ℙ(A)) was expected here");
    assert_text_error(AXIOM("1 = TRUE"), "3:8: TRUE is in BOOL, but ℤ was expected here");
    assert_text_error(AXIOM("x − x = ∅"), "3:4: x is in ℙ(A), but − is for integers; sets have ∖ (\\)");
    assert_text_error(AXIOM("∀y·y = y"), "3:5: nothing says of which type y is; write y ∈ … or y ⦂ …");
    assert_text_error(AXIOM("∅ = ∅"), "3:4: nothing says of which type ∅ is; write ∅ ⦂ …");
    assert_text_error(AXIOM("x = y"), "3:8: y is not declared");
    assert_text_error("context c constants maxpri axioms @a maxpri = 1 @b maxpir > 0 end",
                      "1:52: maxpir is not declared; did you mean 'maxpri'?");
    assert_text_error(AXIOM("x = NATURAL"), "3:8: NATURAL is not declared; did you mean ℕ?");
    assert_text_error(AXIOM("∅ = (∅ ⦂ ℙ(x))"), "3:9: x is no carrier set, so it is no type");
    assert_text_error(AXIOM("x' = x"), "3:4: x' stands only to the right of :∣, for a variable that is assigned there");
    assert_text_error(AXIOM("∃f·f = f(f)"),
                      "3:13: the type of f, ℙ(?×?), would have to contain itself, or is too large");
    assert_text_error("context c constants x axioms @a x = x end",
                      "1:21: nothing says of which type x is: an axiom should have x ∈ …");
    assert_text_error("context c constants x x axioms @a x = 1 end",
                      "1:23: x is declared twice: it is already a constant of c");
}

/* Each type is twice as large as the one before: written out, the last would have 2^40 parts. */
static void types_do_not_explode(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "context c constants x0");
    for (unsigned i = 1; i <= 40; i++) text_printf(&text, " x%u", i);
    text_add(&text, " axioms @a0 x0 = 1");
    for (unsigned i = 1; i <= 40; i++) text_printf(&text, " @a%u x%u = x%u ↦ x%u", i, i, i - 1, i - 1);
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "c.eventb", text_chars(&text));
    fixture_load(&fixture, "c.eventb", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "or is too large"));
    text_free(&text);
    fixture_free(&fixture);
}

static void event_errors_are_found(void **state) {
    (void)state;
#define EVENT(text)                                                                                                    \
    "machine m variables x y\ninvariants @i x ∈ ℤ ∧ y ∈ ℤ events event INITIALISATION then @a x, y ≔ 0, 0 end\n" text  \
    "\nend"
    assert_text_error(EVENT("event e then @a x ≔ 1 @b x ≔ 2 end"),
                      "3:26: x is assigned by two actions of one event: they happen at once");
    assert_text_error(EVENT("event e then @a z ≔ 1 end"), "3:17: z is not declared, so it cannot be assigned");
    assert_text_error(EVENT("event e any p where @g p = 1 then @a p ≔ 1 end"),
                      "3:38: p is a parameter: only variables can be assigned");
    assert_text_error(EVENT("event e then @a x ≔ TRUE end"), "3:21: TRUE is in BOOL, but ℤ was expected here");
    assert_text_error(EVENT("event e then @a x :∈ 1 end"), "3:22: 1 is in ℤ, but ℙ(ℤ) was expected here");
    assert_text_error(EVENT("event e then @a x :∣ y' = 1 end"),
                      "3:22: y' stands only to the right of :∣, for a variable that is assigned there");
    assert_text_error(EVENT("event e any p then @a x ≔ p end"),
                      "3:13: nothing says of which type p is: a guard should have p ∈ …");
    assert_text_error(EVENT("event e any x where @g x = 1 end"),
                      "3:13: x is declared twice: it is already a variable of m");
    assert_text_error(EVENT("event e refines f end"), "3:17: e refines an event, but its machine refines none");
    assert_text_error(EVENT("event e extends f end"), "3:17: e refines an event, but its machine refines none");
    assert_text_error("machine m variables x invariants @i x ∈ ℤ events event INITIALISATION then @a x ≔ x end end",
                      "1:83: x has no value yet when the machine is initialised");
    assert_text_error("machine m variables x invariants @i x ∈ ℤ end",
                      "1:9: the machine m has no event INITIALISATION");
    assert_text_error("machine m variant TRUE end", "1:19: a variant is an integer or a set");
    assert_text_error("machine m events event INITIALISATION any x where @g x = 1 end end",
                      "1:24: INITIALISATION has neither parameters nor guards");
}

static void refinement_errors_are_found(void **state) {
    (void)state;
    assert_text_error(BASE "\nmachine m1 refines m0 sees c variables st n st end",
                      "2:45: st is declared twice: it is already a variable of m1");
    assert_text_error(BASE "machine m1 refines m0 sees c variables st events event INITIALISATION then @a st ≔ ∅ end\n"
                           "event count extends count end end",
                      "1:370: n is a variable of the abstraction m0; this machine has it no more");
    assert_text_error(BASE "machine m1 refines m0 sees c variables st n events\nevent e extends f end end",
                      "2:17: there is no event f in m0");
    assert_text_error(BASE "machine m1 refines m0 sees c variables st events event INITIALISATION then @a st ≔ ∅ end "
                           "end\nmachine m2 refines m1 sees c variables st n events event INITIALISATION end end",
                      "2:43: n was a variable of m0 and has disappeared since: it cannot come back");
    assert_text_error("machine a refines b end machine b refines a end",
                      "1:19: the machine b refines itself in a circle");
    assert_text_error("context a extends b end context b extends a end",
                      "1:19: the context b extends itself in a circle");
}

static void a_variable_may_begin_with_any_value(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, "machine m variables x y invariants @i x ∈ ℤ ∧ y ∈ ℤ events\n"
                        "event INITIALISATION then @a y ≔ 1 end end");
    const struct eb_labelled_list *actions = &fixture.development->initialisation.actions;
    assert_int_equal(actions->count, 2);
    assert_string_equal(printed(actions->items[1].formula, false, fixture.arena), "x :∣ ⊤");
    assert_int_equal(fixture.diagnostics.list.count, 1);
    assert_string_equal(fixture.diagnostics.list.items[0].message,
                        "x is not initialised: it may begin with any value of its type");
    fixture_free(&fixture);
}

static void components_are_found_beside(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "c.buc",
                  "<org.eventb.core.contextFile version=\"3\"><org.eventb.core.carrierSet "
                  "org.eventb.core.identifier=\"S\"/></org.eventb.core.contextFile>");
    fixture_write(&fixture, "m0.eventb",
                  "machine m0 sees c variables s invariants @i s ⊆ S events "
                  "event INITIALISATION then @a s ≔ ∅ end end");
    fixture_write(&fixture, "m1.bumx", "machine m1 refines m0 sees c variables s end");
    fixture_load(&fixture, "m1.bumx", NULL);
    assert_error(&fixture, "");
    assert_string_equal(printed_type(fixture.development->variables[0].type, fixture.arena), "ℙ(S)");
    fixture_load(&fixture, "c.buc", NULL);
    assert_error(&fixture, "");
    assert_false(fixture.development->has_machine);
    assert_int_equal(fixture.development->set_count, 1);
    fixture_write(&fixture, "m2.eventb", "machine m2\nrefines m9 end");
    fixture_load(&fixture, "m2.eventb", NULL);
    assert_non_null(strstr(fixture_error(&fixture), "2:9: there is no machine m9 here"));
    fixture_load(&fixture, "m0.eventb", "m7");
    assert_error(&fixture, "0:0: there is no m7 in this file, but m0");
    fixture_free(&fixture);
}

static const struct eb_formula *check(struct fixture *fixture, const char *text, struct eb_symbol *locals,
                                      unsigned count) {
    const struct eb_source source = {.text = text, .origin = {"test", 1, 1}, .column_by_column = true};
    diag_free(&fixture->diagnostics);
    const struct eb_formula *parsed = eb_parse_predicate(fixture->development->arena, &source, &fixture->diagnostics);
    assert_non_null(parsed);
    return eb_check_formula(fixture->development, parsed, locals, count, &fixture->diagnostics);
}

static void formulas_about_a_development(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    load_text(&fixture, BASE);
    struct eb_type unknown = {.kind = EB_TYPE_UNKNOWN};
    struct eb_symbol locals[] = {{.name = "t", .type = &unknown}, {.name = "n"}, {.name = "idle"}};
    const struct eb_formula *formula = check(&fixture, "st(t) = act ∧ n = TRUE", locals, 3);
    assert_non_null(formula);
    assert_string_equal(printed_type(locals[0].type, fixture.arena), "TASK");
    assert_string_equal(printed_type(locals[1].type, fixture.arena), "BOOL"); /* not the variable n */
    assert_null(locals[2].type);
    const struct eb_formula *t = formula->children[0]->children[0]->children[1];
    assert_int_equal(t->identifier, EB_PARAMETER);
    assert_int_equal(t->index, 0);
    assert_null(check(&fixture, "st(n) = act", locals, 3));
    assert_error(&fixture, "1:4: n is in BOOL, but TASK was expected here");
    assert_null(check(&fixture, "st = ready", NULL, 0));
    assert_error(&fixture, "1:6: ready is not declared");
    fixture_free(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_by_itself),          cmocka_unit_test(a_refinement_inherits),
        cmocka_unit_test(initialisation_is_kept),       cmocka_unit_test(types_are_found),
        cmocka_unit_test(bound_identifiers_have_types), cmocka_unit_test(type_errors_help),
        cmocka_unit_test(types_do_not_explode),         cmocka_unit_test(event_errors_are_found),
        cmocka_unit_test(refinement_errors_are_found),  cmocka_unit_test(a_variable_may_begin_with_any_value),
        cmocka_unit_test(components_are_found_beside),  cmocka_unit_test(formulas_about_a_development),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
