#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tool.sh WLAY: the tool from the outside, its options, its streams and its exit
# statuses.  Each check is one line; all are made, and the failed ones are named.
wlay=$1
if [ ! -x "$wlay" ]; then
    echo "usage: tool.sh WLAY" >&2
    exit 2
fi
case $wlay in
    /*) ;;
    *) wlay=$PWD/$wlay ;;
esac
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
unset NO_COLOR
LC_ALL=C
export LC_ALL
checks=0
failures=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    sed 's/^/    out: /' out
    sed 's/^/    err: /' err
}

# run ARGUMENT...: the tool's streams go to `out` and `err`.
run() {
    "$wlay" "$@" >out 2>err
    status=$?
}

# is STATUS NAME: the last run ended so.
is() {
    checks=$((checks + 1))
    [ "$status" = "$1" ] || fail "$2: exit status $status, not $1"
}

# has FILE TEXT, has_no FILE TEXT: a stream of the last run, and plain text.
has() {
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" || fail "'$2' is missing in $1"
}

has_no() {
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" && fail "'$2' is in $1"
}

# empty FILE: nothing was written to that stream.
empty() {
    checks=$((checks + 1))
    [ -s "$1" ] && fail "$1 is not empty"
}

# same FILE FILE
same() {
    checks=$((checks + 1))
    cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

cat >good.wgsl <<'END'
struct Light { position: vec3f, color: vec3f }
struct Camera { view: mat4x4f }
@group(0) @binding(0) var<uniform> light: Light;
END
cat >bad.wgsl <<'END'
struct Broken {
    weights: array<f32, 64>,
}
@group(0) @binding(0) var<uniform> broken: Broken;
END
echo 'struct Pair { a: Half, b: Half }' >uses.wgsl
echo 'struct Half { x: f32 }' >declares.wgsl
cat >override.wgsl <<'END'
override tile: u32;
@id(7) override rows: u32 = 2;
override fast: bool = false;
var<workgroup> scratch: array<u32, tile>;
END
escape=$(printf '\033')

# ----------------------------------------------------------- the command line

run --help;                 is 0 help;       has out 'Usage: wlay'; empty err
for option in format struct join feature override color help version; do
    has out "--$option"
done
checks=$((checks + 1))
awk 'length($0) > 80 { exit 1 }' out || fail 'the help is wider than 80 columns'
cp out help
run -h;                     is 0 -h;         same out help
run --version;              is 0 version;    has out 'wlay '; empty err
run;                        is 2 'no file';  has err 'wlay: '; empty out
run --nosuch good.wgsl;     is 2 unknown;    has err "'--nosuch'"; empty out
run --fromat=json good.wgsl; is 2 unknown;   has err "'--format'"; empty out
run -x good.wgsl;           is 2 -x;         has err "'-x'"
run --join=yes good.wgsl;   is 2 join=yes;   has err 'takes no value'
run good.wgsl --struct;     is 2 struct;     has err 'needs a value'

run good.wgsl;              is 0 good;       empty err
has out 'struct Light {'
has out 'struct Camera {'
has out 'var<uniform> light: Light;'
cp out listing
run layout good.wgsl;       is 0 layout;     same out listing
run -- good.wgsl;           is 0 --;         same out listing
run --format=text good.wgsl; is 0 text;      same out listing
run good.wgsl --format text; is 0 text;      same out listing
cp good.wgsl ./--join
run -- --join;              is 0 '-- --join'; same out listing
cp good.wgsl layout
run ./layout;               is 0 ./layout;   same out listing
run layout layout;          is 0 'layout layout'; same out listing
rm ./--join layout

# --------------------------------------------------------------------- formats

run --format=json good.wgsl; is 0 json;      empty err
has out '"wlay": "'
has out '"source": "good.wgsl"'
has out '"valid": true'
run --format json bad.wgsl; is 1 'bad json'; empty err
has out '"valid": false'
has out '"code": "uniform-array-stride"'
has out '"name": "Broken"'
run --format=json good.wgsl bad.wgsl; is 1 'two in json'
has out '"source": "good.wgsl"'
has out '"source": "bad.wgsl"'
checks=$((checks + 1))
[ "$(grep -c '"modules"' out)" = 1 ] || fail 'two files are not one document'
run --format=xml good.wgsl; is 2 xml;        has err 'text, json'; empty out

# ----------------------------------------------------------------- diagnostics

run bad.wgsl;               is 1 bad
has out 'struct Broken {'
has err 'bad.wgsl:2:'
has err ': error: '
has err '[uniform-array-stride]'
has err 'weights: array<f32, 64>,'
has err '^'
run bad.wgsl good.wgsl;     is 1 'bad and good'
has out '// bad.wgsl'
has out '// good.wgsl'
"$wlay" bad.wgsl >both 2>&1
checks=$((checks + 1))
awk '/struct Broken/ { s = NR } /: error:/ { e = NR }
     END { exit !(s && e && s < e) }' both ||
    fail 'the diagnostics do not come after the listing'

# ------------------------------------------------------------------- --feature

run --feature=uniform_buffer_standard_layout bad.wgsl; is 0 feature; empty err
run --feature uniform_buffer_standard_layout bad.wgsl; is 0 feature
run --feature=nosuch good.wgsl;               is 2 feature
has err 'uniform_buffer_standard_layout'

# -------------------------------------------------------------------- --struct

run --struct Light good.wgsl; is 0 struct
has out 'struct Light {'
has_no out 'Camera'
has_no out 'var<'
run --struct=Light --struct=Camera good.wgsl; is 0 struct
has out 'struct Light {'
has out 'struct Camera {'
run --struct Ligth good.wgsl; is 2 struct;   has err "'Ligth'"
has err "did you mean 'Light'?"
run --struct Zzzzzzzzzz good.wgsl; is 2 struct; has err "'Zzzzzzzzzz'"
has_no err 'did you mean'
run --struct Light bad.wgsl good.wgsl; is 1 'struct of one file of two'
has out 'struct Light {'
has_no out 'Broken'
run --struct Light --format=json good.wgsl; is 0 'struct in json'
has out '"name": "Light"'
has_no out '"name": "Camera"'

# ---------------------------------------------------------------------- --join

run uses.wgsl declares.wgsl; is 1 'not joined'
run --join uses.wgsl declares.wgsl; is 0 joined; empty err
has out 'struct Pair {'
has out 'struct Half {'
run --join --format=json uses.wgsl declares.wgsl; is 0 'joined json'
checks=$((checks + 1))
[ "$(grep -c '"valid"' out)" = 1 ] || fail 'joined files are not one module'
run --join uses.wgsl bad.wgsl declares.wgsl; is 1 'joined with an error'
has err 'bad.wgsl:2:'
has err 'weights: array<f32, 64>,'
run --join uses.wgsl missing.wgsl; is 2 'joined with a missing one'
has err 'missing.wgsl'
empty out

# ------------------------------------------------------------------ --override

run --format=json --override tile=16 override.wgsl; is 0 override
has out '"size": 64'
run --format=json override.wgsl; is 0 'no override'
has out '"size": null'
run --override=7=3 --override fast=true --override tile=0x10 override.wgsl
is 0 'several overrides'
run --override tile override.wgsl;      is 2 override; has err 'NAME=VALUE'
run --override =3 override.wgsl;        is 2 override; has err 'NAME=VALUE'
for value in '' x 1x nan inf -inf 1e999 ' 1' yes; do
    run --override "tile=$value" override.wgsl
    is 2 "override tile=$value"
    empty out
done
run --override tiel=16 override.wgsl;   is 2 override
has err "did you mean 'tile'?"

# ----------------------------------------------------------------------- files

"$wlay" - <good.wgsl >out 2>err; status=$?
is 0 stdin
same out listing
# shellcheck disable=SC2002 # a pipe has no size, a file has one
cat good.wgsl | "$wlay" - >out 2>err; status=$?
is 0 'a pipe'
same out listing
"$wlay" - <bad.wgsl >out 2>err; status=$?
is 1 'bad stdin'
has err '<stdin>:2:'
run - -;                    is 2 'stdin twice'
run missing.wgsl;           is 2 missing;    has err 'wlay: missing.wgsl: '
empty out
run "$folder";              is 2 'a folder'; has err 'wlay: '
empty out
run good.wgsl missing.wgsl; is 2 'one is missing'
has out 'struct Light {'
run --format=json missing.wgsl good.wgsl; is 2 'one is missing, in json'
has out '"source": "good.wgsl"'
tail -n 1 out >last
echo '}' >brace
same last brace
: >empty.wgsl
run empty.wgsl;             is 0 'an empty file'; empty err
# More than one buffer full, from what has no size.
awk 'BEGIN { for (i = 0; i < 20000; i++) print "struct S" i " { a: f32 }" }' \
    >large.wgsl
# shellcheck disable=SC2002 # as above
cat large.wgsl | "$wlay" --struct S19999 - >out 2>err; status=$?
is 0 'a large pipe'
has out 'struct S19999 {'

# ---------------------------------------------------------------------- output

if [ -c /dev/full ]; then
    for options in '' --format=json; do
        "$wlay" $options good.wgsl >/dev/full 2>err; status=$?
        is 2 "a full disk $options"
        has err 'wlay: standard output: '
        "$wlay" $options large.wgsl >/dev/full 2>err; status=$?
        is 2 "a full disk $options"
    done
    "$wlay" --help >/dev/full 2>err; status=$?
    is 2 'help on a full disk'
    "$wlay" --version >/dev/full 2>err; status=$?
    is 2 'version on a full disk'
fi
{ "$wlay" large.wgsl 2>err; echo $? >status; } | head -n 1 >out
status=$(cat status)
is 2 'a closed pipe'
"$wlay" good.wgsl >&- 2>err; status=$?
is 2 'no standard output'

# ---------------------------------------------------------------------- colour

run bad.wgsl;               has_no out "$escape"; has_no err "$escape"
run --color=auto bad.wgsl;  has_no out "$escape"; has_no err "$escape"
run --color=never bad.wgsl; has_no out "$escape"; has_no err "$escape"
run --color=always bad.wgsl; is 1 color;    has out "$escape"; has err "$escape"
run --color always --format=json bad.wgsl;  has_no out "$escape"
run --color=blue bad.wgsl;  is 2 color;     has err 'auto, always, never'
# On a terminal, where this machine can make one.
if script -qec true /dev/null >/dev/null 2>&1; then
    on_terminal() {
        TERM=xterm script -qec "$* '$wlay' good.wgsl" /dev/null >out </dev/null
        : >err
    }
    on_terminal;                        has out "$escape"
    on_terminal NO_COLOR=;              has out "$escape"
    on_terminal NO_COLOR=1;             has_no out "$escape"
    on_terminal TERM=dumb;              has_no out "$escape"
fi

echo "$checks checks, $failures failed"
[ "$failures" = 0 ]
