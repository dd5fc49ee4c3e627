#!/bin/sh
# SPDX-License-Identifier: MIT
#
# build.sh CMAKE PACKAGE CC: a project that generates a header with the
# installed package in the folder PACKAGE: when a shader changes, and when one is
# wrong.
cmake=$1
package=$2
cc=$3
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
checks=0
failures=0

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
    grep -qF -- "$1" log || fail "'$1' is not said"
}

mkdir project project/shaders
cat >project/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES C)
find_package(wlay REQUIRED)
add_executable(app app.c)
wlay_generate_header(TARGET app SHADERS shaders/a.wgsl shaders/b.wgsl
                     OUTPUT gpu/layouts.h PREFIX gpu_ STRUCTS Light=GpuLight
                     TYPES "vec3<f32>=vec3" INCLUDES "\"vec3.h\"")
target_include_directories(app PRIVATE .)
EOF
cat >project/app.c <<'EOF'
#include "layouts.h"
#include <stdio.h>
int main(void)
{
    printf("%u\n", (unsigned)sizeof(GpuLight));
    return 0;
}
EOF
echo 'typedef float vec3[3];' >project/vec3.h
light='struct Light { position: vec3f, color: vec3f }'
echo "$light" >project/shaders/a.wgsl
echo "$light" >project/shaders/b.wgsl

build() {
    "$cmake" --build build --config Debug
}
header=build/wlay/app/gpu/layouts.h

yes "$cmake" -S project -B build "-DCMAKE_PREFIX_PATH=$package" \
    "-DCMAKE_C_COMPILER=$cc" -DCMAKE_BUILD_TYPE=Debug
yes build
yes build/app
says 32
yes grep -F 'shaders/a.wgsl, shaders/b.wgsl' $header
no grep -F "$folder" $header

# A shader that changes changes the program.
sleep 1
light='struct Light { position: vec3f, color: vec3f, power: f32, id: u32 }'
echo "$light" >project/shaders/a.wgsl
no build
says "struct 'Light' is in shaders/a.wgsl and in shaders/b.wgsl with different"
sleep 1
echo "$light" >project/shaders/b.wgsl
yes build
yes build/app
says 48

# A shader that is wrong fails the build, with the reason, and leaves the old
# header.
cp $header before.h
sleep 1
echo 'struct Light { position: vec5f }' >project/shaders/b.wgsl
no build
says 'shaders/b.wgsl:1:26: error:'
yes cmp before.h $header
no test -e $header.wlay-part

# Mistakes in the call.
mistake() {
    # shellcheck disable=SC2016 # nothing to expand
    printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' \
        'project(app LANGUAGES C)' 'find_package(wlay REQUIRED)' \
        'add_executable(app app.c)' "wlay_generate_header($1)" \
        >project/CMakeLists.txt
    no "$cmake" -S project -B mistake "-DCMAKE_PREFIX_PATH=$package" \
        "-DCMAKE_C_COMPILER=$cc"
    # CMake breaks lines where it likes.
    tr -s ' \n' '  ' <log >joined
    mv joined log
    says "$2"
}
mistake 'TARGET ap SHADERS a.wgsl' "TARGET 'ap' is no target"
mistake 'TARGET app' 'SHADERS is missing'
mistake 'app TARGET app SHADERS a.wgsl' "what is 'app'?"

echo "$checks checks, $failures failures"
[ "$failures" = 0 ]
