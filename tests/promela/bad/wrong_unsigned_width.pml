// Refused: an unsigned without width.
// error-says: width
// error-at: 4
unsigned x;
active proctype p() { skip }
