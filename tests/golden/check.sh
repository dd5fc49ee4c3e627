#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check.sh WLAY: what stands behind each `$ wlay ...` in the .txt files beside this
# is what the tool says: its output, its messages, and its status where it is not
# 0.  With WRITE=1 the files are written anew, to be read before they are kept.
wlay=$1
if [ ! -x "$wlay" ]; then
    echo "usage: check.sh WLAY" >&2
    exit 2
fi
case $wlay in
    /*) ;;
    *) wlay=$PWD/$wlay ;;
esac
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$(dirname "$0")" || exit 2
unset NO_COLOR
LC_ALL=C
export LC_ALL

wlay() {
    "$wlay" "$@"
}

# The commands of a file, each with what it says now.
transcript() { # FILE
    sed -n 's/^\$ //p' "$1" | while IFS= read -r command; do
        printf '$ %s\n' "$command"
        eval "$command" 2>&1 </dev/null
        status=$?
        [ $status -eq 0 ] || echo "[status $status]"
    done
}

failed=0
for file in *.txt; do
    # Of which version it is does not matter.
    transcript "$file" | sed 's/\("*wlay"*:* "*\)[0-9]*\.[0-9]*\.[0-9]*/\1VERSION/' \
        >"$folder/$file"
    if [ -n "${WRITE:-}" ]; then
        cp "$folder/$file" "$file"
    else
        diff -u "$file" "$folder/$file" || failed=1
    fi
done
exit $failed
