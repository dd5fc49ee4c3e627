# SPDX-License-Identifier: MIT
#
# For the scripts beside this one: is a program there, and if not, install it.
# `missing` collects the names of Debian's packages.
missing=

need() { # PACKAGES TEST...
    packages=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $packages"
}

has() {
    command -v "$1"
}

# A compiler without the headers of its library is of no use.
compiles() { # COMPILER LANGUAGE
    has "$1" && echo '#include <stdlib.h>' |
        "$1" -x "$2" -fsyntax-only -
}

install_missing() {
    [ -n "$missing" ] || return 0
    if ! has apt-get >/dev/null; then
        give_up "the packages that Debian calls:$missing"
    elif [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif has sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        give_up "these packages, as root: apt-get install$missing"
    fi

    echo "installing$missing" >&2
    log=$(mktemp)
    # Old lists of packages are better than none.
    { $as_root apt-get update || :; } </dev/null >"$log" 2>&1
    # shellcheck disable=SC2086
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends $missing </dev/null >>"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        give_up "these packages, which apt-get could not:$missing"
    fi
    rm -f "$log"
    missing=
}

give_up() {
    echo "$0: please install $1" >&2
    exit 2
}
