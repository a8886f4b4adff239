// Refused: two formulas of one name.
// error-at: 6
byte x;
active proctype p() { skip }
ltl f { <> (x == 1) }
ltl f { <> (x == 2) }
