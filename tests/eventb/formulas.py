#!/usr/bin/env python3
"""formulas.py RTCHECK [COUNT [SEED]]: random formulas over integers, against a brute-force evaluator.

Each formula is the guard of an event: whether the event happens tells its value, and what is reported as not decided
tells where there is none. Three rules are checked:
- A value that rtcheck gives is the one that trying all integers of two wide ranges gives (where these two agree).
- Neither the order of conjuncts nor wider bounds change a value into another one; wider bounds leave nothing undecided
  that was decided, and the order of conjuncts decides nothing.
- What is ill-defined is reported so.
"""
import json
import random
import subprocess
import sys
import tempfile

BATCH = 40
RANGES = (26, 61)


class IllDefined(Exception):
    """The formula has no value."""


class TooMuch(Exception):
    """The brute-force evaluator gives up."""


F = {1: 4, 2: 9, 3: 0, 5: 2, 8: 7}
S = {0, 2, 3, 11}


# ---- formulas: tuples, printed and evaluated ----

INFIX = {"+": "+", "-": "−", "*": "∗", "<": "<", "<=": "≤", ">": ">", ">=": "≥", "=": "=", "!=": "≠", "in": "∈",
         "notin": "∉", "sub": "⊆", "and": "∧", "or": "∨", "imp": "⇒", "eqv": "⇔", "cup": "∪", "cap": "∩", "minus": "∖",
         "..": "‥", "mod": "mod", "div": "÷", "times": "×"}


# What is asked of a relation: total, onto, a function, injective.
ARROWS = {"↔": "", "<<->": "t", "<->>": "o", "<<->>": "to", "⇸": "f", "→": "tf", "⤔": "fi", "↣": "tfi", "⤀": "of", "↠": "tof", "⤖": "tofi"}


def is_between(relation, arrow, left, right):
    """relation ∈ left ARROW right"""
    sources, targets = [pair[0] for pair in relation], [pair[1] for pair in relation]
    return (set(sources) <= left and set(targets) <= right and
            ("t" not in arrow or left <= set(sources)) and ("o" not in arrow or right <= set(targets)) and
            ("f" not in arrow or len(set(sources)) == len(relation)) and ("i" not in arrow or len(set(targets)) == len(relation)))


def show(t):
    """The formula as text."""
    op = t[0]
    if op == "arrow":
        return "(%s ∈ %s %s %s)" % (show(t[2]), show(t[3]), t[1], show(t[4]))
    if op in ("num",):
        return str(t[1]) if t[1] >= 0 else "(−%d)" % -t[1]
    if op in ("var", "set"):
        return t[1]
    if op == "not":
        return "¬(%s)" % show(t[1])
    if op in ("all", "ex"):
        return "(%s%s·%s)" % ("∀" if op == "all" else "∃", ",".join(t[1]), show(t[2]))
    if op == "comp":
        return "{%s·%s∣%s}" % (",".join(t[1]), show(t[2]), show(t[3]))
    if op == "ext":
        return "{%s}" % ",".join(show(x) for x in t[1])
    if op == "app":
        return "f(%s)" % show(t[1])
    if op == "image":
        return "f[%s]" % show(t[1])
    if op in ("card", "min", "max", "finite"):
        return "%s(%s)" % (op, show(t[1]))
    if op == "map":
        return "(%s↦%s)" % (show(t[1]), show(t[2]))
    if op in ("and", "or"):
        return "(%s)" % (" %s " % INFIX[op]).join(show(x) for x in t[1:])
    return "(%s %s %s)" % (show(t[1]), INFIX[op], show(t[2]))


class Brute:
    """Evaluates by trying all integers of -bound..bound."""

    def __init__(self, bound, patience=300000):
        self.low, self.high = -bound, bound
        self.patience = patience
        self.work = 0

    def integers(self):
        return range(self.low, self.high + 1)

    def each(self, names, env):
        if not names:
            yield env
            return
        for value in self.integers():
            yield from self.each(names[1:], {**env, names[0]: value})

    def tick(self):
        self.work += 1
        if self.work > self.patience:
            raise TooMuch

    def holds(self, t, env):
        """The value of a predicate; every quantified value is tried, as one of them may be ill-defined."""
        self.tick()
        op = t[0]
        if op == "and":
            return all(self.holds(x, env) for x in t[1:])
        if op == "or":
            return any(self.holds(x, env) for x in t[1:])
        if op == "imp":
            return not self.holds(t[1], env) or self.holds(t[2], env)
        if op == "eqv":
            left, right = self.holds(t[1], env), self.holds(t[2], env)
            return left == right
        if op == "not":
            return not self.holds(t[1], env)
        if op in ("all", "ex"):
            values = [self.holds(t[2], inner) for inner in self.each(t[1], env)]
            return all(values) if op == "all" else any(values)
        if op == "finite":
            numbers = self.value(t[1], env)
            return not may_be_infinite(t[1]) or not any(x <= self.low or x >= self.high for x in numbers)
        if op == "arrow":
            return is_between(self.value(t[2], env), ARROWS[t[1]], self.value(t[3], env), self.value(t[4], env))
        left, right = self.value(t[1], env), self.value(t[2], env)
        if op in ("in", "notin"):
            return (left in right) == (op == "in")
        if op == "sub":
            return left <= right
        return {"<": lambda: left < right, "<=": lambda: left <= right, ">": lambda: left > right,
                ">=": lambda: left >= right, "=": lambda: left == right, "!=": lambda: left != right}[op]()

    def value(self, t, env):
        self.tick()
        op = t[0]
        if op == "num":
            return t[1]
        if op == "var":
            return env[t[1]]
        if op == "set":
            low = {"ℤ": self.low, "ℕ": 0, "ℕ1": 1}.get(t[1])
            if low is not None:
                return frozenset(range(low, self.high + 1))
            return {"s": frozenset(S), "f": frozenset(F.items()), "dom(f)": frozenset(F),
                    "ran(f)": frozenset(F.values())}[t[1]]
        if op == "comp":
            return frozenset(self.value(t[3], inner) for inner in self.each(t[1], env) if self.holds(t[2], inner))
        if op == "ext":
            return frozenset(self.value(x, env) for x in t[1])
        if op == "app":
            x = self.value(t[1], env)
            if x not in F:
                raise IllDefined
            return F[x]
        if op == "image":
            xs = self.value(t[1], env)
            return frozenset(F[x] for x in xs if x in F)
        if op in ("card", "min", "max"):
            xs = self.value(t[1], env)
            # What reaches the end of the range is infinite: the other range decides whether that was an accident.
            numbers = [x for x in xs if isinstance(x, int)] if may_be_infinite(t[1]) else []
            down, up = any(x <= self.low for x in numbers), any(x >= self.high for x in numbers)
            if (op != "max" and down) or (op != "min" and up):
                raise IllDefined
            if op == "card":
                return len(xs)
            if not xs:
                raise IllDefined
            return min(xs) if op == "min" else max(xs)
        left, right = self.value(t[1], env), self.value(t[2], env)
        if op == "map":
            return (left, right)
        if op == "times":
            return frozenset((x, y) for x in left for y in right)
        if op == "..":
            return frozenset(range(left, right + 1))
        if op in ("mod", "div"):
            if right == 0 or (op == "mod" and (left < 0 or right < 0)):
                raise IllDefined
            return left % right if op == "mod" else int(abs(left) // abs(right)) * (1 if (left < 0) == (right < 0) else -1)
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                "cup": lambda: left | right, "cap": lambda: left & right, "minus": lambda: left - right}[op]()


# ---- random formulas ----


class Maker:
    """Makes formulas; `names` are the identifiers in scope."""

    def __init__(self, rng):
        self.rng = rng
        self.fresh = 0

    def name(self):
        self.fresh += 1
        return "v%d" % self.fresh

    def number(self, names, depth):
        rng = self.rng
        if names and rng.random() < 0.5:
            return ("var", rng.choice(names))
        if depth == 0 or rng.random() < 0.4:
            return ("num", rng.randint(-3, 12))
        kind = rng.choice(["+", "-", "*", "+", "-", "app", "card", "min", "max", "mod", "div"])
        if kind in ("card", "min", "max"):
            return (kind, self.set(names, depth - 1))
        if kind == "app":
            return ("app", self.number(names, depth - 1))
        return (kind, self.number(names, depth - 1), self.number(names, 0))

    def set(self, names, depth):
        rng = self.rng
        kind = rng.choice(["s", "dom(f)", "ran(f)", "..", "ext", "ℤ", "ℕ", "ℕ1", "comp", "comp", "cup", "cap", "minus",
                           "image"])
        if kind == "comp" and depth > 0:
            name = self.name()
            inner = names + [name]
            expression = ("var", name) if rng.random() < 0.6 else self.number(inner, 1)
            return ("comp", [name], self.conjunction(inner, name, depth - 1), expression)
        if kind in ("cup", "cap", "minus") and depth > 0:
            return (kind, self.set(names, depth - 1), self.set(names, depth - 1))
        if kind == "image" and depth > 0:
            return ("image", self.set(names, depth - 1))
        if kind == "..":
            return ("..", self.number(names, 0), self.number(names, 0))
        if kind in ("s", "dom(f)", "ran(f)", "ℤ", "ℕ", "ℕ1"):
            return ("set", kind)
        return ("ext", [self.number(names, rng.choice([0, 0, 1])) for _ in range(rng.randint(1, 3))])

    def arrow(self, names, depth):
        """A relation that, often, is as large as the bounds, between sets that are, often, infinite."""
        rng = self.rng
        row, one = ("..", ("num", rng.randint(0, 1)), ("num", rng.choice([3, 3, 2, 14]))), ("ext", [("num", 1)])
        sides = [(("set", rng.choice(["ℕ", "ℕ1"])), one), (self.set(names, depth), rng.choice([one, self.set(names, depth)]))]
        long, short = rng.choice(sides)
        if rng.random() < 0.5:
            return ("arrow", rng.choice(list(ARROWS)), rng.choice([("times", row, one), ("set", "f")]), long, short)
        return ("arrow", rng.choice(list(ARROWS)), ("times", one, row), short, long)

    def atom(self, names, depth):
        rng = self.rng
        kind = rng.choice(["<", "<=", ">", ">=", "=", "!=", "in", "notin", "sub", "pair", "seteq", "arrow", "finite", "part"])
        if kind == "part":  # beside a large one, a part that may be ill-defined
            small = ("ext", [rng.choice([("app", self.number(names, 0)), ("card", self.set(names, 0)), self.number(names, 0)])])
            both = [("set", rng.choice(["ℕ", "ℤ", "ℕ1"])), small]
            rng.shuffle(both)
            return (rng.choice(["in", "notin"]), self.number(names, 0), (rng.choice(["cup", "cap", "minus"]), *both))
        if kind == "finite":
            return ("finite", self.set(names, depth))
        if kind == "arrow":
            return self.arrow(names, depth)
        if kind == "sub":
            return ("sub", self.set(names, depth), self.set(names, depth))
        if kind == "seteq":
            return (rng.choice(["=", "!="]), self.set(names, depth), self.set(names, depth))
        if kind in ("in", "notin"):
            return (kind, self.number(names, depth), self.set(names, depth))
        if kind == "pair":
            return (rng.choice(["in", "notin"]), ("map", self.number(names, 0), self.number(names, 0)), ("set", "f"))
        return (kind, self.number(names, depth), self.number(names, depth))

    def limits(self, names, name):
        """Conditions that say what the identifier may be."""
        rng = self.rng
        x, other = ("var", name), self.number([n for n in names if n != name], 1)
        return rng.choice([
            [("in", x, ("set", rng.choice(["ℕ", "ℤ", "ℕ1"])))],
            [("in", x, ("set", rng.choice(["ℕ", "ℤ", "ℕ1"]))), (rng.choice(["<", "<="]), x, other)],
            [("in", x, ("set", "ℕ")), ("in", x, ("..", ("num", rng.randint(-2, 3)), ("num", rng.randint(4, 9))))],
            [("in", x, ("set", "ℕ")), ("in", x, ("set", rng.choice(["s", "dom(f)"])))],
            [("in", x, ("set", "ℤ")), ("=", x, other)],
            [(">=", ("-", other, x), ("num", 0)), (">", ("+", x, ("num", 2)), ("num", 0))],
            [("in", ("map", x, self.number(names, 0)), ("set", "f")), ("in", x, ("set", "ℕ"))],
            [("<", ("*", x, x), ("num", rng.randint(1, 60)))],
            [("=", ("*", x, ("num", rng.randint(1, 3))), other), ("in", x, ("set", "ℤ"))],
        ])

    def conjunction(self, names, name, depth):
        parts = self.limits(names, name)
        if self.rng.random() < 0.6:
            parts = parts + [self.predicate(names, depth)]
        self.rng.shuffle(parts)
        return ("and", *parts) if len(parts) > 1 else parts[0]

    def predicate(self, names, depth):
        rng = self.rng
        if depth == 0:
            return self.atom(names, 0)
        kind = rng.choice(["atom", "atom", "and", "or", "imp", "eqv", "not", "all", "ex", "all", "ex"])
        if kind == "atom":
            return self.atom(names, depth - 1)
        if kind in ("and", "or"):
            return (kind, *[self.predicate(names, depth - 1) for _ in range(rng.randint(2, 3))])
        if kind in ("imp", "eqv"):
            return (kind, self.predicate(names, depth - 1), self.predicate(names, depth - 1))
        if kind == "not":
            return ("not", self.predicate(names, depth - 1))
        name = self.name()
        inner = names + [name]
        condition = self.conjunction(inner, name, depth - 1)
        if kind == "ex":
            return ("ex", [name], condition)
        return ("all", [name], ("imp", condition, self.predicate(inner, depth - 1)))


def may_be_infinite(t):
    """Is it not a set of numbers that is finite however it is looked at?"""
    if t[0] in ("cup", "cap", "minus"):
        return any(may_be_infinite(x) for x in t[1:])
    return t[0] == "comp" or (t[0] == "set" and t[1] in ("ℤ", "ℕ", "ℕ1"))


def is_safe(t):
    """Can nothing in it be ill-defined?"""
    if not isinstance(t, (tuple, list)):
        return True
    return not (t and t[0] in ("app", "mod", "div", "min", "max", "card")) and all(is_safe(x) for x in t)


def shuffled(t, rng):
    """The same formula with conjuncts and disjuncts in another order."""
    if not isinstance(t, (tuple, list)) or not t:
        return t
    if t[0] in ("and", "or"):
        parts = [shuffled(x, rng) for x in t[1:]]
        rng.shuffle(parts)
        return (t[0], *parts)
    return type(t)(shuffled(x, rng) for x in t)


# ---- rtcheck ----


def ask(rtcheck, formulas, bounds):
    """True, False, "ill-defined" or None (not decided) for each formula."""
    machine = ["context c constants f s axioms @f f = {%s} @s s = {%s} end" % (
        ",".join("%d↦%d" % pair for pair in F.items()), ",".join(map(str, sorted(S)))),
        "machine m sees c variables x invariants @x x ∈ BOOL events",
        "event INITIALISATION then @x x ≔ TRUE end"]
    for i, formula in enumerate(formulas):
        machine.append("event e%d where @g %s then @x x ≔ TRUE end" % (i, show(formula)))
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write("\n".join(machine) + "\nend\n")
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--all-violations", "--threads", "1", "--bound",
                               "INT=%d..%d" % bounds, file.name], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        print(done.stderr)
        raise SystemExit("rtcheck refused:\n" + "\n".join(machine))
    answer = json.loads(done.stdout)
    # Where another one is not decided, it is not known what happens; but all of them were evaluated in the one state.
    values = [bool(event["happens"]) for event in answer["events"]]
    for i in range(len(formulas)):
        site = "event e%d, guards: " % i
        if any(message.startswith(site) for message in answer["undecided"] + [answer["stopped"] or ""]):
            values[i] = None
        for violation in answer["violations"]:
            if violation["message"].startswith(site):
                values[i] = "ill-defined"
    return values


def brute(formula, ranges=RANGES, patience=300000):
    """The value where all ranges agree; None where they do not, or it takes too long."""
    found = []
    for bound in ranges:
        try:
            found.append(Brute(bound, patience).holds(formula, {}))
        except IllDefined:
            found.append("ill-defined")
        except TooMuch:
            return None
    return found[0] if found.count(found[0]) == len(found) else None


def main():
    rtcheck = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong = decided = compared = 0
    for _ in range(0, count, BATCH):
        formulas = [Maker(rng).predicate([], 3) for _ in range(BATCH)]
        values = ask(rtcheck, formulas, (-1, 3))
        other = ask(rtcheck, [shuffled(f, rng) for f in formulas], (-1, 3))
        wide = ask(rtcheck, formulas, (-9, 14))
        for i, formula in enumerate(formulas):
            expected = brute(formula)
            complaints = []
            if values[i] is not None:
                decided += 1
                if expected is not None:
                    compared += 1
                if expected is not None and expected != values[i]:  # what decides it may lie farther out
                    expected = brute(formula, (*RANGES, 200), 10000000)
                if expected is not None and expected != values[i]:
                    complaints.append("brute force says %s" % expected)
                if wide[i] != values[i]:
                    complaints.append("wider bounds say %s" % wide[i])
            elif expected is not None and wide[i] is not None and wide[i] != expected:
                complaints.append("wider bounds say %s, brute force %s" % (wide[i], expected))
            if is_safe(formula) and other[i] != values[i]:
                complaints.append("in another order: %s" % other[i])
            if complaints:
                wrong += 1
                print("%s\n  rtcheck says %s; %s" % (show(formula), values[i], "; ".join(complaints)))
    print("%d formulas, %d decided, %d compared" % (count, decided, compared))
    print("%d passed, %d failed" % (count - wrong, wrong))
    return 1 if wrong or compared < count // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
