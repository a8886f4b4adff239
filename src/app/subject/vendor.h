/* What vendors' attributes ask for that changes who runs when: another scheduler, cores, interrupt routines that do
 * not nest. What the kernel here cannot do is an error; of what may not matter the verdict tells. */
#ifndef APP_SUBJECT_VENDOR_H
#define APP_SUBJECT_VENDOR_H

#include "oil/config.h"

/* False with an error: it asks for another scheduler, or for several cores. */
bool vendor_check(const struct oil_config *oil, struct diagnostics *diagnostics);

/* Do interrupt routines of category 2 hold each other back, whatever their priorities? */
bool vendor_is_unnested(const struct oil_config *oil);

/* Who interrupts whom is not known: they nest, but have no priorities. A sentence, in the arena; NULL: it is. */
const char *vendor_nesting_doubt(const struct oil_config *oil, struct arena *arena);

/* The function that the kernel calls while no task runs; NULL: the configuration names none. */
const char *vendor_idle_hook(const struct oil_config *oil);

/* What else may name functions: attributes of the OS and of communication that are called like that, in the arena, NULL
 * behind the last. */
const char *const *vendor_texts(const struct oil_config *oil, struct arena *arena);
/* Attributes that switch a hook on (`IDLELOOPHOOK = TRUE`), in the same way. */
const char *const *vendor_hooks(const struct oil_config *oil, struct arena *arena);

/* By their names: is the value of such an attribute a function? Does TRUE switch a hook on? */
bool vendor_names_function(const char *attribute);
bool vendor_names_hook(const char *attribute);

/* Half a sentence, in the arena; NULL: there is nothing of the kind. */
const char *vendor_assumption(const struct oil_config *oil, struct arena *arena);

#endif
