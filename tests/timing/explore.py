"""Small task sets explored unit by unit, written from docs/timing-semantics.md alone and sharing nothing with the C
program: sets of states as Python tuples, every choice made at every unit of time.

A task set is a dictionary: algorithm ("OSEK", "EarliestDeadlineFirst", "PriorityBasedRoundRobin"), slice, tasks. A task:
name, priority, preemption, limit, runs [(least, most), ...], deadline, kind ("periodic", "relative", "sporadic", "rate", "burst" or
"curve"), offset, period, jitter, for relative ones and rates least and most distance, for sporadic ones the least, for bursts
count, apart and length, for curves borders (curves.py); a periodic one may have a minimum distance, too, and come `early` by so much. `grain`: durations are multiples of so many units
(1), while stimuli come at any unit.
"""
from curves import Curve, TooLarge


class Explorer:
    def __init__(self, taskset, most_states):
        self.tasks = taskset["tasks"]
        self.algorithm = taskset["algorithm"]
        self.slice = taskset.get("slice", 0)
        self.grain = taskset.get("grain", 1)
        self.queue = taskset.get("queue", "activation")  # when an instance takes its place
        self.most_states = most_states
        self.worst = [None] * len(self.tasks)
        self.best = [None] * len(self.tasks)
        self.started = [None] * len(self.tasks)  # the longest wait for a start, also of what never starts
        self.lost = [False] * len(self.tasks)
        self.curves = [Curve(task["borders"]) if task["kind"] == "curve" else None for task in self.tasks]
        self.cooperative = [task["preemption"] == "cooperative" for task in self.tasks]
        self.shapes = [task["runs"] if cooperative else [(sum(run[0] for run in task["runs"]), sum(run[1] for run in task["runs"]))]
                       for task, cooperative in zip(self.tasks, self.cooperative)]
        # There are far fewer stimuli than states: what was found of some is kept.
        self.kept_later, self.kept_subsets = {}, {}

    # A state: (stimuli, jobs of each task, what the head of each task has done, running).
    # stimuli[i]: units until the window closes, its width, ...; or of a curve, ("curve", ages of the last occurrences) and,
    # before the first one, ("curve", (), units since the start); jobs[i]: tuple of (age, ticket), the oldest first;
    # heads[i]: (index of the run, units done of it, held, slice used); running: index or -1.

    def key(self, state, index):
        """Smaller is more urgent."""
        _stimuli, jobs, heads, running = state
        task = self.tasks[index]
        age, ticket = jobs[index][0]
        held = heads[index][2]
        firm = 0 if task["preemption"] == "non_preemptive" and held else 1
        if self.algorithm == "EarliestDeadlineFirst":
            return (firm, task["deadline"] - age, 0 if running == index else 1, 0 if held else 1, -age, index)
        if self.algorithm == "PriorityBasedRoundRobin":
            return (firm, -task["priority"], ticket, index)
        return (firm, -task["priority"], 0 if running == index else 1, 0 if held else 1, ticket, index)

    def choose(self, state, able):
        return min(able, key=lambda i: self.key(state, i))

    def schedule(self, state):
        stimuli, jobs, heads, running = state
        ready = [i for i, queue in enumerate(jobs) if queue]
        if any(self.cooperative[i] and heads[i][2] for i in ready):  # the others wait until it lets go
            able = [i for i in ready if (heads[i][2] or not self.cooperative[i]) and self.has_budget(heads, i)]
        else:
            able = [i for i in ready if self.has_budget(heads, i)]
        if not able:
            return (stimuli, jobs, heads, -1)
        chosen = able[0] if len(able) == 1 else self.choose(state, able)
        run, done, held, used = heads[chosen]
        if not held:
            if not self.has_begun(heads[chosen]):
                self.note_start(chosen, jobs[chosen][0][0])
            heads = self.replaced(heads, chosen, (run, done, True, used))
        return (stimuli, jobs, heads, chosen)

    @staticmethod
    def has_begun(head):
        run, done, held, _used = head
        return held or run > 0 or done > 0

    def note_start(self, index, wait):
        self.started[index] = wait if self.started[index] is None else max(wait, self.started[index])

    @staticmethod
    def replaced(items, index, item):
        return items[:index] + (item,) + items[index + 1:]

    def next_ticket(self, jobs, _heads):
        return 1 + max((ticket for queue in jobs for _age, ticket in queue), default=0)

    @staticmethod
    def normal(state):
        """Tickets without gaps."""
        stimuli, jobs, heads, running = state
        tickets = {ticket for queue in jobs for _age, ticket in queue}
        if not tickets or max(tickets) == len(tickets):
            return state
        rank = {ticket: place + 1 for place, ticket in enumerate(sorted(tickets))}
        jobs = tuple(tuple((age, rank[ticket]) for age, ticket in queue) for queue in jobs)
        return (stimuli, jobs, heads, running)

    def window(self, index):
        task = self.tasks[index]
        return task["jitter"] if task["kind"] == "periodic" else task["most"] - task["least"]

    def occurred(self, index, stimulus):
        task = self.tasks[index]
        if task["kind"] == "periodic":
            return (stimulus[0] + task["period"], task["jitter"], task.get("apart", 0))
        if task["kind"] == "burst":
            return self.next_in_burst(task, stimulus)
        if task["kind"] == "curve":
            return ("curve", self.curves[index].occur(stimulus[1]))
        if task["kind"] == "sporadic":
            return ("sporadic", task["least"])
        return (task["most"], task["most"] - task["least"])

    def all_occurred(self, stimuli, fired):
        for index in fired:
            stimuli = self.replaced(stimuli, index, self.occurred(index, stimuli[index]))
        return stimuli

    def fire(self, state, fired):
        stimuli, jobs, heads, running = state
        stimuli = self.all_occurred(stimuli, fired)
        for index in fired:
            task = self.tasks[index]
            if len(jobs[index]) >= task["limit"]:
                self.lost[index] = True
                continue
            ticket = self.next_ticket(jobs, heads) if self.queue == "activation" or not jobs[index] else jobs[index][0][1]
            jobs = self.replaced(jobs, index, jobs[index] + ((0, ticket),))
        return self.schedule((stimuli, jobs, heads, running))

    @staticmethod
    def next_in_burst(task, stimulus):
        """(units until the last moment, units from its first to its last moment, its number, units since the period
        began). An occurrence comes after the one before by `apart`, and leaves time for those after it."""
        _close, _width, number, since = stimulus
        if number + 1 < task["count"]:
            last = task["length"] - (task["count"] - 2 - number) * task["apart"]
            return (last - since, last - since - task["apart"], number + 1, since)
        last = task["period"] + task["length"] - (task["count"] - 1) * task["apart"]
        return (last - since, task["length"] - (task["count"] - 1) * task["apart"], 0, since - task["period"])

    def record(self, index, response):
        if self.worst[index] is None or response > self.worst[index]:
            self.worst[index] = response
        if self.best[index] is None or response < self.best[index]:
            self.best[index] = response

    def complete(self, state):
        stimuli, jobs, heads, running = state
        run, _done, held, used = heads[running]
        if run + 1 < len(self.shapes[running]):  # a border between runnables: others may come
            heads = self.replaced(heads, running, (run + 1, 0, False, used))
            return self.schedule((stimuli, jobs, heads, running))
        self.record(running, jobs[running][0][0])
        jobs = self.replaced(jobs, running, jobs[running][1:])
        if self.queue == "task" and jobs[running]:  # only now the next one comes into the queue
            ticket = self.next_ticket(jobs, heads)
            jobs = self.replaced(jobs, running, tuple((age, ticket) for age, _old in jobs[running]))
        heads = self.replaced(heads, running, (0, 0, False, 0))
        return self.schedule((stimuli, jobs, heads, -1))

    def end_slice(self, state):
        stimuli, jobs, heads, running = state
        if self.algorithm != "PriorityBasedRoundRobin" or running < 0 or heads[running][3] < self.slice:
            return state
        run, done, held, _used = heads[running]
        heads = self.replaced(heads, running, (run, done, held, 0))
        queue = jobs[running]
        jobs = self.replaced(jobs, running, ((queue[0][0], self.next_ticket(jobs, heads)),) + queue[1:])
        return self.schedule((stimuli, jobs, heads, running))

    def subsets(self, stimuli):
        """Who occurs now, and how often: all that must, with any of those that may."""
        ways = self.kept_subsets.get(stimuli)
        if ways is None:
            ways = [[]]
            for index, stimulus in enumerate(stimuli):
                counts = list(self.counts(index, stimulus))
                ways = [way + [index] * count for way in ways for count in counts]
            self.kept_subsets[stimuli] = ways
        return ways

    def counts(self, index, stimulus):
        if stimulus[0] == "curve":
            yield from self.curve_counts(self.curves[index], stimulus)
            return
        if stimulus[0] == "sporadic":  # then, or later, or never
            yield from range(1 if stimulus[1] else 2)
            return
        count = 0
        while True:
            if stimulus[0] > 0:
                yield count
            if stimulus[0] > stimulus[1] or (len(stimulus) == 3 and stimulus[2] > 0):
                return
            stimulus, count = self.occurred(index, stimulus), count + 1

    @staticmethod
    def curve_counts(curve, stimulus):
        """What leaves a way to go on when a unit passes."""
        ages = stimulus[1]
        if not ages and (curve.longest is None or stimulus[2] < curve.longest):
            yield 0
        if ages and curve.later(ages) in curve.live:
            yield 0
        count = 0
        while not ages or curve.may_occur(ages):
            ages, count = curve.occur(ages), count + 1
            if curve.later(ages) in curve.live:
                yield count

    def all_later(self, stimuli):
        after = self.kept_later.get(stimuli)
        if after is None:
            after = self.kept_later[stimuli] = tuple(self.later(index, stimulus) for index, stimulus in enumerate(stimuli))
        return after

    def later(self, index, stimulus):
        if stimulus[0] == "curve" and not stimulus[1]:
            return ("curve", (), min(stimulus[2] + 1, self.curves[index].cap))
        if stimulus[0] == "curve":
            return ("curve", self.curves[index].later(stimulus[1]))
        if stimulus[0] == "sporadic":
            return ("sporadic", max(0, stimulus[1] - 1))
        close, width, *more = stimulus
        if len(more) == 1:  # periodic: units until the minimum distance is over
            more = [max(0, more[0] - 1)]
        if len(more) == 2:  # a burst
            more = [more[0], more[1] + 1]
        return (close - 1, width, *more)

    def work(self, heads, running):
        run, done, held, used = heads[running]
        return self.replaced(heads, running, (run, done + 1, held, used + (1 if self.slice else 0)))

    def has_budget(self, _heads, _index):
        return True

    def pass_unit(self, _jobs, heads, running):
        return self.work(heads, running) if running >= 0 else heads

    def steps(self, state):
        """The states a unit later, each with the task that was done on the way, or None."""
        stimuli, jobs, heads, running = state
        before = jobs
        stimuli = self.all_later(stimuli)
        jobs = tuple([tuple([(age + 1, ticket) for age, ticket in queue]) for queue in jobs])
        for index, queue in enumerate(jobs):
            if queue:
                waiting = queue[1:] if self.has_begun(heads[index]) else queue
                if waiting:
                    self.note_start(index, waiting[0][0])  # the oldest of them
        heads = self.pass_unit(before, heads, running)
        moved = (stimuli, jobs, heads, running)
        ways = [(moved, None)]
        if running >= 0:
            run = heads[running][0]
            least, most = self.shapes[running][run]
            done = heads[running][1]
            if done >= least and (done >= most or (done - least) % self.grain == 0):
                if done >= most:
                    ways = []
                ways.append((self.complete(moved), running if run + 1 == len(self.shapes[running]) else None))
        for way, ended in ways:
            way = self.end_slice(way)
            for fired in self.subsets(way[0]):
                yield self.normal(self.fire(way, fired)), ended

    def tick(self, state):
        for after, _ended in self.steps(state):
            yield after

    def first_heads(self):
        return ((0, 0, False, 0),) * len(self.tasks)

    def first_stimuli(self):
        stimuli = []
        for task in self.tasks:
            if task["kind"] == "periodic":
                close = task["offset"] + task["jitter"] - task.get("early", 0)
                while close < 0:  # it was before the start
                    close += task["period"]
                stimuli.append((close, task["jitter"], 0))
            elif task["kind"] == "burst":
                width = task["length"] - (task["count"] - 1) * task["apart"]
                stimuli.append((task["offset"] + width, width, 0, -task["offset"]))
            elif task["kind"] == "curve":
                stimuli.append(("curve", (), 0))
            elif task["kind"] == "rate":
                stimuli.append((task["most"], task["most"]))
            elif task["kind"] == "sporadic":
                stimuli.append(("sporadic", task["offset"]))
            else:
                stimuli.append((task["offset"], 0))
        return tuple(stimuli)

    def initial(self):
        empty = (self.first_stimuli(), ((),) * len(self.tasks), self.first_heads(), -1)
        for fired in self.subsets(empty[0]):
            yield self.normal(self.fire(empty, fired))

    def require_few_stimuli(self):
        """Stimuli know nothing of tasks: what they come to by themselves is in so many states at least."""
        seen, todo = set(), [self.first_stimuli()]
        while todo:
            stimuli = todo.pop()
            for fired in self.subsets(stimuli):
                after = self.all_occurred(stimuli, fired)
                if after not in seen:
                    if len(seen) > self.most_states:
                        raise TooLarge
                    seen.add(after)
                    todo.append(self.all_later(after))

    def explore(self, oldest):
        """All reachable states; `oldest`: an instance that is older than this ends the exploration."""
        self.require_few_stimuli()
        seen = set(self.initial())
        todo = list(seen)
        while todo:
            state = todo.pop()
            for after in self.tick(state):
                if after in seen:
                    continue
                if len(seen) > self.most_states or any(queue and queue[0][0] > oldest for queue in after[1]):
                    raise TooLarge
                seen.add(after)
                todo.append(after)
        return len(seen)


def analysis(tasks, index):
    """Joseph and Pandya's recurrence for the first job; None: it does not converge below the period."""
    task = tasks[index]
    cost = [sum(run[1] for run in other["runs"]) for other in tasks]
    response = cost[index]
    while True:
        more = cost[index]
        for other, other_cost in zip(tasks, cost):
            if other["priority"] > task["priority"]:
                more += -(-response // other["period"]) * other_cost
        if more == response:
            return response
        response = more
        if response > task["period"]:
            return None
