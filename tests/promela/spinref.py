"""Spin as the reference: runs `spin -a`, compiles the verifier, runs it, reads what it says.

The reference configuration switches off everything that changes which states are stored: `spin -a -o1 -o2 -o3` (no
dataflow optimisation, no dead variable elimination, no statement merging) and `-DNOREDUCE`. Verifiers are compiled
with tcc where it is installed (20 ms instead of a second) and with `gcc -O1` otherwise; both give the same answers.
"""
import os
import re
import shutil
import subprocess
import tempfile

DEPTH = 100000
HASH_BITS = 20

KINDS = [
    # what pan prints -> the kind that rtcheck reports
    (re.compile(r"invalid end state"), "invalid end state"),
    (re.compile(r"assertion violated - invalid array index"), "index"),
    (re.compile(r"assertion violated"), "assertion"),
    (re.compile(r"acceptance cycle|accept stutter"), "acceptance cycle"),
    (re.compile(r"non-progress cycle"), "non-progress cycle"),
    (re.compile(r"end state in claim reached"), "claim"),
    (re.compile(r"event_trace error|event trace|event-trace"), "trace"),
    (re.compile(r"too many processes"), "processes"),
    (re.compile(r"poll rendezvous|ref to uninitialized chan|parameters in send|missing pars in receive"), "channel"),
    (re.compile(r"priority is out of range"), "priority"),
    (re.compile(r"block in (atomic|d_step)|rv-attempt in d_step"), "d_step"),
    (re.compile(r"xs chans|xr chans|exclusive|access violation|chan.* access"), "exclusive channel"),
]


class Refused(Exception):
    """Spin, or the compiler, did not accept the model."""


class Answer:
    """What one run of the verifier said."""

    def __init__(self, output):
        self.output = output
        self.errors = _number(r"errors: (\d+)", output)
        self.states = _number(r"(\d+) states, stored", output)
        self.transitions = _number(r"(\d+) transitions \(", output)
        self.too_deep = "max search depth too small" in output
        self.kinds = sorted({kind for line in re.findall(r"^pan:\s*\d*:? ?(.*)$", output, re.M)
                             for kind in [_kind(line)] if kind})

    @property
    def verdict(self):
        if self.errors is None:
            return "crashed"
        if self.errors > 0:
            return "violated"
        return "unknown" if self.too_deep else "holds"


def _number(pattern, text):
    match = re.search(pattern, text)
    if not match:
        return None
    return int(float(match.group(1)))


def _kind(line):
    for pattern, name in KINDS:
        if pattern.search(line):
            return name
    return None


def compiler():
    return ["tcc"] if shutil.which("tcc") else ["gcc", "-O1", "-w"]


def generate(model, folder, defines=(), merge=False, extra=()):
    """Writes pan.[chmtbp] for the model into `folder`; raises Refused."""
    flags = [] if merge else ["-o1", "-o2", "-o3"]
    command = ["spin"] + ["-D" + d for d in defines] + ["-a"] + flags + list(extra) + [os.path.abspath(model)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, errors="replace")
    except subprocess.TimeoutExpired:
        raise Refused("spin -a does not end")
    said = done.stdout + done.stderr
    if done.returncode != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
        raise Refused(said.strip() or "spin -a failed")
    return said


def priorities_are_seen(model):
    """Spin's compression of states leaves priorities out: two states that differ in one of them are the same to it."""
    with open(model, encoding="utf-8", errors="replace") as file:
        return ["-DNOCOMP"] if "priority" in file.read() else []


def build(folder, flags, cc=None):
    command = (cc or compiler()) + ["-o", "pan", "pan.c"] + flags
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, errors="replace")
    if done.returncode != 0:
        raise Refused("the verifier does not compile: " + done.stderr.strip()[:500])


def execute(folder, flags, timeout=120):
    try:
        done = subprocess.run(["./pan"] + flags, cwd=folder, capture_output=True, text=True, timeout=timeout,
                              errors="replace")
    except subprocess.TimeoutExpired:
        raise Refused("the verifier does not end")
    return Answer(done.stdout + done.stderr)


def run(model, goal="safety", claim=None, fair=False, reduce=False, defines=(), all_errors=True, ltl=None,
        ignore_end_states=False, pan=(), spin=(), cc=None, timeout=120):
    """One verification. goal: safety, acceptance, progress, or claim (with `claim` its name, None for a never claim)."""
    with tempfile.TemporaryDirectory(prefix="spinref.") as folder:
        extra = list(spin)
        if ltl is not None:
            extra += ["-f", "!(" + ltl + ")"]
        generate(model, folder, defines, extra=extra)
        flags = [] if reduce else ["-DNOREDUCE"]
        flags += priorities_are_seen(model)
        options = ["-m%d" % DEPTH, "-w%d" % HASH_BITS]
        if goal == "safety":
            flags += ["-DSAFETY", "-DNOCLAIM"]
        elif goal == "progress":
            flags += ["-DNP", "-DNOCLAIM"]
            options += ["-l"]
        elif goal == "acceptance":
            flags += ["-DNOCLAIM"]
            options += ["-a"]
        else:
            options += ["-a"]
            if claim:
                options += ["-N", claim]
        if fair:
            options += ["-f"]
        if ignore_end_states:
            options += ["-E"]
        build(folder, flags, cc)
        if not all_errors or goal != "safety":
            return execute(folder, options + list(pan), timeout)
        answer = execute(folder, options + ["-c0"] + list(pan), timeout)
        if answer.errors:
            answer.kinds = _all_kinds(folder, options + list(pan), answer, timeout)
        return answer


def _all_kinds(folder, options, answer, timeout):
    """pan names its errors only as it writes a trail for each, or has a trace assertion; where there are many, ask it for one
    of either sort."""
    if answer.errors < 1000:
        return execute(folder, options + ["-c0", "-e"], timeout).kinds
    return sorted(set(answer.kinds) | set(execute(folder, options + ["-E"], timeout).kinds) |
                  set(execute(folder, options + ["-A"], timeout).kinds))
