#!/bin/sh
# isolate.sh ARCHIVE OUTPUT OBJCOPY CC...: libtcc.a as one object that exports tcc_* and nothing else.
# The archive's other globals have names like `expect`, `next` and `preprocess`, which are ours to use.
set -eu
archive=$1 output=$2 objcopy=$3
shift 3
"$@" -r -nostdlib -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -o "$output"
"$objcopy" --wildcard --keep-global-symbol='tcc_*' "$output"
