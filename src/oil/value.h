/* One value against one definition: type, range, enumerator. */
#ifndef OIL_VALUE_H
#define OIL_VALUE_H

#include "oil/tree.h"

/* Reports what is wrong. A word in the wrong case (`full`) is put right with a warning. References are not resolved
 * here. */
bool oil_check_value(const struct oil_definition *definition, struct oil_value *value, struct arena *arena,
                     struct diagnostics *diagnostics);
/* What a message calls it: "'x'", "the string \"x\"". */
const char *oil_value_words(struct arena *arena, const struct oil_value *value);

#endif
