#!/usr/bin/env bats
# rtcheck xgdl: guides.

load helpers

@test "size, words, and the neutral guide" {
    echo '(a | b)*' >guide.xgdl
    rtcheck xgdl --words 3 guide.xgdl
    expect_status 0
    expect_first_line "2 interactions, 1 states, 2 transitions; words of any length"
    expect_output "       3  8"
    rtcheck xgdl --json --words 3 guide.xgdl
    expect_valid stdout.txt
    expect_json "o['words']" "[1, 2, 4, 8]"
    expect_json "o['cyclic']" True
}

@test "--word: allowed, not allowed, unknown interactions, quotes" {
    echo 'a ; "b c" ; d' >guide.xgdl
    rtcheck xgdl --word 'a "b c"' guide.xgdl
    expect_status 0
    rtcheck xgdl --word 'a d' guide.xgdl
    expect_status 1
    expect_output "interaction 2 of 2"
    rtcheck xgdl --word 'a z' guide.xgdl
    expect_status 1
    expect_output "does not know"
    rtcheck xgdl --json --word 'a d' guide.xgdl
    expect_valid stdout.txt
    expect_json "o['allowed_length']" 1
}

@test "--compare: four answers, and shortest words" {
    echo 'a*' >star.xgdl
    echo 'a+' >plus.xgdl
    echo 'a{0,3}' >three.xgdl
    echo 'a{0,2};b' >other.xgdl
    rtcheck xgdl star.xgdl --compare plus.xgdl
    expect_status 0
    expect_first_line "equal: the guides have the same words"
    rtcheck xgdl three.xgdl --compare star.xgdl
    expect_status 1
    expect_output "included"
    expect_output "only in star.xgdl: a a a a"
    rtcheck xgdl star.xgdl --compare three.xgdl
    expect_status 1
    expect_output "includes"
    rtcheck xgdl --json three.xgdl --compare other.xgdl
    expect_status 1
    expect_valid stdout.txt
    expect_json "o['relation']" different
    expect_json "o['only_first']" "['a', 'a', 'a']"
    expect_json "o['only_second']" "['b']"
}

@test "the triples of a scope cover it" {
    python3 - >triples.xgdl <<'END'
import itertools
components = [[f"f_{i}_1", f"f_{i}_2"] for i in range(1, 7)] + [[f"f_{i}"] for i in range(7, 13)]
parts = [chosen for triple in itertools.combinations(components, 3) for chosen in itertools.product(*triple)]
assert len(parts) == 720
print(" | ".join("(handle* || {0,3} of [%s])" % ", ".join(part) for part in parts))
END
    rtcheck xgdl "$ROOT/examples/guides/scope.xgdl" --compare triples.xgdl --time 10s
    expect_status 0
    expect_first_line "equal: the guides have the same words"
}

@test "too large for an automaton, but not for a word" {
    echo 'a||b||c||d||e||f||g||h||i||j||k||l||m||n||o||p||q||r||s||t||u||v||w' >large.xgdl
    rtcheck xgdl large.xgdl --states 1000
    expect_status 3
    expect_error "more than 1000 states"
    rtcheck xgdl --json large.xgdl --states 1000
    expect_status 3
    expect_json "(o['verdict'], o['complete'])" "('unknown', False)"
    rtcheck xgdl --json --print large.xgdl
    expect_status 2
    rtcheck xgdl large.xgdl --word 'w a w'
    expect_status 1
    expect_output "interaction 3 of 3"
}

@test "pictures" {
    echo 'a ; b*' >guide.xgdl
    rtcheck xgdl guide.xgdl -o guide.dot
    expect_status 0
    grep -q 's0 -> s1' guide.dot
    rtcheck xgdl guide.xgdl -o guide.txt
    expect_status 2
    need dot
    rtcheck xgdl guide.xgdl -o guide.svg
    grep -q '<svg' guide.svg
}

@test "bad input has a place, and status 2" {
    printf 'a ;\n{3,1} of [b]\n' >bad.xgdl
    rtcheck xgdl bad.xgdl
    expect_status 2
    expect_error "bad.xgdl:2:1: error: {3,1} has no number between its bounds"
    rtcheck xgdl --json bad.xgdl
    expect_status 2
    expect_valid stdout.txt
    rtcheck xgdl missing.xgdl
    expect_status 2
    expect_error "missing.xgdl"
    printf 'a' >good.xgdl
    rtcheck xgdl good.xgdl --compare bad.xgdl
    expect_status 2
    rtcheck xgdl good.xgdl --word a --print
    expect_status 2
}

@test "definitions that nobody uses are warned of" {
    echo 'def x = a guide b' >guide.xgdl
    rtcheck xgdl guide.xgdl
    expect_status 0
    expect_error "warning: 'x' is not used"
}

@test "terms in terms, by signs or by definitions, end with a message" {
    { printf a; printf '*%.0s' {1..5000}; } >same.xgdl # repetitions of repetitions are one
    rtcheck xgdl same.xgdl
    expect_status 0
    { printf a; printf '{2}{0,1}{1000000}%.0s' {1..5000}; } >stars.xgdl
    { echo 'def a0 = a'; awk 'BEGIN { for (i = 1; i <= 3000; i++) print "def a" i " = (a" i - 1 "; b)*" }'; echo 'guide a3000'; } >defined.xgdl
    for guide in stars defined; do
        rtcheck xgdl $guide.xgdl
        expect_status 2
        expect_error "terms in terms, more than 2000 of them"
    done
}

@test "definitions that double again and again are refused, with their place" {
    { echo 'def d0 = a ; a'; for i in $(seq 59); do echo "def d$i = d$((i - 1)) ; d$((i - 1))"; done; echo 'guide d59'; } >defs.xgdl
    for options in "" --print "--word a"; do
        rtcheck xgdl defs.xgdl $options
        expect_status 2
        expect_error "defs.xgdl:22:1: error: more than 1048576 terms, definitions put in their places"
    done
}
