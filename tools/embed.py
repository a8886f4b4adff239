#!/usr/bin/env python3
"""Text files as C strings.

embed.py OUT.c NAME=FILE ...                        const char NAME[], for each of them
embed.py OUT.c --table HEADER DECLARATION FILE ... [--in FOLDER FILE ...]
    the array of {name, text} that HEADER declares, its end a name that is NULL; files after --in are FOLDER/NAME there
"""
import os
import sys


def string(path):
    with open(path, "rb") as file:
        data = file.read() + b"\0"
    return ",\n".join(", ".join(str(byte) for byte in data[i:i + 24]) for i in range(0, len(data), 24))


def table(out, header, declaration, words):
    out.write(f'#include "{header}"\n')
    rows, folder = [], ""
    words = iter(words)
    for word in words:
        if word == "--in":
            folder = next(words)
            continue
        text = f"text_{len(rows)}"
        out.write(f"static const char {text}[] = {{\n{string(word)}}};\n")
        rows.append(f'{{"{os.path.join(folder, os.path.basename(word))}", {text}}}')
    out.write(f"{declaration} = {{{', '.join(rows + ['{0, 0}'])}}};\n")


with open(sys.argv[1], "w", encoding="utf-8") as out:
    words = sys.argv[2:]
    if words[0] == "--table":
        table(out, words[1], words[2], words[3:])
    else:
        for name, path in (word.split("=", 1) for word in words):
            out.write(f"const char {name}[] = {{\n{string(path)}}};\n")
