#!/usr/bin/env python3
"""validate.py [--schema NAME] FILE...: each must be one JSON value that docs/schema/NAME.schema.json allows (result)."""
import functools
import json
import os
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@functools.cache
def validator(name):
    with open(os.path.join(ROOT, "docs/schema", name + ".schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.validators.validator_for(schema)(schema)


def validate(arguments):
    name, paths = (arguments[1], arguments[2:]) if arguments[:1] == ("--schema",) else ("result", arguments)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            problem = jsonschema.exceptions.best_match(validator(name).iter_errors(json.load(file)))
        if problem:
            raise problem


if __name__ == "__main__":
    validate(tuple(sys.argv[1:]))
