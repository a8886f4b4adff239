// Refused: priorities begin at 1.
// error-says: a priority is a number from 1 to 255
// error-at: 4
active proctype p() priority 0 { skip }
