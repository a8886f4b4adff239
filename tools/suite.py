#!/usr/bin/env python3
"""The whole test suite: as many parts at a time as there are processors, and one that waits; a line a part, and a last one that counts.

    suite.py [--quick] [WORD...]    the parts whose names contain a word; --quick: those for the daily loop

A part is a command that keeps one processor busy, and a way to read its counts. A part whose tools are not there is skipped
and says so (where CI is set, that is a failure: nobody would notice there); a part that fails without telling which test
failed counts as one failure. What failed beside others is run once more by itself, and both are told: on a crowded machine
the time may have been over. Exit status 1 if anything failed then, too.
"""
import concurrent.futures
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 900  # seconds a part may take
SHOWN = 40   # lines of a failing part's output; all of it is in build/test-logs
SHOWN_AGAIN = 12  # of them, at the end
FAILED = []  # what was told of parts that failed
MOST_AGAIN = 8  # of them, are run again: where more fail, it is not for want of time
WRITES_SECONDS = threading.Lock()

SANITIZERS = {
    # Of the stacks of threads that longjmp() leaves, clang's check for uses after return costs two thirds of the time.
    # Solvers and compilers allocate so much that to keep the stack of each allocation costs a third of theirs.
    "ASAN_OPTIONS": "allocator_may_return_null=1:detect_stack_use_after_return=0:malloc_context_size=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
# To look for leaks when it ends takes a small question as long as the answer: not where there are thousands of them.
WITHOUT_LEAKS = dict(SANITIZERS, ASAN_OPTIONS=SANITIZERS["ASAN_OPTIONS"] + ":detect_leaks=0")


def quick_place():
    """A folder for the tests' files, in memory where that is large and programs may be started from it."""
    given, memory = os.environ.get("TMPDIR"), "/dev/shm"
    try:
        about = os.statvfs(memory)
    except OSError:
        return given or "/tmp"
    is_good = not about.f_flag & os.ST_NOEXEC and about.f_bavail * about.f_frsize > 4 << 30 and os.access(memory, os.W_OK)
    return given or (memory if is_good else "/tmp")


PLACE = quick_place()


def quick_linker():
    """What lets compilers find gold's linker under the name `ld`: tests link thousands of small programs, which takes others twice as
    long."""
    gold, folder = shutil.which("ld.gold"), os.path.join(ROOT, "build", "quick-linker")
    if not gold or "COMPILER_PATH" in os.environ:
        return {}
    os.makedirs(folder, exist_ok=True)
    if not os.path.islink(os.path.join(folder, "ld")):
        os.symlink(gold, os.path.join(folder, "ld"))
    return {"COMPILER_PATH": folder}


LINKER = quick_linker()


def quick_compiler():
    """What compiles Spin's verifiers of small models: cc takes ten seconds for one, tcc a fifth of a second."""
    return {"CC": "tcc"} if "CC" not in os.environ and shutil.which("tcc") else {}


class Counts:
    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        return self

    def __str__(self):
        words = f"{self.passed} passed, {self.failed} failed"
        return words + (f", {self.skipped} skipped" if self.skipped else "")


def count_summary(output, _status):
    """A part that ends in a line of its own, `N passed, N failed[, N skipped]`."""
    found = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$", output, re.MULTILINE)
    return Counts(*(int(number or 0) for number in found[-1])) if found else Counts()


def count_one(_output, status):
    """A part that is a single test: its exit status says it all."""
    return Counts(passed=1) if status == 0 else Counts(failed=1)


def count_tap(output, _status):
    """The Test Anything Protocol, which bats and tests/cli/run.bash speak. A plan that was not fulfilled is a failure."""
    counts = Counts()
    for line in re.findall(r"^(?:not )?ok \d+.*$", output, re.MULTILINE):
        if line.startswith("not ok"):
            counts.failed += 1
        elif re.search(r"# skip", line, re.IGNORECASE):
            counts.skipped += 1
        else:
            counts.passed += 1
    plan = re.search(r"^1\.\.(\d+)$", output, re.MULTILINE)
    if plan and int(plan.group(1)) > counts.passed + counts.failed + counts.skipped:
        counts.failed += 1
    return counts


def count_meson(build):
    """cmocka's test cases, from Meson's log; a program that failed otherwise (a crash, a leak) is one failure."""
    def count(_output, _status):
        counts = Counts()
        with open(os.path.join(ROOT, build, "meson-logs", "testlog.json"), encoding="utf-8") as log:
            for line in log:
                program = json.loads(line)
                output = program.get("stdout", "") + program.get("stderr", "")
                passed = len(re.findall(r"^\[ +OK \] ", output, re.MULTILINE))
                skipped = len(set(re.findall(r"^\[  SKIPPED \] (?!\d+ test)(\S+)", output, re.MULTILINE)))
                failed = len(set(re.findall(r"^\[  FAILED  \] (?!\d+ test)(\S+)", output, re.MULTILINE)))
                if program["result"] not in ("OK", "SKIP") and not failed:
                    failed = 1
                counts += Counts(passed, failed, skipped)
        return counts
    return count


LONGEST_TEST = "300"  # seconds: a test of the command line that takes longer does not end


class Part:
    """`binary` is what RTCHECK names in its environment, `sanitizers` what sanitizers are told there."""

    def __init__(self, name, command, count, needs, binary="build/rtcheck", sanitizers=SANITIZERS):
        self.name, self.command, self.count, self.needs, self.binary = name, command, count, needs, binary
        self.sanitizers = sanitizers

    def missing(self):
        return [path for path in self.needs + [self.command[0]] if not available(path)]

    def alone(self, output):
        """What to run again of it, where it failed with this output: of the command line those tests, of others all."""
        names = re.findall(r"^not ok \d+ (.*?)(?: in \d+ms.*)?$", output, re.MULTILINE)
        if self.count is not count_tap or not names:
            return self
        pattern = "|".join("^" + re.sub(r"([][\\.^$*+?(){}|])", r"\\\1", name) + "$" for name in names)
        return Part(self.name, [self.command[0], "--filter", pattern, *self.command[1:]], self.count, self.needs, self.binary,
                    self.sanitizers)

    def run(self):
        """The counts, the output and the seconds of processor time."""
        # Tests start Python hundreds of times: this one, without asking a version manager which it is.
        path = os.path.dirname(sys.executable) + ":" + os.environ["PATH"]
        environment = dict(os.environ, RTCHECK=os.path.join(ROOT, self.binary), PATH=path, TMPDIR=PLACE,
                           BATS_TEST_TIMEOUT=LONGEST_TEST, **LINKER, **quick_compiler(), **self.sanitizers)
        output, status, worked = run_limited(self.command, environment)
        try:
            counts = self.count(output, status)
        except (OSError, ValueError, KeyError) as problem:
            counts, status, output = Counts(), 1, output + f"\ncannot read its counts: {problem}\n"
        if status != 0 and not counts.failed:
            counts.failed = 1
        if status == 0 and not (counts.passed or counts.failed or counts.skipped):
            counts.failed = 1
            output += "\nit ran no test at all\n"
        return counts, output, worked


def processes_of_session(leader):
    """Tests start some in process groups of their own."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                session = int(file.read().rpartition(")")[2].split()[3])
        except OSError:
            continue
        if session == leader:
            yield int(name)


def run_limited(command, environment):
    """Output, exit status and seconds of processor time. Past the limit the command ends with everything that it started."""
    def end():
        for process in processes_of_session(child.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    child = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, start_new_session=True)
    watchdog = threading.Timer(LIMIT, end)
    watchdog.start()
    output = child.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    if watchdog.is_alive():
        watchdog.cancel()
    else:
        output += f"\nstopped after {LIMIT} s\n"
    child.returncode = os.waitstatus_to_exitcode(status)
    return output, child.returncode, usage.ru_utime + usage.ru_stime


def available(path):
    """A program on the PATH, or a file of ours (`*`: at least one in that directory with that ending)."""
    if "/" not in path:
        return any(os.access(os.path.join(place, path), os.X_OK) for place in os.environ["PATH"].split(":"))
    directory, name = os.path.split(os.path.join(ROOT, path))
    if name.startswith("*"):
        return os.path.isdir(directory) and any(file.endswith(name[1:]) for file in os.listdir(directory))
    return os.path.exists(os.path.join(directory, name))


def unit_tests(build):
    return ["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", "--num-processes", "1"]


def seen_in_part():
    """The unit tests of which sanitizers see a part only (base/tests/rounds.h): src/ROOM/tests/test_IDEA.c is ROOM_IDEA."""
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        room, last = os.path.split(folder)
        for name in names if last == "tests" else []:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                if name.startswith("test_") and '"base/tests/rounds.h"' in file.read():
                    yield os.path.basename(room) + name[len("test"):-len(".c")]


# Limits of memory, system calls that are fenced off, and compilers in the process are not the same under sanitizers, and
# of others these see a part.
NOT_SANITIZED = sorted({"base_limits", "cfront_errors", "conform_design", "jit_jit", *seen_in_part()})

# The sanitized build is clang's, which evaluates arguments from left to right; on x86-64, gcc goes the other way.
OTHER_ORDER = ["app_evaluate", "app_form", "app_horn", "app_solver", "app_symbolic", "app_term", "cfront_lower",
               "cfront_parts", "eventb_algebra", "eventb_formula", "ltl_buchi", "ocl_evaluate", "promela_evaluate",
               "timing_merge", "xgdl_guide"]


def command_line(build, names, note=""):
    """One part a file, since each takes its time."""
    return [Part(f"command line{note}: {name}", ["tests/cli/run.bash", "--timing", f"tests/cli/{name}.bats"], count_tap,
                 [build + "/rtcheck", build + "/rtcheck-served"], build + "/rtcheck", WITHOUT_LEAKS) for name in sorted(names)]


# The command line is tried once, with sanitizers, which see what a plain build would pass over; in a plain build are those
# files that are about time, about large models or many, and about words that the others say, too.
COMMAND_LINE = {name[:-5] for name in os.listdir(os.path.join(ROOT, "tests/cli")) if name.endswith(".bats")}
PLAIN = {"app_large", "docs", "limits", "main", "replay"}


def corpus(build, *options):
    return ["python3", "tests/promela/run.py", build + "/rtcheck", *options]


PARTS = [
    Part("rooms", ["python3", "tests/rooms.py"], count_summary, ["tests/rooms.py"]),
    Part("functions without callers", ["python3", "tests/symbols.py", "build"], count_summary,
         ["tests/symbols.py", "build/build.ninja", "nm"]),
    Part("unit tests that sanitizers keep from looking", unit_tests("build") + NOT_SANITIZED, count_meson("build"),
         ["build/build.ninja"]),
    Part("unit tests, by the other compiler", unit_tests("build") + OTHER_ORDER, count_meson("build"), ["build/build.ninja"]),
    Part("unit tests, sanitized", unit_tests("build-asan"), count_meson("build-asan"), ["build-asan/build.ninja"]),
    *command_line("build", PLAIN),
    *command_line("build-asan", COMMAND_LINE - PLAIN, ", sanitized"),
    Part("examples", ["python3", "tools/examples.py", "build/rtcheck"], count_summary, ["build/rtcheck"]),
    Part("demo", ["tools/demo.sh", "build/rtcheck"], count_one, ["build/rtcheck"]),
    Part("Promela corpus", corpus("build"), count_summary, ["tests/promela/run.py", "build/rtcheck"]),
    Part("Promela corpus, sanitized", corpus("build-asan", "--fast"), count_summary,
         ["tests/promela/run.py", "build-asan/rtcheck"], sanitizers=WITHOUT_LEAKS),
    Part("leaks of each command", ["python3", "tests/leaks.py", "build-asan/rtcheck"], count_summary,
         ["tests/leaks.py", "build-asan/rtcheck"]),
    Part("generated text", ["python3", "tests/promela/text.py", "build/rtcheck"], count_summary,
         ["tests/promela/text.py", "build/rtcheck"]),
    Part("counterexamples in Spin", ["python3", "tests/promela/spin_replay.py", "build/rtcheck"], count_summary,
         ["tests/promela/spin_replay.py", "build/rtcheck"]),
    Part("counterexamples of Spin", ["python3", "tests/promela/spin_trails.py", "build/rtcheck"], count_summary,
         ["tests/promela/spin_trails.py", "build/rtcheck", "spin"]),
    Part("names", ["python3", "tests/promela/names.py", "build/rtcheck"], count_summary,
         ["tests/promela/names.py", "build/rtcheck"]),
    Part("random guides", ["python3", "tests/xgdl/random_guides.py", "build/rtcheck"], count_summary,
         ["tests/xgdl/random_guides.py", "build/rtcheck"]),
    Part("the neutral guide", ["python3", "tests/guide/neutral.py", "build/rtcheck"], count_summary,
         ["tests/guide/neutral.py", "build/rtcheck"]),
    Part("random models under random guides", ["python3", "tests/guide/filtered.py", "build/rtcheck"], count_summary,
         ["tests/guide/filtered.py", "build/rtcheck"]),
    Part("the landing gear", ["python3", "tests/guide/landing_gear.py", "build/rtcheck"], count_summary,
         ["tests/guide/landing_gear.py", "build/rtcheck"]),
    Part("OIL", ["python3", "tests/oil/run.py", "build/rtcheck"], count_summary, ["tests/oil/run.py", "build/rtcheck"]),
    Part("applications", ["python3", "tests/app/examples.py", "build/rtcheck"], count_summary,
         ["tests/app/examples.py", "build/rtcheck"]),
    Part("applications, sanitized", ["python3", "tests/app/examples.py", "build-asan/rtcheck", "--fast"], count_summary,
         ["tests/app/examples.py", "build-asan/rtcheck"]),
    Part("rules of the standard", ["python3", "tests/app/rules.py", "build/rtcheck"], count_summary,
         ["tests/app/rules.py", "build/rtcheck"]),
    Part("rules of the standard, in exported models", ["python3", "tests/app/rules.py", "build/rtcheck", "--engine", "spin"],
         count_summary, ["tests/app/rules.py", "build/rtcheck"]),
    Part("rules of the standard, sanitized", ["python3", "tests/app/rules.py", "build-asan/rtcheck"], count_summary,
         ["tests/app/rules.py", "build-asan/rtcheck"]),
    Part("applications and their verdicts", ["python3", "tests/app/verdicts.py", "build/rtcheck"], count_summary,
         ["tests/app/verdicts.py", "build/rtcheck"]),
    Part("applications and their verdicts, by both engines", ["python3", "tests/app/verdicts.py", "build/rtcheck", "--spin"],
         count_summary, ["tests/app/verdicts.py", "build/rtcheck"]),
    Part("applications, searched in several ways", ["python3", "tests/app/reduction.py", "build/rtcheck", "--random", "40"],
         count_summary, ["tests/app/reduction.py", "build/rtcheck"]),
    Part("classes of inputs", ["python3", "tests/app/classes.py", "build/rtcheck", "--count", "40"], count_summary,
         ["tests/app/classes.py", "build/rtcheck"]),
    Part("inputs that a solver knows", ["python3", "tests/app/paths.py", "build/rtcheck", "--count", "30"], count_summary,
         ["tests/app/paths.py", "build/rtcheck"]),
    Part("test cases, run and measured", ["python3", "tests/app/cases.py", "build/rtcheck"], count_summary,
         ["tests/app/cases.py", "build/rtcheck"]),
    Part("conditions as assertions and as formulas", ["python3", "tests/app/formulas.py", "build/rtcheck", "60"], count_summary,
         ["tests/app/formulas.py", "build/rtcheck"]),
    Part("orders of evaluation", ["python3", "tests/app/orders.py", "build/rtcheck", "--count", "40"], count_summary,
         ["tests/app/orders.py", "build/rtcheck"]),
    Part("plain data behind flags", ["python3", "tests/app/flags.py", "build/rtcheck", "--count", "60", "--seed", "3"], count_summary,
         ["tests/app/flags.py", "build/rtcheck"]),
    Part("numbers that may be any", ["python3", "tests/app/widened.py", "build/rtcheck", "--count", "60", "--seed", "1"], count_summary,
         ["tests/app/widened.py", "build/rtcheck"]),
    Part("tasks that stand still", ["python3", "tests/app/standing.py", "build/rtcheck", "--count", "100", "--seed", "1"], count_summary,
         ["tests/app/standing.py", "build/rtcheck"]),
    Part("statuses on their way", ["python3", "tests/app/statuses.py", "build/rtcheck", "--count", "120", "--seed", "3"], count_summary,
         ["tests/app/statuses.py", "build/rtcheck"]),
    Part("runs that assumptions leave out", ["python3", "tests/app/assumptions.py", "build/rtcheck", "--count", "100", "--seed", "3"],
         count_summary, ["tests/app/assumptions.py", "build/rtcheck"]),
    Part("time that waits", ["python3", "tests/app/timely.py", "build/rtcheck", "--count", "80", "--seed", "3"], count_summary,
         ["tests/app/timely.py", "build/rtcheck"]),
    Part("time that jumps", ["python3", "tests/app/clocks.py", "build/rtcheck", "--count", "60", "--seed", "3"], count_summary,
         ["tests/app/clocks.py", "build/rtcheck"]),
    Part("operators on volatile memory", ["python3", "tests/app/operators.py", "build/rtcheck", "--count", "150", "--seed", "3"], count_summary,
         ["tests/app/operators.py", "build/rtcheck"]),
    Part("coverage of random decisions", ["python3", "tests/app/conditions.py", "build/rtcheck"], count_summary,
         ["tests/app/conditions.py", "build/rtcheck"]),
    Part("inputs that a solver knows, sanitized", ["python3", "tests/app/paths.py", "build-asan/rtcheck", "--random-only",
                                                   "--count", "8"], count_summary,
         ["tests/app/paths.py", "build-asan/rtcheck"], "build-asan/rtcheck"),
    Part("sequential programs", ["python3", "tests/app/sequential.py", "build/rtcheck"], count_summary,
         ["tests/app/sequential.py", "build/rtcheck", "cc"]),
    Part("broken rules", ["python3", "tests/app/mutants.py", "build/rtcheck-mutants"], count_summary,
         ["tests/app/mutants.py", "build/rtcheck-mutants"]),
    Part("random applications", ["python3", "tests/app/differential.py", "build/rtcheck"], count_summary,
         ["tests/app/differential.py", "build/rtcheck", "cc"]),
    Part("applications with parts missing", ["python3", "tests/app/incomplete.py", "build/rtcheck"], count_summary,
         ["tests/app/incomplete.py", "build/rtcheck"]),
    Part("sources without their common header", ["python3", "tests/app/split.py", "build/rtcheck"], count_summary,
         ["tests/app/split.py", "build/rtcheck"]),
    Part("random projects over folders", ["python3", "tests/app/folders.py", "build/rtcheck"], count_summary,
         ["tests/app/folders.py", "build/rtcheck"]),
    Part("folders of thousands of files", ["python3", "tests/app/large_folders.py", "build/rtcheck"], count_summary,
         ["tests/app/large_folders.py", "build/rtcheck"]),
    Part("random task sets", ["python3", "tests/timing/random_sets.py", "300"], count_summary,
         ["tests/timing/random_sets.py", "build/rtcheck"]),
    Part("random overload of cooperative tasks", ["python3", "tests/timing/starving.py", "60"], count_summary,
         ["tests/timing/starving.py", "build/rtcheck"]),
    Part("random constraints of timing", ["python3", "tests/timing/constraints.py", "60"], count_summary,
         ["tests/timing/constraints.py", "build/rtcheck"]),
    Part("random formulas of timing", ["python3", "tests/timing/formulas.py", "40"], count_summary,
         ["tests/timing/formulas.py", "build/rtcheck"]),
    Part("random semaphores and events of timing", ["python3", "tests/timing/sharing.py", "50"], count_summary,
         ["tests/timing/sharing.py", "build/rtcheck"]),
    Part("timing models scaled", ["python3", "tests/timing/scaled.py", "40"], count_summary,
         ["tests/timing/scaled.py", "build/rtcheck"]),
    Part("timing in Spin", ["python3", "tests/timing/spin.py", "24"], count_summary,
         ["tests/timing/spin.py", "build/rtcheck", "spin"]),
    Part("conformance: the table", ["python3", "tests/conform/table.py", "build/rtcheck"], count_one,
         ["tests/conform/table.py", "build/rtcheck"]),
    Part("conformance: planted bugs", ["python3", "tests/conform/bugs.py", "build/rtcheck"], count_one,
         ["tests/conform/bugs.py", "build/rtcheck"]),
    Part("conformance: random designs", ["python3", "tests/conform/judged.py", "build/rtcheck", "100"], count_summary,
         ["tests/conform/judged.py", "build/rtcheck"]),
    Part("conformance: OSEK's standard", ["python3", "tests/conform/standard.py", "build/rtcheck", "--quick"],
         count_summary,
         ["tests/conform/standard.py", "build/rtcheck"]),
    Part("random formulas of Event-B", ["python3", "tests/eventb/formulas.py", "build/rtcheck", "320"], count_summary,
         ["tests/eventb/formulas.py", "build/rtcheck"]),
    Part("choices of Event-B that conditions limit together", ["python3", "tests/eventb/choices.py", "build/rtcheck", "120"], count_summary,
         ["tests/eventb/choices.py", "build/rtcheck"]),
    Part("constants of Event-B that come from others without end", ["python3", "tests/eventb/chained.py", "build/rtcheck", "80"], count_summary,
         ["tests/eventb/chained.py", "build/rtcheck"]),
    Part("parts of pairs and functions of Event-B", ["python3", "tests/eventb/parts.py", "build/rtcheck", "100"], count_summary,
         ["tests/eventb/parts.py", "build/rtcheck"]),
    Part("numbers that sets of Event-B give in part", ["python3", "tests/eventb/given.py", "build/rtcheck", "300"], count_summary,
         ["tests/eventb/given.py", "build/rtcheck"]),
    Part("conditions of Event-B in another order", ["python3", "tests/eventb/orders.py", "build/rtcheck", "150"], count_summary,
         ["tests/eventb/orders.py", "build/rtcheck"]),
    Part("witnesses of Event-B", ["python3", "tests/eventb/witnesses.py", "build/rtcheck", "150"], count_summary,
         ["tests/eventb/witnesses.py", "build/rtcheck"]),
    Part("constants and axioms of Event-B", ["python3", "tests/eventb/axioms.py", "build/rtcheck", "100"], count_summary,
         ["tests/eventb/axioms.py", "build/rtcheck"]),
    Part("axioms of Event-B in their order", ["python3", "tests/eventb/ordered.py", "build/rtcheck", "150"], count_summary,
         ["tests/eventb/ordered.py", "build/rtcheck"]),
    Part("axioms of Event-B about elements, in every order", ["python3", "tests/eventb/elements.py", "build/rtcheck", "60"], count_summary,
         ["tests/eventb/elements.py", "build/rtcheck"]),
    Part("guards, theorems and variants of Event-B", ["python3", "tests/eventb/guards.py", "build/rtcheck", "200"], count_summary,
         ["tests/eventb/guards.py", "build/rtcheck"]),
    Part("operators of theories of Event-B", ["python3", "tests/eventb/operators.py", "build/rtcheck"], count_summary,
         ["tests/eventb/operators.py", "build/rtcheck"]),
    Part("functions of Event-B, value by value", ["python3", "tests/eventb/functions.py", "build/rtcheck"], count_summary,
         ["tests/eventb/functions.py", "build/rtcheck"]),
    Part("what a solver decides in Event-B", ["python3", "tests/eventb/asked.py", "build/rtcheck"], count_summary,
         ["tests/eventb/asked.py", "build/rtcheck"]),
    Part("variables of Event-B that are infinite sets", ["python3", "tests/eventb/infinite.py", "build/rtcheck"], count_summary,
         ["tests/eventb/infinite.py", "build/rtcheck"]),
    Part("developments of Event-B, written in another way", ["python3", "tests/eventb/shuffled.py", "build/rtcheck"], count_summary,
         ["tests/eventb/shuffled.py", "build/rtcheck"]),
    Part("quantifiers of Event-B inside each other", ["python3", "tests/eventb/nested.py", "build/rtcheck"], count_summary,
         ["tests/eventb/nested.py", "build/rtcheck"]),
    Part("images of Event-B under relations without end", ["python3", "tests/eventb/images.py", "build/rtcheck"], count_summary,
         ["tests/eventb/images.py", "build/rtcheck"]),
    Part("machines of Event-B that include others", ["python3", "tests/eventb/include.py", "build/rtcheck"], count_summary,
         ["tests/eventb/include.py", "build/rtcheck"]),
    Part("elements of Event-B that are alike", ["python3", "tests/eventb/symmetry.py", "build/rtcheck", "100"], count_summary,
         ["tests/eventb/symmetry.py", "build/rtcheck"]),
    Part("bundled designs", ["python3", "tests/env/models/bundled.py", "build/rtcheck"], count_summary,
         ["tests/env/models/bundled.py", "build/rtcheck"]),
    Part("bundled kernel", ["python3", "tests/env/models/kernel.py", "build/rtcheck"], count_summary,
         ["tests/env/models/kernel.py", "build/rtcheck"]),
    Part("numberings of objects", ["python3", "tests/env/symmetry.py", "build/rtcheck", "40"], count_summary,
         ["tests/env/symmetry.py", "build/rtcheck"]),
    Part("one meaning of designs", ["python3", "tests/env/export.py", "build/rtcheck", "30"], count_summary,
         ["tests/env/export.py", "build/rtcheck"]),
    Part("exported environments", ["python3", "tests/env/models/spin.py", "build/rtcheck", "24"], count_summary,
         ["tests/env/models/spin.py", "build/rtcheck", "spin"]),
    Part("random models", ["python3", "tests/differential/run.py", "build/rtcheck", "--count", "500"], count_summary,
         ["tests/differential/run.py", "build/rtcheck", "spin"]),
    Part("faults on purpose", ["python3", "tests/faults/run.py", "build/rtcheck"], count_summary,
         ["tests/faults/run.py", "build/rtcheck", "cc"]),
    Part("broken inputs", ["python3", "tests/fuzz/mutate.py", "build/rtcheck", "--count", "8"], count_summary,
         ["tests/fuzz/mutate.py", "build/rtcheck"]),
    Part("C against the compiler", ["python3", "tests/cfront/accuracy.py", "build/rtcheck", "--count", "100"], count_summary,
         ["tests/cfront/accuracy.py", "build/rtcheck", "cc"]),
    Part("formats and variable arguments", ["python3", "tests/cfront/library.py", "build/rtcheck"], count_summary,
         ["tests/cfront/library.py", "build/rtcheck", "cc"]),
    Part("functions of math.h", ["python3", "tests/cfront/functions.py", "build/rtcheck"], count_summary,
         ["tests/cfront/functions.py", "build/rtcheck", "cc"]),
    Part("memory against sanitizers", ["python3", "tests/cfront/memory.py", "build/rtcheck", "--layouts", "40", "--walks", "60"],
         count_summary, ["tests/cfront/memory.py", "build/rtcheck", "clang"]),
    Part("pointers in disguise", ["python3", "tests/cfront/copies.py", "build/rtcheck", "--count", "30"], count_summary,
         ["tests/cfront/copies.py", "build/rtcheck", "clang"]),
    Part("bit-fields against compilers", ["python3", "tests/cfront/bitfields.py", "build/rtcheck", "--count", "6"], count_summary,
         ["tests/cfront/bitfields.py", "build/rtcheck", "clang", "llvm-objdump"]),
    Part("loops that only count", ["python3", "tests/cfront/loops.py", "build/rtcheck", "--count", "40"], count_summary,
         ["tests/cfront/loops.py", "build/rtcheck", "cc"]),
    Part("corners of C", ["python3", "tests/cfront/corners.py", "build/rtcheck"], count_summary,
         ["tests/cfront/corners.py", "build/rtcheck", "clang"]),
    Part("extensions of C", ["python3", "tests/cfront/features.py", "build/rtcheck"], count_summary,
         ["tests/cfront/features.py", "build/rtcheck"]),
    Part("values that are not there", ["python3", "tests/cfront/values.py", "build/rtcheck", "--count", "60"], count_summary,
         ["tests/cfront/values.py", "build/rtcheck", "clang"]),
]

# The longest begin first, so that none is left for the end: by the seconds of processor time that each took in the last run
# of this build, and where there was none, by these, roughly.
SECONDS = os.path.join(ROOT, "build", "test-logs", "seconds.json")
LONG = {
    "unit tests, sanitized": 103,
    "unit tests, side by side": 90,
    "command line, sanitized: app_engines": 85,
    "random applications": 84,
    "random models": 62,
    "Promela corpus": 60,
    "applications and their verdicts, by both engines": 60,
    "command line, sanitized: app": 60,
    "applications and their verdicts": 54,
    "command line, sanitized: eventb": 50,
    "command line, sanitized: app_folder": 45,
    "sources without their common header": 45,
    "unit tests that sanitizers keep from looking": 45,
    "inputs that a solver knows": 42,
    "command line, sanitized: app_missing_drivers": 40,
    "command line, sanitized: app_missing_functions": 35,
    "command line, sanitized: app_missing_numbers": 35,
    "command line, sanitized: app_headers": 30,
    "command line: limits": 29,
    "applications, searched in several ways": 27,
    "C against the compiler": 26,
    "applications": 25,
    "command line, sanitized: app_sequential": 25,
    "random projects over folders": 25,
    "test cases, run and measured": 23,
    "Promela corpus, sanitized": 22,
    "broken rules": 22,
    "memory against sanitizers": 21,
    "sequential programs": 21,
    "command line, sanitized: app_folder_build": 20,
    "command line: app_large": 19,
    "random task sets": 19,
    "applications, sanitized": 18,
    "command line, sanitized: guide": 16,
    "exported environments": 16,
    "counterexamples of Spin": 15,
    "classes of inputs": 14,
    "command line, sanitized: app_vendors": 14,
    "command line, sanitized: conform": 14,
    "command line, sanitized: env": 14,
    "command line, sanitized: timing": 13,
    "command line: docs": 13,
    "constants and axioms of Event-B": 12,
    "names": 11,
    "values that are not there": 11,
    "command line, sanitized: model": 10,
    "command line: replay": 10,
    "random constraints of timing": 10,
    "rules of the standard, in exported models": 10,
    "timing models scaled": 10,
    "pointers in disguise": 9,
    "random semaphores and events of timing": 9,
    "applications with parts missing": 8,
    "command line, sanitized: app_tests": 6,
    "leaks of each command": 4,
}

# Those that wait half of their time (for limits of time, for programs that are stopped): one after the other beside the rest.
WAITING = {
    "unit tests, sanitized", "unit tests that sanitizers keep from looking", "command line: limits",
    "command line, sanitized: conform",
}

# What `make check` runs: every room once, in less than two minutes.
QUICK = {
    "rooms", "examples", "OIL", "rules of the standard", "command line: docs", "command line: main",
}
QUICK_ONLY = [
    Part("unit tests, side by side", unit_tests("build")[:-1] + ["2"], count_meson("build"), ["build/build.ninja"]),
    *command_line("build", {"eventb", "oil"}),
    Part("Promela corpus, in short", corpus("build", "--fast"), count_summary, ["tests/promela/run.py", "build/rtcheck"]),
    Part("applications, in short", ["python3", "tests/app/examples.py", "build/rtcheck", "--fast"], count_summary,
         ["tests/app/examples.py", "build/rtcheck"]),
]


def save(name, output):
    """Keeps a part's whole output; the path, as seen from the root."""
    path = os.path.join("build", "test-logs", re.sub(r"\W+", "-", name) + ".log")
    os.makedirs(os.path.join(ROOT, os.path.dirname(path)), exist_ok=True)
    with open(os.path.join(ROOT, path), "w", encoding="utf-8") as log:
        log.write(output)
    return path


def measured_seconds():
    try:
        with open(SECONDS, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def remember_seconds(name, seconds):
    with WRITES_SECONDS:
        measured = {**measured_seconds(), name: round(seconds, 1)}
        with open(SECONDS + ".new", "w", encoding="utf-8") as file:
            json.dump(measured, file, indent=1)
        os.replace(SECONDS + ".new", SECONDS)


def missing_counts(part, missing):
    """Nobody reads a skip where machines run the tests."""
    counts = Counts(failed=1) if os.environ.get("CI") else Counts(skipped=1)
    told = f"{part.name:<44} {'failed' if counts.failed else 'skipped'}: no {', '.join(missing)}"
    if counts.failed:
        FAILED.append(told)
    print(told, flush=True)
    return counts


def run_part(part, note=""):
    """Prints its line; a failing part shows the end of its output. The counts, and what failed."""
    missing = part.missing()
    if missing:
        return missing_counts(part, missing), None
    began = time.monotonic()
    counts, output, worked = part.run()
    told = f"{part.name + note:<44} {counts}  ({time.monotonic() - began:.0f} s, processor {worked:.0f} s)"
    log = save(part.name + note, output)
    if not note:
        remember_seconds(part.name, worked)
    if counts.failed:
        telling = [line for line in output.rstrip().split("\n") if not re.match(r"ok \d+ ", line)]
        told += "\n    " + "\n    ".join(telling[-SHOWN:]) + f"\n    all of it: {log}"
    print(told, flush=True)
    return counts, (part, counts, output, told) if counts.failed else None


def run_again(failures):
    """What failed beside others, by itself. By how much less fails then."""
    better = 0
    for part, counts, output, told in failures:
        again, failure = run_part(part.alone(output), ", once more, alone") if len(failures) <= MOST_AGAIN else (counts, True)
        if failure:
            FAILED.append(told)
        else:
            print(f"{part.name}: what failed beside others did not when it ran alone")
            better += counts.failed if again.passed else 0
    return better


def retell_failures():
    """Who looks at the end of a long log sees what failed, too."""
    for told in FAILED:
        first, *rest = told.split("\n")
        print("\n".join(["FAILED: " + first, *rest[-SHOWN_AGAIN:]]))


def chosen_parts(arguments):
    parts = [part for part in PARTS if part.name in QUICK] + QUICK_ONLY if "--quick" in arguments else list(PARTS)
    words = [word for word in arguments if not word.startswith("-")]
    if words:
        parts = [part for part in parts if any(word in part.name for word in words)]
    seconds = {**LONG, **measured_seconds()}
    return sorted(parts, key=lambda part: -seconds.get(part.name, 0))


def main():
    options = {word for word in sys.argv[1:] if word.startswith("-")}
    if options - {"--quick"}:
        print(__doc__)
        return 0 if options <= {"-h", "--help"} else 2
    total, parts = Counts(), chosen_parts(sys.argv[1:])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as busy, concurrent.futures.ThreadPoolExecutor(1) as patient:
        results = [(patient if part.name in WAITING else busy).submit(run_part, part) for part in parts]
        for result in results:
            total += result.result()[0]
    better = run_again([result.result()[1] for result in results if result.result()[1]])
    total += Counts(passed=better, failed=-better)
    retell_failures()
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
