// Refused: a structure that contains itself.
// error-at: 3
typedef t { byte a; t b };
t v;
active proctype p() { skip }
