#!/bin/sh
# Runs fuzz targets for so many seconds each: fuzz.sh SECONDS [TARGET...]. Exit status 1 if one found something.
# Seeds are the corpora under tests/; what a target learns stays in build-fuzz/corpus.
set -u
cd "$(dirname "$0")/.." || exit 1
seconds=$1
shift
failed=0

[ -f build-fuzz/build.ninja ] ||
    CC="$(command -v ccache) clang" meson setup build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization=1 >/dev/null || exit 1
ninja -C build-fuzz --quiet fuzz || exit 1

chosen() { # NAME: is it among those that were asked for, or were none?
    [ -z "$targets" ] && return 0
    case " $targets " in *" $1 "*) return 0 ;; esac
    return 1
}

targets="$*"
for program in build-fuzz/tests/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=$(basename "$program")
    name=${name#fuzz_}
    chosen "$name" || continue
    learned=build-fuzz/corpus/$name
    mkdir -p "$learned"
    dictionary="" directories="tests/fuzz/corpus/$name" longest=8192
    case $name in
    promela | formula) dictionary=promela directories="$directories tests/promela tests/promela/bad examples" ;;
    oil) dictionary=oil directories="$directories tests/oil/good tests/oil/bad examples/oil" ;;
    env) dictionary=env ;;
    eventb | rodin | theory | bounds | map) dictionary=eventb ;;
    temporal) dictionary=eventb longest=160 ;;
    checkpoint | results) longest=32768 ;;
    esac
    echo "$name: $seconds s"
    "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2560 -max_len=$longest -verbosity=0 -print_final_stats=1 \
        ${dictionary:+-dict=tests/fuzz/$dictionary.dict} -artifact_prefix=build-fuzz/"fuzz_$name"- "$learned" $directories 2>&1 |
        grep -v '^Dictionary' || true
    for found in build-fuzz/"fuzz_$name"-*; do
        [ -f "$found" ] && echo "$found" && failed=1
    done
done
exit $failed
