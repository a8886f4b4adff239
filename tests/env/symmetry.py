#!/usr/bin/env python3
"""Numberings of objects: one stands for all only where nothing looks at the numbers.

    symmetry.py RTCHECK [COUNT] [SEED]

Makes random environments and designs that store, compare, index with, order and compute with numbers of objects, rightly
and wrongly typed, and checks each twice: as rtcheck does by itself, and with --no-symmetry, which tries every numbering.
Each environment must get the same verdict. Prints `N passed, N failed`.
"""
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile


class Design:
    """Statements over numbers of objects (`owner`, `seat[..]`), sets of them (`members`) and plain numbers."""

    def __init__(self, random_source):
        self.random = random_source
        self.focus = self.random.random() < 0.4
        self.wild = self.random.random() < 0.7 and self.random.choice([0.02, 0.05, 0.1])
        self.alias = self.focus and self.random.random() < 0.4  # a channel has two names: nothing else tells objects apart
        self.wild = self.wild and not self.alias

    def pick(self, *choices):
        return self.random.choice(choices)

    def odd(self):
        return self.wild and self.random.random() < self.wild

    def number(self, depth=2):
        """The number of a user."""
        if self.odd():
            return self.pick("1", "2", "3", "level", "(u + 1)", "(owner - 1)", "(4 - u)", "seat[level]", "(owner & 3)",
                             "(owner > u -> owner : u)", "rank[u]")
        if depth == 0:
            return self.pick("u", "u", "owner", "0")
        return self.pick("u", "u", "owner", "0", f"seat[{self.number(depth - 1)}]", "queue[0]", "queue[level]", "pair.b",
                         f"({self.condition(depth - 1)} -> {self.number(depth - 1)} : {self.number(depth - 1)})")

    def plain(self, depth=2):
        if self.odd():
            return self.pick("u", "owner", "members", "seat[u]", "queue[0]", "(u * 2)")
        if depth == 0:
            return self.pick("0", "1", "level", "rank[u]")
        return self.pick("0", "1", "2", "level", "rank[u]", f"score[{self.number(depth - 1)}]",
                         f"({self.plain(depth - 1)} + {self.plain(depth - 1)})", "pair.a", "start[level]",
                         f"({self.condition(depth - 1)} -> {self.plain(depth - 1)} : {self.plain(depth - 1)})")

    def set(self):
        if self.odd():
            return self.pick("1", "(1 << level)", "(members + 1)", "(members | 2)", "rank[u]", "u")
        return self.pick("members", "0", "(members | (1 << (u - 1)))", "(members & ~(1 << (u - 1)))",
                         "(members ^ (1 << (u - 1)))")

    def condition(self, depth=2):
        if self.odd():
            return self.pick("u < owner", "owner >= 2", "u == 1", "queue[0] > queue[1]", "members > 2", "(u & 1)",
                             "members == 1", "u % 2 == 0", "score[1] > 0", "start[u] == 1", "seat[2] == u")
        if depth == 0:
            return self.pick("owner == u", "owner == 0", "u > 0", "level > 1", "true")
        return self.pick(f"{self.number(depth - 1)} == {self.number(depth - 1)}",
                         f"{self.number(depth - 1)} != {self.number(depth - 1)}",
                         f"{self.plain(depth - 1)} < {self.plain(depth - 1)}",
                         f"{self.plain(depth - 1)} == {self.plain(depth - 1)}",
                         "((members >> (u - 1)) & 1) == 1", f"{self.set()} == {self.set()}", f"({self.set()}) != 0",
                         "owner > 0", "owner", f"!({self.condition(depth - 1)})")

    def statement(self, depth=2):
        if self.odd():
            return self.pick("for (level : 1 .. 2) { if :: seat[level] == u -> break :: else fi }",
                             "seat[level] = u", "score[1]++", "level = u", "owner = level",
                             "if :: sorted!!u :: full(sorted) fi", "seat[0]++", "small = u; if :: small == 0 -> level = 0 :: else fi")
        if depth and self.random.random() < 0.3:
            return (f"if :: {self.condition()} -> {self.statement(depth - 1)} :: else -> {self.statement(depth - 1)} fi")
        return self.pick(f"owner = {self.number()}", f"seat[{self.number()}] = {self.number()}",
                         f"score[{self.number()}] = {self.plain()}", f"members = {self.set()}",
                         f"level = ({self.plain()}) % 4", "queue[level] = u", "queue[0] = queue[1]; queue[1] = 0",
                         f"pair.a = {self.plain()}; pair.b = {self.number()}", "if :: full(box) :: box!u,1 fi",
                         "if :: empty(box) :: box?owner,_ fi", "if :: box?[eval(u),1] -> level = 1 :: else fi",
                         'printf("%d\\n", u)', "if :: owner = u :: owner = 0 fi")

    def claim(self):
        """Seldom false: a number matters only together with what the object is."""
        parts = [self.condition(1) for _ in range(self.random.randint(1, 3))]
        parts.append(self.pick("rank[u] <= rank[owner]", "rank[u] >= rank[owner]", "rank[u] == 1", "rank[u] == 2",
                               "rank[seat[u]] == 1", "owner == 0"))
        if self.wild and self.random.random() < 0.6:
            parts.append(self.pick("owner < u", "owner >= u", "u != 1", "u != 3", "owner != 2", "queue[0] <= queue[1]"))
        return " || ".join(f"({part})" for part in parts)

    def focused(self):
        """The number and the rank of the last two users, against each other."""
        ranks = self.pick("rank[u] <= rank[owner]", "rank[u] >= rank[owner]", "rank[u] == 1", "rank[u] == 2")
        numbers = self.pick("owner < u", "owner >= u", "u != 1", "u != 3", "owner != 2", "queue[0] <= queue[1]",
                            "owner == queue[0]", "(u & 1)", "members <= 3", "owner - u > 0", "start[u] == 1", "small")
        queue = self.pick("queue[0] = u", "queue[1] = queue[0]; queue[0] = u",
                          "if :: queue[0] < u -> queue[0] = u :: else fi", "queue[0] = (u > owner -> u : owner)")
        if self.alias:
            numbers, queue = self.pick("via != 1", "via >= 2", "via < 3"), "box!u,1; same?via,_"
        small = "small = u; " if numbers == "small" else ""
        return (f"inline Take(u) {{ d_step {{ assert(owner == 0 || {ranks} || {numbers}); {small}"
                f"members = members | (1 << (u - 1)); {queue}; owner = u }} }}\n")

    def inline(self, name, claims):
        if claims and self.focus:
            return self.focused()
        body = ["skip"] if self.alias else [self.statement() for _ in range(self.random.randint(1, 3))]
        if claims:
            body.append(f"assert({self.claim()})")
        return f"inline {name}(u) {{ d_step {{ level = 0; {'; '.join(body)} }} }}\n"

    def configuration(self):
        body = self.pick("rank[u] = r", "rank[u] = r; members = members | (1 << (u - 1))",
                         "rank[u] = r; most = (rank[u] > most -> rank[u] : most)", "rank[u] = r; most = most + r",
                         "rank[u] = r; told = 1", "rank[u] = r; owner = u", "rank[u] = r; queue[told] = u; told++",
                         "rank[u] = r; if :: r > most -> most = r; owner = u :: else fi",
                         "if :: told == 0 -> rank[u] = r; told = 1 :: else -> rank[u] = 1 fi")
        return f"inline SetRank(u, r) {{ {'rank[u] = r' if self.alias else body} }}\n"

    def text(self):
        start = self.pick("{0, 1, 1, 1, 1}", "{0, 1, 2, 1, 2}", "{0, 0, 0, 0, 0}")
        return (f"typedef Pair {{ byte a; byte b }};\nPair pair;\nbyte owner, level, members, most, told;\nbit small;\n"
                f"byte seat[5], score[5], rank[5], queue[5];\nbyte start[5] = {start};\nchan box = [2] of {{ byte, byte }};\n"
                f"chan sorted = [2] of {{ byte }};\n{'chan same = box; byte via;' if self.alias else ''}\n{self.configuration()}{self.inline('Take', True)}"
                f"{self.inline('Free', False)}")


def model(design):
    odd = not design.alias and (design.odd() or design.random.random() < 0.15)
    guard = "true" if design.focus else design.pick("not User->exists(v | v@Has)", "true", "User->select(v | v@Has)->size() < 2",
                        "heir = null or heir = self")
    claim = design.pick("true", "Owner() = id implies self@Has", "last <> 0 implies User->exists(u | u.id = last)")
    action = design.pick("last = id", "heir = friends->any()" if design.odd() else "heir = self", "last = 0", "heir = null")
    if odd:
        guard = design.pick(guard, "id > 1", "User->forAll(v | v@Has implies v.id > id)", "last <= id", "id <> 2",
                            "User->any(v | v@Idle) = self", "User->collect(v | v.id)->max() > id", "id mod 2 = 1")
        claim = design.pick(claim, "Owner() <= 2", "last = 0 or last = rank", "Owner() + 1 > id")
        action = design.pick(action, "last = rank", "last = id + 1", "heir = User->any(v | v@Idle)")
    return f"""const N = 3;
target Lock {{
    fun Take(u: {design.pick('1..N', '1..N', '0..N', '1..2' if odd else '1..N')});
    fun Free(u: 1..N);
    ref Owner() = owner;
    configure SetRank(u.id, u.rank) for u in User;
}}
class User[N] {{
    attr rank: 1..2;
    assoc friends: User[0..1];
    var last: Integer = 0;
    var heir: User;
    inv friends->excludes(self);
    assert {claim};
    states Idle, Has;
    Idle -> Has : Take(u) [u = id and ({guard})] {{ {action}; }};
    Has -> Idle : Free(u) [u = id] {{ last = 0; heir = null; }};
}}
"""


def verdicts(rtcheck, directory, *options):
    database = os.path.join(directory, "run.db")
    for name in os.listdir(directory):
        if name.startswith("run.db"):
            os.unlink(os.path.join(directory, name))
    run = subprocess.run([rtcheck, "env", "m.env", "--design", "d.pml", "--threads", "1", "--json", "--results", "run.db",
                          "--max-states", "2000", *options], cwd=directory, capture_output=True, text=True, timeout=120)
    answer = json.loads(run.stdout)
    if "verdict" not in answer or run.returncode not in (0, 1, 3):
        raise ValueError(run.stdout + run.stderr)
    with sqlite3.connect(database) as connection:
        rows = dict(connection.execute("SELECT key, verdict FROM checks"))
    return rows, answer


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    passed = failed = shown = violated = mattered = 0
    with tempfile.TemporaryDirectory() as directory:
        for number in range(seed * 1000000, seed * 1000000 + count):
            design = Design(random.Random(number))
            texts = {"m.env": model(design), "d.pml": design.text()}
            for name, text in texts.items():
                with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                    file.write(text)
            own, answer = verdicts(rtcheck, directory)
            every, full = verdicts(rtcheck, directory, "--no-symmetry")
            with sqlite3.connect(os.path.join(directory, "run.db")) as connection:
                mattered += any("numbered so that" in (row[0] or "")
                                for row in connection.execute("SELECT text FROM traces"))
            shown += not answer["told_apart"]
            violated += full["failing"] > 0
            if own == every:
                passed += 1
            else:
                failed += 1
                print(f"case {number}: {own} by itself, {every} with every numbering\n{texts['m.env']}{texts['d.pml']}")
    print(f"{shown} shown symmetric, {violated} violated, in {mattered} some numberings only")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
