#!/usr/bin/env bats
# rtcheck eventb: data types and operators of theories.

load helpers

THEORIES=$BATS_TEST_DIRNAME/../eventb/theories

# with PREDICATE: the machine of lists, with this as its last invariant.
with() {
    cp "$THEORIES/Lists.tuf" .
    sed "s/@i7: .*/@i7: $1/" "$THEORIES/lists.eventb" >changed.eventb
    rtcheck eventb --threads 1 changed.eventb
}

@test "data types, operators by cases and with a direct definition, between their operands and before them" {
    rtcheck eventb --deadlock "$THEORIES/lists.eventb"
    expect_status 0
    expect_output "  states        30"
    expect_output "  transitions   56"
    expect_output "List(S): where values are chosen, at most 2 constructors inside each other  (default)"
}

@test "values of data types are seen in a counterexample" {
    with 'n < 2'
    expect_status 1
    expect_output "l: cons(S1, nil) → cons(S1, cons(S1, nil))"
}

@test "a destructor needs its constructor" {
    with 'head(l) ∈ S'
    expect_status 1
    expect_output "'head(l)' is not well-defined: that was not made by cons"
}

@test "what is said of all lists is not decided, unless a short one decides it" {
    with '∀k·k ∈ List(S) ⇒ size(k) < 10'
    expect_status 3
    expect_output "values of data types with at most 4 constructors"
    with '∀k·k ∈ List(S) ⇒ size(k) < 3'
    expect_status 1
    with '∃k·k ∈ List(S) ∧ size(k) = 9'
    expect_status 3
    with '∃k·k ∈ List(S) ∧ size(k) = 2'
    expect_status 0
    with 'finite(List(S))'
    expect_status 1
    with 'finite(List({y ∣ y ∈ S ∧ y ≠ x}))'
    expect_status 3
    with 'card({k ∣ k ∈ List(S) ∧ size(k) ≤ 1}) = 3'
    expect_status 3
    with 'List(∅ ⦂ ℙ(S)) = {nil}'
    expect_status 0
}

@test "what has no definition, or another number of arguments, is refused by name" {
    with 'choose(S) ∈ S'
    expect_status 2
    expect_error "changed.eventb:13:8: error: choose of a theory has no definition, only axioms"
    with 'size(l, l) = 2'
    expect_status 2
    expect_error "size has 2 arguments here, but 1 where it is defined"
    with 'cons(x) = l'
    expect_status 2
    expect_error "cons has 2 arguments"
}

@test "an operator with two definitions is refused, and so is a case that names two fields alike" {
    local second='<org.eventb.theory.core.directOperatorDefinition name="two" org.eventb.theory.core.formula="0"\/>'
    cp "$THEORIES/lists.eventb" .
    sed "/core.label=\"size\"/s/\$/$second/" "$THEORIES/Lists.tuf" >Lists.tuf
    rtcheck eventb lists.eventb
    expect_status 2
    expect_error "size of a theory cannot be used: it has several definitions"
    sed 's/"cons(x, l0)"/"cons(x, x)"/' "$THEORIES/Lists.tuf" >Lists.tuf
    rtcheck eventb lists.eventb
    expect_status 2
    expect_error "cons(x, x) is no constructor with its identifiers"
}

@test "operators capture nothing" {
    with '{x ∣ x ∈ S ∧ l contains x} = elements(l) ∧ (∀a, b·a ∈ 0‥2 ∧ b ∈ 0‥2 ⇒ b bigger a = max({a, b}))'
    expect_status 0
}

@test "an operator is well-defined where its conditions hold, and nowhere else" {
    for wrong in 'half(3) = 1' '¬ half(3) = 1' '(half(3) = 1) ∨ ⊤' 'half(−2) = −1' 'half(n + 1) ≥ 0' 'isSmall(n − 1)' '¬ isSmall(n − 1)' \
        'longer(l, n − 1) ≥ 0' '∀k·k ∈ 0‥3 ⇒ half(k) ≤ k' '{k·k ∈ 0‥3 ∣ half(k)} ⊆ 0‥3'; do
        with "$wrong"
        expect_status 1
        expect_output "' does not hold"
    done
    expect_output "'half(k)' is not well-defined: 'k mod 2 = 0' does not hold, at changed.eventb:"
    with 'half(n + n) ≥ 0 ∧ half(half(n + 2)) ≥ half(n)' # which of them, and where
    expect_output "'half(half(n + 2))' is not well-defined: 'half(n + 2) mod 2 = 0' does not hold"
    for right in 'half(4) = 2' '⊤ ∨ half(3) = 1' 'half(n + n) = n' '(n mod 2 = 0 ⇒ half(n) ≤ n)' 'isSmall(n) ⇔ n < 3' 'longer(l, n) = n + n' \
        '∀k·k ∈ 0‥3 ∧ k mod 2 = 0 ⇒ half(k) + half(k) = k'; do
        with "$right"
        expect_status 0
    done
}

@test "an argument is well-defined also where the definition does not look at it" {
    for wrong in '(1 bigger (1 ÷ (n − n))) ≥ 0 ∨ ⊤' '(1 bigger min(∅ ⦂ ℙ(ℤ))) = 1' '(2 bigger (1 bigger (1 ÷ (n − n)))) = 2'; do
        with "$wrong"
        expect_status 1
        expect_output "is not well-defined"
    done
    with '(2 bigger (2 bigger (1 ÷ (n + 1)))) = 2'
    expect_status 0
}

@test "theories of other projects are those that the path names" {
    mkdir Base Use
    cp "$THEORIES/Lists.tuf" Base/
    cp "$THEORIES/lists.eventb" Use/
    rtcheck eventb Use/lists.eventb
    expect_status 2
    cat >Use/TheoryPath.tul <<'END'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<org.eventb.theory.core.theoryLanguageRoot org.eventb.core.configuration="org.eventb.theory.core.tul">
    <org.eventb.theory.core.availableTheoryProject name="'" org.eventb.theory.core.availableTheoryProject="/Base">
        <org.eventb.theory.core.availableTheory name="'" org.eventb.theory.core.availableTheory="/Base/Lists.dtf|org.eventb.theory.core.deployedTheoryRoot#Lists"/>
    </org.eventb.theory.core.availableTheoryProject>
</org.eventb.theory.core.theoryLanguageRoot>
END
    rtcheck eventb Use/lists.eventb
    expect_status 0
    expect_output "  states        30"
}

@test "deployed theories" {
    # As the plug-in writes them: names for identifiers, types for sets, and a field without its parameters.
    sed -e 's/core\.\(typeParameter\|datatype\|typeArgument\|constructorArgument\|newOp\|operatorArg\|direct\|recursive\|axiomatic\)/core.sc\u\1/g' \
        -e 's/name="[^"]*" org.eventb.core.identifier=/name=/' -e 's/org.eventb.core.expression="List(T)"/org.eventb.core.type="List(T)"/' \
        -e 's/theory.core.type="List(T)"/theory.core.type="List"/' "$THEORIES/Lists.tuf" >Lists.dtf
    cp "$THEORIES/lists.eventb" .
    rtcheck eventb lists.eventb
    expect_status 0
    expect_output "  states        30"
    sed -i -e '/operatorWDcondition/d' -e '/label="half"/s/ org/ org.eventb.core.predicate="a ≥ 0 ∧ a mod 2 = 0" org/' Lists.dtf
    sed 's/@i7: .*/@i7: half(n) ≤ n/' "$THEORIES/lists.eventb" >changed.eventb
    rtcheck eventb changed.eventb
    expect_status 1
    expect_output "'half(n)' is not well-defined"
}

@test "what an operator's author demands is read however it is spelled, and a part that nobody knows refuses the operator" {
    sed 's/@i7: .*/@i7: half(n) ≤ n/' "$THEORIES/lists.eventb" >changed.eventb
    for name in operatorWDcondition operatorWDCondition; do
        sed "s/operatorWDcondition/$name/" "$THEORIES/Lists.tuf" >Lists.tuf
        rtcheck eventb changed.eventb
        expect_status 1
        expect_output "'half(n)' is not well-defined"
    done
    sed 's/operatorWDcondition/operatorNeeds/' "$THEORIES/Lists.tuf" >Lists.tuf
    rtcheck eventb changed.eventb
    expect_status 2
    expect_error "a part of it, \`org.eventb.theory.core.operatorNeeds\`, is not known here"
}

@test "larger values of data types than the default are looked at, too" {
    cp "$THEORIES/Lists.tuf" .
    printf "machine m variables x invariants @i: x ∈ ℤ @j: x ≤ 3 events event INITIALISATION then @a: x ≔ 0 end event e any l when @g: l ∈ List(BOOL) @h: size(l) ≤ 2 then @b: x ≔ 2 + size(l) end end" >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "  data types with at most 4 constructors inside each other were tried as well"
    rtcheck eventb --bound DATA=2 m.eventb
    expect_status 0
    rtcheck eventb --json m.eventb
    expect_json "o['beyond'][-1]['constructors']" 4
}

@test "an axiom that is ill-defined, or a theorem that is false, for larger values of data types is so, whatever later axioms say" {
    cp "$THEORIES/Lists.tuf" .
    of_lists() { # STATUS TEXT AXIOMS
        printf 'context c constants k axioms @k: k ∈ List(BOOL) %s end\n' "$3" >c.eventb
        rtcheck eventb c.eventb
        expect_status "$1"
        expect_output "$2"
    }
    of_lists 3 "theorem t: it does not follow from the axioms before it, as it is false, for k = cons(FALSE, cons(FALSE, nil))" 'theorem @t: size(k) < 2 @z: k = nil'
    of_lists 3 "t/WD: '10 ÷ (size(k) − 3)' is not well-defined: the divisor is 0, for k = cons(" '@t: 10 ÷ (size(k) − 3) < 99 @z: k = nil'
    of_lists 3 "t/WD: 'head(tail(k))' is not well-defined: that was not made by cons, for k = " '@n: k ≠ nil @t: head(tail(k)) = TRUE @z: k = cons(TRUE, cons(TRUE, nil))'
    of_lists 0 "holds" '@z: k = nil theorem @t: size(k) < 2 @y: 10 ÷ (size(k) − 3) < 99'
    rtcheck eventb --bound DATA=2 c.eventb
    expect_status 0
}

@test "what is chosen among values of data types, and not among integers, is told so" {
    cp "$THEORIES/Lists.tuf" .
    printf 'context c constants k axioms @k: k ∈ List(BOOL) @t: size(k) ∈ {0, 7} end\n' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 3
    expect_output "'size(k) ∈ {0, 7}' may hold for values of k that were not tried, as they are outside of values of data types with at most 2 constructors inside each other: larger bounds (--bound DATA=N)"
    sed -i 's/BOOL/ℤ/' c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_output "as they are outside of the integers -1..3 and values of data types with at most 2 constructors inside each other: larger bounds (--bound INT=LOW..HIGH, --bound DATA=N)"
}

@test "Rodin's files use theories, too" {
    cp "$THEORIES/Lists.tuf" .
    cat >m.bum <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<org.eventb.core.machineFile version="5">
<org.eventb.core.variable name="a" org.eventb.core.identifier="l"/>
<org.eventb.core.invariant name="b" org.eventb.core.label="inv1" org.eventb.core.predicate="size(l) ≤ 2 ∧ l ∈ List(1‥2)"/>
<org.eventb.core.event name="c" org.eventb.core.convergence="0" org.eventb.core.label="INITIALISATION">
<org.eventb.core.action name="d" org.eventb.core.assignment="l ≔ nil" org.eventb.core.label="act1"/>
</org.eventb.core.event>
<org.eventb.core.event name="e" org.eventb.core.convergence="0" org.eventb.core.label="add">
<org.eventb.core.parameter name="f" org.eventb.core.identifier="x"/>
<org.eventb.core.guard name="g" org.eventb.core.label="grd1" org.eventb.core.predicate="x ∈ 1‥2 ∧ size(l) &lt; 2 ∧ ¬ l contains x"/>
<org.eventb.core.action name="h" org.eventb.core.assignment="l ≔ cons(x, l)" org.eventb.core.label="act1"/>
</org.eventb.core.event>
</org.eventb.core.machineFile>
END
    rtcheck eventb m.bum
    expect_status 0
    expect_output "  states        5"
}

@test "a recursive data type that holds sets of itself is refused where it is used" {
    sed 's/core.type="List(T)"/core.type="ℙ(List(T))"/' "$THEORIES/Lists.tuf" >Lists.tuf
    cp "$THEORIES/lists.eventb" .
    rtcheck eventb lists.eventb
    expect_status 2
    expect_error "List of a theory cannot be used"
    printf 'machine m variables x invariants x = 0 events event INITIALISATION then x := 0 end end' >plain.eventb
    rtcheck eventb plain.eventb
    expect_status 0
}

@test "elements that are alike are ordered once" {
    cat >circle.eventb <<'END'
context c sets S T constants f g axioms f ∈ S ⤖ T g ∈ T ⤖ S end
machine m sees c variables x invariants x ∈ S @j: g(f(x)) = x events event INITIALISATION then x :∈ S end end
END
    rtcheck eventb circle.eventb
    expect_status 1
    cat >parts.eventb <<'END'
context c sets S constants A B axioms partition(S, A, B) end
machine m sees c variables x invariants x ∈ S events event INITIALISATION then x :∈ S end end
END
    rtcheck eventb parts.eventb
    expect_status 0
    expect_output "  3 choices of the constants"
    rtcheck eventb --no-symmetry parts.eventb
    expect_output "  4 choices of the constants"
}

@test "lists that are chosen have two constructors inside each other, or as many as are asked for" {
    cp "$THEORIES/Lists.tuf" .
    cat >chosen.eventb <<'END'
context c sets S end
machine m sees c variables l invariants @i: l ∈ List(S)
events event INITIALISATION then l ≔ nil end
  event any_list any k where k ∈ List(S) then l ≔ k end
end
END
    rtcheck eventb chosen.eventb
    expect_output "  states        3"
    rtcheck eventb --bound DATA=3 chosen.eventb
    expect_output "  states        7"
    expect_output "List(S): where values are chosen, at most 3 constructors inside each other  (--bound)"
    rtcheck eventb --bound DATA=0 chosen.eventb
    expect_status 2
    expect_error "a number of constructors from 1 to 16"
    sed 's/sets S/sets S constants one axioms one ∈ List(S) size(one) = 2/; s/l ≔ nil/l ≔ one/' chosen.eventb >constant.eventb
    rtcheck eventb constant.eventb # there is none with two constructors
    expect_output "  4 choices of the constants"
    sed 's/sets S/sets S DATA/' chosen.eventb >named.eventb
    rtcheck eventb --bound DATA=3 named.eventb
    expect_output "DATA = {DATA1, DATA2, DATA3}"
}

@test "a variable is the set of all lists" {
    cp "$THEORIES/Lists.tuf" .
    cat >all.eventb <<'END'
context c sets S end
machine m sees c variables all some invariants all ⊆ List(S) some ⊆ all @i: cons(x, nil) ∈ some ⇒ nil ∈ some
events event INITIALISATION then all ≔ List(S) some ≔ ∅ end
  event put any k where k ∈ all k ∉ some k = nil ∨ nil ∈ some then some ≔ some ∪ {k} end
  event put_all then some ≔ all end
end
END
    sed -i 's/@i: cons(x, nil) ∈ some/@i: (∃x·cons(x, nil) ∈ some)/' all.eventb
    rtcheck eventb all.eventb
    expect_output "  states        6"
    sed 's/k = nil ∨ nil ∈ some/k ∈ all/' all.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
    expect_output "some: ∅ → {cons(S1, nil)}"
}

@test "operators that stand for too much are refused" {
    cp "$THEORIES/Lists.tuf" "$THEORIES/lists.eventb" .
    python3 - <<'END'
text = open("Lists.tuf", encoding="utf-8").read()
kind = 'org.eventb.core.label="%s" org.eventb.theory.core.formulaType="true" org.eventb.theory.core.notationType="PREFIX"'
more = ""
for number in range(30):
    inside = f"e{number - 1}(a) + e{number - 1}(a)" if number else "a + a"
    more += f'''<org.eventb.theory.core.newOperatorDefinition name="z{number}" {kind % f"e{number}"}>
<org.eventb.theory.core.operatorArgument name="a" org.eventb.core.expression="ℤ" org.eventb.core.identifier="a"/>
<org.eventb.theory.core.directOperatorDefinition name="d" org.eventb.theory.core.formula="{inside}"/>
</org.eventb.theory.core.newOperatorDefinition>'''
end = text.rindex("</org.eventb.theory.core.theoryRoot>")
open("Lists.tuf", "w", encoding="utf-8").write(text[:end] + more + text[end:])
END
    sed -i 's/@i7: .*/@i7: e29(0) = 0/' lists.eventb
    rtcheck eventb lists.eventb
    expect_status 2
    expect_error "what operators of theories stand for is too long"
}

# says STATUS FORMULA [ERROR]: of a machine with x = 1 and this invariant, with the theory of types.
says() {
    cp "$THEORIES/../types/Types.tuf" .
    printf 'machine m variables x invariants @t: x ∈ ℤ @i: %s events event INITIALISATION then x ≔ 1 end end\n' "$2" >m.eventb
    rtcheck eventb m.eventb
    expect_status "$1"
    [ "$#" -lt 3 ] || expect_error "$3"
}

@test "arguments of an operator have the types of its parameters, also where its definition does not mention them" {
    says 0 'cdt(TRUE) = 2'
    says 0 'card(univ({TRUE})) = 2'
    says 0 'nothing(TRUE) = nothing(FALSE)'
    says 0 'outer(TRUE) = BOOL ∧ card(outer({TRUE})) = 4'
    says 0 'same(1, x) ∧ same(outer(x), outer(3))'
    says 0 'every({TRUE, FALSE}) ∧ ¬every({TRUE})'
    says 0 'card({cdt(b) ∣ b ∈ BOOL}) = 1'
    says 1 'same(1 ÷ 0, x)'
    says 2 'univ({TRUE}) = ℤ' "ℤ is in ℙ(ℤ), but ℙ(BOOL) was expected here"
    says 2 'nothing(TRUE + 1) = ∅' "TRUE is in BOOL, but ℤ was expected here"
    says 2 'nothing(TRUE) = {1}' "{1} is in ℙ(ℤ)"
    says 2 'same(1, TRUE)' "TRUE is in BOOL"
    says 2 'same(outer(x), outer(TRUE))' "was expected here"
    says 2 'every(x = 1)' "x = 1 is a predicate, but an expression was expected here"
    says 0 'every({TRUE, FALSE})'
    rtcheck eventb --print m.eventb
    expect_output "∈ dom(id) ⇒"
    [[ "$output" != *"⦂"* ]]
}

@test "the same in a package" {
    package() { # INVARIANT
        cat >p.eventb <<END
package(load_event_b_project([event_b_model(none,m,[sees(none,[]),variables(none,[identifier(none,x)]),
invariant(none,[member(rodinpos(m,inv1,a),identifier(none,x),integer_set(none)),$1]),theorems(none,[]),
events(none,[event(rodinpos(m,'INITIALISATION',b),'INITIALISATION',ordinary(none),[],[],[],[],
[assign(rodinpos(m,act1,c),[identifier(none,x)],[integer(none,1)])],[])])])],[],
[exporter_version(3),theory(theory_name(p,t),[],['A'],[],[
operator(cdt,[argument(s,identifier(none,'A'))],[],[card(none,identifier(none,'A'))],[]),
operator(nothing,[argument(s,identifier(none,'A'))],[],[typeof(none,empty_set(none),pow_subset(none,identifier(none,'A')))],[]),
operator(outer,[argument(s,identifier(none,'A'))],[],[extended_expr(none,cdt,[identifier(none,s)],[])],[])],[],[])],_Error)).
END
        rtcheck eventb p.eventb
    }
    yes='boolean_true(none)' one='integer(none,1)'
    package "equal(rodinpos(m,i,d),add(none,extended_expr(none,outer,[$yes],[]),extended_expr(none,cdt,[set_extension(none,[$yes])],[])),integer(none,6))"
    expect_status 0
    package "equal(rodinpos(m,i,d),extended_expr(none,nothing,[$yes],[]),extended_expr(none,nothing,[$yes],[]))"
    expect_status 0
    package "equal(rodinpos(m,i,d),extended_expr(none,nothing,[$yes],[]),set_extension(none,[$one]))"
    expect_status 2
    expect_error "{1} is in ℙ(ℤ), but ℙ(BOOL) was expected here"
    package "equal(rodinpos(m,i,d),extended_expr(none,nothing,[add(none,$yes,$one)],[]),empty_set(none))"
    expect_status 2
    expect_error "but ℤ was expected here"
}

# operator SET FORMULA: a theory with sq(a), for a in SET. invariant PREDICATE: a machine with it as an invariant.
operator() {
    cat >O.tuf <<END
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<org.eventb.theory.core.theoryRoot org.eventb.core.configuration="org.eventb.theory.core.thy">
<org.eventb.theory.core.typeParameter name="T" org.eventb.core.identifier="T"/>
<org.eventb.theory.core.newOperatorDefinition name="(" org.eventb.core.label="sq" org.eventb.theory.core.formulaType="true" org.eventb.theory.core.notationType="PREFIX">
<org.eventb.theory.core.operatorArgument name="'" org.eventb.core.expression="$1" org.eventb.core.identifier="a"/>
<org.eventb.theory.core.directOperatorDefinition name=")" org.eventb.theory.core.formula="$2"/>
</org.eventb.theory.core.newOperatorDefinition>
</org.eventb.theory.core.theoryRoot>
END
}
invariant() {
    printf 'machine m variables y invariants @t: y ∈ 0‥1 @i: %s events event INITIALISATION then y ≔ 0 end end\n' "$1" >m.eventb
    rtcheck eventb --threads 1 m.eventb
}

@test "an argument is in the set that the operator's author demands, or the operator is not well-defined" {
    local set formula wrong right
    while read -r set formula wrong right; do
        operator "${set//_/ }" "$formula"
        invariant "${wrong//_/ }"
        expect_status 1
        expect_output "invariant i: 'sq("
        expect_output "' does not hold, at m.eventb:1"
        invariant "${right//_/ }"
        expect_status 0
    done <<'END'
ℕ a∗a sq(−2)=4 sq(2)=4
1‥9 a∗a sq(0)=0 sq(9)=81
ℙ1(T) card(a) sq(∅⦂ℙ(ℤ))=0 sq({1})=1
ℤ_→_ℤ a(1) sq({1↦2})=2 sq(λi·i∈ℤ∣i+1)=2
T_⇸_ℤ card(a) sq({1↦2,1↦3})=2 sq({1↦2})=1
ℙ(ℕ) card(a) sq({1,−2})=2 sq({1,2})=2
ℕ×ℕ prj1(a) sq(1↦−2)=1 sq(1↦2)=1
{0,2} a sq(1)=1 sq(2)=2
END
    operator ℤ 'a'
    invariant 'sq(−2) = −2'
    expect_status 0
    rm O.tuf # by cases
    sed -e '/operatorWDcondition/d' -e '/label="longer"/,/newOperatorDefinition>/s/expression="ℤ"/expression="ℕ"/' "$THEORIES/Lists.tuf" >Lists.tuf
    invariant 'longer(cons(TRUE, nil), −1) ≥ −9'
    expect_status 1
    expect_output "'longer' is not well-defined"
    invariant 'longer(cons(TRUE, nil), 1) ≥ 0'
    expect_status 0
}

@test "what an operator means does not depend on the machine that uses it" {
    local formula
    for formula in 'a + y' "a + y'" '{x ∣ x ∈ 1‥y}' '{y ⦂ Y · ⊤ ∣ y}'; do
        operator ℤ "$formula"
        invariant 'sq(3) = sq(3)'
        expect_status 2
        expect_error "is not declared, in the definition of sq"
    done
    operator Y a
    invariant 'sq(3) = 3'
    expect_status 2
    expect_error "O.tuf:5: error: Y is not declared, in the definition of sq"
    operator T '{y ∣ y = a} ∪ {y ⦂ T · y = a ∣ y} ∪ {k ↦ a ∣ k = a}[{a}]'
    invariant 'sq(3) = {3}'
    expect_status 0
}

@test "deployed theories say the type of a constructor without fields, and what they import" {
    sed -e 's/core\.\(typeParameter\|datatype\|typeArgument\|constructorArgument\|newOp\|operatorArg\|direct\|recursive\|axiomatic\)/core.sc\u\1/g' \
        -e 's/expression="nil"/expression="nil ⦂ List(T)"/' "$THEORIES/Lists.tuf" >Lists.dtf
    grep -q 'nil ⦂ List(T)' Lists.dtf
    cp "$THEORIES/lists.eventb" .
    cat >Use.dtf <<'END'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<org.eventb.theory.core.deployedTheoryRoot>
<org.eventb.theory.core.useTheory name="Lists" org.eventb.core.scTarget="/P/Lists.dtf|org.eventb.theory.core.deployedTheoryRoot#Lists"/>
</org.eventb.theory.core.deployedTheoryRoot>
END
    cat >TheoryPath.tul <<'END'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<org.eventb.theory.core.theoryLanguageRoot org.eventb.core.configuration="org.eventb.theory.core.tul">
    <org.eventb.theory.core.availableTheory name="'" org.eventb.theory.core.availableTheory="/P/Use.dtf|org.eventb.theory.core.deployedTheoryRoot#Use"/>
</org.eventb.theory.core.theoryLanguageRoot>
END
    rtcheck eventb lists.eventb
    expect_status 0
    expect_output "  states        30"
}

@test "formulas of temporal logic and maps use theories, too" {
    operator ℕ 'a + 1'
    printf 'machine s variables x invariants @i: x ∈ 0‥3 events event INITIALISATION then x ≔ 0 end event inc when x < 3 then x ≔ sq(x) end end\n' >s.eventb
    rtcheck eventb --all-violations --ltl 'G {sq(x) ≤ 4}' --ltl 'F {sq(sq(x)) = 5}' --ltl 'G {sq(x) ≤ 3}' s.eventb
    expect_output "  ltl 1       holds"
    expect_output "  ltl 2       holds"
    expect_output "  ltl 3       violated"
    printf 'int x; inline Add(n) { x = x + n }\n' >d.pml
    printf 'relate { sq(x) ~ x + 1; } calls { inc -> Add(sq(0)); }\n' >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 0
    printf 'machine s variables x invariants @i: x ∈ 0‥3 events event INITIALISATION then x ≔ 0 end event inc when x < 3 then x ≔ x + 1 end end\n' >s.eventb
    operator ℤ 'a + y'
    printf 'relate { sq(x) ~ x + 1; } calls { inc -> Add(1); }\n' >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 2
    expect_error "O.tuf:4: error: y is not declared, in the definition of sq"
}

@test "a map relates values of a data type by their constructors and fields" {
    cp "$THEORIES/Lists.tuf" .
    printf 'machine s variables l invariants @i: l ∈ List(0‥2) events event INITIALISATION then l ≔ nil end\n event add when l = nil then l ≔ cons(2, nil) end end\n' >s.eventb
    rtcheck eventb --ltl 'F {∃h·l = cons(h, nil)}' s.eventb
    expect_status 0
    printf 'int used, h; inline Add() { used = 1; h = 2 }\n' >d.pml
    printf 'relate { l ≠ nil ~ used; size(l) ~ used; } calls { add -> Add(); }\n' >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 0
    printf 'int used, h; inline Add() { h = 2 }\n' >d.pml
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 1
}
