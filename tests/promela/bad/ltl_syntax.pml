// Refused: a formula that breaks off.
// error-at: 5
byte x;
active proctype p() { skip }
ltl f { [] (x == 1) -> }
