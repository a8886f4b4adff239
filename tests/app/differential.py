#!/usr/bin/env python3
"""Random applications, judged by several: `differential.py RTCHECK [--native N] [--spin N] [--seed S]`.

native   deterministic applications: the run that rtcheck computes, and the same sources compiled for this machine and
         linked with rtcheck's kernel: the same calls, results and output, line by line
spin     applications with inputs and interrupts: rtcheck's verdict, and Spin's on the exported Promela model
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(HERE)
import generate

# The kernel's answers are compared, not what rtcheck thinks of them.
TOLERANT = [word for check in ("unchecked", "activation", "resource", "event", "level", "argument") for word in ("--no-check", check)]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def command(words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=options.pop("timeout", 60), **options)


def native_lines(app, folder, library):
    """What the program does when it runs on this machine; None if the standard leaves it a choice."""
    write(folder, "native_names.h", app.native_names())
    config = write(folder, "native_config.c", app.native_config())
    code = write(folder, "app.c", app.code)
    program = os.path.join(folder, "native")
    native = os.path.join(HERE, "native")
    built = command(["cc", "-O1", "-w", "-fwrapv", f"-I{folder}", f"-I{native}", f"-I{os.path.join(ROOT, 'src')}", code, config,
                     os.path.join(native, "runtime.c"), library, "-o", program])
    if built.returncode:
        raise SystemExit("the native program does not compile:\n" + built.stderr)
    ran = command([program])
    if ran.returncode == 3:
        return None
    return [line for line in ran.stdout.splitlines() if "violation" not in line]


def compare_native(rtcheck, library, seed, folder):
    app = generate.Application(seed, deterministic=True)
    expected = native_lines(app, folder, library)
    if expected is None:
        return None
    oil = write(folder, "app.oil", app.oil())
    ours = command([rtcheck, "app", "--run", *TOLERANT, oil, os.path.join(folder, "app.c")])
    found = [line for line in ours.stdout.splitlines() if "violation" not in line]
    if found == expected:
        return True
    print(f"native: seed {seed}: the runs differ")
    for want, got in zip(expected + ["(end)"], found + ["(end)"]):
        if want != got:
            print(f"    native: {want}\n    rtcheck: {got}")
            break
    print("    " + "\n    ".join(ours.stderr.splitlines()[:5]))
    return False


def compare_spin(rtcheck, seed, folder):
    app = generate.Application(seed, deterministic=False)
    oil, code = write(folder, "app.oil", app.oil()), write(folder, "app.c", app.code)
    budget = [word for isr in app.isrs for word in ("--isr", f"{isr}=2")]
    # Some have more states than anybody wants to see here: they are skipped.
    options = [*TOLERANT, *budget, "--time", "10", "--memory", "1G", oil, code]
    ours = command([rtcheck, "app", "--json", "--no-check", "race", *options])
    try:
        verdict = json.loads(ours.stdout)["verdict"]
    except (ValueError, KeyError):
        print(f"spin: seed {seed}: no verdict\n{ours.stderr}")
        return False
    spin = command([rtcheck, "app", "--json", "--engine", "spin", "--no-check", "race", *options], timeout=300)
    if spin.returncode == 2 and "cannot be written as Promela" in spin.stderr:
        return None
    try:
        other = json.loads(spin.stdout)["verdict"]
    except (ValueError, KeyError):
        print(f"spin: seed {seed}: no verdict from Spin\n{spin.stderr}")
        return False
    if "unknown" in (verdict, other):
        return None
    if verdict != other:
        print(f"spin: seed {seed}: rtcheck says {verdict}, Spin says {other}")
    return verdict == other


def campaign(count, compare):
    """Goes on until so many were really compared."""
    passed = failed = skipped = 0
    seed = 0
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < count and skipped <= 3 * count + 10:
            outcome = compare(seed, folder)
            passed += outcome is True
            failed += outcome is False
            skipped += outcome is None
            seed += 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--native", type=int, default=150)
    parser.add_argument("--spin", type=int, default=150)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    library = os.path.join(os.path.dirname(os.path.abspath(arguments.rtcheck)), "src", "librtcheck-core.a")
    passed, failed = campaign(arguments.native, lambda n, folder: compare_native(arguments.rtcheck, library, f"{arguments.seed}.{n}", folder))
    if shutil.which("spin"):
        more, wrong = campaign(arguments.spin, lambda n, folder: compare_spin(arguments.rtcheck, f"{arguments.seed}.{n}", folder))
        passed, failed = passed + more, failed + wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
