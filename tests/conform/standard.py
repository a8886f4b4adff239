#!/usr/bin/env python3
"""OSEK after its standard (models/conform/osek_standard.eventb): every step refines the one before, the last ones are
simulated by rtcheck's kernel and by the design in Promela, and planted bugs in either are found.

usage: standard.py RTCHECK [PART ...] [--quick | --large] [--table]
PART: steps, broken, kernel, design, bugs (default: all of them). --quick: what is small, as the kernel, which runs in a process of
its own, takes long on a busy machine. --large: larger bounds, for minutes. --table: the planted bugs also as a table, for
models/conform/README.md.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODELS = os.path.join(ROOT, "models", "conform")
OSEK = os.path.join(ROOT, "models", "osek")
SPECIFICATION = os.path.join(MODELS, "osek_standard.eventb")

# What there is of each kind; everything else is every choice that the axioms allow.
NONE = {"EVT": "{}", "ALARM": "{}", "COUNTER": "{}", "RES": "{}", "GROUP": "{}", "ISR": "{}", "most": "1"}
TIME = {"COUNTER": "1", "top": "COUNTER × {2}", "mincycle": "COUNTER × {1}"}
BOUNDS = {
    "tasks": {"TASK": "2", "ISR": "1", "most": "2"},
    "groups": {"TASK": "3", "GROUP": "1", "autostart": "TASK"},
    "order": {"TASK": "3", "ISR": "1", "autostart": "∅"},
    "events": {"TASK": "2", "EVT": "2", "ISR": "1", "autostart": "∅", "nonpreemptable": "∅"},
    "resources": {"TASK": "2", "RES": "2", "ISR": "1", "autostart": "∅", "nonpreemptable": "∅", "pri": "{TASK1 ↦ 1, TASK2 ↦ 2}"},
    "routines": {"TASK": "1", "RES": "2", "ISR": "2", "autostart": "TASK", "nonpreemptable": "∅"},
    "waiting": {"TASK": "1", "EVT": "1", "RES": "1", "autostart": "TASK", "nonpreemptable": "∅"},
    "preemption": {"TASK": "2", "EVT": "1", "ISR": "1", "autostart": "∅", "pri": "{TASK1 ↦ 1, TASK2 ↦ 2}"},
    "alarms": {"TASK": "1", "EVT": "1", "ALARM": "1", "nonpreemptable": "∅", "autostart": "TASK", "autoset": "∅", **TIME},
    "clock": {"TASK": "1", "ALARM": "1", "nonpreemptable": "∅", "autostart": "TASK", "starts": "∅", "raises": "∅", **TIME,
              "mincycle": "COUNTER × {2}"},
    "together": {"TASK": "2", "ALARM": "2", "autostart": "∅", "nonpreemptable": "∅", "raises": "∅", "autoset": "ALARM × {1}",
                 **TIME, "top": "COUNTER × {1}", "autocycle": "ALARM × {1}", "starts": "{ALARM1 ↦ TASK1, ALARM2 ↦ TASK2}"},
}
# By hand: minutes.
LARGE = {
    "tasks of three kinds": {"TASK": "3", "GROUP": "1", "ISR": "1"},
    "many requests": {"TASK": "3", "ISR": "1", "most": "2", "nonpreemptable": "∅"},
    "two events": {"TASK": "3", "EVT": "2", "ISR": "1", "autostart": "∅"},
    "three resources": {"TASK": "2", "RES": "3", "ISR": "1", "autostart": "TASK", "nonpreemptable": "∅"},
    "two routines": {"TASK": "2", "RES": "2", "ISR": "2", "autostart": "∅"},
    "alarms and events": {"TASK": "2", "EVT": "1", "ALARM": "1", "autostart": "∅", **TIME},
    "two alarms": {"TASK": "2", "ALARM": "2", "autostart": "∅", "nonpreemptable": "∅", **TIME, "top": "COUNTER × {1}"},
}
STEPS = [("osek_tasks", "tasks"), ("osek_events", "events"), ("osek_interrupts", "events"), ("osek_resources", "routines"),
         ("osek_alarms", "alarms"), ("osek_scheduling", "tasks"), ("osek_scheduling", "routines"), ("osek_ceilings", "groups"),
         ("osek_ceilings", "resources"), ("osek_results", "routines"), ("osek_results", "waiting"),
         ("osek_first_error", "waiting"), ("osek_first_error", "clock")]

QUICK = ["groups", "events", "routines", "waiting", "preemption", "alarms", "clock"]
QUICK_KERNEL = ["waiting", "preemption", "clock"]

# Steps that are none: what is changed in the specification, of which machine, within which bounds, and an obligation that fails.
BROKEN = [
    ("a task waits while it has a resource", "osek_resources", "waiting",
     [("event WaitEvent extends WaitEvent where @free t ∉ ran(holder) end", "event WaitEvent extends WaitEvent end")],
     "WaitEvent/active/INV"),
    ("a cyclic alarm is set by a tick too much", "osek_alarms", "clock",
     [("(λa·a ∈ x ∧ cycle(a) > 0 ∣ cycle(a))", "(λa·a ∈ x ∧ cycle(a) > 0 ∣ cycle(a) + top(counter(a)))")], "Tick/reach/INV"),
    ("a request goes before all others", "osek_scheduling", "groups",
     [("@place p = card({k·k ∈ dom(queue) ∧ prj2(queue(k)) ≥ pri(t) ∣ k}) + 1", "@place p = 1")], "/ordered/INV"),
    ("nobody is to run after a task's end", "osek_scheduling", "groups",
     [("    @runs t ∈ running\n  then\n    @act_running running ≔ ∅\n    @act_now now ≔ 0\n    @act_due due ≔ TRUE",
       "    @runs t ∈ running\n  then\n    @act_running running ≔ ∅\n    @act_now now ≔ 0\n    @act_due due ≔ FALSE")],
     "/urgent/INV"),
    ("a resource raises too far", "osek_ceilings", "routines",
     [("@ceiling l = max({now, ceiling(r)})", "@ceiling l = levels")], "GetResource/ceilings/INV"),
    ("a task that gives a resource back falls below its priority", "osek_ceilings", "waiting",
     [("@act_now now ≔ l\n    @act_due due ≔ TRUE\n  end\n\n  event EnterISR", "@act_now now ≔ l − 1\n    @act_due due ≔ TRUE\n  end\n\n  event EnterISR")],
     "ReleaseResource/"),
    ("interrupts come at the ceiling", "osek_ceilings", "routines", [("⇒ ceiling(r) < rank(i)", "⇒ ceiling(r) ≤ rank(i)")],
     "EnterISR/excluded/INV"),
    ("an internal resource is not taken", "osek_ceilings", "groups",
     [("event Dispatch extends Dispatch where @internal l = max({prj2(queue(1)), internal(u)}) end",
       "event Dispatch extends Dispatch where @internal l = prj2(queue(1)) end")], "Dispatch/ceilings/INV"),
    ("an error that the step before does not have", "osek_first_error", "waiting",
     [("event WaitEvent_RESOURCE extends WaitEvent_RESOURCE where @access t ∈ ran(owner) end",
       "event WaitEvent_RESOURCE refines WaitEvent_RESOURCE any t e where @event e ∈ EVT @runs t ∈ running end")],
     "WaitEvent_RESOURCE/holds/GRD"),
]

# Rules of rtcheck's kernel (src/osek/rule.h), each broken: where that is found, and after how many events.
KERNEL_BUGS = {
    "QUEUE_IS_FIFO": "groups", "QUEUE_BY_PRIORITY": "groups", "QUEUE_HOLDS_REQUESTS": "tasks",
    "EQUAL_NEVER_PREEMPTS": "groups", "PREEMPTED_IS_OLDEST": "groups", "PREEMPTED_KEEPS_CEILING": "groups",
    "RELEASED_IS_NEWEST": "events", "AUTOSTART_ORDER_OPEN": "groups", "AUTOSTART_TASKS": "routines",
    "AUTOSTART_ALARMS": "together", "LIMIT_OF_REQUESTS": "routines", "LIMIT_COUNTS_RUNNING": "routines",
    "EVENTS_CLEARED_AT_START": "events", "EVENTS_KEPT_WHILE_ACTIVE": "events", "TERMINATE_WITHOUT_RESOURCES": "waiting",
    "CHAIN_TO_ITSELF": "waiting", "CHAIN_GOES_LAST": "groups", "CHAIN_FAILS_WHOLE": "groups",
    "CHAIN_WITHOUT_RESOURCES": "waiting", "RUNNING_INSTANCE_SHOWS": "tasks", "ACTIVATION_RESCHEDULES": "groups",
    "NOT_PREEMPTABLE": "groups", "INTERNAL_TAKEN_AT_DISPATCH": "groups", "INTERNAL_TAKEN_AGAIN": "groups",
    "INTERNAL_KEPT_WHEN_PREEMPTED": "groups", "INTERNAL_RELEASED_AT_END": "groups",
    "INTERNAL_RELEASED_BY_WAIT": "preemption", "SCHEDULE_GIVES_WAY": "groups", "SCHEDULE_KEEPS_INTERNAL": "groups",
    "SCHEDULE_WITHOUT_RESOURCES": "waiting", "CEILING_RAISES": "routines", "CEILING_NEVER_LOWERS": "routines",
    "RELEASE_RESTORES": "routines", "RELEASE_IN_ORDER": "routines", "RELEASE_BY_HOLDER": "routines",
    "TAKEN_ONCE": "waiting", "CEILING_ABOVE_CALLER": "routines", "SCHEDULER_BLOCKS_TASKS": "waiting",
    "SCHEDULER_LETS_INTERRUPTS": "routines", "CEILING_BLOCKS_INTERRUPTS": "routines", "EVENT_WAKES": "events",
    "EVENT_AWAITED_ONLY": "events", "EVENTS_ADD_UP": "events", "WAIT_IF_CLEAR_ONLY": "events",
    "WAIT_SET_NO_RESCHEDULING": "preemption", "WAIT_KEEPS_EVENTS": "events", "WAIT_WITHOUT_RESOURCES": "waiting",
    "CLEAR_MASK_ONLY": "events", "GET_EVENT_SAYS_SET": "events", "EVENT_OF_EXTENDED": "routines",
    "EVENT_OF_SUSPENDED": "events", "INTERRUPT_LEVELS": "routines", "NO_DISPATCH_IN_INTERRUPT": "routines",
    "INTERRUPT_RESCHEDULES": "routines", "ALARM_SET_ONCE": "clock", "ALARM_WRAPS": "clock", "ALARM_MODULO": "clock",
    "ALARM_CYCLES": "clock", "ALARM_SINGLE": "clock", "ALARM_CANCELLED": "clock", "ALARM_VALUES": "clock",
    "TASK_ID_IN_INTERRUPT": "routines", "IDENTIFIERS_CHECKED": "waiting",
    "SEVERAL_ERRORS_OPEN": "clock",
}
# Those that no event of the specification shows, and why.
KERNEL_UNSEEN = {
    "AUTOSTART_BY_MODE": "one application mode", "LINKED_NESTS": "no linked resources",
    "RESOURCES_END_WITH_THEIR_HOLDER": "after misuse only", "DECLARED_RESOURCE": "misuse that has no error",
    "CALL_LEVEL": "of what hooks and callbacks may call", "LATCHED": "an interrupt comes or not; nobody remembers it",
    "SCHEDULE_TO_HIGHER_ONLY": "the task itself comes first again; only hooks show it",
}
# Designs with bugs of models/osek/bugs, on top of osek_standard.pml.
DESIGN_BUGS = {
    "activation_lost": "tasks", "activation_no_preemption": "groups", "chain_self_lost": "tasks",
    "ends_with_resource": "waiting", "equal_preempts": "tasks", "event_no_preemption": "preemption",
    "events_survive": "events", "getresource_overwrites": "routines", "interrupt_early_dispatch": "tasks",
    "interrupt_inner_dispatch": "routines", "interrupt_no_dispatch": "tasks", "lifo": "groups",
    "nonpreemptable_preempted": "groups", "preempted_last": "groups", "release_no_preemption": "resources",
    "release_to_static": "routines", "schedule_drops_internal": "groups", "wait_always": "waiting",
}
# Rules of osek_standard.pml, each changed: what it is now, what is wrong, where.
RULE_BUGS = [
    ("ROUND(counter_id) counter[counter_id].top", "the counter turns round at its maximum, not after it", "clock"),
    ("TICKS_UNTIL(counter_id, start) (start > counter[counter_id].value -> start - counter[counter_id].value : 1)",
     "an absolute alarm for a value that has passed expires at the next tick", "clock"),
    ("SET_AGAIN(alarm_id) 0", "a cyclic alarm expires once", "clock"),
    ("SET_AGAIN(alarm_id) (alarm[alarm_id].cycle > 0 -> alarm[alarm_id].cycle : 1)", "an alarm without a cycle goes on", "clock"),
    ("IN_USE(alarm_id) false", "an alarm that is in use can be set", "clock"),
    ("AFTER_EXPIRY skip", "the scheduler does not act after a tick", "together"),
    ("LAST_OF(iid, rid) (taken[rid] == iid)", "a routine gives resources back in any order", "routines"),
]


def bounds_of(name):
    chosen = {**NONE, **(BOUNDS.get(name) or LARGE[name])}
    return [word for key, value in chosen.items() for word in ("--bound", f"{key}={value}")]


def known_to(machine, bounds):
    """The bounds that a machine of an earlier step knows."""
    order = ["osek_tasks", "osek_events", "osek_interrupts", "osek_resources", "osek_alarms", "osek_scheduling", "osek_ceilings"]
    since = {"EVT": 1, "ISR": 2, "RES": 3, "COUNTER": 4, "ALARM": 4, "top": 4, "mincycle": 4, "starts": 4, "raises": 4,
             "autoset": 4, "autocycle": 4, "pri": 5, "GROUP": 6, "nonpreemptable": 6}
    step = order.index(machine) if machine in order else 99
    return [word for flag, setting in zip(bounds[::2], bounds[1::2]) if since.get(setting.split("=")[0], 0) <= step
            for word in (flag, setting)]


def run(command, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{' '.join(command)}: {done.stderr}")


class Checks:
    def __init__(self, rtcheck, threads):
        self.rtcheck, self.threads = os.path.abspath(rtcheck), threads
        self.build = os.path.dirname(self.rtcheck)
        self.passed = self.failed = 0

    def tell(self, good, text):
        self.passed += good
        self.failed += not good
        print(text + ("" if good else "   <-- NOT AS EXPECTED"), flush=True)

    def step(self, machine, name):
        command = [self.rtcheck, "eventb", SPECIFICATION, "--machine", machine, "--json", "--threads", self.threads]
        status, answer = run(command + known_to(machine, bounds_of(name)))
        wrong = [o["name"] for o in answer["obligations"] if o["status"] != "holds within bounds"]
        good = status == 0 and not wrong and not answer["unchecked"]
        self.tell(good, f"{machine}, {name}: {answer['verdict']}, {answer['states']} states, "
                        f"{len(answer['obligations'])} obligations {' '.join(wrong)}")

    def broken(self, wrong, machine, bounds, changes, obligation):
        with open(SPECIFICATION, encoding="utf-8") as file:
            text = file.read()
        for old, new in changes:
            if old not in text:
                sys.exit(f"{wrong}: osek_standard.eventb has changed: {old}")
            text = text.replace(old, new, 1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "changed.eventb")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            status, answer = run([self.rtcheck, "eventb", path, "--machine", machine, "--json", "--threads", self.threads,
                                  *known_to(machine, bounds_of(bounds))])
        failed = [o["name"] for o in answer["obligations"] if o["status"] == "violated"]
        self.tell(status == 1 and any(obligation in name for name in failed),
                  f"{wrong}, {machine}, {bounds}: {answer['verdict']}, {' '.join(failed)}")

    def conform(self, name, design, map_name, machine, environment=None, options=()):
        command = [self.rtcheck, "conform", SPECIFICATION, "--machine", machine, "--map", os.path.join(MODELS, map_name),
                   "--design", design, "--allow-code", "--json", "--threads", self.threads, *bounds_of(name), *options]
        return run(command, environment)

    def kernel(self, name, library="osek_standard_kernel.so", machine="osek_results", **more):
        return self.conform(name, os.path.join(self.build, library), "osek_standard_kernel.map", machine, **more)

    def design(self, name, design, options=()):
        return self.conform(name, design, "osek_standard_design.map", "osek_first_error",
                            options=["-DTASKS=3", "-DALARMS=2", "-DROUTINES=2", "-DRESOURCES=3", *options])

    def holds(self, what, answered):
        status, answer = answered
        self.tell(status == 0, f"{what}: {answer['verdict']}, {answer['states']} pairs")

    def found(self, what, answered):
        status, answer = answered
        violation = answer["violations"][0] if status == 1 else None
        self.tell(violation is not None and not violation["kind"].startswith("specification") and violation["kind"] != "map",
                  f"{what}: " + (f"{violation['kind']} after {len(violation['trace'])} events" if violation else answer["verdict"]))
        return len(violation["trace"]) if violation else None

    def kernel_bug(self, rule, name):
        environment = dict(os.environ, OSEK_MUTANT=rule)
        return self.found(f"kernel without {rule}, {name}",
                          self.kernel(name, "osek_standard_mutants.so", environment=environment, options=["--call-time", "200ms"]))

    def design_bug(self, name, text, bounds):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "design.pml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f'{text}\n#include "{OSEK}/osek_standard.pml"\n')
            return self.found(f"design: {name}, {bounds}", self.design(bounds, path, ["-DHIGHEST=2"]))


def text_of_bug(name):
    with open(os.path.join(OSEK, "bugs", name + ".pml"), encoding="utf-8") as file:
        return re.sub(r'#include ".*"\n', "", file.read())


def all_bugs(checks):
    """What is wrong, where, with which bounds, after how many events."""
    with open(os.path.join(ROOT, "src", "osek", "rule.h"), encoding="utf-8") as file:
        rules = dict(re.findall(r'X\((\w+), "([^"]*)"\)', file.read()))
    for rule, bounds in KERNEL_BUGS.items():
        if "--quick" in sys.argv and bounds not in ("waiting", "clock"):
            continue
        yield rules[rule], f"`{rule}`", bounds, checks.kernel_bug(rule, bounds)
    for name, bounds in DESIGN_BUGS.items():
        text = text_of_bug(name)
        yield re.search(r"/\* (.*?)\.? ?\*/", text, re.S).group(1), f"`{name}`", bounds, checks.design_bug(name, text, bounds)
    for rule, wrong, bounds in RULE_BUGS:
        yield wrong, f"`{rule.split('(')[0].split(' ')[0]}`", bounds, checks.design_bug(wrong, f"#define {rule}", bounds)


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    checks = Checks(arguments[0], os.environ.get("THREADS", "2"))
    parts = arguments[1:] or ["steps", "broken", "kernel", "design", "bugs"]
    profiles = list(LARGE) if "--large" in sys.argv else QUICK if "--quick" in sys.argv else list(BOUNDS)
    if "steps" in parts:
        for machine, name in ([("osek_first_error", name) for name in profiles] if "--large" in sys.argv else STEPS):
            checks.step(machine, name)
    if "broken" in parts:
        for change in BROKEN:
            checks.broken(*change)
    if "kernel" in parts:
        for name in QUICK_KERNEL if "--quick" in sys.argv else profiles:
            checks.holds(f"kernel, {name}", checks.kernel(name))
    if "design" in parts:
        for name in profiles:
            checks.holds(f"design, {name}", checks.design(name, os.path.join(OSEK, "osek_standard.pml")))
    if "bugs" in parts:
        rows = [f"| {wrong} | {where} | {bounds} | {events} |" for wrong, where, bounds, events in all_bugs(checks)]
        if "--table" in sys.argv:
            print("\n".join(rows))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return checks.failed != 0


if __name__ == "__main__":
    sys.exit(main())
