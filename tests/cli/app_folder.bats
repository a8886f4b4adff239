#!/usr/bin/env bats
# rtcheck app FOLDER: which files are taken, and what is told where nothing decides.

load helpers

# folder: own/app.oil with one task t1, and nothing else.
folder() {
    mkdir -p own
    printf 'CPU c { OS os { STATUS = EXTENDED; %s }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' "${1-}" >own/app.oil
}

# source FILE INDEX: a task t1 that writes this element of an array of four.
source_of() {
    mkdir -p "$(dirname "$1")"
    printf '#include "os.h"\nint a[4], k = %s;\nTASK(t1) { a[k] = 1; TerminateTask(); }\n' "$2" >"$1"
}

@test "of two sources with the same task one is taken, and that is told, unless their places decide" {
    folder
    mkdir own/cfg
    mv own/app.oil own/cfg
    source_of own/apps/main.c 3
    source_of own/src/main.c 4
    rtcheck app own
    expect_status 0
    expect_output "assuming that \`TASK(t1)\` is that of own/apps/main.c, and own/src/main.c, which has it, too, is no part of the application (to take another one, name it: rtcheck app FOLDER own/src/main.c)"
    rtcheck app own own/src/main.c
    expect_status 1
    expect_no_output "no part of the application"
    rtcheck app own ./own/../own/src/main.c
    expect_status 1
    source_of own/cfg/main.c 4
    rtcheck app own
    expect_status 1
    expect_no_output "no part of the application"
    rm own/cfg/main.c
    cp own/src/main.c own/apps/main.c
    rtcheck app own
    expect_status 1
    expect_no_output "no part of the application"
}

@test "a source in the configuration's folder comes before those below it" {
    folder
    source_of own/backup/main.c 3
    source_of own/main.c 4
    rtcheck app own
    expect_status 1
    expect_no_output "no part of the application"
    printf '#include "os.h"\nint a[4]; int index_of(void);\nTASK(t1) { a[index_of()] = 1; TerminateTask(); }\n' >own/main.c
    rm -r own/backup
    mkdir own/backup
    echo 'int index_of(void) { return 3; }' >own/backup/index.c
    echo 'int index_of(void) { return 4; }' >own/index.c
    rtcheck app own
    expect_status 1
    expect_output "\`index_of\` is that of own/index.c, and own/backup/index.c, which has it, too, is no part of the application"
}

@test "of two sources with the same function one is taken, and that is told, unless another one of its functions decides" {
    folder
    printf '#include "os.h"\nint a[4]; int index_of(void); void other(void);\nTASK(t1) { a[index_of()] = 1; other(); TerminateTask(); }\n' >own/main.c
    echo 'int index_of(void) { return 3; }' >own/a_first.c
    echo 'int index_of(void) { return 4; }' >own/real.c
    rtcheck app own
    expect_status 0
    expect_output "\`index_of\` is that of own/a_first.c, and own/real.c, which has it, too, is no part of the application"
    rtcheck app own own/real.c
    expect_status 1
    expect_error "own/real.c own/main.c"
    echo 'void other(void) { }' >>own/a_first.c
    rtcheck app own
    expect_status 0
    expect_no_output "no part of the application"
    for i in 1 2 3 4 5; do echo "int index_of(void) { return $i; }" >own/real$i.c; done # real3.c is a copy
    printf 'int index_of(void) { return 3; }\n' >own/a_first.c
    rtcheck app own
    expect_output "and own/real.c, own/real1.c, own/real2.c and 2 more, which have it, too, are no part"
}

@test "code of a service is a kernel's: rtcheck's own stands for it, wherever it lies" {
    folder
    sed -i 's/};$/TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };/' own/app.oil
    printf '#include "os.h"\nTASK(t1) { ActivateTask(u); ActivateTask(u); TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' >own/main.c
    local code='static int n[8]; StatusType ActivateTask(TaskType t1) { if (t1 < 8) n[t1]++; return E_OK; }'
    printf '#include "os.h"\n%s\n' "$code" >own/task.c
    rtcheck app own
    expect_status 1
    expect_output "ActivateTask(u): an activation is lost"
    expect_error "own/app.oil own/main.c"
    mv own/task.c own/stub.c
    rtcheck app own
    expect_status 1
    rtcheck app own/app.oil own/main.c own/stub.c
    expect_status 1
    expect_output "\`ActivateTask\`, of which own/stub.c has code, is the system's, and rtcheck's stands for it"
    rm own/stub.c
    echo "$code" >>own/main.c
    rtcheck app own
    expect_status 1
    expect_output "\`ActivateTask\`, of which own/main.c has code, is the system's"
    printf '#include "os.h"\nint n;\nStatusType TerminateTask(void) { return E_OK; }\nTASK(t1) { TerminateTask(); n = 1 / n; }\nTASK(u) { TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 0
    expect_output "rtcheck's stands for it"
}

@test "macros that CFLAGS of the configuration defines are defined, in whatever form, or told" {
    local form
    printf '#include "os.h"\nint z;\n#ifdef BUG\n#define V 0\n#else\n#define V 1\n#endif\nTASK(t1) { z = 1 / V; TerminateTask(); }\n' >main.c
    for form in '-D BUG' "-DBUG='1'" '--define-macro=BUG' '-Wp,-DBUG' '-UBUG -DBUG' '-include cfg.h'; do
        folder "CFLAGS = \"-g $form\";"
        cp main.c own
        echo '#define BUG' >own/cfg.h
        rtcheck app own
        expect_status 1
        expect_no_output "BUG"
    done
    for form in '-DBUG=\"x\"' '-imacros cfg.h'; do
        folder "CFLAGS = \"-g $form\";"
        rtcheck app own
        expect_status 0
        expect_output "\`BUG\` is not defined, though own/"
    done
    for form in 'COMMONFLAGS = "-DBUG";' 'PRECFLAGS = "-g -DBUG";' 'PRECOMMONFLAGS = "-DBUG";' 'COMMONFLAGS = "-include cfg.h";' 'CFLAGS += "-DBUG";' 'EE_OPT = "BUG";' 'EEOPT = "BUG";'; do
        folder "$form"
        rtcheck app own
        expect_status 1
    done
    folder 'OPTIONS = "-funsigned-char";'
    rtcheck app own
    expect_status 0
    expect_output '`-funsigned-char`, which own/app.oil has, changes no number that matters'
}

@test "of two headers of one name one is taken, and that is told, unless -I says which, or both say the same" {
    folder
    mkdir -p own/boards/a own/boards/b
    printf '#include "os.h"\n#include "config.h"\nint a[4];\nTASK(t1) { a[N - 1] = 1; TerminateTask(); }\n' >own/main.c
    echo '#define N 4' >own/boards/a/config.h
    echo '#define N 5' >own/boards/b/config.h
    rtcheck app own
    expect_status 0
    expect_output "assuming that \`config.h\` is own/boards/a/config.h, and not own/boards/b/config.h (-I names another folder)"
    rtcheck app --json own
    expect_output '`config.h` is own/boards/a/config.h, and not own/boards/b/config.h'
    rtcheck app -I own/boards/b own
    expect_status 1
    expect_no_output "config.h"
    cp own/boards/b/config.h own/boards/a
    rtcheck app own
    expect_status 1
    expect_no_output "config.h"
    echo '#define N 4' >own/config.h # beside the source
    rtcheck app own
    expect_status 0
    expect_no_output "config.h"
}

# configured TEXT...: own/app.oil for BOARD 2, with this in its OS object, and own/main.c, which is wrong if N is 4.
configured() {
    mkdir -p own
    { echo '#define BOARD 2'; echo 'CPU c { OS os { STATUS = EXTENDED;'; printf '%s\n' "$@"
      echo '}; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };'; } >own/app.oil
    printf '#include "os.h"\n#ifndef N\n#define N 3\n#endif\nint a[4], k = N;\nTASK(t1) { a[k] = 1; TerminateTask(); }\n' >own/main.c
}

@test "what the configuration says of the build is what its preprocessor leaves" {
    configured '#if BOARD == 2' 'CFLAGS = "-DN=4";' '#else' 'CFLAGS = "-DN=3";' '#endif'
    rtcheck app own
    expect_status 1
    configured '#if BOARD == 1' 'CFLAGS = "-DN=4";' '#endif'
    rtcheck app own
    expect_status 0
    configured '#if BOARD == 1' 'EE_OPT = "N=4";' '#endif'
    rtcheck app own
    expect_status 0
    configured '#if TEST' 'CFLAGS = "-DN=4";' '#endif'
    rtcheck app -DTEST=1 own
    expect_status 1
    configured '#define F "-DN=4"' 'CFLAGS = F;'
    rtcheck app own
    expect_status 1
    configured 'CFLAGS = "-DN=3 " "-UN" " -DN=4";'
    rtcheck app own
    expect_status 1
    configured 'CFLAGS = "-DN=3 \\' ' -UN -DN=4";'
    rtcheck app own
    expect_status 1
    configured 'CFLAGS = "-DN=4 -DN=3 -DN=4";'
    rtcheck app own
    expect_status 1
    configured 'CFLAGS = "-DN=4";' 'CFLAGS = "-UN";'
    rtcheck app own
    expect_status 0
    configured '#if BOARD == 1' 'APP_SRC = "a.c";' '#else' 'APP_SRC = "main.c";' '#endif'
    sed 's/N;/4;/' own/main.c >own/a.c
    rtcheck app own
    expect_status 0
    configured '#if BOARD == 1' 'CPU_DATA = CORTEX_MX { };' '#else' 'CPU_DATA = PIC30 { APP_SRC = "main.c"; };' '#endif'
    rtcheck app own
    expect_output 'msp430'
}

@test "what the user says with --clang comes behind what the build and the machine say, and takes nothing else away" {
    folder 'CFLAGS = "-mcpu=cortex-m4 -DN=4";'
    printf '#include "os.h"\n#ifndef N\n#define N 3\n#endif\nenum e { A };\nint a[4], k = 3;\nTASK(t1) { if (N == 4) k = 4; if (sizeof(enum e) == LARGE) k = 5; a[k] = 1; TerminateTask(); }\n' >own/main.c
    rtcheck app -DLARGE=4 own
    expect_output "index 4"
    rtcheck app -DLARGE=4 --clang -UN own
    expect_status 0
    rtcheck app -DLARGE=4 --clang -DN=3 own
    expect_status 0
    rtcheck app -DLARGE=4 -DN=3 own
    expect_status 0
    rtcheck app -DLARGE=4 --clang -UN --clang -fno-short-enums own
    expect_output "index 5"
    rtcheck app -DLARGE=1 --clang -UN --clang -Wall own
    expect_output "index 5"
}

# headers_of TEXT: own/main.c, which includes config.h so, and three of that name; N is 5 in folders that the build names.
headers_of() {
    mkdir -p own/a own/b ext
    printf '#include "os.h"\n#include %s\nint a[4];\nTASK(t1) { a[N - 1] = 1; TerminateTask(); }\n' "$1" >own/main.c
    echo '#define N 4' >own/a/config.h
    echo '#define N 5' | tee ext/config.h >own/b/config.h
}

@test "of two headers of one name that in a folder is taken which the build names, also outside of the folder" {
    headers_of '"config.h"'
    for flags in -I../ext '-I ../ext' '-isystem ../ext' -Ib '-I$(TOP)/b' "-I$PWD/ext" '-I"../ext"' 'INCLUDES = ../ext' 'include_directories(../ext)' \
        '<listOptionValue value="&quot;${workspace_loc:/${ProjName}/../ext}&quot;"/>' '<IncludePath>..\ext;x</IncludePath>'; do
        folder
        echo "CFLAGS += $flags" >own/Makefile
        rtcheck app own
        expect_status 1
        expect_output ', and not own/a/config.h (-I names another folder)'
    done
    rm own/Makefile
    folder 'CFLAGS = "-I../ext";'
    rtcheck app own
    expect_status 1
    expect_output 'ext/config.h, and not own/a/config.h'
    folder 'CFLAGS = "-Ib -include force.h";'
    echo '#define N 4' >own/b/force.h
    : >own/b/config.h
    rtcheck app own
    expect_status 0
    expect_no_output 'force.h, which'
    printf '# -I../ext\n' >own/Makefile
    folder
    headers_of '"config.h"'
    rtcheck app own
    expect_status 0
    expect_output '`config.h` is own/a/config.h, and not own/b/config.h'
}

@test "a header in angle brackets is that beside the source only if there is no other" {
    folder
    headers_of '<config.h>'
    mv own/a/config.h own/config.h
    rtcheck app own
    expect_status 0
    expect_output '`config.h` is own/config.h, and not own/b/config.h (-I names another folder)'
    rm -r own/a own/b
    rtcheck app own
    expect_status 0
    expect_no_output 'config.h'
    echo 'CFLAGS += -I../ext' >own/Makefile
    rtcheck app own
    expect_status 1
    expect_output '`config.h` is ext/config.h, and not own/config.h'
    headers_of '"config.h"'
    rm -r own/a own/b
    rtcheck app own
    expect_status 0
    expect_no_output 'config.h'
}

@test "the folders of compile_commands.json come first, whichever way it names them" {
    folder
    headers_of '"config.h"'
    for option in '-isystem b' -isystemb '-idirafter b' --include-directory-after=b '-isystem ../ext' '-iprefix ./ -iwithprefix b'; do
        printf '[{"directory": "%s", "file": "main.c", "command": "gcc %s -c main.c"}]' "$PWD/own" "$option" >own/compile_commands.json
        rtcheck app own
        expect_status 1
        expect_no_output 'config.h'
    done
    printf '[{"directory": "%s", "file": "main.c", "command": "gcc -isystem b -idirafter b -Ia -c main.c"}]' "$PWD/own" >own/compile_commands.json
    rtcheck app own
    expect_status 0
}

@test "so is one of two headers that no folder of compile_commands.json has" {
    folder
    mkdir -p own/boards/a own/boards/b
    printf '#include "os.h"\n#include "config.h"\nint a[4];\nTASK(t1) { a[N - 1] = 1; TerminateTask(); }\n' >own/main.c
    echo '#define N 4' >own/boards/a/config.h
    echo '#define N 5' >own/boards/b/config.h
    commands() {
        printf '[{"directory": "%s", "file": "main.c", "command": "gcc %s -c main.c"}]' "$PWD/own" "$1" >own/compile_commands.json
    }
    for option in '' '-I/opt/vendor/include' '-Iinclude'; do
        commands "$option"
        rtcheck app own
        expect_status 0
        expect_output '`config.h` is own/boards/a/config.h, and not own/boards/b/config.h (-I names another folder)'
    done
    commands -Iboards/a
    rtcheck app own
    expect_status 0
    expect_no_output 'config.h'
    commands -Iboards/b
    rtcheck app own
    expect_status 1
    expect_no_output 'config.h'
}

@test "code in comments, strings and under #if 0 is none" {
    folder
    source_of own/z.c 4
    for line in '/* TASK(t1) { TerminateTask(); } */' '// TASK(t1) { }' 'const char *text = "TASK(t1)";'; do
        printf '#include "os.h"\n%s\n' "$line" >own/a.c
        rtcheck app own
        expect_status 1
        expect_error "own/app.oil own/z.c"
        expect_no_output "no part of the application"
    done
    printf '#if 0\n#include "os.h"\nTASK(t1) { TerminateTask(); }\n#endif\n' >own/a.c
    rtcheck app own
    expect_status 1
    expect_error "own/app.oil own/z.c"
    printf '// TASK t2 {\n' >>own/app.oil
    printf '#include "os.h"\nTASK(t2) { TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_error "own/app.oil own/z.c"
}

@test "a hook whose code is in a source that was left out is told with its file" {
    folder 'STARTUPHOOK = TRUE;'
    source_of own/main.c 3
    printf 'extern "C" void StartupHook(void) { k = 4; }\n' >own/hooks.cpp
    rtcheck app own
    expect_output "code that was left out does nothing else that matters: \`StartupHook\` (own/hooks.cpp)"
}

@test "the machine of a folder is what its configuration names, or its compiler; one that stands for another is told" {
    folder 'COMPILER = "arm-elf-gcc"; CFLAGS = "-O2 -fsigned-char -mcpu=arm7tdmi";'
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { char c = -1; assert(c == -1 && sizeof(long) == 4); TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 0
    expect_error "rtcheck app --target arm-none-eabi --clang -fno-short-enums --clang -fsigned-char "
    expect_no_output "assuming"
    for compiler in 'COMPILER = "arm-elf-gcc";' 'CPU_DATA = ATMEL_AT91SAM7S256;'; do
        folder "$compiler"
        printf '#include "os.h"\n#include <assert.h>\nstruct { char c; } s;\nTASK(t1) { assert(sizeof s == 1); TerminateTask(); }\n' >own/main.c
        rtcheck app own
        expect_status 0
        expect_output 'structures of `arm-elf-gcc` are those of newer compilers for ARM, though it makes their sizes multiples of 4'
    done
    expect_output 'enumerations are as small as `arm-none-eabi-gcc` makes them'
    folder 'CPU_DATA = ATMEL_AT91SAM7S256; COMPILER = "arm-none-eabi-gcc";'
    rtcheck app own
    expect_no_output "assuming"
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { char c = -1; assert(c == -1 && sizeof(long) == 4); TerminateTask(); }\n' >own/main.c
    folder 'COMPILER = "arm-none-eabi-gcc";'
    rtcheck app own
    expect_status 1 # characters have no sign there
    expect_error "rtcheck app --target arm-none-eabi --clang -fshort-enums "
    folder
    sed -i 's/CPU c /CPU CORTEX-M4 /' own/app.oil
    rtcheck app own
    expect_error "rtcheck app --target arm-none-eabi --clang -fshort-enums "
    printf '#include "os.h"\nTASK(t1) { int i; for (i = 0; i < 40000L; i++); TerminateTask(); }\n' >own/main.c
    folder 'CPU_DATA = MC9S12XS;'
    rtcheck app own
    expect_status 1
    expect_output "the result does not fit in int"
    expect_output "assuming that numbers of MC9S12XS are as large as those of msp430, and lie in memory like them, the lowest byte first, and \`char\` has no sign by default"
    rtcheck app --target avr own
    expect_status 1
    expect_no_output "MC9S12XS"
    folder 'CPU_DATA = TRICORE;'
    rtcheck app own
    expect_status 0
    expect_output "numbers of TRICORE are as large as those of arm-none-eabi"
}

# handler FUNCTION CALL: a task that makes this call, beside a counter that it sets to 0.
handler() {
    folder
    printf '#include "os.h"\n#include <stdint.h>\nuint32_t ms; %s\nTASK(t1) { %s; if (ms > 3) ms = 0; TerminateTask(); }\n' "$1" "$2" >own/main.c
    rtcheck app own
}

@test "a function whose address somebody gets comes at any moment if it is registered as a handler; otherwise nobody knows" {
    handler 'static void tick(void) { ms++; }' 'set_ISR(tick)'
    expect_status 1
    expect_output "'ms' is read and written by ISR tick"
    expect_output "\`tick\`, whose address a function without a body gets, may come at any moment from then on, as an interrupt routine does (--isr NAME=0: never)"
    rtcheck app --isr tick=0 own
    expect_status 0
    handler 'void set_handler(int, void (*)(void)); void tick(void) { ms++; }' 'set_handler(1, &tick)'
    expect_status 1
    handler 'void at(uintptr_t); static void timer_irq(void) { ms++; }' 'at((uintptr_t)timer_irq)'
    expect_status 1
    handler 'void show(uint32_t); static void tick(void) { show(ms); }' 'set_ISR(tick); ms = 7'
    expect_status 1 # it looks at what the task changes
    handler 'void show(uint32_t); void SysTick_Handler(void) { show(ms); }' 'ms = 7'
    expect_status 1
    handler 'static void tick(void) { ActivateTask(t1); }' 'set_ISR(tick)'
    expect_status 1
    expect_output "an activation is lost"
    local function
    for function in 'static void tick(void) { ms++; }' 'static void tick(int n) { ms += n; }' 'static void tick(void) { ms++; TerminateTask(); }'; do
        handler "$function" 'run(tick)'
        expect_status 3
        expect_output "unknown: no violation was found, but tick does not run here, and a function without a body gets its address"
        expect_output "\`tick\`, which nothing here calls, never runs and has no effect that matters"
        rtcheck app --allow-vacuous own
        expect_status 0
    done
    handler 'static int twice(int n) { return 2 * n; }' 'run(twice)' # only computes
    expect_status 0
    handler 'static void tick(void) { ms++; } void unused(void) { set_ISR(tick); }' ''
    expect_status 0
    expect_output "\`tick\`, which nothing here calls, never runs and has no effect that matters"
}

@test "an interrupt routine of the configuration may be a static function" {
    folder
    printf 'CPU more { ISR tick { CATEGORY = 2; PRIORITY = 1; }; };\n' >own/more.oil
    printf '#include "os.h"\nint a[4];\nstatic void tick(void) { a[0] = 1; }\nTASK(t1) { a[0] = 2; TerminateTask(); }\n' >own/main.c
    rtcheck app own/app.oil own/more.oil own/main.c
    expect_status 1
    expect_output "'a[0]' is written by ISR tick"
}

@test "files that lie too deep are not looked at, and that is told" {
    folder
    local deep=own/$(printf 'd/%.0s' {1..25})
    printf '#include "os.h"\nvoid f(void);\nTASK(t1) { f(); TerminateTask(); }\n' >own/t.c
    mkdir -p "$deep"
    printf 'int a[4], k = 4;\nvoid f(void) { a[k] = 1; }\n' >"$deep/f.c"
    rtcheck app own
    expect_status 0
    expect_output "files behind the first 50000, or more than 24 folders deep in each other, are no part of the application"
    rtcheck app own "$deep/f.c"
    expect_status 1
}

# database FOLDER ENTRY...: a compile_commands.json of sources that are compiled in own/, each "FILE OPTIONS".
database() {
    local path=$1 entry comma=
    shift
    printf '[' >"$path"
    for entry; do
        printf '%s{"directory": "%s/own", "file": "%s", "command": "gcc -c %s %s"}' "$comma" "$PWD" "${entry%% *}" "${entry#* }" "${entry%% *}" >>"$path"
        comma=,
    done
    printf ']' >>"$path"
}

@test "of several sources with the same code those are taken that the build compiles" {
    at_full_speed
    folder
    source_of own/backup/main.c 3
    source_of own/src/main.c 4
    database own/compile_commands.json "src/main.c -DX=1"
    rtcheck app own
    expect_status 1
    expect_no_output "no part of the application"
    (cd own && "$RTCHECK" app . >../said 2>/dev/null) || true
    grep -q "^violated" said
    # ... functions, too
    source_of own/src/main.c 0
    sed -i 's/^TASK(t1) {/void f(void);\n& f();/' own/src/main.c
    printf 'void f(void) {}\n' >own/src/f_mock.c
    mkdir -p own/lib
    printf 'int b[2], n = 2; void f(void) { b[n] = 1; }\n' >own/lib/f.c
    database own/compile_commands.json "src/main.c -DX=1" "lib/f.c -DX=1"
    rtcheck app own
    expect_status 1
    expect_error "own/app.oil own/src/main.c own/lib/f.c"
    expect_no_output "no part of the application"
}

@test "what a compile_commands.json leaves open is told with the verdict" {
    at_full_speed
    folder
    source_of own/main.c INDEX
    database own/compile_commands.json "main.c -DINDEX=3" "main.c -DINDEX=4"
    rtcheck app own
    expect_status 0
    expect_output "assuming that \`main.c\` is compiled as the first of its entries in \`own/compile_commands.json\` says"
    database own/compile_commands.json "main.c -DINDEX=4" "main.c -DINDEX=3"
    rtcheck app own
    expect_status 1
    mkdir own/other
    database own/other/compile_commands.json "main.c -DINDEX=3"
    rtcheck app own
    expect_status 1
    expect_output "the application is not built as \`own/other/compile_commands.json\` says (to take it, name it: --compile-commands own/other/compile_commands.json)"
    rm -r own/other
    database own/compile_commands.json "main.c -DINDEX=3 -o a.o" "main.c -DINDEX=3 -o b.o"
    rtcheck app own
    expect_status 0
    expect_no_output "the first of its entries"
    sed -i 's/^TASK(t1) {/void f(void);\n& f();/' own/main.c
    printf 'int b[INDEX]; void f(void) { b[2] = 1; }\n' >own/f.c
    rtcheck app own
    expect_status 0
    expect_output "\`f.c\` is compiled as others in \`own/compile_commands.json\` are"
}

@test "a compile_commands.json that is none, or of another machine, is left out and told" {
    at_full_speed
    folder
    source_of own/main.c 3
    printf '[{"directory": "/x", "file":' >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_error "own/compile_commands.json is left out: line 1: expected a value"
    expect_output "assuming that \`own/compile_commands.json\`, which is left out (line 1: expected a value, found the end), says nothing that matters"
    for text in '' '{"not": "a list"}' '[{"directory": "/x", "file": 5, "command": "gcc"}]' '[{"directory": "/x", "file": "main.c"}]'; do
        printf '%s' "$text" >own/compile_commands.json
        rtcheck app own
        expect_status 0
        expect_output "which is left out ("
    done
    printf '[{"directory": "/nowhere/build", "file": "/nowhere/main.c", "command": "gcc -c /nowhere/main.c"}]' >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_output "which is left out (\`/nowhere/build\` is no folder here), says nothing that matters"
    printf '[{"directory": "/nowhere", "file": "%s/own/main.c", "command": "gcc -c main.c"}]' "$PWD" >own/compile_commands.json
    printf '[{"directory": ".", "file": "main.c", "command": "gcc -c main.c"}]' >own/compile_commands.json
    rtcheck app own
    expect_output "which is left out (\`.\` is no folder here), says nothing that matters"
    printf '[{"directory": "/nowhere", "file": "%s/own/main.c", "command": "gcc -c main.c"}]' "$PWD" >own/compile_commands.json
    rtcheck app --compile-commands own/compile_commands.json own/app.oil own/main.c
    expect_status 2
    expect_error "own/compile_commands.json: error: \`main.c\` is compiled in \`/nowhere\`, which is not there: was this made on another machine?"
    database own/compile_commands.json "main.c --cpu Cortex-M4 --fpu=VFPv4_sp"
    rtcheck app own
    expect_status 2
    expect_error "does not know an argument, or the target \`x86_64-unknown-linux-gnu\`: -working-directory"
    expect_error "--cpu Cortex-M4 --fpu=VFPv4_sp"
}

@test "folder: links to files and folders are followed, each once, but not upwards" {
    mkdir -p own common drivers
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/one.oil
    printf '#include "os.h"\n#include "drv.h"\nTASK(t) { drv_init(); TerminateTask(); }\n' >common/one.c
    printf 'void drv_init(void);\n' >drivers/drv.h
    printf 'int a[2]; void drv_init(void) { int i = 2; a[i] = 1; }\n' >drivers/drv.c
    ln -s ../common own/src
    ln -s ../drivers own/drv
    ln -s . own/self
    ln -s src own/src2
    ln -s src/one.c own/src3
    rtcheck app own
    expect_status 1
    expect_output 'index 2 of an array of 2, at own/drv/drv.c:1'
    expect_error 'own/one.oil own/src/one.c own/drv/drv.c'
    ln -s .. own/up
    rtcheck app own
    expect_output 'what lies behind own/up, a link that leads above own, does not matter'
}

@test "folder: what is wrong with a configuration comes before sources that are not found" {
    mkdir -p own both name.c
    printf '#include "os.h"\nTASK(t) { TerminateTask(); }\n' | tee own/one.c both/one.c >name.c/one.c
    printf 'CPU c {\n  OS o { STATUS = EXTENDED; };\n  /* EVENT e { MASK = AUTO; };\n  TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };\n};\n' >own/one.oil
    rtcheck app own
    expect_status 2
    expect_error 'own/one.oil:3:3: error: this comment is never closed'
    printf '\377\376C\0P\0U\0' >own/one.oil
    rtcheck app own
    expect_status 2
    expect_error 'found the byte 0xff'
    printf '#ifndef A\n#define A\n#include "two.oil"\nCPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n#endif\n' >both/one.oil
    printf '#ifndef B\n#define B\n#include "one.oil"\nIMPLEMENTATION x { TASK { UINT32 STACKSIZE = 5; }; };\n#endif\n' >both/two.oil
    rtcheck app both
    expect_status 0
    cp both/*.oil name.c
    rtcheck app name.c
    expect_status 0
}

@test "folder: a source beside that has a variable that is used is a part of the application" {
    mkdir -p own other
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' | tee own/one.oil >other/one.oil
    printf '#include "os.h"\n#include "table.h"\nextern int limit;\nint x[5];\nTASK(t) { int unrelated = 3; x[table[limit]] = unrelated; handlers[0](); TerminateTask(); }\n' | tee own/one.c >other/one.c
    printf 'extern const int table[4];\nextern void (*const handlers[1])(void);\n' | tee own/table.h >other/table.h
    printf 'static void h(void) { }\nconst int table[4] = { 1, 2, 3, 4 };\nvoid (*const handlers[1])(void) = { h };\n' >own/table.c
    printf 'int limit = 3;\n' >own/limit.c
    printf 'int unrelated;\n' >own/unrelated.c
    rtcheck app own
    expect_status 0
    expect_error 'own/one.oil own/one.c own/limit.c own/table.c
'
    sed -i 's/handlers\[0\]();//' other/one.c
    mkdir -p other/lib
    cp own/limit.c own/table.c other/lib
    rtcheck app other/one.oil other/one.c
    expect_output 'which no source defines'
    cp own/limit.c own/limit2.c
    sed -i 's/3/4/' own/limit2.c
    rtcheck app own
    expect_output '`limit` is that of own/limit.c'
}

@test "an OIL file that is not found, and attributes that look like slips, are told with the verdict" {
    folder
    source_of own/main.c 3
    sed -i '1i #include <alarms.oil>' own/app.oil
    rtcheck app own/app.oil own/main.c
    expect_status 0
    expect_output "assuming that \`alarms.oil\`, which was not found, has no objects"
    rtcheck app --json own/app.oil own/main.c
    expect_output "which was not found, has no objects"
    sed -i '1d; s/AUTOSTART = TRUE/AUTOSTART = TRUE; ACTIVATOIN = 2/' own/app.oil
    rtcheck app own/app.oil own/main.c
    expect_status 0
    expect_output "assuming that \`ACTIVATOIN\` of TASK 't1' is not meant to be ACTIVATION"
}

@test "weak code gives way to what a source beside it has" {
    at_full_speed
    folder
    printf '#include "os.h"\n__attribute__((weak)) void f(void) { }\nTASK(t1) { f(); TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 0
    printf 'int b[2], n = 2; void f(void) { b[n] = 1; }\n' >own/g.c
    rtcheck app own
    expect_status 1
    expect_no_output "no part of the application"
    printf '#include "os.h"\nvoid f(void);\nTASK(t1) { f(); TerminateTask(); }\n' >own/main.c
    for weak in '__weak void f(void) { }' 'void f(void) __attribute__((weak)) { }'; do
        printf '#define __weak __attribute__((weak))\n%s\n' "$weak" >own/f.c
        rtcheck app own
        expect_status 1
        expect_no_output "no part of the application"
    done
    rm own/g.c
    rtcheck app own
    expect_status 0
    expect_no_output "has no body"
}

@test "a main() that starts the system through others is the application's; another one is told" {
    folder
    source_of own/z.c 3
    printf '#include "os.h"\nvoid go(void);\nint main(void) { go(); return 0; }\n' >own/a.c
    printf '#include "os.h"\nint b[2], n = 2;\nvoid go(void) { b[n] = 1; StartOS(OSDEFAULTAPPMODE); }\n' >own/go.c
    rtcheck app own
    expect_status 1
    expect_output "index 2 of an array of 2"
    printf '#include "os.h"\n__attribute__((weak)) int main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\n' >own/A.c
    rtcheck app own
    expect_status 1
    rm own/go.c own/A.c
    rtcheck app own
    expect_status 0
    expect_output "\`main\` of own/a.c, which does not start the system, is another program's"
}

@test "what conditions ask for by name, and nothing defines, is told where nobody knows what the build defines" {
    folder
    asking() { # LINES: of which code, or what code is, hinges
        printf '#include "os.h"\nint a[4], k = 4;\n%s\nTASK(t1) { TerminateTask(); }\n' "$1" >own/main.c
        rtcheck app own
        expect_status 0
    }
    told() { expect_output "the build defines nothing that conditions of the preprocessor ask for by name ($1; -D says otherwise)"; }
    silent() { expect_no_output "conditions of the preprocessor"; }
    printf 'add_compile_definitions("${P}_${X}")\n' >own/CMakeLists.txt
    for condition in '#ifdef USE_LOG' '#if defined(USE_LOG)' '#if !defined USE_LOG' '#ifndef USE_LOG' '#if 0
#elif defined(USE_LOG)'; do
        asking "$condition
int b;
#endif"
        told '`USE_LOG`'
    done
    rtcheck app --json own
    expect_output 'ask for by name (`USE_LOG`;'
    rtcheck app -DUSE_LOG own
    silent
    rtcheck app --clang -UUSE_LOG own
    silent
    rtcheck app own/app.oil own/main.c
    silent
    asking '#ifndef SLOTS
#define SLOTS 4
#endif'
    told '`SLOTS`'
    asking '#if defined(A) || defined(B) || defined(C) || defined(D) || defined(_E)
int b;
#endif'
    told '`A`, `B`, `C` and 2 more'
    rtcheck app --json own
    expect_output '    "_E"
  ],'
    rtcheck app --html own.html own
    grep -q '`A`, `B`, `C`, `D`, `_E`' own.html
    asking '#if defined(A) || defined(B) || defined(C)
int b;
#endif
void f(void) {
#ifdef BUG
    a[k] = 1;
#endif
}'
    told '`BUG`, `A`, `B` and 1 more'
    asking '#ifdef A
/* nothing */
#endif
#ifdef B
#error
#endif
#ifndef MAIN_H
#define MAIN_H
#endif
#ifdef __cplusplus
extern "C" {
#endif
#ifndef TRUE
#define TRUE 1
#endif
#define LOG
#ifdef LOG
int b;
#endif'
    silent
    asking '/*
#define LOG
*/
#if 0
#define LOG
#endif
#ifdef LOG
int b;
#endif'
    told '`LOG`'
    mkdir own/inc
    printf '#ifdef USE_LOG\n#define SIZE 1\n#endif\n' >own/inc/config.h
    asking '#include "config.h"'
    told '`USE_LOG`'
    printf '#ifdef USE_LOG\n#include "more.h"\n#endif\n' >own/config.h
    asking '#include "config.h"'
    told '`USE_LOG`'
    printf '[{"directory": "%s/own", "file": "main.c", "command": "gcc -c main.c"}]' "$PWD" >own/compile_commands.json
    rtcheck app own
    silent
}

@test "what conditions ask for is told also of guards' names, by macros, and where it is defined behind them" {
    folder
    asking() { # NAMES LINES: that are told; none: nothing is
        printf '#include "os.h"\nint a[4], k = 4;\n%s\nTASK(t1) { TerminateTask(); }\n' "$2" >own/main.c
        rtcheck app own
        expect_status 0
        if [ "$1" ]; then
            expect_output "conditions of the preprocessor ask for by name ($1; -D says otherwise)"
        else
            expect_no_output "conditions of the preprocessor"
        fi
    }
    lines() { printf "$1"; }
    for name in PWM_H _BUG_H LOG__H BUG_H_; do asking "\`$name\`" "$(lines "#ifdef $name\nint b;\n#endif")"; done
    asking '`A`, `B`' "$(lines '#define HAS (defined(A) || defined B)\n#if HAS\nint b;\n#endif')"
    asking '`USES(x)`' "$(lines '#define USES(x) defined(USE_##x)\n#if USES(LOG)\nint b;\n#endif')"
    asking '`IS(x)`' "$(lines '#define IS(x) defined(x)\n#if IS(LOG)\nint b;\n#endif')"
    asking '`BUG`' "$(lines '#ifdef BUG\nint b;\n#else\n#define BUG 0\n#endif')"
    asking '`BUG`' "$(lines '#if defined(BUG)\nint b;\n#endif\n#define BUG')"
    asking '' "$(lines '#define BUG\n#ifdef BUG\nint b;\n#endif\n#undef BUG\n#define BUG 1')"
    asking '' "$(lines '#ifndef OWN_H\n#define OWN_H\nint b;\n#endif')"
    printf '#if !defined(INC_H)\n/* once */\n#define INC_H\nint b;\n#endif\n' >own/inc.h
    asking '' '#include "inc.h"'
    printf '#define PWM_H\n' >own/inc.h
    asking '' "$(lines '#include "inc.h"\n#ifdef PWM_H\nint b;\n#endif')"
}

@test "macros that a build defines, and names that conditions ask for, are told where nobody says what they are" {
    at_full_speed
    folder
    source_of own/main.c 3
    sed -i '1a #ifdef BUG\n#define INDEX 4\n#endif' own/main.c
    printf 'CFLAGS = -O2 -DBUG -DOTHER=1\nall: ; $(CC) $(CFLAGS) -c main.c\n' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_output "\`BUG\` is not defined, though own/Makefile does so"
    printf 'all: ; $(CC) -D BUG -c ../main.c\n' >own/Makefile
    mkdir own/build
    mv own/Makefile own/build/GNUmakefile
    rtcheck app own
    expect_output "though own/build/GNUmakefile does so"
    printf 'target_compile_definitions(app PRIVATE A=1 BUG)\n' >own/CMakeLists.txt
    rm -r own/build
    rtcheck app own
    expect_output "though own/CMakeLists.txt does so"
    rm own/CMakeLists.txt
    printf 'CFLAGS = -O2 -DBUG -DOTHER=1\nall: ; $(CC) $(CFLAGS) -c main.c\n' >own/Makefile
    expect_no_output "OTHER"
    rtcheck app -DBUG own
    expect_no_output "though own/Makefile"
    rm own/Makefile
    rtcheck app own
    expect_no_output "though own/Makefile"
    printf '#include "os.h"\n#if (ARCH == x86)\nint a[2];\n#endif\nTASK(t1) { TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 0
    expect_output "names that conditions of the preprocessor ask for and nothing defines are 0 (\`ARCH\`, \`x86\`; -D says otherwise)"
    rtcheck app -DARCH=1 -Dx86=1 own
    expect_no_output "conditions of the preprocessor"
    rtcheck app own/app.oil own/main.c
    expect_no_output "conditions of the preprocessor"
}

@test "folder: constants in headers that ours stand for; tasks that are only declared" {
    mkdir -p own/src other
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' | tee own/one.oil >other/one.oil
    printf '#define N 2 /* two */\n#define M (N + 0)\n#define t 7\n' >own/src/Os_Cfg.h
    printf '#include "Os.h"\n#include "Os_Cfg.h"\nint a[M];\nTASK(t) { int i = N; a[i] = 1; TerminateTask(); }\n' >own/src/one.c
    rtcheck app own
    expect_status 1
    expect_output 'index 2 of an array of 2'
    expect_error '`N` is in own/src/Os_Cfg.h, which is not read as it is; going on with `-DN=2`'
    printf '#include "os.h"\nTASK(t);\n' >other/a.c
    printf '#include "os.h"\nTASK(t) { TerminateTask(); }\n' >other/z.c
    rtcheck app other
    expect_status 0
    expect_error 'other/one.oil other/z.c'
}

@test "folder: what macros of headers call is called" {
    mkdir -p own
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/one.oil
    printf '#include "os.h"\n#include "b.h"\nTASK(t) { CALL(); TerminateTask(); }\n' >own/one.c
    printf 'void f1(void);\n#define DEEP \\\n  f1()\n#define CALL() do { DEEP; } while (0)\n#define NOTHING f2()\n' >own/b.h
    printf 'int a[2]; void f1(void) { int i = 2; a[i] = 1; }\n' >own/b.c
    printf 'void f2(void) { }\n' >own/c.c
    rtcheck app own
    expect_status 1
    expect_error 'own/one.oil own/one.c own/b.c
'
}

@test "what macros of headers use is used" {
    folder
    printf 'extern int lim_;\n#define LIM lim_\n' >own/c.h
    printf 'int lim_ = 3;\n' >own/cfg.c
    printf '#include "os.h"\n#include "c.h"\nTASK(t1) { assert(LIM == 3); TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 0
    expect_no_output "which no source defines"
}

# beside TEXT: own/z.c, with a function f that makes n 1 in some way; own/main.c calls it and does not expect that.
beside() {
    rm -rf own
    folder
    printf '#include "os.h"\n#include <assert.h>\nint n; void f(void);\nTASK(t1) { f(); assert(n == 0); TerminateTask(); }\n' >own/main.c
    printf '%b\n' "extern int n;\n$1" >own/z.c
}

@test "code of a source beside is found however it is written" {
    at_full_speed
    local text
    for text in '#define DEF(n) void n(void)\nDEF(f) { n = 1; }' '#define DEF(a) void a##_(void) { n = 1; } void a(void) { a##_(); }\nDEF(f)' 'void (f)(void) { n = 1; }' \
        'void f(void)\n#ifdef A\n{ }\n#else\n{ n = 1; }\n#endif' 'void f\\\n(void) { n = 1; }' 'void f(void) <% n = 1; %>' '#define NAME f\nvoid NAME(void) { n = 1; }' \
        '#ifdef A\nvoid f(int x)\n#else\nvoid f(void)\n#endif\n{ n = 1; }'; do
        beside "$text"
        rtcheck app own
        expect_status 1
        expect_no_output "has no body"
    done
    for text in f.inc impl.h; do
        beside "#include \"$text\""
        echo 'void f(void) { n = 1; }' >"own/$text"
        rtcheck app own
        expect_status 1
    done
    beside '#ifndef USE_B\nvoid f(void) { n = 1; }\n#endif'
    printf '#ifdef USE_B\nvoid f(void) { }\n#endif\n' >own/b.c
    rtcheck app own
    expect_status 1
    expect_no_output "which has it, too"
    beside '#include "def.h"\nDEF(f) { n = 1; }'
    printf 'void x_f(void);\n#define DEF(a) void x_##a(void)\n#define CALL(a) x_##a()\n' >own/def.h
    sed -i 's/f();/CALL(f);/; s/void f(void);/\n#include "def.h"/' own/main.c
    rtcheck app own
    expect_status 1
    beside 'void f(void) { n = 1; }'
    echo 'static void (*const table[])(void) = {f};' >own/table.h
    sed -i 's/f();/table[0]();/; s/void f(void);/void f(void);\n#include "table.h"/' own/main.c
    rtcheck app own
    expect_status 1
    beside 'int f(x) int x; { return x; }'
    sed -i 's/void f(void);/int f(int);/; s/f();/n = f(1);/' own/main.c
    rtcheck app own
    expect_status 1
}

@test "variables of a source beside are found however they are written" {
    at_full_speed
    local text
    for text in '#define D(x) int x = 0\nD(k);' 'int (k) = 0;' '#define VAR(t, c) t\nVAR(int, X) k;'; do
        beside "$text"
        printf '#include "os.h"\n#include <assert.h>\nextern int k;\nTASK(t1) { assert(k == 0); TerminateTask(); }\n' >own/main.c
        rtcheck app own
        expect_status 0
        expect_no_output "no source defines"
    done
}

# weak HEADER DEFINITION: own/main.c with lim() as 3, weak in some way; own/lim.c has 7.
weak() {
    rm -rf own
    folder
    printf '%b\n' "$1" >own/w.h
    printf '#include "os.h"\n#include <assert.h>\n#include "w.h"\n%b\nTASK(t1) { assert(%s < 5); TerminateTask(); }\n' "$2" "${3-lim()}" >own/main.c
    echo "${4-int lim(void) { return 7; \}}" >own/lim.c
}

@test "weak code is weak however that is said" {
    at_full_speed
    local code='int lim(void) { return 3; }'
    weak 'int lim(void) __attribute__((weak));' "$code"
    rtcheck app own
    expect_status 1
    rtcheck app own/app.oil own/main.c own/lim.c
    expect_status 1
    weak '#define W __attribute__((__weak__))' "W $code"
    rtcheck app own
    expect_status 1
    weak '' "#pragma weak lim\n$code"
    rtcheck app own
    expect_status 1
    weak '' "__weak $code"
    rtcheck app own
    expect_status 1
    expect_error "nothing declares \`__weak\`; going on with"
    weak '' "W $code"
    rtcheck app '-DW=__attribute__((weak))' own
    expect_status 1
    weak '#include "missing.h"' "VENDOR_WEAK $code"
    rtcheck app own
    expect_status 1
    weak '' '__attribute__((weak)) int lim = 3;' lim 'int lim = 7;'
    rtcheck app own
    expect_status 1
    weak '' "$code\nint lim(void) __attribute__((weak));"
    rtcheck app own
    expect_status 2
    expect_error "what is declared \`weak\` behind its definition cannot be modelled"
}

@test "with weak code, what the build compiles counts, wherever it lies" {
    at_full_speed
    weak '' '#ifdef WEAK\n__attribute__((weak))\n#endif\nint lim(void) { return 3; }'
    printf '[{"directory": "%s/own", "command": "gcc -DWEAK -c main.c", "file": "main.c"}]' "$PWD" >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_output "\`lim\` is that of own/main.c, and own/lim.c, which has it, too, is no part of the application"
    printf '[{"directory": "%s/own", "command": "gcc -DWEAK -c main.c", "file": "main.c"}, {"directory": "%s/own", "command": "gcc -c lim.c", "file": "lim.c"}]' "$PWD" "$PWD" >own/compile_commands.json
    rtcheck app own
    expect_status 1
    mkdir -p others
    mv own/lim.c others
    sed -i 's,lim\.c,../others/lim.c,g' own/compile_commands.json
    rtcheck app own
    expect_status 1
}

@test "functions that a table in a source beside names are needed" {
    folder
    printf 'struct o { int k; int (*fn)(int); };\nextern const struct o ob;\nint f2(int);\n' >own/d.h
    printf '#include "os.h"\n#include <assert.h>\n#include "d.h"\nTASK(t1) { assert(ob.fn(1) == 0); TerminateTask(); }\n' >own/a.c
    printf '#include "d.h"\nconst struct o ob = {.k = 1, .fn = f2};\n' >own/tab.c
    printf '#include "d.h"\nint f2(int x) { return 0; }\n' >own/z.c
    rtcheck app own
    expect_status 0
    expect_no_output "left out"
}

@test "a link counts by its own name" {
    beside ''
    rm own/z.c
    echo 'extern int n; void f(void) { n = 1; }' >own/f.c.debug
    ln -s f.c.debug own/f.c
    rtcheck app own
    expect_status 1
    mv own/main.c own/main.c.v2
    ln -s main.c.v2 own/main.c
    mv own/app.oil own/real.txt
    ln -s real.txt own/app.oil
    rtcheck app own
    expect_status 1
}

@test "the compile_commands.json of a copy is left out and told" {
    folder
    source_of own/main.c 3
    database own/compile_commands.json "main.c -DBUG"
    cp -r own copy
    rtcheck app copy
    expect_status 0
    expect_output "\`copy/compile_commands.json\`, which is left out (it compiles files of the same names elsewhere), says nothing that matters"
}

@test "a compile_commands.json of another compiler says what macros and folders there are, and what machine it is" {
    at_full_speed
    folder
    source_of own/main.c LIMIT
    mkdir own/inc
    sed -i '1a #include "limit.h"\n#include <assert.h>\nenum e { A };' own/main.c
    sed -i 's/a\[k\] = 1/assert(sizeof(enum e) == SIZE); a[k] = 1/' own/main.c
    echo '#define LIMIT (IS + 3)' >own/inc/limit.h
    local command
    for command in 'armcc --c99 -c --cpu Cortex-M3 -DIS=1 -DSIZE=1 -Iinc main.c' 'iccarm main.c -D IS=1 -D SIZE=1 --cpu Cortex-M4 -e -I inc -Ohz' 'cl430 --define=IS=1 --define=SIZE=2 --include_path=inc -c main.c' \
        'ctc -Ctc27x --define=IS=1 -DSIZE=1 -Iinc main.c' 'xc16-gcc -mcpu=33FJ -DIS=1 -DSIZE=2 -Iinc -c main.c' 'C:\\\\gcc\\\\bin\\\\arm-none-eabi-gcc.exe -DIS=1 -DSIZE=1 -Iinc -c main.c' '/usr/bin/env X=1 gcc -DIS=1 -DSIZE=4 -Iinc -c main.c' \
        'ccache gcc-12 -DIS=1 -DSIZE=4 -Iinc -c main.c other.c' 'arm-none-eabi-gcc -mcpu=cortex-m4 -DIS=1 -DSIZE=1 -Iinc -c main.c' 'arm-none-eabi-gcc -fno-short-enums -DIS=1 -DSIZE=4 -Iinc -c main.c' \
        'arm-linux-gnueabihf-gcc -DIS=1 -DSIZE=4 -Iinc -c main.c'; do
        printf '[{"directory": "%s/own", "file": "main.c", "command": "%s"}]' "$PWD" "$command" >own/compile_commands.json
        rtcheck app own
        expect_status 1
        expect_output "index 4 of an array of 4"
    done
    printf '[{"directory": "%s/own", "file": "main.c", "command": "armcc --c99 -c -DIS=0 -DSIZE=1 -Iinc main.c"}]' "$PWD" >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_output "what \`armcc\` is told besides macros and folders in \`own/compile_commands.json\` changes nothing that matters: \`--c99\`"
}

# race FOLDER: FOLDER/tasks.c, whose task t1 counts in n.
race() {
    mkdir -p "$1"
    printf '#include "os.h"\nint n;\nTASK(t1) { n = n + 1; n = n - 1; TerminateTask(); }\n' >"$1/tasks.c"
}

# finds_race NAME: n is counted in by this interrupt routine, too.
finds_race() {
    rtcheck app own
    expect_status 1
    expect_output "'n' is read and written by ISR $1"
}

@test "interrupt routines that nothing names are found in whatever folder, by whatever spelling" {
    folder
    race own/src
    mkdir own/bsp
    echo 'extern int n; void TIM2_IRQHandler(void) { n++; }' >own/bsp/timer.c
    finds_race TIM2_IRQHandler
    echo '#define TICK TIM3_IRQHandler' >own/bsp/board.h
    printf '#include "board.h"\nextern int n;\nvoid TICK(void) { n++; }\n' >own/bsp/timer.c
    finds_race TIM3_IRQHandler
    printf '#define HANDLER(x) void x##_IRQHandler(void)\nextern int n;\nHANDLER(TIM4) { n++; }\n' >own/bsp/timer.c
    finds_race TIM4_IRQHandler
    echo 'void my_isr(void) __attribute__((interrupt));' >own/bsp/board.h
    printf '#include "board.h"\nextern int n;\nvoid my_isr(void) { n++; }\n' >own/bsp/timer.c
    finds_race my_isr
    printf 'extern int n;\nISR(TIMER0_OVF_vect) { n++; }\n' >own/bsp/timer.c
    sed -i '1i #include "os.h"' own/bsp/timer.c
    finds_race TIMER0_OVF_vect
    echo 'extern int n; void tick(void) { n++; }' >own/bsp/timer.c
    echo 'void tick(void); void (*const vectors[])(void) = {tick};' >own/vectors.c
    finds_race tick
}

@test "an interrupt routine that calls what the application has is found, and what it calls meanwhile" {
    folder
    race own/src
    mkdir own/bsp
    echo 'void helper(void); void TIM2_IRQHandler(void) { helper(); }' >own/bsp/timer.c
    echo 'extern int n; void helper(void) { n++; }' >own/bsp/helper.c
    finds_race TIM2_IRQHandler
}

@test "main() and weak code are found in sibling folders" {
    folder
    mkdir own/cfg own/boot
    mv own/app.oil own/cfg
    race own/src
    printf '#include "os.h"\n#include <assert.h>\nint n;\n__attribute__((weak)) void cb(void) { }\nTASK(t1) { cb(); assert(n == 0); TerminateTask(); }\n' >own/src/tasks.c
    printf '#include "os.h"\nextern int n;\nint main(void) { n = 1; StartOS(OSDEFAULTAPPMODE); }\n' >own/boot/main.c
    rtcheck app own
    expect_status 1
    expect_output "the assertion does not hold: n == 0"
    echo 'int other; void cb(void) { int a[2] = {0}; a[2 + other] = 1; }' >own/boot/main.c
    rtcheck app own
    expect_status 1
    expect_output "own/boot/main.c:1"
}

@test "what uses the application and is not taken is told: assembly, C++, what cannot be read, variables that are there twice" {
    folder
    race own
    echo '.word tick' >own/startup.s
    echo 'extern int n; void tick(void) { n++; }' >own/timer.c
    echo 'extern int n; struct x { x() { n = 1; } } y;' >own/more.cpp
    echo 'int n = 1;' >own/twice.c
    rtcheck app own
    expect_status 3
    expect_output "tick does not run here, though \`own/startup.s\` names it, and may run it at any moment (\`--isr tick=any\` says so, \`--isr tick=0\` that it does not)"
    expect_output "own/twice.c (\`n\`), own/more.cpp (\`n\`), which nothing here calls and which use what the application has, are no part of it"
    expect_output "what files in assembly do with the application does not matter: tick (\`own/startup.s\`) (an interrupt routine that they name is told in a further .oil file: \`ISR NAME { CATEGORY = 2; };\`)"
    expect_output "\`tick\`, which nothing here calls, never runs"
    rm own/twice.c own/more.cpp own/startup.s
    echo 'extern int n; __attribute__((constructor)) static void init(void) { n = 1; }' >own/timer.c
    rtcheck app own
    expect_status 0
    expect_output "own/timer.c, which may be linked with the application, is no part of it: it cannot be read with it (attribute \`constructor\`"
}

@test "other applications and kernels are not told; a copy of the tasks is" {
    folder
    race own
    mkdir own/other own/kernel own/old
    cp own/app.oil own/other
    source_of own/other/tasks.c 4
    echo 'int n;' >>own/other/tasks.c
    echo 'extern int n; void TIM2_IRQHandler(void) { n++; }' >own/other/timer.c
    printf '#include "os.h"\nextern int n;\nTASK(t1) { n++; }\nvoid TIM3_IRQHandler(void) { n++; }\n' >own/old/tasks.c
    printf 'static int n;\nvoid ActivateTask(int t) { n++; }\nvoid ChainTask(int t) { }\nvoid Schedule(void) { }\n' >own/kernel/kernel.c
    rtcheck app own
    expect_status 0
    expect_output "own/old/tasks.c (\`TASK(t1)\`), which has code that the application has, too, is no part of it"
    expect_no_output "own/other"
    expect_no_output "own/kernel"
}

@test "a list of sources in a makefile that is not understood as a whole is no list" {
    folder
    race own
    mkdir own/more
    printf 'TOPPERS_OSEK_OIL_SOURCE = app.oil\nTARGET_SOURCES = tasks.c $(wildcard more/*.c)\n' >own/Makefile
    echo 'extern int n; void user_1ms_isr_type2(void) { n++; }' >own/more/tick.c
    finds_race user_1ms_isr_type2
}

@test "a macro that a condition asks for is told wherever in the folder it stands" {
    at_full_speed
    local file text
    while IFS='|' read -r file text; do
        rm -rf own
        folder
        source_of own/main.c 3
        sed -i '1a #ifdef BUG\n#define INDEX 4\n#endif' own/main.c
        mkdir -p "$(dirname "own/$file")"
        printf '%b\n' "$text" >"own/$file"
        [[ $text != *config.h* ]] || echo '#define BUG 1' >own/config.h
        [[ $text != *opts.txt* ]] || echo '-DBUG' >own/opts.txt
        rtcheck app own
        expect_status 0
        expect_output "\`BUG\` is not defined, though own/"
    done <<'END'
a.ewp|<option>\n<name>CCDefines</name>\n<state>USE_X</state>\n<state>BUG</state>\n</option>
build/gcc/Makefile|CFLAGS = -DBUG
Makefile|F = BUG\nCFLAGS = -D$(F)
Makefile|CFLAGS = -include config.h
CMakeLists.txt|add_compile_options(-include ${CMAKE_SOURCE_DIR}/config.h)
Makefile|CFLAGS = @opts.txt
Makefile|CFLAGS = --define BUG
CMakeLists.txt|TARGET_COMPILE_DEFINITIONS(a PRIVATE\n BUG)
.cproject|<listOptionValue builtIn="false" value="BUG"/>
nbproject/configurations.xml|<property key="preprocessor-macros" value="BUG;X"/>
build.sh|gcc -DBUG main.c
.vscode/c_cpp_properties.json|{"defines": ["BUG"]}
.clangd|CompileFlags: {Add: [-DBUG]}
compile_flags.txt|-DBUG
END
    rm -rf own
    folder
    source_of own/main.c LIMIT
    printf 'CFLAGS = -DLIMIT=7\n' >own/Makefile
    sed -i '1a #include "missing.h"' own/main.c
    rtcheck app own
    expect_output "\`LIMIT\` is not defined, though own/Makefile does so"
    echo '# About BUG, main.c and __GNUC__' >own/README.md
    sed -i '1a #ifdef __GNUC__\n#endif\n#ifndef OWN\n#define OWN 1\n#endif' own/main.c
    echo 'OWN __GNUC__' >own/notes.txt
    rtcheck app own
    expect_no_output "\`OWN\` is not defined"
    expect_no_output "\`BUG\`"
    expect_no_output "__GNUC__"
}

@test "APP_SRC alone is no sign of ERIKA, and one that is not there is told; ee.h is" {
    folder 'APP_SRC = "a.c"; APP_NAME = "x"; CFLAGS = "-g";'
    printf '#include "tpl_os.h"\nTASK(t1) { }\n' >own/a.c
    rtcheck app own
    expect_status 1
    expect_output "a task ends without TerminateTask"
    printf '#include "ee.h"\nTASK(t1) { }\n' >own/a.c
    rtcheck app own
    expect_status 0
    folder 'APP_SRC = "a.c"; APP_SRC = "gone.c"; APP_SRC = "more.c";'
    printf '#include "os.h"\nvoid f(void); TASK(t1) { f(); TerminateTask(); }\n' >own/a.c
    mkdir own/src
    echo 'int a[2], k = 2; void f(void) { a[k] = 1; }' >own/src/more.c
    rtcheck app own
    expect_status 1
    expect_output '`gone.c`, which own/app.oil names and which is not there, has nothing else that matters'
}

@test "names that C cannot have are refused as the configuration's, and routines that it lacks are told by their own" {
    folder
    sed 's/t1/linux/' -i own/app.oil
    printf '#include "os.h"\nTASK(linux) { TerminateTask(); }\n' >own/a.c
    rtcheck app --clang -Dlinux=1 own
    expect_status 2
    expect_error 'own/a.c: error: the configuration calls an object `linux`'
    folder
    printf '#include "os.h"\nint n;\nTASK(t1) { n++; TerminateTask(); }\nISR(i) { n = 0; }\n' >own/a.c
    rtcheck app own
    expect_output 'ISR(i), which the configuration lacks, never runs (a further .oil file makes it run: `ISR i { CATEGORY = 2; };`)'
    expect_no_output rtcheck_isr
}

@test "flags of the build that change numbers count, or are told" {
    folder 'CFLAGS = "-g -fshort-enums -include cfg.h";'
    echo '#define LEAST 1' >own/cfg.h
    printf '#include "os.h"\n#include <assert.h>\nenum e { A };\nTASK(t1) { assert(sizeof(enum e) > LEAST); TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_status 1
    folder 'CFLAGS = "-mint8";'
    printf 'CFLAGS = -funsigned-char -fpack-struct=2\n# -fshort-enums\n' >own/Makefile
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >own/a.c
    rtcheck app --target avr own
    expect_status 0
    expect_output '`-mint8`, which own/app.oil has, changes no number that matters'
    rtcheck app own
    expect_status 3
    expect_output 'own/app.oil has `-mint8`, which changes what numbers are and is not followed here (--target or --clang says what they are)'
    expect_output '`-mint8`, which own/app.oil has, changes no number that matters'
    expect_output '`-funsigned-char`, which own/Makefile has, changes no number that matters'
    expect_output '`-fpack-struct=2`, which own/Makefile has'
    expect_no_output '-fshort-enums'
}

@test "which C the build means is told where it is another one, or where a condition asks for it" {
    folder 'CFLAGS = "-std=c89";'
    printf '#include "os.h"\nint a[4], k = 4;\nTASK(t1) { int x = 4 //**/ 2\n; if (x == 2) a[k] = 1; TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_status 0
    expect_output '`-std=c89`, which own/app.oil has, changes nothing that matters'
    folder
    printf 'CFLAGS=-std=c90\nLDFLAGS = --option=-m32\n' >own/Makefile
    rtcheck app own
    expect_output '`-std=c90`, which own/Makefile has, changes nothing that matters'
    expect_no_output '-m32'
    printf 'CFLAGS = -g -ansi\n' >own/Makefile
    rtcheck app own
    expect_output '`-ansi`, which own/Makefile has, changes nothing that matters'
    rtcheck app --clang -ansi own
    expect_status 1
    expect_no_output 'which own/Makefile has'
    rm own/Makefile
    for condition in '__STDC_VERSION__ == 199901L' '!defined(__STDC_VERSION__)'; do
        printf '#include "os.h"\nint a[4], k = 4;\nTASK(t1) {\n#if %s\n a[k] = 1;\n#endif\n TerminateTask(); }\n' "$condition" >own/a.c
        rtcheck app own
        expect_status 0
        expect_output "the build's compiler has what conditions of the preprocessor ask for as clang has it here (\`__STDC_VERSION__\`;"
    done
    rtcheck app --clang -std=c89 own
    expect_status 1
    rtcheck app --clang -std=c99 own
    expect_status 0
    expect_no_output __STDC_VERSION__
}

@test "what conditions of the configuration ask for and nothing defines is told, and what a build defines of it" {
    folder
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >own/a.c
    sed -i '1i #if LEVEL == HIGH\n#endif\n#ifndef PRIO\n#define PRIO 1\n#endif' own/app.oil
    rtcheck app own
    expect_status 0
    expect_output 'names that conditions of the configuration ask for and nothing defines are 0 (`LEVEL`, `HIGH`; -D says otherwise)'
    expect_output 'the build defines nothing that conditions of the configuration ask for by name (`PRIO`; -D says otherwise)'
    rtcheck app own/app.oil own/a.c
    expect_no_output PRIO
    echo 'OILFLAGS = -DPRIO=2' >own/Makefile
    rtcheck app -DLEVEL=1 -DHIGH=2 own
    expect_output '`PRIO` is not defined, though own/Makefile does so'
    expect_no_output LEVEL
    rm own/Makefile
    for condition in '#ifdef WITH_U' '#if defined WITH_U' '#if defined(WITH_U) || 0' '#ifndef WITH_U'; do
        folder
        sed -i "1i #ifndef APP_OIL\n#define APP_OIL\n#endif\n$condition\n#endif" own/app.oil
        rtcheck app own
        expect_status 0
        expect_output 'conditions of the configuration ask for by name (`WITH_U`; -D says otherwise)'
        rtcheck app -DWITH_U own
        expect_no_output 'conditions of the configuration'
    done
}

@test "the code of a task is found in whatever a source includes, and under a macro" {
    folder
    printf '#include "os.h"\n#include "t.inc"\n' >own/a.c
    printf 'int a[2], k = 2;\nTASK(t1) { a[k] = 1; TerminateTask(); }\n' >own/t.inc
    rtcheck app own
    expect_status 1
    printf '#include "os.h"\n#define MYTASK TASK\nint a[2], k = 2;\nMYTASK(t1) { a[k] = 1; TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_status 1
    echo 'int f(void) { return 1; }' >own/a.c
    rtcheck app own
    expect_status 2
    expect_error "name the source, too: rtcheck app FOLDER FILE.c"
}

@test "descriptions and names of objects say nothing of the machine" {
    folder 'NOTE = "like AVR";'
    sed -i 's/TASK t1/APPMODE m {} : "as on the old MSP430 board"; EVENT AVR { MASK = AUTO; }; TASK t1/' own/app.oil
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_status 0
    expect_output '`int` has 32 bits'
}

@test "what is static in a source that was taken is not looked for in others" {
    folder
    printf '#include "os.h"\nstatic void init(void) { }\nTASK(t1) { init(); TerminateTask(); }\n' >own/main.c
    printf 'int b[2], n = 2; void init(void) { b[n] = 1; }\n' >own/z.c
    rtcheck app own
    expect_status 0
    expect_error "rtcheck app --engine auto --time 60s --without-headers own/app.oil own/main.c"
    [[ $errors != *own/z.c* ]]
}

# driver HEADER SOURCE: own/src/a.c with a variable n, own/drv/x.c that nothing names, and own/inc/p.h.
driver() {
    rm -rf own
    folder
    mkdir own/src own/drv own/inc
    printf '#include "os.h"\n#include <assert.h>\nint n; void setn(void) { n = 1; }\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/src/a.c
    printf '%b' "$1" >own/inc/p.h
    printf '%b' "$2" >own/drv/x.c
}

@test "what runs by itself uses the application also through what it includes" {
    at_full_speed
    local handler='#include "p.h"\nvoid TIM2_IRQHandler(void) { inl(); }\n'
    driver 'extern int n;\nstatic inline void inl(void) { n = 1; }\n' "$handler"
    rtcheck app own
    expect_status 1
    driver 'void setn(void);\nstatic inline void inl(void) { setn(); }\n' "$handler"
    rtcheck app own
    expect_status 1
    driver '#include "os.h"\nstatic inline void act(void) { ActivateTask(t1); ActivateTask(t1); }\n' '#include "p.h"\n__attribute__((interrupt)) void my(void) { act(); }\n'
    rtcheck app own
    expect_status 1
    driver 'extern int n;\nstatic int *const pn = &n;\n' '#include "p.h"\nvoid TIM2_IRQHandler(void) { *pn = 1; }\n'
    rtcheck app own
    expect_status 1
    driver '' 'void TIM2_IRQHandler(void) { extern int n; n = 1; }\n'
    rtcheck app own
    expect_status 1
    driver 'extern int n;\nvoid TIM2_IRQHandler(void) { n = 1; }\n' '#include "p.h"\n'
    rtcheck app own
    expect_status 1
    driver '' '#include "x.inc"\n'
    printf 'extern int n;\nvoid TIM2_IRQHandler(void) { n = 1; }\n' >own/drv/x.inc
    rtcheck app own
    expect_status 1
}

@test "the only source of the folder that has what is called is taken, wherever it lies" {
    at_full_speed
    folder
    mkdir own/etc own/src own/lib
    mv own/app.oil own/etc
    printf '#include "os.h"\nint n; extern int lim(void);\nTASK(t1) { n = 10 / lim(); TerminateTask(); }\n' >own/src/t.c
    echo 'int lim(void) { return 5; }' >own/lib/lim.c
    rtcheck app own
    expect_status 0
    expect_no_output "left out"
    printf '#include "os.h"\nextern void (*const tab[])(void);\nTASK(t1) { tab[0](); TerminateTask(); }\n' >own/src/t.c
    printf 'static void f(void) { }\nvoid (*const tab[])(void) = {f};\n' >own/lib/lim.c
    rtcheck app own
    expect_status 0
    printf '#include "os.h"\nint n; extern int lim(void);\nTASK(t1) { n = 10 / lim(); TerminateTask(); }\n' >own/src/t.c
}

@test "of several sources far from the configuration that have what is called one is taken, and that is told" {
    folder
    mkdir -p own/etc own/src own/v1 own/v2
    mv own/app.oil own/etc
    chosen() { # NAME CODE OTHER-CODE EXPRESSION: either code is right, and none is not
        printf '#include "os.h"\nint a[2];\nextern int %s;\nTASK(t1) { a[%s] = 1; TerminateTask(); }\n' "$4" "$4" >own/src/t.c
        printf "$2" >own/v1/f.c
        printf "$3" >own/v2/f.c
        rtcheck app own
        expect_status 0
        expect_output "\`$1\` is that of own/v$5/f.c, and own/v$((3 - $5))/f.c, which has it, too, is no part of the application"
        expect_no_output "left out"
    }
    chosen f 'int f() { return 1; }' 'int f() { return 0; }' 'f()' 1
    chosen f '#include "none.h"\nint f() { return 1; }' 'int f() { return 0; }' 'f()' 2
    chosen f '#include "none.h"\nint f() { R = 1; return 1; }' '#include "none.h"\nint f() { R = 2; return 0; }' 'f()' 1
    chosen f 'int f() { return 1; }' 'extern int a[2]; int f() { return a[0]; }' 'f()' 2 # which uses the application
    chosen k 'int k = 1;' 'int k;' 'k' 1
    printf '#include "os.h"\nint a[2];\nextern int f();\nTASK(t1) { a[f()] = 1; TerminateTask(); }\n' >own/src/t.c
    for place in v1 v2; do # what belongs together stays so
        printf 'int g();\nint f() { return g(); }\n' >own/$place/f.c
        echo "int g() { return '${place#v}' == '1' ? 1 : 2; }" >own/$place/g.c # a letter is no comment
    done
    rtcheck app own
    expect_status 0
    expect_error "own/src/t.c own/v1/f.c own/v1/g.c"
    rtcheck app own own/v2/f.c
    expect_status 1
    mkdir own/src/below # which is nearer to what calls it
    echo 'int f() { return 2; }' >own/src/below/f.c
    rtcheck app own
    expect_status 1
    expect_error "own/src/t.c own/src/below/f.c"
    expect_output "own/v1/f.c, own/v2/f.c, which have it, too, are no part of the application"
}

@test "copies that include files which differ are no copies" {
    folder
    printf '#include "os.h"\nint a[2];\nint f(void);\nTASK(t1) { a[f()] = 1; TerminateTask(); }\n' >own/t.c
    for place in v1 v2; do
        mkdir -p own/$place/inc
        printf '#include "inc/k.h"\nint f(void) { return K; }\n' >own/$place/f.c
        echo '#include "more.h"' >own/$place/inc/k.h
        echo "enum { K = '${place#v}' - '1' }; /* of $place */" >own/$place/inc/more.h
    done
    rtcheck app own
    expect_status 0
    expect_output "\`f\` is that of own/v1/f.c, and own/v2/f.c, which has it, too, is no part of the application"
    sed 's/v1/v2/' own/v1/inc/more.h >own/v2/inc/more.h # a comment
    rtcheck app own
    expect_status 0
    expect_no_output "own/v2/f.c"
}

@test "a source that only has the type, structure or constant which a missing header would declare is taken for it" {
    folder
    mkdir -p own/etc own/src own/lib/drv
    mv own/app.oil own/etc
    lacks() { printf '#include "os.h"\n#include "none.h"\nint a[4];\nTASK(t1) { %s TerminateTask(); }\n' "$1" >own/src/t.c; }
    lent() { # CODE DECLARATION
        lacks "$1"
        echo "$2" >own/lib/drv/l.c
        rtcheck app own
        expect_status 1
        expect_error "own/src/t.c own/lib/drv/l.c"
        expect_output "is that of own/lib/drv/l.c"
    }
    lent 'wide x = 70000; assert(x == 70000);' 'typedef unsigned short wide;'
    lent 'wide x = 70000; assert(x == 70000);' 'typedef unsigned short wide; void nobody(void); void calls(void) { nobody(); }'
    lent 'struct box x; x.v = 300; assert(x.v == 300);' 'struct box { unsigned char v; };'
    lent 'a[LAST] = 1;' 'enum { FIRST, LAST = 4 };'
    lent 'static int b[MOST]; b[3] = 1;' 'enum { MOST = 3 };'
    echo 'typedef int wide; static wide w;' >own/lib/other.c
    lent 'wide x = 70000; assert(x == 70000);' 'typedef unsigned short wide;' # the nearest one first, in their order
    expect_output "\`wide\` is that of own/lib/drv/l.c, and own/lib/other.c, which has it, too, is no part of the application"
    rm own/lib/other.c
    left() { # FILE TEXT: told
        rm -r own/lib
        mkdir -p own/lib/drv
        printf "$2" >own/lib/drv/$1
        rtcheck app own
        expect_status 0
        expect_error " own/src/t.c"
        expect_output "names that nothing declares are others than those of own/lib/drv/$1 (\`$3\`)"
    }
    lacks 'wide x = 5; x++;'
    left l.h 'typedef unsigned short wide;\n' wide
    left l.c '#define wide char\n' wide
    left l.c 'typedef unsigned short wide;\nvoid TIM2_IRQHandler(void) { }\n' wide # which would run
    left l.c 'typedef unsigned short wide;\nint a[4];\n' wide # which cannot be linked
    lacks 'int wide = 5; wide++;'
    rtcheck app own
    expect_no_output "names that nothing declares"
}

@test "files of the folder that are named are the same however their paths are written" {
    mkdir -p own/app own/lib
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/app/app.oil
    printf '#include "os.h"\nvoid step(void);\nTASK(t1) { step(); TerminateTask(); }\n' >own/app/a.c
    echo 'int n; void step(void) { n = 3 / n; }' >own/lib/l.c
    printf 'TOPPERS_OSEK_OIL_SOURCE = app.oil\nTARGET_SOURCES = a.c ../lib/l.c\n' >own/app/Makefile
    cd own/app
    for place in . ../app "$PWD"; do
        for named in Makefile ./Makefile ../app/Makefile "$PWD/Makefile" app.oil ../app/app.oil "$PWD/app.oil"; do
            rtcheck app "$place" "$named"
            expect_status 1
            expect_output "division by zero"
        done
    done
    mkdir ../make
    mv Makefile ../make # a makefile that is named counts wherever it lies
    printf 'TOPPERS_OSEK_OIL_SOURCE = ../app/app.oil\nTARGET_SOURCES = ../app/a.c ../lib/l.c\n' >../make/Makefile
    rtcheck app . ../make/Makefile
    expect_status 1
    rtcheck app . none/Makefile
    expect_status 2
    expect_error "cannot read 'none/Makefile'"
}

@test "of two sources that nothing names, with the same routine, one is a guess" {
    driver '' ''
    rm own/drv/x.c
    mkdir own/boards own/boards/a own/boards/b
    printf 'extern int n;\nvoid TIM2_IRQHandler(void) { (void)n; }\n' >own/boards/a/isr.c
    printf 'extern int n;\nvoid TIM2_IRQHandler(void) { n++; }\n' >own/boards/b/isr.c
    rtcheck app own
    expect_status 0
    expect_output "\`TIM2_IRQHandler\` is that of own/boards/a/isr.c, and own/boards/b/isr.c, which has it, too, is no part of the application"
}

@test "where a header is missing, words of C, static code by another name and code under a condition are nobody's functions" {
    local lacks='#include "board.h"'
    driver '' ''
    for pair in 'void h(void) { if (n > 5) { n = 1; } }|void g(void) { if (k) { } }' 'STATIC void h(void) { }|STATIC void h(void) { }' \
        $'#ifdef SIM\nvoid h(void) { }\n#endif|void h(void) { }' $'void h(void) { }|#ifdef SIM\nvoid h(void) { }\n#endif'; do
        printf '#include "os.h"\n%s\nint n;\n%s\nTASK(t1) { n = n + 1; n = n - 1; TerminateTask(); }\n' "$lacks" "${pair%|*}" >own/src/a.c
        printf '%s\nextern int n;\nint k;\nvoid TIM2_IRQHandler(void) { n++; }\n%s\n' "$lacks" "${pair#*|}" >own/drv/x.c
        rtcheck app own
        expect_status 1
        expect_output "own/drv/x.c"
    done
}

@test "copies and what is for tests come last, and are told" {
    folder
    mkdir own/cfg
    mv own/app.oil own/cfg
    for name in 'own/backup/main.c' 'own/src/main - Copy.c' 'own/src/Copy of main.c' 'own/src/main (1).c' 'own/app.old/main.c' 'own/build/main.c' 'own/tests/main.c'; do
        source_of own/src/main.c 4
        source_of "$name" 3
        rtcheck app own
        expect_status 1
        expect_output "$name (\`TASK(t1)\`), which has code that the application has, too, is no part of it"
        rm "$name"
    done
    printf '#include "os.h"\n#include <assert.h>\nint f(void);\nTASK(t1) { assert(f() == 0); TerminateTask(); }\n' >own/src/main.c
    mkdir -p own/backup/src own/src/test
    echo 'int f(void) { return 1; }' >own/src/f.c
    cp own/src/main.c own/backup/src
    echo 'int f(void) { return 0; }' >own/backup/src/f.c
    rtcheck app own
    expect_status 1
    expect_output "own/backup/src/f.c (\`f\`)"
    rm -r own/backup own/src/f.c
    echo 'int f(void) { return 0; }' >own/src/test/mock_f.c
    rtcheck app own
    expect_status 0
    expect_output "own/src/test/mock_f.c, which by its name may be a copy or for tests, is a part of the application"
}

@test "a test that includes a source is not taken in its place" {
    folder
    printf '#include "os.h"\n#ifndef N\n#define N 4\n#endif\nint a[4], k = N;\nTASK(t1) { a[k] = 1; TerminateTask(); }\n' >own/a.c
    for test in '' '#include "unity.h"' 'int main(void) { return 0; }'; do
        printf '#define N 3\n#include "a.c"\n%s\n' "$test" >own/check.c
        test "$test" || mv own/check.c own/test_a.c
        rtcheck app own
        expect_status 1
        expect_output "(\`#include\`), which has code that the application has, too, is no part of it"
        rm -f own/test_a.c own/check.c
    done
}

@test "what a source uses is that of the nearest one that has it" {
    folder
    mkdir -p own/src own/v1
    printf '#include "os.h"\n#include <assert.h>\nint n;\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/src/a.c
    sed 's/t1/t2/' own/src/a.c >own/v1/b.c
    echo 'extern int n; void TIM2_IRQHandler(void) { n = 1; }' >own/v1/z.c
    rtcheck app own
    expect_status 0
    expect_output "own/v1/z.c (\`n\`), own/v1/b.c (\`n\`), which nothing here calls and which use what the application has, are no part of it"
    rm own/v1/b.c
    mkdir own/v1/test
    sed 's/t1/t2/' own/app.oil >own/v1/test/b.oil # no source has its code: it owns nothing
    rtcheck app own
    expect_status 1
    expect_output "own/v1/z.c"
}

@test "another configuration's sources, with its tasks in them, come last" {
    folder
    source_of own/src/main.c 4
    source_of own/proj/src/main.c 3
    cp own/app.oil own/proj/b.oil
    rtcheck app own
    expect_status 1
    expect_no_output "no part of"
}

@test "a compile_commands.json that compiles another program's main() is a guess" {
    folder
    source_of own/src/main.c 3
    mkdir own/test
    echo 'int main(void) { return 0; }' >own/test/t.c
    printf '[{"directory": "%s", "file": "src/main.c", "command": "gcc -c src/main.c"}, {"directory": "%s", "file": "test/t.c", "command": "gcc -c test/t.c"}]\n' "$PWD/own" "$PWD/own" >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_output "own/compile_commands.json\`, which compiles own/test/t.c, whose main() does not start the system, says how the application is built"
}

@test "drivers that come with a kernel for all machines are told, not taken" {
    folder
    mkdir -p own/ee/pkg own/ee/contrib/drv
    printf '#include "os.h"\nint n;\nTASK(t1) { n = n + 1; n = n - 1; TerminateTask(); }\n' >own/tasks.c
    echo '/* a kernel */' >own/ee/pkg/ee.h
    echo 'extern int n; void TIM2_IRQHandler(void) { n++; }' >own/ee/contrib/drv/timer.c
    rtcheck app own
    expect_status 0
    expect_output "own/ee/contrib/drv/timer.c (\`n\`), which nothing here calls and which uses what the application has, is no part of it"
}

@test "Trampoline's kernel, COM and machines are no part of the application; what is generated beside its sources is not it" {
    folder
    mkdir -p own/tree/os own/tree/com own/tree/machines/arm/drv own/src
    printf '#include "tpl_os.h"\n#include "tpl_app_define.h"\nint n;\nint SendAll(int m);\nvoid Drive(void);\nextern void help(void);\nTASK(t1) { help(); n = SendAll(1); Drive(); TerminateTask(); }\n' >own/src/tasks.c
    printf 'void help(void) { }\n' >own/src/help.c
    echo '/* generated */' >own/src/tpl_app_define.h
    echo '/* a kernel */' >own/tree/os/tpl_os.h
    echo 'FUNC(int, COM_CODE) SendAll(int m) { what is this }' >own/tree/com/tpl_com_send.c
    echo 'no C at all; void Drive(void) { }' >own/tree/machines/arm/drv/drive.c
    rtcheck app own
    expect_error 'own/src/help.c'
    expect_output '`SendAll`'
    expect_no_output '`help`'
    [[ "$(head -1 stderr.txt)" != *tree/com* ]]
    [[ "$(head -1 stderr.txt)" != *drive.c* ]]
}

@test "an ee.h beside the application is its own, and makes no kernel of the folder" {
    folder
    printf '#include "ee.h"\nint n;\nTASK(t1) { n = n + 1; n = n - 1; TerminateTask(); }\n' >own/tasks.c
    echo '/* for all sources */' >own/ee.h
    echo 'extern int n; void TIM2_IRQHandler(void) { n++; }' >own/timer.c
    rtcheck app own
    expect_status 1
    expect_output "'n' is read and written by ISR TIM2_IRQHandler"
}

@test "what is called is taken from a sibling folder, also where a kernel lies in another one" {
    mkdir -p own/src/app own/src/services own/src/os/kernel own/src/os/drivers
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n' >own/src/app/a.oil
    printf '#include "os.h"\nstruct m { int *data; } g;\nint buf[2];\nstruct m *get(struct m *p, int *d);\nvoid drive(void);\nTASK(t) { get(&g, buf)->data[0] = 1; drive(); TerminateTask(); }\n' >own/src/app/main.c
    printf 'struct m { int *data; };\nstruct m *get(struct m *p, int *d) { p->data = d; return p; }\n' >own/src/services/m.c
    for service in SetEvent ClearEvent GetEvent; do echo "int $service(int t) { return 0; }" >own/src/os/kernel/$service.c; done
    printf 'void drive(void) { }\n' >own/src/os/drivers/drive.c
    rtcheck app own
    expect_status 0
    expect_error 'own/src/services/m.c'
    expect_output '`drive` (own/src/os/drivers/drive.c)' # it comes with the kernel
    mkdir own/vendor
    mv own/src/services/m.c own/vendor/m.c # another project of a workspace
    rtcheck app own
    expect_output '`get` (own/vendor/m.c)'
}

@test "sources that a configuration or makefile names are found however their paths are written" {
    wrong='#include "os.h"\nint z;\nTASK(t1) { z = 1 / z; TerminateTask(); }\n'
    right='#include "os.h"\nint z;\nTASK(t1) { z = 1; TerminateTask(); }\n'
    mkdir -p own/src own/app
    named() { # PATH
        printf 'CPU c { OS os { STATUS = EXTENDED; BUILD = TRUE { APP_SRC = "%s"; }; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' "$1" >own/app/app.oil
        printf "$wrong" >own/src/a.c
        printf "$right" >own/app/a.c
        rtcheck app own
        expect_status 1
        expect_no_output "is not in C"
    }
    for path in ../src/a.c ./../src/a.c ../app/../src//a.c '..\\src\\a.c' ../Src/A.c; do named "$path"; done
    made() { # MAKEFILE "what is said"
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/app/app.oil
        printf "TOPPERS_OSEK_OIL_SOURCE = ./app.oil\n$1\n" >own/app/Makefile
        rtcheck app own
        expect_status 1
        expect_output "$2"
    }
    made 'D = ../src\nTARGET_SOURCES := $(D)/a.c\nD = .' "division by zero"
    made 'TARGET_SOURCES = ../src/a.c\nTARGET_SOURCES ?= a.c' "division by zero"
    made 'ifeq ($(BOARD),)\nTARGET_SOURCES = ../src/a.c\nelse\nTARGET_SOURCES = a.c\nendif' "\`TARGET_SOURCES\` of own/app/Makefile, which conditions decide, is what it is for a \`make\` that is given no variables"
    printf '#include "os.h"\nint z;\nTASK(t1) {\n#ifdef RIGHT\nz = 1;\n#endif\nz = 1 / z; TerminateTask(); }\n' >own/app/a.c
    made 'TARGET_SOURCES = a.c\nifdef SIM\nUSER_DEF = RIGHT\nendif' "\`USER_DEF\` of own/app/Makefile, which conditions decide, is what it is"
    made 'TARGET_SOURCES = a.c\nUSER_DEF = RIGHT\nUSER_C_OPT = -URIGHT' "division by zero"
    made 'TARGET_SOURCES = a.c\nifeq ($(shell echo 1),1)\nUSER_DEF = RIGHT\nendif' "where those with functions in them do not hold"
    made 'TARGET_SOURCES = a.c\nUSER_DEF = $(shell echo RIGHT)' "\`USER_DEF\` of own/app/Makefile has nothing that matters but what is written there"
}

@test "an interrupt routine that gets at the application through sources that nothing calls is taken, with them" {
    folder
    mkdir -p own/drv own/inc own/lib
    printf '#include "os.h"\n#include <assert.h>\nint n;\nvoid set(void) { n = 1; }\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/tasks.c
    echo 'void go(void); void TIM2_IRQHandler(void) { go(); }' >own/drv/it.c
    echo 'void set(void); void go(void) { set(); }' >own/lib/go.c
    rtcheck app --no-check race own
    expect_status 1
    expect_error "own/tasks.c own/drv/it.c own/lib/go.c"
    # code of a header counts, and a name that a macro makes
    printf '#define CAT(a, b) a##b\nextern int n;\nstatic inline void now(void) { CAT(, n) = 1; }\n' >own/inc/now.h
    printf '#include "now.h"\nvoid go(void) { now(); }\n' >own/lib/go.c
    rtcheck app --no-check race own
    expect_status 1
    # so does weak code, which gives way
    echo 'void go(void); __attribute__((weak)) void go(void) { } void __attribute__ (( used, signal )) tim(void) { go(); }' >own/drv/it.c
    rtcheck app --no-check race own
    expect_status 1
    # a mock is no rival; it is told
    mkdir own/test
    echo 'void go(void) { }' >own/test/mock_go.c
    rtcheck app --no-check race own
    expect_status 1
    # who defines the variable again leads nobody there
    printf 'int n;\nvoid go(void) { n = 1; }\n' >own/lib/go.c
    rm -r own/test
    rtcheck app --no-check race own
    expect_status 0
    expect_output "own/lib/go.c (\`n\`), which nothing here calls and which uses what the application has, is no part of it"
}

@test "one source that cannot be read with the application does not take others with it" {
    folder
    mkdir own/drv
    printf '#include "os.h"\n#include <assert.h>\nint n;\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/tasks.c
    echo 'extern int n; void TIM2_IRQHandler(void) { n = 1; }' >own/drv/it.c
    echo 'extern int n; __attribute__((constructor)) void first(void) { n = 0; }' >own/drv/first.c
    rtcheck app --no-check race own
    expect_status 1
    expect_output "own/drv/first.c, which may be linked with the application, is no part of it: it cannot be read with it (attribute \`constructor\`"
    rtcheck app --no-check race --json own
    expect_no_output '"own/drv/first.c"'
}

# nap_folder: a driver that waits, in a folder beside that of the tasks, and another application.
nap_folder() {
    mkdir -p p/app/src p/mod/nap/inc p/mod/nap/src p/mod/nap/test/src
    cat >p/app/a.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE m { }; EVENT WAKE { MASK = AUTO; };
  TASK one { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; EVENT = WAKE; };
  TASK two { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; EVENT = WAKE; };
  TASK every { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
  COUNTER c { MAXALLOWEDVALUE = 1000; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM a { COUNTER = c; ACTION = ACTIVATETASK { TASK = every; }; AUTOSTART = TRUE { ALARMTIME = 10; CYCLETIME = 10; APPMODE = m; }; };
};
OIL
    printf '#include "os.h"\n#include "nap.h"\nTASK(one) { while (1) nap(1); }\nTASK(two) { while (1) nap(2); }\nTASK(every) { nap_end(); TerminateTask(); }\n' >p/app/src/a.c
    printf 'void nap(unsigned); void nap_end(void);\n' >p/mod/nap/inc/nap.h
    printf '#include "os.h"\n#include "nap.h"\nstatic void rest(void) { WaitEvent(WAKE); ClearEvent(WAKE); }\nvoid nap(unsigned s) { (void)s; rest(); }\nvoid nap_end(void) { TaskStateType s; GetTaskState(one, &s); if (s == WAITING) SetEvent(one, WAKE); GetTaskState(two, &s); if (s == WAITING) SetEvent(two, WAKE); }\n' >p/mod/nap/src/nap.c
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 3; ACTIVATION = 1; SCHEDULE = NON; AUTOSTART = TRUE; }; };\n' >p/mod/nap/test/t.oil
    printf '#include "os.h"\n#include "nap.h"\nTASK(t) { nap(1); TerminateTask(); }\n' >p/mod/nap/test/src/t.c
}

mocked='typedef unsigned u; u WaitEvent(u m) { return 0; }\nu SetEvent(u t, u m) { return 0; }\nu ActivateTask(u t) { return 0; }\nu TerminateTask(void) { return 0; }\n'

@test "tests with services that do nothing make no kernel of what they test" {
    nap_folder
    for file in test/unit/nap.c utest/nap.c test_nap.c mocks/os.c; do
        mkdir -p p/mod/nap/test/unit p/mod/nap/utest p/mod/nap/mocks
        printf "$mocked" >p/mod/nap/$file
        rtcheck app --ticks any:timely p p/app/a.oil
        expect_status 0
        expect_error 'p/mod/nap/src/nap.c'
        rm p/mod/nap/$file
    done
    mkdir p/mod/os
    printf "$mocked" >p/mod/os/kernel.c # a kernel
    rtcheck app --ticks any:timely p p/app/a.oil
    expect_status 3
}

@test "what lasts for ever may end by services of code that was left out, and nothing that is assumed says otherwise" {
    nap_folder
    mkdir p/mod/os
    printf "$mocked" >p/mod/os/kernel.c
    rtcheck app --ticks any:timely p p/app/a.oil
    expect_status 3
    expect_output 'is ready for ever: no run from here on lets it run'
    expect_output 'but perhaps not if `nap`, whose code in p/mod/nap/src/nap.c was left out, calls WaitEvent (name that source, too)'
    expect_output '`nap` (`WaitEvent`), `nap_end` (`SetEvent`), which have no body, change nothing but what they get pointers to, and keep none of them, and the services are no matter that their code calls'
    expect_no_output 'nor call services'
    rtcheck app --ticks any:timely p p/app/a.oil p/mod/nap/src/nap.c
    expect_status 0
    rtcheck app --ticks any:timely p/app p/mod # a folder for headers
    expect_status 3
    expect_output 'but perhaps not if `nap`, whose code in p/mod/nap/src/nap.c was left out, calls WaitEvent'
    echo 'void nap() does nothing' >p.stubs
    echo 'void nap_end() does nothing' >>p.stubs
    rtcheck app --ticks any:timely --stubs p.stubs p p/app/a.oil
    expect_status 1
    # what asks, or takes and gives back what keeps others out, ends nothing; nor does a service that it only mentions
    printf '#include "os.h"\nvoid nap(unsigned s) { TaskType t; GetTaskID(&t); SuspendAllInterrupts(); ResumeAllInterrupts(); if (s) /* WaitEvent(WAKE); */ s = sizeof "WaitEvent"; }\nvoid nap_end(void) { }\n' >p/mod/nap/src/nap.c
    rtcheck app --ticks any:timely p p/app/a.oil
    expect_status 1
    expect_output '`nap`, which has no body, changes nothing but what it gets pointers to, and keeps none of them, nor calls services that others notice'
}

@test "what lasts for ever may end by a function that a header declares, if its name speaks of services" {
    nap_folder
    rm -r p/mod/nap/src p/mod/nap/test
    for name in wake_others release_all every_end; do
        sed -i "s/void [a-z_]*(void);/void $name(void);/" p/mod/nap/inc/nap.h
        sed -i "s/{ [a-z_]*(); Term/{ $name(); Term/" p/app/src/a.c
        rtcheck app --ticks any:timely p p/app/a.oil
        expect_status 3
        expect_output "but perhaps not if \`$name\`, which has no body, calls services"
    done
    for name in led_toggle lcd_event store usleep; do # a device, or nothing
        sed -i "s/void [a-z_]*(void);/void $name(void);/" p/mod/nap/inc/nap.h
        sed -i "s/{ [a-z_]*(); Term/{ $name(); Term/" p/app/src/a.c
        rtcheck app --ticks any:timely p p/app/a.oil
        expect_status 1
        expect_output 'is ready for ever'
    done
    # other mistakes are as they were
    sed -i 's/{ [a-z_]*(); Term/{ wake(); int a[2], i = 2; a[i] = 1; Term/' p/app/src/a.c
    sed -i "s/void [a-z_]*(void);/void wake(void);/" p/mod/nap/inc/nap.h
    rtcheck app --ticks any:timely p p/app/a.oil
    expect_status 1
    expect_output 'index 2 of an array of 2'
}

@test "a function of a service's name makes no kernel of its folder, and what lies with a kernel and uses the application is told" {
    folder
    mkdir own/drv
    printf '#include "os.h"\nint n;\nTASK(t1) { n = 5; TerminateTask(); }\n' >own/tasks.c
    echo 'extern int n; int q; void SysTick_Handler(void) { q = 3 / n; }' >own/drv/tick.c
    for code in '#ifdef HOST\nvoid TerminateTask(void) { }\n#endif\nint h;' 'int Schedule(int x) { return x; }' 'int StartOS(void) { return 0; }'; do
        printf "$code\n" >own/drv/other.c
        rtcheck app own
        expect_status 1
        expect_output "SysTick_Handler"
    done
    printf 'int Schedule(void) { return 0; }\nint SetEvent(int t, int e) { return t + e; }\nint GetTaskID(int *t) { return 0; }\n' >own/drv/other.c
    rtcheck app own
    expect_output "own/drv/tick.c (\`n\`), which lies with a kernel and uses what the application has, is no part of it"
    expect_no_output "other.c"
    echo 'static int v[4], k = 4; void TIM2_IRQHandler(void) { v[k] = 1; }' >own/drv/tick.c
    rtcheck app own
    expect_no_output "tick.c"
    for file in tasks.c drv/tick.c; do
        echo "{\"directory\":\"$PWD/own\",\"file\":\"$file\",\"command\":\"gcc -c $file\"}"
    done | sed '1s/^/[/; 1s/$/,/; $s/$/]/' >own/compile_commands.json
    rtcheck app own
    expect_output "own/drv/tick.c (\`TIM2_IRQHandler\`), which the build compiles and which lies with a kernel, is no part of it"
    sed -i 's/v.k. = 1;/Schedule();/' own/drv/tick.c
    rtcheck app own
    expect_no_output "tick.c"
}

@test "functions of the C library that a source beside has are the project's own" {
    folder
    printf '#include "os.h"\n#include <string.h>\nchar x[4], y[4];\nTASK(t1) { memcpy(x, y, 4); TerminateTask(); }\n' >own/tasks.c
    echo 'void *memcpy(void *d, const void *s, unsigned long n) { ((char *)d)[n] = 1; return d; }' >own/libc.c
    rtcheck app own
    expect_status 1
    expect_output "access to 1 bytes at offset 4 of x"
    sed -i 's/^/__attribute__((weak)) /' own/libc.c
    rtcheck app own
    expect_status 1
    rm own/libc.c
    printf '#include "os.h"\n#include <stdio.h>\n#include <assert.h>\nchar b[8];\nTASK(t1) { snprintf(b, 8, "%%d", 42); assert(b[1] == (char)50); printf("%%d", 3); TerminateTask(); }\n' >own/tasks.c
    printf '#include <stdarg.h>\nint printf(const char *f, ...) { va_list a; va_start(a, f); va_end(a); return 0; }\nint snprintf(char *to, unsigned long n, const char *f, ...) { return 1; }\n' >own/out.c
    rtcheck app own
    expect_status 0
    expect_output "\`printf\` of the application does what that of C does"
}

@test "a stub stands for a function with a variable number of arguments, and the command line that is told has all options" {
    folder
    printf '#include "os.h"\nint debug(const char *f, ...);\nTASK(t1) { debug("x", 1); TerminateTask(); }\n' >own/tasks.c
    printf '#include <stdarg.h>\nint debug(const char *f, ...) { va_list a; va_start(a, f); va_end(a); __asm__("strange"); return 0; }\n' >own/debug.c
    rtcheck app own
    expect_status 2
    expect_error "inline assembly"
    echo 'int debug() in 0' >debug.stubs
    rtcheck app --stubs debug.stubs --no-check=endless -D X=1 --ticks any:timely --time 10 own
    expect_status 0
    expect_error "rtcheck app --stubs debug.stubs --no-check=endless --ticks any:timely -D X=1 --engine auto --time 10s --without-headers own/app.oil own/tasks.c own/debug.c"
}

@test "a main() in a sibling folder that starts the system by a function of the application is its own" {
    mkdir -p own/cfg own/src own/boot
    printf 'CPU c { OS o { STATUS = EXTENDED; }; APPMODE m; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; }; };\n' >own/cfg/a.oil
    printf '#include "os.h"\nint n;\nTASK(t) { n = 1 / n; TerminateTask(); }\nvoid boot(void) { n = 1; StartOS(m); }\n' >own/src/a.c
    echo 'void boot(void); int main(void) { boot(); return 0; }' >own/boot/main.c
    rtcheck app own
    expect_status 0
    echo 'void other(void); int main(void) { other(); return 0; }' >own/boot/main.c
    rtcheck app own
    expect_status 1
}

@test "a main() that does not start the system is ERIKA's, if it uses the application, and another program's elsewhere" {
    mkdir -p own/os own/src own/sys own/demo
    erika() { # ATTRIBUTES
        printf 'CPU c { OS os { %s STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };\n' "$1" >own/os/app.oil
    }
    erika 'EE_OPT = "DEBUG"; KERNEL_TYPE = FP;'
    printf '#include "ee.h"\nint n;\nvoid begin(void) { ActivateTask(t1); }\nTASK(t1) { n = 1 / n; }\n' >own/src/t.c
    printf 'void begin(void);\nint main(void) { begin(); for (;;); }\n' >own/sys/main.c
    printf 'int main(void) { return 0; }\n' >own/demo/main.c
    rtcheck app own
    expect_status 1
    expect_output "division by zero, at own/src/t.c:4"
    expect_output "\`main\` is that of own/sys/main.c, and own/demo/main.c, which has it, too, is no part of the application"
    rm own/sys/main.c
    rtcheck app own
    expect_status 3
    expect_output "no task ever runs"
    printf 'void begin(void);\nint main(void) { begin(); for (;;); }\n' >own/src/main.c
    erika ''
    sed -i 's/ee.h/os.h/' own/src/t.c
    rtcheck app own
    expect_status 3
    expect_output "\`main\` of own/src/main.c, which does not start the system, is another program's"
}

@test "options, numbers and variables of a build are no macros that it defines" {
    folder
    printf '#include "os.h"\nint c, tmp;\nTASK(t1) { c = tmp + 1; TerminateTask(); }\n' >own/a.c
    printf 'DEFS_CC = $(addprefix --define=, $(tmp))\nall:\n\tcc $(DEFS_CC) -c a.c > a.tmp\nDEFS = B=1 D=tmp\n' >own/rules.mk
    rtcheck app own
    expect_status 0
    expect_no_output "is not defined"
    printf 'DEFS = c=1\n' >own/rules.mk
    rtcheck app own
    expect_output "\`c\` is not defined, though own/rules.mk does so"
}

@test "of two sources beside each other with the same interrupt routine one is taken" {
    folder
    printf '#include "os.h"\nint n;\nTASK(t1) { n = n + 1; TerminateTask(); }\n' >own/a.c
    for other in driver_old.c driver2.c; do
        rm -f own/driver*
        for file in driver.c $other; do printf 'extern int n;\nvoid interrupt pin_change(void) { n = %d; }\n' ${#file} >own/$file; done
        rtcheck app own
        expect_status 1
        expect_error "own/a.c own/driver.c"
        expect_output "own/$other"
        expect_output "no part of"
    done
}

@test "what assembly, or a table of vectors of a linker, names of the application is told" {
    folder
    printf '#include "os.h"\nint n, a;\nvoid on_pin(void) { n = 0; }\nTASK(t1) { n = n + 1; TerminateTask(); }\n' >own/a.c
    told() { # FILE TEXT NAME [STATUS]
        printf "$2" >"own/$1"
        rtcheck app own
        expect_status "${4:-0}"
        expect_output "what files in assembly do with the application does not matter: $3 (\`own/$1\`) (an interrupt"
        rm "own/$1"
    }
    told vectors.s '    .word other\n    .word on_pin @ a pin\n' on_pin 3
    told vectors.S '    .word _on_pin\n' on_pin 3
    told table.s 'table:\n    .word other\n    .word on_pin @ a pin\n' on_pin
    told code.s 'other:\n    bl on_pin\n' on_pin
    told low.asm 'pin:  ldr r0, =n ; a number\n    str r1, [r0]\n' n
    told low.s '    ldr r0, =t1\n    bl ActivateTask\n' t1
    printf '; a pin of n legs\n    .word other\n' >own/low.s
    rtcheck app own
    expect_status 0
    expect_no_output "in assembly"
}

@test "what a table of vectors in assembly, or of a linker, names is an interrupt routine" {
    folder
    code() { # ROUTINE: and a task, which counts n
        printf '#include "os.h"\nint n;\n%s\nTASK(t1) { n = n + 1; TerminateTask(); }\n' "$1" >own/a.c
    }
    told() { # STATUS FILE TEXT [WORDS]
        printf "$3" >"own/$2"
        rtcheck app own
        expect_status "$1"
        if [ -n "${4:-}" ]; then expect_output "$4"; fi
        rm "own/$2"
    }
    local keil='__Vectors DCD __initial_sp ; top\n DCD Reset_Handler\n\n ; ports\n DCD PORT_Handler ; F\n'
    local gnu=' .section .isr_vector,"a"\ng_pfnVectors:\n .word _estack\n .word PORT_Handler\n .word on_pin\n'
    code 'void PORT_Handler(void) { n = 0; }'
    told 1 startup.s "$keil" "\`PORT_Handler\`, which a table of vectors has, may come at any moment"
    told 1 startup.S "$gnu"
    told 1 link.prm 'VECTOR 0 _Startup\nVECTOR ADDRESS 0xFFD6 PORT_Handler\n'
    told 0 code.s ' bx lr\n .word n\n .word PORT_Handler\n' 'what files in assembly do'
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >own/more.c
    code '__attribute__((unused)) static void PORT_Handler(void) { n = 0; }'
    rm own/more.c
    told 0 startup.s "$keil"
    code 'void PORT_Handler(void) { ActivateTask(t1); }'
    told 1 startup.s "$keil" 'an activation is lost'
    code 'void PORT_Handler(int a) { n = a; }'
    told 3 startup.s "$keil" 'PORT_Handler does not run here, though a table of vectors names it'
    code '__attribute__((weak)) void PORT_Handler(void) { for (;;) ; }'
    told 0 startup.s "$keil"
    for name in PendSV_Handler SVC_Handler HardFault_Handler Reset_Handler DefaultHandler; do # of the kernel, or the end
        code "void $name(void) { n = 0; }"
        told 0 startup.s " .word x_isr\n .word y_isr\n .word $name\n" "\`$name\`, which nothing here calls"
    done
    folder 'CPU_DATA = CORTEX_MX { APP_SRC = "a.c"; };' # who names the sources names no vectors
    code 'void PORT_Handler(void) { n = 0; }'
    told 1 startup.s "$keil"
    printf 'CPU more { ISR PORT_Handler { CATEGORY = 2; }; };\n' >more.oil
    mkdir none
    rtcheck app none more.oil
    expect_status 2
    expect_error 'more.oil has no task: a further configuration is named beside that of the tasks'
}

@test "code that is included and does not compile leaves no holds" {
    folder
    mkdir own/src own/lib
    local code='#include "none.h"\nint v[3];\nvoid bf(void) { EVERY(1) { v[3] = 1; } else { } }\n'
    included() { # PATH FILE: with the application's own code
        rm -rf own/src own/lib
        mkdir own/src own/lib
        printf '#include "os.h"\nvoid bf(void);\n#include "%s"\nTASK(t1) { bf(); TerminateTask(); }\n' "$1" >own/src/a.c
        printf "$code" >"own/$2"
        rtcheck app own
    }
    for path in b.c ./b.c ../src/b.c; do
        included $path src/b.c
        expect_status 2
        expect_error "expected ';' after expression"
    done
    included ../src/b.h src/b.h
    expect_status 2
    included ../lib/b.c lib/b.c
    expect_status 2
    included ../lib/b.h lib/b.h
    expect_status 3
    expect_output "lib/b.h, which does not compile here"
    expect_output "has the code of \`bf\`, which is called"
    code='static inline void nm(void) { EVERY(1) { } else { } }\n#define bf() (v[3] = 1)\n'
    included b.h lib/b.h
    expect_status 3
    expect_output "has the code of \`bf\`, which is called"
    code='static inline void nm(void) { EVERY(1) { } else { } }\nvoid bf(void);\n'
    included b.h lib/b.h # which has no code of it
    expect_status 0
    expect_output "\`b.h\`, which does not compile here, has nothing that matters"
    printf 'static inline void nm(void) { EVERY(1) { } else { } }\ntypedef struct { unsigned char n; int a[3]; } st;\n' >own/lib/b.h
    printf '#include "os.h"\n#include "b.h"\nst s;\nTASK(t1) { s.n = 3; TerminateTask(); }\n' >own/src/a.c
    rtcheck app own
    expect_status 3
    expect_output "lib/b.h, which does not compile here"
    expect_output "says what \`st\` is"
}

@test "a source that another one includes with macros of its own is told" {
    folder
    printf '#include "os.h"\n#include <assert.h>\n#ifndef HOST\n#define V 1\n#else\n#define V 0\n#endif\nint n = V;\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/tasks.c
    printf '#include "tasks.c"\n' >own/all.c
    rtcheck app own
    expect_status 1
    expect_no_output "as a part of"
    printf '#define HOST\n#include "tasks.c"\n' >own/all.c
    rtcheck app own
    expect_status 0
    expect_output "own/tasks.c is compiled as a part of own/all.c alone, which defines macros before it includes it"
}

@test "the compiler of makefiles says which machine it is, where nothing else does and they agree" {
    folder
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { assert(sizeof(long) == 4); TerminateTask(); }\n' >own/tasks.c
    printf 'CROSS = arm-none-eabi-\nCC := ccache $(CROSS)gcc\n' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_output "the machine is that of \`arm-none-eabi-gcc\`, which own/Makefile has for a compiler"
    rtcheck app --target x86_64-unknown-linux-gnu own
    expect_status 1
    mkdir own/host own/other
    echo 'CC = gcc' >own/host/Makefile
    rtcheck app own
    expect_status 0
    echo 'CC = avr-gcc' >own/other/Makefile
    rtcheck app own
    expect_status 1
    expect_output '`long` and pointers have 64, '
    expect_output '(say otherwise with --target)'
}

@test "the configuration says which machine it is, and that a makefile says another one is told" {
    folder 'CPU_DATA = CORTEX { };'
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { assert(sizeof(int) == 4); TerminateTask(); }\n' >own/tasks.c
    echo 'CC = arm-none-eabi-gcc' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_no_output 'for a compiler'
    echo 'CC = avr-gcc' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_output 'not that of `avr-gcc`, which own/Makefile has for a compiler'
    rtcheck app --target arm-none-eabi own
    expect_status 0
    expect_no_output 'for a compiler'
}

@test "an error for want of a macro that the build defines says so" {
    folder
    printf '#include "os.h"\nTASK(t1) { int z[4] = {0}; z[LIMIT] = 0; TerminateTask(); }\n' >own/tasks.c
    echo 'CFLAGS = -DLIMIT=3' >own/Makefile
    rtcheck app own
    expect_status 2
    expect_error "use of undeclared identifier 'LIMIT': \`LIMIT\` is not defined, though own/Makefile does so (-D says what it is)"
    rtcheck app -DLIMIT=3 own
    expect_status 0
}

@test "what a configuration includes is found however its path is written, which is told" {
    mkdir -p own/cfg
    echo 'TASK t1 { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };' >own/cfg/t.oil
    printf '#include "os.h"\nint z;\nTASK(t1) { z = 1 / z; TerminateTask(); }\n' >own/a.c
    for path in 'cfg\t.oil' cfg/T.OIL '.\cfg\T.oil'; do
        printf 'CPU c { OS o { STATUS = EXTENDED; };\n#include "%s"\n};\n' "$path" >own/a.oil
        rtcheck app own
        expect_status 1
        expect_error "'$path' is not there, but one that is spelled a little otherwise is; going on with that"
    done
    printf 'CPU c { OS o { STATUS = EXTENDED; };\n#include "cfg/u.oil"\n};\n' >own/a.oil
    rtcheck app own
    expect_status 2
}

@test "a header of the project that has the name of one of ours, in a folder of its own, is read with it, or there is no holds" {
    mkdir -p p/inc p/src
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    code() { # HEADER
        printf '#include "os.h"\n#include "%s"\n#ifndef SLOTS\n#define SLOTS 8\n#endif\nstatic int a[SLOTS];\nTASK(t) {\n#ifdef USE_LOG\na[4] = 1;\n#endif\nTerminateTask(); }\n' "$1" >p/src/main.c
    }
    for name in os_cfg.h os.h kernel.h osek.h Os_Cfg.h Std_Types.h Platform_Types.h Compiler.h; do
        rm -f p/inc/*
        printf '#define USE_LOG\n#define SLOTS 3\n' >"p/inc/$name"
        code "$name"
        rtcheck app p
        expect_status 1
        expect_output 'index 4 of an array of 3'
        rtcheck app -I p/inc p/app.oil p/src/main.c
        expect_status 1
    done
    rm -f p/inc/*
    printf '#define USE_LOG\n' >p/inc/MemMap.h
    code MemMap.h
    rtcheck app p
    expect_status 3
    expect_output "p/inc/MemMap.h, in whose place rtcheck's own header is read, defines \`USE_LOG\`, for which a condition asks"
    echo '#define OTHER' >p/inc/MemMap.h
    rtcheck app p
    expect_status 0
    expect_output "\`p/inc/MemMap.h\`, in whose place rtcheck's own header is read, has nothing else that matters"
    rm -f p/inc/*
    printf '#define USE_LOG\n' >p/inc/string.h
    code string.h
    rtcheck app -I p/inc p/app.oil p/src/main.c
    expect_status 3
    printf 'typedef unsigned char TaskType;\n#define TASK(x) void x(void)\n#define SLOTS 3\n' >p/inc/os_cfg.h
    code os_cfg.h
    rtcheck app -I p/inc p/app.oil p/src/main.c
    expect_status 3
    expect_output 'defines `SLOTS`'
}

@test "a header of the project with the name of one of the C library's, or of ERIKA's, is never left out without a word" {
    mkdir -p p/inc p/src
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    code() { # HEADER CONDITION
        printf '#include "os.h"\n#include "%s"\nint a[4], k = 4;\nTASK(t) {\n%s\na[k] = 1;\n#endif\nTerminateTask(); }\n' "$1" "$2" >p/src/main.c
    }
    build() { # OPTION
        printf '[{"directory": "%s", "command": "gcc %s -c src/main.c", "file": "src/main.c"}]\n' "$PWD/p" "$1" >p/compile_commands.json
    }
    for name in string.h stdlib.h ee.h; do
        rm -f p/inc/* p/compile_commands.json
        echo '#define USE_LOG' >"p/inc/$name"
        code "$name" '#ifdef USE_LOG'
        rtcheck app p
        expect_status 3
        expect_output "p/inc/$name, in whose place rtcheck's own header is read, defines \`USE_LOG\`, for which a condition asks"
        for option in -Iinc '-isystem inc' '-I inc'; do
            build "$option"
            rtcheck app p
            expect_status 3
        done
    done
    build '-iquote inc'
    rtcheck app p
    expect_status 3
    rm p/compile_commands.json
    echo '#include "ee.h"' >p/inc/mine.h
    code mine.h '#ifdef USE_LOG'
    rtcheck app p
    expect_status 3
    mv p/inc/ee.h p/src/ee.h
    code ee.h '#ifdef USE_LOG'
    rtcheck app p
    expect_status 3
}

@test "what a header defines in whose place ours is read also conditions with values ask for, and what it includes counts" {
    mkdir -p p/inc p/src
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    asks() { # STATUS CONDITION
        printf '#include "os.h"\n#include "assert.h"\n#include "more.h"\nint a[4], k = 4;\nTASK(t) {\n%s\n#endif\nTerminateTask(); }\n' "$2" >p/src/main.c
        rtcheck app p
        expect_status "$1"
    }
    printf '#ifndef MORE_H\n#define MORE_H\n#endif\n' >p/inc/more.h
    printf '#define LEVEL 3\n#include "more.h"\n' >p/inc/assert.h
    asks 0 '#if OTHER > 2'
    asks 3 '#if LEVEL > 2'
    asks 3 '#if OTHER > 2 || \
        LEVEL > 2'
    asks 3 '#if 0
#elif 2 < LEVEL'
    printf '#undef SAFE\n#define assert 0\n' >p/inc/assert.h
    asks 0 '#ifndef assert'
    asks 3 '#define SAFE
#ifndef SAFE'
    echo '#include "deep.h"' >p/inc/assert.h
    echo '#define USE_LOG' >p/inc/deep.h
    asks 3 '#ifdef USE_LOG'
    expect_output 'p/inc/assert.h, in whose place'
}

@test "a project's own types of AUTOSAR are read, wherever they lie, and ours where it has none" {
    mkdir -p p/common p/os
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/os/app.oil
    local app='#include "os.h"\nstatic int a[3];\nTASK(t) { uint32 x = 65535; x++; if (x == 0 || TRUE != 1 || !Std_Own()) a[3] = 1; TerminateTask(); }\n'
    for name in Std_Types.h Platform_Types.h; do
        rm -f p/common/*
        printf "#include \"$name\"\nstatic int Std_Own(void) { return 1; }\n$app" >p/os/app.c
        rtcheck app p
        expect_status 0
        for own in 'typedef unsigned short uint32;\n#define TRUE 1\n' 'typedef unsigned int uint32;\n#define TRUE 2\n'; do
            printf "$own" >"p/common/$name"
            rtcheck app p
            expect_status 1
            expect_output 'index 3 of an array of 3'
            rtcheck app -I p/common p/os/app.oil p/os/app.c
            expect_status 1
        done
    done
    # Ours includes the project's own, of those that it has.
    for place in common os; do
        rm -f p/common/*
        printf "#include \"Std_Types.h\"\nstatic int Std_Own(void) { return 1; }\n$app" >p/os/app.c
        printf 'typedef unsigned short uint32;\n#define TRUE 1\n' >p/$place/Platform_Types.h
        rtcheck app p
        expect_status 1
        expect_output 'index 3 of an array of 3'
    done
    rm p/os/Platform_Types.h
    rm -f p/common/*
    printf '#include "Std_Types.h"\nStd_ReturnType Std_Own(void) { return E_NOT_OK; }\n'"$app" >p/os/app.c
    printf '#ifndef STATUSTYPEDEFINED\n#define STATUSTYPEDEFINED\n#define E_OK 0x00u\ntypedef unsigned char StatusType;\n#endif\n#define E_NOT_OK 0x01u\n#include "Platform_Types.h"\ntypedef uint8 Std_ReturnType;\n' >p/common/Std_Types.h
    rtcheck app p
    expect_status 0
}

@test "a source that runs by itself and shares nothing with the application is taken if the build has it, and told otherwise" {
    mkdir -p p/src p/drv
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint x;\nTASK(t) { x = 1; TerminateTask(); }\n' >p/src/tasks.c
    printf 'static int a[4], i;\nvoid USART1_IRQHandler(void) { a[i] = 1; i = i + 1; }\n' >p/drv/uart.c
    rtcheck app p
    expect_status 0
    expect_output 'p/drv/uart.c (`USART1_IRQHandler`), which runs by itself and shares nothing with the application, is no part of it'
    printf '[{"directory": "%s", "command": "gcc -c src/tasks.c", "file": "src/tasks.c"}, {"directory": "%s", "command": "gcc -c drv/uart.c", "file": "drv/uart.c"}]\n' "$PWD/p" "$PWD/p" >p/compile_commands.json
    rtcheck app p
    expect_status 1
    expect_output 'index 4 of an array of 4'
    sed -i 's/drv.uart.c/drv\/other.c/g' p/compile_commands.json
    rtcheck app p
    expect_status 0
    expect_no_output 'USART1_IRQHandler'
}

@test "a constructor, an interrupt routine by its attribute, and a table of vectors that share nothing with the application are told" {
    mkdir -p p/src p/drv
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint x;\nTASK(t) { x = 1; TerminateTask(); }\n' >p/src/tasks.c
    is_told() { # WORD CODE
        printf 'static int a[4], i;\n%s\n' "$2" >p/drv/other.c
        rtcheck app p
        expect_status 0
        expect_output "p/drv/other.c (\`$1\`), which runs by itself and shares nothing with the application, is no part of it"
    }
    is_told uart '__attribute__((interrupt)) void uart(void) { a[i] = 1; i = i + 1; }'
    is_told constructor '__attribute__((constructor)) static void init(void) { a[4] = 1; }'
    is_told __constructor__ 'static void init(void) __attribute__((__constructor__));\nstatic void init(void) { a[4] = 1; }'
    is_told 'a table of functions' 'void rx(void) { a[i] = 1; }\n__attribute__((section(".x"))) void (*const all[])(void) = {0, rx};'
    is_told 'a table of functions' 'void rx(void) { a[i] = 1; }\nvoid (*const all[])(void) __attribute__((section(".x"))) = {0, rx};'
    is_told 'a table of functions' 'static void init(void) { a[4] = 1; }\n__attribute__((section(".init_array"))) void (*p)(void) = init;'
    is_told 'a table of functions' 'void rx(void) { a[i] = 1; }\ntypedef void (*f)(void);\nconst f g_pfnVectors[] = {rx};'
    printf 'static int a[4], irq[4];\n__attribute__((section(".fast"))) void plain(void) { a[1] = irq[2]; }\n__attribute__((section(".x"))) int numbers[] = {1, 2};' >p/drv/other.c
    rtcheck app p
    expect_status 0
    expect_no_output 'runs by itself'
    printf 'static int a[4], i;\n__attribute__((interrupt)) void uart(void) { a[i] = 1; i = i + 1; }\n' >p/drv/other.c
    printf 'extern void uart(void);\nvoid (*const vectors[])(void) __attribute__((section(".isr_vector"))) = {0, uart};\n' >p/drv/vectors.c
    rtcheck app p
    expect_status 0
    expect_output 'which run by themselves and share nothing with the application, are no part of it'
}

@test "what runs before main(), or in the place of another function, is told" {
    mkdir -p p/drv
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nvoid f(void) { }\nint main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\nTASK(t) { f(); TerminateTask(); }\n' >p/main.c
    apart() { # FILE NAME TEXT
        rm -f p/drv/*
        printf '%b\n' "$3" >"p/drv/$1"
        rtcheck app p
        expect_status 0
        expect_output "p/drv/$1 (\`$2\`), which runs by itself and shares nothing with the application, is no part of it"
    }
    apart a.c Reset_Handler 'extern int main(void);\nvoid Reset_Handler(void) { main(); for (;;) { } }'
    apart a.c SystemInit 'static int v[4], k = 4;\nvoid SystemInit(void) { v[k] = 1; }'
    apart a.c __low_level_init 'static int v[4], k = 4;\nint __low_level_init(void) { v[k] = 1; return 1; }'
    apart a.c CY_ISR '#include "missing.h"\nstatic int v[4], k;\nCY_ISR(rx) { v[k] = 1; k = k + 1; }'
    apart a.c 'a table of functions' 'static int v[4], k;\nstatic void rx(void) { v[k] = 1; k = k + 1; }\nvoid (*const vt[])(void) __attribute__((section(".isr_vector"))) = { rx };'
    apart a.c __wrap_puts 'static int v[4], k = 4;\nvoid __wrap_puts(void) { v[k] = 1; }'
    apart a.c hdwinit 'static int v[4], k = 4;\nvoid hdwinit(void) { v[k] = 1; }'
    apart a.c user_init '#include "missing.h"\nstatic int v[4], k = 4;\nstatic void first(void) __attribute__((user_init));\nvoid first(void) { v[k] = 1; }'
    apart a.cpp constructor 'struct S { S() { v[4] = 1; } int v[4]; } s;'
    rm p/drv/*
    printf '.global TIM2_IRQHandler\nTIM2_IRQHandler:\n bl rx @ plain\n' >p/drv/isr.S
    printf 'static int v[4], k;\nvoid rx(void) { v[k] = 1; k = k + 1; }\nvoid plain(void) { }\n' >p/drv/rx.c
    rtcheck app p
    expect_status 0
    expect_output 'functions that files in assembly name, and whose sources are no part of the application, do not matter: rx (`p/drv/isr.S`)'
    expect_no_output 'plain'
    rm p/drv/*
    sed -i '2a int v[4], k = 4; void SystemInit(void) { v[k] = 1; } void idle(void) { v[k] = 1; }' p/main.c
    rtcheck app p
    expect_status 0
    expect_output '`SystemInit`, which nothing here calls, never runs'
    sed -i 's/SystemInit/EcuM_AL_DriverInitZero/' p/main.c
    rtcheck app p
    expect_output '`EcuM_AL_DriverInitZero`, which nothing here calls, never runs'
    sed -i 's/EcuM_AL_DriverInitZero/__wrap_f/' p/main.c
    rtcheck app p
    expect_status 3
    expect_output '__wrap_f does not run here, though a linker may put it in the place of `f`'
}

@test "functions that pragmas, compilers and linkers have run leave no holds" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    runs() { # TEXT WHY
        printf '#include "os.h"\nint a[4], k = 4;\n%b\nvoid g(void) { }\nint main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\nTASK(t) { g(); TerminateTask(); }\n' "$1" >p/main.c
        rtcheck app p
        expect_status 3
        expect_output "$2"
    }
    for pragma in 'startup f 100' 'exit f' 'init (f)' 'fini(f)' 'INIT "f"' 'FINI "f"' 'entry f'; do
        runs "static void f(void) { a[k] = 1; }\n#pragma $pragma" 'f does not run here, though a pragma has it run by itself, before main() or at the end'
    done
    for pragma in '# /* then */ pragma startup f' '%:pragma startup \\\nf' '_Pragma("pack(1)") _Pragma("startup f") _Pragma("pack()")' '#define NAME f\n#pragma startup NAME' \
        '#define DO(x) _Pragma(#x)\nDO(startup f)' '#define DO(x) _Pragma(#x)\n#define FIRST(x) DO(startup x)\nFIRST(\nf)' '#define FIRST _Pragma(L"startup f")\nFIRST' \
        '#define TEXT(x) #x\n#define DO(...) _Pragma(TEXT(__VA_ARGS__))\n#define F f\n#define FIRST(x, y) DO(startup x y##0)\nFIRST(F, 10)'; do
        runs "static void f(void) { a[k] = 1; }\n$pragma" 'f does not run here, though a pragma has it run by itself, before main() or at the end'
    done
    runs 'void __cyg_profile_func_enter(void *x, void *y) { a[k] = 1; }' '__cyg_profile_func_enter does not run here, though a compiler may call it where functions begin or end'
    runs 'void $Sub$$g(void) { a[k] = 1; }' '$Sub$$g does not run here, though a linker may put it in the place of `g`'
    printf '#include "os.h"\nint a[4], k = 4;\nstatic void f(void) { k = 2; }\n#pragma pack(1)\nTASK(t) { f(); TerminateTask(); }\n' >p/main.c
    rtcheck app p
    expect_status 0
    printf '#include "os.h"\n#define DO(x) _Pragma(#x)\n#if 0\n#pragma startup f\n#endif\nstatic const char s[] = "DO(startup f)"; /* DO(startup f) */\nstatic void f(void) { }\nDO(odd f)\nDO(pack(1))\nTASK(t) { if (!s[0]) f(); TerminateTask(); }\n' >p/main.c
    rtcheck app p
    expect_status 0
    expect_output 'pragmas that are not modelled change nothing (`odd`)'
    printf '#define DO_PRAGMA(x) _Pragma(#x)\nstatic int a[4], k = 4;\nstatic void f(void) { a[k] = 1; }\nDO_PRAGMA(startup f)\n' >p/first.c
    rtcheck app p
    expect_status 3
    expect_output 'f does not run here, though a pragma has it run by itself'
    rm p/first.c
    printf '#include "os.h"\nint a[4], k = 4;\nvoid f(void) __attribute__((user_init));\nvoid f(void) { a[k] = 1; }\nTASK(t) { TerminateTask(); }\n' >p/main.c
    rtcheck app p
    expect_status 2
    expect_error 'it would run before the system starts'
    printf '#include "os.h"\nTASK(t) { _asm("ldd #4"); TerminateTask(); }\n' >p/main.c
    rtcheck app p
    expect_status 2
    expect_error 'inline assembly cannot be modelled'
}

@test "a function that a linker wraps leaves no holds, or is told" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    echo 'int get(void) { return 0; }' >p/g.c
    printf '#include "os.h"\nint a[4], k = 4;\nint get(void); int __real_get(void);\nint __wrap_get(void) { return __real_get() + 1; }\nTASK(t) { if (get()) a[k] = 1; TerminateTask(); }\n' >p/main.c
    rtcheck app p
    expect_status 3
    expect_output '__wrap_get does not run here, though a linker may put it in the place of `get`'
    sed -i '/__wrap_get/d; s/$/ int get(void);/' p/main.c
    sed -i '1s/ int.*//' p/main.c
    for flags in -Wl,--wrap=get -Wl,-wrap,get '--wrap get'; do
        echo "LDFLAGS += $flags" >p/Makefile
        rtcheck app p
        expect_status 0
        expect_output 'though files of the build give their names to others: `get` (`__wrap_get`) (`p/Makefile`)'
    done
    printf 'all:\n\tobjcopy --redefine-syms=names.lst main.o\n' >p/Makefile
    rtcheck app p
    expect_output 'though files of the build give their names to others: those of a list (`p/Makefile`)'
    printf 'LDFLAGS += -Wl,--wrap=set\n' >p/Makefile
    rtcheck app p
    expect_status 0
    expect_no_output 'linkers'
}

@test "where the build compiles sources as C++, nothing holds" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint a[4], k = 4;\nTASK(t) { if (sizeof \x27a\x27 == 1) a[k] = 1; TerminateTask(); }\n' >p/main.c
    while IFS='|' read -r file word text; do
        printf '%b\n' "$text" >"p/$file"
        rtcheck app p
        expect_status 3
        expect_output "p/$file has sources compiled as C++ (\`$word\`), and they are read as C here"
        rm "p/$file"
    done <<'END'
Makefile|g++|CC = g++\nmain.o: main.c\n\t$(CC) -c main.c
Makefile|g++|CC := $(CROSS)g++
Makefile|arm-none-eabi-g++|main.o: main.c\n\tarm-none-eabi-g++ -c $<
Makefile|$(CXX)|%.o: %.c\n\t$(CXX) -c $< -o $@
Makefile|-std=gnu++14|CFLAGS += -std=gnu++14
Makefile|--cpp_default|CFLAGS = --cpp_default
build.sh|g++|g++ -O2 main.c
CMakeLists.txt|LANGUAGE CXX|set_source_files_properties(main.c PROPERTIES LANGUAGE CXX)
app.uvprojx|--cpp|<MiscControls>--cpp</MiscControls>
app.vcxproj|CompileAsCpp|<CompileAs>CompileAsCpp</CompileAs>
END
    printf 'CXX = g++\nCXXFLAGS = -std=c++11\napp: main.o ui.o\n\tg++ -o app main.o ui.o\nui.o: ui.cpp\n\t$(CXX) -c ui.cpp\n' >p/Makefile
    rtcheck app p
    expect_status 0
    rm p/Makefile
    for words in '"g++"' '"gcc", "-x", "c++"' '"gcc", "-xc++"' '"clang", "-std=c++11"' '"arm-none-eabi-g++"'; do
        echo "[{\"directory\": \"$PWD/p\", \"file\": \"main.c\", \"arguments\": [$words, \"-c\", \"main.c\"]}]" >p/compile_commands.json
        rtcheck app p
        expect_status 3
        expect_output 'has sources compiled as C++'
    done
    for words in '"arm-none-eabi-gcc", "-mbig-endian"' '"arm-none-eabi-gcc", "-EB"' '"clang", "--target=aarch64-none-elf", "-mbig-endian"'; do
        echo "[{\"directory\": \"$PWD/p\", \"file\": \"main.c\", \"arguments\": [$words, \"-c\", \"main.c\"]}]" >p/compile_commands.json
        rtcheck app p
        expect_status 2
        expect_error 'compiled for a big-endian machine, but memory is modelled little-endian'
    done
    rm p/compile_commands.json
    rtcheck app --target arm-none-eabi --clang -EB p
    expect_status 2
}

@test "macros of a build that stand for a word of C, or for a name of the sources, are told from whatever file" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint a[4], val = 0, val4 = 4;\ndouble d;\nTASK(t) { if (sizeof d == 4) a[val] = 1; TerminateTask(); }\n' >p/main.c
    while IFS='|' read -r file text; do
        for pair in double=float val=val4; do
            printf '%b\n' "${text//PAIR/$pair}" >"p/$file"
            rtcheck app p
            expect_status 0
            expect_output "\`${pair%=*}\` is not defined, though p/$file does so"
        done
        rm "p/$file"
    done <<'END'
.cproject|<?xml version="1.0"?><cproject><option valueType="definedSymbols"><listOptionValue value="PAIR"/></option></cproject>
app.ewp|<project><option><name>CCDefines</name><state>PAIR</state></option></project>
app.vcxproj|<Project><PreprocessorDefinitions>FOO;PAIR;%(PreprocessorDefinitions)</PreprocessorDefinitions></Project>
app.emProject|<configuration c_preprocessor_definitions="FOO;PAIR" />
wscript|def build(b):\n  b.program(source='main.c', defines=['PAIR'])
BUILD|cc_binary(name="app", srcs=["main.c"], defines=["PAIR"])
Makefile|CFLAGS += --define-macro=PAIR
app.pro|DEFINES += PAIR
app.mak|FLAGS = /DPAIR
END
    printf 'N=val\nCFLAGS += -D$(N)=val4\n' >p/Makefile
    rtcheck app p
    expect_output '`val` is not defined, though p/Makefile does so'
    printf 'val=1\nCFLAGS += -fpack-struct=1 $(val)\n\tdd if=a.bin of=b.bin\n' >p/Makefile
    rtcheck app p
    expect_no_output 'is not defined'
}

@test "functions whose names a linker gives to others are told" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint a[4], k = 4;\nvoid f(void) { }\nTASK(t) { f(); TerminateTask(); }\n' >p/main.c
    printf 'extern int a[], k;\nvoid g(void) { a[k] = 1; }\n' >p/g.c
    while read -r file text; do
        printf '%s\n' "$text" >"p/$file"
        rtcheck app p
        expect_status 0
        expect_output "linkers leave functions what they are in C, though files of the build give their names to others: \`f\` (\`g\`) (\`p/$file\`)"
        rm "p/$file"
    done <<'END'
Makefile LDFLAGS = -Wl,--defsym=f=g
app.ld PROVIDE(f = g);
app.icf f=g
app.xcl --redirect f=g
END
    printf 'f = 3;\nx = g;\n' >p/app.ld
    rtcheck app p
    expect_status 0
    expect_no_output 'linkers'
}

@test "whatever a source includes is found in other folders, and leaves no holds where it is missing within code" {
    folder
    mkdir own/gen
    printf '#include "os.h"\nint a[4], k = 4;\nTASK(t1) {\n#include "table.inc"\nTerminateTask(); }\n' >own/main.c
    for ending in inc def c inl tbl hpp txt; do
        sed -i "s/table.[a-z]*/table.$ending/" own/main.c
        echo 'a[k] = 1;' >own/gen/table.$ending
        rtcheck app own
        expect_status 1
        expect_output "index 4 of an array of 4, at own/gen/table.$ending:1"
        rm own/gen/*
    done
    rtcheck app own
    expect_status 3
    expect_output '`table.txt`, which was not found, is included within code'
    printf '#include "os.h"\nint a[] = {\n#include "values.inc"\n1};\nTASK(t1) { TerminateTask(); }\n' >own/main.c
    rtcheck app own
    expect_status 3
    printf '#include "os.h"\n#ifdef __cplusplus\nextern "C" {\n#endif\n#include "values.inc"\n#ifdef __cplusplus\n}\n#endif\nTASK(t1) { TerminateTask(); }\n#include "MemMap.h"\n' >own/main.c
    rtcheck app own
    expect_status 0
    expect_output '`values.inc`, which was not found, has nothing that matters'
}

@test "a header beside a link to a source, which the source itself does not find, is told; who names the link means it" {
    folder
    mkdir own/app own/src
    printf '#include "os.h"\nint a[4];\n#include "h.h"\nTASK(t1) { a[H] = 1; TerminateTask(); }\n' >own/src/m.c
    echo '#define H 4' >own/app/h.h
    echo '#define H 0' >own/src/h.h
    ln -s ../src/m.c own/app/main.c
    rtcheck app own
    expect_status 0
    expect_output 'own/src/m.c, which is compiled by this name, includes nothing that lies beside own/app/main.c, a link to it (own/app/h.h;'
    rtcheck app own own/app/main.c
    expect_status 1
    rm own/app/h.h
    rtcheck app own
    expect_status 0
    expect_no_output 'a link to it'
}

@test "an interrupt routine that lies with another configuration is taken if the build has it, and told if it uses the application" {
    folder
    mkdir own/sub
    sed 's/t1/u/' own/app.oil >own/sub/app2.oil
    printf '#include "os.h"\nint b; TASK(u) { TerminateTask(); }\n' >own/sub/main.c
    printf '#include "os.h"\nint a[4], k = 4;\nvoid put(int i) { a[i] = 1; }\nTASK(t1) { put(k - 1); TerminateTask(); }\n' >own/main.c
    for code in 'extern int a[], k; void TIM2_IRQHandler(void) { a[k] = 1; }' 'void put(int); void TIM2_IRQHandler(void) { put(4); }' '#include "os.h"\nvoid TIM2_IRQHandler(void) { ActivateTask(t1); }'; do
        printf "$code\n" >own/sub/isr.c
        rtcheck app own
        expect_status 0
        expect_output 'own/sub/isr.c (`'
        expect_output 'which nothing here calls and which uses what the application has, is no part of it'
    done
    printf 'extern int b, a[]; void TIM2_IRQHandler(void) { b = 1; a[0] = 1; }\n' >own/sub/isr.c
    echo 'int a[9];' >>own/sub/main.c
    rtcheck app own
    expect_status 0
    expect_no_output 'isr.c'
    printf 'static int v[4], i; void TIM2_IRQHandler(void) { v[i] = 1; i = i + 1; }\n' >own/sub/isr.c
    printf '[{"directory": "%s/own", "file": "main.c", "command": "gcc -c main.c"}, {"directory": "%s/own", "file": "sub/isr.c", "command": "gcc -c sub/isr.c"}]' "$PWD" "$PWD" >own/compile_commands.json
    rtcheck app own
    expect_status 1
}

@test "a part of the configuration is found by its name in another folder, and is no configuration of its own" {
    mkdir -p p/app/config p/com/config p/app/src p/com/src
    printf '#include "com.oil"\nCPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >p/app/config/app.oil
    echo 'CPU c { TASK com { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };' >p/com/config/com.oil
    printf '#include "os.h"\nTASK(t1) { ActivateTask(com); TerminateTask(); }\n' >p/app/src/app.c
    printf '#include "os.h"\nint a[3], i = 3;\nTASK(com) { a[i] = 1; TerminateTask(); }\n' >p/com/src/com.c
    rtcheck app p
    expect_status 1
    expect_output 'index 3 of an array of 3'
    mkdir p/other
    cp p/com/config/com.oil p/other
    rtcheck app p p/app/config/app.oil
    expect_status 2
    expect_error "cannot find the include file 'com.oil'"
}

@test "files that are no plain ones, or too large for a source, take no time" {
    folder
    printf '#include "os.h"\n#include "board.h"\nTASK(t1) { TerminateTask(); }\n' >own/main.c
    mkfifo own/board.h
    rtcheck app --time 20s own
    expect_status 2
    expect_error 'own/board.h:1:2: error: this is no plain file'
    rtcheck app own/app.oil own/main.c
    expect_status 2
    expect_error 'own/board.h:1:2: error: this is no plain file'
    rm own/board.h
    mkdir own/inc
    mkfifo own/inc/board.h
    rtcheck app -I own/inc --time 20s own
    expect_error 'this is no plain file'
    rm own/inc/board.h
    touch own/board.h
    truncate -s 100M own/data.c
    rtcheck app --time 20s own
    expect_status 0
    expect_output 'own/data.c, which cannot be read, is no part of the application'
}

@test "a source with the body that is linked for an inline function of a header is taken" {
    folder
    printf '#include "os.h"\nint a[4];\n#include "f.h"\nTASK(t1) { a[f()] = 1; TerminateTask(); }\n' >own/main.c
    echo 'inline int f(void) { return 0; }' >own/f.h
    echo 'int f(void) { return 4; }' >own/f.c
    rtcheck app own
    expect_status 2
    expect_error 'so that C leaves open which one is called'
    printf '#include "f.h"\nextern int f(void);\n' >own/f.c
    rtcheck app own
    expect_status 0
    echo 'static inline int f(void) { return 0; }' >own/f.h
    echo 'int f(void) { return 4; }' >own/f.c
    rtcheck app own
    expect_status 0
}

@test "a macro whose name a makefile puts together is told" {
    mkdir -p p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint a[4], k = 4;\nTASK(t) {\n#ifdef USE_LOG\na[k] = 1;\n#endif\nTerminateTask(); }\n' >p/main.c
    printf 'MODE = LOG\nCFLAGS += -DUSE_$(MODE)\n' >p/Makefile
    rtcheck app p
    expect_output '`USE_LOG` is not defined, though p/Makefile does so'
    for text in 'MODE ?= LOG\nifdef X\nMODE = INFO\nendif\nCFLAGS += -DUSE_$(MODE)\n' 'CFLAGS += $(foreach m,$(MODE),-DUSE_$(m))\n' 'CFLAGS += -DUSE_${X}OG\n'; do
        printf "$text" >p/Makefile
        rtcheck app p
        expect_output '`USE_LOG` is not defined, though p/Makefile'
    done
    printf 'CFLAGS += -DUSE_$(MODE)_X -DOTHER_$(MODE)\n' >p/Makefile
    rtcheck app p
    expect_no_output 'puts such a name together'
}

@test "hooks and functions that the configuration names or switches on are looked for in sources of their own" {
    hooked() { # ATTRIBUTES NAME PATH
        rm -rf own
        folder "$1"
        source_of own/main.c 3
        mkdir -p "$(dirname "own/$3")"
        printf 'static int v[4], j = 4;\nvoid %s(void) { v[j] = 1; }\n' "$2" >"own/$3"
        rtcheck app own
    }
    for path in idle.c sys/idle.c; do
        hooked 'IDLEHOOK = TRUE;' IdleHook $path
        expect_status 3
        expect_output '`IdleHook`, which the configuration switches on for generated code to call, does not run here'
    done
    printf '[{"directory": "%s/own", "file": "main.c", "command": "cc -c main.c"}, {"directory": "%s/own", "file": "sys/idle.c", "command": "cc -c sys/idle.c"}]' "$PWD" "$PWD" >own/compile_commands.json
    rtcheck app own
    expect_status 3
    for text in 'BACKGROUND = "f";' 'HANDLER = T0 { FUNCTION = "f"; };'; do
        hooked "$text" f f.c
        expect_status 3
        expect_output '`f`, which the configuration names for generated code to call, does not run here'
    done
    hooked 'IDLEHOOK = TRUE { HOOKNAME = "f"; };' f f.c
    expect_status 3
    expect_output '`f`, the idle hook of the configuration, does not run here'
    hooked 'IDLEHOOK = FALSE; BACKGROUND = "g";' IdleHook idle.c
    expect_status 0
}

@test "headers that a build has included everywhere are told, wherever it says so" {
    mkdir -p p/gen
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nint a[4], k = 4;\nstruct s { char c; int v; } x;\nTASK(t) { if (sizeof x == 5) a[k] = 1; TerminateTask(); }\n' >p/main.c
    for is_there in false true; do
        while read -r file name text; do
            printf '%s\n' "$text" >"p/$file"
            rtcheck app p
            expect_status 0
            expect_output "\`${name/\#/ }\`, which p/$file has the compiler include, has nothing that matters"
            rm "p/$file"
        done <<'END'
Makefile gen/force.h CFLAGS += -include gen/force.h
Makefile $(GEN)/force.h CFLAGS += -O2 -include $(GEN)/force.h -Wall
Makefile gen/force.h CFLAGS += -imacros gen/force.h
app.mak gen/force.h CFLAGS += --preinclude gen/force.h
CMakeLists.txt ${CMAKE_BINARY_DIR}/force.h target_compile_options(app PRIVATE -include ${CMAKE_BINARY_DIR}/force.h)
CMakeLists.txt gen/force.h target_precompile_headers(app PRIVATE gen/force.h)
build.sh gen/force.h gcc -include gen/force.h -c main.c
platformio.ini gen/force.h build_flags = -include gen/force.h
meson.build gen/force.h add_project_arguments('-include', 'gen/force.h', language: 'c')
app.uvprojx gen/force.h <MiscControls>--preinclude=gen/force.h</MiscControls>
.cproject gen/force.h <option id="gnu.c.compiler.option.include.files"><listOptionValue value="gen/force.h"/></option>
.cproject gen/force.h <option superClass="compilerID.PREINCLUDE"><listOptionValue value="gen/force.h"/></option>
app.ewp gen/force.h <option><name>PreInclude</name><state>gen/force.h</state></option>
app.vcxproj gen/force.h <ForcedIncludeFiles>gen/force.h</ForcedIncludeFiles>
CMakeLists.txt gen/force.h add_compile_options(/FIgen/force.h)
Makefile gen/force.h CFLAGS += --include=gen/force.h
Makefile gen/force.h CFLAGS += -Xclang -include -Xclang gen/force.h
Makefile a#header PRE = -include
END
        printf 'CFLAGS = \\\n  -O2 \\\n  -include \\\n  gen/force.h\n' >p/Makefile
        rtcheck app p
        expect_output '`gen/force.h`, which p/Makefile has the compiler include'
        rm p/Makefile
        echo '#pragma pack(1)' >p/gen/force.h
    done
    rtcheck app --clang -include --clang p/gen/force.h p
    expect_status 1
    printf -- '-include gen/force.mk\n# CFLAGS += -include gen/force.h\n' >p/Makefile
    rtcheck app p
    expect_status 0
    expect_no_output 'has the compiler include'
}

@test "flags that change numbers, and NDEBUG where something is asserted, are told from all files of a build" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\n#include <assert.h>\nint n;\nTASK(t) { assert(n++ == 0); TerminateTask(); }\n' >p/main.c
    for file in build.sh build.bat .cproject a.cbp a.pro configure.ac build.ninja flags.rsp; do
        echo 'gcc -fpack-struct -c main.c' >"p/$file"
        rtcheck app p
        expect_status 0
        expect_output "\`-fpack-struct\`, which p/$file has, changes no number that matters"
        rm "p/$file"
    done
    echo '-fpack-struct' >p/flags.txt
    echo 'CFLAGS = `cat flags.txt`' >p/Makefile
    rtcheck app p
    expect_output '`-fpack-struct`, which p/flags.txt has, changes no number that matters'
    rm p/flags.txt p/Makefile
    echo '<option id="gnu.c.compiler.option.misc.unsignedchar" value="true" valueType="boolean"/>' >p/.cproject
    rtcheck app p
    expect_output '`-funsigned-char`, which p/.cproject has, changes no number that matters'
    rm p/.cproject
    echo 'gcc -fpack-struct -c main.c' >p/README.md
    rtcheck app p
    expect_no_output 'fpack-struct'
    echo 'CFLAGS += -DNDEBUG' >p/Makefile
    rtcheck app p
    expect_status 0
    expect_output '`NDEBUG` is not defined, though p/Makefile does so'
}

@test "a header that __has_include does not find is told, and no part of its name is a macro" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\n#if __has_include(<stdint.h>) && \\\n __has_include("gen/limits.h")\n#include "gen/limits.h"\n#endif\n#ifndef N\n#define N 3\n#endif\nint a[4];\nTASK(t) { a[N] = 1; TerminateTask(); }\n' >p/main.c
    printf 'gen/limits.h: limits.in\n\tmake_limits\n' >p/Makefile
    rtcheck app p
    expect_status 0
    expect_output '`gen/limits.h`, for which a condition of the preprocessor asks, is not there for the build, either'
    expect_no_output '`stdint.h`, for which'
    expect_no_output '`limits` is not defined'
    expect_no_output '__has_include'
    mkdir p/gen
    echo '#define N 4' >p/gen/limits.h
    sed -i '3a #include <stdint.h>' p/main.c
    rtcheck app p
    expect_status 1
}

@test "flags of a build that change the language are followed, or told" {
    mkdir -p p/i1 p/i2
    configured() { echo "CPU c { OS o { STATUS = EXTENDED; $1 }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };" >p/app.oil; }
    configured
    printf '#include "os.h"\nint a[4], k = 4;\n#ifndef __STDC__\n#define X a[k] = 1\n#else\n#define X\n#endif\nTASK(t) { X; TerminateTask(); }\n' >p/main.c
    echo 'CFLAGS = -O2 -U__STDC__' >p/Makefile
    rtcheck app p
    expect_status 0
    expect_output '`__STDC__` is as clang has it, though p/Makefile undefines it'
    rm p/Makefile
    configured 'CFLAGS = "-O2 -U __STDC__";'
    rtcheck app p
    expect_status 1
    configured
    printf '#include "os.h"\nint a[4], k = 2;\nTASK(t) {\n// what?''?/\nk = 4;\na[k] = 1; TerminateTask(); }\n' >p/main.c
    sed -i 's/k = 2/k = 4/; s/^k = 4/k = 2/' p/main.c
    rtcheck app p
    expect_status 0
    expect_output 'in `p/main.c` are what they seem to be, no trigraphs (--clang -trigraphs says otherwise)'
    rtcheck app --clang -trigraphs p
    expect_status 1
    configured 'CFLAGS = "-trigraphs";'
    rtcheck app p
    expect_status 1
    configured
    printf '#include "os.h"\nTASK(t) { /* what?''?! */ TerminateTask(); }\n' >p/main.c
    for flag in -std=iso9899:1990 --std=c89 -std=c2y --ansi; do
        echo "CFLAGS = $flag" >p/Makefile
        rtcheck app p
        expect_status 0
        expect_output "\`$flag\`, which p/Makefile has, changes nothing that matters"
        expect_no_output 'trigraphs'
    done
    for flag in -fexec-charset=IBM037 -mbig-endian -mlong32 -mlong-double=32 -EB --endian=big -Xchar-unsigned -Xenum-is-small '-char unsigned' '-enum min' --uchar -Zp1 /Zp2 /J -TuCC -TE1uE \
        --zero_init=off -mabi=apcs-gnu; do
        echo "CFLAGS = $flag" >p/Makefile
        rtcheck app p
        expect_status 3
        expect_output "p/Makefile has \`$flag\`, which changes what numbers are and is not followed here"
    done
    for flag in -ffast-math -Ofast -fwrapv; do
        echo "CFLAGS = $flag" >p/Makefile
        rtcheck app p
        expect_status 0
        expect_output "\`$flag\`, which p/Makefile has, changes no number that matters"
    done
    echo 'CFLAGS = -fexec-charset=UTF-8 -std=c99 --endian=little -mabi=aapcs -Ttext=0x1000 -TSTM32.ld -I/J/Zp1' >p/Makefile
    rtcheck app p
    expect_no_output 'that matters'
    rm p/Makefile
    printf '#include "os.h"\nint a[4], k = 4;\n#include "g.h"\nTASK(t) { X; TerminateTask(); }\n' >p/main.c
    echo '#define X' >p/i1/g.h
    echo '#define X a[k] = 1' >p/i2/g.h
    while read -r status flags; do
        echo "[{\"directory\":\"$PWD/p\",\"file\":\"main.c\",\"command\":\"gcc $flags -c main.c\"}]" >p/compile_commands.json
        rtcheck app p
        expect_status "$status"
    done <<'END'
1 -iprefix ./ -iwithprefixbefore i2 -Ii1
0 -iprefix ./ -iwithprefix i2 -Ii1
0 -Ii1 -iprefix ./ -iwithprefixbefore i2
1 -iprefix i -iwithprefixbefore 2
END
}

@test "whatever asks for a name is told: digraphs, lines that go on, IS_ENABLED, numbers of the compiler in code" {
    folder
    asks() { # CODE
        printf '#include "os.h"\n#define PH_1 0,\n#define SECOND(a, b, ...) b\n#define IS3(x) SECOND(x 1, 0)\n#define IS2(v) IS3(PH_##v)\n#define IS_ENABLED(o) IS2(o)\n#define ON(o) IS2(o)\n#define WHEN(x, y) if (ON(x)) { y; }\n#define JOIN(a, b) a##b\n#define PASTE(a, b) JOIN(a, b)\n#define PASTED(o) IS3(PASTE(PH_, o))\n#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\nint a[4], k = 4;\nTASK(t1) {\n%b\nTerminateTask(); }\n' "$1" >own/a.c
        rtcheck app own
        expect_status 0
    }
    for code in '%:ifdef BUG\na[k] = 1;\n%:endif' '#\\\nifdef \\\nBUG\na[k] = 1;\n#endif' '#ifdef BU\\\r\nG\na[k] = 1;\n#endif' 'if (IS_ENABLED(BUG)) a[k] = 1;' \
        'if (ON(BUG)) a[k] = 1;' 'WHEN(BUG, a[k] = 1)' '#define LOGS ON(BUG)\nif (LOGS) a[k] = 1;' 'if (ON(\nBUG\n)) a[k] = 1;' 'if (PASTED(BUG)) a[k] = 1;' 'if (sizeof(TEXT(BUG)) == 2) a[k] = 1;'; do
        asks "$code"
        expect_output 'the build defines nothing that conditions of the preprocessor ask for by name (`BUG`; -D says otherwise)'
        rtcheck app -DBUG=1 own
        expect_status 1
        expect_no_output 'ask for by name'
    done
    for name in __GNUC__ __STDC_VERSION__ __BYTE_ORDER__; do
        asks "if ($name == 2) a[k] = 1;"
        expect_output "as clang has it here (\`$name\`;"
    done
    asks 'k = 3;'
    expect_no_output 'ask for'
    asks 'int flag = 3; k = sizeof(TEXT(flag)); PASTE(fl, ag) = 1;'
    expect_no_output 'ask for'
}
