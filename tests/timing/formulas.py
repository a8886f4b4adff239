#!/usr/bin/env python3
"""Formulas over random task sets: `rtcheck timing --ltl` against graphs explored unit by unit (explore.py), on which each
form of formula is decided by hand. Usage: formulas.py [COUNT [SEED]]. Ends in `N passed, N failed`."""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from curves import Contradiction  # noqa: E402
from explore import Explorer, TooLarge  # noqa: E402
from random_sets import RTCHECK, finer, has_windows, make_set, model_of  # noqa: E402

MOST_STATES = 1500


class Graph:
    def __init__(self, taskset):
        explorer = Explorer(taskset, MOST_STATES)
        self.initial = set(explorer.initial())
        self.after = {}
        todo = list(self.initial)
        while todo:
            state = todo.pop()
            if state in self.after:
                continue
            if len(self.after) > MOST_STATES or any(age > 99 for queue in state[1] for age, _ticket in queue):
                raise TooLarge
            self.after[state] = set(explorer.tick(state))
            todo += self.after[state]

    def reach(self, start, inside):
        """From states of `start` that are inside, by states inside."""
        seen, todo = set(), [state for state in start if inside(state)]
        while todo:
            state = todo.pop()
            if state not in seen:
                seen.add(state)
                todo += [after for after in self.after[state] if inside(after)]
        return seen

    def stays(self, start, inside):
        """Is there an infinite run from `start` that never leaves?"""
        region = self.reach(start, inside)
        while True:  # who has no successor in the region is no part of such a run
            ends = {state for state in region if not self.after[state] & region}
            if not ends:
                return bool(region & {s for s in start if inside(s)}) and bool(region)
            region -= ends

    def returns(self, state):
        return state in self.reach(self.after[state], lambda _state: True)


def holds_always(graph, p, _q):
    return all(p(state) for state in graph.after)


def holds_eventually(graph, p, _q):
    return not graph.stays(graph.initial, lambda s: not p(s))


def holds_response(graph, p, q):
    return not any(graph.stays({state}, lambda s: not q(s)) for state in graph.after if p(state) and not q(state))


def holds_again(graph, p, _q):
    return not any(graph.stays({state}, lambda s: not p(s)) for state in graph.after if not p(state))


def holds_in_the_end(graph, p, _q):
    return not any(not p(state) and graph.returns(state) for state in graph.after)


def holds_weak_until(graph, p, q):
    before = graph.reach(graph.initial, lambda s: p(s) and not q(s))
    border = set(graph.initial).union(*(graph.after[state] for state in before))
    return not any(not p(state) and not q(state) for state in border)


def holds_until(graph, p, q):
    return holds_weak_until(graph, p, q) and holds_eventually(graph, q, None)


FORMS = [("[] (P)", holds_always), ("<> (P)", holds_eventually), ("[] ((P) -> <> (Q))", holds_response),
         ("[] <> (P)", holds_again), ("<> [] (P)", holds_in_the_end), ("(P) W (Q)", holds_weak_until),
         ("(P) U (Q)", holds_until)]


def make_atom(draw, tasks):
    index = draw.randrange(len(tasks))
    name = tasks[index]["name"]
    return draw.choice([
        (f"running({name})", lambda s: s[3] == index),
        (f"ready({name})", lambda s: bool(s[1][index]) and s[3] != index),
        (f"suspended({name})", lambda s: not s[1][index]),
        (f"waiting({name})", lambda s: False),
    ])


def make_proposition(draw, tasks):
    text, holds = make_atom(draw, tasks)
    if draw.random() < 0.5:
        other_text, other = make_atom(draw, tasks)
        if draw.random() < 0.5:
            text, holds = f"{text} && {other_text}", lambda s, a=holds, b=other: a(s) and b(s)
        else:
            text, holds = f"{text} || {other_text}", lambda s, a=holds, b=other: a(s) or b(s)
    if draw.random() < 0.4:
        text, holds = f"!({text})", lambda s, a=holds: not a(s)
    return text, holds


def is_wrong(verdict, truth, between, is_coarse):
    """`between`: by how many pieces there are of a unit, what is true there; stimuli may come at such moments."""
    if not between:
        return verdict != ("holds" if truth else "violated")
    if not truth:
        return verdict == "holds" or (verdict == "unknown" and not is_coarse)
    return verdict == "holds" and not all(between.values()) or (verdict == "violated" and between.get(4, False))


def finer_graphs(taskset):
    """Graphs in halves and quarters of units, and in whole ones, if stimuli can come at such moments."""
    graphs = {}
    for pieces in (1, 2, 4) if has_windows(taskset) else ():
        try:
            graphs[pieces] = Graph(finer(taskset, pieces))
        except TooLarge:
            break
    return graphs


def check(taskset, graph, draw, path, truths):
    formulas, expected, between, graphs = [], [], [], finer_graphs(taskset)
    for form, decide in FORMS:
        (p_text, p), (q_text, q) = make_proposition(draw, taskset["tasks"]), make_proposition(draw, taskset["tasks"])
        formulas.append(form.replace("P", p_text).replace("Q", q_text))
        expected.append(decide(graph, p, q))
        between.append({pieces: decide(finer_graph, p, q) for pieces, finer_graph in graphs.items()})
        truths[expected[-1]] += 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(model_of(taskset))
    options = [word for formula in formulas for word in ("--ltl", formula)]
    run = subprocess.run([RTCHECK, "timing", "--json", "--threads", "1", "--times", "all", "--queue", taskset["queue"], *options, path],
                         capture_output=True, text=True, timeout=120, check=False)
    if run.returncode not in ((0, 1, 3) if graphs else (0, 1)):
        return [f"status {run.returncode}: {run.stdout[-300:]}{run.stderr[-300:]}"]
    answer = json.loads(run.stdout)
    said = [limit["verdict"] for limit in answer["limits"] if limit["kind"] == "formula"]
    is_coarse = answer["parts"][0]["unit_seconds"] > 1.5e-3
    return [f"{formula}: {verdict}, explored {truth}, {inside}"
            for formula, verdict, truth, inside in zip(formulas, said, expected, between)
            if is_wrong(verdict, truth, inside, is_coarse)] + ([] if len(said) == len(formulas) else ["one is missing"])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    passed = failed = 0
    truths = {True: 0, False: 0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "set.amxmi")
        while passed + failed < count:
            taskset = make_set(draw, draw.choice(["interval", "any"]))
            try:
                graph = Graph(taskset)
            except (TooLarge, Contradiction):
                continue
            wrong = check(taskset, graph, draw, path, truths)
            if wrong:
                print(json.dumps(taskset), *wrong, sep="\n  ")
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"formulas that hold: {truths[True]}, that do not: {truths[False]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
