/* Rodin's files, of every version, and files that are not quite XML. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                         "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
#define P                            "org.eventb.core."
#define MACHINE(v)                   HEAD "<" P "machineFile " P "configuration=\"" P "fwd\"" v ">\n"
#define END_MACHINE                  "</" P "machineFile>\n"
#define CONTEXT(v)                   HEAD "<" P "contextFile " P "configuration=\"" P "fwd\"" v ">\n"
#define END_CONTEXT                  "</" P "contextFile>\n"
#define ITEM(kind, attribute, value) "<" P kind " name=\"a\" " P attribute "=\"" value "\"/>\n"
#define LABELLED(kind, label, attribute, value)                                                                        \
    "<" P kind " name=\"a\" " P "label=\"" label "\" " P attribute "=\"" value "\"/>\n"
#define EVENT(label, more) "<" P "event name=\"e\" " P "label=\"" label "\"" more ">\n"
#define END_EVENT          "</" P "event>\n"

static void assert_reads(const char *name, const char *xml, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, name, xml);
    if (!fixture_read(&fixture, name)) fail_msg("%s", fixture_error(&fixture));
    assert_int_equal(fixture.components.count, 1);
    struct text out = {0};
    eb_print_component(fixture.components.items[0], false, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
    fixture_free(&fixture);
}

static void assert_refused(const char *xml, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.bum", xml);
    assert_false(fixture_read(&fixture, "m.bum"));
    assert_error(&fixture, expected);
    fixture_free(&fixture);
}

static void the_newest_version(void **state) {
    (void)state;
    assert_reads("C 0.buc",
                 CONTEXT(" version=\"3\"") ITEM("carrierSet", "identifier", "TASK") ITEM("constant", "identifier", "or")
                     LABELLED("axiom", "axm1", "predicate",
                              "or ∈ TASK &#10;∧ 1 &lt; 2") "<ac.soton.eventb.emf.thing x=\"1\"/>\n"
                                                           "<" P "axiom name=\"b\" " P "label=\"t\" " P
                                                           "predicate=\"⊤\" " P "theorem=\"true\"/>\n" ITEM(
                                                               "extendsContext", "target", "Base") END_CONTEXT,
                 "context `C 0`\nextends Base\nsets TASK\nconstants `or`\naxioms\n    @axm1: `or` ∈ TASK ∧ 1 < 2\n"
                 "    theorem @t: ⊤\nend\n");
    assert_reads(
        "M.bum",
        MACHINE(" version=\"5\"") ITEM("refinesMachine", "target", "A") ITEM("variable", "identifier", "x")
            EVENT("INITIALISATION", " " P "extended=\"true\"")
                END_EVENT EVENT("go", " " P "convergence=\"2\" " P "extended=\"false\"")
                    ITEM("refinesEvent", "target", "g1") ITEM("refinesEvent", "target", "g2")
                        ITEM("parameter", "identifier", "p") LABELLED("guard", "grd1", "predicate", "p ∈ ℕ")
                            LABELLED("witness", "x'", "predicate", "x' = p")
                                LABELLED("action", "act1", "assignment", "x ≔ p") END_EVENT END_MACHINE,
        "machine M\nrefines A\nvariables x\nevents\n    event INITIALISATION extends INITIALISATION\n    end\n\n"
        "    anticipated event go refines g1 g2\n    any p\n    where\n        @grd1: p ∈ ℕ\n    with\n"
        "        @x': x' = p\n    then\n        @act1: x ≔ p\n    end\nend\n");
}

static void old_versions_are_rewritten(void **state) {
    (void)state;
    /* no version: parameters are `variable`, `inherited`, theorems apart, V1 formulas */
    assert_reads("M.bum",
                 MACHINE("") LABELLED("theorem", "thm1", "predicate", "⊤")
                     LABELLED("invariant", "inv1", "predicate", "x ∈ id(S)") EVENT("go", " " P "inherited=\"true\"")
                         ITEM("variable", "identifier", "p") LABELLED("guard", "g", "predicate", "p ∈ S → T → U")
                             END_EVENT END_MACHINE,
                 "machine M\ninvariants\n    @inv1: x ∈ S ◁ id\n    theorem @thm1: ⊤\nevents\n    event go extends go\n"
                 "    any p\n    where\n        @g: p ∈ (S → T) → U\n    end\nend\n");
    /* version 3 has parameters and `extended`, but still the old language and theorems apart */
    assert_reads("M.bum",
                 MACHINE(" version=\"3\"") LABELLED("theorem", "thm1", "predicate", "partition ∈ S")
                     EVENT("go", " " P "inherited=\"true\"") ITEM("parameter", "identifier", "p") END_EVENT END_MACHINE,
                 "machine M\ninvariants\n    theorem @thm1: `partition` ∈ S\nevents\n    event go\n    any p\n"
                 "    end\nend\n");
    assert_reads("C.buc", CONTEXT(" version=\"1\"") LABELLED("theorem", "thm1", "predicate", "prj1(r) = s") END_CONTEXT,
                 "context C\naxioms\n    theorem @thm1: r ◁ prj1 = s\nend\n");
    assert_reads("C.buc", CONTEXT(" version=\"2\"") LABELLED("theorem", "thm1", "predicate", "prj1(r) = s") END_CONTEXT,
                 "context C\naxioms\n    theorem @thm1: prj1(r) = s\nend\n");
}

static void broken_files_are_refused(void **state) {
    (void)state;
    assert_refused(MACHINE(" version=\"3\"") EVENT("go", "") ITEM("variable", "identifier", "p") END_EVENT END_MACHINE,
                   "4:0: an element variable is not known in files of version 3");
    assert_refused(MACHINE(" version=\"5\"") LABELLED("theorem", "thm1", "predicate", "⊤") END_MACHINE,
                   "3:0: an element theorem is not known in files of version 5");
    assert_refused(CONTEXT(" version=\"3\"") LABELLED("theorem", "thm1", "predicate", "⊤") END_CONTEXT,
                   "3:0: an element theorem is not known in files of version 3");
    assert_refused("", "0:0: this file is empty");
    assert_refused(HEAD "<other/>\n", "2:0: expected a machine or a context of Rodin, not <other>");
    assert_refused(MACHINE(" version=\"6\"") END_MACHINE,
                   "2:0: version 6 of machine files is not known; the newest known is 5");
    assert_refused(MACHINE(" version=\"5\"") "<" P "variable name=\"a\"/>\n" END_MACHINE,
                   "3:0: variable has no identifier");
    assert_refused(MACHINE(" version=\"5\"") ITEM("variable", "identifier", "dom") END_MACHINE,
                   "3:0: 'dom' is not an identifier");
    assert_refused(MACHINE(" version=\"5\"") ITEM("variable", "identifier", "x y") END_MACHINE,
                   "3:0: 'x y' is not an identifier");
    assert_refused(MACHINE(" version=\"5\"") LABELLED("invariant", "i", "predicate", "x ∈ ∧") END_MACHINE,
                   "3:0: expected a formula, not '∧', in: x ∈ ▸∧");
}

static void entities_are_refused(void **state) {
    (void)state;
    assert_refused("<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<x>&b;</x>\n",
                   "0:0: a document type (<!DOCTYPE) is not allowed here");
}

static void cut_off_files_say_where(void **state) {
    (void)state;
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.bum", MACHINE(" version=\"5\"") ITEM("variable", "identifier", "x") "<" P "inv");
    assert_false(fixture_read(&fixture, "m.bum"));
    assert_true(fixture.diagnostics.list.items[0].place.line >= 4);
    assert_non_null(strstr(fixture_error(&fixture), "not well-formed XML"));
    fixture_free(&fixture);
}

static void deep_files_are_refused(void **state) {
    (void)state;
    struct text xml = {0};
    text_add(&xml, MACHINE(" version=\"5\""));
    for (unsigned i = 0; i < 100000; i++) text_add(&xml, "<a>");
    for (unsigned i = 0; i < 100000; i++) text_add(&xml, "</a>");
    text_add(&xml, END_MACHINE);
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "m.bum", text_chars(&xml));
    assert_false(fixture_read(&fixture, "m.bum"));
    assert_non_null(strstr(fixture_error(&fixture), "not well-formed XML"));
    fixture_free(&fixture);
    text_free(&xml);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_version),       cmocka_unit_test(old_versions_are_rewritten),
        cmocka_unit_test(broken_files_are_refused), cmocka_unit_test(entities_are_refused),
        cmocka_unit_test(cut_off_files_say_where),  cmocka_unit_test(deep_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
