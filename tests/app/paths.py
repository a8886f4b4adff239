#!/usr/bin/env python3
"""Inputs that a solver knows against inputs that are enumerated: `paths.py RTCHECK [--count N] [--seed N] [--time SECONDS] [--random-only]`.

Random applications read a few narrow inputs and compute with them in all types; interrupts come in between. Both engines
must say the same, of formulas, too. And what the collections of verdicts say holds with this engine, too, but for what it says that
it does not look at; of formulas that runs without end violate it may say that it does not know.
"""
import argparse
import glob
import json
import os
import random
import shlex
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import verdicts  # noqa: E402  (beside this file)

TYPES = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long"]
BEYOND = {"waiting", "endless"}
FATE = ("never ready again", "however fast code is")  # what no single run shows
TIME_GOES_ON = ("event_that_", "activation_that_", "clocks_that_", "alarms_that_", "slow_code", "real_")  # ... nor what becomes a number with a point, nor that time goes on without what never comes: paths assume that nothing waits so
COMPLAINTS = ["argument", "activation", "event", "unchecked", "resource", "ceiling", "waiting", "deadlock", "level"]  # about services: they hide what comes of their results
OIL = """CPU c {{ OS os {{ STATUS = {status}; ERRORHOOK = {hook}; }}; APPMODE std;
  TASK t {{ PRIORITY = 1; AUTOSTART = TRUE {{ APPMODE = std; }}; ACTIVATION = 1; SCHEDULE = FULL; }};
  TASK u {{ PRIORITY = 2; AUTOSTART = FALSE; ACTIVATION = 1; SCHEDULE = FULL; }};
  COUNTER co {{ MAXALLOWEDVALUE = 7; TICKSPERBASE = 1; MINCYCLE = {cycle}; }};
  ALARM al {{ COUNTER = co; ACTION = ACTIVATETASK {{ TASK = u; }}; AUTOSTART = FALSE; }};
  {isr}
}};
"""
WAITER = """TASK w { PRIORITY = 3; AUTOSTART = TRUE { APPMODE = std; }; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e1; EVENT = e2; };
  EVENT e1 { MASK = 1; }; EVENT e2 { MASK = 8; }; RESOURCE re { RESOURCEPROPERTY = STANDARD; };"""


def is_fate(wanted):
    return any(words in (wanted["text"] or "") for words in FATE)


class Program:
    """A task that computes with inputs, and perhaps an interrupt that reads what it wrote."""

    def __init__(self, seed):
        self.random = random.Random(f"paths {seed}")
        self.has_isr = self.random.random() < 0.3
        self.has_second = self.has_isr and random.Random(f"second {seed}").random() < 0.4
        self.has_services = self.random.random() < 0.5
        self.tells = self.random.random() < 0.3
        self.has_hook = self.tells and self.random.random() < 0.4
        self.lines = []
        self.names = []

    def literal(self):
        return str(self.random.choice([0, 1, 2, 3, 5, 7, 8, 15, 31, 100, 127, 128, 200, 255, 256, 1000, 32767, 65535]))

    def leaf(self):
        return self.random.choice(self.names + [self.literal()])

    def expression(self, depth):
        pick = self.random
        if depth == 0 or pick.random() < 0.2:
            return self.leaf()
        kind = pick.random()
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if kind < 0.5:
            return f"({left} {pick.choice(['+', '-', '*', '&', '|', '^'])} {right})"
        if kind < 0.6:
            return f"({left} {pick.choice(['/', '%'])} {right})"
        if kind < 0.7:
            return f"({left} {pick.choice(['<<', '>>'])} ({right} & {pick.choice([7, 15])}))"
        if kind < 0.8:
            return f"(({pick.choice(TYPES)}){left})"
        if kind < 0.9:
            return f"({left} {pick.choice(['<', '<=', '==', '!=', '>', '>='])} {right})"
        if kind < 0.95:
            return f"({self.condition()} ? {left} : {right})"
        return f"({pick.choice(['-', '~', '!'])}{left})"

    def condition(self):
        pick = self.random
        plain = f"{self.expression(1)} {pick.choice(['<', '<=', '==', '!=', '>', '>='])} {self.expression(1)}"
        return plain if pick.random() < 0.7 else f"({plain}) {pick.choice(['&&', '||'])} {self.leaf()}"

    def switch(self, target):
        labels = sorted(self.random.sample(range(-1, 6), 3))
        lines = [f"switch ({self.expression(1)}) {{"]
        for label in labels:
            lines.append(f"case {label}: {target} = {self.expression(1)};{self.random.choice([' break;', ''])}")
        return [*lines, f"default: {target} = {self.leaf()}; }}"]

    def composed(self, target):
        """What goes through functions, pointers, bit-fields and locals of a block: both sides of a branch may be gone through at once."""
        pick = self.random
        return pick.choice([
            lambda: [f"{target} = limited({self.expression(1)}, {self.leaf()});"],
            lambda: [f"{target} = twice(limited({self.leaf()}, 9)) + twice({self.leaf()});"],
            lambda: [f"put(&{pick.choice(['wide', 'words[1]', 'words[2]'])}, {self.expression(1)});", f"{target} = wide + words[1];"],
            lambda: [f"*{pick.choice(['q', 'r'])} = (short)({self.expression(1)});", f"{target} = *{pick.choice(['q', 'r'])} + words[1];"],
            lambda: [f"raise(&{pick.choice(['s', 'copy', 's'])}, {self.leaf()});", f"{target} = s.a + copy.b;"],
            lambda: [f"s.{pick.choice('abc')} += {self.leaf()};", f"if (s.a > {pick.randint(0, 31)}) s.b = s.a; else s.c--;"],
            lambda: [f"{{ int own = {self.leaf()}; const int same = own & 7; int late; if ({self.condition()}) late = same; else late = 3;",
                     f"  words[late & 3] = (short)(own & 15); {target} = late; }}"],
            lambda: [f"if (words[{pick.randint(0, 3)}] < {self.literal()}) checked({self.leaf()});"],
            lambda: [f"{target} = ways[{self.leaf()} & {pick.choice([1, 1, 1, 3])}]({self.leaf()}, {pick.randint(1, 9)});"],
            lambda: [f"{{ __UINTPTR_TYPE__ number = (__UINTPTR_TYPE__)({self.condition()} ? limited : lowered);",
                     f"  {target} = ((int (*)(int, int))number)({self.leaf()}, 7); }}"],
            lambda: [f"rows[{self.leaf()} & 1].a = (unsigned char)({self.leaf()});", f"row = fetch({self.leaf()} & {pick.choice([1, 1, 3])});",
                     f"{target} = row.a + fetch({self.leaf()} & 1).b[1];"],
            lambda: [pick.choice(["fetch({} & {});", "rows[{} & {}];", "(void)rows[{} & {}];"]).format(self.leaf(), pick.choice([1, 1, 1, 2]))],
            lambda: [f"if ({self.condition()}) {{ s.{pick.choice('abc')} = {self.leaf()}; *q = limited(*r, 5); }} else put(r, s.{pick.choice('abc')});"],
        ])()

    def told(self, target):
        """A service that is told what was computed, and what it answers."""
        pick = self.random
        number = pick.choice([self.leaf, lambda: self.expression(1), lambda: f"({self.leaf()} & {pick.choice([3, 15])})", lambda: f"(unsigned){self.leaf()}", lambda: f"((unsigned){self.leaf()} * 0x10000001u)"])
        call = pick.choice([
            lambda: f"ActivateTask({number()})", lambda: f"GetTaskState({number()}, &task_state)", lambda: f"GetResource({number()})",
            lambda: f"SetRelAlarm(al, {number()}, {pick.choice(['0', number()])})", lambda: f"SetAbsAlarm(al, {number()}, {pick.choice(['0', '3', number()])})",
            lambda: f"SetRelAlarm({number()}, {number()}, {number()})", lambda: f"CancelAlarm({number()})", lambda: f"IncrementCounter({number()})",
            lambda: f"SetEvent(w, {number()})", lambda: f"SetEvent(w, {number()})", lambda: f"SetEvent({number()}, {number()})", lambda: "GetEvent(w, &mask)"])()
        return [f"{target} = {target} + 10 * (int){call};", f"{target} = {target} + (int)task_state + woken + (int)(mask & 15);"]

    def masked(self, depth):
        """Interrupts are kept out, by pairs in each other; sometimes a pair is not one. The processor's own means nest in nothing, and open the others."""
        pick = self.random
        if pick.random() < 0.3:
            return ["__disable_irq();", *self.statement(0), pick.choice(["__enable_irq();", "__enable_irq();", "restore_irq();"]), *self.statement(0)]
        pairs = [("SuspendAllInterrupts", "ResumeAllInterrupts"), ("SuspendOSInterrupts", "ResumeOSInterrupts"), ("DisableAllInterrupts", "EnableAllInterrupts")]
        begin, end = pick.choice(pairs)
        if pick.random() < 0.05:
            end = pick.choice(pairs)[1]
        inner = self.masked(depth - 1) if depth and pick.random() < 0.3 else self.statement(0)
        opened = ["__enable_irq();", *self.statement(0)] if pick.random() < 0.3 else []
        return [f"{begin}();", *inner, *opened, f"{end}();"]

    def statement(self, depth):
        pick = self.random
        if depth and pick.random() < 0.1:
            return self.masked(depth - 1)
        if self.tells and pick.random() < 0.4:
            return self.told(pick.choice(["g0", "g1", "g2"]))
        if pick.random() < 0.2:
            return self.composed(pick.choice(["g0", "g1", "g2"]))
        kind = pick.random()
        target = pick.choice([name for name in self.names if not name.startswith("x")] or ["g0"])
        if kind < 0.45:
            return [f"{target} = {self.expression(2)};"]
        if kind < 0.6 and depth:
            body = self.statement(depth - 1)
            other = self.statement(depth - 1)
            return [f"if ({self.condition()}) {{", *body, "} else {", *other, "}"]
        if kind < 0.62:  # a conversion around an index does not make it a constant
            return [f"bytes[(unsigned char)({self.leaf()})] = 9;",
                    f"{target} = {target} + bytes[(unsigned char)({self.leaf()})] + bytes[(unsigned char){pick.choice([7, 255, 263])}];"]
        if kind < 0.7:
            return [f"a[({self.expression(1)}) & {pick.choice([3, 3, 7])}] = (unsigned char)({self.expression(1)});"]
        if kind < 0.78:
            return [f"{target} = a[({self.expression(1)}) & 3];"]
        if kind < 0.85:
            return [f"s.{pick.choice('abc')} = {self.expression(1)};", f"{target} = s.{pick.choice('abc')};"]
        if kind < 0.9:
            return ["copy = s;", f"{target} = copy.{pick.choice('abc')};"]
        if kind < 0.94:
            return [f"for (int i = 0; i < ({self.leaf()} & 3); i++) {target} = {target} + 1;"]
        if kind < 0.955 and self.has_services:
            return [pick.choice([f"ActivateTask({self.leaf()} & 3);", f"SetRelAlarm(al, 1 + ({self.leaf()} & 3), 0);",
                                 f"started({self.leaf()} & 1);", f"if (started({self.leaf()} & 3)) {target} = 1;", f"(void)started({self.leaf()} & 3);",
                                 f"starts[{self.leaf()} & 1]({self.leaf()} & 1);", f"if (starts[{self.leaf()} & 1]({self.leaf()} & 1)) {target} = 2;",
                                 "GetTaskState(u, &task_state);", f"{target} = (int)task_state;"])]
        if kind < 0.965:
            return self.switch(target)
        if kind < 0.975:
            index = self.leaf()
            return [f"a[{index} & 1] = 1; a[{index} & 1]++; {target} = a[({index} ^ {self.leaf()}) & 3];"]
        if kind < 0.98:
            return [f"p = &a[{self.leaf()} & 3];", f"*p = (unsigned char)({self.leaf()});", f"{target} = *p;"]
        if kind < 0.985:
            return [f"flag = {self.leaf()};", f"{target} = flag + rows[{self.leaf()} & 1].b[flag];",
                    f"rows[flag].b[{self.leaf()} & 1] = (short)({self.leaf()});"]
        if kind < 0.99:
            return [f"{{ int none; if ({self.condition()}) none = {self.leaf()} & 3; "
                    f"if ({self.condition()}) {target} = none; }}"]
        if kind < 0.995:
            return [f"both.whole = (unsigned)({self.leaf()});", f"{target} = both.part[{pick.randint(0, 3)}];"]
        return [f"assert({self.condition()});"]

    def last(self):
        """Something that few inputs, if any, make false."""
        if self.random.random() < 0.3:
            return self.condition()
        mask = self.random.choice([15, 63, 255])
        return (f"((g0 + 3 * g1 + 5 * g2 + a[0] + 7 * a[{self.leaf()} & 3] + s.a + 11 * flag + 13 * wide + 17 * words[1] + s.c + copy.a) & {mask}) != "
                f"{self.random.randint(0, mask)}")

    def formula(self):
        """About variables that depend on inputs, over time."""
        pick = random.Random(f"formula {self.lines} {self.random.random()}")

        def number():
            name = pick.choice(["g0", "g1", "g2", "a[0]", "a[1]", "s.a", "s.c", "flag"])
            return name if pick.random() < 0.6 else f"({name} {pick.choice(['+', '-', '*', '&', '|', '^'])} {pick.choice(['g0', 'g1', '3', '2'])})"

        def atom():
            if pick.random() < 0.15:
                return pick.choice(["suspended(u)", "running(t)", "call(ActivateTask, u)", "call(TerminateTask)"])
            return f"{number()} {pick.choice(['<', '<=', '==', '!=', '>', '>='])} {pick.choice([self.literal(), '-1', number()])}"

        shape = pick.choice(["[] ({})", "[] ({})", "[] ({} -> [] ({}))", "<> ({})", "[] ({} -> <> ({}))", "<> [] ({})", "({}) U ({})",
                             "[] (({}) || ({}))", "({}) W ({})", "[] (({}) -> X ({}))"])
        return shape.format(atom(), atom())

    def make(self):
        pick = self.random
        out = ["#include <os.h>", "#include <assert.h>"]
        for i in range(pick.randint(1, 2)):
            out.append(f"extern {pick.choice(['signed char', 'unsigned char'])} in{i}(void);")
        inputs = len(out) - 2
        for i in range(3):
            out.append(f"{pick.choice(TYPES)} g{i} = {pick.randint(0, 5)};")
        out += ["unsigned char a[4];", "struct { unsigned a : 5, b : 9; int c : 7; } s, copy;",
                "union { unsigned whole; unsigned char part[4]; } both;", "unsigned char bytes[256];",
                "struct row { unsigned char a; short b[2]; } rows[2], row;", "static struct row fetch(int i) { return rows[i]; }", "_Bool flag;", "unsigned char *p = a;",
                "TaskStateType task_state;", "EventMaskType mask;", "int woken;", "volatile unsigned char port;",
                f"short wide, words[4] = {{1, 2, {pick.randint(0, 9)}}}, *q = &words[1], *r = {pick.choice(['&wide', 'words', '&words[1]', '0'])};",
                "static int limited(int x, int most) { if (x > most) return most; if (x < -most) return -most; return x; }",
                "static int lowered(int x, int by) { return x > by ? x - by : 0; }",
                "static int (*const ways[2])(int, int) = {limited, lowered};",
                "void __disable_irq(void), __enable_irq(void), restore_irq(void);",
                "static StatusType started(TaskType task) { StatusType status = ActivateTask(task); return status; }",
                "static StatusType unstarted(TaskType task) { return task > 0 ? E_OK : GetTaskState(task, &task_state); }",
                "static StatusType (*const starts[2])(TaskType) = {started, unstarted};",
                "static int twice(int x) { int sum = x; sum += x; return sum > 100 ? 100 : sum; }",
                "static void put(short *to, int x) { if (x > 0) *to = (short)(x & 63); else to[0]--; }",
                "static void raise(void *to, int x) { __typeof__(s) *at = to; at->a += (unsigned)x; if (at->a > 9) at->c = x & 15; }",
                f"static void checked(int x) {{ assert(x != {pick.choice([3, 77, 1000])}); wide++; }}",
                "TASK(t) {"]
        out.append(f"{pick.choice(TYPES)} x0 = {pick.choice(['in0()', 'port'])};")
        for i in range(1, inputs):  # of few values: 65,536 pairs take more time than they are worth
            first = pick.choice([-8, 0, 120, 248])
            out.append(f"{pick.choice(TYPES)} x{i} = {pick.choice(['0', '1'])} + rtcheck_range({first}, {first + 15});")
        self.names = [f"x{i}" for i in range(inputs)] + ["g0", "g1", "g2"]
        for _ in range(pick.randint(2, 5)):
            out += self.statement(2)
        if pick.random() < 0.3:
            out += [f"if ({self.condition()}) ActivateTask(u);"]
        out += [f"assert({self.last()});", "TerminateTask();", "}"]
        names, self.names = self.names, ["g0", "g1", "g2"]
        out += ["TASK(u) {", *self.statement(1), "TerminateTask();", "}"]
        if self.tells:
            waits = pick.choice(["e1", "e1 | e2", "e2", "4", f"(EventMaskType)({self.leaf()})"])
            out += ["TASK(w) {", f"WaitEvent({waits}); woken = 100; ClearEvent({pick.choice(['e1', 'e2', self.leaf()])});", "TerminateTask();", "}"]
        if self.has_hook:
            seen = pick.choice(["1", "OSError_ActivateTask_TaskID() & 7", "OSError_SetEvent_Mask() & 7", "OSError_SetRelAlarm_increment() & 7"])
            out += ["void ErrorHook(StatusType error) {", f"words[3] += (short)({seen});", "}"]
        if self.has_isr:
            out += ["ISR(i) {", *self.statement(1), "}"]
        if self.has_second:
            out += ["ISR(j) {", f"g{pick.randint(0, 2)} = {self.leaf()};", *pick.choice([["__enable_irq();"], []]), "wide++;", "}"]
        self.names = names
        isr = "ISR i { CATEGORY = 2; PRIORITY = 5; };" if self.has_isr else ""
        if self.has_second:
            isr += f"ISR j {{ CATEGORY = {pick.choice([1, 2])}; PRIORITY = {pick.choice([4, 5, 6])}; }};"
        hook, status = "TRUE" if self.has_hook else "FALSE", pick.choice(["EXTENDED", "EXTENDED", "STANDARD"]) if self.tells else "EXTENDED"
        return OIL.format(isr=isr + (WAITER if self.tells else ""), hook=hook, status=status, cycle=pick.choice([1, 3]) if self.tells else 1), "\n".join(out) + "\n"


def ask(rtcheck, files, patience, *options):
    command = [rtcheck, "app", "--json", "--isr", "1", "--ticks", "2", "--allow-vacuous", "--time", str(patience), *options, *files]
    done = served.run(command, timeout=180)
    if done.returncode not in (0, 1, 3):
        return None, done
    return json.loads(done.stdout), done


def why_not(answer):
    limits = [part["limit"] for part in answer.get("properties", []) if part.get("limit")]
    return (limits or [answer.get("inconclusive") or answer.get("limit") or "no reason"])[0]


def judge_random(rtcheck, seed, folder, patience):
    """None: they agree; otherwise what is wrong. '? ' and who does not know, why: another is made instead."""
    program = Program(seed)
    oil, code = program.make()
    files = [os.path.join(folder, "case.oil"), os.path.join(folder, "case.c")]
    for path, text in zip(files, (oil, code)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    wraps = [["--no-check", "race"], ["--no-check", "race", "--no-check", "overflow"], ["--only", "assertion"]][seed % 3]
    if seed % 2:
        wraps = ["--only", "deadlock", "--ltl", program.formula()]
    if program.tells and "--only" not in wraps:
        wraps = [*wraps, *(word for check in COMPLAINTS for word in ("--no-check", check))]
    enumerated, first = ask(rtcheck, files, patience, "--memory", "64M", *wraps)
    if enumerated and enumerated["verdict"] == "unknown":
        return f"? enumerated: {why_not(enumerated)}"
    joins = ["--join"] if seed // 2 % 2 else []
    solved, second = ask(rtcheck, files, patience, "--engine", "paths", *joins, *wraps)
    if not enumerated or not solved:
        return f"status {first.returncode} and {second.returncode}: {first.stderr} {second.stderr}"
    if solved["verdict"] == "unknown":
        return f"? solved: {why_not(solved)}"
    if enumerated["verdict"] != solved["verdict"]:
        return f"enumerated: {enumerated['verdict']}, solved: {solved['verdict']} {joins} {wraps[2:]}"
    return None


def judge_collected(rtcheck, folder):
    """Yields what is wrong with each question of the collections, or None."""
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "verdicts", "*.verdicts"))):
        for case in verdicts.read_cases(path):
            with open(os.path.join(folder, "case.oil"), "w", encoding="utf-8") as file:
                file.write(case.oil)
            with open(os.path.join(folder, "case.c"), "w", encoding="utf-8") as file:
                file.write(verdicts.PRELUDE + case.code)
            for line, wanted in case.questions:
                options = shlex.split(wanted["options"] or "")
                if wanted["verdict"] in ("refused", "unknown") or wanted["kind"] in BEYOND or is_fate(wanted):
                    continue
                if "--engine" in options:  # about that engine alone
                    continue
                answer = verdicts.ask(rtcheck, folder, [*options, "--engine", "paths"])
                is_open = "--ltl" in options or case.name.startswith(TIME_GOES_ON)
                is_told = is_open and "no alarm waits for ever for its task" in answer.stdout
                good = answer.returncode == verdicts.STATUS[wanted["verdict"]] or (is_open and answer.returncode == 3) or is_told
                yield None if good else f"{case.place} {case.name}: {line}: status {answer.returncode} {answer.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random-only", action="store_true")
    parser.add_argument("--time", type=int, default=3, help="seconds for a question: what takes longer is left out, and another is made instead")
    arguments = parser.parse_args()
    passed = failed = 0
    unknown = {}
    with tempfile.TemporaryDirectory() as folder:
        results = [] if arguments.random_only else judge_collected(arguments.rtcheck, folder)
        for wrong in results:
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(wrong)
        judged, seed = 0, arguments.seed - 1
        while judged < arguments.count and judged + sum(unknown.values()) < 3 * arguments.count + 10:
            seed += 1
            wrong = judge_random(arguments.rtcheck, seed, folder, arguments.time)
            if wrong and wrong.startswith("?"):
                unknown[wrong[2:]] = unknown.get(wrong[2:], 0) + 1
                continue
            judged += 1
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"seed {seed}: {wrong}", flush=True)
    print(f"{sum(unknown.values())} were left out, since one engine does not know: {unknown}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
