#!/usr/bin/env python3
"""A trace in the Best Trace Format keeps to its rules: btf.py FILE... The header, the columns, times that never go back, and
for every instance of a process the automaton of the format (BTF 2.2, processes): what is wrong, and status 1."""
import sys

TYPES = {"STI", "T", "I", "ISR", "R", "C", "SCHED", "SIG", "SEM", "EVENT", "SIM"}
AUTOMATON = {
    ("new", "activate"): "active",
    ("new", "mtalimitexceeded"): "new",
    ("active", "start"): "running",
    ("running", "preempt"): "ready",
    ("ready", "resume"): "running",
    ("running", "wait"): "waiting",
    ("waiting", "release"): "ready",
    ("running", "poll"): "polling",
    ("polling", "run"): "running",
    ("polling", "park"): "parking",
    ("parking", "poll_parking"): "polling",
    ("parking", "release_parking"): "ready",
    ("running", "terminate"): "terminated",
}
RUNNABLE = {("new", "start"): "running", ("running", "suspend"): "suspended", ("suspended", "resume"): "running",
            ("running", "terminate"): "terminated"}
SOURCES = {"activate": "STI", "mtalimitexceeded": "STI"}  # all other events of a process are its core's


def check(path):
    wrong, states, stimuli, header, last = [], {}, set(), {}, 0
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            key, _space, value = line[1:].partition(" ")
            header[key.lower()] = value
            continue
        fields = line.split(",")
        if len(fields) < 7:
            wrong.append(f"{number}: {len(fields)} columns")
            continue
        time, source, source_instance, kind, target, instance, event = fields[:7]
        if int(time) < last:
            wrong.append(f"{number}: time goes back")
        last = int(time)
        if kind not in TYPES or not source_instance.isdigit() or not instance.isdigit():
            wrong.append(f"{number}: {kind} {source_instance} {instance}")
        if kind == "STI" and event == "trigger":
            stimuli.add(target)
        if kind in ("T", "I", "ISR", "R"):
            automaton = RUNNABLE if kind == "R" else AUTOMATON
            before = states.get((kind, target, instance), "new")
            after = automaton.get((before, event))
            if not after:
                wrong.append(f"{number}: {target} is {before}, and there is {event}")
            states[kind, target, instance] = after or before
        if SOURCES.get(event) == "STI" and kind != "R" and source not in stimuli and kind != "STI":
            wrong.append(f"{number}: {source} has not triggered")
    for key in ("version", "creator", "creationdate", "timescale"):
        if key not in header:
            wrong.append(f"no #{key}")
    if not any(state == "running" or state == "terminated" for state in states.values()):
        wrong.append("nobody ever runs")
    return wrong


def main():
    status = 0
    for path in sys.argv[1:]:
        for what in check(path):
            print(f"{path}:{what}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
