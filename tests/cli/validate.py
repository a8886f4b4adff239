#!/usr/bin/env python3
"""validate.py [--schema NAME] FILE...: each must be one JSON value that docs/schema/NAME.schema.json allows (result)."""
import json
import os
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    name, paths = (sys.argv[2], sys.argv[3:]) if sys.argv[1:2] == ["--schema"] else ("result", sys.argv[1:])
    with open(os.path.join(ROOT, "docs/schema", name + ".schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        jsonschema.validate(value, schema)


if __name__ == "__main__":
    main()
