#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: sh tests/readme.sh WLAY LIBRARY CC WORK-FOLDER
#
# What README shows is what happens: its C programs are compiled and run, its
# `$ wlay` commands too, and their output is compared with what stands behind.
#
#   ```c          a program; what it prints is the next block without a language
#   ``` $ wlay    commands of the tool and their output
#   ```wgsl NAME  a file that those commands read
#   ```c FILE     lines that stand in that file of the repository
set -u
wlay=$1
library=$2
cc=$3
work=$4
root=$(cd "$(dirname "$0")/.." && pwd)

rm -rf "$work"
mkdir -p "$work"
cp "$root"/tests/data/*.wgsl "$work"
# One file a block: NUMBER.LANGUAGE, or the name that a wgsl block has.
awk -v work="$work" '
    /^```/ && !inside {
        inside = 1
        language = substr($1, 4)
        file = work "/" $2
        if (language == "c" && $2 != "") {
            file = sprintf("%s/%02d.lines", work, ++count)
            print $2 > (file ".of")
            close(file ".of")
        } else if ($2 == "")
            file = sprintf("%s/%02d.%s", work, ++count,
                           language == "" ? "out" : language)
        printf "" > file
        next
    }
    /^```/ { inside = 0; close(file); next }
    inside { print > file }
' "$root/README.md"

failed=0
checked=0
compare() { # WHAT EXPECTED ACTUAL
    checked=$((checked + 1))
    diff "$2" "$3" >&2 || {
        echo "README: $1 does not give what stands there" >&2
        failed=$((failed + 1))
    }
}

cd "$work" || exit 1
previous=
for block in [0-9]*; do
    case $block in
    *.lines)
        checked=$((checked + 1))
        of=$(cat "$block.of")
        case $(cat "$root/$of") in
        *"$(cat "$block")"*) ;;
        *)
            echo "README: these lines are not in $of:" >&2
            cat "$block" >&2
            failed=$((failed + 1))
            ;;
        esac
        ;;
    *.c)
        # A fragment has no main: it only shows a call.
        grep -q 'int main' "$block" || continue
        "$cc" -std=c11 -I"$root/include" "$block" "$library" \
            -o "$block.exe" || failed=$((failed + 1))
        ;;
    *.out)
        if [ -n "$previous" ] && [ -x "$previous.exe" ]; then
            "./$previous.exe" >actual 2>&1
            compare "the program before" "$block" actual
        elif grep -q '^\$ wlay' "$block"; then
            : >actual
            sed -n 's/^\$ //p' "$block" | while read -r line; do
                printf '$ %s\n' "$line"
                eval "\"$wlay\" ${line#wlay}" 2>&1
            done >actual
            compare "$(sed -n '1s/^\$ //p' "$block")" "$block" actual
        fi
        ;;
    esac
    previous=$block
done
echo "$checked compared, $failed failed"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
