#!/usr/bin/env python3
"""Do the functions of <math.h> give what the machine's own library gives?

Calls them with random and awkward arguments in a C program that `cc` compiles and runs, and has `rtcheck app` assert
the same: to the bit where C (Annex F) and IEEE 754 fix the value, to two of the last digits elsewhere. Those of `float`
are asked of a target, too, whose double is one; those of `double` of targets with 16 and 32 bits.

usage: functions.py RTCHECK [--count N] [--seed N] [--keep FOLDER]
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE m;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
};
"""
FIXED = {1: "fabs sqrt floor ceil trunc round rint nearbyint logb".split(),
         2: "copysign fdim fmod remainder nextafter".split(), 3: ["fma"]}
NEAR = {1: """sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p cbrt erf erfc
              tgamma lgamma""".split(), 2: "atan2 pow hypot".split()}
LOOSE = {"tgamma": 16, "lgamma": 16, "cbrt": 4}  # glibc's, as its manual says
SPECIAL = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "2.0", "-2.5", "3.0", "INFINITY", "-INFINITY", "NAN"]
AWKWARD = {"": SPECIAL + ["0x1p-1074", "-0x1p-1074", "0x1.fffffffffffffp-1023", "0x1p-1022", "0x1.fffffffffffffp+1023",
                          "-0x1.fffffffffffffp+1023", "0x1p+52", "0x1.0000000000001p+52", "0x1.fffffffffffffp-2", "1e22"],
           "f": SPECIAL + ["0x1p-149", "-0x1p-149", "0x1.fffffcp-127", "0x1p-126", "0x1.fffffep+127", "-0x1.fffffep+127",
                           "0x1p+23", "0x1.000002p+23", "0x1.fffffep-2", "1e10"]}
HEAD = """#include <math.h>
static double d; static float f;
static unsigned long long bits(double x) { union { double x; unsigned long long n; } u = {x}; return x != x ? 1 : u.n; }
static unsigned long long bitsf(float x) { union { float x; __UINT32_TYPE__ n; } u = {x}; return x != x ? 1 : u.n; }
"""


def number(r, suffix):
    """An argument, as C has it."""
    kind = r.random()
    if kind < 0.2:
        text = r.choice(AWKWARD[suffix])
        return text + suffix if text[-1].isdigit() else text
    if kind < 0.5:
        value = r.uniform(-4, 4)
    elif kind < 0.7:
        value = r.uniform(-60, 60)
    elif kind < 0.8:
        value = r.randint(-40, 40) / 2
    else:
        value = struct.unpack("<d", r.randbytes(8))[0] if not suffix else struct.unpack("<f", r.randbytes(4))[0]
    if value != value or value in (float("inf"), float("-inf")):
        value = 1.5
    if suffix:
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    return value.hex() + suffix


def calls(r, suffix, count):
    """(text of an expression, digits that may differ)."""
    out = []
    for slack, functions in ((0, FIXED), (2, NEAR)):
        for operands, names in functions.items():
            for name in names:
                for _ in range(count):
                    arguments = ", ".join(number(r, suffix) for _ in range(operands))
                    if name == "lgamma":  # glibc's is far off where it is nearly zero, between negative numbers
                        arguments = f"fabs{suffix}({arguments})"
                    out.append((f"{name}{suffix}({arguments})", LOOSE.get(name, slack)))
    real = "f" if suffix else "d"
    for _ in range(count):
        x, y, by = number(r, suffix), number(r, suffix), r.randint(-1100, 1100)
        out += [(f"modf{suffix}({x}, &{real})", 0), (f"(modf{suffix}({x}, &{real}), {real})", 0),
                (f"ldexp{suffix}({x}, {by})", 0), (f"scalbn{suffix}({x}, {by})", 0), (f"scalbln{suffix}({x}, {by})", 0),
                (f"fmax{suffix}({x}, {y})", 0) if x != "-0.0" and y != "-0.0" else (f"fmax{suffix}(1, 2)", 0)]
        small = f"{r.uniform(-30000, 30000)!r}{suffix}" if r.random() < 0.5 else f"{r.randint(-9, 9)}.5{suffix}"
        out += [(f"{name}{suffix}({small})", 0) for name in ("lround", "lrint", "llround", "llrint", "ilogb")]
        finite = small if r.random() < 0.5 else r.choice(["0x1p-140", "0x1.8p+100", "0.0", "-7.0"]) + suffix
        divisor = f"{r.randint(1, 9)}.25{suffix}"
        out += [(f"({real} = frexp{suffix}({finite}, &i), {real} * 8 + i)", 0),
                (f"({real} = remquo{suffix}({small}, {divisor}, &i), {real} * 8 + i % 8)", 0)]
    return out


def reference(checks, bits):
    lines = "\n".join(f'    printf("%llx\\n", {bits}({call}));' for call, _slack in checks)
    return HEAD + "#include <stdio.h>\nint main(void) {\n    int i;\n" + lines + "\n}\n"


def application(checks, bits, expected):
    lines = []
    for (call, slack), value in zip(checks, expected):
        if slack and value != 1:
            lines.append(f"    {{ unsigned long long b = {bits}({call}) - {value}ull; assert(b + {slack} <= {2 * slack}); }}")
        else:
            lines.append(f"    assert({bits}({call}) == {value}ull);")
    head = "#include <os.h>\n#include <assert.h>\n" + HEAD
    parts = [lines[at:at + 40] for at in range(0, len(lines), 40)]  # each has a frame of its own
    code = "".join(f"static void part{k}(void) {{\n    int i;\n" + "\n".join(part) + "\n}\n" for k, part in enumerate(parts))
    return head + code + "TASK(t) {\n" + "".join(f"    part{k}();\n" for k in range(len(parts))) + "    TerminateTask();\n}\n"


def expectations(folder, checks, suffix):
    source, binary = os.path.join(folder, "reference.c"), os.path.join(folder, "reference")
    with open(source, "w", encoding="utf-8") as file:
        file.write(reference(checks, "bits" + suffix))
    subprocess.run(["cc", "-O0", "-w", "-fno-builtin", "-o", binary, source, "-lm"], check=True)
    lines = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    return [int(line, 16) for line in lines]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    r, failures, asked = random.Random(options.seed), [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        oil = os.path.join(folder, "t.oil")
        with open(oil, "w", encoding="utf-8") as file:
            file.write(OIL)
        for suffix, targets in (("", [None, "msp430", "arm-none-eabi"]), ("f", [None, "avr"])):
            checks = calls(r, suffix, options.count)
            expected = expectations(folder, checks, suffix)
            source = os.path.join(folder, f"functions{suffix}.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(application(checks, "bits" + suffix, expected))
            for target in targets:
                command = [options.rtcheck, "app", oil, source] + (["--target", target] if target else [])
                result = served.run(command)
                asked += 1
                if result.returncode != 0:
                    failures.append(f"{source}, {target}: {(result.stdout + result.stderr)[:1500]}")
    for failure in failures:
        print("FAIL: " + failure)
    print(f"{asked - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
