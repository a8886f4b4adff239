#!/bin/sh
# Style and static analysis of every source that git knows: lint.sh BUILD. Exit status 1 if anything was found.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1
failed=0

# What fuzzers begin with is as it is.
sources=$(git ls-files "*.c" "*.h" | grep -v ^tests/fuzz/corpus/)
units=$(git ls-files 'src/*.c' | grep -v /tests/)

echo "clang-format"
clang-format --dry-run -Werror $sources || failed=1

echo "rooms, and functions without callers"
python3 tests/rooms.py || failed=1
python3 tests/symbols.py "$build" || failed=1

echo "clang-tidy"
tools/tidy.py "$build" $units || failed=1

# Left out is what cppcheck misunderstands: `if (*known) return *known;`, text that a build step makes an initialiser of,
# arrays behind pointers, and structs that are only partly set by name.
echo "cppcheck"
mkdir -p "$build/cppcheck"
cppcheck --cppcheck-build-dir="$build/cppcheck" --quiet --error-exitcode=1 --std=c11 \
    --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=identicalInnerCondition --suppress=internalAstError \
    --suppress=objectIndex --suppress=ctuuninitvar \
    -D_GNU_SOURCE -DHAVE_LIBTCC -I src -j 2 $units || failed=1

exit $failed
