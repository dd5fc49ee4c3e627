#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check.sh PROGRAM: nothing that a text repeats takes more than its share.
#
# Of each row of growth.c the text at 4n takes at most TIMES as many instructions
# as that at n, counted by valgrind's callgrind, so that no load of the machine
# matters; 4 is linear, and quadratic would be 16.  And no text takes more memory
# than START bytes and EACH for each byte of it, with all diagnostics kept; texts
# without errors need less than half of that.
TIMES=5.5
START=32768
EACH=256

program=$1
if [ ! -x "$program" ] || ! command -v valgrind >/dev/null; then
    echo "usage: check.sh PROGRAM, with valgrind installed" >&2
    exit 2
fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

if ! valgrind -q --tool=callgrind --callgrind-out-file="$folder/out" \
    --toggle-collect=growth_measured --dump-after=growth_measured \
    "$program" >"$folder/rows" 2>"$folder/err"; then
    cat "$folder/err" >&2
    exit 2
fi
# The files are numbered from 1, without leading zeros; the last one is of what
# comes behind the last call.
i=0
while [ -f "$folder/out.$((i + 1))" ]; do
    i=$((i + 1))
    sed -n 's/^totals: *//p' "$folder/out.$i"
done >"$folder/counts"

paste -d '|' "$folder/rows" "$folder/counts" |
    awk -F '|' -v times=$TIMES -v start=$START -v each=$EACH '
    NF != 5 || $5 + 0 == 0 { print "no count: " $0; bad++; next }
    $1 != name { name = $1; first = $5; first_bytes = $3; next }
    {
        growth = $5 / first
        peak = $4 / $3
        rows++
        verdict = ""
        # What does not grow has to be paid once.
        if ($5 > times * first)
            verdict = verdict " TOO SLOW"
        if ($4 > start + each * $3)
            verdict = verdict " TOO LARGE"
        if (verdict != "")
            bad++
        if (growth > most) { most = growth; at = name }
        printf "%5.2f times, %6.0f instructions and %4.0f bytes of memory " \
            "a byte: %s%s\n", growth, $5 / $3, peak, name, verdict
    }
    END {
        printf "%d rows, %d bad; the most: %.2f times, %s\n", rows, bad, most,
            at
        exit bad > 0 || rows == 0
    }'
