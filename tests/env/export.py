#!/usr/bin/env python3
"""One meaning: an environment that is checked with its design, and the same as a Promela model of its own.

    export.py RTCHECK [COUNT] [SEED]

Random designs with choices, loops that may not end, calls that block, assertions, references by inline, and names that
the exporter would like to use itself. Each environment is checked by `rtcheck env` and, written with --emit, by
`rtcheck model` (assertions and ends, and cycles without progress for calls that need not end). Prints `N passed, N failed`.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

NAMES = ["environment", "set_ref", "finished", "ret_Owner", "User1", "User_variables", "Idle_Idle", "kept", "next",
         "progress_Idle_Idle", "Idle_Has", "ret_Level_1", "User", "Idle", "last"]


class Design:
    def __init__(self, source):
        self.random = source
        self.names = source.sample(NAMES, 3)
        self.loops = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def value(self):
        return self.pick("0", "1", "u", "owner", "level[u]", self.names[0], "level[owner]", "(level[u] + 1) % 3")

    def condition(self):
        return self.pick("owner == 0", "owner == u", f"{self.value()} == {self.value()}", f"{self.names[1]} < 2",
                         f"level[u] < {self.value()}", "MACRO == 7", "true")

    def statement(self, depth=2):
        if depth and self.random.random() < 0.35:
            kind = self.pick("if", "if", "choice", "loop", "loop", "wait", "endless", "assert")
            if kind == "if":
                return f"if :: {self.condition()} -> {self.statement(depth - 1)} :: else -> {self.statement(depth - 1)} fi"
            if kind == "choice":
                return f"if :: {self.statement(depth - 1)} :: {self.statement(depth - 1)} fi"
            if kind == "loop":
                self.loops += 1
                i = f"i{self.loops}"
                return f"short {i}; {i} = 0; do :: {i} < {self.pick(2, 3, 700)} -> {self.statement(depth - 1)}; {i}++ :: else -> break od"
            if kind == "wait":
                return f"{self.condition()}"
            if kind == "endless" and self.random.random() < 0.4:
                return f"do :: {self.statement(depth - 1)} :: break od"
            return f"assert({self.condition()} || {self.condition()} || {self.condition()})"
        return self.pick(f"owner = {self.value()}", f"level[u] = {self.value()}", f"{self.names[0]} = {self.value()}",
                         f"{self.names[1]} = ({self.value()}) % 2", "skip", f"level[owner] = {self.value()}")

    def body(self, last):
        return "; ".join([self.statement() for _ in range(self.random.randint(0, 2))] + [last])

    def text(self):
        take = self.pick("owner = u", "owner = u", "owner = u", self.statement())
        level = self.pick("r = level[u]", "byte i; i = level[u]; r = i", "if :: level[u] == 0 -> r = 0 :: else -> r = level[u] fi")
        return (f"#define {self.names[2]} 3\n#define MACRO 7\nbyte owner, level[4];\nbyte {self.names[0]}, {self.names[1]};\n"
                f"int answer;\ninline SetRank(u, r) {{ level[u] = r - 1 }}\n"
                f"inline Take(u) {{ {self.body(take)} }}\ninline Free(u) {{ {self.body('owner = 0')} }}\n"
                f"inline Level(u, r) {{ {level} }}\ninline Owner() {{ answer = owner }}\n")

    def model(self):
        return f"""target Lock {{
    fun Take(u: 1..2);
    fun Free(u: 1..2);
    ref Owner() into answer;
    ref Level(u: 1..2);
    configure SetRank(u.id, u.rank) for u in User;
}}
class User[2] {{
    attr rank: 2..2; // one numbering is like another
    var last: Integer = 0;
    var {self.pick('len', 'run', 'other', 'MACRO', 'next')}: Integer = 1;
    assert {self.pick('(self@Has) = (Owner() = id)', '(self@Has) = (Owner() = id)', 'Level(id) < 4', 'self@Has implies Owner() = id')};
    states Idle, Has;
    Idle -> Has : Take(u) [u = id and not User->exists(v | v@Has)] {{ last = id; }};
    Has -> Idle : Free(u) [u = id];
}}
"""


def run(rtcheck, *arguments, **options):
    return subprocess.run([rtcheck, *arguments], capture_output=True, text=True, timeout=120, check=False, **options)


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    passed = failed = violated = endless = 0
    with tempfile.TemporaryDirectory() as directory:
        for number in range(seed * 1000000, seed * 1000000 + count):
            design = Design(random.Random(number))
            texts = {"m.env": design.model(), "d.pml": design.text()}
            for name, text in texts.items():
                with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                    file.write(text)
            shutil.rmtree(os.path.join(directory, "out"), ignore_errors=True)
            place = ["m.env", "--design", "d.pml", "--to", "1"]
            check = run(rtcheck, "env", *place, "--json", cwd=directory)
            emit = run(rtcheck, "env", *place, "--emit", "out", cwd=directory)
            files = os.listdir(os.path.join(directory, "out")) if emit.returncode == 0 else []
            exported = [run(rtcheck, "model", os.path.join("out", name), "--quiet", *how, cwd=directory)
                        for name in files for how in ([], ["--progress"])]
            answer = json.loads(check.stdout)
            holds = all(model.returncode == 0 for model in exported)
            broken = not exported or check.returncode not in (0, 1) or any(m.returncode not in (0, 1) for m in exported)
            if not broken and holds == (check.returncode == 0):
                passed += 1
            else:
                failed += 1
                print(f"case {number}: env {check.returncode}, model {[m.returncode for m in exported]}\n"
                      f"{texts['m.env']}{texts['d.pml']}{check.stdout if broken else ''}{emit.stderr}"
                      + "".join(m.stdout + m.stderr for m in exported))
            violated += check.returncode == 1
            endless += any(v["kind"] == "endless" for v in answer["violations"])
    print(f"{violated} violated, {endless} of them with a call that need not end")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
