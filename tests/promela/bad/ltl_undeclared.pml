// Refused: a formula with an unknown name.
// error-at: 4
active proctype p() { skip }
ltl f { <> (nothing == 1) }
