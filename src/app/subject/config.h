/* A configuration as the kernel wants it. */
#ifndef APP_SUBJECT_CONFIG_H
#define APP_SUBJECT_CONFIG_H

#include "app/subject/options.h"
#include "oil/config.h"

struct kernel_configuration {
    struct osek_config config;
    struct cfront_names names;
    struct osek_counter *counters; /* the same as config.counters */
    const char *const *callbacks;  /* per alarm */
};

/* All of it belongs to the arena; the names are those of `oil`. NULL with an error if the kernel cannot run it. */
struct kernel_configuration *config_from_oil(const struct oil_config *oil, const struct osek_profile *profile,
                                             struct arena *arena, struct diagnostics *diagnostics);
/* The ticks of counters that the options let nest come above all routines of category 2. To be called before the
 * configuration is used. */
void config_nest_ticks(struct kernel_configuration *kernel, const struct app_options *options);
/* Counters whose value the program never asks for are not observed; where it can notice nothing between two expiries,
 * they may jump. Also whether it masks sources of interrupts. */
void config_observe_counters(struct kernel_configuration *kernel, const struct c_program *program);

#endif
