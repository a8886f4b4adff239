// Refused: #else without #if.
// error-at: 4
active proctype p() { skip }
#else
