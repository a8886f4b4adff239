#!/usr/bin/env bats
# rtcheck app --target: what numbers are on a machine, as its compilers have them.

load helpers

# on TARGET CONDITION [DECLARATIONS]: a task that asserts the condition there.
on() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n%s\nTASK(t1) { assert(%s); TerminateTask(); }\n' "${3-}" "$2" >one.c
    rtcheck app --target "$1" one.oil one.c
}

# always TARGET CONDITION [DECLARATIONS]: it is true.
always() {
    on "$@"
    expect_status 0
}

# bits TARGET: how many these types have there, as `type=bits`.
bits() {
    local target=$1 one condition=1
    for one in "${@:2}"; do condition+=" && sizeof(${one%=*}) * 8 == ${one#*=}"; done
    always "$target" "$condition" $'#include <time.h>\n#include <wchar.h>\n#include <signal.h>'
}

@test "numbers of the standard library are as wide as those who compile for the machine have them" {
    local fixed='int8_t=8 int16_t=16 int32_t=32 int64_t=64 int_least8_t=8 int_least16_t=16 uint_least32_t=32 int_least64_t=64 int_fast64_t=64 uintmax_t=64' target
    for target in x86_64-unknown-linux-gnu i686-linux-gnu aarch64-linux-gnu arm-linux-gnueabi arm-none-eabi armv7m-none-eabi aarch64-none-elf riscv32-unknown-elf riscv64-unknown-elf avr msp430; do
        bits $target $fixed
    done
    for target in x86_64-unknown-linux-gnu aarch64-linux-gnu; do
        bits $target int_fast8_t=8 int_fast16_t=64 uint_fast32_t=64 size_t=64 ptrdiff_t=64 intptr_t=64 time_t=64 clock_t=64 wchar_t=32 wint_t=32
    done
    for target in i686-linux-gnu arm-linux-gnueabi; do
        bits $target int_fast8_t=8 int_fast16_t=32 uint_fast32_t=32 size_t=32 ptrdiff_t=32 intptr_t=32 time_t=32 wchar_t=32 wint_t=32
    done
    for target in arm-none-eabi riscv32-unknown-elf; do
        bits $target int_fast8_t=32 uint_fast8_t=32 int_fast16_t=32 uint_fast32_t=32 size_t=32 ptrdiff_t=32 uintptr_t=32 time_t=64 clock_t=32 wchar_t=32 wint_t=32 sig_atomic_t=32
    done
    bits riscv64-unknown-elf int_fast8_t=32 int_fast16_t=32 int_fast32_t=32 size_t=64 wchar_t=32 wint_t=32
    bits avr int_fast8_t=8 int_fast16_t=16 int_fast32_t=32 size_t=16 ptrdiff_t=16 intptr_t=16 time_t=32 wchar_t=16 wint_t=16
    bits msp430 int_fast8_t=16 uint_fast16_t=16 int_fast32_t=32 size_t=16 ptrdiff_t=16 intptr_t=16
}

@test "a fast number wraps where the machine's does, and where compilers differ, that is told" {
    local wraps='uint_fast8_t x = 255;'
    on x86_64-unknown-linux-gnu '++x == 0' "$wraps"
    expect_status 0
    expect_no_output assuming
    on avr '++x == 0' "$wraps"
    expect_status 0
    expect_no_output assuming
    on arm-none-eabi '++x == 256' "$wraps"
    expect_status 0
    expect_output 'assuming that `int_fast8_t` has 32 bits (compilers and their libraries differ)'
    on arm-none-eabi '++x == 0' "$wraps"
    expect_status 1
    on msp430 'UINT_FAST8_MAX == 65535' 'wchar_t c;'
    expect_status 0
    expect_output 'assuming that `int_fast8_t` has 16 bits, `wchar_t` has 16 bits (compilers'
    rtcheck app one.oil one.c
    expect_status 1
    on arm-none-eabi '++x == 256' '/* uint_fast8_t */ uint_least16_t x = 255;'
    expect_status 0
    expect_no_output assuming
    always arm-none-eabi 'w > 0' $'#include <wchar.h>\nwint_t w = -1;'
}

@test "limits of <stdint.h> are of their types, also for the preprocessor" {
    local target all='
#if UINT_FAST8_MAX < 255 || UINT_FAST16_MAX < 65535 || UINT_FAST32_MAX < 4294967295 || INT_FAST8_MIN + INT_FAST8_MAX != -1 || INT_FAST16_MIN + INT_FAST16_MAX != -1
#error fast
#endif
#if INT8_MIN != -128 || UINT8_MAX != 255 || INT16_MIN != -32768 || UINT16_MAX != 65535 || INT32_MIN + INT32_MAX != -1 || UINT32_MAX != 4294967295 || INT_LEAST8_MAX != 127
#error exact
#endif
#if UINT64_MAX != UINTMAX_MAX || INT64_MIN != INTMAX_MIN || SIZE_MAX != UINTPTR_MAX || PTRDIFF_MIN != INTPTR_MIN || UINT64_C(1) << 63 == 0 || INTMAX_C(1) << 40 == 0
#error others
#endif
#if WCHAR_MAX <= WCHAR_MIN || WINT_MAX <= WINT_MIN || SIG_ATOMIC_MAX + SIG_ATOMIC_MIN != -1
#error wide
#endif'
    for target in x86_64-unknown-linux-gnu i686-linux-gnu arm-none-eabi riscv32-unknown-elf avr msp430; do
        always $target 'sizeof(INT64_C(1)) == 8 && sizeof UINT32_C(1) == 4 && (int_fast8_t)INT_FAST8_MAX == INT_FAST8_MAX && (uint_fast16_t)(UINT_FAST16_MAX + 1) == 0 && (uint_fast32_t)(UINT_FAST32_MAX + 1) == 0' "$all"
    done
}

@test "where code asks for types, it is told which those of <stdint.h> are" {
    on arm-none-eabi '_Generic(n, int32_t: 1, default: 2) == 1' 'int32_t n;'
    expect_status 0
    expect_output 'assuming that where code asks for types (`_Generic`), `int32_t` is an `int`, not a `long`'
    on msp430 '_Generic(n, int16_t: 1, default: 2) == 1' 'int16_t n;'
    expect_output '`int16_t` is a `short`, not an `int`'
    on x86_64-unknown-linux-gnu '_Generic(n, int32_t: 1, default: 2) == 1' 'int32_t n;'
    expect_no_output assuming
}

# refused TARGET DECLARATIONS MESSAGE
refused() {
    on "$1" 1 "$2"
    expect_status 2
    expect_error "$3"
}

@test "on AVR nothing is aligned" {
    local type
    always avr 'sizeof(struct s) == 4 && offsetof(struct s, h) == 1 && sizeof v == 8 && sizeof(union u) == 3' \
        'struct s { char c; short h; char d; } v[2]; union u { short h; char c[3]; };'
    for type in short int long 'long long' float double 'void *' 'enum e' 'struct i' _Bool; do
        always avr "sizeof(struct { char c; $type x; }) == 1 + sizeof($type) && sizeof(struct { $type x[2]; char c; }) == 1 + 2 * sizeof($type)" \
            'enum e { A, B }; struct i { char c; short h; };'
    done
    always avr 'sizeof(max_align_t) == 12 && sizeof(struct b) == 3 && sizeof(struct m) == 4' 'struct b { short a : 9; short b : 9; }; struct m { char c; short a : 9; char d; };'
    always avr 'fill() && *p == 5 && *w == v.n && m[1] == 3' $'#include <stdlib.h>\n#include <string.h>
struct { char c; short h; int *n; } v; char bytes[5]; short *p = &v.h, *m; int **w = &v.n;
static int fill(void) { v.h = 5; m = malloc(4); if (!m) return 0; m[1] = 3; memcpy(bytes + 1, &v.h, 2); p = (short *)(bytes + 1); return 1; }'
    always avr 'sizeof v == 4 && sizeof(struct t) == 2' 'struct s { char c; } __attribute__((aligned(4))) v; struct t { char c; char d __attribute__((packed)); };'
    refused avr 'struct { char c; int d __attribute__((aligned(2))); } v;' 'the alignment of member `d` cannot be modelled for `avr`'
    refused avr 'typedef int even __attribute__((aligned(4))); struct { char c; even d; } v;' 'the alignment of member `d` cannot be modelled for `avr`'
    refused avr 'struct s { char c; } __attribute__((aligned(2))); struct { char c; struct s d; } v;' 'the alignment of member `d` cannot be modelled for `avr`'
    refused avr $'#pragma pack(2)\nstruct { char c; short d; } v;' 'is packed to more than one byte, which changes nothing for `avr`, and cannot be modelled: leave the pragma out'
    always avr 'sizeof v == 3' $'#pragma pack(1)\nstruct { char c; short d; } v;\n#pragma pack()'
}

@test "numbers lie in structures as the machine's compilers put them" {
    local target
    for target in x86_64-unknown-linux-gnu aarch64-linux-gnu arm-none-eabi riscv32-unknown-elf; do
        always $target 'offsetof(struct s, h) == 2 && offsetof(struct s, i) == 4 && offsetof(struct s, d) == 8 && offsetof(struct s, l) == 16 && sizeof(struct s) == 24' \
            'struct s { char c; short h; int i; double d; long long l; };'
    done
    always i686-linux-gnu 'offsetof(struct s, d) == 4 && sizeof(struct s) == 12 && sizeof(long double) == 12' 'struct s { char c; double d; };'
    always arm-none-eabi 'sizeof(long double) == 8 && sizeof(enum e) == 1 && sizeof(struct f) == 4 && (char)-1 > 0' 'enum e { A }; struct f { char c; int a : 3; };'
    always msp430 'sizeof(int) == 2 && sizeof(void *) == 2 && sizeof(double) == 8 && sizeof(enum e) == 2 && offsetof(struct s, l) == 2 && offsetof(struct s, d) == 6 && (char)-1 > 0' \
        'enum e { A }; struct s { char c; long l; double d; };'
    always avr 'sizeof(int) == 2 && sizeof(void *) == 2 && sizeof(double) == 4 && sizeof(long double) == 4 && sizeof(enum e) == 2 && (char)-1 < 0' 'enum e { A };'
    always avr 'x == 1' 'long double x = 1;'
    expect_output 'assuming that `long double` has 32 bits, as `avr-gcc` has it before version 10'
}

@test "enumerations are as small as they can be where GCC makes them so, and that is told where nobody says it" {
    local small='enum e { A, B } x; enum f { C = 300 } y; enum g { D = 70000 } z; enum h { E = -1 } w;' target
    for target in arm-none-eabi thumbv7em-none-eabi armv7m-none-eabihf; do
        on $target '--x == 255 && sizeof y == 2 && sizeof z == 4 && w - 1 < 0' "$small"
        expect_status 0
        expect_output 'assuming that enumerations are as small as they can be, as with GCC (--clang -fno-short-enums says otherwise)'
    done
    on arm-none-eabi 'n == 0' 'int n;'
    expect_no_output assuming
    for target in arm-linux-gnueabihf aarch64-none-elf riscv32-unknown-elf; do
        on $target 'sizeof x == 4 && sizeof y == 4' "$small"
        expect_status 0
        expect_no_output assuming
    done
    on arm-none-eabi 'sizeof x == 4' "$small"
    expect_status 1
    rtcheck app --target arm-none-eabi --clang -fno-short-enums one.oil one.c
    expect_status 0
    expect_no_output assuming
    always avr 'sizeof x == 2 && sizeof z == 4' 'enum e { A, B } x; enum g { D = 70000 } z;'
}

@test "constants of long double are as precise as they are written" {
    local target=x86_64-unknown-linux-gnu
    always $target 'a != 0.1 && b != 1 && a * 3 != 0.3 && 0.1L == a && one + 0x1p-60L != one' 'long double a = 0.1L, b = 0x1.000000000000001p0L, one = 1;'
    expect_output 'assuming that `long double` is as precise on the target'
    always $target 'x > 1e300L && x / BIG == 1 && (unsigned long)WHOLE == 18446744073709551615u && y == 1e-1L' \
        $'#define BIG 1e4000L\n#define WHOLE 18446744073709551615.0L\n#define AS(x) x\nlong double x = BIG, y = AS(.1L);'
    on $target 'a == 0.1' 'long double a = 0.1L;'
    expect_status 1
    always arm-none-eabi '0.1L == 0.1' ''
    refused $target $'#define LONG(x) x##L\nlong double a = LONG(0.1);' 'this constant cannot be modelled: it is wider than a double'
}

@test "characters of wide strings are those of the target" {
    local target=x86_64-unknown-linux-gnu
    always $target 'sizeof u"\U0001F600" == 6 && s[0] == 0xd83d && s[1] == 0xde00 && s[2] == 120 && !s[3] && t[0] == 0xd83d && u"\u1234ab"[1] == 97' \
        'const unsigned short s[] = u"\U0001F600x", t[1] = u"\U0001F600";'
    always $target 's[0] == 0x1f600 && s[1] == 97 && s[2] == 0xe9 && s[3] == 98 && sizeof s == 20' 'const unsigned s[] = U"\U0001F600a\u00e9b";'
    always $target 'w[0] == 0x1234 && w[1] == 97 && w[2] == 98 && !w[3]' 'const wchar_t w[] = L"\x1234" "ab";'
    always $target 'sizeof u8"\u00e9" == 3 && (unsigned char)u8"\u00e9"[0] == 0xc3 && "\"\"b"[2] == 98' ''
    for target in avr msp430; do always $target 'w[0] == 0xd83d && w[1] == 0xde00 && sizeof w == 6' 'const wchar_t w[] = L"\U0001F600";'; done
    on msp430 'sizeof U"a" == 4' ''
    expect_status 3
    expect_output 'characters of `U"..."` have 32 bits on `msp430`, but 16 here'
}

@test "characters have the signs and the numbers of the target" {
    always x86_64-unknown-linux-gnu "'ab' == 0x6162 && 'abcd' == 0x61626364 && '\\xff' == -1 && '\\377' == -1 && L'\\xff' == 255 && u'\\xffff' == 65535" ''
    always arm-none-eabi "'ab' == 0x6162 && '\\xff' == 255 && '\\377' == 255 && (char)300 == 44" ''
    always avr "'ab' == 0x6162 && '\\xff' == -1 && sizeof 'a' == 2" ''
}

@test "a program that is too large for the target's addresses says what takes the room" {
    local deep='int f(int n) { char b[256]; b[n & 255] = 1; return n > 0 ? f(n - 1) + b[n & 255] : b[0]; }'
    on avr 'f(3) == 4' "$deep"
    expect_status 2
    expect_error 'addresses of the target have 16 bits: functions call themselves, and there is room for 32 calls in each other (--recursion N: for fewer)'
    rtcheck app --target avr --recursion 4 one.oil one.c
    expect_status 0
    on avr 'large[3] == more[4]' 'char large[30000], more[36000];'
    expect_status 2
    expect_error 'addresses of the target have 16 bits'
    case $errors in *themselves*) false ;; esac
}

@test "characters have the sign that compilers for the machine give them" {
    local with='(char)-1 < 0' without='(char)-1 > 0' target
    for target in x86_64-unknown-linux-gnu avr; do always $target "$with"; done
    for target in msp430 msp430-elf arm-none-eabi csky riscv32-unknown-elf; do always $target "$without"; done
    on msp430 "$without"
    rtcheck app --target msp430 --clang -fsigned-char one.oil one.c
    expect_status 1
}

# compiled_by COMPILER CONDITION: such a task, as this compiler has it.
compiled_by() {
    on x86_64-unknown-linux-gnu "$2"
    printf '[{"directory": "%s", "file": "one.c", "command": "%s -c one.c"}]' "$PWD" "$1" >compile_commands.json
    rtcheck app --compile-commands compile_commands.json one.oil one.c
    expect_status 0
}

@test "characters have the sign that the build's compiler gives them" {
    local compiler
    for compiler in msp430-elf-gcc cl430 icc430 iccavr arm-none-eabi-gcc iccarm; do
        compiled_by $compiler '(char)-1 > 0'
        expect_no_output 'no sign by default'
    done
    compiled_by 'msp430-elf-gcc -fsigned-char' '(char)-1 < 0'
    compiled_by xc16-gcc '(char)-1 < 0'
    expect_output 'numbers of `xc16-gcc` are those of `msp430`, and `char` has a sign by default'
    for compiler in xc32-gcc tricore-gcc nios2-elf-gcc; do compiled_by $compiler '(char)-1 < 0'; done
    compiled_by lm32-elf-gcc '(char)-1 > 0'
    expect_output '`char` has no sign by default'
}
