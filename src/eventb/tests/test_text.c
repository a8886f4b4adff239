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
    assert_text_error("machine m includes n as p end", "1:11: expected a clause of a machine, not 'includes'");
    assert_text_error("machine m\nincludes n\nend", "2:1: 'includes' of CamilleX is not supported");
    assert_text_error("machine m\nsees c\nincludes n as x y\nend", "3:1: 'includes' of CamilleX is not supported");
    assert_text_error("machine m\nvariables v\nincludes n\nend", "3:1: 'includes' of CamilleX is not supported");
    assert_text_error("context c\nrecord R\n  f : ℤ\nend", "2:1: 'record' of CamilleX is not supported");
    assert_text_error("context c\nsets S\nrecord R\n  f : S\nend", "3:1: 'record' of CamilleX is not supported");
    assert_text_error("machine m\nvariables x : ℤ = 0\nend",
                      "2:13: expected the end of the declaration (its type belongs into an invariant, its first value "
                      "into INITIALISATION), not ':'");
    assert_text_error("machine m /* never ends", "1:11: this comment does not end");
    assert_text_error("machine m variables `x\nend", "1:21: this name in backquotes does not end");
    assert_text_error("machine m invariants @ x = 1 end", "1:22: a label is missing after '@'");
    assert_text_error("machine m\nvariable x : INT\nend",
                      "2:12: expected the end of the declaration (its type belongs into an invariant, its first value "
                      "into INITIALISATION), not ':'");
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
        cmocka_unit_test(one_run_shows_all_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
