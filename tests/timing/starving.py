#!/usr/bin/env python3
"""Random overloaded sets of cooperative tasks: does each instance get done in the end? `rtcheck timing`, by search or by analysis,
against all states of an exploration unit by unit (explore.py). Usage: starving.py [COUNT [SEED]]; RTCHECK names the program.
Ends in `N passed, N failed`."""
import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from explore import Explorer, TooLarge  # noqa: E402
from random_sets import check, make_task  # noqa: E402


class Ageless(Explorer):
    """Without ages, which would grow."""

    @staticmethod
    def normal(state):
        stimuli, jobs, heads, running = Explorer.normal(state)
        return (stimuli, tuple(tuple((0, ticket) for _age, ticket in queue) for queue in jobs), heads, running)


def make_set(draw):
    tasks = [make_task(draw, index, "interval", False) for index in range(draw.choice([2, 3, 3]))]
    for index, task in enumerate(tasks):
        task["preemption"] = draw.choice(["cooperative", "cooperative", "preemptive"]) if index else "cooperative"
        task["limit"], task["offset"] = draw.choice([1, 1, 1, 2]), draw.choice([0, 0, 1, 3])
        task["period"] = task["least"] = task["most"] = draw.choice([4, 6, 8, 12] if index else [8, 12])
        if index == 0:
            task["runs"] = [(1, 1)] * draw.choice([1, 2, 3])
    return {"algorithm": "OSEK", "queue": "activation", "slice": 0, "tasks": tasks}


def graph_of(explorer):
    edges, todo = {}, list(set(explorer.initial()))
    while todo:
        state = todo.pop()
        if state in edges:
            continue
        edges[state] = list(explorer.steps(state))
        if len(edges) > explorer.most_states:
            raise TooLarge
        todo += [after for after, _done in edges[state] if after not in edges]
    return edges


def starves(edges, index):
    """Is there a cycle in which the task has an instance and none is done? What cannot go on for ever is taken away until nothing changes."""
    kept = {state: [after for after, done in steps if done != index] for state, steps in edges.items() if state[1][index]}
    while True:
        ended = [state for state, steps in kept.items() if not any(after in kept for after in steps)]
        if not ended:
            return bool(kept)
        for state in ended:
            del kept[state]


def wrong_of(taskset, edges, answer, counts):
    wrong = []
    limits = {limit["name"]: limit for limit in answer["limits"]}
    bounds = {task["name"]: task["analysis_seconds"] for task in answer["tasks"]}
    for index, task in enumerate(taskset["tasks"]):
        said = limits.get(f"progress of {task['name']}")
        truth = starves(edges, index)
        if not said:  # no instance ever got old
            if truth:
                wrong.append(f"{task['name']} starves, and nothing is said")
            continue
        how = f"{said['verdict']} by {said['by']}"
        if said["by"] == "analysis" and bounds[task["name"]] is None:
            how += " without a bound"
        counts[how] = counts.get(how, 0) + 1
        if said["verdict"] != ("violated" if truth else "holds"):
            wrong.append(f"{task['name']}: {said['verdict']} by {said['by']}, explored {truth}")
    return wrong


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 23)
    passed = failed = 0
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "set.amxmi")
        while passed + failed < count:
            taskset = make_set(draw)
            if sum(sum(run[1] for run in task["runs"]) / task["period"] for task in taskset["tasks"]) < 0.95:
                continue
            try:
                edges = graph_of(Ageless(taskset, 3000))
            except TooLarge:
                continue
            wrong = wrong_of(taskset, edges, check(taskset, path, ("--times", "all"), (0, 1, 3)), counts)
            failed += bool(wrong)
            passed += not wrong
            if wrong:
                print(json.dumps(taskset), *wrong, sep="\n  ")
    print(", ".join(f"{number} {word}" for word, number in sorted(counts.items())))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
