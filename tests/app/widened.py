#!/usr/bin/env python3
"""What holds whatever some numbers are holds: `widened.py RTCHECK [--count N] [--seed S]`.

Tasks and interrupt routines count in bytes, which go round and round, compare them, keep copies and differences, index arrays with them, and wait, loop, take
resources, start each other and shut the system down as the numbers say. A search of all states says what is true. Where `--engine widened` proves, with
places that are any number after two values, or after seven, that nothing goes wrong, nothing must; and of the others many must be proved.
"""
import argparse
import json
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

TASK = "TASK {} {{ PRIORITY = {}; ACTIVATION = {}; SCHEDULE = {}; AUTOSTART = {}; RESOURCE = r; {} }};\n"
NUMBERS = ["n", "m", "k"]


class Program:
    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.tasks = ["u", "v"][:pick.randint(1, 2)]
        self.waits = pick.random() < 0.5
        self.routines = ["i", "j"][:pick.choice([0, 1, 1, 2])]
        self.alarm = pick.random() < 0.5
        self.ticks = pick.choice(["any", "any:timely", "any:timely"])
        self.numbers = NUMBERS[:pick.randint(1, 3)]
        self.kinds = {name: pick.choice(["uint8_t", "volatile uint8_t", "int8_t", "uint16_t"]) for name in self.numbers}
        self.oil = self.configuration()
        self.code = self.sources()
        self.options = ["--ticks", self.ticks] if self.alarm else []
        self.options += ["--isr", "2"] if self.routines and pick.random() < 0.2 else []
        self.options += ["--no-check", "race"] if pick.random() < 0.8 else []
        self.options += ["--no-check", "activation"] if pick.random() < 0.5 else []

    def configuration(self):
        pick = self.pick
        oil = "EVENT e { MASK = AUTO; };\nRESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
        if self.waits:
            oil += TASK.format("s", 5, 1, "FULL", "TRUE", "EVENT = e;")
        for task in self.tasks:
            starts = "TRUE" if task == "u" else pick.choice(["TRUE", "FALSE"])
            oil += TASK.format(task, pick.randint(1, 3), pick.randint(1, 2), pick.choice(["FULL", "NON"]), starts, "")
        for routine in self.routines:
            oil += f"ISR {routine} {{ CATEGORY = 2; PRIORITY = {pick.randint(1, 2)}; }};\n"
        if self.alarm:
            oil += "COUNTER clock { MAXALLOWEDVALUE = 7; TICKSPERBASE = 1; MINCYCLE = 1; };\n"
            action = f"ACTIVATETASK {{ TASK = {pick.choice(self.tasks)}; }}"
            if self.waits and pick.random() < 0.4:
                action = "SETEVENT { TASK = s; EVENT = e; }"
            oil += f"ALARM alarm {{ COUNTER = clock; ACTION = {action}; AUTOSTART = TRUE {{ ALARMTIME = 1; CYCLETIME = {pick.choice([0, 1, 2])}; APPMODE = OSDEFAULTAPPMODE; }}; }};\n"
        return oil

    def number(self):
        return self.pick.choice(self.numbers)

    def condition(self):
        pick, n, m = self.pick, self.number(), self.number()
        constant = pick.randint(0, 5)
        return pick.choice([f"{n} > {constant}", f"{n} % {constant + 2} == {pick.randint(0, 1)}", f"{n} == {m}", f"(uint8_t)({n} - {m}) < {constant}",
                            f"{n} & {constant}", f"flag == {pick.randint(0, 1)}", f"{n} < 200", f"!({n} >= {constant})"])

    def change(self):
        pick, n, m = self.pick, self.number(), self.number()
        return pick.choice([f"{n}++;", f"{n}++;", f"{n} += {pick.randint(1, 3)};", f"{n} = {m};", f"{n} = 0;", f"{n} = ({n} + 1) % {pick.randint(2, 9)};",
                            f"flag = !flag;", f"flag = {n} > {m};", f"a[{n} & 3] = {m};", f"{n} = a[{pick.randint(0, 3)}];", f"{n}--;"])

    def service(self, who):
        pick = self.pick
        calls = [f"if (ActivateTask({pick.choice(self.tasks)})) {{}}"] * 2 + [f"assert({self.condition()} || {self.condition()});", f"assert(a[{self.number()} & 3] < 250);"]
        if self.waits:
            calls += ["if (SetEvent(s, e)) {}"] * 3
        if who == "task":
            calls += [f"GetResource(r); {self.change()} ReleaseResource(r);", f"if (ChainTask({pick.choice(self.tasks)})) {{}}", "if (ChainTask(u)) {}"]
            calls += [f"while ({self.condition()}) {{ {self.change()} }}", f"for (uint8_t l = 0; l < {pick.randint(1, 3)}; l++) {{ {self.statement(who, 1)} }}"]
        if pick.random() < 0.15:
            calls += ["ShutdownOS(E_OK);"] * 3
        return pick.choice(calls)

    def statement(self, who, depth=0):
        pick = self.pick
        if pick.random() < 0.45:
            return self.change()
        if depth < 2 and pick.random() < 0.5:
            return f"if ({self.condition()}) {{ {self.statement(who, depth + 1)} }}"
        return self.service(who)

    def body(self, who):
        return " ".join(self.statement(who) for _ in range(self.pick.randint(1, 3)))

    def sources(self):
        text = "#include <os.h>\n#include <stdint.h>\n#include <assert.h>\n" + "".join(f"{kind} {name};\n" for name, kind in self.kinds.items())
        text += "uint8_t a[4]; volatile int flag;\n"
        if self.waits:
            wait = "WaitEvent(e); ClearEvent(e);"
            text += f"TASK(s) {{ for (;;) {{ {wait} {self.change()} }} }}\n" if self.pick.random() < 0.6 else f"TASK(s) {{ {wait} {self.body('task')} TerminateTask(); }}\n"
        for task in self.tasks:
            text += f"TASK({task}) {{ {self.body('task')} TerminateTask(); }}\n"
        return text + "".join(f"ISR({routine}) {{ {self.body('routine')} }}\n" for routine in self.routines)


class Residues(Program):
    """Numbers that are looked at by their remainders only: with M = 6, all states can be searched; with a multiple of it, none of them comes to an end, and the truth is
    the same."""
    SMALL, LARGE = "-DM=6u", "-DM=4000000002u"

    def __init__(self, seed):
        super().__init__(seed)
        self.code = self.code.replace("uint16_t", "uint8_t").replace("int8_t", "uint8_t").replace("uuint8_t", "uint8_t")
        for kind in "volatile uint8_t", "uint8_t":
            for name in self.numbers:
                self.code = self.code.replace(f"\n{kind} {name};", f"\n{kind.replace('uint8_t', 'uint32_t')} {name};")

    def condition(self):
        pick, modulus = self.pick, self.pick.choice([2, 3, 6])
        return pick.choice([f"{self.number()} % {modulus} == {pick.randrange(modulus)}"] * 3 + [f"flag == {pick.randint(0, 1)}", f"{self.number()} % {modulus} == {self.number()} % {modulus}"])

    def change(self):
        pick, n = self.pick, self.number()
        return pick.choice([f"{n} = ({n} + {pick.randint(1, 4)}) % M;"] * 4 + [f"{n} = {self.number()};", f"{n} = {pick.randint(0, 5)};", "flag = !flag;", f"flag = {self.condition()};", "flag = 1;"])

    def service(self, who):
        return super().service(who).replace(f"assert(a[", "assert(0 * a[")


class Counting(Program):
    """Tasks count to numbers, in locals: most of these loops end, whatever the numbers are, and some do not, as what they count in, or to, is set anew."""

    def loop(self, depth=0):
        pick, n, m = self.pick, self.number(), self.number()
        inner = self.loop(depth + 1) if depth < 1 and pick.random() < 0.25 else pick.choice([self.change(), f"if ({self.condition()}) {{ {self.change()} }}", f"a[l & 3] = {self.number()};", f"assert({self.condition()} || {self.condition()});"])
        body = f"{inner} {pick.choice(['', '', '', f'if ({self.condition()}) break;', f'if ({self.condition()}) continue;', f'if ({self.condition()}) l = 0;'])}"
        return pick.choice([f"for (uint8_t l = 0; l < {n}; l++) {{ {body} }}", f"for (int l = 0; l < {n}; l++) {{ {body} }}", f"{{ uint8_t l = {n}; while (l--) {{ {body} }} }}",
                            f"for (unsigned l = {n}; l > 0; l--) {{ {body} }}", f"for (uint8_t l = {n}; l != {m}; l++) {{ {body} }}", f"{{ uint8_t limit = {n}; for (uint8_t l = 0; l != limit; l++) {{ {body} }} }}",
                            f"{{ int limit = {n}, l = 0; do {{ {body} }} while (l++ < limit); }}", f"for (int8_t l = 0; l <= {n}; l++) {{ {body} }}", f"for (int l = 0; l < {n}; l += 2) {{ {body} }}",
                            f"{{ uint8_t limit = {n}; for (uint8_t l = 9; l > (int8_t)limit; l--) {{ {body} }} }}", f"for (uint16_t l = 0; l < (uint8_t)({n}); l++) {{ {body} }}",
                            f"for (uint8_t l = 9; l >= (int8_t)({n}); l--) {{ {body} }}", f"for (uint16_t l = 0; l < 300u + {n}; l = (uint8_t)(l + 1)) {{ {body} }}",
                            f"for (uint8_t l = 0; l < ({n} & 7); l++) {{ {body} }}", f"for (uint16_t l = 0; (int8_t)l < {n}; l++) {{ {body} }}"])

    def statement(self, who, depth=0):
        pick = self.pick
        if who != "task" or depth or pick.random() < 0.4:
            return super().statement(who, depth)
        return pick.choice([self.loop(), self.loop(), f"while ({self.condition()}) {{ {self.loop()} }}", f"{self.loop()} if (ChainTask(u)) {{}}",
                            f"for (;;) {{ {self.loop()} if ({self.condition()}) break; {self.change()} }}"])


class Limits:
    """A task counts once, in a narrow number, until it compares so with a byte that comes from outside: numbers of other types and signs."""
    time = "2s"
    oil = "TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };"

    def __init__(self, seed):
        pick = random.Random(seed)
        self.options, types = [], ["uint8_t", "int8_t", "uint16_t"]

        def cast(value):
            return f"({pick.choice(types + ['int', 'unsigned'])})({value})" if pick.random() < 0.5 else value

        kind, number = pick.choice(types), pick.choice(["x", "x", "y", f"(x & {pick.choice([7, 127, 200])})", f"(y + {pick.randint(-3, 3)})", "x % 100", str(pick.randint(-2, 300))])
        step = pick.choice(["l++", "l++", "l--", "l--", "l = l + 1", f"l = {cast('l + 1')}", f"l = {cast('l')} - 1", "l += 2"])
        sides = [cast("l"), cast(cast(number))]
        pick.shuffle(sides)
        condition = f"{sides[0]} {pick.choice(['<', '<=', '>', '>=', '!=', '!='])} {sides[1]}"
        first = pick.choice(["0", "0", "9", "x", "200"])
        loop = pick.choice([f"for (; {condition}; {step}) {{ work = l; }}", f"do {{ work = l; {step}; }} while ({condition});", f"while ({condition}) {{ {step}; if (work == 3) continue; work = l; }}"])
        self.code = f"#include <os.h>\n#include <stdint.h>\nuint8_t byte(void); volatile unsigned work;\nTASK(t) {{ uint8_t x = byte(); int8_t y = (int8_t)x; {kind} l = {first}; (void)y; {loop} TerminateTask(); }}\n"


class Judge:
    def __init__(self, rtcheck, folder):
        self.rtcheck, self.folder = rtcheck, folder
        self.counts = {"hold": 0, "proved": 0, "proved with widened places": 0, "taken to end, and does": 0, "violated": 0, "not known": 0}

    def ask(self, program, *options):
        files = [os.path.join(self.folder, "a.oil"), os.path.join(self.folder, "a.c")]
        texts = ["CPU c { OS os { STATUS = EXTENDED; };\n" + program.oil + "};\n", program.code]
        for path, text in zip(files, texts):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        command = [self.rtcheck, "app", "--json", "--threads", "1", "--allow-vacuous", "--time", getattr(program, "time", "6s"), *program.options, *options, *files]
        done = served.run(command, timeout=120)
        if done.returncode not in (0, 1, 3):
            raise SystemExit(f"status {done.returncode}: {' '.join(command)}\n{done.stderr}\n" + "\n".join(texts))
        return json.loads(done.stdout)

    def judge_residues(self, program):
        """What is wrong, or None."""
        verdict = self.ask(program, program.SMALL, "--engine", "explicit")["verdict"]
        self.counts[{"holds": "hold", "violated": "violated", "unknown": "not known"}[verdict]] += 1
        if verdict == "unknown":
            return None
        said = self.ask(program, program.LARGE, "--engine", "widened", "--values", "5", "--time", "3s")
        is_proved = said["verdict"] == "holds" and said.get("chosen", {}).get("engine") == "widened"
        if is_proved and verdict == "violated":
            return "violated, and with large numbers proved" + (f", assuming that {said['assumption']}" if said.get("assumption") else "")
        self.counts["proved"] += is_proved
        self.counts["proved with widened places"] += is_proved and bool(said["widened"])
        return None

    def judge(self, program):
        """What is wrong, or None."""
        verdict = self.ask(program, "--engine", "explicit")["verdict"]
        self.counts[{"holds": "hold", "violated": "violated", "unknown": "not known"}[verdict]] += 1
        if verdict == "unknown":
            return None
        proved = widened = assumed = False
        for values in "2", "7":
            said = self.ask(program, "--engine", "widened", "--values", values)
            if said.get("chosen", {}).get("engine") != "widened" or said["verdict"] != "holds":
                continue
            if verdict == "violated":
                return f"violated, and proved with --values {values}" + (f", assuming that {said['assumption']}" if said.get("assumption") else "")
            if "for ever" in (said.get("assumption") or ""):
                assumed = True
                continue
            proved = True
            widened |= bool(said["widened"])
        self.counts["proved"] += proved
        self.counts["taken to end, and does"] += assumed and not proved
        self.counts["proved with widened places"] += widened
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(os.path.abspath(arguments.rtcheck), folder)
        for seed in range(arguments.seed * 100003, arguments.seed * 100003 + arguments.count):
            program = (Residues, Counting, Program, Limits)[seed % 4](seed)
            wrong = judge.judge_residues(program) if isinstance(program, Residues) else judge.judge(program)
            if wrong:
                failed += 1
                print(f"{seed}: {wrong}: {' '.join(program.options)}\n{program.oil}{program.code}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in judge.counts.items()))
    if arguments.count >= 100 and (not judge.counts["violated"] or judge.counts["proved with widened places"] < arguments.count // 20):
        raise SystemExit("too few of them tell anything")
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
