#!/usr/bin/env python3
"""Test cases of `rtcheck app --tests`, run and measured: `cases.py RTCHECK [--table]`.

For all applications that come with rtcheck and some of our own: the program that is written with the tests is compiled with the
application, instrumented by the compiler; it must say that every test went as it should, and gcov must say that just those
lines were executed that rtcheck says the tests reach, and that both sides of just those conditions were taken. What is
written must be as its schema says. Nothing may be open: what no test reaches is proved to be infeasible.

--table: all that comes with rtcheck, for every coverage, as a table: reached + infeasible (+ open), tests, processor time.
"""
import collections
import gzip
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
EXAMPLES = os.path.join(ROOT, "examples", "app")
BENCH = os.path.join(ROOT, "bench", "app")
COVERAGES = ("statement", "branch", "condition", "mcdc", "path")
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


# All applications that come with rtcheck: configuration, sources, options. Those that go wrong go on behind it.
FIGURES = {"fig3_5": [], "fig4_4": [], "fig5_6": [], "fig6_2": [], "fig6_2_printed": [], "fig6_11": [], "fig7_1": [], "fig7_1_printed": [],
           "fig7_11": [], "nonpremt1_safe": [], "nonpremt2_safe": [], "fullpremt1_safe": [], "fullpremt2_safe": [],
           "mixpremt1_bug": ["--no-check", "assertion"], "mixpremt2_bug": ["--no-check", "assertion"]}
BENCHED = sorted(name[:-4] for name in os.listdir(BENCH) if name.endswith(".oil"))
BUNDLED = {
    **{name: ("figures/" + name, ["figures/" + name], options) for name, options in FIGURES.items()},
    "bus": ("bus/bus", ["bus/bus"], []),
    "ceiling": ("ceiling/ceiling", ["ceiling/ceiling"], ["--no-check", "ceiling"]),
    "samples": ("samples/samples", ["samples/samples"], []),
    "speed": ("speed/speed", ["speed/speed"], []),
    **{name: ("wide/one", ["wide/" + name], []) for name in ("odometer", "filter", "deadline", "redundant", "aligned")},
    "window": ("window/window", ["window/window", "window/hardware"], []),
    "cruise": ("cruise/cruise", ["cruise/" + part for part in ("cruise", "wheel", "control", "hardware")], []),
    **{name: (os.path.join(BENCH, name), [os.path.join(BENCH, name)], ["--no-check", "assertion"] if name.endswith("_bug") else [])
       for name in BENCHED},
}


# Those that are run as a program, too; --table runs all.
RUN = {("fig6_2", "branch"), ("fig7_1", "mcdc"), ("speed", "branch"), ("speed", "mcdc"), ("acc_res4_bug", "branch"), ("wcs", "branch")}


def put_own(name, folder):
    options, oil, code = OWN[name]
    for file, text in (("app.oil", oil), ("app.c", "#include <os.h>\n" + code)):
        with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
            out.write(text)
    return options, "app.oil", ["app.c"]


def put_bundled(name, folder):
    oil, sources, options = BUNDLED[name]
    files = [os.path.join(EXAMPLES, oil + ".oil")] + [os.path.join(EXAMPLES, source + ".c") for source in sources]
    beside = os.path.dirname(files[0])
    for path in files + [os.path.join(beside, header) for header in os.listdir(beside) if header.endswith(".h")]:
        shutil.copy(path, folder)
    return options, os.path.basename(files[0]), [os.path.basename(source) for source in files[1:]]


def run(*words, **others):
    return served.run(words, **others)


def measured(folder, sources):
    """What gcov says: executions by file and line, and by file and line the executions of its branches."""
    lines, branches = collections.Counter(), collections.defaultdict(list)
    for source in sources:
        run("gcov", "--json-format", "--branch-probabilities", "--object-file", f"prog-{source}.gcda", source, cwd=folder)
        path = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".gcov.json.gz"))
        with gzip.open(path, "rt") as file:
            for part in json.load(file)["files"]:
                for line in part["lines"] if part["file"] == source else []:
                    at = source, line["line_number"]
                    lines[at] += line["count"]
                    branches[at] += [branch["count"] for branch in line["branches"]]
        os.remove(path)
    return lines, branches


def compare(told, lines, branches):
    """Yields what is wrong."""
    driven = {number for test in told["tests"] if not test["not_driven"] for number in test["reaches"]}
    by_line = collections.defaultdict(list)
    for number, target in enumerate(told["targets"]):
        by_line[target["location"]["file"], target["location"]["line"]].append((target, number in driven))
    for at, targets in sorted(by_line.items()):
        if told["coverage"] == "statement":
            expected = any(reached for _, reached in targets)
            if at in lines and bool(lines[at]) != expected:
                yield f"line {at}: gcov says {lines[at]} times, the tests say {expected}"
        elif told["coverage"] in ("branch", "condition") and len(targets) == len(branches[at]):
            if sum(reached for _, reached in targets) != sum(count > 0 for count in branches[at]):
                yield f"line {at}: gcov says {branches[at]}, the tests say {[reached for _, reached in targets]}"


def compile_kernel(source, objects):
    """It is the same for all of them."""
    if not os.listdir(objects):
        files = [os.path.join(source, name) for name in os.listdir(source) if name.endswith(".c")]
        built = run("cc", "-O1", "-I" + os.path.dirname(source), "-c", *files, cwd=objects)
        if built.returncode:
            raise SystemExit("the kernel does not compile: " + built.stderr)
    return [os.path.join(objects, name) for name in os.listdir(objects)]


def replay(told, sources, folder, objects):
    """The driven ones, as a program. Yields what is wrong."""
    kernel = compile_kernel(os.path.join(folder, "tests", "osek"), objects)
    steps = [("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-Itests", "-c", "tests/driver.c", "tests/tests.c"),
             *[("cc", "-O0", "--coverage", "-Itests", "-c", source, "-o", f"prog-{source}.o") for source in sources],
             ("cc", "--coverage", "driver.o", "tests.o", *kernel, *[f"prog-{source}.o" for source in sources], "-o", "prog")]
    for step in steps:
        built = run(*step, cwd=folder)
        if built.returncode:
            yield f"it does not compile: {built.stderr}"
            return
    ran = run("./prog", cwd=folder)
    if ran.returncode:
        yield f"the program says {ran.stdout}{ran.stderr}"
        return
    lines, branches = measured(folder, sources)
    if told["tests"] and not any(lines.values()):
        yield "gcov has seen nothing"
    yield from compare(told, lines, branches)


def find_tests(rtcheck, coverage, application, folder):
    """What rtcheck says, as text and as JSON."""
    options, oil, sources = application
    made = run(rtcheck, "app", "--tests", "tests", "--coverage", coverage, *options, oil, *sources, cwd=folder)
    path = os.path.join(folder, "tests", "tests.json")
    if not os.path.exists(path):
        return made, None
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    jsonschema.validate(told, SCHEMA)
    return made, told


def judge(rtcheck, coverage, application, folder, objects):
    """Yields what is wrong. Without a folder for objects, the tests are not run as a program."""
    made, told = find_tests(rtcheck, coverage, application, folder)
    if made.returncode != 0:
        yield f"status {made.returncode}: {made.stdout}{made.stderr}"
        return
    if objects and any(not test["not_driven"] for test in told["tests"]):
        yield from replay(told, application[2], folder, objects)
    elif objects and told["tests"]:
        yield "no test runs by itself: " + str({test["not_driven"] for test in told["tests"]})


def check(rtcheck):
    passed, failed = 0, 0
    objects = tempfile.TemporaryDirectory()
    work = [(name, put_own, coverage, True) for name in OWN for coverage in COVERAGES]
    work += [(name, put_bundled, coverage, (name, coverage) in RUN) for name in BUNDLED for coverage in ("branch", "mcdc")]
    for name, put, coverage, is_run in work:
        with tempfile.TemporaryDirectory() as folder:
            wrong = list(judge(rtcheck, coverage, put(name, folder), folder, objects.name if is_run else None))
        for line in wrong:
            print(f"{name}, {coverage}: {line}", flush=True)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def measure(rtcheck, name, coverage, objects):
    """A cell of the table; the tests it counts, and those of them that the program ran; what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        application = put_bundled(name, folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        options, oil, sources = application
        subprocess.run([rtcheck, "app", "--tests", "tests", "--coverage", coverage, "--time", "120", *options, oil, *sources], cwd=folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        path = os.path.join(folder, "tests", "tests.json")
        if not os.path.exists(path):
            return "nothing", 0, 0, ["nothing was written"]
        with open(path, encoding="utf-8") as file:
            told = json.load(file)
        driven = sum(not test["not_driven"] for test in told["tests"])
        wrong = list(replay(told, sources, folder, objects)) if driven else []
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    count = collections.Counter(target["status"] for target in told["targets"])
    cell = f"{count['reached']} + {count['infeasible']}" + (f" + **{count['open']}**" if count["open"] else "")
    return f"{cell}, {seconds:.2g} s", len(told["tests"]), driven, wrong + ([told["incomplete_because"]] if count["open"] else [])


def table(rtcheck, names):
    objects = tempfile.TemporaryDirectory()
    print("| application | " + " | ".join(COVERAGES) + " | tests | run |")
    print("|---" * (len(COVERAGES) + 3) + "|")
    for name in names or BUNDLED:
        cells = [measure(rtcheck, name, coverage, objects.name) for coverage in COVERAGES]
        print(f"| {name} | " + " | ".join(cell[0] for cell in cells) + f" | {sum(cell[1] for cell in cells)} | {sum(cell[2] for cell in cells)} |",
              flush=True)
        for coverage, cell in zip(COVERAGES, cells):
            for line in cell[3]:
                print(f"{name}, {coverage}: {line}", file=sys.stderr, flush=True)
    return 0


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    return table(rtcheck, sys.argv[3:]) if "--table" in sys.argv[2:] else check(rtcheck)


if __name__ == "__main__":
    sys.exit(main())
