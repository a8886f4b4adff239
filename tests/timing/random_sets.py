#!/usr/bin/env python3
"""Random task sets: `rtcheck timing` against an exploration unit by unit (explore.py), and against response-time
analysis. Usage: random_sets.py [COUNT [SEED]]; RTCHECK names the program. Ends in `N passed, N failed`."""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from curves import Contradiction  # noqa: E402
from explore import Explorer, TooLarge, analysis  # noqa: E402
from explore_tree import TreeExplorer  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RTCHECK = os.environ.get("RTCHECK", os.path.join(ROOT, "build", "rtcheck"))
MOST_STATES = 1000
UNIT = 1e-3  # a tick at 1 kHz
KINDS = {"periodic": "PeriodicStimulus", "relative": "RelativePeriodicStimulus", "sporadic": "RelativePeriodicStimulus",
         "burst": "PeriodicBurstStimulus", "rate": "VariableRateStimulus", "curve": "ArrivalCurveStimulus"}


def make_borders(draw, period):
    """Of one to three distances; upper ones may be missing, borders may restrict each other in any way."""
    borders = []
    for gaps in draw.sample([1, 2, 3], draw.randint(1, 3)):
        least = draw.randint(0, 2) + (gaps - 1) * draw.randint(period // 2, period)
        most = None if draw.random() < 0.15 else max(least, gaps * period + draw.randint(-2, 2))
        borders.append((gaps, least, most))
    if all(least == 0 for _gaps, least, _most in borders):  # any number at once
        borders[0] = (borders[0][0], 1, borders[0][2])
    return borders


def make_task(draw, index, kind, equal_priorities):
    period = draw.choice([4, 5, 6, 8, 10, 12])
    least = draw.randint(1, 3)
    spread = draw.choice([0, 0, 1, 2]) if kind != "constant" else 0
    runs = [(least, least + spread)]
    if draw.random() < 0.3:
        runs.append((1, 1 + (draw.randint(0, 1) if kind != "constant" else 0)))
    task = {
        "name": f"T{index}",
        "priority": draw.randint(1, 2) if equal_priorities else index + 1,
        "preemption": "preemptive",
        "limit": draw.choice([1, 2, 3]),
        "runs": runs,
        "deadline": draw.choice([period, period - 1, period + 2]),
        "start": draw.randint(0, period),
        "kind": "periodic",
        "offset": 0,
        "period": period,
        "jitter": 0,
        "least": period,
        "most": period,
    }
    if kind == "any":
        task["preemption"] = draw.choice(["preemptive", "preemptive", "cooperative", "non_preemptive"])
        task["offset"] = draw.choice([0, 0, 1, 3])
        task["jitter"] = draw.choice([0, 0, 0, 0, 1, 1, 2, 2, period + 1])
        if task["jitter"] and draw.random() < 0.2:  # a jitter below 0, in part or altogether
            task["early"] = draw.choice([1, 3, period + 3])
        if task["jitter"] and draw.random() < 0.5:
            task["apart"] = max(0, period - draw.randint(0, task["jitter"]))
        if draw.random() < 0.2:
            task["kind"], task["jitter"], task["apart"] = "relative", 0, 0
            task["most"] = period + draw.randint(0, 2)
            if draw.random() < 0.4:
                task["kind"] = "sporadic"
        elif draw.random() < 0.2:
            task["kind"], task["jitter"], task["period"] = "burst", 0, 2 * period
            task["count"], task["apart"] = draw.randint(1, 3), draw.randint(0, 2)
            task["length"] = (task["count"] - 1) * task["apart"] + draw.choice([0, 1, 2])
        elif draw.random() < 0.2:
            task["kind"], task["jitter"], task["apart"] = "curve", 0, 0
            task["borders"] = make_borders(draw, period)
        elif draw.random() < 0.15:
            task["kind"], task["jitter"], task["apart"] = "rate", 0, 0
            task["often"] = draw.choice([(1, 2), (2, 2), (2, 3), (3, 4)])  # in 12 units
            task["least"], task["most"] = 12 // task["often"][1], 12 // task["often"][0]
    return task


def make_set(draw, kind):
    algorithm = "OSEK"
    if kind == "any":
        algorithm = draw.choice(["OSEK", "OSEK", "EarliestDeadlineFirst", "PriorityBasedRoundRobin"])
    equal = kind == "any" and draw.random() < 0.5
    tasks = [make_task(draw, index, kind, equal) for index in range(draw.choice([2, 2, 3]))]
    queue = draw.choice(["activation", "activation", "task"]) if kind == "any" else "activation"
    return {"algorithm": algorithm, "queue": queue, "slice": draw.randint(1, 3) if algorithm.endswith("Robin") else 0, "tasks": tasks}


def make_cooperative_set(draw):
    """Cooperative tasks keep each other out, a long one the urgent ones, too: what has piled up when it is done, and who
    interrupts it, holds up those in between."""
    tasks = [make_task(draw, index, "constant", False) for index in range(draw.choice([3, 3, 4]))]
    for task in tasks:
        task["preemption"] = draw.choice(["cooperative", "preemptive", "preemptive", "non_preemptive"])
        task["offset"], task["limit"] = draw.choice([0, 1, 3]), 3
        task["period"] = task["least"] = task["most"] = draw.choice([6, 8, 12, 16])
    long, urgent = tasks[0], tasks[-1]
    long["preemption"] = urgent["preemption"] = "cooperative"
    long["period"] = long["least"] = long["most"] = 24
    long["runs"], urgent["runs"] = [(draw.randint(4, 8),) * 2], [(1, 1)]
    urgent["period"] = urgent["least"] = urgent["most"] = draw.choice([3, 4])
    return {"algorithm": "OSEK", "queue": "activation", "slice": 0, "tasks": tasks}


def make_tree(draw):
    """Two or three schedulers, one on top; what is below deadlines goes by deadlines."""
    taskset = make_set(draw, "any")
    algorithms = ["OSEK", "OSEK", "PriorityBasedRoundRobin", "EarliestDeadlineFirst"]
    nodes = []
    for number in range(draw.choice([2, 3])):
        parent = -1 if number == 0 else draw.choice([0, number - 1])
        algorithm = draw.choice(algorithms if number else algorithms[:3])
        nodes.append({"parent": parent, "algorithm": algorithm, "slice": draw.randint(1, 3), "turn": draw.randint(1, 3),
                      "priority": draw.randint(1, 3)})
    for number, node in enumerate(nodes):
        if any(other["parent"] == number for other in nodes) and node["algorithm"] == "EarliestDeadlineFirst":
            node["algorithm"] = "OSEK"
    for node in nodes[1:]:
        if nodes[node["parent"]]["algorithm"] == "OSEK" and draw.random() < 0.5:
            node["algorithm"], node["server"] = "OSEK", draw.choice(["DeferrableServer", "PollingPeriodicServer"])
            node["every"] = draw.randint(2, 6)
            node["budget"] = draw.randint(1, node["every"])
    for task in taskset["tasks"]:
        task["node"] = draw.randrange(len(nodes))
        task["priority"] = draw.randint(1, 3)
        if task["preemption"] == "cooperative" or any(node.get("server") for node in nodes):
            task["preemption"] = "preemptive"
    taskset["nodes"], taskset["algorithm"], taskset["slice"] = nodes, "OSEK", 0
    return taskset


def schedulers_of(taskset):
    """Of a set without a tree, one."""
    nodes = taskset.get("nodes", [{"parent": -1, "algorithm": taskset["algorithm"], "slice": taskset["slice"]}])
    text = ""
    for number, node in enumerate(nodes):
        length = time("timeSliceLength", node["slice"]) if node["algorithm"].endswith("Robin") and node["slice"] else ""
        above = ""
        if node["parent"] >= 0:
            budget = time("maxBudget", node["budget"]) + time("replenishment", node["every"]) if node.get("server") else ""
            above = (f'<parentAssociation parent="S{node["parent"]}?type=TaskScheduler"><schedulingParameters '
                     f'priority="{node["priority"]}">{budget}</schedulingParameters><parameterExtensions key="TimeSlice" '
                     f'value="{node["turn"]}ms"/></parentAssociation>')
        text += (f'<taskSchedulers name="S{number}"><schedulingAlgorithm xsi:type="am:{node.get("server", node["algorithm"])}">{length}'
                 f'</schedulingAlgorithm>{above}</taskSchedulers>')
    return text


def time(tag, value):
    return f'<{tag} value="{value}" unit="ms"/>'


def model_of(taskset):
    tasks, runnables, stimuli, limits, allocations = [], [], [], [], []
    for task in taskset["tasks"]:
        name, kind = task["name"], KINDS[task["kind"]]
        calls = ""
        for number, (least, most) in enumerate(task["runs"]):
            calls += f'<items xsi:type="am:RunnableCall" runnable="{name}_{number}?type=Runnable"/>'
            runnables.append(f'<runnables name="{name}_{number}"><activityGraph><items xsi:type="am:Ticks"><default '
                             f'xsi:type="am:DiscreteValueBoundaries" lowerBound="{least}" upperBound="{most}"/></items>'
                             f'</activityGraph></runnables>')
        tasks.append(f'<tasks name="{name}" stimuli="S_{name}?type={kind}" preemption="{task["preemption"]}" '
                     f'multipleTaskActivationLimit="{task["limit"]}"><activityGraph>{calls}</activityGraph></tasks>')
        inside = time("offset", task["offset"])
        if task["kind"] == "periodic":
            inside += time("recurrence", task["period"])
            if task["jitter"]:
                early = task.get("early", 0)
                inside += (f'<jitter xsi:type="am:TimeBoundaries">{time("lowerBound", -early)}'
                           f'{time("upperBound", task["jitter"] - early)}</jitter>')
            if task.get("apart"):
                inside += time("minDistance", task["apart"])
        elif task["kind"] == "burst":
            inside += (time("recurrence", task["period"]) + time("burstLength", task["length"]) +
                       time("occurrenceMinDistance", task["apart"]))
        elif task["kind"] == "rate":
            inside = (time("step", 12) + f'<occurrencesPerStep xsi:type="am:ContinuousValueBoundaries" '
                      f'lowerBound="{task["often"][0]}.0" upperBound="{task["often"][1]}.0"/>')
        elif task["kind"] == "curve":
            inside = "".join(f'<entries numberOfOccurrences="{gaps + 1}">{time("lowerTimeBorder", least)}' +
                             (time("upperTimeBorder", most) if most is not None else "") + "</entries>"
                             for gaps, least, most in task["borders"])
        else:
            far = time("upperBound", task["most"]) if task["kind"] == "relative" else time("mean", task["most"]) + time("sd", 1)
            inside += (f'<nextOccurrence xsi:type="am:Time{"Boundaries" if task["kind"] == "relative" else "GaussDistribution"}">'
                       f'{time("lowerBound", task["least"])}{far}</nextOccurrence>')
        count = f'occurrenceCount="{task["count"]}"' if task["kind"] == "burst" else ""
        stimuli.append(f'<stimuli xsi:type="am:{kind}" name="S_{name}" {count}>{inside}</stimuli>')
        for letter, metric, limit in (("D", "ResponseTime", task["deadline"]), ("S", "StartDelay", task["start"])):
            limits.append(f'<requirements xsi:type="am:ProcessRequirement" name="{letter}_{name}" process="{name}?type=Task"><limit '
                          f'xsi:type="am:TimeRequirementLimit" limitType="UpperLimit" metric="{metric}">'
                          f'{time("limitValue", limit)}</limit></requirements>')
        allocations.append(f'<taskAllocation task="{name}?type=Task" scheduler="S{task.get("node", 0)}?type=TaskScheduler"><schedulingParameters '
                           f'priority="{task["priority"]}"/></taskAllocation>')
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<am:Amalthea xmlns:am="http://app4mc.eclipse.org/amalthea/1.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<swModel>{"".join(tasks)}{"".join(runnables)}</swModel>
<hwModel><definitions xsi:type="am:ProcessingUnitDefinition" name="D" puType="CPU"/><structures name="E"
structureType="ECU"><modules xsi:type="am:ProcessingUnit" name="C" frequencyDomain="F?type=FrequencyDomain"
definition="D?type=ProcessingUnitDefinition"/></structures><domains xsi:type="am:FrequencyDomain" name="F">
<defaultValue value="1.0" unit="kHz"/></domains></hwModel>
<osModel><operatingSystems name="O">{schedulers_of(taskset)}</operatingSystems></osModel>
<stimuliModel>{"".join(stimuli)}</stimuliModel>
<constraintsModel>{"".join(limits)}</constraintsModel>
<mappingModel><schedulerAllocation scheduler="S0?type=TaskScheduler" responsibility="C?type=ProcessingUnit"/>
{"".join(allocations)}</mappingModel>
</am:Amalthea>
'''


def check(taskset, path, options=("--times", "all", "--oldest", "400ms"), statuses=(0, 1)):
    with open(path, "w", encoding="utf-8") as file:
        file.write(model_of(taskset))
    run = subprocess.run([RTCHECK, "timing", "--json", "--threads", "1", *options, "--queue", taskset["queue"], path],
                         capture_output=True, text=True, timeout=120, check=False)
    if run.returncode not in statuses:
        raise AssertionError(f"status {run.returncode}: {run.stdout[-600:]}{run.stderr[-400:]}")
    return json.loads(run.stdout)


def compare_default(taskset, explorer, answer, said):
    """Without --oldest: how far ages are counted must change no verdict."""
    wrong = []
    verdicts, others = ({limit["name"]: limit["verdict"] for limit in one["limits"]} for one in (said, answer))
    for index, task in enumerate(taskset["tasks"]):
        for name, is_broken in broken_of(task, explorer, index):
            if {verdicts[name], others[name]} == {"holds", "violated"} or (is_broken and others[name] != "violated"):
                wrong.append(f"{name}: without --oldest {others[name]}, with it {verdicts[name]}, explored {is_broken}")
    return wrong


def broken_of(task, explorer, index):
    miss = explorer.worst[index] is not None and explorer.worst[index] > explorer.tasks[index]["deadline"]
    late = explorer.started[index] is not None and explorer.started[index] > explorer.tasks[index]["start"]
    return (f"D_{task['name']}", miss), (f"S_{task['name']}", late), (f"activations of {task['name']}", explorer.lost[index])


# ---- moments between the units ----


def has_windows(taskset):
    """Can a stimulus come at a time that is no multiple of the unit?"""
    return any(task["jitter"] or task["kind"] in ("rate", "curve", "sporadic") or (task["kind"] == "relative" and task["most"] > task["least"]) or
               (task["kind"] == "burst" and task["length"] > (task["count"] - 1) * task["apart"]) for task in taskset["tasks"])


def is_simple(taskset):
    """Independent preemptive tasks of different priorities: whole units show everything."""
    priorities = {task["priority"] for task in taskset["tasks"]}
    return (taskset["algorithm"] == "OSEK" and "nodes" not in taskset and len(priorities) == len(taskset["tasks"]) and
            all(task["preemption"] == "preemptive" for task in taskset["tasks"]))


def finer(taskset, pieces):
    """The same in units that are so many times shorter; durations stay whole ticks."""
    tasks = []
    for task in taskset["tasks"]:
        made = dict(task, runs=[(least * pieces, most * pieces) for least, most in task["runs"]])
        for key in ("period", "offset", "jitter", "early", "least", "most", "apart", "length", "deadline", "start"):
            made[key] = task.get(key, 0) * pieces
        if task["kind"] == "curve":
            made["borders"] = [(gaps, least * pieces, most and most * pieces) for gaps, least, most in task["borders"]]
        tasks.append(made)
    made = dict(taskset, tasks=tasks, grain=pieces, slice=taskset.get("slice", 0) * pieces)
    if "nodes" in taskset:
        times = ("slice", "turn", "budget", "every")
        made["nodes"] = [{key: value * pieces if key in times else value for key, value in node.items()} for node in taskset["nodes"]]
    return made


def explorer_of(taskset):
    return TreeExplorer if "nodes" in taskset else Explorer


def compare_finer(taskset, answer, counts):
    """What is said of all moments must be true of halves and quarters of units; what is violated between the units must be there."""
    wrong = []
    limits = {limit["name"]: limit for limit in answer["limits"]}
    found = {task["name"]: task for task in answer["tasks"]}
    for pieces in (2, 4):
        explorer = explorer_of(taskset)(finer(taskset, pieces), (4 if pieces == 2 else 8) * MOST_STATES)
        try:
            explorer.explore(99 * pieces)
        except (TooLarge, Contradiction):
            return wrong
        counts["finer"] += 1
        for index, task in enumerate(taskset["tasks"]):
            bound = found[task["name"]]["worst_bound_seconds"]
            if bound is not None and explorer.worst[index] is not None and explorer.worst[index] > pieces * units(bound):
                wrong.append(f"{task['name']}: {explorer.worst[index]}/{pieces}, above {units(bound)}")
            for name, is_broken in broken_of(task, explorer, index):
                counts[limits[name]["verdict"]] += 1
                if is_broken and limits[name]["verdict"] == "holds":
                    wrong.append(f"{name}: holds by {limits[name]['by']}, broken in units of 1/{pieces}")
                if pieces == 4 and not is_broken and limits[name]["verdict"] == "violated":
                    wrong.append(f"{name}: violated, not so in units of 1/4")
    return wrong


def units(seconds):
    return None if seconds is None else round(seconds / UNIT)


def compare(taskset, explorer, answer):
    """What is wrong; an empty list if nothing is."""
    wrong = []
    tasks = taskset["tasks"]
    found = {task["name"]: task for task in answer["tasks"]}
    limits = {limit["name"]: limit for limit in answer["limits"]}
    for index, task in enumerate(tasks):
        said = found[task["name"]]
        worst, best = units(said["worst_seconds"]), units(said["best_seconds"])
        is_open = has_windows(taskset) and not is_simple(taskset)
        if not said["exact"] and not is_open and not any(explorer.lost):
            wrong.append(f"{task['name']}: not exact")
            continue
        if answer["parts"][0]["unit_seconds"] > UNIT * 1.5:  # sporadic ones are so many moments that the ticks are too fine
            if worst is not None and not explorer.best[index] <= best <= worst <= explorer.worst[index]:
                wrong.append(f"{task['name']}: {worst}/{best} in longer units, explored {explorer.worst[index]}/{explorer.best[index]}")
            continue
        if (worst, best) != (explorer.worst[index], explorer.best[index]):
            wrong.append(f"{task['name']}: {worst}/{best}, explored {explorer.worst[index]}/{explorer.best[index]}")
        for name, is_broken in broken_of(task, explorer, index):
            verdict = limits[name]["verdict"]
            if is_broken and verdict != "violated" or (not is_broken and not has_windows(taskset) and verdict != "holds"):
                wrong.append(f"{name}: {verdict}, explored {is_broken}")
        bound = units(said["analysis_seconds"])
        if bound is not None and worst is not None and worst > bound:
            wrong.append(f"{task['name']}: {worst} is above the bound {bound}")
        if said["analysis_exact"] and worst != bound:
            wrong.append(f"{task['name']}: {worst} is not the exact bound {bound}")
        if taskset["algorithm"] == "OSEK" and taskset.get("plain"):
            by_hand = analysis(tasks, index)
            if by_hand is not None and worst != by_hand:
                wrong.append(f"{task['name']}: {worst}, by Joseph and Pandya {by_hand}")
            if by_hand is not None and bound != by_hand:
                wrong.append(f"{task['name']}: bound {bound}, by Joseph and Pandya {by_hand}")
    return wrong


def make_coarse_set(draw):
    """Stimuli in multiples of a step of 4 units, durations in units: what happens between steps matters."""
    taskset = make_set(draw, "any")
    taskset["algorithm"], taskset["slice"] = "OSEK", 0
    for task in taskset["tasks"]:
        for key in ("period", "offset", "jitter", "early", "least", "most", "apart", "length"):
            task[key] = 4 * task.get(key, 0)
        task["borders"] = [(gaps, 4 * least, most and 4 * most) for gaps, least, most in task.get("borders", [])]
        if task["kind"] == "rate":
            task["kind"] = "relative"
        task["runs"] = [(least, least + draw.randint(0, 3)) for least in (draw.randint(1, 9) for _ in task["runs"])]
        task["deadline"] = draw.randint(4, 30)
    return taskset


def compare_dense(taskset, explorer, answer, decided):
    """What holds in dense time must hold; what is violated must be real."""
    wrong = []
    limits = {limit["name"]: limit for limit in answer["limits"]}
    for index, task in enumerate(taskset["tasks"]):
        for name, is_broken in broken_of(task, explorer, index):
            limit = limits[name]
            decided[limit["verdict"] if limit["by"] != "dense time" else "by dense time"] += 1
            if limit["verdict"] != "unknown" and (limit["verdict"] == "violated") != is_broken:
                wrong.append(f"{name}: {limit['verdict']} by {limit['by']}, explored {is_broken}")
    return wrong


def dense_sets(draw, count, path):
    passed = failed = 0
    decided = {"holds": 0, "violated": 0, "unknown": 0, "by dense time": 0}
    while passed + failed < count:
        taskset = make_coarse_set(draw)
        try:
            explorer = Explorer(taskset, 4 * MOST_STATES)
            explorer.explore(399)
        except (TooLarge, Contradiction):
            continue
        for index, task in enumerate(taskset["tasks"]):  # near what can happen: no bound of analysis is so close
            if explorer.worst[index] is not None and draw.random() < 0.7:
                task["deadline"] = max(1, explorer.worst[index] + draw.choice([-1, 0, 1, 3, 5]))
        # Without ages, windows are merged.
        options = ["--times", "ends"] + draw.choice([["--oldest", "400ms"], ["--oldest", "400ms", "--dense", "--step", "4ms"],
                                                     ["--oldest", "400ms", "--dense", "--step", "2ms"],
                                                     ["--oldest", "0s", "--dense", "--step", "4ms"]])
        try:
            wrong = compare_dense(taskset, explorer, check(taskset, path, options, (0, 1, 3)), decided)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
        if wrong:
            failed += 1
            print(json.dumps(taskset), *options, *wrong, sep="\n  ")
        else:
            passed += 1
    print("in dense time:", ", ".join(f"{number} {word}" for word, number in decided.items()))
    return passed, failed


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 17)
    passed = failed = 0
    counts = {"finer": 0, "holds": 0, "violated": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "set.amxmi")
        while passed + failed < count:
            kind = draw.choice(["constant", "interval", "any", "any", "tree", "cooperative"])
            make = {"tree": make_tree, "cooperative": make_cooperative_set}.get(kind)
            taskset = make(draw) if make else make_set(draw, kind)
            taskset["plain"] = kind in ("constant", "interval")
            try:
                explorer = explorer_of(taskset)(taskset, MOST_STATES)
                explorer.explore(99)
            except (TooLarge, Contradiction):
                continue
            try:
                said = check(taskset, path, statuses=(0, 1, 3) if has_windows(taskset) else (0, 1))
                wrong = compare(taskset, explorer, said)
                if kind in ("any", "tree"):
                    wrong += compare_default(taskset, explorer, check(taskset, path, ("--times", "all"), (0, 1, 3)), said)
                if kind in ("any", "tree") and has_windows(taskset):
                    wrong += compare_finer(taskset, said, counts)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong = [str(error)]
            if wrong:
                failed += 1
                print(json.dumps(taskset), *wrong, sep="\n  ")
            else:
                passed += 1
        print("in shorter units:", ", ".join(f"{number} {word}" for word, number in counts.items()))
        more_passed, more_failed = dense_sets(draw, count // 5, path)
    passed, failed = passed + more_passed, failed + more_failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
