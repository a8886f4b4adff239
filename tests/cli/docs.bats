#!/usr/bin/env bats
# The worked examples of the documentation do what the pages say.

load helpers

check_page() { python3 "$BATS_TEST_DIRNAME/docs.py" "$RTCHECK" "$ROOT/docs/$1"; }

@test "docs/model.md" { check_page model.md; }

@test "docs/eventb.md" { check_page eventb.md; }

@test "docs/timing.md" { check_page timing.md; }
@test "docs/timing-engine.md" { check_page timing-engine.md; }

@test "docs/timing-two-cores.md" { check_page timing-two-cores.md; }

@test "docs/timing-inversion.md" { check_page timing-inversion.md; }

@test "docs/timing-modes.md" { check_page timing-modes.md; }

@test "docs/simulate.md" { check_page simulate.md; }

@test "docs/graph.md" {
    need dot
    check_page graph.md
}

@test "docs/env.md" { check_page env.md; }

@test "docs/app-races.md" { check_page app-races.md; }

@test "docs/app-paths.md" { check_page app-paths.md; }
@test "docs/app-sequential.md" { check_page app-sequential.md; }
@test "docs/app-engines.md" { check_page app-engines.md; }
@test "docs/app-widened.md" { check_page app-widened.md; }

@test "docs/conform.md" { check_page conform.md; }
@test "docs/osek-specification.md" { check_page osek-specification.md; }

@test "docs/json.md" { check_page json.md; }

@test "every option is in the man page, the page and the shell completion" {
    python3 "$BATS_TEST_DIRNAME/options.py" "$RTCHECK"
}

@test "the picture in the README is what rtcheck draws" {
    cd "$ROOT"
    "$RTCHECK" app --threads 1 --quiet --gantt "$BATS_TEST_TMPDIR/race.svg" examples/app/cruise/cruise.oil \
        examples/app/cruise/broken/cruise.c examples/app/cruise/{wheel,control,hardware}.c || [ $? = 1 ]
    cmp docs/images/race.svg "$BATS_TEST_TMPDIR/race.svg"
}

@test "docs/xgdl.md" { check_page xgdl.md; }

@test "docs/app.md" { check_page app.md; }

@test "docs/guide.md" { check_page guide.md; }

@test "docs/oil.md" { check_page oil.md; }

@test "README.md" { check_page ../README.md; }

@test "every page with examples is here" {
    for page in $(grep -l '^```console' "$ROOT"/docs/*.md); do
        grep -q "check_page $(basename "$page")" "$BATS_TEST_FILENAME" || fail "$page is not checked"
    done
}
