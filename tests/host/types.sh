#!/bin/sh
# SPDX-License-Identifier: MIT
#
# types.sh WLAY CC CXX: the user's own math types in a generated header: plain
# arrays, and those of cglm where it is installed.
wlay=$1
cc=$2
cxx=$3
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
checks=0
failures=0
flags="-Wall -Wextra -Wpedantic -Werror -I."

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    sed 's/^/    /' log
}

yes() {
    checks=$((checks + 1))
    "$@" >log 2>&1 || fail "refused: $*"
}

no() {
    checks=$((checks + 1))
    "$@" >log 2>&1 && fail "not noticed: $*"
}

says() {
    checks=$((checks + 1))
    grep -qF -- "$1" "${2:-log}" || fail "'$1' is not said"
}

generate() {
    "$wlay" --format=c -o types.h --type 'vec2<f32>=vec2' \
        --type 'vec3f=vec3' --type 'vec4f=vec4' \
        --type 'mat4x4<f32>=mat4' "$@" \
        "$here/types.wgsl"
}

# shellcheck disable=SC2086 # several flags
compile() {
    "$cc" -std=c11 $flags "$@" -o types "$here/types.c"
}

yes generate --type 'mat2x2f=mat2'
says 'vec3 position;' types.h
says 'mat2 turn;' types.h
says 'float normal[3][4];' types.h
says 'struct vec3_stride_16 corners[8];' types.h
says 'vec4 planes[6];' types.h
yes compile
yes ./types

# The compiler notices what the tool cannot know.
sed 's/vec3\[3\]/vec3[4]/' "$here/types.c" >types2.c
# shellcheck disable=SC2086
no "$cc" -std=c11 $flags -fsyntax-only types2.c
says 'vec3 has not the size of vec3<f32>'

# A larger type is used where there is room for it, else WGSL's own numbers are.
yes "$wlay" --format=c -o types.h --type 'vec3f=simd:16:16' "$here/types.wgsl"
says "'simd' is not used for 'Camera.position'"
says 'it has 16 bytes, and there is room for 12'
says 'float position[3];' types.h
says 'simd focus;' types.h
says 'simd corners[8];' types.h
no "$wlay" --format=c -o x.h --type 'vec3f=simd:32' "$here/types.wgsl"
says "'simd' is not used for 'Camera.corners'"
checks=$((checks + 1))
[ ! -e x.h ] || fail 'there is a file'

# What fits nowhere.
no "$wlay" --format=c -o x.h --type 'mat3x3f=mat3:36' "$here/types.wgsl"
says "'mat3' cannot stand for 'mat3x3f': it has 36 bytes, and WGSL's has 48"
says 'because its columns are 16 bytes apart'
no "$wlay" --format=c --type 'vec4f=v:32:32' "$here/types.wgsl"
says 'it is aligned to 32, and WGSL puts it at any multiple of 16'
no "$wlay" --format=c --type 'vec4f=v:16:12' "$here/types.wgsl"
says 'no power of two'
no "$wlay" --format=c --type 'vec4f=v:24:16' "$here/types.wgsl"
says 'no multiple of its alignment'
no "$wlay" --format=c --type 'vec5f=v' "$here/types.wgsl"
says "'v' cannot stand for 'vec5f'"
no "$wlay" --format=c --type 'bool=v' "$here/types.wgsl"
says 'it is not host-shareable'
no "$wlay" --format=c --type 'array<f32>=v' "$here/types.wgsl"
says 'it has no fixed size'
no "$wlay" --format=c --type 'vec3f=a' --type 'vec3<f32>=b' "$here/types.wgsl"
says 'another --type does'
no "$wlay" --format=c --type 'vec3f' "$here/types.wgsl"
says 'is not WGSL_TYPE=TYPE_IN_C'

# A whole struct of the user's.
yes "$wlay" --format=c -o types.h --type 'Camera=my::Camera:400:16' \
    "$here/types.wgsl"
says 'sizeof(my::Camera) == 400' types.h
checks=$((checks + 1))
grep -q 'struct Camera' types.h && fail 'the struct is there too'

if echo '#include <cglm/cglm.h>' | "$cc" -fsyntax-only -x c - 2>/dev/null; then
    yes generate --include '<cglm/cglm.h>'
    # cglm's own text is not as clean as is asked for here.
    echo '#include <cglm/cglm.h>' >cglm.c
    # shellcheck disable=SC2086
    "$cc" -std=c11 $flags -fsyntax-only cglm.c 2>/dev/null ||
        flags="-Wall -Wextra -Werror -I."
    yes compile -DCGLM
    yes ./types
    if [ -n "$cxx" ]; then
        echo '#include "types.h"' >types.cpp
        yes "$cxx" -std=c++17 -Wall -Wextra -Werror -fsyntax-only types.cpp
    fi
    # Neither fits: WGSL pads columns of three, and cglm aligns mat2 to 16.
    echo '#include "types.h"' >types.c
    yes generate --include cglm/cglm.h --type mat3x3f=mat3
    no "$cc" -std=c11 -I. -fsyntax-only types.c
    says 'mat3 has not the size of mat3x3<f32>'
    yes generate --include cglm/cglm.h --type mat2x2f=mat2
    no "$cc" -std=c11 -I. -fsyntax-only types.c
    says 'mat2 is aligned to more than mat2x2<f32>'
    no generate --include cglm/cglm.h --type mat2x2f=mat2:16:16
    says 'it is aligned to 16, and WGSL puts it at any multiple of 8'
else
    echo 'cglm is not installed: its types were not tried'
fi

echo "$checks checks, $failures failures"
[ "$failures" = 0 ]
