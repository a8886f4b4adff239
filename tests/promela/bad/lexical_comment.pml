// Refused: a comment that is not closed.
// error-says: comment
// error-at: 5
active proctype p() { skip }
/* and so on
