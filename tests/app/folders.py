#!/usr/bin/env python3
"""Random projects over folders: `folders.py RTCHECK [--count N] [--seed S] [--keep FOLDER]`.

A project is an application with a task that looks at a number, and a driver somewhere that changes it, or does not: an
interrupt routine, main(), a hook, code for a weak function, ... gets there through functions of other sources, tables,
structures, headers, macros. Around it lies what is no part of it: other applications, tests, copies, kernels, twins of
its functions. So the truth is known: the sources that belong to it, named on the command line, say what it is.
`rtcheck app FOLDER` must say the same, or say `unknown`, or name a source (header, macro) in which both differ with the
verdict. A number that is changed must not hold without a word. From inside (`.`) and by its name the folder is the same.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

FOLDERS = ["", "src/", "drivers/", "lib/x/", "src/drv/", "bsp/board/", "app/", "code/tasks/"]
UNREADABLE = ("assembly", "cpp", "constructor", "init array")  # told, not taken
STAGES = ["direct", "header", "block", "table", "structure", "argument", "registered", "weak", "included", "macro", "pasted", "inline", "linked", "twin",
          "returned", "pragma weak"]
REACHES = ["variable", "block", "pointer", "function", "inline", "macro", "pasted", "getter", "member", "array", "service"]
BEGINNINGS = ["task", "named", "systick", "avr", "dspic", "configured", "handler attribute", "attribute", "spaced attribute", "isr attribute", "word", "pragma", "vectors", "own vectors",
              "section", "constructor", "init array", "main", "main through", "startup", "error", "callback", "registered", "weak", "nxt timer", "nxt start", "uncalled", "assembly", "cpp",
              "list of hooks", "start code", "wrapped", "run by pragma", "psoc"]
ATTRIBUTES = ["isr", 'interrupt("IRQ")', "fast_interrupt"]
AROUND = ["application", "copy", "beside", "test", "test of source", "mock", "kernel", "twin", "unused", "switched off", "header", "link", "comment", "program", "renamed", "boards", "missing header", "vectors", "lender"]


class Project:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.files, self.links, self.belongs, self.around = {}, {}, [], []
        self.part_folders = []
        self.defines, self.objects, self.os, self.functions = [], "", "", {}
        self.calls_of_task = self.more_of_tasks = ""
        self.home = self.pick.choice(["", "", "cfg/", "etc/", "app/"])
        self.headers = self.pick.choice(["include/", "", "src/", "inc/hw/"])
        self.planted = self.pick.random() < 0.7
        self.value = int(self.planted)
        self.build = self.pick.choice(["none", "none", "none", "database", "makefile"])
        self.make_driver()
        self.make_tasks()
        if self.pick.random() < 0.3:
            self.hide_behind_macro()
        for kind in self.pick.sample(AROUND, self.pick.randint(0, 3)):
            self.around.append(kind)
            getattr(self, "add_" + kind.replace(" ", "_"))()
        self.write_build()

    def folder(self):
        return self.pick.choice(FOLDERS)

    def add(self, path, text):
        """A source of the application."""
        while path in self.files:
            path = path[:-2] + "_.c"
        self.files[path] = text
        self.belongs.append(path)
        return path

    def function(self, name, declarations, body):
        """In a source of its own, which others may resemble."""
        path = self.add(self.folder() + name + ".c", f"{declarations}void {name}(void) {{ {body} }}\n")
        self.functions[name] = path

    # ---- how code gets at the number: declarations, and a statement ----

    def reach(self, kind):
        value, header = self.value, '#include "number.h"\n'
        self.files[self.headers + "number.h"] = (
            "#ifndef NUMBER_H\n#define NUMBER_H\nextern int number;\nstruct state { int first; int second; };\nextern struct state state;\n"
            "extern int numbers[3];\nvoid set_number(int value);\nint *place_of_number(void);\n#define CHANGE(value) (number = (value))\n"
            "#define VARIABLE_OF(part) num##part\nstatic inline void change_inline(int value) { number = value; }\n#endif\n")
        return {
            "variable": ("extern int number;\n", f"number = {value};"),
            "block": ("", f"extern int number; number = {value};"),
            "pointer": ("extern int number;\nstatic int *const place = &number;\n", f"*place = {value};"),
            "function": ("void set_number(int value);\n", f"set_number({value});"),
            "inline": (header, f"change_inline({value});"),
            "macro": (header, f"CHANGE({value});"),
            "pasted": (header, f"VARIABLE_OF(ber) = {value};"),
            "getter": ("int *place_of_number(void);\n", f"*place_of_number() = {value};"),
            "member": (header, f"state.second = {value};"),
            "array": ("extern int numbers[3];\n", f"numbers[1] = {value};"),
            "service": ('#include "os.h"\n', "ActivateTask(other);"),
        }[kind]

    # ---- how code gets at a function of another source ----

    def stage(self, kind, name, inner):
        """Who does what this says gets to `inner`."""
        pick, declaration = self.pick, f"void {name}(void);\n"
        if kind == "inline":
            self.files[f"{self.headers}{name}.h"] = f"{inner[0]}static inline void {name}(void) {{ {inner[1]} }}\n"
            return f'#include "{name}.h"\n', f"{name}();"
        if kind == "included":
            part = self.folder() + name + pick.choice(["_part.c", ".inc", ".def"])
            self.files[part] = f"{inner[0]}void {name}(void) {{ {inner[1]} }}\n"
            beside = os.path.dirname(part) + "/" * ("/" in part)
            where = self.folder() if part.endswith((".inc", ".def")) else beside
            self.part_folders.append(os.path.dirname(part) or ".")
            self.add(where + name + "_all.c", f'#include "{os.path.basename(part)}"\n')
            return declaration, f"{name}();"
        if kind == "linked":
            self.links[f"{self.folder()}{name}.c"] = f"{inner[0]}void {name}(void) {{ {inner[1]} }}\n"
            return declaration, f"{name}();"
        if kind in ("weak", "pragma weak"):
            self.function(name, *inner)
            if kind == "weak":
                return f"__attribute__((weak)) void {name}(void) {{ }}\n", f"{name}();"
            return f"#pragma weak {name}\nvoid {name}(void) {{ }}\n", f"{name}();"
        self.function(name, *inner)
        if kind == "header":
            self.files[f"{self.headers}{name}.h"] = declaration
            return f'#include "{name}.h"\n', f"{name}();"
        if kind == "block":
            return "", f"extern void {name}(void); {name}();"
        if kind == "table":
            self.add(f"{self.folder()}table_{name}.c", f"{declaration}void (*const table_{name}[])(void) = {{ 0, {name} }};\n")
            return f"extern void (*const table_{name}[])(void);\n", f"table_{name}[1]();"
        if kind == "structure":
            self.files[f"{self.headers}driver_{name}.h"] = f"struct driver_{name} {{ int kind; void (*go)(void); }};\nextern const struct driver_{name} driver_{name};\n"
            self.add(f"{self.folder()}driver_{name}.c", f'#include "driver_{name}.h"\n{declaration}const struct driver_{name} driver_{name} = {{ .go = {name} }};\n')
            return f'#include "driver_{name}.h"\n', f"driver_{name}.go();"
        if kind == "argument":
            self.add(f"{self.folder()}call_{name}.c", f"void call_{name}(void (*what)(void)) {{ what(); }}\n")
            return f"{declaration}void call_{name}(void (*what)(void));\n", f"call_{name}({name});"
        if kind == "registered":
            self.add(f"{self.folder()}keep_{name}.c", f"static void (*kept)(void);\nvoid keep_{name}(void (*what)(void)) {{ kept = what; }}\nvoid run_{name}(void) {{ if (kept) kept(); }}\n")
            return f"{declaration}void keep_{name}(void (*what)(void));\nvoid run_{name}(void);\n", f"keep_{name}({name}); run_{name}();"
        if kind == "returned":
            self.add(f"{self.folder()}find_{name}.c", f"{declaration}typedef void (*action)(void);\naction find_{name}(void) {{ return {name}; }}\n")
            return f"typedef void (*action_{name})(void);\naction_{name} find_{name}(void);\n", f"find_{name}()();"
        if kind == "macro":
            self.files[f"{self.headers}{name}.h"] = f"{declaration}#define START_{name.upper()}() {name}()\n"
            return f'#include "{name}.h"\n', f"START_{name.upper()}();"
        if kind == "pasted":
            return f"{declaration}#define CALL_{name}(a, b) a##b()\n", f"CALL_{name}({name[:2]}, {name[2:]});"
        if kind == "twin":
            self.add(f"{self.folder()}twin_{name}.c", f"static void {name}(void) {{ }}\nvoid begin_{name}(void) {{ {name}(); }}\n")
            return f"{declaration}void begin_{name}(void);\n", f"begin_{name}(); {name}();"
        return declaration, f"{name}();"

    # ---- who begins ----

    def make_driver(self):
        self.reached = self.pick.choice(REACHES)
        self.stages = [self.pick.choice(STAGES) for _ in range(self.pick.randint(0, 3))]
        self.beginning = self.pick.choice(BEGINNINGS)
        inner = self.reach(self.reached)
        for number, kind in enumerate(self.stages):
            inner = self.stage(kind, self.pick.choice(["uart", "step", "board", "ctrl"]) + f"_{number}", inner)
        self.begin(self.beginning, inner)

    def begin(self, kind, inner):
        declarations, body = inner
        where, pick = self.folder(), self.pick
        self.begun = name = pick.choice(["on_timer", "pin_change", "do_it", "driver_entry"])
        plain = f"{declarations}void {name}(void) {{ {body} }}\n"
        routine = {
            "named": f"void {pick.choice(['TIM2', 'UART0', 'EXTI15_10'])}_IRQHandler(void) {{ {body} }}\n",
            "systick": f"void SysTick_Handler(void) {{ {body} }}\n",
            "avr": f"ISR({pick.choice(['TIMER1_OVF_vect', 'INT0_vect'])}) {{ {body} }}\n",
            "dspic": f"void __attribute__((interrupt, no_auto_psv)) _T1Interrupt(void) {{ {body} }}\n",
            "handler attribute": f"__attribute__((interrupt_handler)) void {name}(void) {{ {body} }}\n",
            "attribute": f"void __attribute__((interrupt)) {name}(void) {{ {body} }}\n",
            "spaced attribute": f"__attribute__ (( {pick.choice(['interrupt', '__interrupt__', 'signal', 'used, interrupt'])} )) void\n{name} (void)\n{{ {body} }}\n",
            "isr attribute": f"void {name}(void) __attribute__(({pick.choice(ATTRIBUTES)}));\nvoid {name}(void) {{ {body} }}\n",
            "word": pick.choice([f"__interrupt void {name}(void)", f"__irq void {name}(void)", f"void __irq\n{name}(void)", f"interrupt void {name}(void)", f"@interrupt void {name}(void)",
                                 f"void interrupt {name}(void)"]) + f" {{ {body} }}\n",
            "pragma": f"#pragma {pick.choice(['vector=3', 'interrupt_handler ' + name, 'TRAP_PROC', 'interrupt ' + name])}\nvoid {name}(void) {{ {body} }}\n",
            "constructor": f"__attribute__((constructor)) static void {name}(void) {{ {body} }}\n",
            "nxt timer": f"void user_1ms_isr_type2(void) {{ {body} }}\n",
            "nxt start": f"void ecrobot_device_initialize(void) {{ {body} }}\n",
            "uncalled": f"void HAL_{name}_Callback(int which) {{ (void)which; {body} }}\n",
            "start code": f"void {pick.choice(['SystemInit', '__low_level_init', 'Reset_Handler', 'hdwinit', '_on_reset', '_STI__10_board'])}(void) {{ {body} }}\n",
            "wrapped": f"void {pick.choice(['__wrap_', '$Sub$$'])}{name}(void) {{ {body} }}\n",
            "run by pragma": f"static void {name}(void) {{ {body} }}\n#pragma {pick.choice(['startup %s 64', 'init (%s)', 'exit %s', 'FINI %s']) % name}\n",
            "psoc": pick.choice(["", f"CY_ISR_PROTO({name});\n"]) + f"{pick.choice(['CY_ISR', 'EE_ISR2', 'OS_ISR'])}({name}) {{ {body} }}\n",
            "startup": f"void StartupHook(void) {{ {body} }}\n",
            "section": f"static void {name}(void) {{ {body} }}\nvoid (*const entries[4])(void) __attribute__((section(\".isr_vector\"))) = {{ [2] = {name} }};\n",
            "init array": f"static void {name}(void) {{ {body} }}\nvoid (*const at_start)(void) __attribute__((section(\".init_array\"), used)) = {name};\n",
            "own vectors": f"static void {name}(void) {{ {body} }}\nvoid (*const irq_vectors[])(void) = {{ {name} }};\n",
        }
        if kind in routine:
            self.add(where + pick.choice(["driver.c", "it.c", name + ".c"]), declarations + routine[kind])
            self.os += "STARTUPHOOK = TRUE; " * (kind == "startup")
        elif kind == "task":
            self.add(where + "entry.c", plain)
            self.calls_of_task = f"{name}();"
        elif kind == "configured":
            self.objects += "ISR pin { CATEGORY = 2; };\n"
            self.add(where + "pin.c", f'#include "os.h"\n{declarations}' + pick.choice(["ISR(pin)", "void pin(void)", "ISR2(pin)"]) + f" {{ {body} }}\n")
        elif kind == "vectors":
            self.add(where + name + ".c", plain)
            self.add(self.folder() + "vectors.c", f"void {name}(void);\ntypedef void (*entry)(void);\nconst entry vector_table[] = {{ {name} }};\n")
        elif kind == "main":
            self.add(where + "main.c", f'#include "os.h"\n{declarations}int main(void) {{ {body} StartOS(mode); return 0; }}\n')
        elif kind == "main through":
            self.add(where + "main.c", f"void begin_system(void);\n{declarations}int main(void) {{ {body} begin_system(); }}\n")
            self.add(self.folder() + "begin.c", '#include "os.h"\nvoid begin_system(void) { StartOS(mode); }\n')
        elif kind == "error":
            self.os += "ERRORHOOK = TRUE; "
            self.calls_of_task = "ActivateTask(t);"
            self.add(where + "hooks.c", f'#include "os.h"\n{declarations}void ErrorHook(StatusType error) {{ (void)error; {body} }}\n')
        elif kind == "callback":
            self.objects += ("COUNTER ticks { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };\nALARM beat { COUNTER = ticks; ACTION = ALARMCALLBACK { ALARMCALLBACKNAME = \"on_beat\"; };\n"
                             "AUTOSTART = TRUE { APPMODE = mode; ALARMTIME = 1; CYCLETIME = 2; }; };\n")
            self.add(where + "beat.c", f'#include "os.h"\n{declarations}' + pick.choice(["ALARMCALLBACK(on_beat)", "void on_beat(void)"]) + f" {{ {body} }}\n")
        elif kind == "registered":
            self.add(where + name + ".c", plain)
            self.calls_of_task = f"{pick.choice(['register_isr(3, ', 'set_irq_handler(', 'vendor_attach('])}{name});"
        elif kind == "weak":
            self.more_of_tasks += f"__attribute__((weak)) void {name}(void) {{ }}\n"
            self.calls_of_task = f"{name}();"
            self.add(where + "strong.c", plain)
        elif kind == "list of hooks":
            self.more_of_tasks += "extern void (*const hooks[])(void);\nextern const int hook_count;\n"
            self.calls_of_task = "for (int i = 0; i < hook_count; i++) hooks[i]();"
            self.add(where + name + ".c", plain)
            self.add(self.folder() + "hooks.c", f"void {name}(void);\nvoid (*const hooks[])(void) = {{ {name} }};\nconst int hook_count = 1;\n")
        elif kind == "assembly":
            self.files[where + pick.choice(["low.s", "low.S", "low.asm"])] = "    .global on_pin\non_pin:\n    ldr r0, =number\n    str r1, [r0]\n    bx lr\n"
        else:
            self.files[where + "low.cpp"] = f'extern "C" {{\n{declarations}}}\nextern "C" void TIM3_IRQHandler() {{ {body} }}\n'

    def make_tasks(self):
        pick = self.pick
        self.files[self.home + "app.oil"] = (
            f"CPU board {{ OS os {{ STATUS = EXTENDED; {self.os}}}; APPMODE mode {{}};\n{self.objects}"
            "TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = mode; }; };\n"
            "TASK other { PRIORITY = 2; ACTIVATION = 9; SCHEDULE = FULL; AUTOSTART = FALSE; };\n};\n")
        data = "int number;\nstruct state state;\nint numbers[3];\nvoid set_number(int value) { number = value; }\nint *place_of_number(void) { return &number; }\n"
        where = pick.choice([self.home, self.folder()])
        if pick.random() < 0.4:
            self.add(self.folder() + "data.c", '#include "number.h"\n' + data)
            data = ""
        call = re.match(r"(\w+)\(\);", self.calls_of_task)
        declaration = f"void {call[1]}(void);\n" if call and "weak" not in self.more_of_tasks else ""
        if self.beginning == "registered":
            declaration = f"void {self.begun}(void);\n"
        self.tasks = self.add(where + pick.choice(["tasks.c", "main_tasks.c", "app.c"]), (
            f'#include "os.h"\n#include <assert.h>\n#include "number.h"\n{data}{declaration}{self.more_of_tasks}'
            f"TASK(other) {{ assert({int(not self.value)}); TerminateTask(); }}\n"
            f"TASK(t) {{ {self.calls_of_task} assert(number == 0 && state.second == 0 && numbers[1] == 0); TerminateTask(); }}\n"))

    # ---- macros of the build ----

    def hide_behind_macro(self):
        """What is done is done only if the build says so."""
        candidates = [path for path in self.belongs if re.search(r"\{ .*(\d;|\);) \}", self.files[path]) and path != self.tasks]
        if not candidates:
            return
        path, macro = self.pick.choice(candidates), self.pick.choice(["WITH_UART", "BOARD_REV", "FEATURE_X"])
        if self.pick.random() < 0.25:
            self.ask_in_code(path, macro)
            return
        condition, value = self.pick.choice([(f"ifdef {macro}", ""), (f"if defined({macro})", ""), (f"if {macro} == 2", "=2"), (f"if {macro} > 1", "=2")])
        self.files[path] = re.sub(r"\{ (.*(?:\d;|\);)) \}", lambda match: f"{{\n#{condition}\n    {match[1]}\n#endif\n}}", self.files[path], count=1)
        self.defines.append(macro + value)

    def ask_in_code(self, path, macro):
        """As IS_ENABLED() does, by any name."""
        asks = self.pick.choice(["ON", "CONFIGURED", "IS_SET"])
        helpers = (f"#define {asks}_PLACE_1 0,\n#define {asks}_SECOND(a, b, ...) b\n#define {asks}_PICK(x) {asks}_SECOND(x 1, 0)\n"
                   f"#define {asks}_JOIN(v) {asks}_PICK({asks}_PLACE_##v)\n#define {asks}(name) {asks}_JOIN(name)\n")
        self.files[path] = helpers + re.sub(r"\{ (.*(?:\d;|\);)) \}", lambda match: f"{{ if ({asks}({macro})) {{ {match[1]} }} }}", self.files[path], count=1)
        self.defines.append(macro + "=1")

    def write_build(self):
        flags = " ".join(f"-D{define}" for define in self.defines)
        if self.build == "database":
            entries = [{"directory": "@FOLDER@", "file": path, "command": f"cc {flags} -I{self.headers or '.'} {' '.join('-I' + folder for folder in self.part_folders)} -c {path}"} for path in self.belongs + list(self.links)]
            self.pick.shuffle(entries)
            self.files["compile_commands.json"] = json.dumps(entries)
        elif self.defines and self.pick.random() < 0.5:  # in a way that nobody reads
            first, rest = self.defines[0].split("_", 1)
            self.files.update(self.pick.choice([{}, {"Makefile": f"P = {first}\nCFLAGS += -D$(P)_{rest}\n"}, {"build.sh": f'cc -D"{first}"_{rest} -c *.c\n'}]))
        elif self.build == "makefile" or self.defines:
            self.files[self.pick.choice(["Makefile", "build.mk", self.home + "Makefile"])] = f"CFLAGS += -O2 {flags} -I{self.headers or '.'}\nall: app.elf\n"

    # ---- what is no part of the application ----

    def add_application(self):
        where = self.pick.choice(["other/", "apps/blinky/", "examples/one/", self.folder() + "demo/"])
        self.files[where + "demo.oil"] = "CPU c { TASK demo { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n"
        self.files[where + "demo.c"] = '#include "os.h"\nint number;\nTASK(demo) { number = 1; TerminateTask(); }\n'
        self.files[where + "it.c"] = "extern int number;\nvoid TIM2_IRQHandler(void) { number = 1; }\n"
        for name in self.functions:
            self.files[f"{where}{name}.c"] = f"extern int number;\nvoid {name}(void) {{ number = 2; }}\n"

    def changed(self, path):
        return re.sub(r"= [01];", "= 5;", self.files[path])

    def add_copy(self):
        path = self.pick.choice(self.belongs)
        self.files[self.pick.choice(["old/", "backup/", os.path.dirname(path) + "/old/" if "/" in path else "bak/"]) + os.path.basename(path)] = self.changed(path)

    def add_beside(self):
        path = self.pick.choice(self.belongs)
        self.files[path[:-2] + self.pick.choice([" - Copy.c", "_old.c", " (1).c", ".bak.c"])] = self.changed(path)

    def add_renamed(self):
        """A copy that no name tells."""
        path = self.pick.choice(self.belongs)
        self.files[self.folder() + "v2_" + os.path.basename(path)] = self.changed(path)

    def add_boards(self):
        """The same functions for another board, far from the configuration."""
        where = self.pick.choice(["boards/b/", "bsp/second/", "lib/v2/"])
        for name in self.functions:
            self.files[f"{where}{name}.c"] = self.pick.choice([f"void {name}(void) {{ }}\n", f"extern int number;\nvoid {name}(void) {{ number = {self.pick.choice([0, 1])}; }}\n"])

    def add_missing_header(self):
        """As in most projects that are published without what their vendor gave."""
        for path in self.pick.sample(self.belongs, self.pick.randint(1, len(self.belongs))):
            self.files[path] = '#include "vendor.h"\n' + self.files[path]
            if self.pick.random() < 0.4:
                self.files[path] += "static void vendors_%s(void) { VENDOR_REG = VENDOR_BIT; }\n" % re.sub(r"\W", "_", os.path.basename(path)[:-2])

    def add_lender(self):
        """A type of the missing header, in a source that nothing calls."""
        self.files[self.tasks] = self.files[self.tasks].replace("#include <assert.h>\n", '#include <assert.h>\n#include "vendor.h"\nstatic narrow narrow_one;\n')
        self.add(self.folder() + "lender.c", "typedef unsigned char narrow;\n")

    def add_vectors(self):
        names = "".join(f"    .word {name}\n" for name in self.functions)
        self.files[self.pick.choice(["boot/startup.s", "startup.S", "src/vectors.asm"])] = f"    .word _estack\n    .word Reset_Handler\n{names}"

    def add_test(self):
        calls = "".join(f"void {name}(void);\n" for name in self.functions)
        body = " ".join(f"{name}();" for name in self.functions)
        self.files[self.pick.choice(["tests/", "test/unit/", "src/"]) + "test_all.c"] = f"{calls}extern int number;\nint main(void) {{ {body} number = 3; return number; }}\n"

    def add_test_of_source(self):
        where = self.pick.choice(["tests/", "test/unit/"])
        up = "../" * where.count("/")
        frame = self.pick.choice(['#include "unity.h"\n', ""])
        self.files[where + "test_tasks.c"] = f'{frame}#include "{up}{self.tasks}"\nint main(void) {{ number = 4; return 0; }}\n'

    def add_mock(self):
        for name in self.functions:
            self.files[f"{self.pick.choice(['tests/mocks/', 'stubs/', 'sim/'])}{name}.c"] = f"int {name}_calls;\nvoid {name}(void) {{ {name}_calls++; }}\n"

    def add_kernel(self):
        where = self.pick.choice(["os/", "kernel/src/", "vendor/osek/"])
        self.files[where + "task.c"] = '#include "os.h"\nStatusType ActivateTask(TaskType task) { return E_OK; }\nStatusType TerminateTask(void) { return E_OK; }\n'
        self.files[where + "timer.c"] = "int ticks_of_kernel;\nvoid SysTick_Handler(void) { ticks_of_kernel++; }\n"
        self.files[where + "Os.h"] = "typedef unsigned char StatusType;\ntypedef unsigned char TaskType;\n#define TASK(name) void FuncTask_##name(void)\n"

    def add_twin(self):
        for name in list(self.functions)[:1]:
            self.files[f"{self.folder()}aa_{name}.c"] = f"extern int unrelated;\nstatic void {name}(void) {{ unrelated = 1; }}\nvoid other_{name}(void) {{ {name}(); }}\n"

    def add_unused(self):
        self.files[self.folder() + "mathematics.c"] = "int twice(int value) { return 2 * value; }\nint scale = 3;\n"

    def add_switched_off(self):
        for name in self.functions:
            self.files[f"{self.folder()}a_{name}.c"] = f"#if 0\nvoid {name}(void) {{ }}\n#endif\nint nothing_{name};\n"

    def add_comment(self):
        self.files[self.folder() + "notes.c"] = "/* void SysTick_Handler(void) { number = 1; } */\n// TASK(t) { }\nconst char *note = \"TASK(t) { number = 1; }\";\n"

    def add_header(self):
        self.files[self.pick.choice(["boards/b/", "old/", "other/include/"]) + "number.h"] = (
            self.files[self.headers + "number.h"].replace("(number = (value))", "(number = 0 * (value))").replace("{ number = value; }", "{ number = 0 * value; }"))

    def add_link(self):
        path = self.pick.choice(self.belongs)
        self.links[self.pick.choice(["links/", self.folder()]) + "link_" + os.path.basename(path)] = path

    def add_program(self):
        self.files[self.pick.choice(["tools/", self.folder()]) + "convert.c"] = "#include <stdio.h>\nint number;\nint main(void) { number = 7; printf(\"%d\", number); return 0; }\n"

    # ---- on disk ----

    def write(self, folder, outside):
        for path, text in self.files.items():
            self.write_file(os.path.join(folder, path), text.replace("@FOLDER@", folder))
        for path, what in self.links.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            target = os.path.join(folder, what)
            if what not in self.files:
                target = os.path.join(outside, os.path.basename(path))
                self.write_file(target, what)
                self.belongs.append(path)
            os.symlink(target, os.path.join(folder, path))

    @staticmethod
    def write_file(path, text):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            out.write(text)

    def __str__(self):
        return (f"{self.beginning} > {' > '.join(self.stages[::-1] + [self.reached])}; {'planted' if self.planted else 'clean'}; build: {self.build} {' '.join(self.defines)}; "
                f"around: {', '.join(self.around)}")


class Answer:
    def __init__(self, rtcheck, folder, arguments):
        command = [rtcheck, "app", "--json", "--threads", "1", "--time", "20s", "--no-check", "race", *arguments]
        run = served.run(command, cwd=folder, timeout=60)
        self.status, self.errors = run.returncode, run.stderr
        try:
            self.json = json.loads(run.stdout)
        except ValueError:
            self.json = {}
        self.verdict = self.json.get("verdict", f"status {run.returncode}")
        self.assumed = self.json.get("assumption") or ""
        self.sources = {os.path.normpath(path) for path in self.json.get("sources", [])}


def told_of(names, answer):
    return any(name in answer.assumed for name in names) or re.search(r"and \d+ more", answer.assumed)


def judge(project, whole, found):
    """What is wrong with the answer for the folder; None: nothing."""
    if found.status not in (0, 1, 3):
        return None if found.status == 2 and project.beginning == "cpp" else f"the folder is refused: {found.errors[-600:]}"
    if project.beginning in UNREADABLE:
        names = {path for path in project.files if path.endswith((".c", ".cpp", ".s", ".S", ".asm"))} - found.sources
        return None if found.verdict != "holds" or told_of(names, found) else "nothing that was left out is told"
    if whole.status not in (0, 1, 3):
        return f"the sources that belong to it are refused: {whole.errors[-600:]}"
    if project.planted and whole.verdict == "holds" and not re.search("never runs|may come at any moment|no effect", whole.assumed):
        return "the application holds, though a driver changes the number"
    if found.verdict in (whole.verdict, "unknown"):
        return None
    differing = found.sources ^ {os.path.normpath(path) for path in project.belongs}
    differing |= {path for path in project.links if project.links[path] in differing}
    if told_of([*differing, *(define.split("=")[0] for define in project.defines), "number.h"], found):
        return None
    return f"{found.verdict} without a word of {', '.join(sorted(differing)) or 'why'}, but it is {whole.verdict}"


def compare(inside, by_name):
    """How a folder is called has nothing to do with what is in it."""
    named = {os.path.relpath(path, "project") for path in by_name.sources}
    if (inside.verdict, inside.sources) == (by_name.verdict, named):
        return None
    return f"{inside.verdict}, but by the folder's name {by_name.verdict} with {sorted(named)}"


def arguments_of(project):
    """What the folder is checked with: the configuration is named where there are more."""
    several = sum(path.endswith(".oil") for path in project.files) > 1
    return [".", project.home + "app.oil"] if several else ["."]


def named(project):
    folders = {os.path.dirname(project.headers + "number.h") or ".", *project.part_folders}
    return ["--without-headers", *(f"-D{define}" for define in project.defines), *(f"-I{folder}" for folder in sorted(folders)), project.home + "app.oil", *project.belongs]


def try_one(rtcheck, seed, seen, keep):
    with tempfile.TemporaryDirectory() as folder:
        project = Project(seed)
        root = os.path.join(keep or os.path.realpath(folder), f"seed{seed}")
        inside = os.path.join(root, "project")
        project.write(inside, os.path.join(root, "outside"))
        whole = Answer(rtcheck, inside, named(project))
        found = Answer(rtcheck, inside, arguments_of(project))
        seen[whole.verdict, found.verdict] = seen.get((whole.verdict, found.verdict), 0) + 1
        name = random.Random(seed).choice(["project", "./project", "project/", "project/../project", "project/."])
        by_name = Answer(rtcheck, root, [name, *(f"./project/{path}" for path in arguments_of(project)[1:])])
        wrong = judge(project, whole, found) or compare(found, by_name)
        return f"{project}\n  {wrong}\n  assuming that {found.assumed}\n  sources {sorted(found.sources)}" if wrong else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rtcheck")
    arguments.add_argument("--count", type=int, default=55)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep", help="leave the projects there")
    options = arguments.parse_args()
    rtcheck, seen, failed = os.path.abspath(options.rtcheck), {}, 0
    for seed in range(options.seed, options.seed + options.count):
        wrong = try_one(rtcheck, seed, seen, options.keep)
        if wrong:
            failed += 1
            print(f"seed {seed}: {wrong}")
    for (whole, found), count in sorted(seen.items()):
        print(f"{count} times {whole}, and {found} for the folder")
    if ("violated", "violated") not in seen or ("holds", "holds") not in seen:
        failed += 1
        print("the projects are all of one kind: nothing was compared")
    print(f"{options.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
