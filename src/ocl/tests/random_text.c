#include "ocl/tests/random_text.h"

static void random_number(struct dice *dice, unsigned depth, struct text *out);
static void random_task(struct dice *dice, unsigned depth, struct text *out);
static void random_tasks(struct dice *dice, unsigned depth, struct text *out);
static void random_resources(struct dice *dice, unsigned depth, struct text *out);

void random_functions(struct fixture *fixture) {
    fixture_define(fixture, "higher", 2, (struct ocl_type){OCL_BOOLEAN, 0}, "a.pr > b.pr");
    fixture_define(fixture, "pick", 2, (struct ocl_type){OCL_OBJECT, 0},
                   "if a.on then b else Task->any(t | t <> b and higher(t, a)) endif");
    fixture_define(fixture, "links", 1, (struct ocl_type){OCL_INTEGER, 0},
                   "let s = a.res in if s->isEmpty() then 0 else s.pr->max() endif");
}

unsigned roll(struct dice *dice, unsigned sides) {
    dice->state = dice->state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(dice->state >> 33) % sides;
}

/* A template: B boolean, N number, T task, S tasks, R resources; $ a new variable of Task, % its name inside. */
static void fill(struct dice *dice, const char *template, unsigned depth, struct text *out) {
    unsigned mine = 0;
    for (; *template; template ++) {
        switch (*template) {
        case 'B': random_boolean(dice, depth, out); break;
        case 'N': random_number(dice, depth, out); break;
        case 'T': random_task(dice, depth, out); break;
        case 'S': random_tasks(dice, depth, out); break;
        case 'R': random_resources(dice, depth, out); break;
        case '$':
            mine = dice->iterators++;
            text_printf(out, "v%u", mine);
            break;
        case '%': text_printf(out, "v%u", mine); break;
        case '!': dice->iterators--; break;
        case '^': text_add_char(out, (char)template[1]), template ++; break; /* a letter as it is */
        default: text_add_char(out, *template); break;
        }
    }
}

#define PICK(dice, list) (list)[roll((dice), sizeof(list) / sizeof *(list))]

void random_boolean(struct dice *dice, unsigned depth, struct text *out) {
    static const char *const leaves[] = {"true", "false", "T.on", "N < N", "N = N", "T = T"};
    static const char *const dynamic[] = {"T@^Run", "T.next = null", "T.dpr > N", "T@^Sus"};
    static const char *const inner[] = {"((B) and (B))",
                                        "((B) or (B))",
                                        "((B) implies (B))",
                                        "((B) xor (B))",
                                        "not (B)",
                                        "S->exists($ | B!)",
                                        "S->forAll($ | B!)",
                                        "S->forAll($ | % <> T implies B!)",
                                        "S->one($ | B!)",
                                        "S->isUnique($ | N!)",
                                        "S->includes(T)",
                                        "S->excludes(T)",
                                        "S->includesAll(S)",
                                        "S->excludesAll(S)",
                                        "S->isEmpty()",
                                        "R->notEmpty()",
                                        "R->size() <= N",
                                        "R->includesAll(R)",
                                        "S = S",
                                        "R <> R",
                                        "(if B then B else B endif)",
                                        "N <= N",
                                        "N > N",
                                        "N >= N",
                                        "N <> N",
                                        "T <> T",
                                        "S->collect($ | N!)->includes(N)",
                                        "S->collect($ | N!) = S->collect($ | N!)",
                                        "((B) = (B))",
                                        "higher(T, T)",
                                        "(let w = T in B and w.on)",
                                        "S->exists($ | %.res->exists(r | R->includes(r))!)",
                                        "S->isUnique($ | %.res!)",
                                        "(let bag = S->collect(w | w.pr) in B and bag->sum() > N)"};
    if (!depth)
        fill(dice, dice->dynamic && roll(dice, 3) == 0 ? PICK(dice, dynamic) : PICK(dice, leaves), 0, out);
    else
        fill(dice, PICK(dice, inner), depth - 1, out);
}

static void random_number(struct dice *dice, unsigned depth, struct text *out) {
    static const char *const leaves[] = {"0", "1", "2", "3", "T.pr", "T.id", "^K", "T.pr", "T.pr"};
    static const char *const inner[] = {"(N + N)",
                                        "(N - N)",
                                        "(N * N)",
                                        "(N div N)",
                                        "(N mod N)",
                                        "N.max(N)",
                                        "N.min(N)",
                                        "(-N).abs()",
                                        "links(T)",
                                        "S->size()",
                                        "R->size()",
                                        "S->collect($ | N!)->sum()",
                                        "S->collect($ | N!)->max()",
                                        "S->collect($ | N!)->min()",
                                        "S->collect($ | N!)->count(N)",
                                        "(if B then N else N endif)",
                                        "S.pr->sum()",
                                        "(if B then S.pr else S.id endif)->max()",
                                        "T.res->collect(r | r.pr)->sum()"};
    if (!depth)
        fill(dice, dice->dynamic && roll(dice, 6) == 0 ? "T.dpr" : PICK(dice, leaves), 0, out);
    else
        fill(dice, PICK(dice, inner), depth - 1, out);
}

static void random_task(struct dice *dice, unsigned depth, struct text *out) {
    static const char *const inner[] = {"S->any($ | B!)", "pick(T, T)", "(if B then T else T endif)", "S->any()"};
    if (depth && roll(dice, 2))
        fill(dice, PICK(dice, inner), depth - 1, out);
    else if (dice->dynamic && roll(dice, 6) == 0)
        text_add(out, "self.next");
    else if (dice->iterators && roll(dice, 4))
        text_printf(out, "v%u", roll(dice, dice->iterators));
    else
        text_add(out, "self");
}

static void random_tasks(struct dice *dice, unsigned depth, struct text *out) {
    static const char *const inner[] = {"S->select($ | B!)",
                                        "S->reject($ | B!)",
                                        "S->union(S)",
                                        "S->intersection(S)",
                                        "(S - S)",
                                        "S->symmetricDifference(S)",
                                        "S->including(T)",
                                        "S->excluding(T)",
                                        "^Set{T, T}",
                                        "T->as^Set()",
                                        "S->collect^Set($ | T!)",
                                        "(if B then S else S endif)"};
    if (depth && roll(dice, 3))
        fill(dice, PICK(dice, inner), depth - 1, out);
    else if (dice->dynamic && roll(dice, 4) == 0)
        text_add(out, "self.friends");
    else
        text_add(out, "Task");
}

static void random_resources(struct dice *dice, unsigned depth, struct text *out) {
    static const char *const inner[] = {"R->select(r | r.pr > N)", "R->union(R)", "(R - R)",
                                        "S->collect^Set($ | %.res!)", "R->symmetricDifference(R)"};
    if (depth && roll(dice, 2))
        fill(dice, PICK(dice, inner), depth - 1, out);
    else if (roll(dice, 4))
        fill(dice, "T.res", 0, out);
    else
        text_add(out, "Resource");
}
