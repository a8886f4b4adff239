#include "app/analysis/branch_region.h"

#include "base/vec.h"

#include <string.h>

enum { MOST_INSTRUCTIONS = 4000 };

struct finding {
    const struct c_function *function;
    uint32_t branch;
    bool may_come_back;
    bool *region;
    unsigned char *state; /* of the walk, by instruction */
    uint32_t *way;        /* those that are being gone through */
};

enum { UNSEEN, ON_THE_WAY, DONE };

static uint32_t end_of(const struct finding *finding) { return finding->function->code_count; }

static struct c_next next_of(const struct finding *finding, uint32_t at) {
    struct c_next next = {{0}, 0};
    if (at == end_of(finding)) return next;
    next = c_next(finding->function->code, at);
    if (!next.count) next = (struct c_next){{end_of(finding)}, 1};
    return next;
}

/* What is left to be visited of an instruction on the way: by its number of ways that were gone. */
static bool walk_from(struct finding *finding, uint32_t from, uint32_t meeting) {
    unsigned char *gone = finding->state + end_of(finding) + 1;
    uint32_t depth = 0;
    if (from == meeting || finding->state[from] == DONE) return true;
    finding->way[depth++] = from;
    finding->state[from] = ON_THE_WAY, gone[from] = 0;
    while (depth) {
        uint32_t at = finding->way[depth - 1];
        struct c_next next = next_of(finding, at);
        if (at == end_of(finding) || (at == finding->branch && !finding->may_come_back)) return false;
        if (at == finding->branch || gone[at] == next.count) {
            finding->state[at] = DONE;
            finding->region[at] = at != finding->branch;
            depth--;
            continue;
        }
        uint32_t to = next.list[gone[at]++];
        if (to == meeting || finding->state[to] == DONE) continue;
        if (finding->state[to] == ON_THE_WAY) return false;
        finding->state[to] = ON_THE_WAY, gone[to] = 0;
        finding->way[depth++] = to;
    }
    return true;
}

static bool meet_at(struct finding *finding, uint32_t meeting) {
    const struct c_instruction *branch = &finding->function->code[finding->branch];
    memset(finding->state, UNSEEN, end_of(finding) + 1);
    memset(finding->region, 0, (end_of(finding) + 1) * sizeof *finding->region);
    return walk_from(finding, branch->then, meeting) && walk_from(finding, branch->otherwise, meeting);
}

bool branch_region_find(const struct c_function *function, uint32_t branch, bool may_come_back, bool *region) {
    if (function->code_count > MOST_INSTRUCTIONS) return false;
    struct finding finding = {.function = function, .branch = branch, .may_come_back = may_come_back, .region = region};
    finding.state = memory_new(2 * ((size_t)function->code_count + 1));
    finding.way = memory_new(((size_t)function->code_count + 1) * sizeof *finding.way);
    bool found = false;
    for (uint32_t i = 1; i <= function->code_count && !found; i++) {
        uint32_t meeting = branch + i <= function->code_count ? branch + i : branch + i - function->code_count - 1;
        found = meet_at(&finding, meeting);
    }
    free(finding.state);
    free(finding.way);
    return found;
}
