#!/usr/bin/env python3
"""Runs that assumptions leave out: `assumptions.py RTCHECK [--count N] [--seed S]`.

Random applications with choices, assumptions, events and interrupt routines are played here statement by statement. A
run counts unless it comes to an assumption that does not hold, and code that can go on does at some time, however often
it is interrupted. So it is known whether some run counts, and whether a task waits, or is ready, for ever on runs that
do; rtcheck has to say the same, with reduction, without it, and depth first.
"""
import argparse
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

MOST_STATES = 4000
WAYS = ([], ["--no-reduction"], ["--search", "dfs"])


class Application:
    """Tasks, the less urgent first, and routines of one level: each a list of instructions, the last of which leads back
    to the first or ends."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tasks = self.random.choice((1, 2, 2, 3))
        self.routines = self.random.choice((0, 1, 1, 2))
        self.loops = [self.random.random() < .5 for _ in range(self.tasks)]
        self.bodies = {("t", i): self.body("t") for i in range(self.tasks)}
        self.bodies.update({("i", i): self.body("i") for i in range(self.routines)})
        self.code = {who: self.lowered(who) for who in self.bodies}

    def body(self, kind, depth=0):
        return [self.statement(kind, depth) for _ in range(self.random.randint(1, 3 if depth == 0 and kind == "t" else 2))]

    def condition(self):
        return self.random.randrange(2), self.random.choice(("==", "!=")), self.random.randrange(2)

    def statement(self, kind, depth):
        words = ["set", "choose", "assume", "assume", "signal"] + ["if"] * (depth == 0) + ["wait"] * (kind == "t")
        word = self.random.choice(words)
        if word == "set":
            return word, self.random.randrange(2), self.random.randrange(2)
        if word == "choose":
            return word, self.random.randrange(2)
        if word == "assume":
            return word, self.condition()
        if word == "signal":
            return word, self.random.randrange(self.tasks)
        if word == "if":
            return word, self.condition(), self.body(kind, depth + 1)
        return (word,)

    def lowered(self, who):
        code = []

        def add(body):
            for word, *rest in body:
                if word == "if":
                    at = len(code)
                    code.append(None)
                    add(rest[1])
                    code[at] = ("unless", rest[0], len(code))
                else:
                    code.append((word, *rest))

        add(self.bodies[who])
        code.append(("jump",) if who[0] == "t" and self.loops[who[1]] else ("end",))
        return code

    # ---- as C ----

    def written(self, body, indent):
        text = ""
        for word, *rest in body:
            if word == "set":
                text += f"{indent}g{rest[0]} = {rest[1]};\n"
            elif word == "choose":
                text += f"{indent}g{rest[0]} = random(0, 1);\n"
            elif word == "assume":
                text += indent + "rtcheck_assume(g%d %s %d);\n" % rest[0]
            elif word == "signal":
                text += f"{indent}if (SetEvent(t{rest[0]}, e)) {{ }}\n"
            elif word == "wait":
                text += f"{indent}WaitEvent(e);\n{indent}ClearEvent(e);\n"
            else:
                text += indent + "if (g%d %s %d) {\n" % rest[0] + self.written(rest[1], indent + "    ") + indent + "}\n"
        return text

    def source(self):
        text = ""
        for (kind, number), body in self.bodies.items():
            is_loop = kind == "t" and self.loops[number]
            lines = self.written(body, "        " if is_loop else "    ")
            if is_loop:
                lines = f"    for (;;) {{\n{lines}    }}\n"
            elif kind == "t":
                lines += "    TerminateTask();\n"
            text += f"{'ISR' if kind == 'i' else 'TASK'}({kind}{number}) {{\n{lines}}}\n"
        # what is volatile, and nobody writes, would be an input
        variables = "".join(f"{'volatile ' if f'g{i} = ' in text else ''}int g{i};\n" for i in range(2))
        return "#include <os.h>\n" + variables + text

    def oil(self):
        text = "CPU c {\nOS os { STATUS = EXTENDED; };\nEVENT e { MASK = AUTO; };\n"
        for i in range(self.tasks):
            text += f"TASK t{i} {{ PRIORITY = {i + 1}; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; }};\n"
        for i in range(self.routines):
            text += f"ISR i{i} {{ CATEGORY = 2; PRIORITY = 9; }};\n"
        return text + "};\n"


# ---- played ----
# A state: the two variables; the routine that runs and where, or None; of each task where it is, or None if it has
# ended, whether it waits, and whether its event is set.

def running(state):
    """Whose code runs: a key of the application's code; None: nobody's."""
    if state[1]:
        return "i", state[1][0]
    ready = [i for i, task in enumerate(state[2]) if task[0] is not None and not task[1]]
    return ("t", ready[-1]) if ready else None


def own_steps(app, state):
    """The states that a step of the code that runs leads to: none, where an assumption does not hold."""
    values, routine, tasks = state
    kind, number = running(state)
    at = routine[1] if kind == "i" else tasks[number][0]
    word, *rest = app.code[kind, number][at]

    def after(values=values, tasks=tasks, at=at + 1, waits=False):
        if kind == "i":
            return values, (number, at) if at is not None else None, tasks
        event = tasks[number][2] and word != "wait"
        tasks = tasks[:number] + ((at, waits, event if at is not None else False),) + tasks[number + 1:]
        return values, routine, tasks

    def holds(condition):
        return (values[condition[0]] == condition[2]) == (condition[1] == "==")

    def stored(number, value):
        return values[:number] + (value,) + values[number + 1:]

    if word == "set":
        return [after(stored(rest[0], rest[1]))]
    if word == "choose":
        return [after(stored(rest[0], value)) for value in (0, 1)]
    if word == "assume":
        return [after()] if holds(rest[0]) else []
    if word == "unless":
        return [after() if holds(rest[0]) else after(at=rest[1])]
    if word == "wait":
        return [after()] if tasks[number][2] else [after(at=at, waits=True)]
    if word == "signal":
        other = rest[0]
        if tasks[other][0] is not None:
            tasks = tasks[:other] + ((tasks[other][0], False, True),) + tasks[other + 1:]
        return [after(tasks=tasks)]
    return [after(at=0 if word == "jump" else None)]


class Graph:
    """`own`: by state, where code leads; `ways`: that and interrupts. None of them: there are too many states."""

    def __init__(self, app):
        self.first = ((0, 0), None, tuple((0, False, False) for _ in range(app.tasks)))
        self.own, self.ways = {}, {}
        waiting = [self.first]
        while waiting and len(self.ways) <= MOST_STATES:
            state = waiting.pop()
            if state in self.ways:
                continue
            self.own[state] = own_steps(app, state) if running(state) else []
            arrivals = [] if state[1] else [(state[0], (i, 0), state[2]) for i in range(app.routines)]
            self.ways[state] = self.own[state] + arrivals
            waiting += self.ways[state]
        self.is_whole = not waiting

    def components(self, states):
        """Those in which a step is made."""
        numbers, lowest, path, found = {}, {}, [], []
        for root in states:
            if root in numbers:
                continue
            calls = [(root, iter(self.ways[root]))]
            numbers[root] = lowest[root] = len(numbers)
            path.append(root)
            while calls:
                state, ways = calls[-1]
                for to in ways:
                    if to not in states:
                        continue
                    if to not in numbers:
                        numbers[to] = lowest[to] = len(numbers)
                        path.append(to)
                        calls.append((to, iter(self.ways[to])))
                        break
                    if to in lowest:
                        lowest[state] = min(lowest[state], numbers[to])
                else:
                    calls.pop()
                    if calls:
                        lowest[calls[-1][0]] = min(lowest[calls[-1][0]], lowest[state])
                    if lowest[state] == numbers[state]:
                        component = set()
                        while not component or state not in component:
                            component.add(path.pop())
                        for one in component:
                            del lowest[one]
                            numbers[one] = -1
                        if any(to in component for one in component for to in self.ways[one]):
                            found.append(component)
        return found

    def lasting(self, states):
        """States of rounds in which whoever's code is to run goes on."""
        found = set()
        for component in self.components(states):
            going = {running(one) for one in component if any(to in component for to in self.own[one])}
            rest = {one for one in component if running(one) is None or running(one) in going}
            found |= component if len(rest) == len(component) else self.lasting(rest)
        return found

    def leading_to(self, goal, within):
        before = {state: [] for state in within}
        for state in within:
            for to in self.ways[state]:
                if to in before:
                    before[to].append(state)
        found, waiting = set(goal), list(goal)
        while waiting:
            for state in before[waiting.pop()]:
                if state not in found:
                    found.add(state)
                    waiting.append(state)
        return found

    def counting(self):
        """States from which a run goes on that counts."""
        idle = {state for state in self.ways if running(state) is None}
        return self.leading_to(idle | self.lasting(set(self.ways)), set(self.ways))


def somebody_is_stuck(graph, counting, tasks):
    """Is there a state on a run that counts from which a task waits, or is kept from running, for ever?"""
    for number in range(tasks):
        waits = {state for state in counting if state[2][number][1]}
        held_up = {state for state in counting
                   if state[2][number][0] is not None and not state[2][number][1] and running(state) != ("t", number)}
        for kept in (waits, held_up):
            if kept - graph.leading_to(counting - kept, counting):
                return True
    return False


# ---- asked ----

def ask(rtcheck, files, options):
    done = served.run([rtcheck, "app", "--quiet", "--time", "60s", *options, *files], timeout=120)
    return done.returncode, done.stdout + done.stderr


def judge(rtcheck, app, folder):
    """What is wrong; None: nothing. Or True: there are too many states."""
    graph = Graph(app)
    if not graph.is_whole:
        return True
    counting = graph.counting()
    files = [os.path.join(folder, name) for name in ("app.oil", "app.c")]
    for path, text in zip(files, (app.oil(), app.source())):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    some = graph.first in counting
    stuck = some and somebody_is_stuck(graph, counting, app.tasks)
    for way in WAYS:
        status, said = ask(rtcheck, files, ["--only", "assertion", *way])
        if status != (0 if some else 3) or ("ends every run" in said) == some:
            return f"{'some run counts' if some else 'no run counts'}, but with {way}: {said}"
        status, said = ask(rtcheck, files, ["--only", "waiting", "--only", "deadlock", "--allow-vacuous", *way])
        if status != (1 if stuck else 0):
            return f"{'a task is stuck' if stuck else 'no task is stuck'}, but with {way}: {said}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.count):
            app = Application(f"{arguments.seed}.{number}")
            wrong = judge(arguments.rtcheck, app, folder)
            if wrong is True:
                continue
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"application {number}: {wrong}\n{app.oil()}{app.source()}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
