// Refused: a file that includes itself.
// anywhere
#include "preprocessor_include_itself.pml"
active proctype p() { skip }
