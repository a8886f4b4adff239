/* Proof obligations, by Rodin's names: which hold within the bounds, which are violated, which are not decided. */
#ifndef CLI_EVENTB_PROOF_H
#define CLI_EVENTB_PROOF_H

#include "base/arena.h"
#include "base/json.h"
#include "eventb/machine.h"
#include "report/style.h"
#include "search/search.h"

enum proof_status { PROOF_HOLDS, PROOF_VIOLATED, PROOF_UNKNOWN };

struct proof {
    const char *name;
    enum proof_status status;
};

struct proofs {
    VEC(struct proof) list;
    bool of_refinement;          /* then all are shown */
    VEC(const char *) unchecked; /* what is not checked, and why */
};

/* It ended early; it went on after violations; it saw everything, and found none. */
enum proof_search { PROOF_SEARCH_PART, PROOF_SEARCH_ALL, PROOF_SEARCH_COMPLETE };

/* After a search of the machine. */
void proofs_add(struct proofs *proofs, struct arena *arena, const struct eb_machine *machine,
                const struct search_result *found, enum proof_search search);
/* What was not checked. `abstractions`: so many took every step along; by `machine`, which was searched. */
void proofs_add_unchecked(struct proofs *proofs, struct arena *arena, const struct eb_development *development,
                          unsigned abstractions, const struct eb_machine *machine);
/* Nor witnesses that are for nothing, of the machine with its abstractions. */
void proofs_add_idle_witnesses(struct proofs *proofs, struct arena *arena, const struct eb_machine *refinement);
/* What another check of the same machine found to be violated is. */
void proofs_take_violated(struct proofs *proofs, const struct proofs *others);
void proofs_text(const struct proofs *proofs, struct text *out, const struct style *style);
void proofs_json(const struct proofs *proofs, struct json *json);
void proofs_free(struct proofs *proofs);

#endif
