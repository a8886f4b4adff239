#!/usr/bin/env bats
# rtcheck oil: configurations resolved, checked, printed.

load helpers

write_cruise() {
    cat >cruise.oil <<'END'
OIL_VERSION = "2.5";
CPU cruise {
  OS os { STATUS = EXTENDED; ERRORHOOK = TRUE; };
  TASK control { PRIORITY = 5; AUTOSTART = TRUE; RESOURCE = speed; EVENT = tick; };
  TASK display { PRIORITY = 2; SCHEDULE = NON; ACTIVATION = 3; RESOURCE = speed; };
  RESOURCE speed { RESOURCEPROPERTY = STANDARD; };
  EVENT tick { MASK = AUTO; };
};
END
}

@test "the configurations in tests/oil do what their comments promise" {
    python3 "$ROOT/tests/oil/run.py" "$RTCHECK"
}

@test "tables" {
    write_cruise
    rtcheck oil cruise.oil
    expect_status 0
    expect_first_line "CPU cruise"
    expect_output "conformance class  ECC2"
    expect_output "speed          standard   task 5   5      control display"
    expect_error "cruise.oil: note: there is no IMPLEMENTATION section; the built-in definition of OIL 2.5 is used"
}

@test "--json is one object that the schema allows" {
    write_cruise
    rtcheck oil --json cruise.oil
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['configuration']['conformance_class']" ECC2
    expect_json "[r['ceiling']['level'] for r in o['configuration']['resources']]" "[5, 5]"
    expect_json "o['configuration']['events'][0]['mask']" 1
    expect_json "o['verdict'], o['complete']" "holds True"
}

@test "--json of what cannot be read" {
    echo 'CPU c { TASK t {}; };' >bad.oil
    rtcheck oil --json bad.oil
    expect_status 2
    expect_valid stdout.txt
    expect_json "o['diagnostics'][0]['location']['line'], o['diagnostics'][0]['location']['column']" "1 14"
    expect_error "bad.oil:1:14: error: TASK 't' has no PRIORITY, which must be given"
}

@test "--print reads back as the same configuration" {
    write_cruise
    rtcheck oil --print cruise.oil
    expect_status 0
    expect_output "    ACTIVATION = 1;"
    cp stdout.txt printed.oil
    rtcheck oil --print printed.oil
    expect_same_file stdout.txt printed.oil
    rtcheck oil printed.oil
    cp stdout.txt tables.txt
    rtcheck oil cruise.oil
    expect_same_file stdout.txt tables.txt
}

@test "several files are one configuration" {
    echo 'IMPLEMENTATION v { TASK { UINT32 ACTIVATION = 7; }; };' >types.oil
    echo 'CPU a { OS os {}; TASK one { PRIORITY = 1; }; };' >one.oil
    echo 'CPU b { TASK two { PRIORITY = 2; RESOURCE = r; }; RESOURCE r; };' >two.oil
    echo 'CPU b { TASK one { PRIORITY = 4; RESOURCE = r; }; };' >again.oil
    rtcheck oil types.oil one.oil two.oil again.oil
    expect_status 0
    expect_output "one   4         basic  full      7            -          r          -       -         -"
    expect_output "two   2         basic  full      7"
    expect_error "again.oil:1:14: note: TASK 'one' is also defined in one.oil; the two are taken together"
}

@test "includes: beside the file, then -I, and what is missing" {
    mkdir -p lib sub
    echo 'TASK far { PRIORITY = 9; };' >lib/far.oil
    echo 'TASK near { PRIORITY = 8; };' >sub/near.oil
    printf 'CPU c { OS os {};\n#include <far.oil>\n#include "near.oil"\n};\n' >sub/main.oil
    rtcheck oil -I lib sub/main.oil
    expect_status 0
    expect_output "far   9"
    expect_output "near  8"
    rtcheck oil sub/main.oil
    expect_status 2
    expect_error "sub/main.oil:2:1: error: cannot find the include file 'far.oil' (-I DIRECTORY)"
}

@test "errors in an included file are reported there" {
    printf 'TASK t {\n  PRIORITY = x;\n};\n' >part.oil
    printf 'CPU c { OS os {};\n#include "part.oil"\n};\n' >main.oil
    rtcheck oil main.oil
    expect_status 2
    expect_error "part.oil:2:14: error: PRIORITY must be a whole number, not 'x'"
}

@test "an include that is no plain file is not opened" {
    mkfifo pipe
    printf 'CPU c { OS os {};\n#include "pipe"\n#include "/dev/zero"\n};\n' >main.oil
    rtcheck oil main.oil
    expect_status 2
    expect_error "cannot find the include file '/dev/zero'"
}

@test "bombs: nesting, macros, conditions, includes" {
    python3 - <<'END'
open("deep.oil", "w").write("CPU c { OS o { " + "A = B { " * 100000)
open("types.oil", "w").write("IMPLEMENTATION i { TASK { " + "ENUM [A { " * 100000)
open("if.oil", "w").write("#if " + "(" * 100000 + "\n#endif\n")
macros = "".join(f"#define A{i} A{i + 1} A{i + 1}\n" for i in range(60))
open("macros.oil", "w").write(macros + "#define A60\nCPU A0 {};")
END
    for bomb in deep types if macros; do
        rtcheck oil $bomb.oil
        expect_status 2
        expect_error "error:"
    done
    printf '#include "a.oil"\n#include "b.oil"\n' | tee a.oil >b.oil
    rtcheck oil a.oil
    expect_status 2
    expect_error "includes are nested too deeply"
}

@test "usage" {
    rtcheck oil
    expect_status 2
    expect_error "a file is missing"
    rtcheck oil --json --print x.oil
    expect_status 2
    rtcheck oil nowhere.oil
    expect_status 2
    expect_error "nowhere.oil: error: cannot read this file"
    rtcheck oil --help
    expect_status 0
    expect_output "usage: rtcheck oil"
}

@test "docs/oil.md" { python3 "$BATS_TEST_DIRNAME/docs.py" "$RTCHECK" "$ROOT/docs/oil.md"; }

@test "every example loads without a warning" {
    for file in "$ROOT"/examples/oil/*.oil; do
        rtcheck oil "$file"
        expect_status 0
        case $errors in *warning*) fail "warnings for $file" ;; esac
    done
}
