#!/usr/bin/env bats
# rtcheck graph: automata and reachable states.

load helpers


@test "DOT on standard output" {
    rtcheck graph talk.pml
    expect_status 0
    expect_output "digraph"
    expect_output "client"
    expect_output "r?answer"
}

@test "one process only" {
    rtcheck graph talk.pml --process server
    expect_status 0
    expect_output "server"
    expect_no_output "client"
    rtcheck graph talk.pml --process servre
    expect_status 2
    expect_error "did you mean 'server'?"
}

@test "pictures" {
    need dot
    for ending in svg png pdf dot; do
        rtcheck graph talk.pml -o g.$ending
        expect_status 0
        [ -s g.$ending ]
    done
    python3 -c "import xml.dom.minidom as m; m.parse('g.svg')"
    head -c 8 g.png | grep -q PNG
}

@test "DOT that Graphviz accepts, whatever the model prints" {
    need dot
    printf 'active proctype p() { printf("a \\"b\\" \\\\ <c> %%d\\n", 3) }' >quotes.pml
    rtcheck graph quotes.pml -o g.svg
    expect_status 0
    rtcheck graph quotes.pml --states -o g.svg
    expect_status 0
}

@test "reachable states, errors in red" {
    rtcheck graph broken.pml --states
    expect_status 0
    expect_output "x = 0"
    expect_output "x = 2"
    expect_output "fontcolor=\"#b3261e\""
    rtcheck graph stuck.pml --states
    expect_output "fillcolor=\"#fde7e5\""
}

@test "a large graph is cut off, and says so" {
    printf 'byte x; active proctype p() { do :: x++ od }' >large.pml
    rtcheck graph large.pml --states --limit 10
    expect_status 0
    expect_error "only the first 10 states are drawn"
    [ "$(grep -c '^  s[0-9]* \[' stdout.txt)" = 10 ]
}

@test "without Graphviz the error says so" {
    mkdir none
    status=0
    PATH=$PWD/none "$RTCHECK" graph --compiler tcc talk.pml -o g.svg >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    expect_status 2
    expect_error "need Graphviz"
    expect_absent g.svg
}

@test "bad usage and bad input" {
    rtcheck graph
    expect_status 2
    rtcheck graph talk.pml -o g.jpeg
    expect_status 2
    expect_error "must end in .svg"
    rtcheck graph talk.pml -o none/g.svg
    expect_status 2
    expect_error "cannot write"
    rtcheck graph missing.pml
    expect_status 2
    rtcheck graph talk.pml --limit 0
    expect_status 2
}

@test "a drawing program that does not end goes with the time limit" {
    mkdir tools
    printf '#!/bin/sh\necho $$ >pid.txt\nexec sleep 600\n' >tools/dot
    chmod +x tools/dot
    echo 'byte x; active proctype p() { x = 1 }' >small.pml
    PATH="$PWD/tools:$PATH" rtcheck graph small.pml -o small.svg --time 1
    expect_status 3
    [[ "$(ps -o stat= -p "$(cat pid.txt)")" != [RSD]* ]] # gone, or not yet collected
}
