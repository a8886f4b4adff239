// Refused: priorities begin at 1, those of `run`, too.
// error-says: a priority is a number from 1 to 255
// error-at: 5
proctype p() { skip }
init { run p() priority 0 }
