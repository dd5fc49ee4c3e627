#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hostile.sh WLAY: files, pipes and disks that do not behave.  Each time the tool
# has to say what is wrong, in one line and by the file's name, to end with the
# right status, and not to pass off a part as the whole.
wlay=$1
if [ ! -x "$wlay" ]; then
    echo "usage: hostile.sh WLAY" >&2
    exit 2
fi
case $wlay in
    /*) ;;
    *) wlay=$PWD/$wlay ;;
esac
folder=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$folder"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder" || exit 2
unset NO_COLOR
LC_ALL=C
export LC_ALL
checks=0
failures=0
out=out # where standard output goes

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    head -c 600 out | sed 's/^/    out: /'
    head -c 600 err | sed 's/^/    err: /'
}

# run ARGUMENT...: the tool's streams go to `out` and `err`.
run() {
    "$wlay" "$@" >$out 2>err </dev/null
    status=$?
}

# is STATUS NAME: the last run ended so, and not by a signal.
is() {
    checks=$((checks + 1))
    [ "$status" = "$1" ] || fail "$2: exit status $status, not $1"
}

has() { # FILE TEXT
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" || fail "'$2' is missing in $1"
}

has_no() { # FILE TEXT
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" && fail "'$2' is in $1"
}

empty() { # FILE
    checks=$((checks + 1))
    [ -s "$1" ] && fail "$1 is not empty"
}

lines() { # COUNT FILE
    checks=$((checks + 1))
    [ "$(wc -l <"$2")" -eq "$1" ] || fail "$2 has not $1 lines"
}

same() { # FILE FILE
    checks=$((checks + 1))
    cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

cat >good.wgsl <<'END'
struct Light { position: vec3f, kind: u32, color: vec3f }
@group(0) @binding(0) var<storage> lights: array<Light>;
END
echo 'struct Broken { a: Missing }' >bad.wgsl
i=0
while [ $i -lt 1500 ]; do
    i=$((i + 1))
    echo "struct S$i { a: f32, b: vec3f, c: array<mat4x4f, $i> }"
done >large.wgsl
echo 'alias Other = vec4f;' >other.wgsl
mkdir folder
ln -s nowhere dangling.wgsl
ln -s loop.wgsl loop.wgsl
long=$(printf '%0300d' 7)

# Each way to read a file, and each to write a result; `%` is the file.
readers='% | --format=json % | --format=c % | --format=c-asserts %
    | --format=svg % | --format=map % | --fix=order % | where % lights
    | size % lights | advise % | explain % lights | diff % good.wgsl
    | diff good.wgsl % | dump % --var=lights --data=good.wgsl
    | dump good.wgsl --var=lights --data=% | --join other.wgsl %'

# each NAME: `check` for each of the ways, with $file for the file.
each() {
    old_ifs=$IFS
    IFS='|'
    # shellcheck disable=SC2086
    set -- $readers
    IFS=$old_ifs
    for reader; do
        # shellcheck disable=SC2086
        set -- $reader
        ways=$((ways + 1))
        check "$@"
    done
}
ways=0

# ------------------------------------------------------- what cannot be read

# Puts the file for `%` into the arguments, and runs.
run_with() { # ARGUMENT...
    count=$#
    while [ $count -gt 0 ]; do
        count=$((count - 1))
        argument=$1
        shift
        case $argument in
            *%*) argument=${argument%%%*}$file${argument#*%} ;;
        esac
        set -- "$@" "$argument"
    done
    run "$@"
}

check() {
    run_with "$@"
    is 2 "$file: $*"
    has err "wlay: $file: "
    lines 1 err
    # A document is complete, whatever is in it.
    if [ "$1" = --format=json ]; then
        has out '"modules": []'
    else
        empty out
    fi
}

for file in folder missing.wgsl dangling.wgsl loop.wgsl good.wgsl/part \
            "$long"; do
    each
done
checks=$((checks + 1))
[ $ways -eq 96 ] || fail "there were $ways ways"

file=good.wgsl
check() {
    run_with "$@"
    is 0 "$*"
}
each

run '';                         is 2 'no name';      lines 1 err
run good.wgsl folder bad.wgsl;  is 2 'one of three'
has out 'struct Light {'
has err 'wlay: folder: '
has err '[unresolved-name]'
run --format=json good.wgsl missing.wgsl; is 2 'one of two in json'
has out '"source": "good.wgsl"'
has_no out 'missing.wgsl'

# As a user to whom the file is not readable.
nobody() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    else
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    fi
}
cp good.wgsl secret.wgsl
chmod 000 secret.wgsl
if nobody "$wlay" --version >out 2>err; then
    nobody "$wlay" secret.wgsl >out 2>err; status=$?
    is 2 'not readable';        has err 'wlay: secret.wgsl: '; empty out
else
    echo 'skipped: there is no other user to try it as' >&2
fi

# -------------------------------------------------------- devices and streams

run /dev/null;                  is 0 /dev/null;      empty err
run - ;                         is 0 'no input';     empty err
"$wlay" - >out 2>err <folder;   status=$?
is 2 'a folder as input';       has err 'wlay: <stdin>: '; empty out
"$wlay" - >out 2>err <&-;       status=$?
is 2 'closed input';            has err 'wlay: <stdin>: '; empty out
run - -;                        is 2 'input twice'
mkfifo pipe
cat good.wgsl >pipe &
run pipe;                       is 0 pipe;           has out 'struct Light {'
wait
# A file that never ends, where memory is bounded; sanitizers need more.
if (ulimit -v 400000 && "$wlay" --version) >out 2>err; then
    (ulimit -v 400000 && exec "$wlay" /dev/zero >out 2>err); status=$?
    is 2 /dev/zero;             has err 'wlay: /dev/zero: '; empty out
fi

# ------------------------------------------------- files that change meanwhile

# A slow writer: what there is at the end counts.
(sed 1q good.wgsl; sleep 1; sed 1d good.wgsl) | "$wlay" - >out 2>err; status=$?
is 0 'a slow writer'
run good.wgsl
cp out whole
(sed 1q good.wgsl; sleep 1; sed 1d good.wgsl) | "$wlay" - >out 2>err
same out whole
# One that grows and shrinks gives some text, whichever; nothing worse.
cp large.wgsl moving.wgsl
(
    i=0
    while [ $i -lt 60 ]; do
        i=$((i + 1))
        : >moving.wgsl
        cat large.wgsl large.wgsl >moving.wgsl
        head -c 1000 large.wgsl >moving.wgsl
    done
) &
i=0
while [ $i -lt 30 ]; do
    i=$((i + 1))
    run moving.wgsl
    checks=$((checks + 1))
    [ "$status" -le 1 ] || fail "a file that moves: exit status $status"
done
wait

# --------------------------------------------------------- output that is full

if [ -w /dev/full ]; then
    check() {
        case $* in
            *c-asserts*) file=good.wgsl ;;
            *) file=large.wgsl ;;
        esac
        case $* in
            where* | size* | advise* | explain* | diff* | dump*)
                file=good.wgsl ;;
        esac
        run_with "$@"
        cp out whole
        [ -s whole ] || return 0
        checks=$((checks + 1))
        out=/dev/full
        run_with "$@"
        out=out
        is 2 "a full disk: $*"
        has err 'wlay: standard output: '
    }
    each
    "$wlay" --help >/dev/full 2>err; status=$?
    is 2 'help on a full disk'
    "$wlay" --version >/dev/full 2>err; status=$?
    is 2 'version on a full disk'
    # Nobody can be told, but the status can.
    "$wlay" bad.wgsl >out 2>/dev/full; status=$?
    checks=$((checks + 1))
    [ "$status" -ne 0 ] || fail 'diagnostics on a full disk'
    "$wlay" missing.wgsl >out 2>/dev/full; status=$?
    is 2 'a message on a full disk'
fi
"$wlay" good.wgsl >&- 2>err;    status=$?
is 2 'closed output';           has err 'wlay: standard output: '
"$wlay" good.wgsl >out 2>&-;    status=$?
is 0 'closed errors';           has out 'struct Light {'

# Whoever closes a pipe knows why: no message.
for format in text json c svg map; do
    { "$wlay" --format=$format large.wgsl 2>err; echo $? >ended; } |
        head -c 10 >out
    checks=$((checks + 1))
    case $(cat ended) in
        2 | 141) ;;
        *) fail "a closed pipe: exit status $(cat ended)" ;;
    esac
    empty err
done

# ------------------------------------------------------------------- --output

echo old >result
cp result old
run --format=c --output=result missing.wgsl; is 2 'output of nothing'
same result old
run --format=c --output=result bad.wgsl
checks=$((checks + 1))
[ "$status" -ne 0 ] || fail 'output of an invalid module'
run --format=c --output=folder good.wgsl;   is 2 'output into a folder'
has err 'folder'
run --format=c --output=none/result good.wgsl; is 2 'output without a folder'
has err 'none/result'
lines 1 err
checks=$((checks + 1))
[ -e none ] && fail 'a folder was made'
if [ -w /dev/full ]; then
    run --format=c --output=/dev/full good.wgsl; is 2 'output on a full disk'
    has err '/dev/full'
    checks=$((checks + 1))
    [ -c /dev/full ] || fail 'a device was replaced'
fi
run --format=c --output=result good.wgsl;   is 0 output; empty err
checks=$((checks + 1))
cmp -s result old && fail 'the old result is still there'
checks=$((checks + 1))
[ -z "$(ls -A | grep -v '^[a-z0-9]*\(\.wgsl\)*$' | grep -v "$long")" ] ||
    fail "there are temporary files: $(ls -A)"

# ----------------------------------------------------------------------- names

tab=$(printf '\t')
newline='
'
for name in "two${newline}lines" "a${tab}b" "$(printf 'esc\033[31mred')" \
            "$(printf 'not\377utf8')" ' ' '*' '-' "quote\"back\\slash" \
            '*comment*' '<&>' '--' '%s%n'; do
    cp good.wgsl "./$name"
    for format in text json c svg; do
        run --format=$format "./$name"
        is 0 "$format of a file with a strange name"
        checks=$((checks + 1))
        if grep -q "$(printf '[\033\t]')" out; then
            fail "the name steers the terminal"
        fi
    done
    rm "./$name"
    run "./$name"
    is 2 'no file with a strange name'
    lines 1 err
done
cp good.wgsl "two${newline}lines"
run --format=json "two${newline}lines"
has out 'two\nlines'
if command -v python3 >/dev/null; then
    python3 -c 'import json, sys; json.load(sys.stdin)' <out 2>err; status=$?
    is 0 'json with a strange name'
fi

# -------------------------------------------------------------------- contents

head -c 300000 /dev/urandom >noise
run noise;                      is 1 noise
run --format=json noise;        is 1 'noise in json'
checks=$((checks + 1))
tail -n 1 out | grep -q '^}$' || fail 'the document does not end'
printf '\0\0\0' >zeros
run zeros;                      is 1 zeros
i=0
while [ $i -lt 14 ]; do
    i=$((i + 1))
    cat deep 2>/dev/null deep - <<END >next
((((((((((((((((
END
    mv next deep
done
{ echo 'const a = '; cat deep; } >nested
run nested;                     is 1 'very many parentheses'

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
