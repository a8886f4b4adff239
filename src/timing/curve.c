/* Arrival curves: what a number of distances between occurrences take together, at least and at most.
 *
 * Borders of different numbers restrict each other: that three distances take at least 9 and one at most 4 says that
 * two take at least 5. They are closed under that before anything else, so that whoever keeps to them so far can always
 * go on: a system of differences that is closed can be extended from any part of it (as difference bound matrices can).
 */
#include "timing/curve.h"

static const int64_t UNREACHED = INT64_MIN / 4;

/* The longest ways from place 0, over steps forward that take at least a lower border, and back that take at most an
 * upper one. False: the borders contradict each other. */
static bool find_ways(int64_t *way, int64_t span, const struct tm_border *borders, size_t count) {
    for (int64_t place = -span; place <= span; place++) way[place + span] = place ? UNREACHED : 0;
    for (int64_t round = 0; round <= 2 * span + 1; round++) {
        bool changed = false;
        for (int64_t from = -span; from <= span; from++) {
            int64_t here = way[from + span];
            if (here == UNREACHED) continue;
            for (size_t i = 0; i < count; i++) {
                int64_t on = from + borders[i].gaps, back = from - borders[i].gaps;
                if (on <= span && here + borders[i].least > way[on + span]) {
                    way[on + span] = here + borders[i].least;
                    changed = true;
                }
                if (borders[i].most >= 0 && back >= -span && here - borders[i].most > way[back + span]) {
                    way[back + span] = here - borders[i].most;
                    changed = true;
                }
            }
        }
        if (!changed) return true;
    }
    return false;
}

/* Is what is said of so many distances said by fewer already? */
static bool is_implied(const struct tm_stimulus *stimulus, unsigned gaps) {
    int64_t least = 0, most = -1;
    for (unsigned a = 1; a < gaps; a++) {
        unsigned b = gaps - a;
        if (stimulus->soonest[a - 1] + stimulus->soonest[b - 1] > least)
            least = stimulus->soonest[a - 1] + stimulus->soonest[b - 1];
        if (stimulus->latest[a - 1] < 0 || stimulus->latest[b - 1] < 0) continue;
        int64_t sum = stimulus->latest[a - 1] + stimulus->latest[b - 1];
        if (most < 0 || sum < most) most = sum;
    }
    return stimulus->soonest[gaps - 1] <= least &&
           (stimulus->latest[gaps - 1] < 0 || (most >= 0 && stimulus->latest[gaps - 1] >= most));
}

bool tm_close_curve(struct tm_stimulus *stimulus, const struct tm_border *borders, size_t count, struct arena *arena) {
    int64_t longest = 1;
    for (size_t i = 0; i < count; i++)
        if (borders[i].gaps > longest) longest = borders[i].gaps;
    int64_t span = 2 * longest, *way = arena_new_array(arena, int64_t, 4 * longest + 1);
    if (!find_ways(way, span, borders, count)) return false;
    stimulus->gaps = (unsigned)longest;
    stimulus->soonest = arena_new_array(arena, int64_t, longest);
    stimulus->latest = arena_new_array(arena, int64_t, longest);
    for (int64_t n = 1; n <= longest; n++) {
        int64_t forth = way[span + n], back = way[span - n];
        stimulus->soonest[n - 1] = forth > 0 ? forth : 0;
        stimulus->latest[n - 1] = back == UNREACHED ? -1 : -back;
    }
    while (stimulus->gaps > 1 && is_implied(stimulus, stimulus->gaps)) stimulus->gaps--;
    return true;
}

/* ---- occurrences ---- */

bool tm_curve_has_begun(const struct tm_run *run, const struct tm_stimulus *stimulus) {
    return stimulus->gaps && tm_get(run, stimulus->since);
}

void tm_curve_window(const struct tm_run *run, const struct tm_stimulus *stimulus, int64_t *may, int64_t *must) {
    *may = 0;
    *must = -1;
    for (unsigned i = 0; i < stimulus->gaps; i++) {
        int64_t since = tm_get(run, stimulus->since + i) - 1;
        if (since < 0) break;
        if (stimulus->soonest[i] - since > *may) *may = stimulus->soonest[i] - since;
        int64_t left = stimulus->latest[i] - since;
        if (stimulus->latest[i] >= 0 && (*must < 0 || left < *must)) *must = left;
    }
    enum tm_times times = run->system->times;
    bool waits = times == TM_ENDS && tm_get(run, stimulus->shift);
    if (waits && *must >= 0)
        *may = *must;
    else if (times != TM_ALL)
        *must = *may;
}

void tm_curve_occurs(struct tm_run *run, const struct tm_stimulus *stimulus) {
    for (unsigned i = stimulus->gaps - 1; i > 0; i--)
        tm_put(run, stimulus->since + i, tm_get(run, stimulus->since + i - 1));
    tm_put(run, stimulus->since, 1);
    tm_put(run, stimulus->close, 0);
}

/* What is the last occurrence now will be the one before it, and so on: it is counted as far as any of them needs. */
int64_t tm_curve_cap(const struct tm_stimulus *stimulus, unsigned gap) {
    int64_t cap = 0;
    for (unsigned i = gap; i < stimulus->gaps; i++) {
        if (stimulus->soonest[i] > cap) cap = stimulus->soonest[i];
        if (stimulus->latest[i] > cap) cap = stimulus->latest[i];
    }
    return cap;
}

void tm_curve_advance(struct tm_run *run, const struct tm_stimulus *stimulus, int64_t units) {
    for (unsigned i = 0; i < stimulus->gaps && tm_get(run, stimulus->since + i); i++) {
        int64_t since = tm_get(run, stimulus->since + i) + units, most = tm_curve_cap(stimulus, i) + 1;
        tm_put(run, stimulus->since + i, since > most ? most : since);
    }
}

/* ---- for analysis ---- */

static int64_t shortest(const struct tm_stimulus *stimulus, int64_t gaps) {
    int64_t whole = gaps / stimulus->gaps, rest = gaps % stimulus->gaps, sum;
    if (__builtin_mul_overflow(whole, stimulus->soonest[stimulus->gaps - 1], &sum)) return INT64_MAX / 4096;
    return sum + (rest ? stimulus->soonest[rest - 1] : 0);
}

int64_t tm_curve_distance(const struct tm_stimulus *stimulus, int64_t occurrences) {
    return shortest(stimulus, occurrences - 1);
}

int64_t tm_curve_arrivals(const struct tm_stimulus *stimulus, int64_t length) {
    int64_t whole = (length - 1) / stimulus->soonest[stimulus->gaps - 1], count = 1 + whole * stimulus->gaps;
    while (shortest(stimulus, count) < length) count++;
    return count;
}
