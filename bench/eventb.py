#!/usr/bin/env python3
"""eventb.py [RTCHECK]: how fast Event-B machines are explored, on one core.

Prints states per second of processor time for the landing gear, against a goal of 50,000, and the sizes and times of
the bounded transition systems of the OSEK specification, row by row of the table they were published in (Vu, Chiba,
Yatake, Aoki: Model Checking Conformance of Design Model to Its Formal Specification, table 2).
"""
import json
import os
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOAL = 50000
TASKS = ["activate", "terminate", "chain"]
RESOURCES = ["get", "release"]
EVENTS = ["wait", "set", "clear"]
INTERRUPTS = ["enter", "leave"]
# tasks, resources, events, interrupts, sharers of a resource; states, transitions; seconds as published
ROWS = [
    (1, 1, 0, 0, 0, 1, 2, 2, 1), (2, 2, 0, 0, 0, 1, 4, 10, 1), (4, 3, 0, 0, 0, 1, 8, 36, 1),
    (6, 4, 0, 0, 0, 1, 16, 112, 1), (8, 5, 0, 0, 0, 1, 32, 320, 1), (10, 6, 0, 0, 0, 1, 64, 864, 1),
    (12, 7, 0, 0, 0, 1, 128, 2240, 1), (14, 8, 0, 0, 0, 1, 256, 5632, 2), (15, 9, 0, 0, 0, 1, 512, 13824, 3),
    (16, 5, 0, 0, 2, 1, 128, 1536, 2), (17, 2, 1, 0, 0, 2, 8, 22, 1), (18, 2, 0, 1, 0, 1, 10, 27, 1),
    (19, 3, 1, 0, 2, 3, 80, 520, 1), (20, 3, 1, 1, 2, 2, 152, 1036, 2),
]


def run(rtcheck, arguments):
    """The answer, and the seconds of processor time and of waiting that it took."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([rtcheck, "eventb", "--json", "--threads", "1", *arguments], stdout=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), used, time.monotonic() - began


def landing_gear(rtcheck):
    model = os.path.join(ROOT, "models", "eventb", "landing_gear.eventb")
    answers = [run(rtcheck, [model]) for _ in range(5)]
    answer = answers[0][0]
    used, waited = min(a[1] for a in answers), min(a[2] for a in answers)
    rate = answer["states"] / used
    print(f"landing gear: {answer['verdict']}, {answer['states']} states, {answer['transitions']} transitions, "
          f"{used * 1000:.0f} ms of processor time ({waited * 1000:.0f} ms of waiting)")
    print(f"  {rate:,.0f} states/s, {answer['transitions'] / used:,.0f} transitions/s: {rate / GOAL:.1f} times the goal "
          f"of {GOAL:,} states/s")
    return answer["verdict"] == "holds" and rate >= GOAL


def row_arguments(tasks, resources, events, interrupts, sharers):
    arguments = ["--setups", "1", "--bound", f"TASK={tasks}", "--bound", f"sharers={sharers}", "--bound", "levels=1"]
    chosen = TASKS + (RESOURCES if resources else []) + (EVENTS if events else []) + (INTERRUPTS if interrupts else [])
    for name, size in ("RES", resources), ("EVT", events), ("INR", interrupts):
        arguments += ["--bound", f"{name}={size or 1}"]
    for event in chosen:
        arguments += ["--event", event]
    return arguments


def table(rtcheck):
    model = os.path.join(ROOT, "models", "conform", "osek_abstract.eventb")
    if not os.path.exists(model):
        print("the OSEK specification is not there: no table")
        return True
    good = True
    print("row  tasks res evt inr    states  transitions      time   published")
    for number, tasks, resources, events, interrupts, sharers, states, transitions, seconds in ROWS:
        answer, used, _ = run(rtcheck, row_arguments(tasks, resources, events, interrupts, sharers) + [model])
        same = (answer["states"], answer["transitions"]) == (states, transitions)
        good = good and same
        print(f"{number:3}  {tasks:5} {resources:3} {events:3} {interrupts:3}  {answer['states']:8}  {answer['transitions']:11}"
              f"  {used * 1000:5.0f} ms   {seconds} s{'' if same else f'   expected {states}/{transitions}'}")
    return good


def main():
    rtcheck = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "rtcheck"))
    good = landing_gear(rtcheck)
    return 0 if table(rtcheck) and good else 1


if __name__ == "__main__":
    sys.exit(main())
