#!/usr/bin/env python3
"""Text files as C strings: embed.py OUT.c NAME=FILE ..."""
import sys

with open(sys.argv[1], "w", encoding="utf-8") as out:
    for pair in sys.argv[2:]:
        name, path = pair.split("=", 1)
        with open(path, "rb") as file:
            data = file.read() + b"\0"
        rows = [", ".join(str(byte) for byte in data[i:i + 24]) for i in range(0, len(data), 24)]
        out.write(f"const char {name}[] = {{\n" + ",\n".join(rows) + "};\n")
