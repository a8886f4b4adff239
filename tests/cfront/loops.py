#!/usr/bin/env python3
"""Loops that only count, up and down, to a limit, round their type or for ever: do they end where they end on a machine?

rtcheck does not go round in such loops (src/cfront/lower/pause.c). Random loops of all forms and types are stepped through here, number by
number; those that end are compiled and run, too, and must end with the same number there. Then `rtcheck app` asserts that number, finds
the overflow, or says that the code runs for ever.

usage: loops.py RTCHECK [--count N] [--seed N]
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE mode;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = mode; }; };
};
"""
TYPES = {"signed char": (8, True), "unsigned char": (8, False), "short": (16, True), "unsigned short": (16, False), "int": (32, True),
         "unsigned": (32, False), "long long": (64, True), "unsigned long long": (64, False)}
LONGEST = 70000  # of loops that are stepped through: more than a type of 16 bits has numbers
PER_PROGRAM = 12
FORMS = {  # {c}: the condition on k, {b}: on k before it is counted, {a}: behind; {s}: the step
    "while": "while ({c}) {s};", "for": "for (; {c}; {s});", "for empty": "for (; {c}; {s}) {{ }}", "before": "while ({b});", "after": "while ({a});",
    "do": "do {s}; while ({c});", "do before": "do {{ }} while ({b});", "do after": "do ; while ({a});", "forever": "for (;;) {{ if (!({c})) break; {s}; }}"}


class Loop:
    def __init__(self, r):
        self.type = r.choice(sorted(TYPES))
        self.bits, self.signed = TYPES[self.type]
        self.low, self.high = (-(1 << self.bits - 1), (1 << self.bits - 1) - 1) if self.signed else (0, (1 << self.bits) - 1)
        self.form, self.step = r.choice(sorted(FORMS)), r.choice([1, -1])
        self.relation = r.choice(["<", "<=", ">", ">=", "!=", "!=", ""])
        near = lambda: r.choice([self.low, self.high, 0]) + r.randint(-3, 3)
        self.limit, self.start = near(), min(max(near(), self.low), self.high)
        if not self.signed or self.bits < 32:
            self.limit = min(max(self.limit, -2), self.high + 2 if self.bits < 32 else self.high)
        self.limit = min(max(self.limit, -(1 << 63)), (1 << 64) - 1)

    def text_of(self, value):
        if value == -(1 << 63):
            return "(-9223372036854775807ll - 1)"
        return f"{value}" + ("ull" if value > (1 << 63) - 1 else "ll" if abs(value) > (1 << 31) - 1 else "")

    def condition(self, counted):
        return f"{counted} {self.relation} {self.text_of(self.limit)}" if self.relation else counted

    def text(self, name):
        plain, sign = self.step, "++" if self.step > 0 else "--"
        step = {1: ["k++", "++k", "k += 1", "k = k + 1"], -1: ["k--", "--k", "k -= 1", "k = k - 1"]}[plain][(self.start + self.limit) % 4]
        body = FORMS[self.form].format(c=self.condition("k"), b=self.condition(f"k{sign}"), a=self.condition(f"{sign}k"), s=step)
        return f"static {self.type} {name}(void) {{ {self.type} k = {self.text_of(self.start)}; {body} return k; }}\n"

    def holds(self, k):
        limit = self.limit
        if not self.relation:
            return k != 0
        width = max(32, self.bits, 64 if abs(limit) > (1 << 31) - 1 else 32)
        is_unsigned = (not self.signed and self.bits == width) or limit > (1 << 63) - 1
        if is_unsigned:
            k, limit = k % (1 << width), limit % (1 << width)
        return {"<": k < limit, "<=": k <= limit, ">": k > limit, ">=": k >= limit, "!=": k != limit}[self.relation]

    def count(self, k):
        """One on; None: that is an overflow."""
        k += self.step
        if self.low <= k <= self.high:
            return k
        return None if self.signed and self.bits >= 32 else k + (-self.step) * (1 << self.bits)

    def outcome(self):
        """The number that it ends with, "overflow", "endless", or None: it takes too long."""
        k = self.start
        for _ in range(LONGEST):
            before, after = k, self.count(k)
            tests_first = self.form in ("while", "for", "for empty", "forever")
            if tests_first and not self.holds(before):
                return k
            if after is None:
                return "overflow"
            k = after
            if self.form in ("before", "do before") and not self.holds(before):
                return k
            if self.form in ("after", "do", "do after") and not self.holds(after):
                return k
        return "endless" if self.bits <= 16 else None


class Tester:
    def __init__(self, options, folder):
        self.options, self.folder, self.passed, self.failed = options, folder, 0, 0
        open(self.path("a.oil"), "w").write(OIL)

    def path(self, name):
        return os.path.join(self.folder, name)

    def expect(self, text, status, said):
        open(self.path("a.c"), "w").write("#include <os.h>\n#include <assert.h>\n" + text)
        run = served.run([self.options.rtcheck, "app", "--time", "5s", "--threads", "1", self.path("a.oil"), self.path("a.c")], timeout=120)
        good = run.returncode == status and said in run.stdout
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        if not good:
            print(f"FAILED: expected {said}\n{text}{run.stdout[:500]}{run.stderr[:500]}")

    def end_when_compiled(self, loop):
        """Of a loop without a sign that is too long to be stepped through: the compiler knows where many of them end."""
        open(self.path("n.c"), "w").write(f'#include <stdio.h>\n{loop.text("f")}int main(void) {{ printf("%llu", (unsigned long long)f()); return 0; }}\n')
        subprocess.run(["cc", "-w", "-O2", "-o", self.path("n"), self.path("n.c")], check=True, timeout=60)
        try:
            return int(subprocess.run([self.path("n")], capture_output=True, text=True, timeout=0.3).stdout)
        except subprocess.TimeoutExpired:
            return None

    def ends_natively(self, loops):
        functions = "".join(loop.text(f"f{i}") for i, (loop, _) in enumerate(loops))
        prints = "".join(f'printf("%llu\\n", (unsigned long long)f{i}());' for i in range(len(loops)))
        open(self.path("n.c"), "w").write(f"#include <stdio.h>\n{functions}int main(void) {{ {prints} return 0; }}\n")
        subprocess.run(["cc", "-w", "-O1", "-fsigned-char", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", self.path("n"), self.path("n.c")],
                       check=True, timeout=60)
        printed = subprocess.run([self.path("n")], capture_output=True, text=True, timeout=60).stdout.split()
        return [int(value) for value in printed] == [end % (1 << 64) for _, end in loops]

    def ended(self, loops, compiled=False):
        text = "".join(loop.text(f"f{i}") for i, (loop, _) in enumerate(loops))
        if not compiled and not self.ends_natively(loops):
            self.failed += 1
            print(f"FAILED: the compiled program ends elsewhere than what is expected here\n{text}{[end for _, end in loops]}")
            return
        checks = "".join(f"assert((unsigned long long)f{i}() == {end % (1 << 64)}ull);\n" for i, (_, end) in enumerate(loops))
        self.expect(f"{text}TASK(t) {{\n{checks}TerminateTask(); }}\n", 0, "holds")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    r, ended, long_ended = random.Random(options.seed), [], 0
    with tempfile.TemporaryDirectory() as folder:
        tester = Tester(options, folder)
        for _ in range(options.count):
            loop = Loop(r)
            outcome = loop.outcome()
            if outcome is None and not loop.signed:
                end = tester.end_when_compiled(loop)
                if end is not None:
                    long_ended += 1
                    tester.ended([(loop, end)], compiled=True)
            elif isinstance(outcome, int):
                ended.append((loop, outcome))
            elif outcome:
                said = "does not fit" if outcome == "overflow" else "runs for ever"
                tester.expect(f"{loop.text('f')}TASK(t) {{ f(); assert(1); TerminateTask(); }}\n", 1, said)
        for first in range(0, len(ended), PER_PROGRAM):
            tester.ended(ended[first:first + PER_PROGRAM])
    print(f"{len(ended)} loops end, and {long_ended} after long")
    print(f"{tester.passed} passed, {tester.failed} failed")
    return 1 if tester.failed else 0


if __name__ == "__main__":
    sys.exit(main())
