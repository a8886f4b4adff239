#!/usr/bin/env python3
"""What the object files of a build say about who uses what: symbols.py [BUILD].

A function or table that other files can see is used by the program: tests do not count, but for the few below that are
there for them. Inline functions of headers are used, too. And as rooms may include only rooms below them (tests/rooms.py), they
use nothing from above, whether declared in a header or not, and the compiler read no header from above for them.
"""
import collections
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rooms  # noqa: E402

ROOT = rooms.ROOT
ORDER = rooms.rooms_of(ROOT)

# What tests and fuzzers need and the program does not: other ways in, printers of what was read, looks inside.
FOR_TESTS = set("""
    app_new env_graphs_sample env_graphs_visit ocl_parse oil_load_text
    env_model_print ltl_print print_model style_plain
    jit_is_optimised oil_find_alarm oil_find_isr results_visit
    osek_running_task osek_task_priority
    eb_machine_enabled program_claim_place program_has_progress_labels program_read program_write
""".split())
INLINE = re.compile(r"^static inline [^;{]*?\b(\w+)\(", re.MULTILINE)


def objects(build):
    """Object file by source, of the program: neither tests nor variants for tests."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for command in json.load(file):
            output = command["output"]
            if output.startswith(("src/librtcheck-core.a.p/", "rtcheck.p/")):
                source = os.path.normpath(os.path.join(build, command["file"]))
                yield os.path.relpath(source, ROOT), os.path.join(build, output)


def symbols(paths):
    """By object file: names that it defines for others, and names that it needs."""
    listing = subprocess.run(["nm", "-A", "--format=posix", *paths], stdout=subprocess.PIPE, check=True, text=True).stdout
    found = {path: (set(), set()) for path in paths}
    for line in listing.splitlines():
        path, name, kind = line.split()[:3]
        defined, needed = found[path.rstrip(":")]
        if kind == "U":
            needed.add(name)
        elif kind.isupper() and name != "main" and not name.startswith("__"):
            defined.add(name)
    return found


def is_used_at_home(path, name):
    """Beside its definition, that is, and beside what comments say."""
    text = re.sub(r"/\*.*?\*/", "", rooms.read(ROOT, path), flags=re.DOTALL) if path.endswith(".c") else ""
    return len(re.findall(rf"\b{name}\b", text)) > 1


def unused(table):
    used = set().union(*(needed for _, needed in table.values()))
    return [f"{path}: nothing but tests, if anything, uses {name}"
            for path, (defined, _) in sorted(table.items()) for name in sorted(defined - used - FOR_TESTS)
            if not is_used_at_home(path, name)]


def unused_inline():
    texts = {path: rooms.read(ROOT, path) for room in ORDER for path in rooms.sources(ROOT, room)}
    words = collections.Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    return [f"{path}: nobody uses {name}" for path, text in texts.items() if path.endswith(".h")
            for name in INLINE.findall(text) if words[name] < 2]


def needless(table):
    """Exceptions that are none."""
    everything = set().union(*(defined for defined, _ in table.values()))
    used = set().union(*(needed for _, needed in table.values()))
    return [f"{name} is listed as being for tests alone, and is not" for name in sorted(FOR_TESTS)
            if name not in everything or name in used]


def is_above(there, here):
    """Of the rooms of two files."""
    here, there = (os.path.relpath(os.path.dirname(path), "src") for path in (here, there))
    return here in ORDER and there in ORDER and ORDER.index(there) > ORDER.index(here)


def upward(table):
    home = {name: path for path, (defined, _) in table.items() for name in defined}
    wrong = []
    for path, (_, needed) in sorted(table.items()):
        wrong += [f"{path} uses {name} of {home[name]}, which is above it" for name in sorted(needed & set(home))
                  if is_above(home[name], path)]
    return wrong


def read_upward(build, paths):
    """As ninja heard from the compiler, by whatever way a header came in."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], stdout=subprocess.PIPE, check=True, text=True).stdout
    sources = {os.path.relpath(path, build): source for source, path in paths.items()}
    wrong, source, known = [], None, 0
    for line in listing.splitlines():
        if line and not line.startswith(" "):
            source = sources.get(line.split(": #deps")[0])
            known += source is not None
        elif line and source:
            read = os.path.relpath(os.path.normpath(os.path.join(build, line.strip())), ROOT)
            if is_above(read, source):
                wrong.append(f"{source} comes to read {read}, which is above it")
    if known < len(paths):
        wrong.append(f"ninja knows what {known} of {len(paths)} sources read")
    return wrong


def main():
    build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build"))
    paths = {source: path for source, path in objects(build) if os.path.exists(path)}
    by_path = symbols(list(paths.values()))
    table = {source: by_path[path] for source, path in paths.items()}
    found = [unused(table), unused_inline(), upward(table), read_upward(build, paths), needless(table)]
    if len(table) < 100:
        found.append([f"{build}: only {len(table)} object files are there"])
    for wrong in found:
        for line in wrong:
            print(line)
    failed = sum(bool(wrong) for wrong in found)
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
