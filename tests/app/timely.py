#!/usr/bin/env python3
"""Time that waits for code: `timely.py RTCHECK [--count N] [--seed S]`.

Alarms of one counter start tasks, and these start others, in no circle. Where every task has ended before an alarm expires again, an activation is lost only if it
is lost where code takes no time at all: a simulation of that says whether --ticks any:timely is violated or holds, and the usual answer is `violated` just then.
"""
import argparse
import json
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

MOST = 11  # the counter's last value
TICKS = 200  # that are simulated


class Application:
    def __init__(self, seed):
        pick = random.Random(seed)
        self.count = pick.randint(2, 4)
        priorities = pick.sample(range(1, 9), self.count)
        self.tasks = [self.task(pick, i, priorities[i]) for i in range(self.count)]
        self.alarms = [(pick.randrange(self.count), pick.randint(1, 6), pick.choice([0, 2, 3, 4, 6, 6, 8])) for _ in range(pick.randint(1, 3))]

    def task(self, pick, number, priority):
        others = list(range(number + 1, self.count))
        starts = [pick.choice(others) for _ in range(pick.choice([0, 1, 1, 1, 2]))] if others else []
        return {"priority": priority, "activation": pick.choice([1, 1, 1, 2]), "starts": starts, "full": pick.random() < 0.8, "auto": pick.random() < 0.3,
                "chains": pick.choice(others) if others and pick.random() < 0.3 else None, "loop": pick.random() < 0.3}

    def oil(self):
        out = ["CPU p { OS os { STATUS = EXTENDED; }; APPMODE m;\n", f"COUNTER c {{ MAXALLOWEDVALUE = {MOST}; TICKSPERBASE = 1; MINCYCLE = 1; }};\n"]
        for i, task in enumerate(self.tasks):
            out.append(f"TASK t{i} {{ PRIORITY = {task['priority']}; ACTIVATION = {task['activation']}; SCHEDULE = {'FULL' if task['full'] else 'NON'}; "
                       f"AUTOSTART = {'TRUE { APPMODE = m; }' if task['auto'] else 'FALSE'}; }};\n")
        for i, (task, start, cycle) in enumerate(self.alarms):
            out.append(f"ALARM a{i} {{ COUNTER = c; ACTION = ACTIVATETASK {{ TASK = t{task}; }}; "
                       f"AUTOSTART = TRUE {{ ALARMTIME = {start}; CYCLETIME = {cycle}; APPMODE = m; }}; }};\n")
        return "".join(out) + "};\n"

    def text(self):
        out = ["#include <os.h>\nstatic int n[8];\n"]
        for i, task in enumerate(self.tasks):
            loop = f"for (int i = 0; i < 3; i++) n[{i}] = i; " if task["loop"] else ""
            starts = "".join(f"ActivateTask(t{other}); " for other in task["starts"])
            end = "TerminateTask();" if task["chains"] is None else f"ChainTask(t{task['chains']});"
            out.append(f"TASK(t{i}) {{ {loop}{starts}{end} }}\n")
        return "".join(out)

    # ---- code that takes no time ----

    def activate(self, task):
        if self.requests[task] == self.tasks[task]["activation"]:
            self.lost = True
            return
        self.requests[task] += 1

    def run(self, task):
        """From its start to its end, with all that preempts it."""
        for other in self.tasks[task]["starts"]:
            self.activate(other)
            if self.tasks[task]["full"]:
                self.settle(self.tasks[task]["priority"])
        chained = self.tasks[task]["chains"]
        self.requests[task] -= 1
        if chained is not None:
            self.activate(chained)

    def settle(self, above):
        """All that is ready and more urgent runs; who is under way is no more started: tasks start only later ones."""
        while not self.lost:
            ready = [i for i in range(self.count) if self.requests[i] and self.tasks[i]["priority"] > above and i not in self.under_way]
            if not ready:
                return
            task = max(ready, key=lambda i: self.tasks[i]["priority"])
            self.under_way.append(task)
            self.run(task)
            self.under_way.pop()

    def loses(self):
        self.requests, self.under_way, self.lost = [int(task["auto"]) for task in self.tasks], [], False
        self.settle(0)
        left = [start for _, start, _ in self.alarms]
        for _ in range(TICKS):
            due = []
            for i, (task, _, cycle) in enumerate(self.alarms):
                if left[i]:
                    left[i] -= 1
                    if not left[i]:
                        due.append(task)
                        left[i] = cycle
            for task in due:
                self.activate(task)
            self.settle(0)
        return self.lost


def judge(rtcheck, seed, folder, counts):
    """None: it is right; otherwise what is wrong."""
    app = Application(seed)
    wrong = app.loses()
    files = [os.path.join(folder, "a.oil"), os.path.join(folder, "a.c")]
    for path, content in zip(files, (app.oil(), app.text())):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    for options in (["--ticks", "any:timely"], []):
        done = served.run([rtcheck, "app", "--json", "--threads", "1", "--allow-vacuous", "--only", "activation", *options, *files], timeout=60)
        if done.returncode not in (0, 1, 3):
            return f"{app.oil()}{app.text()}status {done.returncode}: {done.stderr}"
        verdict = json.loads(done.stdout)["verdict"]
        counts[verdict] += 1
        if (verdict == "violated") != wrong or (options and verdict == "unknown"):
            return f"{app.oil()}{app.text()}{' '.join(options)}: {verdict}, but where code takes no time it is {'violated' if wrong else 'holds'}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed, counts = 0, {"holds": 0, "violated": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed * 100003, arguments.seed * 100003 + arguments.count):
            wrong = judge(os.path.abspath(arguments.rtcheck), seed, folder, counts)
            failed += wrong is not None
            if wrong:
                print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
