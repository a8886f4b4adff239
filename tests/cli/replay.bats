#!/usr/bin/env bats
# Whatever counterexample the checker finds in the corpus, the simulator can follow it, and the reports are valid.

load helpers

@test "every counterexample of the corpus replays" {
    [ -d "$ROOT/tests/promela" ] || skip "no corpus"
    mkdir traces
    for model in "$ROOT"/tests/promela/*.pml; do
        name=$(basename "$model" .pml)
        rtcheck model --quiet --allow-code --time 5s --trace "traces/$name.json" --msc chart.svg "$model"
        [ "$status" -le 3 ] || fail "$name"
        [ "$status" = 1 ] || continue
        [ -e "traces/$name.json" ] || fail "$name: no trace"
        rtcheck simulate --quiet --allow-code --replay "traces/$name.json" "$model"
        [ "$status" -le 1 ] || fail "$name: its trace does not replay"
    done
    [ "$(ls traces | wc -l)" -gt 20 ] || fail "too few counterexamples to mean anything"
    expect_valid traces/*.json
}
