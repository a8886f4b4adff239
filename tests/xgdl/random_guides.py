#!/usr/bin/env python3
"""random_guides.py RTCHECK [--count N] [--seed N]: random guides against the definition of each operator's language.

A guide's words up to a length are built here as sets, operator by operator, with nothing of the program's method
(derivatives and automata). Compared are the number of words of each length, single words, and two guides with each other.
Ends in `N passed, N failed`.
"""
import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

LONGEST = 5
LETTERS = "abcd"
MOST = 4000  # words: a term with more is made anew


def concatenate(left, right):
    """Words are cut after LONGEST letters: what comes later never shows in a prefix of that length."""
    words = {(u + v)[:LONGEST] for u in left for v in right}
    if len(words) > MOST:
        raise TooMany
    return words


def series(languages):
    words = {""}
    for language in languages:
        words = concatenate(words, language)
    return words


def interleave(u, v):
    if not u or not v:
        return {u + v}
    return {u[0] + w for w in interleave(u[1:], v)} | {v[0] + w for w in interleave(u, v[1:])}


class TooMany(Exception):
    pass


class Maker:
    """Random terms: the text, and the words (cut, not yet prefix closed). A star goes around LONGEST times: rounds that add
    no letter add no word."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def term(self, depth):
        kind = self.random.choice(["letter"] if depth == 0 else
                                  ["letter", "series", "choice", "parallel", "optional", "star", "plus", "bounded", "at_least", "some", "empty"])
        return getattr(self, kind)(depth - 1)

    def two(self, depth):
        return self.term(depth), self.term(depth)

    def letter(self, _depth):
        letter = self.random.choice(LETTERS)
        return letter, {letter}

    def empty(self, _depth):
        return "()", {""}

    def series(self, depth):
        (a, x), (b, y) = self.two(depth)
        return f"({a}) ; ({b})", concatenate(x, y)

    def choice(self, depth):
        (a, x), (b, y) = self.two(depth)
        return f"({a}) {self.random.choice(['|', '[]'])} ({b})", x | y

    def parallel(self, depth):
        (a, x), (b, y) = self.two(depth)
        return f"({a}) || ({b})", {w[:LONGEST] for u in x for v in y for w in interleave(u, v)}

    def repeated(self, depth, mark, least, most):
        a, x = self.term(depth)
        return f"({a}){mark}", set().union(*(series([x] * times) for times in range(least, most + 1)))

    def optional(self, depth):
        return self.repeated(depth, "?", 0, 1)

    def bounded(self, depth):
        least = self.random.randint(0, 2)
        most = least + self.random.randint(0, 2)
        return self.repeated(depth, f"{{{least},{most}}}" if least != most else f"{{{least}}}", least, most)

    def at_least(self, depth):
        least = self.random.randint(0, 3)
        return self.repeated(depth, f"{{{least},}}", least, LONGEST)

    def star(self, depth):
        return self.repeated(depth, "*", 0, LONGEST)

    def plus(self, depth):
        return self.repeated(depth, "+", 1, LONGEST)

    def some(self, depth):
        parts = [self.term(max(depth - 1, 0)) for _ in range(self.random.randint(1, 3))]
        least = self.random.randint(0, 2)
        most = least + self.random.randint(0, 2)
        words = set()
        for size in range(min(least, len(parts)), min(most, len(parts)) + 1):  # sizes cannot exceed their number
            for chosen in itertools.permutations(parts, size):
                words |= series([language for _, language in chosen])
        return f"{{{least},{most}}} of [{', '.join(text for text, _ in parts)}]", words


def closed(words):
    return {word[:length] for word in words for length in range(min(len(word), LONGEST) + 1)}


def ask(rtcheck, folder, text, *options):
    path = os.path.join(folder, "guide.xgdl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([rtcheck, "xgdl", "--json", *options, path], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, json.loads(done.stdout)


def make(seed):
    while True:
        maker = Maker(seed)
        try:
            text, words = maker.term(3)
            if len(words) <= MOST:
                return maker, text, closed(words)
        except TooMany:
            pass
        seed += 1000003


def check(rtcheck, folder, seed):
    maker, text, words = make(seed)
    _, answer = ask(rtcheck, folder, text, "--words", str(LONGEST))
    expected = [sum(len(word) == length for word in words) for length in range(LONGEST + 1)]
    if answer.get("words") != expected:
        return f"{text}: {answer.get('words')} words, expected {expected}"
    word = "".join(maker.random.choice(LETTERS) for _ in range(maker.random.randint(1, LONGEST)))
    status, answer = ask(rtcheck, folder, text, "--word", " ".join(word))
    if (status == 0) != (word in words):
        return f"{text}: {word}: status {status}"
    return compare(rtcheck, folder, seed, text, words)


def compare(rtcheck, folder, seed, text, words):
    """Two guides. What is compared here is short, so that only words that short may separate them."""
    _, other_text, others = make(seed + 500009)
    other = os.path.join(folder, "other.xgdl")
    with open(other, "w", encoding="utf-8") as file:
        file.write(other_text)
    _, answer = ask(rtcheck, folder, text, "--compare", other)
    for key, mine, theirs in (("only_first", words, others), ("only_second", others, words)):
        shortest = min((len(word) for word in mine - theirs), default=None)
        found = answer[key]
        if found is not None and len(found) <= LONGEST and ("".join(found) not in mine or "".join(found) in theirs):
            return f"{text} and {other_text}: {key} is {found}"
        if shortest is not None and (found is None or len(found) != shortest):
            return f"{text} and {other_text}: {key} is {found}, and there is one of {shortest}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            problem = check(os.path.abspath(options.rtcheck), folder, seed)
            if problem:
                failed += 1
                print(f"seed {seed}: {problem}")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
