/* From a checked tree to a configuration, in steps that each rely on those before. */
#ifndef OIL_CONFIGURE_H
#define OIL_CONFIGURE_H

#include "oil/config.h"
#include "oil/oil.h"

struct oil_builder {
    struct oil_config *config;
    struct oil_tree *tree;
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct oil_options *options; /* NULL: none */
};

/* The typed objects with their references. */
void oil_build_objects(struct oil_builder *builder);
/* Who uses a resource or owns an event; linked chains. False if a chain has no end. */
bool oil_build_users(struct oil_builder *builder);
/* Event masks: those given are checked, AUTO is computed. */
void oil_build_masks(struct oil_builder *builder);
/* Levels of ISRs and ceilings of resources. */
void oil_build_ceilings(struct oil_builder *builder);
/* Conformance class and kind of scheduling. */
void oil_build_class(struct oil_builder *builder);
/* What OSEK forbids, and what it discourages. */
void oil_check_rules(struct oil_builder *builder);
/* Is it what config.h promises? */
bool oil_is_sound(const struct oil_config *config);

#endif
