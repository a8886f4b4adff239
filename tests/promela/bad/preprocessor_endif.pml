// Refused: #if without #endif.
// error-at: 3
#if 1
active proctype p() { skip }
