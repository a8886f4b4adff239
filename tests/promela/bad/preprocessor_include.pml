// Refused: an include that is not there.
// error-at: 3
#include "no_such_file.inc"
active proctype p() { skip }
