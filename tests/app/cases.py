#!/usr/bin/env python3
"""Test cases of `rtcheck app --tests`, run and measured: `cases.py RTCHECK`.

For applications of the examples and some of our own: the program that is written with the tests is compiled with the
application, instrumented by the compiler; it must say that every test went as it should, and gcov must say that just those
lines were executed that rtcheck says the tests reach, and that both sides of just those conditions were taken. What is
written must be as its schema says.
"""
import collections
import gzip
import json
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "app")
with open(os.path.join(HERE, "..", "..", "docs", "schema", "tests.schema.json"), encoding="utf-8") as described:
    SCHEMA = json.load(described)
TASK = "TASK {} {{ PRIORITY = {}; AUTOSTART = {}; ACTIVATION = {}; SCHEDULE = FULL; {} }};\n"
AUTOSTART = "TRUE { APPMODE = std; }"
OIL = "CPU c {{ OS os {{ STATUS = EXTENDED; {} }}; APPMODE std;\n{}}};\n"

OWN = {
    "wide": ([], OIL.format("", TASK.format("t", 1, AUTOSTART, 1, "") + TASK.format("u", 2, "FALSE", 1, "")), """
extern unsigned in0(void);
extern signed char in1(void);
int level; unsigned count;
TASK(t) {
    unsigned x = in0();
    if (x > 1000000) {
        level = 1;
        if (x % 7 == 3)
            ActivateTask(u);
        else
            level = 2;
    } else if (x == 77) {
        level = 3;
    }
    if (x < 5 && x > 10)
        level = 99;
    for (unsigned i = 0; i < (x & 3); i++)
        count++;
    TerminateTask();
}
TASK(u) {
    signed char y = in1();
    if (y < -100) {
        level = -1;
        if (count == 12345)
            count = 0;
    }
    TerminateTask();
}
"""),
    "joined": (["--only", "assertion"], OIL.format("", TASK.format("t", 1, AUTOSTART, 1, "") + TASK.format("u", 2, "FALSE", 1, "")), """
extern unsigned in0(void);
extern signed char in1(void);
struct { unsigned low : 3; int high : 5; unsigned char list[3]; } box;
int level; static int hidden; long long big;
static int positive(int x) {
    ActivateTask(u);
    return x > 0 || x == -77;
}
static int both(int x, int y) {
    hidden++;
    return x && positive(y);
}
TASK(t) {
    unsigned x = in0();
    signed char y = in1();
    if (x > 1000000 && y < 5)
        level = 1;
    if ((x == 3 || y == 4) && !(x > 7 && y > 7))
        level += 2;
    if (y > 100 && in0() == 7)
        level += 4;
    box.high = y > 3 && x < 9 ? 5 : -6;
    box.low = x & 7;
    big = -(long long)x;
    box.list[x % 3] = both(y == 9, y) ? 1 : 2;
    if (x) {
    }
    TerminateTask();
}
TASK(u) {
    signed char z = in1();
    if (z < 0 || both(z > 5, z))
        level++;
    TerminateTask();
}
"""),
    "interrupts": (["--isr", "2", "--ticks", "2", "--only", "assertion"],
                   OIL.format("ERRORHOOK = TRUE;", TASK.format("t", 1, AUTOSTART, 1, "EVENT = e;") + TASK.format("u", 2, "FALSE", 2, "")
                              + "EVENT e { MASK = AUTO; }; ISR i { CATEGORY = 2; PRIORITY = 3; };\n"
                              "COUNTER n { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };\n"
                              "ALARM a { COUNTER = n; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = FALSE; };\n"), """
extern unsigned char in0(void);
volatile int seen;
int ticks, errors;
TASK(t) {
    SetRelAlarm(a, 3, 0);
    for (;;) {
        EventMaskType set;
        WaitEvent(e);
        GetEvent(t, &set);
        ClearEvent(e);
        if (seen > 40000)
            errors++;
        else if (seen == 2)
            ActivateTask(u);
    }
}
TASK(u) {
    ticks++;
    if (in0() == 200)
        SetEvent(u, e);
    TerminateTask();
}
ISR(i) {
    seen++;
    SetEvent(t, e);
}
void ErrorHook(StatusType error) {
    if (error == E_OS_ACCESS)
        errors = 1;
}
"""),
}


def applications():
    for name, (options, oil, code) in OWN.items():
        yield name, options, oil, "#include <os.h>\n" + code
    for folder, name in (("figures", "fig6_2"), ("figures", "fig7_1"), ("figures", "fig5_6"), ("speed", "speed")):
        with open(os.path.join(EXAMPLES, folder, name + ".oil"), encoding="utf-8") as oil:
            with open(os.path.join(EXAMPLES, folder, name + ".c"), encoding="utf-8") as code:
                yield name, [], oil.read(), code.read()


# All applications that come with rtcheck, but for those that go wrong before there is anything to reach.
BUNDLED = [["figures/fig3_5"], ["figures/fig6_2"], ["figures/fig7_1"], ["figures/fig7_11"], ["figures/nonpremt1_safe"], ["bus/bus"],
           ["samples/samples"], ["speed/speed"], ["wide/one", "wide/odometer"], ["wide/one", "wide/filter"], ["wide/one", "wide/deadline"],
           ["wide/one", "wide/redundant"], ["window/window", "window/window", "window/hardware"],
           ["cruise/cruise", "cruise/cruise", "cruise/wheel", "cruise/control", "cruise/hardware"]]


def bundled(rtcheck):
    """Yields what is wrong: everything is reached, by tests that were run, or proved to be infeasible."""
    for parts in BUNDLED:
        sources = parts[1:] or parts
        files = [os.path.join(EXAMPLES, parts[0] + ".oil")] + [os.path.join(EXAMPLES, part + ".c") for part in sources]
        for coverage in ("branch", "mcdc"):
            with tempfile.TemporaryDirectory() as folder:
                made = run(rtcheck, "app", "--tests", "tests", "--coverage", coverage, *files, cwd=folder)
            yield f"{parts[-1]}, {coverage}: status {made.returncode}: {made.stdout}" if made.returncode else None


def run(*words, **others):
    return served.run(words, **others)


def measured(folder):
    """What gcov says of app.c: executions by line, and by line the executions of its branches."""
    run("gcov", "--json-format", "--branch-probabilities", "--object-file", "prog-app.gcda", "app.c", cwd=folder)
    lines, branches = collections.Counter(), collections.defaultdict(list)
    path = os.path.join(folder, "app.gcov.json.gz")
    if not os.path.exists(path):
        path = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".gcov.json.gz"))
    with gzip.open(path, "rt") as file:
        for source in json.load(file)["files"]:
            for line in source["lines"] if source["file"].endswith("app.c") else []:
                lines[line["line_number"]] += line["count"]
                branches[line["line_number"]] += [branch["count"] for branch in line["branches"]]
    return lines, branches


def compare(told, lines, branches):
    """Yields what is wrong."""
    driven = {number for test in told["tests"] if not test["not_driven"] for number in test["reaches"]}
    by_line = collections.defaultdict(list)
    for number, target in enumerate(told["targets"]):
        by_line[target["location"]["line"]].append((target, number in driven))
    for line, targets in sorted(by_line.items()):
        if told["coverage"] == "statement":
            expected = any(reached for _, reached in targets)
            if line in lines and bool(lines[line]) != expected:
                yield f"line {line}: gcov says {lines[line]} times, the tests say {expected}"
        elif told["coverage"] in ("branch", "condition") and len(targets) == len(branches[line]):
            if sum(reached for _, reached in targets) != sum(count > 0 for count in branches[line]):
                yield f"line {line}: gcov says {branches[line]}, the tests say {[reached for _, reached in targets]}"


def compile_kernel(source, objects):
    """It is the same for all of them."""
    if not os.listdir(objects):
        files = [os.path.join(source, name) for name in os.listdir(source) if name.endswith(".c")]
        built = run("cc", "-O1", "-I" + os.path.dirname(source), "-c", *files, cwd=objects)
        if built.returncode:
            raise SystemExit("the kernel does not compile: " + built.stderr)
    return [os.path.join(objects, name) for name in os.listdir(objects)]


def judge(rtcheck, coverage, options, folder, objects):
    """Yields what is wrong."""
    made = run(rtcheck, "app", "--tests", "tests", "--coverage", coverage, *options, "app.oil", "app.c", cwd=folder)
    if made.returncode != 0:
        yield f"status {made.returncode}: {made.stdout}{made.stderr}"
        return
    with open(os.path.join(folder, "tests", "tests.json"), encoding="utf-8") as file:
        told = json.load(file)
    jsonschema.validate(told, SCHEMA)
    if told["targets"] and all(test["not_driven"] for test in told["tests"]):
        yield "no test runs by itself: " + str({test["not_driven"] for test in told["tests"]})
        return
    kernel = compile_kernel(os.path.join(folder, "tests", "osek"), objects)
    steps = [("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-Itests", "-c", "tests/driver.c", "tests/tests.c"),
             ("cc", "-O0", "--coverage", "-Itests", "-c", "app.c", "-o", "prog-app.o"),
             ("cc", "--coverage", "driver.o", "tests.o", *kernel, "prog-app.o", "-o", "prog")]
    for step in steps:
        built = run(*step, cwd=folder)
        if built.returncode:
            yield f"it does not compile: {built.stderr}"
            return
    ran = run("./prog", cwd=folder)
    if ran.returncode:
        yield f"the program says {ran.stdout}{ran.stderr}"
        return
    lines, branches = measured(folder)
    if told["tests"] and not any(lines.values()):
        yield "gcov has seen nothing"
    yield from compare(told, lines, branches)


def main():
    rtcheck, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    shared = tempfile.TemporaryDirectory()
    for name, options, oil, code in applications():
        for coverage in ("statement", "branch", "condition", "mcdc", "path") if name in OWN else ("branch", "mcdc"):
            with tempfile.TemporaryDirectory() as folder:
                for file, text in (("app.oil", oil), ("app.c", code)):
                    with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                        out.write(text)
                wrong = list(judge(rtcheck, coverage, options, folder, shared.name))
            for line in wrong:
                print(f"{name}, {coverage}: {line}")
            passed, failed = passed + (not wrong), failed + bool(wrong)
    for line in bundled(rtcheck):
        if line:
            print(line)
        passed, failed = passed + (not line), failed + bool(line)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
