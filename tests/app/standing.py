#!/usr/bin/env python3
"""Tasks that stand still for ever, by the check and by a formula: `standing.py RTCHECK [--count N] [--seed S]`.

A task waits for what nobody sets, or is ready below others, which loop, chain, start each other, set alarms and shut the system down, and so do interrupt
routines. Whom the check `waiting` says to stand still for ever does so by a formula, too. Where no run ever wakes the task, or lets it run, and no
interrupts are there (in formulas they may keep everybody else away for ever), the formula says who the check must find. To the check an interrupt that does
nothing makes no difference, nor does reduction.
"""
import argparse
import os
import random
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

TASK = "TASK {} {{ PRIORITY = {}; ACTIVATION = 1; SCHEDULE = {}; AUTOSTART = {}; {} }};\n"
ALARM = "ALARM {} {{ COUNTER = {}; ACTION = {}; AUTOSTART = {}; }};\n"
COUNTER = "COUNTER {} {{ MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; }};\n"
STUCK = {"waiting": "[] (waiting(s) -> <> (!waiting(s) || shut_down))", "ready": "[] (ready(s) -> <> (running(s) || shut_down))"}
FREED = {"waiting": "[] (waiting(s) -> [] waiting(s))", "ready": "[] !running(s)"}
NOTHING = ("ISR nothing { CATEGORY = 2; PRIORITY = 1; };\n", "ISR(nothing) { }\n")


class Program:
    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.kind = pick.choice(["waiting", "ready"])
        self.tasks = ["u", "v"][:pick.randint(1, 2)]
        self.alarms = ["a", "b"][:pick.choice([0, 1, 1, 2])]
        self.routines = ["i", "j"][:pick.choice([0, 0, 1, 2])]
        self.callback = bool(self.alarms) and pick.random() < 0.3
        self.oil = self.configuration()
        self.code = self.sources()
        self.options = ["--ticks", pick.choice(["any:idle", "any:idle", "any"])] if self.alarms else []
        self.options += ["--fair-interrupts"] if self.routines and pick.random() < 0.5 else []
        self.options += ["--isr", "any:idle"] if self.routines and pick.random() < 0.3 else []

    def starts(self):
        pick = self.pick
        if pick.random() < 0.3:
            return "FALSE"
        return f"TRUE {{ ALARMTIME = {pick.randint(1, 3)}; CYCLETIME = {pick.choice([0, 1, 2, 3])}; APPMODE = OSDEFAULTAPPMODE; }}"

    def configuration(self):
        pick, oil = self.pick, "EVENT e { MASK = AUTO; };\n"
        oil += TASK.format("s", 9 if self.kind == "waiting" else 1, "FULL", "TRUE", "EVENT = e;" if self.kind == "waiting" else "")
        for number, task in enumerate(self.tasks):
            oil += TASK.format(task, pick.randint(2, 3), pick.choice(["FULL", "FULL", "NON"]), pick.choice(["TRUE", "TRUE", "FALSE"]), "")
        for routine in self.routines:
            oil += f"ISR {routine} {{ CATEGORY = 2; PRIORITY = {pick.randint(1, 2)}; }};\n"
        counters = ["n", "m"][:pick.randint(1, 2)] if self.alarms else []
        oil += "".join(COUNTER.format(counter) for counter in counters)
        for number, alarm in enumerate(self.alarms):
            action = f"ACTIVATETASK {{ TASK = {pick.choice(self.tasks)}; }}"
            if self.callback and number == 0:
                action = 'ALARMCALLBACK { ALARMCALLBACKNAME = "f"; }'
            oil += ALARM.format(alarm, counters[number % len(counters)], action, self.starts())
        return oil

    def condition(self):
        return self.pick.choice(["random(0, 1)", f"g == {self.pick.randint(0, 2)}", f"g != {self.pick.randint(0, 2)}"])

    def statement(self, who, depth=0):
        """`who`: "task", "routine" or "callback"."""
        pick = self.pick
        plain = [f"g = {pick.randint(0, 2)};", "g = (g + 1) % 3;"]
        others = [f"if ({self.condition()}) {{ {self.statement(who, depth + 1)} }}"] * 2 if depth < 2 else []
        if who != "callback":
            others += ["ShutdownOS(E_OK);", f"if ({self.condition()}) ShutdownOS(E_OK);"]
            others += [f"if (ActivateTask({pick.choice(self.tasks + (['s'] if self.kind == 'ready' else []))})) {{}}"]
            for alarm in self.alarms:
                others += [f"CancelAlarm({alarm}); SetRelAlarm({alarm}, {pick.randint(1, 3)}, {pick.randint(0, 2)});"]
        if who == "task":
            others += [f"if (ChainTask({pick.choice(self.tasks)})) {{}}", "SuspendAllInterrupts(); g = 1; ResumeAllInterrupts();"]
        return pick.choice(plain + others)

    def body(self, who):
        code = " ".join(self.statement(who) for _ in range(self.pick.randint(0 if who == "routine" else 1, 3)))
        loops = who == "task" and self.pick.random() < 0.2
        return f"for (;;) {{ {code} }}" if loops else code

    def sources(self):
        text = "#include <os.h>\nvolatile int g;\n"
        text += "TASK(s) { WaitEvent(e); TerminateTask(); }\n" if self.kind == "waiting" else "TASK(s) { TerminateTask(); }\n"
        for task in self.tasks:
            text += f"TASK({task}) {{ {self.body('task')} TerminateTask(); }}\n"
        for routine in self.routines:
            text += f"ISR({routine}) {{ {self.body('routine')} }}\n"
        return text + (f"ALARMCALLBACK(f) {{ {self.body('callback')} }}\n" if self.callback else "")


class Judge:
    def __init__(self, rtcheck, folder):
        self.rtcheck, self.folder = rtcheck, folder
        self.counts = {"found": 0, "must be found": 0, "shut down in time": 0}

    def ask(self, program, *options, more=("", "")):
        files = [os.path.join(self.folder, "a.oil"), os.path.join(self.folder, "a.c")]
        texts = ["CPU c { OS os { STATUS = EXTENDED; };\n" + program.oil + more[0] + "};\n", program.code + more[1]]
        for path, text in zip(files, texts):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        command = [self.rtcheck, "app", "--quiet", "--threads", "1", "--allow-vacuous", *program.options, *options, *files]
        done = served.run(command, timeout=120)
        if done.returncode not in (0, 1, 3):
            raise SystemExit(f"status {done.returncode}: {done.stderr}\n" + "\n".join(texts))
        return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode], done.stdout

    def check(self, program, *options, more=("", "")):
        return self.ask(program, "--only", "waiting", "--only", "deadlock", *options, more=more)

    def formula(self, program, formula):
        return self.ask(program, "--only", "level", "--ltl", formula)[0]

    def judge(self, program):
        """What is wrong, or None."""
        verdict, said = self.check(program)
        otherwise, disturbed = self.check(program, "--no-reduction")[0], self.check(program, more=NOTHING)[0]
        if "unknown" in (verdict, otherwise, disturbed):
            return None
        if verdict != otherwise:
            return f"{verdict}, but not with --no-reduction"
        if verdict != disturbed:
            return f"{verdict}, but not beside an interrupt that does nothing"
        return self.compare(program, verdict, bool(re.search(r"\bs (waits|is \w+) for ever|wait for ever: s", said)))

    def compare(self, program, verdict, is_about_it):
        formula = STUCK[program.kind]
        stuck = self.formula(program, formula)
        nobody_disturbs = not program.routines and "any" not in program.options
        must_be_found = stuck == "violated" and nobody_disturbs and self.formula(program, FREED[program.kind]) == "holds"
        self.counts["found"] += is_about_it
        self.counts["must be found"] += must_be_found
        self.counts["shut down in time"] += stuck == "holds" and "Shutdown" in program.code
        if is_about_it and stuck == "holds":
            return f"the check is violated, `{formula}` is not"
        return f"the check holds, `{formula}` does not, and nobody helps the task" if must_be_found and verdict == "holds" else None


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
            program = Program(seed)
            wrong = judge.judge(program)
            if wrong:
                failed += 1
                print(f"{seed}: {wrong}: {' '.join(program.options)}\n{program.oil}{program.code}")
    if arguments.count >= 100 and not all(judge.counts.values()):
        raise SystemExit(f"some question was never asked: {judge.counts}")
    print(", ".join(f"{number} {what}" for what, number in judge.counts.items()))
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
