#!/usr/bin/env python3
"""Random models against themselves with all times a few times as long: `scaled.py [COUNT] [SEED]`.

Durations are constants, so that the larger model behaves as the small one does, at moments between its units, too: it may
show nothing that was said to be impossible, and no time beyond what was said to be the longest or the shortest. Several cores (each
with its tasks, or shared by all), semaphores, triggers, slices, schedulers below schedulers, interrupt routines."""
import json
import os
import random
import subprocess
import sys
import tempfile

RTCHECK = os.environ.get("RTCHECK", "build/rtcheck")
ALGORITHMS = ["OSEK", "OSEK", "PriorityBasedRoundRobin", "EarliestDeadlineFirst"]


def make_items(draw, number, count, semaphores):
    items = []
    for _ in range(draw.choice([1, 1, 2])):
        run = ("run", draw.randint(1, 4))
        if semaphores and draw.random() < 0.5:
            which, how = draw.randrange(len(semaphores)), draw.choice(["passive", "passive", "active"])
            items += [("semaphore", which, "request", how), run, ("semaphore", which, "release", how)]
        else:
            items.append(run)
    if number + 1 < count and draw.random() < 0.2:
        items.insert(draw.randrange(len(items) + 1), ("trigger", number + 1))
    return items


def make_model(draw):
    cores, shape = draw.choice([(1, "flat"), (1, "tree"), (2, "flat"), (2, "flat"), (2, "tree"), (2, "shared"), (2, "shared")])
    tops = 1 if shape == "shared" else cores
    schedulers = [{"algorithm": draw.choice(ALGORITHMS), "slice": draw.randint(1, 3), "parent": -1 if i < tops else draw.randrange(tops),
                   "priority": draw.randint(1, 3), "turn": draw.randint(1, 3)}
                  for i in range(tops + (draw.randint(1, 2) if shape == "tree" else 0))]
    semaphores = [draw.random() < 0.3 for _ in range(draw.choice([0, 1, 1, 2]))] if shape != "shared" else []
    count = draw.choice([3, 3, 4, 4, 5])
    tasks = [{"priority": draw.choice([draw.randint(1, 3), number + 1]), "offset": draw.randint(0, 3), "period": draw.choice([8, 12, 12, 16, 24]),
              "jitter": draw.choice([0, 0, 1, 2]), "items": make_items(draw, number, count, semaphores), "scheduler": draw.randrange(len(schedulers)),
              "preemption": draw.choice(["preemptive"] * 4 + ["non_preemptive"] + (["cooperative"] if shape == "flat" else [])),
              "limit": draw.randint(4, 20), "is_isr": False} for number in range(count)]
    if draw.random() < 0.2 and shape == "flat":
        tasks[-1]["is_isr"] = True
    tasks[0]["jitter"] = tasks[0]["jitter"] or 1
    triggered = {item[1] for task in tasks for item in task["items"] if item[0] == "trigger"}
    return {"cores": cores, "shared": shape == "shared", "schedulers": schedulers, "ceilings": semaphores, "tasks": tasks, "triggered": triggered}


def time(tag, value):
    return f'<{tag} value="{value}" unit="ms"/>'


def item_text(item, scale):
    if item[0] == "run":
        return f'<items xsi:type="am:Ticks"><default xsi:type="am:DiscreteValueConstant" value="{item[1] * scale}"/></items>'
    if item[0] == "trigger":
        return f'<items xsi:type="am:InterProcessTrigger" stimulus="S_T{item[1]}?type=InterProcessStimulus"/>'
    return f'<items xsi:type="am:SemaphoreAccess" semaphore="M{item[1]}?type=Semaphore" access="{item[2]}" waitingBehaviour="{item[3]}"/>'


def scheduler_text(number, scheduler, scale):
    length = time("timeSliceLength", scheduler["slice"] * scale) if scheduler["algorithm"].endswith("Robin") else ""
    above = ""
    if scheduler["parent"] >= 0:
        above = (f'<parentAssociation parent="S{scheduler["parent"]}?type=TaskScheduler"><schedulingParameters priority="{scheduler["priority"]}"/>'
                 f'<parameterExtensions key="TimeSlice" value="{scheduler["turn"] * scale}ms"/></parentAssociation>')
    return (f'<taskSchedulers name="S{number}"><schedulingAlgorithm xsi:type="am:{scheduler["algorithm"]}">{length}</schedulingAlgorithm>'
            f'{above}</taskSchedulers>')


def model_text(model, scale):
    tasks = stimuli = allocations = limits = ""
    for number, task in enumerate(model["tasks"]):
        is_triggered = number in model["triggered"]
        kind = "InterProcessStimulus" if is_triggered else "PeriodicStimulus"
        inside = "" if is_triggered else time("offset", task["offset"] * scale) + time("recurrence", task["period"] * scale)
        if task["jitter"] and not is_triggered:
            inside += f'<jitter xsi:type="am:TimeBoundaries">{time("lowerBound", 0)}{time("upperBound", task["jitter"] * scale)}</jitter>'
        tag, what = ("isrs", "ISR") if task["is_isr"] else ("tasks", "Task")
        more = "" if task["is_isr"] else f' preemption="{task["preemption"]}" multipleTaskActivationLimit="2"'
        tasks += (f'<{tag} name="T{number}" stimuli="S_T{number}?type={kind}"{more}>'
                  f'<activityGraph>{"".join(item_text(item, scale) for item in task["items"])}</activityGraph></{tag}>')
        stimuli += f'<stimuli xsi:type="am:{kind}" name="S_T{number}">{inside}</stimuli>'
        if task["is_isr"]:
            allocations += f'<isrAllocation isr="T{number}?type=ISR" controller="I{task["scheduler"]}?type=InterruptController" priority="{task["priority"]}"/>'
        else:
            allocations += (f'<taskAllocation task="T{number}?type=Task" scheduler="S{task["scheduler"]}?type=TaskScheduler"><schedulingParameters '
                            f'priority="{task["priority"]}"/></taskAllocation>')
        limits += (f'<requirements xsi:type="am:ProcessRequirement" name="D{number}" process="T{number}?type={what}"><limit xsi:type="am:TimeRequirementLimit" '
                   f'limitType="UpperLimit" metric="ResponseTime">{time("limitValue", task["limit"] * scale)}</limit></requirements>')
    every = [f"C{core}?type=ProcessingUnit" for core in range(model["cores"])]
    allocated = [(0, " ".join(every))] if model["shared"] else list(enumerate(every))
    cores = "".join(f'<modules xsi:type="am:ProcessingUnit" name="C{core}" frequencyDomain="F?type=FrequencyDomain" definition="D?type=ProcessingUnitDefinition"/>'
                    for core in range(model["cores"]))
    semaphores = "".join(f'<semaphores name="M{number}" initialValue="0" maxValue="1" priorityCeilingProtocol="{str(has_ceiling).lower()}"/>'
                         for number, has_ceiling in enumerate(model["ceilings"]))
    schedulers = "".join(scheduler_text(number, scheduler, scale) for number, scheduler in enumerate(model["schedulers"]))
    if any(task["is_isr"] for task in model["tasks"]):
        schedulers += "".join(f'<interruptControllers name="I{number}"><schedulingAlgorithm xsi:type="am:PriorityBased"/></interruptControllers>'
                              for number, _where in allocated)
    responsible = "".join(f'<schedulerAllocation scheduler="S{number}?type=TaskScheduler" responsibility="{where}"/>' for number, where in allocated)
    if any(task["is_isr"] for task in model["tasks"]):
        responsible += "".join(f'<schedulerAllocation scheduler="I{number}?type=InterruptController" responsibility="{where}"/>' for number, where in allocated)
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<am:Amalthea xmlns:am="http://app4mc.eclipse.org/amalthea/1.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<swModel>{tasks}</swModel>
<hwModel><definitions xsi:type="am:ProcessingUnitDefinition" name="D" puType="CPU"/><structures name="E" structureType="ECU">{cores}</structures>
<domains xsi:type="am:FrequencyDomain" name="F"><defaultValue value="1.0" unit="kHz"/></domains></hwModel>
<osModel>{semaphores}<operatingSystems name="O">{schedulers}</operatingSystems></osModel>
<stimuliModel>{stimuli}</stimuliModel><constraintsModel>{limits}</constraintsModel>
<mappingModel>{responsible}{allocations}</mappingModel></am:Amalthea>'''


def ask(model, scale, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(model_text(model, scale))
    run = subprocess.run([RTCHECK, "timing", "--json", "--threads", "1", "--time", "20s", "--memory", "64M", "--oldest", f"{200 * scale}ms", path],
                         capture_output=True, text=True, timeout=120, check=False)
    if run.returncode not in (0, 1, 3):
        raise AssertionError(f"status {run.returncode}: {run.stderr[-400:]}")
    return json.loads(run.stdout)


def bound(task, which):
    """What was said to be the longest or shortest; None: nothing was."""
    if not task["counted_to_the_end"]:
        return None
    return task[f"{which}_seconds"] if task["exact"] else task[f"{which}_bound_seconds"]


def compare(small, large, scale):
    wrong = []
    verdicts = {limit["name"]: limit["verdict"] for limit in large["limits"]}
    for limit in small["limits"]:
        if {limit["verdict"], verdicts.get(limit["name"])} == {"holds", "violated"}:
            wrong.append(f"{limit['name']}: {limit['verdict']}, and {verdicts[limit['name']]} with times {scale} times as long")
    for task, same in zip(small["tasks"], large["tasks"]):
        worst, best = bound(task, "worst"), bound(task, "best")
        if worst is not None and same["worst_seconds"] is not None and same["worst_seconds"] > worst * scale + 1e-9:
            wrong.append(f"{task['name']}: at most {worst}, but {same['worst_seconds'] / scale} with times {scale} times as long")
        if best is not None and same["best_seconds"] is not None and same["best_seconds"] < best * scale - 1e-9:
            wrong.append(f"{task['name']}: at least {best}, but {same['best_seconds'] / scale} with times {scale} times as long")
    return wrong


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    passed = failed = decided = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.amxmi")
        for seed in range(first, first + count):
            draw = random.Random(f"scaled {seed}")
            model, scale = make_model(draw), draw.choice([2, 2, 3, 4])
            small = ask(model, 1, path)
            wrong = compare(small, ask(model, scale, path), scale)
            decided += sum(limit["verdict"] != "unknown" for limit in small["limits"])
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for line in wrong:
                print(f"seed {seed}: {line}")
    print(f"{decided} limits and conditions were decided")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
