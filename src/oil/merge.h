/* Sections that come from several places become one (OIL 2.5, 2.3.9: includes; and as the common tools do it). */
#ifndef OIL_MERGE_H
#define OIL_MERGE_H

#include "oil/tree.h"

/* An attribute defined again takes the new form; alternatives of the old one stay if the new has none of that name. */
void oil_merge_definition(struct oil_definition **list, struct oil_definition *definition);
void oil_merge_kind(struct oil_kind **list, struct oil_kind *kind);
/* An object that another file defines again is extended, and where the two disagree the later wins; in one file it is
 * an error, unless they are parts: two of one OS, or two that have no attribute in common. The same text included twice
 * counts once. */
void oil_merge_object(struct oil_tree *tree, struct oil_object *object, struct diagnostics *diagnostics);

#endif
