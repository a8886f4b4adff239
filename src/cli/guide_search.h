/* How a system under a guide is searched: plainly, level by level of the guide unrolled, or component by component.
 * What one search finds out for the next (components) is kept here.
 *
 * Only safety is searched level by level or component by component. To properties over time the guide may be unrolled,
 * too, to a bound that was given: then only runs with so many interactions are looked at, by a plain search. Otherwise
 * they are searched plainly under the guide as it is: a run with interactions without end goes round in it, and would
 * not in levels. */
#ifndef CLI_GUIDE_SEARCH_H
#define CLI_GUIDE_SEARCH_H

#include "cli/common/searching.h"
#include "guide/guide.h"
#include "guide/shape.h"
#include "search/pastfree.h"

enum guide_manner { GUIDE_PLAINLY, GUIDE_UNROLLED, GUIDE_BY_COMPONENTS };

struct guide_search {
    enum guide_manner manner;
    const struct searching *how;
    const struct interactions *interactions; /* of the model; NULL: there is no guide */
    bool several;                            /* guides will follow that share components with this one */
    struct pastfree_result unrolled;         /* of the last search of that manner */
    struct components_result components;     /* likewise */
    bool saw_all;              /* the last search, all that the guide allows, if nothing else cut it off */
    bool safety_saw_all;       /* the last one for safety */
    bool safety_complete;      /* likewise: it came to its end, and saw all */
    uint64_t explored, reused; /* states of components, in all searches so far */
    struct component_cache *cache;
    struct guide_registry *registry;
};

/* `ts` is what is searched: `system` under the guide, or what was made of that. The guide must have been unrolled as
 * the manner wants it; it is as before afterwards. By components: where something is violated, the steps to it are
 * looked for in a plain search. */
struct search_result *guide_search_run(struct guide_search *search, const struct ts *system, struct guide *guide,
                                       const struct ts *ts, bool safety, struct search_options *options);
/* To which bound the guide is to be unrolled, for safety or another property. */
uint32_t guide_search_bound(uint32_t given, bool safety);
void guide_search_free(struct guide_search *search);

#endif
