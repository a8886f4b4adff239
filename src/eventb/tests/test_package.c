/* Packages of ProB: Prolog terms, what they mean, and what is none. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define PACKAGE(machines, contexts) "package(load_event_b_project([" machines "],[" contexts "],[],_Error)).\n"
#define CONTEXT(name, constants, axioms)                                                                               \
    "event_b_context(none," name ",[extends(none,[]),constants(none,[" constants "]),axioms(none,[" axioms             \
    "]),theorems(none,[]),sets(none,[deferred_set(none,'S')])])"
#define ID(name)     "identifier(none," name ")"
#define INT(number)  "integer(none," number ")"
#define AXIOM(axiom) PACKAGE("", CONTEXT("c", ID("a") "," ID("b"), axiom))

static void assert_prints(const char *package, const char *expected) {
    assert_file_prints("p.eventb", package, expected);
}

static void assert_refused(const char *package, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "p.eventb", package);
    assert_false(fixture_read(&fixture, "p.eventb"));
    assert_error(&fixture, expected);
    fixture_free(&fixture);
}

static void assert_axiom(const char *term, const char *expected) {
    struct text package = {0}, wanted = {0};
    text_printf(&package, "%s%s%s", "package(load_event_b_project([],[event_b_context(none,c,[axioms(none,[", term,
                "])])],_)).");
    text_printf(&wanted, "context c\naxioms\n    @axm1: %s\nend\n", expected);
    assert_prints(text_chars(&package), text_chars(&wanted));
    text_free(&package);
    text_free(&wanted);
}

#define A ID("a")
#define B ID("b")

/* Newer packages have a list of conjuncts. */
static void conjunctions_may_be_lists(void **state) {
    (void)state;
    assert_axiom("conjunct(none,[less(none," A "," B "),truth(none),less(none," B "," A ")])", "a < b ∧ ⊤ ∧ b < a");
    assert_axiom("conjunct(none,[less(none," A "," B ")])", "a < b");
    assert_axiom("conjunct(none,[])", "⊤");
    assert_axiom("conjunct(none,[truth(none),conjunct(none,truth(none),falsity(none))])", "⊤ ∧ (⊤ ∧ ⊥)");
}

/* Every functor, with operands in the order in which they are written. */
static void every_operator_is_read(void **state) {
    (void)state;
    static const char *const binary[][2] = {
        {"conjunct", "∧"}, {"disjunct", "∨"}, {"implication", "⇒"}, {"equivalence", "⇔"}};
    static const char *const relational[][2] = {
        {"equal", "="},   {"not_equal", "≠"},     {"less", "<"},          {"less_equal", "≤"},
        {"greater", ">"}, {"greater_equal", "≥"}, {"member", "∈"},        {"not_member", "∉"},
        {"subset", "⊆"},  {"not_subset", "⊈"},    {"subset_strict", "⊂"}, {"not_subset_strict", "⊄"}};
    static const char *const infix[][2] = {{"relations", "↔"},
                                           {"total_relation", "<<->"},
                                           {"surjection_relation", "<->>"},
                                           {"partial_function", "⇸"},
                                           {"total_function", "→"},
                                           {"total_surjection_relation", "<<->>"},
                                           {"partial_injection", "⤔"},
                                           {"total_injection", "↣"},
                                           {"partial_surjection", "⤀"},
                                           {"total_surjection", "↠"},
                                           {"total_bijection", "⤖"},
                                           {"union", "∪"},
                                           {"intersection", "∩"},
                                           {"set_subtraction", "∖"},
                                           {"cartesian_product", "×"},
                                           {"overwrite", "<+"},
                                           {"ring", "∘"},
                                           {"composition", ";"},
                                           {"direct_product", "⊗"},
                                           {"parallel_product", "∥"},
                                           {"domain_restriction", "◁"},
                                           {"domain_subtraction", "⩤"},
                                           {"range_restriction", "▷"},
                                           {"range_subtraction", "⩥"},
                                           {"interval", "‥"},
                                           {"add", "+"},
                                           {"minus", "−"},
                                           {"multiplication", "∗"},
                                           {"div", "÷"},
                                           {"modulo", "mod"},
                                           {"power_of", "^"}};
    static const char *const calls[][2] = {{"card", "card(b)"},
                                           {"domain", "dom(b)"},
                                           {"range", "ran(b)"},
                                           {"min", "min(b)"},
                                           {"max", "max(b)"},
                                           {"general_union", "union(b)"},
                                           {"general_intersection", "inter(b)"},
                                           {"pow_subset", "ℙ(b)"},
                                           {"pow1_subset", "ℙ1(b)"},
                                           {"unary_minus", "−b"},
                                           {"reverse", "b∼"}};
    char term[400], wanted[400];
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
        snprintf(term, sizeof term, "%s(none,truth(none),falsity(none))", binary[i][0]);
        snprintf(wanted, sizeof wanted, "⊤ %s ⊥", binary[i][1]);
        assert_axiom(term, wanted);
    }
    for (size_t i = 0; i < sizeof relational / sizeof *relational; i++) {
        snprintf(term, sizeof term, "%s(none," A "," B ")", relational[i][0]);
        snprintf(wanted, sizeof wanted, "a %s b", relational[i][1]);
        assert_axiom(term, wanted);
    }
    for (size_t i = 0; i < sizeof infix / sizeof *infix; i++) {
        snprintf(term, sizeof term, "equal(none," ID("c") ",%s(none," A "," B "))", infix[i][0]);
        snprintf(wanted, sizeof wanted, "c = a %s b", infix[i][1]);
        assert_axiom(term, wanted);
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        snprintf(term, sizeof term, "equal(none," A ",%s(none," B "))", calls[i][0]);
        snprintf(wanted, sizeof wanted, "a = %s", calls[i][1]);
        assert_axiom(term, wanted);
    }
}

static void binders_lists_and_atoms(void **state) {
    (void)state;
    assert_axiom("conjunct(none,negation(none,truth(none)),conjunct(none,finite(none," A "),falsity(none)))",
                 "¬⊤ ∧ finite(a) ∧ ⊥");
    assert_axiom("equal(none," A ",image(none," B "," A "))", "a = b[a]");
    assert_axiom("equal(none," A ",function(none," B ",[" A "," B "]))", "a = b(a ↦ b)");
    assert_axiom("equal(none,couple(none,[" A "," B "]),couple(none," A "," B "))", "a ↦ b = a ↦ b");
    assert_axiom("equal(none,set_extension(none,[" A "," B "]),set_extension(none,[]))", "{a, b} = ∅");
    assert_axiom("partition(none," A ",[" B ",empty_set(none)])", "partition(a, b, ∅)");
    assert_axiom("equal(none," A
                 ",typeof(none,empty_set(none),pow_subset(none,cartesian_product(none,integer_set(none),"
                 "bool_set(none)))))",
                 "a = ∅ ⦂ ℙ(ℤ×BOOL)");
    assert_axiom("equal(none," A
                 ",event_b_comprehension_set(none,[" ID("x") "]," INT("-2") ",equal(none," ID("x") "," INT("1") ")))",
                 "a = {x·x = 1 ∣ −2}");
    assert_axiom("equal(none," A ",quantified_union(none,[" ID("x") "],truth(none)," ID("x") "))", "a = ⋃x·⊤ ∣ x");
    assert_axiom("equal(none," A ",quantified_intersection(none,[" ID("x") "],truth(none)," B "))", "a = ⋂x·⊤ ∣ b");
    assert_axiom("exists(none,[typeof(none," ID("x") ",integer_set(none))," ID("'y\\''") "],equal(none," ID("x") "," ID(
                     "'y\\''") "))",
                 "∃x ⦂ ℤ, y'·x = y'");
    assert_axiom("equal(none," A ",convert_bool(none,truth(none)))", "a = bool(⊤)");
    assert_axiom("equal(none,identity(none," A "),event_b_identity(none))", "a ◁ id = id");
    assert_axiom("equal(none,event_b_first_projection_v2(none),event_b_second_projection_v2(none))", "prj1 = prj2");
    assert_axiom("equal(none,predecessor(none),successor(none))", "pred = succ");
    assert_axiom("equal(none,natural_set(none),natural1_set(none))", "ℕ = ℕ1");
    assert_axiom("equal(none,boolean_true(none),boolean_false(none))", "TRUE = FALSE");
}

/* Old packages have events of 7 and 8 arguments; the machine they were made for comes first in them. */
static void machines_and_old_events(void **state) {
    (void)state;
#define EVENTS "events(none,[event(none,'INITIALISATION',[],[],[],[assign(none,[" ID("x") "],[" INT("1") "])],[]),"
    assert_prints(
        "stored_preference(a,1).\n" PACKAGE(
            "event_b_model(none,top,[refines(none,low),sees(none,[]),variables(none,"
            "[" ID("x") "]),invariant(none,[member(rodinpos(i,q)," ID(
                "x") ",natural_set(none)),less(rodinpos("
                     "top,j,q)," ID("x") "," INT("5") ")])," EVENTS "event(rodinpos(up,q),up,anticipated(none),["
                                                      "up],[" ID("p") "],[equal(none," ID("p") "," INT(
                                                          "1") ")],[],[])])]),event_"
                                                               "b_model(none,low,["
                                                               "variables(none,[" ID(
                                                                   "x") "]),"
                                                                        "invariant("
                                                                        "none,["
                                                                        "member("
                                                                        "rodinpos(i,"
                                                                        "q)," ID("x") ",natural_set(none))])," EVENTS
                                                                                      "event(none,up,[],[],[],[],"
                                                                                      "[])])])",
            ""),
        "machine low\nvariables x\ninvariants\n    @i: x ∈ ℕ\nevents\n    event INITIALISATION\n    then\n"
        "        @act1: x ≔ 1\n    end\n\n    event up\n    end\nend\n"
        "machine top\nrefines low\nvariables x\ninvariants\n    @j: x < 5\nevents\n    event INITIALISATION\n"
        "    then\n        @act1: x ≔ 1\n    end\n\n    anticipated event up refines up\n    any p\n    where\n"
        "        @grd1: p = 1\n    end\nend\n");
}

static void atoms_are_unquoted(void **state) {
    (void)state;
    assert_prints("/* c */ :- dynamic package/1.\n" PACKAGE("", "event_b_context(none,'a''b\\'\\\\\\x3b1\\\\303\\\\\n"
                                                                "c\\t',[])"),
                  "context `a'b'\\αÃc `\nend\n");
}

static void broken_packages_are_refused(void **state) {
    (void)state;
    assert_refused("package", "1:1: expected 'machine' or 'context', not 'package'");
    assert_refused("package(", "1:9: expected a term, not the end of the file");
    assert_refused("package(a)", "1:11: expected '.' at the end of the clause, not the end of the file");
    assert_refused("package(a).", "1:9: expected load_event_b_project(Machines, Contexts, ...)");
    assert_refused("pack(a).\n", "2:1: there is no package(...) in this file");
    assert_refused("package([a b]).", "1:12: expected ',' or ']', not 'b'");
    assert_refused("package(a = b).", "1:11: expected ',' or ')', not '='");
    assert_refused("package('a).", "1:9: this quoted text does not end");
    assert_refused("package('\\0\\').", "1:10: this escape is no character");
    assert_refused("package('\\d800\\').", "1:10: this escape is not known");
    assert_refused("package(0'a).", "1:9: this is no decimal integer");
    assert_refused("package(12ab).", "1:9: this is no decimal number");
    assert_refused("package(1.5).", "1:9: this is no decimal integer");
    assert_refused("package(a). /* b", "1:9: expected load_event_b_project(Machines, Contexts, ...)");
    assert_refused("package(a /* b", "1:11: this comment does not end");
    assert_refused("package(\xff).", "1:9: this is no UTF-8");
    assert_refused(PACKAGE("x", ""), "1:31: expected event_b_model(Position, Name, Sections)");
    assert_refused(PACKAGE("event_b_model(none,m,[units(none,[])])", ""),
                   "1:53: units is no part of a machine that is known here");
    assert_refused(AXIOM("equal(none," A ")"), "1:144: equal(…) is no formula that is known here");
    assert_refused(AXIOM("member(none,truth(none)," B ")"),
                   "1:156: truth is a predicate, but an expression was expected here");
    assert_refused(AXIOM("negation(none," B ")"),
                   "1:158: identifier is an expression, but a predicate was expected here");
    assert_refused(AXIOM("equal(none," A "," INT("9223372036854775808") ")"),
                   "1:187: 9223372036854775808 does not fit into 64 bits");
    assert_refused(AXIOM("equal(none," A "," ID("'x y'") ")"), "1:190: 'x y' is not an identifier");
    assert_refused(AXIOM("forall(none,[],truth(none))"), "1:156: expected a list that is not empty");
    assert_refused(AXIOM("forall(none,[" A "," A "],truth(none))"), "1:176: a is bound twice here");
    assert_refused(
        AXIOM("equal(none," A ",extended_expr(none,'SUM',[" A "],[]))"),
        "1:174: SUM of a theory has no direct definition, nor axioms that define it as those do which are known here");
}

/* Operators stand for their definitions; what these bind captures nothing. */
static void theories(void **state) {
    (void)state;
#define THEORY(operators)                     ",[theory(theory_name(p,t),[],['T'],[],[" operators "],[],[]),po(m,a,[],true)],_)).\n"
#define DEFINED(name, parameters, definition) "operator(" name ",[" parameters "],truth(none),[" definition "],[])"
#define ARGUMENT(name)                        "argument(" name ",identifier(none,'T'))"
#define USE(name, arguments)                  "extended_expr(none," name ",[" arguments "],[])"
#define OF(axiom, operators)                                                                                           \
    "package(load_event_b_project([],[event_b_context(none,c,[axioms(none,[" axiom "])])]" operators
#define TWICE DEFINED("twice", ARGUMENT("x"), "add(none," ID("x") "," ID("x") ")")
#define SOME                                                                                                           \
    DEFINED("some", ARGUMENT("r"),                                                                                     \
            "event_b_comprehension_set(none,[" ID("x") "]," ID("x") ",member(none," ID("x") ",image(none," ID(         \
                "r") "," ID("'T'") ")))")
    assert_prints(OF("equal(none," A "," USE("twice", USE("twice", B)) ")", THEORY(TWICE)),
                  "context c\naxioms\n    @axm1: a = b + b + (b + b)\nend\n");
    assert_prints(OF("forall(none,[" ID("x") "],equal(none," ID("x") "," USE("some", ID("x")) "))", THEORY(SOME)),
                  "context c\naxioms\n    @axm1: ∀x·x = {`x·1` ∣ `x·1` ∈ x[dom(id)]}\nend\n");
    assert_prints(OF("equal(none," A ",extended_expr(none,'COND',[" A "," B "],[truth(none)]))", THEORY(TWICE)),
                  "context c\naxioms\n    @axm1: a = COND(⊤, a, b)\nend\n");
    assert_prints(OF("equal(none," A "," USE("twice", "div(none," A "," B ")") ")", THEORY(TWICE)),
                  "context c\naxioms\n    @axm1: a = a ÷ b + a ÷ b\nend\n");
    assert_prints(OF("equal(none," A "," USE("zero", "div(none," A "," B ")") ")",
                     THEORY(DEFINED("zero", ARGUMENT("x"), INT("0")))), /* well-defined where a ÷ b is */
                  "context c\naxioms\n    @axm1: a = COND({a ÷ b} ≠ ∅, 0, zero)\nend\n");
    assert_refused(OF("equal(none," A "," USE("twice", "") ")", THEORY(TWICE)),
                   "1:101: twice has 0 arguments here, but 1 where it is defined");
    struct fixture fixture = fixture_new();
    fixture_write(
        &fixture, "p.eventb",
        OF("equal(none," A "," USE("round", B) ")", THEORY(DEFINED("round", ARGUMENT("x"), USE("round", ID("x"))))));
    assert_false(fixture_read(&fixture, "p.eventb"));
    assert_non_null(strstr(fixture_error(&fixture), "nested too deeply"));
    fixture_free(&fixture);
}

/* Constructors, destructors, and an operator by cases, which is called by its name; what is not complete is refused. */
static void data_types(void **state) {
    (void)state;
#define DATA(fields, operators)                                                                                        \
    ",[theory(theory_name(p,t),[],['T'],[datatype('List',[" ID(                                                        \
        "'T'") "],[constructor(nil,[]),constructor(cons,[" fields "])])],[" operators "],[],[])],_)).\n"
#define LIST   USE("'List'", ID("'T'"))
#define FIELDS "destructor(head," ID("'T'") "),destructor(tail," LIST ")"
#define SIZE(cases)                                                                                                    \
    "operator(size,[argument(l," LIST ")],truth(none),[],[case(l,[]," USE("nil", "") "," INT("0") ")" cases "])"
#define LONGER ",case(l,[x,t]," USE("cons", ID("x") "," ID("t")) ",add(none," INT("1") "," USE("size", ID("t")) "))"
    assert_prints(
        OF("equal(none," A "," USE("size", USE("cons", B "," USE("nil", ""))) ")", DATA(FIELDS, SIZE(LONGER))),
        "context c\naxioms\n    @axm1: a = size(cons(b, nil))\nend\n");
    assert_prints(OF("member(none," USE("tail", A) "," USE("'List'", "integer_set(none)") ")", DATA(FIELDS, "")),
                  "context c\naxioms\n    @axm1: tail(a) ∈ List(ℤ)\nend\n");
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "p.eventb", OF("equal(none," A "," USE("size", B) ")", DATA(FIELDS, SIZE(""))));
    assert_false(fixture_read(&fixture, "p.eventb"));
    assert_non_null(strstr(fixture_error(&fixture), "size does not have one case for each constructor"));
    fixture_free(&fixture);
    fixture = fixture_new();
    fixture_write(&fixture, "p.eventb",
                  OF("equal(none," A "," A ")", DATA("destructor(all,pow_subset(none," LIST "))", "")));
    assert_false(fixture_read(&fixture, "p.eventb"));
    assert_non_null(strstr(fixture_error(&fixture), "holds itself in another way"));
    fixture_free(&fixture);
}

static void deep_terms_are_refused(void **state) {
    (void)state;
    for (unsigned levels = 650; levels <= 200000; levels = levels == 650 ? 1000 : levels * 200) {
        struct text package = {0};
        text_add(&package, "package(load_event_b_project([],[event_b_context(none,c,[axioms(none,[");
        for (unsigned i = 0; i < levels; i++) text_add(&package, "negation(none,");
        text_add(&package, "truth(none)");
        for (unsigned i = 0; i < levels; i++) text_add(&package, ")");
        text_add(&package, "])])],_)).");
        struct fixture fixture = fixture_new();
        fixture_write(&fixture, "p.eventb", text_chars(&package));
        assert_int_equal(fixture_read(&fixture, "p.eventb"), levels == 650);
        if (levels > 650) assert_non_null(strstr(fixture_error(&fixture), "nested too deeply"));
        fixture_free(&fixture);
        text_free(&package);
    }
}

/* Conjuncts nest to the right there, however many they are. */
static void many_conjuncts_are_no_depth(void **state) {
    (void)state;
    struct text package = {0};
    text_add(&package, "package(load_event_b_project([],[event_b_context(none,c,[axioms(none,[");
    for (unsigned i = 0; i < 1500; i++) text_add(&package, "conjunct(none,truth(none),");
    text_add(&package, "truth(none)");
    for (unsigned i = 0; i < 1500; i++) text_add(&package, ")");
    text_add(&package, "])])],_)).");
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "p.eventb", text_chars(&package));
    assert_true(fixture_read(&fixture, "p.eventb"));
    fixture_free(&fixture);
    text_free(&package);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conjunctions_may_be_lists),
        cmocka_unit_test(every_operator_is_read),
        cmocka_unit_test(binders_lists_and_atoms),
        cmocka_unit_test(machines_and_old_events),
        cmocka_unit_test(atoms_are_unquoted),
        cmocka_unit_test(broken_packages_are_refused),
        cmocka_unit_test(deep_terms_are_refused),
        cmocka_unit_test(many_conjuncts_are_no_depth),
        cmocka_unit_test(theories),
        cmocka_unit_test(data_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
