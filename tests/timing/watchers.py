"""Constraints decided from what has occurred, by their definitions: a memory is the list of what occurred not too long
ago, oldest first, as (how long ago, events at once, each as often as it occurred). Nothing is counted along."""


class Watcher:
    """One constraint; `broken` once a behaviour breaks it."""

    def __init__(self, constraint):
        self.constraint = constraint
        self.events = constraint["events"]
        self.lower = constraint.get("lower") or 0
        self.upper = constraint.get("upper")
        self.horizon = max(self.lower, self.upper or 0) + 1
        if constraint["kind"] == "together":
            self.horizon = 2 * self.upper + 2
        self.broken = False

    # A memory: (batches, how far the events that were forgotten go along the path).

    @staticmethod
    def first():
        return ((), 0)

    def older(self, memory):
        batches, progress = memory
        batches = [(age + 1, events) for age, events in batches]
        if self.constraint["kind"] == "repetition":  # the last ones, however old
            batches = [(min(age, self.horizon), events) for age, events in batches[-self.constraint["span"]:]]
        while batches and batches[0][0] > self.horizon + 1:
            for event in self.events:
                if progress < len(self.events) and event == self.events[progress] and event in batches[0][1]:
                    progress += 1
            batches.pop(0)
        memory = (tuple(batches), progress)
        self.judge(memory)
        return memory

    def after(self, memory, occurred):
        batches, progress = memory
        batches = list(batches)
        for events in occurred:
            events = tuple(event for event in events if event in self.events)
            if events:
                batches.append((0, events))
                self.judge((tuple(batches), progress))
        return (tuple(batches), progress)

    def judge(self, memory):
        kind = self.constraint["kind"]
        if kind == "Reaction":
            self.judge_reaction(memory[0])
        elif kind == "Age":
            self.judge_age(*memory)
        elif kind == "delay":
            self.judge_delay(memory[0])
        elif kind == "together":
            self.judge_together(memory[0])
        elif kind == "repetition":
            self.judge_repetition(memory[0])

    def judge_reaction(self, batches):
        for start, (age, events) in enumerate(batches):
            if self.events[0] not in events:
                continue
            place = start
            for wanted in self.events[1:]:
                while place < len(batches) and wanted not in batches[place][1]:
                    place += 1
                if place == len(batches):
                    break
            if place == len(batches):
                self.broken |= self.upper is not None and age > self.upper
            else:
                latency = age - batches[place][0]
                self.broken |= latency < self.lower or (self.upper is not None and latency > self.upper)

    def judge_age(self, batches, progress):
        if not batches or batches[-1][0] > 0 or self.events[-1] not in batches[-1][1]:
            return
        place = len(batches) - 1
        for number in range(len(self.events) - 2, -1, -1):
            while place >= 0 and self.events[number] not in batches[place][1]:
                place -= 1
            if place < 0:  # before what is remembered, or never
                if progress > number:
                    self.broken |= self.upper is not None
                return
        latency = batches[place][0]
        self.broken |= latency < self.lower or (self.upper is not None and latency > self.upper)

    def judge_delay(self, batches):
        for start, (age, events) in enumerate(batches):
            if self.events[0] in events and age > self.upper:
                self.broken |= not any(self.events[1] in later and self.lower <= age - when <= self.upper
                                       for when, later in batches[start:])

    def judge_together(self, batches):
        """Each occurrence is in a window with all events; the window begins and ends with an occurrence."""
        for age, _events in batches:
            if age <= self.upper:
                continue
            for begin, _ in batches:
                inside = set().union(*(events for when, events in batches if begin - self.upper <= when <= begin))
                if begin - self.upper <= age <= begin and all(event in inside for event in self.events):
                    break
            else:
                if age == self.upper + 1:  # all windows with it are known
                    self.broken = True

    def judge_repetition(self, batches):
        when = [age for age, events in batches for event in events if event == self.events[0]]
        span = self.constraint["span"]
        for first, last in zip(when, when[span:]):
            self.broken |= first - last < self.lower or (self.upper is not None and first - last > self.upper)


# ---- whole traces: lists of (time, events at once), of models that have only one behaviour ----

def times_of(trace, event):
    """When, and at which place of the trace."""
    return [(time, place) for place, (time, events) in enumerate(trace) for other in events if other == event]


def is_matched(trace, now, constraint):
    """The n-th target follows the n-th source in time."""
    sources, targets = (times_of(trace, event) for event in constraint["events"])
    lower, upper = constraint.get("lower") or 0, constraint.get("upper")
    for number, (when, place) in enumerate(sources):
        if number >= len(targets):
            if upper is not None and now - when > upper:
                return False
        elif targets[number][1] < place or targets[number][0] - when < lower:
            return False
        elif upper is not None and targets[number][0] - when > upper:
            return False
    return len(targets) <= len(sources)


def is_paired(trace, now, constraint):
    """The n-th occurrences of all events are in one window."""
    times = [[when for when, _place in times_of(trace, event)] for event in constraint["events"]]
    for number in range(max(len(one) for one in times)):
        there = [one[number] for one in times if number < len(one)]
        if max(there) - min(there) > constraint["upper"]:
            return False
        if len(there) < len(times) and now - min(there) > constraint["upper"]:
            return False
    return True


def is_ideal(trace, _now, constraint):
    """There are ideal times, each at most the jitter before an occurrence, with distances within the limits."""
    times = [when for when, _place in times_of(trace, constraint["events"][0])]
    possible = None
    for when in times:
        near = set(range(when - constraint["jitter"], when + 1))
        if possible is not None:
            near = {ideal for ideal in near
                    if any(constraint["lower"] <= ideal - last <= constraint["upper"] for last in possible)}
        if not near:
            return False
        possible = near
    return True


IN_STATE = {"RunningTime": {"running"}, "NetExecutionTime": {"running"}, "CoreExecutionTime": {"running"},
            "ReadyTime": {"ready"}, "WaitingTime": {"waiting"}, "ParkingTime": {"parked"},
            "GrossExecutionTime": {"running", "ready", "waiting", "parked"}}
STATES = {"start": "running", "resume": "running", "preempt": "ready", "release": "ready", "release_parking": "ready",
          "wait": "waiting", "park": "parked", "terminate": "suspended"}


def is_within(trace, now, constraint):
    """Times that instances spend in states, and distances between instances."""
    metric, task, limit = constraint["metric"], constraint["task"], constraint["limit"]
    measured, open_ones = [], []
    pairs = {"ActivateToActivate": "activate", "StartToStart": "start", "EndToEnd": "terminate"}
    if metric in pairs:
        times = [when for when, _place in times_of(trace, ("process", task, pairs[metric]))]
        measured = [second - first for first, second in zip(times, times[1:])]
    elif metric == "EndToStart":
        ends = [when for when, _place in times_of(trace, ("process", task, "terminate"))]
        starts = [when for when, _place in times_of(trace, ("process", task, "start"))]
        measured = [start - end for end, start in zip(ends, starts[1:])]
    else:
        state, since, spent = "suspended", 0, 0
        for when, events in trace:
            for kind in [event[2] for event in events if event[:2] == ("process", task) and event[2] in STATES]:
                spent += when - since if state in IN_STATE[metric] else 0
                if kind == "terminate":
                    measured.append(spent)
                    spent = 0
                state, since = STATES[kind], when
        open_ones = [spent + (now - since if state in IN_STATE[metric] else 0)]
    if constraint["upper"]:
        return all(value <= limit for value in measured + open_ones)
    return all(value >= limit for value in measured)
