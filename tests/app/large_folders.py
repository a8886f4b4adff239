#!/usr/bin/env python3
"""How the time grows with a folder's files: `large_folders.py RTCHECK [--parts N]`.

A folder has an application, whose sources lie in two places and call each other from the last one to the first, and
beside it parts that are none of it: sources and headers with macros, of which some use the application. Four times as
many parts may take six times as long, and the application must be the same. Only what the folder costs is measured: what
a project without parts takes is taken off.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

CHAIN = 40  # sources that the application needs
DRIVERS = 30  # ... that nothing calls, and that use it
FUNCTIONS = 12  # of a part's source
TOLERATED = 6  # for four times as many
TIMES = 4  # that a measurement is made, at most: whatever else the machine does only adds to it


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_application(folder):
    write(folder, "app/app.oil", "CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n")
    write(folder, "app/main.c", '#include "os.h"\nint link_0(int);\nint total, ticks;\nTASK(t) { total = link_0(1); TerminateTask(); }\n'
                                "int main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\n")
    for number in range(CHAIN):
        last = number + 1 == CHAIN
        declaration = "" if last else f"int link_{number + 1}(int);\n"
        write(folder, f"app/src/source_{CHAIN - number:03}.c",
              f"{declaration}int link_{number}(int n) {{ return {'n' if last else f'link_{number + 1}(n)'}; }}\n")
    for number in range(DRIVERS):
        write(folder, f"drivers/driver_{number}.c",
              f"extern volatile int ticks;\nint seen_{number};\nvoid look_{number}(void) {{ seen_{number} = ticks; }}\n")


def write_part(folder, number, parts):
    """A source, its header, and a `config.h` as every part has one."""
    other = (number * 7 + 3) % parts
    macros = "".join(f"#define REGISTER_{number}_{i} (*(volatile unsigned *)(BASE_{number} + {i}))\n" for i in range(FUNCTIONS))
    bodies = "".join(f"int work_{number}_{i}(int n) {{\n    if (REGISTER_{number}_{i}) return work_{other}_{i}(n) + limit_{other};\n    return SCALE * n;\n}}\n"
                     for i in range(FUNCTIONS))
    write(folder, f"vendor/part_{number}/part_{number}.h",
          f"#ifndef PART_{number}\n#define PART_{number}\n{macros}extern int limit_{number};\nint work_{number}_0(int);\n#endif\n")
    write(folder, f"vendor/part_{number}/config.h", f"#define SCALE {number}\nstatic inline int scale_{number}(int n) {{ return n * {number}; }}\n")
    write(folder, f"vendor/part_{number}/part_{number}.c",
          f'#include "config.h"\n#include "part_{number}.h"\n#include "part_{other}.h"\nint limit_{number};\n{bodies}')


def write_commands(folder):
    """All of it is compiled, for some program or other."""
    entries = []
    for where, _, names in os.walk(folder):
        entries += [{"directory": where, "file": name, "arguments": ["cc", "-c", name]} for name in sorted(names) if name.endswith(".c")]
    write(folder, "compile_commands.json", json.dumps(entries))


def measure(rtcheck, parts, is_compiled):
    """The processor's seconds, and what was taken."""
    with tempfile.TemporaryDirectory() as folder:
        write_application(folder)
        for number in range(parts):
            write_part(folder, number, parts)
        if is_compiled:
            write_commands(folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = subprocess.run([rtcheck, "app", "--json", "--time", "200s", "--threads", "1", folder], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = json.loads(answer.stdout)
        sources = sorted(os.path.relpath(path, folder) for path in found["sources"])
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, sources, found["verdict"]


def judge(rtcheck, parts, is_compiled):
    """None: it is as it should be."""
    _, alone, verdict = measure(rtcheck, 1, False)
    expected = [path for path in alone if not path.startswith("vendor")]
    if len(expected) != 1 + CHAIN + DRIVERS:
        return f"{len(expected)} sources were taken where nothing else lies there ({verdict})"
    least = {}
    for _ in range(TIMES):
        for number in (1, parts, 4 * parts):
            seconds, sources, _ = measure(rtcheck, number, is_compiled and number > 1)
            least[number] = min(seconds, least.get(number, seconds))
            if number > 1 and [path for path in sources if not path.startswith("vendor")] != expected:
                return f"with {number} parts, {len(sources)} sources were taken, and not {len(expected)}"
        few, many = least[parts] - least[1], least[4 * parts] - least[1]
        ratio = many / max(few, 0.05)
        if ratio <= TOLERATED:
            break
    print(f"{'with' if is_compiled else 'without'} compile_commands.json: {parts} parts take {few:.2f} s, {4 * parts} take {many:.2f} s: {ratio:.1f} times as long")
    return None if ratio <= TOLERATED else f"{ratio:.1f} times as long for four times as many, and not {TOLERATED}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rtcheck")
    arguments.add_argument("--parts", type=int, default=300)
    given = arguments.parse_args()
    failed = 0
    for is_compiled in (False, True):
        wrong = judge(os.path.abspath(given.rtcheck), given.parts, is_compiled)
        if wrong:
            print(f"FAILED: {wrong}")
            failed += 1
    print(f"{2 - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
