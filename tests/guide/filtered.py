#!/usr/bin/env python3
"""filtered.py RTCHECK [--count N] [--seed N]: random models under random guides, against the same filter written by hand.

Every model is made twice: with annotations, to be led by a guide; and with the guide's automaton put into its text, where
each annotated step is a d_step that asks a variable whether it may happen, and moves that variable on. The automaton is
built here from the term by its residual words, with nothing of the program's method. Unreduced, both must have the same
states; and the guided model must have the verdict of the other, with reduction and without, by both searches, under claims,
with the guide's terms followed instead of its automaton, and with an alphabet that leaves letters out. For safety, the guide
component by component must meet the same states, and level by level and cut into parts it must have the same verdict; under
claims, too, but for runs that are longer than a bound. Ends in `N passed, N failed`.

Every second model is a wild one instead, with steps that look at what others can do (else, timeout, unless, priorities), and letters that
are messages: there is no such filter by hand for it, but following the guide's terms, which knows nothing of what need not be
built, must have the verdict of all other ways, and reach the same code.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

LETTERS = "abc"
LONGEST = 9  # words are followed that far: more than any of these guides needs to tell two residuals apart


class Guide:
    """A random term and its words, by brute force up to LONGEST letters."""

    def __init__(self, rng):
        self.rng = rng
        self.text, language = self.term(rng.choice([1, 2, 2]))
        self.words = {word for word in beginnings(language) if len(word) <= LONGEST}
        self.number()

    def term(self, depth):
        kind = self.rng.choice(["letter"] if depth == 0 else ["series", "choice", "parallel", "star", "bounded", "star"])
        if kind == "letter":
            letter = self.rng.choice(LETTERS)
            return letter, {letter}
        a, x = self.term(depth - 1)
        if kind == "star":
            language, power = {""}, {""}
            for _ in range(LONGEST):
                power = {(u + v)[:LONGEST] for u in power for v in x}
                language |= power
            return f"({a})*", language
        if kind == "bounded":
            most = self.rng.randint(1, 2)
            language, power = {""}, {""}
            for _ in range(most):
                power = {(u + v)[:LONGEST] for u in power for v in x}
                language |= power
            return f"({a}){{0,{most}}}", language
        b, y = self.term(depth - 1)
        if kind == "series":
            return f"({a}) ; ({b})", {(u + v)[:LONGEST] for u in x for v in y}
        if kind == "choice":
            return f"({a}) | ({b})", x | y
        return f"({a}) || ({b})", {w for u in x for v in y for w in mix_cut(u, v)}

    def number(self):
        """States are residual languages, compared to a depth at which these small guides differ if they do."""
        self.states, self.moves = [], []
        self.state_of("", 4)

    def residual(self, word, depth):
        return frozenset(w[len(word):] for w in self.words if w.startswith(word) and len(w) <= len(word) + depth)

    def state_of(self, word, depth):
        key = self.residual(word, depth)
        if key in self.states:
            return self.states.index(key)
        number = len(self.states)
        self.states.append(key)
        self.moves.append({})
        for letter in LETTERS:
            if word + letter in self.words and len(word) < LONGEST - depth:
                self.moves[number][letter] = self.state_of(word + letter, depth)
        return number


def mix_cut(u, v):
    """Interleavings, cut after LONGEST letters."""
    if len(u) + len(v) <= LONGEST:
        return mix(u, v)
    return {w for n in range(len(u) + 1) if 0 <= LONGEST - n <= len(v) for w in mix(u[:n], v[:LONGEST - n])}


def beginnings(words):
    return {word[:n] for word in words for n in range(len(word) + 1)}


def mix(u, v):
    if not u or not v:
        return {u + v}
    return {u[0] + w for w in mix(u[1:], v)} | {v[0] + w for w in mix(u, v[1:])}


class Model:
    """The same processes twice: `annotated` and `filtered`."""

    def __init__(self, rng, guide):
        self.rng, self.guide = rng, guide
        self.annotated, self.filtered = [], []
        self.alphabet = LETTERS
        if rng.random() < 0.4:  # the others happen as they like
            self.alphabet = "".join(letter for letter in LETTERS if letter in guide.text or rng.random() < 0.3)
        self.both("byte x, y;\nbool p, q;\nchan c = [1] of { bit };\nchan r = [0] of { bit };")
        self.filtered.append("byte g = 0;")
        for number in range(rng.randint(2, 3)):
            self.process(number)
        bound = rng.randint(2, 5)
        self.both(f"active proctype watch() {{ atomic {{ x + y > {bound} -> assert(false) }} }}")
        self.both("ltl goes { [] (p -> <> q) }\nltl stays { [] (x < 3 || q) }")

    def both(self, text):
        self.annotated.append(text)
        self.filtered.append(text)

    def allowed(self, letter):
        places = [str(i) for i, moves in enumerate(self.guide.moves) if letter in moves]
        return "(" + (" || ".join(f"g == {place}" for place in places) or "false") + ")"

    def onward(self, letter):
        options = " ".join(f":: g == {i} -> g = {moves[letter]}" for i, moves in enumerate(self.guide.moves) if letter in moves)
        return f"if {options} :: else fi"

    def step(self, local):
        return self.rng.choice(["x = (x + 1) % 4", "y = (y + x) % 3", "p = !p", "q = p", f"{local} = 1 - {local}", f"{local} = 0",
                                "x > 0 -> x--", "q = true", f"y = {local}"])

    def statement(self, local):
        """A statement in both texts."""
        kind = self.rng.choice(["plain", "plain", "local", "letter", "letter", "atomic", "choice", "message", "jump", "loop"])
        step = self.step(local)
        if kind == "local":
            return [f"{local} = 1 - {local}"] * 2
        if kind == "letter":
            letter = self.rng.choice(LETTERS)
            guard, _, rest = step.partition(" -> ")
            own = f"/*@{letter}*/ d_step {{ {guard}{'; ' + rest if rest else ''} }}"
            if letter not in self.alphabet:
                return [own, own]
            first = f"{guard}; {self.allowed(letter)}" if rest else self.allowed(letter) + "; " + guard
            if rest:
                first = f"({guard} && {self.allowed(letter)})"
                return [own, f"d_step {{ {first}; {rest}; {self.onward(letter)} }}"]
            return [own, f"d_step {{ {first}; {self.onward(letter)} }}"]
        if kind == "atomic":
            one, other = self.step(local), self.step(local)
            return [f"atomic {{ {one}; {other} }}"] * 2
        if kind == "choice":
            left, right = self.statement(local), self.statement(local)
            return [f"if :: {a} :: {b} fi" for a, b in zip(left, right)]
        if kind == "message":
            return [self.rng.choice(["c!1", "c?_", "c!0", "r!1", "r?_"])] * 2
        if kind == "loop":  # the annotation is its first step, once
            letter = self.rng.choice(LETTERS)
            own = f"/*@{letter}*/ for (i : 0 .. 1) {{ {step} }}"
            if letter not in self.alphabet:
                return [own, own]
            return [own, f"d_step {{ {self.allowed(letter)}; i = 0; {self.onward(letter)} }};\n"
                         f"    do :: i <= 1 -> {step}; i = i + 1 :: else -> break od"]
        if kind == "jump":
            return [f"if :: {local} == 0 :: {local} != 0 fi"] * 2  # not `else`, which looks at the model alone
        return [step] * 2

    def process(self, number):
        local = "l"
        texts = [self.statement(local) for _ in range(self.rng.randint(2, 4))]
        loop = self.rng.random() < 0.6
        for index, out in enumerate((self.annotated, self.filtered)):
            body = ";\n    ".join(text[index] for text in texts)
            body = f"do\n    :: {body}\n    od" if loop else body
            out.append(f"active proctype P{number}() {{\n    bit l; byte i;\n    {body}\n}}")


class Wild(Model):
    """Only `annotated`, with constructs that look at what can move."""

    def statement(self, local):
        kind = self.rng.choice(["known", "known", "else", "unless", "timeout", "message", "letters"])
        letter, other = self.rng.choice(LETTERS), self.rng.choice(LETTERS)
        guard = self.rng.choice(["x > 0", "p", "y == 0", f"{local} == 0", "true"])
        if kind == "else":
            text = f"if :: /*@{letter}*/ {guard} -> {self.step(local)} :: else -> {self.step(local)} fi"
        elif kind == "unless":
            text = f"{{ {self.step(local)}; {self.step(local)} }} unless {{ /*@{letter}*/ {guard} -> {self.step(local)} }}"
        elif kind == "timeout":
            text = f"if :: /*@{letter}*/ {guard} -> {self.step(local)} :: timeout -> {self.step(local)} fi"
        elif kind == "message":
            text = f"/*@{letter}*/ " + self.rng.choice(["c!1", "c?_", "r!1", "r?_"])
        elif kind == "letters":
            text = f"if :: /*@{letter}*/ d_step {{ {guard}; x = (x + 1) % 4 }} :: /*@{other}*/ q = !q :: {self.step(local)} fi"
        else:
            return super().statement(local)
        return [text, text]

    def process(self, number):
        super().process(number)
        if self.rng.random() < 0.1:
            self.annotated[-1] = self.annotated[-1].replace("() {", f"() priority {self.rng.randint(1, 3)} {{", 1)


def run(command):
    done = subprocess.run([*command, "--json", "--compiler", "tcc", "--threads", "1"], capture_output=True, text=True, timeout=120,
                          check=False)
    if done.returncode not in (0, 1, 3):
        raise ValueError(f"{' '.join(command)}: status {done.returncode}: {done.stderr[-500:]}")
    return json.loads(done.stdout)


def verdicts(answer):
    return {item["name"]: item["verdict"] for item in answer["properties"]}


def judge(rtcheck, folder, rng):
    guide = Guide(rng)
    model = Model(rng, guide)
    paths = {name: os.path.join(folder, name) for name in ("annotated.pml", "filtered.pml", "guide.xgdl")}
    for name, text in (("annotated.pml", "\n".join(model.annotated)), ("filtered.pml", "\n".join(model.filtered)),
                       ("guide.xgdl", guide.text)):
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text + "\n")
    used = sorted(letter for letter in LETTERS if f"/*@{letter}*/" in "\n".join(model.annotated))
    mentioned = sorted(letter for letter in LETTERS if letter in guide.text)
    if not set(mentioned) <= set(used):
        return None
    common = ["--no-end-states", "--all-violations"]
    about = ["--alphabet", ",".join(letter for letter in used if letter in model.alphabet)] if model.alphabet != LETTERS else []
    wanted = run([rtcheck, "model", paths["filtered.pml"], "--no-reduction", *common])
    guided = [rtcheck, "guide", paths["annotated.pml"], "--guide", paths["guide.xgdl"], "--allow-vacuous", *about, *common]
    got = run([*guided, "--no-reduction"])
    states = [next(item["states"] for item in answer["properties"] if item["name"] == "safety") for answer in (wanted, got)]
    if states[0] != states[1] or verdicts(wanted) != verdicts(got):
        return f"{states}, {verdicts(wanted)} {verdicts(got)}"
    for options in ([], ["--search", "dfs"], ["--guide-states", "1"], ["--store", "tree"]):
        got = run([*guided, *options])
        if verdicts(got) != verdicts(wanted):
            return f"{options}: {verdicts(got)}, expected {verdicts(wanted)}"
    return judge_safety([*guided, "--safety"], verdicts(wanted)["safety"], states[0]) or judge_claims(guided, verdicts(wanted))


def judge_wild(rtcheck, folder, rng):
    guide = Guide(rng)
    model = Wild(rng, guide)
    paths = [os.path.join(folder, name) for name in ("annotated.pml", "guide.xgdl")]
    for path, text in zip(paths, ("\n".join(model.annotated), guide.text)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    guided = [rtcheck, "guide", paths[0], "--guide", paths[1], "--allow-vacuous", "--no-end-states", "--all-violations", "--safety"]
    try:
        wanted = run([*guided, "--guide-states", "1", "--no-reduction"])
    except ValueError:  # letters that the model does not have, or a handshake that is two of them
        return None
    for options in ([], ["--no-reduction"], ["--components"], ["--components", "--no-reduction"], ["--bound", "auto"],
                    ["--components", "--split", "--parts", "4"]):
        try:
            got = run([*guided, *options])
        except ValueError as problem:
            if "--components" in options and "inside atomic" in str(problem):
                continue
            raise
        if got["verdict"] != wanted["verdict"] and (got["verdict"] != "unknown" or "--bound" not in options):
            return f"wild, {options}: {got['verdict']}, expected {wanted['verdict']}"
        if "--split" not in options and got["complete"] and wanted["complete"] and got["unreached"] != wanted["unreached"]:
            return f"wild, {options}: other code is unreached: {got['unreached']}, expected {wanted['unreached']}"
    return ""


def judge_safety(guided, wanted, states):
    """Other ways to the same answer."""
    got = run([*guided, "--no-reduction", "--components"])
    if got["verdict"] != wanted or sum(item["states"] for item in got["guide"]["components"]["list"]) != states:
        return f"components: {got['verdict']}, expected {wanted}: {got['guide']['components']}, expected {states} states"
    enough = got["guide"]["components"]["enough"]
    for options in (["--components"], ["--components", "--split", "--parts", "3"], ["--bound", "auto"], ["--bound", str(enough + 5)],
                    ["--split", "--parts", "4"]):
        verdict = run([*guided, *options])["verdict"]
        if verdict != wanted and (verdict != "unknown" or "--bound" not in options):
            return f"{options}: {verdict}, expected {wanted}"
    return ""


def of_claim(answer, claim):
    """The verdict of a claim, of all parts together."""
    found = {item["verdict"] for item in answer["properties"] if item["name"].split(": ")[0] == claim}
    return next(verdict for verdict in ("violated", "unknown", "holds") if verdict in found)


def judge_claims(guided, wanted):
    """Properties over time, on a part of the runs at a time: what is found there is real, and all parts are everything."""
    for options in (["--bound", "auto"], ["--components"], ["--split", "--parts", "4"], ["--split", "--parts", "12", "--no-reduction"],
                    ["--split", "--parts", "3", "--bound", "auto"], ["--bound", "1"], ["--bound", "3"], ["--bound", "12"]):
        answer = run([*guided, *options])
        for claim in ("goes", "stays"):
            verdict = of_claim(answer, claim)
            if verdict != wanted[claim] and (verdict != "unknown" or options[0] != "--bound" or options[1] == "auto"):
                return f"{options}: {claim} {verdict}, expected {wanted[claim]}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    passed = failed = 0
    seed = arguments.seed
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < arguments.count:
            try:
                wrong = (judge_wild if seed % 2 else judge)(os.path.abspath(arguments.rtcheck), folder, random.Random(seed))
            except ValueError as problem:
                wrong = str(problem)
            if wrong:
                failed += 1
                print(f"seed {seed}: {wrong}")
                for name in sorted(os.listdir(folder)):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        print(f"--- {name}\n{file.read()}")
            elif wrong is not None:
                passed += 1
            seed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
