#include "timing/arrivals.h"

#include "timing/curve.h"

static int64_t burst_length(const struct tm_stimulus *stimulus) {
    return stimulus->width + (stimulus->burst - 1) * stimulus->apart;
}

/* No more than fit with the least distance. */
static int64_t as_fit(const struct tm_stimulus *stimulus, int64_t length, int64_t count) {
    int64_t fit = stimulus->apart > 0 ? (length + stimulus->apart - 1) / stimulus->apart : count;
    return fit < count ? fit : count;
}

/* Whole bursts, but no more than fit with the least distance; that is kept between bursts, too. */
static int64_t in_bursts(const struct tm_stimulus *stimulus, int64_t length) {
    int64_t bursts = (length + burst_length(stimulus) + stimulus->period - 1) / stimulus->period;
    return as_fit(stimulus, length, bursts * stimulus->burst);
}

static int64_t with_jitter(const struct tm_stimulus *stimulus, int64_t length) {
    return as_fit(stimulus, length, (length + stimulus->width + stimulus->period - 1) / stimulus->period);
}

int64_t tm_arrivals(const struct tm_system *system, unsigned task, int64_t length) {
    int64_t count = 0;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!tm_activates(stimulus, task)) continue;
        if (stimulus->is_single || length <= 0)
            count += 1;
        else if (stimulus->gaps)
            count += tm_curve_arrivals(stimulus, length);
        else if (stimulus->burst)
            count += in_bursts(stimulus, length);
        else if (stimulus->period)
            count += with_jitter(stimulus, length);
        else
            count += (length + stimulus->again - 1) / stimulus->again;
    }
    return count;
}

int64_t tm_distance(const struct tm_system *system, unsigned task, int64_t n) {
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!tm_activates(stimulus, task)) continue;
        if (stimulus->is_single) return n > 1 ? TM_FAR : 0;
        if (stimulus->gaps) return tm_curve_distance(stimulus, n);
        if (stimulus->burst) {
            int64_t near = (n - 1) * stimulus->apart,
                    far = (n - 1) / stimulus->burst * stimulus->period - burst_length(stimulus);
            return far > near ? far : near;
        }
        int64_t time = (n - 1) * (stimulus->period ? stimulus->period : stimulus->again) -
                       (stimulus->period ? stimulus->width : 0);
        int64_t apart = (n - 1) * stimulus->apart;
        return n == 1 ? 0 : time < apart ? apart : time;
    }
    return TM_FAR;
}

unsigned tm_stimulus_count(const struct tm_system *system, unsigned task) {
    unsigned count = 0;
    for (size_t i = 0; i < system->stimuli.count; i++) count += tm_activates(&system->stimuli.items[i], task);
    return count;
}
