#!/usr/bin/env python3
"""validate.py FILE...: each must be one JSON value that docs/schema/result.schema.json allows."""
import json
import os
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    with open(os.path.join(ROOT, "docs/schema/result.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        jsonschema.validate(value, schema)


if __name__ == "__main__":
    main()
