#!/usr/bin/env python3
"""The OSEK design against a reference: random walks through the services, misuse included.

    kernel.py RTCHECK [WALKS [DESIGN]]

The reference keeps one list of requests for each priority and no dynamic priorities: it computes them from what a task
holds. Each walk has a random configuration; it becomes a Promela process that makes the calls and asserts, after each,
what the reference says. Prints `N passed, N failed`.
"""
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HIGHEST = 15
OK, ACCESS, CALLEVEL, LIMIT, NOFUNC, RESOURCE, STATE = 0, 1, 2, 4, 5, 6, 7
STEPS = 400


class Task:
    def __init__(self, pr, limit, internal, owns):
        self.pr, self.limit, self.internal, self.owns = pr, limit, internal, owns
        self.held = []          # resources, in the order of taking
        self.has_internal = False
        self.requests = 0
        self.waiting = False
        self.events = self.awaited = 0


class Kernel:
    def __init__(self, tasks, ceilings, links):
        self.task, self.ceiling, self.links = tasks, ceilings, links
        self.running = 0
        self.nesting = 0
        self.queues = {p: [] for p in range(HIGHEST + 1)}   # the first is the oldest
        self.status = OK

    def priority(self, t):
        task = self.task[t]
        levels = [task.pr] + [self.ceiling[r] for r in task.held]
        return max(levels + [task.internal] if task.has_internal else levels)

    def state(self, t):
        if t == self.running:
            return 2
        if self.task[t].waiting:
            return 3
        return 1 if any(t in queue for queue in self.queues.values()) else 0

    def first_level(self):
        return max((p for p, queue in self.queues.items() if queue), default=0)

    def run_next(self):
        level = self.first_level()
        self.running = self.queues[level].pop(0) if level else 0
        if self.running:
            self.task[self.running].has_internal = True

    def reschedule(self):
        if self.nesting:
            return
        if not self.running:
            self.run_next()
        elif self.first_level() > self.priority(self.running):
            self.queues[self.priority(self.running)].insert(0, self.running)
            self.run_next()

    def request(self, t):
        task = self.task[t]
        if task.requests == 0:
            task.events = 0
        task.requests += 1
        self.queues[task.pr].append(t)

    def end(self, t):
        self.task[t].requests -= 1
        self.task[t].has_internal = False
        self.running = 0

    def leaving(self, t):
        return CALLEVEL if self.nesting else RESOURCE if self.task[t].held else OK

    def ActivateTask(self, t, d):
        if self.task[d].requests == self.task[d].limit:
            return LIMIT
        self.request(d)
        self.reschedule()
        return OK

    def TerminateTask(self, t):
        status = self.leaving(t)
        if status == OK:
            self.end(t)
            self.run_next()
        return status

    def ChainTask(self, t, d):
        status = self.leaving(t)
        if status == OK and d != t and self.task[d].requests == self.task[d].limit:
            status = LIMIT
        if status == OK:
            self.end(t)
            self.request(d)
            self.run_next()
        return status

    def Schedule(self, t):
        status = self.leaving(t)
        if status == OK:
            self.task[t].has_internal = False
            self.reschedule()
            if self.running == t:
                self.task[t].has_internal = True
        return status

    def GetResource(self, t, r):
        if (t, r) not in self.links or any(r in task.held for task in self.task[1:]):
            return ACCESS
        self.task[t].held.append(r)
        return OK

    def ReleaseResource(self, t, r):
        if self.task[t].held[-1:] != [r]:
            return NOFUNC
        self.task[t].held.pop()
        self.reschedule()
        return OK

    def SetEvent(self, t, d, mask):
        task = self.task[d]
        if not task.owns:
            return ACCESS
        if self.state(d) == 0:
            return STATE
        task.events |= mask
        if task.waiting and task.events & task.awaited:
            task.waiting, task.awaited = False, 0
            self.queues[task.pr].append(d)
            self.reschedule()
        return OK

    def ClearEvent(self, t, mask):
        if self.nesting or not self.task[t].owns:
            return CALLEVEL if self.nesting else ACCESS
        self.task[t].events &= ~mask
        return OK

    def WaitEvent(self, t, mask):
        task = self.task[t]
        if self.nesting or not task.owns:
            return CALLEVEL if self.nesting else ACCESS
        if task.held:
            return RESOURCE
        if not task.events & mask:
            task.waiting, task.awaited, task.has_internal = True, mask, False
            self.run_next()
        return OK

    def EnterISR(self, i):
        self.nesting += 1
        return self.status

    def LeaveISR(self, i):
        self.nesting -= 1
        self.reschedule()
        return self.status

    def call(self, name, arguments):
        self.status = getattr(self, name)(*arguments)

    def picture(self, t):
        """Everything about a task in one number, as the assertion below computes it."""
        task = self.task[t]
        priority = self.priority(t)
        last = task.held[-1] if task.held else 0
        return (self.state(t) + 4 * priority + 64 * task.requests + 256 * task.events + 1024 * task.awaited +
                4096 * last)


PICTURE = ("task[t].state + 4 * task[t].dpr + 64 * task[t].requests + 256 * task[t].events + "
           "1024 * task[t].awaited + 4096 * task[t].last")
PROCESS = """short s;
byte t;
init {
    %(setup)s;
    do
    :: s < %(steps)d ->
        if
        %(calls)s
        fi;
        d_step {
            assert(turn == expected_turn[s] && status == expected_status[s]);
            for (t : 1 .. %(tasks)d) {
                assert(%(picture)s == picture[s * %(tasks)d + t - 1])
            }
        };
        s++
    :: else -> break
    od
}"""
SERVICES = [("ActivateTask", "td"), ("TerminateTask", "t"), ("ChainTask", "td"), ("Schedule", "t"),
            ("GetResource", "tr"), ("ReleaseResource", "tr"), ("SetEvent", "tdm"), ("ClearEvent", "tm"),
            ("WaitEvent", "tm"), ("EnterISR", "i"), ("LeaveISR", "i")]


def configuration(rng):
    count, resources, top = rng.randint(1, 5), rng.randint(0, 4), rng.randint(1, 5)
    tasks = [None]
    for _ in range(count):
        owns = rng.choice([0, 0, 1, 3])
        pr = rng.randint(1, top)
        internal = rng.choice([0, 0, HIGHEST, rng.randint(pr, top)])
        tasks.append(Task(pr, 1 if owns else rng.randint(1, 3), internal, owns))
    links = {(t, r) for t in range(1, count + 1) for r in range(1, resources + 1) if rng.random() < 0.6}
    ceilings = [0] * (resources + 1)
    for r in range(1, resources + 1):
        ceilings[r] = max([rng.randint(1, top)] + [tasks[t].pr for t, s in links if s == r])
    return tasks, ceilings, links


def possible(kernel, resources, rng):
    """A call at random; None if it cannot be made: tasks call while one runs, nobody otherwise and in routines."""
    name, kinds = rng.choice(SERVICES)
    caller = 0 if kernel.nesting else kernel.running
    if name == "EnterISR" and kernel.nesting == 2 or name == "LeaveISR" and not kernel.nesting:
        return None
    if not caller and name not in ("ActivateTask", "SetEvent", "EnterISR", "LeaveISR"):
        return None
    if "r" in kinds and not resources:
        return None
    if name in ("TerminateTask", "WaitEvent", "ChainTask") and rng.random() < 0.5:
        return None
    values = {"t": caller, "d": rng.randint(1, len(kernel.task) - 1), "r": rng.randint(1, max(resources, 1)),
              "m": rng.randint(1, 3), "i": 1}
    return name, [values[kind] for kind in kinds]


def walk(seed, design):
    rng = random.Random(seed)
    tasks, ceilings, links = configuration(rng)
    kernel = Kernel(tasks, ceilings, links)
    setup = []
    for t, task in enumerate(tasks[1:], 1):
        setup += [f"SetTask({t}, {task.pr})", f"SetLimit({t}, {task.limit})", f"SetEvents({t}, {task.owns})"]
        setup.append(f"SetNonPreemptable({t})" if task.internal == HIGHEST else f"SetInternal({t}, {task.internal})")
    setup += [f"SetResource({r}, {ceilings[r]})" for r in range(1, len(ceilings))]
    setup += [f"SetLink({t}, {r})" for t, r in sorted(links)]
    columns = {name: [] for name in ("op", "a", "b", "c", "expected_turn", "expected_status")}
    pictures = []
    while len(columns["op"]) < STEPS:
        chosen = possible(kernel, len(ceilings) - 1, rng)
        if chosen is None:
            continue
        name, arguments = chosen
        kernel.call(name, arguments)
        columns["op"].append([service for service, _ in SERVICES].index(name))
        for column, value in zip("abc", arguments + [0, 0, 0]):
            columns[column].append(value)
        columns["expected_turn"].append(kernel.running)
        columns["expected_status"].append(kernel.status)
        pictures += [kernel.picture(t) for t in range(1, len(tasks))]
    lines = [f'#include "{design}"']
    lines += [f"byte {name}[{STEPS}] = {{ {', '.join(map(str, values))} }};" for name, values in columns.items()]
    lines.append(f"int picture[{len(pictures)}] = {{ {', '.join(map(str, pictures))} }};")
    calls = [f":: op[s] == {number} -> {name}({', '.join('abc'[i] + '[s]' for i in range(len(kinds)))})"
             for number, (name, kinds) in enumerate(SERVICES)]
    lines.append(PROCESS % {"setup": ";\n    ".join(setup), "calls": "\n        ".join(calls), "steps": STEPS,
                            "tasks": len(tasks) - 1, "picture": PICTURE})
    return "\n".join(lines) + "\n"


def main():
    rtcheck = sys.argv[1]
    walks = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    design = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else os.path.join(ROOT, "models/osek/osek.pml")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(walks):
            path = os.path.join(folder, f"walk{seed}.pml")
            with open(path, "w") as file:
                file.write(walk(seed, design))
            result = subprocess.run([rtcheck, "model", path], capture_output=True, text=True, check=False)
            if result.returncode != 0:
                failed += 1
                said = (result.stdout + result.stderr).splitlines()[:5]
                print(f"walk {seed}: exit {result.returncode}", *said, sep="\n    ")
    print(f"{walks - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
