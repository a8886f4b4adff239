// Refused: numbers of one byte.
// error-says: processes
// anywhere
active [255] proctype p() { skip }
init { skip }
