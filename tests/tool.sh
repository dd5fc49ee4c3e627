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
for option in format struct join feature override color help version \
              count bytes limit fix open line group; do
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
run --override rows=16 override.wgsl;   is 2 'an override by its name'
has err "did you mean '7'?"
run --override tile=16 good.wgsl override.wgsl; is 0 'override of one of two'
empty err
run --override tile=-1 override.wgsl;   is 1 'a value that does not fit'
has err '[override-value]'

# ----------------------------------------------------------------------- where

cat >scene.wgsl <<'END'
struct Light { position: vec3f, kind: u32, color: vec4f, shadow: mat3x3f }
struct Scene { ambient: vec3f, count: u32, lights: array<Light> }
alias Color = vec4f;
override tile: u32;
@group(0) @binding(0) var<storage> scene: Scene;
@group(0) @binding(1) var<uniform> camera: array<mat4x4f, 2>;
@group(0) @binding(2) var map: texture_2d<f32>;
var<workgroup> sums: array<f32, tile>;
END
run where scene.wgsl 'scene.lights[3].color.y' 'scene.lights[0].shadow' \
    'camera[1][2]' Light.color Color.a map 'sums[7]' 'array<Light, 4>[2]'
is 0 where; empty err
cat >expected <<'END'
path                     offset  size  stride  type
scene.lights[3].color.y     276     4       -  f32
scene.lights[0].shadow       48    48      16  mat3x3<f32>
camera[1][2]                 96    16       -  vec4<f32>
Light.color                  16    16       -  vec4<f32>
Color.a                      12     4       -  f32
map                           0     -       -  texture_2d<f32>
sums[7]                      28     4       -  f32
array<Light, 4>[2]          160    80       -  Light
END
same out expected
run where scene.wgsl scene 'scene.lights[0].colour' 'camera[2]' sceen Lihgt.color
is 2 'where, misspelt'
has out 'scene       0    96       -  Scene'
cat >expected <<'END'
wlay: there is no such member; did you mean 'color'?
    scene.lights[0].colour
                    ^^^^^^
wlay: there are fewer elements
    camera[2]
          ^^^
wlay: there is no such variable or type; did you mean 'scene'?
    sceen
    ^^^^^
wlay: there is no such variable or type; did you mean 'Light'?
    Lihgt.color
    ^^^^^
END
same err expected
run where scene.wgsl scene.;            is 2 'where, a period'
printf 'wlay: a name is missing here\n    scene.\n         ^\n' >expected
same err expected
empty out
run where --bytes=256 scene.wgsl 'scene.lights[2]'; is 0 'where --bytes'
run where --bytes=255 scene.wgsl 'scene.lights[2]'; is 2 'where --bytes'
has err 'the element is not in the buffer'
run where --format=json scene.wgsl scene.lights nothing; is 2 'where in json'
empty err
cat >expected <<'END'
  "source": "scene.wgsl",
  "valid": true,
  "places": [
    {
      "path": "scene.lights",
      "type": "array<Light>",
      "offset": 16,
      "size": 80,
      "align": 16,
      "stride": 80,
      "error": null
    },
    {
      "path": "nothing",
      "type": null,
      "offset": null,
      "size": null,
      "align": null,
      "stride": null,
      "error": {
        "message": "there is no such variable or type",
        "offset": 0,
        "length": 7,
        "nearest": null
      }
    }
  ]
}
END
sed 1,2d out >last
same last expected
run where bad.wgsl 'broken.weights[63]'; is 1 'where in an invalid module'
has out '252'
has err '[uniform-array-stride]'
run where --override tile=8 scene.wgsl 'sums[8]'; is 2 'where --override'
has err 'there are fewer elements'
run where --override tlie=8 scene.wgsl sums; is 2 'where --override'
has err "did you mean 'tile'?"
"$wlay" where - scene <scene.wgsl >out 2>err; status=$?
is 0 'where from stdin'
run where scene.wgsl;                   is 2 'where without a path'
has err 'usage: wlay where [OPTION]... FILE PATH...'
run where missing.wgsl scene;           is 2 'where without a file'
has err 'wlay: missing.wgsl: '
run where --join scene.wgsl scene;      is 2 'where --join'
has err "--join is not for the command 'where'"
run where --format=c scene.wgsl scene;  is 2 'where --format=c'
run where --help;                       is 0 'where --help'; same out help

# ------------------------------------------------------------------------ size

run size scene.wgsl scene camera 'array<Light, 3>' Light sums --count=5
is 2 'size, a count for all'
has out '416 bytes for 5 elements of 80 bytes'
has out '20 bytes for 5 elements of 4 bytes'
has err 'wlay: camera: has no array whose element count depends on the buffer'
run size scene.wgsl scene camera Light; is 0 size; empty err
cat >expected <<'END'
scene: Scene in storage
    96 bytes for 1 element of 80 bytes
    256 bytes from one to the next with dynamic offsets
    the storage buffer 'scene' needs 96 bytes of the 134217728 allowed (maxStorageBufferBindingSize)
camera: array<mat4x4<f32>, 2> in uniform
    128 bytes
    256 bytes from one to the next with dynamic offsets
    the uniform buffer 'camera' needs 128 bytes of the 65536 allowed (maxUniformBufferBindingSize)
Light
    80 bytes
END
same out expected
run size scene.wgsl scene --bytes=1000; is 0 'size --bytes'
has out '1000 bytes: 12 elements of 80 bytes and 24 bytes more'
run size scene.wgsl scene --bytes=95;   is 2 'size --bytes'
has err 'wlay: scene: a buffer needs at least 96 bytes'
run size scene.wgsl Light --bytes=95;   is 2 'size --bytes'
run size scene.wgsl sums;               is 2 'size of an override'
has err '--override'
run size scene.wgsl sums --override=tile=5000; is 0 'size --override'
has out "more than the 16384 allowed (maxComputeWorkgroupStorageSize)"
run size scene.wgsl map;                is 2 'size of a texture'
has err 'wlay: map: has no size'
run size scene.wgsl Lihgt;              is 2 'size of nothing'
has err "nothing is declared as 'Lihgt'"
run size scene.wgsl camera --limit=maxUniformBufferBindingSize=100
is 0 'size --limit'
has out 'needs 128 bytes, more than the 100 allowed'
run size scene.wgsl camera --limit=compatibility \
    --limit minUniformBufferOffsetAlignment=32
is 0 'size --limit'
has out 'the 16384 allowed'
has out '128 bytes from one to the next'
for value in maxBindGroups maxBindGroups= maxBindGroups=0 maxBindGroups=x \
             maxBindGroups=4294967296 minUniformBufferOffsetAlignment=48; do
    run size scene.wgsl camera "--limit=$value"; is 2 "--limit=$value"
    empty out
done
run size scene.wgsl camera --limit=maxBindGruops=4; is 2 'size --limit'
has err "did you mean 'maxBindGroups'?"
for value in '' x -1 0x1 1.5 18446744073709551616; do
    run size scene.wgsl scene "--count=$value"; is 2 "--count=$value"
    empty out
done
run size scene.wgsl scene --count=0;    is 2 --count=0
run size scene.wgsl scene --count=18446744073709551615; is 2 'a large count'
has err 'that is too large'
run size scene.wgsl scene --count=1 --bytes=1; is 2 'count and bytes'
run size --format=json scene.wgsl scene Light --count=2; is 2 'size in json'
run size --format=json scene.wgsl scene Light; is 0 'size in json'
cat >expected <<'END'
  "source": "scene.wgsl",
  "valid": true,
  "sizes": [
    {
      "variable": "scene",
      "address_space": "storage",
      "type": "Scene",
      "size": 96,
      "count": 1,
      "stride": 80,
      "rest": null,
      "min_binding_size": 96,
      "dynamic_stride": 256,
      "limit": {
        "name": "maxStorageBufferBindingSize",
        "needed": 96,
        "allowed": 134217728,
        "fits": true
      }
    },
    {
      "variable": null,
      "address_space": null,
      "type": "Light",
      "size": 80,
      "count": null,
      "stride": null,
      "rest": null,
      "min_binding_size": null,
      "dynamic_stride": null,
      "limit": null
    }
  ]
}
END
sed 1,2d out >last
same last expected
run size scene.wgsl;                    is 2 'size of nothing'
run good.wgsl --count=1;                is 2 'a count of a layout'

# -------------------------------------------------------------------- --output

run -o there.txt good.wgsl;  is 0 -o;        empty out; empty err
same there.txt listing
run -othere2.txt good.wgsl;  is 0 -oFILE;    same there2.txt listing
run --output=there3.txt good.wgsl; is 0 --output; same there3.txt listing
run -o - good.wgsl;          is 0 '-o -';    same out listing
run -o;                      is 2 '-o alone'; has err '--output needs a value'
run -o bad.json --format=json bad.wgsl; is 1 '-o of a bad one'
has bad.json '"valid": false'
run -o there.txt missing.wgsl; is 2 '-o of none'
same there.txt listing
run -o no/such/folder good.wgsl; is 2 '-o to nowhere'; has err 'no/such/folder: '
run -o . good.wgsl;          is 2 '-o to a folder'
if [ -c /dev/full ]; then
    run -o /dev/null good.wgsl; is 0 '-o to a device'
    checks=$((checks + 1))
    [ -c /dev/null ] || fail '/dev/null is no device any more'
    run -o /dev/full good.wgsl; is 2 '-o to a full device'; has err '/dev/full: '
fi
checks=$((checks + 1))
ls -- *.wlay-part >/dev/null 2>&1 && fail 'a half-written file is left'

# ------------------------------------------------------------------ --format=c

cat >host.wgsl <<'END'
struct Light { position: vec3f, radius: f32, color: vec3f }
struct Lights { count: u32, items: array<Light> }
struct Vertex { @location(0) position: vec4f }
struct Flags { on: bool }
struct Unused { a: vec4f }
@group(0) @binding(1) var<storage> lights: Lights;
END
run --format=c host.wgsl;    is 0 c;         empty err
has out '#ifndef HOST_WGSL_H'
has out 'Made by wlay from host.wgsl'
has out '--format=c host.wgsl'
has out 'float position[3];'
has out 'struct Light items[];'
has out 'struct Light *items() {'
has out '#define lights_GROUP 0u'
has out '#define lights_BINDING 1u'
has out '#define lights_MIN_BINDING_SIZE 48u'
has out '#define lights_STRIDE 32u'
has out '#define Lights_items_OFFSET 16u'
has out ' * Vertex: it is for inputs and outputs of stages'
has out " * Flags: it is not host-shareable ('on' is bool)"
has out 'struct Unused {'
cp out first
run --format=c host.wgsl;    is 0 'c again'; same out first
run --format=c "$folder/host.wgsl"; is 0 'c, absolute'; same out first
run --format=c --reachable host.wgsl; is 0 reachable
has out ' * Unused: no buffer variable holds it'
has_no out 'struct Unused'
run --format=c --struct Light host.wgsl; is 0 'c, one struct'
has out 'struct Light {'
has_no out 'Lights'
run --format=c --struct Lights=Many --prefix=gpu_ --include a.h \
    --include '"b.h"' host.wgsl
is 0 'c, names'
has out 'typedef struct Many {'
has out 'struct gpu_Light items[];'
has out '#include <a.h>'
has out '#include "b.h"'
run --format=c --rename Light.position=at --rename color=rgb host.wgsl
is 0 'c, rename'
has out 'float at[3];'
has out 'float rgb[3];'
run --format=c --struct Vertex host.wgsl; is 0 'c, an input by name'
has out 'float position[4];'

# Names that C or C++ cannot have, or that would clash.
cat >names.wgsl <<'END'
struct double { int: u32, int_: u32, größe: f32, _Max: f32, a__b: f32,
                uint8_t: vec3f, padding_48: f32, @align(64) b: f32 }
struct double_ { double: double }
@group(0) @binding(0) var<storage> wchar_t_: double;
END
run --format=c names.wgsl;   is 0 'c, odd names'
has out 'typedef struct double_2 {'
has out 'typedef struct double_ {'
has out 'struct double_2 double_;'
has out 'uint32_t int_2;'
has out 'uint32_t int_;'
has out 'float gru00F6u00DFe;'
has out 'float wgsl_Max;'
has out 'float a_u005Fb;'
has out 'float uint8_t_[3];'
has out 'uint8_t padding_48_2[16];'
has out '#define wchar_t_GROUP 0u'
has out '#define double_ROWS'
has out '#define double_2_ROWS'
run --format=c missing.wgsl; is 2 'c of none';  empty out
run --format=c bad.wgsl;     is 1 'c of a bad one'; empty out
has err 'bad.wgsl:2:'
cp first kept.h
run --format=c -o kept.h bad.wgsl; is 1 'c of a bad one'; same kept.h first
run --format=c -o none.h bad.wgsl; is 1 'c of a bad one'
checks=$((checks + 1))
[ ! -e none.h ] || fail 'a header of a bad shader is written'

# Mistakes: a message, status 2, and no file.
mistake() { # TEXT ARGUMENT...
    text=$1
    shift
    run -o none.h "$@";      is 2 "$*";      has err "$text"; empty out
    checks=$((checks + 1))
    [ ! -e none.h ] || fail "$*: there is a file"
}
mistake "found no layout of 'Ligth'; did you mean 'Light'?" \
    --format=c --struct Ligth host.wgsl
mistake "'Flags' cannot be a struct of the host" \
    --format=c --struct Flags host.wgsl
mistake "'on' is bool" --format=c --struct Flags host.wgsl
mistake "no struct has a member 'colour'; did you mean 'color'?" \
    --format=c-asserts --rename colour=c host.wgsl
mistake 'is not MEMBER=NAME_IN_C' --format=c --rename color host.wgsl
mistake 'is not MEMBER=NAME_IN_C' --format=c --rename color=1x host.wgsl
mistake 'needs a name in a header' --format=c --rename color= host.wgsl
mistake "would have two 'radius'" --format=c --rename color=radius host.wgsl
mistake 'is no name for a struct of C' --format=c --struct 'Light=a b' host.wgsl
mistake 'is no name for a struct of C' \
    --format=c-asserts --struct 'Light=a;b' host.wgsl
mistake "two types would be 'L'" \
    --format=c --struct Light=L --struct Unused=L host.wgsl
mistake 'cannot begin a name in C' --format=c --prefix=1 host.wgsl
mistake 'is not NAME or NAME=NAME_IN_C' --format=c --struct Light= host.wgsl
mistake '--type:' --format=c --type 'vec3=v' host.wgsl
mistake 'is not WGSL_TYPE' --format=c --type 'vec3f=' host.wgsl
mistake 'a name in C is for --format=c' --struct Light=L host.wgsl
mistake '--prefix is for --format=c' --prefix=x host.wgsl
mistake '--ignore-names is for the command' --ignore-names host.wgsl
sed 's/radius: f32/radius: u32/' host.wgsl >host2.wgsl
mistake "struct 'Light' is in host.wgsl and in host2.wgsl with different layouts" \
    --format=c host.wgsl host2.wgsl
has err "there is 'radius: f32' at byte 12, here 'radius: u32' at byte 12"

# The same struct in two files is one; variables that differ say whose they are.
sed 's/binding(1)/binding(2)/' host.wgsl >host2.wgsl
run --format=c host.wgsl host2.wgsl; is 0 'two files'
has out 'Made by wlay from host.wgsl, host2.wgsl'
has out '#define host_lights_BINDING 1u'
has out '#define host2_lights_BINDING 2u'
checks=$((checks + 1))
[ "$(grep -c '^typedef struct Light {' out)" = 1 ] || fail 'a struct twice'

# --------------------------------------------------------- --format=c-asserts

run --format=c-asserts --struct Light=MyLight --rename color=albedo \
    --include my.h host.wgsl
is 0 c-asserts; empty err
has out '#include <my.h>'
has out 'sizeof(MyLight) == 32'
has out 'offsetof(MyLight, albedo) == 16'
has out 'WLAY_SIZEOF(MyLight, albedo) == 12'
has_no out 'typedef struct'
run --format=c-asserts --struct 'Light=ns::Light' host.wgsl; is 0 'asserts, C++'
has out 'sizeof(ns::Light) == 32'
run --format=c-asserts host.wgsl; is 0 'asserts on all'
has out 'offsetof(Lights, items) == 16'

# ------------------------------------------------------------------------ diff

run diff host.wgsl host.wgsl; is 0 'no diff'; empty err
has out 'Code of the host for host.wgsl works with host.wgsl: 0 changes.'
run diff host.wgsl host2.wgsl; is 1 diff;    empty err
cat >expected <<'END'
! lights changed its binding from @group(0) @binding(1) to @group(0) @binding(2)
Code of the host for host.wgsl does not work with host2.wgsl: 1 of 1 change breaks it.
END
same out expected
sed 's/struct Unused/struct More { b: u32 } struct Unused/' host.wgsl >more.wgsl
run diff host.wgsl more.wgsl; is 0 'a struct more'
has out '  More is new: 4 bytes'
sed 's/color/albedo/' host.wgsl >named.wgsl
run diff host.wgsl named.wgsl; is 1 'a new name'
has out '! Light.color is called albedo now'
run diff --ignore-names host.wgsl named.wgsl; is 0 'a new name that is nothing'
has out '  Light.color is called albedo now'
run diff --format=json host.wgsl host2.wgsl; is 1 'diff in json'
has out '"breaks": true'
has out '"kind": "variable-rebound"'
has out '"variable": "lights"'
run diff --color=always host.wgsl host2.wgsl; has out "$escape"
run diff host.wgsl;          is 2 'diff of one'; has err 'needs two files'
run diff host.wgsl bad.wgsl; is 1 'diff of a bad one'; empty out
has err 'bad.wgsl:2:'
run diff host.wgsl missing.wgsl; is 2 'diff of none'; empty out
run diff --format=c host.wgsl host2.wgsl; is 2 'diff as c'
run diff --struct Light host.wgsl host2.wgsl; is 2 'diff --struct'
run diff --override tile=3 host.wgsl host2.wgsl; is 2 'diff --override'
has err "no override 'tile'"

# ------------------------------------------------------------------------ dump

cat >dump.wgsl <<'END'
enable f16;
struct Light { position: vec3f, color: vec2f, kind: u32 }
struct Lights { count: i32, half: mat2x3h, items: array<Light> }
@group(0) @binding(0) var<storage> lights: Lights;
@group(0) @binding(1) var<uniform> fog: vec4f;
var<private> flag: bool;
override tile: u32;
var<workgroup> sums: array<f32, tile>;
END
{
    printf '\376\377\377\377\0\0\0\0'           # count: -2
    printf '\0\074\0\300\0\174\0\0'              # 1, -2, inf
    printf '\1\0\0\200\0\176\1\0'              # 6e-8, -0, nan; 01
    printf '\0\0\0\0\0\0\0\0'
    printf '\315\314\314\075\0\0\200\077\0\0\0\0'  # 0.1, 1, 0
    printf '\0\0\0\0\0\0\0\0\0\0\200\377'      # 0, -inf
    printf '\377\377\377\377\0\0\0\0'          # kind: the largest
    printf 'the rest'
} >frame.bin
run dump dump.wgsl --var lights --data frame.bin; is 0 dump; empty err
cat >expected <<'END'
// lights: Lights, 64 bytes with 1 element of the runtime-sized array
offset  size
     0     4  lights.count = -2i
     8    16  lights.half = mat2x3<f16>(
                  1.0, -2.0, inf,
                  6e-8, -0.0, nan,
              )
    32    12  lights.items[0].position = vec3<f32>(0.1, 1.0, 0.0)
    48     8  lights.items[0].color = vec2<f32>(0.0, -inf)
    56     4  lights.items[0].kind = 4294967295u
// bytes behind it: 8
END
same out expected
run dump dump.wgsl --var lights --data frame.bin --padding
is 0 'dump --padding'
cat >expected <<'END'
// lights: Lights, 64 bytes with 1 element of the runtime-sized array
offset  size
     0     4  lights.count = -2i
     4     4  // padding, member alignment of lights.half
     8    16  lights.half = mat2x3<f16>(
                  1.0, -2.0, inf,
                  6e-8, -0.0, nan,
              )
    14     2  // padding, matrix column of lights.half[0]
    22     2  // padding, matrix column of lights.half[1], not zero: 01 00
    24     8  // padding, member alignment of lights.items
    32    12  lights.items[0].position = vec3<f32>(0.1, 1.0, 0.0)
    44     4  // padding, member alignment of lights.items[0].color
    48     8  lights.items[0].color = vec2<f32>(0.0, -inf)
    56     4  lights.items[0].kind = 4294967295u
    60     4  // padding, struct tail of lights.items[0]
// bytes behind it: 8
END
same out expected
cp out padded
"$wlay" dump dump.wgsl --var=lights --data=- --padding <frame.bin >out 2>err
status=$?
is 0 'dump of stdin'
same out padded
"$wlay" dump - --var=lights --data=frame.bin --padding <dump.wgsl >out 2>err
status=$?
is 0 'dump by a module of stdin'
same out padded
"$wlay" dump - --var=lights --data=- <dump.wgsl >out 2>err; status=$?
is 2 'dump of stdin by stdin'
has err 'only once'
run dump dump.wgsl --var lights.items[0].color --data frame.bin
is 0 'dump of a part'
has out '    48     8  lights.items[0].color = vec2<f32>(0.0, -inf)'
has_no out 'position'
run dump dump.wgsl --var lights --data frame.bin --color=always
is 0 'dump in colour'; has out "$escape"
run dump dump.wgsl --var lights --data frame.bin --format=json --padding
is 0 'dump in json'; empty err
has out '"source": "dump.wgsl"'
has out '"element_count": 1'
has out '"bytes_behind": 8'
has out '"value": [[1.0, -2.0, "inf"], [6e-8, -0.0, "nan"]]'
has out '"value": 4294967295'
has out '"cause": "matrix column"'
has out '"zero": false'
run dump dump.wgsl --var lights --data frame.bin --format=json
is 0 'dump in json'
has out '"padding": null'
run dump dump.wgsl --var lights.items[0].color --data frame.bin --format=json
is 0 'dump of a part in json'
has out '"offset": 48'
has out '"bytes_behind": 16'
run dump dump.wgsl --var lights --data frame.bin --count 1
is 0 'dump --count'
run dump dump.wgsl --var lights --data frame.bin --count 2
is 2 'dump --count'; empty out
has err "frame.bin: 72 bytes are too few: 'lights' needs 96"
run dump dump.wgsl --var lights --data frame.bin --count 0; is 2 'dump, none'
run dump dump.wgsl --var fog --data frame.bin --count 1; is 2 'no array'
has err "--count: 'fog' has no runtime-sized array"
head -c 15 frame.bin >short.bin
run dump dump.wgsl --var fog --data short.bin; is 2 'too short'; empty out
has err "short.bin: 15 bytes are too few: 'fog' needs 16"
run dump dump.wgsl --var lights --data /dev/null; is 2 'empty data'
has err '0 bytes are too few'
run dump dump.wgsl --var flag --data frame.bin; is 2 'dump of a bool'
has err 'host-shareable'
run dump dump.wgsl --var sums --data frame.bin; is 2 'dump of no buffer'
has err 'host-shareable'
run dump dump.wgsl --var fog --data frame.bin --override tile=2
is 0 'dump with an override'
run dump dump.wgsl --var fog --data frame.bin --override tiel=2
is 2 'dump with no such override'
has err "did you mean 'tile'?"
run dump dump.wgsl --var lihgts --data frame.bin; is 2 'dump, misspelt'
has err "did you mean 'lights'?"
run dump dump.wgsl --var lights.items[1] --data frame.bin; is 2 'not there'
empty out
run dump dump.wgsl --var lights --data missing.bin; is 2 'missing data'
has err 'wlay: missing.bin: '
run dump dump.wgsl --var lights;        is 2 'no data'; has err '--data'
run dump dump.wgsl --data frame.bin;    is 2 'no var';  has err '--var'
run dump dump.wgsl good.wgsl --var lights --data frame.bin; is 2 'two files'
run dump dump.wgsl --var lights --data frame.bin --format=c
is 2 'dump as c'
for option in --var=lights --data=frame.bin --padding; do
    run "$option" dump.wgsl;            is 2 "$option in layout"
    has err 'not for the command'
done
{ cat dump.wgsl; echo 'struct Bad { a: nothing }'; } >dump_bad.wgsl
run dump dump_bad.wgsl --var fog --data frame.bin; is 1 'dump, invalid WGSL'
has out 'fog = vec4<f32>('
has err 'dump_bad.wgsl:9:'

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

# ---------------------------------------------------------------------- advice

cat >waste.wgsl <<'END'
struct Light {
    intensity: f32,
    color: vec4f,
    range: f32,
    position: vec3f, // in the world
    inner: f32,
    outer: f32,
}
struct Vertex { @location(0) position: vec3f, @location(1) uv: vec2f }
@group(0) @binding(0) var<storage> lights: array<Light>;
END
cat >kernel.wgsl <<'END'
struct Kernel { weights: array<f32, 64>, n: u32 }
@group(0) @binding(0) var<uniform> kernel: Kernel;
@group(0) @binding(1) var<uniform> table: array<f32, 64>;
fn f(i: u32) -> f32 { return kernel.weights[i] + table[i]; }
END

run advise waste.wgsl;      is 0 advise;     empty err
has out 'Light: 80 bytes, 44 of data, 36 of padding (45 %), aligned to 16'
has out '12 bytes at 4 before color, which is aligned to 16'
has out '1000 of them: 80000 bytes, 36000 of padding'
has out 'order: 80 -> 48 bytes, and none is smaller; 1 member moves'
has out '1250 -> 750 lines of 64, 625 -> 375 of 128'
has out 'uniform buffer: allowed'
has out 'in arrays: stride 80, no power of two'
has out 'var<storage> lights: storage suits it'
has_no out 'Vertex'
run advise --count=2 --line=64 --group=64 waste.wgsl; is 0 'advise with numbers'
has out '2 of them: 160 bytes'
has out '64 invocations, an element each, read 80 lines'
run advise --struct=Vertex waste.wgsl; is 0 'advise on one'
has out 'Vertex: 32 bytes'
has_no out 'Light'
has_no out 'var<'
run advise kernel.wgsl;     is 1 'advise on a broken rule'
has out 'allowed only with uniform_buffer_standard_layout'
has out '256 bytes as array<vec4<f32>, 16>, read as weights[i / 4u][i % 4u]'
has out '1024 bytes as array<PaddedF32, 64>, read as weights[i].value'
has out 'read as table[i / 4u][i % 4u]'
has out 'var<uniform> kernel: storage would suit it better'
has err '[uniform-array-stride]'
run advise --format=json kernel.wgsl; is 1 'advise in json'
has out '"mended_size": 272'
has out '"index": "weights[i / 4u][i % 4u]"'
if command -v python3 >/dev/null; then
    checks=$((checks + 1))
    python3 -m json.tool <out >/dev/null || fail 'the advice is not JSON'
fi
run advise --join uses.wgsl declares.wgsl; is 0 'advise on two'
has out 'Pair: 8 bytes'
run advise uses.wgsl declares.wgsl; is 2 'advise on two modules'
has err '--join'
run advise --struct=Ligth waste.wgsl; is 2 'advise on no struct'
has err "did you mean 'Light'?"
empty out
run advise --line=100 waste.wgsl; is 2 'a line of 100'; has err '--line'
run advise --format=c waste.wgsl; is 2 'advise in c'
run --line=64 waste.wgsl;   is 2 'a line in layout'

run explain waste.wgsl Light.position; is 0 explain; empty err
has out 'position: align 16 = AlignOf(vec3<f32>); offset 48 = roundUp(16, 32 + 4); size 12 = SizeOf(vec3<f32>)  [Alignment and Size], [Structure Member Layout]'
run explain waste.wgsl 'lights[3].color.y' Light; is 0 'explain two'
has out 'lights[3].color.y: at 260 = 240 + 16 + 4'
has out 'Light: align 16 = max(4, 16); size 80 = roundUp(16, 64 + 4)'
run explain waste.wgsl Light.colour; is 2 'explain nothing'
has err "did you mean 'color'?"
has err '^'
run explain --format=json waste.wgsl Light.range; is 0 'explain in json'
has out '"formula": "roundUp(4, 16 + 16)"'
run explain waste.wgsl;     is 2 'explain what'; has err 'usage: '

# ------------------------------------------------------------------- rewriting

run --fix=uniform kernel.wgsl; is 0 'fix uniform'
has out 'struct Kernel { weights: array<vec4<f32>, 16>, n: u32 }'
has out 'var<uniform> table: array<vec4<f32>, 16>;'
has err 'kernel.wgsl:4:37: note: '
has err 'hint: its element i is now weights[i / 4u][i % 4u]'
has err 'hint: its element i is now table[i / 4u][i % 4u]'
cp out fixed.wgsl
run fixed.wgsl;             is 0 'what was fixed'; empty err
run --fix=uniform fixed.wgsl; is 0 'fix again'; same out fixed.wgsl; empty err
run --fix=order waste.wgsl; is 0 'fix order'; empty err
cp out ordered.wgsl
run ordered.wgsl;           is 0 'what was ordered'
has out '// 48 bytes: 44 of data, 4 of padding'
has ordered.wgsl '    position: vec3f, // in the world'
run --fix=pad waste.wgsl;   is 0 'fix pad'
has out '    _reserved0: array<u32, 3>,'
cp out padded.wgsl
run --fix=unpad padded.wgsl; is 0 'fix unpad'; same out waste.wgsl
run --fix=size waste.wgsl;  is 0 'fix size'; has out '    @size(16) range: f32,'
run --fix=pad --struct=Pair --join uses.wgsl declares.wgsl; is 0 'fix two'
has out 'struct Pair { a: Half, b: Half }'
has out 'struct Half { x: f32 }'
run --fix=pad uses.wgsl declares.wgsl; is 2 'fix two modules'
has err '--join'; empty out
run --fix=pad uses.wgsl;    is 1 'fix what is invalid'
empty out
has err '[unresolved-name]'
run --fix=pad --struct=Half waste.wgsl; is 2 'fix no struct'; empty out
run --fix=pad --format=json waste.wgsl; is 2 'fix in json'
run --fix=all waste.wgsl;   is 2 'no such fix'; has err 'uniform, order'
run --fix=pad -o padded2.wgsl waste.wgsl; is 0 'fix into a file'
same padded.wgsl padded2.wgsl

# -------------------------------------------------------------------- pictures

run --format=map --struct=Light waste.wgsl; is 0 map; empty err
has out '     48 | position: vec3<f32>                           | inner: f32    |'
has out '|///////////////////////////////////////////////|'
run --format=map uses.wgsl waste.wgsl; is 1 'two maps'; has out 'waste.wgsl'
run --format=svg waste.wgsl; is 0 svg;       empty err
has out '<svg xmlns="http://www.w3.org/2000/svg"'
has out 'vec3&lt;f32&gt;'
has out '</svg>'
cp out closed.svg
run --format=svg --open --join uses.wgsl declares.wgsl; is 0 'svg, opened'
has out '>a.x</text>'
run --format=svg uses.wgsl declares.wgsl; is 2 'two in svg'; has err '--join'
run --open waste.wgsl;      is 2 'open text'
if command -v rsvg-convert >/dev/null; then
    checks=$((checks + 1))
    rsvg-convert -o picture.png closed.svg || fail 'the SVG cannot be drawn'
fi

# ---------------------------------------------------------------- entry points

cat >stages.wgsl <<'END'
override tile: u32 = 64;
var<workgroup> sums: array<f32, tile>;
@group(0) @binding(0) var<uniform> camera: mat4x4f;
@group(0) @binding(0) var<storage> models: array<f32>;
fn first() -> f32 { return models[0]; }
@vertex fn vs(@location(0) at: vec3f) -> @builtin(position) vec4f {
    return camera * vec4f(at, 1);
}
@compute @workgroup_size(tile, 2) fn reduce() { sums[0] = first(); }
END
run stages.wgsl;            is 0 'entry points'; empty err
has out '// @compute @workgroup_size(64, 2, 1) fn reduce'
has out '//     uses sums, models, override tile'
has out '//     256 bytes of workgroup memory'
has out '//     in  @location(0) at: vec3<f32>, float32x3 at 0 of 12'
has out '// @group(0) @binding(0) camera: uniform, 64 bytes; vertex'
has out '// @group(0) @binding(0) models: read-only-storage, 4 bytes; compute'
run --override=tile=8 stages.wgsl; is 0 'a tile of 8'
has out '@workgroup_size(8, 2, 1)'; has out '32 bytes of workgroup memory'
run --struct=None stages.wgsl;     has_no out 'entry points'
run --format=json stages.wgsl;     is 0 'entry points as JSON'
has out '"entry_points": ['; has out '"bind_groups": ['
run --format=c stages.wgsl;        is 0 'workgroup sizes in C'
has out '#define reduce_WORKGROUP_SIZE_X 64u'
has out '#define reduce_WORKGROUP_SIZE_Z 1u'
has_no out 'vs_WORKGROUP'
run --format=c --join stages.wgsl declares.wgsl; has out 'reduce_WORKGROUP'
run --format=c stages.wgsl declares.wgsl
has out '#define stages_reduce_WORKGROUP_SIZE_Y 2u'
echo '@fragment fn fs() { _ = camera[0]; _ = first(); }' >>stages.wgsl
run stages.wgsl;            is 1 'two at one slot'
has err "'camera' and 'models' are both at @group(0) @binding(0)"

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
