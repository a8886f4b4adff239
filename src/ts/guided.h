/* A system under a guide (Le Roux 2019, section 3.4): their composition, a transition system again.
 *
 * The state is the system's state followed by the guide's place (4 bytes). A step that is no interaction leaves the
 * guide where it is; an interaction is a step of both, and there is none where the guide does not allow it.
 *
 * A run that the guide lets go no further ends there, and rightly: only where the system itself has no step is there an
 * invalid end. In the middle of an atomic sequence nobody else goes on in place of the one that the guide stops, since
 * the system has no such step. To properties over time a run that ends stands still for ever; but not where the guide
 * is a part of another that goes on from there: such a run is one of another part. */
#ifndef TS_GUIDED_H
#define TS_GUIDED_H

#include "ts/product.h"

enum { TS_GUIDE_NOWHERE = 0x7fffffff }; /* places are below it */
enum { TS_NO_INTERACTION = -1 };

struct ts_guide {
    const void *self;
    const char *name; /* the variable that shows its place */
    uint32_t initial;
    bool inside; /* an interaction can stand in the middle of an atomic sequence */
    /* Which interaction is the step? Where it is two, whoever labelled the system is wrong, and has to remember that:
     * here it counts as none. */
    int32_t (*interaction)(const struct ts_guide *guide, const struct ts_step *step);
    /* From here by this interaction, or TS_GUIDE_NOWHERE. */
    uint32_t (*after)(const struct ts_guide *guide, uint32_t place, int32_t interaction);
    /* Of an interaction that is not allowed here: is it by that of which the guide is a part? NULL: it is no part. */
    bool (*elsewhere)(const struct ts_guide *guide, uint32_t place, int32_t interaction);
    /* What need not be built here, as ts_sink has it. NULL: all is wanted. */
    uint64_t (*unwanted)(const struct ts_guide *guide, uint32_t place, uint32_t towards);
    /* Is every interaction allowed here? NULL: nobody knows. */
    bool (*allows_all)(const struct ts_guide *guide, uint32_t place);
    /* The place, and an interaction, in words. */
    void (*print)(const struct ts_guide *guide, uint32_t place, struct text *out);
    const char *(*interaction_name)(const struct ts_guide *guide, int32_t interaction);
};

/* Both outlive it. Release with ts_guided_free(). */
struct ts *ts_guided_new(const struct ts *system, const struct ts_guide *guide);
void ts_guided_free(struct ts *guided); /* NULL is allowed */

/* The parts of a composed state. */
uint32_t ts_guided_system_size(uint32_t size);
uint32_t ts_guided_place(const void *state, uint32_t size);

/* An observer of the system, made one of the composition. `inner` outlives it, and the result what is made with it. */
struct ts_guided_observer {
    struct ts_observer observer;
    const struct ts_observer *inner;
};
void ts_guided_observe(struct ts_guided_observer *observer, const struct ts_observer *inner);

#endif
