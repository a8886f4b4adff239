#!/bin/sh
# embed.sh FILE: the file as lines of a C string, on standard output.
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' "$1"
