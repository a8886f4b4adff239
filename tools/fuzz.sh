#!/bin/sh
# Runs every fuzz target for so many seconds: fuzz.sh SECONDS. Exit status 1 if one found something.
# Seeds are the models of the corpus; what a target learns stays in build-fuzz/corpus.
set -u
cd "$(dirname "$0")/.." || exit 1
seconds=$1
failed=0

[ -f build-fuzz/build.ninja ] ||
    CC=clang meson setup build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false >/dev/null || exit 1
ninja -C build-fuzz --quiet fuzz || exit 1

for target in build-fuzz/tests/fuzz/fuzz_*; do
    [ -f "$target" ] && [ -x "$target" ] || continue
    name=$(basename "$target")
    learned=build-fuzz/corpus/$name
    mkdir -p "$learned"
    seeds=""
    dictionary=promela directories="tests/promela tests/promela/bad examples"
    [ "$name" = fuzz_oil ] && dictionary=oil directories="tests/oil/good tests/oil/bad examples/oil"
    [ "$name" = fuzz_eventb ] && dictionary=eventb directories="tests/fuzz/corpus/eventb tests/eventb"
    for directory in $directories; do
        [ -d "$directory" ] && seeds="$seeds $directory"
    done
    echo "$name: $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -verbosity=0 -print_final_stats=1 \
        -dict=tests/fuzz/$dictionary.dict -artifact_prefix=build-fuzz/"$name"- "$learned" $seeds 2>&1 |
        grep -v '^Dictionary' || true
    ls build-fuzz/"$name"-crash-* build-fuzz/"$name"-timeout-* build-fuzz/"$name"-oom-* build-fuzz/"$name"-leak-* \
        2>/dev/null && failed=1
done
exit $failed
