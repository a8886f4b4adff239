// Refused: = where == was meant.
// error-at: 6
byte x;
active proctype p() {
    if
    :: (x = 1) -> skip
    fi
}
