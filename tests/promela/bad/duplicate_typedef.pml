// Refused: a typedef twice.
// error-at: 4
typedef t { byte a };
typedef t { byte b };
active proctype p() { skip }
