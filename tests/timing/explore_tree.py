"""Schedulers below schedulers, explored unit by unit: explore.py with a tree. The scheduler on top chooses between its tasks
and the schedulers below it, and so on down.

A task set has, too: nodes, a list of dictionaries with parent (-1: on top), algorithm, slice (of its tasks), priority and turn
(what its parent goes by: a priority, and the length of its slice there); each task has its node. Parents come before their
children. A node may be a server ("DeferrableServer", "PollingPeriodicServer") with a budget and an every.
"""
from explore import Explorer


class TreeExplorer(Explorer):
    # Behind the heads of the tasks, for each node: (ticket in its parent's queue, 0: not ready; what is used of its slice); and
    # then, for each node: (what is left of its budget, units until it is full again).

    def __init__(self, taskset, most_states):
        super().__init__(taskset, most_states)
        self.nodes = taskset["nodes"]
        count = len(self.tasks)  # the one whose first task comes first; above before below
        self.turns = sorted(range(len(self.nodes)), key=lambda node: next((i for i in range(count) if self.is_below(i, node)), count))

    def first_heads(self):
        budgets = tuple((node["budget"], node["every"]) if node.get("server") else (1, 0) for node in self.nodes)
        return super().first_heads() + ((0, 0),) * len(self.nodes) + budgets

    def budget_place(self, node):
        return len(self.tasks) + len(self.nodes) + node

    def has_budget(self, heads, index):
        return all(heads[self.budget_place(node)][0] > 0 for node in self.way_up(index))

    def pass_unit(self, jobs, heads, running):
        heads = super().pass_unit(jobs, heads, running)
        for number, node in enumerate(self.nodes):
            if not node.get("server"):
                continue
            left, rest = heads[self.budget_place(number)]
            if running >= 0 and self.is_below(running, number):
                left -= 1
            ready = any(jobs[i] and self.is_below(i, number) for i in range(len(self.tasks)))
            if node["server"] == "PollingPeriodicServer" and not ready:
                left = 0
            rest -= 1
            if rest == 0:
                left, rest = node["budget"], node["every"]
            heads = self.replaced(heads, self.budget_place(number), (left, rest))
        return heads

    def place(self, node):
        return len(self.tasks) + node

    def is_below(self, index, node):
        at = self.tasks[index]["node"]
        while at >= 0 and at != node:
            at = self.nodes[at]["parent"]
        return at >= 0

    def way_up(self, index):
        node = self.tasks[index]["node"]
        while node >= 0:
            yield node
            node = self.nodes[node]["parent"]

    def next_ticket(self, jobs, heads):
        last = max((head[0] for head in self.node_heads(heads)), default=0)
        return max(super().next_ticket(jobs, heads), 1 + last)

    def node_heads(self, heads):
        return heads[len(self.tasks):len(self.tasks) + len(self.nodes)]

    def normal(self, state):
        stimuli, jobs, heads, running = state
        tickets = {ticket for queue in jobs for _age, ticket in queue} | {head[0] for head in self.node_heads(heads)} | {0}
        if max(tickets) == len(tickets) - 1:
            return state
        rank = {ticket: place for place, ticket in enumerate(sorted(tickets))}
        jobs = tuple(tuple((age, rank[ticket]) for age, ticket in queue) for queue in jobs)
        nodes = tuple((rank[ticket], used) for ticket, used in self.node_heads(heads))
        heads = heads[:len(self.tasks)] + nodes + heads[len(self.tasks) + len(self.nodes):]
        return (stimuli, jobs, heads, running)

    def schedule(self, state):
        stimuli, jobs, heads, running = state
        for node in self.turns:
            made = self.nodes[node]
            ready = any(jobs[i] and self.is_below(i, node) for i in range(len(self.tasks)))
            ticket, _used = heads[self.place(node)]
            if made["parent"] >= 0 and ready != (ticket > 0):
                now = (self.next_ticket(jobs, heads), 0) if ready else (0, 0)
                heads = self.replaced(heads, self.place(node), now)
        return super().schedule((stimuli, jobs, heads, running))

    def choose(self, state, able):
        _stimuli, jobs, heads, running = state
        firm = [i for i in able if self.tasks[i]["preemption"] == "non_preemptive" and heads[i][2]]
        if firm:
            able = firm
        node = 0
        while True:
            algorithm = self.nodes[node]["algorithm"]
            own = [i for i in able if self.tasks[i]["node"] == node]
            below = [n for n, made in enumerate(self.nodes)
                     if made["parent"] == node and any(self.is_below(i, n) for i in able)]
            if not below or algorithm == "EarliestDeadlineFirst":
                self.algorithm = algorithm
                return min(own, key=lambda i: self.key(state, i))
            turns = algorithm == "PriorityBasedRoundRobin"

            def key(candidate):
                kind, number = candidate
                if kind == "task":
                    runs, held = running == number, heads[number][2]
                    return (-self.tasks[number]["priority"], 0 if turns or runs else 1, jobs[number][0][1], 0, number)
                runs = running >= 0 and self.is_below(running, number)
                return (-self.nodes[number]["priority"], 0 if turns or runs else 1, heads[self.place(number)][0], 1, number)

            best_task = None
            if own:  # of its own tasks, the one that it would choose among them
                self.algorithm = algorithm
                best_task = min(own, key=lambda i: self.key(state, i))
            kind, number = min([("task", best_task)] * bool(own) + [("node", n) for n in below], key=key)
            if kind == "task":
                return number
            node = number
            able = [i for i in able if self.is_below(i, node)]

    def slice_of(self, index):
        made = self.nodes[self.tasks[index]["node"]]
        return made["slice"] if made["algorithm"] == "PriorityBasedRoundRobin" else 0

    def turn_of(self, node):
        parent = self.nodes[node]["parent"]
        return self.nodes[node]["turn"] if parent >= 0 and self.nodes[parent]["algorithm"] == "PriorityBasedRoundRobin" else 0

    def work(self, heads, running):
        run, done, held, used = heads[running]
        heads = self.replaced(heads, running, (run, done + 1, held, used + (1 if self.slice_of(running) else 0)))
        for node in self.way_up(running):
            if self.turn_of(node):
                ticket, used = heads[self.place(node)]
                heads = self.replaced(heads, self.place(node), (ticket, used + 1))
        return heads

    def end_slice(self, state):
        stimuli, jobs, heads, running = state
        over = any(node.get("server") for node in self.nodes)
        if running < 0:
            return self.schedule(state) if over else state
        if self.slice_of(running) and heads[running][3] >= self.slice_of(running):
            run, done, held, _used = heads[running]
            heads = self.replaced(heads, running, (run, done, held, 0))
            queue = jobs[running]
            jobs = self.replaced(jobs, running, ((queue[0][0], self.next_ticket(jobs, heads)),) + queue[1:])
            over = True
        for node in self.way_up(running):
            if self.turn_of(node) and heads[self.place(node)][1] >= self.turn_of(node):
                heads = self.replaced(heads, self.place(node), (self.next_ticket(jobs, heads), 0))
                over = True
        return self.schedule((stimuli, jobs, heads, running)) if over else state
