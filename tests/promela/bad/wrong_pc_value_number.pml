// Refused: numbers of one byte.
// error-says: pc_value
// anywhere
active proctype p() { skip }
never { pc_value(0) == 3 }
