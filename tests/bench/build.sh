# SPDX-License-Identifier: MIT
#
# For the scripts beside this one, which run in the project's folder: builds the
# benchmarks.  BUILD names another folder than build/bench to do it in.
. tests/packages.sh

build=${BUILD:-build/bench}
programs=$build/tests/bench

build_benchmarks() { # CMAKE OPTION...
    need "gcc libc6-dev" compiles "${CC:-cc}" c
    need cmake has cmake
    need make has make
    need pkg-config has pkg-config
    install_missing
    # Without JSON parsers there is less to compare with, but nothing fails.
    (
        need libcjson-dev pkg-config --exists libcjson
        if has "${CXX:-c++}" >/dev/null; then
            need libsimdjson-dev pkg-config --exists simdjson
        fi
        install_missing
    ) || echo "$0: goes on without those" >&2

    cmake -S . -B "$build" -DWLAY_BUILD_BENCH=ON \
        -DWLAY_BUILD_TESTS=OFF -DWLAY_BUILD_TOOL=OFF "$@" >&2
    cmake --build "$build" --target bench \
        --parallel "$(nproc 2>/dev/null || echo 2)" >&2
}
