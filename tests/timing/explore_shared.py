"""Tasks that share semaphores and wait for events, under all kinds of schedulers, one behaviour at a time: durations are constants, so
that only the order of what several cores do at one instant is open. Written from docs/timing-semantics.md alone; shares nothing with
the C program, nor with the other explorers. A place in a queue is a ticket here that everybody draws from one roll.

A model: queue ("activation" or "task"); cores; is_shared (one scheduler has all of them, and tasks move); schedulers, each with algorithm, slice, core, parent (-1: on top of its core), priority (to its parent), and of a
server its kind, budget and every; ceilings, one bool for each semaphore; places, how many users each may have; tasks. A task: is_isr,
scheduler, cores, priority, preemption, deadline, offset, period, limit, items. Items: ("run", units), ("request", semaphore, exclusive),
("poll", semaphore, exclusive), which keeps the core, ("release", semaphore), ("wait", event), ("spin", event), which keeps the core,
("clear", event), ("signal", task or None, event), ("trigger", task), ("point",), ("lock",), ("unlock",). A task without a period is triggered.
"""
from copy import deepcopy


class TooLarge(Exception):
    pass


class World:
    def __init__(self, model):
        count = len(model["tasks"])
        self.until = [task["offset"] if task["period"] else -1 for task in model["tasks"]]
        self.jobs = [[] for _ in range(count)]  # [age, ticket], the oldest first
        self.pc, self.done, self.used = [0] * count, [0] * count, [0] * count
        self.begun, self.held, self.waiting = [False] * count, [False] * count, [False] * count
        self.flags, self.locks = [frozenset()] * count, [0] * count
        self.asked = [0] * count
        self.has = [[0] * len(model["ceilings"]) for _ in range(count)]
        self.users = [0] * len(model["ceilings"])
        self.alone = [False] * len(model["ceilings"])
        self.running = [-1] * model["cores"]
        self.came = [0] * len(model["schedulers"])  # tickets of schedulers below others
        self.budget = [(made["budget"], made["every"]) if made.get("server") else (1, 0) for made in model["schedulers"]]

    def freeze(self):
        tickets = sorted({0} | {ticket for queue in self.jobs for _age, ticket in queue} | set(self.asked) | set(self.came))
        rank = {ticket: place for place, ticket in enumerate(tickets)}
        self.jobs = [[[age, rank[ticket]] for age, ticket in queue] for queue in self.jobs]
        self.asked = [rank[ticket] for ticket in self.asked]
        self.came = [rank[ticket] for ticket in self.came]
        return repr(sorted((name, value) for name, value in vars(self).items()))


class Simulator:
    def __init__(self, model, most_states=300):
        self.model, self.tasks, self.schedulers = model, model["tasks"], model["schedulers"]
        self.code = [task["items"] + [("end",)] for task in self.tasks]
        self.most_states = most_states
        self.worst, self.best = [None] * len(self.tasks), [None] * len(self.tasks)
        self.lost = [False] * len(self.tasks)

    # ---- how urgent ----

    def users_of(self, semaphore):
        return [n for n, task in enumerate(self.tasks) if any(item[0] in ("request", "poll", "release") and item[1] == semaphore for item in task["items"])]

    def own_urgency(self, number):
        task = self.tasks[number]
        algorithm = "" if task["is_isr"] else self.schedulers[task["scheduler"]]["algorithm"]
        priority = {"RateMonotonic": -task["period"], "DeadlineMonotonic": -task["deadline"]}.get(algorithm, task["priority"])
        return (task["is_isr"], priority)

    def urgency(self, world, number):
        """(interrupt routine or not, priority), its own or that of a ceiling."""
        own = self.own_urgency(number)
        ceilings = [max(self.own_urgency(n) for n in self.users_of(s))
                    for s, has in enumerate(world.has[number]) if has and self.model["ceilings"][s]]
        return max([own] + ceilings)

    def rest(self, world, number):
        return self.tasks[number]["deadline"] - world.jobs[number][0][0]

    def way_up(self, number):
        at = self.tasks[number]["scheduler"]
        while at >= 0:
            yield at
            at = self.schedulers[at]["parent"]

    def is_below(self, number, scheduler):
        return not self.tasks[number]["is_isr"] and scheduler in self.way_up(number)

    def ticket(self, world):
        return 1 + max([0, *world.asked, *world.came] + [ticket for queue in world.jobs for _age, ticket in queue])

    def is_ready(self, world, number):
        return bool(world.jobs[number]) and not world.waiting[number]

    def may_run(self, world, number):
        if self.tasks[number]["is_isr"] or all(world.budget[s][0] > 0 for s in self.way_up(number)):
            return True
        return number in world.running and self.is_urgent(world, number)  # it completes something

    def is_urgent(self, world, number):
        """Has it something to do that takes no time?"""
        what = self.code[number][world.pc[number]]
        if what[0] == "poll":
            return self.is_free(world, *what[1:])
        if what[0] == "spin":
            return what[1] in world.flags[number]
        return what[0] != "run"

    def domain_of(self, number):
        return 0 if self.model["is_shared"] else self.tasks[number]["cores"][0]

    def choose(self, world, able):
        """Who gets the core."""
        above = [n for n in able if self.urgency(world, n)[0]]
        if above:
            return min(above, key=lambda n: (-self.urgency(world, n)[1], n not in world.running, not world.held[n], world.jobs[n][0][1]))
        able = [n for n in able if world.held[n] and (world.locks[n] or self.tasks[n]["preemption"] == "non_preemptive")] or able
        node = next(s for s in self.way_up(able[0]) if self.schedulers[s]["parent"] < 0)
        while True:
            algorithm = self.schedulers[node]["algorithm"]
            own = [n for n in able if self.tasks[n]["scheduler"] == node]
            best = min(own, key=lambda n: self.key(world, algorithm, n)) if own else None
            below = [s for s, made in enumerate(self.schedulers) if made["parent"] == node and any(self.is_below(n, s) for n in able)]
            choices = [("task", best)] * bool(own) + [("node", s) for s in below]
            kind, number = min(choices, key=lambda choice: self.place(world, choice)) if below else ("task", best)
            if kind == "task":
                return number
            node, able = number, [n for n in able if self.is_below(n, number)]

    def key(self, world, algorithm, number):
        age, ticket = world.jobs[number][0]
        if algorithm == "EarliestDeadlineFirst":
            return (self.rest(world, number), number not in world.running, not world.held[number], -age, number)
        if algorithm == "PriorityBasedRoundRobin":
            return (-self.urgency(world, number)[1], ticket)
        return (-self.urgency(world, number)[1], number not in world.running, not world.held[number], ticket)

    def place(self, world, choice):
        """Of a task or a scheduler below, to a scheduler by priority."""
        kind, number = choice
        if kind == "task":
            return (-self.urgency(world, number)[1], number not in world.running, world.jobs[number][0][1])
        runs = any(n >= 0 and self.is_below(n, number) for n in world.running)
        return (-self.schedulers[number]["priority"], not runs, world.came[number])

    # ---- what happens ----

    def come_schedulers(self, world):
        def first(scheduler):
            return next((n for n in range(len(self.tasks)) if self.is_below(n, scheduler)), len(self.tasks))
        for scheduler in sorted(range(len(self.schedulers)), key=first):
            ready = any(self.is_ready(world, n) and self.is_below(n, scheduler) for n in range(len(self.tasks)))
            if self.schedulers[scheduler]["parent"] >= 0 and ready != (world.came[scheduler] > 0):
                world.came[scheduler] = self.ticket(world) if ready else 0

    def schedule(self, world, domain):
        """The most urgent get the cores; each stays where it is if it can, then takes an idle one, then the first."""
        self.come_schedulers(world)
        able = [n for n in range(len(self.tasks)) if self.domain_of(n) == domain and self.is_ready(world, n) and self.may_run(world, n)]
        cores = range(self.model["cores"]) if self.model["is_shared"] else [domain]
        given = dict.fromkeys(cores, -1)
        while able:
            chosen = self.choose(world, able)
            able.remove(chosen)
            free = [core for core in self.tasks[chosen]["cores"] if given[core] < 0]
            if free:
                here = [core for core in free if world.running[core] == chosen] or [core for core in free if world.running[core] < 0] or free
                given[here[0]] = chosen
        for core, chosen in given.items():
            world.running[core] = chosen
            if chosen >= 0:
                world.begun[chosen] = world.held[chosen] = True

    def is_free(self, world, semaphore, exclusive):
        if exclusive:
            return world.users[semaphore] == 0
        return world.users[semaphore] < self.model["places"][semaphore] and not world.alone[semaphore]

    def is_woken_before(self, world, a, b):
        left, right = self.tasks[a], self.tasks[b]
        left_urgency, right_urgency = self.urgency(world, a), self.urgency(world, b)
        if not left["is_isr"] and not right["is_isr"]:
            common = next((s for s in self.way_up(a) if s in self.way_up(b)), None)
            if common is not None and left["scheduler"] != right["scheduler"]:
                ways = [[-1, *self.way_up(n)] for n in (a, b)]
                steps = [way[way.index(common) - 1] for way in ways]
                left_urgency, right_urgency = ((0, self.schedulers[s]["priority"]) if s >= 0 else own
                                               for s, own in zip(steps, (left_urgency, right_urgency)))
            elif all(self.schedulers[n["scheduler"]]["algorithm"] == "EarliestDeadlineFirst" for n in (left, right)):
                keys = [(self.rest(world, n), -world.jobs[n][0][0], n) for n in (a, b)]
                return keys[0] < keys[1]
        if left_urgency != right_urgency:
            return left_urgency > right_urgency
        return world.asked[a] < world.asked[b]

    def release(self, world, number, semaphore):
        free = self.model["places"][semaphore] if world.alone[semaphore] else 1
        world.users[semaphore] -= free
        world.alone[semaphore] = False
        world.has[number][semaphore] -= 1
        cores, shared = {self.domain_of(number)}, False
        while free:
            best = None
            for n in range(len(self.tasks)):
                what = self.code[n][world.pc[n]]
                if not world.waiting[n] or what[:2] != ("request", semaphore) or not self.is_free(world, semaphore, what[2]) or (shared and what[2]):
                    continue
                if best is None or self.is_woken_before(world, n, best):
                    best = n
            if best is None:
                break
            free = 0 if self.code[best][world.pc[best]][2] else free - 1
            shared = True
            self.wake(world, best)
            cores.add(self.domain_of(best))
        for core in sorted(cores):
            self.schedule(world, core)

    def wake(self, world, number):
        world.waiting[number], world.asked[number] = False, 0
        world.jobs[number][0][1] = self.ticket(world)

    def signal(self, world, to, event):
        woken = []
        for n in range(len(self.tasks)):
            if to in (None, n) and (("wait", event) in self.code[n] or ("spin", event) in self.code[n]):
                world.flags[n] |= {event}
                if world.waiting[n] and self.code[n][world.pc[n]] == ("wait", event):
                    self.wake(world, n)
                    woken.append(n)
        for core in sorted({self.domain_of(n) for n in woken}):
            self.schedule(world, core)

    def activate(self, world, number):
        if len(world.jobs[number]) >= self.tasks[number]["limit"]:
            self.lost[number] = True
        else:
            world.jobs[number].append([0, self.ticket(world)])

    def end(self, world, number):
        age, _ticket = world.jobs[number].pop(0)
        self.worst[number] = max(age, self.worst[number] or 0)
        self.best[number] = age if self.best[number] is None else min(age, self.best[number])
        world.pc[number] = world.done[number] = world.used[number] = 0
        world.begun[number] = world.held[number] = False
        world.has[number] = [0] * len(world.has[number])
        if self.model["queue"] == "task" and world.jobs[number]:  # only now the next one comes into the queue
            world.jobs[number][0][1] = self.ticket(world)
        world.running[world.running.index(number)] = -1
        self.schedule(world, self.domain_of(number))

    def block(self, world, number):
        world.waiting[number], world.held[number], world.used[number] = True, False, 0
        if self.code[number][world.pc[number]][0] == "request":
            world.asked[number] = self.ticket(world)
        self.schedule(world, self.domain_of(number))

    def step(self, world, core):
        number = world.running[core]
        what = self.code[number][world.pc[number]]
        if what[0] == "end":
            return self.end(world, number)
        if (what[0] == "wait" and what[1] not in world.flags[number]) or (what[0] == "request" and not self.is_free(world, *what[1:])):
            return self.block(world, number)
        world.pc[number] += 1
        if what[0] in ("request", "poll"):
            world.users[what[1]] += self.model["places"][what[1]] if what[2] else 1
            world.alone[what[1]] = what[2]
            world.has[number][what[1]] += 1
        elif what[0] == "release":
            self.release(world, number, what[1])
        elif what[0] == "clear":
            world.flags[number] -= {what[1]}
        elif what[0] == "signal":
            self.signal(world, what[1], what[2])
        elif what[0] == "trigger":
            self.activate(world, what[1])
            self.schedule(world, self.domain_of(what[1]))
        elif what[0] == "lock":
            world.locks[number] += 1
        elif what[0] == "unlock":
            world.locks[number] -= 1
            self.schedule(world, self.domain_of(number))
        elif what[0] == "point":
            world.held[number] = False
            self.schedule(world, self.domain_of(number))
        return None

    def settle(self, world):
        """All that takes no time, cores in every order."""
        todo, settled = [world], {}
        while todo:
            world = todo.pop()
            urgent = [core for core, n in enumerate(world.running) if n >= 0 and self.is_urgent(world, n)]
            if not urgent:
                settled.setdefault(world.freeze(), world)
            for core in urgent:
                way = deepcopy(world) if len(urgent) > 1 else world
                self.step(way, core)
                todo.append(way)
            if len(todo) > 500:
                raise TooLarge
        return settled.values()

    # ---- time ----

    def use_budgets(self, world):
        for s, made in enumerate(self.schedulers):
            if not made.get("server"):
                continue
            left, until = world.budget[s]
            left -= any(n >= 0 and self.is_below(n, s) for n in world.running)
            if made["server"] == "PollingPeriodicServer" and not any(self.is_ready(world, n) and self.is_below(n, s) for n in range(len(self.tasks))):
                left = 0
            world.budget[s] = (left, until - 1) if until > 1 else (made["budget"], made["every"])

    def end_slices(self, world):
        for core in range(self.model["cores"]):
            number = world.running[core]
            if number < 0 or self.tasks[number]["is_isr"]:
                continue
            made = self.schedulers[self.tasks[number]["scheduler"]]
            if made["algorithm"] == "PriorityBasedRoundRobin" and world.used[number] >= made["slice"]:
                world.used[number] = 0
                world.jobs[number][0][1] = self.ticket(world)
                self.schedule(world, self.domain_of(number))
        if any(made.get("server") for made in self.schedulers):
            self.schedule_all(world)

    def schedule_all(self, world):
        for domain in sorted({self.domain_of(n) for n in range(len(self.tasks))}):
            self.schedule(world, domain)

    def fire(self, world):
        for number, task in enumerate(self.tasks):
            if world.until[number]:
                continue
            world.until[number] = task["period"]
            self.activate(world, number)
        self.schedule_all(world)

    def pass_unit(self, world):
        self.use_budgets(world)
        for number in range(len(self.tasks)):
            world.until[number] -= world.until[number] > 0
            for job in world.jobs[number]:
                job[0] += 1
                if job[0] > 120:
                    raise TooLarge
        for number in world.running:
            if number < 0:
                continue
            if not self.tasks[number]["is_isr"] and self.schedulers[self.tasks[number]["scheduler"]]["algorithm"] == "PriorityBasedRoundRobin":
                world.used[number] += 1
            what = self.code[number][world.pc[number]]
            world.done[number] += what[0] == "run"
            if what == ("run", world.done[number]):
                world.done[number] = 0
                world.pc[number] += 1

    def explore(self):
        world = World(self.model)
        self.fire(world)
        todo = list(self.settle(world))
        seen = {world.freeze() for world in todo}
        while todo:
            world = todo.pop()
            self.pass_unit(world)
            for way in self.settle(world):
                self.end_slices(way)
                for done in self.settle(way):
                    self.fire(done)
                    for after in self.settle(done):
                        state = after.freeze()
                        if state not in seen:
                            seen.add(state)
                            todo.append(after)
            if len(seen) > self.most_states:
                raise TooLarge
        return len(seen)
