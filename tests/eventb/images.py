#!/usr/bin/env python3
"""images.py RTCHECK [COUNT] [SEED]: images of sets under relations that have no end, and what is made of them, against
Python's sets.

`R[S] = T` is an invariant, with R built of id, succ, pred, pairs that are written down, compositions, unions and
restrictions, at random; in some cases with hundreds of numbers, whose sets are kept as lists. T is right, or wrong in one element: the verdict has to be `holds`, or `violated`, never `unknown`.
"""
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

MACHINE = """machine m
variables r
invariants
  @i r ∈ -3‥1200 ↔ -3‥1200
  @a {}
events
  event INITIALISATION begin @a r ≔ {} end
end
"""
NATURALS = set(range(3000))
FEW, MANY = (9, 4), (1200, 60)  # the highest number, and how many of them at most
SIMPLE = [("id", lambda s: s), ("(id∼)", lambda s: s), ("succ", lambda s: {x + 1 for x in s}), ("pred", lambda s: {x - 1 for x in s})]


def pairs(dice):
    highest, most = dice.size
    chosen = {(dice.randint(-3, highest), dice.randint(-3, highest)) for _ in range(dice.randint(1, most))}
    if dice.size == MANY and dice.random() < 0.5:  # a function on an interval, but for a few
        low = dice.randint(-3, 100)
        chosen = {(low + at, dice.randint(-3, highest)) for at in range(dice.randint(1, 200)) if dice.random() < 0.99}
    return "{" + ", ".join(f"{a}↦{b}" for a, b in sorted(chosen)) + "}", lambda s: {b for a, b in chosen if a in s}


def in_turn(parts):
    def image(s):
        for _, part in parts:
            s = part(s)
        return s
    return image


def combined(dice, depth):
    parts = [relation(dice, depth - 1) for _ in range(dice.choice([2, 2, 3]))]
    sign = dice.choice([";", "∘", "∪"])
    text = "(" + f" {sign} ".join(text for text, _ in parts) + ")"
    if sign == "∪":
        return text, lambda s: set().union(*(part(s) for _, part in parts))
    return text, in_turn(parts if sign == ";" else parts[::-1])


def restricted(dice, depth):
    text, image = relation(dice, depth - 1)
    low = dice.randint(-3, dice.size[0] // 2)
    high = low + dice.randint(0, dice.size[0] // 2)
    name, kept = dice.choice([(f"({low}‥{high})", set(range(low, high + 1))), ("ℕ", NATURALS)])
    return dice.choice([(f"({name} ◁ {text})", lambda s: image(s & kept)), (f"({name} ⩤ {text})", lambda s: image(s - kept)),
                        (f"({text} ▷ {name})", lambda s: image(s) & kept), (f"({text} ⩥ {name})", lambda s: image(s) - kept)])


def relation(dice, depth):
    """Its text, and what it makes of a set."""
    kind = dice.random()
    if depth == 0 or kind < 0.2:
        return pairs(dice) if dice.random() < 0.25 else dice.choice(SIMPLE)
    return combined(dice, depth) if kind < 0.6 else restricted(dice, depth)


def written(values):
    return "{" + ", ".join(map(str, sorted(values))) + "}" if values else "(∅ ⦂ ℙ(ℤ))"


def main():
    rtcheck, count, seed = sys.argv[1], int((sys.argv + ["80"])[2]), int((sys.argv + ["80", "1"])[3])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.eventb")
        for number in range(count):
            dice = random.Random(seed * 1000003 + number)
            dice.size = MANY if number % 4 == 0 else FEW
            kept, image_of_kept = pairs(dice)
            text, image = ("r", image_of_kept) if number % 8 == 0 else relation(dice, 2)
            given = {dice.randint(-3, dice.size[0]) for _ in range(dice.randint(1, dice.size[1]))}
            wrong = {dice.randint(-5, 12)} if dice.random() < 0.5 else set()
            claim = f"{text}[{written(given)}] = {written(image(given) ^ wrong)}"
            with open(path, "w", encoding="utf-8") as file:
                file.write(MACHINE.format(claim, kept))
            answer = served.run([rtcheck, "eventb", "--no-beyond", path], timeout=60)
            if answer.returncode == (1 if wrong else 0):
                passed += 1
                continue
            failed += 1
            print(f"{number}: {claim} is {'false' if wrong else 'true'}; the answer:\n{answer.stdout}{answer.stderr}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
