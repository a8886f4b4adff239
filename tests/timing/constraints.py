#!/usr/bin/env python3
"""Random small models on one or two cores with event chains and other constraints: `rtcheck timing` against an
exploration unit by unit (explore_cores.py) in which constraints are decided by their definitions (watchers.py).
Usage: constraints.py [COUNT [SEED]]; RTCHECK names the program. Ends in `N passed, N failed`."""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from explore_cores import Explorer, TooLarge  # noqa: E402
from watchers import IN_STATE, Watcher, is_ideal, is_matched, is_paired, is_within  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RTCHECK = os.environ.get("RTCHECK", os.path.join(ROOT, "build", "rtcheck"))
MOST_STATES = 400
UNIT = 1e-3
LENGTH = 150  # of a trace, in units
ON_TRACES = {"matched": is_matched, "paired": is_paired, "ideal": is_ideal, "metered": is_within}

# ---- making models ----


def make_items(draw, task, names, is_plain):
    """What a task does: runs, with accesses, calls and services between."""
    items = []
    for number in range(draw.choice([1, 1, 2])):
        least = draw.randint(1, 2)
        inside = [("run", least, least + (0 if is_plain else draw.choice([0, 0, 0, 1])))]
        if draw.random() < 0.5:
            access = ("access", draw.choice("XY"), draw.choice(["read", "write"]))
            inside.insert(draw.randint(0, 1), access)
        if draw.random() < 0.15:
            inside.append(("happen", "Done"))
        items.append(("call", f"R_{task}_{number}", inside))
    if draw.random() < 0.2:
        items.insert(draw.randint(0, len(items)), ("access", draw.choice("XY"), draw.choice(["read", "write"])))
    if not is_plain and draw.random() < 0.2:
        items.append(("choice", [("access", "X", "write")], [("run", 1, 1)]))
    if draw.random() < 0.25:
        items = [("request", "S")] + items + [("release", "S")]
    return items


def make_model(draw):
    is_plain = draw.random() < 0.4
    is_even = not is_plain and draw.random() < 0.6  # stimuli fit dense time in steps of 2
    cores = 1 if is_plain else draw.choice([1, 2, 2])
    count = draw.choice([2, 2, 3])
    tasks = []
    for number in range(count):
        name = f"T{number}"
        period = draw.choice([4, 6, 8, 10] if is_even else [4, 5, 6, 8, 10])
        jitter = 0 if is_plain else draw.choice([0, 0, 0, 2 if is_even else 1])
        tasks.append({"name": name, "core": draw.randrange(cores), "priority": draw.randint(1, 3),
                      "preemption": draw.choice(["preemptive", "preemptive", "non_preemptive"]),
                      "limit": draw.choice([1, 2]), "stimulus": ("periodic", draw.choice([0, 0, 2, 4] if is_even else [0, 0, 1, 3]), period, jitter),
                      "items": make_items(draw, name, None, is_plain)})
    if draw.random() < 0.3:
        twice = draw.choice(tasks)
        twice["stimulus"] = ("double", *twice["stimulus"][1:3], 0)
    if draw.random() < 0.4:  # somebody triggers the last one
        tasks[-1]["stimulus"] = ("trigger", draw.choice([1, 1, 2]))
        tasks[0]["items"].append(("trigger", tasks[-1]["name"]))
    elif draw.random() < 0.3:
        event = draw.choice([("runnable", "R_T0_0", "terminate"), ("label", "X", "write"), ("custom", "Done")])
        for task in tasks[-draw.choice([1, count - 1]):]:  # both of them come at once
            task["stimulus"] = ("event", event)
    if draw.random() < 0.15:
        tasks[0]["items"].append(("signal", draw.choice(["T1", None]), "E"))
        for task in tasks[1:draw.choice([2, count])]:
            task["items"] = [("wait", "E"), ("clear", "E")] + task["items"]
    model = {"cores": cores, "tasks": tasks, "plain": is_plain, "even": is_even}
    model["constraints"] = [make_constraint(draw, model, number) for number in range(3)]
    return model


def all_events(model):
    found = [("label", label, kind) for label in "XY" for kind in ("read", "write")] + [("custom", "Done")]
    for task in model["tasks"]:
        found += [("process", task["name"], kind) for kind in
                  ("activate", "start", "terminate", "preempt", "resume", "wait", "release", "park", "release_parking")]
        found += [("runnable", item[1], kind) for item in task["items"] if item[0] == "call"
                  for kind in ("start", "terminate")]
        found.append(("stimulus", task["name"]))
    return found


def likely_events(model):
    return [event for event in all_events(model)
            if event[0] != "process" or event[2] in ("activate", "start", "terminate")]


def make_constraint(draw, model, number):
    pool = likely_events(model) if draw.random() < 0.8 else all_events(model)
    kinds = ["Reaction", "Reaction", "Age", "Age", "delay", "together", "repetition"]
    if model["plain"]:
        kinds += ["matched", "paired", "ideal", "metered", "metered", "metered"]
    kind = draw.choice(kinds)
    if kind == "metered":
        metric = draw.choice(list(IN_STATE) + ["ActivateToActivate", "StartToStart", "EndToEnd", "EndToStart"])
        return {"name": f"C{number}", "kind": kind, "task": draw.choice(model["tasks"])["name"], "metric": metric,
                "upper": draw.random() < 0.6, "limit": draw.randint(0, 8), "events": []}
    constraint = {"name": f"C{number}", "kind": kind, "upper": draw.randint(1, 14)}
    if kind in ("Reaction", "Age"):
        constraint["events"] = draw.sample(pool, draw.choice([2, 2, 3, 4]))
    else:
        constraint["events"] = draw.sample(pool, {"repetition": 1, "ideal": 1, "together": draw.choice([2, 3]),
                                                  "paired": draw.choice([2, 3])}.get(kind, 2))
    if draw.random() < 0.4 and kind not in ("together", "paired"):
        constraint["lower"] = draw.randint(1, 4)
        if draw.random() < 0.3 and kind in ("Reaction", "Age", "repetition"):
            constraint["upper"] = None
    if kind == "repetition":
        constraint["span"] = draw.choice([1, 1, 2])
    if kind == "ideal":
        constraint.update(lower=draw.choice([4, 5, 8]), jitter=draw.randint(1, 3))
        constraint["upper"] = constraint["lower"] + draw.choice([0, 0, 1])
    return constraint


# ---- writing them ----


def time(tag, value):
    return f'<{tag} value="{value}" unit="ms"/>'


def event_reference(event):
    return "_".join(event) + "?type=" + {"process": "ProcessEvent", "runnable": "RunnableEvent", "label": "LabelEvent",
                                         "custom": "CustomEvent", "stimulus": "StimulusEvent"}[event[0]]


STIMULI = {"periodic": "PeriodicStimulus", "double": "PeriodicBurstStimulus", "trigger": "InterProcessStimulus", "event": "EventStimulus"}


def stimulus_reference(model, name):
    kind = next(task["stimulus"][0] for task in model["tasks"] if task["name"] == name)
    return f"S_{name}?type={STIMULI[kind]}"


class Writer:
    def __init__(self, model):
        self.model = model
        self.runnables = []

    def items(self, items, tag="items"):
        out = ""
        for item in items:
            kind = item[0]
            if kind == "run":
                out += (f'<{tag} xsi:type="am:Ticks"><default xsi:type="am:DiscreteValueBoundaries" '
                        f'lowerBound="{item[1]}" upperBound="{item[2]}"/></{tag}>')
            elif kind == "access":
                out += f'<{tag} xsi:type="am:LabelAccess" data="{item[1]}?type=Label" access="{item[2]}"/>'
            elif kind == "happen":
                out += f'<{tag} xsi:type="am:CustomEventTrigger" event="custom_{item[1]}?type=CustomEvent"/>'
            elif kind == "call":
                self.runnables.append(f'<runnables name="{item[1]}"><activityGraph>{self.items(item[2])}'
                                      f'</activityGraph></runnables>')
                out += f'<{tag} xsi:type="am:RunnableCall" runnable="{item[1]}?type=Runnable"/>'
            elif kind == "trigger":
                out += (f'<{tag} xsi:type="am:InterProcessTrigger" '
                        f'stimulus="{stimulus_reference(self.model, item[1])}"/>')
            elif kind in ("request", "release"):
                out += (f'<{tag} xsi:type="am:SemaphoreAccess" semaphore="{item[1]}?type=Semaphore" access="{kind}" '
                        f'waitingBehaviour="passive"/>')
            elif kind == "choice":
                out += f'<{tag} xsi:type="am:ProbabilitySwitch">'
                for way in item[1:]:
                    out += f'<entries probability="0.5">{self.items(way)}</entries>'
                out += f'</{tag}>'
            else:
                name = {"signal": "SetEvent", "wait": "WaitEvent", "clear": "ClearEvent"}[kind]
                process = f' process="{item[1]}?type=Task"' if kind == "signal" and item[1] else ""
                out += (f'<{tag} xsi:type="am:{name}"{process}><eventMask events="{item[-1]}?type=OsEvent"/></{tag}>')
        return out

    def event(self, event):
        name = "_".join(event)
        if event[0] == "process":
            return f'<events xsi:type="am:ProcessEvent" name="{name}" eventType="{event[2]}" entity="{event[1]}?type=Task"/>'
        if event[0] == "runnable":
            return (f'<events xsi:type="am:RunnableEvent" name="{name}" eventType="{event[2]}" '
                    f'entity="{event[1]}?type=Runnable"/>')
        if event[0] == "label":
            return f'<events xsi:type="am:LabelEvent" name="{name}" eventType="{event[2]}" entity="{event[1]}?type=Label"/>'
        if event[0] == "stimulus":
            return (f'<events xsi:type="am:StimulusEvent" name="{name}" '
                    f'entity="{stimulus_reference(self.model, event[1])}"/>')
        return f'<events xsi:type="am:CustomEvent" name="{name}"/>'

    def chain(self, constraint):
        events = [event_reference(event) for event in constraint["events"]]
        inside = "".join(f'<items xsi:type="am:EventChainContainer"><eventChain name="{constraint["name"]}_{number}" '
                         f'stimulus="{first}" response="{second}"/></items>'
                         for number, (first, second) in enumerate(zip(events, events[1:]))) if len(events) > 2 else ""
        return (f'<eventChains name="Chain_{constraint["name"]}" stimulus="{events[0]}" response="{events[-1]}">'
                f'{inside}</eventChains>')

    def constraint(self, constraint):
        kind, name = constraint["kind"], constraint["name"]
        if kind == "metered":
            return (f'<requirements xsi:type="am:ProcessRequirement" name="{name}" process="{constraint["task"]}?type=Task">'
                    f'<limit xsi:type="am:TimeRequirementLimit" metric="{constraint["metric"]}" '
                    f'limitType="{"Upper" if constraint["upper"] else "Lower"}Limit">'
                    f'{time("limitValue", constraint["limit"])}</limit></requirements>')
        events = [event_reference(event) for event in constraint["events"]]
        low, high = (("minimum", "maximum") if kind in ("Reaction", "Age") else
                     ("", "tolerance") if kind in ("together", "paired") else ("lower", "upper"))
        limits = time(low, constraint["lower"]) if constraint.get("lower") else ""
        limits += time(high, constraint["upper"]) if constraint["upper"] is not None else ""
        if kind in ("Reaction", "Age"):
            head = f'am:EventChainLatencyConstraint" type="{kind}" scope="Chain_{name}?type=EventChain"'
        elif kind in ("delay", "matched"):
            mapping = "Reaction" if kind == "delay" else "OneToOne" if len(name) % 2 else "UniqueReaction"
            head = f'am:DelayConstraint" mappingType="{mapping}" source="{events[0]}" target="{events[1]}"'
        elif kind in ("together", "paired"):
            many = "true" if kind == "together" else "false"
            head = f'am:EventSynchronizationConstraint" multipleOccurrencesAllowed="{many}" events="{" ".join(events)}"'
        else:
            limits += time("jitter", constraint["jitter"]) if kind == "ideal" else ""
            head = f'am:RepetitionConstraint" span="{constraint.get("span", 1)}" event="{events[0]}"'
        return f'<timingConstraints xsi:type="{head} name="{name}">{limits}</timingConstraints>'

    def stimulus(self, task):
        kind = task["stimulus"]
        head = f'<stimuli xsi:type="am:{STIMULI[kind[0]]}" name="S_{task["name"]}"'
        if kind[0] == "periodic":
            jitter = (f'<jitter xsi:type="am:TimeBoundaries">{time("lowerBound", 0)}{time("upperBound", kind[3])}</jitter>'
                      if kind[3] else "")
            return f'{head}>{time("offset", kind[1])}{time("recurrence", kind[2])}{jitter}</stimuli>'
        if kind[0] == "double":
            return (f'{head} occurrenceCount="2">{time("offset", kind[1])}{time("recurrence", kind[2])}{time("burstLength", 0)}'
                    f'{time("occurrenceMinDistance", 0)}</stimuli>')
        if kind[0] == "trigger":
            return f'{head}><counter prescaler="{kind[1]}"/></stimuli>'
        return f'{head} triggeringEvents="{event_reference(kind[1])}"/>'

    def model_text(self):
        model = self.model
        tasks = allocations = stimuli = ""
        for task in model["tasks"]:
            tasks += (f'<tasks name="{task["name"]}" stimuli="{stimulus_reference(model, task["name"])}" '
                      f'preemption="{task["preemption"]}" multipleTaskActivationLimit="{task["limit"]}"><activityGraph>'
                      f'{self.items(task["items"])}</activityGraph></tasks>')
            stimuli += self.stimulus(task)
            allocations += (f'<taskAllocation task="{task["name"]}?type=Task" '
                            f'scheduler="S{task["core"]}?type=TaskScheduler"><schedulingParameters '
                            f'priority="{task["priority"]}"/></taskAllocation>')
        cores = schedulers = responsible = ""
        for core in range(model["cores"]):
            cores += (f'<modules xsi:type="am:ProcessingUnit" name="C{core}" frequencyDomain="F?type=FrequencyDomain" '
                      f'definition="D?type=ProcessingUnitDefinition"/>')
            schedulers += f'<taskSchedulers name="S{core}"><schedulingAlgorithm xsi:type="am:OSEK"/></taskSchedulers>'
            responsible += (f'<schedulerAllocation scheduler="S{core}?type=TaskScheduler" '
                            f'responsibility="C{core}?type=ProcessingUnit"/>')
        events = "".join(self.event(event) for event in all_events(model))
        chains = "".join(self.chain(constraint) for constraint in model["constraints"]
                         if constraint["kind"] in ("Reaction", "Age"))
        constraints = "".join(self.constraint(constraint) for constraint in model["constraints"])
        return f'''<?xml version="1.0" encoding="UTF-8"?>
<am:Amalthea xmlns:am="http://app4mc.eclipse.org/amalthea/1.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<swModel>{tasks}{"".join(self.runnables)}<labels name="X"/><labels name="Y"/><events name="E"/></swModel>
<hwModel><definitions xsi:type="am:ProcessingUnitDefinition" name="D" puType="CPU"/><structures name="E"
structureType="ECU">{cores}</structures><domains xsi:type="am:FrequencyDomain" name="F">
<defaultValue value="1.0" unit="kHz"/></domains></hwModel>
<osModel><semaphores name="S" initialValue="0" maxValue="1"/><operatingSystems name="O">{schedulers}</operatingSystems></osModel>
<stimuliModel>{stimuli}</stimuliModel><eventModel>{events}</eventModel>
<constraintsModel>{chains}{constraints}</constraintsModel>
<mappingModel>{responsible}{allocations}</mappingModel>
</am:Amalthea>
'''


# ---- comparing ----


def trace_of(explorer):
    """The only behaviour, as far as LENGTH; None: there are several."""
    worlds = list(explorer.initial())
    trace, now = [], 0
    while len(worlds) == 1 and now <= LENGTH:
        trace += [(now, events) for events in worlds[0].occurred]
        now += 1
        if now <= LENGTH:
            worlds = list(explorer.tick(worlds[0].freeze()))
    return trace if now > LENGTH else None


def explored(model):
    """By constraint: is it broken? And the explorer."""
    watched = [c for c in model["constraints"] if c["kind"] not in ON_TRACES]
    watchers = [Watcher(constraint) for constraint in watched]
    explorer = Explorer(model, MOST_STATES)
    explorer.explore(())
    for watcher in watchers:
        Explorer(model, 4 * MOST_STATES).explore([watcher])
    broken = {watcher.constraint["name"]: watcher.broken for watcher in watchers}
    if len(watched) < len(model["constraints"]):
        trace = trace_of(Explorer(model, MOST_STATES))
        for constraint in model["constraints"] if trace is not None else []:
            if constraint["kind"] in ON_TRACES:
                broken[constraint["name"]] = not ON_TRACES[constraint["kind"]](trace, LENGTH, constraint)
    return broken, explorer


def ask(model, path, options=("--times", "all")):
    with open(path, "w", encoding="utf-8") as file:
        file.write(Writer(model).model_text())
    run = subprocess.run([RTCHECK, "timing", "--json", "--threads", "1", *options, "--oldest", "100ms", path],
                         capture_output=True, text=True, timeout=120, check=False)
    if run.returncode not in (0, 1, 3):
        raise AssertionError(f"status {run.returncode}: {run.stdout[-600:]}{run.stderr[-400:]}")
    return json.loads(run.stdout)


# ---- moments between the units ----


def has_windows(model):
    return any(task["stimulus"][0] == "periodic" and task["stimulus"][3] for task in model["tasks"])


def finer_items(items, pieces):
    made = []
    for item in items:
        if item[0] == "run":
            item = ("run", item[1] * pieces, item[2] * pieces)
        elif item[0] == "call":
            item = ("call", item[1], finer_items(item[2], pieces))
        elif item[0] == "choice":
            item = ("choice", *(finer_items(way, pieces) for way in item[1:]))
        made.append(item)
    return made


def finer(model, pieces):
    """The same in units that are so many times shorter; durations stay whole ticks."""
    made = dict(model, grain=pieces, tasks=[dict(task, items=finer_items(task["items"], pieces)) for task in model["tasks"]])
    for task in made["tasks"]:
        if task["stimulus"][0] in ("periodic", "double"):
            task["stimulus"] = (task["stimulus"][0], *(time * pieces for time in task["stimulus"][1:]))
    made["constraints"] = [{key: value * pieces if key in ("lower", "upper", "jitter", "limit") and value else value
                            for key, value in constraint.items()} for constraint in model["constraints"]]
    return made


def compare_finer(model, answer, counts):
    """What is said of all moments must be true of halves of units; what is violated only between the units must be there."""
    wrong = []
    limits = {limit["name"]: limit["verdict"] for limit in answer["limits"]}
    for pieces in (2, 4):
        for constraint in finer(model, pieces)["constraints"]:
            watcher = Watcher(constraint)
            explorer = Explorer(finer(model, pieces), 4 * MOST_STATES)
            try:
                explorer.explore([watcher], 99 * pieces)
            except TooLarge:
                continue
            verdict = limits[constraint["name"]]
            counts[verdict] += 1
            if verdict == "holds" and watcher.broken or (pieces == 4 and verdict == "violated" and not watcher.broken):
                wrong.append(f"{constraint['name']}: {verdict}, in units of 1/{pieces} {watcher.broken}")
            for number, task in enumerate(model["tasks"]):
                if explorer.lost[number] and limits.get(f"activations of {task['name']}") == "holds":
                    wrong.append(f"activations of {task['name']}: holds, in units of 1/{pieces} some are lost")
    return wrong


def compare(model, answer, broken, explorer):
    wrong = []
    limits = {limit["name"]: limit for limit in answer["limits"]}
    for name, is_broken in broken.items():
        said = limits[name]
        if said["verdict"] == "unknown" and "without their counterparts" in (said["why"] or ""):
            continue
        if has_windows(model) and not is_broken:
            continue
        if said["verdict"] != ("violated" if is_broken else "holds"):
            wrong.append(f"{name}: {said['verdict']} ({said['found']}; {said['why']}), explored "
                         f"{'violated' if is_broken else 'holds'}")
    for number, task in enumerate(model["tasks"]):
        lost = limits.get(f"activations of {task['name']}", {"verdict": "holds"})["verdict"]
        if has_windows(model) and not explorer.lost[number]:
            continue
        if lost != ("violated" if explorer.lost[number] else "holds"):
            wrong.append(f"activations of {task['name']}: {lost}, explored {explorer.lost[number]}")
    tasks = {task["name"]: task for task in answer["tasks"]}
    for number, task in enumerate(model["tasks"]):
        said = tasks.get(task["name"])
        if said is None or not said["exact"]:
            if explorer.worst[number] is not None and said is None:
                wrong.append(f"{task['name']} is said never to start")
            continue
        found = tuple(None if value is None else round(value / UNIT)
                      for value in (said["worst_seconds"], said["best_seconds"]))
        if found != (explorer.worst[number], explorer.best[number]):
            wrong.append(f"{task['name']}: {found}, explored {explorer.worst[number]}, {explorer.best[number]}")
    return wrong


def compare_dense(model, answer, explorer, proved):
    """Steps of two units: what cannot happen in dense time must not happen."""
    wrong = []
    limits = {limit["name"]: limit for limit in answer["limits"]}
    for number, task in enumerate(model["tasks"]):
        limit = limits.get(f"activations of {task['name']}")
        if limit and limit["verdict"] != "unknown":
            proved[0] += limit["by"] == "dense time"
            if (limit["verdict"] == "violated") != explorer.lost[number]:
                wrong.append(f"{limit['name']}: {limit['verdict']} by {limit['by']}, explored {explorer.lost[number]}")
    return wrong


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 23)
    passed = failed = 0
    verdicts, proved = {True: 0, False: 0}, [0]
    counts = {"holds": 0, "violated": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.amxmi")
        while passed + failed < count:
            model = make_model(draw)
            try:
                broken, explorer = explored(model)
            except TooLarge:
                continue
            for is_broken in broken.values():
                verdicts[is_broken] += 1
            try:
                answer = ask(model, path)
                wrong = compare(model, answer, broken, explorer)
                if has_windows(model):
                    wrong += compare_finer(model, answer, counts)
                if model["even"]:
                    coarse = ask(model, path, ("--times", "ends", "--dense", "--step", "2ms"))
                    wrong += compare_dense(model, coarse, explorer, proved)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong = [str(error)]
            if wrong:
                failed += 1
                print(json.dumps(model), *wrong, sep="\n  ")
            else:
                passed += 1
    print("in shorter units:", ", ".join(f"{number} {word}" for word, number in counts.items()))
    print(f"{verdicts[False]} constraints hold, {verdicts[True]} are broken; {proved[0]} conditions proved in dense time")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
