#!/bin/sh
# SPDX-License-Identifier: MIT
#
# drift.sh WLAY PROGRAM CC CXX
#
# A shader and code of the host drift apart, in each way there is.  It has to be
# noticed by each of the four checks: the generated header, assertions on a
# struct of the host, PROGRAM, which checks at run time, and `wlay diff`.
wlay=$1
program=$2
cc=$3
cxx=$4
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
checks=0
failures=0
flags='-Wall -Wextra -Wpedantic -Werror -fsyntax-only -I.'

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    sed 's/^/    /' log
}

# yes NAME COMMAND..., no NAME COMMAND...: it succeeds, it does not.
yes() {
    name=$1
    shift
    checks=$((checks + 1))
    "$@" >log 2>&1 || fail "$name: refused"
}

no() {
    name=$1
    shift
    checks=$((checks + 1))
    "$@" >log 2>&1 && fail "$name: not noticed"
}

says() {
    checks=$((checks + 1))
    grep -qF -- "$1" log || fail "'$1' is not said"
}

# In C, and in C++ where there is a compiler.
compile() {
    # shellcheck disable=SC2086 # several flags
    "$cc" -std=c11 $flags -x c "$1" || return 1
    # shellcheck disable=SC2086
    [ -z "$cxx" ] || "$cxx" -std=c++11 $flags -x c++ "$1"
}

# The header of the new shader, with the struct of the old one in it.
graft() {
    awk 'FNR == 1 { file++ }
         /^typedef struct Light \{/ { inside = 1 }
         file == 1 && inside { body = body $0 "\n" }
         file == 2 && !inside { print }
         /^} Light;/ { if (file == 2) printf "%s", body; inside = 0 }' \
        old.h new.h >grafted.h
    echo '#include "grafted.h"' >grafted.c
}

# drift NAME SED WHAT [HEADER [ASSERTIONS]]: WHAT the program has to say of it;
# HEADER and ASSERTIONS are `yes` where a compiler cannot see it, as no byte
# moves.
drift() {
    sed "$2" "$here/drift.wgsl" >new.wgsl
    checks=$((checks + 1))
    cmp -s "$here/drift.wgsl" new.wgsl && fail "$1: there is no drift"

    yes "$1: generate" "$wlay" --format=c -o new.h new.wgsl
    graft
    yes "$1: generate" "$wlay" --format=c-asserts --struct Light=HostLight \
        -o asserts.h new.wgsl
    printf '#include "host.h"\n#include "asserts.h"\n' >asserts.c
    "${4:-no}" "$1: header" compile grafted.c
    "${5:-no}" "$1: assertions" compile asserts.c
    no "$1: at run time" "$program" new.wgsl
    says "$3"
    says 'the hash differs'
    no "$1: diff" "$wlay" diff "$here/drift.wgsl" new.wgsl
    says '! Light.'
}

yes 'generate' "$wlay" --format=c -o old.h "$here/drift.wgsl"
# What a person would have written for it once.
cat >host.h <<'EOF'
#include <stdint.h>
typedef struct HostLight {
    float position[3];
    float radius;
    float color[3];
    uint32_t kind;
    float weights[4][4];
} HostLight;
EOF

# Without drift all is well.
sed 's/f32/f32 \/* the same *\//' "$here/drift.wgsl" >new.wgsl
yes 'generate' "$wlay" --format=c -o new.h new.wgsl
graft
yes 'header' compile grafted.c
yes 'generate' "$wlay" --format=c-asserts --struct Light=HostLight \
    -o asserts.h new.wgsl
printf '#include "host.h"\n#include "asserts.h"\n' >asserts.c
yes 'assertions' compile asserts.c
yes 'at run time' "$program" new.wgsl
yes 'diff' "$wlay" diff "$here/drift.wgsl" new.wgsl

drift 'member moved' '/radius/d; s/kind: u32,/kind: u32, radius: f32,/' \
    'radius: C has offset 12, WGSL wants 32'
drift 'type changed' 's/color: vec3f/color: vec4f/' \
    'color: C has size 12, WGSL wants 16'
drift 'type changed to a smaller one' 's/kind: u32/kind: f16/;
    s/^struct/enable f16;\nstruct/' 'kind: C has size 4, WGSL wants 2'
drift 'member added' 's/kind: u32/flags: u32, kind: u32/' \
    'flags: C has no such member; WGSL has u32 of 4 bytes at offset 28'
drift 'member removed' '/color/d' 'color: WGSL has no such member in Light'
drift 'member removed, which leaves padding' '/kind: u32/d' \
    'kind: WGSL has no such member in Light' yes yes
drift 'member renamed' 's/color/albedo/' \
    'color: WGSL has no such member in Light'
drift '@align' 's/kind: u32/@align(32) kind: u32/' \
    'kind: C has offset 28, WGSL wants 32, because it has @align(32)'
drift '@size' 's/radius: f32/@size(8) radius: f32/' \
    'color: C has offset 16, WGSL wants 32'
drift 'array count' 's/vec4f, 4/vec4f, 5/' \
    'weights: C has size 64, WGSL wants 80'
drift 'type of the same size' 's/kind: u32/kind: f32/' 'the hash differs' \
    yes yes

# Fields of the host that a shader does not have are named by their place.
yes 'generate' "$wlay" --format=c-asserts --struct Light=HostLight \
    -o asserts.h "$here/drift.wgsl"
sed 's/float radius;/float radius; float extra[4];/' host.h >more.h
printf '#include "more.h"\n#include "asserts.h"\n' >asserts.c
no 'a field too many' compile asserts.c
says 'HostLight: there are not 0 bytes between radius and color, as in Light'
sed '/radius/d; s/kind;/kind, kind2;/' host.h >more.h
no 'a field too few' compile asserts.c
says "radius"
sed 's/color/albedo/' host.h >more.h
no 'a field of another name' compile asserts.c
says "color"
yes 'generate' "$wlay" --format=c-asserts --struct Light=HostLight \
    --rename color=albedo -o asserts.h "$here/drift.wgsl"
yes 'a field of another name, given' compile asserts.c
sed 's/albedo\[3\]/albedo[4]/' more.h >host.h
sed 's/more.h/host.h/' asserts.c >asserts2.c
no 'another size under another name' compile asserts2.c
says 'HostLight.albedo does not have the 12 bytes of color: vec3<f32>'
yes 'generate' "$wlay" --format=c-asserts --struct Light=HostLight \
    --rename Light.color=albedo --rename kind= -o asserts.h "$here/drift.wgsl"
sed 's/kind/kind_of_light/' more.h >host.h
yes 'a field that is not looked at' compile asserts2.c

echo "$checks checks, $failures failures"
[ "$failures" = 0 ]
