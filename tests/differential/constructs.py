"""What the random models are made of: how many of them have each construct, and in how many Spin's verifier came to it.

A construct is met where Spin does not list its line as unreached; a block, a choice or a loop where it came to the line after its
opening. What is declared is met with the model, what stands in a claim when the claim was checked.
"""
import collections
import re

CONSTRUCTS = [
    ("byte, short, int", r"^\s*(byte|short|int) \w"), ("bit, bool", r"^\s*(bit|bool) \w"), ("unsigned", r"^unsigned "),
    ("array", r"^byte a\["), ("initial list", r"= \{ 1, 2 \}"), ("typedef", r"^typedef "), ("mtype", r"^mtype "),
    ("odd names", r"\b(pad_\d|tracked_0|emit_step|T_0|P_0|Q_0|fault|moved|offered|wanted|scratch|Now|u8)\b"),
    ("channel, buffered", r"^chan \w+ = \[[12]\]"), ("channel, rendezvous", r"^chan c = \[0\]"),
    ("channel array", r"^chan d\["), ("channel, local", r"^\s+chan m ="), ("channel of channels", r"of \{ chan \}"),
    ("second name of a channel", r"\balias[!?]"),
    ("inline", r"^inline "), ("call of an inline", r"^\s+step\d\("), ("proctype with parameters", r"^proctype R"),
    ("structure as a parameter", r"^proctype R.*par z"),
    ("active [2]", r"active \[2\]"), ("priority", r"proctype.* priority \d"), ("provided", r" provided \("),
    ("init", r"^init "), ("never claim", r"^never "), ("ltl formula", r"^ltl "), ("trace", r"^trace "), ("notrace", r"^notrace "),
    ("xr, xs", r"^\s*x[rs] "), ("embedded C: c_decl, c_track, c_state", r"^c_decl "), ("c_code", r"^\s.*c_code"), ("c_expr", r"^\s.*c_expr"),
    ("assignment", r"^\s+[\w.\[\]]+ = "), ("condition", r"^\s+(:: )?\(.*\);"), ("send", r"\w!\w|\w!\("), ("sorted send", r"!!"),
    ("receive", r"\w\?[\w(]"), ("random receive", r"\?\?[\w(]"), ("receive of a copy", r"\?<"), ("poll", r"\?\[|\?\?\["),
    ("eval", r"eval\("), ("len", r"len\("), ("full, empty", r"\bn?(full|empty)\("), ("assert", r"assert\("),
    ("printf, printm", r"printf|printm"), ("conditional expression", r"->.*:"), ("_pid, _nr_pr", r"_pid|_nr_pr"),
    ("get_priority", r"get_priority"), ("set_priority, _priority", r"set_priority|_priority ="),
    ("if", r"^\s*if$"), ("do", r"^\s*do$"), ("break", r"\bbreak"), ("else", r":: else"), ("else in a block", r"\{ else;"), ("timeout", r"timeout"),
    ("atomic", r"atomic \{"), ("d_step", r"d_step \{"), ("d_step that begins with a rendezvous", r"d_step \{\n\s*c\?"), ("unless", r"\} unless \{"),
    ("label of an unless", r"^\s+\w+: (atomic )?\{$"),
    ("for", r"^\s+for \("), ("for over an array", r"\(\w+ in a\)"), ("select", r"^\s+select \("), ("goto", r"goto "),
    ("end label", r"^\s*end\d*:"), ("accept label", r"^\s*accept\w*:"), ("progress label", r"^\s*progress\w*:"), ("run", r"\brun "),
    ("run with a priority", r"run .* priority"), ("remote reference", r"P\d[@:]"), ("_last, np_, enabled", r"_last|np_|enabled\("),
    ("fault in a claim", r"^(ltl|never)(.|\n)*\ba\[[a-zA-Z]"), ("index that may be out of range", r"\ba\[\w*[a-zA-Z]\w*\]"),
]
PATTERNS = [(name, re.compile(pattern, re.M)) for name, pattern in CONSTRUCTS]
OPENING = re.compile(r"(\{|\bdo|\bif)\s*$")


def unreached(output):
    """The lines of processes that Spin's verifier did not come to."""
    parts = re.findall(r"^unreached in (?:proctype|init).*\n((?:\t.*\n)*)", output, re.M)
    return {int(line) for part in parts for line in re.findall(r"^\t\S*?:(\d+), state \d+, ", part, re.M)}


def claims(text):
    """The numbers of the lines in claims."""
    places = re.finditer(r"^(ltl .*|never \{\n(.*\n)*?\})$", text, re.M)
    return {line for place in places for line in range(text.count("\n", 0, place.start()) + 1, text.count("\n", 0, place.end()) + 2)}


class Census:
    def __init__(self):
        self.made, self.met = collections.Counter(), collections.Counter()

    def add(self, text, output, claimed):
        """A model, what Spin's verifier said of it (None: nothing), and whether its claim was checked."""
        missed, lines = unreached(output or "") | (set() if claimed else claims(text)), text.split("\n")
        for name, pattern in PATTERNS:
            places = [text.count("\n", 0, match.start()) for match in pattern.finditer(text)]
            self.made[name] += bool(places)
            self.met[name] += output is not None and any(self.reached(lines, missed, at) for at in places)

    @staticmethod
    def reached(lines, missed, at):
        while at + 1 < len(lines) and (OPENING.search(lines[at]) or lines[at].endswith(":")):
            at += 1
        return at + 1 not in missed

    def never_met(self):
        return [name for name, _ in CONSTRUCTS if not self.met[name]]

    def __str__(self):
        width = max(len(name) for name, _ in CONSTRUCTS)
        rows = ["%-*s  models   met in" % (width, "construct")]
        return "\n".join(rows + ["%-*s  %6d  %7d" % (width, name, self.made[name], self.met[name]) for name, _ in CONSTRUCTS])
