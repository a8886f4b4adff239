#!/usr/bin/env python3
"""Random Promela models: small, well-formed, finite, and full of the language's corners.

The same seed gives the same model. Every variable is kept small (assignments end in `% 3` or go to a bit), and divisors
are constants. Indices are in range by construction, but for a few models that are meant to go wrong there, in a process, a
claim or a formula.
One statement is on one line, indented by its depth, so that run.py --shrink can delete it.
"""
import argparse
import random
import re

# Names that the generated C has for things of its own, and that Spin takes, too.
ODD_NAMES = ["pad_2", "pad_4", "tracked_0", "v_g0", "moved", "tm", "sn", "tn", "fault", "offered", "wanted", "k",
             "count", "scratch", "asserted", "Now", "u8", "emit_step", "T_0", "P_0", "Q_0", "f0", "m0", "a0"]
# The same for what embedded C declares.
ODD_C_NAMES = ["marks", "u64", "index_of", "moves", "claim_function", "begin", "mine", "rt_now", "wanted", "location_marks"]


class Scope:
    """Names that a statement may use."""

    def __init__(self):
        self.bytes, self.bits = [], []
        self.labels, self.placed, self.used = [], [], set()  # labels to be placed, those placed, those jumped to


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rare = random.Random("rare %d" % seed)  # for what few models have: the others are not changed by it
        self.lines = []
        self.fresh = 0
        self.proctypes = []

    # ---- helpers ----

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def seldom(self, percent):
        return self.rare.randrange(100) < percent

    def name(self, prefix):
        self.fresh += 1
        return "%s%d" % (prefix, self.fresh)

    def emit(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- declarations ----

    def declare(self):
        r = self.random
        self.global_bytes = ["g%d" % i for i in range(r.randint(1, 3))]
        self.global_bits = ["f%d" % i for i in range(r.randint(0, 2))]
        self.arrays, self.records, self.buffered, self.wide, self.rendezvous, self.channel_arrays = [], [], [], [], [], []
        for name in self.global_bytes:
            kind, width = self.pick(["byte", "byte", "short", "int"]), ""
            if self.chance(12):
                kind, width = "unsigned", " : %d" % self.pick([2, 8, 9, 17, 24])
            self.emit(0, "%s %s%s%s;" % (kind, name, width, " = 1" if self.chance(20) else ""))
        for name in self.global_bits:
            self.emit(0, "%s %s;" % (self.pick(["bit", "bool"]), name))
        if self.chance(40):
            self.arrays.append("a")
            self.emit(0, "byte a[2]%s;" % self.pick(["", "", " = 1", " = { 1, 2 }"]))
        if self.chance(25):
            self.emit(0, "typedef rec { byte f%s; bit h[2] };" % self.pick(["", " = 1"]))
            self.records.append("r")
            self.emit(0, "rec r;")
        if self.chance(60):
            self.buffered.append("q")
            self.emit(0, "chan q = [%d] of { byte };" % r.randint(1, 2))
        if self.chance(35):
            self.wide.append("w")
            self.emit(0, "chan w = [%d] of { byte, bit };" % r.randint(1, 2))
        if self.chance(55):
            self.rendezvous.append("c")
            self.emit(0, "chan c = [0] of { byte };")
        if self.chance(20):
            self.channel_arrays.append("d")
            self.emit(0, "chan d[2] = [%d] of { byte };" % r.randint(0, 1))
        self.mtypes = self.chance(15)
        if self.mtypes:
            self.emit(0, "mtype = { red, green, blue };")
            self.emit(0, "mtype light%s;" % self.pick(["", " = green"]))
        self.handed = self.buffered and self.chance(12)
        if self.handed:
            self.emit(0, "chan handed = [1] of { %s };" % ("byte" if self.seldom(30) else "chan"))  # a byte, too, names a channel
        self.alias = self.buffered and self.seldom(8)
        if self.alias:
            self.emit(0, "chan alias = q;")
        self.uses_priority = not self.rendezvous and self.chance(14)
        self.inlines = []
        for i in range(r.randint(0, 2) if self.chance(20) else 0):
            self.declare_inline("step%d" % i)

    def declare_inline(self, name):
        """A name of its parameter may be one of a variable; one that was declared before may be called."""
        scope = Scope()
        parameter = self.pick(["at", "at", "x0"])
        scope.bytes.append(parameter)
        self.emit(0, "inline %s(%s) {" % (name, parameter))
        if self.chance(40):
            self.emit(1, "byte inner%s;" % self.pick(["", " = 1"]))
            scope.bytes.append("inner")
        self.emit(1, self.assignment(scope) + ";")
        if self.inlines and self.chance(50):
            self.emit(1, "%s(%s);" % (self.inlines[-1], parameter))
        self.emit(1, self.pick(["if :: %s :: else fi" % self.condition(scope), "d_step { %s; %s }" % (
            self.assignment(scope), self.assignment(scope)), "atomic { %s; %s }" % (self.condition(scope), self.assignment(scope)),
            self.assignment(scope)]))
        self.emit(0, "}")
        self.inlines.append(name)

    # ---- expressions ----

    def place(self, scope):
        """Something that can be assigned a number of 0..2."""
        options = list(self.global_bytes) + scope.bytes
        if self.arrays:
            options += ["a[0]", "a[1]", "a[%s %% 2]" % self.pick(self.global_bytes + scope.bytes)]
        if self.records:
            options += ["r.f"]
        return self.pick(options)

    def bit_place(self, scope):
        options = list(self.global_bits) + scope.bits
        if self.records:
            options += ["r.h[0]", "r.h[1]"]
        return self.pick(options) if options else None

    def value(self, scope, depth=0):
        kind = self.random.randrange(12)
        if self.uses_priority and self.chance(6):
            return "get_priority(%d)" % self.random.randint(0, 2)
        if kind < 4 or depth > 1:
            return str(self.random.randint(0, 2))
        if kind < 8:
            return self.place(scope)
        if kind == 8:
            return "(%s + %s)" % (self.value(scope, depth + 1), self.value(scope, depth + 1))
        if kind == 9:
            bit = self.bit_place(scope)
            return bit or "1"
        if kind == 10:
            some, other = self.place(scope), self.place(scope)
            return self.pick(["_pid", "_nr_pr % 3", "(%s - %s)" % (some, other), "(-%s)" % some, "(~%s)" % some,
                              "(%s ^ %s)" % (some, other), "(%s << 1)" % some, "(%s * 100 >> %s)" % (some, other),
                              "(%s / 2)" % some, "((%s - 2) %% 2)" % some])
        return "(%s -> %s : %s)" % (self.condition(scope, depth + 1), self.value(scope, 2), self.value(scope, 2))

    def condition(self, scope, depth=0, guard=False):
        kind = self.random.randrange(10)
        if kind < 6 or depth > 1:
            operator = self.pick(["==", "==", "!=", "<", ">=", "<=", ">"])
            return "(%s %s %s)" % (self.place(scope), operator, self.value(scope, 2))
        if kind == 6:
            return "(%s && %s)" % (self.condition(scope, depth + 1), self.condition(scope, depth + 1))
        if kind == 7 and not self.mtypes:
            return "(%s || %s)" % (self.condition(scope, depth + 1), self.condition(scope, depth + 1))
        buffers = self.buffered + self.wide
        if kind == 8 and buffers:
            forms = ["len(%s) == 1", "len(%s) < 1"]
            if guard:  # the grammar has these on top only
                forms += ["empty(%s)", "nempty(%s)", "full(%s)", "nfull(%s)"]
            return "(%s)" % self.pick(forms) % self.pick(buffers)
        if kind == 7 and self.mtypes:
            return "(light %s %s)" % (self.pick(["==", "!=", ">"]), self.pick(["red", "green", "blue"]))
        if kind == 9 and self.goes_wrong and self.rendezvous and self.chance(30):
            return "(c?[1])"  # nobody can look into a rendezvous channel
        if kind == 9 and self.buffered and self.chance(50):
            return "(%s)" % self.pick(["%s?[1]", "%s??[2]", "!%s?[0]"]) % self.pick(self.buffered)
        inner = self.condition(scope, depth + 1)
        return "(!%s)" % inner

    # ---- simple statements ----

    def assignment(self, scope):
        bit = self.bit_place(scope)
        if bit and self.chance(25):
            return "%s = %s" % (bit, self.pick(["1", "0", "1 - %s" % bit, self.condition(scope)]))
        place = self.place(scope)
        if self.mtypes and self.chance(15):
            return "light = %s" % self.pick(["red", "green", "blue"])
        if self.uses_priority and self.chance(15):
            return self.priority_change(scope)
        if self.chance(15):
            return "%s = (%s + 1) %% 3" % (place, place)
        if self.chance(50):
            return "%s = %d" % (place, self.random.randint(0, 2))
        return "%s = (%s) & 3" % (place, self.value(scope))

    def priority_change(self, scope):
        if self.goes_wrong and self.chance(30):
            return "set_priority(_pid, %s)" % self.place(scope)  # which may be 0
        return self.pick(["set_priority(_pid, %d)", "set_priority(0, %d)", "set_priority(1, %d)", "_priority = %d"]) % (
            self.random.randint(1, 3))

    def send(self, scope):
        options = []
        for q in self.buffered:
            options += ["%s!%s" % (q, self.small(scope)), "%s!!%s" % (q, self.small(scope))]
        for q in self.wide:
            options += ["%s!%s,%s" % (q, self.small(scope), self.pick(["0", "1"])), "%s!!%s(1)" % (q, self.small(scope))]
        for q in self.rendezvous:
            options += ["%s!%s" % (q, self.small(scope))] * 2
        for q in self.channel_arrays:
            options += ["%s[%s]!%s" % (q, self.pick(["0", "1", "_pid % 2"]), self.small(scope))]
        return self.pick(options) if options else None

    def small(self, scope):
        return self.pick(["0", "1", "2", "(%s) & 3" % self.value(scope)])

    def receive(self, scope):
        def field():
            return self.pick(["0", "1", "2", "_", self.place_plain(scope), self.place_plain(scope),
                              "eval(%s)" % self.place(scope)])
        options = []
        for q in self.buffered:
            options += ["%s?%s" % (q, field()), "%s??%s" % (q, field()), "%s?<%s>" % (q, field()), "%s?%s" % (q, field())]
        for q in self.wide:
            options += ["%s?%s,%s" % (q, field(), self.pick(["0", "1", "_"])), "%s??%s,1" % (q, field())]
        for q in self.rendezvous:
            options += ["%s?%s" % (q, field())] * 3
            if self.goes_wrong and self.seldom(10):
                return "%s?<%s>" % (q, field())  # nothing can be copied from there
        for q in self.channel_arrays:
            options += ["%s[%s]?%s" % (q, self.pick(["0", "1", "_pid % 2"]), field())]
        return self.pick(options) if options else None

    def place_plain(self, scope):
        return self.pick(self.global_bytes + scope.bytes)

    def simple(self, scope):
        kind = self.random.randrange(20)
        if self.goes_wrong and self.arrays and self.chance(8):
            return self.pick(["a[%s] = 1", "printf(\"%%d\", a[%s])", "assert(a[%s] < 4)"]) % self.place_plain(scope)
        if self.embeds and self.chance(25):
            return self.c_statement(scope)
        if kind == 0 and self.mtypes:
            return self.pick(['printm(light)', 'printf("%e", light)', "assert(light != blue || %s)" % self.condition(scope)])
        if kind == 1 and self.handed:
            if self.seldom(15):
                return "handed!1"
            return self.pick(["handed!q", "handed?own", "own = q", "own!1", "own?[1]", "handed?[q]", "handed?eval(q)"])
        if self.alias and self.seldom(15):
            return self.pick(["alias!1", "alias?_", "alias?%s" % self.place_plain(scope)])
        if kind < 9:
            return self.assignment(scope)
        if kind < 10:
            return self.condition(scope, guard=True)
        if kind < 14:
            return self.send(scope) or self.assignment(scope)
        if kind < 16:
            return self.receive(scope) or self.assignment(scope)
        if kind < 18:
            return "assert(%s || %s)" % (self.condition(scope), self.condition(scope))
        return self.pick(["skip", 'printf("x\\n")', self.assignment(scope), "true"])

    # ---- embedded C ----

    def declare_c(self):
        """Memory that is tracked, a variable in the state, one outside of it that is set before it is read, a function."""
        self.c_tracked, self.c_function, self.c_scratch = self.random.sample(ODD_C_NAMES, 3)
        self.emit(0, "c_decl { int %s; static int %s; static int %s(int k) { return (k + 1) %% 3; } }" % (
            self.c_tracked, self.c_scratch, self.c_function))
        self.emit(0, 'c_track "&%s" "sizeof(int)"' % self.c_tracked)
        self.emit(0, 'c_state "%s cs" "Global"%s' % (self.pick(["short", "int", "long"]), self.pick(["", ' "1"'])))

    def c_value(self, scope):
        place = self.pick(["now." + self.pick(self.global_bytes), "now.cs", self.c_tracked])
        return self.pick([place, "%s(%s)" % (self.c_function, place), "(%s & 3)" % place, str(self.random.randint(0, 2)),
                          "(now._nr_pr % 3)"])

    def c_condition(self, scope):
        return "c_expr { %s }" % self.pick(["%s == %s" % (self.c_value(scope), self.c_value(scope)), self.c_value(scope),
                                             "%s * 4294967296LL" % self.c_value(scope), "%s / 4.0" % self.c_value(scope),
                                             "%s > 0 && %s < 2" % (self.c_value(scope), self.c_value(scope))])

    def c_statement(self, scope):
        if self.chance(25):
            return self.c_condition(scope)
        place = self.pick(["now." + self.pick(self.global_bytes), "now.cs", self.c_tracked])
        if self.chance(30):
            return "c_code { %s = %s; if (%s > 0) %s = (%s) & 3; }" % (self.c_scratch, self.c_value(scope), self.c_scratch, place,
                                                                     self.c_scratch)
        return "c_code { %s = (%s) & 3; }" % (place, self.c_value(scope))

    # ---- compound statements; each writes its lines, the last without a semicolon handled by the caller ----

    def sequence(self, scope, depth, length, inside):
        """`inside`: a set of "loop", "atomic", "d_step", "unless", "covered" (an atomic in an unless)."""
        for i in range(length):
            self.statement(scope, depth, inside)

    def statement(self, scope, depth, inside):
        kind = self.random.randrange(100)
        deep = depth >= 4
        if "d_step" in inside:
            return self.deterministic(scope, depth)
        hidden = "atomic" in inside and scope.labels and scope.labels[-1].startswith("accept")  # there Spin may not see it
        if scope.labels and not hidden and self.chance(10) and self.lines[-1].endswith(";") and "::" not in self.lines[-1]:
            label = scope.labels.pop()
            self.emit(depth, label + ":")
            scope.placed.append(label)
            self.emit(depth, self.simple(scope) + ";")
            return
        if self.inlines and "unless" not in inside and self.chance(12):
            self.emit(depth, "%s(%s);" % (self.pick(self.inlines), self.place_plain(scope)))
        elif deep or kind < 40:
            self.emit(depth, self.simple(scope) + ";")
        elif kind < 50:
            self.impatient(scope, depth)
        elif kind < 62:
            self.choice(scope, depth, inside, "if", "fi")
        elif kind < 71:
            self.choice(scope, depth, inside | {"loop"}, "do", "od")
        elif kind < 80 and "atomic" not in inside:
            self.emit(depth, "atomic {")
            covered = {"covered"} if "unless" in inside else set()
            self.sequence(scope, depth + 1, self.random.randint(1, 3), inside | {"atomic"} | covered)
            self.emit(depth, "};")
        elif kind < 85:
            if self.lines[-1].strip() in ("od;", "fi;"):
                self.emit(depth, "skip;")  # Spin refuses a break or goto that lands on a d_step
            self.emit(depth, "d_step {")
            first = [self.condition(scope), self.assignment(scope)]
            if self.rendezvous and self.chance(50):
                first = ["%s?%s" % (self.pick(self.rendezvous), self.pick(["0", "1", "_", self.place_plain(scope)]))]
            self.emit(depth + 1, self.pick(first) + ";")
            self.sequence(scope, depth + 1, self.random.randint(1, 2), inside | {"d_step"})
            self.emit(depth, "};")
        elif kind < 90 and "covered" not in inside:  # there Spin's verifier and its simulator disagree
            atomic = {"atomic", "covered"} if "atomic" not in inside and self.seldom(20) else set()
            self.emit(depth, self.label_of_block(scope, inside) + ("atomic {" if atomic else "{"))
            self.sequence(scope, depth + 1, self.random.randint(1, 3), inside | {"unless"} | atomic)
            self.emit(depth, "} unless {")
            guard = self.receive(scope) if self.chance(25) else None
            self.emit(depth + 1, (guard or self.condition(scope)) + ";")
            self.sequence(scope, depth + 1, self.random.randint(0, 1), inside)
            self.emit(depth, "};")
        elif kind < 92:
            variable = self.pick(self.global_bytes + scope.bytes)
            if self.chance(60):
                self.emit(depth, "select (%s : %s .. %d);" % (variable, self.pick(["0", "0", "0", self.place(scope)]),
                                                               self.random.randint(1, 2)))
                return
            self.emit(depth, "for (%s %s) {" % (variable, self.pick(["in a"] if self.arrays else [": 0 .. 1", ": 1 .. 2", ": 2 .. 1",
                                                                                                   ": 0 .. _pid"])))
            self.sequence(scope, depth + 1, self.random.randint(1, 2), inside | {"loop"})
            self.emit(depth, "};")
            self.emit(depth, "skip;")  # as above
        elif kind < 94 and not inside:
            variable = self.name("l")
            self.emit(depth, "byte %s%s;" % (variable, self.pick(["", " = 1"])))
            if depth == 1:
                scope.bytes.append(variable)
        elif kind < 96 and scope.placed + scope.labels and "d_step" not in inside:
            label = self.pick(scope.placed + scope.labels)
            scope.used.add(label)
            self.emit(depth, "if")
            self.emit(depth, ":: %s -> goto %s" % (self.condition(scope), label))
            self.emit(depth, ":: %s" % self.pick(["skip", "else", self.condition(scope)]))
            self.emit(depth, "fi;")
        elif kind < 98 and self.runnable and "atomic" not in inside:
            self.emit(depth, "if")
            self.emit(depth, ":: _nr_pr < %d -> %srun %s(%s%s)%s" % (
                self.start_limit, "%s = " % self.place_plain(scope) if self.chance(20) else "", self.pick(self.runnable),
                self.value(scope, 2), self.passed, self.started_priority()))
            self.emit(depth, ":: %s" % self.pick(["skip", "else"]))
            self.emit(depth, "fi;")
        else:
            self.emit(depth, self.simple(scope) + ";")

    def label_of_block(self, scope, inside):
        """A label before a block with an escape is one of the whole. Not where an option begins, nor where Spin may not see it."""
        begins = "::" in self.lines[-1] or not self.lines[-1].endswith(";")
        if begins or not scope.labels or ("atomic" in inside and scope.labels[-1].startswith("accept")) or self.seldom(40):
            return ""
        scope.placed.append(scope.labels.pop())
        return scope.placed[-1] + ": "

    def started_priority(self):
        return " priority %d" % self.random.randint(1, 3) if self.uses_priority and self.chance(60) else ""

    def impatient(self, scope, depth):
        """A statement that may block, with a way around it."""
        self.emit(depth, "if")
        self.emit(depth, ":: %s" % (self.pick([self.receive(scope), self.send(scope)]) or self.condition(scope)))
        self.emit(depth, ":: %s" % self.pick(["skip", "else", "timeout"]))
        self.emit(depth, "fi;")

    def choice(self, scope, depth, inside, opening, closing):
        self.emit(depth, opening)
        count = self.random.randint(1, 3)
        for i in range(count):
            guard = self.pick([self.condition(scope, guard=True)] * 3 + [self.simple(scope)])
            if self.chance(4):
                guard = self.pick(["timeout", "timeout", "(timeout && %s)" % self.condition(scope, 1)])
            if self.chance(5) and "atomic" not in inside:
                self.emit(depth, ":: atomic {")
                self.emit(depth + 1, self.pick([self.condition(scope), self.receive(scope) or "skip"]) + ";")
                self.sequence(scope, depth + 1, self.random.randint(1, 2), inside | {"atomic"})
                self.emit(depth, "}")
                continue
            self.emit(depth, ":: " + guard + ";")
            self.sequence(scope, depth + 1, self.random.randint(0, 2), inside)
            if opening == "do" and self.chance(30):
                self.emit(depth + 1, "break;")
        if self.chance(35):
            block = self.rare.choice(["d_step", "atomic"]) if "atomic" not in inside and self.seldom(20) else ""
            self.emit(depth, ":: %s { else; %s };" % (block, self.assignment(scope)) if block else ":: else;")
            self.sequence(scope, depth + 1, self.random.randint(0, 1), inside)
            if opening == "do" and self.chance(80):
                self.emit(depth + 1, "break;")
        elif opening == "do" and self.chance(70):
            self.emit(depth, ":: %s -> break" % self.condition(scope))
        self.emit(depth, closing + ";")

    def deterministic(self, scope, depth):
        """A statement for a d_step: it never blocks and always ends."""
        if self.chance(75):
            self.emit(depth, self.assignment(scope) + ";")
            return
        self.emit(depth, "if")
        self.emit(depth, ":: %s -> %s" % (self.condition(scope), self.assignment(scope)))
        if self.chance(50):
            self.emit(depth, ":: %s -> %s" % (self.condition(scope), self.assignment(scope)))
        self.emit(depth, ":: else")
        self.emit(depth, "fi;")

    # ---- processes ----

    def body(self, scope, parameter):
        if parameter:
            scope.bytes.append("n")
        for i in range(self.random.randint(0, 2)):
            local = "x%d" % i
            scope.bytes.append(local)
            self.emit(1, "%s %s%s;" % (self.pick(["byte", "short"]), local, self.pick(["", " = 2"])))
        if self.chance(20):
            scope.bits.append("b")
            self.emit(1, "bit b;")
        if self.buffered and self.chance(5):
            self.emit(1, "%s %s;" % (self.pick(["xr", "xs"]), self.pick(self.buffered)))
        if self.handed:
            self.emit(1, "chan own;")
            if self.chance(85):
                self.emit(1, "own = q;")
        local_channel = self.chance(15)
        if local_channel:
            self.emit(1, "chan m = [1] of { byte };")
            self.buffered.append("m")
        if self.chance(60):
            self.loop(scope)
        else:
            self.sequence(scope, 1, self.random.randint(2, 5), set())
        for label in sorted(scope.used | set(scope.placed)):
            if label not in scope.placed:
                self.emit(0, label + ":")
                self.emit(1, "skip;")
        if local_channel:
            self.buffered.remove("m")
        self.emit(1, self.assignment(scope))

    def loop(self, scope):
        """Processes that go on for ever have the more interesting state spaces."""
        self.emit(1, "do")
        for i in range(self.random.randint(1, 3)):
            guard = self.pick([self.condition(scope), self.simple(scope), self.send(scope), self.receive(scope)])
            self.emit(1, ":: " + (guard or self.condition(scope)) + ";")
            self.sequence(scope, 2, self.random.randint(0, 3), {"loop"})
            if self.chance(15):
                self.emit(2, "break;")
        self.emit(1, "od;")
        self.emit(1, "skip;")

    def scope(self):
        scope = Scope()
        prefixes = ["L", "L", "end", "accept", "progress"]
        scope.labels = [self.name(self.pick(prefixes)) for i in range(self.random.randint(0, 2))]
        return scope

    def model(self):
        self.goes_wrong = self.chance(20)
        self.seen = []  # what a claim can see of a process: places and variables
        self.declare()
        self.embeds = self.chance(10)
        if self.embeds:
            self.declare_c()
        self.start_limit = self.random.randint(3, 4)
        self.runnable, self.passed = [], ""
        if self.chance(30):
            scope = self.scope()
            if self.chance(35):
                self.passed = ", g"
                scope.bytes.append("z.f")
                self.emit(0, "typedef par { byte f%s; bit h };" % self.pick(["", " = 1"]))
                self.emit(0, "par g;")
            self.emit(0, "proctype R(byte n%s) {" % ("; par z" if self.passed else ""))
            self.body(scope, True)
            self.emit(0, "}")
            self.runnable = ["R"]
        for i in range(self.random.randint(1, 3)):
            count = " [2]" if self.chance(20) else ""
            self.emit(0, "active%s proctype P%d()%s {" % (count, i, self.restrictions()))
            scope = self.scope()
            self.body(scope, False)
            self.emit(0, "}")
            if not count:
                self.seen += ["P%d@%s" % (i, label) for label in scope.placed]
                self.seen += ["P%d:%s == 2" % (i, name) for name in scope.bytes if re.match(r"x\d$", name)]
            self.proctypes.append("P%d" % i)
        if self.runnable:
            self.emit(0, "init {")
            atomic = self.chance(60)
            if atomic:
                self.emit(1, "atomic {")
            for i in range(self.random.randint(1, 2)):
                if self.passed and self.chance(50):
                    self.emit(2, "g.f = %d;" % (i + 1))
                self.emit(2, "run R(%d%s)%s;" % (i, self.passed, self.started_priority()))
            if atomic:
                self.emit(1, "};")
            self.emit(1, "skip")
            self.emit(0, "}")
        # With a claim, Spin counts the claim in _nr_pr, too; we count processes.
        if self.chance(45) and not any("_nr_pr" in line for line in self.lines):
            if self.chance(40):
                self.never()
            else:
                self.emit(0, "ltl p { %s }" % self.formula(0))
        if self.buffered and self.chance(8):
            self.trace()
        return self.renamed("\n".join(self.lines) + "\n")

    def restrictions(self):
        """`priority` and `provided`, in a few models; Spin has no priorities together with rendezvous."""
        text = ""
        if self.uses_priority:
            text += " priority %d" % self.random.randint(1, 3)
        if self.chance(6):
            text += " provided (%s)" % self.pick(["%s < 2" % self.pick(self.global_bytes), "%s != 1" % self.pick(self.global_bytes)] +
                                                 (["a[%s]" % self.pick(self.global_bytes)] if self.arrays and self.goes_wrong else []))
        return text

    def atom(self, in_claim=False):
        """What a claim looks at; in models that go wrong, perhaps an element that is not there."""
        place = self.pick(self.global_bytes)
        if self.arrays and self.goes_wrong and self.chance(50):
            return "(a[%s] %s %d)" % (place, self.pick(["==", "!="]), self.random.randint(0, 1))
        if self.chance(15):
            return "(%s - 2 %s 0)" % (place, self.pick(["<", ">"]))
        if self.seen and self.chance(20):
            return "(%s)" % self.pick(self.seen)
        if in_claim and self.chance(8):
            return self.pick(["(_last == 0)", "(_last != 1)", "(np_)", "(!np_)", "(enabled(0))", "(!enabled(1))"])
        return "(%s %s %d)" % (place, self.pick(["==", "!=", "<", ">"]), self.random.randint(0, 2))

    def never(self):
        self.emit(0, "never {")
        self.emit(1, "do")
        for i in range(self.random.randint(1, 2)):
            guard, check = self.atom(True), self.atom(True)
            self.emit(1, ":: " + self.pick(["atomic { %s -> assert(%s) }", "d_step { %s -> assert(%s) }",
                                             "%s -> assert(%s)", "atomic { %s -> %s -> break }", "%s -> %s -> break"])
                      % (guard, check))
        self.emit(1, ":: " + self.pick(["1", "1", "else", self.atom()]))
        self.emit(1, "od;")
        if self.chance(50):
            self.emit(0, "accept_all:")
        self.emit(1, self.pick(["skip", "do :: %s od" % self.atom()]))
        self.emit(0, "}")

    def trace(self):
        q = self.pick(self.buffered)
        watched = ["%s!_; %s!_; %s?_; %s!_"]
        text = "\n".join(self.lines)
        if "!!" not in text:  # there, and with ??, Spin looks at the message that is first or last
            watched += ["do :: %s!0 :: %s!1 :: %s!2; %s!_ od", "%s!_; %s!_; %s?_; %s!1"]
        if "??" not in text:
            watched.append("do :: %s?0; %s?_ :: %s?1 :: %s?2 od")
        self.emit(0, self.pick(["trace", "trace", "notrace"]) + " {")
        self.emit(1, self.pick(watched) % (q, q, q, q))
        self.emit(0, "}")

    def renamed(self, text):
        if not self.chance(15):
            return text
        names = self.global_bytes + self.global_bits
        for name, odd in zip(names, self.random.sample(ODD_NAMES, len(names))):
            text = re.sub(r"\b%s\b" % name, odd, text)
        return text

    def formula(self, depth):
        kind = self.random.randrange(8)
        if depth > 2 or (depth > 0 and kind < 2):
            return self.atom()
        left, right = self.formula(depth + 1), self.formula(depth + 1)
        return self.pick(["[] %s" % left, "<> %s" % left, "[] <> %s" % left, "<> [] %s" % left,
                          "(%s U %s)" % (left, right), "(%s && %s)" % (left, right), "(%s || %s)" % (left, right),
                          "[] (%s -> <> %s)" % (left, right), "! %s" % left])


def generate(seed):
    return Generator(seed).model()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    print(generate(parser.parse_args().seed), end="")


if __name__ == "__main__":
    main()
