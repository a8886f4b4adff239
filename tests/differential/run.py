#!/usr/bin/env python3
"""Random models, judged by Spin and by rtcheck: verdict, kinds of violation and number of states must be the same. Each follows
the other's counterexamples to the same end; what holds must hold under other options, and in pieces with checkpoints between
them. A table says how often each was compared, another which constructs the models had; with 500 models, each must have been met.

    run.py --count 200 --seed 1             200 models, from seed 1 on
    run.py --count 1 --seed 4711            one of them again
    run.py --shrink model.pml               the smallest model on which the two still differ
Models with more than 10,000 states, and those that Spin refuses or cannot finish, are left out. A model on which the
two differ is saved in the folder given by --save.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../promela"))
import constructs
import generate
import spin_replay
import spin_trails
import spinref

MOST_STATES, LONGEST = 10000, 150  # of a model, and milliseconds that Spin may work on it,
READING = 1  # after so many seconds in which it reads the model, of which it needs a hundredth, or hours
ENOUGH_FOR_ALL = 500  # models, among which each construct must be
CONFIGURATIONS = [["--search", search, "--store", store, "--threads", threads]
                  for search in ("bfs", "dfs") for store in ("exact", "tree") for threads in ("1", "2")]


# The rows of the table.
VERDICT = "verdict, kinds and number of violations, number of states, as Spin's"
VERDICT_ONLY = "verdict as Spin's, where Spin goes on after a run-time error"
PROMISE = "a broken xr or xs is found with and without reduction"
REDUCED = "verdict with reduction, as Spin's without"
LIVENESS = "cycles, claims and formulas, with and without fairness: verdict as Spin's"
OUR_TRACE = "our counterexample, followed by Spin to the same end"
SPINS_TRAIL = "Spin's counterexample, followed by rtcheck to the same end"
SHUFFLED = "`holds` again, with other threads, store, search, reduction, compiler"
PIECES = "`holds` again, in pieces, from checkpoint to checkpoint"
ROWS = [VERDICT, VERDICT_ONLY, PROMISE, REDUCED, LIVENESS, OUR_TRACE, SPINS_TRAIL, SHUFFLED, PIECES]


COMPILER = """#!/bin/sh
# A model with embedded C (which may use -lm) is compiled once, however often it is checked, and without pains.
case " $* " in *" -lm "*) set -- "$@" -O0 ;; *) exec %s "$@" ;; esac
kept=%s/$({ echo "$@"; cat *.c; } | sha256sum | cut -c 1-64)
[ -f "$kept" ] && exec cp "$kept" model.so
%s "$@" && cp model.so "$kept.$$" && mv "$kept.$$" "$kept"
"""


def share_compilations(folder):
    """Puts a compiler that remembers before the real one."""
    real, ours = shutil.which("cc"), os.path.join(folder, "cc")
    if real:
        with open(ours, "w") as file:
            file.write(COMPILER % (real, folder, real))
        os.chmod(ours, 0o755)
        os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]


class Tally:
    """How often each row was compared, which one was begun last; what Spin said first, and was a claim checked?"""

    def __init__(self):
        self.done, self.last, self.spin, self.claimed = collections.Counter(), None, None, False

    def begin(self, row, times=1):
        self.done[row] += times
        self.last = row


class Difference(Exception):
    def __init__(self, message, options):
        super().__init__(message)
        self.options = options


class Unsuitable(Exception):
    """Spin cannot judge the model."""


def embedded_code(path):
    with open(path) as file:
        return ["--allow-code"] if "c_decl {" in file.read() else []


def ask(binary, path, options):
    command = [binary, "model", path, "--json"] + options + embedded_code(path)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, errors="replace")
    except subprocess.TimeoutExpired:
        raise Difference("rtcheck does not end", options)
    if done.returncode not in (0, 1, 3):
        raise Difference("rtcheck ends with status %d: %s" % (done.returncode, done.stderr.strip()[-400:]), options)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise Difference("rtcheck prints no JSON: %r" % done.stdout[:200], options)


def kinds_of(answer):
    return sorted({violation["kind"] for violation in answer["violations"]})


def judge(spins, **arguments):
    try:
        answer = spinref.run(spins.model, verifiers=spins, **arguments)
    except spinref.Refused as refusal:
        raise Unsuitable(str(refusal))
    if answer.verdict in ("crashed", "unknown"):
        raise Unsuitable("no verdict")
    if answer.too_deep:
        raise Unsuitable("too large")
    return answer


def compare(binary, path, seed, tally):
    """Raises Difference or Unsuitable."""
    spins = spinref.Verifiers(path, os.path.dirname(path), seconds=READING, states=MOST_STATES, milliseconds=LONGEST)
    spin = judge(spins)
    tally.spin = spin.output
    configuration = CONFIGURATIONS[seed % len(CONFIGURATIONS)]
    tally.begin(PROMISE, 0)
    if breaks_promise(binary, path, configuration):
        tally.begin(PROMISE)
        return
    if set(spin.kinds) - {"assertion", "invalid end state", "trace"}:
        tally.begin(VERDICT_ONLY)
        compare_verdict(binary, path, spin, configuration)
        return
    tally.begin(VERDICT)
    compare_states(binary, path, spin, ["--safety", "--all-violations", "--no-reduction"] + configuration)
    tally.begin(REDUCED)
    options = ["--safety"] + configuration
    ours = ask(binary, path, options)
    if ours["verdict"] != spin.verdict:
        raise Difference("with reduction: Spin %s %s, rtcheck %s" % (spin.verdict, spin.kinds, ours["verdict"]), options)
    if spin.verdict == "violated":
        if seed % 2:
            compare_replay(binary, spins, tally)
        if seed % 3 == 0:
            compare_trails(binary, spins, tally, merge=seed % 2 == 0)
    if spin.verdict == "holds":
        tally.begin(SHUFFLED, 2)
        compare_shuffled(binary, path, seed)
        tally.begin(PIECES)
        compare_pieces(binary, path, seed)
    if set(spin.kinds) <= {"invalid end state"}:
        compare_liveness(binary, spins, tally, not spin.kinds)


def quiet_kinds(binary, path, options):
    """The list of violations is cut: which kinds are there beside assertions and end states?"""
    with open(path) as file:
        text = file.read()
    with tempfile.NamedTemporaryFile("w", suffix=".pml") as file:
        file.write(re.sub(r"assert\(.*\)", "skip", text))
        file.flush()
        return set(kinds_of(ask(binary, file.name, options + ["--no-end-states"])))


def compare_states(binary, path, spin, options):
    ours = ask(binary, path, options)
    kinds = kinds_of(ours)
    if ours["violation_count"] > len(ours["violations"]):  # the list is cut: ask for either sort by itself
        kinds = sorted(set(kinds_of(ask(binary, path, options + ["--no-end-states"]))) |
                       set(kinds_of(ask(binary, path, options + ["--no-assertions"]))) |
                       (quiet_kinds(binary, path, options) & {"trace"}))
    if ours["verdict"] != spin.verdict:
        raise Difference("verdict: Spin %s %s, rtcheck %s %s" % (spin.verdict, spin.kinds, ours["verdict"], kinds), options)
    if kinds != spin.kinds:
        raise Difference("kinds: Spin %s, rtcheck %s" % (spin.kinds, kinds), options)
    if "trace" not in kinds and ours["violation_count"] != spin.errors:
        raise Difference("violations: Spin %d, rtcheck %d" % (spin.errors, ours["violation_count"]), options)
    if ours["states"] != spin.states:
        raise Difference("states: Spin %d, rtcheck %d" % (spin.states, ours["states"]), options)


def compare_replay(binary, spins, tally):
    """Spin can follow the counterexample, and comes to the same end."""
    if embedded_code(spins.model):
        return  # Spin's simulator does not run it
    tally.begin(OUR_TRACE)
    try:
        spin_replay.replay(binary, spins.model, spins)
    except (spin_replay.CannotReplay, spinref.Refused):
        tally.begin(OUR_TRACE, -1)
    except spin_replay.Different as difference:
        raise Difference("replay: " + str(difference), ["--safety"])


def compare_trails(binary, spins, tally, **arguments):
    """rtcheck can follow Spin's counterexamples, and comes to the same end."""
    if embedded_code(spins.model):
        return
    tally.begin(SPINS_TRAIL, 0)
    try:
        tally.begin(SPINS_TRAIL, spin_trails.replay(binary, spins, **arguments))
    except spinref.Refused:
        pass
    except subprocess.TimeoutExpired:
        if arguments.get("goal") != "claim":  # a formula is translated as Spin does it, which may take a minute as well
            raise Difference("trail: rtcheck simulate does not end (%s)" % arguments, ["--safety"])
    except spin_trails.Different as difference:
        raise Difference("trail: %s (%s)" % (difference, arguments), ["--safety"])


def compare_shuffled(binary, path, seed):
    """What holds must hold however it is searched: two combinations of options, drawn from all there are."""
    shuffle = random.Random(seed)
    for _ in range(2):
        options = ["--safety", "--search", shuffle.choice(["bfs", "dfs"]), "--store", shuffle.choice(["exact", "tree"]),
                   "--threads", shuffle.choice("123"), "--compiler", shuffle.choice(["tcc"] * 15 + ["cc"])]
        options += shuffle.choice([[], ["--no-reduction"]])
        ours = ask(binary, path, options)
        if ours["verdict"] != "holds" or not ours["complete"]:
            raise Difference("shuffled options: Spin holds, rtcheck %s" % ours["verdict"], options)


def compare_pieces(binary, path, seed):
    """What holds must hold when the search is cut off and goes on, over and over, each time for longer."""
    options = ["--safety"] + CONFIGURATIONS[seed % len(CONFIGURATIONS)] + ([] if seed % 3 else ["--no-reduction"])
    saved = path + ".saved"
    for time in ("2ms", "4ms", "8ms", "30ms", None):
        limits = ["--time", time, "--checkpoint", saved, "--every", "1ms"] if time else []
        answer = ask(binary, path, options + limits + (["--resume", saved] if os.path.exists(saved) else []))
        if answer["verdict"] != "unknown":
            break
    if answer["verdict"] != "holds" or not answer["complete"]:
        raise Difference("in pieces: Spin holds, rtcheck %s" % answer["verdict"], options)


def breaks_promise(binary, path, configuration):
    """Is an xr or xs broken? Spin does not look without its reduction; ours must say so with and without."""
    with open(path) as file:
        text = file.read()
    if not re.search(r"^\s*x[rs] ", text, re.M):
        return False
    options = ["--safety", "--all-violations", "--no-reduction"] + configuration
    answer = ask(binary, path, options)
    if "exclusive" not in kinds_of(answer):
        return answer["violation_count"] > len(answer["violations"]) and "exclusive" in quiet_kinds(binary, path, options)
    again = ask(binary, path, ["--safety", "--all-violations"] + configuration)
    if again["violation_count"] <= len(again["violations"]) and "exclusive" not in kinds_of(again):
        raise Difference("a broken promise is lost with reduction", ["--safety", "--all-violations"] + configuration)
    return True


def compare_verdict(binary, path, spin, configuration):
    """Where Spin goes on after an index out of range, or a d_step that blocks, is its own affair: only the verdict counts."""
    for options in (["--safety", "--no-reduction"] + configuration, ["--safety"] + configuration):
        ours = ask(binary, path, options)
        if ours["verdict"] != spin.verdict:
            raise Difference("verdict: Spin %s %s, rtcheck %s" % (spin.verdict, spin.kinds, ours["verdict"]), options)


def spin_may_lose(answer, text):
    """With -f Spin loses some fair runs: those that end, and those in which a process waits for its `provided`."""
    return stutters(answer) or " provided (" in text


def stutters(answer):
    """Is the counterexample a run that ends? With -f Spin loses some of these: it counts rounds of stuttering, too."""
    trace = answer["violations"][0]["trace"] if answer["violations"] else []
    return bool(trace) and trace[-1]["process"] is None and trace[-1].get("starts_cycle", False)


def compare_liveness(binary, spins, tally, ends_well):
    """End states are not looked at; trails are followed where all of them are valid."""
    with open(spins.model) as file:
        text = file.read()
    runs = []
    if re.search(r"^\s*progress", text, re.M):
        runs.append((["--progress"], {"goal": "progress"}))
    if re.search(r"^\s*accept", text, re.M):
        runs.append((["--acceptance"], {"goal": "acceptance"}))
    # (with a claim Spin counts accept labels of processes too: no comparison there)
    elif re.search(r"^ltl p ", text, re.M):
        runs.append((["--claim", "p"], {"goal": "claim", "claim": "p"}))
    elif re.search(r"^never ", text, re.M):
        runs.append((["--claim", "never"], {"goal": "claim"}))
    for options, arguments in runs:
        held = False
        for fair in (False, True):
            try:
                spin = judge(spins, fair=fair, all_errors=False, ignore_end_states=True, **arguments)
            except Unsuitable:
                continue
            for more in (["--no-reduction"], []) if not fair else ([],):
                chosen = options + (["--fair"] if fair else []) + more
                tally.begin(LIVENESS)
                tally.claimed |= arguments["goal"] == "claim"
                ours = ask(binary, spins.model, chosen)
                # With -f Spin also finds runs that are none: accepting states that others were in before (the bit is
                # not cleared where a process only waits). Every fair run is a run, so without -f it must find them, too.
                if fair and held and spin.verdict == "violated" and ours["verdict"] == "holds":
                    continue
                if ours["verdict"] != spin.verdict and not (fair and spin.verdict == "holds" and spin_may_lose(ours, text)):
                    raise Difference("verdict: Spin %s %s, rtcheck %s" % (spin.verdict, spin.kinds, ours["verdict"]), chosen)
            held = held or spin.verdict == "holds"
            if spin.verdict == "violated" and not fair and ends_well:
                compare_trails(binary, spins, tally, **arguments)


def one(binary, seed, save):
    """(outcome, message, tally, model): outcome is equal, different or unsuitable."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="differential.") as folder:
        path = os.path.join(folder, "model.pml")
        text = generate.generate(seed)
        with open(path, "w") as file:
            file.write(text)
        try:
            compare(binary, path, seed, tally)
            return "equal", "", tally, text
        except Unsuitable as reason:
            return "unsuitable", str(reason), tally, text
        except Difference as difference:
            os.makedirs(save, exist_ok=True)
            kept = os.path.join(save, "seed-%d.pml" % seed)
            with open(kept, "w") as file:
                file.write(text)
            return "different", "seed %d: %s\n    reproduce: %s model %s --json %s\n    shrink: %s --shrink %s" % (
                seed, difference, binary, kept, " ".join(difference.options), os.path.relpath(__file__), kept), tally, text


# ---- shrinking ----

def differs(binary, text, seed):
    if re.search(r"\{\s*((byte|short|bit|chan)\b[^;]*;\s*)*\n\}", text):
        return None  # bodies without statements are a matter of their own
    with tempfile.TemporaryDirectory(prefix="shrink.") as folder:
        path = os.path.join(folder, "model.pml")
        with open(path, "w") as file:
            file.write(text)
        try:
            compare(binary, path, seed, Tally())
        except Unsuitable:
            return None
        except Difference as difference:
            message = str(difference)
            return None if "status 2" in message else message
    return None


def reductions(lines):
    """Smaller texts, the boldest first: chunks without their middle, blocks taken out, blocks unwrapped."""
    size = len(lines) // 2
    while size >= 1:
        for start in range(0, len(lines) - size + 1, max(1, size // 2)):
            yield lines[:start] + lines[start + size:]
        size //= 2

    def indent(line):
        return len(line) - len(line.lstrip())
    for start in range(len(lines)):
        for end in range(start + 1, len(lines)):
            if indent(lines[end]) == indent(lines[start]):
                yield lines[:start] + lines[end + 1:]
                yield lines[:start] + lines[start + 1:end] + lines[end + 1:]
            if indent(lines[end]) < indent(lines[start]):
                break
    for at, line in enumerate(lines):
        for pattern, text in ((r"\([^()]*\)", "(1)"), (r"\([^()]*\)", "0"), (r"= [^;]*;", "= 1;"), (r"active \[2\]", "active"),
                              (r" = \d+;", ";")):
            shorter = re.sub(pattern, text, line, count=1)
            if len(shorter) < len(line):
                yield lines[:at] + [shorter] + lines[at + 1:]


def shrink(binary, path, seed):
    with open(path) as file:
        lines = file.read().rstrip("\n").split("\n")
    message = differs(binary, "\n".join(lines) + "\n", seed)
    if not message:
        print("no difference on this model")
        return 1
    progress = True
    while progress:
        progress = False
        for candidate in reductions(lines):
            said = differs(binary, "\n".join(candidate) + "\n", seed)
            if said and said.split(":")[0] == message.split(":")[0]:
                lines, message, progress = candidate, said, True
                break
    print("// " + message)
    print("\n".join(lines))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck", nargs="?", default=os.path.join(HERE, "../../build/rtcheck"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="/tmp/rtcheck-differences")
    parser.add_argument("--shrink", metavar="MODEL")
    options = parser.parse_args()
    binary = os.path.abspath(options.rtcheck)
    if options.shrink:
        match = re.search(r"seed-(\d+)", options.shrink)
        return shrink(binary, options.shrink, int(match.group(1)) if match else 0)
    if not shutil.which("spin"):
        print("0 passed, 0 failed, 1 skipped")
        return 0
    with tempfile.TemporaryDirectory(prefix="differential-cc.") as folder:
        share_compilations(folder)
        counts, done, different, census = compare_many(binary, options.seed, options.count, options.save)
    print(census)
    print_table(done, different)
    missing = census.never_met() if options.count >= ENOUGH_FOR_ALL else []
    if missing:
        print("FAIL never met: " + ", ".join(missing))
    if counts["unsuitable"]:
        print("%d models left out: too large, or refused by Spin" % counts["unsuitable"])
    failed = counts["different"] + len(missing)
    print("%d passed, %d failed, 0 skipped" % (counts["equal"], failed))
    return 1 if failed or not counts["equal"] else 0


def print_table(done, different):
    width = max(map(len, ROWS))
    print("%-*s  compared  different" % (width, ""))
    for row in ROWS:
        print("%-*s  %8d  %9d" % (width, row, done[row], different[row]))


def compare_many(binary, seed, count, save):
    """Goes through the seeds until `count` models were compared."""
    counts, done, different = collections.Counter(), collections.Counter(), collections.Counter()
    census = constructs.Census()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        while counts["equal"] + counts["different"] < count:
            missing = count - counts["equal"] - counts["different"]
            for outcome, message, tally, text in pool.map(lambda n: one(binary, n, save), range(seed, seed + missing)):
                counts[outcome] += 1
                done += tally.done
                census.add(text, None if outcome == "unsuitable" else tally.spin, tally.claimed)
                if outcome == "different":
                    different[tally.last] += 1
                    print("FAIL " + message, flush=True)
            seed += missing
            if counts["unsuitable"] > 10 * count:
                break
    return counts, done, different, census


if __name__ == "__main__":
    sys.exit(main())
