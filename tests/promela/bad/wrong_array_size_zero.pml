// Refused: an array of no elements.
// error-at: 3
byte x[0];
active proctype p() { skip }
