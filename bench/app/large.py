"""A large application: 50 tasks, 20 resources, 10 interrupts. large.py writes large.c and large.oil beside itself.

Ten stations, each with an interrupt and five tasks: `setup` starts by itself; the interrupt's `take` reads, `check` looks,
`store` books and `report` tells. Two resources a station protect what its tasks share. Stations are independent.
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
STATIONS = 10

HEAD = """\
/* Ten stations of a line, written by large.py: 50 tasks, 20 resources, 10 interrupts. */
#include "os.h"
#include <assert.h>

struct station {
    unsigned char busy, item, checked, stored, reported;
};

static struct station stations[%d];

/* All that the tasks of a station do to it; each holds the resource that its step needs. */
static void take(struct station *s) {
    assert(s->busy);
    s->item = (unsigned char)((s->item + 1) & 3);
}

static void check(struct station *s) {
    assert(s->item <= 3);
    s->checked = s->item;
}

static void store(struct station *s) {
    assert(s->checked == s->item);
    s->stored = s->checked;
}

static void report(struct station *s) {
    assert(s->stored == s->item);
    s->reported = s->stored;
    s->busy = 0;
}

""" % STATIONS

STATION = """\
DeclareTask(setup_{k});
DeclareTask(take_{k});
DeclareTask(check_{k});
DeclareTask(store_{k});
DeclareTask(report_{k});
DeclareResource(item_{k});
DeclareResource(book_{k});

ISR(sensor_{k}) {{
    if (!stations[{k}].busy) {{
        stations[{k}].busy = 1;
        ActivateTask(take_{k});
    }}
}}

TASK(setup_{k}) {{
    stations[{k}].item = {start};
    TerminateTask();
}}

TASK(take_{k}) {{
    GetResource(item_{k});
    take(&stations[{k}]);
    ReleaseResource(item_{k});
    ChainTask(check_{k});
}}

TASK(check_{k}) {{
    GetResource(item_{k});
    check(&stations[{k}]);
    ActivateTask(store_{k});
    ReleaseResource(item_{k});
    TerminateTask();
}}

TASK(store_{k}) {{
    GetResource(book_{k});
    store(&stations[{k}]);
    ReleaseResource(book_{k});
    ActivateTask(report_{k});
    TerminateTask();
}}

TASK(report_{k}) {{
    GetResource(book_{k});
    report(&stations[{k}]);
    ReleaseResource(book_{k});
    TerminateTask();
}}

"""

OIL = """\
  TASK setup_{k} {{ PRIORITY = {setup}; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }};
  TASK take_{k} {{ PRIORITY = {take}; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; RESOURCE = item_{k}; }};
  TASK check_{k} {{ PRIORITY = {check}; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; RESOURCE = item_{k}; }};
  TASK store_{k} {{ PRIORITY = {store}; SCHEDULE = {schedule}; ACTIVATION = 1; AUTOSTART = FALSE; RESOURCE = book_{k}; }};
  TASK report_{k} {{ PRIORITY = {report}; SCHEDULE = FULL; ACTIVATION = 2; AUTOSTART = FALSE; RESOURCE = book_{k}; }};
  RESOURCE item_{k} {{ RESOURCEPROPERTY = STANDARD; }};
  RESOURCE book_{k} {{ RESOURCEPROPERTY = STANDARD; }};
  ISR sensor_{k} {{ CATEGORY = 2; PRIORITY = {isr}; }};

"""


def main():
    c, oil = HEAD, "OIL_VERSION = \"2.5\";\n\nCPU large {\n  OS os { STATUS = EXTENDED; };\n\n"
    for k in range(STATIONS):
        base = 4 * (STATIONS - k)
        c += STATION.format(k=k, start=k % 4)
        oil += OIL.format(k=k, setup=100 - k, take=base + 3, check=base + 2, store=base + 1, report=base, isr=STATIONS - k,
                          schedule="NON" if k % 3 == 0 else "FULL")
    for ending, text in ((".c", c.rstrip() + "\n"), (".oil", oil.rstrip() + "\n};\n")):
        with open(os.path.join(HERE, "large" + ending), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
