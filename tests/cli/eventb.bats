#!/usr/bin/env bats
# rtcheck eventb: machines explored, bounded, checked, written.

load helpers

MODELS=$BATS_TEST_DIRNAME/../../examples/eventb

@test "a machine that holds, its bounds and its coverage" {
    rtcheck eventb "$MODELS/mutex.eventb"
    expect_status 0
    expect_first_line "holds: every reachable state within the bounds was checked and no violation was found"
    expect_output "  states        4"
    expect_output "  transitions   5"
    expect_output "  TASK = {TASK1, TASK2}  (default)"
    expect_output "  integers -1..3  (default)"
    expect_output "events that never happen:
  panic"
}

@test "a violated invariant, with the events and their parameters" {
    rtcheck eventb --threads 1 "$MODELS/lift.eventb"
    expect_status 1
    expect_output "invariant inside is violated: floor ∈ 0 ‥ top"
    expect_output "up(by = 2)  floor: 2 → 4"
}

@test "bounds" {
    rtcheck eventb --bound 'TASK={a,b,c}' "$MODELS/mutex.eventb"
    expect_status 0
    expect_output "  states        5"
    expect_output "  TASK = {a, b, c}  (--bound)"
    rtcheck eventb --bound TASK=0 "$MODELS/mutex.eventb"
    expect_status 2
    expect_error "bound 'TASK=0': a carrier set needs a size from 1 to 4096"
    rtcheck eventb --bound 'TASK={}' "$MODELS/mutex.eventb"
    expect_status 0
    expect_output "  TASK = {}  (--bound)"
    expect_output "  states        2"
    rtcheck eventb --bound TUSK=2 "$MODELS/mutex.eventb"
    expect_status 2
    expect_error "there is no carrier set, constant or variable of that name"
    rtcheck eventb --bound top=5 "$MODELS/lift.eventb"
    expect_status 2
    expect_error "no values of the constants satisfy the axioms within the bounds: none satisfy top = 3"
}

@test "computed values are kept; steps that leave a variable's bounds are cut off, or reported" {
    cat >count.eventb <<'END'
machine count variables n invariants @n n ∈ ℤ
events
  event INITIALISATION then @n n ≔ 0 end
  event up then @n n ≔ n + 1 end
end
END
    rtcheck eventb count.eventb
    expect_status 3
    expect_output "a variable counts up for ever"
    rtcheck eventb --bound n=0..3 count.eventb
    expect_status 0
    expect_output "  states        4"
    # Builds for tests ask twice whether there is really no step.
    case $RTCHECK in *asan*) expect_output "left the bounds and" ;; *) expect_output "1 step left the bounds and was cut off" ;; esac
    rtcheck eventb --deadlock --bound n=0..3 count.eventb # leaving the bounds is no deadlock
    expect_status 0
    rtcheck eventb --bound n=0..9 count.eventb
    expect_output "  states        10"
    rtcheck eventb --strict --bound n=0..3 count.eventb
    expect_status 1
    expect_output "n leaves its bounds 0..3"
    expect_output "n: 3 → 4"
    sed 's/n ≔ 0/n :∈ 0‥5/' count.eventb >several.eventb
    ! cmp -s count.eventb several.eventb
    rtcheck eventb --strict --bound n=0..3 several.eventb # so may INITIALISATION
    expect_status 1
    expect_output "n leaves its bounds 0..3"
    expect_output "n = 4"
    rtcheck eventb --bound n=1..9 count.eventb
    expect_status 3
    expect_output "there is no initial state within the bounds"
}

function_machine() { # INVARIANT: f(8) becomes 9
    cat >function.eventb <<END
context c constants Sq axioms @s Sq = {x ↦ y ∣ x ∈ ℤ ∧ y ∈ ℤ ∧ y = x ∗ x} end
machine m sees c variables f invariants @f f ∈ 1‥10 → 0‥10
  @i $1
events
  event INITIALISATION then @f f ≔ (1‥10) × {0} end
  event go then @f f ≔ f <+ {8 ↦ 9} end
end
END
    rtcheck eventb --no-beyond ${3:-} function.eventb
    expect_status "$2"
}

@test "what a formula means does not depend on the order of its conjuncts, or on bounds" {
    for formula in '∀i·i ∈ ℕ ∧ i ∈ 1‥10 ⇒ f(i) ≤ 5' '∀i·i ∈ 1‥10 ∧ i ∈ ℕ ⇒ f(i) ≤ 5' \
        '∀i,v·i ∈ ℕ ∧ v ∈ ℕ ∧ i ↦ v ∈ f ⇒ v ≤ 5' '∀i·i ∈ ℕ ⇒ (i ∈ dom(f) ⇒ f(i) ≤ 5)' \
        '∀v·v ∈ ℕ ∧ v = max(ran(f)) ⇒ v ≤ 5' 'card({i·i ∈ ℤ ∧ i ∈ 1‥100 ∣ i}) = 99' '4 ↦ 17 ∈ Sq' 'Sq(7) = 48' \
        '∃i·i ∈ ℕ ∧ i < card(f) ∧ i > 9' '∀i·i ∈ ℤ ⇒ (∀v·i ↦ v ∈ f ⇒ v ≠ 9)'; do
        function_machine "$formula" 1
    done
    for formula in '4 ↦ 16 ∈ Sq' 'Sq[{4, 5}] = {16, 25}' '17 ∉ ran(Sq)' '∀i·i ∈ ℕ ⇒ i ≥ 0' '∃i·i ∈ ℕ ∧ i ∗ i = 49' \
        '400 ∈ {y·y ∈ ℕ ∣ y ∗ 2}' '{1, 2, 300} ⊆ {y ∣ y ∈ ℕ ∧ y mod 1 = 0}'; do
        function_machine "$formula" 0
    done
    function_machine 'card({y ∣ y ∈ ℕ}) = 3 ∨ f(1) = 0' 3 # the set has no size
}

@test "all elements of a carrier set, by comprehension, are that set: finite, and the same state" {
    cat > "$BATS_TEST_TMPDIR/all.eventb" <<'EOF'
context c
sets S
constants a b
axioms @p partition(S, {a}, {b})
end

machine m sees c
variables v
invariants
  @sub v ⊆ S
  @fin finite(v)
  @few card(v) ≤ 2
events
  event INITIALISATION
  then @one v ≔ {a}
  end
  event all
  then @all v ≔ {s·⊤ ∣ s⦂S}
  end
  event same
  where @more v ≠ {a}
  then @all v ≔ S
  end
end
EOF
    rtcheck eventb "$BATS_TEST_TMPDIR/all.eventb"
    expect_status 0
    expect_output "  states        2"
}

@test "a set that is made of an infinite one is not finite because it can be written down" {
    for formula in 'finite(ran(succ))' 'finite(succ∼)' 'finite(succ[ℕ])' 'finite(succ ; pred)' 'finite(f ; (succ <+ pred))' 'finite(ran(id ∩ (ℕ × ℕ)))' \
        'finite(dom(ℕ × {1}))' 'finite(⋃y·y ∈ ℕ ∣ {y})' 'finite(⋃y·y ∈ 1‥3 ∣ ℕ)' 'finite(union({ℕ, {1}}))' \
        'finite({y, z·y ∈ 0‥z ∧ z ∈ 0‥y ∣ y})'; do
        function_machine "$formula" 3 --no-solver
        case $formula in *'f ;'*) function_machine "$formula" 0 ;; *) function_machine "$formula" 1 ;; esac
    done
    for formula in 'finite(succ)' 'finite({y ∣ y ∈ ℕ})' 'finite(ℤ ∖ {1})' 'finite(ℕ ∪ ran(f))' 'finite(ℙ(ℕ))' 'finite(id ⦂ ℤ ↔ ℤ)' 'finite({3} × ℕ)'; do
        function_machine "$formula" 1
    done
    for formula in 'finite(f)' 'finite({1} ◁ succ)' 'finite(ℙ(1‥40))' 'finite({y ∣ y ∈ ℕ ∧ y < f(1)})' 'finite({ℕ})' 'finite(⋃y·y ∈ 1‥3 ∣ y‥9)' \
        'finite({y ∣ y ∈ 1‥10000000000})' 'finite({y, z·z ∈ 0‥3 ∧ y ∈ 0‥z ∣ y})' 'finite(1‥30 → 1‥40)'; do
        function_machine "$formula" 0
    done
}

@test "an infinite set that only filters a finite one is not needed as a value; succ and pred are what they are" {
    for formula in 'ℕ ◁ f = f' 'f[ℕ1] = ran(f)' '(−5‥5) ∩ f∼[ℕ] = 1‥5' 'f ⩥ ℕ1 ⊆ (1‥10) × {0}' 'ℕ ⩤ f = ∅' 'f[{y ∣ y ∈ ℕ ∧ y > 9}] = {f(10)}' \
        '300 ↦ 301 ∈ succ' '300 ↦ 300 ∉ pred' 'succ[{300}] = {301}' 'succ∼(300) = 299' '300 ∈ ran(succ)' '−1 ∉ succ[ℕ]' '{1 ↦ 2} ⊂ ℕ ◁ succ' \
        'card(succ[1‥300]) = 300' '¬(pred ⊆ succ)'; do
        function_machine "$formula" 0
    done
    for formula in 'f[ℕ] = ∅' 'ℕ1 ⩤ f = f' '300 ↦ 300 ∈ succ' 'f ⊆ succ' 'succ[{300}] = {300}'; do
        function_machine "$formula" 1
    done
}

@test "all parts of a set must be well-defined, also where one of them decides" {
    for formula in '3 ∈ ℕ ∪ {f(11)}' '¬(−1 ∈ ℕ ∩ {1 ÷ (f(1) − f(1))})' '−3 ∉ ℕ ∖ {f(11)}' '(∅ ⦂ ℙ(ℤ)) ⊆ ℕ ∩ {f(11)}' \
        '−1 ∉ ℕ ∩ 1‥f(11)' '−1 ↦ 2 ∉ {f(11)} ◁ (λy·y ∈ ℕ ∣ y)' '−3 ∉ ℕ ∖ inter(∅ ⦂ ℙ(ℙ(ℤ)))'; do
        function_machine "$formula" 1
        expect_output "is not well-defined"
    done
    for formula in '3 ∈ ℕ ∪ {f(1)}' '−1 ∉ ℕ ∩ 1‥f(1)' '0 ∈ {0, card({y ∣ y ∈ ℕ ∧ y < f(1)})}'; do
        function_machine "$formula" 0
    done
    # It is not known whether the set has a size.
    for formula in '0 ∈ {0, card(ran(succ))}' '3 ∈ ℕ ∪ {card(ran(succ))}' '{card(ran(succ))} ⊆ ℤ' '0 ∈ {0, card({y ∣ y > 3})}'; do
        function_machine "$formula" 3
    done
}

@test "a domain that was cut and decided something leaves no verdict, and is named" {
    for formula in '∀i·i ∈ ℕ ⇒ i ∗ i ≥ i' '∃i·i ∈ ℕ ∧ i mod 7 = 6' 'card({y ∣ y ∈ ℕ}) = 4' 'finite(ran(succ))' \
        '¬(∃i·i ∈ ℕ ∧ i mod 7 = 6)' 'bool(∀i·i ∈ ℕ ⇒ i ∗ i ≥ i) = TRUE' 'min({y ∣ y ∈ ℕ ∧ y mod 9 = 8}) = 8'; do
        function_machine "$formula" 3 --no-solver
        expect_output "not decided within the bounds"
    done
    function_machine '∃i·i ∈ ℕ ∧ i mod 7 = 3' 0
    function_machine '∀i·i ∈ ℕ ⇒ i ∗ i ≥ i' 3 --no-solver
    expect_output "invariant i: '∀i·i ∈ ℕ ⇒ i ∗ i ≥ i' is not decided: i was looked for among the integers -1..3 only"
    cat >parameter.eventb <<'END'
machine m variables x invariants @x x ∈ ℤ
events
  event INITIALISATION then @x x ≔ 5 end
  event go any p where @p p ∈ ℕ @q p > x then @x x ≔ p end
end
END
    rtcheck eventb --no-beyond parameter.eventb
    expect_status 3
    expect_output "event go, guards: no value of p was found among the integers -1..3"
    rtcheck eventb --no-beyond --bound INT=0..6 --event go parameter.eventb
    expect_status 3
    rtcheck eventb --no-beyond --bound INT=0..6 --deadlock parameter.eventb
    expect_no_output "violated: deadlock"
}

@test "functions on all of ℕ: by definition, or as far as the bounds reach" {
    cat >functions.eventb <<'END'
context c constants f g axioms @f f ∈ ℕ → ℕ @f0 f(0) = 1 @g g = (λx·x ∈ ℕ ∣ x ÷ 2) end
machine m sees c variables x invariants @x x ∈ ℤ @i INVARIANT
events event INITIALISATION then @x x ≔ 0 end event go where @g x < 3 then @x x ≔ x + 1 end end
END
    while read -r status formula; do
        sed "s/INVARIANT/$formula/" functions.eventb >one.eventb
        rtcheck eventb --setups 3 one.eventb
        expect_status "$status"
    done <<'END'
0 f(0) = 1 ∧ g(9) = 4
1 f(0) ≠ 1
1 g(9) = 5
1 g(x − 1) = 0
3 f(9) ≥ 0
3 dom(f) = ℕ
3 card(f) = 4
3 finite(f)
3 finite(dom(f))
0 finite({f(0)})
1 {0 ↦ 1, 1 ↦ 1, 2 ↦ 1, 3 ↦ 1} ∈ ℕ → {1}
1 {0 ↦ 1, 1 ↦ 1, 2 ↦ 1, 3 ↦ 1} ∈ ℕ <<-> {1}
1 {1 ↦ 0, 1 ↦ 1, 1 ↦ 2, 1 ↦ 3} ∈ {1} <->> ℕ
1 {{0 ↦ 1, 1 ↦ 1, 2 ↦ 1, 3 ↦ 1}} ⊆ ℕ → {1}
0 {0 ↦ 1, 1 ↦ 1, 2 ↦ 1, 3 ↦ 1} ∈ 0‥3 → {1}
3 card({(0‥3) × {1}} ∩ (ℕ ∖ {50} → {1})) = 1
3 {(0‥3) × {1}} ∖ (ℕ ∖ {50} → {1}) = ∅
3 ∃h·h ∈ {(0‥3) × {1}} ∩ (ℕ ∖ {50} → {1})
3 union({(0‥3) × {1}} ∩ (ℕ ∖ {50} → {1})) ≠ ∅
1 {(0‥2) × {1}} ∖ (ℕ ∖ {50} → {1}) = ∅
0 min({i·i ∈ ℤ ∧ i ≥ 5 ∧ i ≤ x + 9 ∣ i ∗ i}) = 25
END
}

@test "functions on all of ℕ that are parts of a pair are known within the bounds, too" {
    pair() {
        printf 'context c constants a f axioms %s end machine m sees c variables x invariants @x x ∈ ℤ @i %s
events event INITIALISATION then @x x ≔ 0 end end' "$1" "$2" >pair.eventb
        rtcheck eventb pair.eventb
        expect_status "$3"
    }
    local chosen='@f a ↦ f ∈ {TRUE} × (ℕ → {TRUE})'
    pair "$chosen" '5000 ∉ dom(f)' 3
    pair "$chosen" 'card(f) < 10' 3
    pair "$chosen" 'finite(f)' 3
    pair "$chosen" 'f(5000) = TRUE' 3
    pair "$chosen" 'f(2) = TRUE ∧ a = TRUE' 0
    pair "$chosen" 'f(2) = FALSE' 1
    pair '@f a ↦ f ∈ {TRUE} × ({TRUE} × (ℕ → {TRUE}))' '∀y, g·y ↦ g = f ⇒ 5000 ∉ dom(g)' 3
    pair '@f (a ↦ f) ∈ {TRUE ↦ {1 ↦ TRUE}} ∪ (BOOL × (ℕ → {TRUE}))' '5000 ∉ dom(f)' 3
    pair '@f f = (0‥3) × {TRUE} @a a ↦ f ∈ {TRUE} × (ℕ → {TRUE})' 'a = TRUE' 2
    expect_error "no values of the constants satisfy the axioms"
    pair '@f f = (0‥3) × {TRUE} @a a ↦ f ∈ {TRUE} × (0‥3 → {TRUE})' 'a = TRUE' 0
}

@test "sets hold integers that the model does not mention" {
    cat >sets.eventb <<'END'
machine m variables n s invariants @n n ∈ ℤ @s s ⊆ ℤ @i 400000 ∉ s
events
  event INITIALISATION then @n n ≔ 1 @s s ≔ ∅ end
  event go where @g n < 9 then @n n ≔ n + 1 @s s ≔ s ∪ {n ∗ 100 ∗ 1000} end
end
END
    rtcheck eventb sets.eventb
    expect_status 1
    expect_output "invariant i is violated: 400000 ∉ s"
}

@test "a time limit ends also one long formula" {
    cat >long.eventb <<'END'
context c sets S end
machine m sees c variables x invariants @x x ∈ ℤ
  @slow ∀a,b,d·a ⊆ S×S ∧ b ⊆ S×S ∧ d ⊆ S×S ∧ x ≥ 0 ⇒ (a;b);d = a;(b;d)
events event INITIALISATION then @x x ≔ 0 end event go where @g x < 30 then @x x ≔ x + 1 end end
END
    local began=$SECONDS
    rtcheck eventb --bound S=4 --time 1 long.eventb
    expect_status 3
    [ $((SECONDS - began)) -le 11 ] || fail "it took $((SECONDS - began)) s"
}

@test "a time limit ends also the choice of constants" {
    cat >choice.eventb <<'END'
context c sets S constants r q axioms @r r ∈ S ↔ S @q q ∈ S ↔ S @no r ; q = q ; r @never card(r ∪ q) = 50 end
machine m sees c variables x invariants @x x ∈ ℤ events event INITIALISATION then @x x ≔ 0 end end
END
    local began=$SECONDS
    rtcheck eventb --json --bound S=4 --time 1 choice.eventb
    [ $((SECONDS - began)) -le 11 ] || fail "it took $((SECONDS - began)) s"
    expect_status 3
    expect_valid stdout.txt
}

@test "only some events" {
    rtcheck eventb --event lock --event unlock "$MODELS/mutex.eventb"
    expect_status 0
    expect_output "  states        3"
    expect_output "  events: lock unlock  (--event)"
    rtcheck eventb --event luck "$MODELS/mutex.eventb"
    expect_status 2
    expect_error "the machine has no event 'luck'"
}

@test "deadlocks" {
    rtcheck eventb --deadlock --threads 1 "$MODELS/mutex.eventb"
    expect_status 1
    expect_output "violated: deadlock: no event can happen"
    expect_output "  lock is blocked on free: stopped = FALSE"
    expect_output "stopped: FALSE → TRUE"
}

@test "temporal logic" {
    rtcheck eventb --ltl 'G ({holder ≠ ∅} => F {holder = ∅})' --ltl 'G not {TASK1 ∈ holder}' "$MODELS/mutex.eventb"
    expect_status 1
    expect_output "ltl 1       holds"
    expect_output "ltl 2       violated"
    expect_output "lock(t = TASK1)"
    expect_no_output "(formula)"
    rtcheck eventb --ltl 'G {holder = 1}' "$MODELS/mutex.eventb"
    expect_status 2
    rtcheck eventb --ltl 'G e(luck)' "$MODELS/mutex.eventb"
    expect_status 2
    expect_error "--ltl:1:5: error: the machine has no event 'luck'"
}

@test "--json is one object that the schema allows" {
    rtcheck eventb --json "$MODELS/mutex.eventb"
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['states'], o['transitions'], o['setups'], o['cut_steps']" "4 5 1 0"
    expect_json "[e['name'] for e in o['events'] if not e['happens']]" "['panic']"
    rtcheck eventb --json "$MODELS/lift.eventb"
    expect_status 1
    expect_valid stdout.txt
    expect_json "o['violations'][0]['kind'], len(o['violations'][0]['trace'])" "invariant 2"
    cat >chosen.eventb <<'END'
context c constants k axioms @1: k ∈ 0‥3 end
machine m sees c variables a invariants @a: a ∈ 0‥9 events event INITIALISATION then a :∈ 0‥k end event e then a ≔ a end end
END
    rtcheck eventb --json --ltl 'G {a < 2}' chosen.eventb
    expect_status 1
    expect_valid stdout.txt
    expect_json "o['violations'][0]['message'], [i['variable'] + i['value'] for i in o['violations'][0]['initial']]" "ltl 1 does not hold ['k2', 'a2']"
    printf 'machine m variables x events end' >bad.eventb
    rtcheck eventb --json bad.eventb
    expect_status 2
    expect_valid stdout.txt
}

@test "a limit is no verdict" {
    cat >large.eventb <<'END'
context c sets S end
machine m sees c variables x invariants @x x ∈ ℙ(ℙ(S × S) × S)
events
  event INITIALISATION then @x x ≔ ∅ end
  event any_set any y where @y y ∈ ℙ(ℙ(S × S) × S) then @x x ≔ y end
end
END
    rtcheck eventb large.eventb
    expect_status 3
    expect_output "event any_set, guards: the values of y are too many to be enumerated"
    rtcheck eventb --json large.eventb
    expect_status 3
    expect_valid stdout.txt
    rtcheck eventb --bound S=1 large.eventb
    expect_status 0
    expect_output "  states        4"
}

@test "transition systems as files" {
    rtcheck eventb --quiet --lts mutex.aut "$MODELS/mutex.eventb"
    expect_status 0
    [ "$(head -1 mutex.aut)" = "des (0, 5, 4)" ] || fail "the header is $(head -1 mutex.aut)"
    [ "$(grep -c '"lock(TASK[12])"' mutex.aut)" = 2 ] || fail "labels"
    rtcheck eventb --quiet --lts mutex.dot "$MODELS/mutex.eventb"
    expect_status 0
    grep -q digraph mutex.dot || fail "no graph"
    rtcheck eventb --lts mutex.xyz "$MODELS/mutex.eventb"
    expect_status 2
    expect_absent mutex.xyz
    if command -v dot >/dev/null; then
        rtcheck eventb --quiet --lts mutex.svg "$MODELS/mutex.eventb"
        grep -q "<svg" mutex.svg || fail "no picture"
    fi
}

@test "checked only, and printed" {
    rtcheck eventb --check --json "$MODELS/mutex.eventb"
    expect_status 0
    expect_json "(o['verdict'], o['command'])" "('holds', 'eventb')"
    rtcheck eventb --print --json "$MODELS/mutex.eventb"
    expect_status 2
    rtcheck eventb --check "$MODELS/mutex.eventb"
    expect_status 0
    rtcheck eventb --print --ascii "$MODELS/mutex.eventb"
    expect_status 0
    expect_output "machine mutex"
    cp stdout.txt again.eventb
    rtcheck eventb again.eventb
    expect_status 0
    expect_output "  states        4"
}

@test "a file that is not there, and one that is no Event-B" {
    rtcheck eventb missing.bum
    expect_status 2
    printf '\x00\xff' >junk.eventb
    rtcheck eventb junk.eventb
    expect_status 2
}

@test "the landing gear: both numbers of threads, all stores" {
    for options in "--threads 1" "--threads 2" "--store tree" "--search dfs"; do
        # shellcheck disable=SC2086
        rtcheck eventb $options "$ROOT/models/eventb/landing_gear.eventb"
        expect_status 0
        expect_output "  states        15,552"
        expect_output "  transitions   71,840"
    done
}

refinement() { # the guard of add, its action, the action of tick, the gluing invariant, the variant
    cat >refinement.eventb <<END
context c sets S end
machine a sees c
variables s n
invariants @s s ⊆ S @n n ∈ ℕ
events
  event INITIALISATION then @s s ≔ ∅ @n n ≔ 0 end
  event add any x where @g1 x ∈ S @g2 x ∉ s then @a1 s ≔ s ∪ {x} end
  event tick then @a1 n :∈ {0, 1} end
end
machine b refines a sees c
variables t n k
invariants @t t ∈ S → BOOL @k k ∈ ℤ @glue $4
variant $5
events
  event INITIALISATION then @t t ≔ S × {FALSE} @n n ≔ 0 @k k ≔ 3 end
  event add refines add any y where @g1 $1 with @x x = y then @a1 $2 end
  event tick refines tick then @a1 n ≔ $3 end
  convergent event work where @g k > 0 then @a k ≔ k − 1 end
end
END
    rtcheck eventb refinement.eventb
}

@test "refinement: obligations are named as Rodin does" {
    local guard='t(y) = FALSE' action='t(y) ≔ TRUE' glue='s = t∼[{TRUE}]'
    refinement "$guard" "$action" 1 "$glue" k
    expect_status 0
    expect_output "  holds within bounds  add/g2/GRD"
    expect_output "  holds within bounds  work/VAR"
    expect_output "refinement  holds"
    refinement 'y ∈ S' "$action" 1 "$glue" k
    expect_status 1
    expect_output "violated: add/g2/GRD is violated: the event happens where its abstraction cannot, as x ∉ s is false"
    refinement "$guard" "$action" 2 "$glue" k
    expect_output "violated: tick/a1/SIM is violated"
    refinement "$guard" 't(y) ≔ FALSE' 1 "$glue" k
    expect_output "  violated             add/glue/INV"
    refinement "$guard" 't(y) ≔ TRUE @a2 n ≔ 1' 1 "$glue" k
    expect_output "violated: add/n/EQL is violated"
    refinement "$guard" "$action" 1 "$glue" 4
    expect_output "violated: work/VAR is violated: the variant 4 does not decrease"
    refinement "$guard" "$action" 1 "$glue" 'k − 2'
    expect_output "violated: work/NAT is violated: the variant k − 2 is below 0"
    refinement "$guard" "$action" 1 '(s = t∼[{TRUE}] ∨ k < 2)' k
    expect_status 0
    rtcheck eventb --no-refinement refinement.eventb
    expect_no_output "GRD"
}

@test "refinement: witnesses for what is gone, new events, merged events, theorems" {
    cat >gone.eventb <<'END'
context c constants top axioms @t top = 3 theorem @thm top > 2 theorem @wrong top > WRONG end
machine a sees c variables x invariants @x x ∈ ℤ
events event INITIALISATION then @x x ≔ 0 end
  event up where @g x < top then @x x :∣ x' > x ∧ x' ≤ top + 1 end
  event down where @g x = top then @x x :∣ x' > x ∧ x' ≤ top + 1 end
end
machine b refines a sees c variables y invariants @y y ∈ ℤ @glue y = 2 ∗ x
events event INITIALISATION then @y y ≔ 0 end
  event up refines up where @g y < 2 ∗ top with @x' x' = x + 1 then @y y ≔ y + STEP end
  event both refines up down where @g y < LIMIT with @x' y' = 2 ∗ x' then @y y ≔ y + 2 end
end
END
    sed 's/WRONG/1/; s/STEP/2/; s/LIMIT/2/' gone.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "both/MRG"
    expect_output "thm/THM"
    sed 's/WRONG/3/; s/STEP/2/; s/LIMIT/2/' gone.eventb >theorem.eventb
    rtcheck eventb theorem.eventb
    expect_status 1
    expect_output "  violated             wrong/THM"
    sed 's/WRONG/1/; s/STEP/4/; s/LIMIT/2/' gone.eventb >glue.eventb
    rtcheck eventb glue.eventb
    expect_output "  violated             up/glue/INV"
    sed 's/WRONG/1/; s/STEP/2/; s/LIMIT/20/' gone.eventb >merge.eventb
    rtcheck eventb merge.eventb
    expect_output "violated: both/MRG is violated: none of the events that it refines can happen"
}

chain() { # the guard of up in the middle machine, what the last one adds
    cat >chain.eventb <<END
machine a variables x u invariants @x x ∈ 0 ‥ 3 @u u ∈ BOOL
events event INITIALISATION then @x x ≔ 0 @u u ≔ FALSE end
  event up any d where @d d ∈ 1 ‥ 2 @g x + d ≤ 3 then @x x ≔ x + d end
  event down where @g x > 0 then @x x ≔ 0 @u u ≔ TRUE end
end
machine b refines a variables y invariants @y y ∈ ℕ @glue y = 3 − x
events event INITIALISATION then @y y ≔ 3 end
  event up refines up where @g $1 with @d d = 1 then @y y ≔ y − 1 end
  event down refines down where @g y < 3 then @y y ≔ 3 end
  event skip end
end
machine c refines b variables z invariants @z z ∈ ℤ @gluez z = 2 ∗ y
events event INITIALISATION then @z z ≔ 6 end
  event up refines up where @g z > 0 then @z z ≔ z − $2 end
  event back refines down where @g z < 6 then @z z ≔ 6 end
end
END
    rtcheck eventb --machine c chain.eventb
}

@test "refinement: all abstractions take every step along" {
    chain 'y > 0' 2
    expect_status 0
    expect_output "  states        4"
    # x follows from z, but whether down happened does not: as ProB counts, all variables are part of the state.
    expect_output "with choices of the constants and variables of all abstractions, as ProB counts: 8 states"
    expect_output "  holds within bounds  up/gluez/INV"
    chain 'y > 0' 4
    expect_status 1
    expect_output "up/gluez/INV"
    # The middle machine may do what the first cannot: nothing is wrong between the last two.
    chain 'y ∈ ℤ' 2
    expect_status 0
    sed -i 's/@g z > 0/@g z ∈ ℤ/; s/y ∈ ℕ/y ∈ ℤ/' chain.eventb
    rtcheck eventb --machine c chain.eventb
    expect_status 1
    expect_output "violated: b: up/g/GRD is violated: the event happens where its abstraction cannot, as x + d ≤ 3 is false"
    rtcheck eventb --machine c --json --no-refinement chain.eventb
    expect_output '"prob_states": null'
    expect_valid stdout.txt
}

@test "refinement: merged events go different ways up" {
    cat >ways.eventb <<'END'
machine a variables x u invariants @x x ∈ ℤ @u u ∈ ℤ
events event INITIALISATION then @x x ≔ 0 @u u ≔ 0 end
  event one where @g x = 0 then @x x ≔ 1 @u u ≔ 5 end
  event two where @g x = 1 then @x x ≔ 2 @u u ≔ LAST end
end
machine b refines a variables x invariants @end x = 2 ⇒ u = 7
events event INITIALISATION then @x x ≔ 0 end
  event one refines one where @g x = 0 then @x x ≔ x + 1 end
  event two refines two where @g x = 1 then @x x ≔ x + 1 end
end
machine c refines b variables x w invariants @w w = 2 ∗ x
events event INITIALISATION then @x x ≔ 0 @w w ≔ 0 end
  event step refines one two where @g w < 4 then @x x ≔ x + 1 @w w ≔ w + 2 end
end
END
    sed 's/LAST/7/' ways.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  holds within bounds  step/MRG"
    sed 's/LAST/8/' ways.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
    expect_output "invariant end is violated"
}

@test "what is not decided hides nothing that may be ill-defined after it" {
    cat >hides.eventb <<'END'
context c constants f axioms @f f = {1 ↦ 4} end
machine m sees c variables x invariants @x x ∈ BOOL
events event INITIALISATION then @x x ≔ TRUE end
  event go where @g GUARD then @x x ≔ TRUE end
end
END
    open='(∀w·w ∈ ℕ ⇒ w ∗ (w + 1) ≥ card({1}) − 99)' # not decided
    yes='(∃v·v ∈ dom(f) ∧ v > 0)' no='(∃v·v ∈ dom(f) ∧ v > 9)'
    for guard in "$open ∧ f(12) = 1 ∧ $no" "¬($open ∧ f(12) = 1 ∧ $no)" "¬$open ∨ f(12) = 1 ∨ $yes" \
        "($no ∨ ¬$open) ∨ (f(12) = 1 ∨ $yes)" "(¬$open ⇒ f(12) = 1) ∨ $yes" \
        "$open ∧ (∀v·v ∈ 1 ‥ 2 ⇒ f(v) = 4) ∧ $no" "card({v·v ≤ 2 ∣ v}) ∈ ℤ"; do
        sed "s/GUARD/$guard/" hides.eventb >one.eventb
        rtcheck eventb --no-solver one.eventb
        expect_status 3
        expect_output "is not decided"
    done
    for guard in "$open ∧ $no" "$open ∨ $yes" "$open ⇒ $yes" "$no ∧ f(12) = 1" "$yes ∨ f(12) = 1"; do
        sed "s/GUARD/$guard/" hides.eventb >one.eventb
        rtcheck eventb one.eventb
        expect_status 0
    done
}

@test "pairs, quotients and what is not decided" {
    cat >pairs.eventb <<'END'
context c constants f k axioms @f f = {1 ↦ (40 ↦ 50), 2 ↦ (60 ↦ 70)} @k k = 7 end
machine m sees c variables x invariants @x x ∈ ℤ
events event INITIALISATION then @x x ≔ 1 end
  event take any a b where @g a ↦ b = f(x) @s a + b = 90 then @x x ≔ a end
  event divide any q where @g q ∗ k = 700 + x − 1 then @x x ≔ q + 1 end
  event none any q where @g q ∗ (x − x) = 5 then @x x ≔ q end
end
END
    rtcheck eventb --event divide --event none pairs.eventb
    expect_status 0
    expect_output "  states        2"
    rtcheck eventb --event take pairs.eventb
    expect_status 1
    expect_output "take(a = 40, b = 50)"
    sed 's/q ∗ (x − x) = 5/q ∗ (x − x) = 0 ∧ q > 9/' pairs.eventb >open.eventb
    rtcheck eventb --event none open.eventb
    expect_status 3
    expect_output "no value of q was found among the integers -1..3"
}

@test "records: fields, constructors and updates are found from each other" {
    cat >records.eventb <<'END'
context c sets Mode R constants On Off Bad make f1 f2 f3 put
axioms @m partition(Mode, {On}, {Off}, {Bad}) @mk make ∈ BOOL × Mode × BOOL ⤖ R
  @t1 f1 ∈ R → BOOL @t2 f2 ∈ R → Mode @t3 f3 ∈ R → BOOL @tp put ∈ R × Mode → R
  @d1 ∀a, b, c·f1(make(a ↦ b ↦ c)) = a @d2 ∀a, b, c·f2(make(a ↦ b ↦ c)) = b @d3 ∀a, b, c·f3(make(a ↦ b ↦ c)) = c
  @dp ∀r, b·⊤ ⇒ put(r ↦ b) = make(f1(r) ↦ b ↦ f3(r))
end
machine m sees c variables x invariants @x x ∈ R @f f1(x) = TRUE ∧ f3(x) = FALSE @g GOAL
events event INITIALISATION then @x x ≔ make(TRUE ↦ On ↦ FALSE) end
  event change any b where @b b ∈ Mode then @x x ≔ put(x ↦ b) end
end
END
    sed 's/GOAL/f2(x) ∈ Mode/' records.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  1 choice of the constants"
    expect_output "  states        3"
    sed 's/GOAL/f2(x) ≠ Bad/' records.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
}

@test "a carrier set without elements" {
    cat >empty.eventb <<'END'
context c sets S T constants f r axioms @f f ∈ S → T @r r ∈ T ↔ S end
machine m sees c variables g h invariants @g g ∈ T ⇸ S @h h ∈ S × T ↔ T
  @i1 f = ∅ ∧ r = ∅ ∧ card(S) = 0 ∧ S × T = ∅ ∧ T × S = ∅ ∧ S × S = ∅ ∧ ℙ(S) = {∅} ∧ ℙ1(S) = ∅
  @i2 (S → T) = {∅} ∧ (T → S) = ∅ ∧ (S ↔ S) = {∅} ∧ (T ⇸ S) = {∅} ∧ (S ⤖ S) = {∅} ∧ card(T ↔ S) = 1
  @i3 (∀x·x ∈ S ⇒ ⊥) ∧ ¬(∃x·x ∈ S ∧ ⊤) ∧ {x·x ∈ S ∣ x ↦ 1} = ∅ ∧ union({S}) = ∅ ∧ dom(g) = ∅ ∧ r[T] = ∅ ∧ r∼ = ∅
  @i4 (f ; f∼) = ∅ ∧ (r ; f) = ∅ ∧ (f ⊗ f) = ∅ ∧ (f ∥ r) = ∅ ∧ (g <+ r) = ∅ ∧ partition(S)
events event INITIALISATION then @g g ≔ ∅ @h h ≔ ∅ end
  event go any x where @x x ∈ S then @g g ≔ T × {x} end
  event stay any t where @t t ∈ T then @h h ≔ (S × {t}) × {t} end
end
machine n refines m sees c variables y invariants @y y ∈ S events event INITIALISATION then @y y :∈ S end end
END
    rtcheck eventb --machine m --bound 'S={}' empty.eventb
    expect_status 0
    expect_output "  states        1"
    expect_output "  transitions   2"
    rtcheck eventb --machine n --bound 'S={}' empty.eventb
    expect_status 1
    expect_output "INITIALISATION/y/FIS is violated: no new values satisfy y :∈ S"
    expect_output "  y = (none)"
}

@test "feasible actions, theorems among guards, finite variants" {
    cat >obligations.eventb <<'END'
machine m variables x s invariants @x x ∈ 0 ‥ 3 @s s ⊆ 0 ‥ 3
variant s
events event INITIALISATION then @x x :∈ FIRST @s s ≔ 0 ‥ 3 end
  event up where @g x < 3 theorem @t THEOREM then @x x :∣ x' > x ∧ x' < LAST end
  convergent event drop any n where @n n ∈ s then @s s ≔ s ∖ {n} end
end
END
    try() {
        sed "s/FIRST/$1/; s/THEOREM/$2/; s/LAST/$3/" obligations.eventb >one.eventb
        rtcheck eventb ${4:-} one.eventb
    }
    try '0 ‥ 1' 'x ≠ 3' 4
    expect_status 0
    rtcheck eventb --json one.eventb
    for name in INITIALISATION/x/FIS up/x/FIS up/t/THM drop/VAR FIN; do
        expect_output "\"name\": \"$name\",
      \"status\": \"holds within bounds\""
    done
    expect_output '"unchecked": []'
    try '0 ‥ 1' 'x ≠ 3' 3
    expect_status 1
    expect_output "violated: up/x/FIS is violated: no new values satisfy x :∣ x' > x ∧ x' < 3"
    try '1 ‥ 0' 'x ≠ 3' 4
    expect_status 1
    expect_output "violated: INITIALISATION/x/FIS"
    try '0 ‥ 1' 'x < 2' 4
    expect_status 1
    expect_output "violated: up/t/THM is violated: the guards hold, but not x < 2"
    try '0 ‥ 1' '4 ÷ x > 0' 4
    expect_status 1
    expect_output "  violated             up/t/WD"
    # Not decided, which does not matter for a theorem.
    try '0 ‥ 1' '∀y·y ∈ ℕ ⇒ y ∗ (y + 1) ≥ x ∗ 0' 4 --no-solver
    expect_status 0
    expect_output "  unknown              up/t/THM"
    # A choice among numbers that the bounds do not reach is not known to be impossible.
    try '{y·y > 90 ∧ y ∗ y ≠ y ∣ y − 91}' '⊤' 4
    expect_status 3
}

@test "formulas that were given up are no violations, and hide none" {
    cat >beyond.eventb <<'END'
machine m variables x y invariants @x x ∈ 0 ‥ 99 @y y ∈ ℤ @bad x < 60 ∨ x mod 2 = 0
events event INITIALISATION then @x x ≔ 0 @y y ≔ 0 end
  event up where @g x < LAST then @x x ≔ x + 1 end
  event over where @g y = 0 then @y y ≔ 9223372036854775807 + x + 1 end
end
END
    sed 's/LAST/80/' beyond.eventb >both.eventb
    rtcheck eventb --all-violations both.eventb
    expect_status 1
    expect_output "invariant bad is violated: x < 60"
    expect_output "  10 violations"
    rtcheck eventb --all-violations --json both.eventb
    expect_output '"violation_count": 10,'
    sed 's/LAST/50/' beyond.eventb >given_up.eventb
    rtcheck eventb --all-violations given_up.eventb
    expect_status 3
    expect_output "exceeds 64 bits"
    expect_no_output "violations"
}

@test "what Rodin asks of variants and witnesses" {
    cat >variant.eventb <<'END'
machine a variables x invariants @x x ∈ 0 ‥ 3 variant x
events event INITIALISATION then @x x ≔ 3 end
  convergent event down where @g x > 0 then @x x ≔ x − 1 end
end
machine b refines a variables x y invariants @y y ∈ 0 ‥ 3 variant VARIANT
events event INITIALISATION then @x x ≔ 3 @y y ≔ 0 end
  convergent event down refines down where @g x > 0 then @x x ≔ x − 1 @y y ≔ 3 end
  STATUS event lower where @g y > 0 then @y y ≔ y − 1 end
end
END
    # What converges in the abstraction need not decrease the variant again.
    sed 's/VARIANT/y/; s/STATUS/convergent/' variant.eventb >good.eventb
    rtcheck eventb --machine b good.eventb
    expect_status 0
    expect_no_output "down/VAR"
    expect_output "lower/NAT"
    sed 's/variant VARIANT//; s/STATUS/anticipated/' variant.eventb >none.eventb
    rtcheck eventb --machine b none.eventb
    expect_status 0
    expect_no_output "not checked"
    sed 's/variant VARIANT//; s/STATUS/convergent/' variant.eventb >none.eventb
    rtcheck eventb --machine b none.eventb
    expect_output "  not checked: lower/VAR: the machine has no variant"
    expect_no_output "down/VAR"
    # Not to increase is all that is asked of an anticipated event.
    sed 's/VARIANT/y − 5/; s/STATUS/anticipated/' variant.eventb >good.eventb
    rtcheck eventb --machine b good.eventb
    expect_status 0
    expect_no_output "lower/NAT"
    # In every state, whatever happens there.
    sed 's/VARIANT/y + 0 ÷ (3 − y)/; s/STATUS/convergent/' variant.eventb >undefined.eventb
    rtcheck eventb --machine b undefined.eventb
    expect_status 1
    expect_output "  violated             VWD"
    sed 's/VARIANT/{n ∣ n ∈ ℕ ∧ n ≥ 3 − y}/; s/STATUS/anticipated/' variant.eventb >open.eventb
    rtcheck eventb --no-solver --machine b open.eventb
    expect_status 3
    expect_output "  unknown              FIN"
    rtcheck eventb --machine b open.eventb
    expect_status 1
    expect_output "  violated             FIN"
    cat >witness.eventb <<'END'
machine a variables x invariants @x x ∈ 0 ‥ 3
events event INITIALISATION then @x x ≔ 0 end event up any p where @p p = 1 ∧ x < 3 then @x x ≔ x + p end end
machine b refines a variables x
events event INITIALISATION then @x x ≔ 0 end event up refines up where @g x < 3 with @p p = 1 ÷ x then @x x ≔ x + 1 end end
END
    rtcheck eventb --machine b witness.eventb
    expect_status 1
    expect_output "  violated             up/p/WWD"
}

@test "a theorem that is too much to evaluate is unknown, and nothing depends on it" {
    cat >much.eventb <<'END'
context c sets S axioms @s card(S) = 6 end
machine m sees c variables x invariants @x x ∈ 0 ‥ 3 theorem @much ∀r, q·r ∈ ℙ(S × S) ∧ q ∈ ℙ(S × S) ⇒ x ∗ card(r ∪ q) < 999
events event INITIALISATION then @x x ≔ 0 end event up where @g x < LAST then @x x ≔ x + 1 end end
END
    sed 's/LAST/3/' much.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  states        4"
    expect_output "  unknown              much/THM"
    sed 's/LAST/4/' much.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
    expect_output "invariant x is violated"
}

@test "theorems among guards about variables that are gone" {
    cat >gone.eventb <<'END'
machine a variables x invariants @x x ∈ ℤ
events event INITIALISATION then @x x ≔ 0 end event up where @g x < 3 then @x x ≔ x + 1 end end
machine b refines a variables y invariants @y y = 2 ∗ x
events event INITIALISATION then @y y ≔ 0 end
  event up refines up where @g y < 6 theorem @t x < LIMIT then @y y ≔ y + 2 end
end
END
    sed 's/LIMIT/3/' gone.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  holds within bounds  up/t/THM"
    rtcheck eventb --no-refinement good.eventb
    expect_output "  not checked: up/t/THM: it is about variables that are gone"
    expect_output "  not checked: refinement"
    sed 's/LIMIT/2/' gone.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
    expect_output "up/t/THM is violated: the guards hold, but not x < 2"
}

@test "of bijections with elements that are alike, one is enough" {
    cat >order.eventb <<'END'
context c sets S T U constants f g a A A1 A2 B B1
axioms @s card(S) = 3 @f f ∈ 1 ‥ 3 ⤖ S @g g ∈ T ⤖ BOOL @a a ⊆ S ∧ card(a) = 1
  @u partition(U, A, B) @A partition(A, {A1}, {A2}) @B partition(B, {B1})
end
machine m sees c variables x invariants @x x ∈ S @bad LIMIT
events event INITIALISATION then @x x ≔ f(1) end event go then @x x :∈ S end end
END
    sed 's/LIMIT/x ∈ S/' order.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  3 choices of the constants"
    expect_output "S = {S1, S2, S3}  (s; its elements are alike)"
    expect_output "U = {A1, A2, B1}  (as the axioms need; its elements are alike)"
    rtcheck eventb --no-symmetry good.eventb
    expect_output "  216 choices of the constants"
    for limit in 'x ∉ a' 'x ∈ a ⇒ a = {f(2)}' 'f(3) ∉ a' 'g∼(TRUE) ∈ T ⇒ x ≠ f(2)'; do
        sed "s/LIMIT/$limit/" order.eventb >bad.eventb
        rtcheck eventb bad.eventb
        expect_status 1
        rtcheck eventb --no-symmetry bad.eventb
        expect_status 1
    done
}

@test "packages of ProB are explored, and say where they are wrong" {
    cp "$ROOT/tests/fuzz/corpus/eventb/package.eventb" p.eventb
    rtcheck eventb p.eventb
    expect_status 0
    expect_output "  states        7"
    rtcheck eventb --machine m0 p.eventb
    expect_output "  states        4"
    sed 's/less(none/fewer(none/' p.eventb >wrong.eventb
    rtcheck eventb wrong.eventb
    expect_status 2
    expect_error "wrong.eventb:10:30: error: fewer(…) is no formula that is known here"
}

@test "carrier sets are as large as the axioms need" {
    cat >sizes.eventb <<'END'
context c sets A B C D E F G
constants a b p q r s t f n
axioms
  @a1 a ∈ A ∧ b ∈ A ∧ a ≠ b ∧ card(A) > 3
  @b1 partition(B, {p}, {q}, r) @b2 partition(r, s, t) @b3 s ≠ ∅ @b4 card(t) ≥ 2
  @c1 f ∈ 1 ‥ card(A) ↣ C
  @d1 card(D) < 2
  @n n ∈ ℕ ∧ n > 20
  @e1 card(E) = 3
  @f1 1 < card(F)
end
machine m sees c variables x invariants @x x ∈ ℕ events event INITIALISATION then @x x ≔ n end end
END
    rtcheck eventb --setups 1 sizes.eventb
    expect_output "A = {a, b, A3, A4}"
    expect_output "B = {p, q, B3, B4, B5}"
    expect_output "C = {C1, C2, C3, C4}"
    expect_output "D = {D1}"
    expect_output "E = {E1, E2, E3}"
    expect_output "F = {F1, F2}"
    expect_output "G = {G1, G2}"
    expect_output "  states        1"
}

@test "elements that are alike are told apart once, unless they have names" {
    cat >alike.eventb <<'END'
context c sets S constants a b k axioms @a a ∈ S @b b ∈ S @c a ≠ b @s card(S) = 3 @k k ∈ S end
machine m sees c variables x invariants @x x ∈ S @bad LIMIT
events event INITIALISATION then @x x ≔ a end event go then @x x :∈ S end end
END
    sed 's/LIMIT/x ∈ S/' alike.eventb >good.eventb
    rtcheck eventb good.eventb
    expect_status 0
    expect_output "  states        9"
    expect_output "S = {a, b, S3}  (s; its elements are alike)"
    expect_output "3 choices of the constants"
    for option in --no-symmetry "--bound S={u,v,w}" "--ltl G{x∈S}"; do
        rtcheck eventb $option good.eventb
        expect_status 0
        expect_output "18 choices of the constants"
    done
    # Each element, also those that no constant is taken for, can make it wrong.
    for limit in 'x ≠ b' 'x = a ∨ x = b' 'x ≠ k ∨ k = a' 'k ∈ {a, b}' '∀y·y ∈ S ⇒ y = x ∨ x ≠ k'; do
        sed "s/LIMIT/$limit/" alike.eventb >bad.eventb
        rtcheck eventb bad.eventb
        expect_status 1
        rtcheck eventb --no-symmetry bad.eventb
        expect_status 1
    done
}

@test "functions that axioms give by a property of each value" {
    cat >closure.eventb <<'END'
context c sets S constants cl r axioms
  @1 cl ∈ (S ↔ S) → (S ↔ S) @2 ∀r·r ⊆ cl(r) @3 ∀r·cl(r) ; r ⊆ cl(r) @4 ∀r, s·r ⊆ s ∧ s ; r ⊆ s ⇒ cl(r) ⊆ s
  @5 r ∈ S ↔ S
  theorem @t ∀u·u = cl(u) ⇔ u ; u ⊆ u
end
machine m sees c variables x invariants @x x ⊆ S × S @y x = r ∪ (r ; r)
events event INITIALISATION then @x x ≔ cl(r) end end
END
    rtcheck eventb closure.eventb
    expect_status 0
    expect_output "16 choices of the constants"
    sed 's/x = r ∪ (r ; r)/x = r/' closure.eventb >wrong.eventb
    rtcheck eventb wrong.eventb
    expect_status 1
    expect_output "invariant y is violated"
    # Of a partial function nothing says that it has a value everywhere.
    cat >partial.eventb <<'END'
context c sets S constants f axioms @1 f ∈ S ⇸ BOOL @2 ∀x·x ∈ ∅ ⇒ f(x) = TRUE end
machine m sees c variables x invariants @x x ∈ BOOL events event INITIALISATION then @x x ≔ TRUE end end
END
    rtcheck eventb partial.eventb
    expect_output "9 choices of the constants"
}

@test "a constant is found from the domain of a function that is known" {
    cat >domain.eventb <<'END'
context c constants f n m g k s axioms @1 n > 0 @2 f ∈ 1 ‥ n ↣ ℕ @3 f = {i·i ∈ ℤ ∧ i ∈ 1 ‥ 100 ∣ i ↦ 200 − i}
  @4 g ∈ 2 ‥ m − 1 → BOOL @5 g = (λi·i ∈ 2 ‥ 19 ∣ TRUE) @6 m ∈ ℕ @7 k ∈ ℕ ∧ 5 ‥ k = s @8 s = ∅ end
machine x sees c variables v invariants @v v = 120 events event INITIALISATION then @v v ≔ n + m end end
END
    rtcheck eventb domain.eventb
    expect_status 0
    expect_output "5 choices of the constants" # k = 0, 1, 2, 3, 4
}

@test "a relation that axioms give row by row" {
    cat >rows.eventb <<'END'
context c sets D constants a b c d e r axioms @p partition(D, {a}, {b}, {c}, {d}, {e}) @r r ∈ D ↔ D
  @1 r[{a}] = {b, c, d, e} @2 {a, e} = r[{b}] @3 r[{c}] = ∅ @4 ∀x·x ∈ {d} ⇒ r[{x}] = {a, c} MORE end
machine m sees c variables x invariants @x x ⊆ D events event INITIALISATION then @x x ≔ r[D] end end
END
    sed 's/MORE//' rows.eventb >open.eventb
    rtcheck eventb open.eventb
    expect_status 0
    expect_output "32 choices of the constants" # the row of e
    sed 's/MORE/@5 r[{e}] = r[{b}] ∖ {e} @6 r ∈ D ↔ D ∖ {b}/' rows.eventb >none.eventb
    rtcheck eventb none.eventb
    expect_status 2
    sed 's/MORE/@5 r[{e}] = {e}/' rows.eventb >one.eventb
    rtcheck eventb one.eventb
    expect_status 0
    expect_output "1 choice of the constants"
    sed 's/MORE/@5 r[{b}] = {c}/' rows.eventb >twice.eventb
    rtcheck eventb twice.eventb
    expect_status 2
    expect_error "no values of the constants satisfy the axioms"
}

@test "choices of the constants that were not all found: unknown, whatever comes first" {
    cat >partial.eventb <<'END'
context c constants k axioms @k k ∈ 0 ‥ 2 @d AXIOM end
machine m sees c variables x invariants @x x ∈ ℤ @i LIMIT
events event INITIALISATION then @x x ≔ 0 end end
END
    for axiom in '10 ÷ (k − 1) < 100' 'k ∗ 9000000000000000000 ≥ 0'; do
        sed "s/AXIOM/$axiom/; s/LIMIT/k ≠ 7/" partial.eventb >one.eventb
        rtcheck eventb one.eventb
        expect_status 3
        expect_output "not decided within the bounds:"
        sed "s/AXIOM/$axiom/; s/LIMIT/k ≠ 0/" partial.eventb >one.eventb
        rtcheck eventb one.eventb
        expect_status 1
    done
    # What is ill-defined for 1 is not for 2; nothing beyond 64 bits is gone past.
    sed "s/AXIOM/10 ÷ (k − 1) < 100/; s/LIMIT/k ≠ 2/" partial.eventb >one.eventb
    rtcheck eventb one.eventb
    expect_status 1
    sed "s/AXIOM/k ∗ 9000000000000000000 ≥ 0/; s/LIMIT/k ≠ 2/" partial.eventb >one.eventb
    rtcheck eventb one.eventb
    expect_status 3
    sed "s/AXIOM/k ≠ 1/; s/LIMIT/k ≠ 2/" partial.eventb >one.eventb
    rtcheck eventb --setups 1 one.eventb
    expect_status 0 # as asked for
    rtcheck eventb one.eventb
    expect_status 1
}

@test "what is not decided counts against every search that meets it" {
    cat >open.eventb <<'END'
machine m variables x invariants @x x ∈ 0 ‥ 2
events event INITIALISATION then @x x ≔ 0 end event go where @g ∀i·i ∈ ℕ ⇒ i < 100 then @x x ≔ 1 end end
END
    rtcheck eventb --no-solver --ltl 'G {x < 2}' --ltl 'G {x = 0}' open.eventb
    expect_status 3
    for name in invariants "ltl 1     " "ltl 2     "; do expect_output "  $name  unknown"; done
}

@test "a constant that is chosen beyond the integers' range is told among the bounds" {
    cat >beyond.eventb <<'END'
context c constants n axioms @n n > 20 end
machine m sees c variables x invariants @x x ∈ ℤ events event INITIALISATION then @x x ≔ n end end
END
    rtcheck eventb beyond.eventb
    expect_status 0
    expect_output "  n: integers 21..21  (axioms, which set no other limit)"
    rtcheck eventb --bound INT=0..30 beyond.eventb
    expect_no_output "axioms, which set no other limit"
}

# chosen GUARD: a machine whose only event chooses p by the guard.
chosen() {
    printf 'machine m variables x invariants x ∈ ℤ @i: x ≠ 50 events event INITIALISATION then x ≔ 0 end
event e any p where p ∈ ℤ @g: %s @k: x = 0 then x ≔ p end end' "$1" >chosen.eventb
    rtcheck eventb --no-beyond --threads 1 chosen.eventb
    expect_status "$2"
}

@test "values that a condition asks for are chosen beyond the bounds, or there is no verdict" {
    chosen 'p = 1 ∨ p = 50' 1
    chosen '(p > 0 ∧ p < 2) ∨ (p ≥ 49 ∧ p < 51)' 1
    chosen 'p ∈ {1} ∨ p ∈ 49‥50' 1
    chosen 'p − 1 ∈ {0, 49}' 3
    expect_output "may hold for values of p that were not tried"
    chosen 'p ∗ p ∗ p ∗ p < 7000000' 3
    chosen '∃z·z ∈ {1, 25} ∧ p = z ∗ 2' 1
    chosen '∃z·z ∈ {1, 25, 7, 8, 9} ∧ p = z ∗ 2' 3
    chosen 'bool(p ∈ {1, 50}) = TRUE' 3
    chosen 'p ∉ {q ∣ q ∈ ℤ ∧ q ≠ 1 ∧ q ≠ 50}' 3
}

@test "where nothing limits what is chosen, the bounds do" {
    chosen 'p ≥ 0' 0
    chosen 'p ≠ 2 ∧ p ∉ {1, 7}' 0
    chosen 'x = 0 ⇒ p > x' 0
}

@test "new values and constants likewise" {
    printf 'machine m variables x invariants x ∈ ℤ @i: x ≠ 50 events event INITIALISATION then x :∣ x'"'"' − 1 ∈ {0, 49} end end' >such.eventb
    rtcheck eventb such.eventb
    expect_status 3
    printf 'context c constants k axioms k ∈ ℕ @a: k ∗ k ∗ k ∈ {1, 125000} end
machine m sees c variables x invariants x ∈ ℤ @i: x ≠ 50 events event INITIALISATION then x ≔ k end end' >constant.eventb
    rtcheck eventb constant.eventb
    expect_status 3
    expect_output "may hold for values of k that were not tried"
}

@test "what was not tried may be ill-defined, and then nothing that comes later decides" {
    printf 'context c constants f axioms f = {1 ↦ 4} end
machine m sees c variables x invariants x ∈ ℤ events event INITIALISATION then x ≔ 0 end
event e where @g: (∃v·v ∈ ℕ1 ∧ v ∗ v ∗ v > 99 ∧ v ≤ f(11)) ∧ x = 1 then x ≔ 1 end end' >lost.eventb
    rtcheck eventb --no-beyond lost.eventb
    expect_status 3
    sed -i 's/v ∗ v ∗ v > 99/4 ≤ v/' lost.eventb # there are such numbers
    rtcheck eventb --no-beyond lost.eventb
    expect_status 1
    expect_output "'f(11)' is not well-defined"
}

@test "sets and functions that are chosen, and the numbers that conditions say are in them" {
    such() {
        printf 'machine m variables x invariants x ∈ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 end
event e any p where %s then x ≔ %s end end' "$1" "$2" >such.eventb
        rtcheck eventb --no-beyond --threads 1 such.eventb
        expect_status "$3"
    }
    such 'p ∈ 1‥1 → ℕ @g: p = {1 ↦ 1} ∨ p = {1 ↦ 50}' 'p(1)' 1
    such 'p ∈ 1‥1 → ℕ @g: p(1) = 1 ∨ p(1) = 50' 'p(1)' 3
    such 'p ⊆ ℕ @g: p ≠ ∅ @h: ∀z·z ∈ p ⇒ z = 1 ∨ z = 50' 'max(p)' 1
    such 'p ⊆ ℕ @g: p ≠ ∅ @h: card(p) = 2' 'max(p)' 0
}

@test "what an infinite or unknown set has no size of, or least element, is not well-defined, or not known to be" {
    either() {
        printf 'context c constants g axioms g ∈ ℕ → 0‥1 end machine m sees c variables x invariants x ∈ ℤ
events event INITIALISATION then x ≔ 0 end event e where @g: (%s) ∨ 1 = 1 then x ≔ 1 end end' "$1" >either.eventb
        rtcheck eventb --no-solver --threads 1 either.eventb
        expect_status "$2"
    }
    either 'card(ℕ1) = 2' 1
    expect_output "'card(ℕ1)' is not well-defined: the set is infinite"
    either '∀v·v = card(ℕ) ⇒ v > 3' 1
    either 'max(ℤ) = 2' 1
    either 'min(ℤ) = 2' 1
    either 'min(ℕ) + min(ℕ1) = 2' 0
    either 'g(100) = 0' 0
    either '1 ÷ g(100) = 2' 3
    either 'card({y ∣ y > 3}) = 2' 3
    either 'min({y ∣ y > 3}) = 4' 3
    either 'max({y ∣ y > 3}) = 4' 3
    either '{y ↦ z ∣ y > 3 ∧ z > y}(5) = 2' 3
    either 'inter({s ∣ s ⊆ ℤ ∧ 77 ∈ s}) = ∅' 3
    either '(⋂s·s ⊆ ℤ ∧ 77 ∈ s ∣ s) = ∅' 3
    either '∃v·v > 3 ∧ v = card({y ∣ y > x}) ∧ v < 5' 3
    either '∃v·v ∈ 1‥3 ∧ v = card({y ∣ y > v})' 3
}

@test "all different: two by two, as soon as both are known" {
    cat >puzzle.eventb <<'END2'
machine m variables x invariants @x: x ∈ ℤ events event INITIALISATION then @x: x ≔ 0 end
event solve any S E N D M O R Y
where @d: S ∈ 1‥9 ∧ E ∈ 0‥9 ∧ N ∈ 0‥9 ∧ D ∈ 0‥9 ∧ M ∈ 1‥1 ∧ O ∈ 0‥9 ∧ R ∈ 0‥9 ∧ Y ∈ 0‥9
  @zero: x = 0
  @all: 8 = card({S, E, N, D, M, O, R, Y})
  @sum: S∗1000 + E∗100 + N∗10 + D + M∗1000 + O∗100 + R∗10 + E = M∗10000 + O∗1000 + N∗100 + E∗10 + Y
then @a: x ≔ M∗10000 + O∗1000 + N∗100 + E∗10 + Y end
end
END2
    rtcheck eventb --threads 1 --bound x=0..0 --strict puzzle.eventb
    expect_status 1
    expect_output "solve(S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2)"
    printf 'machine m variables x invariants x ∈ ℤ events event INITIALISATION then x ≔ 0 end
event e any p q where p ∈ 0‥2 ∧ q ∈ 0‥2 @c: card({p, q, p}) = %s then x ≔ 1 end end' 3 >three.eventb
    rtcheck eventb --threads 1 three.eventb
    expect_status 0
    expect_output "  states        1"
    sed -i 's/= 3/= 1/' three.eventb
    rtcheck eventb --threads 1 three.eventb
    expect_output "  transitions   6"
}

@test "advice names only options that there are" {
    cat >long.eventb <<'END2'
machine m variables x y invariants @x: x ∈ 0‥999999 @y: y ∈ 0‥999999
events event INITIALISATION then @x: x ≔ 0 @y: y ≔ 0 end
event a where @g: x < 999999 then @x: x ≔ x + 1 end
event b where @g: y < 999999 then @y: y ≔ y + 1 end
end
END2
    rtcheck eventb --threads 1 --time 300ms long.eventb
    expect_status 3
    expect_output "the time was over"
    expect_no_output "--checkpoint"
}

@test "numbers that conditions limit together are all chosen; of others there is no verdict" {
    such() {
        printf 'machine m variables x invariants x ∈ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 end
event e any %s where %s then x ≔ %s end end' "$1" "$2" "$3" >such.eventb
        rtcheck eventb --no-beyond --threads 1 such.eventb
        expect_status "$4"
    }
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ p + q ≤ 10' p 1
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ p + q = 10' p 1
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ1 ∧ q = 10 − p' p 1
    such 'p q' 'p ∈ ℕ ∧ q = 10 − p ∧ q ≥ 0' p 1
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ p + q < 10 ∧ p > q' p 1
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ 2 ∗ p + 3 ∗ q ≤ 10' p 1
    such 'p q r' 'p ∈ ℕ ∧ q ∈ ℕ ∧ r ∈ ℕ1 ∧ p + q + r = 10' r 1
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ p ∗ q ≤ 10 ∧ q > 0' p 3
    such 'p q' '{p, q} ⊆ ℕ ∧ p + q = 10' p 1
    such 'p' 'p ∈ ℕ ∧ 9 − p ∈ ℕ' p 1
    such 'p' '{9 − p, p} ⊆ ℕ' p 1
    such 'p' '(9 − p) ↦ p ∈ ℕ × ℕ' p 1
    such 'p' 'p ∈ ℕ ∧ 2 − p ∈ 0‥2' p 0
    such 'p' 'p ∈ ℕ ∧ 9 − p − p ∈ ℕ' p 3
    such 'p' 'p ∈ ℕ ∧ ran({1 ↦ 9 − p}) ⊆ ℕ' p 3
    such 'p' 'p ∈ ℕ ∧ {p, p + 1} ⊆ ℕ ∧ 9 − p ∈ ℤ' p 0
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → {1} ∧ dom(g) ⊆ 1‥6' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → {1} ∧ 7 ∉ dom(g)' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → BOOL ∧ card(g) ∈ {2, 7}' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ 1‥5' p 1
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥5 ↠ 1‥p' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ ℕ ∧ ran(g) ⊆ 1‥4' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ ℕ ∧ (∀i·i ∈ ran(g) ⇒ i ≤ 3)' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ ℕ ∧ g ∈ ℤ ↔ 0‥3' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → 0‥3 ∧ g ∈ ℕ ⤔ ℕ' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → ℤ ∧ g ∈ ℤ ⤔ 0‥3' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → ℕ ∧ g ∈ ℕ ⤔ ℕ ∧ ran(g) ⊆ 0‥3' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → ℕ ∧ ran(g) ⊆ 0‥3 ∧ (∀i·i ∈ dom(g) ⇒ g(i) ≥ i − 1)' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ ℕ' p 0
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p ↣ ℕ ∧ g ∈ ℕ ⇸ ℤ ∧ finite(g)' p 0
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → ℕ ∧ ran(g) ⊆ 0‥3' p 0
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → 0‥3 ∧ (∀i·i ∈ 1‥p ⇒ g(i) < 2)' p 0
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → 0‥3 ∧ (∀i, j·i ∈ dom(g) ∧ j ∈ dom(g) ∧ i ≠ j ⇒ g(i) ≠ g(j))' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥2 → BOOL ∧ (∀i·i ∈ dom(g) ⇒ p < 9)' p 3
    such 'p q' 'p ∈ ℕ ∧ q ∈ p‥9' p 1
    such 'p s' 'p ∈ ℕ ∧ s ⊆ p‥9 ∧ s ≠ ∅' p 3
    such 'p g' 'p ∈ ℕ ∧ g ∈ 1‥p → ℕ ∧ (∀i·i ∈ 1‥p ⇒ g(i) > 0)' p 0
    such 'p s' 'p ∈ ℕ ∧ s ⊆ 1‥p ∧ s ≠ ∅' p 0
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ p ≤ q' p 0
    such 'p q' 'p ∈ ℕ ∧ q ∈ ℕ ∧ q = p + 1' p 0
    such f 'f ∈ 1‥2 → ℕ ∧ f(1) < 9' 'f(1)' 1
    such f 'f ∈ 1‥2 → ℕ ∧ f(1) + f(2) < 9' 'f(1)' 3
    such f 'f ∈ 1‥2 → ℕ ∧ (∀i·i ∈ ran(f) ⇒ i ≤ 9)' 'f(1)' 3
    such f 'f ∈ 1‥2 → ℕ ∧ f(1) > f(2)' 'f(1)' 0
    such f 'f ∈ 1‥2 → 0‥3 ∧ f(1) < 2' 'f(1)' 0
    such s 's ⊆ ℕ ∧ card(s) = 1 ∧ max(s) ≤ 9' 'max(s)' 3
}

@test "numbers that a half of a chosen pair limits are not taken for all" {
    given() { # constants, axioms, what must be possible
        printf 'context c constants %s axioms %s end
machine m sees c variables z invariants @z: z ∈ ℤ @i: ¬(%s) events event INITIALISATION then z ≔ 0 end end' \
            "$1" "$2" "$3" >given.eventb
        rtcheck eventb --no-beyond --threads 1 given.eventb
        [ "$status" -eq 1 ] || [ "$status" -eq 3 ]
    }
    for w in 'w = (3 ∗ 3) ↦ TRUE' 'w ∈ {1, 3 ∗ 3} × BOOL' 'prj1(w) = 3 ∗ 3 ∧ prj2(w) = TRUE' 'w ∈ {9 ↦ TRUE}'; do
        given 'f w' "@1: f ∈ 1‥2 → ℕ @2: $w @3: max(ran(f)) ≤ prj1(w)" 'f(1) = 8'
        given 'f w' "@1: f ∈ 1‥2 → ℕ @2: $w @3: max({f(1), prj1(w)}) = prj1(w)" 'f(1) = 8'
        given 's w' "@1: s ⊆ ℕ @2: $w @3: s ∖ {prj1(w)} = ∅" '9 ∈ s'
        given 's w' "@1: s ⊆ ℕ @2: $w @3: s × {TRUE} ⊆ {w} ∧ prj2(w) = TRUE" '9 ∈ s'
    done
    given 'f w k' '@1: f ∈ 1‥2 → ℕ @2: w ∈ ℕ @3: k = 9 ↦ TRUE @4: w = prj1(k) @5: max(ran(f)) ≤ w' 'f(1) = 8'
    given 'f w' '@1: f ∈ 1‥2 → ℕ @2: w = 1 ↦ 3 ∗ 3 ↦ 1 @3: max(ran(f)) ≤ prj2(prj1(w))' 'f(1) = 8'
    printf 'machine m variables z invariants @z: z ∈ BOOL @i: z = FALSE events event INITIALISATION then z ≔ FALSE end
event e any f w where f ∈ 1‥2 → ℕ ∧ w ∈ {1, 9} × BOOL ∧ max(ran(f)) ≤ prj1(w) then z ≔ bool(f(1) = 8) end end' >any.eventb
    rtcheck eventb --no-beyond --threads 1 any.eventb
    expect_status 3
}

@test "where initialising fails, nothing is explored from" {
    cat >blank.eventb <<'END2'
machine m variables f s invariants @f f ⊆ ℤ × ℤ @s s ∈ ℤ @i 1 ∈ dom(f)
events event INITIALISATION then @f f ≔ {1 ↦ 1} @s s :∈ {card(ℙ(1‥40))} end
event e where @g f(1) ≥ 0 then @s s ≔ 1 end
end
END2
    rtcheck eventb --threads 1 --all-violations --deadlock blank.eventb
    expect_status 3
    rtcheck eventb --threads 1 --ltl 'G {f ≠ ∅}' blank.eventb
    expect_status 3
    rtcheck eventb --threads 1 --ltl 'G e(e)' blank.eventb
    expect_status 3
}

@test "constants that are computed from others go beyond the bounds" {
    cat >sum.eventb <<'END2'
context c sets T constants am s axioms @a am ∈ T → ℕ @s s ∈ ℙ(T) → ℕ @e s(∅) = 0
 @r ∀u, t·u ⊆ T ∧ t ∈ T ∧ t ∉ u ⇒ s(u ∪ {t}) = s(u) + am(t) end
machine m sees c variables x invariants @x x ∈ ℤ @i x ≤ 5
events event INITIALISATION then @x x ≔ 0 end
event e any t u where @t t ∈ T ∧ u ∈ T ∧ t ≠ u then @a x ≔ am(t) + am(u) end
end
END2
    rtcheck eventb --no-beyond --threads 1 sum.eventb
    expect_status 1
    expect_output "x ≤ 5"
    sed 's/@e s(∅) = 0/@e s(∅) ≥ 0/' sum.eventb >open.eventb # nothing to compute the others from
    rtcheck eventb --no-beyond --threads 1 open.eventb
    expect_status 3
    expect_output "may hold for values of"
}

@test "functions that are constants: one value from others, and as far as an axiom allows" {
    cat >sum.eventb <<'END'
context c sets T constants am sum
axioms @a am ∈ T → ℕ @b sum ∈ ℙ(T) → ℕ @c sum(∅) = 0
  @d ∀s, t·s ⊆ T ∧ t ∈ T ∧ t ∉ s ⇒ sum(s ∪ {t}) = sum(s) + am(t)
end
machine m sees c variables x invariants @i x ∈ ℕ @j x ≤ LIMIT
events event INITIALISATION then @x x ≔ sum(T) end
end
END
    sed 's/LIMIT/6/' sum.eventb >six.eventb
    rtcheck eventb --no-beyond six.eventb
    expect_status 0
    expect_output "  16 choices of the constants"
    sed -i 's/ → ℕ @c/ ⇸ ℕ @c/' six.eventb # the same choices, but nothing says before @c that sum has a value at ∅
    rtcheck eventb --no-beyond six.eventb
    expect_status 3
    expect_output "  16 choices of the constants"
    expect_output "c/WD: 'sum(∅)' is not well-defined"
    sed 's/LIMIT/5/' sum.eventb >five.eventb
    rtcheck eventb --no-beyond five.eventb
    expect_status 1
    expect_output "invariant j is violated: x ≤ 5"
    cat >nine.eventb <<'END'
context c constants f axioms @a f ∈ 1 ‥ 2 → ℕ @b f(1) < 10 @c ∀i·i ∈ 2 ‥ 2 ⇒ 7 ≥ f(i) end
machine m sees c variables x invariants @i x ∈ 0 ‥ 15
events event INITIALISATION then @x x ≔ f(1) + f(2) end
end
END
    rtcheck eventb --no-beyond nine.eventb
    expect_status 1
    expect_output "invariant i is violated: x ∈ 0 ‥ 15"
    expect_output "  80 choices of the constants"
}

@test "functions that are parameters are found value by value, and what is ill-defined is not passed over" {
    cat >square.eventb <<'END'
machine m variables s invariants @i s ∈ (1 ‥ 3) × (1 ‥ 3) ⇸ ℤ
events event INITIALISATION then @s s ≔ ∅ end
  event solve any q where
    @a q ∈ (1 ‥ 3) × (1 ‥ 3) ↣ 1 ‥ 9
    @b ∀i·i ∈ 1 ‥ 3 ⇒ 15 = q(1 ↦ i) + q(2 ↦ i) + q(3 ↦ i)
    @c ∀i·i ∈ 1 ‥ 3 ⇒ 15 = q(i ↦ 1) + q(i ↦ 2) + q(i ↦ 3)
    @d q(1 ↦ 1) + q(2 ↦ 2) + q(3 ↦ 3) = 15 ∧ q(1 ↦ 3) + q(2 ↦ 2) + q(3 ↦ 1) = 15
  then @s s ≔ q end
end
END
    rtcheck eventb square.eventb
    expect_status 0
    expect_output "  states        9"
    cat >outside.eventb <<'END'
machine m variables x invariants @i x ∈ ℤ
events event INITIALISATION then @x x ≔ 0 end
  event e any f where @a f ∈ 1 ‥ 2 → 0 ‥ 1 @b ∀i·i ∈ 1 ‥ 3 ⇒ f(i) > 7 then @x x ≔ 1 end
end
END
    rtcheck eventb outside.eventb
    expect_status 1
    expect_output "'f(i)' is not well-defined"
    cat >first.eventb <<'END'
machine m variables x invariants @i x ∈ ℤ
events event INITIALISATION then @x x ≔ 0 end
  event e any f where @a f ∈ 1 ‥ 2 → 0 ‥ 1 @b 1 ÷ f(1) = 1 @c f(2) > 7 then @x x ≔ 1 end
end
END
    rtcheck eventb first.eventb
    expect_status 1
    expect_output "'1 ÷ f(1)' is not well-defined"
    cat >range.eventb <<'END'
machine m variables n invariants @i n ∈ ℙ(ℤ)
events event INITIALISATION then @n n ≔ {5, 60} end
  event e any t where @a t ∈ 1 ‥ 2 → ℤ @b ran(t) = n then @n n ≔ {t(1)} end
end
END
    rtcheck eventb range.eventb
    expect_status 0
    expect_output "  states        3"
}

@test "parameters that guards define as infinite sets" {
    cat >pieces.eventb <<'END'
machine m variables x invariants @i x ∈ 0 ‥ 5
events event INITIALISATION then @x x ≔ 0 end
  event step any u where
    @a u = {v·v ∈ ℤ ∧ x > 10 ∣ v ↦ v − 1} ∪ {v·v ∈ ℤ ∧ v < 5 ∣ v ↦ v + 1} ∪ {v·v ∈ ℤ ∧ v ≥ 5 ∣ v ↦ v}
  then @x x ≔ u(x) end
end
END
    rtcheck eventb pieces.eventb
    expect_status 0
    expect_output "  states        6"
    sed 's/v ≥ 5 ∣ v/v ≥ 4 ∣ v/' pieces.eventb >two.eventb
    rtcheck eventb two.eventb
    expect_status 1
    expect_output "has several values at 'x'"
    sed 's/v ≥ 5 ∣ v/v > 5 ∣ v/' pieces.eventb >none.eventb
    rtcheck eventb none.eventb
    expect_status 1
    expect_output "'x' is not in the domain of"
}

@test "quantifiers over all integers decide where nothing can be ill-defined" {
    cat >far.eventb <<'END'
machine m variables n x invariants @i n ∈ ℤ @j x ∈ ℤ
events event INITIALISATION then @n n ≔ 0 @x x ≔ 0 end
  event e where @g n ≠ NONE @h ∃i·i ∈ ℤ ∧ (i ∈ 2 ‥ 90 ∧ i mod (7 − n) = 0 ⇒ (∀t·t ∈ ℤ ⇒ t ∈ 2 ‥ 9 ∧ i mod t ≠ 0)) @k n < 9
  then @n n ≔ n + 1 end
end
END
    sed 's/NONE/7/' far.eventb >safe.eventb
    rtcheck eventb safe.eventb
    expect_status 0
    expect_output "  states        8"
    sed 's/NONE/20/' far.eventb >unsafe.eventb
    rtcheck eventb unsafe.eventb
    expect_status 1
    expect_output "'i mod (7 − n)' is not well-defined"
}

@test "choices for which an axiom is ill-defined are left out, and that is said" {
    cat >partly.eventb <<'END'
context c sets S constants f axioms @a f ∈ S ⇸ BOOL @b ∀x·x ∈ S ⇒ f(x) = TRUE ∨ x ∉ S end
machine m sees c variables v invariants @i v ∈ BOOL
events event INITIALISATION then @v v :∈ ran(f) end
end
END
    rtcheck eventb partly.eventb
    expect_status 3
    expect_output "'f(x)' is not well-defined"
    expect_output "  states        1"
}

# A package with a variable x, an invariant, and a theory with these operators and axioms.
axiomatic_package() {
    cat <<END
package(load_event_b_project([event_b_model(none,m,[sees(none,[]),variables(none,[identifier(none,x)]),
invariant(none,[member(rodinpos(m,inv1,a),identifier(none,x),integer_set(none)),$1]),theorems(none,[]),
events(none,[event(rodinpos(m,'INITIALISATION',b),'INITIALISATION',ordinary(none),[],[],[],[],
[assign(rodinpos(m,act1,c),[identifier(none,x)],[integer(none,$2)])],[])])])],[],
[exporter_version(3),theory(theory_name(p,t),[],['T'],[],[],[axiomatic_def_block(b,[],[$3],[$4])],[])],_Error)).
END
}

@test "operators that axioms define: recursion over the naturals, sums and products" {
    fac='opdef(fac,[argument(n,integer_set(none))],[])'
    zero='equal(none,extended_expr(none,fac,[integer(none,0)],[]),integer(none,1))'
    next='forall(none,[identifier(none,k)],implication(none,member(none,identifier(none,k),natural_set(none)),equal(none,extended_expr(none,fac,[add(none,identifier(none,k),integer(none,1))],[]),multiplication(none,add(none,identifier(none,k),integer(none,1)),extended_expr(none,fac,[identifier(none,k)],[])))))'
    is='equal(rodinpos(m,inv2,d),extended_expr(none,fac,[identifier(none,x)],[]),integer(none,120))'
    axiomatic_package "$is" 5 "$fac" "$zero,$next" >five.eventb
    rtcheck eventb five.eventb
    expect_status 0
    axiomatic_package "$is" 6 "$fac" "$zero,$next" >six.eventb
    rtcheck eventb six.eventb
    expect_status 1
    expect_output "invariant inv2 is violated: fac(x) = 120"
    axiomatic_package "$is" -1 "$fac" "$zero,$next" >below.eventb
    rtcheck eventb below.eventb
    expect_status 1
    expect_output "not well-defined"
    axiomatic_package "$is" 5 "$fac" "$zero" >half.eventb
    rtcheck eventb half.eventb
    expect_status 2
    expect_error "fac of a theory has no direct definition, nor axioms that define it"

    for kind in add:0:18 multiplication:1:224; do
        IFS=: read -r connective unit result <<<"$kind"
        fold="opdef(fold,[argument(s,pow_subset(none,cartesian_product(none,identifier(none,'T'),integer_set(none))))],[])"
        axioms="equal(none,extended_expr(none,fold,[empty_set(none)],[]),integer(none,$unit)),forall(none,[identifier(none,t),identifier(none,y)],implication(none,truth(none),equal(none,extended_expr(none,fold,[set_extension(none,[couple(none,[identifier(none,t),identifier(none,y)])])],[]),identifier(none,y)))),forall(none,[identifier(none,s),identifier(none,t)],implication(none,truth(none),equal(none,extended_expr(none,fold,[union(none,identifier(none,s),identifier(none,t))],[]),$connective(none,extended_expr(none,fold,[identifier(none,s)],[]),extended_expr(none,fold,[identifier(none,t)],[])))))"
        pairs='couple(none,[integer(none,1),integer(none,7)]),couple(none,[integer(none,2),integer(none,8)]),couple(none,[integer(none,3),integer(none,3)])'
        [ "$connective" = add ] || pairs='couple(none,[integer(none,1),integer(none,7)]),couple(none,[integer(none,2),integer(none,8)]),couple(none,[integer(none,3),integer(none,4)])'
        is="equal(rodinpos(m,inv2,d),extended_expr(none,fold,[set_extension(none,[$pairs])],[]),identifier(none,x))"
        axiomatic_package "$is" "$result" "$fold" "$axioms" >fold.eventb
        rtcheck eventb fold.eventb
        expect_status 0
        axiomatic_package "$is" 17 "$fold" "$axioms" >wrong.eventb
        rtcheck eventb wrong.eventb
        expect_status 1
        several='equal(rodinpos(m,inv2,d),extended_expr(none,fold,[set_extension(none,[couple(none,[integer(none,1),integer(none,7)]),couple(none,[integer(none,1),identifier(none,x)])])],[]),integer(none,9))'
        axiomatic_package "$several" 2 "$fold" "$axioms" >several.eventb
        rtcheck eventb several.eventb
        expect_status 1
        expect_output "is not a function"
    done
}

@test "axioms that say more of an operator than its definition are refused or told" {
    fac='opdef(fac,[argument(n,integer_set(none))],[])'
    zero='equal(none,extended_expr(none,fac,[integer(none,0)],[]),integer(none,1))'
    next='forall(none,[identifier(none,k)],implication(none,member(none,identifier(none,k),natural_set(none)),equal(none,extended_expr(none,fac,[add(none,identifier(none,k),integer(none,1))],[]),multiplication(none,add(none,identifier(none,k),integer(none,1)),extended_expr(none,fac,[identifier(none,k)],[])))))'
    below='forall(none,[identifier(none,k)],implication(none,less(none,identifier(none,k),integer(none,0)),equal(none,extended_expr(none,fac,[identifier(none,k)],[]),integer(none,0))))'
    other='equal(none,extended_expr(none,fac,[integer(none,0)],[]),integer(none,2))'
    positive='forall(none,[identifier(none,k)],implication(none,member(none,identifier(none,k),natural_set(none)),greater(none,extended_expr(none,fac,[identifier(none,k)],[]),integer(none,0))))'
    is='equal(rodinpos(m,inv2,d),extended_expr(none,fac,[identifier(none,x)],[]),integer(none,120))'
    for more in "$below" "$other"; do
        axiomatic_package "$is" 5 "$fac" "$zero,$next,$more" >more.eventb
        rtcheck eventb more.eventb
        expect_status 2
        expect_error "fac cannot be used: this axiom gives it values beside those that define it"
        axiomatic_package 'truth(rodinpos(m,inv2,d))' 5 "$fac" "$zero,$next,$more" >unused.eventb
        rtcheck eventb unused.eventb
        expect_status 0
    done
    axiomatic_package "$is" 5 "$fac" "$zero,$next,$positive" >told.eventb
    rtcheck eventb told.eventb
    expect_status 0
    expect_output "not checked: what axioms of a theory say of fac beyond its definition"
    axiomatic_package "$is" 5 "$fac,operator(fac,[argument(n,integer_set(none))],[],[integer(none,1)],[])" "$zero,$next" >twice.eventb
    rtcheck eventb twice.eventb
    expect_status 2
    expect_error "fac cannot be used: theories declare it more than once"
}

@test "a package with two contexts of one name: equal ones are one, others are refused" {
    write_contexts() { # K K
        cat <<END
package(load_event_b_project([event_b_model(none,m,[sees(none,[c]),variables(none,[identifier(none,x)]),
invariant(none,[member(rodinpos(m,inv1,a),identifier(none,x),natural_set(none)),equal(rodinpos(m,inv2,b),identifier(none,k),integer(none,1))]),
theorems(none,[]),events(none,[event(rodinpos(m,'INITIALISATION',d),'INITIALISATION',ordinary(none),[],[],[],[],
[assign(rodinpos(m,act1,e),[identifier(none,x)],[integer(none,0)])],[])])])],
[$(for k; do printf '%s' "${comma:-}event_b_context(none,c,[extends(none,[]),constants(none,[identifier(none,k)]),axioms(none,[equal(rodinpos(c,a1,q),identifier(none,k),integer(none,$k))]),theorems(none,[]),sets(none,[])])"; comma=,; done)],
[exporter_version(3)],_Error)).
END
    }
    write_contexts 1 1 >same.eventb
    rtcheck eventb same.eventb
    expect_status 0
    rtcheck eventb --print same.eventb
    [ "$(grep -c '^context c' <<<"$output")" -eq 1 ]
    for pair in "1 2" "2 1"; do
        write_contexts $pair >differ.eventb
        rtcheck eventb differ.eventb
        expect_status 2
        expect_error "there are two contexts c in this package, which differ"
    done
}

@test "a condition behind one that the order shows to be well-defined limits a parameter, too" {
    cat >mod.eventb <<'END'
machine m variables x invariants @i x ∈ ℤ
events event INITIALISATION then @x x ≔ 0 end
  event e any p q where @g p ∈ ℕ ∧ q ∈ ℕ ∧ p mod (q + 1) = 7 ∧ p < 10 @h q < 20 then @x x ≔ p end
end
END
    rtcheck eventb mod.eventb
    expect_status 0
    expect_output "  states        2"
    sed 's/p ∈ ℕ ∧ q/q/' mod.eventb >below.eventb
    rtcheck eventb below.eventb
    expect_status 1
    expect_output "'p mod (q + 1)' is not well-defined"
}

@test "a variable may be an infinite set, and is what it is in every formula" {
    cat >infinite.eventb <<'END'
machine m variables S r n invariants S ⊆ ℤ r ∈ ℤ ↔ ℤ n ∈ ℕ @i: n = 1 ⇒ S = ℕ ∧ 1000 ∈ S ∧ ¬ finite(S)
events event INITIALISATION then S ≔ {7} r ≔ id n ≔ 0 end
  event fill where n = 0 then S ≔ ℕ n ≔ 1 end
  event cut where @g: n = 1 @h: −1 ∉ S @k: r(50) = 50 then S ≔ S ∩ 1‥3 n ≔ 2 end
  event back where @g: n = 2 @h: S = {1, 2, 3} then r ≔ {1 ↦ 2} n ≔ 3 end
end
END
    rtcheck eventb --lts lts.aut infinite.eventb
    expect_status 0
    expect_output "  states        4"
    sed 's/n = 1 ⇒ S = ℕ/n = 2 ⇒ 5 ∈ S/' infinite.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
    expect_output "S: {7} → ℕ"
    expect_output "S: ℕ → {1, 2, 3}"
    expect_output "r = id"
    rtcheck eventb --ltl 'G ({n = 1} => {4 ∈ S})' --ltl 'F {S = {7} ∧ n = 1}' infinite.eventb
    expect_status 1
    expect_output "ltl 2 does not hold"
}

@test "what is made of an infinite variable and is no value is not decided" {
    cat >made.eventb <<'END'
machine m variables S n invariants S ⊆ ℤ n ∈ ℕ
events event INITIALISATION then S ≔ ℕ n ≔ 0 end
  event less where n = 0 then S ≔ S ∖ {n} n ≔ 1 end
  event never where n = 1 then n ≔ 2 end
end
END
    rtcheck eventb made.eventb
    expect_status 3
    expect_output "event less, action"
    sed 's/S ≔ S ∖ {n}/n ≔ card(S)/; s/ n ≔ 1 end/ end/' made.eventb >size.eventb
    rtcheck eventb size.eventb
    [ "$status" = 1 ] || [ "$status" = 3 ]
}

@test "refinement with variables that are infinite sets" {
    cat >refined.eventb <<'END'
machine a variables S invariants S ⊆ ℤ
events event INITIALISATION then S ≔ ℕ end
  event go where S = ℕ then S ≔ {1} end
end
machine c refines a variables S n invariants n ∈ ℕ
events event INITIALISATION then S ≔ ℕ n ≔ 0 end
  event go refines go where n = 0 then S ≔ {1} n ≔ 1 end
  event idle where n = 0 then n ≔ n end
end
END
    rtcheck eventb refined.eventb
    expect_status 0
    expect_output "holds within bounds  INITIALISATION/act1/SIM"
    sed '/^machine c/,$s/S ≔ ℕ n/S ≔ ∅ n/' refined.eventb >empty.eventb # the same value beside the hidden number
    rtcheck eventb empty.eventb
    expect_status 1
    expect_output "INITIALISATION/act1/SIM is violated"
    sed '/^machine c/,$s/n ≔ n end/S ≔ ∅ end/' refined.eventb >idle.eventb
    rtcheck eventb idle.eventb
    expect_status 1
    expect_output "idle/S/EQL is violated"
    sed '/^machine a/,/^machine c/s/S ≔ ℕ end/S :∈ {∅} end/' refined.eventb >chosen.eventb
    rtcheck eventb chosen.eventb
    expect_status 1
    expect_output "INITIALISATION/act1/SIM is violated"
}

@test "an inner quantifier is evaluated once for what it speaks of" {
    cat >inner.eventb <<'END'
machine m variables n invariants n ∈ ℕ
  @i: ∀s·s ∈ 0‥1 ⇒ (∀i·i ∈ 1‥4000 ⇒ s mod i = 0 ∨ (∀j·j ∈ 2‥4000 ⇒ s mod j = s))
events event INITIALISATION then n ≔ 0 end
  event go where @g: n < 3 @h: ∀i·i ∈ 1‥3000 ⇒ i > n ∨ (∃j·j ∈ 1‥3000 ∧ j mod 3000 = n) then n ≔ n + 1 end
end
END
    rtcheck eventb inner.eventb
    expect_status 0
    expect_output "  states        4"
    sed 's/s mod j = s/s mod j = 0/' inner.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
}

@test "what is said of all in a list of sets is said of each" {
    cat >each.eventb <<'END'
machine m variables A B invariants A ⊆ ℤ B ⊆ ℤ
  @i: {x ∣ ∀y·y ∈ ℙ(ℤ) ∧ y ∈ {A, B} ⇒ x ∈ y} = A ∩ B
  @j: {x ∣ ∃y·y ∈ {A, B} ∧ x ∈ y} = A ∪ B
events event INITIALISATION then A ≔ {1, 50} B ≔ {50, 60} end
  event e any z where ∀y·y ∈ {A, B} ⇒ z ∈ y then A ≔ {z} end
end
END
    rtcheck eventb each.eventb
    expect_status 0
    expect_output "  states        2"
    sed 's/= A ∪ B/= A/' each.eventb >bad.eventb
    rtcheck eventb bad.eventb
    expect_status 1
}

@test "a machine that includes another twice is the one that is written out" {
    rtcheck eventb "$MODELS/semaphores.eventb"
    expect_status 0
    expect_output "  states        3"
    expect_output "  transitions   5"
    cat >written.eventb <<'END'
machine semaphores
variables disk_free memory_free busy
invariants
    @disk_range: disk_free ∈ 0‥2
    @memory_range: memory_free ∈ 0‥2
    @busy-typeof: busy ∈ BOOL
    @together: memory_free = disk_free
    @busy: busy = FALSE ⇔ memory_free = 2
events
    event INITIALISATION
    then
        @disk_all: disk_free ≔ 2
        @memory_all: memory_free ≔ 2
        @busy-init: busy ≔ FALSE
    end
    event start
    any disk_n memory_n
    where
        @disk_some: disk_n ∈ 1‥2
        @disk_enough: disk_n ≤ disk_free
        @memory_some: memory_n ∈ 1‥2
        @memory_enough: memory_n ≤ memory_free
        @same: memory_n = disk_n
    then
        @disk_less: disk_free ≔ disk_free − disk_n
        @memory_less: memory_free ≔ memory_free − memory_n
        @busy: busy ≔ TRUE
    end
    event finish
    any disk_n memory_n
    where
        @disk_some: disk_n ∈ 1‥2
        @disk_room: disk_free + disk_n ≤ 2
        @memory_some: memory_n ∈ 1‥2
        @memory_room: memory_free + memory_n ≤ 2
        @memory: memory_n = 2 − memory_free
        @disk: disk_n = 2 − disk_free
    then
        @disk_more: disk_free ≔ disk_free + disk_n
        @memory_more: memory_free ≔ memory_free + memory_n
        @idle: busy ≔ FALSE
    end
end
END
    rtcheck eventb --lts included.aut "$MODELS/semaphores.eventb"
    rtcheck eventb --lts written.aut written.eventb
    expect_status 0
    diff <(sort included.aut) <(sort written.aut)
    sed '/@same/d' "$MODELS/semaphores.eventb" >loose.eventb
    sed -i 'N;/where\n    then/{s/.*\n//};P;D' loose.eventb
    rtcheck eventb --threads 1 loose.eventb
    expect_status 1
    expect_first_line "violated: invariant together is violated: memory_free = disk_free, at loose.eventb:35"
}

@test "what an inclusion does not say, and what it may not do" {
    cat >base.eventb <<'END'
machine base variables n invariants @t: n ∈ 0‥1 events
event INITIALISATION then @a: n ≔ 1 end
event flip then @a: n ≔ 1 − n end
end
END
    printf 'machine m includes base as p events event go synchronises p.flip end end' >m.bumx
    rtcheck eventb m.bumx
    expect_status 0
    expect_error "m.bumx:1:9: warning: INITIALISATION does not synchronise p.INITIALISATION of base; it happens all the same"
    expect_output "  states        2"
    printf 'machine m includes base as p events event go then @a: p_n ≔ 0 end end' >m.bumx
    rtcheck eventb m.bumx
    expect_status 2
    expect_error "m.bumx:1:55: error: p_n belongs to base, which is included: only events that synchronise one of its events change it"
    printf 'machine m events event go synchronises p.flip end end' >m.bumx
    rtcheck eventb m.bumx
    expect_status 2
    expect_error "m.bumx:1:40: error: no machine is included as p"
    printf 'machine m\nsees c\ncontains D\nend' >m.bumx
    rtcheck eventb m.bumx
    expect_status 2
    expect_error "m.bumx:3:1: error: 'contains' of CamilleX is not supported: a diagram has no text (the .bum file that Rodin makes of it can be read)"
}

@test "records of contexts and machines" {
    cat >parcel.eventb <<'END'
context parcels
record Parcel
    field weight : 1‥2
    field note : opt BOOL
    constraint @light: weight(self) = 2 ⇒ self ∉ dom(note)
end
end
machine shelf
sees parcels
record Stored inherits Parcel
    field place : BOOL
    constraint @heavy: weight(self) = 2 ⇒ place(self) = FALSE
end
event INITIALISATION then @s: Stored ≔ ∅ @p: place ≔ ∅ end
event store any p b where @new: p ∈ Parcel ∖ Stored @b: b = bool(weight(p) = 1)
then @s: Stored ≔ Stored ∪ {p} @p: place(p) ≔ b end
end
END
    # Of one parcel: weight 1 with no note or one of two, weight 2 without one: four choices, and stored or not.
    rtcheck eventb --bound Parcel=1 parcel.eventb
    expect_status 0
    expect_output "  states        8"
    expect_output "  transitions   4"
    sed -i 's/weight(p) = 1)/weight(p) = 2)/' parcel.eventb
    rtcheck eventb --bound Parcel=1 parcel.eventb
    expect_status 1
    expect_output "invariant heavy is violated: ∀self·self ∈ Stored ⇒ (weight(self) = 2 ⇒ place(self) = FALSE)"
    rtcheck eventb --print parcel.eventb
    expect_output "    @typeof_Parcel_note: note ∈ Parcel ⇸ BOOL"
}

@test "a variable that counts up for ever ends the search also where all violations are wanted" {
    cat >count.eventb <<'END'
machine count variables n invariants @t: n ∈ ℤ @few: n < 2
events
  event INITIALISATION then @n: n ≔ 0 end
  event up then @n: n ≔ n + 1 end
end
END
    rtcheck eventb --all-violations --json count.eventb
    expect_status 1
    expect_output '"complete": false'
    rtcheck eventb --all-violations count.eventb
    expect_output "  not everything was looked at: a variable counts up for ever"
}

@test "nothing goes on from a violation outside a variable's bounds" {
    cat >leave.eventb <<'END'
machine leave variables n invariants @t: n ∈ ℤ @few: n < 4
events
  event INITIALISATION then @n: n ≔ 0 end
  event up then @n: n ≔ n + 1 end
end
END
    rtcheck eventb --all-violations --deadlock --threads 1 --bound n=0..3 leave.eventb
    expect_status 1
    expect_output "  states        5"
    expect_output "n: 3 → 4"
    expect_no_output "deadlock: no event can happen"
    rtcheck eventb --all-violations --threads 1 --bound n=0..5 leave.eventb
    expect_status 1
    expect_output "  states        6"
    expect_output "left the bounds and" # how often depends on who looks: sanitized builds ask twice
    expect_no_output "violations" # few is broken once
}

@test "a refinement that cannot be checked does not hold" {
    cat >abstract.txt <<'END'
machine a variables x invariants @i: x∈0‥3 events
event INITIALISATION then @a: x≔0 end
event u any p where @g: p∈0‥1 @h: x+p≤3 then @a: x≔x+p end
event d when @g: x>0 then @a: x≔x−1 end
end
END
    concrete() {
        { cat abstract.txt; echo 'machine c refines a variables x invariants @j: x<9 events'
          echo 'event INITIALISATION then @a: x≔2 end'; echo "$1"; echo end; } >m.eventb
        rtcheck eventb m.eventb --machine c
    }
    concrete 'event u refines u when @h: x≤2 with @p: p=x+z then @a: x≔x+1 end'
    expect_status 3
    expect_output "refinement: that by u cannot be checked: m.eventb:8: z is not declared"
    concrete 'event u refines u when @h: x≤2 with @p: p=TRUE then @a: x≔x+1 end'
    expect_status 3
    concrete 'event u refines u any p where @g: p∈BOOL @h: x≤2 then @a: x≔x+1 end'
    expect_status 3
    concrete 'event ud refines u d when @g: x=0 then @a: x≔x+1 end'
    expect_status 3
    rtcheck eventb m.eventb --machine c --no-refinement
    expect_status 0
}

@test "theorems that take long: what is wrong is told, what was given up is told with the verdict" {
    cat >m.eventb <<'END'
machine m variables x invariants @t: x∈ℤ theorem @h: ∀a,b,c·a∈1‥110∧b∈1‥110∧c∈1‥110⇒ (a∗b∗c) mod 10007 + a∗a ≠ 22096 + x
events event INITIALISATION then @a: x≔0 end event e when @g: x<5 then @a: x≔x+1 end end
END
    for options in "" --all-violations "--threads 1 --search dfs"; do
        rtcheck eventb m.eventb $options
        expect_status 1
        expect_output "theorem h is violated"
    done
    sed -i 's/22096 + x/−1 + x∗0/' m.eventb
    rtcheck eventb m.eventb --quiet
    expect_status 0
    expect_output "except for theorems that are not decided"
}

@test "--all-violations: an event's other choices, behind one that is infeasible, are not tried, so that it is not complete" {
    cat >m.eventb <<'END'
machine m variables x invariants @t: x∈ℤ
events event INITIALISATION then @a: x≔0 end event e any p where @g: p∈1‥2 @h: x<9 then @a: x:∣ x'=x+p ∧ p=2 end end
END
    rtcheck eventb m.eventb --all-violations --json
    expect_status 1
    expect_json "o['complete']" False
    sed -i 's/x+p ∧ p=2/x+p/' m.eventb
    rtcheck eventb m.eventb --all-violations --json
    expect_status 0
    expect_json "o['complete']" True
}

# What the machine with this invariant and x = 2 is: `judged STATUS INVARIANT`.
judged() {
    printf 'machine m variables x invariants @t: x ∈ ℤ @i: %s\nevents event INITIALISATION then x ≔ 2 end end\n' "$2" >judged.eventb
    rtcheck eventb --quiet judged.eventb
    [ "$status" = "$1" ] || { echo "$2: $status instead of $1"; return 1; }
}

@test "sets hold integers of 64 bits" {
    judged 0 'card({3000000000, −3000000000, 3000000000}) = 2'
    judged 1 'card({3000000000, −3000000000, 3000000000}) = 3'
    judged 0 '{x ∗ 2000000000} = {4000000000}'
    judged 0 '{9223372036854775807} ≠ {−9223372036854775808}'
    judged 0 'max({9223372036854775807, 5}) = 9223372036854775807'
    judged 0 '{1 ↦ 3000000000}(1) = 3000000000'
    judged 0 '{3000000000 ↦ (1 ↦ 5000000000)}[{3000000000}] = {1 ↦ 5000000000}'
    judged 0 '(λn·n ∈ 1‥3 ∣ n ∗ 3000000000) ∈ 1‥3 ↣ ℕ'
    judged 1 '∀q·q ∈ {5000000000, 6} ⇒ q < 4000000000'
    judged 0 'card(9223372036854775806‥9223372036854775807) = 2'
    judged 0 'min(−9223372036854775808‥−9223372036854775807) = −9223372036854775808'
    cat >growing.eventb <<'END'
machine m variables s n invariants @s: s ⊆ ℤ @n: n ∈ ℕ @k: card(s) ≤ 6
events
  event INITIALISATION then s ≔ {1} n ≔ 1 end
  event e where n < 100000000000000 then s ≔ s ∪ {n ∗ 1000} n ≔ n ∗ 1000 end
  event d any q where q ∈ s q > 1000000000 then s ≔ s ∖ {q} end
end
END
    rtcheck eventb growing.eventb
    expect_status 0
    expect_output "  states        10"
    cat >counting.eventb <<'END'
machine m variables s n invariants @s: s ⊆ ℤ @n: n ∈ ℕ
events
  event INITIALISATION then s ≔ {5000000000} n ≔ 1 end
  event e then n ≔ n + 1 end
end
END
    rtcheck eventb counting.eventb
    expect_status 3
    expect_output "a variable counts up for ever"
}

@test "a value beyond 64 bits is named" {
    judged 3 '{n·n ∈ 1‥3 ∣ n ∗ 4000000000000000000} ≠ ∅'
    rtcheck eventb judged.eventb
    expect_output "invariant i: the value of 'n ∗ 4000000000000000000' exceeds 64 bits"
}

@test "every obligation that is violated is named" {
    {
        printf 'machine m variables x invariants @t: x ∈ ℤ\n'
        for i in $(seq 100); do printf '@i%d: x ≠ %d\n' "$i" "$i"; done
        printf 'events event INITIALISATION then x ≔ 0 end event e where x < 120 then x ≔ x + 1 end end\n'
    } >many.eventb
    rtcheck eventb --all-violations many.eventb
    expect_status 1
    expect_output "0 hold within bounds, 100 violated, 102 unknown"
}

@test "long chains are no depth" {
    chain=$(printf 'x ≤ %d ∧ ' $(seq 2 4000))
    judged 0 "${chain}x ≤ 2"
    judged 1 "${chain}x ≤ 1"
    chain=$(printf '{%d} ∪ ' $(seq 2 4000))
    judged 0 "x ∈ $chain{0}"
}

@test "the time is over while choices of the constants are made" {
    cat >setups.eventb <<'END'
context c constants f g axioms @1: f ∈ 0‥9 → 0‥9 @2: g ∈ 0‥9 → 0‥9 @3: ∀i·i ∈ 0‥9 ⇒ f(g(i)) ∗ f(i) ≠ g(f(i)) + 7
@4: f(0) + g(0) + f(9) = 30 end
machine m sees c variables x invariants @t: x ∈ ℤ events event INITIALISATION then x ≔ 0 end end
END
    rtcheck eventb --time 1s setups.eventb
    expect_status 3
    expect_output "the time was over before its search began: nothing of it was checked (choices of the
constants were being made, and no state was explored"
}

@test "what the bounds do not decide, a solver does, and never what may be ill-defined" {
    for formula in 'ℕ ∖ {0} = ℕ1' \
        '(ℤ × {x})(5) = x' \
        'ℤ ∖ ℕ = {n ∣ n < 0}' \
        '{n ∣ n > x} ⊆ ℕ1' \
        '{n ∣ n > x} ∩ {n ∣ n < 7} = x + 1‥6' \
        'ℕ × {1} ⊆ ℕ × ℕ' \
        '(λn·n ∈ ℕ ∣ n + 1)∼ = (λn·n ∈ ℕ1 ∣ n − 1)' \
        '∃n·n > 100' \
        '∀n·n ∈ ℕ ⇒ (∃m·m > n)' \
        '∀n·n ∈ ℕ ⇒ n mod 2 ∈ 0‥1' \
        'finite(ℕ ∖ {n ∣ n > 3})' \
        'max({n ∣ n < 5}) = 4' \
        '(ℕ × {0}) <+ {x ↦ 1} ∈ ℕ → 0‥1' \
        '(λn·n ∈ ℤ ∣ n + x) ∈ ℤ ⤖ ℤ' \
        '{n·n ∈ ℕ ∣ 2 ∗ n} ∪ {n·n ∈ ℕ ∣ 2 ∗ n + 1} = ℕ' \
        'partition(ℤ, ℕ, {n ∣ n < 0})' \
        '∀n·n < 0 ⇒ (n ÷ 2) ∗ 2 ≥ n' \
        '(⋃n·n ∈ ℕ ∣ {n, −n}) = ℤ' \
        '(⋂n·n ∈ ℕ ∣ {m ∣ m > −n}) = ℕ1' \
        '(ℕ × {0}) ∥ (ℕ × {1}) = (ℕ × ℕ) × {0 ↦ 1}' \
        '∀n·n ∗ n ≥ n' \
        '∃n·n > 50 ∧ (n < 40 ⇒ {1 ↦ 2}(n) = 2)'; do
        judged 0 "$formula"
    done
    for formula in '(ℤ × {x})(5) = x + 1' \
        '(ℕ × {x})(−5) = x' \
        'ℕ1 ∪ {0} ≠ ℕ' \
        '∃n·n ∈ ℕ ∧ (∀m·m ∈ ℕ ⇒ n ≥ m)' \
        'finite(ℕ ∖ {n ∣ n > 3 ∧ n mod 2 = 0})' \
        '(λn·n ∈ ℕ ∣ n + x) ∈ ℕ ⤖ ℕ' \
        '(λn·n ∈ ℕ ∣ n ÷ 2) ∈ ℕ ↣ ℕ' \
        '∀n·n > 100 ⇒ n ÷ (−3) < −33' \
        '{n·n > 100 ∣ n mod 7} = 0‥7' \
        '(ℕ × {0}) ∥ (ℕ × {1}) = (ℤ × ℕ) × {0 ↦ 1}' \
        'partition(ℤ, ℕ, {n ∣ n ≤ 0})' \
        '∀a·a ∈ BOOL ⇒ (∃n·n > 100 ∧ (a = TRUE ⇒ n mod 2 = 0) ∧ (a = TRUE ⇒ n mod 2 = 1))'; do
        judged 1 "$formula"
    done
    for formula in '∀n·n ∈ ℤ ∧ n > 50 ⇒ n mod (n − 60) ≥ 0' \
        '∃n·n ∈ ℤ ∧ n > 50 ∧ 100 ÷ (n − 60) = 5' \
        '∀n·n > 50 ⇒ {1 ↦ 2}(n) = 2'; do
        judged 3 "$formula"
    done
}

@test "conditions that say nothing now, hold always, or for no value beyond the bounds, leave no doubt" {
    # From x = 2, once, to a value p: `chosen STATUS STATES GUARD`.
    chosen() {
        printf 'machine m variables x d invariants @x: x ∈ ℤ @d: d ∈ BOOL
events event INITIALISATION then x ≔ 2 d ≔ FALSE end
event e any p where @d: d = FALSE @g: %s then x ≔ p d ≔ TRUE end end' "$3" >chosen.eventb
        rtcheck eventb chosen.eventb
        [ "$status" = "$1" ] || { echo "$3: $status instead of $1"; return 1; }
        expect_output "  states        $2"
    }
    chosen 0 5 'p ∈ ℕ ∧ (p > 1 ⇒ p > 1)'
    chosen 0 6 'p ∈ ℤ ∧ (p > 0 ∨ p ≤ 0)'
    chosen 0 5 'p ∈ ℕ ∧ (x = 1 ⇒ p ∈ {1, 50})'
    chosen 0 5 'p ∈ ℕ ∧ (x = 2 ∨ p ∗ p ∗ p = 1000)'
    chosen 0 5 'p ∈ ℕ ∧ (x = 2 ∨ p < 11)'
    chosen 0 4 'p ∈ ℕ ∧ p ∗ p ∗ p < 20'
    chosen 0 2 'p ∈ ℕ ∧ p ∗ p ∗ p = 27'
    chosen 0 1 'p ∈ ℕ ∧ p ∗ p ∗ p < 20 ∧ p > 5'
    chosen 3 5 'p ∈ ℕ ∧ p ∗ p ∗ p < 1000'
    chosen 3 1 'p ∈ ℕ ∧ p ∗ p ∗ p = 64'
    chosen 3 2 'p ∈ ℕ ∧ (x = 2 ⇒ p = 1 ∨ p = 50)'
    chosen 3 5 'p ∈ ℕ ∧ (x ≠ 2 ∨ p < 11)'
    chosen 3 5 'p ∈ ℕ ∧ (x = 2 ⇒ p < 11)'
    cat >range.eventb <<'END'
context c constants f v n axioms n ∈ 1‥2 f ∈ 1‥n → ℕ v ∈ ran(f) end
machine m sees c variables r invariants r ∈ ℤ events event INITIALISATION then r ≔ v end end
END
    rtcheck eventb range.eventb
    expect_status 0
    expect_output "  states        32"
}

@test "a set that a predicate gives must be well-defined as a whole, whichever elements are asked for" {
    whole() {
        printf 'machine m variables x invariants @x: x ∈ ℤ @q: %s
events event INITIALISATION then x ≔ 5 end end' "$2" >whole.eventb
        rtcheck eventb whole.eventb
        [ "$status" = "$1" ] || { echo "$2: $status instead of $1"; return 1; }
    }
    for set in '5 ↦ 2 ∈ (λn·n ∈ ℤ ∣ 10 ÷ n)' '(λn·n ∈ ℤ ∣ 10 ÷ n)(5) = 2' '5 ∈ dom(λn·n ∈ ℤ ∣ 10 ÷ n)' \
        '5 ∈ ran((λn·n ∈ ℤ ∣ 10 ÷ n)∼)' '5 ∈ dom({5} ◁ (λn·n ∈ ℤ ∣ 10 ÷ n))' '(λn·n ∈ ℤ ∣ 10 ÷ n)[{5}] = {2}'; do
        whole 1 "$set"
        expect_output "'10 ÷ n' is not well-defined: the divisor is 0"
    done
    for set in '5 ∈ {n ∣ n > 0 ∧ 10 ÷ (n − 50) < 3}' '5 ∈ {1, 5} ∪ {n ∣ n > 0 ∧ 10 ÷ (n − 50) < 3}' \
        '{5} ◁ (λn·n ∈ ℤ ∣ 10 ÷ (n − 50)) = {5 ↦ 0}' '∃y·y = (λn·n ∈ ℤ ∣ 10 ÷ (n − 50))(x) ∧ y = 0' \
        'bool(5 ∈ {n ∣ n > 0 ∧ 10 ÷ (n − 50) < 3}) = TRUE'; do
        whole 3 "$set"
        expect_output "invariant q: "
    done
    for set in '5 ↦ 2 ∈ (λn·n ∈ ℕ1 ∣ 10 ÷ n)' '55 ↦ 2 ∈ (λn·n > 50 ∣ 10 ÷ (n − 50))' '(λn·n > 50 ∣ 10 ÷ (n − 50))(55) = 2'; do
        whole 0 "$set"
    done
    cat >assigned.eventb <<'END'
machine m variables F invariants @f: F ⊆ ℤ × ℤ events event INITIALISATION then @a: F ≔ (λn·n ∈ ℤ ∣ 10 ÷ n) end end
END
    rtcheck eventb assigned.eventb
    expect_status 1
    cat >constant.eventb <<'END'
context c constants K axioms @k: K = (λn·n ∈ ℤ ∣ 10 ÷ n) end
machine m sees c variables x invariants @x: x ∈ ℤ events event INITIALISATION then x ≔ 5 end end
END
    rtcheck eventb constant.eventb
    expect_status 3
    expect_output "k/WD: '10 ÷ n' is not well-defined: the divisor is 0"
    sed -i 's/10 ÷ n/10 ÷ (n − 50)/' constant.eventb
    rtcheck eventb constant.eventb
    expect_status 3
    expect_output "not checked: well-definedness of constants that axioms define as infinite or very large sets"
}

@test "choices of constants that may all contradict the axioms, and those that axioms allow beyond the bounds, carry no holds" {
    while IFS='|' read -r axioms invariant; do
        printf 'context c constants f axioms %s end\nmachine m sees c variables x invariants @i: x = 0 @j: %s events event INITIALISATION then @a: x ≔ 0 end end\n' \
            "$axioms" "$invariant" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 3
        expect_output "unknown: "
    done <<'END'
@a: f ∈ ℕ → ℕ @b: ∀n·n ∈ ℕ ⇒ f(n) ≥ 5|f(0) < 5
@a: f ∈ ℕ → ℕ @b: ran(f) ∩ (0‥4) = ∅|f(3) ≤ 3
@a: f ∈ 0‥1 → ℤ @b: f(0)∗f(0) = 10∗f(0)|f(0) = 0
@a: f ∈ 0‥1 → ℤ @b: f(0) > f(1) ⇒ f(0) = 40|f(0) ≤ f(1)
@a: f ∈ ℕ ⇸ ℕ @b: ∀n·n ∈ dom(f) ⇒ f(n) = 50|f = ∅
@a: f ⊆ ℕ @b: f ≠ ∅ ⇒ 10 ∈ f|f = ∅
@a: f ∈ 0‥1 → ℕ @b: f(1) < 10 − f(0)|f(0) ≤ 3
@a: f ∈ 0‥1 → ℕ @b: f(1) ∗ f(1) ≤ 3 ∗ f(1) + 4|f(1) ≤ 3
@a: f ∈ 0‥1 → ℤ @b: f(0) ≤ 0 @c: f(0) ≥ −9|f(0) ≥ −1
@a: f ∈ 0‥1 → ℕ @b: f(0) = f(1) ∨ f(0) > f(1) + 4|f(0) = f(1)
@a: f ∈ 0‥1 → ℕ @b: f∼[0‥9] = 0‥1|f(0) ≤ 3
@a: f ∈ ℕ ⇸ ℕ @b: max(dom(f)) ≤ 9 @c: card(f) = 1|dom(f) ⊆ 0‥3
@a: f ∈ ℕ ⇸ ℕ @b: ∀n·n ∈ dom(f) ⇒ f(n) > n + 50|f = ∅
@a: f ⊆ ℕ @b: ∀x·x > 9 ⇒ x ∉ f|f ⊆ 0‥3
@a: f ⊆ ℕ @b: ∀x·x ∈ f ∧ x > 9 ⇒ f = ∅|f ⊆ 0‥3
@a: f ⊆ ℕ @b: ∀x·x ∈ f ⇒ x ≥ 10|f = ∅
@a: f ⊆ ℕ @b: finite(f) @c: card(f ∩ (0‥9)) = card(f)|f ⊆ 0‥3
@a: f ⊆ ℕ @b: bool(f ⊆ 0‥9) = TRUE|f ⊆ 0‥3
END
}

@test "axioms that limit no numbers leave a choice within the bounds, which holds" {
    while IFS='|' read -r axioms invariant; do
        printf 'context c constants f axioms %s end\nmachine m sees c variables x invariants @i: x = 0 @j: %s events event INITIALISATION then @a: x ≔ 0 end end\n' \
            "$axioms" "$invariant" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 0
    done <<'END'
@a: f ⊆ ℕ @b: 20 ∉ f|f ⊆ 0‥3
@a: f ⊆ ℕ @b: finite(f) @c: card(f) = 2|f ⊆ 0‥3
@a: f ⊆ ℕ @b: ∀x·x ∈ f ⇒ x ≥ 1|f ⊆ 0‥3
@a: f ∈ 0‥1 → ℕ @b: f(1) ≤ 2|f(0) ≤ 3
@a: f ∈ 0‥1 → ℕ @b: f(1) + 1 < f(0)|f(0) ≤ 3
@a: f ∈ 0‥1 → ℕ @b: f(0) = f(1) ∨ f(0) ≠ 1|f(0) ≤ 3
@a: f ∈ 0‥9 → ℕ @b: ∀x·x ∈ 0‥8 ⇒ f(x + 1) = f(x) + x @c: f(0) = 7|ran(f) ⊆ 0‥100
@a: f ∈ BOOL → ℙ(ℕ) @b: f(TRUE) ∩ f(FALSE) = ∅|f(TRUE) ⊆ 0‥3
END
}

@test "a set that is chosen may have an element beyond the bounds, if a condition asks for it" {
    printf 'machine m variables x invariants @i: x = 0 events event INITIALISATION then @a: x ≔ 0 end event e any f where @g: f ⊆ ℕ @h: %s then @a: x ≔ %s end end\n' \
        'f ≠ ∅ ⇒ 10 ∈ f' 'card(f)' >m.eventb
    rtcheck eventb m.eventb
    expect_status 3
    sed -i 's/10 ∈ f/2 ∈ f/' m.eventb
    rtcheck eventb m.eventb
    expect_status 1
}

@test "of an intersection or difference with an infinite set, the other one gives the values" {
    # From 0 to a value p: `taken STATES GUARD`.
    taken() {
        printf 'context c constants K axioms @b: K = {n ∣ n ∈ ℕ ∧ n mod 3 = 0} end
machine m sees c variables s invariants @s: s ∈ ℤ
events event INITIALISATION then s ≔ 0 end event e any p where @g: %s then s ≔ p end end' "$2" >taken.eventb
        rtcheck eventb taken.eventb
        [ "$status" = 0 ] || { echo "$2: $status"; return 1; }
        expect_output "  states        $1"
    }
    taken 4 'p ∈ K ∩ (10‥20)'
    taken 4 'p ∈ K ∧ p ∈ 10‥20'
    taken 9 'p ∈ (10‥20) ∖ K'
    taken 3 'p ∈ (10‥20) ∩ (K ∩ {n ∣ n > 14})'
    taken 8 'p ∈ {n ∣ n ∈ ℕ ∧ n > 13} ∧ p ∈ 10‥20'
    cat >constant.eventb <<'END'
context c constants K k axioms @b: K = {n ∣ n ∈ ℕ ∧ n mod 3 = 0} @k: k ∈ K ∩ (10‥20) end
machine m sees c variables s invariants @s: s ∈ {12, 15, 18} events event INITIALISATION then s ≔ k end end
END
    rtcheck eventb constant.eventb
    expect_status 0
    expect_output "  states        3"
}

@test "a long chain of constants that axioms define by each other with a partial operator is decided at once" {
    {
        echo "context c constants $(printf 'k%d ' {0..200}) axioms @a0: k0 = 1"
        for i in {1..200}; do echo "@a$i: k$i = 10 ÷ k$((i - 1))"; done
        echo "end machine m sees c variables x invariants @i: x ∈ {1} events event INITIALISATION then @a: x ≔ k200 end end"
    } >chain.eventb
    rtcheck eventb --threads 1 --time 20s chain.eventb
    expect_status 0
    expect_output "  1 choice of the constants"
    expect_output "proof obligations: 201 hold within bounds, 0 violated, 0 unknown"
}

@test "every event that breaks an invariant is told, though another one led to the same state before" {
    cat >m.eventb <<'END'
machine m variables x y z invariants @x: x < 5 @y: y ∈ 0‥1 @z: z ∈ 0‥1
events
event INITIALISATION then x ≔ 0 y ≔ 0 z ≔ 0 end
event far when x = 0 then x ≔ 9 end
event mark when y = 0 then y ≔ 1 end
event far2 when x = 0 ∧ y = 1 then x ≔ 9 end
event near when x = 0 ∧ y = 1 then x ≔ 1 end
event back when x = 1 then x ≔ 0 end
event far3 when x = 1 then x ≔ 9 end
event zero when x = 9 then z ≔ 1 end
event both when x = 0 then x ≔ 9 z ≔ 1 end
end
END
    rtcheck eventb --threads 1 --all-violations m.eventb
    expect_status 1
    expect_output "  states        7"
    for event in far far2 far3 both; do expect_output "$event/x/INV"; done
    expect_output "4 violated, 8 unknown"
    expect_no_output "zero/x/INV"
}

@test "an abstract parameter without a witness that was found need not be looked for beyond the bounds, unless it leads elsewhere" {
    refined() { # verdict; the abstract event's parameter, guards and action; the concrete action; more of the abstraction
        cat >m.eventb <<END
machine a variables x $5 invariants @x: x ∈ ℤ ${5:+@y: y ∈ ℤ}
events event INITIALISATION then @a: x ≔ 0 ${5:+@b: y ≔ 0} end event e any s where $2 then @z: x ≔ $3 ${5:+@w: y ≔ card(s)} end end
machine b refines a variables x
events event INITIALISATION then @a: x ≔ 0 end event e refines e when @h: x < 2 then @z: x ≔ $4 end end
END
        rtcheck eventb --threads 1 --machine b m.eventb
        expect_output "$1 e/s/WFIS"
    }
    refined "holds within bounds " '@g: s ⊆ ℕ @k: s ≠ ∅' 'min(s)' 2
    expect_status 0
    refined "holds within bounds " '@g: s ∈ 1‥2 → ℕ' 's(1) + s(2)' 4
    expect_status 0
    refined "unknown             " '@g: s ⊆ ℕ @k: s ≠ ∅' 'min(s)' 9
    expect_status 3
    refined "unknown             " '@g: s ⊆ ℕ @k: s ≠ ∅' 'min(s)' 2 y
    expect_status 3
    refined "violated            " '@g: s ⊆ 0‥3 @k: s ≠ ∅' 'min(s)' 9
    expect_status 1
}

@test "functions on everything are well-defined: nobody owes that" {
    cat >m.eventb <<'END'
context c constants w axioms @t: w ∈ ℕ × ℕ @a: prj1(w) = succ(0) @b: prj2(w) = id(2) end
machine m sees c variables x invariants @x: x = pred(prj2(w) ∗ prj1(w)) events event INITIALISATION then @a: x ≔ 1 end end
END
    rtcheck eventb --threads 1 m.eventb
    expect_status 0
    expect_output "proof obligations: 1 hold within bounds, 0 violated, 0 unknown"
    expect_no_output "/WD"
}

@test "the first violation ends the command, though the machine with its abstraction has no end" {
    cat >m.eventb <<'END'
machine a variables x invariants @i: x ∈ 0‥9
events event INITIALISATION then @a: x ≔ 0 end event e then @a: x ≔ 0 end end
machine b refines a variables x y z invariants @y: y ∈ ℕ @z: z ∈ ℕ @k: y ≤ 2
events event INITIALISATION extends INITIALISATION then @y: y ≔ 0 @z: z ≔ 0 end
event e extends e then @y: y ≔ y + 1 end event f then @z: z ≔ z + 1 end end
END
    rtcheck eventb --threads 1 --time 20s m.eventb
    expect_status 1
    expect_output "invariant k is violated"
    expect_output "refinement: it was not searched, as there is a violation already"
}

@test "a variable may be any infinite set of integers that is written with numbers, and equal ones are one state" {
    while IFS='|' read -r set states; do
        printf 'machine m variables T invariants @t: T ⊆ ℤ @q: 7 ∈ T ∨ −7 ∈ T events event INITIALISATION then @b: T ≔ ℕ1 end event e then @b: T ≔ %s end end\n' \
            "$set" >m.eventb
        rtcheck eventb --json m.eventb
        expect_status 0
        expect_json "o['states']" "$states"
    done <<'END'
{n ∣ n < 0}|2
ℤ ∖ ℕ|2
ℕ ∩ ℕ1|1
ℕ ∖ {0}|1
{n·n ∈ ℕ ∣ n + 1}|1
{n ∣ n ∈ ℕ ∧ ¬(n ≤ 0)}|1
{n ∣ n ≤ 0 ∧ n ∉ −3‥0} ∪ {9}|2
{n ∣ n > 3 ∨ n ∈ 1‥2 ∨ n = 3}|1
END
    printf 'machine m variables T invariants @t: T ⊆ ℤ × ℤ @q: 7 ↦ 7 ∈ T events event INITIALISATION then @b: T ≔ {7 ↦ 7} end event e then @b: T ≔ {x ↦ y ∣ x ∈ ℕ ∧ y = x} end end\n' >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
}

@test "a formula over time is not violated because an invariant is" {
    cat >m.eventb <<'END'
machine m variables y z invariants @y: y ∈ 0‥5 @z: z ∈ 0‥3 @k: y < 3
events event INITIALISATION then @y: y ≔ 0 @z: z ≔ 0 end
event e when @g: y < 4 then @y: y ≔ y + 1 end event f then @z: z ≔ 3 − z end end
END
    rtcheck eventb --json --threads 1 --all-violations --ltl 'G {z < 4}' --ltl 'G {z < 3}' m.eventb
    expect_status 1
    expect_json "[p['verdict'] for p in o['properties']]" "['violated', 'holds', 'violated']"
    expect_json "o['states']" "10"
}

@test "a set that binds names with a prime is printed so that it can be read" {
    printf "machine m variables s invariants @i: s ⊆ ℤ events event INITIALISATION then @a: s ≔ {e'·e' ∈ 0‥3 ∣ e'} end end\n" >m.eventb
    rtcheck eventb --print m.eventb
    expect_status 0
    cp stdout.txt printed.eventb
    rtcheck eventb printed.eventb
    expect_status 0
}

@test "events that --event leaves out are not said never to happen" {
    printf 'machine m variables x invariants @i: x ∈ 0‥1 events event INITIALISATION then @a: x ≔ 0 end event e then @a: x ≔ 1 end event f then @a: x ≔ 2 end event g when @g: x > 1 then @a: x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --event e --event g m.eventb
    expect_status 0
    expect_output "events that never happen"
    rtcheck eventb --json --event e --event g m.eventb
    expect_json "[e['happens'] for e in o['events']]" "[True, None, False]"
}

@test "infinite sets of integers, of which little is left, give the values" {
    while IFS='|' read -r set status states; do
        printf 'machine m variables x d invariants @x: x ∈ −9‥10 @d: d ∈ BOOL @q: x ≠ 5 events event INITIALISATION then @x: x ≔ 2 @d: d ≔ FALSE end event e any p where @t: d = FALSE @g: p ∈ %s then @a: x ≔ p @d: d ≔ TRUE end end\n' \
            "$set" >m.eventb
        rtcheck eventb --json --all-violations m.eventb
        expect_status "$status"
        expect_json "o['states']" "$states"
    done <<'END'
ℕ ∖ {n ∣ n > 10}|1|12
{n ∣ n > 5} ∩ (ℤ ∖ {n ∣ n > 8})|0|4
(ℤ ∖ ℕ) ∩ {n ∣ n > −4}|0|4
END
}

# An invariant that is to be looked at in ten thousand million states, and formulas that go wrong soon.
write_endless_machine() {
    cat >endless.eventb <<'END'
machine m variables x y b invariants @x: x ∈ ℕ @y: y ∈ ℕ @b: b ∈ BOOL
events event INITIALISATION then @x: x ≔ 0 @y: y ≔ 0 @b: b ≔ FALSE end
event up when @g: x < 100000 then @x: x ≔ x + 1 end event side when @g: y < 100000 then @y: y ≔ y + 1 end
event stop when @g: x = 1 ∧ y = 1 then @b: b ≔ TRUE end end
END
}

@test "formulas that are violated soon do not wait for an endless search" {
    write_endless_machine
    rtcheck eventb --json --time 2 --memory 1G --ltl 'G {b = FALSE}' --ltl '{x = 0} => G {x ≥ 0}' --ltl 'G ({b = TRUE} => F {x = 0})' endless.eventb
    expect_status 1
    expect_json "[p['verdict'] for p in o['properties']]" "['unknown', 'violated', 'unknown', 'violated']"
    expect_json "[len(v['trace']) < 9 for v in o['violations']]" "[True, True]"
}

@test "an endless search that finds violations goes on to the end of its share" {
    write_endless_machine
    rtcheck eventb --json --time 2 --memory 1G --all-violations --ltl 'G ({b = TRUE} => F {x = 0})' endless.eventb
    expect_status 1
    expect_json "[p['verdict'] for p in o['properties']]" "['unknown', 'violated']"
}

@test "a formula that cannot be read is told before anything is searched" {
    write_endless_machine
    local began=$SECONDS
    rtcheck eventb --time 40 --ltl 'G {b = 3}' endless.eventb
    expect_status 2
    [ $((SECONDS - began)) -le 20 ] || fail "it took $((SECONDS - began)) s"
}

@test "values and elements of Rodin's files that are not known are refused" {
    cat >e.bum <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<org.eventb.core.machineFile org.eventb.core.configuration="org.eventb.core.fwd" version="5">
<org.eventb.core.variable name="i1" org.eventb.core.identifier="x"/>
<org.eventb.core.invariant name="i2" org.eventb.core.label="i1" org.eventb.core.predicate="x∈ℤ"/>
<org.eventb.core.event name="i3" org.eventb.core.label="INITIALISATION" org.eventb.core.convergence="0" org.eventb.core.extended="false"><org.eventb.core.action name="i4" org.eventb.core.label="a1" org.eventb.core.assignment="x ≔ 0"/></org.eventb.core.event>
<org.eventb.core.event name="i5" org.eventb.core.label="e" org.eventb.core.convergence="0" org.eventb.core.extended="false"><org.eventb.core.guard name="i6" org.eventb.core.label="g1" org.eventb.core.predicate="x=5" org.eventb.core.theorem="false"/><ac.soton.plugin.thing/></org.eventb.core.event>
</org.eventb.core.machineFile>
END
    rtcheck eventb e.bum
    expect_status 0
    local change
    for change in 's/theorem="false"/theorem="TRUE"/' '6s/convergence="0"/convergence="9"/' '6s/extended="false"/extended="1"/'; do
        sed "$change" e.bum >wrong.bum
        rtcheck eventb wrong.bum
        expect_status 2
        expect_error "which is not known"
    done
    sed 's/core.guard/core.gard/' e.bum >wrong.bum
    rtcheck eventb wrong.bum
    expect_status 2
    expect_error "wrong.bum:6"
    expect_error "an element gard is not known here"
    # What other versions have is not passed over, either.
    for change in 's|<ac.soton.plugin.thing/>|<org.eventb.core.variable name="v" org.eventb.core.identifier="p"/>|' 's|<ac.soton.plugin.thing/>|<org.eventb.core.theorem name="v" org.eventb.core.label="t" org.eventb.core.predicate="x>7"/>|' \
        '$s|^|<org.eventb.core.theorem name="q" org.eventb.core.label="t" org.eventb.core.predicate="x>7"/>|'; do
        sed "$change" e.bum >wrong.bum
        rtcheck eventb wrong.bum
        expect_status 2
        expect_error "is not known "
    done
    local witness='<org.eventb.core.witness name="w" org.eventb.core.label="p" org.eventb.core.predicate="p=1"/>'
    sed "s|<ac.soton.plugin.thing/>|$witness$witness|" e.bum >wrong.bum
    rtcheck eventb wrong.bum
    expect_status 2
    expect_error "the label p is used twice"
}

@test "signs between actions are named" {
    for actions in 'x ≔ x + 1 ; y ≔ 1' 'x ≔ x + 1 || y ≔ 1' 'x :∈ {1} ; y :∈ {2}' "x :∣ x' = 1 || y :∣ y' = 2"; do
        printf 'machine m variables x y invariants @x: x ∈ ℤ @y: y ∈ ℤ events event INITIALISATION then x ≔ 0 y ≔ 0 end event e then %s end end\n' "$actions" >m.eventb
        rtcheck eventb m.eventb
        expect_status 2
        expect_error "is of relations: no sign stands between actions"
    done
}

@test "several variants decrease together" {
    cat >both.eventb <<'END'
machine m variables x y invariants @x: x ∈ 0‥3 @y: y ∈ 0‥3
variant @a: x
variant @b: y
events event INITIALISATION then @x: x ≔ 3 @y: y ≔ 3 end
convergent event d when @g: y > 0 then @y: y ≔ y − 1 end
convergent event e when @g: x > 0 then @x: x ≔ x − 1 @y: y ≔ 3 end
anticipated event s when @g: x = 1 then @x: x ≔ 1 end
end
END
    rtcheck eventb both.eventb
    expect_status 0
    expect_no_output "not checked"
    local change
    for change in 's/y ≔ y − 1/y ≔ y/' 's/x ≔ x − 1 @y/x ≔ x @y/' 's/x ≔ 1 end/x ≔ 2 end/' 's/variant @b: y/variant @b: y − 2/'; do
        sed "$change" both.eventb >wrong.eventb
        rtcheck eventb wrong.eventb
        expect_status 1
        expect_output "/VAR is violated: the variants do not decrease"
    done
}

@test "which events owe something to the variant is as in Rodin" {
    cat >chain.eventb <<'END'
machine a variables x invariants @x: x ∈ 0‥3
events event INITIALISATION then @x: x ≔ 0 end STATUS event e when @g: x < 3 then @x: x ≔ x + 1 end end
machine b refines a variables x
variant x
events event INITIALISATION then @x: x ≔ 0 end KIND event e refines e when @g: x < 3 then @x: x ≔ x + 1 end end
END
    # Ordinary above: ordinary below.
    sed 's/STATUS/ordinary/; s/KIND/convergent/' chain.eventb >m.eventb
    rtcheck eventb --machine b m.eventb
    expect_status 0
    expect_output "  not checked: e/VAR: it refines an ordinary event"
    # Convergent without a variant: ordinary.
    sed 's/STATUS/convergent/; s/KIND/convergent/' chain.eventb >m.eventb
    rtcheck eventb --machine b m.eventb
    expect_status 0
    sed 's/STATUS/anticipated/; s/KIND/convergent/' chain.eventb >m.eventb
    rtcheck eventb --machine b m.eventb
    expect_status 1
    expect_output "e/VAR is violated"
    sed 's/STATUS/anticipated/; s/KIND/ordinary/' chain.eventb >m.eventb
    rtcheck eventb --machine b m.eventb
    expect_status 0
    expect_output "  not checked: e/VAR: it is ordinary, and refines an anticipated event"
}

@test "what is applied is a function everywhere, and not only there" {
    cat >applied.eventb <<'END'
machine m variables x f invariants @a: x ∈ ℤ @f: f ∈ ℤ ↔ ℤ @b: f(x) = 2
events event INITIALISATION then @x: x ≔ 1 @f: f ≔ {1 ↦ 2, 3 ↦ 4, LAST ↦ 5} end end
END
    sed 's/LAST/4/' applied.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
    sed 's/LAST/3/' applied.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "'f(x)' is not well-defined: 'f' is not a function"
    # An invariant that says so is the one that is violated.
    sed 's/LAST/3/; s/↔/⇸/' applied.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "invariant f is violated"
    # Of a parameter, of a converse, of an infinite set.
    local applied
    for applied in '(f∼)(5) = 1' '∃r·r = f∼ ∧ r(5) = 1' '({n ↦ k ∣ n ∈ ℕ ∧ k = n} ∪ {n ↦ k ∣ n = 7 ∧ k ∈ ℕ})(5) = 5'; do
        sed "s/LAST ↦ 5/3 ↦ 5, 9 ↦ 4/; s/@b: f(x) = 2/@b: $applied/" applied.eventb >m.eventb
        rtcheck eventb m.eventb
        [ "$status" -ne 0 ] || expect_output "not checked: whether infinite or very large sets are functions"
    done
    printf 'machine m variables x invariants @a: x ∈ ℤ @b: {n, k·n ∈ ℕ ∧ k ∈ 0‥0 ∣ n + k ↦ n}(5) = 5 events event INITIALISATION then @x: x ≔ 1 end end\n' >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
}

@test "all variables that may count up for ever are named where the search is cut off" {
    at_full_speed # until memory is full
    local names='a b c d' name
    { echo "machine m variables $names invariants"; for name in $names; do echo "@$name: $name ∈ ℤ"; done
        echo "events event INITIALISATION then"; for name in $names; do echo "@$name: $name ≔ 0"; done
        echo "end"; for name in $names; do echo "event up_$name then @a: $name ≔ $name + 1 end"; done; echo end; } >counters.eventb
    rtcheck eventb --memory 60M counters.eventb
    expect_status 3
    for name in $names; do expect_output "  $name has taken "; done
    expect_output "it may count up for ever"
    printf 'machine m variables x invariants @x: x ∈ ℤ events event INITIALISATION then @x: x ≔ 0 end event up when @g: x ∗ x < 2000000 then @x: x ≔ x + 1 end end\n' >far.eventb
    rtcheck eventb far.eventb
    expect_status 0
    expect_no_output "for ever"
}

@test "a theorem among the guards follows from the guards before it" {
    cat >early.eventb <<'END'
machine m variables x invariants @x: x ∈ 0‥5
events event INITIALISATION then @x: x ≔ 0 end
event e when theorem @t: FIRST @g: x = 1 then @x: x ≔ 5 end
event f any n where @a: n ∈ 0‥3 theorem @u: SECOND @b: n = 2 then @x: x ≔ 1 end end
END
    sed 's/FIRST/x < 9/; s/SECOND/n ≥ 0/' early.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
    sed 's/FIRST/x = 1/; s/SECOND/n ≥ 0/' early.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "e/t/THM is violated: it does not follow from the guards before it"
    rtcheck eventb --event f m.eventb
    expect_status 0
    sed 's/FIRST/x < 9/; s/SECOND/n > 0/' early.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "f/u/THM is violated: it does not follow from the guards before it, ∀n·n ∈ 0 ‥ 3 ⇒ n > 0 is false"
    sed 's/FIRST/x < 9/; s/SECOND/6 ÷ n > 0/' early.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "  violated             f/u/WD"
    # Where nothing comes after it, the event's own guards decide.
    sed 's/FIRST @g: x = 1/x < 9 @g: x = 1 theorem @v: x = 1/; s/SECOND @b: n = 2/n ≥ 0 @b: n = 2 theorem @w: n = 2/' early.eventb >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
}

@test "bounds that make no sense are refused" {
    cat >nine.eventb <<'END'
context c sets S T constants k n axioms @1: k ∈ S @2: n ∈ ℕ @3: finite(T) end
machine m sees c variables x y f invariants @x: x ∈ 0‥3 @y: y ∈ S @f: f ∈ S ⇸ ℤ
events event INITIALISATION then @x: x ≔ 2 @y: y ≔ k @f: f ≔ ∅ end event e when @g: x < n then @x: x ≔ x + 1 end end
END
    rtcheck eventb --bound f=0..1 --bound 'S={p,q}' --bound 'T={s,r}' --bound k=q --bound n=1 nine.eventb
    expect_status 0
    local bound
    for bound in n=x+1 'n=card({x})' k=y y=0..1 'S={k,q}' 'S={x,q}' 'S={T,q}'; do
        rtcheck eventb --bound "$bound" nine.eventb
        expect_status 2
        expect_error "bound '$bound': "
    done
    rtcheck eventb --bound 'S={p,q}' --bound 'T={q,r}' nine.eventb
    expect_status 2
    expect_error "bound 'T={q,r}': an element has a name that means something else already"
}

@test "a name that theories declare more than once is refused where it is used" {
    write_theory() { # FILE DEFINITION
        cat >"$1.tuf" <<END
<?xml version="1.0" encoding="UTF-8"?>
<org.eventb.theory.core.theoryRoot org.eventb.core.configuration="org.eventb.theory.core.thy">
<org.eventb.theory.core.newOperatorDefinition name="a" org.eventb.core.label="inc" org.eventb.theory.core.formulaType="true" org.eventb.theory.core.notationType="PREFIX">
<org.eventb.theory.core.operatorArgument name="b" org.eventb.core.expression="ℤ" org.eventb.core.identifier="n"/>
<org.eventb.theory.core.directOperatorDefinition name="c" org.eventb.theory.core.formula="$2"/>
</org.eventb.theory.core.newOperatorDefinition>
</org.eventb.theory.core.theoryRoot>
END
    }
    printf 'machine m variables x invariants @t: x ∈ ℤ @i: inc(x) = 2 events event INITIALISATION then @x: x ≔ 1 end end\n' >m.eventb
    write_theory A 'n + 1'
    rtcheck eventb m.eventb
    expect_status 0
    write_theory B 'n + 2'
    rtcheck eventb m.eventb
    expect_status 2
    expect_error "theories declare it more than once"
    sed 's/inc(x) = 2/x = 1/' m.eventb >n.eventb
    rtcheck eventb n.eventb
    expect_status 0
    rm B.tuf
    sed -i 's/label="inc"/label="inc" org.eventb.theory.core.hasError="true"/' A.tuf
    rtcheck eventb m.eventb
    expect_status 2
    expect_error "Rodin found an error in it"
    sed -i 's/label="inc"/label="card"/' A.tuf
    rtcheck eventb n.eventb
    expect_status 2
    expect_error "A.tuf:3: error: newOperatorDefinition has the name card, which is a word of the language"
}

@test "a value that needs another one beyond the bounds is not lost without a word" {
    at_full_speed
    local names conditions claim
    while IFS='|' read -r names conditions claim; do
        printf 'context k constants %s axioms %s end
machine m sees k variables v invariants @v: v = 0 @i: %s events event INITIALISATION then v ≔ 0 end end\n' "$names" "$conditions" "$claim" >constants.eventb
        printf 'machine m variables v invariants @v: v ∈ BOOL @i: v = TRUE events event INITIALISATION then v ≔ TRUE end
event e any %s where %s then v ≔ bool(%s) end end\n' "$names" "$conditions" "$claim" >parameters.eventb
        for file in constants.eventb parameters.eventb; do
            rtcheck eventb --threads 1 "$file"
            [ "$status" -eq 1 ] || [ "$status" -eq 3 ] || fail "$conditions"
        done
    done <<'END'
c T p|@1: c = 50 @2: T = {c} @3: p ⊆ ℕ @4: ∀x·x ∈ p ⇒ x ∈ T|p = ∅
a f T|@0: a ∈ BOOL @t: T = {50} @1: f ∈ {a} ⇸ ℕ @2: ∀y·y ∈ T ⇒ (a ↦ y ∈ f ∨ f = ∅)|f = ∅
c d p|@1: d = 9 @2: c = d @3: p ⊆ ℕ @4: ∀x·x > c ⇒ x ∉ p|∀x·x ∈ p ⇒ x ≤ 3
c p|@1: c = 3 ∗ 3 @3: p ⊆ ℕ @4: ∀x·x > c ⇒ x ∉ p|∀x·x ∈ p ⇒ x ≤ 3
p q|@1: p ⊆ ℕ @2: q ∈ 0‥1 @3: card(p) = 7 ⇒ q = 1 @4: card(p) ≠ 7 ⇒ q = 0|q = 0
p b|@1: p ⊆ ℕ @2: b = bool(card(p) ≥ 5)|b = FALSE
f b|@1: f ∈ 0‥1 → ℕ @2: b = bool(f(0) > 3)|b = FALSE
p n|@1: p ⊆ ℕ @2: n ∈ 0‥9 @3: n ∈ p|n ≤ 3
x b|@1: x ∈ ℕ @2: b = bool(x > 9)|b = FALSE
x q|@1: x ∈ ℕ @2: q ∈ 0‥1 @3: q = 1 ⇒ x > 9|q = 0
x q|@1: x ∈ ℕ @2: q ∈ {0, 50} @3: x ≥ q|q = 0
x q|@1: x ∈ ℕ @2: q ∈ 0‥1 @3: x ∉ 0‥3 ∨ q = 0|q = 0
p q|@1: p ⊆ ℕ @2: q ∈ 0‥1 @3: q = 1 ⇒ 50 ∈ p|q = 0
f q|@1: f ∈ 0‥1 → ℕ @2: q ∈ {0, 50} @3: f(0) ≥ q|q = 0
END
    # Where nothing is lost, nothing is said.
    printf 'context k constants x q axioms @1: x ∈ ℕ @2: q ∈ 0‥1 @3: x ≥ q end
machine m sees k variables v invariants @v: v = 0 @i: q ≤ x events event INITIALISATION then v ≔ 0 end end\n' >good.eventb
    rtcheck eventb --threads 1 good.eventb
    expect_status 0
}

@test "a run is not followed where it is not decided whether an event can happen" {
    local event
    for event in 'e then @a: x ≔ min({q ∣ q ∈ ℕ ∧ q > 4}) end' 'e any p where @p: p ∈ ℕ @c: p ∗ p ∗ p = 1000 then x ≔ p end'; do
        printf 'machine m variables x invariants @i: x ∈ ℤ events event INITIALISATION then x ≔ 0 end event %s end\n' "$event" >m.eventb
        rtcheck eventb --no-solver --ltl 'F {x > 4}' m.eventb
        expect_status 3
    done
    printf 'machine m variables x invariants @i: x ∈ ℤ events event INITIALISATION then x ≔ 0 end event e when x < 3 then x ≔ x + 1 end end\n' >m.eventb
    rtcheck eventb --ltl 'F {x > 4}' m.eventb
    expect_status 1
}

@test "an event that cannot be evaluated is no step: a run neither goes round by it nor ends there" {
    local event formula
    for event in 'any p where p ⊆ 1‥40 then z ≔ TRUE' 'when x ∗ 4000000000000000000 > 0 then z ≔ TRUE' \
        'then z ≔ TRUE x ≔ x ∗ 4000000000000000000' 'then z ≔ bool(card(ℙ(1‥40)) > 3)'; do
        printf 'machine m variables z x invariants @z: z ∈ BOOL @x: x ∈ ℤ events event INITIALISATION then z ≔ FALSE x ≔ 3 end\nevent e %s end end\n' "$event" >m.eventb
        for formula in 'F {z = TRUE}' 'F deadlock' 'G not e(e)'; do
            rtcheck eventb --ltl "$formula" m.eventb
            expect_status 3
        done
    done
    printf 'machine m variables z x invariants @z: z ∈ BOOL @x: x ∈ ℤ events event INITIALISATION then z ≔ FALSE x ≔ 3 end\nevent e when x ÷ (x − 3) = 0 then z ≔ TRUE end end\n' >m.eventb
    rtcheck eventb --all-violations --ltl 'F {z = TRUE}' m.eventb
    expect_output "  ltl 1       unknown"
    expect_output "ltl 1: runs end where an event goes wrong"
}

@test "an event whose steps leave the bounds can happen, in formulas as for --deadlock" {
    printf 'machine m variables x invariants @i: x ∈ ℕ events event INITIALISATION then x ≔ 0 end event inc then x ≔ x + 1 end end\n' >m.eventb
    rtcheck eventb --bound x=0..2 --deadlock --ltl 'G not deadlock' --ltl 'G e(inc)' m.eventb
    expect_status 0
    rtcheck eventb --bound x=0..2 --all-violations --ltl 'F deadlock' --ltl 'F G not e(inc)' m.eventb
    expect_output "  ltl 1       violated"
    expect_output "  ltl 2       violated"
}

@test "a value of a function beyond the range limits others that are compared with it" {
    at_full_speed
    local axiom
    for axiom in 'f(1) < f(2)' 'f(1) ∈ 0‥f(2)' 'f(1) ∈ {f(2), 0}' 'f(2) ≥ f(1)' 'max({f(1), f(2)}) = f(2)' 'min({f(1), f(2)}) ≠ f(2)' 'max(ran(f)) = f(2)' '∀i·i ∈ 1‥2 ⇒ f(i) ≤ f(2)'; do
        printf 'context c constants f axioms @0: f ∈ 1‥2 → ℕ @1: f(2) = 10 @2: %s end
machine m sees c variables x invariants @t: x ∈ ℤ @i: f(1) ≤ 3 events event INITIALISATION then x ≔ 0 end end\n' "$axiom" >m.eventb
        rtcheck eventb --threads 1 m.eventb
        [ "$status" != 0 ] || fail "$axiom holds"
    done
    printf 'context c constants f axioms @0: f ∈ 1‥20 → ℕ @1: f(1) < f(2) end
machine m sees c variables x invariants @t: x ∈ ℤ @i: f(1) ≤ 30 events event INITIALISATION then x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --setups 5 --threads 1 m.eventb
    expect_status 0
}

@test "what is left out is few values only if the set is known to have an end" {
    at_full_speed
    local set
    for set in 'union({{i∣i>9}})' 'inter({{i∣i>9}})' '(⋃j·j∈10‥11∣{i∣i≥j})' '(succ;succ)[{i∣i>7}]' 'id[{i∣i>9}]' 'prj1[{i∣i>9}×{1}]' 'dom({i∣i>9}×{1})' 'ran({1}×(ℕ∖(0‥9)))' 'dom((0‥9) ⩤ id)' '({1}×{i∣i>9})[{1}]'; do
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 end event e any p where @g: p ∈ ℕ @h: p ∉ %s then x ≔ p end end\n' "$set" >m.eventb
        rtcheck eventb --threads 1 m.eventb
        [ "$status" != 0 ] || fail "$set is few"
    done
    for set in '{1, 2}' '1‥2' 'succ[{1}]' 'dom({1 ↦ 2})' '(1‥9) ∩ ℕ'; do
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 30 events event INITIALISATION then x ≔ 0 end event e any p where @g: p ∈ ℕ @h: p ∉ %s then x ≔ p end end\n' "$set" >m.eventb
        rtcheck eventb --threads 1 m.eventb
        expect_status 0
    done
}

@test "what is limited and leads nowhere only because another value was not tried leaves no verdict, whoever chooses it" {
    at_full_speed
    lost() {
        printf '%s\n' "$1" >m.eventb
        rtcheck eventb --threads 1 "${@:2}" m.eventb
        [ "$status" != 0 ] || fail "holds: $1"
    }
    local condition order
    for condition in "q' = 4 ⇒ p' > 9" "q' = 4 ⇒ p' ≥ q'" "q' ≠ 4 ∨ p' > 9" "p' ∉ 0‥q'" "q' = 4 ⇒ p' mod 10 = 9"; do
        lost "machine m variables p q invariants @p: p ∈ ℤ @q: q ∈ ℤ @i: q ≠ 4 events event INITIALISATION then p ≔ 0 q ≔ 1 end event e then @b: p, q :∣ p' ∈ ℕ ∧ q' ∈ {1, 4} ∧ ($condition) end end"
    done
    for condition in 'f(1) = 3 ⇒ k > 9' 'f(1) = 3 ⇒ k ≥ 4' 'k ∉ 0‥f(1)' 'f(1) < f(2)' 'f(2) ∉ 0‥f(1)'; do
        for order in 'f k' 'k f'; do
            lost "context c constants $order axioms @0: f ∈ 1‥2 → ℕ @1: f(1) ∈ {2, 3} @2: k ∈ ℕ @3: $condition end machine m sees c variables x invariants @t: x ∈ ℤ @i: f(1) ≠ 3 events event INITIALISATION then x ≔ 0 end end"
        done
    done
    for condition in 'n + n < 8' 'n ∗ n ∗ n < 30' 'n ÷ 4 = 0' '{n} ⊆ 0‥3' 'n ∉ {i ∣ i > 3}'; do
        for order in 'n k' 'k n'; do
            lost "machine m variables x invariants @t: x ∈ ℤ @i: x ≠ 3 events event INITIALISATION then x ≔ 0 end event e any $order where @1: n ∈ ℕ @2: $condition @3: k ∈ ℕ @4: n = 3 ⇒ k > 9 then x ≔ n end end"
        done
    done
    for condition in 'k + k < 12' 'k ∗ k ∗ k < 200' 'k ÷ 6 = 0' '{k} ⊆ 0‥5' 'k ∉ {i ∣ i > 5}'; do
        lost "machine m0 variables x invariants @x: x ∈ ℤ events event INITIALISATION then x ≔ 0 end event e any k where @g: k ∈ ℕ @h: k < 5 then @a: x ≔ 0 end end
machine m1 refines m0 variables x events event INITIALISATION then x ≔ 0 end event e refines e with @k: k ∈ ℕ ∧ $condition then @a: x ≔ 0 end end" --machine m1
    done
    for condition in 'k − 1 ∈ {0, 4}' 'k + k < 12' 'k ÷ 6 = 0'; do
        lost "machine m0 variables x y invariants @x: x ∈ ℤ @y: y ∈ ℕ events event INITIALISATION then x ≔ 0 y ≔ 0 end
event e any k where @g: x = 0 @k: k ∈ ℕ @kk: $condition then @a: y ≔ k @x: x ≔ 1 end event f when @g: x = 1 @n: y < 5 then @a: x ≔ 2 end end
machine m1 refines m0 variables x events event INITIALISATION then x ≔ 0 end event e refines e when @g: x = 0 then @x: x ≔ 1 end event f refines f when @g: x = 1 then @a: x ≔ 2 end end" --machine m1
    done
    printf 'context c constants a b axioms @0: a ∈ ℕ @1: b ∈ ℕ @2: a < b end machine m sees c variables x invariants @t: x ∈ ℤ @i: a < b events event INITIALISATION then x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --threads 1 m.eventb
    expect_status 0
}

@test "a choice of which it is not decided whether it is one is not passed over where there is another" {
    printf "machine m variables x invariants @t: x ∈ ℤ @i: x ≠ 3 events event INITIALISATION then x ≔ 0 end
event e then @b: x :∣ x' ∈ {1, 3} ∧ (x' = 1 ∨ (∃s·s ⊆ ℕ ∧ s ≠ ∅ ∧ min(s) > x' + 5)) end end\n" >m.eventb
    rtcheck eventb --no-solver m.eventb
    expect_status 3
    printf 'machine m0 variables x invariants @x: x ∈ ℤ events event INITIALISATION then x ≔ 0 end event e any k where @g: k ∈ ℕ @h: k ≠ 3 then @a: x ≔ 0 end end
machine m refines m0 variables x events event INITIALISATION then x ≔ 0 end event e refines e with @k: k ∈ {1, 3} ∧ (k = 1 ∨ (∃s·s ⊆ ℕ ∧ s ≠ ∅ ∧ min(s) > k + 5)) then @a: x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --no-solver --machine m m.eventb
    expect_status 3
}

@test "a witness is for what its label names, whether it speaks of that or not" {
    local witness
    with_witness() { # the action of the abstraction, the witnesses
        cat >w.eventb <<END
machine a
variables x
invariants @t: x ∈ BOOL
events
    event INITIALISATION then @i: x ≔ FALSE end
    event e $3 then @a: x $1 end
end
machine b refines a
variables n
invariants @t2: n ∈ BOOL
events
    event INITIALISATION then @i: n ≔ FALSE end
    event e refines e with $2 end
end
END
        rtcheck eventb w.eventb
    }
    for witness in "@nobody: ⊥" "@n': ⊥" "@x: n = TRUE"; do # for nothing
        with_witness ":∣ x' = TRUE" "$witness" ""
        expect_status 0
        expect_output "  not checked: e/${witness:1:1}"
        expect_output "a witness for nothing that the abstraction chooses"
    done
    for witness in "@x': n = TRUE" "@x': ⊥"; do
        with_witness ":∣ x' = TRUE" "$witness" ""
        expect_status 1
        expect_output "e/x'/WFIS is violated"
    done
    for witness in "@x': n = FALSE" "@x': ⊤" "@x': x' = x'" "@x': x' = n"; do
        with_witness ":∣ x' = TRUE" "$witness" ""
        expect_status 1
        expect_output "e/a/SIM is violated"
    done
    for witness in "@x': x' = TRUE" "@x': n = FALSE ∧ x' ≠ n" "@w: x' = TRUE"; do
        with_witness ":∣ x' = TRUE" "$witness" ""
        expect_status 0
    done
    local parameter="any p where @g: p ∈ BOOL @h: p = TRUE"
    for witness in "@p: ⊤" "@p: n = FALSE" "@p: p = p"; do
        with_witness "≔ TRUE" "$witness" "$parameter"
        expect_status 1
        expect_output "e/h/GRD is violated"
    done
    with_witness "≔ TRUE" "@p: ⊥" "$parameter"
    expect_status 1
    expect_output "e/p/WFIS is violated"
    # a parameter that comes from a new value
    for witness in "@p: p = x' @x': x' = n" "@p: p = x'"; do
        with_witness ":∈ BOOL" "$witness" "$parameter"
        expect_status 1
        expect_output "e/h/GRD is violated"
    done
    with_witness "≔ FALSE" "@p: p = x'" "$parameter"
    expect_status 1
    expect_output "e/h/GRD is violated"
    with_witness ":∈ BOOL" "@p: p = x' @x': x' = TRUE" "$parameter"
    expect_status 0
    with_witness "≔ TRUE" "@p: p = x'" "$parameter"
    expect_status 0
    with_witness "≔ TRUE" "@p: p = TRUE @x': ⊥ @q: n = TRUE" "$parameter" # x' is computed, and q is nothing
    expect_status 0
    expect_output "  not checked: e/x': a witness"
    expect_output "  not checked: e/q: a witness"
}

@test "constants that axioms define by each other, or by themselves, may be assigned" {
    local axioms
    for axioms in "@a: A = B ∪ {k} @b: B = A ∖ {k}" "@a: A = A ∪ {k} @b: B = A" "@a: A = B ∪ S @b: B = A ∪ S"; do
        cat >c.eventb <<END
context c
sets S
constants A B k
axioms
    @t1: k ∈ S
    $axioms
end
machine m sees c
variables x
invariants @t: x ⊆ S
events
    event INITIALISATION then @a: x ≔ ∅ end
    event e then @a: x ≔ A end
    event f then @a: x ≔ B end
end
END
        rtcheck eventb c.eventb
        expect_status 0
    done
}

# A machine whose variable is 2, 22 and 42: carrier sets, constants, axioms, invariant.
counting_machine() {
    cat >m.eventb <<END
context c
sets $1
constants $2
axioms $3
end
machine m sees c
variables b
invariants @t: b ∈ ℤ @i: $4
events
    event INITIALISATION then @a: b ≔ 2 end
    event e where @g: b < 40 then @a: b ≔ b + 20 end
end
END
}

@test "a carrier set in bijection with an infinite type is taken for it" {
    local record='@m: make ∈ BOOL × ℤ ⤖ S @p: p ∈ S → ℤ @q: ∀x, y·p(make(x ↦ y)) = y' invariant
    for invariant in 'p(make(TRUE ↦ b)) = b' 'make(TRUE ↦ b) ≠ make(FALSE ↦ b) ∧ make∼(make(TRUE ↦ b)) = TRUE ↦ b' \
        'make(TRUE ↦ b) ∈ S ∧ (∅ ⦂ ℙ(S)) ⊆ S ∧ (∃x⦂S·p(x) = b)' '¬finite(S)'; do
        counting_machine S 'make p' "$record" "$invariant"
        rtcheck eventb m.eventb
        expect_status 0
        expect_output "S is taken for all of BOOL×ℤ  (m, as make is a bijection)"
    done
    for invariant in 'p(make(TRUE ↦ b)) < 40' 'make(TRUE ↦ b) ≠ make(TRUE ↦ 42)' '∀s·s ∈ S ⇒ p(s) ≠ b'; do
        counting_machine S 'make p' "$record" "$invariant"
        rtcheck eventb m.eventb
        expect_status 1
    done
    # the other way round, and one by another
    counting_machine 'S T' 'f g' '@f: f ∈ T ⤖ S @g: g ∈ T ⤖ ℤ' 'f(g∼(b)) ≠ f(g∼(42))'
    rtcheck eventb m.eventb
    expect_status 1
    rtcheck eventb --ltl 'G {f(g∼(b)) ∈ S}' --ltl 'F {f(g∼(b)) = f(g∼(42))}' --all-violations m.eventb
    expect_output "  ltl 2       holds"
    # elements are not numbers; a theorem says nothing; the bounds cannot say otherwise
    counting_machine S f '@f: f ∈ S ⤖ ℤ' 'f∼(b) = b'
    rtcheck eventb m.eventb
    expect_status 2
    expect_error "b is in ℤ, but S was expected here"
    counting_machine S f '@g: f ∈ ℤ → S theorem @f: f ∈ ℤ ⤖ S' 'b > 0'
    rtcheck eventb m.eventb
    [[ $output != *"is taken for"* ]]
    counting_machine S f '@f: f ∈ S ⤖ ℤ' 'b > 0'
    rtcheck eventb --bound S=3 m.eventb
    expect_status 2
    expect_error "the axioms say that this set is infinite"
    for axioms in '@f: f ∈ S ⤖ ℤ @n: finite(S)' '@f: f ∈ T × ℤ ⤖ S @g: T ∈ {T} ⤖ {S × ℤ}' '@f: f ∈ S × ℤ ⤖ S'; do
        counting_machine 'S T' f "$axioms" 'b > 0'
        rtcheck eventb m.eventb
        expect_status 2
    done
}

@test "a function that axioms define at all points of an infinite domain is known everywhere" {
    local axioms='@f: f ∈ ℕ → ℤ @d: ∀x·x ∈ ℕ ⇒ f(x) = x + 1'
    counting_machine S f "$axioms" 'f(b) = b + 1'
    rtcheck eventb m.eventb
    expect_status 0
    counting_machine S f "$axioms" 'f(b) < 40'
    rtcheck eventb m.eventb
    expect_status 1
    counting_machine S f '@f: f ∈ S × ℕ → ℤ @d: ∀s, x·s ∈ S ∧ x ∈ ℕ ⇒ f(s ↦ x) = x' '∀s·s ∈ S ⇒ f(s ↦ b) ≠ 42'
    rtcheck eventb m.eventb
    expect_status 1
    counting_machine S f "$axioms @e: f(30) = 7" 'b > 0'
    rtcheck eventb m.eventb
    expect_status 2
    # not all points, no total function, by each other
    for axioms in '@f: f ∈ ℤ → ℤ @d: ∀x·x ∈ ℕ ⇒ f(x) = x + 1' '@f: f ∈ ℕ ⇸ ℤ @d: ∀x·x ∈ ℕ ⇒ f(x) = x + 1' \
        '@f: f ∈ ℕ → ℤ @d: ∀x·x ∈ ℕ ∧ x < 9 ⇒ f(x) = x + 1' \
        '@f: f ∈ ℕ → ℤ @d: ∀x·x ∈ ℕ ⇒ f(x) = g(x) @e: ∀x·x ∈ ℕ ⇒ g(x) = f(x)'; do
        counting_machine S 'f g' "$axioms @t: g ∈ ℕ → ℤ" 'f(b) = b + 1'
        rtcheck eventb m.eventb
        expect_status 3
    done
    counting_machine S f '@f: f ∈ ℕ → ℤ @d: ∀x·x ∈ ℤ ⇒ f(x) = x + 1' 'b > 0'
    rtcheck eventb m.eventb
    expect_status 2
    expect_error "'f(x)' is not well-defined: 'x' is not in the domain of 'f'"
}

# A constant function on all of ℕ, of which a part is known: -1 is outside of its domain, and 21 is not.
@test "a function that is known in part is ill-defined outside of its domain, whatever comes later" {
    partly() { # STATUS INVARIANT
        printf 'context c sets S constants f h axioms @f: f ∈ ℕ → BOOL @h: h ∈ ℕ ∖ {0} → ℤ end
machine m sees c variables x invariants @i: x ∈ ℤ @j: %s
events event INITIALISATION then @a: x ≔ 1 end event e when @g: x > −2 then @b: x ≔ x − 1 end end\n' "$2" >m.eventb
        rtcheck eventb --no-beyond --threads 1 m.eventb
        expect_status "$1"
    }
    for invariant in 'f(x) = TRUE ∨ f(x) = FALSE ∨ x < 0' 'f(x) ∈ BOOL ∨ x < 0' 'f(x) = TRUE ⇒ x ≤ 1' 'bool(f(x) = TRUE ∨ x ≤ 9) = TRUE' \
        '∀y·y ∈ −1‥1 ⇒ f(y) = TRUE ∨ y < 7' '∃y·y ∈ −1‥1 ∧ (f(y) = TRUE ∨ y < 7)' 'f(x − 20) = TRUE ∨ x < 3' 'h(x) > 0 ∨ x < 3'; do
        partly 1 "$invariant"
        expect_output "is not well-defined"
    done
    for invariant in 'x < 0 ∨ f(x) = TRUE ∨ f(x) = FALSE' 'f(x + 20) = TRUE ∨ x < 3' '{x} ∩ ℕ1 ≠ ∅ ⇒ h(x) ∈ ℤ'; do
        partly 0 "$invariant"
    done
    partly 3 'h(h(21)) = 1 ∨ x < 3' # is h(21) in the domain?
    in_infinite() { # STATUS PREDICATE, of which a later part must not decide
        printf 'context c constants g axioms @g: g = {1 ↦ 1} end machine m sees c variables x invariants @i: x ∈ 0‥1 @j: (%s) ∨ x < 5
events event INITIALISATION then @a: x ≔ 1 end event e then @b: x ≔ 0 end end\n' "$2" >m.eventb
        rtcheck eventb --no-beyond --threads 1 m.eventb
        expect_status "$1"
    }
    for predicate in 'finite(ℕ × {g(x)})' 'finite(ℕ × {g(g(x))})' '(ℕ × {g(x)})[{5}] = {1}' 'ran(ℕ × {g(x)}) = {1}' 'partition(ℕ, {g(x)}, ℕ ∖ {g(x)})' 'bool(finite(ℕ × {g(x)})) = TRUE'; do
        in_infinite 1 "$predicate"
        expect_output "'g(x)' is not well-defined: 'x' is not in the domain of 'g'"
    done
    in_infinite 3 '∃z·z = ℕ × {g(x)}'
    in_infinite 3 '∃f·f ∈ ℕ → ℕ ∧ f = ℕ × {g(x)}'
    in_infinite 0 'finite(ℕ × {g(1)})'
    partial() { # STATUS AXIOMS
        printf 'context c constants f k axioms @k: k ∈ −1‥1 %s end\n' "$2" >c.eventb
        rtcheck eventb --no-beyond --threads 1 c.eventb
        expect_status "$1"
    }
    for axioms in '@f: f ∈ ℕ → ℤ @a: f(k) = 1 ∨ k = −1' '@f: f ∈ ℕ → ℤ @a: f(k) = 1 @l: k = 1' '@f: f ∈ ℕ → ℤ @a: f(f(1)) = 1' '@f: f ∈ ℕ1 → ℕ @a: f(f(1)) = 1' \
        '@f: f ∈ ℕ ↣ ℕ @a: f(k) = 1 @l: k = 1' '@f: f ∈ ℕ ↠ BOOL @a: f(k) = TRUE @l: k = 1'; do
        partial 3 "$axioms"
        expect_output "is not well-defined"
    done
    partial 0 '@f: f ∈ ℕ → ℤ @a: k = −1 ∨ f(k) = 1'
}

@test "infinite relations are composed" {
    local invariant
    for invariant in '((λx·x ∈ ℤ ∣ x + 1) ; (λx·x ∈ ℤ ∣ x ∗ 2))(b) = 2 ∗ b + 2' '(prj1 ∘ (λx·x ∈ ℤ ∣ x ↦ 7))(b) = b' \
        'b ↦ b ∈ ((ℤ ◁ id) ; (ℤ ◁ id))' '({1 ↦ b} ; (λx·x ∈ ℤ ∣ x + 1))(1) = b + 1' 'b ↦ TRUE ∈ ((λx·x ∈ ℕ ∣ x mod 2) ; {0 ↦ TRUE})'; do
        counting_machine S k '@k: k ∈ S' "$invariant"
        rtcheck eventb m.eventb
        expect_status 0
    done
    for invariant in '((λx·x ∈ ℤ ∣ x + 1) ; (λx·x ∈ ℤ ∣ x ∗ 2))(b) < 80' 'b ↦ b + 1 ∉ ((λx·x ∈ ℕ ∣ x − 1) ; (λx·x ∈ ℤ ∣ x + 2))' \
        'b ↦ TRUE ∈ ((λx·x ∈ ℕ ∣ x mod 2) ; {1 ↦ TRUE})'; do
        counting_machine S k '@k: k ∈ S' "$invariant"
        rtcheck eventb m.eventb
        expect_status "${4-1}"
    done
}

@test "a formula about a variable that has vanished names the abstraction that has it" {
    printf 'machine abst variables x invariants @t: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end end
machine b refines abst variables y invariants @t: y ∈ ℤ events event INITIALISATION then @a: y ≔ 0 end end\n' >m.eventb
    rtcheck eventb --ltl 'G {x = 0}' m.eventb
    expect_status 2
    expect_error "x is a variable of the abstraction abst; this machine has it no more"
}

@test "a witness is obeyed, also where another one is missing" {
    refined() { # the abstraction's events, gluing invariants, the event, and what the initialisation does
        cat >r.eventb <<END
machine a
variables x y
invariants @t: x ∈ ℤ @u: y ∈ ℤ
events
    event INITIALISATION then ${4-@i: x, y ≔ 0, 0} end
    $1
end
machine b refines a
variables n
invariants @n: n ∈ ℤ $2
events
    event INITIALISATION ${5-} then @i: n ≔ 0 end
    $3 end
end
END
        rtcheck eventb r.eventb
    }
    local parameters='event e any p q where @g: p ∈ {0} @h: q ∈ 0‥1 then @a: x ≔ p @b: y ≔ q end'
    refined "$parameters" '' 'event e refines e with @p: p ∈ {0, 1} then @z: n ≔ 1'
    expect_status 1
    expect_output "e/g/GRD is violated"
    refined "$parameters" '' 'event e refines e with @p: p ∈ {0} then @z: n ≔ 1'
    expect_status 0
    local new="event e then @a: x :∈ {0} @b: y :∈ {0, 1} end"
    refined "$new" '' "event e refines e with @x': x' ∈ {0, 1} then @z: n ≔ 1"
    expect_status 1
    expect_output "e/a/SIM is violated"
    refined "$new" '' "event e refines e with @x': x' ∈ {0} then @z: n ≔ 1"
    expect_status 0
    for new in 'event e then @a: x :∈ {0, 1} @b: y :∈ {0, 1} end' "event e then @a: x, y :∣ x' ∈ {0, 1} ∧ y' ∈ {0, 1} end"; do
        refined "$new" '@gl: x = 0' "event e refines e with @x': x' ∈ {0, 1} then @z: n ≔ 1"
        expect_status 1
        expect_output "e/gl/INV"
        refined "$new" '@gl: x = 0' "event e refines e with @x': x' = 0 then @z: n ≔ 1"
        expect_status 0
    done
    refined 'event e then @a: x ≔ 0 end' '' 'event e refines e then @z: n ≔ 1' '@a: x :∈ {0} @b: y :∈ {0, 1}' "with @x': x' ∈ {0, 1}"
    expect_status 1
    expect_output "INITIALISATION/a/SIM is violated"
    local merged='event p any d f where @g: d ∈ {0} @h: f ∈ BOOL then @a: x ≔ 0 end event q any d f where @g: d ∈ {5} @h: f ∈ BOOL then @a: x ≔ 0 end'
    refined "$merged" '' 'event m refines p q with @d: d ∈ {0, 1} then @z: n ≔ 1'
    expect_status 1
    refined "$merged" '' 'event m refines p q with @d: d ∈ {0, 5} then @z: n ≔ 1'
    expect_status 0
    local follows='event e any p where @g: p ∈ 0‥2 then @a: x :∈ 0‥3 @b: y ≔ p end'
    refined "$follows" '@gl: x = n @gy: y = n' "event e refines e where @gg: n < 2 with @p: p ∈ {x', x' − 1} then @z: n ≔ n + 1"
    expect_status 1
    expect_output "e/gy/INV"
    refined "$follows" '@gl: x = n @gy: y = n' "event e refines e where @gg: n < 2 with @p: p = x' then @z: n ≔ n + 1"
    expect_status 0
    # the rest follows what has a witness, and guards protect each other
    refined 'event e any p q where @g: q ∈ 0‥1 @h: p + q = 1 then @a: x ≔ p @b: y ≔ q end' '' 'event e refines e with @p: p ∈ {0, 1} then @z: n ≔ 1'
    expect_status 0
    refined 'event e any p q where @g: p ≠ 0 @h: q = 10 ÷ p then @a: x ≔ p @b: y ≔ q end' '' 'event e refines e with @p: p ∈ {0, 1} then @z: n ≔ 1'
    expect_status 1
    expect_output "e/g/GRD is violated"
}

@test "pairs, functions and sets whose parts are limited get all values" {
    local guards expression
    # guards, what the variable gets: one of its values is 30, and none is larger
    while IFS='|' read -r names guards expression; do
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 30 events event INITIALISATION then @a: x ≔ 0 end
event e any %s where @g: %s then @a: x ≔ %s end end\n' "$names" "$guards" "$expression" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 0
        sed 's/x ≤ 30/x ≠ 30/' m.eventb >n.eventb
        rtcheck eventb --no-beyond n.eventb
        expect_status 1
    done <<'END'
w|w ∈ ℕ × BOOL ∧ prj1(w) ∈ {1, 30}|prj1(w)
w|w ∈ ℕ × ℕ ∧ prj1(w) + prj2(w) = 30|prj2(w)
w|w ∈ (ℕ × ℕ) × BOOL ∧ prj1(prj1(w)) ∈ {1, 30} ∧ prj2(prj1(w)) = 5|prj1(prj1(w))
w|w ∈ ℕ × ℕ ∧ prj2(w) = prj1(w) + 1 ∧ prj1(w) ∈ {1, 29}|prj2(w)
w|w ∈ ℤ × ℤ ∧ prj1(w) ∈ 5‥6 ∧ prj2(w) ∈ {prj1(w), 30}|prj2(w)
f|f ∈ 1‥2 → ℕ ∧ f(1) ∈ {2, 30}|f(1)
f|f ∈ 1‥2 → ℕ ∧ f(1) < 31 ∧ f(2) = 40|f(1)
f|f ∈ 1‥2 ↣ ℕ ∧ (∀i·i ∈ 1‥2 ⇒ f(i) ∈ {2, 30})|f(1)
f|f ∈ BOOL → ℕ ∧ f(TRUE) ∈ {1, 30} ∧ f(FALSE) ∈ {2, 7}|f(TRUE)
s k|s ⊆ ℕ ∧ (∀x·x ∈ s ⇒ x ∈ {1, 30}) ∧ k ∈ s|k
s k|s ⊆ ℕ ∧ (∀x·x ∈ s ⇒ x < 31 ∧ x > 28) ∧ k ∈ s|k
END
    # constants as well
    while IFS='|' read -r axioms invariant; do
        printf 'context c constants f axioms %s end\nmachine m sees c variables x invariants @i: x = 0 @j: %s events event INITIALISATION then @a: x ≔ 0 end end\n' \
            "$axioms" "$invariant" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 1
    done <<'END'
@a: f ⊆ ℕ @b: ∀n·n ∈ f ⇒ n = 10 ∨ n = 11|f = ∅
@a: f ∈ ℕ × ℕ @b: prj1(f) < 9 − prj2(f)|prj1(f) ≤ 7
END
    # what is limited needs another part that is not: no verdict
    while IFS='|' read -r names guards expression; do
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≠ 3 events event INITIALISATION then @a: x ≔ 0 end
event e any %s where @g: %s then @a: x ≔ %s end end\n' "$names" "$guards" "$expression" >m.eventb
        rtcheck eventb --no-beyond --no-solver m.eventb
        expect_status 3
    done <<'END'
w|w ∈ ℕ × ℕ ∧ prj1(w) ∈ {2, 3} ∧ (prj1(w) = 3 ⇒ prj2(w) > 9)|prj1(w)
w|w ∈ ℕ × ℕ ∧ prj1(w) ∈ {2, 3} ∧ prj1(w) < prj2(w)|prj1(w)
f|f ∈ 1‥2 → ℕ ∧ f(1) ∈ {2, 3} ∧ f(1) < f(2)|f(1)
f|f ∈ 1‥2 → ℕ ∧ f(1) ∈ {2, 3} ∧ f(1) + f(2) > 9|f(1)
f k|f ∈ 1‥2 → ℕ ∧ f(1) ∈ {2, 3} ∧ k ∈ ℕ ∧ k > f(1) + 2|f(1)
END
    # what is ill-defined for every function is not hidden by what comes later
    for guards in 'f ∈ 1‥2 → ℕ ∧ f(3) = 0 ∧ f(1) ∈ {2} ∧ f(1) = 5' 'f ∈ 1‥2 → ℕ ∧ f(1) ∈ {2, 3} ∧ f(3) = 0 ∧ f(1) = 5' \
        'f ∈ 1‥2 → ℕ ∧ (∀i·i ∈ 1‥3 ⇒ f(i) = 0) ∧ f(1) = 5' 'f ∈ 1‥2 ⇸ ℕ ∧ f(1) = 2'; do
        printf 'machine m variables x invariants @t: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end
event e any f where @g: %s then @a: x ≔ 1 end end\n' "$guards" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 1
        expect_output "is not well-defined"
    done
}

@test "steps at the end of the longest runs that lead back are counted" {
    printf 'machine m variables x invariants @t: x ∈ 0‥1 events event INITIALISATION then @a: x ≔ 0 end
event e where @g: x = 0 then @a: x ≔ 1 end event f where @g: x = 1 then @a: x ≔ 0 end end\n' >m.eventb
    for options in "" "--depth 1" "--depth 1 --search dfs"; do
        rtcheck eventb $options m.eventb
        expect_status 0
        expect_output "  transitions   2"
    done
}

@test "several parameters or variables without witnesses are looked for together" {
    local above
    for above in 'any p q where @g0: p ∈ {1, 2} @g1: q ∈ {1, 2} @g2: p = q then @a: x ≔ 1' 'any p q r where @g: p ∈ {1} ∧ q = p + 1 ∧ r = q + p then @a: x ≔ 1' \
        'then @a: x :∈ {0, 2} @b: y :∈ {1}' "then @a: x, y :∣ x' ∈ {1, 2} ∧ y' = x'" "any p where @g: p ∈ {1} then @a: x :∈ {1} @b: y :∣ y' = p"; do
        cat >m.eventb <<END
machine a
variables x y
invariants @t: x ∈ 0‥9 @u: y ∈ 0‥9
events
    event INITIALISATION then @i: x, y ≔ 0, 0 end
    event e $above end
end
machine b refines a
variables n
invariants @n: n ∈ ℤ
events
    event INITIALISATION then @i: n ≔ 0 end
    event e refines e when @g: n = 0 then @z: n ≔ 1 end
end
END
        rtcheck eventb m.eventb
        expect_status 0
    done
}

@test "a function that is defined at all points is not believed to be in a set that it may not be in" {
    local axioms invariant
    for axioms in '@a: f ∈ ℕ → ℕ @b: ∀x·x ∈ ℕ ⇒ f(x) = 20 − 2 ^ x' '@a: f ∈ ℕ → ℙ(0‥20) @b: ∀x·x ∈ ℕ ⇒ f(x) = {2 ^ x}' \
        '@a: f ∈ ℕ ↣ ℙ(ℕ) @b: ∀x·x ∈ ℕ ⇒ f(x) = {1}' '@a: f ∈ BOOL × ℤ ⤖ S @b: card(S) = 3'; do
        for invariant in 'b > 0' 'b < 0'; do
            counting_machine S f "$axioms" "$invariant"
            rtcheck eventb m.eventb
            expect_status 3
        done
    done
    counting_machine S f '@a: f ∈ ℤ → 0‥99 @b: ∀x·x ∈ ℤ ⇒ f(x) = x + 5' 'b < 0'
    rtcheck eventb --no-solver m.eventb
    expect_status 3
    rtcheck eventb m.eventb
    expect_status 2
    # A value within the range shows that it is not.
    for axioms in '@a: f ∈ ℕ → ℕ @b: ∀x·x ∈ ℕ ⇒ f(x) = 2 ^ x − 2' '@a: f ∈ ℕ → ℙ(0‥1) @b: ∀x·x ∈ ℕ ⇒ f(x) = {9}'; do
        counting_machine S f "$axioms" 'b > 0'
        rtcheck eventb --no-solver m.eventb
        expect_status 2
        expect_error "none satisfy"
    done
}

# constant_w AXIOM INVARIANT [OPTION]...: a constant w, and what is said of it.
constant_w() {
    printf 'context c\nconstants w\naxioms @a: %s\nend\nmachine m sees c\nvariables x\ninvariants @t: x ∈ ℤ @i: %s\nevents event INITIALISATION then x ≔ 0 end\nend\n' "$1" "$2" >m.eventb
    shift 2
    rtcheck eventb "$@" m.eventb
}

@test "numbers that a part of a set gives are chosen, also beyond the range" {
    constant_w 'w ∈ {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18} × ℕ' 'prj1(w) ≠ 9'
    expect_status 1
    constant_w 'w ∈ 5 ‥ 8 ⇸ ℕ' '8 ∉ dom(w)' --bound INT=0..1
    expect_status 1
    constant_w 'w ∈ 7 ‥ 8 ↔ ℕ' '8 ∉ dom(w)' --bound INT=0..3
    expect_status 1
    constant_w 'w ∈ ℕ × ℙ(7 ‥ 8)' '8 ∉ prj2(w)' --bound INT=0..3
    expect_status 1
    constant_w 'w ∈ 1 ‥ 2 → ℕ' 'w(1) < 2' --bound INT=0..1
    expect_status 0
}

# parameter_p GUARD GUARD REACHED: an event with a parameter p; the guards in both orders.
parameter_p() {
    local guards
    for guards in "@g: $1 @h: $2" "@h: $2 @g: $1"; do
        printf 'machine m\nvariables x\ninvariants @i: x = FALSE\nevents event INITIALISATION then x ≔ FALSE end\nevent e any p where %s then x ≔ bool(%s) end\nend\n' "$guards" "$3" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status "${4-1}"
    done
}

@test "numbers that one of two sets gives are chosen, in any order" {
    parameter_p 'p ∈ ℤ × ℤ' 'p ∈ (1 ‥ 10) × ℕ' 'prj1(p) = 9'
    parameter_p 'p ∈ ℕ × ℕ' 'p ∈ {1, 2, 3, 4, 5, 6, 7, 8, 9, 10} × ℕ' 'prj1(p) = 9'
    parameter_p 'p ∈ ℕ ⇸ ℕ' 'p ∈ 8 ‥ 10 ⇸ ℕ' '9 ∈ dom(p)'
    parameter_p 'p ∈ ℕ ⇸ ℤ' 'p ∈ ℕ ⇸ 8 ‥ 10' '9 ∈ ran(p)'
    parameter_p 'p ∈ ℤ × ℙ(ℤ)' 'p ∈ ℕ × ℙ(7 ‥ 8)' 'p = 1 ↦ {8}'
}

@test "numbers that a set gives are chosen, whatever else is to be chosen" {
    constant_w 'w ∈ ((ℤ × (5 ‥ 8)) × BOOL) × (ℙ(BOOL) × ℕ)' 'prj2(prj1(prj1(w))) ≠ 7' --bound INT=-1..1
    expect_status 1
    printf 'machine m\nvariables x\ninvariants @i: x = FALSE\nevents event INITIALISATION then x ≔ FALSE end
event e any u v w where @a: v ∈ (7 ‥ 7) × ℤ @b: u ∈ {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18} × ℕ @c: w ∈ (ℕ × {5, 6, 7, 8}) × (5 ‥ 6)
then x ≔ bool(prj1(u) = 11) end\nend\n' >m.eventb
    rtcheck eventb --bound INT=0..1 m.eventb
    expect_status 1
    printf 'context c\nconstants u v w\naxioms @a: u ↦ v ∈ (7 ‥ 10) × ((ℕ × {12}) × BOOL) @b: v ∈ (ℕ × {12, 40, 50}) × BOOL @c: w ∈ ℕ\nend\nmachine m sees c\nvariables x\ninvariants @i: x = 0\nevents event INITIALISATION then x ≔ 0 end\nend\n' >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
}

@test "numbers of unions, intersections and alternatives of sets that give some" {
    parameter_p 'p ∈ (1 ‥ 5) × ℕ ∨ p ∈ {9} × ℕ' 'p ∈ ℤ × ℤ' 'prj1(p) = 9'
    parameter_p 'p ∈ ℕ × ℕ ∨ p ∈ {−7} × ℕ' 'p ∈ ℤ × ℤ' 'prj1(p) = −7'
    parameter_p 'p ∈ ((1 ‥ 10) × ℕ) ∩ (ℤ × ℤ)' 'p ∈ (ℕ × ℕ) ∖ {1 ↦ 1}' 'p = 9 ↦ 0'
    parameter_p 'p ∈ (ℤ × ℤ) ∩ ((1 ‥ 10) × ℕ)' 'p ∈ ℤ × {2}' 'p = 9 ↦ 2'
    parameter_p 'p ∈ (8 ‥ 10 ⇸ ℕ) ∩ (ℕ ⇸ ℕ)' 'p ∈ ℕ ⇸ {1}' 'p = {9 ↦ 1}'
    parameter_p 'p ∈ ℙ((8 ‥ 10) × ℕ) ∩ (ℕ ⇸ {1})' '⊤' 'p = {9 ↦ 1}'
    parameter_p 'p ∈ ℕ ∪ {9}' '⊤' 'p = 9'
    parameter_p 'p ⊆ ℕ ∪ {9}' '⊤' 'p = {9}'
    parameter_p 'p ∈ ℙ(ℕ) ∪ {{9}}' '⊤' 'p = {9}'
    printf 'machine m\nvariables p\ninvariants @t: p ∈ ℤ × ℤ @i: prj1(p) ≠ 9\nevents event INITIALISATION then p ≔ 0 ↦ 0 end\nevent e then p :∈ ((1 ‥ 10) × ℕ) ∩ (ℤ × ℤ) end\nend\n' >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
}

@test "a set that cannot be evaluated before its element has a value may still limit that" {
    local set
    for set in '(1 ‥ k(1)) × (1 ‥ 9)' '(1 ‥ max(ran(k))) × ℕ' '(1 ‥ k(1)) ◁ id' '(λi·i ∈ 1 ‥ k(1) ∣ i)'; do
        printf 'machine m\nvariables x k\ninvariants @t: x ∈ ℤ × ℤ @k: k ∈ 1 ‥ 2 → ℤ @i: x ≠ 9 ↦ 9\nevents event INITIALISATION then x ≔ 0 ↦ 0 k ≔ {1 ↦ 10, 2 ↦ 1} end\nevent e any p where @g: p ∈ ℕ × ℕ @f: p ≠ 5 ↦ 5 @h: p ∈ %s then x ≔ p end\nend\n' "$set" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 3
        expect_output "may hold for values of p"
        sed -i 's/@f: p ≠ 5 ↦ 5//' m.eventb # there are such pairs
        rtcheck eventb --no-beyond m.eventb
        expect_status $([[ $set == *ℕ ]] && echo 3 || echo 1)
    done
}

@test "limits of chosen numbers, however they are written" {
    local limit
    for limit in 'max({i ∣ i ∈ {3, 9}})' '(λi·i ∈ ℤ ∣ i ∗ 3)(3)' 'max(⋃i·i ∈ 1 ‥ 3 ∣ {i ∗ i})' 'prj1(w)' 'prj1(9 ↦ 1)' 'id(9)' 'max({prj1(w)})'; do
        printf 'machine m\nvariables x w\ninvariants @w: w ∈ ℤ × BOOL @i: x ≠ 8\nevents event INITIALISATION then x ≔ 0 w ≔ 9 ↦ TRUE end\nevent e any p where @g: p ∈ 1 ‥ 2 → ℕ @h: ∀i·i ∈ 1 ‥ 2 ⇒ p(i) ≤ %s then x ≔ p(1) end\nend\n' "$limit" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_no_output "holds"
    done
    for limit in 'c ∈ {1, 3 ∗ 3}' 'c − 3 = 3 + 3' 'c ↦ 1 = (3 ∗ 3) ↦ 1' 'c ∈ ran({1 ↦ 3 ∗ 3})' '∀i·i = 3 ⇒ c = i ∗ i' 'partition({1, 3 ∗ 3}, {1}, {c})'; do
        printf 'context k\nconstants f c\naxioms @a: f ∈ 1 ‥ 2 → ℕ @b: c ∈ ℕ @c: %s @d: max(ran(f)) < c\nend\nmachine m sees k\nvariables x\ninvariants @i: x ≠ 8\nevents event INITIALISATION then x ≔ f(1) end\nend\n' "$limit" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_no_output "holds"
    done
    parameter_p 'p ∈ ℙ(ℕ)' 'x = FALSE ⇒ p ∈ {{9}, {1}}' '9 ∈ p' 3
    parameter_p 'p ∈ 1 ‥ 2 → ℕ' '(x = FALSE ∧ p ∈ 1 ‥ 2 → {1, 9}) ∨ x = TRUE' 'p(1) = 9' 3
    parameter_p 'p ∈ ℕ × ℕ' '∀i·i ∈ 1 ‥ 1 ⇒ p ∈ {9 ↦ 9, 1 ↦ 1}' 'p = 9 ↦ 9' 3
    printf 'machine m\nvariables p v\ninvariants @t: p ∈ ℤ × ℤ @v: v = 10 @i: p ≠ 9 ↦ 0\nevents event INITIALISATION then p ≔ 0 ↦ 0 v ≔ 10 end\nevent e then p :∈ (ℤ × ℤ) ∖ ((ℤ ∖ (1 ‥ v)) × ℤ) end\nend\n' >m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status 3
}

@test "temporal logic: a run does not stay where an event cannot be evaluated" {
    local event
    for event in 'any p where p ⊆ 1 ‥ 40 then z ≔ TRUE' 'when x ∗ 4000000000000000000 > 0 then z ≔ TRUE' 'when x < 5 then z ≔ TRUE x ≔ x ∗ 4000000000000000000'; do
        printf 'machine m\nvariables z x\ninvariants @z: z ∈ BOOL @x: x ∈ ℤ\nevents event INITIALISATION then z ≔ FALSE x ≔ 3 end\nevent e %s end\nend\n' "$event" >m.eventb
        rtcheck eventb --ltl 'F {z = TRUE}' m.eventb
        expect_status 3
        rtcheck eventb --ltl 'F deadlock' m.eventb
        expect_status 3
        rtcheck eventb --ltl 'G {x = 4}' m.eventb
        expect_status 1
    done
}

@test "--setups: the verdict says that choices of the constants were left out" {
    constant_w 'w ∈ 0 ‥ 9' 'w ≤ 8' --setups 3 --quiet
    expect_status 0
    expect_output "except for choices of the constants that were not asked for (--setups)"
    constant_w 'w ∈ 0 ‥ 9' 'w ≤ 8' --setups 3 --json
    expect_json "o['more_setups']" True
    constant_w 'w ∈ 0 ‥ 9' 'w ≤ 9' --setups 10 --quiet
    expect_status 0
    expect_no_output "except"
    constant_w 'w ∈ 0 ‥ 9' 'w ≤ 9' --json
    expect_json "o['more_setups']" False
}

@test "an axiom about a λ that a value within the range refutes is not assumed" {
    constant_w 'w = (λx·x ∈ ℕ ∣ 2 ^ x − 50) @b: ∀x·x ∈ ℕ ⇒ w(x) ∈ ℕ' '⊤'
    expect_status 2
    expect_error "none satisfy"
    constant_w 'w = (λx·x ∈ ℕ ∣ x − 50) @b: ∀x·x ∈ ℕ ⇒ w(x) ∈ ℕ' '⊤' --no-solver
    expect_status 2
}

@test "a formula of an included machine is shown without capturing names" {
    cat >z.eventb <<'END'
machine inner variables x invariants @ty: x ∈ 0‥3 @c: ∀p_x·p_x ∈ {2} ⇒ x ≠ p_x
events event INITIALISATION then x ≔ 0 end event up when x < 3 then x ≔ x + 1 end end
machine outer includes inner as p
events event INITIALISATION synchronises p.INITIALISATION end event go synchronises p.up end end
END
    rtcheck eventb --machine outer z.eventb
    expect_status 1
    expect_output "∀p_x1·p_x1 ∈ {2} ⇒ p_x ≠ p_x1"
}

@test "a witness whose label names nothing, for a parameter and a new value" {
    try_witness() {
        printf "machine a\nvariables x\ninvariants @t: x ∈ 0 ‥ 9\nevents event INITIALISATION then @i: x ≔ 0 end\nevent e any p where @g: p ∈ {1, 2} then @a: x :∈ {p, p + 1} end\nend
machine b refines a\nvariables n\ninvariants @n: n ∈ ℤ\nevents event INITIALISATION then @i: n ≔ 0 end\nevent e refines e when @g: n = 0 with @zz: %s then @z: n ≔ 1 end\nend\n" "$1" >m.eventb
        rtcheck eventb --machine b m.eventb
        expect_status "$2"
    }
    try_witness "p = 1 ∧ x' = 1" 0
    try_witness "x' = p ∧ p = 2" 0
    try_witness "x' = p + 1" 0
    try_witness "p = 1 ∧ x' = 3" 1
    try_witness "p = 3 ∧ x' = 3" 1
}

@test "a number that equals another one, or lies between others, is limited as that one is" {
    chosen() { # STATUS GUARDS
        printf 'machine m variables x k invariants @t: x∈ℤ @k: k∈1‥2→ℤ @i: x≠9 events event INITIALISATION then x≔0 k≔{1↦9,2↦1} end\nevent e any p q where @a: p∈ℕ %s then x≔p end end\n' "$2" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status "$1"
    }
    chosen 3 '@b: q=p @c: q∈{k(1),1}'
    chosen 3 '@b: p=q @c: q∈1‥k(1)'
    chosen 3 '@b: 1↦q=1↦p @c: q∈{k(1),1}'
    chosen 3 '@b: q∈p‥p+1 @c: q∈{k(1),1}'
    chosen 3 '@b: q∈ℤ @c: p=q∗q'
    chosen 1 '@b: q∈ℕ @c: p=9−q'
    chosen 1 '@b: q∈ℕ @c: q≤8 @d: p=q+1'
    chosen 0 '@b: q∈ℕ @c: p=q+1'
    chosen 0 '@b: q∈ℕ @c: q=p+1'
    chosen 0 '@b: q∈ℕ @c: p=5−q'
    chosen 0 '@b: q∈ℕ @c: q≤p+3 @d: p≤q+3'
}

@test "the verdict does not depend on the order of conditions, of their parts, and of identifiers" {
    in_order() { # STATUS PARAMETERS GUARDS
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 8 events event INITIALISATION then x ≔ 0 end\nevent e any %s where %s then x ≔ p end end\n' "$2" "$3" >m.eventb
        rtcheck eventb --quiet --no-beyond m.eventb
        expect_status "$1"
    }
    in_order 1 'p f' '@a: f ∈ 0 ‥ 1 → ℕ1 @b: p ∈ {1, 9} @c: 2 ∗ f(1) < p'
    in_order 1 'f p' '@a: f ∈ 0 ‥ 1 → ℕ1 @c: p > 2 ∗ f(1) @b: p ∈ {1, 9}'
    in_order 1 'f p i' '@a: f ∈ BOOL → ℕ @i: i ∈ dom(f) @c: f(i) ≥ 0 @d: f(TRUE) = 0 @b: p ∈ {1, 9}'
    in_order 1 'f p i' '@a: f ∈ 4 ‥ 5 ⇸ {6} @i: i ∈ dom(f) @c: f(i) > i @b: p ∈ {1, 9}'
    in_order 0 'p q r' '@p: p ∈ ℕ @q: q ∈ ℤ @r: r ∈ ℕ @s: r ∉ ℕ'
    in_order 0 'r q p' '@s: r ∉ ℕ @q: q ∈ ℤ @p: p ∈ ℕ @r: r ∈ ℕ'
    in_order 0 'p q' '@p: p ∈ ℤ @q: q ∈ ℤ @r: q > 0 ∧ p + 3 ≥ q @s: q = 1 ∨ q ∉ ℕ1'
    in_order 0 'q p' '@q: q ∈ ℤ @p: p ∈ ℤ @s: q ∉ ℕ1 ∨ q = 1 @r: q ≤ p + 3 ∧ q > 0'
    in_order 0 'p f' '@f: f ∈ 0 ‥ 1 → 2 ‥ 2 @p: p ∈ ℕ @c: p − 3 = p + 2 ∨ f(1) ≠ 9'
    in_order 0 'p f' '@f: f ∈ 0 ‥ 1 → 2 ‥ 2 @c: f(1) ≠ 9 ∨ p − 3 = p + 2 @p: p ∈ ℕ'
}

@test "an application is not taken for well-defined where nothing before it says so" {
    applied() { # STATUS GUARDS
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 8 events event INITIALISATION then x ≔ 0 end\nevent e any f p where %s then x ≔ p end end\n' "$2" >m.eventb
        rtcheck eventb --quiet --no-beyond m.eventb
        expect_status "$1"
    }
    applied 1 '@a: f ∈ 0 ‥ 1 → 1 ‥ 2 @c: f(2) = 1 @b: p ∈ {1, 2}'
    applied 1 '@a: f ∈ 0 ‥ 1 ⇸ 1 ‥ 2 @c: f(0) = 1 @b: p ∈ {1, 2}'
    applied 1 '@a: f ∈ 0 ‥ 1 ↔ 1 ‥ 2 @d: 0 ∈ dom(f) @c: f(0) = 1 @b: p ∈ {1, 2}'
    applied 1 '@a: f ∈ 0 ‥ 1 → 1 ‥ 2 @b: p ∈ 1 ‥ 2 @c: f(p) = 1'
    applied 1 '@b: p ∈ {1} @c: f(TRUE) = TRUE @a: f ∈ BOOL → BOOL'
    applied 1 '@a: f ∈ BOOL → BOOL ∨ p = 0 @b: p ∈ 0 ‥ 1 @c: f(TRUE) = TRUE'
    applied 0 '@a: f ∈ 0 ‥ 1 → 1 ‥ 2 @b: p ∈ 0 ‥ 1 @c: f(p) = 1'
}

@test "what does not depend on what is bound is well-defined for all of it, or for none" {
    says() { # STATUS INVARIANT
        printf 'machine m variables f b invariants @f: f∈ℤ⇸ℤ @b: b∈BOOL @i: %s events event INITIALISATION then f≔{1↦1,2↦0} b≔TRUE end end\n' "$2" >m.eventb
        rtcheck eventb --no-solver m.eventb
        expect_status "$1"
    }
    says 0 '{s·s⊆ℤ∣s↦s∪{f(1)}}({3})={1,3}'
    says 1 '{s·s⊆ℤ∣s↦s∪{f(9)}}({3})={1,3}'
    expect_output "'f(9)' is not well-defined"
    says 0 '{s·s⊆ℤ∣s↦{k·k∈s∣k+f(1)}}({3})={4}'
    says 1 '{s·s⊆ℤ∣s↦{k·k∈s∣k+f(k)}}({1})={2}' # ... not of {3}
    expect_output "'f(k)' is not well-defined"
    says 0 '∃i·i∈ℕ∧i>f(1)'
    says 1 '∃i·i∈ℕ∧i>f(9)'
    expect_output "'f(9)' is not well-defined"
    # What comes first protects it.
    says 0 '7↦8∉{x·x∈ℕ∧b=FALSE∣x↦f(9)}'
    says 1 '7↦8∉{x·x∈ℕ∧b=TRUE∣x↦f(9)}'
    expect_output "'f(9)' is not well-defined"
    says 0 '∀i·i∈ℕ∧b=FALSE⇒i>f(9)'
}

@test "choices of the constants that ProB counts as states" {
    counts() { # STATES CONSTANTS AXIOMS
        printf 'context c sets S constants %s axioms %s end\nmachine m sees c variables x invariants @x: x∈S events event INITIALISATION then x≔a end event go any t where t∈S then x≔t end end\n' "$2" "$3" >m.eventb
        rtcheck eventb --json --machine m m.eventb
        expect_status 0
        expect_output "\"prob_states\": $1,"
    }
    counts 2 'a' '@a: a∈S'
    counts 2 'a' '@a: a∈S @f: finite(S)'
    counts 2 'a b' '@p: partition(S,{a},{b})'
    counts 2 'a b' '@p: S={a,b} @d: a≠b'
    # Of elements that nothing enumerates, it is a choice which of them differ.
    counts 3 'a b' '@a: a∈S @b: b∈S @d: a≠b'
    counts 3 'a b' '@a: a∈S @b: b∈S @d: ¬a=b'
    counts 3 'a n' '@a: a∈S @n: n=1'
}

@test "a violation beyond the default bounds is found, and told with its run" {
    machine_beyond() { # CONTEXT, GUARD, VALUE
        printf 'context c sets S %s end machine m sees c variables x invariants @i: x ≠ 25
events event INITIALISATION then x ≔ 0 end event go any p where %s then x ≔ %s end end' "$1" "$2" "$3" >m.eventb
    }
    machine_beyond '' 'p ∈ ℕ' 'p ∗ p'
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "go(p = 5)"
    expect_output "states        4"
    expect_output "integers -2..6 were tried as well, 7 states: the violation was found there"
    rtcheck eventb --json m.eventb
    expect_valid
    expect_json "o['states'], o['beyond'][0]['high'], o['beyond'][0]['violated'], o['violations'][0]['kind']" "4 6 True invariant"
    rtcheck eventb --no-beyond m.eventb
    expect_status 0
    rtcheck eventb --bound INT=-1..3 m.eventb
    expect_status 0
    machine_beyond '' 'p ∈ ℤ' 'p ∗ p + 1'
    rtcheck eventb m.eventb
    expect_status 0
    expect_output "integers -10..30 were tried as well, 32 states: no violation"
    machine_beyond '' 'p ⊆ S ∧ finite(p)' 'card(p) ∗ card(p) ∗ card(p) − 2'
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "carrier sets of 3 were tried as well"
    rtcheck eventb --bound S=2 m.eventb
    expect_status 0
    machine_beyond 'axioms card(S) = 2' 'p ⊆ S' 'card(p) ∗ card(p) ∗ card(p) − 2'
    rtcheck eventb m.eventb
    expect_status 0
}

@test "a look beyond the bounds takes a part of the time at most, and none where that is over" {
    printf 'machine m variables f g invariants f ⊆ ℤ × ℤ @b: g ⊆ ℤ × ℤ events event INITIALISATION then f, g ≔ ∅, ∅ end
event a any x y where x ∈ ℕ ∧ y ∈ ℕ then f ≔ {x ↦ y} end event b any x y where x ∈ ℕ ∧ y ∈ ℕ then g ≔ {x ↦ y} end end' >m.eventb
    rtcheck eventb m.eventb
    expect_status 0
    expect_output "integers -10..30 were tried as well"
    expect_output "which is a part of all: no violation"
    rtcheck eventb --depth 1 m.eventb
    expect_status 3
    expect_no_output "tried as well"
}

@test "the domain of a total function, the range of a surjection are known before it is" {
    axioms() { # STATUS CHOICES AXIOMS
        printf 'context c constants f axioms %s end\n' "$3" >c.eventb
        rtcheck eventb --json --no-beyond c.eventb
        expect_status "$1"
        expect_output "\"setups\": $2,"
    }
    axioms 0 1 '@f: f∈1‥25→ℕ @v: ∀x·x∈dom(f)⇒f(x)=x∗x theorem @t: f(5)=25'
    axioms 3 1 '@v: ∀x·x∈dom(f)⇒f(x)=x∗x @f: f∈1‥25→ℕ' # where @v stands, f may be no function
    axioms 0 1 '@f: f∈(1‥5)×(1‥5)→ℕ @v: ∀x,y·x↦y∈dom(f)⇒f(x↦y)=x∗y'
    axioms 0 2 '@f: f∈1‥2⤖{7,9} @v: ∀y·y∈ran(f)⇒y∈dom({7↦0,9↦0})'
    guards() { # STATUS TRANSITIONS PARAMETERS GUARDS
        printf 'machine m variables x invariants @x: x∈BOOL events event INITIALISATION then x≔TRUE end event e any %s where @x: x=TRUE %s then x≔FALSE end end\n' "$3" "$4" >m.eventb
        rtcheck eventb --json --no-beyond --all-violations m.eventb
        expect_status "$1"
        expect_output "\"transitions\": $2,"
    }
    guards 0 1 'f' '@f: f∈1‥3→ℕ @v: ∀i·i∈dom(f)⇒f(i)=i+8'
    guards 0 32 'f p' '@p: p∈ℕ @f: f∈1‥p→BOOL @d: dom(f)=1‥5'
    guards 3 15 'f p' '@p: p∈ℕ @f: f∈1‥p→BOOL @d: dom(f)⊆1‥6'
    guards 0 0 'f' '@f: f∈{1}→(∅⦂ℙ(ℤ)) @d: 10÷card(dom(f)∖{1})=1' # there is none to be ill-defined for
    guards 1 1 'f' '@f: f∈{1}→{1} @d: 10÷card(dom(f)∖{1})=1'
    expect_output "not well-defined: the divisor is 0"
}

@test "a guard about all values of a function rules none out where it is ill-defined" {
    printf 'machine m variables v invariants @v: v⊆ℤ×ℤ events event INITIALISATION then v≔∅ end event e any f where @f: f∈1‥3→ℤ @r: ran(f)={24,26} @g: ∀i·i∈1‥3⇒2=f(i+1) then v≔f end end\n' >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "'f(i + 1)' is not well-defined: 'i + 1' is not in the domain of 'f'"
    sed -i 's/i∈1‥3⇒/i∈1‥2⇒/' m.eventb
    rtcheck eventb m.eventb
    expect_status 0
}

@test "what is chosen from a set that depends on a number limits that number, and is limited with it" {
    from() { # STATUS PARAMETERS GUARDS SHOWN
        printf 'machine m variables x k invariants @t: x ∈ ℤ @k: k ∈ 1‥2 → ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 k ≔ {1 ↦ 9, 2 ↦ 0} end\nevent e any %s where @x: x = 0 @n: n ∈ ℕ %s then x ≔ %s end end\n' "$2" "$3" "$4" >m.eventb
        rtcheck eventb --no-beyond --quiet m.eventb
        expect_status "$1"
    }
    # The set may be empty.
    for set in '(n‥5) ∪ (n‥4)' '(n‥5) ∩ (1‥4)' '(0‥5) ∖ (0‥n)' '{i∣i∈0‥5∧i>n}' 'k∼[{n}]' 'dom(k▷{n})' '(λi·i∈n‥9∣i)' 'BOOL×(n‥9)' 'BOOL → n‥5' 'BOOL <<-> n‥5' 'BOOL → ℙ1(n‥5)' 'ℙ1(n‥5)'; do
        from 3 'n q' "@q: q ∈ $set" n
    done
    from 3 'n q' '@q: q ∈ {5 − n} @r: q ∈ ℕ' n
    # It has one for every number.
    for set in '{n, n + 1}' '{n} × BOOL' 'BOOL → {n}' '1‥n → BOOL' '0‥n' '1‥n ⇸ BOOL' 'ℙ(1‥n)'; do
        from 0 'n q' "@q: q ∈ $set" n
    done
    from 0 'n q' '@q: q ∈ 1‥n → BOOL @p: n > 0 @r: q(1) = TRUE' n
    # What is limited needs a number that was not tried.
    for set in '(0‥n) ∩ {0, 9}' '{i∣i∈0‥n∧i<6}' 'ran(k▷(0‥n))' 'k[{1,2}] ∖ (n‥20)'; do
        from 3 'n q' "@q: q ∈ $set" q
    done
    from 3 'n q' '@q: q ∈ BOOL → 0‥n @r: q(TRUE) ∈ {0, 4}' 'q(TRUE)'
    from 3 'n q' '@q: q ∈ BOOL → 0‥n @r: q(TRUE) + q(FALSE) ≤ 4' 'q(TRUE)'
    from 3 'n q r' '@q: q ∈ BOOL → 0‥n @r: r = q(TRUE) @s: r ≤ 4' r
    from 3 'n m q' '@m: m ⊆ 0‥n @q: q ∈ m ∩ {0, 9}' q
    from 3 'n s' '@s: s ⊆ ℕ @c: finite(s) ∧ card(s) ∈ {0, 6}' 'card(s)'
}

@test "comparisons that limit numbers only together leave no verdict, and others do not" {
    compared() { # STATUS GUARDS
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≤ 1 events event INITIALISATION then x ≔ 0 end\nevent e any p q r where @p: p ∈ ℕ @q: q ∈ ℕ @r: r ∈ ℕ %s then x ≔ p end end\n' "$2" >m.eventb
        rtcheck eventb --quiet --bound INT=0..1 m.eventb
        expect_status "$1"
    }
    compared 3 '@a: 2 ∗ p ≤ q @b: q ≤ p + 5'
    compared 3 '@a: q − p ∈ 0‥5 @b: 2 ∗ p − q ≤ 0'
    compared 3 '@a: p ≤ q @b: 2 ∗ q ≤ p + 7'
    compared 3 '@a: p ≤ q @b: q ≤ r @c: 2 ∗ r ≤ p + 9'
    compared 3 '@a: p = q @b: q = r @c: 2 ∗ r = p + 9'
    compared 0 '@a: p ≤ q @b: q ≤ p + 5'
    compared 0 '@a: p ≤ q @b: q ≤ r'
    compared 0 '@a: p + q = r'
    compared 0 '@a: p ≤ q @b: q ≤ 2 ∗ p'
}

@test "which of two numbers is chosen first depends neither on their names nor on what else is chosen" {
    first() { # STATUS PARAMETERS GUARDS SHOWN
        printf 'machine m variables x k invariants @t: x ∈ ℤ @k: k ∈ ℤ ⇸ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 k ≔ {1 ↦ 9, 2 ↦ 0} end\nevent e any %s where @x: x = 0 %s then x ≔ %s end end\n' "$2" "$3" "$4" >m.eventb
        rtcheck eventb --no-beyond --quiet m.eventb
        expect_status "$1"
    }
    first 1 'p q' '@p: p ∈ ℕ @q: q ∈ ℕ @e: q = p + 1' q
    first 1 'b a' '@p: b ∈ ℕ @q: a ∈ ℕ @e: b + 1 = a' a
    first 1 'r w' '@r: r ∈ ℤ @w: w ⊆ ℕ @g: k(1) ≥ r' r
    first 1 'r w' '@r: r ∈ ℤ @w: w ∈ ℕ × ℕ @g: k(1) ≥ r' r
    first 1 'w r' '@g: k(1) ≥ r @r: r ∈ ℤ @w: w ⊆ ℕ' r
}

@test "a function on all of ℕ is one-to-one within the bounds, but need not be onto there" {
    for case in 'ℕ ↠ ℕ;f(0) ≠ f(1)' 'ℕ ↠ ℕ;card({f(0), f(1), f(2), f(3)}) = 4' 'ℕ ↠ BOOL;TRUE ∈ {f(0), f(1), f(2), f(3)}' 'ℕ ↠ ℤ;f(0) ≠ f(1)' 'ℕ1 ↠ 1‥9;f(1) ≠ f(2)' \
        'ℕ × BOOL ↠ BOOL;f(0 ↦ TRUE) ≠ f(0 ↦ FALSE)' 'ℕ ↠ BOOL × ℕ;f(0) ≠ f(1)' 'ℕ ⤖ ℕ;f(0) = 0'; do
        with_constants f "@a: f ∈ ${case%;*}" "${case#*;}"
        expect_status 1
    done
    for set in 'ℕ ⤖ ℕ' 'ℕ ↣ ℕ' 'ℤ ⤖ ℕ' 'ℕ ↣ ℙ(ℕ)' 'ℕ1 ∪ {0} ↣ ℤ'; do
        with_constants f "@a: f ∈ $set" 'f(0) ≠ f(1)' --bound INT=0..2
        expect_status 0
    done
    for axioms in 'f ∈ ℕ ↠ ℙ(ℕ)' 'f ∈ (ℕ ∖ ℕ1) ↣ BOOL' 'f ∈ (ℕ ∖ ℕ1) ↠ {0}' 'f ∈ {5} ↠ (ℕ ∖ ℕ1)'; do # whether there is one is not known
        with_constants f "@a: $axioms" '⊤'
        expect_status 3
    done
    for axioms in 'f ∈ ℕ ↣ 0‥5' 'f ∈ 0‥5 ↠ ℕ' 'f ∈ ℕ ↣ ℙ(0‥1)' 'f ∈ 0‥3 ⤖ ℕ' 'f ∈ ℕ × BOOL ↣ BOOL' 'f ∈ ℕ ∪ {−5} ↣ BOOL' 'k ∈ 1‥5 ∧ f ∈ ℕ ↣ 0‥k' 'f ∈ ℕ ⤖ BOOL'; do # there is none
        with_constants 'f k' "@k: k ∈ 0‥9 @a: $axioms" '⊤'
        expect_status 2
        expect_error "no values of the constants satisfy the axioms"
    done
    for axiom in 'f ∈ ℕ ↣ S' 'f ∈ S ↠ ℕ' 'f ∈ ℕ × S ↣ S'; do # of no finite set
        for invariant in 'finite(S)' '¬finite(S)'; do
            printf 'context c sets S constants f axioms @a: %s end machine m sees c variables x invariants @t: x = 0 @i: %s events event INITIALISATION then x ≔ 0 end end' "$axiom" "$invariant" >m.eventb
            rtcheck eventb m.eventb
            expect_status 2
            expect_error "none satisfy $axiom"
        done
    done
}

@test "elements of an infinite set that a predicate gives are chosen by the predicate" {
    for axioms in '@a: a ∈ {n·n ∈ ℤ ∧ 2 < n ∣ n}' '@a: a ∈ {n ∣ n > 2}' '@s: s = {n·n ∈ ℤ ∧ n > 2 ∣ n} @a: a ∈ s' '@a: ¬(a ∉ {n ∣ n > 2})' '@b: b ∈ 2‥2 @a: a ∈ {n ∣ n > b}'; do
        with_constants 'a b s' "@b1: b ∈ ℤ @s1: s ⊆ ℤ $axioms" 'a > 2'
        expect_status 0
        with_constants 'a b s' "@b1: b ∈ ℤ @s1: s ⊆ ℤ $axioms" 'a > 3'
        expect_status 1
    done
    with_constants a '@a: a ∈ {n·n ∈ ℤ ∧ n > 2 ∧ n < 50 ∣ n}' 'a ≠ 49'
    expect_status 1
    with_constants 'a k' '@k: k ∈ ℤ @a: a ∈ {n·n ∈ ℤ ∧ 10 ÷ n > k ∣ n} @l: a = 1' '⊤' # the whole set is ill-defined
    expect_status 2
    expect_error "'10 ÷ n' is not well-defined: the divisor is 0"
    number_p 'p ∈ {n ∣ n > x}' 'x < 3'
    expect_status 1
}

@test "functions on all of ℕ of which values are equal are found" {
    for axioms in '@c: f(0) = g(0)' '@c: g(0) = f(0)' '@c: ∀n·n ∈ 0‥1 ⇒ f(n) = g(n)' '@d: f(0) = TRUE @c: g(0) = f(0)' '@c: f(0) = h(0) @d: h(0) = g(0)'; do
        with_constants 'f g h' "@a: f ∈ ℕ → BOOL @b: g ∈ ℕ → BOOL @h: h ∈ ℕ → BOOL $axioms" 'f(0) = g(0)' --bound INT=0..1
        expect_status 0
        with_constants 'f g h' "@a: f ∈ ℕ → BOOL @b: g ∈ ℕ → BOOL @h: h ∈ ℕ → BOOL $axioms" 'f(0) ≠ g(0) ∨ f(0) = FALSE' --bound INT=0..1
        expect_status 1
    done
}

@test "what is chosen from a function on as many places as the bounds allow limits neither" {
    number_of_places() { # STATUS CONSTANTS AXIOMS
        printf 'context c constants n %s axioms @n: n ∈ ℕ1 %s end machine m sees c variables x invariants @i: x = 0 events event INITIALISATION then x ≔ 0 end end\n' "$2" "$3" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status "$1"
    }
    for from in '1‥n → ℕ' '1‥n ⇸ ℕ' '0‥n − 1 → ℤ' '1‥n → BOOL' '(1‥n) × (1‥n) ⇸ 0‥1'; do
        number_of_places 0 'f v' "@f: f ∈ $from @v: v ∈ ran(f)"
    done
    number_of_places 0 'f a' '@f: f ∈ 1‥n → ℕ @a: a ∈ 1‥n'
    number_of_places 0 'f a' '@f: f ∈ 1‥n → ℕ @a: a ∈ dom(f)'
    number_of_places 0 's a' '@s: s ⊆ 1‥n @a: a ∈ s'
    number_of_places 0 'f v w' '@f: f ∈ 1‥n → ℕ @v: v ∈ ran(f) @w: w ∈ ran(f) @d: v ≠ w'
    for sorted in '∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ i ≤ j ⇒ f(i) ≤ f(j)' '∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ j > i ⇒ f(j) > f(i)'; do
        number_of_places 0 'f' "@f: f ∈ 1‥n → ℕ @s: $sorted"
        number_of_places 0 'f v' "@f: f ∈ 1‥n → ℕ @s: $sorted @v: v ∈ ran(f)"
        number_of_places 3 'f v' "@f: f ∈ 1‥n → 0‥9 @s: $sorted @v: v ∈ ran(f)"
        number_of_places 3 'f v' "@f: f ∈ 1‥n → ℕ @s: $sorted @v: v ∈ ran(f) @w: v ∈ {1, 9}"
    done
    number_of_places 0 'f' '@f: f ∈ 1‥n → ℕ @s: ∀i·i ∈ 1‥n − 1 ⇒ f(i) < f(i + 1)'
    number_of_places 0 'f' '@f: f ∈ 0‥n − 1 → ℕ @s: ∀i, j·i ∈ 0‥n − 1 ∧ j ∈ 0‥n − 1 ∧ i < j ⇒ f(i) < f(j)'
    number_of_places 3 'f' '@f: f ∈ 1‥n → ℕ @s: ∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ i ≤ j ⇒ f(i) < f(j) ∨ n < 7'
    number_of_places 3 'f' '@f: f ∈ 1‥n → ℕ @s: ∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ i < j ⇒ f(i) > f(j)'
    number_of_places 0 'f v' '@f: f ∈ 1‥n ↣ ℕ @v: v ∈ ran(f)'
    number_of_places 3 'f v' '@f: f ∈ n‥5 → ℕ @v: v ∈ ran(f)'
    number_of_places 3 'f v' '@f: f ∈ 1‥n → ℕ @v: v ∈ ran(f) @w: v ∈ {0, 9}'
    number_of_places 3 'f v' '@f: f ∈ 1‥n → ℕ @v: v ∈ ran(f) @w: n + v < 9'
    number_of_places 3 'f v' '@f: f ∈ 1‥n → ℕ @v: v ∈ ran(f) ∩ {0, 9}'
    number_of_places 3 'f a' '@f: f ∈ 1‥n → ℕ @a: a ∈ 1‥n @b: a ∈ {1, 9}'
    number_of_places 3 's a' '@s: s ⊆ n‥6 @a: a ∈ s'
}

@test "constants that are values of others are found, in whatever order that is said" {
    expect_choices() { # STATUS NUMBER AXIOMS
        printf 'context c constants k r axioms %s end\nmachine m sees c variables x invariants @t: x ∈ ℤ events event INITIALISATION then x ≔ 0 end end\n' "$3" >m.eventb
        rtcheck eventb --json m.eventb
        expect_status "$1"
        expect_json "o['setups']" "$2"
    }
    expect_choices 0 4 '@k: k ∈ 1‥2 → 5‥6 @r: r = k(1)'
    expect_choices 3 4 '@r: k(1) = r @k: k ∈ 1‥2 → 5‥6' # which does not protect what comes before it
    expect_choices 0 1 '@k: k = {1 ↦ 9, 2 ↦ 0} @s: r ≥ 0 @r: r = k(1)'
    expect_choices 0 1 '@k: k = {1 ↦ 9, 2 ↦ 0} @s: r ≠ 4 @r: r = max(ran(k))'
}

@test "--lts: a parameter that has no value where an event goes wrong is shown as ?" {
    printf 'machine m variables z invariants @t: z ∈ ℤ events event INITIALISATION then z ≔ 0 end\nevent e any w q where @b: q ∈ {0, 1} @a: w ∈ {bool(1 ÷ q = 1)} → {0} then z ≔ 1 end end\n' >m.eventb
    rtcheck eventb --lts m.aut m.eventb
    expect_status 1
    grep -qF '"e(?,0)"' m.aut
}

@test "--time: a search that ends before sets could be made wider is no bad input" {
    cat >late.eventb <<'END'
machine a variables x s invariants @x: x ∈ ℕ @s: s ⊆ ℕ
events event INITIALISATION then @i: x ≔ 0 @j: s ≔ ∅ end
event up then @a: x ≔ x + 1 @b: s ≔ {x} end end
machine b refines a variables x y invariants @y: y ∈ ℕ @g: s ⊆ 0 ‥ x
events event INITIALISATION then @i: x ≔ 0 @j: y ≔ 0 end
event up refines up then @a: x ≔ x + 1 end
event other any k where @k: k ∈ {0, 1} then @b: y ≔ y + k end end
END
    rtcheck eventb --machine b --time 1s late.eventb
    expect_status 3
    expect_output "time limit"
}

@test "constants that make a function small are chosen before it" {
    cat >c.eventb <<'END'
context c sets A B constants a1 a2 b1 b2 f g h axioms
    @g: g ∈ (A ⇸ B) → (A ⇸ B)
    @h: h ∈ (A ⇸ B) → (A ⇸ B)
    @f: f = (∅ ⦂ ℙ(A×B))
    @c: g(h(f)) = h(g(f))
    @gd: g = {x·x ∈ A ⇸ B ∣ x ↦ x <+ {a1 ↦ b1}}
    @hd: h = {x·x ∈ A ⇸ B ∣ x ↦ x <+ {a2 ↦ b2}}
end
END
    rtcheck eventb --json --no-beyond --no-symmetry c.eventb
    expect_status 0
    expect_output '"setups": 12,' # all of 16 but those with a1 = a2 and b1 ≠ b2
}

@test "an axiom that can be ill-defined gives values where otherwise there are too many" {
    cat >c.eventb <<'END'
context c constants k S axioms
    @u: S ⊆ ℤ × ℙ(ℤ)
    @k: k ∈ {1, 2}
    @m: min(dom(S)) = k
    @s: S = {k ↦ {10 ÷ k}}
end
END
    rtcheck eventb --json --no-beyond c.eventb
    expect_status 0
    expect_output '"setups": 2,'
    expect_json "[o['status'] for o in o['obligations'] if o['name'] == 'm/WD']" "['unknown']" # of S there are too many
    sed -i 's/{1, 2}/{0, 1, 2}/' c.eventb
    rtcheck eventb --no-beyond --json c.eventb
    expect_status 3
    expect_output "axioms: '10 ÷ k' is not well-defined: the divisor is 0"
    expect_output '"setups": 2,'
}

@test "a parameter of the abstraction without a witness is any that goes with guards, actions and gluing invariants" {
    refined() { # STATUS VARIABLE INVARIANT VALUE WITNESS
        printf 'machine a variables x invariants @i: x ∈ 0‥3 events event INITIALISATION then @a: x ≔ 0 end event e any p where @g: p ∈ 0‥1 then @a: x ≔ p end end
machine b refines a variables %s invariants %s events event INITIALISATION then @a: %s ≔ 0 end event e refines e %s then @a: %s ≔ %s end end\n' "$2" "$3" "$2" "$5" "$2" "$4" >m.eventb
        rtcheck eventb --machine b --no-beyond m.eventb
        expect_status "$1"
    }
    for value in 0 1; do
        refined 0 x '' $value ''
        refined 0 y '@gl: x = y' $value ''
    done
    refined 1 x '' 2 ''
    expect_output "e/p/WFIS is violated: no values of the abstraction's parameters that have no witness go with its guards and actions"
    refined 1 y '@gl: x = y' 2 ''
    expect_output "e/p/WFIS is violated"
    sed -i 's/p ∈ 0‥1 then/p ∈ 0‥1 @h: x > 1 then/' m.eventb # what does not speak of it is checked by itself
    rtcheck eventb --machine b --no-beyond m.eventb
    expect_output "e/h/GRD is violated"
    refined 1 x '' 1 'with @p: p ∈ 0‥1' # of those with a witness, each that it allows
    expect_output "e/a/SIM is violated"
}

@test "what an action chooses is not lost where it needs a parameter beyond the range" {
    chooses() { # STATUS ACTION
        printf "machine m variables x z invariants @t: x ∈ ℤ @z: z ∈ BOOL @i: x ≤ 3 events event INITIALISATION then @a: x ≔ 0 @b: z ≔ FALSE end
event e any n where @z: z = FALSE @g: n ∈ ℕ then @a: %s @b: z ≔ TRUE end end\n" "$2" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status "$1"
    }
    for action in "x :∣ x' ∈ {0, 9} ∧ x' ≤ n" "x :∈ (0‥n) ∩ {0, 9}" "x :∣ x' ∈ 0‥9 ∧ x' ≤ n" "x :∈ ({n} ∩ {0, 9}) ∪ {0}"; do
        chooses 3 "$action"
    done
    chooses 3 "x :∣ x' = n ∧ x' ∈ 0‥100"
    expect_output "has new values where parameters were not tried"
    for parameter in 'f where @f: f ∈ 1‥2 → ℕ @g: f(1) ∉ 1‥3 then @a: x :∣ x'"'"' ∈ {0, 9} ∧ x'"'"' = f(1)' \
        'w where @w: w ∈ ℕ × BOOL @g: prj1(w) ∉ 1‥3 then @a: x :∣ x'"'"' ∈ {0, 9} ∧ x'"'"' = prj1(w)'; do
        printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≠ 9 events event INITIALISATION then @a: x ≔ 0 end event e any %s end end\n' "$parameter" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 3
        expect_output "has new values where parameters were not tried"
    done
    for action in "x :∣ x' ∈ 0‥3 ∧ x' ≤ n" "x :∈ 0‥n" "x :∈ {n, 0}" "x :∣ x' ≤ n"; do chooses 0 "$action"; done
}

@test "new values of a variable that has bounds of its own are chosen within these" {
    own() { # STATUS STATES TYPE INVARIANT START ACTION
        printf "machine m variables x invariants @t: %s @i: %s events event INITIALISATION then @a: x ≔ %s end event e then @a: %s end end\n" "$3" "$4" "$5" "$6" >m.eventb
        rtcheck eventb --no-beyond --bound x=0..9 m.eventb
        expect_status "$1"
        expect_output "  states        $2"
    }
    own 1 10 'x ∈ ℕ' 'x ≤ 5' 0 'x :∈ ℕ'
    own 0 10 'x ∈ ℕ' 'x ≤ 9' 0 'x :∈ ℕ'
    own 0 11 'x ⊆ ℕ' 'card(x) ≤ 1' '∅' "x :∣ x' ⊆ ℕ ∧ card(x') ≤ 1"
    own 0 2 'x ∈ ℕ' 'x ≤ 50' 0 'x :∈ {5, 50}'
    own 0 10 'x ∈ ℕ' 'x ≤ 9' 0 "x :∣ x' ∗ x' ∗ x' < 900 ∧ x' ≥ 0"
    own 3 10 'x ∈ ℕ' 'x ≤ 9' 0 "x :∣ x' ∗ x' ∗ x' < 1100 ∧ x' ≥ 0"
    expect_output "outside of the integers 0..9"
    printf "machine m variables x y invariants @t: x ∈ ℤ @u: y ∈ ℤ @i: y ≠ 7 events event INITIALISATION then @a: x ≔ 0 @b: y ≔ 0 end event e then @a: x, y :∣ x' ∈ ℕ ∧ y' ∈ ℕ ∧ x' = y' end end\n" >m.eventb
    for bound in x y; do
        rtcheck eventb --no-beyond --bound $bound=0..9 m.eventb
        expect_status 1
    done
}

@test "text: formulas of a section theorems need no labels" {
    for theorems in 'theorems
 x < 2' 'theorems x < 2' 'theorems
 @t x < 2' 'theorems
 "a comment" x < 2' 'theorems 2 > x ∧ x < 2' 'theorems ¬(x ≥ 2) ∧ x < 2' 'theorems "a comment" x < 2' 'theorems {x} ⊆ 0‥1 ∧ x < 2' 'theorems card({x}) = 1 ∧ x < 2'; do
        printf 'machine m\nvariables x\ninvariants\n x ∈ ℕ\n%s\nevents event INITIALISATION then @a x ≔ 2 end end\n' "$theorems" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 1
        expect_output "x < 2"
        printf 'context c\nconstants x\naxioms\n x = 2\n%s\nend\n' "$theorems" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 1
    done
    printf 'machine m\nvariables theorems\ninvariants\n theorems ∈ ℕ\n theorems <\n  2 events event INITIALISATION then @a theorems ≔ 2 end end\n' >m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status 1
}

@test "what goes wrong with constants that may not satisfy the axioms is no violation" {
    printf 'context c constants n axioms @a: n ∈ 0‥1 @b: ∀x·x ∈ ℕ ⇒ card({j∣j ∈ 0‥x ∧ j ∗ j ≤ x}) ≤ n + 50 end
machine m sees c variables x invariants @t: x ∈ ℤ events event INITIALISATION then @a: x ≔ n end event e when x < 0 then @a: x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --no-beyond --deadlock m.eventb
    expect_status 3
    rtcheck eventb --no-beyond --ltl 'G {x = 7}' m.eventb
    expect_status 3
    expect_output "is not decided"
    expect_no_output "there is no initial state"
    assumed() { # STATUS INVARIANT OPTIONS
        printf 'context c constants f axioms @a: f = (λi·i ∈ ℕ ∣ card({j∣j ∈ 0‥i ∧ j ∗ j ≤ i})) @b: ∀i·i ∈ ℕ ⇒ f(i) ≤ 3 end
machine m sees c variables x invariants @t: x ∈ ℤ @i: %s events event INITIALISATION then @a: x ≔ 0 end event e when x > 0 then @a: x ≔ 0 end end\n' "$2" >m.eventb
        rtcheck eventb --no-beyond "${@:3}" m.eventb
        expect_status "$1"
        expect_output "assumed, as the bounds do not decide it: ∀i·i ∈ ℕ ⇒ f(i) ≤ 3"
    }
    assumed 3 'f(9) ≤ 3' # an instance of @b, which is false
    expect_output "something goes wrong that rests on an axiom which the bounds do not decide"
    assumed 0 'f(0) ≤ 3' --ltl 'G {x = 0}'
    assumed 1 'x = 1' # which has nothing to do with f
    assumed 1 'f(0) ≤ 3 ∧ x ∈ ℤ' --deadlock
    assumed 1 'f(0) ≤ 3' --ltl 'F {x = 4}'
    assumed 3 'x = 0' --ltl 'G {f(9) ≤ 3}'
    sed -i 's/ event e / event never when x > 7 then @a: x ≔ f(x) end event e /; s/@i: x = 0/@i: x = 1/' m.eventb # it never happens
    rtcheck eventb --no-beyond m.eventb
    expect_status 1
    rtcheck eventb --no-beyond --ltl 'G {x = 1}' m.eventb
    expect_status 1
    sed -i 's/@i: x = 1/@i: x = 0/' m.eventb
    rtcheck eventb --no-beyond --deadlock m.eventb # what blocks it may
    expect_status 3
    sed -i 's/x > 7/x = 0/; s/@i: x = 0/@i: x < 1/' m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status 3
}

# @b is false, and not decided: there are no such constants, and what speaks of them is no violation of any kind.
@test "no kind of violation rests on an axiom that is assumed" {
    resting() { # STATUS INVARIANT VARIANT EVENTS OPTIONS
        printf 'context c constants f g axioms @a: f = (λn·n ∈ ℕ ∣ n ∗ n) @b: ∃s·s ⊆ ran(f) ∧ s ≠ ∅ ∧ (∀y·y ∈ s ⇒ y < 0) @c: g = f(1) end
machine m sees c variables x invariants @i: x ∈ ℤ %s %s events event INITIALISATION then @a: x ≔ 0 end %s end\n' "$2" "$3" "$4" >m.eventb
        rtcheck eventb --no-beyond --threads 1 "${@:5}" m.eventb
        expect_status "$1"
    }
    local up='event e when @g: x < 2 then @z: x ≔ x + 1 end' down='convergent event e when @g: x < 2 then @z: x ≔ x + 1 end'
    resting 3 '' '' "$up event h when @g: x = 2 ∧ f(1) = 0 then @z: x ≔ 1 end" --ltl 'G not deadlock'
    resting 3 '' '' "$up event h when @g: x = 2 ∧ f(1) = 1 then @z: x ≔ 1 end" --ltl 'G not e(h)'
    resting 1 '' '' "$up event h when @g: x = 7 ∧ f(1) = 1 then @z: x ≔ 1 end" --ltl 'G {x < 2}'
    resting 3 '' '' "$up event h when @g: x = 2 ∧ f(1) = 0 then @z: x ≔ 1 end" --deadlock
    resting 1 '' '' "$up" --deadlock
    resting 3 '' '' 'event e when theorem @g: g = 2 then @z: x ≔ 1 end'
    resting 3 '' '' 'event e when theorem @g: g = 2 @h: x < 3 then @z: x ≔ 1 end'
    resting 1 '' '' 'event e when theorem @g: x = 2 then @z: x ≔ 1 end'
    for variant in 'x ∗ g' '(0 − g) − x' '10 ÷ (g − 1)' '{n ∣ n > g}'; do
        resting 3 '' "variant $variant" "$down"
    done
    resting 1 '' 'variant x' "$down"
    resting 3 '' '' 'event e then @z: x ≔ g + 8 end' --strict --bound x=0..3
    resting 1 '@j: g ≤ 1' '' 'event e then @z: x ≔ 8 end' --strict --bound x=0..3
    resting 3 '@j: x < 8 ∨ g = 9' '' 'event e then @z: x ≔ 8 end'
    resting 3 '@j: x < 1' '' 'event e then @z: x ≔ g end'
    resting 1 '@j: x < 8' '' 'event e then @z: x ≔ 8 end'
    resting 3 'theorem @t: g = 9' '' ''
    resting 3 '' '' 'event e then @z: x :∈ 3‥g end'
    resting 3 '' '' 'event e then @z: x ≔ 1 ÷ (g − 1) end'
    resting 3 '' '' 'event e when @g: 1 ÷ (g − 1) = 1 then @z: x ≔ 1 end'
}

@test "an assumed axiom that speaks of no constants protects everything where it may be ill-defined" {
    assumed_alone() { # STATUS AXIOM
        printf 'context c constants k axioms @k: k ∈ 0‥2 @b: (∃s·s ⊆ ℕ ∧ ¬finite(s) ∧ 2 ∉ s) %s end
machine m sees c variables x invariants @j: x < 0 events event INITIALISATION then @a: x ≔ 0 end end\n' "$2" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status "$1"
        expect_output "assumed, as the bounds do not decide it"
    }
    assumed_alone 3 '⇒ 3 ÷ 0 > 0'
    assumed_alone 1 '⇒ 3 ÷ 4 > 0'
    assumed_alone 1 ''
}

@test "constants that have values only beyond the default bounds are looked for there" {
    beyond() { # STATUS DECLARATIONS AXIOMS OPTIONS
        printf 'context c %s axioms %s end machine m sees c variables x invariants @t: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end end\n' "$2" "$3" >m.eventb
        rtcheck eventb "${@:4}" m.eventb
        expect_status "$1"
    }
    beyond 0 'constants a' '@a: a ∈ ℕ @b: a ∗ a ∗ a = 125'
    expect_output "  no constants satisfy the axioms within the default bounds: the answer is about integers -2..6"
    expect_output "  integers -10..30 were tried as well"
    beyond 1 'constants a' '@a: a ∈ ℕ @b: a mod 7 = 5 theorem @c: a < 12'
    expect_output "a = 12"
    beyond 0 'sets S constants a' '@a: a ∈ ℕ @b: a mod 7 = 5'
    expect_output "  carrier sets of 3 were tried as well, 1 state: no violation"
    beyond 0 'constants a' '@a: a ∈ ℕ @b: a ∗ a ∗ a = 1000'
    expect_output "the answer is about integers -10..30"
    beyond 0 'sets S constants s' '@a: s ⊆ S @b: s ≠ S @c: s ≠ ∅ @d: ∀x·x ∈ s ⇒ (∃y·y ∈ s ∧ y ≠ x)'
    expect_output "the answer is about carrier sets of 3"
    beyond 2 'constants a' '@a: a ∈ ℕ @b: a ∗ a ∗ a = 126'
    expect_error "none satisfy a ∗ a ∗ a = 126"
    expect_error "note: nor do any within integers -10..30"
    beyond 2 'constants a' '@a: a ∈ 0‥3 @b: a ∗ a ∗ a = 126'
    [[ $errors != *"nor do any"* ]] # nothing is cut
    beyond 2 'constants a' '@a: a ∈ ℕ @b: a ∗ a ∗ a = 125' --no-beyond
    beyond 2 'constants a' '@a: a ∈ ℕ @b: a ∗ a ∗ a = 125' --bound INT=0..3
    beyond 0 'constants s' '@a: s ⊆ ℕ @b: s ≠ ∅ @c: ∀x·x ∈ s ⇒ x mod 2 = 0'
    expect_output "  integers -2..6 were tried as well"
    expect_output "  integers -10..30 could not be tried"
    beyond 0 'constants s' '@a: s ⊆ ℕ @b: s ≠ ∅ @c: ∀x·x ∈ s ⇒ x mod 2 = 0' --json
    expect_json "[b['made'] for b in o['beyond']]" "[True, False]"
    # Where no look could be made, nothing is known of the axioms.
    beyond 3 'constants p q r s t u v' '@a: {p, q, r, s, t, u, v} ⊆ ℤ @b: 2 ∗ (p ∗ q ∗ r ∗ s) + 4 ∗ (t ∗ u ∗ v) = 777' --no-solver --time 1s
    expect_output "no constants satisfy the axioms within the default bounds, and wider ones could not be"
}

@test "--all-violations: an invariant that is broken already is not broken by the next event" {
    printf 'machine m variables n invariants @inv: n ∈ ℕ @even: n ≠ −2 events event INITIALISATION then @a: n ≔ 0 end
event up where @g: n < 3 then @a: n ≔ n + 1 end event down where @g: n > −3 then @a: n ≔ n − 1 end end\n' >m.eventb
    rtcheck eventb --all-violations --json m.eventb
    expect_status 1
    expect_json "[o['name'] for o in o['obligations'] if o['status'] == 'violated']" "['up/even/INV', 'down/inv/INV', 'down/even/INV']"
    expect_json "o['states']" 7
}

@test "numbers that all parts of a union of products give are all chosen, though another half is cut" {
    printf 'context c constants u v axioms @v: v ∈ ℕ @u: u ∈ (ℤ × {7, 30}) ∪ (ℤ × {7, 9}) @w: prj2(u) > v @x: v < 2 end\n' >m.eventb
    rtcheck eventb --json --no-beyond --bound INT=0..1 m.eventb
    expect_status 0
    expect_json "o['setups']" 12
}

@test "a condition that is said twice, or an axiom that gives values and may be ill-defined, changes nothing" {
    printf 'machine m variables x invariants @t: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end event e any v where @a: v ⊆ ℕ @b: v ⊆ ℕ then @c: x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status 0
    for axioms in '@s: r + v ∈ ℤ ∪ (1‥0) @r: r ∈ {k(1), 4}' '@r: r ∈ {k(1), 4} @s: r + v ∈ ℤ ∪ (1‥0)'; do
        printf 'context c constants k r v axioms @k: k = {1 ↦ 9, 2 ↦ 0} @v: v ∈ ℕ1 %s end\n' "$axioms" >m.eventb
        rtcheck eventb --json --no-beyond m.eventb
        expect_status 0
        expect_json "o['setups']" 6
    done
    # What is ill-defined before all axioms that protect it were looked at is no choice.
    printf 'context c constants k r v axioms @k: k ∈ 0‥2 @v: v ∈ ℕ @p: v ≠ 0 ⇒ k ≠ 0 @q: v ≠ 0 @r: r ∈ {10 ÷ k, 3} end\n' >m.eventb
    rtcheck eventb --json --no-beyond m.eventb
    expect_status 0
    expect_json "o['setups']" 12
}

@test "INITIALISATION refines INITIALISATION, and no event does" {
    refining() { # STATUS EVENTS
        printf 'machine a variables x invariants @i: x ∈ 0‥3 events event INITIALISATION then @a: x ≔ 0 end event e when @g: x < 3 then @a: x ≔ x + 1 end end
machine b refines a variables x events %s end\n' "$2" >m.eventb
        rtcheck eventb --machine b --no-beyond m.eventb
        expect_status "$1"
    }
    refining 0 'event INITIALISATION extends INITIALISATION end event e extends e end'
    refining 0 'event initialisation refines initialisation then @a: x ≔ 0 end event e extends e end'
    for event in 'g refines INITIALISATION then @a: x ≔ 0 end' 'g extends INITIALISATION end' 'g refines INITIALISATION e when @g: x = 3 then @a: x ≔ 0 end'; do
        refining 2 "event e extends e end event $event"
        expect_error "m.eventb:2:"
        expect_error "g cannot refine INITIALISATION, which happens once, before all events"
    done
    refining 2 'event INITIALISATION extends e end'
    expect_error "INITIALISATION refines INITIALISATION, and no other event"
}

@test "a variant does not speak of variables that are gone, nor does a temporal formula" {
    printf 'machine a variables x f invariants @i: x ∈ 0‥3 @f: f ∈ ℕ ⇸ BOOL events event INITIALISATION then @a: x ≔ 0 @f: f ≔ ∅ end anticipated event up where @g: x < 3 then @a: x ≔ x + 1 end end
machine b refines a variables y invariants @j: y ∈ 0‥3 @gl: x = y variant VARIANT events event INITIALISATION then @a: y ≔ 0 end
anticipated event up refines up where @g: y < 3 then @a: y ≔ y + 1 end end\n' >m.eventb
    for variant in x f 'card(f)' 'card({f(1)})'; do
        sed "s/VARIANT/$variant/" m.eventb >gone.eventb
        rtcheck eventb --machine b gone.eventb
        expect_status 2
        expect_error "gone.eventb:2:"
    done
    sed 's/VARIANT/3 − y/' m.eventb >there.eventb
    rtcheck eventb --machine b there.eventb
    expect_status 0
    rtcheck eventb --machine b --ltl 'G {x = 0}' there.eventb
    expect_status 2
}

@test "a look beyond the bounds tells a broken invariant, also where steps leave a bound of the user's" {
    printf 'machine m variables x invariants @t: x ∈ ℤ @i: x ≠ 7 events event INITIALISATION then @a: x ≔ 0 end event e any n where @g: n ∈ ℕ then @z: x ≔ n end end\n' >m.eventb
    for bound in x=0..9 x=0..2; do
        rtcheck eventb --bound $bound m.eventb
        expect_status 1
        expect_output "invariant i is violated: x ≠ 7"
        expect_output "the violation was found there"
    done
}

@test "--lts: nothing follows a state that is none, or outside the bounds" {
    printf 'machine m variables s x invariants @s: s ⊆ 0‥3 @x: x ∈ 0‥3 events event INITIALISATION then @a: s ≔ {1} @b: x :∈ 2‥0 end event e end end\n' >m.eventb
    rtcheck eventb --lts m.aut m.eventb
    expect_status 1
    [ "$(cat m.aut)" = "des (0, 0, 1)" ]
    printf 'machine m variables s x invariants @s: s ⊆ 0‥3 @x: x ∈ 0‥3 events event INITIALISATION then @a: s ≔ {1} @b: x ≔ 2 end event e where @g: 1 ∈ s then @a: s ≔ ∅ end end\n' >m.eventb
    rtcheck eventb --bound x=0..1 --strict --lts m.aut m.eventb
    expect_status 1
    [ "$(cat m.aut)" = "des (0, 0, 1)" ]
}

@test "elements without a name are not called as a constant is" {
    printf 'context c sets S constants S2 axioms @a: S2 ∈ S end machine m sees c variables x invariants @t: x ∈ S @i: x = S2 events event INITIALISATION then @a: x :∈ S end end\n' >m.eventb
    rtcheck eventb --no-symmetry m.eventb
    expect_status 1
    expect_output "  S = {S1, S_2}  (default)"
    rtcheck eventb --bound S2=S_2 --json m.eventb
    expect_json "o['setups']" 1
    rtcheck eventb m.eventb
    expect_output "  S = {S2, S_2}  (default; its elements are alike)"
}

# with_axioms STATUS TEXT AXIOM...: a machine that sees them
with_axioms() {
    local wanted=$1 text=$2
    shift 2
    {
        printf 'context c sets S constants a b f g h n axioms\n @t: a ∈ S @u: b ∈ S @f: f ∈ {0, 2} @g: g ∈ 0‥1 ⇸ {6, 7} @h: h ∈ {1, 2} → 1‥2 @n: n ∈ 0‥3\n'
        printf ' %s\n' "$@"
        printf 'end\nmachine m sees c variables v invariants @i: v = 0 events event INITIALISATION then @a: v ≔ 0 end end\n'
    } >m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status "$wanted"
    expect_output "$text"
}

@test "an axiom must be well-defined where those before it hold, whatever later ones say" {
    for later in 'f ≠ 0' 'max({f}) ≠ 0' 'f ∗ f ≠ 0' 'f = 2'; do
        with_axioms 3 "x/WD: '10 ÷ f' is not well-defined: the divisor is 0, for f = 0, which the axioms before it allow" '@x: 10 ÷ f = 5' "@y: $later"
        expect_output "  unknown              x/WD"
        with_axioms 0 "holds" "@y: $later" '@x: 10 ÷ f = 5'
    done
    for spelling in 'g(0) = 6' '6 = g(0)' 'g(0) ∈ {6}' '¬(g(0) ≠ 6)' 'g(0) + 0 = 6' 'g(0) = 6 ∨ g(0) = 7'; do
        with_axioms 3 "x/WD: 'g(0)' is not well-defined: '0' is not in the domain of 'g', for g = ∅" "@x: $spelling"
        with_axioms 0 "holds" '@d: 0 ∈ dom(g)' "@x: $spelling"
    done
    with_axioms 3 "x/WD: '10 ÷ (n − 3)' is not well-defined: the divisor is 0, for n = 3" '@x: 10 ÷ (n − 3) < 1 ∧ n < 3'
    with_axioms 0 "holds" '@x: n < 3 ∧ 10 ÷ (n − 3) < 1'
    with_axioms 3 "x/WD: 'h(f)' is not well-defined: 'f' is not in the domain of 'h', for f = 0" '@x: h(f) = 2' '@y: f ∈ dom(h)'
    with_axioms 3 "x/WD" '@x: n = 3 ÷ card({a, b} ∖ {a})' '@y: a ≠ b' # a and b are taken for two elements
    with_axioms 0 "holds" '@y: a ≠ b' '@x: n = 3 ÷ card({a, b} ∖ {a})'
    with_axioms 3 "x/WD" '@x: n = g(0) − 6' # which gives n its value
    with_axioms 0 "holds" '@y: n ≥ 1' '@x: 10 ÷ n > 0 ∧ n ∈ dom({1 ↦ 1, 2 ↦ 2})'
}

@test "a theorem among the axioms must be well-defined and true where those before it hold" {
    with_axioms 3 "theorem x: it does not follow from the axioms before it, as it is false, for n = 0" 'theorem @x: n > 0' '@y: n ≠ 0'
    expect_output "  unknown              x/THM"
    with_axioms 0 "holds" '@y: n ≠ 0' 'theorem @x: n > 0'
    with_axioms 3 "x/WD: '10 ÷ n' is not well-defined: the divisor is 0, for n = 0" 'theorem @x: 10 ÷ n > 1' '@y: n ≠ 0'
    with_axioms 1 "theorem x is violated: n > 0" 'theorem @x: n > 0'
}

with_elements() { # STATUS TEXT AXIOMS: these are all
    local constants="a b A f" types='@a0: a ∈ S @b0: b ∈ S @A0: A ⊆ S @f0: f ∈ 0‥1 ↔ S'
    [[ $3 != *num* ]] || constants="a num" types='@a0: a ∈ S @n0: num ∈ ℤ ↔ S'
    printf 'context c sets S constants %s axioms %s %s end\n' "$constants" "$types" "$3" >c.eventb
    for options in '' --no-symmetry; do
        rtcheck eventb --threads 1 $options c.eventb
        expect_status "$1"
        [ "$1" = 0 ] || expect_output "$2"
    done
}

@test "what later axioms say of the elements of a carrier set protects nothing before them" {
    for later in 'a ≠ b' '¬(a = b)' 'b ∉ {a}' '{a} ≠ {b}' 'card({a, b}) = 2' 'partition(S, {a}, {b})' 'S = {a, b} ∧ a ≠ b' 'partition(S, {a}, {b}, A)'; do
        with_elements 3 "theorem x: it does not follow from the axioms before it, as it is false, for " "theorem @x: a ≠ b @y: $later"
        with_elements 3 "x/WD: '{a ↦ 1, b ↦ 2}(a)' is not well-defined: " "@x: {a ↦ 1, b ↦ 2}(a) = 1 @y: $later"
        with_elements 0 "" "@y: $later theorem @x: a ≠ b @z: {a ↦ 1, b ↦ 2}(a) = 1"
    done
    with_elements 3 "theorem x: it does not follow" 'theorem @x: S = {a, b} @y: partition(S, {a}, {b})'
    with_elements 3 "theorem x: it does not follow" 'theorem @x: f ≠ {0 ↦ b, 1 ↦ b} @y: f ∈ 0‥1 ⤖ S'
    with_elements 3 "x/WD" '@x: f(1) = b @y: f ∈ 0‥1 ⤖ S'
    with_elements 0 "" '@y: f ∈ 0‥1 ⤖ S theorem @t: f(0) ≠ f(1)'
    with_elements 0 "" '@x: b ∉ {a} theorem @t: a ≠ b @y: a ≠ b' # it is known already, though not by what tells them apart
}

@test "nor does what they say of contexts that are extended, or of others" {
    for of in c0 cB; do
        printf 'context c0 sets S constants a b axioms @a0: a ∈ S @b0: b ∈ S end\ncontext cA extends c0 axioms @y: partition(S, {a}, {b}) end\ncontext cB extends c0 axioms @n: ⊤ end
            machine m sees cA cB variables v invariants @v: v = 0 events event INITIALISATION then @v: v ≔ 0 end end\n' |
            sed "s/^context $of\(.*\) end/context $of\1 theorem @x: S = {a, b} end/" >m.eventb
        rtcheck eventb --threads 1 m.eventb
        expect_status 3
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {"
    done
}

@test "nor what they say of its size" {
    with_elements 3 "x/WD: '10 ÷ (card(S) − 3)' is not well-defined: the divisor is 0, for S = {" '@x: 10 ÷ (card(S) − 3) < 99'
    for later in 'card(S) = 2' 'card(S) < 3' 'card(S) ≠ 3' 'f ∈ 0‥1 ⤖ S' 'S = {a, b}'; do
        with_elements 3 "x/WD: '10 ÷ (card(S) − 3)' is not well-defined" "@x: 10 ÷ (card(S) − 3) < 99 @y: $later"
        with_elements 3 "theorem x: it does not follow from the axioms before it, as it is false, for S = {" "theorem @x: card(S) ≠ 3 @y: $later"
        with_elements 0 "" "@y: $later theorem @x: card(S) ≠ 3 @z: 10 ÷ (card(S) − 3) < 99"
    done
    with_elements 3 "theorem x: it does not follow from the axioms before it, as it is false, for S = {" 'theorem @x: card(S) > 1 @y: card(S) = 2'
    printf 'context c sets S T axioms theorem @x: card(S) = card(T) @y: card(S) = 2 @z: card(T) = 2 end\n' >c.eventb
    rtcheck eventb c.eventb
    expect_status 3
    expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {S1}, T = {T1, T2}"
    rtcheck eventb --no-beyond c.eventb # nobody looks at other sizes
    expect_status 0
}

@test "nor that it has no end" {
    with_elements 3 "theorem x: it does not follow from the axioms before it, as it is false, for num = ∅" 'theorem @x: 0 ∈ dom(num) @y: num ∈ ℤ ⤖ S'
    with_elements 3 "x/WD: 'num(0)' is not well-defined: '0' is not in the domain of 'num', for " '@x: num(0) = a @y: num ∈ ℤ ⤖ S'
    with_elements 3 "theorem x: it does not follow" 'theorem @x: ¬finite(S) @y: num ∈ ℤ ⤖ S'
    with_elements 0 "" '@y: num ∈ ℤ ⤖ S theorem @x: 0 ∈ dom(num) @z: num(0) = a'
}

@test "nor which element of a set without end a constant is" {
    without_end() { # STATUS PART BIJECTION AXIOMS
        printf 'context c sets S constants num k l axioms @n: num ∈ %s @k: k ∈ S @l: l ∈ S %s end\n' "$3" "$4" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_status "$1"
        expect_output "$2"
    }
    for later in 'num(k) = 3' 'k = num∼(3)'; do
        without_end 3 "x/WD: '10 ÷ (k − 2)' is not well-defined: the divisor is 0, for k = 2" 'S ⤖ ℤ' "@x: 10 ÷ (num(k) − 2) < 99 @y: $later"
        without_end 3 "theorem x: it does not follow from the axioms before it, as it is false, for k = -1" 'S ⤖ ℤ' "theorem @x: num(k) > 2 @y: $later"
        without_end 0 "4 hold within bounds, 0 violated, 0 unknown" 'S ⤖ ℤ' "@y: $later theorem @x: num(k) > 2 @z: 10 ÷ (num(k) − 2) < 99"
    done
    without_end 3 "theorem x: it does not follow from the axioms before it, as it is false, for k = FALSE↦-1" 'BOOL×ℤ ⤖ S' 'theorem @x: prj1(num∼(k)) = TRUE @y: prj1(num∼(k)) = TRUE'
    without_end 3 "x/WD: '10 ÷ (prj2(k) − 2)' is not well-defined: the divisor is 0, for k = FALSE↦2" 'BOOL×ℤ ⤖ S' '@x: 10 ÷ (prj2(num∼(k)) − 2) < 99 @y: num∼(k) = TRUE ↦ 3'
    without_end 3 "theorem x: it does not follow from the axioms before it, as it is false, for k = -1, l = -1" 'S ⤖ ℤ' 'theorem @x: l ≠ k @y: l ≠ k'
}

@test "of a theorem for which there are too many constants nothing is known" {
    printf 'context c constants r q k axioms @r: r ∈ 0‥2 ↔ 0‥2 @q: q ∈ 0‥2 ↔ 0‥2 @k: k ∈ 0‥2 theorem @x: r ∩ q ⊆ r ∧ 10 ÷ (k − 3) < 99 ∧ k < 2 @y: k = 1 @z: r = ∅ ∧ q = ∅ end\n' >c.eventb
    rtcheck eventb c.eventb
    expect_output "unknown              x/THM"
    expect_output "unknown              x/WD"
}

@test "of a carrier set one element more than the axioms before need is tried" {
    follows() { # CONSTANTS AXIOMS
        printf 'context c sets S constants %s axioms %s end\n' "$1" "$2" >c.eventb
        rtcheck eventb --threads 1 c.eventb
    }
    three='@a: a ∈ S @b: b ∈ S @d: d ∈ S @e: a ≠ b @f: b ≠ d @g: a ≠ d'
    for axioms in "$three theorem @x: S = {a, b, d} @y: partition(S, {a}, {b}, {d})" "$three @x: 10 ÷ (card(S) − 4) < 99 @y: S = {a, b, d}" \
        '@a: a ∈ S @b: b ∈ S @d: d ∈ S @e: card({a, b, d}) = 3 theorem @x: S = {a, b, d} @y: partition(S, {a}, {b}, {d})' "$three @h: card(S) ≥ 3 theorem @x: card(S) = 3 @y: card(S) = 3"; do
        follows "a b d" "$axioms"
        expect_status 3
        expect_output "for S = {"
    done
    for last in 3 4; do
        follows f "@f: f ∈ 1‥$last ↣ S theorem @x: ran(f) = S @y: f ∈ 1‥$last ⤖ S"
        expect_status 3
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {S1, "
    done
    follows "a b d" "$three @y: partition(S, {a}, {b}, {d}) theorem @x: S = {a, b, d}"
    expect_status 0
}

@test "also where it does not show from how they are written how many that are" {
    hidden() { # STATUS CONSTANTS AXIOMS
        printf 'context c sets S constants %s axioms %s end\n' "$2" "$3" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_status "$1"
    }
    for three in 'a ∉ {b, d} ∧ b ≠ d' '{a, b} ∩ {d} = ∅ ∧ a ≠ b'; do
        hidden 3 'a b d' "@a: {a, b, d} ⊆ S @e: $three theorem @x: S = {a, b, d} @y: card(S) = 3"
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {"
        hidden 0 'a b d' "@a: {a, b, d} ⊆ S @e: $three @y: card(S) = 3 theorem @x: S = {a, b, d}"
    done
    hidden 3 'a b d e' '@a: {a, b, d, e} ⊆ S @f: {a, b} ∩ {d, e} = ∅ @g: a ≠ b @h: d ≠ e theorem @x: S = {a, b, d, e} @y: card(S) = 4'
    hidden 3 k '@s: finite(S) @k: k = card(S) @l: k > 2 theorem @x: k = 3 @y: k = 3'
    hidden 3 'n f' '@n: n ∈ ℕ1 @f: f ∈ S ⤖ 1‥n @l: n > 2 theorem @x: n ≠ 4 @y: n = 3'
}

@test "other sizes, and larger values of data types, go with integers beyond the default range" {
    for theorem in 'card(S) ≠ 1 ∨ k < 5' 'card(S) < 3 ∨ k < 5'; do
        printf 'context c sets S constants k axioms @s: finite(S) @k: k ∈ ℕ theorem @x: %s @y: card(S) = 2 @z: k = 1 end\n' "$theorem" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_status 3
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {"
        expect_output "k = 5"
    done
}

@test "and a machine is looked at with such sets" {
    of_three() { # INVARIANT AXIOM
        printf 'context c sets S constants a b d axioms @a: a ∈ S @b: b ∈ S @d: d ∈ S @e: a ≠ b @f: b ≠ d @g: a ≠ d @s: finite(S) @h: %s end
            machine m sees c variables v invariants @v: v = 0 @x: %s events event INITIALISATION then @v: v ≔ 0 end end\n' "$2" "$1" >m.eventb
        rtcheck eventb --json --machine m m.eventb
    }
    of_three 'S = {a, b, d}' ⊤
    expect_status 1
    expect_json "[(b['more_elements'], b['violated']) for b in o['beyond']]" "[(True, True)]"
    of_three 'a ∈ S' ⊤
    expect_status 0
    expect_json "[(b['more_elements'], b['made']) for b in o['beyond']]" "[(True, True)]"
    rtcheck eventb --machine m m.eventb
    expect_output "  carrier sets of one element more than the axioms need were tried as well"
    of_three 'S = {a, b, d}' 'card(S) < 4' # there are none
    expect_status 0
    expect_json "o['beyond']" "[]"
    needing() { # STATUS CONSTANTS AXIOMS INVARIANT
        printf 'context c sets S %s axioms @s: finite(S) %s end machine m sees c variables v invariants @v: v = 0 @x: %s events event INITIALISATION then @v: v ≔ 0 end end\n' "$2" "$3" "$4" >m.eventb
        rtcheck eventb --json m.eventb
        expect_status "$1"
    }
    needing 1 'constants a b d' '@a: {a, b, d} ⊆ S @e: a ∉ {b, d} @f: b ≠ d' 'S = {a, b, d}'
    expect_json "[(b['set_size'], b['violated']) for b in o['beyond']]" "[(4, True)]"
    needing 1 '' '@e: card(S) ∈ {3, 4}' 'card(S) = 3'
    needing 1 'constants n f' '@n: n ∈ 4‥5 @f: f ∈ 1‥n ⤖ S' 'n = 4'
    needing 0 'constants n f' '@n: n ∈ 3‥3 @f: f ∈ 1‥n ⤖ S' 'n = 3'
    expect_json "[(b['set_size'], b['empty']) for b in o['beyond']]" "[(4, True)]"
}

@test "of several carrier sets, any two have all sizes beside each other" {
    for declared in 'S T' 'T S' 'S T U' 'U S T' 'T U S' 'S V U T'; do
        for sizes in '1 2' '2 1' '1 3' '3 1' '2 3' '3 2' '1 1' '3 3'; do
            read -r s t <<<"$sizes"
            printf 'context c sets %s axioms @s: finite(S) @t: finite(T) theorem @x: card(S) ≠ %s ∨ card(T) ≠ %s @y: card(S) = 2 @z: card(T) = 2 end\n' "$declared" "$s" "$t" >c.eventb
            rtcheck eventb --threads 1 c.eventb
            expect_status 3
            expect_output "theorem x: it does not follow from the axioms before it, as it is false, for "
        done
    done
}

@test "a theorem that nothing follows is looked at with sets of other sizes, too" {
    for axioms in '@a: a ∈ S theorem @x: ∃y·y ∈ S ∧ y ≠ a' '@a: a ∈ S theorem @x: ∃y·y ∈ S ∧ y ≠ a @y: ⊤'; do
        printf 'context c sets S constants a axioms %s end\n' "$axioms" >c.eventb
        rtcheck eventb c.eventb
        expect_status 3
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for S = {a}"
    done
    printf 'context c sets S T constants f axioms @f: f ∈ S → T theorem @x: f ∈ S ↣ T ⇒ f ∈ S ⤖ T end\n' >c.eventb
    rtcheck eventb c.eventb
    expect_status 3
    for theorem in 'card(S) < 3' 'card(S) = 2'; do # a look at the machine shows it
        printf 'context c sets S axioms @s: finite(S) theorem @x: %s end\n' "$theorem" >c.eventb
        rtcheck eventb c.eventb
        expect_status 1
    done
}

@test "where there are too many choices for other sizes, that is told" {
    two_relations() { # STATUS TYPE THEOREM
        printf 'context c sets S T constants f g axioms @f: f ∈ %s @g: g ∈ %s theorem @x: %s @y: card(S) = 2 end\n' "$2" "$2" "$3" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_status "$1"
    }
    two_relations 3 'S ↔ T' 'card(S) < 3 ∨ card(T) < 3 ∨ f = g ∨ f = ∅ ∨ g = ∅'
    expect_output "f = {S1↦T1}, g = {S1↦T2}"
    expect_no_output "other sizes"
    two_relations 0 'S ↔ T' 'f ∩ g ⊆ f'
    expect_output "  other sizes of carrier sets and data types, not all choices of the constants: x  (axioms)"
    two_relations 0 'S' 'f = g ⇒ {f} = {g}'
    expect_no_output "other sizes"
}

@test "theorems before it leave work for sets of other sizes" {
    { # Each of these takes some
        echo 'context c sets S constants r q axioms @s: finite(S) @r: r ∈ S ↔ S @q: q ∈ S ↔ S'
        for i in $(seq 40); do echo "theorem @t$i: r ∩ q ⊆ q ∧ $i = $i"; done
        echo '@x: 10 ÷ (card(S) − 3) < 99 @y: card(S) = 2 end'
    } >c.eventb
    rtcheck eventb --threads 1 c.eventb
    expect_status 3
    expect_output "x/WD: '10 ÷ (card(S) − 3)' is not well-defined: the divisor is 0, for S = {"
}

@test "and for integers" {
    {
        echo 'context c constants r q k axioms @r: r ∈ 0‥2 ↔ 0‥2 @q: q ∈ 0‥2 ↔ 0‥2 @k: k ∈ ℕ'
        for i in $(seq 40); do echo "theorem @t$i: r ∩ q ⊆ q ∧ $i = $i"; done
        echo '@x: 10 ÷ (k − 5) < 99 @y: k = 2 @z: r = ∅ ∧ q = ∅ end'
    } >c.eventb
    rtcheck eventb --threads 1 c.eventb
    expect_status 3
    expect_output "x/WD: '10 ÷ (k − 5)' is not well-defined: the divisor is 0, for k = 5"
}

@test "what axioms say of carrier sets takes no time where others do not rest on them" {
    {
        echo "context c sets S constants a b $(printf 'k%s ' $(seq 250)) axioms @a: a ∈ S @b: b ∈ S"
        for i in $(seq 250); do echo "@t$i: k$i ∈ 0‥3 @v$i: k$i = $((i % 4)) theorem @h$i: k$i + 1 > 0 @d$i: 10 ÷ (k$i + 1) > 0"; done
        echo '@z: a ≠ b end'
    } >c.eventb
    rtcheck eventb --threads 1 --time 10s c.eventb
    expect_status 0
    printf 'context c sets S constants a b k axioms @a: a ∈ S @b: b ∈ S @k: k ∈ ℕ @n: k = card({a, b}) theorem @x: k > 1 @z: a ≠ b end\n' >c.eventb
    rtcheck eventb c.eventb # this one does, though it does not speak of them
    expect_status 3
    expect_output "theorem x: it does not follow from the axioms before it, as it is false, for k = 1"
}

@test "integers inside pairs, functions and sets are tried in all of -10..30" {
    inside() { # TYPE AXIOMS
        printf 'context c constants s axioms @s: s ∈ %s %s end\n' "$1" "$2" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_status 3
    }
    for set in ℤ ℕ; do
        for value in 7 9 30; do
            inside "{0} → $set" "theorem @x: s(0) ≠ $value @y: s = {0 ↦ 3}"
            inside "{0} → $set" "@x: 10 ÷ (s(0) − $value) < 99 @y: s = {0 ↦ 2}"
            inside "BOOL → $set" "theorem @x: s(TRUE) ≠ $value @y: s(TRUE) = 3"
            inside "$set × $set" "theorem @x: prj1(s) ≠ $value @y: prj1(s) = 3"
            inside "$set × {TRUE}" "@x: 10 ÷ (prj1(s) − $value) < 99 @y: s = 1 ↦ TRUE"
        done
    done
    inside '{0} → ℤ' 'theorem @x: s(0) > 0 − 2 ∗ 5 @y: s = {0 ↦ 3}'
}

@test "where integers -10..30 are too much for an axiom, that is not known" {
    for axioms in '@k: k ∈ ℕ @s: s = ℙ(0‥k) theorem @x: k ≠ 25 @y: k = 0' '@k: k = 0 @s: s ⊆ ℙ(ℤ) ∧ card(s) < 2 theorem @x: {9} ∉ s @y: s = ∅'; do
        printf 'context c constants k s axioms %s end\n' "$axioms" >c.eventb
        rtcheck eventb --threads 1 c.eventb
        expect_output "  unknown              x/THM"
    done
}

@test "a look at larger carrier sets tells what there is to be seen" {
    of_size() { # AXIOM
        printf 'context c sets S constants k axioms @k: k ∈ S @f: finite(S) @x: %s end\n' "$1" >c.eventb
        rtcheck eventb --json c.eventb
    }
    of_size 'card(S) < 3' # there are none, and nobody looks
    expect_status 0
    expect_json "o['beyond']" "[]"
    of_size 'card(S) ≠ 3'
    expect_status 0
    expect_json "[(b['set_size'], b['made'], b['empty']) for b in o['beyond']]" "[(3, False, True)]"
    rtcheck eventb c.eventb
    expect_output "  carrier sets of 3: no constants satisfy the axioms there"
    of_size 'card(S) ≠ 4'
    expect_json "[(b['set_size'], b['made'], b['empty']) for b in o['beyond']]" "[(3, True, False)]"
}

@test "constants are looked for in carrier sets of one and of four elements, too" {
    for axiom in 'card(S) ∈ {1, 5}' 'S ⊆ {k}' '∀x, y·x ∈ S ∧ y ∈ S ⇒ x = y' '∃f·f ∈ S ↣ 1‥1'; do
        printf 'context c sets S constants k axioms @k: k ∈ S @x: %s end\n' "$axiom" >c.eventb
        rtcheck eventb c.eventb
        expect_status 0
        expect_output "the answer is about carrier sets of 1"
    done
    printf 'context c sets S axioms @x: ∃f·f ∈ S ⤖ 1‥4 end\n' >c.eventb
    rtcheck eventb c.eventb
    expect_status 0
    expect_output "the answer is about carrier sets of 4"
}

@test "of constants that an axiom does not speak of, any that those before it allow will do" {
    for tied in 's ⊆ (0‥k) × (0‥k)' 's ∈ 0‥k → ℙ(0‥k)' 's ∈ 0‥k → BOOL' 's ∈ ℙ(0‥k) → BOOL'; do
        printf 'context c constants k s axioms @k: k ∈ ℕ @s: %s theorem @x: k ≠ 5 @y: k = 0 end\n' "$tied" >c.eventb
        rtcheck eventb c.eventb
        expect_status 3
        expect_output "theorem x: it does not follow from the axioms before it, as it is false, for k = 5"
    done
    printf 'context c constants s axioms @s: s ∈ ℙ(ℙ(ℕ)) theorem @x: {5} ∉ s @y: s = {{1}} end\n' >c.eventb
    rtcheck eventb c.eventb # there are too many
    expect_output "  unknown              x/THM"
}

@test "a set that an axiom defines is well-defined as a whole, or that is not known, which is told" {
    printf 'context c constants w axioms @w: w = (λx·x ∈ ℕ ∣ 10 ÷ x) end' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 3
    expect_output "w/WD: '10 ÷ x' is not well-defined: the divisor is 0"
    printf 'context c constants w axioms @w: w = (λx·x ∈ ℕ1 ∣ 10 ÷ x) @v: w(5) = 2 end' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 0
    expect_no_output "not checked: well-definedness of constants"
    printf 'context c constants w axioms @w: w = {y·y ∈ ℤ ∣ y ↦ 10 ÷ (y − 50)} end' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 3
    expect_output "w/WD: "
    expect_output "not checked: well-definedness of constants"
    expect_output "  unknown              w/WD"
    # A set that the bounds do not decide, and that is well-defined as its form shows.
    printf 'context c constants f axioms @f: f = (λi·i ∈ ℕ ∣ card({j ∣ j ∈ 0‥i ∧ j ∗ j ≤ i})) @w: ∀i·i ∈ ℕ ⇒ f(i + 1) ≥ 0 @v: ∀i·i ∈ ℕ1 ⇒ f(i) ∗ 7 mod f(i) = 0 ∨ f(i) = 0 end' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 3
    expect_output "v/WD: "
    expect_no_output "w/WD: "
}

@test "what defines a constant is well-defined where the axioms before it hold" {
    defining() { # STATUS TEXT AXIOMS
        printf 'context c constants g k axioms @k: k ∈ 0‥1 %s end\n' "$3" >c.eventb
        rtcheck eventb --no-beyond c.eventb
        expect_status "$1"
        expect_output "$2"
    }
    for set in '(λx·x ∈ ℤ ∣ 10 ÷ x)' '(λx·x ∈ ℕ ∣ 10 ÷ x)' '{x·x ∈ ℤ ∣ x ↦ 10 ÷ x}' '{x·⊤ ∣ x ↦ 10 ÷ x}'; do
        defining 3 "a/WD: '10 ÷ x' is not well-defined: the divisor is 0" "@a: g = $set"
    done
    defining 3 "a/WD: 'x ÷ k' is not well-defined: the divisor is 0, for k = 0" '@t: g ∈ ℕ → ℕ @a: ∀x·x ∈ ℕ ⇒ g(x) = x ÷ k @l: k = 1'
    defining 0 "holds" '@t: g ∈ ℕ → ℕ @l: k = 1 @a: ∀x·x ∈ ℕ ⇒ g(x) = x ÷ k'
    defining 3 "a/WD: 'g(x)' is not well-defined" '@a: ∀x·x ∈ ℕ ⇒ g(x) = x ∗ x @t: g ∈ ℕ → ℕ' # it need not be a function there
    for type in 'ℕ ⇸ ℤ' 'ℤ ⇸ ℤ' 'ℤ ↔ ℤ' 'ℕ → ℤ' 'ℙ(ℤ × ℤ)'; do # which does not hide what comes after it
        defining 3 "a/WD: '10 ÷ k' is not well-defined: the divisor is 0, for k = 0" "@t: g ∈ $type @a: g = (λx·x ∈ ℕ ∣ 10 ÷ k)"
        defining 3 "a/WD: '10 ÷ k' is not well-defined: the divisor is 0, for k = 0" "@a: g ∈ $type ∧ g = (λx·x ∈ ℕ ∣ 10 ÷ k) @l: k = 1"
        defining 0 "holds" "@t: g ∈ $type @l: k = 1 @a: g = (λx·x ∈ ℕ ∣ 10 ÷ k)"
    done
    for set in 'ℕ ∖ {10 ÷ k}' '{n ∣ n ∈ ℕ ∧ n > 2} ∖ {10 ÷ k}' '{n ∣ n ∈ ℕ ∧ n > 2} ∩ (0‥10 ÷ k)' 'ran((λn·n ∈ ℕ ∣ n) ▷ {10 ÷ k})' '{n ∣ n ∈ ℕ ∧ n > {1 ↦ 1}(k)}'; do
        defining 3 "k = 0, which the axioms before it allow" "@t: g ⊆ ℤ @a: g = $set"
        defining 0 "holds" "@t: g ⊆ ℤ @l: k = 1 @a: g = $set"
    done
    # A choice for which a definition is ill-defined is none.
    printf 'context c constants g k axioms @k: k ∈ 0‥1 @a: g = (λx·x ∈ ℕ ∣ 10 ÷ k) end machine m sees c variables x invariants @i: x = 0 @j: k = 1 events event INITIALISATION then @a: x ≔ 0 end end\n' >m.eventb
    rtcheck eventb --no-beyond m.eventb
    expect_status 3
    expect_output "  1 choice of the constants"
    # What is defined later is anything that the axioms before allow.
    defining 3 "a/WD: 'min(g)' is not well-defined: the set is empty, for g = ∅" '@t: g ⊆ ℕ @a: min(g) = 0 @d: g = ℕ'
    defining 3 "for g = ∅" '@t: g ∈ ℕ ⇸ ℕ @a: g(1) = 1 @d: g = (λx·x ∈ ℕ ∣ x)'
    defining 3 "for g = ∅, k = 0" '@t: g ∈ ℤ ↔ ℤ @a: g(k) ≥ −9 @d: g = {n ↦ m ∣ n ∈ ℤ ∧ m = n ∗ n}'
    defining 0 "holds" '@t: g ∈ ℕ → ℕ @a: g(k) ≤ 4 @d: ∀x·x ∈ ℕ ⇒ g(x) = x ∗ x'
    expect_no_output "  unknown"
}

@test "infinite functions that are made of others are applied by their parts" {
    applied() { # STATUS FUNCTION AXIOM
        printf 'context c constants g l axioms @l: l ∈ −1‥1 @g: g = %s %s end\n' "$2" "$3" >c.eventb
        rtcheck eventb --no-beyond --no-solver c.eventb
        expect_status "$1"
    }
    for function in 'ℕ × {1}' '(ℕ × {1}) ∪ (ℕ1 × {1})' '(ℤ × {1}) ∖ {−1 ↦ 1}' '(λn·n ∈ ℕ ∣ n) <+ {0 ↦ 1}' '(λn·n ∈ ℕ ∣ n) <+ {0 ↦ 5} <+ {0 ↦ 1}' '(λn·n ∈ ℕ ∣ 1) ∩ (ℕ × ℕ)'; do
        applied 3 "$function" '@a: g(l) = 1 @b: l = 1'
        expect_output "a/WD: 'g(l)' is not well-defined: 'l' is not in the domain of 'g', for l = -1"
        applied 0 "$function" '@b: l ≥ 0 @a: g(l) = 1 theorem @t: g(0) = 1'
        applied 1 "$function" '@b: l ≥ 0 theorem @t: g(1) = 2'
        applied 1 "$function" '@b: l ≥ 0 theorem @t: g(−1) = 2 ∨ l < 3'
    done
}

@test "a context that an axiom's own does not extend protects nothing in it" {
    printf 'context a constants k axioms @t: k ∈ 0‥1 end
context b extends a axioms @u: 10 ÷ k = 10 end
context d extends a axioms @v: k = 1 end
context e extends d axioms @w: 5 ÷ k = 5 end
machine m sees SEEN variables x invariants @i: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end end\n' >m.eventb
    for seen in 'd b' 'b d' 'e b'; do
        sed "s/SEEN/$seen/" m.eventb >seen.eventb
        rtcheck eventb --machine m seen.eventb
        expect_status 3
        expect_output "u/WD: '10 ÷ k' is not well-defined: the divisor is 0, for k = 0"
    done
    sed 's/SEEN/e/' m.eventb >seen.eventb
    rtcheck eventb --machine m seen.eventb
    expect_status 0
}

@test "constants that may satisfy the axioms before one that is ill-defined for them leave no verdict" {
    printf 'context c constants k axioms @a: k ∈ 0‥1 @b: k = 1 ∨ (∀s·s ⊆ ℕ ∧ s ≠ ∅ ⇒ (∃y·y ∈ s ∧ y ≥ 0)) @c: 10 ÷ k = 10 end\n' >c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 3
    sed -i 's/0‥1/1‥1/' c.eventb
    rtcheck eventb --no-beyond c.eventb
    expect_status 0
    in_doubt() { # STATUS AXIOMS
        printf 'context c sets S constants k f h axioms @a: k ∈ 0‥1 @f: f = {1 ↦ 1} @h: h ∈ S ⇸ 0‥1 @b: k = 1 ∨ (∀s·s ⊆ ℕ ∧ s ≠ ∅ ⇒ (∃y·y ∈ s ∧ y ≥ 0)) %s end\n' "$2" >c.eventb
        rtcheck eventb --no-beyond c.eventb
        expect_status "$1"
    }
    for axiom in 'f(k) = 1' '1 = f(k)' 'f∼(k) = 1' '(f;f)(k) = 1' '(f <+ {1 ↦ 1})(k) = 1' 'bool(f(k) = 1) = TRUE' 'f(k) = f(1)' 'f(k) = 1 ∨ k = 5' '{1 ↦ 1}(k) = 1' '10 ÷ k = 10' \
        '(∀s·s ⊆ ℕ ∧ s ≠ ∅ ⇒ (∃y·y ∈ s ∧ y ≥ 0)) ⇒ f(k) = 1'; do
        in_doubt 3 "@c: $axiom"
        expect_output "c/WD: "
        in_doubt 3 "@c: $axiom @d: k = 1" # and no later one makes that good
        expect_output "if the axioms before it, which are not all decided, allow that"
    done
    in_doubt 3 'theorem @c: k = 1 @d: k = 1'
    expect_output "theorem c: it does not follow from the axioms before it, as it is false, for k = 0, if the axioms before it"
    in_doubt 0 '@c: k + 1 > 0'
}

@test "theorems of a context alone are checked" {
    printf 'context c constants n axioms @a: n ∈ 0‥3 theorem @t: n > 1 end' >c.eventb
    rtcheck eventb c.eventb
    expect_status 1
    expect_output "theorem t is violated: n > 1"
    sed -i 's/0‥3/2‥3/' c.eventb
    rtcheck eventb c.eventb
    expect_status 0
    expect_output "proof obligations: 1 hold within bounds"
}

@test "an axiom about a λ that is false at a point is not assumed, whatever is known of the others" {
    for axiom in 'w ∈ ℕ → ℕ' 'w ∈ ℕ ⇸ ℕ' 'w(1) ∈ ℕ' '∀x·x ∈ ℕ ⇒ w(x) ∈ ℕ'; do
        for of in '2 ^ x − 50' 'x − 50'; do
            constant_w "w = (λx·x ∈ ℕ ∣ $of) @b: $axiom" '⊤' --no-solver
            expect_status 2
            expect_error "none satisfy"
        done
    done
    constant_w 'w = (λx·x ∈ ℕ ∣ 2 ^ x mod 7) @b: ∀x·x ∈ ℕ ⇒ w(x) ∈ {1, 2}' 'w(5) ≠ 4'
    expect_status 2
    expect_error "none satisfy ∀x·x ∈ ℕ ⇒ w(x) ∈ {1, 2}"
    constant_w 'w = (λx·x ∈ ℕ ∣ 2 ^ x) @b: w ∈ ℕ → ℕ' 'w(5) = 32'
    expect_status 0
    expect_output "assumed, as the bounds do not decide it: w ∈ ℕ → ℕ"
}

@test "a run that leaves the bounds stays there, also where others go on" {
    for event in '' 'event d when @g: x = 2 then @b: x ≔ 0 end'; do
        printf 'machine m variables x invariants @i: x ∈ ℤ events event INITIALISATION then @a: x ≔ 0 end event u when @g: x ≥ 0 then @b: x ≔ x + 1 end %s end' "$event" >m.eventb
        for bound in 2 3; do
            rtcheck eventb --bound x=0..$bound --ltl 'G F {x = 0}' m.eventb
            expect_status 1
            rtcheck eventb --bound x=0..$bound --ltl 'G {x ≥ 0}' m.eventb
            expect_status 0
        done
    done
}

@test "a look beyond the bounds in which steps are cut off says nothing" {
    printf 'machine m variables x invariants x ∈ ℤ events event INITIALISATION then x ≔ 0 end
event go any p where x = 0 ∧ p ∈ ℕ then x ≔ p end event up when x > 0 ∧ x < 20 then x ≔ x + 5 end event reset when x ≥ 20 then x ≔ 0 end end' >m.eventb
    rtcheck eventb --bound x=0..23 --ltl 'G ({x > 0} => F {x = 0})' m.eventb
    expect_status 0
    rtcheck eventb --ltl 'G ({x > 0} => F {x = 0 or x = 19})' m.eventb
    expect_status 0
    rtcheck eventb --ltl 'G {x /= 24}' m.eventb
    expect_status 1
    expect_output "go(p = 4)"
}

@test "but a run that does not leave them counts" {
    printf 'machine m variables y invariants @j: y ∈ ℤ events event INITIALISATION then @b: y ≔ 0 end event f any n where @g: n ∈ ℕ then @a: y ≔ n end end' >m.eventb
    rtcheck eventb --bound y=0..5 --ltl 'G {y < 5}' m.eventb
    expect_status 1
    expect_output "f(n = 5)"
    rtcheck eventb --bound y=0..5 --ltl 'G F {y < 5}' m.eventb # also for ever
    expect_status 1
    expect_no_output "the run is taken to stay here"
    printf 'context c sets S end machine m sees c variables y s invariants @j: y ∈ ℤ @k: s ⊆ S events event INITIALISATION then @b: y ≔ 0 @c: s ≔ ∅ end
event f any p where @g: p ∈ S ∖ s then @a: y ≔ y + 1 @s: s ≔ s ∪ {p} end end' >m.eventb
    rtcheck eventb --bound y=0..2 --ltl 'G {card(S ∖ s) ≠ 1 or y < 2}' m.eventb
    expect_status 1
    rtcheck eventb --bound y=0..2 --ltl 'F {s = S}' m.eventb # it stays at the bounds
    expect_status 0
}

@test "the run of a look beyond the bounds tells the constants that it has" {
    printf 'context c sets S constants n axioms @n: n = card(S) end machine m sees c variables x invariants @j: x ∈ 0‥2
events event INITIALISATION then x ≔ 0 end event e then x ≔ n end end' >m.eventb
    rtcheck eventb m.eventb
    expect_status 1
    expect_output "  n = 3"
}

@test "what is chosen from a set of numbers that is chosen itself, and from what numbers define, keeps its verdict" {
    cat >celebrity.eventb <<'END'
context c constants P c k
axioms @a: P ⊆ ℕ @c: c ∈ P @d: k ∈ P ∖ {c} ↔ P @e: k∼[{c}] = P ∖ {c} @f: k ∩ (P ◁ id) = ∅ end
machine m sees c variables r invariants @r: r ∈ P events event INITIALISATION then r ≔ c end end
END
    rtcheck eventb --no-beyond celebrity.eventb
    expect_status 0
    cat >way.eventb <<'END'
context c constants WAY a b axioms @a: {a, b} ⊆ ℕ @b: a < b @c: WAY = a ‥ b @d: b − a ≥ 20 end
machine m sees c variables x invariants @x: x ∈ WAY events event INITIALISATION then x ≔ a end end
END
    rtcheck eventb --no-beyond --json way.eventb
    expect_status 0
    expect_json "o['setups']" 4
}

@test "more numbers that are tied together than are looked at at once" {
    {
        printf 'context c\nconstants'
        for i in {0..29}; do printf ' k%d' $i; done
        printf '\naxioms\n@a0: k0 = 1\n'
        for i in {1..29}; do printf '@a%d: k%d = 1 + k%d\n' $i $i $((i - 1)); done
        printf 'end\nmachine m sees c variables x invariants @i: x ∈ ℤ @j: x ≤ k29 events event INITIALISATION then @a: x ≔ 0 end end\n'
    } >many.eventb
    rtcheck eventb --machine m many.eventb
    expect_status 0
}

@test "parts of infinite sets that define constants are well-defined, or leave no holds" {
    machine() { printf 'context c\nconstants h g\naxioms\n%s\nend\nmachine m sees c variables x invariants @i: x = 0 events event INITIALISATION then @a: x ≔ 0 end end\n' "$1" >parts.eventb; }
    for set in 'ℕ × {h(0)}' '{h(0)} × ℕ' 'ℕ1 × (ℕ × {h(0)})' 'ℕ → {h(0)}' 'ℕ ∪ {h(0)}'; do
        machine "@a1: h ∈ 0‥1 ⇸ 0‥1
@a2: g = $set
@a3: h = {0 ↦ 1}"
        rtcheck eventb --machine m parts.eventb
        expect_status 3
        machine "@a1: h ∈ 0‥1 → 0‥1
@a2: g = $set"
        rtcheck eventb --machine m parts.eventb
        expect_status 0
    done
    machine '@a1: g ∈ ℕ ⇸ ℕ
@a2: ∀x·x ∈ ℕ ⇒ g(x) = x
@a3: g ∈ ℕ → ℕ
@a4: h = 1'
    rtcheck eventb --machine m parts.eventb
    expect_output "unknown              a2/WD"
}

@test "an anticipated event that refines a convergent one has been shown to end before" {
    cat >ends.eventb <<'END'
machine m0 variables x invariants @i: x ∈ 0‥3 variant 3−x
events
  event INITIALISATION then @a: x ≔ 0 end
  convergent event a when @g: x < 3 then @a: x ≔ x+1 end
end
machine m1 refines m0 variables x variant x
events
  event INITIALISATION extends INITIALISATION end
  anticipated event a refines a when @g: x < 3 then @a: x ≔ x+1 end
end
END
    rtcheck eventb --machine m1 ends.eventb
    expect_status 0
    sed -i 's/convergent event a/anticipated event a/; s/variant 3−x//' ends.eventb
    rtcheck eventb --machine m1 ends.eventb
    expect_status 1
    expect_output "a/VAR is violated: the variant x increases"
}

# with_constants CONSTANTS AXIOMS INVARIANT OPTION...
with_constants() {
    printf 'context c constants %s axioms %s end machine m sees c variables x invariants @t: x = 0 @i: %s events event INITIALISATION then x ≔ 0 end end' "$1" "$2" "$3" >m.eventb
    shift 3
    rtcheck eventb --no-beyond "$@" m.eventb
}

# number_p GUARD INVARIANT: an event that gives x the number p
number_p() {
    printf 'machine m variables x invariants @t: x ∈ ℤ @i: %s events event INITIALISATION then x ≔ 0 end event e any p where p ∈ ℤ ∧ x ≤ 5 ∧ (%s) then x ≔ p end end' "$2" "$1" >m.eventb
    rtcheck eventb --no-beyond m.eventb
}

@test "alternatives of which one may be ill-defined give all values, and are tested where it is" {
    with_constants 'k f' '@a: k = 1 @b: f ∈ ℤ @c: f = 9 ∨ f = 50 ÷ k' '⊤'
    expect_status 0
    expect_output "2 choices of the constants"
    with_constants 'k f' '@a: k = 1 @b: f ∈ ℤ @c: f = 9 ∨ f = 50 ÷ k' 'f ≠ 50'
    expect_status 1
    with_constants 'g f' '@a: g ∈ 1‥2 → 1‥2 @b: f ∈ ℤ @c: f = 9 ∨ f = max(ran(g)) ∗ 20' 'f ≤ 40'
    expect_status 0
    expect_output "8 choices of the constants"
    with_constants 'k f' '@a: k ∈ 0‥1 @b: f ∈ ℤ @c: f = 9 ∨ f = 10 ÷ k' '⊤'
    expect_status 3
    expect_output "c/WD: '10 ÷ k' is not well-defined: the divisor is 0, for k = 0"
    with_constants 'k f' '@a: k ∈ 0‥1 @b: f ∈ {9} @c: f = 9 ∨ f = 10 ÷ k' '⊤'
    expect_status 0
    expect_output "2 choices of the constants"
    number_p 'p = 9 ∨ p = 10 ÷ (x + 1)' 'x ≤ 9'
    expect_status 1
    expect_output "e(p = 10)"
    number_p 'p = 9 ∨ p = 10 ÷ (x + 1)' 'x ≤ 10'
    expect_status 0
    number_p '(x ≠ 0 ∧ p = 10 ÷ x) ∨ (x = 0 ∧ p = 5)' 'x ∈ {0, 2, 5}'
    expect_status 0
    number_p '(x ≠ 0 ∧ p = 10 ÷ x) ∨ (x = 0 ∧ p = 5)' 'x ≠ 2'
    expect_status 1
    number_p 'p = 9 ∨ p = 10 ÷ x' '⊤'
    expect_status 1
    expect_output "'10 ÷ x' is not well-defined: the divisor is 0"
    number_p 'p = 9 ∧ (p = 9 ∨ p = 10 ÷ x)' 'x ∈ {0, 9}'
    expect_status 0
}

@test "a constant that is a relation overridden by an infinite one" {
    for formula in 'f(1) = 1' 'f(−4) = 5' 'f(100) = 100' 'f ∈ ℤ ⇸ ℤ' 'dom(f) = ℕ ∪ {−4}' '1 ↦ 2 ∉ f' '(f <+ {1 ↦ 7})(1) = 7'; do
        with_constants 'f' '@b: f = {1 ↦ 2, −4 ↦ 5} <+ (λn·n ∈ ℕ ∣ n)' "$formula"
        expect_status 0
        with_constants 'f' '@b: f = {1 ↦ 2, −4 ↦ 5} <+ (λn·n ∈ ℕ ∣ n)' "¬($formula)"
        expect_status 1
    done
    with_constants 'f' '@b: f = {1 ↦ 2} <+ (λn·n ∈ ℕ ∣ n)' 'f(−5) = 1 ∨ ⊤'
    expect_status 1
    expect_output "'−5' is not in the domain of 'f'"
    with_constants 'k f' '@a: k ∈ 0‥1 @b: f = {1 ↦ 2} <+ (λn·n ∈ ℕ ∣ 10 ÷ k)' '⊤'
    expect_status 3
    expect_output "b/WD: '10 ÷ k' is not well-defined"
}

@test "whether there are constants is unknown where the bounds do not decide an axiom that gives them" {
    with_constants 'w' '@b: w = {1 ↦ 2} ; (λx·x ∈ ℕ ∣ x) ; {y·y ∈ ℕ ∧ (∃z·z ∗ z ∗ z = y + 7) ∣ y ↦ 1}' '⊤' --no-solver
    expect_status 3
    expect_output "axioms: '∃z·z ∗ z ∗ z = y + 7' is not decided"
}

@test "a run that leaves the bounds does not come back" {
    printf 'machine m variables x invariants x ∈ ℤ events event INITIALISATION then x ≔ 0 end
event u when x = 0 then x ≔ 5 end event v when x = 0 then x ≔ 1 end end' >m.eventb
    for formula in 'X ({x=0} => G {x=0})' '({x=0} & X {x=1}) or (G {x=0})' 'X {x=1} or X X {x=0}' 'X X ({x=0} => G {x=0})'; do
        for store in exact tree; do
            rtcheck eventb --bound x=0..1 --store $store --ltl "$formula" m.eventb
            expect_status 0
            expect_no_output "events that never happen"
        done
    done
    # A step that violates an invariant outside of the bounds is taken, and the run stays there.
    sed 's/x ∈ ℤ/x ∈ ℤ @k: x ≤ 1/' m.eventb >k.eventb
    rtcheck eventb --bound x=0..1 --ltl 'F {x = 1}' --ltl 'X {x ∈ {1, 5}}' --ltl 'X X {x ∈ {1, 5}}' --json k.eventb
    expect_status 1
    expect_json "[p['verdict'] for p in o['properties']]" "['violated', 'violated', 'holds', 'holds']"
    rtcheck eventb --bound x=0..1 --ltl 'F {x=1}' m.eventb
    expect_status 1
    expect_output "u: leaves the bounds; the run is taken to stay here"
    rtcheck eventb --bound x=0..1 --json m.eventb
    expect_output '"name": "u",
      "happens": true'
}

@test "constants whose definition is not known to have a value, or has none, violate nothing" {
    for bounds in '' '--no-solver' '--bound INT=-1..9'; do
        for at in 3 4; do
            with_constants 'k w' "@a: k ∈ 0‥1 @b: w = (λm·m ∈ ℕ1 ∣ k ÷ ($at − m))" 'k = 1' $bounds
            [[ $status != [01] ]] || fail "a verdict with constants that are none"
            with_constants 'w' "@b: w = (λm·m ∈ ℕ1 ∣ 10 ÷ ($at − m))" '5 ∉ ℕ1' $bounds
            expect_status 3
        done
        with_constants 'k w' '@a: k ∈ 0‥1 @b: w = (λm·m ∈ ℕ1 ∣ k ÷ m)' 'k = 1' $bounds
        expect_status 1
    done
}

@test "an axiom is well-defined, and a theorem true, also for integers that only later axioms rule out" {
    without_beyond=
    after() { # STATUS AXIOMS
        printf 'context c constants k axioms @a: k ∈ ℕ %s end machine m sees c variables x invariants @i: x = 0 events event INITIALISATION then x ≔ 0 end end' "$2" >m.eventb
        rtcheck eventb $without_beyond --machine m m.eventb
        expect_status "$1"
    }
    for later in 'k < 9' 'k < 3' 'k = 1' 'k ∈ {1, 2}'; do
        after 3 "@b: 10 ÷ (k − 5) < 99 @c: $later"
        expect_output "b/WD: '10 ÷ (k − 5)' is not well-defined: the divisor is 0, for k = 5, which the axioms before it allow"
        after 0 "@c: $later @b: 10 ÷ (k − 10) < 99"
        after 3 "theorem @t: k < 9 @c: $later"
        expect_output "theorem t: it does not follow from the axioms before it, as it is false, for k = 9"
        after 0 "theorem @t: k + 1 > 0 @c: $later"
    done
    without_beyond=--no-beyond # what is left out is told all the same
    for at in 5 50 59; do
        after 3 "@b: 10 ÷ (k − $at) < 99 @c: k < 60"
        expect_output "for k = $at"
    done
    after 3 '@b: 10 ÷ (k − 100) < 99 @c: k ∈ {0, 100}'
    expect_output "for k = 100"
}

@test "a number in a set that grows with another one, where both are tied by more" {
    for tie in 'p ≤ 2 − 2 ∗ q' 'p + q ≤ 2' 'q < 2 − p'; do
        printf 'machine m variables x invariants x ∈ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 end event e any p q where x = 0 ∧ q ∈ ℤ ∧ p ∈ (0‥q) ∪ {6, 7} ∧ %s then x ≔ p end end' "$tie" >m.eventb
        rtcheck eventb --no-beyond m.eventb
        expect_status 3
        rtcheck eventb --bound INT=-9..9 m.eventb
        expect_status 1
    done
}

@test "--all-violations goes on behind a step that violates a variant" {
    printf 'machine m variables x invariants @i: x ∈ 0‥1 @j: x ≠ 1 variant x events event INITIALISATION then @a: x ≔ 0 end
convergent event e when @g: x = 0 then @a: x ≔ 1 end event f when @g: x = 1 then @a: x ≔ 5 end end' >m.eventb
    rtcheck eventb --all-violations m.eventb
    expect_status 1
    expect_output "  states        3"
    for name in e/VAR e/j/INV f/i/INV; do
        expect_output "violated             $name"
    done
    sed 's/variant x/variant −x − 1/' m.eventb >nat.eventb
    rtcheck eventb --all-violations nat.eventb
    expect_status 1
    expect_output "violated             e/NAT"
    expect_output "violated             f/i/INV"
    rtcheck eventb m.eventb
    expect_first_line "violated: e/VAR is violated: the variant x does not decrease, at m.eventb:1"
    expect_output "e          x: 0 → 1"
}

@test "axioms that no carrier set has room for: the bounds in one line, and why" {
    printf 'context c\nsets S\nconstants f\naxioms\n  @a: f ∈ ℕ ↣ S\nend\nmachine m sees c\nvariables x\ninvariants @i: x ∈ ℕ\nevents\n  event INITIALISATION then @z: x ≔ 0 end\nend\n' >c.eventb
    rtcheck eventb --no-beyond --machine m c.eventb
    expect_status 2
    expect_error "note: the bounds are: S = {S1, S2} (default); integers -1..3 (default)"
    expect_error "note: carrier sets are finite here, and none of them has room for infinitely many numbers"
    sed -i 's/ℕ ↣ S/0‥3 ↣ S/' c.eventb # a larger one has
    rtcheck eventb --no-beyond --bound S=2 --machine m c.eventb
    expect_status 2
    [[ $errors != *"carrier sets are finite"* ]] || fail "a larger set has room"
}
