"""Spin as the reference: runs `spin -a`, compiles the verifier, runs it, reads what it says.

The reference configuration switches off everything that changes which states are stored: `spin -a -o1 -o2 -o3` (no
dataflow optimisation, no dead variable elimination, no statement merging) and `-DNOREDUCE`. Verifiers are compiled
with tcc where it is installed (20 ms instead of a second) and with `gcc -O1` otherwise; both give the same answers.
"""
import contextlib
import os
import re
import shutil
import subprocess
import tempfile

DEPTH, HASH_BITS = 100000, 20
SHALLOW, FEW_BITS = 10000, 16

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
    (re.compile(r"poll rendezvous|polling rv chan|ref to uninitialized chan|parameters in send|missing pars in receive"), "channel"),
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


def preprocessor(model):
    """Spin starts a C preprocessor, which costs more than all the rest that it does. Where there is nothing to preprocess, a copy will do."""
    with open(model, encoding="utf-8", errors="replace") as file:
        return [] if re.search(r"#|//|/\*|\\$", file.read(), re.M) else ["-Pcat"]


def generate(model, folder, defines=(), merge=False, extra=(), seconds=60):
    """Writes pan.[chmtbp] for the model into `folder`; raises Refused. Spin may work for so many seconds: a formula can take it
    hours to translate."""
    flags = preprocessor(model) + ([] if merge else ["-o1", "-o2", "-o3"])
    command = ["sh", "-c", f'ulimit -t {seconds}; exec spin "$@"', "spin"]
    command += ["-D" + d for d in defines] + ["-a"] + flags + list(extra) + [os.path.abspath(model)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=10 * seconds, errors="replace")
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


def stop_at(folder, states, milliseconds):
    """Has the verifier end, without an answer, as soon as it has stored more states or worked for longer."""
    path = os.path.join(folder, "pan.c")
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    text = text.replace("nstates++;", "if (++nstates > %d) exit(9);" % states)
    text = re.sub(r"^main\(int argc, char \*argv\[\]\)\n\{", r"\g<0> struct itimerval at = { { 0, 0 }, { %d, %d } };"
                  "setitimer(ITIMER_VIRTUAL, &at, 0);" % divmod(milliseconds * 1000, 1000000), text, count=1, flags=re.M)
    with open(path, "w", encoding="utf-8", errors="replace") as file:
        file.write("#include <sys/time.h>\n" + text)


class Verifiers:
    """The verifiers of one model, in a folder that exists as long as they do: Spin writes its C text once for each way to write
    it, and that is compiled once for each set of flags. `limits` are those of stop_at(), `seconds` those of generate()."""

    def __init__(self, model, folder, seconds=60, **limits):
        self.model, self.folder, self.seconds, self.limits = model, folder, seconds, limits
        self.texts, self.programs = {}, {}

    def text(self, *way):
        """The folder of the C text; raises Refused."""
        if way not in self.texts:
            place = os.path.join(self.folder, "text%d" % len(self.texts))
            os.mkdir(place)
            defines, merge, extra = way
            generate(self.model, place, defines, merge, extra, self.seconds)
            if self.limits:
                stop_at(place, **self.limits)
            self.texts[way] = place
        return self.texts[way]

    def program(self, flags, cc=None, defines=(), merge=False, extra=()):
        """The path of a verifier; raises Refused."""
        place = self.text(tuple(defines), merge, tuple(extra))
        flags = list(flags) + priorities_are_seen(self.model)
        key = (place, tuple(flags), tuple(cc or compiler()))
        if key not in self.programs:
            path = os.path.join(place, "pan%d" % len(self.programs))
            done = subprocess.run(list(key[2]) + ["-o", path, "pan.c"] + flags, cwd=place, capture_output=True, text=True,
                                  timeout=300, errors="replace")
            if done.returncode != 0:
                raise Refused("the verifier does not compile: " + done.stderr.strip()[:500])
            self.programs[key] = path
        return self.programs[key]


@contextlib.contextmanager
def verifiers_of(model, verifiers=None):
    """Those that there are, or some for the moment."""
    if verifiers:
        yield verifiers
        return
    with tempfile.TemporaryDirectory(prefix="spinref.") as folder:
        yield Verifiers(model, folder)


def execute(program, options, timeout=120):
    try:
        done = subprocess.run([program] + options, cwd=os.path.dirname(program), capture_output=True, text=True,
                              timeout=timeout, errors="replace")
    except subprocess.TimeoutExpired:
        raise Refused("the verifier does not end")
    return Answer(done.stdout + done.stderr)


def search(program, options, timeout):
    """With a small stack and a small table first: most of a short run's time would go into clearing large ones."""
    answer = execute(program, ["-m%d" % SHALLOW, "-w%d" % FEW_BITS] + options, timeout)
    return execute(program, ["-m%d" % DEPTH, "-w%d" % HASH_BITS] + options, timeout) if answer.too_deep else answer


def flags_of(goal):
    """The compiler's and the verifier's."""
    return {"safety": (["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"], []), "progress": (["-DNOREDUCE", "-DNP", "-DNOCLAIM"], ["-l"]),
            "acceptance": (["-DNOREDUCE", "-DNOCLAIM"], ["-a"]), "claim": (["-DNOREDUCE"], ["-a"])}[goal]


def run(model, goal="safety", claim=None, fair=False, reduce=False, defines=(), all_errors=True, ltl=None,
        ignore_end_states=False, pan=(), spin=(), cc=None, verifiers=None, timeout=120):
    """One verification. goal: safety, acceptance, progress, or claim (with `claim` its name, None for a never claim)."""
    extra = list(spin) + (["-f", "!(" + ltl + ")"] if ltl is not None else [])
    flags, options = flags_of(goal)
    options = options + (["-N", claim] if claim else []) + (["-f"] if fair else []) + (["-E"] if ignore_end_states else [])
    options += pan
    with verifiers_of(model, verifiers) as made:
        program = made.program(flags[1:] if reduce else flags, cc, defines, extra=extra)
        if not all_errors or goal != "safety":
            return search(program, options, timeout)
        answer = search(program, options + ["-c0"], timeout)
        if answer.errors:
            answer.kinds = _all_kinds(program, options, answer, timeout)
        return answer


def _all_kinds(program, options, answer, timeout):
    """pan names its errors only as it writes a trail for each, or has a trace assertion; where there are many, ask it for one
    of either sort."""
    if answer.errors < 1000:
        return search(program, options + ["-c0", "-e"], timeout).kinds
    return sorted(set(answer.kinds) | set(search(program, options + ["-E"], timeout).kinds) |
                  set(search(program, options + ["-A"], timeout).kinds))
