/* Tokens to a tree. What real files do beside the grammar (OIL 2.5, chapter 4) is accepted with a warning where its
 * meaning is beyond doubt: a missing ';' after '}', objects outside of a CPU section, `APPMODE = x;`. */
#ifndef OIL_PARSER_H
#define OIL_PARSER_H

#include "oil/preprocess.h"
#include "oil/tree.h"

/* Adds what the tokens say to the tree. */
void oil_parse(struct oil_tree *tree, const struct oil_tokens *tokens, struct arena *arena,
               struct diagnostics *diagnostics);

#endif
