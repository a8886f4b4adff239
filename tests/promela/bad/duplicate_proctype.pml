// Refused: two proctypes of one name.
// error-says: redecl|twice|already|duplicate|redef
// error-at: 5
proctype p() { skip }
proctype p() { skip }
init { run p() }
