#!/bin/sh
# Prints the folder of libclang's headers, the newest first; 17 or newer (they know operators). Fails if there is none.
for version in 22 21 20 19 18 17; do
    folder=/usr/lib/llvm-$version/include
    [ -f "$folder/clang-c/Index.h" ] && echo "$folder" && exit 0
done
echo "libclang's headers (17 or newer) are missing: install libclang-19-dev" >&2
exit 1
