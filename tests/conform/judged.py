#!/usr/bin/env python3
"""Random specifications with designs and maps, against a judge of its own.

    judged.py RTCHECK [COUNT [FIRST]]

A specification in Event-B is made up, a design (Promela or C) that does the same, and a map; mistakes are planted in most designs: a
wrong value in some states or after some calls, a lost assignment, a call that is refused, one way more or less. Whether the design
simulates the specification (docs/conform.md) is decided here by brute force, and compared with the answer: the verdict, the
length of the counterexample, the numbers of pairs, states and transitions."""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

K_MOST = 3

# ---------------------------------------------------------------- expressions
# kinds: ('n', k) ('v', x) ('p', x) ('c', x) ('app', f, e) ('+', a, b) ('-', a, b) ('*', a, b) ('mod', a, k) ('card', s)
# predicates: ('=', a, b) ('<', a, b) ('in', e, s) ('dom', e, f) ('and', p, q) ('or', p, q) ('not', p) ('true', b) ('all', x, p)
# colours: ('col', i)

class World:
    """Values: integers; elements are 0..k-1; booleans; partial functions are dicts as sorted tuples; sets frozensets."""
    def __init__(self, k, consts, state, params):
        self.k, self.consts, self.state, self.params = k, consts, state, params
    def get(self, name):
        for where in (self.params, self.state, self.consts):
            if name in where: return where[name]
        raise KeyError(name)

def ev(e, w):
    op = e[0]
    if op == 'n': return e[1]
    if op in 'vpc': return w.get(e[1])
    if op == 'col': return e[1]
    if op == 'app': return dict(w.get(e[1]))[ev(e[2], w)]
    if op == '+': return ev(e[1], w) + ev(e[2], w)
    if op == '-': return ev(e[1], w) - ev(e[2], w)
    if op == '*': return ev(e[1], w) * ev(e[2], w)
    if op == 'mod': return ev(e[1], w) % e[2]
    if op == 'card': return len(w.get(e[1]))
    if op == '=': return ev(e[1], w) == ev(e[2], w)
    if op == '<': return ev(e[1], w) < ev(e[2], w)
    if op == 'in': return ev(e[1], w) in w.get(e[2])
    if op == 'dom': return ev(e[1], w) in dict(w.get(e[2]))
    if op == 'and': return ev(e[1], w) and ev(e[2], w)
    if op == 'or': return ev(e[1], w) or ev(e[2], w)
    if op == 'not': return not ev(e[1], w)
    if op == 'true': return bool(w.get(e[1]))
    if op == 'all':
        return all(ev(e[2], World(w.k, w.consts, w.state, {**w.params, e[1]: x})) for x in range(w.k))
    raise ValueError(op)

def eb(e, colours):
    r = lambda x: eb(x, colours)
    op = e[0]
    if op == 'n': return str(e[1]) if e[1] >= 0 else f'(−{-e[1]})'
    if op in 'vpc': return e[1]
    if op == 'col': return colours[e[1]]
    if op == 'app': return f'{e[1]}({r(e[2])})'
    if op in '+-*': return f'({r(e[1])} {dict(zip("+-*", "+−∗"))[op]} {r(e[2])})'
    if op == 'mod': return f'({r(e[1])} mod {e[2]})'
    if op == 'card': return f'card({e[1]})'
    if op == '=': return f'({r(e[1])} = {r(e[2])})'
    if op == '<': return f'({r(e[1])} < {r(e[2])})'
    if op == 'in': return f'({r(e[1])} ∈ {e[2]})'
    if op == 'dom': return f'({r(e[1])} ∈ dom({e[2]}))'
    if op == 'and': return f'({r(e[1])} ∧ {r(e[2])})'
    if op == 'or': return f'({r(e[1])} ∨ {r(e[2])})'
    if op == 'not': return f'(¬ {r(e[1])})'
    if op == 'true': return f'({e[1]} = TRUE)'
    if op == 'all': return f'(∀{e[1]}·{e[1]} ∈ T ⇒ {r(e[2])})'
    raise ValueError(op)

# ---------------------------------------------------------------- the generator
class Gen:
    def __init__(self, rng):
        self.rng = rng
        self.k = rng.randint(1, K_MOST)
        self.big = rng.random() < 0.3            # a large unit for integers
        self.unit = rng.choice([40, 40, 1000, 2**31 + 5]) if self.big else 1
        self.m = rng.randint(2, 4)                # integers are below this, times unit
        self.consts, self.vars = {}, {}
        pick = lambda p: rng.random() < p
        if pick(.5): self.consts['cn'] = 'int'
        if pick(.4): self.consts['ce'] = 'elem'
        if pick(.4): self.consts['cf'] = 'fun'    # total
        if pick(.3): self.consts['cs'] = 'set'
        if pick(.2): self.consts['cb'] = 'bool'
        for name, kind, p in (('n', 'int', .8), ('m', 'int', .3), ('e', 'elem', .4), ('b', 'bool', .4), ('f', 'pfun', .45),
                              ('g', 'fun', .35), ('s', 'set', .45), ('col', 'colour', .35), ('fe', 'efun', .25)):
            if pick(p): self.vars[name] = kind
        if not self.vars: self.vars['n'] = 'int'
        while len(self.vars) > 4: self.vars.pop(rng.choice(list(self.vars)))
        self.kinds = {**self.consts, **self.vars}
        self.symmetric = pick(.4)
        self.colours = ['red', 'green', 'blue']
        self.partial_order = pick(.5)
        # numbers of elements
        style = rng.choice(['default', 'from', 'list'])
        if style == 'default': self.num = [i + 1 for i in range(self.k)]; self.values = ''
        elif style == 'from':
            base = rng.choice([0, 0, 2, 3]); self.num = [i + base for i in range(self.k)]; self.values = f'values T from {base};\n'
        else:
            self.num = rng.sample(range(0, 6), self.k)
            self.values = 'values T { ' + ' '.join(f'T{i+1} -> {x};' for i, x in enumerate(self.num)) + ' }\n'
        cuts = [[(0, 0)], [(1, 1), (4, 5)], [(2, 3)]]
        rng.shuffle(cuts)
        self.colnum = cuts
        self.dim = max(self.num) + 1
        self.events = []
        self.make_init()
        for i in range(rng.randint(1, 4)): self.make_event(i)

    # ---- formulas, well-defined in all states
    def ints(self, scope):
        return [('v', x) for x, t in self.vars.items() if t == 'int'] + [('c', x) for x, t in self.consts.items() if t == 'int'] + \
               [('p', x) for x, t in scope.items() if t == 'int']
    def elems(self, scope):
        return [('v', x) for x, t in self.vars.items() if t == 'elem'] + [('c', x) for x, t in self.consts.items() if t == 'elem'] + \
               [('p', x) for x, t in scope.items() if t == 'elem']
    def elem(self, scope, known=(), depth=1):
        rng = self.rng
        c = self.elems(scope)
        if depth and 'fe' in self.vars and c and rng.random() < .3: return ('app', 'fe', self.elem(scope, known, 0))
        return rng.choice(c) if c else None
    def integer(self, scope, known=(), depth=2):
        """Never negative, a multiple of unit or small."""
        rng = self.rng
        r = rng.random()
        if depth and r < .25: return ('+', self.integer(scope, known, depth - 1), self.integer(scope, known, depth - 1))
        if r < .35:
            e = self.elem(scope, known)
            funs = [f for f, t in self.kinds.items() if t == 'fun']
            if e and funs: return ('app', rng.choice(funs), e)
        if r < .42 and known: return ('app', *rng.choice(list(known)))
        if r < .5:
            sets = [s for s, t in self.kinds.items() if t == 'set']
            if sets: return ('*', ('n', self.unit), ('card', rng.choice(sets)))
        c = self.ints(scope)
        if c and r < .85: return rng.choice(c)
        return ('n', rng.randint(0, 2) * self.unit)
    def wrapped(self, scope, known=()):
        return ('mod', self.integer(scope, known), self.m * self.unit)
    def predicate(self, scope, known=(), depth=1, quantifiers=True):
        rng = self.rng
        r = rng.random()
        if depth and r < .2: return (rng.choice(['and', 'or']), self.predicate(scope, known, depth - 1, quantifiers), self.predicate(scope, known, depth - 1, quantifiers))
        if depth and r < .3: return ('not', self.predicate(scope, known, depth - 1, quantifiers))
        if quantifiers and depth and r < .38:
            return ('all', 'x', self.predicate({**scope, 'x': 'elem'}, known, 0, False))
        e, e2 = self.elem(scope, known), self.elem(scope, known)
        sets = [s for s, t in self.kinds.items() if t == 'set']
        pfuns = [s for s, t in self.kinds.items() if t == 'pfun']
        bools = [s for s, t in self.kinds.items() if t == 'bool']
        if r < .5 and e and sets: return ('in', e, rng.choice(sets))
        if r < .6 and e and pfuns: return ('dom', e, rng.choice(pfuns))
        if r < .7 and bools: return ('true', rng.choice(bools))
        if r < .8 and e: return ('=', e, e2)
        if r < .86 and 'col' in self.vars and not False: return ('=', ('v', 'col'), ('col', rng.randrange(3)))
        return (rng.choice(['=', '<']), self.integer(scope, known, 1), self.integer(scope, known, 1))

    # ---- the machine
    def make_init(self):
        rng = self.rng
        self.init = {}
        for x, t in self.vars.items():
            u = self.unit
            if t == 'int': self.init[x] = rng.choice([('set', ('n', 0)), ('set', ('n', u)), ('oneof', [('n', 0), ('n', u)])])
            elif t == 'elem': self.init[x] = rng.choice([('any',), ('set', ('c', 'ce')) if 'ce' in self.consts else ('any',)])
            elif t == 'bool': self.init[x] = rng.choice([('const', False), ('const', True), ('anyb',)])
            elif t == 'pfun': self.init[x] = ('const', ())
            elif t == 'fun': self.init[x] = rng.choice([('fill', ('n', 0)), ('copy', 'cf') if 'cf' in self.consts else ('fill', ('n', u))])
            elif t == 'efun': self.init[x] = ('id',)
            elif t == 'set': self.init[x] = rng.choice([('const', frozenset()), ('all',), ('copy', 'cs') if 'cs' in self.consts else ('all',)])
            elif t == 'colour': self.init[x] = ('set', ('col', rng.randrange(3)))

    def make_event(self, i):
        rng = self.rng
        scope = {}
        if rng.random() < .7: scope['t'] = 'elem'
        if rng.random() < .25: scope['u'] = 'elem'
        if rng.random() < .3: scope['i'] = 'int'
        guards, known = [], []
        pf = [x for x, t in self.vars.items() if t == 'pfun']
        if 't' in scope and pf and rng.random() < .5:
            guards.append(('dom', ('p', 't'), pf[0])); known.append((pf[0], ('p', 't')))
        for _ in range(rng.randint(0, 2)): guards.append(self.predicate(scope, known))
        actions, nondet = {}, False
        names = list(self.vars); rng.shuffle(names)
        for x in names[:rng.randint(1, 2)]:
            t = self.vars[x]
            e = self.elem(scope, known)
            if t == 'int':
                if not nondet and rng.random() < .2:
                    actions[x] = ('oneof', [self.wrapped(scope, known), self.wrapped(scope, known)]); nondet = True
                else: actions[x] = ('set', self.wrapped(scope, known))
            elif t == 'elem':
                if e and rng.random() < .7: actions[x] = ('set', e)
                elif not nondet: actions[x] = ('any',); nondet = True
            elif t == 'bool': actions[x] = ('bool', self.predicate(scope, known, 1, False))
            elif t in ('pfun', 'fun') and e: 
                actions[x] = rng.choice([('put', e, self.wrapped(scope, known)), ('drop', e)] if t == 'pfun' else [('put', e, self.wrapped(scope, known))])
            elif t == 'efun' and e: actions[x] = ('put', e, self.elem(scope, known))
            elif t == 'set' and e: actions[x] = rng.choice([('add', e), ('remove', e)])
            elif t == 'colour':
                if not nondet and rng.random() < .3: actions[x] = ('oneof', [('col', 0), ('col', 2)]); nondet = True
                else: actions[x] = ('set', ('col', rng.randrange(3)))
        self.events.append(dict(name=f'ev{i}', scope=scope, guards=guards, actions=actions, known=known))

    # ---- the specification's text
    def constant_values(self):
        u, k = self.unit, self.k
        vals = {}
        for c, t in self.consts.items():
            if t == 'int': vals[c] = [0, u, 2 * u][:3]
            elif t == 'elem': vals[c] = list(range(k))
            elif t == 'bool': vals[c] = [False, True]
            elif t == 'set': vals[c] = [frozenset(x for x in range(k) if m >> x & 1) for m in range(1 << k)]
            elif t == 'fun': vals[c] = [tuple(enumerate(v)) for v in itertools.product([0, u], repeat=k)]
        return vals
    def restrict(self):
        """Some constants get a bound, some an axiom."""
        rng = self.rng
        self.bounds, self.fixed = [], {}
        for c, vs in self.constant_values().items():
            if rng.random() < .3:
                v = rng.choice(vs); self.fixed[c] = v
                self.bounds.append(f'{c} = {self.show(self.consts[c], v)};')
        self.axiom = self.predicate({}, (), 0, False) if self.consts and rng.random() < .3 else None
        if self.axiom and self.mentions_vars(self.axiom): self.axiom = None
    def mentions_vars(self, e):
        return isinstance(e, tuple) and (any(x in self.vars for x in e if isinstance(x, str) and e[0] in ('v', 'app', 'card', 'in', 'dom', 'true')) or any(self.mentions_vars(x) for x in e))
    def show(self, t, v):
        if t == 'elem': return f'T{v+1}'
        if t == 'bool': return 'TRUE' if v else 'FALSE'
        if t == 'set': return '{' + ', '.join(f'T{x+1}' for x in sorted(v)) + '}' if v else '∅'
        if t == 'fun': return '{' + ', '.join(f'T{x+1} ↦ {y}' for x, y in v) + '}'
        return str(v)
    def setups(self):
        names, vals = list(self.consts), self.constant_values()
        for combo in itertools.product(*[[self.fixed[c]] if c in self.fixed else vals[c] for c in names]):
            s = dict(zip(names, combo))
            if self.axiom is None or ev(self.axiom, World(self.k, s, {}, {})): yield s
    def spec_text(self):
        u, top = self.unit, (self.m - 1) * self.unit if self.unit > 1 else self.m
        ints = f'0‥{self.m*u}'
        ty = {'int': lambda x: f'{x} ∈ {{0, {u}, {2*u}}}', 'elem': lambda x: f'{x} ∈ T', 'bool': lambda x: f'{x} ∈ BOOL',
              'set': lambda x: f'{x} ⊆ T', 'fun': lambda x: f'{x} ∈ T → {{0, {u}}}'}
        out = ['context c', 'sets T COLOUR', 'constants ' + ' '.join(self.colours + list(self.consts)), 'axioms',
               '  @col: partition(COLOUR, {red}, {green}, {blue})']
        out += [f'  @t_{c}: {ty[t](c)}' for c, t in self.consts.items()]
        if self.axiom: out.append(f'  @extra: {eb(self.axiom, self.colours)}')
        out += ['end', 'machine m', 'sees c', 'variables ' + ' '.join(self.vars), 'invariants']
        vt = {'int': '{} ∈ ℤ', 'elem': '{} ∈ T', 'bool': '{} ∈ BOOL', 'set': '{} ⊆ T', 'fun': '{} ∈ T → ℤ', 'pfun': '{} ∈ T ⇸ ℤ', 'efun': '{} ∈ T → T', 'colour': '{} ∈ COLOUR'}
        out += [f'  @i_{x}: ' + vt[t].format(x) for x, t in self.vars.items()]
        out += ['events', '  event INITIALISATION then']
        out += [f'    @a_{x}: ' + self.show_init(x) for x in self.vars]
        out.append('  end')
        for e in self.events:
            out.append(f'  event {e["name"]}')
            if e['scope']: out.append('  any ' + ' '.join(e['scope']))
            gs = [f'{p} ∈ T' if t == 'elem' else f'{p} ∈ {{0, {self.unit}}}' for p, t in e['scope'].items()] + [eb(g, self.colours) for g in e['guards']]
            if gs: out.append('  where'); out += [f'    @g{i}: {g}' for i, g in enumerate(gs)]
            if e['actions']: out.append('  then'); out += [f'    @a_{x}: ' + self.show_action(x, a) for x, a in e['actions'].items()]
            out.append('  end')
        out.append('end')
        return '\n'.join(out) + '\n'
    def show_init(self, x):
        a = self.init[x]; r = lambda e: eb(e, self.colours)
        if a[0] == 'set': return f'{x} ≔ {r(a[1])}'
        if a[0] == 'oneof': return f'{x} :∈ {{{", ".join(map(r, a[1]))}}}'
        if a[0] == 'any': return f'{x} :∈ T'
        if a[0] == 'anyb': return f'{x} :∈ BOOL'
        if a[0] == 'const': return f'{x} ≔ ' + ({True: 'TRUE', False: 'FALSE'}[a[1]] if isinstance(a[1], bool) else '∅')
        if a[0] == 'fill': return f'{x} ≔ T × {{{r(a[1])}}}'
        if a[0] == 'copy': return f'{x} ≔ {a[1]}'
        if a[0] == 'id': return f'{x} ≔ T ◁ id'
        if a[0] == 'all': return f'{x} ≔ T'
    def show_action(self, x, a):
        r = lambda e: eb(e, self.colours)
        if a[0] == 'set': return f'{x} ≔ {r(a[1])}'
        if a[0] == 'bool': return f'{x} ≔ bool({r(a[1])})'
        if a[0] == 'oneof': return f'{x} :∈ {{{", ".join(map(r, a[1]))}}}'
        if a[0] == 'any': return f'{x} :∈ T'
        if a[0] == 'put': return f'{x}({r(a[1])}) ≔ {r(a[2])}'
        if a[0] == 'drop': return f'{x} ≔ {{{r(a[1])}}} ⩤ {x}'
        if a[0] == 'add': return f'{x} ≔ {x} ∪ {{{r(a[1])}}}'
        if a[0] == 'remove': return f'{x} ≔ {x} ∖ {{{r(a[1])}}}'

    # ---- the specification's meaning
    def initial_states(self, s):
        w = World(self.k, s, {}, {})
        names = list(self.vars); lists = []
        for x in names:
            a = self.init[x]
            if a[0] == 'set': lists.append([ev(a[1], w)])
            elif a[0] == 'oneof': lists.append(sorted({ev(y, w) for y in a[1]}))
            elif a[0] == 'any': lists.append(list(range(self.k)))
            elif a[0] == 'anyb': lists.append([False, True])
            elif a[0] == 'const': lists.append([a[1]])
            elif a[0] == 'fill': lists.append([tuple((i, ev(a[1], w)) for i in range(self.k))])
            elif a[0] == 'copy': lists.append([s[a[1]]])
            elif a[0] == 'id': lists.append([tuple((i, i) for i in range(self.k))])
            elif a[0] == 'all': lists.append([frozenset(range(self.k))])
        for combo in itertools.product(*lists): yield dict(zip(names, combo))
    def occurrences(self, s, st):
        for e in self.events:
            doms = [range(self.k) if t == 'elem' else [0, self.unit] for t in e['scope'].values()]
            for combo in itertools.product(*doms):
                params = dict(zip(e['scope'], combo))
                w = World(self.k, s, st, params)
                if not all(ev(g, w) for g in e['guards']): continue
                names = list(e['actions']); lists = []
                for x in names: lists.append(self.results(x, e['actions'][x], w))
                seen = set()
                for c in itertools.product(*lists):
                    new = dict(st); new.update(zip(names, c))
                    key = tuple(sorted((a, repr(b)) for a, b in new.items()))
                    if key in seen: continue
                    seen.add(key)
                    yield e, params, new
    def results(self, x, a, w):
        old = w.state[x]
        if a[0] == 'set': return [ev(a[1], w)]
        if a[0] == 'bool': return [bool(ev(a[1], w))]
        if a[0] == 'oneof': return sorted({ev(y, w) for y in a[1]})
        if a[0] == 'any': return list(range(self.k))
        if a[0] == 'put': d = dict(old); d[ev(a[1], w)] = ev(a[2], w); return [tuple(sorted(d.items()))]
        if a[0] == 'drop': d = dict(old); d.pop(ev(a[1], w), None); return [tuple(sorted(d.items()))]
        if a[0] == 'add': return [old | {ev(a[1], w)}]
        if a[0] == 'remove': return [old - {ev(a[1], w)}]

# ---------------------------------------------------------------- the design
# Design expressions: ('n', k), ('g', name) scalar, ('a', array, index), ('arg', i), binary (op, a, b) with C's operators, ('!', a)
# statements: ('=', lvalue, expression) ('if', cond, [..], [..]) ('need', cond): block
# a call: (name, arity, [alternative]) and an alternative is (guard or None, [statements])

def dx(e, d, args):
    op = e[0]
    if op == 'n': return e[1]
    if op == 'g': return d[e[1]] - (2**64 if d[e[1]] >= 2**63 else 0)   # as a signed number
    if op == 'a':
        v = d[e[1]][dx(e[2], d, args)]
        return v - (2**64 if v >= 2**63 else 0)
    if op == 'arg': return args[e[1]]
    if op == '!': return int(not dx(e[1], d, args))
    a = dx(e[1], d, args)
    if op == '&&': return int(bool(a) and bool(dx(e[2], d, args)))
    if op == '||': return int(bool(a) or bool(dx(e[2], d, args)))
    b = dx(e[2], d, args)
    return {'+': a + b, '-': a - b, '*': a * b, '==': int(a == b), '<': int(a < b), '%': a % b if b else 0}[op]

def dtext(e, args):
    op = e[0]
    if op == 'n': return str(e[1]) if e[1] >= 0 else f'({e[1]})'
    if op == 'g': return e[1]
    if op == 'a': return f'{e[1]}[{dtext(e[2], args)}]'
    if op == 'arg': return args[e[1]]
    if op == '!': return f'(!{dtext(e[1], args)})'
    return f'({dtext(e[1], args)} {op} {dtext(e[2], args)})'

class Design:
    def __init__(self, gen, rng, language):
        self.g, self.rng, self.language = gen, rng, language
        self.scalars, self.arrays = {}, {}
        for x, t in {**gen.consts, **gen.vars}.items():
            if t in ('int', 'elem', 'bool', 'colour'): self.scalars[x] = 0
            else: self.arrays[x] = gen.dim
        self.scalars.update({'z0': 0, 'z1': 0, 'aside': 0})
        self.calls = {}
        self.mutations = []
        self.unsigned = {x for x in self.scalars if gen.vars.get(x) == 'int' and language == 'c' and rng.random() < .4}
        self.unsigned |= {x for x in self.arrays if gen.vars.get(x) == 'pfun' and language == 'c' and rng.random() < .3}
        for e in gen.events: self.implement(e)
        self.setup_calls()

    def translate(self, e, scope):
        """A formula of the specification over the design's variables."""
        tr = lambda x: self.translate(x, scope)
        g = self.g
        op = e[0]
        if op == 'n': return e
        if op == 'col': return ('n', g.colnum[e[1]][0][0])
        if op in 'vc': return ('g', e[1])
        if op == 'p': return scope[e[1]]
        if op == 'app': return ('a', e[1], tr(e[2]))
        if op in '+-*': return (op, tr(e[1]), tr(e[2]))
        if op == 'mod': return ('%', tr(e[1]), ('n', e[2]))
        if op == 'card':
            out = ('n', 0)
            for i in g.num: out = ('+', out, ('a', e[1], ('n', i)))
            return out
        if op == '=':
            if e[2][0] == 'col':
                out = ('n', 0)
                for lo, hi in g.colnum[e[2][1]]:
                    for v in range(lo, hi + 1): out = ('||', out, ('==', tr(e[1]), ('n', v)))
                return out
            return ('==', tr(e[1]), tr(e[2]))
        if op == '<': return ('<', tr(e[1]), tr(e[2]))
        if op == 'in': return ('a', e[2], tr(e[1]))
        if op == 'dom': return ('!', ('<', ('a', e[2], tr(e[1])), ('n', 0)))
        if op == 'and': return ('&&', tr(e[1]), tr(e[2]))
        if op == 'or': return ('||', tr(e[1]), tr(e[2]))
        if op == 'not': return ('!', tr(e[1]))
        if op == 'true': return ('g', e[1])
        if op == 'all':
            out = ('n', 1)
            for i in g.num: out = ('&&', out, self.translate(e[2], {**scope, e[1]: ('n', i)}))
            return out
        raise ValueError(op)

    def implement(self, event):
        g, rng = self.g, self.rng
        scope = {p: ('arg', i) for i, p in enumerate(event['scope'])}
        tr = lambda e: self.translate(e, scope)
        alternatives = [[]]
        now, later = [], []          # both actions see the state before
        for n, (x, a) in enumerate(event['actions'].items()):
            z = ('g', f'z{n}')
            if a[0] in ('set', 'bool'):
                v = tr(a[1])
                if a[0] == 'bool' : v = ('!', ('!', v))
                if a[0] == 'set' and a[1][0] == 'col':
                    lo, hi = rng.choice(g.colnum[a[1][1]]); v = ('n', rng.randint(lo, hi))
                now.append(('=', z, v)); later += [('=', ('g', x), z)]
            elif a[0] == 'oneof':
                alternatives = [[('=', z, tr(v))] for v in a[1]]; later += [('=', ('g', x), z)]
            elif a[0] == 'any':
                alternatives = [[('=', z, ('n', v))] for v in g.num]; later += [('=', ('g', x), z)]
            elif a[0] == 'put':
                now.append(('=', z, tr(a[2]))); now.append(('=', ('g', f'y{n}'), tr(a[1]))); self.scalars[f'y{n}'] = 0
                later += [('=', ('a', x, ('g', f'y{n}')), z), ('=', ('g', f'y{n}'), ('n', 0))]
            elif a[0] in ('drop', 'add', 'remove'):
                now.append(('=', z, tr(a[1])))
                later += [('=', ('a', x, z), ('n', {'drop': -1, 'add': 1, 'remove': 0}[a[0]]))]
            later += [('=', z, ('n', 0))]
        self.calls['Do_' + event['name']] = (len(scope), [(None, now + alt + later) for alt in alternatives])

    def setup_calls(self):
        g = self.g
        self.setup = []
        for c, t in g.consts.items():
            if t in ('int', 'elem', 'bool'):
                self.calls['Set_' + c] = (1, [(None, [('=', ('g', c), ('arg', 0))])])
            elif t == 'set': self.calls['Set_' + c] = (2, [(None, [('=', ('a', c, ('arg', 0)), ('arg', 1))])])
            elif t == 'fun': self.calls['Set_' + c] = (2, [(None, [('=', ('a', c, ('arg', 0)), ('arg', 1))])])
        for x in g.vars:
            t, a = g.vars[x], g.init[x]
            body = lambda st: [(None, st)]
            if t == 'int': self.calls['Ini_' + x] = (1, body([('=', ('g', x), ('arg', 0))]))
            elif t in ('elem', 'bool', 'colour'): self.calls['Ini_' + x] = (1, body([('=', ('g', x), ('arg', 0))]))
            else: self.calls['Ini_' + x] = (2, body([('=', ('a', x, ('arg', 0)), ('arg', 1))]))

    # ---- planted differences
    def condition(self, arity, symmetric, elements):
        rng, g = self.rng, self.g
        options = [('==', ('g', x), ('n', rng.randint(0, 2) * g.unit)) for x, t in {**g.vars, **g.consts}.items() if t == 'int'] + \
                  [('g', x) for x, t in {**g.vars, **g.consts}.items() if t == 'bool']
        if not symmetric: options += [('==', ('arg', i), ('n', rng.choice(g.num + [0, g.unit]))) for i in range(arity)] + \
                  [('==', ('g', x), ('n', rng.choice(g.num))) for x, t in {**g.vars, **g.consts}.items() if t == 'elem']
        options += [('==', ('arg', i), ('arg', j)) for i in range(arity) for j in range(i)]
        for i in elements:
            options += [('a', x, ('arg', i)) for x, t in {**g.vars, **g.consts}.items() if t == 'set']
            options += [('==', ('a', x, ('arg', i)), ('n', rng.choice([0, g.unit]))) for x, t in {**g.vars, **g.consts}.items() if t == 'fun']
        if rng.random() < .2 or not options: return ('n', 1)
        c = rng.choice(options)
        if rng.random() < .5: c = ('&&', c, rng.choice(options))
        return c

    def mutate(self):
        rng, g = self.rng, self.g
        name = rng.choice([c for c in self.calls if c.startswith('Do_')])
        arity, alts = self.calls[name]
        alts = [(gd, list(body)) for gd, body in alts]
        i = rng.randrange(len(alts))
        guard, body = alts[i]
        kind = rng.choice(['wrong', 'wrong', 'drop', 'guard', 'extra', 'less', 'need', 'need', 'late', 'swap', 'harmless'])
        event = next(e for e in g.events if 'Do_' + e['name'] == name)
        cond = self.condition(arity, g.symmetric, [i for i, t in enumerate(event['scope'].values()) if t == 'elem'])
        assigns = [j for j, s in enumerate(body) if s[0] == '=' and s[1][1] not in ('z0', 'z1', 'y0', 'y1')]
        if kind in ('wrong', 'drop', 'late') and not assigns: return
        if kind == 'wrong':
            j = rng.choice(assigns); s = body[j]
            body[j:j+1] = [('if', cond, [('=', s[1], ('+', s[2], ('n', rng.choice([1, -1, g.unit]))))], [s])]
        elif kind == 'drop':
            j = rng.choice(assigns); s = body[j]; body[j:j+1] = [('if', cond, [], [s])]
        elif kind == 'guard': guard = cond if guard is None else ('&&', guard, cond)
        elif kind == 'need':
            body.append(('need', cond))
        elif kind == 'extra': alts.append((None, body + [('if', cond, [('=', ('g', 'aside'), ('n', 1))], [('=', ('g', rng.choice([x for x in self.scalars if x in g.vars] or ['aside'])), ('n', g.unit))])]))
        elif kind == 'less': 
            if len(alts) == 1: return
            alts.pop(i); self.calls[name] = (arity, alts); self.mutations.append(kind); return
        elif kind == 'late':
            n = rng.randint(1, 4); j = rng.choice(assigns); s = body[j]
            body[j:j+1] = [('if', ('==', ('g', 'aside'), ('n', n)), [], [('=', ('g', 'aside'), ('+', ('g', 'aside'), ('n', 1)))]), ('if', ('&&', ('==', ('g', 'aside'), ('n', n)), cond), [('=', s[1], ('+', s[2], ('n', 1)))], [s])]
        elif kind == 'swap': body.reverse()
        elif kind == 'harmless': body.append(('=', ('g', 'aside'), ('%', ('+', ('g', 'aside'), ('n', 1)), ('n', 3))))
        alts[i] = (guard, body)
        self.calls[name] = (arity, alts)
        self.mutations.append(kind)

    # ---- meaning: list of ('state', d) or ('blocked',) or ('fault',)
    def first(self):
        return {**dict(self.scalars), **{a: tuple([0] * n) for a, n in self.arrays.items()}}
    def run_body(self, body, d, args):
        for s in body:
            if s[0] == '=':
                v = dx(s[2], d, args)
                if s[1][0] == 'g': d[s[1][1]] = v % 2**64 if s[1][1] in self.unsigned else v
                else:
                    i = dx(s[1][2], d, args)
                    if not 0 <= i < len(d[s[1][1]]): raise IndexError
                    a = list(d[s[1][1]]); a[i] = v % 2**64 if s[1][1] in self.unsigned else v; d[s[1][1]] = tuple(a)
            elif s[0] == 'if':
                if not self.run_body(s[2] if dx(s[1], d, args) else s[3], d, args): return False
            elif s[0] == 'need':
                if not dx(s[1], d, args): return False
        return True
    def call(self, name, args, d):
        arity, alts = self.calls[name]
        enabled = [b for gd, b in alts if gd is None or dx(gd, d, args)]
        if not enabled: return [('blocked',)]
        out = []
        for b in enabled:
            new = dict(d)
            out.append(('state', new) if self.run_body(b, new, args) else ('blocked',))
            if self.language == 'c' and out == [('blocked',)]: break   # choice 0 refuses: so does the call
        return out
    def run(self, calls, d):
        now = [('state', d)]
        for name, args in calls:
            nxt = []
            for r in now:
                if r[0] == 'state': nxt += self.call(name, args, r[1])
                else: nxt.append(r)
            now = nxt
        return now

    # ---- text
    def promela(self):
        out = []
        big = self.g.unit * 20 > 2**31
        assert not big
        for x in self.scalars: out.append(f'int {x};')
        for a, n in self.arrays.items(): out.append(f'int {a}[{n}];')
        for name, (arity, alts) in self.calls.items():
            args = [f'q{i}' for i in range(arity)]
            out.append(f'inline {name}({", ".join(args)}) {{')
            if len(alts) == 1 and alts[0][0] is None: out += self.ptext(alts[0][1], args, 1)
            else:
                out.append('  if')
                for gd, b in alts:
                    out.append(f'  :: {dtext(gd, args) if gd else "true"} ->'); out += self.ptext(b, args, 2)
                out.append('  fi')
            out.append('}')
        return '\n'.join(out) + '\n'
    def ptext(self, body, args, n):
        pad = '  ' * n
        if not body: return [pad + 'skip']
        out = []
        for i, s in enumerate(body):
            end = ';' if i + 1 < len(body) else ''
            if s[0] == '=': out.append(f'{pad}{dtext(s[1], args)} = {dtext(s[2], args)}{end}')
            elif s[0] == 'need': out.append(f'{pad}{dtext(s[1], args)}{end}')
            else:
                out += [f'{pad}if', f'{pad}:: {dtext(s[1], args)} ->'] + self.ptext(s[2], args, n + 1) + [f'{pad}:: else ->'] + self.ptext(s[3], args, n + 1) + [f'{pad}fi{end}']
        return out
    def c(self):
        out = ['#include "rtcheck_design.h"', 'struct st {']
        for x in self.scalars: out.append(f'  {"u" if x in self.unsigned else ""}int64_t {x};')
        for a, n in self.arrays.items(): out.append(f'  {"u" if a in self.unsigned else ""}int64_t {a}[{n}];')
        out.append('};')
        st = 's->'
        def ct(e, args):
            op = e[0]
            if op == 'n': return f'INT64_C({e[1]})' if e[1] >= 0 else f'(-INT64_C({-e[1]}))'
            if op == 'g': return f'(int64_t){st}{e[1]}'
            if op == 'a': return f'(int64_t){st}{e[1]}[{ct(e[2], args)}]'
            if op == 'arg': return f'q[{e[1]}]'
            if op == '!': return f'(!{ct(e[1], args)})'
            return f'({ct(e[1], args)} {op} {ct(e[2], args)})'
        def body(b, pad):
            o = []
            for s in b:
                if s[0] == '=': o.append(f'{pad}{ct(s[1], 0).removeprefix("(int64_t)")} = {ct(s[2], 0)};')
                elif s[0] == 'need': o.append(f'{pad}if (!({ct(s[1], 0)})) return 0;')
                else: o += [f'{pad}if ({ct(s[1], 0)}) {{'] + body(s[2], pad + '  ') + [f'{pad}}} else {{'] + body(s[3], pad + '  ') + [f'{pad}}}']
            return o
        for name, (arity, alts) in self.calls.items():
            out += [f'static unsigned {name}(void *v, const int32_t *q, unsigned choice) {{', '  struct st *s = v; unsigned way[8], n = 0;']
            for i, (gd, b) in enumerate(alts): out.append(f'  if ({ct(gd, 0) if gd else 1}) way[n++] = {i};')
            out += ['  if (!n) return 0;', '  switch (way[choice]) {']
            for i, (gd, b) in enumerate(alts): out += [f'  case {i}:'] + body(b, '    ') + ['    break;']
            out += ['  }', '  return n;', '}']
        out.append('static const struct rtcheck_call calls[] = {' + ', '.join(f'{{"{n}", {a}, {n}}}' for n, (a, _) in self.calls.items()) + ', {0}};')
        out.append('static const struct rtcheck_variable variables[] = {' + ', '.join([f'RTCHECK_VARIABLE(struct st, {x})' for x in self.scalars] + [f'RTCHECK_INTEGERS(struct st, {a})' for a in self.arrays]) + ', {0}};')
        out.append('const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct st), 0, calls, variables};')
        return '\n'.join(out) + '\n'

# ---------------------------------------------------------------- the map
class Map:
    def __init__(self, gen, rng, design):
        self.g, self.rng, self.d = gen, rng, design
        self.skip = {e['name'] for e in gen.events if rng.random() < .05}
        self.only = [e['name'] for e in gen.events if rng.random() < .8] if rng.random() < .15 else []
        self.left_out = {x for x in gen.vars if len(gen.vars) > 1 and rng.random() < .1}
        if len(self.left_out) == len(gen.vars): self.left_out = set()
        self.twice = {e['name'] for e in gen.events if rng.random() < .08}
        if len(self.skip) == len(gen.events) and not design.calls: self.skip = set()
    def text(self):
        g = self.g
        out = ['bounds { T = %d; %s}' % (g.k, ' '.join(g.bounds))]
        if g.symmetric: out.append('symmetric T;')
        out.append(g.values)
        rg = lambda r: '{' + ', '.join(f'{a}..{b}' if a != b else f'{a}' for a, b in r) + '}'
        out.append('values COLOUR { ' + ' '.join(f'{c} -> {rg(r)};' for c, r in zip(g.colours, g.colnum)) + ' }')
        if self.only: out.append('only ' + ', '.join(self.only) + ';')
        out.append('setup {')
        for c, t in g.consts.items():
            if t in ('int', 'elem', 'bool'): out.append(f'  Set_{c}({c});')
            elif t == 'set': out.append(f'  forall t in T: Set_{c}(t, bool(t ∈ {c}));')
            elif t == 'fun': out.append(f'  forall t in T: Set_{c}(t, {c}(t));')
        for x, t in g.vars.items():
            if t in ('int', 'elem', 'bool'): out.append(f'  Ini_{x}({x});')
            elif t == 'colour': out.append(f'  Ini_{x}({g.colnum[g.init[x][1][1]][0][0]});')
            elif t in ('fun', 'efun'): out.append(f'  forall t in T: Ini_{x}(t, {x}(t));')
            elif t == 'set': out.append(f'  forall t in T: Ini_{x}(t, bool(t ∈ {x}));')
            elif t == 'pfun': out.append(f'  forall t in T: Ini_{x}(t, -1);')
        out += ['}', 'relate {']
        for x, t in g.vars.items():
            if x in self.left_out: continue
            if t in ('int', 'elem', 'bool', 'colour'): out.append(f'  {x} ~ {x};')
            elif t in ('fun', 'efun'): out.append(f'  forall t in T: {x}(t) ~ {x}[t];')
            elif t == 'set': out.append(self.rng.choice([f'  forall t in T: bool(t ∈ {x}) ~ {x}[t];', f'  forall t in T: t ∈ {x} ~ {x}[t];', f'  forall t in T where (t ∈ {x}): 1 ~ {x}[t]; forall t in T where (t ∉ {x}): 0 ~ {x}[t];']))
            elif t == 'pfun': out.append(f'  forall t in T where (t ∈ dom({x})): {x}(t) ~ {x}[t]; forall t in T where (t ∉ dom({x})): −1 ~ {x}[t];')
        out += ['}', 'calls {']
        for e in g.events:
            ps = list(e['scope'])
            call = f'Do_{e["name"]}({", ".join(ps)})'
            out.append(f'  {e["name"]}{"(" + ", ".join(ps) + ")" if ps else ""} -> ' + ('skip' if e['name'] in self.skip else call + (', ' + call if e['name'] in self.twice else '')) + ';')
        out.append('}')
        return '\n'.join(out) + '\n'
    # ---- meaning
    def number(self, t, v):
        if t != 'elem' and int(v) > 2**31 - 1: raise OverflowError   # an argument has 32 bits
        return self.g.num[v] if t == 'elem' else int(v)
    def setup(self, s, st):
        g, calls = self.g, []
        for c, t in g.consts.items():
            if t in ('int', 'elem', 'bool'): calls.append((f'Set_{c}', [self.number(t, s[c])]))
            elif t == 'set': calls += [(f'Set_{c}', [g.num[i], int(i in s[c])]) for i in range(g.k)]
            elif t == 'fun': calls += [(f'Set_{c}', [g.num[i], self.number('int', v)]) for i, v in s[c]]
        for x, t in g.vars.items():
            if t in ('int', 'elem', 'bool'): calls.append((f'Ini_{x}', [self.number(t, st[x])]))
            elif t == 'colour': calls.append((f'Ini_{x}', [g.colnum[g.init[x][1][1]][0][0]]))
            elif t == 'fun': calls += [(f'Ini_{x}', [g.num[i], self.number('int', v)]) for i, v in st[x]]
            elif t == 'efun': calls += [(f'Ini_{x}', [g.num[i], g.num[v]]) for i, v in st[x]]
            elif t == 'set': calls += [(f'Ini_{x}', [g.num[i], int(i in st[x])]) for i in range(g.k)]
            elif t == 'pfun': calls += [(f'Ini_{x}', [g.num[i], -1]) for i in range(g.k)]
        return calls
    def related(self, st, d):
        g = self.g
        for x, t in g.vars.items():
            if x in self.left_out: continue
            v = st[x]
            if t == 'int' and d[x] != v: return False
            if t == 'bool' and bool(d[x]) != bool(v): return False
            if t == 'elem' and d[x] != g.num[v]: return False
            if t == 'colour' and not any(a <= d[x] <= b for a, b in g.colnum[v]): return False
            if t == 'fun' and any(d[x][g.num[i]] != y for i, y in v): return False
            if t == 'efun' and any(d[x][g.num[i]] != g.num[y] for i, y in v): return False
            if t == 'set':
                for i in range(g.k):
                    if bool(d[x][g.num[i]]) != (i in v): return False
                    if self.strict_sets.get(x) and d[x][g.num[i]] not in (0, 1): return False
            if t == 'pfun':
                dv = dict(v)
                if any(d[x][g.num[i]] != dv.get(i, -1) for i in range(g.k)): return False
        return True
    def calls(self, e, params):
        if e['name'] in self.skip: return []
        c = ('Do_' + e['name'], [self.number(e['scope'][p], v) for p, v in params.items()])
        return [c, c] if e['name'] in self.twice else [c]

# ---------------------------------------------------------------- the judge
def judge(g, d, m, every, most=4000):
    """verdict, pairs, length of the shortest counterexample, states and transitions of the specification"""
    key = lambda s, st, dd: (repr(sorted(s.items(), key=str)), repr(sorted((a, repr(sorted(b) if isinstance(b, frozenset) else b)) for a, b in st.items())), repr(sorted(dd.items())))
    seen, frontier, depth = set(), [], 0
    spec, spec_trans = {}, 0
    def outcome(results, st):
        good, bad = [], not results
        for r in results:
            if r[0] == 'state' and m.related(st, r[1]): good.append(r[1])
            elif every: bad = True
        return good, bad or not good
    initial = 0
    for s in g.setups():
        for st in g.initial_states(s):
            initial += 1
            good, bad = outcome(d.run(m.setup(s, st), d.first()), st)
            if bad: return dict(verdict='violated', length=0)
            for q in good:
                k = key(s, st, q)
                if k not in seen: seen.add(k); frontier.append((s, st, q))
    if not initial: return dict(verdict='none')
    while frontier:
        nxt, found = [], False
        for s, st, q in frontier:
            sk = key(s, st, {})
            count = 0
            for e, params, new in g.occurrences(s, st):
                if m.only and e['name'] not in m.only: continue
                count += 1
                good, bad = outcome(d.run(m.calls(e, params), q), new)
                if bad: found = True
                for r in good:
                    k = key(s, new, r)
                    if k not in seen: seen.add(k); nxt.append((s, new, r))
            spec[sk] = count
            if len(seen) > most: return None
        depth += 1
        if found: return dict(verdict='violated', length=depth)
        frontier = nxt
    return dict(verdict='holds', pairs=len(seen), states=len(spec), transitions=sum(spec.values()), initial=initial)

def make(seed, where, language=None, most=4000):
    rng = random.Random(seed)
    g = Gen(rng); g.restrict()
    language = language or rng.choice(['promela', 'promela', 'c'])
    if g.unit * 40 > 2**31: language = 'c'
    d = Design(g, rng, language)
    for _ in range(rng.choice([0, 0, 1, 1, 1, 2])): d.mutate()
    m = Map(g, rng, d)
    m.strict_sets = {}
    text = m.text()
    for x, t in g.vars.items():
        if t == 'set' and f'1 ~ {x}[t]' in text: m.strict_sets[x] = True
    every = rng.random() < .35
    names = [os.path.join(where, f'{seed}.{x}') for x in ('eventb', 'map', 'pml' if language == 'promela' else 'c')]
    for n, t in zip(names, (g.spec_text(), text, d.promela() if language == 'promela' else d.c())): open(n, 'w').write(t)
    return g, d, m, every, names

def differs(truth, status, answer):
    """What is wrong with an answer, or None."""
    said = answer.get('verdict')
    if truth['verdict'] == 'none': return None if status == 2 else f'{said}, though there is no initial state'
    if said != truth['verdict']: return f'{said}, not {truth["verdict"]}'
    if said == 'violated':
        length = len(answer['violations'][0]['trace'])
        return None if length == truth['length'] else f'{length} events, not {truth["length"]}'
    of_specification = answer['specification']
    if of_specification['initial_states'] != of_specification['initial_states_checked']: return None
    counts = (answer['states'], of_specification['states'], of_specification['transitions'])
    right = (truth['pairs'], truth['states'], truth['transitions'])
    return None if counts == right else f'counts {counts}, not {right}'


def check(rtcheck, seed, where):
    """'passed', 'skipped', or what is wrong."""
    g, d, m, every, names = make(seed, where)
    try:
        truth = judge(g, d, m, every)
    except (IndexError, OverflowError):
        return 'skipped'
    if truth is None: return 'skipped'
    command = [rtcheck, 'conform', names[0], '--map', names[1], '--design', names[2], '--allow-code', '--json', '--threads',
               str(1 + seed % 2)] + ['--every-result'] * every + ['--store', 'tree'] * (seed % 5 == 0)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    try:
        wrong = differs(truth, done.returncode, json.loads(done.stdout))
    except json.JSONDecodeError:
        wrong = f'status {done.returncode}'
    if not wrong: return truth['verdict']
    if g.unit > 2**31 and wrong.startswith('unknown'): return 'skipped'   # too large for sets, or for arguments
    for name in names: print(open(name, encoding='utf-8').read())
    print(' '.join(command), done.stderr.strip(), sep='\n')
    return f'seed {seed}: {wrong}'


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tally, failed = {}, 0
    with tempfile.TemporaryDirectory() as where:
        for seed in range(first, first + count):
            said = check(rtcheck, seed, where)
            if said.startswith('seed'):
                failed += 1
                print(said)
            else: tally[said] = tally.get(said, 0) + 1
    skipped = tally.pop('skipped', 0)
    print(', '.join(f'{number} {said}' for said, number in sorted(tally.items())))
    print(f'{count - failed - skipped} passed, {failed} failed, {skipped} skipped')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
