#!/usr/bin/env bats
# rtcheck app FOLDER: what makefiles and other files of a build say of its sources, and files that cannot be read.

load helpers

# folder: own/a.oil with a task that counts in n, and own/a.c with its code.
folder() {
    mkdir -p own
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE m {}; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; }; };' >own/a.oil
    printf '#include "os.h"\nint n;\nTASK(t1) { n++; TerminateTask(); }\n' >own/a.c
}

# folder_with ATTRIBUTES: of its OS.
folder_with() {
    echo "CPU c { OS os { STATUS = EXTENDED; $1 }; APPMODE m {}; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; }; };" >own/a.oil
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
    rtcheck app own
    expect_status 3
    expect_output 'f does not run here'
}

@test "a part of a configuration that the build names, or that lies below, is told" {
    folder
    mkdir own/sub
    sed -i 's/APPMODE m {};/& COUNTER c1 { MAXALLOWEDVALUE = 100; MINCYCLE = 1; TICKSPERBASE = 1; };/' own/a.oil
    echo 'CPU c { ALARM al { COUNTER = c1; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 5; APPMODE = m; }; }; };' >own/sub/alarms.oil
    printf '#include "os.h"\nint v[2], n;\nTASK(t1) { v[n] = 1; n++; TerminateTask(); }\n' >own/a.c
    rtcheck app own
    expect_status 0
    expect_output 'own/sub/alarms.oil, which is no configuration by itself, is no part of own/a.oil (name it, too, to have it read)'
    printf 'all:\n\tsg a.oil sub/alarms.oil\n' >own/Makefile
    rtcheck app own
    expect_status 3
    expect_output 'own/Makefile names own/sub/alarms.oil beside own/a.oil, and it is not read (name both to have it read)'
    rtcheck app own own/a.oil own/sub/alarms.oil
    expect_status 1
    echo 'CPU d { OS os { STATUS = EXTENDED; }; TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };' >own/sub/alarms.oil
    rtcheck app own
    expect_status 0
    expect_no_output 'alarms.oil'
}

@test "of several flags of a configuration the last one counts" {
    folder
    printf '#include "os.h"\n#include <assert.h>\n#ifndef N\n#define N 3\n#endif\nTASK(t1) { assert(N == 3); TerminateTask(); }\n' >own/a.c
    for flags in 'CFLAGS = "-DN=4"; CFLAGS = "-UN";' 'CFLAGS = "-DN=4 -UN";' 'CFLAGS = "-DN=4"; CFLAGS = "-UN -DN=3";' 'CFLAGS = "-UN"; CFLAGS = "-DN=3";'; do
        folder_with "$flags"
        rtcheck app own
        expect_status 0
    done
    folder_with 'CFLAGS = "-UN"; CFLAGS = "-DN=4";'
    rtcheck app own
    expect_status 1
}

@test "words of development environments for flags that change numbers count as the flags do" {
    folder
    while IFS='|' read -r status flag file text; do
        mkdir -p "own/$(dirname "$file")"
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status "$status"
        expect_output "\`$flag\`, which own/$file has, changes no number that matters"
        rm "own/$file"
    done <<'END'
0|-fsigned-char|.cproject|<option superClass="gnu.c.compiler.option.misc.signedchar" value="true" valueType="boolean"/>
3|--plain_char=signed|.cproject|<option id="com.ti.PLAIN_CHAR" value="com.ti.PLAIN_CHAR.signed"/>
3|--big_endian|.cproject|<option id="com.ti.BIG_ENDIAN" value="true"/>
3|--signed_chars|a.uvprojx|<Cads><PlainCh>1</PlainCh><EnumInt>0</EnumInt></Cads>
0|-fno-short-enums|a.uvprojx|<vShortEn>0</vShortEn>
3|--endian=big|a.ewp|<option>\n <name>GEndianMode</name>\n <state>1</state>\n</option>
3|--char_is_signed|a.ewp|<name>IccCharIs</name><state>0</state>
0|-fsigned-char|nbproject/configurations.xml|<property key="use-signed-char" value="true"/>
0|-fno-short-enums|a.emProject|<configuration c_enum_size="Int"/>
3|/Zp1|a.vcxproj|<StructMemberAlignment>1Byte</StructMemberAlignment>
END
    printf '<option superClass="gnu.c.misc.signedchar" value="false"/> <PlainCh>0</PlainCh><EnumInt>0</EnumInt> <name>GEndianMode</name><state>0</state>' >own/a.uvprojx
    rtcheck app own
    expect_status 0
    expect_no_output 'no number that matters'
}

@test "headers that a build includes everywhere are told in further spellings" {
    folder
    mkdir own/gen
    echo '#pragma pack(1)' >own/gen/force.h
    while IFS='|' read -r file text; do
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        expect_output "force.h\`, which own/$file has the compiler include, has nothing that matters"
        rm "own/$file"
    done <<'END'
a.emProject|<configuration c_additional_options="-include;$(ProjectDir)/gen/force.h"/>
a.emProject|<configuration c_user_include_file="gen/force.h"/>
CMakeLists.txt|add_compile_options(/FI"gen/force.h")
.cproject|<option superClass="gnu.c.compiler.macros"><listOptionValue value="gen/force.h"/></option>
meson.build|executable('app', 'a.c', c_pch: 'gen/force.h')
a.pro|PRECOMPILED_HEADER = gen/force.h
Makefile|CFLAGS += -preinclude=gen/force.h
Makefile|CFLAGS += -prefix gen/force.h
Makefile|CFLAGS += -AddInclgen/force.h
Makefile|CFLAGS += -H gen/force.h
Makefile|CFLAGS += +incl gen/force.h
Makefile|CFLAGS += -i=gen/force.h
Makefile|CFLAGS += -Xpreprocessor -include -Xpreprocessor gen/force.h
END
    printf 'HEADERS = gen/force.h\na.o: a.c gen/force.h\n\trm -f gen/force.h\n\tgen --output=gen/force.h\n' >own/Makefile
    echo '<file><name>$PROJ_DIR$\gen\force.h</name></file><FilePath>gen/force.h</FilePath>' >own/a.ewp
    rtcheck app own
    expect_status 0
    expect_no_output 'force.h'
}

@test "flags of a build of which nothing is known are told, and those of which it is known that they mean nothing are not" {
    folder
    printf 'CFLAGS += -O2 -odd=3 \\\n  -J --pack=1\nLDFLAGS = -strange\n# CFLAGS = -other\nclean:\n\trm -rf -odd2 x\n' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_output 'flags of the build that are not known here change nothing that matters: `-odd=3` (`own/Makefile`), `-J` (`own/Makefile`), `--pack=1` (`own/Makefile`)'
    expect_no_output '-strange'
    printf 'target_compile_options(app PRIVATE -O2 --no_unsigned_char)\n' >own/CMakeLists.txt
    rm own/Makefile
    rtcheck app own
    expect_output '`--no_unsigned_char` (`own/CMakeLists.txt`)'
    rm own/CMakeLists.txt
    folder_with 'CFLAGS = "-g -Xodd";'
    rtcheck app own
    expect_output '`-Xodd` (`own/a.oil`)'
    folder
    printf 'CFLAGS = -O2 -Os -g -g3 -ggdb -Wall -Wno-char-subscripts -Wextra -DX=1 -Iinc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -ffunction-sections -fdata-sections -fno-builtin -fno-common -ffreestanding -fomit-frame-pointer -std=gnu99 -pipe -c -o a.o -MMD -MP -MF a.d --specs=nano.specs -nostdlib -Tstm32.ld -Wl,--gc-sections -Wa,-a -mmcu=atmega328p -fno-strict-aliasing -flto -fstack-usage -pedantic -Werror=implicit -fno-exceptions $(OPT) -I$(INC) -mthumb-interwork -mlittle-endian -fmessage-length=0 -save-temps -fverbose-asm -xc\n' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_no_output 'flags of the build'
}

@test "variables in sections that a linker leaves as they are leave no holds" {
    folder
    while IFS='|' read -r file text; do
        printf '#include "os.h"\n__attribute__((section(".keep"))) int x;\nint a[4], k = 4;\nTASK(t1) { if (x == 7) a[k] = 1; TerminateTask(); }\n' >own/a.c
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 3
        expect_output "own/a.c puts variables into section \`.keep\`, which own/$file leaves as it is when the system starts"
        sed -i 's/"[.]keep"/".data"/' own/a.c
        rtcheck app own
        expect_status 0
        rm "own/$file"
    done <<'END'
a.ld|SECTIONS { .bss (NOLOAD) : { *(.bss) }\n .keep (NOLOAD) : { *(.keep) }\n .data : { *(.data) } }
a.ld|SECTIONS {\n .ram (NOLOAD) :\n {\n  *(.keep)\n }\n .data : { *(.data) } }
a.sct|KEEP 0x20000000 UNINIT { *(.keep) }\nDATA 0x20001000 { *(.data) }
a.icf|do not initialize { section .keep };\ninitialize by copy { section .data };
a.ld|SECTIONS { .keep (NOLOAD) : { *(.keep) e = ADDR(.data) + SIZEOF(.data); }\n .data : { *(.data) } }
END
    printf 'SECTIONS { .ram : {\n *(.VAR_NOINIT_8)\n *(.keep)\n } }\n' >own/a.ld # which is loaded
    sed -i 's/[.]data/.keep/' own/a.c
    rtcheck app own
    expect_status 0
    sed -i 's/__attribute__.*int x/int x/; 1i /* ".keep" */' own/a.c
    echo 'SECTIONS { .keep (NOLOAD) : { *(.keep) } }' >own/a.ld
    rtcheck app own
    expect_status 0
}

@test "DeclareMessage of OSEK COM declares what it names, and is no macro of a missing header" {
    folder
    printf '#include "os.h"\n#include "com.h"\nDeclareMessage(m1);\nint v;\nTASK(t1) { SendMessage(m1, &v); TerminateTask(); }\n' >own/a.c
    echo 'StatusType SendMessage() in 0' >com.stubs
    rtcheck app --stubs com.stubs own
    expect_status 0
    expect_no_output 'DeclareMessage'
    echo '#define DeclareMessage(name) extern int name' >own/com.h
    rtcheck app --stubs com.stubs own
    expect_status 0
    expect_output '`m1`, which no source defines'
}

@test "the guard of a header is no name that the build may define, however it is written" {
    folder
    printf '#include "os.h"\n#include "k.h"\nTASK(t1) { int x = K; (void)x; TerminateTask(); }\n' >own/a.c
    for guard in '#ifndef K_SHARED_H' '#if !defined(K_SHARED_H)' '#if (!defined(K_SHARED_H))' '#if ( ! defined K_SHARED_H )'; do
        printf '%s\n#define K_SHARED_H\n#define K 1\n#endif\n' "$guard" >own/k.h
        rtcheck app own
        expect_status 0
        expect_no_output 'K_SHARED_H'
    done
    printf '#if (!defined(K_OTHER))\n#define K 1\n#else\n#define K 2\n#endif\n' >own/k.h
    rtcheck app own
    expect_output 'K_OTHER'
}

@test "code before main() that compile_commands.json compiles is told as that" {
    folder
    mkdir own/sys
    printf '#include "os.h"\nint main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\nTASK(t1) { TerminateTask(); }\n' >own/a.c
    printf 'extern int main(void); void SystemInit(void);\nvoid Reset_Handler(void) { SystemInit(); main(); for (;;); }\n' >own/sys/startup.c
    printf 'static int v[4], k = 4; void SystemInit(void) { v[k] = 1; }\n' >own/sys/system.c
    rtcheck app own
    expect_output 'which run by themselves and share nothing with the application, are no part of it'
    for file in a.c sys/startup.c sys/system.c; do echo "{\"directory\": \"$PWD/own\", \"file\": \"$file\", \"command\": \"gcc -c $file\"},"; done | sed '1s/^/[/; $s/,$/]/' >own/compile_commands.json
    rtcheck app own
    expect_output 'own/sys/startup.c (`Reset_Handler`), own/sys/system.c (`SystemInit`), which the build compiles and which run by themselves, are no part of it (a source in C is taken if it is named, too)'
    expect_no_output 'share nothing'
}

# index_folder: app/a.c, which writes behind an array if K of k.h is 4; app/other/k.h says 1, and ext/k.h 4.
index_folder() {
    rm -rf own app ext rules.mk x.cmake options
    folder
    mv own app
    mkdir app/other ext
    echo '#define K 1' >app/other/k.h
    echo '#define K 4' >ext/k.h
    printf '#include "os.h"\n#include "k.h"\nint a[4];\nTASK(t1) { a[K] = 1; TerminateTask(); }\n' >app/a.c
}

@test "folders of headers outside are found in the spellings of IAR, Eclipse, clangd and CMake" {
    while IFS='|' read -r file text; do
        index_folder
        printf '%b\n' "$text" >"app/$file"
        rtcheck app app
        expect_status 1
        expect_output '`k.h` is ext/k.h, and not app/other/k.h'
    done <<'END'
a.ewp|<option><name>CCIncludePath2</name><state>$PROJ_DIR$\\\\..\\\\ext</state></option>
a.ewp|<option>\n<name>CCIncludePath2</name>\n<state>$PROJ_DIR$/../ext</state>\n</option>
.cproject|<listOptionValue value="&quot;${workspace_loc:/ext}&quot;"/>
.cproject|<listOptionValue value="${PARENT-1-PROJECT_LOC}/ext"/>
.clangd|CompileFlags:\n  Add: [-I../ext]
CMakeLists.txt|get_filename_component(ROOT .. ABSOLUTE)\ninclude_directories(${ROOT}/ext)
END
}

@test "a header in a folder that no file of the build names is told where it names folders" {
    while IFS='|' read -r file text; do
        index_folder
        printf '%b\n' "$text" >"app/$file"
        rtcheck app app
        expect_status 0
        expect_output 'headers in app/other, a folder that no file of the build names, are those that are meant'
    done <<'END'
Makefile|CFLAGS += -I$(BSP)/inc
Makefile|CFLAGS += -I/none/bsp/inc
Makefile|CFLAGS += $(addprefix -I$(TOP)/,$(INC))
build.sh|cd ..\ngcc -Iext -c app/a.c
END
    index_folder
    rtcheck app app
    expect_no_output 'no file of the build names'
    echo 'CFLAGS += -Iother' >app/Makefile
    rtcheck app app
    expect_status 0
    expect_no_output 'no file of the build names'
}

@test "files of the build that those inside include from outside are read" {
    while IFS='|' read -r file text outside; do
        index_folder
        printf '%b\n' "$text" >"app/$file"
        printf 'CFLAGS += -fpack-struct\n' >"$outside"
        rtcheck app app
        expect_output "\`-fpack-struct\`, which $outside has, changes no number that matters"
    done <<'END'
Makefile|include ../rules.mk|rules.mk
Makefile|-include $(TOP)/rules.mk|rules.mk
CMakeLists.txt|include(../x.cmake)|x.cmake
CMakeLists.txt|include(${CMAKE_CURRENT_LIST_DIR}/../x.cmake)|x.cmake
CMakeLists.txt|add_subdirectory(../ext ext)|ext/CMakeLists.txt
Makefile|CFLAGS += @../options|options
Makefile|CFLAGS += $(shell cat ../options)|options
END
    index_folder
    echo 'include ../rules.mk' >app/Makefile
    echo 'CFLAGS += -I../ext' >rules.mk
    rtcheck app app
    expect_status 1
    expect_output '`k.h` is ext/k.h'
}

@test "what files of the build include, and what is not there, is told" {
    while IFS='|' read -r file text name; do
        index_folder
        printf '%b\n' "$text" >"app/$file"
        rtcheck app app
        expect_output "what files of the build include, and what was not read, adds nothing that matters: $name"
    done <<'END'
Makefile|include ../none.mk|../none.mk
Makefile|include $(BSP)/none.mk|$(BSP)/none.mk
CMakeLists.txt|include(${BSP}/none.cmake)|${BSP}/none.cmake
END
    for text in 'include inner.mk' '-include $(OBJECTS:.o=.d)' '-include $(DEPS)' '# include none.mk'; do
        index_folder
        printf '%s\n' "$text" >app/Makefile
        echo 'N = 1' >app/inner.mk
        rtcheck app app
        expect_status 0
        expect_no_output 'was not read'
    done
}

@test "headers of the compiler are its own, unless a file of the build names the folder of others" {
    index_folder
    echo 'typedef unsigned char uint32_t;' >app/other/stdint.h
    printf '#include "os.h"\n#include <stdint.h>\nint a[4], k = 4;\nTASK(t1) { if (sizeof(uint32_t) == 4) a[k] = 1; TerminateTask(); }\n' >app/a.c
    rtcheck app app
    expect_status 1
    expect_output "\`stdint.h\` is the compiler's, and not app/other/stdint.h"
    echo 'CFLAGS += -Iinc' >app/Makefile
    rtcheck app app
    expect_status 1
    echo 'CFLAGS += -Iother' >app/Makefile
    rtcheck app app
    expect_status 0
    expect_no_output "compiler's"
    rm app/Makefile
    sed -i 's/^#include <stdint.h>/&\n#include "k.h"/' app/a.c
    rtcheck app app
    expect_status 0
    expect_output "\`stdint.h\` is app/other/stdint.h, and not the compiler's"
    rtcheck app -I app/other app
    expect_status 0
    expect_no_output "compiler's"
}

@test "a folder of headers that is given to GCC with -I and as one of the system is one of the system" {
    index_folder
    mkdir app/two
    echo '#define K 4' >app/two/k.h
    while read -r options; do
        echo "[{\"directory\": \"$PWD/app\", \"file\": \"a.c\", \"command\": \"gcc $options -c a.c\"}]" >app/compile_commands.json
        rtcheck app app
        expect_status 1
    done <<END
-Iother -isystem other -Itwo
-I other -Itwo -isystem $PWD/app/other
-Iother -Itwo -idirafter ./other
END
    echo "[{\"directory\": \"$PWD/app\", \"file\": \"a.c\", \"command\": \"gcc -Iother -Itwo -isystem two -c a.c\"}]" >app/compile_commands.json
    rtcheck app app
    expect_status 0
}

@test "sources of C that a variable, a rule or an option has compiled as C++ leave no holds" {
    while IFS='|' read -r file text; do
        rm -rf own
        folder
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 3
        expect_output "own/$file has sources compiled as C++"
    done <<'END'
Makefile|CCC := g++ -c\na.o: a.c\n\t$(CCC) a.c
build.ninja|rule cc\n command = g++ -c $in -o $out\nbuild a.o: cc a.c
build.ninja|rule cc\n deps = gcc\n command = g++ -c $in -o $out\n\nbuild a.o: cc a.c
platformio.ini|[env]\nbuild_flags = -x c++
.cproject|<option value="-x c++"/>
build.bat|cl /Tpa.c
END
    while IFS='|' read -r file text; do
        rm -rf own
        folder
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
    done <<'END'
Makefile|LD := g++\na.elf: a.o\n\t$(LD) -o a.elf a.o
build.ninja|rule cxx\n command = g++ -c $in -o $out\nbuild b.o: cxx b.cpp\nbuild a.o: cc a.c
platformio.ini|[env]\nbuild_flags = -std=gnu++11
Makefile|CXXFLAGS = -x c++
Makefile|a.oil: a.oil.in\n\t$(CC) -E -x c++ $^ | grep -v "^#.*" > $@
Makefile|CXX = g++\n%.o: %.c\n\t$(CC) -c $<\n%.o: %.cpp\n\t$(CXX) -c $< $(CFLAGS)
END
}

@test "parts of a configuration that lie outside, or have no CPU around them, are told" {
    part='ALARM al { COUNTER = c1; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = FALSE; };'
    for text in 'all:\n\tsg a.oil ../al.oil' 'OILS = a.oil ../al.oil\nall:\n\tsg $(OILS)'; do
        folder
        echo "CPU c { $part };" >al.oil
        printf '%b\n' "$text" >own/Makefile
        rtcheck app own
        expect_status 0
        expect_output '../al.oil (`own/Makefile`), which files of the build name and which lies outside of own, is no part of it'
    done
    rm own/Makefile
    mkdir own/sub
    echo "$part" >own/sub/al.oil
    rtcheck app own
    expect_status 0
    expect_output 'own/sub/al.oil, which is no configuration by itself, is no part of own/a.oil'
    echo 'all: ; sg a.oil sub/al.oil' >own/Makefile
    rtcheck app own
    expect_status 3
    expect_output 'own/Makefile names own/sub/al.oil beside own/a.oil, and it is not read'
    rm own/Makefile
    echo 'IMPLEMENTATION i { TASK { UINT32 STACK; }; };' >own/sub/al.oil
    rtcheck app own
    expect_no_output 'al.oil'
}

@test "that a release is built is told where something is asserted, in whatever words" {
    while IFS='|' read -r file text; do
        rm -rf own
        folder
        sed -i 's/#include "os.h"/&\n#include <assert.h>/; s/n++;/assert(n++ == 0);/' own/a.c
        mkdir own/.vscode
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        expect_output '`NDEBUG` is not defined'
    done <<'END'
CMakeLists.txt|set(default_build_type "Release")\nset(CMAKE_BUILD_TYPE "${default_build_type}" CACHE STRING "x" FORCE)
build.sh|cmake -B b -DCMAKE_BUILD_TYPE:STRING=Release
build.sh|cmake --build b --config Release
Makefile|TYPE ?= MinSizeRel\nall:\n\tcmake -DCMAKE_BUILD_TYPE=$(TYPE)
CMakePresets.json|{"cacheVariables": {"CMAKE_BUILD_TYPE": {"type": "STRING", "value": "Release"}}}
CMakePresets.json|{"buildPresets": [{"configuration": "Release"}]}
.vscode/settings.json|{"cmake.buildType": "Release"}
.bazelrc|build -c opt
build.sh|bazel build --compilation_mode=opt //:a
meson.build|project('a', 'c', default_options: ['b_ndebug=true'])
END
    rm -rf own
    folder
    sed -i 's/#include "os.h"/&\n#include <assert.h>/; s/n++;/assert(n++ == 0);/' own/a.c
    echo 'set(CMAKE_BUILD_TYPE Debug)' >own/CMakeLists.txt
    rtcheck app own
    expect_no_output 'NDEBUG'
}

@test "makefiles are read as make has them: variables that are set behind their use, and at once" {
    while IFS='|' read -r text told; do
        folder_of_cortex
        printf '%b\n' "$text" >own/Makefile
        rtcheck app own
        expect_output "$told"
    done <<'END'
CFLAGS = -fpack-st$(X)\nX = ruct|`-fpack-struct`, which own/Makefile has, changes no number that matters
X = -fpack-\nCFLAGS = $(X)$Y\nY = struct|`-fpack-struct`, which own/Makefile has, changes no number that matters
X = ruct\na.o: a.c\n\t$(CC) -c -fpack-st$(X) $<|`-fpack-struct`, which own/Makefile has, changes no number that matters
X = ruct\nCFLAGS := -fpack-st$(X)\nX =|`-fpack-struct`, which own/Makefile has, changes no number that matters
CFLAGS = -f$(X)|flags of the build that are not known here change nothing that matters: `-f$(X)`
CFLAGS = -$(X)|flags of the build that are not known here change nothing that matters: `-$(X)`
CFLAGS = -std=$(X)|flags of the build that are not known here change nothing that matters: `-std=$(X)`
END
    while IFS='|' read -r text; do
        folder_of_cortex
        printf '%b\n' "$text" >own/Makefile
        rtcheck app own
        expect_status 0
        expect_no_output 'assuming'
    done <<'END'
CFLAGS := -O$(X)\nX = 3
X = 3\nCFLAGS = -O$(X) -mcpu=$(CPU) -Wl,-Map=$(X).map -o $(Y)
X = c11\nCFLAGS = -std=$(X)
END
    folder_of_cortex
    printf 'CFLAGS := -fpack-st$(X)\nX = ruct\n' >own/Makefile
    rtcheck app own
    expect_no_output 'fpack-struct'
    folder_of_cortex
    sed -i 's/n++/if (N == 4) n = 1 \/ n/' own/a.c
    makefile 'USER_DEF := N=$(V)4\nV = 3' # a `:=` looks at once
    rtcheck app own
    expect_status 1
    makefile 'V = 3\nUSER_DEF := N=$(V)4'
    rtcheck app own
    expect_status 0
}

# the same for a machine whose numbers are known
folder_of_cortex() {
    folder
    folder_with 'CFLAGS = "-mcpu=cortex-m4";'
}

@test "the generator finds parts of a configuration where the build has it look, and gets others" {
    part='CPU c { TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; }; };'
    generated() { # NAME
        rm -rf own ext
        folder_of_cortex
        mkdir -p own/one own/two ext
        printf 'TASK(t2) { n = 1 / n; TerminateTask(); }\n' >>own/a.c # by zero, if there is such a task
        sed -i "s/^/#include $1\n/" own/a.oil
    }
    generated '"al.oil"'
    echo "$part" >own/one/al.oil
    : >own/two/al.oil
    echo 'all: ; goil -Ione a.oil' >own/Makefile
    rtcheck app own
    expect_status 1
    printf 'D = two\nO = a.oil\nall:\n\tgoil -I $(D) $(O)\n' >own/Makefile
    rtcheck app own
    expect_status 0
    generated '"al.oil"'
    : >own/one/al.oil
    echo "$part" >ext/al.oil
    echo 'goil -I../ext a.oil' >own/build.sh
    rtcheck app own
    expect_status 1
    echo 'goil -I$EXT a.oil' >own/build.sh
    rtcheck app own
    expect_status 0
    expect_output 'what own/a.oil includes is what was found, though the generator looks for it in folders that are not known here: $EXT (`own/build.sh`)'
    generated '<al.oil>'
    : >own/al.oil
    echo "$part" >own/two/al.oil
    echo 'all: ; goil -Itwo a.oil' >own/Makefile
    rtcheck app own
    expect_status 1
    for name in al.txt al.oil.in; do
        generated '"a.h"'
        : >own/a.h
        echo "$part" >own/$name
        rtcheck app own
        expect_status 0
        printf 'all:\n\tcat a.oil >x.oil\n\tcat %s >>x.oil\n' $name >own/Makefile
        rtcheck app own
        expect_status 3
        expect_output "own/Makefile names own/$name, which has a part of a configuration, beside own/a.oil, and it is not read"
        echo 'a TASK is no TASK { here' >own/$name
        rtcheck app own
        expect_status 0
    done
}

@test "what a server runs for tests is the build only if nothing else is" {
    for file in .github/workflows/ci.yml .circleci/config.yml .gitlab-ci.yml .travis.yml Jenkinsfile azure-pipelines.yml; do
        rm -rf own
        folder_of_cortex
        sed -i 's/n++;/\n#ifdef FAST\nn = n \/ n;\n#endif\n/' own/a.c
        mkdir -p "$(dirname "own/$file")"
        echo 'run: arm-none-eabi-gcc -DFAST -fpack-struct -c a.c' >"own/$file"
        rtcheck app own
        expect_output "\`FAST\` is not defined, though own/$file does so"
        expect_output "\`-fpack-struct\`, which own/$file has"
        echo 'a.o: a.c' >own/Makefile
        rtcheck app own
        expect_status 0
        expect_no_output "own/$file"
    done
}

@test "assumptions that differ in names only are one, and what the answer has is not told before it" {
    folder_of_cortex
    printf '#include "os.h"\n#include "x.h"\n#include "y.h"\nint n;\nTASK(t1) { n = f(); g(); g(); TerminateTask(); }\n' >own/a.c
    printf 'CFLAGS = -fpack-struct -funsigned-char -fshort-wchar -fpack-struct=2\nCFLAGS += -std=c89\n' >own/Makefile
    rtcheck app own
    expect_status 0
    expect_output '`-fpack-struct` (`own/Makefile`), `-funsigned-char` (`own/Makefile`), `-fshort-wchar` (`own/Makefile`) and 1 more, which files of the build have, change no number that matters'
    expect_output '`-std=c89`, which own/Makefile has, changes nothing that matters'
    expect_output '`x.h`, `y.h`, which were not found, have nothing that matters'
    [[ $errors != *"it is assumed that"* && $errors != *"undeclared function"* ]]
    expect_error 'functions have no body'
    printf '#include "os.h"\n#include "x.h"\nint n;\nTASK(t1) { %s TerminateTask(); }\n' "$(printf 'f%d(); ' 1 2 3 4 5 6 7)" >own/a.c
    rtcheck app own
    expect_output '`f1`, `f2`, `f3`, `f4`, `f5` and 2 more, which nothing declares, are functions of somebody else'
}

@test "a line of make that includes another file is no option of the compiler, whatever the file's name is" {
    folder_of_cortex
    printf 'a.o: a.c\n-include ../defaults.mf\n' >own/build.mf
    rtcheck app own
    expect_no_output 'has the compiler include'
    echo '-include cfg.h' >own/build.mf
    rtcheck app own
    expect_output '`cfg.h`, which own/build.mf has the compiler include, has nothing that matters'
}

@test "what the build links without a source is told; objects of sources, compilers' libraries and what it makes are not" {
    while IFS='|' read -r file text name; do
        rm -rf own
        folder_of_cortex
        mkdir own/lib
        : >own/lib/fast.lib
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        if [ "$name" ]; then
            expect_output "$name (\`own/$file\`), which files of the build link and of which no source is here, has nothing that matters"
        else
            expect_no_output 'of which no source is here'
        fi
    done <<'END'
Makefile|OBJS = a.o vendor/fast.o\nx: $(OBJS)\n\tgcc -o $@ $^|vendor/fast.o
Makefile|x: a.o isr.o\n\tgcc -o $@ $^|isr.o
Makefile|x: a.o\n\tgcc -o $@ $^ -lm -ldrv -lgcc|-ldrv
Makefile|x: a.o\n\tgcc -Wl,--whole-archive lib/libfast.a -o $@ $^|lib/libfast.a
CMakeLists.txt|target_link_libraries(x ${CMAKE_SOURCE_DIR}/fast.a)|${CMAKE_SOURCE_DIR}/fast.a
x.uvproj|<FileName>fast.lib</FileName><FileType>4</FileType>|fast.lib
.cproject|<listOptionValue value="lib/fast.lib"/>|lib/fast.lib
.cproject|<listOptionValue value="lib/none.lib"/>|
Makefile|x: a.o\n\tgcc -o $@ $^ -lm -lc crt0.o libgcc.a|
Makefile|x: libus.a\n\tgcc -o $@ $^ -lus\nlibus.a: a.o\n\tar rcs $@ $^|
Makefile|x: $(SRC:.c=.o)\n%.o: %.c\n\trm -f *.o|
END
}

@test "sources that a file of the build names and that are not there are told" {
    while IFS='|' read -r file text name; do
        rm -rf own
        folder_of_cortex
        : >own/b.c
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 0
        expect_output "$name (\`own/$file\`), which files of the build name and which is not there, has nothing that matters"
    done <<'END'
Makefile|SRCS = a.c gen/isr.c\nx: $(SRCS)|gen/isr.c
Makefile|x:\n\tsed s/1/2/ b.c >gen/b.c\n\tgcc a.c gen/b.c|gen/b.c
CMakeLists.txt|add_executable(x a.c ${CMAKE_BINARY_DIR}/isr.c)|${CMAKE_BINARY_DIR}/isr.c
END
    rm -rf own
    folder_of_cortex
    mkdir own/src
    : >own/src/b.c
    printf 'SRCS = a.c ./src/b.c $(TOP)/b.c\n%%.o: %%.c\n\t$(CC) -c $<\nx: $(wildcard *.c)\n' >own/Makefile
    rtcheck app own
    expect_no_output 'not there'
}

@test "sources that were taken, and that a file of the build leaves out, are told" {
    while IFS='|' read -r file text; do
        rm -rf own
        folder_of_cortex
        race own/tick.c
        printf '%b\n' "$text" >"own/$file"
        rtcheck app own
        expect_status 1
        expect_output "own/tick.c, which own/$file leaves out, is part of the application"
    done <<'END'
Makefile|SRCS := $(filter-out tick.c,$(wildcard *.c))
Makefile|OUT = tick.c\nSRCS := $(filter-out $(OUT),$(wildcard *.c))
CMakeLists.txt|file(GLOB S *.c)\nlist(REMOVE_ITEM S ${CMAKE_SOURCE_DIR}/tick.c)
.cproject|<entry excluding="tick.c" kind="sourcePath" name=""/>
p.ewp|<file><name>$PROJ_DIR$/tick.c</name><excluded><configuration>Debug</configuration></excluded></file>
p.uvprojx|<File><FileName>tick.c</FileName>\n<FileOption><CommonProperty><IncludeInBuild>0</IncludeInBuild>
END
    printf 'SRCS := $(filter-out b.c,$(wildcard *.c))\nall: tick.o\n' >own/Makefile
    rm own/p.uvprojx
    rtcheck app own
    expect_no_output 'leaves out'
}

@test "app FOLDER: what is kept of debuggers says nothing of the build" {
    mkdir board
    printf 'CPU c { OS os { STATUS = EXTENDED; };\nTASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n' >board/m.oil
    printf '#include <os.h>\nTASK(t) { TerminateTask(); }\n' >board/m.c
    for file in Project.uvoptx Project.uvguix.me x.ewd x.launch; do
        printf '<SetRegEntry><Name>-U-O206 -TC10000000 -TP21 --cpp</Name></SetRegEntry>\n' >"board/$file"
        rtcheck app board
        expect_status 0
        rm "board/$file"
    done
    printf '<SetRegEntry><Name>-TC10000000</Name></SetRegEntry>\n' >board/x.options
    rtcheck app board
    expect_status 3
}

@test "a folder for headers in quotes alone keeps its limits.h to itself" {
    mkdir -p p/app p/vm
    printf 'INC = ../vm\nCFLAGS = $(addprefix -iquote ,$(INC)) -I.\nm.o: m.c\n\t$(CC) $(CFLAGS) -c m.c\n' >p/app/Makefile
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app/app.oil
    printf '#include <limits.h>\n#include "os.h"\n#include "vm.h"\n#if SCHAR_MIN + 1 != -SCHAR_MAX\n#error own\n#endif\nvm_byte b;\nTASK(t) { b = 1; TerminateTask(); }\n' >p/app/m.c
    echo '#define MAX_OBJECT_SIZE 1023' >p/vm/limits.h
    printf '#include "limits.h"\ntypedef unsigned char vm_byte;\n' >p/vm/vm.h
    rtcheck app p/app
    expect_status 0
    expect_error "--clang -iquotep/vm"
    sed -i 's/-iquote ,/-I,/' p/app/Makefile
    rtcheck app p/app
    expect_status 2
    expect_error "own"
    printf 'INC = ../vm\nOS_INC = ../os\nCFLAGS = $(addprefix -iquote ,$(INC)) -I. $(addprefix -I,$(OS_INC))\nm.o: m.c\n\t$(CC) $(CFLAGS) -c m.c\n' >p/app/Makefile
    rtcheck app p/app
    expect_status 0
    sed -i 's/OS_INC))$/INC))/' p/app/Makefile
    rtcheck app p/app
    expect_status 2
    mkdir -p vm/nxtvm/javavm
    mv p/vm/* vm/nxtvm/javavm # leJOS's, and no makefile says anything
    rm p/app/Makefile
    rtcheck app p/app vm
    expect_status 0
    expect_error "--clang -iquotevm/nxtvm/javavm"
}

@test "of two sources with the same function the one counts that a file of the build beside the configuration names" {
    mkdir p
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >p/app.oil
    printf '#include "os.h"\nvoid help(int);\nTASK(t) { help(3); TerminateTask(); }\n' >p/main.c
    echo 'int a[4]; void help(int i) { a[i] = 1; }' >p/help1.c
    echo 'int a[3]; void help(int i) { a[i] = 1; }' >p/help2.c
    rtcheck app p
    expect_output "\`help\` is that of p/help1.c"
    for build in 'SRCS = main.c help2.c' 'OBJS = main.o help2.o'; do
        echo "$build" >p/Makefile
        rtcheck app p
        expect_status 1
        expect_output "\`help\` is that of p/help2.c, and p/help1.c, which has it, too, is no part"
    done
    rm p/Makefile
    echo 'add_executable(x main.c help2.c)' >p/CMakeLists.txt
    rtcheck app p
    expect_status 1
    printf 'add_executable(tests\n  tests.c help1.c)\nadd_executable(x main.c\n  help2.c)\n' >p/CMakeLists.txt
    rtcheck app p
    expect_status 1
    printf 'file(GLOB S *.c)\nlist(REMOVE_ITEM S help2.c)\n' >p/CMakeLists.txt
    rtcheck app p
    expect_status 0
}
