#!/usr/bin/env python3
"""guide.py RTCHECK [--moves N] [--failures 0|1|2|3] [--memory SIZE] [--time DURATION] [--results FILE.db] [--look]:
the landing gear, scenario by scenario.

Moves: N moves of the handle with nothing failing, by a plain search, which keeps every state; component by component, which
frees them (one component for each number of moves); and level by level, where levels that repeat end the search: states,
processor time, the most memory that was in use, and the log on disk. Beside them what is published of OBP, in dense time.

Failures: all sets of so many failures, each with any number of moves, component by component, what they have in common
explored once: states, how many interactions are enough, and the verdict. They are asked in three groups, in each of which the
model leaves out what cannot happen, the small ones first. With --results (FILE.db.0, .1, .2) the run can be stopped and goes on.
In the end, how many of the sets are done, and how long all would take at their mean; --look tells only that, from the results
of a run that was stopped or is under way.
"""
import argparse
import itertools
import json
import math
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = os.path.join(ROOT, "models", "landing_gear", "lgs.pml")
PARTS = [("f_1_1", "f_1_2"), ("f_2_1", "f_2_2"), ("f_3_1", "f_3_2"), ("f_4_1", "f_4_2"), ("f_5_1", "f_5_2"), ("f_6_1", "f_6_2"),
         ("f_7",), ("f_8",), ("f_9",), ("f_10",), ("f_11",), ("f_12",)]
# By how many states they add.
SMALL_FIRST = [("f_10",), ("f_7",), ("f_11",), ("f_12",), ("f_8",), ("f_9",), ("f_2_1", "f_2_2"), ("f_1_2", "f_1_1"), ("f_3_1", "f_3_2"),
               ("f_4_2", "f_4_1"), ("f_6_2", "f_6_1"), ("f_5_2", "f_5_1")]
SETS = {1: 18, 2: 147, 3: 720}
# Teodorov, Le Roux, Dhaussy, "Environment-driven reachability for timed systems" (2017): any number of moves, and 1000.
OBP = [("OBP, any", "352,379", "227 s", ""), ("OBP, 1000", "87,540,904", "", "< 10 GB")]


def ask(rtcheck, folder, guide, *options, store="tree"):
    path = os.path.join(folder, "guide.xgdl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(guide + "\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([rtcheck, "guide", MODEL, "--guide", path, "--safety", "--json", "--store", store, "--threads", "1", *options],
                          stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        sys.exit(done.returncode)
    return json.loads(done.stdout), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def moves(rtcheck, folder, count, memory):
    print(f"{count} moves of the handle, nothing fails\n")
    print(f"{'':14}  {'states':>13}  {'processor':>10}  {'memory':>9}  verdict")
    sizes = []
    some = f"handle{{0,{count}}}"
    for name, guide, options in (("plain", some, []), ("components", some, ["--components"]), ("--bound", "handle*", ["--bound", str(count)])):
        answer, seconds = ask(rtcheck, folder, guide, "--memory", memory, "-D", "NO_f_3_2", "-D", "NO_f_4_1", *options)
        log = answer["guide"].get("unrolled", {}).get("log_bytes", 0)
        sizes.append(answer["memory_bytes"] + log)
        print(f"{name:14}  {answer['states']:13,}  {seconds:8.0f} s  {answer['memory_bytes'] / 2**20:5.0f} MiB  {answer['verdict']}"
              + (f"; log on disk {log / 2**20:.0f} MiB" if log else ""))
    for name, states, seconds, what in OBP:
        print(f"{name:14}  {states:>13}  {seconds:>10}  {what:>9}")
    print(f"\nof the plain search's memory: {sizes[1] / sizes[0]:.3f} by components, {sizes[2] / sizes[0]:.3f} level by level, the log included\n")


def project(count, done, seconds, clock):
    """How long all sets take if the others take as long as those that are done, on average."""
    total = SETS[count]
    print(f"{done} of {total} sets of {count} are done, in {seconds:,.0f} s {clock}"
          + (f"; all of them would take {seconds / done * total / 3600:.1f} h at that rate" if 0 < done < total else ""))


def is_set(name):
    """Not a part of one that did not fit, and was cut by what comes first."""
    return ";" not in name


def look(count, files):
    done = []
    for file in files:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            done += database.execute("SELECT key, verdict, states, depth, seconds FROM checks WHERE key NOT LIKE 'cover of %' "
                                     "AND verdict != 'unknown' ORDER BY id")
    for key, verdict, states, depth, seconds in done:
        print(f"{key:44}  {states:13,} states  {depth:3} interactions  {verdict}  {seconds:.0f} s")
    sets = sum(is_set(row[0]) for row in done)
    if sets < len(done):
        print(f"{len(done) - sets} of these are parts of sets that did not fit")
    project(count, sets, sum(row[4] for row in done), "by the clock on the wall")


def groups(count):
    """All sets of so many failures in three guides, each with what its model can leave out (lgs.pml): name, guide, options,
    number of sets. The doors' times are needed to the full only where f_3_2 and f_4_1 come together."""
    def sets(others, at_most):
        return f"{{0,{at_most}}} of [" + ", ".join(" | ".join(part) for part in others) + "]"

    def number(others, size):
        return sum(math.prod(len(part) for part in chosen) for chosen in itertools.combinations(others, size))

    without = [[one for one in part if one != "f_3_2"] for part in SMALL_FIRST]
    beside = [[one for one in part if one != "f_4_1"] for part in SMALL_FIRST if "f_3_2" not in part]
    others = [part for part in SMALL_FIRST if "f_3_2" not in part and "f_4_1" not in part]
    found = [("without f_3_2", f"handle* || {sets(without, count)}", ["-D", "NO_f_3_2"], number(without, count))]
    rest = f" || {sets(beside, count - 1)}" if count > 1 else ""
    found.append(("with f_3_2, without f_4_1", f"handle* || f_3_2{rest}", ["-D", "NO_f_4_1"], number(beside, count - 1)))
    if count > 1:
        rest = f" || {sets(others, count - 2)}" if count > 2 else ""
        found.append(("with both", f"handle* || f_3_2 || f_4_1{rest}", [], number(others, count - 2)))
    return found


def compare(rtcheck, folder, count):
    """Do the guides of the groups allow together what the one of all sets does?"""
    paths = []
    choices = ", ".join(" | ".join(part) for part in PARTS)
    for name, guide in (("whole", f"handle* || {{0,{count}}} of [{choices}]"),
                        ("groups", " | ".join(f"({guide})" for _, guide, _, _ in groups(count)))):
        paths.append(os.path.join(folder, name + ".xgdl"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(guide + "\n")
    done = subprocess.run([rtcheck, "xgdl", paths[1], "--compare", paths[0]], stdout=subprocess.PIPE, text=True, check=False)
    print(f"the groups together are compared with all sets of {count}: {done.stdout.splitlines()[0]}")
    if done.returncode != 0:
        sys.exit(done.returncode)


def failures(rtcheck, folder, count, memory, results, limits):
    compare(rtcheck, folder, count)
    files, done_sets, used = [], 0, 0.0
    for index, (name, guide, options, number) in enumerate(groups(count)):
        files.append(results and f"{results}.{index}")
        answer, seconds = ask(rtcheck, folder, guide, "--memory", memory, "--components", "--split", "--parts", str(number), *options,
                              *(["--results", files[-1]] if results else []), *limits, store="exact")
        print(f"\n{name}: {number} sets")
        if "shared" not in answer.get("guide", {}):
            print("stopped before there was anything to tell")
            break
        done = [part for part in answer["properties"] if part["verdict"] != "unknown"]
        for part in done:
            print(f"{part['name']:44}  {part['states']:13,} states  {part['depth']:3} interactions  {part['verdict']}")
        shared = answer["guide"]["shared"]
        print(f"{len(answer['properties'])} parts, {seconds:.0f} s of processor time, {answer['memory_bytes'] / 2**20:.0f} MiB; "
              f"{shared['explored']:,} states explored, {shared['reused']:,} known from other parts")
        done_sets += sum(is_set(part["name"]) for part in done)
        used += seconds
    print()
    if results:
        look(count, [file for file in files if os.path.exists(file)])
    else:
        project(count, done_sets, used, "of processor time")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--failures", type=int, default=0, choices=[0, 1, 2, 3])
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--time")
    parser.add_argument("--results")
    parser.add_argument("--look", action="store_true")
    arguments = parser.parse_args()
    rtcheck = os.path.abspath(arguments.rtcheck)
    if arguments.look:
        if not (arguments.results and arguments.failures):
            parser.error("--look needs --results and --failures")
        files = [f"{arguments.results}.{index}" for index in range(3)]
        if not os.path.exists(files[0]):
            parser.error(f"{files[0]}: there is no such file")
        look(arguments.failures, [file for file in files if os.path.exists(file)])
        return 0
    results = arguments.results and os.path.abspath(arguments.results)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.moves:
            moves(rtcheck, folder, arguments.moves, arguments.memory)
        if arguments.failures:
            failures(rtcheck, folder, arguments.failures, arguments.memory, results,
                     ["--time", arguments.time] if arguments.time else [])
    return 0


if __name__ == "__main__":
    sys.exit(main())
