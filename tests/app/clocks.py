#!/usr/bin/env python3
"""Time that jumps, and time that goes tick by tick: `clocks.py RTCHECK [--count N] [--seed S] [--old RTCHECK]`.

Random applications that set absolute and relative alarms, look at counters and alarms, wait, and are interrupted; in most of them each function does one of these things only, so
that who looks depends on others who start or wake it. Where time goes tick by tick
(--no-reduction; or another program's way, --old), the verdict is the same, and so is the code that no run reaches: every look at a counter is followed by branches on
what it may be, together with who ran last. Of those that do nothing but set absolute alarms, all times may be a thousand times as long: the answer is the same,
and it is there at once.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

LIMITS = ["--time", "20", "--memory", "64M", "--threads", "1"]


class Application:
    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.absolute_only = pick.random() < 0.2
        self.roles = not self.absolute_only and pick.random() < 0.8
        self.tasks = pick.randint(2, 3)
        self.max = pick.randint(2, 5)
        self.counters = pick.choice([1, 1, 2])
        self.alarms = [self.alarm() for _ in range(pick.choice([1, 1, 1, 2, 3]))]
        # Where code takes no time, only an interrupt comes between two expiries: nothing that comes later makes up for a moment that was passed over.
        self.idle = self.roles and pick.random() < 0.75
        self.routine = self.idle or pick.random() < 0.4
        self.hook = pick.random() < (0.2 if self.roles else 0.1)
        self.startup = pick.random() < 0.15
        self.lead()
        self.marks = 0
        # A few of them each: that some of the others are there may hide what is wrong with these.
        looks, sets = ["alarm", "value", "elapsed"], ["absolute", "relative", "relative"]
        self.kinds = pick.sample(["cancel", "activate", "event", "last", "order"], 3)
        self.kinds += ["absolute"] * 2 if self.absolute_only else pick.sample(looks, pick.randint(1, 2)) * 2 + pick.sample(sets, pick.randint(1, 2)) * 2
        if pick.random() < 0.1 and not self.absolute_only:
            self.kinds.append("increment")
        self.code = self.sources()

    def alarm(self):
        """Its counter, what it does, and how it starts by itself."""
        pick = self.pick
        counter, task = pick.randrange(self.counters), pick.randrange(self.tasks)
        does = pick.choice(["activate", "activate", "activate", "event", "callback"])
        if self.counters == 2 and counter == 0 and pick.random() < 0.2:
            does = "increment"
        starts = (pick.randint(1, self.max), pick.choice([0, pick.randint(1, self.max)])) if pick.random() < 0.4 else None
        return counter, does, task, starts

    def lead(self):
        """In some of those, the interrupt leads to one task that looks, by an alarm or at once, or to one of two alarms of a counter: which of them is the first shows when it came."""
        pick = self.pick
        self.leads_to, self.cause = None, None
        if not self.idle or pick.random() < 0.3:
            return
        task = pick.randrange(self.tasks)
        self.leads_to = pick.choice([task, "order", "order"])
        self.cause = pick.choice(["relative", "absolute"] if self.leads_to == "order" else ["relative", "relative", "absolute", "event" if task == 0 else "activate"])
        self.hook = self.startup = False
        does = "event" if self.leads_to == 0 and pick.random() < 0.7 else "activate"
        self.alarms = [(0, does, task, None)]
        if self.leads_to == "order":
            self.alarms.append((0, "activate", (task + 1) % self.tasks, (pick.randint(2, self.max), 0)))
        elif pick.random() < 0.3:
            self.alarms.append((pick.randrange(self.counters), "activate", (task + 1) % self.tasks, (pick.randint(1, self.max), pick.choice([0, 2]))))

    # ---- code ----

    def branches(self, value):
        pick, out = self.pick, []
        for number in pick.sample(range(self.max + 1), min(3, self.max + 1)) if value != "0" else [0]:
            self.marks += 1
            ran = f" && last == {pick.randint(0, self.tasks + 1)}" if pick.random() < 0.5 or value == "0" else ""
            out.append(f"\n    if ({value} == {number}{ran}) mark = {self.marks};")
        return "".join(out)

    def times(self, least):
        return f"T({self.pick.randint(least, self.max)})", f"T({self.pick.choice([0, 0, self.pick.randint(1, self.max)])})"

    def set_absolute(self, alarm):
        start, cycle = self.times(0)
        if self.pick.random() < 0.2 and not self.absolute_only:
            start = "(last ? 1 : 2)"
        return f"SetAbsAlarm(a{alarm}, {start}, {cycle});"

    def set_relative(self, alarm):
        return "SetRelAlarm(a%d, %s, %s);" % (alarm, *self.times(1))

    def role(self, who):
        """What one function does: it looks, or sets, or starts or wakes others. Where code takes no time, an interrupt routine that looks would hide who else does."""
        if self.leads_to == "order":
            return [self.cause] if who == "routine" else ["order"]
        if self.leads_to is not None:
            return [self.cause] if who == "routine" else self.pick.choice([["value"], ["value"], ["told"], ["elapsed"]]) if who == self.leads_to else ["last", "order"]
        causes = [["relative"], ["relative"], ["absolute"], ["activate"], ["activate"], ["event"], ["event"]]
        if self.idle and who == "routine":
            return self.pick.choice(causes)
        return self.pick.choice(causes + [["value"]] * 4 + [["elapsed"], ["alarm"], ["told"], ["told"], ["last", "order"], ["cancel", "order"]])

    def statement(self, who, given=None):
        pick, alarm, counter = self.pick, self.pick.randrange(len(self.alarms)), self.pick.randrange(self.counters)
        task = pick.randrange(self.tasks)
        if who == "routine" and self.leads_to is not None:
            alarm, task = 0, self.leads_to
        kinds = given or self.kinds + (["wait", "wait"] if who == 0 else [])
        kind = pick.choice(kinds)
        return {
            "absolute": lambda: self.set_absolute(alarm), "relative": lambda: self.set_relative(alarm),
            "cancel": lambda: f"CancelAlarm(a{alarm});", "activate": lambda: f"ActivateTask(t{task});", "event": lambda: "SetEvent(t0, e);",
            "last": lambda: f"last = {pick.randint(0, self.tasks)};", "order": lambda: self.branches("0"),
            "told": lambda: self.set_absolute(alarm) + f" v = 99; GetAlarm(a{alarm}, &v);" + self.branches("v"),
            "alarm": lambda: f"v = 99; GetAlarm(a{alarm}, &v);" + self.branches("v"),
            "value": lambda: f"GetCounterValue(c{counter}, &v);" + self.branches("v"),
            "elapsed": lambda: f"v = 1; GetElapsedValue(c{counter}, &v, &v);" + self.branches("v"),
            "increment": lambda: f"IncrementCounter(c{counter});", "wait": lambda: "WaitEvent(e); ClearEvent(e);"}[kind]()

    def body(self, who, most):
        if self.roles:
            given, waits = self.role(who), who == 0 and self.pick.random() < 0.6
            return ("\n    WaitEvent(e); ClearEvent(e);" if waits else "") + "".join(f"\n    {self.statement(who, given)}" for _ in range(self.pick.choice([1, 1, 2])))
        return "".join(f"\n    {self.statement(who)}" for _ in range(self.pick.randint(1, most)))

    def function(self, head, who, end="", most=3):
        return f"{head} {{\n    TickType v = 0; int mark = 0;{self.body(who, most)}{end}\n    (void)v, (void)mark;\n}}\n"

    def sources(self):
        pick = self.pick
        out = ['#include "os.h"\nvolatile int last;\n']
        helper = pick.choice(["helper();", "call();"]) if pick.random() < 0.3 else None
        if helper:
            out.append(self.function("static void helper(void)", None, most=1) + "static void (*call)(void) = helper;\n")
        for i in range(self.tasks):
            calls = f"\n    {helper}" if helper and pick.random() < 0.5 else ""
            ends = f"ChainTask(t{pick.randrange(self.tasks)})" if pick.random() < 0.1 else "TerminateTask()"
            if i == 0 and pick.random() < 0.3:  # it begins, and then waits again and again
                out.append(f"TASK(t0) {{\n    TickType v = 0; int mark = 0;{self.body(1, 2)}{calls}\n    for (;;) {{ WaitEvent(e); ClearEvent(e);{self.body(1, 2)}\n"
                           "    (void)v, (void)mark; }\n}\n")
            else:
                out.append(self.function(f"TASK(t{i})", i, f"{calls}\n    last = {i + 1};\n    {ends};"))
        if self.routine:
            out.append(self.function("ISR(i)", "routine", f"\n    {helper}" if helper and pick.random() < 0.3 else f"\n    last = {self.tasks + 1};", most=1))
        if self.hook:
            out.append(self.function("void PostTaskHook(void)", None, most=1))
        if self.startup:
            out.append(self.function("void StartupHook(void)", None, most=1))
        for number, (_, does, *_) in enumerate(self.alarms):
            if does == "callback":
                out.append(f"ALARMCALLBACK(call{number}) {{ last = {pick.randint(0, self.tasks)}; }}\n")
        return "".join(out)

    # ---- what is written ----

    def oil(self, times=1):
        out = [f"CPU p {{ OS os {{ STATUS = EXTENDED; POSTTASKHOOK = {'TRUE' if self.hook else 'FALSE'}; STARTUPHOOK = {'TRUE' if self.startup else 'FALSE'}; }}; "
               "APPMODE m; EVENT e { MASK = AUTO; };\n"]
        pick = random.Random(len(self.code))
        for i in range(self.counters):
            out.append(f"COUNTER c{i} {{ MAXALLOWEDVALUE = {(self.max + 1) * times - 1}; TICKSPERBASE = 1; MINCYCLE = 1; }};\n")
        for i in range(self.tasks):
            out.append(f"TASK t{i} {{ PRIORITY = {pick.randint(1, 3)}; ACTIVATION = {1 if i == 0 else pick.choice([1, 1, 2])}; SCHEDULE = {pick.choice(['FULL', 'FULL', 'NON'])}; "
                       f"AUTOSTART = {'TRUE { APPMODE = m; }' if i == 0 or pick.random() < 0.3 else 'FALSE'};{' EVENT = e;' if i == 0 else ''} }};\n")
        for number, (counter, does, task, starts) in enumerate(self.alarms):
            action = {"activate": f"ACTIVATETASK {{ TASK = t{task}; }}", "event": "SETEVENT { TASK = t0; EVENT = e; }",
                      "callback": f'ALARMCALLBACK {{ ALARMCALLBACKNAME = "call{number}"; }}', "increment": "INCREMENTCOUNTER { COUNTER = c1; }"}[does]
            autostart = f"TRUE {{ ALARMTIME = {starts[0] * times}; CYCLETIME = {starts[1] * times}; APPMODE = m; }}" if starts else "FALSE"
            out.append(f"ALARM a{number} {{ COUNTER = c{counter}; ACTION = {action}; AUTOSTART = {autostart}; }};\n")
        if self.routine:
            out.append("ISR i { CATEGORY = 2; PRIORITY = 1; };\n")
        return "".join(out) + "};\n"

    def text(self, times=1):
        return re.sub(r"T\((\d+)\)", lambda found: str(int(found.group(1)) * times), self.code)

    def options(self):
        pick = random.Random(len(self.code) + 1)
        ticks = "any:idle" if self.idle else pick.choice(["any", "any", "any:timely", "3", "any:nested"])
        return ["--only", "assertion", "--allow-vacuous", "--ticks", ticks, "--isr", pick.choice(["any", "1", "2"])]


def answer_of(rtcheck, folder, app, options, times=1):
    files = []
    for name, text in (("app.oil", app.oil(times)), ("app.c", app.text(times))):
        files.append(os.path.join(folder, name))
        with open(files[-1], "w", encoding="utf-8") as file:
            file.write(text)
    done = served.run([rtcheck, "app", "--json", *LIMITS, *app.options(), *options, *files], timeout=60)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"exit status {done.returncode}: {done.stderr}\n{app.oil()}{app.text()}")
    return json.loads(done.stdout)


def difference(one, other):
    if not one["complete"] or not other["complete"]:
        return None
    found = next((f"{name}: {one[name]} and {other[name]}" for name in ("verdict", "never_run") if one[name] != other[name]), None)
    places = [sorted(json.dumps(place["location"]) for place in answer["unreached"]) for answer in (one, other)]
    return found or (f"unreached: {places[0]} and {places[1]}" if places[0] != places[1] else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--old", help="another rtcheck, whose usual way is compared with, too")
    parser.add_argument("--show", type=int, help="print this one")
    arguments = parser.parse_args()
    passed = failed = large = long = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.count):
            app = Application(f"{arguments.seed}.{number}")
            if arguments.show is not None:
                if number == arguments.show:
                    print(app.oil(), app.text(), app.options())
                continue
            usual = answer_of(arguments.rtcheck, folder, app, [])
            others = {"tick by tick": answer_of(arguments.rtcheck, folder, app, ["--no-reduction"])}
            if arguments.old:
                others["old"] = answer_of(arguments.old, folder, app, [])
            if app.absolute_only:
                others["long"] = answer_of(arguments.rtcheck, folder, app, [], 1000)
                long += 1
            large += not usual["complete"] or not others["tick by tick"]["complete"]
            wrong = [f"{number}: {way}: {found}" for way, other in others.items() for found in [difference(usual, other)] if found]
            if app.absolute_only and usual["complete"] and not others["long"]["complete"]:
                wrong.append(f"{number}: long: it does not end")
            for text in wrong:
                print(text)
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{large} were too large to be compared, {long} were made longer")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed <= 2 * large else 0


if __name__ == "__main__":
    sys.exit(main())
