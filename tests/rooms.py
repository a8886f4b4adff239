#!/usr/bin/env python3
"""The rooms of the sources, and who may know whom.

src/meson.build lists the rooms from the ground up. A file may include its own room and those below it, so that there is
no circle between rooms; docs/architecture.md shows the same rooms in the same order. Tests (`tests/` in a room) may
look up: they compare rooms with each other.
"""
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DIRECTIVE = re.compile(r"^\s*(?:#|%:|\?\?=)\s*(?:include|include_next|import)\b.*$", re.MULTILINE)
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)\s*(?://.*)?')
ENDINGS = (".c", ".h")
OTHERS = (".build", ".h.in", ".sh")  # what the build reads, and no compiler


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def rooms_of(root):
    """The order, as the build has it."""
    found = re.search(r"foreach room : \[(.*?)\]", read(root, "src/meson.build"), re.DOTALL)
    return re.findall(r"'([^']+)'", found.group(1)) if found else []


def files(root, room):
    folder = os.path.join(root, "src", room)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join("src", room, name) for name in names if os.path.isfile(os.path.join(folder, name))]


def sources(root, room):
    return [path for path in files(root, room) if path.endswith(ENDINGS)]


def strangers(root, room):
    """Files of a room that could be included and are not looked at."""
    return [path for path in files(root, room) if not path.endswith(ENDINGS + OTHERS)]


def room_of(path, rooms):
    """Where an included file lives; None: in no room."""
    folder = os.path.dirname(os.path.normpath(path))
    return folder if folder in rooms else None


def folders(root):
    """Every folder of src that has sources of its own. What is in `files/` is text to the build: it goes into the program."""
    found = []
    for folder, _, names in os.walk(os.path.join(root, "src")):
        path = os.path.relpath(folder, os.path.join(root, "src"))
        if not {"tests", "files"} & set(path.split(os.sep)) and any(name.endswith(ENDINGS) for name in names):
            found.append(path)
    return found


def includes(text):
    """What is included: with its name, whether that is in quotes; without one, an include that is written in another way."""
    text = re.sub(r"\\[ \t]*\n", " ", text)
    for line in DIRECTIVE.findall(COMMENT.sub(" ", text)):
        found = INCLUDE.fullmatch(line)
        yield (found.group(1) or found.group(2), found.group(1) is not None) if found else (line.strip(), None)


def complaints_of_room(root, room, rooms):
    """What is wrong with the includes of a room."""
    wrong = [f"{path} is neither a source nor a header" for path in strangers(root, room)]
    for path in sources(root, room):
        for included, is_quoted in includes(read(root, path)):
            other = room_of(included, rooms)
            if is_quoted is None:
                wrong.append(f"{path}: '{included}' hides what is included")
            elif not is_quoted and other is None:
                continue  # a library's
            elif re.fullmatch(r"\.\./\.\./include/[^/]+", included):
                continue  # what designs in C include, too
            elif other is None:
                wrong.append(f"{path} includes {included}, which is in no room")
            elif rooms.index(other) > rooms.index(room):
                wrong.append(f"{path} includes {included}: {other} is above {room}")
    return wrong


def complaints_of_list(root, rooms):
    wrong = [f"{room} is listed twice" for room in set(rooms) if rooms.count(room) > 1]
    wrong += [f"{room} is listed, and has no sources" for room in rooms if not sources(root, room)]
    return wrong + [f"src/{folder} is no room of src/meson.build" for folder in folders(root) if folder not in rooms]


def complaints_of_table(root, rooms):
    """A row for each room, from the ground up, with links that lead somewhere."""
    text = read(root, "docs/architecture.md")
    rows = re.findall(r"^\| `([a-z/]+)` \|(.*)$", text, re.MULTILINE)
    shown = [name for name, _ in rows]
    wrong = []
    if shown != rooms:
        wrong.append(f"docs/architecture.md has the rooms\n  {' '.join(shown)}\nand src/meson.build\n  {' '.join(rooms)}")
    for name, row in rows:
        for link in re.findall(r"\]\(\.\./(src/[^)]+)\)", row):
            if not os.path.exists(os.path.join(root, link)):
                wrong.append(f"docs/architecture.md: {name} begins at {link}, which is not there")
    return wrong


def complaints_of_picture(root, rooms):
    """The picture's layers, from the bottom to the top, are the rooms in their order, however each layer is sorted."""
    text = read(root, "docs/architecture.md")
    layers = {name: re.findall(r"([a-z/]+)/(?=\s|$)", bold)
              for name, bold in re.findall(r'^ *(\w+)\["<b>([^<]*)</b>', text, re.MULTILINE)}
    chain = re.search(r"^ *(\w+(?: --> \w+)+)$", text, re.MULTILINE)
    order = chain.group(1).split(" --> ")[::-1] if chain else []
    if sorted(order) != sorted(layers):
        return ["docs/architecture.md: the picture's arrows do not lead through all of its layers"]
    wrong, at = [], 0
    for name in order:
        part = rooms[at:at + len(layers[name])]
        at += len(part)
        if sorted(part) != sorted(layers[name]):
            wrong.append(f"docs/architecture.md: the picture's layer {name} has {' '.join(layers[name])}, "
                         f"and src/meson.build {' '.join(part)}")
    if not wrong and at != len(rooms):
        wrong.append(f"docs/architecture.md: the picture lacks {' '.join(rooms[at:])}")
    return wrong


def complaints(root):
    """By name: what is wrong. Every check is there, also if it finds nothing."""
    rooms = rooms_of(root)
    found = {"the list of rooms": complaints_of_list(root, rooms) if rooms else ["src/meson.build lists no rooms"],
             "the table of docs/architecture.md": complaints_of_table(root, rooms),
             "the picture of docs/architecture.md": complaints_of_picture(root, rooms)}
    found.update({f"includes of {room}": complaints_of_room(root, room, rooms) for room in rooms})
    return found


# ---- does it notice? ----

SMALL = {
    "src/meson.build": "foreach room : ['low', 'top/inner', 'top']\n",
    "src/low/a.h": "",
    "src/top/inner/b.h": '#include "low/a.h"\n#include <stdio.h>\n',
    "src/top/c.c": '#include "top/inner/b.h"\n#include "low/a.h"\n',
    "src/top/tests/t.c": '#include "anything.h"\n',
    "docs/architecture.md": '```\n    upper["<b>top/inner/ top/</b><br>x"]\n    lower["<b>low/</b>"]\n    upper --> lower\n```\n'
                            "| `low` | [a](../src/low/a.h) |\n| `top/inner` | |\n| `top` | |\n",
}
BROKEN = [
    ("includes of low", "src/low/a.h", '#include "top/c.h"\n'),
    ("includes of low", "src/low/a.h", '  #  include "top/inner/b.h"\n'),
    ("includes of top", "src/top/c.c", '#include "nowhere/x.h"\n'),
    ("includes of low", "src/low/a.h", "#include <top/c.h>\n"),
    ("includes of low", "src/low/a.h", '#include"top/c.h"\n'),
    ("includes of low", "src/low/a.h", '#include /* x */ "top/c.h"\n'),
    ("includes of low", "src/low/a.h", '/* x */ #include \\\n"top/c.h" /* y */\n'),
    ("includes of low", "src/low/a.h", '#define H "top/c.h"\n#include H\n'),
    ("includes of low", "src/low/a.h", '#include_next "low/a.h"\n'),
    ("includes of low", "src/low/a.h", '%:include "low/a.h"\n'),
    ("includes of low", "src/low/a.h", '#include "low/../top/c.h"\n'),
    ("includes of low", "src/low/a.h", '#include "../../include/../src/top/c.h"\n'),
    ("includes of low", "src/low/a.inc", '#include "top/c.h"\n'),
    ("the list of rooms", "src/other/d.c", ""),
    ("the list of rooms", "src/meson.build", "foreach room : ['low', 'top/inner', 'top', 'gone']\n"),
    ("the list of rooms", "src/meson.build", "foreach room : []\n"),
    ("the table of docs/architecture.md", "docs/architecture.md", SMALL["docs/architecture.md"].replace("`top`", "`gone`")),
    ("the table of docs/architecture.md", "docs/architecture.md", SMALL["docs/architecture.md"].replace("a.h", "gone.h")),
    ("the picture of docs/architecture.md", "docs/architecture.md", SMALL["docs/architecture.md"].replace("<b>low/", "<b>lo/")),
    ("the picture of docs/architecture.md", "docs/architecture.md",
     SMALL["docs/architecture.md"].replace("upper --> lower", "lower --> upper")),
]


def notices(changed=None, text=None):
    """What is wrong with a small project after a change."""
    with tempfile.TemporaryDirectory() as root:
        for path, content in {**SMALL, **({changed: text} if changed else {})}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(content)
        return [name for name, wrong in complaints(root).items() if wrong]


def main():
    results = complaints(ROOT)
    results["a project in order"] = notices()
    for number, (expected, path, text) in enumerate(BROKEN, 1):
        found = notices(path, text)
        results[f"broken project {number}"] = [] if expected in found else [f"{expected}: not noticed"]
    failed = 0
    for name, wrong in results.items():
        failed += bool(wrong)
        for line in wrong:
            print(f"{name}: {line}")
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
