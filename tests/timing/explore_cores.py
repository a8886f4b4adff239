"""Small models on several cores, explored unit by unit, with the events that constraints are about. Written from
docs/timing-semantics.md alone; shares nothing with the C program, nor with explore.py.

A model is a dictionary: tasks, constraints. A task: name, core, priority, preemption, limit, stimulus, items.
A stimulus: ("periodic", offset, period, jitter), ("double", offset, period, 0), which occurs twice at once, ("trigger", prescaler)
or ("event", event). `grain` of a model: durations are multiples of so many units (1), while stimuli come at any unit.
Items: ("run", least, most), ("access", label, "read" or "write"), ("call", runnable, items), ("happen", event),
("trigger", task), ("request", semaphore), ("release", semaphore), ("choice", items, items), ("signal", task or None, event),
("wait", event), ("clear", event).

Events are named by tuples: ("process", task, type), ("runnable", name, type), ("label", name, type), ("custom", name),
("stimulus", task)."""
from itertools import product


class TooLarge(Exception):
    pass


def flatten(items, code):
    """Items as instructions; choices as jumps."""
    for item in items:
        if item[0] == "call":
            code.append(("occur", ("runnable", item[1], "start")))
            flatten(item[2], code)
            code.append(("occur", ("runnable", item[1], "terminate")))
        elif item[0] == "access":
            code.append(("occur", ("label", item[1], item[2])))
        elif item[0] == "happen":
            code.append(("occur", ("custom", item[1])))
        elif item[0] == "choice":
            start = len(code)
            code.append(None)
            flatten(item[1], code)
            middle = len(code)
            code.append(None)
            flatten(item[2], code)
            code[start] = ("either", start + 1, middle + 1)
            code[middle] = ("jump", len(code))
        else:
            code.append(item)


class World:
    """One moment, changed in place; frozen and thawed for the set of states."""

    FIELDS = ("stimuli", "counters", "jobs", "pc", "done", "begun", "held", "waiting", "flags", "running", "asked", "holders")

    def __init__(self, model):
        self.model = model
        count = len(model["tasks"])
        self.stimuli = [None] * count
        self.counters = [0] * count
        self.jobs = [[] for _ in range(count)]  # [age, ticket], the oldest first
        self.pc = [0] * count
        self.done = [0] * count
        self.begun = [False] * count
        self.held = [False] * count
        self.waiting = [False] * count
        self.flags = [frozenset()] * count
        self.running = [-1] * model["cores"]
        self.asked = [0] * count  # a ticket of those who wait for a semaphore
        self.holders = {}
        self.occurred = []  # batches of events at this instant, in order

    def freeze(self):
        tickets = sorted({ticket for queue in self.jobs for _age, ticket in queue})
        rank = {ticket: place for place, ticket in enumerate(tickets)}
        line = {ticket: place for place, ticket in enumerate(sorted({0, *self.asked}))}
        jobs = tuple(tuple((age, rank[ticket]) for age, ticket in queue) for queue in self.jobs)
        return (tuple(self.stimuli), tuple(self.counters), jobs, tuple(self.pc), tuple(self.done), tuple(self.begun),
                tuple(self.held), tuple(self.waiting), tuple(self.flags), tuple(self.running), tuple(line[ticket] for ticket in self.asked),
                tuple(sorted((name, holder) for name, holder in self.holders.items() if holder is not None)))

    @classmethod
    def thaw(cls, model, frozen):
        world = cls.__new__(cls)
        world.model, world.occurred = model, []
        for name, value in zip(cls.FIELDS, frozen):
            if name == "jobs":
                world.jobs = [[list(job) for job in queue] for queue in value]
            elif name == "holders":
                world.holders = dict(value)
            else:
                setattr(world, name, list(value))
        return world

    def copy(self):
        other = World.__new__(World)
        other.model = self.model
        for name in self.FIELDS:
            setattr(other, name, getattr(self, name).copy())
        other.jobs = [[job.copy() for job in queue] for queue in self.jobs]
        other.occurred = self.occurred.copy()
        return other


class Explorer:
    def __init__(self, model, most_states):
        self.model = model
        self.tasks = model["tasks"]
        self.index = {task["name"]: number for number, task in enumerate(self.tasks)}
        self.most_states = most_states
        self.code = []
        for task in self.tasks:
            code = []
            flatten(task["items"], code)
            code.append(("end",))
            self.code.append(code)
        self.by_event = {}
        for number, task in enumerate(self.tasks):
            if task["stimulus"][0] == "event":
                self.by_event.setdefault(task["stimulus"][1], []).append(number)
        self.worst = [None] * len(self.tasks)
        self.best = [None] * len(self.tasks)
        self.lost = [False] * len(self.tasks)

    # ---- events ----

    def occur(self, world, *events):
        world.occurred.append(tuple(sorted(events)))
        self.due.extend(number for event in events for number in self.by_event.get(event, []))

    def trigger_due(self, world):
        while self.due:
            due, self.due = self.due, []
            self.trigger(world, due)

    def trigger(self, world, numbers):
        """All at once: who runs then is decided when all are there."""
        fired = []
        for number in numbers:
            kind = self.tasks[number]["stimulus"]
            if kind[0] == "trigger":
                counts = world.counters[number] == 0
                world.counters[number] = (world.counters[number] + 1) % kind[1]
                if not counts:
                    continue
            self.occur(world, ("stimulus", self.tasks[number]["name"]))
            fired.append(number)
        for number in sorted(fired):
            for event in self.activate(world, number):
                self.occur(world, event)
        for core in sorted({self.tasks[number]["core"] for number in fired}):
            self.schedule(world, core)

    # ---- scheduling ----

    def activate(self, world, number):
        if len(world.jobs[number]) >= self.tasks[number]["limit"]:
            self.lost[number] = True
            return []
        ticket = 1 + max((ticket for queue in world.jobs for _age, ticket in queue), default=-1)
        world.jobs[number].append([0, ticket])
        return [("process", self.tasks[number]["name"], "activate")]

    def urgency(self, world, number):
        task = self.tasks[number]
        firm = task["preemption"] == "non_preemptive" and world.held[number]
        return (not firm, -task["priority"], number not in world.running, not world.held[number],
                world.jobs[number][0][1], number)

    def schedule(self, world, core):
        able = [n for n, task in enumerate(self.tasks)
                if task["core"] == core and world.jobs[n] and not world.waiting[n]]
        chosen = min(able, key=lambda n: self.urgency(world, n)) if able else -1
        before = world.running[core]
        if chosen == before:
            return
        if before >= 0 and world.jobs[before] and not world.waiting[before]:
            self.occur(world, ("process", self.tasks[before]["name"], "preempt"))
        world.running[core] = chosen
        if chosen >= 0:
            kind = "resume" if world.begun[chosen] else "start"
            world.begun[chosen] = world.held[chosen] = True
            self.occur(world, ("process", self.tasks[chosen]["name"], kind))

    def go_last(self, world, number):
        last = max(ticket for queue in world.jobs for _age, ticket in queue)
        world.jobs[number][0][1] = last + 1

    # ---- instructions ----

    def is_urgent(self, world, core):
        number = world.running[core]
        return number >= 0 and self.code[number][world.pc[number]][0] != "run"

    def end(self, world, number):
        age = world.jobs[number].pop(0)[0]
        self.worst[number] = age if self.worst[number] is None else max(age, self.worst[number])
        self.best[number] = age if self.best[number] is None else min(age, self.best[number])
        world.pc[number] = world.done[number] = 0
        world.begun[number] = world.held[number] = False
        self.occur(world, ("process", self.tasks[number]["name"], "terminate"))
        world.running[self.tasks[number]["core"]] = -1
        self.schedule(world, self.tasks[number]["core"])

    def block(self, world, number):
        world.waiting[number] = True
        world.held[number] = False
        kind = "wait" if self.code[number][world.pc[number]][0] == "wait" else "park"
        if kind == "park":
            world.asked[number] = 1 + max(world.asked)
        self.occur(world, ("process", self.tasks[number]["name"], kind))
        self.schedule(world, self.tasks[number]["core"])

    def wake(self, world, number):
        world.waiting[number] = False
        world.asked[number] = 0
        self.go_last(world, number)
        kind = "release" if self.code[number][world.pc[number]][0] == "wait" else "release_parking"
        self.occur(world, ("process", self.tasks[number]["name"], kind))

    def release(self, world, number, name):
        world.holders[name] = None
        cores = {self.tasks[number]["core"]}
        waiters = [n for n in range(len(self.tasks)) if world.waiting[n]
                   and self.code[n][world.pc[n]] == ("request", name)]
        if waiters:
            first = min(waiters, key=lambda n: (-self.tasks[n]["priority"], world.asked[n]))
            self.wake(world, first)
            cores.add(self.tasks[first]["core"])
        for core in sorted(cores):
            self.schedule(world, core)

    def signal(self, world, name, event):
        """All at once: who runs then is decided when all are woken."""
        cores = set()
        for other, task in enumerate(self.tasks):
            if name not in (None, task["name"]) or ("wait", event) not in self.code[other]:
                continue
            world.flags[other] |= {event}
            if world.waiting[other] and self.code[other][world.pc[other]] == ("wait", event):
                self.wake(world, other)
                cores.add(task["core"])
        for core in sorted(cores):
            self.schedule(world, core)

    def step(self, world, core):
        """The ways to do one instruction, each as a world."""
        number = world.running[core]
        what = self.code[number][world.pc[number]]
        if what[0] == "either":
            ways = []
            for target in what[1:]:
                way = world.copy()
                way.pc[number] = target
                ways.append(way)
            return ways
        if what[0] == "request" and world.holders.get(what[1]) is not None:
            self.block(world, number)
        elif what[0] == "wait" and what[1] not in world.flags[number]:
            self.block(world, number)
        elif what[0] == "end":
            self.end(world, number)
        elif what[0] == "jump":
            world.pc[number] = what[1]
        else:
            world.pc[number] += 1
            if what[0] == "occur":
                self.occur(world, what[1])
            elif what[0] == "trigger":
                self.trigger(world, [self.index[what[1]]])
            elif what[0] == "request":
                world.holders[what[1]] = number
            elif what[0] == "release":
                self.release(world, number, what[1])
            elif what[0] == "signal":
                self.signal(world, what[1], what[2])
            elif what[0] == "clear":
                world.flags[number] -= {what[1]}
        self.trigger_due(world)
        return [world]

    def settle(self, world):
        """Everything that takes no time, in every order."""
        todo, ended = [world], []
        while todo:
            world = todo.pop()
            cores = [core for core in range(self.model["cores"]) if self.is_urgent(world, core)]
            if not cores:
                ended.append(world)
            for core in cores:
                self.due = []
                todo.extend(self.step(world.copy(), core))
            if len(todo) + len(ended) > 3000:
                raise TooLarge
        return ended

    # ---- time ----

    def fire(self, world):
        """Every subset of the stimuli that may occur now, with those that must."""
        choices = []
        for number, task in enumerate(self.tasks):
            close = world.stimuli[number]
            if close is None:
                choices.append([False])
            elif close == 0:
                choices.append([True])
            elif close <= task["stimulus"][3]:
                choices.append([False, True])
            else:
                choices.append([False])
        for fired in product(*choices):
            way = world.copy()
            self.due = []
            together = []
            for number, fires in enumerate(fired):
                if not fires:
                    continue
                way.stimuli[number] += self.tasks[number]["stimulus"][2]
                for _ in range(2 if self.tasks[number]["stimulus"][0] == "double" else 1):
                    together.append(("stimulus", self.tasks[number]["name"]))
                    together.extend(self.activate(way, number))
            if together:
                self.occur(way, *together)
            for core in range(self.model["cores"]):
                self.schedule(way, core)
            self.trigger_due(way)
            yield from self.settle(way)

    def tick(self, frozen):
        world = World.thaw(self.model, frozen)
        for number in range(len(self.tasks)):
            if world.stimuli[number] is not None:
                world.stimuli[number] -= 1
            for job in world.jobs[number]:
                job[0] += 1
        ways = [world]
        for core in range(self.model["cores"]):
            number = world.running[core]
            if number < 0:
                continue
            _run, least, most = self.code[number][world.pc[number]]
            next_ways = []
            for way in ways:
                way.done[number] += 1
                if way.done[number] >= least and (way.done[number] - least) % self.model.get("grain", 1) == 0:
                    ended = way.copy()
                    ended.pc[number] += 1
                    ended.done[number] = 0
                    next_ways.append(ended)
                if way.done[number] < most:
                    next_ways.append(way)
            ways = next_ways
        for way in ways:
            for settled in self.settle(way):
                yield from self.fire(settled)

    def initial(self):
        world = World(self.model)
        for number, task in enumerate(self.tasks):
            if task["stimulus"][0] in ("periodic", "double"):
                _kind, offset, _period, jitter = task["stimulus"]
                world.stimuli[number] = offset + jitter
        yield from self.fire(world)

    def explore(self, watchers=(), oldest=99):
        """All reachable states, each with what the watchers remember. A watcher says that its constraint is broken."""
        seen, todo = set(), []

        def add(world, memories):
            batches = [batch for batch in world.occurred]
            memories = tuple(watcher.after(memory, batches) for watcher, memory in zip(watchers, memories))
            state = (world.freeze(), memories)
            if any(age > oldest for queue in state[0][2] for age, _ticket in queue) or len(seen) > self.most_states:
                raise TooLarge
            if state not in seen:
                seen.add(state)
                todo.append(state)

        for world in self.initial():
            add(world, tuple(watcher.first() for watcher in watchers))
        while todo:
            frozen, memories = todo.pop()
            older = tuple(watcher.older(memory) for watcher, memory in zip(watchers, memories))
            for world in self.tick(frozen):
                add(world, older)
        return len(seen)
