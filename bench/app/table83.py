"""The four applications of the thesis's table 8.3, written anew: table83.py writes them beside itself.

CCS cruise control, WCS window control, TCS temperature control, ABS antilock brakes. The original sources are not
available; each has the number of tasks, loops and service calls of its row, and about as many lines. Calls are counted
as they happen at run time, loops as `for` statements in the text, lines over C and OIL together. A timer task activates
the others by a table, round by round; each of them is a component of a kind that such systems have.
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
# name: tasks, loops, calls, lines
ROWS = {"ccs": (21, 25, 241, 969), "wcs": (18, 5, 171, 1000), "tcs": (25, 9, 1281, 1144), "abs": (25, 7, 1141, 1124)}

# Each kind: loops, declarations, body. {n} is the component's name, {i} the signal that it reads, {low}..{high} its range.
KINDS = {
    "sensor": (0, """\
/* {about} */
static const short {n}_profile[PROFILE] = {{{profile}}};
static unsigned char {n}_at;
static short {n};
""", """\
    short raw = {n}_profile[{n}_at];

    {n}_at++;
    if ({n}_at >= PROFILE) {n}_at = 0;
    raw = (short)(raw + drift);
    if (raw < {low}) raw = {low};
    if (raw > {high}) raw = {high};
    {get}{n} = raw;
    {release}assert({n} >= {low} && {n} <= {high});
"""),
    "average": (1, """\
/* {about} */
#define {N}_WINDOW 4
static short {n}_window[{N}_WINDOW];
static unsigned char {n}_next;
static short {n};
""", """\
    int sum = 0;
    unsigned char i;

    {n}_window[{n}_next] = {i};
    {n}_next++;
    if ({n}_next >= {N}_WINDOW) {n}_next = 0;
    for (i = 0; i < {N}_WINDOW; i++) {{
        sum += {n}_window[i];
    }}
    {get}{n} = (short)(sum / {N}_WINDOW);
    {release}assert({n} >= {low} && {n} <= {high});
"""),
    "median": (2, """\
/* {about} */
static short {n}_last[3];
static short {n};
""", """\
    short sorted[3];
    int i, j;

    {n}_last[0] = {n}_last[1];
    {n}_last[1] = {n}_last[2];
    {n}_last[2] = {i};
    sorted[0] = {n}_last[0];
    sorted[1] = {n}_last[1];
    sorted[2] = {n}_last[2];
    for (i = 0; i < 2; i++) {{
        for (j = 0; j < 2 - i; j++) {{
            if (sorted[j] > sorted[j + 1]) {{
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }}
        }}
    }}
    {get}{n} = sorted[1];
    {release}assert({n} >= {low} && {n} <= {high});
"""),
    "lookup": (1, """\
/* {about} */
#define {N}_POINTS 5
static const struct point {n}_curve[{N}_POINTS] = {{
    {{0, {low}}}, {{25, {q1}}}, {{50, {q2}}}, {{75, {q3}}}, {{100, {high}}},
}};
static short {n};
""", """\
    short x = percent({i}, {ilow}, {ihigh});
    short y = {n}_curve[{N}_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < {N}_POINTS; i++) {{
        const struct point from = {n}_curve[i];
        const struct point to = {n}_curve[i + 1];

        if (x >= from.x && x < to.x) {{
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }}
    }}
    {get}{n} = y;
    {release}assert({n} >= {low} && {n} <= {high});
"""),
    "checksum": (1, """\
/* {about} */
static unsigned char {n}_frame[4];
static unsigned char {n}_sent;
static short {n};
""", """\
    unsigned char sum = 0;
    unsigned char i;

    {n}_frame[0] = (unsigned char)({i} & 0xff);
    {n}_frame[1] = (unsigned char)(({i} >> 8) & 0xff);
    {n}_frame[2] = {n}_sent;
    for (i = 0; i < 3; i++) {{
        sum = (unsigned char)(sum + {n}_frame[i]);
    }}
    {n}_frame[3] = (unsigned char)~sum;
    {n}_sent = (unsigned char)(({n}_sent + 1) & 0x0f);
    {get}{n} = {i};
    {release}assert((unsigned char)(sum + {n}_frame[3]) == 0xff);
    assert({n}_sent < 16);
"""),
    "smooth": (0, """\
/* {about} */
static int {n}_filter;
static unsigned char {n}_started;
static short {n};
""", """\
    if (!{n}_started) {{
        {n}_filter = {i} * 4;
        {n}_started = 1;
    }} else {{
        {n}_filter = {n}_filter + {i} - {n}_filter / 4;
    }}
    {get}{n} = (short)({n}_filter / 4);
    if ({n} < {low}) {{
        {n} = {low};
    }} else if ({n} > {high}) {{
        {n} = {high};
    }}
    {release}assert({n} >= {low} && {n} <= {high});
"""),
    "debounce": (0, """\
/* {about} */
#define {N}_STABLE 2
static unsigned char {n}_count, {n}_candidate;
static short {n};
""", """\
    unsigned char level = {i} > {middle} ? 1 : 0;

    if (level != {n}_candidate) {{
        {n}_candidate = level;
        {n}_count = 0;
    }} else if ({n}_count < {N}_STABLE) {{
        {n}_count++;
    }}
    {get}if ({n}_count >= {N}_STABLE) {{
        {n} = {n}_candidate ? {high} : {low};
    }}
    {release}assert({n}_count <= {N}_STABLE);
    assert({n} >= {low} && {n} <= {high});
"""),
    "control": (0, """\
/* {about} */
static struct controller {n}_state = {{.target = {middle}, .low = {low}, .high = {high}, .gain = 2, .divisor = 4}};
static short {n};
""", """\
    struct controller *c = &{n}_state;
    int error = c->target - {i};
    int output;

    c->integral += error;
    if (c->integral > 200) {{
        c->integral = 200;
    }} else if (c->integral < -200) {{
        c->integral = -200;
    }}
    output = (c->gain * error + c->integral) / c->divisor;
    if (output < c->low) {{
        output = c->low;
    }}
    if (output > c->high) {{
        output = c->high;
    }}
    {get}{n} = (short)output;
    {release}assert({n} >= {low} && {n} <= {high});
    assert(c->integral >= -200 && c->integral <= 200);
"""),
    "ramp": (0, """\
/* {about} */
#define {N}_STEP 8
static short {n};
""", """\
    short wanted = {i};
    short difference;

    if (wanted < {low}) wanted = {low};
    if (wanted > {high}) wanted = {high};
    difference = (short)(wanted - {n});
    if (difference > {N}_STEP) difference = {N}_STEP;
    if (difference < -{N}_STEP) difference = -{N}_STEP;
    {get}{n} = (short)({n} + difference);
    {release}assert(difference >= -{N}_STEP && difference <= {N}_STEP);
    assert({n} >= {floor} && {n} <= {high});
"""),
    "machine": (0, """\
/* {about} */
enum {n}_mode {{ {N}_OFF, {N}_STARTING, {N}_ACTIVE, {N}_FAILED }};
static enum {n}_mode {n}_mode;
static unsigned char {n}_errors;
static short {n};
""", """\
    int good = {i} >= {ilow} && {i} <= {ihigh};

    switch ({n}_mode) {{
    case {N}_OFF:
        if (good) {n}_mode = {N}_STARTING;
        break;
    case {N}_STARTING:
        {n}_mode = good ? {N}_ACTIVE : {N}_OFF;
        break;
    case {N}_ACTIVE:
        if (!good) {{
            {n}_errors++;
            if ({n}_errors >= 3) {n}_mode = {N}_FAILED;
        }} else {{
            {n}_errors = 0;
        }}
        break;
    case {N}_FAILED:
        {n}_errors = 3;
        break;
    }}
    {get}{n} = {n}_mode == {N}_ACTIVE ? {high} : {low};
    {release}assert({n}_errors <= 3);
    assert({n}_mode != {N}_FAILED || {n}_errors == 3);
"""),
    "plausible": (0, """\
/* {about} */
static short {n}_before;
static unsigned char {n}_known, {n}_suspicious;
static short {n};
""", """\
    short jump = 0;

    if ({n}_known) {{
        jump = (short)({i} - {n}_before);
        if (jump < 0) jump = (short)-jump;
    }}
    if (jump > {span}) {{
        if ({n}_suspicious < 5) {n}_suspicious++;
    }} else if ({n}_suspicious > 0) {{
        {n}_suspicious--;
    }}
    {n}_before = {i};
    {n}_known = 1;
    {get}{n} = {n}_suspicious < 5 ? {i} : {middle};
    {release}assert({n}_suspicious <= 5);
    assert(jump >= 0);
"""),
    "watchdog": (0, """\
/* {about} */
static unsigned char {n}_rounds, {n}_served;
static short {n};
""", """\
    {n}_rounds++;
    if ({n}_rounds >= 100) {n}_rounds = 1;
    if ({i} != {n}) {{
        {n}_served = {n}_rounds;
    }}
    {get}{n} = {i};
    {release}assert({n}_rounds > 0);
    assert({n}_served <= {n}_rounds || {n}_rounds < 100);
"""),
}

# Parts that some components have besides: for the workshop, and for limp-home.
NOTE = """\
static short {n}_least, {n}_most;

/* For the workshop: the smallest and the largest value so far. */
static void {n}_note(void) {{
    if ({n} < {n}_least) {n}_least = {n};
    if ({n} > {n}_most) {n}_most = {n};
    assert({n}_least <= {n}_most);
}}
"""
FALLBACK = """\
static unsigned char {n}_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void {n}_fall_back(void) {{
    if ({n} != {low} && {n} != {high}) {{
        {n}_trouble = 0;
    }} else if ({n}_trouble < 3) {{
        {n}_trouble++;
    }} else {{
        {n} = {middle};
    }}
    assert({n}_trouble <= 3);
}}
"""
# name: how many components have a note, a fallback
EXTRAS = {"ccs": (20, 3), "wcs": (17, 17), "tcs": (22, 1), "abs": (16, 2)}

# Signals' ranges in a chain keep to what the first of it reads; percentages elsewhere.
CHAINS = {
    "ccs": ("cruise control system", 10, 6, [
        ("wheel_left", "sensor", None), ("wheel_right", "sensor", None), ("gradient", "sensor", None),
        ("radar", "sensor", None), ("pedal", "sensor", None), ("buttons", "sensor", None),
        ("left_speed", "median", "wheel_left"), ("right_speed", "median", "wheel_right"),
        ("speed", "median", "left_speed"), ("slope", "median", "gradient"), ("distance", "median", "radar"),
        ("closing", "median", "distance"), ("pedal_force", "median", "pedal"), ("button_code", "median", "buttons"),
        ("engine_map", "lookup", "speed"), ("brake_map", "lookup", "pedal_force"), ("gap_map", "lookup", "distance"),
        ("throttle", "median", "engine_map"), ("display_frame", "checksum", "speed"), ("engine_frame", "checksum", "throttle")]),
    "wcs": ("window control system", 5, 11, [
        ("driver_switch", "sensor", None), ("passenger_switch", "sensor", None), ("rear_switch", "sensor", None),
        ("motor_current", "sensor", None), ("position", "sensor", None), ("battery", "sensor", None),
        ("driver_wish", "debounce", "driver_switch"), ("passenger_wish", "debounce", "passenger_switch"),
        ("rear_wish", "debounce", "rear_switch"), ("current", "average", "motor_current"), ("pinch", "plausible", "current"),
        ("supply", "smooth", "battery"), ("driver_motor", "machine", "driver_wish"),
        ("passenger_motor", "machine", "passenger_wish"), ("soft_start", "ramp", "driver_motor"),
        ("end_stop", "lookup", "position"), ("body_frame", "checksum", "pinch")]),
    "tcs": ("temperature control system", 20, 24, [
        ("cabin", "sensor", None), ("outside", "sensor", None), ("sun", "sensor", None), ("coolant", "sensor", None),
        ("evaporator", "sensor", None), ("humidity", "sensor", None), ("wish_left", "sensor", None), ("wish_right", "sensor", None),
        ("cabin_mean", "average", "cabin"), ("outside_mean", "average", "outside"), ("sun_load", "average", "sun"),
        ("coolant_safe", "plausible", "coolant"), ("ice_guard", "plausible", "evaporator"), ("fog_guard", "debounce", "humidity"),
        ("left_flap", "control", "cabin_mean"), ("right_flap", "control", "cabin_mean"), ("blower", "lookup", "cabin_mean"),
        ("compressor", "machine", "ice_guard"), ("heater", "machine", "coolant_safe"), ("blend", "ramp", "left_flap"),
        ("recirculation", "debounce", "humidity"), ("panel_frame", "checksum", "cabin_mean"),
        ("history", "median", "blower"), ("alive", "watchdog", "panel_frame")]),
    "abs": ("antilock brake system", 15, 24, [
        ("front_left", "sensor", None), ("front_right", "sensor", None), ("rear_left", "sensor", None),
        ("rear_right", "sensor", None), ("brake_pedal", "sensor", None), ("pressure", "sensor", None),
        ("front_left_speed", "smooth", "front_left"), ("front_right_speed", "smooth", "front_right"),
        ("rear_left_speed", "smooth", "rear_left"), ("rear_right_speed", "smooth", "rear_right"),
        ("front_left_slip", "plausible", "front_left_speed"), ("front_right_slip", "plausible", "front_right_speed"),
        ("rear_left_slip", "plausible", "rear_left_speed"), ("rear_right_slip", "plausible", "rear_right_speed"),
        ("vehicle_speed", "average", "front_left_speed"), ("pedal_wish", "debounce", "brake_pedal"),
        ("front_left_valve", "control", "front_left_slip"), ("front_right_valve", "control", "front_right_slip"),
        ("rear_valves", "control", "rear_left_slip"), ("pump", "machine", "pressure"), ("pump_curve", "lookup", "pressure"),
        ("lamp", "machine", "vehicle_speed"), ("brake_frame", "checksum", "vehicle_speed"), ("trend", "median", "pressure")]),
}

HEAD = """\
/* {title}: {tasks} tasks, written by table83.py in the shape of the thesis's application of that name.
 *
 * `timer`, the least urgent task, is the clock: in each of {rounds} rounds it activates the tasks that are due. They read
 * sensors, filter and check what they read, control something, and report. All of them are more urgent than the timer
 * and run at once, in the order of the table. What several tasks read is written under a resource. */
#include "os.h"
#include <assert.h>

#define ROUNDS {rounds}
#define SLOTS {slots}
#define PROFILE 4

struct point {{
    short x, y;
}};

struct controller {{
    short target, low, high;
    int gain, divisor, integral;
}};

{declare}
/* How far the sensors are off, the same for all: chosen once. */
static short drift;

/* Where `value` stands between `low` and `high`, from 0 to 100. */
static short percent(short value, short low, short high) {{
    if (value <= low) return 0;
    if (value >= high) return 100;
    return (short)((value - low) * 100 / (high - low));
}}

"""

TIMER = """\
/* Who is due in which round. */
static const TaskType due[ROUNDS][SLOTS] = {{
{table}}};

TASK(timer) {{
    unsigned char round, slot;

    drift = (short)random(-2, 2);
    for (round = 0; round < ROUNDS; round++) {{
        for (slot = 0; slot < SLOTS; slot++) {{
            ActivateTask(due[round][slot]);
        }}
    }}
    TerminateTask();
}}
"""


def schedule(chain, rounds, slots, fast):
    """The first `fast` tasks are due in every round; the others take turns for what is left of the slots."""
    names = [name for name, _, _ in chain]
    slow, turn, table = names[fast:], 0, []
    for _ in range(rounds):
        row = names[:fast]
        while len(row) < slots and slow:
            row.append(slow[turn % len(slow)])
            turn += 1
        order = {name: i for i, name in enumerate(names)}
        table.append(sorted(row, key=order.get))
    return table


def component(name, kind, source, ranges, held, number, has_note, has_fallback):
    low, high = ranges.get(source, (0, 100)) if source else (0, 100)
    if kind in ("lookup", "control", "machine"):
        low, high = 0, 100
    ranges[name] = (low, high)
    ilow, ihigh = ranges.get(source, (0, 100))
    about = {"sensor": "Reads a sensor.", "average": "The mean of the last values.", "median": "Leaves out spikes.",
             "lookup": "A characteristic curve.", "checksum": "Sends a frame.", "smooth": "A low-pass filter.",
             "debounce": "A switch, once it is stable.", "control": "A controller.", "ramp": "Not too fast.",
             "machine": "On and off, and off for good after errors.", "plausible": "Believes no jumps.",
             "watchdog": "Looks whether the others work."}[kind]
    words = name.replace("_", " ")
    profile = ", ".join(str((number * 37 + 11 * k) % 90 + 5) for k in range(4))
    values = {"n": name, "N": name.upper(), "i": source, "low": low, "high": high, "ilow": ilow, "ihigh": ihigh,
              "q1": low + (high - low) // 4, "q2": low + (high - low) // 2, "q3": low + 3 * (high - low) // 4,
              "middle": (low + high) // 2, "span": (high - low) // 2, "floor": min(low, 0), "profile": profile,
              "about": "%s. %s" % (words[0].upper() + words[1:], about),
              "get": "GetResource(%s);\n    " % held if held else "",
              "release": "ReleaseResource(%s);\n    " % held if held else ""}
    loops, declarations, body = KINDS[kind]
    text = declarations.format(**values)
    for wanted, part in ((has_note, NOTE), (has_fallback, FALLBACK)):
        text += part.format(**values) if wanted else ""
    text += "\nTASK(%s_task) {\n" % name + body.format(**values)
    text += "    %s_fall_back();\n" % name if has_fallback else ""
    text += "    %s_note();\n" % name if has_note else ""
    return text + "    TerminateTask();\n}\n\n", loops


def write(name):
    title, rounds, fast, chain = CHAINS[name]
    tasks, loops, calls, _ = ROWS[name]
    # Every round has the same number of calls: two for each activation, two more where a resource is used.
    per_round = (calls - 1) // 2 // rounds
    slots = {"ccs": 8, "wcs": 13, "tcs": 24, "abs": 24}[name]
    table = schedule(chain, rounds, slots, min(fast, slots) if name in ("ccs", "wcs") else slots)
    holders = [n for n, _, _ in chain[:fast]][:per_round - slots]
    resources = ["bus_%d" % (i + 1) for i in range(3)]
    held = {n: resources[i % len(resources)] for i, n in enumerate(holders)}
    ranges, parts, found = {}, "", 2
    for number, (task, kind, source) in enumerate(chain):
        text, more = component(task, kind, source, ranges, held.get(task), number,
                               number < EXTRAS[name][0], number < EXTRAS[name][1])
        parts += text
        found += more
    assert len(chain) + 1 == tasks, (name, len(chain))
    assert found == loops, (name, found)
    happens = 1 + sum(2 + 2 * (task in held) for row in table for task in row)
    assert happens == calls, (name, happens)
    assert {task for row in table for task in row} == {task for task, _, _ in chain}, name
    declare = "".join("DeclareTask(%s);\n" % n for n in ["timer"] + [task + "_task" for task, _, _ in chain])
    declare += "".join("DeclareResource(%s);\n" % resource for resource in resources)
    rows = "".join("    {%s},\n" % ",\n     ".join(
        ", ".join("%s_task" % task for task in row[i:i + 5]) for i in range(0, len(row), 5)) for row in table)
    c = HEAD.format(title=title[0].upper() + title[1:], tasks=tasks, rounds=rounds, slots=slots, declare=declare)
    c += parts + TIMER.format(table=rows)
    oil = "/* The %s. */\nOIL_VERSION = \"2.5\";\n\nCPU %s {\n  OS os { STATUS = EXTENDED; };\n" % (title, name)
    objects = [("timer", 1, "TRUE", None)] + [(task + "_task", 2 + i, "FALSE", held.get(task))
                                              for i, (task, _, _) in enumerate(chain)]
    for task, priority, autostart, resource in objects:
        oil += "\n  TASK %s {\n    PRIORITY = %d;\n    SCHEDULE = %s;\n    ACTIVATION = 1;\n    AUTOSTART = %s;\n" % (
            task, priority, "NON" if priority % 4 == 0 else "FULL", autostart)
        oil += "    RESOURCE = %s;\n  };\n" % resource if resource else "  };\n"
    oil += "\n" + "".join("  RESOURCE %s { RESOURCEPROPERTY = STANDARD; };\n" % resource for resource in resources) + "};\n"
    for ending, text in ((".c", c), (".oil", oil)):
        with open(os.path.join(HERE, name + ending), "w", encoding="utf-8") as file:
            file.write(text)
    return len((c + oil).splitlines())


def main():
    for name in ROWS:
        print("%s: %d lines, %d in the table" % (name, write(name), ROWS[name][3]))


if __name__ == "__main__":
    main()
