#!/usr/bin/env python3
"""The bundled models: correct designs hold everywhere, each bug shows in exactly the environments that it should.

    bundled.py RTCHECK [FILTER]

Which environments should fail is said here by a condition of its own, in Python; rtcheck's difference analysis has to
find the words. Prints `N passed, N failed`.
"""
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class Object:
    """Its members are attributes of Python's."""


def graph_of(text):
    """T1.pr=1 T1.res={R1,R2} R1.pr=2 -> {"T": [..], "R": [..]}"""
    objects = {}
    for name, member, value in re.findall(r"(\w+)\.(\w+)=(\{[^}]*\}|-?\d+)", text):
        item = objects.setdefault(name, Object())
        setattr(item, member, [n for n in value[1:-1].split(",") if n] if value[0] == "{" else int(value))
    for item in objects.values():
        for member, value in vars(item).items():
            if isinstance(value, list):
                setattr(item, member, [objects[name] for name in value])
    classes = {}
    for name, item in objects.items():
        classes.setdefault(name[0], []).append(item)
    return classes


def members_shown(environment):
    """The members of an environment's objects in JSON, as in T1.pr=1 or T1.res={1,2}."""
    shown = set()
    for item in environment["objects"]:
        name = item["class"][0] + str(item["id"])
        shown |= {f"{name}.{member}={value}" for member, value in item["attributes"].items()}
        shown |= {f"{name}.{member}={{{','.join(map(str, ids))}}}" for member, ids in item["links"].items()}
    return shown


def some(items, condition):
    """Do different items make it true?"""
    count = condition.__code__.co_argcount
    return any(condition(*chosen) for chosen in itertools.permutations(items, count))


def tasks(condition):
    return lambda graph: some(graph.get("T", []), condition)


def never(_graph):
    return False


def two_resources(graph):
    return some(graph["T"], lambda t: len(t.res) >= 2)


def raised_to(graph, condition):
    return any(condition(t, r, others) for t in graph["T"] for r in t.res
               for others in [[u.pr for u in graph["T"] if u is not t]])


OSEK_ALL = ("osek/osek.env", {"T": "1..3", "R": "0..3"})
OSEK = ("osek/osek.env", {"T": "1..3", "R": "0..2"})
ACTIVATION = ("osek/osek_activation.env", {"T": "1..3", "P": "1..2", "A": "1..2"})
PREEMPTION = ("osek/osek_preemption.env", {"T": "1..3", "P": "1..3"})
EVENTS = ("osek/osek_events.env", {"T": "1..3", "P": "3", "E": "0..1"})
INTERRUPTS = ("osek/osek_interrupts.env", {"T": "1..2", "I": "0..2"})
ERRORS = ("osek/osek_errors.env", {"T": "1..2", "R": "0..2"})
BUS = ("bus/bus.env", {"N": "1..2", "K": "1..2", "S": "1..4"})

# environments, design, which fail, what the analysis says (None: any exact condition), the smallest that fails
CASES = [
    (OSEK_ALL, "osek/osek.pml", never, None, None),
    (ACTIVATION, "osek/osek.pml", never, None, None),
    (PREEMPTION, "osek/osek.pml", never, None, None),
    (EVENTS, "osek/osek.pml", never, None, None),
    (("osek/osek_events.env", {"T": "2", "P": "2", "E": "2"}), "osek/osek.pml", never, None, None),
    (INTERRUPTS, "osek/osek.pml", never, None, None),
    (ERRORS, "osek/osek.pml", never, None, None),
    (BUS, "bus/bus.pml", never, None, None),

    (OSEK, "osek/bugs/getresource_overwrites.pml", two_resources, "some task has two or more resources",
     "T1.pr=1 T1.res={R1,R2} R1.pr=1 R2.pr=2"),
    (OSEK, "osek/bugs/release_to_static.pml", two_resources, "some task has two or more resources",
     "T1.pr=1 T1.res={R1,R2} R1.pr=1 R2.pr=2"),
    (OSEK, "osek/bugs/activation_no_preemption.pml", tasks(lambda t, u: True), "there are two or more tasks",
     "T1.pr=1 T1.res={} T2.pr=2 T2.res={}"),
    (OSEK, "osek/bugs/release_no_preemption.pml",
     lambda graph: raised_to(graph, lambda t, r, others: any(t.pr < u <= r.pr for u in others)),
     "some task t has a resource r, and there is another task u, such that t.pr < u.pr <= r.pr",
     "T1.pr=1 T1.res={R1} T2.pr=2 T2.res={} R1.pr=2"),
    (OSEK, "osek/bugs/preempted_last.pml",
     lambda graph: raised_to(graph, lambda t, r, others: t.pr < r.pr and r.pr in others and max(others) > r.pr),
     None, "T1.pr=1 T1.res={R1} T2.pr=2 T2.res={} T3.pr=3 T3.res={} R1.pr=2"),
    (OSEK, "osek/bugs/equal_preempts.pml",
     lambda graph: raised_to(graph, lambda t, r, others: r.pr in others),
     "some task t has a resource r, and there is another task u, such that u.pr = r.pr",
     "T1.pr=1 T1.res={R1} T2.pr=2 T2.res={} R1.pr=2"),

    (ACTIVATION, "osek/bugs/lifo.pml", tasks(lambda t, u: t.pr == u.pr), "two tasks have the same pr",
     "T1.pr=1 T1.limit=1 T2.pr=1 T2.limit=1"),
    (ACTIVATION, "osek/bugs/preempted_last.pml", tasks(lambda t, u, v: t.pr == v.pr < u.pr),
     "there are three tasks t, u and v such that t.pr < u.pr and t.pr = v.pr",
     "T1.pr=1 T1.limit=1 T2.pr=1 T2.limit=1 T3.pr=2 T3.limit=1"),
    (ACTIVATION, "osek/bugs/activation_lost.pml", tasks(lambda t: t.limit == 2), "some task has limit 2 or more",
     "T1.pr=1 T1.limit=2"),
    (ACTIVATION, "osek/bugs/chain_self_lost.pml", tasks(lambda t: t.limit == 2), "some task has limit 2 or more",
     "T1.pr=1 T1.limit=2"),

    (PREEMPTION, "osek/bugs/nonpreemptable_preempted.pml", tasks(lambda t, u: t.nonpre == 1 and t.pr < u.pr),
     "there are two tasks t and u such that t.pr < u.pr and t.nonpre = 1",
     "T1.pr=1 T1.nonpre=1 T1.group=0 T2.pr=2 T2.nonpre=0 T2.group=0"),
    (PREEMPTION, "osek/bugs/schedule_drops_internal.pml",
     tasks(lambda t, u: t.nonpre == 1 and t.pr < u.pr or t.group == u.group == 1),
     None, "T1.pr=1 T1.nonpre=1 T1.group=0 T2.pr=2 T2.nonpre=0 T2.group=0"),

    (EVENTS, "osek/bugs/event_no_preemption.pml", tasks(lambda t, u: t.pr < u.pr and u.ev == 1),
     "there are two tasks t and u such that t.pr < u.pr and u.ev = 1", "T1.pr=1 T1.ev=0 T2.pr=2 T2.ev=1"),
    (EVENTS, "osek/bugs/events_survive.pml", tasks(lambda t: t.ev == 1), "some task has ev = 1", "T1.pr=1 T1.ev=1"),
    (EVENTS, "osek/bugs/wait_always.pml", tasks(lambda t: t.ev == 1), "some task has ev = 1", "T1.pr=1 T1.ev=1"),

    (INTERRUPTS, "osek/bugs/interrupt_no_dispatch.pml", lambda graph: "I" in graph, "there is an isr",
     "T1.pr=1 I1.lv=1"),
    (INTERRUPTS, "osek/bugs/interrupt_early_dispatch.pml", lambda graph: "I" in graph, "there is an isr",
     "T1.pr=1 I1.lv=1"),
    (INTERRUPTS, "osek/bugs/interrupt_inner_dispatch.pml",
     lambda graph: some(graph.get("I", []), lambda i, j: i.lv < j.lv), "two isrs have different lv",
     "T1.pr=1 I1.lv=1 I2.lv=2"),

    (ERRORS, "osek/bugs/ends_with_resource.pml", lambda graph: "R" in graph, "there is a resource",
     "T1.pr=1 T1.res={R1} R1.pr=1"),

    (BUS, "bus/bugs/full_inbox_stops.pml",
     lambda graph: some(graph["S"], lambda s, o: s.topic == o.topic), "some topic belongs to two or more subscriptions",
     "N1.room=1 N2.room=1 T1.latched=0 S1.node={N2} S1.topic={T1} S2.node={N1} S2.topic={T1}"),
    (BUS, "bus/bugs/everything_latched.pml", tasks(lambda k: k.latched == 0), "some topic has latched = 0",
     "N1.room=1 T1.latched=0 S1.node={N1} S1.topic={T1}"),
]


def check(rtcheck, case, folder):
    """What is wrong, in a list of lines."""
    (model, settings), design, condition, sentence, smallest = case
    database = os.path.join(folder, "results.db")
    if os.path.exists(database):
        os.remove(database)
    command = [rtcheck, "env", "models/" + model, "--design", "models/" + design, "--json", "--results", database]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        return [f"exit {result.returncode}: {result.stderr.strip()}"]
    answer = json.loads(result.stdout)
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT value, verdict FROM checks JOIN parameters ON check_id = checks.id "
                                  "WHERE name = 'graph'").fetchall()
    wrong = [f"{text}: {verdict}" for text, verdict in rows
             if verdict != ("violated" if condition(graph_of(text)) else "holds")][:5]
    if len(rows) != answer["count"] or not rows:
        wrong.append(f"{len(rows)} results, {answer['count']} environments")
    if condition is not never:
        if not answer["failing"] or not answer["holding"]:
            wrong.append("some environments should fail and some hold")
        if answer["analysis"]["kind"] != "exact":
            wrong.append(f"the difference analysis is not exact: {answer['analysis']}")
        elif sentence and answer["analysis"]["condition"] != sentence:
            wrong.append(f"the difference analysis says: {answer['analysis']['condition']}")
        shown = members_shown(answer["violations"][0]["environment"]) if answer["violations"] else set()
        if shown != set(re.sub(r"[A-Z](?=\d+[,}])", "", smallest).split()):
            wrong.append(f"the smallest that fails is {' '.join(sorted(shown))}")
    return wrong


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    chosen = [case for case in CASES if len(sys.argv) < 3 or sys.argv[2] in case[1] or sys.argv[2] in case[0][0]]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen:
            wrong = check(rtcheck, case, folder)
            if wrong:
                failed += 1
                print(f"{case[1]} in {case[0][0]}:", *wrong, sep="\n    ")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
