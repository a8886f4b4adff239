"""Random OSEK applications: a configuration (OIL), code (C), and the same configuration for a native program.

Everything they compute is defined by the standard and by C: numbers are unsigned, loops are bounded, and what could go on
for ever uses up `fuel`. With `deterministic` there is one run; without, interrupts come from outside and inputs have
several values. With `pointers` memory is used in ways that Promela cannot say: blocks of the heap, also such as are taken again, pointers
in them, in bytes, halves, numbers and unions, and functions in tables of numbers, bytes of _Bools; with `rich`, there are structures that are copied, unions,
walking pointers, calls through pointers, inputs among members, counters that tick above interrupt routines, and, in some, _Bools that may be neither 0 nor 1,
blocks that may be used after they were freed, and pointers that others may find half copied. With `far`, the identifiers of some are what a conversion leaves of a constant, which the combination model cannot say."""
import random

HOOKS = ["StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"]  # in the order of the kernel's contexts


class Application:
    def __init__(self, seed, deterministic, pointers=False, rich=False, far=False):
        self.random = random.Random(f"{seed}/{deterministic}/{pointers}" + ("/rich" if rich else ""))
        self.rich = rich
        self.deterministic = deterministic
        self.pointers = pointers
        self.loops = 0
        pick = self.random
        self.tasks = []
        priorities = pick.sample(range(1, 9), 5)
        for number in range(pick.randint(2, 4)):
            extended = pick.random() < 0.35
            self.tasks.append({
                "name": f"t{number}", "priority": priorities[number] if number == 0 or pick.random() < 0.7 else pick.randint(1, 8),
                "schedule": pick.choice(["FULL", "FULL", "NON"]), "extended": extended,
                "activation": 1 if extended else pick.choice([1, 1, 2]), "autostart": number == 0, "resources": [],
            })
        self.resources = [f"r{n}" for n in range(pick.randint(0, 2))]
        for resource in self.resources:
            for task in pick.sample(self.tasks, pick.randint(1, len(self.tasks))):
                task["resources"].append(resource)
        self.resources = [r for r in self.resources if any(r in t["resources"] for t in self.tasks)]
        self.isrs = [f"i{n}" for n in range(pick.randint(0, 2 if deterministic else 1))]
        self.shared = {isr: [r for r in self.resources if pick.random() < 0.3] for isr in self.isrs}
        self.alarm = deterministic and pick.random() < 0.4
        self.two_alarms = not deterministic and random.Random(f"{seed}, alarms").random() < 0.35  # of a counter that ticks by itself
        # An ErrorHook that an alarm calls cannot be said in Promela.
        self.hooks = [hook for hook in HOOKS if pick.random() < 0.25 and not (hook == "ErrorHook" and (self.alarm or self.two_alarms))]
        self.fuel = pick.randint(3, 9)
        self.far = far and random.Random(f"{seed}, far").random() < 0.2
        self.blocks = rich and random.Random(f"{seed}, blocks").random() < 0.3
        self.splits = rich and random.Random(f"{seed}, splits").random() < 0.3
        self.masks = rich and random.Random(f"{seed}, masks").random() < 0.4
        self.truths = rich and random.Random(f"{seed}, truths").random() < 0.4
        self.code = self.make_code()

    # ---- code ----

    def expression(self, depth=2):
        pick = self.random
        if depth == 0 or pick.random() < 0.3:
            return pick.choice(["(g0 + 0u)", "(g1 + 0u)", "g2", "(g3 + 0u)", f"{pick.randint(0, 9)}u", "local"])
        operator = pick.choice(["+", "-", "*", "&", "|", "^", "+", "-"])
        return f"({self.expression(depth - 1)} {operator} {self.expression(depth - 1)})"

    def condition(self):
        return f"{self.expression(1)} {self.random.choice(['<', '<=', '==', '!=', '>'])} {self.expression(1)}"

    def assignment(self):
        pick = self.random
        target = pick.choice(["g0", "g1", "g2", "g3", "local"])
        if self.rich and pick.random() < 0.45:
            return self.rich_assignment(target)
        if self.pointers and pick.random() < 0.4:
            return self.pointer_assignment(target)
        if self.deterministic and pick.random() < 0.2:
            return f"array[{self.expression(1)} & 3u] += {self.expression(1)};"
        if self.deterministic and pick.random() < 0.15:
            return f"{target} = mix({self.expression(1)}, &g{pick.choice([0, 1]) if self.pointers else pick.choice([0, 3])});"
        if self.deterministic and pick.random() < 0.1:
            return f"spread({self.expression(1)}, &local, array);"
        return f"{target} = {self.expression()};"

    def rich_assignment(self, target):
        pick = self.random
        if self.blocks and pick.random() < 0.3:
            return self.block_assignment(target)
        if self.truths and pick.random() < 0.3:
            return self.truth_assignment(target)
        if self.splits and pick.random() < 0.3:
            return self.split_assignment(target)
        value = self.expression(1)
        return pick.choice([
            "s0 = s1;", "s1 = s0;", "{ struct pair kept = s0; s1 = kept; }", "*where = s1;", "where = &s0;", "where = &s1;",
            f"s0.{pick.choice('ab')} = (unsigned char)({value});", f"where->{pick.choice(['a', 'b', 'low'])} = {value} & 3u;",
            f"u0.word = (unsigned short)({value});", f"u0.bytes[{value} & 1u] = (unsigned char)({value});", f"u0.both.high = {value} & 7u;",
            f"for (unsigned char *w = u0.bytes; w != u0.bytes + 2; w++) {target} += *w;",
            f"{target} = table[{value} & 1u](&s0.{pick.choice('ab')});", f"{target} = table[1](u0.bytes + ({value} & 1u));",
            f"{target} += port.sensor;", f"{target} += port.fixed;", f"{target} = s1.a + s1.b + where->low;",
            "memcpy(&s1, &s0, sizeof s1);", "memset(u0.bytes, 1, 2);",
            f"s0 = row({value} & 1u);", f"row({value} & 1u);", f"rows[{value} & 1u];", f"rows[{value} & 1u] = s1;", f"rows[{value} & 1u].a += 1;",
        ])

    def pointer_assignment(self, target):
        pick = self.random
        value = self.expression(1)
        if pick.random() < 0.5:
            return self.split_assignment(target)
        return pick.choice([
            f"{{ unsigned char *p = &g3, *q, raw[sizeof p]; memcpy(raw, &p, sizeof p); memcpy(&q, raw, sizeof q); *q ^= (unsigned char)({value}); }}",
            f"held.pointer = &g{pick.choice([0, 3])}; *held.pointer += (unsigned char)({value});",
            f"if (!kept) kept = calloc(2, sizeof *kept); if (kept) kept[{value} & 1u] += {value};", f"if (kept) {target} += kept[{value} & 1u];",
            "free(kept); kept = 0;", "if (kept) kept = realloc(kept, 2 * sizeof *kept);", "for (unsigned n = 0; n < 9; n++) free(malloc(8));",
            f"{{ unsigned here = {value}, **cell = malloc(sizeof *cell); if (cell) {{ *cell = &here; **cell += 1u; {target} = here; free(cell); }} }}",
            f"if (nodes < 3) {{ struct node *new = malloc(sizeof *new); if (new) {{ new->next = top; new->value = {value}; top = new; nodes++; }} }}",
            f"if (top) {{ struct node *old = top; top = old->next; {target} += old->value; free(old); nodes--; }}",
            f"for (struct node *n = top; n; n = n->next) {target} += n->value;",
            f"flag = {value};", f"*(unsigned char *)&flag = (unsigned char)({value}) & 1u;", f"{target} += flag;", f"if (flag) {target} ^= {value};",
            f"{{ _Bool copy[2] = {{{value}}}; memcpy(copy + 1, &flag, 1); {target} = copy[0] + 2u * copy[1]; }}",
        ])

    def split_assignment(self, target):
        """Pointers that travel as something else, from one task to another."""
        pick = self.random
        value = self.expression(1)
        byte = f"(unsigned char)({value})"
        place = pick.choice(["&g0", "&g3", "other", "other + 1", "&inside.low", "inside.list + 1"])
        whole = "sizeof(unsigned char *)"
        forms = [
            f"{{ unsigned char *p = {place}; memcpy(split, &p, {whole}); }}",
            f"{{ unsigned char *p = {place}; unsigned n; for (n = 0; n < {whole}; n++) split[n] = ((unsigned char *)&p)[n]; }}",
            f"{{ unsigned char *p = {place}; memcpy(split, &p, {whole} / 2); memcpy(split + {whole} / 2, (char *)&p + {whole} / 2, {whole} / 2); }}",
            f"{{ unsigned char *p; memcpy(&p, split, {whole}); if (p) *p ^= {byte}; }}",
            f"{{ unsigned char *p = 0; unsigned n; for (n = 0; n < {whole}; n++) {{ unsigned char c = split[n]; ((unsigned char *)&p)[n] = c; }} if (p) {target} += *p; }}",
            f"memcpy(both.bytes, split, {whole});", f"if (both.pointer) *both.pointer += {byte};", f"both.pointer = {place};", f"memcpy(split, &both, {whole});",
            f"both.number = (uintptr_t)({place});", f"as_number = (uintptr_t)({place}) + 5; as_number -= 5;", "as_number = both.number;", "as_number ^= 85u; as_number ^= 85u;",
            f"if (as_number) {target} += *(unsigned char *)as_number;", "boxed = box(both.pointer);", f"boxed = box({place});", f"if (boxed.to) {target} += *boxed.to;",
            "{ struct boxed b = boxed; both.pointer = b.to; }", f"{target} += ((unsigned (*)(unsigned char *))calls[{value} & 1u])(&g0);",
            "{ uintptr_t c = calls[0]; calls[0] = calls[1]; calls[1] = c; }", "calls[0] = (uintptr_t)low_of;",
            f"{{ unsigned char *e = other + 3, *f; memcpy(&f, &e, {whole}); while (f != other) {target} += *--f; }}",
            f"{{ unsigned char here = {byte}, *p = &here; memcpy(split, &p, {whole}); {target} += *p; p = &g0; memcpy(split, &p, {whole}); }}",
        ]
        return pick.choice(forms)

    def block_assignment(self, target):
        """What may go wrong if another one does the same."""
        return self.random.choice([
            "if (!kept) { kept = malloc(1); if (kept) *kept = 1; }", "if (kept) { free(kept); kept = 0; }", "if (kept) *kept = 2;", f"if (kept) {target} += *kept;",
            "copy = kept;", f"if (copy) {target} += *copy;", "copy = 0;"])

    def truth_assignment(self, target):
        pick = self.random
        value = self.expression(1)
        return pick.choice([f"flag = {value};", f"*(unsigned char *)&flag = (unsigned char)({value}) & {pick.choice([1, 1, 1, 3])}u;", f"{target} += flag;",
                            f"if (flag) {target} ^= 1u;", "flag = port.sensor;"])

    def owner(self):
        extended = [task["name"] for task in self.tasks if task["extended"]]
        return self.random.choice(extended) if extended else None

    def service(self, who, may_wait):
        """A statement that calls a service, for a task (a dictionary) or an ISR (None)."""
        pick = self.random
        task = lambda: pick.choice(self.tasks)["name"]
        activated = lambda: f"(unsigned char)far_{task()}" if self.far else task()
        choices = [lambda: f"if (fuel) {{ fuel--; ActivateTask({activated()}); }}"] * 3
        if self.owner():
            choices.append(lambda: f"SetEvent({self.owner()}, {pick.choice(['e0', 'e1'])});")
        if who and who["extended"]:
            choices.append(lambda: f"ClearEvent({pick.choice(['e0', 'e1'])});")
            if may_wait:
                choices.append(lambda: f"WaitEvent({pick.choice(['e0', 'e1', 'e0 | e1'])});")
                choices.append(lambda: f"SetEvent({who['name']}, e0); WaitEvent({pick.choice(['e0', 'e0 | e1'])}); ClearEvent(e0);")
        if who and may_wait:
            choices.append(lambda: "Schedule();")
        if self.two_alarms:
            choices.append(lambda: f"SetRelAlarm({pick.choice('ab')}, {pick.randint(1, 3)}, 0);")
            choices.append(lambda: f"CancelAlarm({pick.choice('ab')});")
        if self.deterministic:
            choices.append(lambda: f"{{ TaskStateType s; GetTaskState({task()}, &s); g2 += s; }}")
            if self.owner():
                choices.append(lambda: f"{{ EventMaskType m = e0; GetEvent({self.owner()}, &m); if (m & e1) g2 += (unsigned)(m | e0); }}")
            if self.isrs and who:
                choices.append(lambda: f"if (fuel) {{ fuel--; rtcheck_interrupt({pick.choice(self.isrs)}); }}")
            if self.alarm:
                choices.append(lambda: f"SetRelAlarm(a, {pick.randint(1, 3)}, {pick.choice([0, 0, 2])});")
                choices.append(lambda: "if (fuel) { fuel--; IncrementCounter(c); }")
                choices.append(lambda: "CancelAlarm(a);")
        return pick.choice(choices)()

    def masked(self, pad):
        """Interrupts are kept out by services, or by the processor, which opens what services close."""
        pick = self.random
        begin, end = pick.choice([("SuspendAllInterrupts", "ResumeAllInterrupts"), ("SuspendOSInterrupts", "ResumeOSInterrupts"),
                                  ("DisableAllInterrupts", "EnableAllInterrupts"), ("__disable_irq", "__enable_irq")])
        middle = pick.choice([[], ["__enable_irq();"], ["__disable_irq();"], ["__disable_irq();", "__enable_irq();"], ["__disable_irq();", "restore_irq();"]])
        return "".join(f"{pad}{line}\n" for line in (f"{begin}();", self.assignment(), *middle, self.assignment(), f"{end}();"))

    def statement(self, who, depth, may_wait, indent):
        pick, pad = self.random, "    " * indent
        if self.masks and pick.random() < 0.15:
            return self.masked(pad)
        kind = pick.random()
        if depth and kind < 0.15:
            return (f"{pad}if ({self.condition()}) {{\n{self.block(who, depth - 1, may_wait, indent + 1)}{pad}}} else {{\n"
                    f"{self.block(who, depth - 1, may_wait, indent + 1)}{pad}}}\n")
        if depth and kind < 0.25:
            self.loops += 1
            name = f"k{self.loops}"
            return (f"{pad}{{ unsigned {name}; for ({name} = 0; {name} < {pick.randint(1, 3)}; {name}++) {{\n"
                    f"{self.block(who, depth - 1, may_wait, indent + 1)}{pad}}} }}\n")
        resources = who["resources"] if who else self.shared[self.routine]
        if depth and resources and kind < 0.4:
            resource = pick.choice(resources)
            return (f"{pad}GetResource({resource});\n{self.block(who, 0, False, indent)}{pad}ReleaseResource({resource});\n")
        if kind < 0.6:
            return pad + self.assignment() + "\n"
        if kind < 0.65 and not self.deterministic:
            return f"{pad}local = rtcheck_range(0, 2);\n"
        if kind < 0.7:
            shown = self.expression(1)
            return f'{pad}printf("%u", (unsigned)({shown}));\n' if self.deterministic else f"{pad}assert(({shown} & 15u) != {pick.randint(0, 15)});\n"
        return pad + self.service(who, may_wait) + "\n"

    def block(self, who, depth, may_wait, indent):
        return "".join(self.statement(who, depth, may_wait, indent) for _ in range(self.random.randint(1, 3)))

    def make_code(self):
        pick = self.random
        lines = ["#include <os.h>\n", "#include <assert.h>\n" if not self.deterministic else "#include <stdio.h>\n",
                 f"unsigned char g0 = {pick.randint(0, 255)};\nunsigned short g1;\nunsigned g2 = {pick.randint(0, 9)};\nunsigned char g3;\n",
                 f"unsigned fuel = {self.fuel};\n"]
        if self.far:
            lines += [f"const int far_{task['name']} = 256 + {task['name']};\n" for task in self.tasks]
        if self.rich:
            lines.append("#include <string.h>\nstruct pair { unsigned char a, b; unsigned low : 2; } s0 = {1, 2, 3}, s1, *where = &s0, rows[2];\n"
                         "static struct pair row(unsigned i) { return rows[i]; }\n"
                         "union { unsigned short word; unsigned char bytes[2]; struct { unsigned char low; unsigned high : 3; } both; } u0;\n"
                         "struct { volatile _Bool sensor; unsigned char fixed; } port = {0, 3};\n"
                         "static unsigned one(unsigned char *p) { return *p; }\nstatic unsigned two(unsigned char p[1]) { return p[0] += 1; }\n"
                         "static unsigned (*const table[2])(unsigned char *) = {one, two};\n")
        if self.masks:
            lines.append("void __disable_irq(void), __enable_irq(void), restore_irq(void);\n")
        if self.blocks:
            lines.append("#include <stdlib.h>\nunsigned char *kept, *copy;\n")
        if self.truths:
            lines.append("_Bool flag;\n")
        if self.splits or self.pointers:
            lines.append("#include <stdint.h>\n#include <string.h>\nunsigned char split[sizeof(unsigned char *)], other[3] = {1, 2, 3};\n"
                         "struct { unsigned char high, list[2], low; } inside; uintptr_t as_number;\n"
                         "union { unsigned char *pointer; uintptr_t number; unsigned char bytes[sizeof(unsigned char *)]; } both;\n"
                         "struct boxed { char tag; unsigned char *to; } boxed; static struct boxed box(unsigned char *to) { struct boxed b = {1, to}; return b; }\n"
                         "static unsigned low_of(unsigned char *p) { return *p & 15u; }\nstatic unsigned high_of(unsigned char *p) { return *p >> 4; }\n"
                         "uintptr_t calls[2] = {(uintptr_t)low_of, (uintptr_t)high_of};\n")
        if self.pointers:
            lines.append("#include <stdlib.h>\n#include <string.h>\nunsigned *kept; _Bool flag; union { unsigned char *pointer; unsigned char bytes[sizeof(void *)]; } held;\n"
                         "struct node { struct node *next; unsigned value; } *top; unsigned nodes;\n")
        if self.deterministic:
            lines.append("unsigned short array[4] = {1, 2, 3, 4};\n")
            lines.append("static unsigned mix(unsigned x, void *p) { *(unsigned char *)p ^= (unsigned char)x; return x * 3u + *(unsigned char *)p; }\n"
                         if self.pointers else
                         "static unsigned mix(unsigned x, unsigned char *p) { *p ^= (unsigned char)x; if (x < *p) return *p; return x * 3u + *p; }\n")
            lines.append("static void spread(unsigned x, unsigned *out, unsigned short *all)\n"
                         "{ unsigned i; for (i = 0; i < 4; i++) { all[i] += (unsigned short)x; *out += mix(x + i, &g3); } }\n")
        for task in self.tasks:
            lines.append(f"\nTASK({task['name']})\n{{\n    unsigned local = {pick.randint(0, 5)};\n{self.block(task, 2, True, 1)}")
            lines.append("    g3 ^= (unsigned char)local;\n")
            if pick.random() < 0.3:
                lines.append(f"    if (fuel) {{ fuel--; ChainTask({pick.choice(self.tasks)['name']}); }}\n")
            lines.append("    TerminateTask();\n}\n")
        for hook in self.hooks:
            with_status = hook in ("ErrorHook", "ShutdownHook")
            lines.append(f"\nvoid {hook}({'StatusType error' if with_status else 'void'})\n{{\n    unsigned local = {pick.randint(0, 5)};\n")
            if with_status:
                lines.append("    local += error;\n")
            if hook in ("PreTaskHook", "PostTaskHook") and pick.random() < 0.5:
                lines.append("    { TaskType running; GetTaskID(&running); local ^= running; }\n")
            lines += [f"    {self.assignment()}\n" for _ in range(pick.randint(1, 2))]
            if self.deterministic:
                lines.append(f'    printf("%u", (unsigned)({self.expression(1)}));\n')
            lines.append("}\n")
        for isr in self.isrs:
            self.routine = isr
            lines.append(f"\nISR({isr})\n{{\n    unsigned local = 1;\n{self.block(None, 1, False, 1)}    g3 ^= (unsigned char)local;\n}}\n")
        return "".join(lines)

    # ---- properties ----

    def atom(self):
        pick = self.random
        kind = pick.random()
        if kind < 0.5:
            return f"{pick.choice(['g0', 'g1', 'g2', 'g3', 'fuel'])} {pick.choice(['<', '==', '!=', '>='])} {pick.randint(0, 9)}"
        if kind < 0.9 or self.hooks:
            return f"{pick.choice(['running', 'ready', 'waiting', 'suspended'])}({pick.choice(self.tasks)['name']})"
        return "idle"

    def formula(self):
        """A formula over time; None if the application has hooks whose order Promela does not say."""
        if set(self.hooks) & {"StartupHook", "PreTaskHook", "PostTaskHook"}:
            return None
        a, b, c = self.atom(), self.atom(), self.atom()
        return self.random.choice([f"[] ({a})", f"<> ({a})", f"[] ({a} -> <> ({b}))", f"[] <> ({a})", f"<> [] ({a})", f"({a}) U ({b})",
                                   f"({a}) W ({b})", f"[] ({a} -> (({b}) U ({c})))", f"({a}) -> <> ({b} && !({c}))"])

    # ---- configuration ----

    def oil(self):
        hooks = "".join(f" {hook.upper()} = TRUE;" for hook in self.hooks)
        out = [f"CPU random {{\n  OS os {{ STATUS = EXTENDED;{hooks} }};\n  APPMODE OSDEFAULTAPPMODE;\n"]
        for task in self.tasks:
            uses = "".join(f" RESOURCE = {resource};" for resource in task["resources"])
            uses += " EVENT = e0; EVENT = e1;" if task["extended"] else ""
            out.append(f"  TASK {task['name']} {{ PRIORITY = {task['priority']}; SCHEDULE = {task['schedule']}; ACTIVATION = "
                       f"{task['activation']}; AUTOSTART = {str(task['autostart']).upper()};{uses} }};\n")
        out += [f"  RESOURCE {resource} {{ RESOURCEPROPERTY = STANDARD; }};\n" for resource in self.resources]
        if self.owner():
            out.append("  EVENT e0 { MASK = 1; };\n  EVENT e1 { MASK = 2; };\n")
        for number, isr in enumerate(self.isrs):
            uses = "".join(f" RESOURCE = {resource};" for resource in self.shared[isr])
            out.append(f"  ISR {isr} {{ CATEGORY = 2; PRIORITY = {number + 1};{uses} }};\n")
        if self.alarm:
            out.append("  COUNTER c { MAXALLOWEDVALUE = 20; TICKSPERBASE = 1; MINCYCLE = 1; };\n  ALARM a { COUNTER = c; ACTION = "
                       "ACTIVATETASK { TASK = t1; }; AUTOSTART = FALSE; };\n")
        if self.two_alarms:
            out.append("  COUNTER c { MAXALLOWEDVALUE = 20; TICKSPERBASE = 1; MINCYCLE = 1; };\n  ALARM a { COUNTER = c; ACTION = "
                       "ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 2; CYCLETIME = 0; APPMODE = OSDEFAULTAPPMODE; }; };\n"
                       "  ALARM b { COUNTER = c; ACTION = ACTIVATETASK { TASK = t0; }; AUTOSTART = FALSE; };\n")
        return "".join(out) + "};\n"

    def native_names(self):
        enums = [f"enum {{ {', '.join(task['name'] for task in self.tasks)} }};"]
        for names in (self.resources, self.isrs):
            if names:
                enums.append(f"enum {{ {', '.join(names)} }};")
        return "\n".join(enums + ["enum { a }; enum { c };" if self.alarm else "", "enum { e0 = 1, e1 = 2 };"]) + "\n"

    def native_config(self):
        highest = max(task["priority"] for task in self.tasks)
        ceiling = lambda r: max([task["priority"] for task in self.tasks if r in task["resources"]] +
                                [highest + 1 + n for n, isr in enumerate(self.isrs) if r in self.shared[isr]])
        bits = lambda used: sum(1 << number for number, r in enumerate(self.resources) if r in used)
        rows = lambda items: ",\n    ".join(items) or "{0}"
        tasks = [f'{{.name = "{t["name"]}", .priority = {t["priority"]}, .activation = {t["activation"]}, .preemptable = '
                 f'{int(t["schedule"] == "FULL")}, .extended = {int(t["extended"])}, .events = {3 if t["extended"] else 0}, '
                 f'.resources = {bits(t["resources"])}, .autostart = {int(t["autostart"])}}}' for t in self.tasks]
        isrs = [f'{{.name = "{isr}", .category = 2, .level = {highest + 1 + n}, .resources = {bits(self.shared[isr])}}}' for n, isr in enumerate(self.isrs)]
        resources = [f'{{.name = "{r}", .ceiling = {ceiling(r)}, .root = {n}}}' for n, r in enumerate(self.resources)]
        code = [f"task_{task['name']}" for task in self.tasks] + [f"isr_{isr}" for isr in self.isrs]
        code += [f"call_{hook}" if hook in self.hooks else "0" for hook in HOOKS]
        flags = {"StartupHook": "startup_hook", "ShutdownHook": "shutdown_hook", "ErrorHook": "error_hook", "PreTaskHook": "pre_task_hook",
                 "PostTaskHook": "post_task_hook"}
        calls = []
        for hook in self.hooks:
            with_status = hook in ("ErrorHook", "ShutdownHook")
            calls.append(f"void {hook}({'uint8_t error' if with_status else 'void'});\n"
                         f"static void call_{hook}(void) {{ {hook}({'native_hook_argument()' if with_status else ''}); }}\n")
        return (
            '#include "runtime.h"\n' + "".join(f"void {name}(void);\n" for name in code if name[0] in "ti") + "".join(calls) +
            f"static const struct osek_task tasks[] = {{\n    {rows(tasks)}}};\n"
            f"static const struct osek_isr isrs[] = {{\n    {rows(isrs)}}};\n"
            f"static const struct osek_resource resources[] = {{\n    {rows(resources)}}};\n"
            'static const struct osek_counter counters[] = {{.name = "c", .max = 20, .ticks_per_base = 1, .min_cycle = 1}};\n'
            'static const struct osek_alarm alarms[] = {{.name = "a", .counter = 0, .action = OSEK_ACTIVATE, .task = 1}};\n'
            "struct osek_config native_config = {.extended_status = true, " + "".join(f".{flags[hook]} = true, " for hook in self.hooks) +
            ".tasks = tasks, .isrs = isrs, .resources = resources, "
            ".counters = counters, .alarms = alarms,\n"
            f"    .task_count = {len(self.tasks)}, .isr_count = {len(self.isrs)}, .resource_count = {len(self.resources)}, "
            f".counter_count = {int(self.alarm)}, .alarm_count = {int(self.alarm)}, .highest_priority = {highest}}};\n"
            f"void (*const native_code[])(void) = {{{', '.join(code)}}};\n"
            'const char *const native_event_names[64] = {"e0", "e1"};\n')
