"""Arrival curves by their definition, for explore.py: an automaton over how long ago the last occurrences were, in which
only what can go on for ever is kept. Nothing is closed or derived from the borders here.

Borders: a list of (gaps, least, most); so many distances between occurrences take together at least and at most; most
None: no limit.
"""


MOST_AGES = 20000


class Contradiction(Exception):
    pass


class TooLarge(Exception):
    pass


class Curve:
    def __init__(self, borders):
        self.borders = borders
        self.gaps = max(gaps for gaps, _least, _most in borders)
        self.cap = max(bound for _gaps, least, most in borders for bound in (least, most or 0)) + 1
        self.live = self.find_live()
        gaps = [ages[0] for ages in self.live if self.may_occur(ages)]
        if not gaps:
            raise Contradiction
        self.has_end = any(most is not None for _gaps, _least, most in borders)
        self.longest = max(gaps) if self.has_end else None

    def may_occur(self, ages):
        """One more now, as far as borders with those before it go, and something after it."""
        return self.keeps(ages) and self.occur(ages) in self.live

    def keeps(self, ages):
        return all(len(ages) < gaps or ages[gaps - 1] >= least for gaps, least, _most in self.borders)

    def is_late(self, ages):
        return any(most is not None and len(ages) >= gaps and ages[gaps - 1] > most for gaps, _least, most in self.borders)

    def occur(self, ages):
        return ((0,) + ages)[:self.gaps]

    def later(self, ages):
        return tuple(min(age + 1, self.cap) for age in ages)

    def find_live(self):
        """Of all that can be come to after a first occurrence: from where time can pass for ever."""
        seen, todo, after = {(0,)}, [(0,)], {}
        while todo:
            if len(seen) > MOST_AGES:
                raise TooLarge
            ages = todo.pop()
            ways = [self.later(ages)] + ([self.occur(ages)] if self.keeps(ages) and sum(age == 0 for age in ages) < 9 else [])
            after[ages] = [way for way in ways if not self.is_late(way)]
            for way in after[ages]:
                if way not in seen:
                    seen.add(way)
                    todo.append(way)
        before = {ages: [] for ages in seen}
        for ages, ways in after.items():
            for way in ways:
                before[way].append(ages)
        left = {ages: len(ways) for ages, ways in after.items()}
        dead = [ages for ages, ways in left.items() if not ways]
        live = seen - set(dead)
        while dead:  # no occurrence at once for ever: there is one that needs time to pass
            for ages in before[dead.pop()]:
                left[ages] -= 1
                if not left[ages]:
                    live.remove(ages)
                    dead.append(ages)
        return live
