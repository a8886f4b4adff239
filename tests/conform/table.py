#!/usr/bin/env python3
"""Table 2 of the conformance experiments (Vu 2014): every row's states and transitions, and the verdict on the design.

usage: table.py RTCHECK [--spin]     --spin: Spin's verdict on the exported environment, too, for rows of up to 7 tasks
"""
import json
import os
import subprocess
import sys
import tempfile
import time

from spin import spin_finds_error

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODELS = os.path.join(ROOT, "models", "conform")

# row, tasks, priorities, resources, events, interrupt routines, states, transitions
ROWS = [
    (1, 1, 1, 0, 0, 0, 2, 2),
    (2, 2, 1, 0, 0, 0, 4, 10),
    (3, 2, 2, 0, 0, 0, 4, 10),
    (4, 3, 1, 0, 0, 0, 8, 36),
    (5, 3, 3, 0, 0, 0, 8, 36),
    (6, 4, 1, 0, 0, 0, 16, 112),
    (7, 4, 3, 0, 0, 0, 16, 112),
    (8, 5, 1, 0, 0, 0, 32, 320),
    (9, 5, 3, 0, 0, 0, 32, 320),
    (10, 6, 1, 0, 0, 0, 64, 864),
    (11, 6, 3, 0, 0, 0, 64, 864),
    (12, 7, 1, 0, 0, 0, 128, 2240),
    (13, 7, 3, 0, 0, 0, 128, 2240),
    (14, 8, 3, 0, 0, 0, 256, 5632),
    (15, 9, 3, 0, 0, 0, 512, 13824),
    (16, 5, 7, 0, 0, 2, 128, 1536),
    (17, 2, 1, 1, 0, 0, 8, 22),
    (18, 2, 1, 0, 1, 0, 10, 27),
    (19, 3, 6, 1, 0, 2, 80, 520),
    (20, 3, 6, 1, 1, 2, 152, 1036),
]


def arguments(row):
    """The machine, the map, and the bounds of a row. The priorities of a row count those of interrupt routines, too."""
    number, tasks, priorities, resources, events, routines, _, _ = row
    step = "events" if events else "resources" if resources else "interrupts" if routines else "tasks"
    services = ["activate", "terminate", "chain"]
    bounds = [f"TASK={tasks}", f"levels={min(priorities, tasks)}"]
    if routines:
        services += ["enter", "leave"]
        bounds.append(f"INR={routines}")
    if resources:
        services += ["get", "release"]
    if step in ("resources", "events"):
        bounds.append(f"sharers={2 if number == 20 else tasks}")
    if events:
        services += ["wait", "set", "clear"]
    result = ["osek_abstract.eventb", "--machine", f"abstract_{step}", "--map", f"abstract_{step}.map"]
    for bound in bounds:
        result += ["--bound", bound]
    return result + ["--event", ",".join(services)]


def conform(rtcheck, row, more):
    defines = ["-D", f"TASKS={max(row[1], 2)}"]
    command = [rtcheck, "conform", *arguments(row), "--design", "osek_by_task.pml", *defines, "--json", *more]
    start = time.time()
    run = subprocess.run(command, cwd=MODELS, capture_output=True, text=True, check=False)
    seconds = time.time() - start
    try:
        return run.returncode, json.loads(run.stdout), seconds
    except ValueError:
        sys.exit(f"row {row[0]}: {run.stderr}")


def compare_exported(rtcheck, row, spin):
    """The exported environment has the same verdict: it holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "environment.pml")
        conform(rtcheck, row, ["--emit", path])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#define TASKS {max(row[1], 2)}\n" + text)
        model = subprocess.run([rtcheck, "model", path, "--safety", "--quiet"], capture_output=True, text=True, check=False)
        if model.returncode != 0:
            sys.exit(f"row {row[0]}: the exported environment: {model.stdout}{model.stderr}")
        if spin and spin_finds_error(path, folder):
            sys.exit(f"row {row[0]}: Spin finds an error in the exported environment")


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    spin = "--spin" in sys.argv
    failures = 0
    for row in ROWS:
        number, tasks, *_, states, transitions = row
        status, answer, seconds = conform(rtcheck, row, [])
        found = answer["specification"]
        setups = found["initial_states_checked"]
        good = (status == 0 and answer["complete"] and found["states"] == states * setups
                and found["transitions"] == transitions * setups)
        every = "" if setups == 1 else (f"  in each of {setups} set-ups, {found['states']} and {found['transitions']} in "
                                        f"all")
        print(f"row {number:2}: {found['states'] // setups:4} states {found['transitions'] // setups:6} transitions"
              f"{every}  {answer['states']:6} pairs  {seconds:6.2f} s  {answer['verdict']}"
              f"{'' if good else '   <-- expected %d, %d' % (states, transitions)}")
        failures += not good
        if good and tasks <= 7:
            compare_exported(rtcheck, row, spin)
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
