#!/usr/bin/env python3
"""Random models of tasks that share semaphores and wait for events, under all kinds of schedulers on one and two cores: `rtcheck timing`
against explore_shared.py. Usage: sharing.py [COUNT [SEED]]; RTCHECK names the program. Ends in `N passed, N failed`."""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from explore_shared import Simulator, TooLarge  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RTCHECK = os.environ.get("RTCHECK", os.path.join(ROOT, "build", "rtcheck"))
ALGORITHMS = ["OSEK"] * 4 + ["EarliestDeadlineFirst", "PriorityBasedRoundRobin"] * 2 + ["RateMonotonic", "DeadlineMonotonic"]


def make_schedulers(draw, cores):
    schedulers = [{"algorithm": draw.choice(ALGORITHMS), "slice": draw.randint(1, 3), "core": core, "parent": -1, "priority": 0}
                  for core in range(cores)]
    if draw.random() < 0.4:  # schedulers below one that goes by priority
        core = draw.randrange(cores)
        schedulers[core]["algorithm"] = "OSEK"
        for _ in range(draw.choice([1, 1, 2])):
            made = {"algorithm": draw.choice(ALGORITHMS), "slice": draw.randint(1, 3), "core": core, "priority": draw.randint(1, 3),
                    "parent": draw.choice([s for s, made in enumerate(schedulers) if made["core"] == core and made["algorithm"] == "OSEK"])}
            if draw.random() < 0.4:
                made.update(algorithm="OSEK", server=draw.choice(["DeferrableServer", "PollingPeriodicServer"]), every=draw.choice([4, 6]))
                made["budget"] = draw.randint(1, made["every"])
            schedulers.append(made)
    return schedulers


def make_section(draw, model, inside):
    semaphore = draw.randrange(len(model["ceilings"]))
    exclusive = model["places"][semaphore] > 1 and draw.random() < 0.5
    how = draw.choice(["request", "request", "request", "poll"])
    middle = [("run", draw.randint(1, 4))]
    if draw.random() < 0.3:
        middle.append(draw.choice([("wait", "E"), ("wait", "E"), ("spin", "E"), ("point",)]))
    if draw.random() < 0.3 and not inside:
        middle += make_section(draw, model, True)
    if draw.random() < 0.3:
        middle.append(("run", draw.randint(1, 2)))
    if draw.random() < 0.1:
        middle = [("lock",), *middle, ("unlock",)]
    return [(how, semaphore, exclusive)] + middle + [("release", semaphore)]


def make_items(draw, model):
    items = []
    for _ in range(draw.choice([1, 1, 2])):
        kind = draw.random()
        if kind < 0.75:
            items += make_section(draw, model, False)
        elif kind < 0.85:
            items += [("wait", "E"), ("run", 1), ("clear", "E")]
        else:
            items.append(("run", draw.randint(1, 3)))
    return items


def make_model(draw):
    cores = draw.choice([1, 1, 2])
    model = {"queue": draw.choice(["activation", "activation", "task"]), "cores": cores, "is_shared": cores > 1 and draw.random() < 0.4}
    model["schedulers"] = make_schedulers(draw, cores)[:1 if model["is_shared"] else None]
    model["ceilings"] = [draw.random() < 0.4 for _ in range(draw.choice([1, 1, 2]))]
    model["places"] = [draw.choice([1, 1, 2]) for _ in model["ceilings"]]
    model["tasks"] = []
    count = draw.choice([4, 5, 5])
    served = any(made.get("server") for made in model["schedulers"])
    for number in range(count):
        scheduler = draw.randrange(len(model["schedulers"]))
        is_isr = draw.random() < 0.12
        items = make_items(draw, model)
        if is_isr:
            items = [item for item in items if item[0] in ("run", "request", "poll", "release")] or [("run", 1)]
        cores = draw.choice([[0, 1], [0, 1], [0], [1]]) if model["is_shared"] else [model["schedulers"][scheduler]["core"]]
        if is_isr and model["is_shared"]:
            cores = [0, 1]
        model["tasks"].append({"is_isr": is_isr, "scheduler": scheduler, "cores": cores,
                               "priority": draw.randint(1, 3), "preemption": draw.choice(["preemptive"] * (1 if served else 4) + ["non_preemptive"] * (not served)),
                               "deadline": draw.randint(4, 24), "offset": draw.randint(0, 5), "period": draw.choice([24, 48]),
                               "limit": 8 if is_isr else draw.choice([1, 2]), "items": items})
    if draw.random() < 0.2:
        last = model["tasks"][-1]
        last.update(offset=0, period=0)
        items = draw.choice(model["tasks"][:-1])["items"]
        items.insert(draw.randint(0, len(items)), ("trigger", count - 1))
    if any(item[-1] == "E" for task in model["tasks"] for item in task["items"]):
        signaller = draw.choice(model["tasks"])
        signaller["items"] = [item for item in signaller["items"] if item not in (("wait", "E"), ("spin", "E"))]
        to = draw.choice([None] + [n for n, task in enumerate(model["tasks"]) if not task["is_isr"]])
        signaller["items"].insert(draw.randint(0, len(signaller["items"])), ("signal", to, "E"))
    for semaphore in range(len(model["ceilings"])):  # between schedulers of a tree a ceiling has no meaning, unless the tree is as one
        where = [task["scheduler"] for task in model["tasks"] if not task["is_isr"] and
                 any(item[0] in ("request", "poll") and item[1] == semaphore for item in task["items"])]
        model["ceilings"][semaphore] &= not any(a != b and model["schedulers"][a]["core"] == model["schedulers"][b]["core"] for a in where for b in where)
    if not any(item[0] == "run" for item in model["tasks"][-1]["items"]):
        model["tasks"][-1]["items"].append(("run", 1))
    return model


# ---- writing ----


def time(tag, value):
    return f'<{tag} value="{value}" unit="ms"/>'


def item_text(item):
    if item[0] == "run":
        return f'<items xsi:type="am:Ticks"><default xsi:type="am:DiscreteValueConstant" value="{item[1]}"/></items>'
    how = "active" if item[0] in ("poll", "spin") else "passive"
    if item[0] in ("request", "poll", "release"):
        access = "release" if item[0] == "release" else "exclusive" if item[2] else "request"
        return f'<items xsi:type="am:SemaphoreAccess" semaphore="M{item[1]}?type=Semaphore" access="{access}" waitingBehaviour="{how}"/>'
    if item[0] == "lock":
        return '<items xsi:type="am:Group" interruptible="false">'
    if item[0] == "unlock":
        return "</items>"
    if item[0] == "trigger":
        return f'<items xsi:type="am:InterProcessTrigger" stimulus="S_T{item[1]}?type=InterProcessStimulus"/>'
    if item[0] == "point":
        return '<items xsi:type="am:SchedulePoint"/>'
    name = {"signal": "SetEvent", "wait": "WaitEvent", "spin": "WaitEvent", "clear": "ClearEvent"}[item[0]]
    process = f' process="T{item[1]}?type=Task"' if item[0] == "signal" and item[1] is not None else ""
    waiting = f' waitingBehaviour="{how}"' if name == "WaitEvent" else ""
    return f'<items xsi:type="am:{name}"{process}{waiting}><eventMask events="{item[-1]}?type=OsEvent"/></items>'


def scheduler_text(number, made):
    length = time("timeSliceLength", made["slice"]) if made["algorithm"].endswith("Robin") else ""
    above = ""
    if made["parent"] >= 0:
        budget = time("maxBudget", made["budget"]) + time("replenishment", made["every"]) if made.get("server") else ""
        above = (f'<parentAssociation parent="S{made["parent"]}?type=TaskScheduler"><schedulingParameters priority="{made["priority"]}">{budget}'
                 f'</schedulingParameters></parentAssociation>')
    return (f'<taskSchedulers name="S{number}"><schedulingAlgorithm xsi:type="am:{made.get("server", made["algorithm"])}">{length}'
            f'</schedulingAlgorithm>{above}</taskSchedulers>')


def model_text(model):
    tasks = stimuli = allocations = limits = ""
    for number, task in enumerate(model["tasks"]):
        tag, kind = ("isrs", "ISR") if task["is_isr"] else ("tasks", "Task")
        more = "" if task["is_isr"] else f' preemption="{task["preemption"]}" multipleTaskActivationLimit="{task["limit"]}"'
        stimulus = "PeriodicStimulus" if task["period"] else "InterProcessStimulus"
        tasks += (f'<{tag} name="T{number}" stimuli="S_T{number}?type={stimulus}"{more}><activityGraph>'
                  f'{"".join(item_text(item) for item in task["items"])}</activityGraph></{tag}>')
        when = time("offset", task["offset"]) + time("recurrence", task["period"]) if task["period"] else ""
        stimuli += f'<stimuli xsi:type="am:{stimulus}" name="S_T{number}">{when}</stimuli>'
        controller = 0 if model["is_shared"] else task["cores"][0]
        affinity = " ".join(f"C{core}?type=ProcessingUnit" for core in task["cores"])
        if task["is_isr"]:
            allocations += f'<isrAllocation isr="T{number}?type=ISR" controller="I{controller}?type=InterruptController" priority="{task["priority"]}"/>'
        else:
            allocations += (f'<taskAllocation task="T{number}?type=Task" scheduler="S{task["scheduler"]}?type=TaskScheduler" affinity="{affinity}">'
                            f'<schedulingParameters priority="{task["priority"]}"/></taskAllocation>')
        limits += (f'<requirements xsi:type="am:ProcessRequirement" name="D{number}" process="T{number}?type={kind}"><limit '
                   f'xsi:type="am:TimeRequirementLimit" limitType="UpperLimit" metric="ResponseTime">{time("limitValue", task["deadline"])}</limit></requirements>')
    cores = range(model["cores"])
    every = " ".join(f"C{core}?type=ProcessingUnit" for core in cores)
    allocated = [(0, every)] if model["is_shared"] else [(core, f"C{core}?type=ProcessingUnit") for core in cores]
    units = "".join(f'<modules xsi:type="am:ProcessingUnit" name="C{core}" frequencyDomain="F?type=FrequencyDomain" definition="D?type=ProcessingUnitDefinition"/>'
                    for core in cores)
    semaphores = "".join(f'<semaphores name="M{number}" initialValue="0" maxValue="{model["places"][number]}" priorityCeilingProtocol="{str(has).lower()}"/>'
                         for number, has in enumerate(model["ceilings"]))
    schedulers = "".join(scheduler_text(number, made) for number, made in enumerate(model["schedulers"]))
    schedulers += "".join(f'<interruptControllers name="I{core}"><schedulingAlgorithm xsi:type="am:PriorityBased"/></interruptControllers>' for core, _where in allocated)
    responsible = "".join(f'<schedulerAllocation scheduler="S{core}?type=TaskScheduler" responsibility="{where}"/>'
                          f'<schedulerAllocation scheduler="I{core}?type=InterruptController" responsibility="{where}"/>' for core, where in allocated)
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<am:Amalthea xmlns:am="http://app4mc.eclipse.org/amalthea/1.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<swModel>{tasks}<events name="E"/></swModel>
<hwModel><definitions xsi:type="am:ProcessingUnitDefinition" name="D" puType="CPU"/><structures name="E" structureType="ECU">{units}</structures>
<domains xsi:type="am:FrequencyDomain" name="F"><defaultValue value="1.0" unit="kHz"/></domains></hwModel>
<osModel>{semaphores}<operatingSystems name="O">{schedulers}</operatingSystems></osModel>
<stimuliModel>{stimuli}</stimuliModel><constraintsModel>{limits}</constraintsModel>
<mappingModel>{responsible}{allocations}</mappingModel></am:Amalthea>'''


# ---- comparing ----


def units(seconds):
    return None if seconds is None else round(seconds * 1000)


def compare(model, simulator, answer, counts):
    wrong = []
    verdicts = {limit["name"]: limit["verdict"] for limit in answer["limits"]}
    found = {said["name"]: said for said in answer["tasks"]}
    for number, task in enumerate(model["tasks"]):
        said = found[f"T{number}"]
        worst, best = simulator.worst[number], simulator.best[number]
        expected = "violated" if worst is not None and worst > task["deadline"] else "holds"
        verdict = verdicts[f"D{number}"]
        counts[verdict] += 1
        if verdict == "unknown":
            continue
        if verdict != expected:
            wrong.append(f"T{number}: {verdict}, explored {worst} against {task['deadline']}")
        if said["exact"] and (units(said["worst_seconds"]), units(said["best_seconds"])) != (worst, best):
            wrong.append(f"T{number}: {said['worst_seconds']} and {said['best_seconds']}, explored {worst} and {best}")
    return wrong


def ask(model, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(model_text(model))
    run = subprocess.run([RTCHECK, "timing", "--json", "--threads", "1", "--time", "20s", "--oldest", "400ms", "--queue", model["queue"], path], capture_output=True,
                         text=True, timeout=120, check=False)
    if run.returncode not in (0, 1, 3):
        raise AssertionError(f"status {run.returncode}: {run.stderr[-400:]}")
    return json.loads(run.stdout)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    passed = failed = seed = 0
    counts = {"holds": 0, "violated": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < count:
            seed += 1
            model = make_model(random.Random(f"sharing {first} {seed}"))
            simulator = Simulator(model)
            try:
                simulator.explore()
            except TooLarge:
                continue
            try:
                wrong = compare(model, simulator, ask(model, os.path.join(folder, "model.amxmi")), counts)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong = [str(error)]
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for line in wrong:
                print(f"model {first} {seed}: {line}")
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
