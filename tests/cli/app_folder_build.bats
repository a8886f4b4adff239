#!/usr/bin/env bats
# rtcheck app FOLDER: what makefiles and other files of a build say of its sources, and files that cannot be read.

load helpers

# folder: own/a.oil with a task that counts in n, and own/a.c with its code.
folder() {
    mkdir -p own
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE m {}; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; }; };' >own/a.oil
    printf '#include "os.h"\nint n;\nTASK(t1) { n++; TerminateTask(); }\n' >own/a.c
}

# race FILE: an interrupt routine that writes n.
race() {
    mkdir -p "$(dirname "$1")"
    printf 'extern int n;\nvoid SysTick_Handler(void) { n = 0; }\n' >"$1"
}

# makefile LINES: as nxtOSEK's are, with these lines, and a.c as the only source.
makefile() {
    printf 'TARGET = x\nTARGET_SOURCES = a.c\n%b\nTOPPERS_OSEK_OIL_SOURCE = a.oil\nROOT = ../nxtOSEK\ninclude $(ROOT)/ecrobot/ecrobot.mak\n' "$1" >own/Makefile
}

@test "makefiles that a makefile includes say what is built" {
    folder
    race own/lib/b.c
    echo 'TARGET_SOURCES += lib/b.c' >own/common.mk
    for line in 'include common.mk' '-include common.mk' 'sinclude none.mk common.mk' 'N = common\ninclude $(N).mk' 'include *.mk' 'include none.mk ./comm?[m-o].mk' \
        'ifndef DONE\nDONE = 1\ninclude Makefile common.mk\nendif'; do
        makefile "$line"
        rtcheck app own
        expect_status 1
        expect_output "at own/lib/b.c:2"
    done
    makefile ''
    rtcheck app own
    expect_status 0
    expect_no_output "Makefile"
    makefile 'ifdef ALL\ninclude common.mk\nendif'
    rtcheck app own
    expect_status 0
    expect_output "\`TARGET_SOURCES\` of own/Makefile, which conditions decide, is what it is for a \`make\` that is given no variables"
    makefile 'include none.mk'
    rtcheck app own
    expect_output "\`none.mk\`, which own/Makefile includes and which was not read, adds nothing that matters"
    makefile 'include none.mk *.none\ninclude Makefile Makefile' # without end
    rtcheck app own
    expect_status 0
    for name in none.mk '*.none' Makefile; do
        [ "$(grep -o "\`$name\`, which own/Makefile includes and which was not read" <<<"$(grep assuming <<<"$output")" | wc -l)" -eq 1 ]
    done
    makefile 'all: TARGET_SOURCES += lib/b.c'
    rtcheck app own
    expect_output "\`TARGET_SOURCES\` of own/Makefile has nothing that matters but what is written there for all targets"
    makefile '$(eval TARGET_SOURCES += lib/b.c)'
    rtcheck app own
    expect_output "lines that functions of make (\`eval\`, \`call\`) write in own/Makefile add nothing that matters"
}

@test "a makefile that is included may define macros" {
    folder
    printf '#include "os.h"\nint n, a[2];\nTASK(t1) {\n#ifdef FAST\n    a[n + 2] = 1;\n#endif\n    TerminateTask();\n}\n' >own/a.c
    echo 'USER_DEF += FAST' >own/common.mk
    makefile 'include common.mk'
    rtcheck app own
    expect_status 1
    expect_no_output "is not defined"
}

@test "sources that a makefile or the configuration names are read wherever they lie" {
    folder
    race common/b.c
    for line in 'TARGET_SOURCES += ../common/b.c' 'C = ../common\nTARGET_SOURCES += $(C)/b.c' "TARGET_SOURCES += $PWD/common/b.c"; do
        makefile "$line"
        rtcheck app own
        expect_status 1
        expect_output "common/b.c:2"
    done
    makefile 'TARGET_SOURCES += ../common/b.cpp'
    rtcheck app own
    expect_output "\`../common/b.cpp\`, which own/Makefile names and which is not there"
    rm own/Makefile
    sed -i 's|APPMODE m {};|APPMODE m {}; BUILD = TRUE { APP_SRC = "a.c"; APP_SRC = "../common/b.c"; };|' own/a.oil
    rtcheck app own
    expect_status 1
}

@test "sources outside of the folder that other files of a build name are told" {
    race common/b.c
    while read -r file text; do
        rm -rf own
        folder
        echo "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        expect_output "(\`own/$file\`), which files of the build name and which lies outside of own, is no part of it"
    done <<'END'
CMakeLists.txt add_executable(app a.c ../common/b.c)
Makefile SRCS = a.c ../common/b.c
GNUmakefile SRCS = a.c $(TOP)/common/b.c
Makefile SRCS = a.c $(wildcard ../common/*.c)
Makefile SRCS = a.c ../generated/none.c
x.uvprojx <FilePath>..\common\b.c</FilePath>
x.ewp <name>$PROJ_DIR$\..\common\b.c</name>
.project <locationURI>PARENT-1-PROJECT_LOC/common/b.c</locationURI>
.project <locationURI>PARENT-1-PROJECT_LOC/common</locationURI>
END
    rtcheck app own common/b.c
    expect_status 1
    for text in 'SRCS = ./a.c $(X)/a.c' '# ../common/b.c' 'SRCS = $(wildcard *.c) ../own/a.c' '%.o: %.c'; do
        rm -rf own
        folder
        echo "$text" >own/Makefile
        rtcheck app own
        expect_no_output "outside"
    done
}

@test "what cannot be read is told" {
    folder
    ln -s nowhere.c own/b.c
    rtcheck app own
    expect_status 0
    expect_output "own/b.c, which cannot be read, is no part of the application"
    rm own/b.c
    ln -s ../missing own/drivers
    rtcheck app own
    expect_output "own/drivers, which cannot be read, is no part of the application"
    rm own/drivers
    race b.c
    iconv -t UTF-16 b.c >own/b.c
    rtcheck app own
    expect_output "own/b.c, which cannot be read, is no part of the application"
    { printf '/* \0 */'; cat b.c; } >own/b.c
    rtcheck app own
    expect_status 1
}

@test "a file or folder without rights is told" {
    [ "$(id -u)" != 0 ] || skip "root may read everything"
    folder
    race own/sub/b.c
    chmod 000 own/sub
    rtcheck app own
    chmod 700 own/sub
    expect_status 0
    expect_output "own/sub, which cannot be read, is no part of the application"
    chmod 000 own/sub/b.c
    rtcheck app own
    expect_output "own/sub/b.c, which cannot be read, is no part of the application"
}

@test "a source beside that compile_commands.json does not compile is told, and not taken" {
    folder
    race own/b.c
    printf '[{"directory": "%s", "file": "a.c", "command": "gcc -c a.c"}]' "$PWD/own" >own/compile_commands.json
    rtcheck app own
    expect_status 0
    expect_output "own/b.c (\`n\`), which nothing here calls and which uses what the application has, is no part of it"
}

@test "a variable that no source defines is one, whoever uses it, and so is one that a header defines for one source" {
    folder
    mkdir -p own/src own/inc
    rm own/a.c
    printf '#include "os.h"\n#include "globals.h"\nTASK(t1) { n = 1; TerminateTask(); }\n' >own/src/a.c
    race own/drv/b.c
    echo 'extern int n;' >own/inc/globals.h
    rtcheck app own
    expect_status 1
    expect_output "at own/drv/b.c:2"
    sed -i 's/n = 0/other = 0/; s/int n/int other/' own/drv/b.c
    rtcheck app own
    expect_status 0
    mkdir own/main
    printf '#define MAIN\n#include "globals.h"\n' >own/main/m.c
    printf '#include "os.h"\n#include <assert.h>\n#include "globals.h"\nTASK(t1) { n = 1; assert(n == 1); TerminateTask(); }\n' >own/src/a.c
    for text in 'int n;\n#else\nextern int n;\n#endif' '#define EXTERN\n#else\n#define EXTERN extern\n#endif\nEXTERN int n;'; do
        printf "#ifdef MAIN\n$text\n" >own/inc/globals.h
        rtcheck app own
        expect_status 0
        expect_no_output "which no source defines"
    done
    race own/drv/b.c
    rtcheck app own
    expect_status 1
}

@test "a declaration whose extern is a macro's is no definition" {
    folder
    mkdir -p own/lib/drv
    printf '#define EXTERN extern\nEXTERN int n;\nvoid SysTick_Handler(void) { n = 0; }\n' >own/lib/drv/b.c
    rtcheck app own
    expect_status 1
    sed -i 's/define EXTERN extern/define EXTERN static/' own/lib/drv/b.c
    rtcheck app own
    expect_status 0
    expect_output 'own/lib/drv/b.c (`SysTick_Handler`), which runs by itself and shares nothing with the application'
}

@test "a header whose name a macro makes is found" {
    folder
    mkdir own/inc
    echo '#define FEATURE' >own/inc/feature.h
    code='int n, a[2];\nTASK(t1) {\n#ifdef FEATURE\n    a[n + 2] = 1;\n#endif\n    TerminateTask();\n}\n'
    for lines in '#define CFG "feature.h"\n#include CFG\n' '#define CFG <feature.h>\n#include CFG\n' '#define STR(x) #x\n#define XSTR(x) STR(x)\n#define BOARD feature\n#include XSTR(BOARD.h)\n'; do
        printf "#include \"os.h\"\n$lines$code" >own/a.c
        rtcheck app own
        expect_status 1
        expect_no_output "was not found"
    done
    makefile ''
    rtcheck app own
    expect_status 1
}

@test "the only main() that starts the system, by a function of another folder, is the application's" {
    folder
    mkdir own/app own/lib
    printf '#include "os.h"\n#include <assert.h>\nint n;\nTASK(t1) { assert(n == 0); TerminateTask(); }\n' >own/a.c
    echo 'extern int n; void start(void); int main(void) { n = 5; start(); return 0; }' >own/app/main.c
    printf '#include "os.h"\nvoid start(void) { StartOS(m); }\n' >own/lib/s.c
    rtcheck app own
    expect_status 1
    echo 'void start(void) { }' >own/lib/s.c
    rtcheck app own
    expect_status 0
    expect_output "own/app/main.c (\`n\`), which nothing here calls and which uses what the application has, is no part of it"
}

@test "what is called is taken from wherever it lies, also where its source lacks a header" {
    mkdir -p own/cfg own/src own/drv own/lib
    folder
    mv own/a.oil own/cfg
    rm own/a.c
    printf '#include "os.h"\nvoid f(void);\nTASK(t1) { f(); TerminateTask(); }\n' >own/src/a.c
    printf '#include "vendor.h"\nstatic int t[2];\nvoid f(void) { t[2] = 1; }\n' >own/lib/f.c
    rtcheck app own
    expect_status 1
    expect_output "at own/lib/f.c:3"
    # one that cannot be read with it is left out again, and told
    printf '#include "vendor.h"\nvoid f(void) { __asm__ goto ("" : : : : out); out: ; } }\n' >own/lib/f.c
    rtcheck app own
    expect_status 0
    expect_output "own/lib/f.c"
    # another machine's, with all of its headers
    printf 'void f(void) { static int t[2]; t[2] = nonsense; }\n' >own/lib/f.c
    rtcheck app own
    expect_status 0
    expect_output "code that was left out does nothing else that matters: \`f\` (own/lib/f.c)"
    rm own/lib/f.c
    printf '#include "os.h"\nextern int n;\nTASK(t1) { n = 1; TerminateTask(); }\n' >own/src/a.c
    printf '#include "vendor.h"\nint n;\n' >own/lib/vars.c
    race own/drv/b.c
    rtcheck app own
    expect_status 1
    expect_output "at own/drv/b.c:2"
    rm own/lib/vars.c
    printf '#include "vendor.h"\nint n;\nvoid SysTick_Handler(void) { n = 0; }\n' >own/drv/b.c
    rtcheck app own
    expect_status 1
    sed -i 's/TASK t1/ISR i1 { CATEGORY = 2; HANDLER = "tick_fn"; }; TASK t1/' own/cfg/a.oil
    printf '#include "vendor.h"\nstatic int t[2];\nvoid tick_fn(void) { REG = 1; t[2] = 1; }\n' >own/drv/b.c
    rtcheck app own
    expect_status 1
}

@test "an alarm's callback that the configuration lacks is told by its own name" {
    folder
    mkdir own/lib
    printf '#include "os.h"\nextern int n;\nALARMCALLBACK(cb) { n = 0; }\n' >own/lib/b.c
    rtcheck app own
    expect_status 0
    expect_output "ALARMCALLBACK(cb), which the configuration lacks, never runs"
    expect_no_output "rtcheck_callback"
}

@test "code of a task that a condition leaves out takes nobody's place" {
    folder
    mkdir own/lib
    sed -i 's/TASK t1/TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; }; TASK t1/' own/a.oil
    printf '#include "os.h"\n#include <assert.h>\nint n;\nTASK(t1) { assert(n == 0); TerminateTask(); }\n#ifdef OLD\nTASK(t2) { TerminateTask(); }\n#endif\n' >own/a.c
    printf '#include "os.h"\nextern int n;\nTASK(t2) { n = 5; TerminateTask(); }\n' >own/lib/t2.c
    rtcheck app own
    expect_status 1
    rtcheck app -DOLD own
    expect_status 0
    expect_output "own/lib/t2.c"
}

@test "macros of a makefile are what the shell of its recipes makes of them" {
    folder
    printf '#include "os.h"\n#include <assert.h>\n#ifndef N\n#define N 3\n#endif\nTASK(t1) { assert(N == 4); TerminateTask(); }\n' >own/a.c
    for line in "USER_DEF = N='4'" "USER_DEF = N='(4)'" 'USER_DEF = N="4"' "USER_DEF = 'N=4'" 'USER_DEF = "N=4"' 'USER_DEF = N=\\(4\\)' 'USER_DEF = N=1\\<\\<2' "USER_C_OPT = -DN='1<<2'" \
        "USER_C_OPT = -O2 -D'N=4' -g" 'USER_C_OPT = -DN="4"' "USER_DEF = 'F(x)=x' N='F(4)'"; do
        makefile "$line"
        rtcheck app own
        expect_status 0
    done
    makefile "USER_DEF = N='5'"
    rtcheck app own
    expect_status 1
}

@test "builds of a release, and older C in the words of build systems, are told" {
    folder
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { int x = 0; assert(x++ == 0); TerminateTask(); }\n' >own/a.c
    while IFS='|' read -r file told text; do
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        expect_output "$told"
        rm "own/$file"
    done <<'END'
CMakeLists.txt|`NDEBUG` is not defined, though own/CMakeLists.txt does so|set(CMAKE_BUILD_TYPE Release)
CMakeLists.txt|`NDEBUG` is not defined, though own/CMakeLists.txt does so|if(NOT CMAKE_BUILD_TYPE)\nset(CMAKE_BUILD_TYPE "MinSizeRel" CACHE STRING "" FORCE)\nendif()
build.sh|`NDEBUG` is not defined, though own/build.sh does so|cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo .
CMakePresets.json|`NDEBUG` is not defined, though own/CMakePresets.json does so|{"cacheVariables": {"CMAKE_BUILD_TYPE": "Release"}}
meson.build|`NDEBUG` is not defined, though own/meson.build does so|project('x', 'c', default_options: ['b_ndebug=true'])
meson.build|`c_std=c89`, which own/meson.build has, changes nothing that matters|project('x', 'c', default_options: ['c_std=c89'])
CMakeLists.txt|`C_STANDARD 90`, which own/CMakeLists.txt has, changes nothing that matters|set(CMAKE_C_STANDARD 90)
a.uvprojx|`<uC99>0</uC99>`, which own/a.uvprojx has, changes nothing that matters|<uC99>0</uC99>
END
    echo 'set(CMAKE_BUILD_TYPE Debug)' >own/CMakeLists.txt
    rtcheck app own
    expect_no_output 'NDEBUG'
}

@test "a doubt stays, however little time there is" {
    folder
    printf '#include "os.h"\nint v[4], k = 4;\nstatic void f(void) { v[k] = 1; }\n#pragma startup f\nTASK(t1) { static volatile unsigned n; while (n < 60000) n++; TerminateTask(); }\n' >own/a.c
    for time in 100 150 200 250 300 350 400 500 700; do
        rtcheck app --time "${time}ms" own
        expect_status 3
    done
    expect_output 'f does not run here'
}
