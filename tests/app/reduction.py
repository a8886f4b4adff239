#!/usr/bin/env python3
"""However an application is searched, the answer is the same: `reduction.py RTCHECK [--random N] [--seed S]`.

The cases of the rules, and random applications, as they are and with nothing from outside: the verdict with a state for
every access to memory (--no-reduction), depth first, and by two threads. Where it holds, also what no run reaches, and
how many states the searches store that leave out the same ones. Some are saved while they are searched (each N-th of those that are large
enough, --pieces N), and the search goes on from what was saved last: all of the answer is the same.
"""
import argparse
import json
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.append(HERE)
import generate  # noqa: E402
import rules  # noqa: E402

WAYS = {"all states": ["--no-reduction"], "depth first": ["--search", "dfs"], "two threads": ["--threads", "2"]}
# What has more states than that has so many that nobody waits for their end; and time would depend on what else the machine does.
LIMITS = ["--time", "10", "--memory", "4M"]
TOLERANT = [word for check in rules.MISUSE for word in ("--no-check", check)]


def applications(folder, count, seed):
    """Name, files and options of each, which are there until the next is asked for."""
    oil, code = os.path.join(folder, "app.oil"), os.path.join(folder, "app.c")

    def write(configuration, source):
        for path, text in ((oil, configuration), (code, source)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    for name in sorted(os.listdir(os.path.join(HERE, "rules"))):
        for case in rules.read_cases(os.path.join(HERE, "rules", name)):
            write(case.oil(), rules.PRELUDE + case.code)
            yield case.place + " " + case.name, [oil, code], case.options()
    for number in range(count):
        app = generate.Application(f"{seed}.{number}", deterministic=number % 2 == 0)
        write(app.oil(), app.code)
        yield f"random {number}", [oil, code], ["--isr", "0", "--ticks", "0"] + (TOLERANT if number % 4 < 2 else [])
        yield f"random {number}, open", [oil, code], ["--isr", "1", "--ticks", "1"] + (TOLERANT if number % 4 < 2 else [])
        app = generate.Application(f"{seed}.{number}", deterministic=False, rich=True)
        write(app.oil(), app.code)
        for ticks in ("1", "1:nested"):
            yield (f"rich {number}, --ticks {ticks}", [oil, code],
                   ["--isr", "1", "--ticks", ticks] + (TOLERANT if number % 4 < 2 else []) + (["--no-check", "race"] if number % 3 else []))


def answer_of(rtcheck, files, options):
    done = served.run([rtcheck, "app", "--json", *LIMITS, *options, *files], timeout=60)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"exit status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


KEPT = ["verdict", "complete", "states", "vacuous", "inconclusive", "assumption", "never_run", "unreached", "endless", "violation_count"]


def difference_in_pieces(rtcheck, files, options, whole, folder):
    """Of a search that goes on from a moment in its middle; None also where it was over before anything was saved."""
    saved = os.path.join(folder, "saved")
    if os.path.exists(saved):
        os.remove(saved)
    answer_of(rtcheck, files, ["--threads", "1", "--checkpoint", saved, "--every", "1ms", *options])
    if not os.path.exists(saved):
        return None
    resumed = answer_of(rtcheck, files, ["--threads", "1", "--resume", saved, *options])
    names = [name for name in KEPT if name != "states" or whole["verdict"] == "holds"]  # a violation may end the search a little earlier
    found = next((f"{name}: {whole.get(name)} and {resumed.get(name)}" for name in names if whole.get(name) != resumed.get(name)), None)
    messages = [[violation["message"] for violation in answer["violations"]] for answer in (whole, resumed)]
    return found or (f"{messages[0]} and {messages[1]}" if messages[0] != messages[1] else None)


def difference(one, other, same_states):
    """None, or in what the answers differ."""
    if "unknown" in (one["verdict"], other["verdict"]):
        return None
    names = ["verdict"]
    if one["verdict"] == "holds":
        names += ["never_run", "unreached", "endless"] + (["states"] if same_states else [])
    return next((f"{name}: {one[name]} and {other[name]}" for name in names if one[name] != other[name]), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--random", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--pieces", type=int, default=4)
    arguments = parser.parse_args()
    passed = failed = large = pieces = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, files, options in applications(folder, arguments.random, arguments.seed):
            usual = answer_of(arguments.rtcheck, files, ["--threads", "1", *options])
            wrong = None
            large += usual["verdict"] == "unknown"
            for way, how in WAYS.items() if usual["verdict"] != "unknown" else []:  # with which every other agrees
                found = difference(usual, answer_of(arguments.rtcheck, files, how + options), way != "all states")
                wrong = wrong or (found and f"{name}: {way}: {found}")
            if usual["verdict"] != "unknown" and usual["states"] > 40:
                pieces += 1
                found = None if pieces % arguments.pieces else difference_in_pieces(arguments.rtcheck, files, options, usual, folder)
                wrong = wrong or (found and f"{name}: in pieces: {found}")
            if wrong:
                print(wrong)
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{large} were too large to be compared")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed <= 2 * large else 0


if __name__ == "__main__":
    sys.exit(main())
