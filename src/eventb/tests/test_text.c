/* Components as text. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char camille[] = "context c0\n"
                              "sets TASK STATE // both\n"
                              "constants sus act\n"
                              "axioms\n"
                              "  @axm1 partition(STATE, {sus}, {act})\n"
                              "  theorem @thm1 sus ≠ act\n"
                              "end\n"
                              "machine m0 sees c0\n"
                              "variables st /* of\n tasks */ last\n"
                              "invariants\n"
                              "  @inv1 st ∈ TASK → STATE\n"
                              "  @inv2 last ⊆ TASK\n"
                              "variant last\n"
                              "events\n"
                              "  event INITIALISATION then @act1 st ≔ TASK × {sus} @act2 last ≔ ∅ end\n"
                              "  event activate any t where @grd1 t ∈ TASK @grd2 st(t) = sus\n"
                              "    then @act1 st(t) ≔ act\n"
                              "  end\n"
                              "  convergent event forget any t where @grd1 t ∈ last then @act1 last ≔ last ∖ {t} end\n"
                              "end\n";

static const char canonical[] = "context c0\n"
                                "sets TASK STATE\n"
                                "constants sus act\n"
                                "axioms\n"
                                "    @axm1: partition(STATE, {sus}, {act})\n"
                                "    theorem @thm1: sus ≠ act\n"
                                "end\n"
                                "machine m0\n"
                                "sees c0\n"
                                "variables st last\n"
                                "invariants\n"
                                "    @inv1: st ∈ TASK → STATE\n"
                                "    @inv2: last ⊆ TASK\n"
                                "variant\n"
                                "    @vrn1: last\n"
                                "events\n"
                                "    event INITIALISATION\n"
                                "    then\n"
                                "        @act1: st ≔ TASK × {sus}\n"
                                "        @act2: last ≔ ∅\n"
                                "    end\n"
                                "\n"
                                "    event activate\n"
                                "    any t\n"
                                "    where\n"
                                "        @grd1: t ∈ TASK\n"
                                "        @grd2: st(t) = sus\n"
                                "    then\n"
                                "        @act1: st(t) ≔ act\n"
                                "    end\n"
                                "\n"
                                "    convergent event forget\n"
                                "    any t\n"
                                "    where\n"
                                "        @grd1: t ∈ last\n"
                                "    then\n"
                                "        @act1: last ≔ last ∖ {t}\n"
                                "    end\n"
                                "end\n";

static void assert_prints(const char *text, const char *expected) {
    assert_file_prints("model.eventb", text, expected);
}

static void camille_is_read(void **state) {
    (void)state;
    assert_prints(camille, canonical);
    assert_prints(canonical, canonical);
}

static void camillex_is_read(void **state) {
    (void)state;
    assert_prints(
        "context c0\n\"sets\" set TASK\nset STATE\n\"constants\"\nconstant sus\nconstant act\n"
        "axiom @axm1: partition(STATE, {sus}, {act})\ntheorem @thm1: sus /= act\n"
        "machine m0 sees c0\nvariable st\n\"who was last\" variable last\n"
        "invariant @inv1: st : TASK --> STATE\ninvariant @inv2: last <: TASK\n"
        "variant @vrn1: last\n"
        "events\n"
        "event INITIALISATION begin @act1: st := TASK ** {sus} @act2: last := {} end\n"
        "\"a task\" event activate any t where @grd1: t : TASK @grd2: st(t) = sus then @act1: st(t) := act end\n"
        "event forget status convergent any t where @grd1: t : last then @act1: last := last \\ {t} end\n",
        canonical);
}

static void upper_case_and_papers_are_read(void **state) {
    (void)state;
    assert_prints("CONTEXT c0\nSETS TASK, STATE CONSTANTS sus, act\n"
                  "AXIOMS partition(STATE, {sus}, {act}) THEOREM thm1 : sus /= act END\n"
                  "MACHINE m0 SEES c0 VARIABLES st, last\n"
                  "INVARIANTS inv1: st : TASK --> STATE\n last <: TASK\n VARIANT last EVENTS\n"
                  "initialisation = begin st := TASK ** {sus}, last := {} end\n"
                  "activate ≙ any t where grd1 : t : TASK, grd2 : st(t) = sus then act1 : st(t) := act end\n"
                  "CONVERGENT EVENT forget ANY t WHERE t : last THEN last := last \\ {t} END\n",
                  canonical);
}

/* Is `name :` a label, or is it the first half of a membership? */
static void labels_without_a_mark(void **state) {
    (void)state;
    assert_prints("machine m variables x y invariants x : S, y : T\ninv : x, y : U\n x : V end",
                  "machine m\nvariables x y\ninvariants\n    @inv1: x ∈ S\n    @inv2: y ∈ T\n"
                  "    @inv: x ∈ U ∧ y ∈ U\n    @inv4: x ∈ V\nend\n");
}

static void keywords_of_the_other_case_are_names(void **state) {
    (void)state;
    assert_prints("context c sets EVENT END axioms @a finite(EVENT) ∧ finite(END) end",
                  "context c\nsets EVENT END\naxioms\n    @a: finite(EVENT) ∧ finite(END)\nend\n");
}

static void strange_names_are_quoted(void **state) {
    (void)state;
    static const char text[] = "machine `my machine`\nrefines my-base\nvariables `end` status\ninvariants\n"
                               "    @\"a label: with blanks\": `end` ∈ ℤ\n    @b: status ∈ BOOL\nevents\n"
                               "    event `e 1` extends `e 1`\n    end\nend\n";
    static const char printed_text[] = "machine `my machine`\nrefines `my-base`\nvariables `end` status\ninvariants\n"
                                       "    @\"a label: with blanks\": `end` ∈ ℤ\n    @b: status ∈ BOOL\nevents\n"
                                       "    event `e 1` extends `e 1`\n    end\nend\n";
    assert_prints(text, printed_text);
    assert_prints(printed_text, printed_text);
}

static void errors_have_their_place(void **state) {
    (void)state;
    assert_text_error("", "1:1: expected 'machine' or 'context', not the end");
    assert_text_error("mashine m end", "1:1: expected 'machine' or 'context', not 'mashine'");
    assert_text_error("machine m\n  variabels x\nend",
                      "2:3: expected a clause of a machine, not 'variabels'; did you mean 'variables'?");
    assert_text_error("context c variables x end", "1:11: expected a clause of a context, not 'variables'");
    assert_text_error("machine m variables end", "1:21: expected a name, not 'end'");
    assert_text_error("machine m variables x,", "1:23: expected a name after ',', not the end");
    assert_text_error("machine m variables x\ninvariants @a x ∈ ℤ\n @a x > 0 end", "3:2: the label a is used twice");
    assert_text_error("machine m variables x invariants @a x ∈∈ ℤ end", "1:40: expected a formula, not '∈'");
    assert_text_error("machine m events event e then @a x ≔ 1", "1:39: expected 'end' of the event, not the end");
    assert_text_error("machine m events event e end event e end end", "1:36: there are two events e");
    assert_text_error("machine m end machine m end", "1:23: there are two machines m in this file");
    assert_text_error("machine m\nvariables x : ℤ = 0\nend",
                      "2:13: expected the end of the list (with a type or a value, each is declared by itself: "
                      "variable x : T = e, or constant c : T = e), not ':'");
    assert_text_error("machine m /* never ends", "1:11: this comment does not end");
    assert_text_error("machine m variables `x\nend", "1:21: this name in backquotes does not end");
    assert_text_error("machine m invariants @ x = 1 end", "1:22: a label is missing after '@'");
    assert_text_error("machine m\ncontains D\nend",
                      "2:1: 'contains' of CamilleX is not supported: a diagram has no text (the .bum file that Rodin "
                      "makes of it can be read)");
    assert_text_error("machine m\nsees c\ncontains D\nend",
                      "3:1: 'contains' of CamilleX is not supported: a diagram has no text (the .bum file that Rodin "
                      "makes of it can be read)");
}

static void inclusions_are_read(void **state) {
    (void)state;
    static const char expected[] =
        "machine m\nincludes a as p q\nincludes b\nincludes `x.c` as r\nrefines m0\nsees c0\n"
        "events\n    event INITIALISATION\n    synchronises p.INITIALISATION\n    end\n\n"
        "    event e\n    any t\n    synchronises p.f\n    synchronises f\n"
        "    synchronises `a.b`\n    synchronises q.`g-1`\n    end\nend\n";
    assert_prints("machine m includes a as p q includes b\nincludes x.c as r refines m0 sees c0\n"
                  "event INITIALISATION synchronises p.Initialisation end\n"
                  "event e any t synchronises p.f synchronises f synchronises `a.b` synchronises q.g-1 end",
                  expected);
    assert_prints("MACHINE m INCLUDES a AS p \"the first\" q INCLUDES b INCLUDES x.c AS r\nREFINES m0 SEES c0 EVENTS\n"
                  "EVENT INITIALISATION SYNCHRONISES p . INITIALISATION END\n"
                  "EVENT e ANY t SYNCHRONISES p. f SYNCHRONISES f SYNCHRONISES `a.b` SYNCHRONISES q .g-1 END END",
                  expected);
    assert_prints(expected, expected);
}

static void declarations_have_types_and_values(void **state) {
    (void)state;
    assert_prints("context c\nset S\ncst a\n\"one\" constant b : S\nconstant n : ℕ = 3 + 1\nconstant k = n\n"
                  "axm @x: a ≠ b\nthm @y: n = 4\nextend d\next e\nend",
                  "context c\nextends d e\nsets S\nconstants a b n k\naxioms\n    @b-typeof: b ∈ S\n"
                  "    @n-typeof: n ∈ ℕ\n    @n-def: n = 3 + 1\n    @k-def: k = n\n    @x: a ≠ b\n"
                  "    theorem @y: n = 4\nend\n");
    assert_prints("machine m\nvars a b\nvariable f : S ⇸ ℙ(T) = ∅\nvar g = {x ∣ x ∈ 1‥2}\nvar h : BOOL\n"
                  "invs @i: a = b\nevent INITIALISATION then @a: a ≔ 0 end",
                  "machine m\nvariables a b f g h\ninvariants\n    @f-typeof: f ∈ S ⇸ ℙ(T)\n"
                  "    @h-typeof: h ∈ BOOL\n    @i: a = b\nevents\n    event INITIALISATION\n    then\n"
                  "        @a: a ≔ 0\n        @f-init: f ≔ ∅\n        @g-init: g ≔ {x ∣ x ∈ 1 ‥ 2}\n    end\nend\n");
    assert_prints("machine m\nvariable x : ℤ = −1\nend",
                  "machine m\nvariables x\ninvariants\n    @x-typeof: x ∈ ℤ\nevents\n    event INITIALISATION\n"
                  "    then\n        @x-init: x ≔ −1\n    end\nend\n");
    /* In one line, these are names, as they are where lists go on. */
    assert_prints("machine m variables var x vars record R end", "machine m\nvariables var x vars record R\nend\n");
    assert_text_error("context c\nconstant c : ℤ = 1 = 2\nend", "2:20: expected a clause of a context, not '='");
    assert_text_error("context c\nconstant c : 1 = 1 ⇒ ⊤\nend", "2:20: expected a clause of a context, not '⇒'");
    assert_text_error("machine m\nvariable x : ℤ\ninvariants @x-typeof: x = 1\nend",
                      "3:12: the label x-typeof is used twice");
    assert_text_error("machine m\nvariable x = 1\nevent INITIALISATION then @x-init: x ≔ 1 end end",
                      "2:10: the label x-init is used twice");
    assert_text_error("machine m\nvariable x = 1\nevent (", "3:7: expected a name, not '('");
    assert_text_error("machine m\nvariable x' : ℤ\nend", "2:10: expected a name without a prime, not 'x''");
}

static void records_stand_for_functions(void **state) {
    (void)state;
    assert_prints("context c\nrecord R\n\"a field\" field f : S\nfield g : one S × T\nfield h : many BOOL\n"
                  "fld i : opt (S → T)\nfield one : one\nfield j : one\nfield k : ℙ(S)\n"
                  "field o : many 0‥1\nfield q : opt {1}\n"
                  "constraint @a: f(self) ∈ S ∨ 1 = 2\nconstraint @b: 1 = 1\nend\n"
                  "record Q inherits R field l : R end\nextended record P field m : ℕ end\nend",
                  "context c\nsets R\nconstants f g h i one j k o q Q l m\naxioms\n    @typeof_R_f: f ∈ R → S\n"
                  "    @typeof_R_g: g ∈ R → S × T\n    @typeof_R_h: h ∈ R ↔ BOOL\n    @typeof_R_i: i ∈ R ⇸ (S → T)\n"
                  "    @typeof_R_one: one ∈ R → one\n    @typeof_R_j: j ∈ R → one\n    @typeof_R_k: k ∈ R → ℙ(S)\n"
                  "    @typeof_R_o: o ∈ R ↔ 0 ‥ 1\n    @typeof_R_q: q ∈ R ⇸ {1}\n"
                  "    @a: ∀self·self ∈ R ⇒ f(self) ∈ S ∨ 1 = 2\n    @b: 1 = 1\n    @typeof_Q: Q ⊆ R\n"
                  "    @typeof_Q_l: l ∈ Q → R\n    @typeof_P_m: m ∈ P → ℕ\nend\n");
    static const char machine[] = "machine m\nvariables f g\nrefined record R\nend\nextended record S\nend\n"
                                  "refined record T\nend\ninvariants\n    @typeof_R: R ⊆ Q\n"
                                  "    @typeof_R_f: f ∈ R → ℤ\n    @typeof_T_g: g ∈ T ⇸ BOOL\n"
                                  "    @c: ∀self·self ∈ T ⇒ self ∈ dom(g)\nend\n";
    assert_prints("machine m\nrec R ihr Q field f : ℤ end\next record S end\nref rec T field g : opt BOOL\n"
                  "constraint @c: self ∈ dom(g) end\nend",
                  machine);
    assert_prints(machine, machine);
    /* It is quantified wherever the word stands, also bound. */
    assert_prints("context c\nrecord R constraint @a: ∃self·self = 1 end end",
                  "context c\nsets R\naxioms\n    @a: ∀self·self ∈ R ⇒ (∃self·self = 1)\nend\n");
}

static void records_that_mean_nothing(void **state) {
    (void)state;
    assert_text_error("context c\nrecord R\n  f : ℤ\nend",
                      "3:3: expected 'field', 'constraint' or 'end' of the record, not 'f'");
    assert_text_error("context c\nsets S\nrecord R\nfield f\nend",
                      "5:1: expected ':' and the type of the field, not 'end'");
    assert_text_error("context c\nrecord R field f : S → T end end",
                      "2:20: the type of a field stands in parentheses if it is of this kind");
    assert_text_error("context c\nrecord R constraint 1 = 1 end end",
                      "2:21: expected the label of the constraint, not '1'");
    assert_text_error("context c\nrecord R field f : ℤ",
                      "2:21: expected 'field', 'constraint' or 'end' of the record, not the end");
    assert_text_error("context c\nrefined record R end end",
                      "2:16: the record R is refined, but only those of machines are");
    assert_text_error("context c\nextended record R inherits Q end end",
                      "2:17: the record R inherits, and is extended or refined: only one of them has a meaning");
    assert_text_error("machine m\nrecord R end end",
                      "2:8: the record R is new, but in a machine there are only records that inherit, or are extended "
                      "or refined");
    assert_text_error("context c\naxioms @typeof_R_f: 1 = 1\nrecord R field f : ℤ end end",
                      "3:16: the label typeof_R_f is used twice");
}

static void one_run_shows_all_errors(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.eventb",
                  "machine m invariants @a x ∈ @b y = = 1 @c ⊤ events event e where @d ( then @e 1 end end");
    assert_false(fixture_read(&fixture, "m.eventb"));
    assert_int_equal(fixture.diagnostics.errors, 4);
    fixture_free(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(camille_is_read),
        cmocka_unit_test(camillex_is_read),
        cmocka_unit_test(upper_case_and_papers_are_read),
        cmocka_unit_test(labels_without_a_mark),
        cmocka_unit_test(keywords_of_the_other_case_are_names),
        cmocka_unit_test(strange_names_are_quoted),
        cmocka_unit_test(errors_have_their_place),
        cmocka_unit_test(inclusions_are_read),
        cmocka_unit_test(declarations_have_types_and_values),
        cmocka_unit_test(records_stand_for_functions),
        cmocka_unit_test(records_that_mean_nothing),
        cmocka_unit_test(one_run_shows_all_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
