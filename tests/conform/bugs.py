#!/usr/bin/env python3
"""Planted bugs, in designs and in specifications: each is found, with a shortest sequence of events.

usage: bugs.py RTCHECK [--spin | --fast]     --spin: Spin's verdict on the exported environments, too; --fast: none
"""
import json
import os
import subprocess
import sys
import tempfile

from spin import spin_finds_error

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODELS = os.path.join(ROOT, "models", "conform")
OSEK = ["--machine", "osek_scheduling", "--map", f"{MODELS}/osek.map"]
TASKS = ["--event", "activate_idle,activate_preempts,activate_waits,refuse,terminate_last,terminate_next,chain_direct,"
                    "chain_next,chain_refused,chain_itself_direct,chain_itself_next"]
RESOURCES = ["--event", "activate_idle,activate_preempts,activate_waits,terminate_last,terminate_next,terminate_refused,get,"
                        "release_goes_on,release_yields,release_refused"]
TWO = ["--bound", "RES=2"]
ALL = ["--bound", "uses=RES × TASK"]  # fewer set-ups, where resources do not matter
ONCE = ALL + ["--bound", "most=1"]
TASKS += ALL

# In designs: the design, more options, how many events lead there. The designs with bugs of models/osek, but for the two
# about internal resources, which osek.eventb does not have.
DESIGNS = [
    ("activation_lost", TASKS, 2),
    ("activation_no_preemption", TASKS, 2),
    ("chain_self_lost", TASKS, 3),
    ("ends_with_resource", RESOURCES + ["--bound", "most=1"], 3),
    ("equal_preempts", TASKS, 2),
    ("event_no_preemption", ONCE, 4),
    ("events_survive", ONCE, 3),
    ("getresource_overwrites", TWO + RESOURCES + ["--bound", "most=1"], 3),
    ("interrupt_early_dispatch", ONCE, 2),
    ("interrupt_inner_dispatch", ["--bound", "INR=2"] + ONCE, 4),
    ("interrupt_no_dispatch", ONCE, 3),
    ("lifo", TASKS, 3),
    ("preempted_last", ["--bound", "TASK=3", "--bound", "most=1"] + TASKS, 4),
    ("release_no_preemption", RESOURCES + ["--bound", "most=1"], 4),
    ("release_to_static", TWO + RESOURCES + ["--bound", "most=1"], 4),
    ("wait_always", ONCE, 3),
]

# In specifications: what is replaced in osek.eventb, the finding, how many events lead there.
SPECIFICATIONS = [
    ("equal priority preempts", [("@higher pri(t) > now(r)", "@higher pri(t) ≥ now(r)"),
                                 ("@lower pri(t) ≤ now(r)", "@lower pri(t) < now(r)")], TASKS, "differs", 2),
    ("a woken task is the oldest", [("who ≔ who ∪ {card(who) + 1 ↦ owner(e)}",
                                     "who ≔ {1 ↦ owner(e)} ∪ (λk·k ∈ 2‥card(who) + 1 ∣ who(k − 1))"),
                                    ("level ≔ level ∪ {card(who) + 1 ↦ pri(owner(e))}",
                                     "level ≔ {1 ↦ pri(owner(e))} ∪ (λk·k ∈ 2‥card(who) + 1 ∣ level(k − 1))")],
     ["--bound", "TASK=3", "--bound", "most=1", "--bound", "pri=TASK × {1}"] + ALL + ["--event", "activate_idle,activate_preempts,"
      "activate_waits,terminate_last,terminate_next,wait_last,wait_next,set,wake_waits,wake_preempts"], "differs", 6),
    ("a task ends with a resource", [("event terminate extends terminate\n  where\n    @free t ∉ ran(holder)\n  end",
                                      "event terminate extends terminate end")], RESOURCES,
     "specification invariant", 3),
    ("one request too many", [("@accepted requests(t) < limit(t)", "@accepted requests(t) ≤ limit(t)")], TASKS,
     "specification invariant", 2),
    ("events survive activation", [("@act_events raised ≔ raised ∖ owner∼[{t}]", "@act_events raised ≔ raised")], ONCE,
     "differs", 3),
    ("a routine's end may ignore who is ready", [("@highest (running = ∅ ∧ who = ∅) ∨ (∃r·r ∈ running ∧ (∀k·k ∈ dom(who) ⇒ "
                                                  "level(k) ≤ now(r)))", "@highest ⊤")], [], None, 3),
    ("resources in any order", [("    @last place(r) = card(holder∼[{t}])\n", "")], TWO + RESOURCES, None, 4),
    ("a task chains with a resource", [("event chain extends chain\n  where\n    @free t ∉ ran(holder)\n  end",
                                        "event chain extends chain end")], [], "specification invariant", 3),
    ("the last of a priority runs next", [("∧ n ≤ k)", "∧ n ≥ k)")], TASKS + ["--bound", "TASK=3", "--bound", "most=1"], "differs", 4),
    ("the priority falls to the static one", [("@act_now now(t) ≔ before(r)", "@act_now now(t) ≔ pri(t)")], TWO + RESOURCES,
     "specification invariant", 4),
    ("chaining to itself keeps its place", [("event chain_itself_next extends chain_itself any n\n  where\n    @runs t ∈ "
                                             "running\n    @ready n ∈ dom(who)", "event chain_itself_next extends chain_itself "
                                             "any n\n  where\n    @never ⊥\n    @runs t ∈ running\n    @ready n ∈ dom(who)"),
                                            ("@highest ∀k·k ∈ dom(who) ⇒ level(k) < pri(t)", "@highest ⊤")], TASKS, "differs",
     3),
]


def run(rtcheck, specification, design, options):
    command = [rtcheck, "conform", specification, *OSEK, "--design", design, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{' '.join(command)}: {done.stderr}")


def check_export(rtcheck, specification, design, options, spin):
    """The exported environment has the same verdict: violated."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "environment.pml")
        run(rtcheck, specification, design, [*options, "--emit", path])
        if not os.path.exists(path):
            return "not exported"
        model = subprocess.run([rtcheck, "model", path, "--safety", "--quiet"], capture_output=True, text=True, check=False)
        if model.returncode != 1:
            return f"EXPORT: rtcheck model says {model.stdout}{model.stderr}"
        if spin and not spin_finds_error(path, folder):
            return "EXPORT: Spin finds no error"
    return "same verdict for the exported environment"


def check(rtcheck, name, specification, design, options, kind, length, spin):
    status, answer = run(rtcheck, specification, design, options)
    if status != 1 or answer["verdict"] != "violated":
        print(f"{name}: NOT FOUND ({answer['verdict']})")
        return False
    violation = answer["violations"][0]
    events = len(violation["trace"])
    shorter, _ = run(rtcheck, specification, design, [*options, "--depth", str(events - 1)]) if events > 1 else (3, None)
    exported = kind != "specification invariant" and "--fast" not in sys.argv
    export = check_export(rtcheck, specification, design, options, spin) if exported else "-"
    good = (kind in (None, violation["kind"]) and length in (None, events) and shorter == 3 and "EXPORT" not in export)
    if violation["kind"] in ("differs", "initial"):
        good = good and any(row["differs"] for row in violation["states"])
    print(f"{name}: {violation['kind']} after {events} events, the last one {violation['trace'][-1]['event']}; {export}"
          f"{'' if good else f'   <-- expected {kind}, {length}; shorter: {shorter}'}")
    return good


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    spin = "--spin" in sys.argv
    failures = 0
    with open(f"{MODELS}/osek.eventb", encoding="utf-8") as file:
        text = file.read()
    for name, options, length in DESIGNS:
        design = os.path.join(ROOT, "models", "osek", "bugs", name + ".pml")
        failures += not check(rtcheck, name, f"{MODELS}/osek.eventb", design, options, "differs", length, spin)
    for name, replacements, options, kind, length in SPECIFICATIONS:
        changed = text
        for old, new in replacements:
            if old not in changed:
                sys.exit(f"{name}: osek.eventb has changed: {old}")
            changed = changed.replace(old, new)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "osek.eventb")
            with open(path, "w", encoding="utf-8") as file:
                file.write(changed)
            failures += not check(rtcheck, name, path, os.path.join(ROOT, "models", "osek", "osek.pml"), options, kind,
                                  length, spin)
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
