"""The machine-readable part of a model's header.

    // expect: holds                          verdict of the safety check (assertions, end states)
    // expect: violated assertion, index      ... and the kinds of violation there are
    // spin-states: 123                       states that Spin stores in the reference configuration
    // states: 125 (reason)                   states that rtcheck stores, where it differs for a good reason
    // options: -D N=3 --allow-code           options for every run
    // check: --acceptance --fair => holds    one more run, with its verdict (and kind)
    // spin: none (reason)                    Spin cannot say: the expectations are ours
    // spin-simulator: none (reason)          Spin's simulator does not do what its verifier does
"""
import re
import shlex


class Check:
    def __init__(self, options, verdict, kinds):
        self.options, self.verdict, self.kinds = options, verdict, kinds


class Expectation:
    def __init__(self, path):
        self.path = path
        self.verdict, self.kinds = None, []
        self.spin_states = self.states = None
        self.options, self.checks = [], []
        self.spin = self.spin_simulator = True
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                match = re.match(r"\s*(?://|/\*|\*)\s*(expect|spin-states|states|options|check|spin-simulator|spin):\s*(.*)$", line)
                if match:
                    self._add(match.group(1), match.group(2).replace("*/", "").strip())

    def _add(self, key, value):
        if key == "expect":
            self.verdict, self.kinds = _verdict(value)
        elif key == "spin-states":
            self.spin_states = int(value.split()[0])
        elif key == "states":
            self.states = int(value.split()[0])
        elif key == "options":
            self.options = shlex.split(value)
        elif key == "spin":
            self.spin = not value.startswith("none")
        elif key == "spin-simulator":
            self.spin_simulator = not value.startswith("none")
        else:
            options, _, result = value.partition("=>")
            verdict, kinds = _verdict(result.strip())
            self.checks.append(Check(shlex.split(options), verdict, kinds))

    @property
    def expected_states(self):
        return self.spin_states if self.states is None else self.states

    @property
    def defines(self):
        return [after for before, after in zip(self.options, self.options[1:]) if before == "-D"]


def _verdict(text):
    words = text.split(None, 1)
    if not words:
        return None, []
    kinds = [kind.strip() for kind in words[1].split(",")] if len(words) > 1 else []
    return words[0], sorted(kinds)
