#!/bin/sh
# Installs with apt what is missing for one purpose: setup.sh build|sanitized|test|lint|fuzz. Silent when nothing is.
# Fails only if something is missing afterwards without which the purpose cannot be served.
set -u

has() { command -v "$1" >/dev/null 2>&1; }
has_header() { printf '#include <%s>\n' "$1" | cc -E -x c - >/dev/null 2>&1; }
has_libclang() { "$(dirname "$0")/clang_include.sh" >/dev/null 2>&1; }
has_sanitizers() { echo 'int main(void) { return 0; }' | clang-19 -fsanitize=address -x c - -o /dev/null 2>/dev/null; }
has_cmocka() { pkg-config --exists cmocka 2>/dev/null; }
has_module() { python3 -c "import $1" >/dev/null 2>&1; }

missing=""   # packages to install
required=""  # the ones among them that the purpose cannot do without

# want PACKAGE required|optional TEST...: the package is missing if the test fails.
want() {
    package=$1 need=$2
    shift 2
    "$@" && return
    missing="$missing $package"
    [ "$need" = required ] && required="$required $package"
}

want_build() {
    want gcc required has cc
    want libc6-dev required has_header stdio.h
    want meson required has meson
    want ninja-build required has ninja
    want pkg-config required has pkg-config
    want libsqlite3-dev required has_header sqlite3.h
    want libxml2-dev required pkg-config --exists libxml-2.0
    want libclang-19-dev required has_libclang
    want libz3-dev required has_header z3.h
    want libtcc-dev optional has_header libtcc.h  # without: models are compiled with cc
    want libcmocka-dev optional has_cmocka
}

want_sanitized() {
    want clang-19 required has clang-19
    want libclang-rt-19-dev required has_sanitizers
    want lld optional has ld.lld  # without: ld takes three times as long
}

want_test() {
    want python3 required has python3
    want python3-jsonschema optional has_module jsonschema
    want spin optional has spin
    want tcc optional has tcc  # without: cc compiles Spin's verifiers of random applications, which takes long
    want bats optional has bats
    want graphviz optional has dot
    want man-db optional has man
    want clang optional has clang  # without: values that are not there have no judge
}

want_lint() {
    want clang-format required has clang-format
    want clang-tidy required has clang-tidy
    want cppcheck required has cppcheck
}

want_fuzz() {
    want clang required has clang
}

look() {
    missing="" required=""
    case $purpose in
    build) want_build ;;
    sanitized) want_sanitized ;;
    test) want_test ;;
    lint) want_lint ;;
    fuzz) want_fuzz ;;
    *)
        echo "usage: setup.sh build|sanitized|test|lint|fuzz" >&2
        exit 2
        ;;
    esac
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 $missing
}

install_missing() {
    if ! has apt-get; then
        echo "setup: this is not Debian; please install:$missing" >&2
        return
    fi
    if [ "$(id -u)" != 0 ] && ! has sudo; then
        echo "setup: neither root nor sudo; please install:$missing" >&2
        return
    fi
    echo "setup: installing$missing"
    apt_install >/dev/null 2>&1 && return
    echo "setup: updating the package lists first"
    as_root apt-get update -qq -o DPkg::Lock::Timeout=120 >/dev/null
    apt_install >/dev/null
}

purpose=${1:-}
look
[ -z "$missing" ] && exit 0
install_missing
look
[ -n "$missing" ] && echo "setup: still missing:$missing" >&2
[ -z "$required" ]
