#!/usr/bin/env python3
"""Corners of C: is what must hold taken to hold, and what goes wrong found?

All cases of corners.txt are functions of one program, of which a task calls any one: one run of rtcheck finds all that
go wrong (--all-violations), each at its own line. Those that hold are compiled and run, too, with sanitizers: they
must hold there as well.

usage: corners.py RTCHECK [CASES]
"""
import json
import os
import re
import subprocess
import sys
import tempfile

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE mode;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = mode; }; };
};
"""
HEADERS = ["assert", "limits", "stdalign", "stdarg", "stddef", "stdint", "stdio", "stdlib", "string"]
# Words that are no case's own.
NOBODYS = set("""
    _Alignas _Alignof _Bool _Generic _Static_assert __attribute__ __m __typeof__ alignas aligned char const double enum extern float for inline int
    int32_t long NULL offsetof packed return short signed sizeof size_t static struct typedef uint32_t uint8_t uintptr_t union unsigned void volatile
    case assert default memcpy if else while do switch goto va_arg va_copy va_end va_list va_start vsnprintf vsprintf""".split())
WAYS = [[], ["--no-reduction"], ["--search", "dfs"]]


class Case:
    def __init__(self, verdict, name):
        self.verdict, self.name, self.declarations, self.body = verdict, name, [], ""

    def names(self):
        """What its declarations name, of its own: other cases may have the same, but for what begins with own_."""
        text = re.sub(r'"[^"]*"|#(define|pragma.*)', "", "\n".join(self.declarations))
        return sorted(name for name in set(re.findall(r"\b[A-Za-z_]\w*", text)) - NOBODYS if not name.startswith("own_"))


def read(path):
    cases = []
    for line in open(path):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        if line.startswith("  > "):
            cases[-1].body = line[4:]
        elif line.startswith("    "):
            cases[-1].declarations.append(line[4:])
        else:
            cases.append(Case(*line.split(" ")))
    return cases


def program(cases, head, tail):
    """Its text, and which case each line belongs to."""
    lines, owner = [*head, *[f"#include <{name}.h>" for name in HEADERS]], {}
    for case in cases:
        macros = re.findall(r"#define (\w+)", "\n".join(case.declarations))
        names = [name for name in case.names() if name not in macros]
        lines += [f"#define {name} {name}_of_{case.name}" for name in names]
        for text in [*case.declarations, f"static void case_{case.name}(void) {{ {case.body} }}"]:
            lines.append(text)
            owner[len(lines)] = case.name
        lines += [f"#undef {name}" for name in names + macros]
    return "\n".join(lines + tail(cases)) + "\n", owner


def task(cases):
    calls = [f"case {i}: case_{case.name}(); break;" for i, case in enumerate(cases)]
    return [f"TASK(t) {{ switch (random(0, {len(cases) - 1})) {{", *calls, "} TerminateTask(); }"]


def main_function(cases):
    return ["int main(void) {", *[f'fputs("{case.name} ", stderr); case_{case.name}();' for case in cases], "return 0; }"]


def check(rtcheck, folder, cases, options):
    source, oil = os.path.join(folder, "corners.c"), os.path.join(folder, "corners.oil")
    text, owner = program(cases, ["#include <os.h>"], task)
    open(source, "w").write(text)
    open(oil, "w").write(OIL)
    run = subprocess.run([rtcheck, "app", "--json", "--all-violations", "--threads", "1", *options, oil, source],
                         capture_output=True, text=True, timeout=600)
    if run.returncode != 1:
        print(f"FAILED: status {run.returncode}: {run.stderr[-2000:]}")
        return 0, len(cases)
    found = {}
    for violation in json.loads(run.stdout)["violations"]:
        found.setdefault(owner.get(violation["location"]["line"]), violation["message"])
    failed = 0
    for case in cases:
        if (case.name in found) != (case.verdict == "violated"):
            failed += 1
            print(f"FAILED: {case.name} {' '.join(options)}: expected {case.verdict}, found {found.get(case.name)}\n  {case.body}")
    return len(cases) - failed, failed


def compiled(folder, cases):
    source, binary = os.path.join(folder, "native.c"), os.path.join(folder, "native")
    text, _ = program(cases, [], main_function)
    open(source, "w").write(text)
    build = subprocess.run(["clang", "-w", "-std=gnu11", "-fsigned-char", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                            source, "-o", binary], capture_output=True, text=True, timeout=600)
    run = subprocess.run([binary], capture_output=True, text=True, timeout=600, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}) \
        if build.returncode == 0 else build
    if run.returncode != 0:
        print(f"FAILED, compiled: {run.stderr[-2000:]}")
    return (0, 1) if run.returncode else (len(cases), 0)


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    cases = read(sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "corners.txt"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        results = [check(rtcheck, folder, cases, options) for options in WAYS]
        results.append(compiled(folder, [case for case in cases if case.verdict == "holds"]))
    for good, bad in results:
        passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
